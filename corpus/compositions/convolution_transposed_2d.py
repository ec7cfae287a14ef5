"""Compositions of the families of transposed convolutions of images."""

from corpus.composition import Composition

COMPOSITIONS = {
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
         "z = torch.empty_like(y)": ""}, functions=("""
CASES = [(1, 1, 3, 4, 1, 3, 3), (2, 3, 7, 11, 5, 4, 2), (3, 9, 4, 5, 6, 3, 2)]  # N, C, H, W, O, KH, KW
""", """
def make(N, C, H, W, O, KH, KW):
    stride = 1
    padding = 0
    output_padding = 0
    OH = (H - 1) * stride - 2 * padding + KH + output_padding
    OW = (W - 1) * stride - 2 * padding + KW + output_padding
    x = torch.randn(N, C, H, W)
    s = torch.randn(O, 1, 1)
    z = torch.randn(O, 1, 1)
    w = torch.randn(C, O, KH, KW) / (C * KH * KW) ** 0.5
    b = torch.randn(O)
    return x, s, z, w, b
""")),
}
