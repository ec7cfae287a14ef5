"""Tables of the families of convolutions, conv1d_prologue to conv2d_binary."""

FAMILIES = {
    "conv1d_prologue": {
        "FAMILY": {
            "conv1d_prologue_no_bias": {
                ", b": "",
                ", b_ptr": "",
                "b = torch.randn(groups * O)": "",
                "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
            }
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "L"),
                ("n[None, :]", "c[:, None]", "place"),
                (),
                (0,),
                "n[None, :] < N",
                (1,),
                "c[:, None] < C",
                {
                    "O, 1": "tl.load(z_ptr + channels, mask=o_mask, other=0.0)[:, None]",
                    "N, O, OL": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
            {
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
                "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"},
            },
            {
                "padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
                "padding2": {"padding=0": "padding=2", "padding = 0": "padding = 2"},
                "pointwise": {
                    "[(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]": (
                        "[(1, 1, 3, 1, 1), (2, 3, 20, 5, 1)]"
                    )
                },
                "padding3": {"padding=0": "padding=3", "padding = 0": "padding = 3"},
            },
            {
                "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                "dilation3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"},
                "dilation4": {"dilation=1": "dilation=4", "dilation = 1": "dilation = 4"},
            },
            {
                "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
                "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
                "groups8": {"groups=1": "groups=8", "groups = 1": "groups = 8"},
            },
        ],
    },
    "conv1d_reuse": {
        "FAMILY": {
            "conv1d_reuse_no_bias": {
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "b = torch.randn(O)": "",
                "F.conv1d(x, w, b": "F.conv1d(x, w",
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
                    "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (2, 35, 33, 4, 3)]": (
                        "[(1, 1, 5, 1, 1), (2, 3, 11, 5, 1)]"
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
    "conv1d_self": {
        "FAMILY": {
            "conv1d_self_no_bias": {
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "b = torch.randn(C)": "",
                "F.conv1d(x, w, b": "F.conv1d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=channels < C, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            ("TAIL_XZ+BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("KEEPS_ZERO", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            {  # twice the padding is the dilation times the taps but one
                "dilated": (
                    {
                        "padding=1, dilation=1": "padding={0}, dilation={0}",
                        "padding, dilation = 1, 1": "padding, dilation = {0}, {0}",
                    },
                    "2 3 4 5 9",
                ),
                "pointwise": {
                    "[(1, 1, 5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]": (
                        "[(1, 1, 5, 1), (2, 7, 12, 1), (2, 35, 33, 1)]"
                    ),
                    "padding=1": "padding=0",
                    "padding, dilation = 1, 1": "padding, dilation = 0, 1",
                },
                "five_taps": (
                    {
                        "[(1, 1, 5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]": (
                            "[(1, 1, 3, 5), (2, 7, 12, 5), (2, 35, 33, 5)]"
                        ),
                        "padding=1, dilation=1": "padding={1}, dilation={0}",
                        "padding, dilation = 1, 1": "padding, dilation = {1}, {0}",
                    },
                    "12 24 36",
                ),
                "seven_taps": (
                    {
                        "[(1, 1, 5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]": (
                            "[(1, 1, 3, 7), (2, 9, 12, 7), (2, 35, 33, 7)]"
                        ),
                        "padding=1, dilation=1": "padding={1}, dilation={0}",
                        "padding, dilation = 1, 1": "padding, dilation = {1}, {0}",
                    },
                    "13 26 39",
                ),
            },
        ],
    },
    "conv1d_to_two": {
        "FAMILY": {
            "conv1d_to_two_row": {"s = torch.randn(O, 1)": "s = torch.randn(1, O, 1)"},
            "conv1d_to_two_one": {
                "s = torch.randn(O, 1)": "s = torch.randn(1)",
                "tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "tl.load(s_ptr).to(tl.float32)",
            },
            "conv1d_to_two_alone": {
                "s = torch.randn(O, 1)": "",
                "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)",
                "s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w, b",
            },
            "conv1d_to_two_alone_no_bias": {
                "s = torch.randn(O, 1)": "",
                "return x, w, b, s": "return x, w",
                "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(O)": "",
                "F.conv1d(x, w, b": "F.conv1d(x, w",
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
                    "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (2, 35, 33, 4, 3)]": (
                        "[(1, 1, 5, 1, 1), (2, 3, 11, 5, 1)]"
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
    "conv2d": {
        "FAMILY": {
            "conv2d_no_bias": {
                "** 0.5,\n            torch.randn(groups * O))": "** 0.5)",
                "(x, w, b)": "(x, w)",
                "F.conv2d(x, w, b": "F.conv2d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
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
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            {  # a single channel, of each group, that comes in or goes out
                "of_one": {"return (torch.randn(N, groups * C": "C = 1\nreturn (torch.randn(N, groups * C"},
                "to_one": {"return (torch.randn(N, groups * C": "O = 1\nreturn (torch.randn(N, groups * C"},
                "one_to_one": {
                    "return (torch.randn(N, groups * C": "C = O = 1\nreturn (torch.randn(N, groups * C"
                },
            },
        ],
    },
    "conv2d_affine": {
        "FAMILY": {
            "conv2d_shift_scale": {
                "y = y * scale[None, :, None, None] + shift[None, :, None, None]": (
                    "y = (y + shift[None, :, None, None]) * scale[None, :, None, None]"
                ),
                "y = y * scale[:, None] + shift[:, None]": "y = (y + shift[:, None]) * scale[:, None]",
            },
            "conv2d_centre_scale": {
                "y = y * scale[None, :, None, None] + shift[None, :, None, None]": (
                    "y = (y - shift[None, :, None, None]) * scale[None, :, None, None]"
                ),
                "y = y * scale[:, None] + shift[:, None]": "y = (y - shift[:, None]) * scale[:, None]",
            },
        },
        "AXES": [
            {"padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "conv2d_any_joins": {
        "FAMILY": {  # what z is
            "channel": {
                "torch.randn(N, groups * O, OH, OW)": "torch.randn(groups * O, 1, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]"
                ),
            },
            "sample": {
                "torch.randn(N, groups * O, OH, OW)": "torch.randn(N, groups * O, 1, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "number": {
                "torch.randn(N, groups * O, OH, OW)": "torch.randn(())",
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
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
                    "b_ptr, ": "",
                    "[grid](x, w, b": "[grid](x, w",
                    "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                },
                "after_x": {"(x, w, b, z)": "(x, z, w, b)", "return x, w, b, z": "return x, z, w, b"},
                "after_x_no_bias": {
                    "b = torch.randn(groups * O)": "",
                    "(x, w, b, z)": "(x, z, w)",
                    "return x, w, b, z": "return x, z, w",
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
                    "b_ptr, ": "",
                    "[grid](x, w, b": "[grid](x, w",
                    "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                },
                "first": {"(x, w, b, z)": "(z, x, w, b)", "return x, w, b, z": "return z, x, w, b"},
                "first_no_bias": {
                    "b = torch.randn(groups * O)": "",
                    "(x, w, b, z)": "(z, x, w)",
                    "return x, w, b, z": "return z, x, w",
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
                    "b_ptr, ": "",
                    "[grid](x, w, b": "[grid](x, w",
                    "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                },
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
    "conv2d_bias_act": {
        "FAMILY": {
            "conv2d_bias_act_no_bias": {
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
            ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ],
    },
    "conv2d_binary": {
        "FAMILY": {
            "conv2d_bias_row_binary": {"z = torch.randn(O, 1, 1)": "z = torch.randn(1, O, 1, 1)"},
            "conv2d_full_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_sample_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, 1, 1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_pixel_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, 1, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + pixels, mask=n < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "conv2d_one_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv2d_scalar_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
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
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
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
                "same3": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 3, 4, 1, 3, 3), (2, 9, 7, 11, 5, 3, 3)]"
                    ),
                    ", padding=0": ", padding=1",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1",
                },
                "same5": {
                    "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
                        "[(1, 1, 4, 3, 1, 5, 5), (2, 3, 7, 11, 9, 5, 5)]"
                    ),
                    ", padding=0": ", padding=2",
                    "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2",
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
}
