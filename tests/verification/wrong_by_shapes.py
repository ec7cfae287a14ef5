"""Kind 5: the answer is wrong at sizes, numbers or memory layouts that the caller's inputs do not have."""

import torch
import torch.nn.functional as F
from candidates import MATMUL, RELU, ROWS, pointwise
from wrong_answer import BY_VALUE, WrongAnswer, drawn

SMALL = drawn([(3, 33)], [(5, 100)])

FULL_ROWS = """
@triton.jit
def kernel(x_ptr, y_ptr, n_columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n_columns
    x = tl.load(x_ptr + row * n_columns + columns, mask=mask, other=OTHER)
    BODY
    tl.store(y_ptr + row * n_columns + columns, y, mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.zeros_like(x)
    n = x.shape[-1]
    kernel[(x.shape[0],)](x, y, n, BLOCK=SIZE)
    return y
"""


def limited(text: str, limit: int) -> str:
    """An answer for rows whose block has at most `limit` lanes."""
    return text.replace(
        "triton.next_power_of_2(x.shape[-1])", f"min(triton.next_power_of_2(x.shape[-1]), {limit})"
    )


def of_rows(body: str, limit: int) -> str:
    """One number a row."""
    return limited(ROWS.replace("BODY", body), limit)


def of_full_rows(body: str, other: str, limit: int) -> str:
    """A row for every row."""
    text = FULL_ROWS.replace("BODY", body.replace("\n", "\n    ")).replace("OTHER", other)
    return limited(text.replace("SIZE", "triton.next_power_of_2(x.shape[-1])"), limit)


SOFTMAX = "e = tl.exp(x - tl.max(x, axis=0))\ny = e / tl.sum(e, axis=0)"
NORM = (
    "d = tl.where(mask, x - tl.sum(x, axis=0) / n_columns, 0.0)\n"
    "d = tl.where(mask, d - tl.sum(d, axis=0) / n_columns, 0.0)\n"
    "y = d * tl.rsqrt(tl.sum(d * d, axis=0) / n_columns + 1e-5)"
)
LOG_SUM = (
    "x = tl.where(columns < n_columns, x, float('-inf'))\n    top = tl.max(x, axis=0)\n"
    "    y = top + tl.log(tl.sum(tl.exp(x - top), axis=0))"
)

# Rows that are longer than a block: (reference, candidate)
LONG_ROWS = {
    "sums of rows up to 4096": (lambda x: x.sum(-1), of_rows("y = tl.sum(x, axis=0)", 4096)),
    "sums of rows up to 1024": (lambda x: x.sum(-1), of_rows("y = tl.sum(x, axis=0)", 1024)),
    "sums of rows up to 16384": (lambda x: x.sum(-1), of_rows("y = tl.sum(x, axis=0)", 16384)),
    "means of rows up to 2048": (lambda x: x.mean(-1), of_rows("y = tl.sum(x, axis=0) / n_columns", 2048)),
    "largest of rows up to 4096": (
        lambda x: x.amax(-1),
        of_rows("y = tl.max(tl.where(columns < n_columns, x, float('-inf')), axis=0)", 4096),
    ),
    "squared norms of rows up to 8192": (
        lambda x: (x * x).sum(-1),
        of_rows("y = tl.sum(x * x, axis=0)", 8192),
    ),
    "logsumexp of rows up to 4096": (lambda x: x.logsumexp(-1), of_rows(LOG_SUM, 4096)),
    "indices of rows up to 512": (
        lambda x: x.argmax(-1),
        of_rows("y = tl.argmax(tl.where(columns < n_columns, x, float('-inf')), axis=0)", 512).replace(
            "dtype=x.dtype", "dtype=torch.int64"
        ),
    ),
    "indices in 8 bits": (
        lambda x: x.argmax(-1),
        of_rows(
            "y = tl.argmax(tl.where(columns < n_columns, x, float('-inf')), axis=0)\n"
            "    y = (y & 255).to(tl.int64)",
            1 << 20,
        ).replace("dtype=x.dtype", "dtype=torch.int64"),
    ),
    "softmax of rows up to 4096": (
        lambda x: x.softmax(-1),
        of_full_rows(SOFTMAX, 'float("-inf")', 4096),
    ),
    "softmax of rows up to 1024": (
        lambda x: x.softmax(-1),
        of_full_rows(SOFTMAX, 'float("-inf")', 1024),
    ),
    "layer norm of rows up to 2048": (
        lambda x: F.layer_norm(x, x.shape[-1:]),
        of_full_rows(NORM, "0.0", 2048),
    ),
    "sums so far of rows up to 256": (
        lambda x: x.cumsum(-1),
        of_full_rows("y = tl.cumsum(x, axis=0)", "0.0", 256),
    ),
    "relu of rows up to 4096": (F.relu, of_full_rows("y = tl.maximum(x, 0.0)", "0.0", 4096)),
    "sorted rows up to 256": (
        lambda x: x.sort(-1).values,
        of_full_rows("y = tl.sort(x)", 'float("inf")', 256),
    ),
}

