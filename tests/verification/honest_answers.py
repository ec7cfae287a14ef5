"""Answers that compute what they should in unusual ways: none may be refused."""

import math

import torch
import torch.nn.functional as F
from candidates import (
    FLAT,
    IDENTITY_KERNEL,
    LAUNCH,
    MATMUL,
    NEW,
    RELU,
    RELU_KERNEL,
    ROWS,
    TOTAL,
    host,
    normal,
    pairs,
    pointwise,
    uniform,
)

STRIDED = """
@triton.jit
def kernel(x_ptr, y_ptr, M, N, row_stride, column_stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    for start in tl.range(0, N, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * row_stride + columns * column_stride, mask=columns < N, other=0.0)
        tl.store(y_ptr + row * N + columns, tl.maximum(x, 0.0), mask=columns < N)


def translated(x):
    M, N = x.shape
    y = torch.empty((M, N), dtype=x.dtype, device=x.device)
    kernel[(M,)](x, y, M, N, x.stride(0), x.stride(1), BLOCK=32)
    return y
"""


BLOCK_POINTERS = """
@triton.jit
def kernel(x_ptr, y_ptr, M, N, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    top = tl.program_id(0) * ROWS
    x_block = tl.make_block_ptr(
        x_ptr, shape=(M, N), strides=(N, 1), offsets=(top, 0), block_shape=(ROWS, COLUMNS), order=(1, 0)
    )
    y_block = tl.make_block_ptr(
        y_ptr, shape=(M, N), strides=(N, 1), offsets=(top, 0), block_shape=(ROWS, COLUMNS), order=(1, 0)
    )
    for _ in range(0, N, COLUMNS):
        x = tl.load(x_block, boundary_check=(0, 1), padding_option="zero")
        tl.store(y_block, tl.maximum(x, 0.0), boundary_check=(0, 1))
        x_block = tl.advance(x_block, (0, COLUMNS))
        y_block = tl.advance(y_block, (0, COLUMNS))


def translated(x):
    M, N = x.shape
    y = torch.empty_like(x)
    kernel[(triton.cdiv(M, 4),)](x, y, M, N, ROWS=4, COLUMNS=32)
    return y
"""


LOCK = """
@triton.jit
def kernel(x_ptr, y_ptr, lock_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    total = tl.sum(tl.load(x_ptr + offsets, mask=offsets < n, other=0.0), axis=0)
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        total += 0.0
    tl.store(y_ptr, tl.load(y_ptr) + total)
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr, 0)


def translated(x):
    y = torch.zeros((), dtype=x.dtype, device=x.device)
    lock = torch.zeros(1, dtype=torch.int32, device=x.device)
    kernel[(triton.cdiv(x.numel(), 32),)](x, y, lock, x.numel(), BLOCK=32)
    return y
"""


LAST = """
@triton.jit
def kernel(x_ptr, part_ptr, y_ptr, count_ptr, n, BLOCK: tl.constexpr, PROGRAMS: tl.constexpr):
    program = tl.program_id(0)
    offsets = program * BLOCK + tl.arange(0, BLOCK)
    tl.store(part_ptr + program, tl.sum(tl.load(x_ptr + offsets, mask=offsets < n, other=0.0), axis=0))
    if tl.atomic_add(count_ptr, 1) == tl.num_programs(0) - 1:
        programs = tl.arange(0, PROGRAMS)
        parts = tl.load(part_ptr + programs, mask=programs < tl.num_programs(0), other=0.0)
        tl.store(y_ptr, tl.sum(parts, axis=0))


def translated(x):
    programs = triton.cdiv(x.numel(), 32)
    part = torch.empty(programs, dtype=x.dtype, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    count = torch.zeros(1, dtype=torch.int32, device=x.device)
    kernel[(programs,)](x, part, y, count, x.numel(), BLOCK=32, PROGRAMS=triton.next_power_of_2(programs))
    return y
"""


