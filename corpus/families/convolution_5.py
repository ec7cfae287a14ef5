"""Tables of the families of convolutions, conv3d_depthwise to conv_transpose1d."""

FAMILIES = {
    "conv3d_depthwise": {
        "FAMILY": {
            "conv3d_depthwise_no_bias": {
                "b = torch.randn(multiplier * C)": "",
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "F.conv3d(x, w, b": "F.conv3d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "channels9": {
                    "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]": (
                        "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 9, 7, 5, 9, 4, 3, 2)]"
                    )
                },
                "channels16": {
                    "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]": (
                        "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 16, 7, 5, 9, 4, 3, 2)]"
                    )
                },
            },
            {
                "double": {"multiplier = 1": "multiplier = 2"},
                "triple": {"multiplier = 1": "multiplier = 3"},
                "times": ({"multiplier = 1": "multiplier = {0}"}, "4 6 8"),
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
                "padding3": {
                    ", padding=0": ", padding=3",
                    "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 3, 3, 3",
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
                    "122 211 121 112 213 123",
                ),
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
        ],
    },
    "conv3d_depthwise_prologue": {
        "FAMILY": {
            "conv3d_depthwise_prologue_no_bias": {
                ", b": "",
                ", b_ptr": "",
                "b = torch.randn(O)": "",
                "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            }
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "D", "H", "W"),
                ("n", "c", "depth", "row", "column"),
                (),
                (0, 1),
                "mask",
                (),
                "",
                {
                    "O, 1, 1, 1": "tl.load(z_ptr + channel, mask=mask, other=0.0)",
                    "N, O, OD, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
            {
                "channels9": {
                    "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]": (
                        "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 9, 7, 5, 9, 4, 3, 2)]"
                    )
                },
                "channels16": {
                    "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]": (
                        "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 16, 7, 5, 9, 4, 3, 2)]"
                    )
                },
            },
            {
                "double": {"multiplier = 1": "multiplier = 2"},
                "triple": {"multiplier = 1": "multiplier = 3"},
                "times": ({"multiplier = 1": "multiplier = {0}"}, "4 6 8"),
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
                "padding3": {
                    ", padding=0": ", padding=3",
                    "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 3, 3, 3",
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
                    "122 211 121 112 213 123",
                ),
            },
        ],
    },
    "conv3d_joins": {
        "FAMILY": {
            "conv3d_channel_full": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_full_channel": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, OD, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_full_full": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, OD, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_channel_one": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv3d_one_channel": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
            "conv3d_bias_row_bias_row": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1, O, 1, 1, 1)",
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(1, O, 1, 1, 1)",
            },
            "conv3d_bias_row_full": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1, O, 1, 1, 1)",
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_scalar_channel": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
            "conv3d_channel_scalar": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv3d_scalar_scalar": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv3d_full_scalar": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, OD, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv3d_sample_full": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, 1, 1, 1)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "(x, s, z, w, b)": "(x, s, z, w)",
                    "return x, s, z, w, b": "return x, s, z, w",
                    "b = torch.randn(O)": "",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "weights_first": {
                    "(x, s, z, w, b)": "(x, w, b, s, z)",
                    "return x, s, z, w, b": "return x, w, b, s, z",
                },
                "weights_first_no_bias": {
                    "(x, s, z, w, b)": "(x, w, s, z)",
                    "return x, s, z, w, b": "return x, w, s, z",
                    "b = torch.randn(O)": "",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "residual_first": {
                    "(x, s, z, w, b)": "(z, x, s, w, b)",
                    "return x, s, z, w, b": "return z, x, s, w, b",
                },
                "residual_first_no_bias": {
                    "(x, s, z, w, b)": "(z, x, s, w)",
                    "return x, s, z, w, b": "return z, x, s, w",
                    "b = torch.randn(O)": "",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
            },
            {
                "sub": {"y = y + s": "y = y - s", "y += s": "y = y - s"},
                "mul": {"y = y + s": "y = y * s", "y += s": "y = y * s"},
                "max": {"y = y + s": "y = torch.maximum(y, s)", "y += s": "y = tl.maximum(y, s)"},
                "min": {"y = y + s": "y = torch.minimum(y, s)", "y += s": "y = tl.minimum(y, s)"},
                "half": {"y = y + s": "y = y + 0.5 * s", "y += s": "y += 0.5 * s"},
                "gate": {"y = y + s": "y = y * torch.sigmoid(s)", "y += s": "y = y * tl.sigmoid(s)"},
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            {
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
            },
            {
                "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
                "same3": {
                    "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]": (
                        "[(1, 1, 2, 3, 4, 1, 3, 3, 3), (2, 4, 6, 7, 8, 5, 3, 3, 3)]"
                    ),
                    ", padding=0": ", padding=1",
                    "    padding = 0": "    padding = 1",
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
    "conv3d_prologue": {
        "FAMILY": {
            "conv3d_prologue_no_bias": {
                ", b": "",
                ", b_ptr": "",
                "b = torch.randn(groups * O)": "",
                "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
            }
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "D", "H", "W"),
                ("n[None, :]", "c[:, None]", "depth", "row", "column"),
                (),
                (0,),
                "n[None, :] < N",
                (1,),
                "c[:, None] < C",
                {
                    "O, 1, 1, 1": "tl.load(z_ptr + channels, mask=o_mask, other=0.0)[:, None]",
                    "N, O, OD, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
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
        ],
    },
    "conv3d_reuse": {
        "FAMILY": {
            "conv3d_reuse_no_bias": {
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
            {
                "halved": {"z = y": "y = 0.5 * y\nz = y"},
                "doubled": {"z = y": "y = y * 2.0\nz = y"},
                "shifted": {"z = y": "y = y + 1.0\nz = y"},
                "lowered": {"z = y": "y = y - 0.5\nz = y"},
                "shrunk": {"z = y": "y = y / 3.0\nz = y"},
            },
            ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "conv3d_self": {
        "FAMILY": {
            "conv3d_self_no_bias": {
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "F.conv3d(x, w, b": "F.conv3d(x, w",
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
                    "[(1, 1, 2, 3, 4, 3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]": (
                        "[(1, 1, 2, 3, 4, 1), (2, 3, 4, 5, 6, 1), (2, 9, 3, 5, 4, 1)]"
                    ),
                    "padding=1": "padding=0",
                    "    padding_d, padding_h, padding_w = 1, 1, 1": (
                        "    padding_d, padding_h, padding_w = 0, 0, 0"
                    ),
                },
                "padding2": {
                    "[(1, 1, 2, 3, 4, 3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]": (
                        "[(1, 1, 2, 3, 4, 5), (2, 3, 4, 5, 6, 5), (1, 2, 3, 5, 4, 5)]"
                    ),
                    "padding=1": "padding=2",
                    "    padding_d, padding_h, padding_w = 1, 1, 1": (
                        "    padding_d, padding_h, padding_w = 2, 2, 2"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
        ],
    },
    "conv3d_to_two": {
        "FAMILY": {
            "conv3d_to_two_row": {"s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1, O, 1, 1, 1)"},
            "conv3d_to_two_one": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1)",
                "tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "tl.load(s_ptr).to(tl.float32)",
            },
            "conv3d_to_two_alone": {
                "s = torch.randn(O, 1, 1, 1)": "",
                "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)",
                "s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w, b",
            },
            "conv3d_to_two_alone_no_bias": {
                "s = torch.randn(O, 1, 1, 1)": "",
                "return x, w, b, s": "return x, w",
                "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(O)": "",
                "F.conv3d(x, w, b": "F.conv3d(x, w",
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
                "pointwise": {
                    "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]": (
                        "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 7, 8, 5, 1, 1, 1)]"
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
    "conv_transpose1d": {
        "FAMILY": {
            "conv_transpose1d_no_bias": {
                "** 0.5,\n            torch.randn(groups * O))": "** 0.5)",
                "(x, w, b)": "(x, w)",
                "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
                "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"},
                "stride2_more": {
                    "stride=1": "stride=2",
                    "stride = 1": "stride = 2",
                    "output_padding=0": "output_padding=1",
                    "output_padding = 0": "output_padding = 1",
                },
                "stride3_more": {
                    "stride=1": "stride=3",
                    "stride = 1": "stride = 3",
                    "output_padding=0": "output_padding=2",
                    "output_padding = 0": "output_padding = 2",
                },
            },
            {
                "padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
                "padding2": {"padding=0": "padding=2", "padding = 0": "padding = 2"},
            },
            {
                "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                "dilation3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"},
            },
            {
                "depthwise": {
                    "groups=1": "groups=x.shape[1]",
                    "groups = 1": "groups = x.shape[1]",
                    "groups = 1\n    return (torch.randn(N, groups * C, L)": (
                        "groups, C = C, 1\nreturn (torch.randn(N, groups * C, L)"
                    ),
                },
                "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
}