# One program, or a fixed number of them: (reference, candidate)
FEW_PROGRAMS = {
    "relu up to 4096 elements": (
        F.relu,
        RELU.replace("(triton.cdiv(n, 128),)", "(min(triton.cdiv(n, 128), 32),)").replace(
            "empty_like", "zeros_like"
        ),
    ),
    "relu in one block of 2048": (
        F.relu,
        RELU.replace("(triton.cdiv(n, 128),)", "(1,)")
        .replace("BLOCK=128", "BLOCK=2048")
        .replace("empty_", "zeros_"),
    ),
    "relu up to 64 rows": (
        F.relu,
        of_full_rows("y = tl.maximum(x, 0.0)", "0.0", 1 << 20).replace(
            "(x.shape[0],)", "(min(x.shape[0], 64),)"
        ),
    ),
    "sums up to 32 rows": (
        lambda x: x.sum(-1),
        of_rows("y = tl.sum(x, axis=0)", 1 << 20)
        .replace("(y.numel(),)", "(min(y.numel(), 32),)")
        .replace("torch.empty", "torch.zeros"),
    ),
    "only where elements are few": (
        F.relu,
        RELU.replace("    kernel[", "    n = n if n < 5000 else 0\n    kernel["),
    ),
    "only where rows are short": (
        F.relu,
        RELU.replace("    kernel[", "    n = n if x.shape[-1] < 600 else 0\n    kernel["),
    ),
    "only where columns are no multiple of 64": (
        F.relu,
        RELU.replace("    kernel[", "    n = n if x.shape[-1] % 64 else 0\n    kernel["),
    ),
    "only where rows are few": (
        F.relu,
        RELU.replace("    kernel[", "    n = n if x.shape[0] < 100 else 0\n    kernel["),
    ),
    "only where there is more than one row": (
        F.relu,
        RELU.replace("    kernel[", "    n = n if x.shape[0] > 1 else 0\n    kernel["),
    ),
}

PRODUCTS = {
    "a product of at most 64 factors": MATMUL.replace("range(0, K, BLOCK)", "range(0, min(K, 64), BLOCK)"),
    "a product of at most 512 factors": MATMUL.replace("range(0, K, BLOCK)", "range(0, min(K, 512), BLOCK)"),
    "a product of at most 4 blocks of columns": MATMUL.replace(
        "triton.cdiv(N, 16)", "min(triton.cdiv(N, 16), 4)"
    ).replace("empty((M", "zeros((M"),
    "a product of at most 64 rows": MATMUL.replace(
        "triton.cdiv(M, 16)", "min(triton.cdiv(M, 16), 4)"
    ).replace("empty((M", "zeros((M"),
    "a product of few factors": MATMUL.replace("    c = ", "    K = K if K < 200 else 1\n    c = "),
}

