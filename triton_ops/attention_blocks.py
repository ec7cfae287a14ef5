"""What the attention kernels share: loading blocks, what sees what, and the running softmax (`attend`).

After Dao 2023 (FlashAttention-2) and Milakov & Gimelshein 2018: a block of queries stays, blocks of keys
pass, and the sums are rescaled when the maximum grows. kernels.py, decode_attention.py and attention_fp8.py
build on this.

Dimension key: M queries, N keys, D head width; b and h are the program's row of the batch and its head.
"""

import math

from triton_ops.machine import tl, triton
from triton_ops.tiles import rounded, tile_product

# the exponentials are powers of two, which is what the hardware has: exponent = scale LOG2_E
LOG2_E = math.log2(math.e)


@triton.jit
def load_block(pointer, rows, stride, columns, n_rows, D: tl.constexpr, RAGGED: tl.constexpr):
    """A block of rows `stride` apart, as it is stored; RAGGED where it may pass the last row.

    0 outside of (n_rows, D).
    """
    places = pointer + rows[:, None] * stride + columns[None, :]
    if RAGGED:
        block = tl.load(places, mask=(rows < n_rows)[:, None] & (columns < D)[None, :], other=0.0)
    elif columns.shape[0] == D:
        block = tl.load(places)
    else:
        block = tl.load(places, mask=(columns < D)[None, :], other=0.0)
    return block


@triton.jit
def load_at(
    source,
    b, h, start, time, rows, columns, n_rows,
    D: tl.constexpr, DESCRIBED: tl.constexpr, RAGGED: tl.constexpr,
):  # fmt: skip
    """The block of rows from `start` on of a head: of the descriptor `source` (B, heads, T, D), or of the
    pointer `source` to that head's rows, `time` apart. What lies outside is 0 in either: a descriptor's
    copy needs neither addresses nor masks, nor the registers for them.
    """
    if DESCRIBED:
        block = source.load([b, h, start, 0]).reshape([rows.shape[0], columns.shape[0]])
    else:
        block = load_block(
            source + tl.cast(start, tl.int64) * time, rows, time, columns, n_rows - start, D, RAGGED
        )
    return block


@triton.jit
def head_of(source, b, h, batch, head, DESCRIBED: tl.constexpr):
    """`source` as `load_at` takes it: a pointer is moved to its head."""
    if not DESCRIBED:
        source += b * batch + h * head
    return source


@triton.jit
def scores(a, b):
    """a b^T"""
    return tile_product(a, tl.trans(b), tl.zeros([a.shape[0], b.shape[0]], tl.float32), "tf32x3")


@triton.jit
def weighted(p, b, total):
    """total + p b, of float32 p rounded to b's dtype: the stored one, for which there are tensor cores."""
    return tile_product(rounded(p, b.dtype), b, total, "tf32x3")


