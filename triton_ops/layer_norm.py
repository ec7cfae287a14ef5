"""Layer norm.

    y = n w + b,   n = (x - m) r,   m = mean(x),   r = 1 / sqrt(mean((x - m)^2) + eps)     a row of x (..., N)
    dx = r (dy w - mean(dy w) - n mean(dy w n)),   dw = sum over rows of dy n,   db = sum over rows of dy

Ba, Kiros & Hinton 2016. The variance is that of x - m, never mean(x^2) - m^2, which cancels. Forward saves m
and r.
"""

from collections.abc import Callable, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from triton_ops.contract import Target, Tile, check_implementation, op
from triton_ops.launch import (
    TILE,
    as_rows,
    consumed_dtype,
    differentiable,
    launch,
    liger_function,
    unit_stride,
    warps_for,
)
from triton_ops.machine import multiprocessors, tl, triton
from triton_ops.tiles import (
    NORM_BACKWARD_TILES,
    load_rows,
    overlap_with_previous_kernel,
    rows_of_tile,
    store_rows,
    sum_partials,
)

LAYER_NORM_WIDEST = 8192  # elements of a row that one program holds in registers
LAYER_NORM_LONG = 2048  # elements of a tile of a longer row, which is a loop
# forward, by the rows of a tile: elements of it that a thread holds
LAYER_NORM_PER_THREAD = {"several": 32, "one": 16}
# backward, by the rows of a tile: (elements of it that a thread holds of each of x, dy, w, dw and db,
# programs a multiprocessor, each of which sums dw and db over its share of the rows, stages of the loop)
LAYER_NORM_BACKWARD = {"several": (16, 4, 3), "one": (16, 2, 1)}


def layer_norm_torch(x: Tensor, weight: Tensor, bias: Tensor, eps: float, dtype: torch.dtype) -> Tensor:
    """The fused eager kernel; it wants a weight and a bias of x's dtype."""
    return F.layer_norm(x, weight.shape, weight.to(x.dtype), bias.to(x.dtype), eps).to(dtype)


