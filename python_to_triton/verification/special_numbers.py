"""NaN and infinities among the inputs: what an answer may make of them otherwise than PyTorch.

PyTorch's result is the reference. Two differences are common in kernels and follow from what a GPU does:

- NaN is hidden. `tl.maximum`, `tl.minimum` and the reductions by them ignore NaN on a GPU, where PyTorch's
  counterparts show it. So an answer is judged with NaN where the interpreter's maximum shows it, and once
  more as on a GPU, to see whether it is hidden there. A comparison in `tl.where` hides NaN too: where the
  reference chooses by order, an answer may give what the reference gives for 0 or an infinity in its place,
  among its inputs or in what it chooses from.
- NaN spreads. A mask by multiplication, a padded product or `inf - inf` of a running maximum give NaN where
  PyTorch has a number; a maximum may then hide it.

Both are recorded in the verdict. Every other difference is an error, and NaN may be left out only where the
result does not depend on the number in its place: 0 * NaN.
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from python_to_triton.verification.plain_mode import PlainMode
from triton_ops.tolerance import is_float, tensors_in

HIDES_NAN = "NaN is hidden"  # of a verdict's properties
SPREADS_NAN = "NaN spreads"

CLOSE = 1e-3  # of the value that is given in the place of a hidden NaN: which number it is for

# PyTorch's operators that choose among numbers by their order.
ORDERING = frozenset(
    """
    relu relu6 clamp clamp_min clamp_max hardtanh hardsigmoid hardswish hardshrink softshrink threshold max
    min amax amin aminmax maximum minimum fmax fmin cummax cummin where sort topk argsort argmax argmin median
    kthvalue gt ge lt le sign sgn logical_not max_pool1d max_pool2d max_pool3d max_pool2d_with_indices
    max_pool3d_with_indices adaptive_max_pool2d adaptive_max_pool3d masked_fill prelu leaky_relu elu celu selu
    linalg_vector_norm norm dist
    """.split()
)


# These put NaN behind all numbers, where a network of comparisons puts it anywhere: not judged with NaN.
SORTING = frozenset("sort msort argsort topk kthvalue median nanmedian mode unique _unique2".split())

# At coordinates that are not finite PyTorch's code for CPUs has NaN, and that for GPUs (GridSampler.cuh) goes
# to a place outside: not judged with such.
PLACING = frozenset(("grid_sampler_2d", "grid_sampler_3d"))


# A reference with one of these says what is to become of NaN and infinities.
TESTING = frozenset("isnan isinf isfinite nan_to_num nansum nanmean nanmedian nanquantile".split())


class NumberForNaN(PlainMode):
    """While it lasts, one operator that chooses by order is given a number in the place of NaN.

    `place` counts the calls of such operators that are given NaN; once it has come, `left` is negative.
    """

    def __init__(self, place: int, number: float):
        super().__init__()
        self.left = place
        self.number = number

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        tensors = [each for each in args if is_float(each)]
        if func.overloadpacket.__name__ in ORDERING and any(each.isnan().any() for each in tensors):
            if self.left == 0:
                args = [torch.where(x.isnan(), self.number, x) if is_float(x) else x for x in args]
            self.left -= 1
        return func(*args, **(kwargs or {}))


class OperatorNames(PlainMode):
    """Collects the names of PyTorch's operators while it lasts, without `_` behind them."""

    def __init__(self):
        super().__init__()
        self.names = set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.add(func.overloadpacket.__name__.rstrip("_"))
        return func(*args, **(kwargs or {}))


def operators_of(reference: Callable, arguments: Sequence) -> frozenset[str]:
    """The names of PyTorch's operators that a reference calls on these arguments, of which it gets copies."""
    recorder = OperatorNames()
    copies = [each.clone() if isinstance(each, Tensor) else each for each in arguments]
    with torch.no_grad(), recorder:
        reference(*copies)
    return frozenset(recorder.names)


