"""Compositions of the families of pointwise operations, prelu to two_outputs."""

from corpus.composition import Composition

COMPOSITIONS = {
    # Leaky ReLU with a learnt slope a channel, y = max(x, 0) + slope[c] * min(x, 0).
    "prelu": Composition(
        "dropout_add",
        {"randn(shape), torch.rand(shape) < 0.6": "rand(shape[1])"},
        functions=(
            """
CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 2, 9), (2, 2, 40, 30)]
""",
            """
def prelu_torch(x, slope):
    x = torch.sin(x)
    y = F.prelu(x, slope)
    y = torch.cos(y)
    return y
""",
            """
@triton.jit
def prelu_kernel(x_ptr, slope_ptr, y_ptr, n_elements, channels, n_inner, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    slope = tl.load(slope_ptr + (offsets // n_inner) % channels, mask=mask, other=0.0).to(tl.float32)
    x = tl.sin(x)
    y = tl.where(x > 0.0, x, slope * x)
    y = tl.cos(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
            """
def prelu_triton(x, slope):
    x = x.contiguous()
    n_elements, channels = x.numel(), x.shape[1]
    n_inner = n_elements // (x.shape[0] * channels)
    y = torch.empty_like(x)
    grid = (triton.cdiv(n_elements, 1024),)
    prelu_kernel[grid](x, slope, y, n_elements, channels, n_inner, BLOCK=1024)
    return y
""",
        ),
    ),
    # Quantisation to 8 bits with one scale, q = clamp(round(x / scale), -128, 127).
    "quantize": Composition(
        "quantize_columns",
        {
            "shape[-1]": "1",
            "C, BLOCK": "BLOCK",
            "scale_ptr + offsets % C, mask=mask, other=1.0": "scale_ptr",
            "scale.numel(), BLOCK": "BLOCK",
        },
    ),
    # Quantisation to 8 bits with the scale that each row asks for: scale = max|x| / 127, q = round(x /
    # scale).
    "quantize_dynamic": Composition(
        "quantize_columns",
        functions=(
            """
CASES = [(1, 1), (3, 33), (7, 1000), (2, 2500)]
""",
            """
def make(N, C):
    return (torch.randn(N, C),)
""",
            """
def quantize_dynamic_torch(x):
    scale = x.abs().amax(dim=-1, keepdim=True).clamp(min=1e-8) / 127.0
    q = torch.clamp(torch.round(x / scale), -127, 127).to(torch.int8)
    return q, scale
""",
            """
@triton.jit
def quantize_dynamic_kernel(x_ptr, q_ptr, scale_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    peak = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * C + column, mask=column < C, other=0.0).to(tl.float32)
        peak = tl.maximum(peak, tl.abs(x))
    scale = tl.div_rn(tl.maximum(tl.max(peak, axis=0), 1e-8), 127.0)
    for start in range(0, C, BLOCK):
        column = start + tl.arange(0, BLOCK)
        mask = column < C
        x = tl.load(x_ptr + row * C + column, mask=mask, other=0.0).to(tl.float32)
        q = round_half_even(tl.div_rn(x, scale))
        q = tl.minimum(tl.maximum(q, -127.0), 127.0)
        tl.store(q_ptr + row * C + column, q.to(tl.int8), mask=mask)
    tl.store(scale_ptr + row, scale)
""",
            """
def quantize_dynamic_triton(x):
    x = x.contiguous()
    N, C = x.shape
    q = torch.empty((N, C), dtype=torch.int8, device=x.device)
    scale = torch.empty((N, 1), dtype=x.dtype, device=x.device)
    quantize_dynamic_kernel[(N,)](x, q, scale, C, BLOCK=1024)
    return q, scale
""",
        ),
    ),
    # Quantisation to 8 bits with a scale a row, q = clamp(round(x / scale), -128, 127) with scale (...,
    # 1).
    "quantize_rows": Composition(
        "quantize_columns",
        {"shape[-1]": "*shape[:-1], 1", "offsets %": "offsets //", "scale.numel()": "x.shape[-1]"},
    ),
    # Quotient of two tensors, y = x / z, and what else divides: rounded quotients, remainders, a repaired
    # 0 / 0.
    "quotient": Composition(
        "arctan2",
        {"atan2": "div"},
        functions=(
            """
def make(*shape):
    return 3.0 * torch.randn(shape), torch.sign(torch.randn(shape)) * (0.5 + torch.rand(shape))
""",
            """
@triton.jit
def quotient_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    y = x / z
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
        without=("arctan",),
    ),
    # A chain with a second tensor inside and the first one again at its end, y = f(x + z) + x.
    "residual_add": Composition(
        "add",
        functions=(
            """
CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]
""",
            """
def residual_add_torch(x, z):
    y = x
    y = torch.add(y, z)
    y = torch.sin(y)
    y = torch.exp(-y)
    y = y + x
    return y
""",
            """
@triton.jit
def residual_add_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y = x
    y = y + z
    y = tl.sin(y)
    y = tl.exp(-y)
    y = y + x
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # A chain that comes back to where it began, y = h(g(f(x)) + x).
    "residual_chain": Composition(
        "two_branches",
        {
            "w = x": "",
            "w = torch.exp(-w)": "y = torch.exp(-y)",
            "* w": "+ x",
            "w = tl.exp(-w)": "y = tl.exp(-y)",
        },
    ),
    # The square root, y = sqrt(x), its reciprocal, and powers that are no whole number.
    "root": Composition("sigmoid", {"(shape)": "(shape).abs() + 0.05", "sigmoid": "sqrt", "=0.": "=1."}),
    # Reduction of a row, then a second tensor, y[m, :] = f(mean of x[m, :]) + z[m, :]: what a linear
    # layer's rows give a residual.
    "row_spread": Composition(
        "channel_glu_joins",
        {"F.glu(x, dim=1)": "torch.mean(x, dim=1, keepdim=True)", "abs": "relu", "relu": "sigmoid"},
        functions=(
            """
CASES = [(1, 1, 1), (3, 33, 5), (7, 1100, 1300)]  # M, K, N
""",
            """
def make(M, K, N):
    z = torch.randn(M, N)
    return torch.randn(M, K), z
""",
            """
@triton.jit
def row_spread_kernel(x_ptr, z_ptr, y_ptr, K, N, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    found = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * K + columns, mask=columns < K, other=0.0).to(tl.float32)
        found += x
    total = tl.sum(found, axis=0) / K
    for start in range(0, N, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        z = tl.load(z_ptr + row * N + columns, mask=columns < N, other=0.0).to(tl.float32)
        y = tl.full((BLOCK,), 0.0, dtype=tl.float32) + total
        y = tl.maximum(y, 0.0)
        y = z + y
        y = tl.sigmoid(y)
        y = 0.5 * y
        tl.store(y_ptr + row * N + columns, y, mask=columns < N)
""",
            """
def row_spread_triton(x, z):
    x, z = x.contiguous(), z.contiguous()
    M, K = x.shape
    N = z.shape[-1]
    y = x.new_empty(M, N)
    row_spread_kernel[(M,)](x, z, y, K, N, BLOCK=1024)
    return y
""",
        ),
    ),
    # Scale and shift by two numbers, y = x * 1.7 + 0.3, and the other orders of the two.
    "scalar_affine": Composition(
        "gelu",
        {"y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x * 1.7\ny = y + 0.3"},
        functions=(
            """
def scalar_affine_torch(x):
    y = x * 1.7
    y = y + 0.3
    return y
""",
        ),
    ),
    # Scale and shift along the last dimension, then an activation: y = f(x * scale + shift), x (..., C),
    # both (C,).
    "scale_shift_last": Composition(
        "gelu",
        {
            "(torch.randn(shape),)": "torch.randn(shape), torch.randn(shape[-1]), torch.randn(shape[-1])",
            "(x):": "(x, scale, shift):",
            "y, n_elements": "scale, shift, y, n_elements, x.shape[-1]",
        },
        functions=(
            """
def scale_shift_last_torch(x, scale, shift):
    y = x * scale + shift
    y = torch.relu(y)
    return y
""",
            """
@triton.jit
def scale_shift_last_kernel(x_ptr, scale_ptr, shift_ptr, y_ptr, n_elements, C, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    column = offsets % C
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    scale = tl.load(scale_ptr + column, mask=mask, other=0.0).to(tl.float32)
    shift = tl.load(shift_ptr + column, mask=mask, other=0.0).to(tl.float32)
    y = x * scale + shift
    y = tl.maximum(y, 0.0)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
    ),
    # Sine, y = sin(x), and the waves that are made of sines and cosines.
    "sine": Composition("sigmoid", {"sigmoid": "sin"}),
    # Functions of one tensor that Triton has no word for: erfc, logit, sinc, tanhshrink, a repaired
    # logarithm; a step before and one after.
    "special_function": Composition(
        "gelu",
        {
            "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": (
                "x = tl.maximum(x, 0.0)\ny = 1.0 - tl.erf(x)\ny = tl.sin(y)"
            )
        },
        functions=(
            """
def special_function_torch(x):
    x = torch.relu(x)
    y = torch.erfc(x)
    y = torch.sin(y)
    return y
""",
        ),
    ),
    # Three tensors joined element by element, y = f(x + z) * w.
    "three_tensors": Composition(
        "where",
        {"y = tl.where(w > 0.0, x, z)\n    y = tl.sin(y)": "x = x + z\nx = tl.sin(x)\ny = x * w"},
        functions=(
            """
CASES = [(1, 5), (3, 33), (1300,), (2, 3, 65), (2, 3, 4, 17), (2, 3, 4, 5, 7)]
""",
            """
def three_tensors_torch(x, z, w):
    x = torch.add(x, z)
    x = torch.sin(x)
    y = x * w
    return y
""",
        ),
    ),
    # A cast that rounds toward zero, y = x.to(int32), and the other pure casts.
    "to_integer": Composition(
        "gelu",
        {
            "torch.randn": "3.0 * torch.randn",
            "F.gelu(x)": "x.to(torch.int32)",
            "y = x * 0.5 * (1.0 + tl.erf(x * 0.7071067811865476))": "y = x  # tl.store casts",
            "empty_like(x)": "empty(x.shape, dtype=torch.int32, device=x.device)",
        },
    ),
    # Functions of two tensors that are no arithmetic: hypot, copysign, heaviside, xlogy, fmax, and their
    # kind.
    "two_arguments": Composition(
        "arctan2",
        {"atan2": "hypot"},
        functions=(
            """
@triton.jit
def two_arguments_kernel(x_ptr, z_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    z = tl.load(z_ptr + offsets, mask=mask, other=1.0).to(tl.float32)
    a = tl.maximum(tl.abs(x), tl.abs(z))
    r = tl.minimum(tl.abs(x), tl.abs(z)) / tl.maximum(a, 2e-38)
    y = a * tl.sqrt(1.0 + r * r)
    y = tl.sin(y)
    tl.store(y_ptr + offsets, y, mask=mask)
""",
        ),
        without=("arctan",),
    ),
    # Two functions of one tensor at once, (f(x), g(x)).
    "two_outputs": Composition(
        "two_branches",
        {"y =": "y, w = torch.empty_like(x),", ", n_elements": ", w, n_elements", "return y": "return y, w"},
        functions=(
            """
def two_outputs_torch(x):
    y, w = x, x
    y = torch.sin(y)
    w = torch.cos(w)
    return y, w
""",
            """
@triton.jit
def two_outputs_kernel(x_ptr, y_ptr, w_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    y, w = x, x
    y = tl.sin(y)
    w = tl.cos(w)
    tl.store(y_ptr + offsets, y, mask=mask)
    tl.store(w_ptr + offsets, w, mask=mask)
""",
        ),
    ),
}
