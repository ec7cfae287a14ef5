"""Many short rows: a program takes several, each held as a whole and read once.

A block is as wide as a row, and has as many rows as make 2048 elements; of norms 1024, of two warps.
"""

from corpus.composition import Composition

COMPOSITIONS = {
    # Sums along short rows.
    "sum_last_rows": Composition("sum_last", functions=("""
@triton.jit
def sum_last_rows_kernel(x_ptr, y_ptr, n_rows, n_cols, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)
    mask = (row < n_rows) & (cols < n_cols)
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    x = x * x
    x = tl.where(mask, x, 0.0)
    y = tl.sum(x, axis=1, keep_dims=True)
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y, mask=row < n_rows)
""", """
def sum_last_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = triton.next_power_of_2(n_cols)
    rows = max(2048 // block, 1)
    sum_last_rows_kernel[(triton.cdiv(n_rows, rows),)](x, y, n_rows, n_cols, ROWS=rows, BLOCK=block)
    return y
"""), schedule="rows"),
    # Norms of short rows.
    "norm_rows": Composition("norm", functions=("""
@triton.jit
def norm_rows_kernel(x_ptr, y_ptr, n_rows, n_cols, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)
    mask = (row < n_rows) & (cols < n_cols)
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.where(mask, x, 0.0)
    y = tl.sqrt(tl.sum(x * x, axis=1, keep_dims=True))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y, mask=row < n_rows)
""", """
def norm_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    block = triton.next_power_of_2(n_cols)
    rows = max(2048 // block, 1)
    norm_rows_kernel[(triton.cdiv(n_rows, rows),)](x, y, n_rows, n_cols, ROWS=rows, BLOCK=block)
    return y
"""), schedule="rows"),
    # The place of the largest element of short rows: of equal ones the first.
    "argmax_rows": Composition("argmax", functions=("""
@triton.jit
def argmax_rows_kernel(x_ptr, y_ptr, n_rows, n_cols, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)
    mask = (row < n_rows) & (cols < n_cols)
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    x = tl.abs(x)
    x = tl.where(cols < n_cols, x, -float("inf"))
    winner = tl.max(x, axis=1, keep_dims=True)
    y = tl.min(tl.where((x == winner) & (cols < n_cols), cols, n_cols), axis=1, keep_dims=True)
    tl.store(y_ptr + row, y, mask=row < n_rows)
""", """
def argmax_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty(x.shape[:-1], dtype=torch.int64, device=x.device)
    block = triton.next_power_of_2(n_cols)
    rows = max(2048 // block, 1)
    argmax_rows_kernel[(triton.cdiv(n_rows, rows),)](x, y, n_rows, n_cols, ROWS=rows, BLOCK=block)
    return y
"""), schedule="rows"),
    # Variances of short rows.
    "var_rows": Composition("var", functions=("""
@triton.jit
def var_rows_kernel(x_ptr, y_ptr, n_rows, n_cols, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)
    mask = (row < n_rows) & (cols < n_cols)
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    mean = tl.sum(tl.where(mask, x, 0.0), axis=1, keep_dims=True) / n_cols
    deviation = tl.where(mask, x - mean, 0.0)
    drift_sum = tl.sum(deviation, axis=1, keep_dims=True)  # of exact deviations 0: the rounding of the mean
    squares_sum = tl.sum(deviation * deviation, axis=1, keep_dims=True) - drift_sum * drift_sum / n_cols
    squares_sum = tl.maximum(squares_sum, 0.0)
    y = squares_sum / (n_cols - 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y, mask=row < n_rows)
""", """
def var_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    block = triton.next_power_of_2(n_cols)
    rows = max(2048 // block, 1)
    var_rows_kernel[(triton.cdiv(n_rows, rows),)](x, y, n_rows, n_cols, ROWS=rows, BLOCK=block, enable_fp_fusion=False)
    return y
"""),
        without=('load_tile',), schedule="rows"),
    # Softmax of short rows, each read once.
    "softmax_rows": Composition("softmax", functions=("""
@triton.jit
def softmax_rows_kernel(x_ptr, y_ptr, n_rows, n_cols, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)
    mask = (row < n_rows) & (cols < n_cols)
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.where(cols < n_cols, x, -float("inf"))
    peak = tl.max(x, axis=1, keep_dims=True)
    norm = tl.sum(tl.exp(x - peak), axis=1, keep_dims=True)
    y = tl.exp(x - peak) / norm
    y = tl.sqrt(y)
    y = 0.5 * y
    tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""", """
def softmax_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    block = triton.next_power_of_2(n_cols)
    rows = max(1024 // block, 1)
    warps = 2 if block <= 1024 else 4
    softmax_rows_kernel[(triton.cdiv(n_rows, rows),)](x, y, n_rows, n_cols, ROWS=rows, BLOCK=block, num_warps=warps, enable_fp_fusion=False)
    return y
"""),
        without=('load_tile',), schedule="rows"),
    # The logarithm of the sum of exponentials of short rows.
    "logsumexp_rows": Composition("logsumexp", functions=("""
@triton.jit
def logsumexp_rows_kernel(x_ptr, y_ptr, n_rows, n_cols, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)
    mask = (row < n_rows) & (cols < n_cols)
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.where(cols < n_cols, x, -float("inf"))
    peak = tl.maximum(tl.max(x, axis=1, keep_dims=True), -3.0e38)  # -inf minus itself would be no number
    y = peak + tl.log(tl.sum(tl.exp(x - peak), axis=1, keep_dims=True))
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row, y, mask=row < n_rows)
""", """
def logsumexp_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = x.new_empty(x.shape[:-1])
    # A fused multiply-add would skip the rounding of a scaled x in x - peak alone, and x minus itself would not be 0.
    block = triton.next_power_of_2(n_cols)
    rows = max(2048 // block, 1)
    logsumexp_rows_kernel[(triton.cdiv(n_rows, rows),)](x, y, n_rows, n_cols, ROWS=rows, BLOCK=block, enable_fp_fusion=False)
    return y
"""), schedule="rows"),
    # Layer norm of short rows, each read once.
    "layer_norm_rows": Composition("layer_norm", functions=("""
@triton.jit
def layer_norm_rows_kernel(x_ptr, weight_ptr, bias_ptr, y_ptr, n_rows, n_cols, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)
    mask = (row < n_rows) & (cols < n_cols)
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    mean = tl.sum(tl.where(mask, x, 0.0), axis=1, keep_dims=True) / n_cols
    deviation = tl.where(mask, x - mean, 0.0)
    deviation -= tl.sum(deviation, axis=1, keep_dims=True) / n_cols  # the rounding of the mean
    var = tl.sum(tl.where(mask, deviation * deviation, 0.0), axis=1, keep_dims=True) / n_cols
    y = deviation * tl.rsqrt(var + 1e-5)
    weight = tl.load(weight_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    bias = tl.load(bias_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    y = y * weight + bias
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""", """
def layer_norm_rows_triton(x, weight, bias):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    block = triton.next_power_of_2(n_cols)
    rows = max(1024 // block, 1)
    warps = 2 if block <= 1024 else 4
    layer_norm_rows_kernel[(triton.cdiv(n_rows, rows),)](x, weight, bias, y, n_rows, n_cols, ROWS=rows, BLOCK=block, num_warps=warps, enable_fp_fusion=False)
    return y
"""),
        without=('load_tile',), schedule="rows"),
    # RMS norm of short rows, each read once.
    "rms_norm_rows": Composition("rms_norm", functions=("""
@triton.jit
def rms_norm_rows_kernel(x_ptr, weight_ptr, y_ptr, n_rows, n_cols, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)
    mask = (row < n_rows) & (cols < n_cols)
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    squares = tl.where(mask, x * x, 0.0)
    scale = tl.rsqrt(tl.sum(squares, axis=1, keep_dims=True) / n_cols + 1e-5)
    weight = tl.load(weight_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    y = x * scale * weight
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""", """
def rms_norm_rows_triton(x, weight):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = triton.next_power_of_2(n_cols)
    rows = max(1024 // block, 1)
    warps = 2 if block <= 1024 else 4
    rms_norm_rows_kernel[(triton.cdiv(n_rows, rows),)](x, weight, y, n_rows, n_cols, ROWS=rows, BLOCK=block, num_warps=warps)
    return y
"""),
        without=('load_tile',), schedule="rows"),
    # Running sums along short rows.
    "cumsum_rows": Composition("cumsum", functions=("""
@triton.jit
def cumsum_rows_kernel(x_ptr, y_ptr, n_rows, n_cols, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)
    mask = (row < n_rows) & (cols < n_cols)
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    # Lanes beyond the row stand behind all others: nothing inherits what they hold.
    x = tl.maximum(x, 0.0)
    y = tl.cumsum(x.to(tl.float64), axis=1).to(tl.float32)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""", """
def cumsum_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = triton.next_power_of_2(n_cols)
    rows = max(2048 // block, 1)
    cumsum_rows_kernel[(triton.cdiv(n_rows, rows),)](x, y, n_rows, n_cols, ROWS=rows, BLOCK=block)
    return y
"""), schedule="rows"),
    # Running extremes along short rows.
    "cummax_rows": Composition("cummax", functions=("""
@triton.jit
def cummax_rows_kernel(x_ptr, y_ptr, n_rows, n_cols, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)[:, None]
    cols = tl.arange(0, BLOCK)
    mask = (row < n_rows) & (cols < n_cols)
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)
    # Lanes beyond the row stand behind all others: nothing inherits what they hold.
    x = tl.maximum(x, 0.0)
    y = tl.associative_scan(x, 1, combine)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""", """
def cummax_rows_triton(x):
    x = x.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = triton.next_power_of_2(n_cols)
    rows = max(2048 // block, 1)
    cummax_rows_kernel[(triton.cdiv(n_rows, rows),)](x, y, n_rows, n_cols, ROWS=rows, BLOCK=block)
    return y
"""), schedule="rows"),
}
