"""Compositions of the families of convolutions of images."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Convolution, a function, then a scale and a shift for each channel (a frozen batch norm), then
    # another function.
    "conv2d_affine": Composition("conv2d_reuse", {
        "b_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr, STRIDE":
            "scale_ptr, shift_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW",
        "* STRIDE -": "-",
        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
        "    mask = (channels[:, None] < O) & (n[None, :] < N)\n"
        "    offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]\n"
        "    offsets = tl.max_contiguous(offsets, [1, 4])\n"
        "    z = y\n"
        "    z = tl.cos(z)":
            "scale = tl.load(scale_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)\n"
            "shift = tl.load(shift_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)",
        "tl.maximum(y, z)": "y * scale[:, None] + shift[:, None]",
        "y = tl.sin(y)\n"
        "    tl.store(y_ptr + offsets, y, mask=mask)":
            "y_ptrs = y_ptr + (n[None, :] * O + channels[:, None]) * OH * OW + (pixels % (OH * OW))[None, "
            ":]\n"
            "y_ptrs = tl.max_contiguous(y_ptrs, [1, 4])\n"
            "tl.store(y_ptrs, y, mask=(channels[:, None] < O) & (n[None, :] < N))",
        "(x, w, b):": "(x, w, scale, shift):", "stride = 1": "",
        "(H + 2 * padding - KH) // stride": "H + 2 * padding - KH",
        "(W + 2 * padding - KW) // stride": "W + 2 * padding - KW",
        "b, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride":
            "scale, shift, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW"}, functions=(
        "CASES = [(1, 1, 3, 4, 1, 1), (2, 3, 7, 8, 5, 3), (1, 9, 5, 6, 4, 2)]  # N, C, H, W, O, kernel", """
def make(N, C, H, W, O, KERNEL):
    return (torch.randn(N, C, H, W), torch.randn(O, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL) ** 0.5,
            torch.randn(O), torch.randn(O))
""", """
def conv2d_affine_torch(x, w, scale, shift):
    y = F.conv2d(x, w, padding=0)
    y = torch.relu(y)
    y = y * scale[None, :, None, None] + shift[None, :, None, None]
    y = torch.sigmoid(y)
    return y
""")),
    # Convolution put behind another tensor, y = cat((z, f(conv2d(x, w, b))), 1): a skip connection, a
    # dense block.
    "conv2d_cat": Composition("conv2d_joins", {
        "def conv2d_cat_kernel(x_ptr, w_ptr, b_ptr, s_ptr, z_ptr, y_ptr, N, C, H, W, O, OH, OW, "
        "KH: tl.constexpr, KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr, "
        "BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):":
            "def conv2d_cat_kernel(x_ptr, w_ptr, b_ptr, y_ptr, N, C, H, W, O, ALL, first, OH, OW, "
            "KH: tl.constexpr, KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr, "
            "BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr, BLOCK_K: tl.constexpr):",
        " O ": " ALL + first ",
        "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
        "    z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
        "y += s": "", "y = tl.maximum(y, z)\n    y = tl.sin(y)": "", ", s": "", "s = s.contiguous()": "",
        "y = torch.empty((N, O, OH, OW), device=x.device, dtype=x.dtype)":
            "P = z.shape[1]\n"
            "ALL, first, start = P + O, P, 0  # channels of y, the first of ours, where z starts\n"
            "y = torch.empty((N, ALL, OH, OW), device=x.device, dtype=x.dtype)",
        "conv2d_cat_kernel[grid](x, w, b, s, z, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, "
        "PADDING=padding, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, num_warps=4)":
            "conv2d_cat_kernel[grid](x, w, b, y, N, C, H, W, O, ALL, first, OH, OW, KH=KH, KW=KW, "
            "STRIDE=stride, PADDING=padding, BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, BLOCK_K=32, "
            "num_warps=4)\n"
            "copy_grid = (triton.cdiv(z.numel(), 1024),)\n"
            "conv2d_cat_copy_kernel[copy_grid](z, y, z.numel(), P * OH * OW, ALL * OH * OW, "
            "start * OH * OW, BLOCK=1024)",
        "s = torch.randn(O, 1, 1)\n"
        "    z = torch.randn(O, 1, 1)": "z = torch.randn(N, 2, OH, OW)",
        "y = y + s": "", "y = torch.maximum(y, z)\n    y = torch.sin(y)": "y = torch.cat((z, y), dim=1)"},
        functions=((
                       "@triton.jit\n"
                       "def conv2d_cat_copy_kernel(z_ptr, y_ptr, n_elements, size_z, size_y, start, "
                       "BLOCK: tl.constexpr):\n"
                       "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                       "    mask = offsets < n_elements\n"
                       "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0)\n"
                       "    tl.store(y_ptr + offsets // size_z * size_y + start + offsets % size_z, z, "
                       "mask=mask)"),)),
    # Convolution with its channels shuffled into pixels, y = pixel_shuffle(f(conv2d(x, w, b)), 2): sub-
    # pixel upsampling.
    "conv2d_pixel_shuffle": Composition("conv2d_bias_act", {
        "BLOCK_O:": "FACTOR: tl.constexpr, BLOCK_O:",
        "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]\n"
        "    offsets = tl.max_contiguous(offsets, [1, 4])": "",
        "y = tl.sigmoid(y)\n"
        "    y = tl.sin(y)\n"
        "    y = tl.abs(y)":
            "# Channel c * FACTOR ** 2 + i * FACTOR + j of a pixel becomes place (i, "
            "j) of a square of pixels of channel c.\n"
            "c, i, j = channels // (FACTOR * FACTOR), channels // FACTOR % FACTOR, channels % FACTOR\n"
            "row = (pixels // OW % OH * FACTOR)[None, :] + i[:, None]\n"
            "column = (pixels % OW * FACTOR)[None, :] + j[:, None]\n"
            "offsets = ((n[None, :] * (O // (FACTOR * FACTOR)) + c[:, "
            "None]) * (OH * FACTOR) + row) * (OW * FACTOR) + column",
        "padding = 0": "padding = 0\nfactor = 2", "N, O, OH,": "N, O // factor ** 2, factor * OH, factor *",
        "BLOCK_O=": "FACTOR=factor, BLOCK_O=",
        "def make(N, C, H, W, O, KH, KW):": "def make(N, C, H, W, O, KH, KW):\n    factor = 2",
        "randn(O, C": "randn(O * factor ** 2, C", "randn(O)": "randn(O * factor ** 2)",
        "def conv2d_pixel_shuffle_torch(x, w, b):":
            "def conv2d_pixel_shuffle_torch(x, w, b):\n"
            "    factor = 2",
        "y = torch.sigmoid(y)\n"
        "    y = torch.sin(y)\n"
        "    y = torch.abs(y)": "y = F.pixel_shuffle(y, factor)"}, functions=("""
