"""Test cases: sets of inputs, the caller's and those derived from them, with what the reference returns on
each.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Generator, Tensor

from python_to_triton.verification.conditioning import results_of_rounded_inputs
from python_to_triton.verification.inputs import (
    BOTH_FACTORS,
    EXTREMES,
    FACTORS,
    ORDINARY,
    WITH_NAN,
    Derivation,
    derivations,
    perturbed,
    redrawn,
    with_special_replaced,
)
from python_to_triton.verification.plain_mode import PlainMode
from python_to_triton.verification.references import run_reference
from python_to_triton.verification.rounded_convolutions import reference_convolutions
from python_to_triton.verification.special_numbers import (
    PLACING,
    SORTING,
    NumberForNaN,
    SpecialNumbers,
    entries_that_depend,
)
from triton_ops.tolerance import (
    Comparison,
    EagerLoss,
    Rules,
    all_finite,
    compare,
    eager_loss,
    is_float,
    leaves,
    tensors_in,
)

# What a reference raises on inputs that it cannot take: such inputs are not a test case.
REFERENCE_ERRORS = (
    RuntimeError,
    ValueError,
    IndexError,
    TypeError,
    AssertionError,
    ArithmeticError,
    NotImplementedError,
)
# PyTorch's attention. On a CPU it checks no lengths: of fewer values than keys it reads on behind the values.
ATTENTION = "scaled_dot_product"
CONVOLUTION = "conv"  # in the names of PyTorch's operators
BOTH_LABEL = f"x{BOTH_FACTORS:g}"
LABELS_OF_BOTH = frozenset(f"x{factor:g}" for factor in FACTORS if abs(factor) >= 1.0)
MOST_CHOICES = 16  # by order, of a reference: which of them hides NaN
# Of more input channels oneDNN's transposed convolution is wrong, and writes outside its memory (torch 2.13).
LONGEST_FOR_ONEDNN = 4096
DRAWS = 8  # of redrawn and of perturbed inputs each, to see what eager loses


@dataclass(frozen=True)
class TestCase:
    """One set of inputs with the reference's results on them. The last three have the form of the outputs."""

    __test__ = False  # not a class of tests: pytest collects classes by this prefix

    label: str
    arguments: tuple
    given: bool  # by the caller; else derived from such a case
    eager: Any  # the reference at the working dtype
    exact: Any  # the reference in float64
    ties: Any  # the IndexTie of every output, or None
    scale: Any = None  # outputs of the case that it was derived from, where these have the same shapes
    shows_nan: bool = False  # NaN is to be where the references have it
    is_special: bool = False  # its inputs hold NaN or infinities
    shared: frozenset[tuple[int, int]] = frozenset()  # (output, argument) that share memory
    steps: int = 0  # of rules.Steps that it may take in the interpreter; 0 is no limit
    is_lossless: bool = False  # as all test cases of its reference: nothing may differ
    may_differ: str = ""  # the property of an answer that is wrong on it
    may_refuse: str = ""  # what an answer may refuse by an error of its own: larger sizes
    allows_tf32: bool = True  # to convolutions, as PyTorch does by default

    def additions(self) -> int:
        """How many elements of the largest argument an element of the smallest output is made of, at a large
        size; 0 at any other, where the reference's own error says what sums lose.
        """
        if not self.steps:
            return 0
        largest = max(each.numel() for each in tensors_in(self.arguments))
        return largest // max(1, min(each.numel() for each in tensors_in(self.exact)))

    def compare(self, ours: Any, perturbed_error: float | EagerLoss | tuple = 0.0) -> Comparison:
        """The outputs of an answer against the reference's."""
        by_group = not self.steps  # long sums round where they are large, and go on from there
        rules = Rules(by_group, self.shows_nan, self.scale, self.is_lossless, self.additions())
        return compare(ours, self.eager, self.exact, perturbed_error, self.ties, rules)


def loses_nothing(case: TestCase) -> bool:
    """Whether the reference's floating-point results are exact on a test case."""
    return all(
        torch.equal(eager.double().nan_to_num(), exact.double().nan_to_num())
        for eager, exact in zip(tensors_in(case.eager), tensors_in(case.exact))
    )


def on_shapes(arguments: Sequence) -> str:
    """ "on (3, 33), (33,)": the shapes of the tensors among some arguments."""
    return "on " + ", ".join(str(tuple(each.shape)) for each in arguments if isinstance(each, Tensor))


def detached(value: Any) -> Any:
    """Outputs, detached and on the CPU."""
    if isinstance(value, (tuple, list)):
        return tuple(map(detached, value))
    return value.detach().cpu() if isinstance(value, Tensor) else value


