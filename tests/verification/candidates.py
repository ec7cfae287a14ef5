"""Texts of candidates, and inputs for them, that the tests of the judge share."""

import torch

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


POINTWISE = """
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
    kernel[(triton.cdiv(n, 128),)](x, y, n, BLOCK=128)
    return y
"""


ROWS = """
@triton.jit
def kernel(x_ptr, y_ptr, n_columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n_columns + columns, mask=columns < n_columns, other=0.0).to(tl.float32)
    BODY
    tl.store(y_ptr + row, y)


def translated(x):
    y = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
    kernel[(y.numel(),)](x, y, x.shape[-1], BLOCK=triton.next_power_of_2(x.shape[-1]))
    return y
"""


MATMUL = """
@triton.jit
def kernel(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.program_id(1).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        k = start + tl.arange(0, BLOCK)
        a_mask = (rows[:, None] < M) & (k[None, :] < K)
        b_mask = (k[:, None] < K) & (columns[None, :] < N)
        a = tl.load(a_ptr + rows[:, None] * K + k[None, :], mask=a_mask, other=0.0)
        b = tl.load(b_ptr + k[:, None] * N + columns[None, :], mask=b_mask, other=0.0)
        total += tl.dot(a, b, input_precision="ieee")
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], total, mask=mask)


def translated(a, b):
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), dtype=a.dtype, device=a.device)
    kernel[(triton.cdiv(M, 16), triton.cdiv(N, 16))](a, b, c, M, N, K, BLOCK=16)
    return c
"""


def pointwise(body):
    return POINTWISE.replace("BODY", body)


RELU = pointwise("y = tl.maximum(x, 0.0)")


RELU_KERNEL = RELU[: RELU.index("def translated")]


def normal(*shapes, seed=0):
    """One case a shape: a signed matrix of it."""
    generator = torch.Generator().manual_seed(seed)
    return [(torch.randn(shape, generator=generator),) for shape in shapes or [(1, 1), (3, 33), (5, 100)]]


def uniform(*shapes):
    return [
        (torch.rand(shape, generator=torch.Generator().manual_seed(0)),)
        for shape in shapes or [(3, 33), (5, 100)]
    ]


def pairs():
    generator = torch.Generator().manual_seed(0)
    return [
        (torch.randn(m, k, generator=generator), torch.randn(k, n, generator=generator))
        for m, k, n in [(1, 1, 1), (5, 33, 7)]
    ]


def host(*lines):
    """The kernel of relu with another host function."""
    return RELU_KERNEL + "def translated(x):\n" + "".join(f"    {line}\n" for line in lines)


LAUNCH = "kernel[(triton.cdiv(x.numel(), 128),)](x, y, x.numel(), BLOCK=128)"


NEW = "y = torch.empty_like(x)"


IDENTITY_KERNEL = pointwise("y = x")


FLAT = """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    BODY


def translated(x):
    y = torch.zeros(1, dtype=x.dtype, device=x.device)
    kernel[(triton.cdiv(x.numel(), 32),)](x, y, x.numel(), BLOCK=32)
    return y.view(())
"""


CARRY = """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    block = tl.program_id(0)
    offsets = block * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    before = tl.load(y_ptr + block * BLOCK - 1, mask=block > 0, other=0.0)
    tl.store(y_ptr + offsets, tl.cumsum(x, axis=0) + before, mask=offsets < n)


def translated(x):
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 32),)](x, y, x.numel(), BLOCK=32)
    return y
"""


TOTAL = "y = tl.sum(x, axis=0)"


def whole(*sizes):
    """One case a size: a vector of signed integers, as int64."""
    generator = torch.Generator().manual_seed(0)
    return [(torch.randint(-9, 9, (size,), generator=generator),) for size in sizes or (8, 33)]


PASSED = """
def helper(p):
    return p.append(p[0] + p[0])


@triton.jit
def kernel(x_ptr, y_ptr, n, P: tl.constexpr, BLOCK: tl.constexpr):
    BODY
    tl.store(y_ptr, tl.load(x_ptr))


def translated(x):
    y = torch.zeros_like(x)
    p = [x]
    kernel[(1,)](x, y, x.numel(), GIVEN, BLOCK=16)
    return p[-1]
"""


def passed(body, given):
    """2 x by a kernel that is given something of the host, and does `body`."""
    return PASSED.replace("BODY", body).replace("GIVEN", given)


def of_integers(*lines):
    """relu of integers with another host function."""
    return (
        RELU_KERNEL.replace(".to(tl.float32)", "").replace("0.0", "0")
        + "def translated(x):\n"
        + "".join(f"    {line}\n" for line in (*lines, NEW, LAUNCH, "return y"))
    )
