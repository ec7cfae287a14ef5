"""Tables of the families of normalizations, group_norm_of_pair to layer_norm_tail."""

from corpus.families.axes_1 import ADD_SUB_HALF, EPS6_EPS8_EPS3
from corpus.families.axes_2 import OF1_OF2_OF8

FAMILIES = {
    "group_norm_of_pair": {
        "FAMILY": {
            "group_norm_of_pair_plain": {
                "weight, bias = torch.randn(shape[1]), torch.randn(shape[1])": "",
                ", weight, bias": "",
                "weight_ptr, bias_ptr, ": "",
                "channels = channel + inner // (D * H * W)": "",
                "weight = tl.load(weight_ptr + channels, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channels, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
            }
        },
        "AXES": [
            "IMAGE_SHAPE_OF_Z",
            {
                "of1": {"F.group_norm(x, 4": "F.group_norm(x, 1", "groups = 4": "groups = 1"},
                "of2": {"F.group_norm(x, 4": "F.group_norm(x, 2", "groups = 4": "groups = 2"},
                "of8": {"F.group_norm(x, 4": "F.group_norm(x, 8", "groups = 4": "groups = 8"},
                "of3": {
                    "CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (3, 8, 35), (2, 8, 4, 5, 3), (3, 16, 4, 9)]": (
                        "CASES = [(1, 6, 1, 2), (2, 6, 5, 7), (3, 6, 35), (2, 6, 4, 5, 3), (3, 12, 4, 9)]"
                    ),
                    "F.group_norm(x, 4": "F.group_norm(x, 3",
                    "groups = 4": "groups = 3",
                },
            },
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}},
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "group_norm_self": {
        "FAMILY": {
            "group_norm_self_plain": {
                "return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])": (
                    "return (torch.randn(shape),)"
                ),
                ", weight, bias):": "):",
                ", weight, bias, eps": ", eps",
                "(x_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, y_ptr",
                "channel = (group % groups) * group_channels + inner // plane_size": "",
                "weight = tl.load(weight_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, weight, bias, y": "(x, y",
            }
        },
        "AXES": [
            OF1_OF2_OF8,
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}},
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
            ("BINARY", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "group_norm_tail": {
        "FAMILY": {
            "group_norm_tail_plain": {
                "z, torch.randn(shape[1]), torch.randn(shape[1])": "z",
                ", weight, bias):": "):",
                ", weight, bias, eps": ", eps",
                "(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, z_ptr, y_ptr",
                "channel = (group % groups) * group_channels + inner // plane_size": "",
                "weight = tl.load(weight_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, z, weight, bias, y": "(x, z, y",
            }
        },
        "AXES": [
            {
                "residual_first": {
                    "def group_norm_tail_torch(x, z": "def group_norm_tail_torch(z, x",
                    "def group_norm_tail_triton(x, z": "def group_norm_tail_triton(z, x",
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
    "instance_norm": {
        "FAMILY": {
            "instance_norm_plain": {
                "return torch.randn(shape), torch.randn(shape[1]), torch.randn(shape[1])": (
                    "return (torch.randn(shape),)"
                ),
                "(x, weight, bias)": "(x)",
                "(x, weight=weight, bias=bias, eps": "(x, eps",
                "(x_ptr, weight_ptr, bias_ptr, y_ptr, channels": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + plane % channels).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + plane % channels).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, weight, bias, y, channels": "(x, y",
            }
        },
        "AXES": [
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}, "eps4": {"1e-5": "1e-4"}},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "instance_norm_joins": {
        "FAMILY": {
            "instance_norm_joins_plain": {
                "z, s, torch.randn(shape[1]), torch.randn(shape[1])": "z, s",
                ", weight, bias):": "):",
                "(x, weight=weight, bias=bias, eps": "(x, eps",
                "(x_ptr, z_ptr, s_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, z_ptr, s_ptr, y_ptr",
                "weight = tl.load(weight_ptr + plane % channels).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + plane % channels).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, z, s, weight, bias, y": "(x, z, s, y",
            }
        },
        "AXES": [
            {
                "s_one": {
                    "s = torch.randn(shape[1], *[1] * (len(shape) - 2))": "s = torch.randn(1)",
                    "s = tl.load(s_ptr + plane % channels).to(tl.float32)": (
                        "s = tl.load(s_ptr).to(tl.float32)"
                    ),
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
                    "def instance_norm_joins_torch(x, z": "def instance_norm_joins_torch(z, x",
                    "def instance_norm_joins_triton(x, z": "def instance_norm_joins_triton(z, x",
                },
                "by_channel": {
                    "z = torch.randn(shape)": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): ("tl.load(z_ptr + plane % channels).to(tl.float32)"),
                },
                "by_channel_row": {
                    "z = torch.randn(shape)": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): ("tl.load(z_ptr + plane % channels).to(tl.float32)"),
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
    "instance_norm_of_pair": {
        "FAMILY": {
            "instance_norm_of_pair_plain": {
                "weight, bias = torch.randn(shape[1]), torch.randn(shape[1])": "",
                ", weight, bias": "",
                "weight=weight, bias=bias, ": "",
                "weight_ptr, bias_ptr, ": "",
                "weight = tl.load(weight_ptr + channel).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + channel).to(tl.float32)": "",
                "y = y * weight + bias": "",
            }
        },
        "AXES": [
            "IMAGE_SHAPE_OF_Z",
            {"eps6": {"1e-5": "1e-6"}, "eps3": {"1e-5": "1e-3"}},
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "instance_norm_tail": {
        "FAMILY": {
            "instance_norm_tail_plain": {
                "z, torch.randn(shape[1]), torch.randn(shape[1])": "z",
                ", weight, bias):": "):",
                "(x, weight=weight, bias=bias, eps": "(x, eps",
                "(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, z_ptr, y_ptr",
                "weight = tl.load(weight_ptr + plane % channels).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + plane % channels).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, z, weight, bias, y": "(x, z, y",
            }
        },
        "AXES": [
            {
                "residual_first": {
                    "def instance_norm_tail_torch(x, z": "def instance_norm_tail_torch(z, x",
                    "def instance_norm_tail_triton(x, z": "def instance_norm_tail_triton(z, x",
                },
                "by_channel": {
                    "z = torch.randn(shape)": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): ("tl.load(z_ptr + plane % channels).to(tl.float32)"),
                },
                "by_channel_row": {
                    "z = torch.randn(shape)": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))",
                    (
                        "tl.load(z_ptr + plane * n_inner + inner, mask=inner < n_inner, "
                        "other=0.0).to(tl.float32)"
                    ): ("tl.load(z_ptr + plane % channels).to(tl.float32)"),
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
    "l2_normalize": {
        "FAMILY": {
            "l1_normalize": {
                "p=2.0": "p=1.0",
                "lanes += x * x": "lanes += tl.abs(x)",
                "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0)",
            },
            "max_normalize": {
                "p=2.0": 'p=float("inf")',
                "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.max(lanes, axis=0)",
            },
            "l2_quotient": {
                "F.normalize(x, p=2.0, dim=-1, eps=": (
                    "x / (torch.linalg.vector_norm(x, dim=-1, keepdim=True) + "
                ),
                "norm = tl.maximum(norm,": "norm = (norm +",
            },
            "l1_quotient": {
                "F.normalize(x, p=2.0, dim=-1, eps=": (
                    "x / (torch.sum(torch.abs(x), dim=-1, keepdim=True) + "
                ),
                "lanes += x * x": "lanes += tl.abs(x)",
                "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0)",
                "norm = tl.maximum(norm,": "norm = (norm +",
            },
            "max_quotient": {
                "F.normalize(x, p=2.0, dim=-1, eps=": (
                    "x / (torch.amax(torch.abs(x), dim=-1, keepdim=True) + "
                ),
                "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.max(lanes, axis=0)",
                "norm = tl.maximum(norm,": "norm = (norm +",
            },
            "mean_quotient": {
                "F.normalize(x, p=2.0, dim=-1, eps=": (
                    "x / (torch.mean(torch.abs(x), dim=-1, keepdim=True) + "
                ),
                "lanes += x * x": "lanes += tl.abs(x)",
                "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0) / n_cols",
                "norm = tl.maximum(norm,": "norm = (norm +",
            },
            "square_quotient": {
                "F.normalize(x, p=2.0, dim=-1, eps=": (
                    "x / torch.sqrt(torch.sum(x * x, dim=-1, keepdim=True) + "
                ),
                "norm = tl.sqrt(tl.sum(lanes, axis=0))": "norm = tl.sum(lanes, axis=0)",
                "norm = tl.maximum(norm,": "norm = tl.sqrt(norm +",
            },
        },
        "AXES": [
            {  # a view of the result costs nothing
                "unsqueezed": {"return y": "return y.unsqueeze(-2)"},
                "flat": {"return y": "return y.flatten()"},
                "column": {"return y": "return y.unsqueeze(-1)"},
            },
            EPS6_EPS8_EPS3,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "layer_norm": {
        "FAMILY": {
            "layer_norm_plain": {
                "return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])": (
                    "return (torch.randn(shape),)"
                ),
                "(x, weight, bias)": "(x)",
                "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), eps",
                "(x_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "(x, weight, bias, y, n_cols": "(x, y, n_cols",
            },
            "layer_norm_weight": {
                "return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])": (
                    "return torch.randn(shape), torch.randn(shape[-1])"
                ),
                "(x, weight, bias)": "(x, weight)",
                "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), weight, eps",
                "(x_ptr, weight_ptr, bias_ptr, y_ptr": "(x_ptr, weight_ptr, y_ptr",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "y = y * weight",
                "(x, weight, bias, y, n_cols": "(x, weight, y, n_cols",
            },
        },
        "AXES": [
            {  # a view of the result costs nothing
                "transposed": {"(1000,), ": "", "return y": "return y.transpose(-2, -1)"},
                "swapped": {"(1000,), ": "", "return y": "return y.transpose(0, 1)"},
                "first": {"(1000,), ": "", "return y": "return y[:, 0]"},
                "unsqueezed": {"return y": "return y.unsqueeze(1)"},
                "flat": {"(1000,), ": "", "return y": "return y.flatten(1)"},
            },
            EPS6_EPS8_EPS3,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR+TAIL_X", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "layer_norm_joins": {
        "FAMILY": {
            "layer_norm_joins_plain": {
                ", torch.randn(shape[-1]), torch.randn(shape[-1])": ",",
                ", weight, bias):": "):",
                "(x.shape[-1],), weight, bias, eps": "(x.shape[-1],), eps",
                "weight_ptr, bias_ptr, y_ptr": "y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = y * weight + bias": "",
                "weight, bias, y, n_cols": "y, n_cols",
            },
            "layer_norm_joins_weight": {
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
                "s_one": {
                    "s = torch.randn(shape[-1])": "s = torch.randn(1)",
                    "s = tl.load(s_ptr + cols, mask=mask, other=0.0).to(tl.float32)": (
                        "s = tl.load(s_ptr).to(tl.float32)"
                    ),
                }
            },
            ADD_SUB_HALF,
            {
                "residual_first": {
                    "def layer_norm_joins_torch(x, z": "def layer_norm_joins_torch(z, x",
                    "def layer_norm_joins_triton(x, z": "def layer_norm_joins_triton(z, x",
                },
                "itself": {
                    "z = torch.randn(shape)": "",
                    "return torch.randn(shape), z": "return torch.randn(shape)",
                    "def layer_norm_joins_torch(x, z": "def layer_norm_joins_torch(x",
                    "y = F.": "z = x\ny = F.",
                    "def layer_norm_joins_triton(x, z": "def layer_norm_joins_triton(x",
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
            EPS6_EPS8_EPS3,
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "layer_norm_modulate": {
        "FAMILY": {
            "layer_norm_scale_shift": {"y * (1.0 + scale) + shift": "y * scale + shift"},
            "layer_norm_shift_first": {"(x, scale, shift):": "(x, shift, scale):"},
        },
        "AXES": [
            EPS6_EPS8_EPS3,
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
            EPS6_EPS8_EPS3,
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
            EPS6_EPS8_EPS3,
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
            EPS6_EPS8_EPS3,
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
            EPS6_EPS8_EPS3,
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
}
