"""Lowering of views, indexing, scatters and writes through them."""

import itertools
import math

import torch

from python_to_triton.frontend.lowering.registry import as_tensor, lowers, register_short_rules, scaled
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import GraphError


def _rotated(g, x, turns, first, second):
    """torch.rot90 by 0-3 quarter turns, as flips and a transpose."""
    flipped = {0: (), 1: (second,), 2: (first, second), 3: (first,)}[turns]
    x = g("flip", x, dim=flipped) if flipped else x
    return g("transpose", x, dim0=first, dim1=second) if turns % 2 else x


def slice_of(g, x: Value, dim: int, start: int | None, end: int | None, step: int) -> Value:
    """x[start:end:step] along `dim`; a start or end beyond the tensor is left out."""
    size = x.shape[dim]
    start = 0 if start is None or start <= -size else start
    return g("slice", x, dim=dim, start=start, end=None if end is None or end >= size else end, step=step)


register_short_rules(
    {
        # shapes
        "reshape _unsafe_view flatten unflatten ravel": lambda g, call, self, **_: g(
            "reshape", self, shape=call.out.shape
        ),
        "view_as reshape_as _reshape_alias": lambda g, call, self, **_: g(
            "reshape", self, shape=call.out.shape
        ),
        "expand expand_as broadcast_to": lambda g, call, self, **_: g("expand", self, shape=call.out.shape),
        "transpose": lambda g, call, self, dim0, dim1: g("transpose", self, dim0=dim0, dim1=dim1),
        "swapaxes": lambda g, call, self, axis0, axis1: g("transpose", self, dim0=axis0, dim1=axis1),
        "t mT mH adjoint matrix_H": lambda g, call, self: g("transpose", self, dim0=-2, dim1=-1),
        "numpy_T": lambda g, call, self: g("permute", self, dims=range(self.rank)[::-1]),
        "chunk unsafe_chunk": lambda g, call, self, chunks, dim: [
            g("chunk", self, chunks=chunks, dim=dim, index=i) for i in range(len(call.out))
        ],
        "unbind": lambda g, call, self, dim: [
            g("select", self, dim=dim, index=i) for i in range(len(call.out))
        ],
        "meshgrid": lambda g, call, tensors, indexing="ij": [
            g("meshgrid", tensors, index=i, indexing=indexing) for i in range(len(tensors))
        ],
        "pad constant_pad_nd": lambda g, call, self, pad, mode="constant", value=None: (
            g("pad", self, pad=pad, mode=mode, value=value or 0) if any(pad) else self
        ),
        "repeat": lambda g, call, self, repeats: (
            g("repeat", self, repeats=repeats)
            if len(repeats) > self.rank or any(n != 1 for n in repeats)
            else self
        ),
        "rot90": lambda g, call, self, k, dims: _rotated(g, self, k % 4, *dims),
        # indices
        "embedding": lambda g, call, weight, indices, **_: g("embedding", indices, weight),
        "index_select gather": lambda g, call, self, dim, index, **_: g(call.name, self, index, dim=dim),
        "scatter_reduce": lambda g, call, self, dim, index, src, reduce, include_self: g(
            "scatter_reduce", self, index, src, dim=dim, reduce=reduce, include_self=include_self
        ),
        "index_fill": lambda g, call, self, dim, index, value: (
            g("index_put", self, (*[None] * (dim % self.rank), index), as_tensor(g, value, self.dtype))
            if self.rank
            else g("to", as_tensor(g, value, self.dtype), dtype=self.dtype)
        ),
        "masked_fill": lambda g, call, self, mask, value: g(
            "where",
            mask,
            bool(value) if self.dtype == torch.bool and not isinstance(value, Value) else value,
            self,
        ),
    }
)


@lowers("squeeze")
def _lower_squeeze(g, call, self, dim=None):
    dims = range(self.rank) if dim is None else [dim] if isinstance(dim, int) else dim
    dims = [d for d in dims if self.rank and self.shape[d] == 1]
    return g("squeeze", self, dim=dims) if dims else self


@lowers("view")
def _lower_view(g, call, self, size=None, dtype=None):
    if dtype is not None:
        raise GraphError("to view the bits of a tensor as another dtype is not in the vocabulary")
    return g("reshape", self, shape=call.out.shape)


@lowers("roll")
def _lower_roll(g, call, self, shifts, dims=()):
    """Dimensions are written in order, and each keeps its shift."""
    pairs = sorted(zip(dims, shifts), key=lambda pair: pair[0] % self.rank)
    return g("roll", self, shifts=[shift for _, shift in pairs] or shifts, dim=[dim for dim, _ in pairs])


@lowers("slice")
def _lower_slice(g, call, self, dim, start, end, step):
    return slice_of(g, self, dim, start, end, step)


@lowers("split", "split_with_sizes", "unsafe_split", "unsafe_split_with_sizes")
def _lower_split(g, call, self, dim, **_):
    sizes = [out.shape[dim] for out in call.out]
    if len(set(sizes)) == 1:
        return [g("chunk", self, chunks=len(sizes), dim=dim, index=i) for i in range(len(sizes))]
    return [
        slice_of(g, self, dim, end - size, end, 1) for size, end in zip(sizes, itertools.accumulate(sizes))
    ]


@lowers("diag_embed")
def _lower_diag_embed(g, call, self, offset, dim1, dim2):
    if (dim1 % (self.rank + 1), dim2 % (self.rank + 1)) != (self.rank - 1, self.rank):
        raise GraphError("diag_embed into other dimensions than the last two is not in the vocabulary")
    return g("diag_embed", self, offset=offset)


