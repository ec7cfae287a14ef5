"""Tables of the families of matrix products, matmul_of_ranks_to_two to matmul_scores."""

FAMILIES = {
    "matmul_of_ranks_to_two": {
        "AXES": [
            "TURNED",
            "RANKS",
            "JOINED",
            ("TAIL_XZ_TO_VX", "v = torch.sigmoid(y)\n    y = v + z", "v = tl.sigmoid(y)\n    y = v + z"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            {"y_first": {"return v, y": "return y, v"}},
            {"z_first": {"(x, w, z)": "(z, x, w)", "return x, w, z": "return z, x, w"}},
        ]
    },
    "matmul_of_slices": {
        "FAMILY": {
            "from": (
                {"x = x[..., 2:]": "x = x[..., {0}:]", "w = w[..., 2:, :]": "w = w[..., {0}:, :]"},
                "1 3 4 5",
            ),
            "first": (
                {"x = x[..., 2:]": "x = x[..., :{0}]", "w = w[..., 2:, :]": "w = w[..., :{0}, :]"},
                "2 3 4 5 7",
            ),
            "less": (
                {"x = x[..., 2:]": "x = x[..., :-{0}]", "w = w[..., 2:, :]": "w = w[..., :-{0}, :]"},
                "1 2 3",
            ),
            "between": (
                {"x = x[..., 2:]": "x = x[..., {0}:{1}]", "w = w[..., 2:, :]": "w = w[..., {0}:{1}, :]"},
                "14 25 36 13",
            ),
            "crossed": (
                {"x = x[..., 2:]": "x = x[..., :-{0}]", "w = w[..., 2:, :]": "w = w[..., {0}:, :]"},
                "1 2 3",
            ),
            "every_other": {"x = x[..., 2:]": "x = x[..., ::2]", "w = w[..., 2:, :]": "w = w[..., ::2, :]"},
            "every_odd": {"x = x[..., 2:]": "x = x[..., 1::2]", "w = w[..., 2:, :]": "w = w[..., 1::2, :]"},
            "rows_from": ({"x = x[..., 2:]": "x = x[..., {0}:, :]", "w = w[..., 2:, :]": ""}, "1 2 3"),
            "rows_less": ({"x = x[..., 2:]": "x = x[..., :-{0}, :]", "w = w[..., 2:, :]": ""}, "1 2 3"),
            "rows_first": ({"x = x[..., 2:]": "x = x[..., :{0}, :]", "w = w[..., 2:, :]": ""}, "2 3"),
            "rows_every_other": {"x = x[..., 2:]": "x = x[..., ::2, :]", "w = w[..., 2:, :]": ""},
            "columns_first": ({"x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., :{0}]"}, "1 2 3 4"),
            "columns_from": ({"x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., {0}:]"}, "1 2 3 4"),
            "columns_less": ({"x = x[..., 2:]": "", "w = w[..., 2:, :]": "w = w[..., :-{0}]"}, "1 2 3"),
            "rows_and_columns": (
                {"x = x[..., 2:]": "x = x[..., {0}:, :]", "w = w[..., 2:, :]": "w = w[..., :-{1}]"},
                "11 12 21 23 32",
            ),
            "corner": (
                {"x = x[..., 2:]": "x = x[..., {0}:, {1}:]", "w = w[..., 2:, :]": "w = w[..., {1}:, {0}:]"},
                "12 21 23 32",
            ),
            "only_w": {
                "x = x[..., 2:]": "",
                "w = w[..., 2:, :]": "w = w[..., : x.shape[-1], :]",
                "w = torch.randn(w_shape)": "w = torch.randn(*w_shape[:-2], w_shape[-2] + 3, w_shape[-1])",
            },
            "only_x": {
                "x = x[..., 2:]": "x = x[..., : w.shape[-2]]",
                "w = w[..., 2:, :]": "",
                "x = torch.randn(x_shape)": "x = torch.randn(*x_shape[:-1], x_shape[-1] + 3)",
            },
        },
        "AXES": [
            {
                "2_2": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": (
                        "((4, 8), (8, 5)), ((11, 37), (37, 6)), ((70, 19), (19, 66))"
                    )
                },
                "2_2_again": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": (
                        "((4, 8), (8, 5)), ((11, 37), (37, 16)), ((70, 19), (19, 66))"
                    )
                },
                "3_3": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": (
                        "((2, 4, 8), (2, 8, 5)), ((4, 11, 37), (4, 37, 6)), ((3, 70, 19), (3, 19, 66))"
                    )
                },
                "4_2": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": (
                        "((1, 2, 4, 8), (8, 5)), ((2, 3, 11, 37), (37, 6)), ((3, 2, 70, 19), (19, 5))"
                    )
                },
                "4_4": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": (
                        "((1, 2, 4, 8), (1, 2, 8, 5)), ((2, 3, 11, 37), (2, 3, 37, 6)), ((3, 2, 70, "
                        "19), (3, 2, 19, 5))"
                    )
                },
                "2_3": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": (
                        "((4, 8), (2, 8, 5)), ((11, 37), (4, 37, 6)), ((70, 19), (3, 19, 66))"
                    )
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_of_three": {
        "AXES": [
            "SHAPE_OF_Z",
            "SHAPE_OF_W",
            {  # which of them is stored the other way round
                "x": {
                    "shape = x_shape": "shape = (*x_shape[:-2], x_shape[-1], x_shape[-2])",
                    "y = x @ v": "y = x.mT @ v",
                    "(M, K), N = shape[-2:], v.shape[-1]": "(K, M), N = shape[-2:], v.shape[-1]",
                    "x.expand(A, B, C, M, K), z.expand(A, B, C, M, K), w.expand(A, B, C, M, K)": (
                        "x.expand(A, B, C, K, M).mT, z.expand(A, B, C, K, M).mT, w.expand(A, B, C, K, M).mT"
                    ),
                },
                "v": {
                    "torch.randn(v_shape)": "torch.randn(v_shape).mT.contiguous()",
                    "y = x @ v": "y = x @ v.mT",
                    "(M, K), N = shape[-2:], v.shape[-1]": "(M, K), N = shape[-2:], v.shape[-2]",
                    "v.expand(A, B, C, K, N)": "v.expand(A, B, C, N, K).mT",
                },
                "both": {
                    "shape = x_shape": "shape = (*x_shape[:-2], x_shape[-1], x_shape[-2])",
                    "y = x @ v": "y = x.mT @ v.mT",
                    "torch.randn(v_shape)": "torch.randn(v_shape).mT.contiguous()",
                    "(M, K), N = shape[-2:], v.shape[-1]": "(K, M), N = shape[-2:], v.shape[-2]",
                    "x.expand(A, B, C, M, K), z.expand(A, B, C, M, K), w.expand(A, B, C, M, K)": (
                        "x.expand(A, B, C, K, M).mT, z.expand(A, B, C, K, M).mT, w.expand(A, B, C, K, M).mT"
                    ),
                    "v.expand(A, B, C, K, N)": "v.expand(A, B, C, N, K).mT",
                },
            },
            "RANKS",
            ("TERNARY+PROLOGUE_XZW", "x = torch.addcmul(w, x, z)", "x = w + x * z"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
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
            {"keepdim": {"dim=-1)": "dim=-1, keepdim=True)", "torch.empty((M,)": "torch.empty((M, 1)"}},
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)", "optional"),
        ],
    },
    "matmul_reuse": {
        "AXES": [
            {
                "second_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "y = x @ w": "y = x @ w.T",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                },
                "first_transposed": {
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "y = x @ w": "y = x.T @ w",
                    "M, K = x.shape": "K, M = x.shape",
                    "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
                },
                "both_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "y = x @ w": "y = x.T @ w.T",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "M, K = x.shape": "K, M = x.shape",
                    "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
                },
            },
            {
                "halved": {"z = y": "y = 0.5 * y\nz = y"},
                "doubled": {"z = y": "y = y * 2.0\nz = y"},
                "shifted": {"z = y": "y = y + 1.0\nz = y"},
                "lowered": {"z = y": "y = y - 0.5\nz = y"},
                "shrunk": {"z = y": "y = y / 3.0\nz = y"},
            },
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
}
