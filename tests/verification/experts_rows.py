"""Right answers as experts write them: norms, softmax, losses, reductions and scans."""

import torch
import torch.nn.functional as F
from expert_inputs import TRITON, floats, signed

LAYER_NORM = f"""{TRITON}
@triton.jit
def layer_norm_kernel(x_ptr, w_ptr, b_ptr, y_ptr, stride, N, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * stride
    y_ptr += row * N
    columns = tl.arange(0, BLOCK)
    mask = columns < N
    x = tl.load(x_ptr + columns, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(x, axis=0) / N
    centred = tl.where(mask, x - mean, 0.0)
    variance = tl.sum(centred * centred, axis=0) / N
    y = centred * tl.rsqrt(variance + eps)
    w = tl.load(w_ptr + columns, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + columns, mask=mask, other=0.0).to(tl.float32)
    tl.store(y_ptr + columns, y * w + b, mask=mask)


def translated(x, weight, bias):
    shape = x.shape
    x = x.reshape(-1, shape[-1]).contiguous()
    weight, bias = weight.contiguous(), bias.contiguous()
    M, N = x.shape
    y = torch.empty_like(x)
    BLOCK = triton.next_power_of_2(N)
    num_warps = min(max(BLOCK // 256, 1), 8)
    layer_norm_kernel[(M,)](x, weight, bias, y, x.stride(0), N, 1e-5, BLOCK=BLOCK, num_warps=num_warps)
    return y.view(shape)
"""


def layer_norm(x, weight, bias):
    return F.layer_norm(x, x.shape[-1:], weight, bias)


WELFORD = f"""{TRITON}
@triton.jit
def combine(mean_a, m2_a, count_a, mean_b, m2_b, count_b):
    count = count_a + count_b
    delta = mean_b - mean_a
    share = tl.where(count > 0.0, count_b / count, 0.0)
    return mean_a + delta * share, m2_a + m2_b + delta * delta * count_a * share, count


@triton.jit
def welford_kernel(x_ptr, mean_ptr, var_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    mean = tl.zeros((BLOCK,), dtype=tl.float32)
    m2 = tl.zeros((BLOCK,), dtype=tl.float32)
    count = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, N, BLOCK):
        mask = start + columns < N
        x = tl.load(x_ptr + row * N + start + columns, mask=mask, other=0.0)
        count += mask.to(tl.float32)
        delta = tl.where(mask, x - mean, 0.0)
        mean += delta / tl.maximum(count, 1.0)
        m2 += delta * tl.where(mask, x - mean, 0.0)
    mean, m2, count = tl.reduce((mean, m2, count), 0, combine)
    tl.store(mean_ptr + row, mean)
    tl.store(var_ptr + row, m2 / count)


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    mean = torch.empty((M,), dtype=torch.float32, device=x.device)
    var = torch.empty((M,), dtype=torch.float32, device=x.device)
    welford_kernel[(M,)](x, mean, var, N, BLOCK=64)
    return mean, var
"""

RMS_NORM = f"""{TRITON}
@triton.jit
def rms_norm_kernel(x_ptr, w_ptr, y_ptr, M, N, eps, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, BLOCK)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    at = rows[:, None].to(tl.int64) * N + columns[None, :]
    x = tl.load(x_ptr + at, mask=mask, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(x * x, axis=1) / N + eps)
    w = tl.load(w_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)
    y = x * scale[:, None] * w[None, :]
    tl.store(y_ptr + at, y.to(y_ptr.dtype.element_ty), mask=mask)


def translated(x, weight):
    x, weight = x.contiguous(), weight.contiguous()
    M, N = x.shape
    y = torch.empty_like(x)
    BLOCK = triton.next_power_of_2(N)
    rms_norm_kernel[(triton.cdiv(M, 4),)](x, weight, y, M, N, 1e-6, ROWS=4, BLOCK=BLOCK)
    return y
"""


