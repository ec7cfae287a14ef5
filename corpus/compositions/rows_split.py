"""Few long rows: several programs share a row.

The first launch leaves a partial result for each share of each row; the second combines them. A share is a
multiple of 1024 columns, and of a row there are at most 512.
"""

from corpus.composition import Composition

COMPOSITIONS = {
    # Sum along few long rows.
    "sum_last_split": Composition("sum_last", functions=("""
@triton.jit
def sum_last_split_share_kernel(x_ptr, partial_ptr, n_cols, share, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < end
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = x * x
        lanes += tl.where(mask, x, 0.0)
    tl.store(partial_ptr + row * tl.num_programs(1) + tl.program_id(1), tl.sum(lanes, axis=0))
""", """
@triton.jit
def sum_last_split_kernel(partial_ptr, y_ptr, n_cols, n_shares, SHARES: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    partial = tl.load(partial_ptr + row * n_shares + shares, mask=shares < n_shares, other=0.0)
    y = tl.sum(partial, axis=0)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)
""", """
def sum_last_split_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    share = triton.cdiv(n_cols, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_cols, share)
    partial = torch.empty((n_rows, n_shares), dtype=torch.float32, device=x.device)
    y = x.new_empty(x.shape[:-1])
    sum_last_split_share_kernel[(n_rows, n_shares)](x, partial, n_cols, share, BLOCK=1024)
    sum_last_split_kernel[(n_rows,)](partial, y, n_cols, n_shares, SHARES=triton.next_power_of_2(n_shares))
    return y
"""), schedule="split"),
    # The norm of few long rows.
    "norm_split": Composition("norm", functions=("""
@triton.jit
def norm_split_share_kernel(x_ptr, partial_ptr, n_cols, share, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < end
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, 0.0)
        lanes += x * x
    tl.store(partial_ptr + row * tl.num_programs(1) + tl.program_id(1), tl.sum(lanes, axis=0))
""", """
@triton.jit
def norm_split_kernel(partial_ptr, y_ptr, n_shares, SHARES: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    partial = tl.load(partial_ptr + row * n_shares + shares, mask=shares < n_shares, other=0.0)
    y = tl.sqrt(tl.sum(partial, axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)
""", """
def norm_split_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    share = triton.cdiv(n_cols, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_cols, share)
    partial = torch.empty((n_rows, n_shares), dtype=torch.float32, device=x.device)
    y = x.new_empty(x.shape[:-1])
    norm_split_share_kernel[(n_rows, n_shares)](x, partial, n_cols, share, BLOCK=1024)
    norm_split_kernel[(n_rows,)](partial, y, n_shares, SHARES=triton.next_power_of_2(n_shares))
    return y
"""), schedule="split"),
    # The place of the largest element of few long rows: of equal ones the first.
    "argmax_split": Composition("argmax", functions=("""
@triton.jit
def argmax_split_share_kernel(x_ptr, value_ptr, place_ptr, n_cols, share, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    best = tl.full([BLOCK], -float("inf"), dtype=tl.float32)
    place = first + tl.arange(0, BLOCK)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < end
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.abs(x)
        better = mask & (x > best)
        best = tl.where(better, x, best)
        place = tl.where(better, cols, place)
    winner = tl.max(best, axis=0)
    found = row * tl.num_programs(1) + tl.program_id(1)
    tl.store(value_ptr + found, winner)
    tl.store(place_ptr + found, tl.min(tl.where(best == winner, place, n_cols), axis=0))
""", """
@triton.jit
def argmax_split_kernel(value_ptr, place_ptr, y_ptr, n_cols, n_shares, SHARES: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    mask = shares < n_shares
    best = tl.load(value_ptr + row * n_shares + shares, mask=mask, other=-float("inf"))
    place = tl.load(place_ptr + row * n_shares + shares, mask=mask, other=0)
    winner = tl.max(best, axis=0)
    y = tl.min(tl.where(mask & (best == winner), place, n_cols), axis=0)
    tl.store(y_ptr + row, y)
""", """
def argmax_split_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    share = triton.cdiv(n_cols, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_cols, share)
    value = torch.empty((n_rows, n_shares), dtype=torch.float32, device=x.device)
    place = torch.empty((n_rows, n_shares), dtype=torch.int32, device=x.device)
    y = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    argmax_split_share_kernel[(n_rows, n_shares)](x, value, place, n_cols, share, BLOCK=1024)
    argmax_split_kernel[(n_rows,)](value, place, y, n_cols, n_shares, SHARES=triton.next_power_of_2(n_shares))
    return y
"""), schedule="split"),
    # Softmax of few long rows.
    "softmax_split": Composition("softmax", functions=("""
@triton.jit
def softmax_split_share_kernel(x_ptr, peak_ptr, norm_ptr, n_cols, share, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, end, BLOCK):
        x = load_tile(x_ptr + row * n_cols, start + tl.arange(0, BLOCK), end)
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    place = row * tl.num_programs(1) + tl.program_id(1)
    tl.store(peak_ptr + place, peak)
    tl.store(norm_ptr + place, tl.sum(total * tl.exp(largest - peak), axis=0))
""", """
@triton.jit
def softmax_split_kernel(x_ptr, peak_ptr, norm_ptr, y_ptr, n_cols, share, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    there = shares < tl.num_programs(1)
    peaks = tl.load(peak_ptr + row * tl.num_programs(1) + shares, mask=there, other=-3.0e38)
    norms = tl.load(norm_ptr + row * tl.num_programs(1) + shares, mask=there, other=0.0)
    peak = tl.max(peaks, axis=0)
    norm = tl.sum(norms * tl.exp(peaks - peak), axis=0)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(x_ptr + row * n_cols, cols, end)
        y = tl.exp(x - peak) / norm
        y = tl.sqrt(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < end)
""", """
def softmax_split_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    share = triton.cdiv(n_cols, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_cols, share)
    peak = torch.empty((n_rows, n_shares), dtype=torch.float32, device=x.device)
    norm = torch.empty_like(peak)
    y = torch.empty_like(x)
    grid = (n_rows, n_shares)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    softmax_split_share_kernel[grid](x, peak, norm, n_cols, share, BLOCK=1024, enable_fp_fusion=False)
    softmax_split_kernel[grid](x, peak, norm, y, n_cols, share, SHARES=triton.next_power_of_2(n_shares), BLOCK=1024, enable_fp_fusion=False)
    return y
"""), schedule="split"),
    # The logarithm of the sum of exponentials of few long rows.
    "logsumexp_split": Composition("logsumexp", functions=("""
@triton.jit
def logsumexp_split_share_kernel(x_ptr, peak_ptr, norm_ptr, n_cols, share, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    # A finite start: -inf would make -inf - -inf, no number, in a lane that never sees an element.
    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < end
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, -float("inf"))
        larger = tl.maximum(largest, x)
        total = total * tl.exp(largest - larger) + tl.exp(x - larger)
        largest = larger
    peak = tl.max(largest, axis=0)
    place = row * tl.num_programs(1) + tl.program_id(1)
    tl.store(peak_ptr + place, peak)
    tl.store(norm_ptr + place, tl.sum(total * tl.exp(largest - peak), axis=0))
""", """
@triton.jit
def logsumexp_split_kernel(peak_ptr, norm_ptr, y_ptr, n_shares, SHARES: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    peaks = tl.load(peak_ptr + row * n_shares + shares, mask=shares < n_shares, other=-3.0e38)
    norms = tl.load(norm_ptr + row * n_shares + shares, mask=shares < n_shares, other=0.0)
    peak = tl.max(peaks, axis=0)
    y = peak + tl.log(tl.sum(norms * tl.exp(peaks - peak), axis=0))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)
""", """
def logsumexp_split_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    share = triton.cdiv(n_cols, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_cols, share)
    peak = torch.empty((n_rows, n_shares), dtype=torch.float32, device=x.device)
    norm = torch.empty_like(peak)
    y = x.new_empty(x.shape[:-1])
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    logsumexp_split_share_kernel[(n_rows, n_shares)](x, peak, norm, n_cols, share, BLOCK=1024, enable_fp_fusion=False)
    logsumexp_split_kernel[(n_rows,)](peak, norm, y, n_shares, SHARES=triton.next_power_of_2(n_shares))
    return y
"""), schedule="split"),
    # Layer norm of few long rows. The sums of x and of its squares are float64: that loses nothing of a row
    # that lies far from zero, and reads x once less.
    "layer_norm_split": Composition("layer_norm", functions=("""
@triton.jit
def layer_norm_split_share_kernel(x_ptr, total_ptr, squares_ptr, n_cols, share, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    total = tl.zeros([BLOCK], dtype=tl.float64)
    squares = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.where(cols < end, load_tile(x_ptr + row * n_cols, cols, end), 0.0).to(tl.float64)
        total += x
        squares += x * x
    place = row * tl.num_programs(1) + tl.program_id(1)
    tl.store(total_ptr + place, tl.sum(total, axis=0))
    tl.store(squares_ptr + place, tl.sum(squares, axis=0))
""", """
@triton.jit
def layer_norm_split_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, n_cols, total_ptr, squares_ptr, share, SHARES: tl.constexpr,
                            BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    there = shares < tl.num_programs(1)
    total = tl.load(total_ptr + row * tl.num_programs(1) + shares, mask=there, other=0.0)
    squares = tl.load(squares_ptr + row * tl.num_programs(1) + shares, mask=there, other=0.0)
    mean = tl.sum(total, axis=0) / n_cols
    var = tl.maximum(tl.sum(squares, axis=0) / n_cols - mean * mean, 0.0).to(tl.float32)
    mean = mean.to(tl.float32)
    scale = tl.rsqrt(var + 1e-5)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < end
        y = (load_tile(x_ptr + row * n_cols, cols, end) - mean) * scale
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = y * weight + bias
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""", """
def layer_norm_split_triton(x, weight, bias):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    share = triton.cdiv(n_cols, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_cols, share)
    total = torch.empty((n_rows, n_shares), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    y = torch.empty_like(x)
    grid = (n_rows, n_shares)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    layer_norm_split_share_kernel[grid](x, total, squares, n_cols, share, BLOCK=1024, enable_fp_fusion=False)
    layer_norm_split_kernel[grid](x, weight, bias, y, n_cols, total, squares, share, SHARES=triton.next_power_of_2(n_shares), BLOCK=1024,
                                  enable_fp_fusion=False)
    return y
"""), schedule="split"),
    # RMS norm of few long rows.
    "rms_norm_split": Composition("rms_norm", functions=("""
@triton.jit
def rms_norm_split_share_kernel(x_ptr, partial_ptr, n_cols, share, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = load_tile(x_ptr + row * n_cols, cols, end)
        squares += tl.where(cols < end, x * x, 0.0)
    tl.store(partial_ptr + row * tl.num_programs(1) + tl.program_id(1), tl.sum(squares, axis=0))
""", """
@triton.jit
def rms_norm_split_kernel(x_ptr, weight_ptr, y_ptr, n_cols, partial_ptr, share, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    n_shares = tl.num_programs(1)
    partial = tl.load(partial_ptr + row * n_shares + shares, mask=shares < n_shares, other=0.0)
    scale = tl.rsqrt(tl.sum(partial, axis=0) / n_cols + 1e-5)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < end
        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = load_tile(x_ptr + row * n_cols, cols, end) * scale * weight
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""", """
def rms_norm_split_triton(x, weight):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    share = triton.cdiv(n_cols, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_cols, share)
    partial = torch.empty((n_rows, n_shares), dtype=torch.float32, device=x.device)
    y = torch.empty_like(x)
    grid = (n_rows, n_shares)
    rms_norm_split_share_kernel[grid](x, partial, n_cols, share, BLOCK=1024)
    rms_norm_split_kernel[grid](x, weight, y, n_cols, partial, share, SHARES=triton.next_power_of_2(n_shares), BLOCK=1024)
    return y
"""), schedule="split"),
    # Running sum along few long rows: the first launch sums the shares, the second starts each share from the
    # sum of those before it.
    "cumsum_split": Composition("cumsum", functions=("""
@triton.jit
def cumsum_split_share_kernel(x_ptr, total_ptr, n_cols, share, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    lanes = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < end
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        lanes += tl.where(mask, x, 0.0)
    tl.store(total_ptr + row * tl.num_programs(1) + tl.program_id(1), tl.sum(lanes, axis=0))
""", """
@triton.jit
def cumsum_split_kernel(x_ptr, total_ptr, y_ptr, n_cols, share, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    before = shares < tl.program_id(1)
    carry = tl.sum(tl.load(total_ptr + row * tl.num_programs(1) + shares, mask=before, other=0.0), axis=0)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < end
        # Lanes beyond the row stand behind all others: nothing inherits what they hold.
        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = x.to(tl.float64)
        y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
        carry += tl.sum(x, axis=0)
""", """
def cumsum_split_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    share = triton.cdiv(n_cols, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_cols, share)
    total = torch.empty((n_rows, n_shares), dtype=torch.float64, device=x.device)
    y = torch.empty_like(x)
    grid = (n_rows, n_shares)
    cumsum_split_share_kernel[grid](x, total, n_cols, share, BLOCK=1024)
    cumsum_split_kernel[grid](x, total, y, n_cols, share, SHARES=triton.next_power_of_2(n_shares), BLOCK=1024)
    return y
"""), schedule="split"),
    # Group norm of large groups.
    "group_norm_split": Composition("group_norm", functions=("""
@triton.jit
def group_norm_split_share_kernel(x_ptr, total_ptr, squares_ptr, n_inner, share, BLOCK: tl.constexpr):
    group = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_inner)
    total = tl.zeros([BLOCK], dtype=tl.float64)
    squares = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(first, end, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        x = tl.where(inner < end, load_tile(x_ptr + group * n_inner, inner, end), 0.0).to(tl.float64)
        total += x
        squares += x * x
    place = group * tl.num_programs(1) + tl.program_id(1)
    tl.store(total_ptr + place, tl.sum(total, axis=0))
    tl.store(squares_ptr + place, tl.sum(squares, axis=0))
""", """
@triton.jit
def group_norm_split_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, groups, group_channels, plane_size, total_ptr, squares_ptr, share,
                            SHARES: tl.constexpr, BLOCK: tl.constexpr):
    group = tl.program_id(0).to(tl.int64)
    n_inner = group_channels * plane_size
    shares = tl.arange(0, SHARES)
    there = shares < tl.num_programs(1)
    total = tl.load(total_ptr + group * tl.num_programs(1) + shares, mask=there, other=0.0)
    squares = tl.load(squares_ptr + group * tl.num_programs(1) + shares, mask=there, other=0.0)
    mean = tl.sum(total, axis=0) / n_inner
    var = tl.maximum(tl.sum(squares, axis=0) / n_inner - mean * mean, 0.0).to(tl.float32)
    mean = mean.to(tl.float32)
    scale = tl.rsqrt(var + 1e-5)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_inner)
    for start in range(first, end, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        mask = inner < end
        channel = (group % groups) * group_channels + inner // plane_size
        y = (load_tile(x_ptr + group * n_inner, inner, end) - mean) * scale
        weight = tl.load(weight_ptr + channel, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_ptr + channel, mask=mask, other=0.0).to(tl.float32)
        y = y * weight + bias
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + group * n_inner + inner, y, mask=mask)
""", """
def group_norm_split_triton(x, weight, bias):
    x = x.contiguous()
    n_batch, channels = x.shape[:2]
    groups, plane_size = 4, x.numel() // (n_batch * channels)
    n_inner = channels // groups * plane_size
    share = triton.cdiv(n_inner, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_inner, share)
    total = torch.empty((n_batch * groups, n_shares), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    y = torch.empty_like(x)
    grid = (n_batch * groups, n_shares)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    group_norm_split_share_kernel[grid](x, total, squares, n_inner, share, BLOCK=1024, enable_fp_fusion=False)
    group_norm_split_kernel[grid](x, weight, bias, y, groups, channels // groups, plane_size, total, squares, share,
                                  SHARES=triton.next_power_of_2(n_shares), BLOCK=1024, enable_fp_fusion=False)
    return y
"""), schedule="split"),
    # Instance norm of large planes.
    "instance_norm_split": Composition("instance_norm", functions=("""
@triton.jit
def instance_norm_split_share_kernel(x_ptr, total_ptr, squares_ptr, n_inner, share, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_inner)
    total = tl.zeros([BLOCK], dtype=tl.float64)
    squares = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(first, end, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        x = tl.where(inner < end, load_tile(x_ptr + plane * n_inner, inner, end), 0.0).to(tl.float64)
        total += x
        squares += x * x
    place = plane * tl.num_programs(1) + tl.program_id(1)
    tl.store(total_ptr + place, tl.sum(total, axis=0))
    tl.store(squares_ptr + place, tl.sum(squares, axis=0))
""", """
@triton.jit
def instance_norm_split_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, channels, n_inner, total_ptr, squares_ptr, share,
                               SHARES: tl.constexpr, BLOCK: tl.constexpr):
    plane = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    there = shares < tl.num_programs(1)
    total = tl.load(total_ptr + plane * tl.num_programs(1) + shares, mask=there, other=0.0)
    squares = tl.load(squares_ptr + plane * tl.num_programs(1) + shares, mask=there, other=0.0)
    mean = tl.sum(total, axis=0) / n_inner
    var = tl.maximum(tl.sum(squares, axis=0) / n_inner - mean * mean, 0.0).to(tl.float32)
    mean = mean.to(tl.float32)
    scale = tl.rsqrt(var + 1e-5)
    weight = tl.load(weight_ptr + plane % channels).to(tl.float32)
    bias = tl.load(bias_ptr + plane % channels).to(tl.float32)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_inner)
    for start in range(first, end, BLOCK):
        inner = start + tl.arange(0, BLOCK)
        y = (load_tile(x_ptr + plane * n_inner, inner, end) - mean) * scale
        y = y * weight + bias
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + plane * n_inner + inner, y, mask=inner < end)
""", """
def instance_norm_split_triton(x, weight, bias):
    x = x.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner = x.numel() // (n_batch * channels)
    share = triton.cdiv(n_inner, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_inner, share)
    total = torch.empty((n_batch * channels, n_shares), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    y = torch.empty_like(x)
    grid = (n_batch * channels, n_shares)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    instance_norm_split_share_kernel[grid](x, total, squares, n_inner, share, BLOCK=1024, enable_fp_fusion=False)
    instance_norm_split_kernel[grid](x, weight, bias, y, channels, n_inner, total, squares, share,
                                     SHARES=triton.next_power_of_2(n_shares), BLOCK=1024, enable_fp_fusion=False)
    return y
"""), schedule="split"),
    # Variances of few long rows. The sums of x and of its squares are float64: that loses nothing of a row
    # that lies far from zero.
    "var_split": Composition("var", functions=("""
@triton.jit
def var_split_share_kernel(x_ptr, total_ptr, squares_ptr, n_cols, share, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_cols)
    total = tl.zeros([BLOCK], dtype=tl.float64)
    squares = tl.zeros([BLOCK], dtype=tl.float64)
    for start in range(first, end, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.where(cols < end, load_tile(x_ptr + row * n_cols, cols, end), 0.0).to(tl.float64)
        total += x
        squares += x * x
    place = row * tl.num_programs(1) + tl.program_id(1)
    tl.store(total_ptr + place, tl.sum(total, axis=0))
    tl.store(squares_ptr + place, tl.sum(squares, axis=0))
""", """
@triton.jit
def var_split_kernel(total_ptr, squares_ptr, y_ptr, n_cols, n_shares, SHARES: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    total = tl.sum(tl.load(total_ptr + row * n_shares + shares, mask=shares < n_shares, other=0.0), axis=0)
    squares = tl.sum(tl.load(squares_ptr + row * n_shares + shares, mask=shares < n_shares, other=0.0), axis=0)
    squares_sum = tl.maximum(squares - total * total / n_cols, 0.0).to(tl.float32)
    y = squares_sum / (n_cols - 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y)
""", """
def var_split_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    share = triton.cdiv(n_cols, 512 * 1024) * 1024
    n_shares = triton.cdiv(n_cols, share)
    total = torch.empty((n_rows, n_shares), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    y = x.new_empty(x.shape[:-1])
    var_split_share_kernel[(n_rows, n_shares)](x, total, squares, n_cols, share, BLOCK=1024)
    var_split_kernel[(n_rows,)](total, squares, y, n_cols, n_shares, SHARES=triton.next_power_of_2(n_shares))
    return y
"""), schedule="split"),
    # Sum over a long dimension in the middle of few outer and inner ones.
    "sum_middle_split": Composition("sum_middle", functions=("""
@triton.jit
def sum_middle_split_share_kernel(x_ptr, partial_ptr, n_mid, n_inner, share, BLOCK_MID: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_mid)
    tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)
    for start in range(first, end, BLOCK_MID):
        mid = start + tl.arange(0, BLOCK_MID)
        mask = (mid[:, None] < end) & (inner[None, :] < n_inner)
        offsets = (outer * n_mid + mid[:, None]) * n_inner + inner[None, :]
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = x * x
        tile += tl.where(mask, x, 0.0)
    place = (outer * tl.num_programs(1) + tl.program_id(1)) * n_inner + inner
    tl.store(partial_ptr + place, tl.sum(tile, axis=0), mask=inner < n_inner)
""", """
@triton.jit
def sum_middle_split_kernel(partial_ptr, y_ptr, n_shares, n_mid, n_inner, SHARES: tl.constexpr, BLOCK_INNER: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK_INNER)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK_INNER + tl.arange(0, BLOCK_INNER)
    shares = tl.arange(0, SHARES)[:, None]
    mask = (shares < n_shares) & (inner < n_inner)
    partial = tl.load(partial_ptr + (outer * n_shares + shares) * n_inner + inner, mask=mask, other=0.0)
    y = tl.sum(partial, axis=0)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_inner + inner, y, mask=inner < n_inner)
""", """
def sum_middle_split_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    share = max(triton.cdiv(n_mid, 256), 32)
    n_shares = triton.cdiv(n_mid, share)
    partial = torch.empty((n_outer, n_shares, n_inner), dtype=torch.float32, device=x.device)
    y = x.new_empty(x.shape[:-2] + x.shape[-1:])
    grid = (n_outer * triton.cdiv(n_inner, 64), n_shares)
    sum_middle_split_share_kernel[grid](x, partial, n_mid, n_inner, share, BLOCK_MID=32, BLOCK_INNER=64)
    sum_middle_split_kernel[grid[:1]](partial, y, n_shares, n_mid, n_inner, SHARES=256, BLOCK_INNER=64)
    return y
"""), schedule="split"),
    # Running sums along a long dimension in the middle of few outer and inner ones, as along few long rows.
    "cumsum_middle_split": Composition("cumsum_middle", functions=("""
@triton.jit
def cumsum_middle_split_share_kernel(x_ptr, total_ptr, n_mid, n_inner, share, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_mid)
    tile = tl.zeros([ROWS, BLOCK], dtype=tl.float64)
    for start in range(first, end, ROWS):
        mid = start + tl.arange(0, ROWS)[:, None]
        mask = (mid < end) & (inner < n_inner)
        x = tl.load(x_ptr + (outer * n_mid + mid) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        tile += tl.where(mask, x, 0.0)
    place = (outer * tl.num_programs(1) + tl.program_id(1)) * n_inner + inner
    tl.store(total_ptr + place, tl.sum(tile, axis=0), mask=inner < n_inner)
""", """
@triton.jit
def cumsum_middle_split_kernel(x_ptr, total_ptr, y_ptr, n_mid, n_inner, share, SHARES: tl.constexpr, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    shares = tl.arange(0, SHARES)[:, None]
    before = (shares < tl.program_id(1)) & mask
    place = (outer * tl.num_programs(1) + shares) * n_inner + inner
    total = tl.sum(tl.load(total_ptr + place, mask=before, other=0.0), axis=0)
    first = tl.program_id(1) * share
    end = tl.minimum(first + share, n_mid)
    for mid in range(first, end):
        offsets = (outer * n_mid + mid) * n_inner + inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        total += x
        y = total.to(tl.float32)
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + offsets, y, mask=mask)
""", """
def cumsum_middle_split_triton(x):
    x = x.contiguous()
    n_mid, n_inner = x.shape[-2:]
    n_outer = x.numel() // (n_mid * n_inner)
    share = max(triton.cdiv(n_mid, 128), 32)
    n_shares = triton.cdiv(n_mid, share)
    y = torch.empty_like(x)
    total = torch.empty(y.numel() // n_mid * n_shares, dtype=torch.float64, device=x.device)
    grid = (n_outer * triton.cdiv(n_inner, 64), n_shares)
    cumsum_middle_split_share_kernel[grid](x, total, n_mid, n_inner, share, ROWS=16, BLOCK=64)
    cumsum_middle_split_kernel[grid](x, total, y, n_mid, n_inner, share, SHARES=128, BLOCK=64, num_warps=2)
    return y
"""), schedule="split"),
}
