"""Tables of the families of reductions, root_mean_square to sum_channel."""

from corpus.families.axes_1 import BELOW_POSITIVE_NEGATIVE
from corpus.families.axes_2 import KEEPDIM_LAST2_LAST2_KEEPDIM

FAMILIES = {
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
            KEEPDIM_LAST2_LAST2_KEEPDIM,
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
    "row_statistic_kept": {
        "FAMILY": {
            "mean": {
                "torch.sum(x, ": "torch.mean(x, ",
                "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols",
            },
            "largest": {
                "torch.sum(x, ": "torch.amax(x, ",
                "tl.zeros([BLOCK], dtype=tl.float32)": ('tl.full([BLOCK], -float("inf"), dtype=tl.float32)'),
                "lanes += x": 'lanes = tl.maximum(lanes, tl.where(cols < n_cols, x, -float("inf")))',
                "s = tl.sum(lanes, axis=0)": "s = tl.max(lanes, axis=0)",
            },
            "least": {
                "torch.sum(x, ": "torch.amin(x, ",
                "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                "lanes += x": 'lanes = tl.minimum(lanes, tl.where(cols < n_cols, x, float("inf")))',
                "s = tl.sum(lanes, axis=0)": "s = tl.min(lanes, axis=0)",
            },
            "square": {"torch.sum(x, ": "torch.sum(x * x, ", "lanes += x": "lanes += x * x"},
            "mean_square": {
                "torch.sum(x, ": "torch.mean(x * x, ",
                "lanes += x": "lanes += x * x",
                "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols",
            },
            "size": {"torch.sum(x, ": "torch.sum(x.abs(), ", "lanes += x": "lanes += tl.abs(x)"},
            "norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                "lanes += x": "lanes += x * x",
                "s = tl.sum(lanes, axis=0)": "s = tl.sqrt(tl.sum(lanes, axis=0))",
            },
        },
        "AXES": [
            {  # which numbers of a row are given
                "alone": {
                    "z = torch.rand(shape[:-1] + (1,)) + 0.1": "",
                    "w = torch.randn(shape[:-1] + (1,))": "",
                    "return x, z, w": "return (x,)",
                    "(x, z, w)": "(x)",
                    "s = s + z": "",
                    "v = v + w": "",
                    "z_ptr, w_ptr, ": "",
                    "z = tl.load(z_ptr + row).to(tl.float32)": "",
                    "w = tl.load(w_ptr + row).to(tl.float32)": "",
                    "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()": "x = x.contiguous()",
                    "(x, z, w, ": "(x, ",
                },
                "before": {
                    "w = torch.randn(shape[:-1] + (1,))": "",
                    "return x, z, w": "return x, z",
                    "(x, z, w)": "(x, z)",
                    "v = v + w": "",
                    "z_ptr, w_ptr, ": "z_ptr, ",
                    "w = tl.load(w_ptr + row).to(tl.float32)": "",
                    "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()": (
                        "x, z = x.contiguous(), z.contiguous()"
                    ),
                    "(x, z, w, ": "(x, z, ",
                },
                "after": {
                    "z = torch.rand(shape[:-1] + (1,)) + 0.1": "",
                    "return x, z, w": "return x, w",
                    "(x, z, w)": "(x, w)",
                    "s = s + z": "",
                    "z_ptr, w_ptr, ": "w_ptr, ",
                    "z = tl.load(z_ptr + row).to(tl.float32)": "",
                    "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()": (
                        "x, w = x.contiguous(), w.contiguous()"
                    ),
                    "(x, z, w, ": "(x, w, ",
                },
                "product": {"s = s + z": "s = s * z", "v = v + w": "v = v * w"},
                "difference": {"s = s + z": "s = s - z", "v = v + w": "v = w - v"},
            },
            ("UNARY+SCALAR", "s = torch.sigmoid(s)", "s = tl.sigmoid(s)", "optional"),
            {  # what the row becomes
                "times": {"y = x / s": "y = x * s"},
                "minus": {"y = x / s": "y = x - s", "x = torch.rand(shape) + 0.1": "x = torch.randn(shape)"},
                "from": {"y = x / s": "y = s - x", "x = torch.rand(shape) + 0.1": "x = torch.randn(shape)"},
                "minus_again": {"y = x / s": "y = x - s"},
                "eps": {"y = x / s": "y = x / (s + 1e-6)"},
            },
            ("UNARY+STEEP", "y = torch.erf(y)", "y = tl.erf(y)", "optional"),
            {  # what else is told
                "minus": {"torch.log(s)": "-s", "tl.log(s)": "-s"},
                "exponential": {"torch.log(s)": "torch.exp(-s)", "tl.log(s)": "tl.exp(-s)"},
                "square": {"torch.log(s)": "s * s", "tl.log(s)": "s * s"},
                "root": {"torch.log(s)": "torch.sqrt(s)", "tl.log(s)": "tl.sqrt(s)"},
                "inverse": {"torch.log(s)": "1.0 / s", "tl.log(s)": "1.0 / s"},
                "half": {"torch.log(s)": "0.5 * s", "tl.log(s)": "0.5 * s"},
                "plus": {"torch.log(s)": "s + 0.5", "tl.log(s)": "s + 0.5"},
            },
            ("UNARY+SCALAR", "v = torch.relu(v)", "v = tl.maximum(v, 0.0)", "optional"),
            {  # what is returned, and in which order
                "turned": {"return y, v": "return v, y"},
                "all": {
                    "return y, v": "return s, y, v",
                    "y_ptr, v_ptr": "s_ptr, y_ptr, v_ptr",
                    "tl.store(v_ptr + row, v)": "tl.store(s_ptr + row, s)\ntl.store(v_ptr + row, v)",
                    "v = x.new_empty(x.shape[:-1] + (1,))": (
                        "s, v = x.new_empty(x.shape[:-1] + (1,)), x.new_empty(x.shape[:-1] + (1,))"
                    ),
                    "y, v, n_cols": "s, y, v, n_cols",
                },
            },
        ],
    },
    "row_sum_joins": {
        "FAMILY": {
            "mean": {
                "torch.sum(x, ": "torch.mean(x, ",
                "s = tl.sum(lanes, axis=0)": "s = tl.sum(lanes, axis=0) / n_cols",
            },
            "largest": {
                "torch.sum(x, ": "torch.amax(x, ",
                "tl.zeros([BLOCK], dtype=tl.float32)": ('tl.full([BLOCK], -float("inf"), dtype=tl.float32)'),
                "lanes += x": 'lanes = tl.maximum(lanes, tl.where(cols < n_cols, x, -float("inf")))',
                "s = tl.sum(lanes, axis=0)": "s = tl.max(lanes, axis=0)",
            },
            "square": {"torch.sum(x, ": "torch.sum(x * x, ", "lanes += x": "lanes += x * x"},
            "norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                "lanes += x": "lanes += x * x",
                "s = tl.sum(lanes, axis=0)": "s = tl.sqrt(tl.sum(lanes, axis=0))",
            },
        },
        "AXES": [
            {  # what z is
                "number": {
                    "torch.rand(shape[:-1] + (1,)) + 0.1": "torch.rand(()) + 0.1",
                    "z_ptr + row)": "z_ptr)",
                },
                "one": {
                    "torch.rand(shape[:-1] + (1,)) + 0.1": "torch.rand(1) + 0.1",
                    "z_ptr + row)": "z_ptr)",
                },
                "short": {
                    "shape[:-1] + (1,)": "shape[:-1]",
                    "def row_sum_joins_torch(x, z):": (
                        "def row_sum_joins_torch(x, z):\n    z = z.unsqueeze(-1)"
                    ),
                },
                "statistic_first": {
                    "return torch.rand(shape) + 0.1, torch.rand(shape[:-1] + (1,)) + 0.1": (
                        "return torch.rand(shape[:-1] + (1,)) + 0.1, torch.rand(shape) + 0.1"
                    ),
                    "def row_sum_joins_torch(x, z)": "def row_sum_joins_torch(z, x)",
                    "def row_sum_joins_triton(x, z)": "def row_sum_joins_triton(z, x)",
                },
            },
            {  # how the number and the sum meet
                "eps": ({"s + z": "s + z + 1e-{0}", "z + s": "z + s + 1e-{0}"}, "5 6 8"),
                "product": {"s + z": "s * z", "z + s": "z * s"},
                "product_eps": ({"s + z": "s * z + 1e-{0}", "z + s": "z * s + 1e-{0}"}, "5 6 8"),
                "larger": {"s + z": "torch.maximum(s, z)", "z + s": "tl.maximum(z, s)"},
                "exponential": {"s + z": "s + torch.exp(-z)", "z + s": "tl.exp(-z) + s"},
                "root": (
                    {"s + z": "torch.sqrt(s * z + 1e-{0})", "z + s": "tl.sqrt(z * s + 1e-{0})"},
                    "5 6 8",
                ),
            },
            {  # how the row meets both
                "times": {"y = x / s": "y = x * s"},
                "minus": {"y = x / s": "y = x - s"},
                "share": {"y = x / s": "y = x / s * z"},
                "shifted": {"y = x / s": "y = (x - z) / s"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
        ],
    },
    "shapes_any": {
        "FAMILY": {
            "every": {
                "torch.any": "torch.all",
                "tl.full([BLOCK], 0, ": "tl.full([BLOCK], 1, ",
                "lanes = tl.maximum(lanes, tl.where(mask, holds, 0))": (
                    "lanes = tl.minimum(lanes, tl.where(mask, holds, 1))"
                ),
                "y = tl.max(lanes, axis=0) > 0": "y = tl.min(lanes, axis=0) > 0",
            }
        },
        "AXES": ["ROWS_TO_PLACES", BELOW_POSITIVE_NEGATIVE],
    },
    "shapes_any_middle": {
        "FAMILY": {
            "every": {
                "torch.any": "torch.all",
                "tl.full([BLOCK_MID, BLOCK_INNER], 0, ": "tl.full([BLOCK_MID, BLOCK_INNER], 1, ",
                "tile = tl.maximum(tile, tl.where(mask, holds, 0))": (
                    "tile = tl.minimum(tile, tl.where(mask, holds, 1))"
                ),
                "y = tl.max(tile, axis=0) > 0": "y = tl.min(tile, axis=0) > 0",
            }
        },
        "AXES": ["COLUMNS_TO_PLACES", BELOW_POSITIVE_NEGATIVE],
    },
    "shapes_argmax": {
        "FAMILY": {
            "argmin": {
                "torch.argmax": "torch.argmin",
                '-float("inf")': 'float("inf")',
                "x > best": "x < best",
                "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)",
            }
        },
        "AXES": ["ROWS_TO_PLACES"],
    },
    "shapes_argmax_middle": {
        "FAMILY": {
            "argmin": {
                "torch.argmax": "torch.argmin",
                '-float("inf")': 'float("inf")',
                "x > best": "x < best",
                "winner = tl.max(best, axis=0)": "winner = tl.min(best, axis=0)",
            }
        },
        "AXES": ["COLUMNS_TO_PLACES"],
    },
    "shapes_prod": {"AXES": ["ROWS_MULTIPLIED"]},
    "shapes_prod_middle": {"AXES": ["COLUMNS_MULTIPLIED"]},
    "shapes_sum": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / n_cols",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))'
                ),
                "y = tl.sum(lanes, axis=0)": "y = tl.max(lanes, axis=0)",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))'
                ),
                "y = tl.sum(lanes, axis=0)": "y = tl.min(lanes, axis=0)",
            },
            "norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(lanes, axis=0)": "y = tl.sqrt(tl.sum(lanes, axis=0))",
            },
            "l1_norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)",
            },
            "logsumexp": {
                "torch.sum": "torch.logsumexp",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    "# A finite start: -inf would make -inf - -inf, no number, "
                    "in a lane that never sees an element.\n"
                    "peak = tl.full([BLOCK], -3.0e38, dtype=tl.float32)\n"
                    "lanes = tl.zeros([BLOCK], dtype=tl.float32)"
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                    "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                    "peak = higher"
                ),
                "y = tl.sum(lanes, axis=0)": (
                    "top = tl.max(peak, axis=0)\ny = top + tl.log(tl.sum(lanes * tl.exp(peak - top), axis=0))"
                ),
                "BLOCK=block)": "BLOCK=block, enable_fp_fusion=False)",
            },
        },
        "AXES": ["ROWS_REDUCED"],
    },
    "shapes_sum_all": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / n_elements",
                "y_ptr, n_partials": "y_ptr, n_elements, n_partials",
                "y, n_partials": "y, n_elements, n_partials",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "x = tl.where(mask, x, 0.0)": 'x = tl.where(mask, x, -float("inf"))',
                "tl.sum(x, axis=0)": "tl.max(x, axis=0)",
                "tl.zeros([BLOCK], dtype=tl.float32)": ('tl.full([BLOCK], -float("inf"), dtype=tl.float32)'),
                "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
                "lanes += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)": (
                    "lanes = tl.maximum(lanes, tl.load(partial_ptr + offsets, "
                    'mask=offsets < n_partials, other=-float("inf")))'
                ),
            },
            "amin": {
                "torch.sum": "torch.amin",
                "x = tl.where(mask, x, 0.0)": 'x = tl.where(mask, x, float("inf"))',
                "tl.sum(x, axis=0)": "tl.min(x, axis=0)",
                "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                "tl.sum(lanes, axis=0)": "tl.min(lanes, axis=0)",
                "lanes += tl.load(partial_ptr + offsets, mask=offsets < n_partials, other=0.0)": (
                    "lanes = tl.minimum(lanes, tl.load(partial_ptr + offsets, "
                    'mask=offsets < n_partials, other=float("inf")))'
                ),
            },
            "norm": {
                "torch.sum": "torch.linalg.vector_norm",
                "tl.sum(x, axis=0)": "tl.sum(x * x, axis=0)",
                "y = tl.sum(lanes, axis=0)": "y = tl.sqrt(tl.sum(lanes, axis=0))",
            },
            "l1_norm": {
                "torch.sum(x)": "torch.linalg.vector_norm(x, ord=1)",
                "tl.sum(x, axis=0)": "tl.sum(tl.abs(x), axis=0)",
            },
        },
        "AXES": ["ALL_REDUCED"],
    },
    "shapes_sum_dims": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    'tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)'
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
                "tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    'tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)'
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
        },
        "AXES": ["DIMS_REDUCED"],
    },
    "shapes_sum_middle": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(tile, axis=0)": "y = tl.sum(tile, axis=0) / n_mid",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)": (
                    'tile = tl.full([BLOCK_MID, BLOCK_INNER], -float("inf"), dtype=tl.float32)'
                ),
                "tile += tl.where(mask, x, 0.0)": (
                    'tile = tl.maximum(tile, tl.where(mask, x, -float("inf")))'
                ),
                "y = tl.sum(tile, axis=0)": "y = tl.max(tile, axis=0)",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)": (
                    'tile = tl.full([BLOCK_MID, BLOCK_INNER], float("inf"), dtype=tl.float32)'
                ),
                "tile += tl.where(mask, x, 0.0)": (
                    'tile = tl.minimum(tile, tl.where(mask, x, float("inf")))'
                ),
                "y = tl.sum(tile, axis=0)": "y = tl.min(tile, axis=0)",
            },
            "norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                "tile += tl.where(mask, x, 0.0)": "tile += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(tile, axis=0)": "y = tl.sqrt(tl.sum(tile, axis=0))",
            },
            "l1_norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "tile += tl.where(mask, x, 0.0)": "tile += tl.where(mask, tl.abs(x), 0.0)",
            },
            "logsumexp": {
                "torch.sum": "torch.logsumexp",
                "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)": (
                    "# A finite start: -inf would make -inf - -inf, no number, "
                    "in a lane that never sees an element.\n"
                    "peak = tl.full([BLOCK_MID, BLOCK_INNER], -3.0e38, dtype=tl.float32)\n"
                    "tile = tl.zeros([BLOCK_MID, BLOCK_INNER], dtype=tl.float32)"
                ),
                "tile += tl.where(mask, x, 0.0)": (
                    "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                    "tile = tile * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                    "peak = higher"
                ),
                "y = tl.sum(tile, axis=0)": (
                    "top = tl.max(peak, axis=0)\ny = top + tl.log(tl.sum(tile * tl.exp(peak - top), axis=0))"
                ),
                "BLOCK_INNER=64)": "BLOCK_INNER=64, enable_fp_fusion=False)",
            },
        },
        "AXES": ["COLUMNS_REDUCED"],
    },
    "shapes_var": {
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
        "AXES": ["ROWS_REDUCED"],
    },
    "shapes_var_all": {
        "FAMILY": {
            "std": {
                "torch.var": "torch.std",
                "y = tl.maximum(rest, 0.0) / (n_elements - 1)": (
                    "y = tl.sqrt(tl.maximum(rest, 0.0) / (n_elements - 1))"
                ),
            },
            "var_biased": {"torch.var(x)": "torch.var(x, correction=0)", "(n_elements - 1)": "n_elements"},
            "std_biased": {
                "torch.var(x)": "torch.std(x, correction=0)",
                "y = tl.maximum(rest, 0.0) / (n_elements - 1)": (
                    "y = tl.sqrt(tl.maximum(rest, 0.0) / n_elements)"
                ),
            },
        },
        "AXES": ["ALL_REDUCED"],
    },
    "shapes_var_dims": {
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
        "AXES": ["DIMS_REDUCED"],
    },
    "shapes_var_middle": {
        "FAMILY": {
            "std": {
                "torch.var": "torch.std",
                "y = tl.maximum(rest, 0.0) / (n_mid - 1)": (
                    "y = tl.sqrt(tl.maximum(rest, 0.0) / (n_mid - 1))"
                ),
            },
            "var_biased": {"torch.var(x, ": "torch.var(x, correction=0, ", "(n_mid - 1)": "n_mid"},
            "std_biased": {
                "torch.var(x, ": "torch.std(x, correction=0, ",
                "y = tl.maximum(rest, 0.0) / (n_mid - 1)": "y = tl.sqrt(tl.maximum(rest, 0.0) / n_mid)",
            },
        },
        "AXES": ["COLUMNS_REDUCED"],
    },
    "sum_all": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(partial, axis=0)": "y = (tl.sum(partial, axis=0) / n_elements)",
                "(partial_ptr, y_ptr, n_partials, BLOCK: tl.constexpr)": (
                    "(partial_ptr, y_ptr, n_partials, n_elements, BLOCK: tl.constexpr)"
                ),
                "(partial, y, n_partials, BLOCK=1024)": ("(partial, y, n_partials, n_elements, BLOCK=1024)"),
            },
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([BLOCK], dtype=tl.float64)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))'
                ),
                "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
                "mask=offsets < n_partials, other=0.0": 'mask=offsets < n_partials, other=-float("inf")',
                "y = tl.sum(partial, axis=0).to(tl.float32)": "y = tl.max(partial, axis=0)",
                "dtype=torch.float64": "dtype=torch.float32",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([BLOCK], dtype=tl.float64)": (
                    'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))'
                ),
                "tl.sum(lanes, axis=0)": "tl.min(lanes, axis=0)",
                "mask=offsets < n_partials, other=0.0": 'mask=offsets < n_partials, other=float("inf")',
                "y = tl.sum(partial, axis=0).to(tl.float32)": "y = tl.min(partial, axis=0)",
                "dtype=torch.float64": "dtype=torch.float32",
            },
        },
        "AXES": [
            ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "sum_channel": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / count",
                "(partial_ptr, y_ptr, n_partials": "(partial_ptr, y_ptr, n_partials, count",
                "(partial, y, n_partials": "(partial, y, n_partials, n_batch * n_inner",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))'
                ),
                "tl.sum(tl.where(mask, x, 0.0), axis=0)": (
                    'tl.max(tl.where(mask, x, -float("inf")), axis=0)'
                ),
                "y = tl.sum(lanes, axis=0)": "y = tl.max(lanes, axis=0)",
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))'
                ),
                "tl.sum(tl.where(mask, x, 0.0), axis=0)": ('tl.min(tl.where(mask, x, float("inf")), axis=0)'),
                "y = tl.sum(lanes, axis=0)": "y = tl.min(lanes, axis=0)",
            },
        },
        "AXES": [
            {
                "keepdim": {
                    "dim=(0, 2, 3)": "dim=(0, 2, 3), keepdim=True",
                    "new_empty((channels,))": "new_empty((1, channels, 1, 1))",
                },
                "ncl": {
                    "CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]": (
                        "CASES = [(1, 1, 1), (3, 2, 35), (1, 2, 4200)]"
                    ),
                    "dim=(0, 2, 3)": "dim=(0, 2)",
                    "n_batch, channels, height, width = x.shape\n    n_inner = height * width": (
                        "n_batch, channels, n_inner = x.shape"
                    ),
                },
                "ncl_keepdim": {
                    "CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]": (
                        "CASES = [(1, 1, 1), (3, 2, 35), (1, 2, 4200)]"
                    ),
                    "dim=(0, 2, 3)": "dim=(0, 2), keepdim=True",
                    "new_empty((channels,))": "new_empty((1, channels, 1))",
                    "n_batch, channels, height, width = x.shape\n    n_inner = height * width": (
                        "n_batch, channels, n_inner = x.shape"
                    ),
                },
                "ncdhw": {
                    "CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (1, 2, 70, 60)]": (
                        "CASES = [(1, 1, 1, 1, 1), (3, 2, 5, 2, 7), (1, 2, 14, 15, 20)]"
                    ),
                    "dim=(0, 2, 3)": "dim=(0, 2, 3, 4)",
                    "n_inner = height * width": "n_inner = depth * height * width",
                    "n_batch, channels, height, width = x.shape": (
                        "n_batch, channels, depth, height, width = x.shape"
                    ),
                },
            },
            ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
}
