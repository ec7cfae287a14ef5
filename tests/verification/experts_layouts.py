"""Right answers as experts write them: gathers, scatters, pooling, and moves of data."""

import torch
import torch.nn.functional as F
from expert_inputs import TRITON, floats, signed

EMBEDDING = f"""{TRITON}
@triton.jit
def embedding_kernel(index_ptr, table_ptr, y_ptr, width, BLOCK: tl.constexpr):
    token = tl.program_id(0).to(tl.int64)
    lanes = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    row = tl.load(index_ptr + token)
    values = tl.load(table_ptr + row * width + lanes, mask=lanes < width)
    tl.store(y_ptr + token * width + lanes, values, mask=lanes < width)


def translated(indices, table):
    flat = indices.contiguous().view(-1)
    table = table.contiguous()
    width = table.shape[1]
    y = torch.empty((flat.numel(), width), dtype=table.dtype, device=table.device)
    embedding_kernel[(flat.numel(), triton.cdiv(width, 16))](flat, table, y, width, BLOCK=16)
    return y.view(*indices.shape, width)
"""

INDEX_ADD = f"""{TRITON}
@triton.jit
def index_add_kernel(y_ptr, index_ptr, x_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.arange(0, BLOCK)
    target = tl.load(index_ptr + row)
    x = tl.load(x_ptr + row * width + lanes, mask=lanes < width, other=0.0)
    tl.atomic_add(y_ptr + target * width + lanes, x, mask=lanes < width)


def translated(x, index, rows):
    x, index = x.contiguous(), index.contiguous()
    width = x.shape[1]
    y = torch.zeros((rows, width), dtype=x.dtype, device=x.device)
    index_add_kernel[(x.shape[0],)](y, index, x, width, BLOCK=triton.next_power_of_2(width))
    return y
"""


def index_add(x, index, rows):
    return x.new_zeros(rows, x.shape[1]).index_add(0, index, x)


GATHER = f"""{TRITON}
@triton.jit
def gather_kernel(x_ptr, index_ptr, y_ptr, width, count, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.arange(0, BLOCK)
    mask = lanes < count
    index = tl.load(index_ptr + row * count + lanes, mask=mask, other=0)
    y = tl.load(x_ptr + row * width + index, mask=mask)
    tl.store(y_ptr + row * count + lanes, y, mask=mask)


def translated(x, index):
    x, index = x.contiguous(), index.contiguous()
    M, width = x.shape
    count = index.shape[1]
    y = x.new_empty((M, count))
    gather_kernel[(M,)](x, index, y, width, count, BLOCK=triton.next_power_of_2(count))
    return y
"""

IN_REGISTERS = f"""{TRITON}
@triton.jit
def reverse_kernel(x_ptr, y_ptr, M, N: tl.constexpr, BM: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    lanes = tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + rows * N + lanes, mask=rows < M, other=0.0)
    y = tl.gather(x, tl.broadcast_to(N - 1 - lanes, (BM, N)), axis=1)
    tl.store(y_ptr + rows * N + lanes, y, mask=rows < M)


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    y = torch.empty_like(x)
    reverse_kernel[(triton.cdiv(M, 4),)](x, y, M, N, BM=4)
    return y
"""

TRANSPOSE = f"""{TRITON}
@triton.jit
def transpose_kernel(x_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    x = tl.load(x_ptr + rows[:, None] * N + columns[None, :], mask=mask)
    tl.store(y_ptr + columns[:, None] * M + rows[None, :], tl.trans(x) * 2.0, mask=tl.trans(mask))


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    y = torch.empty((N, M), dtype=x.dtype, device=x.device)
    transpose_kernel[(triton.cdiv(M, 16), triton.cdiv(N, 8))](x, y, M, N, BM=16, BN=8)
    return y
"""

TRIANGLE = f"""{TRITON}
@triton.jit
def tril_kernel(x_ptr, y_ptr, M, N, diagonal, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    matrix = tl.program_id(1).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    at = (matrix * M + row) * N + columns
    x = tl.load(x_ptr + at, mask=(columns < N) & (columns <= row + diagonal), other=0.0)
    tl.store(y_ptr + at, x, mask=columns < N)


def translated(x, diagonal):
    x = x.contiguous()
    B, M, N = x.shape
    y = torch.empty_like(x)
    tril_kernel[(M, B)](x, y, M, N, diagonal, BLOCK=triton.next_power_of_2(N))
    return y
"""

