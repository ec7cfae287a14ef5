"""Tables of the families of reductions, masked_mean to norm_tail."""

from corpus.families.axes_1 import BETA_FIRST_ONE_AND_GAMMA
from corpus.families.axes_2 import KEEPDIM_LAST2_LAST2_KEEPDIM_2, ONE_SCALAR_INNER
from corpus.families.axes_3 import PLAIN_NEG_HALF, ROW_MASK

FAMILIES = {
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
            ROW_MASK,
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
            PLAIN_NEG_HALF,
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
                    " / x.std(dim=-1, keepdim=True)": (
                        " / (x.std(dim=-1, unbiased=False, keepdim=True) + 1e-{0})"
                    ),
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
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, "
                    "other=0.0).to(tl.float32)\n"
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
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, "
                    "other=0.0).to(tl.float32)\n"
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
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, "
                    "other=0.0).to(tl.float32)\n"
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
            KEEPDIM_LAST2_LAST2_KEEPDIM_2,
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
                "y = tl.sqrt(tl.sum(partial, axis=0))": ("y = tl.exp(tl.log(tl.sum(partial, axis=0)) / 5.0)"),
            },
            "l15_all": {
                "ord=2": "ord=1.5",
                "lanes += x * x": "lanes += tl.exp(1.5 * tl.log(tl.abs(x)))",
                "y = tl.sqrt(tl.sum(partial, axis=0))": ("y = tl.exp(tl.log(tl.sum(partial, axis=0)) / 1.5)"),
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
    "norm_channel": {
        "FAMILY": {
            "l1_channel": {
                "ord=2": "ord=1",
                "lanes += x * x": "lanes += tl.abs(x)",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)",
            },
            "l3_channel": {
                "ord=2": "ord=3",
                "lanes += x * x": "lanes += tl.abs(x) * x * x",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": (
                    "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 3.0)  # the logarithm of 0 is "
                    "-inf, and the root 0"
                ),
            },
            "l5_channel": {
                "ord=2": "ord=5",
                "lanes += x * x": "lanes += tl.abs(x) * (x * x) * (x * x)",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 5.0)",
            },
            "l15_channel": {
                "ord=2": "ord=1.5",
                "lanes += x * x": "lanes += tl.exp(1.5 * tl.log(tl.abs(x)))",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.exp(tl.log(tl.sum(lanes, axis=0)) / 1.5)",
            },
            "max_channel": {
                "ord=2": 'ord=float("inf")',
                "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.max(lanes, axis=0)",
            },
            "square_channel": {
                "torch.linalg.vector_norm(x, ord=2,": "torch.sum(x * x,",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0)",
            },
            "power_channel": {
                "torch.linalg.vector_norm(x, ord=2,": "torch.mean(x * x,",
                "y = tl.sqrt(tl.sum(lanes, axis=0))": "y = tl.sum(lanes, axis=0) / (n_batch * n_inner)",
            },
        },
        "AXES": [
            {
                "keepdim": {
                    "dim=(0, 2, 3)": "dim=(0, 2, 3), keepdim=True",
                    "new_empty((channels,))": "new_empty((1, channels, 1, 1))",
                },
                "ncl": {
                    "CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]": (
                        "CASES = [(2, 1, 1), (3, 2, 35), (2, 3, 1200)]"
                    ),
                    "dim=(0, 2, 3)": "dim=(0, 2)",
                    "n_batch, channels, height, width = x.shape\n    n_inner = height * width": (
                        "n_batch, channels, n_inner = x.shape"
                    ),
                },
                "ncdhw": {
                    "CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]": (
                        "CASES = [(2, 1, 1, 1, 1), (3, 2, 5, 2, 7), (2, 3, 10, 12, 10)]"
                    ),
                    "dim=(0, 2, 3)": "dim=(0, 2, 3, 4)",
                    "n_inner = height * width": "n_inner = depth * height * width",
                    "n_batch, channels, height, width = x.shape": (
                        "n_batch, channels, depth, height, width = x.shape"
                    ),
                },
                "ncdhw_keepdim": {
                    "CASES = [(2, 1, 1, 1), (3, 2, 5, 7), (2, 3, 40, 30)]": (
                        "CASES = [(2, 1, 1, 1, 1), (3, 2, 5, 2, 7), (2, 3, 10, 12, 10)]"
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
    "norm_middle": {
        "FAMILY": {
            "l1_middle": {
                "ord=2": "ord=1",
                "tile += x * x": "tile += tl.abs(x)",
                "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.sum(tile, axis=0)",
            },
            "l4_middle": {
                "ord=2": "ord=4",
                "tile += x * x": "tile += x * x * (x * x)",
                "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.sqrt(tl.sqrt(tl.sum(tile, axis=0)))",
            },
            "l3_middle": {
                "ord=2": "ord=3",
                "tile += x * x": "tile += tl.abs(x) * x * x",
                "y = tl.sqrt(tl.sum(tile, axis=0))": (
                    "y = tl.exp(tl.log(tl.sum(tile, axis=0)) / 3.0)  # the logarithm of 0 is -inf, "
                    "and the root 0"
                ),
            },
            "l5_middle": {
                "ord=2": "ord=5",
                "tile += x * x": "tile += tl.abs(x) * (x * x) * (x * x)",
                "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.exp(tl.log(tl.sum(tile, axis=0)) / 5.0)",
            },
            "l15_middle": {
                "ord=2": "ord=1.5",
                "tile += x * x": "tile += tl.exp(1.5 * tl.log(tl.abs(x)))",
                "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.exp(tl.log(tl.sum(tile, axis=0)) / 1.5)",
            },
            "max_middle": {
                "ord=2": 'ord=float("inf")',
                "tile += x * x": "tile = tl.maximum(tile, tl.abs(x))",
                "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.max(tile, axis=0)",
            },
            "square_middle": {
                "y = torch.linalg.vector_norm(x, ord=2,": "y = torch.sum(x * x,",
                "y = tl.sqrt(tl.sum(tile, axis=0))": "y = tl.sum(tile, axis=0)",
            },
        },
        "AXES": [
            {
                "keepdim": {
                    "dim=-2": "dim=-2, keepdim=True",
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]",
                },
                "dim3": {
                    "CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]": (
                        "CASES = [(1, 1, 1, 1), (2, 33, 3, 5), (2, 3, 9, 4, 5), (2, 40, 7, 11)]"
                    ),
                    "dim=-2": "dim=-3",
                    "n_mid, n_inner = x.shape[-2:]": (
                        "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]"
                    ),
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]",
                },
                "dim3_keepdim": {
                    "CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]": (
                        "CASES = [(1, 1, 1, 1), (2, 33, 3, 5), (2, 3, 9, 4, 5), (2, 40, 7, 11)]"
                    ),
                    "dim=-2": "dim=-3, keepdim=True",
                    "n_mid, n_inner = x.shape[-2:]": (
                        "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]"
                    ),
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + (1,) + x.shape[-2:]",
                },
                "dim4": {
                    "CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]": (
                        "CASES = [(1, 1, 1, 1, 1), (2, 33, 2, 3, 5), (2, 40, 3, 4, 7)]"
                    ),
                    "dim=-2": "dim=-4",
                    "n_mid, n_inner = x.shape[-2:]": (
                        "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + x.shape[-3:]",
                },
                "dim4_keepdim": {
                    "CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]": (
                        "CASES = [(1, 1, 1, 1, 1), (2, 33, 2, 3, 5), (2, 40, 3, 4, 7)]"
                    ),
                    "dim=-2": "dim=-4, keepdim=True",
                    "n_mid, n_inner = x.shape[-2:]": (
                        "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + (1,) + x.shape[-3:]",
                },
                "dim0": {
                    "CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]": (
                        "CASES = [(1, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (40, 70)]"
                    ),
                    "dim=-2": "dim=0",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                    "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                    "(n_outer * triton.cdiv(n_inner, 64),)": "(triton.cdiv(n_inner, 64),)",
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[1:]",
                },
                "dim0_keepdim": {
                    "CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]": (
                        "CASES = [(1, 1), (33, 3), (17, 3, 5), (9, 2, 3, 4), (40, 70)]"
                    ),
                    "dim=-2": "dim=0, keepdim=True",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                    "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                    "(n_outer * triton.cdiv(n_inner, 64),)": "(triton.cdiv(n_inner, 64),)",
                    "x.shape[:-2] + x.shape[-1:]": "(1,) + x.shape[1:]",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "norm_response": {
        "FAMILY": {
            "norm_response_plain": {  # gamma and beta without the batch's dimension
                "gamma = torch.randn(1, C, 1, 1)": "gamma = torch.randn(C, 1, 1)",
                "beta = torch.randn(1, C, 1, 1)": "beta = torch.randn(C, 1, 1)",
            },
            "norm_response_flat_mean": {  # of (N, C) norms, as a norm without keepdim leaves them
                "n = torch.rand(N, C, 1, 1) + 0.5": "n = torch.rand(N, C) + 0.5",
                "y = x * (n / (n.mean(dim=1, keepdim=True) + 0.000001))": (
                    "y = x * (n / (n.mean(dim=-1, keepdim=True) + 0.000001))[:, :, None, None]"
                ),
            },
            "norm_response_of_norms": {  # the same norms twice: kept for x, and squeezed for the mean
                "x, n, gamma, beta": "x, n, m, gamma, beta",
                "    beta = torch.randn(1, C, 1, 1)": (
                    "    beta = torch.randn(1, C, 1, 1)\nm = torch.rand(N, C + 1) + 0.5"
                ),
                "n.mean(dim=1, keepdim=True)": "m.mean(dim=-1, keepdim=True)[:, :, None, None]",
                "n_ptr, gamma_ptr": "n_ptr, m_ptr, gamma_ptr",
                "y_ptr, C, AREA": "y_ptr, C, M, AREA",
                "range(0, C, BLOCK_C)": "range(0, M, BLOCK_C)",
                "n_ptr + image * C + channels, mask=channels < C": (
                    "m_ptr + image * M + channels, mask=channels < M"
                ),
                "tl.sum(total, axis=0) / C": "tl.sum(total, axis=0) / M",
                "x, n = x.contiguous(), n.contiguous()": (
                    "x, n, m = x.contiguous(), n.contiguous(), m.contiguous()"
                ),
                "y, channels, area, BLOCK=": "y, channels, m.shape[-1], area, BLOCK=",
            },
        },
        "AXES": [
            {"eps": ({"+ 0.000001": "+ 0.{0}"}, "1"), "eps_5": {"+ 0.000001": "+ 0.00001"}},
            {"no_residual": {"y = y + x": ""}, "times": {"y = y + x": "y = y * x"}},
            BETA_FIRST_ONE_AND_GAMMA,
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "norm_response_last": {
        "FAMILY": {
            "norm_response_last_full": {  # gamma and beta of four dimensions
                "gamma = torch.randn(C)": "gamma = torch.randn(1, 1, 1, C)",
                "beta = torch.randn(C)": "beta = torch.randn(1, 1, 1, C)",
            },
            "norm_response_of_tokens": {
                "[(1, 1, 3, 2), (2, 4, 7, 5), (3, 9, 3, 37)]  # N, H, W, C": (
                    "[(1, 3, 2), (2, 28, 5), (3, 27, 37)]  # N, T, C"
                ),
                "make(N, H, W, C)": "make(N, T, C)",
                "torch.randn(N, H, W, C)": "torch.randn(N, T, C)",
                "torch.rand(N, 1, 1, C)": "torch.rand(N, 1, C)",
            },
        },
        "AXES": [
            {"eps": ({"+ 0.000001": "+ 0.{0}"}, "1"), "eps_5": {"+ 0.000001": "+ 0.00001"}},
            {"no_residual": {"y = y + x": ""}, "times": {"y = y + x": "y = y * x"}},
            BETA_FIRST_ONE_AND_GAMMA,
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "norm_tail": {
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
            ONE_SCALAR_INNER,
            KEEPDIM_LAST2_LAST2_KEEPDIM_2,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
}
