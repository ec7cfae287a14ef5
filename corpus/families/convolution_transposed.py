"""Tables of the families of transposed convolutions."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT
from corpus.families.shared_windows import DILATIONS_OF_CONV2D_ANY_JOINS

GROUPS_OF_CONV_TRANSPOSE2D = {
    "depthwise": {"groups=1": "groups=x.shape[1]", "groups = 1": "groups = x.shape[1]",
                  "groups = 1\n"
                  "    x = torch.randn(N, groups * C, H, W)":
                      "groups, C = C, 1\n"
                      "x = torch.randn(N, groups * C, H, W)"},
    "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
    "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
    "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"}}

GROUPS_OF_CONV_TRANSPOSE3D = {
    "depthwise": {"groups=1": "groups=x.shape[1]", "groups = 1": "groups = x.shape[1]",
                  "groups = 1\n"
                  "    x = torch.randn(N, groups * C, D, H, W)":
                      "groups, C = C, 1\n"
                      "x = torch.randn(N, groups * C, D, H, W)"},
    "groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
    "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
    "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"}}

PADDINGS_OF_CONV_TRANSPOSE2D = {
    "padding1": {", padding=0": ", padding=1", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1"},
    "padding2": {", padding=0": ", padding=2", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2"},
    "padding": ({", padding=0": ", padding=({0}, {1})",
                 "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}"},
                "10 01 12 21 20 02 13 31 30 03 23 32")}

PADDINGS_OF_CONV_TRANSPOSE3D = {
    "padding1": {", padding=0": ", padding=1",
                 "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1"},
    "padding": (
        {", padding=0": ", padding=({0}, {1}, {2})",
         "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = {0}, {1}, {2}"},
        "011 100 101 110 001 010")}

STRIDES_OF_CONV_TRANSPOSE2D = {
    "stride2": {"stride=1": "stride=2", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2"},
    "stride3": {"stride=1": "stride=3", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 3, 3"},
    "stride4": {"stride=1": "stride=4", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 4, 4"},
    "stride": (
        {"stride=1": "stride=({0}, {1})", "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}"},
        "21 12 23 32 31 24"),
    "stride2_more": {
        "stride=1": "stride=2", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2",
        "output_padding=0": "output_padding=1", "more_h, more_w = 0, 0": "more_h, more_w = 1, 1"},
    "stride3_more": {
        "stride=1": "stride=3", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 3, 3",
        "output_padding=0": "output_padding=2", "more_h, more_w = 0, 0": "more_h, more_w = 2, 2"},
    "more": ({"stride=1": "stride=({0}, {1})", "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}",
              "output_padding=0": "output_padding=({2}, {3})",
              "more_h, more_w = 0, 0": "more_h, more_w = {2}, {3}"},
             "2110 2201 2312 2210 3221 1201 3320 4231 2301 3210 3312")}

STRIDES_OF_CONV_TRANSPOSE3D_BIAS_ACT = {
    "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
    "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
    "stride2_more": {"stride=1": "stride=2", "stride = 1": "stride = 2",
                     "output_padding=0": "output_padding=1", "output_padding = 0": "output_padding = 1"}}

STRIDES_OF_VOLUMES = {
    "stride2": {"stride=1": "stride=2",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2"},
    "stride3": {"stride=1": "stride=3",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3"},
    "stride": ({"stride=1": "stride=({0}, {1}, {2})",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}"},
               "122 211 213 121 221 312 123 231"),
    "stride2_more": {"stride=1": "stride=2",
                     "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2",
                     "output_padding=0": "output_padding=1",
                     "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = 1, 1, 1"},
    "stride3_more": {"stride=1": "stride=3",
                     "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3",
                     "output_padding=0": "output_padding=1",
                     "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = 1, 1, 1"},
    "more": ({"stride=1": "stride=({0}, {1}, {2})",
              "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}",
              "output_padding=0": "output_padding=({3}, {4}, {5})",
              "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = {3}, {4}, {5}"},
             "122011 213102 222011 211100 321210 222100 123012 132021 323202 231120")}

FAMILIES = {
    "conv_transpose1d": Derived("conv_transpose1d_any_joins",
        {"\n    x = torch": "\n    return (torch", "\nx = torch": "\nreturn (torch"},
        family={"conv_transpose1d_no_bias": {
            "** 0.5,\n            torch.randn(groups * O))": "** 0.5)", "(x, w, b)": "(x, w)",
            "F.conv_transpose1d(x, w, b": "F.conv_transpose1d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}}, axes=[1, 2, 3, 4, 5]),
    "conv_transpose1d_any_joins": Derived("conv2d_any_joins",
        {"conv2d": "conv_transpose1d", "stride_h, stride_w": "stride", ", 1": "", ", 2": "", ", 3": "",
         "padding_h, padding_w ": "padding ", "0, 0": "0", "O, 1, 1)": "O, 1)",
         "dilation_h, dilation_w": "dilation", "OH, OW": "OL", " O ": " (GROUPS * O) "},
        axes=[0,
              {"stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
               "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
               "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"},
               "stride2_more": {
                   "stride=1": "stride=2", "stride = 1": "stride = 2", "output_padding=0": "output_padding=1",
                   "output_padding = 0": "output_padding = 1"},
               "stride3_more": {
                   "stride=1": "stride=3", "stride = 1": "stride = 3", "output_padding=0": "output_padding=2",
                   "output_padding = 0": "output_padding = 2"}},
              {"padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
               "padding2": {"padding=0": "padding=2", "padding = 0": "padding = 2"}},
              {"dilation2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
               "dilation3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"}},
              {"depthwise": {"groups=1": "groups=x.shape[1]", "groups = 1": "groups = x.shape[1]",
                             "groups = 1\n    x = torch.randn(N, groups * C, L)":
                                 "groups, C = C, 1\n"
                                 "x = torch.randn(N, groups * C, L)"},
               "groups2": ..., "groups3": ...},
              5, 6]),
    "conv_transpose1d_bias_act": Derived("conv2d_bias_act", {"conv2d": "conv_transpose1d"},
        axes=[STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, 2, 3, 4, 5]),
    "conv_transpose1d_binary": Derived("conv1d_binary", {
        "conv1d": "conv_transpose1d", "positions": "n * OL + at", "n < N": "p_mask"},
        axes=[0, 1, STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, 4, 5, 6]),
    "conv_transpose1d_joins": Derived("conv2d_joins", {
        "conv2d": "conv_transpose1d", "1, 1)": "1)", "OH, OW": "OL"},
        axes=[0, 1, 2, STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, 5, 6, 7]),
    "conv_transpose1d_prologue": Derived("conv1d_prologue",
        {"padding": ", padding", "padding ": "    padding ", "groups * ": ""},
        axes=[0, STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE]),
    "conv_transpose1d_reuse": Derived("conv2d_reuse", {"conv2d": "conv_transpose1d"},
        axes=[STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, 2, 3, 4, 5, 6, 7]),
    "conv_transpose1d_self": Derived("conv2d_self", {
        "conv2d": "conv_transpose1d", "3, 4": "5", "5, ": "", "8": "12", "4": "2", "9": "35", "5, 6": "33",
        " 3, 4,": " 5,", " 3, 7": " 7", " 8,": " 12,", "(3,": "(2,", " 9,": " 35,", " 5, 6,": " 33,",
        " 3, 4, 5)": " 3, 5), (2, 7, 12, 5)", "(2, 3, 7, 8, 5), (4, 2, 5, 6, 5)": "(2, 35, 33, 5)"}),
    "conv_transpose1d_to_two": Derived("conv2d_to_two", {"conv2d": "conv_transpose1d", "1, 1)": "1)"},
        axes=[0, STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, 3, 4, 5, 6, 7]),
    "conv_transpose2d": {
        "FAMILY": {"conv_transpose2d_no_bias": {
            "b = torch.randn(groups * O)": "", "(x, w, b)": "(x, w)", "return x, w, b": "return x, w",
            "F.conv_transpose2d(x, w, b": "F.conv_transpose2d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channels, mask=o_mask, other=0.0).to(tl.float32)[:, None]": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [STRIDES_OF_CONV_TRANSPOSE2D, PADDINGS_OF_CONV_TRANSPOSE2D, DILATIONS_OF_CONV2D_ANY_JOINS,
                 GROUPS_OF_CONV_TRANSPOSE2D,
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")]},
    "conv_transpose2d_any_joins": Derived("conv2d_any_joins",
        {"padding": ", padding", "conv2d": "conv_transpose2d", " O ": " (GROUPS * O) "},
        axes=[0, STRIDES_OF_CONV_TRANSPOSE2D, PADDINGS_OF_CONV_TRANSPOSE2D, 3, GROUPS_OF_CONV_TRANSPOSE2D, 5,
              6]),
    "conv_transpose2d_bias_act": Derived("conv2d_bias_act", {"conv2d": "conv_transpose2d"},
        axes=[STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, 2, 3, 4, 5]),
    "conv_transpose2d_binary": Derived("conv2d_binary", {
        "conv2d": "conv_transpose2d", "pixels": "n * (OH * OW) + at_h * OW + at_w", "n < N": "p_mask"},
        axes=[0, 1,
              {"stride2": ..., "stride3": ..., "stride": ...,
               "stride2_more": {
                   "stride=1": "stride=2", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2",
                   "output_padding=0": "output_padding=1", "more_h, more_w = 0, 0": "more_h, more_w = 1, 1"},
               "more": ({"stride=1": "stride=({0}, {1})",
                         "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}",
                         "output_padding=0": "output_padding=({2}, {3})",
                         "more_h, more_w = 0, 0": "more_h, more_w = {2}, {3}"},
                        "2110 2201 2312 2210 3221 1201"),
               "stride4": {"stride=1": "stride=4", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 4, 4"}},
              {"padding1": ..., "padding2": ..., "padding": ...},
              4, 5, 6]),
    "conv_transpose2d_joins": Derived("conv2d_joins", {"conv2d": "conv_transpose2d"},
        axes=[0, 1, 2, STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, 5, 6, 7]),
    "conv_transpose2d_prologue": Derived("conv2d_prologue",
        {"padding": ", padding", "stride_h, stride_w = 1, 1": "stride = 1", "stride_h, stride_w": "stride",
         ", 2": "", ", 3": "", "groups * ": "", "padding_h, padding_w": "    padding", ", 0": "",
         "padding_h, padding_w = 1, 1": "    padding = 1"},
        axes=[0, STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE]),
    "conv_transpose2d_reuse": Derived("conv2d_reuse", {"conv2d": "conv_transpose2d"},
        axes=[STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, 2, 3, 4, 5, 6, 7]),
    "conv_transpose2d_self": Derived("conv2d_self", {
        "conv2d": "conv_transpose2d", "    padding = 1": "    padding_h, padding_w = 1, 1",
        "    padding = 0": "    padding_h, padding_w = 0, 0",
        "    padding = 2": "    padding_h, padding_w = 2, 2"}),
    "conv_transpose2d_to_two": Derived("conv2d_to_two", {"conv2d": "conv_transpose2d"},
        axes=[0, STRIDES_OF_CONV_TRANSPOSE1D_BIAS_ACT, PADDINGS_OF_CONV2D_PIXEL_SHUFFLE, 3, 4, 5, 6, 7]),
    "conv_transpose3d": Derived("conv3d", {
        "conv3d": "conv_transpose3d", " 312 221 212": "", " 112 221 212 ": " 221 ", "231 321 132": "231",
        "100": "100 101", "120 012 021 210 102 201 123 211 112 312": "010"},
        axes=[STRIDES_OF_VOLUMES, PADDINGS_OF_CONV_TRANSPOSE3D, 2, GROUPS_OF_CONV_TRANSPOSE3D, 4]),
    "conv_transpose3d_any_joins": Derived("conv3d_any_joins",
        {"conv3d": "conv_transpose3d", " 312 221 212": "", " 112 221 212 ": " 221 ", "231 321 132": "231",
         "100": "100 101", "120 012 021 210 102 201 123 211 112 312": "010", " O ": " (GROUPS * O) "},
        axes=[0, STRIDES_OF_VOLUMES, PADDINGS_OF_CONV_TRANSPOSE3D, 3, GROUPS_OF_CONV_TRANSPOSE3D, 5, 6]),
    "conv_transpose3d_bias_act": Derived("conv2d_bias_act", {"conv2d": "conv_transpose3d"},
        axes=[STRIDES_OF_CONV_TRANSPOSE3D_BIAS_ACT, {"padding1": ...}, 2, 3, 4, 5]),
    "conv_transpose3d_binary": Derived("conv3d_binary", {
        "conv3d": "conv_transpose3d", " 012 120": "",
        "voxels": "n * (OD * OH * OW) + (at_d * OH + at_h) * OW + at_w", "n < N": "p_mask"},
        axes=[0, 1,
              {"stride2": ..., "stride3": ..., "stride": ...,
               "stride2_more": {
                   "stride=1": "stride=2",
                   "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2",
                   "output_padding=0": "output_padding=1",
                   "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = 1, 1, 1"},
               "more": (
                   {"stride=1": "stride=({0}, {1}, {2})",
                    "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}",
                    "output_padding=0": "output_padding=({3}, {4}, {5})",
                    "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = {3}, {4}, {5}"},
                   "122011 213102 222011 211100 321210")},
              {"padding1": ..., "padding": ...},
              4, 5, 6]),
    "conv_transpose3d_joins": Derived("conv2d_joins", {
        "conv2d": "conv_transpose3d", " 1)": " 1, 1)", " OH": " OD, OH"},
        axes=[0, 1, 2, STRIDES_OF_CONV_TRANSPOSE3D_BIAS_ACT, {"padding1": ...}, 5, 6, 7]),
    "conv_transpose3d_prologue": Derived("conv3d_prologue",
        {"groups * ": "", "stride_d, stride_h, stride_w = 1, 1, 1": "stride = 1",
         "stride_d, stride_h, stride_w": "stride", ", 2, 2": "", ", 3, 3": "",
         "padding_d, padding_h, padding_w": "    padding", ", 0, 0": "",
         "padding_d, padding_h, padding_w = 1, 1, 1": "    padding = 1"},
        axes=[0, STRIDES_OF_CONV_TRANSPOSE3D_BIAS_ACT, {"padding1": ...}]),
    "conv_transpose3d_reuse": Derived("conv2d_reuse", {"conv2d": "conv_transpose3d"},
        axes=[STRIDES_OF_CONV_TRANSPOSE3D_BIAS_ACT, {"padding1": ...}, 2, 3, 4, 5, 6, 7]),
    "conv_transpose3d_self": Derived("conv3d_self", {"conv3d": "conv_transpose3d"}),
    "conv_transpose3d_to_two": Derived("conv2d_to_two", {"conv2d": "conv_transpose3d", " 1)": " 1, 1)"},
        axes=[0, STRIDES_OF_CONV_TRANSPOSE3D_BIAS_ACT, {"padding1": ...}, 3, 4, 5, 6, 7]),
}
