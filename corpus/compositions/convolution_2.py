"""Compositions of the families of convolutions, conv_transpose2d_self to conv_transpose3d_self."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Transposed convolution of images joined with its own input, y = max(f(conv_transpose2d(g(x), w, b)), x):
    # a residual block.
    "conv_transpose2d_self": Composition(
        "conv_transpose2d_binary",
        {
            "1, 3, 3), (2, 3, 7, 11, 5, 4, 2), (3, 9, 4, 5, 6, 3, 2)]  # N, C, H, W, O, KH, KW": "3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]  # N, C, H, W, kernel",
            (
                "O, KH, KW):\n"
                "    stride_h, stride_w = 1, 1\n"
                "    padding_h, padding_w = 0, 0\n"
                "    more_h, more_w = 0, 0  # output_padding\n"
                "    OH = (H - 1) * stride_h - 2 * padding_h + KH + more_h\n"
                "    OW = (W - 1) * stride_w - 2 * padding_w + KW + more_w"
            ): "KERNEL):",
            (
                "z = torch.randn(O, 1, 1)\n"
                "    w = torch.randn(C, O, KH, KW) / (C * KH * KW) ** 0.5\n"
                "    b = torch.randn(O)\n"
                "    return x, z"
            ): (
                "w = torch.randn(C, C, KERNEL, KERNEL) / (C * KERNEL * KERNEL) ** 0.5\n"
                "b = torch.randn(C)\n"
                "return x"
            ),
            "z, w, b):\n    y = F.conv_transpose2d(x, w, b, stride=1, padding=0, output_padding=0": "w, b):\n    z = x\n    x = torch.abs(x)\n    y = F.conv_transpose2d(x, w, b, padding=1",
            "y = torch.sin(y)": "",
            "z_ptr, y_ptr": "y_ptr",
            "w_taps = (first_h + down * STRIDE_H) * KW + first_w + along * STRIDE_W": "x = tl.abs(x)\nw_taps = (first_h + down * STRIDE_H) * KW + first_w + along * STRIDE_W",
            "z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
            "y = tl.sin(y)": "",
            "conv_transpose2d_self_triton(x, z, w, b": "conv_transpose2d_self_triton(x, w, b",
            "z = z.contiguous()": "",
            (
                "padding_h, padding_w = 0, 0\n"
                "    more_h, more_w = 0, 0  # output_padding\n"
                "    N, C, H, W = x.shape"
            ): "padding_h, padding_w = 1, 1\nmore_h, more_w = 0, 0  # output_padding\nN, C, H, W = x.shape",
            "z, y": "y",
        },
    ),
    # Transposed convolution of images with two results, z = conv_transpose2d(x, w, b) and y = max(sigmoid(z),
    # z): what a residual around a norm needs.
    "conv_transpose2d_to_two": Composition(
        "conv_transpose2d_bias_act",
        {
            "return x, w, b": "s = torch.randn(O, 1, 1)\nreturn x, w, b, s",
            "conv_transpose2d_to_two_torch(x, w, b": "conv_transpose2d_to_two_torch(x, w, b, s",
            "y = torch.sigmoid(y)": "y = y + s\nz = y\ny = torch.sigmoid(y)",
            "y = torch.sin(y)": "y = torch.maximum(y, z)\ny = torch.sin(y)",
            "y = torch.abs(y)\n    return": "return z,",
            (
                "y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,\n"
                "                                   STRIDE: tl.constexpr, PADDING: tl.constexpr, "
                "BLOCK_O: tl.constexpr,\n"
                "                                   BLOCK_P"
            ): (
                "s_ptr, z_ptr, y_ptr, N, C, H, W, O, OH, OW, KH: tl.constexpr, KW: tl.constexpr,\n"
                "                                  STRIDE: tl.constexpr, PADDING: tl.constexpr, "
                "BLOCK_O: tl.constexpr,\n"
                "                                  BLOCK_P"
            ),
            "y = tl.maximum(y, 0.0)": (
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]\n"
                "y = tl.maximum(y, 0.0)"
            ),
            "y = tl.sigmoid(y)": "y = y + s\nz = y\ny = tl.sigmoid(y)",
            "y = tl.sin(y)": "y = tl.maximum(y, z)\ny = tl.sin(y)",
            "y = tl.abs(y": "tl.store(z_ptr + offsets, z, mask=mask",
            "conv_transpose2d_to_two_triton(x, w, b": "conv_transpose2d_to_two_triton(x, w, b, s",
            "cells = N * triton.cdiv(OH, stride) * triton.cdiv(OW, stride)  # of one phase": (
                "z = torch.empty_like(y)\n"
                "cells = N * triton.cdiv(OH, stride) * triton.cdiv(OW, stride)  # of one phase"
            ),
            (
                "y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,\n"
                "                                         BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, "
                "BLOCK_K=32, num_warps=4)\n"
                "    return"
            ): (
                "s, z, y, N, C, H, W, O, OH, OW, KH=KH, KW=KW, STRIDE=stride, PADDING=padding,\n"
                "                                    BLOCK_O=block_o, BLOCK_P=128, BLOCK_C=block_c, "
                "BLOCK_K=32, num_warps=4)\n"
                "return z,"
            ),
        },
    ),
    # Transposed convolution of volumes: each voxel of x[n, c] adds itself times w[c, o] to a window of y[n,
    # o].
    "conv_transpose3d": Composition(
        "conv_transpose3d_any_joins",
        {
            (
                "stride_d, stride_h, stride_w = 1, 1, 1\n"
                "    padding_d, padding_h, padding_w = 0, 0, 0\n"
                "    more_d, more_h, more_w = 0, 0, 0\n"
                "    dilation_d, dilation_h, dilation_w = 1, 1, 1"
            ): "",
            (
                "OD = (D - 1) * stride_d - 2 * padding_d + dilation_d * (KD - 1) + more_d + 1\n"
                "    OH = (H - 1) * stride_h - 2 * padding_h + dilation_h * (KH - 1) + more_h + 1\n"
                "    OW = (W - 1) * stride_w - 2 * padding_w + dilation_w * (KW - 1) + more_w + 1\n"
                "    z = torch.randn(N, groups * O, OD, OH, OW)\n"
                "    return x, w, b, z"
            ): "return x, w, b",
            "conv_transpose3d_torch(x, w, b, z": "conv_transpose3d_torch(x, w, b",
            "y = y + z": "",
            "z_ptr, y_ptr": "y_ptr",
            (
                "mask = o_mask[:, None] & p_mask[None, :]\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    y = z + y\n"
                "    tl.store(y_ptr + offsets, y, mask=mask"
            ): "tl.store(y_ptr + offsets, y, mask=o_mask[:, None] & p_mask[None, :]",
            "conv_transpose3d_triton(x, w, b, z": "conv_transpose3d_triton(x, w, b",
            "z = z.contiguous()": "",
            "z, y": "y",
        },
    ),
    # Transposed convolution of volumes joined with two tensors, y = max(f(conv_transpose3d(x, w, b)) + s, z),
    # functions between and after.
    "conv_transpose3d_joins": Composition(
        "conv_transpose3d_bias_act",
        {
            "x = torch.randn(N, C, D, H, W)": (
                "stride = 1\n"
                "padding = 0\n"
                "output_padding = 0\n"
                "OD = (D - 1) * stride - 2 * padding + KD + output_padding\n"
                "OH = (H - 1) * stride - 2 * padding + KH + output_padding\n"
                "OW = (W - 1) * stride - 2 * padding + KW + output_padding\n"
                "x = torch.randn(N, C, D, H, W)"
            ),
            "w = torch.randn(C, O, KD, KH, KW) / (C * KD * KH * KW) ** 0.5": (
                "s = torch.randn(O, 1, 1, 1)\n"
                "z = torch.randn(O, 1, 1, 1)\n"
                "w = torch.randn(C, O, KD, KH, KW) / (C * KD * KH * KW) ** 0.5"
            ),
            "return x, w, b": "return x, s, z, w, b",
            "conv_transpose3d_joins_torch(x, w, b": "conv_transpose3d_joins_torch(x, s, z, w, b",
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
            "conv_transpose3d_joins_triton(x, w, b": "conv_transpose3d_joins_triton(x, s, z, w, b",
            "w = w.contiguous()": "s = s.contiguous()\nz = z.contiguous()\nw = w.contiguous()",
            "y, N": "s, z, y, N",
        },
    ),
    # Transposed convolution of volumes whose result is read twice: v = conv_transpose3d(x, w, b), y =
    # sigmoid(max(relu(v), cos(v))), and on.
    "conv_transpose3d_reuse": Composition(
        "conv_transpose3d_bias_act",
        {
            "y = torch.relu(y)": "z = y\nz = torch.cos(z)\ny = torch.relu(y)",
            "y = torch.sigmoid(y)": "y = torch.maximum(y, z)\ny = torch.sigmoid(y)",
            "y = torch.abs(y)": "",
            "y = tl.maximum(y, 0.0)": "z = y\nz = tl.cos(z)\ny = tl.maximum(y, 0.0)",
            "y = tl.sigmoid(y)": "y = tl.maximum(y, z)\ny = tl.sigmoid(y)",
            "y = tl.abs(y)": "",
        },
    ),
    # Transposed convolution of volumes joined with its own input, y = max(f(conv_transpose3d(g(x), w, b)),
    # x): a residual block.
    "conv_transpose3d_self": Composition(
        "conv_transpose3d_binary",
        {
            (
                "1, 2, 3, 1, 3, 3, 3), (2, 3, 5, 7, 8, 4, 2, 3, 3), (3, 4, 2, 5, 1, 6, 3, 2, 3)]  # N, "
                "C, D, H, W, O, KD, KH, KW"
            ): "2, 3, 4, 3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]  # N, C, D, H, W, kernel",
            (
                "O, KD, KH, KW):\n"
                "    stride_d, stride_h, stride_w = 1, 1, 1\n"
                "    padding_d, padding_h, padding_w = 0, 0, 0\n"
                "    more_d, more_h, more_w = 0, 0, 0  # output_padding\n"
                "    OD = (D - 1) * stride_d - 2 * padding_d + KD + more_d\n"
                "    OH = (H - 1) * stride_h - 2 * padding_h + KH + more_h\n"
                "    OW = (W - 1) * stride_w - 2 * padding_w + KW + more_w"
            ): "KERNEL):",
            (
                "z = torch.randn(O, 1, 1, 1)\n"
                "    w = torch.randn(C, O, KD, KH, KW) / (C * KD * KH * KW) ** 0.5\n"
                "    b = torch.randn(O)\n"
                "    return x, z"
            ): (
                "w = torch.randn(C, C, KERNEL, KERNEL, KERNEL) / (C * KERNEL * KERNEL * KERNEL) ** 0.5\n"
                "b = torch.randn(C)\n"
                "return x"
            ),
            "z, w, b):\n    y = F.conv_transpose3d(x, w, b, stride=1, padding=0, output_padding=0": "w, b):\n    z = x\n    x = torch.abs(x)\n    y = F.conv_transpose3d(x, w, b, padding=1",
            "y = torch.sin(y)": "",
            "z_ptr, y_ptr": "y_ptr",
            (
                "w_taps = ((first_d + deep * STRIDE_D) * KH + first_h + down * STRIDE_H) * KW + first_w "
                "+ along * STRIDE_W"
            ): (
                "x = tl.abs(x)\n"
                "w_taps = ((first_d + deep * STRIDE_D) * KH + first_h + down * STRIDE_H) * KW + first_w "
                "+ along * STRIDE_W"
            ),
            "z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
            "y = tl.sin(y)": "",
            "conv_transpose3d_self_triton(x, z, w, b": "conv_transpose3d_self_triton(x, w, b",
            "z = z.contiguous()": "",
            (
                "padding_d, padding_h, padding_w = 0, 0, 0\n"
                "    more_d, more_h, more_w = 0, 0, 0  # output_padding\n"
                "    N, C, D, H, W = x.shape"
            ): (
                "padding_d, padding_h, padding_w = 1, 1, 1\n"
                "more_d, more_h, more_w = 0, 0, 0  # output_padding\n"
                "N, C, D, H, W = x.shape"
            ),
            "z, y": "y",
        },
    ),
}
