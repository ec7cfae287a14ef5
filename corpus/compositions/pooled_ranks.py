"""Pooling at rank 1 and 3, as exchanges in families that are written for images.

A row is a statement of the image's code and what stands there instead; an empty one leaves it out. The arguments are
those of kernels, of their signatures as `KH: tl.constexpr` and of their launches as `KH=KH`.
"""

from corpus.compositions.rendering import by_statement

POOLED_SIGNALS = {
    "mask = (out_row < n_rows) & (out_column < out_width)":
        "mask = (out_row < n_rows) & (out_column < out_length)",
    "offsets = out_row.to(tl.int64) * out_width + out_column":
        "offsets = out_row.to(tl.int64) * out_length + out_column",
    "plane = (out_row // out_height).to(tl.int64)": "row = out_row.to(tl.int64)",
    "top = out_row % out_height * STRIDE_H - PAD_H": "",
    "left = out_column * STRIDE_W - PAD_W":
        "start = out_column * STRIDE - PADDING  # below 0 where the window begins in the padding",
    "n_rows = y.numel() // out_width": "n_rows = y.numel() // out_length",
    "n_rows = place.numel() // out_width": "n_rows = place.numel() // out_length",
    "columns = min(triton.next_power_of_2(out_width), 128)":
        "columns = min(triton.next_power_of_2(out_length), 128)",
    "grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(out_width, columns))":
        "grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(out_length, columns))",
    "mask = (out_row < n_rows) & (out_column < OW)": "mask = (out_row < n_rows) & (out_column < OL)",
    "offsets = out_row.to(tl.int64) * OW + out_column": "offsets = out_row.to(tl.int64) * OL + out_column",
    "n_rows = y.numel() // OW": "n_rows = y.numel() // OL",
    "columns = min(triton.next_power_of_2(OW), 128)": "columns = min(triton.next_power_of_2(OL), 128)",
    "grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(OW, columns))":
        "grid = (triton.cdiv(n_rows, 512 // columns), triton.cdiv(OL, columns))",
    "grid = (triton.cdiv(n_rows, 256 // columns), triton.cdiv(OW, columns))":
        "grid = (triton.cdiv(n_rows, 256 // columns), triton.cdiv(OL, columns))",
    "for k in range(KERNEL_H):": "",
    "for l in tl.static_range(KERNEL_W):": "for k in tl.static_range(KERNEL):",
    "inside = mask & (row >= 0) & (row < height) & (column >= 0) & (column < width)":
        "inside = mask & (at >= 0) & (at < length)",
    "x = tl.load(x_ptr + (plane * height + row) * width + column, mask=inside, other=0.0).to(tl.float32)":
        "x = tl.load(x_ptr + row * length + at, mask=inside, other=0.0).to(tl.float32)",
    "n, channels, height, width = x.shape": "n, channels, length = x.shape",
    "stride_h, stride_w = 2, 2": "stride = 2", "out_height = span_h // stride_h + 1": "",
    "out_width = span_w // stride_w + 1": "out_length = span // stride + 1",
    "y = x.new_empty(n, channels, out_height, out_width)": "y = x.new_empty(n, channels, out_length)",
    "CASES = [(1, 1, 14, 14), (2, 3, 17, 15), (1, 2, 16, 25)]":
        "CASES = [(1, 1, 24), (2, 3, 33), (3, 5, 100)]",
    "y = F.max_pool2d(x, kernel_size=3, padding=1, stride=2, dilation=1, ceil_mode=False)":
        "y = F.max_pool1d(x, kernel_size=3, padding=1, stride=2, dilation=1, ceil_mode=False)  # (N, C, L)",
    "row = top + k * DILATION_H": "at = start + k * DILATION", "column = left + l * DILATION_W": "",
    "dilation_h, dilation_w = 1, 1": "dilation = 1",
    "span_h = height + 2 * pad_h - dilation_h * (kernel_h - 1) - 1  # how far the window's corner can travel":
        "span = length + 2 * padding - dilation * (window - 1) - 1  # how far the window's start can travel",
    "span_w = width + 2 * pad_w - dilation_w * (kernel_w - 1) - 1": "",
    "x = tl.load(x_ptr + (plane * height + row) * width + column, mask=inside, "
    'other=float("-inf")).to(tl.float32)':
        'x = tl.load(x_ptr + row * length + at, mask=inside, other=float("-inf")).to(tl.float32)',
    "place = tl.where(x > y, row * width + column, place)  # strictly: of equal values the first stays":
        "place = tl.where(x > y, at, place)  # strictly: of equal values the first stays",
    "CASES = [(1, 1, 6, 6), (2, 3, 12, 16), (3, 5, 9, 7)]  # N, C, H, W":
        "CASES = [(1, 1, 8), (2, 3, 21), (3, 5, 30)]  # N, C, L",
    "def make(N, C, H, W):": "def make(N, C, L):", "OH = (H + 2 * padding - window) // stride + 1": "",
    "OW = (W + 2 * padding - window) // stride + 1": "OL = (L + 2 * padding - window) // stride + 1",
    "y = F.max_pool2d(x, kernel_size=2, stride=2, padding=0)":
        "y = F.max_pool1d(x, kernel_size=2, stride=2, padding=0)",
    "top = out_row % OH * STRIDE - PADDING": "",
    "plane = (out_row // OH).to(tl.int64)  # one (n, c)": "plane = out_row.to(tl.int64)  # one (n, c)",
    "row = top + tap // WINDOW": "",
    "x = tl.load(x_ptr + (plane * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)":
        "x = tl.load(x_ptr + plane * L + place, mask=inside, other=0.0).to(tl.float32)",
    "N, C, H, W = x.shape": "N, C, L = x.shape", "y = x.new_empty(N, C, OH, OW)": "y = x.new_empty(N, C, OL)",
    "span_h = H + 2 * pad_h - kernel_h": "",
    "span_w = W + 2 * pad_w - kernel_w": "span = L + 2 * pad - window", "OH = span_h // stride_h + 1": "",
    "OW = span_w // stride_w + 1": "OL = span // stride + 1",
    "x, s = torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)":
        "x, s = torch.randn(N, C, L), torch.randn(N, C, 1)",
    "plane = (out_row // OH).to(tl.int64)": "plane = out_row.to(tl.int64)",
    "y = torch.empty(N, C, OH, OW, dtype=x.dtype, device=x.device)":
        "y = torch.empty(N, C, OL, dtype=x.dtype, device=x.device)",
    "OH, OW = 2, 3": "OL = 4"}

