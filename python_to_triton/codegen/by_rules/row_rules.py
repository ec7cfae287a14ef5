"""Rules of what is computed along the rows of the last dimension: sums, extremes, variances, softmaxes.

Their kernels have a lane for each element of a few rows; a row is a line of the program's block (answers.py).
`ElementWriter.row` has the coordinates of the lane's element, which lie in the next row beyond the row's end:
hence the masks here. A reduction is one number for all lanes of a row. Whatever reads it has to be at the
lane's own row, and to read all of it: else there is no answer.

Sums of a reduction are made in float64, so that a mean near 0 keeps its digits; the sum below a softmax is of
positive numbers, which need none. Halves are left to the model's own forms, which say where they round.
"""

import torch

from python_to_triton.codegen.by_rules.kernel_expressions import triton_name
from python_to_triton.codegen.by_rules.registry import NotWritten, writes
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


def _of_rows(name: str, x: str) -> str:
    """A reduction of each line of a block, in each of its lanes."""
    return f"tl.{name}({x}, 1, keep_dims=True)"


def _sum(w, x: str) -> str:
    return w.let(_of_rows("sum", f"tl.where(mask, {x}, 0).to(tl.float64)"), "total")


def _extreme(w, x: str, name: str, outside: str) -> str:
    """The largest or least of a row; NaN where it has one."""
    inside = w.let(f"tl.where(mask, {x}, {outside})", "x")
    is_nan = f"{_of_rows('max', f'({inside} != {inside}).to(tl.int32)')} > 0"
    return f"tl.where({is_nan}, float('nan'), {_of_rows(name, inside)})"


def _reduced(w, v: Value, x: str, length: str) -> str:
    """A reduction of a row whose elements are x."""
    if v.op == "amax":
        return _extreme(w, x, "max", "-float('inf')")
    if v.op == "amin":
        return _extreme(w, x, "min", "float('inf')")
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
    inside = w.let(f"tl.where(mask, {x}, -float('inf'))", "x")
    from_largest = w.let(f"{inside} - {_of_rows('max', inside)}", "x")
    power = w.let(f"tl.exp({from_largest})", "x")
    if v.op == "softmax":
        return f"{power} / {_of_rows('sum', power)}"
    return f"{from_largest} - tl.log({_of_rows('sum', power)})"


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
        if mask != "mask" or list(at) != own or n != w.row_shape:
            raise NotWritten(f"{v.op} of other rows than the program's own, or of a part of it")
        x = w.let(w.read(v.operands[0], w.row, mask), "x")
        if is_softmax:
            return f"({_softmax(w, v, x)})"
        return w.let(f"({_reduced(w, v, x, w.size(n[-1]))}).to({triton_name(dtype)})", "of_row")

    return shape, read
