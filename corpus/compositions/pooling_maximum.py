"""Compositions of the families of pooling by maximum and minimum."""

from corpus.composition import Composition
from corpus.compositions import pooled_ranks

COMPOSITIONS = {
    # Max pooling of a line, y[n, c, o] = max over k of x[n, c, o * stride - padding + k * dilation].
    "max_pool1d": Composition("max_pool2d", {
        "    for k in tl.static_range(KERNEL):": "for k in tl.static_range(KERNEL):",
        "    at = start + k * DILATION": "at = start + k * DILATION",
        "    inside = mask & (at >= 0) & (at < length)": "inside = mask & (at >= 0) & (at < length)",
        "    x = tl.load(x_ptr + row * length + at, mask=inside, other=0.0).to(tl.float32)":
            "x = tl.load(x_ptr + row * length + at, mask=inside, other=0.0).to(tl.float32)",
        "    x = tl.maximum(x, 0.0)": "x = tl.maximum(x, 0.0)",
        "    # Padding must never win, so it becomes -inf here, after every function of x.":
            "# Padding must never win, so it becomes -inf here, after every function of x.",
        '    y = tl.maximum(y, tl.where(inside, x, float("-inf")))':
            'y = tl.maximum(y, tl.where(inside, x, float("-inf")))',
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "window, padding = 3, 1"},
        through=pooled_ranks.pooled_signals),
    # Max pooling of a line that tells only where, max_pool1d(x, ..., return_indices=True)[1].
    "max_pool1d_places": Composition("max_pool2d_places", {
        "max_pool2d": "max_pool1d",
        "    for k in tl.static_range(KERNEL):": "for k in tl.static_range(KERNEL):",
        "    at = start + k * DILATION": "at = start + k * DILATION",
        "    inside = mask & (at >= 0) & (at < length)": "inside = mask & (at >= 0) & (at < length)",
        '    x = tl.load(x_ptr + row * length + at, mask=inside, other=float("-inf")).to(tl.float32)':
            'x = tl.load(x_ptr + row * length + at, mask=inside, other=float("-inf")).to(tl.float32)',
        "    place = tl.where(x > y, at, place)  # strictly: of equal values the first stays":
            "place = tl.where(x > y, at, place)  # strictly: of equal values the first stays",
        "    y = tl.maximum(y, x)": "y = tl.maximum(y, x)",
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "window, padding = 3, 1",
        "out_height, out_width": "out_length"}, through=pooled_ranks.pooled_signals,
        breaks=("STRIDE: tl.constexpr", "DILATION=dilation")),
    # Max pooling of a line that also tells where, y, place = max_pool1d(x, ..., return_indices=True).
    "max_pool1d_with_places": Composition("max_pool2d_with_places",
        {"max_pool2d": "max_pool1d",
         "    for k in tl.static_range(KERNEL):": "for k in tl.static_range(KERNEL):",
         "    at = start + k * DILATION": "at = start + k * DILATION",
         "    inside = mask & (at >= 0) & (at < length)": "inside = mask & (at >= 0) & (at < length)",
         '    x = tl.load(x_ptr + row * length + at, mask=inside, other=float("-inf")).to(tl.float32)':
             'x = tl.load(x_ptr + row * length + at, mask=inside, other=float("-inf")).to(tl.float32)',
         "    place = tl.where(x > y, at, place)  # strictly: of equal values the first stays":
             "place = tl.where(x > y, at, place)  # strictly: of equal values the first stays",
         "    y = tl.maximum(y, x)": "y = tl.maximum(y, x)",
         "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "window, padding = 3, 1"},
        through=pooled_ranks.pooled_signals, breaks=("STRIDE: tl.constexpr", "DILATION=dilation")),
    # Max pooling of a volume: y[n, c] at (i, j, k) is the maximum of x[n, c] over a box that moves by the
    # stride.
    "max_pool3d": Composition("min_pool3d", {
        "def max_pool3d_torch(x):\n    x = -x": "def max_pool3d_torch(x):\n    x = torch.relu(x)",
        "y = -y": "",
        "x = tl.load(x_ptr + at, mask=inside, other=0.0).to(tl.float32)\n"
        "        x = -x":
            "x = tl.load(x_ptr + at, mask=inside, other=0.0).to(tl.float32)\n"
            "x = tl.maximum(x, 0.0)"},
        breaks=("KERNEL_D", "PAD_D: tl.constexpr", "STRIDE_D", "DILATION_D", "KERNEL_D", "STRIDE_D",
                "DILATION_D")),
    # Max pooling of a volume that tells only where, max_pool3d(x, ..., return_indices=True)[1].
    "max_pool3d_places": Composition("min_pool3d", {
        "y = x.new_empty(n, channels, out_depth, out_height, out_width)":
            "place = x.new_empty(n, channels, out_depth, out_height, out_width, dtype=torch.int64)",
        "y.numel()": "place.numel()", "x, y, n_rows": "x, place, n_rows", "return y": "return place"},
        functions=("""
def max_pool3d_places_torch(x):
    _, place = F.max_pool3d(x, kernel_size=3, padding=1, stride=2, dilation=1, ceil_mode=False, return_indices=True)
    return place
""", """
@triton.jit
def max_pool3d_places_kernel(x_ptr, place_ptr, n_rows, depth, height, width, out_depth, out_height, out_width,
                             KERNEL_D: tl.constexpr, KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr,
                             PAD_D: tl.constexpr, PAD_H: tl.constexpr, PAD_W: tl.constexpr,
                             STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                             DILATION_D: tl.constexpr, DILATION_H: tl.constexpr, DILATION_W: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    left = out_column * STRIDE_W - PAD_W
    top = out_row % out_height * STRIDE_H - PAD_H
    front = out_row // out_height % out_depth * STRIDE_D - PAD_D
    volume = (out_row // (out_height * out_depth)).to(tl.int64)
    y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)
    place = tl.zeros((ROWS, COLUMNS), tl.int64)
    for tap in range(KERNEL_D * KERNEL_H * KERNEL_W):
        slab = front + tap // (KERNEL_H * KERNEL_W) * DILATION_D
        row = top + tap // KERNEL_W % KERNEL_H * DILATION_H
        column = left + tap % KERNEL_W * DILATION_W
        inside = (slab >= 0) & (slab < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width) & mask
        at = ((volume * depth + slab) * height + row) * width + column
        x = tl.load(x_ptr + at, mask=inside, other=float("-inf")).to(tl.float32)
        place = tl.where(x > y, (slab * height + row) * width + column, place)  # strictly: of equal values the first stays
        y = tl.maximum(y, x)
    tl.store(place_ptr + offsets, place, mask=mask)
"""), breaks=("KERNEL_D", "STRIDE_D", "DILATION_D")),
    # Max pooling of a volume that also tells where, y, place = max_pool3d(x, ..., return_indices=True).
    "max_pool3d_with_places": Composition("max_pool2d_with_places",
        {"max_pool2d": "max_pool3d",
         "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1\n"
         "    stride_h, stride_w = 2, 2":
             "kernel_d, kernel_h, kernel_w = 3, 3, 3\n"
             "pad_d, pad_h, pad_w = 1, 1, 1\n"
             "stride_d, stride_h, stride_w = 2, 2, 2"}, functions=("""
@triton.jit
def max_pool3d_with_places_kernel(x_ptr, y_ptr, place_ptr, n_rows, depth, height, width, out_depth, out_height, out_width,
                                  KERNEL_D: tl.constexpr, KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr,
                                  PAD_D: tl.constexpr, PAD_H: tl.constexpr, PAD_W: tl.constexpr,
                                  STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                                  DILATION_D: tl.constexpr, DILATION_H: tl.constexpr, DILATION_W: tl.constexpr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    out_row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]  # rows of all planes
    out_column = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    mask = (out_row < n_rows) & (out_column < out_width)
    offsets = out_row.to(tl.int64) * out_width + out_column
    left = out_column * STRIDE_W - PAD_W
    top = out_row % out_height * STRIDE_H - PAD_H
    front = out_row // out_height % out_depth * STRIDE_D - PAD_D
    volume = (out_row // (out_height * out_depth)).to(tl.int64)
    y = tl.full((ROWS, COLUMNS), float("-inf"), tl.float32)
    place = tl.zeros((ROWS, COLUMNS), tl.int64)
    for tap in range(KERNEL_D * KERNEL_H * KERNEL_W):
        slab = front + tap // (KERNEL_H * KERNEL_W) * DILATION_D
        row = top + tap // KERNEL_W % KERNEL_H * DILATION_H
        column = left + tap % KERNEL_W * DILATION_W
        inside = (slab >= 0) & (slab < depth) & (row >= 0) & (row < height) & (column >= 0) & (column < width) & mask
        at = ((volume * depth + slab) * height + row) * width + column
        x = tl.load(x_ptr + at, mask=inside, other=float("-inf")).to(tl.float32)
        place = tl.where(x > y, (slab * height + row) * width + column, place)  # strictly: of equal values the first stays
        y = tl.maximum(y, x)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
    tl.store(place_ptr + offsets, place, mask=mask)
""",), through=pooled_ranks.pooled_volumes, breaks=("KERNEL_D", "STRIDE_D", "DILATION_D")),
    # Min pooling of a line, y = -max_pool1d(-x, ...), as erosion and soft skeletons write it.
    "min_pool1d": Composition("min_pool2d", {
        "    for k in tl.static_range(KERNEL):\n"
        "            at = start + k * DILATION\n"
        "            inside = mask & (at >= 0) & (at < length)\n"
        "            x = tl.load(x_ptr + row * length + at, mask=inside, other=0.0).to(tl.float32)\n"
        "            x = -x\n"
        "            # Padding must never win, so it becomes -inf here, after every function of x.\n"
        '            y = tl.maximum(y, tl.where(inside, x, float("-inf")))':
            "for k in tl.static_range(KERNEL):\n"
            "at = start + k * DILATION\n"
            "inside = mask & (at >= 0) & (at < length)\n"
            "x = tl.load(x_ptr + row * length + at, mask=inside, other=0.0).to(tl.float32)\n"
            "x = -x\n"
            "# Padding must never win, so it becomes -inf here, after every function of x.\n"
            'y = tl.maximum(y, tl.where(inside, x, float("-inf")))',
        "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "window, padding = 3, 1"},
        through=pooled_ranks.pooled_signals),
}
