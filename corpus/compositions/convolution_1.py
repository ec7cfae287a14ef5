"""Compositions of the families of convolutions, conv1d to conv3d_joins."""

from corpus.composition import Composition
from corpus.compositions import ranks

COMPOSITIONS = {
    # Convolution of sequences, y[n, o, l] = b[o] + sum over c, k of w[o, c, k] * x[n, c, l * stride -
    # padding + k * dilation].
    "conv1d": Composition(
        "conv2d",
        {
            ", K:": ", KERNEL:",
            "K +": "KERNEL +",
            "tap[:, None]": "along[:, None]",
            "L + tap": "L + along",
            "OH * OW + (pixels % (OH * OW))": "OL + (positions % OL)",
            "K=K": "KERNEL=K",
        },
        functions=(
            """
CASES = [(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]  # N, C and O a group, L; kernel last
""",
            """
def make(N, C, L, O, KERNEL):
    groups = 1
    w = torch.randn(groups * O, C, KERNEL) / (C * KERNEL) ** 0.5
    return torch.randn(N, groups * C, L), w, torch.randn(groups * O)
""",
        ),
        through=ranks.signals,
    ),
    # Convolution of sequences in any of its forms, joined with a second tensor: a residual, a gate, a
    # scale for each channel.
    "conv1d_any_joins": Composition(
        "conv2d_any_joins",
        {
            "O, K": "O, KERNEL",
            "H, W": "L",
            "w = torch.randn(groups * O, C, KH, KW) / (C * KH * KW) ** 0.5": (
                "w = torch.randn(groups * O, C, KERNEL) / (C * KERNEL) ** 0.5"
            ),
            (
                "b = torch.randn(groups * O)\n"
                "    OL = (L + 2 * padding - dilation * (K - 1) - 1) // stride + 1"
            ): (
                "b = torch.randn(groups * O)\n"
                "OL = (L + 2 * padding - dilation * (KERNEL - 1) - 1) // stride + 1"
            ),
            "OH, OW": "OL",
            ", K:": ", KERNEL:",
            "K +": "KERNEL +",
            "tap[:, None]": "along[:, None]",
            "L + tap": "L + along",
            "OH * OW + (pixels % (OH * OW))": "OL + (positions % OL)",
            "K=K": "KERNEL=K",
        },
        functions=(
            """
CASES = [(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]  # N, C and O a group, L; kernel last
""",
        ),
        through=ranks.signals,
        breaks=("PADDING: tl.constexpr", "BLOCK_P: tl.constexpr", "GROUPS=groups"),
    ),
    # Convolution of sequences with a chain of functions after it, y = sigmoid(relu(conv1d(x, w, b))).
    "conv1d_bias_act": Composition("conv2d_bias_act", through=ranks.signals),
    # Convolution of sequences joined with a second tensor, y = max(conv1d(x, w, b), z): a bias, a scale,
    # a gate, a residual.
    "conv1d_binary": Composition("conv2d_binary", through=ranks.signals),
    # Causal convolution of sequences: y[n, o, l] sees x[n, c] at l and before only, conv1d(pad(x, (p,
    # 0)), w, b).
    "conv1d_causal": Composition(
        "conv1d_self",
        {
            "def make(N, C, L, K):": "def make(N, C, L, O, K):",
            "C, C": "O, C",
            "(C)": "(O)",
            ", K:": ", O, OL, K:",
            "/ L": "/ OL",
            "= (positions % L).to(tl.int32)": "= (positions % OL).to(tl.int32)",
            "x = tl.maximum(x, 0.0)": "",
            (
                "w = tl.load(w_ptrs, mask=(channels[:, None] < C) & k_mask[None, :], "
                "other=0.0).to(tl.float32)"
            ): (
                "w = tl.load(w_ptrs, mask=(channels[:, None] < O) & k_mask[None, :], "
                "other=0.0).to(tl.float32)"
            ),
            (
                "y += tl.load(b_ptr + channels, mask=channels < C, "
                "other=0.0).to(tl.float32)[:, None]\n"
                "    mask = (channels[:, None] < C) & (n[None, :] < N)\n"
                "    offsets = (n[None, :] * C + channels[:, None]) * L + (positions % L)[None, :]"
            ): (
                "y += tl.load(b_ptr + channels, mask=channels < O, "
                "other=0.0).to(tl.float32)[:, None]\n"
                "y = tl.sigmoid(y)\n"
                "y = tl.sin(y)\n"
                "offsets = (n[None, :] * O + channels[:, None]) * OL + (positions % OL)[None, :]"
            ),
            (
                "z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = tl.maximum(y, z)\n"
                "    tl.store(y_ptr + offsets, y, mask=mask)"
            ): ("tl.store(y_ptr + offsets, y, mask=(channels[:, None] < O) & (n[None, :] < N))"),
        },
        functions=(
            """
CASES = [(1, 1, 3, 1, 2), (2, 3, 20, 5, 4), (3, 9, 33, 4, 3)]  # N, C, L, O, K
""",
            """
def conv1d_causal_torch(x, w, b):
    padding = 2
    x = F.pad(x, (padding, 0))
    y = F.conv1d(x, w, b, dilation=1)
    y = y[:, :, :]
    y = torch.sigmoid(y)
    y = torch.sin(y)
    return y
""",
            """
def conv1d_causal_triton(x, w, b):
    x = x.contiguous()
    w = w.contiguous()
    padding = 2
    dilation = 1
    N, C, L = x.shape
    O, _, K = w.shape
    OL = L + padding - dilation * (K - 1)
    y = torch.empty((N, O, OL), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (triton.cdiv(N * OL, 128), triton.cdiv(O, block_o))
    conv1d_causal_kernel[grid](x, w, b, y, N, C, L, O, OL, K=K, PADDING=padding, DILATION=dilation, BLOCK_O=block_o,
                               BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    return y
""",
        ),
    ),
    # Depthwise convolution of sequences: every channel of y sees one channel of x only, through a filter
    # of its own.
    "conv1d_depthwise": Composition(
        "conv2d_depthwise",
        {
            "(multiplier * C, 1, KH, KW) / (KH * KW)": "(multiplier * C, 1, K) / K",
            "conv2d": "conv1d",
            "(H * W) + top * W": "L",
            (
                "down, along = tap // KW * DILATION_H, tap % KW * DILATION_W\n"
                "        row, column = top + down, left + along\n"
                "        inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)\n"
                "        x = tl.load(corner + down * W + along, mask=inside, "
                "other=0.0).to(tl.float32)"
            ): (
                "column = left + tap * DILATION\n"
                "inside = mask & (column >= 0) & (column < L)\n"
                "x = tl.load(corner + tap * DILATION, mask=inside, other=0.0).to(tl.float32)"
            ),
            "* (KH * KW)": "* K",
        },
        functions=(
            """
CASES = [(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]  # N, C, L, K
""",
        ),
        through=ranks.signals,
    ),
    # Convolution of sequences joined with two tensors, y = max(f(conv1d(x, w, b)) + s, z), functions
    # between and after.
    "conv1d_joins": Composition("conv2d_joins", through=ranks.signals),
    # Convolution of sequences that are joined from tensors which broadcast, y = f(conv1d(max(x, s), w,
    # b)).
    "conv1d_prologue": Composition(
        "conv2d_prologue",
        {
            "w = torch.randn(groups * O, C, KH, KW) / (C * KH * KW) ** 0.5": (
                "w = torch.randn(groups * O, C, K) / (C * K) ** 0.5"
            ),
            "(N, C, H, W), torch.randn(N, 1, 1, 1)": "(N, C, L), torch.randn(N, 1, 1)",
            "conv2d": "conv1d",
            ", K:": ", KERNEL:",
            "(C * H * W) + top * W": "(C * L)",
            "K +": "KERNEL +",
            "< KH * KW": "< KERNEL",
            "tap[:, None]": "along[:, None]",
            "(row >= 0) & (row < H) & (column >= 0) & (column < W)": "(place >= 0) & (place < L)",
            "(H * W) + down * W": "L",
            (
                "w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KH * KW) + (own * (KH * "
                "KW) + tap)[None, :]"
            ): (
                "w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KERNEL) + (own * KERNEL + tap)[None, :]"
            ),
            "OH * OW": "OL",
            "K=K": "KERNEL=K",
        },
        functions=(
            """
CASES = [(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]  # N, C, L, O, K; C and O a group
""",
        ),
        through=ranks.signals,
    ),
    # Convolution of sequences whose result is read twice: v = conv1d(x, w, b), y = sigmoid(max(relu(v),
    # cos(v))), and on.
    "conv1d_reuse": Composition("conv2d_reuse", through=ranks.signals),
    # Convolution of sequences with two results, z = conv1d(x, w, b) and y = max(sigmoid(z), z): what a
    # residual around a norm needs.
    "conv1d_to_two": Composition(
        "conv2d_to_two",
        {
            "H, W, O, OH, OW, KH: tl.constexpr, KW": "L, O, OL, K: tl.constexpr, STRIDE",
            ("STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,"): (
                "PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr,"
            ),
            "BLOCK_C: tl.constexpr, BLOCK_K": "BLOCK_K",
            "H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding": (
                "L, O, OL, K=K, STRIDE=stride, PADDING=padding, BLOCK_O=block_o"
            ),
            "BLOCK_O=block_o, BLOCK_P": "BLOCK_P",
        },
        through=ranks.signals,
        breaks=(),
    ),
    # Convolution, a function, then a scale and a shift for each channel (a frozen batch norm), then
    # another function.
    "conv2d_affine": Composition(
        "conv2d_reuse",
        {
            "b_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr, STRIDE": (
                "scale_ptr, shift_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW"
            ),
            "* STRIDE -": "-",
            (
                "y += tl.load(b_ptr + channels, mask=channels < O, "
                "other=0.0).to(tl.float32)[:, None]\n"
                "    mask = (channels[:, None] < O) & (n[None, :] < N)\n"
                "    offsets = (n[None, :] * O + channels[:, "
                "None]) * (OH * OW) + (pixels % (OH * OW))[None, :]\n"
                "    offsets = tl.max_contiguous(offsets, [1, 4])\n"
                "    z = y\n"
                "    z = tl.cos(z)"
            ): (
                "scale = tl.load(scale_ptr + channels, mask=channels < O, "
                "other=0.0).to(tl.float32)\n"
                "shift = tl.load(shift_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)"
            ),
            "tl.maximum(y, z)": "y * scale[:, None] + shift[:, None]",
            "y = tl.sin(y)\n    tl.store(y_ptr + offsets, y, mask=mask)": (
                "y_ptrs = y_ptr + (n[None, :] * O + channels[:, "
                "None]) * OH * OW + (pixels % (OH * OW))[None, :]\n"
                "y_ptrs = tl.max_contiguous(y_ptrs, [1, 4])\n"
                "tl.store(y_ptrs, y, mask=(channels[:, None] < O) & (n[None, :] < N))"
            ),
            "(x, w, b):": "(x, w, scale, shift):",
            "stride = 1": "",
            "(H + 2 * padding - KH) // stride": "H + 2 * padding - KH",
            "(W + 2 * padding - KW) // stride": "W + 2 * padding - KW",
            "b, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride": (
                "scale, shift, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW"
            ),
        },
        functions=(
            """
CASES = [(1, 1, 3, 4, 1, 1), (2, 3, 7, 8, 5, 3), (1, 9, 5, 6, 4, 2)]  # N, C, H, W, O, kernel
""",
            """
def make(N, C, H, W, O, KERNEL):
    return (torch.randn(N, C, H, W), torch.randn(O, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL) ** 0.5,
            torch.randn(O), torch.randn(O))
""",
            """
def conv2d_affine_torch(x, w, scale, shift):
    y = F.conv2d(x, w, padding=0)
    y = torch.relu(y)
    y = y * scale[None, :, None, None] + shift[None, :, None, None]
    y = torch.sigmoid(y)
    return y
""",
        ),
    ),
    # Convolution put behind another tensor, y = cat((z, f(conv2d(x, w, b))), 1): a skip connection, a
    # dense block.
    "conv2d_cat": Composition(
        "conv2d_binary",
        {
            "stride_h, stride_w = 1, 1": "stride = 1",
            "padding_h, padding_w = 0, 0": "padding = 0",
            "(H + 2 * padding_h - KH) // stride_h": "(H + 2 * padding - KH) // stride",
            "(W + 2 * padding_w - KW) // stride_w": "(W + 2 * padding - KW) // stride",
            "O, 1, 1": "N, 2, OH, OW",
            "y = torch.maximum(y, z)": "",
            "torch.sin(y)": "torch.cat((z, y), dim=1)",
            (
                "z_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr, "
                "STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, PADDING_H: tl.constexpr, PADDING_W"
            ): (
                "y_ptr, N, C, H, W, O, ALL, first, OH, OW, KH: tl.constexpr, KW: tl.constexpr, "
                "STRIDE: tl.constexpr, PADDING"
            ),
            "STRIDE_H - PADDING_H": "STRIDE - PADDING",
            "STRIDE_W - PADDING_W": "STRIDE - PADDING",
            "* O": "* ALL + first",
            (
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, "
                "None]\n"
                "    y = tl.maximum(y, z)"
            ): "",
            "y = tl.sin(y)": "",
        },
        functions=(
            """
@triton.jit
def conv2d_cat_copy_kernel(z_ptr, y_ptr, n_elements, size_z, size_y, start, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets // size_z * size_y + start + offsets % size_z, z, mask=mask)
""",
            """
def conv2d_cat_triton(x, z, w, b):
    x = x.contiguous()
    z = z.contiguous()
    w = w.contiguous()
    stride = 1
    padding = 0
    N, C, H, W = x.shape
    O, _, KH, KW = w.shape
    OH = (H + 2 * padding - KH) // stride + 1
    OW = (W + 2 * padding - KW) // stride + 1
    P = z.shape[1]
    ALL, first, start = P + O, P, 0  # channels of y, the first of ours, where z starts
    y = torch.empty((N, ALL, OH, OW), device=x.device, dtype=x.dtype)
    block_o, block_c = min(64, triton.next_power_of_2(O)), min(32, triton.next_power_of_2(C))
    grid = (triton.cdiv(N * OH * OW, 128), triton.cdiv(O, block_o))
    conv2d_cat_kernel[grid](x, w, b, y, N, C, H, W, O, ALL, first, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,
                            BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)
    copy_grid = (triton.cdiv(z.numel(), 1024),)
    conv2d_cat_copy_kernel[copy_grid](z, y, z.numel(), P * OH * OW, ALL * OH * OW, start * OH * OW, BLOCK=1024)
    return y
""",
        ),
    ),
    # Convolution with its channels shuffled into pixels, y = pixel_shuffle(f(conv2d(x, w, b)), 2): sub-
    # pixel upsampling.
    "conv2d_pixel_shuffle": Composition(
        "conv2d_bias_act",
        {
            "BLOCK_O:": "FACTOR: tl.constexpr, BLOCK_O:",
            (
                "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * "
                "OW))[None, :]\n"
                "    offsets = tl.max_contiguous(offsets, [1, 4])"
            ): "",
            "y = tl.sigmoid(y)\n    y = tl.sin(y)\n    y = tl.abs(y)": (
                "# Channel c * FACTOR ** 2 + i * FACTOR + j of a pixel becomes place (i, "
                "j) of a square of pixels of channel c.\n"
                "c, i, j = channels // (FACTOR * FACTOR), channels // FACTOR % FACTOR, "
                "channels % FACTOR\n"
                "row = (pixels // OW % OH * FACTOR)[None, :] + i[:, None]\n"
                "column = (pixels % OW * FACTOR)[None, :] + j[:, None]\n"
                "offsets = ((n[None, :] * (O // (FACTOR * FACTOR)) + c[:, "
                "None]) * (OH * FACTOR) + row) * (OW * FACTOR) + column"
            ),
            "padding = 0": "padding = 0\nfactor = 2",
            "N, O, OH,": "N, O // factor ** 2, factor * OH, factor *",
            "BLOCK_O=": "FACTOR=factor, BLOCK_O=",
        },
        functions=(
            """
CASES = [(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 8, 2, 3, 2), (3, 5, 5, 6, 3, 2, 3)]  # N, C, H, W, O after the shuffle, KH, KW
""",
            """
def make(N, C, H, W, O, KH, KW):
    factor = 2
    x = torch.randn(N, C, H, W)
    w = torch.randn(O * factor ** 2, C, KH, KW) / (C * KH * KW) ** 0.5
    b = torch.randn(O * factor ** 2)
    return x, w, b
""",
            """
def conv2d_pixel_shuffle_torch(x, w, b):
    factor = 2
    y = F.conv2d(x, w, b, stride=1, padding=0)
    y = torch.relu(y)
    y = F.pixel_shuffle(y, factor)
    return y
""",
        ),
        breaks=("STRIDE: tl.constexpr", "BLOCK_P: tl.constexpr", "FACTOR=factor", "num_warps"),
    ),
    # Convolution joined with its own input, y = max(f(conv2d(g(x), w, b)), x): a residual block, a self-
    # gate.
    "conv2d_self": Composition(
        "conv2d_reuse",
        {
            "O, KH, KW": "KERNEL",
            "(O, C, KH, KW) / (C * KH * KW)": "(C, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL)",
            "randn(O)": "randn(C)",
            "STRIDE: tl.constexpr, PADDING": "PADDING",
            "* STRIDE -": "-",
            "x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)": (
                "x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)\nx = tl.abs(x)"
            ),
            "z = y\n    z = tl.cos(z)": "",
            "y = tl.maximum(y, 0.0)": (
                "y = tl.maximum(y, 0.0)\nz = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            "y = tl.sin(y)": "",
            "stride = 1\n    padding = 0": "padding = 1",
            "(H + 2 * padding - KH) // stride": "H + 2 * padding - KH",
            "(W + 2 * padding - KW) // stride": "W + 2 * padding - KW",
            "STRIDE=stride, PADDING": "PADDING",
        },
        functions=(
            """
CASES = [(1, 1, 3, 4, 3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]  # N, C, H, W, kernel
""",
            """
def conv2d_self_torch(x, w, b):
    z = x
    x = torch.abs(x)
    y = F.conv2d(x, w, b, padding=1)
    y = torch.relu(y)
    y = torch.maximum(y, z)
    y = torch.sigmoid(y)
    return y
""",
        ),
    ),
    # Convolution of images into tokens, y = f(conv2d(x, w, b)).flatten(2).transpose(1, 2): the patch
    # embedding of a transformer.
    "conv2d_tokens": Composition(
        "conv2d_bias_act",
        {
            (
                "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * "
                "OW))[None, :]\n"
                "    offsets = tl.max_contiguous(offsets, [1, 4])"
            ): "",
            "y = tl.sigmoid(y)\n    y = tl.sin(y)\n    y = tl.abs(y)": (
                "offsets = pixels[None, :] * O + channels[:, None]"
            ),
            "N, O, OH, OW": "N, OH * OW, O",
        },
        functions=(
            """
CASES = [(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]  # N, C, H, W, O, KH, KW
""",
            """
def conv2d_tokens_torch(x, w, b):
    y = F.conv2d(x, w, b, stride=1, padding=0)
    y = torch.relu(y)
    y = y.flatten(2).transpose(1, 2)
    return y
""",
        ),
    ),
    # Convolution of volumes, y[n, o] = b[o] + sum over c of w[o, c] correlated with x[n, c], in any of
    # its forms.
    "conv3d": Composition(
        "conv2d",
        {
            (
                "y_ptrs = y_ptr + (n[None, :] * O + channels[:, "
                "None]) * OH * OW + (pixels % (OH * OW))[None, :]"
            ): (
                "offsets = (n[None, :] * O + channels[:, None]) * (OD * OH * OW) + (voxels % "
                "(OD * OH * OW))[None, :]"
            ),
            "y_ptrs = tl.max_contiguous(y_ptrs, [1, 4])": "offsets = tl.max_contiguous(offsets, [1, 4])",
            "y_ptrs, y": "y_ptr + offsets, y",
        },
        functions=(
            """
def make(N, C, D, H, W, O, KD, KH, KW):
    groups = 1
    x = torch.randn(N, groups * C, D, H, W)
    w = torch.randn(groups * O, C, KD, KH, KW) / (C * KD * KH * KW) ** 0.5
    b = torch.randn(groups * O)
    return x, w, b
""",
        ),
        through=ranks.volumes,
    ),
    # Convolution of volumes in any of its forms, joined with a second tensor: a residual, a gate, a scale
    # for each channel.
    "conv3d_any_joins": Composition(
        "conv2d_any_joins",
        {
            "C, H,": "C, D, H,",
            "O, OH,": "O, OD, OH,",
            "OH * OW + (pixels % (OH * OW))": "(OD * OH * OW) + (voxels % (OD * OH * OW))",
        },
        through=ranks.volumes,
        breaks=(
            "KW: tl.constexpr",
            "PADDING_D: tl.constexpr",
            "DILATION_H: tl.constexpr",
            "BLOCK_P: tl.constexpr",
            "STRIDE_H=stride_h",
            "PADDING_W=padding_w",
            "GROUPS=groups",
        ),
    ),
    # Convolution of volumes with a chain of functions after it, y = sigmoid(relu(conv3d(x, w, b))).
    "conv3d_bias_act": Composition(
        "conv2d_bias_act",
        through=ranks.volumes,
        breaks=("KW: tl.constexpr", "BLOCK_P: tl.constexpr", "PADDING=padding"),
    ),
    # Convolution of volumes joined with a second tensor, y = max(conv3d(x, w, b), z): a bias, a scale, a
    # gate, a residual.
    "conv3d_binary": Composition(
        "conv2d_binary",
        through=ranks.volumes,
        breaks=(
            "KH: tl.constexpr",
            "STRIDE_W: tl.constexpr",
            "BLOCK_O: tl.constexpr",
            "STRIDE_H=stride_h",
            "PADDING_W=padding_w",
        ),
    ),
    # Depthwise convolution of volumes: every channel of y sees one channel of x only, through a filter of
    # its own.
    "conv3d_depthwise": Composition(
        "conv2d_depthwise",
        {
            "w = torch.randn(multiplier * C, 1, KH, KW) / (KH * KW) ** 0.5": (
                "w = torch.randn(multiplier * C, 1, KD, KH, KW) / (KD * KH * KW) ** 0.5"
            ),
            "conv2d": "conv3d",
            "plane = (offsets // (OH * OW))": "volume = (offsets // (OD * OH * OW))",
            "= plane": "= volume",
            "(plane // O * C + channel // (O // C)).to(tl.int64) * (H * W) + top": (
                "(volume // O * C + channel // (O // C)).to(tl.int64) * (D * H * W) + (front * H + top)"
            ),
            "row, column =": "slab, row, column = front + deep,",
            "= mask & (row >= 0)": "= mask & (slab >= 0) & (slab < D) & (row >= 0)",
            "down *": "(deep * H + down) *",
            "channel * (KH * KW)": "channel * (KD * KH * KW)",
        },
        functions=(
            """
CASES = [(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]  # N, C, D, H, W, KD, KH, KW
""",
        ),
        through=ranks.volumes,
        breaks=(
            "KH: tl.constexpr",
            "STRIDE_W: tl.constexpr",
            "DILATION_D: tl.constexpr",
            "STRIDE_H=stride_h",
            "PADDING_W=padding_w",
            "BLOCK=512",
        ),
    ),
    # Depthwise convolution of volumes that are joined from tensors which broadcast, y = f(conv3d(max(x,
    # s), w, b, groups=C)).
    "conv3d_depthwise_prologue": Composition(
        "conv2d_depthwise_prologue",
        {
            "(N, C, H, W), torch.randn(N, C, 1, 1)": "(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)",
            "(O, 1, KH, KW) / (KH * KW)": "(O, 1, KD, KH, KW) / (KD * KH * KW)",
            "conv2d": "conv3d",
            "offsets // (OH * OW)": "offsets // (OD * OH * OW)",
            "(H * W) + top": "(D * H * W) + (front * H + top)",
            "row, column =": "depth, row, column = front + deep,",
            "= mask & (row >= 0)": "= mask & (depth >= 0) & (depth < D) & (row >= 0)",
            "down *": "(deep * H + down) *",
            "channel * (KH * KW)": "channel * (KD * KH * KW)",
        },
        functions=(
            """
CASES = [(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]  # N, C, D, H, W, KD, KH, KW
""",
        ),
        through=ranks.volumes,
    ),
    # Convolution of volumes joined with two tensors, y = max(f(conv3d(x, w, b)) + s, z), functions
    # between and after.
    "conv3d_joins": Composition("conv2d_joins", through=ranks.volumes),
}