def rms_norm(x, weight):
    """Zhang and Sennrich, 2019, computed in float32."""
    wide = x.float() if x.dtype != torch.float64 else x
    return (wide * (wide.square().mean(-1, keepdim=True) + 1e-6).rsqrt() * weight).to(x.dtype)


GROUP_NORM = f"""{TRITON}
@triton.jit
def group_norm_kernel(x_ptr, w_ptr, b_ptr, y_ptr, C, HW, G, eps, BLOCK: tl.constexpr):
    group = tl.program_id(0)
    width = C // G
    size = width * HW
    base = group.to(tl.int64) * size
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, size, BLOCK):
        at = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + base + at, mask=at < size, other=0.0)
    mean = tl.sum(total, axis=0) / size
    squares = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, size, BLOCK):
        at = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + base + at, mask=at < size, other=0.0)
        squares += tl.where(at < size, (x - mean) * (x - mean), 0.0)
    scale = tl.rsqrt(tl.sum(squares, axis=0) / size + eps)
    for start in range(0, size, BLOCK):
        at = start + tl.arange(0, BLOCK)
        channel = (group % G) * width + at // HW
        x = tl.load(x_ptr + base + at, mask=at < size, other=0.0)
        w = tl.load(w_ptr + channel, mask=at < size, other=0.0)
        b = tl.load(b_ptr + channel, mask=at < size, other=0.0)
        tl.store(y_ptr + base + at, (x - mean) * scale * w + b, mask=at < size)


def translated(x, weight, bias):
    x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()
    B, C, H, W = x.shape
    y = torch.empty_like(x)
    group_norm_kernel[(B * 2,)](x, weight, bias, y, C, H * W, 2, 1e-5, BLOCK=64)
    return y
"""

BATCH_NORM = f"""{TRITON}
@triton.jit
def batch_norm_kernel(x_ptr, m_ptr, v_ptr, w_ptr, b_ptr, y_ptr, n, C, HW, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    channel = offsets // HW % C
    scale = tl.load(w_ptr + channel, mask=mask) * tl.rsqrt(tl.load(v_ptr + channel, mask=mask) + 1e-5)
    x = tl.load(x_ptr + offsets, mask=mask) - tl.load(m_ptr + channel, mask=mask)
    tl.store(y_ptr + offsets, x * scale + tl.load(b_ptr + channel, mask=mask), mask=mask)


def translated(x, mean, var, weight, bias):
    x, mean, var = x.contiguous(), mean.contiguous(), var.contiguous()
    weight, bias = weight.contiguous(), bias.contiguous()
    y = torch.empty_like(x)
    C, HW = x.shape[1], x.shape[2] * x.shape[3]
    batch_norm_kernel[(triton.cdiv(x.numel(), 128),)](
        x, mean, var, weight, bias, y, x.numel(), C, HW, BLOCK=128
    )
    return y
"""


def batch_norm(x, mean, var, weight, bias):
    return F.batch_norm(x, mean, var, weight, bias)


SOFTMAX = f"""{TRITON}
@triton.jit
def softmax_kernel(x_ptr, y_ptr, stride, N, BLOCK: tl.constexpr, LOG: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    mask = columns < N
    x = tl.load(x_ptr + row * stride + columns, mask=mask, other=-float("inf")).to(tl.float32)
    x = x - tl.max(x, axis=0)
    total = tl.sum(tl.exp(x), axis=0)
    if LOG:
        y = x - tl.log(total)
    else:
        y = tl.exp(x) / total
    tl.store(y_ptr + row * N + columns, y.to(y_ptr.dtype.element_ty), mask=mask)


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    y = torch.empty_like(x)
    softmax_kernel[(M,)](x, y, x.stride(0), N, BLOCK=triton.next_power_of_2(N), LOG=IS_LOG)
    return y
"""