JOINED = f"""{TRITON}
@triton.jit
def cat_kernel(a_ptr, b_ptr, y_ptr, first, second, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = first + second
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    in_a = columns < first
    a = tl.load(a_ptr + row * first + columns, mask=in_a, other=0.0)
    in_b = (columns >= first) & (columns < total)
    b = tl.load(b_ptr + row * second + columns - first, mask=in_b, other=0.0)
    tl.store(y_ptr + row * total + columns, tl.where(in_a, a, -b), mask=columns < total)


def translated(a, b):
    a, b = a.contiguous(), b.contiguous()
    M, first = a.shape
    second = b.shape[1]
    y = a.new_empty((M, first + second))
    cat_kernel[(M, triton.cdiv(first + second, 16))](a, b, y, first, second, BLOCK=16)
    return y
"""

ROLLED = f"""{TRITON}
@triton.jit
def roll_kernel(x_ptr, y_ptr, N, shift, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    source = (columns - shift) % N
    source = tl.where(source < 0, source + N, source)
    x = tl.load(x_ptr + row * N + source, mask=columns < N)
    tl.store(y_ptr + row * N + columns, x, mask=columns < N)


def translated(x, shift):
    x = x.contiguous()
    M, N = x.shape
    y = torch.empty_like(x)
    roll_kernel[(M,)](x, y, N, shift, BLOCK=triton.next_power_of_2(N))
    return y
"""

MAX_POOL = f"""{TRITON}
@triton.jit
def pool_kernel(
    x_ptr, y_ptr, n, H, W, OH, OW, SIZE: tl.constexpr, STEP: tl.constexpr, PAD: tl.constexpr,
    BLOCK: tl.constexpr,
):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    plane = offsets // (OH * OW)
    top = offsets // OW % OH * STEP - PAD
    left = offsets % OW * STEP - PAD
    best = tl.full((BLOCK,), -float("inf"), dtype=tl.float32)
    for r in tl.static_range(SIZE):
        for s in tl.static_range(SIZE):
            row, column = top + r, left + s
            inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)
            x = tl.load(x_ptr + (plane * H + row) * W + column, mask=inside, other=-float("inf"))
            best = tl.maximum(best, x, propagate_nan=tl.PropagateNan.ALL)
    tl.store(y_ptr + offsets, best, mask=mask)


def translated(x):
    x = x.contiguous()
    B, C, H, W = x.shape
    OH, OW = (H - 1) // 2 + 1, (W - 1) // 2 + 1
    y = torch.empty((B, C, OH, OW), dtype=x.dtype, device=x.device)
    pool_kernel[(triton.cdiv(y.numel(), 64),)](
        x, y, y.numel(), H, W, OH, OW, SIZE=3, STEP=2, PAD=1, BLOCK=64
    )
    return y
"""

MEAN_POOL = f"""{TRITON}
@triton.jit
def mean_kernel(x_ptr, y_ptr, planes, size, BP: tl.constexpr, BS: tl.constexpr):
    rows = tl.program_id(0) * BP + tl.arange(0, BP)
    lanes = tl.arange(0, BS)
    mask = (rows[:, None] < planes) & (lanes[None, :] < size)
    x = tl.load(x_ptr + rows[:, None] * size + lanes[None, :], mask=mask, other=0.0).to(tl.float32)
    y = x.sum(axis=1) / size
    tl.store(y_ptr + rows, y.to(y_ptr.dtype.element_ty), mask=rows < planes)


def translated(x):
    x = x.contiguous()
    B, C, H, W = x.shape
    y = torch.empty((B, C, 1, 1), dtype=x.dtype, device=x.device)
    mean_kernel[(triton.cdiv(B * C, 4),)](x, y, B * C, H * W, BP=4, BS=triton.next_power_of_2(H * W))
    return y
"""

UPSAMPLE = f"""{TRITON}
@triton.jit
def upsample_kernel(x_ptr, y_ptr, n, H, W, FACTOR: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    wide, high = W * FACTOR, H * FACTOR
    column = offsets % wide // FACTOR
    row = offsets // wide % high // FACTOR
    plane = offsets // (wide * high)
    x = tl.load(x_ptr + (plane * H + row) * W + column, mask=mask)
    tl.store(y_ptr + offsets, x, mask=mask)


def translated(x):
    x = x.contiguous()
    B, C, H, W = x.shape
    y = torch.empty((B, C, 2 * H, 2 * W), dtype=x.dtype, device=x.device)
    upsample_kernel[(triton.cdiv(y.numel(), 128),)](x, y, y.numel(), H, W, FACTOR=2, BLOCK=128)
    return y
"""

ONE_HOT = f"""{TRITON}
@triton.jit
def one_hot_kernel(x_ptr, y_ptr, n, CLASSES: tl.constexpr, BLOCK: tl.constexpr, BC: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    classes = tl.arange(0, BC)
    x = tl.load(x_ptr + rows, mask=rows < n, other=-1)
    y = (x[:, None] == classes[None, :]).to(tl.int64)
    mask = (rows[:, None] < n) & (classes[None, :] < CLASSES)
    tl.store(y_ptr + rows[:, None] * CLASSES + classes[None, :], y, mask=mask)


def translated(x):
    x = x.contiguous()
    n = x.numel()
    y = torch.empty((n, 10), dtype=torch.int64, device=x.device)
    one_hot_kernel[(triton.cdiv(n, 8),)](x, y, n, CLASSES=10, BLOCK=8, BC=16)
    return y
"""

