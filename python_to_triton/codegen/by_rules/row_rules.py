"""Rules of what is computed along the rows of the last dimension: sums, extremes, variances, softmaxes.

Their kernels have a lane for each element of a few rows, or of a block of a long one (row_loops.py).
`ElementWriter.row` has the coordinates of the lane's element, which may lie beyond the row's end: hence the
masks here. A reduction is one number for all lanes of a row. Whatever reads it has to be at the lane's own
row, and to read all of it: else there is no answer.

Sums of a reduction are made in float64, so that a mean near 0 keeps its digits; the sum below a softmax is of
positive numbers, which need none. Halves are left to the model's own forms, which say where they round.
"""

import torch

from python_to_triton.codegen.by_rules.element_writer import MASKS
from python_to_triton.codegen.by_rules.kernel_expressions import triton_name
from python_to_triton.codegen.by_rules.registry import NotWritten, writes
from python_to_triton.codegen.by_rules.row_loops import OUTSIDE
from python_to_triton.frontend import Value

ROW_REDUCTIONS = ("sum", "mean", "amax", "amin", "var")
ROW_SOFTMAXES = ("softmax", "log_softmax")
ROW_OPS = frozenset((*ROW_REDUCTIONS, *ROW_SOFTMAXES))


def reduced_rows(value: Value) -> Value | None:
    """What is reduced along its rows where a value is computed; None where nothing is.

    Of several it is any: that all have the rows of this one is asked when they are read.
    """
    waiting = [value]
    seen = set()
    while waiting:
        one = waiting.pop()
        if one.op in ROW_OPS:
            return one.operands[0]
        if id(one) not in seen:
            seen.add(id(one))
            waiting += one.inputs()
    return None


def _sum(w, x: str) -> str:
    return w.reduced("sum", f"tl.where(mask, {x}, 0)", torch.float64, "total")


def _extreme(w, x: str, op: str, dtype: torch.dtype) -> str:
    """The largest or least of a row; NaN where it has one."""
    inside = w.let(f"tl.where(mask, {x}, {OUTSIDE[op]})", "x")
    extreme = w.reduced(op, inside, dtype, "extreme")
    nans = w.reduced("sum", f"({inside} != {inside}).to(tl.int32)", torch.int32, "nans")
    return f"tl.where({nans} > 0, float('nan'), {extreme})"


def _reduced(w, v: Value, x: str, length: str) -> str:
    """A reduction of a row whose elements are x."""
    if v.op in ("amax", "amin"):
        return _extreme(w, x, v.op.removeprefix("a"), w.dtypes[id(v)])
    total = _sum(w, x)
    if v.op == "sum":
        return total
    mean = w.let(f"{total} / {length}", "mean")
    if v.op == "mean":
        return mean
    from_mean = w.let(f"{x} - {mean}", "x")
    squares = _sum(w, f"{from_mean} * {from_mean}")
    correction = w.number(v.at["correction"])
    return (
        f"{squares} / tl.maximum({length} - {correction}, 0)"
        if correction != "0"
        else f"{squares} / {length}"
    )


def _softmax(w, v: Value, x: str) -> str:
    """The softmax of a row, or its logarithm, at each of its elements."""
    dtype = w.dtypes[id(v)]
    inside = w.let(f"tl.where(mask, {x}, {OUTSIDE['max']})", "x")
    from_largest = w.let(f"{inside} - {w.reduced('max', inside, dtype, 'largest')}", "x")
    power = w.let(f"tl.exp({from_largest})", "x")
    total = w.reduced("sum", power, dtype, "total")
    return f"{power} / {total}" if v.op == "softmax" else f"{from_largest} - tl.log({total})"


@writes(*ROW_OPS)
def _along_rows(w, v, n):
    dtype = w.dtypes[id(v)]
    if w.row is None or v.at["dim"] not in (-1, (-1,)) or dtype not in (torch.float32, torch.float64):
        raise NotWritten(f"{v.op} along {v.at['dim']}, in {dtype}")
    is_softmax = v.op in ROW_SOFTMAXES
    reduced = 0 if is_softmax else 1 - v.at["keepdim"]  # dimensions fewer than the operand has
    shape = n if is_softmax else [*n[:-1], 1][: len(n) - reduced]

    def read(at, mask):
        own = w.row if is_softmax else [*w.row[:-1], 0][: len(n) - reduced]
        if mask not in MASKS or list(at) != own or n != w.row_shape:
            raise NotWritten(f"{v.op} of other rows than the program's own, or of a part of it")
        x = w.let(w.read(v.operands[0], w.row, "mask"), "x")
        if is_softmax:
            return f"({_softmax(w, v, x)})"
        return w.let(f"({_reduced(w, v, x, w.size(n[-1]))}).to({triton_name(dtype)})", "of_row")

    return shape, read
