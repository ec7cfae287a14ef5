"""Several small multilayer perceptrons on one input.

    z_k = x W1_k^T + b1_k,   h_k = silu(z_k) = z_k s_k,   s = 1 / (1 + exp(-z))
    y_k = h_k W2_k^T + b2_k                                                                   k = 1..K
    dh = dy W2,   dz = dh s (1 + z (1 - s)),   dx = sum_k dz_k W1_k
    dW1 = dz^T x,   db1 = sum dz,   dW2 = dy^T h,   db2 = sum dy

x (M, C), W1 (K, F, C), W2 (K, O, F) with O a few: the second product is an epilogue of the first, so h is
never in memory, and z only where a gradient will want it. A bias may be absent. Backward makes dz, db1 and
dW2 in one pass over z; what is left are two large products, which are cuBLAS's. The rows of z are padded to a
multiple of 16 features: an odd F would cost the wide loads. silu(0) = 0 and the padded weights are 0, so
nothing else changes. SiLU: Elfwing, Uchibe & Doya 2018.
"""

import itertools
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from triton_ops.contract import Target, Tile, check_implementation, op, shapes_in_words
from triton_ops.launch import (
    capability_of,
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
from triton_ops.machine import TensorDescriptor, multiprocessors, tl, triton
from triton_ops.tiles import linear_tile, rounded, sigmoid, tile_product

# {how blocks are read: (rows, features, step over C, warps, stages)}. "described": x and W1 by the hardware's
# own copies of blocks (TMA), whose addresses take no registers, so that there is room for larger tiles
HEADS_FORWARD = {"described": (128, 128, 64, 8, 3), "wide": (64, 128, 64, 4, 3), "narrow": (64, 32, 32, 8, 2)}
# {bytes of an element: (rows, features, warps, programs a multiprocessor, stages)}
HEADS_BACKWARD = {2: (32, 64, 4, 4, 2), 4: (32, 32, 4, 4, 1)}


def mlp_heads_torch(x: Tensor, w1: Tensor, b1: Tensor | None, w2: Tensor, b2: Tensor | None) -> Tensor:
    """All first layers as one product, all second ones as one batched product."""
    K, F1, C = w1.shape
    M = x.shape[0]
    first_bias = None if b1 is None else b1.reshape(-1)
    h = F.silu(F.linear(x, w1.reshape(K * F1, C), first_bias)).view(M, K, F1)
    y = torch.bmm(h.transpose(0, 1), w2.mT)
    return (y if b2 is None else (y + b2[:, None]).to(h.dtype)).transpose(0, 1)


def mlp_heads_loop(x: Tensor, w1: Tensor, b1: Tensor | None, w2: Tensor, b2: Tensor | None) -> Tensor:
    none = [None] * len(w1)
    firsts = zip(w1, none if b1 is None else b1)
    seconds = zip(w2, none if b2 is None else b2)
    heads = [F.linear(F.silu(F.linear(x, *first)), *second) for first, second in zip(firsts, seconds)]
    return torch.stack(heads, dim=1)


def mlp_heads_batched(x: Tensor, w1: Tensor, b1: Tensor | None, w2: Tensor, b2: Tensor | None) -> Tensor:
    def linear(inputs, weight, bias):
        if bias is None:
            return torch.bmm(inputs, weight.mT)
        return torch.baddbmm(bias[:, None], inputs, weight.mT)

    h = F.silu(linear(x.expand(len(w1), -1, -1), w1, b1))
    return linear(h, w2, b2).transpose(0, 1)


def mlp_heads_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """x (M, C), w1 (K, F, C), b1 (K, F), w2 (K, O, F), b2 (K, O) of (M, C, F, O, K).

    Under autocast the weights are float32. A sixth entry of the shape names what is None: "no bias", "no
    first bias" or "no second bias".
    """
    M, C, F1, O, K = shape[:5]
    absent = shape[5] if len(shape) > 5 else ""
    kept = torch.float32 if autocast else dtype
    weights = (
        draw(K, F1, C, dtype=kept) / C**0.5,
        None if absent in ("no bias", "no first bias") else draw(K, F1, dtype=kept),
        draw(K, O, F1, dtype=kept) / F1**0.5,
        None if absent in ("no bias", "no second bias") else draw(K, O, dtype=kept),
    )
    return tuple(t if t is None else t.requires_grad_() for t in (draw(M, C), *weights))


@triton.jit
def described_linear_tile(
    x, w1, head, row, feature, C, ROWS: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr
):
    """`linear_tile` of the descriptors x (n_rows, C) and W1 (K, F, C).

    A tile from (row, feature) on of one head, 0 outside of both.
    """
    total = tl.zeros([ROWS, BLOCK], tl.float32)
    for start in range(0, C, STEP):
        weight = w1.load([head, feature, start]).reshape([BLOCK, STEP])
        total = tile_product(x.load([row, start]), tl.trans(weight), total, "ieee")
    return total


@triton.jit
def mlp_heads_forward_kernel(
    x_ptr, w1_ptr, x_source, w1_source,
    b1_ptr, w2_ptr, b2_ptr, y_ptr, z_ptr, x_stride,
    n_rows, C, F, O, WIDTH, K,
    KEEP: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr, OUT: tl.constexpr,
    DESCRIBED: tl.constexpr, FIRST_BIAS: tl.constexpr, SECOND_BIAS: tl.constexpr,
):  # fmt: skip
    """ROWS rows of one head a program, BLOCK features at a time.

    W2 (K, O, WIDTH), y (n_rows, K, O), z (n_rows, K, WIDTH). DESCRIBED: x and W1 are read through their
    descriptors. b1 is read with FIRST_BIAS only, b2 with SECOND_BIAS.
    """
    head = tl.program_id(0).to(tl.int64)
    rows = tl.program_id(1).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    outs = tl.arange(0, OUT)
    w1_ptr += head * F * C
    y = tl.zeros([ROWS, OUT], tl.float32)
    for first in range(0, F, BLOCK):
        features = first + tl.arange(0, BLOCK)
        if DESCRIBED:
            z = described_linear_tile(
                x_source, w1_source, tl.program_id(0), tl.program_id(1) * ROWS, first, C, ROWS, BLOCK, STEP
            )
        else:
            z = linear_tile(x_ptr, w1_ptr, rows, features, x_stride, n_rows, F, C, ROWS, BLOCK, STEP)
        if FIRST_BIAS:
            z += tl.load(b1_ptr + head * F + features, mask=features < F, other=0.0).to(tl.float32)[None, :]
        stored = rounded(z, x_ptr.dtype.element_ty)
        if KEEP:
            tl.store(
                z_ptr + (rows[:, None] * K + head) * WIDTH + features[None, :],
                stored,
                mask=(rows < n_rows)[:, None] & (features < WIDTH)[None, :],
            )
        z = stored.to(tl.float32)  # as backward will read it
        h = rounded(z * sigmoid(z, x_ptr.dtype.element_ty), x_ptr.dtype.element_ty)
        w2 = tl.load(
            w2_ptr + (head * O + outs)[None, :] * WIDTH + features[:, None],
            mask=(outs < O)[None, :] & (features < WIDTH)[:, None],
            other=0.0,
        )
        y = tile_product(h, w2, y, "ieee")
    if SECOND_BIAS:
        y += tl.load(b2_ptr + head * O + outs, mask=outs < O, other=0.0).to(tl.float32)[None, :]
    tl.store(
        y_ptr + (rows[:, None] * K + head) * O + outs[None, :],
        rounded(y, y_ptr.dtype.element_ty),
        mask=(rows < n_rows)[:, None] & (outs < O)[None, :],
    )


@triton.jit
def mlp_heads_backward_kernel(
    dy_ptr, z_ptr, w2_ptr, dz_ptr, partial_ptr, n_rows, O, WIDTH, K,
    ROWS: tl.constexpr, BLOCK: tl.constexpr, OUT: tl.constexpr, STAGES: tl.constexpr,
):  # fmt: skip
    """dz of BLOCK features of one head for every num_programs(0)-th group of ROWS rows, with this program's
    sums for db1 and dW2 in partial (programs, K, 1 + O, WIDTH).
    """
    head = tl.program_id(1).to(tl.int64)
    features, outs = tl.program_id(2) * BLOCK + tl.arange(0, BLOCK), tl.arange(0, OUT)
    w2 = tl.load(
        w2_ptr + (head * O + outs)[:, None] * WIDTH + features[None, :],
        mask=(outs < O)[:, None] & (features < WIDTH)[None, :],
        other=0.0,
    )
    db1, dw2 = tl.zeros([BLOCK], tl.float32), tl.zeros([OUT, BLOCK], tl.float32)
    for first in tl.range(tl.program_id(0) * ROWS, n_rows, tl.num_programs(0) * ROWS, num_stages=STAGES):
        rows = first + tl.arange(0, ROWS).to(tl.int64)
        mask = (rows < n_rows)[:, None] & (features < WIDTH)[None, :]
        place = (rows[:, None] * K + head) * WIDTH + features[None, :]
        dy = tl.load(
            dy_ptr + (rows[:, None] * K + head) * O + outs[None, :],
            mask=(rows < n_rows)[:, None] & (outs < O)[None, :],
            other=0.0,
        )
        z = tl.load(z_ptr + place, mask=mask, other=0.0).to(tl.float32)
        gate = sigmoid(z, z_ptr.dtype.element_ty)
        dz = (
            tile_product(dy, w2, tl.zeros([ROWS, BLOCK], tl.float32), "ieee")
            * gate
            * (1.0 + z * (1.0 - gate))
        )
        tl.store(dz_ptr + place, rounded(dz, dz_ptr.dtype.element_ty), mask=mask)
        db1 += tl.sum(dz, axis=0)
        dw2 = tile_product(tl.trans(dy), rounded(z * gate, dy_ptr.dtype.element_ty), dw2, "ieee")
    partial_ptr += (tl.program_id(0).to(tl.int64) * K + head) * (1 + O) * WIDTH + features
    tl.store(partial_ptr, db1, mask=features < WIDTH)
    tl.store(
        partial_ptr[None, :] + (1 + outs)[:, None] * WIDTH,
        dw2,
        mask=(outs < O)[:, None] & (features < WIDTH)[None, :],
    )


def mlp_heads_fake(
    x: Tensor,
    w1: Tensor,
    b1: Tensor | None,
    w2: Tensor,
    b2: Tensor | None,
    gradient: bool,
    dtype: torch.dtype,
) -> tuple[Tensor, Tensor]:
    """What `mlp_heads_forward` returns, without values."""
    M = x.shape[0]
    K, O, F1 = w2.shape
    return x.new_empty(M, K, O, dtype=dtype), x.new_empty(M * gradient, K, padded_to_16(F1), dtype=dtype)


@without_autocast
def mlp_heads_forward(
    x: Tensor,
    w1: Tensor,
    b1: Tensor | None,
    w2: Tensor,
    b2: Tensor | None,
    gradient: bool,
    dtype: torch.dtype,
) -> tuple[Tensor, Tensor]:
    """(y (M, K, O), z (M, K, padded F), or nothing without `gradient`), both in `dtype`."""
    M, C = x.shape
    K, F1, _ = w1.shape
    O = w2.shape[1]
    y, z = mlp_heads_fake(x, w1, b1, w2, b2, gradient, dtype)
    x = unit_stride(x.to(dtype))
    w2 = F.pad(w2.to(dtype), (0, z.shape[2] - F1))
    w1 = w1.to(dtype).contiguous()
    kind = load_width(x, C)
    described = kind == "wide" and capability_of(x.device) in (90, 100) and M > 0 and w1.data_ptr() % 16 == 0
    ROWS, BLOCK, STEP, warps, stages = HEADS_FORWARD["described" if described else kind]
    sources = (
        (TensorDescriptor.from_tensor(x, [ROWS, STEP]), TensorDescriptor.from_tensor(w1, [1, BLOCK, STEP]))
        if described
        else (x, w1)
    )
    biases = [w2 if bias is None else bias.contiguous() for bias in (b1, b2)]
    launch(
        mlp_heads_forward_kernel, (K, triton.cdiv(M, ROWS)),
        x, w1, *sources, biases[0], w2.contiguous(), biases[1], y, z, x.stride(0), M, C, F1,
        O, z.shape[2], K,
        KEEP=gradient, ROWS=ROWS, BLOCK=BLOCK, STEP=STEP, OUT=max(triton.next_power_of_2(O), 16),
        DESCRIBED=described, FIRST_BIAS=b1 is not None, SECOND_BIAS=b2 is not None, num_warps=warps,
        num_stages=stages,
    )  # fmt: skip
    return y, z


@without_autocast
def mlp_heads_backward(
    dy: Tensor, x: Tensor, w1: Tensor, b1: Tensor | None, w2: Tensor, b2: Tensor | None, z: Tensor
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """The gradients of x, w1, b1, w2, b2, in their dtypes; () of a bias that is absent."""
    M, C = x.shape
    K, F1, _ = w1.shape
    O = w2.shape[1]
    WIDTH = z.shape[2]
    ROWS, BLOCK, warps, per_sm, stages = HEADS_BACKWARD[z.element_size()]
    across = K * triton.cdiv(WIDTH, BLOCK)
    programs = min(triton.cdiv(M, ROWS), triton.cdiv(per_sm * multiprocessors(x.device), across))
    dy = dy.contiguous()
    dz = z.new_empty(z.shape)
    partial = x.new_empty(programs, K, 1 + O, WIDTH, dtype=torch.float32)
    w2_padded = F.pad(w2.to(z.dtype), (0, WIDTH - F1)).contiguous()
    launch(
        mlp_heads_backward_kernel, (programs, K, triton.cdiv(WIDTH, BLOCK)),
        dy, z, w2_padded, dz, partial, M, O, WIDTH, K,
        ROWS=ROWS, BLOCK=BLOCK, OUT=max(triton.next_power_of_2(O), 16), STAGES=stages, num_warps=warps,
    )  # fmt: skip
    dz = dz.view(M, K * WIDTH)
    sums = partial.sum(0)[..., :F1]
    dx = matmul_in(x.dtype, dz, F.pad(w1.to(z.dtype), (0, 0, 0, WIDTH - F1)).reshape(K * WIDTH, C))
    dw1 = matmul_in(w1.dtype, dz.T, x.to(z.dtype)).view(K, WIDTH, C)[:, :F1]
    return (
        dx,
        copied_like(dw1, w1),
        no_gradient(x) if b1 is None else copied_like(sums[:, 0], b1),
        copied_like(sums[:, 1:], w2),
        no_gradient(x) if b2 is None else copied_like(dy.sum(0, dtype=torch.float32), b2),
    )


def mlp_heads_backward_fake(
    dy: Tensor, x: Tensor, w1: Tensor, b1: Tensor | None, w2: Tensor, b2: Tensor | None, z: Tensor
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """What `mlp_heads_backward` returns, without values."""
    return tuple(no_gradient(x) if t is None else t.new_empty(t.shape) for t in (x, w1, b1, w2, b2))


mlp_heads_triton = differentiable(
    mlp_heads_forward,
    mlp_heads_backward,
    fake=mlp_heads_fake,
    backward_fake=mlp_heads_backward_fake,
    visible=1,
    keep=lambda inputs, outputs: (*inputs[:5], outputs[1]),
    spread=gradients_of_present,
)


@op(
    inputs=mlp_heads_inputs,
    data=("x",),
    cases=[
        (1, 1, 1, 1, 1),
        (5, 33, 20, 2, 3),
        (0, 8, 16, 3, 2),
        (64, 64, 128, 3, 2),
        (70, 24, 150, 17, 1),
        (5, 33, 20, 2, 3, "no bias"),
        (70, 24, 150, 3, 2, "no first bias"),
        (3, 8, 16, 4, 2, "no second bias"),
    ],
    bench_shapes=[(12288, 512, 1365, 3, 10)],
    shape=lambda work: (work.batch_size * work.seq_len, work.d_model, work.d_ff, 3, 10),
    bytes_moved=lambda shape, size: (
        size * (shape[0] * (shape[1] + shape[3] * shape[4]) + shape[4] * shape[2] * (shape[1] + shape[3])),
        2
        * size
        * (shape[0] * (shape[1] + shape[3] * shape[4]) + shape[4] * shape[2] * (shape[1] + shape[3])),
    ),
    flops=lambda shape: tuple(
        count * shape[0] * shape[4] * shape[2] * (shape[1] + shape[3]) for count in (2, 4)
    ),
    baselines={"loop": mlp_heads_loop, "bmm": mlp_heads_batched},
    targets=(Target("forward", "best", 1.3), Target("forward + backward", "best", 1.3)),
    chart_shapes=((2048, 512, 1365, 3, 10), (50000, 512, 1365, 3, 10)),
    tiles=lambda shape, size: (
        Tile(
            "HEADS_FORWARD",
            (
                (128, 128, 64, 8, 3),
                (128, 128, 64, 8, 4),
                (128, 128, 32, 8, 4),
                (128, 64, 64, 4, 4),
                (128, 64, 64, 8, 3),
                (64, 128, 64, 4, 3),
                (64, 256, 64, 8, 3),
            ),
            "described",
            "forward",
        ),
        Tile(
            "HEADS_BACKWARD",
            tuple(
                (*tile, per_sm, stages)
                for tile, per_sm, stages in itertools.product(
                    ((32, 64, 4), (32, 128, 4), (32, 128, 8), (16, 128, 4), (16, 256, 8)),
                    (3, 6, 12),
                    (1, 2, 3),
                )
            ),
            size,
        ),
    ),
)
def mlp_heads(
    x: Tensor, w1: Tensor, b1: Tensor | None, w2: Tensor, b2: Tensor | None, implementation="torch"
) -> Tensor:
    """K heads of two layers, SiLU between, on one input x (M, C) -> (M, K, O).

    w1 (K, F, C), b1 (K, F), w2 (K, O, F), b2 (K, O). A bias may be None. Under autocast in autocast's dtype,
    else x's. Differentiable in all five.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    present = [t for t in (x, w1, b1, w2, b2) if t is not None]
    check_implementation(implementation, *present)
    K, F1, C = w1.shape
    if (
        x.dim() != 2
        or x.shape[1] != C
        or (b1 is not None and b1.shape != (K, F1))
        or w2.shape != (K, w2.shape[1], F1)
        or (b2 is not None and b2.shape != w2.shape[:2])
    ):
        raise ValueError(
            "mlp_heads takes x (M, C), w1 (K, F, C), b1 (K, F) or None, w2 (K, O, F), b2 (K, O) or None, not "
            + shapes_in_words(x, w1, b1, w2, b2)
        )
    if implementation == "torch":
        return mlp_heads_torch(x, w1, b1, w2, b2)
    gradient = torch.is_grad_enabled() and any(t.requires_grad for t in present)
    return mlp_heads_triton(x, w1, b1, w2, b2, gradient, consumed_dtype(x))[0]
