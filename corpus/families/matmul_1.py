"""Tables of the families of matrix products, addmm to dot."""

from corpus.families.axes_1 import HALVED_DOUBLED_SHIFTED

FAMILIES = {
    "addmm": {
        "FAMILY": {
            "addmm_row": {
                "torch.randn(M, N)": "torch.randn(N)",
                "stride_cm, stride_cn = c.stride(0), c.stride(1)": ("stride_cm, stride_cn = 0, c.stride(0)"),
            },
            "addmm_column": {
                "torch.randn(M, N)": "torch.randn(M, 1)",
                "stride_cm, stride_cn = c.stride(0), c.stride(1)": ("stride_cm, stride_cn = c.stride(0), 0"),
            },
        },
        "AXES": [
            {
                "second_transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "torch.addmm(c, x, w,": "torch.addmm(c, x, w.T,",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)",
                },
                "first_transposed": {
                    "torch.randn(M, K)": "torch.randn(K, M)",
                    "torch.addmm(c, x, w,": "torch.addmm(c, x.T, w,",
                    "M, K = x.shape": "K, M = x.shape",
                    "x.stride(0), x.stride(1)": "x.stride(1), x.stride(0)",
                },
            },
            {
                "beta05": {"beta=1.0": "beta=0.5", "BETA=1.0": "BETA=0.5"},
                "beta2": {"beta=1.0": "beta=2.0", "BETA=1.0": "BETA=2.0"},
                "betam1": {"beta=1.0": "beta=-1.0", "BETA=1.0": "BETA=-1.0"},
                "beta025": {"beta=1.0": "beta=0.25", "BETA=1.0": "BETA=0.25"},
                "beta15": {"beta=1.0": "beta=1.5", "BETA=1.0": "BETA=1.5"},
            },
            {
                "alpha05": {"alpha=1.0": "alpha=0.5", "ALPHA=1.0": "ALPHA=0.5"},
                "alpha2": {"alpha=1.0": "alpha=2.0", "ALPHA=1.0": "ALPHA=2.0"},
                "alpham1": {"alpha=1.0": "alpha=-1.0", "ALPHA=1.0": "ALPHA=-1.0"},
                "alpha01": {"alpha=1.0": "alpha=0.1", "ALPHA=1.0": "ALPHA=0.1"},
                "alpha15": {"alpha=1.0": "alpha=1.5", "ALPHA=1.0": "ALPHA=1.5"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "baddbmm": {
        "FAMILY": {
            "baddbmm_row": {
                "torch.randn(B, M, N)": "torch.randn(B, 1, N)",
                "stride_cb, stride_cm, stride_cn = c.stride()": (
                    "stride_cb, stride_cm, stride_cn = c.stride(0), 0, c.stride(2)"
                ),
            },
            "baddbmm_shared": {
                "torch.randn(B, M, N)": "torch.randn(M, N)",
                "stride_cb, stride_cm, stride_cn = c.stride()": (
                    "stride_cb, (stride_cm, stride_cn) = 0, c.stride()"
                ),
            },
        },
        "AXES": [
            {
                "second_transposed": {
                    "torch.randn(B, K, N)": "torch.randn(B, N, K)",
                    "torch.baddbmm(c, x, w,": "torch.baddbmm(c, x, w.transpose(1, 2),",
                    "N = w.shape[2]": "N = w.shape[1]",
                    "w.stride(0), w.stride(1), w.stride(2)": "w.stride(0), w.stride(2), w.stride(1)",
                },
                "first_transposed": {
                    "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                    "torch.baddbmm(c, x, w,": "torch.baddbmm(c, x.transpose(1, 2), w,",
                    "B, M, K = x.shape": "B, K, M = x.shape",
                    "x.stride(0), x.stride(1), x.stride(2)": "x.stride(0), x.stride(2), x.stride(1)",
                },
            },
            {
                "beta05": {"beta=1.0": "beta=0.5", "BETA=1.0": "BETA=0.5"},
                "beta2": {"beta=1.0": "beta=2.0", "BETA=1.0": "BETA=2.0"},
                "betam1": {"beta=1.0": "beta=-1.0", "BETA=1.0": "BETA=-1.0"},
            },
            {
                "alpha05": {"alpha=1.0": "alpha=0.5", "ALPHA=1.0": "ALPHA=0.5"},
                "alpha2": {"alpha=1.0": "alpha=2.0", "ALPHA=1.0": "ALPHA=2.0"},
                "alpham1": {"alpha=1.0": "alpha=-1.0", "ALPHA=1.0": "ALPHA=-1.0"},
                "alpha0125": {"alpha=1.0": "alpha=0.125", "ALPHA=1.0": "ALPHA=0.125"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "bilinear": {
        "FAMILY": {
            "bilinear_no_bias": {
                "b = torch.randn(N)": "",
                "(x, z, w, b)": "(x, z, w)",
                "return x, z, w, b": "return x, z, w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + n).to(tl.float32)": "",
                "[grid](x, z, w, b": "[grid](x, z, w",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "bmm": {
        "FAMILY": {
            "bmm_second_transposed": {
                "torch.randn(B, K, N)": "torch.randn(B, N, K)",
                "torch.bmm(x, w)": "torch.bmm(x, w.transpose(1, 2))",
                "N = w.shape[2]": "N = w.shape[1]",
                "stride_wb, stride_wk, stride_wn = w.stride()": (
                    "stride_wb, stride_wn, stride_wk = w.stride()"
                ),
            },
            "bmm_first_transposed": {
                "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
            },
            "bmm_both_transposed": {
                "torch.randn(B, M, K), torch.randn(B, K, N)": ("torch.randn(B, K, M), torch.randn(B, N, K)"),
                "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w.transpose(1, 2))",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "N = w.shape[2]": "N = w.shape[1]",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
                "stride_wb, stride_wk, stride_wn = w.stride()": (
                    "stride_wb, stride_wn, stride_wk = w.stride()"
                ),
            },
            "bmm_shared_first": {
                "torch.randn(B, M, K)": "torch.randn(M, K)",
                "torch.bmm(x, w)": "torch.matmul(x, w)",
                "B, M, K = x.shape": "B, (M, K) = w.shape[0], x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, (stride_xm, stride_xk) = 0, x.stride()"
                ),
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "bmm_binary": {
        "FAMILY": {
            "bmm_shared_binary": {
                "torch.randn(B, M, N)": "torch.randn(M, N)",
                "stride_zb, stride_zm, stride_zn = z.stride()": (
                    "stride_zb, (stride_zm, stride_zn) = 0, z.stride()"
                ),
            },
            "bmm_row_binary": {
                "torch.randn(B, M, N)": "torch.randn(N)",
                "stride_zb, stride_zm, stride_zn = z.stride()": (
                    "stride_zb, stride_zm, stride_zn = 0, 0, z.stride(0)"
                ),
            },
            "bmm_scalar_binary": {
                "torch.randn(B, M, N)": "torch.randn(())",
                "stride_zb, stride_zm, stride_zn = z.stride()": ("stride_zb, stride_zm, stride_zn = 0, 0, 0"),
            },
            "bmm_column_binary": {
                "torch.randn(B, M, N)": "torch.randn(B, M, 1)",
                "stride_zb, stride_zm, stride_zn = z.stride()": (
                    "stride_zb, stride_zm, stride_zn = z.stride(0), z.stride(1), 0"
                ),
            },
            "bmm_mask_binary": {
                "torch.randn(B, M, N)": "torch.randn(B, 1, N)",
                "stride_zb, stride_zm, stride_zn = z.stride()": (
                    "stride_zb, stride_zm, stride_zn = z.stride(0), 0, z.stride(2)"
                ),
            },
        },
        "AXES": [
            {
                "second_transposed": {
                    "torch.randn(B, K, N)": "torch.randn(B, N, K)",
                    "torch.bmm(x, w)": "torch.bmm(x, w.transpose(1, 2))",
                    "N = w.shape[2]": "N = w.shape[1]",
                    "w.stride(0), w.stride(1), w.stride(2)": "w.stride(0), w.stride(2), w.stride(1)",
                },
                "first_transposed": {
                    "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                    "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w)",
                    "B, M, K = x.shape": "B, K, M = x.shape",
                    "x.stride(0), x.stride(1), x.stride(2)": "x.stride(0), x.stride(2), x.stride(1)",
                },
                "both_transposed": {
                    "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                    "torch.randn(B, K, N)": "torch.randn(B, N, K)",
                    "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w.transpose(1, 2))",
                    "B, M, K = x.shape": "B, K, M = x.shape",
                    "N = w.shape[2]": "N = w.shape[1]",
                    "x.stride(0), x.stride(1), x.stride(2)": "x.stride(0), x.stride(2), x.stride(1)",
                    "w.stride(0), w.stride(1), w.stride(2)": "w.stride(0), w.stride(2), w.stride(1)",
                },
                "residual_first": {"(x, w, z)": "(z, x, w)", "return x, w, z": "return z, x, w"},
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "bmm_kept": {
        "FAMILY": {
            "bmm_kept_second_transposed": {
                "torch.randn(B, K, N)": "torch.randn(B, N, K)",
                "torch.bmm(x, w)": "torch.bmm(x, w.transpose(1, 2))",
                "N = w.shape[2]": "N = w.shape[1]",
                "stride_wb, stride_wk, stride_wn = w.stride()": (
                    "stride_wb, stride_wn, stride_wk = w.stride()"
                ),
            },
            "bmm_kept_first_transposed": {
                "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
            },
            "bmm_kept_both_transposed": {
                "torch.randn(B, M, K), torch.randn(B, K, N)": ("torch.randn(B, K, M), torch.randn(B, N, K)"),
                "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w.transpose(1, 2))",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "N = w.shape[2]": "N = w.shape[1]",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
                "stride_wb, stride_wk, stride_wn = w.stride()": (
                    "stride_wb, stride_wn, stride_wk = w.stride()"
                ),
            },
            "bmm_kept_shared_first": {
                "torch.randn(B, M, K)": "torch.randn(M, K)",
                "torch.bmm(x, w)": "torch.matmul(x, w)",
                "B, M, K = x.shape": "B, (M, K) = w.shape[0], x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, (stride_xm, stride_xk) = 0, x.stride()"
                ),
            },
        },
        "AXES": [
            ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            {"y_first": {"return z, y": "return y, z"}},
        ],
    },
    "bmm_orders": {
        "AXES": [
            {
                "x_bkm": {
                    "x = torch.randn(B, M, K)": "x = torch.randn(B, K, M)",
                    "y = (x": "y = (x.transpose(1, 2)",
                    "B, M, K = x.shape": "B, K, M = x.shape",
                    "stride_xb, stride_xm, stride_xk = x.stride()": (
                        "stride_xb, stride_xk, stride_xm = x.stride()"
                    ),
                },
                "x_mbk": {
                    "x = torch.randn(B, M, K)": "x = torch.randn(M, B, K)",
                    "y = (x": "y = (x.transpose(0, 1)",
                    "B, M, K = x.shape": "M, B, K = x.shape",
                    "stride_xb, stride_xm, stride_xk = x.stride()": (
                        "stride_xm, stride_xb, stride_xk = x.stride()"
                    ),
                },
                "x_kbm": {
                    "x = torch.randn(B, M, K)": "x = torch.randn(K, B, M)",
                    "y = (x": "y = (x.permute(1, 2, 0)",
                    "B, M, K = x.shape": "K, B, M = x.shape",
                    "stride_xb, stride_xm, stride_xk = x.stride()": (
                        "stride_xk, stride_xb, stride_xm = x.stride()"
                    ),
                },
                "x_mkb": {
                    "x = torch.randn(B, M, K)": "x = torch.randn(M, K, B)",
                    "y = (x": "y = (x.permute(2, 0, 1)",
                    "B, M, K = x.shape": "M, K, B = x.shape",
                    "stride_xb, stride_xm, stride_xk = x.stride()": (
                        "stride_xm, stride_xk, stride_xb = x.stride()"
                    ),
                },
                "x_kmb": {
                    "x = torch.randn(B, M, K)": "x = torch.randn(K, M, B)",
                    "y = (x": "y = (x.transpose(0, 2)",
                    "B, M, K = x.shape": "K, M, B = x.shape",
                    "stride_xb, stride_xm, stride_xk = x.stride()": (
                        "stride_xk, stride_xm, stride_xb = x.stride()"
                    ),
                },
            },
            {
                "w_bnk": {
                    "w = torch.randn(B, K, N)": "w = torch.randn(B, N, K)",
                    "@ w)": "@ w.transpose(1, 2))",
                    "w.shape[2]": "w.shape[1]",
                    "stride_wb, stride_wk, stride_wn = w.stride()": (
                        "stride_wb, stride_wn, stride_wk = w.stride()"
                    ),
                },
                "w_kbn": {
                    "w = torch.randn(B, K, N)": "w = torch.randn(K, B, N)",
                    "@ w)": "@ w.transpose(0, 1))",
                    "w.shape[2]": "w.shape[2]",
                    "stride_wb, stride_wk, stride_wn = w.stride()": (
                        "stride_wk, stride_wb, stride_wn = w.stride()"
                    ),
                },
                "w_nbk": {
                    "w = torch.randn(B, K, N)": "w = torch.randn(N, B, K)",
                    "@ w)": "@ w.permute(1, 2, 0))",
                    "w.shape[2]": "w.shape[0]",
                    "stride_wb, stride_wk, stride_wn = w.stride()": (
                        "stride_wn, stride_wb, stride_wk = w.stride()"
                    ),
                },
                "w_knb": {
                    "w = torch.randn(B, K, N)": "w = torch.randn(K, N, B)",
                    "@ w)": "@ w.permute(2, 0, 1))",
                    "w.shape[2]": "w.shape[1]",
                    "stride_wb, stride_wk, stride_wn = w.stride()": (
                        "stride_wk, stride_wn, stride_wb = w.stride()"
                    ),
                },
                "w_nkb": {
                    "w = torch.randn(B, K, N)": "w = torch.randn(N, K, B)",
                    "@ w)": "@ w.transpose(0, 2))",
                    "w.shape[2]": "w.shape[0]",
                    "stride_wb, stride_wk, stride_wn = w.stride()": (
                        "stride_wn, stride_wk, stride_wb = w.stride()"
                    ),
                },
            },
            {
                "y_bnm": {
                    "  # (B, M, N)": ".transpose(1, 2)  # (B, N, M)",
                    "torch.empty((B, M, N)": "torch.empty((B, N, M)",
                    "stride_yb, stride_ym, stride_yn = y.stride()": (
                        "stride_yb, stride_yn, stride_ym = y.stride()"
                    ),
                },
                "y_mbn": {
                    "  # (B, M, N)": ".transpose(0, 1)  # (M, B, N)",
                    "torch.empty((B, M, N)": "torch.empty((M, B, N)",
                    "stride_yb, stride_ym, stride_yn = y.stride()": (
                        "stride_ym, stride_yb, stride_yn = y.stride()"
                    ),
                },
                "y_nbm": {
                    "  # (B, M, N)": ".permute(2, 0, 1)  # (N, B, M)",
                    "torch.empty((B, M, N)": "torch.empty((N, B, M)",
                    "stride_yb, stride_ym, stride_yn = y.stride()": (
                        "stride_yn, stride_yb, stride_ym = y.stride()"
                    ),
                },
                "y_mnb": {
                    "  # (B, M, N)": ".permute(1, 2, 0)  # (M, N, B)",
                    "torch.empty((B, M, N)": "torch.empty((M, N, B)",
                    "stride_yb, stride_ym, stride_yn = y.stride()": (
                        "stride_ym, stride_yn, stride_yb = y.stride()"
                    ),
                },
                "y_nmb": {
                    "  # (B, M, N)": ".transpose(0, 2)  # (N, M, B)",
                    "torch.empty((B, M, N)": "torch.empty((N, M, B)",
                    "stride_yb, stride_ym, stride_yn = y.stride()": (
                        "stride_yn, stride_ym, stride_yb = y.stride()"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "bmm_reuse": {
        "FAMILY": {
            "bmm_reuse_second_transposed": {
                "torch.randn(B, K, N)": "torch.randn(B, N, K)",
                "torch.bmm(x, w)": "torch.bmm(x, w.transpose(1, 2))",
                "N = w.shape[2]": "N = w.shape[1]",
                "stride_wb, stride_wk, stride_wn = w.stride()": (
                    "stride_wb, stride_wn, stride_wk = w.stride()"
                ),
            },
            "bmm_reuse_first_transposed": {
                "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
            },
            "bmm_reuse_both_transposed": {
                "torch.randn(B, M, K), torch.randn(B, K, N)": ("torch.randn(B, K, M), torch.randn(B, N, K)"),
                "torch.bmm(x, w)": "torch.bmm(x.transpose(1, 2), w.transpose(1, 2))",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "N = w.shape[2]": "N = w.shape[1]",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
                "stride_wb, stride_wk, stride_wn = w.stride()": (
                    "stride_wb, stride_wn, stride_wk = w.stride()"
                ),
            },
            "bmm_reuse_shared_first": {
                "torch.randn(B, M, K)": "torch.randn(M, K)",
                "torch.bmm(x, w)": "torch.matmul(x, w)",
                "B, M, K = x.shape": "B, (M, K) = w.shape[0], x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, (stride_xm, stride_xk) = 0, x.stride()"
                ),
            },
        },
        "AXES": [
            HALVED_DOUBLED_SHIFTED,
            ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "cdist": {
        "FAMILY": {
            "cdist_squared": {
                ".abs().sum(dim=-1)": ".square().sum(dim=-1)",
                "y = y + distance": "y = y + distance * distance",
            },
            "cdist_largest": {
                ".abs().sum(dim=-1)": ".abs().amax(dim=-1)",
                "y = y + distance": "y = tl.maximum(y, distance)",
            },
            "cdist_smallest": {
                ".abs().sum(dim=-1)": ".abs().amin(dim=-1)",
                "y = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)": (
                    'y = tl.full((BLOCK_M, BLOCK_N), float("inf"), dtype=tl.float32)'
                ),
                "y = y + distance": "y = tl.minimum(y, distance)",
            },
            "cdist_mean": {
                ".abs().sum(dim=-1)": ".abs().mean(dim=-1)",
                "y = y + distance": "y = y + distance / K",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "cosine_matrix": {
        "FAMILY": {
            "cosine_left": {
                "F.normalize(b, dim=-1).T": "b.T",
                "square_b = tl.zeros((TILE,), tl.float32)": "",
                "square_b += tl.sum(b * b, axis=1)": "",
                "norm_b = tl.maximum(tl.sqrt(square_b), 1e-12)": "",
                "product / norm_a[:, None] / norm_b[None, :]": "product / norm_a[:, None]",
            },
            "cosine_right": {
                "F.normalize(a, dim=-1) @": "a @",
                "square_a = tl.zeros((TILE,), tl.float32)": "",
                "square_a += tl.sum(a * a, axis=1)": "",
                "norm_a = tl.maximum(tl.sqrt(square_a), 1e-12)": "",
                "product / norm_a[:, None] / norm_b[None, :]": "product / norm_b[None, :]",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "diagonal_matmul": {
        "FAMILY": {
            "matmul_diagonal": {
                "torch.randn(M), torch.randn(M, N)": "torch.randn(M, N), torch.randn(N)",
                "(a, x):": "(x, a):",
                "torch.diag(a) @ x": "x @ torch.diag(a)",
                "a = tl.load(a_ptr + rows, mask=rows < M, other=0.0)": (
                    "a = tl.load(a_ptr + columns, mask=columns < N, other=0.0)"
                ),
                "a[:, None] * x": "x * a[None, :]",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "dot": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
}
