"""Attention of one query a row over a cache.

    y = softmax(scale q k^T) v       one query a row, the keys of places first_b <= j < length_b of a cache

One query uses a cache once: the op reads it at the memory's rate or loses. Rows and heads alone are too few
programs, so that the keys of a row are split as well (Flash-Decoding, Dao et al. 2023), and a second kernel
adds the splits up, each relative to its own maximum. The heads that share keys are in one product.

`first` and `length` are read on the device: nothing of a launch depends on them, and a captured graph stays
right while rows grow. What lies outside of them is never read, so that it may be anything.
"""

import functools
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel

from triton_ops.attention_blocks import LOG2_E, attend, load_block, lowest
from triton_ops.attention_reference import SDPA_BACKENDS, check_heads, positive_scale, sdpa
from triton_ops.contract import Target, Tile, check_implementation, op
from triton_ops.launch import consumed_dtype, forward_only, launch, unit_stride, warps_for
from triton_ops.machine import INTERPRETED, tl, triton
from triton_ops.tiles import rounded

DECODE_PROGRAMS = 512  # of a launch, from which on keys are not split further
DECODE_SPLITS = 64  # at most: what the second kernel adds up in one block
# {(padded head width, bytes an element): (keys in one go, warps, stages)}
DECODE_TILES = {(64, 2): (64, 4, 3), (128, 2): (64, 4, 3), (64, 4): (64, 4, 2), (128, 4): (32, 4, 2)}


def decode_attention_torch(
    q: Tensor, keys: Tensor, values: Tensor, first: Tensor, length: Tensor, scale: float
) -> Tensor:
    """PyTorch's kernels with a mask. A row without keys gives 0."""
    places = torch.arange(keys.shape[1], device=q.device)
    seen = ((places >= first[:, None]) & (places < length.reshape(-1, 1)))[:, None, None]
    y = sdpa(
        *(t.transpose(1, 2) for t in (q, keys, values)),
        attn_mask=seen,
        scale=scale,
        enable_gqa=q.shape[2] != keys.shape[2],
    )
    return y.masked_fill(~seen.any(-1, keepdim=True), 0.0).transpose(1, 2)


def decode_attention_pinned(backend: str, q, keys, values, first, length, scale) -> Tensor:
    """PyTorch's form by one of its backends."""
    with sdpa_kernel(getattr(SDPBackend, backend)):
        return decode_attention_torch(q, keys, values, first, length, scale)


def decode_attention_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """q (B, 1, H, D), keys and values (B, T, K, D), first (B,), length (B,), scale.

    Row 0 is full, later ones begin later and end earlier.
    """
    B, T, H, K, D = shape
    q = draw(B, 1, H, D)
    keys = draw(B, T, K, D)
    values = draw(B, T, K, D)
    rows = torch.arange(B, device=q.device)
    return q, keys, values, rows % 4 * T // 16, T - rows % 3 * T // 8, D**-0.5


