"""Kinds 4 and 5, of arguments that are the same in all the inputs, and of what a launch chooses by itself."""

import torch
import torch.nn.functional as F
from candidates import pointwise
from wrong_answer import BY_VALUE, WrongAnswer, drawn

TWO_ARGUMENTS = """
@triton.jit
def kernel(x_ptr, w_ptr, y_ptr, n_columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n_columns
    x = tl.load(x_ptr + row * n_columns + columns, mask=mask, other=0.0)
    w = tl.load(w_ptr + columns, mask=mask, other=0.0)
    BODY
    tl.store(y_ptr + row * n_columns + columns, y, mask=mask)


def translated(x, w):
    x = x.contiguous()
    w = w.contiguous()
    y = torch.empty_like(x)
    kernel[(x.shape[0],)](x, w, y, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return y
"""

NORM = (
    "d = tl.where(mask, x - tl.sum(x, axis=0) / n_columns, 0.0)\n    "
    "d = tl.where(mask, d - tl.sum(d, axis=0) / n_columns, 0.0)\n    "
    "y = d * tl.rsqrt(tl.sum(d * d, axis=0) / n_columns + 1e-5)"
)


def beside(value: float):
    """Cases of a matrix and a vector of one value."""
    return lambda: [(x, torch.full(x.shape[1:], value)) for (x,) in drawn([(3, 33)], [(5, 100)])()]


def with_mask() -> list[tuple]:
    """Cases of a matrix and a mask that hides nothing."""
    return [(x, torch.ones(x.shape[1:], dtype=torch.bool)) for (x,) in drawn([(3, 33)], [(5, 100)])()]


# (reference, body, what the second argument is)
CONSTANT = {
    "a weight of ones": (lambda x, w: x * w, "y = x + 0.0", beside(1.0)),
    "a bias of zeros": (lambda x, w: F.relu(x + w), "y = tl.maximum(x, 0.0)", beside(0.0)),
    "a scale of a half": (lambda x, w: x * w, "y = x * 0.5", beside(0.5)),
    "a mean of zeros": (lambda x, w: torch.sigmoid(x - w), "y = tl.sigmoid(x)", beside(0.0)),
    "a variance of ones": (
        lambda x, w: x / torch.sqrt(w.abs() + 1e-5),
        "y = x / tl.sqrt(1.00001 + 0.0 * x)",
        beside(1.0),
    ),
    "a norm whose weight is one": (lambda x, w: F.layer_norm(x, x.shape[1:], w), NORM, beside(1.0)),
    "a norm whose bias is zero": (
        lambda x, w: F.layer_norm(x, x.shape[1:], bias=w),
        NORM,
        beside(0.0),
    ),
    "the first of equal weights": (
        lambda x, w: x * w,
        "y = x * tl.sum(tl.where(columns == 0, w, 0.0), axis=0)",
        beside(1.5),
    ),
    "the mean of equal weights": (
        lambda x, w: x * w,
        "y = x * (tl.sum(w, axis=0) / n_columns)",
        beside(2.0),
    ),
    "a weight that is not negative": (lambda x, w: x * w, "y = x * tl.abs(w)", beside(1.5)),
    "a mask that hides nothing": (lambda x, w: x.masked_fill(~w, 0.0) * 2, "y = x * 2.0", with_mask),
}


def tuned(configs: str, body: str, more: str = "") -> str:
    """A pointwise answer whose configuration is chosen at the launch."""
    text = pointwise(body).lstrip().replace("BLOCK: tl.constexpr", "BLOCK: tl.constexpr" + more)
    text = text.replace(", BLOCK=128)", ")").replace(
        "(triton.cdiv(n, 128),)", "lambda meta: (triton.cdiv(n, meta['BLOCK']),)"
    )
    return f'@triton.autotune(configs={configs}, key=["n"])\n{text}'


RELU = "y = tl.maximum(x, 0.0)"
SIZES = "[triton.Config({'BLOCK': 64}), triton.Config({'BLOCK': 128}), triton.Config({'BLOCK': 256})]"
# (configurations, body, further parameters)
CONFIGURATIONS = {
    "the last of three": (SIZES, RELU + "\n    if BLOCK == 256:\n        y = x", ""),
    "the first of three": (SIZES, RELU + "\n    if BLOCK == 64:\n        y = x", ""),
    "the last of 48": (
        f"[triton.Config({{'BLOCK': 64, 'LAST': i == 47}}) for i in {tuple(range(48))}]",
        RELU + "\n    if LAST:\n        y = x",
        ", LAST: tl.constexpr",
    ),
    "one of three, in the last programs": (
        SIZES,
        RELU + "\n    if BLOCK == 256:\n        y = tl.where(offsets < 512, y, 0.0)",
        "",
    ),
}

# Which configurations are tried depends on a size that the key does not name
PRUNED = (
    "def fits(configs, named_args, **kwargs):\n"
    "    size = 64 if named_args['n'] < 200 else 256\n"
    "    return [each for each in configs if each.kwargs['BLOCK'] == size]\n\n\n"
    + tuned(SIZES, RELU + "\n    if BLOCK == 64:\n        y = tl.where(offsets < 200, y, 0.0)").replace(
        'key=["n"]', 'key=[], prune_configs_by={"early_config_prune": fits}'
    )
)

PERSISTENT = """
@triton.jit
def kernel(x_ptr, y_ptr, n, PROGRAMS: tl.constexpr, BLOCK: tl.constexpr):
    for block in range(tl.program_id(0), LAST, PROGRAMS):
        offsets = block * BLOCK + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
        tl.store(y_ptr + offsets, tl.maximum(x, 0.0), mask=offsets < n)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    count = torch.cuda.get_device_properties(x.device).multi_processor_count
    kernel[(count,)](x, y, x.numel(), PROGRAMS=count, BLOCK=64)
    return y
"""
# Right on some GPUs alone: the last block that a program does
PROGRAMS = {
    "one block each": "tl.program_id(0) + 1",
    "two blocks each": "tl.minimum(tl.cdiv(n, BLOCK), tl.program_id(0) + 2 * PROGRAMS)",
    "where there are 132": "tl.cdiv(n, BLOCK) * (PROGRAMS == 132)",
    "where there are not 108": "tl.cdiv(n, BLOCK) * (PROGRAMS != 108)",
}

WRONG = {
    "wrong configuration: pruned by a size that the key does not name": WrongAnswer(
        "the configurations that fit one size are kept for all others",
        PRUNED,
        F.relu,
        drawn([(3, 33)], [(5, 100)]),
        BY_VALUE,
        runs=False,
    ),
    **{
        f"by a GPU's multiprocessors: {name}": WrongAnswer(
            "right for some numbers of programs alone",
            PERSISTENT.replace("LAST", last),
            F.relu,
            drawn([(3, 33)], [(5, 100)]),
            BY_VALUE,
            runs=False,
        )
        for name, last in PROGRAMS.items()
    },
    **{
        f"taken for granted: {name}": WrongAnswer(
            "ignores an argument that has one value in all the inputs",
            TWO_ARGUMENTS.replace("BODY", body),
            reference,
            cases,
            BY_VALUE,
        )
        for name, (reference, body, cases) in CONSTANT.items()
    },
    **{
        f"wrong configuration: {name}": WrongAnswer(
            "wrong by one of the configurations that a GPU may choose",
            tuned(*parts),
            F.relu,
            drawn([(3, 33)], [(5, 100)]),
            BY_VALUE,
            runs=False,
        )
        for name, parts in CONFIGURATIONS.items()
    },
}
