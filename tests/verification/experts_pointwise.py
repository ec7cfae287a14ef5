"""Right answers as experts write them: pointwise kernels, optimizers, quantisation, dropout by a mask."""

import torch
import torch.nn.functional as F
from expert_inputs import HALVES, TRITON, floats, signed

GRID_STRIDE = f"""{TRITON}
@triton.jit
def silu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    start = tl.program_id(0) * BLOCK
    step = tl.num_programs(0) * BLOCK
    for first in range(start, n, step):
        offsets = first + tl.arange(0, BLOCK)
        mask = offsets < n
        x = tl.load(x_ptr + offsets, mask=mask).to(tl.float32)
        y = x / (1.0 + tl.exp(-x))
        tl.store(y_ptr + offsets, y.to(y_ptr.dtype.element_ty), mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    silu_kernel[(min(4, triton.cdiv(n, 64)),)](x, y, n, BLOCK=64)
    return y
"""

AUTOTUNED = f"""{TRITON}
@triton.autotune(
    configs=[
        triton.Config({{"BLOCK": 128}}, num_warps=4),
        triton.Config({{"BLOCK": 256}}, num_warps=8, num_stages=2),
    ],
    key=["n"],
)
@triton.jit
def add_kernel(x_ptr, y_ptr, z_ptr, n, alpha, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(z_ptr + offsets, x + alpha * y, mask=mask)


def translated(x, y, alpha):
    x, y = x.contiguous(), y.contiguous()
    z = torch.empty_like(x)
    n = z.numel()
    grid = lambda meta: (triton.cdiv(n, meta["BLOCK"]),)
    add_kernel[grid](x, y, z, n, alpha)
    return z
"""

HEURISTICS = f"""{TRITON}
@triton.heuristics({{"EVEN": lambda args: args["n"] % args["BLOCK"] == 0}})
@triton.jit
def leaky_kernel(x_ptr, y_ptr, n, slope, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if EVEN:
        x = tl.load(x_ptr + offsets)
        tl.store(y_ptr + offsets, tl.where(x >= 0, x, slope * x))
    else:
        mask = offsets < n
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
        tl.store(y_ptr + offsets, tl.where(x >= 0, x, slope * x), mask=mask)


def translated(x, slope):
    x = x.contiguous()
    y = torch.empty_like(x)
    leaky_kernel[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), slope, BLOCK=64)
    return y
"""

ONE_ARGUMENT = f"""{TRITON}IMPORTS

@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    BODY
    tl.store(y_ptr + offsets, y, mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    BLOCK = 128
    kernel[(triton.cdiv(n, BLOCK),)](x, y, n, BLOCK=BLOCK, num_warps=4)
    return y
"""

LIBDEVICE = "from triton.language.extra import libdevice\n"
LIBDEVICE_OF_CUDA = "from triton.language.extra.cuda import libdevice\n"


def one_argument(*lines, imports=""):
    """A kernel of one tensor, whose body are these lines."""
    return ONE_ARGUMENT.replace("IMPORTS", imports).replace("BODY", "\n    ".join(lines))


SWIGLU = f"""{TRITON}
@triton.jit
def swiglu_kernel(x_ptr, y_ptr, stride, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = columns < width
    gate = tl.load(x_ptr + row * stride + columns, mask=mask, other=0.0).to(tl.float32)
    up = tl.load(x_ptr + row * stride + width + columns, mask=mask, other=0.0).to(tl.float32)
    y = gate * tl.sigmoid(gate) * up
    tl.store(y_ptr + row * width + columns, y.to(y_ptr.dtype.element_ty), mask=mask)


def translated(x):
    x = x.contiguous()
    rows, width = x.shape[0], x.shape[1] // 2
    y = torch.empty((rows, width), dtype=x.dtype, device=x.device)
    swiglu_kernel[(rows, triton.cdiv(width, 32))](x, y, x.stride(0), width, BLOCK=32)
    return y
"""

