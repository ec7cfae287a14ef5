"""Compositions of the families of reductions, two_statistics to var_tail."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Mean and standard deviation over any dimensions from one reading of x, two results: what a score is made
    # of, or a batch norm.
    "two_statistics": Composition(
        "ratio_of_statistics",
        {
            "y = torch.div(y, v)\n    y = torch.sigmoid(y)\n    return": "v = torch.abs(v)\ny = y + 1e-5\nreturn v,",
            "y_ptr,": "v_ptr, y_ptr,",
            "y = y / v\n    y = tl.sigmoid(y": "v = tl.abs(v)\ny = 1e-5 + y\ntl.store(v_ptr + rows, v, mask=rows < n_rows",
            "grid = (triton.cdiv(n_rows, 16), n_shares)": "v = torch.empty_like(y)\ngrid = (triton.cdiv(n_rows, 16), n_shares)",
            "y, n_rows, n_cols, n_shares, SHARES=64, BLOCK=64)\n    return": "v, y, n_rows, n_cols, n_shares, SHARES=64, BLOCK=64)\nreturn v,",
        },
    ),
    # Range of each row, y[i] = max_j x[i, j] - min_j x[i, j], from one reading of the row.
    "value_range": Composition(
        "aminmax",
        {
            "low, high = torch.aminmax(x, dim=-1)\n    return low, high": "y = torch.amax(x, dim=-1) - torch.amin(x, dim=-1)\ny = torch.abs(y)\ny = y * 0.5\nreturn y",
            "low_ptr, high_ptr": "y_ptr",
            (
                "tl.store(low_ptr + row, tl.min(low, axis=0))\n"
                "    tl.store(high_ptr + row, tl.max(high, axis=0)"
            ): (
                "y = tl.max(high, axis=0) - tl.min(low, axis=0)\n"
                "y = tl.abs(y)\n"
                "y = 0.5 * y\n"
                "tl.store(y_ptr + row, y"
            ),
            (
                "low = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)\n"
                "    high = torch.empty_like(low"
            ): "y = x.new_empty(x.shape[:-1]",
            "low, high, n_cols, BLOCK=block)\n    return low, high": "y, n_cols, BLOCK=block)\nreturn y",
        },
    ),
    # Variance and mean of each row at once, torch.var_mean: two outputs from two readings of x.
    "var_mean": Composition(
        "var",
        {
            "33), (": "33), (1000,), (",
            "y = torch.var(x, dim=-1, unbiased=True)\n    y = torch.abs(y)\n    y = y * 0.5\n    return y": "y, mean = torch.var_mean(x, dim=-1, unbiased=True)\nreturn y, mean",
            "y_ptr, n_cols,": "y_ptr, mean_ptr, n_cols,",
            "total = tl.zeros([BLOCK], dtype=tl.float32)": "total = tl.zeros([BLOCK], dtype=tl.float64)",
            (
                "drift = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    squares = tl.zeros([BLOCK], dtype=tl.float32"
            ): "squares = tl.zeros([BLOCK], dtype=tl.float64",
            "drift += deviation": "",
            (
                "# Exact deviations add up to 0; what these add up to is the rounding of the mean, "
                "and its squares are taken off.\n"
                "    drift_sum = tl.sum(drift, axis=0)\n"
                "    squares_sum = tl.maximum(tl.sum(squares, axis=0) - drift_sum * drift_sum / n_cols, "
                "0.0)\n"
                "    y = squares_sum / (n_cols - 1)\n"
                "    y = tl.abs(y)\n"
                "    y = 0.5 * y"
            ): "y = tl.sum(squares, axis=0) / (n_cols - 1)",
            "tl.store(y_ptr + row, y)": "tl.store(y_ptr + row, y)\ntl.store(mean_ptr + row, mean)",
            "x.new_empty(x.shape[:-1]": "torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)\nmean = torch.empty_like(y",
            "n_cols, BLOCK=block, enable_fp_fusion=False)\n    return y": "mean, n_cols, BLOCK=block, enable_fp_fusion=False)\nreturn y, mean",
        },
    ),
    # Variance over a dimension in the middle, y[b, n] = sum_m (x[b, m, n] - mean[b, n])^2 / (M - 1), and its
    # root.
    "var_middle": Composition(
        "var",
        {
            "), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": ", 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70",
            "-1,": "-2,",
            "cols, n_cols):\n    x = tl.load(x_ptr + cols, mask=cols < n_cols": (
                "rows, cols, n_rows, n_cols):\n"
                "    mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)\n"
                "    x = tl.load(x_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], mask=mask"
            ),
            (
                "n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    row_ptr = x_ptr + row * n_cols\n"
                "    total = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        total += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)\n"
                "    mean = tl.sum(total, axis=0) / n_cols"
            ): (
                "n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):\n"
                "    n_blocks = tl.cdiv(n_cols, BLOCK_COLS)\n"
                "    outer = (tl.program_id(0) // n_blocks).to(tl.int64)\n"
                "    cols = tl.program_id(0) % n_blocks * BLOCK_COLS + tl.arange(0, BLOCK_COLS)\n"
                "    plane_ptr = x_ptr + outer * n_rows * n_cols\n"
                "    total = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)\n"
                "    for start in range(0, n_rows, BLOCK_ROWS):\n"
                "        rows = start + tl.arange(0, BLOCK_ROWS)\n"
                "        total += tl.where(rows[:, None] < n_rows, load_tile(plane_ptr, rows, cols, "
                "n_rows, n_cols), 0.0)\n"
                "    mean = tl.sum(total, axis=0) / n_rows"
            ),
            (
                "BLOCK], dtype=tl.float32)\n"
                "    squares = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        deviation = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean"
            ): (
                "BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)\n"
                "squares = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)\n"
                "for start in range(0, n_rows, BLOCK_ROWS):\n"
                "    rows = start + tl.arange(0, BLOCK_ROWS)\n"
                "    x = load_tile(plane_ptr, rows, cols, n_rows, n_cols)\n"
                "    deviation = tl.where(rows[:, None] < n_rows, x - mean[None, :]"
            ),
            "n_cols, 0.0)\n    y = squares_sum / (n_cols": "n_rows, 0.0)\ny = squares_sum / (n_rows",
            "row, y": "outer * n_cols + cols, y, mask=cols < n_cols",
            (
                "n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    block = min(triton.next_power_of_2(n_cols), 1024"
            ): (
                "n_rows, n_cols = x.shape[-2:]\n"
                "n_outer = x.numel() // (n_rows * n_cols)\n"
                "y = x.new_empty(x.shape[:-2] + x.shape[-1:])\n"
                "grid = (n_outer * triton.cdiv(n_cols, 64),"
            ),
            "(n_rows,)](x, y, n_cols, BLOCK=block": "grid](x, y, n_rows, n_cols, BLOCK_ROWS=16, BLOCK_COLS=64",
        },
    ),
    # Variance over the last dimension, then a second tensor, y[i] = var_j x[i, j] + z[i].
    "var_tail": Composition(
        "var",
        {
            "return (torch.randn(shape),)": "x = torch.randn(shape)\nz = torch.randn_like(x.sum(dim=-1))\nreturn x, z",
            "var_tail_torch(x": "var_tail_torch(x, z",
            "y = torch.abs(y)": "y = y + z\ny = torch.abs(y)",
            "y_ptr,": "z_ptr, y_ptr,",
            "y = tl.abs(y)": "z = tl.load(z_ptr + row).to(tl.float32)\ny = z + y\ny = tl.abs(y)",
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "y,": "z, y,",
        },
    ),
}
