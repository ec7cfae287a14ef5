"""Tables of the families of matrix products, linear_joins to linear_self."""

FAMILIES = {
    "linear_joins": {
        "FAMILY": {
            "linear_row_row": {
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "linear_full_full": {
                "s = torch.randn(N)": "s = torch.randn(*rows, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
            },
            "linear_full_row": {
                "s = torch.randn(N)": "s = torch.randn(*rows, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "linear_row_one": {
                "z = torch.randn(*rows, N)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
            "linear_one_row": {
                "s = torch.randn(N)": "s = torch.randn(1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "linear_scalar_row": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "linear_row_scalar": {
                "z = torch.randn(*rows, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
            "linear_scalar_full": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
            },
            "linear_one_one": {
                "s = torch.randn(N)": "s = torch.randn(1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(*rows, N)": "z = torch.randn(1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
            },
            "linear_full_column": {
                "s = torch.randn(N)": "s = torch.randn(*rows, N)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
                "z = torch.randn(*rows, N)": "z = torch.randn(*rows, 1)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
            },
            "linear_column_row": {
                "s = torch.randn(N)": "s = torch.randn(*rows, 1)",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
                "z = torch.randn(*rows, N)": "z = torch.randn(N)",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
            },
            "linear_scalar_scalar": {
                "s = torch.randn(N)": "s = torch.randn(())",
                "s = tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "s = tl.load(s_ptr).to(tl.float32)",
                "z = torch.randn(*rows, N)": "z = torch.randn(())",
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "z = tl.load(z_ptr).to(tl.float32)",
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
            {
                "sub": {"y = y + s": "y = y - s", "y += s": "y = y - s"},
                "mul": {"y = y + s": "y = y * s", "y += s": "y = y * s"},
                "max": {"y = y + s": "y = torch.maximum(y, s)", "y += s": "y = tl.maximum(y, s)"},
                "min": {"y = y + s": "y = torch.minimum(y, s)", "y += s": "y = tl.minimum(y, s)"},
                "half": {"y = y + s": "y = y + 0.5 * s", "y += s": "y += 0.5 * s"},
                "gate": {"y = y + s": "y = y * torch.sigmoid(s)", "y += s": "y = y * tl.sigmoid(s)"},
            },
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
                "tl.load(s_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "tl.load(s_ptr).to(tl.float32)",
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
            {
                "mul": {"y = y + s": "y = y * s"},
                "sub": {"y = y + s": "y = y - s"},
                "add_after": {"y = y + s\n    z = y": "z = y\ny = y + s"},
                "mul_after": {"y = y + s\n    z = y": "z = y\ny = y * s"},
                "sub_after": {"y = y + s\n    z = y": "z = y\ny = y - s"},
            },
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
                "y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
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
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(shape[0], *[1] * (len(shape) - 1)) > 0.5",
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
                    "z = torch.randn(shape[:-1]) > 0.5": "z = torch.randn(*[1] * (len(shape) - 1), shape[-1]) > 0.5",
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
            {
                "plain": {
                    "r = torch.randn(*shape[:-1], N)": "",
                    "r, weight": "weight",
                    "r_ptr, ": "",
                    "r = r.contiguous()": "",
                    "r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "",
                    "y = y + r": "",
                },
                "gate": {"y = y + r": "y = y * r"},
                "row_of_r": {
                    "r = torch.randn(*shape[:-1], N)": "r = torch.randn(N)",
                    "r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "r = tl.load(r_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
                },
            },
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
                "y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
            }
        },
        "AXES": [
            "SHAPE_OF_Z",
            {
                "plain": {
                    "r = torch.randn(*shape[:-1], N)": "",
                    "r, weight": "weight",
                    "r_ptr, ": "",
                    "r = r.contiguous()": "",
                    "r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "",
                    "y = y + r": "",
                },
                "gate": {"y = y + r": "y = y * r"},
                "row_of_r": {
                    "r = torch.randn(*shape[:-1], N)": "r = torch.randn(N)",
                    "r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "r = tl.load(r_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]",
                },
            },
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "linear_of_placed": {
        "FAMILY": {
            "batched": {"z = torch.randn(T, K)": "z = torch.randn(1, T, K)"},
            "features": {
                "z = torch.randn(T, K)": "z = torch.randn(K)",
                "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0)": "z = tl.load(z_ptr + start + k[None, :], mask=k[None, :] < K - start, other=0.0)",
            },
            "sample": {"z = torch.randn(T, K)": "z = torch.randn(B, 1, K)", "(rows % T)": "(rows // T)"},
            "token": {
                "z = torch.randn(T, K)": "z = torch.randn(B, T, 1)",
                "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0)": "z = tl.load(z_ptr + rows[:, None], mask=rows[:, None] < M, other=0.0)",
            },
            "column": {
                "z = torch.randn(T, K)": "z = torch.randn(T, 1)",
                "places = (rows % T)[:, None] * K + start + k[None, :]": "",
                "z = tl.load(z_ptr + places, mask=(rows[:, None] < M) & (k[None, :] < K - start), other=0.0)": "z = tl.load(z_ptr + (rows % T)[:, None], mask=rows[:, None] < M, other=0.0)",
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
                    "offsets = rows[:, None] * N + columns[None, :]": "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]",
                    "torch.empty((B, T, N)": "torch.empty((B, N, T)",
                },
                "plain_turned": {
                    "y = torch.relu(y)": "y = y.transpose(1, 2)",
                    "y = tl.maximum(y, 0.0)": "",
                    "offsets = rows[:, None] * N + columns[None, :]": "offsets = ((rows // T)[:, None] * N + columns[None, :]) * T + (rows % T)[:, None]",
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
                "y += tl.load(bias_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
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
                ): "z = tl.load(p_ptr + rows % T, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
            },
            "linear_position_mask": {
                "p = torch.randn(T, N)": "p = torch.randn(B, T)",
                "z = p": "z = p.unsqueeze(-1)",
                (
                    "z = tl.load(p_ptr + (rows % T)[:, None] * N + columns[None, :], mask=mask, "
                    "other=0.0).to(tl.float32)"
                ): "z = tl.load(p_ptr + rows, mask=rows < M, other=0.0).to(tl.float32)[:, None]",
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
                    "k = k.view(B, T, heads, -1).transpose(1, 2)": "k = k.view(B, T, heads, -1).transpose(1, 2).transpose(-2, -1)",
                    "return y[0], y[1], y[2]": "return y[0], y[1].transpose(2, 3), y[2]",
                },
                "scaled": {
                    "q = q.view(B, T, heads, -1).transpose(1, 2)": "q = q.view(B, T, heads, -1).transpose(1, 2) * 0.125",
                    "part, head, d = (": "y = tl.where(columns[None, :] < HEADS * D, y * 0.125, y)  # the queries\npart, head, d = (",
                },
                "plain": {
                    "q = q.view(B, T, heads, -1).transpose(1, 2)": "",
                    "k = k.view(B, T, heads, -1).transpose(1, 2)": "",
                    "v = v.view(B, T, heads, -1).transpose(1, 2)": "",
                    "batch, t = (rows // T)[:, None], (rows % T)[:, None]": "",
                    (
                        "part, head, d = (columns // (HEADS * D))[None, :], (columns // D % HEADS)[None, :], "
                        "(columns % D)[None, :]"
                    ): "part, column = (columns // (HEADS * D))[None, :], (columns % (HEADS * D))[None, :]",
                    "offsets = part * M * HEADS * D + ((batch * HEADS + head) * T + t) * D + d": "offsets = (part * M + rows[:, None]) * HEADS * D + column",
                    "torch.empty((3, B, heads, T, D)": "torch.empty((3, B, T, heads * D)",
                },
                "stacked": {
                    "q, k, v = y.chunk(3, dim=-1)": "q, k, v = y.view(B, T, 3, heads, -1).permute(2, 0, 3, 1, 4)",
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
                    "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]\n"
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
}
