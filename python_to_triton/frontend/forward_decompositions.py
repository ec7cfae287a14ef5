"""What an operator is made of that the vocabulary does not have: functions of tensors, in PyTorch's words.

PyTorch's own decompositions come first: what a composite operator calls, then those of torch._decomp and
torch._refs. `FORMULAS` has those that PyTorch lacks, or whose own one is not made of the vocabulary: here,
in special_formulas.py, bessel_formulas.py and fourier_formulas.py. Each keeps the result in float32 within
rounding for all finite inputs, its dtype, and PyTorch's own errors, since PyTorch runs the operator itself
before (recorder.py).
"""

import functools
import itertools
import math
from collections.abc import Callable, Iterator

import torch
from torch._decomp import decomposition_table

from python_to_triton.frontend import (  # noqa: F401  (their formulas register themselves)
    bessel_formulas,
    fourier_formulas,
    special_formulas,
)
from python_to_triton.frontend.formulas import FORMULAS, formula
from python_to_triton.frontend.lowering import operator_name
from python_to_triton.frontend.vocabulary import GraphError

_NAMESPACES = ("aten", "torch_nn")  # PyTorch's own; torch.nn defines some operators in Python

# ---- indices ----


@formula("index_reduce")
def _index_reduce(self, dim, index, source, reduce, *, include_self=True):
    if not self.dim():
        return _index_reduce(
            self[None], 0, index.reshape(1), source.reshape(1), reduce, include_self=include_self
        )[0]
    shape = [1] * source.dim()
    shape[dim] = -1
    places = index.reshape(shape).expand(source.shape)
    return self.scatter_reduce(dim, places, source, reduce, include_self=include_self)


@formula("scatter")
def _scatter(self, dim, index, src, *, reduce):
    """With what is there added or multiplied; `src` may be a number."""
    if not isinstance(src, torch.Tensor):
        src = torch.full(index.shape, src, dtype=self.dtype)
    return self.scatter_reduce(dim, index, src, {"add": "sum", "multiply": "prod"}[reduce])


@formula("block_diag")
def _block_diag(tensors):
    """Each matrix between zeros, one above the other."""
    matrices = [x if x.dim() == 2 else x.reshape(1, -1) for x in tensors]
    dtype = functools.reduce(torch.promote_types, (x.dtype for x in matrices))
    widths = [x.shape[1] for x in matrices]
    rows = [
        torch.nn.functional.pad(x.to(dtype), (sum(widths[:i]), sum(widths[i + 1 :])))
        for i, x in enumerate(matrices)
    ]
    return torch.cat(rows)


@formula("put")
def _put(self, index, source, accumulate=False):
    written = self.flatten().index_put((index.flatten(),), source.flatten(), accumulate)
    return written.reshape(self.shape)


@formula("masked_scatter")
def _masked_scatter(self, mask, source):
    self, mask = torch.broadcast_tensors(self, mask)
    places = mask.flatten().to(torch.int64).cumsum(0).sub(1).clamp(min=0)
    return torch.where(mask, source.flatten()[places].reshape(self.shape), self)


@formula("nanmedian")
def _nanmedian(self, dim=None, keepdim=False):
    """The lower median of what is not NaN, which are sorted to the end."""
    if dim is None:
        return _nanmedian(self.flatten(), 0)[0]
    if not self.dim():
        return self.clone(), torch.zeros_like(self, dtype=torch.int64)
    values, indices = self.sort(dim)
    counted = torch.isnan(self).logical_not().sum(dim, keepdim=True)
    place = counted.sub(1).clamp(min=0).div(2, rounding_mode="trunc")
    results = values.gather(dim, place), indices.gather(dim, place)
    return results if keepdim else tuple(result.squeeze(dim) for result in results)


