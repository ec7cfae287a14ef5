"""How a result is compared with its reference, and how large an error it may have.

The tolerance is derived, not tuned. With `exact` the reference in float64, `eager` the reference at the
working dtype and `ours` the result under test,

    max|ours - exact| <= 2 max|eager - exact| + 4 eps(dtype) max|exact| + SMALLEST_NORMAL

over `counted_entries`, where both references are finite: a kernel may lose twice what PyTorch itself loses,
and the last bits of the largest value. Integers and booleans must be equal. NaN is right only where `exact`
has NaN, and an infinity only where both references have the same one. The largest number of a dtype fills
hidden places as an infinity does: it has to be the same, and is no value beside which others may err.

The judge of translated programs asks this of every group of an output, its rows and its columns, so that a
large value somewhere hides no error elsewhere. Where the reference mixes rows, eager itself loses more. A
group of an output may also err by eps(float64) times the largest value of all: `exact` is no better.

Example: softmax of float32 inputs whose eager error is 6e-8 and whose largest value is 0.5 may be off by 2 *
6e-8 + 4 * 1.2e-7 * 0.5 = 3.6e-7.

The judges of kernels.py (triton_ops/judge.py), of translated programs (python_to_triton/verification) and of
the training files (synthetic/) all use `compare`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

GROUP = 32  # entries that a group of an output has at least: of fewer, eager may be exact by chance
LONGEST_GROUP = 128  # longer rows are cut into blocks of half of it

# A GPU's sin, log, sqrt and rsqrt of float32 (PTX: .ftz) read and write everything smaller as 0.
SMALLEST_NORMAL = torch.finfo(torch.float32).tiny

UNIT_ROUNDOFF = 2.0**-24  # of float32, which kernels add up in


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


@dataclass(frozen=True)
class EagerLoss:
    """What eager loses on inputs of one kind: of several draws, each with its largest errors."""

    absolute: Tensor  # (draws,) max|eager - exact|
    relative: Tensor  # (draws,) the largest of max|eager - exact| / max|exact| of a group, infinite of zeros

    def at(self, size: Tensor) -> Tensor:
        """The loss to expect of groups whose largest values are `size` (groups,).

        A draw counts with its absolute or its relative error, whichever is less, so that a draw of larger
        numbers does not widen the tolerance; with its absolute one where a group of it that is all zeros
        is lost, whose relative error is infinite.
        """
        shares = self.relative[:, None] * size
        return torch.minimum(self.absolute[:, None], shares.nan_to_num(math.inf, math.inf)).amax(0)


def by_rows(values: Tensor) -> Tensor:
    """(groups, entries): the rows of a tensor, or so many whole rows that they have GROUP entries; long rows
    in blocks. The last block of a row is filled up with zeros.
    """
    size = 1
    for length in reversed(values.shape):
        size *= length
        if size >= GROUP:
            break
    rows = values.reshape(-1, size)
    if size <= LONGEST_GROUP:
        return rows
    block = LONGEST_GROUP // 2
    return torch.nn.functional.pad(rows, (0, -size % block)).reshape(-1, block)


def by_columns(values: Tensor) -> Tensor:
    """(groups, entries): the same of the tensor's last dimension against all others."""
    return by_rows(values.reshape(-1, values.shape[-1]).t())


def groupings(values: Tensor, by_group: bool) -> list[Callable[[Tensor], Tensor]]:
    """The functions that cut an output of this shape into the groups that each have a tolerance."""
    if not by_group or values.numel() < 2 * GROUP:
        return [lambda each: each.reshape(1, -1)]
    return [by_rows, by_columns] if values.dim() > 1 else [by_rows]


def all_finite(differences: Tensor) -> bool:
    """Whether all entries are finite: a quick look, which is false too where only their sum is not."""
    return math.isfinite(differences.sum().item())


def filled_entries(eager: Tensor, exact: Tensor) -> Tensor:
    """Mask of where both references have the same infinity, or the same largest number of the dtype."""
    largest = torch.finfo(eager.dtype).max
    return (eager.abs() >= largest) & (eager.double() == exact)


def counted_entries(eager: Tensor, exact: Tensor) -> Tensor:
    """Mask of the entries whose error counts: what eager itself overflowed is not held against a result."""
    return torch.isfinite(eager) & torch.isfinite(exact) & ~filled_entries(eager, exact)


