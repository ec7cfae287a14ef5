"""Numbers of a graph as functions of the program's own: from three traces, 0.05 is found to be 1 - beta.

A program's float (an argument, an attribute) reaches the graph as it is, or after a little arithmetic of the
host. An Expression is that arithmetic: constant + scale * f(p), or constant + scale * f(p) * g(q), where f
and g are among FACTORS. Two traces fix `constant` and `scale`; a third has to agree.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from python_to_triton.frontend.values import format_number

TOLERANCE = 1e-9  # relative: a graph's numbers are written with twelve digits
LARGEST = 3.4e38  # of float32, in which kernels receive their numbers


@dataclass(frozen=True)
class Factor:
    """A function of one number that programs compute on the host."""

    text: str  # with {} for the number
    function: Callable[[float], float]
    divides: bool = False  # whether the product is divided by it


# Simplest first. What is linear in the number itself is an affine Expression of the first.
FACTORS = (
    Factor("{}", lambda v: v),
    Factor("{}", lambda v: 1 / v, divides=True),
    Factor("{} ** 0.5", lambda v: math.sqrt(v)),
    Factor("{} ** -0.5", lambda v: 1 / math.sqrt(v)),
    Factor("{} ** 2", lambda v: v * v),
    Factor("(1 - {})", lambda v: 1 - v),
    Factor("(1 - {})", lambda v: 1 / (1 - v), divides=True),
)
_COMPLEMENT = FACTORS[5]


@dataclass(frozen=True)
class Expression:
    """constant + scale * (the product of factors), a number of the graph.

    Attributes:
        constant: to which the product is added.
        scale: by which it is multiplied.
        factors: ((factor, path of a number of the program), ...), one or two.
    """

    constant: float
    scale: float
    factors: tuple[tuple[Factor, str], ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """The program's numbers that it is computed from."""
        return tuple(path for _, path in self.factors)

    @property
    def text(self) -> str:
        """Python source over the paths: `1 - beta`, `0.5 * scale`, `self.eps`."""
        multiplied = [factor.text.format(path) for factor, path in self.factors if not factor.divides]
        divided = [factor.text.format(path) for factor, path in self.factors if factor.divides]
        size = format_number(abs(self.scale))
        if size != "1" or not multiplied:
            multiplied = [size, *multiplied]
        product = " / ".join([" * ".join(multiplied), *divided])
        if self.constant:
            return f"{format_number(self.constant)} {'-' if self.scale < 0 else '+'} {product}"
        return f"-{product}" if self.scale < 0 else product

    def at(self, values: dict[str, float]) -> float:
        """The number where the program's own are `values`.

        Raises:
            ArithmeticError or ValueError: it has none there: 1 / 0, the root of a negative number.
        """
        product = math.prod(factor.function(values[path]) for factor, path in self.factors)
        return self.constant + self.scale * product


def _rounded(number):
    """A number to eleven digits, 2 for 2.0: what remains of it is rounding."""
    short = float(f"{number:.11g}")
    return int(short) if short.is_integer() and abs(short) < 1e15 else short


def _is_close(a, b, size):
    return abs(a - b) <= TOLERANCE * size


def _fitted(factors, numbers, probes):
    """The Expression with these factors that has these numbers at these probes; None where none has."""
    try:
        products = [math.prod(f.function(values[path]) for f, path in factors) for values in probes]
    except (ArithmeticError, ValueError):
        return None
    if products[0] == products[1]:
        return None
    slope = (numbers[1] - numbers[0]) / (products[1] - products[0])
    if slope == 0 or not math.isfinite(slope):
        return None
    constant = numbers[0] - slope * products[0]
    largest = max(map(abs, numbers))
    # What is left of the difference of two large numbers is no constant.
    constant = 0 if abs(constant) <= TOLERANCE * max(largest, abs(slope * products[0])) else constant
    expression = Expression(_rounded(constant), _rounded(slope), factors)
    agrees = all(
        _is_close(expression.at(values), number, max(abs(number), abs(constant)))
        for number, values in zip(numbers, probes)
    )
    return expression if agrees else None


def _candidates(paths):
    """Tuples of factors, the simplest first."""
    for factor, path in itertools.product(FACTORS, paths):
        if factor is not _COMPLEMENT:
            yield ((factor, path),)
    for first, second in itertools.combinations(paths, 2):
        for one, other in itertools.product(FACTORS, FACTORS):
            yield (one, first), (other, second)


def express_number(
    numbers: Sequence[float], probes: Sequence[dict[str, float]], paths: Sequence[str]
) -> Expression | None:
    """The simplest Expression of the program's numbers that gives a number of the graph; None for none.

    Args:
        numbers: the graph's, in each trace: three or more.
        probes: {path: value} of the program's, in each trace.
        paths: which of them it may come from.
    """
    assert len(numbers) == len(probes) >= 3, (len(numbers), len(probes))
    if not all(isinstance(n, (int, float)) and math.isfinite(n) for n in numbers):
        return None
    fitted = (_fitted(factors, numbers, probes) for factors in _candidates(paths))
    return next((expression for expression in fitted if expression), None)
