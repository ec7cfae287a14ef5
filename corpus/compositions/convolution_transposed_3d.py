"""Compositions of the families of transposed convolutions of volumes."""

from corpus.composition import Composition
from corpus.compositions import ranks

COMPOSITIONS = {
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
         "padding_h, padding_w = 1, 1": "padding_d, padding_h, padding_w = 1, 1, 1"}, functions=(
        "CASES = [(1, 1, 2, 3, 4, 3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]  # N, C, D, H, W, kernel",),
        through=ranks.transposed_volumes,
        breaks=("KH: tl.constexpr", "STRIDE_W: tl.constexpr", "PADDING_W: tl.constexpr",
                "BLOCK_C: tl.constexpr", "STRIDE_D=stride_d", "PADDING_H=padding_h", "BLOCK_C=block_c")),
}
