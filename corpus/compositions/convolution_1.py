"""Compositions of the families of convolutions, conv1d_binary to conv_transpose2d_reuse."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Convolution of sequences joined with a second tensor, y = max(conv1d(x, w, b), z): a bias, a scale, a
    # gate, a residual.
    "conv1d_binary": Composition(
        "conv1d_joins",
        {
            "s = torch.randn(O, 1)": "",
            "s, z": "z",
            "y + s": "torch.maximum(y, z)",
            "y = torch.maximum(y, z)": "",
            "s_ptr, z_ptr": "z_ptr",
            "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "y = tl.maximum(y, 0.0)",
            "0.0)\n    y += s": "z)",
            "y = tl.maximum(y, z)": "",
            "s = s.contiguous()": "",
        },
    ),
    # Causal convolution of sequences: y[n, o, l] sees x[n, c] at l and before only, conv1d(pad(x, (p, 0)), w,
    # b).
    "conv1d_causal": Composition(
        "conv1d_bias_act",
        {
            "5, 1, 1), (2, 3, 12, 5, 2), (2, 35": "3, 1, 2), (2, 3, 20, 5, 4), (3, 9",
            "y = F.conv1d(x, w, b, stride=1, padding=0)\n    y = torch.relu(y)": "padding = 2\nx = F.pad(x, (padding, 0))\ny = F.conv1d(x, w, b, dilation=1)\ny = y[:, :, :]",
            "y = torch.abs(y)": "",
            "STRIDE: tl.constexpr,\n                         PADDING": "PADDING: tl.constexpr,\n                         DILATION",
            "* STRIDE -": "-",
            "place = left[None, :] + tap": "along = tap * DILATION\nplace = left[None, :] + along",
            "tap)[:": "along)[:",
            "mask = (channels[:, None] < O) & (n[None, :] < N": "y = tl.sigmoid(y)\ny = tl.sin(y",
            (
                "y = tl.maximum(y, 0.0)\n"
                "    y = tl.sigmoid(y)\n"
                "    y = tl.sin(y)\n"
                "    y = tl.abs(y)\n"
                "    tl.store(y_ptr + offsets, y, mask=mask"
            ): "tl.store(y_ptr + offsets, y, mask=(channels[:, None] < O) & (n[None, :] < N)",
            "stride = 1\n    padding = 0": "padding = 2\ndilation = 1",
            "(L + 2 * padding - K) // stride + 1": "L + padding - dilation * (K - 1)",
            "STRIDE=stride, PADDING=padding": "PADDING=padding, DILATION=dilation",
        },
    ),
    # Convolution of sequences joined with two tensors, y = max(f(conv1d(x, w, b)) + s, z), functions between
    # and after.
    "conv1d_joins": Composition(
        "conv1d_bias_act",
        {
            "2, 35": "3, 9",
            "x = torch.randn(N, C, L)": "stride = 1\npadding = 0\nOL = (L + 2 * padding - K) // stride + 1\nx = torch.randn(N, C, L)",
            "w = torch.randn(O, C, K) / (C * K) ** 0.5": "s = torch.randn(O, 1)\nz = torch.randn(O, 1)\nw = torch.randn(O, C, K) / (C * K) ** 0.5",
            "return x, w, b": "return x, s, z, w, b",
            "conv1d_joins_torch(x, w, b": "conv1d_joins_torch(x, s, z, w, b",
            "y = torch.sigmoid(y)": "y = y + s\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)": "",
            "y_ptr,": "s_ptr, z_ptr, y_ptr,",
            "y = tl.maximum(y, 0.0)": (
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y += s\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y)": "",
            "conv1d_joins_triton(x, w, b": "conv1d_joins_triton(x, s, z, w, b",
            "w = w.contiguous()": "s = s.contiguous()\nz = z.contiguous()\nw = w.contiguous()",
            "y, N": "s, z, y, N",
        },
    ),
    # Convolution of sequences whose result is read twice: v = conv1d(x, w, b), y = sigmoid(max(relu(v),
    # cos(v))), and on.
    "conv1d_reuse": Composition(
        "conv1d_bias_act",
        {
            "y = torch.relu(y)": "z = y\nz = torch.cos(z)\ny = torch.relu(y)",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.abs(y)": "",
            "y = tl.maximum(y, 0.0)": "z = y\nz = tl.cos(z)\ny = tl.maximum(y, 0.0)",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, z)\ny = tl.sigmoid(y)",
            "y = tl.abs(y)": "",
        },
    ),
    # Convolution of sequences with two results, z = conv1d(x, w, b) and y = max(sigmoid(z), z): what a
    # residual around a norm needs.
    "conv1d_to_two": Composition(
        "conv1d_bias_act",
        {
            "return x, w, b": "s = torch.randn(O, 1)\nreturn x, w, b, s",
            "conv1d_to_two_torch(x, w, b": "conv1d_to_two_torch(x, w, b, s",
            "y = torch.sigmoid(y)": "y = y + s\nz = y\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)\n    return": "return z,",
            (
                "y_ptr, N, C, L, O, OL, K: tl.constexpr, STRIDE: tl.constexpr,\n"
                "                         PADDING: tl.constexpr, BLOCK_O: tl.constexpr, "
                "BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr,\n"
                "                         BLOCK_K"
            ): (
                "s_ptr, z_ptr, y_ptr, N, C, L, O, OL, K: tl.constexpr, STRIDE: tl.constexpr,\n"
                "                        PADDING: tl.constexpr, BLOCK_O: tl.constexpr, "
                "BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr,\n"
                "                        BLOCK_K"
            ),
            "y = tl.maximum(y, 0.0)": (
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y = y + s\nz = y\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y": "tl.store(z_ptr + offsets, z, mask=mask",
            "conv1d_to_two_triton(x, w, b": "conv1d_to_two_triton(x, w, b, s",
            "block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))": (
                "z = torch.empty_like(y)\n"
                "block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))"
            ),
            (
                "y, N, C, L, O, OL, K=K, STRIDE=stride, PADDING=padding, BLOCK_O=block_o,\n"
                "                               BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)\n"
                "    return"
            ): (
                "s, z, y, N, C, L, O, OL, K=K, STRIDE=stride, PADDING=padding, BLOCK_O=block_o,\n"
                "                          BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)\n"
                "return z,"
            ),
        },
    ),
    # Convolution of images joined with two tensors, y = max(f(conv2d(x, w, b)) + s, z), functions between and
    # after.
    "conv2d_joins": Composition(
        "conv2d_bias_act",
        {
            "2, 35": "3, 9",
            "x = torch.randn(N, C, H, W)": (
                "stride = 1\n"
                "padding = 0\n"
                "OH = (H + 2 * padding - KH) // stride + 1\n"
                "OW = (W + 2 * padding - KW) // stride + 1\n"
                "x = torch.randn(N, C, H, W)"
            ),
            "w = torch.randn(O, C, KH, KW) / (C * KH * KW) ** 0.5": (
                "s = torch.randn(O, 1, 1)\n"
                "z = torch.randn(O, 1, 1)\n"
                "w = torch.randn(O, C, KH, KW) / (C * KH * KW) ** 0.5"
            ),
            "return x, w, b": "return x, s, z, w, b",
            "conv2d_joins_torch(x, w, b": "conv2d_joins_torch(x, s, z, w, b",
            "y = torch.sigmoid(y)": "y = y + s\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)": "",
            (
                "y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,\n"
                "                        STRIDE: tl.constexpr, PADDING: tl.constexpr, "
                "BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,\n"
                "                        BLOCK_C"
            ): (
                "s_ptr, z_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr,\n"
                "                        KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr, "
                "BLOCK_O: tl.constexpr,\n"
                "                        BLOCK_P: tl.constexpr, BLOCK_C"
            ),
            "y = tl.maximum(y, 0.0)": (
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y += s\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y)": "",
            "conv2d_joins_triton(x, w, b": "conv2d_joins_triton(x, s, z, w, b",
            "w = w.contiguous()": "s = s.contiguous()\nz = z.contiguous()\nw = w.contiguous()",
            "y, N": "s, z, y, N",
        },
    ),
    # Convolution with its channels shuffled into pixels, y = pixel_shuffle(f(conv2d(x, w, b)), 2): sub-pixel
    # upsampling.
    "conv2d_pixel_shuffle": Composition(
        "conv2d_bias_act",
        {
            "10, 14, 4, 2, 3), (2, 35, 5, 6, 7, 2, 3)]  # N, C, H, W, O": "7, 8, 2, 3, 2), (3, 5, 5, 6, 3, 2, 3)]  # N, C, H, W, O after the shuffle",
            "x = torch.randn(N, C, H, W)": "factor = 2\nx = torch.randn(N, C, H, W)",
            "O, C, KH, KW) / (C * KH * KW) ** 0.5\n    b = torch.randn(O": "O * factor ** 2, C, KH, KW) / (C * KH * KW) ** 0.5\nb = torch.randn(O * factor ** 2",
            "y = F.conv2d(x, w, b, stride=1, padding=0)": "factor = 2\ny = F.conv2d(x, w, b, stride=1, padding=0)",
            "torch.sigmoid(y)\n    y = torch.sin(y)\n    y = torch.abs(y": "F.pixel_shuffle(y, factor",
            "BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,\n                                BLOCK_C": "FACTOR: tl.constexpr, BLOCK_O: tl.constexpr,\nBLOCK_P: tl.constexpr, BLOCK_C",
            (
                "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]\n"
                "    offsets = tl.max_contiguous(offsets, [1, 4])"
            ): "",
            "y = tl.sigmoid(y)\n    y = tl.sin(y)\n    y = tl.abs(y)": (
                "# Channel c * FACTOR ** 2 + i * FACTOR + j of a pixel becomes place (i, "
                "j) of a square of pixels of channel c.\n"
                "c, i, j = channels // (FACTOR * FACTOR), channels // FACTOR % FACTOR, channels % FACTOR\n"
                "row = (pixels // OW % OH * FACTOR)[None, :] + i[:, None]\n"
                "column = (pixels % OW * FACTOR)[None, :] + j[:, None]\n"
                "offsets = ((n[None, :] * (O // (FACTOR * FACTOR)) + c[:, "
                "None]) * (OH * FACTOR) + row) * (OW * FACTOR) + column"
            ),
            "N, C, H, W = x.shape": "factor = 2\nN, C, H, W = x.shape",
            "N, O, OH,": "N, O // factor ** 2, factor * OH, factor *",
            "BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps": "FACTOR=factor, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32,\nnum_warps",
        },
    ),
    # Convolution of images whose result is read twice: v = conv2d(x, w, b), y = sigmoid(max(relu(v),
    # cos(v))), and on.
    "conv2d_reuse": Composition(
        "conv2d_bias_act",
        {
            "y = torch.relu(y)": "z = y\nz = torch.cos(z)\ny = torch.relu(y)",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.abs(y)": "",
            "y = tl.maximum(y, 0.0)": "z = y\nz = tl.cos(z)\ny = tl.maximum(y, 0.0)",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, z)\ny = tl.sigmoid(y)",
            "y = tl.abs(y)": "",
        },
    ),
    # Convolution joined with its own input, y = max(f(conv2d(g(x), w, b)), x): a residual block, a self-gate.
    "conv2d_self": Composition(
        "conv2d_bias_act",
        {
            "1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (2, 35, 5, 6, 7, 2, 3)]  # N, C, H, W, O, KH, KW": "3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]  # N, C, H, W, kernel",
            "O, KH, KW)": "KERNEL)",
            "O, C, KH, KW) / (C * KH * KW) ** 0.5\n    b = torch.randn(O": "C, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL) ** 0.5\nb = torch.randn(C",
            "y = F.conv2d(x, w, b, stride=1, padding=0": "z = x\nx = torch.abs(x)\ny = F.conv2d(x, w, b, padding=1",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.sin(y)\n    y = torch.abs(y)": "",
            (
                "STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,\n"
                "                       BLOCK_C: tl.constexpr, BLOCK_K"
            ): (
                "PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, "
                "BLOCK_C: tl.constexpr,\n"
                "BLOCK_K"
            ),
            "* STRIDE - PADDING\n    left = (pixels % OW).to(tl.int32) * STRIDE": "- PADDING\nleft = (pixels % OW).to(tl.int32)",
            "w_ptrs = w_ptr + channels[:, None] * (C * KH * KW) + (c * (KH * KW) + tap)[None, :]": (
                "x = tl.abs(x)\n"
                "w_ptrs = w_ptr + channels[:, None] * (C * KH * KW) + (c * (KH * KW) + tap)[None, :]"
            ),
            "y = tl.sigmoid(y)": (
                "z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, z)\n"
                "y = tl.sigmoid(y)"
            ),
            "y = tl.sin(y)\n    y = tl.abs(y)": "",
            "stride = 1\n    padding = 0": "padding = 1",
            "(H + 2 * padding - KH) // stride + 1\n    OW = (W + 2 * padding - KW) // stride": "H + 2 * padding - KH + 1\nOW = W + 2 * padding - KW",
            "STRIDE=stride, PADDING=padding,\n                             BLOCK_O=block_o, BLOCK_P": "PADDING=padding, BLOCK_O=block_o,\n                         BLOCK_P",
        },
    ),
    # Convolution of images with two results, z = conv2d(x, w, b) and y = max(sigmoid(z), z): what a residual
    # around a norm needs.
    "conv2d_to_two": Composition(
        "conv2d_bias_act",
        {
            "return x, w, b": "s = torch.randn(O, 1, 1)\nreturn x, w, b, s",
            "conv2d_to_two_torch(x, w, b": "conv2d_to_two_torch(x, w, b, s",
            "y = torch.sigmoid(y)": "y = y + s\nz = y\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)\n    return": "return z,",
            (
                "y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,\n"
                "                         STRIDE: tl.constexpr, PADDING: tl.constexpr, "
                "BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,\n"
                "                         BLOCK_C"
            ): (
                "s_ptr, z_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,\n"
                "                        STRIDE: tl.constexpr, PADDING: tl.constexpr, "
                "BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,\n"
                "                        BLOCK_C"
            ),
            "y = tl.maximum(y, 0.0)": (
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y = y + s\nz = y\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y": "tl.store(z_ptr + offsets, z, mask=mask",
            "conv2d_to_two_triton(x, w, b": "conv2d_to_two_triton(x, w, b, s",
            "block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))": (
                "z = torch.empty_like(y)\n"
                "block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))"
            ),
            (
                "y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,\n"
                "                               BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, "
                "BLOCK_K=32, num_warps=4)\n"
                "    return"
            ): (
                "s, z, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,\n"
                "                          BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, "
                "num_warps=4)\n"
                "return z,"
            ),
        },
    ),
    # Convolution of images into tokens, y = f(conv2d(x, w, b)).flatten(2).transpose(1, 2): the patch
    # embedding of a transformer.
    "conv2d_tokens": Composition(
        "conv2d_bias_act",
        {
            "2, 35": "3, 9",
            "torch.sigmoid(y)\n    y = torch.sin(y)\n    y = torch.abs(y": "y.flatten(2).transpose(1, 2",
            (
                "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]\n"
                "    offsets = tl.max_contiguous(offsets, [1, 4])"
            ): "",
            "y = tl.sigmoid(y)\n    y = tl.sin(y)\n    y = tl.abs(y)": "offsets = pixels[None, :] * O + channels[:, None]",
            "O, OH, OW)": "OH * OW, O)",
        },
    ),
    # Convolution of volumes, y[n, o] = b[o] + sum over c of w[o, c] correlated with x[n, c], in any of its
    # forms.
    "conv3d": Composition(
        "conv3d_any_joins",
        {
            (
                "stride_d, stride_h, stride_w = 1, 1, 1\n"
                "    padding_d, padding_h, padding_w = 0, 0, 0\n"
                "    dilation_d, dilation_h, dilation_w = 1, 1, 1\n"
                "    groups = 1\n"
                "    x = torch.randn(N, groups * C, D, H, W)"
            ): "groups = 1\nx = torch.randn(N, groups * C, D, H, W)",
            (
                "OD = (D + 2 * padding_d - dilation_d * (KD - 1) - 1) // stride_d + 1\n"
                "    OH = (H + 2 * padding_h - dilation_h * (KH - 1) - 1) // stride_h + 1\n"
                "    OW = (W + 2 * padding_w - dilation_w * (KW - 1) - 1) // stride_w + 1\n"
                "    z = torch.randn(N, groups * O, OD, OH, OW)\n"
                "    return x, w, b, z"
            ): "return x, w, b",
            "conv3d_torch(x, w, b, z": "conv3d_torch(x, w, b",
            "y = y + z": "",
            "z_ptr, y_ptr": "y_ptr",
            (
                "mask = o_mask[:, None] & (n[None, :] < N)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = z + y\n"
                "    tl.store(y_ptr + offsets, y, mask=mask"
            ): "tl.store(y_ptr + offsets, y, mask=o_mask[:, None] & (n[None, :] < N)",
            "conv3d_triton(x, w, b, z": "conv3d_triton(x, w, b",
            "z = z.contiguous()": "",
            "z, y": "y",
        },
    ),
    # Convolution of volumes joined with two tensors, y = max(f(conv3d(x, w, b)) + s, z), functions between
    # and after.
    "conv3d_joins": Composition(
        "conv3d_bias_act",
        {
            "x = torch.randn(N, C, D, H, W)": (
                "stride = 1\n"
                "padding = 0\n"
                "OD = (D + 2 * padding - KD) // stride + 1\n"
                "OH = (H + 2 * padding - KH) // stride + 1\n"
                "OW = (W + 2 * padding - KW) // stride + 1\n"
                "x = torch.randn(N, C, D, H, W)"
            ),
            "w = torch.randn(O, C, KD, KH, KW) / (C * KD * KH * KW) ** 0.5": (
                "s = torch.randn(O, 1, 1, 1)\n"
                "z = torch.randn(O, 1, 1, 1)\n"
                "w = torch.randn(O, C, KD, KH, KW) / (C * KD * KH * KW) ** 0.5"
            ),
            "return x, w, b": "return x, s, z, w, b",
            "conv3d_joins_torch(x, w, b": "conv3d_joins_torch(x, s, z, w, b",
            "y = torch.sigmoid(y)": "y = y + s\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)": "",
            (
                "y_ptr, N, C, D, H, W, O, OD, OH, OW, KD: tl.constexpr, KH: tl.constexpr,\n"
                "                        KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr, "
                "BLOCK_O: tl.constexpr,\n"
                "                        BLOCK_P"
            ): (
                "s_ptr, z_ptr, y_ptr, N, C, D, H, W, O, OD, OH, OW, KD: tl.constexpr,\n"
                "                        KH: tl.constexpr, KW: tl.constexpr, STRIDE: tl.constexpr, "
                "PADDING: tl.constexpr,\n"
                "                        BLOCK_O: tl.constexpr, BLOCK_P"
            ),
            "y = tl.maximum(y, 0.0)": (
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y += s\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y)": "",
            "conv3d_joins_triton(x, w, b": "conv3d_joins_triton(x, s, z, w, b",
            "w = w.contiguous()": "s = s.contiguous()\nz = z.contiguous()\nw = w.contiguous()",
            "y, N": "s, z, y, N",
        },
    ),
    # Convolution of volumes whose result is read twice: v = conv3d(x, w, b), y = sigmoid(max(relu(v),
    # cos(v))), and on.
    "conv3d_reuse": Composition(
        "conv3d_bias_act",
        {
            "y = torch.relu(y)": "z = y\nz = torch.cos(z)\ny = torch.relu(y)",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.abs(y)": "",
            "y = tl.maximum(y, 0.0)": "z = y\nz = tl.cos(z)\ny = tl.maximum(y, 0.0)",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, z)\ny = tl.sigmoid(y)",
            "y = tl.abs(y)": "",
        },
    ),
    # Convolution of volumes joined with its own input, y = max(f(conv3d(g(x), w, b)), x): a residual block, a
    # self-gate.
    "conv3d_self": Composition(
        "conv3d_binary",
        {
            (
                "1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]  # N, C, D, H, "
                "W, O, KD, KH, KW"
            ): "3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]  # N, C, D, H, W, kernel",
            (
                "O, KD, KH, KW):\n"
                "    stride_d, stride_h, stride_w = 1, 1, 1\n"
                "    padding_d, padding_h, padding_w = 0, 0, 0\n"
                "    OD = (D + 2 * padding_d - KD) // stride_d + 1\n"
                "    OH = (H + 2 * padding_h - KH) // stride_h + 1\n"
                "    OW = (W + 2 * padding_w - KW) // stride_w + 1"
            ): "KERNEL):",
            (
                "z = torch.randn(O, 1, 1, 1)\n"
                "    w = torch.randn(O, C, KD, KH, KW) / (C * KD * KH * KW) ** 0.5\n"
                "    b = torch.randn(O)\n"
                "    return x, z"
            ): (
                "w = torch.randn(C, C, KERNEL, KERNEL, KERNEL) / (C * KERNEL * KERNEL * KERNEL) ** 0.5\n"
                "b = torch.randn(C)\n"
                "return x"
            ),
            "z, w, b):\n    y = F.conv3d(x, w, b, stride=1, padding=0": "w, b):\n    z = x\n    x = torch.abs(x)\n    y = F.conv3d(x, w, b, padding=1",
            "y = torch.sin(y)": "",
            "z_ptr, y_ptr": "y_ptr",
            (
                "w_ptrs = w_ptr + channels[:, None] * (C * KD * KH * KW) + (c * (KD * KH * KW) + "
                "tap)[None, :]"
            ): (
                "x = tl.abs(x)\n"
                "w_ptrs = w_ptr + channels[:, None] * (C * KD * KH * KW) + (c * (KD * KH * KW) + "
                "tap)[None, :]"
            ),
            "z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
            "y = tl.sin(y)": "",
            "conv3d_self_triton(x, z, w, b": "conv3d_self_triton(x, w, b",
            "z = z.contiguous()": "",
            "padding_d, padding_h, padding_w = 0, 0, 0\n    N, C, D, H, W = x.shape": "padding_d, padding_h, padding_w = 1, 1, 1\nN, C, D, H, W = x.shape",
            "z, y": "y",
        },
    ),
    # Convolution of volumes with two results, z = conv3d(x, w, b) and y = max(sigmoid(z), z): what a residual
    # around a norm needs.
    "conv3d_to_two": Composition(
        "conv3d_bias_act",
        {
            "return x, w, b": "s = torch.randn(O, 1, 1, 1)\nreturn x, w, b, s",
            "conv3d_to_two_torch(x, w, b": "conv3d_to_two_torch(x, w, b, s",
            "y = torch.sigmoid(y)": "y = y + s\nz = y\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)\n    return": "return z,",
            (
                "y_ptr, N, C, D, H, W, O, OD, OH, OW, KD: tl.constexpr, KH: tl.constexpr,\n"
                "                         KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr, "
                "BLOCK_O: tl.constexpr,\n"
                "                         BLOCK_P"
            ): (
                "s_ptr, z_ptr, y_ptr, N, C, D, H, W, O, OD, OH, OW, KD: tl.constexpr, KH: tl.constexpr,\n"
                "                        KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr, "
                "BLOCK_O: tl.constexpr,\n"
                "                        BLOCK_P"
            ),
            "y = tl.maximum(y, 0.0)": (
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y = y + s\nz = y\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y": "tl.store(z_ptr + offsets, z, mask=mask",
            "conv3d_to_two_triton(x, w, b": "conv3d_to_two_triton(x, w, b, s",
            "block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))": (
                "z = torch.empty_like(y)\n"
                "block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))"
            ),
            (
                "y, N, C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE=stride,\n"
                "                               PADDING=padding, BLOCK_O=block_o, BLOCK_P=128, "
                "BLOCK_C=block_c, BLOCK_K=32, num_warps=4)\n"
                "    return"
            ): (
                "s, z, y, N, C, D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE=stride,\n"
                "                          PADDING=padding, BLOCK_O=block_o, BLOCK_P=128, "
                "BLOCK_C=block_c, BLOCK_K=32, num_warps=4)\n"
                "return z,"
            ),
        },
    ),
    # Transposed convolution of sequences joined with a second tensor, y = max(conv_transpose1d(x, w, b), z):
    # a bias, a scale, a gate, a residual.
    "conv_transpose1d_binary": Composition(
        "conv_transpose1d_joins",
        {
            "s = torch.randn(O, 1)": "",
            "s, z": "z",
            "y + s": "torch.maximum(y, z)",
            "y = torch.maximum(y, z)": "",
            "s_ptr, z_ptr": "z_ptr",
            "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "y = tl.maximum(y, 0.0)",
            "0.0)\n    y += s": "z)",
            "y = tl.maximum(y, z)": "",
            "s = s.contiguous()": "",
        },
    ),
    # Transposed convolution of sequences whose result is read twice: v = conv_transpose1d(x, w, b), y =
    # sigmoid(max(relu(v), cos(v))), and on.
    "conv_transpose1d_reuse": Composition(
        "conv_transpose1d_bias_act",
        {
            "y = torch.relu(y)": "z = y\nz = torch.cos(z)\ny = torch.relu(y)",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.abs(y)": "",
            "y = tl.maximum(y, 0.0)": "z = y\nz = tl.cos(z)\ny = tl.maximum(y, 0.0)",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, z)\ny = tl.sigmoid(y)",
            "y = tl.abs(y)": "",
            ",\n                                        BLOCK_O=block_o, BLOCK_P": ", BLOCK_O=block_o,\n                                    BLOCK_P",
        },
    ),
    # Transposed convolution of sequences joined with its own input, y = max(f(conv_transpose1d(g(x), w, b)),
    # x): a residual block.
    "conv_transpose1d_self": Composition(
        "conv_transpose1d_bias_act",
        {
            "4, 1, 3), (2, 3, 7, 5, 4), (2, 35, 20, 4, 3)]  # N, C, L, O, K": "5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]  # N, C, L, kernel",
            "O, K):": "KERNEL):",
            "O, K) / (C * K) ** 0.5\n    b = torch.randn(O": "C, KERNEL) / (C * KERNEL) ** 0.5\nb = torch.randn(C",
            "y = F.conv_transpose1d(x, w, b, stride=1, padding=0, output_padding=0": "z = x\nx = torch.abs(x)\ny = F.conv_transpose1d(x, w, b, padding=1",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.sin(y)\n    y = torch.abs(y)": "",
            (
                ", STRIDE: tl.constexpr,\n"
                "                                 PADDING: tl.constexpr, BLOCK_O: tl.constexpr, "
                "BLOCK_P: tl.constexpr,\n"
                "                                 BLOCK_C"
            ): (
                ",\n"
                "                                 STRIDE: tl.constexpr, PADDING: tl.constexpr, "
                "BLOCK_O: tl.constexpr,\n"
                "                                 BLOCK_P: tl.constexpr, BLOCK_C"
            ),
            "w_taps = first + tap * STRIDE": "x = tl.abs(x)\nw_taps = first + tap * STRIDE",
            "y = tl.sigmoid(y)": (
                "z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, z)\n"
                "y = tl.sigmoid(y)"
            ),
            "y = tl.sin(y)\n    y = tl.abs(y)": "",
            "padding = 0": "padding = 1",
        },
    ),
    # Transposed convolution of sequences with two results, z = conv_transpose1d(x, w, b) and y =
    # max(sigmoid(z), z): what a residual around a norm needs.
    "conv_transpose1d_to_two": Composition(
        "conv_transpose1d_bias_act",
        {
            "return x, w, b": "s = torch.randn(O, 1)\nreturn x, w, b, s",
            "conv_transpose1d_to_two_torch(x, w, b": "conv_transpose1d_to_two_torch(x, w, b, s",
            "y = torch.sigmoid(y)": "y = y + s\nz = y\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)\n    return": "return z,",
            (
                "y_ptr, N, C, L, O, OL, K: tl.constexpr, STRIDE: tl.constexpr,\n"
                "                                   PADDING: tl.constexpr, BLOCK_O: tl.constexpr, "
                "BLOCK_P: tl.constexpr,\n"
                "                                   BLOCK_C"
            ): (
                "s_ptr, z_ptr, y_ptr, N, C, L, O, OL, K: tl.constexpr, STRIDE: tl.constexpr,\n"
                "                                  PADDING: tl.constexpr, BLOCK_O: tl.constexpr, "
                "BLOCK_P: tl.constexpr,\n"
                "                                  BLOCK_C"
            ),
            "y = tl.maximum(y, 0.0)": (
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y = y + s\nz = y\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y": "tl.store(z_ptr + offsets, z, mask=mask",
            "conv_transpose1d_to_two_triton(x, w, b": "conv_transpose1d_to_two_triton(x, w, b, s",
            "cells = N * triton.cdiv(OL, stride)  # of one phase": "z = torch.empty_like(y)\ncells = N * triton.cdiv(OL, stride)  # of one phase",
            (
                "y, N, C, L, O, OL, K=K, STRIDE=stride, PADDING=padding,\n"
                "                                         BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, "
                "BLOCK_K=32, num_warps=4)\n"
                "    return"
            ): (
                "s, z, y, N, C, L, O, OL, K=K, STRIDE=stride, PADDING=padding, BLOCK_O=block_o,\n"
                "                                    BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)\n"
                "return z,"
            ),
        },
    ),
    # Transposed convolution of images whose result is read twice: v = conv_transpose2d(x, w, b), y =
    # sigmoid(max(relu(v), cos(v))), and on.
    "conv_transpose2d_reuse": Composition(
        "conv_transpose2d_bias_act",
        {
            "y = torch.relu(y)": "z = y\nz = torch.cos(z)\ny = torch.relu(y)",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.abs(y)": "",
            "y = tl.maximum(y, 0.0)": "z = y\nz = tl.cos(z)\ny = tl.maximum(y, 0.0)",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, z)\ny = tl.sigmoid(y)",
            "y = tl.abs(y)": "",
        },
    ),
}
