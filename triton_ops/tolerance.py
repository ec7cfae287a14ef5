"""How a result is compared with its reference, and how large an error it may have.

The tolerance is derived, not tuned. With `exact` the reference in float64, `eager` the reference at the
working dtype and `ours` the result under test,

    max|ours - exact| <= 2 max|eager - exact| + 4 eps(dtype) max|exact| + SMALLEST_NORMAL

over the entries where both references are finite: a kernel may lose twice what PyTorch itself loses, and the
last bits of the largest value. Integers and booleans must be equal. NaN is right only where `exact` has NaN,
and an infinity only where both references have the same one.

Example: softmax of float32 inputs whose eager error is 6e-8 and whose largest value is 0.5 may be off by 2 *
6e-8 + 4 * 1.2e-7 * 0.5 = 3.6e-7.

The judges of kernels.py (triton_ops/judge.py), of translated programs (python_to_triton/verification) and of
the training files (synthetic/) all use `compare`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

# A GPU's sin, log, sqrt and rsqrt of float32 (PTX: .ftz) read and write everything smaller as 0.
SMALLEST_NORMAL = torch.finfo(torch.float32).tiny


@dataclass(frozen=True)
class Comparison:
    """How far a result is from the exact one, and how far it may be."""

    ok: bool
    reason: str  # empty where ok
    error: float  # max|ours - exact|
    tolerance: float  # the largest allowed error, in the same units


def leaves(value: Any) -> list:
    """What nested tuples and lists hold, in order; anything else is its own only leaf."""
    if not isinstance(value, (tuple, list)):
        return [value]
    return [leaf for item in value for leaf in leaves(item)]


def tensors_in(value: Any) -> list[Tensor]:
    """All tensors of an output: a tensor or nested tuples of them."""
    return [leaf for leaf in leaves(value) if isinstance(leaf, Tensor)]


def is_float(value: Any) -> bool:
    """Whether a value is a tensor of floating-point numbers."""
    return isinstance(value, Tensor) and value.is_floating_point()


@dataclass(frozen=True)
class IndexTie:
    """What an output of indices points into, where elements may be equal (topk, sort, argsort, kthvalue,
    median).

    PyTorch does not say which of several equal elements such a call names. So an index is right if it points
    at the very value that the reference's index points at.
    """

    eager: Tensor  # what was indexed, at the working dtype
    exact: Tensor  # the same in float64
    dim: int
    once: bool  # no index occurs twice along `dim`

    def same_value(self, source: Tensor, ours: Tensor, theirs: Tensor) -> Tensor:
        """Mask of where both indices point at one value, NaN for NaN. One out of range points at none."""
        size = source.shape[self.dim]
        in_range = (ours >= 0) & (ours < size)
        ours = ours.clamp(0, size - 1)
        if ours.dim() != source.dim():
            ours = ours.unsqueeze(self.dim)
        if theirs.dim() != source.dim():
            theirs = theirs.unsqueeze(self.dim)
        found = source.gather(self.dim, ours)
        expected = source.gather(self.dim, theirs)
        same = (found == expected) | found.isnan() & expected.isnan()
        return same.reshape(in_range.shape) & in_range

    def accepts(self, ours: Tensor, eager: Tensor, exact: Tensor) -> Tensor:
        """Mask of the entries of `ours` that are as right as those of one of the references."""
        return self.same_value(self.eager, ours, eager) | self.same_value(self.exact, ours, exact)

    def repeats(self, ours: Tensor) -> bool:
        """Whether an index occurs twice along `dim` where it may occur once."""
        return self.once and bool((ours.sort(self.dim).values.diff(dim=self.dim) == 0).any())


def both_finite(eager: Tensor, exact: Tensor) -> Tensor:
    """Mask of the entries that are compared: what eager itself overflowed is not held against a result."""
    return torch.isfinite(eager) & torch.isfinite(exact)


def eager_error(eager: Tensor, exact: Tensor) -> tuple[float, float]:
    """(max|eager - exact|, max|exact|) over finite entries: what eager loses, and out of how much. 0 for
    integers.
    """
    if not eager.is_floating_point() or eager.numel() == 0:
        return 0.0, 0.0
    mask = both_finite(eager, exact)
    exact = exact.double()
    error = (eager.double() - exact).abs().where(mask, 0.0).max().item()
    return error, exact.abs().where(mask, 0.0).max().item()


def tolerance(eager: Tensor, exact: Tensor, perturbed_error: float = 0.0) -> float:
    """The largest allowed error: 2 max|eager - exact| + 4 eps max|exact| + SMALLEST_NORMAL, over finite
    entries.

    `eager` is the reference at the working dtype, `exact` the reference in float64, of one shape. Integers
    allow nothing. `perturbed_error` is what eager loses on inputs of the same kind, where that is known: the
    larger of the two errors counts.
    """
    if not eager.is_floating_point():
        return 0.0
    error, size = eager_error(eager, exact)
    return 2 * max(perturbed_error, error) + 4 * torch.finfo(eager.dtype).eps * size + SMALLEST_NORMAL


def mismatch(reason: str) -> Comparison:
    """The failed comparison of a result that cannot be measured against the reference."""
    return Comparison(False, reason, math.inf, 0.0)


def first_difference(mask: Tensor, ours: Tensor, exact: Tensor) -> str:
    """The first place where `mask` holds, with what is there and what should be, as text."""
    rest = int(mask.reshape(-1).byte().argmax())  # nonzero() ends at 2^31 elements
    place = ()
    for size in reversed(mask.shape):
        rest, index = divmod(rest, size)
        place = (index, *place)
    return f"{ours[place].item():.6g} instead of {exact[place].item():.6g} at {place}"


def compare_exactly(ours: Tensor, eager: Tensor, exact: Tensor, tie: IndexTie | None) -> Comparison:
    """Integers or booleans against the references: equal to one of them, or an index as right as theirs."""
    if ours.dtype == torch.bool:  # a byte that is neither 0 nor 1 is memory that no kernel wrote
        ours, eager, exact = (tensor.view(torch.uint8) for tensor in (ours, eager, exact))
    wrong = (ours != eager) & (ours != exact)
    if tie and wrong.any():
        wrong &= ~tie.accepts(ours, eager, exact)
    if tie and tie.repeats(ours):
        return mismatch(f"an index occurs twice along dimension {tie.dim}")
    return mismatch(first_difference(wrong, ours, exact)) if wrong.any() else Comparison(True, "", 0.0, 0.0)


def compare_floats(ours: Tensor, eager: Tensor, exact: Tensor, perturbed_error: float) -> Comparison:
    """Floating-point values against the references, `exact` in float64, by the formula of this file."""
    mask = both_finite(eager, exact)
    allowed = tolerance(eager, exact, perturbed_error)
    not_finite = mask & ~torch.isfinite(ours)
    wrong_infinity = torch.isinf(exact) & (eager.double() == exact) & (ours.double() != exact)
    wrong = not_finite | wrong_infinity
    if wrong.any():
        return Comparison(False, first_difference(wrong, ours, exact), math.inf, allowed)
    errors = (ours.double() - exact).abs().where(mask, 0.0)
    error = errors.max().item()
    if error <= allowed:
        return Comparison(True, "", error, allowed)
    place = first_difference(errors == error, ours, exact)
    return Comparison(False, f"error {error:.2g} exceeds tolerance {allowed:.2g}: {place}", error, allowed)


def compare_tensors(ours: Any, eager: Tensor, exact: Tensor, perturbed_error: float, tie: IndexTie | None):
    """One output against the references: its type, shape and dtype first, then its values."""
    if type(ours) is not Tensor:
        return mismatch(f"returns a {type(ours).__name__} instead of a tensor")
    if ours.shape != eager.shape or ours.dtype != eager.dtype:
        found = f"{tuple(ours.shape)} {ours.dtype}"
        return mismatch(f"returns {found} instead of {tuple(eager.shape)} {eager.dtype}")
    if ours.numel() == 0:
        return Comparison(True, "", 0.0, 0.0)
    if eager.is_floating_point():
        return compare_floats(ours, eager, exact.to(torch.float64), perturbed_error)
    return compare_exactly(ours, eager, exact, tie)


def share_of_tolerance(comparison: Comparison) -> float:
    """The error as a share of what is allowed; 0 where nothing may differ and nothing does."""
    return comparison.error / comparison.tolerance if comparison.tolerance else 0.0


def compare(
    ours: Any,
    eager: Any,
    exact: Any,
    perturbed_error: float | Sequence = 0.0,
    ties: IndexTie | Sequence | None = None,
) -> Comparison:
    """Compares a result (a tensor, or nested tuples of them) with the reference at its own dtype and in
    float64.

    Right means max|ours - exact| <= tolerance(eager, exact) for every tensor, NaN only where `exact` has NaN,
    the same infinities, the reference's shape and dtype. Of a tuple the first tensor that fails is reported,
    else the one nearest to its tolerance. `perturbed_error` is as in `tolerance`, or a tuple of such; `ties`
    the IndexTie of an output of indices, or a tuple of IndexTies and Nones.
    """
    if not isinstance(eager, (tuple, list)):
        return compare_tensors(ours, eager, exact, perturbed_error, ties)
    if not isinstance(ours, (tuple, list)) or len(ours) != len(eager):
        found = f"{len(ours)} outputs" if isinstance(ours, (tuple, list)) else f"a {type(ours).__name__}"
        return mismatch(f"returns {found} instead of {len(eager)} outputs")
    errors = perturbed_error or [0.0] * len(eager)
    results = [compare(*five) for five in zip(ours, eager, exact, errors, ties or [None] * len(eager))]
    for index, result in enumerate(results):
        if not result.ok:
            return Comparison(False, f"output {index}: {result.reason}", result.error, result.tolerance)
    return max(results, key=share_of_tolerance, default=Comparison(True, "", 0.0, 0.0))
