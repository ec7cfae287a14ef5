"""Tables of the families of matrix products, linear_gated to linear_of_pair."""

from corpus.families.axes_2 import MUL_SUB_ADD_AFTER
from corpus.families.axes_3 import PLAIN_GATE_ROW_OF_R
from corpus.families.axes_4 import SUB_MUL_MAX

FAMILIES = {
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
                "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()": (
                    "x, z = x.contiguous(), z.contiguous()"
                ),
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
                "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()": (
                    "x, z = x.contiguous(), z.contiguous()"
                ),
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
                "x, z, r = x.contiguous(), z.contiguous(), r.contiguous()": (
                    "x, z = x.contiguous(), z.contiguous()"
                ),
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
                (
                    "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ): "",
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
                (
                    "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ): "",
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
                (
                    "z += tl.load(b_ptr + N + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ): "",
                (
                    "n += tl.load(b_ptr + 2 * N + columns, mask=columns < N, "
                    "other=0.0).to(tl.float32)[None, :]"
                ): "",
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
                    "offsets = ((batch * HEADS + head) * T + t) * D + d": (
                        "offsets = ((batch * HEADS + head) * D + d) * T + t"
                    ),
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
                    "offsets = ((batch * HEADS + head) * T + t) * D + d": (
                        "offsets = rows[:, None] * N + columns[None, :]"
                    ),
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
    "linear_joins": {
        "FAMILY": {
            "linear_row_row": {
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "linear_full_full": {
                "s = torch.randn(N)": "s = torch.randn(*rows, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
            },
            "linear_full_row": {
                "s = torch.randn(N)": "s = torch.randn(*rows, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "linear_row_one": {
                "z = torch.randn(*rows, N)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "linear_one_row": {
                "s = torch.randn(N)": "s = torch.randn(1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "linear_scalar_row": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "linear_row_scalar": {
                "z = torch.randn(*rows, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "linear_scalar_full": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
            },
            "linear_one_one": {
                "s = torch.randn(N)": "s = torch.randn(1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
                "z = torch.randn(*rows, N)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
            "linear_full_column": {
                "s = torch.randn(N)": "s = torch.randn(*rows, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                ),
                "z = torch.randn(*rows, N)": "z = torch.randn(*rows, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]"
                ),
            },
            "linear_column_row": {
                "s = torch.randn(N)": "s = torch.randn(*rows, 1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]"
                ),
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ),
            },
            "linear_scalar_scalar": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": (
                    "s = tl.load(s_ptr).to(tl.float32)"
                ),
                "z = torch.randn(*rows, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                    "z = tl.load(z_ptr).to(tl.float32)"
                ),
            },
        },
        "AXES": [
            {
                "no_bias": {
                    "(x, s, z, w, b)": "(x, s, z, w)",
                    "return x, s, z, w, b": "return x, s, z, w",
                    "b = torch.randn(N)": "",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "weights_first": {
                    "(x, s, z, w, b)": "(x, w, b, s, z)",
                    "return x, s, z, w, b": "return x, w, b, s, z",
                },
                "weights_first_no_bias": {
                    "(x, s, z, w, b)": "(x, w, s, z)",
                    "return x, s, z, w, b": "return x, w, s, z",
                    "b = torch.randn(N)": "",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
                "residual_first": {
                    "(x, s, z, w, b)": "(z, x, s, w, b)",
                    "return x, s, z, w, b": "return z, x, s, w, b",
                },
                "residual_first_no_bias": {
                    "(x, s, z, w, b)": "(z, x, s, w)",
                    "return x, s, z, w, b": "return z, x, s, w",
                    "b = torch.randn(N)": "",
                    "F.linear(x, w, b)": "F.linear(x, w)",
                    "b_ptr, ": "",
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                    "[grid](x, w, b": "[grid](x, w",
                },
            },
            SUB_MUL_MAX,
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("REUSE+SCALAR+UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("SCALAR+REUSE+UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
        ],
    },
    "linear_kept": {
        "FAMILY": {
            "linear_kept_one": {
                "s = torch.randn(N)": "s = torch.randn(1)",
                (
                    "tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
                ): "tl.load(s_ptr).to(tl.float32)",
            },
            "linear_kept_alone": {
                "s = torch.randn(N)": "",
                "return x, w, b, s": "return x, w, b",
                "(x, w, b, s)": "(x, w, b)",
                "s_ptr, ": "",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w, b",
            },
            "linear_kept_alone_no_bias": {
                "s = torch.randn(N)": "",
                "return x, w, b, s": "return x, w",
                "(x, w, b, s)": "(x, w)",
                "b_ptr, s_ptr, ": "",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "    y = y + s\n    z = y": "    z = y",
                "[grid](x, w, b, s": "[grid](x, w",
                "b = torch.randn(N)": "",
                "F.linear(x, w, b": "F.linear(x, w",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            },
        },
        "AXES": [
            MUL_SUB_ADD_AFTER,
            ("UNARY+SCALAR+REUSE", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+SCALAR+REUSE", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)"),
            ("BINARY", "y = torch.maximum(y, z)", "y = tl.maximum(y, z)", "optional"),
            ("SCALAR+UNARY+REUSE", "y = torch.sin(y)", "y = tl.sin(y)", "optional"),
            {"y_first": {"return z, y": "return y, z"}},
        ],
    },
    "linear_lstm": {
        "FAMILY": {
            "linear_lstm_cell_first": {
                "return h, c": "return c, h",
                "return h, following": "return following, h",
            }
        },
        "AXES": [
            {
                "state_first": {
                    "(x, z, c, w, b)": "(z, x, c, w, b)",
                    "return x, z, c, w, b": "return z, x, c, w, b",
                },
                "cell_first": {
                    "(x, z, c, w, b)": "(c, x, z, w, b)",
                    "return x, z, c, w, b": "return c, x, z, w, b",
                },
                "weights_first": {
                    "(x, z, c, w, b)": "(x, w, b, z, c)",
                    "return x, z, c, w, b": "return x, w, b, z, c",
                },
            },
            {
                "residual": {
                    "torch.tanh(c)": "torch.tanh(c) + c",
                    "o * linear_lstm_tanh(c)": "o * linear_lstm_tanh(c) + c",
                },
                "sigmoid_out": {
                    "torch.tanh(c)": "torch.sigmoid(c)",
                    "o * linear_lstm_tanh(c)": "o * tl.sigmoid(c)",
                },
            },
        ],
    },
    "linear_of_cat": {
        "FAMILY": {
            "linear_of_cat_no_bias": {
                "b = torch.randn(N)": "",
                "return x, z, w, b": "return x, z, w",
                "(x, z, w, b)": "(x, z, w)",
                "dim=-1), w, b)": "dim=-1), w)",
                "b_ptr, ": "",
                "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
                "[grid](x, z, w, b": "[grid](x, z, w",
            }
        },
        "AXES": [
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "linear_of_masked": {
        "FAMILY": {
            "linear_of_masked_no_bias": {
                "bias = torch.randn(N)": "",
                ", bias": "",
                "bias_ptr, ": "",
                ("y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"): "",
            }
        },
        "AXES": [
            {  # the shape of z
                "plain": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-1]) > 0.5",
                    "z = z[..., None]": "",
                },
                "whole": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape) > 0.5",
                    "z = z[..., None]": "",
                },
                "row": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-1], 1) > 0.5",
                    "z = z[..., None]": "",
                },
                "positions": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-2:]) > 0.5",
                    "z = z[..., None]": "",
                },
                "position": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-2], 1) > 0.5",
                    "z = z[..., None]": "",
                },
                "one_batch": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1, *shape[1:]) > 0.5",
                    "z = z[..., None]": "",
                },
                "sample": {
                    "z = torch.randn(shape[:-1]) > 0.5": (
                        "z = torch.randn(shape[0], *[1] * (len(shape) - 1)) > 0.5"
                    ),
                    "z = z[..., None]": "",
                },
                "columns_of_each": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-2], 1, shape[-1]) > 0.5",
                    "z = z[..., None]": "",
                },
                "columns": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1, shape[-1]) > 0.5",
                    "z = z[..., None]": "",
                },
                "one_row": {
                    "z = torch.randn(shape[:-1]) > 0.5": (
                        "z = torch.randn(*[1] * (len(shape) - 1), shape[-1]) > 0.5"
                    ),
                    "z = z[..., None]": "",
                },
                "one_position": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1, *shape[1:-1], 1) > 0.5",
                    "z = z[..., None]": "",
                },
                "of_each": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-2], 1, 1) > 0.5",
                    "z = z[..., None]": "",
                },
                "one": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(1) > 0.5",
                    "z = z[..., None]": "",
                },
                "scalar": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(()) > 0.5",
                    "z = z[..., None]": "",
                },
                "short_position": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[-2]) > 0.5",
                    "z = z[..., None]": "z = z[:, None]",
                },
                "short_columns": {
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*shape[:-2], shape[-1]) > 0.5",
                    "z = z[..., None]": "z = z.unsqueeze(-2)",
                },
            },
            PLAIN_GATE_ROW_OF_R,
            {
                "not": {
                    "x.masked_fill(z, 0.0)": "x.masked_fill(~z, 0.0)",
                    "tl.where(z, 0.0, x)": "tl.where(z, x, 0.0)",
                },
                "times": {"x.masked_fill(z, 0.0)": "x * z", "x = tl.where(z, 0.0, x)": "x = x * z"},
                "times_float": {
                    "x.masked_fill(z, 0.0)": "x * z.float()",
                    "x = tl.where(z, 0.0, x)": "x = x * z",
                },
                "times_not": {"x.masked_fill(z, 0.0)": "x * ~z"},
                "where": {
                    "x.masked_fill(z, 0.0)": "torch.where(z, x, 0.0)",
                    "tl.where(z, 0.0, x)": "tl.where(z, x, 0.0)",
                },
                "where_number": {
                    "x.masked_fill(z, 0.0)": "torch.where(z, x, -1.5)",
                    "tl.where(z, 0.0, x)": "tl.where(z, x, -1.5)",
                },
                "number": {
                    "x.masked_fill(z, 0.0)": "x.masked_fill(z, 0.5)",
                    "tl.where(z, 0.0, x)": "tl.where(z, 0.5, x)",
                },
                "where_other": {
                    "x.masked_fill(z, 0.0)": "torch.where(z, x, 0.5 * x)",
                    "tl.where(z, 0.0, x)": "tl.where(z, x, 0.5 * x)",
                },
            },
            ("TAIL_X", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "linear_of_pair": {
        "FAMILY": {
            "linear_of_pair_no_bias": {
                "bias = torch.randn(N)": "",
                ", bias": "",
                "bias_ptr, ": "",
                ("y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"): "",
            }
        },
        "AXES": [
            "SHAPE_OF_Z",
            PLAIN_GATE_ROW_OF_R,
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
}
