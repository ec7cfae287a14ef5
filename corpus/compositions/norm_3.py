"""Compositions of the families of normalizations, softmax_of_three to written_standardize_rows."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Scores on their way to a token: a penalty or a bias by z, a threshold or a temperature by w, then
    # softmax over the last dimension.
    "softmax_of_three": Composition(
        "softmax",
        {
            "y_ptr,": "z_ptr, w_ptr, y_ptr,",
            (
                "row_ptr = x_ptr + row * n_cols\n"
                "    # A finite start: -inf would make -inf - -inf, no number, "
                "in a lane that never sees an element."
            ): ("x_row_ptr, z_row_ptr, w_row_ptr = x_ptr + row * n_cols, z_ptr + row * n_cols, w_ptr + row"),
            "row_ptr,": "x_row_ptr, z_row_ptr, w_row_ptr,",
            "y = 0.5 * y": "",
        },
        functions=(
            """
CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]
""",
            """
def make(*shape):
    w = torch.randn(shape[:-1] + (1,))
    return torch.randn(shape), torch.randn(shape), w
""",
            """
def softmax_of_three_torch(x, z, w):
    x = torch.erf(x)
    x = torch.where(z > 0, torch.where(x > 0, x / 1.3, x * 1.3), x)
    x = x / 0.7
    x = x.masked_fill(x < w, float("-inf"))
    y = F.softmax(x, dim=-1)
    y = torch.sqrt(y)
    return y
""",
            """
@triton.jit
def load_tile(x_ptr, z_ptr, w_ptr, cols, n_cols):
    mask = cols < n_cols
    x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    w = tl.load(w_ptr).to(tl.float32)
    x = tl.erf(x)
    x = tl.where(z > 0.0, tl.where(x > 0.0, x / 1.3, x * 1.3), x)
    x = x / 0.7
    x = tl.where(x < w, -float("inf"), x)
    return tl.where(mask, x, -float("inf"))
""",
            """
def softmax_of_three_triton(x, z, w):
    x, z, w = x.contiguous(), z.contiguous(), w.contiguous()
    n_cols = x.shape[-1]
    n_rows = x.numel() // n_cols
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(n_cols), 1024)
    # Fused multiply-adds would round x anew in each reading, and x minus itself would not be 0.
    softmax_of_three_kernel[(n_rows,)](x, z, w, y, n_cols, BLOCK=block, enable_fp_fusion=False)
    return y
""",
        ),
    ),
    # Softmax over the last dimension of two tensors joined, y = softmax(f(x, z)): scores plus a bias,
    # say.
    "softmax_pair": Composition(
        "softmax",
        {
            "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape)",
            "(x):": "(x, z):",
            "relu(x)": "maximum(x, z)",
            "y_ptr,": "z_ptr, y_ptr,",
            (
                "row_ptr = x_ptr + row * n_cols\n"
                "    # A finite start: -inf would make -inf - -inf, no number, "
                "in a lane that never sees an element."
            ): ("x_row_ptr, z_row_ptr = x_ptr + row * n_cols, z_ptr + row * n_cols"),
            "row_ptr,": "x_row_ptr, z_row_ptr,",
            "x = x": "x, z = x.contiguous(), z",
            "y, n_cols": "z, y, n_cols",
        },
        functions=(
            """
@triton.jit
def load_tile(x_ptr, z_ptr, cols, n_cols):
    mask = cols < n_cols
    x = tl.load(x_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, z)
    return tl.where(mask, x, -float("inf"))
""",
        ),
    ),
    # Softmax over the last dimension, then a program of that and a second tensor, y = g(softmax(x), z):
    # weights times positions, a gate.
    "softmax_tail": Composition(
        "softmax",
        {
            "x = tl.maximum(x, 0.0)": "",
            "y_ptr,": "z_ptr, y_ptr,",
            "y = tl.sqrt(y)\n        y = 0.5 * y": (
                "z = tl.load(z_ptr + row * n_cols + cols, mask=cols < n_cols, "
                "other=0.0).to(tl.float32)\n"
                "y = z * y"
            ),
            "(x):": "(x, z):",
            "x = x": "x, z = x.contiguous(), z",
            "y, n_cols": "z, y, n_cols",
        },
        functions=(
            """
def make(*shape):
    z = torch.randn(shape)
    return torch.randn(shape), z
""",
            """
def softmax_tail_torch(x, z):
    y = F.softmax(x, dim=-1)
    y = y * z
    return y