def shared_storages(outputs: Any, arguments: Sequence) -> frozenset[tuple[int, int]]:
    """(output, argument) for every output that lies in an argument's memory."""
    storages = [
        each.untyped_storage().data_ptr() if isinstance(each, Tensor) and each.numel() else None
        for each in arguments
    ]
    return frozenset(
        (index, storages.index(output.untyped_storage().data_ptr()))
        for index, output in enumerate(tensors_in(outputs))
        if output.numel() and output.untyped_storage().data_ptr() in storages
    )


def copied(arguments: Sequence) -> list:
    """Copies of the tensors among some arguments, in their memory layout; anything else as it is."""
    return [each.clone() if isinstance(each, Tensor) else each for each in arguments]


@contextlib.contextmanager
def onednn_where_right(arguments: Sequence) -> Iterator[None]:
    """Switches oneDNN off where a size is beyond LONGEST_FOR_ONEDNN."""
    set_flags = torch.backends.mkldnn.set_flags  # `flags` warns of settings that stay as they are
    longest = max([0, *(size for tensor in tensors_in(arguments) for size in tensor.shape)])
    enabled, *_ = set_flags(_fp32_precision=None)
    set_flags(_enabled=enabled and longest <= LONGEST_FOR_ONEDNN, _fp32_precision=None)
    try:
        yield
    finally:
        set_flags(_enabled=enabled, _fp32_precision=None)


@contextlib.contextmanager
def as_reference_runs(arguments: Sequence, allows_tf32: bool = True) -> Iterator[None]:
    """How PyTorch computes while a reference runs on some arguments: without gradients, and without TF32 but
    that of reference_convolutions, which has nothing to do where all tensors are vectors or matrices.
    """
    may_convolve = allows_tf32 and any(each.dim() > 2 for each in tensors_in(arguments))
    with torch.no_grad(), onednn_where_right(arguments), reference_convolutions(may_convolve):
        yield


def copies_at(arguments: Sequence, in_float64: bool) -> list:
    """Copies of the tensors among some arguments, those of floats in float64 or at their own dtype."""
    return [
        each.to(torch.float64 if in_float64 and is_float(each) else each.dtype, copy=True)
        if isinstance(each, Tensor)
        else each
        for each in arguments
    ]


def exact_results(reference: Callable, arguments: Sequence) -> Any:
    """What a reference returns in float64."""
    with as_reference_runs(arguments):
        return detached(reference(*copies_at(arguments, in_float64=True)))


def make_test_case(
    label: str, reference: Callable, arguments: tuple, given: bool = False, allows_tf32: bool = True
) -> TestCase:
    """Runs the reference on copies of the arguments, so that it cannot change them.

    Raises what the reference raises, and ValueError where its shapes differ in float64.
    """

    given_to = []

    def copies(in_float64):
        given_to[:] = copies_at(arguments, in_float64)
        return given_to

    with as_reference_runs(arguments, allows_tf32):
        results = run_reference(reference, copies)
    eager, exact = detached(results.eager), detached(results.exact)
    if [tensor.shape for tensor in tensors_in(eager)] != [tensor.shape for tensor in tensors_in(exact)]:
        raise ValueError("another shape in float64 than at the working dtype")
    shared = shared_storages(results.exact, given_to)
    return TestCase(
        label, arguments, given, eager, exact, results.ties, shared=shared, allows_tf32=allows_tf32
    )


def mostly_finite(case: TestCase) -> bool:
    """Whether at least half of the entries of every floating-point output are finite."""
    pairs = zip(tensors_in(case.eager), tensors_in(case.exact))
    return all(
        all_finite(eager - exact) or (eager.isfinite() & exact.isfinite()).double().mean() >= 0.5
        for eager, exact in pairs
        if eager.is_floating_point() and eager.numel()
    )


def returns_open_indices(case: TestCase) -> bool:
    """Whether an output holds indices, which equal elements make ambiguous, and has no IndexTie. Truths are
    no indices.
    """
    return any(
        not is_float(output) and output.dtype != torch.bool and tie is None
        for output, tie in zip(leaves(case.eager), leaves(case.ties))
    )


def agrees_on_special_numbers(case: TestCase) -> bool:
    """Whether the reference has NaN and each infinity in the same places at its dtype and in float64."""
    pairs = zip(tensors_in(case.eager), tensors_in(case.exact))
    return all(
        bool((eager.isnan() == exact.isnan()).all()) and bool((eager.isinf() == exact.isinf()).all())
        for eager, exact in pairs
        if eager.is_floating_point()
    )


def casts_beyond_range(case: TestCase) -> bool:
    """Whether an integer result is what a cast gives for a number that is too large: PyTorch does not say
    which.
    """
    return any(
        bool((output == torch.iinfo(output.dtype).min).any())
        for output in tensors_in(case.eager)
        if not output.is_floating_point() and output.dtype not in (torch.bool, torch.uint8)
    )