@lowers("index")
def _lower_index(g, call, self, indices):
    """One index tensor of one dimension selects rows, unless it counts from the end: x[:, [-1]]."""
    where = [i for i, x in enumerate(indices) if x is not None]
    if any(indices[i].dtype == torch.bool for i in where):
        raise GraphError(
            "indexing with a mask gives a result whose size depends on the data; use torch.where"
        )
    if len(where) != 1 or indices[where[0]].rank != 1:
        return g("index", self, tuple(indices))
    dim = where[0]
    index = indices[where[0]]
    literals = (
        [index.at["value"]] if index.op == "full" else index.at["values"] if index.op == "tensor" else [0]
    )
    if min(literals) >= 0:
        return g("index_select", self, index, dim=dim)
    if index.shape == (1,):
        return slice_of(g, self, dim, literals[0], literals[0] + 1 or None, 1)
    return g("index", self, tuple(indices))


@lowers("fill_diagonal")
def _lower_fill_diagonal(g, call, self, fill_value, wrap=False):
    if self.rank != 2 or wrap:
        raise GraphError("fill_diagonal_ of other than matrices, or with wrap, is not in the vocabulary")
    return g("diagonal_scatter", self, fill_value)


@lowers("index_put", "_index_put_impl")
def _lower_index_put(g, call, self, indices, values, accumulate):
    if len(indices) > 1 or indices[0].dtype != torch.bool:
        return g("index_put", self, tuple(indices), values, accumulate=accumulate)
    if values.rank:
        raise GraphError("writing a tensor through a mask depends on the data; use torch.where")
    mask = indices[0]
    while mask.rank < self.rank:
        mask = g("unsqueeze", mask, dim=-1)
    return g("where", mask, values, self)


@lowers("bucketize", "searchsorted")
def _lower_search(
    g, call, self, boundaries=None, sorted_sequence=None, right=False, side=None, sorter=None, **_
):
    if boundaries is not None:
        places = g("bucketize", self, boundaries, right=right)
    else:
        line = sorted_sequence if sorter is None else g("gather", sorted_sequence, sorter, dim=-1)
        places = g("searchsorted", line, as_tensor(g, self, line.dtype), right=right or side == "right")
    return g("to", places, dtype=call.out.dtype)


def _bag_members(g, indices, offsets, bags, padding_idx):
    """Which indices are in which bag, (bags, indices): those from its offset to the next."""
    places = g("arange", end=indices.shape[0], dtype=offsets.dtype)
    starts = g("slice", offsets, dim=0, end=bags)
    begun = g("ge", g("unsqueeze", places, dim=-1), g("unsqueeze", starts, dim=0))
    bag = g("sub", g("sum", begun, dim=-1), 1)
    members = g("eq", g("unsqueeze", bag, dim=0), g("unsqueeze", g("arange", end=bags), dim=-1))
    if padding_idx is None:
        return members
    return g("logical_and", members, g("unsqueeze", g("ne", indices, padding_idx), dim=0))


def _pooled_bags(g, weight, indices, members, mode, per_sample_weights):
    """The sum, the mean or the maximum of the rows of each bag; 0 of an empty one."""
    x = g("embedding", indices, weight)
    if per_sample_weights is not None:
        x = g("mul", x, g("unsqueeze", per_sample_weights, dim=-1))
    count = g("sum", members, dim=-1, keepdim=True)
    if mode == 2:
        rows = g("where", g("unsqueeze", members, dim=-1), g("unsqueeze", x, dim=0), -math.inf)
        return g("where", g("eq", count, 0), 0, g("amax", rows, dim=1))
    total = g("matmul", g("to", members, dtype=x.dtype), x)
    return total if mode == 0 else g("div", total, g("clamp", count, min=1))


@lowers("embedding_bag")
def _lower_embedding_bag(
    g,
    call,
    weight,
    indices,
    offsets,
    mode,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=None,
):
    bags = call.out[0].shape[0]
    padding_idx = None if padding_idx is not None and padding_idx < 0 else padding_idx
    width = 0 if offsets.op != "arange" else indices.shape[0] if offsets.shape[0] == 1 else offsets.at["step"]
    if (
        bags * width != indices.shape[0]
        or offsets.at["start"]
        or include_last_offset
        or padding_idx is not None
    ):
        members = _bag_members(g, indices, offsets, bags, padding_idx)
        return [_pooled_bags(g, weight, indices, members, mode, per_sample_weights), None, None, None]
    x = g("embedding", g("reshape", indices, shape=(bags, width)), weight)
    if per_sample_weights is not None:
        x = g("mul", x, g("reshape", per_sample_weights, shape=(bags, width, 1)))
    return [g(("sum", "mean", "amax")[mode], x, dim=-2), None, None, None]


@lowers("max_unpool2d", "max_unpool3d")
def _lower_unpool(g, call, self, indices, output_size, **_):
    lead = self.shape[: -len(output_size)]
    places, x = (
        g("reshape", item, shape=(*lead, math.prod(self.shape[len(lead) :]))) for item in (indices, self)
    )
    empty = g("full", shape=(*lead, math.prod(output_size)), value=0, dtype=self.dtype)
    return g("reshape", g("scatter", empty, places, x, dim=-1), shape=call.out.shape)


@lowers("index_add", "index_copy", "scatter_add", "scatter")
def _lower_scatter(g, call, self, dim, index, source=None, src=None, value=None, alpha=1, reduce=None):
    if reduce:
        raise GraphError(f"{call.name} with reduce= is not in the vocabulary; use scatter_reduce")
    y = next(item for item in (source, src, value) if item is not None)
    return g(call.name, self, index, scaled(g, y, alpha), dim=dim)
