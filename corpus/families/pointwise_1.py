"""Tables of the families of pointwise operations, add to dropout."""

FAMILIES = {
    "add": {
        "AXES": [
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "arctan2": {
        "FAMILY": {
            "angle_degrees": {
                "torch.atan2(x, z)": "torch.atan2(x, z) * 57.29577951308232",
                "tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y)": (
                    "tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y) * 57.29577951308232"
                ),
            },
            "angle_turns": {
                "torch.atan2(x, z)": "torch.atan2(x, z) / 6.283185307179586",
                "tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y)": (
                    "tl.where(x.to(tl.int32, bitcast=True) < 0, -y, y) / 6.283185307179586"
                ),
            },
        },
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")],
    },
    "asinh": {
        "FAMILY": {
            "atanh": {
                "torch.asinh(x)": "torch.atanh(x)",
                "torch.randn(shape)": "torch.rand(shape) * 1.8 - 0.9",
                "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))": (
                    "y = 0.5 * log1p(2.0 * a / (1.0 - a))"
                ),
            },
            "acosh": {
                "torch.asinh(x)": "torch.acosh(x)",
                "torch.randn(shape)": "1.0 + torch.randn(shape).abs()",
                "a = tl.abs(x)": "a = x - 1.0",
                "y = tl.where(x < 0.0, -y, y)": "",
                "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))": (
                    "y = log1p(a + tl.sqrt(2.0 * a + a * a))"
                ),
            },
            "asinh_doubled": {
                "torch.asinh(x)": "torch.asinh(2.0 * x)",
                "a = tl.abs(x)": "a = tl.abs(2.0 * x)",
            },
            "asinh_tenth": {
                "torch.asinh(x)": "torch.asinh(x / 0.1) * 0.1",
                "a = tl.abs(x)": "a = tl.abs(x / 0.1)",
                "y = tl.where(x < 0.0, -y, y)": "y = 0.1 * tl.where(x < 0.0, -y, y)",
            },
            "atanh_bounded": {
                "torch.asinh(x)": "torch.atanh(torch.clamp(x, -0.9, 0.9))",
                "a = tl.abs(x)": "a = tl.minimum(tl.abs(x), 0.9)",
                "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))": (
                    "y = 0.5 * log1p(2.0 * a / (1.0 - a))"
                ),
            },
            "acosh_bounded": {
                "torch.asinh(x)": "torch.acosh(1.0 + torch.abs(x))",
                "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))": (
                    "y = log1p(a + tl.sqrt(2.0 * a + a * a))"
                ),
                "y = tl.where(x < 0.0, -y, y)": "",
            },
        }
    },
    "binary_chain": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.sin(x)", "x = tl.sin(x)"),
            ("UNARY+REUSE+SCALAR", "z = torch.exp(-z)", "z = tl.exp(-z)", "optional"),
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "bitwise": {
        "FAMILY": {
            "or": {"x & z": "x | z"},
            "xor": {"x & z": "x ^ z"},
            "and_not": {"x & z": "x & ~z"},
            "nor": {"x & z": "~(x | z)"},
            "sum": {"x & z": "x + z"},
            "difference": {"x & z": "x - z"},
            "product": {"x & z": "x * z"},
            "mix": {"x & z": "(x ^ z) & 255"},
            "shift_xor": {"x & z": "(x << 3) ^ z"},
            "shift_right": {"x & z": "(x >> 2) + z"},
            "low_bits": {"x & z": "(x & 15) | (z & 240)"},
            "majority": {"x & z": "(x & z) | (x & 3) | (z & 3)"},
            "multiply_add": {"x & z": "x * 3 + z"},
            "twice": {"x & z": "2 * x - z"},
            "interleave": {"x & z": "(x << 8) | (z & 255)"},
            "gray": {"x & z": "x ^ (x >> 1) ^ z"},
            "shift_left_by": {"x & z": "x << (z & 7)"},
            "shift_right_by": {"x & z": "x >> (z & 7)"},
        },
        "AXES": [
            {"long": {"torch.int32": "torch.int64"}},
            {
                "plain": {"y = y | 16": ""},
                "plus_1": {"y = y | 16": "y = y + 1"},
                "times_5": {"y = y | 16": "y = y * 5"},
                "inverted": {"y = y | 16": "y = ~y"},
                "shifted": {"y = y | 16": "y = y >> 1"},
                "parity": {"y = y | 16": "y = y & 1"},
                "from_7": {"y = y | 16": "y = 7 - y"},
            },
        ],
    },
    "broadcast_add": {
        "AXES": [
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "broadcast_batch": {
        "AXES": [
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "broadcast_channel": {
        "AXES": [
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "broadcast_rows": {
        "AXES": [
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "broadcast_scalar": {
        "AXES": [
            {"number": {"torch.randn(1)": "torch.randn(())"}},
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "broadcast_strided": {
        "AXES": [
            ("BINARY", "x = torch.add(x, z)", "x = x + z"),
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
        ]
    },
    "cast": {
        "FAMILY": {
            "bfloat16": {
                "x.to(torch.float16)": "x.to(torch.bfloat16)",
                "dtype=torch.float16": "dtype=torch.bfloat16",
            },
            "half_doubled": {"y = x.to(torch.float16)": "y = (2.0 * x).half()", "y = x": "y = 2.0 * x"},
            "bfloat16_scaled": {
                "y = x.to(torch.float16)": "y = (x * 0.5).bfloat16()",
                "y = x": "y = x * 0.5",
                "dtype=torch.float16": "dtype=torch.bfloat16",
            },
        },
        "AXES": [("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")],
    },
    "cast_from": {
        "FAMILY": {
            "bfloat16": {
                "torch.randn(shape).half()": "torch.randn(shape).bfloat16()",
                "x.to(torch.float32)": "x.float()",
                "y = x + 0.5": "y = x + 0.25",
            },
            "int32": {
                "torch.randn(shape).half()": "torch.randint(-9, 10, shape, dtype=torch.int32)",
                "y = x + 0.5": "y = x * 0.5",
            },
            "int64": {
                "torch.randn(shape).half()": "torch.randint(-9, 10, shape)",
                "y = x + 0.5": "y = x / 4.0",
            },
            "int8": {
                "torch.randn(shape).half()": "torch.randint(-128, 128, shape, dtype=torch.int8)",
                "y = x + 0.5": "y = x * 0.02",
            },
            "uint8": {
                "torch.randn(shape).half()": "torch.randint(0, 256, shape, dtype=torch.uint8)",
                "y = x + 0.5": "y = x / 255.0",
            },
            "bool": {"torch.randn(shape).half()": "torch.randn(shape) > 0", "y = x + 0.5": "y = 1.0 - x"},
        },
        "AXES": [("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")],
    },
    "channel_glu": {
        "FAMILY": {
            "first": {
                "x, z = x.chunk(2, dim=1)": "z, x = x.chunk(2, dim=1)",
                "x_ptr + first, mask": "x_ptr + first + half, mask",
                "x_ptr + first + half, mask": "x_ptr + first, mask",
            },
            "sum": {"return x * z": "return x + z", "y = x * z": "y = x + z"},
            "residual": {"return x * z": "return x + x * z", "y = x * z": "y = x + x * z"},
            "maxout": {"return x * z": "return torch.maximum(x, z)", "y = x * z": "y = tl.maximum(x, z)"},
        },
        "AXES": [("UNARY", "z = torch.sigmoid(z)", "z = tl.sigmoid(z)")],
    },
    "channel_glu_joins": {
        "FAMILY": {
            "channel": {
                "z = torch.randn(shape)": "z = torch.randn(shape[1:2] + (1,) * (len(shape) - 2))",
                "z_ptr + offsets": "z_ptr + offsets // n_places % n_channels",
                "n_elements, half, BLOCK: tl": "n_elements, half, n_channels, n_places, BLOCK: tl",
                "y.numel(), half, BLOCK": "y.numel(), half, n_channels, n_places, BLOCK",
                "half = x.numel() // x.shape[0] // 2": (
                    "half = x.numel() // x.shape[0] // 2\n"
                    "n_channels = x.shape[1] // 2\n"
                    "n_places = half // n_channels"
                ),
            },
            "written": {"y = F.glu(x, dim=1)": "x, gate = x.chunk(2, dim=1)\ny = x * torch.sigmoid(gate)"},
            "gated_tanh": {
                "y = F.glu(x, dim=1)": (
                    "x, gate = x.chunk(2, dim=1)\ny = torch.tanh(x) * torch.sigmoid(gate)"
                ),
                "y = x * tl.sigmoid(gate)": (
                    "t = -2.0 * tl.abs(x)\n"
                    "u = tl.exp(t)\n"
                    "t = tl.where(u == 1.0, t, tl.where(t < -1.0, u - 1.0, "
                    "(u - 1.0) * t / tl.log(u)))\n"
                    "t = -t / (t + 2.0)\n"
                    "x = tl.where(x < 0.0, -t, t)\n"
                    "y = x * tl.sigmoid(gate)"
                ),
            },
        },
        "AXES": [
            {
                "first": {
                    "channel_glu_joins_torch(x, z)": "channel_glu_joins_torch(z, x)",
                    "channel_glu_joins_triton(x, z)": "channel_glu_joins_triton(z, x)",
                    "return torch.randn(shape[0], 2 * shape[1], *shape[2:]), z": (
                        "return z, torch.randn(shape[0], 2 * shape[1], *shape[2:])"
                    ),
                }
            },
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "channel_spread": {
        "FAMILY": {
            "channel_spread_min": {
                "torch.amax": "torch.amin",
                'tl.full((BLOCK,), float("-inf"), dtype=tl.float32)': (
                    'tl.full((BLOCK,), float("inf"), dtype=tl.float32)'
                ),
                "found = tl.maximum(found, x)": "found = tl.minimum(found, x)",
            },
            "channel_spread_sum": {
                "torch.amax": "torch.sum",
                'tl.full((BLOCK,), float("-inf"), dtype=tl.float32)': (
                    "tl.zeros((BLOCK,), dtype=tl.float32)"
                ),
                "found = tl.maximum(found, x)": "found += x",
            },
            "channel_spread_mean": {
                "torch.amax": "torch.mean",
                'tl.full((BLOCK,), float("-inf"), dtype=tl.float32)': (
                    "tl.zeros((BLOCK,), dtype=tl.float32)"
                ),
                "found = tl.maximum(found, x)": "found += x",
                "y = found": "y = found / channels",
            },
            "channel_spread_logsumexp": {
                "torch.amax(x, dim=1, keepdim=True)": "torch.logsumexp(x, dim=1, keepdim=True)",
                'found = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)': (
                    "largest = tl.full((BLOCK,), -3.0e38, dtype=tl.float32)\n"
                    "found = tl.zeros((BLOCK,), dtype=tl.float32)"
                ),
                "found = tl.maximum(found, x)": (
                    "larger = tl.maximum(largest, x)\n"
                    "found = found * tl.exp(largest - larger) + tl.exp(x - larger)\n"
                    "largest = larger"
                ),
                "y = found": "y = largest + tl.log(found)",
            },
        },
        "AXES": [
            {
                "three": {
                    "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]": (
                        "CASES = [(1, 1, 1, 1, 1), (2, 7, 4, 3, 5), (3, 40, 2, 9, 17)]"
                    ),
                    "z = torch.randn(6, 1, 1)": "z = torch.randn(6, 1, 1, 1)",
                },
                "one": {"z = torch.randn(6, 1, 1)": "z = torch.randn(1)"},
                "one_plane": {"z = torch.randn(6, 1, 1)": "z = torch.randn(1, 1, 1)"},
                "one_volume": {
                    "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]": (
                        "CASES = [(1, 1, 1, 1, 1), (2, 7, 4, 3, 5), (3, 40, 2, 9, 17)]"
                    ),
                    "z = torch.randn(6, 1, 1)": "z = torch.randn(1, 1, 1, 1)",
                },
                "one_volume_row": {
                    "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]": (
                        "CASES = [(1, 1, 1, 1, 1), (2, 7, 4, 3, 5), (3, 40, 2, 9, 17)]"
                    ),
                    "z = torch.randn(6, 1, 1)": "z = torch.randn(1, 1, 1, 1, 1)",
                },
                "scalar": {"z = torch.randn(6, 1, 1)": "z = torch.randn(())"},
                "residual": {
                    "z = torch.randn(6, 1, 1)": "z = torch.randn(shape[0], 6, *shape[2:])",
                    "z = tl.load(z_ptr + out).to(tl.float32)": (
                        "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                    ),
                    "n_inner, n_out = x.numel() // (n_batch * channels), z.numel()": (
                        "n_inner, n_out = x.numel() // (n_batch * channels), z.shape[1]"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "channels_to_channels": {
        "AXES": [
            {  # what the first is
                "chroma": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * r - 0.587 * g - 0.114 * b"},
                "moved": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * r + 0.587 * g + 0.114 * b + 0.0625"},
                "two": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * r + 0.587 * g"},
                "between": {"0.299 * r + 0.587 * g + 0.114 * b": "0.299 * (r - g)"},
                "normalized": {"0.299 * r + 0.587 * g + 0.114 * b": "(r - 0.485) / 0.229"},
                "share": {"0.299 * r + 0.587 * g + 0.114 * b": "r / (r + g + b + 0.001)"},
                "mean": {"0.299 * r + 0.587 * g + 0.114 * b": "(r + g + b) / 3.0"},
                "itself": {"0.299 * r + 0.587 * g + 0.114 * b": "r"},
                "blue": {"0.299 * r + 0.587 * g + 0.114 * b": "b"},
                "missing": {"0.299 * r + 0.587 * g + 0.114 * b": "1.0 - r"},
            },
            {  # the second
                "luma": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.147 * r + 0.289 * g + 0.436 * b"},
                "moved": {"-0.147 * r - 0.289 * g + 0.436 * b": "-0.147 * r - 0.289 * g + 0.436 * b + 0.5"},
                "plus": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.147 * r - 0.289 * g + 0.436 * b"},
                "two": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.289 * g - 0.436 * b"},
                "of_first": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.564 * (b - first) + 0.5"},
                "of_first_bare": {"-0.147 * r - 0.289 * g + 0.436 * b": "(b - first) * 0.492"},
                "sum": {"-0.147 * r - 0.289 * g + 0.436 * b": "0.5 * (r + g) - b"},
                "normalized": {"-0.147 * r - 0.289 * g + 0.436 * b": "(g - 0.456) / 0.224"},
                "share": {"-0.147 * r - 0.289 * g + 0.436 * b": "g / (r + g + b + 0.001)"},
                "itself": {"-0.147 * r - 0.289 * g + 0.436 * b": "g"},
                "missing": {"-0.147 * r - 0.289 * g + 0.436 * b": "1.0 - g"},
            },
            {  # the third
                "luma": {"0.615 * r - 0.515 * g - 0.101 * b": "0.615 * r + 0.515 * g + 0.101 * b"},
                "moved": {"0.615 * r - 0.515 * g - 0.101 * b": "0.615 * r - 0.515 * g - 0.101 * b + 0.5"},
                "two": {"0.615 * r - 0.515 * g - 0.101 * b": "0.615 * r - 0.515 * b"},
                "of_first": {"0.615 * r - 0.515 * g - 0.101 * b": "0.713 * (r - first) + 0.5"},
                "of_first_bare": {"0.615 * r - 0.515 * g - 0.101 * b": "(r - first) * 0.877"},
                "product": {"0.615 * r - 0.515 * g - 0.101 * b": "r * g * b"},
                "normalized": {"0.615 * r - 0.515 * g - 0.101 * b": "(b - 0.406) / 0.225"},
                "share": {"0.615 * r - 0.515 * g - 0.101 * b": "b / (r + g + b + 0.001)"},
                "itself": {"0.615 * r - 0.515 * g - 0.101 * b": "b"},
                "red": {"0.615 * r - 0.515 * g - 0.101 * b": "r"},
                "missing": {"0.615 * r - 0.515 * g - 0.101 * b": "1.0 - b"},
            },
            {  # along which dimension
                "last": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[..., 0], x[..., 1], x[..., 2]",
                    "dim=1": "dim=-1",
                    "x.stride(1)": "1",
                    "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(5, 3), (2, 33, 3), (3, 2, 20, 3)",
                },
                "first": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[0], x[1], x[2]",
                    "dim=1": "dim=0",
                    "x.stride(1)": "x.stride(0)",
                    "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(3, 5, 1), (3, 4, 33), (3, 2, 20)",
                },
                "joined": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[:, 0:1], x[:, 1:2], x[:, 2:3]",
                    "torch.stack": "torch.cat",
                },
                "joined_last": {
                    "x[:, 0], x[:, 1], x[:, 2]": "x[..., 0:1], x[..., 1:2], x[..., 2:3]",
                    "torch.stack": "torch.cat",
                    "dim=1": "dim=-1",
                    "x.stride(1)": "1",
                    "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(5, 3), (2, 33, 3), (3, 2, 20, 3)",
                },
                "chunks": {
                    "r, g, b = x[:, 0], x[:, 1], x[:, 2]": "r, g, b = x.chunk(3, dim=1)",
                    "torch.stack": "torch.cat",
                },
                "chunks_last": {
                    "r, g, b = x[:, 0], x[:, 1], x[:, 2]": "r, g, b = x.chunk(3, dim=-1)",
                    "torch.stack": "torch.cat",
                    "dim=1": "dim=-1",
                    "x.stride(1)": "1",
                    "(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)": "(5, 3), (2, 33, 3), (3, 2, 20, 3)",
                },
            },
            {
                "first_turned": {
                    "[first, second, third]": "[third, second, first]",
                    "places, first": "places, third",
                    "2 * inner, third": "2 * inner, first",
                }
            },
        ]
    },
    "compare": {
        "FAMILY": {
            "ge": {"torch.gt(x, z)": "x >= z", "y = x > z": "y = x >= z"},
            "lt": {"torch.gt(x, z)": "x < z", "y = x > z": "y = x < z"},
            "le": {"torch.gt(x, z)": "x <= z", "y = x > z": "y = x <= z"},
            "eq": {"torch.gt(x, z)": "x == z", "y = x > z": "y = x == z"},
            "ne": {"torch.gt(x, z)": "x != z", "y = x > z": "y = x != z"},
            "gt_abs": {
                "torch.gt(x, z)": "torch.abs(x) > torch.abs(z)",
                "y = x > z": "y = tl.abs(x) > tl.abs(z)",
            },
            "gt_both": {"torch.gt(x, z)": "(x > 0) & (z > 0)", "y = x > z": "y = (x > 0.0) & (z > 0.0)"},
            "gt_either": {"torch.gt(x, z)": "(x > 0) | (z > 0)", "y = x > z": "y = (x > 0.0) | (z > 0.0)"},
            "differ": {"torch.gt(x, z)": "(x > 0) ^ (z > 0)", "y = x > z": "y = (x > 0.0) ^ (z > 0.0)"},
            "not_both": {
                "torch.gt(x, z)": "~((x > 0) & (z > 0))",
                "y = x > z": "y = ((x > 0.0) & (z > 0.0)) == 0",
            },
            "same_sign": {"torch.gt(x, z)": "x * z > 0", "y = x > z": "y = x * z > 0.0"},
            "between": {"torch.gt(x, z)": "(x > -1.0) & (x < z)", "y = x > z": "y = (x > -1.0) & (x < z)"},
            "logical_and": {
                "torch.gt(x, z)": "torch.logical_and(x, z)",
                "y = x > z": "y = (x != 0.0) & (z != 0.0)",
            },
            "logical_or": {
                "torch.gt(x, z)": "torch.logical_or(x, z)",
                "y = x > z": "y = (x != 0.0) | (z != 0.0)",
            },
            "logical_xor": {
                "torch.gt(x, z)": "torch.logical_xor(x, z)",
                "y = x > z": "y = (x != 0.0) ^ (z != 0.0)",
            },
            "and_not": {
                "torch.gt(x, z)": "torch.logical_and(x > z, torch.logical_not(z > 0))",
                "y = x > z": "y = (x > z) & (z <= 0.0)",
            },
            "gt_double": {"torch.gt(x, z)": "x > 2.0 * z", "y = x > z": "y = x > 2.0 * z"},
            "gt_minus": {"torch.gt(x, z)": "-x > z", "y = x > z": "y = -x > z"},
            "ge_max": {
                "torch.gt(x, z)": "torch.maximum(x, z) >= 1.0",
                "y = x > z": "y = tl.maximum(x, z) >= 1.0",
            },
            "lt_min": {
                "torch.gt(x, z)": "torch.minimum(x, z) < -0.5",
                "y = x > z": "y = tl.minimum(x, z) < -0.5",
            },
            "gt_half": {"torch.gt(x, z)": "0.5 * x >= z", "y = x > z": "y = 0.5 * x >= z"},
        }
    },
    "compare_scalar": {
        "FAMILY": {
            "gt_m10": {"torch.gt(x, 0)": "x > -1.0", "y = x > 0.0": "y = x > -1.0"},
            "ge_m10": {"torch.gt(x, 0)": "x >= -1.0", "y = x > 0.0": "y = x >= -1.0"},
            "lt_m10": {"torch.gt(x, 0)": "x < -1.0", "y = x > 0.0": "y = x < -1.0"},
            "le_m10": {"torch.gt(x, 0)": "x <= -1.0", "y = x > 0.0": "y = x <= -1.0"},
            "eq_m10": {"torch.gt(x, 0)": "x == -1.0", "y = x > 0.0": "y = x == -1.0"},
            "ne_m10": {"torch.gt(x, 0)": "x != -1.0", "y = x > 0.0": "y = x != -1.0"},
            "gt_m05": {"torch.gt(x, 0)": "x > -0.5", "y = x > 0.0": "y = x > -0.5"},
            "ge_m05": {"torch.gt(x, 0)": "x >= -0.5", "y = x > 0.0": "y = x >= -0.5"},
            "lt_m05": {"torch.gt(x, 0)": "x < -0.5", "y = x > 0.0": "y = x < -0.5"},
            "le_m05": {"torch.gt(x, 0)": "x <= -0.5", "y = x > 0.0": "y = x <= -0.5"},
            "eq_m05": {"torch.gt(x, 0)": "x == -0.5", "y = x > 0.0": "y = x == -0.5"},
            "ne_m05": {"torch.gt(x, 0)": "x != -0.5", "y = x > 0.0": "y = x != -0.5"},
            "gt_025": {"torch.gt(x, 0)": "x > 0.25", "y = x > 0.0": "y = x > 0.25"},
            "ge_025": {"torch.gt(x, 0)": "x >= 0.25", "y = x > 0.0": "y = x >= 0.25"},
            "lt_025": {"torch.gt(x, 0)": "x < 0.25", "y = x > 0.0": "y = x < 0.25"},
            "le_025": {"torch.gt(x, 0)": "x <= 0.25", "y = x > 0.0": "y = x <= 0.25"},
            "gt_05": {"torch.gt(x, 0)": "x > 0.5", "y = x > 0.0": "y = x > 0.5"},
            "ge_05": {"torch.gt(x, 0)": "x >= 0.5", "y = x > 0.0": "y = x >= 0.5"},
            "lt_05": {"torch.gt(x, 0)": "x < 0.5", "y = x > 0.0": "y = x < 0.5"},
            "le_05": {"torch.gt(x, 0)": "x <= 0.5", "y = x > 0.0": "y = x <= 0.5"},
            "eq_05": {"torch.gt(x, 0)": "x == 0.5", "y = x > 0.0": "y = x == 0.5"},
            "ne_05": {"torch.gt(x, 0)": "x != 0.5", "y = x > 0.0": "y = x != 0.5"},
            "gt_10": {"torch.gt(x, 0)": "x > 1.0", "y = x > 0.0": "y = x > 1.0"},
            "ge_10": {"torch.gt(x, 0)": "x >= 1.0", "y = x > 0.0": "y = x >= 1.0"},
            "lt_10": {"torch.gt(x, 0)": "x < 1.0", "y = x > 0.0": "y = x < 1.0"},
            "le_10": {"torch.gt(x, 0)": "x <= 1.0", "y = x > 0.0": "y = x <= 1.0"},
            "eq_10": {"torch.gt(x, 0)": "x == 1.0", "y = x > 0.0": "y = x == 1.0"},
            "ne_10": {"torch.gt(x, 0)": "x != 1.0", "y = x > 0.0": "y = x != 1.0"},
            "gt_15": {"torch.gt(x, 0)": "x > 1.5", "y = x > 0.0": "y = x > 1.5"},
            "ge_15": {"torch.gt(x, 0)": "x >= 1.5", "y = x > 0.0": "y = x >= 1.5"},
            "lt_15": {"torch.gt(x, 0)": "x < 1.5", "y = x > 0.0": "y = x < 1.5"},
            "le_15": {"torch.gt(x, 0)": "x <= 1.5", "y = x > 0.0": "y = x <= 1.5"},
            "eq_15": {"torch.gt(x, 0)": "x == 1.5", "y = x > 0.0": "y = x == 1.5"},
            "ne_15": {"torch.gt(x, 0)": "x != 1.5", "y = x > 0.0": "y = x != 1.5"},
            "between": {
                "torch.gt(x, 0)": "(x >= -1.0) & (x <= 1.0)",
                "y = x > 0.0": "y = (x >= -1.0) & (x <= 1.0)",
            },
            "outside": {
                "torch.gt(x, 0)": "(x < -0.5) | (x > 0.5)",
                "y = x > 0.0": "y = (x < -0.5) | (x > 0.5)",
            },
            "abs_gt": {"torch.gt(x, 0)": "torch.abs(x) > 0.75", "y = x > 0.0": "y = tl.abs(x) > 0.75"},
            "abs_le": {"torch.gt(x, 0)": "torch.abs(x) <= 1.0", "y = x > 0.0": "y = tl.abs(x) <= 1.0"},
            "square_gt": {"torch.gt(x, 0)": "x * x > 1.0", "y = x > 0.0": "y = x * x > 1.0"},
            "logical_not": {"torch.gt(x, 0)": "torch.logical_not(x)", "y = x > 0.0": "y = x == 0.0"},
            "is_whole": {"torch.gt(x, 0)": "torch.floor(x) == x", "y = x > 0.0": "y = tl.floor(x) == x"},
            "to_bool": {"torch.gt(x, 0)": "x.to(torch.bool)", "y = x > 0.0": "y = x != 0.0"},
            "between_open": {
                "torch.gt(x, 0)": "(x > 0.0) & (x < 1.5)",
                "y = x > 0.0": "y = (x > 0.0) & (x < 1.5)",
            },
            "not_gt": {"torch.gt(x, 0)": "~(x > 1.0)", "y = x > 0.0": "y = (x > 1.0) == 0"},
        }
    },
    "complex_mul": {
        "FAMILY": {
            "complex_mul_conjugate": {
                "x = a * c - b * d": "x = a * c + b * d",
                "y = a * d + b * c": "y = b * c - a * d",
            },
            "complex_mul_scaled": {
                "x = a * c - b * d": "x = 0.5 * (a * c - b * d)",
                "y = a * d + b * c": "y = 0.5 * (a * d + b * c)",
            },
            "complex_mul_add": {
                "x = a * c - b * d": "x = a * c - b * d + a",
                "y = a * d + b * c": "y = a * d + b * c + b",
            },
        },
        "AXES": [
            ("UNARY", "a = torch.relu(a)", "a = tl.maximum(a, 0.0)", "optional"),
            ("UNARY", "x = torch.sigmoid(x)", "x = tl.sigmoid(x)", "optional"),
        ],
    },
    "dequantize": {
        "FAMILY": {
            "zero_point_3": {
                "y = q.to(torch.float32)": "y = q.to(torch.float32) - 3.0",
                "y = q.to(tl.float32)": "y = q.to(tl.float32) - 3.0",
            },
            "zero_point_m8": {
                "y = q.to(torch.float32)": "y = q.to(torch.float32) + 8.0",
                "y = q.to(tl.float32)": "y = q.to(tl.float32) + 8.0",
            },
            "zero_point_128": {
                "y = q.to(torch.float32)": "y = q.float() - 128.0",
                "y = q.to(tl.float32)": "y = q.to(tl.float32) - 128.0",
            },
        },
        "AXES": [("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")],
    },
    "dequantize_columns": {
        "FAMILY": {
            "zero_point_3": {
                "y = q.to(torch.float32)": "y = q.to(torch.float32) - 3.0",
                "y = q.to(tl.float32)": "y = q.to(tl.float32) - 3.0",
            },
            "zero_point_m8": {
                "y = q.to(torch.float32)": "y = q.to(torch.float32) + 8.0",
                "y = q.to(tl.float32)": "y = q.to(tl.float32) + 8.0",
            },
            "zero_point_128": {
                "y = q.to(torch.float32)": "y = q.float() - 128.0",
                "y = q.to(tl.float32)": "y = q.to(tl.float32) - 128.0",
            },
        },
        "AXES": [("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")],
    },
    "dequantize_rows": {
        "FAMILY": {
            "zero_point_3": {
                "y = q.to(torch.float32)": "y = q.to(torch.float32) - 3.0",
                "y = q.to(tl.float32)": "y = q.to(tl.float32) - 3.0",
            },
            "zero_point_m8": {
                "y = q.to(torch.float32)": "y = q.to(torch.float32) + 8.0",
                "y = q.to(tl.float32)": "y = q.to(tl.float32) + 8.0",
            },
            "zero_point_128": {
                "y = q.to(torch.float32)": "y = q.float() - 128.0",
                "y = q.to(tl.float32)": "y = q.to(tl.float32) - 128.0",
            },
        },
        "AXES": [("UNARY", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional")],
    },
    "dropout": {
        "FAMILY": {
            "dropout_01": {
                "x * keep / 0.5": "x * keep / 0.9",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.9, 0.0)",
            },
            "dropout_02": {
                "x * keep / 0.5": "x * keep / 0.8",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.8, 0.0)",
            },
            "dropout_025": {
                "x * keep / 0.5": "x * keep / 0.75",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.75, 0.0)",
            },
            "dropout_03": {
                "x * keep / 0.5": "x * keep / 0.7",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.7, 0.0)",
            },
            "dropout_005": {
                "x * keep / 0.5": "x * keep / 0.95",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.95, 0.0)",
            },
            "dropout_04": {
                "x * keep / 0.5": "x * keep / 0.6",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x / 0.6, 0.0)",
            },
            "multiplied_01": {
                "x * keep / 0.5": "torch.where(keep, x, 0.0) * (1.0 / 0.9)",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * (1.0 / 0.9)",
            },
            "multiplied_02": {
                "x * keep / 0.5": "torch.where(keep, x, 0.0) * (1.0 / 0.8)",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * (1.0 / 0.8)",
            },
            "multiplied_025": {
                "x * keep / 0.5": "torch.where(keep, x, 0.0) * (1.0 / 0.75)",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * (1.0 / 0.75)",
            },
            "masked": {
                "x * keep / 0.5": "x.masked_fill(~keep, 0.0) * 1.25",
                "y = tl.where(keep, x / 0.5, 0.0)": "y = tl.where(keep, x, 0.0) * 1.25",
            },
        },
        "AXES": [("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional")],
    },
}
