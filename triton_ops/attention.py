"""attention."""

import functools
import itertools
import math
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel
from triton_ops.contract import Bar, Tile, check_implementation, op
from triton_ops.launch import TILE, consumed_dtype, differentiable, generation, launch, unit_stride, warps_for
from triton_ops.machine import INTERPRETED, TensorDescriptor, tl, triton
from triton_ops.tiles import product, rounded


LOG2_E = math.log2(
    math.e
)  # the exponentials are powers of two, which is what the hardware has: exponent = scale LOG2_E


# (kernel, padded head width, bytes an element): rows that stay, rows that pass, warps, stages; and how those that pass are read, where not by
# pointers but by "descriptors", the hardware's own copies of blocks (TMA); at last, a thread's registers where they are capped, so that one program
# more fits onto a multiprocessor
THREE_PROGRAMS = 168  # registers a thread with which three programs of 4 warps fit onto a multiprocessor


ATTENTION_TILES = {
    ("forward", 64, 2): (64, 64, 4, 3),
    ("forward", 128, 2): (64, 64, 4, 3, "descriptors"),
    ("queries", 64, 2): (64, 64, 4, 2, "descriptors"),
    ("queries", 128, 2): (128, 64, 8, 3),
    ("keys", 64, 2): (64, 64, 4, 2, "descriptors", THREE_PROGRAMS),
    ("keys", 128, 2): (64, 64, 4, 2, "descriptors"),
    ("fused", 64, 2): (64, 64, 4, 2, "descriptors", THREE_PROGRAMS),
    ("fused", 128, 2): (64, 64, 4, 2, "descriptors"),
    ("forward", 64, 4): (64, 32, 4, 2),
    ("forward", 128, 4): (32, 32, 8, 1),
    ("queries", 64, 4): (32, 32, 8, 1),
    ("queries", 128, 4): (16, 32, 8, 1),
    ("keys", 64, 4): (32, 32, 8, 1),
    ("keys", 128, 4): (16, 32, 8, 1),
    ("fused", 64, 4): (32, 32, 8, 1),
    ("fused", 128, 4): (16, 16, 8, 1),
}


ATTENTION_SHORT = 1024  # queries and keys, up to which much of the work is ends and diagonals: smaller tiles, backward in two kernels


ATTENTION_LONG = 4096  # beyond: backward in two kernels again, whose tiles need not suit both of its halves


ATTENTION_TILES_SHORT = ATTENTION_TILES | {
    ("forward", 128, 2): (64, 64, 4, 3),
    ("queries", 64, 2): (64, 32, 4, 3),
    ("keys", 64, 2): (64, 32, 4, 3),
    ("keys", 128, 2): (128, 64, 8, 3),
    ("fused", 64, 2): (64, 32, 4, 3),
    ("fused", 128, 2): (128, 64, 8, 3),
}


ATTENTION_TILES_ELSEWHERE = (
    ATTENTION_TILES
    | {  # not on Hopper: all factors pass through registers, and 99 KB of shared memory have to do
        ("forward", 64, 2): (128, 32, 4, 3),
        ("forward", 128, 2): (128, 64, 8, 3),
        ("queries", 64, 2): (128, 64, 8, 2),
        ("queries", 128, 2): (128, 32, 8, 2),
        ("keys", 64, 2): (128, 32, 8, 2),
        ("keys", 128, 2): (64, 32, 8, 2),
        ("fused", 64, 2): (64, 32, 8, 2),
        ("fused", 128, 2): (64, 32, 8, 2),
    }
)


def document_bounds(documents: Tensor, B: int, T: int) -> Tensor:
    """(2, B, T) int32: the first place of each token's document in its row, and the place past its last.

    documents (n + 1,) are cumulative lengths, from 0, of the documents that fill B rows of T tokens one after the
    other. The end of a row cuts a document; what lies past the last is one more. Nothing waits for the device.
    """
    places = torch.arange(B * T, device=documents.device, dtype=documents.dtype)
    rows = places // max(T, 1) * T
    index = torch.searchsorted(documents, places, right=True)
    edges = torch.cat([documents, documents.new_full((1,), B * T)])
    bounds = (
        torch.stack([torch.maximum(edges[index - 1], rows), torch.minimum(edges[index], rows + T)]) - rows
    )
    return bounds.view(2, B, T).int()


def attention_mask(M: int, N: int, causal: bool, bounds: Tensor | None, device) -> Tensor | None:
    """True where a query sees a key: (M, N), packed (B, 1, M, N); None where all see all."""
    keys, mask = torch.arange(N, device=device), None
    if causal:
        mask = keys <= torch.arange(M, device=device)[:, None] + N - M
    if bounds is not None:
        own = ((keys >= bounds[0, ..., None]) & (keys < bounds[1, ..., None]))[:, None]
        mask = own if mask is None else own & mask
    return mask


def loadable(x: Tensor) -> Tensor:
    """`x`, copied where its rows lie at worse addresses than a new tensor's would."""
    rows = math.gcd(16, x.shape[-1] * x.element_size())
    fine = all(stride * x.element_size() % rows == 0 for stride in x.stride()[:-1])
    fine = fine and (torch.compiler.is_compiling() or x.data_ptr() % 16 == 0)
    return x if fine else x.clone(memory_format=torch.contiguous_format)


def sdpa(q: Tensor, k: Tensor, v: Tensor, **options) -> Tensor:
    """F.scaled_dot_product_attention of (B, heads, T, D) where PyTorch 2.11 alone fails on a GPU: of an empty batch in half precision it
    gives None; of rows that are not aligned "no kernel found to launch", or a kernel that faults."""
    if q.numel() == 0:
        with sdpa_kernel(SDPBackend.MATH):
            return F.scaled_dot_product_attention(q, k, v, **options)
    return F.scaled_dot_product_attention(loadable(q), loadable(k), loadable(v), **options)


def attention_torch(
    q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float, bounds: Tensor | None
) -> Tensor:
    """PyTorch's fused kernels, without a mask where they can do without."""
    M, N = q.shape[1], k.shape[1]
    plain = bounds is None and (not causal or M == N)
    mask = None if plain else attention_mask(M, N, causal, bounds, q.device)
    y = sdpa(
        *(t.transpose(1, 2) for t in (q, k, v)),
        attn_mask=mask,
        is_causal=causal and plain,
        scale=scale,
        enable_gqa=q.shape[2] != k.shape[2],
    )
    return y.transpose(1, 2)


