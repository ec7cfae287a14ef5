"""Compositions of the families of rearranging, joining and repeating."""

from corpus.composition import Composition

COMPOSITIONS = {
    # A tensor meets itself LAG places earlier, y[:, i] = x[:, i + LAG] - x[:, i].
    "diff": Composition("select_place", {
        "index": "LAG: tl.constexpr",
        "y = tl.load(x_ptr + (offsets // inner * size + index) * inner + offsets % inner, mask=mask, "
        "other=0.0).to(tl.float32)\n"
        "    y = tl.maximum(y, 0.0)":
            "run = (size - LAG) * inner\n"
            "source = offsets // run * (size * inner) + offsets % run\n"
            "y = tl.load(x_ptr + source + LAG * inner, mask=mask, other=0.0).to(tl.float32)\n"
            "z = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
            "y = -z + y",
        "size, inner = x.shape[1], x.stride(1)": "lag = 1",
        "index = 3 % size  # a place counted from the end becomes one counted from the start":
            "size, inner = x.shape[1], 1",
        "x.shape[2]": "size - lag", "size, inner, index, BLOCK=1024)": "size, inner, LAG=lag, BLOCK=1024)",
        "y = x[:, 3]\n    y = torch.relu(y)": "y = x[:, 1:]\nz = x[:, :-1]\ny = y - z"},
        functions=("CASES = [(1, 7), (3, 33), (27, 40)]",)),
    # Reversal along two dimensions at once, y[..., p, ..., q, ...] = x[..., size_p - 1 - p, ..., size_q -
    # 1 - q, ...], or along one.
    "flip_dims": Composition("roll_dims", {
        "roll(x, shifts=(1, 2), dims=(-2, -1))": "flip(x, dims=(-2, -1))", "shift_p, shift_q, BLOCK": "BLOCK",
        "from_p = (p + size_p - shift_p) % size_p\n"
        "    from_q = (q + size_q - shift_q) % size_q\n"
        "    source = offsets + (from_p - p) * stride_p + (from_q - q) * stride_q":
            "source = offsets + (size_p - 1 - 2 * p) * stride_p + (size_q - 1 - 2 * q) * stride_q",
        "shift_p, shift_q = 1 % size_p, 2 % size_q   # in [0, size), "
        "so that the kernel takes no remainder of a negative number": ""}),
    # Attention heads put together again, y[b, t, h * D + d] = x[b, h, t, d].
    "merge_heads": Composition("expand", {
        "run, COPIES: tl.constexpr": "heads, time, head_width, stride_b, stride_h, stride_t, stride_d",
        "source = offsets // (run * COPIES) * run + offsets % run":
            "d = offsets % head_width\n"
            "h = offsets // head_width % heads\n"
            "row = offsets // (head_width * heads)\n"
            "source = row // time * stride_b + h * stride_h + row % time * stride_t + d * stride_d",
        "y = x.unsqueeze(1).expand(-1, 4, -1).contiguous()":
            "batch, heads, time, head_width = x.shape\n"
            "y = x.transpose(1, 2).reshape(batch, time, heads * head_width)"}, functions=(
        "CASES = [(1, 1, 1, 1), (2, 3, 7, 11), (1, 4, 9, 16)]", """
def merge_heads_triton(x):
    batch, heads, time, head_width = x.shape
    y = x.new_empty(batch, time, heads * head_width)
    grid = (triton.cdiv(y.numel(), 1024),)
    merge_heads_kernel[grid](x, y, y.numel(), heads, time, head_width, x.stride(0), x.stride(1), x.stride(2), x.stride(3),
                             BLOCK=1024)
    return y
"""), breaks=()),
    # Permutation of three dimensions, here y[j, k, i] = x[i, j, k].
    "permute3": Composition("repeat_interleave", {
        "n_elements, size, inner, REPEATS: tl.constexpr, BLOCK":
            "n_elements, size_1, size_2, stride_0, stride_1, stride_2, BLOCK",
        "outer = offsets // (size * REPEATS * inner)": "i = offsets // (size_1 * size_2)",
        "place = offsets // inner % (size * REPEATS) // REPEATS": "j = offsets // size_2 % size_1",
        "source = (outer * size + place) * inner + offsets % inner": "k = offsets % size_2",
        "source": "i * stride_0 + j * stride_1 + k * stride_2",
        " = torch.repeat_interleave(x, 2, dim=1)": " = x.permute(1, 2, 0).contiguous()"},
        functions=("CASES = [(1, 1, 1), (2, 3, 33), (7, 20, 11)]",
                   (
                       "def permute3_triton(x):\n"
                       "    y = x.new_empty(x.shape[1], x.shape[2], x.shape[0])\n"
                       "    strides = (x.stride(1), x.stride(2), x.stride(0))\n"
                       "    grid = (triton.cdiv(x.numel(), 1024),)\n"
                       "    permute3_kernel[grid](x, y, x.numel(), y.shape[1], y.shape[2], strides[0], "
                       "strides[1], strides[2], BLOCK=1024)\n"
                       "    return y"))),
    # Permutation of four dimensions, here y[i, k, j, l] = x[i, j, k, l].
    "permute4": Composition("expand", {
        "unsqueeze(1).expand(-1, 4, -1)": "permute(0, 2, 1, 3)"}, functions=(
        "CASES = [(1, 1, 1, 1), (2, 3, 5, 33), (3, 4, 10, 11)]", """
@triton.jit
def permute4_kernel(x_ptr, y_ptr, n_rows, size_1, size_2, size_3, stride_0, stride_1, stride_2, stride_3, ROWS: tl.constexpr,
                    COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # i, j and k in one
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < size_3)
    offsets = out_row.to(tl.int64) * size_3 + out_column
    i = (out_row // (size_1 * size_2)).to(tl.int64)
    j = out_row // size_2 % size_1
    k = out_row % size_2
    source = i * stride_0 + j.to(tl.int64) * stride_1 + k.to(tl.int64) * stride_2 + out_column.to(tl.int64) * stride_3
    x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = tl.sigmoid(x)
    tl.store(y_ptr + offsets, x, mask=mask)
""", """
def permute4_triton(x):
    y = x.new_empty(x.shape[0], x.shape[2], x.shape[1], x.shape[3])
    strides = (x.stride(0), x.stride(2), x.stride(1), x.stride(3))
    n_rows = x.numel() // y.shape[3]
    columns = min(triton.next_power_of_2(y.shape[3]), 256)
    grid = (triton.cdiv(n_rows, 2048 // columns), triton.cdiv(y.shape[3], columns))
    permute4_kernel[grid](x, y, n_rows, y.shape[1], y.shape[2], y.shape[3], strides[0], strides[1], strides[2], strides[3],
                          ROWS=2048 // columns, COLUMNS=columns)
    return y
""")),
    # Permutation of five dimensions, here y[i, k, j, l, m] = x[i, j, k, l, m].
    "permute5": Composition("roll", functions=(
        "CASES = [(1, 1, 1, 1, 2), (2, 3, 5, 4, 7), (3, 4, 2, 6, 11)]",
        "def permute5_torch(x):\n    y = x.permute(0, 2, 1, 3, 4).contiguous()\n    return y", """
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
""", """
def permute5_triton(x):
    order = (0, 2, 1, 3, 4)
    sizes = [x.shape[d] for d in order]
    strides = [x.stride(d) for d in order]
    y = x.new_empty(sizes)
    grid = (triton.cdiv(x.numel(), 1024),)
    permute5_kernel[grid](x, y, x.numel(), *sizes[1:], *strides, BLOCK=1024)
    return y
""")),
    # A tensor meets its own cyclic shift, y = x + roll(x).
    "roll_binary": Composition("roll", {
        "x = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
        "    x = tl.maximum(x, 0.0)\n"
        "    x = tl.sigmoid(x)\n"
        "    tl.store(y_ptr + offsets, x, mask=mask)":
            "z = tl.load(x_ptr + source, mask=mask, other=0.0).to(tl.float32)\n"
            "y = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "y = z + y\n"
            "y = tl.sigmoid(y)\n"
            "tl.store(y_ptr + offsets, y, mask=mask)",
        "x = torch.relu(x)\n"
        "    y = torch.roll(x, shifts=1, dims=1)":
            "z = torch.roll(x, shifts=1, dims=1)\n"
            "y = x\n"
            "y = y + z"}, functions=("CASES = [(1, 2), (3, 33), (27, 40)]",)),
    # Cyclic shift along two dimensions at once, y[..., p, ..., q, ...] = x[..., (p - shift_p) mod size_p,
    # ..., (q - shift_q) mod size_q, ...].
    "roll_dims": Composition("roll", {
        "1, dims=1": "(1, 2), dims=(-2, -1)"}, functions=(
        "CASES = [(3, 5), (2, 3, 33), (2, 5, 4, 7), (2, 3, 5, 4, 6)]", """
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
""", """
def roll_dims_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    size_p, size_q = x.shape[-2], x.shape[-1]
    stride_p, stride_q = x.stride(-2), x.stride(-1)
    shift_p, shift_q = 1 % size_p, 2 % size_q   # in [0, size), so that the kernel takes no remainder of a negative number
    grid = (triton.cdiv(x.numel(), 1024),)
    roll_dims_kernel[grid](x, y, x.numel(), size_p, size_q, stride_p, stride_q, shift_p, shift_q, BLOCK=1024)
    return y
""")),
    # A tensor rolled along one dimension, and what a second tensor that stays makes of it: stencils on a
    # torus, one neighbour after another.
    "roll_joins": Composition("roll", {
        "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)", "(x):": "(x, z):",
        "x = x": "x, z = x.contiguous(), z", "[1], x.stride(1)": "[-1], x.stride(-1)", ", y": ", z, y",
        "x_ptr": "x_ptr, z_ptr",
        "load(x_ptr + source, mask=mask,": "load(x_ptr + source, mask=mask,",
        "x = tl.maximum(x, 0.0)": "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        " tl.sigmoid(x)": " x - z"}, functions=(
        "CASES = [(3, 2), (5, 33), (7, 3, 20), (5, 3, 2, 9)]", """
def roll_joins_torch(x, z):
    x = torch.roll(x, 1, -1)
    x = torch.sub(x, z)
    return x
""")),
    # Two tensors of one shape stacked along a new dimension.
    "stack": Composition("cat", {
        "cat": "stack", "run_a, run_b": "run", "run_a + run_b": "2 * run", "< run_a": "< run",
        "* run_a": "* run",
        "run_b + at - run_a, mask=mask & (at >= run_a)": "run + at - run, mask=mask & (at >= run)",
        "y = a.new_empty(a.shape[0], a.shape[1] + b.shape[1], a.shape[2])\n"
        "    run_a = a.shape[1] * a.stride(1)\n"
        "    run_b = b.shape[1] * b.stride(1)":
            "y = a.new_empty(a.shape[0], 2, a.shape[1])\n"
            "run = a.stride(0)",
        "a_shape, b_shape": "*shape",
        "return torch.randn(a_shape), torch.randn(b_shape)": "return torch.randn(shape), torch.randn(shape)"},
        functions=("CASES = [(1, 1), (3, 33), (40, 27)]",)),
    # Two, three or four tensors of one shape stacked along a new dimension, at any place and any rank.
    "stack_three": Composition("cat_three", {"cat": "stack"}, functions=(
        "CASES = [(7,), (5, 9), (2, 5, 33), (2, 3, 5, 7)]", """
def make(*shape):
    return tuple(torch.randn(shape) for _ in range(3))
""", """
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
""", """
def stack_three_triton(a, b, c):
    tensors = [x.contiguous() for x in (a, b, c)]
    dim = a.dim()
    y = a.new_empty(*a.shape[:dim], len(tensors), *a.shape[dim:])
    run = y.stride(dim)
    grid = (triton.cdiv(y.numel(), 1024),)
    stack_three_kernel[grid](*tensors, y, y.numel(), run, COUNT=len(tensors), BLOCK=1024)
    return y
"""), without=("sized",)),
    # Transposition of every matrix of a batch, y[b, j, i] = x[b, i, j].
    "transpose_batched": Composition("transpose", {
        "t()": "transpose(1, 2)", "rows": "batch, rows",
        "= x.new_empty(columns, rows)": "= x.new_empty(batch, columns, rows)",
        "grid = (triton.cdiv(rows,": "grid = (batch, triton.cdiv(rows,",
        "transpose_batched_kernel[grid](x, y, rows, columns, x.stride(0), x.stride(1), TILE=32)":
            "transpose_batched_kernel[grid](x, y, rows, columns, x.stride(0), x.stride(1), x.stride(2), "
            "TILE=32)"}, functions=(
        "CASES = [(1, 1, 1), (2, 3, 33), (3, 40, 17)]", """
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
""")),
    # A transposed matrix meets another, y = x^T + z.
    "transpose_binary": Composition("transpose", {
        "def transpose_binary_kernel(x_ptr, y_ptr, rows, columns, stride_row, stride_column, "
        "TILE: tl.constexpr":
            "def transpose_binary_kernel(x_ptr, z_ptr, y_ptr, rows, columns, TILE: tl.constexpr",
        "x = tl.load(x_ptr + row[:, None] * stride_row + column[None, :] * stride_column, mask=mask, "
        "other=0.0).to(tl.float32)":
            "mask_turned = (column < columns)[:, None] & (row < rows)[None, :]\n"
            "turned = column[:, None] * rows + row[None, :]\n"
            "x = tl.load(x_ptr + row[:, None] * columns + column[None, :], mask=mask, "
            "other=0.0).to(tl.float32)\n"
            "z = tl.load(z_ptr + turned, mask=mask_turned, other=0.0).to(tl.float32)",
        "y = tl.trans(x)": "y = tl.trans(x)\ny = z + y",
        "store(y_ptr + column[:, None] * rows + row[None, :], y, mask=tl.trans(mask))":
            "store(y_ptr + turned, y, mask=mask_turned)",
        "def transpose_binary_triton(x):":
            "def transpose_binary_triton(x, z):\n"
            "    x = x.contiguous()\n"
            "    z = z.contiguous()",
        "transpose_binary_kernel[grid](x, y, rows, columns, x.stride(0), x.stride(1), TILE=32)":
            "transpose_binary_kernel[grid](x, z, y, rows, columns, TILE=32)",
        "transpose_binary_torch(x):": "transpose_binary_torch(x, z):",
        "y = x.t().contiguous()": "y = x.t()\ny = y + z", "*shape": "rows, columns",
        "return (torch.randn(shape),)": "return torch.randn(rows, columns), torch.randn(columns, rows)"}),
}
