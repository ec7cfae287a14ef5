"""Axes that several families share, called after their first rows."""

PADDING1_PADDING2_PADDING3_4 = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
    "same3": {
        "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
            "[(1, 1, 3, 4, 1, 3, 3), (2, 9, 7, 11, 5, 3, 3)]"
        ),
        ", padding=0": ", padding=1",
        "    padding = 0": "    padding = 1",
    },
    "same5": {
        "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
            "[(1, 1, 4, 3, 1, 5, 5), (2, 3, 7, 11, 9, 5, 5)]"
        ),
        ", padding=0": ", padding=2",
        "    padding = 0": "    padding = 2",
    },
    "pointwise": {
        "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (3, 9, 5, 6, 7, 2, 3)]": (
            "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 11, 5, 1, 1)]"
        )
    },
}

PADDING1_PADDING2_PADDING3_5 = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
    "same3": {
        "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": "[(1, 1, 5, 1, 3), (2, 9, 11, 5, 3)]",
        ", padding=0": ", padding=1",
        "    padding = 0": "    padding = 1",
    },
    "same5": {
        "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": "[(1, 1, 6, 1, 5), (2, 3, 11, 9, 5)]",
        ", padding=0": ", padding=2",
        "    padding = 0": "    padding = 2",
    },
    "pointwise": {
        "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (3, 9, 33, 4, 3)]": "[(1, 1, 5, 1, 1), (2, 3, 11, 5, 1)]"
    },
}

PADDING1_PADDING2_PADDING3_6 = {
    "padding1": {
        ", padding=0": ", padding=1",
        "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1",
    },
    "padding2": {
        ", padding=0": ", padding=2",
        "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 2, 2, 2",
    },
    "padding3": {
        ", padding=0": ", padding=3",
        "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 3, 3, 3",
    },
    "padding": (
        {
            ", padding=0": ", padding=({0}, {1}, {2})",
            "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = {0}, {1}, {2}",
        },
        "011 100 110 001 101 010 012 120",
    ),
}