def case_derived_by(derivation: Derivation, reference: Callable, case: TestCase) -> TestCase | None:
    """One test case made from one of the caller's, or None where the reference does not take it.

    Every argument is changed or, where the reference does not take that, the first tensor of floats alone.
    """
    first = next((index for index, each in enumerate(case.arguments) if is_float(each)), -1)
    change, changes = derivation.change, derivation.changes
    everywhere = [index for index, each in enumerate(case.arguments) if changes(each)]
    for changed in (everywhere, [first]):
        arguments = tuple(
            change(each, changed.index(index)) if index in changed else each
            for index, each in enumerate(case.arguments)
        )
        with contextlib.suppress(*REFERENCE_ERRORS):  # outside its domain: nothing to compare with
            derived = make_test_case(f"{case.label} {derivation.label}", reference, arguments)
            if casts_beyond_range(derived):
                continue
            if agrees_on_special_numbers(derived) if derivation.special else mostly_finite(derived):
                return derived
    return None


def results_for(reference: Callable, arguments: Sequence, number: float, in_float64: bool) -> tuple | None:
    """The outputs of a reference for a number in the place of special ones, None where it raises."""
    replaced = [with_special_replaced(each, number) for each in arguments]
    with contextlib.suppress(*REFERENCE_ERRORS), torch.no_grad():
        outputs = reference(
            *(each.double() if in_float64 and is_float(each) else each for each in copied(replaced))
        )
        return tuple(tensors_in(detached(outputs)))
    return None


def results_of_choices(reference: Callable, arguments: Sequence, number: float) -> Iterator[tuple]:
    """The outputs of a reference one of whose choices by order takes NaN for a number; of each choice."""
    for place in range(MOST_CHOICES):
        choice = NumberForNaN(place, number)
        with contextlib.suppress(*REFERENCE_ERRORS), torch.no_grad(), choice:
            outputs = reference(*copied(arguments))
            if choice.left < 0:
                yield tuple(tensors_in(detached(outputs)))
        if choice.left >= 0:
            return


def special_numbers(reference: Callable, case: TestCase) -> SpecialNumbers:
    """What a reference gives for other numbers in the place of the special ones of a test case."""
    results = [results_for(reference, case.arguments, number, True) for number in ORDINARY]
    hidden = []
    if any(each.isnan().any() for each in case.arguments if is_float(each)):
        hidden = [results_for(reference, case.arguments, number, False) for number in EXTREMES]
        for number in EXTREMES:
            hidden += results_of_choices(reference, case.arguments, number)
    results = [each for each in results if each is not None] or [tuple(tensors_in(case.exact))]
    return SpecialNumbers(entries_that_depend(results), tuple(each for each in hidden if each is not None))


def largest_finite(value: Tensor) -> float:
    """max|x| over the finite elements of a tensor, 0 of none."""
    return value.detach().double().abs().nan_to_num(0.0, 0.0, 0.0).amax().item() if value.numel() else 0.0


class LargestNumber(PlainMode):
    """Records the largest finite magnitude among an operator's arguments and results while it lasts. A tensor
    without data, by which a reference checks its shapes, has none.
    """

    def __init__(self):
        super().__init__()
        self.number = 0.0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        floats = [each for each in tensors_in((args, result)) if is_float(each) and not each.is_meta]
        self.number = max([self.number, *map(largest_finite, floats)])
        return result


def largest_number(
    reference: Callable, case: TestCase, operators: frozenset[str], in_float64: bool = False
) -> float:
    """The largest finite magnitude that a reference, which calls `operators` of PyTorch, computes with on a
    test case. The scores inside of PyTorch's attention are taken to be as large as products.
    """
    recorder = LargestNumber()
    with torch.no_grad(), recorder:
        reference(*(copies_at(case.arguments, True) if in_float64 else copied(case.arguments)))
    attends = any(ATTENTION in name for name in operators)
    return recorder.number * (recorder.number if attends else 1.0)


def exceeds_range(reference: Callable, case: TestCase, operators: frozenset[str]) -> bool:
    """Whether a reference computes, in float64, with numbers for which its arguments' dtypes, and float32,
    have no room: products of products of a row at 1e12. Where such a number comes, and whether what follows
    from it is infinite, NaN or a number, depends on the order of the operations.
    """
    dtypes = [torch.float32, *(each.dtype for each in case.arguments if is_float(each))]
    most = max(torch.finfo(dtype).max for dtype in dtypes)
    return largest_number(reference, case, operators, in_float64=True) > most


def shapes_of(results: Any) -> list[torch.Size]:
    """The shapes of all outputs."""
    return [each.shape for each in tensors_in(results)]


