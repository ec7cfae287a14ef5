"""Tables of the families of normalizations, layer_norm_modulate to normalize_middle."""

FAMILIES = {
    "layer_norm_modulate": {
        "FAMILY": {
            "layer_norm_scale_shift": {"y * (1.0 + scale) + shift": "y * scale + shift"},
            "layer_norm_shift_first": {"(x, scale, shift):": "(x, shift, scale):"},
        },
        "AXES": [
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "layer_norm_nd": {
        "FAMILY": {
            "layer_norm_nd_plain": {
                "return torch.randn(shape), torch.randn(shape[1:]), torch.randn(shape[1:])": (
                    "return (torch.randn(shape),)"
                ),
                "(x, weight, bias)": "(x)",
                "weight, bias, eps": "eps",
                "(x_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, weight, bias, y, n_cols": "(x, y, n_cols",
            }
        },
        "AXES": [
            {  # from which dimension on a row is normalised
                "last2": {
                    "CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (3, 5, 7), (3, 2, 2, 5, 7), (2, 3, 20, 20)]": (
                        "CASES = [(1, 1, 1), (2, 3, 5, 7), (2, 2, 3, 4, 5), (2, 30, 40)]"
                    ),
                    "shape[1:]": "shape[-2:]",
                    "n_rows = x.shape[0]": "n_cols = x.shape[-2] * x.shape[-1]",
                    "n_cols = x.numel() // n_rows": "n_rows = x.numel() // n_cols",
                },
                "last3": {
                    "CASES = [(1, 1, 1, 1), (3, 2, 5, 7), (3, 5, 7), (3, 2, 2, 5, 7), (2, 3, 20, 20)]": (
                        "CASES = [(1, 1, 1, 1), (2, 2, 3, 4, 5), (2, 4, 15, 20)]"
                    ),
                    "shape[1:]": "shape[-3:]",
                    "n_rows = x.shape[0]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                    "n_cols = x.numel() // n_rows": "n_rows = x.numel() // n_cols",
                },
            },
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "layer_norm_of_pair": {
        "FAMILY": {
            "layer_norm_of_pair_plain": {
                "weight, bias = torch.randn(shape[-1]), torch.randn(shape[-1])": "",
                ", weight, bias": "",
                "weight_ptr, bias_ptr, ": "",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
            },
            "layer_norm_of_pair_weight": {
                "weight, bias = torch.randn(shape[-1]), torch.randn(shape[-1])": (
                    "weight = torch.randn(shape[-1])"
                ),
                ", bias": "",
                "bias_ptr, ": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "y = y * weight",
            },
        },
        "AXES": [
            "SHAPE_OF_Z",
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "layer_norm_of_three": {
        "FAMILY": {
            "layer_norm_of_three_plain": {
                "weight, bias = torch.randn(shape[-1]), torch.randn(shape[-1])": "",
                ", weight, bias": "",
                "weight_ptr, bias_ptr, ": "",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
            },
            "layer_norm_of_three_weight": {
                "weight, bias = torch.randn(shape[-1]), torch.randn(shape[-1])": (
                    "weight = torch.randn(shape[-1])"
                ),
                ", bias": "",
                "bias_ptr, ": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "y = y * weight",
            },
        },
        "AXES": [
            "SHAPE_OF_Z",
            "SHAPE_OF_W",
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("TERNARY+PROLOGUE_XZW", "x = torch.addcmul(w, x, z)", "x = w + x * z"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "layer_norm_tail": {
        "FAMILY": {
            "layer_norm_tail_plain": {
                ", torch.randn(shape[-1]), torch.randn(shape[-1])": ",",
                ", weight, bias):": "):",
                "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), eps",
                "weight_ptr, bias_ptr, y_ptr": "y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "weight, bias, y, n_cols": "y, n_cols",
            },
            "layer_norm_tail_weight": {
                "torch.randn(shape[-1]), torch.randn(shape[-1])": "torch.randn(shape[-1])",
                ", bias):": "):",
                "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), weight, eps",
                "weight_ptr, bias_ptr, y_ptr": "weight_ptr, y_ptr",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "y = y * weight",
                "weight, bias, y, n_cols": "weight, y, n_cols",
            },
        },
        "AXES": [
            {
                "residual_first": {
                    "def layer_norm_tail_torch(x, z": "def layer_norm_tail_torch(z, x",
                    "def layer_norm_tail_triton(x, z": "def layer_norm_tail_triton(z, x",
                },
                "itself": {
                    "z = torch.randn(shape)": "",
                    "return torch.randn(shape), z": "return torch.randn(shape)",
                    "def layer_norm_tail_torch(x, z": "def layer_norm_tail_torch(x",
                    "y = F.": "z = x\ny = F.",
                    "def layer_norm_tail_triton(x, z": "def layer_norm_tail_triton(x",
                    "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                    "x_ptr, z_ptr,": "x_ptr,",
                    "[(n_rows,)](x, z,": "[(n_rows,)](x,",
                    "tl.load(z_ptr + row * n_cols + cols, mask=mask, other=0.0).to(tl.float32)": (
                        "load_tile(row_ptr, cols, n_cols)"
                    ),
                },
                "row": {
                    "z = torch.randn(shape)": "z = torch.randn(shape[-1])",
                    "z_ptr + row * n_cols + cols": "z_ptr + cols",
                },
                "number": {
                    "z = torch.randn(shape)": "z = torch.randn(())",
                    "z_ptr + row * n_cols + cols, mask=mask, other=0.0": "z_ptr",
                },
            },
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "layer_norm_turned": {
        "FAMILY": {
            "layer_norm_turned_plain": {
                ", torch.randn(shape[-1]), torch.randn(shape[-1])": ",",
                ", weight, bias):": "):",
                "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), eps",
                "weight_ptr, bias_ptr, y_ptr": "y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "weight, bias, y, n_cols": "y, n_cols",
            }
        },
        "AXES": [
            {
                "alone": {
                    "z = torch.randn(shape[-1:] + (1,) * (len(shape) - 2))": "",
                    "return torch.randn(shape), z": "return torch.randn(shape)",
                    "layer_norm_turned_torch(x, z": "layer_norm_turned_torch(x",
                    "layer_norm_turned_triton(x, z": "layer_norm_turned_triton(x",
                    "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                    "x_ptr, z_ptr,": "x_ptr,",
                    "[grid](x, z,": "[grid](x,",
                    "z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "y = y * z": "",
                    "y = z * y": "",
                },
                "add": {"y = y * z": "y = y + z", "y = z * y": "y = z + y"},
                "image": {
                    "shape[-1:] + (1,) * (len(shape) - 2)": "shape[:1] + shape[-1:] + shape[1:-1]",
                    "turned_ptr = y_ptr + row": "turned = row",
                    "z_ptr + cols,": "z_ptr + turned + cols * n_places,",
                    "turned_ptr + cols": "y_ptr + turned + cols",
                },
                "image_added": {
                    "shape[-1:] + (1,) * (len(shape) - 2)": "shape[:1] + shape[-1:] + shape[1:-1]",
                    "y = y * z": "y = y + z",
                    "y = z * y": "y = z + y",
                    "turned_ptr = y_ptr + row": "turned = row",
                    "z_ptr + cols,": "z_ptr + turned + cols * n_places,",
                    "turned_ptr + cols": "y_ptr + turned + cols",
                },
                "image_first": {
                    "shape[-1:] + (1,) * (len(shape) - 2)": "shape[:1] + shape[-1:] + shape[1:-1]",
                    "y = y * z": "y = z + y",
                    "y = z * y": "y = z + y",
                    "return torch.randn(shape), z": "return z, torch.randn(shape)",
                    "layer_norm_turned_torch(x, z": "layer_norm_turned_torch(z, x",
                    "layer_norm_turned_triton(x, z": "layer_norm_turned_triton(z, x",
                    "turned_ptr = y_ptr + row": "turned = row",
                    "z_ptr + cols,": "z_ptr + turned + cols * n_places,",
                    "turned_ptr + cols": "y_ptr + turned + cols",
                },
            },
            {
                "tokens": {
                    "CASES = [(1, 1, 1, 1), (2, 3, 5, 4), (1, 2, 7, 33), (2, 2, 2, 1100)]": (
                        "CASES = [(1, 1, 1), (2, 3, 5), (1, 7, 33), (2, 2, 1100)]"
                    ),
                    "y.permute(0, 3, 1, 2)": "y.transpose(1, 2)",
                    "n_images, height, width, n_cols = x.shape": "n_images, n_places, n_cols = x.shape",
                    "    n_places = height * width\n": "",
                    "n_images, n_cols, height, width)": "n_images, n_cols, n_places)",
                }
            },
            {
                "eps5": {"1e-6": "1e-5"},
                "eps8": {"1e-6": "1e-8"},
                "eps3": {"1e-6": "1e-3"},
                "eps12": {"1e-6": "1e-12"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "local_response_norm": {
        "FAMILY": {
            "local_response_norm1d": {
                "[(1, 1, 2, 3), (2, 7, 5, 6), (2, 5, 9, 4)]  # N, C, H, W": (
                    "[(1, 1, 3), (2, 7, 5), (2, 5, 36)]  # N, C, L"
                ),
                "make(N, C, H, W)": "make(N, C, L)",
                "torch.randn(N, C, H, W)": "torch.randn(N, C, L)",
                "window - 1, H, W)": "window - 1, L)",
                "F.avg_pool3d": "F.avg_pool2d",
                ", 1, 1), stride": ", 1), stride",
            },
            "local_response_norm3d": {
                "[(1, 1, 2, 3), (2, 7, 5, 6), (2, 5, 9, 4)]  # N, C, H, W": (
                    "[(1, 1, 2, 3, 4), (2, 7, 3, 2, 5), (2, 5, 2, 4, 3)]  # N, C, D, H, W"
                ),
                "make(N, C, H, W)": "make(N, C, D, H, W)",
                "torch.randn(N, C, H, W)": "torch.randn(N, C, D, H, W)",
                "window - 1, H, W)": "window - 1, D, H * W)",
                "y.squeeze(1)": "y.view(x.shape)",
            },
        },
        "AXES": [
            {"of": ({"window = 5": "window = {0}", "(5": "({0}"}, "2 3 4 7 9")},
            {
                "alpha": ({"y * 0.0001 + 1.0": "y * 0.{0}{1} + {2}.0"}, "011 051 101 012 022 502"),
                "one": {"y * 0.0001 + 1.0": "y + 1.0"},
                "two": {"y * 0.0001 + 1.0": "y * 0.0001 + 2.0"},
            },
            {
                "half": {
                    "y = y.pow(0.75)": "y = y.pow(0.5)",
                    "y = tl.exp2(tl.log2(y) * 0.75)": "y = tl.sqrt(y)",
                },
                "once": {"y = y.pow(0.75)": "", "y = tl.exp2(tl.log2(y) * 0.75)": ""},
                "beta": (
                    {
                        "y = y.pow(0.75)": "y = y.pow(0.{0})",
                        "y = tl.exp2(tl.log2(y) * 0.75)": "y = tl.exp2(tl.log2(y) * 0.{0})",
                    },
                    "6 8 9",
                ),
            },
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "middle_gate": {
        "FAMILY": {
            "middle_sum_gate": {"torch.mean(": "torch.sum(", "z = total / n_mid": "z = total"},
            "middle_max_gate": {
                "torch.mean(": "torch.amax(",
                "z = total / n_mid": "z = total",
                "total += x": "total = tl.maximum(total, x)",
                "total = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'total = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
            },
            "middle_min_gate": {
                "torch.mean(": "torch.amin(",
                "z = total / n_mid": "z = total",
                "total += x": "total = tl.minimum(total, x)",
                "total = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'total = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
            },
            "middle_norm_gate": {
                "torch.mean(": "torch.linalg.vector_norm(",
                "total += x": "total += x * x",
                "z = total / n_mid": "z = tl.sqrt(total)",
            },
            "middle_l1_gate": {
                "torch.mean(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "total += x": "total += tl.abs(x)",
                "z = total / n_mid": "z = total",
            },
        },
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
            },
            {  # how the column and its statistic meet
                "quotient": {"y = x * z": "y = x / z", "y = z * x": "y = x / z"},
                "minus": {"y = x * z": "y = x - z", "y = z * x": "y = x - z"},
                "plus": {"y = x * z": "y = x + z", "y = z * x": "y = x + z"},
                "over": {
                    "y = x * z": "y = x / (torch.abs(z) + 1e-6)",
                    "y = z * x": "y = x / (tl.abs(z) + 1e-6)",
                },
                "over_large": {
                    "y = x * z": "y = x / (1.0 + torch.abs(z))",
                    "y = z * x": "y = x / (1.0 + tl.abs(z))",
                },
                "over_clamped": {
                    "y = x * z": "y = x / z.clamp(min=1e-3)",
                    "y = z * x": "y = x / tl.maximum(z, 1e-3)",
                },
                "sigmoid": {"y = x * z": "y = x * torch.sigmoid(z)", "y = z * x": "y = x * tl.sigmoid(z)"},
                "silu": {"y = x * z": "y = x * F.silu(z)", "y = z * x": "y = x * (z * tl.sigmoid(z))"},
                "hardsigmoid": {
                    "y = x * z": "y = x * F.hardsigmoid(z)",
                    "y = z * x": "y = x * (tl.minimum(tl.maximum(z + 3.0, 0.0), 6.0) / 6.0)",
                },
                "one_plus": {"y = x * z": "y = x * (1.0 + z)", "y = z * x": "y = x * (1.0 + z)"},
                "residual": {"y = x * z": "y = x + x * z", "y = z * x": "y = x + x * z"},
                "half": {"y = x * z": "y = x - 0.5 * z", "y = z * x": "y = x - 0.5 * z"},
                "mask": {
                    "y = x * z": "y = torch.where(x > z, x, 0.0)",
                    "y = z * x": "y = tl.where(x > z, x, 0.0)",
                },
                "largest": {"y = x * z": "y = torch.maximum(x, z)", "y = z * x": "y = tl.maximum(x, z)"},
                "exp_minus": {
                    "y = x * z": "y = torch.exp(-torch.abs(x - z))",
                    "y = z * x": "y = tl.exp(-tl.abs(x - z))",
                },
                "square_minus": {"y = x * z": "y = (x - z) ** 2", "y = z * x": "y = (x - z) * (x - z)"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "min_max_dims": {
        "FAMILY": {
            "bare": {
                "(x - least) / (most - least + 1e-5)": "(x - least) / (most - least)",
                "(x - least) / ((most - least) + 1e-5)": "(x - least) / (most - least)",
            },
            "clamped": {
                "(x - least) / (most - least + 1e-5)": "(x - least) / torch.clamp(most - least, min=1e-5)",
                "(x - least) / ((most - least) + 1e-5)": "(x - least) / tl.maximum(most - least, 1e-5)",
            },
            "turned": {
                "(x - least) / (most - least + 1e-5)": "(most - x) / (most - least + 1e-5)",
                "(x - least) / ((most - least) + 1e-5)": "(most - x) / (most - least + 1e-5)",
            },
            "symmetric": {
                "(x - least) / (most - least + 1e-5)": "2.0 * (x - least) / (most - least + 1e-5) - 1.0",
                "(x - least) / ((most - least) + 1e-5)": "2.0 * (x - least) / (most - least + 1e-5) - 1.0",
            },
            "doubled": {
                "(x - least) / (most - least + 1e-5)": "(x - least) / (most - least + 1e-5) * 2.0 - 1.0",
                "(x - least) / ((most - least) + 1e-5)": "(x - least) / (most - least + 1e-5) * 2.0 - 1.0",
            },
            "of_sum": {
                "(x - least) / (most - least + 1e-5)": "(x - least) / (most.abs() + least.abs() + 1e-5)",
                "(x - least) / ((most - least) + 1e-5)": (
                    "(x - least) / (tl.abs(most) + tl.abs(least) + 1e-5)"
                ),
            },
            "middle": {
                "(x - least) / (most - least + 1e-5)": "x - 0.5 * (most + least)",
                "(x - least) / ((most - least) + 1e-5)": "x - 0.5 * (most + least)",
            },
            "levels": {
                "(x - least) / (most - least + 1e-5)": "(x - least) / (most - least + 1e-5) * 255.0",
                "(x - least) / ((most - least) + 1e-5)": "(x - least) / (most - least + 1e-5) * 255.0",
            },
            "places": {
                "(x - least) / (most - least + 1e-5)": "(2.0 * x - least - most) / (most - least + 1e-5)",
                "(x - least) / ((most - least) + 1e-5)": "(2.0 * x - least - most) / (most - least + 1e-5)",
            },
        },
        "AXES": [
            "WHOLE_DIMS",
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "min_max_scale": {
        "FAMILY": {
            "max_min_scale": {"(x - low) /": "(high - x) /"},
            "symmetric_scale": {"(x - low) /": "(2.0 * x - low - high) /"},
        },
        "AXES": [
            {
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "normalize_dims": {
        "FAMILY": {
            "l1_normalize": {
                "torch.linalg.vector_norm(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "tl.where(mask, x * x, 0.0)": "tl.where(mask, tl.abs(x), 0.0)",
                "tl.sqrt(tl.sum(partial, axis=0))": "tl.sum(partial, axis=0)",
            },
            "rms_normalize": {
                "torch.linalg.vector_norm(x, ": "torch.mean(x * x, ",
                "y = x / norm": "y = x / torch.sqrt(norm)",
                "tl.sqrt(tl.sum(partial, axis=0))": "tl.sum(partial, axis=0) / n_cols",
                "load_tile(x_ptr + place, mask) / norm": "load_tile(x_ptr + place, mask) / tl.sqrt(norm)",
            },
            "mean_abs_normalize": {
                "torch.linalg.vector_norm(x, ": "torch.mean(torch.abs(x), ",
                "tl.where(mask, x * x, 0.0)": "tl.where(mask, tl.abs(x), 0.0)",
                "tl.sqrt(tl.sum(partial, axis=0))": "tl.sum(partial, axis=0) / n_cols",
            },
            "max_normalize": {
                "torch.linalg.vector_norm(x, ": "torch.amax(torch.abs(x), ",
                "lanes += tl.where(mask, x * x, 0.0)": (
                    "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))"
                ),
                "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                "tl.sqrt(tl.sum(partial, axis=0))": "tl.max(partial, axis=0)",
            },
            "share": {
                "torch.linalg.vector_norm(x, ": "torch.sum(x, ",
                "torch.randn(shape)": "torch.rand(shape)",
                "tl.where(mask, x * x, 0.0)": "tl.where(mask, x, 0.0)",
                "tl.sqrt(tl.sum(partial, axis=0))": "tl.sum(partial, axis=0)",
            },
            "center": {
                "torch.linalg.vector_norm(x, ": "torch.mean(x, ",
                "y = x / norm": "y = x - norm",
                "tl.where(mask, x * x, 0.0)": "tl.where(mask, x, 0.0)",
                "tl.sqrt(tl.sum(partial, axis=0))": "tl.sum(partial, axis=0) / n_cols",
                "load_tile(x_ptr + place, mask) / norm": "load_tile(x_ptr + place, mask) - norm",
            },
        },
        "AXES": [
            "WHOLE_DIMS",
            {
                "bare": {"norm = norm + 1e-5": "", "norm += 1e-5": ""},
                "clamped": {
                    "norm = norm + 1e-5": "norm = norm.clamp(min=1e-12)",
                    "norm += 1e-5": "norm = tl.maximum(norm, 1e-12)",
                },
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps12": {"1e-5": "1e-12"},
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "normalize_middle": {
        "FAMILY": {
            "l2_normalize_middle": {
                "x * torch.rsqrt(torch.mean(x * x,": "F.normalize(x, p=2.0,",
                ", keepdim=True) + 1e-5)": ", eps=1e-5)",
                "scale = tl.rsqrt(total / n_mid + 1e-5)": "scale = 1.0 / tl.maximum(tl.sqrt(total), 1e-5)",
            },
            "l1_normalize_middle": {
                "x * torch.rsqrt(torch.mean(x * x,": "F.normalize(x, p=1.0,",
                ", keepdim=True) + 1e-5)": ", eps=1e-5)",
                "total += x * x": "total += tl.abs(x)",
                "scale = tl.rsqrt(total / n_mid + 1e-5)": "scale = 1.0 / tl.maximum(total, 1e-5)",
            },
            "rms_middle_small": {"1e-5": "1e-8"},
            "l2_normalize_middle_small": {
                "x * torch.rsqrt(torch.mean(x * x,": "F.normalize(x, p=2.0,",
                ", keepdim=True) + 1e-5)": ", eps=1e-12)",
                "scale = tl.rsqrt(total / n_mid + 1e-5)": "scale = 1.0 / tl.maximum(tl.sqrt(total), 1e-12)",
            },
        },
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
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
}
