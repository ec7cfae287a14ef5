"""The normal form of an attribute: 2 for 2.0, dimensions from the end, one number for an equal pair."""

import math

import torch

from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, GraphError, Operation, Word

_REDUCTIONS = ("none", "mean", "sum")

# Attributes that name dimensions.
_DIMENSIONS = {"dim", "dim0", "dim1", "dim2"}

# Attributes with an entry for each spatial dimension; equal entries are written as one number.
_WINDOWS = {
    "kernel_size",
    "stride",
    "padding",
    "dilation",
    "output_padding",
    "output_size",
    "size",
    "scale_factor",
}


def _shortened(number):
    """The number to 12 digits where that is much shorter: 0.1 for 1 - 0.9, which is 0.09999999999999998.

    In float32 both are the same.
    """
    short = float(f"{number:.12g}")
    return short if len(repr(number)) - len(repr(short)) >= 8 else number


def plain(item: object) -> object:
    """Lists as tuples, 2.0 as 2, 1 - 0.9 as 0.1, dtypes as Words.

    Raises:
        GraphError: the dtype is not supported.
    """
    if isinstance(item, (list, tuple, range)):
        return tuple(plain(part) for part in item)
    if isinstance(item, torch.dtype):
        if item not in DTYPE_NAMES:
            raise GraphError(f"tensors of {str(item).removeprefix('torch.')} are not supported")
        return Word(DTYPE_NAMES[item])
    if isinstance(item, float) and math.isfinite(item):
        item = _shortened(item)
        return int(item) if item.is_integer() and abs(item) < 1e15 else item
    return item


def _from_the_end(dim, rank):
    """A dimension, or several in order, counted from the end."""
    if isinstance(dim, tuple):
        dims = tuple(sorted(_from_the_end(d, rank) for d in dim))
        return dims[0] if len(dims) == 1 else dims
    return dim - rank if dim >= 0 else dim


def normal_attribute(operation: Operation, name: str, item: object, x: Value | None) -> object:
    """The normal form of one attribute; `x` is the operation's first tensor operand."""
    item = plain(item)
    if name in _DIMENSIONS and item is not None:
        adds_one = operation.name in ("unsqueeze", "stack")
        item = _from_the_end(item, x.rank + 1 if adds_one else max(x.rank, 1))
        if operation.kind == "reduction" and isinstance(item, tuple) and len(item) in (0, x.rank):
            item = None if x.rank != 1 else -1
    if name == "dims":
        item = tuple(d % x.rank for d in item)
    if name in _WINDOWS and isinstance(item, tuple) and len(set(item)) == 1:
        return item[0]
    if name == "reduction" and isinstance(item, int):
        return _REDUCTIONS[item]
    return item


def is_default(item: object, default: object) -> bool:
    """Whether an attribute is its default: equal, and a flag only where the default is one."""
    return item == default and isinstance(item, bool) == isinstance(default, bool)
