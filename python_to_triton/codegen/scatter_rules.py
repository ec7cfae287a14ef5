"""Rules of what is added to places that tensors of indices name: where each element goes.

A rule is given the writer of a kernel (movement_kernels.py) and a value. It returns the sizes of what is
added, in host code, and, for each lane, the coordinates of its place in the result and its element. Lanes
that meet at a place add one after another.
"""

from collections.abc import Callable

import torch

from python_to_triton.codegen.movement_rules import NotWritten, broadcast_sizes, writes
from python_to_triton.frontend import Value

# op -> its rule: (writer, value) -> (sizes, coordinates of a place, element)
SCATTER_RULES: dict[str, Callable] = {}

_ADDED = (torch.float32, torch.int32, torch.int64)  # that a GPU adds at a place as one step


def check_added(dtype: torch.dtype) -> None:
    """Raises NotWritten unless numbers of a dtype can be added at places."""
    if dtype not in _ADDED:
        raise NotWritten(f"{dtype} added at places")


@writes(SCATTER_RULES, "index_add")
def _index_add(w, v):
    _, index, y = v.operands
    dim = v.at["dim"]
    shape = w.shape(y)
    at = w.split("offsets", shape)
    place = list(at)
    place[dim] = w.index(index, [at[dim]], "mask")
    return shape, place, w.read(y, at, "mask")


@writes(SCATTER_RULES, "scatter_add")
def _scatter_add(w, v):
    _, index, y = v.operands
    shape = w.shape(index)
    at = w.split("offsets", shape)
    place = list(at)
    place[v.at["dim"]] = w.index(index, at, "mask")
    return shape, place, w.at(y, at, "mask")


@writes(SCATTER_RULES, "index_put")
def _index_put(w, v):
    """Indices of leading dimensions, which may count from the end."""
    x, indices, y = v.operands
    if not v.at["accumulate"] or not all(isinstance(index, Value) for index in indices):
        raise NotWritten("an index_put that overwrites, or leaves dimensions out")
    places = broadcast_sizes(w, indices)
    shape = [*places, *w.shape(x)[len(indices) :]]
    at = w.split("offsets", shape)
    chosen = []
    for index, n in zip(indices, w.shape(x)):
        place = w.let(f"tl.cast({w.at(index, at[: len(places)], 'mask')}, tl.int64)", "x")
        chosen.append(w.let(f"tl.where({place} < 0, {place} + {w.size(n)}, {place})", "x"))
    return shape, [*chosen, *at[len(places) :]], w.at(y, at, "mask")
