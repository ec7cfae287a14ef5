"""Compositions of the families of standardized and scaled rows."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Residual layer norm, y = layer_norm(f(x, z)): two tensors joined, most often added, and normalised
    # over each row.
    "add_layer_norm": Composition("layer_norm", {
        "torch.randn(shape[-1]),": "torch.randn(shape), torch.randn(shape[-1]),",
        "x, weight,": "x, z, weight,", "relu(x)": "maximum(x, z)", "weight_ptr,": "z_ptr, weight_ptr,",
        "row_ptr = x_ptr": "x_row_ptr, z_row_ptr = x_ptr + row * n_cols, z_ptr",
        "row_ptr,": "x_row_ptr, z_row_ptr,", "x = x": "x, z = x.contiguous(), z",
        "load_tile(x_ptr, cols": "load_tile(x_ptr, z_ptr, cols",
        "x = tl.maximum(x, 0.0)":
            "z = tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
            "x = tl.maximum(x, z)"}),
    # Residual RMS norm: h = f(x, z), most often the sum, and y = h / sqrt(mean(h^2) + eps) * weight; both
    # are returned.
    "add_rms_norm": Composition("rms_norm", {
        ".randn(shape[-1])": ".randn(shape), torch.randn(shape[-1])", ", weight": ", z, weight",
        "relu(x)": "maximum(x, z)", "return y": "return y, x",
        "weight_ptr, y_ptr": "z_ptr, weight_ptr, y_ptr, h_ptr",
        "row_ptr = x_ptr": "x_row_ptr, z_row_ptr = x_ptr + row * n_cols, z_ptr",
        "x = load_tile(row_ptr, cols, n_cols)":
            "x = load_tile(x_row_ptr, z_row_ptr, cols, n_cols)\n"
            "tl.store(h_ptr + row * n_cols + cols, x, mask=cols < n_cols)",
        "y = load_tile(row_ptr, cols, n_cols)": "y = load_tile(x_row_ptr, z_row_ptr, cols, n_cols)",
        "x = x.contiguous()": "x, z = x.contiguous(), z.contiguous()",
        "y = torch.empty_like(x)": "y = torch.empty_like(x)\nh = torch.empty_like(x)",
        "add_rms_norm_kernel[(n_rows,)](x, weight, y, n_cols, BLOCK=block)\n"
        "    return y":
            "add_rms_norm_kernel[(n_rows,)](x, z, weight, y, h, n_cols, BLOCK=block)\n"
            "return y, h",
        "load_tile(x_ptr, cols": "load_tile(x_ptr, z_ptr, cols",
        "x = tl.maximum(x, 0.0)":
            "z = tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
            "x = tl.maximum(x, z)"}),
    # Centred rows, y = x - mean(x), the mean taken over each row.
    "center": Composition("softmax", {
        "y = F.softmax(x, dim=-1)": "y = x - torch.mean(x, dim=-1, keepdim=True)", "sqrt": "abs",
        'return tl.where(cols < n_cols, x, -float("inf"))': "return x"}, functions=("""
