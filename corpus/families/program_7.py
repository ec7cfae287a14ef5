"""Tables of the families of random programs and their building blocks, single_of_integers to update_of_three."""

FAMILIES = {
    "single_of_integers": {
        "FAMILY": {
            "add_2": {"torch.add(x, 1)": "x + 2", "y = x + 1": "y = x + 2"},
            "sub": {"torch.add(x, 1)": "x - 1", "y = x + 1": "y = x - 1"},
            "mul": {"torch.add(x, 1)": "x * 2", "y = x + 1": "y = x * 2"},
            "mul_3": {"torch.add(x, 1)": "x * 3", "y = x + 1": "y = x * 3"},
            "neg": {"torch.add(x, 1)": "-x", "y = x + 1": "y = -x"},
            "abs": {"torch.add(x, 1)": "torch.abs(x)", "y = x + 1": "y = tl.abs(x)"},
            "clamp": {"torch.add(x, 1)": "x.clamp(0, 5)", "y = x + 1": "y = tl.minimum(tl.maximum(x, 0), 5)"},
            "clamp_low": {"torch.add(x, 1)": "x.clamp(min=0)", "y = x + 1": "y = tl.maximum(x, 0)"},
            "shift_left": {"torch.add(x, 1)": "x << 2", "y = x + 1": "y = x << 2"},
            "shift_right": {"torch.add(x, 1)": "x >> 1", "y = x + 1": "y = x >> 1"},
            "not": {"torch.add(x, 1)": "~x", "y = x + 1": "y = ~x"},
            "and": {"torch.add(x, 1)": "x & 3", "y = x + 1": "y = x & 3"},
            "or": {"torch.add(x, 1)": "x | 3", "y = x + 1": "y = x | 3"},
            "xor": {"torch.add(x, 1)": "x ^ 3", "y = x + 1": "y = x ^ 3"},
            "remainder": {"torch.add(x, 1)": "x % 3", "y = x + 1": "y = (x % 3 + 3) % 3"},
            "halves": {"torch.add(x, 1)": "x // 2", "y = x + 1": "y = x >> 1"},
            "thirds": {"torch.add(x, 1)": "x // 3", "y = x + 1": "y = (x - (x % 3 + 3) % 3) // 3"},
            "float": {
                "torch.add(x, 1)": "x.float()",
                "y = x + 1": "y = x.to(tl.float32)",
                "dtype=x.dtype": "dtype=torch.float32",
            },
            "half": {
                "torch.add(x, 1)": "x * 0.5",
                "y = x + 1": "y = x.to(tl.float32) * 0.5",
                "dtype=x.dtype": "dtype=torch.float32",
            },
            "quarter": {
                "torch.add(x, 1)": "x / 4",
                "y = x + 1": "y = x.to(tl.float32) / 4.0",
                "dtype=x.dtype": "dtype=torch.float32",
            },
            "tenth": {
                "torch.add(x, 1)": "x / 10",
                "y = x + 1": "y = x.to(tl.float32) / 10.0",
                "dtype=x.dtype": "dtype=torch.float32",
            },
            "gt": {"torch.add(x, 1)": "x > 3", "y = x + 1": "y = x > 3", "dtype=x.dtype": "dtype=torch.bool"},
            "ge": {
                "torch.add(x, 1)": "x >= 0",
                "y = x + 1": "y = x >= 0",
                "dtype=x.dtype": "dtype=torch.bool",
            },
            "lt": {"torch.add(x, 1)": "x < 2", "y = x + 1": "y = x < 2", "dtype=x.dtype": "dtype=torch.bool"},
            "eq": {
                "torch.add(x, 1)": "x == 3",
                "y = x + 1": "y = x == 3",
                "dtype=x.dtype": "dtype=torch.bool",
            },
            "ne": {
                "torch.add(x, 1)": "x != 0",
                "y = x + 1": "y = x != 0",
                "dtype=x.dtype": "dtype=torch.bool",
            },
            "eq_0": {
                "torch.add(x, 1)": "x == 0",
                "y = x + 1": "y = x == 0",
                "dtype=x.dtype": "dtype=torch.bool",
            },
            "bool": {
                "torch.add(x, 1)": "x.bool()",
                "y = x + 1": "y = x != 0",
                "dtype=x.dtype": "dtype=torch.bool",
            },
            "positive": {
                "torch.add(x, 1)": "(x > 0).float()",
                "y = x + 1": "y = tl.where(x > 0, 1.0, 0.0)",
                "dtype=x.dtype": "dtype=torch.float32",
            },
            "nonzero": {
                "torch.add(x, 1)": "(x != 0).float()",
                "y = x + 1": "y = tl.where(x != 0, 1.0, 0.0)",
                "dtype=x.dtype": "dtype=torch.float32",
            },
            "fill": {"torch.add(x, 1)": "x.masked_fill(x < 0, 0)", "y = x + 1": "y = tl.maximum(x, 0)"},
        },
        "AXES": [{"int32": {".long()": ".int()"}}],
    },
    "single_of_positive": {
        "FAMILY": {
            "log2": {"torch.log(x)": "torch.log2(x)", "y = tl.log(x)": "y = tl.log2(x)"},
            "log10": {
                "torch.log(x)": "torch.log10(x)",
                "y = tl.log(x)": "y = tl.log(x) * 0.4342944819032518",
            },
            "log1p": {
                "torch.log(x)": "torch.log1p(x)",
                "y = tl.log(x)": "u = 1.0 + x\ny = tl.where(u == 1.0, x, tl.log(u) * x / (u - 1.0))",
            },
            "sqrt": {"torch.log(x)": "torch.sqrt(x)", "y = tl.log(x)": "y = tl.sqrt_rn(x)"},
            "rsqrt": {"torch.log(x)": "torch.rsqrt(x)", "y = tl.log(x)": "y = tl.rsqrt(x)"},
            "reciprocal": {"torch.log(x)": "1.0 / x", "y = tl.log(x)": "y = 1.0 / x"},
            "pow_05": {"torch.log(x)": "x ** 0.5", "y = tl.log(x)": "y = tl.sqrt_rn(x)"},
            "pow_minus_05": {"torch.log(x)": "x ** -0.5", "y = tl.log(x)": "y = tl.rsqrt(x)"},
            "pow_15": {"torch.log(x)": "x ** 1.5", "y = tl.log(x)": "y = x * tl.sqrt_rn(x)"},
            "pow_25": {"torch.log(x)": "x ** 2.5", "y = tl.log(x)": "y = x * x * tl.sqrt_rn(x)"},
            "pow_025": {"torch.log(x)": "x ** 0.25", "y = tl.log(x)": "y = tl.sqrt_rn(tl.sqrt_rn(x))"},
            "pow_075": {
                "torch.log(x)": "x ** 0.75",
                "y = tl.log(x)": "t = tl.sqrt_rn(x)\ny = t * tl.sqrt_rn(t)",
            },
            "pow_minus_025": {"torch.log(x)": "x ** -0.25", "y = tl.log(x)": "y = tl.rsqrt(tl.sqrt_rn(x))"},
            "pow_minus_15": {"torch.log(x)": "x ** -1.5", "y = tl.log(x)": "y = 1.0 / (x * tl.sqrt_rn(x))"},
            "pow_minus_1": {"torch.log(x)": "x ** -1", "y = tl.log(x)": "y = 1.0 / x"},
            "pow_minus_2": {"torch.log(x)": "x ** -2", "y = tl.log(x)": "y = 1.0 / (x * x)"},
            "pow_third": {
                "torch.log(x)": "x ** 0.3333333333333333",
                "y = tl.log(x)": "y = tl.exp2(0.3333333333333333 * tl.log2(x))",
            },
            "pow_two_thirds": {
                "torch.log(x)": "x ** 0.6666666666666666",
                "y = tl.log(x)": "y = tl.exp2(0.6666666666666666 * tl.log2(x))",
            },
            "pow_gamma": {
                "torch.log(x)": "x ** 0.45454545454545453",
                "y = tl.log(x)": "y = tl.exp2(0.45454545454545453 * tl.log2(x))",
            },
            "pow_tenths": (
                {
                    "torch.log(x)": "torch.pow(x, {0}.{1})",
                    "y = tl.log(x)": "y = tl.exp2({0}.{1} * tl.log2(x))",
                },
                "01 03 07 12 17 08",
            ),
            "pow_minus": (
                {"torch.log(x)": "x ** -{0}.{1}", "y = tl.log(x)": "y = tl.exp2(-{0}.{1} * tl.log2(x))"},
                "01 03 07 12 08",
            ),
            "pow_hundredths": (
                {"torch.log(x)": "x ** 0.{0}{1}", "y = tl.log(x)": "y = tl.exp2(0.{0}{1} * tl.log2(x))"},
                "45 35 15 85",
            ),
            "pow_above_2": (
                {"torch.log(x)": "x ** 2.{0}", "y = tl.log(x)": "y = x * x * tl.exp2(0.{0} * tl.log2(x))"},
                "2 4 7",
            ),
            "log_sum": (
                {"torch.log(x)": "torch.log(x + 1e-{0})", "y = tl.log(x)": "y = tl.log(x + 1e-{0})"},
                "8 6 5",
            ),
            "log_clamped": (
                {
                    "torch.log(x)": "torch.log(x.clamp(min=1e-{0}))",
                    "y = tl.log(x)": "y = tl.log(tl.maximum(x, 1e-{0}))",
                },
                "7 5",
            ),
            "sqrt_sum": (
                {"torch.log(x)": "torch.sqrt(x + 1e-{0})", "y = tl.log(x)": "y = tl.sqrt_rn(x + 1e-{0})"},
                "5 6 8",
            ),
            "minus_log": {"torch.log(x)": "-torch.log(x)", "y = tl.log(x)": "y = -tl.log(x)"},
            "over": ({"torch.log(x)": "{0}.{1} / x", "y = tl.log(x)": "y = {0}.{1} / x"}, "05 20 15"),
            "xlogx": {"torch.log(x)": "x * torch.log(x)", "y = tl.log(x)": "y = x * tl.log(x)"},
            "log_ratio": (
                {"torch.log(x)": "torch.log(x / {0}.{1})", "y = tl.log(x)": "y = tl.log(x / {0}.{1})"},
                "20 05",
            ),
        }
    },
    "single_reduction": {
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
            "l3_norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ord=3, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x) * x * x, 0.0)",
                "y = tl.sum(partial, axis=0)": (
                    "y = tl.exp(tl.log(tl.sum(partial, axis=0)) / 3.0)  # the logarithm of 0 is "
                    "-inf, and the root 0"
                ),
            },
        },
        "AXES": ["DIMS_SEVERAL"],  # one dimension has files of its own, which read it faster
    },
    "single_truth": {
        "FAMILY": {
            "any": {
                "torch.randn(shape)": "torch.randn(shape).relu().floor()",
                "torch.any(x > 2, ": "torch.any(x, ",
                "x > 2.0": "x != 0.0",
            },
            "all": {
                "torch.randn(shape)": "(torch.randn(shape) + 2.0).relu().ceil()",
                "torch.any(x > 2, ": "torch.all(x, ",
                "tl.where(mask & (x > 2.0), 1.0, 0.0))": (
                    "tl.where(mask & (x == 0.0), 1.0, 0.0))  # does any not hold?"
                ),
                "axis=0) > 0.0": "axis=0) == 0.0",
            },
            "any_bool": {
                "torch.randn(shape)": "torch.randn(shape) > 1.5",
                "torch.any(x > 2, ": "torch.any(x, ",
                "mask & (x > 2.0), 1.0": "mask, x",
            },
            "all_bool": {
                "torch.randn(shape)": "torch.randn(shape) > -1.5",
                "torch.any(x > 2, ": "torch.all(x, ",
                "tl.where(mask & (x > 2.0), 1.0, 0.0))": (
                    "tl.where(mask, 1.0 - x, 0.0))  # does any not hold?"
                ),
                "axis=0) > 0.0": "axis=0) == 0.0",
            },
            "all_below": {
                "torch.any(x > 2, ": "torch.all(x < 1.5, ",
                "tl.where(mask & (x > 2.0), 1.0, 0.0))": (
                    "tl.where(mask & (x >= 1.5), 1.0, 0.0))  # does any not hold?"
                ),
                "axis=0) > 0.0": "axis=0) == 0.0",
            },
            "count": {
                "torch.randn(shape)": "torch.randn(shape).round()",
                "torch.any(x > 2, ": "torch.count_nonzero(x, ",
                "lanes = tl.maximum(lanes, tl.where(mask & (x > 2.0), 1.0, 0.0))": (
                    "lanes += tl.where(mask & (x != 0.0), 1, 0)"
                ),
                "tl.max(lanes, axis=1)": "tl.sum(lanes, axis=1)",
                "tl.max(partial, axis=0) > 0.0": "tl.sum(partial, axis=0)",
                "dtype=tl.float32": "dtype=tl.int64",
                "dtype=torch.float32": "dtype=torch.int64",
                "dtype=torch.bool": "dtype=torch.int64",
            },
            "count_positive": {
                "torch.any(x > 2, ": "torch.sum(x > 0, ",
                "lanes = tl.maximum(lanes, tl.where(mask & (x > 2.0), 1.0, 0.0))": (
                    "lanes += tl.where(mask & (x > 0.0), 1, 0)"
                ),
                "tl.max(lanes, axis=1)": "tl.sum(lanes, axis=1)",
                "tl.max(partial, axis=0) > 0.0": "tl.sum(partial, axis=0)",
                "dtype=tl.float32": "dtype=tl.int64",
                "dtype=torch.float32": "dtype=torch.int64",
                "dtype=torch.bool": "dtype=torch.int64",
            },
        },
        "AXES": ["DIMS"],
    },
    "single_variance": {
        "FAMILY": {
            "std": {
                "torch.var": "torch.std",
                "y = tl.maximum(rest, 0.0) / (n_cols - 1)": (
                    "y = tl.sqrt(tl.maximum(rest, 0.0) / (n_cols - 1))"
                ),
            },
            "var_biased": {"torch.var(x, ": "torch.var(x, correction=0, ", "(n_cols - 1)": "n_cols"},
            "std_biased": {
                "torch.var(x, ": "torch.std(x, correction=0, ",
                "y = tl.maximum(rest, 0.0) / (n_cols - 1)": "y = tl.sqrt(tl.maximum(rest, 0.0) / n_cols)",
            },
        },
        "AXES": ["DIMS_SEVERAL"],  # one dimension has files of its own, which read it faster
    },
    "steep_chain": {
        "AXES": [
            ("STEEP", "x = torch.exp(-x)", "x = tl.exp(-x)"),
            ("UNARY", "x = torch.sub(x, 1.0)", "x = x - 1.0"),
            ("UNARY", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)", "optional"),
        ]
    },
    "update_of_four": {
        "AXES": [
            (
                "PROGRAM_XZWP_TO_RVX",
                "r = w * 0.9 + z\n    v = p * 0.99 + z ** 2\n    x = x - r * 0.01",
                "r = 0.9 * w + z\n    v = 0.99 * p + z * z\n    x = x - 0.01 * r",
            )
        ]
    },
    "update_of_three": {
        "AXES": [
            (
                "PROGRAM_UPDATE",
                "v = w * 0.9 + z ** 2\n    x = x - v * 0.01",
                "v = 0.9 * w + z * z\n    x = x - 0.01 * v",
            )
        ]
    },
}