TURNED = """
@triton.jit
def kernel(x_ptr, y_ptr, M, N, BLOCK: tl.constexpr):
    rows = tl.arange(0, BLOCK)[:, None]
    columns = tl.arange(0, BLOCK)[None, :]
    mask = (rows < M) & (columns < N)
    x = tl.load(x_ptr + rows * N + columns, mask=mask, other=0.0)
    tl.store(y_ptr + PLACE, x * 2.0, mask=mask)


def translated(x):
    x = x.contiguous()
    M, N = x.shape
    y = torch.zeros((N, M), dtype=x.dtype, device=x.device)
    kernel[(1,)](x, y, M, N, BLOCK=triton.next_power_of_2(max(M, N)))
    return y
"""

BIASED = """
@triton.jit
def kernel(x_ptr, b_ptr, y_ptr, M, N, BLOCK: tl.constexpr):
    rows = tl.arange(0, BLOCK)[:, None]
    columns = tl.arange(0, BLOCK)[None, :]
    mask = (rows < M) & (columns < N)
    x = tl.load(x_ptr + rows * N + columns, mask=mask, other=0.0)
    b = tl.load(b_ptr + BIAS, mask=mask, other=0.0)
    tl.store(y_ptr + rows * STRIDE + columns, x + b, mask=mask)


def translated(x, b):
    y = torch.zeros_like(x)
    M, N = x.shape
    kernel[(1,)](x, b, y, M, N, BLOCK=triton.next_power_of_2(max(M, N)))
    return y
"""

POOLED = """
@triton.jit
def kernel(x_ptr, y_ptr, H, W, OH, OW, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    mask = offsets < OH * OW
    row = offsets // WIDTH
    column = offsets % WIDTH
    image = x_ptr + tl.program_id(0) * H * W
    total = tl.zeros((BLOCK,), tl.float32)
    for i in range(0, 2):
        for j in range(0, 2):
            total += tl.load(image + (2 * row + i) * LINE + 2 * column + j, mask=mask, other=0.0)
    tl.store(y_ptr + tl.program_id(0) * OH * OW + offsets, total * 0.25, mask=mask)


def translated(x):
    x = x.contiguous()
    B, C, H, W = x.shape
    y = torch.empty((B, C, H // 2, W // 2), dtype=x.dtype, device=x.device)
    size = triton.next_power_of_2((H // 2) * (W // 2))
    kernel[(B * C,)](x, y, H, W, H // 2, W // 2, BLOCK=size)
    return y
"""

SCORES = """
@triton.jit
def kernel(q_ptr, k_ptr, y_ptr, T, S, D, BLOCK: tl.constexpr):
    rows = tl.arange(0, BLOCK)[:, None]
    columns = tl.arange(0, BLOCK)[None, :]
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for d in range(0, D):
        q = tl.load(q_ptr + rows * D + d, mask=rows < T, other=0.0)
        k = tl.load(k_ptr + columns * D + d, mask=columns < S, other=0.0)
        total += q * k
    total = tl.where(columns < S, total / tl.sqrt(SCALE.to(tl.float32)), float("-inf"))
    total = tl.exp(total - tl.max(total, axis=1)[:, None])
    total = total / tl.sum(total, axis=1)[:, None]
    tl.store(y_ptr + rows * S + columns, total, mask=(rows < T) & (columns < S))


def translated(q, k):
    T, D = q.shape
    S = k.shape[0]
    y = torch.empty((T, S), dtype=q.dtype, device=q.device)
    kernel[(1,)](q, k, y, T, S, D, BLOCK=triton.next_power_of_2(max(T, S)))
    return y
"""

IMAGES = drawn([(2, 3, 8, 8)], [(1, 2, 12, 12)])
SQUARES = drawn([(8, 8)], [(12, 12)])