ONLINE_SOFTMAX = f"""{TRITON}
@triton.jit
def softmax_kernel(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * N
    y_ptr += row * N
    largest = -float("inf")
    total = 0.0
    for start in tl.range(0, N, BLOCK, num_stages=2):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + columns, mask=columns < N, other=-float("inf"))
        new = tl.maximum(largest, tl.max(x, axis=0))
        total = total * tl.exp(largest - new) + tl.sum(tl.exp(x - new), axis=0)
        largest = new
    for start in tl.range(0, N, BLOCK, num_stages=2):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + columns, mask=columns < N, other=-float("inf"))
        tl.store(y_ptr + columns, tl.exp(x - largest) / total, mask=columns < N)


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    y = torch.empty_like(x)
    softmax_kernel[(M,)](x, y, N, BLOCK=32)
    return y
"""

LOG_SUM_EXP = f"""{TRITON}
@triton.jit
def parts_kernel(x_ptr, max_ptr, sum_ptr, N, parts, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    part = tl.program_id(1)
    columns = part * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + columns, mask=columns < N, other=-float("inf"))
    largest = tl.max(x, axis=0)
    tl.store(max_ptr + row * parts + part, largest)
    tl.store(sum_ptr + row * parts + part, tl.sum(tl.exp(x - largest), axis=0))


@triton.jit
def whole_kernel(max_ptr, sum_ptr, y_ptr, parts, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    largest = tl.load(max_ptr + row * parts + at, mask=at < parts, other=-float("inf"))
    total = tl.load(sum_ptr + row * parts + at, mask=at < parts, other=0.0)
    top = tl.max(largest, axis=0)
    tl.store(y_ptr + row, top + tl.log(tl.sum(total * tl.exp(largest - top), axis=0)))


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    parts = triton.cdiv(N, 16)
    largest = torch.empty((M, parts), dtype=torch.float32, device=x.device)
    total = torch.empty_like(largest)
    y = torch.empty((M,), dtype=x.dtype, device=x.device)
    parts_kernel[(M, parts)](x, largest, total, N, parts, BLOCK=16)
    whole_kernel[(M,)](largest, total, y, parts, BLOCK=triton.next_power_of_2(parts))
    return y
"""

CROSS_ENTROPY = f"""{TRITON}
@triton.jit
def cross_entropy_kernel(x_ptr, label_ptr, loss_ptr, N, ignored, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    label = tl.load(label_ptr + row)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + columns, mask=columns < N, other=-float("inf"))
    largest = tl.max(x, axis=0)
    log_sum = largest + tl.log(tl.sum(tl.exp(x - largest), axis=0))
    if label != ignored:
        loss = log_sum - tl.load(x_ptr + row * N + label)
    else:
        loss = 0.0
    tl.store(loss_ptr + row, loss)


def translated(x, labels):
    x, labels = x.contiguous(), labels.contiguous()
    M, N = x.shape
    loss = torch.empty((M,), dtype=x.dtype, device=x.device)
    cross_entropy_kernel[(M,)](x, labels, loss, N, -100, BLOCK=triton.next_power_of_2(N))
    return loss
"""


def cross_entropy(x, labels):
    return F.cross_entropy(x, labels, reduction="none")


MEAN_SQUARES = f"""{TRITON}
@triton.jit
def loss_kernel(a_ptr, b_ptr, part_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    d = tl.load(a_ptr + offsets, mask=mask, other=0.0) - tl.load(b_ptr + offsets, mask=mask, other=0.0)
    size = tl.abs(d)
    loss = tl.where(size < 1.0, 0.5 * d * d, size - 0.5)
    tl.store(part_ptr + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def mean_kernel(part_ptr, y_ptr, parts, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    total = tl.sum(tl.load(part_ptr + at, mask=at < parts, other=0.0), axis=0)
    tl.store(y_ptr, total / n)


def translated(a, b):
    a, b = a.contiguous(), b.contiguous()
    n = a.numel()
    parts = triton.cdiv(n, 64)
    part = torch.empty((parts,), dtype=torch.float32, device=a.device)
    y = torch.empty((), dtype=a.dtype, device=a.device)
    loss_kernel[(parts,)](a, b, part, n, BLOCK=64)
    mean_kernel[(1,)](part, y, parts, n, BLOCK=triton.next_power_of_2(parts))
    return y
"""

