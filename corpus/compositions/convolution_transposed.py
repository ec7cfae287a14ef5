"""Compositions of the families of transposed convolutions."""

from corpus.composition import Composition
from corpus.compositions import ranks

COMPOSITIONS = {
    # Transposed convolution of sequences: each x[n, c, i] adds w[c, o, k] * x[n, c, i] to y[n, o, i *
    # stride - padding + k].
    "conv_transpose1d": Composition("conv_transpose2d", {
        ", K:": ", KERNEL:",
        "offsets = (n[None, :] * (GROUPS * O) + channels[:, None]) * (OH * OW) + (at_h * OW + at_w)[None, :]":
            "y_ptrs = y_ptr + (n[None, :] * (GROUPS * O) + channels[:, None]) * OL + at[None, :]",
        "offsets = tl.max_contiguous(offsets, [1, 4])": "y_ptrs = tl.max_contiguous(y_ptrs, [1, 4])",
        "y_ptr + offsets": "y_ptrs",
        "OW = (W - 1) * stride_w - 2 * padding_w + dilation_w * (KW - 1) + more_w + 1":
            "OL = (L - 1) * stride - 2 * padding + dilation * (K - 1) + output_padding + 1",
        "K=K": "KERNEL=K"}, functions=("""
def make(N, C, L, O, KERNEL):
    groups = 1
    return (torch.randn(N, groups * C, L), torch.randn(groups * C, O, KERNEL) / (C * KERNEL) ** 0.5,
            torch.randn(groups * O))
""",), through=ranks.transposed_signals,
        breaks=("PADDING: tl.constexpr", "BLOCK_O: tl.constexpr", "PERIOD=period", "num_warps")),
    # Transposed convolution of sequences in any of its forms, joined with a second tensor: a residual, a
    # gate, a scale for each channel.
    "conv_transpose1d_any_joins": Composition("conv_transpose2d_any_joins",
        {"L, O, K": "L, O, KERNEL", "more_h, more_w = 0, 0": "output_padding = 0", "H, W": "L",
         "w = torch.randn(groups * C, O, KH, KW) / (C * KH * KW) ** 0.5":
             "w = torch.randn(groups * C, O, KERNEL) / (C * KERNEL) ** 0.5",
         "b = torch.randn(groups * O)\n"
         "    OW = (W - 1) * stride_w - 2 * padding_w + dilation_w * (KW - 1) + more_w + 1":
             "b = torch.randn(groups * O)\n"
             "OL = (L - 1) * stride - 2 * padding + dilation * (KERNEL - 1) + output_padding + 1",
         "OH, OW": "OL", ", K:": ", KERNEL:", "(OH * OW) + (at_h * OW + at_w)": "OL + at",
         "_, O, K = w.shape  # O: output channels of one group\n"
         "    OW = (W - 1) * stride_w - 2 * padding_w + dilation_w * (KW - 1) + more_w + 1":
             "_, O, K = w.shape  # O: output channels of one group\n"
             "OL = (L - 1) * stride - 2 * padding + dilation * (K - 1) + output_padding + 1",
         "K=K": "KERNEL=K"}, through=ranks.transposed_signals,
        breaks=("PADDING: tl.constexpr", "BLOCK_O: tl.constexpr", "PERIOD=period", "num_warps")),
    # Transposed convolution of sequences with a chain of functions after it, y =
    # sigmoid(relu(conv_transpose1d(x, w, b))).
    "conv_transpose1d_bias_act": Composition("conv_transpose2d_bias_act", through=ranks.transposed_signals),
    # Transposed convolution of sequences joined with a second tensor, y = max(conv_transpose1d(x, w, b),
    # z): a bias, a scale, a gate, a residual.
    "conv_transpose1d_binary": Composition("conv_transpose2d_binary", through=ranks.transposed_signals),
    # Transposed convolution of sequences that are joined from tensors which broadcast, y =
    # f(conv_transpose1d(max(x, s), w, b)).
    "conv_transpose1d_prologue": Composition("conv_transpose2d_prologue",
        {"(N, C, H, W), torch.randn(N, 1, 1, 1)": "(N, C, L), torch.randn(N, 1, 1)",
         "conv_transpose2d": "conv_transpose1d", "(C * H * W) + bottom * W": "(C * L)",
         "(row >= 0) & (row < H) & (column >= 0) & (column < W)": "(place >= 0) & (place < L)",
         "(H * W) - (down * W + along)": "L - tap", "OH, OW": "OL", "stride * triton": "triton"},
        through=ranks.transposed_signals),
    # Transposed convolution of sequences whose result is read twice: v = conv_transpose1d(x, w, b), y =
    # sigmoid(max(relu(v), cos(v))), and on.
    "conv_transpose1d_reuse": Composition("conv_transpose2d_reuse", through=ranks.transposed_signals,
        breaks=("PADDING: tl.constexpr", "BLOCK_C: tl.constexpr", "BLOCK_P=128")),
    # Transposed convolution of sequences joined with its own input, y = max(f(conv_transpose1d(g(x), w,
    # b)), x): a residual block.
    "conv_transpose1d_self": Composition("conv_transpose2d_self",
        {"H, W": "L", "(C, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL) *": "(C, C, KERNEL) / (C * KERNEL) *",
         "conv_transpose2d": "conv_transpose1d", "padding_h, padding_w = 1, 1": "padding = 1"},
        functions=("CASES = [(1, 1, 5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]  # N, C, L, kernel",),
        through=ranks.transposed_signals,
        breaks=("STRIDE: tl.constexpr", "BLOCK_P: tl.constexpr", "BLOCK_O=block_o")),
    # Transposed convolution of sequences with two results, z = conv_transpose1d(x, w, b) and y =
    # max(sigmoid(z), z): what a residual around a norm needs.
    "conv_transpose1d_to_two": Composition("conv_transpose2d_to_two",
        {"H, W, O, OH, OW, KH: tl.constexpr, KW": "L, O, OL, K: tl.constexpr, STRIDE",
         "STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK_O":
             "PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P",
         "BLOCK_P: tl.constexpr, BLOCK_C": "BLOCK_C",
         "H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding":
             "L, O, OL, K=K, STRIDE=stride, PADDING=padding, BLOCK_O=block_o",
         "BLOCK_O=block_o, BLOCK_P": "BLOCK_P"}, through=ranks.transposed_signals, breaks=()),
    # Transposed convolution of images joined with two tensors, y = max(f(conv_transpose2d(x, w, b)) + s,
    # z), functions between and after.
    "conv_transpose2d_joins": Composition("conv_transpose2d_to_two",
        {"(x, w, b, s):": "(x, s, z, w, b):", "z = y\n    y = torch.sigmoid(y)": "y = torch.sigmoid(y)",
         "return z, y": "return y",
         "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
             "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
             "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]",
         "y = tl.maximum(y, 0.0)\n    y = y + s\n    z = y": "y = tl.maximum(y, 0.0)\ny += s",
         "tl.store(z_ptr + offsets, z, mask=mask)": "",
         "x = x.contiguous()":
             "x = x.contiguous()\n"
             "s = s.contiguous()\n"
             "z = z.contiguous()",
         "z = torch.empty_like(y)": "",
         "def make(N, C, H, W, O, KH, KW):":
             "def make(N, C, H, W, O, KH, KW):\n"
             "    stride = 1\n"
             "    padding = 0\n"
             "    output_padding = 0\n"
             "    OH = (H - 1) * stride - 2 * padding + KH + output_padding\n"
             "    OW = (W - 1) * stride - 2 * padding + KW + output_padding",
         "x = torch.randn(N, C, H, W)":
             "x = torch.randn(N, C, H, W)\n"
             "s = torch.randn(O, 1, 1)\n"
             "z = torch.randn(O, 1, 1)",
         "s = torch.randn(O, 1, 1)\n    return x, w, b, s": "return x, s, z, w, b",
         ", (2, 35, 4": ", (3, 9, 4"}),
    # Transposed convolution of volumes: each voxel of x[n, c] adds itself times w[c, o] to a window of
    # y[n, o].
    "conv_transpose3d": Composition("conv_transpose2d", {
        "n = voxels // (PD * PH * PW)":
            "n = voxels // (PD * PH * PW)\n"
            "first_d, odd_d = phase // (STRIDE_H * STRIDE_W) % PERIOD_D, "
            "phase // (STRIDE_H * STRIDE_W) // PERIOD_D\n"
            "at_d = (first_d * DILATION_D + odd_d + (STRIDE_D - 1) * PADDING_D) % STRIDE_D + (voxels // (PH "
            "* PW) % PD).to(tl.int32) * STRIDE_D\n"
            "back = (at_d + PADDING_D - first_d * DILATION_D) // STRIDE_D\n"
            "taps_d = tl.where(odd_d == 0, tl.cdiv(KD - first_d, PERIOD_D), 0)",
        "- deep": "- (deep * STEP_D)"}, through=ranks.transposed_volumes,
        breaks=("KW: tl.constexpr", "PADDING_D: tl.constexpr", "DILATION_D: tl.constexpr",
                "PERIOD_D: tl.constexpr", "BLOCK_O: tl.constexpr", "STRIDE_H=stride_h", "PADDING_W=padding_w",
                "PERIOD_D=period_d", "BLOCK_P=128")),
    # Transposed convolution of volumes in any of its forms, joined with a second tensor: a residual, a
    # gate, a scale for each channel.
    "conv_transpose3d_any_joins": Composition("conv_transpose2d_any_joins",
        {"padding_d, padding_h, padding_w = 0, 0, 0\n"
         "    more_h, more_w = 0, 0":
             "padding_d, padding_h, padding_w = 0, 0, 0\n"
             "more_d, more_h, more_w = 0, 0, 0",
         "b = torch.randn(groups * O)":
             "b = torch.randn(groups * O)\n"
             "OD = (D - 1) * stride_d - 2 * padding_d + dilation_d * (KD - 1) + more_d + 1",
         "O, OH,": "O, OD, OH,",
         "n = voxels // (PD * PH * PW)":
             "n = voxels // (PD * PH * PW)\n"
             "first_d, odd_d = phase // (STRIDE_H * STRIDE_W) % PERIOD_D, "
             "phase // (STRIDE_H * STRIDE_W) // PERIOD_D\n"
             "at_d = (first_d * DILATION_D + odd_d + (STRIDE_D - 1) * PADDING_D) % STRIDE_D + (voxels // "
             "(PH * PW) % PD).to(tl.int32) * STRIDE_D\n"
             "back = (at_d + PADDING_D - first_d * DILATION_D) // STRIDE_D\n"
             "taps_d = tl.where(odd_d == 0, tl.cdiv(KD - first_d, PERIOD_D), 0)",
         "- deep": "- (deep * STEP_D)"}, through=ranks.transposed_volumes,
        breaks=("KW: tl.constexpr", "PADDING_D: tl.constexpr", "DILATION_D: tl.constexpr",
                "PERIOD_D: tl.constexpr", "BLOCK_O: tl.constexpr", "STRIDE_H=stride_h", "PADDING_W=padding_w",
                "PERIOD_D=period_d", "BLOCK_P=128")),
    # Transposed convolution of volumes with a chain of functions after it, y =
    # sigmoid(relu(conv_transpose3d(x, w, b))).
    "conv_transpose3d_bias_act": Composition("conv_transpose2d_bias_act", through=ranks.transposed_volumes),
    # Transposed convolution of volumes joined with a second tensor, y = max(conv_transpose3d(x, w, b),
    # z): a bias, a scale, a gate, a residual.
    "conv_transpose3d_binary": Composition("conv_transpose2d_binary", through=ranks.transposed_volumes),
    # Transposed convolution of volumes joined with two tensors, y = max(f(conv_transpose3d(x, w, b)) + s,
    # z), functions between and after.
    "conv_transpose3d_joins": Composition("conv_transpose2d_joins", through=ranks.transposed_volumes,
        breaks=("KH: tl.constexpr", "BLOCK_O: tl.constexpr", "BLOCK_K: tl.constexpr):", "PADDING=padding",
                "num_warps")),
    # Transposed convolution of volumes that are joined from tensors which broadcast, y =
    # f(conv_transpose3d(max(x, s), w, b)).
    "conv_transpose3d_prologue": Composition("conv_transpose2d_prologue",
        {"x, s = torch.randn(N, C, H, W), torch.randn(N, 1, 1, 1)":
             "x, s = torch.randn(N, C, D, H, W), torch.randn(N, 1, 1, 1, 1)",
         "conv_transpose2d": "conv_transpose3d",
         "(C * H * W) + bottom": "(C * D * H * W) + (back * H + bottom)",
         "inside = k_mask[:, None] & (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, "
         ":] < N)":
             "inside = k_mask[:, None] & (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= "
             "0) & (column < W) & (n[None, :] < N)",
         "places = corner[None, :] + (c * (H * W) - (down * W + along))[:, None]":
             "places = corner[None, :] + (c * (D * H * W) - ((deep * H + down) * W + along))[:, None]",
         "O, OH,": "O, OD, OH,", "stride * triton.cdiv": "stride * stride * triton.cdiv"},
        through=ranks.transposed_volumes,
        breaks=("KH: tl.constexpr", "BLOCK_O: tl.constexpr", "BLOCK_K: tl.constexpr):", "STRIDE=stride",
                "BLOCK_C=block_c")),
    # Transposed convolution of volumes whose result is read twice: v = conv_transpose3d(x, w, b), y =
    # sigmoid(max(relu(v), cos(v))), and on.
    "conv_transpose3d_reuse": Composition("conv_transpose2d_reuse", through=ranks.transposed_volumes),
    # Transposed convolution of volumes joined with its own input, y = max(f(conv_transpose3d(g(x), w,
    # b)), x): a residual block.
    "conv_transpose3d_self": Composition("conv_transpose2d_self",
        {"C, H,": "C, D, H,",
         "w = torch.randn(C, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL) ** 0.5":
             "w = torch.randn(C, C, KERNEL, KERNEL, KERNEL) / (C * KERNEL * KERNEL * KERNEL) ** 0.5",
         "conv_transpose2d": "conv_transpose3d",
         "padding_h, padding_w = 1, 1": "padding_d, padding_h, padding_w = 1, 1, 1"},
        functions=(
            "CASES = [(1, 1, 2, 3, 4, 3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]  # N, C, D, H, W, kernel",),
        through=ranks.transposed_volumes,
        breaks=("KH: tl.constexpr", "STRIDE_W: tl.constexpr", "PADDING_W: tl.constexpr",
                "BLOCK_C: tl.constexpr", "STRIDE_D=stride_d", "PADDING_H=padding_h", "BLOCK_C=block_c")),
}
