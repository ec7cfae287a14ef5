"""Rules of what is read, and of what is added, at places that tensors of indices name.

registry.py says what a rule is that reads. One that adds is given the writer of a kernel and a value; it
returns the sizes of what is added, in host code, and, for each lane, the coordinates of its place in the
result and its element. Lanes that meet at a place add one after another.
"""

import torch

from python_to_triton.codegen.by_rules.registry import NotWritten, adds, with_item, writes
from python_to_triton.frontend import Value

# The dtypes that a GPU adds at a place as one step.
_ADDED = (torch.float32, torch.int32, torch.int64)

# ---- what is read ----


@writes("embedding")
def _embedding(w, v, n):
    index, weight = v.operands
    return [*n, w.shape(weight)[1]], lambda at, mask: w.read(
        weight, [w.read_index(index, at[:-1], mask), at[-1]], mask
    )


@writes("index_select")
def _index_select(w, v, n):
    dim = v.at["dim"]
    x, index = v.operands
    return with_item(n, dim, w.shape(index)[0]), lambda at, mask: w.read(
        x, with_item(at, dim, w.read_index(index, [at[dim]], mask)), mask
    )


@writes("gather")
def _gather(w, v, n):
    dim = v.at["dim"]
    x, index = v.operands
    return w.shape(index), lambda at, mask: w.read(x, with_item(at, dim, w.read_index(index, at, mask)), mask)


@writes("index")
def _index(w, v, n):
    """x[rows, :, columns]: tensors of indices broadcast, and stand where they are if they are neighbours."""
    x, tensors = v.operands
    dims = [dim for dim, tensor in enumerate(tensors) if tensor is not None]
    chosen = [tensors[dim] for dim in dims]
    if any(w.dtypes[id(tensor)] == torch.bool for tensor in chosen):
        raise NotWritten("an index by a mask")
    shape = w.broadcast_shape(chosen)
    first = dims[0] if dims == list(range(dims[0], dims[-1] + 1)) else 0
    kept = [dim for dim in range(len(n)) if dim not in dims]
    before = [dim for dim in kept if dim < first]
    sizes = [*(n[dim] for dim in before), *shape, *(n[dim] for dim in kept[len(before) :])]

    def read(at, mask):
        own = dict(zip(kept, [*at[: len(before)], *at[len(before) + len(shape) :]]))
        for dim in dims:
            place = w.read_broadcast(tensors[dim], at[len(before) : len(before) + len(shape)], mask)
            place = w.let(f"({place}).to(tl.int64)", "x")
            own[dim] = w.let(f"tl.where({place} < 0, {place} + {w.size(n[dim])}, {place})", "place")
        return w.read(x, [own[dim] for dim in range(len(n))], mask)

    return sizes, read


# ---- what is added ----


def check_added(dtype: torch.dtype) -> None:
    """Raises NotWritten unless numbers of a dtype can be added at places."""
    if dtype not in _ADDED:
        raise NotWritten(f"{dtype} added at places")


@adds("index_add")
def _index_add(w, v):
    _, index, y = v.operands
    dim = v.at["dim"]
    shape = w.shape(y)
    at = w.coordinates("offsets", shape)
    place = list(at)
    place[dim] = w.read_index(index, [at[dim]], "mask")
    return shape, place, w.read(y, at, "mask")


@adds("scatter_add")
def _scatter_add(w, v):
    _, index, y = v.operands
    shape = w.shape(index)
    at = w.coordinates("offsets", shape)
    place = list(at)
    place[v.at["dim"]] = w.read_index(index, at, "mask")
    return shape, place, w.read_broadcast(y, at, "mask")


@adds("index_put")
def _index_put(w, v):
    """Indices of leading dimensions, which may count from the end."""
    x, indices, y = v.operands
    if not v.at["accumulate"] or not all(isinstance(index, Value) for index in indices):
        raise NotWritten("an index_put that overwrites, or leaves dimensions out")
    places = w.broadcast_shape(indices)
    shape = [*places, *w.shape(x)[len(indices) :]]
    at = w.coordinates("offsets", shape)
    chosen = []
    for index, n in zip(indices, w.shape(x)):
        place = w.let(f"tl.cast({w.read_broadcast(index, at[: len(places)], 'mask')}, tl.int64)", "x")
        chosen.append(w.let(f"tl.where({place} < 0, {place} + {w.size(n)}, {place})", "x"))
    return shape, [*chosen, *at[len(places) :]], w.read_broadcast(y, at, "mask")