def attention_pinned(backend: str, q, k, v, causal, scale, documents=None, fused=None) -> Tensor:
    """PyTorch's form by one of its backends, which raises RuntimeError where it cannot."""
    with sdpa_kernel(getattr(SDPBackend, backend)):
        return attention_torch(q, k, v, causal, scale, documents)


SDPA_BACKENDS = {
    name: functools.partial(attention_pinned, backend)
    for name, backend in (
        ("cudnn", "CUDNN_ATTENTION"),
        ("flash", "FLASH_ATTENTION"),
        ("efficient", "EFFICIENT_ATTENTION"),
        ("math", "MATH"),
    )
}


def backward_is_one(length: int) -> bool:
    """Whether backward is faster as one launch than as two, where `length` is the longer side."""
    return ATTENTION_SHORT < length <= ATTENTION_LONG


def attention_tiles_to_try(shape, size) -> list[Tile]:
    """Tiles whose float32 sums leave a thread registers for the rest: at most 200 of its 255."""
    D, short, kind = max(triton.next_power_of_2(shape[5]), 64), max(shape[1:3]) <= ATTENTION_SHORT, shape[6]
    table = "ATTENTION_TILES_SHORT" if short else "ATTENTION_TILES"
    sums = {
        "forward": (1, 1),
        "queries": (1, 2),
        "keys": (2, 2),
        "fused": (2, 2),
    }  # rows x D, rows x columns that a program holds
    tiles = []
    fused = "fused" in kind or "apart" not in kind and backward_is_one(max(shape[1:3]))
    backward = ("fused",) if fused else ("queries", "keys")
    for kernel in backward if "fused" in kind or "apart" in kind else ("forward", *backward):
        stages, work = ((2, 3, 4), "forward") if kernel == "forward" else ((1, 2, 3), "forward + backward")
        fit = [
            (stays, passes, warps, depth)
            for stays, passes, warps, depth in itertools.product((64, 128), (32, 64, 128), (4, 8), stages)
            if stays >= 16 * warps
            and stays * (sums[kernel][0] * D + sums[kernel][1] * passes) <= 200 * 32 * warps
        ]
        if size == 2:  # elsewhere than on Hopper these are read by pointers all the same
            fit += [(*tile, "descriptors") for tile in fit if tile[3] in (2, 3)]
            fit += [(*tile, THREE_PROGRAMS) for tile in fit if tile[2] == 4 and sums[kernel] == (2, 2)]
        tiles.append(Tile(table, tuple(fit), (kernel, D, size), work))
    return tiles


