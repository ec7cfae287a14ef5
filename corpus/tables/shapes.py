"""What joins two tensors, and the shapes of products and their operands, as exchanges; see corpus/tables."""

PAIRS = {
    "sub": {"torch.add(x, z)": "x - z", "y = x + z": "y = x - z"},
    "mul": {"torch.add(x, z)": "x * z", "y = x + z": "y = x * z"},
    "div": {"torch.add(x, z)": "x / z", "y = x + z": "y = x / z"},
    "maximum": {"torch.add(x, z)": "torch.maximum(x, z)", "y = x + z": "y = tl.maximum(x, z)"},
    "minimum": {"torch.add(x, z)": "torch.minimum(x, z)", "y = x + z": "y = tl.minimum(x, z)"},
    "lerp": {"torch.add(x, z)": "torch.lerp(x, z, 0.3)", "y = x + z": "y = x + 0.3 * (z - x)"},
    "add_alpha": {"torch.add(x, z)": "torch.add(x, z, alpha=0.5)", "y = x + z": "y = x + 0.5 * z"},
    "positive": {"torch.add(x, z)": "torch.where(x > 0, x, z)", "y = x + z": "y = tl.where(x > 0.0, x, z)"},
    "larger": {"torch.add(x, z)": "torch.where(x > z, x, z)", "y = x + z": "y = tl.where(x > z, x, z)"},
    "smaller": {"torch.add(x, z)": "torch.where(x < z, x, z)", "y = x + z": "y = tl.where(x < z, x, z)"},
    "distance": {"torch.add(x, z)": "(x - z).abs()", "y = x + z": "y = tl.abs(x - z)"},
    "square": {"torch.add(x, z)": "(x - z) ** 2", "y = x + z": "y = (x - z) * (x - z)"},
    "kept": {"torch.add(x, z)": "x * (z > 0)", "y = x + z": "y = tl.where(z > 0.0, x, 0.0)"},
    "gt": {"torch.add(x, z)": "x > z", "y = x + z": "y = x > z", "dtype=x.dtype": "dtype=torch.bool"},
    "ge": {"torch.add(x, z)": "x >= z", "y = x + z": "y = x >= z", "dtype=x.dtype": "dtype=torch.bool"},
    "lt": {"torch.add(x, z)": "x < z", "y = x + z": "y = x < z", "dtype=x.dtype": "dtype=torch.bool"},
    "le": {"torch.add(x, z)": "x <= z", "y = x + z": "y = x <= z", "dtype=x.dtype": "dtype=torch.bool"},
    "eq": {
        "torch.add(x, z)": "x == z",
        "y = x + z": "y = x == z",
        "dtype=x.dtype": "dtype=torch.bool",
        "return x, z": "return x.round(), z.round()",
    },
    "ne": {
        "torch.add(x, z)": "x != z",
        "y = x + z": "y = x != z",
        "dtype=x.dtype": "dtype=torch.bool",
        "return x, z": "return x.round(), z.round()",
    },
    "step": {"torch.add(x, z)": "(x > z).float()", "y = x + z": "y = tl.where(x > z, 1.0, 0.0)"},
    "at_least": {"torch.add(x, z)": "(x >= z).to(x.dtype)", "y = x + z": "y = tl.where(x >= z, 1.0, 0.0)"},
    "at_most": {"torch.add(x, z)": "(x <= z).to(x.dtype)", "y = x + z": "y = tl.where(x <= z, 1.0, 0.0)"},
    "logical_and": {
        "torch.add(x, z)": "torch.logical_and(x, z)",
        "y = x + z": "y = (x != 0.0) & (z != 0.0)",
        "return x, z": "return x.round(), z.round()",
        "dtype=x.dtype": "dtype=torch.bool",
    },
    "logical_or": {
        "torch.add(x, z)": "torch.logical_or(x, z)",
        "y = x + z": "y = (x != 0.0) | (z != 0.0)",
        "return x, z": "return x.round(), z.round()",
        "dtype=x.dtype": "dtype=torch.bool",
    },
    "logical_xor": {
        "torch.add(x, z)": "torch.logical_xor(x, z)",
        "y = x + z": "y = (x != 0.0) ^ (z != 0.0)",
        "return x, z": "return x.round(), z.round()",
        "dtype=x.dtype": "dtype=torch.bool",
    },
}

