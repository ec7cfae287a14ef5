"""Compositions of the families of data movement, split_combine to where_index."""

from corpus.composition import Composition

COMPOSITIONS = {
    # The two halves of a tensor meet: y = a + b, where x is a followed by b along one dimension.
    "split_combine": Composition(
        "tril",
        functions=(
            """
CASES = [(1, 2), (3, 66), (27, 40)]
""",
            """
def split_combine_torch(x):
    y, z = x.chunk(2, dim=-1)
    y = y + z
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def split_combine_kernel(x_ptr, y_ptr, n_elements, run, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // run * (2 * run) + offsets % run
    y = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source + run, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def split_combine_triton(x):
    x = x.contiguous()
    y = x.new_empty(x.shape[0], x.shape[1] // 2)
    run = x.shape[1] // 2
    grid = (triton.cdiv(y.numel(), 1024),)
    split_combine_kernel[grid](x, y, y.numel(), run, BLOCK=1024)
    return y
""",
        ),
    ),
    # Attention heads taken apart, y[b, h, t, d] = x[b, t, h * D + d].
    "split_heads": Composition(
        "sinusoidal_position",
        {
            "y = torch.empty_like(x)": "heads = 4",
            "half = width // 2": "y = x.new_empty(batch, heads, time, width // heads)",
            "half, -math.log(10000.0) / half": "width // heads, HEADS=heads",
        },
        functions=(
            """
CASES = [(1, 1, 24), (2, 7, 48), (1, 9, 72)]
""",
            """
def split_heads_torch(x):
    x = torch.relu(x)
    batch, time, width = x.shape
    y = x.view(batch, time, 4, width // 4).transpose(1, 2).contiguous()
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def split_heads_kernel(x_ptr, y_ptr, n_elements, time, head_width, HEADS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    d = offsets % head_width
    place = offsets // head_width % time
    h = offsets // (head_width * time) % HEADS
    b = offsets // (head_width * time * HEADS)
    x = tl.load(x_ptr + ((b * time + place) * HEADS + h) * head_width + d, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # All parts of a tensor along a dimension, y, z = torch.chunk(x, 2, dim), as copies without gaps, or
    # of given lengths.
    "split_parts": Composition(
        "flip",
        functions=(
            """
CASES = [(12,), (9, 14), (3, 9, 10), (2, 3, 5, 7), (2, 3, 40, 33)]
""",
            """
def split_parts_torch(x):
    y, z = x.chunk(2, dim=-1)
    return y.contiguous(), z.contiguous()
""",
            """
@triton.jit
def split_parts_kernel(x_ptr, y_ptr, z_ptr, n_elements, whole, first, inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (whole * inner)
    place = offsets // inner % whole
    inside = offsets % inner
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + (outer * first + place) * inner + inside, x, mask=mask & (place < first))
    tl.store(z_ptr + (outer * (whole - first) + place - first) * inner + inside, x, mask=mask & (place >= first))
""",
            """
def split_parts_triton(x):
    x = x.contiguous()
    outside, whole, inside = x.shape[:-1], x.shape[-1], ()
    inner = 1
    first = (whole + 1) // 2
    y = x.new_empty(*outside, first, *inside)
    z = x.new_empty(*outside, whole - first, *inside)
    grid = (triton.cdiv(x.numel(), 1024),)
    split_parts_kernel[grid](x, y, z, x.numel(), whole, first, inner, BLOCK=1024)
    return y, z
""",
        ),
    ),
    # Two tensors of one shape stacked along a new dimension.
    "stack": Composition(
        "cat",
        {
            "cat": "stack",
            "run_a, run_b": "run",
            "run_a + run_b": "2 * run",
            "< run_a": "< run",
            "* run_a": "* run",
            "run_b + at - run_a, mask=mask & (at >= run_a)": "run + at - run, mask=mask & (at >= run)",
        },
        functions=(
            """
CASES = [(1, 1), (3, 33), (40, 27)]
""",
            """
def make(*shape):
    return torch.randn(shape), torch.randn(shape)
""",
            """
def stack_triton(a, b):
    a = a.contiguous()
    b = b.contiguous()
    y = a.new_empty(a.shape[0], 2, a.shape[1])
    run = a.stride(0)
    grid = (triton.cdiv(y.numel(), 1024),)
    stack_kernel[grid](a, b, y, y.numel(), run, BLOCK=1024)
    return y
""",
        ),
    ),
    # Two, three or four tensors of one shape stacked along a new dimension, at any place and any rank.
    "stack_three": Composition(
        "cat_three",
        {"cat": "stack"},
        functions=(
            """
CASES = [(7,), (5, 9), (2, 5, 33), (2, 3, 5, 7)]
""",
            """
def make(*shape):
    return tuple(torch.randn(shape) for _ in range(3))
""",
            """
@triton.jit
def stack_three_kernel(a_ptr, b_ptr, c_ptr, y_ptr, n_elements, run, COUNT: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    source = offsets // (COUNT * run) * run + offsets % run
    which = offsets // run % COUNT
    y = tl.load(a_ptr + source, mask=mask & (which == 0), other=0.0).to(tl.float32)
    b = tl.load(b_ptr + source, mask=mask & (which == 1), other=0.0).to(tl.float32)
    y = tl.where(which == 1, b, y)
    c = tl.load(c_ptr + source, mask=mask & (which == 2), other=0.0).to(tl.float32)
    y = tl.where(which == 2, c, y)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def stack_three_triton(a, b, c):
    tensors = [x.contiguous() for x in (a, b, c)]
    dim = a.dim()
    y = a.new_empty(*a.shape[:dim], len(tensors), *a.shape[dim:])
    run = y.stride(dim)
    grid = (triton.cdiv(y.numel(), 1024),)
    stack_three_kernel[grid](*tensors, y, y.numel(), run, COUNT=len(tensors), BLOCK=1024)
    return y
""",
        ),
        without=("sized",),
    ),
    # Each token meets the one before it, y[b, t] = x[b, t] + x[b, t - 1], where zeros stand before the
    # first.
    "token_shift": Composition(
        "tril",
        {
            "rows, columns = x.shape[-2], x.shape[-1]": "batch, time, width = x.shape",
            "rows, columns, DIAGONAL=0": "time, width, SHIFT=1",
        },
        functions=(
            """
CASES = [(1, 5, 1), (2, 7, 33), (1, 20, 40)]
""",
            """
def token_shift_torch(x):
    z = F.pad(x[:, :-1], (0, 0, 1, 0))
    y = x
    y = y + z
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def token_shift_kernel(x_ptr, y_ptr, n_elements, time, width, SHIFT: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    earlier = offsets // width % time >= SHIFT
    y = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + offsets - SHIFT * width, mask=mask & earlier, other=0.0).to(tl.float32)
    y = z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # Transposition of every matrix of a batch, y[b, j, i] = x[b, i, j].
    "transpose_batched": Composition(
        "transpose",
        {"t()": "transpose(1, 2)"},
        functions=(
            """
CASES = [(1, 1, 1), (2, 3, 33), (3, 40, 17)]
""",
            """
@triton.jit
def transpose_batched_kernel(x_ptr, y_ptr, rows, columns, stride_batch, stride_row, stride_column, TILE: tl.constexpr):
    batch = tl.program_id(0).to(tl.int64)
    row = tl.program_id(1) * TILE + tl.arange(0, TILE)
    column = tl.program_id(2) * TILE + tl.arange(0, TILE)
    mask = (row < rows)[:, None] & (column < columns)[None, :]
    source = batch * stride_batch + row[:, None] * stride_row + column[None, :] * stride_column
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.trans(x)
    y = tl.sigmoid(y)
    tl.store(y_ptr + batch * rows * columns + column[:, None] * rows + row[None, :], y, mask=tl.trans(mask))
""",
            """
def transpose_batched_triton(x):
    batch, rows, columns = x.shape
    y = x.new_empty(batch, columns, rows)
    grid = (batch, triton.cdiv(rows, 32), triton.cdiv(columns, 32))
    transpose_batched_kernel[grid](x, y, rows, columns, x.stride(0), x.stride(1), x.stride(2), TILE=32)
    return y
""",
        ),
    ),
    # A transposed matrix meets another, y = x^T + z.
    "transpose_binary": Composition(
        "transpose",
        functions=(
            """
def make(rows, columns):
    return torch.randn(rows, columns), torch.randn(columns, rows)
""",
            """
def transpose_binary_torch(x, z):
    x = torch.relu(x)
    y = x.t()
    y = y + z
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def transpose_binary_kernel(x_ptr, z_ptr, y_ptr, rows, columns, TILE: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * TILE + tl.arange(0, TILE)
    column = tl.program_id(1).to(tl.int64) * TILE + tl.arange(0, TILE)
    mask = (row < rows)[:, None] & (column < columns)[None, :]
    mask_turned = (column < columns)[:, None] & (row < rows)[None, :]
    turned = column[:, None] * rows + row[None, :]
    x = tl.load(x_ptr + row[:, None] * columns + column[None, :], mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + turned, mask=mask_turned, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.trans(x)
    y = z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + turned, y, mask=mask_turned)
""",
            """
def transpose_binary_triton(x, z):
    x = x.contiguous()
    z = z.contiguous()
    rows, columns = x.shape
    y = x.new_empty(columns, rows)
    grid = (triton.cdiv(rows, 32), triton.cdiv(columns, 32))
    transpose_binary_kernel[grid](x, z, y, rows, columns, TILE=32)
    return y
""",
        ),
    ),
    # Sliding windows laid out as columns (im2col): y[n, (c, k, l), (i, j)] = x[n, c, i * stride - pad +
    # k, j * stride - pad + l].
    "unfold": Composition(
        "unfold_pairs",
        {
            "(3, 2), padding=(1, 0), stride=(2, 1)": "3, padding=1, stride=2",
            (
                "KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr, PAD_H: tl.constexpr, "
                "PAD_W: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, "
                "DILATION_H: tl.constexpr, DILATION_W"
            ): ("KERNEL: tl.constexpr, PADDING: tl.constexpr, STRIDE: tl.constexpr, DILATION"),
            "KERNEL_H * KERNEL_W": "KERNEL * KERNEL",
            "STRIDE_H - PAD_H + tap // KERNEL_W * DILATION_H": "STRIDE - PADDING + tap // KERNEL * DILATION",
            "STRIDE_W - PAD_W + tap % KERNEL_W * DILATION_W": "STRIDE - PADDING + tap % KERNEL * DILATION",
        },
        functions=(
            """
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
""",
        ),
        breaks=("STRIDE",),
    ),
    # Bilinear upsampling of a plane: each output is a blend of the four pixels around its place in x.
    "upsample_bilinear": Composition(
        "resized_joins",
        {
            "(x, z)": "(x)",
            "size=z.shape[2:]": "scale_factor=2",
            "y = y + z": "",
            "z_ptr, y_ptr": "y_ptr",
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n    y = z + y": "",
            "x, z = x.contiguous(), z": "x = x",
            "= z.shape[2:]": "= height * 2, width * 2",
            "height / out_height, width / out_width": "1 / 2, 1 / 2",
            "z, y": "y",
        },
        functions=(
            """
CASES = [(1, 1, 2, 2), (2, 1, 3, 11), (2, 3, 5, 6)]
""",
            """
def make(*shape):
    return (torch.randn(shape),)
""",
        ),
        breaks=(),
    ),
    # Nearest-neighbour upsampling by whole factors, y[n, c, i, j] = x[n, c, i // factor, j // factor].
    "upsample_nearest": Composition(
        "pixel_shuffle",
        {
            "pixel_shuffle(x, 2)": 'interpolate(x, scale_factor=2, mode="nearest")',
            "factor =": "factor_h, factor_w = 2,",
            "channels // (factor * factor), height * factor, width * factor": (
                "channels, height * factor_h, width * factor_w"
            ),
            "FACTOR=factor": "FACTOR_H=factor_h, FACTOR_W=factor_w",
        },
        functions=(
            """
def make(*shape):
    return (torch.randn(shape),)
""",
            """
@triton.jit
def upsample_nearest_kernel(x_ptr, y_ptr, n_elements, height, width, FACTOR_H: tl.constexpr, FACTOR_W: tl.constexpr,
                            BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    column = offsets % (width * FACTOR_W) // FACTOR_W
    row = offsets // (width * FACTOR_W) % (height * FACTOR_H) // FACTOR_H
    plane = offsets // (width * FACTOR_W * height * FACTOR_H)
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # Trilinear resizing of a volume: each output is a blend of the eight voxels around its place in x.
    "upsample_trilinear": Composition(
        "upsample_to_any",
        {
            "7 for": "size * 2 for",
            "size / out": "1 / 2",
            ("missing = 3 - len(sizes)   # a plane is a volume of one layer, a line a plane of one row"): "",
            "[1] * missing, *sizes, *[1] * missing, *wanted, *[1.0] * missing": "sizes, *wanted",
        },
        functions=(
            """
CASES = [(1, 1, 2, 3, 2), (2, 1, 2, 3, 11), (2, 3, 4, 5, 6)]
""",
            """
def upsample_trilinear_torch(x):
    y = F.interpolate(x, scale_factor=2, mode="trilinear", align_corners=False)
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def upsample_trilinear_kernel(x_ptr, y_ptr, n_elements, depth, height, width, out_depth, out_height, out_width, scale_d, scale_h, scale_w,
                              BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    volume = offsets // (out_depth * out_height * out_width)
    k = (offsets // (out_height * out_width) % out_depth).to(tl.float32)
    i = (offsets // out_width % out_height).to(tl.float32)
    j = (offsets % out_width).to(tl.float32)
    place_d = tl.maximum((k + 0.5) * scale_d - 0.5, 0.0)
    place_h = tl.maximum((i + 0.5) * scale_h - 0.5, 0.0)
    place_w = tl.maximum((j + 0.5) * scale_w - 0.5, 0.0)
    front = tl.minimum(place_d.to(tl.int64), depth - 1)
    top = tl.minimum(place_h.to(tl.int64), height - 1)
    left = tl.minimum(place_w.to(tl.int64), width - 1)
    y = tl.zeros((BLOCK,), tl.float32)
    for corner in tl.static_range(8):
        layer = tl.minimum(front + corner // 4, depth - 1)
        row = tl.minimum(top + corner // 2 % 2, height - 1)
        column = tl.minimum(left + corner % 2, width - 1)
        share_d = tl.where(corner // 4 == 0, 1.0 - (place_d - front), place_d - front)
        share_h = tl.where(corner // 2 % 2 == 0, 1.0 - (place_h - top), place_h - top)
        share_w = tl.where(corner % 2 == 0, 1.0 - (place_w - left), place_w - left)
        x = tl.load(x_ptr + ((volume * depth + layer) * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
        y += share_d * share_h * share_w * x
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # A choice by position, y[i, j] = a[i, j] where the column j satisfies a condition, else b[i, j].
    "where_index": Composition(
        "tril",
        {"(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)"},
        functions=(
            """
CASES = [(1, 5), (3, 33), (27, 40)]
""",
            """
def where_index_torch(a, b):
    a = torch.relu(a)
    b = F.softsign(b)
    column = torch.arange(a.shape[1], device=a.device)
    y = torch.where(column % 2 == 0, a, b)
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def where_index_kernel(a_ptr, b_ptr, y_ptr, n_elements, columns, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    column = offsets % columns
    take_a = column % 2 == 0
    a = tl.load(a_ptr + offsets, mask=mask & take_a, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + offsets, mask=mask & (take_a == 0), other=0.0).to(tl.float32)
    a = tl.maximum(a, 0.0)
    b = b / (1.0 + tl.abs(b))
    y = tl.where(take_a, a, b)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def where_index_triton(a, b):
    a = a.contiguous()
    b = b.contiguous()
    y = torch.empty_like(a)
    grid = (triton.cdiv(y.numel(), 1024),)
    where_index_kernel[grid](a, b, y, y.numel(), a.shape[1], BLOCK=1024)
    return y
""",
        ),
    ),
}
