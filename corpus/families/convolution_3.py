"""Tables of the families of convolutions, conv2d_cat to conv2d_reuse."""

FAMILIES = {
    "conv2d_cat": {
        "AXES": [
            {
                "no_bias": {
                    "(x, z, w, b)": "(x, z, w)",
                    "return x, z, w, b": "return x, z, w",
                    "b = torch.randn(O)": "",
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
                "weights_first_no_bias": {
                    "(x, z, w, b)": "(x, w, z)",
                    "return x, z, w, b": "return x, w, z",
                    "b = torch.randn(O)": "",
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
                "residual_first_no_bias": {
                    "(x, z, w, b)": "(z, x, w)",
                    "return x, z, w, b": "return z, x, w",
                    "b = torch.randn(O)": "",
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
            },
            {
                "behind": {
                    "torch.cat((z, y), dim=1)": "torch.cat((y, z), dim=1)",
                    "first, start = P + O, P, 0": "first, start = P + O, 0, O",
                }
            },
            {"stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"}},
            {
                "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
                "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
                "same3": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 3, 4, 1, 3, 3), (2, 9, 7, 11, 5, 3, 3)]"
                    ),
                    ", padding=0": ", padding=1",
                    "    padding = 0": "    padding = 1",
                },
                "same5": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 4, 3, 1, 5, 5), (2, 3, 7, 11, 9, 5, 5)]"
                    ),
                    ", padding=0": ", padding=2",
                    "    padding = 0": "    padding = 2",
                },
                "pointwise": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 11, 5, 1, 1)]"
                    )
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "conv2d_depthwise": {
        "FAMILY": {
            "conv2d_depthwise_no_bias": {
                "b = torch.randn(multiplier * C)": "",
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "F.conv2d(x, w, b": "F.conv2d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "channels4": {
                    "[(1, 1, 2, 3, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 3, 1, 2), (2, 4, 9, 11, 3, 5), (3, 4, 7, 10, 3, 2)]"
                    )
                },
                "channels8": {
                    "[(1, 1, 2, 3, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 3, 1, 2), (2, 8, 9, 11, 4, 5), (3, 8, 7, 10, 4, 2)]"
                    )
                },
                "channels12": {
                    "[(1, 1, 2, 3, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 3, 1, 2), (2, 12, 9, 11, 4, 5), (3, 12, 7, 10, 4, 2)]"
                    )
                },
                "channels16": {
                    "[(1, 1, 2, 3, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 3, 1, 2), (2, 16, 9, 11, 4, 5), (3, 16, 7, 10, 4, 2)]"
                    )
                },
                "channels24": {
                    "[(1, 1, 2, 3, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 3, 1, 2), (2, 24, 9, 11, 4, 5), (3, 24, 7, 10, 4, 2)]"
                    )
                },
                "channels32": {
                    "[(1, 1, 2, 3, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 3, 1, 2), (2, 32, 9, 11, 4, 5), (3, 32, 7, 10, 4, 2)]"
                    )
                },
            },
            {
                "double": {"multiplier = 1": "multiplier = 2"},
                "triple": {"multiplier = 1": "multiplier = 3"},
                "times": ({"multiplier = 1": "multiplier = {0}"}, "4 6 8"),
            },
            {
                "stride2": {"stride=1": "stride=2", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2"},
                "stride3": {"stride=1": "stride=3", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 3, 3"},
                "stride": (
                    {
                        "stride=1": "stride=({0}, {1})",
                        "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}",
                    },
                    "21 12 31 13 32 23",
                ),
            },
            {
                "padding1": {
                    ", padding=0": ", padding=1",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1",
                },
                "padding2": {
                    ", padding=0": ", padding=2",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2",
                },
                "padding3": {
                    ", padding=0": ", padding=3",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 3, 3",
                },
                "padding": (
                    {
                        ", padding=0": ", padding=({0}, {1})",
                        "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}",
                    },
                    "10 01 12 21 20 02 13 31",
                ),
            },
            {
                "dilation2": {
                    "dilation=1": "dilation=2",
                    "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2",
                },
                "dilation": (
                    {
                        "dilation=1": "dilation=({0}, {1})",
                        "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}",
                    },
                    "21 12 13 23",
                ),
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
        ],
    },
    "conv2d_depthwise_prologue": {
        "FAMILY": {
            "conv2d_depthwise_prologue_no_bias": {
                ", b": "",
                ", b_ptr": "",
                "b = torch.randn(O)": "",
                "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            }
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "H", "W"),
                ("n", "c", "row", "column"),
                (),
                (0, 1),
                "mask",
                (),
                "",
                {
                    "O, 1, 1": "tl.load(z_ptr + channel, mask=mask, other=0.0)",
                    "N, O, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
            {
                "channels4": {
                    "[(1, 1, 2, 4, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 4, 1, 2), (2, 4, 9, 13, 3, 5), (3, 4, 7, 10, 3, 2)]"
                    )
                },
                "channels8": {
                    "[(1, 1, 2, 4, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 4, 1, 2), (2, 8, 9, 13, 4, 5), (3, 8, 7, 10, 4, 2)]"
                    )
                },
                "channels12": {
                    "[(1, 1, 2, 4, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 4, 1, 2), (2, 12, 9, 13, 4, 5), (3, 12, 7, 10, 4, 2)]"
                    )
                },
                "channels16": {
                    "[(1, 1, 2, 4, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 4, 1, 2), (2, 16, 9, 13, 4, 5), (3, 16, 7, 10, 4, 2)]"
                    )
                },
                "channels24": {
                    "[(1, 1, 2, 4, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 4, 1, 2), (2, 24, 9, 13, 4, 5), (3, 24, 7, 10, 4, 2)]"
                    )
                },
                "channels32": {
                    "[(1, 1, 2, 4, 1, 2), (2, 6, 9, 13, 4, 5), (3, 6, 7, 10, 4, 2)]": (
                        "[(1, 1, 2, 4, 1, 2), (2, 32, 9, 13, 4, 5), (3, 32, 7, 10, 4, 2)]"
                    )
                },
            },
            {
                "double": {"multiplier = 1": "multiplier = 2"},
                "triple": {"multiplier = 1": "multiplier = 3"},
                "times": ({"multiplier = 1": "multiplier = {0}"}, "4 6 8"),
            },
            {
                "stride2": {"stride=1": "stride=2", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2"},
                "stride3": {"stride=1": "stride=3", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 3, 3"},
                "stride": (
                    {
                        "stride=1": "stride=({0}, {1})",
                        "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}",
                    },
                    "21 12 31 13 32 23",
                ),
            },
            {
                "padding1": {
                    ", padding=0": ", padding=1",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1",
                },
                "padding2": {
                    ", padding=0": ", padding=2",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2",
                },
                "padding3": {
                    ", padding=0": ", padding=3",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 3, 3",
                },
                "padding": (
                    {
                        ", padding=0": ", padding=({0}, {1})",
                        "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}",
                    },
                    "10 01 12 21 20 02 13 31",
                ),
            },
            {
                "dilation2": {
                    "dilation=1": "dilation=2",
                    "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2",
                },
                "dilation": (
                    {
                        "dilation=1": "dilation=({0}, {1})",
                        "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}",
                    },
                    "21 12 13 23",
                ),
            },
        ],
    },
    "conv2d_joins": {
        "FAMILY": {
            "conv2d_channel_full": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_full_channel": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_full_full": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_channel_one": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv2d_one_channel": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(1)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
            "conv2d_bias_row_bias_row": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(1, O, 1, 1)",
                "z = torch.randn(O, 1, 1)": "z = torch.randn(1, O, 1, 1)",
            },
            "conv2d_bias_row_full": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(1, O, 1, 1)",
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_scalar_channel": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
            "conv2d_channel_scalar": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv2d_scalar_scalar": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv2d_full_scalar": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv2d_sample_full": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, 1, 1)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
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
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
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
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
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
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
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
                "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
                "same3": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 3, 4, 1, 3, 3), (2, 9, 7, 11, 5, 3, 3)]"
                    ),
                    ", padding=0": ", padding=1",
                    "    padding = 0": "    padding = 1",
                },
                "same5": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 4, 3, 1, 5, 5), (2, 3, 7, 11, 9, 5, 5)]"
                    ),
                    ", padding=0": ", padding=2",
                    "    padding = 0": "    padding = 2",
                },
                "pointwise": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 11, 5, 1, 1)]"
                    )
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "conv2d_pixel_shuffle": {
        "FAMILY": {
            "conv2d_pixel_shuffle_no_bias": {
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "F.conv2d(x, w, b": "F.conv2d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
                "b = torch.randn(O * factor ** 2)": "",
            }
        },
        "AXES": [
            {"factor3": {"factor = 2": "factor = 3"}, "factor4": {"factor = 2": "factor = 4"}},
            {"stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"}},
            {
                "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "conv2d_pointwise": {
        "FAMILY": {
            "conv2d_pointwise_no_bias": {
                "/ C ** 0.5, torch.randn(O)": "/ C ** 0.5",
                "(x, w, b)": "(x, w)",
                "F.conv2d(x, w, b": "F.conv2d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "vector": {
                    "[(1, 1, 1, 1, 1), (2, 5, 3, 7, 4), (2, 40, 6, 12, 33)]": (
                        "[(1, 1, 1, 1, 1), (2, 5, 1, 1, 4), (3, 40, 1, 1, 33)]"
                    )
                }
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "conv2d_prologue": {
        "FAMILY": {
            "conv2d_prologue_no_bias": {
                ", b": "",
                ", b_ptr": "",
                "b = torch.randn(groups * O)": "",
                "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
            }
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "H", "W"),
                ("n[None, :]", "c[:, None]", "row", "column"),
                (),
                (0,),
                "n[None, :] < N",
                (1,),
                "c[:, None] < C",
                {
                    "O, 1, 1": "tl.load(z_ptr + channels, mask=o_mask, other=0.0)[:, None]",
                    "N, O, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
            {
                "stride2": {"stride=1": "stride=2", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2"},
                "stride3": {"stride=1": "stride=3", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 3, 3"},
                "stride": (
                    {
                        "stride=1": "stride=({0}, {1})",
                        "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}",
                    },
                    "21 12 31 13 32 23",
                ),
            },
            {
                "padding1": {
                    "padding=0": "padding=1",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1",
                },
                "padding2": {
                    "padding=0": "padding=2",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2",
                },
                "padding3": {
                    "padding=0": "padding=3",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 3, 3",
                },
                "padding": (
                    {
                        "padding=0": "padding=({0}, {1})",
                        "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}",
                    },
                    "10 01 12 21 20 02 13 31 30 03 23 32",
                ),
                "pointwise": {
                    "[(1, 2, 7, 9, 5, 3, 1), (2, 5, 10, 11, 7, 4, 3), (3, 9, 6, 7, 5, 1, 3)]": (
                        "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 8, 5, 1, 1)]"
                    )
                },
            },
            {
                "dilation2": {
                    "dilation=1": "dilation=2",
                    "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2",
                },
                "dilation3": {
                    "dilation=1": "dilation=3",
                    "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 3, 3",
                },
                "dilation": (
                    {
                        "dilation=1": "dilation=({0}, {1})",
                        "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}",
                    },
                    "21 12 31 13 32 23",
                ),
            },
            {
                "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
                "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
                "groups8": {"groups=1": "groups=8", "groups = 1": "groups = 8"},
                "groups16": {"groups=1": "groups=16", "groups = 1": "groups = 16"},
            },
        ],
    },
    "conv2d_reuse": {
        "FAMILY": {
            "conv2d_reuse_no_bias": {
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
}
