"""Tables of the families of data movement, index_add to permute3."""

from corpus.families.axes_1 import BY_CROP, BY_CROP_LEFT_CROP_RIGHT
from corpus.families.axes_4 import WITH_WITH_MINUS_WITH_10

FAMILIES = {
    "index_add": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "source = F.softsign(source)", "source = source / (1.0 + tl.abs(source))", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "index_select": {
        "FAMILY": {
            "index_select1d": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(2,), (40,)]",
                "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 3,)",
                "(x, 1, index)": "(x, 0, index)",
                "x.shape[1], x.stride(1)": "x.shape[0], 1",
                "x.shape[0], kept, x.shape[2]": "kept",
            },
            "index_select4d_first": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(2, 1, 1, 1), (4, 3, 5, 33)]",
                "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 9,)",
                "(x, 1, index)": "(x, 0, index)",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "x.shape[0], kept, x.shape[2]": "kept, *x.shape[1:]",
            },
            "index_select4d_channels": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 2, 1, 1), (2, 6, 5, 33)]",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], kept, *x.shape[2:]",
            },
            "index_select4d_rows": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 2, 1), (2, 3, 7, 33)]",
                "shape[1], (shape[1] + 3,)": "shape[2], (shape[2] + 3,)",
                "(x, 1, index)": "(x, 2, index)",
                "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
                "x.shape[0], kept, x.shape[2]": "*x.shape[:2], kept, x.shape[3]",
            },
            "index_select4d_columns": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1, 1, 2), (2, 3, 5, 33)]",
                "shape[1], (shape[1] + 3,)": "shape[3], (shape[3] + 3,)",
                "(x, 1, index)": "(x, -1, index)",
                "x.shape[1], x.stride(1)": "x.shape[3], 1",
                "x.shape[0], kept, x.shape[2]": "*x.shape[:3], kept",
            },
            "index_select3d_dim0": {
                "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 3,)",
                "(x, 1, index)": "(x, 0, index)",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "x.shape[0], kept, x.shape[2]": "kept, x.shape[1], x.shape[2]",
            },
            "index_select3d_last": {
                "shape[1], (shape[1] + 3,)": "shape[2], (shape[2] + 3,)",
                "(x, 1, index)": "(x, -1, index)",
                "x.shape[1], x.stride(1)": "x.shape[2], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept",
            },
            "index_select2d_dim0": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1), (12, 33), (50, 9)]",
                "shape[1], (shape[1] + 3,)": "shape[0], (shape[0] + 3,)",
                "(x, 1, index)": "(x, 0, index)",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "x.shape[0], kept, x.shape[2]": "kept, x.shape[1]",
            },
            "index_select2d_last": {
                "CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 1), (12, 33), (50, 9)]",
                "x.shape[1], x.stride(1)": "x.shape[1], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], kept",
            },
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "label_joins": {
        "FAMILY": {
            "column": {
                ".squeeze(1)": "",
                "torch.randn(K)": "torch.randn(K, 1)",
                "x.new_empty(n_rows)": "x.new_empty(n_rows, 1)",
            },
            "columns": {
                "index.unsqueeze(1)).squeeze(1)": "index)",
                "(0, N, (K,))": "(0, N, (K, 1))",
                "torch.randn(K)": "torch.randn(K, 1)",
                "x.new_empty(n_rows)": "x.new_empty(n_rows, 1)",
            },
            "squeezed": {
                "index.unsqueeze(1)).squeeze(1)": "index).squeeze(1)",
                "(0, N, (K,))": "(0, N, (K, 1))",
            },
            "one": {
                "torch.randn(K)": "torch.randn(1)",
                "tl.load(z_ptr + rows, mask=mask, other=0.0)": "tl.load(z_ptr)",
            },
        },
        "AXES": [
            {  # what the tensor is before
                "abs": {
                    "x = torch.gather(x,": "x = torch.gather(torch.abs(x),",
                    "z = tl.load": "x = tl.abs(x)\nz = tl.load",
                },
                "exp": {
                    "x = torch.gather(x,": "x = torch.gather(torch.exp(x),",
                    "z = tl.load": "x = tl.exp(x)\nz = tl.load",
                },
                "sigmoid": {
                    "x = torch.gather(x,": "x = torch.gather(torch.sigmoid(x),",
                    "z = tl.load": "x = tl.sigmoid(x)\nz = tl.load",
                },
                "neg": {"x = torch.gather(x,": "x = torch.gather(-x,", "z = tl.load": "x = -x\nz = tl.load"},
            },
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ],
    },
    "merge_heads": {
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "nearest": {
        "FAMILY": {
            "round_quarter": {
                "torch.round(x)": "torch.round(x * 4.0) / 4.0",
                "y = round_half_even(x)": "y = round_half_even(x * 4.0) / 4.0",
            },
            "round_half": {
                "torch.round(x)": "torch.round(x * 2.0) * 0.5",
                "y = round_half_even(x)": "y = round_half_even(x * 2.0) * 0.5",
            },
            "rounding_error": {
                "torch.round(x)": "x - torch.round(x)",
                "y = round_half_even(x)": "y = x - round_half_even(x)",
            },
            "triangle": {
                "torch.round(x)": "torch.abs(x - torch.round(x))",
                "y = round_half_even(x)": "y = tl.abs(x - round_half_even(x))",
            },
            "round_clamped": {
                "torch.round(x)": "torch.clamp(torch.round(x), -1.0, 1.0)",
                "y = round_half_even(x)": "y = tl.minimum(tl.maximum(round_half_even(x), -1.0), 1.0)",
            },
            "quantised_relu": {
                "torch.round(x)": "torch.round(torch.clamp(x, 0.0, 3.0) * 2.0) / 2.0",
                "y = round_half_even(x)": (
                    "y = round_half_even(tl.minimum(tl.maximum(x, 0.0), 3.0) * 2.0) / 2.0"
                ),
            },
        },
        "AXES": [("UNARY", "y = torch.abs(y)", "y = tl.abs(y)", "optional")],
    },
    "nearest_joins": {
        "FAMILY": {
            "by": (
                {
                    "size=z.shape[2:]": "scale_factor={0}",
                    "(1, 1, 2, 2, 3, 4), (2, 1, 3, 11, 6, 22), (2, 3, 5, 6, 7, 4)": (
                        "(1, 1, 2, 2), (2, 1, 3, 11), (2, 3, 5, 6)"
                    ),
                    "make(N, C, H, W, OH, OW)": "make(N, C, H, W)",
                    "torch.randn(N, C, OH, OW)": "torch.randn(N, C, H * {0}, W * {0})",
                    "out_height, out_width = z.shape[2:]": (
                        "out_height, out_width = height * {0}, width * {0}"
                    ),
                    "height / out_height, width / out_width": "1 / {0}, 1 / {0}",
                },
                "2 3 4 8",
            )
        },
        "AXES": [
            {"other_first": {"(x, z)": "(z, x)", "return x, z": "return z, x"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
        ],
    },
    "normalize_image": {
        "FAMILY": {
            "denormalize_image": {"y = (x - mean) / std": "y = x * std + mean"},
            "normalize_bytes": {"y = (x - mean) / std": "y = (x / 255.0 - mean) / std"},
            "normalize_precision": {"y = (x - mean) / std": "y = (x - mean) * std"},
            "normalize_regularized": {"y = (x - mean) / std": "y = (x - mean) / (std + 0.01)"},
        },
        "AXES": [
            {
                "last": {
                    "torch.randn(n, channels, height, width)": "torch.randn(n, height, width, channels)",
                    "mean = mean.view(1, -1, 1, 1)": "",
                    "std = std.view(1, -1, 1, 1)": "",
                    "n, channels, height, width = x.shape": "channels = x.shape[-1]",
                    "channels, height * width, BLOCK": "channels, BLOCK",
                    "channels, inner, BLOCK": "channels, BLOCK",
                    "offsets // inner % channels": "offsets % channels",
                }
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "one_hot": {
        "AXES": [
            {
                "of": (
                    {
                        "10, shape": "{0}{1}, shape",
                        "num_classes=10": "num_classes={0}{1}",
                        "(10,)": "({0}{1},)",
                        "CLASSES=10": "CLASSES={0}{1}",
                    },
                    "11 12 15 20 26 50 80",
                ),
                "2": {
                    "10, shape": "2, shape",
                    "num_classes=10": "num_classes=2",
                    "(10,)": "(2,)",
                    "CLASSES=10": "CLASSES=2",
                },
                "3": {
                    "10, shape": "3, shape",
                    "num_classes=10": "num_classes=3",
                    "(10,)": "(3,)",
                    "CLASSES=10": "CLASSES=3",
                },
                "4": {
                    "10, shape": "4, shape",
                    "num_classes=10": "num_classes=4",
                    "(10,)": "(4,)",
                    "CLASSES=10": "CLASSES=4",
                },
                "5": {
                    "10, shape": "5, shape",
                    "num_classes=10": "num_classes=5",
                    "(10,)": "(5,)",
                    "CLASSES=10": "CLASSES=5",
                },
                "7": {
                    "10, shape": "7, shape",
                    "num_classes=10": "num_classes=7",
                    "(10,)": "(7,)",
                    "CLASSES=10": "CLASSES=7",
                },
                "16": {
                    "10, shape": "16, shape",
                    "num_classes=10": "num_classes=16",
                    "(10,)": "(16,)",
                    "CLASSES=10": "CLASSES=16",
                },
                "21": {
                    "10, shape": "21, shape",
                    "num_classes=10": "num_classes=21",
                    "(10,)": "(21,)",
                    "CLASSES=10": "CLASSES=21",
                },
                "32": {
                    "10, shape": "32, shape",
                    "num_classes=10": "num_classes=32",
                    "(10,)": "(32,)",
                    "CLASSES=10": "CLASSES=32",
                },
                "64": {
                    "10, shape": "64, shape",
                    "num_classes=10": "num_classes=64",
                    "(10,)": "(64,)",
                    "CLASSES=10": "CLASSES=64",
                },
                "100": {
                    "10, shape": "100, shape",
                    "num_classes=10": "num_classes=100",
                    "(10,)": "(100,)",
                    "CLASSES=10": "CLASSES=100",
                },
            },
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "pad_constant": {
        "AXES": [
            BY_CROP_LEFT_CROP_RIGHT,
            WITH_WITH_MINUS_WITH_10,
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "pad_constant2d": {
        "AXES": [
            BY_CROP,
            WITH_WITH_MINUS_WITH_10,
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "pad_reflect": {
        "FAMILY": {
            "pad_replicate": {
                'mode="reflect"': 'mode="replicate"',
                "at = tl.where(at < 0, -at, tl.minimum(at, 2 * length - 2 - at))": (
                    "at = tl.minimum(tl.maximum(at, 0), length - 1)"
                ),
            },
            "pad_circular": {
                'mode="reflect"': 'mode="circular"',
                "at = tl.where(at < 0, -at, tl.minimum(at, 2 * length - 2 - at))": (
                    "at = (at + length) % length"
                ),
            },
        },
        "AXES": [
            BY_CROP_LEFT_CROP_RIGHT,
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "pad_reflect2d": {
        "FAMILY": {
            "pad_replicate2d": {
                'mode="reflect"': 'mode="replicate"',
                "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))": (
                    "row = tl.minimum(tl.maximum(row, 0), height - 1)"
                ),
                "column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))": (
                    "column = tl.minimum(tl.maximum(column, 0), width - 1)"
                ),
            },
            "pad_circular2d": {
                'mode="reflect"': 'mode="circular"',
                "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))": (
                    "row = (row + height) % height"
                ),
                "column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))": (
                    "column = (column + width) % width"
                ),
            },
        },
        "AXES": [
            BY_CROP,
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "pad_unsqueezed": {
        "FAMILY": {
            "pad_unsqueezed_line": {
                "[(1, 1, 2, 3), (2, 7, 5, 6), (3, 4, 9, 4)]  # N, C, H, W": (
                    "[(1, 1, 3), (2, 7, 5), (3, 4, 36)]  # N, C, L"
                ),
                "(0, 0, 0, 0, ": "(0, 0, ",
            },
            "pad_channels": {  # the dimension is there
                "x.unsqueeze(1), (0, 0": "x, (0, 0",
                "x.new_empty(n, 1, before": "x.new_empty(n, before",
                "channels, y.shape[2], math": "channels, y.shape[1], math",
            },
        },
        "AXES": [
            {
                "by": (
                    {"2, 2))": "{0}, {1}))", "before, after = 2, 2": "before, after = {0}, {1}"},
                    "11 33 44 10 01 21 12 32 20 30 02",
                )
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            {"as_it_is": {"x = torch.square(x)": "", "x = x * x": ""}},
        ],
    },
    "pad_volume": {
        "FAMILY": {
            "by": (
                {
                    "(1, 1, 1, 1, 1, 1)": "({0}, {1}, {2}, {3}, {4}, {5})",
                    "front, back = 1, 1, 1, 1, 1, 1": "front, back = {0}, {1}, {2}, {3}, {4}, {5}",
                },
                (
                    "000012 222222 000011 010101 101010 001111 110011 111100 123012 000021 002100 "
                    "331122 000001 000010"
                ),
            )
        },
        "AXES": [
            {
                "with": (
                    {
                        "value=0.0": "value={0}.{1}",
                        "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, {0}.{1})",
                    },
                    "15 10 20",
                ),
                "with_minus_inf": {
                    "value=0.0": 'value=float("-inf")',
                    "y = tl.where(inside, x, 0.0)": 'y = tl.where(inside, x, -float("inf"))',
                },
                "replicate": {
                    "value=0.0": 'mode="replicate"',
                    "[(1, 2, 3, 3, 4), (3, 5, 7), ": "[(1, 2, 3, 3, 4), ",
                    (
                        "inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & "
                        "(column >= 0) & (column < width)"
                    ): (
                        "layer = tl.minimum(tl.maximum(layer, 0), depth - 1)\n"
                        "row = tl.minimum(tl.maximum(row, 0), height - 1)\n"
                        "column = tl.minimum(tl.maximum(column, 0), width - 1)"
                    ),
                    "mask=mask & inside": "mask=mask",
                    "y = tl.where(inside, x, 0.0)": "y = x",
                },
                "reflect": {
                    "value=0.0": 'mode="reflect"',
                    "[(1, 2, 3, 3, 4), (3, 5, 7), ": "[(1, 2, 4, 4, 5), ",
                    (
                        "inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & "
                        "(column >= 0) & (column < width)"
                    ): (
                        "layer = tl.where(layer < 0, -layer, tl.minimum(layer, 2 * depth - 2 - layer))\n"
                        "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))\n"
                        "column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))"
                    ),
                    "mask=mask & inside": "mask=mask",
                    "y = tl.where(inside, x, 0.0)": "y = x",
                },
                "circular": {
                    "value=0.0": 'mode="circular"',
                    "[(1, 2, 3, 3, 4), (3, 5, 7), ": "[(1, 2, 3, 3, 4), ",
                    (
                        "inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & "
                        "(column >= 0) & (column < width)"
                    ): (
                        "layer = (layer + depth) % depth\n"
                        "row = (row + height) % height\n"
                        "column = (column + width) % width"
                    ),
                    "mask=mask & inside": "mask=mask",
                    "y = tl.where(inside, x, 0.0)": "y = x",
                },
            }
        ],
    },
    "patchify": {
        "FAMILY": {
            "patchify_channel_first": {
                "permute(0, 2, 4, 3, 5, 1)": "permute(0, 2, 4, 1, 3, 5)",
                (
                    "channel, i, j = inner % channels, inner // (PATCH * channels), inner // channels % PATCH"
                ): ("channel, i, j = inner // (PATCH * PATCH), inner // PATCH % PATCH, inner % PATCH"),
            }
        },
        "AXES": [
            {
                "p2": {
                    "height // 4, 4, width // 4, 4": "height // 2, 2, width // 2, 2",
                    "(height // 4) * (width // 4), 4 * 4 * c": "(height // 2) * (width // 2), 2 * 2 * c",
                    "patch = 4": "patch = 2",
                },
                "p1": {
                    "height // 4, 4, width // 4, 4": "height, 1, width, 1",
                    "(height // 4) * (width // 4), 4 * 4 * c": "height * width, c",
                    "patch = 4": "patch = 1",
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "permute3": {
        "AXES": [
            {
                "021": {
                    "permute(1, 2, 0)": "permute(0, 2, 1)",
                    "x.shape[1], x.shape[2], x.shape[0]": "x.shape[0], x.shape[2], x.shape[1]",
                    "x.stride(1), x.stride(2), x.stride(0)": "x.stride(0), x.stride(2), x.stride(1)",
                },
                "102": {
                    "permute(1, 2, 0)": "permute(1, 0, 2)",
                    "x.shape[1], x.shape[2], x.shape[0]": "x.shape[1], x.shape[0], x.shape[2]",
                    "x.stride(1), x.stride(2), x.stride(0)": "x.stride(1), x.stride(0), x.stride(2)",
                },
                "201": {
                    "permute(1, 2, 0)": "permute(2, 0, 1)",
                    "x.shape[1], x.shape[2], x.shape[0]": "x.shape[2], x.shape[0], x.shape[1]",
                    "x.stride(1), x.stride(2), x.stride(0)": "x.stride(2), x.stride(0), x.stride(1)",
                },
                "210": {
                    "permute(1, 2, 0)": "permute(2, 1, 0)",
                    "x.shape[1], x.shape[2], x.shape[0]": "x.shape[2], x.shape[1], x.shape[0]",
                    "x.stride(1), x.stride(2), x.stride(0)": "x.stride(2), x.stride(1), x.stride(0)",
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
}