def errors_and_sizes(eager: Tensor, exact: Tensor) -> tuple[Tensor, Tensor]:
    """(|eager - exact|, |exact|) in float64, 0 where an entry does not count."""
    mask = counted_entries(eager, exact)
    exact = exact.double()
    return (eager.double() - exact).abs().where(mask, 0.0), exact.abs().where(mask, 0.0)


def eager_error(eager: Tensor, exact: Tensor) -> tuple[float, float]:
    """(max|eager - exact|, max|exact|) over `counted_entries`: what eager loses, and out of how much. 0 for
    integers.
    """
    if not eager.is_floating_point() or eager.numel() == 0:
        return 0.0, 0.0
    error, size = errors_and_sizes(eager, exact)
    return error.max().item(), size.max().item()


def eager_loss(draws: Sequence[tuple[Tensor, Tensor]], by_group: bool) -> float | EagerLoss:
    """What eager loses on an output, of which each draw is (eager, exact); 0 for integers, or of no draws.

    by_group: the relative error is that of a group, not of all of the output.
    """
    absolute, relative = [], []
    for eager, exact in draws:
        if not eager.is_floating_point() or eager.numel() == 0:
            return 0.0
        error, size = errors_and_sizes(eager, exact)
        shares = [cut(error).amax(1) / cut(size).amax(1) for cut in groupings(exact, by_group)]
        absolute.append(error.max())
        relative.append(torch.cat(shares).nan_to_num(0.0, math.inf).max())  # 0 / 0
    return EagerLoss(torch.stack(absolute), torch.stack(relative)) if draws else 0.0


def allowed_error(error: float | Tensor, size: float | Tensor, dtype: torch.dtype) -> float | Tensor:
    """2 error + 4 eps size + SMALLEST_NORMAL: the formula of this file."""
    return 2 * error + 4 * torch.finfo(dtype).eps * size + SMALLEST_NORMAL


def reordering_error(additions: int, size: float | Tensor) -> float | Tensor:
    """What a sum of so many float32 numbers is expected to lose where its order is any, of a largest result
    `size`: sqrt(n) u of it (Higham and Mary, A New Approach to Probabilistic Rounding Error Analysis, 2019).
    """
    return additions**0.5 * UNIT_ROUNDOFF * size


def tolerance(eager: Tensor, exact: Tensor) -> float:
    """The largest allowed error of a whole output: 2 max|eager - exact| + 4 eps max|exact| + SMALLEST_NORMAL,
    over finite entries.

    `eager` is the reference at the working dtype, `exact` the reference in float64, of one shape. Integers
    allow nothing.
    """
    if not eager.is_floating_point():
        return 0.0
    return allowed_error(*eager_error(eager, exact), eager.dtype)


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


def share_of_tolerance(comparison: Comparison) -> float:
    """The error as a share of what is allowed; 0 where nothing may differ and nothing does."""
    return comparison.error / comparison.tolerance if comparison.tolerance else 0.0


@dataclass(frozen=True)
class Rules:
    """How strictly outputs are compared."""

    by_group: bool = False  # the tolerance is derived for every group of an output, not once for all of it
    shows_nan: bool = False  # where both references have NaN, so has the result
    scale: Any = None  # in the form of the outputs: values as large as they usually are; or None
    is_lossless: bool = False  # nothing may differ: the reference loses nothing on any inputs
    additions: int = 0  # that an element of the output is the sum of, in any order

    def of_output(self, index: int) -> Rules:
        """The rules for one output of a tuple."""
        return self if self.scale is None else replace(self, scale=self.scale[index])


def wrongly_special(ours: Tensor, eager: Tensor, exact: Tensor, rules: Rules) -> Tensor:
    """Mask of NaN and infinities in the wrong place, and of other numbers where places are filled."""
    not_finite = counted_entries(eager, exact) & ~torch.isfinite(ours)
    wrong = not_finite | filled_entries(eager, exact) & (ours.double() != exact)
    if rules.shows_nan:
        wrong |= exact.isnan() & eager.isnan() & ~ours.isnan()
    return wrong