def layer_norm_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (M, N), weight (N,), bias (N,), eps. Under autocast the residual stream is float32."""
    M, N = shape
    kept = torch.float32 if autocast else dtype
    return (
        draw(M, N, dtype=kept).requires_grad_(),
        *(draw(N, dtype=kept).requires_grad_() for _ in range(2)),
        1e-5,
    )


@triton.jit
def load_columns(pointer, columns, N: tl.constexpr):
    """One value a column, as a row of a tile, in float32."""
    return tl.load(pointer + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]


@triton.jit
def layer_norm_forward_kernel(
    x_ptr, weight_ptr, bias_ptr, y_ptr, mean_ptr, rstd_ptr, x_stride, n_rows, eps,
    N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, DEPENDENT: tl.constexpr,
):  # fmt: skip
    """Each program takes ROWS rows; their first BLOCK elements are read once. A longer row is read thrice."""
    overlap_with_previous_kernel(DEPENDENT)
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, BLOCK)
    x = load_rows(x_ptr, rows, x_stride, columns, n_rows, N)
    total = tl.sum(x, axis=1)
    for start in range(BLOCK, N, BLOCK):  # no trip where the row fits into one tile
        total += tl.sum(load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N), axis=1)
    mean = (total / N)[:, None]
    centred = tl.where(columns[None, :] < N, x - mean, 0.0)
    squares = tl.sum(centred * centred, axis=1)
    for start in range(BLOCK, N, BLOCK):
        tail = load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) - mean
        squares += tl.sum(tl.where(start + columns[None, :] < N, tail * tail, 0.0), axis=1)
    rstd = tl.rsqrt(squares / N + eps)
    tl.store(mean_ptr + rows, total / N, mask=rows < n_rows)
    tl.store(rstd_ptr + rows, rstd, mask=rows < n_rows)
    y = centred * rstd[:, None] * load_columns(weight_ptr, columns, N) + load_columns(bias_ptr, columns, N)
    store_rows(y_ptr, y, rows, columns, n_rows, N)
    for start in range(BLOCK, N, BLOCK):
        tail = (load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) - mean) * rstd[:, None]
        y = tail * load_columns(weight_ptr, start + columns, N) + load_columns(bias_ptr, start + columns, N)
        store_rows(y_ptr, y, rows, start + columns, n_rows, N)


@triton.jit
def layer_norm_backward_kernel(
    dy_ptr, x_ptr, weight_ptr, mean_ptr, rstd_ptr, dx_ptr, partial_ptr,
    dy_stride, x_stride, n_rows,
    N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, STAGES: tl.constexpr,
    DEPENDENT: tl.constexpr,
):  # fmt: skip
    """Each program takes every num_programs-th group of ROWS rows and leaves its dw and db in partial
    (programs, 2, N).

    Beyond the row dy is 0, so that what the centred x is there does not count.
    """
    overlap_with_previous_kernel(DEPENDENT)
    columns = tl.arange(0, BLOCK)
    mine, stride = tl.program_id(0) * ROWS, tl.num_programs(0) * ROWS
    partial_ptr += tl.program_id(0).to(tl.int64) * 2 * N
    weight = load_columns(weight_ptr, columns, N)
    dw, db = tl.zeros([ROWS, BLOCK], tl.float32), tl.zeros([ROWS, BLOCK], tl.float32)
    for first in tl.range(mine, n_rows, stride, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        mean = tl.load(mean_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
        rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
        dy = load_rows(dy_ptr, rows, dy_stride, columns, n_rows, N, BLOCK >= N)
        normal = (load_rows(x_ptr, rows, x_stride, columns, n_rows, N, BLOCK >= N) - mean) * rstd
        flat, dot = tl.sum(dy * weight, axis=1), tl.sum(dy * weight * normal, axis=1)
        for start in range(BLOCK, N, BLOCK):
            slope = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N) * load_columns(
                weight_ptr, start + columns, N
            )
            flat += tl.sum(slope, axis=1)
            dot += tl.sum(
                slope * (load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) - mean) * rstd, axis=1
            )
        flat, dot = (flat / N)[:, None], (dot / N)[:, None]
        store_rows(dx_ptr, rstd * (dy * weight - flat - normal * dot), rows, columns, n_rows, N)
        dw += dy * normal
        db += dy
        for start in range(BLOCK, N, BLOCK):
            slope = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N) * load_columns(
                weight_ptr, start + columns, N
            )
            tail = (load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) - mean) * rstd
            store_rows(dx_ptr, rstd * (slope - flat - tail * dot), rows, start + columns, n_rows, N)
    tl.store(partial_ptr + columns, tl.sum(dw, axis=0), mask=columns < N)
    tl.store(partial_ptr + N + columns, tl.sum(db, axis=0), mask=columns < N)
    # a long row's other tiles, one sum at a time, so that each stays in registers
    for start in range(BLOCK, N, BLOCK):
        dw, db = tl.zeros([ROWS, BLOCK], tl.float32), tl.zeros([ROWS, BLOCK], tl.float32)
        for first in range(mine, n_rows, stride):
            rows = first + tl.arange(0, ROWS).to(tl.int64)
            mean = tl.load(mean_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
            rstd = tl.load(rstd_ptr + rows, mask=rows < n_rows, other=0.0)[:, None]
            dy = load_rows(dy_ptr, rows, dy_stride, start + columns, n_rows, N)
            dw += dy * (load_rows(x_ptr, rows, x_stride, start + columns, n_rows, N) - mean) * rstd
            db += dy
        tl.store(partial_ptr + start + columns, tl.sum(dw, axis=0), mask=start + columns < N)
        tl.store(partial_ptr + N + start + columns, tl.sum(db, axis=0), mask=start + columns < N)


def layer_norm_tile(N: int, per_thread: int) -> dict:
    """Rows and columns of a program's tile, and its warps."""
    BLOCK = triton.next_power_of_2(N) if N <= LAYER_NORM_WIDEST else LAYER_NORM_LONG
    ROWS = max(TILE // BLOCK, 1)
    return {"ROWS": ROWS, "BLOCK": BLOCK, "num_warps": warps_for(ROWS * BLOCK, per_thread)}


def layer_norm_fake(
    x: Tensor, weight: Tensor, bias: Tensor, eps: float, dtype: torch.dtype
) -> tuple[Tensor, Tensor, Tensor]:
    """What `layer_norm_forward` returns, without values."""
    rows = x.shape[:-1].numel()
    return (
        x.new_empty(x.shape, dtype=dtype),
        x.new_empty(rows, dtype=torch.float32),
        x.new_empty(rows, dtype=torch.float32),
    )


def layer_norm_forward(
    x: Tensor, weight: Tensor, bias: Tensor, eps: float, dtype: torch.dtype
) -> tuple[Tensor, Tensor, Tensor]:
    """(y like x in `dtype`, m (M,), r (M,))."""
    x_MN = as_rows(x)
    M, N = x_MN.shape
    y, mean, rstd = layer_norm_fake(x, weight, bias, eps, dtype)
    tile = layer_norm_tile(N, LAYER_NORM_PER_THREAD[rows_of_tile(N)])
    launch(
        layer_norm_forward_kernel, (triton.cdiv(M, tile["ROWS"]),),
        x_MN, unit_stride(weight), unit_stride(bias), y, mean, rstd, x_MN.stride(0), M, eps,
        N=N, **tile,
    )  # fmt: skip
    return y, mean, rstd


def layer_norm_backward(
    dy: Tensor, x: Tensor, weight: Tensor, bias: Tensor, mean: Tensor, rstd: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """(dx, dw, db), each like its input: dw and db as one partial sum a program, then their sum, always in
    the same order.
    """
    dy_MN = as_rows(dy)
    x_MN = as_rows(x)
    M, N = x_MN.shape
    per_thread, per_sm, stages = LAYER_NORM_BACKWARD[rows_of_tile(N)]
    tile = layer_norm_tile(N, per_thread)
    programs = min(triton.cdiv(M, tile["ROWS"]), per_sm * multiprocessors(x.device))
    dx = x.new_empty(x.shape)
    partial = x.new_empty(programs, 2, N, dtype=torch.float32)
    launch(
        layer_norm_backward_kernel, (programs,),
        dy_MN, x_MN, unit_stride(weight), mean, rstd, dx, partial, dy_MN.stride(0), x_MN.stride(0), M,
        N=N, STAGES=stages, **tile,
    )  # fmt: skip
    return dx, *sum_partials(partial, weight, bias)


def layer_norm_backward_fake(
    dy: Tensor, x: Tensor, weight: Tensor, bias: Tensor, mean: Tensor, rstd: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """What `layer_norm_backward` returns, without values."""
    return x.new_empty(x.shape), weight.new_empty(weight.shape), bias.new_empty(bias.shape)


def layer_norm_extra_tolerance(named: dict, cotangents: Sequence[Tensor]) -> dict[str, float]:
    """dx is a difference of three terms as large as r dy w, which cancel wholly at N = 1 and almost at N = 2:
    see `rms_norm_extra_tolerance`.
    """
    x, weight, dy = (t.detach().double() for t in (named["x"], named["weight"], *cotangents))
    terms = (
        dy * weight / ((x - x.mean(-1, keepdim=True)).square().mean(-1, keepdim=True) + named["eps"]).sqrt()
    )
    return {
        "gradient of x": 4 * torch.finfo(named["x"].dtype).eps * terms.abs().max().item()
        if terms.numel()
        else 0.0
    }


layer_norm_triton = differentiable(
    layer_norm_forward,
    layer_norm_backward,
    fake=layer_norm_fake,
    backward_fake=layer_norm_backward_fake,
    visible=1,
    keep=lambda inputs, outputs: (*inputs[:3], *outputs[1:]),
)


@op(
    inputs=layer_norm_inputs,
    data=("x",),
    cases=[
        (1, 1),
        (3, 33),
        (0, 16),
        (64, 128),
        (7, 1000),
        (3, LAYER_NORM_WIDEST),
        (2, LAYER_NORM_WIDEST + 900),
    ],
    bench_shapes=[(12288, 384), (65536, 512), (65536, 4096)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model),
    bytes_moved=lambda shape, size: (2 * size * shape[0] * shape[1], 3 * size * shape[0] * shape[1]),
    extra_tolerance=layer_norm_extra_tolerance,
    baselines={
        "liger": lambda x, weight, bias, eps: liger_function("liger_layer_norm")(x, weight, bias, eps)
    },
    targets=(Target("forward + backward", "best", 1.3),),
    chart_shapes=((16384, 1024), (16384, 2048), (16384, 8192)),
    tiles=lambda shape, size: (
        Tile("LAYER_NORM_PER_THREAD", (4, 8, 16, 32), rows_of_tile(shape[1]), "forward"),
        Tile("LAYER_NORM_BACKWARD", NORM_BACKWARD_TILES[rows_of_tile(shape[1])], rows_of_tile(shape[1])),
    ),
)
def layer_norm(x: Tensor, weight: Tensor, bias: Tensor, eps: float = 1e-5, implementation="torch") -> Tensor:
    """Layer norm of the rows of x (..., N) with weight and bias (N,), as torch.nn.functional.layer_norm.

    Under autocast the output has autocast's dtype in either implementation, else x's. Differentiable in x,
    weight, bias.
    Raises ValueError for a weight or bias of another shape, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, weight, bias)
    if x.dim() == 0 or not weight.shape == bias.shape == x.shape[-1:]:
        raise ValueError(
            f"layer_norm of x {tuple(x.shape)} needs a weight and a bias of its last dimension, "
            f"not {tuple(weight.shape)}, {tuple(bias.shape)}"
        )
    if implementation == "torch":
        return layer_norm_torch(x, weight, bias, eps, consumed_dtype(x))
    return layer_norm_triton(x, weight, bias, eps, consumed_dtype(x))[0]


class TritonLayerNorm(torch.nn.LayerNorm):
    """torch.nn.LayerNorm over one dimension, with weight and bias, by these kernels.

    The state dict is the same.
    """

    def __init__(self, width: int, eps: float = 1e-5, device=None, dtype=None):
        super().__init__(width, eps, device=device, dtype=dtype)

    def forward(self, x: Tensor) -> Tensor:
        return layer_norm(x, self.weight, self.bias, self.eps, "triton")
