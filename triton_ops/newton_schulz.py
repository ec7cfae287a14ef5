"""Newton-Schulz iteration, which orthogonalizes (Muon).

    X <- X / |X|_F,   then `steps` times   A = X X^T,   B = b A + c A A,   X <- a X + B X    for each X (R, C)

Jordan et al. 2024 (Muon): pushes every singular value of X towards 1 and keeps its singular vectors. The
matrices of one shape go as one stack. A and B are symmetric: the kernel computes the tiles of one triangle
and writes each twice, which halves two of the three products. A tall X is taken by its transpose, so that A
has the smaller side. In half precision the steps of wide matrices are made on A alone (`gram_steps`): the
operations of (768, 3072) are those of 25 whole products of (768, 768), in place of 45.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from triton_ops.contract import Target, Tile, check_implementation, op
from triton_ops.launch import capability_of, forward_only, launch
from triton_ops.machine import INTERPRETED, TensorDescriptor, tl, triton
from triton_ops.tiles import rounded, tile_product

NEWTON_SCHULZ = 3.4445, -4.7750, 2.0315  # a, b, c: steepest at 0, where singular values are lost
GRAM_FROM = 2  # columns a row: from here on steps on A alone take fewer operations
# {bytes of an element, or "described": (rows of a tile, step along the inner dimension, warps, stages)}.
# "described": read by TMA descriptors, in half precision on a Hopper
SYMMETRIC_TILES = {
    "described": (128, 64, 4, 3),
    2: (128, 64, 8, 4),
    4: (64, 32, 4, 3),
}


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
def rows_times_rows(
    x_ptr, z_ptr, rows, others, x_row, x_column, R, C, BLOCK: tl.constexpr, STEP: tl.constexpr
):  # fmt: skip
    """X[rows] Z[others]^T of matrices that pointers lead to."""
    inner = tl.arange(0, STEP)
    a_ptr = x_ptr + rows[:, None].to(tl.int64) * x_row + inner[None, :] * x_column
    b_ptr = z_ptr + others[None, :].to(tl.int64) * x_row + inner[:, None] * x_column
    total = tl.zeros([BLOCK, BLOCK], tl.float32)
    for start in range(0, C, STEP):
        a = tl.load(a_ptr, mask=(rows < R)[:, None] & (start + inner < C)[None, :], other=0.0)
        b = tl.load(b_ptr, mask=(others < R)[None, :] & (start + inner < C)[:, None], other=0.0)
        total = tile_product(a, b, total, "ieee")
        a_ptr += STEP * x_column
        b_ptr += STEP * x_column
    return total


@triton.jit
def symmetric_product_kernel(
    out_ptr, x_ptr, z_ptr, y_ptr,
    x_matrix, x_row, x_column, R, C, alpha, beta, gamma,
    ADD: tl.constexpr, DESCRIBED: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr,
):  # fmt: skip
    """out = alpha X Z^T + gamma I, with ADD + beta Y, symmetric, of one matrix of a stack.

    One tile of the lower triangle and its mirror a program.

    Y and out (N, R, R) are contiguous, Y is symmetric; x_matrix, x_row, x_column are strides of X and Z.
    DESCRIBED: x_ptr and z_ptr are descriptors of blocks (1, BLOCK, STEP).
    """
    i, j = triangle_place(tl.program_id(0))
    matrix = tl.program_id(1).to(tl.int64)
    rows, others = i * BLOCK + tl.arange(0, BLOCK), j * BLOCK + tl.arange(0, BLOCK)
    if DESCRIBED:
        number = tl.program_id(1)
        total = tl.zeros([BLOCK, BLOCK], tl.float32)
        for start in range(0, C, STEP):
            a = x_ptr.load([number, i * BLOCK, start]).reshape([BLOCK, STEP])
            b = z_ptr.load([number, j * BLOCK, start]).reshape([BLOCK, STEP])
            total = tile_product(a, tl.trans(b), total, "ieee")
    else:
        total = rows_times_rows(
            x_ptr + matrix * x_matrix, z_ptr + matrix * x_matrix, rows, others, x_row, x_column, R, C,
            BLOCK, STEP,
        )  # fmt: skip
    mask = (rows < R)[:, None] & (others < R)[None, :]
    place = matrix * R * R + rows[:, None].to(tl.int64) * R + others[None, :]
    total = total * alpha + tl.where(rows[:, None] == others[None, :], gamma, 0.0)
    if ADD:
        total += beta * tl.load(y_ptr + place, mask=mask, other=0.0).to(tl.float32)
    total = rounded(total, out_ptr.dtype.element_ty)
    tl.store(out_ptr + place, total, mask=mask)
    if i != j:
        mirror = matrix * R * R + others[:, None].to(tl.int64) * R + rows[None, :]
        tl.store(out_ptr + mirror, tl.trans(total), mask=(others < R)[:, None] & (rows < R)[None, :])


def is_stack_describable(x: Tensor) -> bool:
    """Whether TMA copies blocks of the stack x: half precision on a Hopper, rows at multiples of 16 bytes."""
    tuned = INTERPRETED or x.itemsize == 2 and capability_of(x.device) in (90, 100)
    places = (x.data_ptr(), *(stride * x.itemsize for stride in x.stride()[:2]))
    return tuned and x.numel() > 0 and x.stride(2) == 1 and not any(place % 16 for place in places)


def symmetric_product(
    x: Tensor, z: Tensor, alpha: float = 1.0, y: Tensor | None = None, beta: float = 0.0, gamma: float = 0.0
) -> Tensor:
    """alpha X Z^T + beta Y + gamma I (N, R, R), where it is symmetric.

    Stacks X and Z (N, R, C) have the same strides; Y is contiguous.
    """
    N, R, C = x.shape
    out = x.new_empty(N, R, R)
    described = is_stack_describable(x) and is_stack_describable(z)
    widest, longest, warps, stages = SYMMETRIC_TILES["described" if described else x.element_size()]
    BLOCK = max(min(triton.next_power_of_2(R), widest), 16)
    STEP = max(min(triton.next_power_of_2(C), longest), 16)
    tiles = triton.cdiv(R, BLOCK)
    factors = (x, z)
    if described:
        shape = (list(x.shape), list(x.stride()), [1, BLOCK, STEP])
        factors = [TensorDescriptor(each, *shape) for each in factors]
    launch(
        symmetric_product_kernel, (tiles * (tiles + 1) // 2, N),
        out, *factors, out if y is None else y, *x.stride(), R, C, alpha, beta, gamma,
        ADD=y is not None, DESCRIBED=described, BLOCK=BLOCK, STEP=STEP, num_warps=warps, num_stages=stages,
    )  # fmt: skip
    return out


def plain_steps(x: Tensor, steps: int) -> Tensor:
    """Of a stack (N, R, C)."""
    a, b, c = NEWTON_SCHULZ
    for _ in range(steps):
        A = symmetric_product(x, x)
        B = symmetric_product(A, A, c, A, b)
        x = torch.baddbmm(x, B, x, beta=a)
    return x


def gram_steps(x: Tensor, steps: int) -> Tensor:
    """Of a stack (N, R, C) of wide matrices: two steps at a time on A = X X^T (N, R, R) alone.

        P = a I + b A + c A^2,   A <- P A P,   Q <- P Q,   at last X <- Q X

    All are polynomials of the first A, so their products are symmetric. Rounding leaves A eigenvalues below
    0, which each step multiplies by twelve or more: of a third step the singular values of X would grow.
    """
    a, b, c = NEWTON_SCHULZ
    for first in range(0, steps, 2):
        A = symmetric_product(x, x)
        Q = symmetric_product(A, A, c, A, b, a)
        if first + 1 < steps:
            A = symmetric_product(symmetric_product(A, Q), Q)
            Q = symmetric_product(symmetric_product(A, A, c, A, b, a), Q)
        x = torch.bmm(Q, x)
    return x


def newton_schulz_forward(x: Tensor, steps: int) -> Tensor:
    """Sizes that are no multiple of 16 are padded with zeros, which stay zeros.

    Rows then begin where wide loads may.
    """
    tall = x.shape[-2] > x.shape[-1]
    x = newton_schulz_normalized(x)
    R, C = x.shape[1:]
    x = F.pad(x, (0, -C % 16, 0, -R % 16)) if R % 16 or C % 16 else x.contiguous()
    in_gram = x.itemsize == 2 and C >= GRAM_FROM * R  # float32 is to be exact
    x = gram_steps(x, steps) if in_gram else plain_steps(x, steps)
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
            "described" if size == 2 else size,
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