CASES = [(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 8, 2, 3, 2), (3, 5, 5, 6, 3, 2, 3)]  # N, C, H, W, O after the shuffle, KH, KW
""",), breaks=("STRIDE: tl.constexpr", "BLOCK_P: tl.constexpr", "FACTOR=factor", "num_warps")),
    # Convolution joined with its own input, y = max(f(conv2d(g(x), w, b)), x): a residual block, a self-
    # gate.
    "conv2d_self": Composition("conv2d_reuse", {
        "O, KH, KW": "KERNEL",
        "(O, C, KH, KW) / (C * KH * KW)": "(C, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL)",
        "randn(O)": "randn(C)", "STRIDE: tl.constexpr, PADDING": "PADDING", "* STRIDE -": "-",
        "x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)":
            "x = tl.load(x_ptrs, mask=k_mask[:, None] & inside, other=0.0).to(tl.float32)\n"
            "x = tl.abs(x)",
        "z = y\n    z = tl.cos(z)": "",
        "y = tl.maximum(y, 0.0)":
            "y = tl.maximum(y, 0.0)\n"
            "z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "y = tl.sin(y)": "", "stride = 1\n    padding = 0": "padding = 1",
        "(H + 2 * padding - KH) // stride": "H + 2 * padding - KH",
        "(W + 2 * padding - KW) // stride": "W + 2 * padding - KW", "STRIDE=stride, PADDING": "PADDING",
        "y = F.conv2d(x, w, b, stride=1, padding=0)": "z = x", "z = y": "x = torch.abs(x)",
        "z = torch.cos(z)": "y = F.conv2d(x, w, b, padding=1)", "y = torch.sin(y)": ""},
        functions=("CASES = [(1, 1, 3, 4, 3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]  # N, C, H, W, kernel",)),
    # Convolution of images into tokens, y = f(conv2d(x, w, b)).flatten(2).transpose(1, 2): the patch
    # embedding of a transformer.
    "conv2d_tokens": Composition("conv2d_bias_act", {
        "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * OW))[None, :]\n"
        "    offsets = tl.max_contiguous(offsets, [1, 4])": "",
        "y = tl.sigmoid(y)\n"
        "    y = tl.sin(y)\n"
        "    y = tl.abs(y)": "offsets = pixels[None, :] * O + channels[:, None]",
        "N, O, OH, OW": "N, OH * OW, O",
        "y = torch.sigmoid(y)\n"
        "    y = torch.sin(y)\n"
        "    y = torch.abs(y)": "y = y.flatten(2).transpose(1, 2)",
        ", (2, 35, 5": ", (3, 9, 5"}),
}
