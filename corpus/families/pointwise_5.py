"""Tables of the families of pointwise operations, residual_add to sigmoid."""

FAMILIES = {
    "residual_add": {
        "FAMILY": {
            "times": {"y = y + x": "y = y * x"},
            "other": {"y = y + x": "y = y - z"},
            "scaled": {"y = y + x": "y = x + 0.5 * y"},
            "product": {"y = y + x": "y = y * z + x"},
        },
        "AXES": [
            ("BINARY", "y = torch.add(y, z)", "y = y + z"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
            ("UNARY+REUSE+SCALAR", "y = torch.exp(-y)", "y = tl.exp(-y)", "optional"),
        ],
    },
    "residual_chain": {
        "FAMILY": {
            "times": {"y = y + x": "y = y * x"},
            "minus": {"y = y + x": "y = x - y"},
            "half": {"y = y + x": "y = 0.5 * y + x"},
            "mean": {"y = y + x": "y = (y + x) / 2.0"},
            "tenth": {"y = y + x": "y = x + 0.1 * y"},
            "gate": {"y = y + x": "y = x + x * y"},
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)"),
            ("UNARY+REUSE+SCALAR", "y = torch.exp(-y)", "y = tl.exp(-y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "rgb_to_gray": {
        "FAMILY": {
            "rgb_to_luma": {"0.299": "0.2126", "0.587": "0.7152", "0.114": "0.0722"},
            "rgb_to_wide_luma": {"0.299": "0.2627", "0.587": "0.6780", "0.114": "0.0593"},
            "rgb_to_blue_chroma": {"0.299": "-0.1687", "0.587": "-0.3313", "0.114": "0.5"},
            "rgb_to_red_chroma": {"0.299": "0.5", "0.587": "-0.4187", "0.114": "-0.0813"},
            "rgb_to_weighted": {"0.299": "0.25", "0.587": "0.5", "0.114": "0.25"},
        },
        "AXES": [
            {
                "kept": {
                    "x[:, 0]": "x[:, 0:1]",
                    "x[:, 1]": "x[:, 1:2]",
                    "x[:, 2]": "x[:, 2:3]",
                    "x.new_empty(n, height, width)": "x.new_empty(n, 1, height, width)",
                },
                "last": {
                    "torch.randn(n, 3, height, width)": "torch.randn(n, height, width, 3)",
                    "x[:, 0]": "x[..., 0]",
                    "x[:, 1]": "x[..., 1]",
                    "x[:, 2]": "x[..., 2]",
                    "x_ptr + offsets // plane * (channels * plane) + offsets % plane": (
                        "x_ptr + offsets * channels"
                    ),
                    "source + plane": "source + 1",
                    "source + 2 * plane": "source + 2",
                    "channels, plane, BLOCK": "channels, BLOCK",
                    "channels, height * width, BLOCK": "channels, BLOCK",
                    "n, channels, height, width = x.shape": "n, height, width, channels = x.shape",
                },
            },
            ("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "root": {
        "FAMILY": {
            "rsqrt": {"torch.sqrt(x)": "torch.rsqrt(x)", "y = tl.sqrt(x)": "y = tl.rsqrt(x)"},
            "reciprocal": {"torch.sqrt(x)": "torch.reciprocal(x)", "y = tl.sqrt(x)": "y = 1.0 / x"},
            "pow_half": {"torch.sqrt(x)": "x ** 0.5 + 1.0", "y = tl.sqrt(x)": "y = tl.sqrt(x) + 1.0"},
            "pow_15": {"torch.sqrt(x)": "x ** 1.5", "y = tl.sqrt(x)": "y = x * tl.sqrt(x)"},
            "pow_25": {"torch.sqrt(x)": "torch.pow(x, 2.5)", "y = tl.sqrt(x)": "y = x * x * tl.sqrt(x)"},
            "pow_minus_half": {
                "torch.sqrt(x)": "torch.pow(x, -0.5) * 2.0",
                "y = tl.sqrt(x)": "y = tl.rsqrt(x) * 2.0",
            },
            "pow_minus_15": {"torch.sqrt(x)": "x ** -1.5", "y = tl.sqrt(x)": "y = tl.rsqrt(x) / x"},
            "pow_minus_2": {"torch.sqrt(x)": "x ** -2", "y = tl.sqrt(x)": "y = 1.0 / (x * x)"},
            "pow_minus_1": {"torch.sqrt(x)": "2.0 * x ** -1", "y = tl.sqrt(x)": "y = 2.0 / x"},
            "fourth_root": {
                "torch.sqrt(x)": "torch.sqrt(torch.sqrt(x))",
                "y = tl.sqrt(x)": "y = tl.sqrt(tl.sqrt(x))",
            },
            "pow_075": {"torch.sqrt(x)": "x ** 0.75", "y = tl.sqrt(x)": "t = tl.sqrt(x)\ny = t * tl.sqrt(t)"},
            "sqrt_minus": {"torch.sqrt(x)": "-torch.sqrt(x)", "y = tl.sqrt(x)": "y = -tl.sqrt(x)"},
            "x_rsqrt": {
                "torch.sqrt(x)": "x * torch.rsqrt(x + 1.0)",
                "y = tl.sqrt(x)": "y = x * tl.rsqrt(x + 1.0)",
            },
            "sqrt_reciprocal": {
                "torch.sqrt(x)": "1.0 / (1.0 + torch.sqrt(x))",
                "y = tl.sqrt(x)": "y = 1.0 / (1.0 + tl.sqrt(x))",
            },
            "sqrt_diff": {
                "torch.sqrt(x)": "torch.sqrt(x + 1.0) - torch.sqrt(x)",
                "y = tl.sqrt(x)": "y = tl.sqrt(x + 1.0) - tl.sqrt(x)",
            },
            "exp_minus_sqrt": {
                "torch.sqrt(x)": "torch.exp(-torch.sqrt(x))",
                "y = tl.sqrt(x)": "y = tl.exp(-tl.sqrt(x))",
            },
            "sin_sqrt": {
                "torch.sqrt(x)": "torch.sin(torch.sqrt(x))",
                "y = tl.sqrt(x)": "y = tl.sin(tl.sqrt(x))",
            },
            "sqrt_plus_1e_5": {
                "torch.sqrt(x)": "torch.sqrt(x + 1e-5)",
                "y = tl.sqrt(x)": "y = tl.sqrt(x + 1e-5)",
            },
            "rsqrt_plus_1e_5": {
                "torch.sqrt(x)": "torch.rsqrt(x + 1e-5)",
                "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1e-5)",
            },
            "reciprocal_plus_1e_5": {
                "torch.sqrt(x)": "1.0 / (x + 1e-5)",
                "y = tl.sqrt(x)": "y = 1.0 / (x + 1e-5)",
            },
            "inverse_sqrt_1e_5": {
                "torch.sqrt(x)": "1.0 / torch.sqrt(x + 1e-5)",
                "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1e-5)",
            },
            "inverse_sqrt_outside_1e_5": {
                "torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1e-5)",
                "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1e-5)",
            },
            "sqrt_plus_1e_6": {
                "torch.sqrt(x)": "torch.sqrt(x + 1e-6)",
                "y = tl.sqrt(x)": "y = tl.sqrt(x + 1e-6)",
            },
            "rsqrt_plus_1e_6": {
                "torch.sqrt(x)": "torch.rsqrt(x + 1e-6)",
                "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1e-6)",
            },
            "reciprocal_plus_1e_6": {
                "torch.sqrt(x)": "1.0 / (x + 1e-6)",
                "y = tl.sqrt(x)": "y = 1.0 / (x + 1e-6)",
            },
            "inverse_sqrt_1e_6": {
                "torch.sqrt(x)": "1.0 / torch.sqrt(x + 1e-6)",
                "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1e-6)",
            },
            "inverse_sqrt_outside_1e_6": {
                "torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1e-6)",
                "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1e-6)",
            },
            "sqrt_plus_1e_3": {
                "torch.sqrt(x)": "torch.sqrt(x + 1e-3)",
                "y = tl.sqrt(x)": "y = tl.sqrt(x + 1e-3)",
            },
            "rsqrt_plus_1e_3": {
                "torch.sqrt(x)": "torch.rsqrt(x + 1e-3)",
                "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1e-3)",
            },
            "reciprocal_plus_1e_3": {
                "torch.sqrt(x)": "1.0 / (x + 1e-3)",
                "y = tl.sqrt(x)": "y = 1.0 / (x + 1e-3)",
            },
            "inverse_sqrt_1e_3": {
                "torch.sqrt(x)": "1.0 / torch.sqrt(x + 1e-3)",
                "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1e-3)",
            },
            "inverse_sqrt_outside_1e_3": {
                "torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1e-3)",
                "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1e-3)",
            },
            "sqrt_plus_001": {
                "torch.sqrt(x)": "torch.sqrt(x + 0.01)",
                "y = tl.sqrt(x)": "y = tl.sqrt(x + 0.01)",
            },
            "rsqrt_plus_001": {
                "torch.sqrt(x)": "torch.rsqrt(x + 0.01)",
                "y = tl.sqrt(x)": "y = tl.rsqrt(x + 0.01)",
            },
            "reciprocal_plus_001": {
                "torch.sqrt(x)": "1.0 / (x + 0.01)",
                "y = tl.sqrt(x)": "y = 1.0 / (x + 0.01)",
            },
            "inverse_sqrt_001": {
                "torch.sqrt(x)": "1.0 / torch.sqrt(x + 0.01)",
                "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 0.01)",
            },
            "inverse_sqrt_outside_001": {
                "torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 0.01)",
                "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 0.01)",
            },
            "sqrt_plus_01": {
                "torch.sqrt(x)": "torch.sqrt(x + 0.1)",
                "y = tl.sqrt(x)": "y = tl.sqrt(x + 0.1)",
            },
            "rsqrt_plus_01": {
                "torch.sqrt(x)": "torch.rsqrt(x + 0.1)",
                "y = tl.sqrt(x)": "y = tl.rsqrt(x + 0.1)",
            },
            "reciprocal_plus_01": {
                "torch.sqrt(x)": "1.0 / (x + 0.1)",
                "y = tl.sqrt(x)": "y = 1.0 / (x + 0.1)",
            },
            "inverse_sqrt_01": {
                "torch.sqrt(x)": "1.0 / torch.sqrt(x + 0.1)",
                "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 0.1)",
            },
            "inverse_sqrt_outside_01": {
                "torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 0.1)",
                "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 0.1)",
            },
            "sqrt_plus_10": {
                "torch.sqrt(x)": "torch.sqrt(x + 1.0)",
                "y = tl.sqrt(x)": "y = tl.sqrt(x + 1.0)",
            },
            "rsqrt_plus_10": {
                "torch.sqrt(x)": "torch.rsqrt(x + 1.0)",
                "y = tl.sqrt(x)": "y = tl.rsqrt(x + 1.0)",
            },
            "reciprocal_plus_10": {
                "torch.sqrt(x)": "1.0 / (x + 1.0)",
                "y = tl.sqrt(x)": "y = 1.0 / (x + 1.0)",
            },
            "inverse_sqrt_10": {
                "torch.sqrt(x)": "1.0 / torch.sqrt(x + 1.0)",
                "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 1.0)",
            },
            "inverse_sqrt_outside_10": {
                "torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 1.0)",
                "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 1.0)",
            },
            "sqrt_plus_20": {
                "torch.sqrt(x)": "torch.sqrt(x + 2.0)",
                "y = tl.sqrt(x)": "y = tl.sqrt(x + 2.0)",
            },
            "rsqrt_plus_20": {
                "torch.sqrt(x)": "torch.rsqrt(x + 2.0)",
                "y = tl.sqrt(x)": "y = tl.rsqrt(x + 2.0)",
            },
            "reciprocal_plus_20": {
                "torch.sqrt(x)": "1.0 / (x + 2.0)",
                "y = tl.sqrt(x)": "y = 1.0 / (x + 2.0)",
            },
            "inverse_sqrt_20": {
                "torch.sqrt(x)": "1.0 / torch.sqrt(x + 2.0)",
                "y = tl.sqrt(x)": "y = 1.0 / tl.sqrt(x + 2.0)",
            },
            "inverse_sqrt_outside_20": {
                "torch.sqrt(x)": "1.0 / (torch.sqrt(x) + 2.0)",
                "y = tl.sqrt(x)": "y = 1.0 / (tl.sqrt(x) + 2.0)",
            },
            "pow_01": {
                "torch.sqrt(x)": "torch.pow(x, 0.1)",
                "y = tl.sqrt(x)": "y = tl.exp2(0.1 * tl.log2(x))",
            },
            "pow_03": {
                "torch.sqrt(x)": "torch.pow(x, 0.3)",
                "y = tl.sqrt(x)": "y = tl.exp2(0.3 * tl.log2(x))",
            },
            "pow_06": {
                "torch.sqrt(x)": "torch.pow(x, 0.6)",
                "y = tl.sqrt(x)": "y = tl.exp2(0.6 * tl.log2(x))",
            },
            "pow_09": {
                "torch.sqrt(x)": "torch.pow(x, 0.9)",
                "y = tl.sqrt(x)": "y = tl.exp2(0.9 * tl.log2(x))",
            },
        }
    },
    "row_scale_other": {
        "FAMILY": {
            "other_std_biased": {
                "unbiased=True": "unbiased=False",
                "squares_sum / (n_reduced - 1)": "squares_sum / n_reduced",
            },
            "other_var": {
                "torch.std": "torch.var",
                "z = tl.sqrt(squares_sum / (n_reduced - 1))": "z = squares_sum / (n_reduced - 1)",
            },
            "other_var_biased": {
                "torch.std": "torch.var",
                "unbiased=True": "unbiased=False",
                "z = tl.sqrt(squares_sum / (n_reduced - 1))": "z = squares_sum / n_reduced",
            },
        },
        "AXES": [
            {
                "eps6": {"(z + 1e-5)": "(z + 1e-6)", "(z + 1e-05)": "(z + 1e-6)"},
                "eps8": {"(z + 1e-5)": "(z + 1e-8)", "(z + 1e-05)": "(z + 1e-8)"},
                "times": {"y = x / (z + 1e-5)": "y = x * z", "y = x / (z + 1e-05)": "y = x * z"},
                "quotient": {"y = x / (z + 1e-5)": "y = x / z", "y = x / (z + 1e-05)": "y = x / z"},
                "over_sqrt": {
                    "y = x / (z + 1e-5)": "y = x / torch.sqrt(z + 1e-5)",
                    "y = x / (z + 1e-05)": "y = x / tl.sqrt(z + 1e-5)",
                },
                "over_sqrt6": {
                    "y = x / (z + 1e-5)": "y = x / torch.sqrt(z + 1e-6)",
                    "y = x / (z + 1e-05)": "y = x / tl.sqrt(z + 1e-6)",
                },
                "rsqrt": {
                    "y = x / (z + 1e-5)": "y = x * torch.rsqrt(z + 1e-5)",
                    "y = x / (z + 1e-05)": "y = x * tl.rsqrt(z + 1e-5)",
                },
                "rsqrt6": {
                    "y = x / (z + 1e-5)": "y = x * torch.rsqrt(z + 1e-6)",
                    "y = x / (z + 1e-05)": "y = x * tl.rsqrt(z + 1e-6)",
                },
                "rsqrt3": {
                    "y = x / (z + 1e-5)": "y = x * torch.rsqrt(z + 1e-3)",
                    "y = x / (z + 1e-05)": "y = x * tl.rsqrt(z + 1e-3)",
                },
            },
            {
                "plain": {
                    (
                        "torch.randn(w_shape), torch.randn(x_shape[-1]), torch.randn(x_shape[-1])"
                    ): "torch.randn(w_shape)",
                    "(x, w, weight, bias):": "(x, w):",
                    "y = y * weight + bias": "",
                    "w_ptr, weight_ptr, bias_ptr, y_ptr": "w_ptr, y_ptr",
                    "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "(x, w, weight, bias, y": "(x, w, y",
                },
                "statistic_first": {
                    (
                        "return torch.randn(x_shape), torch.randn(w_shape), torch.randn(x_shape[-1]), "
                        "torch.randn(x_shape[-1])"
                    ): ("return torch.randn(w_shape), torch.randn(x_shape)"),
                    "(x, w, weight, bias):": "(w, x):",
                    "y = y * weight + bias": "",
                    "w_ptr, weight_ptr, bias_ptr, y_ptr": "w_ptr, y_ptr",
                    "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "(x, w, weight, bias, y": "(x, w, y",
                },
                "last2": {
                    (
                        "torch.randn(w_shape), torch.randn(x_shape[-1]), torch.randn(x_shape[-1])"
                    ): "torch.randn(w_shape)",
                    "(x, w, weight, bias):": "(x, w):",
                    "y = y * weight + bias": "",
                    "w_ptr, weight_ptr, bias_ptr, y_ptr": "w_ptr, y_ptr",
                    "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "(x, w, weight, bias, y": "(x, w, y",
                    (
                        "CASES = [((1, 1), (1, 2)), ((3, 5), (3, 33)), ((2, 3, 7), (2, 3, 65)), ((2, "
                        "3, 2, 9), (2, 3, 2, 17)), ((2, 1100), (2, 2100))]"
                    ): (
                        "CASES = [((1, 1, 1), (1, 1, 2)), ((3, 5, 2), (3, 5, 7)), ((2, 3, 2, 7), (2, "
                        "3, 4, 13)), ((2, 50, 27), (2, 40, 30))]"
                    ),
                    "dim=-1": "dim=(-2, -1)",
                    "x.shape[-1], w.shape[-1]": "x.shape[-2] * x.shape[-1], w.shape[-2] * w.shape[-1]",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "row_spread": {
        "FAMILY": {
            "row_spread_sum": {
                "torch.mean": "torch.sum",
                "tl.sum(found, axis=0) / K": "tl.sum(found, axis=0)",
            },
            "row_spread_max": {
                "torch.mean": "torch.amax",
                "found = tl.zeros((BLOCK,), dtype=tl.float32)": (
                    'found = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)'
                ),
                "found += x": 'found = tl.maximum(found, tl.where(columns < K, x, float("-inf")))',
                "tl.sum(found, axis=0) / K": "tl.max(found, axis=0)",
            },
            "row_spread_min": {
                "torch.mean": "torch.amin",
                "found = tl.zeros((BLOCK,), dtype=tl.float32)": (
                    'found = tl.full((BLOCK,), float("inf"), dtype=tl.float32)'
                ),
                "found += x": 'found = tl.minimum(found, tl.where(columns < K, x, float("inf")))',
                "tl.sum(found, axis=0) / K": "tl.min(found, axis=0)",
            },
            "row_spread_logsumexp": {
                "torch.mean": "torch.logsumexp",
                "found = tl.zeros((BLOCK,), dtype=tl.float32)": (
                    "largest = tl.full((BLOCK,), -3.0e38, dtype=tl.float32)\n"
                    "found = tl.zeros((BLOCK,), dtype=tl.float32)"
                ),
                "found += x": (
                    "larger = tl.where(columns < K, tl.maximum(largest, x), largest)\n"
                    "found = found * tl.exp(largest - larger) + tl.where(columns < K, "
                    "tl.exp(x - larger), 0.0)\n"
                    "largest = larger"
                ),
                "total = tl.sum(found, axis=0) / K": (
                    "peak = tl.max(largest, axis=0)\n"
                    "total = peak + tl.log(tl.sum(found * tl.exp(largest - peak), axis=0))"
                ),
            },
        },
        "AXES": [
            {
                "row": {
                    "z = torch.randn(M, N)": "z = torch.randn(N)",
                    "z_ptr + row * N + columns": "z_ptr + columns",
                },
                "row_1": {
                    "z = torch.randn(M, N)": "z = torch.randn(1, N)",
                    "z_ptr + row * N + columns": "z_ptr + columns",
                },
                "one": {
                    "z = torch.randn(M, N)": "z = torch.randn(1)",
                    "z_ptr + row * N + columns": "z_ptr + columns",
                },
                "one_1": {
                    "z = torch.randn(M, N)": "z = torch.randn(1, 1)",
                    "z_ptr + row * N + columns": "z_ptr + columns",
                },
                "image": {
                    "z = torch.randn(M, N)": "z = torch.randn(1, N, 1, 1)",
                    "z_ptr + row * N + columns": "z_ptr + columns",
                    "N = z.shape[-1]": "N = z.shape[1]",
                    "x.new_empty(M, N)": "x.new_empty(1, N, M, 1)",
                    "y_ptr + row * N + columns": "y_ptr + columns * tl.num_programs(0) + row",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "scalar_affine": {
        "AXES": [
            {
                "times_01": {"y = x * 1.7": "y = x * 0.1"},
                "times_025": {"y = x * 1.7": "y = x * 0.25"},
                "times_03": {"y = x * 1.7": "y = x * 0.3"},
                "times_05": {"y = x * 1.7": "y = x * 0.5"},
                "times_075": {"y = x * 1.7": "y = x * 0.75"},
                "times_09": {"y = x * 1.7": "y = x * 0.9"},
                "times_11": {"y = x * 1.7": "y = x * 1.1"},
                "times_125": {"y = x * 1.7": "y = x * 1.25"},
                "times_15": {"y = x * 1.7": "y = x * 1.5"},
                "times_18": {"y = x * 1.7": "y = x * 1.8"},
                "times_20": {"y = x * 1.7": "y = x * 2.0"},
                "times_25": {"y = x * 1.7": "y = x * 2.5"},
                "times_30": {"y = x * 1.7": "y = x * 3.0"},
                "times_40": {"y = x * 1.7": "y = x * 4.0"},
                "times_50": {"y = x * 1.7": "y = x * 5.0"},
                "times_75": {"y = x * 1.7": "y = x * 7.5"},
                "times_100": {"y = x * 1.7": "y = x * 10.0"},
                "times_m10": {"y = x * 1.7": "y = x * -1.0"},
                "times_m05": {"y = x * 1.7": "y = x * -0.5"},
                "times_m20": {"y = x * 1.7": "y = x * -2.0"},
                "times_0125": {"y = x * 1.7": "y = x * 0.125"},
                "times_001": {"y = x * 1.7": "y = x * 0.01"},
                "times_1000": {"y = x * 1.7": "y = x * 100.0"},
                "times_00625": {"y = x * 1.7": "y = x * 0.0625"},
                "over_03": {"y = x * 1.7": "y = x / 0.3"},
                "over_17": {"y = x * 1.7": "y = x / 1.7"},
                "over_20": {"y = x * 1.7": "y = x / 2.0"},
                "over_40": {"y = x * 1.7": "y = x / 4.0"},
                "over_50": {"y = x * 1.7": "y = x / 5.0"},
                "over_60": {"y = x * 1.7": "y = x / 6.0"},
                "over_100": {"y = x * 1.7": "y = x / 10.0"},
                "over_2550": {"y = x * 1.7": "y = x / 255.0"},
                "after_02": {"y = x * 1.7": "y = (x + 0.2) * 1.7"},
                "after_10": {"y = x * 1.7": "y = (x + 1.0) * 1.7"},
                "after_20": {"y = x * 1.7": "y = (x + 2.0) * 1.7"},
                "after_30": {"y = x * 1.7": "y = (x + 3.0) * 1.7"},
            },
            {
                "plus_01": {"y = y + 0.3": "y = y + 0.1"},
                "plus_02": {"y = y + 0.3": "y = y + 0.2"},
                "plus_025": {"y = y + 0.3": "y = y + 0.25"},
                "plus_05": {"y = y + 0.3": "y = y + 0.5"},
                "plus_07": {"y = y + 0.3": "y = y + 0.7"},
                "plus_10": {"y = y + 0.3": "y = y + 1.0"},
                "plus_15": {"y = y + 0.3": "y = y + 1.5"},
                "plus_20": {"y = y + 0.3": "y = y + 2.0"},
                "plus_30": {"y = y + 0.3": "y = y + 3.0"},
                "plus_50": {"y = y + 0.3": "y = y + 5.0"},
                "plus_100": {"y = y + 0.3": "y = y + 10.0"},
                "plus_001": {"y = y + 0.3": "y = y + 0.01"},
                "plus_1em3": {"y = y + 0.3": "y = y + 1e-3"},
                "plus_005": {"y = y + 0.3": "y = y + 0.05"},
                "plus_033": {"y = y + 0.3": "y = y + 0.33"},
                "minus_01": {"y = y + 0.3": "y = y - 0.1"},
                "minus_02": {"y = y + 0.3": "y = y - 0.2"},
                "minus_025": {"y = y + 0.3": "y = y - 0.25"},
                "minus_05": {"y = y + 0.3": "y = y - 0.5"},
                "minus_07": {"y = y + 0.3": "y = y - 0.7"},
                "minus_10": {"y = y + 0.3": "y = y - 1.0"},
                "minus_15": {"y = y + 0.3": "y = y - 1.5"},
                "minus_20": {"y = y + 0.3": "y = y - 2.0"},
                "minus_30": {"y = y + 0.3": "y = y - 3.0"},
                "minus_50": {"y = y + 0.3": "y = y - 5.0"},
                "minus_100": {"y = y + 0.3": "y = y - 10.0"},
                "minus_001": {"y = y + 0.3": "y = y - 0.01"},
                "minus_1em3": {"y = y + 0.3": "y = y - 1e-3"},
                "minus_005": {"y = y + 0.3": "y = y - 0.05"},
                "minus_033": {"y = y + 0.3": "y = y - 0.33"},
                "from_025": {"y = y + 0.3": "y = 0.25 - y"},
                "from_05": {"y = y + 0.3": "y = 0.5 - y"},
                "from_07": {"y = y + 0.3": "y = 0.7 - y"},
                "from_10": {"y = y + 0.3": "y = 1.0 - y"},
                "from_15": {"y = y + 0.3": "y = 1.5 - y"},
                "from_20": {"y = y + 0.3": "y = 2.0 - y"},
                "from_30": {"y = y + 0.3": "y = 3.0 - y"},
                "relu": {"y = y + 0.3": "y = y * y"},
            },
        ]
    },
    "scale_shift_act": {
        "FAMILY": {
            "standardise": {
                "y = x * scale.view(column) + shift.view(column)": (
                    "y = (x - shift.view(column)) / (torch.abs(scale.view(column)) + 0.1)"
                ),
                "y = x * scale + shift": "y = (x - shift) / (tl.abs(scale) + 0.1)",
            },
            "one_plus": {
                "y = x * scale.view(column) + shift.view(column)": (
                    "y = x * (1.0 + scale.view(column)) + shift.view(column)"
                ),
                "y = x * scale + shift": "y = x * (1.0 + scale) + shift",
            },
            "shift_first": {
                "y = x * scale.view(column) + shift.view(column)": (
                    "y = (x + shift.view(column)) * scale.view(column)"
                ),
                "y = x * scale + shift": "y = (x + shift) * scale",
            },
            "prelu": {
                "y = x * scale.view(column) + shift.view(column)": (
                    "y = torch.where(x > 0, x, scale.view(column) * x) + shift.view(column)"
                ),
                "y = x * scale + shift": "y = tl.where(x > 0.0, x, scale * x) + shift",
            },
            "window": {
                "y = x * scale.view(column) + shift.view(column)": (
                    "y = torch.maximum(torch.minimum(x, scale.view(column)), shift.view(column))"
                ),
                "y = x * scale + shift": "y = tl.maximum(tl.minimum(x, scale), shift)",
            },
        },
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")],
    },
    "scale_shift_last": {
        "FAMILY": {
            "one_plus": {"y = x * scale + shift": "y = x * (1.0 + scale) + shift"},
            "centred": {"y = x * scale + shift": "y = (x - shift) * scale"},
            "shift_first": {"y = x * scale + shift": "y = (x + shift) * scale"},
            "divided": {"y = x * scale + shift": "y = (x - shift) / (scale * scale + 1.0)"},
            "residual": {"y = x * scale + shift": "y = x + x * scale + shift"},
            "interpolated": {"y = x * scale + shift": "y = x + scale * (shift - x)"},
        },
        "AXES": [("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")],
    },
    "sigmoid": {
        "FAMILY": {
            "relu": {"torch.sigmoid(x)": "torch.relu(x)", "y = tl.sigmoid(x)": "y = tl.maximum(x, 0.0)"},
            "silu": {"torch.sigmoid(x)": "F.silu(x)", "y = tl.sigmoid(x)": "y = x * tl.sigmoid(x)"},
            "relu6": {
                "torch.sigmoid(x)": "F.relu6(x)",
                "y = tl.sigmoid(x)": "y = tl.minimum(tl.maximum(x, 0.0), 6.0)",
            },
            "hardsigmoid": {
                "torch.sigmoid(x)": "F.hardsigmoid(x)",
                "y = tl.sigmoid(x)": "y = tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) / 6.0",
            },
            "hardswish": {
                "torch.sigmoid(x)": "F.hardswish(x)",
                "y = tl.sigmoid(x)": "y = x * (tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0))",
            },
            "hardtanh": {
                "torch.sigmoid(x)": "F.hardtanh(x)",
                "y = tl.sigmoid(x)": "y = tl.minimum(tl.maximum(x, -1.0), 1.0)",
            },
            "softsign": {
                "torch.sigmoid(x)": "F.softsign(x)",
                "y = tl.sigmoid(x)": "y = x / (1.0 + tl.abs(x))",
            },
            "mish": {
                "torch.sigmoid(x)": "F.mish(x)",
                "y = tl.sigmoid(x)": (
                    "t = tl.exp(tl.minimum(x, 20.0))\nt = t * (t + 2.0)\ny = x * (t / (t + 2.0))"
                ),
            },
            "sigmoid_slope": {
                "torch.sigmoid(x)": "torch.sigmoid(x) * (1.0 - torch.sigmoid(x))",
                "y = tl.sigmoid(x)": "t = tl.exp(-tl.abs(x))\ny = t / ((1.0 + t) * (1.0 + t))",
            },
            "silu_slope": {
                "torch.sigmoid(x)": "torch.sigmoid(x) * (1.0 + x * (1.0 - torch.sigmoid(x)))",
                "y = tl.sigmoid(x)": "t = tl.sigmoid(x)\ny = t * (1.0 + x * (1.0 - t))",
            },
            "relu_squared": {
                "torch.sigmoid(x)": "torch.relu(x) ** 2",
                "y = tl.sigmoid(x)": "t = tl.maximum(x, 0.0)\ny = t * t",
            },
            "crelu_negative": {
                "torch.sigmoid(x)": "torch.relu(-x)",
                "y = tl.sigmoid(x)": "y = tl.maximum(-x, 0.0)",
            },
            "abs": {"torch.sigmoid(x)": "torch.abs(x)", "y = tl.sigmoid(x)": "y = tl.abs(x)"},
            "neg": {"torch.sigmoid(x)": "-x", "y = tl.sigmoid(x)": "y = -x"},
            "square": {"torch.sigmoid(x)": "torch.square(x)", "y = tl.sigmoid(x)": "y = x * x"},
            "cube": {"torch.sigmoid(x)": "x * x * x", "y = tl.sigmoid(x)": "y = x * x * x"},
            "reciprocal_abs": {
                "torch.sigmoid(x)": "1.0 / (torch.abs(x) + 1.0)",
                "y = tl.sigmoid(x)": "y = 1.0 / (tl.abs(x) + 1.0)",
            },
            "bent_identity": {
                "torch.sigmoid(x)": "(torch.sqrt(x * x + 1.0) - 1.0) / 2.0 + x",
                "y = tl.sigmoid(x)": "y = (tl.sqrt_rn(x * x + 1.0) - 1.0) / 2.0 + x",
            },
            "isru": {
                "torch.sigmoid(x)": "x / torch.sqrt(1.0 + x * x)",
                "y = tl.sigmoid(x)": "y = x / tl.sqrt(1.0 + x * x)",
            },
            "positive_part_of_sine": {
                "torch.sigmoid(x)": "torch.relu(torch.sin(x))",
                "y = tl.sigmoid(x)": "y = tl.maximum(tl.sin(x), 0.0)",
            },
            "gauss": {"torch.sigmoid(x)": "torch.exp(-x * x)", "y = tl.sigmoid(x)": "y = tl.exp(-x * x)"},
        }
    },
}