COSINE = f"""{TRITON}
@triton.jit
def cosine_kernel(a_ptr, b_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    mask = columns < N
    a = tl.load(a_ptr + row * N + columns, mask=mask, other=0.0)
    b = tl.load(b_ptr + row * N + columns, mask=mask, other=0.0)
    a /= tl.maximum(tl.sqrt(tl.sum(a * a, axis=0)), 1e-8)
    b /= tl.maximum(tl.sqrt(tl.sum(b * b, axis=0)), 1e-8)
    tl.store(y_ptr + row, tl.sum(a * b, axis=0))


def translated(a, b):
    a, b = a.contiguous(), b.contiguous()
    M, N = a.shape
    y = torch.empty((M,), dtype=a.dtype, device=a.device)
    cosine_kernel[(M,)](a, b, y, N, BLOCK=triton.next_power_of_2(N))
    return y
"""

COLUMNS = f"""{TRITON}
@triton.jit
def column_kernel(x_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, M, BM):
        rows = start + tl.arange(0, BM)
        mask = (rows[:, None] < M) & (columns[None, :] < N)
        total += tl.load(x_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0.0)
    tl.store(y_ptr + columns, tl.sum(total, axis=0) / M, mask=columns < N)


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    y = torch.empty((N,), dtype=x.dtype, device=x.device)
    column_kernel[(triton.cdiv(N, 16),)](x, y, M, N, BM=8, BN=16)
    return y
"""

LARGEST = f"""{TRITON}
@triton.jit
def largest_kernel(x_ptr, value_ptr, index_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    best = -float("inf")
    place = 0
    for start in range(0, N, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * N + columns, mask=columns < N, other=-float("inf"))
        value, index = tl.max(x, axis=0, return_indices=True)
        place = tl.where(value > best, start + index, place)
        best = tl.maximum(best, value)
    tl.store(value_ptr + row, best)
    tl.store(index_ptr + row, place)


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    values = torch.empty((M,), dtype=x.dtype, device=x.device)
    indices = torch.empty((M,), dtype=torch.int64, device=x.device)
    largest_kernel[(M,)](x, values, indices, N, BLOCK=16)
    return values, indices
"""

ATOMIC_SUM = f"""{TRITON}
@triton.jit
def sum_kernel(x_ptr, y_ptr, M, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + columns, mask=columns < N, other=0.0)
    tl.atomic_add(y_ptr + row, tl.sum(x, axis=0), sem="relaxed")


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    y = torch.zeros((M,), dtype=x.dtype, device=x.device)
    sum_kernel[(M, triton.cdiv(N, 16))](x, y, M, N, BLOCK=16)
    return y
"""

ZEROED = ATOMIC_SUM.replace(
    "torch.zeros((M,), dtype=x.dtype, device=x.device)", "torch.empty(M, device=x.device).zero_()"
)

CUMULATIVE = f"""{TRITON}
@triton.jit
def cumsum_kernel(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    before = 0.0
    for start in range(0, N, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * N + columns, mask=columns < N, other=0.0)
        tl.store(y_ptr + row * N + columns, before + tl.cumsum(x, axis=0), mask=columns < N)
        before += tl.sum(x, axis=0)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    cumsum_kernel[(x.shape[0],)](x, y, x.shape[1], BLOCK=16)
    return y
"""

SUFFIXES = f"""{TRITON}
@triton.jit
def suffix_kernel(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + columns, mask=columns < N, other=0.0)
    tl.store(y_ptr + row * N + columns, tl.cumsum(x, axis=0, reverse=True), mask=columns < N)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    suffix_kernel[(x.shape[0],)](x, y, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return y
"""

