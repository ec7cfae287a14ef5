"""Arithmetic on sizes and coordinates, as text, so that `A * 1` is never written.

A size is host code (`A`, `min(A, B - 2)`), a coordinate is kernel code (`i0`, `i1 // 2`); both may be
integers, which are computed here.
"""

import ast
import collections
import math
import re
from collections.abc import Sequence

Size = int | str  # a size in host code, or a coordinate in a kernel


def as_size(item: object) -> Size:
    """A size of a prompt (`A*B`, -1) without brackets that it does not need."""
    text = ast.unparse(ast.parse(str(item), mode="eval"))
    return int(text) if text.lstrip("-").isdigit() else text


def plus(a: Size, b: Size) -> Size:
    """a + b."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if isinstance(b, int) and b < 0:
        return as_size(f"({a}) - {-b}")
    return a if b == 0 else b if a == 0 else as_size(f"({a}) + ({b})")


def minus(a: Size, b: Size) -> Size:
    """a - b."""
    if isinstance(b, int):
        return plus(a, -b)
    return 0 if a == b else as_size(f"({a}) - ({b})")


def times(a: Size, b: Size) -> Size:
    """a * b."""
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    if a == 0 or b == 0:
        return 0
    return a if b == 1 else b if a == 1 else as_size(f"({a}) * ({b})")


def over(a: Size, b: Size) -> Size:
    """a // b; neither is negative."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    return 1 if a == b else a if b == 1 else as_size(f"({a}) // ({b})")


def modulo(a: Size, b: Size) -> Size:
    """a % b; neither is negative."""
    if isinstance(a, int) and isinstance(b, int):
        return a % b
    return 0 if b == 1 else as_size(f"({a}) % ({b})")


def least(a: Size, b: Size) -> Size:
    """min(a, b)."""
    if isinstance(a, int) and isinstance(b, int):
        return min(a, b)
    return a if a == b else f"min({a}, {b})"


def greatest(a: Size, b: Size) -> Size:
    """max(a, b) of sizes that are not 0."""
    if isinstance(a, int) and isinstance(b, int):
        return max(a, b)
    return b if a in (1, b) else f"max({a}, {b})"


def product_of(sizes: Sequence[Size]) -> Size:
    """The number of elements of a shape."""
    total = 1
    for size in sizes:
        total = times(total, size)
    return total


def _factors(size):
    """`A * B` as [A, B]; what is no product of names and numbers is one factor."""
    text = str(size)
    return text.split(" * ") if re.fullmatch(r"\w+( \* \w+)*", text) else [text]


def quotient(whole: Sequence[Size], part: Sequence[Size]) -> Size:
    """The product of some sizes divided by that of others, which divides it."""
    rest, left = (
        collections.Counter(factor for n in sizes for factor in _factors(n)) for sizes in (whole, part)
    )
    common = rest & left
    return over(*(product_of([as_size(f) for f in (one - common).elements()]) for one in (rest, left)))


def have_as_many(shape: Sequence[Size], other: Sequence[Size]) -> bool:
    """Whether two shapes have as many elements whatever the sizes are; False, too, where that is not seen."""
    of_each = []
    for sizes in (shape, other):
        factors = [as_size(factor) for n in sizes for factor in _factors(n)]
        number = math.prod(factor for factor in factors if isinstance(factor, int))
        of_each.append((number, sorted(factor for factor in factors if isinstance(factor, str))))
    return of_each[0] == of_each[1]
