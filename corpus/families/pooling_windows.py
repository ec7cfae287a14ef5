"""Tables of the families of pooling by average, and pooling joined with other operations."""

from corpus.derived_tables import Derived
from corpus.families.shared_axes import POOL_STRIDES
from corpus.families.shared_windows import (
    POOL_STRIDES_OF_AVG_POOL2D,
    POOL_STRIDES_OF_VOLUMES,
    POOL_WINDOWS_OF_AVG_POOL2D,
    POOL_WINDOWS_OF_AVG_POOL3D,
)

POOL_OPTIONS_OF_POOL1D_BINARY = {
    "k3s2p1": {"kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=1",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 1"},
    "k3s1p1": {"kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=1",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 1"},
    "k3s3p0": {"kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=3, padding=0",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 3, 0"},
    "k3s2p0": {"kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=0",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 0"},
    "k2s1p0": {"kernel_size=2, stride=2, padding=0": "kernel_size=2, stride=1, padding=0",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 2, 1, 0"},
    "k4s4p0": {"kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=4, padding=0",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 4, 0"},
    "k3s1p0": {"kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=0",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 0"},
    "k5s2p2": {"kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=2, padding=2",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 2, 2"},
    "k4s2p1": {"kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=2, padding=1",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 2, 1"},
    "k5s1p2": {"kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=1, padding=2",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 1, 2"}}

POOL_OPTIONS_OF_POOL3D_BINARY = {
    "k3s2p1": {"kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=1",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 1"},
    "k3s1p1": {"kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=1",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 1"},
    "k3s3p0": {"kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=3, padding=0",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 3, 0"},
    "k3s2p0": {"kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=0",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 0"},
    "k2s1p0": {"kernel_size=2, stride=2, padding=0": "kernel_size=2, stride=1, padding=0",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 2, 1, 0"},
    "k4s4p0": {"kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=4, padding=0",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 4, 0"},
    "k3s1p0": {"kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=0",
               "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 0"}}

SUB_FROM_ADD = {"sub": {"y = torch.maximum(y, z)": "y = y - z", "y = tl.maximum(y, z)": "y = y - z"},
                "from": {"y = torch.maximum(y, z)": "y = z - y", "y = tl.maximum(y, z)": "y = z - y"},
                "add": {"y = torch.maximum(y, z)": "y = y + z", "y = tl.maximum(y, z)": "y = y + z"},
                "mul": {"y = torch.maximum(y, z)": "y = y * z", "y = tl.maximum(y, z)": "y = y * z"},
                "between": ({"y = torch.maximum(y, z)": "y = z + 0.{0} * (y - z)",
                             "y = tl.maximum(y, z)": "y = z + 0.{0} * (y - z)"},
                            "1 3 5 7"),
                "sharper": ({"y = torch.maximum(y, z)": "y = z + {0}.0 * (z - y)",
                             "y = tl.maximum(y, z)": "y = z + {0}.0 * (z - y)"},
                            "2 3 4"),
                "positive": {"y = torch.maximum(y, z)": "y = torch.relu(z - y)",
                             "y = tl.maximum(y, z)": "y = tl.maximum(z - y, 0.0)"}}

WINDOWS_OF_THE_SAME_SIZE = {"k": (
    {"kernel_size=3, stride=1, padding=1": "kernel_size={0}, stride=1, padding={1}",
     "window = 3": "window = {0}"},
    "52 73 94")}

FAMILIES = {
    "avg_pool1d": Derived("max_pool1d", {"24": "12"},
        family={
            "avg_pool1d_ceil": {
                "ceil_mode=False": "ceil_mode=True",
                "y = total / KERNEL": "y = total / (tl.minimum(start + KERNEL, length + PADDING) - start)",
                "out_length = span // stride + 1":
                    "out_length = min(triton.cdiv(span, stride) + 1, triton.cdiv(length + padding, stride))"},
            "avg_pool1d_exclude": {
                "count_include_pad=True": "count_include_pad=False",
                "y = total / KERNEL":
                    "y = total / (tl.minimum(start + KERNEL, length) - tl.maximum(start, 0))"},
            "avg_pool1d_exclude_ceil": {
                "ceil_mode=False": "ceil_mode=True", "count_include_pad=True": "count_include_pad=False",
                "y = total / KERNEL":
                    "y = total / (tl.minimum(start + KERNEL, length) - tl.maximum(start, 0))",
                "out_length = span // stride + 1":
                    "out_length = min(triton.cdiv(span, stride) + 1, triton.cdiv(length + padding, "
                    "stride))"}}, axes=[0, 1, 4, 5, 6]),
    "avg_pool2d": {
        "FAMILY": {
            "avg_pool2d_ceil": {
                "ceil_mode=False": "ceil_mode=True",
                "rows, columns = KERNEL_H, KERNEL_W":
                    "rows = tl.minimum(top + KERNEL_H, height + PAD_H) - top\n"
                    "columns = tl.minimum(left + KERNEL_W, width + PAD_W) - left",
                "span_h // stride_h + 1":
                    "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))",
                "span_w // stride_w + 1":
                    "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"},
            "avg_pool2d_divisor": (
                {"count_include_pad=True": "divisor_override={0}", "rows, columns = KERNEL_H, KERNEL_W": "",
                 "y = total / (rows * columns)": "y = total / {0}.0"},
                "2 3 5 7"),
            "avg_pool2d_divisor_ceil": (
                {"ceil_mode=False, count_include_pad=True": "ceil_mode=True, divisor_override={0}",
                 "rows, columns = KERNEL_H, KERNEL_W": "",
                 "y = total / (rows * columns)": "y = total / {0}.0",
                 "span_h // stride_h + 1":
                     "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))",
                 "span_w // stride_w + 1":
                     "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"},
                "2 4 6"),
            "avg_pool2d_exclude": {"count_include_pad=True": "count_include_pad=False",
                                   "rows, columns = KERNEL_H, KERNEL_W":
                                       "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
                                       "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)"},
            "avg_pool2d_exclude_ceil": {
                "ceil_mode=False": "ceil_mode=True", "count_include_pad=True": "count_include_pad=False",
                "rows, columns = KERNEL_H, KERNEL_W":
                    "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)",
                "span_h // stride_h + 1":
                    "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))",
                "span_w // stride_w + 1":
                    "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"}},
        "AXES": [POOL_WINDOWS_OF_AVG_POOL2D, POOL_STRIDES_OF_AVG_POOL2D,
                 {"unbatched": {"[(1, 1, 9, 9), (2, 3, 17, 15), (1, 2, 16, 25)]":
                                    "[(1, 9, 9), (3, 17, 15), (2, 16, 25)]",
                                "n, channels, height, width = x.shape": "channels, height, width = x.shape",
                                "x.new_empty(n, channels, out_height": "x.new_empty(channels, out_height"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "avg_pool3d": {
        "FAMILY": {
            "avg_pool3d_ceil": {"count_include_pad=True": "ceil_mode=True",
                                "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)":
                                    "slabs = tl.minimum(front + KERNEL_D, depth + PAD_D) - front\n"
                                    "rows = tl.minimum(top + KERNEL_H, height + PAD_H) - top\n"
                                    "columns = tl.minimum(left + KERNEL_W, width + PAD_W) - left\n"
                                    "y = total / (slabs * rows * columns)",
                                "(depth + 2 * pad_d - kernel_d) // stride_d + 1":
                                    "min(triton.cdiv(depth + 2 * pad_d - kernel_d, stride_d) + 1, "
                                    "triton.cdiv(depth + pad_d, stride_d))",
                                "(height + 2 * pad_h - kernel_h) // stride_h + 1":
                                    "min(triton.cdiv(height + 2 * pad_h - kernel_h, stride_h) + 1, "
                                    "triton.cdiv(height + pad_h, stride_h))",
                                "(width + 2 * pad_w - kernel_w) // stride_w + 1":
                                    "min(triton.cdiv(width + 2 * pad_w - kernel_w, stride_w) + 1, "
                                    "triton.cdiv(width + pad_w, stride_w))"},
            "avg_pool3d_divisor": ({"count_include_pad=True": "divisor_override={0}",
                                    "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)": "y = total / {0}.0"},
                                   "2 5 9"),
            "avg_pool3d_exclude_ceil": {
                "count_include_pad=True": "ceil_mode=True, count_include_pad=False",
                "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)":
                    "slabs = tl.minimum(front + KERNEL_D, depth) - tl.maximum(front, 0)\n"
                    "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)\n"
                    "y = total / (slabs * rows * columns)",
                "(depth + 2 * pad_d - kernel_d) // stride_d + 1":
                    "min(triton.cdiv(depth + 2 * pad_d - kernel_d, stride_d) + 1, "
                    "triton.cdiv(depth + pad_d, stride_d))",
                "(height + 2 * pad_h - kernel_h) // stride_h + 1":
                    "min(triton.cdiv(height + 2 * pad_h - kernel_h, stride_h) + 1, "
                    "triton.cdiv(height + pad_h, stride_h))",
                "(width + 2 * pad_w - kernel_w) // stride_w + 1":
                    "min(triton.cdiv(width + 2 * pad_w - kernel_w, stride_w) + 1, "
                    "triton.cdiv(width + pad_w, stride_w))"},
            "avg_pool3d_exclude": {
                "count_include_pad=True": "count_include_pad=False",
                "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)":
                    "slabs = tl.minimum(front + KERNEL_D, depth) - tl.maximum(front, 0)\n"
                    "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)\n"
                    "y = total / (slabs * rows * columns)"}},
        "AXES": [POOL_WINDOWS_OF_AVG_POOL3D, POOL_STRIDES_OF_VOLUMES,
                 {"unbatched": {"[(1, 1, 5, 5, 5), (2, 3, 6, 7, 8)]": "[(1, 5, 5, 5), (3, 6, 7, 8)]",
                                "n, channels, depth, height, width = x.shape":
                                    "channels, depth, height, width = x.shape",
                                "x.new_empty(n, channels, out_depth": "x.new_empty(channels, out_depth"}},
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "pool1d_binary": Derived("pool2d_binary", {"1, 1)": "1)", "OH, OW": "OL"},
        family={"avg_pool1d_binary": {
            "F.max_pool1d": "F.avg_pool1d",
            'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
            'y = tl.maximum(y, tl.where(inside, x, float("-inf")))': "y += tl.where(inside, x, 0.0)",
            "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / WINDOW"}}),
    "pool1d_chain": Derived("pool2d_chain",
        family={"avg_pool1d_chain": {
            "F.max_pool1d": "F.avg_pool1d",
            'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
            'y = tl.maximum(y, tl.where(inside, x, float("-inf")))': "y += tl.where(inside, x, 0.0)",
            "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / WINDOW"}}),
    "pool1d_prologue": Derived("avg_pool1d", {" padding ": " pad "},
        family={
            "avg_pool1d_prologue": {
                "F.max_pool1d": "F.avg_pool1d",
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                    "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / (WINDOW)"},
            "avg_pool1d_prologue_exclude": {  # the padding does not count
                "F.max_pool1d": "F.avg_pool1d", "ceil_mode=False": "ceil_mode=False, count_include_pad=False",
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                    "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found":
                    "count = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)\n"
                    "y = y / (count)"},
            "max_pool1d_prologue_dilated": {
                "ceil_mode=False": "dilation=2",
                "ROWS: tl.constexpr": "DILATION: tl.constexpr, ROWS: tl.constexpr",
                "ROWS=512": "DILATION=2, ROWS=512", "place = left + k": "place = left + k * DILATION",
                "span = L + 2 * pad - window": "span = L + 2 * pad - 2 * (window - 1) - 1"},
            "max_pool1d_prologue_ceil": {
                # a last window that hangs over the end counts, unless it would start in the padding beyond it
                "ceil_mode=False": "ceil_mode=True",
                "OL = span // stride + 1":
                    "OL = min((span - 1) // stride + 2, (L + pad - 1) // stride + 1)"}},
        axes=[
            ("WALK",
             ("N", "C", "L"),
             ("n", "c", "place"),
             (("", {0: "n = plane // C", 1: "c = plane % C"}),),
             (0, 1),
             "mask",
             (),
             "",
             {"C, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)",
              "N, C, OL": "tl.load(z_ptr + offsets, mask=mask, other=0.0)", "1": "tl.load(z_ptr)",
              "()": "tl.load(z_ptr)"}),
            {"k2": ..., "k2p1": ..., "k3": ..., "k4": ..., "k4p1": ..., "k5": ..., "k5p2": ..., "k7p3": ...},
            POOL_STRIDES]),
    "pool1d_self": {
        "FAMILY": {
            "avg_pool1d_self": {", count_include_pad=False": "",
                                "columns = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)": "",
                                "y = y / columns  # so many were inside": "y = y / WINDOW"},
            "max_pool1d_self": {
                "F.avg_pool1d": "F.max_pool1d", ", count_include_pad=False": "",
                "y = tl.zeros((ROWS, COLUMNS), tl.float32)":
                    'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)',
                "y += tl.load(x_ptr + row * L + column, mask=inside, other=0.0).to(tl.float32)":
                    "y = tl.maximum(y, tl.load(x_ptr + row * L + column, mask=inside, "
                    'other=float("-inf")).to(tl.float32))',
                "columns = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)": "",
                "y = y / columns  # so many were inside":
                    "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found"}},
        "AXES": [WINDOWS_OF_THE_SAME_SIZE, SUB_FROM_ADD,
                 ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "pool2d_binary": {
        "FAMILY": {"avg_pool2d_binary": {
            "F.max_pool2d": "F.avg_pool2d",
            'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
            'y = tl.maximum(y, tl.where(inside, x, float("-inf")))': "y += tl.where(inside, x, 0.0)",
            "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / (WINDOW * WINDOW)"}},
        "AXES": [{"row": {"z = torch.randn(C, 1, 1)": "z = torch.randn(1, C, 1, 1)"},
                  "full": {"z = torch.randn(C, 1, 1)": "z = torch.randn(N, C, OH, OW)",
                           "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)":
                               "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"},
                  "sample": {"z = torch.randn(C, 1, 1)": "z = torch.randn(N, C, 1, 1)",
                             "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)":
                                 "z = tl.load(z_ptr + plane, mask=mask, other=0.0).to(tl.float32)"},
                  "one": {"z = torch.randn(C, 1, 1)": "z = torch.randn(1)",
                          "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)":
                              "z = tl.load(z_ptr).to(tl.float32)"},
                  "scalar": {"z = torch.randn(C, 1, 1)": "z = torch.randn(())",
                             "z = tl.load(z_ptr + plane % C, mask=mask, other=0.0).to(tl.float32)":
                                 "z = tl.load(z_ptr).to(tl.float32)"}},
                 ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
                 POOL_OPTIONS_OF_POOL1D_BINARY,
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 {"residual_first": {"(x, z)": "(z, x)", "return x, z": "return z, x"}}]},
    "pool2d_chain": {
        "FAMILY": {"avg_pool2d_chain": {
            "F.max_pool2d": "F.avg_pool2d",
            'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
            'y = tl.maximum(y, tl.where(inside, x, float("-inf")))': "y += tl.where(inside, x, 0.0)",
            "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found": "y = y / (WINDOW * WINDOW)"}},
        "AXES": [POOL_OPTIONS_OF_POOL1D_BINARY,
                 ("REUSE+UNARY+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
                 ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
                 ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
                 {"flat": {"return y": "return y.reshape(y.shape[0], -1)"}}]},
    "pool2d_prologue": Derived("avg_pool2d", {
        "32 ": "", " 23 24 41": "", "5200 ": "", " 4110 3401 5310 6231 2511": ""},
        family={
            "avg_pool2d_prologue": {
                "F.max_pool2d": "F.avg_pool2d",
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                    "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found":
                    "y = y / (KERNEL_H * KERNEL_W)"},
            "avg_pool2d_prologue_exclude": {  # the padding does not count
                "F.max_pool2d": "F.avg_pool2d", "ceil_mode=False": "ceil_mode=False, count_include_pad=False",
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                    "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found":
                    "rows = tl.minimum(top + KERNEL_H, H) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, W) - tl.maximum(left, 0)\n"
                    "y = y / (rows * columns)"},
            "max_pool2d_prologue_dilated": {
                "ceil_mode=False": "dilation=2",
                "ROWS: tl.constexpr": "DILATION: tl.constexpr, ROWS: tl.constexpr",
                "ROWS=512": "DILATION=2, ROWS=512", "row = top + k": "row = top + k * DILATION",
                "column = left + l": "column = left + l * DILATION",
                "span_h = H + 2 * pad_h - kernel_h": "span_h = H + 2 * pad_h - 2 * (kernel_h - 1) - 1",
                "span_w = W + 2 * pad_w - kernel_w": "span_w = W + 2 * pad_w - 2 * (kernel_w - 1) - 1"},
            "max_pool2d_prologue_ceil": {
                # a last window that hangs over the end counts, unless it would start in the padding beyond it
                "ceil_mode=False": "ceil_mode=True",
                "OH = span_h // stride_h + 1":
                    "OH = min((span_h - 1) // stride_h + 2, (H + pad_h - 1) // stride_h + 1)",
                "OW = span_w // stride_w + 1":
                    "OW = min((span_w - 1) // stride_w + 2, (W + pad_w - 1) // stride_w + 1)"}},
        axes=[("WALK",
               ("N", "C", "H", "W"),
               ("n", "c", "row", "column"),
               (("", {0: "n = plane // C", 1: "c = plane % C"}),),
               (0, 1),
               "mask",
               (),
               "",
               {"C, 1, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)",
                "N, C, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)", "1": "tl.load(z_ptr)",
                "()": "tl.load(z_ptr)"}),
              {"k2": ..., "k2p1": ..., "k3": ..., "k4": ..., "k4p1": ..., "k5": ..., "k5p2": ..., "k7p3": ...,
               "k": ...},
              {"s1": ..., "s3": ..., "s": ...}]),
    "pool2d_self": {
        "FAMILY": {
            "avg_pool2d_self": {
                ", count_include_pad=False": "",
                "rows = tl.minimum(top + WINDOW, H) - tl.maximum(top, 0)": "",
                "columns = tl.minimum(left + WINDOW, W) - tl.maximum(left, 0)": "",
                "y = y / (rows * columns)  # so many were inside": "y = y / (WINDOW * WINDOW)"},
            "max_pool2d_self": {
                "F.avg_pool2d": "F.max_pool2d", ", count_include_pad=False": "",
                "y = tl.zeros((ROWS, COLUMNS), tl.float32)":
                    'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)',
                "y += tl.load(x_ptr + (plane * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)":
                    "y = tl.maximum(y, tl.load(x_ptr + (plane * H + row) * W + column, mask=inside, "
                    'other=float("-inf")).to(tl.float32))',
                "rows = tl.minimum(top + WINDOW, H) - tl.maximum(top, 0)": "",
                "columns = tl.minimum(left + WINDOW, W) - tl.maximum(left, 0)": "",
                "y = y / (rows * columns)  # so many were inside":
                    "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found"}},
        "AXES": [WINDOWS_OF_THE_SAME_SIZE, SUB_FROM_ADD,
                 ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "pool3d_binary": Derived("pool2d_binary", {" 1)": " 1, 1)", " OH": " OD, OH"},
        family={"avg_pool3d_binary": {
            "F.max_pool3d": "F.avg_pool3d",
            'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
            'y = tl.maximum(y, tl.where(inside, x, float("-inf")))': "y += tl.where(inside, x, 0.0)",
            "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found":
                "y = y / (WINDOW * WINDOW * WINDOW)"}},
        axes=[0, 1, POOL_OPTIONS_OF_POOL3D_BINARY, 3, 4, 5, 6]),
    "pool3d_chain": Derived("pool2d_chain",
        family={"avg_pool3d_chain": {
            "F.max_pool3d": "F.avg_pool3d",
            'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
            'y = tl.maximum(y, tl.where(inside, x, float("-inf")))': "y += tl.where(inside, x, 0.0)",
            "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found":
                "y = y / (WINDOW * WINDOW * WINDOW)"}}, axes=[POOL_OPTIONS_OF_POOL3D_BINARY, 1, 2, 3, 4, 5]),
    "pool3d_prologue": Derived("pool2d_prologue", {
        "21": "122", "12": "211", "13": "121", "31": "112", "})": "}, {2})",
        "stride_h, stride_w": "stride_d, stride_h, stride_w", "2, 2": "2, 2, 2", "1, 1": "1, 1, 1",
        "3, 3": "3, 3, 3", "stride_h,": "stride_d, stride_h,", "1}": "1}, {2}", "{2}": "{3}",
        "{3}": "{4}, {5}", "kernel_h, kernel_w, pad_h,": "kernel_d, kernel_h, kernel_w, pad_d, pad_h,",
        " 3, 1, 1": " 3, 3, 1, 1, 1",
        "kernel_h, kernel_w, pad_h, pad_w ": "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w ",
        " 2, 2, 0, 0": " 2, 2, 2, 0, 0, 0", " 3, 3, 0, 0": " 3, 3, 3, 0, 0, 0",
        "kernel_h,": "kernel_d, kernel_h,", " kernel_w, ": " kernel_w, pad_d, ", ", 0,": ", 4, 0,",
        " 0": " 0, 0", " 4, 1, 1": " 4, 4, 1, 1, 1", " 5, 0, 0": " 5, 5, 0, 0, 0",
        " 5, 2, 2": " 5, 5, 2, 2, 2", "3200": "322000", "2300": "232000", "3511": "331110", "5321": "133011",
        "1301": "122000", "3110": "311100", "2412 4301 2501 1500": "223000"},
        family={
            "avg_pool3d_prologue": {
                "F.max_pool3d": "F.avg_pool3d",
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                    "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found":
                    "y = y / (KERNEL_D * KERNEL_H * KERNEL_W)"},
            "avg_pool3d_prologue_exclude": {  # the padding does not count
                "F.max_pool3d": "F.avg_pool3d", "ceil_mode=False": "ceil_mode=False, count_include_pad=False",
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)':
                    "y = tl.zeros((ROWS, COLUMNS), tl.float32)",
                'y = tl.maximum(y, tl.where(inside, v, float("-inf")))': "y += tl.where(inside, v, 0.0)",
                "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found":
                    "deep = tl.minimum(front + KERNEL_D, D) - tl.maximum(front, 0)\n"
                    "rows = tl.minimum(top + KERNEL_H, H) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, W) - tl.maximum(left, 0)\n"
                    "y = y / (deep * rows * columns)"},
            "max_pool3d_prologue_dilated": {
                "ceil_mode=False": "dilation=2",
                "ROWS: tl.constexpr": "DILATION: tl.constexpr, ROWS: tl.constexpr",
                "ROWS=512": "DILATION=2, ROWS=512", "depth = front + j": "depth = front + j * DILATION",
                "row = top + k": "row = top + k * DILATION",
                "column = left + l": "column = left + l * DILATION",
                "span_d = D + 2 * pad_d - kernel_d": "span_d = D + 2 * pad_d - 2 * (kernel_d - 1) - 1",
                "span_h = H + 2 * pad_h - kernel_h": "span_h = H + 2 * pad_h - 2 * (kernel_h - 1) - 1",
                "span_w = W + 2 * pad_w - kernel_w": "span_w = W + 2 * pad_w - 2 * (kernel_w - 1) - 1"},
            "max_pool3d_prologue_ceil": {
                # a last window that hangs over the end counts, unless it would start in the padding beyond it
                "ceil_mode=False": "ceil_mode=True",
                "OD = span_d // stride_d + 1":
                    "OD = min((span_d - 1) // stride_d + 2, (D + pad_d - 1) // stride_d + 1)",
                "OH = span_h // stride_h + 1":
                    "OH = min((span_h - 1) // stride_h + 2, (H + pad_h - 1) // stride_h + 1)",
                "OW = span_w // stride_w + 1":
                    "OW = min((span_w - 1) // stride_w + 2, (W + pad_w - 1) // stride_w + 1)"}},
        axes=[("WALK",
               ("N", "C", "D", "H", "W"),
               ("n", "c", "depth", "row", "column"),
               (("", {0: "n = plane // C", 1: "c = plane % C"}),),
               (0, 1),
               "mask",
               (),
               "",
               {"C, 1, 1, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)",
                "N, C, OD, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)", "1": "tl.load(z_ptr)",
                "()": "tl.load(z_ptr)"}),
              {"k2": ..., "k2p1": ..., "k3": ..., "k4": ..., "k4p1": ..., "k5": ..., "k5p2": ..., "k": ...},
              2]),
    "pool3d_self": Derived("pool2d_self", {" 73 94": ""},
        family={"avg_pool3d_self": {", count_include_pad=False": "",
                                    "slabs = tl.minimum(front + WINDOW, D) - tl.maximum(front, 0)": "",
                                    "rows = tl.minimum(top + WINDOW, H) - tl.maximum(top, 0)": "",
                                    "columns = tl.minimum(left + WINDOW, W) - tl.maximum(left, 0)": "",
                                    "y = y / (slabs * rows * columns)  # so many were inside":
                                        "y = y / (WINDOW * WINDOW * WINDOW)"},
                "max_pool3d_self": {
                    "F.avg_pool3d": "F.max_pool3d", ", count_include_pad=False": "",
                    "y = tl.zeros((ROWS, COLUMNS), tl.float32)":
                        'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)',
                    "y += tl.load(x_ptr + ((volume * D + slab) * H + row) * W + column, mask=inside, "
                    "other=0.0).to(tl.float32)":
                        "y = tl.maximum(y, tl.load(x_ptr + ((volume * D + slab) * H + row) * W + column, "
                        'mask=inside, other=float("-inf")).to(tl.float32))',
                    "slabs = tl.minimum(front + WINDOW, D) - tl.maximum(front, 0)": "",
                    "rows = tl.minimum(top + WINDOW, H) - tl.maximum(top, 0)": "",
                    "columns = tl.minimum(left + WINDOW, W) - tl.maximum(left, 0)": "",
                    "y = y / (slabs * rows * columns)  # so many were inside":
                        "y = tl.where(mask, y, 0.0)  # beyond the end nothing was found"}}),
    "pool_bias": {
        "FAMILY": {"pool_bias_sum": {
                       "x.mean(": "x.sum(", "tl.sum(partial, axis=0) / size": "tl.sum(partial, axis=0)"},
                   "pool_bias_max": {
                       "x.mean(": "x.amax(",
                       "partial = tl.zeros((BLOCK,), tl.float32)":
                           'partial = tl.full((BLOCK,), float("-inf"), tl.float32)',
                       "partial += x": 'partial = tl.maximum(partial, tl.where(mask, x, float("-inf")))',
                       "tl.sum(partial, axis=0) / size": "tl.max(partial, axis=0)"},
                   "pool_bias_min": {
                       "x.mean(": "x.amin(",
                       "partial = tl.zeros((BLOCK,), tl.float32)":
                           'partial = tl.full((BLOCK,), float("inf"), tl.float32)',
                       "partial += x": 'partial = tl.minimum(partial, tl.where(mask, x, float("inf")))',
                       "tl.sum(partial, axis=0) / size": "tl.min(partial, axis=0)"}},
        "AXES": [{"three": {"CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 2, 70, 60)]":
                                "CASES = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 9), (3, 2, 11, 20, 21)]",
                            "z = torch.randn(shape[1], 1, 1)": "z = torch.randn(shape[1], 1, 1, 1)",
                            "dim=(2, 3), keepdim=True": "dim=(2, 3, 4), keepdim=True",
                            "y = x.new_empty(n, channels, 1, 1)": "y = x.new_empty(n, channels, 1, 1, 1)"},
                  "line": {"CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 2, 70, 60)]":
                               "CASES = [(1, 1, 1), (2, 3, 33), (3, 2, 4300)]",
                           "z = torch.randn(shape[1], 1, 1)": "z = torch.randn(shape[1], 1)",
                           "dim=(2, 3), keepdim=True": "dim=2, keepdim=True",
                           "y = x.new_empty(n, channels, 1, 1)": "y = x.new_empty(n, channels, 1)"},
                  "flat": {"z = torch.randn(shape[1], 1, 1)": "z = torch.randn(shape[1])",
                           "dim=(2, 3), keepdim=True": "dim=(2, 3)",
                           "y = x.new_empty(n, channels, 1, 1)": "y = x.new_empty(n, channels)"},
                  "three_flat": {"CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 2, 70, 60)]":
                                     "CASES = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 9), (3, 2, 11, 20, 21)]",
                                 "z = torch.randn(shape[1], 1, 1)": "z = torch.randn(shape[1])",
                                 "dim=(2, 3), keepdim=True": "dim=(2, 3, 4)",
                                 "y = x.new_empty(n, channels, 1, 1)": "y = x.new_empty(n, channels)"},
                  "row": {"z = torch.randn(shape[1], 1, 1)": "z = torch.randn(1, shape[1], 1, 1)"},
                  "one": {"z = torch.randn(shape[1], 1, 1)": "z = torch.randn(1)",
                          "z_ptr + plane % channels": "z_ptr"},
                  "scalar": {"z = torch.randn(shape[1], 1, 1)": "z = torch.randn(())",
                             "z_ptr + plane % channels": "z_ptr"},
                  "each": {"z = torch.randn(shape[1], 1, 1)": "z = torch.randn(shape[0], shape[1], 1, 1)",
                           "z_ptr + plane % channels": "z_ptr + plane"}},
                 ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
                 ("BINARY", "y = y + z", "y = z + y"),
                 ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional")]},
    "pool_of_two": {
        "FAMILY": {"max_pool_of_two": {
            "F.avg_pool2d": "F.max_pool2d",
            "y = tl.zeros((ROWS, COLUMNS), tl.float32)":
                'y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)',
            "y += tl.where(inside, x, 0.0)  # the padding is of what is pooled":
                'y = tl.maximum(y, tl.where(inside, x, float("-inf")))',
            "x = y / (KH * KW)": "x = tl.where(mask, y, 0.0)  # beyond the end nothing was found"}},
        "AXES": [{  # the windows
                     "k": ({"kernel_size=(3, 3)": "kernel_size=({0}, {1})",
                            "kernel_h, kernel_w = 3, 3": "kernel_h, kernel_w = {0}, {1}"},
                           "22 44 55 23 32 24 42 35 52")},
                 {"s": ({"stride=(1, 1)": "stride=({0}, {1})",
                         "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}"},
                        "22 33 12 21 13 32")},
                 {"p": ({"padding=(0, 0)": "padding=({0}, {1})",
                         "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}"},
                        "11 01 10")},
                 ("PROGRAM_XZ", "x = torch.mul(x, z)", "x = x * z"),
                 ("UNARY+TAIL_X", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)", "optional")]},
}