@triton.jit
def center_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        total += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)
    mean = tl.sum(total, axis=0) / n_cols
    drift = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        drift += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)
    correction = tl.sum(drift, axis=0) / n_cols
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        y = load_tile(row_ptr, cols, n_cols) - mean - correction
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)
""",)),
    # What is left of a row beside its median, or its k-th smallest value: centred without a mean, clipped
    # at a quantile, robust scores.
    "center_by_rank": Composition("program_of_row_sum", {
        "n_cols, BLOCK: ": "n_cols, rank_wanted, BLOCK: ",
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
        "    for start in range(0, n_cols, BLOCK):\n"
        "        cols = start + tl.arange(0, BLOCK)\n"
        "        mask = cols < n_cols\n"
        "        x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)\n"
        "        lanes += tl.where(mask, x, 0.0)\n"
        "    z = tl.sum(lanes, axis=0)":
            "value = tl.zeros([BLOCK], dtype=tl.float32)\n"
            "for start_j in range(0, n_cols, BLOCK):\n"
            "    j = start_j + tl.arange(0, BLOCK)\n"
            "    mine = tl.load(x_ptr + row * n_cols + j, mask=j < n_cols, other=0.0).to(tl.float32)\n"
            "    rank = tl.zeros([BLOCK], dtype=tl.int32)\n"
            "    for start_k in range(0, n_cols, BLOCK):\n"
            "        k = start_k + tl.arange(0, BLOCK)\n"
            "        other = tl.load(x_ptr + row * n_cols + k, mask=k < n_cols, other=0.0).to(tl.float32)\n"
            "        before = (other[None, :] < mine[:, None]) | ((other[None, :] == mine[:, "
            "None]) & (k[None, :] < j[:, None]))\n"
            "        rank += tl.sum((before & (k < n_cols)[None, :]).to(tl.int32), axis=1)\n"
            "    value += tl.where((j < n_cols) & (rank == rank_wanted), mine, 0.0)\n"
            "z = tl.sum(value, axis=0)",
        " x * z": " x - z",
        "n_rows = x.numel() // n_cols\n"
        "    y = torch.empty_like(x)\n"
        "    block = min(triton.next_power_of_2(n_cols), 1024)\n"
        "    center_by_rank_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)":
            "rank_wanted = (n_cols - 1) // 2\n"
            "y = x.new_empty(x.shape)\n"
            "center_by_rank_kernel[(x.numel() // n_cols,)](x, y, n_cols, rank_wanted, BLOCK=64)",
        "mul": "sub",
        "z = torch.sum(x, dim=-1, keepdim=True)": "z = torch.median(x, dim=-1, keepdim=True).values"},
        functions=("CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 9), (2, 70)]",)),
    # Rows of unit length, y = x / max(norm(x), eps), for several norms and ways to avoid a division by
    # zero.
    "l2_normalize": Composition("rms_norm", {
        "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)",
        "(x, weight)": "(x)",
        "y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight":
            "y = F.normalize(x, p=2.0, dim=-1, eps=1e-5)",
        "weight, y": "y"}, functions=("""
