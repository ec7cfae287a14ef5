"""Compositions of the families of padding, patches and images."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Attention scores under a causal mask, y[..., i, j] = scale x[..., i, j] where j <= i + diagonal,
    # else -inf.
    "causal_mask": Composition("tril", {
        "row = offsets // columns % rows\n"
        "    column = offsets % columns\n"
        "    keep = column <= row + DIAGONAL":
            "keep = offsets % columns <= offsets // columns % rows + DIAGONAL",
        "y = tl.where(keep, x, 0.0)\n    y = tl.sigmoid(y)": 'y = tl.where(keep, x * 0.125, float("-inf"))',
        " [(5, 5), (6, 33), (40, 27)]": " [(1, 2, 2), (2, 7, 7), (3, 20, 20)]"}, functions=("""
def causal_mask_torch(x):
    x = torch.relu(x)
    keep = torch.ones(x.shape[-2], x.shape[-1], dtype=torch.bool, device=x.device).tril(diagonal=0)
    return (x * 0.125).masked_fill(~keep, float("-inf"))
""",)),
    # Channel shuffle: the channels of x, dealt into groups, are interleaved: y[n, k * groups + g] = x[n,
    # g * per_group + k].
    "channel_shuffle": Composition("repeat_interleave", {
        "n_elements, size, inner, REPEATS: tl": "n_elements, channels, plane, GROUPS: tl",
        "outer = offsets // (size * REPEATS * inner)": "n = offsets // (channels * plane)",
        "place = offsets // inner % (size * REPEATS) // REPEATS": "channel = offsets // plane % channels",
        "source = (outer * size + place) * inner + offsets % inner":
            "taken = channel % GROUPS * (channels // GROUPS) + channel // GROUPS",
        "source": "(n * channels + taken) * plane + offsets % plane",
        "repeats = 2": "y = torch.empty_like(x)",
        "y = x.new_empty(x.shape[0], x.shape[1] * repeats, x.shape[2])":
            "n, channels, height, width = x.shape",
        "), x.shape[1], x.stride(1), REPEATS=repeats, BLOCK": "), channels, height * width, GROUPS=2, BLOCK",
        "y = torch.repeat_interleave(x, 2, dim=1)":
            "n, c, height, width = x.shape\n"
            "y = x.view(n, 2, c // 2, height, width).transpose(1, 2).reshape(n, c, height, width)"},
        functions=("CASES = [(1, 12, 1, 1), (2, 24, 3, 5), (1, 12, 6, 7)]",)),
    # A vector placed on a diagonal of zeros, y[b, i, j] = x[b, i] where j = i + offset, else 0.
    "diag_embed": Composition("pad_constant2d", {
        "y_ptr, n_rows, height, width, out_height, out_width, LEFT: tl.constexpr, TOP: tl.constexpr,":
            "y_ptr, n_rows, length, size, FIRST_ROW: tl.constexpr, FIRST_COLUMN: tl.constexpr,",
        "out_column < out_width": "out_column < size", "* out_width + out_column": "* size + out_column",
        "plane = (out_row // out_height).to(tl.int64)": "batch = (out_row // size).to(tl.int64)",
        "row = out_row % out_height - TOP": "i = out_row % size - FIRST_ROW",
        "column = out_column - LEFT": "j = out_column - FIRST_COLUMN", "inside": "keep",
        "inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)":
            "keep = (i == j) & (i >= 0) & (i < length)",
        " + (plane * height + row) * width + column, mask": " + batch * length + i, mask", "sigmoid": "cos",
        "left, right, top, bottom = 1, 2, 3, 4": "batch, length = x.shape",
        "*outer, height, width = x.shape": "offset = 0",
        "out_height = top + height + bottom": "first_row, first_column = max(-offset, 0), max(offset, 0)",
        "out_width = left + width + right": "size = length + max(offset, -offset)",
        ".new_empty(*outer, out_height, out_width)": ".new_empty(batch, size, size)",
        "y.numel() // out_width": "y.numel() // size", "next_power_of_2(out_width)": "next_power_of_2(size)",
        "triton.cdiv(out_width, columns)": "triton.cdiv(size, columns)",
        "n_rows, height, width, out_height, out_width, LEFT=left, TOP=top":
            "n_rows, length, size, FIRST_ROW=first_row, FIRST_COLUMN=first_column",
        " = F.pad(x, (1, 2, 3, 4), value=0.0)": " = torch.diag_embed(x, offset=0)"},
        functions=("CASES = [(1, 2), (3, 5), (2, 33)]",)),
    # A diagonal of a matrix, y[i] = x[i, i + offset], or of every matrix of a batch.
    "diagonal": Composition("expand", {
        "x.unsqueeze(1).expand(-1, 4, -1)": "torch.diagonal(x, offset=0, dim1=1, dim2=2)",
        "run, COPIES": "rows, columns, length, FIRST_ROW: tl.constexpr, FIRST_COLUMN",
        "source = offsets // (run * COPIES) * run + offsets % run":
            "batch = offsets // length\n"
            "i = offsets % length\n"
            "source = (batch * rows + FIRST_ROW + i) * columns + FIRST_COLUMN + i",
        "copies = 4\n"
        "    y = x.new_empty(x.shape[0], copies, x.shape[1])\n"
        "    run = x.shape[1]":
            "batch, rows, columns = x.shape\n"
            "offset = 0\n"
            "first_row, first_column = max(-offset, 0), max(offset, 0)\n"
            "length = min(rows - first_row, columns - first_column)\n"
            "y = x.new_empty(batch, length)",
        "), run, COPIES=copies, BLOCK":
            "), rows, columns, length, FIRST_ROW=first_row, FIRST_COLUMN=first_column, BLOCK"},
        functions=("CASES = [(1, 9, 9), (2, 12, 33), (5, 40, 20)]",), breaks=("BLOCK: tl.constexpr):",)),
    # Trace of each matrix of a batch, y[b] = x[b, 0, 0] + x[b, 1, 1] + ..., and other sums along
    # diagonals.
    "diagonal_sum": Composition("tril", {
        "tril(x, diagonal=0)": "diagonal(x, dim1=-2, dim2=-1).sum(-1)",
        "y = torch.empty_like(x)": "rows, columns = x.shape[-2:]",
        "rows, columns = x.shape[-2], x.shape[-1]": "y = x.new_empty(x.shape[:-2])",
        "grid = (triton.cdiv(y.numel(), 1024),)": "length = min(rows, columns)",
        "diagonal_sum_kernel[grid](x, y, y.numel(), rows, columns, DIAGONAL=0, BLOCK=1024)":
            "diagonal_sum_kernel[(triton.cdiv(y.numel(), 16),)](x, y, y.numel(), rows, columns, length, "
            "BLOCK_B=16, BLOCK=64)"}, functions=(
        "CASES = [(1, 2, 2), (3, 5, 5), (40, 33, 33), (7, 9, 4)]  # B, rows, columns", """
