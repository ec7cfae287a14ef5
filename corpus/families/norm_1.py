"""Tables of the families of normalizations, add_layer_norm to group_norm_joins."""

from corpus.families.axes_1 import ADD_SUB_HALF, EPS6_EPS8_EPS3, FLAT_PLANES_SEQUENCE
from corpus.families.axes_2 import OF1_OF2_OF8

FAMILIES = {
    "add_layer_norm": {
        "FAMILY": {
            "add_layer_norm_plain": {
                ("torch.randn(shape), torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])"): (
                    "torch.randn(shape), torch.randn(shape)"
                ),
                "(x, z, weight, bias)": "(x, z)",
                "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), eps",
                "(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, z_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, z, weight, bias, y, n_cols": "(x, z, y, n_cols",
            }
        },
        "AXES": [
            EPS6_EPS8_EPS3,
            ("BINARY", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "add_rms_norm": {
        "FAMILY": {
            "add_rms_norm_default": {  # without eps it is that of float32
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],), weight)"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
            },
            "add_rms_norm_only": {  # the norm alone is returned
                "return y, x": "return y",
                "weight_ptr, y_ptr, h_ptr": "weight_ptr, y_ptr",
                "tl.store(h_ptr + row * n_cols + cols, x, mask=cols < n_cols)": "",
                "h = torch.empty_like(x)": "",
                "weight, y, h, n_cols": "weight, y, n_cols",
                "return y, h": "return y",
            },
        },
        "AXES": [
            {"eps6": {"1e-5": "1e-6"}, "eps8": {"1e-5": "1e-8"}, "eps3": {"1e-5": "1e-3"}},
            ("BINARY", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "batch_norm_eval": {
        "FAMILY": {
            "batch_norm_eval_plain": {
                "torch.randn(channels), torch.randn(channels), torch.randn(channels), torch.rand": (
                    "torch.randn(channels), torch.rand"
                ),
                "(x, weight, bias, mean, var)": "(x, mean, var)",
                "mean, var, weight, bias, training": "mean, var, training",
                "var_ptr, weight_ptr, bias_ptr, y_ptr": "var_ptr, y_ptr",
                "weight = tl.load(weight_ptr + channel).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "mean, var, weight, bias, y, channels": "mean, var, y, channels",
            },
            "batch_norm_eval_functional": {
                (
                    "torch.randn(channels), torch.randn(channels), torch.randn(channels), "
                    "torch.rand(channels) + 0.5"
                ): (
                    "torch.randn(channels), torch.rand(channels) + 0.5, torch.randn(channels), "
                    "torch.randn(channels)"
                ),
                "(x, weight, bias, mean, var)": "(x, mean, var, weight, bias)",
            },
        },
        "AXES": [
            FLAT_PLANES_SEQUENCE,
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "batch_norm_eval_tail": {
        "FAMILY": {
            "batch_norm_eval_tail_plain": {
                "torch.randn(channels), torch.randn(channels), torch.randn(channels), torch.rand": (
                    "torch.randn(channels), torch.rand"
                ),
                ", weight, bias, mean, var):": ", mean, var):",
                "mean, var, weight, bias, training": "mean, var, training",
                "var_ptr, weight_ptr, bias_ptr, y_ptr": "var_ptr, y_ptr",
                "weight = tl.load(weight_ptr + channel).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "mean, var, weight, bias, y, channels": "mean, var, y, channels",
            }
        },
        "AXES": [
            {
                "residual_first": {
                    "def batch_norm_eval_tail_torch(x, z": "def batch_norm_eval_tail_torch(z, x",
                    "def batch_norm_eval_tail_triton(x, z": "def batch_norm_eval_tail_triton(z, x",
                },
                "by_channel": {
                    "z = torch.randn(shape)": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))",
                    "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)": (
                        "tl.load(z_ptr + channel).to(tl.float32)"
                    ),
                },
                "by_channel_row": {
                    "z = torch.randn(shape)": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))",
                    "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)": (
                        "tl.load(z_ptr + channel).to(tl.float32)"
                    ),
                },
                "one": {
                    "z = torch.randn(shape)": "z = torch.randn(1)",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
                "scalar": {
                    "z = torch.randn(shape)": "z = torch.randn(())",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=mask, other=0.0).to(tl.float32)"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
            },
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "batch_norm_of_pair": {
        "FAMILY": {
            "batch_norm_of_pair_plain": {
                "weight, bias = torch.randn(shape[1]), torch.randn(shape[1])": "",
                ", weight, bias": "",
                "weight_ptr, bias_ptr, ": "",
                "weight = tl.load(weight_ptr + c, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + c, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
            },
            "batch_norm_of_pair_offset": {
                "y = F.batch_norm(": "weight = 1.0 + weight\ny = F.batch_norm(",
                "y = y * weight + bias": "y = y * (1.0 + weight) + bias",
            },
            "batch_norm_of_pair_absolute": {
                "y = F.batch_norm(": "weight = torch.abs(weight)\ny = F.batch_norm(",
                "y = y * weight + bias": "y = y * tl.abs(weight) + bias",
            },
            "batch_norm_of_pair_sigmoid": {
                "y = F.batch_norm(": "weight = torch.sigmoid(weight)\ny = F.batch_norm(",
                "y = y * weight + bias": "y = y * tl.sigmoid(weight) + bias",
            },
            "batch_norm_of_pair_scaled": {
                "y = F.batch_norm(": "bias = bias * weight\ny = F.batch_norm(",
                "y = y * weight + bias": "y = y * weight + bias * weight",
            },
        },
        "AXES": [
            "IMAGE_SHAPE_OF_Z",
            {
                "given": {
                    "mean, var = torch.randn(shape[1]), torch.randn(shape[1])": (
                        "mean, var = torch.randn(shape[1]), torch.rand(shape[1]) + 0.5"
                    ),
                    "var = torch.abs(var)": "",
                    "var = tl.abs(var)": "",
                },
                "half": {
                    "var = torch.abs(var)": "var = torch.abs(var) + 0.5",
                    "var = tl.abs(var)": "var = tl.abs(var) + 0.5",
                },
                "square": {
                    "var = torch.abs(var)": "var = var * var + 0.1",
                    "var = tl.abs(var)": "var = var * var + 0.1",
                },
                "exp": {
                    "var = torch.abs(var)": "var = torch.exp(var)",
                    "var = tl.abs(var)": "var = tl.exp(var)",
                },
                "sigmoid": {
                    "var = torch.abs(var)": "var = torch.sigmoid(var)",
                    "var = tl.abs(var)": "var = tl.sigmoid(var)",
                },
                "clamp": {
                    "var = torch.abs(var)": "var = torch.clamp(var, min=0.1)",
                    "var = tl.abs(var)": "var = tl.maximum(var, 0.1)",
                },
                "abs_mean": {
                    "var = torch.abs(var)": "var = torch.abs(var)\nmean = torch.tanh(mean)",
                    "var = tl.abs(var)": "var = tl.abs(var)\nmean = 2.0 * tl.sigmoid(2.0 * mean) - 1.0",
                },
            },
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}},
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "batch_norm_rows": {
        "FAMILY": {
            "batch_norm_rows_plain": {
                "return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])": (
                    "return (torch.randn(shape),)"
                ),
                "(x, weight, bias)": "(x)",
                "None, None, weight, bias, training": "None, None, training",
                "scale_ptr, weight_ptr, bias_ptr, y_ptr": "scale_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": "",
                "y = y * weight[None, :] + bias[None, :]": "",
                "scale, weight, bias, y, n_rows": "scale, y, n_rows",
            }
        },
        "AXES": [
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "batch_norm_rows_eval": {
        "FAMILY": {
            "batch_norm_rows_eval_plain": {
                "torch.randn(width), torch.randn(width), torch.randn(width), torch.rand": (
                    "torch.randn(width), torch.rand"
                ),
                "(x, weight, bias, mean, var)": "(x, mean, var)",
                "mean, var, weight, bias, training": "mean, var, training",
                "x_ptr, weight_ptr, bias_ptr, mean_ptr": "x_ptr, mean_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, weight, bias, mean, var, y": "(x, mean, var, y",
            }
        },
        "AXES": [
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "batch_norm_rows_eval_tail": {
        "FAMILY": {
            "batch_norm_rows_eval_tail_plain": {
                "z, torch.randn(width), torch.randn(width), ": "z, ",
                "(x, z, weight, bias, mean, var)": "(x, z, mean, var)",
                "mean, var, weight, bias, training": "mean, var, training",
                "x_ptr, z_ptr, weight_ptr, bias_ptr, mean_ptr": "x_ptr, z_ptr, mean_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, z, weight, bias, mean, var, y": "(x, z, mean, var, y",
            }
        },
        "AXES": [
            {
                "full": {
                    "z = torch.randn(width)": "z = torch.randn(shape)",
                    "tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": (
                        "tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
                    ),
                },
                "row": {"z = torch.randn(width)": "z = torch.randn(1, width)"},
                "one": {
                    "z = torch.randn(width)": "z = torch.randn(1)",
                    (
                        "tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
                "scalar": {
                    "z = torch.randn(width)": "z = torch.randn(())",
                    (
                        "tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
            },
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "batch_norm_rows_tail": {
        "FAMILY": {
            "batch_norm_rows_tail_plain": {
                "z, torch.randn(shape[1]), torch.randn(shape[1])": "z",
                "(x, z, weight, bias)": "(x, z)",
                "None, None, weight, bias, training": "None, None, training",
                "scale_ptr, weight_ptr, bias_ptr, y_ptr": "scale_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)": "",
                "y = y * weight[None, :] + bias[None, :]": "",
                "scale, weight, bias, y, n_rows": "scale, y, n_rows",
            }
        },
        "AXES": [
            {
                "full": {
                    "z = torch.randn(shape[1])": "z = torch.randn(shape)",
                    "tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]": (
                        "tl.load(z_ptr + rows[:, None].to(tl.int64) * n_cols + cols[None, :], "
                        "mask=mask, other=0.0).to(tl.float32)"
                    ),
                },
                "row": {"z = torch.randn(shape[1])": "z = torch.randn(1, shape[1])"},
                "one": {
                    "z = torch.randn(shape[1])": "z = torch.randn(1)",
                    (
                        "tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
                "scalar": {
                    "z = torch.randn(shape[1])": "z = torch.randn(())",
                    (
                        "tl.load(z_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)[None, :]"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
            },
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "batch_norm_train": {
        "FAMILY": {
            "batch_norm_train_plain": {
                "return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])": (
                    "return (torch.randn(shape),)"
                ),
                "(x, weight, bias)": "(x)",
                "None, None, weight, bias, training": "None, None, training",
                "scale_ptr, weight_ptr, bias_ptr, y_ptr": "scale_ptr, y_ptr",
                "weight = tl.load(weight_ptr + channel).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "mean, scale, weight, bias, y, channels": "mean, scale, y, channels",
            }
        },
        "AXES": [
            FLAT_PLANES_SEQUENCE,
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "batch_norm_train_joins": {
        "FAMILY": {
            "batch_norm_train_joins_plain": {
                "z, s, torch.randn(shape[1]), torch.randn(shape[1])": "z, s",
                ", weight, bias):": "):",
                "None, None, weight, bias, training": "None, None, training",
                "scale_ptr, weight_ptr, bias_ptr, y_ptr": "scale_ptr, y_ptr",
                "weight = tl.load(weight_ptr + channel).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "mean, scale, weight, bias, y, channels": "mean, scale, y, channels",
            }
        },
        "AXES": [
            {
                "s_one": {
                    "s = torch.randn(shape[1], *[1] * (len(shape) - 2))": "s = torch.randn(1)",
                    "s = tl.load(s_ptr + channel).to(tl.float32)": "s = tl.load(s_ptr).to(tl.float32)",
                },
                "s_row": {
                    "s = torch.randn(shape[1], *[1] * (len(shape) - 2))": (
                        "s = torch.randn(1, shape[1], *[1] * (len(shape) - 2))"
                    )
                },
            },
            ADD_SUB_HALF,
            {
                "residual_first": {
                    "def batch_norm_train_joins_torch(x, z": "def batch_norm_train_joins_torch(z, x",
                    "def batch_norm_train_joins_triton(x, z": "def batch_norm_train_joins_triton(z, x",
                },
                "by_channel": {
                    "z = torch.randn(shape)": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): ("tl.load(z_ptr + channel).to(tl.float32)"),
                },
                "by_channel_row": {
                    "z = torch.randn(shape)": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): ("tl.load(z_ptr + channel).to(tl.float32)"),
                },
                "one": {
                    "z = torch.randn(shape)": "z = torch.randn(1)",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
                "scalar": {
                    "z = torch.randn(shape)": "z = torch.randn(())",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
            },
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "batch_norm_train_tail": {
        "FAMILY": {
            "batch_norm_train_tail_plain": {
                "z, torch.randn(shape[1]), torch.randn(shape[1])": "z",
                ", weight, bias):": "):",
                "None, None, weight, bias, training": "None, None, training",
                "scale_ptr, weight_ptr, bias_ptr, y_ptr": "scale_ptr, y_ptr",
                "weight = tl.load(weight_ptr + channel).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "mean, scale, weight, bias, y, channels": "mean, scale, y, channels",
            }
        },
        "AXES": [
            {
                "residual_first": {
                    "def batch_norm_train_tail_torch(x, z": "def batch_norm_train_tail_torch(z, x",
                    "def batch_norm_train_tail_triton(x, z": "def batch_norm_train_tail_triton(z, x",
                },
                "by_channel": {
                    "z = torch.randn(shape)": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): ("tl.load(z_ptr + channel).to(tl.float32)"),
                },
                "by_channel_row": {
                    "z = torch.randn(shape)": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): ("tl.load(z_ptr + channel).to(tl.float32)"),
                },
                "one": {
                    "z = torch.randn(shape)": "z = torch.randn(1)",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
                "scalar": {
                    "z = torch.randn(shape)": "z = torch.randn(())",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
            },
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "center": {
        "AXES": [
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ]
    },
    "center_by_rank": {
        "FAMILY": {
            "smallest": (
                {
                    "torch.median(x, dim=-1, keepdim=True)": "torch.kthvalue(x, {0}, dim=-1, keepdim=True)",
                    "(n_cols - 1) // 2": "{0} - 1",
                },
                "1 2 3 4",
            ),
            "other": {
                "return (torch.randn(shape),)": "return torch.randn(shape), torch.randn(shape)",
                "(x)": "(x, w)",
                "torch.median(x": "torch.median(w",
                "x_ptr, y_ptr": "x_ptr, w_ptr, y_ptr",
                "mine = tl.load(x_ptr": "mine = tl.load(w_ptr",
                "other = tl.load(x_ptr": "other = tl.load(w_ptr",
                "x = x.contiguous()": "x, w = x.contiguous(), w.contiguous()",
                "(x, y, n_cols": "(x, w, y, n_cols",
            },
        },
        "AXES": [("TAIL_XZ", "x = torch.sub(x, z)", "x = x - z")],
    },
    "frobenius_normalize": {
        "FAMILY": {
            "l1_normalize_all": {
                "ord=2": "ord=1",
                "lanes += x * x": "lanes += tl.abs(x)",
                "norm = tl.sqrt(tl.sum(partial, axis=0))": "norm = tl.sum(partial, axis=0)",
            },
            "max_normalize_all": {
                "ord=2": 'ord=float("inf")',
                "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
                "norm = tl.sqrt(tl.sum(partial, axis=0))": "norm = tl.max(partial, axis=0)",
            },
            "square_normalize_all": {
                "torch.linalg.vector_norm(x, ord=2)": "torch.sum(x * x)",
                "norm = tl.sqrt(tl.sum(partial, axis=0))": "norm = tl.sum(partial, axis=0)",
            },
            "rms_normalize_all": {
                "torch.linalg.vector_norm(x, ord=2)": "torch.sqrt(torch.mean(x * x))",
                "norm = tl.sqrt(tl.sum(partial, axis=0))": (
                    "norm = tl.sqrt(tl.sum(partial, axis=0) / n_elements)"
                ),
            },
        },
        "AXES": [
            {
                "bare": {"norm = norm + 1e-5": "", "norm += 1e-5": ""},
                "eps6": {"1e-5": "1e-6"},
                "eps8": {"1e-5": "1e-8"},
                "eps3": {"1e-5": "1e-3"},
                "eps12": {"1e-5": "1e-12"},
                "clamped": {
                    "norm = norm + 1e-5": "norm = norm.clamp(min=1e-5)",
                    "norm += 1e-5": "norm = tl.maximum(norm, 1e-5)",
                },
            },
            {"product": {"y = x / norm": "y = x * norm", "n_elements) / norm": "n_elements) * norm"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "group_norm": {
        "FAMILY": {
            "group_norm_plain": {
                "return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])": (
                    "return (torch.randn(shape),)"
                ),
                "(x, weight, bias)": "(x)",
                ", weight, bias, eps": ", eps",
                "(x_ptr, weight_ptr, bias_ptr, y_ptr, groups, group_channels": (
                    "(x_ptr, y_ptr, group_channels"
                ),
                "channel = (group % groups) * group_channels + inner // plane_size": "",
                "weight = tl.load(weight_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, weight, bias, y, groups, channels": "(x, y, channels",
            }
        },
        "AXES": [
            OF1_OF2_OF8,
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "group_norm_joins": {
        "FAMILY": {
            "group_norm_joins_plain": {
                "z, s, torch.randn(shape[1]), torch.randn(shape[1])": "z, s",
                ", weight, bias):": "):",
                ", weight, bias, eps": ", eps",
                "(x_ptr, z_ptr, s_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, z_ptr, s_ptr, y_ptr",
                "channel = (group % groups) * group_channels + inner // plane_size": "",
                "weight = tl.load(weight_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, z, s, weight, bias, y": "(x, z, s, y",
            }
        },
        "AXES": [
            {
                "s_one": {
                    "s = torch.randn(shape[1], *[1] * (len(shape) - 2))": "s = torch.randn(1)",
                    (
                        "s = tl.load(s_ptr + (group % groups) * group_channels + inner // plane_size, "
                        "mask=mask, other=0.0).to(tl.float32)"
                    ): ("s = tl.load(s_ptr).to(tl.float32)"),
                },
                "s_row": {
                    "s = torch.randn(shape[1], *[1] * (len(shape) - 2))": (
                        "s = torch.randn(1, shape[1], *[1] * (len(shape) - 2))"
                    )
                },
            },
            ADD_SUB_HALF,
            {
                "residual_first": {
                    "def group_norm_joins_torch(x, z": "def group_norm_joins_torch(z, x",
                    "def group_norm_joins_triton(x, z": "def group_norm_joins_triton(z, x",
                },
                "by_channel": {
                    "z = torch.randn(shape)": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))",
                    "tl.load(z_ptr + group * n_inner + inner, mask=mask, other=0.0).to(tl.float32)": (
                        "tl.load(z_ptr + (group % groups) * group_channels + inner // plane_size, "
                        "mask=mask, other=0.0).to(tl.float32)"
                    ),
                },
                "by_channel_row": {
                    "z = torch.randn(shape)": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))",
                    "tl.load(z_ptr + group * n_inner + inner, mask=mask, other=0.0).to(tl.float32)": (
                        "tl.load(z_ptr + (group % groups) * group_channels + inner // plane_size, "
                        "mask=mask, other=0.0).to(tl.float32)"
                    ),
                },
                "one": {
                    "z = torch.randn(shape)": "z = torch.randn(1)",
                    (
                        "tl.load(z_ptr + group * n_inner + inner, mask=mask, other=0.0).to(tl.float32)"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
                "scalar": {
                    "z = torch.randn(shape)": "z = torch.randn(())",
                    (
                        "tl.load(z_ptr + group * n_inner + inner, mask=mask, other=0.0).to(tl.float32)"
                    ): "tl.load(z_ptr).to(tl.float32)",
                },
            },
            OF1_OF2_OF8,
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
}
