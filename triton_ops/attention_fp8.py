"""Attention in FP8.

    y = softmax(scale q k^T) v

with q, k, v and p in E4M3 (4 bits of exponent, 3 of mantissa, up to 448) and sums in float32.

A block of rows of a head shares one factor, the power of two from max|x| / 448 on: x = factor x8, which bf16
holds exactly. The scores take the factors of their block of queries and of keys, which moves into the
exponent's multiplier; the products with a block of values are finished in float32 and take its factor when
they join the sum. p is stored in E4M3 as 2^8 p, which leaves fewer of the small weights below its smallest
number; y is a quotient, in which the 2^8 cancels. Forward only; a backward finds the numbers that were
multiplied through `rounded_as_e4m3`, and their log-sum-exp. Shah et al. 2024 (FlashAttention-3).

The tensor cores read E4M3 along the summed dimension only: values are stored transposed, (D, N).
"""

import itertools
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from triton_ops.attention_blocks import LOG2_E, ends_of_rows, keys_seen, load_block
from triton_ops.attention_reference import (
    SDPA_BACKENDS,
    attention_flops,
    attention_inputs,
    attention_mask,
    attention_torch,
    check_attention,
    positive_scale,
)
from triton_ops.contract import OPS, Target, Tile, check_implementation, op
from triton_ops.launch import consumed_dtype, forward_only, launch, unit_stride, warps_for
from triton_ops.machine import INTERPRETED, TRITON_AVAILABLE, tl, triton
from triton_ops.tiles import rounded

# {padded head width: (queries that stay, keys that pass, warps, stages)}
E4M3_TILES = {64: (64, 128, 4, 3), 128: (128, 128, 8, 3)}
SMALLEST = tl.constexpr(2.0**-126)  # factor: the smallest normal number
# the interpreter's conversion loses the carry where a mantissa rounds up to 2
E4M3_EXACT = not INTERPRETED and TRITON_AVAILABLE


@triton.jit
def to_e4m3(x, EXACT: tl.constexpr):
    """x, at most 448 in size, rounded to the nearest number of E4M3."""
    if not EXACT:  # to three bits of mantissa by hand, ties to even, so that nothing is left to round
        bits = x.to(tl.int32, bitcast=True)
        x = ((bits + 0x7FFFF + ((bits >> 20) & 1)) & -0x100000).to(tl.float32, bitcast=True)
    return x.to(tl.float8e4nv)


