"""Rules of what is made of places alone: the tables, windows and masks of libraries."""

import math
import re

import torch

from python_to_triton.codegen.by_rules.kernel_expressions import condition_as, triton_name
from python_to_triton.codegen.by_rules.registry import NotWritten, writes
from python_to_triton.codegen.by_rules.size_arithmetic import as_size, minus, over, plus, times
from python_to_triton.frontend.values import is_number


@writes("full")
def _full(w, v, n):
    return [as_size(size) for size in v.at["shape"]], lambda at, mask: w.number(
        v.at["value"], w.dtypes[id(v)]
    )


@writes("arange")
def _arange(w, v, n):
    """From start up to end; from 0.5 in steps of 1, as the middles of pixels."""
    start, end, step = (v.at[name] for name in ("start", "end", "step"))
    dtype = w.dtypes[id(v)]
    first = start
    if isinstance(start, float) and math.isfinite(start) and step == 1 and dtype == torch.float32:
        start = math.floor(start)  # as many as from there
    if not all(isinstance(item, (int, str)) for item in (start, end, step)):
        raise NotWritten("an arange of floats")
    begin, end, step = map(as_size, (start, end, step))
    if str(step).startswith("-"):
        raise NotWritten("an arange downwards")
    count = over(plus(minus(end, begin), minus(step, 1)), step)

    def read(at, mask):
        if isinstance(first, float):
            return f"({w.in_each_lane(at[0])}).to(tl.float32) + {first!r}"
        number = str(plus(times(at[0], w.size(step)), w.size(begin)))
        return f"({w.in_each_lane(number)}).to({triton_name(dtype)})" if dtype.is_floating_point else number

    return [count], read


@writes("linspace")
def _linspace(w, v, n):
    """PyTorch counts from the nearer end."""
    start, end, steps = v.at["start"], v.at["end"], as_size(v.at["steps"])
    if w.dtypes[id(v)] != torch.float32:
        raise NotWritten(f"a linspace in {w.dtypes[id(v)]}")
    start, end = (repr(float(one)) if is_number(one) else str(as_size(one)) for one in (start, end))

    def read(at, mask):
        step = w.size(f"(({end}) - ({start})) / max({steps} - 1, 1)", "S")
        place = w.let(w.in_each_lane(at[0]), "place")
        behind = w.let(str(minus(minus(w.size(steps), 1), place)), "place")
        from_start, from_end = (w.size(one, "S") if re.search("[A-Z]", one) else one for one in (start, end))
        first, last = f"{place} * {step} + {from_start}", f"{from_end} - {behind} * {step}"
        return f"tl.where({place} < {w.size(over(steps, 2))}, {first}, {last})"

    return [steps], read


@writes("eye")
def _eye(w, v, n):
    rows = as_size(v.at["n"])
    columns = rows if v.at["m"] is None else as_size(v.at["m"])
    return [rows, columns], lambda at, mask: condition_as(
        f"{w.in_each_lane(at[0])} == {at[1]}", w.dtypes[id(v)]
    )


@writes("one_hot")
def _one_hot(w, v, n):
    x = v.operands[0]
    return [*n, as_size(v.at["num_classes"])], lambda at, mask: condition_as(
        f"{w.read(x, at[:-1], mask)} == {at[-1]}", torch.int64
    )
