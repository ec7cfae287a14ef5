"""Tables of the families of convolutions of volumes."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import PADDINGS_AND_SAME, STRIDES_OF_CONV1D_BINARY
from corpus.families.shared_windows import DOUBLE_TRIPLE_TIMES, SINGLE_CHANNELS

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

DILATIONS_OF_CONV3D_DEPTHWISE = {
    "dilation2": {
        "dilation=1": "dilation=2",
        "dilation_d, dilation_h, dilation_w = 1, 1, 1": "dilation_d, dilation_h, dilation_w = 2, 2, 2"},
    "dilation": ({"dilation=1": "dilation=({0}, {1}, {2})",
                  "dilation_d, dilation_h, dilation_w = 1, 1, 1":
                      "dilation_d, dilation_h, dilation_w = {0}, {1}, {2}"},
                 "122 211 121 112 213 123")}

GROUPS_OF_CONV3D = {"groups2": {"groups=1": "groups=2", "groups = 1": "groups = 2"},
                    "groups3": {"groups=1": "groups=3", "groups = 1": "groups = 3"},
                    "groups4": {"groups=1": "groups=4", "groups = 1": "groups = 4"}}

PADDINGS_OF_CONV3D_BIAS_ACT = {
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

PADDINGS_OF_VOLUMES = {
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

STRIDES_OF_CONV3D = {
    "stride2": {"stride=1": "stride=2",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2"},
    "stride3": {"stride=1": "stride=3",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3"},
    "stride": ({"stride=1": "stride=({0}, {1}, {2})",
                "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}"},
               "122 211 213 121 112 221 212 312 123 231 321 132")}

STRIDES_OF_CONV3D_DEPTHWISE = {
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
               "AXES": [STRIDES_OF_CONV3D, PADDINGS_OF_VOLUMES, DILATIONS_OF_CONV3D, GROUPS_OF_CONV3D,
                        ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                        ("KEEPS_ZERO", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
                        SINGLE_CHANNELS]},
    "conv3d_any_joins": Derived("conv2d_any_joins", {
        "padding": ", padding", "conv2d": "conv3d", "})": "}, {2})", "21": "122", "12": "211", "31": "213",
        "13": "121", "32": "112", "23": "221 212 312 123 231 321 132",
        "stride_h, stride_w": "stride_d, stride_h, stride_w", "1, 1": "1, 1, 1", "2, 2": "2, 2, 2",
        "3, 3": "3, 3, 3", "padding_h, padding_w": "padding_d, padding_h, padding_w", "0, 0": "0, 0, 0",
        "stride_h,": "stride_d, stride_h,", "1}": "1}, {2}",
        "dilation_h, dilation_w": "dilation_d, dilation_h, dilation_w", " OH": " OD, OH",
        "10 01 12 21 20 02 13 31 30 03 23 32": "011 100 110 001 120 012 021 210 102 201 123 211 112 312",
        "(1, 1, 3, 4, 1, 1,": "(1, 1, 2, 3, 4, 1, 1, 1,",
        "(2, 3, 7, 8, 5, 1, 1)": "(2, 3, 5, 6, 7, 4, 1, 1, 1)", " 7, 9, 5, 3, 1)": " 7, 5, 3, 5, 3, 1, 1)",
        " 5, 10, 11, 7, 4, 3), (3, 9,": " 5, 8, 3, 7, 7, 3, 2, 3), (1, 4, 5, 7, 9,",
        " 6, 7, 5, 1, 3)": " 6, 1, 3, 3)"},
        axes=[0, 1, PADDINGS_OF_VOLUMES, DILATIONS_OF_CONV3D, GROUPS_OF_CONV3D, 5, 6, 7, 8]),
    "conv3d_bias_act": Derived("conv2d_bias_act", {
        "conv2d": "conv3d", " 1, 3, 4, 1,": " 1, 2, 3, 4, 1, 1,", " 3, 7, 11, 5,": " 3, 6, 7, 8, 5,",
        "1, 1)]": "1, 1, 1)]", " 3, 10, 14, 4,": " 3, 6, 9, 11, 4,",
        "2, 3), (2, 35, 5,": "2, 3, 2), (3, 4, 5,", " 7, 2, 3)]": " 7, 8, 3, 2, 2)]"},
        axes=[0, PADDINGS_OF_CONV3D_BIAS_ACT, 2, 3, 4, 5]),
    "conv3d_binary": Derived("conv2d_binary", {
        "conv2d": "conv3d", "})": "}, {2})", "21": "122", "12": "211", "31": "213", "13": "121", "32": "112",
        "23": "221 212 312 123", "10 01 12 21 20 02 13 31": "011 100 110 001 101 010 012 120",
        " 1)": " 1, 1)", "stride_h, stride_w": "stride_d, stride_h, stride_w", "1, 1": "1, 1, 1",
        "2, 2": "2, 2, 2", "3, 3": "3, 3, 3", "padding_h, padding_w": "padding_d, padding_h, padding_w",
        "0, 0": "0, 0, 0", " OH": " OD, OH", "stride_h,": "stride_d, stride_h,", "1}": "1}, {2}",
        "1, 1, 3,": "1, 1, 2, 3,", "3, 3), (2, 9, 7, 11, 5,": "3, 3, 3), (2, 4, 6, 7, 8, 5,",
        "3, 3)]": "3, 3, 3)]",
        "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 11, 5, 1, 1)]":
            "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 7, 8, 5, 1, 1, 1)]",
        "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]":
            "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]"},
        family={"conv3d_bias_row_binary": ..., "conv3d_full_binary": ..., "conv3d_sample_binary": ...,
                "conv3d_voxel_binary": {
                    "z = torch.randn(O, 1, 1, 1)": "z = torch.randn(N, 1, OD, OH, OW)",
                    "z = tl.load(z_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]":
                        "z = tl.load(z_ptr + voxels, mask=n < N, other=0.0).to(tl.float32)[None, :]"},
                "conv3d_one_binary": ..., "conv3d_scalar_binary": ...},
        axes=[0, 1, 2,
              {"padding1": ..., "padding2": ..., "padding": ..., "same3": ..., "pointwise": ...},
              4, 5, 6]),
    "conv3d_depthwise": {
        "FAMILY": {"conv3d_depthwise_no_bias": {
            "b = torch.randn(multiplier * C)": "", "return x, w, b": "return x, w", "(x, w, b)": "(x, w)",
            "F.conv3d(x, w, b": "F.conv3d(x, w", "b_ptr, ": "",
            "y += tl.load(b_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            "[grid](x, w, b": "[grid](x, w"}},
        "AXES": [CHANNELS_OF_CONV3D_DEPTHWISE, DOUBLE_TRIPLE_TIMES, STRIDES_OF_CONV3D_DEPTHWISE,
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
                 CHANNELS_OF_CONV3D_DEPTHWISE, DOUBLE_TRIPLE_TIMES, STRIDES_OF_CONV3D_DEPTHWISE,
                 PADDINGS_OF_CONV3D_DEPTHWISE, DILATIONS_OF_CONV3D_DEPTHWISE]},
    "conv3d_joins": Derived("conv_transpose3d_joins", {"conv_transpose3d": "conv3d"},
        axes=[0, 1, 2, STRIDES_OF_CONV1D_BINARY, PADDINGS_AND_SAME, 5, 6, 7]),
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
                 STRIDES_OF_CONV3D, PADDINGS_OF_VOLUMES, DILATIONS_OF_CONV3D, GROUPS_OF_CONV3D]},
    "conv3d_reuse": Derived("conv2d_reuse", {
        "conv2d": "conv3d", " 1, 3, 4, 1,": " 1, 2, 3, 4, 1, 1,", " 3, 7, 11, 5,": " 3, 6, 7, 8, 5,",
        "1, 1)]": "1, 1, 1)]", " 3, 10, 14, 4,": " 3, 6, 9, 11, 4,",
        "2, 3), (2, 35, 5,": "2, 3, 2), (3, 4, 5,", " 7, 2, 3)]": " 7, 8, 3, 2, 2)]"},
        axes=[0, PADDINGS_OF_CONV3D_BIAS_ACT, 2, 3, 4, 5, 6, 7]),
    "conv3d_self": Derived("conv_transpose2d_self", {
        "conv_transpose2d": "conv3d", "    padding_h, padding_w": "    padding_d, padding_h, padding_w",
        "1, 1": "1, 1, 1", "0, 0": "0, 0, 0", "2, 2": "2, 2, 2", "1, 1, 3,": "1, 1, 2, 3,",
        " 5, 7, 8, 3), (4, 9, 5,": " 5, 4, 5,", ", 3)]": ", 3), (2, 9, 3, 5, 4, 3)]", "1,": "1, 2,",
        " 7, 8, 1), (3, 9,": " 4,", ")]": "), (2, 9, 3, 5, 4, 1)]", " 3, 7, 8, 5), (4, 2, 5,": " 3, 4, 5,",
        ", 5)]": ", 5), (1, 2, 3, 5, 4, 5)]"}),
    "conv3d_to_two": Derived("conv_transpose3d_to_two", {"conv_transpose3d": "conv3d"},
        axes=[0, STRIDES_OF_CONV1D_BINARY, PADDINGS_OF_CONV3D_BIAS_ACT, 3, 4, 5, 6, 7]),
}
