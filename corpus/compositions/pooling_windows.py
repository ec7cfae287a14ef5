"""Compositions of the families of pooling by average, and pooling joined with other operations."""

from corpus.composition import Composition
from corpus.compositions import pooled_ranks

COMPOSITIONS = {
    # Average pooling of a line, y[n, c, o] = mean over k of x[n, c, o * stride - padding + k].
    "avg_pool1d": Composition("avg_pool2d", {
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "window, padding = 3, 1",
        "span_h = height + 2 * pad_h - kernel_h  # how far the window's corner can travel\n"
        "    span_w = width + 2 * pad_w - kernel_w":
            "span = length + 2 * padding - window  # how far the window's start can travel",
        "y = F.avg_pool2d(x, kernel_size=3, padding=1, stride=2, ceil_mode=False, count_include_pad=True)":
            "y = F.avg_pool1d(x, kernel_size=3, padding=1, stride=2, ceil_mode=False, "
            "count_include_pad=True)  # (N, C, L)"}, functions=(
        "CASES = [(1, 1, 12), (2, 3, 33), (3, 5, 100)]", """
@triton.jit
def avg_pool1d_kernel(x_ptr, y_ptr, n_rows, length, out_length, KERNEL: tl.constexpr, PADDING: tl.constexpr,
                      STRIDE: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_length)
    offsets = out_row.to(tl.int64) * out_length + out_column
    row = out_row.to(tl.int64)
    start = out_column * STRIDE - PADDING  # below 0 where the window begins in the padding
    total = tl.zeros((ROWS, COLUMNS), tl.float32)
    for k in tl.static_range(KERNEL):
        at = start + k
        inside = mask & (at >= 0) & (at < length)
        x = tl.load(x_ptr + row * length + at, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # The function of a padded zero need not be zero, so the mask comes after it.
        total += tl.where(inside, x, 0.0)
    y = total / KERNEL
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
"""), through=pooled_ranks.pooled_signals, breaks=()),
    # Average pooling of a volume: y[n, c] at (i, j, k) is the mean of x[n, c] over a box that moves by
    # the stride.
    "avg_pool3d": Composition("adaptive_avg_pool1d", {
        "y = F.adaptive_avg_pool1d(x, 4)":
            "y = F.avg_pool3d(x, kernel_size=3, padding=1, stride=2, count_include_pad=True)",
        "1, 1, 9), (2, 3, 33), (3, 5, 100)]": "1, 1, 5, 5, 5), (2, 3, 6, 7, 8)]"}, functions=("""
@triton.jit
def avg_pool3d_kernel(x_ptr, y_ptr, n_rows, depth, height, width, out_depth, out_height, out_width,
                      KERNEL_D: tl.constexpr, KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr,
                      PAD_D: tl.constexpr, PAD_H: tl.constexpr, PAD_W: tl.constexpr,
                      STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    left = out_column * STRIDE_W - PAD_W
    top = out_row % out_height * STRIDE_H - PAD_H
    front = out_row // out_height % out_depth * STRIDE_D - PAD_D
    volume = (out_row // (out_height * out_depth)).to(tl.int64)
    total = tl.zeros((ROWS, COLUMNS), tl.float32)
    for tap in range(KERNEL_D * KERNEL_H * KERNEL_W):
        slab = front + tap // (KERNEL_H * KERNEL_W)
        row = top + tap // KERNEL_W % KERNEL_H
        column = left + tap % KERNEL_W
        inside = (slab >= 0) & (slab < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width) & mask
        at = ((volume * depth + slab) * height + row) * width + column
        x = tl.load(x_ptr + at, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        # The function of a padded zero need not be zero, so the mask comes after it.
        total += tl.where(inside, x, 0.0)
    y = total / (KERNEL_D * KERNEL_H * KERNEL_W)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""", """
def avg_pool3d_triton(x):
    x = x.contiguous()
    n, channels, depth, height, width = x.shape
    kernel_d, kernel_h, kernel_w = 3, 3, 3
    pad_d, pad_h, pad_w = 1, 1, 1
    stride_d, stride_h, stride_w = 2, 2, 2
    out_depth = (depth + 2 * pad_d - kernel_d) // stride_d + 1
    out_height = (height + 2 * pad_h - kernel_h) // stride_h + 1
    out_width = (width + 2 * pad_w - kernel_w) // stride_w + 1
    y = x.new_empty(n, channels, out_depth, out_height, out_width)
    n_rows = y.numel() // out_width
    columns = min(triton.next_power_of_2(out_width), 128)
    grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(out_width, columns))
    avg_pool3d_kernel[grid](x, y, n_rows, depth, height, width, out_depth, out_height, out_width,
                            KERNEL_D=kernel_d, KERNEL_H=kernel_h, KERNEL_W=kernel_w, PAD_D=pad_d, PAD_H=pad_h, PAD_W=pad_w,
                            STRIDE_D=stride_d, STRIDE_H=stride_h, STRIDE_W=stride_w, ROWS=512 // columns, COLUMNS=columns)
    return y
""")),
    # Pooling of a sequence joined with a second tensor, y = sin(max(f(max_pool1d(x)), z)): a bias or a
    # scale for each channel, a residual.
    "pool1d_binary": Composition("pool2d_binary", {
        "H, W": "L", ", 1, 1": ", 1", "WINDOW * WINDOW": "WINDOW",
        "column = left + tap % WINDOW": "place = left + tap",
        "(row >= 0) & (row < H) & (column >= 0) & (column < W)": "(place >= 0) & (place < L)"},
        through=pooled_ranks.pooled_signals),
    # Pooling of a sequence between functions, y = sigmoid(sin(max_pool1d(relu(x)))), the maximum or the
    # mean of every window.
    "pool1d_chain": Composition("pool2d_chain", {
        "WINDOW * WINDOW": "WINDOW", "column = left + tap % WINDOW": "place = left + tap",
        "(row >= 0) & (row < H) & (column >= 0) & (column < W)": "(place >= 0) & (place < L)"},
        through=pooled_ranks.pooled_signals, breaks=("ROWS: tl.constexpr, COLUMNS: tl.constexpr):",)),
    # Pooling of sequences that are joined from tensors which broadcast, y = f(max_pool1d(max(x, s))): a
    # sum, a scale, a mask before the pool.
    "pool1d_prologue": Composition("pool2d_prologue", {
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "window, pad = 3, 1", "max_pool2d": "max_pool1d",
        "KERNEL=window, PADDING=padding": "WINDOW=window, PAD=pad"}, functions=(
        "CASES = [(1, 1, 14), (2, 3, 21), (3, 5, 30)]  # N, C, L", """
@triton.jit
def pool1d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_rows, C, L, OL, WINDOW: tl.constexpr, PAD: tl.constexpr,
                           STRIDE: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < OL)
    offsets = out_row.to(tl.int64) * OL + out_column
    plane = out_row.to(tl.int64)
    left = out_column * STRIDE - PAD
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)
    for k in range(WINDOW):
        place = left + k
        inside = mask & (place >= 0) & (place < L)
        places = plane * L + place
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        # What is padded is the result of all that, so it is put out of play here.
        y = tl.maximum(y, tl.where(inside, v, float("-inf")))
    y = tl.where(mask, y, 0.0)  # beyond the end nothing was found
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
"""), through=pooled_ranks.pooled_signals),
    # Pooling of a line joined with what it pooled, y = f(g(avg_pool1d(x)) - x): the mixer of a pooling
    # transformer, a series without its trend.
    "pool1d_self": Composition("pool3d_self", {
        "avg_pool3d": "avg_pool1d", "D, H, W": "L", "y.numel() // W": "y.numel() // L",
        "next_power_of_2(W)": "next_power_of_2(L)", "cdiv(W, columns)": "cdiv(L, columns)"}, functions=(
        "CASES = [(1, 1, 3), (2, 3, 36), (3, 5, 17)]  # N, C, L", """
@triton.jit
def pool1d_self_kernel(x_ptr, y_ptr, n_rows, L, WINDOW: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < L)
    offsets = out_row.to(tl.int64) * L + out_column
    left = out_column - WINDOW // 2
    row = out_row.to(tl.int64)  # one (n, c)
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
    for tap in tl.static_range(WINDOW):
        column = left + tap
        inside = mask & (column >= 0) & (column < L)
        y += tl.load(x_ptr + row * L + column, mask=inside, other=0.0).to(tl.float32)
    columns = tl.minimum(left + WINDOW, L) - tl.maximum(left, 0)
    y = y / columns  # so many were inside
    z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.sin(y)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""")),
    # Pooling of a plane joined with what it pooled, y = f(g(avg_pool2d(x)) - x): the mixer of a pooling
    # transformer, a detail map, an edge map.
    "pool2d_self": Composition("pool3d_self", {
        "avg_pool3d": "avg_pool2d", "D, H": "H", "front = out_row // H % D - WINDOW // 2": "",
        "volume = (out_row // (D * H)).to(tl.int64)": "plane = (out_row // H).to(tl.int64)",
        "for tap in range(WINDOW * WINDOW * WINDOW):\n"
        "        slab = front + tap // (WINDOW * WINDOW)\n"
        "        row = top + tap // WINDOW % WINDOW":
            "for tap in range(WINDOW * WINDOW):\n"
            "    row = top + tap // WINDOW",
        "inside = mask & (slab >= 0) & (slab < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W)\n"
        "        y += tl.load(x_ptr + ((volume * D + slab) * H + row) * W + column, mask=inside, "
        "other=0.0).to(tl.float32)\n"
        "    slabs = tl.minimum(front + WINDOW, D) - tl.maximum(front, 0)":
            "inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)\n"
            "y += tl.load(x_ptr + (plane * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)",
        "slabs * ": ""}, functions=("CASES = [(1, 1, 2, 3), (2, 3, 12, 16), (3, 5, 9, 7)]  # N, C, H, W",)),
    # Pooling of a volume joined with a second tensor, y = sin(max(f(max_pool3d(x)), z)): a bias or a
    # scale for each channel, a residual.
    "pool3d_binary": Composition("pool2d_binary", {
        "offsets = out_row.to(tl.int64) * OW + out_column":
            "offsets = out_row.to(tl.int64) * OW + out_column\n"
            "front = out_row // OH % OD * STRIDE - PADDING",
        "N, C, H, W = x.shape":
            "N, C, D, H, W = x.shape\n"
            "OD = (D + 2 * padding - window) // stride + 1"}, functions=("""
def make(N, C, D, H, W):
    window, stride, padding = 2, 2, 0
    OD = (D + 2 * padding - window) // stride + 1
    OH = (H + 2 * padding - window) // stride + 1
    OW = (W + 2 * padding - window) // stride + 1
    x = torch.randn(N, C, D, H, W)
    z = torch.randn(C, 1, 1, 1)
    return x, z
""",), through=pooled_ranks.pooled_volumes, breaks=("STRIDE: tl.constexpr", "ROWS=512 // columns, COLUMNS=columns)")),
    # Pooling of a volume between functions, y = sigmoid(sin(max_pool3d(relu(x)))), the maximum or the
    # mean of every window.
    "pool3d_chain": Composition("pool2d_chain", {
        "offsets = out_row.to(tl.int64) * OW + out_column":
            "offsets = out_row.to(tl.int64) * OW + out_column\n"
            "front = out_row // OH % OD * STRIDE - PADDING",
        "N, C, H, W = x.shape":
            "N, C, D, H, W = x.shape\n"
            "OD = (D + 2 * padding - window) // stride + 1"}, through=pooled_ranks.pooled_volumes),
    # Pooling of volumes that are joined from tensors which broadcast, y = f(max_pool3d(max(x, s))): a
    # sum, a scale, a mask before the pool.
    "pool3d_prologue": Composition("pool2d_prologue", {
        "def make(N, C, D, H, W):\n"
        "    kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1\n"
        "    stride_h, stride_w = 2, 2":
            "def make(N, C, D, H, W):\n"
            "    kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1\n"
            "    stride_d, stride_h, stride_w = 2, 2, 2\n"
            "    span_d = D + 2 * pad_d - kernel_d",
        "max_pool2d": "max_pool3d",
        "N, C, H, W = x.shape\n"
        "    kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1\n"
        "    stride_h, stride_w = 2, 2":
            "N, C, D, H, W = x.shape\n"
            "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1\n"
            "stride_d, stride_h, stride_w = 2, 2, 2\n"
            "span_d = D + 2 * pad_d - kernel_d",
        "plane = (out_row // OH).to(tl.int64)":
            "plane = (out_row // (OD * OH)).to(tl.int64)\n"
            "front = out_row // OH % OD * STRIDE_D - PAD_D",
        "for tap in range(KERNEL_D * KERNEL_H * KERNEL_W):\n"
        "        for l in tl.static_range(KERNEL_W):\n"
        "            row = top + k\n"
        "            column = left + l\n"
        "            inside = mask & (slab >= 0) & (slab < D) & (row >= 0) & (row < H) & (column >= 0) & "
        "(column < W)\n"
        "            places = (plane * H + row) * W + column\n"
        "            x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)\n"
        "            v = tl.maximum(x, s)\n"
        "            # What is padded is the result of all that, so it is put out of play here.\n"
        '            y = tl.maximum(y, tl.where(inside, v, float("-inf")))':
            "for j in range(KERNEL_D):\n"
            "    for k in range(KERNEL_H):\n"
            "        for l in tl.static_range(KERNEL_W):\n"
            "            depth = front + j\n"
            "            row = top + k\n"
            "            column = left + l\n"
            "            inside = mask & (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= "
            "0) & (column < W)\n"
            "            places = ((plane * D + depth) * H + row) * W + column\n"
            "            x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)\n"
            "            v = tl.maximum(x, s)\n"
            "            # What is padded is the result of all that, so it is put out of play here.\n"
            '            y = tl.maximum(y, tl.where(inside, v, float("-inf")))'},
        functions=("CASES = [(1, 1, 9, 8, 9), (2, 3, 8, 10, 11), (1, 2, 9, 12, 8)]  # N, C, D, H, W",),
        through=pooled_ranks.pooled_volumes),
}
