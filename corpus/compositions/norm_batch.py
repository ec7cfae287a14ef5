"""Compositions of the families of norms over a batch, a group or an instance."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Batch norm in evaluation and then a second tensor, y = batch_norm(x) + z: the end of a residual
    # block.
    "batch_norm_eval_tail": Composition("batch_norm_eval", {
        "mean_ptr,": "z_ptr, mean_ptr,", "x = tl.maximum(x, 0.0)": "",
        "y = y * weight + bias":
            "y = y * weight + bias\n"
            "z = tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
            "y = tl.sigmoid(y)\n"
            "y = z + y",
        "x, weight,": "x, z, weight,", "x = x": "x, z = x.contiguous(), z", "x, mean,": "x, z, mean,",
        "def batch_norm_eval_tail_torch(x, weight, bias, mean, var):\n"
        "    x = torch.relu(x)": "def batch_norm_eval_tail_torch(x, z, weight, bias, mean, var):",
        "y = F.batch_norm(x, mean, var, weight, bias, training=False, eps=1e-5)":
            "y = F.batch_norm(x, mean, var, weight, bias, training=False, eps=1e-5)\n"
            "y = torch.sigmoid(y)\n"
            "y = y + z"}, functions=("""
def make(*shape):
    channels = shape[1]
    z = torch.randn(shape)
    return torch.randn(shape), z, torch.randn(channels), torch.randn(channels), torch.randn(channels), torch.rand(channels) + 0.5
""",), breaks=()),
    # Batch norm of rows with what training has gathered, then a second tensor, y[:, c] = f(norm(x[:, c]))
    # + z[c]: a bias after it.
    "batch_norm_rows_eval_tail": Composition("batch_norm_rows_eval",
        {"weight_ptr,": "z_ptr, weight_ptr,", "x = tl.maximum(x, 0.0)": "",
         "y = y * weight + bias":
             "y = y * weight + bias\n"
             "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
             "y = tl.sigmoid(y)\n"
             "y = z + y",
         "weight,": "z, weight,", "x = x": "x, z = x.contiguous(), z",
         "def batch_norm_rows_eval_tail_torch(x, weight, bias, mean, var):\n"
         "    x = torch.relu(x)": "def batch_norm_rows_eval_tail_torch(x, z, weight, bias, mean, var):",
         "y = F.batch_norm(x, mean, var, weight, bias, training=False, eps=1e-5)":
             "y = F.batch_norm(x, mean, var, weight, bias, training=False, eps=1e-5)\n"
             "y = torch.sigmoid(y)\n"
             "y = y + z"}, functions=("""
def make(*shape):
    width = shape[1]
    z = torch.randn(width)
    return torch.randn(shape), z, torch.randn(width), torch.randn(width), torch.randn(width), torch.rand(width) + 0.5
