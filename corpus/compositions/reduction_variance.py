"""Compositions of the families of variances and other statistics."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Rows less their mean, over their deviation, and two results of that alone: v = f(t), y = g(t) with t
    # = (x - mean) / std.
    "moments_to_two": Composition("standardize_to_two", {
        ", z_ptr": "", "rest = tl.zeros([BLOCK], dtype=tl.float32)": "",
        "x = tl.where(cols < n_cols, x - mean, 0.0)\n"
        "        lanes += x * x\n"
        "        rest += x\n"
        "    # What rounding has left of the mean counts where a row is far from 0.\n"
        "    mean += tl.sum(rest, axis=0) / n_cols":
            "lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)",
        "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "", " z + ": " v * ", ", z": "",
        ", z.contiguous()": "", " + z": " * v"},
        functions=("def make(*shape):\n    return (torch.randn(shape),)",)),
    # Mean and standard deviation over any dimensions from one reading of x, two results: what a score is
    # made of, or a batch norm.
    "two_statistics": Composition("ratio_of_statistics", {
        "y = x.new_empty((B, D))": "y = x.new_empty((B, D))\nv = torch.empty_like(y)",
        ", squares, y": ", squares, v, y", "return y": "return v, y",
        ", squares_ptr, y_ptr": ", squares_ptr, v_ptr, y_ptr",
        "y = y / v\n    y = tl.sigmoid(y)":
            "v = tl.abs(v)\n"
            "y = 1e-5 + y\n"
            "tl.store(v_ptr + rows, v, mask=rows < n_rows)",
        "y = torch.div(y, v)": "v = torch.abs(v)", " torch.sigmoid(y)": " y + 1e-5"},
        breaks=("ROWS: tl.constexpr",)),
    # Variance and mean of each row at once, torch.var_mean: two outputs from two readings of x.
    "var_mean": Composition("var", {
        "y_ptr,": "y_ptr, mean_ptr,", "=tl.float32)": "=tl.float64)",
        "drift = tl.zeros([BLOCK], dtype=tl.float32)\n"
        "    squares = tl.zeros([BLOCK], dtype=tl.float32)": "squares = tl.zeros([BLOCK], dtype=tl.float64)",
        "drift += deviation": "",
        "# Exact deviations add up to 0; what these add up to is the rounding of the mean, "
        "and its squares are taken off.\n"
        "    drift_sum = tl.sum(drift, axis=0)\n"
        "    squares_sum = tl.maximum(tl.sum(squares, axis=0) - drift_sum * drift_sum / n_cols, 0.0)\n"
        "    y = squares_sum / (n_cols - 1)\n"
        "    y = tl.abs(y)\n"
        "    y = 0.5 * y": "y = tl.sum(squares, axis=0) / (n_cols - 1)",
        "tl.store(y_ptr + row, y)":
            "tl.store(y_ptr + row, y)\n"
            "tl.store(mean_ptr + row, mean)",
        "y = x.new_empty(x.shape[:-1])":
            "y = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)\n"
            "mean = torch.empty_like(y)",
        "y": "y, mean", "33": "33), (1000,"}, functions=("""
def var_mean_torch(x):
    x = torch.relu(x)
    y, mean = torch.var_mean(x, dim=-1, unbiased=True)
    return y, mean
""",)),
    # Variance over a dimension in the middle, y[b, n] = sum_m (x[b, m, n] - mean[b, n])^2 / (M - 1), and
    # its root.
    "var_middle": Composition("var_dim0", {"=0,": "=-2,"}, functions=(
        "CASES = [(1, 2, 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70)]", """
@triton.jit
def var_middle_kernel(x_ptr, y_ptr, n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):
    n_blocks = tl.cdiv(n_cols, BLOCK_COLS)
    outer = (tl.program_id(0) // n_blocks).to(tl.int64)
    cols = tl.program_id(0) % n_blocks * BLOCK_COLS + tl.arange(0, BLOCK_COLS)
    plane_ptr = x_ptr + outer * n_rows * n_cols
    total = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    for start in range(0, n_rows, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        total += tl.where(rows[:, None] < n_rows, load_tile(plane_ptr, rows, cols, n_rows, n_cols), 0.0)
    mean = tl.sum(total, axis=0) / n_rows

    drift = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    squares = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)
    for start in range(0, n_rows, BLOCK_ROWS):
        rows = start + tl.arange(0, BLOCK_ROWS)
        x = load_tile(plane_ptr, rows, cols, n_rows, n_cols)
        deviation = tl.where(rows[:, None] < n_rows, x - mean[None, :], 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, and its squares are taken off.
    drift_sum = tl.sum(drift, axis=0)
    squares_sum = tl.maximum(tl.sum(squares, axis=0) - drift_sum * drift_sum / n_rows, 0.0)
    y = squares_sum / (n_rows - 1)
    y = tl.abs(y)
    y = 0.5 * y
    tl.store(y_ptr + outer * n_cols + cols, y, mask=cols < n_cols)
""", """
def var_middle_triton(x):
    x = x.contiguous()
    n_rows, n_cols = x.shape[-2:]
    n_outer = x.numel() // (n_rows * n_cols)
    y = x.new_empty(x.shape[:-2] + x.shape[-1:])
    grid = (n_outer * triton.cdiv(n_cols, 64),)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    var_middle_kernel[grid](x, y, n_rows, n_cols, BLOCK_ROWS=16, BLOCK_COLS=64, enable_fp_fusion=False)
    return y
"""), without=("var_middle_share_kernel", "load_sum")),
    # Variance over the last dimension, then a second tensor, y[i] = var_j x[i, j] + z[i].
    "var_tail": Composition("var", {
        "y_ptr,": "z_ptr, y_ptr,",
        "y = squares_sum / (n_cols - 1)":
            "y = squares_sum / (n_cols - 1)\n"
            "z = tl.load(z_ptr + row).to(tl.float32)\n"
            "y = z + y",
        "(x)": "(x, z)", "x = x": "x, z = x.contiguous(), z", ", y,": ", z, y,",
        "return (torch.randn(shape),)":
            "x = torch.randn(shape)\n"
            "z = torch.randn_like(x.sum(dim=-1))\n"
            "return x, z"}, functions=("""
def var_tail_torch(x, z):
    x = torch.relu(x)
    y = torch.var(x, dim=-1, unbiased=True)
    y = y + z
    y = torch.abs(y)
    y = y * 0.5
    return y
""",)),
}
