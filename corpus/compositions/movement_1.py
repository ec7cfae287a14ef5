"""Compositions of the families of data movement, causal_mask to pad_unsqueezed."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Attention scores under a causal mask, y[..., i, j] = scale x[..., i, j] where j <= i + diagonal,
    # else -inf.
    "causal_mask": Composition(
        "tril",
        functions=(
            """
CASES = [(1, 2, 2), (2, 7, 7), (3, 20, 20)]
""",
            """
def causal_mask_torch(x):
    x = torch.relu(x)
    keep = torch.ones(x.shape[-2], x.shape[-1], dtype=torch.bool, device=x.device).tril(diagonal=0)
    return (x * 0.125).masked_fill(~keep, float("-inf"))
""",
            """
@triton.jit
def causal_mask_kernel(x_ptr, y_ptr, n_elements, rows, columns, DIAGONAL: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    keep = offsets % columns <= offsets // columns % rows + DIAGONAL
    x = tl.load(x_ptr + offsets, mask=mask & keep, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.where(keep, x * 0.125, float("-inf"))
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # Channel shuffle: the channels of x, dealt into groups, are interleaved: y[n, k * groups + g] = x[n,
    # g * per_group + k].
    "channel_shuffle": Composition(
        "tril",
        {
            "rows, columns = x.shape[-2], x.shape[-1]": "n, channels, height, width = x.shape",
            "rows, columns, DIAGONAL=0": "channels, height * width, GROUPS=2",
        },
        functions=(
            """
CASES = [(1, 12, 1, 1), (2, 24, 3, 5), (1, 12, 6, 7)]
""",
            """
def channel_shuffle_torch(x):
    x = torch.relu(x)
    n, c, height, width = x.shape
    y = x.view(n, 2, c // 2, height, width).transpose(1, 2).reshape(n, c, height, width)
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def channel_shuffle_kernel(x_ptr, y_ptr, n_elements, channels, plane, GROUPS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    n = offsets // (channels * plane)
    channel = offsets // plane % channels
    taken = channel % GROUPS * (channels // GROUPS) + channel // GROUPS
    x = tl.load(x_ptr + (n * channels + taken) * plane + offsets % plane, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # One of the equal parts of a tensor along a dimension, torch.chunk(x, n, dim)[i], as a copy without
    # gaps.
    "chunk": Composition(
        "upsample_linear",
        functions=(
            """
CASES = [(12,), (11, 17), (12, 16, 11), (11, 12, 16, 17)]
""",
            """
def chunk_torch(x):
    parts = torch.chunk(x, 2, dim=-1)
    y = parts[0]
    y = torch.relu(y)
    return y
""",
            """
@triton.jit
def chunk_kernel(x_ptr, y_ptr, n_elements, whole, start, length, inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    places = start + offsets // inner % length
    y = tl.load(x_ptr + (offsets // (length * inner) * whole + places) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def chunk_triton(x):
    x = x.contiguous()
    chunks, index = 2, 0
    whole, inner = x.shape[-1], 1
    part = triton.cdiv(whole, chunks)
    start, length = index * part, min(part, whole - index * part)
    y = torch.empty((*x.shape[:-1], length), dtype=x.dtype, device=x.device)
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    chunk_kernel[grid](x, y, n_elements, whole, start, length, inner, BLOCK=1024)
    return y
""",
        ),
    ),
    # A vector placed on a diagonal of zeros, y[b, i, j] = x[b, i] where j = i + offset, else 0.
    "diag_embed": Composition(
        "tril",
        {"tril(x, diagonal=0)": "diag_embed(x, offset=0)", "sigmoid": "cos"},
        functions=(
            """
CASES = [(1, 2), (3, 5), (2, 33)]
""",
            """
@triton.jit
def diag_embed_kernel(x_ptr, y_ptr, n_elements, length, size, FIRST_ROW: tl.constexpr, FIRST_COLUMN: tl.constexpr,
                      BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    batch = offsets // (size * size)
    i = offsets // size % size - FIRST_ROW
    j = offsets % size - FIRST_COLUMN
    keep = (i == j) & (i >= 0) & (i < length)
    x = tl.load(x_ptr + batch * length + i, mask=mask & keep, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = tl.where(keep, x, 0.0)
    y = tl.cos(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def diag_embed_triton(x):
    x = x.contiguous()
    batch, length = x.shape
    offset = 0
    first_row, first_column = max(-offset, 0), max(offset, 0)
    size = length + max(offset, -offset)
    y = x.new_empty(batch, size, size)
    grid = (triton.cdiv(y.numel(), 1024),)
    diag_embed_kernel[grid](x, y, y.numel(), length, size, FIRST_ROW=first_row, FIRST_COLUMN=first_column, BLOCK=1024)
    return y
""",
        ),
    ),
    # A diagonal of a matrix, y[i] = x[i, i + offset], or of every matrix of a batch.
    "diagonal": Composition(
        "expand",
        {
            "x.unsqueeze(1).expand(-1, 4, -1)": "torch.diagonal(x, offset=0, dim1=1, dim2=2)",
            "run, COPIES": "rows, columns, length, FIRST_ROW: tl.constexpr, FIRST_COLUMN",
            "source = offsets // (run * COPIES) * run + offsets % run": (
                "batch = offsets // length\n"
                "i = offsets % length\n"
                "source = (batch * rows + FIRST_ROW + i) * columns + FIRST_COLUMN + i"
            ),
        },
        functions=(
            """
CASES = [(1, 9, 9), (2, 12, 33), (5, 40, 20)]
""",
            """
def diagonal_triton(x):
    x = x.contiguous()
    batch, rows, columns = x.shape
    offset = 0
    first_row, first_column = max(-offset, 0), max(offset, 0)
    length = min(rows - first_row, columns - first_column)
    y = x.new_empty(batch, length)
    grid = (triton.cdiv(y.numel(), 1024),)
    diagonal_kernel[grid](x, y, y.numel(), rows, columns, length, FIRST_ROW=first_row, FIRST_COLUMN=first_column, BLOCK=1024)
    return y
""",
        ),
        breaks=("BLOCK: tl.constexpr):",),
    ),
    # Trace of each matrix of a batch, y[b] = x[b, 0, 0] + x[b, 1, 1] + ..., and other sums along
    # diagonals.
    "diagonal_sum": Composition(
        "tril",
        {"tril(x, diagonal=0)": "diagonal(x, dim1=-2, dim2=-1).sum(-1)"},
        functions=(
            """
CASES = [(1, 2, 2), (3, 5, 5), (40, 33, 33), (7, 9, 4)]  # B, rows, columns
""",
            """
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
""",
            """
def diagonal_sum_triton(x):
    x = x.contiguous()
    rows, columns = x.shape[-2:]
    y = x.new_empty(x.shape[:-2])
    length = min(rows, columns)
    diagonal_sum_kernel[(triton.cdiv(y.numel(), 16),)](x, y, y.numel(), rows, columns, length, BLOCK_B=16, BLOCK=64)
    return y
""",
        ),
    ),
    # A tensor meets itself LAG places earlier, y[:, i] = x[:, i + LAG] - x[:, i].
    "diff": Composition(
        "tril",
        functions=(
            """
CASES = [(1, 7), (3, 33), (27, 40)]
""",
            """
def diff_torch(x):
    y = x[:, 1:]
    z = x[:, :-1]
    y = y - z
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def diff_kernel(x_ptr, y_ptr, n_elements, size, inner, LAG: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    run = (size - LAG) * inner
    source = offsets // run * (size * inner) + offsets % run
    y = tl.load(x_ptr + source + LAG * inner, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    y = -z + y
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def diff_triton(x):
    x = x.contiguous()
    lag = 1
    size, inner = x.shape[1], 1
    y = x.new_empty(x.shape[0], size - lag)
    grid = (triton.cdiv(y.numel(), 1024),)
    diff_kernel[grid](x, y, y.numel(), size, inner, LAG=lag, BLOCK=1024)
    return y
""",
        ),
    ),
    # Token and position embedding, y[b, t, :] = weight[index[b, t], :] + position[t, :].
    "embedding_position": Composition(
        "embedding",
        {"(words, width)": "(words, width), torch.randn(time + 2, width)"},
        functions=(
            """
def embedding_position_torch(index, weight, position):
    y = F.embedding(index, weight)
    z = position[: index.shape[1]]
    y = y + z
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def embedding_position_kernel(index_ptr, weight_ptr, position_ptr, y_ptr, time, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    word = tl.load(index_ptr + row)
    place = row % time
    for start in range(0, width, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        mask = columns < width
        y = tl.load(weight_ptr + word * width + columns, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(position_ptr + place * width + columns, mask=mask, other=0.0).to(tl.float32)
        y = z + y
        y = tl.sigmoid(y)
        tl.store(y_ptr + row * width + columns, y, mask=mask)
""",
            """
def embedding_position_triton(index, weight, position):
    index = index.contiguous()
    weight = weight.contiguous()
    position = position.contiguous()
    batch, time = index.shape
    width = weight.shape[1]
    y = weight.new_empty(batch, time, width)
    embedding_position_kernel[(batch * time,)](index, weight, position, y, time, width, BLOCK=128)
    return y
""",
        ),
    ),
    # Reversal along two dimensions at once, y[..., p, ..., q, ...] = x[..., size_p - 1 - p, ..., size_q -
    # 1 - q, ...], or along one.
    "flip_dims": Composition(
        "roll_dims",
        {
            "roll(x, shifts=(1, 2), dims=(-2, -1))": "flip(x, dims=(-2, -1))",
            "shift_p, shift_q, BLOCK": "BLOCK",
            (
                "from_p = (p + size_p - shift_p) % size_p\n"
                "    from_q = (q + size_q - shift_q) % size_q\n"
                "    source = offsets + (from_p - p) * stride_p + (from_q - q) * stride_q"
            ): ("source = offsets + (size_p - 1 - 2 * p) * stride_p + (size_q - 1 - 2 * q) * stride_q"),
            (
                "shift_p, shift_q = 1 % size_p, 2 % size_q   # in [0, size), "
                "so that the kernel takes no remainder of a negative number"
            ): "",
        },
    ),
    # Frames of a signal times a window, and a statistic of each, y[n, i] = f(sum over k of g(x[n, i *
    # step + k] * z[k])): energies, levels, envelopes.
    "framed": Composition(
        "tril",
        {"(torch.randn(shape),)": "torch.randn(shape), torch.randn(8)"},
        functions=(
            """
CASES = [(1, 20), (3, 33), (5, 200)]
""",
            """
def framed_torch(x, z):
    x = torch.relu(x)
    y = x.unfold(-1, 8, 4) * z
    y = torch.mean(y, dim=-1)
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def framed_kernel(x_ptr, z_ptr, y_ptr, n_elements, length, out_length, WINDOW: tl.constexpr, STEP: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    start = offsets // out_length * length + offsets % out_length * STEP
    y = tl.zeros((BLOCK,), tl.float32)
    for k in tl.static_range(WINDOW):
        x = tl.load(x_ptr + start + k, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        x = x * tl.load(z_ptr + k).to(tl.float32)
        y = y + x
    y = y / WINDOW
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def framed_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    window, step = 8, 4
    *batch, length = x.shape
    out_length = (length - window) // step + 1
    y = x.new_empty(*batch, out_length)
    grid = (triton.cdiv(y.numel(), 256),)
    framed_kernel[grid](x, z, y, y.numel(), length, out_length, WINDOW=window, STEP=step, BLOCK=256)
    return y
""",
        ),
    ),
    # Adding rows at indexed places, y[r, :] = x[r, :] + sum over j of source[j, :] where index[j] = r.
    "index_add": Composition(
        "scatter_add",
        {
            "y = x.scatter_add(1, index, source)": "y = x.index_add(0, index, source)",
            "given, kept = index.shape": "",
            ", 64": ", 128",
            "kept, given, BLOCK=64, BLOCK_KEPT=64": "source.shape[0], BLOCK=128",
        },
        functions=(
            """
CASES = [(1, 1, 1), (3, 33, 5), (2, 130, 7)]
""",
            """
def make(rows, columns, kept):
    return torch.randn(rows, columns), torch.randint(0, rows, (kept,)), torch.randn(kept, columns)
""",
            """
@triton.jit
def index_add_kernel(x_ptr, index_ptr, source_ptr, y_ptr, columns, kept, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = column < columns
    x = tl.load(x_ptr + row * columns + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = x
    for j in range(0, kept):
        hit = tl.load(index_ptr + j) == row
        source = tl.load(source_ptr + j * columns + column, mask=mask & hit, other=0.0).to(tl.float32)
        source = source / (1.0 + tl.abs(source))
        y += tl.where(hit, source, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + row * columns + column, y, mask=mask)
""",
        ),
    ),
    # The listed rows of a tensor, y[i] = x[index[i]]; or the listed columns, or any other dimension.
    "index_select": Composition(
        "gather",
        {"shape, wanted": "*shape", "[1], wanted": "[1], (shape[1] + 3,)", "gather": "index_select"},
        functions=(
            """
CASES = [(1, 1, 1), (2, 12, 33), (5, 20, 9)]
""",
            """
@triton.jit
def index_select_kernel(x_ptr, index_ptr, y_ptr, n_elements, size, inner, kept, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    outer = offsets // (kept * inner)
    place = tl.load(index_ptr + offsets // inner % kept, mask=mask, other=0)
    x = tl.load(x_ptr + (outer * size + place) * inner + offsets % inner, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def index_select_triton(x, index):
    x = x.contiguous()
    index = index.contiguous()
    size, inner = x.shape[1], x.stride(1)
    kept = index.shape[0]
    y = x.new_empty(x.shape[0], kept, x.shape[2])
    grid = (triton.cdiv(y.numel(), 1024),)
    index_select_kernel[grid](x, index, y, y.numel(), size, inner, kept, BLOCK=1024)
    return y
""",
        ),
    ),
    # Attention heads put together again, y[b, t, h * D + d] = x[b, h, t, d].
    "merge_heads": Composition(
        "expand",
        {
            "run, COPIES: tl.constexpr": "heads, time, head_width, stride_b, stride_h, stride_t, stride_d",
            "source = offsets // (run * COPIES) * run + offsets % run": (
                "d = offsets % head_width\n"
                "h = offsets // head_width % heads\n"
                "row = offsets // (head_width * heads)\n"
                "source = row // time * stride_b + h * stride_h + row % time * stride_t + d * "
                "stride_d"
            ),
        },
        functions=(
            """
CASES = [(1, 1, 1, 1), (2, 3, 7, 11), (1, 4, 9, 16)]
""",
            """
def merge_heads_torch(x):
    x = torch.relu(x)
    batch, heads, time, head_width = x.shape
    y = x.transpose(1, 2).reshape(batch, time, heads * head_width)
    y = torch.sigmoid(y)
    return y
""",
            """
def merge_heads_triton(x):
    batch, heads, time, head_width = x.shape
    y = x.new_empty(batch, time, heads * head_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    merge_heads_kernel[grid](x, y, y.numel(), heads, time, head_width, x.stride(0), x.stride(1), x.stride(2), x.stride(3),
                             BLOCK=1024)
    return y
""",
        ),
        breaks=(),
    ),
    # A plane resized to the size of another by nearest values, and joined with it, y =
    # f(g(interpolate(x)) + z): a pyramid of features.
    "nearest_joins": Composition(
        "resized_joins",
        {'"bilinear", align_corners=False': '"nearest"'},
        functions=(
            """
@triton.jit
def nearest_joins_kernel(x_ptr, z_ptr, y_ptr, n_elements, height, width, out_height, out_width, scale_h, scale_w, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (out_height * out_width)
    row = tl.minimum(((offsets // out_width % out_height).to(tl.float32) * scale_h).to(tl.int64), height - 1)
    column = tl.minimum(((offsets % out_width).to(tl.float32) * scale_w).to(tl.int64), width - 1)
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    y = x
    y = tl.sigmoid(y)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = z + y
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # One-hot rows, y[i, c] = 1 where c = label[i], else 0, in floating point or as integers.
    "one_hot": Composition(
        "tril",
        {"randn(shape)": "randint(0, 10, shape)"},
        functions=(
            """
CASES = [(1,), (33,), (3, 40), (2, 5, 7)]
""",
            """
def one_hot_torch(label):
    y = F.one_hot(label, num_classes=10).float()
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def one_hot_kernel(label_ptr, y_ptr, n_elements, CLASSES: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    label = tl.load(label_ptr + offsets // CLASSES, mask=mask, other=0)
    y = tl.where(offsets % CLASSES == label, 1.0, 0.0)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def one_hot_triton(label):
    label = label.contiguous()
    y = torch.empty(label.shape + (10,), dtype=torch.float32, device=label.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    one_hot_kernel[grid](label, y, y.numel(), CLASSES=10, BLOCK=1024)
    return y
""",
        ),
    ),
    # Padding of a line with what it holds itself: mirrored, with the last value repeated, or wrapped
    # around.
    "pad_reflect": Composition(
        "pad_constant",
        {
            "value=0.0": 'mode="reflect"',
            "columns = x.shape[-1]": "*outer, length = x.shape",
            "x.shape[:-1] + (left + columns + right,)": "*outer, left + length + right",
            "columns, left + columns": "length, left + length",
        },
        functions=(
            """
CASES = [(1, 1, 8), (2, 3, 33), (5, 12), (3, 5, 100)]
""",
            """
@triton.jit
def pad_reflect_kernel(x_ptr, y_ptr, n_elements, length, out_length, LEFT: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    row = offsets // out_length
    at = offsets % out_length - LEFT
    at = tl.where(at < 0, -at, tl.minimum(at, 2 * length - 2 - at))
    x = tl.load(x_ptr + row * length + at, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # Padding of a plane with what it holds itself: mirrored, with the edge repeated, or wrapped around.
    "pad_reflect2d": Composition(
        "pad_constant2d",
        {"value=0.0": 'mode="reflect"'},
        functions=(
            """
CASES = [(1, 1, 6, 6), (2, 3, 7, 33), (3, 16, 12)]
""",
            """
@triton.jit
def pad_reflect2d_kernel(x_ptr, y_ptr, n_elements, height, width, out_height, out_width, LEFT: tl.constexpr,
                         TOP: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (out_height * out_width)
    row = offsets // out_width % out_height - TOP
    column = offsets % out_width - LEFT
    row = tl.where(row < 0, -row, tl.minimum(row, 2 * height - 2 - row))
    column = tl.where(column < 0, -column, tl.minimum(column, 2 * width - 2 - column))
    x = tl.load(x_ptr + (plane * height + row) * width + column, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # A function of x padded along its channels, y = pad(f(x).unsqueeze(1), (0, 0, 0, 0, n, m)): what a
    # window across channels is taken of.
    "pad_unsqueezed": Composition(
        "pad_constant",
        {
            "left, right = 1, 2": "before, after = 2, 2",
            "columns = x.shape[-1]": "n, channels, *places = x.shape",
            "x.shape[:-1] + (left + columns + right,)": "n, 1, before + channels + after, *places",
            "columns, left + columns + right, LEFT=left": (
                "channels, y.shape[2], math.prod(places), BEFORE=before"
            ),
        },
        functions=(
            """
CASES = [(1, 1, 2, 3), (2, 7, 5, 6), (3, 4, 9, 4)]  # N, C, H, W
""",
            """
def pad_unsqueezed_torch(x):
    x = torch.relu(x)
    x = torch.square(x)
    y = F.pad(x.unsqueeze(1), (0, 0, 0, 0, 2, 2))
    return y
""",
            """
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
""",
        ),
    ),
}