""",
        ),
    ),
    # Standardised rows, y = (x - mean) / (std + eps), with the standard deviation of n - 1.
    "standardize": Composition(
        "layer_norm",
        {
            "(x, weight, bias)": "(x)",
            "y = F.layer_norm(x, (x.shape[-1],), weight, bias, eps=1e-5)": (
                "y = (x - x.mean(dim=-1, keepdim=True)) / (x.std(dim=-1, unbiased=True, keepdim=True) + 1e-5)"
            ),
            "weight_ptr, bias_ptr, y_ptr": "y_ptr",
            "var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)": (
                "squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)"
            ),
            "scale = tl.rsqrt(var + 1e-5)": "spread = tl.sqrt(squares_sum / (n_cols - 1)) + 1e-5",
            (
                "mask = cols < n_cols\n"
                "        y = (load_tile(row_ptr, cols, n_cols) - mean - correction) * scale\n"
                "        weight = tl.load(weight_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        bias = tl.load(bias_ptr + cols, mask=mask, other=0.0).to(tl.float32)\n"
                "        y = y * weight + bias"
            ): ("y = (load_tile(row_ptr, cols, n_cols) - mean - correction) / spread"),
            "y, mask=mask": "y, mask=cols < n_cols",
            "weight, bias, y": "y",
        },
        functions=(
            """
CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]
""",
            """
def make(*shape):
    return (torch.randn(shape),)
""",
        ),
    ),
    # Rows less their mean, over their deviation, and two results of that: v = f(t), y = g(t, z) with t =
    # (x - mean) / std.
    "standardize_to_two": Composition(
        "rms_norm",
        {
            "(x, weight):": "(x, z):",
            "x = x": "x, z = x.contiguous(), z",
            "y =": "v, y = torch.empty_like(x),",
            "weight, y, n_cols, BLOCK=block": "z, v, y, n_cols, BLOCK=block, enable_fp_fusion=False",
            "return y": "return v, y",
        },
        functions=(
            """
CASES = [(1, 3), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2100)]
""",
            """
def make(*shape):
    z = torch.randn(shape[-1])
    return torch.randn(shape), z
""",
            """
def standardize_to_two_torch(x, z):
    y = (x - x.mean(dim=-1, keepdim=True)) / x.std(dim=-1, keepdim=True)
    v = torch.sigmoid(y)
    y = v + z
    return v, y
""",
            """
