"""Tables of the families of random programs and their building blocks, single_reduction to update_of_three."""

FAMILIES = {
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
