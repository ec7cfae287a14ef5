"""Tables of the families of reductions, norm_channel to pairwise_distance."""

FAMILIES = {
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
                    "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                    "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]",
                },
                "dim3_keepdim": {
                    "CASES = [(1, 1, 1), (2, 33, 3), (2, 3, 9, 5), (2, 2, 3, 4, 7), (3, 40, 70)]": (
                        "CASES = [(1, 1, 1, 1), (2, 33, 3, 5), (2, 3, 9, 4, 5), (2, 40, 7, 11)]"
                    ),
                    "dim=-2": "dim=-3, keepdim=True",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
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
            {
                "beta_first": {"y = gamma * y + beta": "y = gamma * (y + beta)"},
                "one_and_gamma": {"y = gamma * y + beta": "y = (1.0 + gamma) * y + beta"},
            },
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
            {
                "beta_first": {"y = gamma * y + beta": "y = gamma * (y + beta)"},
                "one_and_gamma": {"y = gamma * y + beta": "y = (1.0 + gamma) * y + beta"},
            },
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
            {
                "one": {
                    "z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(1)",
                    "tl.load(z_ptr + row)": "tl.load(z_ptr)",
                },
                "scalar": {
                    "z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(())",
                    "tl.load(z_ptr + row)": "tl.load(z_ptr)",
                },
                "inner": {
                    "return x, z": "return x, z[0]",
                    "tl.load(z_ptr + row)": "tl.load(z_ptr + row % n_inner)",
                    "y_ptr, n_cols, BLOCK: tl": "y_ptr, n_cols, n_inner, BLOCK: tl",
                    "(x, z, y, n_cols,": "(x, z, y, n_cols, z.numel(),",
                },
            },
            {
                "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
                "last2": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-2]",
                },
                "last2_keepdim": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
                    ),
                    "dim=-1": "dim=(-2, -1), keepdim=True",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-2] + (1, 1)",
                },
                "last3": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-3]",
                },
                "last3_keepdim": {
                    "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
                        "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
                    ),
                    "dim=-1": "dim=(-3, -2, -1), keepdim=True",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "number_by_size": {
        "FAMILY": {
            "columns": {"y / x.shape[0]": "y / x.shape[1]", "float(M)": "float(N)"},
            "times": {"y / x.shape[0]": "y * x.shape[0]", "y / scale": "y * scale"},
            "times_columns": {
                "y / x.shape[0]": "y * x.shape[-1]",
                "float(M)": "float(N)",
                "y / scale": "y * scale",
            },
            "less_one": {
                "y / x.shape[0]": "y / (x.shape[0] - 1)",
                "float(M)": "float(M - 1)",
                "(1, 3)": "(2, 3)",
            },
            "pairs": {
                "y / x.shape[0]": "y / (x.shape[0] * (x.shape[0] - 1))",
                "float(M)": "float(M * (M - 1))",
                "(1, 3)": "(2, 3)",
            },
            "root": {"y / x.shape[0]": "y / math.sqrt(x.shape[0])", "float(M)": "math.sqrt(M)"},
            "twice": {"y / x.shape[0]": "y / (2 * x.shape[0])", "float(M)": "float(2 * M)"},
            "square": {"y / x.shape[0]": "y / x.shape[0] ** 2", "float(M)": "float(M * M)"},
            "of_vector": {
                "[(1, 3), (5, 33), (70, 41)]": "[(3,), (33,), (2900,)]",
                "make(M, N)": "make(M)",
                "torch.randn(M, N)": "torch.randn(M)",
                "M, N = x.shape": "M, = x.shape",
            },
            "of_vector_times": {
                "[(1, 3), (5, 33), (70, 41)]": "[(3,), (33,), (2900,)]",
                "make(M, N)": "make(M)",
                "torch.randn(M, N)": "torch.randn(M)",
                "M, N = x.shape": "M, = x.shape",
                "y / x.shape[0]": "y * x.shape[0]",
                "y / scale": "y * scale",
            },
            "of_vector_less_one": {
                "[(1, 3), (5, 33), (70, 41)]": "[(3,), (33,), (2900,)]",
                "make(M, N)": "make(M)",
                "torch.randn(M, N)": "torch.randn(M)",
                "M, N = x.shape": "M, = x.shape",
                "y / x.shape[0]": "y / (x.shape[0] - 1)",
                "float(M)": "float(M - 1)",
            },
            "of_batches": {
                "[(1, 3), (5, 33), (70, 41)]": "[(1, 2, 3), (3, 5, 33), (4, 20, 41)]",
                "make(M, N)": "make(B, M, N)",
                "torch.randn(M, N)": "torch.randn(B, M, N)",
                "M, N = x.shape": "B, M, N = x.shape",
                "float(M)": "float(B)",
            },
            "of_images": {
                "[(1, 3), (5, 33), (70, 41)]": "[(1, 2, 1, 3), (3, 2, 5, 7), (4, 3, 11, 20)]",
                "make(M, N)": "make(N, C, H, W)",
                "torch.randn(M, N)": "torch.randn(N, C, H, W)",
                "M, N = x.shape": "M = x.shape[0]",
            },
        },
        "AXES": [
            {
                "minus": {"x = x * z": "x = x - z", "x = z * x": "x = x - z"},
                "larger": {"x = x * z": "x = torch.maximum(x, z)", "x = z * x": "x = tl.maximum(x, z)"},
                "square": {"x = x * z": "x = (x - z) ** 2", "x = z * x": "x = (x - z) * (x - z)"},
                "hinge": {
                    "x = x * z": "x = torch.relu(1.0 - x * z)",
                    "x = z * x": "x = tl.maximum(1.0 - x * z, 0.0)",
                },
            },
            ("UNARY+STEEP", "x = torch.erf(x)", "x = tl.erf(x)", "optional"),
            ("UNARY+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "overlap_of_rows": {
        "FAMILY": {"given": {"x = torch.sigmoid(x)": "", "x = tl.sigmoid(x)": ""}},
        "AXES": [
            {  # what the three sums make of each other
                "loss_even": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 1 - (both + 1) / (both + mine * 0.5 + other * 0.5 + 1)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.5 * mine + 0.5 * other + 1.0)"
                    ),
                },
                "little_even": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = both / (both + mine * 0.5 + other * 0.5 + 1e-6)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = both / (both + 0.5 * mine + 0.5 * other + 1e-6)"
                    ),
                },
                "smooth_even": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (both + 1e-5) / (both + 0.5 * mine + 0.5 * other + 1e-5)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = (both + 1e-5) / (both + 0.5 * mine + 0.5 * other + 1e-5)"
                    ),
                },
                "focal_even": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (1 - (both + 1) / (both + mine * 0.5 + other * 0.5 + 1)) ** 2"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.5 * mine + 0.5 * other + 1.0)\ny = y * y"
                    ),
                },
                "loss_steep": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 1 - (both + 1) / (both + mine * 0.4 + other * 0.6 + 1)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.4 * mine + 0.6 * other + 1.0)"
                    ),
                },
                "little_steep": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = both / (both + mine * 0.4 + other * 0.6 + 1e-6)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = both / (both + 0.4 * mine + 0.6 * other + 1e-6)"
                    ),
                },
                "smooth_steep": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (both + 1e-5) / (both + 0.4 * mine + 0.6 * other + 1e-5)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = (both + 1e-5) / (both + 0.4 * mine + 0.6 * other + 1e-5)"
                    ),
                },
                "focal_steep": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (1 - (both + 1) / (both + mine * 0.4 + other * 0.6 + 1)) ** 2"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.4 * mine + 0.6 * other + 1.0)\ny = y * y"
                    ),
                },
                "loss_flat": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 1 - (both + 1) / (both + mine * 0.2 + other * 0.8 + 1)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.2 * mine + 0.8 * other + 1.0)"
                    ),
                },
                "little_flat": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = both / (both + mine * 0.2 + other * 0.8 + 1e-6)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = both / (both + 0.2 * mine + 0.8 * other + 1e-6)"
                    ),
                },
                "smooth_flat": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (both + 1e-5) / (both + 0.2 * mine + 0.8 * other + 1e-5)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = (both + 1e-5) / (both + 0.2 * mine + 0.8 * other + 1e-5)"
                    ),
                },
                "focal_flat": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (1 - (both + 1) / (both + mine * 0.2 + other * 0.8 + 1)) ** 2"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - (both + 1.0) / (both + 0.2 * mine + 0.8 * other + 1.0)\ny = y * y"
                    ),
                },
                "jaccard": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = (both + 1) / (both + mine + other + 1)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = (both + 1.0) / (both + mine + other + 1.0)"
                    ),
                },
                "jaccard_loss": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 1 - both / (both + mine + other + 1e-6)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 1.0 - both / (both + mine + other + 1e-6)"
                    ),
                },
                "f1": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 2 * both / (2 * both + mine + other + 1e-8)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 2.0 * both / (2.0 * both + mine + other + 1e-8)"
                    ),
                },
                "f2": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = 5 * both / (5 * both + 4 * other + mine + 1e-8)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = 5.0 * both / (5.0 * both + 4.0 * other + mine + 1e-8)"
                    ),
                },
                "precision": {
                    "y = (both + 1) / (both + mine * 0.3 + other * 0.7 + 1)": (
                        "y = both / (both + mine + 1e-8) + both / (both + other + 1e-8)"
                    ),
                    "y = (both + 1.0) / (both + 0.3 * mine + 0.7 * other + 1.0)": (
                        "y = both / (both + mine + 1e-8) + both / (both + other + 1e-8)"
                    ),
                },
            },
            {
                "images": {
                    "[(1, 5), (3, 33), (7, 300), (2, 1100)]": "[(1, 2, 5), (3, 4, 33), (2, 3, 300)]",
                    "return torch.randn(M, N), torch.rand(M, N)": (
                        "return torch.randn(M, N, K), torch.rand(M, N, K)"
                    ),
                    "make(M, N)": "make(M, N, K)",
                    "x.new_empty(n_rows)": "x.new_empty(x.shape[:-1])",
                }
            },
        ],
    },
    "pairwise_distance": {
        "FAMILY": {
            "l1": {
                "F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, p=1.0)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z + 1e-6)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
            },
            "kept": {
                "F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, keepdim=True)",
                "x.shape[:-1]": "x.shape[:-1] + (1,)",
            },
            "l1_kept": {
                "F.pairwise_distance(x, z)": "F.pairwise_distance(x, z, p=1.0, keepdim=True)",
                "x.shape[:-1]": "x.shape[:-1] + (1,)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z + 1e-6)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
            },
            "norm": {
                "F.pairwise_distance(x, z)": "torch.norm(x - z, dim=-1)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "squared": {
                "F.pairwise_distance(x, z)": "((x - z) ** 2).sum(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "mean_squared": {
                "F.pairwise_distance(x, z)": "((x - z) ** 2).mean(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0) / C",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "mean_absolute": {
                "F.pairwise_distance(x, z)": "(x - z).abs().mean(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0) / C",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.abs(x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "root_mean_square": {
                "F.pairwise_distance(x, z)": "torch.sqrt(((x - z) ** 2).mean(dim=-1))",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sqrt(tl.sum(total, axis=0) / C)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += (x - z) * (x - z)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "sum_of_maxima": {
                "F.pairwise_distance(x, z)": "torch.relu(x - z).sum(dim=-1)",
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": "total += tl.maximum(x - z, 0.0)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
            "huber_rows": {
                "F.pairwise_distance(x, z)": "F.smooth_l1_loss(x, z, reduction='none').sum(dim=-1)",
                "total += (x - z + 1e-6) * (x - z + 1e-6)": (
                    "d = tl.abs(x - z)\ntotal += tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"
                ),
                "y = tl.sqrt(tl.sum(total, axis=0))": "y = tl.sum(total, axis=0)",
                "other=-1e-6).to(tl.float32)  # -1e-6 - 0 + 1e-6 = 0": "other=0.0).to(tl.float32)",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
}
