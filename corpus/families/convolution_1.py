"""Tables of the families of convolutions, conv1d to conv1d_joins."""

FAMILIES = {
    "conv1d": {
        "FAMILY": {
            "conv1d_no_bias": {
                ", w, torch.randn(groups * O)": ", w",
                "(x, w, b)": "(x, w)",
                "F.conv1d(x, w, b": "F.conv1d(x, w",
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
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            {  # a single channel, of each group, that comes in or goes out
                "of_one": {"w = torch.randn(groups * O": "C = 1\nw = torch.randn(groups * O"},
                "to_one": {"w = torch.randn(groups * O": "O = 1\nw = torch.randn(groups * O"},
                "one_to_one": {"w = torch.randn(groups * O": "C = O = 1\nw = torch.randn(groups * O"},
            },
        ],
    },
    "conv1d_any_joins": {
        "FAMILY": {  # what z is
            "channel": {
                "torch.randn(N, groups * O, OL)": "torch.randn(groups * O, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]"
                ),
            },
            "sample": {
                "torch.randn(N, groups * O, OL)": "torch.randn(N, groups * O, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "number": {
                "torch.randn(N, groups * O, OL)": "torch.randn(())",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
                    "b_ptr, ": "",
                    "[grid](x, w, b": "[grid](x, w",
                    "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                },
                "after_x": {"(x, w, b, z)": "(x, z, w, b)", "return x, w, b, z": "return x, z, w, b"},
                "after_x_no_bias": {
                    "b = torch.randn(groups * O)": "",
                    "(x, w, b, z)": "(x, z, w)",
                    "return x, w, b, z": "return x, z, w",
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
                    "b_ptr, ": "",
                    "[grid](x, w, b": "[grid](x, w",
                    "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                },
                "first": {"(x, w, b, z)": "(z, x, w, b)", "return x, w, b, z": "return z, x, w, b"},
                "first_no_bias": {
                    "b = torch.randn(groups * O)": "",
                    "(x, w, b, z)": "(z, x, w)",
                    "return x, w, b, z": "return z, x, w",
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
                    "b_ptr, ": "",
                    "[grid](x, w, b": "[grid](x, w",
                    "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                },
            },
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
    "conv1d_bias_act": {
        "FAMILY": {
            "conv1d_bias_act_no_bias": {
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
            ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ],
    },
    "conv1d_binary": {
        "FAMILY": {
            "conv1d_bias_row_binary": {"z = torch.randn(O, 1)": "z = torch.randn(1, O, 1)"},
            "conv1d_full_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_sample_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, 1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_position_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, 1, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + positions, mask=n < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "conv1d_one_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv1d_scalar_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(())",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
                "weights_first_no_bias": {
                    "(x, z, w, b)": "(x, w, z)",
                    "return x, z, w, b": "return x, w, z",
                    "b = torch.randn(O)": "",
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
                "residual_first_no_bias": {
                    "(x, z, w, b)": "(z, x, w)",
                    "return x, z, w, b": "return z, x, w",
                    "b = torch.randn(O)": "",
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
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
                    "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": (
                        "[(1, 1, 5, 1, 3), (2, 9, 11, 5, 3)]"
                    ),
                    ", padding=0": ", padding=1",
                    "    padding = 0": "    padding = 1",
                },
                "same5": {
                    "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": (
                        "[(1, 1, 6, 1, 5), (2, 3, 11, 9, 5)]"
                    ),
                    ", padding=0": ", padding=2",
                    "    padding = 0": "    padding = 2",
                },
                "pointwise": {
                    "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": (
                        "[(1, 1, 5, 1, 1), (2, 3, 11, 5, 1)]"
                    )
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "conv1d_causal": {
        "FAMILY": {
            "conv1d_causal_no_bias": {
                "b = torch.randn(O)": "",
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "F.conv1d(x, w, b": "F.conv1d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w",
            },
            "conv1d_chomped": {  # padded at both ends, then cut at the right
                "x = F.pad(x, (padding, 0))": "",
                "y = F.conv1d(x, w, b, ": "y = F.conv1d(x, w, b, padding=padding, ",
                "y = y[:, :, :]": "y = y[:, :, :-padding]",
            },
        },
        "AXES": [
            {
                "padding1": {"padding = 2": "padding = 1"},
                "padding3": {"padding = 2": "padding = 3"},
                "padding4": {"padding = 2": "padding = 4"},
                "padding6": {"padding = 2": "padding = 6"},
            },
            {"dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "conv1d_depthwise": {
        "FAMILY": {
            "conv1d_depthwise_no_bias": {
                "b = torch.randn(multiplier * C)": "",
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "F.conv1d(x, w, b": "F.conv1d(x, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "channels4": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 4, 20, 3), (3, 4, 33, 5)]"
                    )
                },
                "channels8": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 8, 20, 4), (3, 8, 33, 5)]"
                    )
                },
                "channels12": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 12, 20, 4), (3, 12, 33, 5)]"
                    )
                },
                "channels16": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 16, 20, 4), (3, 16, 33, 5)]"
                    )
                },
                "channels24": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 24, 20, 4), (3, 24, 33, 5)]"
                    )
                },
                "channels32": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 32, 20, 4), (3, 32, 33, 5)]"
                    )
                },
            },
            {
                "double": {"multiplier = 1": "multiplier = 2"},
                "triple": {"multiplier = 1": "multiplier = 3"},
                "times": ({"multiplier = 1": "multiplier = {0}"}, "4 6 8"),
            },
            {
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
            },
            {
                "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
                "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
                "padding4": {", padding=0": ", padding=4", "    padding = 0": "    padding = 4"},
            },
            {
                "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                "dilation4": {"dilation=1": "dilation=4", "dilation = 1": "dilation = 4"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
        ],
    },
    "conv1d_depthwise_prologue": {
        "FAMILY": {
            "conv1d_depthwise_prologue_no_bias": {
                ", b": "",
                ", b_ptr": "",
                "b = torch.randn(O)": "",
                "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            }
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "L"),
                ("n", "c", "position"),
                (),
                (0, 1),
                "mask",
                (),
                "",
                {
                    "O, 1": "tl.load(z_ptr + channel, mask=mask, other=0.0)",
                    "N, O, OL": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
            {
                "channels4": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 4, 20, 3), (3, 4, 33, 5)]"
                    )
                },
                "channels8": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 8, 20, 4), (3, 8, 33, 5)]"
                    )
                },
                "channels12": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 12, 20, 4), (3, 12, 33, 5)]"
                    )
                },
                "channels16": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 16, 20, 4), (3, 16, 33, 5)]"
                    )
                },
                "channels24": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 24, 20, 4), (3, 24, 33, 5)]"
                    )
                },
                "channels32": {
                    "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": (
                        "[(1, 1, 3, 1), (2, 32, 20, 4), (3, 32, 33, 5)]"
                    )
                },
            },
            {
                "double": {"multiplier = 1": "multiplier = 2"},
                "triple": {"multiplier = 1": "multiplier = 3"},
                "times": ({"multiplier = 1": "multiplier = {0}"}, "4 6 8"),
            },
            {
                "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
            },
            {
                "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
                "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
                "padding4": {", padding=0": ", padding=4", "    padding = 0": "    padding = 4"},
            },
            {
                "dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                "dilation4": {"dilation=1": "dilation=4", "dilation = 1": "dilation = 4"},
            },
        ],
    },
    "conv1d_joins": {
        "FAMILY": {
            "conv1d_channel_full": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_full_channel": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_full_full": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_channel_one": {
                "z = torch.randn(O, 1)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv1d_one_channel": {
                "s = torch.randn(O, 1)": "s = torch.randn(1)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
            "conv1d_bias_row_bias_row": {
                "s = torch.randn(O, 1)": "s = torch.randn(1, O, 1)",
                "z = torch.randn(O, 1)": "z = torch.randn(1, O, 1)",
            },
            "conv1d_bias_row_full": {
                "s = torch.randn(O, 1)": "s = torch.randn(1, O, 1)",
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_scalar_channel": {
                "s = torch.randn(O, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
            "conv1d_channel_scalar": {
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv1d_scalar_scalar": {
                "s = torch.randn(O, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv1d_full_scalar": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv1d_sample_full": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, 1)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": (
                    "s = tl.load(s_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
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
                    "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": (
                        "[(1, 1, 5, 1, 3), (2, 9, 11, 5, 3)]"
                    ),
                    ", padding=0": ", padding=1",
                    "    padding = 0": "    padding = 1",
                },
                "same5": {
                    "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": (
                        "[(1, 1, 6, 1, 5), (2, 3, 11, 9, 5)]"
                    ),
                    ", padding=0": ", padding=2",
                    "    padding = 0": "    padding = 2",
                },
                "pointwise": {
                    "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": (
                        "[(1, 1, 5, 1, 1), (2, 3, 11, 5, 1)]"
                    )
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
}
