"""A reference with all its test cases, prepared once for every candidate; a degenerate one is refused."""

import contextlib
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import torch
from torch import Tensor

from python_to_triton.verification.inputs import redrawn
from python_to_triton.verification.integer_cases import integer_cases
from python_to_triton.verification.sandbox import describe_error
from python_to_triton.verification.sizes import (
    SCATTERING,
    SizeFinder,
    case_at_other_sizes,
    case_at_other_small_sizes,
    case_in_other_layout,
    large_cases,
)
from python_to_triton.verification.special_numbers import ORDERING, operators_of
from python_to_triton.verification.test_cases import (
    REFERENCE_ERRORS,
    TestCase,
    case_without_tf32,
    derived_cases,
    exact_results,
    loses_nothing,
    make_test_case,
    mostly_finite,
    on_shapes,
)
from triton_ops.tolerance import leaves, tensors_in

IGNORES_INPUTS = "an answer that ignores its inputs would pass"
ANOTHER_INPUT = " with another input"  # in the label of a test case
SMALLEST = 8  # elements of the inputs of a test case that others are derived from; its results are finite
CHEAP_ELEMENTS = 1 << 12  # of a test case whose sizes may change, where there are others
BRIEF_CASES = 1  # that are made from the caller's, where a task is brief
RANDOM_CASES = 3  # the reference runs again on so many of the caller's inputs, and as often on the smallest


@dataclass(frozen=True)
class ReferenceTask:
    """All test cases that candidates for one reference are judged on."""

    reference: Callable
    cases: tuple[TestCase, ...]
    smallest: int  # index of the test case that the derived ones were made from
    fault: str  # why no candidate can be judged by it; empty if one can
    operators: frozenset[str] = frozenset()  # PyTorch's, which it calls
    is_brief: bool = False  # for texts of the project's own, the first of whose family are judged in full
    is_composed: bool = False  # for an answer that joins others, each of which was judged in full
    losses: dict[int, Any] = field(default_factory=dict)  # {id of a case: what eager loses on inputs like it}


def filled_like(expected: Any, value: Callable[[Tensor], float]) -> Any:
    """An output of the expected form that is `value(tensor)` everywhere."""
    if isinstance(expected, (tuple, list)):
        return tuple(filled_like(item, value) for item in expected)
    return torch.full_like(expected, value(expected))


def middle(tensor: Tensor) -> float:
    """The constant that is closest to all finite values of a tensor."""
    finite = tensor[torch.isfinite(tensor)] if tensor.is_floating_point() else tensor
    return (finite.min().item() + finite.max().item()) / 2 if finite.numel() else 0.0


def output_of(value: Any, index: int) -> Any:
    """One output of several, in a tuple of its own."""
    return (tensors_in(value)[index],)


def single_output(case: TestCase, index: int) -> TestCase:
    """The test case of one output of a reference that has several."""
    scale = None if case.scale is None else output_of(case.scale, index)
    ties = (leaves(case.ties)[index],) if case.ties else None
    return replace(
        case, eager=output_of(case.eager, index), exact=output_of(case.exact, index), ties=ties, scale=scale
    )


def degeneracy_of_output(cases: Sequence[TestCase], smallest: int) -> str:
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
        return IGNORES_INPUTS
    return ""


def degeneracy(cases: Sequence[TestCase], smallest: int, of_sizes: Set[int] = frozenset()) -> str:
    """Which output of a reference would be right without computing anything; empty if none would.

    Special numbers do not count: that NaN shows is no sign of a computation. Of the outputs `of_sizes` there
    is nothing to compute but what they are at each size.
    """
    cases = [case for case in cases if not case.is_special]
    count = len(tensors_in(cases[0].eager))
    asked = [index for index in range(count) if index not in of_sizes]
    if count < 2:
        return degeneracy_of_output(cases, smallest) if asked else ""
    for index in asked:
        reason = degeneracy_of_output([single_output(case, index) for case in cases], smallest)
        if reason:
            return f"output {index}: {reason}"
    return ""


def case_with_other_input(reference: Callable, case: TestCase, shown: int) -> TestCase | None:
    """The test case with other data in the argument `shown` alone: what a network is given, and not a
    parameter. None where the reference does not take it.
    """
    arguments = list(case.arguments)
    arguments[shown] = redrawn(arguments[shown], torch.Generator().manual_seed(0))
    with contextlib.suppress(*REFERENCE_ERRORS):
        made = make_test_case(case.label + ANOTHER_INPUT, reference, tuple(arguments))
        return made if mostly_finite(made) else None
    return None


def elements_of_each(cases: Sequence[TestCase]) -> list[int]:
    """How many elements the arguments of each test case have."""
    return [sum(tensor.numel() for tensor in tensors_in(case.arguments)) for case in cases]


def shows_input(cases: Sequence[TestCase], smallest: int) -> bool:
    """Whether an answer that passes the test case `smallest` could not give the same for another input, where
    there is a case of that.
    """
    here = cases[smallest]
    others = [case for case in cases if case.label == here.label + ANOTHER_INPUT]
    return not others or any(not here.compare(case.eager).ok for case in others)


