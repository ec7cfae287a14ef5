"""Tables of the families of scans and sorting, kthvalue_pair to single_extreme_so_far."""

FAMILIES = {
    "kthvalue_pair": {
        "FAMILY": {
            "kthvalue_pair1": {"(x, 2,": "(x, 1,", "rank = 2 - 1": "rank = 1 - 1"},
            "kthvalue_pair3": {"(x, 2,": "(x, 3,", "rank = 2 - 1": "rank = 3 - 1"},
            "kthvalue_pair4": {"(x, 2,": "(x, 4,", "rank = 2 - 1": "rank = 4 - 1"},
            "kthvalue_pair5": {"(x, 2,": "(x, 5,", "rank = 2 - 1": "rank = 5 - 1"},
            "median_pair": {
                "torch.kthvalue(x, 2,": "torch.median(x,",
                "rank = 2 - 1": "rank = (size - 1) // 2",
            },
        },
        "AXES": [
            {
                "places": {
                    "return y, index": "return index",
                    "y_ptr, index_ptr": "index_ptr",
                    "x, y, index": "x, index",
                    "y = x.new_empty(x.shape[:-1])": "",
                    "value = tl.zeros((BLOCK,), tl.float32)": "",
                    "value += tl.where(found, mine, 0.0)": "",
                    "tl.store(y_ptr + line, tl.sum(value, axis=0))": "",
                }
            },
            {
                "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
                "dim0": {
                    "CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": (
                        "CASES = [(5, 1), (33, 3), (17, 2, 5), (9, 2, 3, 4)]"
                    ),
                    "dim=-1": "dim=0",
                    "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)",
                    "x.shape[:-1]": "x.shape[1:]",
                },
                "dim2": {
                    "CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": (
                        "CASES = [(1, 5, 1), (3, 33, 2), (2, 3, 12, 5)]"
                    ),
                    "dim=-1": "dim=-2",
                    "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)",
                    "x.shape[:-1]": "x.shape[:-2] + x.shape[-1:]",
                },
                "dim3": {
                    "CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": (
                        "CASES = [(1, 5, 1, 1), (2, 33, 3, 5)]"
                    ),
                    "dim=-1": "dim=-3",
                    "x.shape[-1], x.stride(-1)": "x.shape[-3], x.stride(-3)",
                    "x.shape[:-1]": "x.shape[:-3] + x.shape[-2:]",
                },
            },
            {  # operations that a kernel rounds as PyTorch does; where values tie, any of their places is right
                "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
                "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
                "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
                "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
                "minus_abs": {"x = torch.abs(x)": "x = -torch.abs(x)", "x = tl.abs(x)": "x = -tl.abs(x)"},
                "distance": {
                    "x = torch.abs(x)": "x = torch.abs(x - 0.5)",
                    "x = tl.abs(x)": "x = tl.abs(x - 0.5)",
                },
                "relu": {"x = torch.abs(x)": "x = torch.relu(x)", "x = tl.abs(x)": "x = tl.maximum(x, 0.0)"},
                "leaky": {
                    "x = torch.abs(x)": "x = F.leaky_relu(x, 0.2)",
                    "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.2 * x)",
                },
            },
        ],
    },
    "logcumsumexp": {
        "FAMILY": {
            "reversed": {  # from the end: lane k of a tile takes the k-th column counted from there
                "torch.logcumsumexp(x, dim=-1)": (
                    "torch.flip(torch.logcumsumexp(torch.flip(x, dims=[-1]), dim=-1), dims=[-1])"
                ),
                "cols = start + tl.arange(0, BLOCK)": "cols = n_cols - 1 - start - tl.arange(0, BLOCK)",
                "mask = cols < n_cols": "mask = cols >= 0",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "logcumsumexp_middle": {
        "AXES": [
            {
                "dim3": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]"
                    ),
                    "dim=-2": "dim=-3",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                },
                "dim4": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]"
                    ),
                    "dim=-2": "dim=-4",
                    "n_mid, n_inner = x.shape[-2:]": (
                        "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                },
                "dim0": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]"
                    ),
                    "dim=-2": "dim=0",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                    "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                    "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)",
                },
                "reversed": {
                    "torch.logcumsumexp(x, dim=-2)": "torch.logcumsumexp(x.flip(-2), dim=-2).flip(-2)",
                    "for mid in range(0, n_mid):": (
                        "for step in range(0, n_mid):\n    mid = n_mid - 1 - step  # from the end"
                    ),
                },
                "reversed3": {
                    "torch.logcumsumexp(x, dim=-2)": "torch.logcumsumexp(x.flip(-3), dim=-3).flip(-3)",
                    "for mid in range(0, n_mid):": (
                        "for step in range(0, n_mid):\n    mid = n_mid - 1 - step  # from the end"
                    ),
                    "[(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "[(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]"
                    ),
                    "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                },
                "reversed0": {
                    "torch.logcumsumexp(x, dim=-2)": "torch.logcumsumexp(x.flip(0), dim=0).flip(0)",
                    "for mid in range(0, n_mid):": (
                        "for step in range(0, n_mid):\n    mid = n_mid - 1 - step  # from the end"
                    ),
                    "[(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "[(2, 1), (17, 3), (9, 33)]"
                    ),
                    "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "masked_cumsum": {
        "FAMILY": {
            "kept_cumsum": {"torch.cumsum(x * keep,": "torch.cumsum(torch.where(keep, x, 0.0),"},
            "hidden_cumsum": {
                "torch.cumsum(x * keep,": "torch.cumsum(x.masked_fill(keep, 0.0),",
                "other=0) != 0": "other=1) == 0",
            },
        },
        "AXES": [
            {
                "row_mask": {
                    "torch.rand(shape) > 0.4": "torch.rand(shape[-1]) > 0.4",
                    "keep_ptr + row * n_cols + cols": "keep_ptr + cols",
                }
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "moving_average": {
        "FAMILY": {
            "moving_sum": {".mean(dim=-1)": ".sum(dim=-1)", "y = y / WINDOW": ""},
            "moving_max": {
                ".mean(dim=-1)": ".amax(dim=-1)",
                "y = y / WINDOW": "",
                "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("-inf"), tl.float32)',
                "y = y + x": "y = tl.maximum(y, x)",
            },
            "moving_min": {
                ".mean(dim=-1)": ".amin(dim=-1)",
                "y = y / WINDOW": "",
                "y = tl.zeros((BLOCK,), tl.float32)": 'y = tl.full((BLOCK,), float("inf"), tl.float32)',
                "y = y + x": "y = tl.minimum(y, x)",
            },
            "moving_rms": {
                ".mean(dim=-1)": ".square().mean(dim=-1).sqrt()",
                "y = y + x": "y = y + x * x",
                "y = y / WINDOW": "y = tl.sqrt(y / WINDOW)",
            },
        },
        "AXES": [
            {
                "w2": {"-1, 3, 1": "-1, 2, 1", "window, step = 3, 1": "window, step = 2, 1"},
                "w4": {"-1, 3, 1": "-1, 4, 1", "window, step = 3, 1": "window, step = 4, 1"},
                "w5": {"-1, 3, 1": "-1, 5, 1", "window, step = 3, 1": "window, step = 5, 1"},
                "w7": {"-1, 3, 1": "-1, 7, 1", "window, step = 3, 1": "window, step = 7, 1"},
                "w8": {"-1, 3, 1": "-1, 8, 1", "window, step = 3, 1": "window, step = 8, 1"},
                "w12": {"-1, 3, 1": "-1, 12, 1", "window, step = 3, 1": "window, step = 12, 1"},
                "w16": {"-1, 3, 1": "-1, 16, 1", "window, step = 3, 1": "window, step = 16, 1"},
                "w4s2": {"-1, 3, 1": "-1, 4, 2", "window, step = 3, 1": "window, step = 4, 2"},
                "w4s4": {"-1, 3, 1": "-1, 4, 4", "window, step = 3, 1": "window, step = 4, 4"},
                "w5s3": {"-1, 3, 1": "-1, 5, 3", "window, step = 3, 1": "window, step = 5, 3"},
                "w8s4": {"-1, 3, 1": "-1, 8, 4", "window, step = 3, 1": "window, step = 8, 4"},
                "w2s5": {"-1, 3, 1": "-1, 2, 5", "window, step = 3, 1": "window, step = 2, 5"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "reversed_cumsum": {
        "FAMILY": {
            "suffix_without": {  # what comes after an element, itself left out
                "dims=[-1]), dim=-1), dims=[-1])": "dims=[-1]), dim=-1), dims=[-1]) - x",
                "y = (carry + tl.cumsum(x, axis=0)).to(tl.float32)": (
                    "y = (carry + tl.cumsum(x, axis=0) - x).to(tl.float32)"
                ),
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "reversed_cumsum_middle": {
        "AXES": [
            {
                "dim3": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]"
                    ),
                    "dims=[-2]": "dims=[-3]",
                    "dim=-2": "dim=-3",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                },
                "dim4": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]"
                    ),
                    "dims=[-2]": "dims=[-4]",
                    "dim=-2": "dim=-4",
                    "n_mid, n_inner = x.shape[-2:]": (
                        "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                },
                "dim0": {
                    "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
                        "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]"
                    ),
                    "dims=[-2]": "dims=[0]",
                    "dim=-2": "dim=0",
                    "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
                    "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
                    "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "scan_joins": {
        "FAMILY": {
            "suffix": {
                "torch.cumsum(v, dim=-1)": (
                    "torch.flip(torch.cumsum(torch.flip(v, dims=[-1]), dim=-1), dims=[-1])"
                ),
                "cols = start + tl.arange(0, BLOCK)": "cols = n_cols - 1 - start - tl.arange(0, BLOCK)",
                "mask = cols < n_cols": "mask = cols >= 0",
            },
            "cummax": {
                "torch.cumsum(v, dim=-1)": "torch.cummax(v, dim=-1).values",
                "@triton.jit\ndef scan_joins_kernel": (
                    "@triton.jit\n"
                    "def combine(a, b):\n"
                    "    return tl.maximum(a, b)\n"
                    "\n"
                    "\n"
                    "@triton.jit\n"
                    "def scan_joins_kernel"
                ),
                "0.0, dtype=tl.float64": '-float("inf"), dtype=tl.float32',
                "v = v.to(tl.float64)": "",
                "(carry + tl.cumsum(v, axis=0)).to(tl.float32)": (
                    "combine(carry, tl.associative_scan(v, 0, combine))"
                ),
                "carry += tl.sum(v, axis=0)": "carry = combine(carry, tl.reduce(v, 0, combine))",
            },
            "cummin": {
                "torch.cumsum(v, dim=-1)": "torch.cummin(v, dim=-1).values",
                "@triton.jit\ndef scan_joins_kernel": (
                    "@triton.jit\n"
                    "def combine(a, b):\n"
                    "    return tl.minimum(a, b)\n"
                    "\n"
                    "\n"
                    "@triton.jit\n"
                    "def scan_joins_kernel"
                ),
                "0.0, dtype=tl.float64": 'float("inf"), dtype=tl.float32',
                "v = v.to(tl.float64)": "",
                "(carry + tl.cumsum(v, axis=0)).to(tl.float32)": (
                    "combine(carry, tl.associative_scan(v, 0, combine))"
                ),
                "carry += tl.sum(v, axis=0)": "carry = combine(carry, tl.reduce(v, 0, combine))",
            },
        },
        "AXES": [
            {  # what is scanned
                "first": {"v = x * z": "v = x", "v = z * x": "v = x"},
                "sum": {"v = x * z": "v = x + z", "v = z * x": "v = x + z"},
                "difference": {"v = x * z": "v = x - z", "v = z * x": "v = x - z"},
                "absolute": {"v = x * z": "v = torch.abs(x - z)", "v = z * x": "v = tl.abs(x - z)"},
                "square": {
                    "v = x * z": "v = (x - z) ** 2",
                    "v = z * x": "difference = x - z\nv = difference * difference",
                },
                "gated": {"v = x * z": "v = x * torch.sigmoid(z)", "v = z * x": "v = x * tl.sigmoid(z)"},
                "rectified": {
                    "v = x * z": "v = torch.relu(x) * z",
                    "v = z * x": "v = tl.maximum(x, 0.0) * z",
                },
                "rectified_product": {
                    "v = x * z": "v = torch.relu(x * z)",
                    "v = z * x": "v = tl.maximum(x * z, 0.0)",
                },
                "masked": {
                    "v = x * z": "v = torch.where(z > 0, x, 0.0)",
                    "v = z * x": "v = tl.where(z > 0.0, x, 0.0)",
                },
                "scaled": {"v = x * z": "v = x * z * 0.5", "v = z * x": "v = x * z * 0.5"},
            },
            {  # the shape of z
                "row": {
                    "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(shape[-1])",
                    "z_ptr + row * n_cols + cols": "z_ptr + cols",
                },
                "column": {
                    "torch.randn(shape), torch.randn(shape)": "torch.randn(shape), torch.randn(*shape[:-1], 1)",
                    "tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0)": "tl.load(z_ptr + row)",
                },
            },
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z", "optional"),
        ],
    },
    "scan_kept": {
        "FAMILY": {
            "cumprod": {
                "torch.cumsum(v, dim=-1)": "torch.cumprod(v, dim=-1)",
                "@triton.jit\ndef scan_kept_kernel": (
                    "@triton.jit\n"
                    "def multiply(a, b):\n"
                    "    return a * b\n"
                    "\n"
                    "\n"
                    "@triton.jit\n"
                    "def scan_kept_kernel"
                ),
                "[], 0.0, dtype": "[], 1.0, dtype",
                "carry + tl.cumsum(v, axis=0)": "carry * tl.cumprod(v, axis=0)",
                "carry += tl.sum(v, axis=0)": "carry *= tl.reduce(v, 0, multiply)",
            },
            "suffix": {
                "torch.cumsum(v, dim=-1)": (
                    "torch.flip(torch.cumsum(torch.flip(v, dims=[-1]), dim=-1), dims=[-1])"
                ),
                "cols = start + tl.arange(0, BLOCK)": "cols = n_cols - 1 - start - tl.arange(0, BLOCK)",
                "mask = cols < n_cols": "mask = cols >= 0",
            },
            "cummax": {
                "torch.cumsum(v, dim=-1)": "torch.cummax(v, dim=-1).values",
                "@triton.jit\ndef scan_kept_kernel": (
                    "@triton.jit\n"
                    "def combine(a, b):\n"
                    "    return tl.maximum(a, b)\n"
                    "\n"
                    "\n"
                    "@triton.jit\n"
                    "def scan_kept_kernel"
                ),
                "0.0, dtype=tl.float64": '-float("inf"), dtype=tl.float32',
                "v = v.to(tl.float64)": "",
                "(carry + tl.cumsum(v, axis=0)).to(tl.float32)": (
                    "combine(carry, tl.associative_scan(v, 0, combine))"
                ),
                "carry += tl.sum(v, axis=0)": "carry = combine(carry, tl.reduce(v, 0, combine))",
            },
            "cummin": {
                "torch.cumsum(v, dim=-1)": "torch.cummin(v, dim=-1).values",
                "@triton.jit\ndef scan_kept_kernel": (
                    "@triton.jit\n"
                    "def combine(a, b):\n"
                    "    return tl.minimum(a, b)\n"
                    "\n"
                    "\n"
                    "@triton.jit\n"
                    "def scan_kept_kernel"
                ),
                "0.0, dtype=tl.float64": 'float("inf"), dtype=tl.float32',
                "v = v.to(tl.float64)": "",
                "(carry + tl.cumsum(v, axis=0)).to(tl.float32)": (
                    "combine(carry, tl.associative_scan(v, 0, combine))"
                ),
                "carry += tl.sum(v, axis=0)": "carry = combine(carry, tl.reduce(v, 0, combine))",
            },
        },
        "AXES": [
            {  # what is scanned, by operations that round as PyTorch rounds
                "plain": {"v = torch.relu(x)": "v = x", "v = tl.maximum(x, 0.0)": "v = x"},
                "abs": {"v = torch.relu(x)": "v = torch.abs(x)", "v = tl.maximum(x, 0.0)": "v = tl.abs(x)"},
                "square": {"v = torch.relu(x)": "v = x * x", "v = tl.maximum(x, 0.0)": "v = x * x"},
                "from1": {"v = torch.relu(x)": "v = 1.0 - x", "v = tl.maximum(x, 0.0)": "v = 1.0 - x"},
                "add1": {"v = torch.relu(x)": "v = x + 1.0", "v = tl.maximum(x, 0.0)": "v = x + 1.0"},
                "half": {"v = torch.relu(x)": "v = x * 0.5", "v = tl.maximum(x, 0.0)": "v = x * 0.5"},
                "neg": {"v = torch.relu(x)": "v = -x", "v = tl.maximum(x, 0.0)": "v = -x"},
                "clamp": {
                    "v = torch.relu(x)": "v = torch.clamp(x, 0.0, 1.0)",
                    "v = tl.maximum(x, 0.0)": "v = tl.minimum(tl.maximum(x, 0.0), 1.0)",
                },
            },
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z", "optional"),
        ],
    },
    "shapes_cummax": {
        "FAMILY": {
            "cummin": {
                "torch.cummax": "torch.cummin",
                "return tl.maximum(a, b)": "return tl.minimum(a, b)",
                '-float("inf")': 'float("inf")',
            }
        },
        "AXES": ["ROWS_SCANNED"],
    },
    "shapes_cummax_middle": {
        "FAMILY": {
            "cummin": {
                "torch.cummax": "torch.cummin",
                "tl.maximum(largest, x)": "tl.minimum(largest, x)",
                '-float("inf")': 'float("inf")',
            }
        },
        "AXES": ["COLUMNS_SCANNED"],
    },
    "shapes_cumprod": {"AXES": ["ROWS_MULTIPLIED_ON"]},
    "shapes_cumprod_middle": {"AXES": ["COLUMNS_MULTIPLIED_ON"]},
    "shapes_cumsum": {"AXES": ["ROWS_SCANNED"]},
    "shapes_cumsum_middle": {"AXES": ["COLUMNS_SCANNED"]},
    "shapes_logcumsumexp": {"AXES": ["ROWS_SCANNED"]},
    "shapes_logcumsumexp_middle": {"AXES": ["COLUMNS_SCANNED"]},
    "shapes_sort": {
        "FAMILY": {
            "descending": {
                "torch.sort(x, ": "torch.sort(x, descending=True, ",
                'float("inf")))': 'float("-inf")), descending=True)',
            }
        },
        "AXES": ["ROWS_SORTED"],
    },
    "shapes_topk": {
        "FAMILY": {
            "bottomk": {
                "largest=True": "largest=False",
                'last = float("inf")': 'last = float("-inf")',
                'best = float("-inf")': 'best = float("inf")',
                "x < last": "x > last",
                'x = tl.where(left, x, float("-inf"))': 'x = tl.where(left, x, float("inf"))',
                "tile_best = tl.max(x, axis=0)": "tile_best = tl.min(x, axis=0)",
                "tile_best > best": "tile_best < best",
                "best = tl.maximum(best, tile_best)": "best = tl.minimum(best, tile_best)",
            }
        },
        "AXES": [
            "ROWS_SELECTED",
            {
                "k1": {"(x, 3,": "(x, 1,", "K = 3": "K = 1"},
                "k2": {"(x, 3,": "(x, 2,", "K = 3": "K = 2"},
                "k4": {"(x, 3,": "(x, 4,", "K = 3": "K = 4"},
                "k5": {"(x, 3,": "(x, 5,", "K = 3": "K = 5"},
                "k8": {"(x, 3,": "(x, 8,", "K = 3": "K = 8"},
            },
        ],
    },
    "single_extreme_so_far": {
        "FAMILY": {
            "smallest": {
                "torch.cummax": "torch.cummin",
                "takes = b >= a": "takes = b <= a",
                '-float("inf")': 'float("inf")',
            }
        },
        "AXES": [
            {  # rank and dimension
                "r1_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1,), (33,), (300,)]"},
                "r2_2": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(2, 1), (3, 33), (300, 2), (6, 22)]",
                    "dim = -1": "dim = -2",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
                },
                "r3_1": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 3), (3, 5, 7), (2, 3, 140)]"
                },
                "r3_2": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": (
                        "CASES = [(1, 2, 3), (3, 5, 7), (2, 140, 3), (2, 6, 33)]"
                    ),
                    "dim = -1": "dim = -2",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
                },
                "r3_3": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": (
                        "CASES = [(1, 2, 3), (3, 5, 7), (140, 3, 2), (6, 3, 22)]"
                    ),
                    "dim = -1": "dim = -3",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                },
                "r4_1": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 3, 2, 140)]"
                },
                "r4_2": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 3, 140, 2)]",
                    "dim = -1": "dim = -2",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
                },
                "r4_3": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 140, 2, 3)]",
                    "dim = -1": "dim = -3",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                },
                "r4_4": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (140, 3, 2, 2)]",
                    "dim = -1": "dim = -4",
                    "whole, inner = x.shape[-1], 1": (
                        "whole, inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                },
                "r5_1": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": (
                        "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 1, 2, 140)]"
                    )
                },
                "r5_2": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": (
                        "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 1, 140, 2)]"
                    ),
                    "dim = -1": "dim = -2",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
                },
                "r5_3": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": (
                        "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 140, 2, 1)]"
                    ),
                    "dim = -1": "dim = -3",
                    "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
                },
                "r5_4": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": (
                        "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 140, 1, 2, 3)]"
                    ),
                    "dim = -1": "dim = -4",
                    "whole, inner = x.shape[-1], 1": (
                        "whole, inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                },
                "r5_5": {
                    "CASES = [(2, 1), (3, 33), (2, 300)]": (
                        "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (140, 3, 1, 2, 2)]"
                    ),
                    "dim = -1": "dim = -5",
                    "whole, inner = x.shape[-1], 1": (
                        "whole, inner = x.shape[-5], x.shape[-4] * x.shape[-3] * x.shape[-2] * x.shape[-1]"
                    ),
                },
            }
        ],
    },
}
