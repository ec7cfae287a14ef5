"""rotary."""

import torch
from torch import Tensor
from triton_ops.contract import Bar, Tile, check_implementation, op
from triton_ops.launch import TILE, differentiable, launch, liger, unit_stride, warps_for
from triton_ops.machine import tl, triton


ROTARY_PER_THREAD = 4  # elements of a half that a thread holds


def rotary_rotated(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """One tensor (B, T, H, D) rotated by angles (T, 1, D/2) in PyTorch."""
    x1, x2 = x.chunk(2, dim=-1)
    return torch.cat([x1 * cos - x2 * sin, x2 * cos + x1 * sin], dim=-1)


def rotary_torch(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    """Eager is fastest with angles of q's dtype: it then moves half-precision data only."""
    cos, sin = cos.to(q.dtype)[:, None], sin.to(q.dtype)[:, None]
    return rotary_rotated(q, cos, sin), rotary_rotated(k, cos, sin)


def rotary_tables(length: int, d_head: int, device=None, base: float = 10000.0) -> tuple[Tensor, Tensor]:
    """cos and sin (length, d_head/2) in float32 of position * theta_i, theta_i = base^(-2i/d_head)."""
    theta = base ** (-torch.arange(0, d_head, 2, dtype=torch.float64, device=device) / d_head)
    angles = torch.outer(torch.arange(length, dtype=torch.float64, device=device), theta)
    return angles.cos().float(), angles.sin().float()


def rotary_inputs(shape, dtype, draw, autocast):
    """q and k (B, T, H, D), cos and sin (T, D/2). Projections give q and k: under autocast they are half precision too."""
    B, T, H, D = shape
    q, k = draw(B, T, H, D).requires_grad_(), draw(B, T, H, D).requires_grad_()
    return q, k, *rotary_tables(T, D, q.device)


@triton.jit
def load_halves(x_ptr, heads, head_stride, columns, H: tl.constexpr, HALF: tl.constexpr):
    """Both halves of the heads of one position, in float32. What is rotated is read by nobody afterwards: others keep the L2 cache."""
    places, mask = x_ptr + heads * head_stride + columns, (heads < H) & (columns < HALF)
    x1 = tl.load(places, mask=mask, other=0.0, eviction_policy="evict_first")
    x2 = tl.load(places + HALF, mask=mask, other=0.0, eviction_policy="evict_first")
    return x1.to(tl.float32), x2.to(tl.float32)


@triton.jit
def store_rotated(y_ptr, x1, x2, heads, columns, cos, sin, H: tl.constexpr, HALF: tl.constexpr):
    """Those halves rotated; y is contiguous."""
    places, mask = y_ptr + heads * 2 * HALF + columns, (heads < H) & (columns < HALF)
    tl.store(places, x1 * cos - x2 * sin, mask=mask)
    tl.store(places + HALF, x2 * cos + x1 * sin, mask=mask)


@triton.jit
def rotary_kernel(
    q_ptr,
    k_ptr,
    cos_ptr,
    sin_ptr,
    q_out_ptr,
    k_out_ptr,
    q_batch,
    q_time,
    q_head,
    k_batch,
    k_time,
    k_head,
    T,
    SIGN: tl.constexpr,
    Q_HEADS: tl.constexpr,
    K_HEADS: tl.constexpr,
    HALF: tl.constexpr,
    HEADS: tl.constexpr,
    BLOCK: tl.constexpr,
):
    """One program a position (b, t), HEADS heads of q and of k at a time: k is on its way before q is written, so that the program
    waits for memory once. *_batch, *_time, *_head are strides."""
    position = tl.program_id(0).to(tl.int64)
    b, t = position // T, position % T
    columns = tl.arange(0, BLOCK)[None, :]
    cos = tl.load(cos_ptr + t * HALF + columns, mask=columns < HALF, other=0.0).to(tl.float32)
    sin = tl.load(sin_ptr + t * HALF + columns, mask=columns < HALF, other=0.0).to(tl.float32) * SIGN
    q_ptr += b * q_batch + t * q_time
    k_ptr += b * k_batch + t * k_time
    q_out_ptr += position * Q_HEADS * 2 * HALF
    k_out_ptr += position * K_HEADS * 2 * HALF
    for first in range(0, Q_HEADS if Q_HEADS > K_HEADS else K_HEADS, HEADS):
        heads = first + tl.arange(0, HEADS)[:, None]
        q1, q2 = load_halves(q_ptr, heads, q_head, columns, Q_HEADS, HALF)
        k1, k2 = load_halves(k_ptr, heads, k_head, columns, K_HEADS, HALF)
        store_rotated(q_out_ptr, q1, q2, heads, columns, cos, sin, Q_HEADS, HALF)
        store_rotated(k_out_ptr, k1, k2, heads, columns, cos, sin, K_HEADS, HALF)


def rotate(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor, sign: int) -> tuple[Tensor, Tensor]:
    """q and k (B, T, heads, D) rotated forth (sign 1) or back (-1), contiguous."""
    q, k = unit_stride(q), unit_stride(k)
    B, T, H, D = q.shape
    out_q, out_k = q.new_empty(q.shape), k.new_empty(k.shape)
    BLOCK = triton.next_power_of_2(D // 2)
    HEADS = max(min(triton.next_power_of_2(max(H, k.shape[2])), TILE // BLOCK), 1)
    launch(
        rotary_kernel,
        (B * T,),
        q,
        k,
        cos.contiguous(),
        sin.contiguous(),
        out_q,
        out_k,
        *q.stride()[:3],
        *k.stride()[:3],
        T,
        SIGN=sign,
        Q_HEADS=H,
        K_HEADS=k.shape[2],
        HALF=D // 2,
        HEADS=HEADS,
        BLOCK=BLOCK,
        num_warps=warps_for(HEADS * BLOCK, ROTARY_PER_THREAD),
    )
    return out_q, out_k


def rotary_forward(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    return rotate(q, k, cos, sin, 1)


def rotary_backward(dq: Tensor, dk: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor]:
    return rotate(dq, dk, cos, sin, -1)


def rotary_fake(q, k, cos, sin):
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
    bench=[(24, 512, 8, 48), (32, 512, 12, 64), (8, 2048, 16, 128)],
    shape=lambda work: (work.batch_size, work.seq_len, work.n_heads, work.d_head),
    traffic=lambda shape, size: (4 * size * shape[0] * shape[1] * shape[2] * shape[3],) * 2,
    peers={
        "liger": lambda q, k, cos, sin: tuple(
            t.transpose(1, 2)
            for t in liger("liger_rope")(
                q.transpose(1, 2), k.transpose(1, 2), cos.repeat(1, 2)[None], sin.repeat(1, 2)[None]
            )
        )
    },
    bars=(Bar("forward + backward", "best", 1.3),),
    sweep=((8, 512, 16, 128), (8, 1024, 16, 128), (8, 4096, 16, 128)),
    tiles=lambda shape, size: (Tile("ROTARY_PER_THREAD", (2, 4, 8, 16)),),
)
def rotary(q: Tensor, k: Tensor, cos: Tensor, sin: Tensor, implementation="torch") -> tuple[Tensor, Tensor]:
    """Rotary positions on q (B, T, H, D) and k (B, T, any number of heads, D) with cos and sin (T, D/2), paired by halves.

    Position t of q and k takes row t of the tables (`rotary_tables`, or rows of it from a later position on). The
    outputs are contiguous, in the dtypes of q and k. Differentiable in q and k, not in the angles.
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
            f"rotary of q {tuple(q.shape)} and k {tuple(k.shape)} takes (B, T, heads, D) with D even, and cos, sin of "
            f"(T, D/2), not {tuple(cos.shape)}, {tuple(sin.shape)}"
        )
    if cos.requires_grad or sin.requires_grad:
        raise ValueError("rotary does not differentiate its angles")
    return rotary_torch(q, k, cos, sin) if implementation == "torch" else rotary_triton(q, k, cos, sin)
