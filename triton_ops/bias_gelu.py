"""Bias and GELU in one pass.

    y = z P(z),   z = x + b,   P(z) = (1 + erf(z / sqrt 2)) / 2                    x (..., N), b (N,)
    dx = dy (P(z) + z p(z)),   p(z) = exp(-z^2 / 2) / sqrt(2 pi),   db = sum over rows of dx

Hendrycks & Gimpel 2016, the exact form. Only x is saved. The error function would cost more time than the
memory, so where results are rounded to half precision (fp16: by 2^-11 of themselves) there is one exponential
and one polynomial of degree 7 in a = |z|, of least greatest error on [0, 6] (reweighted least squares, in
float64), where P(-6) = 1e-9:

    forward    P(-a) = 2^q(a), y = max(z, 0) - a P(-a), with q for log2 P(-a) to 2^-18.2 / ln 2. So y is off
               by 2^-18.2 of min(y, 0), and by float32's rounding of q, at most 2^-18. Beyond 6 q keeps
               falling, and what is left is less than 6e-9.
    backward   P(-a) - a p(a) = exp(-a^2 / 2) w(a), w for P(-a) / exp(-a^2 / 2) - a / sqrt(2 pi), its error
               weighted by the exponential before it: 2^-17.9 at most, everywhere; the slope at z > 0 is 1
               minus that at -z.

float32 takes erf itself.
"""

import itertools
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from triton_ops.contract import Target, Tile, check_implementation, op
from triton_ops.launch import TILE, as_rows, differentiable, launch, unit_stride, warps_for
from triton_ops.machine import multiprocessors, tl, triton
from triton_ops.tiles import load_rows, store_rows, sum_partials

GELU_FORWARD = (2048, 16)  # columns of the widest tile, elements of it that a thread holds
# these two, then programs a multiprocessor (each sums db over its share of the rows) and stages of the loop
GELU_BACKWARD = (2048, 8, 4, 3)
GELU_FARTHEST = tl.constexpr(16.0)  # from 0 in float32: there P is 0 or 1, whatever z


def bias_gelu_torch(x: Tensor, bias: Tensor) -> Tensor:
    return F.gelu(x + bias.to(x.dtype))


