"""Kind 6: the answer is wrong within a tolerance that is too wide, or where nothing is compared."""

import torch
import torch.nn.functional as F
from candidates import LAUNCH, MATMUL, NEW, RELU, host, pointwise
from wrong_answer import BY_MEMORY, BY_SECOND, BY_TASK, BY_VALUE, WrongAnswer, drawn
from wrong_by_shapes import FULL_ROWS

SMALL = drawn([(3, 33)], [(5, 100)])


def halves(make, dtype: torch.dtype = torch.float16):
    """The same cases in half precision."""
    return lambda: [tuple(each.to(dtype) for each in case) for case in make()]


def full_rows(body: str, other: str = "0.0") -> str:
    """A row for every row."""
    text = FULL_ROWS.replace("BODY", body.replace("\n", "\n    ")).replace("OTHER", other)
    return text.replace("SIZE", "triton.next_power_of_2(n)")


FACTORS = drawn([(5, 32), (32, 7)], [(3, 48), (48, 20)])

ROW_SUM = """
@triton.jit
def plus(a, b):
    return a + b


@triton.jit
def kernel(x_ptr, y_ptr, n_columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n_columns + columns, mask=columns < n_columns, other=0.0)
    BODY
    tl.store(y_ptr + row, y)


def translated(x):
    y = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
    kernel[(y.numel(),)](x, y, x.shape[-1], BLOCK=triton.next_power_of_2(x.shape[-1]))
    return y
"""

LOOP_SUM = """
@triton.jit
def kernel(x_ptr, y_ptr, n_columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), DTYPE)
    for start in range(0, n_columns, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * n_columns + columns, mask=columns < n_columns, other=0.0)
        total = (total + VALUE).to(DTYPE)
    tl.store(y_ptr + row, RESULT)


def translated(x):
    y = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
    kernel[(y.numel(),)](x, y, x.shape[-1], BLOCK=16)
    return y
"""


def loop_sum(dtype: str, value: str, result: str = "tl.sum(total.to(tl.float32), axis=0)") -> str:
    """A loop over a row that adds in `dtype`."""
    return LOOP_SUM.replace("DTYPE", dtype).replace("VALUE", value).replace("RESULT", result)


POSITIVE = halves(lambda: [(x.abs(),) for (x,) in drawn([(3, 33)], [(5, 60)])()])

# Sums in half precision, which are right where few numbers are added: (reference, candidate, cases[, runs])
ACCUMULATORS = {
    "a product added up in fp16": (
        torch.mm,
        MATMUL.replace("dtype=tl.float32)", "dtype=tl.float16)").replace(
            'input_precision="ieee")', 'input_precision="ieee").to(tl.float16)'
        ),
        halves(FACTORS),
    ),
    "a product added up in bf16": (
        torch.mm,
        MATMUL.replace(
            "        total +=", "        total = total.to(tl.bfloat16).to(tl.float32)\n        total +="
        ),
        halves(FACTORS, torch.bfloat16),
        False,
    ),
    "a product rounded in every step": (
        torch.mm,
        MATMUL.replace(
            "        total +=", "        total = total.to(tl.float16).to(tl.float32)\n        total +="
        ),
        halves(FACTORS),
    ),
    "a mean added up in fp16": (
        lambda x: x.mean(-1),
        loop_sum("tl.float16", "x", "tl.sum(total.to(tl.float32), axis=0) / n_columns"),
        POSITIVE,
    ),
    "a sum added up in fp16": (lambda x: x.sum(-1), loop_sum("tl.float16", "x"), POSITIVE),
    "a mean of squares added up in fp16": (
        lambda x: (x.float() * x.float()).mean(-1).to(x.dtype),
        loop_sum("tl.float16", "x * x", "tl.sum(total.to(tl.float32), axis=0) / n_columns"),
        POSITIVE,
    ),
    "a mean added up in 16 fp16 lanes": (
        lambda x: x.mean(-1),
        ROW_SUM.replace("BODY", "y = tl.reduce(x, 0, plus).to(tl.float32) / n_columns"),
        POSITIVE,
    ),
    "sums so far in fp16": (
        lambda x: x.cumsum(-1) / 8,
        full_rows("y = tl.cumsum(x, axis=0) / 8.0"),
        POSITIVE,
    ),
}

