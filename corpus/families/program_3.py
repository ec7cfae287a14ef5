"""Tables of the families of random programs and their building blocks, program_around_channel_sum to program_of_positive."""

FAMILIES = {
    "program_around_channel_sum": {
        "FAMILY": {
            "mean": {"torch.sum": "torch.mean", "s = lanes": "s = lanes / n_mid"},
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                "lanes += g": "lanes = tl.maximum(lanes, g)",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
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
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                "lanes += g": "lanes = tl.maximum(lanes, g)",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
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
                "F.layer_norm(g, (g.shape[-1],), eps=1e-5)": "(g - g.mean(dim=-1, keepdim=True)) / (g.std(dim=-1, keepdim=True, correction=0) + 1e-5)",
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
                "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)": "tl.maximum(tl.sqrt(tl.sum(lanes, axis=0)), 1e-12)",
            },
            "over_norm": {
                "F.rms_norm(g, (g.shape[-1],), eps=1e-6)": "g / (torch.linalg.vector_norm(g, dim=-1, keepdim=True) + 1e-6)",
                "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-6)": "tl.sqrt(tl.sum(lanes, axis=0)) + 1e-6",
            },
            "over_l1_norm": {
                "F.rms_norm(g, (g.shape[-1],), eps=1e-6)": "g / (torch.sum(torch.abs(g), dim=-1, keepdim=True) + 1e-6)",
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
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)',
                "lanes += tl.where(mask, g, 0.0)": 'lanes = tl.maximum(lanes, tl.where(mask, g, -float("inf")))',
                "s = tl.sum(lanes, axis=0)": "s = tl.max(lanes, axis=0)",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": 'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                "lanes += tl.where(mask, g, 0.0)": 'lanes = tl.minimum(lanes, tl.where(mask, g, float("inf")))',
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
                "y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "weight, bias, ": "weight, ",
            },
            "product": {
                ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(K, N)",
                ", weight, bias):": ", weight):",
                "F.linear(g, weight, bias)": "g @ weight",
                "weight_ptr, bias_ptr": "weight_ptr",
                "y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
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
                    "CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]": "CASES = [(5, 3), (2, 33, 4), (3, 4, 20, 3), (2, 5, 2, 7, 3)]",
                },
                "first": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[0], x[1], x[2]",
                    "dim = 1": "dim = 0",
                    "CASES = [(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)]": "CASES = [(3, 5), (3, 4, 33), (4, 20, 7), (3, 2, 3, 5, 7)]",
                },
                "second_last": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[..., 0, :], x[..., 1, :], x[..., 2, :]",
                    "dim = 1": "dim = x.dim() - 2",
                    "(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)": "(3, 5), (2, 4, 33), (3, 2, 3, 7)",
                },
                "third_last": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[..., 0, :, :], x[..., 1, :, :], x[..., 2, :, :]",
                    "dim = 1": "dim = x.dim() - 3",
                    "(1, 3, 5), (2, 3, 4, 33), (3, 4, 20), (2, 3, 2, 3, 7)": "(3, 5, 2), (2, 3, 4, 33), (2, 2, 4, 3, 7)",
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
        "AXES": [
            {  # along which dimension
                "dim0": {
                    "dim=-1": "dim=0",
                    "dim = x.dim() - 1": "dim = 0",
                    "(2, 24, 12), (12, 2, 12, 24), (2, 12, 12, 2, 12)": "(24, 2, 5), (12, 2, 3, 4)",
                },
                "dim1": {
                    "[(12,), ": "[",
                    "dim=-1": "dim=1",
                    "dim = x.dim() - 1": "dim = 1",
                    "(12, 2, 12, 24)": "(2, 12, 5, 7)",
                },
                "dim2": {"[(12,), (36, 24), ": "[", "dim=-1": "dim=2", "dim = x.dim() - 1": "dim = 2"},
                "dim3": {
                    "[(12,), (36, 24), (2, 24, 12), ": "[",
                    "dim=-1": "dim=3",
                    "dim = x.dim() - 1": "dim = 3",
                    "(2, 12, 12, 2, 12)": "(2, 1, 3, 12, 5)",
                },
            },
            ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ],
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
                "torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": "torch.randn(shape).half(), torch.randn(shape).half()",
                "x.bfloat16()": "x.half()",
                "dtype=torch.bfloat16": "dtype=torch.float16",
            },
            "half_to_float": {
                "torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": "torch.randn(shape).half(), torch.randn(shape).half()",
                "x.bfloat16()": "x",
                "dtype=torch.bfloat16": "dtype=torch.float32",
            },
            "to_float": {"x.bfloat16()": "x", "dtype=torch.bfloat16": "dtype=torch.float32"},
            "from_float": {
                "torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": "torch.randn(shape), torch.randn(shape)",
                "x, z = x.float(), z.float()": "",
            },
            "from_float_to_half": {
                "torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": "torch.randn(shape), torch.randn(shape)",
                "x, z = x.float(), z.float()": "",
                "x.bfloat16()": "x.half()",
                "dtype=torch.bfloat16": "dtype=torch.float16",
            },
            "one_half": {
                "torch.randn(shape).bfloat16(), torch.randn(shape).bfloat16()": "torch.randn(shape).bfloat16(), torch.randn(shape)",
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
                    "x, z = x.chunk(2, dim=-1)": "x, z = x[..., :x.shape[-1] // 2], x[..., x.shape[-1] // 2:]"
                },
            },
            ("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ]
    },
    "program_of_integers": {
        "AXES": [
            ("PROGRAM_INTEGERS_X", "x = torch.add(x, 7)", "x = x + 7"),
            {
                "plain": {
                    "y = torch.clamp(x, min=0)\n    return y": "return x",
                    "y = tl.maximum(x, 0)\n    tl.store(y_ptr + offsets, y, mask=mask)": "tl.store(y_ptr + offsets, x, mask=mask)",
                },
                "above": (
                    {
                        "y = torch.clamp(x, min=0)": "y = x > {0}",
                        "y = tl.maximum(x, 0)": "y = x > {0}",
                        "dtype=x.dtype": "dtype=torch.bool",
                    },
                    "0 2 5 16 100",
                ),
                "at_most": (
                    {
                        "y = torch.clamp(x, min=0)": "y = x <= {0}",
                        "y = tl.maximum(x, 0)": "y = x <= {0}",
                        "dtype=x.dtype": "dtype=torch.bool",
                    },
                    "0 2 5 16 100",
                ),
                "equal": {
                    "y = torch.clamp(x, min=0)": "y = x == 0",
                    "y = tl.maximum(x, 0)": "y = x == 0",
                    "dtype=x.dtype": "dtype=torch.bool",
                },
                "unequal": {
                    "y = torch.clamp(x, min=0)": "y = x != 0",
                    "y = tl.maximum(x, 0)": "y = x != 0",
                    "dtype=x.dtype": "dtype=torch.bool",
                },
                "between": (
                    {
                        "y = torch.clamp(x, min=0)": "y = (x >= {0}) & (x < {1})",
                        "y = tl.maximum(x, 0)": "y = (x >= {0}) & (x < {1})",
                        "dtype=x.dtype": "dtype=torch.bool",
                    },
                    "05 28 39",
                ),
                "float": {
                    "y = torch.clamp(x, min=0)": "y = x.float()",
                    "y = tl.maximum(x, 0)": "y = x.to(tl.float32)",
                    "dtype=x.dtype": "dtype=torch.float32",
                },
                "part": (
                    {
                        "y = torch.clamp(x, min=0)": "y = x.float() / {0}",
                        "y = tl.maximum(x, 0)": "y = x.to(tl.float32) / {0}",
                        "dtype=x.dtype": "dtype=torch.float32",
                    },
                    "3 7 10 255",
                ),
                "scaled": (
                    {
                        "y = torch.clamp(x, min=0)": "y = x * 0.{0}",
                        "y = tl.maximum(x, 0)": "y = x.to(tl.float32) * 0.{0}",
                        "dtype=x.dtype": "dtype=torch.float32",
                    },
                    "1 5 25",
                ),
            },
            {
                "int32": {
                    "torch.randint(-1000, 1000, shape)": "torch.randint(-1000, 1000, shape, dtype=torch.int32)"
                }
            },
        ]
    },
    "program_of_neighbours": {
        "FAMILY": {
            "cut": {"F.pad(x, (0, 0, 1, -1))": "F.pad(x[:, :-1], (0, 0, 1, 0))"},
            "joined": {
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([torch.zeros_like(x[:, :1]), x[:, :-1]], dim=1)"
            },
            "again": {
                "F.pad(x, (0, 0, 1, -1))": "torch.cat([x[:, :1], x[:, :-1]], dim=1)",
                "x_ptr + offsets - C, mask=mask & has": "x_ptr + tl.where(has, offsets - C, offsets), mask=mask",
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
                "x_ptr + offsets - C, mask=mask & has": "x_ptr + tl.where(has, offsets + C, offsets), mask=mask",
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
}