MASKS = {
    "minus_inf": {
        "x.masked_fill(z, 0.0)": 'x.masked_fill(z, float("-inf"))',
        "y = tl.where(z, 0.0, x)": 'y = tl.where(z, -float("inf"), x)',
    },
    "large": {
        "x.masked_fill(z, 0.0)": "x.masked_fill(z, -1e9)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z, -1e9, x)",
    },
    "not_inf": {
        "x.masked_fill(z, 0.0)": 'x.masked_fill(~z, float("-inf"))',
        "y = tl.where(z, 0.0, x)": 'y = tl.where(z, x, -float("inf"))',
    },
    "not_large": {
        "x.masked_fill(z, 0.0)": "x.masked_fill(~z, -1e9)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z, x, -1e9)",
    },
    "not_zero": {
        "x.masked_fill(z, 0.0)": "x.masked_fill(~z, 0.0)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z, x, 0.0)",
    },
    "number": {
        "x.masked_fill(z, 0.0)": "x.masked_fill(z, 1.5)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z, 1.5, x)",
    },
    "where": {
        "x.masked_fill(z, 0.0)": "torch.where(z, x, 0.0)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z, x, 0.0)",
    },
    "where_minus": {
        "x.masked_fill(z, 0.0)": "torch.where(z, x, -1.0)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z, x, -1.0)",
    },
    "where_inf": {
        "x.masked_fill(z, 0.0)": 'torch.where(z, x, float("-inf"))',
        "y = tl.where(z, 0.0, x)": 'y = tl.where(z, x, -float("inf"))',
    },
    "where_zero": {
        "x.masked_fill(z, 0.0)": "torch.where(z, 0.0, x)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z, 0.0, x)",
    },
    "times": {"x.masked_fill(z, 0.0)": "x * z", "y = tl.where(z, 0.0, x)": "y = x * z"},
    "times_float": {"x.masked_fill(z, 0.0)": "x * z.float()", "y = tl.where(z, 0.0, x)": "y = x * z"},
    "times_not": {"x.masked_fill(z, 0.0)": "x * ~z", "y = tl.where(z, 0.0, x)": "y = tl.where(z, 0.0, x)"},
    "times_not_float": {
        "x.masked_fill(z, 0.0)": "x * (~z).float()",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z, 0.0, x)",
    },
    "plus": {"x.masked_fill(z, 0.0)": "x + z", "y = tl.where(z, 0.0, x)": "y = x + z"},
    "int_inf": {
        "x.masked_fill(z, 0.0)": 'x.masked_fill(z == 0, float("-inf"))',
        "y = tl.where(z, 0.0, x)": 'y = tl.where(z == 0, -float("inf"), x)',
        "return x, z > 0.5": "return x, (z > 0.5).long()",
    },
    "int_large": {
        "x.masked_fill(z, 0.0)": "x.masked_fill(z == 0, -1e9)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z == 0, -1e9, x)",
        "return x, z > 0.5": "return x, (z > 0.5).long()",
    },
    "int_zero": {
        "x.masked_fill(z, 0.0)": "x.masked_fill(z == 0, 0.0)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z == 0, 0.0, x)",
        "return x, z > 0.5": "return x, (z > 0.5).long()",
    },
    "int_times": {
        "x.masked_fill(z, 0.0)": "x * z",
        "y = tl.where(z, 0.0, x)": "y = x * z",
        "return x, z > 0.5": "return x, (z > 0.5).long()",
    },
    "int_where": {
        "x.masked_fill(z, 0.0)": "torch.where(z > 0, x, 0.0)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z > 0, x, 0.0)",
        "return x, z > 0.5": "return x, (z > 0.5).long()",
    },
    "float_inf": {
        "x.masked_fill(z, 0.0)": 'x.masked_fill(z == 0, float("-inf"))',
        "y = tl.where(z, 0.0, x)": 'y = tl.where(z == 0.0, -float("inf"), x)',
        "return x, z > 0.5": "return x, (z > 0.5).float()",
    },
    "float_large": {
        "x.masked_fill(z, 0.0)": "x.masked_fill(z == 0, -1e9)",
        "y = tl.where(z, 0.0, x)": "y = tl.where(z == 0.0, -1e9, x)",
        "return x, z > 0.5": "return x, (z > 0.5).float()",
    },
    "additive": {
        "x.masked_fill(z, 0.0)": "x + (1.0 - z) * -1e9",
        "y = tl.where(z, 0.0, x)": "y = x + (1.0 - z) * -1e9",
        "return x, z > 0.5": "return x, (z > 0.5).float()",
    },
}

