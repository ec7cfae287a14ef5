"""Test inputs derived from the caller's: other data, sizes, magnitudes and signs, within the same domain."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Generator, Tensor

from triton_ops.tolerance import is_float

WITH_NAN = "with NaN"
# Added to a row: of all tensors, or in turns with the other sign, so that their products are negative; at
# most a quarter of the largest number of the dtype
LEVELS = ((1e4, -1.0), (-1e4, 1.0), (1e12, 1.0), (-1e12, -1.0))
BOTH_FACTORS = -3.0  # where the reference takes it, in the place of the next
FACTORS = (3.0, -1.0, 0.01)
MAGNITUDES = ((1e-8, 1.0), (1.0, 1e5), (1e5, 1e9))
# (label, (where, as a share of all elements; the number), ...)
SPECIAL_NUMBERS = (
    (WITH_NAN, (0.6, math.nan)),
    ("with zeros of both signs", (0.2, 0.0), (0.7, -0.0)),
    ("with infinities", (0.3, math.inf), (0.8, -math.inf)),
)
ORDINARY = (0.0, 100.0, -100.0)  # in the place of special numbers: what depends on them differs
EXTREMES = (0.0, math.inf, -math.inf)  # what a function that hides NaN takes it for
FRACTION = 0.75  # of a number, which stays a fraction if it was one


def is_tensor_or_fraction(value: Any) -> bool:
    """Whether a value may be redrawn: a tensor or a fraction. Integers are sizes and dimensions."""
    return isinstance(value, (Tensor, float))


def is_float_or_mask(value: Any) -> bool:
    """Whether a value is a tensor of floating-point numbers or of booleans."""
    return is_float(value) or isinstance(value, Tensor) and value.dtype == torch.bool


def redrawn(value: Any, generator: Generator) -> Any:
    """Other data of the same kind: drawn with replacement from the tensor's own values, so that its domain is
    kept.

    A fraction is a number still smaller, and a constant mask one that is not: an answer
    may have ignored them. Integers are often positions that must differ along some dimension. A matrix of
    them has its rows and columns permuted as wholes, which keeps that; a vector whose elements all differ is
    permuted, and a sorted one stays sorted.
    """
    if isinstance(value, float):
        return value * FRACTION
    if not isinstance(value, Tensor) or value.numel() < 2:
        return value
    if value.dtype == torch.bool and (value.all() or not value.any()):
        return (torch.rand(value.shape, generator=generator) < 0.5).to(value.device)
    is_integer = not value.is_floating_point() and value.dtype != torch.bool
    if is_integer and value.dim() > 1:
        rows = torch.randperm(value.shape[0], generator=generator).to(value.device)
        columns = torch.randperm(value.shape[-1], generator=generator).to(value.device)
        return value[rows][..., columns]
    flat = value.reshape(-1)
    if is_integer and flat.unique().numel() == flat.numel():
        order = torch.randperm(flat.numel(), generator=generator)
    else:
        order = torch.randint(flat.numel(), (flat.numel(),), generator=generator)
    drawn = flat[order.to(flat.device)]
    if is_integer and bool((flat[1:] >= flat[:-1]).all()):
        drawn = drawn.sort().values
    return drawn.reshape(value.shape)


def with_row(value: Tensor, row: Callable[[Tensor], Tensor]) -> Tensor:
    """The first row along the first dimension exchanged for `row` of it."""
    if value.dim() == 0 or value.numel() == 0:
        return value
    changed = value.clone(memory_format=torch.contiguous_format)
    changed[0] = row(changed[0])
    return changed


def in_halves(value: Tensor) -> Tensor:
    """Rounded to halves, within the tensor's own range, and no zero negative.

    There functions have their steps, and elements are equal.
    """
    if not value.numel():
        return value
    return ((2 * value).round() / 2).clamp(value.min(), value.max()) + 0.0


def zeros_of_both_signs(value: Tensor) -> Tensor:
    """Zeros, of floating-point numbers every second one negative: 1/x and atan2 tell them apart."""
    zeros = torch.zeros_like(value, memory_format=torch.contiguous_format)
    if is_float(value):
        zeros.reshape(-1)[1::2] = -0.0
    return zeros


def with_numbers_at(value: Tensor, *placed: tuple[float, float]) -> Tensor:
    """A contiguous copy with some elements exchanged; `placed` are (place as a share of all, number)."""
    changed = value.clone(memory_format=torch.contiguous_format)
    flat = changed.reshape(-1)
    for share, number in placed:
        if flat.numel():
            flat[int(share * flat.numel())] = number
    return changed


def with_special_replaced(value: Any, number: float) -> Any:
    """An argument with `number` in the place of every NaN and infinity."""
    return torch.where(value.isfinite(), value, number) if is_float(value) else value


def with_raised_row(value: Tensor, level: float) -> Tensor:
    """The first row raised by `level`, or a quarter of its dtype: float16 ends at 65504."""
    most = torch.finfo(value.dtype).max / 4
    return with_row(value, lambda row: row + max(-most, min(level, most)))


def with_magnitudes(value: Tensor, first: float, last: float) -> Tensor:
    """The signs of a tensor with magnitudes spaced by equal factors from `first` to `last`, rising.

    `last` is at most a quarter of the dtype's largest number. As they rise along the memory, each row and
    each block has its own magnitude.
    """
    last = min(last, torch.finfo(value.dtype).max / 4)
    first = min(first, last)
    exponents = torch.linspace(math.log10(first), math.log10(last), value.numel() + 2, dtype=torch.float64)
    magnitudes = (10.0 ** exponents[1:-1]).reshape(value.shape).to(value.device)
    return torch.where(value < 0, -magnitudes, magnitudes).to(value.dtype)


@dataclass(frozen=True)
class Derivation:
    """A way to make other inputs of the caller's."""

    label: str
    change: Callable[[Any, int], Any]  # of one argument, and how many have been changed before it
    changes: Callable[[Any], bool]  # which arguments it changes
    shrinks: bool = False  # numbers are smaller than they were
    special: bool = False  # NaN or infinities: compared wherever both references agree on them


