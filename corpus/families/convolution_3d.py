"""Tables of the families of convolutions of volumes."""

from corpus.families.shared_axes import (
    HALVED_DOUBLED_SHIFTED,
    MUL_SUB_ADD_AFTER,
    PADDING1_PADDING2_SAME3,
    STRIDES_OF_CONV1D_BIAS_ACT,
    SUB_MUL_MAX,
)
from corpus.families.shared_windows import (
    DILATIONS_OF_CONV3D_DEPTHWISE,
    DOUBLE_TRIPLE_TIMES,
    OF_ONE_TO_ONE_ONE_TO_ONE,
    PADDINGS_OF_CONV3D_SELF,
)

CHANNELS_OF_CONV3D_DEPTHWISE = {
    "channels9": {"[(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]":
                      "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 9, 7, 5, 9, 4, 3, 2)]"},
    "channels16": {"[(1, 1, 2, 3, 4, 1, 2, 1), (2, 6, 7, 5, 9, 4, 3, 2)]":
                       "[(1, 1, 2, 3, 4, 1, 2, 1), (2, 16, 7, 5, 9, 4, 3, 2)]"}}

DILATIONS_OF_CONV3D = {"dilation2": {"dilation=1": "dilation=2",
                                     "dilation_d, dilation_h, dilation_w = 1, 1, 1":
                                         "dilation_d, dilation_h, dilation_w = 2, 2, 2"},
                       "dilation": ({"dilation=1": "dilation=({0}, {1}, {2})",
                                     "dilation_d, dilation_h, dilation_w = 1, 1, 1":
                                         "dilation_d, dilation_h, dilation_w = {0}, {1}, {2}"},
                                    "122 211 121 112 213 123 312 221 212")}

GROUPS_OF_CONV3D = {"groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                    "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
                    "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"}}

PADDING1_PADDING2_PADDING = {
    "padding1": {", padding=0": ", padding=1",
                 "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1"},
    "padding2": {", padding=0": ", padding=2",
                 "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 2, 2, 2"},
    "padding": (
        {", padding=0": ", padding=({0}, {1}, {2})",
         "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = {0}, {1}, {2}"},
        "011 100 110 001 120 012 021 210 102 201 123 211 112 312"),
    "pointwise": {"[(1, 2, 7, 5, 3, 5, 3, 1, 1), (2, 5, 8, 3, 7, 7, 3, 2, 3), (1, 4, 5, 7, 9, 6, 1, 3, 3)]":
                      "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 5, 6, 7, 4, 1, 1, 1)]"}}

PADDING1_PADDING2_POINTWISE_OF_CONV3D_BIAS_ACT = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "pointwise": {"[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]":
                      "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 7, 8, 5, 1, 1, 1)]"}}

PADDINGS_OF_CONV3D_DEPTHWISE = {
    "padding1": {", padding=0": ", padding=1",
                 "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1"},
    "padding2": {", padding=0": ", padding=2",
                 "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 2, 2, 2"},
    "padding3": {", padding=0": ", padding=3",
                 "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 3, 3, 3"},
    "padding": (
        {", padding=0": ", padding=({0}, {1}, {2})",
         "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = {0}, {1}, {2}"},
        "011 100 110 001 101 010 012 120")}

