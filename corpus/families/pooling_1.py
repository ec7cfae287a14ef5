"""Tables of the families of pooling, adaptive_avg_pool1d to gem_pool2d."""

from corpus.families.axes_1 import K2_K2P1_K3, K2_K2P1_K3_2
from corpus.families.axes_2 import K2_K2P1_K3_3
from corpus.families.axes_3 import S1_S3_S, S1_S3_S4, S1_S3_S4_2

FAMILIES = {
    "adaptive_avg_pool1d": {
        "FAMILY": {
            "adaptive_max_pool1d": {
                "F.adaptive_avg_pool1d": "F.adaptive_max_pool1d",
                "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
                "y = y + tl.where(inside, x, 0.0)": ('y = tl.maximum(y, tl.where(inside, x, float("-inf")))'),
                "y = y / (end - start)": "",
            }
        },
        "AXES": [
            {
                "1": {"(x, 4)": "(x, 1)", "out_length = 4": "out_length = 1"},
                "2": {"(x, 4)": "(x, 2)", "out_length = 4": "out_length = 2"},
                "3": {"(x, 4)": "(x, 3)", "out_length = 4": "out_length = 3"},
                "5": {"(x, 4)": "(x, 5)", "out_length = 4": "out_length = 5"},
                "6": {"(x, 4)": "(x, 6)", "out_length = 4": "out_length = 6"},
                "7": {"(x, 4)": "(x, 7)", "out_length = 4": "out_length = 7"},
                "8": {"(x, 4)": "(x, 8)", "out_length = 4": "out_length = 8"},
                "16": {"(x, 4)": "(x, 16)", "out_length = 4": "out_length = 16"},
                "32": {"(x, 4)": "(x, 32)", "out_length = 4": "out_length = 32"},
            },
            {
                "unbatched": {
                    "[(1, 1, 9), (2, 3, 33), (3, 5, 100)]": "[(1, 9), (3, 33), (5, 100)]",
                    "n, channels, length = x.shape": "channels, length = x.shape",
                    "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length",
                }
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "adaptive_avg_pool2d": {
        "FAMILY": {
            "adaptive_max_pool2d": {
                "F.adaptive_avg_pool2d": "F.adaptive_max_pool2d",
                "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
                "y = y + tl.where(inside, x, 0.0)": ('y = tl.maximum(y, tl.where(inside, x, float("-inf")))'),
                "y = y / ((bottom - top) * (right - left))": "",
            }
        },
        "AXES": [
            {
                "2x2": {"(2, 3)": "2", "out_height, out_width = 2, 3": "out_height, out_width = 2, 2"},
                "3x3": {"(2, 3)": "3", "out_height, out_width = 2, 3": "out_height, out_width = 3, 3"},
                "4x4": {"(2, 3)": "(4, 4)", "out_height, out_width = 2, 3": "out_height, out_width = 4, 4"},
                "5x5": {"(2, 3)": "5", "out_height, out_width = 2, 3": "out_height, out_width = 5, 5"},
                "6x6": {"(2, 3)": "(6, 6)", "out_height, out_width = 2, 3": "out_height, out_width = 6, 6"},
                "7x7": {"(2, 3)": "(7, 7)", "out_height, out_width = 2, 3": "out_height, out_width = 7, 7"},
                "8x8": {"(2, 3)": "8", "out_height, out_width = 2, 3": "out_height, out_width = 8, 8"},
                "to": (
                    {
                        "(2, 3)": "({0}, {1})",
                        "out_height, out_width = 2, 3": "out_height, out_width = {0}, {1}",
                    },
                    "32 14 41 35 57 75 62 26 71 43",
                ),
                # None keeps a dimension as it is: every share of it is one place
                "rows_kept": (
                    {
                        "(2, 3)": "(None, {0})",
                        "out_height, out_width = 2, 3": "out_height, out_width = height, {0}",
                    },
                    "1 2 3 4 5 6 7",
                ),
                "columns_kept": (
                    {
                        "(2, 3)": "({0}, None)",
                        "out_height, out_width = 2, 3": "out_height, out_width = {0}, width",
                    },
                    "1 2 3 4 5 6 7",
                ),
            },
            {
                "unbatched": {
                    "[(1, 1, 8, 8), (2, 3, 17, 15), (1, 2, 16, 33)]": "[(1, 8, 8), (3, 17, 15), (2, 16, 33)]",
                    "n, channels, height, width = x.shape": "channels, height, width = x.shape",
                    "x.new_empty(n, channels, out_height": "x.new_empty(channels, out_height",
                }
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "adaptive_avg_pool3d": {
        "FAMILY": {
            "adaptive_max_pool3d": {
                "F.adaptive_avg_pool3d": "F.adaptive_max_pool3d",
                "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
                "y = y + tl.where(inside, x, 0.0)": ('y = tl.maximum(y, tl.where(inside, x, float("-inf")))'),
                "y = y / ((back - front) * (bottom - top) * (right - left))": ("y = tl.where(mask, y, 0.0)"),
            }
        },
        "AXES": [
            {
                "2": {"(2, 3, 4)": "2", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 2, 2, 2"},
                "3": {"(2, 3, 4)": "3", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 3, 3, 3"},
                "4": {"(2, 3, 4)": "(4, 4, 4)", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 4, 4, 4"},
                "to": (
                    {"(2, 3, 4)": "({0}, {1}, {2})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, {1}, {2}"},
                    "122 135 511 423 243 341 324 152 213",
                ),
                # None keeps a dimension as it is: every share of it is one place
                "slabs_kept": (
                    {"(2, 3, 4)": "(None, {0}, {1})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = D, {0}, {1}"},
                    "22 23 35 51 17",
                ),
                "rows_kept": (
                    {"(2, 3, 4)": "({0}, None, {1})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, H, {1}"},
                    "25 22 31 14 53",
                ),
                "columns_kept": (
                    {"(2, 3, 4)": "({0}, {1}, None)", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, {1}, W"},
                    "22 32 15 43",
                ),
                "only_slabs": (
                    {"(2, 3, 4)": "({0}, None, None)", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, H, W"},
                    "1 2 3 4 5",
                ),
                "only_rows": (
                    {"(2, 3, 4)": "(None, {0}, None)", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = D, {0}, W"},
                    "1 2 3 5",
                ),
                "only_columns": (
                    {"(2, 3, 4)": "(None, None, {0})", "OD, OH, OW = 2, 3, 4": "OD, OH, OW = D, H, {0}"},
                    "1 2 3 6",
                ),
            },
            {
                "unbatched": {
                    "[(1, 1, 4, 4, 4), (2, 3, 6, 11, 7), (2, 5, 9, 4, 8)]": (
                        "[(1, 4, 4, 4), (3, 6, 11, 7), (5, 9, 4, 8)]"
                    ),
                    "N, C, D, H, W = x.shape": "C, D, H, W = x.shape",
                    "x.new_empty(N, C, OD": "x.new_empty(C, OD",
                }
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "adaptive_pool1d_prologue": {
        "FAMILY": {
            "adaptive_max_pool1d_prologue": {
                "F.adaptive_avg_pool1d": "F.adaptive_max_pool1d",
                "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
                "y += tl.where(inside, v, 0.0)": 'y = tl.maximum(y, tl.where(inside, v, float("-inf")))',
                "y = y / (right - left)": "y = tl.where(mask, y, 0.0)",
            }
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "L"),
                ("n", "c", "place"),
                (("", {0: "n = plane // C", 1: "c = plane % C"}),),
                (0, 1),
                "mask",
                (),
                "",
                {
                    "C, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)",
                    "N, C, OL": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
            {
                "to2": {"output_size=4": "output_size=2", "OL = 4": "OL = 2"},
                "to3": {"output_size=4": "output_size=3", "OL = 4": "OL = 3"},
                "to5": {"output_size=4": "output_size=5", "OL = 4": "OL = 5"},
                "to6": {"output_size=4": "output_size=6", "OL = 4": "OL = 6"},
                "to7": {"output_size=4": "output_size=7", "OL = 4": "OL = 7"},
                "to8": {"output_size=4": "output_size=8", "OL = 4": "OL = 8"},
            },
        ],
    },
    "adaptive_pool2d_prologue": {
        "FAMILY": {
            "adaptive_max_pool2d_prologue": {
                "F.adaptive_avg_pool2d": "F.adaptive_max_pool2d",
                "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
                "y += tl.where(inside, v, 0.0)": 'y = tl.maximum(y, tl.where(inside, v, float("-inf")))',
                "y = y / ((bottom - top) * (right - left))": "y = tl.where(mask, y, 0.0)",
            }
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "H", "W"),
                ("n", "c", "row", "column"),
                (("", {0: "n = plane // C", 1: "c = plane % C"}),),
                (0, 1),
                "mask",
                (),
                "",
                {
                    "C, 1, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)",
                    "N, C, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
            {
                "to2": {"output_size=(2, 3)": "output_size=2", "OH, OW = 2, 3": "OH, OW = 2, 2"},
                "to3": {"output_size=(2, 3)": "output_size=3", "OH, OW = 2, 3": "OH, OW = 3, 3"},
                "to4": {"output_size=(2, 3)": "output_size=4", "OH, OW = 2, 3": "OH, OW = 4, 4"},
                "to5": {"output_size=(2, 3)": "output_size=5", "OH, OW = 2, 3": "OH, OW = 5, 5"},
                "to6": {"output_size=(2, 3)": "output_size=6", "OH, OW = 2, 3": "OH, OW = 6, 6"},
                "to7": {"output_size=(2, 3)": "output_size=7", "OH, OW = 2, 3": "OH, OW = 7, 7"},
                "to": (
                    {"output_size=(2, 3)": "output_size=({0}, {1})", "OH, OW = 2, 3": "OH, OW = {0}, {1}"},
                    "32 14 41 35 57 75 62 26",
                ),
                "rows_kept": (
                    {"output_size=(2, 3)": "output_size=(None, {0})", "OH, OW = 2, 3": "OH, OW = H, {0}"},
                    "1 2 3 5",
                ),
                "columns_kept": (
                    {"output_size=(2, 3)": "output_size=({0}, None)", "OH, OW = 2, 3": "OH, OW = {0}, W"},
                    "1 2 3 5",
                ),
            },
        ],
    },
    "adaptive_pool3d_prologue": {
        "FAMILY": {
            "adaptive_max_pool3d_prologue": {
                "F.adaptive_avg_pool3d": "F.adaptive_max_pool3d",
                "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
                "y += tl.where(inside, v, 0.0)": 'y = tl.maximum(y, tl.where(inside, v, float("-inf")))',
                "y = y / ((back - front) * (bottom - top) * (right - left))": ("y = tl.where(mask, y, 0.0)"),
            }
        },
        "AXES": [
            (
                "WALK",
                ("N", "C", "D", "H", "W"),
                ("n", "c", "depth", "row", "column"),
                (("", {0: "n = plane // C", 1: "c = plane % C"}),),
                (0, 1),
                "mask",
                (),
                "",
                {
                    "C, 1, 1, 1": "tl.load(z_ptr + plane % C, mask=mask, other=0.0)",
                    "N, C, OD, OH, OW": "tl.load(z_ptr + offsets, mask=mask, other=0.0)",
                    "1": "tl.load(z_ptr)",
                    "()": "tl.load(z_ptr)",
                },
            ),
            {
                "to2": {
                    "output_size=(2, 3, 4)": "output_size=2",
                    "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 2, 2, 2",
                },
                "to3": {
                    "output_size=(2, 3, 4)": "output_size=3",
                    "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 3, 3, 3",
                },
                "to4": {
                    "output_size=(2, 3, 4)": "output_size=4",
                    "OD, OH, OW = 2, 3, 4": "OD, OH, OW = 4, 4, 4",
                },
                "to": (
                    {
                        "output_size=(2, 3, 4)": "output_size=({0}, {1}, {2})",
                        "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, {1}, {2}",
                    },
                    "122 135 511 423 243 341",
                ),
                "slabs_kept": (
                    {
                        "output_size=(2, 3, 4)": "output_size=(None, {0}, {1})",
                        "OD, OH, OW = 2, 3, 4": "OD, OH, OW = D, {0}, {1}",
                    },
                    "22 31 14",
                ),
                "rows_kept": (
                    {
                        "output_size=(2, 3, 4)": "output_size=({0}, None, {1})",
                        "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, H, {1}",
                    },
                    "22 31 14",
                ),
                "columns_kept": (
                    {
                        "output_size=(2, 3, 4)": "output_size=({0}, {1}, None)",
                        "OD, OH, OW = 2, 3, 4": "OD, OH, OW = {0}, {1}, W",
                    },
                    "22 31 14",
                ),
            },
        ],
    },
    "avg_pool1d": {
        "FAMILY": {
            "avg_pool1d_ceil": {
                "ceil_mode=False": "ceil_mode=True",
                "y = total / KERNEL": ("y = total / (tl.minimum(start + KERNEL, length + PADDING) - start)"),
                "out_length = span // stride + 1": (
                    "out_length = min(triton.cdiv(span, stride) + 1, triton.cdiv(length + padding, stride))"
                ),
            },
            "avg_pool1d_exclude": {
                "count_include_pad=True": "count_include_pad=False",
                "y = total / KERNEL": (
                    "y = total / (tl.minimum(start + KERNEL, length) - tl.maximum(start, 0))"
                ),
            },
            "avg_pool1d_exclude_ceil": {
                "ceil_mode=False": "ceil_mode=True",
                "count_include_pad=True": "count_include_pad=False",
                "y = total / KERNEL": (
                    "y = total / (tl.minimum(start + KERNEL, length) - tl.maximum(start, 0))"
                ),
                "out_length = span // stride + 1": (
                    "out_length = min(triton.cdiv(span, stride) + 1, triton.cdiv(length + padding, stride))"
                ),
            },
        },
        "AXES": [
            K2_K2P1_K3_3,
            S1_S3_S4,
            {
                "rows": {  # of a product, say, each pooled as the one channel of a sample
                    "[(1, 1, 12), (2, 3, 33), (3, 5, 100)]": "[(1, 1, 12), (2, 1, 33), (3, 1, 100)]",
                    "  # (N, C, L)": ".squeeze(1)  # (N, L)",
                    "n, channels, length = x.shape": "n, _, length = x.shape",
                    "x.new_empty(n, channels, out_length": "x.new_empty(n, out_length",
                },
                "unbatched": {
                    "[(1, 1, 12), (2, 3, 33), (3, 5, 100)]": "[(1, 12), (3, 33), (5, 100)]",
                    "n, channels, length = x.shape": "channels, length = x.shape",
                    "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length",
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "avg_pool2d": {
        "FAMILY": {
            "avg_pool2d_ceil": {
                "ceil_mode=False": "ceil_mode=True",
                "rows, columns = KERNEL_H, KERNEL_W": (
                    "rows = tl.minimum(top + KERNEL_H, height + PAD_H) - top\n"
                    "columns = tl.minimum(left + KERNEL_W, width + PAD_W) - left"
                ),
                "span_h // stride_h + 1": (
                    "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))"
                ),
                "span_w // stride_w + 1": (
                    "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"
                ),
            },
            "avg_pool2d_divisor": (
                {
                    "count_include_pad=True": "divisor_override={0}",
                    "rows, columns = KERNEL_H, KERNEL_W": "",
                    "y = total / (rows * columns)": "y = total / {0}.0",
                },
                "2 3 5 7",
            ),
            "avg_pool2d_divisor_ceil": (
                {
                    "ceil_mode=False, count_include_pad=True": "ceil_mode=True, divisor_override={0}",
                    "rows, columns = KERNEL_H, KERNEL_W": "",
                    "y = total / (rows * columns)": "y = total / {0}.0",
                    "span_h // stride_h + 1": (
                        "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))"
                    ),
                    "span_w // stride_w + 1": (
                        "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"
                    ),
                },
                "2 4 6",
            ),
            "avg_pool2d_exclude": {
                "count_include_pad=True": "count_include_pad=False",
                "rows, columns = KERNEL_H, KERNEL_W": (
                    "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)"
                ),
            },
            "avg_pool2d_exclude_ceil": {
                "ceil_mode=False": "ceil_mode=True",
                "count_include_pad=True": "count_include_pad=False",
                "rows, columns = KERNEL_H, KERNEL_W": (
                    "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)"
                ),
                "span_h // stride_h + 1": (
                    "min(triton.cdiv(span_h, stride_h) + 1, triton.cdiv(height + pad_h, stride_h))"
                ),
                "span_w // stride_w + 1": (
                    "min(triton.cdiv(span_w, stride_w) + 1, triton.cdiv(width + pad_w, stride_w))"
                ),
            },
        },
        "AXES": [
            K2_K2P1_K3_2,
            S1_S3_S4_2,
            {
                "unbatched": {
                    "[(1, 1, 9, 9), (2, 3, 17, 15), (1, 2, 16, 25)]": "[(1, 9, 9), (3, 17, 15), (2, 16, 25)]",
                    "n, channels, height, width = x.shape": "channels, height, width = x.shape",
                    "x.new_empty(n, channels, out_height": "x.new_empty(channels, out_height",
                }
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "avg_pool3d": {
        "FAMILY": {
            "avg_pool3d_ceil": {
                "count_include_pad=True": "ceil_mode=True",
                "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)": (
                    "slabs = tl.minimum(front + KERNEL_D, depth + PAD_D) - front\n"
                    "rows = tl.minimum(top + KERNEL_H, height + PAD_H) - top\n"
                    "columns = tl.minimum(left + KERNEL_W, width + PAD_W) - left\n"
                    "y = total / (slabs * rows * columns)"
                ),
                "(depth + 2 * pad_d - kernel_d) // stride_d + 1": (
                    "min(triton.cdiv(depth + 2 * pad_d - kernel_d, stride_d) + 1, "
                    "triton.cdiv(depth + pad_d, stride_d))"
                ),
                "(height + 2 * pad_h - kernel_h) // stride_h + 1": (
                    "min(triton.cdiv(height + 2 * pad_h - kernel_h, stride_h) + 1, "
                    "triton.cdiv(height + pad_h, stride_h))"
                ),
                "(width + 2 * pad_w - kernel_w) // stride_w + 1": (
                    "min(triton.cdiv(width + 2 * pad_w - kernel_w, stride_w) + 1, "
                    "triton.cdiv(width + pad_w, stride_w))"
                ),
            },
            "avg_pool3d_divisor": (
                {
                    "count_include_pad=True": "divisor_override={0}",
                    "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)": "y = total / {0}.0",
                },
                "2 5 9",
            ),
            "avg_pool3d_exclude_ceil": {
                "count_include_pad=True": "ceil_mode=True, count_include_pad=False",
                "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)": (
                    "slabs = tl.minimum(front + KERNEL_D, depth) - tl.maximum(front, 0)\n"
                    "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)\n"
                    "y = total / (slabs * rows * columns)"
                ),
                "(depth + 2 * pad_d - kernel_d) // stride_d + 1": (
                    "min(triton.cdiv(depth + 2 * pad_d - kernel_d, stride_d) + 1, "
                    "triton.cdiv(depth + pad_d, stride_d))"
                ),
                "(height + 2 * pad_h - kernel_h) // stride_h + 1": (
                    "min(triton.cdiv(height + 2 * pad_h - kernel_h, stride_h) + 1, "
                    "triton.cdiv(height + pad_h, stride_h))"
                ),
                "(width + 2 * pad_w - kernel_w) // stride_w + 1": (
                    "min(triton.cdiv(width + 2 * pad_w - kernel_w, stride_w) + 1, "
                    "triton.cdiv(width + pad_w, stride_w))"
                ),
            },
            "avg_pool3d_exclude": {
                "count_include_pad=True": "count_include_pad=False",
                "y = total / (KERNEL_D * KERNEL_H * KERNEL_W)": (
                    "slabs = tl.minimum(front + KERNEL_D, depth) - tl.maximum(front, 0)\n"
                    "rows = tl.minimum(top + KERNEL_H, height) - tl.maximum(top, 0)\n"
                    "columns = tl.minimum(left + KERNEL_W, width) - tl.maximum(left, 0)\n"
                    "y = total / (slabs * rows * columns)"
                ),
            },
        },
        "AXES": [
            K2_K2P1_K3,
            S1_S3_S,
            {
                "unbatched": {
                    "[(1, 1, 5, 5, 5), (2, 3, 6, 7, 8)]": "[(1, 5, 5, 5), (3, 6, 7, 8)]",
                    "n, channels, depth, height, width = x.shape": "channels, depth, height, width = x.shape",
                    "x.new_empty(n, channels, out_depth": "x.new_empty(channels, out_depth",
                }
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "gem_pool2d": {
        "FAMILY": {
            "gem_pool2d_3": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)",
                "x.pow(p)": "x.pow(3)",
                "y.pow(1.0 / p)": "y.pow(1.0 / 3)",
                "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)": "total += x * x * x",
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)": (
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)"
                ),
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, ",
            },
            "gem_pool2d_4": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)",
                "x.pow(p)": "x.pow(4)",
                "y.pow(1.0 / p)": "y.pow(1.0 / 4)",
                "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)": ("t = x * x\ntotal += t * t"),
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)": (
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 4.0).to(tl.float32)"
                ),
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, ",
            },
            "gem_pool2d_5": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)",
                "x.pow(p)": "x.pow(5)",
                "y.pow(1.0 / p)": "y.pow(1.0 / 5)",
                "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)": (
                    "t = x * x\ntotal += t * t * x"
                ),
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)": (
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 5.0).to(tl.float32)"
                ),
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, ",
            },
            "gem_pool2d_6": {
                "return torch.randn(shape), 2.0 + 2.0 * torch.rand(1)": "return (torch.randn(shape),)",
                "(x, p)": "(x)",
                "x.pow(p)": "x.pow(6)",
                "y.pow(1.0 / p)": "y.pow(1.0 / 6)",
                "p_ptr, ": "",
                "p = tl.load(p_ptr).to(tl.float32)": "",
                "total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)": (
                    "t = x * x\ntotal += t * t * t"
                ),
                "root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)": (
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 6.0).to(tl.float32)"
                ),
                "y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too": "",
                "[grid](x, p, ": "[grid](x, ",
            },
        },
        "AXES": [
            {
                "k": (
                    {
                        "kernel_size=3": "kernel_size={0}",
                        "window_h, window_w = 3, 3": "window_h, window_w = {0}, {0}",
                    },
                    "2 4",
                ),
                "by": (
                    {
                        "kernel_size=3": "kernel_size=({0}, {1})",
                        "window_h, window_w = 3, 3": "window_h, window_w = {0}, {1}",
                    },
                    "23 31 13 42",
                ),
            },
            {
                "s": (
                    {"stride=2": "stride={0}", "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {0}"},
                    "1 3",
                ),
                "s_by": (
                    {
                        "stride=2": "stride=({0}, {1})",
                        "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {1}",
                    },
                    "21 12 23",
                ),
            },
            {
                "eps": ({"min=0.001": "min=0.{0}", "tl.maximum(x, 0.001)": "tl.maximum(x, 0.{0})"}, "1"),
                "tiny": {"min=0.001": "min=1e-6", "tl.maximum(x, 0.001)": "tl.maximum(x, 1e-6)"},
                "positive": {
                    "x = x.clamp(min=0.001)": "x = torch.relu(x) + 0.001",
                    "x = tl.maximum(x, 0.001)": "x = tl.maximum(x, 0.0) + 0.001",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
}
