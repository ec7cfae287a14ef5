"""Tables of the families of data movement, slice to unfold_pairs."""

from corpus.families.axes_3 import S1_S3

FAMILIES = {
    "slice": {
        "FAMILY": {
            "slice3d_dim0": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": (
                    "CASES = [(9, 1, 1), (12, 2, 33), (20, 5, 9)]"
                ),
                "x[:, ": "x[",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "x.shape[0], kept, x.shape[2]": "kept, x.shape[1], x.shape[2]",
            },
            "slice3d_last": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": (
                    "CASES = [(1, 1, 9), (2, 33, 12), (5, 9, 20)]"
                ),
                "x[:, ": "x[:, :, ",
                "x.shape[1], x.stride(1)": "x.shape[2], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept",
            },
            "slice2d_dim0": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(9, 1), (12, 33), (50, 9)]",
                "x[:, ": "x[",
                "x.shape[1], x.stride(1)": "x.shape[0], x.stride(0)",
                "x.shape[0], kept, x.shape[2]": "kept, x.shape[1]",
            },
            "slice2d_last": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": "CASES = [(1, 9), (33, 12), (9, 50)]",
                "x[:, ": "x[..., ",
                "x.shape[1], x.stride(1)": "x.shape[1], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], kept",
            },
            "slice4d_last": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": (
                    "CASES = [(1, 1, 1, 9), (2, 3, 5, 12), (2, 5, 9, 20)]"
                ),
                "x[:, ": "x[..., ",
                "x.shape[1], x.stride(1)": "x.shape[3], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], x.shape[2], kept",
            },
            "slice3d_of_one": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": (
                    "CASES = [(1, 9, 1), (1, 12, 33), (1, 20, 9)]"
                )
            },  # as a table of positions
            "slice3d_last_of_one": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": (
                    "CASES = [(1, 1, 9), (1, 33, 12), (1, 9, 20)]"
                ),
                "x[:, ": "x[:, :, ",
                "x.shape[1], x.stride(1)": "x.shape[2], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept",
            },
            "slice4d_last_of_one": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": (
                    "CASES = [(1, 1, 1, 9), (1, 1, 5, 12), (1, 1, 9, 20)]"
                ),  # as a mask
                "x[:, ": "x[..., ",
                "x.shape[1], x.stride(1)": "x.shape[3], 1",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], x.shape[2], kept",
            },
            "slice4d_of_one": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": (
                    "CASES = [(1, 1, 9, 1), (1, 1, 12, 33), (1, 1, 20, 9)]"
                ),
                "x[:, ": "x[:, :, ",
                "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept, x.shape[3]",
            },
            "slice4d_rows": {
                "CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]": (
                    "CASES = [(1, 1, 9, 1), (2, 3, 12, 5), (2, 5, 20, 9)]"
                ),
                "x[:, ": "x[:, :, ",
                "x.shape[1], x.stride(1)": "x.shape[2], x.stride(2)",
                "x.shape[0], kept, x.shape[2]": "x.shape[0], x.shape[1], kept, x.shape[3]",
            },
        },
        "AXES": [
            {
                "from0_by2": {
                    "1::2": "::2",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, size, 2",
                },
                "from0_by3": {
                    "1::2": "::3",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, size, 3",
                },
                "from0_by4": {
                    "1::2": "::4",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, size, 4",
                },
                "from1_by3": {
                    "1::2": "1::3",
                    "start, stop, step = 1, size, 2": "start, stop, step = 1, size, 3",
                },
                "from2_by2": {
                    "1::2": "2::2",
                    "start, stop, step = 1, size, 2": "start, stop, step = 2, size, 2",
                },
                "from3_by2": {
                    "1::2": "3::2",
                    "start, stop, step = 1, size, 2": "start, stop, step = 3, size, 2",
                },
                "from2_by3": {
                    "1::2": "2::3",
                    "start, stop, step = 1, size, 2": "start, stop, step = 2, size, 3",
                },
                "from1": {"1::2": "1:", "start, stop, step = 1, size, 2": "start, stop, step = 1, size, 1"},
                "from2": {"1::2": "2:", "start, stop, step = 1, size, 2": "start, stop, step = 2, size, 1"},
                "from3": {"1::2": "3:", "start, stop, step = 1, size, 2": "start, stop, step = 3, size, 1"},
                "from0_less1": {
                    "1::2": ":-1",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 1, 1",
                },
                "from0_less2": {
                    "1::2": ":-2",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 2, 1",
                },
                "from1_less1": {
                    "1::2": "1:-1",
                    "start, stop, step = 1, size, 2": "start, stop, step = 1, size - 1, 1",
                },
                "from2_less2": {
                    "1::2": "2:-2",
                    "start, stop, step = 1, size, 2": "start, stop, step = 2, size - 2, 1",
                },
                "from0_less3": {
                    "1::2": ":-3",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 3, 1",
                },
                "from1_less1_by2": {
                    "1::2": "1:-1:2",
                    "start, stop, step = 1, size, 2": "start, stop, step = 1, size - 1, 2",
                },
                "from1_less2_by3": {
                    "1::2": "1:-2:3",
                    "start, stop, step = 1, size, 2": "start, stop, step = 1, size - 2, 3",
                },
                "from0_less1_by2": {
                    "1::2": ":-1:2",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, size - 1, 2",
                },
                "from0_to5": {
                    "1::2": ":5",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, min(5, size), 1",
                },
                "from0_to8_by2": {
                    "1::2": ":8:2",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, min(8, size), 2",
                },
                "from2_to7": {
                    "1::2": "2:7",
                    "start, stop, step = 1, size, 2": "start, stop, step = 2, min(7, size), 1",
                },
                "from1_to8_by3": {
                    "1::2": "1:8:3",
                    "start, stop, step = 1, size, 2": "start, stop, step = 1, min(8, size), 3",
                },
                "from3_to9_by2": {
                    "1::2": "3:9:2",
                    "start, stop, step = 1, size, 2": "start, stop, step = 3, min(9, size), 2",
                },
                "from0_to3": {
                    "1::2": ":3",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, min(3, size), 1",
                },
                "from0_to6": {
                    "1::2": ":6",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, min(6, size), 1",
                },
                "from0_to12": {
                    "1::2": ":12",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, min(12, size), 1",
                },
                "from4_to10": {
                    "1::2": "4:10",
                    "start, stop, step = 1, size, 2": "start, stop, step = 4, min(10, size), 1",
                },
                "from0_to16": {
                    "1::2": ":16",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, min(16, size), 1",
                },
                "from0_to1": {
                    "1::2": ":1",
                    "start, stop, step = 1, size, 2": "start, stop, step = 0, min(1, size), 1",
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "slice_dims": {
        "FAMILY": {
            "from": (
                {"1::2": "{0}:", "start, stop, step = 1, whole, 2": "start, stop, step = {0}, whole, 1"},
                "1 2 3 4",
            ),
            "to": (
                {"1::2": ":{0}", "start, stop, step = 1, whole, 2": "start, stop, step = 0, {0}, 1"},
                "1 2 3 4 5 6 8",
            ),
            "between": (
                {"1::2": "{0}:{1}", "start, stop, step = 1, whole, 2": "start, stop, step = {0}, {1}, 1"},
                "12 13 14 23 25 26 35 36 48 17",
            ),
            "less": (
                {"1::2": ":-{0}", "start, stop, step = 1, whole, 2": "start, stop, step = 0, whole - {0}, 1"},
                "1 2 3",
            ),
            "trimmed": (
                {
                    "1::2": "{0}:-{1}",
                    "start, stop, step = 1, whole, 2": "start, stop, step = {0}, whole - {1}, 1",
                },
                "11 22 12 21 13",
            ),
            "last": (
                {
                    "1::2": "-{0}:",
                    "start, stop, step = 1, whole, 2": "start, stop, step = max(whole - {0}, 0), whole, 1",
                },
                "1 2 3 4 5",
            ),
            "every": (
                {"1::2": "::{0}", "start, stop, step = 1, whole, 2": "start, stop, step = 0, whole, {0}"},
                "2 3 4 5",
            ),
            "every_from": (
                {
                    "1::2": "{0}::{1}",
                    "start, stop, step = 1, whole, 2": "start, stop, step = {0}, whole, {1}",
                },
                "13 14 22 23 32 24 33",
            ),
            "every_to": (
                {
                    "1::2": "{0}:{1}:{2}",
                    "start, stop, step = 1, whole, 2": "start, stop, step = {0}, {1}, {2}",
                },
                "172 183 082 273 162",
            ),
        },
        "AXES": [
            {  # along which dimension
                "dim0": {"..., ": "", "dim = x.dim() - 1": "dim = 0"},
                "dim1": {"..., ": ":, ", "[(12,), ": "[", "dim = x.dim() - 1": "dim = 1"},
                "dim2": {"..., ": ":, :, ", "[(12,), (14, 15), ": "[", "dim = x.dim() - 1": "dim = 2"},
                "dim3": {
                    "..., ": ":, :, :, ",
                    "[(12,), (14, 15), (9, 13, 12), ": "[",
                    "dim = x.dim() - 1": "dim = 3",
                },
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "split_combine": {
        "FAMILY": {
            "split_combine_dim0": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(2, 1), (66, 3), (40, 27)]",
                "dim=-1": "dim=0",
                "x.shape[0], x.shape[1] // 2": "x.shape[0] // 2, x.shape[1]",
                "run = x.shape[1] // 2": "run = x.numel() // 2",
            },
            "split_combine3d": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 1, 2), (2, 3, 66), (3, 7, 40)]",
                "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1], x.shape[2] // 2",
                "run = x.shape[1] // 2": "run = x.shape[2] // 2",
            },
            "split_combine3d_dim1": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": "CASES = [(1, 2, 1), (2, 6, 33), (3, 40, 7)]",
                "dim=-1": "dim=1",
                "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1] // 2, x.shape[2]",
                "run = x.shape[1] // 2": "run = x.shape[1] // 2 * x.shape[2]",
            },
            "split_combine4d_dim1": {
                "CASES = [(1, 2), (3, 66), (27, 40)]": (
                    "CASES = [(1, 2, 1, 1), (2, 6, 3, 11), (1, 4, 7, 9)]"
                ),
                "dim=-1": "dim=1",
                "x.shape[0], x.shape[1] // 2": "x.shape[0], x.shape[1] // 2, x.shape[2], x.shape[3]",
                "run = x.shape[1] // 2": "run = x.shape[1] // 2 * x.shape[2] * x.shape[3]",
            },
        },
        "AXES": [
            {
                "swapped": {
                    "y, z = x.chunk": "z, y = x.chunk",
                    "y = tl.load(x_ptr + source, mask": "z = tl.load(x_ptr + source, mask",
                    "z = tl.load(x_ptr + source + run, mask": "y = tl.load(x_ptr + source + run, mask",
                }
            },
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "split_heads": {
        "AXES": [
            {
                "h2": {"time, 4, width // 4": "time, 2, width // 2", "heads = 4": "heads = 2"},
                "h3": {"time, 4, width // 4": "time, 3, width // 3", "heads = 4": "heads = 3"},
                "h6": {"time, 4, width // 4": "time, 6, width // 6", "heads = 4": "heads = 6"},
                "h8": {"time, 4, width // 4": "time, 8, width // 8", "heads = 4": "heads = 8"},
                "h12": {"time, 4, width // 4": "time, 12, width // 12", "heads = 4": "heads = 12"},
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "split_parts": {
        "FAMILY": {
            "split": ({"x.chunk(2, ": "x.tensor_split([{0}], ", "(whole + 1) // 2": "{0}"}, "1 2 3"),
            "split_last": (
                {"x.chunk(2, ": "x.tensor_split([-{0}], ", "(whole + 1) // 2": "whole - {0}"},
                "1 2",
            ),
        },
        "AXES": [
            {  # along which dimension
                "next_to_last": {
                    "[(12,), ": "[",
                    "dim=-1": "dim=-2",
                    "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": (
                        "outside, whole, inside = x.shape[:-2], x.shape[-2], x.shape[-1:]"
                    ),
                    "inner = 1": "inner = x.shape[-1]",
                },
                "third_to_last": {
                    "[(12,), (9, 14), ": "[",
                    "dim=-1": "dim=-3",
                    "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": (
                        "outside, whole, inside = x.shape[:-3], x.shape[-3], x.shape[-2:]"
                    ),
                    "inner = 1": "inner = x.shape[-2] * x.shape[-1]",
                    "(2, 3, 5, 7), (2, 3, 40, 33)": "(2, 9, 5, 7), (2, 6, 40, 33)",
                },
                "first": {
                    "dim=-1": "dim=0",
                    "outside, whole, inside = x.shape[:-1], x.shape[-1], ()": (
                        "outside, whole, inside = (), x.shape[0], x.shape[1:]"
                    ),
                    "inner = 1": "inner = x.numel() // whole",
                    "(3, 9, 10), (2, 3, 5, 7), (2, 3, 40, 33)": "(9, 3, 10), (7, 3, 5, 2), (8, 3, 40, 33)",
                },
            }
        ],
    },
    "stack": {
        "FAMILY": {
            "stack2d_dim0": {
                "dim=1": "dim=0",
                "a.shape[0], 2, a.shape[1]": "2, a.shape[0], a.shape[1]",
                "run = a.stride(0)": "run = a.numel()",
            },
            "stack2d_last": {
                "dim=1": "dim=-1",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], 2",
                "run = a.stride(0)": "run = 1",
            },
            "stack3d_dim0": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "dim=1": "dim=0",
                "a.shape[0], 2, a.shape[1]": "2, a.shape[0], a.shape[1], a.shape[2]",
                "run = a.stride(0)": "run = a.numel()",
            },
            "stack3d_dim1": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], 2, a.shape[1], a.shape[2]",
            },
            "stack3d_dim2": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "dim=1": "dim=2",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], 2, a.shape[2]",
                "run = a.stride(0)": "run = a.stride(1)",
            },
            "stack3d_last": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1), (3, 2, 33), (5, 40, 7)]",
                "dim=1": "dim=-1",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], a.shape[2], 2",
                "run = a.stride(0)": "run = 1",
            },
            "stack4d_dim0": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1, 1), (3, 2, 5, 33)]",
                "dim=1": "dim=0",
                "a.shape[0], 2, a.shape[1]": "2, a.shape[0], a.shape[1], a.shape[2], a.shape[3]",
                "run = a.stride(0)": "run = a.numel()",
            },
            "stack4d_dim1": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1, 1), (3, 2, 5, 33)]",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], 2, a.shape[1], a.shape[2], a.shape[3]",
            },
            "stack4d_last": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1, 1, 1, 1), (3, 2, 5, 33)]",
                "dim=1": "dim=-1",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], a.shape[1], a.shape[2], a.shape[3], 2",
                "run = a.stride(0)": "run = 1",
            },
            "stack1d": {
                "CASES = [(1, 1), (3, 33), (40, 27)]": "CASES = [(1,), (33,), (1500,)]",
                "a.shape[0], 2, a.shape[1]": "a.shape[0], 2",
            },
        },
        "AXES": [
            ("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
            ("UNARY", "b = F.softsign(b)", "b = b / (1.0 + tl.abs(b))", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "stack_three": {
        "FAMILY": {
            "four": {
                "a, b, c": "a, b, c, d",
                "range(3)": "range(4)",
                "c_ptr, y_ptr": "c_ptr, d_ptr, y_ptr",
                "y = tl.where(which == 2, c, y)": (
                    "y = tl.where(which == 2, c, y)\n"
                    "d = tl.load(d_ptr + source, mask=mask & (which == 3), other=0.0).to(tl.float32)\n"
                    "y = tl.where(which == 3, d, y)"
                ),
            },
            "two": {
                "a, b, c": "a, b",
                "range(3)": "range(2)",
                "c_ptr, y_ptr": "y_ptr",
                "c = tl.load(c_ptr + source, mask=mask & (which == 2), other=0.0).to(tl.float32)": "",
                "y = tl.where(which == 2, c, y)": "",
            },
        },
        "AXES": [
            {  # where the new dimension stands
                "dim0": {"dim=-1": "dim=0", "dim = a.dim()": "dim = 0"},
                "dim1": {"[(7,), ": "[", "dim=-1": "dim=1", "dim = a.dim()": "dim = 1"},
                "dim2": {"[(7,), (5, 9), ": "[", "dim=-1": "dim=2", "dim = a.dim()": "dim = 2"},
                "next_to_last": {"dim=-1": "dim=-2", "dim = a.dim()": "dim = a.dim() - 1"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "token_shift": {
        "AXES": [
            {
                "by2": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-2], (0, 0, 2, 0)", "SHIFT=1": "SHIFT=2"},
                "by3": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-3], (0, 0, 3, 0)", "SHIFT=1": "SHIFT=3"},
                "by4": {"x[:, :-1], (0, 0, 1, 0)": "x[:, :-4], (0, 0, 4, 0)", "SHIFT=1": "SHIFT=4"},
                "next": {
                    "x[:, :-1], (0, 0, 1, 0)": "x[:, 1:], (0, 0, 0, 1)",
                    "earlier = offsets // width % time >= SHIFT": (
                        "later = offsets // width % time + SHIFT < time"
                    ),
                    "x_ptr + offsets - SHIFT * width, mask=mask & earlier": (
                        "x_ptr + offsets + SHIFT * width, mask=mask & later"
                    ),
                },
            },
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "transpose": {
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "transpose_batched": {
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "transpose_binary": {
        "AXES": [
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "tril": {
        "FAMILY": {
            "triu": {"torch.tril(": "torch.triu(", "column <= row + DIAGONAL": "column >= row + DIAGONAL"},
            "tril3d": {
                "CASES = [(5, 5), (6, 33), (40, 27)]": "CASES = [(1, 5, 5), (2, 6, 33), (3, 20, 17)]",
                "rows, columns = x.shape[-2], x.shape[-1]": "batch, rows, columns = x.shape",
            },
            "triu3d": {
                "CASES = [(5, 5), (6, 33), (40, 27)]": "CASES = [(1, 5, 5), (2, 6, 33), (3, 20, 17)]",
                "rows, columns = x.shape[-2], x.shape[-1]": "batch, rows, columns = x.shape",
                "torch.tril(": "torch.triu(",
                "column <= row + DIAGONAL": "column >= row + DIAGONAL",
            },
        },
        "AXES": [
            {
                "p1": {"diagonal=0": "diagonal=1", "DIAGONAL=0": "DIAGONAL=1"},
                "p2": {"diagonal=0": "diagonal=2", "DIAGONAL=0": "DIAGONAL=2"},
                "p5": {"diagonal=0": "diagonal=5", "DIAGONAL=0": "DIAGONAL=5"},
                "m1": {"diagonal=0": "diagonal=-1", "DIAGONAL=0": "DIAGONAL=-1"},
                "m2": {"diagonal=0": "diagonal=-2", "DIAGONAL=0": "DIAGONAL=-2"},
                "m3": {"diagonal=0": "diagonal=-3", "DIAGONAL=0": "DIAGONAL=-3"},
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "unfold": {
        "AXES": [
            {
                "k1": {
                    "kernel_size=3, padding=1": "kernel_size=1, padding=0",
                    "window, padding = 3, 1": "window, padding = 1, 0",
                },
                "k2": {
                    "kernel_size=3, padding=1": "kernel_size=2, padding=0",
                    "window, padding = 3, 1": "window, padding = 2, 0",
                },
                "k2p1": {
                    "kernel_size=3, padding=1": "kernel_size=2, padding=1",
                    "window, padding = 3, 1": "window, padding = 2, 1",
                },
                "k3": {
                    "kernel_size=3, padding=1": "kernel_size=3, padding=0",
                    "window, padding = 3, 1": "window, padding = 3, 0",
                },
                "k3p2": {
                    "kernel_size=3, padding=1": "kernel_size=3, padding=2",
                    "window, padding = 3, 1": "window, padding = 3, 2",
                },
                "k4p1": {
                    "kernel_size=3, padding=1": "kernel_size=4, padding=1",
                    "window, padding = 3, 1": "window, padding = 4, 1",
                },
                "k5p2": {
                    "kernel_size=3, padding=1": "kernel_size=5, padding=2",
                    "window, padding = 3, 1": "window, padding = 5, 2",
                },
            },
            S1_S3,
            {"d2": {"dilation=1": "dilation=2", "dilation = 1": "dilation = 2"}},
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "unfold_pairs": {
        "AXES": [
            {
                "k": (
                    {
                        "kernel_size=(3, 2)": "kernel_size=({0}, {1})",
                        "kernel_h, kernel_w = 3, 2": "kernel_h, kernel_w = {0}, {1}",
                    },
                    "23 13 31 22 33 12 43",
                )
            },
            {
                "p": (
                    {
                        "padding=(1, 0)": "padding=({0}, {1})",
                        "pad_h, pad_w = 1, 0": "pad_h, pad_w = {0}, {1}",
                    },
                    "00 01 11 12 21",
                )
            },
            {
                "s": (
                    {
                        "stride=(2, 1)": "stride=({0}, {1})",
                        "stride_h, stride_w = 2, 1": "stride_h, stride_w = {0}, {1}",
                    },
                    "12 11 22 31 23",
                )
            },
            {
                "d": (
                    {
                        "dilation=1": "dilation=({0}, {1})",
                        "dilation_h, dilation_w = 1, 1": "dilation_h, dilation_w = {0}, {1}",
                    },
                    "21 12",
                )
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
}