TWO = """
@triton.jit
def parts_kernel(x_ptr, part_ptr, n, BLOCK: tl.constexpr):
    program = tl.program_id(0)
    offsets = program * BLOCK + tl.arange(0, BLOCK)
    tl.store(part_ptr + program, tl.sum(tl.load(x_ptr + offsets, mask=offsets < n, other=0.0), axis=0))


@triton.jit
def whole_kernel(part_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(y_ptr, tl.sum(tl.load(part_ptr + offsets, mask=offsets < n, other=0.0), axis=0))


def translated(x):
    blocks = triton.cdiv(x.numel(), 32)
    part = torch.empty((blocks,), dtype=torch.float32, device=x.device)
    y = torch.empty([], dtype=x.dtype, device=x.device)
    parts_kernel[(blocks,)](x, part, x.numel(), BLOCK=32)
    whole_kernel[(1,)](part, y, blocks, BLOCK=triton.next_power_of_2(blocks))
    return y
"""


LAST_OF_SMALLEST = ROWS.replace("dtype=x.dtype", "dtype=torch.int64").replace(
    "BODY",
    """x = tl.where(columns < n_columns, x, float('inf'))
    y = tl.max(tl.where(x == tl.min(x, axis=0), columns, -1), axis=0)""",
)


HONEST = {
    "relu": (RELU, F.relu, normal),
    "sigmoid": (pointwise("y = tl.sigmoid(x)"), torch.sigmoid, normal),
    "square": (pointwise("y = x * x"), torch.square, normal),
    "logarithm, positive only": (pointwise("y = tl.log(x)"), torch.log, uniform),
    "square root with nan": (pointwise("y = tl.sqrt(x)"), torch.sqrt, normal),
    "reciprocal with inf": (pointwise("y = 1.0 / x"), torch.reciprocal, normal),
    "comparison to bool": (
        pointwise("y = x > 0.0").replace("empty_like(x)", "empty_like(x, dtype=torch.bool)"),
        lambda x: x > 0,
        normal,
    ),
    "half precision": (
        pointwise("y = x * tl.sigmoid(x)"),
        F.silu,
        lambda: [(x.half(),) for (x,) in normal((3, 33), (5, 101))],
    ),
    "bfloat16": (
        pointwise("y = x * tl.sigmoid(x)"),
        F.silu,
        lambda: [(x.bfloat16(),) for (x,) in normal((3, 33), (5, 101))],
    ),
    "strided input": (RELU, F.relu, lambda: [(x.t(),) for (x,) in normal((3, 33), (5, 100))]),
    "rank 0": (RELU, F.relu, lambda: [(torch.tensor(1.5),), *normal((3, 33))]),
    "empty": (RELU, F.relu, lambda: [(torch.empty(0, 3),), *normal((3, 33))]),
    "sum of rows": (ROWS.replace("BODY", "y = tl.sum(x, axis=0)"), lambda x: x.sum(-1), normal),
    # The mean twice: the second takes away the error of the first, which is large at 1e4.
    "variance": (
        ROWS.replace(
            "BODY",
            2 * "x = tl.where(columns < n_columns, x - tl.sum(x, axis=0) / n_columns, 0.0)\n    "
            + "y = tl.sum(x * x, axis=0) / n_columns",
        ),
        lambda x: x.var(-1, correction=0),
        lambda: normal((3, 33), (5, 100)),
    ),
    "index of the largest": (
        ROWS.replace(
            "BODY", "y = tl.argmax(tl.where(columns < n_columns, x, float('-inf')), axis=0)"
        ).replace("dtype=x.dtype", "dtype=torch.int64"),
        lambda x: x.argmax(-1),
        lambda: normal((3, 33), (5, 100)),
    ),
    "two outputs": (
        RELU.replace(
            "return y",
            "z = torch.empty_like(x)\n    kernel[(triton.cdiv(n, 128),)](y, z, n, BLOCK=128)\n"
            "    return y, z",
        ),
        lambda x: (F.relu(x), F.relu(x)),
        normal,
    ),
    "matrix product": (MATMUL, torch.mm, pairs),
    "a copy where it is used": (
        host(
            NEW.replace("empty_like(x)", "empty(x.shape, device=x.device, dtype=x.dtype)"),
            LAUNCH.replace("(x, y", "(x.contiguous(), y"),
            "return y",
        ),
        F.relu,
        lambda: [(x.t(),) for (x,) in normal((3, 33), (5, 100))],
    ),
    "strides of a view": (STRIDED, F.relu, lambda: [(x.t(),) for (x,) in normal((3, 33), (5, 100))]),
    "a number as an argument": (
        RELU.replace("translated(x)", "translated(x, slope)")
        .replace("n, BLOCK: tl", "n, slope, BLOCK: tl")
        .replace("n, BLOCK=", "n, slope, BLOCK=")
        .replace("tl.maximum(x, 0.0)", "tl.where(x > 0, x, x * slope)"),
        F.leaky_relu,
        lambda: [(x, 0.1) for (x,) in normal()],
    ),
    "a number from the shape": (
        RELU.replace("n, BLOCK: tl", "n, scale, BLOCK: tl")
        .replace("n, BLOCK=", "n, 1.0 / math.sqrt(x.shape[-1]), BLOCK=")
        .replace("tl.maximum(x, 0.0)", "x * scale"),
        lambda x: x / math.sqrt(x.shape[-1]),
        normal,
    ),
    "square root of the absolute value": (
        pointwise("y = x.to(tl.float32).abs().sqrt()"),
        lambda x: x.abs().sqrt(),
        normal,
    ),
    "erf": (pointwise("y = 0.5 * x * (1.0 + tl.erf(x * 0.7071067811865476))"), F.gelu, normal),
    "an expanded output": (
        host(NEW, LAUNCH, "return y.unsqueeze(1).expand(-1, 4, -1)"),
        lambda x: F.relu(x)[:, None].expand(-1, 4, -1),
        normal,
    ),
    "a list of outputs": (host(NEW, LAUNCH, "return [y, y]"), lambda x: (F.relu(x), F.relu(x)), normal),
    "an atomic sum": (
        FLAT.replace("BODY", "tl.atomic_add(y_ptr, tl.sum(x, axis=0))"),
        lambda x: x.sum(),
        normal,
    ),
    "an atomic maximum": (
        FLAT.replace("BODY", "tl.atomic_max(y_ptr, tl.max(tl.abs(x)))").replace(
            "torch.zeros(1,", "torch.zeros((),"
        ),
        lambda x: x.abs().max(),
        normal,
    ),
    "a lock": (LOCK, lambda x: x.sum(), normal),
    "the last program sums up": (LAST, lambda x: x.sum(), normal),
    "two kernels": (TWO, lambda x: x.sum(), normal),
    "a product by tl.reduce": (
        "@triton.jit\ndef times(a, b):\n    return a * b\n\n\n"
        + ROWS.replace("BODY", "y = tl.reduce(tl.where(columns < n_columns, x, 1.0), 0, times)"),
        lambda x: x.prod(-1),
        lambda: normal((3, 33), (5, 20)),
    ),
    "a scan by tl.associative_scan": (
        "@triton.jit\ndef plus(a, b):\n    return a + b\n\n\n"
        + ROWS.replace("BODY", "y = tl.associative_scan(x, 0, plus)")
        .replace("y_ptr + row, y", "y_ptr + row * n_columns + columns, y, mask=columns < n_columns")
        .replace("torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)", "torch.empty_like(x)")
        .replace("(y.numel(),)", "(x.shape[0],)"),
        lambda x: x.cumsum(-1),
        lambda: normal((3, 33), (5, 20)),
    ),
    "largest with its index": (
        ROWS.replace(
            "BODY",
            "_, y = tl.max(tl.where(columns < n_columns, x, float('-inf')), axis=0, return_indices=True)",
        ).replace("dtype=x.dtype", "dtype=torch.int64"),
        lambda x: x.argmax(-1),
        lambda: normal((3, 33), (5, 100)),
    ),
    "the last of equal smallest": (
        LAST_OF_SMALLEST,
        lambda x: torch.kthvalue(x, 1).indices,
        lambda: [(x.round(),) for (x,) in normal()[1:]],
    ),
    "accumulation inside the dot": (
        MATMUL.replace("total += tl.dot(a, b, input", "total = tl.dot(a, b, total, input"),
        torch.mm,
        pairs,
    ),
    "three products of tf32": (MATMUL.replace('"ieee"', '"tf32x3"'), torch.mm, pairs),
    "one value to one place, often": (
        ROWS.replace("BODY", TOTAL).replace("y_ptr + row, y", "y_ptr + row + columns * 0, y + columns * 0.0"),
        lambda x: x.sum(-1),
        normal,
    ),
    "half to even": (
        pointwise(
            "f = tl.floor(x)\n"
            "    up = (x - f > 0.5) | ((x - f == 0.5) & (f != 2.0 * tl.floor(f * 0.5)))\n"
            "    y = tl.where(up, f + 1.0, f)"
        ),
        torch.round,
        normal,
    ),
    "one set of sizes": (ROWS.replace("BODY", TOTAL), lambda x: x.sum(-1), lambda: normal((3, 33))),
    "sizes that the reference holds": (RELU, lambda x: F.relu(x).view(3, 33), lambda: normal((3, 33))),
    "views on the host": (
        IDENTITY_KERNEL.replace(
            "    return y",
            "    a, b = y.split(1, 0) if y.shape[0] == 2 else y.chunk(1)[0].unbind(0)[:2]\n"
            "    return a.reshape(-1)",
        ),
        lambda x: x[0].reshape(-1),
        lambda: normal((2, 33), (5, 100)),
    ),
}


