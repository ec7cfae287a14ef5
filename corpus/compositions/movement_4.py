"""Compositions of the families of data movement, upsample_linear to where_index."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Linear upsampling of a line: each output is a blend of the two values around its place in x.
    "upsample_linear": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 2), (2, 3, 33), (3, 2, 100",
            "x = torch.relu(x)\n    y = x.repeat(2, 3": 'y = F.interpolate(x, scale_factor=2, mode="linear", align_corners=False)\ny = torch.relu(y',
            "rows, columns, out_columns": "length, out_length, scale",
            (
                "out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "out_length\n"
                "i = (offsets % out_length).to(tl.float32)\n"
                "place = tl.maximum((i + 0.5) * scale - 0.5, 0.0)\n"
                "left = tl.minimum(place.to(tl.int64), length - 1)\n"
                "right = tl.minimum(left + 1, length - 1)\n"
                "share = place - left\n"
                "x_left = tl.load(x_ptr + row * length + left, mask=mask, other=0.0).to(tl.float32)\n"
                "x_right = tl.load(x_ptr + row * length + right, mask=mask, other=0.0).to(tl.float32)\n"
                "y = (1.0 - share) * x_left + share * x_right\n"
                "y = tl.maximum(y, 0.0)\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "n, channels, length = x.shape\n"
                "out_length = length * 2\n"
                "scale = 1 / 2\n"
                "y = x.new_empty(n, channels, out_length"
            ),
            "rows, columns, 3 * columns": "length, out_length, scale",
        },
    ),
    # Nearest-neighbour upsampling by whole factors, y[n, c, i, j] = x[n, c, i // factor, j // factor].
    "upsample_nearest": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 1, 1), (2, 1, 3, 11), (2, 3, 5, 6",
            "x.repeat(2, 3": 'F.interpolate(x, scale_factor=2, mode="nearest"',
            "rows, columns, out_columns, BLOCK": (
                "height, width, FACTOR_H: tl.constexpr, FACTOR_W: tl.constexpr,\n"
                "                            BLOCK"
            ),
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns"
            ): (
                "column = offsets % (width * FACTOR_W) // FACTOR_W\n"
                "row = offsets // (width * FACTOR_W) % (height * FACTOR_H) // FACTOR_H\n"
                "plane = offsets // (width * FACTOR_W * height * FACTOR_H)\n"
                "x = tl.load(x_ptr + (plane * height + row) * width"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "factor_h, factor_w = 2, 2\n"
                "n, channels, height, width = x.shape\n"
                "y = x.new_empty(n, channels, height * factor_h, width * factor_w"
            ),
            "rows, columns, 3 * columns": "height, width, FACTOR_H=factor_h, FACTOR_W=factor_w",
        },
    ),
    # Resizing of one, two or three dimensions to any size, each output taking the nearest value: y[..., i] =
    # x[..., i * size // out].
    "upsample_to_any": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 2, 2), (2, 3, 5, 11), (3, 2, 16, 6",
            "x = torch.relu(x)\n    y = x.repeat(2, 3)\n    y = torch.sigmoid(y": 'y = F.interpolate(x, size=7, mode="nearest"',
            "rows, columns, out_columns, BLOCK": (
                "depth, height, width, out_depth, out_height, out_width, scale_d, scale_h, scale_w,\n"
                "                          BLOCK"
            ),
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x"
            ): (
                "channel = offsets // (out_depth * out_height * out_width)\n"
                "layer = offsets // (out_height * out_width) % out_depth\n"
                "row = offsets // out_width % out_height\n"
                "column = offsets % out_width\n"
                "layer = tl.minimum((layer.to(tl.float32) * scale_d).to(tl.int64), depth - 1)\n"
                "row = tl.minimum((row.to(tl.float32) * scale_h).to(tl.int64), height - 1)\n"
                "column = tl.minimum((column.to(tl.float32) * scale_w).to(tl.int64), width - 1)\n"
                "x = tl.load(x_ptr + ((channel * depth + layer) * height + row) * width + column, "
                "mask=mask, other=0.0"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns)": (
                "n, channels, *sizes = x.shape\n"
                "wanted = [7 for size in sizes]\n"
                "scales = [size / out for size, out in zip(sizes, wanted)]\n"
                "y = x.new_empty(n, channels, *wanted)\n"
                "missing = 3 - len(sizes)   # a plane is a volume of one layer, a line a plane of one row"
            ),
            "rows, columns, 3 * columns": "*[1] * missing, *sizes, *[1] * missing, *wanted, *[1.0] * missing, *scales",
        },
    ),
    # A choice by position, y[i, j] = a[i, j] where the column j satisfies a condition, else b[i, j].
    "where_index": Composition(
        "stack",
        {
            "1), (3, 33), (40, 27": "5), (3, 33), (27, 40",
            "y = torch.stack([a, b], dim=1": "column = torch.arange(a.shape[1], device=a.device)\ny = torch.where(column % 2 == 0, a, b",
            "n_elements, run": "n_elements, columns",
            (
                "row = offsets // (2 * run)\n"
                "    at = offsets % (2 * run)\n"
                "    from_a = at < run\n"
                "    a = tl.load(a_ptr + row * run + at, mask=mask & from_a, other=0.0).to(tl.float32)\n"
                "    b = tl.load(b_ptr + row * run + at - run, mask=mask & (at >= run"
            ): (
                "column = offsets % columns\n"
                "take_a = column % 2 == 0\n"
                "a = tl.load(a_ptr + offsets, mask=mask & take_a, other=0.0).to(tl.float32)\n"
                "b = tl.load(b_ptr + offsets, mask=mask & (take_a == 0"
            ),
            "(from_a": "(take_a",
            "a.new_empty(a.shape[0], 2, a.shape[1])\n    run = a.stride(0": "torch.empty_like(a",
            "), run": "), a.shape[1]",
        },
    ),
}
