"""Tables of the families of convolutions of sequences."""

from corpus.families.shared_axes import (
    HALVED_DOUBLED_SHIFTED,
    MUL_SUB_ADD_AFTER,
    PADDING1_PADDING2_PADDING3_OF_CONV1D_BINARY,
    STRIDES_OF_CONV1D_BIAS_ACT,
    SUB_MUL_MAX,
)
from corpus.families.shared_windows import DOUBLE_TRIPLE_TIMES, OF_ONE_TO_ONE_ONE_TO_ONE

CHANNELS_OF_CONV1D_DEPTHWISE = {
    "channels4": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 4, 20, 3), (3, 4, 33, 5)]"},
    "channels8": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 8, 20, 4), (3, 8, 33, 5)]"},
    "channels12": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 12, 20, 4), (3, 12, 33, 5)]"},
    "channels16": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 16, 20, 4), (3, 16, 33, 5)]"},
    "channels24": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 24, 20, 4), (3, 24, 33, 5)]"},
    "channels32": {
        "[(1, 1, 3, 1), (2, 6, 20, 4), (3, 6, 33, 5)]": "[(1, 1, 3, 1), (2, 32, 20, 4), (3, 32, 33, 5)]"}}

DILATIONS_OF_CONV1D = {"dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                       "dilation3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"},
                       "dilation4": {"dilation=1": "dilation=4", "dilation = 1": "dilation = 4"}}

DILATIONS_OF_CONV1D_DEPTHWISE = {"dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                                 "dilation4": {"dilation=1": "dilation=4", "dilation = 1": "dilation = 4"}}

GROUPS_OF_CONV1D = {"groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                    "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
                    "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
                    "groups8": {"groups=1": "groups=8", "groups = 1": "groups = 8"}}

PADDING1_PADDING2_PADDING3_OF_CONV1D_BIAS_ACT = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
    "pointwise": {
        "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (2, 35, 33, 4, 3)]": "[(1, 1, 5, 1, 1), (2, 3, 11, 5, 1)]"}}

PADDING1_PADDING2_POINTWISE_OF_CONV1D = {
    "padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
    "padding2": {"padding=0": "padding=2", "padding = 0": "padding = 2"},
    "pointwise": {
        "[(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]": "[(1, 1, 3, 1, 1), (2, 3, 20, 5, 1)]"},
    "padding3": {"padding=0": "padding=3", "padding = 0": "padding = 3"}}

PADDINGS_OF_CONV1D_DEPTHWISE = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
    "padding4": {", padding=0": ", padding=4", "    padding = 0": "    padding = 4"}}

STRIDES_OF_CONV1D = {"stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                     "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
                     "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"}}

