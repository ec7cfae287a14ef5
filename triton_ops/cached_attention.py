"""The attention of a decoding step, rotation and cache included.

    k_t = R_t k,  v_t = v,  y = softmax(R_t q K^T / sqrt(D)) V    over the places first_b <= j <= t of a cache

The attention of a decoding step in one launch: the new token's query and key are rotated to place t (as
`rotary` does), key and value are written to the cache, and the query sees everything up to itself. As in
decode_attention.py the keys of a row may be split over programs; `first` and `length` = t are read on the
device. The new key stays in registers: the launch that writes it to the cache does not read it there.

One query makes no tiles for tl.dot: scores are sums of products, and each of the BLOCK_N places of a block
keeps its own running maximum, total and output until the end, so that within the loop no thread waits for
another but in the sum over D.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from triton_ops.attention_blocks import LOG2_E
from triton_ops.attention_reference import sdpa
from triton_ops.contract import check_implementation, op
from triton_ops.decode_attention import decode_attention_sum_kernel
from triton_ops.launch import forward_only, launch, unit_stride, warps_for
from triton_ops.machine import INTERPRETED, tl, triton
from triton_ops.rotation import rotary_tables, rotary_torch
from triton_ops.tiles import rounded

CACHED_PROGRAMS = 264  # of a launch, from which on keys are not split further
CACHED_SPLITS = 8  # at most
CACHED_TILES = {2: (32, 4, 3), 4: (32, 4, 2)}  # bytes an element: keys in one go, warps, stages


def cached_attention_torch(
    qkv: Tensor, cache: Tensor, first: Tensor, length: Tensor, cos: Tensor, sin: Tensor
) -> Tensor:
    """Rotation, two copies, attention with a mask."""
    _, B, H, T, D = cache.shape
    q, k, v = (part.to(cache.dtype) for part in qkv.reshape(B, 3, H, D).unbind(1))
    place = length.reshape(1)
    q, k = rotary_torch(q[:, None], k[:, None], cos[place], sin[place])
    cache.index_copy_(3, place, torch.stack([k.transpose(1, 2), v[:, :, None]]))
    places = torch.arange(T, device=qkv.device)
    seen = ((places >= first[:, None]) & (places <= place) | (places == place))[:, None, None]
    return sdpa(q.transpose(1, 2), *cache, attn_mask=seen).flatten(1)


def cached_attention_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """qkv (B, 3 H D), cache (2, B, H, T, D), first (B,), length, cos and sin (T, D/2).

    Half of the cache is full; a row in four begins late.
    """
    B, T, H, D = shape
    first = torch.arange(B, device=draw(0).device) % 4 * T // 8
    return (
        draw(B, 3 * H * D),
        draw(2, B, H, T, D),
        first,
        torch.full((), T // 2, device=first.device),
        *rotary_tables(T, D, first.device),
    )


@triton.jit
def rotated_head(x_ptr, cos, sin, columns, D: tl.constexpr):
    """One head x (D,), rotated, in float32; sin is negative in the first half."""
    x = tl.load(x_ptr + columns, mask=columns < D, other=0.0).to(tl.float32)
    partner = tl.load(x_ptr + (columns + D // 2) % D, mask=columns < D, other=0.0).to(tl.float32)
    return x * cos + partner * sin


@triton.jit
def cached_attention_kernel(
    qkv_ptr, cache_ptr, first_ptr, length_ptr, cos_ptr, sin_ptr, y_ptr, partial_ptr, statistics_ptr,
    qkv_batch, values,
    cache_batch, cache_head, cache_time, B, exponent,
    H: tl.constexpr, D: tl.constexpr, SPLITS: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_N: tl.constexpr,
    STAGES: tl.constexpr,
):  # fmt: skip
    """A program takes one split of one row's keys for one head, the first split the new key as well.

    With one split it writes y.
    """
    split, pair = tl.program_id(0) % SPLITS, (tl.program_id(0) // SPLITS).to(tl.int64)
    b, head, columns = pair // H, pair % H, tl.arange(0, BLOCK_D)
    place, first = tl.load(length_ptr).to(tl.int32), tl.load(first_ptr + b).to(tl.int32)
    share = tl.cdiv(tl.cdiv(tl.maximum(place - first, 0), SPLITS), BLOCK_N) * BLOCK_N
    low = first + split * share
    high = tl.minimum(low + share, place)
    qkv_ptr += b * qkv_batch + head * D
    k_ptr = cache_ptr + b * cache_batch + head * cache_head
    angles = place * (D // 2) + columns % (D // 2)
    cos = tl.load(cos_ptr + angles, mask=columns < D, other=0.0).to(tl.float32)
    sin = tl.load(sin_ptr + angles, mask=columns < D, other=0.0).to(tl.float32) * tl.where(
        columns < D // 2, -1.0, 1.0
    )
    q = rotated_head(qkv_ptr, cos, sin, columns, D) * exponent
    new_k = rounded(rotated_head(qkv_ptr + H * D, cos, sin, columns, D), cache_ptr.dtype.element_ty)
    new_v = rounded(
        tl.load(qkv_ptr + 2 * H * D + columns, mask=columns < D, other=0.0).to(tl.float32),
        cache_ptr.dtype.element_ty,
    )
    y = tl.zeros([BLOCK_N, BLOCK_D], tl.float32)
    total = tl.zeros([BLOCK_N], tl.float32)
    peak = tl.full([BLOCK_N], -3e38, tl.float32)
    for start in tl.range(low, high, BLOCK_N, num_stages=STAGES):
        keys = start + tl.arange(0, BLOCK_N)
        mask = (keys < high)[:, None] & (columns < D)[None, :]
        places = k_ptr + keys[:, None].to(tl.int64) * cache_time + columns[None, :]
        k, v = tl.load(places, mask=mask, other=0.0), tl.load(places + values, mask=mask, other=0.0)
        score = tl.where(keys < high, tl.sum(k.to(tl.float32) * q[None, :], axis=1), -3e38)
        higher = tl.maximum(peak, score)
        fade, share_of_key = tl.exp2(peak - higher), tl.where(keys < high, tl.exp2(score - higher), 0.0)
        y = y * fade[:, None] + share_of_key[:, None] * v.to(tl.float32)
        total, peak = total * fade + share_of_key, higher
    score = tl.where(split == 0, tl.sum(new_k.to(tl.float32) * q, axis=0), -3e38)
    top = tl.maximum(tl.max(peak, axis=0), score)
    fade, share_of_new = tl.exp2(peak - top), tl.where(split == 0, tl.exp2(score - top), 0.0)
    total_of_all = tl.sum(total * fade, axis=0) + share_of_new
    row = tl.sum(y * fade[:, None], axis=0) + share_of_new * new_v.to(tl.float32)
    mine = (columns < D) & (split == 0)
    tl.store(k_ptr + place.to(tl.int64) * cache_time + columns, new_k, mask=mine)
    tl.store(k_ptr + values + place.to(tl.int64) * cache_time + columns, new_v, mask=mine)
    if SPLITS == 1:
        tl.store(
            y_ptr + pair * D + columns, rounded(row / total_of_all, y_ptr.dtype.element_ty), mask=columns < D
        )
    else:
        tl.store(partial_ptr + (pair * SPLITS + split) * D + columns, row, mask=columns < D)
        tl.store(statistics_ptr + pair * SPLITS + split, top)
        tl.store(statistics_ptr + (tl.cast(B, tl.int64) * H + pair) * SPLITS + split, total_of_all)


def cached_attention_forward(
    qkv: Tensor, cache: Tensor, first: Tensor, length: Tensor, cos: Tensor, sin: Tensor
) -> Tensor:
    """y (B, H D), contiguous. Shapes alone decide the launches."""
    assert cache.stride(4) == 1, (
        f"the cache {tuple(cache.shape)} has strides {cache.stride()}: a copy would not be written to"
    )
    qkv = unit_stride(qkv)
    _, B, H, T, D = cache.shape
    BLOCK_N, warps, stages = CACHED_TILES[cache.element_size()]
    if INTERPRETED:
        BLOCK_N = 16
    wanted = max(min(CACHED_PROGRAMS // max(B * H, 1), triton.cdiv(T, BLOCK_N), CACHED_SPLITS), 1)
    SPLITS = 1 << (wanted.bit_length() - 1)
    BLOCK_D = triton.next_power_of_2(D)
    y = cache.new_empty(B, H * D)
    partial = cache.new_empty(B, H, SPLITS, D, dtype=torch.float32)
    statistics = cache.new_empty(2, B, H, SPLITS, dtype=torch.float32)  # of each split: maximum, total
    launch(
        cached_attention_kernel, (B * H * SPLITS,),
        qkv, cache, first, length, cos.contiguous(), sin.contiguous(), y, partial, statistics,
        qkv.stride(0), *cache.stride()[:4], B, D**-0.5 * LOG2_E,
        H=H, D=D, SPLITS=SPLITS, BLOCK_D=BLOCK_D, BLOCK_N=BLOCK_N, STAGES=stages, num_warps=warps,
    )  # fmt: skip
    if SPLITS > 1:
        launch(
            decode_attention_sum_kernel, (B * H,),
            partial, statistics, y, B * H, 1.0,
            D=D, SPLITS=SPLITS, BLOCK_D=BLOCK_D, num_warps=warps_for(SPLITS * BLOCK_D),
        )  # fmt: skip
    return y


def cached_attention_fake(
    qkv: Tensor, cache: Tensor, first: Tensor, length: Tensor, cos: Tensor, sin: Tensor
) -> Tensor:
    """What `cached_attention_forward` returns, without values."""
    return cache.new_empty(cache.shape[1], cache.shape[2] * cache.shape[4])


cached_attention_triton = forward_only(
    cached_attention_forward, fake=cached_attention_fake, mutates=("cache",)
)


@op(
    inputs=cached_attention_inputs,
    data=("qkv", "cache"),
    mutates=("cache",),
    cases=[(1, 1, 1, 2), (3, 70, 2, 48), (0, 5, 2, 16), (5, 40, 1, 20), (2, 300, 1, 64), (1, 9, 3, 128)],
    bench_shapes=[(1, 1024, 8, 64), (64, 1024, 8, 64), (64, 1024, 8, 48)],
    shape=lambda work: (work.batch_size, work.seq_len, work.n_heads, work.d_head),
    bytes_moved=lambda shape, size: (size * shape[0] * shape[1] * shape[2] * shape[3], 0),
)
def cached_attention(
    qkv: Tensor, cache: Tensor, first: Tensor, length: Tensor, cos: Tensor, sin: Tensor,
    implementation="torch",
) -> Tensor:  # fmt: skip
    """Rotary attention of one new token a row over a cache, which gets the token's key and value.

    qkv (B, 3 H D), cache (2, B, H, T, D) of keys and values. The token is at place `length`, one number
    for all, and sees first_b <= j <= length; first (B,) and length are integer tensors on the device. cos and
    sin (T, D/2) as in `rotary`. y (B, H D) has the cache's dtype. Without a gradient in Triton.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    check_implementation(implementation, qkv, cache)
    _, B, H, T, D = cache.shape
    if (
        qkv.shape != (B, 3 * H * D)
        or D % 2
        or first.shape != (B,)
        or length.numel() != 1
        or not cos.shape == sin.shape == (T, D // 2)
    ):
        raise ValueError(
            f"cached_attention over a cache {tuple(cache.shape)} takes qkv {B, 3 * H * D}, D even, "
            f"first {(B,)}, one length, cos and sin {T, D // 2}, "
            f"not {', '.join(str(tuple(t.shape)) for t in (qkv, first, length, cos, sin))}"
        )
    run = cached_attention_torch if implementation == "torch" else cached_attention_triton
    return run(qkv, cache, first, length, cos, sin)
