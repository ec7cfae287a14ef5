"""Tables of the families of matrix products, matmul_orders to matmul_symmetric."""

from corpus.families.axes_1 import HALVED_DOUBLED_SHIFTED
from corpus.families.axes_2 import KEEPDIM
from corpus.families.axes_3 import SECOND_TRANSPOSED_FIRST_TRANSPOSED_BOTH_TRAN
from corpus.families.axes_4 import TIMES_EIGHTH_OVER_8

FAMILIES = {
    "matmul_orders": {
        "AXES": [
            {
                "x_bmhk": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(B, M, H, K)",
                    "y = (x": "y = (x.transpose(1, 2)",
                    "B, H, M, K = x.shape": "B, M, H, K = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": (
                        "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()"
                    ),
                },
                "x_bhkm": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(B, H, K, M)",
                    "y = (x": "y = (x.transpose(2, 3)",
                    "B, H, M, K = x.shape": "B, H, K, M = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": (
                        "stride_xb, stride_xh, stride_xk, stride_xm = x.stride()"
                    ),
                },
                "x_bkhm": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(B, K, H, M)",
                    "y = (x": "y = (x.permute(0, 2, 3, 1)",
                    "B, H, M, K = x.shape": "B, K, H, M = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": (
                        "stride_xb, stride_xk, stride_xh, stride_xm = x.stride()"
                    ),
                },
                "x_mbhk": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(M, B, H, K)",
                    "y = (x": "y = (x.permute(1, 2, 0, 3)",
                    "B, H, M, K = x.shape": "M, B, H, K = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": (
                        "stride_xm, stride_xb, stride_xh, stride_xk = x.stride()"
                    ),
                },
                "x_hbmk": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(H, B, M, K)",
                    "y = (x": "y = (x.transpose(0, 1)",
                    "B, H, M, K = x.shape": "H, B, M, K = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": (
                        "stride_xh, stride_xb, stride_xm, stride_xk = x.stride()"
                    ),
                },
                "x_bmkh": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(B, M, K, H)",
                    "y = (x": "y = (x.permute(0, 3, 1, 2)",
                    "B, H, M, K = x.shape": "B, M, K, H = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": (
                        "stride_xb, stride_xm, stride_xk, stride_xh = x.stride()"
                    ),
                },
                "x_bkmh": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(B, K, M, H)",
                    "y = (x": "y = (x.transpose(1, 3)",
                    "B, H, M, K = x.shape": "B, K, M, H = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": (
                        "stride_xb, stride_xk, stride_xm, stride_xh = x.stride()"
                    ),
                },
            },
            {
                "w_bkhn": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(B, K, H, N)",
                    "@ w)": "@ w.transpose(1, 2))",
                    "w.shape[3]": "w.shape[3]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                        "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()"
                    ),
                },
                "w_bhnk": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(B, H, N, K)",
                    "@ w)": "@ w.transpose(2, 3))",
                    "w.shape[3]": "w.shape[2]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                        "stride_wb, stride_wh, stride_wn, stride_wk = w.stride()"
                    ),
                },
                "w_bnhk": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(B, N, H, K)",
                    "@ w)": "@ w.permute(0, 2, 3, 1))",
                    "w.shape[3]": "w.shape[1]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                        "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()"
                    ),
                },
                "w_kbhn": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(K, B, H, N)",
                    "@ w)": "@ w.permute(1, 2, 0, 3))",
                    "w.shape[3]": "w.shape[3]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                        "stride_wk, stride_wb, stride_wh, stride_wn = w.stride()"
                    ),
                },
                "w_nbhk": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(N, B, H, K)",
                    "@ w)": "@ w.permute(1, 2, 3, 0))",
                    "w.shape[3]": "w.shape[0]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                        "stride_wn, stride_wb, stride_wh, stride_wk = w.stride()"
                    ),
                },
                "w_hbkn": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(H, B, K, N)",
                    "@ w)": "@ w.transpose(0, 1))",
                    "w.shape[3]": "w.shape[3]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                        "stride_wh, stride_wb, stride_wk, stride_wn = w.stride()"
                    ),
                },
                "w_bnkh": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(B, N, K, H)",
                    "@ w)": "@ w.transpose(1, 3))",
                    "w.shape[3]": "w.shape[1]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                        "stride_wb, stride_wn, stride_wk, stride_wh = w.stride()"
                    ),
                },
            },
            {
                "y_bmhn": {
                    "  # (B, H, M, N)": ".transpose(1, 2)  # (B, M, H, N)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                        "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()"
                    ),
                },
                "y_bhnm": {
                    "  # (B, H, M, N)": ".transpose(2, 3)  # (B, H, N, M)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, H, N, M)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                        "stride_yb, stride_yh, stride_yn, stride_ym = y.stride()"
                    ),
                },
                "y_bnhm": {
                    "  # (B, H, M, N)": ".permute(0, 3, 1, 2)  # (B, N, H, M)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, N, H, M)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                        "stride_yb, stride_yn, stride_yh, stride_ym = y.stride()"
                    ),
                },
                "y_mbhn": {
                    "  # (B, H, M, N)": ".permute(2, 0, 1, 3)  # (M, B, H, N)",
                    "torch.empty((B, H, M, N)": "torch.empty((M, B, H, N)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                        "stride_ym, stride_yb, stride_yh, stride_yn = y.stride()"
                    ),
                },
                "y_hbmn": {
                    "  # (B, H, M, N)": ".transpose(0, 1)  # (H, B, M, N)",
                    "torch.empty((B, H, M, N)": "torch.empty((H, B, M, N)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                        "stride_yh, stride_yb, stride_ym, stride_yn = y.stride()"
                    ),
                },
                "y_bmnh": {
                    "  # (B, H, M, N)": ".permute(0, 2, 3, 1)  # (B, M, N, H)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, M, N, H)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": (
                        "stride_yb, stride_ym, stride_yn, stride_yh = y.stride()"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "matmul_plus": {
        "FAMILY": {
            "alpha": {"y = 1.5 * y + 0.5 * z": "y = 1.5 * y + z"},
            "alpha_after": {"y = 1.5 * y + 0.5 * z": "y = z + 1.5 * y"},
            "beta": {"y = 1.5 * y + 0.5 * z": "y = y + 0.5 * z"},
            "beta_first": {"y = 1.5 * y + 0.5 * z": "y = 0.5 * z + y"},
            "both_after": {"y = 1.5 * y + 0.5 * z": "y = 0.5 * z + 1.5 * y"},
            "less": {"y = 1.5 * y + 0.5 * z": "y = 1.5 * y - z"},
            "less_beta": {"y = 1.5 * y + 0.5 * z": "y = y - 0.5 * z"},
            "from_beta": {"y = 1.5 * y + 0.5 * z": "y = 0.5 * z - y"},
            "from": {"y = 1.5 * y + 0.5 * z": "y = z - 1.5 * y"},
            "between": {"y = 1.5 * y + 0.5 * z": "y = 0.75 * y + (1 - 0.75) * z"},
            "of_sum": {"y = 1.5 * y + 0.5 * z": "y = 1.5 * (y + z)"},
            "over": {"y = 1.5 * y + 0.5 * z": "y = y / 1.5 + z"},
            "times": {"y = 1.5 * y + 0.5 * z": "y = 1.5 * y * z"},
        },
        "AXES": [
            "TURNED",
            "RANKS",
            "JOINED",
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "matmul_prologue": {
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
            ("UNARY", "w = torch.sigmoid(w)", "w = tl.sigmoid(w)", "optional"),
        ]
    },
    "matmul_prologue_tail": {
        "FAMILY": {
            "matmul_prologue_tail_transposed": {
                "torch.randn(K, N)": "torch.randn(N, K)",
                "y = x @ w": "y = x @ w.T",
                "N = w.shape[1]": "N = w.shape[0]",
                "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)",
            }
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
        ],
    },
    "matmul_reduce": {
        "FAMILY": {
            "matmul_mean": {
                "y.sum(": "y.mean(",
                "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)": (
                    "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1) / N"
                ),
            },
            "matmul_max": {
                "y.sum(": "y.amax(",
                "z = tl.zeros((BLOCK_M,), dtype=tl.float32)": (
                    'z = tl.full((BLOCK_M,), float("-inf"), dtype=tl.float32)'
                ),
                "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)": (
                    'z = tl.maximum(z, tl.max(tl.where(columns[None, :] < N, y, float("-inf")), axis=1))'
                ),
            },
            "matmul_min": {
                "y.sum(": "y.amin(",
                "z = tl.zeros((BLOCK_M,), dtype=tl.float32)": (
                    'z = tl.full((BLOCK_M,), float("inf"), dtype=tl.float32)'
                ),
                "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)": (
                    'z = tl.minimum(z, tl.min(tl.where(columns[None, :] < N, y, float("inf")), axis=1))'
                ),
            },
        },
        "AXES": [
            KEEPDIM,
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)", "optional"),
        ],
    },
    "matmul_reuse": {
        "AXES": [
            SECOND_TRANSPOSED_FIRST_TRANSPOSED_BOTH_TRAN,
            HALVED_DOUBLED_SHIFTED,
            ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ]
    },
    "matmul_scaled_factors": {
        "FAMILY": {
            "row": {"s = torch.randn(x_shape[-2], 1)": "s = torch.randn(x_shape[-1])"},
            "full": {"s = torch.randn(x_shape[-2], 1)": "s = torch.randn(x_shape[-2:])"},
            "one": {"s = torch.randn(x_shape[-2], 1)": "s = torch.randn(1)"},
            "shifted": {"x = x * s": "x = x + s"},
            "shifted_row": {
                "s = torch.randn(x_shape[-2], 1)": "s = torch.randn(x_shape[-1])",
                "x = x * s": "x = x - s",
            },
        },
        "AXES": [
            {
                "column": {"t = torch.randn(w_shape[-1])": "t = torch.randn(w_shape[-2], 1)"},
                "full": {"t = torch.randn(w_shape[-1])": "t = torch.randn(w_shape[-2:])"},
                "shifted": {"w = w * t": "w = w + t"},
                "less": {
                    "t = torch.randn(w_shape[-1])": "t = torch.randn(w_shape[-2], 1)",
                    "w = w * t": "w = w - t",
                },
            },
            "RANKS",
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "matmul_scores": {
        "FAMILY": {
            "matmul_scores_transposed": {
                "k = torch.randn(B, H, S, D)": "k = torch.randn(B, H, D, S)",
                "y = q @ k.transpose(-2, -1)": "y = q @ k",
                "S = k.shape[2]": "S = k.shape[3]",
                "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()": (
                    "stride_kb, stride_kh, stride_kd, stride_ks = k.stride()"
                ),
            },
            "matmul_scores_3d": {
                "q = torch.randn(B, H, T, D)": "q = torch.randn(B * H, T, D)",
                "k = torch.randn(B, H, S, D)": "k = torch.randn(B * H, S, D)",
                "B, H, T, D = q.shape": "B, H, (T, D) = q.shape[0], 1, q.shape[1:]",
                "S = k.shape[2]": "S = k.shape[1]",
                "stride_qb, stride_qh, stride_qt, stride_qd = q.stride()": (
                    "stride_qb, stride_qh, (stride_qt, stride_qd) = q.stride(0), 0, q.stride()[1:]"
                ),
                "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()": (
                    "stride_kb, stride_kh, (stride_ks, stride_kd) = k.stride(0), 0, k.stride()[1:]"
                ),
                "torch.empty((B, H, T, S)": "torch.empty((B, T, S)",
            },
            "matmul_scores_3d_transposed": {
                "q = torch.randn(B, H, T, D)": "q = torch.randn(B * H, T, D)",
                "k = torch.randn(B, H, S, D)": "k = torch.randn(B * H, D, S)",
                "y = q @ k.transpose(-2, -1)": "y = torch.bmm(q, k)",
                "B, H, T, D = q.shape": "B, H, (T, D) = q.shape[0], 1, q.shape[1:]",
                "stride_qb, stride_qh, stride_qt, stride_qd = q.stride()": (
                    "stride_qb, stride_qh, (stride_qt, stride_qd) = q.stride(0), 0, q.stride()[1:]"
                ),
                "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()": (
                    "stride_kb, stride_kh, (stride_kd, stride_ks) = k.stride(0), 0, k.stride()[1:]"
                ),
                "torch.empty((B, H, T, S)": "torch.empty((B, T, S)",
            },
        },
        "AXES": [
            {
                "scale_times": {
                    "y = y / math.sqrt(D)": "y = y * D ** -0.5",
                    "scale = 1 / math.sqrt(D)": "scale = D ** -0.5",
                },
                "scale_0125": {
                    "y = y / math.sqrt(D)": "y = y * 0.125",
                    "scale = 1 / math.sqrt(D)": "scale = 0.125",
                },
                "scale_025": {
                    "y = y / math.sqrt(D)": "y = y * 0.25",
                    "scale = 1 / math.sqrt(D)": "scale = 0.25",
                },
                "scale_8": {
                    "y = y / math.sqrt(D)": "y = y / 8.0",
                    "scale = 1 / math.sqrt(D)": "scale = 1 / 8",
                },
                "scale_2": {
                    "y = y / math.sqrt(D)": "y = y / 2.0",
                    "scale = 1 / math.sqrt(D)": "scale = 1 / 2",
                },
                "unscaled": {
                    "y = y / math.sqrt(D)": "",
                    "scale = 1 / math.sqrt(D)": "",
                    "y = y * scale": "",
                    "D, scale, ": "D, ",
                },
            },
            {
                "unmasked": {
                    'y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))': "",
                    'y = tl.where(columns[None, :] <= rows[:, None], y, float("-inf"))': "",
                },
                "averaged": {  # as in attention without a softmax
                    'y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))': "y = y / S",
                    'y = tl.where(columns[None, :] <= rows[:, None], y, float("-inf"))': "y = y / S",
                },
                "added": {
                    'y = y.masked_fill(torch.ones(T, S, device=y.device).tril() == 0, float("-inf"))': (
                        'y = y + torch.triu(torch.full((T, S), float("-inf"), device=y.device), diagonal=1)'
                    )
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "matmul_scores_filled": {
        "FAMILY": {
            "kept": {
                "masked_fill(mask, -1e9)": "masked_fill(~mask, -1e9)",
                "mask != 0, -1e9, y": "mask != 0, y, -1e9",
            },
            "zero": {
                "mask = mask > 0": "mask = (mask > 0).float()",
                "masked_fill(mask, -1e9)": "masked_fill(mask == 0, -1e9)",
                "mask != 0, -1e9, y": "mask == 0, -1e9, y",
            },
            "zero_long": {
                "mask = mask > 0": "mask = (mask > 0).long()",
                "masked_fill(mask, -1e9)": "masked_fill(mask == 0, -1e9)",
                "mask != 0, -1e9, y": "mask == 0, -1e9, y",
            },
            "one_long": {
                "mask = mask > 0": "mask = (mask > 0).long()",
                "masked_fill(mask, -1e9)": "masked_fill(mask == 1, -1e9)",
                "mask != 0, -1e9, y": "mask == 1, -1e9, y",
            },
            "not_bool": {
                "mask = mask > 0": "mask = (mask > 0).int()",
                "masked_fill(mask, -1e9)": "masked_fill(~mask.bool(), -1e9)",
                "mask != 0, -1e9, y": "mask != 0, y, -1e9",
            },
            "where": {
                "y.masked_fill(mask, -1e9)": "torch.where(mask, y, -1e9)",
                "mask != 0, -1e9, y": "mask != 0, y, -1e9",
            },
            "where_positive": {
                "mask = mask > 0": "",
                "y.masked_fill(mask, -1e9)": "torch.where(mask > 0, y, -1e9)",
                "mask != 0, -1e9, y": "mask > 0, y, -1e9",
                "mask=inside, other=0)": "mask=inside, other=0.0)",
            },
            "where_zero": {
                "mask = mask > 0": "mask = (mask > 0).long()",
                "y.masked_fill(mask, -1e9)": "torch.where(mask == 0, -1e9, y)",
                "mask != 0, -1e9, y": "mask == 0, -1e9, y",
            },
            "added": {
                "mask = mask > 0": "mask = (mask > 0).float()",
                "y.masked_fill(mask, -1e9)": "y + mask * -1e9",
                "tl.where(mask != 0, -1e9, y)": "y + mask * -1e9",
                "mask=inside, other=0)": "mask=inside, other=0.0).to(tl.float32)",
            },
            "added_from_one": {
                "mask = mask > 0": "mask = (mask > 0).float()",
                "y.masked_fill(mask, -1e9)": "y + (1.0 - mask) * -1e9",
                "tl.where(mask != 0, -1e9, y)": "y + (1.0 - mask) * -1e9",
                "mask=inside, other=0)": "mask=inside, other=0.0).to(tl.float32)",
            },
        },
        "AXES": [
            {
                "to_minus_infinity": {"-1e9": 'float("-inf")'},
                "to_million": {"-1e9": "-1e6"},
                "to_ten_thousand": {"-1e9": "-10000.0"},
                "to_huge": {"-1e9": "-1e30"},
                "to_zero": {"-1e9": "0.0"},
            },
            {
                "heads": {"torch.randn(T, S)": "torch.randn(H, T, S)"},
                "samples": {"torch.randn(T, S)": "torch.randn(B, 1, T, S)"},
                "padding": {"torch.randn(T, S)": "torch.randn(B, 1, 1, S)"},
                "padding_2d": {
                    "torch.randn(T, S)": "torch.randn(B, S)",
                    "y = q @": "mask = mask[:, None, None, :]\ny = q @",
                    "mask.expand(B, H, T, S)": "mask[:, None, None, :].expand(B, H, T, S)",
                },
                "padding_again": {"torch.randn(T, S)": "torch.randn(B, 1, 1, S)"},
                "samples_3d": {
                    "torch.randn(T, S)": "torch.randn(B, T, S)",
                    "y = q @": "mask = mask.unsqueeze(1)\ny = q @",
                    "mask.expand(B, H, T, S)": "mask[:, None].expand(B, H, T, S)",
                },
                "keys": {"torch.randn(T, S)": "torch.randn(S)"},
                "shared": {"torch.randn(T, S)": "torch.randn(1, 1, T, S)"},
                "full": {"torch.randn(T, S)": "torch.randn(B, H, T, S)"},
            },
            TIMES_EIGHTH_OVER_8,
            {
                "shared_keys": {"k = torch.randn(B, H, S, D)": "k = torch.randn(B, 1, S, D)"},
                "one_memory": {
                    "k = torch.randn(B, H, S, D)": "k = torch.randn(S, D)",
                    "S = k.shape[2]": "S = k.shape[0]",
                },
                "turned_keys": {
                    "k = torch.randn(B, H, S, D)": "k = torch.randn(B, H, D, S)",
                    "q @ k.transpose(-2, -1)": "q @ k",
                    "S = k.shape[2]": "S = k.shape[3]",
                    "k.expand(B, H, S, D)": "k.transpose(-2, -1)",
                },
                "shared_turned_keys": {
                    "k = torch.randn(B, H, S, D)": "k = torch.randn(B, 1, D, S)",
                    "q @ k.transpose(-2, -1)": "q @ k",
                    "S = k.shape[2]": "S = k.shape[3]",
                    "k.expand(B, H, S, D)": "k.transpose(-2, -1).expand(B, H, S, D)",
                },
            },
            {
                "without_tail": {"y = torch.relu(y)": "", "y = tl.maximum(y, 0.0)": ""},
                "sigmoid": {"torch.relu(y)": "torch.sigmoid(y)", "tl.maximum(y, 0.0)": "tl.sigmoid(y)"},
                "without_any_tail": {"y = torch.relu(y)": "", "y = tl.maximum(y, 0.0)": ""},
            },
        ],
    },
    "matmul_scores_masked": {
        "FAMILY": {
            "matmul_scores_kept": {
                'y = y.masked_fill(mask, float("-inf"))': 'y = y.masked_fill(~mask, float("-inf"))',
                'y = tl.where(mask != 0, float("-inf"), y)': 'y = tl.where(mask != 0, y, float("-inf"))',
            },
            "matmul_scores_zero": {
                "mask = mask > 0": "mask = (mask > 0).float()",
                'y = y.masked_fill(mask, float("-inf"))': 'y = y.masked_fill(mask == 0, float("-inf"))',
                'y = tl.where(mask != 0, float("-inf"), y)': 'y = tl.where(mask != 0, y, float("-inf"))',
            },
            "matmul_scores_zero_where": {  # as `zero`, and the other way round
                "mask = mask > 0": "mask = (mask > 0).float()",
                'y = y.masked_fill(mask, float("-inf"))': 'y = torch.where(mask == 0, float("-inf"), y)',
                'y = tl.where(mask != 0, float("-inf"), y)': 'y = tl.where(mask == 0, float("-inf"), y)',
            },
            "matmul_scores_where_not_zero": {
                "mask = mask > 0": "mask = (mask > 0).float()",
                'y = y.masked_fill(mask, float("-inf"))': 'y = torch.where(mask != 0, y, float("-inf"))',
                'y = tl.where(mask != 0, float("-inf"), y)': 'y = tl.where(mask != 0, y, float("-inf"))',
            },
            "matmul_scores_kept_where": {
                'y = y.masked_fill(mask, float("-inf"))': 'y = torch.where(mask, y, float("-inf"))',
                'y = tl.where(mask != 0, float("-inf"), y)': 'y = tl.where(mask != 0, y, float("-inf"))',
            },
            "matmul_scores_large": {
                "mask = mask > 0": "mask = (mask > 0).float()",
                'y = y.masked_fill(mask, float("-inf"))': "y = y + (1.0 - mask) * -1e9",
                "mask=inside, other=0)": "mask=inside, other=0.0).to(tl.float32)",
                'y = tl.where(mask != 0, float("-inf"), y)': "y = y + (1.0 - mask) * -1e9",
            },
            "matmul_scores_where": {
                'y = y.masked_fill(mask, float("-inf"))': "y = torch.where(mask, y, -1.0)",
                'y = tl.where(mask != 0, float("-inf"), y)': "y = tl.where(mask != 0, y, -1.0)",
            },
            "matmul_scores_bias": {
                "mask = mask > 0": "",
                'y = y.masked_fill(mask, float("-inf"))': "y = y + mask",
                "mask=inside, other=0)": "mask=inside, other=0.0).to(tl.float32)",
                'y = tl.where(mask != 0, float("-inf"), y)': "y = y + mask",
            },
        },
        "AXES": [
            {  # the shape of the mask
                "heads": {"torch.randn(T, S)": "torch.randn(H, T, S)"},
                "samples": {"torch.randn(T, S)": "torch.randn(B, 1, T, S)"},
                "padding": {"torch.randn(T, S)": "torch.randn(B, 1, 1, S)"},
                "padding_of_heads": {"torch.randn(T, S)": "torch.randn(H, 1, S)"},
                "keys": {"torch.randn(T, S)": "torch.randn(S)"},
                "queries": {"torch.randn(T, S)": "torch.randn(T, 1)"},
                "shared": {"torch.randn(T, S)": "torch.randn(1, 1, T, S)"},
                "full": {"torch.randn(T, S)": "torch.randn(B, H, T, S)"},
            },
            {
                "times": {
                    "y = y / math.sqrt(D)": "y = y * D ** -0.5",
                    "scale = 1 / math.sqrt(D)": "scale = D ** -0.5",
                },
                "eighth": {
                    "y = y / math.sqrt(D)": "y = y * 0.125",
                    "scale = 1 / math.sqrt(D)": "scale = 0.125",
                },
                "over_8": {
                    "y = y / math.sqrt(D)": "y = y / 8.0",
                    "scale = 1 / math.sqrt(D)": "scale = 1 / 8.0",
                },
                "unscaled": {
                    "y = y / math.sqrt(D)": "",
                    "scale = 1 / math.sqrt(D)": "",
                    "y = y * scale": "",
                    "D, scale": "D",
                },
                "keys_transposed": {
                    "k = torch.randn(B, H, S, D)": "k = torch.randn(B, H, D, S)",
                    "q @ k.transpose(-2, -1)": "q @ k",
                    "S = k.shape[2]": "S = k.shape[3]",
                    "stride_kb, stride_kh, stride_ks, stride_kd = k.stride()": (
                        "stride_kb, stride_kh, stride_kd, stride_ks = k.stride()"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            {  # one product a sample, whose mask has no dimension of heads either
                "one_head": {
                    "return q, k, mask": "return q[0], k[0], mask[0] if mask.dim() == 4 else mask",
                    "B, H, T, D = q.shape": "q, k = q[None], k[None]\nB, H, T, D = q.shape",
                    "torch.empty((B, H, T, S)": "torch.empty((H, T, S)",
                }
            },
        ],
    },
    "matmul_symmetric": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
}