@triton.jit
def quantize_kernel(
    x_ptr, x8_ptr, factor_ptr,
    x_batch, x_time, x_head, T,
    H: tl.constexpr, D: tl.constexpr, TRANSPOSED: tl.constexpr, EXACT: tl.constexpr,
    BLOCK_T: tl.constexpr, BLOCK_D: tl.constexpr,
):  # fmt: skip
    """A program takes BLOCK_T rows of one head of x (B, T, H, D) into x8 (B, H, padded T, BLOCK_D), or with
    its last two dimensions TRANSPOSED, and their factor into factor (B, H, blocks). What is padded becomes
    0.
    """
    blocks = tl.cdiv(T, BLOCK_T)
    block, head = tl.program_id(0) % blocks, (tl.program_id(0) // blocks).to(tl.int64)
    rows, columns = tl.arange(0, BLOCK_T), tl.arange(0, BLOCK_D)
    start = block * BLOCK_T
    x_ptr += head // H * x_batch + start.to(tl.int64) * x_time + head % H * x_head
    x = load_block(x_ptr, rows, x_time, columns, T - start, D, True).to(tl.float32)
    largest = tl.max(tl.max(tl.abs(x), axis=1), axis=0)
    factor = tl.maximum(tl.where(largest > 0.0, largest, 448.0) / 448.0, SMALLEST)
    factor = ((factor.to(tl.int32, bitcast=True) + 0x7FFFFF) & -0x800000).to(tl.float32, bitcast=True)
    tl.store(factor_ptr + head * blocks + block, factor)
    x8 = to_e4m3(tl.minimum(tl.maximum(x / factor, -448.0), 448.0), EXACT)
    x8_ptr += head * blocks * BLOCK_T * BLOCK_D
    if TRANSPOSED:
        tl.store(x8_ptr + columns[None, :].to(tl.int64) * (blocks * BLOCK_T) + start + rows[:, None], x8)
    else:
        tl.store(x8_ptr + (start + rows).to(tl.int64)[:, None] * BLOCK_D + columns[None, :], x8)


@triton.jit
def attend_e4m3(
    y, total, peak, q,
    k_ptr, k_factor_ptr, v_ptr, v_factor_ptr,
    low, high, past, N_padded, exponent,
    EXACT: tl.constexpr, BLOCK_D: tl.constexpr, BLOCK_N: tl.constexpr, MASKED: tl.constexpr,
):  # fmt: skip
    """`attend` on blocks of E4M3: no load needs a mask, since the blocks are padded.

    `total` and y hold 2^8 of their sums.
    """
    keys, columns = tl.arange(0, BLOCK_N), tl.arange(0, BLOCK_D)
    for start in range(low, high, BLOCK_N):
        k = tl.load(k_ptr + tl.cast(start, tl.int64) * BLOCK_D + keys[:, None] * BLOCK_D + columns[None, :])
        s = tl.dot(q, tl.trans(k), tl.zeros([q.shape[0], BLOCK_N], tl.float32))
        if MASKED:
            s = tl.where(start + keys < past[:, None], s, float("-inf"))
        multiplier = exponent * tl.load(k_factor_ptr + start // BLOCK_N)
        higher = tl.maximum(peak, tl.max(s, axis=1) * multiplier)
        p = tl.exp2(s * multiplier - (higher - 8.0)[:, None])
        shrunk = tl.exp2(peak - higher)
        v = tl.load(v_ptr + start + columns[:, None].to(tl.int64) * N_padded + keys[None, :])
        added = tl.dot(to_e4m3(p, EXACT), tl.trans(v), tl.zeros([q.shape[0], BLOCK_D], tl.float32))
        y = y * shrunk[:, None] + added * tl.load(v_factor_ptr + start // BLOCK_N)
        total = total * shrunk + tl.sum(p, axis=1)
        peak = higher
    return y, total, peak


@triton.jit
def attention_e4m3_kernel(
    q_ptr, q_factor_ptr, k_ptr, k_factor_ptr, v_ptr, v_factor_ptr, y_ptr, lse_ptr,
    M, N, exponent,
    H: tl.constexpr, GROUP: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr, EXACT: tl.constexpr,
    BLOCK_D: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    """A program takes BLOCK_M queries of one head, those that see most first."""
    blocks, key_blocks = tl.cdiv(M, BLOCK_M), tl.cdiv(N, BLOCK_N)
    block = blocks - 1 - tl.program_id(0) % blocks
    head, row = (tl.program_id(0) // blocks).to(tl.int64), block * BLOCK_M
    b, h = head // H, head % H
    shared = b * (H // GROUP) + h // GROUP
    rows, columns = row + tl.arange(0, BLOCK_M), tl.arange(0, BLOCK_D)
    N_padded = key_blocks * BLOCK_N
    q = tl.load(q_ptr + (head * blocks * BLOCK_M + rows)[:, None] * BLOCK_D + columns[None, :])
    k_ptr += shared * N_padded * BLOCK_D
    v_ptr += shared * N_padded * BLOCK_D
    k_factor_ptr += shared * key_blocks
    v_factor_ptr += shared * key_blocks
    scaled = exponent * tl.load(q_factor_ptr + head * blocks + block)
    begin, _, ragged, end = keys_seen(q_ptr, q_ptr, row, M, N, BLOCK_M, BLOCK_N, CAUSAL, False)
    _, past = ends_of_rows(q_ptr, q_ptr, rows, M, N, CAUSAL, False)
    y, total = tl.zeros([BLOCK_M, BLOCK_D], tl.float32), tl.zeros([BLOCK_M], tl.float32)
    peak = tl.full([BLOCK_M], -3e38, tl.float32)
    y, total, peak = attend_e4m3(
        y, total, peak, q, k_ptr, k_factor_ptr, v_ptr, v_factor_ptr, begin, ragged, past, N_padded,
        scaled, EXACT, BLOCK_D, BLOCK_N, False,
    )  # fmt: skip
    y, total, peak = attend_e4m3(
        y, total, peak, q, k_ptr, k_factor_ptr, v_ptr, v_factor_ptr, ragged, end, past, N_padded,
        scaled, EXACT, BLOCK_D, BLOCK_N, True,
    )  # fmt: skip
    y_ptr += (b * M * H + h) * D + rows.to(tl.int64)[:, None] * H * D + columns[None, :]
    tl.store(
        y_ptr,
        rounded(y / total[:, None], y_ptr.dtype.element_ty),
        mask=(rows < M)[:, None] & (columns < D)[None, :],
    )
    tl.store(lse_ptr + head * M + rows, (peak + tl.log2(total) - 8.0) / exponent, mask=rows < M)


def as_e4m3(x: Tensor, rows: int, BLOCK_D: int, transposed: bool) -> tuple[Tensor, Tensor]:
    """x (B, T, H, D) in blocks of E4M3, and their factors; see `quantize_kernel`."""
    x = unit_stride(x)
    B, T, H, D = x.shape
    blocks = triton.cdiv(T, rows)
    x8 = x.new_empty(
        B,
        H,
        *((BLOCK_D, blocks * rows) if transposed else (blocks * rows, BLOCK_D)),
        dtype=torch.float8_e4m3fn,
    )
    factor = x.new_empty(B, H, blocks, dtype=torch.float32)
    launch(
        quantize_kernel, (B * H * blocks,),
        x, x8, factor, *x.stride()[:3], T,
        H=H, D=D, TRANSPOSED=transposed, EXACT=E4M3_EXACT, BLOCK_T=rows, BLOCK_D=BLOCK_D,
        num_warps=warps_for(rows * BLOCK_D, per_thread=32),
    )  # fmt: skip
    return x8, factor


def attention_fp8_fake(q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float) -> tuple[Tensor, Tensor]:
    """What `attention_fp8_forward` returns, without values."""
    return q.new_empty(q.shape), q.new_empty(q.shape[0], q.shape[2], q.shape[1], dtype=torch.float32)


def e4m3_tile(D: int) -> tuple[int, int, int, int, int]:
    """(padded head width, queries that stay, keys that pass, warps, stages) for heads of width D."""
    BLOCK_D = max(triton.next_power_of_2(D), 32)
    BLOCK_M, BLOCK_N, warps, stages = E4M3_TILES[max(BLOCK_D, 64)]
    return (BLOCK_D, 32, 32, warps, stages) if INTERPRETED else (BLOCK_D, BLOCK_M, BLOCK_N, warps, stages)


def rounded_as_e4m3(x: Tensor, rows: int, BLOCK_D: int) -> Tensor:
    """x (B, T, H, D) in its own dtype, rounded as `as_e4m3` with these blocks rounds it."""
    B, T, H, D = x.shape
    x8, factor = as_e4m3(x, rows, BLOCK_D, False)
    blocks = x8.view(B, H, -1, rows, BLOCK_D).to(torch.float32) * factor[..., None, None]
    return blocks.to(x.dtype).view(B, H, -1, BLOCK_D)[:, :, :T, :D].transpose(1, 2)


def attention_fp8_forward(
    q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float
) -> tuple[Tensor, Tensor]:
    """(y like q, contiguous; log-sum-exp (B, H, M) of its scores, in units of q k^T)."""
    B, M, H, D = q.shape
    N, K = k.shape[1:3]
    BLOCK_D, BLOCK_M, BLOCK_N, warps, stages = e4m3_tile(D)
    y, lse = attention_fp8_fake(q, k, v, causal, scale)
    blocks = [
        *as_e4m3(q, BLOCK_M, BLOCK_D, False),
        *as_e4m3(k, BLOCK_N, BLOCK_D, False),
        *as_e4m3(v, BLOCK_N, BLOCK_D, True),
    ]
    launch(
        attention_e4m3_kernel, (triton.cdiv(M, BLOCK_M) * B * H,),
        *blocks, y, lse, M, N, scale * LOG2_E,
        H=H, GROUP=H // K, D=D, CAUSAL=causal, EXACT=E4M3_EXACT, BLOCK_D=BLOCK_D, BLOCK_M=BLOCK_M,
        BLOCK_N=BLOCK_N, num_warps=warps, num_stages=stages,
    )  # fmt: skip
    return y, lse


attention_fp8_triton = forward_only(attention_fp8_forward, fake=attention_fp8_fake)


def attention_fp8_inputs(shape: tuple, dtype: torch.dtype, draw: Callable, autocast: bool) -> tuple:
    """q (B, M, H, D), k and v (B, N, K, D), causal, scale, of a shape (B, M, N, H, K, D, kind).

    Those of `attention`, without a gradient.
    """
    q, k, v, causal, scale = attention_inputs(shape, dtype, draw, autocast)[:5]
    return q.detach(), k.detach(), v.detach(), causal, scale


def attention_fp8_extra_tolerance(named: dict, cotangents: Sequence[Tensor]) -> dict[str, float]:
    """Six standard deviations of what rounding q, k, v and p to three bits of mantissa loses.

    A number is off by up to 2^-4 of itself; spread evenly over a binade that is a standard deviation of 2^-3
    / sqrt(12) times the mean of 1 / mantissa^2 to the half, 0.0265 of itself, or one step of its block's
    smallest numbers, at most 2^-9 / 224 of the largest. The roundings are independent: a score's error is the
    root of the sum of its terms' squares, a p is off by its score's error and its own rounding, and y by the
    root of the sum over its keys. That account is linear: where six deviations of a score reach 1, all that
    is sure is that y is a mean of values.
    """
    q, k, v = (named[name].detach().double().transpose(1, 2) for name in ("q", "k", "v"))
    k, v = (t.repeat_interleave(q.shape[1] // t.shape[1], dim=1) for t in (k, v))
    if not q.numel():
        return {}

    def variance(x):
        return (0.0265 * x).square() + (x.abs().max() * 2**-9 / 224).square()

    mask = attention_mask(q.shape[2], k.shape[2], named["causal"], None, q.device)
    worst = 0.0
    for q_b, k_b, v_b in zip(q, k, v):
        s = q_b @ k_b.mT * named["scale"]
        p = (s if mask is None else s.masked_fill(~mask, float("-inf"))).softmax(-1)
        score = named["scale"] ** 2 * (variance(q_b) @ k_b.square().mT + q_b.square() @ variance(k_b).mT)
        # what moves a weight moves the sum of weights too: it counts times v - y
        moved = p.square() * score
        y = p @ v_b
        of_scores = moved @ v_b.square() - 2 * (moved @ v_b) * y + moved.sum(-1, keepdim=True) * y.square()
        of_weights = (
            (0.0265 * p).square() + (p.amax(-1, keepdim=True) * 2**-9 / 256).square()
        ) @ v_b.square()
        deviation = of_scores.clamp(min=0.0) + of_weights + p.square() @ variance(v_b)
        linear = 36 * (score if mask is None else score.where(mask, 0.0)).amax(-1, keepdim=True) < 1
        worst = max(worst, (6 * deviation.sqrt()).where(linear, 2 * v_b.abs().max()).max().item())
    return {"output 0": worst}


def attention_bf16(q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float) -> Tensor:
    """The attention of kernels.py, which is there when its command line times this op."""
    return OPS["attention"].run(q, k, v, causal, scale, implementation="triton")


@op(
    inputs=attention_fp8_inputs,
    data=("q", "k", "v"),
    cases=[
        (1, 1, 1, 1, 1, 16, "full"),
        (1, 33, 70, 2, 1, 48, "causal"),
        (2, 5, 70, 1, 1, 64, "full"),
        (0, 5, 5, 1, 1, 16, "causal"),
        (1, 33, 33, 1, 1, 128, "causal"),
    ],
    bench_shapes=[
        (2, 8192, 8192, 8, 8, 64, "full"),
        (2, 8192, 8192, 8, 8, 128, "full"),
        (1, 16384, 16384, 8, 2, 128, "causal"),
        (4, 1024, 1024, 8, 8, 64, "causal"),
    ],
    shape=lambda work: (
        work.batch_size,
        work.seq_len,
        work.seq_len,
        work.n_heads,
        work.n_heads,
        work.d_head,
        "causal",
    ),
    bytes_moved=lambda shape, size: (
        2 * size * shape[0] * shape[5] * (shape[1] * shape[3] + shape[2] * shape[4]),
        0,
    ),
    flops=lambda shape: (attention_flops(shape)[0], 0),
    extra_tolerance=attention_fp8_extra_tolerance,
    min_capability=(8, 9),
    baselines=SDPA_BACKENDS | {"triton bf16": attention_bf16},
    targets=(
        Target("forward", "TFLOP/s", 450, ((2, 8192, 8192, 8, 8, 64, "full"),)),
        Target("forward", "TFLOP/s", 600, ((2, 8192, 8192, 8, 8, 128, "full"),)),
    ),
    tiles=lambda shape, size: (
        Tile(
            "E4M3_TILES",
            tuple(itertools.product((64, 128), (64, 128), (4, 8), (2, 3, 4))),
            max(triton.next_power_of_2(shape[5]), 64),
            "forward",
        ),
    ),
)
def attention_fp8(
    q: Tensor, k: Tensor, v: Tensor, causal: bool = True, scale: float | None = None, implementation="torch"
) -> Tensor:
    """`attention` whose Triton form multiplies in E4M3, with a factor a block.

    q (B, M, H, D), k and v (B, N, K, D), forward only. In units of the values its root mean square error is
    about 0.05 / sqrt(keys that carry weight), under 1e-2 from some 50 keys on; in units of y, which shrinks
    as fast, it stays at 0.05. PyTorch's form is `attention`'s, at the operands' dtype, which y has too.
    Raises ValueError as `attention` does, and where Triton would need a gradient.
    """
    q, k, v = (t.to(consumed_dtype(t)) for t in (q, k, v))
    if implementation == "torch":
        check_attention(q, k, v, causal)
        return attention_torch(q, k, v, causal, positive_scale(scale, q.shape[3]), None)
    check_implementation(implementation, q, k, v)
    check_attention(q, k, v, causal)
    return attention_fp8_triton(q, k, v, causal, positive_scale(scale, q.shape[3]))[0]
