"""A multilayer perceptron: two linear layers with SiLU between.

    z = x W1^T + b1,   h = silu(z) = z s,   s = 1 / (1 + exp(-z)),   y = h W2^T + b2
    dh = dy W2,   dz = dh s (1 + z (1 - s)),   dx = dz W1
    dW1 = dz^T x,   db1 = sum dz,   dW2 = dy^T h,   db2 = sum dy

x (M, C), W1 (F, C), W2 (O, F); a bias may be absent. Bias and SiLU are an epilogue of the first product, so
that z is written only where a gradient will want it and never read back in forward. One program for both
layers would hold all O outputs of its rows and read both weights for every 64 rows: at O = 512 the L2 cache
is then the limit (147 us at 12288 x 512 x 1365, by its bandwidth), not the tensor cores (50 us). The second
product is cuBLAS's. h and z have rows padded to 16 features.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from triton_ops.contract import Target, Tile, check_implementation, op, shapes_in_words
from triton_ops.launch import (
    TILE,
    consumed_dtype,
    copied_like,
    differentiable,
    gradients_of_present,
    launch,
    load_width,
    matmul_in,
    no_gradient,
    padded_to_16,
    unit_stride,
    without_autocast,
)
from triton_ops.machine import multiprocessors, tl, triton
from triton_ops.tiles import linear_tile, load_rows, rounded, sigmoid, store_rows, sum_partials

# {load_width: (rows, features, step over C, warps, stages)}
MLP_FORWARD = {"wide": (128, 128, 64, 8, 3), "narrow": (64, 64, 32, 4, 2)}
MLP_GROUP = 8  # tiles of rows that go down one column of tiles before the next: what they share stays in L2
MLP_BACKWARD = 128, 4  # features of a tile, its warps
MLP_PROGRAMS_PER_SM = 8


def mlp_torch(x: Tensor, w1: Tensor, b1: Tensor | None, w2: Tensor, b2: Tensor | None) -> Tensor:
    return F.linear(F.silu(F.linear(x, w1, b1)), w2, b2)


def mlp_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (M, C), w1 (F, C), b1 (F,), w2 (O, F), b2 (O,) of (M, C, F, O).

    Under autocast the weights are float32. A fifth entry of the shape names what is None: "no bias", "no
    first bias" or "no second bias".
    """
    M, C, F1, O = shape[:4]
    absent = shape[4] if len(shape) > 4 else ""
    kept = torch.float32 if autocast else dtype
    weights = (
        draw(F1, C, dtype=kept) / C**0.5,
        None if absent in ("no bias", "no first bias") else draw(F1, dtype=kept),
        draw(O, F1, dtype=kept) / F1**0.5,
        None if absent in ("no bias", "no second bias") else draw(O, dtype=kept),
    )
    return tuple(t if t is None else t.requires_grad_() for t in (draw(M, C), *weights))


@triton.jit
def linear_silu_kernel(
    x_ptr, w_ptr, b_ptr, z_ptr, h_ptr, x_stride, n_rows, C, F, WIDTH,
    KEEP: tl.constexpr, BIAS: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr,
    GROUP: tl.constexpr,
):  # fmt: skip
    """One tile (ROWS, BLOCK) of h (n_rows, WIDTH) a program, and with KEEP of z; b is read with BIAS only.

    GROUP rows of tiles are walked column by column.
    """
    down, across = tl.cdiv(n_rows, ROWS), tl.cdiv(WIDTH, BLOCK)
    band = tl.program_id(0) // (GROUP * across)
    height = tl.minimum(down - band * GROUP, GROUP)
    within = tl.program_id(0) - band * GROUP * across
    rows = (band * GROUP + within % height).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    features = within // height * BLOCK + tl.arange(0, BLOCK)
    z = linear_tile(x_ptr, w_ptr, rows, features, x_stride, n_rows, F, C, ROWS, BLOCK, STEP)
    if BIAS:
        z += tl.load(b_ptr + features, mask=features < F, other=0.0).to(tl.float32)[None, :]
    z = rounded(z, x_ptr.dtype.element_ty)
    place = rows[:, None] * WIDTH + features[None, :]
    mask = (rows < n_rows)[:, None] & (features < WIDTH)[None, :]
    if KEEP:
        tl.store(z_ptr + place, z, mask=mask)
    z = z.to(tl.float32)  # as backward will read it
    tl.store(
        h_ptr + place, rounded(z * sigmoid(z, h_ptr.dtype.element_ty), h_ptr.dtype.element_ty), mask=mask
    )