def results_at_most(reference: Callable, case: TestCase, smaller: TestCase) -> Any:
    """The exact results of a test case with arguments brought down to 1 where they are smaller on another, or
    to what they are there.

    They tell how large the numbers of a computation are on smaller inputs. exp(x) - 1 is small where x is,
    and the numbers that it comes from are not: they are as those for an x of 1, and not of 10.
    """
    arguments = copied(case.arguments)
    for index, each in enumerate(arguments):
        if is_float(each):
            most = max(1.0, largest_finite(smaller.arguments[index]))
            arguments[index] = each.double() * (most / max(most, largest_finite(each)))
    with contextlib.suppress(*REFERENCE_ERRORS), torch.no_grad():
        results = detached(reference(*arguments))
        if shapes_of(results) == shapes_of(case.exact):
            return results
    return case.exact


def stands_for_both(case: TestCase, derived: TestCase) -> bool:
    """Whether a case of other magnitude and sign needs no two for these: all tensors of floats are changed,
    and all results are numbers.
    """
    changed = all(new is not old for old, new in zip(case.arguments, derived.arguments) if is_float(old))
    results = [*tensors_in(derived.eager), *tensors_in(derived.exact)]
    return changed and all(bool(each.isfinite().all()) for each in results)


def derived_cases(reference: Callable, case: TestCase, operators: frozenset[str]) -> Iterator[TestCase]:
    """Test cases made from one of the caller's: other data, magnitudes and signs, and special numbers,
    wherever the reference, which calls `operators` of PyTorch, takes them.
    """
    open_indices = returns_open_indices(case)
    left_out = set()
    for derivation in derivations(Generator().manual_seed(0)):
        if derivation.label in left_out:
            continue
        if open_indices and "zeros" in derivation.label:
            continue  # all elements are equal, and PyTorch does not say which one it names
        if derivation.label == WITH_NAN and not SORTING.isdisjoint(operators):
            continue
        if derivation.special and not PLACING.isdisjoint(operators):
            continue
        derived = case_derived_by(derivation, reference, case)
        if derivation.label == BOTH_LABEL:
            if derived is None or not stands_for_both(case, derived):
                continue
            left_out = LABELS_OF_BOTH
        if derived is None:
            continue
        scale = case.exact if shapes_of(derived.exact) == shapes_of(case.exact) else None
        if scale is not None and derivation.shrinks:
            scale = results_at_most(reference, case, derived)
        yield replace(derived, scale=scale, is_special=derivation.special)


def worst_error(draws: Sequence[tuple], by_group: bool) -> float | EagerLoss | tuple:
    """What eager loses on inputs like these, in the form of the outputs; `draws` are (eager, exact)."""
    if draws and isinstance(draws[0][0], (tuple, list)):
        outputs = range(len(draws[0][0]))
        return tuple(worst_error([(e[index], x[index]) for e, x in draws], by_group) for index in outputs)
    return eager_loss(draws, by_group)


def case_without_tf32(reference: Callable, case: TestCase, operators: frozenset[str]) -> TestCase | None:
    """The test case as it is for a user who allows convolutions no TF32; None where there are none of float32
    among the `operators` of PyTorch that the reference calls.
    """
    if not any(CONVOLUTION in name for name in operators):
        return None
    if not any(each.dtype == torch.float32 for each in tensors_in(case.arguments)):
        return None
    return make_test_case(f"{case.label} without TF32", reference, case.arguments, allows_tf32=False)


def perturbed_eager_error(
    reference: Callable, case: TestCase, by_group: bool = False, most: int | None = None
) -> float | EagerLoss | tuple:
    """What eager loses on inputs like a test case's, in the form of its outputs: its worst on several draws.

    An output of few elements, or one that cancels, can be exact by chance: the tolerance would then refuse a
    correct answer. Some of the draws are redrawn inputs. Others are the case's own moved a little, which are
    as ill-conditioned as those, but rounded otherwise. The last are what rounding the inputs does to the
    exact results (conditioning.py).

    most: of the draws the first so many alone, whose worst is at most that of all.
    """
    generator = Generator().manual_seed(1)
    draws = []
    for draw in (DRAWS * (redrawn, perturbed))[:most]:
        with contextlib.suppress(*REFERENCE_ERRORS):  # a draw outside the reference's domain is skipped
            arguments = tuple(draw(each, generator) for each in case.arguments)
            drawn = make_test_case("", reference, arguments, allows_tf32=case.allows_tf32)
            draws.append((drawn.eager, drawn.exact))
    if most is not None:
        return worst_error(draws, by_group)
    in_float64 = lambda arguments: exact_results(reference, arguments)
    rounded = results_of_rounded_inputs(in_float64, case.arguments, case.exact, REFERENCE_ERRORS, DRAWS)
    draws += [(each, case.exact) for each in rounded]
    return worst_error(draws, by_group)
