"""Tables of the families of convolutions, conv2d_self to conv3d_binary."""

FAMILIES = {
    "conv2d_self": {
        "FAMILY": {
            "conv2d_self_no_bias": {
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "F.conv2d(x, w, b": "F.conv2d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
                "b = torch.randn(C)": "",
            }
        },
        "AXES": [
            ("BINARY+TAIL_XZ", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            {
                "padding0": {
                    "[(1, 1, 3, 4, 3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]": (
                        "[(1, 1, 3, 4, 1), (2, 3, 7, 8, 1), (3, 9, 5, 6, 1)]"
                    ),
                    "padding=1": "padding=0",
                    "    padding = 1": "    padding = 0",
                },
                "padding2": {
                    "[(1, 1, 3, 4, 3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]": (
                        "[(1, 1, 3, 4, 5), (2, 3, 7, 8, 5), (4, 2, 5, 6, 5)]"
                    ),
                    "padding=1": "padding=2",
                    "    padding = 1": "    padding = 2",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
        ],
    },
    "conv2d_shared_filter": {
        "FAMILY": {
            "conv2d_plain_filter": {  # without the two dimensions of size one
                "torch.randn(1, 1, KH, KW)": "torch.randn(KH, KW)",
                "w = w.expand(C, 1, -1, -1)": "w = w[None, None].expand(C, 1, -1, -1)",
            },
            "conv2d_viewed_filter": {
                "torch.randn(1, 1, KH, KW)": "torch.randn(KH, KW)",
                "w = w.expand(C, 1, -1, -1)": "w = w.view(1, 1, *w.shape).expand(C, -1, -1, -1)",
            },
            "conv2d_channel_by_channel": {  # the channels stand as images of one channel
                "C = x.shape[1]\n    w = w.expand(C, 1, -1, -1)": "",
                "F.conv2d(x, w, stride=1, padding=0, groups=C)": (
                    "F.conv2d(x.flatten(0, 1)[:, None], w, stride=1, padding=0)"
                ),
                "x.new_empty(N, C, OH, OW)": "x.new_empty(N * C, 1, OH, OW)",
            },
        },
        "AXES": [
            {
                "square": (
                    {
                        "[(1, 2, 3, 4, 1, 2), (2, 3, 9, 13, 3, 2), (2, 5, 7, 6, 2, 3)]": (
                            "[(1, 2, 3, 4, 2, 2), (2, 3, 9, 13, {0}, {0}), (2, 5, 7, 6, {0}, {0})]"
                        )
                    },
                    "3 4 5",
                )
            },
            {"stride": ({"stride=1": "stride={0}", "    stride = 1": "    stride = {0}"}, "2 3")},
            {
                "padding": (
                    {
                        ", padding=0": ", padding={0}",
                        "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {0}",
                    },
                    "1 2 3",
                ),
                "padding_by": (
                    {
                        ", padding=0": ", padding=({0}, {1})",
                        "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}",
                    },
                    "10 01 12 21 20",
                ),
            },
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "conv2d_spatial_gate": {
        "FAMILY": {
            "conv2d_spatial_self": {
                "s = torch.randn(N, Z, H, W)": "",
                "return x, s, w, b": "return x, w, b",
                "(x, s, w, b)": "(x, w, b)",
                "y = s": "y = x",
                "x_ptr, s_ptr, w_ptr": "x_ptr, w_ptr",
                "tl.load(s_ptr + offsets": "tl.load(x_ptr + offsets",
                "s = s.contiguous()": "",
                "empty_like(s)": "empty_like(x)",
                "[grid](x, s, w, b, y, N, C, s.shape[1], H, W": "[grid](x, w, b, y, N, C, C, H, W",
            },
            "conv2d_spatial_no_bias": {
                "b = torch.randn(1)": "",
                "return x, s, w, b": "return x, s, w",
                "(x, s, w, b)": "(x, s, w)",
                "F.conv2d(x, w, b": "F.conv2d(x, w",
                "w_ptr, b_ptr": "w_ptr",
                "z += tl.load(b_ptr).to(tl.float32)": "",
                "[grid](x, s, w, b, y, N": "[grid](x, s, w, y, N",
            },
        },
        "AXES": [
            {
                "pointwise": {
                    "[(1, 1, 1, 3, 4, 3), (2, 3, 5, 7, 8, 3), (3, 4, 9, 10, 14, 3)]": (
                        "[(1, 1, 1, 3, 4, 1), (2, 3, 5, 7, 8, 1), (3, 4, 9, 10, 14, 1)]"
                    ),
                    ", padding=1": "",
                    "    padding = 1": "    padding = 0",
                },
                "same5": {
                    "[(1, 1, 1, 3, 4, 3), (2, 3, 5, 7, 8, 3), (3, 4, 9, 10, 14, 3)]": (
                        "[(1, 1, 1, 3, 4, 5), (2, 3, 4, 7, 8, 5), (3, 4, 9, 10, 14, 5)]"
                    ),
                    "padding=1": "padding=2",
                    "    padding = 1": "    padding = 2",
                },
                "same7": {
                    "[(1, 1, 1, 3, 4, 3), (2, 3, 5, 7, 8, 3), (3, 4, 9, 10, 14, 3)]": (
                        "[(1, 1, 1, 3, 4, 7), (3, 2, 5, 9, 8, 7), (3, 4, 9, 10, 14, 7)]"
                    ),
                    "padding=1": "padding=3",
                    "    padding = 1": "    padding = 3",
                },
            },
            ("RAMP+REUSE+SCALAR", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "conv2d_to_two": {
        "FAMILY": {
            "conv2d_to_two_row": {"s = torch.randn(O, 1, 1)": "s = torch.randn(1, O, 1, 1)"},
            "conv2d_to_two_one": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(1)",
                "tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "tl.load(s_ptr).to(tl.float32)",
            },
            "conv2d_to_two_alone": {
                "s = torch.randn(O, 1, 1)": "",
                "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)",
                "s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w, b",
            },
            "conv2d_to_two_alone_no_bias": {
                "s = torch.randn(O, 1, 1)": "",
                "return x, w, b, s": "return x, w",
                "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(O)": "",
                "F.conv2d(x, w, b": "F.conv2d(x, w",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            },
        },
        "AXES": [
            {
                "mul": {"y = y + s": "y = y * s"},
                "sub": {"y = y + s": "y = y - s"},
                "add_after": {"y = y + s\n    z = y": "z = y\ny = y + s"},
                "mul_after": {"y = y + s\n    z = y": "z = y\ny = y * s"},
                "sub_after": {"y = y + s\n    z = y": "z = y\ny = y - s"},
            },
            {
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
            },
            {
                "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
                "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
                "pointwise": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (2, 35, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 11, 5, 1, 1)]"
                    )
                },
            },
            ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            {"y_first": {"return z, y": "return y, z"}},
        ],
    },
    "conv2d_tokens": {
        "FAMILY": {
            "conv2d_tokens_no_bias": {
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "b = torch.randn(O)": "",
                "F.conv2d(x, w, b": "F.conv2d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "channel_last": {
                    "y = y.flatten(2).transpose(1, 2)": "y = y.permute(0, 2, 3, 1)",
                    "torch.empty((N, OH * OW, O)": "torch.empty((N, OH, OW, O)",
                },
                "flat": {
                    "y = y.flatten(2).transpose(1, 2)": "y = y.flatten(2)",
                    "torch.empty((N, OH * OW, O)": "torch.empty((N, O, OH * OW)",
                    "offsets = pixels[None, :] * O + channels[:, None]": (
                        "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * "
                        "OW))[None, :]"
                    ),
                },
                "flat_all": {
                    "y = y.flatten(2).transpose(1, 2)": "y = y.flatten(1)",
                    "torch.empty((N, OH * OW, O)": "torch.empty((N, O * OH * OW)",
                    "offsets = pixels[None, :] * O + channels[:, None]": (
                        "offsets = (n[None, :] * O + channels[:, None]) * (OH * OW) + (pixels % (OH * "
                        "OW))[None, :]"
                    ),
                },
            },
            {
                "patch2": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 2, 4, 1, 2, 2), (2, 3, 4, 6, 5, 2, 2)]"
                    ),
                    "stride=1": "stride=2",
                    "stride = 1": "stride = 2",
                },
                "patch4": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 4, 8, 1, 4, 4), (2, 3, 8, 12, 5, 4, 4)]"
                    ),
                    "stride=1": "stride=4",
                    "stride = 1": "stride = 4",
                },
                "patch8": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 8, 16, 1, 8, 8), (2, 3, 16, 24, 5, 8, 8)]"
                    ),
                    "stride=1": "stride=8",
                    "stride = 1": "stride = 8",
                },
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
            },
            {
                "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
                "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "conv3d": {
        "FAMILY": {
            "conv3d_no_bias": {
                "b = torch.randn(groups * O)": "",
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "F.conv3d(x, w, b": "F.conv3d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "stride2": {
                    "stride=1": "stride=2",
                    "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2",
                },
                "stride3": {
                    "stride=1": "stride=3",
                    "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3",
                },
                "stride": (
                    {
                        "stride=1": "stride=({0}, {1}, {2})",
                        "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}",
                    },
                    "122 211 213 121 112 221 212 312 123 231 321 132",
                ),
            },
            {
                "padding1": {
                    ", padding=0": ", padding=1",
                    "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1",
                },
                "padding2": {
                    ", padding=0": ", padding=2",
                    "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 2, 2, 2",
                },
                "padding": (
                    {
                        ", padding=0": ", padding=({0}, {1}, {2})",
                        "padding_d, padding_h, padding_w = 0, 0, 0": (
                            "padding_d, padding_h, padding_w = {0}, {1}, {2}"
                        ),
                    },
                    "011 100 110 001 120 012 021 210 102 201 123 211 112 312",
                ),
                "pointwise": {
                    "[(1, 2, 7, 5, 3, 5, 3, 1, 1), (2, 5, 8, 3, 7, 7, 3, 2, 3), (1, 4, 5, 7, 9, 6, 1, 3, 3)]": (
                        "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 5, 6, 7, 4, 1, 1, 1)]"
                    )
                },
            },
            {
                "dilation2": {
                    "dilation=1": "dilation=2",
                    "dilation_d, dilation_h, dilation_w = 1, 1, 1": (
                        "dilation_d, dilation_h, dilation_w = 2, 2, 2"
                    ),
                },
                "dilation": (
                    {
                        "dilation=1": "dilation=({0}, {1}, {2})",
                        "dilation_d, dilation_h, dilation_w = 1, 1, 1": (
                            "dilation_d, dilation_h, dilation_w = {0}, {1}, {2}"
                        ),
                    },
                    "122 211 121 112 213 123 312 221 212",
                ),
            },
            {
                "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
                "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            {  # a single channel, of each group, that comes in or goes out
                "of_one": {"x = torch.randn(N, groups * C": "C = 1\nx = torch.randn(N, groups * C"},
                "to_one": {"x = torch.randn(N, groups * C": "O = 1\nx = torch.randn(N, groups * C"},
                "one_to_one": {"x = torch.randn(N, groups * C": "C = O = 1\nx = torch.randn(N, groups * C"},
            },
        ],
    },
    "conv3d_any_joins": {
        "FAMILY": {  # what z is
            "channel": {
                "torch.randn(N, groups * O, OD, OH, OW)": "torch.randn(groups * O, 1, 1, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]"
                ),
            },
            "sample": {
                "torch.randn(N, groups * O, OD, OH, OW)": "torch.randn(N, groups * O, 1, 1, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "number": {
                "torch.randn(N, groups * O, OD, OH, OW)": "torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "b = torch.randn(groups * O)": "",
                    "(x, w, b, z)": "(x, w, z)",
                    "return x, w, b, z": "return x, w, z",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    "[grid](x, w, b": "[grid](x, w",
                    "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                },
                "after_x": {"(x, w, b, z)": "(x, z, w, b)", "return x, w, b, z": "return x, z, w, b"},
                "after_x_no_bias": {
                    "b = torch.randn(groups * O)": "",
                    "(x, w, b, z)": "(x, z, w)",
                    "return x, w, b, z": "return x, z, w",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    "[grid](x, w, b": "[grid](x, w",
                    "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                },
                "first": {"(x, w, b, z)": "(z, x, w, b)", "return x, w, b, z": "return z, x, w, b"},
                "first_no_bias": {
                    "b = torch.randn(groups * O)": "",
                    "(x, w, b, z)": "(z, x, w)",
                    "return x, w, b, z": "return z, x, w",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    "[grid](x, w, b": "[grid](x, w",
                    "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                },
            },
            {
                "stride2": {
                    "stride=1": "stride=2",
                    "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2",
                },
                "stride3": {
                    "stride=1": "stride=3",
                    "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3",
                },
                "stride": (
                    {
                        "stride=1": "stride=({0}, {1}, {2})",
                        "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}",
                    },
                    "122 211 213 121 112 221 212 312 123 231 321 132",
                ),
            },
            {
                "padding1": {
                    ", padding=0": ", padding=1",
                    "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1",
                },
                "padding2": {
                    ", padding=0": ", padding=2",
                    "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 2, 2, 2",
                },
                "padding": (
                    {
                        ", padding=0": ", padding=({0}, {1}, {2})",
                        "padding_d, padding_h, padding_w = 0, 0, 0": (
                            "padding_d, padding_h, padding_w = {0}, {1}, {2}"
                        ),
                    },
                    "011 100 110 001 120 012 021 210 102 201 123 211 112 312",
                ),
                "pointwise": {
                    "[(1, 2, 7, 5, 3, 5, 3, 1, 1), (2, 5, 8, 3, 7, 7, 3, 2, 3), (1, 4, 5, 7, 9, 6, 1, 3, 3)]": (
                        "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 5, 6, 7, 4, 1, 1, 1)]"
                    )
                },
            },
            {
                "dilation2": {
                    "dilation=1": "dilation=2",
                    "dilation_d, dilation_h, dilation_w = 1, 1, 1": (
                        "dilation_d, dilation_h, dilation_w = 2, 2, 2"
                    ),
                },
                "dilation": (
                    {
                        "dilation=1": "dilation=({0}, {1}, {2})",
                        "dilation_d, dilation_h, dilation_w = 1, 1, 1": (
                            "dilation_d, dilation_h, dilation_w = {0}, {1}, {2}"
                        ),
                    },
                    "122 211 121 112 213 123 312 221 212",
                ),
            },
            {
                "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
                "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            {  # a single channel, of each group, that comes in or goes out
                "of_one": {"x = torch.randn(N, groups * C": "C = 1\nx = torch.randn(N, groups * C"},
                "to_one": {"x = torch.randn(N, groups * C": "O = 1\nx = torch.randn(N, groups * C"},
                "one_to_one": {"x = torch.randn(N, groups * C": "C = O = 1\nx = torch.randn(N, groups * C"},
            },
        ],
    },
    "conv3d_bias_act": {
        "FAMILY": {
            "conv3d_bias_act_no_bias": {
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "b = torch.randn(O)": "",
                "F.conv3d(x, w, b": "F.conv3d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
            },
            {
                "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
                "pointwise": {
                    "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]": (
                        "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 7, 8, 5, 1, 1, 1)]"
                    )
                },
            },
            ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ],
    },
    "conv3d_binary": {
        "FAMILY": {
            "conv3d_bias_row_binary": {"z = torch.randn(O, 1, 1, 1)": "z = torch.randn(1, O, 1, 1, 1)"},
            "conv3d_full_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_sample_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, 1, 1, 1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_voxel_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, 1, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + voxels, mask=n < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "conv3d_one_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv3d_scalar_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "(x, z, w, b)": "(x, z, w)",
                    "return x, z, w, b": "return x, z, w",
                    "b = torch.randn(O)": "",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
                "weights_first_no_bias": {
                    "(x, z, w, b)": "(x, w, z)",
                    "return x, z, w, b": "return x, w, z",
                    "b = torch.randn(O)": "",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
                "residual_first_no_bias": {
                    "(x, z, w, b)": "(z, x, w)",
                    "return x, z, w, b": "return z, x, w",
                    "b = torch.randn(O)": "",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            {
                "stride2": {
                    "stride=1": "stride=2",
                    "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2",
                },
                "stride3": {
                    "stride=1": "stride=3",
                    "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3",
                },
                "stride": (
                    {
                        "stride=1": "stride=({0}, {1}, {2})",
                        "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}",
                    },
                    "122 211 213 121 112 221 212 312 123",
                ),
            },
            {
                "padding1": {
                    ", padding=0": ", padding=1",
                    "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1",
                },
                "padding2": {
                    ", padding=0": ", padding=2",
                    "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 2, 2, 2",
                },
                "padding": (
                    {
                        ", padding=0": ", padding=({0}, {1}, {2})",
                        "padding_d, padding_h, padding_w = 0, 0, 0": (
                            "padding_d, padding_h, padding_w = {0}, {1}, {2}"
                        ),
                    },
                    "011 100 110 001 101 010 012 120",
                ),
                "same3": {
                    "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]": (
                        "[(1, 1, 2, 3, 4, 1, 3, 3, 3), (2, 4, 6, 7, 8, 5, 3, 3, 3)]"
                    ),
                    ", padding=0": ", padding=1",
                    "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1",
                },
                "pointwise": {
                    "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]": (
                        "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 7, 8, 5, 1, 1, 1)]"
                    )
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
}