@formula("linspace")
def _linspace(start, end, steps, *, dtype=None, **_):
    """From both ends to the middle, as PyTorch counts. One of the ends is a tensor."""
    dtype = dtype or torch.get_default_dtype()
    start, end = (x.to(dtype) if isinstance(x, torch.Tensor) else x for x in (start, end))
    if steps == 1:
        return start.reshape(1) if isinstance(start, torch.Tensor) else torch.full((1,), start, dtype=dtype)
    step = (end - start) / (steps - 1)
    places = torch.arange(steps, dtype=dtype)
    return torch.where(places < steps // 2, start + step * places, end - step * (steps - 1 - places))


@formula("histc")
def _histc(self, bins=100, min=0, max=0):
    """How many elements lie in each of equal bins; without bounds between the extremes of the data."""
    x = self.flatten()
    least = x.amin() if min == max else torch.full((), min, dtype=x.dtype)
    most = x.amax() if min == max else torch.full((), max, dtype=x.dtype)
    if min == max:
        alike = least == most
        least, most = torch.where(alike, least - 1, least), torch.where(alike, most + 1, most)
    places = ((x - least) * bins / (most - least)).floor().clamp(max=bins - 1)
    within = (x >= least) & (x <= most)
    hits = (places.unsqueeze(1) == torch.arange(bins)) & within.unsqueeze(1)
    return hits.sum(0).to(x.dtype)


@formula("mode")
def _mode(self, dim=-1, keepdim=False):
    """The most frequent value, of several the least, and the last place where it stands."""
    if not self.dim():
        return self.clone(), torch.zeros_like(self, dtype=torch.int64)
    ordered, places = self.sort(dim=dim, stable=True)
    x = ordered.movedim(dim, -1)
    counts = (x.unsqueeze(-1) == x.unsqueeze(-2)).sum(-1)
    best = counts.argmax(-1, keepdim=True)
    last = best + counts.gather(-1, best) - 1
    values, indices = (y.movedim(dim, -1).gather(-1, last).movedim(-1, dim) for y in (ordered, places))
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


_MOST_COMBINED = 64  # numbers that a graph may hold


@formula("combinations", sized=True)
def _combinations(self, r=2, with_replacement=False):
    """Which elements come together follows from how many there are."""
    kinds = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    chosen = list(itertools.islice(kinds(range(self.shape[0]), r), _MOST_COMBINED + 1))
    if not chosen or len(chosen) * r > _MOST_COMBINED:
        raise GraphError(f"combinations of {self.shape[0]} elements are not in the vocabulary")
    return self[torch.tensor(chosen)]


@formula("nextafter")
def _nextafter(self, other):
    """One unit in the last place further: of float64 a little more than half of one is added, and rounded."""
    dtype = torch.promote_types(self.dtype, other.dtype)
    if dtype != torch.float32:
        raise GraphError(f"nextafter of {dtype} is not in the vocabulary")
    limits = torch.finfo(dtype)
    self, other = torch.broadcast_tensors(self, other)
    x, y = self.double(), other.double()
    step = (x.abs() * (limits.eps / 2 * (1 + 2**-8))).clamp(min=limits.smallest_normal * limits.eps)
    moved = torch.where(y > x, x + step, x - step).to(dtype)
    from_infinity = torch.where(x > 0, limits.max, limits.min)
    moved = torch.where(torch.isinf(self), from_infinity, moved)
    either_nan = torch.isnan(self) | torch.isnan(other)
    return torch.where(self == other, other, torch.where(either_nan, self + other, moved))


_MOST_PIVOTS = 8  # each is a step of the graph


@formula("lu_unpack", sized=True)
def _lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True):
    """(P, L, U). The permutation is what the exchanges of rows make of 0, 1, 2, ..."""
    rows, columns = LU_data.shape[-2:]
    pivots = LU_pivots.shape[-1]
    if not unpack_data or not unpack_pivots or pivots > _MOST_PIVOTS:
        raise GraphError("lu_unpack of a part, or of more than 8 pivots, is not in the vocabulary")
    places = torch.arange(rows)
    order = places.expand(*LU_data.shape[:-2], rows)
    for step in range(pivots):
        other = (LU_pivots[..., step : step + 1] - 1).to(torch.int64)
        moved = order.gather(-1, other)
        swapped = torch.where(places == other, order[..., step : step + 1], order)
        order = torch.where(places == step, moved, swapped)
    permutation = (places.unsqueeze(1) == order.unsqueeze(-2)).to(LU_data.dtype)
    small = min(rows, columns)
    lower = LU_data[..., :small].tril(-1) + torch.eye(rows, small, dtype=LU_data.dtype)
    return permutation, lower, LU_data[..., :small, :].triu()


