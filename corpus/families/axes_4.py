"""Axes that several families share, called after their first rows."""

STRIDE2_STRIDE3_STRIDE4_3 = {
    "stride2": {"stride=1": "stride=2", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2"},
    "stride3": {"stride=1": "stride=3", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 3, 3"},
    "stride4": {"stride=1": "stride=4", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 4, 4"},
    "stride": (
        {"stride=1": "stride=({0}, {1})", "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}"},
        "21 12 23 32 31 24",
    ),
    "stride2_more": {
        "stride=1": "stride=2",
        "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2",
        "output_padding=0": "output_padding=1",
        "more_h, more_w = 0, 0": "more_h, more_w = 1, 1",
    },
    "stride3_more": {
        "stride=1": "stride=3",
        "stride_h, stride_w = 1, 1": "stride_h, stride_w = 3, 3",
        "output_padding=0": "output_padding=2",
        "more_h, more_w = 0, 0": "more_h, more_w = 2, 2",
    },
    "more": (
        {
            "stride=1": "stride=({0}, {1})",
            "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}",
            "output_padding=0": "output_padding=({2}, {3})",
            "more_h, more_w = 0, 0": "more_h, more_w = {2}, {3}",
        },
        "2110 2201 2312 2210 3221 1201 3320 4231 2301 3210 3312",
    ),
}

STRIDE2_STRIDE3_STRIDE_2 = {
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
        "122 211 213 121 112 221 212 312 123",
    ),
}

STRIDE2_STRIDE3_STRIDE_3 = {
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
        "122 211 213 121 221 312 123 231",
    ),
    "stride2_more": {
        "stride=1": "stride=2",
        "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 2, 2, 2",
        "output_padding=0": "output_padding=1",
        "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = 1, 1, 1",
    },
    "stride3_more": {
        "stride=1": "stride=3",
        "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = 3, 3, 3",
        "output_padding=0": "output_padding=1",
        "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = 1, 1, 1",
    },
    "more": (
        {
            "stride=1": "stride=({0}, {1}, {2})",
            "stride_d, stride_h, stride_w = 1, 1, 1": "stride_d, stride_h, stride_w = {0}, {1}, {2}",
            "output_padding=0": "output_padding=({3}, {4}, {5})",
            "more_d, more_h, more_w = 0, 0, 0": "more_d, more_h, more_w = {3}, {4}, {5}",
        },
        "122011 213102 222011 211100 321210 222100 123012 132021 323202 231120",
    ),
}

STRIDE2_STRIDE3_STRIDE_4 = {
    "stride2": {"stride=1": "stride=2", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 2, 2"},
    "stride3": {"stride=1": "stride=3", "stride_h, stride_w = 1, 1": "stride_h, stride_w = 3, 3"},
    "stride": (
        {"stride=1": "stride=({0}, {1})", "stride_h, stride_w = 1, 1": "stride_h, stride_w = {0}, {1}"},
        "21 12 31 13 32 23",
    ),
}

SUB_FROM_ADD = {
    "sub": {"y = torch.maximum(y, z)": "y = y - z", "y = tl.maximum(y, z)": "y = y - z"},
    "from": {"y = torch.maximum(y, z)": "y = z - y", "y = tl.maximum(y, z)": "y = z - y"},
    "add": {"y = torch.maximum(y, z)": "y = y + z", "y = tl.maximum(y, z)": "y = y + z"},
    "mul": {"y = torch.maximum(y, z)": "y = y * z", "y = tl.maximum(y, z)": "y = y * z"},
    "between": (
        {
            "y = torch.maximum(y, z)": "y = z + 0.{0} * (y - z)",
            "y = tl.maximum(y, z)": "y = z + 0.{0} * (y - z)",
        },
        "1 3 5 7",
    ),
    "sharper": (
        {
            "y = torch.maximum(y, z)": "y = z + {0}.0 * (z - y)",
            "y = tl.maximum(y, z)": "y = z + {0}.0 * (z - y)",
        },
        "2 3 4",
    ),
    "positive": {
        "y = torch.maximum(y, z)": "y = torch.relu(z - y)",
        "y = tl.maximum(y, z)": "y = tl.maximum(z - y, 0.0)",
    },
}

SUB_MUL_MAX = {
    "sub": {"y = y + s": "y = y - s", "y += s": "y = y - s"},
    "mul": {"y = y + s": "y = y * s", "y += s": "y = y * s"},
    "max": {"y = y + s": "y = torch.maximum(y, s)", "y += s": "y = tl.maximum(y, s)"},
    "min": {"y = y + s": "y = torch.minimum(y, s)", "y += s": "y = tl.minimum(y, s)"},
    "half": {"y = y + s": "y = y + 0.5 * s", "y += s": "y += 0.5 * s"},
    "gate": {"y = y + s": "y = y * torch.sigmoid(s)", "y += s": "y = y * tl.sigmoid(s)"},
}

SUM_HALF_TENTH = {
    "sum": {
        "loss.mean()": "loss.sum()",
        " / count)": ")",
        "n_partials, count, BLOCK": "n_partials, BLOCK",
        "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
    },
    "half": {"loss.mean()": "loss.mean() * 0.5", " / count)": " / count * 0.5)"},
    "tenth": {"loss.mean()": "loss.mean() * 0.1", " / count)": " / count * 0.1)"},
    "double": {"loss.mean()": "loss.mean() * 2.0", " / count)": " / count * 2.0)"},
    "plus": {"loss.mean()": "loss.mean() + 1.0", " / count)": " / count + 1.0)"},
    "negative": {"loss.mean()": "loss.mean().neg()", "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"},
}

SUM_HALF_TENTH_2 = {
    "sum": {
        'reduction="mean"': 'reduction="sum"',
        " / count)": ")",
        "n_partials, count, BLOCK": "n_partials, BLOCK",
        "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
    },
    "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / count)": " / count * 0.5)"},
    "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / count)": " / count * 0.1)"},
    "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / count)": " / count * 2.0)"},
    "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / count)": " / count + 1.0)"},
    "negative": {
        'reduction="mean")': 'reduction="mean").neg()',
        "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum",
    },
    "root": {
        'reduction="mean")': 'reduction="mean").sqrt()',
        "tl.store(y_ptr, tl.sum(total, axis=0) / count)": (
            "tl.store(y_ptr, tl.sqrt(tl.sum(total, axis=0) / count))"
        ),
    },
}

