"""Tables of the families of matrix products, linear_of_placed to matmul_binary."""

from corpus.families.axes_1 import HALVED_DOUBLED_SHIFTED
from corpus.families.axes_2 import NO_BIAS
from corpus.families.axes_3 import SECOND_TRANSPOSED_FIRST_TRANSPOSED_BOTH_TRAN

FAMILIES = {
    "linear_of_placed": {
        "FAMILY": {
            "batched": {"z = torch.randn(T, K)": "z = torch.randn(1, T, K)"},
            "features": {
                "z = torch.randn(T, K)": "z = torch.randn(K)",
                "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                (
                    "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, "
                    ":] < K - start), other=0.0)"
                ): ("z = tl.load(z_ptr + start + k[None, :], mask=k[None, :] < K - start, other=0.0)"),
            },
            "sample": {"z = torch.randn(T, K)": "z = torch.randn(B, 1, K)", "(rows % T)": "(rows // T)"},
            "token": {
                "z = torch.randn(T, K)": "z = torch.randn(B, T, 1)",
                "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                (
                    "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, "
                    ":] < K - start), other=0.0)"
                ): ("z = tl.load(z_ptr + rows[:, None], mask=rows[:, None] < M, other=0.0)"),
            },
            "column": {
                "z = torch.randn(T, K)": "z = torch.randn(T, 1)",
                "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                (
                    "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, "
                    ":] < K - start), other=0.0)"
                ): ("z = tl.load(z_ptr + (rows % T)[:, None], mask=rows[:, None] < M, other=0.0)"),
            },
            "full": {"z = torch.randn(T, K)": "z = torch.randn(B, T, K)", "(rows % T)": "rows"},
        },
        "AXES": [
            {
                "no_bias": {
                    "b = torch.randn(N)": "",
                    "(x, z, w, b)": "(x, z, w)",
                    "return x, z, w, b": "return x, z, w",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, z, w, b": "[grid](x, z, w",
                },
                "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
            },
            {
                "turned": {
                    "y = torch.relu(y)": "y = torch.relu(y).transpose(1, 2)",
                    "offsets = rows[:, None] * N + columns[None, :]": (
                        "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]"
                    ),
                    "torch.empty((B, T, N)": "torch.empty((B, N, T)",
                },
                "plain_turned": {
                    "y = torch.relu(y)": "y = y.transpose(1, 2)",
                    "y = tl.maximum(y, 0.0)": "",
                    "offsets = rows[:, None] * N + columns[None, :]": (
                        "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]"
                    ),
                    "torch.empty((B, T, N)": "torch.empty((B, N, T)",
                },
                "plain": {"y = torch.relu(y)": "", "y = tl.maximum(y, 0.0)": ""},
                "gelu": {
                    "y = torch.relu(y)": "y = F.gelu(y)",
                    "y = tl.maximum(y, 0.0)": "y = 0.5 * y * (1.0 + tl.erf(y * 0.7071067811865476))",
                },
                "silu": {
                    "y = torch.relu(y)": "y = F.silu(y)",
                    "y = tl.maximum(y, 0.0)": "y = y * tl.sigmoid(y)",
                },
                "scaled": {"y = torch.relu(y)": "y = y * 0.5", "y = tl.maximum(y, 0.0)": "y = y * 0.5"},
            },
            ("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z"),
        ],
    },
    "linear_of_three": {
        "FAMILY": {
            "linear_of_three_no_bias": {
                "bias = torch.randn(N)": "",
                ", bias": "",
                "bias_ptr, ": "",
                ("y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"): "",
            }
        },
        "AXES": [
            "SHAPE_OF_Z",
            "SHAPE_OF_W",
            ("TERNARY+PROLOGUE_XZW", "x = torch.addcmul(w, x, z)", "x = w + x * z"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "linear_position": {
        "FAMILY": {
            "linear_position_batched": {"p = torch.randn(T, N)": "p = torch.randn(1, T, N)"},
            "linear_sample": {
                "p = torch.randn(T, N)": "p = torch.randn(B, 1, N)",
                "(rows % T)[:, None]": "(rows // T)[:, None]",
            },
            "linear_sample_expanded": {
                "p = torch.randn(T, N)": "p = torch.randn(B, N)",
                "z = p": "z = p[:, None, :]",
                "(rows % T)[:, None]": "(rows // T)[:, None]",
            },
            "linear_position_column": {
                "p = torch.randn(T, N)": "p = torch.randn(T, 1)",
                (
                    "z = tl.load(p_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ): ("z = tl.load(p_ptr + rows % T, mask=rows < M, other=0.0).to(tl.float32)[:, None]"),
            },
            "linear_position_mask": {
                "p = torch.randn(T, N)": "p = torch.randn(B, T)",
                "z = p": "z = p.unsqueeze(-1)",
                (
                    "z = tl.load(p_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ): ("z = tl.load(p_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]"),
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "b = torch.randn(N)": "",
                    "(x, p, w, b)": "(x, p, w)",
                    "return x, p, w, b": "return x, p, w",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, p, w, b": "[grid](x, p, w",
                },
                "weights_first": {"(x, p, w, b)": "(x, w, b, p)", "return x, p, w, b": "return x, w, b, p"},
                "residual_first": {"(x, p, w, b)": "(p, x, w, b)", "return x, p, w, b": "return p, x, w, b"},
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "linear_prologue": {
        "FAMILY": {
            "linear_prologue_no_bias": {
                "b = torch.randn(N)": "",
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            ("UNARY", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
        ],
    },
    "linear_qkv": {
        "FAMILY": {
            "linear_qkv_no_bias": {
                "b = torch.randn(3 * heads * D)": "",
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y",
            }
        },
        "AXES": [
            {
                "keys_transposed": {
                    "k = k.view(B, T, heads, -1).transpose(1, 2)": (
                        "k = k.view(B, T, heads, -1).transpose(1, 2).transpose(-2, -1)"
                    ),
                    "return y[0], y[1], y[2]": "return y[0], y[1].transpose(2, 3), y[2]",
                },
                "scaled": {
                    "q = q.view(B, T, heads, -1).transpose(1, 2)": (
                        "q = q.view(B, T, heads, -1).transpose(1, 2) * 0.125"
                    ),
                    "part, head, d = (": (
                        "y = tl.where(columns[None, :] < HEADS * D, y * 0.125, y)  # the queries\n"
                        "part, head, d = ("
                    ),
                },
                "plain": {
                    "q = q.view(B, T, heads, -1).transpose(1, 2)": "",
                    "k = k.view(B, T, heads, -1).transpose(1, 2)": "",
                    "v = v.view(B, T, heads, -1).transpose(1, 2)": "",
                    "batch, t = (rows // T)[:, None], (rows % T)[:, None]": "",
                    (
                        "part, head, d = (columns // (HEADS * D))[None, :], "
                        "(columns // D % HEADS)[None, :], (columns % D)[None, :]"
                    ): ("part, column = (columns // (HEADS * D))[None, :], (columns % (HEADS * D))[None, :]"),
                    "offsets = part * M * HEADS * D + ((batch * HEADS + head) * T + t) * D + d": (
                        "offsets = (part * M + rows[:, None]) * HEADS * D + column"
                    ),
                    "torch.empty((3, B, heads, T, D)": "torch.empty((3, B, T, heads * D)",
                },
                "stacked": {
                    "q, k, v = y.chunk(3, dim=-1)": (
                        "q, k, v = y.view(B, T, 3, heads, -1).permute(2, 0, 3, 1, 4)"
                    ),
                    "q = q.view(B, T, heads, -1).transpose(1, 2)": "",
                    "k = k.view(B, T, heads, -1).transpose(1, 2)": "",
                    "v = v.view(B, T, heads, -1).transpose(1, 2)": "",
                },
            },
            {
                "2": {"heads = 4": "heads = 2"},
                "3": {"heads = 4": "heads = 3"},
                "6": {"heads = 4": "heads = 6"},
                "8": {"heads = 4": "heads = 8"},
            },
        ],
    },
    "linear_reuse": {
        "AXES": [
            NO_BIAS,
            HALVED_DOUBLED_SHIFTED,
            ("SCALAR+UNARY+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+SCALAR", "z = torch.cos(z)", "z = tl.cos(z)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ]
    },
    "linear_self": {
        "FAMILY": {
            "linear_self_no_bias": {
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y",
            },
            "linear_self_scaled": {
                "return x, w, b": "return x, w, b, torch.randn(N)",
                "(x, w, b)": "(x, w, b, s)",
                "F.linear(x, w, b)": "F.linear(x, w, b) * s",
                "b_ptr, ": "b_ptr, s_ptr, ",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "y += tl.load(b_ptr + columns, mask=columns < N, "
                    "other=0.0).to(tl.float32)[None, :]\n"
                    "y *= tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
                "[grid](x, w, b, y": "[grid](x, w, b, s, y",
            },
            "matmul_self": {
                "F.linear(x, w, b)": "x @ w + b",
                "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)",
            },
            "matmul_self_no_bias": {
                "return x, w, b": "return x, w",
                "(x, w, b)": "(x, w)",
                "F.linear(x, w, b)": "x @ w",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b, y": "[grid](x, w, y",
                "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)",
            },
        },
        "AXES": [
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
        ],
    },
    "linear_softmax": {
        "FAMILY": {
            "linear_log_softmax": {
                "torch.softmax(y, dim=-1)": "torch.log_softmax(y, dim=-1)",
                "y = tl.exp(y - largest) / total": "y = y - largest - tl.log(total)",
            }
        },
        "AXES": [
            {
                "no_bias": {
                    ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(N, K) / K ** 0.5",
                    "(x, w, b)": "(x, w)",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b, logits": "[grid](x, w, logits",
                },
                "matmul": {
                    ", torch.randn(N, K) / K ** 0.5, torch.randn(N)": ", torch.randn(K, N) / K ** 0.5",
                    "(x, w, b)": "(x, w)",
                    "F.linear(x, w, b)": "x @ w",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b, logits": "[grid](x, w, logits",
                    "N = w.shape[0]": "N = w.shape[1]",
                    "w.stride(0), w.stride(1)": "w.stride(1), w.stride(0)",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "linear_to_two": {
        "FAMILY": {
            "linear_to_two_other": {
                "    N = K": "    N = K + 2",
                "return (x": "s = torch.randn(*rows, N)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s",
                "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, ",
            },
            "linear_to_two_row": {
                "    N = K": "    N = K + 2",
                "return (x": "s = torch.randn(N)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s",
                "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, ",
            },
            "linear_to_two_column": {
                "    N = K": "    N = K + 2",
                "return (x": "s = torch.randn(*rows, 1)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s",
                "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "tl.load(s_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]"
                ),
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, ",
            },
            "linear_to_two_one": {
                "    N = K": "    N = K + 2",
                "return (x": "s = torch.randn(1)\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s",
                "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                (
                    "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ): "tl.load(s_ptr).to(tl.float32)",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, ",
            },
            "linear_to_two_scalar": {
                "    N = K": "    N = K + 2",
                "return (x": "s = torch.randn(())\nreturn (x, s",
                "linear_to_two_torch(x": "linear_to_two_torch(x, s",
                "    z = x": "    z = s",
                "linear_to_two_kernel(x_ptr, ": "linear_to_two_kernel(x_ptr, s_ptr, ",
                (
                    "tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ): "tl.load(s_ptr).to(tl.float32)",
                "linear_to_two_triton(x": "linear_to_two_triton(x, s",
                "x = x.contiguous()": "x, s = x.contiguous(), s.contiguous()",
                "[grid](x, ": "[grid](x, s, ",
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "w, b)": "w)",
                    "b = torch.randn(N)": "",
                    "b_ptr, ": "",
                    "w, b, v": "w, v",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                },
                "product": {
                    "torch.randn(N, K)": "torch.randn(K, N)",
                    "F.linear(x, w, b)": "x @ w + b",
                    "N, K = w.shape": "K, N = w.shape",
                    "stride_wn, stride_wk = w.stride()": "stride_wk, stride_wn = w.stride()",
                },
                "product_no_bias": {
                    "torch.randn(N, K)": "torch.randn(K, N)",
                    "F.linear(x, w, b)": "x @ w",
                    "N, K = w.shape": "K, N = w.shape",
                    "stride_wn, stride_wk = w.stride()": "stride_wk, stride_wn = w.stride()",
                    "w, b)": "w)",
                    "b = torch.randn(N)": "",
                    "b_ptr, ": "",
                    "w, b, v": "w, v",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                },
            },
            ("TAIL_XZ_TO_VX", "v = torch.sigmoid(y)\n    y = v + z", "v = tl.sigmoid(y)\n    y = v + z"),
            ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            {"y_first": {"return v, y": "return y, v"}},
        ],
    },
    "linear_transposed": {
        "FAMILY": {
            "linear_transposed_no_bias": {
                "b = torch.randn(N)": "",
                "(x, z, w, b)": "(x, z, w)",
                "return x, z, w, b": "return x, z, w",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, z, w, b": "[grid](x, z, w",
            },
            "linear_transposed_residual_first": {
                "(x, z, w, b)": "(z, x, w, b)",
                "return x, z, w, b": "return z, x, w, b",
            },
        },
        "AXES": [
            ("BINARY+TAIL_XZ", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY", "x = torch.abs(x)", "x = tl.abs(x)", "optional"),
            {  # tokens that lie in a plane or in a volume
                "images": {
                    "x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, K)",
                    "z = torch.randn(B, N, T)": "z = torch.randn(B, N, T, 3)",
                    "y = y.transpose(1, 2)": "y = y.permute(0, 3, 1, 2)",
                },
                "volumes": {
                    "x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, 2, K)",
                    "z = torch.randn(B, N, T)": "z = torch.randn(B, N, T, 3, 2)",
                    "y = y.transpose(1, 2)": "y = y.movedim(-1, 1)",
                },
            },
        ],
    },
    "linear_turned": {
        "FAMILY": {
            "linear_turned_no_bias": {
                "b = torch.randn(N)": "",
                "(x, w, b)": "(x, w)",
                "return x, w, b": "return x, w",
                "F.linear(x, w, b)": "F.linear(x, w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, w, b": "[grid](x, w",
            }
        },
        "AXES": [
            {
                "rows": {
                    "y = y.transpose(1, 2)": "y = y.reshape(-1, w.shape[0])",
                    "torch.empty((B, N, *x.shape[1:-1])": "torch.empty((B * T, N)",
                    "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]": (
                        "offsets = rows[:, None] * N + columns[None, :]"
                    ),
                },
                "images": {
                    "x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, K)",
                    "y = y.transpose(1, 2)": "y = y.permute(0, 3, 1, 2)",
                },
                "volumes": {
                    "x = torch.randn(B, T, K)": "x = torch.randn(B, T, 3, 2, K)",
                    "y = y.transpose(1, 2)": "y = y.movedim(-1, 1)",
                },
                "time_first": {
                    "y = y.transpose(1, 2)": "y = y.transpose(0, 1)",
                    "torch.empty((B, N, *x.shape[1:-1])": "torch.empty((T, B, N)",
                    "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]": (
                        "offsets = ((rows % T)[:, None] * (M // T) + (rows // T)[:, "
                        "None]) * N + columns[None, :]"
                    ),
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ]
    },
    "matmul_3d_2d": {
        "FAMILY": {
            "matmul_3d_2d_transposed": {
                "torch.randn(K, N)": "torch.randn(N, K)",
                "torch.matmul(x, w)": "torch.matmul(x, w.T)",
                "N = w.shape[1]": "N = w.shape[0]",
                "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_3d_2d_binary": {
        "FAMILY": {
            "matmul_3d_2d_row": {
                "torch.randn(B, T, N)": "torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "matmul_3d_2d_plane": {
                "torch.randn(B, T, N)": "torch.randn(T, N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ),
            },
            "matmul_3d_2d_column": {
                "torch.randn(B, T, N)": "torch.randn(B, T, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + rows, mask=rows < B * T, other=0.0).to(tl.float32)[:, None]"
                ),
            },
            "matmul_3d_2d_scalar": {
                "torch.randn(B, T, N)": "torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
        },
        "AXES": [
            {
                "transposed": {
                    "torch.randn(K, N)": "torch.randn(N, K)",
                    "torch.matmul(x, w)": "torch.matmul(x, w.T)",
                    "N = w.shape[1]": "N = w.shape[0]",
                    "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
                }
            },
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_4d": {
        "FAMILY": {
            "matmul_4d_scores": {
                "torch.randn(B, H, K, N)": "torch.randn(B, H, N, K)",
                "torch.matmul(x, w)": "torch.matmul(x, w.transpose(-2, -1))",
                "N = w.shape[3]": "N = w.shape[2]",
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                    "stride_wb, stride_wh, stride_wn, stride_wk = w.stride()"
                ),
            },
            "matmul_4d_sequence_first": {
                "torch.randn(B, H, M, K), torch.randn(B, H, K, N)": (
                    "torch.randn(B, M, H, K), torch.randn(B, K, H, N)"
                ),
                "torch.matmul(x, w)": 'torch.einsum("bmhk,bkhn->bhmn", x, w)',
                "B, H, M, K = x.shape": "B, M, H, K = x.shape",
                "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()"
                ),
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                    "stride_wb, stride_wk, stride_wh, stride_wn = w.stride()"
                ),
            },
            "matmul_4d_sequence_first_scores": {
                "torch.randn(B, H, M, K), torch.randn(B, H, K, N)": (
                    "torch.randn(B, M, H, K), torch.randn(B, N, H, K)"
                ),
                "torch.matmul(x, w)": 'torch.einsum("bmhk,bnhk->bhmn", x, w)',
                "B, H, M, K = x.shape": "B, M, H, K = x.shape",
                "N = w.shape[3]": "N = w.shape[1]",
                "stride_xb, stride_xh, stride_xm, stride_xk = x.stride()": (
                    "stride_xb, stride_xm, stride_xh, stride_xk = x.stride()"
                ),
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                    "stride_wb, stride_wn, stride_wh, stride_wk = w.stride()"
                ),
            },
            "matmul_4d_shared_head": {
                "torch.randn(B, H, K, N)": "torch.randn(B, 1, K, N)",
                "stride_wb, stride_wh, stride_wk, stride_wn = w.stride()": (
                    "stride_wb, stride_wh, stride_wk, stride_wn = w.stride(0), 0, w.stride(2), w.stride(3)"
                ),
            },
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_4d_2d": {
        "FAMILY": {
            "matmul_4d_2d_transposed": {
                "torch.randn(L, K)": "torch.randn(K, L)",
                '"bijl,lk->bijk"': '"bijl,kl->bijk"',
                "K = w.shape[1]": "K = w.shape[0]",
                "stride_wl, stride_wk = w.stride()": "stride_wk, stride_wl = w.stride()",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "matmul_binary": {
        "FAMILY": {
            "matmul_row_binary": {
                "z = torch.randn(M, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "matmul_column_binary": {
                "z = torch.randn(M, N)": "z = torch.randn(M, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]"
                ),
            },
            "matmul_one_binary": {
                "z = torch.randn(M, N)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "matmul_scalar_binary": {
                "z = torch.randn(M, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
        },
        "AXES": [
            SECOND_TRANSPOSED_FIRST_TRANSPOSED_BOTH_TRAN,
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
}
