"""rms_norm."""

import torch
import torch.nn.functional as F
from torch import Tensor
from triton_ops.contract import Bar, Tile, check_implementation, op
from triton_ops.launch import (
    TILE,
    as_rows,
    consumed_dtype,
    differentiable,
    launch,
    liger,
    unit_stride,
    warps_for,
)
from triton_ops.machine import processors, tl, triton
from triton_ops.tiles import NORM_BACKWARDS, after_those_before, load_rows, rows_of_tile, store_rows, summed


RMS_WIDEST = 8192  # elements of a row that one program holds in registers; a longer row is a loop


RMS_PER_THREAD = 32  # elements of a tile a thread holds in forward


# of backward, by the rows of a tile: elements of it a thread holds (x, dy, w and dw), programs a
# multiprocessor, each of which sums dw over its share of the rows, and groups of rows on their way at a time
RMS_BACKWARD = {"several": (16, 4, 3), "one": (8, 2, 1)}


def rms_norm_torch(x: Tensor, weight: Tensor, eps: float, dtype: torch.dtype) -> Tensor:
    """The fused eager kernel; it wants a weight of x's dtype."""
    return F.rms_norm(x, weight.shape, weight.to(x.dtype), eps).to(dtype)


def rms_norm_inputs(shape, dtype, draw, autocast):
    """x (M, N), weight (N,), eps. Under autocast the residual stream is float32."""
    M, N = shape
    kept = torch.float32 if autocast else dtype
    return draw(M, N, dtype=kept).requires_grad_(), draw(N, dtype=kept).requires_grad_(), 1e-6


@triton.jit
def rms_norm_forward_kernel(
    x_ptr,
    weight_ptr,
    y_ptr,
    rstd_ptr,
    x_stride,
    n_rows,
    eps,
    N: tl.constexpr,
    ROWS: tl.constexpr,
    BLOCK: tl.constexpr,
    DEPENDENT: tl.constexpr,
):
    """Each program takes ROWS rows; their first BLOCK elements stay in registers between the sum and the product."""
    after_those_before(DEPENDENT)
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
    dy_ptr,
    x_ptr,
    weight_ptr,
    rstd_ptr,
    dx_ptr,
    partial_ptr,
    dy_stride,
    x_stride,
    n_rows,
    N: tl.constexpr,
    ROWS: tl.constexpr,
    BLOCK: tl.constexpr,
    STAGES: tl.constexpr,
    DEPENDENT: tl.constexpr,
):
    """Each program takes every num_programs-th group of ROWS rows and leaves its sum of dy x r in partial (programs, N)."""
    after_those_before(DEPENDENT)
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
    for start in range(
        BLOCK, N, BLOCK
    ):  # a long row's other tiles, one sum at a time, so that each stays in registers
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
    y, rstd = x.new_empty(x.shape, dtype=dtype), x.new_empty(M, dtype=torch.float32)
    tile = rms_norm_tile(N, RMS_PER_THREAD)
    grid = (triton.cdiv(M, tile["ROWS"]),)
    launch(
        rms_norm_forward_kernel, grid, x_MN, unit_stride(weight), y, rstd, x_MN.stride(0), M, eps, N=N, **tile
    )
    return y, rstd


def rms_norm_backward(dy: Tensor, x: Tensor, weight: Tensor, rstd: Tensor) -> tuple[Tensor, Tensor]:
    """(dx like x, dw like weight): dw as one partial sum a program, then their sum, always in the same order."""
    dy_MN, x_MN = as_rows(dy), as_rows(x)
    M, N = x_MN.shape
    per_thread, per_sm, stages = RMS_BACKWARD[rows_of_tile(N)]
    tile = rms_norm_tile(N, per_thread)
    programs = min(triton.cdiv(M, tile["ROWS"]), per_sm * processors(x.device))
    dx, partial = x.new_empty(x.shape), x.new_empty(programs, N, dtype=torch.float32)
    launch(
        rms_norm_backward_kernel,
        (programs,),
        dy_MN,
        x_MN,
        unit_stride(weight),
        rstd,
        dx,
        partial,
        dy_MN.stride(0),
        x_MN.stride(0),
        M,
        N=N,
        STAGES=stages,
        **tile,
    )
    return dx, summed(partial, weight)


def rms_norm_fake(x, weight, eps, dtype):
    return x.new_empty(x.shape, dtype=dtype), x.new_empty(x.shape[:-1].numel(), dtype=torch.float32)


def rms_norm_backward_fake(dy, x, weight, rstd):
    return x.new_empty(x.shape), weight.new_empty(weight.shape)


def rms_norm_slack(named, cotangents):
    """dx is a difference of two terms as large as r dy w. In a row of one or two elements they cancel almost wholly
    (at N = 1 all but eps r^2 of them), and what eager happens to lose there is no measure: each term's rounding is."""
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
    bench=[(12288, 384), (65536, 512), (65536, 4096), (16384, 768)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model),
    traffic=lambda shape, size: (2 * size * shape[0] * shape[1], 3 * size * shape[0] * shape[1]),
    slack=rms_norm_slack,
    peers={"liger": lambda x, weight, eps: liger("liger_rms_norm")(x, weight, eps, in_place=False)},
    bars=(
        Bar("forward", "best", 1.0, ((65536, 512), (65536, 4096))),
        Bar("forward", "copy", 0.85, ((65536, 4096),)),
        Bar("forward + backward", "best", 1.5, ((12288, 384), (65536, 512))),
    ),
    sweep=((16384, 256), (16384, 1024), (16384, 2048), (16384, 8192), (16384, 16384)),
    tiles=lambda shape, size: (
        Tile("RMS_PER_THREAD", (4, 8, 16, 32), None, "forward"),
        Tile("RMS_BACKWARD", NORM_BACKWARDS[rows_of_tile(shape[1])], rows_of_tile(shape[1])),
    ),
)
def rms_norm(x: Tensor, weight: Tensor, eps: float | None = None, implementation="torch") -> Tensor:
    """Root-mean-square norm of the rows of x (..., N) with weight (N,), as torch.nn.functional.rms_norm.

    eps=None is the machine epsilon of the arithmetic: float32's for half precision. Under autocast the output has
    autocast's dtype in either implementation, else x's. Differentiable in x and weight.
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
