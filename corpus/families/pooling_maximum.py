"""Tables of the families of pooling by maximum and minimum."""

from corpus.families.shared_windows import (
    POOL_STRIDES_OF_AVG_POOL2D,
    POOL_STRIDES_OF_VOLUMES,
    POOL_WINDOWS_OF_AVG_POOL2D,
    POOL_WINDOWS_OF_AVG_POOL3D,
)

CEIL_OF_MAX_POOL1D = {
    # A last window that hangs over the end counts, unless it would start in the right padding.
    "ceil": {
        "ceil_mode=False": "ceil_mode=True",
        "span // stride + 1": "min(triton.cdiv(span, stride) + 1, triton.cdiv(length + padding, stride))"}}

CEIL_OF_MAX_POOL2D = {
    # A last window that hangs over the end counts, unless it would start in the padding beyond it.
    "ceil": {"ceil_mode=False": "ceil_mode=True",
             "span_h // stride_h + 1":
                 "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))",
             "span_w // stride_w + 1":
                 "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"}}

CEIL_OF_MAX_POOL3D = {
    # A last box that hangs over the end counts, unless it would start in the padding beyond it.
    "ceil": {"ceil_mode=False": "ceil_mode=True",
             "span_d // stride_d + 1":
                 "min(triton.cdiv(span_d, stride_d) + 1, triton.cdiv(depth + pad_d, stride_d))",
             "span_h // stride_h + 1":
                 "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))",
             "span_w // stride_w + 1":
                 "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"}}

POOL_DILATIONS = {"d2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"},
                  "d3": {"dilation=1": "dilation=3", "dilation = 1": "dilation = 3"}}

POOL_DILATIONS_OF_MAX_POOL2D = {
    "d2": {"dilation=1": "dilation=2", "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = 2, 2"},
    "d": ({"dilation=1": "dilation=({0}, {1})",
           "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}"},
          "21 12 13 31 32 23")}

POOL_DILATIONS_OF_MAX_POOL3D = {
    "d2": {"dilation=1": "dilation=2",
           "dilation_d, dilation_h, dilation_w = 1, 1, 1": "dilation_d, dilation_h, dilation_w = 2, 2, 2"},
    "d": ({"dilation=1": "dilation=({0}, {1}, {2})",
           "dilation_d, dilation_h, dilation_w = 1, 1, 1":
               "dilation_d, dilation_h, dilation_w = {0}, {1}, {2}"},
          "122 211 121 112 213 132")}

POOL_STRIDES_OF_AVG_POOL1D = {"s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
                              "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
                              "s4": {"stride=2": "stride=4", "stride = 2": "stride = 4"},
                              "s5": {"stride=2": "stride=5", "stride = 2": "stride = 5"}}

POOL_WINDOWS_OF_AVG_POOL1D = {"k2": {"kernel_size=3, padding=1": "kernel_size=2, padding=0",
                                     "window, padding = 3, 1": "window, padding = 2, 0"},
                              "k2p1": {"kernel_size=3, padding=1": "kernel_size=2, padding=1",
                                       "window, padding = 3, 1": "window, padding = 2, 1"},
                              "k3": {"kernel_size=3, padding=1": "kernel_size=3, padding=0",
                                     "window, padding = 3, 1": "window, padding = 3, 0"},
                              "k4": {"kernel_size=3, padding=1": "kernel_size=4, padding=0",
                                     "window, padding = 3, 1": "window, padding = 4, 0"},
                              "k4p1": {"kernel_size=3, padding=1": "kernel_size=4, padding=1",
                                       "window, padding = 3, 1": "window, padding = 4, 1"},
                              "k4p2": {"kernel_size=3, padding=1": "kernel_size=4, padding=2",
                                       "window, padding = 3, 1": "window, padding = 4, 2"},
                              "k5": {"kernel_size=3, padding=1": "kernel_size=5, padding=0",
                                     "window, padding = 3, 1": "window, padding = 5, 0"},
                              "k5p1": {"kernel_size=3, padding=1": "kernel_size=5, padding=1",
                                       "window, padding = 3, 1": "window, padding = 5, 1"},
                              "k5p2": {"kernel_size=3, padding=1": "kernel_size=5, padding=2",
                                       "window, padding = 3, 1": "window, padding = 5, 2"},
                              "k6": {"kernel_size=3, padding=1": "kernel_size=6, padding=0",
                                     "window, padding = 3, 1": "window, padding = 6, 0"},
                              "k6p3": {"kernel_size=3, padding=1": "kernel_size=6, padding=3",
                                       "window, padding = 3, 1": "window, padding = 6, 3"},
                              "k7": {"kernel_size=3, padding=1": "kernel_size=7, padding=0",
                                     "window, padding = 3, 1": "window, padding = 7, 0"},
                              "k7p3": {"kernel_size=3, padding=1": "kernel_size=7, padding=3",
                                       "window, padding = 3, 1": "window, padding = 7, 3"},
                              "k8": {"kernel_size=3, padding=1": "kernel_size=8, padding=0",
                                     "window, padding = 3, 1": "window, padding = 8, 0"},
                              "k8p4": {"kernel_size=3, padding=1": "kernel_size=8, padding=4",
                                       "window, padding = 3, 1": "window, padding = 8, 4"}}

ROWS_UNBATCHED = {
    "rows": {  # of a product, say, each pooled as the one channel of a sample
        "[(1, 1, 24), (2, 3, 33), (3, 5, 100)]": "[(1, 1, 24), (2, 1, 33), (3, 1, 100)]",
        "  # (N, C, L)": ".squeeze(1)  # (N, L)", "n, channels, length = x.shape": "n, _, length = x.shape",
        "x.new_empty(n, channels, out_length": "x.new_empty(n, out_length"},
    "unbatched": {"[(1, 1, 24), (2, 3, 33), (3, 5, 100)]": "[(1, 24), (3, 33), (5, 100)]",
                  "n, channels, length = x.shape": "channels, length = x.shape",
                  "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length"}}

