"""Compositions of the families of convolutions of sequences."""

from corpus.composition import Composition
from corpus.compositions import ranks

COMPOSITIONS = {
    # Convolution of sequences, y[n, o, l] = b[o] + sum over c, k of w[o, c, k] * x[n, c, l * stride -
    # padding + k * dilation].
    "conv1d": Composition("conv2d", {
        ", K:": ", KERNEL:", "K +": "KERNEL +", "tap[:, None]": "along[:, None]", "L + tap": "L + along",
        "OH * OW + (pixels % (OH * OW))": "OL + (positions % OL)", "K=K": "KERNEL=K", " K)": " KERNEL)",
        "return (torch.randn(N, groups * C, H, W), torch.randn(groups * O, C, KH, "
        "KW) / (C * KH * KW) ** 0.5, torch.randn(groups * O))":
            "w = torch.randn(groups * O, C, KERNEL) / (C * KERNEL) ** 0.5\n"
            "return torch.randn(N, groups * C, L), w, torch.randn(groups * O)"}, functions=("""
CASES = [(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]  # N, C and O a group, L; kernel last
""",), through=ranks.signals),
    # Convolution of sequences in any of its forms, joined with a second tensor: a residual, a gate, a
    # scale for each channel.
    "conv1d_any_joins": Composition("conv2d_any_joins", {
        "O, K": "O, KERNEL", "H, W": "L",
        "w = torch.randn(groups * O, C, KH, KW) / (C * KH * KW) ** 0.5":
            "w = torch.randn(groups * O, C, KERNEL) / (C * KERNEL) ** 0.5",
        "b = torch.randn(groups * O)\n"
        "    OL = (L + 2 * padding - dilation * (K - 1) - 1) // stride + 1":
            "b = torch.randn(groups * O)\n"
            "OL = (L + 2 * padding - dilation * (KERNEL - 1) - 1) // stride + 1",
        "OH, OW": "OL", ", K:": ", KERNEL:", "K +": "KERNEL +", "tap[:, None]": "along[:, None]",
        "L + tap": "L + along", "OH * OW + (pixels % (OH * OW))": "OL + (positions % OL)", "K=K": "KERNEL=K"},
        functions=("""
CASES = [(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]  # N, C and O a group, L; kernel last
""",), through=ranks.signals, breaks=("PADDING: tl.constexpr", "BLOCK_P: tl.constexpr", "GROUPS=groups")),
    # Convolution of sequences with a chain of functions after it, y = sigmoid(relu(conv1d(x, w, b))).
    "conv1d_bias_act": Composition("conv2d_bias_act", through=ranks.signals),
    # Convolution of sequences joined with a second tensor, y = max(conv1d(x, w, b), z): a bias, a scale,
    # a gate, a residual.
    "conv1d_binary": Composition("conv2d_binary", through=ranks.signals),
    # Causal convolution of sequences: y[n, o, l] sees x[n, c] at l and before only, conv1d(pad(x, (p,
    # 0)), w, b).
    "conv1d_causal": Composition("conv1d_bias_act", {
        " tl.constexpr, STRIDE: tl.constexpr, PADDING: tl.constexpr,":
            " tl.constexpr, PADDING: tl.constexpr, DILATION: tl.constexpr,",
        "* STRIDE ": "",
        "place = left[None, :] + tap[:, None]":
            "along = tap * DILATION\n"
            "place = left[None, :] + along[:, None]",
        " + tap)[:": " + along)[:",
        "mask = (channels[:, None] < O) & (n[None, :] < N)": "y = tl.sigmoid(y)\ny = tl.sin(y)",
        "y = tl.maximum(y, 0.0)\n"
        "    y = tl.sigmoid(y)\n"
        "    y = tl.sin(y)\n"
        "    y = tl.abs(y)\n"
        "    tl.store(y_ptr + offsets, y, mask=mask)":
            "tl.store(y_ptr + offsets, y, mask=(channels[:, None] < O) & (n[None, :] < N))",
        "stride = 1": "padding = 2", "padding = 0": "dilation = 1",
        " = (L + 2 * padding - K) // stride + 1": " = L + padding - dilation * (K - 1)",
        "K, STRIDE=stride, PADDING=padding, BLOCK_O": "K, PADDING=padding, DILATION=dilation, BLOCK_O",
        "y = F.conv1d(x, w, b, stride=1, padding=0)\n"
        "    y = torch.relu(y)":
            "padding = 2\n"
            "x = F.pad(x, (padding, 0))\n"
            "y = F.conv1d(x, w, b, dilation=1)\n"
            "y = y[:, :, :]",
        "y = torch.abs(y)": ""},
        functions=("CASES = [(1, 1, 3, 1, 2), (2, 3, 20, 5, 4), (3, 9, 33, 4, 3)]  # N, C, L, O, K",)),
    # Depthwise convolution of sequences: every channel of y sees one channel of x only, through a filter
    # of its own.
    "conv1d_depthwise": Composition("conv2d_depthwise", {
        "(multiplier * C, 1, KH, KW) / (KH * KW)": "(multiplier * C, 1, K) / K", "conv2d": "conv1d",
        "(H * W) + top * W": "L",
        "down, along = tap // KW * DILATION_H, tap % KW * DILATION_W\n"
        "        row, column = top + down, left + along\n"
        "        inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)\n"
        "        x = tl.load(corner + down * W + along, mask=inside, other=0.0).to(tl.float32)":
            "column = left + tap * DILATION\n"
            "inside = mask & (column >= 0) & (column < L)\n"
            "x = tl.load(corner + tap * DILATION, mask=inside, other=0.0).to(tl.float32)",
        "* (KH * KW)": "* K"},
        functions=("CASES = [(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]  # N, C, L, K",),
        through=ranks.signals),
    # Convolution of sequences joined with two tensors, y = max(f(conv1d(x, w, b)) + s, z), functions
    # between and after.
    "conv1d_joins": Composition("conv2d_joins", through=ranks.signals),
    # Convolution of sequences that are joined from tensors which broadcast, y = f(conv1d(max(x, s), w,
    # b)).
    "conv1d_prologue": Composition("conv2d_prologue", {
        "w = torch.randn(groups * O, C, KH, KW) / (C * KH * KW) ** 0.5":
            "w = torch.randn(groups * O, C, K) / (C * K) ** 0.5",
        "(N, C, H, W), torch.randn(N, 1, 1, 1)": "(N, C, L), torch.randn(N, 1, 1)", "conv2d": "conv1d",
        ", K:": ", KERNEL:", "(C * H * W) + top * W": "(C * L)", "K +": "KERNEL +", "< KH * KW": "< KERNEL",
        "tap[:, None]": "along[:, None]",
        "(row >= 0) & (row < H) & (column >= 0) & (column < W)": "(place >= 0) & (place < L)",
        "(H * W) + down * W": "L",
        "w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KH * KW) + (own * (KH * KW) + tap)[None, :]":
            "w_ptrs = w_ptr + channels[:, None] * (C // GROUPS * KERNEL) + (own * KERNEL + tap)[None, :]",
        "OH * OW": "OL", "K=K": "KERNEL=K"}, functions=("""
CASES = [(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]  # N, C, L, O, K; C and O a group
""",), through=ranks.signals),
    # Convolution of sequences whose result is read twice: v = conv1d(x, w, b), y = sigmoid(max(relu(v),
    # cos(v))), and on.
    "conv1d_reuse": Composition("conv2d_reuse", through=ranks.signals),
    # Convolution of sequences with two results, z = conv1d(x, w, b) and y = max(sigmoid(z), z): what a
    # residual around a norm needs.
    "conv1d_to_two": Composition("conv2d_to_two", {
        "H, W, O, OH, OW, KH: tl.constexpr, KW": "L, O, OL, K: tl.constexpr, STRIDE",
        "STRIDE: tl.constexpr, PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr,":
            "PADDING: tl.constexpr, BLOCK_O: tl.constexpr, BLOCK_P: tl.constexpr, BLOCK_C: tl.constexpr,",
        "BLOCK_C: tl.constexpr, BLOCK_K": "BLOCK_K",
        "H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding":
            "L, O, OL, K=K, STRIDE=stride, PADDING=padding, BLOCK_O=block_o",
        "BLOCK_O=block_o, BLOCK_P": "BLOCK_P"}, through=ranks.signals, breaks=()),
}