def compare_floats(
    ours: Tensor, eager: Tensor, exact: Tensor, perturbed_error: float | EagerLoss, rules: Rules
) -> Comparison:
    """Floating-point values against the references, `exact` in float64, by the formula of this file."""
    lost, sizes, errors = (eager.double() - exact).abs(), exact.abs(), (ours.double() - exact).abs()
    has_filled = sizes.max() >= torch.finfo(eager.dtype).max
    if has_filled or not (all_finite(lost) and all_finite(errors)):
        wrong = wrongly_special(ours, eager, exact, rules)
        if wrong.any():
            return Comparison(False, first_difference(wrong, ours, exact), math.inf, tolerance(eager, exact))
        counts = counted_entries(eager, exact)
        lost, sizes, errors = (each.where(counts, 0.0) for each in (lost, sizes, errors))
    usual = rules.scale.double().abs().nan_to_num(0.0, 0.0, 0.0) if rules.scale is not None else None
    if usual is not None:
        usual = usual.where(usual < torch.finfo(eager.dtype).max, 0.0)
    # y - tanh(y) is 0 in float64, too, where y is below 1e-8.
    noise = torch.finfo(torch.float64).eps * sizes.max() if rules.by_group else 0.0
    worst = Comparison(True, "", 0.0, SMALLEST_NORMAL)
    for cut in groupings(exact, rules.by_group):
        size = cut(sizes).amax(1)
        expected = perturbed_error.at(size) if isinstance(perturbed_error, EagerLoss) else perturbed_error
        loss = cut(lost).amax(1).clamp(min=expected)
        if usual is not None:
            size = torch.maximum(size, cut(usual).amax(1))
        allowed = allowed_error(loss, size, eager.dtype) + noise + reordering_error(rules.additions, size)
        if rules.is_lossless and eager.dtype != torch.float64:  # there the references are one
            allowed = torch.full_like(allowed, SMALLEST_NORMAL)
        error = cut(errors).amax(1)
        at = int((error / allowed).argmax())
        found = Comparison(True, "", error[at].item(), allowed[at].item())
        if found.error > found.tolerance:
            where = first_difference(errors == found.error, ours, exact)
            reason = f"error {found.error:.2g} exceeds tolerance {found.tolerance:.2g}: {where}"
            return replace(found, ok=False, reason=reason)
        worst = max(worst, found, key=share_of_tolerance)
    return worst


def compare_tensors(
    ours: Any,
    eager: Tensor,
    exact: Tensor,
    perturbed_error: float | EagerLoss,
    tie: IndexTie | None,
    rules: Rules,
) -> Comparison:
    """One output against the references: its type, shape and dtype first, then its values."""
    if type(ours) is not Tensor:
        return mismatch(f"returns a {type(ours).__name__} instead of a tensor")
    if ours.shape != eager.shape or ours.dtype != eager.dtype:
        found = f"{tuple(ours.shape)} {ours.dtype}"
        return mismatch(f"returns {found} instead of {tuple(eager.shape)} {eager.dtype}")
    if ours.numel() == 0:
        return Comparison(True, "", 0.0, 0.0)
    if eager.is_floating_point():
        return compare_floats(ours, eager, exact.to(torch.float64), perturbed_error, rules)
    return compare_exactly(ours, eager, exact, tie)


def compare(
    ours: Any,
    eager: Any,
    exact: Any,
    perturbed_error: float | EagerLoss | Sequence = 0.0,
    ties: IndexTie | Sequence | None = None,
    rules: Rules = Rules(),
) -> Comparison:
    """Compares a result (a tensor, or nested tuples of them) with the reference at its own dtype and in
    float64.

    Right means max|ours - exact| <= tolerance(eager, exact) for every tensor, or every group of one, NaN only
    where `exact` has NaN, the same infinities, the reference's shape and dtype. Of a tuple the first tensor
    that fails is reported, else the one nearest to its tolerance. `perturbed_error` is what eager loses on
    inputs of the same kind, where that is known, or a tuple of such: the larger of the two errors counts.
    `ties` are the IndexTie of an output of indices, or a tuple of IndexTies and Nones.
    """
    if not isinstance(eager, (tuple, list)):
        return compare_tensors(ours, eager, exact, perturbed_error, ties, rules)
    if not isinstance(ours, (tuple, list)) or len(ours) != len(eager):
        found = f"{len(ours)} outputs" if isinstance(ours, (tuple, list)) else f"a {type(ours).__name__}"
        return mismatch(f"returns {found} instead of {len(eager)} outputs")
    errors = perturbed_error or [0.0] * len(eager)
    each = zip(ours, eager, exact, errors, ties or [None] * len(eager))
    results = [compare(*five, rules.of_output(index)) for index, five in enumerate(each)]
    for index, result in enumerate(results):
        if not result.ok:
            return replace(result, reason=f"output {index}: {result.reason}")
    return max(results, key=share_of_tolerance, default=Comparison(True, "", 0.0, 0.0))