def bias_gelu_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (M, N) of a projection, half precision under autocast too; bias (N,), float32 there."""
    M, N = shape
    return draw(M, N).requires_grad_(), draw(N, dtype=torch.float32 if autocast else dtype).requires_grad_()


@triton.jit
def distance(z):
    """|z|, at most GELU_FARTHEST, so that inf times a probability of 0 is not asked for; NaN stays."""
    return tl.minimum(tl.abs(z), GELU_FARTHEST, propagate_nan=tl.PropagateNan.ALL)


@triton.jit
def gelu(z, EXACT: tl.constexpr):
    """z P(z)"""
    if EXACT:
        y = z * (0.5 + 0.5 * tl.math.erf(z * 0.7071067811865476))
    else:
        a = distance(z)
        q = -0.0539600677 + a * (
            0.00850789014 + a * (-0.000930524641 + a * (6.15982667e-05 - a * 1.83481006e-06))
        )
        y = tl.maximum(z, 0.0) - a * tl.exp2(-0.999995295 + a * (-1.15125104 + a * (-0.458464395 + a * q)))
    return y


@triton.jit
def gelu_slope(z, EXACT: tl.constexpr):
    """P(z) + z p(z)"""
    if EXACT:
        slope = (
            0.5 + 0.5 * tl.math.erf(z * 0.7071067811865476) + z * (0.3989422804014327 * tl.exp(-0.5 * z * z))
        )
    else:
        a = distance(z)
        w = -0.125826942 + a * (0.0499400305 + a * (-0.0139236008 + a * (0.00231906914 - a * 0.000168557288)))
        below = tl.exp2(-0.7213475204444817 * a * a) * (
            0.499996039 + a * (-0.797662377 + a * (0.247959642 + a * w))
        )
        slope = tl.where(z < 0, below, 1.0 - below)
    return slope


@triton.jit
def bias_gelu_forward_kernel(
    x_ptr, bias_ptr, y_ptr, x_stride, n_rows,
    N: tl.constexpr, EXACT: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """One tile a program: (rows, columns) of the grid."""
    rows = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    bias = tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    z = load_rows(x_ptr, rows, x_stride, columns, n_rows, N) + bias
    store_rows(y_ptr, gelu(z, EXACT), rows, columns, n_rows, N)


@triton.jit
def bias_gelu_backward_kernel(
    dy_ptr, x_ptr, bias_ptr, dx_ptr, partial_ptr, dy_stride, x_stride, n_rows,
    N: tl.constexpr, EXACT: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, STAGES: tl.constexpr,
):  # fmt: skip
    """Each program takes every num_programs-th group of ROWS rows of its columns.

    partial (programs, N) gets its sums of dx.
    """
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    bias = tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]
    db = tl.zeros([ROWS, BLOCK], tl.float32)
    for first in tl.range(tl.program_id(0) * ROWS, n_rows, tl.num_programs(0) * ROWS, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        z = load_rows(x_ptr, rows, x_stride, columns, n_rows, N, True) + bias
        dx = load_rows(dy_ptr, rows, dy_stride, columns, n_rows, N, True) * gelu_slope(z, EXACT)
        store_rows(dx_ptr, dx, rows, columns, n_rows, N)
        db += dx  # beyond the last row dy is 0
    tl.store(partial_ptr + tl.program_id(0).to(tl.int64) * N + columns, tl.sum(db, axis=0), mask=columns < N)


def bias_gelu_tile(N: int, columns: int, per_thread: int) -> dict:
    """Rows and columns of a program's tile, and its warps."""
    BLOCK = min(triton.next_power_of_2(N), columns)
    ROWS = max(TILE // BLOCK, 1)
    return {"ROWS": ROWS, "BLOCK": BLOCK, "num_warps": warps_for(ROWS * BLOCK, per_thread)}


def bias_gelu_forward(x: Tensor, bias: Tensor) -> Tensor:
    """y like x (..., N), for a bias (N,)."""
    x_MN = as_rows(x)
    M, N = x_MN.shape
    y = x.new_empty(x.shape)
    tile = bias_gelu_tile(N, *GELU_FORWARD)
    grid = triton.cdiv(M, tile["ROWS"]), triton.cdiv(N, tile["BLOCK"])
    launch(
        bias_gelu_forward_kernel, grid,
        x_MN, unit_stride(bias), y, x_MN.stride(0), M,
        N=N, EXACT=x.dtype == torch.float32, **tile,
    )  # fmt: skip
    return y


def bias_gelu_backward(dy: Tensor, x: Tensor, bias: Tensor) -> tuple[Tensor, Tensor]:
    """(dx like x, db like bias): db as one partial sum a program, then their sum, in a fixed order."""
    dy_MN = as_rows(dy)
    x_MN = as_rows(x)
    M, N = x_MN.shape
    columns, per_thread, per_sm, stages = GELU_BACKWARD
    tile = bias_gelu_tile(N, columns, per_thread)
    across = triton.cdiv(N, tile["BLOCK"])
    down = min(triton.cdiv(M, tile["ROWS"]), triton.cdiv(per_sm * multiprocessors(x.device), across))
    dx = x.new_empty(x.shape)
    partial = x.new_empty(down, N, dtype=torch.float32)
    launch(
        bias_gelu_backward_kernel, (down, across),
        dy_MN, x_MN, unit_stride(bias), dx, partial, dy_MN.stride(0), x_MN.stride(0), M,
        N=N, EXACT=x.dtype == torch.float32, STAGES=stages, **tile,
    )  # fmt: skip
    return dx, sum_partials(partial, bias)


def bias_gelu_fake(x: Tensor, bias: Tensor) -> Tensor:
    """What `bias_gelu_forward` returns, without values."""
    return x.new_empty(x.shape)


def bias_gelu_backward_fake(dy: Tensor, x: Tensor, bias: Tensor) -> tuple[Tensor, Tensor]:
    """What `bias_gelu_backward` returns, without values."""
    return x.new_empty(x.shape), bias.new_empty(bias.shape)


bias_gelu_triton = differentiable(
    bias_gelu_forward,
    bias_gelu_backward,
    fake=bias_gelu_fake,
    backward_fake=bias_gelu_backward_fake,
    visible=1,
    keep=lambda inputs, outputs: inputs,
)


@op(
    inputs=bias_gelu_inputs,
    data=("x",),
    cases=[(1, 1), (3, 33), (0, 16), (64, 128), (7, 1000), (2, GELU_FORWARD[0] + 700)],
    bench_shapes=[(65536, 2048), (12288, 1536)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_ff),
    bytes_moved=lambda shape, size: (2 * size * shape[0] * shape[1], 3 * size * shape[0] * shape[1]),
    targets=(
        Target("forward + backward", "copy", 0.85, ((65536, 2048),)),
        Target("forward", "copy", 0.85, ((65536, 2048),)),
    ),
    chart_shapes=((8192, 2048), (16384, 2048), (32768, 2048)),
    tiles=lambda shape, size: (
        Tile("GELU_FORWARD", tuple(itertools.product((512, 2048), (8, 16, 32))), None, "forward"),
        Tile("GELU_BACKWARD", tuple(itertools.product((512, 2048), (8, 16), (4, 8, 16), (1, 2, 3)))),
    ),
)
def bias_gelu(x: Tensor, bias: Tensor, implementation="torch") -> Tensor:
    """Exact GELU of x + bias, x (..., N), bias (N,), in x's dtype.

    What follows a matrix product without a bias of its own.

    Differentiable in both. Raises ValueError for a bias of another shape, or a dtype that the kernels do not
    take.
    """
    check_implementation(implementation, x, bias)
    if x.dim() == 0 or bias.shape != x.shape[-1:]:
        raise ValueError(
            f"bias_gelu of x {tuple(x.shape)} needs a bias of its last dimension, not {tuple(bias.shape)}"
        )
    return bias_gelu_torch(x, bias) if implementation == "torch" else bias_gelu_triton(x, bias)[0]


class TritonLinearGELU(torch.nn.Sequential):
    """torch.nn.Sequential(Linear, GELU) whose bias joins the GELU; the state dict is the same."""

    def __init__(self, width: int, out: int, device=None, dtype=None):
        super().__init__(torch.nn.Linear(width, out, device=device, dtype=dtype), torch.nn.GELU())

    def forward(self, x: Tensor) -> Tensor:
        return bias_gelu(F.linear(x, self[0].weight), self[0].bias, "triton")
