"""Test cases with other integers and other numbers than the caller gave, wherever the reference takes them.

Whether integers are positions, labels, lengths or plain numbers is found by trying: PyTorch raises for a
position or a label out of range.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from python_to_triton.verification.test_cases import (
    REFERENCE_ERRORS,
    TestCase,
    make_test_case,
    mostly_finite,
)
from triton_ops.tolerance import is_float, tensors_in

IGNORED = (-100, -1)  # labels that count for nothing, by default and often; -1 is also the last position
# Of the properties of an answer to a prompt: F.cross_entropy ignores labels of -100 unasked, and the answers
# that a model learns from do not.
NOT_IGNORED = "labels of -100 are not ignored"
BEYOND_SIZES = 1 << 12  # positions, labels and sizes are smaller, or the shape of the result tells
OTHER_FRACTION = 0.25  # in the place of a number that is 0
# Added to four integers in a row: each is equal to one beside it or larger by 1, which float32 does not see.
NEIGHBOURS = (0, 1, 1, 0)


def is_integers(value: Any) -> bool:
    """Whether a value is a tensor of integers, and not of booleans."""
    return (
        isinstance(value, Tensor) and not is_float(value) and value.dtype != torch.bool and value.numel() > 0
    )


def with_integers(value: Tensor, numbers: Sequence[int], step: int) -> Tensor:
    """Of every `step` elements the first ones exchanged for `numbers`; a sorted tensor stays sorted."""
    changed = value.clone(memory_format=torch.contiguous_format)
    flat = changed.reshape(-1)
    was_sorted = flat.numel() > 2 and bool((flat[1:] >= flat[:-1]).all())
    for place, number in enumerate(numbers):
        flat[place::step] = number
    return flat.sort().values.reshape(value.shape) if was_sorted else changed


def of_all_sizes(value: Tensor, negative: bool, turn: int) -> Tensor:
    """Integers that grow by equal factors up to a quarter of the dtype's range, four neighbours of each size;
    half or all of them negative. turn: by how many places the neighbours are turned, so that those of
    several arguments differ too.
    """
    bits = torch.iinfo(value.dtype).bits - 2
    sizes = -(-value.numel() // len(NEIGHBOURS))
    exponents = torch.linspace(0, bits - 1, sizes, dtype=torch.float64)
    magnitudes = torch.pow(2.0, exponents).to(torch.int64) | 1
    signs = torch.ones_like(magnitudes)
    if value.dtype != torch.uint8:
        signs[:: 1 if negative else 2] = -1
    near = torch.tensor(NEIGHBOURS).roll(turn)
    numbers = (signs * magnitudes)[:, None] + near
    return numbers.reshape(-1)[: value.numel()].to(value.dtype).reshape(value.shape)


class IntegerCases:
    """Makes the test cases of one reference from one of its own."""

    def __init__(self, reference: Callable, case: TestCase, of_prompt: bool):
        self.reference = reference
        self.case = case
        self.of_prompt = of_prompt

    def changed(self, label: str, change: Callable[[Tensor], Tensor]) -> TestCase | None:
        """The case with all tensors of integers changed; None where the reference does not take it."""
        return self.with_arguments(
            label, [change(each) if is_integers(each) else each for each in self.case.arguments]
        )

    def with_arguments(self, label: str, arguments: Sequence) -> TestCase | None:
        """The case with other arguments; None where the reference does not take them."""
        with contextlib.suppress(*REFERENCE_ERRORS):
            found = make_test_case(f"{self.case.label} {label}", self.reference, tuple(arguments))
            if mostly_finite(found):
                return found
        return None

    def at_the_edges(self) -> TestCase | None:
        """With 0 and the largest number that the reference takes as a length, a position or a label."""
        sizes = {size for tensor in tensors_in(self.case.arguments) for size in tensor.shape}
        for size in sorted(sizes, reverse=True):
            for last in (size, size - 1):
                found = self.changed(
                    f"with 0 and {last}", lambda x, last=last: with_integers(x, (0, last), 3)
                )
                if found:
                    return found
        return None

    def ignored(self) -> TestCase | None:
        """With labels that count for nothing."""
        for number in IGNORED:
            found = self.changed(
                f"with labels of {number}", lambda x, number=number: with_integers(x, (number,), 4)
            )
            if found:
                is_unasked = number == IGNORED[0] and self.of_prompt
                return replace(found, may_differ=NOT_IGNORED if is_unasked else "")
        return None

    def takes_any_integers(self) -> bool:
        """Whether integers are plain numbers to the reference."""
        found = self.changed(
            "", lambda x: with_integers(x, (min(BEYOND_SIZES, torch.iinfo(x.dtype).max),), 2)
        )
        shapes = [tensor.shape for tensor in tensors_in(self.case.eager)]
        return found is not None and [tensor.shape for tensor in tensors_in(found.eager)] == shapes

    def of_tensors(self) -> Iterator[TestCase | None]:
        """The cases with other integers in tensors."""
        if not any(map(is_integers, self.case.arguments)):
            return
        yield self.at_the_edges()
        yield self.ignored()
        if self.takes_any_integers():
            for label, negative in (("with integers of all sizes", False), ("with negative integers", True)):
                turns = itertools.count()
                yield self.changed(
                    label, lambda x, negative=negative, turns=turns: of_all_sizes(x, negative, next(turns))
                )

    def of_numbers(self) -> Iterator[TestCase | None]:
        """The cases with other numbers beside the tensors: all changed or, where the reference does not take
        that, one after the other.
        """
        arguments = self.case.arguments
        other = [changed_number(each) for each in arguments]
        places = [place for place, each in enumerate(arguments) if other[place] is not each]
        if not places:
            return
        together = self.with_arguments("with other numbers", other)
        yield together
        for place in places if together is None else ():
            alone = [*arguments[:place], other[place], *arguments[place + 1 :]]
            yield self.with_arguments(f"with {other[place]} as argument {place}", alone)


def changed_number(value: Any) -> Any:
    """Another number of the kind; a fraction and anything else as it is."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float) and value == 0.0:
        return OTHER_FRACTION
    return value


def integer_cases(reference: Callable, case: TestCase, repeats: bool, of_prompt: bool) -> list[TestCase]:
    """The test cases of other integers and numbers. repeats: a position may occur twice. of_prompt: the
    reference is a prompt's, whose answers need not ignore labels of -100.
    """
    maker = IntegerCases(reference, case, of_prompt)
    found = [*(maker.of_tensors() if repeats else ()), *maker.of_numbers()]
    return [each for each in found if each is not None]
