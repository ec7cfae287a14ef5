"""Tables of the families of matrix products, gram_batched to linear_heads."""

FAMILIES = {
    "gram_batched": {
        "FAMILY": {
            "gram_batched_mean": {
                "  # (B, M, M)": " / x.shape[2]  # (B, M, M)",
                "y = total": "y = total / K",
            },
            "gram_batched_share": {
                "  # (B, M, M)": " / (x.shape[1] * x.shape[2])  # (B, M, M)",
                "y = total": "y = total / (M * K)",
            },
            "gram_batched_turned": {
                "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                "torch.bmm(x, x.transpose(1, 2))": "torch.bmm(x.transpose(1, 2), x)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()",
            },
            "gram_batched_turned_mean": {
                "torch.randn(B, M, K)": "torch.randn(B, K, M)",
                "torch.bmm(x, x.transpose(1, 2))  # (B, M, M)": "torch.bmm(x.transpose(1, 2), x) / x.shape[1]  # (B, M, M)",
                "B, M, K = x.shape": "B, K, M = x.shape",
                "stride_xb, stride_xm, stride_xk = x.stride()": "stride_xb, stride_xk, stride_xm = x.stride()",
                "y = total": "y = total / K",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            {  # of the planes of images or volumes, which are rows; their sizes count as one
                "images": {
                    "return (x / K ** 0.25,)": "x = torch.randn(*x.shape, 3)\nreturn (x / K ** 0.25,)",
                    "gram_batched_torch(x):": "gram_batched_torch(x):\n    x = x.reshape(x.shape[0], x.shape[1], -1)",
                    "gram_batched_triton(x):": "gram_batched_triton(x):\n    x = x.reshape(x.shape[0], x.shape[1], -1)",
                },
                "volumes": {
                    "return (x / K ** 0.25,)": "x = torch.randn(*x.shape, 3, 2)\nreturn (x / K ** 0.25,)",
                    "gram_batched_torch(x):": "gram_batched_torch(x):\n    x = x.flatten(2)",
                    "gram_batched_triton(x):": "gram_batched_triton(x):\n    x = x.flatten(2)",
                },
            },
        ],
    },
    "gram_split_k": {
        "FAMILY": {
            "mean": {
                "y = x.T @ x": "y = x.T @ x / x.shape[0]",
                "offsets = (split * M + rows[:, None]) * M + columns[None, :]": "y = y / K\noffsets = (split * M + rows[:, None]) * M + columns[None, :]",
            },
            "width": {
                "y = x.T @ x": "y = x.T @ x / x.shape[1]",
                "offsets = (split * M + rows[:, None]) * M + columns[None, :]": "y = y / M\noffsets = (split * M + rows[:, None]) * M + columns[None, :]",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "grouped_linear": {
        "FAMILY": {
            "turned": {
                '"bgk,gkn->bgn"': '"bgk,gnk->bgn"',
                "torch.randn(G, K, N)": "torch.randn(G, N, K)",
                "N = w.shape[-1]": "w = w.transpose(1, 2)\nN = w.shape[-1]",
            },
            "from_groups_first": {
                '"bgk,gkn->bgn"': '"gbk,gkn->bgn"',
                "torch.randn(B, G, K)": "torch.randn(G, B, K)",
                "B, G, K = x.shape": "x = x.transpose(0, 1)\nB, G, K = x.shape",
            },
        },
        "AXES": [
            {
                "plain": {
                    "y = y + bias": "",
                    "bias = torch.randn(G, N)": "",
                    "return x, w, bias": "return x, w",
                    "(x, w, bias)": "(x, w)",
                    "bias = tl.load(bias_ptr + g * N + columns, mask=columns < N, other=0.0).to(tl.float32)": "",
                    "bias_ptr, y_ptr": "y_ptr",
                    "bias = bias.contiguous()": "",
                    "(x, w, bias, y": "(x, w, y",
                },
                "shared": {
                    "bias = torch.randn(G, N)": "bias = torch.randn(N)",
                    "bias_ptr + g * N + columns": "bias_ptr + columns",
                },
            },
            ("TAIL_X", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "linear": {
        "FAMILY": {
            "linear_no_bias": {
                "torch.randn(N, K) / K ** 0.5, torch.randn(N)": "torch.randn(N, K) / K ** 0.5",
                "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y",
            }
        },
        "AXES": [
            {  # one output; more leading dimensions
                "one": {
                    "CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]": "CASES = [(1, 2, 3), (1, 37, 13), (1, 9, 2, 35), (1, 12), (1, 3, 2, 4, 6)]"
                },
                "line": {
                    "CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]": "CASES = [(2, 3), (13, 37), (66, 50)]"
                },
                "volumes": {
                    "CASES = [(1, 1, 1), (33, 5, 3), (65, 50, 2, 35), (7, 12), (5, 3, 2, 4, 6)]": "CASES = [(2, 1, 1, 2, 1, 3), (5, 3, 2, 4, 6, 7), (33, 12, 2, 3, 2, 5)]"
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "linear_affine": {
        "FAMILY": {
            "linear_shift_scale": {
                "y = y * scale + shift": "y = (y + shift) * scale",
                "y = y * scale[None, :] + shift[None, :]": "y = (y + shift[None, :]) * scale[None, :]",
            },
            "linear_centre_scale": {
                "y = y * scale + shift": "y = (y - shift) * scale",
                "y = y * scale[None, :] + shift[None, :]": "y = (y - shift[None, :]) * scale[None, :]",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "linear_binary": {
        "FAMILY": {
            "linear_row_binary": {
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "linear_column_binary": {
                "z = torch.randn(*rows, N)": "z = torch.randn(*rows, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
            },
            "linear_one_binary": {
                "z = torch.randn(*rows, N)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
            "linear_scalar_binary": {
                "z = torch.randn(*rows, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "(x, z, w, b)": "(x, z, w)",
                    "return x, z, w, b": "return x, z, w",
                    "b = torch.randn(N)": "",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
                "weights_first_no_bias": {
                    "(x, z, w, b)": "(x, w, z)",
                    "return x, z, w, b": "return x, w, z",
                    "b = torch.randn(N)": "",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
                "residual_first_no_bias": {
                    "(x, z, w, b)": "(z, x, w)",
                    "return x, z, w, b": "return z, x, w",
                    "b = torch.randn(N)": "",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "linear_chain": {
        "AXES": [
            {
                "no_bias": {
                    "(x, w, b)": "(x, w)",
                    "return x, w, b": "return x, w",
                    "b = torch.randn(N)": "",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b": "[grid](x, w",
                }
            },
            ("REUSE+UNARY+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("SCALAR+REUSE+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("UNARY+REUSE+SCALAR", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
        ]
    },
    "linear_filled": {
        "FAMILY": {
            "large": {
                'y.masked_fill(m, float("-inf"))': "y.masked_fill(m, -1e9)",
                'tl.where(m, -float("inf"), y)': "tl.where(m, -1e9, y)",
            },
            "zero": {
                'y.masked_fill(m, float("-inf"))': "y.masked_fill(m, 0.0)",
                'tl.where(m, -float("inf"), y)': "tl.where(m, 0.0, y)",
            },
            "not": {
                'y.masked_fill(m, float("-inf"))': 'y.masked_fill(~m, float("-inf"))',
                'tl.where(m, -float("inf"), y)': 'tl.where(m, y, -float("inf"))',
            },
            "not_large": {
                'y.masked_fill(m, float("-inf"))': "y.masked_fill(~m, -1e9)",
                'tl.where(m, -float("inf"), y)': "tl.where(m, y, -1e9)",
            },
            "not_zero": {
                'y.masked_fill(m, float("-inf"))': "torch.where(m, y, 0.0)",
                'tl.where(m, -float("inf"), y)': "tl.where(m, y, 0.0)",
            },
            "float": {
                "torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).float()",
                'y.masked_fill(m, float("-inf"))': 'y.masked_fill(m == 0, float("-inf"))',
                'tl.where(m, -float("inf"), y)': 'tl.where(m == 0, -float("inf"), y)',
            },
            "float_large": {
                "torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).float()",
                'y.masked_fill(m, float("-inf"))': "y.masked_fill(m == 0, -1e9)",
                'tl.where(m, -float("inf"), y)': "tl.where(m == 0, -1e9, y)",
            },
            "integer": {
                "torch.randn(M, N) > 0.5": "(torch.randn(M, N) > 0.5).long()",
                'y.masked_fill(m, float("-inf"))': 'y.masked_fill(m == 0, float("-inf"))',
                'tl.where(m, -float("inf"), y)': 'tl.where(m == 0, -float("inf"), y)',
            },
            "times": {
                'y.masked_fill(m, float("-inf"))': "y * m",
                'tl.where(m, -float("inf"), y)': "tl.where(m, y, 0.0)",
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "b = torch.randn(N)": "",
                    "(x, m, w, b)": "(x, m, w)",
                    "return x, m, w, b": "return x, m, w",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, m, w, b": "[grid](x, m, w",
                }
            },
            ("TAIL_X", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "linear_gate": {
        "FAMILY": {
            "linear_gate_no_bias": {
                "b = torch.randn(C)": "",
                "(x, z, w, b)": "(x, z, w)",
                "return x, z, w, b": "return x, z, w",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b": "[grid](x, w",
            },
            "linear_gate_planes_first": {
                "(x, z, w, b)": "(z, x, w, b)",
                "return x, z, w, b": "return z, x, w, b",
            },
            "conv2d_gate": {
                "x = torch.randn(N, K)": "x = torch.randn(N, K, 1, 1)",
                "w = torch.randn(C, K)": "w = torch.randn(C, K, 1, 1)",
                "F.linear(x, w, b)": "F.conv2d(x, w, b)",
                "y = y[:, :, None, None]": "",
            },
            "conv2d_gate_planes_first": {
                "(x, z, w, b)": "(z, x, w, b)",
                "return x, z, w, b": "return z, x, w, b",
                "x = torch.randn(N, K)": "x = torch.randn(N, K, 1, 1)",
                "w = torch.randn(C, K)": "w = torch.randn(C, K, 1, 1)",
                "F.linear(x, w, b)": "F.conv2d(x, w, b)",
                "y = y[:, :, None, None]": "",
            },
            "conv2d_gate_no_bias": {
                "x = torch.randn(N, K)": "x = torch.randn(N, K, 1, 1)",
                "w = torch.randn(C, K)": "w = torch.randn(C, K, 1, 1)",
                "y = y[:, :, None, None]": "",
                "b = torch.randn(C)": "",
                "(x, z, w, b)": "(x, z, w)",
                "return x, z, w, b": "return x, z, w",
                "F.linear(x, w, b)": "F.conv2d(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b": "[grid](x, w",
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
        ],
    },
    "linear_gated": {
        "FAMILY": {
            "no_bias": {
                "b = torch.randn(N)": "",
                "w, b, s, r": "w, s, r",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            },
            "alone": {  # neither scale nor residual
                "s = torch.randn(N)": "",
                "r = torch.randn(*rows, N)": "",
                "w, b, s, r": "w, b",
                "s_ptr, r_ptr, ": "",
                "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()": "x, z = x.contiguous(), z.contiguous()",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                (
                    "r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ): "",
                "    y = y * s\n    y = y + r\n": "",
            },
            "alone_no_bias": {
                "b = torch.randn(N)": "",
                "s = torch.randn(N)": "",
                "r = torch.randn(*rows, N)": "",
                "w, b, s, r": "w",
                "b_ptr, s_ptr, r_ptr, ": "",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()": "x, z = x.contiguous(), z.contiguous()",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                (
                    "r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ): "",
                "    y = y * s\n    y = y + r\n": "",
            },
            "residual_no_bias": {
                "b = torch.randn(N)": "",
                "s = torch.randn(N)": "",
                "w, b, s, r": "w, r",
                "b_ptr, s_ptr, ": "",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "y = y * s": "",
            },
            "scale_no_bias": {
                "b = torch.randn(N)": "",
                "r = torch.randn(*rows, N)": "",
                "w, b, s, r": "w, s",
                "b_ptr, s_ptr, r_ptr, ": "s_ptr, ",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()": "x, z = x.contiguous(), z.contiguous()",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                (
                    "r = tl.load(r_ptr + rows[:, None] * N + columns[None, :], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ): "",
                "y = y + r": "",
            },
        },
        "AXES": [
            {
                "sigmoid": {"F.silu(x)": "torch.sigmoid(x)", "x * tl.sigmoid(x)": "tl.sigmoid(x)"},
                "relu": {"F.silu(x)": "torch.relu(x)", "x * tl.sigmoid(x)": "tl.maximum(x, 0.0)"},
                "relu_squared": {
                    "F.silu(x)": "torch.relu(x) ** 2",
                    "x * tl.sigmoid(x)": "tl.maximum(x, 0.0)\nx = x * x",
                },
                "gelu": {
                    "F.silu(x)": "F.gelu(x)",
                    "x * tl.sigmoid(x)": "x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))",
                },
                "gelu_tanh": {
                    "F.silu(x)": "F.gelu(x, approximate='tanh')",
                    "x * tl.sigmoid(x)": "x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))",
                },
                "hardsigmoid": {
                    "F.silu(x)": "F.hardsigmoid(x)",
                    "x * tl.sigmoid(x)": "tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) / 6.0",
                },
                "plain": {"x = F.silu(x)": "", "x = x * tl.sigmoid(x)": ""},
                "from_one": {
                    "F.silu(x)": "1.0 - torch.sigmoid(x)",
                    "x * tl.sigmoid(x)": "1.0 - tl.sigmoid(x)",
                },
                "one_more": {"F.silu(x)": "1.0 + x", "x * tl.sigmoid(x)": "1.0 + x"},
                "halved": {"F.silu(x)": "x * 0.5", "x * tl.sigmoid(x)": "x * 0.5"},
            },
            {
                "add": {"torch.mul(x, z)": "x + z", "x = x * z": "x = x + z"},
                "sub": {"torch.mul(x, z)": "x - z", "x = x * z": "x = x - z"},
                "mul_again": {"torch.mul(x, z)": "z * x", "x = x * z": "x = x * z"},
                "mul_sigmoid": {
                    "torch.mul(x, z)": "x * torch.sigmoid(z)",
                    "x = x * z": "x = x * tl.sigmoid(z)",
                },
                "mul_relu": {
                    "torch.mul(x, z)": "x * torch.relu(z)",
                    "x = x * z": "x = x * tl.maximum(z, 0.0)",
                },
                "maximum": {"torch.mul(x, z)": "torch.maximum(x, z)", "x = x * z": "x = tl.maximum(x, z)"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "linear_glu": {
        "FAMILY": {
            "linear_glu_no_bias": {
                "b = torch.randn(2 * N)": "",
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y",
            },
            "linear_glu_second": {
                "y, z = F": "z, y = F",
                "y += tl.dot(x, first": "y += tl.dot(x, second",
                "z += tl.dot(x, second": "z += tl.dot(x, first",
                "y += tl.load(b_ptr + columns": "y += tl.load(b_ptr + N + columns",
                "z += tl.load(b_ptr + N + columns": "z += tl.load(b_ptr + columns",
            },
            "linear_glu_second_no_bias": {
                "b = torch.randn(2 * N)": "",
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y",
                "y, z = F": "z, y = F",
                "y += tl.dot(x, first": "y += tl.dot(x, second",
                "z += tl.dot(x, second": "z += tl.dot(x, first",
            },
        },
        "AXES": [
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "linear_gru": {
        "FAMILY": {
            "linear_gru_no_bias": {
                "b = torch.randn(3 * N)": "",
                "h, x, w, b)": "h, x, w)",
                "return hr, hz, hn, h, x, w, b": "return hr, hz, hn, h, x, w",
                "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "r += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "n += tl.load(b_ptr + 2 * N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "h, x, w, b, y": "h, x, w, y",
            },
            "linear_gru_input_first": {
                "linear_gru_torch(hr, hz, hn, h, x, w, b)": "linear_gru_torch(x, h, hr, hz, hn, w, b)",
                "linear_gru_triton(hr, hz, hn, h, x, w, b)": "linear_gru_triton(x, h, hr, hz, hn, w, b)",
                "return hr, hz, hn, h, x, w, b": "return x, h, hr, hz, hn, w, b",
            },
        },
        "AXES": [
            {
                "difference": {"y = (1.0 - z) * n + z * h": "y = n + z * (h - n)"},
                "other_way": {"y = (1.0 - z) * n + z * h": "y = (1.0 - z) * h + z * n"},
            }
        ],
    },
    "linear_heads": {
        "FAMILY": {
            "linear_heads_no_bias": {
                "b = torch.randn(heads * D)": "",
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y",
            }
        },
        "AXES": [
            {
                "keys": {
                    ".transpose(1, 2)": ".permute(0, 2, 3, 1)",
                    "offsets = ((batch * HEADS + head) * T + t) * D + d": "offsets = ((batch * HEADS + head) * D + d) * T + t",
                    "(B, heads, T, D)": "(B, heads, D, T)",
                },
                "flat": {
                    ".transpose(1, 2)": ".transpose(1, 2).flatten(0, 1)",
                    "(B, heads, T, D)": "(B * heads, T, D)",
                },
                "heads_last": {
                    ".transpose(1, 2)": "",
                    "batch, t = (rows // T)[:, None], (rows % T)[:, None]": "",
                    "head, d = (columns // D)[None, :], (columns % D)[None, :]": "",
                    "offsets = ((batch * HEADS + head) * T + t) * D + d": "offsets = rows[:, None] * N + columns[None, :]",
                    "M, N, K, T, D, HEADS: tl.constexpr, ": "M, N, K, ",
                    "K, T, D, heads, w": "K, w",
                    "(B, heads, T, D)": "(B, T, heads, D)",
                },
            },
            {
                "2": {"heads = 4": "heads = 2"},
                "3": {"heads = 4": "heads = 3"},
                "6": {"heads = 4": "heads = 6"},
                "8": {"heads = 4": "heads = 8"},
                "12": {"heads = 4": "heads = 12"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
}