def derivations(generator: Generator) -> Iterator[Derivation]:
    """Every kind of derived input."""
    yield Derivation("re-drawn", lambda x, _: redrawn(x, generator), is_tensor_or_fraction)
    for factor in (BOTH_FACTORS, *FACTORS):
        scaled = lambda x, _, factor=factor: x * factor
        yield Derivation(f"x{factor:g}", scaled, is_float, shrinks=abs(factor) < 1.0)
    yield Derivation("with a row of zeros", lambda x, _: with_row(x, torch.zeros_like), is_float)
    # A mask that selects nothing, a norm of nothing.
    zeros = lambda x, _: zeros_of_both_signs(x)
    yield Derivation("with zeros alone", zeros, is_float_or_mask, shrinks=True)
    for level, turn in LEVELS:
        raised = lambda x, place, level=level, turn=turn: with_raised_row(x, level * turn**place)
        yield Derivation(f"with a row at {level:g}", raised, is_float)
    yield Derivation("in halves", lambda x, _: in_halves(x), is_float)
    for first, last in MAGNITUDES:
        spaced = lambda x, _, first=first, last=last: with_magnitudes(x, first, last)
        yield Derivation(f"from {first:g} to {last:g}", spaced, is_float, shrinks=last <= 1.0)
    for label, *placed in SPECIAL_NUMBERS:
        exchanged = lambda x, _, placed=placed: with_numbers_at(x, *placed)
        yield Derivation(label, exchanged, is_float, special=True)


def perturbed(value: Any, generator: Generator) -> Any:
    """A tensor of floats with every element moved by up to 2^-12 of itself; anything else as it is."""
    if not is_float(value):
        return value
    moved = torch.rand(value.shape, generator=generator, dtype=torch.float64, device=value.device) - 0.5
    return (value * (1 + moved * 2**-11)).to(value.dtype)