# Sizes that are equal in all the inputs, one taken for the other: (reference, candidate, cases)
EQUAL_SIZES = {
    "rows for columns, turned": (
        lambda x: 2 * x.t().contiguous(),
        TURNED.replace("PLACE", "columns * N + rows"),
        SQUARES,
    ),
    "rows for columns, with a bias": (
        lambda x, b: x + b,
        BIASED.replace("BIAS", "columns").replace("STRIDE", "M"),
        drawn([(8, 8), (8,)], [(12, 12), (12,)]),
    ),
    "rows for columns in a product": (
        torch.mm,
        MATMUL.replace("k[:, None] * N", "k[:, None] * M"),
        drawn([(8, 8), (8, 8)], [(20, 20), (20, 20)]),
    ),
    "factors for rows in a product": (
        torch.mm,
        MATMUL.replace("range(0, K, BLOCK)", "range(0, M, BLOCK)").replace(
            "k[None, :] < K", "k[None, :] < M"
        ),
        drawn([(8, 8), (8, 8)], [(20, 20), (20, 20)]),
    ),
    "columns for the rows of a result": (
        torch.mm,
        MATMUL.replace("c_ptr + rows[:, None] * N", "c_ptr + rows[:, None] * K"),
        drawn([(5, 8), (8, 8)], [(7, 20), (20, 20)]),
    ),
    "height for width in pooling": (
        lambda x: F.avg_pool2d(x, 2),
        POOLED.replace("WIDTH", "OH").replace("LINE", "H"),
        IMAGES,
    ),
    "the height of a line": (
        lambda x: F.avg_pool2d(x, 2),
        POOLED.replace("WIDTH", "OW").replace("LINE", "H"),
        IMAGES,
    ),
    "length for width in attention": (
        lambda q, k: (q @ k.t() / q.shape[1] ** 0.5).softmax(-1),
        SCORES.replace("SCALE", "T"),
        drawn([(8, 8), (8, 8)], [(16, 16), (16, 16)]),
    ),
    "queries for keys in attention": (
        lambda q, k: (q @ k.t() / q.shape[1] ** 0.5).softmax(-1),
        SCORES.replace("SCALE", "D").replace("rows * S + columns", "rows * T + columns"),
        drawn([(8, 4), (8, 4)], [(12, 5), (12, 5)]),
    ),
    "rows for columns in a mean": (
        lambda x: x.mean(-1),
        ROWS.replace("BODY", "y = tl.sum(x, axis=0) / tl.num_programs(0)"),
        SQUARES,
    ),
    "the upper triangle by rows": (
        torch.triu,
        pointwise("y = tl.where(offsets % SIDE >= offsets // SIDE, x, 0.0)")
        .replace("n, BLOCK: tl", "n, SIDE, BLOCK: tl")
        .replace("n, BLOCK=", "n, x.shape[0], BLOCK="),
        SQUARES,
    ),
}


def with_number(body: str) -> str:
    """A pointwise answer that takes a number, which it does not read."""
    return pointwise(body).replace("translated(x)", "translated(x, number)")


def beside(number) -> object:
    """Cases of a tensor and a number."""
    return lambda: [(*case, number) for case in SMALL()]


# Numbers that are the same in all the inputs: (reference, candidate, cases)
NUMBERS = {
    "a factor by heart": (lambda x, k: x * k, with_number("y = x * 3.0"), beside(3)),
    "a bound by heart": (lambda x, k: x.clamp(max=k), with_number("y = tl.minimum(x, 1.0)"), beside(1)),
    "a shift by heart": (lambda x, k: x + k, with_number("y = x - 2.0"), beside(-2)),
    "an exponent by heart": (lambda x, k: x**k, with_number("y = x * x"), beside(2)),
    "a slope of zero by heart": (
        lambda x, k: F.leaky_relu(x, k),
        with_number("y = tl.maximum(x, 0.0)"),
        beside(0),
    ),
    "a slope of zero, a fraction, by heart": (
        lambda x, k: F.leaky_relu(x, k),
        with_number("y = tl.maximum(x, 0.0)"),
        beside(0.0),
    ),
    "a threshold by heart": (
        lambda x, k: F.threshold(x, k, 0.0),
        with_number("y = tl.where(x > 1.0, x, 0.0)"),
        beside(1),
    ),
    "a flag by heart": (
        lambda x, k: F.relu(x) if k else x * 2,
        with_number("y = tl.maximum(x, 0.0)"),
        beside(True),
    ),
    "a flag that is off, by heart": (
        lambda x, k: F.relu(x) if k else x * 2,
        with_number("y = x * 2.0"),
        beside(False),
    ),
    "a roll by heart": (
        lambda x, k: x.roll(k, -1),
        of_full_rows(
            "y = tl.load(x_ptr + row * n_columns + (columns + n_columns - 1) % n_columns, mask=mask)",
            "0.0",
            1 << 20,
        ).replace("translated(x)", "translated(x, number)"),
        beside(1),
    ),
    "a place by heart": (
        lambda x, k: x[:, k] * 2,
        ROWS.replace("BODY", "y = tl.sum(tl.where(columns == 4, x, 0.0), axis=0) * 2.0").replace(
            "translated(x)", "translated(x, number)"
        ),
        beside(4),
    ),
    "a diagonal by heart": (
        lambda x, k: x.triu(k),
        of_full_rows("y = tl.where(columns >= row + 1, x, 0.0)", "0.0", 1 << 20).replace(
            "translated(x)", "translated(x, number)"
        ),
        beside(1),
    ),
    "a base by heart": (lambda x, k: k**x, with_number("y = tl.exp2(x)"), beside(2)),
}

