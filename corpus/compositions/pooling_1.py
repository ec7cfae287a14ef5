"""Compositions of the families of pooling, adaptive_avg_pool1d to pool3d_chain."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Adaptive pooling of a line to O outputs: y[n, c, o] = mean of x[n, c, floor(o L / O) : ceil((o + 1) L /
    # O)].
    "adaptive_avg_pool1d": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 9), (2, 3, 33), (3, 5, 100",
            "x = torch.exp(-x)\n    return x": "y = F.adaptive_avg_pool1d(x, 4)\ny = torch.sigmoid(y)\nreturn y",
            "BLOCK:": "length, out_length, longest, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "row = offsets // out_length\n"
                "o = offsets % out_length\n"
                "start = o * length // out_length\n"
                "end = ((o + 1) * length + out_length - 1) // out_length  # the ceiling of the quotient\n"
                "y = tl.zeros((BLOCK,), tl.float32)\n"
                "for k in range(0, longest):\n"
                "    inside = mask & (start + k < end)\n"
                "    x = tl.load(x_ptr + row * length + start + k, mask=inside, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    y = y + tl.where(inside, x, 0.0)\n"
                "y = y / (end - start)\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    adaptive_avg_pool1d_kernel[grid](x, y, n_elements"
            ): (
                "n, channels, length = x.shape\n"
                "out_length = 4\n"
                "y = x.new_empty(n, channels, out_length)\n"
                "longest = triton.cdiv(length, out_length) + 1\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "adaptive_avg_pool1d_kernel[grid](x, y, y.numel(), length, out_length, longest"
            ),
        },
    ),
    # Adaptive pooling of sequences that are joined from tensors which broadcast, y =
    # f(adaptive_avg_pool1d(max(x, s))).
    "adaptive_pool1d_prologue": Composition(
        "adaptive_pool2d_prologue",
        {
            "8, 8), (2, 3, 17, 15), (3, 2, 16, 20)]  # N, C, H, W": "12), (2, 3, 17), (3, 5, 32)]  # N, C, L",
            "H, W):\n    OH, OW = 2, 3\n    x, s = torch.randn(N, C, H, W), torch.randn(N, C, 1": "L):\n    OL = 4\n    x, s = torch.randn(N, C, L), torch.randn(N, C",
            "adaptive_avg_pool2d(v, output_size=(2, 3)": "adaptive_avg_pool1d(v, output_size=4",
            "H, W, OH, OW, most_h, most_w": "L, OL, most_l",
            (
                "(OH * OW)\n"
                "    i = offsets // OW % OH\n"
                "    j = offsets % OW\n"
                "    top, bottom = i * H // OH, ((i + 1) * H + OH - 1) // OH  # the floor and the "
                "ceiling of a quotient\n"
                "    left, right = j * W // OW, ((j + 1) * W + OW - 1) // OW"
            ): (
                "OL\n"
                "j = offsets % OL\n"
                "left, right = j * L // OL, ((j + 1) * L + OL - 1) // OL  # the floor and the ceiling of "
                "a quotient"
            ),
            (
                "most_h * most_w):\n"
                "        row = top + tap // most_w\n"
                "        column = left + tap % most_w\n"
                "        inside = mask & (row < bottom) & (column < right)\n"
                "        places = (plane * H + row) * W + column"
            ): (
                "most_l):\n"
                "    place = left + tap\n"
                "    inside = mask & (place < right)\n"
                "    places = plane * L + place"
            ),
            "(bottom - top) * (right - left)": "right - left",
            (
                "H, W = x.shape\n"
                "    OH, OW = 2, 3\n"
                "    y = torch.empty(N, C, OH, OW, dtype=x.dtype, device=x.device)\n"
                "    most_h, most_w = triton.cdiv(H, OH) + 1, triton.cdiv(W, OW"
            ): (
                "L = x.shape\n"
                "OL = 4\n"
                "y = torch.empty(N, C, OL, dtype=x.dtype, device=x.device)\n"
                "most_l = triton.cdiv(L, OL"
            ),
        },
    ),
    # Adaptive pooling of volumes that are joined from tensors which broadcast, y =
    # f(adaptive_avg_pool3d(max(x, s))).
    "adaptive_pool3d_prologue": Composition(
        "adaptive_pool2d_prologue",
        {
            "8, 8), (2, 3, 17, 15), (3, 2, 16, 20)]  # N, C": "4, 4, 4), (2, 3, 6, 11, 7), (2, 5, 9, 4, 8)]  # N, C, D",
            "H, W):\n    OH, OW = 2, 3\n    x, s = torch.randn(N, C, H, W), torch.randn(N, C": (
                "D, H, W):\n"
                "    OD, OH, OW = 2, 3, 4\n"
                "    x, s = torch.randn(N, C, D, H, W), torch.randn(N, C, 1"
            ),
            "adaptive_avg_pool2d(v, output_size=(2, 3": "adaptive_avg_pool3d(v, output_size=(2, 3, 4",
            "H, W, OH, OW": "D, H, W, OD, OH, OW, most_d",
            "OH * OW)": "OD * OH * OW)\nh = offsets // (OH * OW) % OD",
            (
                "top, bottom = i * H // OH, ((i + 1) * H + OH - 1) // OH  # the floor and the ceiling of "
                "a quotient"
            ): (
                "front, back = h * D // OD, ((h + 1) * D + OD - 1) // OD  # the floor and the ceiling of "
                "a quotient\n"
                "top, bottom = i * H // OH, ((i + 1) * H + OH - 1) // OH"
            ),
            "most_h * most_w):\n        row = top + tap // most_w": (
                "most_d * most_h * most_w):\n"
                "    depth = front + tap // (most_h * most_w)\n"
                "    row = top + tap // most_w % most_h"
            ),
            "row < bottom) & (column < right)\n        places = (plane": "depth < back) & (row < bottom) & (column < right)\nplaces = ((plane * D + depth)",
            "(bottom": "(back - front) * (bottom",
            (
                "H, W = x.shape\n"
                "    OH, OW = 2, 3\n"
                "    y = torch.empty(N, C, OH, OW, dtype=x.dtype, device=x.device)\n"
                "    most_h, most_w ="
            ): (
                "D, H, W = x.shape\n"
                "OD, OH, OW = 2, 3, 4\n"
                "y = torch.empty(N, C, OD, OH, OW, dtype=x.dtype, device=x.device)\n"
                "most_d, most_h, most_w = triton.cdiv(D, OD) + 1,"
            ),
        },
    ),
    # Average pooling of a line, y[n, c, o] = mean over k of x[n, c, o * stride - padding + k].
    "avg_pool1d": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 12), (2, 3, 33), (3, 5, 100",
            "x = torch.exp(-x)\n    return x": (
                "y = F.avg_pool1d(x, kernel_size=3, padding=1, stride=2, ceil_mode=False, "
                "count_include_pad=True)  # (N, C, L)\n"
                "y = torch.sigmoid(y)\n"
                "return y"
            ),
            "BLOCK:": (
                "length, out_length, KERNEL: tl.constexpr, PADDING: tl.constexpr,\n"
                "                      STRIDE: tl.constexpr, BLOCK:"
            ),
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "row = offsets // out_length\n"
                "start = offsets % out_length * STRIDE - PADDING  # below 0 where the window begins in "
                "the padding\n"
                "total = tl.zeros((BLOCK,), tl.float32)\n"
                "for k in tl.static_range(KERNEL):\n"
                "    at = start + k\n"
                "    inside = mask & (at >= 0) & (at < length)\n"
                "    x = tl.load(x_ptr + row * length + at, mask=inside, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    # The function of a padded zero need not be zero, so the mask comes after it.\n"
                "    total += tl.where(inside, x, 0.0)\n"
                "y = total / KERNEL\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    avg_pool1d_kernel[grid](x, y, n_elements"
            ): (
                "n, channels, length = x.shape\n"
                "window, padding = 3, 1\n"
                "stride = 2\n"
                "span = length + 2 * padding - window  # how far the window's start can travel\n"
                "out_length = span // stride + 1\n"
                "y = x.new_empty(n, channels, out_length)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "avg_pool1d_kernel[grid](x, y, y.numel(), length, out_length, KERNEL=window, "
                "PADDING=padding, STRIDE=stride"
            ),
        },
    ),
    # Global average pooling, y[n, c] = mean of x[n, c, ...] over every position.
    "global_avg_pool": Composition(
        "pool_bias",
        {
            "3, 2, 70, 60)]  # N, C, H, W": "1, 2, 70, 60)]",
            "z = torch.randn(shape[1], 1, 1)\n    return torch.randn(shape), z": "return (torch.randn(shape),)",
            ", z):\n    y = x.mean(dim=(2, 3), keepdim=True)\n    y = torch.relu(y)\n    y = y + z": "):\n    x = torch.relu(x)\n    y = x.mean(dim=(2, 3))",
            "z_ptr, y_ptr, channels": "y_ptr",
            "partial += x": "x = tl.maximum(x, 0.0)\npartial += tl.where(mask, x, 0.0)",
            (
                "z = tl.load(z_ptr + plane % channels).to(tl.float32)\n"
                "    y = tl.maximum(y, 0.0)\n"
                "    y = z + y"
            ): "",
            (
                ", z):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    n, channels = x.shape[:2]\n"
                "    size = x.numel() // (n * channels)\n"
                "    y = x.new_empty(n, channels, 1, 1)\n"
                "    global_avg_pool_kernel[(n * channels,)](x, z, y, channels"
            ): (
                "):\n"
                "    x = x.contiguous()\n"
                "    n, channels, height, width = x.shape\n"
                "    size = height * width\n"
                "    y = x.new_empty(n, channels)\n"
                "    global_avg_pool_kernel[(n * channels,)](x, y"
            ),
        },
    ),
    # Global max pooling, y[n, c] = max of x[n, c, ...] over every position.
    "global_max_pool": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 1, 1), (2, 3, 5, 33), (1, 2, 70, 60",
            "x = torch.exp(-x)\n    return x": "y = x.amax(dim=(2, 3))\ny = torch.sigmoid(y)\nreturn y",
            (
                "n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x, mask=mask"
            ): (
                "size, BLOCK: tl.constexpr):\n"
                "    plane = tl.program_id(0).to(tl.int64)\n"
                "    columns = tl.arange(0, BLOCK)\n"
                '    best = tl.full((BLOCK,), float("-inf"), tl.float32)\n'
                "    for start in range(0, size, BLOCK):\n"
                "        mask = start + columns < size\n"
                "        x = tl.load(x_ptr + plane * size + start + columns, mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                '        best = tl.maximum(best, tl.where(mask, x, float("-inf")))\n'
                "    y = tl.max(best, axis=0)\n"
                "    y = tl.sigmoid(y)\n"
                "    tl.store(y_ptr + plane, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    global_max_pool_kernel[grid](x, y, n_elements, BLOCK=1024"
            ): (
                "n, channels, height, width = x.shape\n"
                "size = height * width\n"
                "y = x.new_empty(n, channels)\n"
                "global_max_pool_kernel[(n * channels,)](x, y, size, BLOCK=4096"
            ),
        },
    ),
    # Global pooling of planes that are joined from tensors which broadcast, y[n, c] = mean of max(x, s)[n, c]
    # over every position.
    "global_pool2d_prologue": Composition(
        "global_pool2d_flat_prologue", {"))": "), keepdim=True)", "dtype=": "1, 1, dtype="}
    ),
    # Global pooling of volumes that are joined from tensors which broadcast, y[n, c] = mean of max(x, s)[n,
    # c] over every position.
    "global_pool3d_prologue": Composition(
        "global_pool2d_flat_prologue",
        {
            "3), (2, 3, 5, 33), (1, 2, 30, 40)]  # N, C": "1, 3), (2, 3, 3, 5, 7), (1, 2, 8, 10, 15)]  # N, C, D",
            "H, W):\n    x, s = torch.randn(N, C, H, W), torch.randn(N, C": "D, H, W):\n    x, s = torch.randn(N, C, D, H, W), torch.randn(N, C, 1",
            "))": ", 4), keepdim=True)",
            "H, W, BLOCK:": "D, H, W, BLOCK:",
            (
                "H * W, BLOCK):\n"
                "        pixels = start + tl.arange(0, BLOCK)\n"
                "        inside = pixels < H * W\n"
                "        places = plane * (H * W) + pixels"
            ): (
                "D * H * W, BLOCK):\n"
                "    voxels = start + tl.arange(0, BLOCK)\n"
                "    inside = voxels < D * H * W\n"
                "    places = plane * (D * H * W) + voxels"
            ),
            "/ (H *": "/ (D * H *",
            (
                "H, W = x.shape\n"
                "    y = torch.empty(N, C, dtype=x.dtype, device=x.device)\n"
                "    global_pool3d_prologue_kernel[(N * C,)](x, s, y, C"
            ): (
                "D, H, W = x.shape\n"
                "y = torch.empty(N, C, 1, 1, 1, dtype=x.dtype, device=x.device)\n"
                "global_pool3d_prologue_kernel[(N * C,)](x, s, y, C, D"
            ),
        },
    ),
    # Lp pooling of a line: y[n, c, o] = (sum over k of |x[n, c, o * stride + k]|^p)^(1/p), here with p = 1,
    # which keeps signs, and the even powers.
    "lp_pool1d": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 8), (2, 3, 33), (3, 5, 100",
            "torch.relu(x)\n    x = torch.exp(-x)\n    return x": (
                "F.softsign(x)\n"
                "y = F.lp_pool1d(x, norm_type=2, kernel_size=3, stride=2)\n"
                "y = torch.sigmoid(y)\n"
                "return y"
            ),
            "BLOCK:": "length, out_length, KERNEL: tl.constexpr, STRIDE: tl.constexpr,\n                     BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "start = offsets // out_length * length + offsets % out_length * STRIDE\n"
                "total = tl.zeros((BLOCK,), tl.float32)\n"
                "for k in tl.static_range(KERNEL):\n"
                "    x = tl.load(x_ptr + start + k, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x / (1.0 + tl.abs(x))\n"
                "    total += x * x\n"
                "y = tl.sqrt(total)\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    lp_pool1d_kernel[grid](x, y, n_elements"
            ): (
                "n, channels, length = x.shape\n"
                "window = 3\n"
                "stride = 2\n"
                "out_length = (length - window) // stride + 1\n"
                "y = x.new_empty(n, channels, out_length)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "lp_pool1d_kernel[grid](x, y, y.numel(), length, out_length, KERNEL=window, STRIDE=stride"
            ),
        },
    ),
    # Lp pooling of a plane: y[n, c] at (i, j) is (sum of |x|^p over a window)^(1/p), here with p = 1, which
    # keeps signs, and the even powers.
    "lp_pool2d": Composition(
        "chain",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 6, 6), (2, 3, 17, 15), (1, 2, 16, 33",
            "torch.relu(x)\n    x = torch.exp(-x)\n    return x": (
                "F.softsign(x)\n"
                "y = F.lp_pool2d(x, norm_type=2, kernel_size=3, stride=2)\n"
                "y = torch.sigmoid(y)\n"
                "return y"
            ),
            "BLOCK:": (
                "height, width, out_height, out_width, KERNEL_H: tl.constexpr,\n"
                "                     KERNEL_W: tl.constexpr, STRIDE_H: tl.constexpr, "
                "STRIDE_W: tl.constexpr, BLOCK:"
            ),
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "plane = offsets // (out_height * out_width)\n"
                "row = offsets // out_width % out_height * STRIDE_H\n"
                "column = offsets % out_width * STRIDE_W\n"
                "corner = (plane * height + row) * width + column\n"
                "total = tl.zeros((BLOCK,), tl.float32)\n"
                "for k in range(KERNEL_H):\n"
                "    for l in tl.static_range(KERNEL_W):\n"
                "        x = tl.load(x_ptr + corner + k * width + l, mask=mask, other=0.0).to(tl.float32)\n"
                "        x = x / (1.0 + tl.abs(x))\n"
                "        total += x * x\n"
                "y = tl.sqrt(total)\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    lp_pool2d_kernel[grid](x, y, n_elements"
            ): (
                "n, channels, height, width = x.shape\n"
                "kernel_h, kernel_w = 3, 3\n"
                "stride_h, stride_w = 2, 2\n"
                "out_height = (height - kernel_h) // stride_h + 1\n"
                "out_width = (width - kernel_w) // stride_w + 1\n"
                "y = x.new_empty(n, channels, out_height, out_width)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "lp_pool2d_kernel[grid](x, y, y.numel(), height, width, out_height, out_width, "
                "KERNEL_H=kernel_h, KERNEL_W=kernel_w,\n"
                "                       STRIDE_H=stride_h, STRIDE_W=stride_w"
            ),
        },
    ),
    # Min pooling of a line, y = -max_pool1d(-x, ...), as erosion and soft skeletons write it.
    "min_pool1d": Composition(
        "max_pool1d",
        {
            "torch.relu(x)": "-x",
            "y = torch.sigmoid(y)": "y = -y\ny = torch.sigmoid(y)",
            "tl.maximum(x, 0.0)": "-x",
            "y = tl.sigmoid(y)": "y = -y\ny = tl.sigmoid(y)",
        },
    ),
    # Min pooling of a plane, y = -max_pool2d(-x, ...), as erosion and soft skeletons write it.
    "min_pool2d": Composition(
        "max_pool2d",
        {
            "torch.relu(x)": "-x",
            "y = torch.sigmoid(y)": "y = -y\ny = torch.sigmoid(y)",
            "tl.maximum(x, 0.0)": "-x",
            "y = tl.sigmoid(y)": "y = -y\ny = tl.sigmoid(y)",
        },
    ),
    # Min pooling of a volume, y = -max_pool3d(-x, ...), as erosion and soft skeletons write it.
    "min_pool3d": Composition(
        "max_pool3d",
        {
            "torch.relu(x)": "-x",
            "y = torch.sigmoid(y)": "y = -y\ny = torch.sigmoid(y)",
            "tl.maximum(x, 0.0)": "-x",
            "y = tl.sigmoid(y)": "y = -y\ny = tl.sigmoid(y)",
        },
    ),
    # Pooling of a sequence between functions, y = sigmoid(sin(max_pool1d(relu(x)))), the maximum or the mean
    # of every window.
    "pool1d_chain": Composition(
        "pool1d_binary",
        {
            (
                "N, C, L):\n"
                "    window, stride, padding = 2, 2, 0\n"
                "    OL = (L + 2 * padding - window) // stride + 1\n"
                "    x = torch.randn(N, C, L)\n"
                "    z = torch.randn(C, 1)\n"
                "    return x, z"
            ): "*shape):\n    return (torch.randn(shape),)",
            "pool1d_chain_torch(x, z": "pool1d_chain_torch(x",
            "y = torch.sigmoid(y)": "y = torch.sin(y)\ny = torch.sigmoid(y)",
            "maximum(y, z)\n    y = torch.sin": "abs",
            (
                "z_ptr, y_ptr, n_elements, C, L, OL, WINDOW: tl.constexpr, STRIDE: tl.constexpr,\n"
                "                        PADDING: tl.constexpr, BLOCK"
            ): (
                "y_ptr, n_elements, L, OL, WINDOW: tl.constexpr, STRIDE: tl.constexpr, "
                "PADDING: tl.constexpr,\n"
                "                        BLOCK"
            ),
            "y = tl.sigmoid(y)": "y = tl.sin(y)\ny = tl.sigmoid(y)",
            (
                "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = tl.maximum(y, z)\n"
                "    y = tl.sin"
            ): "y = tl.abs",
            "pool1d_chain_triton(x, z": "pool1d_chain_triton(x",
            "z = z.contiguous()": "",
            "z, y, y.numel(), C": "y, y.numel()",
        },
    ),
    # Pooling of a line joined with what it pooled, y = f(g(avg_pool1d(x)) - x): the mixer of a pooling
    # transformer, a series without its trend.
    "pool1d_self": Composition(
        "pool3d_self",
        {
            "5, 5, 5), (1, 2, 5, 6, 8), (2, 3, 6, 5, 7)]  # N, C, D, H, W": "3), (2, 3, 36), (3, 5, 17)]  # N, C, L",
            "avg_pool3d": "avg_pool1d",
            "n_elements, D, H, W": "n_elements, L",
            (
                "front = offsets // (H * W) % D - WINDOW // 2\n"
                "    top = offsets // W % H - WINDOW // 2\n"
                "    left = offsets % W - WINDOW // 2\n"
                "    volume = offsets // (D * H * W)"
            ): "left = offsets % L - WINDOW // 2\nrow = offsets // L",
            (
                "range(WINDOW * WINDOW * WINDOW):\n"
                "        slab = front + tap // (WINDOW * WINDOW)\n"
                "        row = top + tap // WINDOW % WINDOW\n"
                "        column = left + tap % WINDOW\n"
                "        inside = mask & (slab >= 0) & (slab < D) & (row >= 0) & (row < H) & (column >= "
                "0) & (column < W)\n"
                "        y += tl.load(x_ptr + ((volume * D + slab) * H + row) * W + column, mask=inside, "
                "other=0.0).to(tl.float32)\n"
                "    slabs = tl.minimum(front + WINDOW, D) - tl.maximum(front, 0)\n"
                "    rows = tl.minimum(top + WINDOW, H) - tl.maximum(top, 0)\n"
                "    columns = tl.minimum(left + WINDOW, W) - tl.maximum(left, 0)\n"
                "    y = y / (slabs * rows * columns)"
            ): (
                "tl.static_range(WINDOW):\n"
                "    column = left + tap\n"
                "    inside = mask & (column >= 0) & (column < L)\n"
                "    y += tl.load(x_ptr + row * L + column, mask=inside, other=0.0).to(tl.float32)\n"
                "columns = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)\n"
                "y = y / columns"
            ),
            "D, H, W =": "L =",
            "), D, H, W": "), L",
        },
    ),
    # Pooling of a plane joined with a second tensor, y = sin(max(f(max_pool2d(x)), z)): a bias or a scale for
    # each channel, a residual.
    "pool2d_binary": Composition(
        "pool2d_chain",
        {
            "*shape):\n    return (torch.randn(shape),)": (
                "N, C, H, W):\n"
                "    window, stride, padding = 2, 2, 0\n"
                "    OH = (H + 2 * padding - window) // stride + 1\n"
                "    OW = (W + 2 * padding - window) // stride + 1\n"
                "    x = torch.randn(N, C, H, W)\n"
                "    z = torch.randn(C, 1, 1)\n"
                "    return x, z"
            ),
            "pool2d_binary_torch(x": "pool2d_binary_torch(x, z",
            "y = torch.sin(y)": "y = torch.sigmoid(y)\ny = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.sigmoid(y)\n    y = torch.abs(y)": "",
            "y_ptr, n_elements": "z_ptr, y_ptr, n_elements, C",
            "y = tl.sin(y)": (
                "y = tl.sigmoid(y)\n"
                "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, z)\n"
                "y = tl.sin(y)"
            ),
            "y = tl.sigmoid(y)\n    y = tl.abs(y)": "",
            "pool2d_binary_triton(x": "pool2d_binary_triton(x, z",
            "window, stride, padding = 2, 2, 0": "z = z.contiguous()\nwindow, stride, padding = 2, 2, 0",
            "y, y.numel(), H, W, OH, OW, WINDOW=window, STRIDE=stride, PADDING=padding, BLOCK": (
                "z, y, y.numel(), C, H, W, OH, OW, WINDOW=window, STRIDE=stride, PADDING=padding,\n"
                "                           BLOCK"
            ),
        },
    ),
    # Pooling of a plane joined with what it pooled, y = f(g(avg_pool2d(x)) - x): the mixer of a pooling
    # transformer, a detail map, an edge map.
    "pool2d_self": Composition(
        "pool3d_self",
        {
            "5, 5, 5), (1, 2, 5, 6, 8), (2, 3, 6, 5, 7)]  # N, C, D": "2, 3), (2, 3, 12, 16), (3, 5, 9, 7)]  # N, C",
            "avg_pool3d": "avg_pool2d",
            "n_elements, D, H,": "n_elements, H,",
            "front = offsets // (H * W) % D - WINDOW // 2": "",
            "volume = offsets // (D * H": "plane = offsets // (H",
            (
                "WINDOW * WINDOW):\n"
                "        slab = front + tap // (WINDOW * WINDOW)\n"
                "        row = top + tap // WINDOW %"
            ): "WINDOW):\n    row = top + tap //",
            (
                "slab >= 0) & (slab < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W)\n"
                "        y += tl.load(x_ptr + ((volume * D + slab) * H + row) * W + column, mask=inside, "
                "other=0.0).to(tl.float32)\n"
                "    slabs = tl.minimum(front + WINDOW, D) - tl.maximum(front, 0"
            ): (
                "row >= 0) & (row < H) & (column >= 0) & (column < W)\n"
                "y += tl.load(x_ptr + (plane * H + row) * W + column, mask=inside, other=0.0).to(tl.float32"
            ),
            "slabs * rows": "rows",
            "D, H, W =": "H, W =",
            "), D, H,": "), H,",
        },
    ),
    # Pooling of a volume joined with a second tensor, y = sin(max(f(max_pool3d(x)), z)): a bias or a scale
    # for each channel, a residual.
    "pool3d_binary": Composition(
        "pool3d_chain",
        {
            "*shape):\n    return (torch.randn(shape),)": (
                "N, C, D, H, W):\n"
                "    window, stride, padding = 2, 2, 0\n"
                "    OD = (D + 2 * padding - window) // stride + 1\n"
                "    OH = (H + 2 * padding - window) // stride + 1\n"
                "    OW = (W + 2 * padding - window) // stride + 1\n"
                "    x = torch.randn(N, C, D, H, W)\n"
                "    z = torch.randn(C, 1, 1, 1)\n"
                "    return x, z"
            ),
            "pool3d_binary_torch(x": "pool3d_binary_torch(x, z",
            "y = torch.sin(y)": "y = torch.sigmoid(y)\ny = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.sigmoid(y)\n    y = torch.abs(y)": "",
            (
                "y_ptr, n_elements, D, H, W, OD, OH, OW, WINDOW: tl.constexpr, STRIDE: tl.constexpr,\n"
                "                         PADDING"
            ): (
                "z_ptr, y_ptr, n_elements, C, D, H, W, OD, OH, OW, WINDOW: tl.constexpr,\n"
                "                         STRIDE: tl.constexpr, PADDING"
            ),
            "y = tl.sin(y)": (
                "y = tl.sigmoid(y)\n"
                "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, z)\n"
                "y = tl.sin(y)"
            ),
            "y = tl.sigmoid(y)\n    y = tl.abs(y)": "",
            "pool3d_binary_triton(x": "pool3d_binary_triton(x, z",
            "window, stride, padding = 2, 2, 0": "z = z.contiguous()\nwindow, stride, padding = 2, 2, 0",
            "y, y.numel()": "z, y, y.numel(), C",
        },
    ),
    # Pooling of a volume between functions, y = sigmoid(sin(max_pool3d(relu(x)))), the maximum or the mean of
    # every window.
    "pool3d_chain": Composition(
        "pool2d_chain",
        {
            "6, 6), (2, 3, 12, 16), (3, 5, 9, 7)]  # N, C": "5, 5, 5), (2, 3, 8, 12, 6), (2, 4, 7, 5, 6)]  # N, C, D",
            "max_pool2d": "max_pool3d",
            "n_elements, H, W": "n_elements, D, H, W, OD",
            "top = offsets // OW % OH * STRIDE - PADDING": (
                "front = offsets // (OH * OW) % OD * STRIDE - PADDING\n"
                "top = offsets // OW % OH * STRIDE - PADDING"
            ),
            "(OH": "(OD * OH",
            "WINDOW):\n        row = top + tap //": (
                "WINDOW * WINDOW):\n"
                "    slab = front + tap // (WINDOW * WINDOW)\n"
                "    row = top + tap // WINDOW %"
            ),
            "row >= 0) & (row < H) & (column >= 0) & (column < W)\n        x = tl.load(x_ptr + (plane": (
                "slab >= 0) & (slab < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W)\n"
                "x = tl.load(x_ptr + ((plane * D + slab)"
            ),
            "H, W = x.shape": "D, H, W = x.shape\nOD = (D + 2 * padding - window) // stride + 1",
            "C, OH,": "C, OD, OH,",
            "H, W, OH, OW, WINDOW=window, STRIDE=stride, PADDING=padding, BLOCK": (
                "D, H, W, OD, OH, OW, WINDOW=window, STRIDE=stride, PADDING=padding,\n"
                "                          BLOCK"
            ),
        },
    ),
}
