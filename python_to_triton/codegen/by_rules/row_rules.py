"""Rules of what is computed along the rows of the last dimension: sums, extremes, variances, softmaxes.

Their kernels have a program a row, and a lane an element of it (answers.py). What another operation reads
there is of the program's own row: rules that would read other rows have no answer. Sums are made in float64,
so that a mean near 0 keeps its digits.
"""

import torch

from python_to_triton.codegen.by_rules.kernel_expressions import triton_name
from python_to_triton.codegen.by_rules.registry import NotWritten, writes
from python_to_triton.frontend import Value

ROW_REDUCTIONS = ("sum", "mean", "amax", "amin", "var")
ROW_SOFTMAXES = ("softmax", "log_softmax")
ROW_OPS = frozenset((*ROW_REDUCTIONS, *ROW_SOFTMAXES))


def rows_of(value: Value) -> Value | None:
    """What is reduced along its rows where a value is computed; None where nothing is."""
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
    return w.let(f"tl.sum(tl.where(mask, {x}, 0).to(tl.float64), 0)", "total")


def _extreme(w, x: str, name: str, outside: str) -> str:
    """The largest or least of a row; NaN where it has one."""
    inside = w.let(f"tl.where(mask, {x}, {outside})", "x")
    is_nan = f"tl.max(({inside} != {inside}).to(tl.int32), 0) > 0"
    return f"tl.where({is_nan}, float('nan'), tl.{name}({inside}, 0))"


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
    return f"{_sum(w, f'{from_mean} * {from_mean}')} / ({length} - {w.number(v.at['correction'])})"


def _softmax(w, v: Value, x: str) -> str:
    """The softmax of a row, or its logarithm, at each of its elements."""
    inside = w.let(f"tl.where(mask, {x}, -float('inf'))", "x")
    from_largest = w.let(f"{inside} - tl.max({inside}, 0)", "x")
    power = w.let(f"tl.exp({from_largest})", "x")
    if v.op == "softmax":
        return f"{power} / tl.sum({power}, 0)"
    return f"{from_largest} - tl.log(tl.sum({power}, 0))"


@writes(*ROW_OPS)
def _along_rows(w, v, n):
    dtype = w.dtypes[id(v)]
    if w.row is None or v.at["dim"] not in (-1, (-1,)) or dtype not in (torch.float32, torch.float64):
        raise NotWritten(f"{v.op} along {v.at['dim']}, in {dtype}")
    keeps_rank = v.op in ROW_SOFTMAXES or v.at["keepdim"]
    shape = n if v.op in ROW_SOFTMAXES else [*n[:-1], 1] if keeps_rank else n[:-1]

    def read(at, mask):
        own = w.row if v.op in ROW_SOFTMAXES else [*w.row[:-1], 0] if keeps_rank else w.row[:-1]
        if mask != "mask" or list(at) != own or n != w.row_shape:
            raise NotWritten(f"{v.op} of other rows than the program's own")
        x = w.let(w.read(v.operands[0], w.row, mask), "x")
        if v.op in ROW_SOFTMAXES:
            return f"({_softmax(w, v, x)})"
        return w.let(f"({_reduced(w, v, x, w.size(n[-1]))}).to({triton_name(dtype)})", "of_row")

    return shape, read