@triton.jit
def standardize_to_two_kernel(x_ptr, z_ptr, v_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        lanes += tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    mean = tl.sum(lanes, axis=0) / n_cols
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    rest = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        x = tl.where(cols < n_cols, x - mean, 0.0)
        lanes += x * x
        rest += x
    # What rounding has left of the mean counts where a row is far from 0.
    mean += tl.sum(rest, axis=0) / n_cols
    scale = tl.sqrt(tl.sum(lanes, axis=0) / (n_cols - 1))
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_cols
        x = tl.load(row_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        z = tl.load(z_ptr + cols, mask=mask, other=0.0).to(tl.float32)
        y = (x - mean) / scale
        v = tl.sigmoid(y)
        y = z + v
        tl.store(v_ptr + row * n_cols + cols, v, mask=mask)
        tl.store(y_ptr + row * n_cols + cols, y, mask=mask)
""",
        ),
        without=("load_tile",),
    ),
    # Two statistics of one tensor given to another, y = z * std(x) + mean(x) of each row: the style of an
    # image, the scale of a series given back.
    "statistics_given": Composition(
        "layer_norm",
        {
            "(x, weight, bias):": "(x, z):",
            "x = x": "x, z = x.contiguous(), z",
            "n_cols = x": "n_cols, n_given = x.shape[-1], z",
            "(x)": "(z)",
            "(n_cols)": "(max(n_cols, n_given))",
            "weight, bias, y, n_cols": "z, y, n_cols, n_given",
        },
        functions=(
            """
CASES = [((1, 2), (1, 1)), ((3, 33), (3, 5)), ((2, 3, 65), (2, 3, 7)), ((2, 3, 2, 17), (2, 3, 2, 9)), ((2, 2100), (2, 1100))]
""",
            """
def make(x_shape, z_shape):
    return torch.randn(x_shape), torch.randn(z_shape)
""",
            """
def statistics_given_torch(x, z):
    std = torch.std(x, dim=-1, keepdim=True)
    mean = torch.mean(x, dim=-1, keepdim=True)
    y = z * std + mean
    y = torch.relu(y)
    return y
""",
            """
@triton.jit
def load_tile(row_ptr, cols, n_cols):
    return tl.load(row_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
""",
            """
@triton.jit
def statistics_given_kernel(x_ptr, z_ptr, y_ptr, n_cols, n_given, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    row_ptr = x_ptr + row * n_cols
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        total += load_tile(row_ptr, start + tl.arange(0, BLOCK), n_cols)
    mean = tl.sum(total, axis=0) / n_cols

    drift = tl.zeros([BLOCK], dtype=tl.float32)
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        deviation = tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols) - mean, 0.0)
        drift += deviation
        squares += deviation * deviation
    # Exact deviations add up to 0; what these add up to is the rounding of the mean, and its squares are taken off.
    drift_sum = tl.sum(drift, axis=0)
    squares_sum = tl.maximum(tl.sum(squares, axis=0) - drift_sum * drift_sum / n_cols, 0.0)
    std = tl.sqrt(squares_sum / (n_cols - 1))
    for start in range(0, n_given, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        z = load_tile(z_ptr + row * n_given, cols, n_given)
        y = z * std + mean
        y = tl.maximum(y, 0.0)
        tl.store(y_ptr + row * n_given + cols, y, mask=cols < n_given)
""",
        ),
    ),
    # Weight of a layer under weight normalization, y[n] = g[n] * v[n] / norm(v[n]), of a linear layer or
    # of a convolution.
    "weight_norm": Composition(
        "rms_norm",
        {
            "x, weight": "v, g",
            "x = x": "v, g = v.contiguous(), g",
            "n_cols = x.shape[-1]": "n_rows = v.shape[0]",
            "n_rows = x.numel() // n_cols": "n_cols = v.numel() // n_rows",
            "(x)": "(v)",
        },
        functions=(
            """
CASES = [(1, 1), (33, 5), (3, 2100)]
""",
            """
def make(*shape):
    v = torch.randn(shape)
    g = torch.randn(shape[0], *[1] * (len(shape) - 1))
    return v, g
""",
            """
def weight_norm_torch(v, g):
    dims = 1
    y = g * v / v.norm(2, dim=dims, keepdim=True)
    y = torch.relu(y)
    return y
""",
            """
@triton.jit
def weight_norm_kernel(v_ptr, g_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        v = tl.load(v_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        lanes += v * v
    norm = tl.sqrt(tl.sum(lanes, axis=0))
    g = tl.load(g_ptr + row).to(tl.float32)
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        v = tl.load(v_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        y = g * v / norm
        y = tl.maximum(y, 0.0)
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)
""",
        ),
        without=("load_tile",),
    ),
    # A tensor divided by a size of its own along any dimension but the last, y = x / mean(|x|), each size
    # written in elementary operations.
    "written_norm": Composition(
        "written_standardize",
        functions=(
            """
def make(*shape):
    return (torch.randn(shape),)
""",
            """
def written_norm_torch(x):
    size = x.abs().mean(dim=-2, keepdim=True)
    y = x / size
    return y
""",
            """
@triton.jit
def written_norm_kernel(x_ptr, y_ptr, n_lines, whole, inner, BLOCK: tl.constexpr):
    lines = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = lines < n_lines
    offsets = lines // inner * whole * inner + lines % inner
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for place in range(0, whole):
        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
        total += tl.abs(x)
    scale = total / whole
    for place in range(0, whole):
        x = tl.load(x_ptr + offsets + place * inner, mask=mask, other=0.0).to(tl.float32)
        tl.store(y_ptr + offsets + place * inner, x / scale, mask=mask)
""",
            """
def written_norm_triton(x):
    x = x.contiguous()
    whole, inner = x.shape[-2], x.stride(-2)
    n_lines = x.numel() // whole
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_lines, 128),)
    # Fused multiply-adds would round the square of x otherwise than x, and a number over its own size would not be 1.
    written_norm_kernel[grid](x, y, n_lines, whole, inner, BLOCK=128, enable_fp_fusion=False)
    return y
""",
        ),
    ),
    # Rows with their mean taken off and their deviation divided out, written in elementary operations,
    # then a weight and a bias.
    "written_standardize_rows": Composition(
        "layer_norm",
        {
            "total += tl.where(cols < n_cols, load_tile(row_ptr, cols, n_cols), 0.0)": (
                "total += load_tile(row_ptr, cols, n_cols)"
            ),
            "var = tl.maximum(tl.sum(squares, axis=0) / n_cols - correction * correction, 0.0)": (
                "squares_sum = tl.maximum(tl.sum(squares, axis=0) - correction * correction * n_cols, 0.0)"
            ),
            "scale = tl.rsqrt(var + 1e-5)": "spread = tl.sqrt(squares_sum / (n_cols - 1))",
            "* scale": "/ spread",
            "y = tl.abs(y)\n        y = 0.5 * y": "y = tl.sigmoid(y)",
            "x = x": "x, weight, bias = x.contiguous(), weight.contiguous(), bias",
        },
        functions=(
            """
CASES = [(1, 2), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]
""",
            """
def written_standardize_rows_torch(x, weight, bias):
    mean = x.mean(dim=-1, keepdim=True)
    spread = x.std(dim=-1, keepdim=True)
    y = (x - mean) / spread
    y = y * weight + bias
    y = torch.sigmoid(y)
    return y
""",
            """
@triton.jit
def load_tile(x_ptr, cols, n_cols):
    return tl.load(x_ptr + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
""",
        ),
    ),
}
