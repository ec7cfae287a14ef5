"""Tables of the families of normalizations, written_norm to written_standardize_rows."""

FAMILIES = {
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
            {  # along which dimension
                "first": {
                    "dim=-2": "dim=0",
                    "shape[-2:-1] + (1,)": "shape[:1] + (1,) * len(shape[1:])",
                    "x.shape[-2], x.stride(-2)": "x.shape[0], x.stride(0)",
                },
                "second": {
                    "CASES = [(3, 1), (5, 7), (3, 5, 9),": "CASES = [(1, 3, 1), (2, 5, 9),",
                    "dim=-2": "dim=1",
                    "shape[-2:-1] + (1,)": "shape[1:2] + (1,) * len(shape[2:])",
                    "x.shape[-2], x.stride(-2)": "x.shape[1], x.stride(1)",
                },
                "third": {
                    "CASES = [(3, 1), (5, 7), (3, 5, 9), ": "CASES = [",
                    ", (3, 2, 70)]": ", (2, 3, 4, 70)]",
                    "dim=-2": "dim=2",
                    "shape[-2:-1] + (1,)": "shape[2:3] + (1,) * len(shape[3:])",
                    "x.shape[-2], x.stride(-2)": "x.shape[2], x.stride(2)",
                },
            },
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
                "squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)": "",
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
