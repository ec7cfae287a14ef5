"""Tables of the families of reductions, prod to root_mean_square."""

FAMILIES = {
    "prod": {
        "AXES": [
            {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
            {  # operations that round as PyTorch rounds: a product repeats each error n times
                "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
                "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
                "add1": {"x = torch.abs(x)": "x = x + 1.0", "x = tl.abs(x)": "x = x + 1.0"},
                "from1": {"x = torch.abs(x)": "x = 1.0 - x", "x = tl.abs(x)": "x = 1.0 - x"},
                "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
                "half": {"x = torch.abs(x)": "x = 0.5 * x", "x = tl.abs(x)": "x = 0.5 * x"},
                "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
                "abs1": {
                    "x = torch.abs(x)": "x = torch.abs(x) + 0.5",
                    "x = tl.abs(x)": "x = tl.abs(x) + 0.5",
                },
                "clamp": {
                    "x = torch.abs(x)": "x = torch.clamp(x, -1.5, 1.5)",
                    "x = tl.abs(x)": "x = tl.minimum(tl.maximum(x, -1.5), 1.5)",
                },
                "clamp_min": {
                    "x = torch.abs(x)": "x = torch.clamp(x, min=0.5)",
                    "x = tl.abs(x)": "x = tl.maximum(x, 0.5)",
                },
                "leaky": {
                    "x = torch.abs(x)": "x = F.leaky_relu(x, 0.5)",
                    "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.5 * x)",
                },
                "third": {"x = torch.abs(x)": "x = x / 3.0", "x = tl.abs(x)": "x = x / 3.0"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "prod_all": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "prod_middle": {
        "AXES": [
            {
                "keepdim": {
                    "dim=-2": "dim=-2, keepdim=True",
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]",
                },
                "dim3": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]"
                    ),
                    "dim=-2": "dim=-3",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]",
                },
                "dim3_keepdim": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]"
                    ),
                    "dim=-2": "dim=-3, keepdim=True",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + (1,) + x.shape[-2:]",
                },
                "dim4": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]"
                    ),
                    "dim=-2": "dim=-4",
                    "n_mid, n_inner = x.shape[-2:]": (
                        "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + x.shape[-3:]",
                },
                "dim4_keepdim": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]"
                    ),
                    "dim=-2": "dim=-4, keepdim=True",
                    "n_mid, n_inner = x.shape[-2:]": (
                        "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + (1,) + x.shape[-3:]",
                },
                "dim0": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]"
                    ),
                    "dim=-2": "dim=0",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                    "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                    "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)",
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[1:]",
                },
                "dim0_keepdim": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]"
                    ),
                    "dim=-2": "dim=0, keepdim=True",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                    "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                    "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)",
                    "x.shape[:-2] + x.shape[-1:]": "(1,) + x.shape[1:]",
                },
            },
            {  # operations that round as PyTorch rounds: a product repeats each error n times
                "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
                "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
                "add1": {"x = torch.abs(x)": "x = x + 1.0", "x = tl.abs(x)": "x = x + 1.0"},
                "from1": {"x = torch.abs(x)": "x = 1.0 - x", "x = tl.abs(x)": "x = 1.0 - x"},
                "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
                "half": {"x = torch.abs(x)": "x = 0.5 * x", "x = tl.abs(x)": "x = 0.5 * x"},
                "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
                "abs1": {
                    "x = torch.abs(x)": "x = torch.abs(x) + 0.5",
                    "x = tl.abs(x)": "x = tl.abs(x) + 0.5",
                },
                "clamp": {
                    "x = torch.abs(x)": "x = torch.clamp(x, -1.5, 1.5)",
                    "x = tl.abs(x)": "x = tl.minimum(tl.maximum(x, -1.5), 1.5)",
                },
                "clamp_min": {
                    "x = torch.abs(x)": "x = torch.clamp(x, min=0.5)",
                    "x = tl.abs(x)": "x = tl.maximum(x, 0.5)",
                },
                "leaky": {
                    "x = torch.abs(x)": "x = F.leaky_relu(x, 0.5)",
                    "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.5 * x)",
                },
                "third": {"x = torch.abs(x)": "x = x / 3.0", "x = tl.abs(x)": "x = x / 3.0"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "ratio_of_statistics": {
        "FAMILY": {
            "var": {"torch.std(": "torch.var(", "tl.sqrt(y)": "y"},
            "biased": {"torch.std(x, ": "torch.std(x, correction=0, ", "(n_cols - 1)": "n_cols"},
            "var_biased": {
                "torch.std(x, ": "torch.var(x, correction=0, ",
                "(n_cols - 1)": "n_cols",
                "tl.sqrt(y)": "y",
            },
            "sum_squares": {
                "torch.mean(x, ": "torch.sum(x, ",
                "torch.std(x, ": "torch.sum(x * x, ",
                "(total / n_cols)": "total",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
                "tl.sqrt(y)": "y",
            },
            "power": {
                "torch.std(x, ": "torch.mean(x * x, ",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares / n_cols",
                "tl.sqrt(y)": "y",
            },
            "sum_norm": {
                "torch.mean(x, ": "torch.sum(x, ",
                "torch.std(": "torch.linalg.vector_norm(",
                "(total / n_cols)": "total",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
            },
            "mean_norm": {
                "torch.std(": "torch.linalg.vector_norm(",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
            },
            "norms": {
                "torch.mean(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "torch.std(": "torch.linalg.vector_norm(",
                "(total / n_cols)": "total",
                "total += x": "total += tl.abs(x)",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
            },
            "mean_abs_norm": {
                "torch.mean(x, ": "torch.mean(torch.abs(x), ",
                "torch.std(": "torch.linalg.vector_norm(",
                "total += x": "total += tl.abs(x)",
                "tl.maximum(squares - total * total / n_cols, 0.0) / (n_cols - 1)": "squares",
            },
        },
        "AXES": [
            "DIMS",
            {  # what becomes of the two
                "eps": (
                    {"torch.div(y, v)": "y / (v + 1e-{0})", "y = y / v": "y = y / (v + 1e-{0})"},
                    "4 5 6 8",
                ),
                "abs_eps": (
                    {
                        "torch.div(y, v)": "y / (torch.abs(v) + 1e-{0})",
                        "y = y / v": "y = y / (tl.abs(v) + 1e-{0})",
                    },
                    "5 6 8",
                ),
                "clamped": {
                    "torch.div(y, v)": "y / v.clamp(min=1e-6)",
                    "y = y / v": "y = y / tl.maximum(v, 1e-6)",
                },
                "turned": {"torch.div(y, v)": "v / y", "y = y / v": "y = v / y"},
                "turned_eps": (
                    {"torch.div(y, v)": "v / (y + 1e-{0})", "y = y / v": "y = v / (y + 1e-{0})"},
                    "4 5 6 8",
                ),
                "turned_clamped": {
                    "torch.div(y, v)": "v / y.clamp(min=1e-6)",
                    "y = y / v": "y = v / tl.maximum(y, 1e-6)",
                },
                "square_turned": {
                    "torch.div(y, v)": "v ** 2 / (y + 1e-5)",
                    "y = y / v": "y = v * v / (y + 1e-5)",
                },
                "over_square": {
                    "torch.div(y, v)": "y / (v ** 2 + 1e-5)",
                    "y = y / v": "y = y / (v * v + 1e-5)",
                },
                "absolute": {"torch.div(y, v)": "y / torch.abs(v)", "y = y / v": "y = y / tl.abs(v)"},
                "sum": {"torch.div(y, v)": "v + y", "y = y / v": "y = v + y"},
                "difference": {"torch.div(y, v)": "v - y", "y = y / v": "y = v - y"},
                "above": {"torch.div(y, v)": "v + 2.0 * y", "y = y / v": "y = v + 2.0 * y"},
                "below": {"torch.div(y, v)": "v - 0.5 * y", "y = y / v": "y = v - 0.5 * y"},
                "product": {"torch.div(y, v)": "v * y", "y = y / v": "y = v * y"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "ratio_of_sums": {
        "FAMILY": {  # what is summed above
            "absolute": {"(x - z) ** 2": "torch.abs(x - z)", "(x - z) * (x - z)": "tl.abs(x - z)"},
            "turned": {"(x - z) ** 2": "(z - x) ** 2", "(x - z) * (x - z)": "(z - x) * (z - x)"},
            "turned_absolute": {"(x - z) ** 2": "(z - x).abs()", "(x - z) * (x - z)": "tl.abs(z - x)"},
            "product": {"(x - z) ** 2": "x * z", "(x - z) * (x - z)": "x * z"},
            "weighted_square": {"(x - z) ** 2": "x ** 2 * z", "(x - z) * (x - z)": "x * x * z"},
            "weighted_absolute": {"(x - z) ** 2": "torch.abs(x) * z", "(x - z) * (x - z)": "tl.abs(x) * z"},
            "least": {"(x - z) ** 2": "torch.minimum(x, z)", "(x - z) * (x - z)": "tl.minimum(x, z)"},
            "least_size": {
                "(x - z) ** 2": "torch.minimum(x.abs(), z.abs())",
                "(x - z) * (x - z)": "tl.minimum(tl.abs(x), tl.abs(z))",
            },
            "square": {"(x - z) ** 2": "x ** 2", "(x - z) * (x - z)": "x * x"},
            "size": {"(x - z) ** 2": "x.abs()", "(x - z) * (x - z)": "tl.abs(x)"},
            "fourth": {
                "(x - z) ** 2": "(x - z) ** 4",
                "(x - z) * (x - z)": "(x - z) * (x - z) * ((x - z) * (x - z))",
            },
            "hinge": {
                "(x - z) ** 2": "torch.relu(1.0 - x * z)",
                "(x - z) * (x - z)": "tl.maximum(1.0 - x * z, 0.0)",
            },
        },
        "AXES": [
            "DIMS",
            {  # and below
                "size": {"z ** 2": "z.abs()", "z * z": "tl.abs(z)"},
                "plain": {"z ** 2": "z", "z * z": "z"},
                "sizes": {"z ** 2": "(x.abs() + z.abs())", "z * z": "tl.abs(x) + tl.abs(z)"},
                "squares": {"z ** 2": "(x ** 2 + z ** 2)", "z * z": "x * x + z * z"},
                "squares_of_sum": {"z ** 2": "(x + z) ** 2", "z * z": "(x + z) * (x + z)"},
                "largest": {"z ** 2": "torch.maximum(x, z)", "z * z": "tl.maximum(x, z)"},
                "sum": {"z ** 2": "(x + z)", "z * z": "x + z"},
            },
            {
                "roots": {
                    "score =": "v, w = torch.sqrt(v), torch.sqrt(w)\nscore =",
                    "w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)": (
                        "w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)\nv, w = tl.sqrt(v), tl.sqrt(w)"
                    ),
                },
                "means": {
                    "torch.sum(": "torch.mean(",
                    "v_ptr, w_ptr, y_ptr, n_rows, n_shares": "v_ptr, w_ptr, y_ptr, n_rows, n_cols, n_shares",
                    "(v, w, y, n_rows, n_shares": "(v, w, y, n_rows, n_cols, n_shares",
                    "w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)": (
                        "w = load_sum(w_ptr, rows, n_rows, n_shares, SHARES)\nv, w = v / n_cols, w / n_cols"
                    ),
                },
            },
            {  # what becomes of the two
                "eps": ({"torch.div(v, w)": "v / (w + 1e-{0})", "v / w": "v / (w + 1e-{0})"}, "5 6 7 8"),
                "clamped": (
                    {"torch.div(v, w)": "v / w.clamp(min=1e-{0})", "v / w": "v / tl.maximum(w, 1e-{0})"},
                    "5 6 8",
                ),
                "clamped_1": {"torch.div(v, w)": "v / w.clamp(min=1.0)", "v / w": "v / tl.maximum(w, 1.0)"},
                "missing": {"torch.div(v, w)": "1.0 - v / w", "v / w": "1.0 - v / w"},
                "missing_eps": (
                    {"torch.div(v, w)": "1.0 - v / (w + 1e-{0})", "v / w": "1.0 - v / (w + 1e-{0})"},
                    "5 6 8",
                ),
                "turned": {"torch.div(v, w)": "w / (v + 1e-6)", "v / w": "w / (v + 1e-6)"},
                "smoothed": {"torch.div(v, w)": "(v + 1.0) / (w + 1.0)", "v / w": "(v + 1.0) / (w + 1.0)"},
                "sum": {"torch.div(v, w)": "v + w", "v / w": "v + w"},
                "weighted_sum": {"torch.div(v, w)": "v + 0.1 * w", "v / w": "v + 0.1 * w"},
                "half_sum": {"torch.div(v, w)": "0.5 * (v + w)", "v / w": "0.5 * (v + w)"},
                "difference": {"torch.div(v, w)": "v - w", "v / w": "v - w"},
                "product": {"torch.div(v, w)": "v * w", "v / w": "v * w"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "score = torch.sigmoid(score)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "ratio_of_totals": {
        "FAMILY": {  # what is summed above
            "square_error": {"torch.abs(x) * z": "(x - z) ** 2", "tl.abs(x) * z": "(x - z) * (x - z)"},
            "product": {"torch.abs(x) * z": "x * z", "tl.abs(x) * z": "x * z"},
            "weighted_square": {"torch.abs(x) * z": "x ** 2 * z", "tl.abs(x) * z": "x * x * z"},
            "least": {"torch.abs(x) * z": "torch.minimum(x, z)", "tl.abs(x) * z": "tl.minimum(x, z)"},
            "least_size": {
                "torch.abs(x) * z": "torch.minimum(x.abs(), z.abs())",
                "tl.abs(x) * z": "tl.minimum(tl.abs(x), tl.abs(z))",
            },
            "fourth": {
                "torch.abs(x) * z": "(x - z) ** 4",
                "tl.abs(x) * z": "(x - z) * (x - z) * ((x - z) * (x - z))",
            },
            "hinge": {
                "torch.abs(x) * z": "torch.relu(1.0 - x * z)",
                "tl.abs(x) * z": "tl.maximum(1.0 - x * z, 0.0)",
            },
        },
        "AXES": [
            {  # and below
                "size": {"z ** 2": "z.abs()", "z * z": "tl.abs(z)"},
                "plain": {"z ** 2": "z", "z * z": "z"},
                "sizes": {"z ** 2": "(x.abs() + z.abs())", "z * z": "tl.abs(x) + tl.abs(z)"},
                "squares": {"z ** 2": "(x ** 2 + z ** 2)", "z * z": "x * x + z * z"},
                "squares_of_sum": {"z ** 2": "(x + z) ** 2", "z * z": "(x + z) * (x + z)"},
                "largest": {"z ** 2": "torch.maximum(x, z)", "z * z": "tl.maximum(x, z)"},
                "sum": {"z ** 2": "(x + z)", "z * z": "x + z"},
            },
            {
                "roots": {
                    "score =": "v, w = torch.sqrt(v), torch.sqrt(w)\nscore =",
                    "w = tl.sum(w, axis=0)": "w = tl.sum(w, axis=0)\nv, w = tl.sqrt(v), tl.sqrt(w)",
                },
                "means": {
                    "torch.sum(": "torch.mean(",
                    "(partial_ptr, y_ptr, n_partials": "(partial_ptr, y_ptr, n_partials, n_elements",
                    "(partial, y, n_partials": "(partial, y, n_partials, n_elements",
                    "w = tl.sum(w, axis=0)": "w = tl.sum(w, axis=0)\nv, w = v / n_elements, w / n_elements",
                },
            },
            {  # what becomes of the two
                "eps": ({"torch.div(v, w)": "v / (w + 1e-{0})", "v / w": "v / (w + 1e-{0})"}, "5 6 7 8"),
                "clamped": (
                    {"torch.div(v, w)": "v / w.clamp(min=1e-{0})", "v / w": "v / tl.maximum(w, 1e-{0})"},
                    "5 6 8",
                ),
                "clamped_1": {"torch.div(v, w)": "v / w.clamp(min=1.0)", "v / w": "v / tl.maximum(w, 1.0)"},
                "missing": {"torch.div(v, w)": "1.0 - v / w", "v / w": "1.0 - v / w"},
                "missing_eps": (
                    {"torch.div(v, w)": "1.0 - v / (w + 1e-{0})", "v / w": "1.0 - v / (w + 1e-{0})"},
                    "5 6 8",
                ),
                "turned": {"torch.div(v, w)": "w / (v + 1e-6)", "v / w": "w / (v + 1e-6)"},
                "smoothed": {"torch.div(v, w)": "(v + 1.0) / (w + 1.0)", "v / w": "(v + 1.0) / (w + 1.0)"},
                "sum": {"torch.div(v, w)": "v + w", "v / w": "v + w"},
                "weighted_sum": {"torch.div(v, w)": "v + 0.1 * w", "v / w": "v + 0.1 * w"},
                "half_sum": {"torch.div(v, w)": "0.5 * (v + w)", "v / w": "0.5 * (v + w)"},
                "difference": {"torch.div(v, w)": "v - w", "v / w": "v - w"},
                "product": {"torch.div(v, w)": "v * w", "v / w": "v * w"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "score = torch.sigmoid(score)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "reduce_dims": {
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
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "reduced_and_row": {
        "FAMILY": {
            "sum": {"torch.sum(x * x,": "torch.sum(x,", "x * x, 0.0": "x, 0.0"},
            "abs": {"torch.sum(x * x,": "torch.sum(torch.abs(x),", "x * x, 0.0": "tl.abs(x), 0.0"},
            "pow": {"x * x, dim": "x ** 2, dim"},
            "unsqueezed": {
                "torch.sum(x * x, dim=-1, keepdim=True)": "torch.sum(x * x, dim=-1).unsqueeze(-1)"
            },
            "norm": {
                "torch.sum(x * x, dim=-1, keepdim=True)": "torch.linalg.norm(x, dim=-1, keepdim=True)",
                "total = tl.sum(lanes, axis=0)": "total = tl.sqrt_rn(tl.sum(lanes, axis=0))",
            },
            "mean": {
                "torch.sum(x * x,": "torch.mean(x,",
                "x * x, 0.0": "x, 0.0",
                "tl.sum(lanes, axis=0)": "tl.sum(lanes, axis=0) / K",
            },
            "max": {
                "torch.sum(x * x,": "torch.amax(x,",
                "lanes += tl.where(k < K, x * x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(k < K, x, -float("inf")))'
                ),
                "tl.zeros([BLOCK],": 'tl.full([BLOCK], -float("inf"),',
                "tl.sum(lanes": "tl.max(lanes",
            },
        },
        "AXES": [
            {
                "batched": {
                    "[(1, 5, 2), (3, 33, 7), (5, 9, 300), (2, 300, 5)]": (
                        "[(1, 2, 5, 2), (3, 4, 33, 7), (2, 3, 9, 300)]"
                    ),
                    "make(M, K, N)": "make(*shape)",
                    "torch.randn(M, K), torch.randn(N)": "torch.randn(shape[:-1]), torch.randn(shape[-1])",
                }
            },
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ],
    },
    "root_mean_square": {
        "FAMILY": {
            "smooth_norm": {
                "torch.mean(x * x": "torch.sum(x * x",
                "tl.sum(squares, axis=0) / n_cols": "tl.sum(squares, axis=0)",
            },
            "reciprocal": {"y = torch.sqrt": "y = torch.rsqrt", "y = tl.sqrt": "y = tl.rsqrt"},
            "reciprocal_norm": {
                "torch.mean(x * x": "torch.sum(x * x",
                "tl.sum(squares, axis=0) / n_cols": "tl.sum(squares, axis=0)",
                "y = torch.sqrt": "y = torch.rsqrt",
                "y = tl.sqrt": "y = tl.rsqrt",
            },
        },
        "AXES": [
            {
                "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
                "last2": {
                    "CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-2]",
                },
                "last2_keepdim": {
                    "CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1), keepdim=True",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-2] + (1, 1)",
                },
                "last3": {
                    "CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-3]",
                },
                "last3_keepdim": {
                    "CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1), keepdim=True",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)",
                },
            },
            {
                "eps5": {"1e-6": "1e-5"},
                "eps8": {"1e-6": "1e-8"},
                "eps2": {"1e-6": "0.01"},
                "eps12": {"1e-6": "1e-12"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
}
