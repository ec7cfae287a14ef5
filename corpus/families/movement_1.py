"""Tables of the families of data movement, cat to gather."""

from corpus.families.axes_2 import OF_FAR_FIVE

FAMILIES = {
    "cat": {
        "FAMILY": {
            "cat3d_dim0": {
                ("CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]"): (
                    "CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (5, 2, 33)), ((4, 40, 9), (1, 40, 9))]"
                ),
                "dim=1": "dim=0",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": (
                    "a.shape[0] + b.shape[0], a.shape[1], a.shape[2]"
                ),
                "a.shape[1] * a.stride(1)": "a.numel()",
                "b.shape[1] * b.stride(1)": "b.numel()",
            },
            "cat3d_last": {
                ("CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]"): (
                    "CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 2, 5)), ((2, 40, 9), (2, 40, 17))]"
                ),
                "dim=1": "dim=-1",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": (
                    "a.shape[0], a.shape[1], a.shape[2] + b.shape[2]"
                ),
                "a.shape[1] * a.stride(1)": "a.shape[2]",
                "b.shape[1] * b.stride(1)": "b.shape[2]",
            },
            "cat2d_dim0": {
                ("CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]"): (
                    "CASES = [((1, 1), (1, 1)), ((3, 33), (5, 33)), ((40, 27), (7, 27))]"
                ),
                "dim=1": "dim=0",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": "a.shape[0] + b.shape[0], a.shape[1]",
                "a.shape[1] * a.stride(1)": "a.numel()",
                "b.shape[1] * b.stride(1)": "b.numel()",
            },
            "cat2d_last": {
                ("CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]"): (
                    "CASES = [((1, 1), (1, 1)), ((3, 33), (3, 5)), ((40, 27), (40, 30))]"
                ),
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": "a.shape[0], a.shape[1] + b.shape[1]",
                "a.shape[1] * a.stride(1)": "a.shape[1]",
                "b.shape[1] * b.stride(1)": "b.shape[1]",
            },
            "cat4d_channels": {
                ("CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]"): (
                    "CASES = [((1, 1, 1, 1), (1, 1, 1, 1)), ((3, 2, 5, 33), (3, 1, 5, 33)), ((2, "
                    "4, 9, 7), (2, 6, 9, 7))]"
                ),
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": (
                    "a.shape[0], a.shape[1] + b.shape[1], a.shape[2], a.shape[3]"
                ),
            },
            "cat4d_dim0": {
                ("CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]"): (
                    "CASES = [((1, 1, 1, 1), (1, 1, 1, 1)), ((2, 3, 5, 33), (4, 3, 5, 33))]"
                ),
                "dim=1": "dim=0",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": (
                    "a.shape[0] + b.shape[0], a.shape[1], a.shape[2], a.shape[3]"
                ),
                "a.shape[1] * a.stride(1)": "a.numel()",
                "b.shape[1] * b.stride(1)": "b.numel()",
            },
            "cat4d_rows": {
                ("CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]"): (
                    "CASES = [((1, 1, 1, 1), (1, 1, 1, 1)), ((2, 3, 5, 33), (2, 3, 4, 33))]"
                ),
                "dim=1": "dim=2",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": (
                    "a.shape[0], a.shape[1], a.shape[2] + b.shape[2], a.shape[3]"
                ),
                "a.shape[1] * a.stride(1)": "a.shape[2] * a.stride(2)",
                "b.shape[1] * b.stride(1)": "b.shape[2] * b.stride(2)",
            },
            "cat4d_last": {
                ("CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]"): (
                    "CASES = [((1, 1, 1, 1), (1, 1, 1, 1)), ((2, 3, 5, 33), (2, 3, 5, 4))]"
                ),
                "dim=1": "dim=-1",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": (
                    "a.shape[0], a.shape[1], a.shape[2], a.shape[3] + b.shape[3]"
                ),
                "a.shape[1] * a.stride(1)": "a.shape[3]",
                "b.shape[1] * b.stride(1)": "b.shape[3]",
            },
            "cat1d": {
                ("CASES = [((1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9))]"): (
                    "CASES = [((1,), (1,)), ((33,), (5,)), ((1000,), (517,))]"
                ),
                "dim=1": "dim=0",
                "a.shape[0], a.shape[1] + b.shape[1], a.shape[2]": "a.shape[0] + b.shape[0]",
                "a.shape[1] * a.stride(1)": "a.numel()",
                "b.shape[1] * b.stride(1)": "b.numel()",
            },
        },
        "AXES": [
            ("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
            ("UNARY", "b = F.softsign(b)", "b = b / (1.0 + tl.abs(b))", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "cat_three": {
        "FAMILY": {
            "four": {
                "a, b, c": "a, b, c, d",
                "lengths[:3]": "lengths",
                "c_ptr, y_ptr": "c_ptr, d_ptr, y_ptr",
                "run_c, run_y": "run_c, run_d, run_y",
                "y = tl.where(at >= 0, c, y)": (
                    "y = tl.where(at >= 0, c, y)\n"
                    "at -= run_c\n"
                    "d = tl.load(d_ptr + row * run_d + at, mask=mask & (at >= 0) & (at < run_d), "
                    "other=0.0).to(tl.float32)\n"
                    "y = tl.where(at >= 0, d, y)"
                ),
            }
        },
        "AXES": [
            {  # along which dimension
                "next_to_last": {
                    "[((7,), 2, 3, 5, 4), ": "[",
                    "-1, length)": "-2, length)",
                    "dim=-1": "dim=-2",
                    "a.dim() - 1": "a.dim() - 2",
                },
                "dim1": {
                    "[((7,), 2, 3, 5, 4), ": "[",
                    "-1, length)": "1, length)",
                    "dim=-1": "dim=1",
                    "dim = a.dim() - 1": "dim = 1",
                },
                "dim0": {"-1, length)": "0, length)", "dim=-1": "dim=0", "dim = a.dim() - 1": "dim = 0"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "causal_mask": {
        "FAMILY": {
            "anticausal_mask": {".tril(": ".triu(", "<= offsets // columns": ">= offsets // columns"},
            "causal_mask4d": {
                "CASES = [(1, 2, 2), (2, 7, 7), (3, 20, 20)]": (
                    "CASES = [(1, 1, 2, 2), (2, 3, 7, 7), (1, 2, 20, 20)]"
                ),
                "rows, columns = x.shape[-2], x.shape[-1]": "batch, heads, rows, columns = x.shape",
            },
            "causal_mask2d": {
                "CASES = [(1, 2, 2), (2, 7, 7), (3, 20, 20)]": "CASES = [(2, 2), (7, 7), (40, 40)]",
                "rows, columns = x.shape[-2], x.shape[-1]": "columns = x.shape[-1]",
                "offsets // columns % rows": "offsets // columns",
                "n_elements, rows, columns": "n_elements, columns",
                "y.numel(), rows, columns": "y.numel(), columns",
            },
        },
        "AXES": [
            {
                "p1": {"diagonal=0": "diagonal=1", "DIAGONAL=0": "DIAGONAL=1"},
                "p2": {"diagonal=0": "diagonal=2", "DIAGONAL=0": "DIAGONAL=2"},
                "m1": {"diagonal=0": "diagonal=-1", "DIAGONAL=0": "DIAGONAL=-1"},
            },
            {
                "unscaled": {"(x * 0.125)": "x", "x * 0.125": "x"},
                "scale_05": {"(x * 0.125)": "(x * 0.5)", "x * 0.125": "x * 0.5"},
                "scale_01": {"(x * 0.125)": "(x * 0.1)", "x * 0.125": "x * 0.1"},
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ],
    },
    "channel_shuffle": {
        "AXES": [
            {
                "g3": {"n, 2, c // 2": "n, 3, c // 3", "GROUPS=2": "GROUPS=3"},
                "g4": {"n, 2, c // 2": "n, 4, c // 4", "GROUPS=2": "GROUPS=4"},
                "g6": {"n, 2, c // 2": "n, 6, c // 6", "GROUPS=2": "GROUPS=6"},
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "chunk": {
        "FAMILY": {
            "of": (
                {
                    "torch.chunk(x, 2": "torch.chunk(x, {0}",
                    "parts[0]": "parts[{1}]",
                    "chunks, index = 2, 0": "chunks, index = {0}, {1}",
                },
                "21 30 31 32 40 41 42 43 60 61 62 63 64 65",
            )
        },
        "AXES": [
            {  # along which dimension
                "next_to_last": {
                    "[(12,), ": "[",
                    "dim=-1": "dim=-2",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
                    "(*x.shape[:-1], length)": "(*x.shape[:-2], length, x.shape[-1])",
                },
                "third_to_last": {
                    "[(12,), (11, 17), ": "[",
                    "dim=-1": "dim=-3",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                    "(*x.shape[:-1], length)": "(*x.shape[:-3], length, x.shape[-2], x.shape[-1])",
                },
                "first": {
                    "dim=-1": "dim=0",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[0], x.numel() // x.shape[0]",
                    "(*x.shape[:-1], length)": "(length, *x.shape[1:])",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "diag_embed": {
        "FAMILY": {
            "diag": {
                "CASES = [(1, 2), (3, 5), (2, 33)]": "CASES = [(2,), (5,), (40,)]",
                "torch.diag_embed(x, offset=0": "torch.diag(x, diagonal=0",
                "batch, length = x.shape": "length = x.shape[0]",
                "x.new_empty(batch, size, size)": "x.new_empty(size, size)",
            }
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.cos(y)", "y = tl.cos(y)", "optional"),
        ],
    },
    "diagonal": {
        "FAMILY": {
            "diagonal2d": {
                "CASES = [(1, 9, 9), (2, 12, 33), (5, 40, 20)]": "CASES = [(9, 9), (12, 33), (40, 20)]",
                ", dim1=1, dim2=2": "",
                "batch, rows, columns = x.shape": "rows, columns = x.shape",
                "y = x.new_empty(batch, length)": "y = x.new_empty(length)",
            }
        },
        "AXES": [
            {
                "p1": {"(x, offset=0": "(x, offset=1", "offset = 0": "offset = 1"},
                "p2": {"(x, offset=0": "(x, offset=2", "offset = 0": "offset = 2"},
                "p4": {"(x, offset=0": "(x, offset=4", "offset = 0": "offset = 4"},
                "m1": {"(x, offset=0": "(x, offset=-1", "offset = 0": "offset = -1"},
                "m2": {"(x, offset=0": "(x, offset=-2", "offset = 0": "offset = -2"},
                "m3": {"(x, offset=0": "(x, offset=-3", "offset = 0": "offset = -3"},
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "diagonal_sum": {
        "FAMILY": {
            "diagonal_mean": {
                "dim2=-1).sum(-1)": "dim2=-1).mean(-1)",
                "y = tl.sum(total, axis=1)": "y = tl.sum(total, axis=1) / length",
            },
            "diagonal_sum_heads": {
                "CASES = [(1, 2, 2), (3, 5, 5), (40, 33, 33), (7, 9, 4)]": (
                    "CASES = [(1, 1, 2, 2), (3, 2, 5, 5), (2, 5, 4, 9)]"
                )
            },
            "diagonal_max": {
                "dim2=-1).sum(-1)": "dim2=-1).amax(-1)",
                "tl.zeros((BLOCK_B, BLOCK), dtype=tl.float32)": (
                    'tl.full((BLOCK_B, BLOCK), -float("inf"), dtype=tl.float32)'
                ),
                "total += tl.where(mask, x, 0.0)": (
                    'total = tl.maximum(total, tl.where(mask, x, -float("inf")))'
                ),
                "y = tl.sum(total, axis=1)": "y = tl.max(total, axis=1)",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "diff": {
        "FAMILY": {
            "diff_dim0": {
                "CASES = [(1, 7), (3, 33), (27, 40)]": "CASES = [(7, 1), (33, 3), (40, 27)]",
                "x[:, ": "x[",
                "x.shape[1], 1": "x.shape[0], x.stride(0)",
                "x.shape[0], size - lag": "size - lag, x.shape[1]",
            },
            "diff3d_dim1": {
                "CASES = [(1, 7), (3, 33), (27, 40)]": "CASES = [(1, 7, 1), (2, 9, 33), (3, 20, 7)]",
                "x.shape[1], 1": "x.shape[1], x.stride(1)",
                "x.shape[0], size - lag": "x.shape[0], size - lag, x.shape[2]",
            },
            "diff3d_last": {
                "CASES = [(1, 7), (3, 33), (27, 40)]": "CASES = [(1, 1, 7), (2, 3, 33), (3, 7, 20)]",
                "x[:, ": "x[..., ",
                "x.shape[1], 1": "x.shape[2], 1",
                "x.shape[0], size - lag": "x.shape[0], x.shape[1], size - lag",
            },
            "diff4d_rows": {
                "CASES = [(1, 7), (3, 33), (27, 40)]": (
                    "CASES = [(1, 1, 7, 1), (2, 2, 9, 11), (1, 3, 20, 7)]"
                ),
                "x[:, ": "x[:, :, ",
                "x.shape[1], 1": "x.shape[2], x.stride(2)",
                "x.shape[0], size - lag": "x.shape[0], x.shape[1], size - lag, x.shape[3]",
            },
        },
        "AXES": [
            {
                "lag2": {"1:]": "2:]", "-1]": "-2]", "lag = 1": "lag = 2"},
                "lag3": {"1:]": "3:]", "-1]": "-3]", "lag = 1": "lag = 3"},
                "lag4": {"1:]": "4:]", "-1]": "-4]", "lag = 1": "lag = 4"},
            },
            ("BINARY", "y = y - z", "y = -z + y"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "embedding": {
        "FAMILY": {
            "embedding_flat": {
                "torch.randint(0, words, (batch, time))": "torch.randint(0, words, (batch * time,))",
                "batch, time = index.shape": "rows = index.shape[0]",
                "weight.new_empty(batch, time, width)": "weight.new_empty(rows, width)",
                "(batch * time,)](": "(rows,)](",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "embedding_position": {
        "AXES": [
            {
                "scaled": {
                    "y = F.embedding(index, weight)": "y = F.embedding(index, weight) * 8.0",
                    (
                        "y = tl.load(weight_ptr + word * width + columns, mask=mask, "
                        "other=0.0).to(tl.float32)"
                    ): (
                        "y = tl.load(weight_ptr + word * width + columns, mask=mask, "
                        "other=0.0).to(tl.float32)\n"
                        "y = y * 8.0"
                    ),
                }
            },
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "expand": {
        "FAMILY": {
            "expand_first": {
                "x.unsqueeze(1).expand(-1, ": "x.unsqueeze(0).expand(",
                ", -1).contiguous()": ", -1, -1).contiguous()",
                "x.shape[0], copies, x.shape[1]": "copies, x.shape[0], x.shape[1]",
                "run = x.shape[1]": "run = x.numel()",
            },
            "expand_last": {
                "x.unsqueeze(1).expand(-1, ": "x.unsqueeze(-1).expand(-1, -1, ",
                ", -1).contiguous()": ").contiguous()",
                "x.shape[0], copies, x.shape[1]": "x.shape[0], x.shape[1], copies",
                "run = x.shape[1]": "run = 1",
            },
        },
        "AXES": [
            {
                "x2": {"4": "2", "copies = 4": "copies = 2"},
                "x3": {"4": "3", "copies = 4": "copies = 3"},
                "x5": {"4": "5", "copies = 4": "copies = 5"},
                "x8": {"4": "8", "copies = 4": "copies = 8"},
                "x16": {"4": "16", "copies = 4": "copies = 16"},
            },
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "flip": {
        "FAMILY": {
            "flip0": {"dims=(1,)": "dims=(0,)", "j = size_j - 1 - j": "i = size_i - 1 - i"},
            "flip2": {"dims=(1,)": "dims=(2,)", "j = size_j - 1 - j": "k = size_k - 1 - k"},
            "flip01": {
                "dims=(1,)": "dims=(0, 1)",
                "j = size_j - 1 - j": "i = size_i - 1 - i\nj = size_j - 1 - j",
            },
            "flip02": {
                "dims=(1,)": "dims=(0, 2)",
                "j = size_j - 1 - j": "i = size_i - 1 - i\nk = size_k - 1 - k",
            },
            "flip12": {
                "dims=(1,)": "dims=(1, 2)",
                "j = size_j - 1 - j": "j = size_j - 1 - j\nk = size_k - 1 - k",
            },
            "flip012": {
                "dims=(1,)": "dims=(0, 1, 2)",
                "j = size_j - 1 - j": "i = size_i - 1 - i\nj = size_j - 1 - j\nk = size_k - 1 - k",
            },
            "flip2d_rows": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(2, 1), (3, 33), (27, 40)]",
                "dims=(1,)": "dims=(0,)",
                "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = 1, x.shape[0], x.shape[1]",
            },
            "flip2d_columns": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 2), (3, 33), (27, 40)]",
                "j = size_j - 1 - j": "k = size_k - 1 - k",
                "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = 1, x.shape[0], x.shape[1]",
            },
            "flip2d_both": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": "CASES = [(1, 2), (3, 33), (27, 40)]",
                "dims=(1,)": "dims=(0, 1)",
                "j = size_j - 1 - j": "j = size_j - 1 - j\nk = size_k - 1 - k",
                "size_i, size_j, size_k = x.shape": "size_i, size_j, size_k = 1, x.shape[0], x.shape[1]",
            },
            "flip4d_columns": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": (
                    "CASES = [(1, 1, 1, 2), (2, 3, 5, 33), (2, 2, 20, 7)]"
                ),
                "dims=(1,)": "dims=(3,)",
                "j = size_j - 1 - j": "k = size_k - 1 - k",
                "size_i, size_j, size_k = x.shape": (
                    "size_i, size_j, size_k = x.shape[0] * x.shape[1], x.shape[2], x.shape[3]"
                ),
            },
            "flip4d_rows": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": (
                    "CASES = [(1, 1, 2, 1), (2, 3, 5, 33), (2, 2, 20, 7)]"
                ),
                "dims=(1,)": "dims=(2,)",
                "size_i, size_j, size_k = x.shape": (
                    "size_i, size_j, size_k = x.shape[0] * x.shape[1], x.shape[2], x.shape[3]"
                ),
            },
            "flip4d_both": {
                "CASES = [(1, 2, 3), (2, 3, 33), (5, 20, 7)]": (
                    "CASES = [(1, 1, 2, 1), (2, 3, 5, 33), (2, 2, 20, 7)]"
                ),
                "dims=(1,)": "dims=(2, 3)",
                "j = size_j - 1 - j": "j = size_j - 1 - j\nk = size_k - 1 - k",
                "size_i, size_j, size_k = x.shape": (
                    "size_i, size_j, size_k = x.shape[0] * x.shape[1], x.shape[2], x.shape[3]"
                ),
            },
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "flip_dims": {
        "AXES": [
            OF_FAR_FIVE,
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "fold": {
        "AXES": [
            {
                "to4x4": {"8, 10)": "4, 4)", "height, width = 8, 10": "height, width = 4, 4"},
                "to6x6": {"8, 10)": "6, 6)", "height, width = 8, 10": "height, width = 6, 6"},
                "to8x8": {"8, 10)": "8, 8)", "height, width = 8, 10": "height, width = 8, 8"},
                "to7x9": {"8, 10)": "7, 9)", "height, width = 8, 10": "height, width = 7, 9"},
                "to6x10": {"8, 10)": "6, 10)", "height, width = 8, 10": "height, width = 6, 10"},
                "to10x8": {"8, 10)": "10, 8)", "height, width = 8, 10": "height, width = 10, 8"},
                "to12x7": {"8, 10)": "12, 7)", "height, width = 8, 10": "height, width = 12, 7"},
                "to9x9": {"8, 10)": "9, 9)", "height, width = 8, 10": "height, width = 9, 9"},
            },
            {
                "k": (
                    {
                        "kernel_size=(2, 2)": "kernel_size={0}",
                        "kernel_h, kernel_w = 2, 2": "kernel_h, kernel_w = {0}, {0}",
                    },
                    "2 3 4",
                ),
                "by": (
                    {
                        "kernel_size=(2, 2)": "kernel_size=({0}, {1})",
                        "kernel_h, kernel_w = 2, 2": "kernel_h, kernel_w = {0}, {1}",
                    },
                    "23 31 13 32",
                ),
            },
            {
                "s": (
                    {
                        "stride=2, padding=0": "stride={0}, padding={1}",
                        "stride, padding = 2, 0": "stride, padding = {0}, {1}",
                    },
                    "10 11 21 30 31",
                )
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "framed": {
        "FAMILY": {
            "sum": {"torch.mean(y, ": "torch.sum(y, ", "y = y / WINDOW": ""},
            "energy": {
                "torch.mean(y, ": "torch.sum(y * y, ",
                "y = y + x": "y = y + x * x",
                "y = y / WINDOW": "",
            },
            "level": {
                "torch.mean(y, dim=-1)": "torch.log(torch.sum(y ** 2, dim=-1) + 1e-6)",
                "y = y + x": "y = y + x * x",
                "y = y / WINDOW": "y = tl.log(y + 1e-6)",
            },
            "power": {"torch.mean(y, ": "torch.mean(y ** 2, ", "y = y + x": "y = y + x * x"},
            "root": {
                "torch.mean(y, dim=-1)": "torch.sqrt(torch.mean(y ** 2, dim=-1) + 1e-6)",
                "y = y + x": "y = y + x * x",
                "y = y / WINDOW": "y = tl.sqrt(y / WINDOW + 1e-6)",
            },
            "norm": {
                "torch.mean(y, ": "torch.linalg.vector_norm(y, ",
                "y = y + x": "y = y + x * x",
                "y = y / WINDOW": "y = tl.sqrt(y)",
            },
            "size": {
                "torch.mean(y, ": "torch.sum(y.abs(), ",
                "y = y + x": "y = y + tl.abs(x)",
                "y = y / WINDOW": "",
            },
            "mean_size": {"torch.mean(y, ": "torch.mean(y.abs(), ", "y = y + x": "y = y + tl.abs(x)"},
            "peak": {
                "torch.mean(y, ": "torch.amax(y.abs(), ",
                "y = y + x": "y = tl.maximum(y, tl.abs(x))",
                "y = y / WINDOW": "",
            },
        },
        "AXES": [
            {
                "frames": (
                    {
                        "-1, 8, 4": "-1, {0}, {1}",
                        "torch.randn(8)": "torch.randn({0})",
                        "window, step = 8, 4": "window, step = {0}, {1}",
                    },
                    "42 44 43 52 63 66 75 82 88 93",
                ),
                "long": (
                    {
                        "-1, 8, 4": "-1, {0}{1}, {2}",
                        "torch.randn(8)": "torch.randn({0}{1})",
                        "window, step = 8, 4": "window, step = {0}{1}, {2}",
                    },
                    "102 105 124 126 164 168",
                ),
                "longer": (
                    {
                        "CASES = [(1, 20), (3, 33), (5, 200)]": "CASES = [(1, 70), (3, 130)]",
                        "-1, 8, 4": "-1, {0}{1}, {2}{3}",
                        "torch.randn(8)": "torch.randn({0}{1})",
                        "window, step = 8, 4": "window, step = {0}{1}, {2}{3}",
                    },
                    "1616 2010 2512 3216 3210 6416 6432",
                ),
                "longest": (
                    {
                        "CASES = [(1, 20), (3, 33), (5, 200)]": "CASES = [(1, 600), (2, 500)]",
                        "-1, 8, 4": "-1, {0}{1}{2}, {3}{4}{5}",
                        "torch.randn(8)": "torch.randn({0}{1}{2})",
                        "window, step = 8, 4": "window, step = {0}{1}{2}, {3}{4}{5}",
                        "tl.static_range(WINDOW)": "range(WINDOW)",
                    },
                    "128100 256128 400160 200100",
                ),
            },
            {
                "signal": {"(1, 20), (3, 33), (5, 200)": "(20,), (200,)"},
                "channels": {"(1, 20), (3, 33), (5, 200)": "(1, 2, 20), (3, 2, 33)"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "gather": {
        "FAMILY": {
            "gather_dim0": {
                "shape[1], wanted": "shape[0], wanted",
                "(x, 1, index)": "(x, 0, index)",
                "i = offsets // (J * K)": "j = offsets // K % J",
                "x_ptr + i * stride_i + place * stride_j + k * stride_k": (
                    "x_ptr + place * stride_i + j * stride_j + k * stride_k"
                ),
            },
            "gather_last": {
                "shape[1], wanted": "shape[2], wanted",
                "(x, 1, index)": "(x, 2, index)",
                "k = offsets % K": "j = offsets // K % J",
                "x_ptr + i * stride_i + place * stride_j + k * stride_k": (
                    "x_ptr + i * stride_i + j * stride_j + place * stride_k"
                ),
            },
            "gather_rows": {
                "[((1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, 3, 8))]": (
                    "[((2, 3), (4, 3)), ((5, 33), (7, 30)), ((20, 90), (3, 80))]"
                ),
                "shape[1], wanted": "shape[0], wanted",
                "(x, 1, index)": "(x, 0, index)",
                "n_elements, J, K, stride_i, stride_j, stride_k": "n_elements, K, stride_j, stride_k",
                "i = offsets // (J * K)": "",
                "x_ptr + i * stride_i + place * stride_j": "x_ptr + place * stride_j",
                "_, J, K = index.shape": "K = index.shape[1]",
                "stride_i, stride_j, stride_k = x.stride()": "stride_j, stride_k = x.stride()",
                "y.numel(), J, K, stride_i, stride_j, stride_k": "y.numel(), K, stride_j, stride_k",
            },
            "gather_columns": {
                "[((1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, 3, 8))]": (
                    "[((2, 3), (2, 5)), ((5, 33), (4, 50)), ((20, 90), (20, 7))]"
                ),
                "(x, 1, index)": "(x, -1, index)",
                "n_elements, J, K, stride_i, stride_j, stride_k": "n_elements, J, stride_i, stride_j",
                "i = offsets // (J * K)": "i = offsets // J",
                "k = offsets % K": "",
                "place * stride_j + k * stride_k": "place * stride_j",
                "_, J, K = index.shape": "J = index.shape[1]",
                "stride_i, stride_j, stride_k = x.stride()": "stride_i, stride_j = x.stride()",
                "y.numel(), J, K, stride_i, stride_j, stride_k": "y.numel(), J, stride_i, stride_j",
            },
            "gather_vector": {
                "[((1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, 3, 8))]": (
                    "[((2,), (3,)), ((33,), (7,)), ((90,), (1300,))]"
                ),
                "shape[1], wanted": "shape[0], wanted",
                "(x, 1, index)": "(x, 0, index)",
                "n_elements, J, K, stride_i, stride_j, stride_k": "n_elements, stride",
                "i = offsets // (J * K)": "",
                "k = offsets % K": "",
                "i * stride_i + place * stride_j + k * stride_k": "place * stride",
                "_, J, K = index.shape": "",
                "stride_i, stride_j, stride_k = x.stride()": "stride = x.stride(0)",
                "y.numel(), J, K, stride_i, stride_j, stride_k": "y.numel(), stride",
            },
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
}
