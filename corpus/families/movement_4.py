"""Tables of the families of data movement, repeat to sinusoidal_position."""

from corpus.families.axes_2 import OF_FAR_FIVE

FAMILIES = {
    "repeat": {
        "AXES": [
            {
                "1x2": {
                    "x.repeat(2, 3)": "x.repeat(1, 2)",
                    "2 * rows, 3 * columns": "rows, 2 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK",
                },
                "1x3": {"x.repeat(2, 3)": "x.repeat(1, 3)", "2 * rows, 3 * columns": "rows, 3 * columns"},
                "1x4": {
                    "x.repeat(2, 3)": "x.repeat(1, 4)",
                    "2 * rows, 3 * columns": "rows, 4 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK",
                },
                "1x6": {
                    "x.repeat(2, 3)": "x.repeat(1, 6)",
                    "2 * rows, 3 * columns": "rows, 6 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK",
                },
                "1x8": {
                    "x.repeat(2, 3)": "x.repeat(1, 8)",
                    "2 * rows, 3 * columns": "rows, 8 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK",
                },
                "2x1": {
                    "x.repeat(2, 3)": "x.repeat(2, 1)",
                    "2 * rows, 3 * columns": "2 * rows, columns",
                    "columns, 3 * columns, BLOCK": "columns, columns, BLOCK",
                },
                "2x2": {
                    "x.repeat(2, 3)": "x.repeat(2, 2)",
                    "2 * rows, 3 * columns": "2 * rows, 2 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK",
                },
                "2x4": {
                    "x.repeat(2, 3)": "x.repeat(2, 4)",
                    "2 * rows, 3 * columns": "2 * rows, 4 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK",
                },
                "2x6": {
                    "x.repeat(2, 3)": "x.repeat(2, 6)",
                    "2 * rows, 3 * columns": "2 * rows, 6 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK",
                },
                "2x8": {
                    "x.repeat(2, 3)": "x.repeat(2, 8)",
                    "2 * rows, 3 * columns": "2 * rows, 8 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK",
                },
                "3x1": {
                    "x.repeat(2, 3)": "x.repeat(3, 1)",
                    "2 * rows, 3 * columns": "3 * rows, columns",
                    "columns, 3 * columns, BLOCK": "columns, columns, BLOCK",
                },
                "3x2": {
                    "x.repeat(2, 3)": "x.repeat(3, 2)",
                    "2 * rows, 3 * columns": "3 * rows, 2 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK",
                },
                "3x3": {"x.repeat(2, 3)": "x.repeat(3, 3)", "2 * rows, 3 * columns": "3 * rows, 3 * columns"},
                "3x4": {
                    "x.repeat(2, 3)": "x.repeat(3, 4)",
                    "2 * rows, 3 * columns": "3 * rows, 4 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK",
                },
                "3x6": {
                    "x.repeat(2, 3)": "x.repeat(3, 6)",
                    "2 * rows, 3 * columns": "3 * rows, 6 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK",
                },
                "3x8": {
                    "x.repeat(2, 3)": "x.repeat(3, 8)",
                    "2 * rows, 3 * columns": "3 * rows, 8 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK",
                },
                "4x1": {
                    "x.repeat(2, 3)": "x.repeat(4, 1)",
                    "2 * rows, 3 * columns": "4 * rows, columns",
                    "columns, 3 * columns, BLOCK": "columns, columns, BLOCK",
                },
                "4x2": {
                    "x.repeat(2, 3)": "x.repeat(4, 2)",
                    "2 * rows, 3 * columns": "4 * rows, 2 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK",
                },
                "4x3": {"x.repeat(2, 3)": "x.repeat(4, 3)", "2 * rows, 3 * columns": "4 * rows, 3 * columns"},
                "4x4": {
                    "x.repeat(2, 3)": "x.repeat(4, 4)",
                    "2 * rows, 3 * columns": "4 * rows, 4 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK",
                },
                "4x6": {
                    "x.repeat(2, 3)": "x.repeat(4, 6)",
                    "2 * rows, 3 * columns": "4 * rows, 6 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK",
                },
                "4x8": {
                    "x.repeat(2, 3)": "x.repeat(4, 8)",
                    "2 * rows, 3 * columns": "4 * rows, 8 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK",
                },
                "5x1": {
                    "x.repeat(2, 3)": "x.repeat(5, 1)",
                    "2 * rows, 3 * columns": "5 * rows, columns",
                    "columns, 3 * columns, BLOCK": "columns, columns, BLOCK",
                },
                "5x2": {
                    "x.repeat(2, 3)": "x.repeat(5, 2)",
                    "2 * rows, 3 * columns": "5 * rows, 2 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 2 * columns, BLOCK",
                },
                "5x3": {"x.repeat(2, 3)": "x.repeat(5, 3)", "2 * rows, 3 * columns": "5 * rows, 3 * columns"},
                "5x4": {
                    "x.repeat(2, 3)": "x.repeat(5, 4)",
                    "2 * rows, 3 * columns": "5 * rows, 4 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 4 * columns, BLOCK",
                },
                "5x6": {
                    "x.repeat(2, 3)": "x.repeat(5, 6)",
                    "2 * rows, 3 * columns": "5 * rows, 6 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 6 * columns, BLOCK",
                },
                "5x8": {
                    "x.repeat(2, 3)": "x.repeat(5, 8)",
                    "2 * rows, 3 * columns": "5 * rows, 8 * columns",
                    "columns, 3 * columns, BLOCK": "columns, 8 * columns, BLOCK",
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "repeat_interleave": {
        "FAMILY": {
            "repeat_interleave1d": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2,), (40,)]",
                "dim=1": "dim=0",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0] * repeats",
                "x.shape[1], x.stride(1)": "x.shape[0], 1",
            },
            "repeat_interleave4d_first": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2, 1, 1, 1), (4, 3, 5, 33)]",
                "dim=1": "dim=0",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0] * repeats, *x.shape[1:]",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
            },
            "repeat_interleave4d_rows": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 2, 1), (2, 3, 5, 33)]",
                "dim=1": "dim=2",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": (
                    "*x.shape[:2], x.shape[2] * repeats, x.shape[3]"
                ),
                "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
            },
            "repeat_interleave4d_columns": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1, 1, 2), (2, 3, 5, 33)]",
                "dim=1": "dim=3",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": "*x.shape[:3], x.shape[3] * repeats",
                "x.shape[1], x.stride(1)": "x.shape[3], 1",
            },
            "repeat_interleave3d_dim0": {
                "dim=1": "dim=0",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": (
                    "x.shape[0] * repeats, x.shape[1], x.shape[2]"
                ),
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
            },
            "repeat_interleave3d_last": {
                "dim=1": "dim=-1",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": (
                    "x.shape[0], x.shape[1], x.shape[2] * repeats"
                ),
                "x.shape[1], x.stride(1)": "x.shape[2], 1",
            },
            "repeat_interleave2d_dim0": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]",
                "dim=1": "dim=0",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0] * repeats, x.shape[1]",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
            },
            "repeat_interleave2d_last": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]",
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": "x.shape[0], x.shape[1] * repeats",
                "x.shape[1], x.stride(1)": "x.shape[1], 1",
            },
            "repeat_interleave4d_heads": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": (
                    "CASES = [(1, 1, 1, 1), (2, 3, 2, 33), (2, 2, 20, 7)]"
                ),
                "x.shape[0], x.shape[1] * repeats, x.shape[2]": (
                    "x.shape[0], x.shape[1] * repeats, x.shape[2], x.shape[3]"
                ),
            },
        },
        "AXES": [
            {
                "x3": {"(x, 2,": "(x, 3,", "repeats = 2": "repeats = 3"},
                "x4": {"(x, 2,": "(x, 4,", "repeats = 2": "repeats = 4"},
                "x5": {"(x, 2,": "(x, 5,", "repeats = 2": "repeats = 5"},
                "x8": {"(x, 2,": "(x, 8,", "repeats = 2": "repeats = 8"},
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "resized_joins": {
        "FAMILY": {
            "corners": {
                "align_corners=False": "align_corners=True",
                "scale_h, scale_w = height / out_height, width / out_width": (
                    "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                ),
                "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
            },
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
            ),
            "corners_by": (
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
                    "align_corners=False": "align_corners=True",
                    "scale_h, scale_w = height / out_height, width / out_width": (
                        "scale_h, scale_w = (height - 1) / (out_height - 1), (width - 1) / (out_width - 1)"
                    ),
                    "place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)": "place_h = i * scale_h",
                    "place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)": "place_w = j * scale_w",
                },
                "2 3 4",
            ),
        },
        "AXES": [
            {"other_first": {"(x, z)": "(z, x)", "return x, z": "return z, x"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
        ],
    },
    "roll": {
        "FAMILY": {
            "roll_flat": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": (
                    "CASES = [(2,), (40,), (5, 33), (2, 3, 33), (2, 3, 4, 7)]"
                ),
                ", dims=1": "",
                "x.shape[1], x.stride(1)": "x.numel(), 1",
            },
            "roll1d": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2,), (40,)]",
                "dims=1": "dims=0",
                "x.shape[1], x.stride(1)": "x.shape[0], 1",
            },
            "roll4d_first": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(2, 1, 1, 1), (4, 3, 5, 33)]",
                "dims=1": "dims=0",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
            },
            "roll4d_channels": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 2, 1, 1), (2, 6, 5, 33)]"
            },
            "roll3d_dim0": {"dims=1": "dims=0", "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)"},
            "roll3d_last": {"dims=1": "dims=-1", "x.shape[1], x.stride(1)": "x.shape[2], 1"},
            "roll2d_dim0": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]",
                "dims=1": "dims=0",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
            },
            "roll2d_last": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 1), (3, 33), (27, 40)]",
                "x.shape[1], x.stride(1)": "x.shape[1], 1",
            },
            "roll4d_rows": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": (
                    "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 2, 20, 7)]"
                ),
                "dims=1": "dims=2",
                "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
            },
            "roll4d_columns": {
                "CASES = [(1, 1, 1), (2, 3, 33), (5, 20, 7)]": (
                    "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (2, 2, 20, 7)]"
                ),
                "dims=1": "dims=3",
                "x.shape[1], x.stride(1)": "x.shape[3], 1",
            },
        },
        "AXES": [
            {
                "by2": {"shifts=1": "shifts=2", "shift = 1": "shift = 2"},
                "by3": {"shifts=1": "shifts=3", "shift = 1": "shift = 3"},
                "by4": {"shifts=1": "shifts=4", "shift = 1": "shift = 4"},
                "by7": {"shifts=1": "shifts=7", "shift = 1": "shift = 7"},
                "back1": {"shifts=1": "shifts=-1", "shift = 1": "shift = -1"},
                "back2": {"shifts=1": "shifts=-2", "shift = 1": "shift = -2"},
                "back3": {"shifts=1": "shifts=-3", "shift = 1": "shift = -3"},
                "back5": {"shifts=1": "shifts=-5", "shift = 1": "shift = -5"},
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "roll_binary": {
        "FAMILY": {
            "roll_binary_dim0": {
                "CASES = [(1, 2), (3, 33), (27, 40)]": "CASES = [(2, 1), (33, 3), (27, 40)]",
                "dims=1": "dims=0",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
            },
            "roll_binary3d": {
                "CASES = [(1, 2), (3, 33), (27, 40)]": "CASES = [(1, 2, 1), (2, 33, 3), (5, 20, 7)]"
            },
            "roll_binary3d_last": {
                "CASES = [(1, 2), (3, 33), (27, 40)]": "CASES = [(1, 2, 3), (2, 5, 33), (5, 7, 20)]",
                "dims=1": "dims=2",
                "x.shape[1], x.stride(1)": "x.shape[2], 1",
            },
        },
        "AXES": [
            {
                "by2": {"shifts=1": "shifts=2", "shift = 1": "shift = 2"},
                "by3": {"shifts=1": "shifts=3", "shift = 1": "shift = 3"},
                "back1": {"shifts=1": "shifts=-1", "shift = 1": "shift = -1"},
                "back4": {"shifts=1": "shifts=-4", "shift = 1": "shift = -4"},
            },
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "roll_dims": {
        "AXES": [
            OF_FAR_FIVE,
            {
                "by": (
                    {"(1, 2)": "({0}, {1})", "1 % size_p, 2 % size_q": "{0} % size_p, {1} % size_q"},
                    "11 22 33 44 55 88 21 13 31 23 32 41 24 35",
                ),
                "back": (
                    {"(1, 2)": "(-{0}, -{1})", "1 % size_p, 2 % size_q": "-{0} % size_p, -{1} % size_q"},
                    "11 22 33 44 55 77 88 12 21 13 32 24 43",
                ),
                "forth": (
                    {"(1, 2)": "({0}, -{1})", "1 % size_p, 2 % size_q": "{0} % size_p, -{1} % size_q"},
                    "11 12 21 22 33 13 31 44 52",
                ),
                "and_back": (
                    {"(1, 2)": "(-{0}, {1})", "1 % size_p, 2 % size_q": "-{0} % size_p, {1} % size_q"},
                    "11 12 21 22 33 13 31 44 25",
                ),
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "roll_joins": {
        "FAMILY": {
            "two": {"(x, 1, -1)": "(x, 2, -1)", "shift = 1": "shift = 2"},
            "back": {"(x, 1, -1)": "(x, -1, -1)", "shift = 1": "shift = -1"},
            "back_two": {"(x, 1, -1)": "(x, -2, -1)", "shift = 1": "shift = -2"},
            "rows": {"(x, 1, -1)": "(x, 1, -2)", "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)"},
            "rows_back": {
                "(x, 1, -1)": "(x, -1, -2)",
                "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)",
                "shift = 1": "shift = -1",
            },
            "first": {"(x, 1, -1)": "(x, 1, 0)", "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)"},
            "first_back": {
                "(x, 1, -1)": "(x, -1, 0)",
                "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)",
                "shift = 1": "shift = -1",
            },
        },
        "AXES": [
            {  # the shape of z, or x itself as well
                "row": {
                    "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(shape[-1])",
                    "z_ptr + offsets, ": "z_ptr + offsets % N, ",
                    "n_elements, size": "n_elements, N, size",
                    "y, x.numel(), size": "y, x.numel(), x.shape[-1], size",
                },
                "one": {
                    "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(1)",
                    "tl.load(z_ptr + offsets, mask=mask, other=0.0)": "tl.load(z_ptr)",
                },
            },
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ],
    },
    "rows_picked_joins": {
        "FAMILY": {
            "embedding": {"torch.index_select(x, 0, index)": "F.embedding(index, x)"},
            "tokens": {
                "torch.index_select(x, 0, index)": "F.embedding(index, x)",
                "(1, 5, 2), (7, 33, 3), (40, 3, 65)": "(1, 5, 2, 3), (7, 33, 3, 4), (40, 3, 5, 13)",
            },
        },
        "AXES": [
            {  # the shape of z
                "row": {"torch.randn(*K, N)": "torch.randn(N)", "z_ptr + offsets, ": "z_ptr + offsets % N, "},
                "column": {
                    "torch.randn(*K, N)": "torch.randn(*K, 1)",
                    "z_ptr + offsets, ": "z_ptr + offsets // N, ",
                },
                "one": {
                    "torch.randn(*K, N)": "torch.randn(1)",
                    "tl.load(z_ptr + offsets, mask=mask, other=0.0)": "tl.load(z_ptr)",
                },
            },
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ],
    },
    "scatter": {
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "source = F.softsign(source)", "source = source / (1.0 + tl.abs(source))", "optional"),
        ]
    },
    "scatter_add": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "source = F.softsign(source)", "source = source / (1.0 + tl.abs(source))", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "scatter_along": {
        "FAMILY": {
            "scatter": {"scatter_add(": "scatter(", "index // 2": "index", "y + source": "source"},
            "scatter_number": (
                {
                    "scatter_add(": "scatter(",
                    "src=source": "value={0}.{1}",
                    "index // 2, torch.randn(given)": "index",
                    "(x, index, source)": "(x, index)",
                    "index_ptr, source_ptr,": "index_ptr,",
                    "[grid](x, index, source,": "[grid](x, index,",
                    "source = source.contiguous()": "",
                    (
                        "source = tl.load(source_ptr + given + t * step, mask=there, "
                        "other=0.0).to(tl.float32)"
                    ): "",
                    "y + source": "{0}.{1}",
                },
                "10 00 05",
            ),
        },
        "AXES": [
            {  # along which dimension
                "next_to_last": {
                    "((3,), (2,)), ((5, 7), (4, 6))": "((3, 1), (2, 1)), ((5, 7), (4, 6))",
                    ", ((40,), (30,))": "",
                    "dim=-1": "dim=-2",
                    "(i < P) & (j < Q) & (k < R)": "(i < P) & (j < Q) & (l < S)",
                    "place, given, step, kept = l, ((i * Q + j) * R + k) * S, 1, S": (
                        "place, given, step, kept = k, (i * Q + j) * R * S + l, S, R"
                    ),
                },
                "third_to_last": {
                    "((3,), (2,)), ((5, 7), (4, 6))": "((3, 1, 1), (2, 1, 1))",
                    ", ((40,), (30,))": "",
                    "dim=-1": "dim=-3",
                    "(i < P) & (j < Q) & (k < R)": "(i < P) & (k < R) & (l < S)",
                    "place, given, step, kept = l, ((i * Q + j) * R + k) * S, 1, S": (
                        "place, given, step, kept = j, (i * Q * R + k) * S + l, R * S, Q"
                    ),
                },
                "fourth_to_last": {
                    "((3,), (2,)), ((5, 7), (4, 6)), ((3, 6, 9), (2, 5, 8))": "((3, 1, 1, 1), (2, 1, 1, 1))",
                    ", ((40,), (30,))": "",
                    "dim=-1": "dim=-4",
                    "(i < P) & (j < Q) & (k < R)": "(j < Q) & (k < R) & (l < S)",
                    "place, given, step, kept = l, ((i * Q + j) * R + k) * S, 1, S": (
                        "place, given, step, kept = i, (j * R + k) * S + l, Q * R * S, P"
                    ),
                },
            }
        ],
    },
    "scatter_bins": {
        "FAMILY": {
            "scatter_bins": (
                {
                    "randint(0, 20,": "randint(0, {0}{1},",
                    "index.shape[0], 20,": "index.shape[0], {0}{1},",
                    "bins = 20": "bins = {0}{1}",
                },
                "10 12 16 24 32 48 50 64 80 96",
            )
        },
        "AXES": [
            ("UNARY", "source = F.softsign(source)", "source = source / (1.0 + tl.abs(source))", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "select_place": {
        "FAMILY": {
            "select3d_dim0": {
                "CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": (
                    "CASES = [(5, 1, 1), (6, 2, 33), (20, 5, 9)]"
                ),
                "x[:, ": "x[",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "(x.shape[0], x.shape[2])": "(x.shape[1], x.shape[2])",
            },
            "select3d_last": {
                "CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": (
                    "CASES = [(1, 1, 5), (2, 33, 6), (5, 9, 20)]"
                ),
                "x[:, ": "x[:, :, ",
                "x.shape[1], x.stride(1)": "x.shape[2], 1",
                "(x.shape[0], x.shape[2])": "(x.shape[0], x.shape[1])",
            },
            "select2d_dim0": {
                "CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(5, 1), (6, 33), (20, 90)]",
                "x[:, ": "x[",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "(x.shape[0], x.shape[2])": "(x.shape[1])",
            },
            "select2d_last": {
                "CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": "CASES = [(1, 5), (33, 6), (90, 20)]",
                "x.shape[1], x.stride(1)": "x.shape[1], 1",
                "(x.shape[0], x.shape[2])": "(x.shape[0])",
            },
            "select4d_channel": {
                "CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]": (
                    "CASES = [(1, 5, 1, 1), (2, 6, 3, 11), (1, 7, 20, 9)]"
                ),
                "(x.shape[0], x.shape[2])": "(x.shape[0], x.shape[2], x.shape[3])",
            },
        },
        "AXES": [
            {
                "0": {"3]": "0]", "index = 3": "index = 0"},
                "1": {"3]": "1]", "index = 3": "index = 1"},
                "2": {"3]": "2]", "index = 3": "index = 2"},
                "4": {"3]": "4]", "index = 3": "index = 4"},
                "last": {"3]": "-1]", "index = 3": "index = -1"},
                "second_last": {"3]": "-2]", "index = 3": "index = -2"},
            },
            ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "sinusoidal": {
        "FAMILY": {
            "sinusoidal_cosine_first": {
                "(torch.sin(x), torch.cos(x))": "(torch.cos(x), torch.sin(x))",
                "tl.store(left, tl.sin(x), mask=mask)": "tl.store(left, tl.cos(x), mask=mask)",
                "tl.store(left + N, tl.cos(x), mask=mask)": "tl.store(left + N, tl.sin(x), mask=mask)",
            },
            "sinusoidal_interleaved": {
                "torch.cat((torch.sin(x), torch.cos(x)), dim=-1)": (
                    "torch.stack((torch.sin(x), torch.cos(x)), dim=-1).flatten(1)"
                ),
                "left = y_ptr + rows[:, None] * (2 * N) + columns[None, :]": (
                    "left = y_ptr + rows[:, None] * (2 * N) + 2 * columns[None, :]"
                ),
                "left + N": "left + 1",
            },
        },
        "AXES": [("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional")],
    },
    "sinusoidal_position": {
        "FAMILY": {
            "cosine_position": {
                "[torch.sin(angle), torch.cos(angle)]": "[torch.cos(angle), torch.sin(angle)]",
                "tl.sin(angle), tl.cos(angle)": "tl.cos(angle), tl.sin(angle)",
            },
            "sinusoidal_position_slow": {"10000.0": "500.0"},
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
}
