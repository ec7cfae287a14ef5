"""Tables of the families of reductions, generalized_mean to norm_all."""

FAMILIES = {
    "generalized_mean": {
        "FAMILY": {
            "generalized_mean_of_rows": {
                "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 4, 9, 33)]": (
                    "CASES = [(1, 1, 2), (2, 3, 7), (3, 4, 700)]"
                ),
                "dim=(-2, -1)": "dim=-1",
                "n_cols = x.shape[-2] * x.shape[-1]": "n_cols = x.shape[-1]",
                "x.shape[:-2]": "x.shape[:-1]",
            },
            "generalized_mean_kept": {
                "dim=(-2, -1)": "dim=(-2, -1), keepdim=True",
                "x.new_empty(x.shape[:-2])": "x.new_empty(x.shape[:-2] + (1, 1))",
            },
            "generalized_mean_of_volumes": {
                "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 4, 9, 33)]": (
                    "CASES = [(1, 1, 1, 2, 2), (2, 3, 4, 5, 7), (3, 4, 2, 9, 17)]"
                ),
                "dim=(-2, -1)": "dim=(-3, -2, -1)",
                "n_cols = x.shape[-2] * x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                "x.shape[:-2]": "x.shape[:-3]",
            },
        },
        "AXES": [
            {
                "abs": {
                    "x = x.clamp(min=0.000001)": "x = x.abs() + 0.01",
                    "x = tl.maximum(x, 0.000001)": "x = tl.abs(x) + 0.01",
                },
                "relu": {
                    "x = x.clamp(min=0.000001)": "x = torch.relu(x) + 0.001",
                    "x = tl.maximum(x, 0.000001)": "x = tl.maximum(x, 0.0) + 0.001",
                },
                "clamp_1e_3": {
                    "x = x.clamp(min=0.000001)": "x = torch.clamp(x, min=0.001)",
                    "x = tl.maximum(x, 0.000001)": "x = tl.maximum(x, 0.001)",
                },
            },
            {
                "square": {
                    "x = x.pow(3.0)": "x = x ** 2",
                    "y = y.pow(1.0 / 3.0)": "y = y.sqrt()",
                    "x = x * x * x": "x = x * x",
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = tl.sqrt_rn(y)",
                },
                "fourth": {
                    "x = x.pow(3.0)": "x = x.pow(4)",
                    "y = y.pow(1.0 / 3.0)": "y = y.pow(0.25)",
                    "x = x * x * x": "t = x * x\nx = t * t",
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = tl.sqrt(tl.sqrt(y))",
                },
                "geometric": {
                    "x = x.pow(3.0)": "x = torch.log(x)",
                    "y = y.pow(1.0 / 3.0)": "y = torch.exp(y)",
                    "x = x * x * x": "x = tl.log(x)",
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = tl.exp(y)",
                },
                "harmonic": {
                    "x = x.pow(3.0)": "x = 1.0 / x",
                    "y = y.pow(1.0 / 3.0)": "y = 1.0 / y",
                    "x = x * x * x": "x = 1.0 / x",
                    "y = tl.exp(tl.log(y.to(tl.float64)) / 3.0).to(tl.float32)": "y = 1.0 / y",
                },
            },
        ],
    },
    "logsumexp": {
        "AXES": [
            {
                "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
                "last2": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-2]",
                },
                "last2_keepdim": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1), keepdim=True",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-2] + (1, 1)",
                },
                "last3": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-3]",
                },
                "last3_keepdim": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1), keepdim=True",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "logsumexp_all": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "logsumexp_middle": {
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
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "logsumexp_tail": {
        "AXES": [
            {
                "one": {
                    "z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(1)",
                    "tl.load(z_ptr + row)": "tl.load(z_ptr)",
                },
                "scalar": {
                    "z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(())",
                    "tl.load(z_ptr + row)": "tl.load(z_ptr)",
                },
                "inner": {
                    "return x, z": "return x, z[0]",
                    "tl.load(z_ptr + row)": "tl.load(z_ptr + row % n_inner)",
                    "y_ptr, n_cols, BLOCK: tl": "y_ptr, n_cols, n_inner, BLOCK: tl",
                    "(x, z, y, n_cols,": "(x, z, y, n_cols, z.numel(),",
                },
            },
            {
                "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
                "last2": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-2]",
                },
                "last2_keepdim": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1), keepdim=True",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-2] + (1, 1)",
                },
                "last3": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-3]",
                },
                "last3_keepdim": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1), keepdim=True",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "masked_mean": {
        "FAMILY": {
            "masked_sum": {
                "y = torch.sum(x * keep, dim=-1) / torch.sum(keep, dim=-1).clamp(min=1)": (
                    "y = torch.sum(x * keep, dim=-1)"
                ),
                "y = tl.sum(lanes, axis=0) / tl.maximum(tl.sum(counts, axis=0), 1)": (
                    "y = tl.sum(lanes, axis=0)"
                ),
                "counts = tl.zeros([BLOCK], dtype=tl.int32)": "",
                "counts += keep.to(tl.int32)": "",
            },
            "masked_max": {
                "y = torch.sum(x * keep, dim=-1) / torch.sum(keep, dim=-1).clamp(min=1)": (
                    "y = torch.amax(x.masked_fill(~keep, -1e4), dim=-1)"
                ),
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(keep, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, tl.where(keep, x, -1e4), -float("inf")))'
                ),
                "y = tl.sum(lanes, axis=0) / tl.maximum(tl.sum(counts, axis=0), 1)": (
                    "y = tl.max(lanes, axis=0)"
                ),
                "counts = tl.zeros([BLOCK], dtype=tl.int32)": "",
                "counts += keep.to(tl.int32)": "",
            },
        },
        "AXES": [
            {
                "row_mask": {
                    "torch.rand(shape) > 0.4": "torch.rand(shape[-1]) > 0.4",
                    "keep_ptr + row * n_cols + cols": "keep_ptr + cols",
                }
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "masked_mean_all": {
        "FAMILY": {
            "bare": {"(torch.sum(m) + 1e-6)": "torch.sum(m)", "(weight + 1e-6)": "weight"},
            "at_least_one": {
                "(torch.sum(m) + 1e-6)": "torch.sum(m).clamp(min=1.0)",
                "(weight + 1e-6)": "tl.maximum(weight, 1.0)",
            },
            "at_least_eps": {
                "(torch.sum(m) + 1e-6)": "torch.clamp(torch.sum(m), min=1e-8)",
                "(weight + 1e-6)": "tl.maximum(weight, 1e-8)",
            },
            "of_squares": {
                "torch.sum(x * m)": "torch.sum(x ** 2 * m)",
                "lanes += x * m": "lanes += x * x * m",
            },
        },
        "AXES": [
            {"eps8": {"1e-6": "1e-8"}, "eps5": {"1e-6": "1e-5"}, "eps12": {"1e-6": "1e-12"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ],
    },
    "masked_mean_time": {
        "FAMILY": {
            "masked_sum_time": {
                "(x * mask.unsqueeze(-1)).sum(dim=1) / mask.sum(dim=1, keepdim=True).clamp(min=1.0)": (
                    "(x * mask.unsqueeze(-1)).sum(dim=1)"
                ),
                "count = 0.0": "",
                "count += weight": "",
                "y = total / tl.maximum(count, 1.0)": "y = total",
            },
            "masked_max_time": {
                "(x * mask.unsqueeze(-1)).sum(dim=1) / mask.sum(dim=1, keepdim=True).clamp(min=1.0)": (
                    "torch.where(mask.unsqueeze(-1) > 0.5, x, -1000.0).amax(dim=1)"
                ),
                "total = tl.zeros((BLOCK,), tl.float32)": (
                    'total = tl.full((BLOCK,), float("-inf"), tl.float32)'
                ),
                "count = 0.0": "",
                "count += weight": "",
                "total += weight * x": "total = tl.maximum(total, tl.where(weight > 0.5, x, -1000.0))",
                "y = total / tl.maximum(count, 1.0)": "y = total",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "max_with_index": {
        "FAMILY": {
            "min_with_index": {
                "torch.max(x": "torch.min(x",
                '-float("inf")': 'float("inf")',
                "x > best": "x < best",
                "value = tl.max(best, axis=0)": "value = tl.min(best, axis=0)",
            }
        },
        "AXES": [
            {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
            {  # operations that keep different values different: a tie would leave the index open
                "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
                "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
                "half": {"x = torch.abs(x)": "x = 0.5 * x", "x = tl.abs(x)": "x = 0.5 * x"},
                "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
                "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
                "minus_square": {"x = torch.abs(x)": "x = -x * x", "x = tl.abs(x)": "x = -x * x"},
                "minus_abs": {"x = torch.abs(x)": "x = -torch.abs(x)", "x = tl.abs(x)": "x = -tl.abs(x)"},
                "from1": {"x = torch.abs(x)": "x = 1.0 - x", "x = tl.abs(x)": "x = 1.0 - x"},
                "sub03": {"x = torch.abs(x)": "x = x - 0.3", "x = tl.abs(x)": "x = x - 0.3"},
                "third": {"x = torch.abs(x)": "x = x / 3.0", "x = tl.abs(x)": "x = x / 3.0"},
                "distance": {
                    "x = torch.abs(x)": "x = torch.abs(x - 1.0)",
                    "x = tl.abs(x)": "x = tl.abs(x - 1.0)",
                },
                "leaky": {
                    "x = torch.abs(x)": "x = F.leaky_relu(x, 0.2)",
                    "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.2 * x)",
                },
            },
        ],
    },
    "moments_to_two": {
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
                    "    for start in range(0, n_cols, BLOCK):\n"
                    "        cols = start + tl.arange(0, BLOCK)\n"
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                    "        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)\n"
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
                    "    for start in range(0, n_cols, BLOCK):\n"
                    "        cols = start + tl.arange(0, BLOCK)\n"
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                    "        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)\n"
                    "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n"
                ): "",
                "y = (x - mean) / scale": "y = x - mean",
            },
            "over_mean": {
                "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)": (
                    "x / x.mean(dim=-1, keepdim=True) - 1.0"
                ),
                "torch.randn(shape),": "torch.rand(shape) + 0.1,",
                (
                    "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    for start in range(0, n_cols, BLOCK):\n"
                    "        cols = start + tl.arange(0, BLOCK)\n"
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)\n"
                    "        lanes += tl.where(cols < n_cols, (x - mean) * (x - mean), 0.0)\n"
                    "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n"
                ): "",
                "y = (x - mean) / scale": "y = x / mean - 1.0",
            },
        },
        "AXES": [
            ("PROGRAM_TO_VX", "v = torch.sigmoid(y)\n    y = v * v", "v = tl.sigmoid(y)\n        y = v * v")
        ],
    },
    "norm": {
        "FAMILY": {
            "l1_norm": {
                "ord=2": "ord=1",
                "lanes += x * x": "lanes += tl.abs(x)",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)",
            },
            "l4_norm": {
                "ord=2": "ord=4",
                "lanes += x * x": "lanes += x * x * (x * x)",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sqrt(tl.sqrt(tl.sum(lanes, axis=0)))",
            },
            "l3_norm": {
                "ord=2": "ord=3",
                "lanes += x * x": "lanes += tl.abs(x) * x * x",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": (
                    "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 3.0)  # the logarithm of 0 is "
                    "-inf, and the root 0"
                ),
            },
            "l5_norm": {
                "ord=2": "ord=5",
                "lanes += x * x": "lanes += tl.abs(x) * (x * x) * (x * x)",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 5.0)",
            },
            "l15_norm": {
                "ord=2": "ord=1.5",
                "lanes += x * x": "lanes += tl.exp(1.5 * tl.log(tl.abs(x)))",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 1.5)",
            },
            "max_norm": {
                "ord=2": 'ord=float("inf")',
                "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.max(lanes, axis=0)",
            },
            "square_norm": {
                "y = torch.linalg.vector_norm(x, ord=2,": "y = torch.sum(x * x,",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)",
            },
        },
        "AXES": [
            {
                "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
                "last2": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-2]",
                },
                "last2_keepdim": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1), keepdim=True",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-2] + (1, 1)",
                },
                "last3": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-3]",
                },
                "last3_keepdim": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1), keepdim=True",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "norm_all": {
        "FAMILY": {
            "l1_all": {
                "ord=2": "ord=1",
                "lanes += x * x": "lanes += tl.abs(x)",
                "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.sum(partial, axis=0)",
            },
            "l4_all": {
                "ord=2": "ord=4",
                "lanes += x * x": "lanes += x * x * (x * x)",
                "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.sqrt(tl.sqrt(tl.sum(partial, axis=0)))",
            },
            "l3_all": {
                "ord=2": "ord=3",
                "lanes += x * x": "lanes += tl.abs(x) * x * x",
                "y = tl.sqrt(tl.sum(partial, axis=0))": (
                    "y = tl.exp(tl.log(tl.sum(partial, axis=0)) / 3.0)  # the logarithm of 0 is "
                    "-inf, and the root 0"
                ),
            },
            "l5_all": {
                "ord=2": "ord=5",
                "lanes += x * x": "lanes += tl.abs(x) * (x * x) * (x * x)",
                "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.exp(tl.log(tl.sum(partial, axis=0)) / 5.0)",
            },
            "l15_all": {
                "ord=2": "ord=1.5",
                "lanes += x * x": "lanes += tl.exp(1.5 * tl.log(tl.abs(x)))",
                "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.exp(tl.log(tl.sum(partial, axis=0)) / 1.5)",
            },
            "max_all": {
                "ord=2": 'ord=float("inf")',
                "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
                "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.max(partial, axis=0)",
            },
            "square_all": {
                "torch.linalg.vector_norm(x, ord=2)": "torch.sum(x * x)",
                "y = tl.sqrt(tl.sum(partial, axis=0))": "y = tl.sum(partial, axis=0)",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
}