@formula("embedding_renorm")
def _embedding_renorm(self, indices, max_norm, norm_type):
    """Rows that are looked up and longer than max_norm, shortened to it."""
    lengths = torch.linalg.vector_norm(self, norm_type, 1, keepdim=True)
    looked_up = (torch.arange(self.shape[0]).unsqueeze(1) == indices.flatten()).any(1, keepdim=True)
    shortened = self * (max_norm / (lengths + 1e-7))
    return torch.where(looked_up & (lengths > max_norm), shortened, self)


_MOST_POINTS = 16  # each is a row of the graph's


@formula("pdist", "_pdist_forward", sized=True)
def _pdist(self, p=2):
    """The distances of each point to those after it, one after the other."""
    points = self.shape[0]
    if not 2 <= points <= _MOST_POINTS:
        raise GraphError(f"pdist of {points} points is not in the vocabulary")
    distances = torch.cdist(self, self, p)
    return torch.cat([distances[place, place + 1 :] for place in range(points - 1)])


# ---- statistics ----


@formula("cov")
def _cov(self, *, correction=1, fweights=None, aweights=None):
    """Without weights: PyTorch checks on the host that none is negative."""
    if fweights is not None or aweights is not None:
        raise GraphError("cov with weights depends on the data: it checks them")
    x = self.reshape(1, -1) if self.dim() < 2 else self
    centred = x - x.mean(1, keepdim=True)
    covariance = centred @ centred.t() / max(x.shape[1] - correction, 0)
    return covariance.squeeze()


# ---- numbers ----


@formula("angle")
def _angle(self):
    number = self if self.is_floating_point() else self.to(torch.get_default_dtype())
    return torch.where(torch.isnan(number), number, torch.where(number < 0, math.pi, 0.0))


@formula("special_modified_bessel_i0")
def _modified_bessel_i0(self):
    return torch.i0(self)


# ---- losses ----


@formula("_linear_cross_entropy_batch_chunked")
def _linear_cross_entropy(
    input, linear_weight, target, linear_bias, weight, reduction, ignore_index, label_smoothing, *rest
):
    """The loss, and none of the gradients that PyTorch computes in the same pass."""
    if any(rest[-3:]):
        raise GraphError("linear_cross_entropy in chunks with gradients is not in the vocabulary")
    scores = torch.nn.functional.linear(input, linear_weight, linear_bias)
    loss = torch.nn.functional.cross_entropy(
        scores,
        target,
        weight,
        reduction=reduction,
        ignore_index=ignore_index,
        label_smoothing=label_smoothing,
    )
    sources = (input, linear_weight, linear_weight[0])
    return loss, *(torch.empty((0,) * source.dim(), dtype=source.dtype) for source in sources)


@formula("_linear_cross_entropy_batch_chunked_no_reduction")
def _linear_cross_entropy_of_each(input, linear_weight, target, linear_bias, weight, ignore_index, *_):
    scores = torch.nn.functional.linear(input, linear_weight, linear_bias)
    return torch.nn.functional.cross_entropy(
        scores, target, weight, reduction="none", ignore_index=ignore_index
    )


def _without_write(func):
    """The OpOverload that returns what this one writes in place; None where there is none."""
    if not func._schema.is_mutable:
        return func
    packet = getattr(torch.ops.aten, operator_name(func), None)
    return getattr(packet, func._overloadname, None)


def forward_decompositions(func: object) -> Iterator[Callable]:
    """The functions that compute what an OpOverload does, called with its arguments, the best first.

    Of one that writes in place they return what it writes. None of one that draws random numbers: the order
    in which it does is PyTorch's.
    """
    if func.namespace not in _NAMESPACES or torch.Tag.nondeterministic_seeded in func.tags:
        return
    if operator_name(func) in FORMULAS:
        yield FORMULAS[operator_name(func)]
    func = _without_write(func)
    if func is None:
        return
    if func.has_kernel_for_dispatch_key(torch._C.DispatchKey.CompositeImplicitAutograd):
        yield func.decompose
    if func in decomposition_table:
        yield decomposition_table[func]