""",), breaks=()),
    # Batch norm of the rows of a linear layer in training, then a second tensor: a bias, a scale, a
    # residual.
    "batch_norm_rows_tail": Composition("batch_norm_rows", {
        "batch_norm_rows_tail_kernel(x_ptr, mean_ptr": "batch_norm_rows_tail_kernel(x_ptr, z_ptr, mean_ptr",
        "y = y * weight[None, :] + bias[None, :]":
            "y = y * weight[None, :] + bias[None, :]\n"
            "z = tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]\n"
            "y = tl.sigmoid(y)\n"
            "y = z + y",
        "x = tl.maximum(x, 0.0)": "",
        "def batch_norm_rows_tail_torch(x, weight, bias):\n"
        "    x = torch.relu(x)": "def batch_norm_rows_tail_torch(x, z, weight, bias):",
        "y = F.batch_norm(x, None, None, weight, bias, training=True, eps=1e-5)":
            "y = F.batch_norm(x, None, None, weight, bias, training=True, eps=1e-5)\n"
            "y = torch.sigmoid(y)\n"
            "y = y + z",
        "return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])":
            "z = torch.randn(shape[1])\n"
            "return torch.randn(shape), z, torch.randn(shape[1]), torch.randn(shape[1])"},
        functions=(
            (
                "@triton.jit\n"
                "def batch_norm_rows_tail_share_kernel(x_ptr, total_ptr, squares_ptr, n_rows, n_cols, "
                "share, BLOCK_ROWS: tl.constexpr, BLOCK_COLS: tl.constexpr):\n"
                "    cols = tl.program_id(0) * BLOCK_COLS + tl.arange(0, BLOCK_COLS)\n"
                "    first = tl.program_id(1) * share\n"
                "    end = tl.minimum(first + share, n_rows)\n"
                "    total = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float64)\n"
                "    squares = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float64)\n"
                "    for start in range(first, end, BLOCK_ROWS):\n"
                "        rows = start + tl.arange(0, BLOCK_ROWS)\n"
                "        x = load_tile(x_ptr, rows, cols, end, n_cols)\n"
                "        x = tl.where(rows[:, None] < end, x, 0.0).to(tl.float64)\n"
                "        total += x\n"
                "        squares += x * x\n"
                "    offsets = tl.program_id(1).to(tl.int64) * n_cols + cols\n"
                "    tl.store(total_ptr + offsets, tl.sum(total, axis=0), mask=cols < n_cols)\n"
                "    tl.store(squares_ptr + offsets, tl.sum(squares, axis=0), mask=cols < n_cols)"),
            (
                "def batch_norm_rows_tail_triton(x, z, weight, bias):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    n_rows, n_cols = x.shape\n"
                "    share = max(triton.cdiv(n_rows, 64), 64)\n"
                "    n_shares = triton.cdiv(n_rows, share)\n"
                "    total = torch.empty((n_shares, n_cols), dtype=torch.float64, device=x.device)\n"
                "    squares = torch.empty_like(total)\n"
                "    mean = torch.empty(n_cols, dtype=torch.float32, device=x.device)\n"
                "    scale = torch.empty_like(mean)\n"
                "    y = torch.empty_like(x)\n"
                "    blocks = triton.cdiv(n_cols, 64)\n"
                "    batch_norm_rows_tail_share_kernel[(blocks, n_shares)](x, total, squares, n_rows, "
                "n_cols, share, BLOCK_ROWS=32, BLOCK_COLS=64)\n"
                "    batch_norm_rows_tail_statistics_kernel[(blocks,)](total, squares, mean, scale, "
                "n_rows, n_shares, n_cols, SHARES=64, BLOCK_COLS=64)\n"
                "    # Fused multiply-adds would round x anew in each reading, "
                "and x minus itself would not be 0.\n"
                "    batch_norm_rows_tail_kernel[(blocks, n_shares)](x, z, mean, scale, weight, bias, y, "
                "n_rows, n_cols, share,\n"
                "                                                    BLOCK_ROWS=32, BLOCK_COLS=64, "
                "enable_fp_fusion=False)\n"
                "    return y"))),
    # Batch norm in training, y = (x - mean[c]) / sqrt(var[c] + eps) * weight[c] + bias[c], statistics of
    # this batch.
    "batch_norm_train": Composition("batch_norm_train_joins",
        {"def batch_norm_train_torch(x, z, s, weight, bias):":
             "def batch_norm_train_torch(x, weight, bias):\n"
             "    x = torch.relu(x)",
         "y = torch.sigmoid(y)\n    y = y + z": "", "y = y * s": ""}, functions=("""
def make(*shape):
    return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])
""", """
@triton.jit
def batch_norm_train_share_kernel(x_ptr, total_ptr, squares_ptr, n_batch, channels, n_inner, PLANES: tl.constexpr, BLOCK: tl.constexpr):
    channel = tl.program_id(0).to(tl.int64)
    n_blocks = tl.cdiv(n_inner, BLOCK)
    total = tl.zeros([PLANES, BLOCK], dtype=tl.float64)
    squares = tl.zeros([PLANES, BLOCK], dtype=tl.float64)
    for tile in range(tl.program_id(1), tl.cdiv(n_batch, PLANES) * n_blocks, tl.num_programs(1)):
        plane = tile // n_blocks * PLANES + tl.arange(0, PLANES)[:, None]
        inner = tile % n_blocks * BLOCK + tl.arange(0, BLOCK)
        mask = (plane < n_batch) & (inner < n_inner)
        offsets = (plane * channels + channel) * n_inner + inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = tl.where(mask, x, 0.0).to(tl.float64)
        total += x
        squares += x * x
    place = channel * tl.num_programs(1) + tl.program_id(1)
    tl.store(total_ptr + place, tl.sum(tl.sum(total, axis=1), axis=0))
    tl.store(squares_ptr + place, tl.sum(tl.sum(squares, axis=1), axis=0))
