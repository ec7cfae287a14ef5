"""Compositions of the families of pointwise operations, asinh to power_of_tensor."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Inverse hyperbolic sine, y = log(x + sqrt(x^2 + 1)), and its two sisters.
    "asinh": Composition(
        "softplus",
        {
            "F.softplus": "torch.asinh",
            "y = tl.maximum(x, 0.0) + log1p(tl.exp(-tl.abs(x)))": (
                "a = tl.abs(x)\n"
                "y = log1p(a + a * a / (1.0 + tl.sqrt(a * a + 1.0)))\n"
                "y = tl.where(x < 0.0, -y, y)"
            ),
        },
    ),
    # Two chains over two tensors that meet, y = h(f(x) + g(z)).
    "binary_chain": Composition(
        "add",
        {
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "x = tl.sin(x)\n"
                "z = tl.exp(-z)"
            )
        },
        functions=(
            """
CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]
""",
            """
def binary_chain_torch(x, z):
    x = torch.sin(x)
    z = torch.exp(-z)
    x = torch.add(x, z)
    x = torch.relu(x)
    return x
""",
        ),
    ),
    # Bit by bit and in whole numbers, y = (x & z) | 16, for integers.
    "bitwise": Composition(
        "add",
        functions=(
            """
def make(*shape):
    return (torch.randint(-1000, 1000, shape, dtype=torch.int32),
            torch.randint(-1000, 1000, shape, dtype=torch.int32))
""",
            """
def bitwise_torch(x, z):
    y = x & z
    y = y | 16
    return y
""",
            """
