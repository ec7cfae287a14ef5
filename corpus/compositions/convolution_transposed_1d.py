"""Compositions of the families of transposed convolutions of sequences."""

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
}
