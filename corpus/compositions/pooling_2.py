"""Compositions of the families of pooling, min_pool1d to pool3d_prologue."""

from corpus.composition import Composition
from corpus.compositions import pooled_ranks

COMPOSITIONS = {
    # Min pooling of a line, y = -max_pool1d(-x, ...), as erosion and soft skeletons write it.
    "min_pool1d": Composition(
        "min_pool2d",
        {
            (
                "    for k in tl.static_range(KERNEL):\n"
                "            at = start + k * DILATION\n"
                "            inside = mask & (at >= 0) & (at < length)\n"
                "            x = tl.load(x_ptr + row * length + at, mask=inside, "
                "other=0.0).to(tl.float32)\n"
                "            x = -x\n"
                "            # Padding must never win, so it becomes -inf here, "
                "after every function of x.\n"
                '            y = tl.maximum(y, tl.where(inside, x, float("-inf")))'
            ): (
                "for k in tl.static_range(KERNEL):\n"
                "at = start + k * DILATION\n"
                "inside = mask & (at >= 0) & (at < length)\n"
                "x = tl.load(x_ptr + row * length + at, mask=inside, other=0.0).to(tl.float32)\n"
                "x = -x\n"
                "# Padding must never win, so it becomes -inf here, after every function of x.\n"
                'y = tl.maximum(y, tl.where(inside, x, float("-inf")))'
            ),
            "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "window, padding = 3, 1",
        },
        through=pooled_ranks.pooled_signals,
    ),
    # Pooling of a sequence joined with a second tensor, y = sin(max(f(max_pool1d(x)), z)): a bias or a
    # scale for each channel, a residual.
    "pool1d_binary": Composition(
        "pool2d_binary",
        {
            "H, W": "L",
            ", 1, 1": ", 1",
            "WINDOW * WINDOW": "WINDOW",
            "column = left + tap % WINDOW": "place = left + tap",
            "(row >= 0) & (row < H) & (column >= 0) & (column < W)": "(place >= 0) & (place < L)",
        },
        through=pooled_ranks.pooled_signals,
    ),
    # Pooling of a sequence between functions, y = sigmoid(sin(max_pool1d(relu(x)))), the maximum or the
    # mean of every window.
    "pool1d_chain": Composition(
        "pool2d_chain",
        {
            "WINDOW * WINDOW": "WINDOW",
            "column = left + tap % WINDOW": "place = left + tap",
            "(row >= 0) & (row < H) & (column >= 0) & (column < W)": "(place >= 0) & (place < L)",
        },
        through=pooled_ranks.pooled_signals,
        breaks=("BLOCK: tl.constexpr):",),
    ),
    # Pooling of sequences that are joined from tensors which broadcast, y = f(max_pool1d(max(x, s))): a
    # sum, a scale, a mask before the pool.
    "pool1d_prologue": Composition(
        "pool2d_prologue",
        {
            "kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1": "window, pad = 3, 1",
            "max_pool2d": "max_pool1d",
            "KERNEL=window, PADDING=padding": "WINDOW=window, PAD=pad",
        },
        functions=(
            """
CASES = [(1, 1, 14), (2, 3, 21), (3, 5, 30)]  # N, C, L
""",
            """
@triton.jit
def pool1d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_elements, C, L, OL, WINDOW: tl.constexpr, PAD: tl.constexpr,
                           STRIDE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // OL
    left = offsets % OL * STRIDE - PAD
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.full((BLOCK,), float("-inf"), tl.float32)
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
""",
        ),
        through=pooled_ranks.pooled_signals,
    ),
    # Pooling of a line joined with what it pooled, y = f(g(avg_pool1d(x)) - x): the mixer of a pooling
    # transformer, a series without its trend.
    "pool1d_self": Composition(
        "pool3d_self",
        {"avg_pool3d": "avg_pool1d", "D, H, W": "L"},
        functions=(
            """
CASES = [(1, 1, 3), (2, 3, 36), (3, 5, 17)]  # N, C, L
""",
            """
@triton.jit
def pool1d_self_kernel(x_ptr, y_ptr, n_elements, L, WINDOW: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    left = offsets % L - WINDOW // 2
    row = offsets // L  # one (n, c)
    y = tl.zeros((BLOCK,), tl.float32)
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
""",
        ),
    ),
    # Pooling of a plane joined with what it pooled, y = f(g(avg_pool2d(x)) - x): the mixer of a pooling
    # transformer, a detail map, an edge map.
    "pool2d_self": Composition(
        "pool3d_self",
        {"avg_pool3d": "avg_pool2d", "D, H": "H"},
        functions=(
            """
CASES = [(1, 1, 2, 3), (2, 3, 12, 16), (3, 5, 9, 7)]  # N, C, H, W
""",
            """
@triton.jit
def pool2d_self_kernel(x_ptr, y_ptr, n_elements, H, W, WINDOW: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    top = offsets // W % H - WINDOW // 2
    left = offsets % W - WINDOW // 2
    plane = offsets // (H * W)  # one (n, c)
    y = tl.zeros((BLOCK,), tl.float32)
    for tap in range(WINDOW * WINDOW):
        row = top + tap // WINDOW
        column = left + tap % WINDOW
        inside = mask & (row >= 0) & (row < H) & (column >= 0) & (column < W)
        y += tl.load(x_ptr + (plane * H + row) * W + column, mask=inside, other=0.0).to(tl.float32)
    rows = tl.minimum(top + WINDOW, H) - tl.maximum(top, 0)
    columns = tl.minimum(left + WINDOW, W) - tl.maximum(left, 0)
    y = y / (rows * columns)  # so many were inside
    z = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = tl.sin(y)
    y = tl.maximum(y, z)
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # Pooling of a volume joined with a second tensor, y = sin(max(f(max_pool3d(x)), z)): a bias or a
    # scale for each channel, a residual.
    "pool3d_binary": Composition(
        "pool2d_binary",
        {
            "mask = offsets < n_elements": (
                "mask = offsets < n_elements\nfront = offsets // (OH * OW) % OD * STRIDE - PADDING"
            ),
            "N, C, H, W = x.shape": "N, C, D, H, W = x.shape\nOD = (D + 2 * padding - window) // stride + 1",
        },
        functions=(
            """
def make(N, C, D, H, W):
    window, stride, padding = 2, 2, 0
    OD = (D + 2 * padding - window) // stride + 1
    OH = (H + 2 * padding - window) // stride + 1
    OW = (W + 2 * padding - window) // stride + 1
    x = torch.randn(N, C, D, H, W)
    z = torch.randn(C, 1, 1, 1)
    return x, z
""",
        ),
        through=pooled_ranks.pooled_volumes,
        breaks=("STRIDE: tl.constexpr", "BLOCK=1024)"),
    ),
    # Pooling of a volume between functions, y = sigmoid(sin(max_pool3d(relu(x)))), the maximum or the
    # mean of every window.
    "pool3d_chain": Composition(
        "pool2d_chain",
        {
            "mask = offsets < n_elements": (
                "mask = offsets < n_elements\nfront = offsets // (OH * OW) % OD * STRIDE - PADDING"
            ),
            "N, C, H, W = x.shape": "N, C, D, H, W = x.shape\nOD = (D + 2 * padding - window) // stride + 1",
        },
        through=pooled_ranks.pooled_volumes,
    ),
    # Pooling of volumes that are joined from tensors which broadcast, y = f(max_pool3d(max(x, s))): a
    # sum, a scale, a mask before the pool.
    "pool3d_prologue": Composition(
        "pool2d_prologue",
        {
            (
                "def make(N, C, D, H, W):\n"
                "    kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1\n"
                "    stride_h, stride_w = 2, 2"
            ): (
                "def make(N, C, D, H, W):\n"
                "    kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1\n"
                "    stride_d, stride_h, stride_w = 2, 2, 2\n"
                "    span_d = D + 2 * pad_d - kernel_d"
            ),
            "max_pool2d": "max_pool3d",
            (
                "N, C, H, W = x.shape\n"
                "    kernel_h, kernel_w, pad_h, pad_w = 3, 3, 1, 1\n"
                "    stride_h, stride_w = 2, 2"
            ): (
                "N, C, D, H, W = x.shape\n"
                "kernel_d, kernel_h, kernel_w, pad_d, pad_h, pad_w = 3, 3, 3, 1, 1, 1\n"
                "stride_d, stride_h, stride_w = 2, 2, 2\n"
                "span_d = D + 2 * pad_d - kernel_d"
            ),
        },
        functions=(
            """
CASES = [(1, 1, 9, 8, 9), (2, 3, 8, 10, 11), (1, 2, 9, 12, 8)]  # N, C, D, H, W
""",
            """
@triton.jit
def pool3d_prologue_kernel(x_ptr, s_ptr, y_ptr, n_elements, C, D, H, W, OD, OH, OW, KERNEL_D: tl.constexpr,
                           KERNEL_H: tl.constexpr, KERNEL_W: tl.constexpr, PAD_D: tl.constexpr, PAD_H: tl.constexpr,
                           PAD_W: tl.constexpr, STRIDE_D: tl.constexpr, STRIDE_H: tl.constexpr, STRIDE_W: tl.constexpr,
                           BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    plane = offsets // (OD * OH * OW)
    front = offsets // (OH * OW) % OD * STRIDE_D - PAD_D
    top = offsets // OW % OH * STRIDE_H - PAD_H
    left = offsets % OW * STRIDE_W - PAD_W
    n = plane // C
    c = plane % C
    s = tl.load(s_ptr + n * C + c, mask=mask, other=0.0).to(tl.float32)
    y = tl.full((BLOCK,), float("-inf"), tl.float32)
    for j in range(KERNEL_D):
        for k in range(KERNEL_H):
            for l in tl.static_range(KERNEL_W):
                depth = front + j
                row = top + k
                column = left + l
                inside = mask & (depth >= 0) & (depth < D) & (row >= 0) & (row < H) & (column >= 0) & (column < W)
                places = ((plane * D + depth) * H + row) * W + column
                x = tl.load(x_ptr + places, mask=inside, other=0.0).to(tl.float32)
                v = tl.maximum(x, s)
                # What is padded is the result of all that, so it is put out of play here.
                y = tl.maximum(y, tl.where(inside, v, float("-inf")))
    y = tl.where(mask, y, 0.0)  # beyond the end nothing was found
    y = tl.sigmoid(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
        through=pooled_ranks.pooled_volumes,
    ),
}