# Layouts in memory: (reference, candidate, cases)
LAYOUTS = {
    "only where memory is contiguous": (
        F.relu,
        RELU.replace("    x = x.contiguous()\n", "")
        .replace("    n = x.numel()", "    n = x.numel() if x.is_contiguous() else 0")
        .replace("empty_like(x)", "zeros(x.shape, dtype=x.dtype, device=x.device)"),
        SMALL,
    ),
    "only where rows lie one after the other": (
        F.relu,
        RELU.replace("    x = x.contiguous()\n", "")
        .replace("    n = x.numel()", "    n = x.numel() if x.stride(0) == x.shape[1] else 0")
        .replace("empty_like(x)", "zeros(x.shape, dtype=x.dtype, device=x.device)"),
        SMALL,
    ),
    "strides in the wrong order": (
        F.relu,
        """
@triton.jit
def kernel(x_ptr, y_ptr, N, row_stride, column_stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < N
    x = tl.load(x_ptr + row * row_stride + columns * column_stride, mask=mask, other=0.0)
    tl.store(y_ptr + row * row_stride + columns * column_stride, tl.maximum(x, 0.0), mask=mask)


def translated(x):
    y = torch.empty(x.shape, dtype=x.dtype, device=x.device)
    kernel[(x.shape[0],)](
        x, y, x.shape[1], x.stride(0), x.stride(1), BLOCK=triton.next_power_of_2(x.shape[1])
    )
    return y
""",
        SMALL,
    ),
    "a second argument that is contiguous": (
        torch.mm,
        MATMUL.replace("    M, K = a.shape\n", "    a = a.contiguous()\n    M, K = a.shape\n")
        .replace("    c = torch", "    N = N if b.is_contiguous() else 1\n    c = torch")
        .replace("torch.empty((M, N)", "torch.zeros((M, b.shape[1])"),
        drawn([(5, 33), (33, 7)], [(3, 20), (20, 9)]),
    ),
}


def given(table: dict, why: str, cases=None) -> dict:
    """The rows of a table of (reference, candidate[, cases])."""
    return {
        name: WrongAnswer(why, candidate, reference, *(rest or [cases]), BY_VALUE)
        for name, (reference, candidate, *rest) in table.items()
    }


WRONG = {
    **given(LONG_ROWS, "wrong where a row is longer than a block", SMALL),
    **given(FEW_PROGRAMS, "wrong where there is more than a few programs do", SMALL),
    **given(
        {name: (torch.mm, text) for name, text in PRODUCTS.items()},
        "wrong at larger products",
        drawn([(5, 33), (33, 7)], [(16, 16), (16, 16)]),
    ),
    **given(EQUAL_SIZES, "wrong where two sizes differ that are equal in all the inputs"),
    **given(NUMBERS, "holds a number that is an argument"),
    **given(LAYOUTS, "wrong where an argument is not contiguous"),
}
