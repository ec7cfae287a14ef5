"""What an operator is made of that the vocabulary does not have: functions of tensors, in PyTorch's words.

PyTorch's own decompositions come first: what a composite operator calls, then those of torch._decomp and
torch._refs. `FORMULAS` has those that PyTorch lacks, or whose own one is not made of the vocabulary. Each
keeps the result in float32 within rounding for all finite inputs, its dtype, and PyTorch's own errors, since
PyTorch runs the operator itself before (recorder.py).
"""

import functools
import math
from collections.abc import Callable, Iterator

import torch
from torch._decomp import decomposition_table

from python_to_triton.frontend.lowering import operator_name
from python_to_triton.frontend.vocabulary import GraphError

# name of an operator of ATen -> a function with its arguments, by the names of its schema
FORMULAS: dict[str, Callable] = {}

# What stays whole: what PyTorch's own decomposition returns for the backward is not what that expects.
_WHOLE = {"_scaled_dot_product_flash_attention_for_cpu"}


def _formula(*names: str) -> Callable:
    """Registers the formula of these operators."""

    def register(function):
        FORMULAS.update(dict.fromkeys(names, function))
        return function

    return register


# ---- indices ----


@_formula("index_reduce")
def _index_reduce(self, dim, index, source, reduce, *, include_self=True):
    if not self.dim():
        return _index_reduce(
            self[None], 0, index.reshape(1), source.reshape(1), reduce, include_self=include_self
        )[0]
    shape = [1] * source.dim()
    shape[dim] = -1
    places = index.reshape(shape).expand(source.shape)
    return self.scatter_reduce(dim, places, source, reduce, include_self=include_self)


@_formula("scatter")
def _scatter(self, dim, index, src, *, reduce):
    """With what is there added or multiplied; `src` may be a number."""
    if not isinstance(src, torch.Tensor):
        src = torch.full(index.shape, src, dtype=self.dtype)
    return self.scatter_reduce(dim, index, src, {"add": "sum", "multiply": "prod"}[reduce])


@_formula("block_diag")
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


@_formula("put")
def _put(self, index, source, accumulate=False):
    written = self.flatten().index_put((index.flatten(),), source.flatten(), accumulate)
    return written.reshape(self.shape)


@_formula("masked_scatter")
def _masked_scatter(self, mask, source):
    self, mask = torch.broadcast_tensors(self, mask)
    places = mask.flatten().to(torch.int64).cumsum(0).sub(1).clamp(min=0)
    return torch.where(mask, source.flatten()[places].reshape(self.shape), self)


@_formula("nanmedian")
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


@_formula("linspace")
def _linspace(start, end, steps, *, dtype=None, **_):
    """From both ends to the middle, as PyTorch counts. One of the ends is a tensor."""
    dtype = dtype or torch.get_default_dtype()
    start, end = (x.to(dtype) if isinstance(x, torch.Tensor) else x for x in (start, end))
    if steps == 1:
        return start.reshape(1) if isinstance(start, torch.Tensor) else torch.full((1,), start, dtype=dtype)
    step = (end - start) / (steps - 1)
    places = torch.arange(steps, dtype=dtype)
    return torch.where(places < steps // 2, start + step * places, end - step * (steps - 1 - places))


# ---- statistics ----


@_formula("cov")
def _cov(self, *, correction=1, fweights=None, aweights=None):
    """Without weights: PyTorch checks on the host that none is negative."""
    if fweights is not None or aweights is not None:
        raise GraphError("cov with weights depends on the data: it checks them")
    x = self.reshape(1, -1) if self.dim() < 2 else self
    centred = x - x.mean(1, keepdim=True)
    covariance = centred @ centred.t() / max(x.shape[1] - correction, 0)
    return covariance.squeeze()


# ---- numbers ----


@_formula("angle")
def _angle(self):
    number = self if self.is_floating_point() else self.to(torch.get_default_dtype())
    return torch.where(torch.isnan(number), number, torch.where(number < 0, math.pi, 0.0))


@_formula("special_modified_bessel_i0")
def _modified_bessel_i0(self):
    return torch.i0(self)


@_formula("polygamma", "special_polygamma")
def _polygamma(n, self):
    """The digamma function and its derivative, the latter as PyTorch sums it; others have no bounded sum."""
    if n not in (0, 1):
        raise GraphError(f"polygamma of order {n} is not in the vocabulary")
    if n == 0:
        return torch.digamma(self)
    x = self if self.is_floating_point() else self.to(torch.get_default_dtype())
    reflected = x < 0.5
    first = torch.where(reflected, -((math.pi / torch.sin(math.pi * x)) ** 2), 0.0)
    x = torch.where(reflected, 1 - x, x)
    total = first
    for _ in range(6):
        total = total + 1 / (x * x)
        x = x + 1
    square = 1 / (x * x)
    total = total + (1 + 1 / (2 * x) + square * (1 / 6 - square * (1 / 30 - square / 42))) / x
    return torch.where(reflected, -total, total)


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
    if (
        func.namespace != "aten"
        or torch.Tag.nondeterministic_seeded in func.tags
        or operator_name(func) in _WHOLE
    ):
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
