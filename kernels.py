"""The Triton ops of a training step: what each computes, its kernels, and the choice of Triton or PyTorch.

How to read it: from top to bottom; no name is used above its definition.

    1  a section an op    1.1 RMSNorm            1.2 residual add + RMSNorm    1.3 rotary positions
                          1.4 flash attention    1.5 self-attention            1.6 AdamW
    2  the choice         what llm.py calls at start-up, and the documented benchmarks
    3  the command line   python kernels.py [--list] [--check] [--compile sm_90] [--tune] [--bench] [op ...]

A section has five parts: reference; inputs and cases; Triton forward and backward; autograd; registration.

How to add an op of a training step: write a section that ends in

    @op(inputs=..., data=("x",), cases=[...], bench_shapes=[...], shape=lambda work: ..., bytes_moved=...)
    def my_op(x, implementation="torch"):

and touch nothing else: tests, choice, table, benchmark and compiler iterate OPS. The fields are those of `Op`
in triton_ops/contract.py. Any other op is a file of its own that triton_ops/families.py imports.

In triton_ops/ are the judge against float64, the clock, the choice and its cache, the benchmark, the
command line, and the Triton functions that several ops share (tiles.py). Of attention, what other ops share
is there too: the reference and the checks (attention_reference.py), a block of keys taken into the
running softmax (attention_blocks.py), and the tile sizes (attention_tiles.py).

Conventions: arithmetic is float32, bf16 and fp16 are storage; row offsets are int64; a masked load always
gives `other`; no op writes into an incoming gradient, or into its inputs but for those that it declares with
`mutates=`; no atomics, so a run repeats bit for bit. Block sizes and warps are at the top of a section. The
mark "fmt: skip" keeps the arguments of a kernel together by meaning: pointers, strides, sizes, constants.

Dimension key: B batch, T time, M rows or queries, N columns of a row or keys, H heads, K key heads, D head
width, C width of the model; in AdamW R and C are rows and columns of a parameter.
"""

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import functools
import itertools
import math
import sys
from collections.abc import Callable, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from triton_ops import families  # noqa: F401  (declares the other ops)
from triton_ops.attention_blocks import (
    LOG2_E,
    attend,
    ends_of_keys,
    ends_of_rows,
    head_of,
    keys_seen,
    load_at,
    load_block,
    lowest,
    place_of_program,
    queries_seeing,
    scores,
    softmax_weights,
    weighted,
)
from triton_ops.attention_reference import (
    SDPA_BACKENDS,
    attention_extra_tolerance,
    attention_flops,
    attention_inputs,
    attention_torch,
    check_attention,
    document_bounds,
    positive_scale,
)
from triton_ops.attention_tiles import (
    ATTENTION_SHORT,
    attention_tile,
    attention_tiles_to_try,
    backward_is_one,
    passing,
)
from triton_ops.choice import STARTUP_OPS, STEP_OPS, Choice, choice_table, choose, compare_whole_step
from triton_ops.command_line import main
from triton_ops.contract import OPS, Target, Tile, Workload, check_implementation, op, op_shapes
from triton_ops.gaussian_mixture import gmm_log_prob
from triton_ops.launch import (
    TILE,
    as_rows,
    consumed_dtype,
    differentiable,
    forward_only,
    launch,
    liger_function,
    matmul_in,
    unit_stride,
    warps_for,
    without_autocast,
)
from triton_ops.machine import TRITON_AVAILABLE, multiprocessors, tl, triton
from triton_ops.newton_schulz import newton_schulz
from triton_ops.rotation import rotary_tables, rotary_torch
from triton_ops.tiles import (
    NORM_BACKWARD_TILES,
    load_rows,
    overlap_with_previous_kernel,
    rounded,
    rows_of_tile,
    store_rows,
    sum_partials,
)

# What llm.py and the tests use.
__all__ = [
    "OPS",
    "STARTUP_OPS",
    "STEP_OPS",
    "TRITON_AVAILABLE",
    "Choice",
    "TritonAdamW",
    "TritonAttention",
    "TritonRMSNormLayer",
    "Workload",
    "adamw",
    "add_rms_norm",
    "attention",
    "benchmark_rms_norm",
    "benchmark_rotary",
    "choice_table",
    "choose",
    "compare_whole_step",
    "document_bounds",
    "gmm_log_prob",
    "manual_kernel_benchmark",
    "newton_schulz",
    "op_shapes",
    "rms_norm",
    "rotary",
    "rotary_tables",
    "self_attention",
]


# ---- 1.1 RMSNorm -------------------------------------------------------------------------------------------
#
#     y = x r w,   r = 1 / sqrt(mean(x^2) + eps)                  over each row of x (..., N); w (N,)
#     dx = r (dy w - x r mean(dy w x r)),   dw = sum over rows of dy x r
#
# Zhang & Sennrich 2019. Forward saves r, one number a row, so that backward reads x once and reduces once.

RMS_WIDEST = 8192  # elements of a row that one program holds in registers; a longer row is a loop
RMS_PER_THREAD = 32  # elements of a tile a thread holds in forward
# backward, by the rows of a tile: (elements of it that a thread holds of each of x, dy, w and dw, programs a
# multiprocessor, each of which sums dw over its share of the rows, stages of the loop over rows)
RMS_BACKWARD = {"several": (16, 4, 3), "one": (8, 2, 1)}


def rms_norm_torch(x: Tensor, weight: Tensor, eps: float, dtype: torch.dtype) -> Tensor:
    """The fused eager kernel; it wants a weight of x's dtype."""
    return F.rms_norm(x, weight.shape, weight.to(x.dtype), eps).to(dtype)