@triton.jit
def bitwise_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    z = tl.load(z_ptr + offsets, mask=mask, other=0)
    y = x & z
    y = y | 16
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # A vector along the last dimension, x (..., C) + z (C,), or another join of the two, with one step
    # after it.
    "broadcast_add": Composition(
        "add",
        {
            ", torch.randn(shape)": ", torch.randn(shape[-1])",
            "BLOCK:": "C, BLOCK:",
            "z_ptr + offsets": "z_ptr + offsets % C",
            "BLOCK=": "z.numel(), BLOCK=",
        },
    ),
    # One sample against a whole batch, x (N, ...) + z (1, ...), or another join of the two, with one step
    # after it.
    "broadcast_batch": Composition(
        "add",
        {", torch.randn(shape)": ", torch.randn(1, *shape[1:])", "BLOCK": "z.numel(), BLOCK"},
        functions=(
            """
CASES = [(1, 1), (3, 33), (7, 150), (4, 3, 65)]
""",
            """
def broadcast_batch_torch(x, z):
    x = torch.relu(x)
    x = torch.add(x, z)
    return x
""",
            """
@triton.jit
def broadcast_batch_kernel(x_ptr, z_ptr, y_ptr, n_elements, S, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets % S, mask=mask, other=0.0).to(tl.float32)
    x = tl.maximum(x, 0.0)
    x = x + z
    tl.store(y_ptr + offsets, x, mask=mask)
""",
        ),
    ),
    # A number a channel, x (N, C, H, W) + z (C, 1, 1), or another join of the two, with one step after
    # it.
    "broadcast_channel": Composition(
        "add",
        {
            "BLOCK:": "C, HW, BLOCK:",
            "z_ptr + offsets": "z_ptr + offsets // HW % C",
            "BLOCK=": "x.shape[1], x.shape[2] * x.shape[3], BLOCK=",
        },
        functions=(
            """
CASES = [(1, 1, 1, 1), (2, 3, 5, 7), (3, 33, 3, 3), (1, 4, 16, 16)]
""",
            """
def make(N, C, H, W):
    return torch.randn(N, C, H, W), torch.randn(C, 1, 1)
""",
        ),
    ),
    # A number a row, x (..., C) + z (..., 1), or another join of the two, with one step after it.
    "broadcast_rows": Composition(
        "add",
        {
            ", torch.randn(shape)": ", torch.randn(*shape[:-1], 1)",
            "BLOCK:": "C, BLOCK:",
            "z_ptr + offsets": "z_ptr + offsets // C",
            "BLOCK=": "x.shape[-1], BLOCK=",
        },
    ),
    # One number against a tensor, x (...) + z (1,), or another join of the two, with one step after it.
    "broadcast_scalar": Composition(
        "add", {", torch.randn(shape)": ", torch.randn(1)", "z_ptr + offsets, mask=mask, other=0.0": "z_ptr"}
    ),
    # Two tensors that stretch each other, x (A, 1, C) + z (B, 1) -> y (A, B, C), with one step after it.
    "broadcast_strided": Composition(
        "add",
        functions=(
            """
CASES = [(1, 1, 1), (3, 4, 33), (2, 7, 100), (4, 5, 17)]
""",
            """
def make(A, B, C):
    return torch.randn(A, 1, C), torch.randn(B, 1)
""",
            """
@triton.jit
def broadcast_strided_kernel(x_ptr, z_ptr, y_ptr, n_elements, B, C, x_a, x_b, x_c, z_a, z_b, z_c, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a, b, c = offsets // (B * C), offsets // C % B, offsets % C
    x = tl.load(x_ptr + a * x_a + b * x_b + c * x_c, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + a * z_a + b * z_b + c * z_c, mask=mask, other=0.0).to(tl.float32)
    x = x + z
    x = tl.maximum(x, 0.0)
    tl.store(y_ptr + offsets, x, mask=mask)
""",
            """
def broadcast_strided_triton(x, z):
    A, B, C = x.shape[0], z.shape[0], x.shape[2]
    x, z = x.expand(A, B, C), z.expand(A, B, C)
    y = torch.empty((A, B, C), dtype=x.dtype, device=x.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    broadcast_strided_kernel[grid](x, z, y, y.numel(), B, C, *x.stride(), *z.stride(), BLOCK=1024)
    return y
""",
        ),
    ),
    # A function of x, stored in another dtype: y = f(x).to(float16).
    "cast": Composition(
        "inverse_tangent",
        {
            "y = torch.atan(x)": "x = torch.sin(x)",
            "torch.square(y)": "x.to(torch.float16)",
            "y = arctan": "x = tl.sin",
            "y * y": "x",
            "empty_like(x)": "empty(x.shape, dtype=torch.float16, device=x.device)",
        },
        without=("arctan",),
    ),
    # A function of x stored in half precision or as whole numbers, answered in float32: y = f(x.float()).
    "cast_from": Composition(
        "inverse_tangent",
        {
            "(shape)": "(shape).half()",
            "y = arctan": "x = tl.sin",
            "y * y": "x + 0.5",
            "empty_like(x)": "empty(x.shape, dtype=torch.float32, device=x.device)",
        },
        functions=(
            """
def cast_from_torch(x):
    x = x.to(torch.float32)
    x = torch.sin(x)
    y = x + 0.5
    return y
""",
        ),
        without=("arctan",),
    ),
    # Reduction over channels, then a bias, y[n, o, ...] = max over c of x[n, c, ...] + z[o]: a number, or
    # one for each of O.
    "channel_spread": Composition(
        "channel_glu_joins",
        {"F.glu(x, dim=1)": "torch.amax(x, dim=1, keepdim=True)", "abs": "relu", "relu": "sigmoid"},
        functions=(
            """
CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (3, 40, 9, 17)]  # N, C, H, W
""",
            """
def make(*shape):
    z = torch.randn(6, 1, 1)
    return torch.randn(shape), z
""",
            """
@triton.jit
def channel_spread_kernel(x_ptr, z_ptr, y_ptr, channels, n_inner, n_out, BLOCK: tl.constexpr):
    n_blocks = tl.cdiv(n_inner, BLOCK)
    sample = (tl.program_id(0) // n_blocks).to(tl.int64)
    inner = (tl.program_id(0) % n_blocks) * BLOCK + tl.arange(0, BLOCK)
    mask = inner < n_inner
    found = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)
    for channel in range(0, channels):
        x = tl.load(x_ptr + (sample * channels + channel) * n_inner + inner, mask=mask, other=0.0).to(tl.float32)
        found = tl.maximum(found, x)
    for out in range(0, n_out):
        offsets = (sample * n_out + out) * n_inner + inner
        z = tl.load(z_ptr + out).to(tl.float32)
        y = found
        y = tl.maximum(y, 0.0)
        y = z + y
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def channel_spread_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    n_batch, channels = x.shape[:2]
    n_inner, n_out = x.numel() // (n_batch * channels), z.numel()
    y = x.new_empty(n_batch, n_out, *x.shape[2:])
    grid = (n_batch * triton.cdiv(n_inner, 256),)
    channel_spread_kernel[grid](x, z, y, channels, n_inner, n_out, BLOCK=256)
    return y
""",
        ),
    ),
    # Three channels of a tensor made of three, each by an expression of its own: conversions of colours,
    # a normalization for each channel.
    "channels_to_channels": Composition(
        "gelu",
        {"randn": "rand"},
        functions=(
            """
CASES = [(1, 3, 5, 1), (2, 3, 4, 33), (3, 3, 2, 20)]
""",
            """
def channels_to_channels_torch(x):
    r, g, b = x[:, 0], x[:, 1], x[:, 2]
    first = 0.299 * r + 0.587 * g + 0.114 * b
    second = -0.147 * r - 0.289 * g + 0.436 * b
    third = 0.615 * r - 0.515 * g - 0.101 * b
    y = torch.stack([first, second, third], dim=1)
    return y
""",
            """
@triton.jit
def channels_to_channels_kernel(x_ptr, y_ptr, n_elements, inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    places = offsets // inner * (3 * inner) + offsets % inner
    r = tl.load(x_ptr + places, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(x_ptr + places + inner, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(x_ptr + places + 2 * inner, mask=mask, other=0.0).to(tl.float32)
    first = 0.299 * r + 0.587 * g + 0.114 * b
    second = -0.147 * r - 0.289 * g + 0.436 * b
    third = 0.615 * r - 0.515 * g - 0.101 * b
    tl.store(y_ptr + places, first, mask=mask)
    tl.store(y_ptr + places + inner, second, mask=mask)
    tl.store(y_ptr + places + 2 * inner, third, mask=mask)
""",
            """
def channels_to_channels_triton(x):
    x = x.contiguous()
    n_elements, inner = x.numel() // 3, x.stride(1)
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_elements, 1024),)
    channels_to_channels_kernel[grid](x, y, n_elements, inner, BLOCK=1024)
    return y
""",
        ),
    ),
    # Comparison of two tensors, y = x > z, and the logic on comparisons; y is bool.
    "compare": Composition(
        "logaddexp",
        {
            "randn(shape), torch.randn(shape)": "randint(-4, 5, shape) / 2, torch.randint(-4, 5, shape) / 2",
            "y = tl.maximum(x, z) + log1p(tl.exp(-tl.abs(x - z)))\n    y = tl.sin(y)": "y = x > z",
            "(x)": "(x, dtype=torch.bool)",
        },
        functions=(
            """
def compare_torch(x, z):
    y = torch.gt(x, z)
    return y
""",
        ),
        without=("log1p",),
    ),
    # Comparison of a tensor with a number, y = x > 0, as bool.
    "compare_scalar": Composition(
        "gelu",
        {
            "randn(shape)": "randint(-4, 5, shape) / 2",
            "F.gelu(x)": "torch.gt(x, 0)",
            "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x > 0.0",
            "empty_like(x)": "empty_like(x, dtype=torch.bool)",
        },
    ),
    # The product of complex numbers held as two real tensors each, (a + i b)(c + i d) = (a c - b d) + i
    # (a d + b c).
    "complex_mul": Composition(
        "gelu",
        {"(torch.randn(shape),)": "tuple(torch.randn(shape) for _ in range(4))"},
        functions=(
            """
CASES = [(1, 1), (3, 33), (7, 200)]
""",
            """
def complex_mul_torch(a, b, c, d):
    a = torch.relu(a)
    x = a * c - b * d
    y = a * d + b * c
    x = torch.sigmoid(x)
    return x, y
""",
            """
@triton.jit
def complex_mul_kernel(a_ptr, b_ptr, c_ptr, d_ptr, x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a = tl.load(a_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    b = tl.load(b_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    c = tl.load(c_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    d = tl.load(d_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    a = tl.maximum(a, 0.0)
    x = a * c - b * d
    y = a * d + b * c
    x = tl.sigmoid(x)
    tl.store(x_ptr + offsets, x, mask=mask)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def complex_mul_triton(a, b, c, d):
    a = a.contiguous()
    b = b.contiguous()
    c = c.contiguous()
    d = d.contiguous()
    x = torch.empty_like(a)
    y = torch.empty_like(a)
    grid = (triton.cdiv(a.numel(), 1024),)
    complex_mul_kernel[grid](a, b, c, d, x, y, a.numel(), BLOCK=1024)
    return x, y
""",
        ),
    ),
    # From 8 bits back to numbers with one scale, y = f(q * scale).
    "dequantize": Composition(
        "dequantize_columns",
        {
            "shape[-1]": "1",
            "C, BLOCK": "BLOCK",
            "scale_ptr + offsets % C, mask=mask, other=0.0": "scale_ptr",
            "scale.numel(), BLOCK": "BLOCK",
        },
    ),
    # From 8 bits back to numbers with a scale a row, y = f(q * scale) with scale (..., 1).
    "dequantize_rows": Composition(
        "dequantize_columns",
        {"shape[-1]": "*shape[:-1], 1", "offsets %": "offsets //", "scale.numel()": "q.shape[-1]"},
    ),
    # Dropout with a given mask, y = where(keep, f(x) / (1 - p), 0), here with p = 0.5.
    "dropout": Composition(
        "masked_fill", {"y = x.masked_fill(~keep, 0.5)": "y = x * keep / 0.5", "x, 0.5": "x / 0.5, 0.0"}
    ),
    # ELU, y = x where x > 0, else alpha * (exp(x) - 1), and relatives with their alpha.
    "elu": Composition(
        "tanh",
        {
            "torch.tanh": "F.elu",
            ('"""exp(t) - 1, for t <= 0: accurate near zero too, and -1 to the last digit far from it."""'): (
                '"""exp(t) - 1 for t <= 0. Near 0 the error of u is in numerator and '
                'denominator, and cancels."""'
            ),
            "y = tanh(x)": "t = tl.minimum(x, 0.0)\ny = tl.where(x > 0.0, x, expm1(t))",
        },
        without=("tanh",),
    ),
    # The exponential, y = exp(x), and what is made of one exponential.
    "exp": Composition("sigmoid", {"sigmoid": "exp"}),
    # Rounding down, y = |floor(x)|, and the functions that jump: ceil, trunc, sign, remainder by a power
    # of two.
    "floor": Composition(
        "nearest", {"round": "floor", "round_half_even": "tl.floor"}, without=("round_half_even",)
    ),
    # Gated linear unit, y = a * f(b) for the two halves a, b of the last dimension: GLU, SwiGLU, GEGLU,
    # ReGLU.
    "glu": Composition(
        "channel_glu",
        {
            "dim=": "dim=-",
            "half,": "C,",
            "half * (2 * half) + offsets % half": "C * (2 * C) + offsets % C",
            "half = x.numel() // x.shape[0] // 2": "C = x.shape[-1] // 2",
            "(x.shape[0], x.shape[1] // 2) + x.shape[2:]": "x.shape[:-1] + (C,)",
        },
        functions=(
            """
CASES = [(1, 2), (3, 34), (7, 600), (2, 3, 66)]
""",
        ),
    ),
    # Gated linear unit, y = a * sigmoid(b), where a and b are the halves of the last dimension of x.
    "glu_call": Composition(
        "gelu",
        functions=(
            """
CASES = [(1, 2), (3, 34), (500,), (2, 3, 66), (2, 3, 4, 18), (7, 600)]
""",
            """
def glu_call_torch(x):
    y = F.glu(x, dim=-1)
    y = torch.sin(y)
    return y
""",
            """
@triton.jit
def glu_call_kernel(x_ptr, y_ptr, n_elements, n_half, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    first = offsets // n_half * (2 * n_half) + offsets % n_half
    x = tl.load(x_ptr + first, mask=mask, other=0.0).to(tl.float32)
    gate = tl.load(x_ptr + first + n_half, mask=mask, other=0.0).to(tl.float32)
    y = x * tl.sigmoid(gate)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def glu_call_triton(x):
    x = x.contiguous()
    n_half = x.shape[-1] // 2
    y = x.new_empty(x.shape[:-1] + (n_half,))
    n_elements = y.numel()
    grid = (triton.cdiv(n_elements, 1024),)
    glu_call_kernel[grid](x, y, n_elements, n_half, BLOCK=1024)
    return y
""",
        ),
    ),
    # Which elements are no number, or infinite, after a step that may leave its domain: one byte each.
    "is_finite": Composition(
        "floor",
        {
            "3.0 * torch": "torch",
            "y = torch.floor(x)": "x = torch.log(x)",
            "torch.abs(y)": "torch.isfinite(x)",
            "y = tl.floor": "x = tl.log",
            "tl.abs(y)": 'tl.abs(x) < float("inf")',
            "empty_like(x)": "empty_like(x, dtype=torch.bool)",
        },
        functions=(
            """
CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]
""",
        ),
    ),
    # Leaky ReLU, y = x where x > 0, else slope * x, and the other activations made of straight pieces.
    "leaky_relu": Composition(
        "gelu",
        {
            "gelu": "leaky_relu",
            "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = tl.where(x > 0.0, x, 0.01 * x)",
        },
    ),
    # The natural logarithm, y = log(x), its other bases and what is made of it.
    "logarithm": Composition("root", {"sqrt": "log"}),
    # A number where a mask says so, y = f(x).masked_fill(~keep, c).
    "masked_fill": Composition(
        "dropout_add",
        {
            "randn(shape), torch.rand": "rand",
            "z, keep": "keep",
            "y = z + x * keep / 0.9": "y = x.masked_fill(~keep, 0.5)",
            "z_ptr, keep_ptr": "keep_ptr",
            "z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "",
            "y = z + tl.where(keep, x / 0.9, 0.0)": "y = tl.where(keep, x, 0.5)",
            "z = z.contiguous()": "",
        },
    ),
    # A row meets a statistic of another row, y = x * mean(w): a gate pooled from one tensor and applied
    # to another.
    "other_gate": Composition(
        "row_scale_other",
        {", torch.randn(x_shape[-1]), torch.randn(x_shape[-1])": ""},
        functions=(
            """
def other_gate_torch(x, w):
    z = torch.mean(w, dim=-1, keepdim=True)
    y = x * z
    y = torch.abs(y)
    y = y * 0.5
    return y
""",
            """
@triton.jit
def other_gate_kernel(x_ptr, w_ptr, y_ptr, n_cols, n_reduced, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    lanes = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n_reduced, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        mask = cols < n_reduced
        w = tl.load(w_ptr + row * n_reduced + cols, mask=mask, other=0.0).to(tl.float32)
        lanes += tl.where(mask, w, 0.0)
    z = tl.sum(lanes, axis=0) / n_reduced
    for start in range(0, n_cols, BLOCK):
        cols = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        y = z * x
        y = tl.abs(y)
        y = 0.5 * y
        tl.store(y_ptr + row * n_cols + cols, y, mask=cols < n_cols)
""",
            """
def other_gate_triton(x, w):
    x, w = x.contiguous(), w.contiguous()
    n_cols, n_reduced = x.shape[-1], w.shape[-1]
    n_rows = w.numel() // n_reduced
    y = torch.empty_like(x)
    block = min(triton.next_power_of_2(max(n_cols, n_reduced)), 1024)
    other_gate_kernel[(n_rows,)](x, w, y, n_cols, n_reduced, BLOCK=block)
    return y
""",
        ),
        without=("load_tile",),
        breaks=(),
    ),
    # Whole powers, y = x^3, and small polynomials.
    "power": Composition(
        "gelu",
        {"F.gelu(x)": "x ** 3", "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * x * x"},
    ),
    # A tensor to the power of another, y = (|x| + 0.1)^z = exp(z * log(|x| + 0.1)).
    "power_of_tensor": Composition(
        "arctan2",
        functions=(
            """
def power_of_tensor_torch(x, z):
    x = torch.abs(x) + 0.1
    y = torch.pow(x, z)
    y = y * 0.5
    return y
""",
            """
@triton.jit
def power_of_tensor_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    x = tl.abs(x) + 0.1
    y = tl.exp(tl.log(x.to(tl.float64)) * z).to(tl.float32)
    y = 0.5 * y
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
        without=("arctan",),
    ),
}
