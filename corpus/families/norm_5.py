"""Tables of the families of normalizations, softmax_of_three to weight_norm."""

FAMILIES = {
    "softmax_of_three": {
        "FAMILY": {
            "log_softmax": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)",
            }
        },
        "AXES": [
            {  # what z does
                "negative": {
                    "torch.where(x > 0, x / 1.3, x * 1.3)": "torch.where(x < 0, x * 1.3, x / 1.3)",
                    "tl.where(x > 0.0, x / 1.3, x * 1.3)": "tl.where(x < 0.0, x * 1.3, x / 1.3)",
                },
                "frequency": {
                    "torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x - 0.4 * z",
                    "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "x - 0.4 * z",
                },
                "presence": {
                    "torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x - 0.4 * (z > 0).float()",
                    "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": (
                        "x - 0.4 * tl.where(z > 0.0, 1.0, 0.0)"
                    ),
                },
                "bias": {
                    "torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x + z",
                    "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "x + z",
                },
                "kept": {
                    "torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x.masked_fill(z < 0.5, -1e9)",
                    "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "tl.where(z < 0.5, -1e9, x)",
                },
                "kept_by_log": {
                    "torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "x + (1.0 - z) * -10000.0",
                    "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "x + (1.0 - z) * -10000.0",
                },
                "guided": {
                    "torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": "z + 1.5 * (x - z)",
                    "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "z + 1.5 * (x - z)",
                },
                "some": {
                    "torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)": (
                        "torch.where(z > 0, x, 0.1 * x)"
                    ),
                    "tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)": "tl.where(z > 0.0, x, 0.1 * x)",
                },
            },
            {"times": {"x = x / 0.7": "x = x * 1.4"}, "as_it_is": {"x = x / 0.7": ""}},
            {  # what w does
                "above": {
                    'x.masked_fill(x < w, float("-inf"))': 'torch.where(x >= w, x, float("-inf"))',
                    'tl.where(x < w, -float("inf"), x)': 'tl.where(x >= w, x, -float("inf"))',
                },
                "far_below": {
                    'x.masked_fill(x < w, float("-inf"))': "x.masked_fill(x < w, -1e9)",
                    'tl.where(x < w, -float("inf"), x)': "tl.where(x < w, -1e9, x)",
                },
                "temperature": {
                    "return torch.randn(shape), torch.randn(shape), w": (
                        "return torch.randn(shape), torch.randn(shape), w.abs() + 0.5"
                    ),
                    'x.masked_fill(x < w, float("-inf"))': "x / w",
                    'tl.where(x < w, -float("inf"), x)': "x / w",
                },
                "scale": {
                    'x.masked_fill(x < w, float("-inf"))': "x * w",
                    'tl.where(x < w, -float("inf"), x)': "x * w",
                },
                "shift": {
                    'x.masked_fill(x < w, float("-inf"))': "x + w",
                    'tl.where(x < w, -float("inf"), x)': "x + w",
                },
            },
            {  # of what there is a w
                "column": {
                    "shape[:-1] + (1,)": "shape[-1]",
                    "w = tl.load(w_ptr)": "w = tl.load(w_ptr + cols, mask=mask, other=0.0)",
                    "w_ptr + row": "w_ptr",
                },
                "each": {
                    "shape[:-1] + (1,)": "shape",
                    "w = tl.load(w_ptr)": "w = tl.load(w_ptr + cols, mask=mask, other=0.0)",
                    "w_ptr + row": "w_ptr + row * n_cols",
                },
                "number": {"shape[:-1] + (1,)": "1", "w_ptr + row": "w_ptr"},
            },
            ("UNARY+SCALAR", "x = torch.erf(x)", "x = tl.erf(x)", "optional"),
            ("UNARY+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
        ],
    },
    "softmax_pair": {
        "FAMILY": {
            "log_softmax_pair": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)",
            }
        },
        "AXES": [
            {
                "row": {
                    "return torch.randn(shape), torch.randn(shape)": (
                        "return torch.randn(shape), torch.randn(shape[-1])"
                    ),
                    "z_ptr + row * n_cols": "z_ptr",
                }
            },
            ("BINARY", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "softmax_spread": {
        "FAMILY": {
            "log_softmax_spread": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)",
            },
            "softmin_spread": {"F.softmax(x,": "F.softmax(-x,", "return x": "return -x"},
            "warm_softmax_spread": (
                {"F.softmax(x,": "F.softmax(x / {0}.0,", "return x": "return x / {0}.0"},
                "2 3 5",
            ),
            "cool_softmax_spread": (
                {"F.softmax(x,": "F.softmax(x * {0}.{1},", "return x": "return x * {0}.{1}"},
                "20 05 15",
            ),
        },
        "AXES": [
            {  # how the scores lie, how many dimensions follow, and which of the two comes first
                "columns": {
                    "torch.randn(M, K), torch": "torch.randn(M, K, 1), torch",
                    "dim=-1": "dim=1",
                    "y = y.unsqueeze(-1)": "",
                },
                "images": {
                    "CASES = [(1, 1, 1), (2, 5, 7), (3, 33, 70), (2, 1100, 3)]  # M, K, N": (
                        "CASES = [(1, 1, 1, 2), (2, 5, 3, 7), (3, 33, 5, 14)]  # N, C, H, W"
                    ),
                    "make(M, K, N):": "make(N, C, H, W):",
                    "torch.randn(M, K), torch.randn(M, K, N)": "torch.randn(N, C), torch.randn(N, C, H, W)",
                    "y = y.unsqueeze(-1)": "y = y[:, :, None, None]",
                },
                "image_columns": {
                    "CASES = [(1, 1, 1), (2, 5, 7), (3, 33, 70), (2, 1100, 3)]  # M, K, N": (
                        "CASES = [(1, 1, 1, 2), (2, 5, 3, 7), (3, 33, 5, 14)]  # N, C, H, W"
                    ),
                    "make(M, K, N):": "make(N, C, H, W):",
                    "torch.randn(M, K), torch.randn(M, K, N)": "torch.randn(N, C, 1, 1), torch.randn(N, C, H, W)",
                    "dim=-1": "dim=1",
                    "y = y.unsqueeze(-1)": "",
                },
                "tokens": {
                    "CASES = [(1, 1, 1), (2, 5, 7), (3, 33, 70), (2, 1100, 3)]  # M, K, N": (
                        "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (2, 2, 33, 70)]  # B, T, K, N"
                    ),
                    "make(M, K, N):": "make(B, T, K, N):",
                    "torch.randn(M, K), torch.randn(M, K, N)": "torch.randn(B, T, K), torch.randn(B, T, K, N)",
                    "M, K = z.shape[:2]": "B, T, K, _ = z.shape\nM = B * T",
                },
                "token_columns": {
                    "CASES = [(1, 1, 1), (2, 5, 7), (3, 33, 70), (2, 1100, 3)]  # M, K, N": (
                        "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (2, 2, 33, 70)]  # B, T, K, N"
                    ),
                    "make(M, K, N):": "make(B, T, K, N):",
                    "torch.randn(M, K), torch.randn(M, K, N)": "torch.randn(B, T, K, 1), torch.randn(B, T, K, N)",
                    "dim=-1": "dim=2",
                    "y = y.unsqueeze(-1)": "",
                    "M, K = z.shape[:2]": "B, T, K, _ = z.shape\nM = B * T",
                },
                "shared": {
                    "K), torch.randn(M, K, N)": "K), torch.randn(K, N)",
                    "M, K = z.shape[:2]": "M, K = x.shape",
                    "N = z.numel() // (M * K)": "N = z.shape[-1]",
                    "y = torch.empty_like(z)": "y = x.new_empty(M, K, N)",
                    "z_ptr + row * K * N + place": "z_ptr + place",
                },
                "scores_last": {
                    "def softmax_spread_torch(x, z)": "def softmax_spread_torch(z, x)",
                    "def softmax_spread_triton(x, z)": "def softmax_spread_triton(z, x)",
                    "return torch.randn(M, K), torch.randn(M, K, N)": (
                        "return torch.randn(M, K, N), torch.randn(M, K)"
                    ),
                },
                "columns_last": {
                    "def softmax_spread_torch(x, z)": "def softmax_spread_torch(z, x)",
                    "def softmax_spread_triton(x, z)": "def softmax_spread_triton(z, x)",
                    "return torch.randn(M, K), torch.randn(M, K, N)": (
                        "return torch.randn(M, K, N), torch.randn(M, K, 1)"
                    ),
                    "dim=-1": "dim=1",
                    "y = y.unsqueeze(-1)": "",
                },
            },
            ("BINARY+TAIL_XZ", "y = y * z", "y = z * y"),
        ],
    },
    "softmax_tail": {
        "AXES": [
            {  # what z is
                "row": {
                    "z = torch.randn(shape)": "z = torch.randn(shape[-1])",
                    "z_ptr + row * n_cols + cols": "z_ptr + cols",
                },
                "number": {
                    "z = torch.randn(shape)": "z = torch.randn(())",
                    "z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0": "z_ptr",
                },
                "one": {
                    "z = torch.randn(shape)": "z = torch.randn(1)",
                    "z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0": "z_ptr",
                },
                "itself": {
                    "z = torch.randn(shape)": "",
                    "return torch.randn(shape), z": "return (torch.randn(shape),)",
                    "def softmax_tail_torch(x, z):": "def softmax_tail_torch(x):\n    z = x",
                    "def softmax_tail_triton(x, z):": "def softmax_tail_triton(x):",
                    "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                    "x_ptr, z_ptr,": "x_ptr,",
                    "(x, z, y,": "(x, y,",
                    "tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": (
                        "tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)"
                    ),
                },
                "places": {
                    "z = torch.randn(shape)": "",
                    "return torch.randn(shape), z": "return (torch.randn(shape),)",
                    "def softmax_tail_torch(x, z):": (
                        "def softmax_tail_torch(x):\n"
                        "    z = torch.arange(x.shape[-1], dtype=x.dtype, device=x.device)"
                    ),
                    "def softmax_tail_triton(x, z):": "def softmax_tail_triton(x):",
                    "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                    "x_ptr, z_ptr,": "x_ptr,",
                    "(x, z, y,": "(x, y,",
                    "tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": "cols.to(tl.float32)",
                },
                "even_places": (
                    {
                        "z = torch.randn(shape)": "",
                        "return torch.randn(shape), z": "return (torch.randn(shape),)",
                        "def softmax_tail_torch(x, z):": (
                            "def softmax_tail_torch(x):\n"
                            "    z = torch.linspace(-{0}.0, {1}.0, x.shape[-1], dtype=x.dtype, device=x.device)"
                        ),
                        "def softmax_tail_triton(x, z):": "def softmax_tail_triton(x):",
                        "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                        "x_ptr, z_ptr,": "x_ptr,",
                        "(x, z, y,": "(x, y,",
                        "z = tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": (
                            "step = ({1}.0 + {0}.0) / tl.maximum(n_cols - 1, 1)\n"
                            "z = tl.where(cols < n_cols / 2, step * cols - {0}.0, "
                            "{1}.0 - step * (n_cols - 1 - cols))"
                        ),
                    },
                    "11 12 22",
                ),
            },
            {
                "negative": {
                    "F.softmax(x, dim=-1)": "F.softmax(-x, dim=-1)",
                    "return tl.where(cols < n_cols, x, -": "return tl.where(cols < n_cols, -x, -",
                },
                "warm": {
                    "F.softmax(x, dim=-1)": "F.softmax(x / 2.0, dim=-1)",
                    "return tl.where(cols < n_cols, x, -": "return tl.where(cols < n_cols, x / 2.0, -",
                },
            },
            ("BINARY+TAIL_XZ", "y = y * z", "y = z * y"),
        ]
    },
    "standardize": {
        "FAMILY": {
            "standardize_biased": {
                "unbiased=True": "unbiased=False",
                "squares_sum / (n_cols - 1)": "squares_sum / n_cols",
            }
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
    "standardize_dim0": {
        "FAMILY": {
            "standardize_dim0_biased": {
                "unbiased=True": "unbiased=False",
                "squares_sum / (n_rows - 1)": "squares_sum / n_rows",
            }
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
    "standardize_dims": {
        "FAMILY": {
            "of_root": {
                "torch.std(x, ": "torch.var(x, correction=0, ",
                "scale = scale + 1e-5": "scale = torch.sqrt(scale + 1e-5)",
                "tl.sqrt(rest / (n_cols - 1)) + 1e-5": "tl.sqrt(rest / n_cols + 1e-5)",
            },
            "of_root_unbiased": {
                "torch.std(x, ": "torch.var(x, ",
                "scale = scale + 1e-5": "scale = torch.sqrt(scale + 1e-5)",
                "tl.sqrt(rest / (n_cols - 1)) + 1e-5": "tl.sqrt(rest / (n_cols - 1) + 1e-5)",
            },
            "biased": {"torch.std(x, ": "torch.std(x, correction=0, ", "(n_cols - 1)": "n_cols"},
            "bare": {
                "scale = scale + 1e-5": "",
                "tl.sqrt(rest / (n_cols - 1)) + 1e-5": "tl.sqrt(rest / (n_cols - 1))",
            },
            "clamped": {
                "scale = scale + 1e-5": "scale = scale.clamp(min=1e-5)",
                "tl.sqrt(rest / (n_cols - 1)) + 1e-5": "tl.maximum(tl.sqrt(rest / (n_cols - 1)), 1e-5)",
            },
        },
        "AXES": [
            "WHOLE_DIMS",
            {"eps6": {"1e-5": "1e-6"}, "eps8": {"1e-5": "1e-8"}, "eps3": {"1e-5": "1e-3"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "standardize_to_two": {
        "FAMILY": {
            "population": {"x.std(dim=-1": "x.std(dim=-1, unbiased=False", "(n_cols - 1)": "n_cols"},
            "plus": (
                {
                    " / x.std(dim=-1, keepdim=True)": " / (x.std(dim=-1, keepdim=True) + 1e-{0})",
                    "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": (
                        "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1)) + 1e-{0}"
                    ),
                },
                "5 6 8",
            ),
            "population_plus": (
                {
                    " / x.std(dim=-1, keepdim=True)": " / (x.std(dim=-1, unbiased=False, keepdim=True) + 1e-{0})",
                    "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": (
                        "tl.sqrt(tl.sum(lanes, axis=0) / n_cols) + 1e-{0}"
                    ),
                },
                "5 6 8",
            ),
            "variance": (
                {
                    " / x.std(dim=-1, keepdim=True)": " / torch.sqrt(x.var(dim=-1, keepdim=True) + 1e-{0})",
                    "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": (
                        "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1) + 1e-{0})"
                    ),
                },
                "5 6 8",
            ),
            "population_variance": (
                {
                    " / x.std(dim=-1, keepdim=True)": (
                        " / torch.sqrt(x.var(dim=-1, unbiased=False, keepdim=True) + 1e-{0})"
                    ),
                    "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": (
                        "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-{0})"
                    ),
                },
                "5 6 8",
            ),
            "less_mean": {
                "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)": (
                    "x - x.mean(dim=-1, keepdim=True)"
                ),
                (
                    "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    rest = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    for start in range(0, n_cols, BLOCK):\n"
                    "        cols = start + tl.arange(0, BLOCK)\n"
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                    "        x = tl.where(cols < n_cols, x - mean, 0.0)\n"
                    "        lanes += x * x\n"
                    "        rest += x\n"
                    "    # What rounding has left of the mean counts where a row is far from 0.\n"
                    "    mean += tl.sum(rest, axis=0) / n_cols\n"
                    "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n"
                ): "",
                "y = (x - mean) / scale": "y = x - mean",
            },
            "less_mean_again": {
                "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)": (
                    "x - x.mean(dim=-1, keepdim=True)"
                ),
                (
                    "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    rest = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    for start in range(0, n_cols, BLOCK):\n"
                    "        cols = start + tl.arange(0, BLOCK)\n"
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                    "        x = tl.where(cols < n_cols, x - mean, 0.0)\n"
                    "        lanes += x * x\n"
                    "        rest += x\n"
                    "    # What rounding has left of the mean counts where a row is far from 0.\n"
                    "    mean += tl.sum(rest, axis=0) / n_cols\n"
                    "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n"
                ): "",
                "y = (x - mean) / scale": "y = x - mean",
            },
            "over_mean": {
                "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)": (
                    "x / x.mean(dim=-1, keepdim=True) - 1.0"
                ),
                "torch.randn(shape), z": "torch.rand(shape) + 0.1, z",
                (
                    "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    rest = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    for start in range(0, n_cols, BLOCK):\n"
                    "        cols = start + tl.arange(0, BLOCK)\n"
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                    "        x = tl.where(cols < n_cols, x - mean, 0.0)\n"
                    "        lanes += x * x\n"
                    "        rest += x\n"
                    "    # What rounding has left of the mean counts where a row is far from 0.\n"
                    "    mean += tl.sum(rest, axis=0) / n_cols\n"
                    "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n"
                ): "",
                "y = (x - mean) / scale": "y = x / mean - 1.0",
            },
        },
        "AXES": [
            {  # what z is
                "whole": {
                    "z = torch.randn(shape[-1])": "z = torch.randn(shape)",
                    "z_ptr + cols": "z_ptr + row * n_cols + cols",
                },
                "whole_again": {
                    "z = torch.randn(shape[-1])": "z = torch.randn(shape)",
                    "z_ptr + cols": "z_ptr + row * n_cols + cols",
                },
                "of_row": {
                    "z = torch.randn(shape[-1])": "z = torch.randn(shape[:-1] + (1,))",
                    "tl.load(z_ptr + cols, mask=mask, other=0.0)": "tl.load(z_ptr + row)",
                },
            },
            ("TAIL_XZ_TO_VX", "v = torch.sigmoid(y)\n    y = v + z", "v = tl.sigmoid(y)\n        y = z + v"),
        ],
    },
    "statistics_given": {
        "FAMILY": {
            "biased": {
                "torch.std(x,": "torch.std(x, correction=0,",
                "squares_sum / (n_cols - 1)": "squares_sum / n_cols",
            },
            "var": {
                "torch.std": "torch.var",
                "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = squares_sum / (n_cols - 1)",
            },
            "var_biased": {
                "torch.std(x,": "torch.var(x, correction=0,",
                "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = squares_sum / n_cols",
            },
            "root_of_var": (
                {
                    "torch.std(x,": "torch.sqrt(torch.var(x,",
                    "keepdim=True)\n    mean": "keepdim=True) + 1e-{0})\nmean",
                    "std = tl.sqrt(squares_sum / (n_cols - 1))": (
                        "std = tl.sqrt(squares_sum / (n_cols - 1) + 1e-{0})"
                    ),
                },
                "5 6 8",
            ),
            "root_of_biased": (
                {
                    "torch.std(x,": "torch.sqrt(torch.var(x, correction=0,",
                    "keepdim=True)\n    mean": "keepdim=True) + 1e-{0})\nmean",
                    "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = tl.sqrt(squares_sum / n_cols + 1e-{0})",
                },
                "5 6 8",
            ),
        },
        "AXES": [
            {  # over which dimensions
                "planes": {
                    (
                        "CASES = [((1, 2), (1, 1)), ((3, 33), (3, 5)), ((2, 3, 65), (2, 3, 7)), ((2, 3, 2, 17), "
                        "(2, 3, 2, 9)), ((2, 2100), (2, 1100))]"
                    ): (
                        "CASES = [((1, 1, 1, 2), (1, 1, 1, 1)), ((2, 3, 4, 13), (2, 3, 2, 7)), ((2, 3, "
                        "5, 7), (2, 3, 6, 9)), ((1, 2, 40, 30), (1, 2, 50, 27))]"
                    ),
                    "dim=-1": "dim=(2, 3)",
                    "n_cols, n_given = x.shape[-1], z.shape[-1]": (
                        "n_cols, n_given = x.shape[2] * x.shape[3], z.shape[2] * z.shape[3]"
                    ),
                }
            },
            {
                "given_first": {
                    "def statistics_given_torch(x, z)": "def statistics_given_torch(z, x)",
                    "def statistics_given_triton(x, z)": "def statistics_given_triton(z, x)",
                    "return torch.randn(x_shape), torch.randn(z_shape)": (
                        "return torch.randn(z_shape), torch.randn(x_shape)"
                    ),
                }
            },
            {  # how they join
                "standardize": ({"y = z * std + mean": "y = (z - mean) / (std + 1e-{0})"}, "5 6 8"),
                "quotient": {"y = z * std + mean": "y = (z - mean) / std"},
                "shift": {"y = z * std + mean": "y = (z + mean) * std"},
                "scale": ({"y = z * std + mean": "y = z * (std + 1e-{0}) + mean"}, "5 6"),
                "one_more": {"y = z * std + mean": "y = z * (1.0 + std) + mean"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "weight_norm": {
        "FAMILY": {
            "share": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": "g * (v / v.norm(2, dim=dims, keepdim=True))",
                "g * v / norm": "g * (v / norm)",
            },
            "factor": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": "v * (g / v.norm(2, dim=dims, keepdim=True))",
                "g * v / norm": "v * (g / norm)",
            },
            "safe": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * v / (v.norm(2, dim=dims, keepdim=True) + 1e-8)"
                ),
                "g * v / norm": "g * v / (norm + 1e-8)",
            },
            "safe_share": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * (v / (v.norm(2, dim=dims, keepdim=True) + 1e-8))"
                ),
                "g * v / norm": "g * (v / (norm + 1e-8))",
            },
            "safe_factor": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "v * (g / (v.norm(2, dim=dims, keepdim=True) + 1e-8))"
                ),
                "g * v / norm": "v * (g / (norm + 1e-8))",
            },
            "clamped": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * (v / v.norm(2, dim=dims, keepdim=True).clamp(min=1e-12))"
                ),
                "g * v / norm": "g * (v / tl.maximum(norm, 1e-12))",
            },
            "written": {
                "v.norm(2, dim=dims, keepdim=True)": "torch.sqrt((v * v).sum(dim=dims, keepdim=True))"
            },
            "written_safe": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * v / torch.sqrt((v ** 2).sum(dim=dims, keepdim=True) + 1e-8)"
                ),
                "tl.sqrt(tl.sum(lanes, axis=0))": "tl.sqrt(tl.sum(lanes, axis=0) + 1e-8)",
            },
            "root": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * v * torch.rsqrt((v ** 2).sum(dim=dims, keepdim=True) + 1e-8)"
                ),
                "g * v / norm": "g * v * norm",
                "tl.sqrt(tl.sum(lanes, axis=0))": "tl.rsqrt(tl.sum(lanes, axis=0) + 1e-8)",
            },
            "root_share": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * (v * torch.rsqrt((v ** 2).sum(dim=dims, keepdim=True) + 1e-8))"
                ),
                "g * v / norm": "g * (v * norm)",
                "tl.sqrt(tl.sum(lanes, axis=0))": "tl.rsqrt(tl.sum(lanes, axis=0) + 1e-8)",
            },
            "normalized": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": "g * F.normalize(v, dim=dims)",
                "g * v / norm": "g * (v / tl.maximum(norm, 1e-12))",
            },
            "alone_by_number": {
                "g = torch.randn(shape[0], *[1] * (len(shape) - 1))": "g = torch.randn(1)",
                "tl.load(g_ptr + row)": "tl.load(g_ptr)",
            },
        },
        "AXES": [
            {
                "conv1d": {
                    "[(1, 1), (33, 5), (3, 2100)]": "[(1, 1, 1), (33, 5, 3), (3, 700, 4)]",
                    "dims = 1": "dims = (1, 2)",
                },
                "conv2d": {
                    "[(1, 1), (33, 5), (3, 2100)]": "[(1, 1, 1, 1), (33, 5, 3, 2), (4, 300, 3, 5)]",
                    "dims = 1": "dims = (1, 2, 3)",
                },
                "conv3d": {
                    "[(1, 1), (33, 5), (3, 2100)]": "[(1, 1, 1, 1, 1), (33, 5, 3, 2, 4), (4, 300, 3, 1, 2)]",
                    "dims = 1": "dims = (1, 2, 3, 4)",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
}