def rms_norm_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (M, N), weight (N,), eps. Under autocast the residual stream is float32."""
    M, N = shape
    kept = torch.float32 if autocast else dtype
    return draw(M, N, dtype=kept).requires_grad_(), draw(N, dtype=kept).requires_grad_(), 1e-6


@triton.jit
def rms_norm_forward_kernel(
    x_ptr, weight_ptr, y_ptr, rstd_ptr, x_stride, n_rows, eps,
    N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, DEPENDENT: tl.constexpr,
):  # fmt: skip
    """Each program takes ROWS rows.

    Their first BLOCK elements stay in registers between the sum and the product.
    """
    overlap_with_previous_kernel(DEPENDENT)
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, BLOCK)
    x = load_rows(x_ptr, rows, x_stride, columns, n_rows, N)
    squares = tl.sum(x * x, axis=1)
    for start in range(BLOCK, N, BLOCK):  # no trip where the row fits into one tile
        tail = load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N)
        squares += tl.sum(tail * tail, axis=1)
    rstd = tl.rsqrt(squares / N + eps)
    tl.store(rstd_ptr + rows, rstd, mask=rows < n_rows)
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)
    store_rows(y_ptr, x * rstd[:, None] * weight[None, :], rows, columns, n_rows, N)
    for start in range(BLOCK, N, BLOCK):
        tail = load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N)
        weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(tl.float32)
        store_rows(y_ptr, tail * rstd[:, None] * weight[None, :], rows, start + columns, n_rows, N)


@triton.jit
def rms_norm_backward_kernel(
    dy_ptr, x_ptr, weight_ptr, rstd_ptr, dx_ptr, partial_ptr, dy_stride, x_stride,
    n_rows,
    N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, STAGES: tl.constexpr,
    DEPENDENT: tl.constexpr,
):  # fmt: skip
    """Each program takes every num_programs-th group of ROWS rows.

    It leaves its sum of dy x r in partial (programs, N).
    """
    overlap_with_previous_kernel(DEPENDENT)
    columns = tl.arange(0, BLOCK)
    mine, stride = tl.program_id(0) * ROWS, tl.num_programs(0) * ROWS
    partial_ptr += tl.program_id(0).to(tl.int64) * N
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    dw = tl.zeros([ROWS, BLOCK], tl.float32)
    for first in tl.range(mine, n_rows, stride, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
        dy = load_rows(dy_ptr, rows, dy_stride, columns, n_rows, N, BLOCK >= N)
        normal = load_rows(x_ptr, rows, x_stride, columns, n_rows, N, BLOCK >= N) * rstd
        dot = tl.sum(dy * weight * normal, axis=1)
        for start in range(BLOCK, N, BLOCK):
            tail_weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(
                tl.float32
            )[None, :]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            tail = load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) * rstd
            dot += tl.sum(tail_dy * tail_weight * tail, axis=1)
        mean = (dot / N)[:, None]
        store_rows(dx_ptr, rstd * (dy * weight - normal * mean), rows, columns, n_rows, N)
        dw += dy * normal
        for start in range(BLOCK, N, BLOCK):
            tail_weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(
                tl.float32
            )[None, :]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            tail = load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) * rstd
            store_rows(dx_ptr, rstd * (tail_dy * tail_weight - tail * mean), rows, start + columns, n_rows, N)
    tl.store(partial_ptr + columns, tl.sum(dw, axis=0), mask=columns < N)
    # a long row's other tiles, one sum at a time, so that each stays in registers
    for start in range(BLOCK, N, BLOCK):
        dw = tl.zeros([ROWS, BLOCK], tl.float32)
        for first in range(mine, n_rows, stride):
            rows = first + tl.arange(0, ROWS).to(tl.int64)
            rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            dw += tail_dy * load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) * rstd
        tl.store(partial_ptr + start + columns, tl.sum(dw, axis=0), mask=start + columns < N)


def rms_norm_tile(N: int, per_thread: int) -> dict:
    """Rows and columns of a program's tile, and its warps."""
    BLOCK = min(triton.next_power_of_2(N), RMS_WIDEST)
    ROWS = max(TILE // BLOCK, 1)
    return {"ROWS": ROWS, "BLOCK": BLOCK, "num_warps": warps_for(ROWS * BLOCK, per_thread)}


def rms_norm_forward(x: Tensor, weight: Tensor, eps: float, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """(y like x in `dtype`, r (M,))."""
    x_MN = as_rows(x)
    M, N = x_MN.shape
    y = x.new_empty(x.shape, dtype=dtype)
    rstd = x.new_empty(M, dtype=torch.float32)
    tile = rms_norm_tile(N, RMS_PER_THREAD)
    grid = (triton.cdiv(M, tile["ROWS"]),)
    launch(
        rms_norm_forward_kernel, grid, x_MN, unit_stride(weight), y, rstd, x_MN.stride(0), M, eps, N=N, **tile
    )
    return y, rstd


def rms_norm_backward(dy: Tensor, x: Tensor, weight: Tensor, rstd: Tensor) -> tuple[Tensor, Tensor]:
    """(dx like x, dw like weight): dw as one partial sum a program, then their sum, in a fixed order."""
    dy_MN = as_rows(dy)
    x_MN = as_rows(x)
    M, N = x_MN.shape
    per_thread, per_sm, stages = RMS_BACKWARD[rows_of_tile(N)]
    tile = rms_norm_tile(N, per_thread)
    programs = min(triton.cdiv(M, tile["ROWS"]), per_sm * multiprocessors(x.device))
    dx = x.new_empty(x.shape)
    partial = x.new_empty(programs, N, dtype=torch.float32)
    launch(
        rms_norm_backward_kernel, (programs,),
        dy_MN, x_MN, unit_stride(weight), rstd, dx, partial, dy_MN.stride(0), x_MN.stride(0), M,
        N=N, STAGES=stages, **tile,
    )  # fmt: skip
    return dx, sum_partials(partial, weight)


def rms_norm_fake(x: Tensor, weight: Tensor, eps: float, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """What `rms_norm_forward` returns, without values."""
    return x.new_empty(x.shape, dtype=dtype), x.new_empty(x.shape[:-1].numel(), dtype=torch.float32)


def rms_norm_backward_fake(dy: Tensor, x: Tensor, weight: Tensor, rstd: Tensor) -> tuple[Tensor, Tensor]:
    """What `rms_norm_backward` returns, without values."""
    return x.new_empty(x.shape), weight.new_empty(weight.shape)


def rms_norm_extra_tolerance(named: dict, cotangents: Sequence[Tensor]) -> dict[str, float]:
    """dx is a difference of two terms as large as r dy w.

    In a row of one or two elements they cancel almost wholly (at N = 1 all but eps r^2 of them), and what
    eager happens to lose there is no measure: each term's rounding is.
    """
    x, weight, dy = (t.detach().double() for t in (named["x"], named["weight"], *cotangents))
    terms = dy * weight / (x.square().mean(-1, keepdim=True) + named["eps"]).sqrt()
    return {
        "gradient of x": 4 * torch.finfo(named["x"].dtype).eps * terms.abs().max().item()
        if terms.numel()
        else 0.0
    }


rms_norm_triton = differentiable(
    rms_norm_forward,
    rms_norm_backward,
    fake=rms_norm_fake,
    backward_fake=rms_norm_backward_fake,
    visible=1,
    keep=lambda inputs, outputs: (inputs[0], inputs[1], outputs[1]),
)


@op(
    inputs=rms_norm_inputs,
    data=("x",),
    cases=[(1, 1), (3, 33), (0, 16), (64, 128), (7, 1000), (18, 384), (2, RMS_WIDEST + 900)],
    bench_shapes=[(12288, 384), (65536, 512), (65536, 4096), (16384, 768)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model),
    bytes_moved=lambda shape, size: (2 * size * shape[0] * shape[1], 3 * size * shape[0] * shape[1]),
    extra_tolerance=rms_norm_extra_tolerance,
    baselines={
        "liger": lambda x, weight, eps: liger_function("liger_rms_norm")(x, weight, eps, in_place=False)
    },
    targets=(
        Target("forward", "best", 1.0, ((65536, 512), (65536, 4096))),
        Target("forward", "copy", 0.85, ((65536, 4096),)),
        Target("forward + backward", "best", 1.5, ((12288, 384), (65536, 512))),
    ),
    chart_shapes=((16384, 256), (16384, 1024), (16384, 2048), (16384, 8192), (16384, 16384)),
    tiles=lambda shape, size: (
        Tile("RMS_PER_THREAD", (4, 8, 16, 32), None, "forward"),
        Tile("RMS_BACKWARD", NORM_BACKWARD_TILES[rows_of_tile(shape[1])], rows_of_tile(shape[1])),
    ),
)
def rms_norm(x: Tensor, weight: Tensor, eps: float | None = None, implementation="torch") -> Tensor:
    """Root-mean-square norm of the rows of x (..., N) with weight (N,), as torch.nn.functional.rms_norm.

    eps=None is the machine epsilon of the arithmetic: float32's for half precision. Under autocast the output
    has autocast's dtype in either implementation, else x's. Differentiable in x and weight.
    Raises ValueError for a weight of another shape, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, weight)
    if x.dim() == 0 or weight.shape != x.shape[-1:]:
        raise ValueError(
            f"rms_norm of x {tuple(x.shape)} needs a weight of its last dimension, not {tuple(weight.shape)}"
        )
    if eps is None:
        eps = torch.finfo(torch.promote_types(x.dtype, torch.float32)).eps
    if implementation == "torch":
        return rms_norm_torch(x, weight, eps, consumed_dtype(x))
    return rms_norm_triton(x, weight, eps, consumed_dtype(x))[0]


class TritonRMSNormLayer(torch.nn.RMSNorm):
    """torch.nn.RMSNorm over one dimension, with a weight, by these kernels; the state dict is the same."""

    def __init__(self, width: int, eps: float | None = None, device=None, dtype=None):
        super().__init__(width, eps, device=device, dtype=dtype)

    def forward(self, x: Tensor) -> Tensor:
        return rms_norm(x, self.weight, self.eps, "triton")


# ---- 1.2 residual add + RMSNorm ----------------------------------------------------------------------------
#
#     u = x + residual,   y = u r w,   r = 1 / sqrt(mean(u^2) + eps)     over each row of u (..., N); w (N,)
#     dx = dresidual = du + r (dy w - u r mean(dy w u r)),   dw = sum over rows of dy u r
#
# A block's branch x joins the stream and the next branch's input y leaves, in one pass: u is written once and
# never read back. Backward likewise adds the stream's own gradient du. u is rounded before it is normed, so
# that backward, which reads the stored u, is the derivative of what forward did. Both inputs share one
# gradient; it is written twice only where their dtypes differ (under autocast: x half, the stream float32).

ADD_RMS_WIDEST = 8192  # elements of a row that one program holds in registers
ADD_RMS_LONG = 2048  # elements of a tile of a longer row, which is a loop
ADD_RMS_PER_THREAD = 16  # elements of a tile a thread holds in forward
# backward, by the rows of a tile: (elements of it that a thread holds of each of u, dy, du, w and dw,
# programs a multiprocessor, each of which sums dw over its share of the rows, stages of the loop over rows)
ADD_RMS_BACKWARD = {"several": (16, 4, 3), "one": (8, 4, 1)}


def add_rms_norm_torch(
    x: Tensor, residual: Tensor, weight: Tensor, eps: float, dtype: torch.dtype
) -> tuple[Tensor, Tensor]:
    """(y, u) with the fused eager norm, which wants a weight of u's dtype."""
    u = residual + x
    return F.rms_norm(u, weight.shape, weight.to(u.dtype), eps).to(dtype), u


def add_rms_norm_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (M, N) of a branch, residual (M, N), weight (N,), eps.

    Under autocast residual and weight are float32.
    """
    M, N = shape
    kept = torch.float32 if autocast else dtype
    return (
        draw(M, N).requires_grad_(),
        draw(M, N, dtype=kept).requires_grad_(),
        draw(N, dtype=kept).requires_grad_(),
        1e-6,
    )


@triton.jit
def load_sum(
    x_ptr, residual_ptr, rows,
    x_stride, residual_stride, columns, n_rows,
    N: tl.constexpr, dtype: tl.constexpr,
):  # fmt: skip
    """A tile of u = x + residual, rounded to u's dtype."""
    u = load_rows(x_ptr, rows, x_stride, columns, n_rows, N) + load_rows(
        residual_ptr, rows, residual_stride, columns, n_rows, N
    )
    return rounded(u, dtype).to(tl.float32)


@triton.jit
def add_rms_norm_forward_kernel(
    x_ptr, residual_ptr, weight_ptr, y_ptr, u_ptr, rstd_ptr,
    x_stride, residual_stride, n_rows, eps,
    N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, DEPENDENT: tl.constexpr,
):  # fmt: skip
    """Each program takes ROWS rows.

    Their first BLOCK elements stay in registers between the sum and the product.
    """
    overlap_with_previous_kernel(DEPENDENT)
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, BLOCK)
    u = load_sum(
        x_ptr, residual_ptr, rows, x_stride, residual_stride, columns, n_rows, N, u_ptr.dtype.element_ty
    )
    store_rows(u_ptr, u, rows, columns, n_rows, N)
    squares = tl.sum(u * u, axis=1)
    for start in range(BLOCK, N, BLOCK):  # no trip where the row fits into one tile
        tail = load_sum(
            x_ptr, residual_ptr, rows, x_stride, residual_stride, start + columns, n_rows, N,
            u_ptr.dtype.element_ty,
        )  # fmt: skip
        store_rows(u_ptr, tail, rows, start + columns, n_rows, N)
        squares += tl.sum(tail * tail, axis=1)
    rstd = tl.rsqrt(squares / N + eps)
    tl.store(rstd_ptr + rows, rstd, mask=rows < n_rows)
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)
    store_rows(y_ptr, u * rstd[:, None] * weight[None, :], rows, columns, n_rows, N)
    for start in range(BLOCK, N, BLOCK):
        tail = load_sum(
            x_ptr, residual_ptr, rows, x_stride, residual_stride, start + columns, n_rows, N,
            u_ptr.dtype.element_ty,
        )  # fmt: skip
        weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(tl.float32)
        store_rows(y_ptr, tail * rstd[:, None] * weight[None, :], rows, start + columns, n_rows, N)


@triton.jit
def store_sum_gradient(
    dresidual_ptr, dx_ptr, tile, rows, columns, n_rows, N: tl.constexpr, TWICE: tl.constexpr
):
    """The one gradient of x and residual; with TWICE, where their dtypes differ, dx has a copy of its own."""
    store_rows(dresidual_ptr, tile, rows, columns, n_rows, N)
    if TWICE:
        store_rows(dx_ptr, tile, rows, columns, n_rows, N)


@triton.jit
def add_rms_norm_backward_kernel(
    dy_ptr, du_ptr, u_ptr, weight_ptr, rstd_ptr, dresidual_ptr, dx_ptr, partial_ptr,
    dy_stride, du_stride, n_rows,
    N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, TWICE: tl.constexpr, STAGES: tl.constexpr,
    DEPENDENT: tl.constexpr,
):  # fmt: skip
    """Each program takes every num_programs-th group of ROWS rows.

    It leaves its sum of dy u r in partial (programs, N).
    """
    overlap_with_previous_kernel(DEPENDENT)
    columns = tl.arange(0, BLOCK)
    mine, stride = tl.program_id(0) * ROWS, tl.num_programs(0) * ROWS
    partial_ptr += tl.program_id(0).to(tl.int64) * N
    weight = tl.load(weight_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    dw = tl.zeros([ROWS, BLOCK], tl.float32)
    for first in tl.range(mine, n_rows, stride, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
        dy = load_rows(dy_ptr, rows, dy_stride, columns, n_rows, N, BLOCK >= N)
        du = load_rows(du_ptr, rows, du_stride, columns, n_rows, N, BLOCK >= N)
        normal = load_rows(u_ptr, rows, N, columns, n_rows, N, BLOCK >= N) * rstd
        dot = tl.sum(dy * weight * normal, axis=1)
        for start in range(BLOCK, N, BLOCK):
            tail_weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(
                tl.float32
            )[None, :]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            dot += tl.sum(
                tail_dy * tail_weight * load_rows(u_ptr, rows, N, start + columns, n_rows, N) * rstd, axis=1
            )
        mean = (dot / N)[:, None]
        store_sum_gradient(
            dresidual_ptr, dx_ptr, du + rstd * (dy * weight - normal * mean), rows, columns, n_rows, N, TWICE
        )
        dw += dy * normal
        for start in range(BLOCK, N, BLOCK):
            tail_weight = tl.load(weight_ptr + start + columns, mask=start + columns < N, other=0.0).to(
                tl.float32
            )[None, :]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            tail_du = load_rows(du_ptr, rows, du_stride, start + columns, n_rows, N)
            tail = load_rows(u_ptr, rows, N, start + columns, n_rows, N) * rstd
            store_sum_gradient(
                dresidual_ptr, dx_ptr, tail_du + rstd * (tail_dy * tail_weight - tail * mean), rows,
                start + columns, n_rows, N, TWICE,
            )  # fmt: skip
    tl.store(partial_ptr + columns, tl.sum(dw, axis=0), mask=columns < N)
    # a long row's other tiles, one sum at a time, so that each stays in registers
    for start in range(BLOCK, N, BLOCK):
        dw = tl.zeros([ROWS, BLOCK], tl.float32)
        for first in range(mine, n_rows, stride):
            rows = first + tl.arange(0, ROWS).to(tl.int64)
            rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
            tail_dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            dw += tail_dy * load_rows(u_ptr, rows, N, start + columns, n_rows, N) * rstd
        tl.store(partial_ptr + start + columns, tl.sum(dw, axis=0), mask=start + columns < N)


def add_rms_norm_tile(N: int, per_thread: int) -> dict:
    """Rows and columns of a program's tile, and its warps."""
    BLOCK = triton.next_power_of_2(N) if N <= ADD_RMS_WIDEST else ADD_RMS_LONG
    ROWS = max(TILE // BLOCK, 1)
    return {"ROWS": ROWS, "BLOCK": BLOCK, "num_warps": warps_for(ROWS * BLOCK, per_thread)}


def add_rms_norm_fake(
    x: Tensor, residual: Tensor, weight: Tensor, eps: float, dtype: torch.dtype
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What `add_rms_norm_forward` returns, without values."""
    shape = residual.shape
    rows = residual.shape[:-1].numel()
    return (
        x.new_empty(shape, dtype=dtype),
        residual.new_empty(shape),
        residual.new_empty(rows, dtype=torch.float32),
        x.new_empty(0),
    )


def add_rms_norm_forward(
    x: Tensor, residual: Tensor, weight: Tensor, eps: float, dtype: torch.dtype
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """(y in `dtype`, u like residual, r (M,), an empty tensor that tells backward the dtype of x)."""
    x_MN = as_rows(x)
    residual_MN = as_rows(residual)
    M, N = x_MN.shape
    y, u, rstd, like_x = add_rms_norm_fake(x, residual, weight, eps, dtype)
    tile = add_rms_norm_tile(N, ADD_RMS_PER_THREAD)
    launch(
        add_rms_norm_forward_kernel, (triton.cdiv(M, tile["ROWS"]),),
        x_MN, residual_MN, unit_stride(weight), y, u, rstd, x_MN.stride(0), residual_MN.stride(0), M, eps,
        N=N, **tile,
    )  # fmt: skip
    return y, u, rstd, like_x


def add_rms_norm_backward_fake(
    dy: Tensor, du: Tensor, u: Tensor, weight: Tensor, rstd: Tensor, like_x: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """What `add_rms_norm_backward` returns, without values."""
    return (
        like_x.new_empty(0 if like_x.dtype == u.dtype else u.shape),
        u.new_empty(u.shape),
        weight.new_empty(weight.shape),
    )


def add_rms_norm_backward(
    dy: Tensor, du: Tensor, u: Tensor, weight: Tensor, rstd: Tensor, like_x: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """(dx, dresidual, dw): dx in x's dtype, empty where it equals dresidual.

    dw is one partial sum a program, then their sum, in a fixed order.
    """
    dy_MN = as_rows(dy)
    du_MN = as_rows(du)
    M, N = dy_MN.shape
    dx, dresidual, dw = add_rms_norm_backward_fake(dy, du, u, weight, rstd, like_x)
    per_thread, per_sm, stages = ADD_RMS_BACKWARD[rows_of_tile(N)]
    tile = add_rms_norm_tile(N, per_thread)
    programs = min(triton.cdiv(M, tile["ROWS"]), per_sm * multiprocessors(u.device))
    partial = u.new_empty(programs, N, dtype=torch.float32)
    launch(
        add_rms_norm_backward_kernel, (programs,),
        dy_MN, du_MN, u, unit_stride(weight), rstd, dresidual, dx, partial, dy_MN.stride(0),
        du_MN.stride(0), M,
        N=N, TWICE=like_x.dtype != u.dtype, STAGES=stages, **tile,
    )  # fmt: skip
    return dx, dresidual, sum_partials(partial, weight)


def add_rms_norm_extra_tolerance(named: dict, cotangents: Sequence[Tensor]) -> dict[str, float]:
    """That of RMSNorm at u: each term of the difference is rounded, and they may cancel."""
    slack = rms_norm_extra_tolerance(
        {**named, "x": named["x"].detach() + named["residual"].detach()}, cotangents[:1]
    ).get("gradient of x", 0.0)
    return {"gradient of x": slack, "gradient of residual": slack}


add_rms_norm_triton = differentiable(
    add_rms_norm_forward, add_rms_norm_backward,
    fake=add_rms_norm_fake, backward_fake=add_rms_norm_backward_fake, visible=2,
    keep=lambda inputs, outputs: (outputs[1], inputs[2], outputs[2], outputs[3]),
    spread=lambda dx, dresidual, dw: (dresidual if dx.dtype == dresidual.dtype else dx, dresidual, dw),
)  # fmt: skip


@op(
    inputs=add_rms_norm_inputs,
    data=("x", "residual"),
    cases=[(1, 1), (3, 33), (0, 16), (64, 128), (7, 1000), (2, ADD_RMS_WIDEST + 900)],
    bench_shapes=[(12288, 384), (65536, 512), (65536, 4096)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model),
    bytes_moved=lambda shape, size: (4 * size * shape[0] * shape[1], 4 * size * shape[0] * shape[1]),
    extra_tolerance=add_rms_norm_extra_tolerance,
    baselines={
        "liger": lambda x, residual, weight, eps: liger_function("liger_fused_add_rms_norm")(
            x, residual, weight, eps, in_place=False
        )
    },
    targets=(Target("forward + backward", "best", 1.3),),
    chart_shapes=((16384, 1024), (16384, 2048), (16384, 8192)),
    tiles=lambda shape, size: (
        Tile("ADD_RMS_PER_THREAD", (4, 8, 16, 32), None, "forward"),
        Tile("ADD_RMS_BACKWARD", NORM_BACKWARD_TILES[rows_of_tile(shape[1])], rows_of_tile(shape[1])),
    ),
)
def add_rms_norm(
    x: Tensor, residual: Tensor, weight: Tensor, eps: float | None = None, implementation="torch"
) -> tuple[Tensor, Tensor]:
    """Residual add and RMSNorm in one pass: returns (y, u), u = x + residual and y its norm.

    x and residual (..., N), weight (N,); u has residual's dtype, y that of `rms_norm`, as eps=None is. Both
    outputs are differentiable in x, residual and weight.
    Raises ValueError for shapes that do not fit, a residual narrower than x, or a dtype that the kernels do
    not take.
    """
    check_implementation(implementation, x, residual, weight)
    if x.dim() == 0 or x.shape != residual.shape or weight.shape != x.shape[-1:]:
        raise ValueError(
            f"add_rms_norm needs x and residual of one shape and a weight of their last dimension, "
            f"not {tuple(x.shape)}, {tuple(residual.shape)}, {tuple(weight.shape)}"
        )
    if torch.promote_types(x.dtype, residual.dtype) != residual.dtype:
        raise ValueError(
            f"add_rms_norm adds x to a residual that holds its dtype, not {x.dtype} to {residual.dtype}"
        )
    if eps is None:
        eps = torch.finfo(torch.promote_types(residual.dtype, torch.float32)).eps
    if implementation == "torch":
        return add_rms_norm_torch(x, residual, weight, eps, consumed_dtype(x))
    return add_rms_norm_triton(x, residual, weight, eps, consumed_dtype(x))


# ---- 1.3 rotary --------------------------------------------------------------------------------------------
#
#     (y1, y2) = (x1 cos - x2 sin, x2 cos + x1 sin)        x1, x2: the halves of a head, angle t theta_i
#     (dx1, dx2) = (dy1 cos + dy2 sin, dy2 cos - dy1 sin)  the inverse rotation: the same kernel with -sin
#
# Su et al. 2021, paired by halves as in NeoX and Llama. q and k go through one launch, which reads each angle
# once. Layout (B, T, H, D): what a projection's view gives, so that nothing is transposed or copied before;
# any strides do.

ROTARY_PER_THREAD = 4  # elements of a half that a thread holds


def rotary_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """q and k (B, T, H, D), cos and sin (T, D/2).

    Projections give q and k: under autocast they are half precision too.
    """
    B, T, H, D = shape
    q = draw(B, T, H, D).requires_grad_()
    k = draw(B, T, H, D).requires_grad_()
    return q, k, *rotary_tables(T, D, q.device)


@triton.jit
def load_halves(x_ptr, heads, head_stride, columns, H: tl.constexpr, HALF: tl.constexpr):
    """Both halves of the heads of one position, in float32.

    What is rotated is not read again: other data keep the L2 cache.
    """
    places, mask = x_ptr + heads * head_stride + columns, (heads < H) & (columns < HALF)
    x1 = tl.load(places, mask=mask, other=0.0, eviction_policy="evict_first")
    x2 = tl.load(places + HALF, mask=mask, other=0.0, eviction_policy="evict_first")
    return x1.to(tl.float32), x2.to(tl.float32)


@triton.jit
def store_rotated(
    y_ptr, x1, x2, heads, columns, cos, sin, H: tl.constexpr, HALF: tl.constexpr, PAIRED: tl.constexpr
):
    """Those halves rotated; the heads of y lie side by side, and PAIRED the two numbers of a pair too."""
    y1, y2 = x1 * cos - x2 * sin, x2 * cos + x1 * sin
    if PAIRED:
        y = tl.reshape(tl.join(y1, y2), [heads.shape[0], 2 * columns.shape[1]])
        columns = tl.arange(0, 2 * columns.shape[1])[None, :]
        tl.store(y_ptr + heads * 2 * HALF + columns, y, mask=(heads < H) & (columns < 2 * HALF))
    else:
        places, mask = y_ptr + heads * 2 * HALF + columns, (heads < H) & (columns < HALF)
        tl.store(places, y1, mask=mask)
        tl.store(places + HALF, y2, mask=mask)


@triton.jit
def rotary_kernel(
    q_ptr, k_ptr, cos_ptr, sin_ptr, q_out_ptr, k_out_ptr,
    q_batch, q_time, q_head, k_batch, k_time, k_head, T, q_out_time, k_out_time,
    SIGN: tl.constexpr, Q_HEADS: tl.constexpr, K_HEADS: tl.constexpr, HALF: tl.constexpr,
    HEADS: tl.constexpr, BLOCK: tl.constexpr, PAIRED: tl.constexpr,
):  # fmt: skip
    """One program a position (b, t), HEADS heads of q and of k at a time.

    k is on its way before q is written, so that the program waits for memory once. *_batch, *_time, *_head
    are strides.
    """
    position = tl.program_id(0).to(tl.int64)
    b, t = position // T, position % T
    columns = tl.arange(0, BLOCK)[None, :]
    cos = tl.load(cos_ptr + t * HALF + columns, mask=columns < HALF, other=0.0).to(tl.float32)
    sin = tl.load(sin_ptr + t * HALF + columns, mask=columns < HALF, other=0.0).to(tl.float32) * SIGN
    q_ptr += b * q_batch + t * q_time
    k_ptr += b * k_batch + t * k_time
    q_out_ptr += position * q_out_time
    k_out_ptr += position * k_out_time
    for first in range(0, Q_HEADS if Q_HEADS > K_HEADS else K_HEADS, HEADS):
        heads = first + tl.arange(0, HEADS)[:, None]
        q1, q2 = load_halves(q_ptr, heads, q_head, columns, Q_HEADS, HALF)
        k1, k2 = load_halves(k_ptr, heads, k_head, columns, K_HEADS, HALF)
        if PAIRED:
            tl.debug_barrier()  # in place: every thread has read before one writes elsewhere
        store_rotated(q_out_ptr, q1, q2, heads, columns, cos, sin, Q_HEADS, HALF, PAIRED)
        store_rotated(k_out_ptr, k1, k2, heads, columns, cos, sin, K_HEADS, HALF, PAIRED)


def rotate(
    q: Tensor, k: Tensor, cos: Tensor, sin: Tensor, sign: int, paired: bool = False
) -> tuple[Tensor, Tensor]:
    """q and k (B, T, heads, D) rotated by the angles (sign 1) or back (-1), contiguous.

    paired  q and k are slices of one contiguous projection, and are rotated in place. Of a head the numbers
            that are rotated together then lie side by side: scores do not depend on the order within a head
    """
    q = unit_stride(q)
    k = unit_stride(k)
    B, T, H, D = q.shape
    out_q, out_k = (q, k) if paired else (q.new_empty(q.shape), k.new_empty(k.shape))
    BLOCK = triton.next_power_of_2(D // 2)
    HEADS = max(min(triton.next_power_of_2(max(H, k.shape[2])), TILE // BLOCK), 1)
    launch(
        rotary_kernel, (B * T,),
        q, k, cos.contiguous(), sin.contiguous(), out_q, out_k, *q.stride()[:3], *k.stride()[:3], T,
        out_q.stride(1), out_k.stride(1),
        SIGN=sign, Q_HEADS=H, K_HEADS=k.shape[2], HALF=D // 2, HEADS=HEADS, BLOCK=BLOCK, PAIRED=paired,
        num_warps=warps_for(HEADS * BLOCK, ROTARY_PER_THREAD),
    )  # fmt: skip
    return out_q, out_k


def rotary_forward(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    return rotate(q, k, cos, sin, 1)


def rotary_backward(dq: Tensor, dk: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    return rotate(dq, dk, cos, sin, -1)


def rotary_fake(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    """What `rotary_forward` returns, without values."""
    return q.new_empty(q.shape), k.new_empty(k.shape)


rotary_triton = differentiable(
    rotary_forward,
    rotary_backward,
    fake=rotary_fake,
    backward_fake=rotary_fake,
    visible=2,
    keep=lambda inputs, outputs: inputs[2:],
)


@op(
    inputs=rotary_inputs,
    data=("q", "k"),
    cases=[(1, 1, 1, 2), (2, 2, 3, 14), (0, 4, 2, 8), (1, 3, 8, 48), (2, 1, 12, 64), (1, 1, 40, 256)],
    bench_shapes=[(24, 512, 8, 48), (32, 512, 12, 64), (8, 2048, 16, 128)],
    shape=lambda work: (work.batch_size, work.seq_len, work.n_heads, work.d_head),
    bytes_moved=lambda shape, size: (4 * size * shape[0] * shape[1] * shape[2] * shape[3],) * 2,
    baselines={
        "liger": lambda q, k, cos, sin: tuple(
            t.transpose(1, 2)
            for t in liger_function("liger_rope")(
                q.transpose(1, 2), k.transpose(1, 2), cos.repeat(1, 2)[None], sin.repeat(1, 2)[None]
            )
        )
    },
    targets=(Target("forward + backward", "best", 1.3),),
    chart_shapes=((8, 512, 16, 128), (8, 1024, 16, 128), (8, 4096, 16, 128)),
    tiles=lambda shape, size: (Tile("ROTARY_PER_THREAD", (2, 4, 8, 16)),),
)
def rotary(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor, implementation="torch") -> tuple[Tensor, Tensor]:
    """Rotary positions on q (B, T, H, D) and k (B, T, any number of heads, D); cos and sin (T, D/2).

    A head's first half is paired with its second. Position t of q and k takes row t of the tables
    (`rotary_tables`, or rows of it from a later position on). The outputs are contiguous, in the dtypes of q
    and k. Differentiable in q and k, not in the angles.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, q, k)
    B, T, _, D = q.shape
    if (
        D % 2
        or (B, T, D) != (k.shape[0], k.shape[1], k.shape[3])
        or not cos.shape == sin.shape == (T, D // 2)
    ):
        raise ValueError(
            f"rotary of q {tuple(q.shape)} and k {tuple(k.shape)} takes (B, T, heads, D) with D even, and "
            f"cos, sin of (T, D/2), not {tuple(cos.shape)}, {tuple(sin.shape)}"
        )
    if cos.requires_grad or sin.requires_grad:
        raise ValueError("rotary does not differentiate its angles")
    return rotary_torch(q, k, cos, sin) if implementation == "torch" else rotary_triton(q, k, cos, sin)


# ---- 1.4 attention -----------------------------------------------------------------------------------------
#
#     s = scale q k^T,   p = exp(s - lse),   lse = log sum over keys of exp(s),   y = p v
#     dv = p^T dy,   ds = p (dy v^T - delta),   delta = sum over D of dy y
#     dq = scale ds k,   dk = scale ds^T q
#
# Dao 2023 (FlashAttention-2), after Milakov & Gimelshein 2018: a block of queries stays, blocks of keys pass,
# and the sums are rescaled when the maximum grows, so that no score reaches memory. For each block of keys
# that is
#
#     higher = max(peak, max s),   p = exp(s - higher),   f = exp(peak - higher)
#     y = f y + p v,   total = f total + sum p,   peak = higher
#
# which is `attend` in triton_ops/attention_blocks.py, since decoding shares it. Backward computes p again.
#
# Query i sees the keys first_i <= j < past_i: all N; in causal attention up to i + N - M, so that the last
# query sees the last key; in packed rows those of its own document. Both ends grow with i: the keys that a
# block of queries sees are one range, whose middle needs no mask. The same holds for the queries that see a
# block of keys.
#
# Layout (B, T, H, D) with any strides, so that slices of one projection come in as they are; K divides H
# where heads share keys. Maxima and log-sum-exps are kept in units of q k^T, in which the maximum is one of
# the scores, exactly: times the scale it would be rounded, and of a score of 1e9 backward would make 2^(what
# was rounded off), where p is 1.


@triton.jit
def attention_forward_kernel(
    q_ptr, k_ptr, v_ptr, y_ptr, lse_ptr, first_ptr, past_ptr,
    q_batch, q_time, q_head, k_batch, k_time, k_head, v_batch, v_time, v_head,
    M, N, exponent,
    H: tl.constexpr, GROUP: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr,
    BY_BLOCK: tl.constexpr, DESCRIBED: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
):  # fmt: skip
    """A program takes BLOCK_M queries of one head, those that see most first.

    *_batch, *_time, *_head are strides.
    """
    blocks = tl.cdiv(M, BLOCK_M)
    block, head = place_of_program(blocks, BY_BLOCK)
    row = (blocks - 1 - block) * BLOCK_M
    b, h = head // H, head % H
    rows, columns = row + tl.arange(0, BLOCK_M), tl.arange(0, BLOCK_D)
    q = load_block(
        q_ptr + b * q_batch + row.to(tl.int64) * q_time + h * q_head, rows - row, q_time, columns,
        M - row, D, True,
    )  # fmt: skip
    k_ptr = head_of(k_ptr, b, h // GROUP, k_batch, k_head, DESCRIBED)
    v_ptr = head_of(v_ptr, b, h // GROUP, v_batch, v_head, DESCRIBED)
    b32, h32 = b.to(tl.int32), (h // GROUP).to(tl.int32)
    first_ptr += b * M
    past_ptr += b * M
    begin, whole, ragged, end = keys_seen(first_ptr, past_ptr, row, M, N, BLOCK_M, BLOCK_N, CAUSAL, PACKED)
    first, past = ends_of_rows(first_ptr, past_ptr, rows, M, N, CAUSAL, PACKED)
    y, total = tl.zeros([BLOCK_M, BLOCK_D], tl.float32), tl.zeros([BLOCK_M], tl.float32)
    peak = lowest(exponent, BLOCK_M)
    if PACKED:  # the document of the first query begins before that of the last
        y, total, peak = attend(
            y, total, peak, q, k_ptr, v_ptr, b32, h32, k_time, v_time, begin, whole, first, past, N,
            exponent, D, BLOCK_N, DESCRIBED, True,
        )  # fmt: skip
    # keys that every query sees: no mask
    y, total, peak = attend(
        y, total, peak, q, k_ptr, v_ptr, b32, h32, k_time, v_time, whole, ragged, first, past, N,
        exponent, D, BLOCK_N, DESCRIBED, False,
    )  # fmt: skip
    # the diagonal of causal attention, and the end of the row
    y, total, peak = attend(
        y, total, peak, q, k_ptr, v_ptr, b32, h32, k_time, v_time, ragged, end, first, past, N, exponent,
        D, BLOCK_N, DESCRIBED, True,
    )  # fmt: skip
    length = tl.log2(total)
    if q.dtype == tl.bfloat16:
        # total is relative to 2^(the rounded peak exponent): of a score of 1e9 that is off by up to 2^16
        length -= tl.fma(peak, exponent, -(peak * exponent))
    tl.store(lse_ptr + (b * H + h) * M + rows, peak + length / exponent, mask=rows < M)
    y_ptr += ((b * M + row) * H + h) * D
    tl.store(
        y_ptr + (rows - row)[:, None] * (H * D) + columns[None, :],
        rounded(y / total[:, None], y_ptr.dtype.element_ty),
        mask=(rows < M)[:, None] & (columns < D)[None, :],
    )


@triton.jit
def add_queries_gradient(
    dq, q, dy, lse, delta, k_ptr, v_ptr, b, h, k_time, v_time,
    low, high, first, past, N, exponent,
    D: tl.constexpr, BLOCK_N: tl.constexpr, DESCRIBED: tl.constexpr, MASKED: tl.constexpr,
):  # fmt: skip
    """dq + ds k over the keys from `low` to `high`."""
    keys, columns = tl.arange(0, BLOCK_N), tl.arange(0, q.shape[1])
    for start in range(low, high, BLOCK_N):
        k = load_at(k_ptr, b, h, start, k_time, keys, columns, N, D, DESCRIBED, MASKED)
        v = load_at(v_ptr, b, h, start, v_time, keys, columns, N, D, DESCRIBED, MASKED)
        p = softmax_weights(scores(q, k), exponent, lse[:, None], q.dtype)
        if MASKED:
            p = tl.where((start + keys >= first[:, None]) & (start + keys < past[:, None]), p, 0.0)
        dq = weighted(p * (scores(dy, v) - delta[:, None]), k, dq)
    return dq


@triton.jit
def store_rotated_back(
    x_ptr, x, cos_ptr, sin_ptr, rows, n_rows,
    ROW: tl.constexpr, HALF: tl.constexpr, BLOCK_D: tl.constexpr,
):  # fmt: skip
    """Writes rows of a head, ROW apart, whose pairs lie side by side in x, rotated back, as halves.

    Row 0 has the angles cos_ptr. Neighbours in x are of one thread: nothing is exchanged.
    """
    columns = tl.arange(0, BLOCK_D // 2)
    mask = (rows < n_rows)[:, None] & (columns < HALF)[None, :]
    angles = rows[:, None] * HALF + columns[None, :]
    cos = tl.load(cos_ptr + angles, mask=mask, other=0.0).to(tl.float32)
    sin = tl.load(sin_ptr + angles, mask=mask, other=0.0).to(tl.float32)
    x1, x2 = tl.split(tl.reshape(x, [x.shape[0], BLOCK_D // 2, 2]))
    places = x_ptr + rows[:, None] * ROW + columns[None, :]
    dtype: tl.constexpr = x_ptr.dtype.element_ty
    tl.store(places, rounded(x1 * cos + x2 * sin, dtype), mask=mask)
    tl.store(places + HALF, rounded(x2 * cos - x1 * sin, dtype), mask=mask)


@triton.jit
def queries_gradient(
    row, b, h,
    q_ptr, k_passes, v_passes, y_ptr, dy_ptr, lse_ptr, delta_ptr, first_ptr, past_ptr, cos_ptr, sin_ptr,
    dq_ptr,
    q_batch, q_time, q_head, k_batch, k_time, k_head, v_batch, v_time, v_head, dy_batch, dy_time, dy_head,
    M, N, scale, exponent,
    H: tl.constexpr, GROUP: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr,
    ROTATED: tl.constexpr, ROW: tl.constexpr,
    DESCRIBED: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
    KNOWN: tl.constexpr,
):  # fmt: skip
    """dq of BLOCK_M queries of one head; it writes their delta as well, unless that is KNOWN."""
    rows, columns = row + tl.arange(0, BLOCK_M), tl.arange(0, BLOCK_D)
    q = load_block(
        q_ptr + b * q_batch + row.to(tl.int64) * q_time + h * q_head, rows - row, q_time, columns,
        M - row, D, True,
    )  # fmt: skip
    dy = load_block(
        dy_ptr + b * dy_batch + row.to(tl.int64) * dy_time + h * dy_head, rows - row, dy_time, columns,
        M - row, D, True,
    )  # fmt: skip
    head = (b * H + h) * M + rows
    lse = tl.load(lse_ptr + head, mask=rows < M, other=0.0)
    if KNOWN:
        delta = tl.load(delta_ptr + head, mask=rows < M, other=0.0)
    else:
        y = load_block(y_ptr + ((b * M + row) * H + h) * D, rows - row, H * D, columns, M - row, D, True)
        delta = tl.sum(y.to(tl.float32) * dy.to(tl.float32), axis=1)
        tl.store(delta_ptr + head, delta, mask=rows < M)
    k_passes = head_of(k_passes, b, h // GROUP, k_batch, k_head, DESCRIBED)
    v_passes = head_of(v_passes, b, h // GROUP, v_batch, v_head, DESCRIBED)
    b32, h32 = b.to(tl.int32), (h // GROUP).to(tl.int32)
    first_ptr += b * M
    past_ptr += b * M
    begin, whole, ragged, end = keys_seen(first_ptr, past_ptr, row, M, N, BLOCK_M, BLOCK_N, CAUSAL, PACKED)
    first, past = ends_of_rows(first_ptr, past_ptr, rows, M, N, CAUSAL, PACKED)
    dq = tl.zeros([BLOCK_M, BLOCK_D], tl.float32)
    if PACKED:
        dq = add_queries_gradient(
            dq, q, dy, lse, delta, k_passes, v_passes, b32, h32, k_time, v_time, begin, whole, first,
            past, N, exponent, D, BLOCK_N, DESCRIBED, True,
        )  # fmt: skip
    dq = add_queries_gradient(
        dq, q, dy, lse, delta, k_passes, v_passes, b32, h32, k_time, v_time, whole, ragged, first, past,
        N, exponent, D, BLOCK_N, DESCRIBED, False,
    )  # fmt: skip
    dq = add_queries_gradient(
        dq, q, dy, lse, delta, k_passes, v_passes, b32, h32, k_time, v_time, ragged, end, first, past, N,
        exponent, D, BLOCK_N, DESCRIBED, True,
    )  # fmt: skip
    dq *= scale
    dq_ptr += (b * M + row) * ROW + h * D
    if ROTATED:
        angle = row * (D // 2)
        store_rotated_back(
            dq_ptr, dq, cos_ptr + angle, sin_ptr + angle, rows - row, M - row, ROW, D // 2, BLOCK_D
        )
    else:
        tl.store(
            dq_ptr + (rows - row)[:, None] * ROW + columns[None, :],
            rounded(dq, dq_ptr.dtype.element_ty),
            mask=(rows < M)[:, None] & (columns < D)[None, :],
        )


@triton.jit
def add_keys_gradient(
    dk, dv, k, v,
    q_ptr, dy_ptr, lse_ptr, delta_ptr, b, h, q_time, dy_time,
    low, high, first, past, M, exponent,
    D: tl.constexpr, BLOCK_M: tl.constexpr, DESCRIBED: tl.constexpr, MASKED: tl.constexpr,
):  # fmt: skip
    """(dk + ds^T q, dv + p^T dy) over the queries from `low` to `high`.

    Everything is transposed, (keys, queries).
    """
    rows, columns = tl.arange(0, BLOCK_M), tl.arange(0, k.shape[1])
    for start in range(low, high, BLOCK_M):
        q = load_at(q_ptr, b, h, start, q_time, rows, columns, M, D, DESCRIBED, MASKED)
        dy = load_at(dy_ptr, b, h, start, dy_time, rows, columns, M, D, DESCRIBED, MASKED)
        if MASKED:
            here = start + rows < M
            lse = tl.load(lse_ptr + start + rows, mask=here, other=0.0)
            delta = tl.load(delta_ptr + start + rows, mask=here, other=0.0)
        else:
            lse, delta = tl.load(lse_ptr + start + rows), tl.load(delta_ptr + start + rows)
        p = softmax_weights(scores(k, q), exponent, lse[None, :], q.dtype)
        if MASKED:
            p = tl.where((start + rows >= first[:, None]) & (start + rows < past[:, None]), p, 0.0)
        dv = weighted(p, dy, dv)
        dk = weighted(p * (scores(v, dy) - delta[None, :]), q, dk)
    return dk, dv


@triton.jit
def keys_gradient(
    key, b, h,
    q_passes, k_ptr, v_ptr, dy_passes, lse_ptr, delta_ptr, first_ptr, past_ptr, cos_ptr, sin_ptr, dk_ptr,
    dv_ptr,
    q_batch, q_time, q_head, k_batch, k_time, k_head, v_batch, v_time, v_head, dy_batch, dy_time, dy_head,
    M, N, scale, exponent,
    H: tl.constexpr, GROUP: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr,
    ROTATED: tl.constexpr, ROW: tl.constexpr,
    DESCRIBED: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    """What one query head gives to dk and dv (B, N, H, D) of BLOCK_N keys; *_passes are for `load_at`."""
    keys, columns = key + tl.arange(0, BLOCK_N), tl.arange(0, BLOCK_D)
    k_at = k_ptr + b * k_batch + key.to(tl.int64) * k_time + h // GROUP * k_head
    v_at = v_ptr + b * v_batch + key.to(tl.int64) * v_time + h // GROUP * v_head
    k = load_block(k_at, keys - key, k_time, columns, N - key, D, True)
    v = load_block(v_at, keys - key, v_time, columns, N - key, D, True)
    q_passes = head_of(q_passes, b, h, q_batch, q_head, DESCRIBED)
    dy_passes = head_of(dy_passes, b, h, dy_batch, dy_head, DESCRIBED)
    b32, h32 = b.to(tl.int32), h.to(tl.int32)
    lse_ptr += (b * H + h) * M
    delta_ptr += (b * H + h) * M
    first_ptr += b * M
    past_ptr += b * M
    begin, whole, ragged, end = queries_seeing(
        first_ptr, past_ptr, key, M, N, BLOCK_M, BLOCK_N, CAUSAL, PACKED
    )
    first, past = ends_of_keys(first_ptr, past_ptr, keys, M, N, CAUSAL, PACKED)
    dk, dv = tl.zeros([BLOCK_N, BLOCK_D], tl.float32), tl.zeros([BLOCK_N, BLOCK_D], tl.float32)
    if CAUSAL or PACKED:
        dk, dv = add_keys_gradient(
            dk, dv, k, v, q_passes, dy_passes, lse_ptr, delta_ptr, b32, h32, q_time, dy_time, begin,
            tl.minimum(whole, end), first, past, M, exponent, D, BLOCK_M, DESCRIBED, True,
        )  # fmt: skip
    dk, dv = add_keys_gradient(
        dk, dv, k, v, q_passes, dy_passes, lse_ptr, delta_ptr, b32, h32, q_time, dy_time, whole, ragged,
        first, past, M, exponent, D, BLOCK_M, DESCRIBED, False,
    )  # fmt: skip
    dk, dv = add_keys_gradient(
        dk, dv, k, v, q_passes, dy_passes, lse_ptr, delta_ptr, b32, h32, q_time, dy_time, ragged, end,
        first, past, M, exponent, D, BLOCK_M, DESCRIBED, True,
    )  # fmt: skip
    # 64 bits for the program, 32 for the places of its block, of which a thread holds many
    first_place = (b * N + key) * ROW + h * D
    places = (keys - key)[:, None] * ROW + columns[None, :]
    mask = (keys < N)[:, None] & (columns < D)[None, :]
    tl.store(dv_ptr + first_place + places, rounded(dv, dv_ptr.dtype.element_ty), mask=mask)
    dk *= scale
    dk_ptr += first_place
    if ROTATED:
        angle = key * (D // 2)
        store_rotated_back(
            dk_ptr, dk, cos_ptr + angle, sin_ptr + angle, keys - key, N - key, ROW, D // 2, BLOCK_D
        )
    else:
        tl.store(dk_ptr + places, rounded(dk, dk_ptr.dtype.element_ty), mask=mask)


@triton.jit
def attention_backward_kernel(
    q_ptr, k_ptr, v_ptr, dy_ptr, q_passes, k_passes, v_passes, dy_passes, y_ptr, lse_ptr, delta_ptr,
    first_ptr, past_ptr, cos_ptr, sin_ptr, dq_ptr, dk_ptr, dv_ptr,
    q_batch, q_time, q_head, k_batch, k_time, k_head, v_batch, v_time, v_head, dy_batch, dy_time, dy_head,
    M, N, scale, exponent,
    H: tl.constexpr, GROUP: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr,
    ROTATED: tl.constexpr, ROW: tl.constexpr, BY_BLOCK: tl.constexpr, DESCRIBED: tl.constexpr,
    QUERIES: tl.constexpr, KEYS: tl.constexpr, BLOCK_D: tl.constexpr, STAYS: tl.constexpr,
    PASSES: tl.constexpr,
):  # fmt: skip
    """dq of a block of QUERIES, dk and dv of a block of KEYS for one query head, or both, a program.

    With both, a program takes blocks of the same number: in causal attention the one has much to do where the
    other has little. Alone, the blocks with most to do go first. Queries alone write the delta that keys
    need. The blocks that pass come from *_passes, which are descriptors or the same pointers. Positions of
    gradients are ROW apart. Where q and k were ROTATED, and lie in pairs, they are those before that.
    """
    length = M
    if KEYS:
        length = N
        if QUERIES:
            length = tl.maximum(M, N)
    blocks = tl.cdiv(length, STAYS)
    block, head = place_of_program(blocks, BY_BLOCK)
    start = block * STAYS
    if not KEYS:
        start = (blocks - 1) * STAYS - start
    b, h = head // H, head % H
    if KEYS and start < N:
        keys_gradient(
            start, b, h, q_passes, k_ptr, v_ptr, dy_passes, lse_ptr, delta_ptr, first_ptr, past_ptr,
            cos_ptr, sin_ptr, dk_ptr, dv_ptr, q_batch, q_time, q_head, k_batch, k_time, k_head, v_batch,
            v_time, v_head, dy_batch, dy_time, dy_head, M, N, scale, exponent, H, GROUP, D, CAUSAL, PACKED,
            ROTATED, ROW, DESCRIBED, BLOCK_D, PASSES, STAYS,
        )  # fmt: skip
    if QUERIES and start < M:
        queries_gradient(
            start, b, h, q_ptr, k_passes, v_passes, y_ptr, dy_ptr, lse_ptr, delta_ptr, first_ptr,
            past_ptr, cos_ptr, sin_ptr, dq_ptr, q_batch, q_time, q_head, k_batch, k_time, k_head, v_batch,
            v_time, v_head, dy_batch, dy_time, dy_head, M, N, scale, exponent, H, GROUP, D, CAUSAL, PACKED,
            ROTATED, ROW, DESCRIBED, BLOCK_D, STAYS, PASSES, KEYS,
        )  # fmt: skip


@triton.jit
def attention_delta_kernel(
    y_ptr, dy_ptr, delta_ptr,
    dy_batch, dy_time, dy_head, M, n_rows,
    H: tl.constexpr, D: tl.constexpr, ROWS: tl.constexpr, BLOCK_D: tl.constexpr,
):  # fmt: skip
    """delta (B, H, M) of rows in the order (b, t, h), in which y lies."""
    rows, columns = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS), tl.arange(0, BLOCK_D)
    b, t, h = rows // H // M, rows // H % M, rows % H
    mask = (rows < n_rows)[:, None] & (columns < D)[None, :]
    y = tl.load(y_ptr + rows[:, None] * D + columns[None, :], mask=mask, other=0.0).to(tl.float32)
    dy_rows = b * dy_batch + t * dy_time + h * dy_head
    dy = tl.load(dy_ptr + dy_rows[:, None] + columns[None, :], mask=mask, other=0.0).to(tl.float32)
    tl.store(delta_ptr + (b * H + h) * M + t, tl.sum(y * dy, axis=1), mask=rows < n_rows)


def attention_forward(
    q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float, bounds: Tensor | None, fused: bool
) -> tuple[Tensor, Tensor]:
    """(y like q, contiguous; log-sum-exp (B, H, M)); `fused` is for backward alone."""
    q = unit_stride(q)
    k = unit_stride(k)
    v = unit_stride(v)
    B, M, H, D = q.shape
    N, K = k.shape[1:3]
    y = q.new_empty(q.shape)
    lse = q.new_empty(B, H, M, dtype=torch.float32)
    BLOCK_M, BLOCK_N, described, tile = attention_tile("forward", D, q, max(M, N))
    first, past = (lse, lse) if bounds is None else bounds
    described, (k_passes, v_passes) = passing(described, BLOCK_N, tile["BLOCK_D"], k, v)
    launch(
        attention_forward_kernel, (triton.cdiv(M, BLOCK_M) * B * H,),
        q, k_passes, v_passes, y, lse, first, past, *q.stride()[:3], *k.stride()[:3], *v.stride()[:3], M,
        N, scale * LOG2_E,
        H=H, GROUP=H // K, D=D, CAUSAL=causal, PACKED=bounds is not None,
        BY_BLOCK=max(M, N) <= ATTENTION_SHORT, DESCRIBED=described, BLOCK_M=BLOCK_M, BLOCK_N=BLOCK_N,
        **tile,
    )  # fmt: skip
    return y, lse


def attention_gradients(
    dy: Tensor, q: Tensor, k: Tensor, v: Tensor, y: Tensor, lse: Tensor, bounds: Tensor | None,
    causal: bool, scale: float, fused: bool, gradients: tuple, angles: tuple | None = None,
):  # fmt: skip
    """Writes `gradients`: dq (B, M, H, D), dk and dv (B, N, H, D), of one stride along time.

    Heads that share keys each write a dk and dv of their own, which the caller adds up.

    fused   whether one kernel makes all three, or one makes dq and another dk and dv
    angles  cos and sin (M, D/2), where q and k were rotated by `rotate` with `paired`: the gradients are then
            those of q and k before the rotation
    """
    dy = unit_stride(dy)
    B, M, H, D = q.shape
    N, K = k.shape[1:3]
    delta = q.new_empty(B, H, M, dtype=torch.float32)
    unused = (lse, lse)
    tensors = (y, lse, delta, *(unused if bounds is None else bounds), *(angles or unused), *gradients)
    strides = (*q.stride()[:3], *k.stride()[:3], *v.stride()[:3], *dy.stride()[:3])
    numbers = (M, N, scale, scale * LOG2_E)
    shape = {"H": H, "GROUP": H // K, "D": D, "CAUSAL": causal, "PACKED": bounds is not None}
    shape |= {"ROTATED": angles is not None, "ROW": gradients[0].stride(1)}
    shape |= {"BY_BLOCK": max(M, N) <= ATTENTION_SHORT}
    if fused:
        ROWS = max(TILE // triton.next_power_of_2(D), 1)
        BLOCK_D = triton.next_power_of_2(D)
        launch(
            attention_delta_kernel, (triton.cdiv(B * M * H, ROWS),),
            y, dy, delta, *dy.stride()[:3], M, B * M * H,
            H=H, D=D, ROWS=ROWS, BLOCK_D=BLOCK_D, num_warps=warps_for(TILE),
        )  # fmt: skip
    for name, length in (("fused", max(M, N)),) if fused else (("queries", M), ("keys", N)):
        stays, passes, described, tile = attention_tile(name, D, q, max(M, N))
        described, blocks = passing(described, passes, tile["BLOCK_D"], q, k, v, dy)
        launch(
            attention_backward_kernel, (triton.cdiv(length, stays) * B * H,),
            q, k, v, dy, *blocks, *tensors, *strides, *numbers,
            **shape, DESCRIBED=described, QUERIES=name != "keys", KEYS=name != "queries", STAYS=stays,
            PASSES=passes, **tile,
        )  # fmt: skip


def attention_backward(
    dy: Tensor, q: Tensor, k: Tensor, v: Tensor, y: Tensor, lse: Tensor, bounds: Tensor | None,
    causal: bool, scale: float, fused: bool,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    """(dq, dk, dv).

    Heads that share keys each give a part of dk and dv in float32, which are then summed in their order.
    """
    q = unit_stride(q)
    k = unit_stride(k)
    v = unit_stride(v)
    B, _, H, D = q.shape
    N, K = k.shape[1:3]
    dq = q.new_empty(q.shape)
    dk, dv = (t.new_empty(B, N, H, D, dtype=t.dtype if H == K else torch.float32) for t in (k, v))
    attention_gradients(dy, q, k, v, y, lse, bounds, causal, scale, fused, (dq, dk, dv))
    if H == K:
        return dq, dk, dv
    return dq, *(part.unflatten(2, (K, H // K)).sum(3).to(k.dtype) for part in (dk, dv))


def attention_fake(
    q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float, bounds: Tensor | None, fused: bool
) -> tuple[Tensor, Tensor]:
    """What `attention_forward` returns, without values."""
    return q.new_empty(q.shape), q.new_empty(q.shape[0], q.shape[2], q.shape[1], dtype=torch.float32)


def attention_backward_fake(
    dy: Tensor, q: Tensor, k: Tensor, v: Tensor, y: Tensor, lse: Tensor, bounds: Tensor | None,
    causal: bool, scale: float, fused: bool,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    """What `attention_backward` returns, without values."""
    return q.new_empty(q.shape), k.new_empty(k.shape), v.new_empty(v.shape)


attention_triton = differentiable(
    attention_forward, attention_backward,
    fake=attention_fake, backward_fake=attention_backward_fake, visible=1,
    keep=lambda inputs, outputs: (*inputs[:3], *outputs, inputs[5]),
    constants=lambda inputs: (inputs[3], inputs[4], inputs[6]),
)  # fmt: skip


# (B, M, N, H, K, D, kind): a training step's, and what keeps a GPU's tensor cores busy.
TRAINING_SHAPES = ((24, 512, 512, 8, 8, 48, "causal"), (24, 512, 512, 8, 8, 64, "causal"))
LARGE_SHAPES = ((2, 8192, 8192, 8, 8, 64, "full"), (2, 8192, 8192, 8, 8, 128, "full"))


@op(
    inputs=attention_inputs,
    data=("q", "k", "v"),
    cases=[
        (1, 1, 1, 1, 1, 16, "full"),
        (1, 33, 33, 2, 2, 16, "causal"),
        (2, 70, 70, 1, 1, 48, "causal fused"),
        (1, 33, 70, 2, 1, 64, "causal"),
        (1, 70, 33, 3, 1, 16, "full fused"),
        (2, 40, 40, 1, 1, 20, "packed causal"),
        (1, 70, 70, 1, 1, 16, "packed full fused"),
        (0, 5, 5, 2, 2, 16, "causal"),
        (1, 5, 1, 1, 1, 128, "full"),
    ],
    bench_shapes=[
        *TRAINING_SHAPES,
        *LARGE_SHAPES,
        (1, 11000, 10000, 8, 8, 64, "full"),
        (8, 2048, 2048, 16, 4, 128, "packed causal"),
        (24, 512, 512, 8, 8, 48, "causal fused"),
        (2, 8192, 8192, 8, 8, 64, "full fused"),
        (2, 8192, 8192, 8, 8, 128, "full fused"),
    ],
    shape=lambda work: (
        *(work.batch_size, work.seq_len, work.seq_len, work.n_heads, work.n_heads, work.d_head),
        "packed causal" if work.packed else "causal",
    ),
    bytes_moved=lambda shape, size: tuple(
        count * size * shape[0] * shape[5] * (shape[1] * shape[3] + shape[2] * shape[4]) for count in (2, 4)
    ),
    flops=attention_flops,
    extra_tolerance=attention_extra_tolerance,
    baselines=SDPA_BACKENDS,
    tiles=attention_tiles_to_try,
    targets=(
        Target("forward + backward", "flash", 1.3, TRAINING_SHAPES),
        Target("forward + backward", "cudnn", 1.0, TRAINING_SHAPES),
        Target("forward", "TFLOP/s", 400, (LARGE_SHAPES[0],)),
        Target("forward", "TFLOP/s", 500, (LARGE_SHAPES[1],)),
        Target("forward + backward", "TFLOP/s", 380, (LARGE_SHAPES[0],)),
        Target("forward + backward", "TFLOP/s", 420, (LARGE_SHAPES[1],)),
        Target("forward + backward", "cudnn", 1.0, LARGE_SHAPES),
        Target("forward + backward", "flash", 1.3, ((1, 11000, 10000, 8, 8, 64, "full"),)),
        Target("forward + backward", "cudnn", 1.0, ((1, 11000, 10000, 8, 8, 64, "full"),)),
    ),
    chart_shapes=(
        (32, 1024, 1024, 8, 8, 64, "causal"),
        (16, 2048, 2048, 8, 8, 64, "causal"),
        (8, 4096, 4096, 8, 8, 64, "causal"),
        (4, 8192, 8192, 8, 8, 64, "causal"),
        (2, 16384, 16384, 8, 8, 64, "causal"),
    ),
)
def attention(
    q: Tensor, k: Tensor, v: Tensor, causal: bool = True, scale: float | None = None,
    documents: Tensor | None = None, fused: bool | None = None, implementation="torch",
) -> Tensor:  # fmt: skip
    """Softmax attention of queries (B, M, H, D) over keys and values (B, N, K, D).

    K divides H: query heads that share a key head lie side by side. D is at most 128.

    causal     query i sees the keys up to i + N - M: the last sees all, N >= M. Otherwise all see all; where
               the first N of M tokens attend as keys, k and v are slices of their projections
    scale      of the scores, positive; None is 1 / sqrt(D)
    documents  where M = N, cumulative lengths (n + 1,) of the documents that fill the rows, or
               `document_bounds` of them, computed once for all layers: a token sees its own document only
    fused      whether Triton's backward is one kernel; None takes the faster

    Under autocast the operands are cast as F.scaled_dot_product_attention casts them.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    q, k, v = (t.to(consumed_dtype(t)) for t in (q, k, v))
    check_implementation(implementation, q, k, v)
    check_attention(q, k, v, causal, documents)
    scale = positive_scale(scale, q.shape[3])
    if documents is not None and documents.dim() == 1:
        documents = document_bounds(documents, *k.shape[:2])
    if implementation == "torch":
        return attention_torch(q, k, v, causal, scale, documents)
    if fused is None:
        fused = backward_is_one(max(q.shape[1], k.shape[1]))
    return attention_triton(q, k, v, causal, scale, documents, fused)[0]


class TritonAttention(torch.nn.MultiheadAttention):
    """Self-attention of torch.nn.MultiheadAttention(batch_first=True) by these kernels.

    Without dropout, and without the weights as a result. The state dict is the same.
    """

    def __init__(self, width: int, heads: int, bias: bool = True, device=None, dtype=None):
        super().__init__(width, heads, bias=bias, batch_first=True, device=device, dtype=dtype)

    def forward(self, x: Tensor, causal: bool = False, documents: Tensor | None = None) -> Tensor:
        """y (B, T, width) of x (B, T, width); `documents` are those of `attention`."""
        qkv = F.linear(x, self.in_proj_weight, self.in_proj_bias).unflatten(-1, (3, self.num_heads, -1))
        return self.out_proj(
            attention(*qkv.unbind(2), causal, documents=documents, implementation="triton").flatten(2)
        )


# ---- 1.5 self-attention from its input ------------------------------------------------------------------
#
#     (q, k, v) = x W^T,   y = attention(rotary(q), rotary(k), v)
#     dx = (dq, dk, dv) W,   dW = (dq, dk, dv)^T x
#
# The projection, 1.3 and 1.4 in one op, so that q, k, v have one place: they are rotated where the product
# wrote them, and backward writes dq, dk, dv, rotated back, where the next product reads them. Nothing is
# copied, and one (B, T, 3, H, D) is kept. The products are cuBLAS's.


def self_attention_torch(
    x: Tensor, weight: Tensor, cos: Tensor, sin: Tensor, heads: int, bounds: Tensor | None
) -> Tensor:
    q, k, v = F.linear(x, weight).unflatten(-1, (3, heads, -1)).unbind(-3)
    return attention_torch(*rotary_torch(q, k, cos, sin), v, True, q.shape[-1] ** -0.5, bounds)


def self_attention_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (B, T, C), W (3 H D, C), cos and sin (T, D/2), H, and bounds, of a shape (B, T, C, H, D, kind).

    `kind` is plain, or packed as in `attention_inputs`. Under autocast W is float32.
    """
    B, T, C, H, D, kind = shape
    x = draw(B, T, C).requires_grad_()
    weight = draw(3 * H * D, C, dtype=torch.float32 if autocast else dtype) / C**0.5
    bounds = attention_inputs((B, T, T, 1, 1, 1, kind), dtype, draw, autocast)[5]
    return x, weight.requires_grad_(), *rotary_tables(T, D, x.device), H, bounds


@without_autocast
def self_attention_forward(
    x: Tensor, weight: Tensor, cos: Tensor, sin: Tensor, heads: int, bounds: Tensor | None, dtype: torch.dtype
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """(y (B, T, H, D), log-sum-exp (B, H, T), qkv (B, T, 3, H, D) with q and k rotated, W in `dtype`)."""
    weight = weight.to(dtype, copy=True)
    qkv = as_rows(x.to(dtype)) @ weight.T
    qkv = qkv.view(*x.shape[:2], 3, heads, 2 * cos.shape[1])
    q, k, v = qkv.unbind(2)
    rotate(q, k, cos, sin, 1, paired=True)
    return *attention_forward(q, k, v, True, q.shape[3] ** -0.5, bounds, False), qkv, weight


@without_autocast
def self_attention_backward(
    dy: Tensor, x: Tensor, weight: Tensor, cos: Tensor, sin: Tensor, y: Tensor, lse: Tensor, qkv: Tensor,
    cast: Tensor, bounds: Tensor | None,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """(dx, dW)."""
    dqkv = qkv.new_empty(qkv.shape)
    q, k, v = qkv.unbind(2)
    attention_gradients(
        dy, q, k, v, y, lse, bounds, causal=True, scale=q.shape[3] ** -0.5, fused=backward_is_one(q.shape[1]),
        gradients=dqkv.unbind(2), angles=(cos.contiguous(), sin.contiguous()),
    )  # fmt: skip
    rows = dqkv.view(-1, weight.shape[0])
    dx = matmul_in(x.dtype, rows, cast)
    return dx.view(x.shape), matmul_in(weight.dtype, rows.T, as_rows(x.to(qkv.dtype)))


def self_attention_fake(
    x: Tensor, weight: Tensor, cos: Tensor, sin: Tensor, heads: int, bounds: Tensor | None, dtype: torch.dtype
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What `self_attention_forward` returns, without values."""
    B, T, _ = x.shape
    qkv = x.new_empty(B, T, 3, heads, 2 * cos.shape[1], dtype=dtype)
    lse = x.new_empty(B, heads, T, dtype=torch.float32)
    return qkv.new_empty(qkv[:, :, 0].shape), lse, qkv, qkv.new_empty(weight.shape)


def self_attention_backward_fake(
    dy: Tensor, x: Tensor, weight: Tensor, cos: Tensor, sin: Tensor, y: Tensor, lse: Tensor, qkv: Tensor,
    cast: Tensor, bounds: Tensor | None,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """What `self_attention_backward` returns, without values."""
    return x.new_empty(x.shape), weight.new_empty(weight.shape)


def self_attention_extra_tolerance(named: dict, cotangents: Sequence[Tensor]) -> dict[str, float]:
    """What attention's backward loses, carried through the rotation, by sqrt 2 at most, and the product.

    Where that is beyond the dtype's largest number, any error is allowed.
    """
    x, weight = (named[name].detach().double() for name in ("x", "weight"))
    q, k, v = F.linear(x, weight).unflatten(-1, (3, named["heads"], -1)).unbind(-3)
    rotated = rotary_torch(q, k, named["cos"], named["sin"])
    dtype = cotangents[0].dtype
    inside = {name: t.to(dtype) for name, t in zip("qkv", (*rotated, v))}
    inside |= {"causal": True, "documents": named["documents"], "scale": q.shape[-1] ** -0.5}
    worst = 2**0.5 * max(attention_extra_tolerance(inside, cotangents).values())
    sums = {"x": weight.abs().sum(0), "weight": x.abs().flatten(0, 1).sum(0)}
    extra = {f"gradient of {name}": worst * each.max().item() for name, each in sums.items()}
    largest = torch.finfo(dtype).max
    return {name: error if error < largest else math.inf for name, error in extra.items()}


self_attention_triton = differentiable(
    self_attention_forward, self_attention_backward,
    fake=self_attention_fake, backward_fake=self_attention_backward_fake, visible=1,
    keep=lambda inputs, outputs: (*inputs[:4], *outputs, inputs[5]),
)  # fmt: skip


@op(
    inputs=self_attention_inputs,
    data=("x",),
    cases=[
        (1, 1, 1, 1, 16, "plain"),
        (1, 33, 24, 2, 16, "plain"),
        (2, 70, 16, 1, 48, "plain"),
        (0, 5, 8, 2, 16, "plain"),
        (2, 40, 16, 1, 20, "packed"),
    ],
    bench_shapes=[(24, 512, 384, 8, 48, "plain"), (96, 512, 384, 8, 48, "plain")],
    shape=lambda work: (
        *(work.batch_size, work.seq_len, work.d_model, work.n_heads, work.d_head),
        "packed" if work.packed else "plain",
    ),
    bytes_moved=lambda shape, size: tuple(
        count * size * shape[0] * shape[1] * (shape[2] + shape[3] * shape[4]) for count in (1, 2)
    ),
    extra_tolerance=self_attention_extra_tolerance,
)
def self_attention(
    x: Tensor, weight: Tensor, cos: Tensor, sin: Tensor, heads: int, documents: Tensor | None = None,
    implementation="torch",
) -> Tensor:  # fmt: skip
    """Causal attention (B, T, H, D) of x (B, T, C) by itself, with rotary positions and without biases.

    weight     (3 H D, C): of queries, keys and values, one after the other
    cos, sin   (T, D/2), as `rotary` takes them
    documents  as `attention` takes them

    Under autocast in autocast's dtype, else x's. Differentiable in x and weight.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, weight)
    D = 2 * cos.shape[-1]
    fits = x.dim() == 3 and weight.shape == (3 * heads * D, x.shape[2])
    if not fits or not cos.shape == sin.shape == (x.shape[1], D // 2):
        shapes = ", ".join(str(tuple(t.shape)) for t in (x, weight, cos, sin))
        raise ValueError(
            f"self_attention of {heads} heads takes x (B, T, C), weight (3 H D, C), cos and sin (T, D/2), "
            f"not {shapes}"
        )
    if documents is not None and documents.dim() == 1:
        documents = document_bounds(documents, *x.shape[:2])
    if implementation == "torch":
        return self_attention_torch(x, weight, cos, sin, heads, documents)
    return self_attention_triton(x, weight, cos, sin, heads, documents, consumed_dtype(x))[0]


# ---- 1.6 AdamW ---------------------------------------------------------------------------------------------
#
#     c = min(1, max_norm / (|all g| + 1e-6))
#     m <- m + (1 - b1) (c g - m),   v <- v + (1 - b2) ((c g)^2 - v)
#     p <- (1 - lr decay) p - lr m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + eps)
#
# Loshchilov & Hutter 2019, clipped as torch.nn.utils.clip_grad_norm_. All tensors go through one launch,
# whose programs find their piece of a tensor in a table of addresses; g is read, never rescaled in memory.
# The norm needs every g before the first p moves, so a launch that only reads g leaves one sum of squares a
# program, and every program of the second adds those up in the same order. `step` and `lr` stand on the
# device: a captured graph follows a schedule.

ADAMW_BLOCK = 2048  # elements of a piece
ADAMW_WARPS = 8
ADAMW_NORM_PROGRAMS_PER_SM = 8


def adamw_torch(
    parameters: list[Tensor], gradients: list[Tensor], exp_avgs: list[Tensor], exp_avg_sqs: list[Tensor],
    step: Tensor, lr: Tensor, beta1: float, beta2: float, eps: float, weight_decays: list[float],
    max_norm: float, norm: Tensor | None,
) -> Tensor:  # fmt: skip
    """torch's own fused update after torch's own norm.

    It wants parameters and states of one dtype, so half precision goes by way of float32, and a float32 step
    and learning rate whatever that dtype is.
    """
    step = step.float()
    lr = lr.float()
    wide = [p.to(m.dtype) for p, m in zip(parameters, exp_avgs)]
    gradients = [g.to(m.dtype) for g, m in zip(gradients, exp_avgs)]
    norm = torch.nn.utils.get_total_norm(gradients) if norm is None else norm
    factor = (max_norm / (norm + 1e-6)).clamp(max=1.0)
    gradients = torch._foreach_mul(gradients, factor.to(gradients[0].dtype))
    rates = [lr] * len(parameters) if lr.dim() == 0 else lr.unbind()
    for decay, rate in dict.fromkeys(zip(weight_decays, rates)):
        mine = [
            i for i, other in enumerate(zip(weight_decays, rates)) if other[0] == decay and other[1] is rate
        ]
        torch._fused_adamw_(
            *([tensors[i] for i in mine] for tensors in (wide, gradients, exp_avgs, exp_avg_sqs)), [],
            [step] * len(mine),
            lr=rate, beta1=beta1, beta2=beta2, weight_decay=decay, eps=eps, amsgrad=False, maximize=False,
            found_inf=(~torch.isfinite(norm)).float(),
        )  # fmt: skip
    for p, new in zip(parameters, wide):
        if new is not p:
            p.copy_(new)
    return norm


def adamw_unclipped(
    parameters: list[Tensor], gradients: list[Tensor], exp_avgs: list[Tensor], exp_avg_sqs: list[Tensor],
    step: Tensor, lr: Tensor, beta1: float, beta2: float, eps: float, weight_decays: list[float],
    max_norm: float, norm: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """torch's fused update alone, with one decay and no clipping: a baseline that does less."""
    torch._fused_adamw_(
        parameters, gradients, exp_avgs, exp_avg_sqs, [], [step] * len(parameters),
        lr=lr, beta1=beta1, beta2=beta2, weight_decay=weight_decays[0], eps=eps, amsgrad=False,
        maximize=False,
    )  # fmt: skip
    return step


def adamw_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """`pairs` matrices (R, C) and vectors (C,), their gradients, float32 states after two steps.

    Matrices decay, vectors do not. Where pairs is 2, each tensor has its own learning rate and the norm is
    given, as of a larger model; else one rate is for all, and the norm is computed. Under autocast parameters
    are float32.
    """
    pairs, R, C = shape
    sizes = [(R, C), (C,)] * pairs
    kept = torch.float32 if autocast else dtype
    parameters, gradients = ([draw(*size, dtype=kept) for size in sizes] for _ in range(2))
    exp_avgs = [0.1 * draw(*size, dtype=torch.float32) for size in sizes]
    exp_avg_sqs = [draw(*size, dtype=torch.float32).square() for size in sizes]
    step, lr = (torch.full((), value, device=parameters[0].device) for value in (3.0, 0.02))
    norm = None
    if pairs == 2:
        lr = lr * torch.arange(1, 5, device=lr.device)
        norm = torch.full_like(step, 2.0 * (pairs * (R + 1) * C) ** 0.5)
    decays = [0.1, 0.0] * pairs
    return parameters, gradients, exp_avgs, exp_avg_sqs, step, lr, 0.9, 0.95, 1e-8, decays, 1.0, norm


@triton.jit
def table_pointer(table_ptr, place, dtype: tl.constexpr, ALIGNED: tl.constexpr):
    """The tensor of `dtype` whose address stands at `place`."""
    pointer = tl.load(table_ptr + place).to(tl.pointer_type(dtype))
    return tl.multiple_of(pointer, 16) if ALIGNED else pointer


@triton.jit
def one_minus_exp(y):
    """1 - exp(y) for y <= 0 without cancellation: its series near 0."""
    series = 1.0 + y / 2 * (
        1.0 + y / 3 * (1.0 + y / 4 * (1.0 + y / 5 * (1.0 + y / 6 * (1.0 + y / 7 * (1.0 + y / 8)))))
    )
    return tl.where(y > -0.5, -y * series, 1.0 - tl.exp(y))


@triton.jit
def whole_or_masked(offsets, size, BLOCK: tl.constexpr, MASKED: tl.constexpr):
    """Which offsets are below `size`, if MASKED; else all.

    The compiler knows nothing of a size that is read from memory: a mask by it would cost the wide loads, so
    that only a tensor's last piece has one.
    """
    return offsets < size if MASKED else tl.full([BLOCK], 1, tl.int1)


@triton.jit
def adamw_squares(g_ptr, offsets, size, BLOCK: tl.constexpr, MASKED: tl.constexpr):
    """The squares of one piece of a gradient, which is to stay in the L2 cache until it is read again."""
    mask = whole_or_masked(offsets, size, BLOCK, MASKED)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_last").to(tl.float32)
    return g * g


@triton.jit
def adamw_norm_kernel(
    table_ptr, size_ptr, piece_ptr, partial_ptr, n_tensors, n_pieces,
    dtype: tl.constexpr, ALIGNED: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """Each program takes every num_programs-th piece and leaves its sum of g^2."""
    squares = tl.zeros([BLOCK], tl.float32)
    for piece in range(tl.program_id(0), n_pieces, tl.num_programs(0)):
        tensor = tl.load(piece_ptr + 2 * piece)
        first, size = tl.load(piece_ptr + 2 * piece + 1).to(tl.int64) * BLOCK, tl.load(size_ptr + tensor)
        g_ptr = table_pointer(table_ptr, n_tensors + tensor, dtype, ALIGNED)
        offsets = first + tl.arange(0, BLOCK)
        if first + BLOCK <= size:
            squares += adamw_squares(g_ptr, offsets, size, BLOCK, False)
        else:
            squares += adamw_squares(g_ptr, offsets, size, BLOCK, True)
    tl.store(partial_ptr + tl.program_id(0), tl.sum(squares, axis=0))


@triton.jit
def adamw_piece(
    p_ptr, g_ptr, m_ptr, v_ptr, offsets, size, partial_ptr,
    n_partials, lr, decay, bias1, bias2, rest1, rest2, eps, max_norm,
    BLOCK: tl.constexpr, PARTIALS: tl.constexpr, MASKED: tl.constexpr,
):  # fmt: skip
    """Updates one piece of a tensor and returns the norm of all gradients.

    The norm is added up while the piece is on its way. Where it is not finite, nothing is written.
    """
    mask = whole_or_masked(offsets, size, BLOCK, MASKED)
    # none is read again soon
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first").to(tl.float32)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first").to(tl.float32)
    m = tl.load(m_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first")
    v = tl.load(v_ptr + offsets, mask=mask, other=0.0, eviction_policy="evict_first")
    sums = tl.arange(0, PARTIALS)
    norm = tl.sqrt(tl.sum(tl.load(partial_ptr + sums, mask=sums < n_partials, other=0.0), axis=0))
    mask = tl.where(norm < float("inf"), mask, False)
    g *= tl.minimum(max_norm / (norm + 1e-6), 1.0)
    m += rest1 * (g - m)
    v += rest2 * (g * g - v)
    p = p - lr * decay * p - lr / bias1 * m / (tl.sqrt(v) / tl.sqrt(bias2) + eps)
    tl.store(p_ptr + offsets, rounded(p, p_ptr.dtype.element_ty), mask=mask, eviction_policy="evict_first")
    tl.store(m_ptr + offsets, m, mask=mask, eviction_policy="evict_first")
    tl.store(v_ptr + offsets, v, mask=mask, eviction_policy="evict_first")
    return norm


@triton.jit
def adamw_kernel(
    table_ptr, size_ptr, piece_ptr, decay_ptr, partial_ptr, norm_ptr, step_ptr, lr_ptr,
    lr_stride,
    n_tensors, n_partials, rest1, rest2, log_beta1, log_beta2, eps, max_norm,
    dtype: tl.constexpr, ALIGNED: tl.constexpr, BLOCK: tl.constexpr, PARTIALS: tl.constexpr,
):  # fmt: skip
    """One piece a program.

    rest = 1 - beta and log_beta come from the host, which computed them in double precision.
    """
    piece = tl.program_id(0)
    tensor = tl.load(piece_ptr + 2 * piece)
    first, size = tl.load(piece_ptr + 2 * piece + 1).to(tl.int64) * BLOCK, tl.load(size_ptr + tensor)
    offsets = first + tl.arange(0, BLOCK)
    p_ptr = table_pointer(table_ptr, tensor, dtype, ALIGNED)
    g_ptr = table_pointer(table_ptr, n_tensors + tensor, dtype, ALIGNED)
    m_ptr = table_pointer(table_ptr, 2 * n_tensors + tensor, tl.float32, ALIGNED)
    v_ptr = table_pointer(table_ptr, 3 * n_tensors + tensor, tl.float32, ALIGNED)
    step = tl.load(step_ptr).to(tl.float32)
    lr = tl.load(lr_ptr + tensor * lr_stride).to(tl.float32)
    decay = tl.load(decay_ptr + tensor)
    bias1, bias2 = one_minus_exp(step * log_beta1), one_minus_exp(step * log_beta2)
    if first + BLOCK <= size:
        norm = adamw_piece(
            p_ptr, g_ptr, m_ptr, v_ptr, offsets, size, partial_ptr, n_partials, lr, decay, bias1, bias2,
            rest1, rest2, eps, max_norm, BLOCK, PARTIALS, False,
        )  # fmt: skip
    else:
        norm = adamw_piece(
            p_ptr, g_ptr, m_ptr, v_ptr, offsets, size, partial_ptr, n_partials, lr, decay, bias1, bias2,
            rest1, rest2, eps, max_norm, BLOCK, PARTIALS, True,
        )  # fmt: skip
    if piece == 0:
        tl.store(norm_ptr, norm)


@functools.lru_cache(maxsize=16)  # a captured graph copies from pinned memory alone
def adamw_pieces(sizes: tuple[int, ...], weight_decays: tuple[float, ...], block: int, device: torch.device):
    """(sizes (T,); decays (T,); (tensor, piece of `block` of it) of every program) on the device."""
    pieces = [(i, piece) for i, size in enumerate(sizes) for piece in range(triton.cdiv(size, block))]
    columns = (sizes, torch.int64), (weight_decays, torch.float32), (pieces, torch.int32)
    return tuple(torch.tensor(values, dtype=dtype).to(device) for values, dtype in columns)


@functools.lru_cache(maxsize=64)  # gradients come back to the same few places
def adamw_table(addresses: tuple[int, ...], device: torch.device) -> tuple[Tensor, Tensor]:
    """The addresses (4, T) of p, g, m, v: on the device, and where a captured graph copies them from."""
    kept = torch.tensor(addresses, dtype=torch.int64, pin_memory=device.type == "cuda")
    return kept.to(device, non_blocking=True), kept


HELD_BY_GRAPHS = []  # what a captured graph reads at every replay, though a cache may have dropped it


def adamw_forward(
    parameters: list[Tensor], gradients: list[Tensor], exp_avgs: list[Tensor], exp_avg_sqs: list[Tensor],
    step: Tensor, lr: Tensor, beta1: float, beta2: float, eps: float, weight_decays: list[float],
    max_norm: float, norm: Tensor | None,
) -> Tensor:  # fmt: skip
    """The norm of all gradients; see `adamw`."""
    device = parameters[0].device
    gradients = [g.contiguous() for g in gradients]
    addresses = tuple(t.data_ptr() for t in itertools.chain(parameters, gradients, exp_avgs, exp_avg_sqs))
    table, kept = adamw_table(addresses, device)
    sizes, decays, pieces = adamw_pieces(
        tuple(p.numel() for p in parameters), tuple(weight_decays), ADAMW_BLOCK, device
    )
    if device.type == "cuda" and torch.cuda.is_current_stream_capturing():
        HELD_BY_GRAPHS.append((table, kept, sizes, decays, pieces))
    options = {
        "dtype": getattr(tl, str(parameters[0].dtype).removeprefix("torch.")),
        "ALIGNED": not any(a % 16 for a in addresses),
        "BLOCK": ADAMW_BLOCK,
        "num_warps": ADAMW_WARPS,
    }
    if norm is not None:
        programs, partial = 1, norm.float().square()
    else:
        programs = min(pieces.shape[0], ADAMW_NORM_PROGRAMS_PER_SM * multiprocessors(device))
        partial = torch.empty(programs, dtype=torch.float32, device=device)
        launch(
            adamw_norm_kernel, (programs,),
            table, sizes, pieces, partial, len(parameters), pieces.shape[0], **options,
        )  # fmt: skip
    norm = torch.empty((), dtype=torch.float32, device=device)
    launch(
        adamw_kernel, (pieces.shape[0],),
        table, sizes, pieces, decays, partial, norm, step, lr, lr.dim() and lr.stride(0), len(parameters),
        programs, 1 - beta1, 1 - beta2, math.log(beta1), math.log(beta2), eps, max_norm,
        PARTIALS=triton.next_power_of_2(programs), **options,
    )  # fmt: skip
    return norm


def adamw_fake(
    parameters: list[Tensor], gradients: list[Tensor], exp_avgs: list[Tensor], exp_avg_sqs: list[Tensor],
    step: Tensor, lr: Tensor, beta1: float, beta2: float, eps: float, weight_decays: list[float],
    max_norm: float, norm: Tensor | None,
) -> Tensor:  # fmt: skip
    """What `adamw_forward` returns, without values."""
    return parameters[0].new_empty((), dtype=torch.float32)


adamw_triton = forward_only(adamw_forward, fake=adamw_fake, mutates=("parameters", "exp_avgs", "exp_avg_sqs"))


@op(
    inputs=adamw_inputs,
    data=("gradients",),
    mutates=("parameters", "exp_avgs", "exp_avg_sqs"),
    cases=[(1, 1, 1), (2, 3, 33), (3, 64, 100), (1, 5, ADAMW_BLOCK // 4 + 900)],
    bench_shapes=[(16, 256, 256), (16, 1024, 640), (50, 1024, 1024)],
    shape=lambda work: (work.n_layers, 12 * work.d_model + work.vocab_size // work.n_layers, work.d_model),
    bytes_moved=lambda shape, size: (shape[0] * (shape[1] + 1) * shape[2] * (3 * size + 16), 0),
    bench_dtype=torch.float32,
    baselines={"fused, unclipped": adamw_unclipped},
    targets=(
        Target("forward", "eager", 2.0, ((16, 256, 256),)),
        Target("forward", "eager", 1.15, ((50, 1024, 1024),)),
    ),
    chart_shapes=((4, 256, 256), (16, 512, 512), (100, 1024, 1024)),
    tiles=lambda shape, size: (
        Tile("ADAMW_BLOCK", (1024, 2048, 4096, 8192), None, "forward"),
        Tile("ADAMW_WARPS", (4, 8), None, "forward"),
        Tile("ADAMW_NORM_PROGRAMS_PER_SM", (2, 4, 8), None, "forward"),
    ),
)
def adamw(
    parameters: list[Tensor], gradients: list[Tensor], exp_avgs: list[Tensor], exp_avg_sqs: list[Tensor],
    step: Tensor, lr: Tensor, beta1: float, beta2: float, eps: float, weight_decays: list[float],
    max_norm: float, norm: Tensor | None = None, implementation="torch",
) -> Tensor:  # fmt: skip
    """One AdamW step of all parameters in place, gradients clipped to a global norm; returns that norm ().

    max_norm=inf clips nothing. norm () is that of all gradients where these are some of them, else None; one
    that is not finite changes nothing. parameters and gradients are of one dtype, states float32;
    weight_decays has one number a parameter; step (1 at the first) and lr, () for all or (T,) one each, are
    on the device; the op only reads them and the gradients.
    Raises ValueError for lists that do not match, none at all, memory that is not contiguous, or dtypes that
    do not fit.
    """
    check_implementation(implementation, *parameters, *gradients)
    shapes = [[t.shape for t in tensors] for tensors in (parameters, gradients, exp_avgs, exp_avg_sqs)]
    if (
        not parameters
        or any(other != shapes[0] for other in shapes)
        or len(weight_decays) != len(parameters)
        or lr.shape not in ((), (len(parameters),))
    ):
        raise ValueError(
            "adamw needs a gradient, two states and a weight decay like each of its parameters, and one "
            f"learning rate or one each, not {shapes}, {weight_decays}, {tuple(lr.shape)}"
        )
    if len({t.dtype for t in (*parameters, *gradients)}) > 1 or not all(
        t.is_contiguous() for t in (*parameters, *exp_avgs, *exp_avg_sqs)
    ):
        raise ValueError(
            "adamw needs parameters and gradients of one dtype, and contiguous parameters and states"
        )
    if implementation == "triton" and any(t.dtype != torch.float32 for t in (*exp_avgs, *exp_avg_sqs)):
        raise ValueError("the Triton kernel keeps its states in float32")
    run = adamw_torch if implementation == "torch" else adamw_triton
    with torch.no_grad():
        return run(
            parameters, gradients, exp_avgs, exp_avg_sqs, step, lr, beta1, beta2, eps, weight_decays,
            max_norm, norm,
        )  # fmt: skip


class TritonAdamW(torch.optim.AdamW):
    """torch.optim.AdamW by these kernels, all groups at once, clipped to the global norm `max_norm`.

    The state dict is the same.

    Groups may differ in learning rate and weight decay alone, and parameters that have a gradient have to
    have stepped equally often: their gradients share one norm. Raises ValueError where that is not so.
    """

    def __init__(
        self, params, lr: float = 1e-3, betas=(0.9, 0.999), eps: float = 1e-8, weight_decay: float = 1e-2,
        max_norm: float = math.inf,
    ):  # fmt: skip
        super().__init__(params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        self.max_norm = max_norm

    @torch.no_grad()
    def step(self, closure=None):
        """One step; returns what the closure, where there is one, returned."""
        loss = None if closure is None else torch.enable_grad()(closure)()
        owned = [(p, group) for group in self.param_groups for p in group["params"] if p.grad is not None]
        for p, _ in owned:
            if not self.state[p]:
                self.state[p].update(
                    step=torch.zeros(()), exp_avg=torch.zeros_like(p), exp_avg_sq=torch.zeros_like(p)
                )
        states = [self.state[p] for p, _ in owned]
        rules = {(*group["betas"], group["eps"], group["amsgrad"], group["maximize"]) for _, group in owned}
        steps = {int(state["step"]) for state in states}
        if len(rules) > 1 or len(steps) > 1 or any(rule[3:] != (False, False) for rule in rules):
            raise ValueError(
                f"TritonAdamW makes one step of all parameters: betas, eps, amsgrad, maximize {rules} "
                f"and steps so far {steps} differ"
            )
        for state in states:
            state["step"] += 1
        if owned:
            device = owned[0][0].device
            beta1, beta2, eps, *_ = rules.pop()
            lr = torch.tensor([float(group["lr"]) for _, group in owned], device=device)
            adamw(
                [p for p, _ in owned], [p.grad for p, _ in owned], [state["exp_avg"] for state in states],
                [state["exp_avg_sq"] for state in states],
                torch.full((), steps.pop() + 1.0, device=device), lr, beta1, beta2, eps,
                [group["weight_decay"] for _, group in owned], self.max_norm, implementation="triton",
            )  # fmt: skip
        return loss


# ---- 2. the choice at start-up -----------------------------------------------------------------------------
#
# A run asks for its shapes and gets one choice an op, with the reason:
#
#     choices = choose(op_shapes(Workload(batch_size=24, seq_len=512, d_model=384, n_heads=8)))
#     print(choice_table(choices))
#
# triton_ops/choice.py judges Triton against float64, times both implementations forward + backward, keeps
# PyTorch unless Triton wins by 3 %, and remembers that on disk for this GPU, driver, PyTorch, Triton, shape
# and source.


def benchmark(name: str, shape: tuple, dtype: torch.dtype | None = None, device=None) -> dict:
    """Judges and times one op now, forward and backward.

    Returns {"use_triton", "torch_ms", "triton_ms", "reason"}; the times are None where none were taken.
    """
    choice = choose({name: shape}, "auto", device, dtype, cached=False)[name]
    return {
        "use_triton": choice.implementation == "triton",
        "torch_ms": choice.times.get("torch"),
        "triton_ms": choice.times.get("triton"),
        "reason": choice.reason,
    }


def benchmark_rms_norm(
    batch_size: int = 32,
    seq_len: int = 512,
    d_model: int = 768,
    dtype: torch.dtype | None = None,
    device=None,
) -> dict:
    """`benchmark` of RMSNorm for a model's numbers."""
    return benchmark("rms_norm", (batch_size * seq_len, d_model), dtype, device)


def benchmark_rotary(
    batch_size: int = 32,
    seq_len: int = 512,
    n_heads: int = 12,
    d_head: int = 64,
    dtype: torch.dtype | None = None,
    device=None,
) -> dict:
    """`benchmark` of rotary positions for a model's numbers."""
    return benchmark("rotary", (batch_size, seq_len, n_heads, d_head), dtype, device)


def manual_kernel_benchmark(work: Workload | None = None) -> dict[str, Choice]:
    """Judges and times every op now for the shapes of `work`; prints the table and returns the choices."""
    work = work or Workload(batch_size=32, seq_len=512, d_model=768, n_heads=12)
    choices = choose(op_shapes(work), cached=False)
    print(choice_table(choices))
    return choices


# ---- 3. the command line -----------------------------------------------------------------------------------

if __name__ == "__main__":
    raise SystemExit(main(program=[sys.executable, __file__]))