DROPOUT = f"""{TRITON}
@triton.jit
def dropout_kernel(x_ptr, bias_ptr, keep_ptr, r_ptr, y_ptr, width, p, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    mask = columns < width
    at = row * width + columns
    x = tl.load(x_ptr + at, mask=mask) + tl.load(bias_ptr + columns, mask=mask)
    keep = tl.load(keep_ptr + at, mask=mask, other=0)
    x = tl.where(keep != 0, x / (1.0 - p), 0.0)
    tl.store(y_ptr + at, x + tl.load(r_ptr + at, mask=mask), mask=mask)


def translated(x, bias, keep, residual, p):
    rows, width = x.shape
    x, bias, keep, residual = x.contiguous(), bias.contiguous(), keep.contiguous(), residual.contiguous()
    y = torch.empty_like(x)
    BLOCK = triton.next_power_of_2(width)
    dropout_kernel[(rows,)](x, bias, keep, residual, y, width, p, BLOCK=BLOCK)
    return y
"""

ADAMW = f"""{TRITON}
@triton.jit
def adamw_kernel(
    p_ptr, g_ptr, m_ptr, v_ptr, new_p_ptr, new_m_ptr, new_v_ptr, n, lr, beta1, beta2, eps, decay, c1, c2,
    BLOCK: tl.constexpr,
):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0)
    m = tl.load(m_ptr + offsets, mask=mask, other=0.0)
    v = tl.load(v_ptr + offsets, mask=mask, other=0.0)
    p = p * (1.0 - lr * decay)
    m = beta1 * m + (1.0 - beta1) * g
    v = beta2 * v + (1.0 - beta2) * g * g
    p = p - lr * (m / c1) / (tl.sqrt(v / c2) + eps)
    tl.store(new_p_ptr + offsets, p, mask=mask)
    tl.store(new_m_ptr + offsets, m, mask=mask)
    tl.store(new_v_ptr + offsets, v, mask=mask)


def translated(p, g, m, v):
    lr, beta1, beta2, step = 1e-3, 0.9, 0.95, 10
    p, g, m, v = p.contiguous(), g.contiguous(), m.contiguous(), v.contiguous()
    new_p, new_m, new_v = torch.empty_like(p), torch.empty_like(m), torch.empty_like(v)
    n = p.numel()
    c1, c2 = 1.0 - beta1**step, 1.0 - beta2**step
    adamw_kernel[(triton.cdiv(n, 256),)](
        p, g, m, v, new_p, new_m, new_v, n, lr, beta1, beta2, 1e-8, 0.1, c1, c2, BLOCK=256
    )
    return new_p, new_m, new_v
"""


def adamw(p, g, m, v):
    """Loshchilov and Hutter, 2019, algorithm 2, at its tenth step."""
    m = 0.9 * m + 0.1 * g
    v = 0.95 * v + 0.05 * g * g
    p = p * (1 - 1e-3 * 0.1)
    return p - 1e-3 * (m / (1 - 0.9**10)) / ((v / (1 - 0.95**10)).sqrt() + 1e-8), m, v


QUANTISED = f"""{TRITON}
from triton.language.extra import libdevice


@triton.jit
def quantise_kernel(x_ptr, q_ptr, scale_ptr, width, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    mask = columns < width
    x = tl.load(x_ptr + row * width + columns, mask=mask, other=0.0)
    scale = tl.div_rn(tl.maximum(tl.max(tl.abs(x), axis=0), 1e-6), 127.0)
    q = libdevice.rint(tl.div_rn(x, scale)).to(tl.int8)
    tl.store(q_ptr + row * width + columns, q, mask=mask)
    tl.store(scale_ptr + row, scale)


def translated(x):
    x = x.contiguous()
    rows, width = x.shape
    q = torch.empty((rows, width), dtype=torch.int8, device=x.device)
    scale = torch.empty((rows, 1), dtype=torch.float32, device=x.device)
    quantise_kernel[(rows,)](x, q, scale, width, BLOCK=triton.next_power_of_2(width))
    return q, scale
"""


def quantised(x):
    """Symmetric quantisation of each row to eight bits, with its scale."""
    scale = x.abs().amax(-1, keepdim=True).clamp(min=1e-6) / 127
    return (x / scale).round().to(torch.int8), scale