PADDING1_PADDING2_PADDING3_7 = {
    "padding1": {", padding=0": ", padding=1", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1"},
    "padding2": {", padding=0": ", padding=2", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2"},
    "padding3": {", padding=0": ", padding=3", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 3, 3"},
    "padding": (
        {
            ", padding=0": ", padding=({0}, {1})",
            "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}",
        },
        "10 01 12 21 20 02 13 31",
    ),
}

PADDING1_PADDING2_PADDING3_8 = {
    "padding1": {"padding=0": "padding=1", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1"},
    "padding2": {"padding=0": "padding=2", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2"},
    "padding3": {"padding=0": "padding=3", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 3, 3"},
    "padding": (
        {"padding=0": "padding=({0}, {1})", "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}"},
        "10 01 12 21 20 02 13 31 30 03 23 32",
    ),
    "pointwise": {
        "[(1, 2, 7, 9, 5, 3, 1), (2, 5, 10, 11, 7, 4, 3), (3, 9, 6, 7, 5, 1, 3)]": (
            "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 8, 5, 1, 1)]"
        )
    },
}

PADDING1_PADDING2_PADDING_2 = {
    "padding1": {", padding=0": ", padding=1", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 1, 1"},
    "padding2": {", padding=0": ", padding=2", "padding_h, padding_w = 0, 0": "padding_h, padding_w = 2, 2"},
    "padding": (
        {
            ", padding=0": ", padding=({0}, {1})",
            "padding_h, padding_w = 0, 0": "padding_h, padding_w = {0}, {1}",
        },
        "10 01 12 21 20 02 13 31 30 03 23 32",
    ),
}

PADDING1_PADDING2_POINTWISE = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "pointwise": {
        ("[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]"): (
            "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 7, 8, 5, 1, 1, 1)]"
        )
    },
}

PADDING1_PADDING2_POINTWISE_2 = {
    "padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
    "padding2": {"padding=0": "padding=2", "padding = 0": "padding = 2"},
    "pointwise": {
        "[(1, 1, 3, 1, 1), (2, 6, 20, 5, 3), (3, 9, 40, 5, 4)]": "[(1, 1, 3, 1, 1), (2, 3, 20, 5, 1)]"
    },
    "padding3": {"padding=0": "padding=3", "padding = 0": "padding = 3"},
}

PADDING1_PADDING2_SAME3 = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "same3": {
        ("[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]"): (
            "[(1, 1, 2, 3, 4, 1, 3, 3, 3), (2, 4, 6, 7, 8, 5, 3, 3, 3)]"
        ),
        ", padding=0": ", padding=1",
        "    padding = 0": "    padding = 1",
    },
    "pointwise": {
        ("[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 9, 11, 4, 2, 3, 2), (3, 4, 5, 6, 7, 8, 3, 2, 2)]"): (
            "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 6, 7, 8, 5, 1, 1, 1)]"
        )
    },
}

PLAIN_ABOVE_AT_MOST = {
    "plain": {
        "y = torch.clamp(x, min=0)\n    return y": "return x",
        "y = tl.maximum(x, 0)\n    tl.store(y_ptr + offsets, y, mask=mask)": (
            "tl.store(y_ptr + offsets, x, mask=mask)"
        ),
    },
    "above": (
        {
            "y = torch.clamp(x, min=0)": "y = x > {0}",
            "y = tl.maximum(x, 0)": "y = x > {0}",
            "dtype=x.dtype": "dtype=torch.bool",
        },
        "0 2 5 16 100",
    ),
    "at_most": (
        {
            "y = torch.clamp(x, min=0)": "y = x <= {0}",
            "y = tl.maximum(x, 0)": "y = x <= {0}",
            "dtype=x.dtype": "dtype=torch.bool",
        },
        "0 2 5 16 100",
    ),
    "equal": {
        "y = torch.clamp(x, min=0)": "y = x == 0",
        "y = tl.maximum(x, 0)": "y = x == 0",
        "dtype=x.dtype": "dtype=torch.bool",
    },
    "unequal": {
        "y = torch.clamp(x, min=0)": "y = x != 0",
        "y = tl.maximum(x, 0)": "y = x != 0",
        "dtype=x.dtype": "dtype=torch.bool",
    },
    "between": (
        {
            "y = torch.clamp(x, min=0)": "y = (x >= {0}) & (x < {1})",
            "y = tl.maximum(x, 0)": "y = (x >= {0}) & (x < {1})",
            "dtype=x.dtype": "dtype=torch.bool",
        },
        "05 28 39",
    ),
    "float": {
        "y = torch.clamp(x, min=0)": "y = x.float()",
        "y = tl.maximum(x, 0)": "y = x.to(tl.float32)",
        "dtype=x.dtype": "dtype=torch.float32",
    },
    "part": (
        {
            "y = torch.clamp(x, min=0)": "y = x.float() / {0}",
            "y = tl.maximum(x, 0)": "y = x.to(tl.float32) / {0}",
            "dtype=x.dtype": "dtype=torch.float32",
        },
        "3 7 10 255",
    ),
    "scaled": (
        {
            "y = torch.clamp(x, min=0)": "y = x * 0.{0}",
            "y = tl.maximum(x, 0)": "y = x.to(tl.float32) * 0.{0}",
            "dtype=x.dtype": "dtype=torch.float32",
        },
        "1 5 25",
    ),
}

PLAIN_CLAMP_SOFT = {
    "plain": {
        "torch.randn(shape), ": "torch.rand(shape), ",
        "x = torch.sigmoid(x)": "",
        "x = tl.sigmoid(x)": "",
    },
    "clamp": {
        "x = torch.sigmoid(x)": "x = torch.clamp(x, 0.0, 1.0)",
        "x = tl.sigmoid(x)": "x = tl.minimum(tl.maximum(x, 0.0), 1.0)",
    },
    "soft": {
        "x = torch.sigmoid(x)": "x = torch.sigmoid(2.0 * x)",
        "x = tl.sigmoid(x)": "x = tl.sigmoid(2.0 * x)",
    },
}

PLAIN_GATE_ROW_OF_R = {
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
        "r = tl.load(r_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
            "r = tl.load(r_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]"
        ),
    },
}

PLAIN_NEG_DOUBLE = {  # operations that a kernel rounds as PyTorch does; where values tie, any of their places is right
    "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
    "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
    "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
    "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
    "minus_abs": {"x = torch.abs(x)": "x = -torch.abs(x)", "x = tl.abs(x)": "x = -tl.abs(x)"},
    "distance": {"x = torch.abs(x)": "x = torch.abs(x - 0.5)", "x = tl.abs(x)": "x = tl.abs(x - 0.5)"},
    "relu": {"x = torch.abs(x)": "x = torch.relu(x)", "x = tl.abs(x)": "x = tl.maximum(x, 0.0)"},
    "leaky": {
        "x = torch.abs(x)": "x = F.leaky_relu(x, 0.2)",
        "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.2 * x)",
    },
}

PLAIN_NEG_HALF = {  # operations that keep different values different: a tie would leave the index open
    "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
    "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
    "half": {"x = torch.abs(x)": "x = 0.5 * x", "x = tl.abs(x)": "x = 0.5 * x"},
    "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
    "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
    "minus_square": {"x = torch.abs(x)": "x = -x * x", "x = tl.abs(x)": "x = -x * x"},
    "minus_abs": {"x = torch.abs(x)": "x = -torch.abs(x)", "x = tl.abs(x)": "x = -tl.abs(x)"},
    "from1": {"x = torch.abs(x)": "x = 1.0 - x", "x = tl.abs(x)": "x = 1.0 - x"},
    "sub03": {"x = torch.abs(x)": "x = x - 0.3", "x = tl.abs(x)": "x = x - 0.3"},
    "third": {"x = torch.abs(x)": "x = x / 3.0", "x = tl.abs(x)": "x = x / 3.0"},
    "distance": {"x = torch.abs(x)": "x = torch.abs(x - 1.0)", "x = tl.abs(x)": "x = tl.abs(x - 1.0)"},
    "leaky": {
        "x = torch.abs(x)": "x = F.leaky_relu(x, 0.2)",
        "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.2 * x)",
    },
}

PLAIN_NEG_SQUARE = {
    "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
    "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
    "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
    "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
    "distance": {"x = torch.abs(x)": "x = torch.abs(x - 0.5)", "x = tl.abs(x)": "x = tl.abs(x - 0.5)"},
}

PLAIN_SCALE_GATE = {
    "plain": {
        "r = torch.randn(*batch, T, E)": "",
        ", r": "",
        "r_ptr, ": "",
        "r = r.contiguous()": "",
        "r = tl.load(r_ptr + y_places, mask=y_mask, other=0.0).to(tl.float32)": "",
        "y = y + r": "",
    },
    "scale": {"y = y + r": "y = y * r"},
    "gate": {
        "y = y + r": "y = y * r",
        "r = torch.randn(*batch, T, E)": "r = torch.randn(*batch, T, 1)",
        "r_ptr + y_places, mask=y_mask, other=0.0": (
            "r_ptr + (head * T + queries[:, None]), mask=queries[:, None] < T, other=0.0"
        ),
    },
}

QUOTIENT_MINUS_PLUS = {  # how the column and its statistic meet
    "quotient": {"y = x * z": "y = x / z", "y = z * x": "y = x / z"},
    "minus": {"y = x * z": "y = x - z", "y = z * x": "y = x - z"},
    "plus": {"y = x * z": "y = x + z", "y = z * x": "y = x + z"},
    "over": {"y = x * z": "y = x / (torch.abs(z) + 1e-6)", "y = z * x": "y = x / (tl.abs(z) + 1e-6)"},
    "over_large": {"y = x * z": "y = x / (1.0 + torch.abs(z))", "y = z * x": "y = x / (1.0 + tl.abs(z))"},
    "over_clamped": {"y = x * z": "y = x / z.clamp(min=1e-3)", "y = z * x": "y = x / tl.maximum(z, 1e-3)"},
    "sigmoid": {"y = x * z": "y = x * torch.sigmoid(z)", "y = z * x": "y = x * tl.sigmoid(z)"},
    "silu": {"y = x * z": "y = x * F.silu(z)", "y = z * x": "y = x * (z * tl.sigmoid(z))"},
    "hardsigmoid": {
        "y = x * z": "y = x * F.hardsigmoid(z)",
        "y = z * x": "y = x * (tl.minimum(tl.maximum(z + 3.0, 0.0), 6.0) / 6.0)",
    },
    "one_plus": {"y = x * z": "y = x * (1.0 + z)", "y = z * x": "y = x * (1.0 + z)"},
    "residual": {"y = x * z": "y = x + x * z", "y = z * x": "y = x + x * z"},
    "half": {"y = x * z": "y = x - 0.5 * z", "y = z * x": "y = x - 0.5 * z"},
    "mask": {"y = x * z": "y = torch.where(x > z, x, 0.0)", "y = z * x": "y = tl.where(x > z, x, 0.0)"},
    "largest": {"y = x * z": "y = torch.maximum(x, z)", "y = z * x": "y = tl.maximum(x, z)"},
    "exp_minus": {"y = x * z": "y = torch.exp(-torch.abs(x - z))", "y = z * x": "y = tl.exp(-tl.abs(x - z))"},
    "square_minus": {"y = x * z": "y = (x - z) ** 2", "y = z * x": "y = (x - z) * (x - z)"},
}

R1_1_R2_2_R3_1 = {  # rank and dimension
    "r1_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1,), (33,), (300,)]"},
    "r2_2": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(2, 1), (3, 33), (300, 2), (6, 22)]",
        "dim = -1": "dim = -2",
        "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
    },
    "r3_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 3), (3, 5, 7), (2, 3, 140)]"},
    "r3_2": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 3), (3, 5, 7), (2, 140, 3), (2, 6, 33)]",
        "dim = -1": "dim = -2",
        "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
    },
    "r3_3": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 3), (3, 5, 7), (140, 3, 2), (6, 3, 22)]",
        "dim = -1": "dim = -3",
        "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
    },
    "r4_1": {"CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 3, 2, 140)]"},
    "r4_2": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 3, 140, 2)]",
        "dim = -1": "dim = -2",
        "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
    },
    "r4_3": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (2, 140, 2, 3)]",
        "dim = -1": "dim = -3",
        "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
    },
    "r4_4": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": "CASES = [(1, 2, 1, 3), (3, 5, 2, 7), (140, 3, 2, 2)]",
        "dim = -1": "dim = -4",
        "whole, inner = x.shape[-1], 1": (
            "whole, inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
        ),
    },
    "r5_1": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": (
            "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 1, 2, 140)]"
        )
    },
    "r5_2": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": (
            "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 1, 140, 2)]"
        ),
        "dim = -1": "dim = -2",
        "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-2], x.shape[-1]",
    },
    "r5_3": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": (
            "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 3, 140, 2, 1)]"
        ),
        "dim = -1": "dim = -3",
        "whole, inner = x.shape[-1], 1": "whole, inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
    },
    "r5_4": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": (
            "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (2, 140, 1, 2, 3)]"
        ),
        "dim = -1": "dim = -4",
        "whole, inner = x.shape[-1], 1": (
            "whole, inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
        ),
    },
    "r5_5": {
        "CASES = [(2, 1), (3, 33), (2, 300)]": (
            "CASES = [(1, 2, 1, 3, 2), (3, 5, 2, 7, 4), (140, 3, 1, 2, 2)]"
        ),
        "dim = -1": "dim = -5",
        "whole, inner = x.shape[-1], 1": (
            "whole, inner = x.shape[-5], x.shape[-4] * x.shape[-3] * x.shape[-2] * x.shape[-1]"
        ),
    },
}

