"""Schedules: the words for how an answer divides its work, where one graph has several right answers.

A graph's text does not say how it is computed. What the model reads is that text and, where a schedule is
wanted, one more line: `schedule split`. Without a line the model writes the usual schedule.

Which word suits depends on the operation that a graph is built around, its anchor, and on its sizes. The
thresholds follow races of hand-written schedules on an H200 (2026-11-23; torch 2.11, Triton 3.6) and are
rough: near them either is about as fast, and where it matters the clock decides
(runtime/scheduled_answers.py).
"""

import math
from dataclasses import dataclass

import torch

from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.operation_kinds import SCANS, is_anchor
from python_to_triton.frontend.values import Value, flatten_operands, resolve
from python_to_triton.frontend.vocabulary import OPS, SHAPE_ERRORS

SCHEDULES = {
    "split": "several programs share an output: each leaves a partial result, a second launch combines them",
    "rows": "few or thin rows of output: a program streams the larger operand for several rows or columns",
    "persistent": "as many programs as the GPU runs at once; each walks over several tiles or rows",
    "wide": "large tiles and more warps, for large sizes",
    "small": "small tiles, for small problems or batches of them",
    "direct": "a convolution that gathers several taps at a time, for few channels",
}

PRODUCTS = {"matmul", "linear", "bilinear", "einsum"}
CONVOLUTIONS = {f"conv{transposed}{rank}d" for transposed in ("", "_transpose") for rank in (1, 2, 3)}
SUMS = {"sum", "mean", "amax", "amin"}
KINDS = ("heavy", "normalization", "loss", "reduction")  # the first that a graph has is its anchor's

# ---- thresholds, for `schedule_for_sizes`

TILE = (64, 128)  # rows and columns of a usual tile of a product
WIDE_TILE = (128, 256)
FEW_TILES = 66  # of a product that leaves half of the multiprocessors idle
TILES = 100  # that are enough
LONG_INNER = 2048  # inner dimension of a product whose parts are worth a second launch
THIN = 32  # columns of a product that are less than a tile
MANY_ROWS = 8192  # of such a product
ALIGNED = 4  # what the rows of a product that loads several elements at a time are a multiple of
SMALL_MATRIX = 64  # rows and columns of each product of a batch
FEW_CHANNELS = 4  # into a group of a convolution: a product of one tap would be mostly padding
MANY_CHANNELS = 16  # into a group of a convolution: they are worth a copy of x with its channels last
MANY_PRODUCTS = 2048  # that each output sums: so is a convolution without a stride
MULTIPROCESSORS = 132  # of an H200, which a launch should keep busy
STRIP = 64  # columns that a program reduces over a dimension in the middle
LONG_MIDDLE = 1024  # elements of such a dimension that several programs share
LONG_LINE = 16_384  # elements of a row that several programs share, where there are few
FEW_LINES = 256
LONG_NORM = 65_536  # of a norm, which reads a row twice: the same where there are more
FEWER_NORMS = 1024
SHORT_LINE = 1024  # elements of a row that one program has several of
SHORT_NORM = 8192  # and of a norm: a program holds a row whole, and reads it once
MANY_LINES = 1024


def check_schedule(schedule: str) -> None:
    """Raises ValueError, one line, for a word that is no schedule; the empty one is the usual schedule."""
    if schedule and schedule not in SCHEDULES:
        raise ValueError(f"there is no schedule {schedule!r}: the words are {', '.join(SCHEDULES)}")


def with_schedule(prompt: str, schedule: str) -> str:
    """What the model reads: a prompt and, where a schedule is wanted, a last line that names it."""
    return f"{prompt}\nschedule {schedule}" if schedule else prompt


def without_schedule(text: str) -> str:
    """The prompt of what `with_schedule` made."""
    prompt, _, last = text.rpartition("\n")
    return prompt if last.startswith("schedule ") else text


# ---- which are possible -----------------------------------------------------------------------------------


def anchor_of(graph: Graph) -> Value | None:
    """The operation that a graph is built around; None of a pointwise one."""
    anchors = [value for value in graph.values if is_anchor(value)]
    of_kinds = (value for kind in KINDS for value in anchors if OPS[value.op].kind == kind)
    return next(of_kinds, None)


def possible_schedules(graph: Graph) -> tuple[str, ...]:
    """The words that a graph may be asked for in, by its anchor: those that families of the corpus have.

    A word that was trained on with other anchors alone would cost a candidate.
    """
    anchor = anchor_of(graph)
    if anchor is None:
        return ()
    if anchor.op in PRODUCTS:
        return ("split", "rows", "wide", "small")
    if anchor.op in CONVOLUTIONS:
        return ("wide",) if "transpose" in anchor.op else ("wide", "direct")
    along_lines = anchor.op in SCANS or OPS[anchor.op].kind in ("reduction", "normalization")
    return ("split", "rows") if along_lines else ()


# ---- which suits sizes ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Product:
    """A matrix product, M x K by K x N, `batch` times."""

    batch: int
    M: int
    N: int
    K: int

    def tiles(self, rows: int, columns: int) -> int:
        """How many tiles of so many rows and columns its result has."""
        return self.batch * math.ceil(self.M / rows) * math.ceil(self.N / columns)

    def schedule(self, half: bool = False) -> str:
        """What suits a product of these sizes; empty: the usual schedule. half: of float16 or bfloat16.

        Large float32 tiles are slower than the usual ones.
        """
        if self.N <= THIN and self.M >= MANY_ROWS:
            return "rows"
        tiles = self.tiles(*TILE)
        if tiles <= FEW_TILES and self.K >= LONG_INNER:
            return "split"
        ragged = self.N % ALIGNED or self.K % ALIGNED
        if tiles < TILES or max(self.M, self.N) <= SMALL_MATRIX or ragged:
            return "small"
        return "wide" if half and self.tiles(*WIDE_TILE) >= TILES else ""