BIG = 1e7
TWO_PARTS = """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x + 10000000.0, mask=mask)
    tl.store(y_ptr + n + offsets, SECOND, mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty((2 * x.shape[0], *x.shape[1:]), dtype=x.dtype, device=x.device)
    kernel[(triton.cdiv(x.numel(), 128),)](x, y, x.numel(), BLOCK=128)
    return y
"""


def in_two_parts(function):
    """What is x and ten million, and below it `function` of x."""
    return lambda x: torch.cat((x + BIG, function(x)))


SCALED = """
@triton.jit
def kernel(x_ptr, s_ptr, y_ptr, n_columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n_columns
    x = tl.load(x_ptr + row * n_columns + columns, mask=mask, other=0.0)
    s = tl.load(SCALE, mask=mask, other=0.0)
    tl.store(y_ptr + row * n_columns + columns, VALUE, mask=mask)


def translated(x, scale):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[(x.shape[0],)](x, scale, y, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return y
"""


def scaled(by: str, value: str) -> str:
    """A row times a number of its own, or every column times one."""
    places = "s_ptr + row + 0 * columns" if by == "rows" else "s_ptr + columns"
    return SCALED.replace("SCALE", places).replace("VALUE", value)


def scales(by: str):
    """Cases of (matrix, scales from 1e-3 to 1e6 of its rows, or columns)."""
    size = 0 if by == "rows" else 1

    def make() -> list[tuple]:
        return [(x, torch.logspace(-3, 6, x.shape[size])) for (x,) in SMALL()]

    return make


# Outputs that are large in one place and small in another: (reference, candidate, cases)
MIXED = {
    "tanh below millions": (in_two_parts(torch.tanh), TWO_PARTS.replace("SECOND", "x * 0.0"), SMALL),
    "relu for gelu below millions": (
        in_two_parts(F.gelu),
        TWO_PARTS.replace("SECOND", "tl.maximum(x, 0.0)"),
        SMALL,
    ),
    "a constant below millions": (
        in_two_parts(torch.sigmoid),
        TWO_PARTS.replace("SECOND", "x * 0.0 + 0.5"),
        SMALL,
    ),
    "noise below millions": (
        in_two_parts(torch.sin),
        TWO_PARTS.replace("SECOND", "tl.sin(x * 1.2)"),
        SMALL,
    ),
    "rows of small scale left out": (
        lambda x, s: torch.sigmoid(x) * s[:, None],
        scaled("rows", "tl.where(tl.abs(s) < 0.01, 0.0, tl.sigmoid(x) * s)"),
        scales("rows"),
    ),
    "columns of small scale left out": (
        lambda x, s: torch.sigmoid(x) * s,
        scaled("columns", "tl.where(tl.abs(s) < 0.01, 0.0, tl.sigmoid(x) * s)"),
        scales("columns"),
    ),
    "columns of small scale by another function": (
        lambda x, s: torch.sigmoid(x) * s,
        scaled(
            "columns",
            "tl.where(tl.abs(s) < 0.01, tl.minimum(tl.maximum(0.25 * x + 0.5, 0.0), 1.0), tl.sigmoid(x)) * s",
        ),
        scales("columns"),
    ),
    "small exponentials left out": (
        lambda x: torch.exp(10 * x.clamp(-3, 3)),
        pointwise(
            "t = tl.minimum(tl.maximum(x, -3.0), 3.0)\n    y = tl.where(t < 0.0, 0.0, tl.exp(10.0 * t))"
        ),
        SMALL,
    ),
    "low powers left out": (
        lambda x: x**4 + x,
        pointwise("y = x * x * x * x + tl.where(tl.abs(x) < 1e-2, 0.0, x)"),
        drawn([(3, 33)], [(5, 100)], scale=30.0),
    ),
}

IDENTITY = pointwise("y = x + 0.0")

SECOND = """
@triton.jit
def kernel(x_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, tl.maximum(x, 0.0), mask=mask)
    tl.store(z_ptr + offsets, x * 0.0 + VALUE, mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    z = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 128),)](x, y, z, x.numel(), BLOCK=128)
    return y, z
"""