STRIDES_OF_CONV3D = {
    "stride2": {"stride=1": "stride=2",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2"},
    "stride3": {"stride=1": "stride=3",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3"},
    "stride": ({"stride=1": "stride=({0}, {1}, {2})",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}"},
               "122 211 213 121 112 221 212 312 123 231 321 132")}

STRIDES_OF_CONV3D_BINARY = {
    "stride2": {"stride=1": "stride=2",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2"},
    "stride3": {"stride=1": "stride=3",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3"},
    "stride": ({"stride=1": "stride=({0}, {1}, {2})",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}"},
               "122 211 213 121 112 221 212 312 123")}

FAMILIES = {
    "conv3d": {"FAMILY": {"conv3d_no_bias": {
                   "b = torch.randn(groups * O)": "", "(x, w, b)": "(x, w)", "return x, w, b": "return x, w",
                   "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
                   "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
                   "[grid](x, w, b": "[grid](x, w"}},
               "AXES": [STRIDES_OF_CONV3D, PADDING1_PADDING2_PADDING, DILATIONS_OF_CONV3D, GROUPS_OF_CONV3D,
                        ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                        ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
                        OF_ONE_TO_ONE_ONE_TO_ONE]},
    "conv3d_any_joins": {
        "FAMILY": {  # what z is
            "channel": {"torch.randn(N, groups * O, OD, OH, OW)": "torch.randn(groups * O, 1, 1, 1)",
                        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                            "z = tl.load(z_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]"},
            "sample": {"torch.randn(N, groups * O, OD, OH, OW)": "torch.randn(N, groups * O, 1, 1, 1)",
                       "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                           "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                           "other=0.0).to(tl.float32)"},
            "number": {"torch.randn(N, groups * O, OD, OH, OW)": "torch.randn(())",
                       "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                           "z = tl.load(z_ptr).to(tl.float32)"}},
        "AXES": [{"no_bias": {
                      "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(x, w, z)",
                      "return x, w, b, z": "return x, w, z", "F.conv3d(x, w, b": "F.conv3d(x, w",
                      "b_ptr, ": "", "[grid](x, w, b": "[grid](x, w",
                      "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""},
                  "after_x": {"(x, w, b, z)": "(x, z, w, b)", "return x, w, b, z": "return x, z, w, b"},
                  "after_x_no_bias": {
                      "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(x, z, w)",
                      "return x, w, b, z": "return x, z, w", "F.conv3d(x, w, b": "F.conv3d(x, w",
                      "b_ptr, ": "", "[grid](x, w, b": "[grid](x, w",
                      "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""},
                  "first": {"(x, w, b, z)": "(z, x, w, b)", "return x, w, b, z": "return z, x, w, b"},
                  "first_no_bias": {
                      "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(z, x, w)",
                      "return x, w, b, z": "return z, x, w", "F.conv3d(x, w, b": "F.conv3d(x, w",
                      "b_ptr, ": "", "[grid](x, w, b": "[grid](x, w",
                      "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""}},
                 STRIDES_OF_CONV3D, PADDING1_PADDING2_PADDING, DILATIONS_OF_CONV3D, GROUPS_OF_CONV3D,
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
                 ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
                 OF_ONE_TO_ONE_ONE_TO_ONE]},
    "conv3d_bias_act": {
        "FAMILY": {"conv3d_bias_act_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "b = torch.randn(O)": "",
            "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [STRIDES_OF_CONV1D_BIAS_ACT, PADDING1_PADDING2_POINTWISE_OF_CONV3D_BIAS_ACT,
                 ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
                 ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "conv3d_binary": {
        "FAMILY": {
            "conv3d_bias_row_binary": {"z = torch.randn(O, 1, 1, 1)": "z = torch.randn(1, O, 1, 1, 1)"},
            "conv3d_full_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv3d_sample_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, 1, 1, 1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"},
            "conv3d_voxel_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, 1, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + voxels, mask=n < N, other=0.0).to(tl.float32)[None, :]"},
            "conv3d_one_binary": {"z = torch.randn(O, 1, 1, 1)": "z = torch.randn(1)",
                                  "z = tl.load(z_ptr + channels, mask=channels < O, "
                                  "other=0.0).to(tl.float32)[:, None]": "z = tl.load(z_ptr).to(tl.float32)"},
            "conv3d_scalar_binary": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"}},
        "AXES": [
            {"no_bias": {
                 "(x, z, w, b)": "(x, z, w)", "return x, z, w, b": "return x, z, w", "b = torch.randn(O)": "",
                 "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
             "weights_first_no_bias": {
                 "(x, z, w, b)": "(x, w, z)", "return x, z, w, b": "return x, w, z", "b = torch.randn(O)": "",
                 "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
             "residual_first_no_bias": {
                 "(x, z, w, b)": "(z, x, w)", "return x, z, w, b": "return z, x, w", "b = torch.randn(O)": "",
                 "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"}},
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDES_OF_CONV3D_BINARY,
            {"padding1": {
                 ", padding=0": ", padding=1",
                 "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1"},
             "padding2": {
                 ", padding=0": ", padding=2",
                 "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 2, 2, 2"},
             "padding": ({", padding=0": ", padding=({0}, {1}, {2})",
                          "padding_d, padding_h, padding_w = 0, 0, 0":
                              "padding_d, padding_h, padding_w = {0}, {1}, {2}"},
                         "011 100 110 001 101 010 012 120"),
             "same3": {
                 "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]":
                     "[(1, 1, 2, 3, 4, 1, 3, 3, 3), (2, 4, 6, 7, 8, 5, 3, 3, 3)]",
                 ", padding=0": ", padding=1",
                 "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1"},
             "pointwise": {"[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, "
                           "3, 2, 2)]": "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 7, 8, 5, 1, 1, 1)]"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv3d_depthwise": {
        "FAMILY": {"conv3d_depthwise_no_bias": {
            "b = torch.randn(multiplier * C)": "", "return x, w, b": "return x, w", "(x, w, b)": "(x, w)",
            "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [CHANNELS_OF_CONV3D_DEPTHWISE, DOUBLE_TRIPLE_TIMES, STRIDES_OF_CONV3D_BINARY,
                 PADDINGS_OF_CONV3D_DEPTHWISE, DILATIONS_OF_CONV3D_DEPTHWISE,
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]},
    "conv3d_depthwise_prologue": {
        "FAMILY": {"conv3d_depthwise_prologue_no_bias": {
            ", b": "", ", b_ptr": "", "b = torch.randn(O)": "",
            "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": ""}},
        "AXES": [("WALK",
                  ("N", "C", "D", "H", "W"),
                  ("n", "c", "depth", "row", "column"),
                  (),
                  (0, 1),
                  "mask",
                  (),
                  "",
                  {"O, 1, 1, 1": "tl.load(z_ptr + channel, mask=mask, other=0.0)",
                   "N, O, OD, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                   "1": "tl.load(z_ptr)", "()": "tl.load(z_ptr)"}),
                 CHANNELS_OF_CONV3D_DEPTHWISE, DOUBLE_TRIPLE_TIMES, STRIDES_OF_CONV3D_BINARY,
                 PADDINGS_OF_CONV3D_DEPTHWISE, DILATIONS_OF_CONV3D_DEPTHWISE]},
    "conv3d_joins": {
        "FAMILY": {
            "conv3d_channel_full": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv3d_full_channel": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, OD, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv3d_full_full": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, OD, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv3d_channel_one": {"z = torch.randn(O, 1, 1, 1)": "z = torch.randn(1)",
                                   "z = tl.load(z_ptr + channels, mask=channels < O, "
                                   "other=0.0).to(tl.float32)[:, None]": "z = tl.load(z_ptr).to(tl.float32)"},
            "conv3d_one_channel": {"s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1)",
                                   "s = tl.load(s_ptr + channels, mask=channels < O, "
                                   "other=0.0).to(tl.float32)[:, None]": "s = tl.load(s_ptr).to(tl.float32)"},
            "conv3d_bias_row_bias_row": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1, O, 1, 1, 1)",
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(1, O, 1, 1, 1)"},
            "conv3d_bias_row_full": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1, O, 1, 1, 1)",
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv3d_scalar_channel": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr).to(tl.float32)"},
            "conv3d_channel_scalar": {
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"},
            "conv3d_scalar_scalar": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"},
            "conv3d_full_scalar": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, OD, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"},
            "conv3d_sample_full": {
                "s = torch.randn(O, 1, 1, 1)": "s = torch.randn(N, O, 1, 1, 1)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)",
                "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, O, OD, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"}},
        "AXES": [
            {"no_bias": {
                 "(x, s, z, w, b)": "(x, s, z, w)", "return x, s, z, w, b": "return x, s, z, w",
                 "b = torch.randn(O)": "", "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "weights_first": {
                 "(x, s, z, w, b)": "(x, w, b, s, z)", "return x, s, z, w, b": "return x, w, b, s, z"},
             "weights_first_no_bias": {
                 "(x, s, z, w, b)": "(x, w, s, z)", "return x, s, z, w, b": "return x, w, s, z",
                 "b = torch.randn(O)": "", "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "residual_first": {
                 "(x, s, z, w, b)": "(z, x, s, w, b)", "return x, s, z, w, b": "return z, x, s, w, b"},
             "residual_first_no_bias": {
                 "(x, s, z, w, b)": "(z, x, s, w)", "return x, s, z, w, b": "return z, x, s, w",
                 "b = torch.randn(O)": "", "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"}},
            SUB_MUL_MAX,
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDES_OF_CONV1D_BIAS_ACT, PADDING1_PADDING2_SAME3,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv3d_prologue": {
        "FAMILY": {"conv3d_prologue_no_bias": {
            ", b": "", ", b_ptr": "", "b = torch.randn(groups * O)": "",
            "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""}},
        "AXES": [("WALK",
                  ("N", "C", "D", "H", "W"),
                  ("n[None, :]", "c[:, None]", "depth", "row", "column"),
                  (),
                  (0,),
                  "n[None, :] < N",
                  (1,),
                  "c[:, None] < C",
                  {"O, 1, 1, 1": "tl.load(z_ptr + channels, mask=o_mask, other=0.0)[:, None]",
                   "N, O, OD, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                   "1": "tl.load(z_ptr)", "()": "tl.load(z_ptr)"}),
                 STRIDES_OF_CONV3D, PADDING1_PADDING2_PADDING, DILATIONS_OF_CONV3D, GROUPS_OF_CONV3D]},
    "conv3d_reuse": {
        "FAMILY": {"conv3d_reuse_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "b = torch.randn(O)": "",
            "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [STRIDES_OF_CONV1D_BIAS_ACT, PADDING1_PADDING2_POINTWISE_OF_CONV3D_BIAS_ACT,
                 HALVED_DOUBLED_SHIFTED,
                 ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv3d_self": {
        "FAMILY": {"conv3d_self_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "F.conv3d(x, w, b": "F.conv3d(x, w",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w", "b = torch.randn(C)": ""}},
        "AXES": [("BINARY+TAIL_XZ", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 PADDINGS_OF_CONV3D_SELF,
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]},
    "conv3d_to_two": {
        "FAMILY": {
            "conv3d_to_two_row": {"s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1, O, 1, 1, 1)"},
            "conv3d_to_two_one": {"s = torch.randn(O, 1, 1, 1)": "s = torch.randn(1)",
                                  "tl.load(s_ptr + channels, mask=channels < O, "
                                  "other=0.0).to(tl.float32)[:, None]": "tl.load(s_ptr).to(tl.float32)"},
            "conv3d_to_two_alone": {
                "s = torch.randn(O, 1, 1, 1)": "", "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)", "s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y", "[grid](x, w, b, s": "[grid](x, w, b"},
            "conv3d_to_two_alone_no_bias": {
                "s = torch.randn(O, 1, 1, 1)": "", "return x, w, b, s": "return x, w",
                "(x, w, b, s)": "(x, w)", "b_ptr, s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y", "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(O)": "", "F.conv3d(x, w, b": "F.conv3d(x, w",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": ""}},
        "AXES": [
            MUL_SUB_ADD_AFTER, STRIDES_OF_CONV1D_BIAS_ACT, PADDING1_PADDING2_POINTWISE_OF_CONV3D_BIAS_ACT,
            ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            {"y_first": {"return z, y": "return y, z"}}]},
}
