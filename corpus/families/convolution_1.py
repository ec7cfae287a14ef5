"""Tables of the families of convolutions, conv1d to conv2d_affine."""

from corpus.families.axes_1 import (
    CHANNELS4_CHANNELS8_CHANNELS12,
    DILATION2_DILATION3_DILATION,
    DILATION2_DILATION3_DILATION4,
    DILATION2_DILATION4,
    DOUBLE_TRIPLE_TIMES,
    GROUPS2_GROUPS3_GROUPS4,
    GROUPS2_GROUPS3_GROUPS4_2,
    HALVED_DOUBLED_SHIFTED,
)
from corpus.families.axes_2 import (
    MUL_SUB_ADD_AFTER,
    OF_ONE_TO_ONE_ONE_TO_ONE,
    PADDING1_PADDING2_PADDING3,
    PADDING1_PADDING2_PADDING3_3,
)
from corpus.families.axes_3 import (
    PADDING1_PADDING2_PADDING3_5,
    PADDING1_PADDING2_PADDING3_8,
    PADDING1_PADDING2_POINTWISE_2,
    STRIDE2_STRIDE3,
    STRIDE2_STRIDE3_STRIDE4_2,
)
from corpus.families.axes_4 import STRIDE2_STRIDE3_STRIDE_4, SUB_MUL_MAX

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
            STRIDE2_STRIDE3_STRIDE4_2,
            PADDING1_PADDING2_POINTWISE_2,
            DILATION2_DILATION3_DILATION4,
            GROUPS2_GROUPS3_GROUPS4_2,
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
            STRIDE2_STRIDE3_STRIDE4_2,
            PADDING1_PADDING2_POINTWISE_2,
            DILATION2_DILATION3_DILATION4,
            GROUPS2_GROUPS3_GROUPS4_2,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            OF_ONE_TO_ONE_ONE_TO_ONE,
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
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3_3,
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
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_sample_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, 1)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_position_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, 1, OL)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + positions, mask=n < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "conv1d_one_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(1)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv1d_scalar_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(())",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
                    "b_ptr, ": "",
                    (
                        "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"
                    ): "",
                    "[grid](x, w, b": "[grid](x, w",
                },
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3_5,
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
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
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
            CHANNELS4_CHANNELS8_CHANNELS12,
            DOUBLE_TRIPLE_TIMES,
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3,
            DILATION2_DILATION4,
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
            CHANNELS4_CHANNELS8_CHANNELS12,
            DOUBLE_TRIPLE_TIMES,
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3,
            DILATION2_DILATION4,
        ],
    },
    "conv1d_joins": {
        "FAMILY": {
            "conv1d_channel_full": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_full_channel": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_full_full": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_channel_one": {
                "z = torch.randn(O, 1)": "z = torch.randn(1)",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv1d_one_channel": {
                "s = torch.randn(O, 1)": "s = torch.randn(1)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
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
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "conv1d_scalar_channel": {
                "s = torch.randn(O, 1)": "s = torch.randn(())",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
            "conv1d_channel_scalar": {
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv1d_scalar_scalar": {
                "s = torch.randn(O, 1)": "s = torch.randn(())",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv1d_full_scalar": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                ("z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "conv1d_sample_full": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, 1)",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): (
                    "s = tl.load(s_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
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
                    "F.conv1d(x, w, b": "F.conv1d(x, w",
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
            PADDING1_PADDING2_PADDING3_5,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
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
            STRIDE2_STRIDE3_STRIDE4_2,
            PADDING1_PADDING2_POINTWISE_2,
            DILATION2_DILATION3_DILATION4,
            GROUPS2_GROUPS3_GROUPS4_2,
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
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3_3,
            HALVED_DOUBLED_SHIFTED,
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
                ("y += tl.load(b_ptr + channels, mask=channels < C, other=0.0).to(tl.float32)[:, None]"): "",
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
                (
                    "tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"
                ): "tl.load(s_ptr).to(tl.float32)",
            },
            "conv1d_to_two_alone": {
                "s = torch.randn(O, 1)": "",
                "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)",
                "s_ptr, ": "",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w, b",
            },
            "conv1d_to_two_alone_no_bias": {
                "s = torch.randn(O, 1)": "",
                "return x, w, b, s": "return x, w",
                "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                ("s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(O)": "",
                "F.conv1d(x, w, b": "F.conv1d(x, w",
                ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
            },
        },
        "AXES": [
            MUL_SUB_ADD_AFTER,
            STRIDE2_STRIDE3,
            PADDING1_PADDING2_PADDING3_3,
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
            STRIDE2_STRIDE3_STRIDE_4,
            PADDING1_PADDING2_PADDING3_8,
            DILATION2_DILATION3_DILATION,
            GROUPS2_GROUPS3_GROUPS4,
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
}