POOLED_SIGNALS_ARGUMENTS = {
    "height": "", "width": "length", "out_height": "", "out_width": "out_length",
    "KERNEL_H: tl.constexpr": "", "KERNEL_W: tl.constexpr": "KERNEL: tl.constexpr", "PAD_H: tl.constexpr": "",
    "PAD_W: tl.constexpr": "PADDING: tl.constexpr", "STRIDE_H: tl.constexpr": "",
    "STRIDE_W: tl.constexpr": "STRIDE: tl.constexpr", "KERNEL_H=kernel_h": "",
    "KERNEL_W=kernel_w": "KERNEL=window", "PAD_H=pad_h": "", "PAD_W=pad_w": "PADDING=padding",
    "STRIDE_H=stride_h": "", "STRIDE_W=stride_w": "STRIDE=stride", "DILATION_H: tl.constexpr": "",
    "DILATION_W: tl.constexpr": "DILATION: tl.constexpr", "DILATION_H=dilation_h": "",
    "DILATION_W=dilation_w": "DILATION=dilation", "H": "", "W": "L", "OH": "OL", "OW": "",
    "most_rows": "longest", "most_columns": "", "most_h": "", "most_w": "most_l"}

pooled_signals = by_statement(POOLED_SIGNALS, POOLED_SIGNALS_ARGUMENTS)

