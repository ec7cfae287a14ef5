"""Tables of the families of normalizations, standardize_to_two to written_standardize_rows."""

from corpus.families.axes_1 import FIRST_SECOND_THIRD

FAMILIES = {
    "standardize_to_two": {
        "FAMILY": {
            "population": {"x.std(dim=-1": "x.std(dim=-1, unbiased=False", "(n_cols - 1)": "n_cols"},
            "plus": (
                {
                    " / x.std(dim=-1, keepdim=True)": " / (x.std(dim=-1, keepdim=True) + 1e-{0})",
                    "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": (
                        "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1)) + 1e-{0}"
                    ),
                },
                "5 6 8",
            ),
            "population_plus": (
                {
                    " / x.std(dim=-1, keepdim=True)": (
                        " / (x.std(dim=-1, unbiased=False, keepdim=True) + 1e-{0})"
                    ),
                    "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": (
                        "tl.sqrt(tl.sum(lanes, axis=0) / n_cols) + 1e-{0}"
                    ),
                },
                "5 6 8",
            ),
            "variance": (
                {
                    " / x.std(dim=-1, keepdim=True)": " / torch.sqrt(x.var(dim=-1, keepdim=True) + 1e-{0})",
                    "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": (
                        "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1) + 1e-{0})"
                    ),
                },
                "5 6 8",
            ),
            "population_variance": (
                {
                    " / x.std(dim=-1, keepdim=True)": (
                        " / torch.sqrt(x.var(dim=-1, unbiased=False, keepdim=True) + 1e-{0})"
                    ),
                    "tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))": (
                        "tl.sqrt(tl.sum(lanes, axis=0) / n_cols + 1e-{0})"
                    ),
                },
                "5 6 8",
            ),
            "less_mean": {
                "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)": (
                    "x - x.mean(dim=-1, keepdim=True)"
                ),
                (
                    "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    rest = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    for start in range(0, n_cols, BLOCK):\n"
                    "        cols = start + tl.arange(0, BLOCK)\n"
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, "
                    "other=0.0).to(tl.float32)\n"
                    "        x = tl.where(cols < n_cols, x - mean, 0.0)\n"
                    "        lanes += x * x\n"
                    "        rest += x\n"
                    "    # What rounding has left of the mean counts where a row is far from 0.\n"
                    "    mean += tl.sum(rest, axis=0) / n_cols\n"
                    "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n"
                ): "",
                "y = (x - mean) / scale": "y = x - mean",
            },
            "less_mean_again": {
                "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)": (
                    "x - x.mean(dim=-1, keepdim=True)"
                ),
                (
                    "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    rest = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    for start in range(0, n_cols, BLOCK):\n"
                    "        cols = start + tl.arange(0, BLOCK)\n"
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, "
                    "other=0.0).to(tl.float32)\n"
                    "        x = tl.where(cols < n_cols, x - mean, 0.0)\n"
                    "        lanes += x * x\n"
                    "        rest += x\n"
                    "    # What rounding has left of the mean counts where a row is far from 0.\n"
                    "    mean += tl.sum(rest, axis=0) / n_cols\n"
                    "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n"
                ): "",
                "y = (x - mean) / scale": "y = x - mean",
            },
            "over_mean": {
                "(x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)": (
                    "x / x.mean(dim=-1, keepdim=True) - 1.0"
                ),
                "torch.randn(shape), z": "torch.rand(shape) + 0.1, z",
                (
                    "    lanes = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    rest = tl.zeros([BLOCK], dtype=tl.float32)\n"
                    "    for start in range(0, n_cols, BLOCK):\n"
                    "        cols = start + tl.arange(0, BLOCK)\n"
                    "        x = tl.load(row_ptr + cols, mask=cols < n_cols, "
                    "other=0.0).to(tl.float32)\n"
                    "        x = tl.where(cols < n_cols, x - mean, 0.0)\n"
                    "        lanes += x * x\n"
                    "        rest += x\n"
                    "    # What rounding has left of the mean counts where a row is far from 0.\n"
                    "    mean += tl.sum(rest, axis=0) / n_cols\n"
                    "    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))\n"
                ): "",
                "y = (x - mean) / scale": "y = x / mean - 1.0",
            },
        },
        "AXES": [
            {  # what z is
                "whole": {
                    "z = torch.randn(shape[-1])": "z = torch.randn(shape)",
                    "z_ptr + cols": "z_ptr + row * n_cols + cols",
                },
                "whole_again": {
                    "z = torch.randn(shape[-1])": "z = torch.randn(shape)",
                    "z_ptr + cols": "z_ptr + row * n_cols + cols",
                },
                "of_row": {
                    "z = torch.randn(shape[-1])": "z = torch.randn(shape[:-1] + (1,))",
                    "tl.load(z_ptr + cols, mask=mask, other=0.0)": "tl.load(z_ptr + row)",
                },
            },
            ("TAIL_XZ_TO_VX", "v = torch.sigmoid(y)\n    y = v + z", "v = tl.sigmoid(y)\n        y = z + v"),
        ],
    },
    "statistics_given": {
        "FAMILY": {
            "biased": {
                "torch.std(x,": "torch.std(x, correction=0,",
                "squares_sum / (n_cols - 1)": "squares_sum / n_cols",
            },
            "var": {
                "torch.std": "torch.var",
                "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = squares_sum / (n_cols - 1)",
            },
            "var_biased": {
                "torch.std(x,": "torch.var(x, correction=0,",
                "std = tl.sqrt(squares_sum / (n_cols - 1))": "std = squares_sum / n_cols",
            },
            "root_of_var": (
                {
                    "torch.std(x,": "torch.sqrt(torch.var(x,",
                    "keepdim=True)\n    mean": "keepdim=True) + 1e-{0})\nmean",
                    "std = tl.sqrt(squares_sum / (n_cols - 1))": (
                        "std = tl.sqrt(squares_sum / (n_cols - 1) + 1e-{0})"
                    ),
                },
                "5 6 8",
            ),
            "root_of_biased": (
                {
                    "torch.std(x,": "torch.sqrt(torch.var(x, correction=0,",
                    "keepdim=True)\n    mean": "keepdim=True) + 1e-{0})\nmean",
                    "std = tl.sqrt(squares_sum / (n_cols - 1))": (
                        "std = tl.sqrt(squares_sum / n_cols + 1e-{0})"
                    ),
                },
                "5 6 8",
            ),
        },
        "AXES": [
            {  # over which dimensions
                "planes": {
                    (
                        "CASES = [((1, 2), (1, 1)), ((3, 33), (3, 5)), ((2, 3, 65), (2, 3, 7)), ((2, "
                        "3, 2, 17), (2, 3, 2, 9)), ((2, 2100), (2, 1100))]"
                    ): (
                        "CASES = [((1, 1, 1, 2), (1, 1, 1, 1)), ((2, 3, 4, 13), (2, 3, 2, 7)), ((2, 3, "
                        "5, 7), (2, 3, 6, 9)), ((1, 2, 40, 30), (1, 2, 50, 27))]"
                    ),
                    "dim=-1": "dim=(2, 3)",
                    "n_cols, n_given = x.shape[-1], z.shape[-1]": (
                        "n_cols, n_given = x.shape[2] * x.shape[3], z.shape[2] * z.shape[3]"
                    ),
                }
            },
            {
                "given_first": {
                    "def statistics_given_torch(x, z)": "def statistics_given_torch(z, x)",
                    "def statistics_given_triton(x, z)": "def statistics_given_triton(z, x)",
                    "return torch.randn(x_shape), torch.randn(z_shape)": (
                        "return torch.randn(z_shape), torch.randn(x_shape)"
                    ),
                }
            },
            {  # how they join
                "standardize": ({"y = z * std + mean": "y = (z - mean) / (std + 1e-{0})"}, "5 6 8"),
                "quotient": {"y = z * std + mean": "y = (z - mean) / std"},
                "shift": {"y = z * std + mean": "y = (z + mean) * std"},
                "scale": ({"y = z * std + mean": "y = z * (std + 1e-{0}) + mean"}, "5 6"),
                "one_more": {"y = z * std + mean": "y = z * (1.0 + std) + mean"},
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "weight_norm": {
        "FAMILY": {
            "share": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": ("g * (v / v.norm(2, dim=dims, keepdim=True))"),
                "g * v / norm": "g * (v / norm)",
            },
            "factor": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": ("v * (g / v.norm(2, dim=dims, keepdim=True))"),
                "g * v / norm": "v * (g / norm)",
            },
            "safe": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * v / (v.norm(2, dim=dims, keepdim=True) + 1e-8)"
                ),
                "g * v / norm": "g * v / (norm + 1e-8)",
            },
            "safe_share": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * (v / (v.norm(2, dim=dims, keepdim=True) + 1e-8))"
                ),
                "g * v / norm": "g * (v / (norm + 1e-8))",
            },
            "safe_factor": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "v * (g / (v.norm(2, dim=dims, keepdim=True) + 1e-8))"
                ),
                "g * v / norm": "v * (g / (norm + 1e-8))",
            },
            "clamped": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * (v / v.norm(2, dim=dims, keepdim=True).clamp(min=1e-12))"
                ),
                "g * v / norm": "g * (v / tl.maximum(norm, 1e-12))",
            },
            "written": {
                "v.norm(2, dim=dims, keepdim=True)": "torch.sqrt((v * v).sum(dim=dims, keepdim=True))"
            },
            "written_safe": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * v / torch.sqrt((v ** 2).sum(dim=dims, keepdim=True) + 1e-8)"
                ),
                "tl.sqrt(tl.sum(lanes, axis=0))": "tl.sqrt(tl.sum(lanes, axis=0) + 1e-8)",
            },
            "root": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * v * torch.rsqrt((v ** 2).sum(dim=dims, keepdim=True) + 1e-8)"
                ),
                "g * v / norm": "g * v * norm",
                "tl.sqrt(tl.sum(lanes, axis=0))": "tl.rsqrt(tl.sum(lanes, axis=0) + 1e-8)",
            },
            "root_share": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": (
                    "g * (v * torch.rsqrt((v ** 2).sum(dim=dims, keepdim=True) + 1e-8))"
                ),
                "g * v / norm": "g * (v * norm)",
                "tl.sqrt(tl.sum(lanes, axis=0))": "tl.rsqrt(tl.sum(lanes, axis=0) + 1e-8)",
            },
            "normalized": {
                "g * v / v.norm(2, dim=dims, keepdim=True)": "g * F.normalize(v, dim=dims)",
                "g * v / norm": "g * (v / tl.maximum(norm, 1e-12))",
            },
            "alone_by_number": {
                "g = torch.randn(shape[0], *[1] * (len(shape) - 1))": "g = torch.randn(1)",
                "tl.load(g_ptr + row)": "tl.load(g_ptr)",
            },
        },
        "AXES": [
            {
                "conv1d": {
                    "[(1, 1), (33, 5), (3, 2100)]": "[(1, 1, 1), (33, 5, 3), (3, 700, 4)]",
                    "dims = 1": "dims = (1, 2)",
                },
                "conv2d": {
                    "[(1, 1), (33, 5), (3, 2100)]": "[(1, 1, 1, 1), (33, 5, 3, 2), (4, 300, 3, 5)]",
                    "dims = 1": "dims = (1, 2, 3)",
                },
                "conv3d": {
                    "[(1, 1), (33, 5), (3, 2100)]": "[(1, 1, 1, 1, 1), (33, 5, 3, 2, 4), (4, 300, 3, 1, 2)]",
                    "dims = 1": "dims = (1, 2, 3, 4)",
                },
            },
            ("UNARY+REUSE+SCALAR", "y = torch.relu(y)", "y = tl.maximum(y, 0.0)", "optional"),
        ],
    },
    "written_norm": {
        "FAMILY": {
            "sum_abs": {"x.abs().mean(": "x.abs().sum(", "scale = total / whole": "scale = total"},
            "norm": {
                "x.abs().mean(": "x.norm(",
                "total += tl.abs(x)": "total += x * x",
                "scale = total / whole": "scale = tl.sqrt(total)",
            },
            "largest": {
                "x.abs().mean(": "x.abs().amax(",
                "total += tl.abs(x)": "total = tl.maximum(total, tl.abs(x))",
                "scale = total / whole": "scale = total",
            },
            "sum": {
                "x.abs().mean(": "x.sum(",
                "torch.randn(shape),": "torch.randn(shape) + 2.0 * len(shape),",
                "total += tl.abs(x)": "total += x",
                "scale = total / whole": "scale = total",
            },
            "norm_eps": (
                {
                    "x.abs().mean(": "x.norm(",
                    "x / size": "x / (size + 1e-{0})",
                    "total += tl.abs(x)": "total += x * x",
                    "scale = total / whole": "scale = tl.sqrt(total) + 1e-{0}",
                },
                "8 6 5",
            ),
            "norm_clamp": (
                {
                    "x.abs().mean(": "x.norm(",
                    "x / size": "x / size.clamp(min=1e-{0})",
                    "total += tl.abs(x)": "total += x * x",
                    "scale = total / whole": "scale = tl.maximum(tl.sqrt(total), 1e-{0})",
                },
                "8 6",
            ),
            "normalize": {
                "x.abs().mean(": "x.norm(",
                "x / size": "x / size.clamp(min=1e-12)",
                "total += tl.abs(x)": "total += x * x",
                "scale = total / whole": "scale = tl.maximum(tl.sqrt(total), 1e-12)",
            },
            "sum_abs_clamp": {
                "x.abs().mean(": "x.abs().sum(",
                "x / size": "x / size.clamp(min=1e-12)",
                "scale = total / whole": "scale = tl.maximum(total, 1e-12)",
            },
            "largest_clamp": {
                "x.abs().mean(": "x.abs().amax(",
                "x / size": "x / size.clamp(min=1e-12)",
                "total += tl.abs(x)": "total = tl.maximum(total, tl.abs(x))",
                "scale = total / whole": "scale = tl.maximum(total, 1e-12)",
            },
            "mean_abs_eps": (
                {
                    "x / size": "x / (size + 1e-{0})",
                    "scale = total / whole": "scale = total / whole + 1e-{0}",
                },
                "8 6 5",
            ),
            "sum_abs_eps": (
                {
                    "x.abs().mean(": "x.abs().sum(",
                    "x / size": "x / (size + 1e-{0})",
                    "scale = total / whole": "scale = total + 1e-{0}",
                },
                "8 6 5",
            ),
            "largest_eps": (
                {
                    "x.abs().mean(": "x.abs().amax(",
                    "x / size": "x / (size + 1e-{0})",
                    "total += tl.abs(x)": "total = tl.maximum(total, tl.abs(x))",
                    "scale = total / whole": "scale = total + 1e-{0}",
                },
                "8 6 5",
            ),
            "mean_square": (
                {
                    "x.abs().mean(": "(x ** 2).mean(",
                    "x / size": "x / torch.sqrt(size + 1e-{0})",
                    "total += tl.abs(x)": "total += x * x",
                    "scale = total / whole": "scale = tl.sqrt(total / whole + 1e-{0})",
                },
                "5 6 8",
            ),
            "mean_square_rsqrt": (
                {
                    "x.abs().mean(": "x.pow(2).mean(",
                    "x / size": "x * torch.rsqrt(size + 1e-{0})",
                    "total += tl.abs(x)": "total += x * x",
                    "scale = total / whole": "scale = tl.sqrt(total / whole + 1e-{0})",
                },
                "5 6 8",
            ),
            "square": (
                {
                    "x.abs().mean(": "(x * x).sum(",
                    "x / size": "x / torch.sqrt(size + 1e-{0})",
                    "total += tl.abs(x)": "total += x * x",
                    "scale = total / whole": "scale = tl.sqrt(total + 1e-{0})",
                },
                "8 6 5",
            ),
            "root": {
                "x.abs().mean(": "(x * x).sum(",
                "x / size": "x / size.sqrt()",
                "total += tl.abs(x)": "total += x * x",
                "scale = total / whole": "scale = tl.sqrt(total)",
            },
        },
        "AXES": [
            {  # along which dimension
                "first": {"dim=-2": "dim=0", "x.shape[-2], x.stride(-2)": "x.shape[0], x.stride(0)"},
                "second": {
                    "CASES = [(3, 1), (5, 7), (3, 5, 9),": "CASES = [(1, 3, 1), (2, 5, 9),",
                    "dim=-2": "dim=1",
                    "x.shape[-2], x.stride(-2)": "x.shape[1], x.stride(1)",
                },
                "third": {
                    "CASES = [(3, 1), (5, 7), (3, 5, 9), ": "CASES = [",
                    ", (3, 2, 70)]": ", (2, 3, 4, 70)]",
                    "dim=-2": "dim=2",
                    "x.shape[-2], x.stride(-2)": "x.shape[2], x.stride(2)",
                },
            }
        ],
    },
    "written_standardize": {
        "FAMILY": {
            "eps": (
                {
                    "mean) / deviation": "mean) / (deviation + 1e-{0})",
                    "scale = tl.sqrt(rest / (whole - 1))": "scale = tl.sqrt(rest / (whole - 1)) + 1e-{0}",
                },
                "5 6 8",
            ),
            "var": (
                {
                    "x.std(": "x.var(unbiased=False, ",
                    "mean) / deviation": "mean) / torch.sqrt(deviation + 1e-{0})",
                    "scale = tl.sqrt(rest / (whole - 1))": "scale = tl.sqrt(rest / whole + 1e-{0})",
                },
                "5 6",
            ),
            "rsqrt": (
                {
                    "x.std(": "x.var(unbiased=False, ",
                    "mean) / deviation": "mean) * torch.rsqrt(deviation + 1e-{0})",
                    "scale = tl.sqrt(rest / (whole - 1))": "scale = tl.sqrt(rest / whole + 1e-{0})",
                },
                "5 6",
            ),
            "center": {
                "deviation = x.std(dim=-2, keepdim=True)": "",
                "mean) / deviation": "mean)",
                "squares = tl.zeros([BLOCK], dtype=tl.float32)": "",
                "squares += (x - mean) * (x - mean)": "",
                "rest = tl.maximum(squares - correction * correction * whole, 0.0)": "",
                "scale = tl.sqrt(rest / (whole - 1))": "",
                "(x - mean - correction) / scale": "x - mean - correction",
            },
        },
        "AXES": [
            FIRST_SECOND_THIRD,
            {
                "plain": {
                    "place = shape[-2:-1] + (1,)": "",
                    "return torch.randn(shape), torch.randn(place), torch.randn(place)": (
                        "return (torch.randn(shape),)"
                    ),
                    "written_standardize_torch(x, weight, bias)": "written_standardize_torch(x)",
                    "written_standardize_triton(x, weight, bias)": "written_standardize_triton(x)",
                    "y = y * weight + bias": "",
                    "x_ptr, weight_ptr, bias_ptr,": "x_ptr,",
                    "(x, weight, bias, y": "(x, y",
                    "x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()": "x = x.contiguous()",
                    "weight = tl.load(weight_ptr + place).to(tl.float32)": "",
                    "bias = tl.load(bias_ptr + place).to(tl.float32)": "",
                },
                "of_last": {
                    "place = shape[-2:-1] + (1,)": "place = shape[-1:]",
                    "n_lines, whole, inner, BLOCK: tl": "n_lines, whole, inner, last, BLOCK: tl",
                    "n_lines, whole, inner, BLOCK=128": "n_lines, whole, inner, x.shape[-1], BLOCK=128",
                    "tl.load(weight_ptr + place)": "tl.load(weight_ptr + lines % last, mask=mask, other=0.0)",
                    "tl.load(bias_ptr + place)": "tl.load(bias_ptr + lines % last, mask=mask, other=0.0)",
                },
                "weight": {
                    "torch.randn(place), torch.randn(place)": "torch.randn(place)",
                    "written_standardize_torch(x, weight, bias)": "written_standardize_torch(x, weight)",
                    "written_standardize_triton(x, weight, bias)": "written_standardize_triton(x, weight)",
                    "y = y * weight + bias": "y = y * weight",
                    "x_ptr, weight_ptr, bias_ptr,": "x_ptr, weight_ptr,",
                    "(x, weight, bias, y": "(x, weight, y",
                    "x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()": (
                        "x, weight = x.contiguous(), weight.contiguous()"
                    ),
                    "bias = tl.load(bias_ptr + place).to(tl.float32)": "",
                },
            },
            ("UNARY+TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "written_standardize_rows": {
        "FAMILY": {
            "eps": (
                {
                    "mean) / spread": "mean) / (spread + 1e-{0})",
                    "tl.sqrt(squares_sum / (n_cols - 1))": "tl.sqrt(squares_sum / (n_cols - 1)) + 1e-{0}",
                },
                "5 6 8",
            ),
            "biased": {
                "x.std(": "x.std(unbiased=False, ",
                "squares_sum / (n_cols - 1)": "squares_sum / n_cols",
            },
            "biased_eps": (
                {
                    "x.std(": "x.std(unbiased=False, ",
                    "mean) / spread": "mean) / (spread + 1e-{0})",
                    "tl.sqrt(squares_sum / (n_cols - 1))": "tl.sqrt(squares_sum / n_cols) + 1e-{0}",
                },
                "5 6 8",
            ),
            "var": (
                {
                    "x.std(": "x.var(",
                    "mean) / spread": "mean) / torch.sqrt(spread + 1e-{0})",
                    "squares_sum / (n_cols - 1)": "squares_sum / (n_cols - 1) + 1e-{0}",
                },
                "5 6",
            ),
            "center": {
                "spread = x.std(dim=-1, keepdim=True)": "",
                "mean) / spread": "mean)",
                "squares = tl.zeros([BLOCK], dtype=tl.float32)": "",
                "squares += deviation * deviation": "",
                (
                    "squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * "
                    "n_cols, 0.0)"
                ): "",
                "spread = tl.sqrt(squares_sum / (n_cols - 1))": "",
                "(load_tile(row_ptr, cols, n_cols) - mean - correction) / spread": (
                    "load_tile(row_ptr, cols, n_cols) - mean - correction"
                ),
            },
        },
        "AXES": [
            {
                "plain": {
                    "return torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])": (
                        "return (torch.randn(shape),)"
                    ),
                    "(x, weight, bias)": "(x)",
                    "y = y * weight + bias": "",
                    "x_ptr, weight_ptr, bias_ptr,": "x_ptr,",
                    "(x, weight, bias, y": "(x, y",
                    "x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()": "x = x.contiguous()",
                    "weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                    "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                },
                "weight": {
                    "torch.randn(shape[-1]), torch.randn(shape[-1])": "torch.randn(shape[-1])",
                    "(x, weight, bias)": "(x, weight)",
                    "y = y * weight + bias": "y = y * weight",
                    "x_ptr, weight_ptr, bias_ptr,": "x_ptr, weight_ptr,",
                    "(x, weight, bias, y": "(x, weight, y",
                    "x, weight, bias = x.contiguous(), weight.contiguous(), bias.contiguous()": (
                        "x, weight = x.contiguous(), weight.contiguous()"
                    ),
                    "bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "",
                },
            },
            ("UNARY+TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
}