# Of products of two factors (matmul_of_ranks.py and its kin): which of them is stored the other way round;
# shapes of what joins; shapes of the factors.

TURNED = {
    "x": {
        "torch.randn(x_shape)": "torch.randn(x_shape).mT.contiguous()",
        "y = x @ w": "y = x.transpose(-2, -1) @ w",
        "(M, K), N = x.shape[-2:], w.shape[-1]": (
            "x = x.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]"
        ),
    },
    "w": {
        "torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
        "y = x @ w": "y = x @ w.transpose(-2, -1)",
        "(M, K), N = x.shape[-2:], w.shape[-1]": (
            "w = w.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]"
        ),
    },
    "both": {
        "torch.randn(x_shape)": "torch.randn(x_shape).mT.contiguous()",
        "torch.randn(w_shape)": "torch.randn(w_shape).mT.contiguous()",
        "y = x @ w": "y = x.transpose(-2, -1) @ w.transpose(-2, -1)",
        "(M, K), N = x.shape[-2:], w.shape[-1]": (
            "x, w = x.transpose(-2, -1), w.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]"
        ),
    },
}

JOINED = {
    "column": {"torch.randn(*batch, M, N)": "torch.randn(*batch, M, 1)"},
    "row": {"torch.randn(*batch, M, N)": "torch.randn(N)"},
    "row_of_each": {"torch.randn(*batch, M, N)": "torch.randn(*batch, 1, N)"},
    "matrix": {"torch.randn(*batch, M, N)": "torch.randn(M, N)"},
    "column_of_all": {"torch.randn(*batch, M, N)": "torch.randn(M, 1)"},
    "of_each": {"torch.randn(*batch, M, N)": "torch.randn(*batch, 1, 1)"},
    "one": {"torch.randn(*batch, M, N)": "torch.randn(1)"},
    "scalar": {"torch.randn(*batch, M, N)": "torch.randn(())"},
}

# Of programs of tensors that broadcast before a heavier operation (linear_of_pair.py and its kin): the shape
# of the second and of the third, where that of the result is `shape`; at times it is the first that has fewer
# dimensions.

