"""Compositions of the families of normalizations, row_gate to written_standardize_rows."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A row meets a statistic of its own, y = x * mean(x): gates, centred rows, quotients by a sum or by a
    # norm.
    "row_gate": Composition(
        "middle_gate",
        {
            "1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150": "2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100",
            "-2,": "-1,",
            "load_row(x_ptr, mask):\n    x = tl.load(x_ptr, mask=mask": "load_tile(x_ptr, cols, n_cols):\n    x = tl.load(x_ptr + cols, mask=cols < n_cols",
            (
                "n_mid, n_inner, BLOCK: tl.constexpr):\n"
                "    n_blocks = tl.cdiv(n_inner, BLOCK)\n"
                "    outer = (tl.program_id(0) // n_blocks).to(tl.int64)\n"
                "    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = inner < n_inner\n"
                "    offsets = outer * n_mid * n_inner + inner\n"
                "    total = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for mid in range(0, n_mid):\n"
                "        x = load_row(x_ptr + offsets + mid * n_inner, mask)\n"
                "        total += x\n"
                "    z = total / n_mid\n"
                "    for mid in range(0, n_mid):\n"
                "        x = load_row(x_ptr + offsets + mid * n_inner, mask"
            ): (
                "n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    row_ptr = x_ptr + row * n_cols\n"
                "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        x = load_tile(row_ptr, cols, n_cols)\n"
                "        lanes += tl.where(cols < n_cols, x, 0.0)\n"
                "    z = tl.sum(lanes, axis=0) / n_cols\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        x = load_tile(row_ptr, cols, n_cols"
            ),
            "offsets + mid * n_inner, y, mask=mask": "row * n_cols + cols, y, mask=cols < n_cols",
            "n_mid, n_inner = x.shape[-2:]\n    n_outer = x.numel() // (n_mid * n_inner)": "n_cols = x.shape[-1]\nn_rows = x.numel() // n_cols",
            "grid = (n_outer * triton.cdiv(n_inner, 128),": "block = min(triton.next_power_of_2(n_cols), 1024",
            "grid](x, y, n_mid, n_inner, BLOCK=128": "(n_rows,)](x, y, n_cols, BLOCK=block",
        },
    ),
    # Softmax over the last dimension of a program of tensors that broadcast together, y[b, t] = softmax(f(x,
    # z, w)[b, t]).
    "shapes_softmax": Composition(
        "softmax",
        {
            "1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "2, 5), (2, 3, 33), (3, 4, 20",
            "*shape):\n    return (torch.randn(shape),": (
                "B, T, n_cols):\n"
                "    return torch.randn(B, T, n_cols), torch.randn(T, 1), torch.randn(n_cols), "
                "torch.randn(n_cols"
            ),
            "):\n    x = torch.relu(x)": ", z, w, p):\n    x = x * z\n    x = x + w",
            "torch.sqrt(y)\n    y = y * 0.5": "y + p",
            (
                "cols, n_cols):\n"
                "    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    return tl.where(cols < n_cols"
            ): (
                "z_ptr, w_ptr, row, cols, T, n_cols):\n"
                "    mask = cols < n_cols\n"
                "    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + row % T).to(tl.float32)\n"
                "    w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x * z\n"
                "    x = x + w\n"
                "    return tl.where(mask"
            ),
            "y_ptr,": "z_ptr, w_ptr, p_ptr, y_ptr, T,",
            "row_ptr = x_ptr + row * n_cols": "",
            "x = load_tile(row_ptr, start + tl.arange(0, BLOCK)": "cols = start + tl.arange(0, BLOCK)\nx = load_tile(x_ptr, z_ptr, w_ptr, row, cols, T",
            "x = load_tile(row_ptr, cols": "mask = cols < n_cols\nx = load_tile(x_ptr, z_ptr, w_ptr, row, cols, T",
            (
                "y = tl.sqrt(y)\n"
                "        y = 0.5 * y\n"
                "        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols"
            ): (
                "p = tl.load(p_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "y = y + p\n"
                "tl.store(y_ptr + row * n_cols + cols, y, mask=mask"
            ),
            (
                "):\n"
                "    x = x.contiguous()\n"
                "    n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = torch.empty_like(x"
            ): (
                ", z, w, p):\n"
                "    x, z, w, p = x.contiguous(), z.contiguous(), w.contiguous(), p.contiguous()\n"
                "    B, T, n_cols = x.shape\n"
                "    n_rows = B * T\n"
                "    y = torch.empty((B, T, n_cols), dtype=x.dtype, device=x.device"
            ),
            "x, y": "x, z, w, p, y, T",
        },
    ),
    # Softmax of scores x (B, H, T, S) plus a bias that is shared, (T, S) or (B, 1, 1, S): a mask that is
    # added, or positions.
    "softmax_bias": Composition(
        "softmax_pair",
        {
            "), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": ", 1, 2), (2, 3, 5, 33), (2, 4, 3, 65), (1, 2, 3, 1100",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "B, H, T, S):\n    return torch.randn(B, H, T, S), torch.randn(T, S",
            "torch.maximum": "torch.add",
            "tl.maximum(x, z)": "z + x",
            "y_ptr, n_cols,": "y_ptr, n_queries, n_cols,",
            "z_ptr + row * n_cols": "z_ptr + row % n_queries * n_cols",
            "n_cols = x.shape[-1": "n_queries, n_cols = x.shape[-2:",
            "y, n_cols,": "y, n_queries, n_cols,",
        },
    ),
    # Softmax over channels, then a second tensor, y = f(softmax(x)) + z: a bias of each channel, a scale, a
    # residual.
    "softmax_channel_tail": Composition(
        "middle_gate",
        {
            "), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": ", 2), (2, 7, 3, 5), (3, 5, 9, 17)]  # N, C, H, W",
            "return (torch.randn(shape),)": "z = torch.randn(shape[1], 1, 1)\nreturn torch.randn(shape), z",
            (
                "):\n"
                "    x = torch.relu(x)\n"
                "    z = torch.mean(x, dim=-2, keepdim=True)\n"
                "    y = x * z\n"
                "    y = torch.abs"
            ): (
                ", z):\n"
                "    y = F.softmax(x, dim=1)\n"
                "    y = torch.sqrt(y)\n"
                "    y = y + z\n"
                "    y = torch.sigmoid"
            ),
            "x = tl.maximum(x, 0.0)": "",
            "y_ptr,": "z_ptr, y_ptr,",
            "total =": "largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\nnorm =",
            "total += x\n    z = total / n_mid": (
                "larger = tl.maximum(largest, x)\n"
                "norm = norm * tl.exp(largest - larger) + tl.exp(x - larger)\n"
                "largest = larger"
            ),
            "z * x\n        y = tl.abs": (
                "tl.exp(x - largest) / norm\n"
                "z = tl.load(z_ptr + mid).to(tl.float32)\n"
                "y = tl.sqrt(y)\n"
                "y = z + y\n"
                "y = tl.sigmoid"
            ),
            (
                "):\n"
                "    x = x.contiguous()\n"
                "    n_mid, n_inner = x.shape[-2:]\n"
                "    n_outer = x.numel() // (n_mid * n_inner"
            ): (
                ", z):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    n_outer, n_mid = x.shape[:2]\n"
                "    n_inner = x.numel() // (n_outer * n_mid"
            ),
            "y, n_mid": "z, y, n_mid",
        },
    ),
    # Softmax down each column, y[:, j] = exp(x[:, j] - max) / sum(exp(x[:, j] - max)), for columns of any
    # length.
    "softmax_dim0": Composition(
        "softmax",
        {
            "3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "33, 3), (17, 3, 5), (9, 2, 3, 4), (5, 2, 3, 2, 4), (70, 20), (40, 65",
            "-1)": "0)",
            "cols, n_cols):\n    x = tl.load(x_ptr + cols, mask=cols < n_cols": (
                "rows, cols, n_rows, n_cols):\n"
                "    mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)\n"
                "    x = tl.load(x_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], mask=mask"
            ),
            "(cols < n_cols": "(mask",
            (
                "n_cols, BLOCK: tl.constexpr):\n"
                "    row = tl.program_id(0).to(tl.int64)\n"
                "    row_ptr = x_ptr + row * n_cols\n"
                "    # A finite start: -inf would make -inf - -inf, no number, "
                "in a lane that never sees an element.\n"
                "    largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\n"
                "    total = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        x = load_tile(row_ptr, start + tl.arange(0, BLOCK)"
            ): (
                "n_rows, n_cols, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):\n"
                "    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)\n"
                "    largest = tl.full([BLOCK_ROWS, BLOCK_COLS], -3.0e38, dtype=tl.float32)\n"
                "    total = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)\n"
                "    for start in range(0, n_rows, BLOCK_ROWS):\n"
                "        x = load_tile(x_ptr, start + tl.arange(0, BLOCK_ROWS), cols, n_rows"
            ),
            (
                "), axis=0)\n"
                "    for start in range(0, n_cols, BLOCK):\n"
                "        cols = start + tl.arange(0, BLOCK)\n"
                "        x = load_tile(row_ptr, cols, n_cols)\n"
                "        y = tl.exp(x - peak) / norm"
            ): (
                "[None, :]), axis=0)\n"
                "for start in range(0, n_rows, BLOCK_ROWS):\n"
                "    rows = start + tl.arange(0, BLOCK_ROWS)\n"
                "    mask = (rows[:, None] < n_rows) & (cols[None, :] < n_cols)\n"
                "    x = load_tile(x_ptr, rows, cols, n_rows, n_cols)\n"
                "    y = tl.exp(x - peak[None, :]) / norm[None, :]"
            ),
            "row * n_cols + cols, y, mask=cols < n_cols": "rows[:, None].to(tl.int64) * n_cols + cols[None, :], y, mask=mask",
            "n_cols = x.shape[-1]\n    n_rows = x.numel() // n_cols": "n_rows = x.shape[0]\nn_cols = x.numel() // n_rows",
            "block = min(triton.next_power_of_2(n_cols), 1024": "grid = (triton.cdiv(n_cols, 32),",
            "(n_rows,)](x, y, n_cols, BLOCK=block": "grid](x, y, n_rows, n_cols, BLOCK_ROWS=32, BLOCK_COLS=32",
        },
    ),
    # Softmax over a dimension in the middle, y[b, :, n] = softmax(x[b, :, n]): over the channels of an image,
    # say.
    "softmax_middle": Composition(
        "middle_gate",
        {
            "z = torch.mean(x, dim=-2, keepdim=True)\n    y = x * z\n    y = torch.abs": "y = F.softmax(x, dim=-2)\ny = torch.sqrt",
            "total =": "largest = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\nnorm =",
            "total += x\n    z = total / n_mid": (
                "larger = tl.maximum(largest, x)\n"
                "norm = norm * tl.exp(largest - larger) + tl.exp(x - larger)\n"
                "largest = larger"
            ),
            "z * x\n        y = tl.abs": "tl.exp(x - largest) / norm\ny = tl.sqrt",
        },
    ),
    # Scores on their way to a token: a penalty or a bias by z, a threshold or a temperature by w, then
    # softmax over the last dimension.
    "softmax_of_three": Composition(
        "softmax",
        {
            "1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9": "2), (3, 33), (2, 3, 65), (2, 3, 2, 17",
            "return (torch.randn(shape),)": "w = torch.randn(shape[:-1] + (1,))\nreturn torch.randn(shape), torch.randn(shape), w",
            "):\n    x = torch.relu(x": (
                ", z, w):\n"
                "    x = torch.erf(x)\n"
                "    x = torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)\n"
                "    x = x / 0.7\n"
                '    x = x.masked_fill(x < w, float("-inf")'
            ),
            "y = y * 0.5": "",
            (
                "cols, n_cols):\n"
                "    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    return tl.where(cols < n_cols"
            ): (
                "z_ptr, w_ptr, cols, n_cols):\n"
                "    mask = cols < n_cols\n"
                "    x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    w = tl.load(w_ptr).to(tl.float32)\n"
                "    x = tl.erf(x)\n"
                "    x = tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)\n"
                "    x = x / 0.7\n"
                '    x = tl.where(x < w, -float("inf"), x)\n'
                "    return tl.where(mask"
            ),
            "y_ptr,": "z_ptr, w_ptr, y_ptr,",
            (
                "row_ptr = x_ptr + row * n_cols\n"
                "    # A finite start: -inf would make -inf - -inf, no number, "
                "in a lane that never sees an element."
            ): "x_row_ptr, z_row_ptr, w_row_ptr = x_ptr + row * n_cols, z_ptr + row * n_cols, w_ptr + row",
            "row_ptr, start": "x_row_ptr, z_row_ptr, w_row_ptr, start",
            "row_ptr, cols": "x_row_ptr, z_row_ptr, w_row_ptr, cols",
            "y = 0.5 * y": "",
            "):\n    x = x": ", z, w):\n    x, z, w = x.contiguous(), z.contiguous(), w",
            "y, n_cols": "z, w, y, n_cols",
        },
    ),
    # Softmax over the last dimension of two tensors joined, y = softmax(f(x, z)): scores plus a bias, say.
    "softmax_pair": Composition(
        "softmax",
        {
            "(torch.randn(shape),": "torch.randn(shape), torch.randn(shape",
            "):\n    x = torch.relu(x": ", z):\n    x = torch.maximum(x, z",
            (
                "cols, n_cols):\n"
                "    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    return tl.where(cols < n_cols"
            ): (
                "z_ptr, cols, n_cols):\n"
                "    mask = cols < n_cols\n"
                "    x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, z)\n"
                "    return tl.where(mask"
            ),
            "y_ptr,": "z_ptr, y_ptr,",
            (
                "row_ptr = x_ptr + row * n_cols\n"
                "    # A finite start: -inf would make -inf - -inf, no number, "
                "in a lane that never sees an element."
            ): "x_row_ptr, z_row_ptr = x_ptr + row * n_cols, z_ptr + row * n_cols",
            "row_ptr, start": "x_row_ptr, z_row_ptr, start",
            "row_ptr, cols": "x_row_ptr, z_row_ptr, cols",
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "y, n_cols": "z, y, n_cols",
        },
    ),
    # Softmax over the last dimension, then a program of that and a second tensor, y = g(softmax(x), z):
    # weights times positions, a gate.
    "softmax_tail": Composition(
        "softmax",
        {
            "return (torch.randn(shape),)": "z = torch.randn(shape)\nreturn torch.randn(shape), z",
            "):\n    x = torch.relu(x)": ", z):",
            "torch.sqrt(y)\n    y = y * 0.5": "y * z",
            "x = tl.maximum(x, 0.0)": "",
            "y_ptr,": "z_ptr, y_ptr,",
            "y = tl.sqrt(y)\n        y = 0.5": (
                "z = tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "y = z"
            ),
            "):\n    x = x": ", z):\n    x, z = x.contiguous(), z",
            "y, n_cols": "z, y, n_cols",
        },
    ),
    # Standardised rows, y = (x - mean) / (std + eps), with the standard deviation of n - 1.
    "standardize": Composition(
        "layer_norm",
        {
            "1)": "2)",
            "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1]": "(torch.randn(shape),",
            "standardize_torch(x, weight, bias": "standardize_torch(x",
            "F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e": "(x - x.mean(dim=-1, keepdim=True)) / (x.std(dim=-1, unbiased=True, keepdim=True) + 1e",
            "weight_ptr, bias_ptr, y_ptr": "y_ptr",
            (
                "var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)\n"
                "    scale = tl.rsqrt(var + 1e-5)"
            ): (
                "squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)\n"
                "spread = tl.sqrt(squares_sum / (n_cols - 1)) + 1e-5"
            ),
            (
                "mask = cols < n_cols\n"
                "        y = (load_tile(row_ptr, cols, n_cols) - mean - correction) * scale\n"
                "        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        y = y * weight + bias"
            ): "y = (load_tile(row_ptr, cols, n_cols) - mean - correction) / spread",
            "mask)": "cols < n_cols)",
            "standardize_triton(x, weight, bias": "standardize_triton(x",
            "weight, bias, y": "y",
        },
    ),
    # Standardised columns, y[:, j] = (x[:, j] - mean) / (std + eps): features over a batch.
    "standardize_dim0": Composition(
        "batch_norm_rows",
        {
            "70": "17, 3, 5), (9, 2, 3, 4), (70",
            "torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1]": "(torch.randn(shape),",
            "standardize_dim0_torch(x, weight, bias": "standardize_dim0_torch(x",
            "F.batch_norm(x, None, None, weight, bias, training=True, eps=1e": "(x - x.mean(dim=0)) / (x.std(dim=0, unbiased=True) + 1e",
            "scale_ptr, n_rows": "spread_ptr, n_rows",
            (
                "var = tl.maximum(load_sum(squares_ptr, cols, n_shares, n_cols, "
                "SHARES) / n_rows - mean * mean"
            ): (
                "squares_sum = load_sum(squares_ptr, cols, n_shares, n_cols, SHARES) - mean * mean * n_rows\n"
                "squares_sum = tl.maximum(squares_sum"
            ),
            "scale_ptr + cols, tl.rsqrt(var + 1e-5)": "spread_ptr + cols, tl.sqrt(squares_sum / (n_rows - 1)) + 1e-5",
            (
                "scale_ptr, weight_ptr, bias_ptr, y_ptr, n_rows, n_cols, share,\n"
                "                            BLOCK_ROWS"
            ): "spread_ptr, y_ptr, n_rows, n_cols, share, BLOCK_ROWS",
            (
                "scale = tl.load(scale_ptr + cols, mask=cols < n_cols, other=0.0)\n"
                "    weight = tl.load(weight_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    bias = tl.load(bias_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32"
            ): "spread = tl.load(spread_ptr + cols, mask=cols < n_cols, other=1.0",
            "* scale[None, :]\n        y = y * weight[None, :] + bias": "/ spread",
            "standardize_dim0_triton(x, weight, bias": "standardize_dim0_triton(x",
            "n_rows, n_cols = x.shape": "n_rows = x.shape[0]\nn_cols = x.numel() // n_rows",
            "scale = torch": "spread = torch",
            "scale, n_rows": "spread, n_rows",
            (
                "scale, weight, bias, y, n_rows, n_cols, share,\n"
                "                                                BLOCK_ROWS"
            ): "spread, y, n_rows, n_cols, share, BLOCK_ROWS",
        },
    ),
    # Two statistics of one tensor given to another, y = z * std(x) + mean(x) of each row: the style of an
    # image, the scale of a series given back.
    "statistics_given": Composition(
        "var",
        {
            "1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": (
                "(1, 2), (1, 1)), ((3, 33), (3, 5)), ((2, 3, 65), (2, 3, 7)), ((2, 3, 2, 17), (2, 3, 2, "
                "9)), ((2, 2100), (2, 1100)"
            ),
            "*shape):\n    return (torch.randn(shape),": "x_shape, z_shape):\n    return torch.randn(x_shape), torch.randn(z_shape",
            (
                "):\n"
                "    x = torch.relu(x)\n"
                "    y = torch.var(x, dim=-1, unbiased=True)\n"
                "    y = torch.abs(y)\n"
                "    y = y * 0.5"
            ): (
                ", z):\n"
                "    std = torch.std(x, dim=-1, keepdim=True)\n"
                "    mean = torch.mean(x, dim=-1, keepdim=True)\n"
                "    y = z * std + mean\n"
                "    y = torch.relu(y)"
            ),
            (
                "x_ptr, cols, n_cols):\n"
                "    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    return x"
            ): (
                "row_ptr, cols, n_cols):\n"
                "    return tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)"
            ),
            "y_ptr, n_cols": "z_ptr, y_ptr, n_cols, n_given",
            (
                "cols = start + tl.arange(0, BLOCK)\n"
                "        total += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0"
            ): "total += load_tile(row_ptr, start + tl.arange(0, BLOCK), n_cols",
            (
                "y = squares_sum / (n_cols - 1)\n"
                "    y = tl.abs(y)\n"
                "    y = 0.5 * y\n"
                "    tl.store(y_ptr + row, y"
            ): (
                "std = tl.sqrt(squares_sum / (n_cols - 1))\n"
                "for start in range(0, n_given, BLOCK):\n"
                "    cols = start + tl.arange(0, BLOCK)\n"
                "    z = load_tile(z_ptr + row * n_given, cols, n_given)\n"
                "    y = z * std + mean\n"
                "    y = tl.maximum(y, 0.0)\n"
                "    tl.store(y_ptr + row * n_given + cols, y, mask=cols < n_given"
            ),
            "):\n    x = x.contiguous()\n    n_cols = x": ", z):\n    x, z = x.contiguous(), z.contiguous()\n    n_cols, n_given = x.shape[-1], z",
            "x.new_empty(x.shape[:-1])\n    block = min(triton.next_power_of_2(n_cols": "torch.empty_like(z)\nblock = min(triton.next_power_of_2(max(n_cols, n_given)",
            "y, n_cols": "z, y, n_cols, n_given",
        },
    ),
    # A tensor divided by a size of its own along any dimension but the last, y = x / mean(|x|), each size
    # written in elementary operations.
    "written_norm": Composition(
        "chain",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "3, 1), (5, 7), (3, 5, 9), (2, 3, 4, 7), (2, 3, 2, 3, 5), (3, 2, 70",
            "x = torch.relu(x)\n    x = torch.exp(-x)\n    return x": "size = x.abs().mean(dim=-2, keepdim=True)\ny = x / size\nreturn y",
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "n_lines, whole, inner, BLOCK: tl.constexpr):\n"
                "    lines = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = lines < n_lines\n"
                "    offsets = lines // inner * whole * inner + lines % inner\n"
                "    total = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "    for place in range(0, whole):\n"
                "        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "        total += tl.abs(x)\n"
                "    scale = total / whole\n"
                "    for place in range(0, whole):\n"
                "        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "        tl.store(y_ptr + offsets + place * inner, x / scale"
            ),
            "y = torch.empty_like(x)": (
                "whole, inner = x.shape[-2], x.stride(-2)\n"
                "n_lines = x.numel() // whole\n"
                "y = torch.empty_like(x)"
            ),
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    written_norm_kernel[grid](x, y, n_elements, BLOCK=1024"
            ): (
                "grid = (triton.cdiv(n_lines, 128),)\n"
                "# Fused multiply-adds would round the square of x otherwise than x, "
                "and a number over its own size would not be 1.\n"
                "written_norm_kernel[grid](x, y, n_lines, whole, inner, BLOCK=128, enable_fp_fusion=False"
            ),
        },
    ),
    # Rows with their mean taken off and their deviation divided out, written in elementary operations, then a
    # weight and a bias.
    "written_standardize_rows": Composition(
        "layer_norm",
        {
            "1)": "2)",
            (
                "x = torch.relu(x)\n"
                "    y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)\n"
                "    y = torch.abs(y)\n"
                "    y = y * 0.5"
            ): (
                "mean = x.mean(dim=-1, keepdim=True)\n"
                "spread = x.std(dim=-1, keepdim=True)\n"
                "y = (x - mean) / spread\n"
                "y = y * weight + bias\n"
                "y = torch.sigmoid(y)"
            ),
            (
                "x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    return x"
            ): "return tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)",
            "tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0": "load_tile(row_ptr, cols, n_cols",
            (
                "var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)\n"
                "    scale = tl.rsqrt(var + 1e-5"
            ): (
                "squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)\n"
                "spread = tl.sqrt(squares_sum / (n_cols - 1)"
            ),
            "* scale": "/ spread",
            "abs(y)\n        y = 0.5 * y": "sigmoid(y)",
            "x = x": "x, weight, bias = x.contiguous(), weight.contiguous(), bias",
        },
    ),
}
