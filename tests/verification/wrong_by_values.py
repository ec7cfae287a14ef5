"""Kind 4: the answer is wrong at values that the caller's inputs do not have."""

import torch
import torch.nn.functional as F
from candidates import ROWS, TOTAL, pointwise
from wrong_answer import BY_VALUE, WrongAnswer, drawn

SMALL = drawn([(3, 33)], [(5, 100)])

# Magnitudes: (reference, body of a pointwise kernel)
MAGNITUDES = {
    "relu up to 20000": (F.relu, "y = tl.minimum(tl.maximum(x, 0.0), 20000.0)"),
    "relu up to 1e6": (F.relu, "y = tl.minimum(tl.maximum(x, 0.0), 1e6)"),
    "relu but for hundreds": (F.relu, "y = tl.where((x > 20.0) & (x < 9000.0), 20.0, tl.maximum(x, 0.0))"),
    "relu but for thousands": (F.relu, "y = tl.where((x > 1000.0) & (x < 5000.0), 0.0, tl.maximum(x, 0.0))"),
    "leaky relu but for hundreds": (
        F.leaky_relu,
        "y = tl.where(x > 0, x, tl.where((x < -20.0) & (x > -9000.0), 0.0, x * 0.01))",
    ),
    "softplus that overflows up to 9000": (
        F.softplus,
        "y = tl.where(x > 9000.0, x, tl.log(1.0 + tl.exp(x)))",
    ),
    "tanh by exponentials up to 9000": (
        torch.tanh,
        "t = tl.exp(2.0 * x)\ny = tl.where(x > 9000.0, 1.0, (t - 1.0) / (t + 1.0))\n"
        "y = tl.where(tl.abs(x) < 0.1, x - x * x * x / 3.0 + 2.0 / 15.0 * x * x * x * x * x, y)",
    ),
    "log sigmoid that underflows down to -9000": (
        F.logsigmoid,
        "t = tl.minimum(x, 0.0) - tl.log(1.0 + tl.exp(-tl.abs(x)))\n"
        "y = tl.where((x < -60.0) & (x > -9000.0), -60.0, t)",
    ),
    "exp up to 30": (torch.exp, "y = tl.where(x > 100.0, float('inf'), tl.exp(tl.minimum(x, 30.0)))"),
    "trunc by int32": (torch.trunc, "y = x.to(tl.int32).to(tl.float32)"),
    "floor by int32": (
        torch.floor,
        "t = x.to(tl.int32).to(tl.float32)\ny = tl.where(t > x, t - 1.0, t)",
    ),
    "ceil by int16": (torch.ceil, "t = x.to(tl.int16).to(tl.float32)\ny = tl.where(t < x, t + 1.0, t)"),
    "round by a large number": (torch.round, "y = (x + 12582912.0) - 12582912.0"),
    "no upper bound": (lambda x: x.clamp(max=1e5), "y = x + 0.0"),
    "no lower bound": (lambda x: x.clamp(min=-3e4), "y = x + 0.0"),
    "no threshold near zero": (lambda x: F.hardshrink(x, 1e-4), "y = x + 0.0"),
    "no step near zero": (
        lambda x: torch.where(x.abs() < 1e-5, torch.ones_like(x), x),
        "y = tl.where(x == 0.0, 1.0, x)",
    ),
    "saturation that is not reached": (
        lambda x: 1e5 * torch.tanh(x * 1e-5),
        "y = tl.where(tl.abs(x) > 9000.0, x - x * x * x * 1e-10 / 3.0, x - x * x * x * 1e-10 / 3.0)",
    ),
    "sine of no large number": (torch.sin, "y = tl.sin(tl.where(tl.abs(x) > 30000.0, 0.0, x))"),
    "expm1 of no small number": (
        torch.expm1,
        "y = tl.where((tl.abs(x) < 1e-4) & (x != 0.0), 0.0, tl.exp(x) - 1.0)\n"
        "t = x + x * x * 0.5 + x * x * x / 6.0 + x * x * x * x / 24.0\n"
        "y = tl.where((tl.abs(x) < 0.05) & (tl.abs(x) > 1e-4), t, y)",
    ),
    "a factor for hundreds": (
        lambda x: x / (1 + x.abs()),
        "y = x / (1.0 + tl.abs(x))\ny = tl.where((tl.abs(x) > 50.0) & (tl.abs(x) < 8000.0), y * 1.01, y)",
    ),
}

