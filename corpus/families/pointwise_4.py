"""Tables of the families of pointwise operations, plane_scale_joins to quotient."""

from corpus.families.axes_3 import RELU_INVERSE_CLIPPED

FAMILIES = {
    "plane_scale_joins": {
        "FAMILY": {
            "mean_square": (
                {
                    "torch.sqrt(size + 1e-6)": "torch.sqrt(size + 1e-{0})",
                    "n_inner + 1e-6)": "n_inner + 1e-{0})",
                },
                "5 8",
            ),
            "mean_square_rsqrt": (
                {
                    "x / torch.sqrt(size + 1e-6)": "x * torch.rsqrt(size + 1e-{0})",
                    "n_inner + 1e-6)": "n_inner + 1e-{0})",
                },
                "5 6 8",
            ),
            "square": (
                {
                    "torch.mean(x ** 2,": "torch.sum(x * x,",
                    "torch.sqrt(size + 1e-6)": "torch.sqrt(size + 1e-{0})",
                    "tl.sum(lanes, axis=0) / n_inner + 1e-6": "tl.sum(lanes, axis=0) + 1e-{0}",
                },
                "5 6 8",
            ),
            "norm_eps": (
                {
                    "torch.mean(x ** 2,": "torch.linalg.vector_norm(x,",
                    "torch.sqrt(size + 1e-6)": "(size + 1e-{0})",
                    "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": (
                        "tl.sqrt(tl.sum(lanes, axis=0)) + 1e-{0}"
                    ),
                },
                "5 6 8",
            ),
            "norm_clamp": (
                {
                    "torch.mean(x ** 2,": "torch.norm(x, p=2,",
                    "torch.sqrt(size + 1e-6)": "torch.clamp(size, min=1e-{0})",
                    "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": (
                        "tl.maximum(tl.sqrt(tl.sum(lanes, axis=0)), 1e-{0})"
                    ),
                },
                "5 6 8",
            ),
            "mean_abs": (
                {
                    "torch.mean(x ** 2,": "torch.mean(torch.abs(x),",
                    "torch.sqrt(size + 1e-6)": "(size + 1e-{0})",
                    "lanes += x * x": "lanes += tl.abs(x)",
                    "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": (
                        "tl.sum(lanes, axis=0) / n_inner + 1e-{0}"
                    ),
                },
                "5 6 8",
            ),
            "sum_abs": (
                {
                    "torch.mean(x ** 2,": "torch.sum(torch.abs(x),",
                    "torch.sqrt(size + 1e-6)": "(size + 1e-{0})",
                    "lanes += x * x": "lanes += tl.abs(x)",
                    "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": "tl.sum(lanes, axis=0) + 1e-{0}",
                },
                "5 6 8",
            ),
            "largest": (
                {
                    "torch.mean(x ** 2,": "torch.amax(torch.abs(x),",
                    "torch.sqrt(size + 1e-6)": "(size + 1e-{0})",
                    "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                    "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": "tl.max(lanes, axis=0) + 1e-{0}",
                },
                "5 6 8",
            ),
            "norm_4": (
                {
                    "torch.mean(x ** 2,": "torch.norm(x, p=4,",
                    "torch.sqrt(size + 1e-6)": "(size + 1e-{0})",
                    "lanes += x * x": "lanes += x * x * (x * x)",
                    "tl.sqrt(tl.sum(lanes, axis=0) / n_inner + 1e-6)": (
                        "tl.sqrt(tl.sqrt(tl.sum(lanes, axis=0))) + 1e-{0}"
                    ),
                },
                "5 6 8",
            ),
        },
        "AXES": [
            {  # what z and w are, and over which dimensions
                "channel": {
                    "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": (
                        "torch.randn(C, 1, 1), torch.randn(C, 1, 1)"
                    )
                },
                "short": {
                    "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "torch.randn(C), torch.randn(C)",
                    "size = torch": "z, w = z.view(1, -1, 1, 1), w.view(1, -1, 1, 1)\nsize = torch",
                },
                "sample": {
                    "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": (
                        "torch.randn(N, C, 1, 1), torch.randn(N, C, 1, 1)"
                    ),
                    "plane % channels": "plane",
                },
                "numbers": {
                    "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": "torch.randn(1), torch.randn(1)",
                    "z_ptr + plane % channels": "z_ptr",
                    "w_ptr + plane % channels": "w_ptr",
                    "w_ptr, y_ptr, channels, n_inner, BLOCK: tl": "w_ptr, y_ptr, n_inner, BLOCK: tl",
                    "w, y, channels, n_inner,": "w, y, n_inner,",
                },
                "number": {
                    "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": (
                        "torch.randn(1, C, 1, 1), torch.randn(())"
                    ),
                    "w_ptr + plane % channels": "w_ptr",
                },
                "residual": {
                    "torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": (
                        "torch.randn(C, 1, 1), torch.randn(N, C, H, W)"
                    ),
                    "tl.load(w_ptr + plane % channels)": (
                        "tl.load(w_ptr + plane * n_inner + inner, mask=mask, other=0.0)"
                    ),
                },
                "itself": {
                    "return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": (
                        "return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1)"
                    ),
                    "plane_scale_joins_torch(x, z, w):": "plane_scale_joins_torch(x, z):\n    w = x",
                    "(x, z, w):": "(x, z):",
                    "x, z, w = x.contiguous(), z.contiguous(), w.contiguous()": (
                        "x, z = x.contiguous(), z.contiguous()"
                    ),
                    "w_ptr, y_ptr": "y_ptr",
                    "(x, z, w, y,": "(x, z, y,",
                    "tl.load(w_ptr + plane % channels).to(tl.float32)": "x",
                },
                "series": {
                    "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 2, 4, 13), (1, 2, 70, 60)]  # N, C, H, W": (
                        "CASES = [(1, 1, 2), (2, 3, 35), (3, 2, 4200)]  # N, C, L"
                    ),
                    "make(N, C, H, W)": "make(N, C, L)",
                    "dim=(2, 3)": "dim=2",
                    "return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": (
                        "return torch.randn(N, C, L), torch.randn(1, C, 1), torch.randn(1, C, 1)"
                    ),
                },
                "volume": {
                    "CASES = [(1, 1, 1, 2), (2, 3, 5, 7), (3, 2, 4, 13), (1, 2, 70, 60)]  # N, C, H, W": (
                        "CASES = [(1, 1, 1, 1, 2), (2, 3, 2, 5, 7), (1, 2, 14, 15, 20)]  # N, C, D, H, W"
                    ),
                    "make(N, C, H, W)": "make(N, C, D, H, W)",
                    "dim=(2, 3)": "dim=(2, 3, 4)",
                    "return torch.randn(N, C, H, W), torch.randn(1, C, 1, 1), torch.randn(1, C, 1, 1)": (
                        "return torch.randn(N, C, D, H, W), torch.randn(C, 1, 1, 1), torch.randn(C, 1, 1, 1)"
                    ),
                },
            },
            ("TERNARY", "y = y * z + w", "y = w + y * z"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "power": {
        "FAMILY": {
            "pow_2": {"x ** 3": "torch.pow(x, 2)", "y = x * x * x": "y = x * x"},
            "pow_4": {"x ** 3": "x ** 4", "y = x * x * x": "t = x * x\ny = t * t"},
            "pow_5": {"x ** 3": "x ** 5", "y = x * x * x": "t = x * x\ny = t * t * x"},
            "pow_6": {"x ** 3": "torch.pow(x, 6)", "y = x * x * x": "t = x * x\ny = t * t * t"},
            "x_abs_x": {"x ** 3": "x * torch.abs(x)", "y = x * x * x": "y = x * tl.abs(x)"},
            "square_plus_x": {"x ** 3": "x * x + x", "y = x * x * x": "y = x * x + x"},
            "x_minus_cube": {"x ** 3": "x - x ** 3", "y = x * x * x": "y = x - x * x * x"},
            "cube_over_3": {"x ** 3": "x ** 3 / 3.0", "y = x * x * x": "y = x * x * x / 3.0"},
            "abs_pow_15": {
                "x ** 3": "torch.abs(x) ** 1.5",
                "y = x * x * x": "t = tl.abs(x)\ny = t * tl.sqrt(t)",
            },
            "signed_root": {
                "x ** 3": "torch.sign(x) * torch.sqrt(torch.abs(x))",
                "y = x * x * x": "t = tl.sqrt(tl.abs(x))\ny = tl.where(x < 0.0, -t, t)",
            },
            "smoothstep": {
                "x ** 3": "torch.clamp(x, 0.0, 1.0) ** 2 * (3.0 - 2.0 * torch.clamp(x, 0.0, 1.0))",
                "y = x * x * x": "t = tl.minimum(tl.maximum(x, 0.0), 1.0)\ny = t * t * (3.0 - 2.0 * t)",
            },
            "epanechnikov": {
                "x ** 3": "0.75 * torch.relu(1.0 - x * x)",
                "y = x * x * x": "y = 0.75 * tl.maximum(1.0 - x * x, 0.0)",
            },
            "tricube": {
                "x ** 3": "torch.relu(1.0 - torch.abs(x) ** 3) ** 3",
                "y = x * x * x": "t = tl.abs(x)\nt = tl.maximum(1.0 - t * t * t, 0.0)\ny = t * t * t",
            },
            "rational": {"x ** 3": "x / (1.0 + x * x)", "y = x * x * x": "y = x / (1.0 + x * x)"},
            "lorentz": {"x ** 3": "1.0 / (1.0 + x * x)", "y = x * x * x": "y = 1.0 / (1.0 + x * x)"},
            "relu_cubed": {
                "x ** 3": "torch.relu(x) ** 3",
                "y = x * x * x": "t = tl.maximum(x, 0.0)\ny = t * t * t",
            },
            "legendre_2": {
                "x ** 3": "0.5 * (3.0 * x * x - 1.0)",
                "y = x * x * x": "y = 0.5 * (3.0 * x * x - 1.0)",
            },
            "legendre_3": {
                "x ** 3": "0.5 * (5.0 * x ** 3 - 3.0 * x)",
                "y = x * x * x": "y = 0.5 * (5.0 * (x * x * x) - 3.0 * x)",
            },
            "hermite_3": {"x ** 3": "x ** 3 - 3.0 * x", "y = x * x * x": "y = x * x * x - 3.0 * x"},
            "chebyshev_2": {"x ** 3": "2.0 * x * x - 1.0", "y = x * x * x": "y = 2.0 * x * x - 1.0"},
            "square_plus_05": {"x ** 3": "x * x + 0.5", "y = x * x * x": "y = x * x + 0.5"},
            "shifted_square_05": {"x ** 3": "(x - 0.5) ** 2", "y = x * x * x": "t = x - 0.5\ny = t * t"},
            "scaled_square_05": {"x ** 3": "0.5 * x ** 2 - x", "y = x * x * x": "y = 0.5 * (x * x) - x"},
            "square_plus_10": {"x ** 3": "x * x + 1.0", "y = x * x * x": "y = x * x + 1.0"},
            "shifted_square_10": {"x ** 3": "(x - 1.0) ** 2", "y = x * x * x": "t = x - 1.0\ny = t * t"},
            "scaled_square_10": {"x ** 3": "1.0 * x ** 2 - x", "y = x * x * x": "y = 1.0 * (x * x) - x"},
            "square_plus_20": {"x ** 3": "x * x + 2.0", "y = x * x * x": "y = x * x + 2.0"},
            "shifted_square_20": {"x ** 3": "(x - 2.0) ** 2", "y = x * x * x": "t = x - 2.0\ny = t * t"},
            "scaled_square_20": {"x ** 3": "2.0 * x ** 2 - x", "y = x * x * x": "y = 2.0 * (x * x) - x"},
            "square_plus_30": {"x ** 3": "x * x + 3.0", "y = x * x * x": "y = x * x + 3.0"},
            "shifted_square_30": {"x ** 3": "(x - 3.0) ** 2", "y = x * x * x": "t = x - 3.0\ny = t * t"},
            "scaled_square_30": {"x ** 3": "3.0 * x ** 2 - x", "y = x * x * x": "y = 3.0 * (x * x) - x"},
            "square_plus_13": {"x ** 3": "x * x + 1.3", "y = x * x * x": "y = x * x + 1.3"},
            "shifted_square_13": {"x ** 3": "(x - 1.3) ** 2", "y = x * x * x": "t = x - 1.3\ny = t * t"},
            "scaled_square_13": {"x ** 3": "1.3 * x ** 2 - x", "y = x * x * x": "y = 1.3 * (x * x) - x"},
        }
    },
    "power_of_tensor": {
        "FAMILY": {
            "power_of_sigmoid": {
                "torch.abs(x) + 0.1": "torch.sigmoid(x) + 0.1",
                "tl.abs(x) + 0.1": "tl.sigmoid(x) + 0.1",
            },
            "power_of_square": {"torch.abs(x) + 0.1": "x * x + 1.0", "tl.abs(x) + 0.1": "x * x + 1.0"},
            "power_of_clamped": {
                "torch.abs(x) + 0.1": "torch.clamp(x, min=0.5)",
                "tl.abs(x) + 0.1": "tl.maximum(x, 0.5)",
            },
        },
        "AXES": [
            {
                "sigmoid": {"torch.pow(x, z)": "torch.pow(x, torch.sigmoid(z))", "* z)": "* tl.sigmoid(z))"},
                "relu": {"torch.pow(x, z)": "torch.pow(x, torch.relu(z))", "* z)": "* tl.maximum(z, 0.0))"},
                "half": {"torch.pow(x, z)": "x ** (0.5 * z)", "* z)": "* (0.5 * z))"},
                "row": {
                    "return torch.randn(shape), torch.randn(shape)": (
                        "return torch.randn(shape), torch.randn(shape[-1])"
                    ),
                    "z_ptr + offsets": "z_ptr + offsets % n_cols",
                    "y_ptr, n_elements, BLOCK": "y_ptr, n_elements, n_cols, BLOCK",
                    "n_elements = x.numel()": "n_elements, n_cols = x.numel(), x.shape[-1]",
                    "y, n_elements, BLOCK": "y, n_elements, n_cols, BLOCK",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "prelu": {
        "FAMILY": {
            "prelu_one": {
                "torch.rand(shape[1])": "torch.rand(1)",
                "n_elements, channels, n_inner, BLOCK": "n_elements, BLOCK",
                "tl.load(slope_ptr + (offsets // n_inner) % channels, mask=mask, other=0.0)": "tl.load(slope_ptr)",
                "n_elements, channels = x.numel(), x.shape[1]": "n_elements = x.numel()",
                "n_inner = n_elements // (x.shape[0] * channels)": "",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.cos(y)", "y = tl.cos(y)", "optional"),
        ],
    },
    "quantize": {
        "FAMILY": {
            "symmetric": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -127, 127).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -127.0), 127.0)"
                ),
            },
            "int4": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -8, 7).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -8.0), 7.0)"),
            },
            "int4_symmetric": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -7, 7).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -7.0), 7.0)"),
            },
            "uint8": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 128, 0, 255).to(torch.uint8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 128, 0.0), 255.0)"
                ),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "uint4": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q + 8, 0, 15).to(torch.uint8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 8, 0.0), 15.0)"
                ),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "zero_point_3": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 3, -128, 127).to(torch.int8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 3, -128.0), 127.0)"
                ),
            },
            "zero_point_m5": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q - 5, -128, 127).to(torch.int8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q - 5, -128.0), 127.0)"
                ),
            },
            "zero_point_10": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 10, -128, 127).to(torch.int8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 10, -128.0), 127.0)"
                ),
            },
            "uint8_zero_point": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 100, 0, 255).to(torch.uint8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 100, 0.0), 255.0)"
                ),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "ternary": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -1, 1).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -1.0), 1.0)"),
            },
            "int2": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -2, 1).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -2.0), 1.0)"),
            },
            "int6": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -32, 31).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -32.0), 31.0)"
                ),
            },
            "int3": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -4, 3).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -4.0), 3.0)"),
            },
            "uint8_positive": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, 0, 255).to(torch.uint8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, 0.0), 255.0)"),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "int5": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -16, 15).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -16.0), 15.0)"
                ),
            },
        },
        "AXES": [RELU_INVERSE_CLIPPED],
    },
    "quantize_columns": {
        "FAMILY": {
            "symmetric": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -127, 127).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -127.0), 127.0)"
                ),
            },
            "int4": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -8, 7).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -8.0), 7.0)"),
            },
            "int4_symmetric": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -7, 7).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -7.0), 7.0)"),
            },
            "uint8": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 128, 0, 255).to(torch.uint8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 128, 0.0), 255.0)"
                ),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "uint4": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q + 8, 0, 15).to(torch.uint8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 8, 0.0), 15.0)"
                ),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "zero_point_3": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 3, -128, 127).to(torch.int8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 3, -128.0), 127.0)"
                ),
            },
            "zero_point_m5": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q - 5, -128, 127).to(torch.int8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q - 5, -128.0), 127.0)"
                ),
            },
            "zero_point_10": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 10, -128, 127).to(torch.int8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 10, -128.0), 127.0)"
                ),
            },
            "uint8_zero_point": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 100, 0, 255).to(torch.uint8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 100, 0.0), 255.0)"
                ),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "ternary": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -1, 1).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -1.0), 1.0)"),
            },
            "int2": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -2, 1).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -2.0), 1.0)"),
            },
            "int6": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -32, 31).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -32.0), 31.0)"
                ),
            },
            "int3": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -4, 3).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -4.0), 3.0)"),
            },
            "uint8_positive": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, 0, 255).to(torch.uint8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, 0.0), 255.0)"),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "int5": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -16, 15).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -16.0), 15.0)"
                ),
            },
        },
        "AXES": [RELU_INVERSE_CLIPPED],
    },
    "quantize_dynamic": {
        "FAMILY": {
            "int4": {
                "/ 127.0": "/ 7.0",
                "torch.round(x / scale), -127, 127)": "torch.round(x / scale), -7, 7)",
                "1e-8), 127.0)": "1e-8), 7.0)",
                "q = tl.minimum(tl.maximum(q, -127.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -7.0), 7.0)"),
            },
            "int4_wide": {
                "/ 127.0": "/ 8.0",
                "torch.round(x / scale), -127, 127)": "torch.round(x / scale), -8, 7)",
                "1e-8), 127.0)": "1e-8), 8.0)",
                "q = tl.minimum(tl.maximum(q, -127.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -8.0), 7.0)"),
            },
            "wide": {
                "/ 127.0": "/ 128.0",
                "torch.round(x / scale), -127, 127)": "torch.round(x / scale), -128, 127)",
                "1e-8), 127.0)": "1e-8), 128.0)",
                "q = tl.minimum(tl.maximum(q, -127.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -128.0), 127.0)"
                ),
            },
            "int6": {
                "/ 127.0": "/ 31.0",
                "torch.round(x / scale), -127, 127)": "torch.round(x / scale), -31, 31)",
                "1e-8), 127.0)": "1e-8), 31.0)",
                "q = tl.minimum(tl.maximum(q, -127.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -31.0), 31.0)"
                ),
            },
            "int3": {
                "/ 127.0": "/ 3.0",
                "torch.round(x / scale), -127, 127)": "torch.round(x / scale), -3, 3)",
                "1e-8), 127.0)": "1e-8), 3.0)",
                "q = tl.minimum(tl.maximum(q, -127.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -3.0), 3.0)"),
            },
            "floor_1e5": {"min=1e-8": "min=1e-5", "1e-8), 127.0)": "1e-5), 127.0)"},
        }
    },
    "quantize_rows": {
        "FAMILY": {
            "symmetric": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -127, 127).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -127.0), 127.0)"
                ),
            },
            "int4": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -8, 7).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -8.0), 7.0)"),
            },
            "int4_symmetric": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -7, 7).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -7.0), 7.0)"),
            },
            "uint8": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 128, 0, 255).to(torch.uint8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 128, 0.0), 255.0)"
                ),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "uint4": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q + 8, 0, 15).to(torch.uint8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 8, 0.0), 15.0)"
                ),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "zero_point_3": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 3, -128, 127).to(torch.int8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 3, -128.0), 127.0)"
                ),
            },
            "zero_point_m5": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q - 5, -128, 127).to(torch.int8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q - 5, -128.0), 127.0)"
                ),
            },
            "zero_point_10": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 10, -128, 127).to(torch.int8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 10, -128.0), 127.0)"
                ),
            },
            "uint8_zero_point": {
                "torch.clamp(q, -128, 127).to(torch.int8)": ("torch.clamp(q + 100, 0, 255).to(torch.uint8)"),
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q + 100, 0.0), 255.0)"
                ),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "ternary": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -1, 1).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -1.0), 1.0)"),
            },
            "int2": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -2, 1).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -2.0), 1.0)"),
            },
            "int6": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -32, 31).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -32.0), 31.0)"
                ),
            },
            "int3": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -4, 3).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, -4.0), 3.0)"),
            },
            "uint8_positive": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, 0, 255).to(torch.uint8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": ("q = tl.minimum(tl.maximum(q, 0.0), 255.0)"),
                "q.to(tl.int8)": "q.to(tl.uint8)",
                "dtype=torch.int8": "dtype=torch.uint8",
            },
            "int5": {
                "torch.clamp(q, -128, 127).to(torch.int8)": "torch.clamp(q, -16, 15).to(torch.int8)",
                "q = tl.minimum(tl.maximum(q, -128.0), 127.0)": (
                    "q = tl.minimum(tl.maximum(q, -16.0), 15.0)"
                ),
            },
        },
        "AXES": [RELU_INVERSE_CLIPPED],
    },
    "quotient": {
        "FAMILY": {
            "remainder": {
                "torch.div(x, z)": "torch.remainder(x, z)",
                "y = x / z": (
                    "quotient = x.to(tl.float64) / z\ny = (x - tl.floor(quotient) * z).to(tl.float32)"
                ),
            },
            "fmod": {
                "torch.div(x, z)": "torch.fmod(x, z)",
                "y = x / z": (
                    "quotient = x.to(tl.float64) / z\n"
                    "whole = tl.where(quotient < 0.0, tl.ceil(quotient), tl.floor(quotient))\n"
                    "y = (x - whole * z).to(tl.float32)"
                ),
            },
            "floor_divide": {
                "torch.div(x, z)": "torch.floor_divide(x, z)",
                "y = x / z": "y = tl.floor(x.to(tl.float64) / z).to(tl.float32)",
            },
            "divide_trunc": {
                "torch.div(x, z)": 'torch.div(x, z, rounding_mode="trunc")',
                "y = x / z": "y = x / z\ny = tl.where(y < 0.0, tl.ceil(y), tl.floor(y))",
            },
            "nan_to_num": {
                "torch.div(x, z)": "torch.nan_to_num(x / z)",
                "y = x / z": (
                    "y = x / z\n"
                    "y = tl.where(y != y, 0.0, y)\n"
                    "y = tl.minimum(tl.maximum(y, -3.4028235e38), 3.4028235e38)"
                ),
            },
            "nan_to_one": {
                "torch.div(x, z)": "torch.nan_to_num(x / z, nan=1.0, posinf=5.0, neginf=-5.0)",
                "y = x / z": (
                    "y = x / z\n"
                    "y = tl.where(y != y, 1.0, y)\n"
                    'y = tl.where(y == float("inf"), 5.0, tl.where(y == -float("inf"), -5.0, y))'
                ),
            },
            "reverse": {"torch.div(x, z)": "z / (x * x + 1.0)", "y = x / z": "y = z / (x * x + 1.0)"},
            "quotient_minus_one": {"torch.div(x, z)": "x / z - 1.0", "y = x / z": "y = x / z - 1.0"},
            "relative": {"torch.div(x, z)": "(x - z) / z", "y = x / z": "y = (x - z) / z"},
            "half_quotient": {"torch.div(x, z)": "0.5 * x / z", "y = x / z": "y = 0.5 * x / z"},
            "addcdiv": {"torch.div(x, z)": "x + 0.5 * (x / z)", "y = x / z": "y = x + 0.5 * (x / z)"},
            "absolute": {
                "torch.div(x, z)": "torch.abs(x) / torch.abs(z)",
                "y = x / z": "y = tl.abs(x) / tl.abs(z)",
            },
        },
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")],
    },
}