RELU_INVERSE_CLIPPED = {
    "relu": {
        "torch.round(x / scale)": "torch.round(torch.relu(x) / scale)",
        "q = round_half_even(tl.div_rn(x, scale))": (
            "q = round_half_even(tl.div_rn(tl.maximum(x, 0.0), scale))"
        ),
    },
    "inverse": {
        "torch.round(x / scale)": "torch.round(x * scale)",
        "q = round_half_even(tl.div_rn(x, scale))": "q = round_half_even(x * scale)",
    },
    "clipped": {
        "torch.round(x / scale)": "torch.round(torch.clamp(x, -1.0, 1.0) / scale)",
        "q = round_half_even(tl.div_rn(x, scale))": (
            "q = round_half_even(tl.div_rn(tl.minimum(tl.maximum(x, -1.0), 1.0), scale))"
        ),
    },
}

ROWS_UNBATCHED = {
    "rows": {  # of a product, say, each pooled as the one channel of a sample
        "[(1, 1, 24), (2, 3, 33), (3, 5, 100)]": "[(1, 1, 24), (2, 1, 33), (3, 1, 100)]",
        "  # (N, C, L)": ".squeeze(1)  # (N, L)",
        "n, channels, length = x.shape": "n, _, length = x.shape",
        "x.new_empty(n, channels, out_length": "x.new_empty(n, out_length",
    },
    "unbatched": {
        "[(1, 1, 24), (2, 3, 33), (3, 5, 100)]": "[(1, 24), (3, 33), (5, 100)]",
        "n, channels, length = x.shape": "channels, length = x.shape",
        "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length",
    },
}