def tests_for_nan(source: str) -> bool:
    """Whether a text compares something with itself, which only a test for NaN does."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [ast.dump(side) for side in (node.left, *node.comparators)]
            if len(set(sides)) < len(sides):
                return True
    return False


@dataclass(frozen=True)
class SpecialNumbers:
    """What is known of a test case whose inputs hold NaN or infinities; tensors in the order of outputs."""

    depends: tuple[Tensor, ...]  # masks: the entry depends on the number in the place of a special one
    hidden: tuple[tuple[Tensor, ...], ...]  # the results, at the working dtype, for a number in its place


def entries_that_depend(results: Sequence[Sequence[Tensor]]) -> tuple[Tensor, ...]:
    """Masks of the entries that are not the same in all results, each a sequence of outputs."""
    masks = []
    for each in zip(*results):
        changed = torch.zeros(each[0].shape, dtype=torch.bool)
        for other in each[1:]:
            changed |= (other != each[0]) & ~(other.isnan() & each[0].isnan())
        masks.append(changed)
    return tuple(masks)


def stands_for(ours: Tensor, results: Sequence[Tensor]) -> Tensor:
    """Mask of the entries that are as in one of the results."""
    found = torch.zeros(ours.shape, dtype=torch.bool)
    for result in results:
        if ours.is_floating_point():
            scale = result.double().abs().nan_to_num(0.0, 0.0, 0.0).max()
            found |= torch.isclose(
                ours.double(), result.double(), rtol=CLOSE, atol=CLOSE * scale, equal_nan=True
            )
        else:
            found |= ours == result
    return found


@dataclass(frozen=True)
class Allowed:
    """What an answer may do otherwise than PyTorch."""

    hides: bool  # NaN may be hidden
    any_number: bool  # by any number, not only by one that stands for NaN
    spreads: bool  # NaN may be where PyTorch has a number


def excused(
    ours: Tensor, eager: Tensor, shown: Tensor, number: int, special: SpecialNumbers, allowed: Allowed
) -> tuple[Tensor, set[str]]:
    """(an output with the reference's value where the difference may be, the properties of these places).

    `ours` has the shape and dtype of `eager`, output `number` of the reference; so has `shown`, the output
    where maximum and minimum show NaN.
    """
    hidden = [result[number] for result in special.hidden]
    if not eager.is_floating_point() and eager.dtype != torch.bool:
        return eager, set()  # indices of NaN, or NaN cast to an integer
    if eager.dtype == torch.bool:
        places = (ours != eager) & allowed.hides
        if not allowed.any_number:
            places &= stands_for(ours, hidden)
        return torch.where(places, eager, ours), {HIDES_NAN} if places.any() else set()
    spread = (ours.isnan() | shown.isnan()) & ~eager.isnan() & allowed.spreads
    missing = eager.isnan() & ~ours.isnan()
    left_out = missing & ~special.depends[number]
    if not hidden:
        left_out |= missing & ours.isinf()
    hides = missing & ~left_out & allowed.hides
    if hidden and not allowed.any_number:
        hides &= stands_for(ours, hidden)
    excuses = spread | left_out | hides
    if allowed.any_number and hides.any():
        excuses |= special.depends[number]  # a maximum of NaN and 1 is 1, and so is what follows from it
    properties = {HIDES_NAN} if hides.any() else set()
    if spread.any():
        properties.add(SPREADS_NAN)
    return torch.where(excuses, eager, ours), properties


def excuse_outputs(
    ours: Any, eager: Any, shown: Any, special: SpecialNumbers, allowed: Allowed
) -> tuple[Any, set[str]]:
    """`excused` of outputs that have the reference's form, shapes and dtypes."""
    properties = set()

    def excuse(ours, eager, shown, number):
        if isinstance(eager, (tuple, list)):
            results = []
            for each in zip(ours, eager, shown):
                results.append(excuse(*each, number))
                number += len(tensors_in(each[1]))
            return tuple(results)
        output, found = excused(ours, eager, shown, number, special, allowed)
        properties.update(found)
        return output

    return excuse(ours, eager, shown, 0), properties


def same_form(ours: Any, eager: Any) -> bool:
    """Whether outputs are tensors of the reference's form, shapes and dtypes."""
    if isinstance(eager, (tuple, list)):
        return (
            isinstance(ours, (tuple, list)) and len(ours) == len(eager) and all(map(same_form, ours, eager))
        )
    return type(ours) is Tensor and ours.shape == eager.shape and ours.dtype == eager.dtype
