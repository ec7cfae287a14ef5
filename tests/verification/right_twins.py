"""Right answers in the words of wrong ones: the same text with the wrong line mended. None may be refused."""

from collections.abc import Callable
from typing import NamedTuple

import torch
import torch.nn.functional as F
from candidates import LAUNCH, MATMUL, NEW, RELU, host, normal, pairs, pointwise
from wrong_answer import drawn, filled
from wrong_by_arguments import SIZES, TWO_ARGUMENTS, tuned
from wrong_by_arguments import beside as beside_vector
from wrong_by_layers import RIGHT_LAYERS
from wrong_by_races import (
    BARRIER,
    COLUMNS,
    EXCHANGES,
    LOCKED,
    RELEASES,
    SCATTER,
    SCRATCH,
    SPLIT,
    TAKE,
    TICKET,
    TICKETS,
    VECTORS,
    WITH_COUNTER,
    hits,
)
from wrong_by_shapes import BIASED, IMAGES, POOLED, SCORES, SMALL, SQUARES, TURNED, beside, of_full_rows
from wrong_by_tolerance import FACTORS, SECOND, TWO_PARTS, halves, in_two_parts, loop_sum, scaled, scales
from wrong_by_values import (
    COUNTS,
    GATHERED,
    MASKED_MEAN,
    WHOLE,
    labelled,
    labels,
    lengths,
    looked_up,
    mean_of_rows,
    of_integers,
    rows_of_integers,
    rows_of_loss,
)


class RightAnswer(NamedTuple):
    """An answer that must be accepted."""

    candidate: str
    reference: Callable
    cases: Callable[[], list[tuple]]


def exchanged(name: str, barrier: str) -> RightAnswer:
    """An exchange through memory, with a barrier before the last line."""
    reference, body = EXCHANGES[name]
    *first, last = body.split("\n")
    return RightAnswer(
        filled(SCRATCH, BODY="\n".join([*first, barrier, last])), reference, drawn([(3, 33)], [(5, 100)])
    )


def ticketed(name: str, body: str, counter: str = "torch.int32") -> RightAnswer:
    """The reference of a ticket, computed rightly."""
    return RightAnswer(filled(TICKET, COUNTER=counter, BODY=body), TICKETS[name][0], VECTORS)


# The block is a ticket: whoever has the one before it runs already
CARRIED = (
    "block = tl.atomic_add(c_ptr + tl.num_programs(0), 1)\noffsets = block * BLOCK + lanes\n"
    "x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)\n"
    "if block > 0:\n    while tl.atomic_add(c_ptr + block - 1, 0) == 0:\n        tl.debug_barrier()\n"
    "tl.debug_barrier()\n"
    "before = tl.load(y_ptr + block * BLOCK - 1, mask=block > 0, other=0.0)\n"
    "tl.store(y_ptr + offsets, tl.cumsum(x, axis=0) + before, mask=offsets < n)\n"
    "tl.debug_barrier()\ntl.atomic_xchg(c_ptr + block, 1)"
)

DOUBLING = """
tl.store(y_ptr + row + o, x, mask=o < n)
step = 1
while step < n:
    tl.debug_barrier()
    mine = tl.load(y_ptr + row + o, mask=o < n)
    left = tl.load(y_ptr + row + o - step, mask=(o < n) & (o >= step), other=0.0)
    tl.debug_barrier()
    tl.store(y_ptr + row + o, mine + left, mask=o < n)
    step *= 2
""".strip()

LOCKED_SUM = (
    TAKE + "tl.debug_barrier()\ntl.store(y_ptr, tl.load(y_ptr) + total)\n"
    "tl.debug_barrier()\ntl.atomic_xchg(lock_ptr, 0)"
)