def attention_inputs(shape, dtype, draw, autocast):
    """q (B, M, H, D), k and v (B, N, K, D), causal, scale, bounds, fused, of a shape (B, M, N, H, K, D, kind).

    `kind` is words: full or causal; packed, documents of one, two and three sixths of all tokens; backward fused or apart, where it is not to be
    the faster. Projections give the data: under autocast it is half precision too.
    """
    B, M, N, H, K, D, kind = shape
    q, k, v = (draw(B, T, heads, D).requires_grad_() for T, heads in ((M, H), (N, K), (N, K)))
    bounds = None
    if "packed" in kind:
        lengths = [0, *(sorted({B * N * part // 6 for part in (1, 3)} | {B * N}))]
        bounds = document_bounds(torch.tensor(lengths, dtype=torch.int32, device=q.device), B, N)
    return (
        q,
        k,
        v,
        "causal" in kind,
        D**-0.5,
        bounds,
        True if "fused" in kind else False if "apart" in kind else None,
    )


@triton.jit
def load_block(pointer, rows, stride, columns, n_rows, D: tl.constexpr, RAGGED: tl.constexpr):
    """A block of rows `stride` apart, as it is stored; RAGGED where it may pass the last row. 0 outside of (n_rows, D)."""
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
    b,
    h,
    start,
    time,
    rows,
    columns,
    n_rows,
    D: tl.constexpr,
    DESCRIBED: tl.constexpr,
    RAGGED: tl.constexpr,
):
    """The block of rows from `start` on of a head: of the descriptor `source` (B, heads, T, D), or of the pointer `source` to that head's rows,
    `time` apart. What lies outside is 0 in either: a descriptor's copy needs neither addresses nor masks, nor the registers for them."""
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
    return product(a, tl.trans(b), tl.zeros([a.shape[0], b.shape[0]], tl.float32), "tf32x3")


@triton.jit
def weighted(p, b, total):
    """total + p b, of float32 p rounded to b's dtype: the stored one, for which there are tensor cores."""
    return product(rounded(p, b.dtype), b, total, "tf32x3")


@triton.jit
def keys_seen(
    first_ptr,
    past_ptr,
    row,
    M,
    N,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    CAUSAL: tl.constexpr,
    PACKED: tl.constexpr,
):
    """(begin, whole, ragged, end): BLOCK_M queries from `row` on see keys from begin to end; those from whole to ragged all of them see."""
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
def softmax_weights(s, exponent, lse, dtype: tl.constexpr):
    """2^((s - lse) exponent), at most 1 as no score is above lse: forward's maximum is one of these very sums. Tensor cores make a score the same
    way whichever factor comes first; in float32 three products take other turns then, and fp16 would end at 65504: there a minimum makes sure."""
    if dtype != tl.bfloat16:
        s = tl.minimum(s, lse)
    return tl.exp2((s - lse) * exponent)


@triton.jit
def lowest(exponent, ROWS: tl.constexpr):
    """A maximum of no score yet: finite, scaled too, since -inf - peak must not be NaN where a row sees nothing of a block."""
    return tl.zeros([ROWS], tl.float32) - 3e38 / tl.maximum(exponent, 1.0)


@triton.jit
def attend(
    y,
    total,
    peak,
    q,
    k_ptr,
    v_ptr,
    b,
    h,
    k_time,
    v_time,
    low,
    high,
    first,
    past,
    N,
    exponent,
    D: tl.constexpr,
    BLOCK_N: tl.constexpr,
    DESCRIBED: tl.constexpr,
    MASKED: tl.constexpr,
):
    """Takes the keys from `low` to `high` into the running sums: y of p v, total of p, both relative to 2^(peak exponent)."""
    keys, columns = tl.arange(0, BLOCK_N), tl.arange(0, q.shape[1])
    for start in range(low, high, BLOCK_N):
        k = load_at(k_ptr, b, h, start, k_time, keys, columns, N, D, DESCRIBED, MASKED)
        s = scores(q, k)
        if MASKED:
            s = tl.where((start + keys >= first[:, None]) & (start + keys < past[:, None]), s, float("-inf"))
        higher = tl.maximum(peak, tl.max(s, axis=1))
        if (
            q.dtype == tl.bfloat16
        ):  # one instruction, and what it rounds is in y and in total; where fp16 ends at 65504, y has to be v where p is 1
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
    """(block, head): the blocks of one head side by side, so that its keys stay in the L2 cache; or BY_BLOCK all heads' first blocks first, so
    that the longest rows of all are not the last ones to be begun."""
    program, block, head = tl.program_id(0), tl.program_id(0) % blocks, tl.program_id(0) // blocks
    if BY_BLOCK:
        heads = tl.num_programs(0) // blocks
        block, head = program // heads, program % heads
    return block, head.to(tl.int64)


@triton.jit
def attention_forward_kernel(
    q_ptr,
    k_ptr,
    v_ptr,
    y_ptr,
    lse_ptr,
    first_ptr,
    past_ptr,
    q_batch,
    q_time,
    q_head,
    k_batch,
    k_time,
    k_head,
    v_batch,
    v_time,
    v_head,
    M,
    N,
    exponent,
    H: tl.constexpr,
    GROUP: tl.constexpr,
    D: tl.constexpr,
    CAUSAL: tl.constexpr,
    PACKED: tl.constexpr,
    BY_BLOCK: tl.constexpr,
    DESCRIBED: tl.constexpr,
    BLOCK_D: tl.constexpr,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
):
    """A program takes BLOCK_M queries of one head, those that see most first. *_batch, *_time, *_head are strides."""
    blocks = tl.cdiv(M, BLOCK_M)
    block, head = place_of_program(blocks, BY_BLOCK)
    row = (blocks - 1 - block) * BLOCK_M
    b, h = head // H, head % H
    rows, columns = row + tl.arange(0, BLOCK_M), tl.arange(0, BLOCK_D)
    q = load_block(
        q_ptr + b * q_batch + row.to(tl.int64) * q_time + h * q_head,
        rows - row,
        q_time,
        columns,
        M - row,
        D,
        True,
    )
    k_ptr = head_of(k_ptr, b, h // GROUP, k_batch, k_head, DESCRIBED)
    v_ptr = head_of(v_ptr, b, h // GROUP, v_batch, v_head, DESCRIBED)
    b32, h32 = b.to(tl.int32), (h // GROUP).to(tl.int32)
    first_ptr += b * M
    past_ptr += b * M
    begin, whole, ragged, end = keys_seen(first_ptr, past_ptr, row, M, N, BLOCK_M, BLOCK_N, CAUSAL, PACKED)
    first, past = ends_of_rows(first_ptr, past_ptr, rows, M, N, CAUSAL, PACKED)
    y, total = tl.zeros([BLOCK_M, BLOCK_D], tl.float32), tl.zeros([BLOCK_M], tl.float32)
    peak = lowest(exponent, BLOCK_M)
    if PACKED:
        y, total, peak = attend(
            y,
            total,
            peak,
            q,
            k_ptr,
            v_ptr,
            b32,
            h32,
            k_time,
            v_time,
            begin,
            whole,
            first,
            past,
            N,
            exponent,
            D,
            BLOCK_N,
            DESCRIBED,
            True,
        )
    y, total, peak = attend(
        y,
        total,
        peak,
        q,
        k_ptr,
        v_ptr,
        b32,
        h32,
        k_time,
        v_time,
        whole,
        ragged,
        first,
        past,
        N,
        exponent,
        D,
        BLOCK_N,
        DESCRIBED,
        False,
    )
    y, total, peak = attend(
        y,
        total,
        peak,
        q,
        k_ptr,
        v_ptr,
        b32,
        h32,
        k_time,
        v_time,
        ragged,
        end,
        first,
        past,
        N,
        exponent,
        D,
        BLOCK_N,
        DESCRIBED,
        True,
    )
    length = tl.log2(total)
    if (
        q.dtype == tl.bfloat16
    ):  # total is relative to 2^(the rounded peak exponent): of a score of 1e9 that is off by up to 2^16
        length -= tl.fma(peak, exponent, -(peak * exponent))
    tl.store(lse_ptr + (b * H + h) * M + rows, peak + length / exponent, mask=rows < M)
    y_ptr += ((b * M + row) * H + h) * D
    tl.store(
        y_ptr + (rows - row)[:, None] * (H * D) + columns[None, :],
        rounded(y / total[:, None], y_ptr.dtype.element_ty),
        mask=(rows < M)[:, None] & (columns < D)[None, :],
    )


@triton.jit
def add_queries_gradient(
    dq,
    q,
    dy,
    lse,
    delta,
    k_ptr,
    v_ptr,
    b,
    h,
    k_time,
    v_time,
    low,
    high,
    first,
    past,
    N,
    exponent,
    D: tl.constexpr,
    BLOCK_N: tl.constexpr,
    DESCRIBED: tl.constexpr,
    MASKED: tl.constexpr,
):
    """dq + ds k over the keys from `low` to `high`."""
    keys, columns = tl.arange(0, BLOCK_N), tl.arange(0, q.shape[1])
    for start in range(low, high, BLOCK_N):
        k = load_at(k_ptr, b, h, start, k_time, keys, columns, N, D, DESCRIBED, MASKED)
        v = load_at(v_ptr, b, h, start, v_time, keys, columns, N, D, DESCRIBED, MASKED)
        p = softmax_weights(scores(q, k), exponent, lse[:, None], q.dtype)
        if MASKED:
            p = tl.where((start + keys >= first[:, None]) & (start + keys < past[:, None]), p, 0.0)
        dq = weighted(p * (scores(dy, v) - delta[:, None]), k, dq)
    return dq


@triton.jit
def queries_gradient(
    row,
    b,
    h,
    q_ptr,
    k_passes,
    v_passes,
    y_ptr,
    dy_ptr,
    lse_ptr,
    delta_ptr,
    first_ptr,
    past_ptr,
    dq_ptr,
    q_batch,
    q_time,
    q_head,
    k_batch,
    k_time,
    k_head,
    v_batch,
    v_time,
    v_head,
    dy_batch,
    dy_time,
    dy_head,
    M,
    N,
    scale,
    exponent,
    H: tl.constexpr,
    GROUP: tl.constexpr,
    D: tl.constexpr,
    CAUSAL: tl.constexpr,
    PACKED: tl.constexpr,
    DESCRIBED: tl.constexpr,
    BLOCK_D: tl.constexpr,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    KNOWN: tl.constexpr,
):
    """dq of BLOCK_M queries of one head; it writes their delta as well, unless that is KNOWN."""
    rows, columns = row + tl.arange(0, BLOCK_M), tl.arange(0, BLOCK_D)
    q = load_block(
        q_ptr + b * q_batch + row.to(tl.int64) * q_time + h * q_head,
        rows - row,
        q_time,
        columns,
        M - row,
        D,
        True,
    )
    dy = load_block(
        dy_ptr + b * dy_batch + row.to(tl.int64) * dy_time + h * dy_head,
        rows - row,
        dy_time,
        columns,
        M - row,
        D,
        True,
    )
    head = (b * H + h) * M + rows
    lse = tl.load(lse_ptr + head, mask=rows < M, other=0.0)
    if KNOWN:
        delta = tl.load(delta_ptr + head, mask=rows < M, other=0.0)
    else:
        y = load_block(y_ptr + ((b * M + row) * H + h) * D, rows - row, H * D, columns, M - row, D, True)
        delta = tl.sum(y.to(tl.float32) * dy.to(tl.float32), axis=1)
        tl.store(delta_ptr + head, delta, mask=rows < M)
    k_passes = head_of(k_passes, b, h // GROUP, k_batch, k_head, DESCRIBED)
    v_passes = head_of(v_passes, b, h // GROUP, v_batch, v_head, DESCRIBED)
    b32, h32 = b.to(tl.int32), (h // GROUP).to(tl.int32)
    first_ptr += b * M
    past_ptr += b * M
    begin, whole, ragged, end = keys_seen(first_ptr, past_ptr, row, M, N, BLOCK_M, BLOCK_N, CAUSAL, PACKED)
    first, past = ends_of_rows(first_ptr, past_ptr, rows, M, N, CAUSAL, PACKED)
    dq = tl.zeros([BLOCK_M, BLOCK_D], tl.float32)
    if PACKED:
        dq = add_queries_gradient(
            dq,
            q,
            dy,
            lse,
            delta,
            k_passes,
            v_passes,
            b32,
            h32,
            k_time,
            v_time,
            begin,
            whole,
            first,
            past,
            N,
            exponent,
            D,
            BLOCK_N,
            DESCRIBED,
            True,
        )
    dq = add_queries_gradient(
        dq,
        q,
        dy,
        lse,
        delta,
        k_passes,
        v_passes,
        b32,
        h32,
        k_time,
        v_time,
        whole,
        ragged,
        first,
        past,
        N,
        exponent,
        D,
        BLOCK_N,
        DESCRIBED,
        False,
    )
    dq = add_queries_gradient(
        dq,
        q,
        dy,
        lse,
        delta,
        k_passes,
        v_passes,
        b32,
        h32,
        k_time,
        v_time,
        ragged,
        end,
        first,
        past,
        N,
        exponent,
        D,
        BLOCK_N,
        DESCRIBED,
        True,
    )
    dq_ptr += ((b * M + row) * H + h) * D
    tl.store(
        dq_ptr + (rows - row)[:, None] * (H * D) + columns[None, :],
        rounded(dq * scale, dq_ptr.dtype.element_ty),
        mask=(rows < M)[:, None] & (columns < D)[None, :],
    )


@triton.jit
def queries_seeing(
    first_ptr,
    past_ptr,
    key,
    M,
    N,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    CAUSAL: tl.constexpr,
    PACKED: tl.constexpr,
):
    """(begin, whole, ragged, end): queries from begin to end see some of BLOCK_N keys from `key` on, those from whole to ragged see all."""
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
def add_keys_gradient(
    dk,
    dv,
    k,
    v,
    q_ptr,
    dy_ptr,
    lse_ptr,
    delta_ptr,
    b,
    h,
    q_time,
    dy_time,
    low,
    high,
    first,
    past,
    M,
    exponent,
    D: tl.constexpr,
    BLOCK_M: tl.constexpr,
    DESCRIBED: tl.constexpr,
    MASKED: tl.constexpr,
):
    """(dk + ds^T q, dv + p^T dy) over the queries from `low` to `high`; everything is transposed, (keys, queries)."""
    rows, columns = tl.arange(0, BLOCK_M), tl.arange(0, k.shape[1])
    for start in range(low, high, BLOCK_M):
        q = load_at(q_ptr, b, h, start, q_time, rows, columns, M, D, DESCRIBED, MASKED)
        dy = load_at(dy_ptr, b, h, start, dy_time, rows, columns, M, D, DESCRIBED, MASKED)
        if MASKED:
            here = start + rows < M
            lse, delta = (
                tl.load(lse_ptr + start + rows, mask=here, other=0.0),
                tl.load(delta_ptr + start + rows, mask=here, other=0.0),
            )
        else:
            lse, delta = tl.load(lse_ptr + start + rows), tl.load(delta_ptr + start + rows)
        p = softmax_weights(scores(k, q), exponent, lse[None, :], q.dtype)
        if MASKED:
            p = tl.where((start + rows >= first[:, None]) & (start + rows < past[:, None]), p, 0.0)
        dv = weighted(p, dy, dv)
        dk = weighted(p * (scores(v, dy) - delta[None, :]), q, dk)
    return dk, dv


@triton.jit
def keys_gradient(
    key,
    b,
    h,
    q_passes,
    k_ptr,
    v_ptr,
    dy_passes,
    lse_ptr,
    delta_ptr,
    first_ptr,
    past_ptr,
    dk_ptr,
    dv_ptr,
    q_batch,
    q_time,
    q_head,
    k_batch,
    k_time,
    k_head,
    v_batch,
    v_time,
    v_head,
    dy_batch,
    dy_time,
    dy_head,
    M,
    N,
    scale,
    exponent,
    H: tl.constexpr,
    GROUP: tl.constexpr,
    D: tl.constexpr,
    CAUSAL: tl.constexpr,
    PACKED: tl.constexpr,
    DESCRIBED: tl.constexpr,
    BLOCK_D: tl.constexpr,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
):
    """What one query head gives to dk and dv (B, N, H, D) of BLOCK_N keys; *_passes are for `load_at`."""
    keys, columns = key + tl.arange(0, BLOCK_N), tl.arange(0, BLOCK_D)
    k_at = k_ptr + b * k_batch + key.to(tl.int64) * k_time + h // GROUP * k_head
    v_at = v_ptr + b * v_batch + key.to(tl.int64) * v_time + h // GROUP * v_head
    k = load_block(k_at, keys - key, k_time, columns, N - key, D, True)
    v = load_block(v_at, keys - key, v_time, columns, N - key, D, True)
    q_passes = head_of(q_passes, b, h, q_batch, q_head, DESCRIBED)
    dy_passes = head_of(dy_passes, b, h, dy_batch, dy_head, DESCRIBED)
    b32, h32 = b.to(tl.int32), h.to(tl.int32)
    lse_ptr += (b * H + h) * M
    delta_ptr += (b * H + h) * M
    first_ptr += b * M
    past_ptr += b * M
    begin, whole, ragged, end = queries_seeing(
        first_ptr, past_ptr, key, M, N, BLOCK_M, BLOCK_N, CAUSAL, PACKED
    )
    first, past = ends_of_keys(first_ptr, past_ptr, keys, M, N, CAUSAL, PACKED)
    dk, dv = tl.zeros([BLOCK_N, BLOCK_D], tl.float32), tl.zeros([BLOCK_N, BLOCK_D], tl.float32)
    if CAUSAL or PACKED:
        dk, dv = add_keys_gradient(
            dk,
            dv,
            k,
            v,
            q_passes,
            dy_passes,
            lse_ptr,
            delta_ptr,
            b32,
            h32,
            q_time,
            dy_time,
            begin,
            tl.minimum(whole, end),
            first,
            past,
            M,
            exponent,
            D,
            BLOCK_M,
            DESCRIBED,
            True,
        )
    dk, dv = add_keys_gradient(
        dk,
        dv,
        k,
        v,
        q_passes,
        dy_passes,
        lse_ptr,
        delta_ptr,
        b32,
        h32,
        q_time,
        dy_time,
        whole,
        ragged,
        first,
        past,
        M,
        exponent,
        D,
        BLOCK_M,
        DESCRIBED,
        False,
    )
    dk, dv = add_keys_gradient(
        dk,
        dv,
        k,
        v,
        q_passes,
        dy_passes,
        lse_ptr,
        delta_ptr,
        b32,
        h32,
        q_time,
        dy_time,
        ragged,
        end,
        first,
        past,
        M,
        exponent,
        D,
        BLOCK_M,
        DESCRIBED,
        True,
    )
    first_place = (
        (b * N + key) * H + h
    ) * D  # 64 bits for the program, 32 for the places of its block, of which a thread holds many
    places, mask = (
        (keys - key)[:, None] * (H * D) + columns[None, :],
        (keys < N)[:, None] & (columns < D)[None, :],
    )
    tl.store(dk_ptr + first_place + places, rounded(dk * scale, dk_ptr.dtype.element_ty), mask=mask)
    tl.store(dv_ptr + first_place + places, rounded(dv, dv_ptr.dtype.element_ty), mask=mask)


@triton.jit
def attention_backward_kernel(
    q_ptr,
    k_ptr,
    v_ptr,
    dy_ptr,
    q_passes,
    k_passes,
    v_passes,
    dy_passes,
    y_ptr,
    lse_ptr,
    delta_ptr,
    first_ptr,
    past_ptr,
    dq_ptr,
    dk_ptr,
    dv_ptr,
    q_batch,
    q_time,
    q_head,
    k_batch,
    k_time,
    k_head,
    v_batch,
    v_time,
    v_head,
    dy_batch,
    dy_time,
    dy_head,
    M,
    N,
    scale,
    exponent,
    H: tl.constexpr,
    GROUP: tl.constexpr,
    D: tl.constexpr,
    CAUSAL: tl.constexpr,
    PACKED: tl.constexpr,
    BY_BLOCK: tl.constexpr,
    DESCRIBED: tl.constexpr,
    QUERIES: tl.constexpr,
    KEYS: tl.constexpr,
    BLOCK_D: tl.constexpr,
    STAYS: tl.constexpr,
    PASSES: tl.constexpr,
):
    """A program takes dq of a block of QUERIES, dk and dv of a block of KEYS for one query head, or both of the same number:
    in causal attention the one has much to do where the other has little. Alone, the blocks with most to do go first.
    Queries alone write the delta that keys need. The blocks that pass come from *_passes, which are descriptors or the same pointers."""
    length = M
    if KEYS:
        length = N
        if QUERIES:
            length = tl.maximum(M, N)
    blocks = tl.cdiv(length, STAYS)
    block, head = place_of_program(blocks, BY_BLOCK)
    start = block * STAYS
    if not KEYS:
        start = (blocks - 1) * STAYS - start
    b, h = head // H, head % H
    if KEYS and start < N:
        keys_gradient(
            start,
            b,
            h,
            q_passes,
            k_ptr,
            v_ptr,
            dy_passes,
            lse_ptr,
            delta_ptr,
            first_ptr,
            past_ptr,
            dk_ptr,
            dv_ptr,
            q_batch,
            q_time,
            q_head,
            k_batch,
            k_time,
            k_head,
            v_batch,
            v_time,
            v_head,
            dy_batch,
            dy_time,
            dy_head,
            M,
            N,
            scale,
            exponent,
            H,
            GROUP,
            D,
            CAUSAL,
            PACKED,
            DESCRIBED,
            BLOCK_D,
            PASSES,
            STAYS,
        )
    if QUERIES and start < M:
        queries_gradient(
            start,
            b,
            h,
            q_ptr,
            k_passes,
            v_passes,
            y_ptr,
            dy_ptr,
            lse_ptr,
            delta_ptr,
            first_ptr,
            past_ptr,
            dq_ptr,
            q_batch,
            q_time,
            q_head,
            k_batch,
            k_time,
            k_head,
            v_batch,
            v_time,
            v_head,
            dy_batch,
            dy_time,
            dy_head,
            M,
            N,
            scale,
            exponent,
            H,
            GROUP,
            D,
            CAUSAL,
            PACKED,
            DESCRIBED,
            BLOCK_D,
            STAYS,
            PASSES,
            KEYS,
        )


@triton.jit
def attention_delta_kernel(
    y_ptr,
    dy_ptr,
    delta_ptr,
    dy_batch,
    dy_time,
    dy_head,
    M,
    n_rows,
    H: tl.constexpr,
    D: tl.constexpr,
    ROWS: tl.constexpr,
    BLOCK_D: tl.constexpr,
):
    """delta (B, H, M) of rows in the order (b, t, h), in which y lies."""
    rows, columns = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS), tl.arange(0, BLOCK_D)
    b, t, h = rows // H // M, rows // H % M, rows % H
    mask = (rows < n_rows)[:, None] & (columns < D)[None, :]
    y = tl.load(y_ptr + rows[:, None] * D + columns[None, :], mask=mask, other=0.0).to(tl.float32)
    dy_rows = b * dy_batch + t * dy_time + h * dy_head
    dy = tl.load(dy_ptr + dy_rows[:, None] + columns[None, :], mask=mask, other=0.0).to(tl.float32)
    tl.store(delta_ptr + (b * H + h) * M + t, tl.sum(y * dy, axis=1), mask=rows < n_rows)


def attention_tile(kernel: str, D: int, q: Tensor, length: int) -> tuple[int, int, list, dict]:
    """(rows that stay, rows that pass, how those are read, {the padded width, warps, stages}) of a kernel's program; `length` is the longer side."""
    BLOCK_D = max(triton.next_power_of_2(D), 16)
    tiles = ATTENTION_TILES_SHORT if length <= ATTENTION_SHORT else ATTENTION_TILES
    tiles = tiles if generation(q.device) in (90, 100) else ATTENTION_TILES_ELSEWHERE
    stays, passes, warps, stages, *how = tiles[kernel, max(BLOCK_D, 64), q.dtype.itemsize]
    if INTERPRETED:  # small enough for tiny cases to have several of each
        stays, passes = 32, 16
    caps = {"maxnreg": registers for registers in how if registers != "descriptors"}
    return stays, passes, how, {"BLOCK_D": BLOCK_D, "num_warps": warps, "num_stages": stages} | caps


def passing(how: list, block: int, BLOCK_D: int, *tensors: Tensor) -> tuple[bool, tuple]:
    """(whether they are descriptors: where asked for, if the hardware takes the strides; (B, T, heads, D) `tensors` for `load_at`, `block` rows at
    a time)."""
    odd = any(
        t.numel() == 0
        or t.data_ptr() % 16
        or any(stride * t.itemsize % 16 or not stride for stride in t.stride()[:-1])
        for t in tensors
    )
    if odd or "descriptors" not in how:
        return False, tensors
    views = [t.transpose(1, 2) for t in tensors]
    return True, tuple(
        TensorDescriptor(view, list(view.shape), list(view.stride()), [1, 1, block, BLOCK_D])
        for view in views
    )


def attention_forward(
    q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float, bounds: Tensor | None, fused: bool
) -> tuple[Tensor, Tensor]:
    """(y like q, contiguous; log-sum-exp (B, H, M))."""
    q, k, v = unit_stride(q), unit_stride(k), unit_stride(v)
    (B, M, H, D), (N, K) = q.shape, k.shape[1:3]
    y, lse = q.new_empty(q.shape), q.new_empty(B, H, M, dtype=torch.float32)
    BLOCK_M, BLOCK_N, how, tile = attention_tile("forward", D, q, max(M, N))
    first, past = (lse, lse) if bounds is None else bounds
    described, (k_passes, v_passes) = passing(how, BLOCK_N, tile["BLOCK_D"], k, v)
    launch(
        attention_forward_kernel,
        (triton.cdiv(M, BLOCK_M) * B * H,),
        q,
        k_passes,
        v_passes,
        y,
        lse,
        first,
        past,
        *q.stride()[:3],
        *k.stride()[:3],
        *v.stride()[:3],
        M,
        N,
        scale * LOG2_E,
        H=H,
        GROUP=H // K,
        D=D,
        CAUSAL=causal,
        PACKED=bounds is not None,
        BY_BLOCK=max(M, N) <= ATTENTION_SHORT,
        DESCRIBED=described,
        BLOCK_M=BLOCK_M,
        BLOCK_N=BLOCK_N,
        **tile,
    )
    return y, lse


def attention_backward(
    dy: Tensor,
    q: Tensor,
    k: Tensor,
    v: Tensor,
    y: Tensor,
    lse: Tensor,
    bounds: Tensor | None,
    causal: bool,
    scale: float,
    fused: bool,
) -> tuple[Tensor, Tensor, Tensor]:
    """(dq, dk, dv). Heads that share keys each give a part of dk and dv in float32, which are then summed in their order."""
    q, k, v, dy = unit_stride(q), unit_stride(k), unit_stride(v), unit_stride(dy)
    (B, M, H, D), (N, K) = q.shape, k.shape[1:3]
    dq, delta = q.new_empty(q.shape), q.new_empty(B, H, M, dtype=torch.float32)
    dk, dv = (t.new_empty(B, N, H, D, dtype=t.dtype if H == K else torch.float32) for t in (k, v))
    first, past = (lse, lse) if bounds is None else bounds
    arguments = (
        y,
        lse,
        delta,
        first,
        past,
        dq,
        dk,
        dv,
        *q.stride()[:3],
        *k.stride()[:3],
        *v.stride()[:3],
        *dy.stride()[:3],
        M,
        N,
        scale,
        scale * LOG2_E,
    )
    shape = {
        "H": H,
        "GROUP": H // K,
        "D": D,
        "CAUSAL": causal,
        "PACKED": bounds is not None,
        "BY_BLOCK": max(M, N) <= ATTENTION_SHORT,
    }
    if fused:
        ROWS, BLOCK_D = max(TILE // triton.next_power_of_2(D), 1), triton.next_power_of_2(D)
        launch(
            attention_delta_kernel,
            (triton.cdiv(B * M * H, ROWS),),
            y,
            dy,
            delta,
            *dy.stride()[:3],
            M,
            B * M * H,
            H=H,
            D=D,
            ROWS=ROWS,
            BLOCK_D=BLOCK_D,
            num_warps=warps_for(TILE),
        )
    for name, length in (("fused", max(M, N)),) if fused else (("queries", M), ("keys", N)):
        stays, passes, how, tile = attention_tile(name, D, q, max(M, N))
        described, those = passing(how, passes, tile["BLOCK_D"], q, k, v, dy)
        launch(
            attention_backward_kernel,
            (triton.cdiv(length, stays) * B * H,),
            q,
            k,
            v,
            dy,
            *those,
            *arguments,
            **shape,
            DESCRIBED=described,
            QUERIES=name != "keys",
            KEYS=name != "queries",
            STAYS=stays,
            PASSES=passes,
            **tile,
        )
    if H == K:
        return dq, dk, dv
    return dq, *(part.unflatten(2, (K, H // K)).sum(3).to(k.dtype) for part in (dk, dv))


def attention_fake(q, k, v, causal, scale, bounds, fused):
    return q.new_empty(q.shape), q.new_empty(q.shape[0], q.shape[2], q.shape[1], dtype=torch.float32)


def attention_backward_fake(dy, q, k, v, y, lse, bounds, causal, scale, fused):
    return q.new_empty(q.shape), k.new_empty(k.shape), v.new_empty(v.shape)


attention_triton = differentiable(
    attention_forward,
    attention_backward,
    fake=attention_fake,
    backward_fake=attention_backward_fake,
    visible=1,
    keep=lambda inputs, outputs: (*inputs[:3], *outputs, inputs[5]),
    constants=lambda inputs: (inputs[3], inputs[4], inputs[6]),
)


def attention_flops(shape) -> tuple[int, int]:
    """Of forward and of backward: two and five products of 2 D operations for each pair of a query and a key that it sees."""
    B, M, N, H, _, D, kind = shape
    bounds = attention_inputs(
        (B, M, N, 1, 1, 1, kind), torch.float32, lambda *size: torch.empty(size), False
    )[5]
    mask = attention_mask(M, N, "causal" in kind, bounds, "cpu")
    pairs = B * M * N if mask is None else mask.sum().item() * (1 if bounds is not None else B)
    return 4 * pairs * H * D, 10 * pairs * H * D


def attention_slack(named, cotangents):
    """What backward loses where eager, which may keep p, loses nothing.

    p computed again is off by expm1 of the error of its scores, 4 eps of the products' size, and by 1 at most. ds is a
    difference whose terms cancel wholly where one key has all the weight: both are sums over D in float32, and delta
    reads y as it was rounded to its dtype.
    """
    q, k, v, dy = (
        t.detach().double().transpose(1, 2) for t in (named["q"], named["k"], named["v"], *cotangents)
    )
    k, v = (t.repeat_interleave(q.shape[1] // t.shape[1], dim=1) for t in (k, v))
    mask = attention_mask(q.shape[2], k.shape[2], named["causal"], named["documents"], q.device)
    eps, stored, scale = torch.finfo(torch.float32).eps, torch.finfo(named["q"].dtype).eps, named["scale"]
    worst = {name: 0.0 for name in ("q", "k", "v")}
    for b in range(len(q)):
        s = q[b] @ k[b].mT * scale
        p = (
            s
            if mask is None
            else s.masked_fill(~mask[min(b, len(mask) - 1)] if mask.dim() == 4 else ~mask, float("-inf"))
        ).softmax(-1)
        y, dp = p @ v[b], dy[b] @ v[b].mT
        delta = (dy[b] * y).sum(-1, keepdim=True)
        dp_size, delta_size = dy[b].abs() @ v[b].abs().mT, (dy[b] * y).abs().sum(-1, keepdim=True)
        p_error = (p * torch.expm1((4 * eps * scale * (q[b].abs() @ k[b].abs().mT)).clamp(max=100.0))).clamp(
            max=1.0
        )
        ds_error = p_error * (dp - delta).abs() + p * (
            4 * eps * (dp_size + delta_size) + stored / 2 * delta_size
        )
        errors = {
            "q": scale * ds_error @ k[b].abs(),
            "k": scale * ds_error.mT @ q[b].abs(),
            "v": p_error.mT @ dy[b].abs(),
        }
        group = q.shape[1] // named["k"].shape[2]
        for name, error in errors.items():
            summed = error if name == "q" else error.unflatten(0, (-1, group)).sum(1)
            worst[name] = max(worst[name], summed.max().item() if summed.numel() else 0.0)
    return {f"gradient of {name}": error for name, error in worst.items()}


def check_heads(op: str, q: Tensor, k: Tensor, v: Tensor):
    """Raises ValueError unless q is (B, M, H, D), k and v (B, N, K, D) of its dtype, with K a divisor of H."""
    shapes = [tuple(t.shape) for t in (q, k, v)]
    fits = [len(shape) for shape in shapes] == [4] * 3 and k.shape == v.shape and q.shape[::3] == k.shape[::3]
    if not fits or 0 in k.shape[1:] or q.shape[2] % k.shape[2] or q.shape[3] > 128:
        raise ValueError(
            f"{op} takes q (B, M, H, D), k and v (B, N, K, D), K dividing H, D up to 128, not {', '.join(map(str, shapes))}"
        )
    if not q.dtype == k.dtype == v.dtype:
        raise ValueError(f"{op} takes one dtype, not {q.dtype}, {k.dtype}, {v.dtype}")


def positive(scale: float | None, D: int) -> float:
    """The scale of scores, 1 / sqrt(D) for None. Raises ValueError where it is not positive: the maximum would be a minimum."""
    if scale is not None and scale <= 0:
        raise ValueError(f"attention takes a positive scale, not {scale}")
    return D**-0.5 if scale is None else scale


def check_attention(q: Tensor, k: Tensor, v: Tensor, causal: bool, documents: Tensor | None = None):
    """Raises ValueError for what `attention` does not take."""
    check_heads("attention", q, k, v)
    (B, M), N = q.shape[:2], k.shape[1]
    if (causal and M > N) or (documents is not None and M != N):
        raise ValueError(
            f"{M} queries and {N} keys: causal attention needs as many keys or more, documents need just as many"
        )
    if documents is not None and documents.dim() != 1 and documents.shape != (2, B, N):
        raise ValueError(
            f"documents are (n + 1,) cumulative lengths or their bounds (2, {B}, {N}), not {tuple(documents.shape)}"
        )


@op(
    inputs=attention_inputs,
    data=("q", "k", "v"),
    cases=[
        (1, 1, 1, 1, 1, 16, "full"),
        (1, 33, 33, 2, 2, 16, "causal"),
        (2, 70, 70, 1, 1, 48, "causal fused"),
        (1, 33, 70, 2, 1, 64, "causal"),
        (1, 70, 33, 3, 1, 16, "full fused"),
        (2, 40, 40, 1, 1, 20, "packed causal"),
        (1, 70, 70, 1, 1, 16, "packed full fused"),
        (0, 5, 5, 2, 2, 16, "causal"),
        (1, 5, 1, 1, 1, 128, "full"),
    ],
    bench=[
        (24, 512, 512, 8, 8, 48, "causal"),
        (24, 512, 512, 8, 8, 64, "causal"),
        (2, 8192, 8192, 8, 8, 64, "full"),
        (2, 8192, 8192, 8, 8, 128, "full"),
        (1, 11000, 10000, 8, 8, 64, "full"),
        (8, 2048, 2048, 16, 4, 128, "packed causal"),
        (24, 512, 512, 8, 8, 48, "causal fused"),
        (2, 8192, 8192, 8, 8, 64, "full fused"),
        (2, 8192, 8192, 8, 8, 128, "full fused"),
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
    traffic=lambda shape, size: tuple(
        count * size * shape[0] * shape[5] * (shape[1] * shape[3] + shape[2] * shape[4]) for count in (2, 4)
    ),
    flops=attention_flops,
    slack=attention_slack,
    peers=SDPA_BACKENDS,
    tiles=attention_tiles_to_try,
    bars=(
        Bar(
            "forward + backward",
            "flash",
            1.3,
            ((24, 512, 512, 8, 8, 48, "causal"), (24, 512, 512, 8, 8, 64, "causal")),
        ),
        Bar(
            "forward + backward",
            "cudnn",
            1.0,
            ((24, 512, 512, 8, 8, 48, "causal"), (24, 512, 512, 8, 8, 64, "causal")),
        ),
        Bar("forward", "TFLOP/s", 400, ((2, 8192, 8192, 8, 8, 64, "full"),)),
        Bar("forward", "TFLOP/s", 500, ((2, 8192, 8192, 8, 8, 128, "full"),)),
        Bar("forward + backward", "TFLOP/s", 380, ((2, 8192, 8192, 8, 8, 64, "full"),)),
        Bar("forward + backward", "TFLOP/s", 420, ((2, 8192, 8192, 8, 8, 128, "full"),)),
        Bar(
            "forward + backward",
            "cudnn",
            1.0,
            ((2, 8192, 8192, 8, 8, 64, "full"), (2, 8192, 8192, 8, 8, 128, "full")),
        ),
        Bar("forward + backward", "flash", 1.3, ((1, 11000, 10000, 8, 8, 64, "full"),)),
        Bar("forward + backward", "cudnn", 1.0, ((1, 11000, 10000, 8, 8, 64, "full"),)),
    ),
    sweep=(
        (32, 1024, 1024, 8, 8, 64, "causal"),
        (16, 2048, 2048, 8, 8, 64, "causal"),
        (8, 4096, 4096, 8, 8, 64, "causal"),
        (4, 8192, 8192, 8, 8, 64, "causal"),
        (2, 16384, 16384, 8, 8, 64, "causal"),
    ),
)
def attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    causal: bool = True,
    scale: float | None = None,
    documents: Tensor | None = None,
    fused: bool | None = None,
    implementation="torch",
) -> Tensor:
    """Softmax attention of queries (B, M, H, D) over keys and values (B, N, K, D), K a divisor of H, D up to 128.

    causal     query i sees the keys up to i + N - M: the last sees all, N >= M. Otherwise all see all; where the first N of
               M tokens attend as keys, k and v are slices of their projections
    scale      of the scores, positive; None is 1 / sqrt(D)
    documents  where M = N, cumulative lengths (n + 1,) of the documents that fill the rows, or `document_bounds` of them,
               computed once for all layers: a token sees its own document only
    fused      whether Triton's backward is one kernel; None takes the faster

    Under autocast the operands are cast as F.scaled_dot_product_attention casts them. Heads h K / H share keys h.
    Raises ValueError for shapes that do not fit, or a dtype that the kernels do not take.
    """
    q, k, v = (t.to(consumed_dtype(t)) for t in (q, k, v))
    check_implementation(implementation, q, k, v)
    check_attention(q, k, v, causal, documents)
    scale = positive(scale, q.shape[3])
    bounds = (
        document_bounds(documents, *k.shape[:2])
        if documents is not None and documents.dim() == 1
        else documents
    )
    if implementation == "torch":
        return attention_torch(q, k, v, causal, scale, bounds)
    return attention_triton(
        q,
        k,
        v,
        causal,
        scale,
        bounds,
        backward_is_one(max(q.shape[1], k.shape[1])) if fused is None else fused,
    )[0]


class TritonAttention(torch.nn.MultiheadAttention):
    """Self-attention of torch.nn.MultiheadAttention(batch_first=True), without dropout or weights, by these kernels; the state dict
    is the same."""

    def __init__(self, width: int, heads: int, bias: bool = True, device=None, dtype=None):
        super().__init__(width, heads, bias=bias, batch_first=True, device=device, dtype=dtype)

    def forward(self, x: Tensor, causal: bool = False, documents: Tensor | None = None) -> Tensor:
        """y (B, T, width) of x (B, T, width); `documents` are those of `attention`."""
        qkv = F.linear(x, self.in_proj_weight, self.in_proj_bias).unflatten(-1, (3, self.num_heads, -1))
        return self.out_proj(
            attention(*qkv.unbind(2), causal, documents=documents, implementation="triton").flatten(2)
        )