def is_random(reference: Callable, cases: Sequence[TestCase]) -> bool:
    """Whether the reference returns something else for some of its inputs when it is called again."""
    for case in cases:
        again = exact_results(reference, case.arguments)
        pairs = zip(tensors_in(case.exact), tensors_in(again))
        if not all(torch.equal(one.nan_to_num(), other.nan_to_num()) for one, other in pairs):
            return True
    return False


def made_cases(
    reference: Callable,
    given: Sequence[TestCase],
    smallest: int,
    operators: frozenset[str],
    tied: bool,
    shown: int | None = None,
) -> Iterator[TestCase]:
    """The test cases that are made from the caller's: other data first, other sizes and layouts, integers.
    Where the answer is composed: another input, `shown`, other sizes, and no TF32.
    """
    if shown is None:
        yield from derived_cases(reference, given[smallest], operators)
    elements = elements_of_each(given)
    cost = lambda index: elements[index] if elements[index] <= CHEAP_ELEMENTS else -elements[index]
    finder = SizeFinder(reference, given[max(range(len(given)), key=cost)], given, operators)
    sizes = finder.sizes(tied)
    if shown is not None:
        others = [
            case_with_other_input(reference, given[smallest], shown),
            case_at_other_sizes(finder, sizes),
            case_without_tf32(reference, given[smallest], operators),
        ]
        yield from filter(None, others)
        return
    others = [
        case_at_other_sizes(finder, sizes),
        None if tied else case_at_other_small_sizes(finder),
        case_in_other_layout(reference, given[smallest]),
        case_without_tf32(reference, given[smallest], operators),
        *large_cases(finder, sizes),
        *integer_cases(reference, given[smallest], SCATTERING.isdisjoint(operators), of_prompt=tied),
    ]
    yield from filter(None, others)


def task_from(
    reference: Callable,
    given: Sequence[TestCase],
    smallest: int,
    operators: frozenset[str],
    tied: bool,
    briefly: bool = False,
    of_sizes: Set[int] = frozenset(),
    shown: int | None = None,
) -> ReferenceTask:
    """The task of a reference, which calls `operators` of PyTorch, with the caller's test cases, and others
    made from one of them, `smallest`: BRIEF_CASES where it is to be brief. `of_sizes` and `shown` are as
    of `prepare_reference`.
    """
    made = made_cases(reference, given, smallest, operators, tied, shown)
    every = (*given, *islice(made, BRIEF_CASES if briefly else None))
    orders = not ORDERING.isdisjoint(operators)
    lossless = all(map(loses_nothing, every))  # it chooses, moves or rounds
    every = tuple(
        replace(case, shows_nan=not orders or case.is_special, is_lossless=lossless) for case in every
    )
    reason = degeneracy(every, smallest, of_sizes)
    depends = len(of_sizes) < len(tensors_in(every[0].eager))
    if not reason and depends and not shows_input(every, smallest):
        reason = IGNORES_INPUTS
    fault = f"the reference is degenerate: {reason}" if reason else ""
    return ReferenceTask(reference, every, smallest, fault, operators, briefly, shown is not None)


def prepare_reference(
    reference: Callable,
    cases: Sequence[Sequence],
    tied: bool = False,
    briefly: bool = False,
    of_sizes: Set[int] = frozenset(),
    shown: int | None = None,
    may_draw: bool = True,
) -> ReferenceTask:
    """The ReferenceTask of a reference and example inputs, tuples of CPU tensors and numbers. The reference
    runs here.

    Judging many candidates of one reference, prepare once and call `judge_task`. tied: sizes that are equal
    in all the inputs are one size, as the letters of a prompt say; otherwise each is tried alone. To a prompt
    small sizes that never differ are constants too, and labels of -100 may count. briefly: for answers of the
    project's own: of the cases that are made from the caller's the first alone, which has other data.
    of_sizes: numbers of the outputs that are known to depend on the sizes of the inputs alone, `zeros(n)`:
    that an answer ignores the data is no fault there. shown: of an answer that is put together from answers
    which each passed in full, so that few cases are enough, the argument that has to show in the outputs.
    may_draw: whether the reference may draw random numbers, which is then looked for; False where its text
    tells that it does not.
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
    elements = elements_of_each(given)
    enough = [
        index for index, case in enumerate(given) if elements[index] >= SMALLEST and mostly_finite(case)
    ] or list(range(len(given)))
    enough.sort(key=lambda index: elements[index])
    smallest = enough[0]
    if may_draw and is_random(reference, [*given[:RANDOM_CASES], *[given[smallest]] * RANDOM_CASES]):
        return faulty("the reference draws random numbers")
    operators = operators_of(reference, given[smallest].arguments)
    first = task_from(reference, given, smallest, operators, tied, briefly, of_sizes, shown)
    if not first.fault.endswith(IGNORES_INPUTS):
        return first
    # Windows of one element each, say, have one largest place whatever the inputs are; larger inputs tell.
    others = (
        task_from(reference, given, index, operators, tied, briefly, of_sizes, shown) for index in enough[1:]
    )
    return next((task for task in others if not task.fault), first)