SUM_HALF_TENTH_3 = {
    "sum": {
        'reduction="mean"': 'reduction="sum"',
        " / count)": ")",
        "n_partials, count, BLOCK": "n_partials, BLOCK",
        "n_partials, n_elements, BLOCK=1024)": "n_partials, BLOCK=1024)",
    },
    "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / count)": " / count * 0.5)"},
    "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / count)": " / count * 0.1)"},
    "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / count)": " / count * 2.0)"},
    "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / count)": " / count + 1.0)"},
    "negative": {
        'reduction="mean")': 'reduction="mean").neg()',
        "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum",
    },
}

SUM_HALF_TENTH_4 = {
    "sum": {'reduction="mean"': 'reduction="sum"', " / n_rows)": ")"},
    "half": {'reduction="mean")': 'reduction="mean") * 0.5', " / n_rows)": " / n_rows * 0.5)"},
    "tenth": {'reduction="mean")': 'reduction="mean") * 0.1', " / n_rows)": " / n_rows * 0.1)"},
    "double": {'reduction="mean")': 'reduction="mean") * 2.0', " / n_rows)": " / n_rows * 2.0)"},
    "plus": {'reduction="mean")': 'reduction="mean") + 1.0', " / n_rows)": " / n_rows + 1.0)"},
    "negative": {
        'reduction="mean")': 'reduction="mean").neg()',
        "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum",
    },
}

