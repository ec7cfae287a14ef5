"""Triton functions that several ops share: products, rounding, rows of a matrix, sums over programs."""

import itertools

from torch import Tensor

from triton_ops.interpreter import support_range_of_scalars
from triton_ops.launch import TILE, launch
from triton_ops.machine import INTERPRETED, tl, triton

if INTERPRETED:
    support_range_of_scalars()

WIDEN = tl.constexpr(INTERPRETED)


@triton.jit
def overlap_with_previous_kernel(DEPENDENT: tl.constexpr):
    """Lets the next kernel begin, then waits until the one before has ended and its memory can be read.

    The next one waits here, in the same way, for the end of this one.
    """
    if DEPENDENT:
        tl.extra.cuda.gdc_launch_dependents()
        tl.extra.cuda.gdc_wait()


@triton.jit
def tile_product(a, b, total, PRECISION: tl.constexpr):
    """total + a b, summed in float32; PRECISION is of float32 factors.

    The interpreter has no bf16 arithmetic: there the factors are widened, which is exact.
    """
    if WIDEN:
        a, b = a.to(tl.float32), b.to(tl.float32)
    return tl.dot(a, b, total, input_precision=PRECISION)


@triton.jit
def rounded(x, dtype: tl.constexpr):
    """float32 x in `dtype`, to the nearest, ties to even.

    The interpreter cuts bf16 off instead: there it is made by hand.
    """
    if WIDEN:
        if dtype == tl.bfloat16:
            bits = x.to(tl.int32, bitcast=True)
            x = ((bits + 0x7FFF + ((bits >> 16) & 1)) & -0x10000).to(tl.float32, bitcast=True)
    return x.to(dtype)


@triton.jit
def sigmoid(z, dtype: tl.constexpr):
    """1 / (1 + exp(-z)) of float32 z.

    Where it will be rounded to half precision, by an inverse square root: that is off by 2^-21 of itself, but
    needs no scaling of its operand, as a quotient does.
    """
    if dtype == tl.float32:
        share = tl.sigmoid(z)
    else:
        root = tl.rsqrt(1.0 + tl.exp2(-1.4426950408889634 * z))
        share = root * root
    return share


@triton.jit
def linear_tile(
    x_ptr, weight_ptr, rows, features, x_stride, n_rows, n_features, C,
    ROWS: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr,
):  # fmt: skip
    """A tile (rows, features) of x W^T in float32.

    x (n_rows, C) with rows x_stride apart, W (n_features, C) contiguous.
    """
    inner = tl.arange(0, STEP)
    x_ptr += rows[:, None] * x_stride + inner[None, :]
    weight_ptr += features[None, :].to(tl.int64) * C + inner[:, None]
    total = tl.zeros([ROWS, BLOCK], tl.float32)
    for start in range(0, C, STEP):
        x = tl.load(x_ptr + start, mask=(rows < n_rows)[:, None] & (start + inner < C)[None, :], other=0.0)
        weight = tl.load(
            weight_ptr + start,
            mask=(features < n_features)[None, :] & (start + inner < C)[:, None],
            other=0.0,
        )
        total = tile_product(x, weight, total, "ieee")
    return total


@triton.jit
def load_rows(pointer, rows, stride, columns, n_rows, N: tl.constexpr, ONCE: tl.constexpr = False):
    """A tile (rows, columns) of a matrix whose rows are `stride` apart, in float32, 0 outside of (n_rows, N).
    What is read ONCE, and not again, leaves the L2 cache to other data.
    """
    mask = (rows < n_rows)[:, None] & (columns < N)[None, :]
    places = pointer + rows[:, None] * stride + columns[None, :]
    if ONCE:
        tile = tl.load(places, mask=mask, other=0.0, eviction_policy="evict_first")
    else:
        tile = tl.load(places, mask=mask, other=0.0)
    return tile.to(tl.float32)


@triton.jit
def store_rows(pointer, tile, rows, columns, n_rows, N: tl.constexpr):
    """Writes a tile of a contiguous matrix (n_rows, N)."""
    mask = (rows < n_rows)[:, None] & (columns < N)[None, :]
    tl.store(
        pointer + rows[:, None] * N + columns[None, :], rounded(tile, pointer.dtype.element_ty), mask=mask
    )


@triton.jit
def column_sums_kernel(
    x_ptr, y_ptr, y2_ptr, x_stride, n_rows,
    N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, DEPENDENT: tl.constexpr,
):  # fmt: skip
    """y (N,): the sums of BLOCK columns of x (n_rows, N), whose rows are x_stride apart, a program.

    Those of the grid's second row take the N columns after these, for y2.
    """
    overlap_with_previous_kernel(DEPENDENT)
    columns, part = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), tl.program_id(1)
    total = tl.zeros([ROWS, BLOCK], tl.float32)
    for start in range(0, n_rows, ROWS):
        total += load_rows(
            x_ptr + part * N, start + tl.arange(0, ROWS).to(tl.int64), x_stride, columns, n_rows, N
        )
    sums = tl.sum(total, axis=0)
    if part == 0:
        tl.store(y_ptr + columns, rounded(sums, y_ptr.dtype.element_ty), mask=columns < N)
    else:
        tl.store(y2_ptr + columns, rounded(sums, y2_ptr.dtype.element_ty), mask=columns < N)


SUM_COLUMNS = 8  # of float32: the 32 bytes that memory moves at least
SUM_ROWS = 1024


def sum_partials(partial: Tensor, *like: Tensor):
    """What the programs of a kernel left in partial (programs, N), added up in float32 in the same order
    always, in the dtype of `like` (N,); of partial (programs, 2, N) both sums, for two of those.

    One short launch: PyTorch's sum over so many rows and so few columns, and its cast, cost most of a norm's
    backward.
    """
    programs = partial.shape[0]
    N = partial.shape[-1]
    totals = tuple(t.new_empty(N) for t in like)
    launch(
        column_sums_kernel, (triton.cdiv(N, SUM_COLUMNS), len(like)),
        partial, totals[0], totals[-1], partial.stride(0), programs,
        N=N, ROWS=min(triton.next_power_of_2(max(programs, 1)), SUM_ROWS), BLOCK=SUM_COLUMNS, num_warps=8,
    )  # fmt: skip
    return totals if len(like) > 1 else totals[0]


NORM_BACKWARD_TILES = {
    "several": tuple(itertools.product((4, 8, 16), (1, 2, 4), (1, 2, 3))),
    "one": tuple(itertools.product((4, 8, 16), (1, 2, 4), (1,))),
}


def rows_of_tile(N: int) -> str:
    """How many rows of N a norm's tile has."""
    return "several" if N <= TILE // 2 else "one"
