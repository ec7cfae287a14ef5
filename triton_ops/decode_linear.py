"""A linear layer of few rows.

    y = f(n W^T) (+ residual)      n = x, or x r with r = 1 / sqrt(mean(x^2) + eps);  f(z) = z, or relu(z)^2

A layer of a decoding step: few rows x (M, C) against a matrix W (N, C) that is read once. What surrounds the
product in a transformer rides along: the RMSNorm before it, whose weight the caller has folded into W and
whose r multiplies after the sum, so that it costs one more sum of what is read anyway; the activation; the
residual stream behind it.

One row is a matrix-vector product: each warp reads whole rows of W, 16 bytes a lane, and sums in float32.
More rows are tiles of tl.dot, as small as fill the machine: x is read again by every program, from L2.
"""

from collections.abc import Callable, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from triton_ops.contract import check_implementation, op
from triton_ops.launch import forward_only, launch, matmul_in, unit_stride, without_autocast
from triton_ops.machine import tl, triton
from triton_ops.tiles import rounded, tile_product

# {rows of x, at most: (rows and features of a program, elements of C in one go, warps, stages)}
DECODE_LINEAR_TILES = {
    1: (1, 1, 2048, 1, 1),
    16: (16, 16, 256, 2, 4),
    64: (32, 32, 128, 4, 4),
    1 << 31: (64, 64, 64, 4, 3),
}


@without_autocast
def decode_linear_torch(
    x: Tensor, weight: Tensor, eps: float | None, squared: bool, residual: Tensor | None, dtype: torch.dtype
) -> Tensor:
    """A norm, a product, and what follows."""
    x = x if eps is None else F.rms_norm(x, x.shape[-1:], None, eps)
    y = matmul_in(dtype, x.to(weight.dtype), weight.mT)
    y = F.relu(y).square() if squared else y
    return y if residual is None else y + residual