""", """
@triton.jit
def batch_norm_train_kernel(x_ptr, total_ptr, squares_ptr, weight_ptr, bias_ptr, y_ptr, channels, n_batch, n_inner,
                            SHARES: tl.constexpr, PLANES: tl.constexpr, BLOCK: tl.constexpr):
    channel = tl.program_id(0).to(tl.int64)
    shares = tl.arange(0, SHARES)
    there = shares < tl.num_programs(1)
    total = tl.load(total_ptr + channel * tl.num_programs(1) + shares, mask=there, other=0.0)
    squares = tl.load(squares_ptr + channel * tl.num_programs(1) + shares, mask=there, other=0.0)
    count = n_batch * n_inner
    mean = tl.sum(total, axis=0) / count
    var = tl.maximum(tl.sum(squares, axis=0) / count - mean * mean, 0.0).to(tl.float32)
    mean = mean.to(tl.float32)
    scale = tl.rsqrt(var + 1e-5)
    weight = tl.load(weight_ptr + channel).to(tl.float32)
    bias = tl.load(bias_ptr + channel).to(tl.float32)
    n_blocks = tl.cdiv(n_inner, BLOCK)
    for tile in range(tl.program_id(1), tl.cdiv(n_batch, PLANES) * n_blocks, tl.num_programs(1)):
        plane = tile // n_blocks * PLANES + tl.arange(0, PLANES)[:, None]
        inner = tile % n_blocks * BLOCK + tl.arange(0, BLOCK)
        mask = (plane < n_batch) & (inner < n_inner)
        offsets = (plane * channels + channel) * n_inner + inner
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        y = (x - mean) * scale
        y = y * weight + bias
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + offsets, y, mask=mask)
""", """
def batch_norm_train_triton(x, weight, bias):
    x = x.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner = x.numel() // (n_batch * channels)
    block = min(triton.next_power_of_2(n_inner), 2048)
    planes = min(triton.next_power_of_2(n_batch), 2048 // block)
    n_tiles = triton.cdiv(n_batch, planes) * triton.cdiv(n_inner, block)
    n_shares = min(n_tiles, triton.cdiv(528, channels))
    total = torch.empty((channels, n_shares), dtype=torch.float64, device=x.device)
    squares = torch.empty_like(total)
    y = torch.empty_like(x)
    grid = (channels, n_shares)
    batch_norm_train_share_kernel[grid](x, total, squares, n_batch, channels, n_inner, PLANES=planes, BLOCK=block)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    batch_norm_train_kernel[grid](x, total, squares, weight, bias, y, channels, n_batch, n_inner,
                                  SHARES=triton.next_power_of_2(n_shares), PLANES=planes, BLOCK=block, enable_fp_fusion=False)
    return y
"""), without=("load_tile", "load_sum", "batch_norm_train_block_kernel", "batch_norm_train_statistics_kernel")),
    # Batch norm in training and then a second tensor, y = batch_norm(x) + z: the end of a residual block.
    "batch_norm_train_tail": Composition("batch_norm_train_joins",
        {"s, weight": "weight", "y = y * s": "", "s_ptr, mean_ptr": "mean_ptr",
         "s = tl.load(s_ptr + channel).to(tl.float32)": "", "s, mean": "mean",
         "s = torch.randn(shape[1], *[1] * (len(shape) - 2))\n"
         "    return torch.randn(shape), z, s, torch.randn(shape[1]), torch.randn(shape[1])":
             "return torch.randn(shape), z, torch.randn(shape[1]), torch.randn(shape[1])"}, breaks=()),
    # Group norm and then two tensors, y = (norm(x) + z) * s: a residual and a scale of each channel.
    "group_norm_joins": Composition("group_norm", {
        "x = tl.maximum(x, 0.0)": "", "weight_ptr,": "z_ptr, s_ptr, weight_ptr,",
        "y = y * weight + bias":
            "y = y * weight + bias\n"
            "z = tl.load(z_ptr + group * n_inner + inner, mask=mask, other=0.0).to(tl.float32)\n"
            "y = tl.sigmoid(y)\n"
            "y = z + y\n"
            "s = tl.load(s_ptr + (group % groups) * group_channels + inner // plane_size, mask=mask, "
            "other=0.0).to(tl.float32)",
        "y = tl.abs(y)": "y = tl.abs(y)\ny = y * s", "weight,": "z, s, weight,",
        "x = x": "x, z = x.contiguous(), z",
        "def group_norm_joins_torch(x, weight, bias):\n"
        "    x = torch.relu(x)": "def group_norm_joins_torch(x, z, s, weight, bias):",
        "y = F.group_norm(x, 4, weight, bias, eps=1e-5)":
            "y = F.group_norm(x, 4, weight, bias, eps=1e-5)\n"
            "y = torch.sigmoid(y)\n"
            "y = y + z",
        "y = torch.abs(y)": "y = torch.abs(y)\ny = y * s",
        "return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])":
            "z = torch.randn(shape)\n"
            "s = torch.randn(shape[1], *[1] * (len(shape) - 2))\n"
            "return torch.randn(shape), z, s, torch.randn(shape[1]), torch.randn(shape[1])"}, breaks=()),
    # Group norm joined with its own input, y = f(group_norm(x)) + x: a residual around the norm.
    "group_norm_self": Composition("group_norm", {
        "x = tl.maximum(x, 0.0)": "",
        "y = (load_tile(row_ptr, inner, n_inner) - mean - correction) * scale":
            "z = load_tile(row_ptr, inner, n_inner)\n"
            "y = (z - mean - correction) * scale",
        "y = y * weight + bias":
            "y = y * weight + bias\n"
            "y = tl.sigmoid(y)\n"
            "y = z + y",
        "x = torch.relu(x)": "z = x",
        "y = F.group_norm(x, 4, weight, bias, eps=1e-5)":
            "y = F.group_norm(x, 4, weight, bias, eps=1e-5)\n"
            "y = torch.sigmoid(y)\n"
            "y = y + z"}, breaks=()),
    # Group norm and then a second tensor, y = group_norm(x) + z: the end of a residual block, or a
    # modulation.
    "group_norm_tail": Composition("group_norm_joins", {
        "s, weight": "weight", "y = y * s": "", "s_ptr, weight_ptr": "weight_ptr",
        "s = tl.load(s_ptr + (group % groups) * group_channels + inner // plane_size, mask=mask, "
        "other=0.0).to(tl.float32)": "",
        "s = torch.randn(shape[1], *[1] * (len(shape) - 2))\n"
        "    return torch.randn(shape), z, s, torch.randn(shape[1]), torch.randn(shape[1])":
            "return torch.randn(shape), z, torch.randn(shape[1]), torch.randn(shape[1])"}, breaks=()),
    # Instance norm and then two tensors, y = (norm(x) + z) * s: a residual and a scale of each channel.
    "instance_norm_joins": Composition("instance_norm", {
        "x = tl.maximum(x, 0.0)": "", "weight_ptr,": "z_ptr, s_ptr, weight_ptr,",
        "y = y * weight + bias":
            "y = y * weight + bias\n"
            "z = tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, other=0.0).to(tl.float32)\n"
            "y = tl.sigmoid(y)\n"
            "y = z + y\n"
            "s = tl.load(s_ptr + plane % channels).to(tl.float32)",
        "y = tl.abs(y)": "y = tl.abs(y)\ny = y * s", "weight,": "z, s, weight,",
        "x = x": "x, z = x.contiguous(), z",
        "def instance_norm_joins_torch(x, weight, bias):\n"
        "    x = torch.relu(x)": "def instance_norm_joins_torch(x, z, s, weight, bias):",
        "y = F.instance_norm(x, weight=weight, bias=bias, eps=1e-5)":
            "y = F.instance_norm(x, weight=weight, bias=bias, eps=1e-5)\n"
            "y = torch.sigmoid(y)\n"
            "y = y + z",
        "y = torch.abs(y)": "y = torch.abs(y)\ny = y * s",
        "return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])":
            "z = torch.randn(shape)\n"
            "s = torch.randn(shape[1], *[1] * (len(shape) - 2))\n"
            "return torch.randn(shape), z, s, torch.randn(shape[1]), torch.randn(shape[1])"}, breaks=()),
    # Instance norm of a program of two tensors that broadcast, y = f(instance_norm(g(x, z), weight,
    # bias)).
    "instance_norm_of_pair": Composition("group_norm_of_pair",
        {"y = F.group_norm(x, 4, weight, bias, eps=1e-5)":
             "y = F.instance_norm(x, weight=weight, bias=bias, eps=1e-5)",
         "groups, group_channels": "C", "group =": "plane =", "group_channels * D": "D",
         "group // groups, group % groups * group_channels": "plane // C, plane % C",
         "scale = tl.rsqrt(var + 1e-5)":
             "scale = tl.rsqrt(var + 1e-5)\n"
             "weight = tl.load(weight_ptr + channel).to(tl.float32)\n"
             "bias = tl.load(bias_ptr + channel).to(tl.float32)",
         "channels = channel + inner // (D * H * W)\n"
         "        weight = tl.load(weight_ptr + channels, mask=mask, other=0.0).to(tl.float32)\n"
         "        bias = tl.load(bias_ptr + channels, mask=mask, other=0.0).to(tl.float32)": "",
         "+ group": "+ plane", "groups = 4": "", "(C // groups * D * H * W)": "(D * H * W)",
         "instance_norm_of_pair_kernel[(N * groups,)](x, z, weight, bias, y, groups, C // groups, D, H, W, "
         "*x.stride(), *z.stride(), BLOCK=block":
             "instance_norm_of_pair_kernel[(N * C,)](x, z, weight, bias, y, C, D, H, W, *x.stride(), "
             "*z.stride(), BLOCK=block"},
        functions=("CASES = [(1, 1, 1, 2), (3, 2, 5, 7), (3, 4, 35), (2, 3, 4, 5, 6), (2, 3, 40, 9)]",),
        breaks=("stride_zc, stride_zd, stride_zh, stride_zw):", "stride_xn", "stride_zn",
                "stride_zc, stride_zd, stride_zh, stride_zw)", "BLOCK=block")),
    # Instance norm and then a second tensor, y = instance_norm(x) + z: each plane by its own mean and
    # variance.
    "instance_norm_tail": Composition("instance_norm_joins",
        {"s, weight": "weight", "y = y * s": "", "s_ptr, weight_ptr": "weight_ptr",
         "s = tl.load(s_ptr + plane % channels).to(tl.float32)": "",
         "s = torch.randn(shape[1], *[1] * (len(shape) - 2))\n"
         "    return torch.randn(shape), z, s, torch.randn(shape[1]), torch.randn(shape[1])":
             "return torch.randn(shape), z, torch.randn(shape[1]), torch.randn(shape[1])"}, breaks=()),
    # Weight of a layer under weight normalization, y[n] = g[n] * v[n] / norm(v[n]), of a linear layer or
    # of a convolution.
    "weight_norm": Composition("rms_norm", {
        "x, weight": "v, g", "x = x": "v, g = v.contiguous(), g",
        "n_cols = x.shape[-1]": "n_rows = v.shape[0]",
        "n_rows = x.numel() // n_cols": "n_cols = v.numel() // n_rows", "(x)": "(v)",
        "return torch.randn(shape), torch.randn(shape[-1])":
            "v = torch.randn(shape)\n"
            "g = torch.randn(shape[0], *[1] * (len(shape) - 1))\n"
            "return v, g"}, functions=(
        "CASES = [(1, 1), (33, 5), (3, 2100)]", """
def weight_norm_torch(v, g):
    dims = 1
    y = g * v / v.norm(2, dim=dims, keepdim=True)
    y = torch.relu(y)
    return y
""", """
@triton.jit
def weight_norm_kernel(v_ptr, g_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        v = tl.load(v_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += v * v
    norm = tl.sqrt(tl.sum(lanes, axis=0))
    g = tl.load(g_ptr + row).to(tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        v = tl.load(v_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        y = g * v / norm
        y = tl.maximum(y, 0.0)
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)
"""), without=("load_tile",)),
}