POOLED_VOLUMES = {
    "plane = (out_row // out_height).to(tl.int64)":
        "front = out_row // out_height % out_depth * STRIDE_D - PAD_D\n"
        "volume = (out_row // (out_height * out_depth)).to(tl.int64)",
    "for k in range(KERNEL_H):": "for tap in range(KERNEL_D * KERNEL_H * KERNEL_W):",
    "inside = mask & (row >= 0) & (row < height) & (column >= 0) & (column < width)":
        "inside = (slab >= 0) & (slab < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < "
        "width) & mask\n"
        "at = ((volume * depth + slab) * height + row) * width + column",
    "x = tl.load(x_ptr + (plane * height + row) * width + column, mask=inside, other=0.0).to(tl.float32)":
        "x = tl.load(x_ptr + at, mask=inside, other=0.0).to(tl.float32)",
    "n, channels, height, width = x.shape": "n, channels, depth, height, width = x.shape",
    "y = x.new_empty(n, channels, out_height, out_width)":
        "y = x.new_empty(n, channels, out_depth, out_height, out_width)",
    "CASES = [(1, 1, 14, 14), (2, 3, 17, 15), (1, 2, 16, 25)]": "CASES = [(1, 1, 7, 7, 7), (2, 3, 8, 7, 9)]",
    "y = F.max_pool2d(x, kernel_size=3, padding=1, stride=2, dilation=1, ceil_mode=False)":
        "y = F.max_pool3d(x, kernel_size=3, padding=1, stride=2, dilation=1, ceil_mode=False)",
    "row = top + k * DILATION_H": "row = top + tap // KERNEL_W % KERNEL_H * DILATION_H",
    "column = left + l * DILATION_W": "column = left + tap % KERNEL_W * DILATION_W",
    "dilation_h, dilation_w = 1, 1": "dilation_d, dilation_h, dilation_w = 1, 1, 1",
    "span_h = height + 2 * pad_h - dilation_h * (kernel_h - 1) - 1  # how far the window's corner can travel":
        "span_d = depth + 2 * pad_d - dilation_d * (kernel_d - 1) - 1  # how far the box can travel\n"
        "span_h = height + 2 * pad_h - dilation_h * (kernel_h - 1) - 1",
    "span_w = width + 2 * pad_w - dilation_w * (kernel_w - 1) - 1":
        "span_w = width + 2 * pad_w - dilation_w * (kernel_w - 1) - 1\n"
        "out_depth = span_d // stride_d + 1",
    "x = tl.load(x_ptr + (plane * height + row) * width + column, mask=inside, "
    'other=float("-inf")).to(tl.float32)':
        'x = tl.load(x_ptr + at, mask=inside, other=float("-inf")).to(tl.float32)',
    "place = tl.where(x > y, row * width + column, place)  # strictly: of equal values the first stays":
        "place = tl.where(x > y, (slab * height + row) * width + column, "
        "place)  # strictly: of equal values the first stays",
    "CASES = [(1, 1, 6, 6), (2, 3, 12, 16), (3, 5, 9, 7)]  # N, C, H, W":
        "CASES = [(1, 1, 5, 5, 5), (2, 3, 8, 12, 6), (2, 4, 7, 5, 6)]  # N, C, D, H, W",
    "def make(N, C, H, W):": "def make(N, C, D, H, W):",
    "y = F.max_pool2d(x, kernel_size=2, stride=2, padding=0)":
        "y = F.max_pool3d(x, kernel_size=2, stride=2, padding=0)",
    "plane = (out_row // OH).to(tl.int64)  # one (n, c)": "plane = (out_row // (OD * OH)).to(tl.int64)  # one (n, c)",
    "for tap in range(WINDOW * WINDOW):":
        "for tap in range(WINDOW * WINDOW * WINDOW):\n"
        "    slab = front + tap // (WINDOW * WINDOW)",
    "row = top + tap // WINDOW": "row = top + tap // WINDOW % WINDOW",
    "inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)":
        "inside = mask & (slab >= 0) & (slab < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W)",
    "x = tl.load(x_ptr + (plane * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)":
        "x = tl.load(x_ptr + ((plane * D + slab) * H + row) * W + column, mask=inside, "
        "other=0.0).to(tl.float32)",
    "y = x.new_empty(N, C, OH, OW)": "y = x.new_empty(N, C, OD, OH, OW)",
    "span_w = W + 2 * pad_w - kernel_w":
        "span_w = W + 2 * pad_w - kernel_w\n"
        "OD = span_d // stride_d + 1",
    "x, s = torch.randn(N, C, H, W), torch.randn(N, C, 1, 1)":
        "x, s = torch.randn(N, C, D, H, W), torch.randn(N, C, 1, 1, 1)",
    "y = torch.empty(N, C, OH, OW, dtype=x.dtype, device=x.device)":
        "y = torch.empty(N, C, OD, OH, OW, dtype=x.dtype, device=x.device)",
    "y = y / ((bottom - top) * (right - left))": "y = y / ((back - front) * (bottom - top) * (right - left))",
    "OH, OW = 2, 3": "OD, OH, OW = 2, 3, 4"}

POOLED_VOLUMES_ARGUMENTS = {
    "height": "depth, height", "out_height": "out_depth, out_height",
    "KERNEL_H: tl.constexpr": "KERNEL_D: tl.constexpr, KERNEL_H: tl.constexpr",
    "PAD_H: tl.constexpr": "PAD_D: tl.constexpr, PAD_H: tl.constexpr",
    "STRIDE_H: tl.constexpr": "STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr",
    "KERNEL_H=kernel_h": "KERNEL_D=kernel_d, KERNEL_H=kernel_h", "PAD_H=pad_h": "PAD_D=pad_d, PAD_H=pad_h",
    "STRIDE_H=stride_h": "STRIDE_D=stride_d, STRIDE_H=stride_h",
    "DILATION_H: tl.constexpr": "DILATION_D: tl.constexpr, DILATION_H: tl.constexpr",
    "DILATION_H=dilation_h": "DILATION_D=dilation_d, DILATION_H=dilation_h", "H": "D, H", "OH": "OD, OH",
    "most_rows": "most_h", "most_columns": "most_w", "most_h": "most_d, most_h"}

pooled_volumes = by_statement(POOLED_VOLUMES, POOLED_VOLUMES_ARGUMENTS)