PERMUTED = f"""{TRITON}
@triton.jit
def permute_kernel(x_ptr, y_ptr, n, T, H, D, sb, st, sh, sd, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    d = offsets % D
    t = offsets // D % T
    h = offsets // (D * T) % H
    b = offsets // (D * T * H)
    x = tl.load(x_ptr + b * sb + t * st + h * sh + d * sd, mask=mask)
    tl.store(y_ptr + offsets, x + 1.0, mask=mask)


def translated(x):
    B, T, H, D = x.shape
    y = torch.empty((B, H, T, D), dtype=x.dtype, device=x.device)
    permute_kernel[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), T, H, D, *x.stride(), BLOCK=64)
    return y
"""

UNFOLDED = f"""{TRITON}
@triton.jit
def unfold_kernel(x_ptr, y_ptr, C, H, W, OW, places, K: tl.constexpr, BLOCK: tl.constexpr):
    column = tl.program_id(0)
    image = tl.program_id(1)
    channel, r, s = column // (K * K), column // K % K, column % K
    at = tl.arange(0, BLOCK)
    mask = at < places
    row, place = at // OW + r, at % OW + s
    x = tl.load(x_ptr + ((image * C + channel) * H + row) * W + place, mask=mask, other=0.0)
    tl.store(y_ptr + (image * C * K * K + column) * places + at, x, mask=mask)


def translated(x):
    x = x.contiguous()
    B, C, H, W = x.shape
    OH, OW = H - 1, W - 1
    y = torch.empty((B, C * 4, OH * OW), dtype=x.dtype, device=x.device)
    BLOCK = triton.next_power_of_2(OH * OW)
    unfold_kernel[(C * 4, B)](x, y, C, H, W, OW, OH * OW, K=2, BLOCK=BLOCK)
    return y
"""

SIZES = ((3, 33), (5, 100))
IMAGES = ((2, 3, 7, 9), (1, 4, 6, 5))
TOKENS = [(signed(size, low=0, high=20, dtype=torch.int64), *floats((20, 33))) for size in ((4, 5), (2, 9))]
ADDED = [
    (*floats(size), signed(size[:1], low=0, high=4, dtype=torch.int64), 4) for size in ((9, 33), (20, 7))
]
GATHERED = [(*floats(size), signed((size[0], 11), low=0, high=size[1], dtype=torch.int64)) for size in SIZES]

# name: (text of the answer, PyTorch program, inputs)
LAYOUT_EXPERTS = {
    "embedding": (EMBEDDING, F.embedding, TOKENS),
    "rows added by atomics": (INDEX_ADD, index_add, ADDED),
    "gather": (GATHER, lambda x, index: x.gather(1, index), GATHERED),
    "rows reversed by tl.gather": (
        IN_REGISTERS,
        lambda x: x.view(-1, 16).flip(-1),
        [floats((5, 16)), floats((9, 16))],
    ),
    "transposed tiles": (TRANSPOSE, lambda x: 2 * x.t(), [floats(size) for size in SIZES]),
    "lower triangles": (
        TRIANGLE,
        torch.tril,
        [(*floats((2, 5, 9)), 1), (*floats((3, 20, 7)), -2)],
    ),
    "two tensors joined": (
        JOINED,
        lambda a, b: torch.cat((a, -b), 1),
        [floats((3, 33), (3, 5)), floats((5, 7), (5, 40))],
    ),
    "rolled rows": (ROLLED, lambda x, shift: x.roll(shift, 1), [(*floats(size), 40) for size in SIZES]),
    "largest of windows": (MAX_POOL, lambda x: F.max_pool2d(x, 3, 2, 1), [floats(size) for size in IMAGES]),
    "mean of planes": (MEAN_POOL, lambda x: F.adaptive_avg_pool2d(x, 1), [floats(size) for size in IMAGES]),
    "nearest neighbours, twice as large": (
        UPSAMPLE,
        lambda x: F.interpolate(x, scale_factor=2),
        [floats(size) for size in IMAGES],
    ),
    "one-hot": (
        ONE_HOT,
        lambda x: F.one_hot(x, 10),
        [(signed((size,), low=0, high=10, dtype=torch.int64),) for size in (9, 33)],
    ),
    "heads before steps, by strides": (
        PERMUTED,
        lambda x: x.transpose(1, 2) + 1,
        [floats((2, 5, 3, 8)), floats((1, 9, 2, 5))],
    ),
    "windows as columns": (UNFOLDED, lambda x: F.unfold(x, 2), [floats(size) for size in IMAGES]),
}
