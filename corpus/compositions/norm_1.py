"""Compositions of the families of normalizations, add_layer_norm to rms_norm_tail."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Residual layer norm, y = layer_norm(f(x, z)): two tensors joined, most often added, and normalised over
    # each row.
    "add_layer_norm": Composition(
        "layer_norm",
        {
            "[-1]),": "), torch.randn(shape[-1]),",
            "weight, bias):\n    x = torch.relu(x": "z, weight, bias):\n    x = torch.maximum(x, z",
            "x_ptr, cols,": "x_ptr, z_ptr, cols,",
            "x = tl.maximum(x, 0.0": "z = tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\nx = tl.maximum(x, z",
            "weight_ptr,": "z_ptr, weight_ptr,",
            "row_ptr = x_ptr": "x_row_ptr, z_row_ptr = x_ptr + row * n_cols, z_ptr",
            "row_ptr, cols, n_cols),": "x_row_ptr, z_row_ptr, cols, n_cols),",
            "row_ptr, cols, n_cols) - mean,": "x_row_ptr, z_row_ptr, cols, n_cols) - mean,",
            "(load_tile(row_ptr": "(load_tile(x_row_ptr, z_row_ptr",
            "weight, bias):\n    x = x": "z, weight, bias):\n    x, z = x.contiguous(), z",
            "weight, bias, y": "z, weight, bias, y",
        },
    ),
    # Batch norm in evaluation and then a second tensor, y = batch_norm(x) + z: the end of a residual block.
    "batch_norm_eval_tail": Composition(
        "batch_norm_eval",
        {
            "return torch.randn(shape)": "z = torch.randn(shape)\nreturn torch.randn(shape), z",
            "weight, bias, mean, var):\n    x = torch.relu(x)": "z, weight, bias, mean, var):",
            "y = torch.abs(y)": "y = torch.sigmoid(y)\ny = y + z\ny = torch.abs(y)",
            "mean_ptr,": "z_ptr, mean_ptr,",
            "x = tl.maximum(x, 0.0)": "",
            "y = tl.abs(y)": (
                "z = tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.sigmoid(y)\n"
                "y = z + y\n"
                "y = tl.abs(y)"
            ),
            "weight, bias, mean, var):\n    x = x": "z, weight, bias, mean, var):\n    x, z = x.contiguous(), z",
            "](x, mean, var": "](x, z, mean, var",
        },
    ),
    # Batch norm of rows with what training has gathered, then a second tensor, y[:, c] = f(norm(x[:, c])) +
    # z[c]: a bias after it.
    "batch_norm_rows_eval_tail": Composition(
        "batch_norm_rows_eval",
        {
            "return torch.randn(shape)": "z = torch.randn(width)\nreturn torch.randn(shape), z",
            "weight, bias, mean, var):\n    x = torch.relu(x)": "z, weight, bias, mean, var):",
            "y = torch.abs(y)": "y = torch.sigmoid(y)\ny = y + z\ny = torch.abs(y)",
            "weight_ptr,": "z_ptr, weight_ptr,",
            "x = tl.maximum(x, 0.0)": "",
            "y = tl.abs(y)": (
                "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.sigmoid(y)\n"
                "y = z + y\n"
                "y = tl.abs(y)"
            ),
            "weight, bias, mean, var):\n    x = x": "z, weight, bias, mean, var):\n    x, z = x.contiguous(), z",
            "](x, weight, bias": "](x, z, weight, bias",
        },
    ),
    # Batch norm of the rows of a linear layer in training, then a second tensor: a bias, a scale, a residual.
    "batch_norm_rows_tail": Composition(
        "batch_norm_rows",
        {
            "return torch.randn(shape)": "z = torch.randn(shape[1])\nreturn torch.randn(shape), z",
            "weight, bias):\n    x = torch.relu(x)": "z, weight, bias):",
            "y = torch.abs(y)": "y = torch.sigmoid(y)\ny = y + z\ny = torch.abs(y)",
            "x = tl.maximum(x, 0.0)": "",
            "x_ptr, mean_ptr,": "x_ptr, z_ptr, mean_ptr,",
            "y = tl.abs(y)": (
                "z = tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]\n"
                "y = tl.sigmoid(y)\n"
                "y = z + y\n"
                "y = tl.abs(y)"
            ),
            "weight, bias):\n    x = x": "z, weight, bias):\n    x, z = x.contiguous(), z",
            "x, mean,": "x, z, mean,",
        },
    ),
    # Batch norm in training and then two tensors, y = (norm(x) + z) * s: a residual and a scale of each
    # channel.
    "batch_norm_train_joins": Composition(
        "batch_norm_train",
        {
            "return torch.randn(shape)": (
                "z = torch.randn(shape)\n"
                "s = torch.randn(shape[1], *[1] * (len(shape) - 2))\n"
                "return torch.randn(shape), z, s"
            ),
            "weight, bias):\n    x = torch.relu(x)": "z, s, weight, bias):",
            "y = torch.abs(y)": "y = torch.sigmoid(y)\ny = y + z\ny = torch.abs(y)",
            "y = y * 0.5": "y = y * s\ny = y * 0.5",
            "x = tl.maximum(x, 0.0)": "",
            "x_ptr, mean_ptr,": "x_ptr, z_ptr, s_ptr, mean_ptr,",
            "y = tl.abs(y)": (
                "z = tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                "other=0.0).to(tl.float32)\n"
                "y = tl.sigmoid(y)\n"
                "y = z + y\n"
                "s = tl.load(s_ptr + channel).to(tl.float32)\n"
                "y = tl.abs(y)"
            ),
            "y = 0.5 * y": "y = y * s\ny = 0.5 * y",
            "weight, bias):\n    x = x": "z, s, weight, bias):\n    x, z = x.contiguous(), z",
            "x, mean,": "x, z, s, mean,",
        },
    ),
    # Batch norm in training and then a second tensor, y = batch_norm(x) + z: the end of a residual block.
    "batch_norm_train_tail": Composition(
        "batch_norm_train_joins",
        {
            "s = torch.randn(shape[1], *[1] * (len(shape) - 2))\n    return torch.randn(shape), z, s": "return torch.randn(shape), z",
            "s, weight": "weight",
            "y = y * s": "",
            "s_ptr, mean_ptr": "mean_ptr",
            "s = tl.load(s_ptr + channel).to(tl.float32)": "",
            "s, mean": "mean",
        },
    ),
    # Centred rows, y = x - mean(x), the mean taken over each row.
    "center": Composition(
        "layer_norm",
        {
            "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1]": "(torch.randn(shape),",
            "center_torch(x, weight, bias": "center_torch(x",
            "F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5": "x - torch.mean(x, dim=-1, keepdim=True",
            "weight_ptr, bias_ptr, y_ptr": "y_ptr",
            "mean = tl.sum(total, axis=0) / n_cols\n\n    drift = tl.zeros([BLOCK], dtype=tl.float32)": "mean = tl.sum(total, axis=0) / n_cols\ndrift = tl.zeros([BLOCK], dtype=tl.float32)",
            "squares = tl.zeros([BLOCK], dtype=tl.float32)": "",
            (
                "deviation = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)\n"
                "        drift += deviation\n"
                "        squares += deviation * deviation\n"
                "    # Exact deviations add up to 0; what these add up to is the rounding of the mean, "
                "which is put right below."
            ): "drift += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)",
            (
                "var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)\n"
                "    scale = tl.rsqrt(var + 1e-5)"
            ): "",
            (
                "mask = cols < n_cols\n"
                "        y = (load_tile(row_ptr, cols, n_cols) - mean - correction) * scale\n"
                "        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        y = y * weight + bias"
            ): "y = load_tile(row_ptr, cols, n_cols) - mean - correction",
            "mask)": "cols < n_cols)",
            "center_triton(x, weight, bias": "center_triton(x",
            "weight, bias, y": "y",
        },
    ),
    # What is left of a row beside its median, or its k-th smallest value: centred without a mean, clipped at
    # a quantile, robust scores.
    "center_by_rank": Composition(
        "norm",
        {
            "1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": "5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 9), (2, 70",
            (
                "x = torch.relu(x)\n"
                "    y = torch.linalg.vector_norm(x, ord=2, dim=-1)\n"
                "    y = torch.abs(y)\n"
                "    y = y * 0.5\n"
                "    return y"
            ): "z = torch.median(x, dim=-1, keepdim=True).values\nx = torch.sub(x, z)\nreturn x",
            "BLOCK:": "rank_wanted, BLOCK:",
            "lanes = tl.zeros([BLOCK], dtype=tl.float32": (
                "value = tl.zeros([BLOCK], dtype=tl.float32)\n"
                "for start_j in range(0, n_cols, BLOCK):\n"
                "    j = start_j + tl.arange(0, BLOCK)\n"
                "    mine = tl.load(x_ptr + row * n_cols + j, mask=j < n_cols, other=0.0).to(tl.float32)\n"
                "    rank = tl.zeros([BLOCK], dtype=tl.int32)\n"
                "    for start_k in range(0, n_cols, BLOCK):\n"
                "        k = start_k + tl.arange(0, BLOCK)\n"
                "        other = tl.load(x_ptr + row * n_cols + k, mask=k < n_cols, "
                "other=0.0).to(tl.float32)\n"
                "        before = (other[None, :] < mine[:, None]) | ((other[None, :] == mine[:, "
                "None]) & (k[None, :] < j[:, None]))\n"
                "        rank += tl.sum((before & (k < n_cols)[None, :]).to(tl.int32), axis=1)\n"
                "    value += tl.where((j < n_cols) & (rank == rank_wanted), mine, 0.0)\n"
                "z = tl.sum(value, axis=0"
            ),
            (
                "mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        x = tl.where(mask, x, 0.0)\n"
                "        lanes += x * x\n"
                "    y = tl.sqrt(tl.sum(lanes, axis=0))\n"
                "    y = tl.abs(y)\n"
                "    y = 0.5 * y\n"
                "    tl.store(y_ptr + row, y"
            ): (
                "x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "x = x - z\n"
                "tl.store(y_ptr + row * n_cols + cols, x, mask=cols < n_cols"
            ),
            (
                "n_rows = x.numel() // n_cols\n"
                "    y = x.new_empty(x.shape[:-1])\n"
                "    block = min(triton.next_power_of_2(n_cols), 1024)\n"
                "    center_by_rank_kernel[(n_rows,)](x, y, n_cols, BLOCK=block"
            ): (
                "rank_wanted = (n_cols - 1) // 2\n"
                "y = x.new_empty(x.shape)\n"
                "center_by_rank_kernel[(x.numel() // n_cols,)](x, y, n_cols, rank_wanted, BLOCK=64"
            ),
        },
    ),
    # Group norm and then two tensors, y = (norm(x) + z) * s: a residual and a scale of each channel.
    "group_norm_joins": Composition(
        "group_norm",
        {
            "return torch.randn(shape)": (
                "z = torch.randn(shape)\n"
                "s = torch.randn(shape[1], *[1] * (len(shape) - 2))\n"
                "return torch.randn(shape), z, s"
            ),
            "weight, bias):\n    x = torch.relu(x)": "z, s, weight, bias):",
            "y = torch.abs(y)": "y = torch.sigmoid(y)\ny = y + z\ny = torch.abs(y)",
            "y = y * 0.5": "y = y * s\ny = y * 0.5",
            "x = tl.maximum(x, 0.0)": "",
            "weight_ptr,": "z_ptr, s_ptr, weight_ptr,",
            "y = tl.abs(y)": (
                "z = tl.load(z_ptr + group * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.sigmoid(y)\n"
                "y = z + y\n"
                "s = tl.load(s_ptr + (group % groups) * group_channels + inner // plane_size, mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "y = tl.abs(y)"
            ),
            "y = 0.5 * y": "y = y * s\ny = 0.5 * y",
            "weight, bias):\n    x = x": "z, s, weight, bias):\n    x, z = x.contiguous(), z",
            "weight, bias, y": "z, s, weight, bias, y",
        },
    ),
    # Group norm of a program of two tensors that broadcast, y = f(group_norm(g(x, z), weight, bias)).
    "group_norm_of_pair": Composition(
        "instance_norm_of_pair",
        {
            "1, 1, 2), (3, 2, 5, 7), (3, 4, 35), (2, 3, 4, 5, 6), (2, 3, 40": "8, 1, 2), (2, 8, 5, 7), (3, 8, 35), (2, 8, 4, 5, 3), (3, 16, 4",
            "instance_norm(x, weight=weight, bias=bias": "group_norm(x, 4, weight, bias",
            "y_ptr, C": "y_ptr, groups, group_channels",
            (
                "plane = tl.program_id(0).to(tl.int64)\n"
                "    n_inner = D * H * W\n"
                "    image, channel = plane // C, plane % C"
            ): (
                "group = tl.program_id(0).to(tl.int64)\n"
                "n_inner = group_channels * D * H * W\n"
                "image, channel = group // groups, group % groups * group_channels"
            ),
            (
                "weight = tl.load(weight_ptr + channel).to(tl.float32)\n"
                "    bias = tl.load(bias_ptr + channel).to(tl.float32)"
            ): "",
            "y = y * weight + bias": (
                "channels = channel + inner // (D * H * W)\n"
                "weight = tl.load(weight_ptr + channels, mask=mask, other=0.0).to(tl.float32)\n"
                "bias = tl.load(bias_ptr + channels, mask=mask, other=0.0).to(tl.float32)\n"
                "y = y * weight + bias"
            ),
            "+ plane": "+ group",
            "y = torch.empty(shape, dtype=x.dtype, device=x.device)": "groups = 4\ny = torch.empty(shape, dtype=x.dtype, device=x.device)",
            "D * H * W), 1024": "C // groups * D * H * W), 4096",
            (
                "C,)](x, z, weight, bias, y, C, D, H, W, *x.stride(), *z.stride(),\n"
                "                                        BLOCK"
            ): (
                "groups,)](x, z, weight, bias, y, groups, C // groups, D, H, W, *x.stride(), *z.stride(),\n"
                "                                         BLOCK"
            ),
        },
    ),
    # Group norm joined with its own input, y = f(group_norm(x)) + x: a residual around the norm.
    "group_norm_self": Composition(
        "group_norm",
        {
            "x = torch.relu(x)": "z = x",
            "y = torch.abs(y)": "y = torch.sigmoid(y)\ny = y + z\ny = torch.abs(y)",
            "x = tl.maximum(x, 0.0)": "",
            "y = (load_tile(row_ptr, inner, n_inner)": "z = load_tile(row_ptr, inner, n_inner)\ny = (z",
            "y = tl.abs(y)": "y = tl.sigmoid(y)\ny = z + y\ny = tl.abs(y)",
        },
    ),
    # Group norm and then a second tensor, y = group_norm(x) + z: the end of a residual block, or a
    # modulation.
    "group_norm_tail": Composition(
        "group_norm",
        {
            "return torch.randn(shape)": "z = torch.randn(shape)\nreturn torch.randn(shape), z",
            "weight, bias):\n    x = torch.relu(x)": "z, weight, bias):",
            "y = torch.abs(y)": "y = torch.sigmoid(y)\ny = y + z\ny = torch.abs(y)",
            "x = tl.maximum(x, 0.0)": "",
            "weight_ptr,": "z_ptr, weight_ptr,",
            "y = tl.abs(y)": (
                "z = tl.load(z_ptr + group * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.sigmoid(y)\n"
                "y = z + y\n"
                "y = tl.abs(y)"
            ),
            "weight, bias):\n    x = x": "z, weight, bias):\n    x, z = x.contiguous(), z",
            "weight, bias, y": "z, weight, bias, y",
        },
    ),
    # Instance norm and then two tensors, y = (norm(x) + z) * s: a residual and a scale of each channel.
    "instance_norm_joins": Composition(
        "instance_norm",
        {
            "return torch.randn(shape)": (
                "z = torch.randn(shape)\n"
                "s = torch.randn(shape[1], *[1] * (len(shape) - 2))\n"
                "return torch.randn(shape), z, s"
            ),
            "weight, bias):\n    x = torch.relu(x)": "z, s, weight, bias):",
            "y = torch.abs(y)": "y = torch.sigmoid(y)\ny = y + z\ny = torch.abs(y)",
            "y = y * 0.5": "y = y * s\ny = y * 0.5",
            "x = tl.maximum(x, 0.0)": "",
            "weight_ptr,": "z_ptr, s_ptr, weight_ptr,",
            "y = tl.abs(y)": (
                "z = tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                "other=0.0).to(tl.float32)\n"
                "y = tl.sigmoid(y)\n"
                "y = z + y\n"
                "s = tl.load(s_ptr + plane % channels).to(tl.float32)\n"
                "y = tl.abs(y)"
            ),
            "y = 0.5 * y": "y = y * s\ny = 0.5 * y",
            "weight, bias):\n    x = x": "z, s, weight, bias):\n    x, z = x.contiguous(), z",
            "weight, bias,": "z, s, weight, bias,",
        },
    ),
    # Instance norm and then a second tensor, y = instance_norm(x) + z: each plane by its own mean and
    # variance.
    "instance_norm_tail": Composition(
        "instance_norm_joins",
        {
            "s = torch.randn(shape[1], *[1] * (len(shape) - 2))\n    return torch.randn(shape), z, s": "return torch.randn(shape), z",
            "s, weight": "weight",
            "y = y * s": "",
            "s_ptr, weight_ptr": "weight_ptr",
            "s = tl.load(s_ptr + plane % channels).to(tl.float32)": "",
        },
    ),
    # Rows of unit length, y = x / max(norm(x), eps), for several norms and ways to avoid a division by zero.
    "l2_normalize": Composition(
        "norm",
        {
            "33), (": "33), (1000,), (",
            "torch.linalg.vector_norm(x, ord=2, dim=-1": "F.normalize(x, p=2.0, dim=-1, eps=1e-5",
            "def l2_normalize_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):": (
                "def load_tile(x_ptr, cols, n_cols):\n"
                "    x = tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    return x\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def l2_normalize_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):"
            ),
            "lanes = tl.zeros([BLOCK], dtype=tl.float32)": "row_ptr = x_ptr + row * n_cols\nlanes = tl.zeros([BLOCK], dtype=tl.float32)",
            (
                "mask = cols < n_cols\n"
                "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        x = tl.where(mask, x"
            ): "x = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols)",
            (
                "y = tl.sqrt(tl.sum(lanes, axis=0))\n"
                "    y = tl.abs(y)\n"
                "    y = 0.5 * y\n"
                "    tl.store(y_ptr + row, y"
            ): (
                "norm = tl.sqrt(tl.sum(lanes, axis=0))\n"
                "norm = tl.maximum(norm, 1e-5)\n"
                "for start in range(0, n_cols, BLOCK):\n"
                "    cols = start + tl.arange(0, BLOCK)\n"
                "    y = load_tile(row_ptr, cols, n_cols) / norm\n"
                "    y = tl.abs(y)\n"
                "    y = 0.5 * y\n"
                "    tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols"
            ),
            "x.new_empty(x.shape[:-1]": "torch.empty_like(x",
        },
    ),
    # Layer norm and then two tensors, y = (norm(x) + z) * s: a residual and a scale of each column.
    "layer_norm_joins": Composition(
        "layer_norm",
        {
            "return torch.randn(shape)": "z = torch.randn(shape)\ns = torch.randn(shape[-1])\nreturn torch.randn(shape), z, s",
            "weight, bias):\n    x = torch.relu(x)": "z, s, weight, bias):",
            "y = torch.abs(y)": "y = y + z\ny = torch.abs(y)",
            "y = y * 0.5": "y = y * s\ny = y * 0.5",
            "x = tl.maximum(x, 0.0)": "",
            "weight_ptr,": "z_ptr, s_ptr, weight_ptr,",
            "y = tl.abs(y)": (
                "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "y = z + y\n"
                "s = tl.load(s_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.abs(y)"
            ),
            "y = 0.5 * y": "y = y * s\ny = 0.5 * y",
            "weight, bias):\n    x = x": "z, s, weight, bias):\n    x, z = x.contiguous(), z",
            "weight, bias, y": "z, s, weight, bias, y",
        },
    ),
    # Layer norm whose scale and shift come from elsewhere, y[b, t] = layer_norm(x[b, t]) * (1 + scale[b]) +
    # shift[b].
    "layer_norm_modulate": Composition(
        "layer_norm",
        {
            "), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2": ", 2), (2, 3, 33), (3, 4, 65), (2, 1",
            "return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1]": "B, T, N = shape\nreturn torch.randn(B, T, N), torch.randn(B, 1, N), torch.randn(B, 1, N",
            (
                "weight, bias):\n"
                "    x = torch.relu(x)\n"
                "    y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)"
            ): (
                "scale, shift):\n"
                "    y = F.layer_norm(x, (x.shape[-1],), eps=1e-5)\n"
                "    y = y * (1.0 + scale) + shift"
            ),
            "x = tl.maximum(x, 0.0)": "",
            "weight_ptr, bias_ptr, y_ptr": "scale_ptr, shift_ptr, y_ptr, n_tokens",
            "scale = tl.rsqrt(var + 1e-5)": "inverse = tl.rsqrt(var + 1e-5)\nsample = row // n_tokens",
            (
                "scale\n"
                "        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        y = y * weight + bias"
            ): (
                "inverse\n"
                "scale = tl.load(scale_ptr + sample * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "shift = tl.load(shift_ptr + sample * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "y = y * (1.0 + scale) + shift"
            ),
            (
                "weight, bias):\n"
                "    x = x.contiguous()\n"
                "    n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols"
            ): (
                "scale, shift):\n"
                "    x, scale, shift = x.contiguous(), scale.contiguous(), shift.contiguous()\n"
                "    n_batch, n_tokens, n_cols = x.shape"
            ),
            "n_rows,)](x, weight, bias, y": "n_batch * n_tokens,)](x, scale, shift, y, n_tokens",
        },
    ),
    # Layer norm over several trailing dimensions, y[b] = (x[b] - mean[b]) / sqrt(var[b] + eps) * weight +
    # bias.
    "layer_norm_nd": Composition(
        "layer_norm",
        {
            "), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": ", 1, 1), (3, 2, 5, 7), (3, 5, 7), (3, 2, 2, 5, 7), (2, 3, 20, 20",
            "-1]), torch.randn(shape[-1": "1:]), torch.randn(shape[1:",
            "(x.shape[-1],)": "x.shape[1:]",
            "n_cols = x.shape[-1]\n    n_rows = x.numel() // n_cols": "n_rows = x.shape[0]\nn_cols = x.numel() // n_rows",
        },
    ),
    # Layer norm of a program of two tensors that broadcast, y = f(layer_norm(g(x, z))): scaled, shifted, with
    # positions or a residual.
    "layer_norm_of_pair": Composition(
        "layer_norm_of_three",
        {
            "w = torch.randn(shape[-1])": "",
            "return x, z, w, weight, bias": "return x, z, weight, bias",
            "def layer_norm_of_pair_torch(x, z, w, weight, bias):": "def layer_norm_of_pair_torch(x, z, weight, bias):",
            "addcmul(w, x": "maximum(x",
            "w_ptr, cols, n_cols, stride_xc, stride_zc, stride_wc": "cols, n_cols, stride_xc, stride_zc",
            (
                "w = tl.load(w_ptr + cols * stride_wc, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    x = w + x * z"
            ): "x = tl.maximum(x, z)",
            (
                "w_ptr, weight_ptr, bias_ptr, y_ptr, B, T, n_cols, stride_xa, stride_xb, stride_xt, "
                "stride_xc,\n"
                "                              stride_za, stride_zb, stride_zt, stride_zc, stride_wa, "
                "stride_wb, stride_wt, stride_wc"
            ): (
                "weight_ptr, bias_ptr, y_ptr, B, T, n_cols, stride_xa, stride_xb, stride_xt, stride_xc,\n"
                "                              stride_za, stride_zb, stride_zt, stride_zc"
            ),
            "w_ptr += outer * stride_wa + middle * stride_wb + inner * stride_wt": "",
            "def layer_norm_of_pair_triton(x, z, w, weight, bias):": "def layer_norm_of_pair_triton(x, z, weight, bias):",
            ", w.shape": "",
            "z, w = x.expand(A, B, T, n_cols), z.expand(A, B, T, n_cols), w": "z = x.expand(A, B, T, n_cols), z",
            "w, weight, bias, y, B, T, n_cols, *x.stride(), *z.stride(), *w": "weight, bias, y, B, T, n_cols, *x.stride(), *z",
        },
    ),
    # Layer norm and then a second tensor, y = layer_norm(x) + z: a residual that is added after the norm, or
    # a gate.
    "layer_norm_tail": Composition(
        "layer_norm",
        {
            "return torch.randn(shape)": "z = torch.randn(shape)\nreturn torch.randn(shape), z",
            "weight, bias):\n    x = torch.relu(x)": "z, weight, bias):",
            "y = torch.abs(y)": "y = y + z\ny = torch.abs(y)",
            "x = tl.maximum(x, 0.0)": "",
            "weight_ptr,": "z_ptr, weight_ptr,",
            "y = tl.abs(y)": (
                "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "y = z + y\n"
                "y = tl.abs(y)"
            ),
            "weight, bias):\n    x = x": "z, weight, bias):\n    x, z = x.contiguous(), z",
            "weight, bias, y": "z, weight, bias, y",
        },
    ),
    # Layer norm of images whose channels stand last, returned with the channels first: y[n, c, h, w] =
    # layer_norm(x)[n, h, w, c] z[c].
    "layer_norm_turned": Composition(
        "layer_norm",
        {
            "), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100": ", 1, 1), (2, 3, 5, 4), (1, 2, 7, 33), (2, 2, 2, 1100",
            "return torch.randn(shape)": "z = torch.randn(shape[-1:] + (1,) * (len(shape) - 2))\nreturn torch.randn(shape), z",
            "layer_norm_turned_torch(x, weight, bias": "layer_norm_turned_torch(x, z, weight, bias",
            "=1e-5": "=1e-6)\ny = y.permute(0, 3, 1, 2",
            "y = y * 0.5": "y = y * z\ny = y * 0.5",
            "weight_ptr, bias_ptr, y_ptr, n_cols": "z_ptr, weight_ptr, bias_ptr, y_ptr, n_cols, n_places",
            "+ 1e-5)": "+ 1e-6)\nturned_ptr = y_ptr + row // n_places * n_cols * n_places + row % n_places",
            "y = 0.5 * y": "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\ny = z * y\ny = 0.5 * y",
            "y_ptr + row * n_cols + cols": "turned_ptr + cols * n_places",
            (
                "weight, bias):\n"
                "    x = x.contiguous()\n"
                "    n_cols = x.shape[-1]\n"
                "    n_rows = x.numel() // n_cols\n"
                "    y = torch.empty_like(x"
            ): (
                "z, weight, bias):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    n_images, height, width, n_cols = x.shape\n"
                "    n_places = height * width\n"
                "    y = x.new_empty(n_images, n_cols, height, width"
            ),
            "# Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.": (
                "grid = (n_images * n_places,)\n"
                "# Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0."
            ),
            "(n_rows,)](x, weight, bias, y, n_cols": "grid](x, z, weight, bias, y, n_cols, n_places",
        },
    ),
    # Local response normalisation of channels whose squares are padded: y = x / (k + alpha * avg_pool3d(s,
    # (n, 1, 1)))^beta.
    "local_response_norm": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]": "1, 2, 3), (2, 7, 5, 6), (2, 5, 9, 4)]  # N, C, H, W",
            "*shape):\n    return (torch.randn(shape),)": (
                "N, C, H, W):\n"
                "    window = 5\n"
                "    x = torch.randn(N, C, H, W)\n"
                "    s = torch.rand(N, 1, C + window - 1, H, W)\n"
                "    return x, s"
            ),
            "):\n    x = torch.relu(x)\n    x = torch.exp(-x)\n    return x": (
                ", s):\n"
                "    y = F.avg_pool3d(s, kernel_size=(5, 1, 1), stride=1)\n"
                "    y = y.squeeze(1)\n"
                "    y = y * 0.0001 + 1.0\n"
                "    y = y.pow(0.75)\n"
                "    y = x / y\n"
                "    y = torch.sigmoid(y)\n"
                "    return y"
            ),
            "y_ptr, n_elements": "s_ptr, y_ptr, n_elements, C, AREA, WINDOW: tl.constexpr",
            "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "n = offsets // (C * AREA)\n"
                "start = offsets + n * (WINDOW - 1) * AREA  # an image of s has that many channels more\n"
                "total = tl.zeros((BLOCK,), tl.float32)\n"
                "for tap in tl.static_range(WINDOW):\n"
                "    total += tl.load(s_ptr + start + tap * AREA, mask=mask, other=0.0).to(tl.float32)\n"
                "y = total / WINDOW\n"
                "y = y * 0.0001 + 1.0\n"
                "y = tl.exp2(tl.log2(y) * 0.75)\n"
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            "x = tl.maximum(x, 0.0)\n    x = tl.exp(-x)\n    tl.store(y_ptr + offsets, x": "y = x / y\ny = tl.sigmoid(y)\ntl.store(y_ptr + offsets, y",
            "local_response_norm_triton(x": "local_response_norm_triton(x, s",
            "y = torch.empty_like(x)": "s = s.contiguous()\nwindow = 5\ny = torch.empty_like(x)",
            (
                "n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    local_response_norm_kernel[grid](x, y, n_elements"
            ): (
                "channels, area = x.shape[1], math.prod(x.shape[2:])\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "local_response_norm_kernel[grid](x, s, y, y.numel(), channels, area, WINDOW=window"
            ),
        },
    ),
    # RMS norm of a program of two tensors that broadcast, y = f(rms_norm(g(x, z))): scaled, shifted, with
    # positions or a residual.
    "rms_norm_of_pair": Composition(
        "rms_norm_of_three",
        {
            "w = torch.randn(shape[-1])": "",
            "return x, z, w, weight": "return x, z, weight",
            "def rms_norm_of_pair_torch(x, z, w, weight):": "def rms_norm_of_pair_torch(x, z, weight):",
            "addcmul(w, x": "maximum(x",
            "w_ptr, cols, n_cols, stride_xc, stride_zc, stride_wc": "cols, n_cols, stride_xc, stride_zc",
            (
                "w = tl.load(w_ptr + cols * stride_wc, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                "    x = w + x * z"
            ): "x = tl.maximum(x, z)",
            (
                "w_ptr, weight_ptr, y_ptr, B, T, n_cols, stride_xa, stride_xb, stride_xt, stride_xc,\n"
                "                            stride_za, stride_zb, stride_zt, stride_zc, stride_wa, "
                "stride_wb, stride_wt, stride_wc"
            ): (
                "weight_ptr, y_ptr, B, T, n_cols, stride_xa, stride_xb, stride_xt, stride_xc,\n"
                "                            stride_za, stride_zb, stride_zt, stride_zc"
            ),
            "w_ptr += outer * stride_wa + middle * stride_wb + inner * stride_wt": "",
            "def rms_norm_of_pair_triton(x, z, w, weight):": "def rms_norm_of_pair_triton(x, z, weight):",
            ", w.shape": "",
            "z, w = x.expand(A, B, T, n_cols), z.expand(A, B, T, n_cols), w": "z = x.expand(A, B, T, n_cols), z",
            "w, weight, y, B, T, n_cols, *x.stride(), *z.stride(), *w": "weight, y, B, T, n_cols, *x.stride(), *z",
        },
    ),
    # RMS norm and then a second tensor, y = rms_norm(x) * z: a gate as in Mamba 2, or a residual.
    "rms_norm_tail": Composition(
        "rms_norm",
        {
            "(shape[": "(shape), torch.randn(shape[",
            "weight):\n    x = torch.relu(x)": "z, weight):",
            "y = torch.abs(y)": "y = y + z\ny = torch.abs(y)",
            "x = tl.maximum(x, 0.0)": "",
            "weight_ptr,": "z_ptr, weight_ptr,",
            "y = tl.abs(y)": (
                "z = tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "y = z + y\n"
                "y = tl.abs(y)"
            ),
            "weight):\n    x = x": "z, weight):\n    x, z = x.contiguous(), z",
            "weight,": "z, weight,",
        },
    ),
}