UNBATCHED_OF_MAX_POOL1D_PLACES = {"unbatched": {
    "[(1, 1, 24), (2, 3, 33), (3, 5, 100)]": "[(1, 24), (3, 33), (5, 100)]",
    "n, channels, length = x.shape": "channels, length = x.shape",
    "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length"}}

UNBATCHED_OF_MAX_POOL2D = {"unbatched": {
    "[(1, 1, 14, 14), (2, 3, 17, 15), (1, 2, 16, 25)]": "[(1, 14, 14), (3, 17, 15), (2, 16, 25)]",
    "n, channels, height, width = x.shape": "channels, height, width = x.shape",
    "x.new_empty(n, channels, out_height": "x.new_empty(channels, out_height"}}

UNBATCHED_OF_MAX_POOL3D = {"unbatched": {
    "[(1, 1, 7, 7, 7), (2, 3, 8, 7, 9)]": "[(1, 7, 7, 7), (3, 8, 7, 9)]",
    "n, channels, depth, height, width = x.shape": "channels, depth, height, width = x.shape",
    "x.new_empty(n, channels, out_depth": "x.new_empty(channels, out_depth"}}

FAMILIES = {
    "max_pool1d": {"AXES": [POOL_WINDOWS_OF_AVG_POOL1D, POOL_STRIDES_OF_AVG_POOL1D, POOL_DILATIONS,
                            CEIL_OF_MAX_POOL1D, ROWS_UNBATCHED,
                            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "max_pool1d_places": {"AXES": [POOL_WINDOWS_OF_AVG_POOL1D, POOL_STRIDES_OF_AVG_POOL1D, POOL_DILATIONS,
                                   CEIL_OF_MAX_POOL1D, UNBATCHED_OF_MAX_POOL1D_PLACES]},
    "max_pool1d_with_places": {
        "FAMILY": {"max_pool1d_places_first": {"return y, place": "return place, y"}},
        "AXES": [POOL_WINDOWS_OF_AVG_POOL1D, POOL_STRIDES_OF_AVG_POOL1D, POOL_DILATIONS, CEIL_OF_MAX_POOL1D,
                 UNBATCHED_OF_MAX_POOL1D_PLACES,
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "max_pool2d": {"AXES": [POOL_WINDOWS_OF_AVG_POOL2D, POOL_STRIDES_OF_AVG_POOL2D,
                            POOL_DILATIONS_OF_MAX_POOL2D, CEIL_OF_MAX_POOL2D, UNBATCHED_OF_MAX_POOL2D,
                            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "max_pool2d_places": {"AXES": [
        POOL_WINDOWS_OF_AVG_POOL2D, POOL_STRIDES_OF_AVG_POOL2D, POOL_DILATIONS_OF_MAX_POOL2D,
        CEIL_OF_MAX_POOL2D, UNBATCHED_OF_MAX_POOL2D]},
    "max_pool2d_with_places": {
        "FAMILY": {"max_pool2d_places_first": {"return y, place": "return place, y"}},
        "AXES": [POOL_WINDOWS_OF_AVG_POOL2D, POOL_STRIDES_OF_AVG_POOL2D, POOL_DILATIONS_OF_MAX_POOL2D,
                 CEIL_OF_MAX_POOL2D, UNBATCHED_OF_MAX_POOL2D,
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "max_pool3d": {"AXES": [POOL_WINDOWS_OF_AVG_POOL3D, POOL_STRIDES_OF_VOLUMES, POOL_DILATIONS_OF_MAX_POOL3D,
                            CEIL_OF_MAX_POOL3D, UNBATCHED_OF_MAX_POOL3D,
                            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "max_pool3d_places": {"AXES": [
        POOL_WINDOWS_OF_AVG_POOL3D, POOL_STRIDES_OF_VOLUMES, POOL_DILATIONS_OF_MAX_POOL3D, CEIL_OF_MAX_POOL3D,
        UNBATCHED_OF_MAX_POOL3D]},
    "max_pool3d_with_places": {
        "FAMILY": {"max_pool3d_places_first": {"return y, place": "return place, y"}},
        "AXES": [POOL_WINDOWS_OF_AVG_POOL3D, POOL_STRIDES_OF_VOLUMES, POOL_DILATIONS_OF_MAX_POOL3D,
                 CEIL_OF_MAX_POOL3D, UNBATCHED_OF_MAX_POOL3D,
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "min_pool1d": {"AXES": [{"max_of_negated": {"y = -y": ""}},
                            POOL_WINDOWS_OF_AVG_POOL1D, POOL_STRIDES_OF_AVG_POOL1D, POOL_DILATIONS,
                            CEIL_OF_MAX_POOL1D, ROWS_UNBATCHED,
                            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "min_pool2d": {"AXES": [{"max_of_negated": {"y = -y": ""}},
                            POOL_WINDOWS_OF_AVG_POOL2D, POOL_STRIDES_OF_AVG_POOL2D,
                            POOL_DILATIONS_OF_MAX_POOL2D, CEIL_OF_MAX_POOL2D, UNBATCHED_OF_MAX_POOL2D,
                            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "min_pool3d": {"AXES": [{"max_of_negated": {"y = -y": ""}},
                            POOL_WINDOWS_OF_AVG_POOL3D, POOL_STRIDES_OF_VOLUMES, POOL_DILATIONS_OF_MAX_POOL3D,
                            CEIL_OF_MAX_POOL3D, UNBATCHED_OF_MAX_POOL3D,
                            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
}