# References that are random, where any answer is as good: (reference, candidate, cases)
RANDOM = {
    "dropout": (lambda x: F.dropout(x, 0.5), IDENTITY, SMALL),
    "dropout after relu": (lambda x: F.dropout(F.relu(x), 0.1), RELU, SMALL),
    "noise that is added": (lambda x: x + torch.randn_like(x), IDENTITY, SMALL),
    "noise that is multiplied": (lambda x: x * torch.rand_like(x), IDENTITY, SMALL),
    "a random slope": (lambda x: F.rrelu(x, 0.1, 0.9, training=True), RELU, SMALL),
    "a random mask": (lambda x: x * torch.bernoulli(torch.full_like(x, 0.5)), IDENTITY, SMALL),
    "random rows": (lambda x: x[torch.randperm(len(x))], IDENTITY, SMALL),
    "a sample of Gumbel": (
        lambda x: F.gumbel_softmax(x, dim=-1),
        full_rows("e = tl.exp(x - tl.max(x, axis=0))\ny = e / tl.sum(e, axis=0)", 'float("-inf")'),
        SMALL,
    ),
    "random columns": (lambda x: x * (torch.rand(x.shape[-1]) < 0.8), IDENTITY, SMALL),
    "noise in a second output": (
        lambda x: (F.relu(x), x + torch.randn_like(x)),
        SECOND.replace("VALUE", "x"),
        SMALL,
    ),
}

# A second output that is the same on all inputs: (function of x, its value)
SECOND_OUTPUTS = {
    "what is above 1e5": (lambda x: (x > 1e5).float(), "0.0"),
    "what is below -5e4": (lambda x: (x < -5e4).float(), "0.0"),
    "what is between 100 and 9000": (lambda x: ((x > 100) & (x < 9000)).float(), "0.0"),
    "what is not NaN": (lambda x: (~x.isnan()).float(), "1.0"),
    "what is finite": (lambda x: x.isfinite().float(), "1.0"),
    "a clamp far away": (lambda x: x.clamp(1e6, 1e7), "1000000.0"),
    "a sigmoid that is zero": (lambda x: torch.sigmoid(x * 1e-3 - 90), "0.0"),
}

# Outputs that share memory with an argument: (reference, the last line of the host code)
ALIASES = {
    "the argument itself": (lambda x: (F.relu(x), x.clone()), "return y, x"),
    "the argument in another shape": (lambda x: (F.relu(x), x.reshape(-1).clone()), "return y, x.view(-1)"),
    "rows of the argument": (lambda x: (F.relu(x), x[1:] + 0), "return y, x[1:]"),
    "a row of the argument": (lambda x: (F.relu(x), x[0] * 1), "return y, x[0]"),
    "the argument, turned": (lambda x: (F.relu(x), x.t() * 1), "return y, x.t()"),
    "a part of the argument": (lambda x: (F.relu(x), x[:, ::2] * 1), "return y, x[:, ::2]"),
    "the argument, stretched": (
        lambda x: (F.relu(x), x[:, None].repeat(1, 2, 1)),
        "return y, x.unsqueeze(1).expand(-1, 2, -1)",
    ),
    "the argument behind contiguous": (
        lambda x: (F.relu(x), x.clone()),
        "return y, x.contiguous()",
    ),
    "the argument among others": (lambda x: (x * 1, F.relu(x), x * 1), "return [x, y, x]"),
}

WRONG = {
    **{
        name: WrongAnswer(
            "adds up in half precision, which a long row shows", candidate, reference, cases, BY_VALUE, *runs
        )
        for name, (reference, candidate, cases, *runs) in ACCUMULATORS.items()
    },
    **{
        name: WrongAnswer(
            "wrong where the output is small", candidate, reference, cases, BY_VALUE, runs=False
        )
        for name, (reference, candidate, cases) in MIXED.items()
    },
    **{
        f"random: {name}": WrongAnswer(
            "the reference is random, so its tolerance accepts anything",
            candidate,
            reference,
            cases,
            BY_TASK,
            runs=False,
        )
        for name, (reference, candidate, cases) in RANDOM.items()
    },
    **{
        f"a second output: {name}": WrongAnswer(
            "the second output is a constant on all the inputs",
            SECOND.replace("VALUE", value),
            lambda x, function=function: (F.relu(x), function(x)),
            SMALL,
            BY_SECOND,
        )
        for name, (function, value) in SECOND_OUTPUTS.items()
    },
    **{
        f"an output is {name}": WrongAnswer(
            "an output shares the memory of an argument, the reference's does not",
            host(NEW, LAUNCH, line),
            reference,
            SMALL,
            BY_MEMORY,
        )
        for name, (reference, line) in ALIASES.items()
    },
}
