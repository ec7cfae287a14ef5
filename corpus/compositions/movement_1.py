"""Compositions of the families of data movement, cat to merge_heads."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Concatenation of two tensors along one dimension.
    "cat": Composition(
        "stack",
        {
            "1, 1), (3, 33), (40, 27": "(1, 1, 1), (1, 1, 1)), ((3, 2, 33), (3, 5, 33)), ((2, 40, 9), (2, 17, 9)",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "a_shape, b_shape):\n    return torch.randn(a_shape), torch.randn(b_shape",
            "stack": "cat",
            "n_elements, run": "n_elements, run_a, run_b",
            (
                "2 * run)\n"
                "    at = offsets % (2 * run)\n"
                "    from_a = at < run\n"
                "    a = tl.load(a_ptr + row * run + at, mask=mask & from_a, other=0.0).to(tl.float32)\n"
                "    b = tl.load(b_ptr + row * run + at - run, mask=mask & (at >= run"
            ): (
                "run_a + run_b)\n"
                "at = offsets % (run_a + run_b)\n"
                "from_a = at < run_a\n"
                "a = tl.load(a_ptr + row * run_a + at, mask=mask & from_a, other=0.0).to(tl.float32)\n"
                "b = tl.load(b_ptr + row * run_b + at - run_a, mask=mask & (at >= run_a"
            ),
            "2, a.shape[1])\n    run = a.stride(0": (
                "a.shape[1] + b.shape[1], a.shape[2])\n"
                "run_a = a.shape[1] * a.stride(1)\n"
                "run_b = b.shape[1] * b.stride(1"
            ),
            "), run": "), run_a, run_b",
        },
    ),
    # Concatenation of three or four tensors along any dimension, at any rank.
    "cat_three": Composition(
        "one_hot",
        {
            "1,), (33,), (3, 40), (2, 5, 7": (
                "(7,), 2, 3, 5, 4), ((3, 6), 2, 5, 4, 7), ((2, 5, 33), 7, 3, 4, 2), ((2, 3, 5, 7), 4, 2, "
                "6, 5), ((2, 3, 2, 5, 4), 3, 6, 7, 2"
            ),
            "make(*shape):\n    return (torch.randint(0, 10, shape),": (
                "sized(shape, dim, length):\n"
                "    return torch.randn([length if place == dim % len(shape) else size for place, "
                "size in enumerate(shape)]"
            ),
            "cat_three_torch(label):\n    y = F.one_hot(label, num_classes=10).float(": (
                "make(shape, *lengths):\n"
                "    return tuple(sized(shape, -1, length) for length in lengths[:3])\n"
                "\n"
                "\n"
                "def cat_three_torch(a, b, c):\n"
                "    y = torch.cat([a, b, c], dim=-1"
            ),
            "label_ptr, y_ptr, n_elements, CLASSES: tl.constexpr": "a_ptr, b_ptr, c_ptr, y_ptr, n_elements, run_a, run_b, run_c, run_y",
            (
                "label = tl.load(label_ptr + offsets // CLASSES, mask=mask, other=0)\n"
                "    y = tl.where(offsets % CLASSES == label, 1.0, 0.0"
            ): (
                "row = offsets // run_y\n"
                "at = offsets % run_y\n"
                "y = tl.load(a_ptr + row * run_a + at, mask=mask & (at < run_a), other=0.0).to(tl.float32)\n"
                "at -= run_a\n"
                "b = tl.load(b_ptr + row * run_b + at, mask=mask & (at >= 0) & (at < run_b), "
                "other=0.0).to(tl.float32)\n"
                "y = tl.where(at >= 0, b, y)\n"
                "at -= run_b\n"
                "c = tl.load(c_ptr + row * run_c + at, mask=mask & (at >= 0) & (at < run_c), "
                "other=0.0).to(tl.float32)\n"
                "y = tl.where(at >= 0, c, y"
            ),
            (
                "label):\n"
                "    label = label.contiguous()\n"
                "    y = torch.empty(label.shape + (10,), dtype=torch.float32, device=label.device)"
            ): (
                "a, b, c):\n"
                "    tensors = [x.contiguous() for x in (a, b, c)]\n"
                "    dim = a.dim() - 1\n"
                "    lengths = [x.shape[dim] for x in tensors]\n"
                "    inner = tensors[0].stride(dim)\n"
                "    y = a.new_empty(*a.shape[:dim], sum(lengths), *a.shape[dim + 1:])\n"
                "    runs = [length * inner for length in lengths]"
            ),
            "label, y, y.numel(), CLASSES=10": "*tensors, y, y.numel(), *runs, sum(runs)",
        },
    ),
    # Attention scores under a causal mask, y[..., i, j] = scale x[..., i, j] where j <= i + diagonal, else
    # -inf.
    "causal_mask": Composition(
        "tril",
        {
            "5, 5), (6, 33), (40, 27": "1, 2, 2), (2, 7, 7), (3, 20, 20",
            "y = torch.tril(x, diagonal=0)\n    y = torch.sigmoid(y)\n    return y": (
                "keep = torch.ones(x.shape[-2], x.shape[-1], dtype=torch.bool, "
                "device=x.device).tril(diagonal=0)\n"
                'return (x * 0.125).masked_fill(~keep, float("-inf"))'
            ),
            "row = offsets // columns % rows\n    column = offsets % columns\n    keep = column <= row": "keep = offsets % columns <= offsets // columns % rows",
            "x, 0.0)\n    y = tl.sigmoid(y": 'x * 0.125, float("-inf")',
        },
    ),
    # Channel shuffle: the channels of x, dealt into groups, are interleaved: y[n, k * groups + g] = x[n, g *
    # per_group + k].
    "channel_shuffle": Composition(
        "repeat",
        {
            "1), (3, 33), (17, 20": "12, 1, 1), (2, 24, 3, 5), (1, 12, 6, 7",
            "y = x.repeat(2, 3": (
                "n, c, height, width = x.shape\n"
                "y = x.view(n, 2, c // 2, height, width).transpose(1, 2).reshape(n, c, height, width"
            ),
            "rows, columns, out_columns": "channels, plane, GROUPS: tl.constexpr",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "n = offsets // (channels * plane)\n"
                "channel = offsets // plane % channels\n"
                "taken = channel % GROUPS * (channels // GROUPS) + channel // GROUPS\n"
                "x = tl.load(x_ptr + (n * channels + taken) * plane + offsets % plane"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns)": "y = torch.empty_like(x)\nn, channels, height, width = x.shape",
            "rows, columns, 3 * columns": "channels, height * width, GROUPS=2",
        },
    ),
    # One of the equal parts of a tensor along a dimension, torch.chunk(x, n, dim)[i], as a copy without gaps.
    "chunk": Composition(
        "chain",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "12,), (11, 17), (12, 16, 11), (11, 12, 16, 17",
            "x = torch.relu(x)\n    x = torch.exp(-x)\n    return x": "parts = torch.chunk(x, 2, dim=-1)\ny = parts[0]\ny = torch.relu(y)\nreturn y",
            "BLOCK:": "whole, start, length, inner, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.exp(-x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "places = start + offsets // inner % length\n"
                "y = tl.load(x_ptr + (offsets // (length * inner) * whole + places) * inner + offsets % "
                "inner, mask=mask, other=0.0).to(tl.float32)\n"
                "y = tl.maximum(y, 0.0)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "y = torch.empty_like(x)\n    n_elements = x": (
                "chunks, index = 2, 0\n"
                "whole, inner = x.shape[-1], 1\n"
                "part = triton.cdiv(whole, chunks)\n"
                "start, length = index * part, min(part, whole - index * part)\n"
                "y = torch.empty((*x.shape[:-1], length), dtype=x.dtype, device=x.device)\n"
                "n_elements = y"
            ),
            "BLOCK=": "whole, start, length, inner, BLOCK=",
        },
    ),
    # A vector placed on a diagonal of zeros, y[b, i, j] = x[b, i] where j = i + offset, else 0.
    "diag_embed": Composition(
        "repeat",
        {
            "1), (3, 33), (17, 20": "2), (3, 5), (2, 33",
            "x.repeat(2, 3)\n    y = torch.sigmoid": "torch.diag_embed(x, offset=0)\ny = torch.cos",
            "rows, columns, out_columns, BLOCK": (
                "length, size, FIRST_ROW: tl.constexpr, FIRST_COLUMN: tl.constexpr,\n"
                "                      BLOCK"
            ),
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask"
            ): (
                "batch = offsets // (size * size)\n"
                "i = offsets // size % size - FIRST_ROW\n"
                "j = offsets % size - FIRST_COLUMN\n"
                "keep = (i == j) & (i >= 0) & (i < length)\n"
                "x = tl.load(x_ptr + batch * length + i, mask=mask & keep"
            ),
            "x = tl.sigmoid(x)\n    tl.store(y_ptr + offsets, x": "y = tl.where(keep, x, 0.0)\ny = tl.cos(y)\ntl.store(y_ptr + offsets, y",
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "batch, length = x.shape\n"
                "offset = 0\n"
                "first_row, first_column = max(-offset, 0), max(offset, 0)\n"
                "size = length + max(offset, -offset)\n"
                "y = x.new_empty(batch, size, size"
            ),
            "rows, columns, 3 * columns": "length, size, FIRST_ROW=first_row, FIRST_COLUMN=first_column",
        },
    ),
    # A diagonal of a matrix, y[i] = x[i, i + offset], or of every matrix of a batch.
    "diagonal": Composition(
        "repeat",
        {
            "1), (3, 33), (17": "9, 9), (2, 12, 33), (5, 40",
            "x.repeat(2, 3": "torch.diagonal(x, offset=0, dim1=1, dim2=2).contiguous(",
            "out_columns, BLOCK": "length, FIRST_ROW: tl.constexpr, FIRST_COLUMN: tl.constexpr,\n                    BLOCK",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "batch = offsets // length\n"
                "i = offsets % length\n"
                "source = (batch * rows + FIRST_ROW + i) * columns + FIRST_COLUMN + i\n"
                "x = tl.load(x_ptr + source"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": (
                "batch, rows, columns = x.shape\n"
                "offset = 0\n"
                "first_row, first_column = max(-offset, 0), max(offset, 0)\n"
                "length = min(rows - first_row, columns - first_column)\n"
                "y = x.new_empty(batch, length"
            ),
            "3 * columns,": "length, FIRST_ROW=first_row, FIRST_COLUMN=first_column,",
        },
    ),
    # Trace of each matrix of a batch, y[b] = x[b, 0, 0] + x[b, 1, 1] + ..., and other sums along diagonals.
    "diagonal_sum": Composition(
        "roll",
        {
            "1, 1), (2, 3, 33), (5, 20, 7)]": "2, 2), (3, 5, 5), (40, 33, 33), (7, 9, 4)]  # B, rows, columns",
            "roll(x, shifts=1, dims=": "diagonal(x, dim1=-2, dim2=-1).sum(-",
            (
                "n_elements, size, inner, shift, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    outer = offsets // (size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner\n"
                "    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x, mask=mask"
            ): (
                "batch, rows, columns, length, BLOCK_B: tl.constexpr, BLOCK: tl.constexpr):\n"
                "    b = tl.program_id(0).to(tl.int64) * BLOCK_B + tl.arange(0, BLOCK_B)\n"
                "    total = tl.zeros((BLOCK_B, BLOCK), dtype=tl.float32)\n"
                "    for start in range(0, length, BLOCK):\n"
                "        i = start + tl.arange(0, BLOCK)\n"
                "        mask = (b[:, None] < batch) & (i[None, :] < length)\n"
                "        x = tl.load(x_ptr + b[:, None] * rows * columns + i[None, :] * (columns + 1), "
                "mask=mask, other=0.0).to(tl.float32)\n"
                "        x = tl.maximum(x, 0.0)\n"
                "        total += tl.where(mask, x, 0.0)\n"
                "    y = tl.sum(total, axis=1)\n"
                "    y = tl.sigmoid(y)\n"
                "    tl.store(y_ptr + b, y, mask=b < batch"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    size, inner = x.shape[1], x.stride(1)\n"
                "    shift = 1 % size\n"
                "    grid = (triton.cdiv(x.numel(), 1024),)\n"
                "    diagonal_sum_kernel[grid](x, y, x.numel(), size, inner, shift, BLOCK=1024"
            ): (
                "rows, columns = x.shape[-2:]\n"
                "y = x.new_empty(x.shape[:-2])\n"
                "length = min(rows, columns)\n"
                "diagonal_sum_kernel[(triton.cdiv(y.numel(), 16),)](x, y, y.numel(), rows, columns, "
                "length, BLOCK_B=16, BLOCK=64"
            ),
        },
    ),
    # A tensor meets itself LAG places earlier, y[:, i] = x[:, i + LAG] - x[:, i].
    "diff": Composition(
        "repeat",
        {
            "1), (3, 33), (17, 20": "7), (3, 33), (27, 40",
            "x = torch.relu(x)\n    y = x.repeat(2, 3)": "y = x[:, 1:]\nz = x[:, :-1]\ny = y - z",
            "rows, columns, out_columns": "size, inner, LAG: tl.constexpr",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "run = (size - LAG) * inner\n"
                "source = offsets // run * (size * inner) + offsets % run\n"
                "y = tl.load(x_ptr + source + LAG * inner, mask=mask, other=0.0).to(tl.float32)\n"
                "z = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
                "y = -z + y\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": "lag = 1\nsize, inner = x.shape[1], 1\ny = x.new_empty(x.shape[0], size - lag",
            "rows, columns, 3 * columns": "size, inner, LAG=lag",
        },
    ),
    # Token and position embedding, y[b, t, :] = weight[index[b, t], :] + position[t, :].
    "embedding_position": Composition(
        "embedding",
        {
            "(words, width)": "(words, width), torch.randn(time + 2, width)",
            "embedding_position_torch(index, weight": "embedding_position_torch(index, weight, position",
            "y = torch.relu(y)": "z = position[: index.shape[1]]\ny = y + z",
            "y_ptr,": "position_ptr, y_ptr, time,",
            "for start in range(0, width, BLOCK):": "place = row % time\nfor start in range(0, width, BLOCK):",
            "y = tl.maximum(y, 0.0)": (
                "z = tl.load(position_ptr + place * width + columns, mask=mask, other=0.0).to(tl.float32)\n"
                "y = z + y"
            ),
            "embedding_position_triton(index, weight": "embedding_position_triton(index, weight, position",
            "batch, time = index.shape": "position = position.contiguous()\nbatch, time = index.shape",
            "weight, y": "weight, position, y, time",
        },
    ),
    # A tensor copied along a new dimension, y[i, r, j] = x[i, j] for every r.
    "expand": Composition(
        "repeat",
        {
            "repeat(2, 3": "unsqueeze(1).expand(-1, 4, -1).contiguous(",
            "rows, columns, out_columns": "run, COPIES: tl.constexpr",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): "source = offsets // (run * COPIES) * run + offsets % run\nx = tl.load(x_ptr + source",
            "rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns)": "copies = 4\ny = x.new_empty(x.shape[0], copies, x.shape[1])\nrun = x.shape[1]",
            "rows, columns, 3 * columns": "run, COPIES=copies",
        },
    ),
    # Reversal along some dimensions, y[i, j, k] = x[i, J - 1 - j, k].
    "flip": Composition(
        "repeat",
        {
            "1), (3, 33), (17, 20": "2, 3), (2, 3, 33), (5, 20, 7",
            "x.repeat(2, 3": "torch.flip(x, dims=(1,)",
            "rows, columns, out_columns": "size_i, size_j, size_k",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "i = offsets // (size_j * size_k)\n"
                "j = offsets // size_k % size_j\n"
                "k = offsets % size_k\n"
                "j = size_j - 1 - j\n"
                "x = tl.load(x_ptr + (i * size_j + j) * size_k + k"
            ),
            (
                "rows, columns = x.shape\n"
                "    y = x.new_empty(2 * rows, 3 * columns)\n"
                "    grid = (triton.cdiv(y.numel(), 1024),)\n"
                "    flip_kernel[grid](x, y, y.numel(), rows, columns, 3 * columns"
            ): (
                "y = torch.empty_like(x)\n"
                "size_i, size_j, size_k = x.shape\n"
                "grid = (triton.cdiv(x.numel(), 1024),)\n"
                "flip_kernel[grid](x, y, x.numel(), size_i, size_j, size_k"
            ),
        },
    ),
    # Reversal along two dimensions at once, y[..., p, ..., q, ...] = x[..., size_p - 1 - p, ..., size_q - 1 -
    # q, ...], or along one.
    "flip_dims": Composition(
        "roll",
        {
            "1, 1, 1), (2, 3, 33), (5, 20, 7": "3, 5), (2, 3, 33), (2, 5, 4, 7), (2, 3, 5, 4, 6",
            "roll(x, shifts=1, dims=1": "flip(x, dims=(-2, -1)",
            "size, inner, shift": "size_p, size_q, stride_p, stride_q",
            (
                "outer = offsets // (size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner"
            ): (
                "p = offsets // stride_p % size_p\n"
                "q = offsets // stride_q % size_q\n"
                "source = offsets + (size_p - 1 - 2 * p) * stride_p + (size_q - 1 - 2 * q) * stride_q"
            ),
            "size, inner = x.shape[1], x.stride(1)\n    shift = 1 % size": "size_p, size_q = x.shape[-2], x.shape[-1]\nstride_p, stride_q = x.stride(-2), x.stride(-1)",
        },
    ),
    # Columns of windows added back to their places (col2im): y[n, c, row, column] = sum of what every window
    # over that place has for it.
    "fold": Composition(
        "roll",
        {
            ", 1), (2, 3, 33), (5, 20, 7)]": "), (2, 3), (3, 5)]  # N, C",
            "*shape):\n    return (torch.randn(shape": (
                "N, C):\n"
                "    return (F.unfold(torch.randn(N, C, 8, 10), kernel_size=(2, 2), stride=2, padding=0"
            ),
            "x = torch.relu(x)\n    y = torch.roll(x, shifts=1, dims=1": "y = F.fold(x, (8, 10), kernel_size=(2, 2), stride=2, padding=0",
            "n_elements, size, inner, shift": (
                "n_elements, height, width, OH, OW, KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr,\n"
                "                STRIDE: tl.constexpr, PADDING: tl.constexpr"
            ),
            (
                "outer = offsets // (size * inner)\n"
                "    place = offsets // inner % size\n"
                "    source = (outer * size + (place + size - shift) % size) * inner + offsets % inner\n"
                "    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = tl.sigmoid(x)\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "plane = offsets // (height * width)  # one (n, c)\n"
                "row = offsets // width % height + PADDING\n"
                "column = offsets % width + PADDING\n"
                "y = tl.zeros((BLOCK,), tl.float32)\n"
                "for tap in tl.static_range(KERNEL_H * KERNEL_W):\n"
                "    top, left = row - tap // KERNEL_W, column - tap % KERNEL_W\n"
                "    i, j = top // STRIDE, left // STRIDE\n"
                "    seen = (top >= 0) & (left >= 0) & (top % STRIDE == 0) & (left % STRIDE == 0) & (i < "
                "OH) & (j < OW)\n"
                "    at = ((plane * (KERNEL_H * KERNEL_W) + tap) * OH + i) * OW + j\n"
                "    y += tl.load(x_ptr + at, mask=mask & seen, other=0.0).to(tl.float32)\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    size, inner = x.shape[1], x.stride(1)\n"
                "    shift = 1 % size\n"
                "    grid = (triton.cdiv(x.numel(), 1024),)\n"
                "    fold_kernel[grid](x, y, x.numel(), size, inner, shift, BLOCK=1024"
            ): (
                "height, width = 8, 10\n"
                "kernel_h, kernel_w = 2, 2\n"
                "stride, padding = 2, 0\n"
                "OH = (height + 2 * padding - kernel_h) // stride + 1\n"
                "OW = (width + 2 * padding - kernel_w) // stride + 1\n"
                "y = x.new_empty(x.shape[0], x.shape[1] // (kernel_h * kernel_w), height, width)\n"
                "grid = (triton.cdiv(y.numel(), 512),)\n"
                "fold_kernel[grid](x, y, y.numel(), height, width, OH, OW, KERNEL_H=kernel_h, "
                "KERNEL_W=kernel_w, STRIDE=stride,\n"
                "                  PADDING=padding, BLOCK=512"
            ),
        },
    ),
    # Frames of a signal times a window, and a statistic of each, y[n, i] = f(sum over k of g(x[n, i * step +
    # k] * z[k])): energies, levels, envelopes.
    "framed": Composition(
        "program_of_two",
        {
            "5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5": "20), (3, 33), (5, 200",
            ", torch.randn(shape": ", torch.randn(8",
            "sub(x, z)\n    return x": (
                "relu(x)\n"
                "y = x.unfold(-1, 8, 4) * z\n"
                "y = torch.mean(y, dim=-1)\n"
                "y = torch.sigmoid(y)\n"
                "return y"
            ),
            "BLOCK:": "length, out_length, WINDOW: tl.constexpr, STEP: tl.constexpr, BLOCK:",
            (
                "x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = x - z\n"
                "    tl.store(y_ptr + offsets, x"
            ): (
                "start = offsets // out_length * length + offsets % out_length * STEP\n"
                "y = tl.zeros((BLOCK,), tl.float32)\n"
                "for k in tl.static_range(WINDOW):\n"
                "    x = tl.load(x_ptr + start + k, mask=mask, other=0.0).to(tl.float32)\n"
                "    x = tl.maximum(x, 0.0)\n"
                "    x = x * tl.load(z_ptr + k).to(tl.float32)\n"
                "    y = y + x\n"
                "y = y / WINDOW\n"
                "y = tl.sigmoid(y)\n"
                "tl.store(y_ptr + offsets, y"
            ),
            (
                "y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    framed_kernel[grid](x, z, y, n_elements, BLOCK=1024"
            ): (
                "window, step = 8, 4\n"
                "*batch, length = x.shape\n"
                "out_length = (length - window) // step + 1\n"
                "y = x.new_empty(*batch, out_length)\n"
                "grid = (triton.cdiv(y.numel(), 256),)\n"
                "framed_kernel[grid](x, z, y, y.numel(), length, out_length, WINDOW=window, STEP=step, "
                "BLOCK=256"
            ),
        },
    ),
    # Adding rows at indexed places, y[r, :] = x[r, :] + sum over j of source[j, :] where index[j] = r.
    "index_add": Composition(
        "scatter_add",
        {
            (
                ", 1), (4, 33, 9, 3), (2, 70, 100, 2)]  # rows, columns, "
                "and the columns and rows of the index"
            ): "), (3, 33, 5), (2, 130, 7)]",
            (
                ", given):\n"
                "    return torch.randn(rows, columns), torch.randint(0, columns, (given, kept)), "
                "torch.randn(given, kept"
            ): (
                "):\n"
                "    return torch.randn(rows, columns), torch.randint(0, rows, (kept,)), "
                "torch.randn(kept, columns"
            ),
            "scatter_add(1": "index_add(0",
            "given, BLOCK: tl.constexpr,\n                     BLOCK_KEPT": "BLOCK",
            (
                "start in range(0, kept, BLOCK_KEPT):\n"
                "        at = start + tl.arange(0, BLOCK_KEPT)\n"
                "        there = (at < kept) & (row < given)  # the index may have fewer rows than x\n"
                "        index = tl.load(index_ptr + row * kept + at, mask=there, "
                "other=-1)  # -1 is no column\n"
                "        source = tl.load(source_ptr + row * kept + at, mask=there"
            ): (
                "j in range(0, kept):\n"
                "    hit = tl.load(index_ptr + j) == row\n"
                "    source = tl.load(source_ptr + j * columns + column, mask=mask & hit"
            ),
            (
                "hit = column[:, None] == index[None, :]\n"
                "        y += tl.sum(tl.where(hit, source[None, :], 0.0), axis=1"
            ): "y += tl.where(hit, source, 0.0",
            "given, kept = index.shape": "",
            (
                "64))\n"
                "    index_add_kernel[grid](x, index, source, y, columns, kept, given, BLOCK=64, "
                "BLOCK_KEPT=64"
            ): "128))\nindex_add_kernel[grid](x, index, source, y, columns, source.shape[0], BLOCK=128",
        },
    ),
    # The listed rows of a tensor, y[i] = x[index[i]]; or the listed columns, or any other dimension.
    "index_select": Composition(
        "gather",
        {
            (
                "(1, 4, 3), (1, 3, 3)), ((2, 7, 33), (2, 5, 30)), ((5, 20, 9), (4, 3, "
                "8))]  # shapes of x and of the index"
            ): "1, 1, 1), (2, 12, 33), (5, 20, 9)]",
            "shape, wanted": "*shape",
            "], wanted": "], (shape[1] + 3,)",
            "gather": "index_select",
            "J, K, stride_i, stride_j, stride_k": "size, inner, kept",
            (
                "i = offsets // (J * K)\n"
                "    k = offsets % K\n"
                "    place = tl.load(index_ptr + offsets, mask=mask, other=0)\n"
                "    x = tl.load(x_ptr + i * stride_i + place * stride_j + k * stride_k"
            ): (
                "outer = offsets // (kept * inner)\n"
                "place = tl.load(index_ptr + offsets // inner % kept, mask=mask, other=0)\n"
                "x = tl.load(x_ptr + (outer * size + place) * inner + offsets % inner"
            ),
            "index = index.contiguous()": "x = x.contiguous()\nindex = index.contiguous()",
            (
                "_, J, K = index.shape\n"
                "    stride_i, stride_j, stride_k = x.stride()\n"
                "    y = torch.empty(index.shape, device=x.device, dtype=x.dtype"
            ): (
                "size, inner = x.shape[1], x.stride(1)\n"
                "kept = index.shape[0]\n"
                "y = x.new_empty(x.shape[0], kept, x.shape[2]"
            ),
        },
    ),
    # The number of each row that an index names, and what a tensor of one number a row makes of it, y[i] =
    # x[i, index[i]] * z[i]: policy gradients.
    "label_joins": Composition(
        "program_of_two",
        {
            "1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 2, 3, 4, 5)]": "2, 3, 1), (33, 7, 30), (300, 5, 300)]  # rows and columns of x, and how many indices",
            "*shape):\n    return torch.randn(shape), torch.randn(shape": "M, N, K):\n    return torch.randn(M, N), torch.randint(0, N, (K,)), torch.randn(K",
            "label_joins_torch(x, z):": "label_joins_torch(x, index, z):\n    x = torch.gather(x, 1, index.unsqueeze(1)).squeeze(1)",
            (
                "z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):\n"
                "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = offsets < n_elements\n"
                "    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + offsets"
            ): (
                "index_ptr, z_ptr, y_ptr, n_rows, N, BLOCK: tl.constexpr):\n"
                "    rows = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                "    mask = rows < n_rows\n"
                "    index = tl.load(index_ptr + rows, mask=mask, other=0)\n"
                "    x = tl.load(x_ptr + rows * N + index, mask=mask, other=0.0).to(tl.float32)\n"
                "    z = tl.load(z_ptr + rows"
            ),
            "offsets, x": "rows, x",
            (
                "z):\n"
                "    x, z = x.contiguous(), z.contiguous()\n"
                "    y = torch.empty_like(x)\n"
                "    n_elements = x.numel()\n"
                "    grid = (triton.cdiv(n_elements, 1024),)\n"
                "    label_joins_kernel[grid](x, z, y, n_elements, BLOCK=1024"
            ): (
                "index, z):\n"
                "    x, index, z = x.contiguous(), index.contiguous(), z.contiguous()\n"
                "    n_rows, N = index.numel(), x.shape[-1]\n"
                "    y = x.new_empty(n_rows)\n"
                "    grid = (triton.cdiv(n_rows, 256),)\n"
                "    label_joins_kernel[grid](x, index, z, y, n_rows, N, BLOCK=256"
            ),
        },
    ),
    # Attention heads put together again, y[b, t, h * D + d] = x[b, h, t, d].
    "merge_heads": Composition(
        "repeat",
        {
            "), (3, 33), (17, 20": ", 1, 1), (2, 3, 7, 11), (1, 4, 9, 16",
            "y = x.repeat(2, 3": (
                "batch, heads, time, head_width = x.shape\n"
                "y = x.transpose(1, 2).reshape(batch, time, heads * head_width"
            ),
            "rows, columns, out_columns": "heads, time, head_width, stride_b, stride_h, stride_t, stride_d",
            (
                "row = offsets // out_columns % rows\n"
                "    column = offsets % out_columns % columns\n"
                "    x = tl.load(x_ptr + row * columns + column"
            ): (
                "d = offsets % head_width\n"
                "h = offsets // head_width % heads\n"
                "row = offsets // (head_width * heads)\n"
                "source = row // time * stride_b + h * stride_h + row % time * stride_t + d * stride_d\n"
                "x = tl.load(x_ptr + source"
            ),
            "x = x.contiguous()\n    rows, columns = x.shape\n    y = x.new_empty(2 * rows, 3 * columns": "batch, heads, time, head_width = x.shape\ny = x.new_empty(batch, time, heads * head_width",
            "rows, columns, 3 * columns, BLOCK": (
                "heads, time, head_width, x.stride(0), x.stride(1), x.stride(2), x.stride(3),\n"
                "                         BLOCK"
            ),
        },
    ),
}