@triton.jit
def decode_attention_kernel(
    q_ptr, k_ptr, v_ptr, first_ptr, length_ptr, y_ptr, partial_ptr, statistics_ptr,
    q_batch, q_head, k_batch, k_time, k_head, v_batch, v_time, v_head, length_batch,
    B, T, exponent,
    H: tl.constexpr, GROUP: tl.constexpr, D: tl.constexpr, SPLITS: tl.constexpr, ROWS: tl.constexpr,
    BLOCK_D: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    """A program takes one split of one row's keys for the GROUP heads that share them.

    With one split it writes y.
    """
    split, pair = tl.program_id(0) % SPLITS, (tl.program_id(0) // SPLITS).to(tl.int64)
    b, kv = pair // (H // GROUP), pair % (H // GROUP)
    first = tl.maximum(tl.load(first_ptr + b), 0).to(tl.int32)
    past = tl.minimum(tl.load(length_ptr + b * length_batch), T).to(tl.int32)
    share = tl.cdiv(tl.cdiv(tl.maximum(past - first, 0), SPLITS), BLOCK_N) * BLOCK_N
    low = first + split * share
    high = tl.minimum(low + share, past)
    whole = low + tl.maximum(high - low, 0) // BLOCK_N * BLOCK_N
    group, columns = tl.arange(0, ROWS), tl.arange(0, BLOCK_D)
    heads = kv * GROUP + group
    q = load_block(q_ptr + b * q_batch + kv * GROUP * q_head, group, q_head, columns, GROUP, D, True)
    k_ptr += b * k_batch + kv * k_head
    v_ptr += b * v_batch + kv * v_head
    y = tl.zeros([ROWS, BLOCK_D], tl.float32)
    total = tl.zeros([ROWS], tl.float32)
    peak = lowest(exponent, ROWS)
    begin, end = group * 0, group * 0 + high
    y, total, peak = attend(
        y, total, peak, q, k_ptr, v_ptr, 0, 0, k_time, v_time, low, whole, begin, end, high, exponent, D,
        BLOCK_N, False, False,
    )  # fmt: skip
    y, total, peak = attend(
        y, total, peak, q, k_ptr, v_ptr, 0, 0, k_time, v_time, whole, high, begin, end, high, exponent, D,
        BLOCK_N, False, True,
    )  # fmt: skip
    mask = (group < GROUP)[:, None] & (columns < D)[None, :]
    if SPLITS == 1:
        y = y / tl.where(total == 0.0, 1.0, total)[:, None]
        tl.store(
            y_ptr + (b * H + heads)[:, None] * D + columns[None, :],
            rounded(y, y_ptr.dtype.element_ty),
            mask=mask,
        )
    else:
        place = (b * H + heads) * SPLITS + split
        tl.store(partial_ptr + place[:, None] * D + columns[None, :], y, mask=mask)
        tl.store(statistics_ptr + place, peak, mask=group < GROUP)
        tl.store(statistics_ptr + tl.cast(B, tl.int64) * H * SPLITS + place, total, mask=group < GROUP)


@triton.jit
def decode_attention_sum_kernel(
    partial_ptr, statistics_ptr, y_ptr, n_rows, exponent,
    D: tl.constexpr, SPLITS: tl.constexpr, BLOCK_D: tl.constexpr,
):  # fmt: skip
    """y (n_rows, D) of one head: the splits' sums, relative to 2^(maximum times exponent), brought to one.
    Splits without keys have a total of 0.
    """
    row, splits, columns = tl.program_id(0).to(tl.int64), tl.arange(0, SPLITS), tl.arange(0, BLOCK_D)
    place = row * SPLITS + splits
    peak = tl.load(statistics_ptr + place)
    share = tl.exp2((peak - tl.max(peak, axis=0)) * exponent)
    total = tl.sum(share * tl.load(statistics_ptr + tl.cast(n_rows, tl.int64) * SPLITS + place), axis=0)
    parts = tl.load(
        partial_ptr + place[:, None] * D + columns[None, :], mask=(columns < D)[None, :], other=0.0
    )
    y = tl.sum(parts * share[:, None], axis=0) / tl.where(total == 0.0, 1.0, total)
    tl.store(y_ptr + row * D + columns, rounded(y, y_ptr.dtype.element_ty), mask=columns < D)


def decode_attention_forward(
    q: Tensor, keys: Tensor, values: Tensor, first: Tensor, length: Tensor, scale: float
) -> Tensor:
    """y (B, 1, H, D), contiguous. Shapes alone decide the launches."""
    q = unit_stride(q)
    keys = unit_stride(keys)
    values = unit_stride(values)
    B, _, H, D = q.shape
    T, K = keys.shape[1:3]
    BLOCK_D = max(triton.next_power_of_2(D), 16)
    BLOCK_N, warps, stages = DECODE_TILES[max(BLOCK_D, 64), q.dtype.itemsize]
    if INTERPRETED:
        BLOCK_N = 16
    wanted = max(min(DECODE_PROGRAMS // max(B * K, 1), triton.cdiv(T, BLOCK_N), DECODE_SPLITS), 1)
    SPLITS = 1 << (wanted.bit_length() - 1)
    y = q.new_empty(q.shape)
    partial = q.new_empty(B, H, SPLITS, D, dtype=torch.float32)
    statistics = q.new_empty(2, B, H, SPLITS, dtype=torch.float32)  # of each split: maximum, total
    launch(
        decode_attention_kernel, (B * K * SPLITS,),
        q, keys, values, first, length, y, partial, statistics, q.stride(0), q.stride(2),
        *keys.stride()[:3], *values.stride()[:3], 0 if length.numel() == 1 else length.stride(0), B, T,
        scale * LOG2_E,
        H=H, GROUP=H // K, D=D, SPLITS=SPLITS, ROWS=max(triton.next_power_of_2(H // K), 16),
        BLOCK_D=BLOCK_D, BLOCK_N=BLOCK_N, num_warps=warps, num_stages=stages,
    )  # fmt: skip
    if SPLITS > 1:
        launch(
            decode_attention_sum_kernel, (B * H,),
            partial, statistics, y, B * H, scale * LOG2_E,
            D=D, SPLITS=SPLITS, BLOCK_D=BLOCK_D, num_warps=warps_for(SPLITS * BLOCK_D),
        )  # fmt: skip
    return y


def decode_attention_fake(
    q: Tensor, keys: Tensor, values: Tensor, first: Tensor, length: Tensor, scale: float
) -> Tensor:
    """What `decode_attention_forward` returns, without values."""
    return q.new_empty(q.shape)


decode_attention_triton = forward_only(decode_attention_forward, fake=decode_attention_fake)


@op(
    inputs=decode_attention_inputs,
    data=("q", "keys", "values"),
    cases=[
        (1, 1, 1, 1, 16),
        (3, 70, 4, 2, 48),
        (2, 33, 1, 1, 20),
        (0, 5, 2, 2, 16),
        (1, 130, 3, 1, 64),
        (2, 5, 1, 1, 128),
    ],
    bench_shapes=[(1, 2048, 8, 8, 48), (64, 2048, 8, 8, 64), (8, 2048, 32, 8, 128)],
    shape=lambda work: (work.batch_size, work.seq_len, work.n_heads, work.n_heads, work.d_head),
    bytes_moved=lambda shape, size: (2 * size * shape[0] * shape[1] * shape[3] * shape[4], 0),
    baselines={
        name: functools.partial(decode_attention_pinned, run.args[0]) for name, run in SDPA_BACKENDS.items()
    },
    targets=(Target("forward", "best", 1.2),),
    chart_shapes=((1, 8192, 8, 8, 64), (64, 512, 8, 8, 64), (64, 8192, 8, 8, 64)),
    tiles=lambda shape, size: (
        Tile("DECODE_PROGRAMS", (256, 512, 1024, 2048), None, "forward"),
        Tile(
            "DECODE_TILES",
            ((32, 4, 3), (64, 2, 3), (64, 4, 2), (64, 4, 3), (64, 4, 4), (128, 4, 2), (128, 4, 3)),
            (max(triton.next_power_of_2(shape[4]), 64), size),
            "forward",
        ),
    ),
)
def decode_attention(
    q: Tensor, keys: Tensor, values: Tensor, first: Tensor | None = None, length: Tensor | None = None,
    scale: float | None = None, implementation="torch",
) -> Tensor:  # fmt: skip
    """Attention of one query a row, q (B, 1, H, D), over a cache of keys and values (B, T, K, D).

    The cache may have any strides; K divides H. Row b sees the places first_b <= j < length_b: first (B,) and
    length, (B,) or one number for all, are integer tensors on the device, None for 0 and T. A row that sees
    nothing gives 0. Without a gradient in Triton. Under autocast the operands are cast, the whole cache where
    it has another dtype.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    q, keys, values = (t.to(consumed_dtype(t)) for t in (q, keys, values))
    check_implementation(implementation, q, keys, values)
    check_heads("decode_attention", q, keys, values)
    B, M = q.shape[:2]
    T = keys.shape[1]
    if M != 1:
        raise ValueError(f"decode_attention takes one query a row, q (B, 1, H, D), not {tuple(q.shape)}")
    first = torch.zeros(B, dtype=torch.int64, device=q.device) if first is None else first
    length = torch.full((1,), T, dtype=torch.int64, device=q.device) if length is None else length
    if first.shape != (B,) or (length.numel() != 1 and length.shape != (B,)):
        raise ValueError(
            f"decode_attention of {B} rows takes first ({B},) and length ({B},) or one number, "
            f"not {tuple(first.shape)}, {tuple(length.shape)}"
        )
    run = decode_attention_torch if implementation == "torch" else decode_attention_triton
    return run(q, keys, values, first, length, positive_scale(scale, q.shape[3]))
