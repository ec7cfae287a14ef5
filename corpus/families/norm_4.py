"""Tables of the families of normalizations, rms_norm to softmax_middle."""

FAMILIES = {
    "rms_norm": {
        "FAMILY": {
            "rms_norm_call": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "F.rms_norm(x, (x.shape[-1],), weight, eps="
                ),
                ") * weight": ")",
            },
            "rms_norm_default": {  # without eps it is that of float32
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],), weight)"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
            },
            "rms_norm_default_plain": {
                "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)",
                "(x, weight)": "(x)",
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],))"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
                "(x_ptr, weight_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale",
                "(x, weight, y, n_cols": "(x, y, n_cols",
            },
            "rms_norm_call_plain": {
                "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)",
                "(x, weight)": "(x)",
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "F.rms_norm(x, (x.shape[-1],), eps="
                ),
                ") * weight": ")",
                "(x_ptr, weight_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale",
                "(x, weight, y, n_cols": "(x, y, n_cols",
            },
            "rms_norm_quotient": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "x / torch.sqrt(torch.mean(x * x, dim=-1, keepdim=True) + "
                )
            },
            "rms_norm_square": {"torch.rsqrt(torch.mean(x * x, ": "torch.rsqrt(torch.mean(x.pow(2), "},
            "rms_norm_square_quotient": {
                "x * torch.rsqrt(torch.mean(x * x, ": "x / torch.sqrt(torch.mean(x ** 2, "
            },
            "rms_norm_plain": {
                "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)",
                "(x, weight)": "(x)",
                ") * weight": ")",
                "(x_ptr, weight_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale",
                "(x, weight, y, n_cols": "(x, y, n_cols",
            },
            "rms_norm_offset": {
                ") * weight": ") * (1.0 + weight)",
                "* scale * weight": "* scale * (1.0 + weight)",
            },
            "rms_norm_bias": {
                "torch.randn(shape), torch.randn(shape[-1])": (
                    "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])"
                ),
                "(x, weight)": "(x, weight, bias)",
                ") * weight": ") * weight + bias",
                "(x_ptr, weight_ptr, y_ptr": "(x_ptr, weight_ptr, bias_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": (
                    "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                    "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)"
                ),
                "* scale * weight": "* scale * weight + bias",
                "(x, weight, y, n_cols": "(x, weight, bias, y, n_cols",
            },
        },
        "AXES": [
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "rms_norm_groups": {
        "FAMILY": {
            "normalize": {
                "y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5)": (
                    "y = torch.nn.functional.normalize(x, dim=-1)"
                ),
                "scale = tl.rsqrt(tl.sum(squares, axis=0) / D + 1e-5)": (
                    "norm = tl.maximum(tl.sqrt(tl.sum(squares, axis=0)), 1e-12)"
                ),
                "y = load_tile(x_ptr, cols, D) * scale": "y = load_tile(x_ptr, cols, D) / norm",
            }
        },
        "AXES": [
            {  # what z is, and how many dimensions lead
                "whole": {
                    "z = torch.randn(G * D)": "z = torch.randn(B, T, G * D)",
                    "z_ptr + group % G * D + cols": "z_ptr + group * D + cols",
                    "y_ptr, G, D, BLOCK: tl": "y_ptr, D, BLOCK: tl",
                    "(x, z, y, G, D,": "(x, z, y, D,",
                },
                "number": {
                    "z = torch.randn(G * D)": "z = torch.randn(1)",
                    "z_ptr + group % G * D + cols, mask=mask, other=0.0": "z_ptr",
                    "y_ptr, G, D, BLOCK: tl": "y_ptr, D, BLOCK: tl",
                    "(x, z, y, G, D,": "(x, z, y, D,",
                },
                "rows": {
                    "CASES = [(1, 1, 1, 2), (2, 3, 2, 33), (2, 5, 4, 16), (1, 1, 2, 1100)]  # B, T, G, D": (
                        "CASES = [(1, 1, 2), (3, 2, 33), (5, 4, 16), (1, 2, 1100)]  # M, G, D"
                    ),
                    "make(B, T, G, D)": "make(M, G, D)",
                    "torch.randn(B, T, G, D), z": "torch.randn(M, G, D), z",
                    "flatten(2)": "flatten(1)",
                    "B, T, G, D = x.shape": "M, G, D = x.shape",
                    "new_empty(B, T, G * D)": "new_empty(M, G * D)",
                    "(B * T * G,)": "(M * G,)",
                },
            },
            {"eps": ({"1e-5": "1e-{0}"}, "6 8 3")},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("BINARY+TAIL_XZ", "y = y * z", "y = z * y"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "rms_norm_of_pair": {
        "FAMILY": {
            "rms_norm_of_pair_call": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "F.rms_norm(x, (x.shape[-1],), weight, eps="
                ),
                ") * weight": ")",
            },
            "rms_norm_of_pair_plain": {
                "weight = torch.randn(shape[-1])": "",
                ", weight": "",
                "weight_ptr, ": "",
                ") * weight": ")",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = x * scale * weight": "y = x * scale",
            },
            "rms_norm_of_pair_quotient": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "x / torch.sqrt(torch.mean(x * x, dim=-1, keepdim=True) + "
                )
            },
            "rms_norm_of_pair_default": {  # without eps it is that of float32
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],), weight)"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
            },
        },
        "AXES": [
            "SHAPE_OF_Z",
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "rms_norm_of_three": {
        "FAMILY": {
            "rms_norm_of_three_call": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "F.rms_norm(x, (x.shape[-1],), weight, eps="
                ),
                ") * weight": ")",
            },
            "rms_norm_of_three_plain": {
                "weight = torch.randn(shape[-1])": "",
                ", weight": "",
                "weight_ptr, ": "",
                ") * weight": ")",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = x * scale * weight": "y = x * scale",
            },
            "rms_norm_of_three_quotient": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "x / torch.sqrt(torch.mean(x * x, dim=-1, keepdim=True) + "
                )
            },
            "rms_norm_of_three_default": {  # without eps it is that of float32
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],), weight)"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
            },
        },
        "AXES": [
            "SHAPE_OF_Z",
            "SHAPE_OF_W",
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("TERNARY+PROLOGUE_XZW", "x = torch.addcmul(w, x, z)", "x = w + x * z"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "rms_norm_tail": {
        "FAMILY": {
            "rms_norm_tail_default": {  # without eps it is that of float32
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],), weight)"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
            },
            "rms_norm_tail_plain": {
                "return torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])": (
                    "return torch.randn(shape), torch.randn(shape)"
                ),
                ", weight):": "):",
                ") * weight": ")",
                "(x_ptr, z_ptr, weight_ptr, y_ptr": "(x_ptr, z_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale",
                "(x, z, weight, y, n_cols": "(x, z, y, n_cols",
            },
            "rms_norm_tail_offset": {
                ") * weight": ") * (1.0 + weight)",
                "* scale * weight": "* scale * (1.0 + weight)",
            },
            "rms_norm_tail_bias": {
                "torch.randn(shape), torch.randn(shape[-1])": (
                    "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])"
                ),
                ", weight):": ", weight, bias):",
                ") * weight": ") * weight + bias",
                "(x_ptr, z_ptr, weight_ptr, y_ptr": "(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": (
                    "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                    "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)"
                ),
                "* scale * weight": "* scale * weight + bias",
                "(x, z, weight, y, n_cols": "(x, z, weight, bias, y, n_cols",
            },
        },
        "AXES": [
            {
                "residual_first": {
                    "def rms_norm_tail_torch(x, z": "def rms_norm_tail_torch(z, x",
                    "def rms_norm_tail_triton(x, z": "def rms_norm_tail_triton(z, x",
                }
            },
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "row_gate": {
        "FAMILY": {
            "row_sum_gate": {
                "torch.mean(": "torch.sum(",
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sum(lanes, axis=0)",
            },
            "row_max_gate": {
                "torch.mean(": "torch.amax(",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(cols < n_cols, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(cols < n_cols, x, -float("inf")))'
                ),
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.max(lanes, axis=0)",
            },
            "row_min_gate": {
                "torch.mean(": "torch.amin(",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(cols < n_cols, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(cols < n_cols, x, float("inf")))'
                ),
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.min(lanes, axis=0)",
            },
            "row_norm_gate": {
                "torch.mean(": "torch.linalg.vector_norm(",
                "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, x * x, 0.0)",
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sqrt(tl.sum(lanes, axis=0))",
            },
            "row_l1_gate": {
                "torch.mean(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, tl.abs(x), 0.0)",
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sum(lanes, axis=0)",
            },
            "row_mean_abs_gate": {
                "torch.mean(x,": "torch.mean(torch.abs(x),",
                "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, tl.abs(x), 0.0)",
            },
            "row_max_abs_gate": {
                "torch.mean(x,": "torch.amax(torch.abs(x),",
                "lanes += tl.where(cols < n_cols, x, 0.0)": (
                    "lanes = tl.maximum(lanes, tl.where(cols < n_cols, tl.abs(x), 0.0))"
                ),
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.max(lanes, axis=0)",
            },
        },
        "AXES": [
            {  # how the row and its statistic meet
                "quotient": {"y = x * z": "y = x / z", "y = z * x": "y = x / z"},
                "minus": {"y = x * z": "y = x - z", "y = z * x": "y = x - z"},
                "plus": {"y = x * z": "y = x + z", "y = z * x": "y = x + z"},
                "over": {
                    "y = x * z": "y = x / (torch.abs(z) + 1e-6)",
                    "y = z * x": "y = x / (tl.abs(z) + 1e-6)",
                },
                "over_large": {
                    "y = x * z": "y = x / (1.0 + torch.abs(z))",
                    "y = z * x": "y = x / (1.0 + tl.abs(z))",
                },
                "over_clamped": {
                    "y = x * z": "y = x / z.clamp(min=1e-3)",
                    "y = z * x": "y = x / tl.maximum(z, 1e-3)",
                },
                "sigmoid": {"y = x * z": "y = x * torch.sigmoid(z)", "y = z * x": "y = x * tl.sigmoid(z)"},
                "silu": {"y = x * z": "y = x * F.silu(z)", "y = z * x": "y = x * (z * tl.sigmoid(z))"},
                "hardsigmoid": {
                    "y = x * z": "y = x * F.hardsigmoid(z)",
                    "y = z * x": "y = x * (tl.minimum(tl.maximum(z + 3.0, 0.0), 6.0) / 6.0)",
                },
                "one_plus": {"y = x * z": "y = x * (1.0 + z)", "y = z * x": "y = x * (1.0 + z)"},
                "residual": {"y = x * z": "y = x + x * z", "y = z * x": "y = x + x * z"},
                "half": {"y = x * z": "y = x - 0.5 * z", "y = z * x": "y = x - 0.5 * z"},
                "mask": {
                    "y = x * z": "y = torch.where(x > z, x, 0.0)",
                    "y = z * x": "y = tl.where(x > z, x, 0.0)",
                },
                "largest": {"y = x * z": "y = torch.maximum(x, z)", "y = z * x": "y = tl.maximum(x, z)"},
                "exp_minus": {
                    "y = x * z": "y = torch.exp(-torch.abs(x - z))",
                    "y = z * x": "y = tl.exp(-tl.abs(x - z))",
                },
                "square_minus": {"y = x * z": "y = (x - z) ** 2", "y = z * x": "y = (x - z) * (x - z)"},
            },
            {  # the statistic of a plane or of a whole sample
                "last2": {
                    "CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                },
                "last3": {
                    "CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "shapes_softmax": {
        "FAMILY": {
            "log_softmax": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)",
            }
        },
        "AXES": ["ROWS_READ_TWICE"],
    },
    "shapes_softmax_middle": {
        "FAMILY": {
            "log_softmax": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - largest) / norm": "y = x - largest - tl.log(norm)",
            }
        },
        "AXES": ["COLUMNS_READ_TWICE"],
    },
    "softmax": {
        "FAMILY": {
            "log_softmax": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)",
            },
            "softmin": {
                "F.softmax": "F.softmin",
                'return tl.where(cols < n_cols, x, -float("inf"))': (
                    'return tl.where(cols < n_cols, -x, -float("inf"))'
                ),
            },
        },
        "AXES": [
            {  # a view of the result costs nothing
                "unsqueezed": {"return y": "return y.unsqueeze(-2)"},
                "flat": {"return y": "return y.flatten()"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR+TAIL_X", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "softmax_bias": {
        "FAMILY": {
            "log_softmax_bias": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)",
            }
        },
        "AXES": [
            {
                "of_batch": {
                    "torch.randn(T, S)": "torch.randn(B, 1, 1, S)",
                    "z_ptr + row % n_queries * n_cols": "z_ptr + row // n_rows_each * n_cols",
                    "y_ptr, n_queries, n_cols": "y_ptr, n_rows_each, n_cols",
                    "(x, z, y, n_queries, n_cols": "(x, z, y, n_rows_each, n_cols",
                    "n_queries, n_cols = x.shape[-2:]": (
                        "n_rows_each, n_cols = x.shape[1] * x.shape[2], x.shape[3]"
                    ),
                },
                "of_head": {
                    "torch.randn(T, S)": "torch.randn(H, T, S)",
                    "z_ptr + row % n_queries * n_cols": "z_ptr + row % n_rows_each * n_cols",
                    "y_ptr, n_queries, n_cols": "y_ptr, n_rows_each, n_cols",
                    "(x, z, y, n_queries, n_cols": "(x, z, y, n_rows_each, n_cols",
                    "n_queries, n_cols = x.shape[-2:]": (
                        "n_rows_each, n_cols = x.shape[1] * x.shape[2], x.shape[3]"
                    ),
                },
                "of_key": {
                    "torch.randn(T, S)": "torch.randn(S)",
                    "z_ptr + row % n_queries * n_cols": "z_ptr",
                    "y_ptr, n_queries, n_cols": "y_ptr, n_cols",
                    "(x, z, y, n_queries, n_cols": "(x, z, y, n_cols",
                    "n_queries, n_cols = x.shape[-2:]": "n_cols = x.shape[-1]",
                },
                "rank3": {
                    "CASES = [(1, 1, 1, 2), (2, 3, 5, 33), (2, 4, 3, 65), (1, 2, 3, 1100)]": (
                        "CASES = [(1, 1, 2), (6, 5, 33), (8, 3, 65), (2, 3, 1100)]"
                    ),
                    "make(B, H, T, S)": "make(B, T, S)",
                    "torch.randn(B, H, T, S)": "torch.randn(B, T, S)",
                },
            },
            {  # scaled scores
                "eighth": {"x = torch.add(x, z)": "x = x * 0.125 + z", "x = z + x": "x = x * 0.125 + z"},
                "over_8": {"x = torch.add(x, z)": "x = x / 8.0 + z", "x = z + x": "x = x / 8.0 + z"},
                "less": {"x = torch.add(x, z)": "x = x - z", "x = z + x": "x = x - z"},
                "quarter": {"x = torch.add(x, z)": "x = x * 0.25 + z", "x = z + x": "x = x * 0.25 + z"},
                "masked": {
                    "x = torch.add(x, z)": "x = x.masked_fill(z < -1.0, -1e9)",
                    "x = z + x": "x = tl.where(z < -1.0, -1e9, x)",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "softmax_channel_tail": {
        "FAMILY": {
            "log_softmax_channel_tail": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - largest) / norm": "y = x - largest - tl.log(norm)",
            }
        },
        "AXES": [
            {
                "row": {"torch.randn(shape[1], 1, 1)": "torch.randn(1, shape[1], 1, 1)"},
                "full": {
                    "torch.randn(shape[1], 1, 1)": "torch.randn(shape)",
                    "tl.load(z_ptr + mid)": "tl.load(z_ptr + offsets + mid * n_inner, mask=mask, other=0.0)",
                },
                "one": {"torch.randn(shape[1], 1, 1)": "torch.randn(1)", "z_ptr + mid": "z_ptr"},
                "scalar": {"torch.randn(shape[1], 1, 1)": "torch.randn(())", "z_ptr + mid": "z_ptr"},
                "three": {
                    "CASES = [(1, 1, 1, 2), (2, 7, 3, 5), (3, 5, 9, 17)]": (
                        "CASES = [(1, 1, 1, 1, 2), (2, 7, 2, 3, 5), (3, 5, 4, 6, 17)]"
                    ),
                    "torch.randn(shape[1], 1, 1)": "torch.randn(shape[1], 1, 1, 1)",
                },
                "three_row": {
                    "CASES = [(1, 1, 1, 2), (2, 7, 3, 5), (3, 5, 9, 17)]": (
                        "CASES = [(1, 1, 1, 1, 2), (2, 7, 2, 3, 5), (3, 5, 4, 6, 17)]"
                    ),
                    "torch.randn(shape[1], 1, 1)": "torch.randn(1, shape[1], 1, 1, 1)",
                },
                "three_full": {
                    "CASES = [(1, 1, 1, 2), (2, 7, 3, 5), (3, 5, 9, 17)]": (
                        "CASES = [(1, 1, 1, 1, 2), (2, 7, 2, 3, 5), (3, 5, 4, 6, 17)]"
                    ),
                    "torch.randn(shape[1], 1, 1)": "torch.randn(shape)",
                    "tl.load(z_ptr + mid)": "tl.load(z_ptr + offsets + mid * n_inner, mask=mask, other=0.0)",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "softmax_dim0": {
        "FAMILY": {
            "log_softmax_dim0": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - peak[None, :]) / norm[None, :]": (
                    "y = x - peak[None, :] - tl.log(norm)[None, :]"
                ),
            },
            "softmin_dim0": {
                "F.softmax": "F.softmin",
                'return tl.where(mask, x, -float("inf"))': 'return tl.where(mask, -x, -float("inf"))',
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "softmax_middle": {
        "FAMILY": {
            "log_softmax_middle": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - largest) / norm": "y = x - largest - tl.log(norm)",
            },
            "softmin_middle": {"F.softmax": "F.softmin", "return x": "return -x"},
        },
        "AXES": [
            {
                "dim3": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]"
                    ),
                    "dim=-2": "dim=-3",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                },
                "dim4": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]"
                    ),
                    "dim=-2": "dim=-4",
                    "n_mid, n_inner = x.shape[-2:]": (
                        "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
}
