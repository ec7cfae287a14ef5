"""Tables of the families of convolutions, conv2d_any_joins to conv2d_shared_filter."""

from corpus.families.axes_1 import (
    DILATION2_DILATION3_DILATION,
    DILATION2_DILATION_3,
    DOUBLE_TRIPLE_TIMES,
    GROUPS2_GROUPS3_GROUPS4,
    HALVED_DOUBLED_SHIFTED,
)
from corpus.families.axes_2 import (
    NO_BIAS_WEIGHTS_FIRST_WEIGHTS_FIRST_NO_BIAS,
    OF_ONE_TO_ONE_ONE_TO_ONE,
    PADDING1_PADDING2,
    PADDING1_PADDING2_PADDING3_2,
)
from corpus.families.axes_3 import (
    PADDING1_PADDING2_PADDING3_4,
    PADDING1_PADDING2_PADDING3_7,
    PADDING1_PADDING2_PADDING3_8,
    STRIDE2_STRIDE3,
)
from corpus.families.axes_4 import STRIDE2_STRIDE3_STRIDE_4, SUB_MUL_MAX

FAMILIES = {
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
            STRIDE2_STRIDE3_STRIDE_4,
            PADDING1_PADDING2_PADDING3_8,
            DILATION2_DILATION3_DILATION,
            GROUPS2_GROUPS3_GROUPS4,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            OF_ONE_TO_ONE_ONE_TO_ONE,
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
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3_2,
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
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_sample_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, 1, 1)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_pixel_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, 1, OH, OW)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + pixels, mask=n < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "conv2d_one_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(1)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv2d_scalar_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
        },
        "AXES": [
            NO_BIAS_WEIGHTS_FIRST_WEIGHTS_FIRST_NO_BIAS,
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDE2_STRIDE3_STRIDE_4,
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
    "conv2d_cat": {
        "AXES": [
            NO_BIAS_WEIGHTS_FIRST_WEIGHTS_FIRST_NO_BIAS,
            {
                "behind": {
                    "torch.cat((z, y), dim=1)": "torch.cat((y, z), dim=1)",
                    "first, start = P + O, P, 0": "first, start = P + O, 0, O",
                }
            },
            {"stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"}},
            PADDING1_PADDING2_PADDING3_4,
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
            DOUBLE_TRIPLE_TIMES,
            STRIDE2_STRIDE3_STRIDE_4,
            PADDING1_PADDING2_PADDING3_7,
            DILATION2_DILATION_3,
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
            DOUBLE_TRIPLE_TIMES,
            STRIDE2_STRIDE3_STRIDE_4,
            PADDING1_PADDING2_PADDING3_7,
            DILATION2_DILATION_3,
        ],
    },
    "conv2d_joins": {
        "FAMILY": {
            "conv2d_channel_full": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_full_channel": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, OH, OW)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_full_full": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, OH, OW)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_channel_one": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(1)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv2d_one_channel": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(1)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
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
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv2d_scalar_channel": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(())",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
            "conv2d_channel_scalar": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv2d_scalar_scalar": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(())",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv2d_full_scalar": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, OH, OW)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv2d_sample_full": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, 1, 1)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
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
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
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
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
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
                    "F.conv2d(x, w, b": "F.conv2d(x, w",
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
            PADDING1_PADDING2_PADDING3_4,
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
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "[grid](x, w, b": "[grid](x, w",
                "b = torch.randn(O * factor ** 2)": "",
            }
        },
        "AXES": [
            {"factor3": {"factor = 2": "factor = 3"}, "factor4": {"factor = 2": "factor = 4"}},
            {"stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"}},
            PADDING1_PADDING2,
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
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
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
            STRIDE2_STRIDE3_STRIDE_4,
            PADDING1_PADDING2_PADDING3_8,
            DILATION2_DILATION3_DILATION,
            GROUPS2_GROUPS3_GROUPS4,
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
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3_2,
            HALVED_DOUBLED_SHIFTED,
            ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "conv2d_self": {
        "FAMILY": {
            "conv2d_self_no_bias": {
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "F.conv2d(x, w, b": "F.conv2d(x, w",
                "b_ptr, ": "",
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
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
}
