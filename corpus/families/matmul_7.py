"""Tables of the families of matrix products, matmul_symmetrized to outer."""

from corpus.families.axes_4 import TIMES_EIGHTH_OVER_8, X_W

FAMILIES = {
    "matmul_symmetrized": {
        "FAMILY": {
            "half": {
                "(y + y.transpose(-2, -1)) / 2.0": "0.5 * (y + y.transpose(-2, -1))",
                "(y + z) / 2.0": "0.5 * (y + z)",
            },
            "sum": {"(y + y.transpose(-2, -1)) / 2.0": "y + y.transpose(-2, -1)", "(y + z) / 2.0": "y + z"},
            "difference": {
                "(y + y.transpose(-2, -1)) / 2.0": "y - y.transpose(-2, -1)",
                "(y + z) / 2.0": "y - z",
            },
            "turned_difference": {
                "(y + y.transpose(-2, -1)) / 2.0": "y.transpose(-2, -1) - y",
                "(y + z) / 2.0": "z - y",
            },
            "half_difference": {
                "(y + y.transpose(-2, -1)) / 2.0": "0.5 * (y - y.transpose(-2, -1))",
                "(y + z) / 2.0": "0.5 * (y - z)",
            },
            "over_difference": {
                "(y + y.transpose(-2, -1)) / 2.0": "(y - y.transpose(-2, -1)) / 2.0",
                "(y + z) / 2.0": "(y - z) / 2.0",
            },
            "product": {
                "(y + y.transpose(-2, -1)) / 2.0": "y * y.transpose(-2, -1)",
                "(y + z) / 2.0": "y * z",
            },
            "larger": {
                "(y + y.transpose(-2, -1)) / 2.0": "torch.maximum(y, y.transpose(-2, -1))",
                "(y + z) / 2.0": "tl.maximum(y, z)",
            },
            "smaller": {
                "(y + y.transpose(-2, -1)) / 2.0": "torch.minimum(y, y.transpose(-2, -1))",
                "(y + z) / 2.0": "tl.minimum(y, z)",
            },
        },
        "AXES": [
            {
                "2d": {
                    "[(2, 2, 1), (3, 5, 7), (2, 66, 40)]  # B, N, K": "[(2, 1), (5, 7), (66, 40)]  # N, K",
                    "def make(B, N, K)": "def make(N, K)",
                    "torch.randn(B, N, K), torch.randn(B, K, N)": "torch.randn(N, K), torch.randn(K, N)",
                    "B, N, K = x.shape": "B, (N, K) = 1, x.shape",
                    "stride_xb, stride_xn, stride_xk = x.stride()": (
                        "stride_xb, (stride_xn, stride_xk) = 0, x.stride()"
                    ),
                    "stride_wb, stride_wk, stride_wn = w.stride()": (
                        "stride_wb, (stride_wk, stride_wn) = 0, w.stride()"
                    ),
                },
                "2d_turned": {
                    "[(2, 2, 1), (3, 5, 7), (2, 66, 40)]  # B, N, K": "[(2, 1), (5, 7), (66, 40)]  # N, K",
                    "def make(B, N, K)": "def make(N, K)",
                    "torch.randn(B, N, K), torch.randn(B, K, N)": "torch.randn(N, K), torch.randn(N, K)",
                    "y = x @ w": "y = x @ w.T",
                    "B, N, K = x.shape": "B, (N, K) = 1, x.shape",
                    "stride_xb, stride_xn, stride_xk = x.stride()": (
                        "stride_xb, (stride_xn, stride_xk) = 0, x.stride()"
                    ),
                    "stride_wb, stride_wk, stride_wn = w.stride()": (
                        "stride_wb, (stride_wn, stride_wk) = 0, w.stride()"
                    ),
                },
                "turned": {
                    "torch.randn(B, N, K), torch.randn(B, K, N)": (
                        "torch.randn(B, N, K), torch.randn(B, N, K)"
                    ),
                    "y = x @ w": "y = x @ w.transpose(-2, -1)",
                    "stride_wb, stride_wk, stride_wn = w.stride()": (
                        "stride_wb, stride_wn, stride_wk = w.stride()"
                    ),
                },
                "first_turned": {
                    "torch.randn(B, N, K), torch.randn(B, K, N)": (
                        "torch.randn(B, K, N), torch.randn(B, K, N)"
                    ),
                    "y = x @ w": "y = x.transpose(-2, -1) @ w",
                    "B, N, K = x.shape": "B, K, N = x.shape",
                    "stride_xb, stride_xn, stride_xk = x.stride()": (
                        "stride_xb, stride_xk, stride_xn = x.stride()"
                    ),
                },
                "shared": {
                    "torch.randn(B, K, N)": "torch.randn(K, N)",
                    "stride_wb, stride_wk, stride_wn = w.stride()": (
                        "stride_wb, (stride_wk, stride_wn) = 0, w.stride()"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "matmul_transposed": {
        "FAMILY": {
            "matmul_second_transposed": {
                "torch.randn(K, M), torch.randn(K, N)": "torch.randn(M, K), torch.randn(N, K)",
                "y = x.T @ w": "y = x @ w.T",
                "K, M = x.shape": "M, K = x.shape",
                "N = w.shape[1]": "N = w.shape[0]",
                "stride_xk, stride_xm = x.stride()": "stride_xm, stride_xk = x.stride()",
                "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
            },
            "matmul_both_transposed": {
                "torch.randn(K, M), torch.randn(K, N)": "torch.randn(K, M), torch.randn(N, K)",
                "y = x.T @ w": "y = x.T @ w.T",
                "N = w.shape[1]": "N = w.shape[0]",
                "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
            },
            "matmul_output_transposed": {
                "torch.randn(K, M), torch.randn(K, N)": "torch.randn(N, K), torch.randn(K, M)",
                "y = x.T @ w": "y = (x @ w).T",
                "K, M = x.shape": "N, K = x.shape",
                "N = w.shape[1]": "M = w.shape[1]",
                "stride_xk, stride_xm = x.stride()": "stride_wn, stride_wk = x.stride()",
                "stride_wk, stride_wn = w.stride()": "stride_xk, stride_xm = w.stride()",
                "[grid](x, w, y,": "[grid](w, x, y,",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_triangle": {
        "FAMILY": {
            "matmul_upper_triangle": {
                "torch.tril": "torch.triu",
                "wanted = first_column - (first_row + BLOCK_M - 1) <= DIAGONAL": (
                    "wanted = first_column + BLOCK_N - 1 - first_row >= DIAGONAL"
                ),
                "columns[None, :] - rows[:, None] <= DIAGONAL": (
                    "columns[None, :] - rows[:, None] >= DIAGONAL"
                ),
            }
        },
        "AXES": [
            {
                "above": {"diagonal=0": "diagonal=1", "DIAGONAL=0": "DIAGONAL=1"},
                "below": {"diagonal=0": "diagonal=-1", "DIAGONAL=0": "DIAGONAL=-1"},
                "two_above": {"diagonal=0": "diagonal=2", "DIAGONAL=0": "DIAGONAL=2"},
                "two_below": {"diagonal=0": "diagonal=-2", "DIAGONAL=0": "DIAGONAL=-2"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "matmul_weighed": {
        "FAMILY": {
            "times": {
                "y = y / math.sqrt(D)": "y = y * D ** -0.5",
                "scale = 1 / math.sqrt(K)": "scale = K ** -0.5",
            },
            "eighth": {"y = y / math.sqrt(D)": "y = y * 0.125", "scale = 1 / math.sqrt(K)": "scale = 0.125"},
            "over_8": {"y = y / math.sqrt(D)": "y = y / 8.0", "scale = 1 / math.sqrt(K)": "scale = 1 / 8.0"},
            "by_size": {"y = y / math.sqrt(D)": "y = y / D", "scale = 1 / math.sqrt(K)": "scale = 1 / K"},
        },
        "AXES": [
            X_W,
            "RANKS",
            {
                "squared": {
                    "y = torch.relu(y)": "y = torch.relu(y) ** 2",
                    "y = tl.maximum(y, 0.0)": "y = tl.maximum(y, 0.0)\ny = y * y",
                },
                "square": {"y = torch.relu(y)": "y = y ** 2", "y = tl.maximum(y, 0.0)": "y = y * y"},
                "sigmoid": {
                    "y = torch.relu(y)": "y = torch.sigmoid(y)",
                    "y = tl.maximum(y, 0.0)": "y = tl.sigmoid(y)",
                },
                "exp": {
                    "y = torch.relu(y)": "y = torch.exp(torch.clamp(y, max=5.0))",
                    "y = tl.maximum(y, 0.0)": "y = tl.exp(tl.minimum(y, 5.0))",
                },
                "silu": {
                    "y = torch.relu(y)": "y = F.silu(y)",
                    "y = tl.maximum(y, 0.0)": "y = y * tl.sigmoid(y)",
                },
                "abs": {"y = torch.relu(y)": "y = torch.abs(y)", "y = tl.maximum(y, 0.0)": "y = tl.abs(y)"},
                "shifted": {
                    "y = torch.relu(y)": "y = torch.relu(y + 1.0)",
                    "y = tl.maximum(y, 0.0)": "y = tl.maximum(y + 1.0, 0.0)",
                },
            },
            {
                "height": {
                    "y = y / y.shape[-1]": "y = y / y.shape[-2]",
                    "length = float(N)": "length = float(M)",
                },
                "root": {
                    "y = y / y.shape[-1]": "y = y / math.sqrt(y.shape[-1])",
                    "length = float(N)": "length = math.sqrt(N)",
                },
                "matrix": {
                    "y = y / y.shape[-1]": "y = y / (y.shape[-1] * y.shape[-2])",
                    "length = float(N)": "length = float(M * N)",
                },
                "none": {
                    "y = y / y.shape[-1]": "",
                    "length = float(N)": "",
                    "y = y / length": "",
                    "scale, length": "scale",
                },
            },
        ],
    },
    "matmul_windowed": {
        "FAMILY": {
            "inside": (
                {
                    'y.masked_fill((i - j).abs() > 2, float("-inf"))': (
                        'torch.where((i - j).abs() <= {0}, y, float("-inf"))'
                    ),
                    'tl.abs(i - j) > 2, float("-inf"), y': 'tl.abs(i - j) <= {0}, y, float("-inf")',
                },
                "1 2 3 4 8",
            ),
            "beyond": (
                {"(i - j).abs() > 2": "(i - j).abs() > {0}", "tl.abs(i - j) > 2": "tl.abs(i - j) > {0}"},
                "1 3 4 8",
            ),
            "not_inside": (
                {"(i - j).abs() > 2": "~((i - j).abs() <= {0})", "tl.abs(i - j) > 2": "tl.abs(i - j) > {0}"},
                "1 2 4",
            ),
            "before": (
                {
                    "(i - j).abs() > 2": "(j > i) | (i - j >= {0})",
                    "tl.abs(i - j) > 2": "(j > i) | (i - j >= {0})",
                },
                "2 3 4 8",
            ),
            "before_j_first": (
                {
                    "(i - j).abs() > 2": "(j > i) | (j < i - {0})",
                    "tl.abs(i - j) > 2": "(j > i) | (j < i - {0})",
                },
                "2 3 4 8",
            ),
            "before_kept": (
                {
                    "(i - j).abs() > 2": "~((j <= i) & (j > i - {0}))",
                    "tl.abs(i - j) > 2": "(j > i) | (j <= i - {0})",
                },
                "2 3 4 8",
            ),
            "before_where": (
                {
                    'y.masked_fill((i - j).abs() > 2, float("-inf"))': (
                        'torch.where((j <= i) & (i - j < {0}), y, float("-inf"))'
                    ),
                    'tl.abs(i - j) > 2, float("-inf"), y': '(j <= i) & (i - j < {0}), y, float("-inf")',
                },
                "2 3 4 8",
            ),
            "causal": {"(i - j).abs() > 2": "j > i", "tl.abs(i - j) > 2": "j > i"},
            "causal_kept": {
                'y.masked_fill((i - j).abs() > 2, float("-inf"))': ('torch.where(i >= j, y, float("-inf"))'),
                'tl.abs(i - j) > 2, float("-inf"), y': 'i >= j, y, float("-inf")',
            },
            "not_itself": {"(i - j).abs() > 2": "i == j", "tl.abs(i - j) > 2": "i == j"},
            "blocks": (
                {"(i - j).abs() > 2": "i // {0} != j // {0}", "tl.abs(i - j) > 2": "i // {0} != j // {0}"},
                "2 3 4 8",
            ),
            "triangle_of_ones": {
                "(i - j).abs() > 2": "torch.ones(T, S, device=q.device).tril() == 0",
                "tl.abs(i - j) > 2": "j > i",
                "i = torch.arange(T, device=q.device)[:, None]": "",
                "j = torch.arange(S, device=q.device)[None, :]": "",
            },
            "triangle_of_bools": {
                "(i - j).abs() > 2": "torch.ones(T, S, dtype=torch.bool, device=q.device).triu(1)",
                "tl.abs(i - j) > 2": "j > i",
                "i = torch.arange(T, device=q.device)[:, None]": "",
                "j = torch.arange(S, device=q.device)[None, :]": "",
            },
            "distance": (
                {
                    'y = y.masked_fill((i - j).abs() > 2, float("-inf"))': "y = y - 0.{0} * (i - j).abs()",
                    'y = tl.where(tl.abs(i - j) > 2, float("-inf"), y)': "y = y - 0.{0} * tl.abs(i - j)",
                },
                "1 25 5",
            ),
        },
        "AXES": [
            {
                "to_billion": {'float("-inf")': "-1e9"},
                "to_ten_thousand": {'float("-inf")': "-10000.0"},
                "to_zero": {'float("-inf")': "0.0"},
            },
            {
                "2_2": {
                    (
                        "((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, "
                        "9), (3, 2, 66, 9))"
                    ): ("((1, 3), (2, 3)), ((11, 37), (7, 37)), ((70, 9), (66, 9))")
                },
                "3_3": {
                    (
                        "((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, "
                        "9), (3, 2, 66, 9))"
                    ): ("((2, 1, 3), (2, 1, 3)), ((3, 11, 37), (3, 7, 37)), ((2, 70, 9), (2, 66, 9))")
                },
                "3_3_square": {
                    (
                        "((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, "
                        "9), (3, 2, 66, 9))"
                    ): ("((2, 1, 3), (2, 1, 3)), ((3, 11, 37), (3, 11, 37)), ((2, 70, 9), (2, 70, 9))")
                },
                "4_4_square": {
                    (
                        "((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, "
                        "9), (3, 2, 66, 9))"
                    ): (
                        "((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 11, 37)), ((3, 2, 70, "
                        "9), (3, 2, 70, 9))"
                    )
                },
                "one_head": {
                    (
                        "((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, "
                        "9), (3, 2, 66, 9))"
                    ): (
                        "((1, 2, 1, 3), (1, 1, 1, 3)), ((2, 3, 11, 37), (2, 1, 7, 37)), ((3, 2, 70, "
                        "9), (3, 1, 66, 9))"
                    )
                },
                "one_head_square": {
                    (
                        "((1, 2, 1, 3), (1, 2, 1, 3)), ((2, 3, 11, 37), (2, 3, 7, 37)), ((3, 2, 70, "
                        "9), (3, 2, 66, 9))"
                    ): (
                        "((1, 2, 1, 3), (1, 1, 1, 3)), ((2, 3, 11, 37), (2, 1, 11, 37)), ((3, 2, 70, "
                        "9), (3, 1, 70, 9))"
                    )
                },
            },
            TIMES_EIGHTH_OVER_8,
        ],
    },
    "matvec": {
        "FAMILY": {
            "matvec_column": {
                "torch.randn(K) / K ** 0.5": "torch.randn(K, 1) / K ** 0.5",
                "x.shape[:-1]": "x.shape[:-1] + (1,)",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matvec_batched": {
        "FAMILY": {
            "matvec_batched_column": {
                "torch.randn(B, K)": "torch.randn(B, K, 1)",
                "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(x, v)",
                "torch.empty((B, M)": "torch.empty((B, M, 1)",
            },
            "matvec_batched_turned": {
                "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": (
                    "torch.bmm(x.transpose(1, 2), v.unsqueeze(-1)).squeeze(-1)"
                ),
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
            },
            "vecmat_batched": {
                "torch.randn(B, M, K), torch.randn(B, K) / K ** 0.5": (
                    "torch.randn(B, K) / K ** 0.5, torch.randn(B, K, M)"
                ),
                "(x, v):": "(v, x):",
                "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(v.unsqueeze(1), x).squeeze(1)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
            },
            "vecmat_batched_row": {
                "torch.randn(B, M, K), torch.randn(B, K) / K ** 0.5": (
                    "torch.randn(B, 1, K) / K ** 0.5, torch.randn(B, K, M)"
                ),
                "(x, v):": "(v, x):",
                "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(v, x)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xk, stride_xm = x.stride()"
                ),
                "v.stride(0), v.stride(1)": "v.stride(0), v.stride(2)",
                "torch.empty((B, M)": "torch.empty((B, 1, M)",
            },
            "vecmat_batched_row_turned": {
                "torch.randn(B, M, K), torch.randn(B, K) / K ** 0.5": (
                    "torch.randn(B, 1, K) / K ** 0.5, torch.randn(B, M, K)"
                ),
                "(x, v):": "(v, x):",
                "torch.bmm(x, v.unsqueeze(-1)).squeeze(-1)": "torch.bmm(v, x.transpose(1, 2))",
                "v.stride(0), v.stride(1)": "v.stride(0), v.stride(2)",
                "torch.empty((B, M)": "torch.empty((B, 1, M)",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matvec_column": {
        "FAMILY": {
            "matvec_column_kept": {
                "y = y.squeeze(-1)": "",
                "torch.empty((*x.shape[:-2], M)": "torch.empty((*x.shape[:-2], M, 1)",
            },
            "matvec_column_reciprocal": {  # of sums of what is positive
                "return x, w": "return x.abs(), w.abs() + 0.1",
                "y = y.squeeze(-1)": "y = y.squeeze(-1)\ny = torch.reciprocal(y + 1e-6)",
                "y = tl.sum(lanes, axis=1)": "y = tl.sum(lanes, axis=1)\ny = 1.0 / (y + 1e-6)",
            },
        },
        "AXES": [
            {
                "rank2": {
                    "CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]": (
                        "CASES = [(1, 3), (11, 37), (70, 90)]"
                    )
                },
                "rank3": {
                    "CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]": (
                        "CASES = [(2, 1, 3), (4, 11, 37), (3, 70, 90)]"
                    )
                },
                "rank5": {
                    "CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]": (
                        "CASES = [(1, 2, 1, 1, 3), (2, 4, 5, 11, 37), (2, 3, 1, 40, 9)]"
                    )
                },
            },
            {"shared": {"torch.randn(*batch, K, 1)": "torch.randn(K, 1)", "stride_w = K": "stride_w = 0"}},
            {
                "transposed": {
                    "torch.randn(*batch, M, K)": "torch.randn(*batch, K, M)",
                    "x @ w": "x.transpose(-2, -1) @ w",
                    "M, K = x.shape[-2:]": "K, M = x.shape[-2:]",
                    "stride_m, stride_k = K, 1": "stride_m, stride_k = 1, M",
                }
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ],
    },
    "matvec_of_pair": {
        "FAMILY": {
            "transposed": {
                "v = torch.randn(shape[-1])": "v = torch.randn(shape[-2])",
                "y = x @ v": "y = x.mT @ v",
                "A, B, M, K =": "A, B, K, M =",
                "x, z = x.expand(A, B, M, K), z.expand(A, B, M, K)": (
                    "x, z = x.expand(A, B, K, M).mT, z.expand(A, B, K, M).mT"
                ),
                "y = torch.empty(shape[:-1],": "y = torch.empty((*shape[:-2], M),",
            },
            "vector_first": {
                "v = torch.randn(shape[-1])": "v = torch.randn(shape[-2])",
                "y = x @ v": "y = v @ x",
                "A, B, M, K =": "A, B, K, M =",
                "x, z = x.expand(A, B, M, K), z.expand(A, B, M, K)": (
                    "x, z = x.expand(A, B, K, M).mT, z.expand(A, B, K, M).mT"
                ),
                "y = torch.empty(shape[:-1],": "y = torch.empty((*shape[:-2], M),",
            },
        },
        "AXES": [
            "SHAPE_OF_Z",
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matvec_of_parts": {
        "FAMILY": {
            "whole": {"x = torch.tril(x)": "", " & (k[None, :] <= rows[:, None])": ""},
            "function": {
                "torch.tril(x)": "torch.relu(x)",
                " & (k[None, :] <= rows[:, None])": "",
                "lanes += x": "x = tl.maximum(x, 0.0)\nlanes += x",
            },
            "gate": {
                "torch.tril(x)": "torch.sigmoid(x)",
                " & (k[None, :] <= rows[:, None])": "",
                "lanes += x": "x = tl.sigmoid(x)\nlanes += x",
            },
            "squares": {
                "torch.tril(x)": "x * x",
                " & (k[None, :] <= rows[:, None])": "",
                "lanes += x": "x = x * x\nlanes += x",
            },
            "absolute": {
                "torch.tril(x)": "torch.abs(x)",
                " & (k[None, :] <= rows[:, None])": "",
                "lanes += x": "x = tl.abs(x)\nlanes += x",
            },
            "upper": {
                "torch.tril(x)": "torch.triu(x)",
                "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]",
            },
            "strictly_lower": {
                "torch.tril(x)": "torch.tril(x, diagonal=-1)",
                "k[None, :] <= rows[:, None]": "k[None, :] < rows[:, None]",
            },
            "strictly_upper": {
                "torch.tril(x)": "torch.triu(x, diagonal=1)",
                "k[None, :] <= rows[:, None]": "k[None, :] > rows[:, None]",
            },
            "lower_by": (
                {
                    "torch.tril(x)": "torch.tril(x, diagonal={0})",
                    "k[None, :] <= rows[:, None]": "k[None, :] <= rows[:, None] + {0}",
                },
                "1 2 3",
            ),
            "upper_by": (
                {
                    "torch.tril(x)": "torch.triu(x, diagonal={0})",
                    "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None] + {0}",
                },
                "2 3",
            ),
            "lower_less": (
                {
                    "torch.tril(x)": "torch.tril(x, diagonal=-{0})",
                    "k[None, :] <= rows[:, None]": "k[None, :] <= rows[:, None] - {0}",
                },
                "2 3",
            ),
            "upper_less": (
                {
                    "torch.tril(x)": "torch.triu(x, diagonal=-{0})",
                    "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None] - {0}",
                },
                "1 2 3",
            ),
        },
        "AXES": [
            {
                "square": {"CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(2, 2), (37, 37), (90, 90)]"},
                "rank3": {
                    "CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(2, 1, 3), (4, 11, 37), (3, 70, 90)]"
                },
                "rank4": {
                    "CASES = [(1, 3), (11, 37), (70, 90)]": (
                        "CASES = [(2, 1, 2, 3), (4, 5, 11, 37), (2, 3, 40, 90)]"
                    )
                },
            },
            {
                "alone": {
                    "z = torch.randn(shape[:-1])": "",
                    "x, v, z": "x, v",
                    "z_ptr, ": "",
                    "y = 1.5 * y + 0.5 * z": "",
                    ", z.contiguous()": "",
                    "z = tl.load(z_ptr + batch * M + rows, mask=rows < M, other=0.0).to(tl.float32)": "",
                },
                "plus": {"y = 1.5 * y + 0.5 * z": "y = y + z"},
                "less": {"y = 1.5 * y + 0.5 * z": "y = z - y"},
                "times": {"y = 1.5 * y + 0.5 * z": "y = y * z"},
                "alpha": {"y = 1.5 * y + 0.5 * z": "y = z + 1.5 * y"},
                "of_each_row": {
                    "z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2])",
                    "z_ptr + batch * M + rows": "z_ptr + rows",
                },
                "number": {
                    "z = torch.randn(shape[:-1])": "z = torch.randn(1)",
                    "z_ptr + batch * M + rows, mask=rows < M, other=0.0": "z_ptr",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matvec_of_ranks": {
        "FAMILY": {
            "transposed": {
                "x = torch.randn(shape)": "x = torch.randn(shape).mT.contiguous()",
                "return x @ v": "return x.transpose(-2, -1) @ v",
                "M, K = x.shape[-2:]": "K, M = x.shape[-2:]",
                "stride_m, stride_k = K, 1": "stride_m, stride_k = 1, M",
            },
            "vector_first": {
                "x = torch.randn(shape)": "x = torch.randn(shape).mT.contiguous()",
                "return x @ v": "return v @ x",
                "return x, v": "return v, x",
                "(x, v):": "(v, x):",
                "M, K = x.shape[-2:]": "K, M = x.shape[-2:]",
                "stride_m, stride_k = K, 1": "stride_m, stride_k = 1, M",
            },
            "vector_first_transposed": {
                "return x @ v": "return v @ x.transpose(-2, -1)",
                "return x, v": "return v, x",
                "(x, v):": "(v, x):",
            },
        },
        "AXES": [
            {
                "rank3": {
                    "CASES = [(1, 3), (11, 37), (70, 90)]": "CASES = [(2, 1, 3), (4, 11, 37), (3, 70, 90)]"
                },
                "rank4": {
                    "CASES = [(1, 3), (11, 37), (70, 90)]": (
                        "CASES = [(2, 1, 1, 3), (4, 5, 11, 37), (2, 3, 40, 90)]"
                    )
                },
                "rank5": {
                    "CASES = [(1, 3), (11, 37), (70, 90)]": (
                        "CASES = [(1, 2, 1, 1, 3), (2, 4, 5, 11, 37), (2, 3, 1, 40, 9)]"
                    )
                },
            }
        ],
    },
    "outer": {
        "AXES": [
            {
                "kept": {
                    "return torch.randn(M), torch.randn(N)": "return torch.randn(M, 1), torch.randn(1, N)",
                    "x, z = x[:, None], z[None, :]": "",
                },
                "turned": {  # the row comes first
                    "return torch.randn(M), torch.randn(N)": "return torch.randn(1, N), torch.randn(M, 1)",
                    "x, z = x[:, None], z[None, :]": "x, z = z, x",
                    "M, N = x.numel(), z.numel()": "x, z = z, x\nM, N = x.numel(), z.numel()",
                },
            },
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
}
