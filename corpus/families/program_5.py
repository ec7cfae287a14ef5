"""Tables of the families of random programs and their building blocks, program_of_turned_halves to program_to_two."""

from corpus.families.axes_1 import FIRST_SECOND_THIRD, INT32
from corpus.families.axes_3 import PLAIN_ABOVE_AT_MOST

FAMILIES = {
    "program_of_turned_halves": {
        "FAMILY": {
            "back": {
                "-x[..., half:], x[..., :half]": "x[..., half:], -x[..., :half]",
                "first, -y, y": "first, y, -y",
            },
            "unsigned": {
                "-x[..., half:], x[..., :half]": "x[..., half:], x[..., :half]",
                "y = tl.where(first, -y, y)": "",
            },
            "chunked": {
                "half = x.shape[-1] // 2": "x1, x2 = x.chunk(2, dim=-1)",
                "-x[..., half:], x[..., :half]": "-x2, x1",  # the longer part is the first
                "offsets % D < D - D // 2": "offsets % D < D // 2",
                "offsets + D // 2, offsets - (D - D // 2)": "offsets + (D - D // 2), offsets - D // 2",
            },
            "chunked_back": {
                "half = x.shape[-1] // 2": "x1, x2 = x.chunk(2, dim=-1)",
                "-x[..., half:], x[..., :half]": "x2, -x1",
                "first, -y, y": "first, y, -y",
                "offsets % D < D - D // 2": "offsets % D < D // 2",
                "offsets + D // 2, offsets - (D - D // 2)": "offsets + (D - D // 2), offsets - D // 2",
            },
            "first_relu": {
                "-x[..., half:], x[..., :half]": "torch.relu(x[..., half:]), x[..., :half]",
                "first, -y, y": "first, tl.maximum(y, 0.0), y",
            },
        },
        "AXES": [
            {  # the sizes of x, and of cos and sin
                "rows": {"torch.randn(C, D), torch.randn(C, D)": "torch.randn(D), torch.randn(D)"},
                "full": {
                    "torch.randn(C, D), torch.randn(C, D)": (
                        "torch.randn(A, B, C, D), torch.randn(A, B, C, D)"
                    )
                },
                "heads": {
                    "torch.randn(C, D), torch.randn(C, D)": "torch.randn(B, C, D), torch.randn(B, C, D)"
                },
                "ones": {
                    "torch.randn(C, D), torch.randn(C, D)": (
                        "torch.randn(1, 1, C, D), torch.randn(1, 1, C, D)"
                    )
                },
                "samples": {
                    "torch.randn(C, D), torch.randn(C, D)": (
                        "torch.randn(A, 1, C, D), torch.randn(A, 1, C, D)"
                    ),
                    "D, period, BLOCK": "D, period, heads, BLOCK",
                    "offsets % period": "offsets // (heads * period) * period + offsets % period",
                    "cos.numel(), BLOCK": "x.shape[-2] * x.shape[-1], x.shape[1], BLOCK",
                },
                "heads_last": {
                    "torch.randn(C, D), torch.randn(C, D)": "torch.randn(B, 1, D), torch.randn(B, 1, D)",
                    "D, period, BLOCK": "D, period, heads, BLOCK",
                    "offsets % period": "offsets // (heads * D) * D % period + offsets % D",
                    "cos.numel(), BLOCK": "cos.numel(), x.shape[-2], BLOCK",
                },
                "three": {
                    "def make(A, B, C, D)": "def make(A, C, D)",
                    "torch.randn(A, B, C, D)": "torch.randn(A, C, D)",
                    "[(1, 2, 3, 4), (2, 3, 5, 9), (3, 2, 4, 66)]": "[(2, 3, 4), (3, 5, 9), (2, 4, 66)]",
                },
                "two": {
                    "def make(A, B, C, D)": "def make(C, D)",
                    "torch.randn(A, B, C, D)": "torch.randn(C, D)",
                    "[(1, 2, 3, 4), (2, 3, 5, 9), (3, 2, 4, 66)]": "[(3, 4), (5, 9), (4, 66)]",
                },
            },
            {  # what meets cos; multiplied where the table keeps the file as it stands
                "plus": {"x = x * z": "x = x + z"},
                "minus": {"x = x * z": "x = x - z"},
            },
            {  # and sin
                "sum": {"y = y * z": "y = y + z"},
                "difference": {"y = y * z": "y = y - z"},
            },
            ("BINARY", "y = torch.add(y, z)", "y = y + z"),
            ("UNARY", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "program_of_two": {"AXES": [("PROGRAM_XZ", "x = torch.sub(x, z)", "x = x - z")]},
    "program_of_two_chunked": {"AXES": ["CELL_CHUNKS"]},
    "program_of_two_gates": {
        "AXES": [
            {  # which third is which gate
                "last_first": {
                    "x, z, w =": "w, z, x =",
                    "x_state, z_state, p =": "p, z_state, x_state =",
                    "x = tl.load(gates_ptr + first,": "x = tl.load(gates_ptr + first + 2 * N,",
                    "w = tl.load(gates_ptr + first + 2 * N,": "w = tl.load(gates_ptr + first,",
                    "x_state = tl.load(state_gates_ptr + first,": (
                        "x_state = tl.load(state_gates_ptr + first + 2 * N,"
                    ),
                    "p = tl.load(state_gates_ptr + first + 2 * N,": "p = tl.load(state_gates_ptr + first,",
                },
                "middle_last": {
                    "x, z, w =": "x, w, z =",
                    "x_state, z_state, p =": "x_state, p, z_state =",
                    "z = tl.load(gates_ptr + first + N,": "z = tl.load(gates_ptr + first + 2 * N,",
                    "w = tl.load(gates_ptr + first + 2 * N,": "w = tl.load(gates_ptr + first + N,",
                    "z_state = tl.load(state_gates_ptr + first + N,": (
                        "z_state = tl.load(state_gates_ptr + first + 2 * N,"
                    ),
                    "p = tl.load(state_gates_ptr + first + 2 * N,": (
                        "p = tl.load(state_gates_ptr + first + N,"
                    ),
                },
            },
            {"state_first": {"x = x + x_state": "x = x_state + x", "z = z + z_state": "z = z_state + z"}},
            (
                "PROGRAM_GATES",
                "x = torch.relu(w + torch.sigmoid(x) * p) * torch.sigmoid(z) + q",
                "x = tl.maximum(w + tl.sigmoid(x) * p, 0.0) * tl.sigmoid(z) + q",
            ),
        ]
    },
    "program_of_two_integers": {
        "AXES": [("PROGRAM_INTEGERS_XZ", "x = torch.sub(x, z)", "x = x - z"), PLAIN_ABOVE_AT_MOST, INT32]
    },
    "program_of_two_parameters": {"AXES": ["PARAMETERS_XZW"]},
    "program_of_two_positive": {"AXES": [("PROGRAM_POSITIVE_XZ", "x = torch.div(x, z)", "x = x / z")]},
    "program_of_two_shapes": {"AXES": ["BROADCAST_XZ"]},
    "program_of_two_to_two": {
        "AXES": [
            ("PROGRAM_XZ_TO_VX", "v = torch.add(x, z)\n    x = torch.sub(x, z)", "v = x + z\n    x = x - z")
        ]
    },
    "program_of_uneven_parts": {
        "FAMILY": {  # widths of the first two parts, and both together
            "of": (
                {
                    "[4, 10, ": "[{0}{1}, {2}{3}, ",
                    "- 14": "- {4}{5}",
                    "14 +": "{4}{5} +",
                    "+ 14 *": "+ {4}{5} *",
                    "+ 4 *": "+ {0}{1} *",
                    "< 4 *": "< {0}{1} *",
                    "< 10 *": "< {2}{3} *",
                    "outer * 4 *": "outer * {0}{1} *",
                    "outer * 10 *": "outer * {2}{3} *",
                    "before, 4, ": "before, {0}{1}, ",
                    "before, 10, ": "before, {2}{3}, ",
                    "max(4, 10, ": "max({0}{1}, {2}{3}, ",
                },
                (
                    "101626 121426 162440 241236 322052 401858 161834 204060 121830 284573 642084 "
                    "181028 483482 222244 362561 501363"
                ),
            )
        },
        "AXES": [
            {  # without a bias; then along the channels too
                "plain": {
                    "    b = torch.randn(rest)\n": "",
                    "return x, b": "return (x,)",
                    "program_of_uneven_parts_torch(x, b)": "program_of_uneven_parts_torch(x)",
                    "    z = z + b\n": "",
                    "x_ptr, b_ptr, ": "x_ptr, ",
                    "program_of_uneven_parts_triton(x, b)": "program_of_uneven_parts_triton(x)",
                    "x, b = x.contiguous(), b.contiguous()": "x = x.contiguous()",
                    "(x, b, y": "(x, y",
                    (
                        "b = tl.load(b_ptr + inside // inner, mask=inside < rest * inner, "
                        "other=0.0).to(tl.float32)"
                    ): "",
                },
                "channels": {
                    "    b = torch.randn(rest)\n": "",
                    "return x, b": "return (x,)",
                    "program_of_uneven_parts_torch(x, b)": "program_of_uneven_parts_torch(x)",
                    "    z = z + b\n": "",
                    "x_ptr, b_ptr, ": "x_ptr, ",
                    "program_of_uneven_parts_triton(x, b)": "program_of_uneven_parts_triton(x)",
                    "x, b = x.contiguous(), b.contiguous()": "x = x.contiguous()",
                    "(x, b, y": "(x, y",
                    (
                        "b = tl.load(b_ptr + inside // inner, mask=inside < rest * inner, "
                        "other=0.0).to(tl.float32)"
                    ): "",
                    "rest = shape[-1]": "rest = shape[1]",
                    "*shape[:-1], whole": "shape[0], whole, *shape[2:]",
                    "dim=-1": "dim=1",
                    "x.shape[-1]": "x.shape[1]",
                    "dim = x.dim() - 1": "dim = 1",
                    "(1, 3), (3, 36), (2, 4, 7)": "(1, 3, 2), (3, 5, 36), (2, 4, 7)",
                },
            },
            ("UNARY", "y = F.silu(y)", "y = y * tl.sigmoid(y)", "optional"),
            ("UNARY+SCALAR", "v = torch.relu(v)", "v = tl.maximum(v, 0.0)"),
            ("UNARY", "z = torch.abs(z)", "z = tl.abs(z)"),
        ],
    },
    "program_of_written_norm": {
        "FAMILY": {
            "bare": {"size.clamp(min=1e-12)": "size", "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total)"},
            "plus": (
                {
                    "size.clamp(min=1e-12)": "(size + 1e-{0})",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total) + 1e-{0}",
                },
                "6 8",
            ),
            "mean_square": (
                {
                    "x.norm(": "(x ** 2).mean(",
                    "x / size.clamp(min=1e-12)": "x / torch.sqrt(size + 1e-{0})",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total / whole + 1e-{0})",
                },
                "5 6 8",
            ),
            "mean_square_rsqrt": (
                {
                    "x.norm(": "x.pow(2).mean(",
                    "x / size.clamp(min=1e-12)": "x * torch.rsqrt(size + 1e-{0})",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total / whole + 1e-{0})",
                },
                "5 6 8",
            ),
            "sum_square": (
                {
                    "x.norm(": "(x * x).sum(",
                    "x / size.clamp(min=1e-12)": "x / torch.sqrt(size + 1e-{0})",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total + 1e-{0})",
                },
                "6 8",
            ),
            "sum_abs": {
                "x.norm(": "x.abs().sum(",
                "total += x * x": "total += tl.abs(x)",
                "tl.sqrt(total)": "total",
            },
            "mean_abs_plus": (
                {
                    "x.norm(": "x.abs().mean(",
                    "size.clamp(min=1e-12)": "(size + 1e-{0})",
                    "total += x * x": "total += tl.abs(x)",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "total / whole + 1e-{0}",
                },
                "5 6 8",
            ),
            "largest": {
                "x.norm(": "x.abs().amax(",
                "total += x * x": "total = tl.maximum(total, tl.abs(x))",
                "tl.sqrt(total)": "total",
            },
        },
        "AXES": [
            FIRST_SECOND_THIRD,
            {  # what z is
                "number": {"torch.randn(place)": "torch.randn(())", "z_ptr + place": "z_ptr"},
                "one": {"torch.randn(place)": "torch.randn(1)", "z_ptr + place": "z_ptr"},
                "residual": {
                    "torch.randn(place)": "torch.randn(shape)",
                    "tl.load(z_ptr + place)": (
                        "tl.load(z_ptr + offsets + place * inner, mask=mask, other=0.0)"
                    ),
                },
                "itself": {
                    "place = shape[-2:-1] + (1,)": "",
                    "z = torch.randn(place)": "",
                    "return torch.randn(shape), z": "return (torch.randn(shape),)",
                    "program_of_written_norm_torch(x, z):": "program_of_written_norm_torch(x):\n    z = x",
                    "program_of_written_norm_triton(x, z):": "program_of_written_norm_triton(x):",
                    "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                    "x_ptr, z_ptr, y_ptr": "x_ptr, y_ptr",
                    "(x, z, y, n_lines": "(x, y, n_lines",
                    "tl.load(z_ptr + place).to(tl.float32)": "x",
                },
            },
            ("BINARY+TAIL_XZ", "y = y * torch.exp(z)", "y = y * tl.exp(z)"),
        ],
    },
    "program_of_written_norm_rows": {
        "FAMILY": {
            "bare": {"size.clamp(min=1e-12)": "size", "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total)"},
            "plus": (
                {
                    "size.clamp(min=1e-12)": "(size + 1e-{0})",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total) + 1e-{0}",
                },
                "6 8",
            ),
            "mean_square": (
                {
                    "x.norm(": "(x ** 2).mean(",
                    "x / size.clamp(min=1e-12)": "x / torch.sqrt(size + 1e-{0})",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total / n_cols + 1e-{0})",
                },
                "5 6 8",
            ),
            "mean_square_rsqrt": (
                {
                    "x.norm(": "x.pow(2).mean(",
                    "x / size.clamp(min=1e-12)": "x * torch.rsqrt(size + 1e-{0})",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total / n_cols + 1e-{0})",
                },
                "5 6 8",
            ),
            "sum_square": (
                {
                    "x.norm(": "(x * x).sum(",
                    "x / size.clamp(min=1e-12)": "x / torch.sqrt(size + 1e-{0})",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "tl.sqrt(total + 1e-{0})",
                },
                "6 8",
            ),
            "sum_abs": {
                "x.norm(": "x.abs().sum(",
                "lanes += x * x": "lanes += tl.abs(x)",
                "tl.sqrt(total)": "total",
            },
            "mean_abs_plus": (
                {
                    "x.norm(": "x.abs().mean(",
                    "size.clamp(min=1e-12)": "(size + 1e-{0})",
                    "lanes += x * x": "lanes += tl.abs(x)",
                    "tl.maximum(tl.sqrt(total), 1e-12)": "total / n_cols + 1e-{0}",
                },
                "5 6 8",
            ),
            "largest": {
                "x.norm(": "x.abs().amax(",
                "lanes += x * x": "lanes = tl.maximum(lanes, tl.abs(x))",
                "tl.sum(lanes, axis=0)": "tl.max(lanes, axis=0)",
                "tl.sqrt(total)": "total",
            },
        },
        "AXES": [
            {  # what z is
                "number": {
                    "torch.randn(shape[-1])": "torch.randn(())",
                    "z_ptr + cols, mask=mask, other=0.0": "z_ptr",
                },
                "one": {
                    "torch.randn(shape[-1])": "torch.randn(1)",
                    "z_ptr + cols, mask=mask, other=0.0": "z_ptr",
                },
                "each": {
                    "torch.randn(shape[-1])": "torch.randn(shape[:-1] + (1,))",
                    "z_ptr + cols, mask=mask, other=0.0": "z_ptr + row",
                },
                "residual": {
                    "torch.randn(shape[-1])": "torch.randn(shape)",
                    "z_ptr + cols": "z_ptr + row * n_cols + cols",
                },
                "itself": {
                    "z = torch.randn(shape[-1])": "",
                    "return torch.randn(shape), z": "return (torch.randn(shape),)",
                    "program_of_written_norm_rows_torch(x, z):": (
                        "program_of_written_norm_rows_torch(x):\n    z = x"
                    ),
                    "program_of_written_norm_rows_triton(x, z):": "program_of_written_norm_rows_triton(x):",
                    "x, z = x.contiguous(), z.contiguous()": "x = x.contiguous()",
                    "x_ptr, z_ptr, y_ptr": "x_ptr, y_ptr",
                    "(x, z, y, n_cols": "(x, y, n_cols",
                    "tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)": "x",
                },
            },
            ("BINARY+TAIL_XZ", "y = y * torch.exp(z)", "y = y * tl.exp(z)"),
        ],
    },
    "program_reduced": {
        "FAMILY": {
            "mean": {
                "torch.sum": "torch.mean",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares",
            },
            "amax": {
                "torch.sum": "torch.amax",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([ROWS, BLOCK], -float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.maximum(lanes, tl.where(mask, x, -float("inf")))'
                ),
                "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=-float("inf"))\ny = tl.max(partial, axis=0)'
                ),
            },
            "amin": {
                "torch.sum": "torch.amin",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    'lanes = tl.full([ROWS, BLOCK], float("inf"), dtype=tl.float32)'
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    'lanes = tl.minimum(lanes, tl.where(mask, x, float("inf")))'
                ),
                "tl.sum(lanes, axis=1)": "tl.min(lanes, axis=1)",
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=float("inf"))\ny = tl.min(partial, axis=0)'
                ),
            },
            "norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(partial, axis=0)": "y = tl.sqrt(tl.sum(partial, axis=0))",
            },
            "l1_norm": {
                "torch.sum(x, ": "torch.linalg.vector_norm(x, ord=1, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, tl.abs(x), 0.0)",
            },
            "max_norm": {
                "torch.sum(x, ": 'torch.linalg.vector_norm(x, ord=float("inf"), ',
                "lanes += tl.where(mask, x, 0.0)": (
                    "lanes = tl.maximum(lanes, tl.where(mask, tl.abs(x), 0.0))"
                ),
                "tl.sum(lanes, axis=1)": "tl.max(lanes, axis=1)",
                "tl.sum(partial, axis=0)": "tl.max(partial, axis=0)",
            },
            "sum_of_squares": {
                "torch.sum(x, ": "torch.sum(x * x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
            },
            "mean_square": {
                "torch.sum(x, ": "torch.mean(x * x, ",
                "lanes += tl.where(mask, x, 0.0)": "lanes += tl.where(mask, x * x, 0.0)",
                "y = tl.sum(partial, axis=0)": "y = tl.sum(partial, axis=0) / n_cols",
                "partial_ptr, y_ptr, n_rows, n_shares": "partial_ptr, y_ptr, n_rows, n_cols, n_shares",
                "partial, y, n_rows, n_shares": "partial, y, n_rows, n_cols, n_shares",
            },
            "logsumexp": {
                "torch.sum": "torch.logsumexp",
                "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)": (
                    "peak = tl.full([ROWS, BLOCK], -3.0e38, dtype=tl.float32)\n"
                    "lanes = tl.zeros([ROWS, BLOCK], dtype=tl.float32)"
                ),
                "lanes += tl.where(mask, x, 0.0)": (
                    "higher = tl.maximum(peak, tl.where(mask, x, -3.0e38))\n"
                    "lanes = lanes * tl.exp(peak - higher) + tl.where(mask, tl.exp(x - higher), 0.0)\n"
                    "peak = higher"
                ),
                "partial = tl.sum(lanes, axis=1)": (
                    "top = tl.max(peak, axis=1)\n"
                    "partial = top + tl.log(tl.sum(lanes * tl.exp(peak - top[:, None]), axis=1))"
                ),
                "other=0.0)\n    y = tl.sum(partial, axis=0)": (
                    'other=-float("inf"))\n'
                    "top = tl.maximum(tl.max(partial, axis=0), -3.0e38)\n"
                    "y = top + tl.log(tl.sum(tl.exp(partial - top), axis=0))"
                ),
                "BLOCK=128)": "BLOCK=128, enable_fp_fusion=False)",
            },
        },
        "AXES": [
            "DIMS",
            ("LOSSES+BINARY", "x = torch.mul(x, z)", "x = x * z"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "program_to_number": {
        "FAMILY": {
            "sum": {
                "x.mean()": "x.sum()",
                "axis=0) / count": "axis=0)",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
            },
            "batch_mean": {
                "x.mean()": "x.sum() / x.shape[0]",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)",
            },
            "norm": {
                "x.mean()": "x.norm()",
                "tl.sum(x, axis=0)": "tl.sum(x * x, axis=0)",
                "tl.sum(total, axis=0) / count": "tl.sqrt(tl.sum(total, axis=0))",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
            },
        },
        "AXES": [
            {  # what becomes of another number: of a second loss, say
                "plain": {
                    ", torch.randn(())": ",",
                    "def program_to_number_torch(x, other):": "def program_to_number_torch(x):",
                    "def program_to_number_triton(x, other):": "def program_to_number_triton(x):",
                    "y = y + other": "",
                    "partial_ptr, other_ptr": "partial_ptr",
                    "other = tl.load(other_ptr).to(tl.float32)": "",
                    "(partial, other, y": "(partial, y",
                },
                "front": {"y = y + other": "y = other + y"},
                "one": {
                    "torch.randn(())": "torch.randn(1)",
                    "torch.empty((), dtype=x.dtype": "torch.empty((1,), dtype=x.dtype",
                },
                "mul": {"y = y + other": "y = y * other"},
                "sub": {"y = y + other": "y = y - other"},
                "rsub": {"y = y + other": "y = other - y"},
                "weighted": {"y = y + other": "y = y + 0.1 * other"},
                "weighted_front": {"y = y + other": "y = other + 0.7 * y"},
                "halves": {"y = y + other": "y = 0.5 * (y + other)"},
            },
            ("UNARY+TAIL_X", "x = torch.relu(1.0 - x)", "x = tl.maximum(1.0 - x, 0.0)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "program_to_number_of_two": {
        "FAMILY": {
            "sum": {
                "x.mean()": "x.sum()",
                "axis=0) / count": "axis=0)",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
            },
            "batch_mean": {
                "x.mean()": "x.sum() / x.shape[0]",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, x.shape[0], BLOCK=1024)",
            },
            "norm": {
                "x.mean()": "x.norm()",
                "tl.sum(x, axis=0)": "tl.sum(x * x, axis=0)",
                "tl.sum(total, axis=0) / count": "tl.sqrt(tl.sum(total, axis=0))",
                "n_partials, count, BLOCK": "n_partials, BLOCK",
                "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
            },
        },
        "AXES": [
            {  # what becomes of another number: of a second loss, say
                "plain": {
                    ", torch.randn(())": "",
                    "def program_to_number_of_two_torch(x, z, other):": (
                        "def program_to_number_of_two_torch(x, z):"
                    ),
                    "def program_to_number_of_two_triton(x, z, other):": (
                        "def program_to_number_of_two_triton(x, z):"
                    ),
                    "y = y + other": "",
                    "partial_ptr, other_ptr": "partial_ptr",
                    "other = tl.load(other_ptr).to(tl.float32)": "",
                    "(partial, other, y": "(partial, y",
                },
                "front": {"y = y + other": "y = other + y"},
                "one": {
                    "torch.randn(())": "torch.randn(1)",
                    "torch.empty((), dtype=x.dtype": "torch.empty((1,), dtype=x.dtype",
                },
                "mul": {"y = y + other": "y = y * other"},
                "sub": {"y = y + other": "y = y - other"},
                "rsub": {"y = y + other": "y = other - y"},
                "weighted": {"y = y + other": "y = y + 0.1 * other"},
                "weighted_front": {"y = y + other": "y = other + 0.7 * y"},
                "halves": {"y = y + other": "y = 0.5 * (y + other)"},
            },
            ("LOSSES+BINARY", "x = torch.relu(1.0 - x * z)", "x = tl.maximum(1.0 - x * z, 0.0)"),
            ("TAIL_X", "y = torch.sigmoid(y)", "y = tl.sigmoid(y)", "optional"),
        ],
    },
    "program_to_two": {
        "AXES": [
            ("PROGRAM_TO_VX", "v = torch.cos(x)\n    x = torch.sin(x)", "v = tl.cos(x)\n    x = tl.sin(x)")
        ]
    },
}
