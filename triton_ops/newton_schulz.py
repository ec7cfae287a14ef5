"""Newton-Schulz iteration, which orthogonalizes (Muon).

    X <- X / |X|_F,   then `steps` times   A = X X^T,   B = b A + c A A,   X <- a X + B X    for each X (R, C)

Jordan et al. 2024 (Muon): pushes every singular value of X towards 1 and keeps its singular vectors. The
matrices of one shape go as one stack. A and B are symmetric: the kernel computes the tiles of one triangle
and writes each twice, which halves two of the three products. A tall X is taken by its transpose, a view, so
that A has the smaller side.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from triton_ops.contract import Target, Tile, check_implementation, op
from triton_ops.launch import forward_only, launch
from triton_ops.machine import tl, triton
from triton_ops.tiles import rounded, tile_product

NEWTON_SCHULZ = 3.4445, -4.7750, 2.0315  # a, b, c: steepest at 0, where singular values are lost
SYMMETRIC_TILES = {
    2: (128, 64, 8, 4),
    4: (64, 32, 4, 3),
}  # bytes of an element: rows of a tile, step along the inner dimension,


def newton_schulz_normalized(x: Tensor) -> Tensor:
    """X / |X|_F, as (N, smaller, larger): a tall X transposed."""
    x = x.mT if x.shape[-2] > x.shape[-1] else x
    norm = torch.linalg.vector_norm(
        x, dim=(-2, -1), keepdim=True, dtype=torch.promote_types(x.dtype, torch.float32)
    )
    return (x / (norm + 1e-7)).to(x.dtype)


def newton_schulz_torch(x: Tensor, steps: int) -> Tensor:
    a, b, c = NEWTON_SCHULZ
    tall = x.shape[-2] > x.shape[-1]
    x = newton_schulz_normalized(x)
    for _ in range(steps):
        A = x @ x.mT
        B = torch.baddbmm(A, A, A, beta=b, alpha=c)
        x = torch.baddbmm(x, B, x, beta=a)
    return x.mT if tall else x


def newton_schulz_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """A stack (N, R, C) of gradients, 5 steps."""
    return draw(*shape), 5


@triton.jit
def triangle_place(place):
    """(i, j), i >= j, of a number in 0, 1, ...: row after row of the lower triangle.

    The root may be off by one.
    """
    i = ((tl.sqrt(8.0 * place + 1.0) - 1.0) / 2.0).to(tl.int32)
    i = tl.where(i * (i + 1) // 2 > place, i - 1, i)
    i = tl.where((i + 1) * (i + 2) // 2 <= place, i + 1, i)
    return i, place - i * (i + 1) // 2


@triton.jit
def symmetric_product_kernel(
    x_ptr, y_ptr, out_ptr,
    x_matrix, x_row, x_column, R, C, alpha, beta,
    ADD: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr,
):  # fmt: skip
    """out = alpha X X^T, with ADD + beta Y, of one matrix of a stack.

    One tile of the lower triangle and its mirror a program.

    Y and out (N, R, R) are contiguous, Y is symmetric; x_matrix, x_row, x_column are strides.
    """
    i, j = triangle_place(tl.program_id(0))
    matrix = tl.program_id(1).to(tl.int64)
    rows, others = i * BLOCK + tl.arange(0, BLOCK), j * BLOCK + tl.arange(0, BLOCK)
    inner = tl.arange(0, STEP)
    x_ptr += matrix * x_matrix
    a_ptr = x_ptr + rows[:, None].to(tl.int64) * x_row + inner[None, :] * x_column
    b_ptr = x_ptr + others[None, :].to(tl.int64) * x_row + inner[:, None] * x_column
    total = tl.zeros([BLOCK, BLOCK], tl.float32)
    for start in range(0, C, STEP):
        a = tl.load(a_ptr, mask=(rows < R)[:, None] & (start + inner < C)[None, :], other=0.0)
        b = tl.load(b_ptr, mask=(others < R)[None, :] & (start + inner < C)[:, None], other=0.0)
        total = tile_product(a, b, total, "ieee")
        a_ptr += STEP * x_column
        b_ptr += STEP * x_column
    mask = (rows < R)[:, None] & (others < R)[None, :]
    place = matrix * R * R + rows[:, None].to(tl.int64) * R + others[None, :]
    total *= alpha
    if ADD:
        total += beta * tl.load(y_ptr + place, mask=mask, other=0.0).to(tl.float32)
    total = rounded(total, out_ptr.dtype.element_ty)
    tl.store(out_ptr + place, total, mask=mask)
    if i != j:
        mirror = matrix * R * R + others[:, None].to(tl.int64) * R + rows[None, :]
        tl.store(out_ptr + mirror, tl.trans(total), mask=(others < R)[:, None] & (rows < R)[None, :])


def symmetric_product(x: Tensor, alpha: float = 1.0, y: Tensor | None = None, beta: float = 0.0) -> Tensor:
    """alpha X X^T + beta Y (N, R, R) for a stack X (N, R, C) of any strides and symmetric, contiguous Y."""
    N, R, C = x.shape
    out = x.new_empty(N, R, R)
    widest, longest, warps, stages = SYMMETRIC_TILES[x.element_size()]
    BLOCK, STEP = (
        max(min(triton.next_power_of_2(size), limit), 16) for size, limit in ((R, widest), (C, longest))
    )
    tiles = triton.cdiv(R, BLOCK)
    launch(
        symmetric_product_kernel, (tiles * (tiles + 1) // 2, N),
        x, out if y is None else y, out, *x.stride(), R, C, alpha, beta,
        ADD=y is not None, BLOCK=BLOCK, STEP=STEP, num_warps=warps, num_stages=stages,
    )  # fmt: skip
    return out


def newton_schulz_forward(x: Tensor, steps: int) -> Tensor:
    """Sizes that are no multiple of 16 are padded with zeros, which stay zeros.

    Rows then begin where wide loads may.
    """
    a, b, c = NEWTON_SCHULZ
    tall = x.shape[-2] > x.shape[-1]
    x = newton_schulz_normalized(x)
    R, C = x.shape[1:]
    x = F.pad(x, (0, -C % 16, 0, -R % 16)) if R % 16 or C % 16 else x
    for _ in range(steps):
        A = symmetric_product(x)
        B = symmetric_product(A, c, A, b)
        x = torch.baddbmm(x, B, x, beta=a)
    x = x[:, :R, :C].contiguous()
    return x.mT if tall else x


def newton_schulz_fake(x: Tensor, steps: int) -> Tensor:
    """What `newton_schulz_forward` returns, without values."""
    N, R, C = x.shape
    return x.new_empty(N, C, R).mT if R > C else x.new_empty(N, R, C)


newton_schulz_triton = forward_only(newton_schulz_forward, fake=newton_schulz_fake)


@op(
    inputs=newton_schulz_inputs,
    data=("x",),
    cases=[(1, 1, 1), (3, 23, 40), (0, 4, 8), (2, 70, 18), (1, 65, 80)],
    bench_shapes=[(24, 384, 384), (12, 384, 1536), (8, 2048, 512), (12, 768, 3072)],
    shape=lambda work: (2 * work.n_layers, work.d_ff, work.d_model),
    bytes_moved=lambda shape, size: (2 * size * shape[0] * shape[1] * shape[2], 0),
    flops=lambda shape: (5 * shape[0] * min(shape[1:]) ** 2 * (4 * max(shape[1:]) + 2 * min(shape[1:])), 0),
    targets=(Target("forward", "best", 1.0),),
    chart_shapes=((6, 768, 768), (6, 1024, 4096)),
    tiles=lambda shape, size: (
        Tile(
            "SYMMETRIC_TILES",
            (
                (64, 64, 4, 4),
                (64, 128, 4, 3),
                (128, 64, 4, 3),
                (128, 64, 8, 3),
                (128, 64, 8, 4),
                (128, 128, 8, 2),
                (128, 32, 8, 4),
            ),
            size,
            "forward",
        ),
    ),
)
def newton_schulz(x: Tensor, steps: int = 5, implementation="torch") -> Tensor:
    """The matrices of x (N, R, C) with their singular values pushed to about 1 by `steps` Newton-Schulz
    steps.

    Computed in x's dtype. Not differentiable; autocast does not concern it. Raises ValueError for anything
    but a stack of matrices, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x)
    if x.dim() != 3:
        raise ValueError(f"newton_schulz takes a stack of matrices (N, R, C), not {tuple(x.shape)}")
    with torch.no_grad(), torch.autocast("cuda" if x.is_cuda else "cpu", enabled=False):
        return newton_schulz_torch(x, steps) if implementation == "torch" else newton_schulz_triton(x, steps)
