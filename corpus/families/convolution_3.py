"""Tables of the families of convolutions, conv2d_spatial_gate to conv3d_reuse."""

from corpus.families.axes_1 import (
    CHANNELS9_CHANNELS16,
    DILATION2_DILATION,
    DILATION2_DILATION_2,
    DOUBLE_TRIPLE_TIMES,
    GROUPS2_GROUPS3_GROUPS4_3,
    HALVED_DOUBLED_SHIFTED,
)
from corpus.families.axes_2 import (
    MUL_SUB_ADD_AFTER,
    OF_ONE_TO_ONE_ONE_TO_ONE,
    PADDING1_PADDING2_PADDING,
    PADDING1_PADDING2_PADDING3_2,
)
from corpus.families.axes_3 import (
    PADDING1_PADDING2_PADDING3_6,
    PADDING1_PADDING2_POINTWISE,
    PADDING1_PADDING2_SAME3,
    STRIDE2_STRIDE3,
    STRIDE2_STRIDE3_STRIDE,
)
from corpus.families.axes_4 import STRIDE2_STRIDE3_STRIDE_2, SUB_MUL_MAX

FAMILIES = {
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
                (
                    "tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"
                ): "tl.load(s_ptr).to(tl.float32)",
            },
            "conv2d_to_two_alone": {
                "s = torch.randn(O, 1, 1)": "",
                "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)",
                "s_ptr, ": "",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w, b",
            },
            "conv2d_to_two_alone_no_bias": {
                "s = torch.randn(O, 1, 1)": "",
                "return x, w, b, s": "return x, w",
                "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(O)": "",
                "F.conv2d(x, w, b": "F.conv2d(x, w",
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
            },
        },
        "AXES": [
            MUL_SUB_ADD_AFTER,
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3_2,
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
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
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
            STRIDE2_STRIDE3_STRIDE,
            PADDING1_PADDING2_PADDING,
            DILATION2_DILATION,
            GROUPS2_GROUPS3_GROUPS4_3,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            OF_ONE_TO_ONE_ONE_TO_ONE,
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
            STRIDE2_STRIDE3_STRIDE,
            PADDING1_PADDING2_PADDING,
            DILATION2_DILATION,
            GROUPS2_GROUPS3_GROUPS4_3,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            OF_ONE_TO_ONE_ONE_TO_ONE,
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
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_POINTWISE,
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
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_sample_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, 1, 1, 1)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_voxel_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, 1, OD, OH, OW)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + voxels, mask=n < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "conv3d_one_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(1)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv3d_scalar_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
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
                    (
                        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"
                    ): "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
                "weights_first_no_bias": {
                    "(x, z, w, b)": "(x, w, z)",
                    "return x, z, w, b": "return x, w, z",
                    "b = torch.randn(O)": "",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    (
                        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"
                    ): "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
                "residual_first_no_bias": {
                    "(x, z, w, b)": "(z, x, w)",
                    "return x, z, w, b": "return z, x, w",
                    "b = torch.randn(O)": "",
                    "F.conv3d(x, w, b": "F.conv3d(x, w",
                    "b_ptr, ": "",
                    (
                        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"
                    ): "",
                    "[grid](x, w, b": "[grid](x, w",
                },
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDE2_STRIDE3_STRIDE_2,
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
                    (
                        "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, "
                        "8, 3, 2, 2)]"
                    ): ("[(1, 1, 2, 3, 4, 1, 3, 3, 3), (2, 4, 6, 7, 8, 5, 3, 3, 3)]"),
                    ", padding=0": ", padding=1",
                    "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1",
                },
                "pointwise": {
                    (
                        "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, "
                        "8, 3, 2, 2)]"
                    ): ("[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 7, 8, 5, 1, 1, 1)]")
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
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
            CHANNELS9_CHANNELS16,
            DOUBLE_TRIPLE_TIMES,
            STRIDE2_STRIDE3_STRIDE_2,
            PADDING1_PADDING2_PADDING3_6,
            DILATION2_DILATION_2,
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
            CHANNELS9_CHANNELS16,
            DOUBLE_TRIPLE_TIMES,
            STRIDE2_STRIDE3_STRIDE_2,
            PADDING1_PADDING2_PADDING3_6,
            DILATION2_DILATION_2,
        ],
    },
    "conv3d_joins": {
        "FAMILY": {
            "conv3d_channel_full": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_full_channel": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, OD, OH, OW)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_full_full": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, OD, OH, OW)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_channel_one": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(1)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv3d_one_channel": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
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
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv3d_scalar_channel": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(())",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
            "conv3d_channel_scalar": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv3d_scalar_scalar": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(())",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv3d_full_scalar": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, OD, OH, OW)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv3d_sample_full": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, 1, 1, 1)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
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
                    (
                        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"
                    ): "",
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
                    (
                        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"
                    ): "",
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
                    (
                        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"
                    ): "",
                    "[grid](x, w, b": "[grid](x, w",
                },
            },
            SUB_MUL_MAX,
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_SAME3,
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
            STRIDE2_STRIDE3_STRIDE,
            PADDING1_PADDING2_PADDING,
            DILATION2_DILATION,
            GROUPS2_GROUPS3_GROUPS4_3,
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
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_POINTWISE,
            HALVED_DOUBLED_SHIFTED,
            ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
}