@triton.jit
def keys_seen(
    first_ptr, past_ptr, row, M, N,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr,
):  # fmt: skip
    """(begin, whole, ragged, end): BLOCK_M queries from `row` on see keys from begin to end.

    Those from whole to ragged all of them see.
    """
    last = tl.minimum(row + BLOCK_M, M) - 1
    begin, whole, ragged, end = row * 0, row * 0, N, N
    if PACKED:
        begin = tl.load(first_ptr + row) // BLOCK_N * BLOCK_N
        whole = tl.cdiv(tl.load(first_ptr + last), BLOCK_N) * BLOCK_N
        ragged, end = tl.load(past_ptr + row), tl.load(past_ptr + last)
    if CAUSAL:
        ragged, end = tl.minimum(ragged, row + 1 + N - M), tl.minimum(end, last + 1 + N - M)
    return begin, whole, tl.maximum(ragged // BLOCK_N * BLOCK_N, whole), end


@triton.jit
def ends_of_rows(first_ptr, past_ptr, rows, M, N, CAUSAL: tl.constexpr, PACKED: tl.constexpr):
    """(first, past): the first key that each query sees, and the one past its last."""
    first, past = rows * 0, rows * 0 + N
    if PACKED:
        first = tl.load(first_ptr + rows, mask=rows < M, other=0)
        past = tl.load(past_ptr + rows, mask=rows < M, other=N)
    if CAUSAL:
        past = tl.minimum(past, rows + 1 + N - M)
    return first, past


@triton.jit
def queries_seeing(
    first_ptr, past_ptr, key, M, N,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, CAUSAL: tl.constexpr, PACKED: tl.constexpr,
):  # fmt: skip
    """(begin, whole, ragged, end): queries from begin to end see some of BLOCK_N keys from `key` on, those
    from whole to ragged see all.
    """
    last = tl.minimum(key + BLOCK_N, N) - 1
    begin, whole, ragged, end = key * 0, key * 0, M, M
    if PACKED:
        begin, whole = tl.load(first_ptr + key), tl.load(first_ptr + last)
        ragged, end = tl.load(past_ptr + key), tl.load(past_ptr + last)
    if CAUSAL:
        begin, whole = tl.maximum(begin, key - (N - M)), tl.maximum(whole, last - (N - M))
    whole = tl.cdiv(whole, BLOCK_M) * BLOCK_M
    return begin // BLOCK_M * BLOCK_M, whole, tl.maximum(ragged // BLOCK_M * BLOCK_M, whole), end


@triton.jit
def ends_of_keys(first_ptr, past_ptr, keys, M, N, CAUSAL: tl.constexpr, PACKED: tl.constexpr):
    """(first, past): the first query that sees each key, and the one past the last."""
    first, past = keys * 0, keys * 0 + M
    if PACKED:
        first = tl.load(first_ptr + keys, mask=keys < N, other=0)
        past = tl.load(past_ptr + keys, mask=keys < N, other=M)
    if CAUSAL:
        first = tl.maximum(first, keys - (N - M))
    return first, past


@triton.jit
def softmax_weights(s, exponent, lse, dtype: tl.constexpr):
    """2^((s - lse) exponent), at most 1 as no score is above lse.

    Forward's maximum is one of these very sums. Tensor cores make a score the same way whichever factor comes
    first; in float32 three products take other turns then, and fp16 would end at 65504: there a minimum makes
    sure.
    """
    if dtype != tl.bfloat16:
        s = tl.minimum(s, lse)
    return tl.exp2((s - lse) * exponent)


@triton.jit
def lowest(exponent, ROWS: tl.constexpr):
    """A maximum of no score yet: finite, scaled too, since -inf - peak must not be NaN where a row sees
    nothing of a block.
    """
    return tl.zeros([ROWS], tl.float32) - 3e38 / tl.maximum(exponent, 1.0)


@triton.jit
def attend(
    y, total, peak, q, k_ptr, v_ptr, b, h, k_time, v_time,
    low, high, first, past, N, exponent,
    D: tl.constexpr, BLOCK_N: tl.constexpr, DESCRIBED: tl.constexpr, MASKED: tl.constexpr,
):  # fmt: skip
    """Takes the keys from `low` to `high` into the running sums.

    y of p v, total of p, both relative to 2^(peak exponent).
    """
    keys, columns = tl.arange(0, BLOCK_N), tl.arange(0, q.shape[1])
    for start in range(low, high, BLOCK_N):
        k = load_at(k_ptr, b, h, start, k_time, keys, columns, N, D, DESCRIBED, MASKED)
        s = scores(q, k)
        if MASKED:
            s = tl.where((start + keys >= first[:, None]) & (start + keys < past[:, None]), s, float("-inf"))
        higher = tl.maximum(peak, tl.max(s, axis=1))
        if q.dtype == tl.bfloat16:
            # One instruction, and what it rounds is in y and in total. Not in fp16, which ends at 65504:
            # there y has to be v where p is 1.
            p = tl.exp2(tl.fma(s, exponent, -(higher * exponent)[:, None]))
        else:
            p = softmax_weights(s, exponent, higher[:, None], q.dtype)
        shrunk = tl.exp2((peak - higher) * exponent)
        v = load_at(v_ptr, b, h, start, v_time, keys, columns, N, D, DESCRIBED, MASKED)
        y = weighted(p, v, y * shrunk[:, None])
        total = total * shrunk + tl.sum(p, axis=1)
        peak = higher
    return y, total, peak


@triton.jit
def place_of_program(blocks, BY_BLOCK: tl.constexpr):
    """(block, head): the blocks of one head side by side, so that its keys stay in the L2 cache; or BY_BLOCK
    all heads' first blocks first, so that the longest rows of all are not the last ones to be begun.
    """
    program, block, head = tl.program_id(0), tl.program_id(0) % blocks, tl.program_id(0) // blocks
    if BY_BLOCK:
        heads = tl.num_programs(0) // blocks
        block, head = program // heads, program % heads
    return block, head.to(tl.int64)