ORDER = {
    "a sum by atomics, and a counter": RightAnswer(
        filled(WITH_COUNTER, BODY="tl.atomic_add(c_ptr, 1)\ntl.atomic_add(y_ptr, tl.sum(x, axis=0))"),
        torch.sum,
        normal,
    ),
    "sums of columns by atomics": RightAnswer(
        filled(COLUMNS, BODY="tl.atomic_add(y_ptr + columns, tl.sum(x, axis=0), mask=columns < N)"),
        lambda x: x.sum(0),
        drawn([(5, 7)], [(8, 20)]),
    ),
    "parts of a product by atomics": RightAnswer(
        SPLIT.replace("    total = tl.load(places, mask=mask, other=0.0)\n", "").replace(
            "tl.store(places, total + ", "tl.atomic_add(places, "
        ),
        torch.mm,
        drawn([(5, 40), (40, 7)], [(3, 33), (33, 4)]),
    ),
    "a scatter by atomics": RightAnswer(
        SCATTER.replace("tl.store(y_ptr + place, tl.load(y_ptr + place) + ", "tl.atomic_add(y_ptr + place, "),
        lambda x, index: torch.zeros(8, dtype=x.dtype).index_add(0, index, x),
        hits,
    ),
    "a block for every ticket": ticketed(
        "as the place to write",
        "block = tl.atomic_add(c_ptr, 1)\noffsets = block * BLOCK + lanes\n"
        "x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)\n"
        "tl.store(y_ptr + offsets, tl.maximum(x, 0.0), mask=offsets < n)",
    ),
    "a carry behind a flag": ticketed("as a sum so far", CARRIED),
    "a flip with a barrier": exchanged("flip", "tl.debug_barrier()"),
    "a roll with a barrier": exchanged("roll", "tl.debug_barrier()"),
    "a scan by doubling, with barriers": RightAnswer(
        filled(SCRATCH, BODY=DOUBLING), lambda x: x.cumsum(-1), drawn([(3, 33)], [(5, 100)])
    ),
    **{
        f"a barrier before the release of {name}": RightAnswer(
            filled(text, BARRIER=BARRIER), reference, drawn([(5, 7)], [(8, 20)])
        )
        for name, (reference, text) in RELEASES.items()
    },
    "a lock": RightAnswer(filled(LOCKED, BODY=LOCKED_SUM), torch.sum, normal),
    "an element that is stored and read again": RightAnswer(
        filled(
            SCRATCH,
            BODY="tl.store(s_ptr + row + o, x * 2.0, mask=o < n)\n"
            "t = tl.load(s_ptr + row + o, mask=o < n)\ntl.store(y_ptr + row + o, t + 1.0, mask=o < n)",
        ),
        lambda x: 2 * x + 1,
        drawn([(3, 33)], [(5, 100)]),
    ),
}

HOST = {
    "devices that are compared": RightAnswer(
        RELU.replace("    n = ", "    assert x.device == y.device, f'{x.device} and {y.device}'\n    n = "),
        F.relu,
        normal,
    ),
    "an error that names shapes": RightAnswer(
        host(
            "if x.dim() > 4:",
            "    raise ValueError(f'{tuple(x.shape)} of {x.dtype} on {x.device}')",
            NEW,
            LAUNCH,
            "return y",
        ),
        F.relu,
        normal,
    ),
    "a name that a loop binds": RightAnswer(
        host(NEW, "for block in [128]:", "    " + LAUNCH, "return y"), F.relu, normal
    ),
    "a counter as a number": RightAnswer(
        pointwise("y = x\n    for i in range(0, 3):\n        y = y + x * (i + 1)"), lambda x: 7 * x, SMALL
    ),
}

VALUES = {
    "NaN replaced": RightAnswer(
        pointwise("y = tl.where(x != x, 0.0, x)"),
        lambda x: torch.where(x.isnan(), torch.zeros_like(x), x),
        SMALL,
    ),
    "an upper bound": RightAnswer(pointwise("y = tl.minimum(x, 1e5)"), lambda x: x.clamp(max=1e5), SMALL),
    "trunc by floor": RightAnswer(
        pointwise("y = tl.where(x < 0.0, tl.ceil(x), tl.floor(x))"), torch.trunc, SMALL
    ),
    "a reciprocal": RightAnswer(pointwise("y = 1.0 / x"), torch.reciprocal, SMALL),
    "integers": RightAnswer(of_integers("y = 2 * x + 1"), lambda x: 2 * x + 1, WHOLE),
    "rows of integers": RightAnswer(rows_of_integers("y = tl.sum(x, axis=0)"), lambda x: x.sum(-1), WHOLE),
    "division that rounds down": RightAnswer(
        of_integers("q = x // 3\ny = tl.where(x - 3 * q < 0, q - 1, q)"), lambda x: x // 3, COUNTS
    ),
    "a remainder": RightAnswer(
        of_integers("r = x % 3\ny = tl.where(r < 0, r + 3, r)"), lambda x: x % 3, COUNTS
    ),
    "labels that are ignored": RightAnswer(
        labelled(value="tl.where(target == -100, 0.0, total - chosen)"), rows_of_loss(), labels(0, 0)
    ),
    "rows of a table": RightAnswer(
        GATHERED.replace("PLACE", "index"),
        lambda index, weight: 2 * F.embedding(index, weight),
        looked_up(0, 1),
    ),
    "means of parts of rows": RightAnswer(
        MASKED_MEAN.replace(
            "BODY", "tl.sum(tl.where(columns < length, x, 0.0), axis=0) / tl.maximum(length, 1)"
        ),
        mean_of_rows,
        lengths,
    ),
}

