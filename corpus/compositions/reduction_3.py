"""Compositions of the families of reductions, sum_of_pairs to var_tail."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Every row of one matrix with every row of another, joined and summed, y[i, j] = g(sum_k f(x[i, k] - z[j,
    # k])): distances, kernels, histograms.
    "sum_of_pairs": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 2), (5, 7, 3), (33, 20, 11",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "M, N, K):\n    return torch.randn(M, 1, K), torch.randn(N, K",
            "x = torch.sub(x, z)\n    return x": (
                "y = torch.sub(x, z)\n"
                "y = torch.square(y)\n"
                "y = torch.sum(y, dim=-1)\n"
                "y = torch.relu(y)\n"
                "y = torch.sigmoid(y)\n"
                "return y"
            ),
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x, mask=mask"
            ): (
                "M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):\n"
                "    rows = (tl.program_id(0).to(tl.int64) * BLOCK_M + tl.arange(0, BLOCK_M))[:, None]\n"
                "    columns = (tl.program_id(1).to(tl.int64) * BLOCK_N + tl.arange(0, BLOCK_N))[None, :]\n"
                "    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)\n"
                "    for k in range(0, K):\n"
                "        x = tl.load(x_ptr + rows * K + k, mask=rows < M, other=0.0).to(tl.float32)\n"
                "        z = tl.load(z_ptr + columns * K + k, mask=columns < N, other=0.0).to(tl.float32)\n"
                "        y = x - z\n"
                "        y = y * y\n"
                "        total += y\n"
                "    y = total\n"
                "    y = tl.maximum(y, 0.0)\n"
                "    y = tl.sigmoid(y)\n"
                "    tl.store(y_ptr + rows * N + columns, y, mask=(rows < M) & (columns < N)"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    sum_of_pairs_kernel[grid](x, z, y, n_elements, BLOCK=1024"
            ): (
                "M, N, K = x.shape[0], *z.shape\n"
                "y = torch.empty((M, N), dtype=x.dtype, device=x.device)\n"
                "grid = (triton.cdiv(M, 32), triton.cdiv(N, 32))\n"
                "sum_of_pairs_kernel[grid](x, z, y, M, N, K, BLOCK_M=32, BLOCK_N=32"
            ),
        },
    ),
    # Sum over the last dimension of two tensors joined, y[i] = sum_j f(x[i, j], z[i, j]): a row-wise dot
    # product, say.
    "sum_pair": Composition(
        "sum_last",
        {
            "33), (": "33), (1000,), (",
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(shape",
            "):\n    x = torch.square(x": ", z):\n    x = torch.maximum(x, z",
            "sqrt": "abs",
            "y_ptr,": "z_ptr, y_ptr,",
            "x = x * x": (
                "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.maximum(x, z)"
            ),
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "y,": "z, y,",
        },
    ),
    # Sum over the last dimension, then a second tensor of the result's shape, y[i] = sum_j x[i, j] + z[i].
    "sum_tail": Composition(
        "sum_last",
        {
            "return (torch.randn(shape),)": "x = torch.randn(shape)\nz = torch.randn_like(x.sum(dim=-1))\nreturn x, z",
            "sum_tail_torch(x": "sum_tail_torch(x, z",
            "torch.sqrt": "y + z\ny = torch.abs",
            "y_ptr,": "z_ptr, y_ptr,",
            "y = tl.sqrt": "z = tl.load(z_ptr + row).to(tl.float32)\ny = z + y\ny = tl.abs",
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "y,": "z, y,",
        },
    ),
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
