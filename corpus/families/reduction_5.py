"""Tables of the families of reductions, sum_dim0 to value_range."""

from corpus.families.axes_2 import (
    KEEPDIM_LAST2_LAST2_KEEPDIM,
    KEEPDIM_LAST2_LAST2_KEEPDIM_2,
    ONE_SCALAR_INNER,
)
from corpus.families.axes_4 import UNSQUEEZED_FLAT

FAMILIES = {
    "sum_dim0": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_rows",
                "partial_ptr, y_ptr, n_shares": "partial_ptr, y_ptr, n_rows, n_shares",
                "partial, y, n_shares": "partial, y, n_rows, n_shares",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "tile = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)": (
                    'tile = tl.full([BLOCK_ROWS, BLOCK_COLS], -float("inf"), dtype=tl.float32)'
                ),
                "tile += tl.where(mask, x, 0.0)": (
                    'tile = tl.maximum(tile, tl.where(mask, x, -float("inf")))'
                ),
                "tl.sum(tile, axis=0)": "tl.max(tile, axis=0)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=-float("inf"))\ny = tl.max(partial, axis=0)'
                ),
            },
            "amin": {
                "torch.sum": "torch.amin",
                "tile = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)": (
                    'tile = tl.full([BLOCK_ROWS, BLOCK_COLS], float("inf"), dtype=tl.float32)'
                ),
                "tile += tl.where(mask, x, 0.0)": (
                    'tile = tl.minimum(tile, tl.where(mask, x, float("inf")))'
                ),
                "tl.sum(tile, axis=0)": "tl.min(tile, axis=0)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=float("inf"))\ny = tl.min(partial, axis=0)'
                ),
            },
        },
        "AXES": [
            {"keepdim": {"dim=0": "dim=0, keepdim=True", "x.shape[1:]": "(1,) + x.shape[1:]"}},
            ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "sum_dims": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / n_inner",
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
        },
        "AXES": [
            UNSQUEEZED_FLAT,
            {
                "keepdim": {
                    "dim=(-2, -1)": "dim=(-2, -1), keepdim=True",
                    "x.shape[:-2]": "x.shape[:-2] + (1, 1)",
                },
                "last3": {
                    "CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]": (
                        "CASES = [(1, 1, 1, 1), (12, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=(-2, -1)": "dim=(-3, -2, -1)",
                    "x.shape[-2] * x.shape[-1]": "x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-2]": "x.shape[:-3]",
                },
                "last3_keepdim": {
                    "CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]": (
                        "CASES = [(1, 1, 1, 1), (12, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=(-2, -1)": "dim=(-3, -2, -1), keepdim=True",
                    "x.shape[-2] * x.shape[-1]": "x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-2]": "x.shape[:-3] + (1, 1, 1)",
                },
                "last4": {
                    "CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]": (
                        "CASES = [(1, 1, 1, 1, 1), (12, 5, 2, 4, 7), (2, 4, 2, 10, 15)]"
                    ),
                    "dim=(-2, -1)": "dim=(-4, -3, -2, -1)",
                    "x.shape[-2] * x.shape[-1]": "x.shape[-4] * x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-2]": "x.shape[:-4]",
                },
                "last4_keepdim": {
                    "CASES = [(1, 1, 1), (12, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]": (
                        "CASES = [(1, 1, 1, 1, 1), (12, 5, 2, 4, 7), (2, 4, 2, 10, 15)]"
                    ),
                    "dim=(-2, -1)": "dim=(-4, -3, -2, -1), keepdim=True",
                    "x.shape[-2] * x.shape[-1]": "x.shape[-4] * x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-2]": "x.shape[:-4] + (1, 1, 1, 1)",
                },
            },
            ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "sum_joins_vectors": {
        "FAMILY": {
            "mean": {
                "torch.sum(": "torch.mean(",
                "y = tl.sum(lanes, axis=0)": "y = tl.sum(lanes, axis=0) / n_cols",
            },
            "norm": {
                "torch.sum(": "torch.linalg.vector_norm(",
                "tl.where(mask, x, 0.0)": "tl.where(mask, x * x, 0.0)",
                "y = tl.sum(lanes, axis=0)": "y = tl.sqrt(tl.sum(lanes, axis=0))",
            },
            "size": {
                "torch.sum(": "torch.linalg.vector_norm(",
                "dim=-1": "ord=1, dim=-1",
                "tl.where(mask, x, 0.0)": "tl.where(mask, tl.abs(x), 0.0)",
            },
            "amax": {
                "torch.sum(": "torch.amax(",
                "tl.zeros([BLOCK], dtype=tl.float32)": ('tl.full([BLOCK], -float("inf"), dtype=tl.float32)'),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))'
                ),
                "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
            },
            "amin": {
                "torch.sum(": "torch.amin(",
                "tl.zeros([BLOCK], dtype=tl.float32)": 'tl.full([BLOCK], float("inf"), dtype=tl.float32)',
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))'
                ),
                "tl.sum(lanes, axis=0)": "tl.min(lanes, axis=0)",
            },
        },
        "AXES": [
            {
                "kept": {
                    "dim=-1": "dim=-1, keepdim=True",
                    "z = torch.randn(shape[:-1])": "z = torch.randn(shape[:-1] + (1,))",
                    "w = torch.randn(shape[:-1])": "w = torch.randn(shape[:-1] + (1,))",
                    "x.new_empty(x.shape[:-1])": "x.new_empty(x.shape[:-1] + (1,))",
                }
            },
            {  # what the row is joined to
                "times": {"x = x - u": "x = x * u"},
                "plus": {"x = x - u": "x = x + u"},
                "alone": {
                    "u = torch.randn(shape)": "",
                    "return x, u, z, w": "return x, z, w",
                    "(x, u, z, w)": "(x, z, w)",
                    "x = x - u": "",
                    "x_ptr, u_ptr": "x_ptr",
                    "u = tl.load(u_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "x, u, z, w = x.contiguous(), u.contiguous()": "x, z, w = x.contiguous()",
                    "(x, u, z, w, y": "(x, z, w, y",
                },
                "point": {
                    "u = torch.randn(shape)": "u = torch.randn(shape[-1])",
                    "u_ptr + row * n_cols + cols": "u_ptr + cols",
                },
                "point_times": {
                    "u = torch.randn(shape)": "u = torch.randn(shape[-1])",
                    "u_ptr + row * n_cols + cols": "u_ptr + cols",
                    "x = x - u": "x = x * u",
                },
                "alone_again": {
                    "u = torch.randn(shape)": "",
                    "return x, u, z, w": "return x, z, w",
                    "(x, u, z, w)": "(x, z, w)",
                    "x = x - u": "",
                    "x_ptr, u_ptr": "x_ptr",
                    "u = tl.load(u_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "x, u, z, w = x.contiguous(), u.contiguous()": "x, z, w = x.contiguous()",
                    "(x, u, z, w, y": "(x, z, w, y",
                },
            },
            ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
            ("PROGRAM_XZW", "y = y * z + w", "y = z * y + w"),
        ],
    },
    "sum_last": {
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
        },
        "AXES": [
            UNSQUEEZED_FLAT,
            {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
            ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "sum_leading": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_rows",
                "partial_ptr, y_ptr, n_shares": "partial_ptr, y_ptr, n_rows, n_shares",
                "partial, y, n_shares": "partial, y, n_rows, n_shares",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "tile = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)": (
                    'tile = tl.full([BLOCK_ROWS, BLOCK_COLS], -float("inf"), dtype=tl.float32)'
                ),
                "tile += tl.where(mask, x, 0.0)": (
                    'tile = tl.maximum(tile, tl.where(mask, x, -float("inf")))'
                ),
                "tl.sum(tile, axis=0)": "tl.max(tile, axis=0)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=-float("inf"))\ny = tl.max(partial, axis=0)'
                ),
            },
            "amin": {
                "torch.sum": "torch.amin",
                "tile = tl.zeros([BLOCK_ROWS, BLOCK_COLS], dtype=tl.float32)": (
                    'tile = tl.full([BLOCK_ROWS, BLOCK_COLS], float("inf"), dtype=tl.float32)'
                ),
                "tile += tl.where(mask, x, 0.0)": (
                    'tile = tl.minimum(tile, tl.where(mask, x, float("inf")))'
                ),
                "tl.sum(tile, axis=0)": "tl.min(tile, axis=0)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=float("inf"))\ny = tl.min(partial, axis=0)'
                ),
            },
        },
        "AXES": [
            {
                "keepdim": {
                    "dim=(0, 1)": "dim=(0, 1), keepdim=True",
                    "new_empty((n_cols,))": "new_empty((1, 1, n_cols))",
                },
                "4d": {
                    "CASES = [(1, 1, 1), (3, 11, 5), (5, 14, 70)]": (
                        "CASES = [(1, 1, 1, 1), (3, 11, 5, 3), (5, 14, 7, 8)]"
                    ),
                    "n_batch, n_seq, n_cols = x.shape": (
                        "n_batch, n_seq, height, width = x.shape\nn_cols = height * width"
                    ),
                    "new_empty((n_cols,))": "new_empty((height, width))",
                },
                "4d_keepdim": {
                    "CASES = [(1, 1, 1), (3, 11, 5), (5, 14, 70)]": (
                        "CASES = [(1, 1, 1, 1), (3, 11, 5, 3), (5, 14, 7, 8)]"
                    ),
                    "dim=(0, 1)": "dim=(0, 1), keepdim=True",
                    "n_batch, n_seq, n_cols = x.shape": (
                        "n_batch, n_seq, height, width = x.shape\nn_cols = height * width"
                    ),
                    "new_empty((n_cols,))": "new_empty((1, 1, height, width))",
                },
                "nhwc": {
                    "CASES = [(1, 1, 1), (3, 11, 5), (5, 14, 70)]": (
                        "CASES = [(1, 1, 1, 1), (3, 4, 5, 3), (3, 5, 4, 50)]"
                    ),
                    "dim=(0, 1)": "dim=(0, 1, 2)",
                    "n_rows = n_batch * n_seq": "n_rows = n_batch * height * width",
                    "n_batch, n_seq, n_cols = x.shape": "n_batch, height, width, n_cols = x.shape",
                },
                "nhwc_keepdim": {
                    "CASES = [(1, 1, 1), (3, 11, 5), (5, 14, 70)]": (
                        "CASES = [(1, 1, 1, 1), (3, 4, 5, 3), (3, 5, 4, 50)]"
                    ),
                    "dim=(0, 1)": "dim=(0, 1, 2), keepdim=True",
                    "n_rows = n_batch * n_seq": "n_rows = n_batch * height * width",
                    "n_batch, n_seq, n_cols = x.shape": "n_batch, height, width, n_cols = x.shape",
                    "new_empty((n_cols,))": "new_empty((1, 1, 1, n_cols))",
                },
            },
            ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "sum_middle": {
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
            },
            ("UNARY+STEEP", "x = torch.square(x)", "x = x * x", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sqrt(y)", "y = tl.sqrt(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "sum_of_pairs": {
        "FAMILY": {
            "mean": {"torch.sum(": "torch.mean(", "y = total": "y = total / K"},
            "amax": {
                "torch.sum(": "torch.amax(",
                "tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)": (
                    'tl.full([BLOCK_M, BLOCK_N], -float("inf"), dtype=tl.float32)'
                ),
                "total += y": "total = tl.maximum(total, y)",
            },
            "amin": {
                "torch.sum(": "torch.amin(",
                "tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)": (
                    'tl.full([BLOCK_M, BLOCK_N], float("inf"), dtype=tl.float32)'
                ),
                "total += y": "total = tl.minimum(total, y)",
            },
            "norm": {
                "torch.sum(": "torch.linalg.vector_norm(",
                "total += y": "total += y * y",
                "y = total": "y = tl.sqrt(total)",
            },
            "norm_call": {
                "torch.sum(y, dim=-1)": "y.norm(dim=-1)",
                "total += y": "total += y * y",
                "y = total": "y = tl.sqrt(total)",
            },
        },
        "AXES": [
            {  # how a pair meets
                "plus": {"torch.sub(x, z)": "x + z", "y = x - z": "y = x + z"},
                "product": {"torch.sub(x, z)": "x * z", "y = x - z": "y = x * z"},
                "larger": {"torch.sub(x, z)": "torch.maximum(x, z)", "y = x - z": "y = tl.maximum(x, z)"},
                "less": {"torch.sub(x, z)": "torch.minimum(x, z)", "y = x - z": "y = tl.minimum(x, z)"},
                "greater": {
                    "torch.sub(x, z)": "(x > z).float()",
                    "y = x - z": "y = tl.where(x > z, 1.0, 0.0)",
                },
                "not_greater": {
                    "torch.sub(x, z)": "(x <= z).float()",
                    "y = x - z": "y = tl.where(x <= z, 1.0, 0.0)",
                },
                "near": (
                    {
                        "torch.sub(x, z)": "((x - z).abs() < 0.{0}).float()",
                        "y = x - z": "y = tl.where(tl.abs(x - z) < 0.{0}, 1.0, 0.0)",
                    },
                    "5 2 1",
                ),
            },
            {
                "turned": {
                    "torch.randn(M, 1, K), ": "torch.randn(M, K), ",
                    "torch.randn(N, K)": "torch.randn(N, 1, K)",
                    "M, N, K = x.shape[0], *z.shape": "M, N, K = z.shape[0], *x.shape",
                    "rows * K": "columns * K",
                    "columns * K": "rows * K",
                    "mask=rows < M": "mask=columns < N",
                    "mask=columns < N": "mask=rows < M",
                },
                "batched": {
                    "[(1, 1, 2), (5, 7, 3), (33, 20, 11)]": "[(1, 1, 1, 2), (2, 5, 7, 3), (3, 33, 20, 11)]",
                    "make(M, N, K)": "make(B, M, N, K)",
                    "torch.randn(M, 1, K), ": "torch.randn(B, M, 1, K), ",
                    "torch.randn(N, K)": "torch.randn(B, 1, N, K)",
                    "rows = (": "batch = tl.program_id(2).to(tl.int64)\nrows = (",
                    "x_ptr + rows": "x_ptr + batch * M * K + rows",
                    "z_ptr + columns": "z_ptr + batch * N * K + columns",
                    "y_ptr + rows": "y_ptr + batch * M * N + rows",
                    "M, N, K = x.shape[0], *z.shape": "(B, M), (N, K) = x.shape[:2], z.shape[2:]",
                    "torch.empty((M, N)": "torch.empty((B, M, N)",
                    "triton.cdiv(N, 32))": "triton.cdiv(N, 32), B)",
                },
            },
            ("UNARY+STEEP", "y = torch.square(y)", "y = y * y", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            {
                "without_end": {"y = torch.sigmoid(y)": "", "y = tl.sigmoid(y)": ""},
                "exponential": {
                    "torch.sigmoid(y)": "torch.exp(-0.5 * y)",
                    "tl.sigmoid(y)": "tl.exp(-0.5 * y)",
                },
                "cauchy": {"torch.sigmoid(y)": "1.0 / (1.0 + y)", "tl.sigmoid(y)": "1.0 / (1.0 + y)"},
                "eye": {
                    "y = torch.sigmoid(y)": (
                        "y = y * (1.0 - torch.eye(y.shape[-2], y.shape[-1], device=y.device))"
                    ),
                    "y = tl.sigmoid(y)": "y = y * tl.where(rows == columns, 0.0, 1.0)",
                },
                "plus_eye": {
                    "y = torch.sigmoid(y)": "y = y + torch.eye(y.shape[-2], y.shape[-1], device=y.device)",
                    "y = tl.sigmoid(y)": "y = y + tl.where(rows == columns, 1.0, 0.0)",
                },
            },
        ],
    },
    "sum_pair": {
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
        },
        "AXES": [
            {"keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"}},
            {
                "row": {
                    "return torch.randn(shape), torch.randn(shape)": (
                        "return torch.randn(shape), torch.randn(shape[-1])"
                    ),
                    "z_ptr + row * n_cols + cols": "z_ptr + cols",
                }
            },
            ("BINARY", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "sum_tail": {
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
        },
        "AXES": [
            KEEPDIM_LAST2_LAST2_KEEPDIM_2,
            ONE_SCALAR_INNER,
            {
                "with_cos": {"x = torch.square(x)": "x = torch.cos(x)", "x = x * x": "x = tl.cos(x)"},
                "with_abs": {"x = torch.square(x)": "x = torch.abs(x)", "x = x * x": "x = tl.abs(x)"},
                "plain": {"x = torch.square(x)": "", "x = x * x": ""},
            },
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "two_statistics": {
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
            "mean_power": {
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
        },
        "AXES": [
            "DIMS",
            {"turned": {"return v, y": "return y, v"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "v = torch.abs(v)", "v = tl.abs(v)", "optional"),
            ("TAIL_X", "y = y + 1e-5", "y = 1e-5 + y", "optional"),
        ],
    },
    "value_range": {
        "FAMILY": {
            "midrange": {
                ") - torch.amin": ") + torch.amin",
                "tl.max(high, axis=0) - tl.min(low, axis=0)": ("tl.max(high, axis=0) + tl.min(low, axis=0)"),
            }
        },
        "AXES": [
            KEEPDIM_LAST2_LAST2_KEEPDIM,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
}