FAMILIES = {
    "conv1d": {
        "FAMILY": {"conv1d_no_bias": {
            ", w, torch.randn(groups * O)": ", w", "(x, w, b)": "(x, w)", "F.conv1d(x, w, b": "F.conv1d(x, w",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [
            STRIDES_OF_CONV1D, PADDING1_PADDING2_POINTWISE_OF_CONV1D, DILATIONS_OF_CONV1D, GROUPS_OF_CONV1D,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            {  # a single channel, of each group, that comes in or goes out
                "of_one": {"w = torch.randn(groups * O": "C = 1\nw = torch.randn(groups * O"},
                "to_one": {"w = torch.randn(groups * O": "O = 1\nw = torch.randn(groups * O"},
                "one_to_one": {"w = torch.randn(groups * O": "C = O = 1\nw = torch.randn(groups * O"}}]},
    "conv1d_any_joins": {
        "FAMILY": {  # what z is
            "channel": {"torch.randn(N, groups * O, OL)": "torch.randn(groups * O, 1)",
                        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                            "z = tl.load(z_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]"},
            "sample": {"torch.randn(N, groups * O, OL)": "torch.randn(N, groups * O, 1)",
                       "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                           "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                           "other=0.0).to(tl.float32)"},
            "number": {"torch.randn(N, groups * O, OL)": "torch.randn(())",
                       "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                           "z = tl.load(z_ptr).to(tl.float32)"}},
        "AXES": [
            {"no_bias": {
                 "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(x, w, z)",
                 "return x, w, b, z": "return x, w, z", "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
                 "[grid](x, w, b": "[grid](x, w",
                 "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""},
             "after_x": {"(x, w, b, z)": "(x, z, w, b)", "return x, w, b, z": "return x, z, w, b"},
             "after_x_no_bias": {
                 "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(x, z, w)",
                 "return x, w, b, z": "return x, z, w", "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
                 "[grid](x, w, b": "[grid](x, w",
                 "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""},
             "first": {"(x, w, b, z)": "(z, x, w, b)", "return x, w, b, z": "return z, x, w, b"},
             "first_no_bias": {
                 "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(z, x, w)",
                 "return x, w, b, z": "return z, x, w", "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
                 "[grid](x, w, b": "[grid](x, w",
                 "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""}},
            STRIDES_OF_CONV1D, PADDING1_PADDING2_POINTWISE_OF_CONV1D, DILATIONS_OF_CONV1D, GROUPS_OF_CONV1D,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            OF_ONE_TO_ONE_ONE_TO_ONE]},
    "conv1d_bias_act": {
        "FAMILY": {"conv1d_bias_act_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "b = torch.randn(O)": "",
            "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [STRIDES_OF_CONV1D_BIAS_ACT, PADDING1_PADDING2_PADDING3_OF_CONV1D_BIAS_ACT,
                 ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
                 ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "conv1d_binary": {
        "FAMILY": {
            "conv1d_bias_row_binary": {"z = torch.randn(O, 1)": "z = torch.randn(1, O, 1)"},
            "conv1d_full_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv1d_sample_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, 1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"},
            "conv1d_position_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, 1, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + positions, mask=n < N, other=0.0).to(tl.float32)[None, :]"},
            "conv1d_one_binary": {"z = torch.randn(O, 1)": "z = torch.randn(1)",
                                  "z = tl.load(z_ptr + channels, mask=channels < O, "
                                  "other=0.0).to(tl.float32)[:, None]": "z = tl.load(z_ptr).to(tl.float32)"},
            "conv1d_scalar_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"}},
        "AXES": [
            {"no_bias": {
                 "(x, z, w, b)": "(x, z, w)", "return x, z, w, b": "return x, z, w", "b = torch.randn(O)": "",
                 "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
             "weights_first_no_bias": {
                 "(x, z, w, b)": "(x, w, z)", "return x, z, w, b": "return x, w, z", "b = torch.randn(O)": "",
                 "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
             "residual_first_no_bias": {
                 "(x, z, w, b)": "(z, x, w)", "return x, z, w, b": "return z, x, w", "b = torch.randn(O)": "",
                 "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"}},
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDES_OF_CONV1D_BIAS_ACT, PADDING1_PADDING2_PADDING3_OF_CONV1D_BINARY,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv1d_causal": {
        "FAMILY": {
            "conv1d_causal_no_bias": {
                "b = torch.randn(O)": "", "return x, w, b": "return x, w", "(x, w, b)": "(x, w)",
                "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "[grid](x, w, b": "[grid](x, w"},
            "conv1d_chomped": {  # padded at both ends, then cut at the right
                "x = F.pad(x, (padding, 0))": "",
                "y = F.conv1d(x, w, b, ": "y = F.conv1d(x, w, b, padding=padding, ",
                "y = y[:, :, :]": "y = y[:, :, :-padding]"}},
        "AXES": [{"padding1": {"padding = 2": "padding = 1"},
                  "padding3": {"padding = 2": "padding = 3"},
                  "padding4": {"padding = 2": "padding = 4"},
                  "padding6": {"padding = 2": "padding = 6"}},
                 {"dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv1d_depthwise": {
        "FAMILY": {"conv1d_depthwise_no_bias": {
            "b = torch.randn(multiplier * C)": "", "return x, w, b": "return x, w", "(x, w, b)": "(x, w)",
            "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [CHANNELS_OF_CONV1D_DEPTHWISE, DOUBLE_TRIPLE_TIMES, STRIDES_OF_CONV1D_BIAS_ACT,
                 PADDINGS_OF_CONV1D_DEPTHWISE, DILATIONS_OF_CONV1D_DEPTHWISE,
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]},
    "conv1d_depthwise_prologue": {
        "FAMILY": {"conv1d_depthwise_prologue_no_bias": {
            ", b": "", ", b_ptr": "", "b = torch.randn(O)": "",
            "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": ""}},
        "AXES": [("WALK",
                  ("N", "C", "L"),
                  ("n", "c", "position"),
                  (),
                  (0, 1),
                  "mask",
                  (),
                  "",
                  {"O, 1": "tl.load(z_ptr + channel, mask=mask, other=0.0)",
                   "N, O, OL": "tl.load(z_ptr + offsets, mask=mask, other=0.0)", "1": "tl.load(z_ptr)",
                   "()": "tl.load(z_ptr)"}),
                 CHANNELS_OF_CONV1D_DEPTHWISE, DOUBLE_TRIPLE_TIMES, STRIDES_OF_CONV1D_BIAS_ACT,
                 PADDINGS_OF_CONV1D_DEPTHWISE, DILATIONS_OF_CONV1D_DEPTHWISE]},
    "conv1d_joins": {
        "FAMILY": {
            "conv1d_channel_full": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv1d_full_channel": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv1d_full_full": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv1d_channel_one": {"z = torch.randn(O, 1)": "z = torch.randn(1)",
                                   "z = tl.load(z_ptr + channels, mask=channels < O, "
                                   "other=0.0).to(tl.float32)[:, None]": "z = tl.load(z_ptr).to(tl.float32)"},
            "conv1d_one_channel": {"s = torch.randn(O, 1)": "s = torch.randn(1)",
                                   "s = tl.load(s_ptr + channels, mask=channels < O, "
                                   "other=0.0).to(tl.float32)[:, None]": "s = tl.load(s_ptr).to(tl.float32)"},
            "conv1d_bias_row_bias_row": {
                "s = torch.randn(O, 1)": "s = torch.randn(1, O, 1)",
                "z = torch.randn(O, 1)": "z = torch.randn(1, O, 1)"},
            "conv1d_bias_row_full": {
                "s = torch.randn(O, 1)": "s = torch.randn(1, O, 1)",
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv1d_scalar_channel": {
                "s = torch.randn(O, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr).to(tl.float32)"},
            "conv1d_channel_scalar": {
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"},
            "conv1d_scalar_scalar": {
                "s = torch.randn(O, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"},
            "conv1d_full_scalar": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"},
            "conv1d_sample_full": {
                "s = torch.randn(O, 1)": "s = torch.randn(N, O, 1)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)",
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"}},
        "AXES": [
            {"no_bias": {
                 "(x, s, z, w, b)": "(x, s, z, w)", "return x, s, z, w, b": "return x, s, z, w",
                 "b = torch.randn(O)": "", "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "weights_first": {
                 "(x, s, z, w, b)": "(x, w, b, s, z)", "return x, s, z, w, b": "return x, w, b, s, z"},
             "weights_first_no_bias": {
                 "(x, s, z, w, b)": "(x, w, s, z)", "return x, s, z, w, b": "return x, w, s, z",
                 "b = torch.randn(O)": "", "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "residual_first": {
                 "(x, s, z, w, b)": "(z, x, s, w, b)", "return x, s, z, w, b": "return z, x, s, w, b"},
             "residual_first_no_bias": {
                 "(x, s, z, w, b)": "(z, x, s, w)", "return x, s, z, w, b": "return z, x, s, w",
                 "b = torch.randn(O)": "", "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"}},
            SUB_MUL_MAX,
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDES_OF_CONV1D_BIAS_ACT, PADDING1_PADDING2_PADDING3_OF_CONV1D_BINARY,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv1d_prologue": {
        "FAMILY": {"conv1d_prologue_no_bias": {
            ", b": "", ", b_ptr": "", "b = torch.randn(groups * O)": "",
            "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""}},
        "AXES": [
            ("WALK",
             ("N", "C", "L"),
             ("n[None, :]", "c[:, None]", "place"),
             (),
             (0,),
             "n[None, :] < N",
             (1,),
             "c[:, None] < C",
             {"O, 1": "tl.load(z_ptr + channels, mask=o_mask, other=0.0)[:, None]",
              "N, O, OL": "tl.load(z_ptr + offsets, mask=mask, other=0.0)", "1": "tl.load(z_ptr)",
              "()": "tl.load(z_ptr)"}),
            STRIDES_OF_CONV1D, PADDING1_PADDING2_POINTWISE_OF_CONV1D, DILATIONS_OF_CONV1D, GROUPS_OF_CONV1D]},
    "conv1d_reuse": {
        "FAMILY": {"conv1d_reuse_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "b = torch.randn(O)": "",
            "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [
            STRIDES_OF_CONV1D_BIAS_ACT, PADDING1_PADDING2_PADDING3_OF_CONV1D_BIAS_ACT, HALVED_DOUBLED_SHIFTED,
            ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv1d_self": {
        "FAMILY": {"conv1d_self_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "b = torch.randn(C)": "",
            "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < C, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [("TAIL_XZ+BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 ("KEEPS_ZERO", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 {  # twice the padding is the dilation times the taps but one
                     "dilated": ({"padding=1, dilation=1": "padding={0}, dilation={0}",
                                  "padding, dilation = 1, 1": "padding, dilation = {0}, {0}"},
                                 "2 3 4 5 9"),
                     "pointwise": {
                         "[(1, 1, 5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]":
                             "[(1, 1, 5, 1), (2, 7, 12, 1), (2, 35, 33, 1)]",
                         "padding=1": "padding=0", "padding, dilation = 1, 1": "padding, dilation = 0, 1"},
                     "five_taps": ({"[(1, 1, 5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]":
                                        "[(1, 1, 3, 5), (2, 7, 12, 5), (2, 35, 33, 5)]",
                                    "padding=1, dilation=1": "padding={1}, dilation={0}",
                                    "padding, dilation = 1, 1": "padding, dilation = {1}, {0}"},
                                   "12 24 36"),
                     "seven_taps": ({"[(1, 1, 5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]":
                                         "[(1, 1, 3, 7), (2, 9, 12, 7), (2, 35, 33, 7)]",
                                     "padding=1, dilation=1": "padding={1}, dilation={0}",
                                     "padding, dilation = 1, 1": "padding, dilation = {1}, {0}"},
                                    "13 26 39")}]},
    "conv1d_to_two": {
        "FAMILY": {
            "conv1d_to_two_row": {"s = torch.randn(O, 1)": "s = torch.randn(1, O, 1)"},
            "conv1d_to_two_one": {"s = torch.randn(O, 1)": "s = torch.randn(1)",
                                  "tl.load(s_ptr + channels, mask=channels < O, "
                                  "other=0.0).to(tl.float32)[:, None]": "tl.load(s_ptr).to(tl.float32)"},
            "conv1d_to_two_alone": {
                "s = torch.randn(O, 1)": "", "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)", "s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y", "[grid](x, w, b, s": "[grid](x, w, b"},
            "conv1d_to_two_alone_no_bias": {
                "s = torch.randn(O, 1)": "", "return x, w, b, s": "return x, w", "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y", "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(O)": "", "F.conv1d(x, w, b": "F.conv1d(x, w",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": ""}},
        "AXES": [MUL_SUB_ADD_AFTER, STRIDES_OF_CONV1D_BIAS_ACT, PADDING1_PADDING2_PADDING3_OF_CONV1D_BIAS_ACT,
                 ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
                 ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 {"y_first": {"return z, y": "return y, z"}}]},
}
