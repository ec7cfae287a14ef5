"""Compositions of the families of adaptive and global pooling."""

from corpus.composition import Composition
from corpus.compositions import pooled_ranks

COMPOSITIONS = {
    # Adaptive pooling of a plane: cell (i, j) of the O_H x O_W outputs is the mean of its share of the H
    # x W inputs.
    "adaptive_avg_pool2d": Composition("adaptive_avg_pool1d",
        {"y = F.adaptive_avg_pool1d(x, 4)": "y = F.adaptive_avg_pool2d(x, (2, 3))"}, functions=(
        "CASES = [(1, 1, 8, 8), (2, 3, 17, 15), (1, 2, 16, 33)]", """
@triton.jit
def adaptive_avg_pool2d_kernel(x_ptr, y_ptr, n_rows, height, width, out_height, out_width, most_rows, most_columns,
                               ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    plane = (out_row // out_height).to(tl.int64)
    i = out_row % out_height
    j = out_column
    top = i * height // out_height
    bottom = ((i + 1) * height + out_height - 1) // out_height  # the ceiling of the quotient
    left = j * width // out_width
    right = ((j + 1) * width + out_width - 1) // out_width
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
    for k in range(0, most_rows):
        row = top + k
        for l in range(0, most_columns):
            column = left + l
            inside = mask & (row < bottom) & (column < right)
            x = tl.load(x_ptr + (plane * height + row) * width + column, mask=inside, other=0.0).to(tl.float32)
            x = tl.maximum(x, 0.0)
            y = y + tl.where(inside, x, 0.0)
    y = y / ((bottom - top) * (right - left))
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""", """
def adaptive_avg_pool2d_triton(x):
    x = x.contiguous()
    n, channels, height, width = x.shape
    out_height, out_width = 2, 3
    y = x.new_empty(n, channels, out_height, out_width)
    most_rows = triton.cdiv(height, out_height) + 1
    most_columns = triton.cdiv(width, out_width) + 1
    n_rows = y.numel() // out_width
    columns = min(triton.next_power_of_2(out_width), 128)
    grid = (triton.cdiv(n_rows, 256 // columns), triton.cdiv(out_width, columns))
    adaptive_avg_pool2d_kernel[grid](x, y, n_rows, height, width, out_height, out_width, most_rows, most_columns, ROWS=256 // columns, COLUMNS=columns)
    return y
""")),
    # Adaptive pooling of a volume: cell (h, i, j) of O_D x O_H x O_W outputs is the mean of its share of
    # the D x H x W inputs.
    "adaptive_avg_pool3d": Composition("adaptive_avg_pool1d",
        {"n, channels, length = ": "N, C, D, H, W = ", "out_length = 4": "OD, OH, OW = 2, 3, 4",
         ".new_empty(n, channels, out_length)": ".new_empty(N, C, OD, OH, OW)",
         "longest = triton.cdiv(length, out_length) + 1":
             "most_d, most_h, most_w = triton.cdiv(D, OD) + 1, triton.cdiv(H, OH) + 1, triton.cdiv(W, "
             "OW) + 1",
         "512": "256", "y.numel() // out_length": "y.numel() // OW",
         "next_power_of_2(out_length)": "next_power_of_2(OW)", "triton.cdiv(out_length, columns)":
             "triton.cdiv(OW, columns)",
         "n_rows, length, out_length, longest, ROWS=512":
             "n_rows, D, H, W, OD, OH, OW, most_d, most_h, most_w, ROWS=256",
         " F.adaptive_avg_pool1d(x, 4)": " F.adaptive_avg_pool3d(x, (2, 3, 4))",
         "y = torch.sigmoid(y)": "y = torch.sigmoid(y)\ny = torch.sin(y)"}, functions=(
        "CASES = [(1, 1, 4, 4, 4), (2, 3, 6, 11, 7), (2, 5, 9, 4, 8)]  # N, C, D, H, W", """
@triton.jit
def adaptive_avg_pool3d_kernel(x_ptr, y_ptr, n_rows, D, H, W, OD, OH, OW, most_d, most_h, most_w, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < OW)
    offsets = out_row.to(tl.int64) * OW + out_column
    volume = (out_row // (OD * OH)).to(tl.int64)
    h = out_row // OH % OD
    i = out_row % OH
    j = out_column
    front, back = h * D // OD, ((h + 1) * D + OD - 1) // OD  # the floor and the ceiling of a quotient
    top, bottom = i * H // OH, ((i + 1) * H + OH - 1) // OH
    left, right = j * W // OW, ((j + 1) * W + OW - 1) // OW
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
    for tap in range(0, most_d * most_h * most_w):
        slab = front + tap // (most_h * most_w)
        row = top + tap // most_w % most_h
        column = left + tap % most_w
        inside = mask & (slab < back) & (row < bottom) & (column < right)
        x = tl.load(x_ptr + ((volume * D + slab) * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.0)
        y = y + tl.where(inside, x, 0.0)
    y = y / ((back - front) * (bottom - top) * (right - left))
    y = tl.sigmoid(y)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""")),
    # Adaptive pooling of sequences that are joined from tensors which broadcast, y =
    # f(adaptive_avg_pool1d(max(x, s))).
    "adaptive_pool1d_prologue": Composition("adaptive_pool2d_prologue",
        {"y = F.adaptive_avg_pool2d(v, output_size=(2, 3))": "y = F.adaptive_avg_pool1d(v, output_size=4)",
         "most_h, most_w = triton.cdiv(H, OH) + 1, triton.cdiv(W, OW) + 1": "most_l = triton.cdiv(L, OL) + 1",
         "i = out_row % OH\n"
         "    j = out_column\n"
         "    top, bottom = i * H // OH, ((i + 1) * H + OH - 1) // OH  # the floor and the ceiling of a "
         "quotient\n"
         "    left, right = j * W // OW, ((j + 1) * W + OW - 1) // OW":
             "j = out_column\n"
             "left, right = j * L // OL, ((j + 1) * L + OL - 1) // OL  # the floor and the ceiling of a "
             "quotient",
         "for tap in range(most_h * most_w):\n"
         "        row = top + tap // most_w\n"
         "        column = left + tap % most_w\n"
         "        inside = mask & (row < bottom) & (column < right)\n"
         "        places = (plane * H + row) * W + column":
             "for tap in range(most_l):\n"
             "    place = left + tap\n"
             "    inside = mask & (place < right)\n"
             "    places = plane * L + place",
         " y / ((bottom - top) * (right - left))": " y / (right - left)"},
        functions=("CASES = [(1, 1, 12), (2, 3, 17), (3, 5, 32)]  # N, C, L",),
        through=pooled_ranks.pooled_signals),
    # Adaptive pooling of volumes that are joined from tensors which broadcast, y =
    # f(adaptive_avg_pool3d(max(x, s))).
    "adaptive_pool3d_prologue": Composition("adaptive_pool2d_prologue",
        {"y = F.adaptive_avg_pool2d(v, output_size=(2, 3))":
             "y = F.adaptive_avg_pool3d(v, output_size=(2, 3, 4))",
         "C, H,": "C, D, H,", "most_h, most_w =": "most_d, most_h, most_w = triton.cdiv(D, OD) + 1,"},
        functions=(
        "CASES = [(1, 1, 4, 4, 4), (2, 3, 6, 11, 7), (2, 5, 9, 4, 8)]  # N, C, D, H, W", """
@triton.jit
def adaptive_pool3d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_rows, C, D, H, W, OD, OH, OW, most_d, most_h, most_w, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < OW)
    offsets = out_row.to(tl.int64) * OW + out_column
    plane = (out_row // (OD * OH)).to(tl.int64)
    h = out_row // OH % OD
    i = out_row % OH
    j = out_column
    front, back = h * D // OD, ((h + 1) * D + OD - 1) // OD  # the floor and the ceiling of a quotient
    top, bottom = i * H // OH, ((i + 1) * H + OH - 1) // OH
    left, right = j * W // OW, ((j + 1) * W + OW - 1) // OW
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.zeros((ROWS, COLUMNS), tl.float32)
    for tap in range(most_d * most_h * most_w):
        depth = front + tap // (most_h * most_w)
        row = top + tap // most_w % most_h
        column = left + tap % most_w
        inside = mask & (depth < back) & (row < bottom) & (column < right)
        places = ((plane * D + depth) * H + row) * W + column
        x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
        v = tl.maximum(x, s)
        y += tl.where(inside, v, 0.0)  # beyond the share nothing counts, whatever comes out of zeros
    y = y / ((back - front) * (bottom - top) * (right - left))
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
"""), through=pooled_ranks.pooled_volumes),
    # Generalised-mean pooling of a plane, y = avg_pool2d(max(x, eps)^p)^(1 / p), with a power p, (1,),
    # that is learnt.
    "gem_pool2d": Composition("pool2d_chain", {
        "(torch.randn(shape),)": "torch.randn(shape), 2.0 + 2.0 * torch.rand(1)", "x)": "x, p)",
        "window, stride, padding = 2, 2, 0":
            "window_h, window_w = 3, 3\n"
            "stride_h, stride_w = 2, 2",
        "(H + 2 * padding - window) // stride + ": "(H - window_h) // stride_h + ",
        "(W + 2 * padding - window) // stride + ": "(W - window_w) // stride_w + ", "512": "256",
        "gem_pool2d_kernel[grid](x, y, n_rows, H, W, OH, OW, WINDOW=window, STRIDE=stride, "
        "PADDING=padding, ROWS=512 // columns, COLUMNS=columns)":
            "gem_pool2d_kernel[grid](x, p, y, n_rows, H, W, OH, OW, WINDOW_H=window_h, "
            "WINDOW_W=window_w, STRIDE_H=stride_h, STRIDE_W=stride_w, ROWS=256 // columns, COLUMNS=columns)",
        " torch.relu(x)": " x.clamp(min=0.001)",
        " F.max_pool2d(x, kernel_size=2, stride=2, padding=0)":
            " F.avg_pool2d(x.pow(p), kernel_size=3, stride=2)",
        " torch.sin(y)": " y.pow(1.0 / p)", "y = torch.abs(y)": ""}, functions=(
        "CASES = [(1, 1, 4, 5), (2, 3, 12, 16), (3, 5, 9, 7)]  # N, C, H, W", """
@triton.jit
def gem_pool2d_kernel(x_ptr, p_ptr, y_ptr, n_rows, H, W, OH, OW, WINDOW_H: tl.constexpr, WINDOW_W: tl.constexpr,
                      STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < OW)
    offsets = out_row.to(tl.int64) * OW + out_column
    row = out_row % OH * STRIDE_H
    column = out_column * STRIDE_W
    plane = (out_row // OH).to(tl.int64)  # one (n, c)
    corner = (plane * H + row) * W + column
    p = tl.load(p_ptr).to(tl.float32)
    total = tl.zeros((ROWS, COLUMNS), tl.float32)
    for tap in range(WINDOW_H * WINDOW_W):
        x = tl.load(x_ptr + corner + tap // WINDOW_W * W + tap % WINDOW_W, mask=mask, other=0.0).to(tl.float32)
        x = tl.maximum(x, 0.001)
        total += tl.exp(tl.log(x.to(tl.float64)) * p).to(tl.float32)
    y = total / (WINDOW_H * WINDOW_W)
    root = tl.exp(tl.log(y.to(tl.float64)) / p).to(tl.float32)
    y = tl.where(y == 1.0, 1.0, root)  # whatever p, and 0 too
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""")),
    # Global average pooling, y[n, c] = mean of x[n, c, ...] over every position.
    "global_avg_pool": Composition("global_max_pool", {
        "amax": "mean",
        'best = tl.full((PLANES, BLOCK), float("-inf"), tl.float32)': "partial = tl.zeros((PLANES, BLOCK), tl.float32)",
        'best = tl.maximum(best, tl.where(mask, x, float("-inf")))': "partial += tl.where(mask, x, 0.0)",
        "max(best, axis=1, keep_dims=True)": "sum(partial, axis=1, keep_dims=True) / size"}),
    # Global pooling of planes that are joined from tensors which broadcast, y[n, c] = mean of max(x,
    # s)[n, c] over every position.
    "global_pool2d_prologue": Composition("global_pool2d_flat_prologue",
        {"(2, 3)": "(2, 3), keepdim=True", "dtype=": "1, 1, dtype="}),
    # Global pooling of volumes that are joined from tensors which broadcast, y[n, c] = mean of max(x,
    # s)[n, c] over every position.
    "global_pool3d_prologue": Composition("global_pool2d_flat_prologue",
        {"(2, 3)": "(2, 3, 4), keepdim=True", ", H,": ", D, H,", ", H *": ", D * H *", "pixels =": "voxels =",
         "pixels <": "voxels < D *", "(H * W) + pixels": "(D * H * W) + voxels",
         "y = tl.sum(lanes, axis=0) / (H * W)": "y = tl.sum(lanes, axis=0) / (D * H * W)",
         "dtype=": "1, 1, 1, dtype=", "1)": "1, 1)"},
        functions=("CASES = [(1, 1, 2, 1, 3), (2, 3, 3, 5, 7), (1, 2, 8, 10, 15)]  # N, C, D, H, W",)),
    # Lp pooling of a line: y[n, c, o] = (sum over k of |x[n, c, o * stride + k]|^p)^(1/p), here with p =
    # 1, which keeps signs, and the even powers.
    "lp_pool1d": Composition("moving_average", {
        "WINDOW": "KERNEL", "STEP": "STRIDE", "y = tl.zeros": "total = tl.zeros",
        " = tl.maximum(x, 0.0)": " = x / (1.0 + tl.abs(x))", "y = y + x": "total += x * x",
        "y / WINDOW": "tl.sqrt(total)", "y = 0.5 * y": "",
        "window, step = 3, 1\n"
        "    rows, length = x.shape\n"
        "    out_length = (length - window) // step + 1\n"
        "    y = x.new_empty(rows, out_length)":
            "n, channels, length = x.shape\n"
            "window = 3\n"
            "stride = 2\n"
            "out_length = (length - window) // stride + 1\n"
            "y = x.new_empty(n, channels, out_length)",
        "step": "stride", " torch.relu(": " F.softsign(",
        " = x.unfold(-1, 3, 1).mean(dim=-1)": " = F.lp_pool1d(x, norm_type=2, kernel_size=3, stride=2)",
        "y = y * 0.5": ""}, functions=("CASES = [(1, 1, 8), (2, 3, 33), (3, 5, 100)]",)),
}
