"""Indices that no input decides: what is scattered into one row is a reduction, what is taken of it a view.

    index = x.new_zeros(len(x), dtype=torch.long)
    zeros(1, d).index_add_(0, index, x)             sum(x, dim=0, keepdim=True)
    total.index_select(0, index)                    total, expanded

Libraries of graphs reduce a whole batch so, where no index is given. Integers that are all equal after some
arithmetic, or count up from 0, become the factory that makes them.
"""

import torch

from python_to_triton.frontend.canonicalization.matching import canonicalizes, is_op
from python_to_triton.frontend.canonicalization.writes import parts_between
from python_to_triton.frontend.graph import topological_order
from python_to_triton.frontend.values import Value, execute
from python_to_triton.frontend.vocabulary import OPS

_INDEX_DTYPES = (torch.int64, torch.int32)  # others are masks
_MOST_ELEMENTS = 4096  # of a tensor that is computed to see what it is
# reduce of a scatter -> (the reduction, what its start may be)
_REDUCTIONS = {"sum": ("sum", 0), "amax": ("amax", None), "amin": ("amin", None), "prod": ("prod", 1)}
_REDUCTIONS["mean"] = ("mean", None)


def _is_zero(index):
    return is_op(index, "full") and index.at["value"] == 0 and index.dtype != torch.bool


def _total(g, y, dim, op, dtype):
    """The reduction of y along `dim`, which stays as 1."""
    if is_op(y, "full") and op == "sum":
        return g("full", shape=_one_row(y, dim), value=y.at["value"] * y.shape[dim], dtype=dtype)
    return g(op, y, dim=dim, keepdim=True)


def _one_row(y, dim):
    place = dim % y.rank
    return (*y.shape[:place], 1, *y.shape[place + 1 :])


@canonicalizes("scatter_add", "index_add", "scatter_reduce")
def _into_one_row(g, uses, value):
    x, index, y = value.operands
    dim = value.at["dim"]
    if not isinstance(y, Value) or not _is_zero(index) or not y.rank or x.shape != _one_row(y, dim):
        return None
    if value.op != "index_add" and index.shape != y.shape or x.dtype != y.dtype:
        return None
    op, neutral = _REDUCTIONS[value.at["reduce"] if value.op == "scatter_reduce" else "sum"]
    counts = value.op != "scatter_reduce" or value.at["include_self"]
    if not counts or is_op(x, "full") and x.at["value"] == neutral:
        return _total(g, y, dim, op, x.dtype)
    return g("add", x, _total(g, y, dim, op, x.dtype)) if op == "sum" else None


def _joins_numbers(x, dim):
    """Whether a tensor is joined of tensors that are filled with a number each."""
    return is_op(x, "cat") and x.at["dim"] == dim and all(is_op(item, "full") for item in x.operands[0])


@canonicalizes("index_select", "gather")
def _of_one_row(g, uses, value):
    x, index = value.operands
    dim = value.at["dim"]
    whole = value.op == "index_select" or _one_row(index, dim) == x.shape
    if not _is_zero(index) or not x.rank or not (x.shape[dim] == 1 and whole or _joins_numbers(x, dim)):
        return None
    first = parts_between(g, x, dim, 0, 1)[0] if x.shape[dim] > 1 else x
    return g("expand", first, shape=value.shape)


@canonicalizes("slice")
def _of_joined_numbers(g, uses, value):
    """A part of joined numbers; one of the tensors that were joined, or what was padded."""
    x, dim = value.operands[0], value.at["dim"]
    if value.at["step"] != 1 or not is_op(x, "cat", "pad"):
        return None
    start, end, _ = slice(value.at["start"], value.at["end"]).indices(x.shape[dim])
    parts = parts_between(g, x, dim, start, end)
    whole = list(x.inputs())
    is_known = len(parts) == 1 and (parts[0].op == "full" or any(parts[0] is one for one in whole))
    return parts[0] if is_known else None


@canonicalizes("repeat", "flip", "roll")
def _of_repeated_number(g, uses, value):
    x = value.operands[0]
    return g("full", shape=value.shape, value=x.at["value"], dtype=x.dtype) if is_op(x, "full") else None


def _counts(index):
    """Whether an index counts from 0 by 1."""
    return is_op(index, "arange") and (index.at["start"], index.at["step"]) == (0, 1)


@canonicalizes("index_put")
def _into_counted_rows(g, uses, value):
    """Rows that are counted from 0, as a slice."""
    x, indices, y = value.operands
    index = indices[0]
    if len(indices) != 1 or not _counts(index) or value.at["accumulate"]:
        return None
    return g("slice_scatter", x, y, dim=0, end=index.at["end"])


@canonicalizes("index_put")
def _onto_the_diagonal(g, uses, value):
    """One number onto the diagonal of a square, whose rows and columns are counted."""
    x, indices, y = value.operands
    index = indices[-1]
    is_square = len(indices) == x.rank > 1 and indices[-2] is index and x.shape[-2] == x.shape[-1]
    if not is_square or any(each is not None for each in indices[:-2]) or value.at["accumulate"]:
        return None
    counts_all = _counts(index) and index.at["end"] == x.shape[-1] and index.dtype in _INDEX_DTYPES
    if not counts_all or not is_op(y, "full") or y.rank:
        return None
    number = y.at["value"]
    if not x.dtype.is_floating_point:
        number = bool(number) if x.dtype == torch.bool else int(number)
    return g("where", g("eye", n=x.shape[-1], dtype=torch.bool), number, x)


@canonicalizes("clamp")
def _of_a_number(g, uses, value):
    """A clamped number is a number."""
    x = value.operands[0]
    if not is_op(x, "full") or x.dtype == torch.bool:
        return None
    low, high = value.at["min"], value.at["max"]
    number = x.at["value"] if low is None else max(x.at["value"], low)
    number = number if high is None else min(number, high)
    return g("full", shape=value.shape, value=number, dtype=value.dtype)


_COMPUTED = [op for op, one in OPS.items() if one.kind in ("pointwise", "reduction", "movement")]


@canonicalizes(*_COMPUTED, "cumsum")
def _of_constants(g, uses, value):
    """Integers or booleans in a line, of factories alone, as the factory that makes them."""
    operands = list(value.inputs())
    few = all(one.op in ("full", "arange") and one.meta.numel() <= _MOST_ELEMENTS for one in operands)
    if not operands or not few or value.rank != 1 or not 0 < value.shape[0] <= _MOST_ELEMENTS:
        return None
    if value.dtype.is_floating_point or not any(one.op == "full" for one in operands):
        return None
    known = {}
    for one in topological_order([], [value]):
        known[id(one)] = execute(one, known, {}, "cpu")
    numbers = known[id(value)].tolist()
    if len(set(numbers)) == 1:
        return g("full", shape=value.shape, value=numbers[0], dtype=value.dtype)
    if numbers == list(range(len(numbers))) and value.dtype != torch.bool:
        return g("arange", end=len(numbers), dtype=value.dtype)
    return None


@canonicalizes("where")
def _of_counted_rows(g, uses, value):
    """where(rows < n, rows, n), rows counted from 0 to n, as these."""
    condition, rows, other = value.operands
    if not is_op(condition, "lt") or condition.operands != (rows, other):
        return None
    is_index = _counts(rows) and rows.at["end"] == other and not rows.dtype.is_floating_point
    return rows if is_index else None