@triton.jit
def diagonal_sum_kernel(x_ptr, y_ptr, batch, rows, columns, length, BLOCK_B: tl.constexpr, BLOCK: tl.constexpr):
    b = tl.program_id(0).to(tl.int64) * BLOCK_B + tl.arange(0, BLOCK_B)
    total = tl.zeros((BLOCK_B, BLOCK), dtype=tl.float32)
    for start in range(0, length, BLOCK):
        i = start + tl.arange(0, BLOCK)
        mask = (b[:, None] < batch) & (i[None, :] < length)
        x = tl.load(x_ptr + b[:, None] * rows * columns + i[None, :] * (columns + 1), mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        total += tl.where(mask, x, 0.0)
    y = tl.sum(total, axis=1)
    y = tl.sigmoid(y)
    tl.store(y_ptr + b, y, mask=b < batch)
""")),
    # Frames of a signal times a window, and a statistic of each, y[n, i] = f(sum over k of g(x[n, i *
    # step + k] * z[k])): energies, levels, envelopes.
    "framed": Composition("moving_average", {
        "x": "x, z", "x = x.contiguous()": "x, z = x.contiguous(), z.contiguous()", " = 3, 1": " = 8, 4",
        "rows, length = x.shape": "*batch, length = x.shape",
        "= x.new_empty(rows, out_length)": "= x.new_empty(*batch, out_length)", "1024": "256"},
        functions=("def make(*shape):\n    return torch.randn(shape), torch.randn(8)",
                   (
                       "def framed_torch(x, z):\n"
                       "    x = torch.relu(x)\n"
                       "    y = x.unfold(-1, 8, 4) * z\n"
                       "    y = torch.mean(y, dim=-1)\n"
                       "    y = torch.sigmoid(y)\n"
                       "    return y"),
                   (
                       "@triton.jit\n"
                       "def framed_kernel(x_ptr, z_ptr, y_ptr, n_elements, length, out_length, "
                       "WINDOW: tl.constexpr, STEP: tl.constexpr, BLOCK: tl.constexpr):\n"
                       "    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)\n"
                       "    mask = offsets < n_elements\n"
                       "    start = offsets // out_length * length + offsets % out_length * STEP\n"
                       "    y = tl.zeros((BLOCK,), tl.float32)\n"
                       "    for k in tl.static_range(WINDOW):\n"
                       "        x = tl.load(x_ptr + start + k, mask=mask, other=0.0).to(tl.float32)\n"
                       "        x = tl.maximum(x, 0.0)\n"
                       "        x = x * tl.load(z_ptr + k).to(tl.float32)\n"
                       "        y = y + x\n"
                       "    y = y / WINDOW\n"
                       "    y = tl.sigmoid(y)\n"
                       "    tl.store(y_ptr + offsets, y, mask=mask)"))),
    # Padding of a line with what it holds itself: mirrored, with the last value repeated, or wrapped
    # around.
    "pad_reflect": Composition("pad_constant", {
        "value=0.0": 'mode="reflect"', "columns = x.shape[-1]": "*outer, length = x.shape",
        "x.shape[:-1] + (left + columns + right,)": "*outer, left + length + right",
        "columns, left + columns": "length, left + length", "out_columns": "out_length", "columns": "length",
        "column": "at",
        "inside = (column >= 0) & (column < columns)":
            "at = tl.where(at < 0, -at, tl.minimum(at, 2 * length - 2 - at))",
        " & inside": "",
        "y = tl.where(inside, x, 0.0)\n"
        "    y = tl.sigmoid(y)\n"
        "    tl.store(y_ptr + offsets, y, mask=mask)":
            "x = tl.sigmoid(x)\n"
            "tl.store(y_ptr + offsets, x, mask=mask)"},
        functions=("CASES = [(1, 1, 8), (2, 3, 33), (5, 12), (3, 5, 100)]",)),
    # Padding of a plane with what it holds itself: mirrored, with the edge repeated, or wrapped around.
    "pad_reflect2d": Composition("pad_constant2d", {
        "value=0.0": 'mode="reflect"',
        "inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)\n"
        "    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask & inside, "
        "other=0.0).to(tl.float32)":
            "row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))\n"
            "column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))\n"
            "x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, "
            "other=0.0).to(tl.float32)",
        "y = tl.where(inside, x, 0.0)\n"
        "    y = tl.sigmoid(y)\n"
        "    tl.store(y_ptr + offsets, y, mask=mask)":
            "x = tl.sigmoid(x)\n"
            "tl.store(y_ptr + offsets, x, mask=mask)"},
        functions=("CASES = [(1, 1, 6, 6), (2, 3, 7, 33), (3, 16, 12)]",)),
    # A function of x padded along its channels, y = pad(f(x).unsqueeze(1), (0, 0, 0, 0, n, m)): what a
    # window across channels is taken of.
    "pad_unsqueezed": Composition("pad_constant", {
        "left, right = 1, 2": "before, after = 2, 2",
        "columns = x.shape[-1]": "n, channels, *places = x.shape",
        "x.shape[:-1] + (left + columns + right,)": "n, 1, before + channels + after, *places",
        "columns, left + columns + right, LEFT=left":
            "channels, y.shape[2], math.prod(places), BEFORE=before",
        "y = F.pad(x, (1, 2), value=0.0)": "x = torch.square(x)",
        " torch.sigmoid(y)": " F.pad(x.unsqueeze(1), (0, 0, 0, 0, 2, 2))"}, functions=(
        "CASES = [(1, 1, 2, 3), (2, 7, 5, 6), (3, 4, 9, 4)]  # N, C, H, W", """
@triton.jit
def pad_unsqueezed_kernel(x_ptr, y_ptr, n_elements, channels, out_channels, AREA, BEFORE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    n = offsets // (out_channels * AREA)
    channel = offsets // AREA % out_channels - BEFORE
    inside = mask & (channel >= 0) & (channel < channels)
    x = tl.load(x_ptr + (n * channels + channel) * AREA + offsets % AREA, mask=inside, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = x * x
    y = tl.where(inside, x, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)
""")),
    # Padding of the last three dimensions: with a constant, mirrored, with the edge repeated, or wrapped
    # around.
    "pad_volume": Composition("pad_constant2d", {
        "x = torch.relu(x)\n"
        "    y = F.pad(x, (1, 2, 3, 4), value=0.0)\n"
        "    y = torch.sigmoid(y)": "y = F.pad(x, (1, 1, 1, 1, 1, 1), value=0.0)"}, functions=(
        "CASES = [(1, 2, 3, 3, 4), (3, 5, 7), (2, 4, 5, 9), (2, 3, 5, 4, 6)]", """
@triton.jit
def pad_volume_kernel(x_ptr, y_ptr, n_rows, depth, height, width, out_depth, out_height, out_width, FRONT: tl.constexpr,
                      TOP: tl.constexpr, LEFT: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    outer = (out_row // (out_depth * out_height)).to(tl.int64)
    layer = out_row // out_height % out_depth - FRONT
    row = out_row % out_height - TOP
    column = out_column - LEFT
    inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width)
    x = tl.load(x_ptr + ((outer * depth + layer) * height + row) * width + column, mask=mask & inside, other=0.0).to(tl.float32)
    y = tl.where(inside, x, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)
""", """
def pad_volume_triton(x):
    x = x.contiguous()
    left, right, top, bottom, front, back = 1, 1, 1, 1, 1, 1
    *outer, depth, height, width = x.shape
    out_depth, out_height, out_width = front + depth + back, top + height + bottom, left + width + right
    y = x.new_empty(*outer, out_depth, out_height, out_width)
    n_rows = y.numel() // out_width
    columns = min(triton.next_power_of_2(out_width), 256)
    grid = (triton.cdiv(n_rows, 1024 // columns), triton.cdiv(out_width, columns))
    pad_volume_kernel[grid](x, y, n_rows, depth, height, width, out_depth, out_height, out_width, FRONT=front, TOP=top, LEFT=left, ROWS=1024 // columns, COLUMNS=columns)
    return y
""")),
    # An image cut into square patches, y[n, patch, :] = the pixels of that patch over all channels.
    "patchify": Composition("pixel_shuffle", {
        "factor = 2": "patch = 4",
        "channels // (factor * factor), height * factor, width * factor":
            "(height // patch) * (width // patch), patch * patch * channels",
        "height, width, FACTOR=factor": "channels, height, width, PATCH=patch",
        "channels, height, width):": "channels, rows, columns):",
        ", channels * 2 * 2, height, width),)": ", channels, rows * 4, columns * 4),)"}, functions=(
        "CASES = [(1, 1, 1, 1), (2, 3, 2, 3), (1, 2, 5, 6)]", """
def patchify_torch(x):
    x = torch.relu(x)
    n, c, height, width = x.shape
    y = x.reshape(n, c, height // 4, 4, width // 4, 4).permute(0, 2, 4, 3, 5, 1).reshape(n, (height // 4) * (width // 4), 4 * 4 * c)
    y = torch.sigmoid(y)
    return y
""", """
@triton.jit
def patchify_kernel(x_ptr, y_ptr, n_elements, channels, height, width, PATCH: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    inner = offsets % (PATCH * PATCH * channels)
    patch = offsets // (PATCH * PATCH * channels)
    channel, i, j = inner % channels, inner // (PATCH * channels), inner // channels % PATCH
    row = patch // (width // PATCH) % (height // PATCH) * PATCH + i
    column = patch % (width // PATCH) * PATCH + j
    n = patch // (width // PATCH * (height // PATCH))
    x = tl.load(x_ptr + ((n * channels + channel) * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""")),
    # Repetition of a whole matrix, y = x.repeat(R, C): R copies below each other, C side by side.
    "repeat": Composition("expand", {
        "y = x.unsqueeze(1).expand(-1, 4, -1).contiguous()": "y = x.repeat(2, 3)",
        "n_elements, run, COPIES: tl.constexpr, BLOCK": "n_elements, rows, columns, out_columns, BLOCK",
        "source = offsets // (run * COPIES) * run + offsets % run\n"
        "    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)":
            "row = offsets // out_columns % rows\n"
            "column = offsets % out_columns % columns\n"
            "x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)",
        "copies = 4\n"
        "    y = x.new_empty(x.shape[0], copies, x.shape[1])\n"
        "    run = x.shape[1]":
            "rows, columns = x.shape\n"
            "y = x.new_empty(2 * rows, 3 * columns)",
        "), run, COPIES=copies, BLOCK": "), rows, columns, 3 * columns, BLOCK"}),
    # Repetition of every element along one dimension: y[..., i, ...] = x[..., i // repeats, ...].
    "repeat_interleave": Composition("roll", {
        "roll(x, shifts=1, dims=1)": "repeat_interleave(x, 2, dim=1)"}, functions=("""
@triton.jit
def repeat_interleave_kernel(x_ptr, y_ptr, n_elements, size, inner, REPEATS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (size * REPEATS * inner)
    place = offsets // inner % (size * REPEATS) // REPEATS
    source = (outer * size + place) * inner + offsets % inner
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""", """
def repeat_interleave_triton(x):
    x = x.contiguous()
    repeats = 2
    y = x.new_empty(x.shape[0], x.shape[1] * repeats, x.shape[2])
    grid = (triton.cdiv(y.numel(), 1024),)
    repeat_interleave_kernel[grid](x, y, y.numel(), x.shape[1], x.stride(1), REPEATS=repeats, BLOCK=1024)
    return y
""")),
    # Each token meets the one before it, y[b, t] = x[b, t] + x[b, t - 1], where zeros stand before the
    # first.
    "token_shift": Composition("split_combine", {
        "run": "time, width, SHIFT: tl.constexpr",
        "source = offsets // run * (2 * run) + offsets % run": "earlier = offsets // width % time >= SHIFT",
        "source": "offsets",
        " + source + run, mask=mask, other": " + offsets - SHIFT * width, mask=mask & earlier, other",
        " = x.new_empty(x.shape[0], x.shape[1] // 2)": " = torch.empty_like(x)",
        "run = x.shape[1] // 2": "batch, time, width = x.shape",
        "), run, BLOCK": "), time, width, SHIFT=1, BLOCK",
        "y, z = x.chunk(2, dim=-1)": "z = F.pad(x[:, :-1], (0, 0, 1, 0))\ny = x"},
        functions=("CASES = [(1, 5, 1), (2, 7, 33), (1, 20, 40)]",)),
    # Sliding windows laid out as columns (im2col): y[n, (c, k, l), (i, j)] = x[n, c, i * stride - pad +
    # k, j * stride - pad + l].
    "unfold": Composition("unfold_pairs", {
        "(3, 2), padding=(1, 0), stride=(2, 1)": "3, padding=1, stride=2",
        "KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr, PAD_H: tl.constexpr, PAD_W: tl.constexpr, "
        "STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, DILATION_H: tl.constexpr, DILATION_W":
            "KERNEL: tl.constexpr, PADDING: tl.constexpr, STRIDE: tl.constexpr, DILATION",
        "KERNEL_H * KERNEL_W": "KERNEL * KERNEL",
        "STRIDE_H - PAD_H + tap // KERNEL_W * DILATION_H": "STRIDE - PADDING + tap // KERNEL * DILATION",
        "STRIDE_W - PAD_W + tap % KERNEL_W * DILATION_W": "STRIDE - PADDING + tap % KERNEL * DILATION"},
        functions=("""
def unfold_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    window, padding = 3, 1
    stride = 2
    dilation = 1
    out_height = (height + 2 * padding - dilation * (window - 1) - 1) // stride + 1
    out_width = (width + 2 * padding - dilation * (window - 1) - 1) // stride + 1
    y = x.new_empty(n, channels * window * window, out_height * out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    unfold_kernel[grid](x, y, y.numel(), height, width, out_height, out_width, KERNEL=window, PADDING=padding, STRIDE=stride,
                        DILATION=dilation, BLOCK=1024)
    return y
""",), breaks=("STRIDE",)),
}
