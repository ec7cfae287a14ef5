"""Tables of the families of convolutions of sequences."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import PADDINGS_OF_CONV1D_BINARY, STRIDES_OF_CONV1D_BINARY
from corpus.families.shared_windows import DOUBLE_TRIPLE_TIMES

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

DILATIONS_OF_CONV1D_ANY_JOINS = {"dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                                 "dilation3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"},
                                 "dilation4": {"dilation=1": "dilation=4", "dilation = 1": "dilation = 4"}}

DILATIONS_OF_CONV1D_DEPTHWISE = {"dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                                 "dilation4": {"dilation=1": "dilation=4", "dilation = 1": "dilation = 4"}}

GROUPS_OF_CONV1D_ANY_JOINS = {"groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                              "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
                              "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"},
                              "groups8": {"groups=1": "groups=8", "groups = 1": "groups = 8"}}

PADDINGS_OF_CONV1D = {"padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
                      "padding2": {"padding=0": "padding=2", "padding = 0": "padding = 2"},
                      "pointwise": {"[(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]":
                                        "[(1, 1, 3, 1, 1), (2, 3, 20, 5, 1)]"},
                      "padding3": {"padding=0": "padding=3", "padding = 0": "padding = 3"}}

PADDINGS_OF_CONV1D_DEPTHWISE = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
    "padding4": {", padding=0": ", padding=4", "    padding = 0": "    padding = 4"}}

STRIDES_OF_CONV1D_ANY_JOINS = {"stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
                               "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
                               "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"}}

FAMILIES = {
    "conv1d": Derived("conv1d_any_joins", {"x = torch.randn(N, groups * C": "w = torch.randn(groups * O"},
        family={"conv1d_no_bias": {
            ", w, torch.randn(groups * O)": ", w", "(x, w, b)": "(x, w)", "F.conv1d(x, w, b": "F.conv1d(x, w",
            "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}}, axes=[1, 2, 3, 4, 5, 7, 8]),
    "conv1d_any_joins": Derived("conv2d_any_joins", {
        "conv2d": "conv1d", "stride_h, stride_w": "stride", ", 1": "", ", 2": "", ", 3": "",
        "padding_h, padding_w ": "padding ", "0, 0": "0", "O, 1, 1)": "O, 1)",
        "dilation_h, dilation_w": "dilation", "OH, OW": "OL", "1, 1, 3, 4, 1, 1, 1)": "1, 1, 3, 1, 1)",
        "(2, 3, 7, 8, 5, 1, 1)]": "(2, 3, 20, 5, 1)]", ", 2, 7, 9, 5, 3, ": ", 1, 3, 1, ",
        ", 5, 10, 11, 7, 4, ": ", 6, 20, 5, ", ", 6, 7, ": ", 40, ", ", 1, 3)]": ", 4)]"},
        axes=[0, STRIDES_OF_CONV1D_ANY_JOINS, PADDINGS_OF_CONV1D, DILATIONS_OF_CONV1D_ANY_JOINS,
              GROUPS_OF_CONV1D_ANY_JOINS, 5, 6, 7, 8]),
    "conv1d_bias_act": Derived("conv2d_bias_act", {
        "conv2d": "conv1d", ", 3, 4, 1, ": ", 5, ", ", 7, 11,": ", 11,", " 1, 1)]": " 1)]",
        ", 10, 14, 4, 2, 3),": ", 12, 5, 2),", ", 5, 6, 7, 2, ": ", 33, 4, "}),
    "conv1d_binary": Derived("conv2d_binary", {
        "conv2d": "conv1d", "1, 1)": "1)", "stride_h, stride_w ": "stride ", "1, 1": "1",
        "stride_h, stride_w": "stride", ", 2": "", ", 3": "", "padding_h, padding_w ": "    padding ",
        "0, 0": "0", "OH, OW": "OL",
        "(1, 1, 3, 4, 1, 3, 3), (2, 9, 7, 11, 5, 3, 3)]": "(1, 1, 5, 1, 3), (2, 9, 11, 5, 3)]",
        "(1, 1, 4, 3, 1, 5, 5), (2, 3, 7, 11, 9, 5, 5)]": "(1, 1, 6, 1, 5), (2, 3, 11, 9, 5)]",
        "(1, 1, 3, 4, 1, 1, 1)": "(1, 1, 5, 1, 1)", "(2, 3, 7, 11, 5, 1, 1)]": "(2, 3, 11, 5, 1)]",
        "(2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": "(2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]"},
        family={"conv1d_bias_row_binary": ..., "conv1d_full_binary": ..., "conv1d_sample_binary": ...,
                "conv1d_position_binary": {
                    "z = torch.randn(O, 1)": "z = torch.randn(N, 1, OL)",
                    "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                        "z = tl.load(z_ptr + positions, mask=n < N, other=0.0).to(tl.float32)[None, :]"},
                "conv1d_one_binary": ..., "conv1d_scalar_binary": ...},
        axes=[0, 1, STRIDES_OF_CONV1D_BINARY, PADDINGS_OF_CONV1D_BINARY, 4, 5, 6]),
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
        "AXES": [{"padding1": {"padding = 2": "padding = 1"}, "padding3": {"padding = 2": "padding = 3"},
                  "padding4": {"padding = 2": "padding = 4"}, "padding6": {"padding = 2": "padding = 6"}},
                 {"dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional")]},
    "conv1d_depthwise": {
        "FAMILY": {"conv1d_depthwise_no_bias": {
            "b = torch.randn(multiplier * C)": "", "return x, w, b": "return x, w", "(x, w, b)": "(x, w)",
            "F.conv1d(x, w, b": "F.conv1d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [CHANNELS_OF_CONV1D_DEPTHWISE, DOUBLE_TRIPLE_TIMES, STRIDES_OF_CONV1D_BINARY,
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
                 CHANNELS_OF_CONV1D_DEPTHWISE, DOUBLE_TRIPLE_TIMES, STRIDES_OF_CONV1D_BINARY,
                 PADDINGS_OF_CONV1D_DEPTHWISE, DILATIONS_OF_CONV1D_DEPTHWISE]},
    "conv1d_joins": Derived("conv2d_joins", {
        "conv2d": "conv1d", "1, 1)": "1)", "OH, OW": "OL", ", 3, 4, 1, 3, ": ", 5, 1, ", ", 7, 11,": ", 11,",
        " 3, 3)]": " 3)]", " 4, 3,": " 6,", "1, 5,": "1,", " 7, 11": " 11", "5, 5)": "5)",
        " 1, 3, 4, 1, 1,": " 1, 5, 1,", " 3, 7, 11, 5, 1, 1)]": " 3, 11, 5, 1)]", ", 3, 4, 1, ": ", 5, ",
        ", 10, 14, 4, 2, 3),": ", 12, 5, 2),", ", 5, 6, 7, 2, ": ", 33, 4, "}),
    "conv1d_prologue": {
        "FAMILY": {"conv1d_prologue_no_bias": {
            ", b": "", ", b_ptr": "", "b = torch.randn(groups * O)": "",
            "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": ""}},
        "AXES": [("WALK",
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
                 STRIDES_OF_CONV1D_ANY_JOINS, PADDINGS_OF_CONV1D, DILATIONS_OF_CONV1D_ANY_JOINS,
                 GROUPS_OF_CONV1D_ANY_JOINS]},
    "conv1d_reuse": Derived("conv2d_reuse", {
        "conv2d": "conv1d", ", 3, 4, 1, ": ", 5, ", ", 7, 11,": ", 11,", " 1, 1)]": " 1)]",
        ", 10, 14, 4, 2, 3),": ", 12, 5, 2),", ", 5, 6, 7, 2, ": ", 33, 4, "}),
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
    "conv1d_to_two": Derived("conv2d_to_two", {
        "conv2d": "conv1d", "1, 1)": "1)", " 1, 3, 4, 1, 1,": " 1, 5, 1,",
        " 3, 7, 11, 5, 1, 1)]": " 3, 11, 5, 1)]", " 3, 4, 1,": " 5,", " 10,": " 12,", " 14, 4,": " 5,",
        "2, 3)": "2)", " 5,": " 33,", " 6, 7, 2,": " 4,"}),
}