DEQUANTISED = f"""{TRITON}
@triton.jit
def dequantise_kernel(q_ptr, scale_ptr, zero_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    mask = (rows < M)[:, None] & (columns < N)[None, :]
    at = rows[:, None] * N + columns[None, :]
    q = tl.load(q_ptr + at, mask=mask, other=0).to(tl.float32)
    scale = tl.load(scale_ptr + rows, mask=rows < M, other=0.0)
    zero = tl.load(zero_ptr + rows, mask=rows < M, other=0.0)
    tl.store(y_ptr + at, (q - zero[:, None]) * scale[:, None], mask=mask)


def translated(q, scale, zero):
    q, scale, zero = q.contiguous(), scale.contiguous(), zero.contiguous()
    M, N = q.shape
    y = torch.empty((M, N), dtype=torch.float32, device=q.device)
    grid = (triton.cdiv(M, 4), triton.cdiv(N, 32))
    dequantise_kernel[grid](q, scale, zero, y, M, N, BM=4, BN=32)
    return y
"""

BROADCAST = f"""{TRITON}
@triton.jit
def kernel(a_ptr, b_ptr, w_ptr, y_ptr, M, N, sa0, sa1, sb1, sw0, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    columns = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    mask = (rows < M) & (columns < N)
    a = tl.load(a_ptr + rows * sa0 + columns * sa1, mask=mask, other=0.0)
    b = tl.load(b_ptr + columns * sb1, mask=columns < N, other=0.0)
    w = tl.load(w_ptr + rows * sw0, mask=rows < M, other=0.0)
    tl.store(y_ptr + rows * N + columns, a + w * (b - a), mask=mask)


def translated(a, b, w):
    M, N = a.shape
    y = torch.empty((M, N), dtype=a.dtype, device=a.device)
    grid = (triton.cdiv(M, 8), triton.cdiv(N, 16))
    kernel[grid](a, b, w, y, M, N, *a.stride(), b.stride(0), w.stride(0), BM=8, BN=16)
    return y
"""

ROTARY = f"""{TRITON}
@triton.jit
def rotary_kernel(q_ptr, cos_ptr, sin_ptr, y_ptr, T, half, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    position = row % T
    lanes = tl.arange(0, BLOCK)
    mask = lanes < half
    cos = tl.load(cos_ptr + position * half + lanes, mask=mask, other=0.0)
    sin = tl.load(sin_ptr + position * half + lanes, mask=mask, other=0.0)
    first = tl.load(q_ptr + row * 2 * half + lanes, mask=mask, other=0.0)
    second = tl.load(q_ptr + row * 2 * half + half + lanes, mask=mask, other=0.0)
    tl.store(y_ptr + row * 2 * half + lanes, first * cos - second * sin, mask=mask)
    tl.store(y_ptr + row * 2 * half + half + lanes, second * cos + first * sin, mask=mask)


def translated(q, cos, sin):
    q, cos, sin = q.contiguous(), cos.contiguous(), sin.contiguous()
    y = torch.empty_like(q)
    *_, T, D = q.shape
    BLOCK = triton.next_power_of_2(D // 2)
    rotary_kernel[(q.numel() // D,)](q, cos, sin, y, T, D // 2, BLOCK=BLOCK)
    return y
"""


def rotary(q, cos, sin):
    """Rotary position embedding (Su et al., 2021) by halves; q: (B, H, T, D), cos and sin: (T, D / 2)."""
    first, second = q.chunk(2, -1)
    return torch.cat((first * cos - second * sin, second * cos + first * sin), -1)


INTERLEAVED = f"""{TRITON}
@triton.jit
def rotary_kernel(q_ptr, cos_ptr, sin_ptr, y_ptr, T, D: tl.constexpr):
    row = tl.program_id(0)
    position = row % T
    x = tl.load(q_ptr + row * D + tl.arange(0, D))
    even, odd = tl.split(tl.reshape(x, (D // 2, 2)))
    lanes = tl.arange(0, D // 2)
    cos = tl.load(cos_ptr + position * (D // 2) + lanes)
    sin = tl.load(sin_ptr + position * (D // 2) + lanes)
    y = tl.join(even * cos - odd * sin, odd * cos + even * sin)
    tl.store(y_ptr + row * D + tl.arange(0, D), tl.reshape(y, (D,)))


def translated(q, cos, sin):
    q, cos, sin = q.contiguous(), cos.contiguous(), sin.contiguous()
    y = torch.empty_like(q)
    T, D = q.shape[-2:]
    rotary_kernel[(q.numel() // D,)](q, cos, sin, y, T, D=D)
    return y
"""