SHAPE_OF_Z = {
    "plain": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-1])", "z = z[..., None]": ""},
    "whole": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape)", "z = z[..., None]": ""},
    "row": {"z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-1], 1)", "z = z[..., None]": ""},
    "positions": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2:])", "z = z[..., None]": ""},
    "position": {"z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2], 1)", "z = z[..., None]": ""},
    "one_batch": {"z = torch.randn(shape[:-1])": "z = torch.randn(1, *shape[1:])", "z = z[..., None]": ""},
    "sample": {
        "z = torch.randn(shape[:-1])": "z = torch.randn(shape[0], *[1] * (len(shape) - 1))",
        "z = z[..., None]": "",
    },
    "columns_of_each": {
        "z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-2], 1, shape[-1])",
        "z = z[..., None]": "",
    },
    "columns": {"z = torch.randn(shape[:-1])": "z = torch.randn(1, shape[-1])", "z = z[..., None]": ""},
    "one_row": {
        "z = torch.randn(shape[:-1])": "z = torch.randn(*[1] * (len(shape) - 1), shape[-1])",
        "z = z[..., None]": "",
    },
    "one_position": {
        "z = torch.randn(shape[:-1])": "z = torch.randn(1, *shape[1:-1], 1)",
        "z = z[..., None]": "",
    },
    "of_each": {"z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-2], 1, 1)", "z = z[..., None]": ""},
    "one": {"z = torch.randn(shape[:-1])": "z = torch.randn(1)", "z = z[..., None]": ""},
    "scalar": {"z = torch.randn(shape[:-1])": "z = torch.randn(())", "z = z[..., None]": ""},
    "short_position": {
        "z = torch.randn(shape[:-1])": "z = torch.randn(shape[-2])",
        "z = z[..., None]": "z = z[:, None]",
    },
    "short_columns": {
        "z = torch.randn(shape[:-1])": "z = torch.randn(*shape[:-2], shape[-1])",
        "z = z[..., None]": "z = z.unsqueeze(-2)",
    },
    "x_position": {
        "x = torch.randn(shape)": "x = torch.randn(shape[-2:])",
        "z = torch.randn(shape[:-1])": "z = torch.randn(shape)",
        "z = z[..., None]": "",
    },
    "x_columns": {
        "x = torch.randn(shape)": "x = torch.randn(shape[-1])",
        "z = torch.randn(shape[:-1])": "z = torch.randn(shape)",
        "z = z[..., None]": "",
    },
    "x_row": {
        "x = torch.randn(shape)": "x = torch.randn(*shape[:-1], 1)",
        "z = torch.randn(shape[:-1])": "z = torch.randn(shape)",
        "z = z[..., None]": "",
    },
    "outer": {
        "x = torch.randn(shape)": "x = torch.randn(*shape[:-1], 1)",
        "z = torch.randn(shape[:-1])": "z = torch.randn(shape[-1])",
        "z = z[..., None]": "",
    },
}

SHAPE_OF_W = {
    "whole_w": {"w = torch.randn(shape[-1])": "w = torch.randn(shape)"},
    "row_w": {"w = torch.randn(shape[-1])": "w = torch.randn(*shape[:-1], 1)"},
    "positions_w": {"w = torch.randn(shape[-1])": "w = torch.randn(shape[-2:])"},
    "position_w": {"w = torch.randn(shape[-1])": "w = torch.randn(shape[-2], 1)"},
    "sample_w": {"w = torch.randn(shape[-1])": "w = torch.randn(shape[0], *[1] * (len(shape) - 1))"},
    "columns_of_each_w": {"w = torch.randn(shape[-1])": "w = torch.randn(*shape[:-2], 1, shape[-1])"},
    "one_w": {"w = torch.randn(shape[-1])": "w = torch.randn(1)"},
    "scalar_w": {"w = torch.randn(shape[-1])": "w = torch.randn(())"},
}

