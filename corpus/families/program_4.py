"""Tables of the families of random programs and their building blocks, program_of_neighbours to program_of_triangles."""

from corpus.families.axes_1 import DIM0_DIM1_DIM2, INT32
from corpus.families.axes_3 import PLAIN_ABOVE_AT_MOST

FAMILIES = {
    "program_of_neighbours": {
        "FAMILY": {
            "cut": {"F.pad(x, (0, 0, 1, -1))": "F.pad(x[:, :-1], (0, 0, 1, 0))"},
            "joined": {
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([torch.zeros_like(x[:, :1]), x[:, :-1]], dim=1)"
            },
            "again": {
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, :1], x[:, :-1]], dim=1)",
                "x_ptr + offsets - C, mask=mask & has": (
                    "x_ptr + tl.where(has, offsets - C, offsets), mask=mask"
                ),
            },
            "next": {
                "F.pad(x, (0, 0, 1, -1))": "F.pad(x, (0, 0, -1, 1))",
                "C % T > 0": "C % T < T - 1",
                "offsets - C": "offsets + C",
            },
            "next_cut": {
                "F.pad(x, (0, 0, 1, -1))": "F.pad(x[:, 1:], (0, 0, 0, 1))",
                "C % T > 0": "C % T < T - 1",
                "offsets - C": "offsets + C",
            },
            "next_joined": {
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, 1:], torch.zeros_like(x[:, :1])], dim=1)",
                "C % T > 0": "C % T < T - 1",
                "offsets - C": "offsets + C",
            },
            "next_again": {
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, 1:], x[:, -1:]], dim=1)",
                "C % T > 0": "C % T < T - 1",
                "x_ptr + offsets - C, mask=mask & has": (
                    "x_ptr + tl.where(has, offsets + C, offsets), mask=mask"
                ),
            },
            "of_rows": {
                "[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]",
                "make(B, T, C)": "make(B, C)",
                "torch.randn(B, T, C)": "torch.randn(B, C)",
                "F.pad(x, (0, 0, 1, -1))": "F.pad(x, (1, -1))",
                "offsets // C % T > 0": "offsets % C > 0",
                "offsets - C": "offsets - 1",
                "n_elements, T, C, BLOCK": "n_elements, C, BLOCK",
                "B, T, C = x.shape": "B, C = x.shape",
            },
            "of_rows_joined": {
                "[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]",
                "make(B, T, C)": "make(B, C)",
                "torch.randn(B, T, C)": "torch.randn(B, C)",
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([torch.zeros_like(x[:, :1]), x[:, :-1]], dim=1)",
                "offsets // C % T > 0": "offsets % C > 0",
                "offsets - C": "offsets - 1",
                "n_elements, T, C, BLOCK": "n_elements, C, BLOCK",
                "B, T, C = x.shape": "B, C = x.shape",
            },
            "of_rows_next": {
                "[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]",
                "make(B, T, C)": "make(B, C)",
                "torch.randn(B, T, C)": "torch.randn(B, C)",
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, 1:], torch.zeros_like(x[:, :1])], dim=1)",
                "offsets // C % T > 0": "offsets % C < C - 1",
                "offsets - C": "offsets + 1",
                "n_elements, T, C, BLOCK": "n_elements, C, BLOCK",
                "B, T, C = x.shape": "B, C = x.shape",
            },
            "of_rows_next_shrunk": {
                "[(1, 2, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2), (3, 33), (7, 300)]",
                "make(B, T, C)": "make(B, C)",
                "torch.randn(B, T, C)": "torch.randn(B, C)",
                "F.pad(x, (0, 0, 1, -1))": "F.pad(x[:, 1:], (0, 1))",
                "offsets // C % T > 0": "offsets % C < C - 1",
                "offsets - C": "offsets + 1",
                "n_elements, T, C, BLOCK": "n_elements, C, BLOCK",
                "B, T, C = x.shape": "B, C = x.shape",
            },
        },
        "AXES": [
            {  # what is learned for each channel
                "channels": {
                    "w = torch.randn(B, T, C)": "w = torch.randn(C)",
                    "p = torch.randn(B, T, C)": "p = torch.randn(C)",
                    "w_ptr + offsets": "w_ptr + offsets % C",
                    "p_ptr + offsets": "p_ptr + offsets % C",
                },
                "one_channels": {
                    "p = torch.randn(B, T, C)": "p = torch.randn(C)",
                    "p_ptr + offsets": "p_ptr + offsets % C",
                },
                "number": {
                    "p = torch.randn(B, T, C)": "p = torch.randn(1)",
                    "tl.load(p_ptr + offsets, mask=mask, other=0.0)": "tl.load(p_ptr)",
                },
            },
            ("LEARNED_XZWP", "x = x * w + z * p", "x = w * x + z * p"),
        ],
    },
    "program_of_one": {"AXES": [("PROGRAM_X", "x = torch.abs(x)", "x = tl.abs(x)")]},
    "program_of_one_parameter": {"AXES": ["PARAMETERS_XZ"]},
    "program_of_positive": {"AXES": [("PROGRAM_POSITIVE", "x = torch.log(x)", "x = tl.log(x)")]},
    "program_of_reduced": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                "y_ptr, n_rows, n_shares": "y_ptr, n_rows, n_cols, n_shares",
                "y, n_rows, n_shares": "y, n_rows, n_cols, n_shares",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))'
                ),
                "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=-float("inf"))\ny = tl.max(partial, axis=0)'
                ),
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))'
                ),
                "tl.sum(lanes, axis=1)": "tl.min(lanes, axis=1)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=float("inf"))\ny = tl.min(partial, axis=0)'
                ),
            },
            "norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(partial, axis=0)": "y = tl.sqrt(tl.sum(partial, axis=0))",
            },
            "l1_norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)",
            },
            "max_norm": {
                "torch.sum(x, ": 'torch.linalg.vector_norm(x, ord=float("inf"), ',
                "lanes += tl.where(mask, x, 0.0)": (
                    "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))"
                ),
                "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                "tl.sum(partial, axis=0)": "tl.max(partial, axis=0)",
            },
            "sum_of_squares": {
                "torch.sum(x, ": "torch.sum(x * x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
            },
            "mean_square": {
                "torch.sum(x, ": "torch.mean(x * x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                "y_ptr, n_rows, n_shares": "y_ptr, n_rows, n_cols, n_shares",
                "y, n_rows, n_shares": "y, n_rows, n_cols, n_shares",
            },
            "logsumexp": {
                "torch.sum": "torch.logsumexp",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    "peak = tl.full([ROWS, BLOCK], -3.0e38, dtype=tl.float32)\n"
                    "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)"
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                    "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                    "peak = higher"
                ),
                "partial = tl.sum(lanes, axis=1)": (
                    "top = tl.max(peak, axis=1)\n"
                    "partial = top + tl.log(tl.sum(lanes * tl.exp(peak - top[:, None]), axis=1))"
                ),
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=-float("inf"))\n'
                    "top = tl.maximum(tl.max(partial, axis=0), -3.0e38)\n"
                    "y = top + tl.log(tl.sum(tl.exp(partial - top), axis=0))"
                ),
                "BLOCK=128)": "BLOCK=128, enable_fp_fusion=False)",
            },
        },
        "AXES": [
            "DIMS",
            {  # what z is
                "number": {
                    "torch.randn(kept)": "torch.randn(())",
                    "z_ptr + rows, mask=rows < n_rows, other=0.0)": "z_ptr)",
                },
                "one": {
                    "torch.randn(kept)": "torch.randn(1)",
                    "z_ptr + rows, mask=rows < n_rows, other=0.0)": "z_ptr)",
                },
                "row": {
                    "torch.randn(kept)": "torch.randn(kept[-1:])",
                    "z_ptr + rows, mask": "z_ptr + rows % n_z, mask",
                    "z_ptr, y_ptr, n_rows": "z_ptr, y_ptr, n_z, n_rows",
                    "z, y, n_rows": "z, y, z.numel(), n_rows",
                },
                "channel": {
                    "torch.randn(kept)": "torch.randn(kept[1:2] + (1,) * len(kept[2:]))",
                    "z_ptr + rows, mask": "z_ptr + rows // n_inner % n_z, mask",
                    "z_ptr, y_ptr, n_rows": "z_ptr, y_ptr, n_z, n_inner, n_rows",
                    "z, y, n_rows": "z, y, z.numel(), y.shape[2:].numel(), n_rows",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
        ],
    },
    "program_of_row_scalars": {
        "AXES": [
            {
                "short": {
                    "shape[:-1] + (1,)": "shape[:-1]",
                    "def program_of_row_scalars_torch(x, z):": (
                        "def program_of_row_scalars_torch(x, z):\n    z = z.unsqueeze(-1)"
                    ),
                }
            },
            ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ]
    },
    "program_of_row_sum": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "z = tl.sum(lanes, axis=0)": "z = tl.sum(lanes, axis=0) / n_cols",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))'
                ),
                "z = tl.sum(lanes, axis=0)": "z = tl.max(lanes, axis=0)",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))'
                ),
                "z = tl.sum(lanes, axis=0)": "z = tl.min(lanes, axis=0)",
            },
            "square": {
                "torch.sum(x, ": "torch.sum(x * x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
            },
            "mean_square": {
                "torch.sum(x, ": "torch.mean(x ** 2, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "z = tl.sum(lanes, axis=0)": "z = tl.sum(lanes, axis=0) / n_cols",
            },
            "mean_abs": {
                "torch.sum(x, ": "torch.mean(torch.abs(x), ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)",
                "z = tl.sum(lanes, axis=0)": "z = tl.sum(lanes, axis=0) / n_cols",
            },
            "largest_abs": {
                "torch.sum(x, ": "torch.amax(torch.abs(x), ",
                "lanes += tl.where(mask, x, 0.0)": (
                    "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))"
                ),
                "z = tl.sum(lanes, axis=0)": "z = tl.max(lanes, axis=0)",
            },
            "abs": {
                "torch.sum(x, ": "torch.sum(torch.abs(x), ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)",
            },
        },
        "AXES": [("PROGRAM_XZ", "x = torch.mul(x, z)", "x = x * z")],
    },
    "program_of_selected": {
        "FAMILY": {
            "of_matrix": {
                "[(1, 1, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 5), (3, 33), (7, 300)]",
                "make(B, T, C)": "make(M, N)",
                "torch.randn(B, T, C)": "torch.randn(M, N)",
            },
            "of_images": {
                "[(1, 1, 5), (2, 3, 33), (3, 7, 20)]": "[(1, 2, 1, 1), (2, 3, 5, 7), (3, 4, 2, 11)]",
                "make(B, T, C)": "make(N, C, H, W)",
                "torch.randn(B, T, C)": "torch.randn(N, C, H, W)",
            },
            "of_vector": {
                "[(1, 1, 5), (2, 3, 33), (3, 7, 20)]": "[(1,), (33,), (1500,)]",
                "make(B, T, C)": "make(N)",
                "torch.randn(B, T, C)": "torch.randn(N)",
            },
            "of_rows": {
                "torch.randn(4)": "torch.randn(4, C)",
                "c_ptr)": "c_ptr + offsets % C, mask=mask, other=0.0)",
                "c_ptr + 1)": "c_ptr + C + offsets % C, mask=mask, other=0.0)",
                "c_ptr + 2)": "c_ptr + 2 * C + offsets % C, mask=mask, other=0.0)",
                "n_elements, BLOCK: tl": "n_elements, C, BLOCK: tl",
                "y, n_elements, BLOCK=1024": "y, n_elements, x.shape[-1], BLOCK=1024",
            },
            "of_columns": {
                "torch.randn(4)": "torch.randn(C, 4)",
                "c[0], c[1], c[2]": "c[:, 0], c[:, 1], c[:, 2]",
                "c_ptr)": "c_ptr + offsets % C * n_places, mask=mask, other=0.0)",
                "c_ptr + 1)": "c_ptr + offsets % C * n_places + 1, mask=mask, other=0.0)",
                "c_ptr + 2)": "c_ptr + offsets % C * n_places + 2, mask=mask, other=0.0)",
                "n_elements, BLOCK: tl": "n_elements, C, n_places, BLOCK: tl",
                "y, n_elements, BLOCK=1024": "y, n_elements, *c.shape, BLOCK=1024",
            },
            "of_samples": {
                "torch.randn(4)": "torch.randn(B, 4, C)",
                "c[0], c[1], c[2]": "c[:, 0, None], c[:, 1, None], c[:, 2, None]",
                "c_ptr)": "c_ptr + b * n_places * C + offsets % C, mask=mask, other=0.0)",
                "c_ptr + 1)": "c_ptr + (b * n_places + 1) * C + offsets % C, mask=mask, other=0.0)",
                "c_ptr + 2)": "c_ptr + (b * n_places + 2) * C + offsets % C, mask=mask, other=0.0)",
                "mask = offsets < n_elements": "mask = offsets < n_elements\nb = offsets // (T * C)",
                "n_elements, BLOCK: tl": "n_elements, T, C, n_places, BLOCK: tl",
                "y, n_elements, BLOCK=1024": "y, n_elements, *x.shape[1:], c.shape[1], BLOCK=1024",
            },
        },
        "AXES": [
            {  # which place is which
                "xzpw": {
                    "z, w, p =": "z, p, w =",
                    "w = tl.load(": "p = tl.load(",
                    "p = tl.load(": "w = tl.load(",
                },
                "wzp": {
                    "z, w, p =": "w, z, p =",
                    "z = tl.load(": "w = tl.load(",
                    "w = tl.load(": "z = tl.load(",
                },
                "pwz": {
                    "z, w, p =": "p, w, z =",
                    "z = tl.load(": "p = tl.load(",
                    "p = tl.load(": "z = tl.load(",
                },
                "wpz": {
                    "z, w, p =": "w, p, z =",
                    "z = tl.load(": "w = tl.load(",
                    "w = tl.load(": "p = tl.load(",
                    "p = tl.load(": "z = tl.load(",
                },
                "pzw": {
                    "z, w, p =": "p, z, w =",
                    "z = tl.load(": "p = tl.load(",
                    "w = tl.load(": "z = tl.load(",
                    "p = tl.load(": "w = tl.load(",
                },
            },
            ("LEARNED_XZWP", "x = x * z + w - p", "x = z * x + w - p"),
        ],
    },
    "program_of_selected_cell": {"AXES": ["CELL_SELECT"]},
    "program_of_slices": {
        "FAMILY": {
            "neighbours": {"0::2": "1:", "1::2": ":-1", "0, 1, 2, whole // 2": "1, 0, 1, whole - 1"},
            "two_apart": {"0::2": "2:", "1::2": ":-2", "0, 1, 2, whole // 2": "2, 0, 1, whole - 2"},
            "before_middle": {"0::2": ":-2", "1::2": "1:-1", "0, 1, 2, whole // 2": "0, 1, 1, whole - 2"},
            "after_middle": {"0::2": "2:", "1::2": "1:-1", "0, 1, 2, whole // 2": "2, 1, 1, whole - 2"},
            "of_three": (
                {"0::2": "{0}::3", "1::2": "{1}::3", "0, 1, 2, whole // 2": "{0}, {1}, 3, whole // 3"},
                "01 12 02",
            ),
            "first_last": (
                {"0::2": ":{0}", "1::2": "-{0}:", "0, 1, 2, whole // 2": "0, whole - {0}, 1, {0}"},
                "2 3 5",
            ),
            "counted": (
                {"0::2": "{0}:{1}", "1::2": "{1}:{2}", "0, 1, 2, whole // 2": "{0}, {1}, 1, {1} - {0}"},
                "024 036 135 246 012",
            ),
        },
        "AXES": [
            {  # along which dimension
                "dim0": {"..., ": "", "dim = x.dim() - 1": "dim = 0"},
                "dim1": {"..., ": ":, ", "[(12,), ": "[", "dim = x.dim() - 1": "dim = 1"},
                "dim2": {"..., ": ":, :, ", "[(12,), (18, 24), ": "[", "dim = x.dim() - 1": "dim = 2"},
                "dim3": {
                    "..., ": ":, :, :, ",
                    "[(12,), (18, 24), (6, 18, 12), ": "[",
                    "dim = x.dim() - 1": "dim = 3",
                },
            },
            {
                "other_first": {
                    "x = x[": "x, z = z, x[",
                    "source + start * inner": "source + start_z * inner",
                    "source + start_z * inner": "source + start * inner",
                }
            },
            ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ],
    },
    "program_of_slices_joined": {
        "FAMILY": {
            "neighbours": {"0::2": "1:", "1::2": ":-1", "0, 1, 2, whole // 2": "1, 0, 1, whole - 1"},
            "two_apart": {"0::2": "2:", "1::2": ":-2", "0, 1, 2, whole // 2": "2, 0, 1, whole - 2"},
            "of_three": (
                {"0::2": "{0}::3", "1::2": "{1}::3", "0, 1, 2, whole // 2": "{0}, {1}, 3, whole // 3"},
                "01 12 02",
            ),
            "first_last": (
                {"0::2": ":{0}", "1::2": "-{0}:", "0, 1, 2, whole // 2": "0, whole - {0}, 1, {0}"},
                "2 3",
            ),
            "counted": (
                {"0::2": "{0}:{1}", "1::2": "{1}:{2}", "0, 1, 2, whole // 2": "{0}, {1}, 1, {1} - {0}"},
                "024 036",
            ),
        },
        "AXES": [
            {  # along which dimension
                "interleaved": {
                    "torch.cat(": "torch.stack(",
                    "dim=-1)": "dim=-1).flatten(-2)",
                    "outer * (2 * kept * inner) + inside": "2 * offsets",
                    "target + kept * inner": "target + 1",
                },
                "dim0": {"..., ": "", "dim=-1": "dim=0", "dim = x.dim() - 1": "dim = 0"},
                "dim1": {"..., ": ":, ", "dim=-1": "dim=1", "[(12,), ": "[", "dim = x.dim() - 1": "dim = 1"},
                "dim2": {
                    "..., ": ":, :, ",
                    "dim=-1": "dim=2",
                    "[(12,), (18, 24), ": "[",
                    "dim = x.dim() - 1": "dim = 2",
                },
                "dim3": {
                    "..., ": ":, :, :, ",
                    "dim=-1": "dim=3",
                    "[(12,), (18, 24), (6, 18, 12), ": "[",
                    "dim = x.dim() - 1": "dim = 3",
                },
            },
            {"other_first": {"[v, x]": "[x, v]", "first, second = v, x": "first, second = x, v"}},
            {  # what is made of both halves together
                "scaled": {
                    "return y": "return y * 0.7071067811865476",
                    "first, mask": "first * 0.7071067811865476, mask",
                    "second, mask": "second * 0.7071067811865476, mask",
                },
                "halved": {
                    "return y": "return y * 0.5",
                    "first, mask": "first * 0.5, mask",
                    "second, mask": "second * 0.5, mask",
                },
                "doubled": {
                    "return y": "return y * 2.0",
                    "first, mask": "first * 2.0, mask",
                    "second, mask": "second * 2.0, mask",
                },
                "relu": {
                    "return y": "return torch.relu(y)",
                    "first, mask": "tl.maximum(first, 0.0), mask",
                    "second, mask": "tl.maximum(second, 0.0), mask",
                },
                "sigmoid": {
                    "return y": "return torch.sigmoid(y)",
                    "first, mask": "tl.sigmoid(first), mask",
                    "second, mask": "tl.sigmoid(second), mask",
                },
                "silu": {
                    "return y": "return F.silu(y)",
                    "first, mask": "first * tl.sigmoid(first), mask",
                    "second, mask": "second * tl.sigmoid(second), mask",
                },
            },
            ("PROGRAM_XZ_TO_VX", "v = torch.add(x, z)\n    x = torch.sub(x, z)", "v = x + z\n    x = x - z"),
        ],
    },
    "program_of_split_cell": {"AXES": ["CELL_SLICE"]},
    "program_of_thirds": {
        "AXES": [
            {
                "halves_and_state": {  # the halves of one tensor and a second one
                    "x, z, w = x.chunk(3, dim=-1)": "x, z = x.chunk(2, dim=-1)",
                    "program_of_thirds_torch(x)": "program_of_thirds_torch(x, w)",
                    "(torch.randn(shape[:-1] + (3 * shape[-1],)),)": (
                        "torch.randn(shape[:-1] + (2 * shape[-1],)), torch.randn(shape)"
                    ),
                    "x_ptr, y_ptr": "x_ptr, w_ptr, y_ptr",
                    "offsets // N * (3 * N)": "offsets // N * (2 * N)",
                    "x_ptr + first + 2 * N": "w_ptr + offsets",
                    "program_of_thirds_triton(x)": "program_of_thirds_triton(x, w)",
                    "x = x.contiguous()": "x, w = x.contiguous(), w.contiguous()",
                    "N = x.shape[-1] // 3": "N = w.shape[-1]",
                    "torch.empty(x.shape[:-1] + (N,), dtype=x.dtype, device=x.device)": "torch.empty_like(w)",
                    "[grid](x, y": "[grid](x, w, y",
                }
            },
            ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w"),
        ]
    },
    "program_of_three": {"AXES": [("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w")]},
    "program_of_three_chunks": {
        "FAMILY": {
            "of": (
                {
                    "chunk(3, ": "chunk({0}, ",
                    "parts[0], parts[1], parts[2]": "parts[{1}], parts[{2}], parts[{3}]",
                    "chunks = 3": "chunks = {0}",
                    "+ 0 * run": "+ {1} * run",
                    "+ 1 * run": "+ {2} * run",
                    "+ 2 * run": "+ {3} * run",
                },
                "3021 3102 3120 3201 3210 4012 4123 4013 4230 4321 4203 4310 6024 6135",
            )
        },
        "AXES": [DIM0_DIM1_DIM2, ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w")],
    },
    "program_of_three_integers": {
        "AXES": [
            ("PROGRAM_INTEGERS_XZW", "x = torch.where(x > z, x, w)", "x = tl.where(x > z, x, w)"),
            PLAIN_ABOVE_AT_MOST,
            INT32,
        ]
    },
    "program_of_three_parameters": {"AXES": ["PARAMETERS_XZWP"]},
    "program_of_three_shapes": {"AXES": ["BROADCAST_XZW"]},
    "program_of_three_to_two": {
        "AXES": [
            ("PROGRAM_XZW_TO_VX", "v = torch.add(x, z)\n    x = torch.mul(v, w)", "v = x + z\n    x = v * w")
        ]
    },
    "program_of_triangles": {
        "FAMILY": {
            "upper_first": {
                "torch.tril(x, diagonal=-1)": "torch.triu(x, diagonal=1)",
                "torch.triu(x, diagonal=1)": "torch.tril(x, diagonal=-1)",
                "diagonal <= -1": "diagonal >= 1",
                "diagonal >= 1": "diagonal <= -1",
            },
            "from": (
                {
                    "(x, diagonal=1)": "(x, diagonal={0})",
                    "(x, diagonal=-1)": "(x, diagonal={1})",
                    "diagonal >= 1": "diagonal >= {0}",
                    "diagonal <= -1": "diagonal <= {1}",
                },
                "00 10 20 01 21 12 22",
            ),
            "from_minus": (
                {
                    "(x, diagonal=1)": "(x, diagonal=-{0})",
                    "(x, diagonal=-1)": "(x, diagonal={1})",
                    "diagonal >= 1": "diagonal >= -{0}",
                    "diagonal <= -1": "diagonal <= {1}",
                },
                "10 11 21 12",
            ),
            "and_minus": (
                {
                    "(x, diagonal=1)": "(x, diagonal={0})",
                    "(x, diagonal=-1)": "(x, diagonal=-{1})",
                    "diagonal >= 1": "diagonal >= {0}",
                    "diagonal <= -1": "diagonal <= -{1}",
                },
                "01 02 22 12",
            ),
            "with_lower": (
                {
                    "torch.tril(x, diagonal=-1)\n    x = torch.triu(x, diagonal=1)": (
                        "torch.tril(x, diagonal={0})"
                    ),
                    "tl.where(diagonal <= -1, x, 0.0)\n    x = tl.where(diagonal >= 1, x, 0.0)": (
                        "tl.where(diagonal <= {0}, x, 0.0)"
                    ),
                },
                "0 1",
            ),
            "with_upper": (
                {
                    "torch.tril(x, diagonal=-1)\n    x = torch.triu(x, diagonal=1)": (
                        "torch.triu(x, diagonal={0})"
                    ),
                    "tl.where(diagonal <= -1, x, 0.0)\n    x = tl.where(diagonal >= 1, x, 0.0)": (
                        "tl.where(diagonal >= {0}, x, 0.0)"
                    ),
                },
                "0 1 2",
            ),
        },
        "AXES": [("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z")],
    },
}