# Values that are no ordinary numbers: (reference, body)
SPECIAL = {
    "NaN kept where zero is wanted": (lambda x: torch.nan_to_num(x, 0.0), "y = x + 0.0"),
    "NaN kept where -1 is wanted": (
        lambda x: torch.where(x.isnan(), torch.full_like(x, -1.0), F.relu(x)),
        "y = tl.maximum(x, 0.0)",
    ),
    "an infinity kept": (
        lambda x: torch.nan_to_num(x, posinf=7.0, neginf=-7.0),
        "y = tl.where(x != x, 0.0, x)",
    ),
    "an infinity taken for a number": (
        lambda x: torch.where(x.isinf(), torch.zeros_like(x), 2 * x),
        "y = 2.0 * x",
    ),
    "every number taken for finite": (
        lambda x: x.sign() * torch.isfinite(x),
        "y = tl.where(x > 0.0, 1.0, tl.where(x < 0.0, -1.0, 0.0))",
    ),
    "the sign of minus zero": (
        lambda x: torch.copysign(torch.ones_like(x), x),
        "y = tl.where(x < 0.0, -1.0, 1.0)",
    ),
    "the side of minus zero": (torch.reciprocal, "y = 1.0 / (x + 0.0)"),
    "NaN replaced": (torch.sigmoid, "y = tl.where(x != x, 0.0, tl.sigmoid(x))"),
    "NaN of relu replaced by one": (F.relu, "y = tl.where(x != x, 1.0, tl.maximum(x, 0.0))"),
    "an infinity replaced": (torch.square, "y = tl.where(tl.abs(x) > 1e18, 0.0, x * x)"),
}


def integers(*shapes: tuple, low: int = -9, high: int = 9, dtype: torch.dtype = torch.int64):
    """Cases of one tensor of integers each."""

    def make() -> list[tuple]:
        generator = torch.Generator().manual_seed(0)
        return [(torch.randint(low, high, shape, generator=generator, dtype=dtype),) for shape in shapes]

    return make


WHOLE = integers((3, 33), (5, 100))
COUNTS = integers((3, 33), (5, 100), low=0)


def of_integers(body: str) -> str:
    """A pointwise kernel on integers."""
    return (
        pointwise(body.replace("\n", "\n    "))
        .replace(".to(tl.float32)\n", "\n", 1)
        .replace("other=0.0", "other=0")
    )


def rows_of_integers(body: str) -> str:
    """A kernel of one program a row, on integers."""
    return ROWS.replace("BODY", body).replace(".to(tl.float32)\n", "\n", 1).replace("other=0.0", "other=0")


