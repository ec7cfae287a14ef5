"""Compositions of the families of data movement, pad_volume to slice_dims."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Padding of the last three dimensions: with a constant, mirrored, with the edge repeated, or wrapped
    # around.
    "pad_volume": Composition(
        "pad_constant2d",
        functions=(
            """
CASES = [(1, 2, 3, 3, 4), (3, 5, 7), (2, 4, 5, 9), (2, 3, 5, 4, 6)]
""",
            """
def pad_volume_torch(x):
    y = F.pad(x, (1, 1, 1, 1, 1, 1), value=0.0)
    return y
""",
            """
@triton.jit
def pad_volume_kernel(x_ptr, y_ptr, n_elements, depth, height, width, out_depth, out_height, out_width, FRONT: tl.constexpr,
                      TOP: tl.constexpr, LEFT: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (out_depth * out_height * out_width)
    layer = offsets // (out_height * out_width) % out_depth - FRONT
    row = offsets // out_width % out_height - TOP
    column = offsets % out_width - LEFT
    inside = (layer >= 0) & (layer < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width)
    x = tl.load(x_ptr + ((outer * depth + layer) * height + row) * width + column, mask=mask & inside, other=0.0).to(tl.float32)
    y = tl.where(inside, x, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def pad_volume_triton(x):
    x = x.contiguous()
    left, right, top, bottom, front, back = 1, 1, 1, 1, 1, 1
    *outer, depth, height, width = x.shape
    out_depth, out_height, out_width = front + depth + back, top + height + bottom, left + width + right
    y = x.new_empty(*outer, out_depth, out_height, out_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    pad_volume_kernel[grid](x, y, y.numel(), depth, height, width, out_depth, out_height, out_width, FRONT=front, TOP=top, LEFT=left, BLOCK=1024)
    return y
""",
        ),
    ),
    # An image cut into square patches, y[n, patch, :] = the pixels of that patch over all channels.
    "patchify": Composition(
        "pixel_shuffle",
        {
            "factor = 2": "patch = 4",
            "channels // (factor * factor), height * factor, width * factor": (
                "(height // patch) * (width // patch), patch * patch * channels"
            ),
            "height, width, FACTOR=factor": "channels, height, width, PATCH=patch",
        },
        functions=(
            """
CASES = [(1, 1, 1, 1), (2, 3, 2, 3), (1, 2, 5, 6)]
""",
            """
def make(batch, channels, rows, columns):
    return (torch.randn(batch, channels, rows * 4, columns * 4),)
""",
            """
def patchify_torch(x):
    x = torch.relu(x)
    n, c, height, width = x.shape
    y = x.reshape(n, c, height // 4, 4, width // 4, 4).permute(0, 2, 4, 3, 5, 1).reshape(n, (height // 4) * (width // 4), 4 * 4 * c)
    y = torch.sigmoid(y)
    return y
""",
            """
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
""",
        ),
    ),
    # Permutation of three dimensions, here y[j, k, i] = x[i, j, k].
    "permute3": Composition(
        "flip",
        {"y = torch.flip(x, dims=(1,))": "y = x.permute(1, 2, 0).contiguous()"},
        functions=(
            """
CASES = [(1, 1, 1), (2, 3, 33), (7, 20, 11)]
""",
            """
@triton.jit
def permute3_kernel(x_ptr, y_ptr, n_elements, size_1, size_2, stride_0, stride_1, stride_2, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    i = offsets // (size_1 * size_2)
    j = offsets // size_2 % size_1
    k = offsets % size_2
    x = tl.load(x_ptr + i * stride_0 + j * stride_1 + k * stride_2, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def permute3_triton(x):
    y = x.new_empty(x.shape[1], x.shape[2], x.shape[0])
    strides = (x.stride(1), x.stride(2), x.stride(0))
    grid = (triton.cdiv(x.numel(), 1024),)
    permute3_kernel[grid](x, y, x.numel(), y.shape[1], y.shape[2], strides[0], strides[1], strides[2], BLOCK=1024)
    return y
""",
        ),
    ),
    # Permutation of four dimensions, here y[i, k, j, l] = x[i, j, k, l].
    "permute4": Composition(
        "expand",
        {
            "unsqueeze(1).expand(-1, 4, -1)": "permute(0, 2, 1, 3)",
            "run, COPIES: tl.constexpr": "size_1, size_2, size_3, stride_0, stride_1, stride_2, stride_3",
            "source = offsets // (run * COPIES) * run + offsets % run": (
                "i = offsets // (size_1 * size_2 * size_3)\n"
                "j = offsets // (size_2 * size_3) % size_1\n"
                "k = offsets // size_3 % size_2\n"
                "l = offsets % size_3\n"
                "source = i * stride_0 + j * stride_1 + k * stride_2 + l * stride_3"
            ),
        },
        functions=(
            """
CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 4, 10, 11)]
""",
            """
def permute4_triton(x):
    y = x.new_empty(x.shape[0], x.shape[2], x.shape[1], x.shape[3])
    strides = (x.stride(0), x.stride(2), x.stride(1), x.stride(3))
    grid = (triton.cdiv(x.numel(), 1024),)
    permute4_kernel[grid](x, y, x.numel(), y.shape[1], y.shape[2], y.shape[3], strides[0], strides[1], strides[2],
                          strides[3], BLOCK=1024)
    return y
""",
        ),
    ),
    # Permutation of five dimensions, here y[i, k, j, l, m] = x[i, j, k, l, m].
    "permute5": Composition(
        "upsample_to_any",
        {'y = F.interpolate(x, size=7, mode="nearest")': "y = x.permute(0, 2, 1, 3, 4).contiguous()"},
        functions=(
            """
CASES = [(1, 1, 1, 1, 2), (2, 3, 5, 4, 7), (3, 4, 2, 6, 11)]
""",
            """
@triton.jit
def permute5_kernel(x_ptr, y_ptr, n_elements, size_1, size_2, size_3, size_4, stride_0, stride_1, stride_2, stride_3, stride_4,
                    BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets % size_4 * stride_4
    rest = offsets // size_4
    source += rest % size_3 * stride_3
    rest = rest // size_3
    source += rest % size_2 * stride_2
    rest = rest // size_2
    source += rest % size_1 * stride_1 + rest // size_1 * stride_0
    x = tl.load(x_ptr + source, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def permute5_triton(x):
    order = (0, 2, 1, 3, 4)
    sizes = [x.shape[d] for d in order]
    strides = [x.stride(d) for d in order]
    y = x.new_empty(sizes)
    grid = (triton.cdiv(x.numel(), 1024),)
    permute5_kernel[grid](x, y, x.numel(), *sizes[1:], *strides, BLOCK=1024)
    return y
""",
        ),
    ),
    # Channels moved into finer pixels, then a second tensor, y = pixel_shuffle(x, r) + z: a bias of each
    # channel, a residual image.
    "pixel_shuffle_joins": Composition(
        "pixel_shuffle",
        {
            "y_ptr, n_elements": "z_ptr, y_ptr, n_elements, n_channels",
            "x = tl.sigmoid(x)\n    tl.store(y_ptr + offsets, x, mask=mask)": (
                "y = x\n"
                "y = tl.abs(y)\n"
                "z = tl.load(z_ptr + plane % n_channels, mask=mask, other=0.0).to(tl.float32)\n"
                "y = z + y\n"
                "y = tl.sigmoid(y)\n"
                "y = 0.5 * y\n"
                "tl.store(y_ptr + offsets, y, mask=mask)"
            ),
        },
        functions=(
            """
def make(batch, channels, height, width):
    factor = 2
    z = torch.randn(channels, 1, 1)
    return torch.randn(batch, channels * factor * factor, height, width), z
""",
            """
def pixel_shuffle_joins_torch(x, z):
    x = torch.relu(x)
    y = F.pixel_shuffle(x, 2)
    y = torch.abs(y)
    y = y + z
    y = torch.sigmoid(y)
    y = y * 0.5
    return y
""",
            """
def pixel_shuffle_joins_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    factor = 2
    n, channels, height, width = x.shape
    n_channels = channels // (factor * factor)
    y = x.new_empty(n, n_channels, height * factor, width * factor)
    grid = (triton.cdiv(y.numel(), 1024),)
    pixel_shuffle_joins_kernel[grid](x, z, y, y.numel(), n_channels, height, width, FACTOR=factor, BLOCK=1024)
    return y
""",
        ),
        breaks=(),
    ),
    # Pixel unshuffle: every r x r square of pixels becomes r * r channels, y[n, (c r + i) r + j, h, w] =
    # x[n, c, h r + i, w r + j].
    "pixel_unshuffle": Composition(
        "pixel_shuffle",
        {
            "channels * 2 * 2, height, width": "channels, height * 2, width * 2",
            "pixel_shuffle": "pixel_unshuffle",
            "// (factor * factor), height * factor, width *": "* factor * factor, height // factor, width //",
            "height, width,": "height // factor, width // factor,",
        },
        functions=(
            """
@triton.jit
def pixel_unshuffle_kernel(x_ptr, y_ptr, n_elements, out_height, out_width, FACTOR: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    w = offsets % out_width
    h = offsets // out_width % out_height
    channel = offsets // (out_width * out_height)  # batch and channel of y in one
    row = h * FACTOR + channel // FACTOR % FACTOR
    column = w * FACTOR + channel % FACTOR
    plane = channel // (FACTOR * FACTOR)
    source = (plane * out_height * FACTOR + row) * out_width * FACTOR + column
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # A learned polynomial, y = c[0] + c[1] x + c[2] x^2 + c[3] x^3, by powers or by Horner's rule, alone
    # or over another.
    "polynomial_of_selected": Composition(
        "tril",
        {"(torch.randn(shape),)": "torch.randn(shape), torch.randn(8), torch.randn(3)"},
        functions=(
            """
CASES = [(1, 1, 5), (2, 3, 33), (3, 7, 20)]
""",
            """
def polynomial_of_selected_torch(x, c, d):
    x = torch.erf(x)
    y = c[0] + c[1] * x + c[2] * x ** 2 + c[3] * x ** 3
    y = y / (1 + torch.abs(d[0] * x + d[1] * x ** 2))
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def polynomial_of_selected_kernel(x_ptr, c_ptr, d_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.erf(x)
    y = tl.load(c_ptr) + tl.load(c_ptr + 1) * x + tl.load(c_ptr + 2) * (x * x) + tl.load(c_ptr + 3) * (x * x * x)
    y = y / (1.0 + tl.abs(tl.load(d_ptr) * x + tl.load(d_ptr + 1) * (x * x)))
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def polynomial_of_selected_triton(x, c, d):
    x, c, d = x.contiguous(), c.contiguous(), d.contiguous()
    y = torch.empty_like(x)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    polynomial_of_selected_kernel[grid](x, c, d, y, n_elements, BLOCK=1024)
    return y
""",
        ),
    ),
    # Repetition of a whole matrix, y = x.repeat(R, C): R copies below each other, C side by side.
    "repeat": Composition(
        "expand",
        {"y = x.unsqueeze(1).expand(-1, 4, -1).contiguous()": "y = x.repeat(2, 3)"},
        functions=(
            """
@triton.jit
def repeat_kernel(x_ptr, y_ptr, n_elements, rows, columns, out_columns, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // out_columns % rows
    column = offsets % out_columns % columns
    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def repeat_triton(x):
    x = x.contiguous()
    rows, columns = x.shape
    y = x.new_empty(2 * rows, 3 * columns)
    grid = (triton.cdiv(y.numel(), 1024),)
    repeat_kernel[grid](x, y, y.numel(), rows, columns, 3 * columns, BLOCK=1024)
    return y
""",
        ),
    ),
    # Repetition of every element along one dimension: y[..., i, ...] = x[..., i // repeats, ...].
    "repeat_interleave": Composition(
        "roll",
        {
            "roll(x, shifts=1, dims=1)": "repeat_interleave(x, 2, dim=1)",
            "shift,": "REPEATS: tl.constexpr,",
            "(size * inner)": "(size * REPEATS * inner)",
            "inner % size": "inner % (size * REPEATS) // REPEATS",
            "(place + size - shift) % size": "place",
        },
        functions=(
            """
def repeat_interleave_triton(x):
    x = x.contiguous()
    repeats = 2
    y = x.new_empty(x.shape[0], x.shape[1] * repeats, x.shape[2])
    grid = (triton.cdiv(y.numel(), 1024),)
    repeat_interleave_kernel[grid](x, y, y.numel(), x.shape[1], x.stride(1), REPEATS=repeats, BLOCK=1024)
    return y
""",
        ),
    ),
    # A tensor meets its own cyclic shift, y = x + roll(x).
    "roll_binary": Composition(
        "roll",
        functions=(
            """
CASES = [(1, 2), (3, 33), (27, 40)]
""",
            """
def roll_binary_torch(x):
    z = torch.roll(x, shifts=1, dims=1)
    y = x
    y = y + z
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def roll_binary_kernel(x_ptr, y_ptr, n_elements, size, inner, shift, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (size * inner)
    place = offsets // inner % size
    rolled = (outer * size + (place + size - shift) % size) * inner + offsets % inner
    z = tl.load(x_ptr + rolled, mask=mask, other=0.0).to(tl.float32)
    y = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # Cyclic shift along two dimensions at once, y[..., p, ..., q, ...] = x[..., (p - shift_p) mod size_p,
    # ..., (q - shift_q) mod size_q, ...].
    "roll_dims": Composition(
        "roll",
        {"1, dims=1": "(1, 2), dims=(-2, -1)"},
        functions=(
            """
CASES = [(3, 5), (2, 3, 33), (2, 5, 4, 7), (2, 3, 5, 4, 6)]
""",
            """
@triton.jit
def roll_dims_kernel(x_ptr, y_ptr, n_elements, size_p, size_q, stride_p, stride_q, shift_p, shift_q, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = offsets // stride_p % size_p
    q = offsets // stride_q % size_q
    from_p = (p + size_p - shift_p) % size_p
    from_q = (q + size_q - shift_q) % size_q
    source = offsets + (from_p - p) * stride_p + (from_q - q) * stride_q
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def roll_dims_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size_p, size_q = x.shape[-2], x.shape[-1]
    stride_p, stride_q = x.stride(-2), x.stride(-1)
    shift_p, shift_q = 1 % size_p, 2 % size_q   # in [0, size), so that the kernel takes no remainder of a negative number
    grid = (triton.cdiv(x.numel(), 1024),)
    roll_dims_kernel[grid](x, y, x.numel(), size_p, size_q, stride_p, stride_q, shift_p, shift_q, BLOCK=1024)
    return y
""",
        ),
    ),
    # A tensor rolled along one dimension, and what a second tensor that stays makes of it: stencils on a
    # torus, one neighbour after another.
    "roll_joins": Composition(
        "roll",
        {
            "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)",
            "(x):": "(x, z):",
            "x = x": "x, z = x.contiguous(), z",
            "[1], x.stride(1)": "[-1], x.stride(-1)",
            ", y": ", z, y",
        },
        functions=(
            """
CASES = [(3, 2), (5, 33), (7, 3, 20), (5, 3, 2, 9)]
""",
            """
def roll_joins_torch(x, z):
    x = torch.roll(x, 1, -1)
    x = torch.sub(x, z)
    return x
""",
            """
@triton.jit
def roll_joins_kernel(x_ptr, z_ptr, y_ptr, n_elements, size, inner, shift, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    place = offsets // inner % size
    rolled = offsets + ((place + size - shift) % size - place) * inner
    x = tl.load(x_ptr + rolled, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # Rows picked by an index, and what another tensor makes of them, y[k, n] = x[index[k], n] * z[k, n]:
    # messages along edges, tokens and their places.
    "rows_picked_joins": Composition(
        "label_joins",
        {"x = torch.gather(x, 1, index.unsqueeze(1)).squeeze(1)": "x = torch.index_select(x, 0, index)"},
        functions=(
            """
CASES = [(1, 5, 2), (7, 33, 3), (40, 3, 65)]
""",
            """
def make(M, N, *K):
    return torch.randn(M, N), torch.randint(0, M, K), torch.randn(*K, N)
""",
            """
@triton.jit
def rows_picked_joins_kernel(x_ptr, index_ptr, z_ptr, y_ptr, n_elements, N, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = tl.load(index_ptr + offsets // N, mask=mask, other=0)
    x = tl.load(x_ptr + row * N + offsets % N, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = x - z
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def rows_picked_joins_triton(x, index, z):
    x, index, z = x.contiguous(), index.contiguous(), z.contiguous()
    N = x.shape[-1]
    y = torch.empty((*index.shape, N), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    rows_picked_joins_kernel[grid](x, index, z, y, y.numel(), N, BLOCK=1024)
    return y
""",
        ),
    ),
    # One place of a dimension, y[i, k] = x[i, INDEX, k].
    "select_place": Composition(
        "upsample_linear",
        {'y = F.interpolate(x, scale_factor=2, mode="linear", align_corners=False)': "y = x[:, 3]"},
        functions=(
            """
CASES = [(1, 5, 1), (2, 6, 33), (5, 20, 9)]
""",
            """
@triton.jit
def select_place_kernel(x_ptr, y_ptr, n_elements, size, inner, index, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    y = tl.load(x_ptr + (offsets // inner * size + index) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def select_place_triton(x):
    x = x.contiguous()
    size, inner = x.shape[1], x.stride(1)
    index = 3 % size  # a place counted from the end becomes one counted from the start
    y = x.new_empty(x.shape[0], x.shape[2])
    grid = (triton.cdiv(y.numel(), 1024),)
    select_place_kernel[grid](x, y, y.numel(), size, inner, index, BLOCK=1024)
    return y
""",
        ),
    ),
    # A strided slice made a tensor of its own, y = x[:, start:stop:step].
    "slice": Composition(
        "expand",
        {".unsqueeze(1).expand(-1, 4, -1)": "[:, 1::2]"},
        functions=(
            """
CASES = [(1, 9, 1), (2, 12, 33), (5, 20, 9)]
""",
            """
@triton.jit
def slice_kernel(x_ptr, y_ptr, n_elements, size, inner, kept, START: tl.constexpr, STEP: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    place = offsets // inner % kept * STEP + START
    x = tl.load(x_ptr + (outer * size + place) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def slice_triton(x):
    x = x.contiguous()
    size, inner = x.shape[1], x.stride(1)
    start, stop, step = 1, size, 2
    kept = triton.cdiv(stop - start, step)
    y = x.new_empty(x.shape[0], kept, x.shape[2])
    grid = (triton.cdiv(y.numel(), 1024),)
    slice_kernel[grid](x, y, y.numel(), size, inner, kept, START=start, STEP=step, BLOCK=1024)
    return y
""",
        ),
    ),
    # A slice of one dimension, made a tensor of its own: y = x[..., start:stop:step], at any rank and
    # along any dimension.
    "slice_dims": Composition(
        "expand",
        {".unsqueeze(1).expand(-1, 4, -1)": "[..., 1::2]"},
        functions=(
            """
CASES = [(12,), (14, 15), (9, 13, 12), (9, 10, 12, 11), (8, 9, 12, 8, 8)]
""",
            """
@triton.jit
def slice_dims_kernel(x_ptr, y_ptr, n_elements, whole, kept, inner, start, step, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    place = start + offsets // inner % kept * step
    x = tl.load(x_ptr + (outer * whole + place) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def slice_dims_triton(x):
    x = x.contiguous()
    dim = x.dim() - 1
    whole, inner = x.shape[dim], x.stride(dim)
    start, stop, step = 1, whole, 2
    kept = triton.cdiv(min(stop, whole) - start, step)  # a slice ends where its dimension does
    y = torch.empty((*x.shape[:dim], kept, *x.shape[dim + 1:]), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    slice_dims_kernel[grid](x, y, y.numel(), whole, kept, inner, start, step, BLOCK=1024)
    return y
""",
        ),
    ),
}
