"""Tables of the families of random programs and their building blocks, program_and_reduced to program_of_integers."""

from corpus.families.axes_1 import DIM0_DIM1_DIM2, INT32
from corpus.families.axes_3 import PLAIN_ABOVE_AT_MOST

FAMILIES = {
    "program_and_reduced": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares",
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
                "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares",
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
            {"turned": {"return x, y": "return y, x", "return v, y": "return y, v"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "program_around_channel_softmax": {
        "FAMILY": {
            "log_softmax": {
                "F.softmax": "F.log_softmax",
                "s = tl.exp(g - largest) / norm": "s = g - largest - tl.log(norm)",
            }
        },
        "AXES": ["AROUND_CHANNELS"],
    },
    "program_around_channel_sum": {
        "FAMILY": {
            "mean": {"torch.sum": "torch.mean", "s = lanes": "s = lanes / n_mid"},
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += g": "lanes = tl.maximum(lanes, g)",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += g": "lanes = tl.minimum(lanes, g)",
            },
            "norm": {
                "torch.sum(g, ": "torch.linalg.vector_norm(g, ",
                "lanes += g": "lanes += g * g",
                "s = lanes": "s = tl.sqrt(lanes)",
            },
            "mean_square": {
                "torch.sum(g, ": "torch.mean(g * g, ",
                "lanes += g": "lanes += g * g",
                "s = lanes": "s = lanes / n_mid",
            },
            "mean_abs": {
                "torch.sum(g, ": "torch.mean(torch.abs(g), ",
                "lanes += g": "lanes += tl.abs(g)",
                "s = lanes": "s = lanes / n_mid",
            },
        },
        "AXES": ["AROUND_CHANNEL_SUMS"],
    },
    "program_around_column_softmax": {
        "FAMILY": {
            "log_softmax": {
                "F.softmax": "F.log_softmax",
                "s = tl.exp(g - largest) / norm": "s = g - largest - tl.log(norm)",
            }
        },
        "AXES": ["AROUND_COLUMNS"],
    },
    "program_around_column_sum": {
        "FAMILY": {
            "mean": {"torch.sum": "torch.mean", "s = lanes": "s = lanes / n_mid"},
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += g": "lanes = tl.maximum(lanes, g)",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += g": "lanes = tl.minimum(lanes, g)",
            },
            "norm": {
                "torch.sum(g, ": "torch.linalg.vector_norm(g, ",
                "lanes += g": "lanes += g * g",
                "s = lanes": "s = tl.sqrt(lanes)",
            },
            "mean_square": {
                "torch.sum(g, ": "torch.mean(g * g, ",
                "lanes += g": "lanes += g * g",
                "s = lanes": "s = lanes / n_mid",
            },
            "mean_abs": {
                "torch.sum(g, ": "torch.mean(torch.abs(g), ",
                "lanes += g": "lanes += tl.abs(g)",
                "s = lanes": "s = lanes / n_mid",
            },
        },
        "AXES": ["AROUND_COLUMN_SUMS"],
    },
    "program_around_cumsum": {"AXES": ["AROUND_ROWS"]},
    "program_around_group_norm": {
        "FAMILY": {
            "plain": {
                "parameters = torch.randn(C), torch.randn(C)": "parameters = ()",
                ", weight, bias):": "):",
                ", weight, bias, ": ", ",
                "weight_ptr, bias_ptr, ": "",
                "s = s * weight + bias": "",
                "channel = group % n_groups * group_channels + inner // plane_size": "",
                "weight = tl.load(weight_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
            }
        },
        "AXES": [
            "AROUND_GROUPS",
            {
                "groups2": {
                    "F.group_norm(g, 4": "F.group_norm(g, 2",
                    "n_groups, plane_size = 4": "n_groups, plane_size = 2",
                },
                "groups8": {
                    "F.group_norm(g, 4": "F.group_norm(g, 8",
                    "n_groups, plane_size = 4": "n_groups, plane_size = 8",
                },
                "instance": {
                    "F.group_norm(g, 4": "F.instance_norm(g, None, None",
                    "n_groups, plane_size = 4": "n_groups, plane_size = n_channels",
                },
            },
            {
                "eps6": {"eps=1e-5": "eps=1e-6", "var + 1e-5": "var + 1e-6"},
                "eps3": {"eps=1e-5": "eps=1e-3", "var + 1e-5": "var + 1e-3"},
            },
        ],
    },
    "program_around_layer_norm": {
        "FAMILY": {
            "eps6": {"eps=1e-5": "eps=1e-6", "var + 1e-5": "var + 1e-6"},
            "no_bias": {
                ", torch.randn(x.shape[-1]), torch.randn(x.shape[-1])": ", torch.randn(x.shape[-1])",
                ", weight, bias):": ", weight):",
                "weight, bias, ": "weight, ",
                "bias_ptr, ": "",
                "s = s * weight + bias": "s = s * weight",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
            },
        },
        "AXES": ["AROUND_ROWS"],
    },
    "program_around_norm": {
        "FAMILY": {
            "eps6": {"eps=1e-5": "eps=1e-6", "var + 1e-5": "var + 1e-6"},
            "standardize": {
                "F.layer_norm(g, (g.shape[-1],), eps=1e-5)": (
                    "(g - g.mean(dim=-1, keepdim=True)) / (g.std(dim=-1, keepdim=True, correction=0) + 1e-5)"
                ),
                "scale = tl.rsqrt(var + 1e-5)": "scale = 1.0 / (tl.sqrt(var) + 1e-5)",
            },
        },
        "AXES": ["AROUND_ROWS"],
    },
    "program_around_rms": {
        "FAMILY": {
            "eps5": {"eps=1e-6": "eps=1e-5", "n_cols + 1e-6": "n_cols + 1e-5"},
            "normalize": {
                "F.rms_norm(g, (g.shape[-1],), eps=1e-6)": "F.normalize(g, dim=-1)",
                "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)": (
                    "tl.maximum(tl.sqrt(tl.sum(lanes, axis=0)), 1e-12)"
                ),
            },
            "over_norm": {
                "F.rms_norm(g, (g.shape[-1],), eps=1e-6)": (
                    "g / (torch.linalg.vector_norm(g, dim=-1, keepdim=True) + 1e-6)"
                ),
                "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)": "tl.sqrt(tl.sum(lanes, axis=0)) + 1e-6",
            },
            "over_l1_norm": {
                "F.rms_norm(g, (g.shape[-1],), eps=1e-6)": (
                    "g / (torch.sum(torch.abs(g), dim=-1, keepdim=True) + 1e-6)"
                ),
                "g * g": "tl.abs(g)",
                "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)": "tl.sum(lanes, axis=0) + 1e-6",
            },
        },
        "AXES": ["AROUND_ROWS"],
    },
    "program_around_softmax": {
        "FAMILY": {
            "log_softmax": {
                "F.softmax": "F.log_softmax",
                "s = tl.exp(g - peak) / norm": "s = g - peak - tl.log(norm)",
            }
        },
        "AXES": ["AROUND_ROWS"],
    },
    "program_around_sum": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, g, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, g, -float("inf")))'
                ),
                "s = tl.sum(lanes, axis=0)": "s = tl.max(lanes, axis=0)",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, g, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, g, float("inf")))'
                ),
                "s = tl.sum(lanes, axis=0)": "s = tl.min(lanes, axis=0)",
            },
            "norm": {
                "torch.sum(g, ": "torch.linalg.vector_norm(g, ",
                "tl.where(mask, g, 0.0)": "tl.where(mask, g * g, 0.0)",
                "s = tl.sum(lanes, axis=0)": "s = tl.sqrt(tl.sum(lanes, axis=0))",
            },
            "mean_square": {
                "torch.sum(g, ": "torch.mean(g * g, ",
                "tl.where(mask, g, 0.0)": "tl.where(mask, g * g, 0.0)",
                "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols",
            },
            "mean_abs": {
                "torch.sum(g, ": "torch.mean(torch.abs(g), ",
                "tl.where(mask, g, 0.0)": "tl.where(mask, tl.abs(g), 0.0)",
                "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols",
            },
        },
        "AXES": ["AROUND_ROW_SUMS"],
    },
    "program_before_linear": {
        "FAMILY": {
            "no_bias": {
                ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(N, K) / K ** 0.5",
                ", weight, bias):": ", weight):",
                "F.linear(g, weight, bias)": "F.linear(g, weight)",
                "weight_ptr, bias_ptr": "weight_ptr",
                ("y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"): "",
                "weight, bias, ": "weight, ",
            },
            "product": {
                ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(K, N)",
                ", weight, bias):": ", weight):",
                "F.linear(g, weight, bias)": "g @ weight",
                "weight_ptr, bias_ptr": "weight_ptr",
                ("y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"): "",
                "weight, bias, ": "weight, ",
                "N, K = weight.shape": "K, N = weight.shape",
                "weight.stride(0), weight.stride(1)": "weight.stride(1), weight.stride(0)",
            },
        },
        "AXES": [
            "BEFORE_PRODUCT",
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "program_of_channel_halves": {
        "AXES": [
            {
                "first": {
                    "x, z = x.chunk(2, dim=1)": "z, x = x.chunk(2, dim=1)",
                    "x_ptr + first, mask": "x_ptr + first + half, mask",
                    "x_ptr + first + half, mask": "x_ptr + first, mask",
                },
                "slices": {
                    "x, z = x.chunk(2, dim=1)": "x, z = x[:, :x.shape[1] // 2], x[:, x.shape[1] // 2:]"
                },
            },
            ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ]
    },
    "program_of_channels": {
        "AXES": [
            {  # along which dimension
                "last": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[..., 0], x[..., 1], x[..., 2]",
                    "dim = 1": "dim = x.dim() - 1",
                    "CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]": (
                        "CASES = [(5, 3), (2, 33, 4), (3, 4, 20, 3), (2, 5, 2, 7, 3)]"
                    ),
                },
                "first": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[0], x[1], x[2]",
                    "dim = 1": "dim = 0",
                    "CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]": (
                        "CASES = [(3, 5), (3, 4, 33), (4, 20, 7), (3, 2, 3, 5, 7)]"
                    ),
                },
                "second_last": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[..., 0, :], x[..., 1, :], x[..., 2, :]",
                    "dim = 1": "dim = x.dim() - 2",
                    "(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)": (
                        "(3, 5), (2, 4, 33), (3, 2, 3, 7)"
                    ),
                },
                "third_last": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[..., 0, :, :], x[..., 1, :, :], x[..., 2, :, :]",
                    "dim = 1": "dim = x.dim() - 3",
                    "(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)": (
                        "(3, 5, 2), (2, 3, 4, 33), (2, 2, 4, 3, 7)"
                    ),
                },
            },
            {  # which channels
                "others": (
                    {
                        "first, second, third = 0, 1, 2": "first, second, third = {0}, {1}, {2}",
                        "x, z, w = ": "{3}, {4}, {5} = ",
                    },
                    "021xwz 102zxw 120wxz 201zwx 210wzx",
                )
            },
            ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w"),
        ]
    },
    "program_of_choices": {
        "AXES": [
            ("PROGRAM_CHOICES", "x = torch.where(x > 0, x, 0.1 * x)", "x = tl.where(x > 0.0, x, 0.1 * x)")
        ]
    },
    "program_of_chunked_cell": {"AXES": ["CELL_CHUNK"]},
    "program_of_chunks": {
        "FAMILY": {
            "of": (
                {
                    "chunk(2, ": "chunk({0}, ",
                    "parts[0], parts[1]": "parts[{1}], parts[{2}]",
                    "chunks = 2": "chunks = {0}",
                    "+ 0 * run": "+ {1} * run",
                    "+ 1 * run": "+ {2} * run",
                },
                "210 301 302 310 312 320 321 401 402 403 412 413 420 423 431 432 602 635",
            )
        },
        "AXES": [DIM0_DIM1_DIM2, ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z")],
    },
    "program_of_chunks_of_two": {
        "FAMILY": {
            "of": (
                {
                    "a.chunk(2, ": "a.chunk({0}, ",
                    "b.chunk(2, ": "b.chunk({0}, ",
                    "chunks = 2": "chunks = {0}",
                    "a[0], b[0], a[1]": "a[{1}], b[{2}], a[{3}]",
                    "b[1]": "b[{4}]",
                    "a_ptr + source + 0": "a_ptr + source + {1}",
                    "b_ptr + source + 0": "b_ptr + source + {2}",
                    "a_ptr + source + 1": "a_ptr + source + {3}",
                    "b_ptr + source + 1": "b_ptr + source + {4}",
                },
                "20110 21001 21100 30011 30120 32011 31122 30021 31220 40011 41230 43102 42031",
            ),
            "of_three_parts": (
                {
                    "a.chunk(2, ": "a.chunk({0}, ",
                    "b.chunk(2, ": "b.chunk({0}, ",
                    "chunks = 2": "chunks = {0}",
                    "a[0], b[0], a[1]": "a[{1}], b[{2}], a[{3}]",
                    "z = b[1]": "",
                    "a_ptr + source + 0": "a_ptr + source + {1}",
                    "b_ptr + source + 0": "b_ptr + source + {2}",
                    "a_ptr + source + 1": "a_ptr + source + {3}",
                    "z = tl.load(b_ptr + source + 1 * run, mask=mask, other=0.0).to(tl.float32)": "",
                },
                "2001 2011 2100 2110 3001 3120 3211 4013",
            ),
        },
        "AXES": [
            {  # along which dimension
                "dim0": {
                    "dim=-1": "dim=0",
                    "dim = a.dim() - 1": "dim = 0",
                    "(2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)": "(24, 2, 5), (12, 2, 3, 4)",
                },
                "dim1": {
                    "[(12,), ": "[",
                    "dim=-1": "dim=1",
                    "dim = a.dim() - 1": "dim = 1",
                    "(12, 2, 12, 24)": "(2, 12, 5, 7)",
                },
                "dim2": {"[(12,), (36, 24), ": "[", "dim=-1": "dim=2", "dim = a.dim() - 1": "dim = 2"},
                "dim3": {
                    "[(12,), (36, 24), (2, 24, 12), ": "[",
                    "dim=-1": "dim=3",
                    "dim = a.dim() - 1": "dim = 3",
                    "(2, 12, 12, 2, 12)": "(2, 1, 3, 12, 5)",
                },
            },
            ("PROGRAM_XZW", "x = torch.addcmul(x, z, w)", "x = x + z * w"),
            ("BINARY", "x = torch.mul(x, z)", "x = x * z", "optional"),
        ],
    },
    "program_of_four_shapes": {"AXES": ["BROADCAST_XZWP"]},
    "program_of_gates": {
        "AXES": [
            {"end_first": {"return v, x": "return x, v", "return v, y": "return y, v"}},
            (
                "PROGRAM_GATES_TO_VX",
                (
                    "v = torch.sigmoid(z) * q + torch.sigmoid(x) * torch.relu(w)\n"
                    "    x = torch.sigmoid(p) * torch.relu(v)"
                ),
                (
                    "v = tl.sigmoid(z) * q + tl.sigmoid(x) * tl.maximum(w, 0.0)\n"
                    "    x = tl.sigmoid(p) * tl.maximum(v, 0.0)"
                ),
            ),
        ]
    },
    "program_of_half": {
        "FAMILY": {
            "half": {
                "torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": (
                    "torch.randn(shape).half(), torch.randn(shape).half()"
                ),
                "x.bfloat16()": "x.half()",
                "dtype=torch.bfloat16": "dtype=torch.float16",
            },
            "half_to_float": {
                "torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": (
                    "torch.randn(shape).half(), torch.randn(shape).half()"
                ),
                "x.bfloat16()": "x",
                "dtype=torch.bfloat16": "dtype=torch.float32",
            },
            "to_float": {"x.bfloat16()": "x", "dtype=torch.bfloat16": "dtype=torch.float32"},
            "from_float": {
                "torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": (
                    "torch.randn(shape), torch.randn(shape)"
                ),
                "x, z = x.float(), z.float()": "",
            },
            "from_float_to_half": {
                "torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": (
                    "torch.randn(shape), torch.randn(shape)"
                ),
                "x, z = x.float(), z.float()": "",
                "x.bfloat16()": "x.half()",
                "dtype=torch.bfloat16": "dtype=torch.float16",
            },
            "one_half": {
                "torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": (
                    "torch.randn(shape).bfloat16(), torch.randn(shape)"
                ),
                "x, z = x.float(), z.float()": "x = x.float()",
            },
        },
        "AXES": [("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z")],
    },
    "program_of_halves": {
        "AXES": [
            {
                "first": {
                    "x, z = x.chunk(2, dim=-1)": "z, x = x.chunk(2, dim=-1)",
                    "x_ptr + first, mask": "x_ptr + first + C, mask",
                    "x_ptr + first + C, mask": "x_ptr + first, mask",
                },
                "split": {"x, z = x.chunk(2, dim=-1)": "x, z = torch.split(x, x.shape[-1] // 2, dim=-1)"},
                "slices": {
                    "x, z = x.chunk(2, dim=-1)": (
                        "x, z = x[..., :x.shape[-1] // 2], x[..., x.shape[-1] // 2:]"
                    )
                },
            },
            ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ]
    },
    "program_of_integers": {
        "AXES": [("PROGRAM_INTEGERS_X", "x = torch.add(x, 7)", "x = x + 7"), PLAIN_ABOVE_AT_MOST, INT32]
    },
}