def matrix_product(x: tuple[int, ...], y: tuple[int, ...], out: tuple[int, ...]) -> Product:
    """The product of matmul's operands, of these shapes: what only one of them repeats is rows."""
    if len(y) == 2:
        return Product(1, math.prod(out[:-1]), out[-1], x[-1])
    return Product(math.prod(out[:-2]), out[-2], out[-1], x[-1])


def convolution_schedule(op: str, at: dict, x: tuple[int, ...], weight: tuple[int, ...]) -> str:
    """What suits a convolution with the attributes `at`: `direct` where few channels come into a group,
    `wide` where many do, and each output sums many products or windows stand apart.

    Usual answers of depthwise convolutions gather nothing, those of 1 x 1 read x in its own layout.
    """
    channels = x[1 - len(weight)]  # also without a batch
    groups = at["groups"]
    received = channels // groups
    if "transpose" in op:
        return "wide" if received >= MANY_CHANNELS else ""
    if received <= FEW_CHANNELS:
        return "" if 1 < groups == channels else "direct"
    taps = math.prod(weight[2:])
    is_strided = max(flatten_operands((at["stride"],))) > 1
    is_worth_a_copy = taps > 1 and (received * taps >= MANY_PRODUCTS or is_strided)
    return "wide" if received >= MANY_CHANNELS and is_worth_a_copy else ""


def is_along_last(dim: int | tuple[int, ...] | None, rank: int) -> bool:
    """Whether these dimensions are the last ones, and not all: each row lies in one piece."""
    if dim is None:
        return False
    dims = sorted(place % rank for place in flatten_operands((dim,)))
    return dims == list(range(rank - len(dims), rank)) and len(dims) < rank


def line_schedule(lines: int, length: int) -> str:
    """What suits a reduction or a scan along `lines` of so many elements."""
    if lines < FEW_LINES and length >= LONG_LINE:
        return "split"
    return "rows" if length <= SHORT_LINE and lines >= MANY_LINES else ""


def middle_schedule(x: tuple[int, ...], dim: int) -> str:
    """What suits a sum or an extreme over a dimension of `x` that has others before and behind it."""
    strips = math.prod(x[:dim]) * math.ceil(math.prod(x[dim + 1 :]) / STRIP)
    return "split" if strips < MULTIPROCESSORS and x[dim] >= LONG_MIDDLE else ""


def norm_schedule(op: str, lines: int, length: int) -> str:
    """What suits a norm or softmax of `lines` of so many elements."""
    if lines < FEW_LINES and length >= LONG_LINE or lines < FEWER_NORMS and length >= LONG_NORM:
        return "split"
    if op in ("group_norm", "instance_norm"):
        return ""
    return "rows" if length <= SHORT_NORM and lines >= MANY_LINES else ""


def normalized_length(op: str, at: dict, x: tuple[int, ...]) -> int:
    """How many elements of a norm's operand share a mean, a root or a sum; `at`: its attributes."""
    if op in ("instance_norm", "group_norm"):
        return math.prod(x[1:]) // at.get("num_groups", x[1])
    return math.prod(x[dim] for dim in flatten_operands((at["dim"],)))


def schedule_of_anchor(op: str, at: dict, half: bool, x: tuple[int, ...], *others: tuple[int, ...]) -> str:
    """The word for an operation with the attributes `at`: the shapes of its operands and of its result.

    half: whether that is of float16 or bfloat16.
    """
    *others, out = others
    if op == "matmul":
        if 1 in (len(x), len(others[0])):  # a vector's usual answer streams the matrix already
            return ""
        return matrix_product(x, others[0], out).schedule(half)
    if op == "linear":
        return Product(1, math.prod(out[:-1]), out[-1], x[-1]).schedule(half)
    if op in CONVOLUTIONS:
        return convolution_schedule(op, at, x, others[0])
    if not x:
        return ""
    if op in SUMS and isinstance(at["dim"], int) and 0 < at["dim"] % len(x) < len(x) - 1:
        return middle_schedule(x, at["dim"] % len(x))
    if "dim" in at and not is_along_last(at["dim"], len(x)):
        return ""  # columns, and all elements, are shared by several programs in the usual schedule
    elements = math.prod(x)
    if OPS[op].kind == "reduction" and "dim" in at:
        return line_schedule(math.prod(out), elements // math.prod(out))
    if op in SCANS:
        return line_schedule(elements // x[-1], x[-1])
    if OPS[op].kind == "normalization" and op != "batch_norm":
        length = normalized_length(op, at, x)
        return norm_schedule(op, elements // length, length)
    return ""


def schedule_for_sizes(graph: Graph, sizes: dict[str, int]) -> str:
    """The word for the first answer to a graph at these sizes {letter: size}.

    Empty: the usual schedule; so where the sizes are not known.
    """
    anchor = anchor_of(graph)
    if anchor is None or not sizes:
        return ""
    try:
        metas = graph.shapes(sizes)
    except SHAPE_ERRORS:
        return ""
    shapes = [tuple(metas[id(value)].shape) for value in (*anchor.inputs(), anchor)]
    if not all(map(math.prod, shapes)):  # nothing to compute
        return ""
    at = {name: resolve(item, sizes) for name, item in anchor.at.items()}
    half = metas[id(anchor)].dtype in (torch.float16, torch.bfloat16)
    if anchor.op in CONVOLUTIONS and next(iter(anchor.inputs())).op != "argument":
        return ""  # the words of convolutions say how x is read, and it is computed here
    return schedule_of_anchor(anchor.op, at, half, *shapes)
