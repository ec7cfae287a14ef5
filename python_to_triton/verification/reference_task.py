"""A reference with all its test cases, prepared once for every candidate; a degenerate one is refused."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from python_to_triton.verification.sandbox import describe_error
from python_to_triton.verification.test_cases import (
    REFERENCE_ERRORS,
    TestCase,
    case_at_other_sizes,
    derived_cases,
    make_test_case,
    on_shapes,
)
from triton_ops.tolerance import leaves, tensors_in

SMALLEST = 8  # elements of the inputs of a test case that others are derived from, where there is one


@dataclass(frozen=True)
class ReferenceTask:
    """All test cases that candidates for one reference are judged on."""

    reference: Callable
    cases: tuple[TestCase, ...]
    smallest: int  # index of the test case that the derived ones were made from
    fault: str  # why no candidate can be judged by it; empty if one can


def filled_like(expected: Any, value: Callable[[Tensor], float]) -> Any:
    """An output of the expected form that is `value(tensor)` everywhere."""
    if isinstance(expected, (tuple, list)):
        return tuple(filled_like(item, value) for item in expected)
    return torch.full_like(expected, value(expected))


def middle(tensor: Tensor) -> float:
    """The constant that is closest to all finite values of a tensor."""
    finite = tensor[torch.isfinite(tensor)] if tensor.is_floating_point() else tensor
    return (finite.min().item() + finite.max().item()) / 2 if finite.numel() else 0.0


def degeneracy(cases: Sequence[TestCase], smallest: int) -> str:
    """Which output that computes nothing would pass; empty if none would."""
    if all(case.compare(filled_like(case.eager, lambda _: 0)).ok for case in cases):
        return "zeros would pass"
    here = cases[smallest]
    constants = tuple(map(middle, tensors_in(here.eager)))

    def constant_output(case):
        values = iter(constants)
        return filled_like(case.eager, lambda _: next(values))

    if all(case.compare(constant_output(case)).ok for case in cases):
        return "a constant would pass"
    same_shapes = [
        case for case in cases if not case.given and on_shapes(case.arguments) == on_shapes(here.arguments)
    ]
    if same_shapes and all(here.compare(case.eager).ok for case in same_shapes):
        return "an answer that ignores its inputs would pass"
    return ""


def prepare_reference(reference: Callable, cases: Sequence[Sequence]) -> ReferenceTask:
    """The ReferenceTask of a reference and example inputs, tuples of CPU tensors and numbers. The reference
    runs here.

    Judging many candidates of one reference, prepare once and call `judge_task`.
    """

    def faulty(reason):
        return ReferenceTask(reference, (), 0, reason)

    try:
        given = [make_test_case(on_shapes(case), reference, tuple(case), given=True) for case in cases]
    except REFERENCE_ERRORS as error:
        return faulty(f"the reference raises {describe_error(error)}")
    if not given or not all(tensors_in(case.arguments) for case in given):
        return faulty("the reference has no inputs")
    no_tensors = [leaf for leaf in leaves(given[0].eager) or [()] if not isinstance(leaf, Tensor)]
    if no_tensors:
        return faulty(f"the reference returns a {type(no_tensors[0]).__name__}, not a tensor")
    elements = [sum(tensor.numel() for tensor in tensors_in(case.arguments)) for case in given]
    enough = [index for index, count in enumerate(elements) if count >= SMALLEST] or range(len(given))
    smallest = min(enough, key=lambda index: elements[index])
    other = case_at_other_sizes(reference, given, elements)
    every = (*given, *derived_cases(reference, given[smallest]), *([other] if other else []))
    reason = degeneracy(every, smallest)
    fault = f"the reference is degenerate: {reason}" if reason else ""
    return ReferenceTask(reference, every, smallest, fault)
