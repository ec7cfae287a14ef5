"""Test cases at sizes and memory layouts that the caller did not give.

Which axes of the arguments share a size is found by trying: sizes that differ somewhere in the caller's
inputs are different ones; those that never differ are parted where the reference takes it. Each size then
grows: all of them to ragged sizes at once, and one after the other beyond any block, the others small.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import torch
from torch import Generator, Tensor

from python_to_triton.verification.plain_mode import PlainMode
from python_to_triton.verification.test_cases import (
    ATTENTION,
    REFERENCE_ERRORS,
    TestCase,
    copied,
    make_test_case,
    mostly_finite,
    on_shapes,
)
from triton_ops.tolerance import is_float, tensors_in

FIXED_SIZES = 8  # smaller sizes are often meant, where one set of sizes is given: three colours, a window
LARGE_SIZE = 20480  # beyond blocks of 16,384, and a multiple of smaller ones
LARGE_SQUARE = 640  # the same where the reference's values grow with the square of a size
KEYS = 272  # of attention: beyond blocks of 256
KEYS_STEPS = 128  # of rules.Steps: programs for some queries, first and last ones
LARGE_VALUES = 1 << 19  # elements of the reference's largest value at a large size
LARGE_STEPS = 256  # of rules.Steps, of all large cases together: beyond them one is given up
LARGE_STEPS_HALF = 16384  # the same in half precision: the error of a sum shows after many additions
MOST_VALUES = 1 << 24  # of it, beyond which there is no large case: a result of a fixed size is many elements
MANY_ELEMENTS = 1 << 14  # of arguments whose sizes all change at once
MANY_RESULTS = 1 << 20  # elements of the results there
LARGE_HALF = 0.7  # of all elements in half precision: adding it up there errs in one direction

NOT_CONTIGUOUS = "arguments that are not contiguous"
OTHER_SMALL_SIZES = "other small sizes"
LARGER_SIZES = "larger sizes"
LAYOUT_WORDS = (
    "is_contiguous",
    "stride",
)  # an answer with one of these does not rely on contiguous arguments

# Operators for which an index that occurs twice has no defined result.
SCATTERING = frozenset("scatter index_put index_copy scatter_reduce index_fill".split())
# Operators that take fewer indices than elements: sizes that are equal are meant to be.
GATHERING = frozenset("gather take_along_dim scatter scatter_add index_add".split())

Axis = tuple[int, int]  # (argument, dimension)


@dataclass(frozen=True)
class Size:
    """The axes that have one size."""

    axes: tuple[Axis, ...]
    size: int  # in the case that others are made from


def is_permutation(value: Tensor) -> bool:
    """Whether a tensor of integers holds no value twice."""
    return value.numel() > 1 and value.unique().numel() == value.numel()


def resized(value: Tensor, shape: Sequence[int], generator: Generator) -> Tensor:
    """A tensor of another shape, filled with its own values; sorted if it was."""
    drawn = value.reshape(-1)[torch.randint(value.numel(), (math.prod(shape),), generator=generator)]
    flat = value.reshape(-1)
    if not is_float(value) and value.dtype != torch.bool and bool((flat[1:] >= flat[:-1]).all()):
        drawn = drawn.sort().values
    return drawn.reshape(shape)


def larger_small_size(size: int) -> int:
    """Twice a power of two, which a block may have for its size; of others two more: a window stays odd."""
    return 2 * size if size & (size - 1) == 0 else size + 2


class SizeFinder:
    """The sizes of a reference's arguments, and its arguments at other ones."""

    def __init__(
        self, reference: Callable, case: TestCase, given: Sequence[TestCase], operators: frozenset[str]
    ):
        self.reference = reference
        self.case = case
        self.given = given
        self.operators = operators
        self.arguments = case.arguments
        self.generator = Generator().manual_seed(2)

    def may_grow(self, argument: Tensor) -> bool:
        """Whether a tensor may be drawn anew at another size."""
        if is_float(argument) or argument.dtype == torch.bool:
            return True
        return SCATTERING.isdisjoint(self.operators) and not is_permutation(argument)

    def at(self, axes: dict[Axis, int]) -> tuple:
        """The arguments with other sizes of some axes."""
        found = []
        for number, value in enumerate(self.arguments):
            wanted = {dim: size for (place, dim), size in axes.items() if place == number}
            if wanted:
                shape = [wanted.get(dim, size) for dim, size in enumerate(value.shape)]
                value = resized(value, shape, self.generator)
            found.append(value)
        return tuple(found)

    def takes(self, axes: dict[Axis, int]) -> bool:
        """Whether the reference takes other sizes of these axes."""
        try:
            with torch.no_grad():
                self.reference(*self.at(axes))
        except REFERENCE_ERRORS:
            return False
        return True

    def classes(self, fixed: bool = False) -> list[list[Axis]]:
        """The axes that may grow, those together that have one size in all of the caller's inputs. fixed:
        those of small sizes that never differ, instead of all others.
        """
        shapes = [[x.shape if isinstance(x, Tensor) else () for x in case.arguments] for case in self.given]
        several = any(each != shapes[0] for each in shapes)
        alike = all([len(x) for x in each] == [len(x) for x in shapes[0]] for each in shapes)
        found = {}
        for number, value in enumerate(self.arguments):
            if not isinstance(value, Tensor) or not value.numel():
                continue
            for dim, size in enumerate(value.shape):
                sizes = tuple(each[number][dim] for each in shapes) if alike else (size,)
                is_fixed = len(set(sizes)) == 1 if several and alike else size < FIXED_SIZES
                is_only_row = not several and (number, dim) == (0, 0)
                if size > 1 and fixed == (is_fixed and not is_only_row):
                    found.setdefault(sizes, []).append((number, dim))
        grows = lambda axis: self.may_grow(self.arguments[axis[0]])
        return [axes for axes in found.values() if all(map(grows, axes))]

    def parted(self, axes: list[Axis]) -> list[tuple[Axis, ...]]:
        """Axes of one size in the smallest groups that the reference lets grow alone."""
        groups = []
        left = list(axes)
        size = self.arguments[axes[0][0]].shape[axes[0][1]]
        for count in range(1, min(3, len(axes))):
            for group in itertools.combinations(axes, count):
                if set(group) <= set(left) and self.takes(dict.fromkeys(group, size + size // 2 + 1)):
                    groups.append(group)
                    left = [axis for axis in left if axis not in group]
        return groups + ([tuple(left)] if left else [])

    def attends(self) -> bool:
        """Whether the reference calls PyTorch's attention."""
        return any(ATTENTION in name for name in self.operators)

    def sizes(self, tied: bool) -> list[Size]:
        """The sizes that may change. tied: those that never differ in the caller's inputs are one."""
        tied = tied or self.attends() or not GATHERING.isdisjoint(self.operators)
        found = []
        for axes in self.classes():
            for group in [tuple(axes)] if tied or len(axes) == 1 else self.parted(axes):
                argument, dim = group[0]
                found.append(Size(group, self.arguments[argument].shape[dim]))
        return found

    def fixed_sizes(self) -> list[Size]:
        """The small sizes that never differ, of which the reference takes others and reads all elements: a
        window's, and not that of four corners that it names.
        """
        found = []
        for axes in self.classes(fixed=True):
            for group in self.parted(axes):
                argument, dim = group[0]
                size = Size(group, self.arguments[argument].shape[dim])
                if size.size < FIXED_SIZES and self.reads_all(size):
                    found.append(size)
        return found

    def reads_all(self, size: Size) -> bool:
        """Whether the reference takes a larger size, and what it returns hangs on the elements beyond."""
        larger = larger_small_size(size.size)
        arguments = self.at(dict.fromkeys(size.axes, larger))
        others = copied(arguments)
        for argument, dim in size.axes:
            beyond = others[argument].narrow(dim, size.size, larger - size.size)
            beyond.copy_(beyond.flip(dim) + 1 if is_float(beyond) else beyond.flip(dim))
        with contextlib.suppress(*REFERENCE_ERRORS), torch.no_grad():
            results = [tensors_in(self.reference(*each)) for each in (copied(arguments), others)]
            return not all(map(torch.equal, *results))
        return False

    def largest_given(self, size: Size) -> int:
        """The largest that a size is in the caller's inputs."""
        argument, dim = size.axes[0]
        shapes = [case.arguments[argument].shape for case in self.given]
        return max(shape[dim] for shape in shapes if dim < len(shape))

    def case_at(self, axes: dict[Axis, int], change: Callable = lambda value: value) -> TestCase | None:
        """The test case with these sizes; None where the reference does not take them."""
        arguments = tuple(change(value) for value in self.at(axes))
        with contextlib.suppress(*REFERENCE_ERRORS):
            case = make_test_case(on_shapes(arguments), self.reference, arguments)
            if mostly_finite(case):
                return case
        return None


def ragged(size: int, number: int) -> int:
    """Half as large again and more, another for every number."""
    return size + size // 2 + 1 + 2 * number


def elements(arguments: Sequence) -> int:
    """Of all tensors among some arguments."""
    return sum(tensor.numel() for tensor in tensors_in(arguments))


def case_at_other_sizes(finder: SizeFinder, sizes: Sequence[Size]) -> TestCase | None:
    """A test case at other sizes, or at multiples, which whatever divided them divides; sizes that were equal
    are not.

    All sizes change at once or, where the reference does not take that, or they would be many, one. None
    where it takes no other.
    """
    odd = any(
        size > 1 and size % 2
        for case in finder.given
        for tensor in tensors_in(case.arguments)
        for size in tensor.shape[1:]
    )
    together = [
        {axis: ragged(size.size, number) for number, size in enumerate(sizes) for axis in size.axes},
        {
            axis: (2 + sum(other.size == size.size for other in sizes[:number])) * size.size
            for number, size in enumerate(sizes)
            for axis in size.axes
        },
    ]
    alone = [dict.fromkeys(size.axes, new) for size in sizes for new in (ragged(size.size, 0), 2 * size.size)]
    together = together[::-1] if odd and len(finder.given) > 1 else together
    for axes in (*together, *alone):
        found = finder.case_at(axes) if axes and elements(finder.at(axes)) <= MANY_ELEMENTS else None
        if found and elements((found.eager,)) <= MANY_RESULTS:
            return found
    return None


def case_at_other_small_sizes(finder: SizeFinder) -> TestCase | None:
    """A test case at other sizes of those that are small and never differ: all of them or, where the
    reference does not take that, one.
    """
    sizes = finder.fixed_sizes()
    alone = [dict.fromkeys(size.axes, larger_small_size(size.size)) for size in sizes]
    together = {axis: new for axes in alone for axis, new in axes.items()}
    for axes in (together, *alone):
        found = finder.case_at(axes) if axes and elements(finder.at(axes)) <= MANY_ELEMENTS else None
        if found:
            return replace(found, may_refuse=OTHER_SMALL_SIZES)
    return None


def is_half(value) -> bool:
    """Whether a value is a tensor of half precision."""
    return is_float(value) and value.dtype in (torch.float16, torch.bfloat16)


@functools.lru_cache(maxsize=4)
def rising(count: int, dtype: torch.dtype, device: torch.device) -> Tensor:
    """(count,): numbers from 1e-4 to 1."""
    return torch.linspace(0.1, 1.0, count, dtype=dtype, device=device).pow_(4)


def for_large_sizes(value):
    """Floating-point numbers whose magnitudes rise along memory, so that the largest are where a block that
    is too short does not reach; in half precision one number everywhere. Anything else as it is.
    """
    if is_half(value):
        return torch.full_like(value, LARGE_HALF)
    if not is_float(value):
        return value
    return value * rising(value.numel(), value.dtype, value.device).reshape(value.shape)


class LargestValue(PlainMode):
    """Records the number of elements of the largest result of an operator while it lasts."""

    def __init__(self):
        super().__init__()
        self.elements = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is torch.ops.aten.convolution.default:  # tenths of a second, and only its size is asked for
            meta = func(*(x.to("meta") if isinstance(x, Tensor) else x for x in args))
            result = args[0].new_zeros(meta.shape)
        else:
            result = func(*args, **(kwargs or {}))
        self.elements = max([self.elements, *(tensor.numel() for tensor in tensors_in(result))])
        return result


def largest_value(finder: SizeFinder, axes: dict[Axis, int]) -> int:
    """Elements of the largest value that the reference computes at these sizes; 0 where it takes them not."""
    recorder = LargestValue()
    with contextlib.suppress(*REFERENCE_ERRORS), torch.no_grad(), recorder:
        finder.reference(*finder.at(axes))
        return recorder.elements
    return 0


def largest_size(finder: SizeFinder, axes: Sequence[Axis], others: dict[Axis, int]) -> int:
    """How large a size is to become, 0 where the reference takes no larger one: LARGE_SIZE, or LARGE_SQUARE
    where values grow with its square.
    """
    half, whole = (
        largest_value(finder, others | dict.fromkeys(axes, size))
        for size in (LARGE_SQUARE // 2, LARGE_SQUARE)
    )
    if not half or not whole or whole > MOST_VALUES:
        return 0
    is_square = whole > 3 * half or finder.attends()  # whose products of two lengths nothing shows
    too_much = whole * LARGE_SIZE // LARGE_SQUARE > LARGE_VALUES
    return LARGE_SQUARE if is_square or too_much else LARGE_SIZE


def large_case(finder: SizeFinder, sizes: Sequence[Size], size: Size) -> TestCase | None:
    """A test case in which one size is larger than any block, of one row where there were several."""
    one_row = {axis: 1 for other in sizes if other != size and (0, 0) in other.axes for axis in other.axes}
    for others in (one_row, {}):
        large = largest_size(finder, size.axes, others)
        axes = others | dict.fromkeys(size.axes, large)
        case = finder.case_at(axes, for_large_sizes) if large else None
        if case:
            return case
    return None


def axes_of_lengths(finder: SizeFinder, sizes: Sequence[Size]) -> list[Axis]:
    """The axes of the sizes whose product attention computes scores for; none where it is not attention."""
    ranks = [each.dim() if isinstance(each, Tensor) else 0 for each in finder.arguments]
    if finder.attends():  # in one operator, whose scores nothing shows
        lengths = [size for size in sizes if all(dim == ranks[number] - 2 for number, dim in size.axes)]
        return [axis for size in lengths for axis in size.axes]
    if not any("softmax" in name for name in finder.operators):
        return []
    for pair in itertools.combinations_with_replacement(sizes, 2):
        axes = sorted({axis for size in pair for axis in size.axes})
        if len({number for number, _ in axes}) < len(axes):
            continue  # an argument of both sizes grows with their product itself
        half, whole = (largest_value(finder, dict.fromkeys(axes, size)) for size in (KEYS // 4, KEYS // 2))
        if half and whole > 3 * half:
            return axes
    return []


def case_of_keys(finder: SizeFinder, sizes: Sequence[Size]) -> TestCase | None:
    """A test case of attention over KEYS keys, of one head where the reference takes that; None of any other
    reference.
    """
    axes = dict.fromkeys(axes_of_lengths(finder, sizes), KEYS)
    one_head = {
        (number, dim): 1
        for number, value in enumerate(finder.arguments)
        if isinstance(value, Tensor)
        for dim in range(value.dim() - 2)
    }
    for others in (one_head, {}):
        case = finder.case_at(others | axes) if axes else None
        if case:
            return replace(case, steps=KEYS_STEPS)
    return None


def large_cases(finder: SizeFinder, sizes: Sequence[Size]) -> list[TestCase]:
    """Test cases for every size that is larger than a window or a number of colours."""
    found = [
        large_case(finder, sizes, size)
        for size in sizes
        if finder.largest_given(size) >= FIXED_SIZES or (0, 0) in size.axes
    ]
    cases = [case for case in found if case]
    most = LARGE_STEPS_HALF if any(map(is_half, finder.arguments)) else LARGE_STEPS
    cases = [replace(case, steps=most // len(cases)) for case in cases]
    of_keys = case_of_keys(finder, sizes)
    return [replace(case, may_refuse=LARGER_SIZES) for case in [*cases, *filter(None, [of_keys])]]


def turned_in_memory(value):
    """A tensor with its last two dimensions exchanged in memory, a vector in steps of two."""
    if not isinstance(value, Tensor) or value.numel() < 2:
        return value
    if value.dim() == 1:
        return torch.stack((value, value), 1)[:, 0]
    return value.transpose(-1, -2).contiguous().transpose(-1, -2)


def case_in_other_layout(reference: Callable, case: TestCase) -> TestCase | None:
    """The test case with arguments that are not contiguous; None where they cannot be, or are not taken.

    Vectors stay: codegen hands arguments to an answer contiguous, and many answers rely on it for vectors.
    """
    arguments = tuple(
        turned_in_memory(each) if isinstance(each, Tensor) and each.dim() > 1 else each
        for each in case.arguments
    )
    if all(not isinstance(each, Tensor) or each.is_contiguous() for each in arguments):
        return None
    with contextlib.suppress(*REFERENCE_ERRORS):
        other = make_test_case(f"{case.label} turned in memory", reference, arguments)
        return replace(other, may_refuse=NOT_CONTIGUOUS)
    return None
