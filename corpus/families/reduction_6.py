"""Tables of the families of reductions, var to weighted_sum_middle."""

from corpus.families.axes_2 import KEEPDIM_LAST2_LAST2_KEEPDIM_3, ONE_SCALAR_INNER

FAMILIES = {
    "var": {
        "FAMILY": {
            "std": {
                "torch.var": "torch.std",
                "y = squares_sum / (n_cols - 1)": "y = tl.sqrt(squares_sum / (n_cols - 1))",
            },
            "var_biased": {
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_cols - 1)": "y = squares_sum / n_cols",
            },
            "std_biased": {
                "torch.var": "torch.std",
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_cols - 1)": "y = tl.sqrt(squares_sum / n_cols)",
            },
        },
        "AXES": [
            KEEPDIM_LAST2_LAST2_KEEPDIM_3,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "var_all": {
        "FAMILY": {
            "std_all": {
                "torch.var": "torch.std",
                "y = squares_sum / (n_elements - 1)": "y = tl.sqrt(squares_sum / (n_elements - 1))",
            },
            "var_all_biased": {
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_elements - 1)": "y = squares_sum / n_elements",
            },
            "std_all_biased": {
                "torch.var": "torch.std",
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_elements - 1)": "y = tl.sqrt(squares_sum / n_elements)",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "var_channel": {
        "FAMILY": {
            "std_channel": {
                "torch.var": "torch.std",
                "y = squares_sum / (count - 1)": "y = tl.sqrt(squares_sum / (count - 1))",
            },
            "var_channel_biased": {
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (count - 1)": "y = squares_sum / count",
            },
            "std_channel_biased": {
                "torch.var": "torch.std",
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (count - 1)": "y = tl.sqrt(squares_sum / count)",
            },
        },
        "AXES": [
            {
                "keepdim": {
                    "dim=(0, 2, 3)": "dim=(0, 2, 3), keepdim=True",
                    "new_empty((channels,))": "new_empty((1, channels, 1, 1))",
                },
                "ncl": {
                    "CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]": (
                        "CASES = [(2, 1, 1), (3, 2, 35), (1, 2, 4200)]"
                    ),
                    "dim=(0, 2, 3)": "dim=(0, 2)",
                    "n_batch, channels, height, width = x.shape\n    n_inner = height * width": (
                        "n_batch, channels, n_inner = x.shape"
                    ),
                },
                "ncdhw": {
                    "CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]": (
                        "CASES = [(2, 1, 1, 1, 1), (3, 2, 5, 2, 7), (1, 2, 14, 15, 20)]"
                    ),
                    "dim=(0, 2, 3)": "dim=(0, 2, 3, 4)",
                    "n_inner = height * width": "n_inner = depth * height * width",
                    "n_batch, channels, height, width = x.shape": (
                        "n_batch, channels, depth, height, width = x.shape"
                    ),
                },
                "ncdhw_keepdim": {
                    "CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]": (
                        "CASES = [(2, 1, 1, 1, 1), (3, 2, 5, 2, 7), (1, 2, 14, 15, 20)]"
                    ),
                    "dim=(0, 2, 3)": "dim=(0, 2, 3, 4), keepdim=True",
                    "n_inner = height * width": "n_inner = depth * height * width",
                    "new_empty((channels,))": "new_empty((1, channels, 1, 1, 1))",
                    "n_batch, channels, height, width = x.shape": (
                        "n_batch, channels, depth, height, width = x.shape"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "var_dim0": {
        "FAMILY": {
            "std": {
                "torch.var": "torch.std",
                "y = squares_sum / (n_rows - 1)": "y = tl.sqrt(squares_sum / (n_rows - 1))",
            },
            "var_biased": {
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_rows - 1)": "y = squares_sum / n_rows",
            },
            "std_biased": {
                "torch.var": "torch.std",
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_rows - 1)": "y = tl.sqrt(squares_sum / n_rows)",
            },
        },
        "AXES": [
            {"keepdim": {"dim=0": "dim=0, keepdim=True", "x.shape[1:]": "(1,) + x.shape[1:]"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "var_dims": {
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
        "AXES": [
            "DIMS",
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "var_mean": {
        "FAMILY": {
            "std_mean": {
                "torch.var_mean": "torch.std_mean",
                "y = tl.sum(squares, axis=0) / (n_cols - 1)": (
                    "y = tl.sqrt(tl.sum(squares, axis=0) / (n_cols - 1))"
                ),
            },
            "var_mean_biased": {
                "unbiased=True": "unbiased=False",
                "y = tl.sum(squares, axis=0) / (n_cols - 1)": "y = tl.sum(squares, axis=0) / n_cols",
            },
            "std_mean_biased": {
                "torch.var_mean": "torch.std_mean",
                "unbiased=True": "unbiased=False",
                "y = tl.sum(squares, axis=0) / (n_cols - 1)": (
                    "y = tl.sqrt(tl.sum(squares, axis=0) / n_cols)"
                ),
            },
            "mean_var": {"return y, mean": "return mean, y"},
        },
        "AXES": [
            {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ],
    },
    "var_middle": {
        "FAMILY": {
            "std": {
                "torch.var": "torch.std",
                "y = squares_sum / (n_rows - 1)": "y = tl.sqrt(squares_sum / (n_rows - 1))",
            },
            "var_biased": {
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_rows - 1)": "y = squares_sum / n_rows",
            },
            "std_biased": {
                "torch.var": "torch.std",
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_rows - 1)": "y = tl.sqrt(squares_sum / n_rows)",
            },
        },
        "AXES": [
            {
                "keepdim": {
                    "dim=-2": "dim=-2, keepdim=True",
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]",
                },
                "dim3": {
                    "CASES = [(1, 2, 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70)]": (
                        "CASES = [(1, 2, 1, 1), (2, 17, 3, 5), (2, 3, 9, 4, 5)]"
                    ),
                    "dim=-2": "dim=-3",
                    "n_rows, n_cols = x.shape[-2:]": (
                        "n_rows, n_cols = x.shape[-3], x.shape[-2] * x.shape[-1]"
                    ),
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]",
                },
                "dim3_keepdim": {
                    "CASES = [(1, 2, 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70)]": (
                        "CASES = [(1, 2, 1, 1), (2, 17, 3, 5), (2, 3, 9, 4, 5)]"
                    ),
                    "dim=-2": "dim=-3, keepdim=True",
                    "n_rows, n_cols = x.shape[-2:]": (
                        "n_rows, n_cols = x.shape[-3], x.shape[-2] * x.shape[-1]"
                    ),
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + (1,) + x.shape[-2:]",
                },
                "dim4": {
                    "CASES = [(1, 2, 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70)]": (
                        "CASES = [(1, 2, 1, 1, 1), (2, 17, 3, 4, 5)]"
                    ),
                    "dim=-2": "dim=-4",
                    "n_rows, n_cols = x.shape[-2:]": (
                        "n_rows, n_cols = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + x.shape[-3:]",
                },
                "dim4_keepdim": {
                    "CASES = [(1, 2, 1), (2, 17, 3), (2, 3, 9, 5), (2, 3, 4, 6, 5), (2, 33, 70)]": (
                        "CASES = [(1, 2, 1, 1, 1), (2, 17, 3, 4, 5)]"
                    ),
                    "dim=-2": "dim=-4, keepdim=True",
                    "n_rows, n_cols = x.shape[-2:]": (
                        "n_rows, n_cols = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + (1,) + x.shape[-3:]",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "var_tail": {
        "FAMILY": {
            "std": {
                "torch.var": "torch.std",
                "y = squares_sum / (n_cols - 1)": "y = tl.sqrt(squares_sum / (n_cols - 1))",
            },
            "var_biased": {
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_cols - 1)": "y = squares_sum / n_cols",
            },
            "std_biased": {
                "torch.var": "torch.std",
                "unbiased=True": "unbiased=False",
                "y = squares_sum / (n_cols - 1)": "y = tl.sqrt(squares_sum / n_cols)",
            },
        },
        "AXES": [
            ONE_SCALAR_INNER,
            KEEPDIM_LAST2_LAST2_KEEPDIM_3,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "weighted_sum_middle": {
        "FAMILY": {
            "weighted_sum_middle_kept": {
                "torch.sum(x, dim=1)": "torch.sum(x, dim=1, keepdim=True)",
                "x.new_empty(B, N)": "x.new_empty(B, 1, N)",
            },
            "weighted_mean_middle": {
                "torch.sum(x, dim=1)": "torch.mean(x, dim=1)",
                "y = tl.sum(total, axis=0)": "y = tl.sum(total, axis=0) / T",
            },
            "weighted_max_middle": {
                "torch.sum(x, dim=1)": "torch.amax(x, dim=1)",
                "tl.zeros((BLOCK_T, BLOCK), dtype=tl.float32)": (
                    'tl.full((BLOCK_T, BLOCK), -float("inf"), dtype=tl.float32)'
                ),
                "total += tl.where(mask, x, 0.0)": (
                    'total = tl.maximum(total, tl.where(mask, x, -float("inf")))'
                ),
                "y = tl.sum(total, axis=0)": "y = tl.max(total, axis=0)",
            },
        },
        "AXES": [
            {
                "shared": {
                    "torch.randn(B, T, 1)": "torch.randn(T, 1)",
                    "z_ptr + rows, mask=there": "z_ptr + rows - b * T, mask=there",
                },
                "each": {
                    "torch.randn(B, T, 1)": "torch.randn(B, T, N)",
                    "z_ptr + rows, mask=there, other=0.0).to(tl.float32)[:, None]": (
                        "z_ptr + rows[:, None] * N + n[None, :], mask=mask, other=0.0).to(tl.float32)"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("BINARY", "x = x * z", "x = z * x"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
}