def decode_linear_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (M, C), weight (N, C), eps, squared, residual (M, N), of a shape (M, N, C, kind).

    Kind is norm, squared or residual. The residual stream is float32: with norm and squared x is that stream,
    with residual x has the weight's dtype, and the product is added to the stream.
    """
    M, N, C, kind = shape
    if kind == "residual":
        return draw(M, C), draw(N, C), None, False, draw(M, N, dtype=torch.float32)
    return draw(M, C, dtype=torch.float32), draw(N, C), 1e-6, kind == "squared", None


@triton.jit
def decode_linear_kernel(
    x_ptr, weight_ptr, residual_ptr, y_ptr,
    x_stride, residual_stride,
    n_rows, n_features, eps,
    C: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr, NORM: tl.constexpr,
    SQUARED: tl.constexpr, RESIDUAL: tl.constexpr,
):  # fmt: skip
    """A program takes a tile (ROWS, BLOCK) of y."""
    features = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    rows = tl.program_id(1) * ROWS + tl.arange(0, ROWS)
    inner = tl.arange(0, STEP)
    x_ptr += rows[:, None].to(tl.int64) * x_stride + inner[None, :]
    weight_ptr += features[:, None].to(tl.int64) * C + inner[None, :]
    mask = (rows < n_rows)[:, None] & (features < n_features)[None, :]
    if RESIDUAL:  # asked for first, so that it is there when the product is
        joined = tl.load(
            residual_ptr + rows[:, None].to(tl.int64) * residual_stride + features[None, :],
            mask=mask,
            other=0.0,
        )
    total, squares = tl.zeros([ROWS, BLOCK], tl.float32), tl.zeros([ROWS], tl.float32)
    for start in range(0, C, STEP):
        x = tl.load(x_ptr + start, mask=(rows < n_rows)[:, None] & (start + inner < C)[None, :], other=0.0)
        weight = tl.load(
            weight_ptr + start,
            mask=(features < n_features)[:, None] & (start + inner < C)[None, :],
            other=0.0,
        )
        wide = x.to(tl.float32)
        if NORM:
            squares += tl.sum(wide * wide, axis=1)
        if ROWS == 1:
            total += tl.sum(wide * weight.to(tl.float32), axis=1)[None, :]
        else:
            total = tile_product(rounded(wide, weight.dtype), tl.trans(weight), total, "ieee")
    if NORM:
        total *= tl.rsqrt(squares / C + eps)[:, None]
    if SQUARED:
        total = tl.maximum(total, 0.0)
        total *= total
    if RESIDUAL:
        total += joined.to(tl.float32)
    tl.store(
        y_ptr + rows[:, None].to(tl.int64) * n_features + features[None, :],
        rounded(total, y_ptr.dtype.element_ty),
        mask=mask,
    )


def decode_linear_forward(
    x: Tensor, weight: Tensor, eps: float | None, squared: bool, residual: Tensor | None, dtype: torch.dtype
) -> Tensor:
    """y (M, N) in `dtype`, contiguous."""
    x = unit_stride(x)
    weight = weight.contiguous()
    M, C = x.shape
    N = weight.shape[0]
    ROWS, BLOCK, STEP, warps, stages = next(tile for rows, tile in DECODE_LINEAR_TILES.items() if M <= rows)
    # float32 is not what this is for: half of the shared memory, by shorter steps
    if weight.element_size() == 4 and ROWS > 1:
        STEP = STEP // 4
        stages = 2
    STEP = min(STEP, max(triton.next_power_of_2(C), 16))
    y = x.new_empty(M, N, dtype=dtype)
    joined = y if residual is None else unit_stride(residual)
    launch(
        decode_linear_kernel, (triton.cdiv(N, BLOCK), triton.cdiv(M, ROWS)),
        x, weight, joined, y, x.stride(0), joined.stride(0), M, N, eps or 0.0,
        C=C, ROWS=ROWS, BLOCK=BLOCK, STEP=STEP, NORM=eps is not None, SQUARED=squared,
        RESIDUAL=residual is not None, num_warps=warps, num_stages=stages,
    )  # fmt: skip
    return y


def decode_linear_fake(
    x: Tensor, weight: Tensor, eps: float | None, squared: bool, residual: Tensor | None, dtype: torch.dtype
) -> Tensor:
    """What `decode_linear_forward` returns, without values."""
    return x.new_empty(x.shape[0], weight.shape[0], dtype=dtype)


def decode_linear_extra_tolerance(named: dict, cotangents: Sequence[Tensor]) -> dict[str, float]:
    """Eager rounds x after its norm, tiles before it.

    Other roundings, each of up to u = eps / 2 of its term x r w. Of a sum of independent ones 6 standard
    deviations, u / sqrt(3) a term, are allowed; of up to 12 terms that is more than can be.
    """
    if named["eps"] is None:
        return {}
    x = named["x"].double()
    weight = named["weight"].double()
    normal = F.rms_norm(x, x.shape[-1:], None, named["eps"])
    moved = (
        6
        / 3**0.5
        * torch.finfo(named["weight"].dtype).eps
        / 2
        * (normal.square() @ weight.square().mT).sqrt()
    )
    moved = moved * (2 * F.relu(normal @ weight.mT) + moved) if named["squared"] else moved
    return {"output 0": moved.max().item() if moved.numel() else 0.0}


decode_linear_triton = forward_only(decode_linear_forward, fake=decode_linear_fake)


@op(
    inputs=decode_linear_inputs,
    data=("x",),
    cases=[
        (1, 1, 1, "norm"),
        (3, 33, 70, "norm"),
        (1, 70, 200, "residual"),
        (0, 5, 16, "residual"),
        (1, 33, 2100, "squared"),
        (18, 20, 130, "squared"),
        (70, 40, 48, "residual"),
    ],
    bench_shapes=[
        (1, 1536, 512, "norm"),
        (64, 1536, 512, "norm"),
        (64, 512, 2048, "residual"),
        (256, 2048, 512, "squared"),
    ],
    shape=lambda work: (work.batch_size, work.d_ff, work.d_model, "squared"),
    extra_tolerance=decode_linear_extra_tolerance,
    bytes_moved=lambda shape, size: (size * shape[1] * shape[2] + 4 * shape[0] * (shape[1] + shape[2]), 0),
    flops=lambda shape: (2 * shape[0] * shape[1] * shape[2], 0),
)
def decode_linear(
    x: Tensor,
    weight: Tensor,
    eps: float | None = None,
    squared: bool = False,
    residual: Tensor | None = None,
    implementation="torch",
) -> Tensor:
    """f(n W^T) (+ residual) of few rows x (M, C), W (N, C).

    n is x, or with `eps` its RMSNorm without a weight; f is relu squared or nothing. y (M, N) has the dtype
    of the stream: residual's, or x's; with `squared`, as the factor of a product to come, the weight's. In
    Triton a float16 weight asks for |x| < 65504, since x is cast before it is scaled. Without a gradient in
    Triton.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, x, weight)
    if (
        x.dim() != 2
        or weight.dim() != 2
        or x.shape[1] != weight.shape[1]
        or (residual is not None and residual.shape != (len(x), len(weight)))
    ):
        shapes = [tuple(t.shape) for t in (x, weight, residual) if t is not None]
        raise ValueError(f"decode_linear takes x (M, C), weight (N, C), residual (M, N), not {shapes}")
    dtype = residual.dtype if residual is not None else weight.dtype if squared else x.dtype
    run = decode_linear_torch if implementation == "torch" else decode_linear_triton
    return run(x, weight, eps, squared, residual, dtype)
