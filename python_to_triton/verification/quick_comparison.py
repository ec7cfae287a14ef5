"""What can be said of many outputs at once, before `TestCase.compare` looks at each: most are right by far.

A verdict compares some thirty outputs of a few hundred entries. Each by itself costs more than the operations
on its entries do.
"""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from python_to_triton.verification.test_cases import TestCase
from triton_ops.tolerance import SMALLEST_NORMAL, allowed_error, is_float, leaves, tensors_in


def has_form(output: Any, case: TestCase) -> bool:
    """Whether an output is tensors of floating-point numbers, as many as the reference's, of its shapes and
    dtypes.
    """
    ours, eager = leaves(output), leaves(case.eager)
    return (
        isinstance(output, tuple) == isinstance(case.eager, tuple)
        and len(ours) == len(eager)
        and all(is_float(one) and is_float(other) for one, other in zip(ours, eager))
        and all(one.shape == other.shape and one.dtype == other.dtype for one, other in zip(ours, eager))
    )


def entries_of(values: Sequence) -> Tensor:
    """All entries of all tensors in some outputs, in float64."""
    return torch.cat([tensor.reshape(-1).double() for value in values for tensor in tensors_in(value)])


def surely_right(cases: dict[int, TestCase], outputs: Sequence) -> dict[int, float]:
    """The places of outputs of which each entry is within the tolerance that it alone would give, with the
    largest share of it that an entry takes; `cases` are by place.

    Such an output passes `TestCase.compare`, whose tolerances are those of groups of entries, and not less.
    Of any other output nothing is said.
    """
    places = [place for place, case in cases.items() if has_form(outputs[place], case)]
    if not places:
        return {}
    ours = entries_of([outputs[place] for place in places])
    eager = entries_of([cases[place].eager for place in places])
    exact = entries_of([cases[place].exact for place in places])
    dtypes = {tensor.dtype for place in places for tensor in tensors_in(cases[place].eager)}
    finest = min(dtypes, key=lambda dtype: torch.finfo(dtype).eps)
    allowed = allowed_error((eager - exact).abs(), exact.abs(), finest)
    if cases[places[0]].is_lossless:  # so are all of its reference
        allowed = SMALLEST_NORMAL
    shares = (ours - exact).abs() / allowed
    sizes = [sum(tensor.numel() for tensor in tensors_in(outputs[place])) for place in places]
    largest = [each.amax().item() if each.numel() else 0.0 for each in shares.split(sizes)]
    # NaN and infinities are not: they have rules of their own.
    return {place: share for place, share in zip(places, largest) if share <= 1.0}


def surely_right_in_part(
    case: TestCase, index: int, shape: Sequence[int], places: Tensor, values: Tensor
) -> bool:
    """Whether entries of one output, at these places of it, are each within their own tolerance; false says
    nothing.
    """
    eager, exact = tensors_in(case.eager), tensors_in(case.exact)
    if index >= len(eager) or eager[index].shape != tuple(shape) or eager[index].dtype != values.dtype:
        return False
    if len(places) == 0:
        return True
    wanted, right = eager[index].reshape(-1)[places], exact[index].reshape(-1)[places].double()
    if not is_float(values):
        return bool((wanted == values).all())
    allowed = allowed_error((wanted.double() - right).abs(), right.abs(), values.dtype)
    if case.is_lossless:
        allowed = SMALLEST_NORMAL
    return bool(((values.double() - right).abs() <= allowed).all())


def surely_wrong(case: TestCase, output: Any) -> bool:
    """Whether an output has NaN where the references are finite; false says nothing."""
    if not has_form(output, case):
        return False
    triples = zip(tensors_in(output), tensors_in(case.eager), tensors_in(case.exact))
    return any(bool((ours.isnan() & (exact - eager).isfinite()).any()) for ours, eager, exact in triples)
