"""Tables of the families of matrix products, matmul_merge_heads to matmul_scaled_factors."""

FAMILIES = {
    "matmul_merge_heads": {
        "FAMILY": {
            "matmul_move_heads": {
                "y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.transpose(1, 2)",
                "(B, T, H * E)": "(B, T, H, E)",
            },
            "matmul_merge_heads_permuted": {
                "y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.permute(2, 0, 1, 3)",
                "(B, T, H * E)": "(T, B, H, E)",
                "offsets = ((b * T + rows[:, None]) * H + h) * E + columns[None, :]": "offsets = (rows[:, None] * (tl.num_programs(0) // tiles) + b * H + h) * E + columns[None, :]",
            },
            "matmul_merge_heads_channels": {
                "y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.transpose(2, 3).reshape(B, -1, T)",
                "(B, T, H * E)": "(B, H * E, T)",
                "offsets = ((b * T + rows[:, None]) * H + h) * E + columns[None, :]": "offsets = ((b * H + h) * E + columns[None, :]) * T + rows[:, None]",
            },
            "matmul_merge_heads_rows": {
                "y = y.transpose(1, 2).reshape(B, T, -1)": "y = y.transpose(1, 2).reshape(B * T, -1)",
                "(B, T, H * E)": "(B * T, H * E)",
            },
        },
        "AXES": [
            {
                "values_last": {
                    "torch.randn(B, H, S, E)": "torch.randn(B, H, E, S)",
                    "y = x @ v": "y = x @ v.transpose(-2, -1)",
                    "E = v.shape[3]": "E = v.shape[2]",
                    "stride_vb, stride_vh, stride_vs, stride_ve = v.stride()": "stride_vb, stride_vh, stride_ve, stride_vs = v.stride()",
                },
                "shared_values": {
                    "torch.randn(B, H, S, E)": "torch.randn(B, 1, S, E)",
                    "stride_vb, stride_vh, stride_vs, stride_ve = v.stride()": "stride_vb, stride_vh, stride_vs, stride_ve = v.stride(0), 0, v.stride(2), v.stride(3)",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "matmul_of_features": {
        "AXES": [
            "TURNED",
            "RANKS",
            {
                "relu": {
                    "F.elu(x) + 1.0": "torch.relu(x)",
                    "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.maximum(x, 0.0)",
                },
                "relu_raised": {
                    "F.elu(x) + 1.0": "torch.relu(x) + 1e-3",
                    "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.maximum(x, 0.0) + 1e-3",
                },
                "relu_squared": {
                    "F.elu(x) + 1.0": "torch.relu(x) ** 2",
                    "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.maximum(x, 0.0)\nx = x * x",
                },
                "squared": {
                    "F.elu(x) + 1.0": "x * x",
                    "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "x * x",
                },
                "sigmoid": {
                    "F.elu(x) + 1.0": "torch.sigmoid(x)",
                    "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.sigmoid(x)",
                },
                "exp": {
                    "F.elu(x) + 1.0": "torch.exp(x)",
                    "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.exp(x)",
                },
                "silu": {
                    "F.elu(x) + 1.0": "F.silu(x)",
                    "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "x * tl.sigmoid(x)",
                },
                "cos": {
                    "F.elu(x) + 1.0": "torch.cos(x)",
                    "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "tl.cos(x)",
                },
                "scaled": {
                    "F.elu(x) + 1.0": "x * 0.125",
                    "tl.where(x > 0.0, x + 1.0, tl.exp(tl.minimum(x, 0.0)))": "x * 0.125",
                },
            },
            {
                "relu": {
                    "F.elu(w) + 1.0": "torch.relu(w)",
                    "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.maximum(w, 0.0)",
                },
                "relu_raised": {
                    "F.elu(w) + 1.0": "torch.relu(w) + 1e-3",
                    "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.maximum(w, 0.0) + 1e-3",
                },
                "relu_squared": {
                    "F.elu(w) + 1.0": "torch.relu(w) ** 2",
                    "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.maximum(w, 0.0)\nw = w * w",
                },
                "squared": {
                    "F.elu(w) + 1.0": "w * w",
                    "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "w * w",
                },
                "sigmoid": {
                    "F.elu(w) + 1.0": "torch.sigmoid(w)",
                    "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.sigmoid(w)",
                },
                "exp": {
                    "F.elu(w) + 1.0": "torch.exp(w)",
                    "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.exp(w)",
                },
                "silu": {
                    "F.elu(w) + 1.0": "F.silu(w)",
                    "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "w * tl.sigmoid(w)",
                },
                "cos": {
                    "F.elu(w) + 1.0": "torch.cos(w)",
                    "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "tl.cos(w)",
                },
                "scaled": {
                    "F.elu(w) + 1.0": "w * 0.125",
                    "tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))": "w * 0.125",
                },
                "plain": {
                    "w = F.elu(w) + 1.0": "",
                    (
                        "        w = tl.where(w > 0.0, w + 1.0, tl.exp(tl.minimum(w, 0.0)))\n"
                        "        w = tl.where(k[:, None] < K - start, w, 0.0)\n"
                    ): "",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "matmul_of_pair": {
        "AXES": [
            "SHAPE_OF_Z",
            {  # which of them is stored the other way round
                "x": {
                    "shape = x_shape": "shape = (*x_shape[:-2], x_shape[-1], x_shape[-2])",
                    "y = x @ w": "y = x.mT @ w",
                    "(M, K), N = shape[-2:], w.shape[-1]": "(K, M), N = shape[-2:], w.shape[-1]",
                    "x.expand(A, B, C, M, K), z.expand(A, B, C, M, K)": "x.expand(A, B, C, K, M).mT, z.expand(A, B, C, K, M).mT",
                },
                "w": {
                    "torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
                    "y = x @ w": "y = x @ w.mT",
                    "(M, K), N = shape[-2:], w.shape[-1]": "(M, K), N = shape[-2:], w.shape[-2]",
                    "w.expand(A, B, C, K, N)": "w.expand(A, B, C, N, K).mT",
                },
                "both": {
                    "shape = x_shape": "shape = (*x_shape[:-2], x_shape[-1], x_shape[-2])",
                    "y = x @ w": "y = x.mT @ w.mT",
                    "torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
                    "(M, K), N = shape[-2:], w.shape[-1]": "(K, M), N = shape[-2:], w.shape[-2]",
                    "x.expand(A, B, C, M, K), z.expand(A, B, C, M, K)": "x.expand(A, B, C, K, M).mT, z.expand(A, B, C, K, M).mT",
                    "w.expand(A, B, C, K, N)": "w.expand(A, B, C, N, K).mT",
                },
            },
            "RANKS",
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "matmul_of_parts": {
        "FAMILY": {
            "upper": {
                "torch.tril(a)": "torch.triu(a)",
                "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None]",
            },
            "lower_by": (
                {
                    "torch.tril(a)": "torch.tril(a, diagonal={0})",
                    "k[None, :] <= rows[:, None]": "k[None, :] <= rows[:, None] + {0}",
                },
                "1 2 3",
            ),
            "upper_by": (
                {
                    "torch.tril(a)": "torch.triu(a, diagonal={0})",
                    "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None] + {0}",
                },
                "1 2 3",
            ),
            "lower_less": (
                {
                    "torch.tril(a)": "torch.tril(a, diagonal=-{0})",
                    "k[None, :] <= rows[:, None]": "k[None, :] <= rows[:, None] - {0}",
                },
                "1 2 3",
            ),
            "upper_less": (
                {
                    "torch.tril(a)": "torch.triu(a, diagonal=-{0})",
                    "k[None, :] <= rows[:, None]": "k[None, :] >= rows[:, None] - {0}",
                },
                "1 2 3",
            ),
            "symmetric": {
                "torch.tril(a)": "0.5 * (a + a.T)",
                "a_mask = a_mask & (k[None, :] <= rows[:, None])": "",
                "b = tl.load(b_ptr": (
                    "mirrored = tl.load(a_ptr + k[None, :] * stride_am + rows[:, None] * stride_ak, "
                    "mask=a_mask, other=0.0).to(tl.float32)\n"
                    "a = 0.5 * (a + mirrored)\n"
                    "b = tl.load(b_ptr"
                ),
            },
            "skew": {
                "torch.tril(a)": "a - a.T",
                "a_mask = a_mask & (k[None, :] <= rows[:, None])": "",
                "b = tl.load(b_ptr": (
                    "mirrored = tl.load(a_ptr + k[None, :] * stride_am + rows[:, None] * stride_ak, "
                    "mask=a_mask, other=0.0).to(tl.float32)\n"
                    "a = a - mirrored\n"
                    "b = tl.load(b_ptr"
                ),
            },
        },
        "AXES": [
            {
                "by_whole": {"b = torch.triu(b)": "", " & (columns[None, :] >= k[:, None])": ""},
                "by_lower": {
                    "torch.triu(b)": "torch.tril(b)",
                    "(columns[None, :] >= k[:, None])": "(columns[None, :] <= k[:, None])",
                },
                "by_strictly_upper": {
                    "torch.triu(b)": "torch.triu(b, diagonal=1)",
                    "(columns[None, :] >= k[:, None])": "(columns[None, :] > k[:, None])",
                },
                "by_strictly_lower": {
                    "torch.triu(b)": "torch.tril(b, diagonal=-1)",
                    "(columns[None, :] >= k[:, None])": "(columns[None, :] < k[:, None])",
                },
            },
            {
                "whole": {
                    "y = torch.tril(y)": "",
                    "y = tl.where(columns[None, :] <= rows[:, None], y, 0.0)": "",
                },
                "kept_upper": {
                    "y = torch.tril(y)": "y = torch.triu(y)",
                    "columns[None, :] <= rows[:, None], y": "columns[None, :] >= rows[:, None], y",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_of_ranks": {
        "AXES": [
            "TURNED",
            "RANKS",
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "matmul_of_ranks_joins": {
        "AXES": [
            "TURNED",
            "RANKS",
            "JOINED",
            ("TAIL_XZ+BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            {"z_first": {"(x, w, z)": "(z, x, w)", "return x, w, z": "return z, x, w"}},
        ]
    },
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
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": "((4, 8), (8, 5)), ((11, 37), (37, 6)), ((70, 19), (19, 66))"
                },
                "2_2_again": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": "((4, 8), (8, 5)), ((11, 37), (37, 16)), ((70, 19), (19, 66))"
                },
                "3_3": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": "((2, 4, 8), (2, 8, 5)), ((4, 11, 37), (4, 37, 6)), ((3, 70, 19), (3, 19, 66))"
                },
                "4_2": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": "((1, 2, 4, 8), (8, 5)), ((2, 3, 11, 37), (37, 6)), ((3, 2, 70, 19), (19, 5))"
                },
                "4_4": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": (
                        "((1, 2, 4, 8), (1, 2, 8, 5)), ((2, 3, 11, 37), (2, 3, 37, 6)), ((3, 2, 70, 19), (3, 2, "
                        "19, 5))"
                    )
                },
                "2_3": {
                    "((2, 4, 8), (8, 5)), ((4, 11, 37), (37, 6)), ((3, 70, 19), (19, 66))": "((4, 8), (2, 8, 5)), ((11, 37), (4, 37, 6)), ((70, 19), (3, 19, 66))"
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
                    "x.expand(A, B, C, M, K), z.expand(A, B, C, M, K), w.expand(A, B, C, M, K)": "x.expand(A, B, C, K, M).mT, z.expand(A, B, C, K, M).mT, w.expand(A, B, C, K, M).mT",
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
                    "x.expand(A, B, C, M, K), z.expand(A, B, C, M, K), w.expand(A, B, C, M, K)": "x.expand(A, B, C, K, M).mT, z.expand(A, B, C, K, M).mT, w.expand(A, B, C, K, M).mT",
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
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()",
                },
                "x_bhkm": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(B, H, K, M)",
                    "y = (x": "y = (x.transpose(2, 3)",
                    "B, H, M, K = x.shape": "B, H, K, M = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xh, stride_xk, stride_xm = x.stride()",
                },
                "x_bkhm": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(B, K, H, M)",
                    "y = (x": "y = (x.permute(0, 2, 3, 1)",
                    "B, H, M, K = x.shape": "B, K, H, M = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xh, stride_xm = x.stride()",
                },
                "x_mbhk": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(M, B, H, K)",
                    "y = (x": "y = (x.permute(1, 2, 0, 3)",
                    "B, H, M, K = x.shape": "M, B, H, K = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xm, stride_xb, stride_xh, stride_xk = x.stride()",
                },
                "x_hbmk": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(H, B, M, K)",
                    "y = (x": "y = (x.transpose(0, 1)",
                    "B, H, M, K = x.shape": "H, B, M, K = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xh, stride_xb, stride_xm, stride_xk = x.stride()",
                },
                "x_bmkh": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(B, M, K, H)",
                    "y = (x": "y = (x.permute(0, 3, 1, 2)",
                    "B, H, M, K = x.shape": "B, M, K, H = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xm, stride_xk, stride_xh = x.stride()",
                },
                "x_bkmh": {
                    "x = torch.randn(B, H, M, K)": "x = torch.randn(B, K, M, H)",
                    "y = (x": "y = (x.transpose(1, 3)",
                    "B, H, M, K = x.shape": "B, K, M, H = x.shape",
                    "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm, stride_xh = x.stride()",
                },
            },
            {
                "w_bkhn": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(B, K, H, N)",
                    "@ w)": "@ w.transpose(1, 2))",
                    "w.shape[3]": "w.shape[3]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()",
                },
                "w_bhnk": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(B, H, N, K)",
                    "@ w)": "@ w.transpose(2, 3))",
                    "w.shape[3]": "w.shape[2]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wh, stride_wn, stride_wk = w.stride()",
                },
                "w_bnhk": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(B, N, H, K)",
                    "@ w)": "@ w.permute(0, 2, 3, 1))",
                    "w.shape[3]": "w.shape[1]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()",
                },
                "w_kbhn": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(K, B, H, N)",
                    "@ w)": "@ w.permute(1, 2, 0, 3))",
                    "w.shape[3]": "w.shape[3]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wk, stride_wb, stride_wh, stride_wn = w.stride()",
                },
                "w_nbhk": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(N, B, H, K)",
                    "@ w)": "@ w.permute(1, 2, 3, 0))",
                    "w.shape[3]": "w.shape[0]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wn, stride_wb, stride_wh, stride_wk = w.stride()",
                },
                "w_hbkn": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(H, B, K, N)",
                    "@ w)": "@ w.transpose(0, 1))",
                    "w.shape[3]": "w.shape[3]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wh, stride_wb, stride_wk, stride_wn = w.stride()",
                },
                "w_bnkh": {
                    "w = torch.randn(B, H, K, N)": "w = torch.randn(B, N, K, H)",
                    "@ w)": "@ w.transpose(1, 3))",
                    "w.shape[3]": "w.shape[1]",
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": "stride_wb, stride_wn, stride_wk, stride_wh = w.stride()",
                },
            },
            {
                "y_bmhn": {
                    "  # (B, H, M, N)": ".transpose(1, 2)  # (B, M, H, N)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, M, H, N)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_ym, stride_yh, stride_yn = y.stride()",
                },
                "y_bhnm": {
                    "  # (B, H, M, N)": ".transpose(2, 3)  # (B, H, N, M)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, H, N, M)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_yh, stride_yn, stride_ym = y.stride()",
                },
                "y_bnhm": {
                    "  # (B, H, M, N)": ".permute(0, 3, 1, 2)  # (B, N, H, M)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, N, H, M)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_yn, stride_yh, stride_ym = y.stride()",
                },
                "y_mbhn": {
                    "  # (B, H, M, N)": ".permute(2, 0, 1, 3)  # (M, B, H, N)",
                    "torch.empty((B, H, M, N)": "torch.empty((M, B, H, N)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_ym, stride_yb, stride_yh, stride_yn = y.stride()",
                },
                "y_hbmn": {
                    "  # (B, H, M, N)": ".transpose(0, 1)  # (H, B, M, N)",
                    "torch.empty((B, H, M, N)": "torch.empty((H, B, M, N)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yh, stride_yb, stride_ym, stride_yn = y.stride()",
                },
                "y_bmnh": {
                    "  # (B, H, M, N)": ".permute(0, 2, 3, 1)  # (B, M, N, H)",
                    "torch.empty((B, H, M, N)": "torch.empty((B, M, N, H)",
                    "stride_yb, stride_yh, stride_ym, stride_yn = y.stride()": "stride_yb, stride_ym, stride_yn, stride_yh = y.stride()",
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
                "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)": "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1) / N",
            },
            "matmul_max": {
                "y.sum(": "y.amax(",
                "z = tl.zeros((BLOCK_M,), dtype=tl.float32)": 'z = tl.full((BLOCK_M,), float("-inf"), dtype=tl.float32)',
                "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)": 'z = tl.maximum(z, tl.max(tl.where(columns[None, :] < N, y, float("-inf")), axis=1))',
            },
            "matmul_min": {
                "y.sum(": "y.amin(",
                "z = tl.zeros((BLOCK_M,), dtype=tl.float32)": 'z = tl.full((BLOCK_M,), float("inf"), dtype=tl.float32)',
                "z += tl.sum(tl.where(columns[None, :] < N, y, 0.0), axis=1)": 'z = tl.minimum(z, tl.min(tl.where(columns[None, :] < N, y, float("inf")), axis=1))',
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
}
