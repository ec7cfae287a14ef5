"""Tables of the families of transposed convolutions of sequences."""

from corpus.families.shared_axes import (
    HALVED_DOUBLED_SHIFTED,
    MUL_SUB_ADD_AFTER,
    PADDINGS_OF_CONV2D_PIXEL_SHUFFLE,
    STRIDE2_STRIDE3_STRIDE2_MORE_OF_CONV_TRANSPOSE1D_BIAS_ACT,
    SUB_MUL_MAX,
)

DILATIONS_OF_CONV_TRANSPOSE1D = {"dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                                 "dilation3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"}}

PADDINGS_OF_CONV_TRANSPOSE1D = {"padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
                                "padding2": {"padding=0": "padding=2", "padding = 0": "padding = 2"}}

STRIDE2_STRIDE3_STRIDE4_OF_CONV_TRANSPOSE1D = {
    "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
    "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
    "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"},
    "stride2_more": {"stride=1": "stride=2", "stride = 1": "stride = 2",
                     "output_padding=0": "output_padding=1", "output_padding = 0": "output_padding = 1"},
    "stride3_more": {"stride=1": "stride=3", "stride = 1": "stride = 3",
                     "output_padding=0": "output_padding=2", "output_padding = 0": "output_padding = 2"}}

FAMILIES = {
    "conv_transpose1d": {
        "FAMILY": {"conv_transpose1d_no_bias": {
            "** 0.5,\n            torch.randn(groups * O))": "** 0.5)", "(x, w, b)": "(x, w)",
            "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [STRIDE2_STRIDE3_STRIDE4_OF_CONV_TRANSPOSE1D, PADDINGS_OF_CONV_TRANSPOSE1D,
                 DILATIONS_OF_CONV_TRANSPOSE1D,
                 {"depthwise": {"groups=1": "groups=x.shape[1]", "groups = 1": "groups = x.shape[1]",
                                "groups = 1\n"
                                "    return (torch.randn(N, groups * C, L)":
                                    "groups, C = C, 1\n"
                                    "return (torch.randn(N, groups * C, L)"},
                  "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                  "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "conv_transpose1d_any_joins": {
        "FAMILY": {  # what z is
            "channel": {"torch.randn(N, groups * O, OL)": "torch.randn(groups * O, 1)",
                        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                            "z = tl.load(z_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]"},
            "sample": {"torch.randn(N, groups * O, OL)": "torch.randn(N, groups * O, 1)",
                       "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                           "z = tl.load(z_ptr + n[None, :] * (GROUPS * O) + channels[:, None], mask=mask, "
                           "other=0.0).to(tl.float32)"},
            "number": {"torch.randn(N, groups * O, OL)": "torch.randn(())",
                       "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                           "z = tl.load(z_ptr).to(tl.float32)"}},
        "AXES": [{"no_bias": {
                      "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(x, w, z)",
                      "return x, w, b, z": "return x, w, z",
                      "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
                      "[grid](x, w, b": "[grid](x, w",
                      "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""},
                  "after_x": {"(x, w, b, z)": "(x, z, w, b)", "return x, w, b, z": "return x, z, w, b"},
                  "after_x_no_bias": {
                      "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(x, z, w)",
                      "return x, w, b, z": "return x, z, w",
                      "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
                      "[grid](x, w, b": "[grid](x, w",
                      "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""},
                  "first": {"(x, w, b, z)": "(z, x, w, b)", "return x, w, b, z": "return z, x, w, b"},
                  "first_no_bias": {
                      "b = torch.randn(groups * O)": "", "(x, w, b, z)": "(z, x, w)",
                      "return x, w, b, z": "return z, x, w",
                      "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
                      "[grid](x, w, b": "[grid](x, w",
                      "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""}},
                 STRIDE2_STRIDE3_STRIDE4_OF_CONV_TRANSPOSE1D, PADDINGS_OF_CONV_TRANSPOSE1D,
                 DILATIONS_OF_CONV_TRANSPOSE1D,
                 {"depthwise": {"groups=1": "groups=x.shape[1]", "groups = 1": "groups = x.shape[1]",
                                "groups = 1\n    x = torch.randn(N, groups * C, L)":
                                    "groups, C = C, 1\n"
                                    "x = torch.randn(N, groups * C, L)"},
                  "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                  "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("BINARY+TAIL_XZ", "y = y + z", "y = z + y")]},
    "conv_transpose1d_bias_act": {
        "FAMILY": {"conv_transpose1d_bias_act_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "b = torch.randn(O)": "",
            "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [STRIDE2_STRIDE3_STRIDE2_MORE_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE,
                 ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
                 ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional")]},
    "conv_transpose1d_binary": {
        "FAMILY": {
            "conv_transpose1d_bias_row_binary": {"z = torch.randn(O, 1)": "z = torch.randn(1, O, 1)"},
            "conv_transpose1d_full_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
            "conv_transpose1d_sample_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, O, 1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + n[None, :] * O + channels[:, None], mask=mask, "
                    "other=0.0).to(tl.float32)"},
            "conv_transpose1d_position_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(N, 1, OL)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr + n * OL + at, mask=p_mask, other=0.0).to(tl.float32)[None, :]"},
            "conv_transpose1d_one_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"},
            "conv_transpose1d_scalar_binary": {
                "z = torch.randn(O, 1)": "z = torch.randn(())",
                "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "z = tl.load(z_ptr).to(tl.float32)"}},
        "AXES": [
            {"no_bias": {
                 "(x, z, w, b)": "(x, z, w)", "return x, z, w, b": "return x, z, w", "b = torch.randn(O)": "",
                 "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
             "weights_first_no_bias": {
                 "(x, z, w, b)": "(x, w, z)", "return x, z, w, b": "return x, w, z", "b = torch.randn(O)": "",
                 "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
             "residual_first_no_bias": {
                 "(x, z, w, b)": "(z, x, w)", "return x, z, w, b": "return z, x, w", "b = torch.randn(O)": "",
                 "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"}},
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDE2_STRIDE3_STRIDE2_MORE_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv_transpose1d_joins": {
        "FAMILY": {"conv_transpose1d_channel_full": {
                       "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                       "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
                   "conv_transpose1d_full_channel": {
                       "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                       "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
                   "conv_transpose1d_full_full": {
                       "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                       "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                       "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                       "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
                   "conv_transpose1d_channel_one": {
                       "z = torch.randn(O, 1)": "z = torch.randn(1)",
                       "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "z = tl.load(z_ptr).to(tl.float32)"},
                   "conv_transpose1d_one_channel": {
                       "s = torch.randn(O, 1)": "s = torch.randn(1)",
                       "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "s = tl.load(s_ptr).to(tl.float32)"},
                   "conv_transpose1d_bias_row_bias_row": {
                       "s = torch.randn(O, 1)": "s = torch.randn(1, O, 1)",
                       "z = torch.randn(O, 1)": "z = torch.randn(1, O, 1)"},
                   "conv_transpose1d_bias_row_full": {
                       "s = torch.randn(O, 1)": "s = torch.randn(1, O, 1)",
                       "z = torch.randn(O, 1)": "z = torch.randn(N, O, OL)",
                       "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
                   "conv_transpose1d_scalar_channel": {
                       "s = torch.randn(O, 1)": "s = torch.randn(())",
                       "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "s = tl.load(s_ptr).to(tl.float32)"},
                   "conv_transpose1d_channel_scalar": {
                       "z = torch.randn(O, 1)": "z = torch.randn(())",
                       "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "z = tl.load(z_ptr).to(tl.float32)"},
                   "conv_transpose1d_scalar_scalar": {
                       "s = torch.randn(O, 1)": "s = torch.randn(())",
                       "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "s = tl.load(s_ptr).to(tl.float32)",
                       "z = torch.randn(O, 1)": "z = torch.randn(())",
                       "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "z = tl.load(z_ptr).to(tl.float32)"},
                   "conv_transpose1d_full_scalar": {
                       "s = torch.randn(O, 1)": "s = torch.randn(N, O, OL)",
                       "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                       "z = torch.randn(O, 1)": "z = torch.randn(())",
                       "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                           "z = tl.load(z_ptr).to(tl.float32)"},
                   "conv_transpose1d_sample_full": {
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
                 "b = torch.randn(O)": "", "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w",
                 "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "weights_first": {
                 "(x, s, z, w, b)": "(x, w, b, s, z)", "return x, s, z, w, b": "return x, w, b, s, z"},
             "weights_first_no_bias": {
                 "(x, s, z, w, b)": "(x, w, s, z)", "return x, s, z, w, b": "return x, w, s, z",
                 "b = torch.randn(O)": "", "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w",
                 "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"},
             "residual_first": {
                 "(x, s, z, w, b)": "(z, x, s, w, b)", "return x, s, z, w, b": "return z, x, s, w, b"},
             "residual_first_no_bias": {
                 "(x, s, z, w, b)": "(z, x, s, w)", "return x, s, z, w, b": "return z, x, s, w",
                 "b = torch.randn(O)": "", "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w",
                 "b_ptr, ": "",
                 "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                 "[grid](x, w, b": "[grid](x, w"}},
            SUB_MUL_MAX,
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            STRIDE2_STRIDE3_STRIDE2_MORE_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv_transpose1d_prologue": {
        "FAMILY": {"conv_transpose1d_prologue_no_bias": {
            ", b": "", ", b_ptr": "", "b = torch.randn(O)": "",
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
            STRIDE2_STRIDE3_STRIDE2_MORE_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE]},
    "conv_transpose1d_reuse": {
        "FAMILY": {"conv_transpose1d_reuse_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w", "b = torch.randn(O)": "",
            "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [STRIDE2_STRIDE3_STRIDE2_MORE_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE,
                 HALVED_DOUBLED_SHIFTED,
                 ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv_transpose1d_self": {
        "FAMILY": {"conv_transpose1d_self_no_bias": {
            "(x, w, b)": "(x, w)", "return x, w, b": "return x, w",
            "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w", "b = torch.randn(C)": ""}},
        "AXES": [("BINARY+TAIL_XZ", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 {"padding0": {"[(1, 1, 5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]":
                                   "[(1, 1, 5, 1), (2, 7, 12, 1), (2, 35, 33, 1)]",
                               "padding=1": "padding=0", "    padding = 1": "    padding = 0"},
                  "padding2": {"[(1, 1, 5, 3), (2, 7, 12, 3), (2, 35, 33, 3)]":
                                   "[(1, 1, 3, 5), (2, 7, 12, 5), (2, 35, 33, 5)]",
                               "padding=1": "padding=2", "    padding = 1": "    padding = 2"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional")]},
    "conv_transpose1d_to_two": {
        "FAMILY": {
            "conv_transpose1d_to_two_row": {"s = torch.randn(O, 1)": "s = torch.randn(1, O, 1)"},
            "conv_transpose1d_to_two_one": {
                "s = torch.randn(O, 1)": "s = torch.randn(1)",
                "tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                    "tl.load(s_ptr).to(tl.float32)"},
            "conv_transpose1d_to_two_alone": {
                "s = torch.randn(O, 1)": "", "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)", "s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y", "[grid](x, w, b, s": "[grid](x, w, b"},
            "conv_transpose1d_to_two_alone_no_bias": {
                "s = torch.randn(O, 1)": "", "return x, w, b, s": "return x, w", "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                "s = tl.load(s_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": "",
                "    y = y + s\n    z = y": "    z = y", "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(O)": "", "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w",
                "y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]": ""}},
        "AXES": [MUL_SUB_ADD_AFTER, STRIDE2_STRIDE3_STRIDE2_MORE_OF_CONV_TRANSPOSE1D_BIAS_ACT,
                 PADDINGS_OF_CONV2D_PIXEL_SHUFFLE,
                 ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
                 ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 {"y_first": {"return z, y": "return y, z"}}]},
}