# other ways to write relu
IDIOMS = {
    "`and` of blocks": RELU.replace("mask=mask, other", "mask=mask and offsets < n, other"),
    "`not` of a block": pointwise("y = tl.where(not (x > 0), 0.0, x)"),
    "`max` of a block": pointwise("y = max(x, 0.0)"),
    "a condition of the GPU's": pointwise("y = tl.maximum(x, 0.0) * (1.0 if n > 0 and BLOCK > 8 else 2.0)"),
    "a lambda grid": host(
        NEW,
        "grid = lambda meta: (triton.cdiv(x.numel(), meta['BLOCK']),)",
        "kernel[grid](x, y, x.numel(), BLOCK=128)",
        "return y",
    ),
    "a grid function": host(
        NEW,
        "def grid(meta):",
        "    return (triton.cdiv(x.numel(), meta['BLOCK']),)",
        "kernel[grid](x, y, x.numel(), BLOCK=128)",
        "return y",
    ),
    "a list for a grid": host(
        NEW, "kernel[[triton.cdiv(x.numel(), 128)]](x, y, x.numel(), BLOCK=128)", "return y"
    ),
    "three axes": host(
        NEW, "kernel[(triton.cdiv(x.numel(), 128), 1, 1)](x, y, x.numel(), BLOCK=128)", "return y"
    ),
    "a bare tuple": host(NEW, "kernel[triton.cdiv(x.numel(), 128),](x, y, x.numel(), 128)", "return y"),
    "all by keyword": host(
        NEW, "kernel[(triton.cdiv(x.numel(), 128),)](x_ptr=x, y_ptr=y, n=x.numel(), BLOCK=128)", "return y"
    ),
    "a dict of options": host(
        NEW,
        "meta = {'BLOCK': 128, 'num_warps': 4}",
        "kernel[(triton.cdiv(x.numel(), 128),)](x, y, x.numel(), **meta)",
        "return y",
    ),
    "block by size": host(
        NEW,
        "BLOCK = min(1024, triton.next_power_of_2(x.numel()))",
        "num_warps = 4 if BLOCK < 512 else 8",
        "grid = (triton.cdiv(x.numel(), BLOCK),)",
        "kernel[grid](x, y, x.numel(), BLOCK=BLOCK, num_warps=num_warps, num_stages=2)",
        "return y",
    ),
    "rounding up by hand": host(
        NEW, "kernel[((x.numel() + 127) // 128,)](x, y, x.numel(), BLOCK=128)", "return y"
    ),
    "math.ceil": host(NEW, "kernel[(math.ceil(x.numel() / 128),)](x, y, x.numel(), BLOCK=128)", "return y"),
    "annotations": RELU.replace(
        "translated(x)", "translated(x: torch.Tensor, scale: float = 1.0) -> torch.Tensor"
    ).replace("    n = ", "    n: int = "),
    "a dtype by default": RELU.replace("translated(x)", "translated(x, dtype: torch.dtype = torch.float32)"),
    "the limits of a dtype": RELU.replace(
        "    n = ", "    assert isinstance(x, torch.Tensor) and torch.finfo(x.dtype).max > 0\n    n = "
    ),
    "a flag": RELU.replace("n, BLOCK: tl", "n, flag, BLOCK: tl")
    .replace("n, BLOCK=", "n, True, BLOCK=")
    .replace("    tl.store", "    if flag:\n        y = y * 1.0\n    tl.store"),
    "NaN as PyTorch has it": pointwise("y = tl.maximum(x, 0.0, propagate_nan=tl.PropagateNan.ALL)"),
    "no argument": RELU.replace("n, BLOCK: tl", "n, b_ptr, BLOCK: tl")
    .replace("n, BLOCK=", "n, None, BLOCK=")
    .replace("    tl.store", "    if b_ptr is not None:\n        y += tl.load(b_ptr)\n    tl.store"),
    "a docstring": RELU.replace("    x = x.cont", '    """The positive part of x."""\n    x = x.cont'),
    "keyword-only block": RELU.replace("translated(x)", "translated(x, *, block=128)")
    .replace("128,)", "block,)")
    .replace("=128)\n", "=block)\n"),
    "optional output": RELU.replace("translated(x)", "translated(x, out=None)").replace(
        "torch.empty_like(x)", "torch.empty_like(x) if out is None else out"
    ),
    "assertions": RELU.replace(
        "    x = x.cont", "    assert x.dim() == 2, f'{x.shape} is no matrix'\n    x = x.cont"
    ),
    "an error": RELU.replace(
        "    x = x.cont",
        "    if x.dim() > 9:\n        raise ValueError(f'{x.dim()} dimensions')\n    x = x.cont",
    ),
    "imports": "import math\nimport torch\nimport triton\nimport triton.language as tl\n" + RELU,
    "constants": "SIZE = 128\nEPS: tl.constexpr = 1e-5\nTWO = tl.constexpr(2)\n"
    + RELU.replace("128", "SIZE"),
    "a host helper": RELU_KERNEL
    + "def launch(x, y):\n    "
    + LAUNCH
    + "\n\n\ndef translated(x):\n    "
    + NEW
    + "\n    launch(x, y)\n    return y\n",
    "sizes taken apart": host(
        "rows, columns = x.shape",
        "y = torch.empty((rows, columns), device=x.device, dtype=x.dtype)",
        LAUNCH,
        "return y",
    ),
    "a starred size": host(
        "*lead, columns = x.shape", "y = x.new_empty((*lead, columns))", LAUNCH, "return y"
    ),
    "a product of sizes": host(
        NEW,
        "n = 1",
        "for size in x.shape:",
        "    n *= size",
        "kernel[(triton.cdiv(n, 128),)](x, y, n, BLOCK=128)",
        "return y",
    ),
    "flat and back": host(
        "flat = x.contiguous().view(-1)",
        "y = torch.empty_like(flat)",
        "kernel[(triton.cdiv(flat.shape[0], 128),)](flat, y, flat.shape[0], BLOCK=128)",
        "return y.reshape(x.shape)",
    ),
    "a reshape that copies where it has to": host(
        "flat = x.reshape(-1)",
        "if not flat.is_contiguous():",
        "    raise ValueError('an input is not contiguous')",
        "y = torch.empty_like(flat)",
        "kernel[(triton.cdiv(flat.numel(), 128),)](flat, y, flat.numel(), BLOCK=128)",
        "return y.view(x.shape)",
    ),
    "flatten and unsqueeze": host(
        "flat = x.flatten().unsqueeze(0).squeeze(0)",
        NEW,
        "kernel[(triton.cdiv(flat.size(0), 128),)](flat, y, flat.size(0), BLOCK=128)",
        "return y",
    ),
    "a part of a buffer": host(
        "y = x.new_empty(x.numel() + 5)", LAUNCH, "return y[:x.numel()].view(x.shape)"
    ),
    "zeros to start with": host("y = torch.zeros_like(x)", LAUNCH, "return y"),
    "a memory format": host(
        "y = torch.empty_like(x, memory_format=torch.contiguous_format)", LAUNCH, "return y"
    ),
    "broadcast shapes": host(
        "y = torch.empty(torch.broadcast_shapes(x.shape, x.shape), dtype=x.dtype, device=x.device)",
        LAUNCH,
        "return y",
    ),
    "nothing to do": host("if x.numel() == 0:", "    return torch.empty_like(x)", NEW, LAUNCH, "return y"),
    "a masked load without other": RELU.replace(", other=0.0", ""),
    "an early return": RELU.replace(
        "    mask =", "    if tl.program_id(0) * BLOCK >= n:\n        return\n    mask ="
    ),
    "cache hints": RELU.replace("other=0.0", "other=0.0, eviction_policy='evict_first'").replace(
        "y, mask=mask)", "y, mask=mask, cache_modifier='.cs')"
    ),
    "methods in a kernel": pointwise("y = (x.abs() + x.to(tl.float32)) * 0.5"),
    "hints to the compiler": pointwise(
        "tl.static_assert(BLOCK % 2 == 0)\n    tl.assume(n > 0)\n    tl.device_assert(n > 0)\n"
        "    o = tl.max_contiguous(tl.multiple_of(offsets, BLOCK), BLOCK)\n    y = tl.maximum(x, 0.0)"
    ),
    "a name with other types, one after the other": pointwise(
        "t = x[None, :]\n    t = tl.sum(t, axis=0)\n    for _ in range(0, n, BLOCK):\n"
        "        t = tl.maximum(t, 0.0)\n        u = t[:, None]\n        u = tl.sum(u, axis=1)\n    y = t"
    ),
    "a name with another type in each loop": pointwise(
        "y = x\n    for _ in range(0, n, BLOCK):\n        for _ in range(0, n, BLOCK):\n"
        "            t = x[None, :]\n            y = tl.maximum(tl.sum(t, axis=0), 0.0)\n        t = x\n"
        "    for _ in range(0, n, BLOCK):\n"
        "        t = y[:, None]\n        y = tl.sum(t, axis=1)"
    ),
    "other types in an unrolled loop": pointwise(
        "y = x\n"
        "    for step in tl.static_range(2):\n"
        "        y = y[None, :] if step == 0 else tl.sum(y, axis=0)\n"
        "    y = tl.maximum(y, 0.0)"
    ),
    "static_range": pointwise("y = x\n    for _ in tl.static_range(2):\n        y = tl.maximum(y, 0.0)"),
    "a helper kernel": "@triton.jit\ndef relu(x):\n    return tl.where(x > 0, x, 0.0)\n\n\n"
    + pointwise("y = relu(x)"),
    "a helper with a choice": "@triton.jit\ndef act(x, KIND: tl.constexpr):\n"
    "    if KIND == 'relu':\n        return tl.maximum(x, 0.0)\n"
    "    else:\n        return x\n\n\n" + pointwise("y = act(x, 'relu')"),
    "a helper with two results": "@triton.jit\ndef both(x):\n    return tl.maximum(x, 0.0), x\n\n\n"
    + pointwise("y, _ = both(x)"),
    "a kernel as an argument": "@triton.jit\ndef relu(x):\n    return tl.maximum(x, 0.0)\n\n\n"
    + pointwise("y = ACT(x)")
    .replace("n, BLOCK: tl", "n, ACT: tl.constexpr, BLOCK: tl")
    .replace("n, BLOCK=", "n, relu, BLOCK="),
    "a dtype as an argument": RELU.replace("n, BLOCK: tl", "n, DTYPE: tl.constexpr, BLOCK: tl")
    .replace("n, BLOCK=", "n, tl.float32, BLOCK=")
    .replace("offsets, y,", "offsets, y.to(DTYPE),"),
    "the dtype of the pointer": pointwise("y = tl.maximum(x, 0.0).to(y_ptr.dtype.element_ty)"),
    "a new axis": pointwise("y = tl.reshape(tl.maximum(x[:, None], 0.0), (BLOCK,))"),
    "strides": STRIDED,
    "moving pointers": STRIDED.replace(
        "    for start", "    x_ptr += row * row_stride\n    y_ptr += row * N\n    for start"
    )
    .replace("x_ptr + row * row_stride + ", "x_ptr + ")
    .replace("y_ptr + row * N + ", "y_ptr + "),
    "a while loop": STRIDED.replace(
        "for start in tl.range(0, N, BLOCK):", "start = 0\n    while start < N:"
    ).replace("columns < N)\n\n", "columns < N)\n        start += BLOCK\n\n"),
    "persistent programs": STRIDED.replace(
        "    row = tl.program_id(0)\n    for start in tl.range(0, N, BLOCK):\n",
        "    for row in range(tl.program_id(0), M, tl.num_programs(0)):\n",
    )
    .replace("start + ", "")
    .replace("BLOCK=32", "BLOCK=triton.next_power_of_2(N)")
    .replace("[(M,)]", "[(min(M, 2),)]"),
    "block pointers": BLOCK_POINTERS,
}