ROW_MASK = {
    "row_mask": {
        "torch.rand(shape) > 0.4": "torch.rand(shape[-1]) > 0.4",
        "keep_ptr + row * n_cols + cols": "keep_ptr + cols",
    }
}

S1_S3 = {
    "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
    "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
}

S1_S3_S = {
    "s1": {
        "stride=2": "stride=1",
        "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = 1, 1, 1",
    },
    "s3": {
        "stride=2": "stride=3",
        "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = 3, 3, 3",
    },
    "s": (
        {
            "stride=2": "stride=({0}, {1}, {2})",
            "stride_d, stride_h, stride_w = 2, 2, 2": "stride_d, stride_h, stride_w = {0}, {1}, {2}",
        },
        "122 211 231 121 112 212 123 321 132",
    ),
}

S1_S3_S4 = {
    "s1": {"stride=2": "stride=1", "stride = 2": "stride = 1"},
    "s3": {"stride=2": "stride=3", "stride = 2": "stride = 3"},
    "s4": {"stride=2": "stride=4", "stride = 2": "stride = 4"},
    "s5": {"stride=2": "stride=5", "stride = 2": "stride = 5"},
}

S1_S3_S4_2 = {
    "s1": {"stride=2": "stride=1", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 1, 1"},
    "s3": {"stride=2": "stride=3", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 3, 3"},
    "s4": {"stride=2": "stride=4", "stride_h, stride_w = 2, 2": "stride_h, stride_w = 4, 4"},
    "s": (
        {"stride=2": "stride=({0}, {1})", "stride_h, stride_w = 2, 2": "stride_h, stride_w = {0}, {1}"},
        "21 12 32 13 31 23 24 41",
    ),
}

SCORE_HALF_NEGATIVE = {
    "score": {"return 1.0 - score": "return score", "y = 1.0 - y": ""},
    "half": {"return 1.0 - score": "return 0.5 * (1.0 - score)", "y = 1.0 - y": "y = 0.5 * (1.0 - y)"},
    "negative": {"return 1.0 - score": "return -score", "y = 1.0 - y": "y = -y"},
    "from_2": {"return 1.0 - score": "return 2.0 - score", "y = 1.0 - y": "y = 2.0 - y"},
    "log": {"return 1.0 - score": "return -torch.log(score + 0.5)", "y = 1.0 - y": "y = -tl.log(y + 0.5)"},
    "squared": {
        "return 1.0 - score": "return (1.0 - score) ** 2",
        "y = 1.0 - y": "y = (1.0 - y) * (1.0 - y)",
    },
    "root": {"return 1.0 - score": "return torch.sqrt(1.5 - score)", "y = 1.0 - y": "y = tl.sqrt(1.5 - y)"},
}

SECOND_099_SECOND_095_SECOND_098 = {
    "second_099": {"0.999 * v + 0.001 * g * g": "0.99 * v + 0.01 * g * g"},
    "second_095": {"0.999 * v + 0.001 * g * g": "0.95 * v + 0.05 * g * g"},
    "second_098": {"0.999 * v + 0.001 * g * g": "0.98 * v + 0.02 * g * g"},
}

SECOND_TRANSPOSED_FIRST_TRANSPOSED_BOTH_TRAN = {
    "second_transposed": {
        "torch.randn(K, N)": "torch.randn(N, K)",
        "y = x @ w": "y = x @ w.T",
        "N = w.shape[1]": "N = w.shape[0]",
        "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
    },
    "first_transposed": {
        "torch.randn(M, K)": "torch.randn(K, M)",
        "y = x @ w": "y = x.T @ w",
        "M, K = x.shape": "K, M = x.shape",
        "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
    },
    "both_transposed": {
        "torch.randn(K, N)": "torch.randn(N, K)",
        "y = x @ w": "y = x.T @ w.T",
        "N = w.shape[1]": "N = w.shape[0]",
        "stride_wk, stride_wn = w.stride()": "stride_wn, stride_wk = w.stride()",
        "torch.randn(M, K)": "torch.randn(K, M)",
        "M, K = x.shape": "K, M = x.shape",
        "stride_xm, stride_xk = x.stride()": "stride_xk, stride_xm = x.stride()",
    },
}

SIZE_PLAIN_SIZES = {  # and below
    "size": {"z ** 2": "z.abs()", "z * z": "tl.abs(z)"},
    "plain": {"z ** 2": "z", "z * z": "z"},
    "sizes": {"z ** 2": "(x.abs() + z.abs())", "z * z": "tl.abs(x) + tl.abs(z)"},
    "squares": {"z ** 2": "(x ** 2 + z ** 2)", "z * z": "x * x + z * z"},
    "squares_of_sum": {"z ** 2": "(x + z) ** 2", "z * z": "(x + z) * (x + z)"},
    "largest": {"z ** 2": "torch.maximum(x, z)", "z * z": "tl.maximum(x, z)"},
    "sum": {"z ** 2": "(x + z)", "z * z": "x + z"},
}

SMOOTH = {
    "smooth": (
        {
            "label_smoothing=0.0": "label_smoothing=0.{0}",
            "total = 0.0": "total = 0.0\ndistance = 0.0",
            "peak = new_peak": (
                "peak = new_peak\ndistance += tl.sum(tl.where(column < C, x - chosen, 0.0), axis=0)"
            ),
            "loss = peak - chosen + tl.log(total)": (
                "loss = peak - chosen + tl.log(total)\nloss -= 0.{0} * (distance / C)"
            ),
        },
        "1 2",
    )
}

STEP_1_STEP_2_STEP_5 = {
    "step_1": {"0.6513215599": "0.1", "0.00995511979025188": "0.001"},
    "step_2": {"0.6513215599": "0.19", "0.00995511979025188": "0.001999"},
    "step_5": {"0.6513215599": "0.40951", "0.00995511979025188": "0.00499000999"},
    "step_50": {"0.6513215599": "0.9948462247926799", "0.00995511979025188": "0.04878893151"},
    "step_100": {"0.6513215599": "0.9999734386011124", "0.00995511979025188": "0.09520785288"},
    "step_1000": {"0.6513215599": "0.99999999", "0.00995511979025188": "0.63230457522"},
}

STRIDE2_STRIDE3 = {
    "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
    "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
}

STRIDE2_STRIDE3_STRIDE = {
    "stride2": {
        "stride=1": "stride=2",
        "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2",
    },
    "stride3": {
        "stride=1": "stride=3",
        "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3",
    },
    "stride": (
        {
            "stride=1": "stride=({0}, {1}, {2})",
            "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}",
        },
        "122 211 213 121 112 221 212 312 123 231 321 132",
    ),
}

STRIDE2_STRIDE3_STRIDE2_MORE = {
    "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
    "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
    "stride2_more": {
        "stride=1": "stride=2",
        "stride = 1": "stride = 2",
        "output_padding=0": "output_padding=1",
        "output_padding = 0": "output_padding = 1",
    },
    "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"},
}

STRIDE2_STRIDE3_STRIDE2_MORE_2 = {
    "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
    "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
    "stride2_more": {
        "stride=1": "stride=2",
        "stride = 1": "stride = 2",
        "output_padding=0": "output_padding=1",
        "output_padding = 0": "output_padding = 1",
    },
}

STRIDE2_STRIDE3_STRIDE4 = {
    "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
    "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
    "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"},
    "stride2_more": {
        "stride=1": "stride=2",
        "stride = 1": "stride = 2",
        "output_padding=0": "output_padding=1",
        "output_padding = 0": "output_padding = 1",
    },
    "stride3_more": {
        "stride=1": "stride=3",
        "stride = 1": "stride = 3",
        "output_padding=0": "output_padding=2",
        "output_padding = 0": "output_padding = 2",
    },
}

STRIDE2_STRIDE3_STRIDE4_2 = {
    "stride2": {"stride=1": "stride=2", "stride = 1": "stride = 2"},
    "stride3": {"stride=1": "stride=3", "stride = 1": "stride = 3"},
    "stride4": {"stride=1": "stride=4", "stride = 1": "stride = 4"},
}