@triton.jit
def silu_backward_kernel(
    dh_ptr, z_ptr, dz_ptr, h_ptr, partial_ptr, n_rows,
    BIAS: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """dz and, made again, h; with BIAS partial (programs, WIDTH) gets each program's sums of dz."""
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    db = tl.zeros([ROWS, BLOCK], tl.float32)
    for first in range(tl.program_id(0) * ROWS, n_rows, tl.num_programs(0) * ROWS):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        z = load_rows(z_ptr, rows, WIDTH, columns, n_rows, WIDTH)
        gate = sigmoid(z, z_ptr.dtype.element_ty)
        dz = load_rows(dh_ptr, rows, WIDTH, columns, n_rows, WIDTH) * gate * (1.0 + z * (1.0 - gate))
        store_rows(dz_ptr, dz, rows, columns, n_rows, WIDTH)
        store_rows(h_ptr, z * gate, rows, columns, n_rows, WIDTH)
        if BIAS:
            db += dz  # beyond the last row dh is 0
    if BIAS:
        tl.store(
            partial_ptr + tl.program_id(0).to(tl.int64) * WIDTH + columns,
            tl.sum(db, axis=0),
            mask=columns < WIDTH,
        )


@without_autocast
def mlp_forward(
    x: Tensor,
    w1: Tensor,
    b1: Tensor | None,
    w2: Tensor,
    b2: Tensor | None,
    gradient: bool,
    dtype: torch.dtype,
) -> tuple[Tensor, Tensor]:
    """(y (M, O), z (M, padded F), or nothing without `gradient`), both in `dtype`."""
    M, C = x.shape
    F1 = w1.shape[0]
    x = unit_stride(x.to(dtype))
    WIDTH = padded_to_16(F1)
    ROWS, BLOCK, STEP, warps, stages = MLP_FORWARD[load_width(x, C)]
    z, h = (x.new_empty(rows, WIDTH) for rows in (M * gradient, M))
    w1 = w1.to(dtype).contiguous()
    launch(
        linear_silu_kernel, (triton.cdiv(M, ROWS) * triton.cdiv(WIDTH, BLOCK),),
        x, w1, w1 if b1 is None else b1.contiguous(), z, h, x.stride(0), M, C, F1, WIDTH,
        KEEP=gradient, BIAS=b1 is not None, ROWS=ROWS, BLOCK=BLOCK, STEP=STEP, GROUP=MLP_GROUP,
        num_warps=warps, num_stages=stages,
    )  # fmt: skip
    return F.linear(h, F.pad(w2.to(dtype), (0, WIDTH - F1)), None if b2 is None else b2.to(dtype)), z


@without_autocast
def mlp_backward(
    dy: Tensor, x: Tensor, w1: Tensor, b1: Tensor | None, w2: Tensor, b2: Tensor | None, z: Tensor
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """The gradients of x, w1, b1, w2, b2, in their dtypes; () of a bias that is absent."""
    M, WIDTH = z.shape
    F1 = w1.shape[0]
    BLOCK, warps = MLP_BACKWARD
    ROWS = TILE // BLOCK
    across = triton.cdiv(WIDTH, BLOCK)
    programs = min(triton.cdiv(M, ROWS), triton.cdiv(MLP_PROGRAMS_PER_SM * multiprocessors(x.device), across))
    dh = dy @ F.pad(w2.to(z.dtype), (0, WIDTH - F1))
    dz = z.new_empty(z.shape)
    h = z.new_empty(z.shape)
    partial = x.new_empty(programs if b1 is not None else 0, WIDTH, dtype=torch.float32)
    launch(
        silu_backward_kernel, (programs, across),
        dh, z, dz, h, partial, M,
        BIAS=b1 is not None, WIDTH=WIDTH, ROWS=ROWS, BLOCK=BLOCK, num_warps=warps,
    )  # fmt: skip
    # all products with aligned rows: what is beyond F is 0
    dx = matmul_in(x.dtype, dz, F.pad(w1.to(z.dtype), (0, 0, 0, WIDTH - F1)))
    dw1 = matmul_in(w1.dtype, dz.T, x.to(z.dtype))
    dw2 = matmul_in(w2.dtype, dy.T, h)
    if WIDTH > F1:
        dw1 = copied_like(dw1[:F1], w1)
        dw2 = copied_like(dw2[:, :F1], w2)
    db1 = no_gradient(x) if b1 is None else sum_partials(partial[:, :F1], b1)
    db2 = no_gradient(x) if b2 is None else copied_like(dy.sum(0, dtype=torch.float32), b2)
    return dx, dw1, db1, dw2, db2


def mlp_fake(
    x: Tensor,
    w1: Tensor,
    b1: Tensor | None,
    w2: Tensor,
    b2: Tensor | None,
    gradient: bool,
    dtype: torch.dtype,
) -> tuple[Tensor, Tensor]:
    """What `mlp_forward` returns, without values."""
    return x.new_empty(x.shape[0], w2.shape[0], dtype=dtype), x.new_empty(
        x.shape[0] * gradient, padded_to_16(w1.shape[0]), dtype=dtype
    )


def mlp_backward_fake(
    dy: Tensor, x: Tensor, w1: Tensor, b1: Tensor | None, w2: Tensor, b2: Tensor | None, z: Tensor
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """What `mlp_backward` returns, without values."""
    return tuple(no_gradient(x) if t is None else t.new_empty(t.shape) for t in (x, w1, b1, w2, b2))


mlp_triton = differentiable(
    mlp_forward,
    mlp_backward,
    fake=mlp_fake,
    backward_fake=mlp_backward_fake,
    visible=1,
    keep=lambda inputs, outputs: (*inputs[:5], outputs[1]),
    spread=gradients_of_present,
)


MLP_NO_BIAS = [(5, 33, 20, 7, "no bias"), (70, 24, 300, 17, "no first bias"), (3, 8, 16, 4, "no second bias")]


@op(
    inputs=mlp_inputs,
    data=("x",),
    cases=[(1, 1, 1, 1), (5, 33, 20, 7), (0, 8, 16, 4), (64, 64, 128, 32), (70, 24, 300, 17), *MLP_NO_BIAS],
    bench_shapes=[(12288, 512, 1365, 512), (12288, 384, 1536, 384)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model, work.d_ff, work.d_model),
    bytes_moved=lambda shape, size: (
        size * (shape[0] * (shape[1] + shape[3]) + shape[2] * (shape[1] + shape[3])),
        2 * size * (shape[0] * (shape[1] + shape[3]) + shape[2] * (shape[1] + shape[3])),
    ),
    flops=lambda shape: tuple(count * shape[0] * shape[2] * (shape[1] + shape[3]) for count in (2, 4)),
    targets=(Target("forward", "best", 1.1, ((12288, 512, 1365, 512),)),),
    chart_shapes=((2048, 512, 1365, 512), (50000, 512, 1365, 512)),
    tiles=lambda shape, size: (
        Tile(
            "MLP_FORWARD",
            (
                (128, 128, 64, 8, 3),
                (128, 128, 64, 8, 4),
                (128, 128, 64, 4, 3),
                (128, 256, 64, 8, 3),
                (256, 128, 64, 8, 3),
                (128, 64, 64, 4, 4),
                (128, 128, 32, 8, 4),
                (64, 256, 64, 8, 3),
            ),
            "wide",
            "forward",
        ),
        Tile("MLP_GROUP", (1, 4, 8, 16), None, "forward"),
        Tile("MLP_BACKWARD", ((256, 4), (512, 4), (512, 8), (128, 4), (1024, 8))),
        Tile("MLP_PROGRAMS_PER_SM", (4, 8, 16)),
    ),
)
def mlp(
    x: Tensor, w1: Tensor, b1: Tensor | None, w2: Tensor, b2: Tensor | None, implementation="torch"
) -> Tensor:
    """Two linear layers with SiLU between: x (..., C), w1 (F, C), b1 (F,), w2 (O, F), b2 (O,) -> (..., O).

    A bias may be None. Under autocast in autocast's dtype, else x's. Differentiable in all five.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    present = [t for t in (x, w1, b1, w2, b2) if t is not None]
    check_implementation(implementation, *present)
    F1, C = w1.shape
    if (
        x.dim() == 0
        or x.shape[-1] != C
        or (b1 is not None and b1.shape != (F1,))
        or w2.shape != (w2.shape[0], F1)
        or (b2 is not None and b2.shape != w2.shape[:1])
    ):
        raise ValueError(
            "mlp takes x (..., C), w1 (F, C), b1 (F,) or None, w2 (O, F), b2 (O,) or None, not "
            + shapes_in_words(x, w1, b1, w2, b2)
        )
    if implementation == "torch":
        return mlp_torch(x, w1, b1, w2, b2)
    gradient = torch.is_grad_enabled() and any(t.requires_grad for t in present)
    return mlp_triton(x.reshape(-1, C), w1, b1, w2, b2, gradient, consumed_dtype(x))[0].view(
        *x.shape[:-1], w2.shape[0]
    )


class TritonMLP(torch.nn.Sequential):
    """torch.nn.Sequential(Linear, SiLU, Linear) by these kernels; the state dict is the same."""

    def __init__(self, width: int, hidden: int, out: int, bias: bool = True, device=None, dtype=None):
        options = {"bias": bias, "device": device, "dtype": dtype}
        first = torch.nn.Linear(width, hidden, **options)
        super().__init__(first, torch.nn.SiLU(), torch.nn.Linear(hidden, out, **options))

    def forward(self, x: Tensor) -> Tensor:
        return mlp(x, self[0].weight, self[0].bias, self[2].weight, self[2].bias, "triton")