@triton.jit
def l2_normalize_kernel(x_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)
        lanes += x * x
    norm = tl.sqrt(tl.sum(lanes, axis=0))
    norm = tl.maximum(norm, 1e-5)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        y = load_tile(row_ptr, cols, n_cols) / norm
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)
""",)),
    # A column meets a statistic of its own, y[b, :, n] = x[b, :, n] * mean(x[b, :, n]): over the channels
    # of an image, say.
    "middle_gate": Composition("normalize_middle", {
        "x * x": "x", "scale = tl.rsqrt(total / n_mid + 1e-5)": "z = total / n_mid",
        "y = load_row(x_ptr + offsets + mid * n_inner, mask) * scale":
            "x = load_row(x_ptr + offsets + mid * n_inner, mask)\n"
            "y = z * x",
        "middle_gate_kernel[grid](x, y, n_mid, n_inner, BLOCK=128)":
            "# Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.\n"
            "middle_gate_kernel[grid](x, y, n_mid, n_inner, BLOCK=128, enable_fp_fusion=False)",
        "y = x * torch.rsqrt(torch.mean(x * x, dim=-2, keepdim=True) + 1e-5)":
            "z = torch.mean(x, dim=-2, keepdim=True)\n"
            "y = x * z"}),
    # Rows stretched to [0, 1], y = (x - min) / (max - min + eps).
    "min_max_scale": Composition("l2_normalize", {
        "lanes = tl.zeros([BLOCK], dtype=tl.float32)":
            'lows = tl.full([BLOCK], float("inf"), dtype=tl.float32)\n'
            'highs = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
        "x = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)":
            "x = load_tile(row_ptr, cols, n_cols)",
        "lanes += x * x": 'lows = tl.minimum(lows, tl.where(cols < n_cols, x, float("inf")))',
        "norm = tl.maximum(norm, 1e-5)": "low, high = tl.min(lows, axis=0), tl.max(highs, axis=0)",
        "norm = tl.sqrt(tl.sum(lanes, axis=0))":
            '    highs = tl.maximum(highs, tl.where(cols < n_cols, x, -float("inf")))',
        "y = load_tile(row_ptr, cols, n_cols) / norm":
            "x = load_tile(row_ptr, cols, n_cols)\n"
            "y = (x - low) / (high - low + 1e-5)",
        "min_max_scale_kernel[(n_rows,)](x, y, n_cols, BLOCK=block)":
            "# Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.\n"
            "min_max_scale_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)",
        "y = F.normalize(x, p=2.0, dim=-1, eps=1e-5)":
            "low, high = x.amin(dim=-1, keepdim=True), x.amax(dim=-1, keepdim=True)\n"
            "y = (x - low) / (high - low + 1e-5)"}),
    # A row meets a statistic of its own, y = x * mean(x): gates, centred rows, quotients by a sum or by a
    # norm.
    "row_gate": Composition("rms_norm", {
        ", weight_ptr": "", "squares": "lanes", " * x": "",
        "scale = tl.rsqrt(tl.sum(squares, axis=0) / n_cols + 1e-5)": "z = tl.sum(lanes, axis=0) / n_cols",
        "mask = cols < n_cols\n"
        "        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
        "        y = load_tile(row_ptr, cols, n_cols) * scale * weight":
            "x = load_tile(row_ptr, cols, n_cols)\n"
            "y = z * x",
        "=mask)": "=cols < n_cols)", ", weight": "",
        "row_gate_kernel[(n_rows,)](x, weight, y, n_cols, BLOCK=block)":
            "# Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.\n"
            "row_gate_kernel[(n_rows,)](x, y, n_cols, BLOCK=block, enable_fp_fusion=False)",
        "y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight":
            "z = torch.mean(x, dim=-1, keepdim=True)\n"
            "y = x * z",
        " 1)": " 2)", "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)"}),
    # Standardised rows, y = (x - mean) / (std + eps), with the standard deviation of n - 1.
    "standardize": Composition("layer_norm", {
        "(x, weight, bias)": "(x)",
        "y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)":
            "y = (x - x.mean(dim=-1, keepdim=True)) / (x.std(dim=-1, unbiased=True, keepdim=True) + 1e-5)",
        "weight_ptr, bias_ptr, y_ptr": "y_ptr",
        "var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)":
            "squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)",
        "scale = tl.rsqrt(var + 1e-5)": "spread = tl.sqrt(squares_sum / (n_cols - 1)) + 1e-5",
        "mask = cols < n_cols\n"
        "        y = (load_tile(row_ptr, cols, n_cols) - mean - correction) * scale\n"
        "        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
        "        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
        "        y = y * weight + bias":
            "y = (load_tile(row_ptr, cols, n_cols) - mean - correction) / spread",
        "y, mask=mask": "y, mask=cols < n_cols", "weight, bias, y": "y", " 1)": " 2)",
        "return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])":
            "return (torch.randn(shape),)"}),
    # Rows less their mean, over their deviation, and two results of that: v = f(t), y = g(t, z) with t =
    # (x - mean) / std.
    "standardize_to_two": Composition("rms_norm", {
        "(x, weight):": "(x, z):", "x = x": "x, z = x.contiguous(), z", "y =": "v, y = torch.empty_like(x),",
        "weight, y, n_cols, BLOCK=block": "z, v, y, n_cols, BLOCK=block, enable_fp_fusion=False",
        "return y": "return v, y",
        "return torch.randn(shape), torch.randn(shape[-1])":
            "z = torch.randn(shape[-1])\n"
            "return torch.randn(shape), z"}, functions=(
        "CASES = [(1, 3), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]", """
def standardize_to_two_torch(x, z):
    y = (x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)
    v = torch.sigmoid(y)
    y = v + z
    return v, y