SHAPES = {
    "a weight": RightAnswer(
        TWO_ARGUMENTS.replace("BODY", "y = x * w"), lambda x, w: x * w, beside_vector(1.0)
    ),
    "three configurations": RightAnswer(tuned(SIZES, "y = tl.maximum(x, 0.0)"), F.relu, SMALL),
    "rows in a loop": RightAnswer(loop_sum("tl.float32", "x"), lambda x: x.sum(-1), SMALL),
    "relu of whole rows": RightAnswer(of_full_rows("y = tl.maximum(x, 0.0)", "0.0", 1 << 20), F.relu, SMALL),
    "a matrix turned": RightAnswer(
        TURNED.replace("PLACE", "columns * M + rows"), lambda x: 2 * x.t().contiguous(), SQUARES
    ),
    "a bias": RightAnswer(
        BIASED.replace("BIAS", "columns").replace("STRIDE", "N"),
        lambda x, b: x + b,
        drawn([(8, 8), (8,)], [(12, 12), (12,)]),
    ),
    "pooling": RightAnswer(
        POOLED.replace("WIDTH", "OW").replace("LINE", "W"), lambda x: F.avg_pool2d(x, 2), IMAGES
    ),
    "attention": RightAnswer(
        SCORES.replace("SCALE", "D"),
        lambda q, k: (q @ k.t() / q.shape[1] ** 0.5).softmax(-1),
        drawn([(8, 8), (8, 8)], [(16, 16), (16, 16)]),
    ),
    "a product": RightAnswer(MATMUL, torch.mm, pairs),
    "a number": RightAnswer(
        pointwise("y = x * k")
        .replace("translated(x)", "translated(x, k)")
        .replace("n, BLOCK: tl", "n, k, BLOCK: tl")
        .replace("n, BLOCK=", "n, k, BLOCK="),
        lambda x, k: x * k,
        beside(3),
    ),
}

TOLERANCE = {
    "a product of halves": RightAnswer(MATMUL, torch.mm, halves(FACTORS)),
    "a product of bfloat16": RightAnswer(MATMUL, torch.mm, halves(FACTORS, torch.bfloat16)),
    "a sum of halves": RightAnswer(loop_sum("tl.float32", "x"), lambda x: x.sum(-1), halves(SMALL)),
    "a part of another magnitude": RightAnswer(
        TWO_PARTS.replace("SECOND", "tl.sigmoid(x)"), in_two_parts(torch.sigmoid), SMALL
    ),
    "rows of every scale": RightAnswer(
        scaled("rows", "tl.sigmoid(x) * s"), lambda x, s: torch.sigmoid(x) * s[:, None], scales("rows")
    ),
    "a second output": RightAnswer(
        SECOND.replace("VALUE", "tl.where(x > 1e5, 1.0, 0.0)"),
        lambda x: (F.relu(x), (x > 1e5).float()),
        SMALL,
    ),
    "an argument that the reference returns": RightAnswer(
        host(NEW, LAUNCH, "return y, x"), lambda x: (F.relu(x), x), SMALL
    ),
    "a view that the reference returns": RightAnswer(
        host(NEW, LAUNCH, "return y, x.t()"), lambda x: (F.relu(x), x.t()), SMALL
    ),
}

LAYERS = {f"layers: {name}": RightAnswer(*parts) for name, parts in RIGHT_LAYERS.items()}

RIGHT = ORDER | HOST | VALUES | SHAPES | TOLERANCE | LAYERS
