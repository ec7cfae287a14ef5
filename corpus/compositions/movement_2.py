"""Compositions of the families of data movement, nearest to roll_dims."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Rounding to the nearest whole number, y = |round(x)|, with one step after it.
    "nearest": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7",
            "torch.randn(shape), torch.randn(shape": "(3.0 * torch.randn(shape),",
            ", z):\n    x = torch.sub(x, z)\n    return x": "):\n    y = torch.round(x)\n    y = torch.abs(y)\n    return y",
            "nearest_kernel(x_ptr, z_ptr": (
                "round_half_even(x):\n"
                '    """The nearest whole number; exactly halfway, the even one, '
                'which keeps sums of rounded numbers unbiased."""\n'
                "    low = tl.floor(x)\n"
                "    fraction = x - low\n"
                "    low_is_odd = low - 2.0 * tl.floor(low * 0.5) == 1.0\n"
                "    return tl.where((fraction > 0.5) | ((fraction == 0.5) & low_is_odd), low + 1.0, low)\n"
                "\n"
                "\n"
                "@triton.jit\n"
                "def nearest_kernel(x_ptr"
            ),
            (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x"
            ): "y = round_half_even(x)\ny = tl.abs(y)\ntl.store(y_ptr + offsets, y",
            ", z):\n    x, z = x.contiguous(), z": "):\n    x = x",
            "z, y": "y",
        },
    ),
    # A plane resized to the size of another by nearest values, and joined with it, y = f(g(interpolate(x)) +
    # z): a pyramid of features.
    "nearest_joins": Composition(
        "resized_joins",
        {
            'bilinear", align_corners=False': 'nearest"',
            (
                "i = (offsets // out_width % out_height).to(tl.float32)\n"
                "    j = (offsets % out_width).to(tl.float32)\n"
                "    place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)\n"
                "    place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)\n"
                "    top = tl.minimum(place_h.to(tl.int64), height - 1)\n"
                "    left = tl.minimum(place_w.to(tl.int64), width - 1)\n"
                "    bottom = tl.minimum(top + 1, height - 1)\n"
                "    right = tl.minimum(left + 1, width - 1)\n"
                "    y = tl.zeros((BLOCK,), tl.float32)\n"
                "    for corner in tl.static_range(4):\n"
                "        row = tl.where(corner // 2 == 0, top, bottom)\n"
                "        column = tl.where(corner % 2 == 0, left, right)\n"
                "        share_h = tl.where(corner // 2 == 0, 1.0 - (place_h - top), place_h - top)\n"
                "        share_w = tl.where(corner % 2 == 0, 1.0 - (place_w - left), place_w - left)\n"
                "        x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        y = y + share_h * share_w *"
            ): (
                "row = tl.minimum(((offsets // out_width % out_height).to(tl.float32) * "
                "scale_h).to(tl.int64), height - 1)\n"
                "column = tl.minimum(((offsets % out_width).to(tl.float32) * scale_w).to(tl.int64), "
                "width - 1)\n"
                "x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, "
                "other=0.0).to(tl.float32)\n"
                "x = tl.maximum(x, 0.0)\n"
                "y ="
            ),
        },
    ),
    # An image normalised by given statistics of each channel, y[n, c, i, j] = (x[n, c, i, j] - mean[c]) /
    # std[c].
    "normalize_image": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 1, 1), (2, 3, 5, 33), (1, 4, 16, 16",
            "*shape):\n    return (torch.randn(shape),)": (
                "n, channels, height, width):\n"
                "    return torch.randn(n, channels, height, width), torch.randn(channels), "
                "torch.rand(channels) + 0.5"
            ),
            "normalize_image_torch(x": "normalize_image_torch(x, mean, std",
            "y = x.repeat(2, 3)": "mean = mean.view(1, -1, 1, 1)\nstd = std.view(1, -1, 1, 1)\ny = (x - mean) / std",
            "y_ptr, n_elements, rows, columns, out_columns": "mean_ptr, std_ptr, y_ptr, n_elements, channels, inner",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "channel = offsets // inner % channels\n"
                "mean = tl.load(mean_ptr + channel, mask=mask, other=0.0).to(tl.float32)\n"
                "std = tl.load(std_ptr + channel, mask=mask, other=1.0).to(tl.float32)\n"
                "x = tl.load(x_ptr + offsets"
            ),
            "x = tl.sigmoid(x)\n    tl.store(y_ptr + offsets, x": "y = (x - mean) / std\ny = tl.sigmoid(y)\ntl.store(y_ptr + offsets, y",
            "normalize_image_triton(x": "normalize_image_triton(x, mean, std",
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns)": (
                "mean = mean.contiguous()\n"
                "std = std.contiguous()\n"
                "y = torch.empty_like(x)\n"
                "n, channels, height, width = x.shape"
            ),
            "y, y.numel(), rows, columns, 3 * columns": "mean, std, y, y.numel(), channels, height * width",
        },
    ),
    # Padding of the last dimension with a constant: `left` places before every row, `right` places after it.
    "pad_constant": Composition(
        "repeat",
        {
            "1), (3, 33), (17, 20": "4), (3, 33), (37,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 2, 7",
            "x.repeat(2, 3": "F.pad(x, (1, 2), value=0.0",
            "rows, columns, out_columns": "columns, out_columns, LEFT: tl.constexpr",
            (
                "out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask"
            ): (
                "out_columns\n"
                "column = offsets % out_columns - LEFT\n"
                "inside = (column >= 0) & (column < columns)\n"
                "x = tl.load(x_ptr + row * columns + column, mask=mask & inside"
            ),
            "x = tl.sigmoid(x)\n    tl.store(y_ptr + offsets, x": "y = tl.where(inside, x, 0.0)\ny = tl.sigmoid(y)\ntl.store(y_ptr + offsets, y",
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "left, right = 1, 2\n"
                "columns = x.shape[-1]\n"
                "y = x.new_empty(x.shape[:-1] + (left + columns + right,)"
            ),
            "rows, columns, 3 * columns": "columns, left + columns + right, LEFT=left",
        },
    ),
    # Padding of the last two dimensions with a constant: a frame around every plane.
    "pad_constant2d": Composition(
        "pad_reflect2d",
        {
            "6, 6), (2, 3, 7, 33), (3, 16, 12": "3, 4), (2, 3, 5, 33), (7, 12), (3, 16, 9), (2, 2, 3, 4, 6",
            'mode="reflect"': "value=0.0",
            (
                "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))\n"
                "    column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))\n"
                "    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask"
            ): (
                "inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)\n"
                "x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask & inside"
            ),
            "x = tl.sigmoid(x)\n    tl.store(y_ptr + offsets, x": "y = tl.where(inside, x, 0.0)\ny = tl.sigmoid(y)\ntl.store(y_ptr + offsets, y",
        },
    ),
    # Padding of a line with what it holds itself: mirrored, with the last value repeated, or wrapped around.
    "pad_reflect": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 8), (2, 3, 33), (5, 12), (3, 5, 100",
            "x.repeat(2, 3": 'F.pad(x, (1, 2), mode="reflect"',
            "rows, columns, out_columns": "length, out_length, LEFT: tl.constexpr",
            (
                "out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "out_length\n"
                "at = offsets % out_length - LEFT\n"
                "at = tl.where(at < 0, -at, tl.minimum(at, 2 * length - 2 - at))\n"
                "x = tl.load(x_ptr + row * length + at"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": "left, right = 1, 2\n*outer, length = x.shape\ny = x.new_empty(*outer, left + length + right",
            "rows, columns, 3 * columns": "length, left + length + right, LEFT=left",
        },
    ),
    # Padding of a plane with what it holds itself: mirrored, with the edge repeated, or wrapped around.
    "pad_reflect2d": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 6, 6), (2, 3, 7, 33), (3, 16, 12",
            "x.repeat(2, 3": 'F.pad(x, (1, 2, 3, 4), mode="reflect"',
            "rows, columns, out_columns": (
                "height, width, out_height, out_width, LEFT: tl.constexpr,\n"
                "                         TOP: tl.constexpr"
            ),
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns"
            ): (
                "plane = offsets // (out_height * out_width)\n"
                "row = offsets // out_width % out_height - TOP\n"
                "column = offsets % out_width - LEFT\n"
                "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))\n"
                "column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))\n"
                "x = tl.load(x_ptr + (plane * height + row) * width"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "left, right, top, bottom = 1, 2, 3, 4\n"
                "*outer, height, width = x.shape\n"
                "out_height = top + height + bottom\n"
                "out_width = left + width + right\n"
                "y = x.new_empty(*outer, out_height, out_width"
            ),
            "rows, columns, 3 * columns": "height, width, out_height, out_width, LEFT=left, TOP=top",
        },
    ),
    # A function of x padded along its channels, y = pad(f(x).unsqueeze(1), (0, 0, 0, 0, n, m)): what a window
    # across channels is taken of.
    "pad_unsqueezed": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20)]": ", 2, 3), (2, 7, 5, 6), (3, 4, 9, 4)]  # N, C, H, W",
            "y = x.repeat(2, 3)\n    y = torch.sigmoid(y": "x = torch.square(x)\ny = F.pad(x.unsqueeze(1), (0, 0, 0, 0, 2, 2)",
            "rows, columns, out_columns": "channels, out_channels, AREA, BEFORE: tl.constexpr",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask"
            ): (
                "n = offsets // (out_channels * AREA)\n"
                "channel = offsets // AREA % out_channels - BEFORE\n"
                "inside = mask & (channel >= 0) & (channel < channels)\n"
                "x = tl.load(x_ptr + (n * channels + channel) * AREA + offsets % AREA, mask=inside"
            ),
            "tl.sigmoid(x)\n    tl.store(y_ptr + offsets, x": "x * x\ny = tl.where(inside, x, 0.0)\ntl.store(y_ptr + offsets, y",
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "before, after = 2, 2\n"
                "n, channels, *places = x.shape\n"
                "y = x.new_empty(n, 1, before + channels + after, *places"
            ),
            "rows, columns, 3 * columns": "channels, y.shape[2], math.prod(places), BEFORE=before",
        },
    ),
    # Padding of the last three dimensions: with a constant, mirrored, with the edge repeated, or wrapped
    # around.
    "pad_volume": Composition(
        "repeat",
        {
            "1), (3, 33), (17, 20": "2, 3, 3, 4), (3, 5, 7), (2, 4, 5, 9), (2, 3, 5, 4, 6",
            "x = torch.relu(x)\n    y = x.repeat(2, 3)\n    y = torch.sigmoid(y": "y = F.pad(x, (1, 1, 1, 1, 1, 1), value=0.0",
            "rows, columns, out_columns": (
                "depth, height, width, out_depth, out_height, out_width, FRONT: tl.constexpr,\n"
                "                      TOP: tl.constexpr, LEFT: tl.constexpr"
            ),
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "outer = offsets // (out_depth * out_height * out_width)\n"
                "layer = offsets // (out_height * out_width) % out_depth - FRONT\n"
                "row = offsets // out_width % out_height - TOP\n"
                "column = offsets % out_width - LEFT\n"
                "inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & (column >= 0) & "
                "(column < width)\n"
                "x = tl.load(x_ptr + ((outer * depth + layer) * height + row) * width + column, "
                "mask=mask & inside, other=0.0).to(tl.float32)\n"
                "y = tl.where(inside, x, 0.0)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "left, right, top, bottom, front, back = 1, 1, 1, 1, 1, 1\n"
                "*outer, depth, height, width = x.shape\n"
                "out_depth, out_height, out_width = front + depth + back, top + height + bottom, "
                "left + width + right\n"
                "y = x.new_empty(*outer, out_depth, out_height, out_width"
            ),
            "rows, columns, 3 * columns": "depth, height, width, out_depth, out_height, out_width, FRONT=front, TOP=top, LEFT=left",
        },
    ),
    # An image cut into square patches, y[n, patch, :] = the pixels of that patch over all channels.
    "patchify": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 1, 1), (2, 3, 2, 3), (1, 2, 5, 6",
            "*shape):\n    return (torch.randn(shape": (
                "batch, channels, rows, columns):\n"
                "    return (torch.randn(batch, channels, rows * 4, columns * 4"
            ),
            "y = x.repeat(2, 3": (
                "n, c, height, width = x.shape\n"
                "y = x.reshape(n, c, height // 4, 4, width // 4, 4).permute(0, 2, 4, 3, 5, 1).reshape(n, "
                "(height // 4) * (width // 4), 4 * 4 * c"
            ),
            "rows, columns, out_columns": "channels, height, width, PATCH: tl.constexpr",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns"
            ): (
                "inner = offsets % (PATCH * PATCH * channels)\n"
                "patch = offsets // (PATCH * PATCH * channels)\n"
                "channel, i, j = inner % channels, inner // (PATCH * channels), inner // channels % PATCH\n"
                "row = patch // (width // PATCH) % (height // PATCH) * PATCH + i\n"
                "column = patch % (width // PATCH) * PATCH + j\n"
                "n = patch // (width // PATCH * (height // PATCH))\n"
                "x = tl.load(x_ptr + ((n * channels + channel) * height + row) * width"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "patch = 4\n"
                "n, channels, height, width = x.shape\n"
                "y = x.new_empty(n, (height // patch) * (width // patch), patch * patch * channels"
            ),
            "rows, columns, 3 * columns": "channels, height, width, PATCH=patch",
        },
    ),
    # Permutation of three dimensions, here y[j, k, i] = x[i, j, k].
    "permute3": Composition(
        "roll",
        {
            "5, 20, 7": "7, 20, 11",
            "torch.roll(x, shifts=1, dims=1": "x.permute(1, 2, 0).contiguous(",
            "n_elements, size, inner, shift": "n_elements, size_1, size_2, stride_0, stride_1, stride_2",
            (
                "outer = offsets // (size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner\n"
                "    x = tl.load(x_ptr + source"
            ): (
                "i = offsets // (size_1 * size_2)\n"
                "j = offsets // size_2 % size_1\n"
                "k = offsets % size_2\n"
                "x = tl.load(x_ptr + i * stride_0 + j * stride_1 + k * stride_2"
            ),
            (
                "x = x.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    size, inner = x.shape[1], x.stride(1)\n"
                "    shift = 1 % size"
            ): (
                "y = x.new_empty(x.shape[1], x.shape[2], x.shape[0])\n"
                "strides = (x.stride(1), x.stride(2), x.stride(0))"
            ),
            "), size, inner, shift": "), y.shape[1], y.shape[2], strides[0], strides[1], strides[2]",
        },
    ),
    # Permutation of four dimensions, here y[i, k, j, l] = x[i, j, k, l].
    "permute4": Composition(
        "roll",
        {
            "), (2, 3, 33), (5, 20, 7": ", 1), (2, 3, 5, 33), (3, 4, 10, 11",
            "torch.roll(x, shifts=1, dims=1": "x.permute(0, 2, 1, 3).contiguous(",
            "size, inner, shift, BLOCK:": "size_1, size_2, size_3, stride_0, stride_1, stride_2, stride_3,\n                    BLOCK:",
            (
                "outer = offsets // (size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner"
            ): (
                "i = offsets // (size_1 * size_2 * size_3)\n"
                "j = offsets // (size_2 * size_3) % size_1\n"
                "k = offsets // size_3 % size_2\n"
                "l = offsets % size_3\n"
                "source = i * stride_0 + j * stride_1 + k * stride_2 + l * stride_3"
            ),
            (
                "x = x.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    size, inner = x.shape[1], x.stride(1)\n"
                "    shift = 1 % size"
            ): (
                "y = x.new_empty(x.shape[0], x.shape[2], x.shape[1], x.shape[3])\n"
                "strides = (x.stride(0), x.stride(2), x.stride(1), x.stride(3))"
            ),
            "), size, inner, shift": (
                "), y.shape[1], y.shape[2], y.shape[3], strides[0], strides[1], strides[2],\n"
                "                      strides[3]"
            ),
        },
    ),
    # Permutation of five dimensions, here y[i, k, j, l, m] = x[i, j, k, l, m].
    "permute5": Composition(
        "roll",
        {
            "), (2, 3, 33), (5, 20, 7": ", 1, 2), (2, 3, 5, 4, 7), (3, 4, 2, 6, 11",
            "x = torch.relu(x)\n    y = torch.roll(x, shifts=1, dims=1)\n    y = torch.sigmoid(y": "y = x.permute(0, 2, 1, 3, 4).contiguous(",
            "size, inner, shift, BLOCK:": (
                "size_1, size_2, size_3, size_4, stride_0, stride_1, stride_2, stride_3, stride_4,\n"
                "                    BLOCK:"
            ),
            (
                "outer = offsets // (size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner\n"
                "    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x"
            ): (
                "source = offsets % size_4 * stride_4\n"
                "rest = offsets // size_4\n"
                "source += rest % size_3 * stride_3\n"
                "rest = rest // size_3\n"
                "source += rest % size_2 * stride_2\n"
                "rest = rest // size_2\n"
                "source += rest % size_1 * stride_1 + rest // size_1 * stride_0\n"
                "x = tl.load(x_ptr + source, mask=mask, other=0.0"
            ),
            (
                "x = x.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    size, inner = x.shape[1], x.stride(1)\n"
                "    shift = 1 % size"
            ): (
                "order = (0, 2, 1, 3, 4)\n"
                "sizes = [x.shape[d] for d in order]\n"
                "strides = [x.stride(d) for d in order]\n"
                "y = x.new_empty(sizes)"
            ),
            "), size, inner, shift": "), *sizes[1:], *strides",
        },
    ),
    # Pixel shuffle: r * r channels become an r times finer plane, y[n, c, h r + i, w r + j] = x[n, (c r + i)
    # r + j, h, w].
    "pixel_shuffle": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 1, 1), (2, 1, 3, 11), (2, 3, 5, 6",
            "*shape):\n    return (torch.randn(shape": (
                "batch, channels, height, width):\n"
                "    return (torch.randn(batch, channels * 2 * 2, height, width"
            ),
            "x.repeat(2, 3": "F.pixel_shuffle(x, 2",
            "rows, columns, out_columns": "height, width, FACTOR: tl.constexpr",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "column = offsets % (width * FACTOR)\n"
                "row = offsets // (width * FACTOR) % (height * FACTOR)\n"
                "plane = offsets // (width * FACTOR * height * FACTOR)  # batch and channel of y in one\n"
                "channel = (plane * FACTOR + row % FACTOR) * FACTOR + column % FACTOR\n"
                "source = (channel * height + row // FACTOR) * width + column // FACTOR\n"
                "x = tl.load(x_ptr + source"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "factor = 2\n"
                "n, channels, height, width = x.shape\n"
                "y = x.new_empty(n, channels // (factor * factor), height * factor, width * factor"
            ),
            "rows, columns, 3 * columns": "height, width, FACTOR=factor",
        },
    ),
    # Channels moved into finer pixels, then a second tensor, y = pixel_shuffle(x, r) + z: a bias of each
    # channel, a residual image.
    "pixel_shuffle_joins": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 1, 1), (2, 1, 3, 11), (2, 3, 5, 6",
            "*shape):\n    return torch.randn(shape), torch.randn(shape)": (
                "batch, channels, height, width):\n"
                "    factor = 2\n"
                "    z = torch.randn(channels, 1, 1)\n"
                "    return torch.randn(batch, channels * factor * factor, height, width), z"
            ),
            "sub(x, z)\n    return x": (
                "relu(x)\n"
                "y = F.pixel_shuffle(x, 2)\n"
                "y = torch.abs(y)\n"
                "y = y + z\n"
                "y = torch.sigmoid(y)\n"
                "y = y * 0.5\n"
                "return y"
            ),
            "BLOCK:": "n_channels, height, width, FACTOR: tl.constexpr, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "column = offsets % (width * FACTOR)\n"
                "row = offsets // (width * FACTOR) % (height * FACTOR)\n"
                "plane = offsets // (width * FACTOR * height * FACTOR)  # batch and channel of y in one\n"
                "channel = (plane * FACTOR + row % FACTOR) * FACTOR + column % FACTOR\n"
                "source = (channel * height + row // FACTOR) * width + column // FACTOR\n"
                "x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.maximum(x, 0.0)\n"
                "y = x\n"
                "y = tl.abs(y)\n"
                "z = tl.load(z_ptr + plane % n_channels, mask=mask, other=0.0).to(tl.float32)\n"
                "y = z + y\n"
                "y = tl.sigmoid(y)\n"
                "y = 0.5 * y\n"
                "tl.store(y_ptr + offsets, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    pixel_shuffle_joins_kernel[grid](x, z, y, n_elements"
            ): (
                "factor = 2\n"
                "n, channels, height, width = x.shape\n"
                "n_channels = channels // (factor * factor)\n"
                "y = x.new_empty(n, n_channels, height * factor, width * factor)\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "pixel_shuffle_joins_kernel[grid](x, z, y, y.numel(), n_channels, height, width, "
                "FACTOR=factor"
            ),
        },
    ),
    # Pixel unshuffle: every r x r square of pixels becomes r * r channels, y[n, (c r + i) r + j, h, w] = x[n,
    # c, h r + i, w r + j].
    "pixel_unshuffle": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 1, 1), (2, 1, 3, 11), (2, 3, 5, 6",
            "*shape):\n    return (torch.randn(shape": (
                "batch, channels, height, width):\n"
                "    return (torch.randn(batch, channels, height * 2, width * 2"
            ),
            "x.repeat(2, 3": "F.pixel_unshuffle(x, 2",
            "rows, columns, out_columns": "out_height, out_width, FACTOR: tl.constexpr",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "w = offsets % out_width\n"
                "h = offsets // out_width % out_height\n"
                "channel = offsets // (out_width * out_height)  # batch and channel of y in one\n"
                "row = h * FACTOR + channel // FACTOR % FACTOR\n"
                "column = w * FACTOR + channel % FACTOR\n"
                "plane = channel // (FACTOR * FACTOR)\n"
                "source = (plane * out_height * FACTOR + row) * out_width * FACTOR + column\n"
                "x = tl.load(x_ptr + source"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "factor = 2\n"
                "n, channels, height, width = x.shape\n"
                "y = x.new_empty(n, channels * factor * factor, height // factor, width // factor"
            ),
            "rows, columns, 3 * columns": "height // factor, width // factor, FACTOR=factor",
        },
    ),
    # A learned polynomial, y = c[0] + c[1] x + c[2] x^2 + c[3] x^3, by powers or by Horner's rule, alone or
    # over another.
    "polynomial_of_selected": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "1, 5), (2, 3, 33), (3, 7, 20",
            ", torch.randn(shape": ", torch.randn(8), torch.randn(3",
            "z):\n    x = torch.sub(x, z)\n    return x": (
                "c, d):\n"
                "    x = torch.erf(x)\n"
                "    y = c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3\n"
                "    y = y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))\n"
                "    y = torch.sigmoid(y)\n"
                "    return y"
            ),
            "z_ptr,": "c_ptr, d_ptr,",
            (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "x = tl.erf(x)\n"
                "y = tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + "
                "tl.load(c_ptr + 3) * (x * x * x)\n"
                "y = y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "z):\n    x, z = x.contiguous(), z": "c, d):\n    x, c, d = x.contiguous(), c.contiguous(), d",
            "x.numel": "y.numel",
            "z,": "c, d,",
        },
    ),
    # Repetition of every element along one dimension: y[..., i, ...] = x[..., i // repeats, ...].
    "repeat_interleave": Composition(
        "roll",
        {
            "roll(x, shifts=1, dims": "repeat_interleave(x, 2, dim",
            "shift, BLOCK:": "REPEATS: tl.constexpr, BLOCK:",
            (
                "inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size"
            ): (
                "REPEATS * inner)\n"
                "place = offsets // inner % (size * REPEATS) // REPEATS\n"
                "source = (outer * size + place"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    size, inner = x.shape[1], x.stride(1)\n"
                "    shift = 1 % size\n"
                "    grid = (triton.cdiv(x.numel(), 1024),)\n"
                "    repeat_interleave_kernel[grid](x, y, x.numel(), size, inner, shift"
            ): (
                "repeats = 2\n"
                "y = x.new_empty(x.shape[0], x.shape[1] * repeats, x.shape[2])\n"
                "grid = (triton.cdiv(y.numel(), 1024),)\n"
                "repeat_interleave_kernel[grid](x, y, y.numel(), x.shape[1], x.stride(1), REPEATS=repeats"
            ),
        },
    ),
    # A tensor meets its own cyclic shift, y = x + roll(x).
    "roll_binary": Composition(
        "roll",
        {
            "1, 1), (2, 3, 33), (5, 20, 7": "2), (3, 33), (27, 40",
            "x = torch.relu(x)\n    y = torch.roll(x, shifts=1, dims=1)": "z = torch.roll(x, shifts=1, dims=1)\ny = x\ny = y + z",
            (
                "source = (outer * size + (place + size - shift) % size) * inner + offsets % inner\n"
                "    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "rolled = (outer * size + (place + size - shift) % size) * inner + offsets % inner\n"
                "z = tl.load(x_ptr + rolled, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "y = z + y\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
        },
    ),
    # Cyclic shift along two dimensions at once, y[..., p, ..., q, ...] = x[..., (p - shift_p) mod size_p,
    # ..., (q - shift_q) mod size_q, ...].
    "roll_dims": Composition(
        "roll",
        {
            "1, 1, 1), (2, 3, 33), (5, 20, 7": "3, 5), (2, 3, 33), (2, 5, 4, 7), (2, 3, 5, 4, 6",
            "1, dims=1": "(1, 2), dims=(-2, -1)",
            "size, inner, shift": "size_p, size_q, stride_p, stride_q, shift_p, shift_q",
            (
                "outer = offsets // (size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner"
            ): (
                "p = offsets // stride_p % size_p\n"
                "q = offsets // stride_q % size_q\n"
                "from_p = (p + size_p - shift_p) % size_p\n"
                "from_q = (q + size_q - shift_q) % size_q\n"
                "source = offsets + (from_p - p) * stride_p + (from_q - q) * stride_q"
            ),
            "size, inner = x.shape[1], x.stride(1)\n    shift = 1 % size": (
                "size_p, size_q = x.shape[-2], x.shape[-1]\n"
                "stride_p, stride_q = x.stride(-2), x.stride(-1)\n"
                "shift_p, shift_q = 1 % size_p, 2 % size_q   # in [0, size), "
                "so that the kernel takes no remainder of a negative number"
            ),
        },
    ),
}
