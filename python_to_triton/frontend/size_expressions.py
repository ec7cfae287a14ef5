"""Numbers as expressions of sizes: which formula gives 26, then 45, where the size A was 52, then 91.

    express((26, 45), ({"A": 52}, {"A": 91}))      A//2

Simple formulas are tried first; what they all have in common is that a program may well compute them.
"""

import functools
import itertools
import math
from collections.abc import Iterator, Sequence

from python_to_triton.frontend.normal_forms import plain
from python_to_triton.frontend.values import format_number, is_number
from python_to_triton.frontend.vocabulary import Word

# Small numbers that are multiplied with a size.
_SLOPES = (2, 3, 4)

# By how much a size may be less, besides a step, before a window takes steps over it.
_MOST_LOST = 8

# What two sizes together may have besides before they are halved; a transform of n = A+B-1 places
# has n//2+1 = (A+B+1)//2.
_HALVED = (1, 0, 2, -1, -2)


def expressions_of_sizes(sizes: dict[str, int]) -> Iterator[tuple[str, int | float]]:
    """(text, value) of what a program may compute from sizes, simplest first."""
    for name, n in sizes.items():
        yield name, n
    for name, n in sizes.items():
        yield f"sqrt({name})", math.sqrt(n)
        yield f"1/sqrt({name})", 1 / math.sqrt(n)
        yield f"1/{name}", 1 / n
    distinct = [itertools.combinations(sizes, count) for count in (2, 3, 4)]
    repeated = [itertools.combinations_with_replacement(sizes, count) for count in (2, 3)]
    for names in dict.fromkeys(itertools.chain(*distinct, *repeated)):  # height and width may be one letter
        n = math.prod(sizes[name] for name in names)
        yield "*".join(names), n
        yield f"1/({'*'.join(names)})", 1 / n


def is_same_number(a: int | float, b: object) -> bool:
    """Equal integers, or floats that differ by rounding alone."""
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    return is_number(b) and math.isclose(a, b, rel_tol=1e-13)


def _express_rounded(text, numbers, values):
    """An integer as a part of a size, rounded: `A//2`, `(A+1)//2`, `(A-3)//4`. So windows that take steps
    have it.
    """
    largest, number = max(zip(values, numbers))
    if number < 1 or 2 * largest < 3 * number:  # a share of 1 would be a difference
        return None
    ratio = largest / number
    for share in sorted((math.floor(ratio), math.ceil(ratio)), key=lambda n: abs(n - ratio)):
        for more in sorted(range(-share - _MOST_LOST, 2 * share + 1), key=abs):
            if share > 1 and all((b + more) // share == n for n, b in zip(numbers, values)):
                return Word(f"({text}{more:+d})//{share}" if more else f"{text}//{share}")
    return None


def _express_by(text, numbers, values):
    """`express` by one expression, which has these values, and a number."""
    first, a = numbers[0], values[0]
    if not (isinstance(first, int) and isinstance(a, int)):
        if all(numbers) and all(is_same_number(first / a, n / b) for n, b in zip(numbers, values)):
            return Word(f"{format_number(float(f'{first / a:.12g}'))}*{text}")
        return None

    share = a // first if first and a >= 2 * first else 0
    is_share = share and all(b // share == n for n, b in zip(numbers, values))
    if "*" in text:  # what a product leaves when it is divided is too much to guess
        is_share = is_share and not any(b % share for b in values)
    # Where both fit, a half of 52 and of 51 is meant rather than 26 less.
    if all(n - b == first - a for n, b in zip(numbers, values)) and not (is_share and a - first > 8):
        return Word(f"{text}{first - a:+d}")
    if is_share:
        return Word(f"{text}//{share}")
    if first % a == 0 and all(n == b * (first // a) for n, b in zip(numbers, values)):
        return Word(f"{first // a}*{text}")
    return None


def _express_by_sum(numbers, tables):
    """An integer as two sizes together or half of them, or as one size times a small number and another
    number: `A+B`, `(A+B+1)//2`, `2*A-3`, `64-A`.
    """
    sizes, other = tables[:2]
    first, second = numbers[:2]
    for one, two in itertools.combinations(sizes, 2):
        for more in (0, -1):
            if all(table[one] + table[two] + more == n for n, table in zip(numbers, tables)):
                return Word(f"{one}+{two}" + (f"{more:+d}" if more else ""))
        for more in _HALVED if len(tables) > 2 else ():
            if all((table[one] + table[two] + more) // 2 == n for n, table in zip(numbers, tables)):
                return Word(f"({one}+{two}" + (f"{more:+d}" if more else "") + ")//2")
    found = []
    for letter, a in sizes.items():
        slope, rest = divmod(first - second, a - other[letter]) if a != other[letter] else (0, 0)
        if rest or slope not in (-1, *_SLOPES):
            continue
        more = first - slope * a
        if all(slope * table[letter] + more == n for n, table in zip(numbers, tables)):
            text = f"{more}-{letter}" if slope < 0 else f"{slope}*{letter}{more:+d}"
            found.append((abs(more), text))
    return Word(min(found, key=lambda one: one[0])[1]) if found else None


def _express_by_degrees_of_freedom(numbers, candidates):
    """A float as a number divided by one less than a size, as an unbiased variance has it: `2/(A-1)`; or as
    the quotient of both: `A/(A-1)`, `(A-1)/A`, `(1-A)/A`.
    """
    first = numbers[0]
    for text, values in candidates:
        a = values[0]
        if not isinstance(a, int) or min(values) < 2:
            continue
        pairs = list(zip(numbers, values))
        if all(is_same_number(n, b / (b - 1)) for n, b in pairs):
            return Word(f"{text}/({text}-1)")
        if all(is_same_number(n, (b - 1) / b) for n, b in pairs):
            return Word(f"({text}-1)/({text})" if "*" in text else f"({text}-1)/{text}")
        if all(is_same_number(n, (1 - b) / b) for n, b in pairs):
            return Word(f"(1-{text})/({text})" if "*" in text else f"(1-{text})/{text}")
        if all(is_same_number(first * (a - 1), n * (b - 1)) for n, b in pairs):
            return Word(f"{format_number(plain(first * (a - 1)))}/({text}-1)")
    return None


@functools.lru_cache(maxsize=1024, typed=True)  # like layers have like numbers
def _expressed(numbers, items):
    """`express` with tables that are given as ((letter, size), ...)."""
    tables = tuple(map(dict, items))
    rows = zip(*map(expressions_of_sizes, tables))
    candidates = [(row[0][0], tuple(value for _, value in row)) for row in rows]
    for text, values in candidates:
        if all(map(is_same_number, numbers, values)):
            return Word(text)
    words = (_express_by(text, numbers, values) for text, values in candidates)
    word = next((word for word in words if word is not None), None)
    if word is not None:
        return word
    if not all(isinstance(number, int) for number in numbers):
        return _express_by_degrees_of_freedom(numbers, candidates)
    of_letters = [(text, values) for text, values in candidates if text in tables[0]]
    rounded = (_express_rounded(text, numbers, values) for text, values in of_letters if len(tables) > 2)
    return next((word for word in rounded if word is not None), None) or _express_by_sum(numbers, tables)


def express(numbers: Sequence[int | float], tables: Sequence[dict[str, int]]) -> Word | None:
    """A number as a Word; None where no formula is found.

    Args:
        numbers: what it is in each of two traces or more.
        tables: {letter: size} of each trace, with the same letters.
    """
    return _expressed(tuple(numbers), tuple(tuple(table.items()) for table in tables))