RECURRENCE = f"""{TRITON}
@triton.jit
def compose(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def recurrence_kernel(a_ptr, x_ptr, y_ptr, T, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    steps = tl.arange(0, BLOCK)
    mask = steps < T
    a = tl.load(a_ptr + row * T + steps, mask=mask, other=1.0)
    x = tl.load(x_ptr + row * T + steps, mask=mask, other=0.0)
    _, h = tl.associative_scan((a, x), axis=0, combine_fn=compose)
    tl.store(y_ptr + row * T + steps, h, mask=mask)


def translated(a, x):
    a, x = a.contiguous(), x.contiguous()
    rows, T = x.shape
    y = torch.empty_like(x)
    recurrence_kernel[(rows,)](a, x, y, T, BLOCK=triton.next_power_of_2(T))
    return y
"""


def recurrence(a, x):
    """h_t = a_t h_(t - 1) + x_t."""
    h, steps = torch.zeros_like(x[:, 0]), []
    for t in range(x.shape[1]):
        h = a[:, t] * h + x[:, t]
        steps.append(h)
    return torch.stack(steps, 1)


RUNNING_MAXIMUM = f"""{TRITON}
@triton.jit
def larger(a, b):
    return tl.maximum(a, b)


@triton.jit
def cummax_kernel(x_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    at = rows[:, None] * N + columns[None, :]
    x = tl.load(x_ptr + at, mask=mask, other=-float("inf"))
    tl.store(y_ptr + at, tl.associative_scan(x, 1, larger), mask=mask)


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    y = torch.empty_like(x)
    cummax_kernel[(triton.cdiv(M, 2),)](x, y, M, N, BM=2, BN=triton.next_power_of_2(N))
    return y
"""

SORTED = f"""{TRITON}
@triton.jit
def sort_kernel(x_ptr, y_ptr, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * N + columns, mask=columns < N, other=-float("inf"))
    x = tl.sort(x, descending=True)
    tl.store(y_ptr + row * N + columns, x, mask=columns < N)


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    y = torch.empty_like(x)
    sort_kernel[(M,)](x, y, N, BLOCK=triton.next_power_of_2(N))
    return y
"""

HISTOGRAM = f"""{TRITON}
@triton.jit
def histogram_kernel(x_ptr, y_ptr, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0).to(tl.int32) & (BINS - 1)
    counts = tl.histogram(x, BINS, mask=mask)
    tl.atomic_add(y_ptr + tl.arange(0, BINS), counts.to(tl.int64))


def translated(x):
    x = x.contiguous()
    y = torch.zeros((16,), dtype=torch.int64, device=x.device)
    histogram_kernel[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), BINS=16, BLOCK=64)
    return y
"""

ANY = f"""{TRITON}
@triton.jit
def either(a, b):
    return a | b


@triton.jit
def any_kernel(x_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    x = tl.load(x_ptr + rows[:, None] * N + columns[None, :], mask=mask, other=0.0)
    found = tl.reduce((x > 2.0).to(tl.int32), 1, either)
    tl.store(y_ptr + rows, found != 0, mask=rows < M)


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    y = torch.empty((M,), dtype=torch.bool, device=x.device)
    any_kernel[(triton.cdiv(M, 4),)](x, y, M, N, BM=4, BN=triton.next_power_of_2(N))
    return y
"""

SIZES = ((3, 33), (5, 100))
IMAGES = ((2, 4, 3, 5), (1, 6, 7, 5))
NORM = [floats(size, size[1:], size[1:]) for size in SIZES]
STATISTICS = [
    (x, mean, var.abs() + 0.1, w, b)
    for x, mean, var, w, b in (floats(size, *[size[1:2]] * 4) for size in IMAGES)
]
LABELS = [(*floats(size), signed(size[:1], low=0, high=size[1], dtype=torch.int64)) for size in SIZES]
IGNORED = [(x, labels.index_fill(0, torch.tensor([1]), -100)) for x, labels in LABELS]
COUNTED = [(signed(size, low=0, high=16, dtype=torch.int64),) for size in ((50,), (131,))]
DECAYS = [(floats(size)[0].sigmoid(), *floats(size, seed=1)) for size in ((3, 20), (2, 33))]