""", """
@triton.jit
def standardize_to_two_kernel(x_ptr, z_ptr, v_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        lanes += tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    mean = tl.sum(lanes, axis=0) / n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    rest = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        x = tl.where(cols < n_cols, x - mean, 0.0)
        lanes += x * x
        rest += x
    # What rounding has left of the mean counts where a row is far from 0.
    mean += tl.sum(rest, axis=0) / n_cols
    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(row_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = (x - mean) / scale
        v = tl.sigmoid(y)
        y = z + v
        tl.store(v_ptr + row * n_cols + cols, v, mask=mask)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
"""), without=("load_tile",)),
    # Two statistics of one tensor given to another, y = z * std(x) + mean(x) of each row: the style of an
    # image, the scale of a series given back.
    "statistics_given": Composition("layer_norm", {
        "(x, weight, bias):": "(x, z):", "x = x": "x, z = x.contiguous(), z",
        "n_cols = x": "n_cols, n_given = x.shape[-1], z", "(x)": "(z)", "(n_cols)": "(max(n_cols, n_given))",
        "weight, bias, y, n_cols": "z, y, n_cols, n_given",
        "x = torch.relu(x)": "std = torch.std(x, dim=-1, keepdim=True)",
        "y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)":
            "mean = torch.mean(x, dim=-1, keepdim=True)",
        "torch.abs(y)": "z * std + mean", " y * 0.5": " torch.relu(y)", "*shape": "x_shape, z_shape",
        "return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])":
            "return torch.randn(x_shape), torch.randn(z_shape)"}, functions=("""
CASES = [((1, 2), (1, 1)), ((3, 33), (3, 5)), ((2, 3, 65), (2, 3, 7)), ((2, 3, 2, 17), (2, 3, 2, 9)), ((2, 2100), (2, 1100))]
""", """
@triton.jit
def load_tile(row_ptr, cols, n_cols):
    return tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
""", """
@triton.jit
def statistics_given_kernel(x_ptr, z_ptr, y_ptr, n_cols, n_given, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        total += load_tile(row_ptr, start + tl.arange(0, BLOCK), n_cols)
    mean = tl.sum(total, axis=0) / n_cols

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        deviation = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, and its squares are taken off.
    drift_sum = tl.sum(drift, axis=0)
    squares_sum = tl.maximum(tl.sum(squares, axis=0) - drift_sum * drift_sum / n_cols, 0.0)
    std = tl.sqrt(squares_sum / (n_cols - 1))
    for start in range(0, n_given, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        z = load_tile(z_ptr + row * n_given, cols, n_given)
        y = z * std + mean
        y = tl.maximum(y, 0.0)
        tl.store(y_ptr + row * n_given + cols, y, mask=cols < n_given)
""")),
    # A tensor divided by a size of its own along any dimension but the last, y = x / mean(|x|), each size
    # written in elementary operations.
    "written_norm": Composition("program_of_written_norm", {
        ", z_ptr": "", " x * x": " tl.abs(x)", " tl.maximum(tl.sqrt(total), 1e-12)": " total / whole",
        "z = tl.load(z_ptr + place).to(tl.float32)\n"
        "        y = x / scale\n"
        "        y = y * tl.exp(z)\n"
        "        tl.store(y_ptr + offsets + place * inner, y, mask=mask)":
            "tl.store(y_ptr + offsets + place * inner, x / scale, mask=mask)",
        ", z": "", ", z.contiguous()": ""},
        functions=("def make(*shape):\n    return (torch.randn(shape),)",
                   (
                       "def written_norm_torch(x):\n"
                       "    size = x.abs().mean(dim=-2, keepdim=True)\n"
                       "    y = x / size\n"
                       "    return y"))),
    # Rows with their mean taken off and their deviation divided out, written in elementary operations,
    # then a weight and a bias.
    "written_standardize_rows": Composition("layer_norm", {
        "total += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)":
            "total += load_tile(row_ptr, cols, n_cols)",
        "var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)":
            "squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)",
        "scale = tl.rsqrt(var + 1e-5)": "spread = tl.sqrt(squares_sum / (n_cols - 1))", "* scale": "/ spread",
        "y = tl.abs(y)\n        y = 0.5 * y": "y = tl.sigmoid(y)",
        "x = x": "x, weight, bias = x.contiguous(), weight.contiguous(), bias", " 1)": " 2)"}, functions=("""
def written_standardize_rows_torch(x, weight, bias):
    mean = x.mean(dim=-1, keepdim=True)
    spread = x.std(dim=-1, keepdim=True)
    y = (x - mean) / spread
    y = y * weight + bias
    y = torch.sigmoid(y)
    return y
""", """
@triton.jit
def load_tile(x_ptr, cols, n_cols):
    return tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
""")),
}