def interleaved(q, cos, sin):
    """The same of neighbours; D = 16."""
    pairs = q.reshape(*q.shape[:-1], 8, 2)
    even, odd = pairs[..., 0], pairs[..., 1]
    return torch.stack((even * cos - odd * sin, odd * cos + even * sin), -1).flatten(-2)


BITS = f"""{TRITON}
@triton.jit
def unpack_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    low = x & 0xF
    high = (x >> 4) & 0xF
    tl.store(y_ptr + 2 * offsets, low.to(tl.float32) - 8.0, mask=mask)
    tl.store(y_ptr + 2 * offsets + 1, high.to(tl.float32) - 8.0, mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty((x.shape[0], 2 * x.shape[1]), dtype=torch.float32, device=x.device)
    unpack_kernel[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), BLOCK=64)
    return y
"""


def unpacked(x):
    """Two numbers of four bits from every byte."""
    return torch.stack((x & 15, (x >> 4) & 15), -1).flatten(-2).float() - 8


IN_BFLOAT16 = f"""{TRITON}
@triton.jit
def kernel(x_ptr, w_ptr, y_ptr, n, width, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    w = tl.load(w_ptr + offsets % width, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x * w + x, mask=mask)


def translated(x, w):
    x, w = x.contiguous(), w.contiguous()
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 128),)](x, w, y, x.numel(), w.numel(), BLOCK=128)
    return y
"""

MASKED = f"""{TRITON}
@triton.jit
def masked_kernel(x_ptr, mask_ptr, y_ptr, n, value, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = offsets < n
    hidden = tl.load(mask_ptr + offsets, mask=inside, other=False)
    x = tl.load(x_ptr + offsets, mask=inside)
    tl.store(y_ptr + offsets, tl.where(hidden, value, x), mask=inside)


def translated(x, mask, value):
    x, mask = x.contiguous(), mask.contiguous()
    y = torch.empty_like(x)
    masked_kernel[(triton.cdiv(x.numel(), 128),)](x, mask, y, x.numel(), value, BLOCK=128)
    return y
"""

SIZES = ((3, 33), (5, 100))
ROTATIONS = [floats((2, 3, 5, 8), (5, 4), (5, 4)), floats((1, 2, 7, 12), (7, 6), (7, 6))]
NEIGHBOURS = [floats((2, 3, 5, 16), (5, 8), (5, 8)), floats((1, 2, 7, 16), (7, 8), (7, 8))]
STEPS = [(*floats(size, size, size), floats(size)[0].abs() + 0.1) for size in SIZES]
KEEP = [(*floats(size, size[1:]), floats(size, seed=3)[0] > 0, *floats(size, seed=4), 0.25) for size in SIZES]
CODES = [(signed(size), *floats(size[:1]), *floats(size[:1], seed=5)) for size in SIZES]

