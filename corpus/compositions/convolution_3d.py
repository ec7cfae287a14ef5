"""Compositions of the families of convolutions of volumes."""

from corpus.composition import Composition
from corpus.compositions import ranks

COMPOSITIONS = {
    # Convolution of volumes, y[n, o] = b[o] + sum over c of w[o, c] correlated with x[n, c], in any of
    # its forms.
    "conv3d": Composition("conv2d", {
        "y_ptrs = y_ptr + (n[None, :] * O + channels[:, None]) * OH * OW + (pixels % (OH * OW))[None, :]":
            "offsets = (n[None, :] * O + channels[:, None]) * (OD * OH * OW) + (voxels % (OD * OH * "
            "OW))[None, :]",
        "y_ptrs = tl.max_contiguous(y_ptrs, [1, 4])": "offsets = tl.max_contiguous(offsets, [1, 4])",
        "y_ptrs, y": "y_ptr + offsets, y",
        "return (torch.randn(N, groups * C, H, W), torch.randn(groups * O, C, KH, "
        "KW) / (C * KH * KW) ** 0.5, torch.randn(groups * O))":
            "x = torch.randn(N, groups * C, D, H, W)\n"
            "w = torch.randn(groups * O, C, KD, KH, KW) / (C * KD * KH * KW) ** 0.5\n"
            "b = torch.randn(groups * O)\n"
            "return x, w, b"}, through=ranks.volumes),
    # Convolution of volumes in any of its forms, joined with a second tensor: a residual, a gate, a scale
    # for each channel.
    "conv3d_any_joins": Composition("conv2d_any_joins", {
        "C, H,": "C, D, H,", "O, OH,": "O, OD, OH,",
        "OH * OW + (pixels % (OH * OW))": "(OD * OH * OW) + (voxels % (OD * OH * OW))"},
        through=ranks.volumes,
        breaks=("KW: tl.constexpr", "PADDING_D: tl.constexpr", "DILATION_H: tl.constexpr",
                "BLOCK_P: tl.constexpr", "STRIDE_H=stride_h", "PADDING_W=padding_w", "GROUPS=groups")),
    # Convolution of volumes with a chain of functions after it, y = sigmoid(relu(conv3d(x, w, b))).
    "conv3d_bias_act": Composition("conv2d_bias_act", through=ranks.volumes,
        breaks=("KW: tl.constexpr", "BLOCK_P: tl.constexpr", "PADDING=padding")),
    # Convolution of volumes joined with a second tensor, y = max(conv3d(x, w, b), z): a bias, a scale, a
    # gate, a residual.
    "conv3d_binary": Composition("conv2d_binary", through=ranks.volumes,
        breaks=("KH: tl.constexpr", "STRIDE_W: tl.constexpr", "BLOCK_O: tl.constexpr", "STRIDE_H=stride_h",
                "PADDING_W=padding_w")),
    # Depthwise convolution of volumes: every channel of y sees one channel of x only, through a filter of
    # its own.
    "conv3d_depthwise": Composition("conv2d_depthwise", {
        "w = torch.randn(multiplier * C, 1, KH, KW) / (KH * KW) ** 0.5":
            "w = torch.randn(multiplier * C, 1, KD, KH, KW) / (KD * KH * KW) ** 0.5",
        "conv2d": "conv3d", "plane = (offsets // (OH * OW))": "volume = (offsets // (OD * OH * OW))",
        "= plane": "= volume",
        "(plane // O * C + channel // (O // C)).to(tl.int64) * (H * W) + top":
            "(volume // O * C + channel // (O // C)).to(tl.int64) * (D * H * W) + (front * H + top)",
        "row, column =": "slab, row, column = front + deep,",
        "= mask & (row >= 0)": "= mask & (slab >= 0) & (slab < D) & (row >= 0)",
        "down *": "(deep * H + down) *", "channel * (KH * KW)": "channel * (KD * KH * KW)"},
        functions=(
            "CASES = [(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]  # N, C, D, H, W, KD, KH, KW",),
        through=ranks.volumes,
        breaks=("KH: tl.constexpr", "STRIDE_W: tl.constexpr", "DILATION_D: tl.constexpr", "STRIDE_H=stride_h",
                "PADDING_W=padding_w", "BLOCK=512")),
    # Depthwise convolution of volumes that are joined from tensors which broadcast, y = f(conv3d(max(x,
    # s), w, b, groups=C)).
    "conv3d_depthwise_prologue": Composition("conv2d_depthwise_prologue",
        {"(N, C, H, W), torch.randn(N, C, 1, 1)": "(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)",
         "(O, 1, KH, KW) / (KH * KW)": "(O, 1, KD, KH, KW) / (KD * KH * KW)", "conv2d": "conv3d",
         "offsets // (OH * OW)": "offsets // (OD * OH * OW)",
         "(H * W) + top": "(D * H * W) + (front * H + top)",
         "row, column =": "depth, row, column = front + deep,",
         "= mask & (row >= 0)": "= mask & (depth >= 0) & (depth < D) & (row >= 0)",
         "down *": "(deep * H + down) *", "channel * (KH * KW)": "channel * (KD * KH * KW)"},
        functions=(
            "CASES = [(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]  # N, C, D, H, W, KD, KH, KW",),
        through=ranks.volumes),
    # Convolution of volumes joined with two tensors, y = max(f(conv3d(x, w, b)) + s, z), functions
    # between and after.
    "conv3d_joins": Composition("conv2d_joins", through=ranks.volumes),
    # Convolution of volumes that are joined from tensors which broadcast, y = f(conv3d(max(x, s), w, b)).
    "conv3d_prologue": Composition("conv2d_prologue", {
        "x, s = torch.randn(N, C, H, W), torch.randn(N, 1, 1, 1)":
            "x, s = torch.randn(N, C, D, H, W), torch.randn(N, 1, 1, 1, 1)",
        "conv2d": "conv3d", "(C * H * W) + top": "(C * D * H * W) + (front * H + top)",
        "k_mask = (own < C // GROUPS) & (tap < KH * KW)":
            "k_mask = (own < C // GROUPS) & (tap < KD * KH * KW)\n"
            "deep = tap // (KH * KW) * DILATION_D",
        "inside = k_mask[:, None] & (row >= 0) & (row < H) & (column >= 0) & (column < W) & (n[None, :] < N)":
            "inside = k_mask[:, None] & (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= 0) "
            "& (column < W) & (n[None, :] < N)",
        "(H * W) + down": "(D * H * W) + (deep * H + down)",
        "w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KH * KW) + (own * (KH * KW) + tap)[None, :]":
            "w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KD * KH * KW) + (own * (KD * KH * KW) + "
            "tap)[None, :]",
        "OH * OW,": "OD * OH * OW,"}, through=ranks.volumes,
        breaks=("KH: tl.constexpr", "STRIDE_W: tl.constexpr", "PADDING_W", "DILATION_W",
                "BLOCK_C: tl.constexpr", "STRIDE_H=stride_h", "PADDING_W", "DILATION_W", "BLOCK_K=32")),
    # Convolution of volumes whose result is read twice: v = conv3d(x, w, b), y = sigmoid(max(relu(v),
    # cos(v))), and on.
    "conv3d_reuse": Composition("conv2d_reuse", through=ranks.volumes),
    # Convolution of volumes with two results, z = conv3d(x, w, b) and y = max(sigmoid(z), z): what a
    # residual around a norm needs.
    "conv3d_to_two": Composition("conv2d_to_two", {
        "H, W, O, OH, OW, KH: tl.constexpr, KW": "D, H, W, O, OD, OH, OW, KD: tl.constexpr, KH",
        "STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,":
            "KW: tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK_O: tl.constexpr,",
        "BLOCK_C:": "BLOCK_P: tl.constexpr, BLOCK_C:",
        "H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding":
            "D, H, W, O, OD, OH, OW, KD=KD, KH=KH, KW=KW, STRIDE=stride",
        "BLOCK_O=": "PADDING=padding, BLOCK_O="}, through=ranks.volumes, breaks=()),
}