IMAGE_SHAPE_OF_Z = {
    "plain": {
        "z = torch.randn(shape[1])": "z = torch.randn(shape[1], *[1] * (len(shape) - 2))",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "whole": {
        "z = torch.randn(shape[1])": "z = torch.randn(shape)",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "channel_row": {
        "z = torch.randn(shape[1])": "z = torch.randn(1, shape[1], *[1] * (len(shape) - 2))",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "image_channel": {
        "z = torch.randn(shape[1])": "z = torch.randn(*shape[:2], *[1] * (len(shape) - 2))",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "image": {
        "z = torch.randn(shape[1])": "z = torch.randn(shape[0], *[1] * (len(shape) - 1))",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "image_plane": {
        "z = torch.randn(shape[1])": "z = torch.randn(shape[0], 1, *shape[2:])",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "plane": {
        "z = torch.randn(shape[1])": "z = torch.randn(shape[2:])",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "last": {
        "z = torch.randn(shape[1])": "z = torch.randn(shape[-1])",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "one_image": {
        "z = torch.randn(shape[1])": "z = torch.randn(1, *shape[1:])",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "all_but_images": {
        "z = torch.randn(shape[1])": "z = torch.randn(shape[1:])",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "lines": {
        "z = torch.randn(shape[1])": "z = torch.randn(*shape[:-1], 1)",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "one": {"z = torch.randn(shape[1])": "z = torch.randn(1)", "z = z.view(1, -1, *[1] * (x.dim() - 2))": ""},
    "scalar": {
        "z = torch.randn(shape[1])": "z = torch.randn(())",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "short_image_channel": {
        "z = torch.randn(shape[1])": "z = torch.randn(shape[:2])",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "z = z.view(*z.shape, *[1] * (x.dim() - 2))",
    },
    "x_channel": {
        "x = torch.randn(shape)": "x = torch.randn(shape[1], *[1] * (len(shape) - 2))",
        "z = torch.randn(shape[1])": "z = torch.randn(shape)",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
    "x_plane": {
        "x = torch.randn(shape)": "x = torch.randn(shape[2:])",
        "z = torch.randn(shape[1])": "z = torch.randn(shape)",
        "z = z.view(1, -1, *[1] * (x.dim() - 2))": "",
    },
}

RANKS = {
    "2_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 3), (3, 2)), ((11, 37), (37, 6)), ((70, 9), (9, 5))]"
        ),
    },
    "2_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 3), (2, 3, 2)), ((11, 37), (3, 37, 6)), ((70, 9), (2, 9, 5))]"
        ),
    },
    "3_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 3), (2, 3, 2)), ((3, 11, 37), (3, 37, 6)), ((2, 70, 9), (2, 9, 5))]"
        ),
    },
    "3_1": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 3), (1, 3, 2)), ((3, 11, 37), (1, 37, 6)), ((2, 70, 9), (1, 9, 5))]"
        ),
    },
    "1_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 1, 3), (2, 3, 2)), ((1, 11, 37), (3, 37, 6)), ((1, 70, 9), (2, 9, 5))]"
        ),
    },
    "4_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 2, 1, 3), (3, 2)), ((2, 3, 11, 37), (37, 6)), ((3, 2, 70, 9), (9, 5))]"
        ),
    },
    "4_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 2, 1, 3), (1, 2, 3, 2)), ((2, 3, 11, 37), (2, 3, 37, 6)), ((3, 2, 70, 9), (3, 2, 9, 5))]"
        ),
    },
    "4_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 2, 1, 3), (2, 3, 2)), ((2, 3, 11, 37), (3, 37, 6)), ((3, 2, 70, 9), (2, 9, 5))]"
        ),
    },
    "3_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 3), (1, 2, 3, 2)), ((3, 11, 37), (2, 3, 37, 6)), ((2, 70, 9), (3, 2, 9, 5))]"
        ),
    },
    "2_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 3), (1, 2, 3, 2)), ((11, 37), (2, 3, 37, 6)), ((70, 9), (3, 2, 9, 5))]"
        ),
    },
    "4_one_batch": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 2, 1, 3), (1, 2, 3, 2)), ((2, 3, 11, 37), (1, 3, 37, 6)), ((3, 2, 70, 9), (1, 2, 9, 5))]"
        ),
    },
    "4_one_head": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 2, 1, 3), (1, 1, 3, 2)), ((2, 3, 11, 37), (2, 1, 37, 6)), ((3, 2, 70, 9), (3, 1, 9, 5))]"
        ),
    },
    "4_one_matrix": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 2, 1, 3), (1, 1, 3, 2)), ((2, 3, 11, 37), (1, 1, 37, 6)), ((3, 2, 70, 9), (1, 1, 9, 5))]"
        ),
    },
    "one_batch_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 2, 1, 3), (1, 2, 3, 2)), ((1, 3, 11, 37), (2, 3, 37, 6)), ((1, 2, 70, 9), (3, 2, 9, 5))]"
        ),
    },
    "one_head_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 1, 1, 3), (1, 2, 3, 2)), ((2, 1, 11, 37), (2, 3, 37, 6)), ((3, 1, 70, 9), (3, 2, 9, 5))]"
        ),
    },
    "5_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 2, 1, 3), (3, 2)), ((2, 2, 3, 11, 37), (37, 6)), ((2, 3, 2, 70, 9), (9, 5))]"
        ),
    },
    "5_5": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 2, 1, 3), (2, 1, 2, 3, 2)), ((2, 2, 3, 11, 37), (2, 2, 3, 37, 6)), "
            "((2, 3, 2, 70, 9), (2, 3, 2, 9, 5))]"
        ),
    },
    "5_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 2, 1, 3), (2, 3, 2)), ((2, 2, 3, 11, 37), (3, 37, 6)), ((2, 3, 2, 70, 9), (2, 9, 5))]"
        ),
    },
    "5_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 2, 1, 3), (1, 2, 3, 2)), ((2, 2, 3, 11, 37), (2, 3, 37, 6)), ((2, 3, "
            "2, 70, 9), (3, 2, 9, 5))]"
        ),
    },
    "column_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 3), (3, 1)), ((11, 37), (37, 1)), ((70, 9), (9, 1))]"
        ),
    },
    "column_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 3), (3, 1)), ((3, 11, 37), (37, 1)), ((2, 70, 9), (9, 1))]"
        ),
    },
    "column_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 2, 1, 3), (3, 1)), ((2, 3, 11, 37), (37, 1)), ((3, 2, 70, 9), (9, 1))]"
        ),
    },
    "column_33": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 3), (2, 3, 1)), ((3, 11, 37), (3, 37, 1)), ((2, 70, 9), (2, 9, 1))]"
        ),
    },
    "column_44": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 2, 1, 3), (1, 2, 3, 1)), ((2, 3, 11, 37), (2, 3, 37, 1)), ((3, 2, 70, 9), (3, 2, 9, 1))]"
        ),
    },
    "row_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 3), (3, 2)), ((1, 37), (37, 6)), ((1, 9), (9, 5))]"
        ),
    },
    "row_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 3), (2, 3, 2)), ((3, 1, 37), (3, 37, 6)), ((2, 1, 9), (2, 9, 5))]"
        ),
    },
    "row_32": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 3), (3, 2)), ((3, 1, 37), (37, 6)), ((2, 1, 9), (9, 5))]"
        ),
    },
    "row_4": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 2, 1, 3), (1, 2, 3, 2)), ((2, 3, 1, 37), (2, 3, 37, 6)), ((3, 2, 1, 9), (3, 2, 9, 5))]"
        ),
    },
    "outer_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 1), (1, 2)), ((11, 1), (1, 6)), ((70, 1), (1, 5))]"
        ),
    },
    "outer_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 1), (2, 1, 2)), ((3, 11, 1), (3, 1, 6)), ((2, 70, 1), (2, 1, 5))]"
        ),
    },
    "dot_3": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((2, 1, 3), (2, 3, 1)), ((3, 1, 37), (3, 37, 1)), ((2, 1, 9), (2, 9, 1))]"
        ),
    },
    "dot_2": {
        "[((2, 1, 3), (3, 2)), ((4, 11, 37), (37, 6)), ((3, 70, 9), (9, 66))]": (
            "[((1, 3), (3, 1)), ((1, 37), (37, 1)), ((1, 9), (9, 1))]"
        ),
    },
}

TABLES = "PAIRS MASKS TURNED JOINED SHAPE_OF_Z SHAPE_OF_W IMAGE_SHAPE_OF_Z RANKS".split()