# name: (text of the answer, PyTorch program, inputs)
POINTWISE_EXPERTS = {
    "SiLU by grid-stride programs": (GRID_STRIDE, F.silu, [floats(size) for size in SIZES]),
    "SiLU of halves by grid-stride programs": (
        GRID_STRIDE,
        F.silu,
        [floats(SIZES[0], dtype=dtype) for dtype in HALVES],
    ),
    "axpy, autotuned": (
        AUTOTUNED,
        lambda x, y, alpha: torch.add(x, y, alpha=alpha),
        [(*floats(size, size), 0.5) for size in SIZES],
    ),
    "leaky ReLU, an even number by heuristics": (
        HEURISTICS,
        F.leaky_relu,
        [(*floats(size), 0.1) for size in ((4, 32), (5, 100))],
    ),
    "GELU by libdevice's tanh": (
        one_argument(
            "inner = 0.7978845608028654 * (x + 0.044715 * x * x * x)",
            "y = 0.5 * x * (1.0 + libdevice.tanh(inner))",
            imports=LIBDEVICE,
        ),
        lambda x: F.gelu(x, approximate="tanh"),
        [floats(size) for size in SIZES],
    ),
    "GELU by libdevice's erf": (
        one_argument(
            "y = 0.5 * x * (1.0 + libdevice.erf(x * 0.7071067811865476))", imports=LIBDEVICE_OF_CUDA
        ),
        F.gelu,
        [floats(size) for size in SIZES],
    ),
    "GELU, tanh by a sigmoid": (
        one_argument(
            "inner = 0.7978845608028654 * (x + 0.044715 * x * x * x)",
            "y = x * tl.sigmoid(2.0 * inner)",
        ),
        lambda x: F.gelu(x, approximate="tanh"),
        [floats(size) for size in SIZES],
    ),
    "tanh by a sigmoid": (
        one_argument("y = 2.0 * tl.sigmoid(2.0 * x) - 1.0"),
        torch.tanh,
        [floats(size) for size in SIZES],
    ),
    "tanh by an exponential": (
        one_argument(
            "e = tl.exp(-2.0 * tl.abs(x))", "t = (1.0 - e) / (1.0 + e)", "y = tl.where(x < 0, -t, t)"
        ),
        torch.tanh,
        [floats(size) for size in SIZES],
    ),
    "softplus by log1p": (
        one_argument("y = tl.where(x > 20.0, x, libdevice.log1p(tl.exp(x)))", imports=LIBDEVICE),
        F.softplus,
        [floats(size) for size in SIZES],
    ),
    "softplus by its larger part": (
        one_argument("y = tl.maximum(x, 0.0) + tl.log(1.0 + tl.exp(-tl.abs(x)))"),
        F.softplus,
        [floats(size) for size in SIZES],
    ),
    "mish of halves": (
        one_argument(
            "s = tl.where(x > 20.0, x, tl.log(1.0 + tl.exp(x)))",
            "y = x * (2.0 * tl.sigmoid(2.0 * s) - 1.0)",
        ),
        F.mish,
        [floats(size, dtype=torch.float16) for size in SIZES],
    ),
    "hardswish": (
        one_argument("y = x * tl.minimum(tl.maximum(x + 3.0, 0.0), 6.0) / 6.0"),
        F.hardswish,
        [floats(size) for size in SIZES],
    ),
    "ELU by expm1": (
        one_argument("y = tl.where(x > 0, x, libdevice.expm1(x))", imports=LIBDEVICE),
        F.elu,
        [floats(size) for size in SIZES],
    ),
    "power by libdevice": (
        one_argument("y = libdevice.pow(tl.abs(x) + 1.0, 1.5)", imports=LIBDEVICE),
        lambda x: (x.abs() + 1) ** 1.5,
        [floats(size) for size in SIZES],
    ),
    "SwiGLU of packed halves": (
        SWIGLU,
        lambda x: F.silu(x.chunk(2, -1)[0]) * x.chunk(2, -1)[1],
        [floats((3, 34)), floats((5, 100), dtype=torch.bfloat16)],
    ),
    "bias, dropout by a mask, residual": (
        DROPOUT,
        lambda x, bias, keep, residual, p: torch.where(keep, (x + bias) / (1 - p), 0) + residual,
        KEEP,
    ),
    "AdamW in one kernel": (ADAMW, adamw, STEPS),
    "rows to int8 with their scale": (QUANTISED, quantised, [floats(size) for size in SIZES]),
    "int8 to float32": (DEQUANTISED, lambda q, scale, zero: (q - zero[:, None]) * scale[:, None], CODES),
    "four-bit numbers from bytes": (
        BITS,
        unpacked,
        [(signed(size, low=0, high=256, dtype=torch.int32),) for size in SIZES],
    ),
    "lerp of broadcast tensors by strides": (
        BROADCAST,
        torch.lerp,
        [(a.t(), b, w[:, None]) for a, b, w in (floats((33, 3), (33,), (3,)), floats((20, 5), (20,), (5,)))],
    ),
    "rotary embedding by halves": (ROTARY, rotary, ROTATIONS),
    "rotary embedding of neighbours": (INTERLEAVED, interleaved, NEIGHBOURS),
    "bfloat16 arithmetic": (
        IN_BFLOAT16,
        lambda x, w: x * w + x,
        [floats(size, size[1:], dtype=torch.bfloat16) for size in SIZES],
    ),
    "masked fill": (
        MASKED,
        lambda x, mask, value: x.masked_fill(mask, value),
        [(*floats(size), floats(size, seed=2)[0] > 0.3, -2.5) for size in SIZES],
    ),
}
