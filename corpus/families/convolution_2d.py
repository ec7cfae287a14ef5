"""Tables of the families of convolutions of images."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import (
    HALVED_DOUBLED_SHIFTED,
    MUL_SUB_ADD_AFTER,
    PADDINGS_OF_CONV2D_CAT,
    PADDINGS_OF_CONV2D_PIXEL_SHUFFLE,
    STRIDES_OF_CONV1D_BINARY,
    SUB_MUL_MAX,
)
from corpus.families.shared_windows import DILATIONS_OF_CONV2D_ANY_JOINS, SINGLE_CHANNELS

GROUPS_OF_CONV2D_ANY_JOINS = {"groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                              "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
                              "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
                              "groups8": {"groups=1": "groups=8", "groups = 1": "groups = 8"},
                              "groups16": {"groups=1": "groups=16", "groups = 1": "groups = 16"}}

PADDINGS_OF_CONV2D = {
    "padding1": {"padding=0": "padding=1", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1"},
    "padding2": {"padding=0": "padding=2", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2"},
    "padding3": {"padding=0": "padding=3", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 3, 3"},
    "padding": (
        {"padding=0": "padding=({0}, {1})", "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}"},
        "10 01 12 21 20 02 13 31 30 03 23 32"),
    "pointwise": {"[(1, 2, 7, 9, 5, 3, 1), (2, 5, 10, 11, 7, 4, 3), (3, 9, 6, 7, 5, 1, 3)]":
                      "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 8, 5, 1, 1)]"}}

PADDINGS_OF_CONV2D_BIAS_ACT = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
    "pointwise": {"[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (2, 35, 5, 6, 7, 2, 3)]":
                      "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 11, 5, 1, 1)]"}}

STRIDES_OF_CONV2D_ANY_JOINS = {
    "stride2": {"stride=1": "stride=2", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2"},
    "stride3": {"stride=1": "stride=3", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 3, 3"},
    "stride": (
        {"stride=1": "stride=({0}, {1})", "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}"},
        "21 12 31 13 32 23")}

FAMILIES = {
    "conv2d": Derived("conv2d_any_joins", {"x = torch.randn(": "return (torch.randn("},
        family={"conv2d_no_bias": {
            "** 0.5,\n            torch.randn(groups * O))": "** 0.5)", "(x, w, b)": "(x, w)",
            "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}}, axes=[1, 2, 3, 4, 5, 7, 8]),
    "conv2d_affine": {
        "FAMILY": {
            "conv2d_shift_scale": {
                "y = y * scale[None, :, None, None] + shift[None, :, None, None]":
                    "y = (y + shift[None, :, None, None]) * scale[None, :, None, None]",
                "y = y * scale[:, None] + shift[:, None]": "y = (y + shift[:, None]) * scale[:, None]"},
            "conv2d_centre_scale": {
                "y = y * scale[None, :, None, None] + shift[None, :, None, None]":
                    "y = (y - shift[None, :, None, None]) * scale[None, :, None, None]",
                "y = y * scale[:, None] + shift[:, None]": "y = (y - shift[:, None]) * scale[:, None]"}},
        "AXES": [{"padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "conv2d_any_joins": {
        "FAMILY": {  # what z is
            "channel": {"torch.randn(N, groups * O, OH, OW)": "torch.randn(groups * O, 1, 1)",
                        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                            "z = tl.load(z_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]"},
            "sample": {"torch.randn(N, groups * O, OH, OW)": "torch.randn(N, groups * O, 1, 1)",
                       "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                           "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                           "other=0.0).to(tl.float32)"},
            "number": {"torch.randn(N, groups * O, OH, OW)": "torch.randn(())",
                       "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                           "z = tl.load(z_ptr).to(tl.float32)"}},
        "AXES": [{"no_bias": {
                      "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(x, w, z)",
                      "return x, w, b, z": "return x, w, z", "F.conv2d(x, w, b": "F.conv2d(x, w",
                      "b_ptr, ": "", "[grid](x, w, b": "[grid](x, w",
                      "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""},
                  "after_x": {"(x, w, b, z)": "(x, z, w, b)", "return x, w, b, z": "return x, z, w, b"},
                  "after_x_no_bias": {
                      "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(x, z, w)",
                      "return x, w, b, z": "return x, z, w", "F.conv2d(x, w, b": "F.conv2d(x, w",
                      "b_ptr, ": "", "[grid](x, w, b": "[grid](x, w",
                      "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""},
                  "first": {"(x, w, b, z)": "(z, x, w, b)", "return x, w, b, z": "return z, x, w, b"},
                  "first_no_bias": {
                      "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(z, x, w)",
                      "return x, w, b, z": "return z, x, w", "F.conv2d(x, w, b": "F.conv2d(x, w",
                      "b_ptr, ": "", "[grid](x, w, b": "[grid](x, w",
                      "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""}},
                 STRIDES_OF_CONV2D_ANY_JOINS, PADDINGS_OF_CONV2D, DILATIONS_OF_CONV2D_ANY_JOINS,
                 GROUPS_OF_CONV2D_ANY_JOINS,
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
                 ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
                 SINGLE_CHANNELS]},
    "conv2d_bias_act": Derived("conv2d_reuse",
        axes=[0, 1,
              ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
              ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
              ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
              ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]),
    "conv2d_binary": Derived("conv2d_joins", {
        "stride = 1": "stride_h, stride_w = 1, 1", "stride = 2": "stride_h, stride_w = 2, 2",
        "stride = 3": "stride_h, stride_w = 3, 3", ", s": "",
        "    padding = 0": "padding_h, padding_w = 0, 0", "    padding = 1": "padding_h, padding_w = 1, 1",
        "    padding = 2": "padding_h, padding_w = 2, 2", "    padding = 3": "padding_h, padding_w = 3, 3"},
        family={
            "conv2d_bias_row_binary": {"z = torch.randn(O, 1, 1)": "z = torch.randn(1, O, 1, 1)"},
            "conv2d_full_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv2d_sample_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, 1, 1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"},
            "conv2d_pixel_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, 1, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + pixels, mask=n < N, other=0.0).to(tl.float32)[None, :]"},
            "conv2d_one_binary": {"z = torch.randn(O, 1, 1)": "z = torch.randn(1)",
                                  "z = tl.load(z_ptr + channels, mask=channels < O, "
                                  "other=0.0).to(tl.float32)[:, None]": "z = tl.load(z_ptr).to(tl.float32)"},
            "conv2d_scalar_binary": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"}},
        axes=[0, 2, STRIDES_OF_CONV2D_ANY_JOINS,
              {"padding1": ..., "padding2": ..., "padding3": ...,
               "padding": ({", padding=0": ", padding=({0}, {1})",
                            "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}"},
                           "10 01 12 21 20 02 13 31"),
               "same3": ..., "same5": ..., "pointwise": ...},
              5, 6, 7]),
    "conv2d_cat": {"AXES": [
        {"no_bias": {
             "(x, z, w, b)": "(x, z, w)", "return x, z, w, b": "return x, z, w", "b = torch.randn(O)": "",
             "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
             "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
             "[grid](x, w, b": "[grid](x, w"},
         "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
         "weights_first_no_bias": {
             "(x, z, w, b)": "(x, w, z)", "return x, z, w, b": "return x, w, z", "b = torch.randn(O)": "",
             "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
             "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
             "[grid](x, w, b": "[grid](x, w"},
         "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
         "residual_first_no_bias": {
             "(x, z, w, b)": "(z, x, w)", "return x, z, w, b": "return z, x, w", "b = torch.randn(O)": "",
             "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
             "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
             "[grid](x, w, b": "[grid](x, w"}},
        {"behind": {"torch.cat((z, y), dim=1)": "torch.cat((y, z), dim=1)",
                    "first, start = P + O, P, 0": "first, start = P + O, 0, O"}},
        {"stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"}},
        PADDINGS_OF_CONV2D_CAT,
        ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "conv2d_depthwise": Derived("conv2d_depthwise_prologue",
        {" 2, 4, 1,": " 2, 3, 1,", " 9, 13, 3,": " 9, 11, 3,", " 1, 2, 4, 1, 2)": " 1, 2, 3, 1, 2)",
         " 8, 9, 13, 4, 5)": " 8, 9, 11, 4, 5)", " 12, 9, 13, 4, 5)": " 12, 9, 11, 4, 5)",
         " 16, 9, 13, 4, 5)": " 16, 9, 11, 4, 5)", " 24, 9, 13, 4, 5)": " 24, 9, 11, 4, 5)",
         " 32, 9, 13, 4, 5)": " 32, 9, 11, 4, 5)"},
        family={"conv2d_depthwise_no_bias": {
            "b = torch.randn(multiplier * C)": "", "return x, w, b": "return x, w", "(x, w, b)": "(x, w)",
            "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            "[grid](x, w, b": "[grid](x, w"}},
        axes=[1, 2, 3, 4, 5,
              ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
              ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
              ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]),
    "conv2d_depthwise_prologue": Derived("conv1d_depthwise_prologue",
        {"stride = 1": "stride_h, stride_w = 1, 1", "stride = 2": "stride_h, stride_w = 2, 2",
         "stride = 3": "stride_h, stride_w = 3, 3", "dilation = 1": "dilation_h, dilation_w = 1, 1",
         "dilation = 2": "dilation_h, dilation_w = 2, 2", "    padding =": "padding_h, padding_w =",
         " 0": " 0, 0", "    padding = 1": "padding_h, padding_w = 1, 1",
         "    padding = 2": "padding_h, padding_w = 2, 2", "    padding = 3": "padding_h, padding_w = 3, 3",
         " 3,": " 2, 4,", "1)": "1, 2)", " 20,": " 9, 13,", "4)": "4, 5)", " 33,": " 7,", " 5)": " 10, 4, 2)",
         " 1, 3, 1), (": " 1, 2, 4, 1, 2), (", " 4, 20, 3), (": " 4, 9, 13, 3, 5), (",
         " 4, 33, 5)]": " 4, 7, 10, 3, 2)]"},
        axes=[("WALK",
               ("N", "C", "H", "W"),
               ("n", "c", "row", "column"),
               (),
               (0, 1),
               "mask",
               (),
               "",
               {"O, 1, 1": "tl.load(z_ptr + channel, mask=mask, other=0.0)",
                "N, O, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)", "1": "tl.load(z_ptr)",
                "()": "tl.load(z_ptr)"}),
              1, 2, STRIDES_OF_CONV2D_ANY_JOINS,
              {"padding1": ..., "padding2": ..., "padding3": ...,
               "padding": ({", padding=0": ", padding=({0}, {1})",
                            "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}"},
                           "10 01 12 21 20 02 13 31")},
              {"dilation2": ...,
               "dilation": ({"dilation=1": "dilation=({0}, {1})",
                             "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}"},
                            "21 12 13 23")}]),
    "conv2d_joins": {
        "FAMILY": {
            "conv2d_channel_full": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv2d_full_channel": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv2d_full_full": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv2d_channel_one": {"z = torch.randn(O, 1, 1)": "z = torch.randn(1)",
                                   "z = tl.load(z_ptr + channels, mask=channels < O, "
                                   "other=0.0).to(tl.float32)[:, None]": "z = tl.load(z_ptr).to(tl.float32)"},
            "conv2d_one_channel": {"s = torch.randn(O, 1, 1)": "s = torch.randn(1)",
                                   "s = tl.load(s_ptr + channels, mask=channels < O, "
                                   "other=0.0).to(tl.float32)[:, None]": "s = tl.load(s_ptr).to(tl.float32)"},
            "conv2d_bias_row_bias_row": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(1, O, 1, 1)",
                "z = torch.randn(O, 1, 1)": "z = torch.randn(1, O, 1, 1)"},
            "conv2d_bias_row_full": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(1, O, 1, 1)",
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv2d_scalar_channel": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr).to(tl.float32)"},
            "conv2d_channel_scalar": {
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"},
            "conv2d_scalar_scalar": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(())",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"},
            "conv2d_full_scalar": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, OH, OW)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(O, 1, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"},
            "conv2d_sample_full": {
                "s = torch.randn(O, 1, 1)": "s = torch.randn(N, O, 1, 1)",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "s = tl.load(s_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)",
                "z = torch.randn(O, 1, 1)": "z = torch.randn(N, O, OH, OW)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"}},
        "AXES": [
            {"no_bias": {
                 "(x, s, z, w, b)": "(x, s, z, w)", "return x, s, z, w, b": "return x, s, z, w",
                 "b = torch.randn(O)": "", "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "weights_first": {
                 "(x, s, z, w, b)": "(x, w, b, s, z)", "return x, s, z, w, b": "return x, w, b, s, z"},
             "weights_first_no_bias": {
                 "(x, s, z, w, b)": "(x, w, s, z)", "return x, s, z, w, b": "return x, w, s, z",
                 "b = torch.randn(O)": "", "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "residual_first": {
                 "(x, s, z, w, b)": "(z, x, s, w, b)", "return x, s, z, w, b": "return z, x, s, w, b"},
             "residual_first_no_bias": {
                 "(x, s, z, w, b)": "(z, x, s, w)", "return x, s, z, w, b": "return z, x, s, w",
                 "b = torch.randn(O)": "", "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"}},
            SUB_MUL_MAX,
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDES_OF_CONV1D_BINARY, PADDINGS_OF_CONV2D_CAT,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv2d_pixel_shuffle": Derived("conv2d_self", {"C": "O * factor ** 2"},
        axes=[{"factor3": {"factor = 2": "factor = 3"}, "factor4": {"factor = 2": "factor = 4"}},
              {"stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"}},
              PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, 2]),
    "conv2d_pointwise": {
        "FAMILY": {"conv2d_pointwise_no_bias": {
            "/ C ** 0.5, torch.randn(O)": "/ C ** 0.5", "(x, w, b)": "(x, w)",
            "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [{"vector": {"[(1, 1, 1, 1, 1), (2, 5, 3, 7, 4), (2, 40, 6, 12, 33)]":
                                 "[(1, 1, 1, 1, 1), (2, 5, 1, 1, 4), (3, 40, 1, 1, 33)]"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "conv2d_prologue": {
        "FAMILY": {"conv2d_prologue_no_bias": {
            ", b": "", ", b_ptr": "", "b = torch.randn(groups * O)": "",
            "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""}},
        "AXES": [("WALK",
                  ("N", "C", "H", "W"),
                  ("n[None, :]", "c[:, None]", "row", "column"),
                  (),
                  (0,),
                  "n[None, :] < N",
                  (1,),
                  "c[:, None] < C",
                  {"O, 1, 1": "tl.load(z_ptr + channels, mask=o_mask, other=0.0)[:, None]",
                   "N, O, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)", "1": "tl.load(z_ptr)",
                   "()": "tl.load(z_ptr)"}),
                 STRIDES_OF_CONV2D_ANY_JOINS, PADDINGS_OF_CONV2D, DILATIONS_OF_CONV2D_ANY_JOINS,
                 GROUPS_OF_CONV2D_ANY_JOINS]},
    "conv2d_reuse": {
        "FAMILY": {"conv2d_reuse_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "b = torch.randn(O)": "",
            "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [STRIDES_OF_CONV1D_BINARY, PADDINGS_OF_CONV2D_BIAS_ACT, HALVED_DOUBLED_SHIFTED,
                 ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv2d_self": {
        "FAMILY": {"conv2d_self_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "F.conv2d(x, w, b": "F.conv2d(x, w",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w", "b = torch.randn(C)": ""}},
        "AXES": [("BINARY+TAIL_XZ", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 {"padding0": {"[(1, 1, 3, 4, 3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]":
                                   "[(1, 1, 3, 4, 1), (2, 3, 7, 8, 1), (3, 9, 5, 6, 1)]",
                               "padding=1": "padding=0", "    padding = 1": "    padding = 0"},
                  "padding2": {"[(1, 1, 3, 4, 3), (2, 5, 7, 8, 3), (4, 9, 5, 6, 3)]":
                                   "[(1, 1, 3, 4, 5), (2, 3, 7, 8, 5), (4, 2, 5, 6, 5)]",
                               "padding=1": "padding=2", "    padding = 1": "    padding = 2"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]},
    "conv2d_shared_filter": {
        "FAMILY": {"conv2d_plain_filter": {  # without the two dimensions of size one
                       "torch.randn(1, 1, KH, KW)": "torch.randn(KH, KW)",
                       "w = w.expand(C, 1, -1, -1)": "w = w[None, None].expand(C, 1, -1, -1)"},
                   "conv2d_viewed_filter": {
                       "torch.randn(1, 1, KH, KW)": "torch.randn(KH, KW)",
                       "w = w.expand(C, 1, -1, -1)": "w = w.view(1, 1, *w.shape).expand(C, -1, -1, -1)"},
                   "conv2d_channel_by_channel": {  # the channels stand as images of one channel
                       "C = x.shape[1]\n    w = w.expand(C, 1, -1, -1)": "",
                       "F.conv2d(x, w, stride=1, padding=0, groups=C)":
                           "F.conv2d(x.flatten(0, 1)[:, None], w, stride=1, padding=0)",
                       "x.new_empty(N, C, OH, OW)": "x.new_empty(N * C, 1, OH, OW)"}},
        "AXES": [{"square": ({"[(1, 2, 3, 4, 1, 2), (2, 3, 9, 13, 3, 2), (2, 5, 7, 6, 2, 3)]":
                                  "[(1, 2, 3, 4, 2, 2), (2, 3, 9, 13, {0}, {0}), (2, 5, 7, 6, {0}, {0})]"},
                             "3 4 5")},
                 {"stride": ({"stride=1": "stride={0}", "    stride = 1": "    stride = {0}"}, "2 3")},
                 {"padding": ({", padding=0": ", padding={0}",
                               "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {0}"},
                              "1 2 3"),
                  "padding_by": ({", padding=0": ", padding=({0}, {1})",
                                  "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}"},
                                 "10 01 12 21 20")},
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "conv2d_spatial_gate": {
        "FAMILY": {
            "conv2d_spatial_self": {
                "s = torch.randn(N, Z, H, W)": "", "return x, s, w, b": "return x, w, b",
                "(x, s, w, b)": "(x, w, b)", "y = s": "y = x", "x_ptr, s_ptr, w_ptr": "x_ptr, w_ptr",
                "tl.load(s_ptr + offsets": "tl.load(x_ptr + offsets", "s = s.contiguous()": "",
                "empty_like(s)": "empty_like(x)",
                "[grid](x, s, w, b, y, N, C, s.shape[1], H, W": "[grid](x, w, b, y, N, C, C, H, W"},
            "conv2d_spatial_no_bias": {
                "b = torch.randn(1)": "", "return x, s, w, b": "return x, s, w", "(x, s, w, b)": "(x, s, w)",
                "F.conv2d(x, w, b": "F.conv2d(x, w", "w_ptr, b_ptr": "w_ptr",
                "z += tl.load(b_ptr).to(tl.float32)": "", "[grid](x, s, w, b, y, N": "[grid](x, s, w, y, N"}},
        "AXES": [{"pointwise": {"[(1, 1, 1, 3, 4, 3), (2, 3, 5, 7, 8, 3), (3, 4, 9, 10, 14, 3)]":
                                    "[(1, 1, 1, 3, 4, 1), (2, 3, 5, 7, 8, 1), (3, 4, 9, 10, 14, 1)]",
                                ", padding=1": "", "    padding = 1": "    padding = 0"},
                  "same5": {"[(1, 1, 1, 3, 4, 3), (2, 3, 5, 7, 8, 3), (3, 4, 9, 10, 14, 3)]":
                                "[(1, 1, 1, 3, 4, 5), (2, 3, 4, 7, 8, 5), (3, 4, 9, 10, 14, 5)]",
                            "padding=1": "padding=2", "    padding = 1": "    padding = 2"},
                  "same7": {"[(1, 1, 1, 3, 4, 3), (2, 3, 5, 7, 8, 3), (3, 4, 9, 10, 14, 3)]":
                                "[(1, 1, 1, 3, 4, 7), (3, 2, 5, 9, 8, 7), (3, 4, 9, 10, 14, 7)]",
                            "padding=1": "padding=3", "    padding = 1": "    padding = 3"}},
                 ("RAMP+REUSE+SCALAR", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)"),
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "conv2d_to_two": {
        "FAMILY": {
            "conv2d_to_two_row": {"s = torch.randn(O, 1, 1)": "s = torch.randn(1, O, 1, 1)"},
            "conv2d_to_two_one": {"s = torch.randn(O, 1, 1)": "s = torch.randn(1)",
                                  "tl.load(s_ptr + channels, mask=channels < O, "
                                  "other=0.0).to(tl.float32)[:, None]": "tl.load(s_ptr).to(tl.float32)"},
            "conv2d_to_two_alone": {
                "s = torch.randn(O, 1, 1)": "", "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)", "s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y", "[grid](x, w, b, s": "[grid](x, w, b"},
            "conv2d_to_two_alone_no_bias": {
                "s = torch.randn(O, 1, 1)": "", "return x, w, b, s": "return x, w", "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y", "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(O)": "", "F.conv2d(x, w, b": "F.conv2d(x, w",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": ""}},
        "AXES": [MUL_SUB_ADD_AFTER, STRIDES_OF_CONV1D_BINARY, PADDINGS_OF_CONV2D_BIAS_ACT,
                 ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
                 ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 {"y_first": {"return z, y": "return y, z"}}]},
    "conv2d_tokens": {
        "FAMILY": {"conv2d_tokens_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "b = torch.randn(O)": "",
            "F.conv2d(x, w, b": "F.conv2d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [{"channel_last": {"y = y.flatten(2).transpose(1, 2)": "y = y.permute(0, 2, 3, 1)",
                                   "torch.empty((N, OH * OW, O)": "torch.empty((N, OH, OW, O)"},
                  "flat": {"y = y.flatten(2).transpose(1, 2)": "y = y.flatten(2)",
                           "torch.empty((N, OH * OW, O)": "torch.empty((N, O, OH * OW)",
                           "offsets = pixels[None, :] * O + channels[:, None]":
                               "offsets = (n[None, :] * O + channels[:, "
                               "None]) * (OH * OW) + (pixels % (OH * OW))[None, :]"},
                  "flat_all": {"y = y.flatten(2).transpose(1, 2)": "y = y.flatten(1)",
                               "torch.empty((N, OH * OW, O)": "torch.empty((N, O * OH * OW)",
                               "offsets = pixels[None, :] * O + channels[:, None]":
                                   "offsets = (n[None, :] * O + channels[:, "
                                   "None]) * (OH * OW) + (pixels % (OH * OW))[None, :]"}},
                 {"patch2": {"[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]":
                                 "[(1, 1, 2, 4, 1, 2, 2), (2, 3, 4, 6, 5, 2, 2)]",
                             "stride=1": "stride=2", "stride = 1": "stride = 2"},
                  "patch4": {"[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]":
                                 "[(1, 1, 4, 8, 1, 4, 4), (2, 3, 8, 12, 5, 4, 4)]",
                             "stride=1": "stride=4", "stride = 1": "stride = 4"},
                  "patch8": {"[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]":
                                 "[(1, 1, 8, 16, 1, 8, 8), (2, 3, 16, 24, 5, 8, 8)]",
                             "stride=1": "stride=8", "stride = 1": "stride = 8"},
                  "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                  "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"}},
                 {"padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
                  "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
                  "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
}