# (reference, candidate, cases)
INTEGERS = {
    "int64 by float32": (
        lambda x: 2 * x + 1,
        of_integers("y = (x.to(tl.float32) * 2.0 + 1.0).to(tl.int64)"),
        WHOLE,
    ),
    "int32 by float32": (
        lambda x: 2 * x + 1,
        of_integers("y = (x.to(tl.float32) * 2.0 + 1.0).to(tl.int32)"),
        integers((3, 33), (5, 100), dtype=torch.int32),
    ),
    "int64 by int32": (lambda x: x * 3, of_integers("y = (x.to(tl.int32) * 3).to(tl.int64)"), WHOLE),
    "int64 by int16": (lambda x: x - 5, of_integers("y = (x.to(tl.int16) - 5).to(tl.int64)"), WHOLE),
    "int64 by int8": (lambda x: -x, of_integers("y = (-x.to(tl.int8)).to(tl.int64)"), WHOLE),
    "squares by int32": (lambda x: x * x, of_integers("t = x.to(tl.int32)\ny = (t * t).to(tl.int64)"), WHOLE),
    "sign by int32": (
        lambda x: x.sign(),
        of_integers("t = x.to(tl.int32)\ny = ((t > 0).to(tl.int64) - (t < 0).to(tl.int64))"),
        WHOLE,
    ),
    "rows added by int32": (
        lambda x: x.sum(-1),
        rows_of_integers("y = tl.sum(x.to(tl.int32), axis=0).to(tl.int64)"),
        WHOLE,
    ),
    "rows added by float32": (
        lambda x: x.sum(-1),
        rows_of_integers("y = tl.sum(x.to(tl.float32), axis=0).to(tl.int64)"),
        WHOLE,
    ),
    "largest by float32": (
        lambda x: x.amax(-1),
        rows_of_integers(
            "y = tl.max(tl.where(columns < n_columns, x, -1000).to(tl.float32), axis=0).to(tl.int64)"
        ),
        integers((3, 33), (5, 100), low=-900, high=900),
    ),
    "largest above -1000": (
        lambda x: x.amax(-1),
        rows_of_integers("y = tl.max(tl.where(columns < n_columns, x, -1000), axis=0)"),
        integers((3, 33), (5, 100), low=-900, high=900),
    ),
    "equal by float32": (
        lambda x: (x == x.roll(1, -1) + 1).long(),
        rows_of_integers(
            "t = tl.load(x_ptr + row * n_columns + (columns + n_columns - 1) % n_columns)\n"
            "    y = ((x.to(tl.float32) - t.to(tl.float32)) == 1.0).to(tl.int64)\n"
            "    tl.store(y_ptr + row * n_columns + columns, y, mask=columns < n_columns)"
        )
        .replace("    tl.store(y_ptr + row, y)\n", "")
        .replace("torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)", "torch.empty_like(x)")
        .replace("(y.numel(),)", "(x.shape[0],)"),
        integers((3, 32), (5, 64)),
    ),
    "division that truncates": (lambda x: x // 3, of_integers("y = x // 3"), COUNTS),
    "remainder of the wrong sign": (lambda x: x % 3, of_integers("y = x % 3"), COUNTS),
    "a shift as a division": (lambda x: x >> 1, of_integers("y = x // 2"), COUNTS),
    "no absolute value": (torch.abs, of_integers("y = x + 0"), COUNTS),
    "halves of counts": (
        lambda x: x / 2,
        of_integers("y = (x & 1048575).to(tl.float32) * 0.5").replace(
            "empty_like(x)", "empty_like(x, dtype=torch.float32)"
        ),
        COUNTS,
    ),
}

LABELLED = """
@triton.jit
def kernel(x_ptr, t_ptr, y_ptr, C, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * C + columns, mask=columns < C, other=float("-inf"))
    target = tl.load(t_ptr + row)
    top = tl.max(x, axis=0)
    total = tl.log(tl.sum(tl.exp(x - top), axis=0))
    chosen = tl.sum(tl.where(columns == CHOSEN, x - top, 0.0), axis=0)
    tl.store(y_ptr + row, VALUE)


def translated(x, target):
    y = torch.empty(x.shape[0], dtype=x.dtype, device=x.device)
    kernel[(x.shape[0],)](x, target, y, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return y
"""


def labelled(chosen: str = "target", value: str = "total - chosen") -> str:
    """The cross-entropy of rows, with an expression for the label and one for the result."""
    return LABELLED.replace("CHOSEN", chosen).replace("VALUE", value)


def labels(low: int, below: int, classes: int = 10):
    """Cases of (logits, labels), the labels from `low` to `classes - below - 1`."""

    def make() -> list[tuple]:
        generator = torch.Generator().manual_seed(0)
        return [
            (
                torch.randn(rows, classes, generator=generator),
                torch.randint(low, classes - below, (rows,), generator=generator),
            )
            for rows in (6, 13)
        ]

    return make


def rows_of_loss(**options):
    """F.cross_entropy of every row."""
    return lambda x, target: F.cross_entropy(x, target, reduction="none", **options)


GATHERED = """
@triton.jit
def kernel(w_ptr, i_ptr, y_ptr, V, C, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    index = tl.load(i_ptr + row)
    w = tl.load(w_ptr + PLACE * C + columns, mask=columns < C, other=0.0)
    tl.store(y_ptr + row * C + columns, w * 2.0, mask=columns < C)


def translated(index, weight):
    V, C = weight.shape
    y = torch.empty((index.shape[0], C), dtype=weight.dtype, device=weight.device)
    kernel[(index.shape[0],)](weight, index, y, V, C, BLOCK=triton.next_power_of_2(C))
    return y
"""


def looked_up(low: int, below: int, values: int = 12):
    """Cases of (indices, table), the indices from `low` to `values - below - 1`."""

    def make() -> list[tuple]:
        generator = torch.Generator().manual_seed(0)
        return [
            (
                torch.randint(low, values - below, (rows,), generator=generator),
                torch.randn(values, 5, generator=generator),
            )
            for rows in (7, 9)
        ]

    return make


MASKED_MEAN = """
@triton.jit
def kernel(x_ptr, l_ptr, y_ptr, T, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    length = tl.load(l_ptr + row)
    x = tl.load(x_ptr + row * T + columns, mask=columns < T, other=0.0)
    tl.store(y_ptr + row, BODY)


def translated(x, length):
    y = torch.empty(x.shape[0], dtype=x.dtype, device=x.device)
    kernel[(x.shape[0],)](x, length, y, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return y
"""


def lengths() -> list[tuple]:
    """Rows, and how much of each counts."""
    generator = torch.Generator().manual_seed(0)
    return [
        (torch.randn(rows, 12, generator=generator), torch.randint(2, 9, (rows,), generator=generator))
        for rows in (6, 9)
    ]


def mean_of_rows(x: torch.Tensor, length: torch.Tensor) -> torch.Tensor:
    """The mean of the first `length` elements of every row, 0 of none."""
    counts = torch.arange(x.shape[1]) < length[:, None]
    return (x * counts).sum(1) / length.clamp(min=1)


# (reference, candidate, cases)
INDICES = {
    "a label that is to be ignored": (rows_of_loss(), labelled(), labels(0, 0)),
    "another label that is to be ignored": (rows_of_loss(ignore_index=0), labelled(), labels(1, 0)),
    "an ignored label of -1": (rows_of_loss(ignore_index=-1), labelled(), labels(0, 0)),
    "the last label": (rows_of_loss(), labelled("tl.minimum(target, C - 2)"), labels(0, 1)),
    "the first label": (rows_of_loss(), labelled("tl.maximum(target, 1)"), labels(1, 0)),
    "a mean over labels that are ignored": (
        F.cross_entropy,
        labelled(value="(total - chosen)")
        .replace("tl.store(y_ptr + row,", "tl.atomic_add(y_ptr,")
        .replace("(total - chosen)", "(total - chosen) / tl.num_programs(0)")
        .replace("torch.empty(x.shape[0],", "torch.zeros((),"),
        labels(0, 0),
    ),
    "the last row of a table": (
        lambda index, weight: 2 * F.embedding(index, weight),
        GATHERED.replace("PLACE", "tl.minimum(index, V - 2)"),
        looked_up(0, 1),
    ),
    "the first row of a table": (
        lambda index, weight: 2 * F.embedding(index, weight),
        GATHERED.replace("PLACE", "tl.maximum(index, 1)"),
        looked_up(1, 0),
    ),
    "an index from the end": (
        lambda index, weight: 2 * weight[index],
        GATHERED.replace("PLACE", "tl.maximum(index, 0)"),
        looked_up(0, 0),
    ),
    "rows of no length": (
        mean_of_rows,
        MASKED_MEAN.replace("BODY", "tl.sum(tl.where(columns < length, x, 0.0), axis=0) / length"),
        lengths,
    ),
    "rows of full length": (
        mean_of_rows,
        MASKED_MEAN.replace(
            "BODY",
            "tl.sum(tl.where(columns < tl.minimum(length, T - 1), x, 0.0), axis=0) / tl.maximum(length, 1)",
        ),
        lengths,
    ),
}

# One program a row: (reference, body)
REDUCTIONS = {
    "a largest element above -1e5": (
        lambda x: x.amax(-1),
        "y = tl.max(tl.where(columns < n_columns, x, -1e5), axis=0)",
    ),
    "a smallest element below 1e5": (
        lambda x: x.amin(-1),
        "y = tl.min(tl.where(columns < n_columns, x, 1e5), axis=0)",
    ),
    "a sum with NaN": (lambda x: x.nansum(-1), TOTAL),
    "a count of what is not zero": (
        lambda x: (x.abs() > 1e-6).float().sum(-1),
        "y = tl.sum(tl.where(x != 0.0, 1.0, 0.0), axis=0)",
    ),
}


def at(table: dict, why: str, cases=SMALL, make=lambda body: pointwise(body.replace("\n", "\n    "))) -> dict:
    """The rows of a table of (reference, body)."""
    return {
        name: WrongAnswer(why, make(body), reference, cases, BY_VALUE)
        for name, (reference, body) in table.items()
    }


def given(table: dict, why: str) -> dict:
    """The rows of a table of (reference, candidate, cases)."""
    return {
        name: WrongAnswer(why, candidate, reference, cases, BY_VALUE)
        for name, (reference, candidate, cases) in table.items()
    }


WRONG = {
    **at(MAGNITUDES, "wrong at magnitudes that the inputs do not have"),
    **at(SPECIAL, "wrong at NaN, infinities or minus zero"),
    **given(INTEGERS, "wrong at integers that the inputs do not have"),
    **given(INDICES, "wrong at labels, indices or lengths at the edges"),
    **at(
        REDUCTIONS, "wrong at rows that the inputs do not have", make=lambda body: ROWS.replace("BODY", body)
    ),
}