# name: (text of the answer, PyTorch program, inputs)
ROW_EXPERTS = {
    "layer norm": (LAYER_NORM, layer_norm, NORM),
    "layer norm of halves": (
        LAYER_NORM,
        layer_norm,
        [floats((3, 33), (33,), (33,), dtype=torch.float16)],
    ),
    "Welford's mean and variance by tl.reduce": (
        WELFORD,
        lambda x: (x.mean(-1), x.var(-1, correction=0)),
        [floats((3, 33)), floats((2, 150))],
    ),
    "RMS norm, several rows a program": (RMS_NORM, rms_norm, [floats(size, size[1:]) for size in SIZES]),
    "RMS norm of bfloat16": (
        RMS_NORM,
        rms_norm,
        [floats(size, size[1:], dtype=torch.bfloat16) for size in SIZES],
    ),
    "group norm": (
        GROUP_NORM,
        lambda x, weight, bias: F.group_norm(x, 2, weight, bias),
        [floats(size, size[1:2], size[1:2]) for size in IMAGES],
    ),
    "batch norm by its statistics": (BATCH_NORM, batch_norm, STATISTICS),
    "softmax": (
        SOFTMAX.replace("IS_LOG", "False"),
        lambda x: x.softmax(-1),
        [floats(size) for size in SIZES],
    ),
    "softmax of bfloat16": (
        SOFTMAX.replace("IS_LOG", "False"),
        lambda x: x.softmax(-1),
        [floats(size, dtype=torch.bfloat16) for size in SIZES],
    ),
    "log-softmax": (
        SOFTMAX.replace("IS_LOG", "True"),
        lambda x: x.log_softmax(-1),
        [floats(size) for size in SIZES],
    ),
    "online softmax of long rows": (
        ONLINE_SOFTMAX,
        lambda x: x.softmax(-1),
        [floats(size) for size in SIZES],
    ),
    "logsumexp in two kernels": (LOG_SUM_EXP, lambda x: x.logsumexp(-1), [floats(size) for size in SIZES]),
    "cross entropy": (CROSS_ENTROPY, cross_entropy, LABELS),
    "cross entropy, some labels ignored": (CROSS_ENTROPY, cross_entropy, IGNORED),
    "Huber loss, mean in two kernels": (
        MEAN_SQUARES,
        F.huber_loss,
        [floats(size, size) for size in SIZES],
    ),
    "cosine similarity": (COSINE, F.cosine_similarity, [floats(size, size) for size in SIZES]),
    "mean over rows, by columns": (COLUMNS, lambda x: x.mean(0), [floats((33, 20)), floats((5, 40))]),
    "largest with its place, in blocks": (
        LARGEST,
        lambda x: tuple(x.max(-1)),
        [floats(size) for size in SIZES],
    ),
    "sum by atomics": (ATOMIC_SUM, lambda x: x.sum(-1), [floats(size) for size in SIZES]),
    "sum by atomics into .zero_()": (ZEROED, lambda x: x.sum(-1), [floats(size) for size in SIZES]),
    "cumulative sum in blocks": (CUMULATIVE, lambda x: x.cumsum(-1), [floats(size) for size in SIZES]),
    "sums of suffixes": (
        SUFFIXES,
        lambda x: x.flip(-1).cumsum(-1).flip(-1),
        [floats(size) for size in SIZES],
    ),
    "linear recurrence by a scan": (RECURRENCE, recurrence, DECAYS),
    "running maximum": (RUNNING_MAXIMUM, lambda x: x.cummax(-1).values, [floats(size) for size in SIZES]),
    "descending sort": (
        SORTED,
        lambda x: x.sort(-1, descending=True).values,
        [floats((3, 33)), floats((2, 16))],
    ),
    "histogram": (HISTOGRAM, lambda x: torch.bincount(x & 15, minlength=16), COUNTED),
    "any above two": (ANY, lambda x: (x > 2).any(-1), [floats(size) for size in SIZES]),
}
