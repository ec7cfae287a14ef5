"""Tables of the families of normalizations, layer_norm_turned to shapes_softmax."""

from corpus.families.axes_1 import DIM3_DIM4_DIM0, EPS6_EPS8_EPS3
from corpus.families.axes_3 import QUOTIENT_MINUS_PLUS

FAMILIES = {
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
            DIM3_DIM4_DIM0,
            QUOTIENT_MINUS_PLUS,
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
                "(x - least) / (most - least + 1e-5)": ("(x - least) / torch.clamp(most - least, min=1e-5)"),
                "(x - least) / ((most - least) + 1e-5)": "(x - least) / tl.maximum(most - least, 1e-5)",
            },
            "turned": {
                "(x - least) / (most - least + 1e-5)": "(most - x) / (most - least + 1e-5)",
                "(x - least) / ((most - least) + 1e-5)": "(most - x) / (most - least + 1e-5)",
            },
            "symmetric": {
                "(x - least) / (most - least + 1e-5)": "2.0 * (x - least) / (most - least + 1e-5) - 1.0",
                "(x - least) / ((most - least) + 1e-5)": ("2.0 * (x - least) / (most - least + 1e-5) - 1.0"),
            },
            "doubled": {
                "(x - least) / (most - least + 1e-5)": "(x - least) / (most - least + 1e-5) * 2.0 - 1.0",
                "(x - least) / ((most - least) + 1e-5)": ("(x - least) / (most - least + 1e-5) * 2.0 - 1.0"),
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
                "(x - least) / ((most - least) + 1e-5)": ("(2.0 * x - least - most) / (most - least + 1e-5)"),
            },
        },
        "AXES": [
            "WHOLE_DIMS",
            EPS6_EPS8_EPS3,
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
            EPS6_EPS8_EPS3,
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
                "scale = tl.rsqrt(total / n_mid + 1e-5)": ("scale = 1.0 / tl.maximum(tl.sqrt(total), 1e-5)"),
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
                "scale = tl.rsqrt(total / n_mid + 1e-5)": ("scale = 1.0 / tl.maximum(tl.sqrt(total), 1e-12)"),
            },
        },
        "AXES": [
            DIM3_DIM4_DIM0,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "rms_norm": {
        "FAMILY": {
            "rms_norm_call": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "F.rms_norm(x, (x.shape[-1],), weight, eps="
                ),
                ") * weight": ")",
            },
            "rms_norm_default": {  # without eps it is that of float32
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],), weight)"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
            },
            "rms_norm_default_plain": {
                "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)",
                "(x, weight)": "(x)",
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],))"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
                "(x_ptr, weight_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale",
                "(x, weight, y, n_cols": "(x, y, n_cols",
            },
            "rms_norm_call_plain": {
                "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)",
                "(x, weight)": "(x)",
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "F.rms_norm(x, (x.shape[-1],), eps="
                ),
                ") * weight": ")",
                "(x_ptr, weight_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale",
                "(x, weight, y, n_cols": "(x, y, n_cols",
            },
            "rms_norm_quotient": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "x / torch.sqrt(torch.mean(x * x, dim=-1, keepdim=True) + "
                )
            },
            "rms_norm_square": {"torch.rsqrt(torch.mean(x * x, ": "torch.rsqrt(torch.mean(x.pow(2), "},
            "rms_norm_square_quotient": {
                "x * torch.rsqrt(torch.mean(x * x, ": "x / torch.sqrt(torch.mean(x ** 2, "
            },
            "rms_norm_plain": {
                "return torch.randn(shape), torch.randn(shape[-1])": "return (torch.randn(shape),)",
                "(x, weight)": "(x)",
                ") * weight": ")",
                "(x_ptr, weight_ptr, y_ptr": "(x_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale",
                "(x, weight, y, n_cols": "(x, y, n_cols",
            },
            "rms_norm_offset": {
                ") * weight": ") * (1.0 + weight)",
                "* scale * weight": "* scale * (1.0 + weight)",
            },
            "rms_norm_bias": {
                "torch.randn(shape), torch.randn(shape[-1])": (
                    "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])"
                ),
                "(x, weight)": "(x, weight, bias)",
                ") * weight": ") * weight + bias",
                "(x_ptr, weight_ptr, y_ptr": "(x_ptr, weight_ptr, bias_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": (
                    "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                    "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)"
                ),
                "* scale * weight": "* scale * weight + bias",
                "(x, weight, y, n_cols": "(x, weight, bias, y, n_cols",
            },
        },
        "AXES": [
            EPS6_EPS8_EPS3,
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "rms_norm_groups": {
        "FAMILY": {
            "normalize": {
                "y = x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5)": (
                    "y = torch.nn.functional.normalize(x, dim=-1)"
                ),
                "scale = tl.rsqrt(tl.sum(squares, axis=0) / D + 1e-5)": (
                    "norm = tl.maximum(tl.sqrt(tl.sum(squares, axis=0)), 1e-12)"
                ),
                "y = load_tile(x_ptr, cols, D) * scale": "y = load_tile(x_ptr, cols, D) / norm",
            }
        },
        "AXES": [
            {  # what z is, and how many dimensions lead
                "whole": {
                    "z = torch.randn(G * D)": "z = torch.randn(B, T, G * D)",
                    "z_ptr + group % G * D + cols": "z_ptr + group * D + cols",
                    "y_ptr, G, D, BLOCK: tl": "y_ptr, D, BLOCK: tl",
                    "(x, z, y, G, D,": "(x, z, y, D,",
                },
                "number": {
                    "z = torch.randn(G * D)": "z = torch.randn(1)",
                    "z_ptr + group % G * D + cols, mask=mask, other=0.0": "z_ptr",
                    "y_ptr, G, D, BLOCK: tl": "y_ptr, D, BLOCK: tl",
                    "(x, z, y, G, D,": "(x, z, y, D,",
                },
                "rows": {
                    ("CASES = [(1, 1, 1, 2), (2, 3, 2, 33), (2, 5, 4, 16), (1, 1, 2, 1100)]  # B, T, G, D"): (
                        "CASES = [(1, 1, 2), (3, 2, 33), (5, 4, 16), (1, 2, 1100)]  # M, G, D"
                    ),
                    "make(B, T, G, D)": "make(M, G, D)",
                    "torch.randn(B, T, G, D), z": "torch.randn(M, G, D), z",
                    "flatten(2)": "flatten(1)",
                    "B, T, G, D = x.shape": "M, G, D = x.shape",
                    "new_empty(B, T, G * D)": "new_empty(M, G * D)",
                    "(B * T * G,)": "(M * G,)",
                },
            },
            {"eps": ({"1e-5": "1e-{0}"}, "6 8 3")},
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("BINARY+TAIL_XZ", "y = y * z", "y = z * y"),
            ("UNARY+REUSE+SCALAR", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "rms_norm_of_pair": {
        "FAMILY": {
            "rms_norm_of_pair_call": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "F.rms_norm(x, (x.shape[-1],), weight, eps="
                ),
                ") * weight": ")",
            },
            "rms_norm_of_pair_plain": {
                "weight = torch.randn(shape[-1])": "",
                ", weight": "",
                "weight_ptr, ": "",
                ") * weight": ")",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = x * scale * weight": "y = x * scale",
            },
            "rms_norm_of_pair_quotient": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "x / torch.sqrt(torch.mean(x * x, dim=-1, keepdim=True) + "
                )
            },
            "rms_norm_of_pair_default": {  # without eps it is that of float32
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],), weight)"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
            },
        },
        "AXES": [
            "SHAPE_OF_Z",
            EPS6_EPS8_EPS3,
            ("BINARY+PROLOGUE_XZ", "x = torch.maximum(x, z)", "x = tl.maximum(x, z)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "rms_norm_of_three": {
        "FAMILY": {
            "rms_norm_of_three_call": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "F.rms_norm(x, (x.shape[-1],), weight, eps="
                ),
                ") * weight": ")",
            },
            "rms_norm_of_three_plain": {
                "weight = torch.randn(shape[-1])": "",
                ", weight": "",
                "weight_ptr, ": "",
                ") * weight": ")",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "y = x * scale * weight": "y = x * scale",
            },
            "rms_norm_of_three_quotient": {
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + ": (
                    "x / torch.sqrt(torch.mean(x * x, dim=-1, keepdim=True) + "
                )
            },
            "rms_norm_of_three_default": {  # without eps it is that of float32
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],), weight)"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
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
    "rms_norm_tail": {
        "FAMILY": {
            "rms_norm_tail_default": {  # without eps it is that of float32
                "x * torch.rsqrt(torch.mean(x * x, dim=-1, keepdim=True) + 1e-5) * weight": (
                    "F.rms_norm(x, (x.shape[-1],), weight)"
                ),
                "n_cols + 1e-5": "n_cols + 1.1920928955078125e-07",
            },
            "rms_norm_tail_plain": {
                "return torch.randn(shape), torch.randn(shape), torch.randn(shape[-1])": (
                    "return torch.randn(shape), torch.randn(shape)"
                ),
                ", weight):": "):",
                ") * weight": ")",
                "(x_ptr, z_ptr, weight_ptr, y_ptr": "(x_ptr, z_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                "* scale * weight": "* scale",
                "(x, z, weight, y, n_cols": "(x, z, y, n_cols",
            },
            "rms_norm_tail_offset": {
                ") * weight": ") * (1.0 + weight)",
                "* scale * weight": "* scale * (1.0 + weight)",
            },
            "rms_norm_tail_bias": {
                "torch.randn(shape), torch.randn(shape[-1])": (
                    "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])"
                ),
                ", weight):": ", weight, bias):",
                ") * weight": ") * weight + bias",
                "(x_ptr, z_ptr, weight_ptr, y_ptr": "(x_ptr, z_ptr, weight_ptr, bias_ptr, y_ptr",
                "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": (
                    "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                    "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)"
                ),
                "* scale * weight": "* scale * weight + bias",
                "(x, z, weight, y, n_cols": "(x, z, weight, bias, y, n_cols",
            },
        },
        "AXES": [
            {
                "residual_first": {
                    "def rms_norm_tail_torch(x, z": "def rms_norm_tail_torch(z, x",
                    "def rms_norm_tail_triton(x, z": "def rms_norm_tail_triton(z, x",
                }
            },
            EPS6_EPS8_EPS3,
            ("BINARY+TAIL_XZ", "y = y + z", "y = z + y"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "row_gate": {
        "FAMILY": {
            "row_sum_gate": {
                "torch.mean(": "torch.sum(",
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sum(lanes, axis=0)",
            },
            "row_max_gate": {
                "torch.mean(": "torch.amax(",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(cols < n_cols, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(cols < n_cols, x, -float("inf")))'
                ),
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.max(lanes, axis=0)",
            },
            "row_min_gate": {
                "torch.mean(": "torch.amin(",
                "lanes = tl.zeros([BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(cols < n_cols, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(cols < n_cols, x, float("inf")))'
                ),
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.min(lanes, axis=0)",
            },
            "row_norm_gate": {
                "torch.mean(": "torch.linalg.vector_norm(",
                "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, x * x, 0.0)",
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sqrt(tl.sum(lanes, axis=0))",
            },
            "row_l1_gate": {
                "torch.mean(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, tl.abs(x), 0.0)",
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.sum(lanes, axis=0)",
            },
            "row_mean_abs_gate": {
                "torch.mean(x,": "torch.mean(torch.abs(x),",
                "tl.where(cols < n_cols, x, 0.0)": "tl.where(cols < n_cols, tl.abs(x), 0.0)",
            },
            "row_max_abs_gate": {
                "torch.mean(x,": "torch.amax(torch.abs(x),",
                "lanes += tl.where(cols < n_cols, x, 0.0)": (
                    "lanes = tl.maximum(lanes, tl.where(cols < n_cols, tl.abs(x), 0.0))"
                ),
                "z = tl.sum(lanes, axis=0) / n_cols": "z = tl.max(lanes, axis=0)",
            },
        },
        "AXES": [
            QUOTIENT_MINUS_PLUS,
            {  # the statistic of a plane or of a whole sample
                "last2": {
                    (
                        "CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, "
                        "9), (2, 2100)]"
                    ): ("CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"),
                    "dim=-1": "dim=(-2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
                },
                "last3": {
                    (
                        "CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, "
                        "9), (2, 2100)]"
                    ): ("CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"),
                    "dim=-1": "dim=(-3, -2, -1)",
                    "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
                },
            },
            ("UNARY+REUSE+SCALAR", "x = torch.relu(x)", "x = tl.maximum(x, 0.0)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = torch.abs(y)", "y = tl.abs(y)", "optional"),
            ("UNARY+REUSE+SCALAR", "y = y * 0.5", "y = 0.5 * y", "optional"),
        ],
    },
    "shapes_softmax": {
        "FAMILY": {
            "log_softmax": {
                "F.softmax": "F.log_softmax",
                "y = tl.exp(x - peak) / norm": "y = x - peak - tl.log(norm)",
            }
        },
        "AXES": ["ROWS_READ_TWICE"],
    },
}