SUM_HALF_TENTH_5 = {
    "sum": {"y.mean()": "y.sum()", " / n_rows)": ")"},
    "half": {"y.mean()": "y.mean() * 0.5", " / n_rows)": " / n_rows * 0.5)"},
    "tenth": {"y.mean()": "y.mean() * 0.1", " / n_rows)": " / n_rows * 0.1)"},
    "double": {"y.mean()": "y.mean() * 2.0", " / n_rows)": " / n_rows * 2.0)"},
    "plus": {"y.mean()": "y.mean() + 1.0", " / n_rows)": " / n_rows + 1.0)"},
    "negative": {"y.mean()": "y.mean().neg()", "tl.store(y_ptr, tl.sum": "tl.store(y_ptr, -tl.sum"},
}

TIMES_EIGHTH_OVER_8 = {
    "times": {
        "y = y / math.sqrt(q.shape[-1])": "y = y * q.shape[-1] ** -0.5",
        "scale = 1 / math.sqrt(D)": "scale = D ** -0.5",
    },
    "eighth": {
        "y = y / math.sqrt(q.shape[-1])": "y = y * 0.125",
        "scale = 1 / math.sqrt(D)": "scale = 0.125",
    },
    "over_8": {
        "y = y / math.sqrt(q.shape[-1])": "y = y / 8.0",
        "scale = 1 / math.sqrt(D)": "scale = 1 / 8.0",
    },
    "unscaled": {
        "y = y / math.sqrt(q.shape[-1])": "",
        "scale = 1 / math.sqrt(D)": "",
        "y = y * scale": "",
        "D, scale": "D",
    },
}

UNBATCHED = {
    "unbatched": {
        "[(1, 1, 14, 14), (2, 3, 17, 15), (1, 2, 16, 25)]": "[(1, 14, 14), (3, 17, 15), (2, 16, 25)]",
        "n, channels, height, width = x.shape": "channels, height, width = x.shape",
        "x.new_empty(n, channels, out_height": "x.new_empty(channels, out_height",
    }
}

UNBATCHED_2 = {
    "unbatched": {
        "[(1, 1, 24), (2, 3, 33), (3, 5, 100)]": "[(1, 24), (3, 33), (5, 100)]",
        "n, channels, length = x.shape": "channels, length = x.shape",
        "x.new_empty(n, channels, out_length": "x.new_empty(channels, out_length",
    }
}

UNBATCHED_3 = {
    "unbatched": {
        "[(1, 1, 7, 7, 7), (2, 3, 8, 7, 9)]": "[(1, 7, 7, 7), (3, 8, 7, 9)]",
        "n, channels, depth, height, width = x.shape": "channels, depth, height, width = x.shape",
        "x.new_empty(n, channels, out_depth": "x.new_empty(channels, out_depth",
    }
}

UNSQUEEZED_FLAT = {  # a view of the result costs nothing
    "unsqueezed": {"return y": "return y.unsqueeze(-1)"},
    "flat": {"return y": "return y.flatten()"},
}

WITH_WITH_MINUS_WITH_10 = {
    "with": (
        {"value=0.0": "value={0}.{1}", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, {0}.{1})"},
        "10 05 15 20 30",
    ),
    "with_minus": (
        {"value=0.0": "value=-{0}.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, -{0}.0)"},
        "1 3",
    ),
    "with_10": {"value=0.0": "value=10.0", "y = tl.where(inside, x, 0.0)": "y = tl.where(inside, x, 10.0)"},
    "with_minus_inf": {
        "value=0.0": 'value=float("-inf")',
        "y = tl.where(inside, x, 0.0)": 'y = tl.where(inside, x, -float("inf"))',
    },
}

X_W = {
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
        "w.shape[-2]": "w.shape[-1]",
        "(M, K), N = x.shape[-2:], w.shape[-1]": (
            "w = w.transpose(-2, -1)\n(M, K), N = x.shape[-2:], w.shape[-1]"
        ),
    },
}
