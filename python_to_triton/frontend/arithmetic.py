"""Arithmetic of sizes, as prompts and rules write it: `A*B`, `C//2 + 1`, `1/sqrt(D)`, `B % 4 == 0`.

A prompt may come from a file that somebody else wrote. So its expressions are read and computed here, by the
operators below and nothing else, and no text of a prompt reaches Python's `eval`.

    >>> evaluate_arithmetic("A*B//2", {"A": 6, "B": 5})
    15
"""

import ast
import functools
import operator
from collections.abc import Callable, Mapping

import torch

MOST_CHARACTERS = 2000  # of an expression
MOST_DEPTH = 60  # of operations in operations
MOST_NUMBER = 2**63  # magnitude of an integer that is written
MOST_EXPONENT = 64
MOST_BITS = 4096  # of an integer that is computed

Number = int | float
Compiled = Callable[[Mapping[str, Number]], Number]

_FUNCTIONS = {"sqrt": torch.sym_sqrt}
_SIGNS = {ast.USub: operator.neg, ast.UAdd: operator.pos}
_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_COMPARISONS = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class UnknownSize(NameError):
    """An expression names a size that has no number."""


def _bounded(number):
    """A number that was computed; ValueError where it is an integer of more bits than sizes have."""
    if isinstance(number, int) and number.bit_length() > MOST_BITS:
        raise ValueError(f"an integer of {number.bit_length()} bits in an expression of sizes")
    return number


def _named(name, names):
    if name not in names:
        raise UnknownSize(f"the size {name} is not known")
    return names[name]


def _power(base, exponent):
    if not isinstance(exponent, int) or abs(exponent) > MOST_EXPONENT:
        raise ValueError(f"the exponent {exponent!r} in an expression of sizes: at most {MOST_EXPONENT}")
    return base**exponent


def _binary(node, functions, depth):
    """A BinOp, or a comparison of two, as a function of the names."""
    if isinstance(node, ast.Compare):
        if len(node.ops) > 1:
            raise ValueError("a chain of comparisons")
        kind, sides = type(node.ops[0]), (node.left, node.comparators[0])
        operation = _COMPARISONS.get(kind)
    else:
        kind, sides = type(node.op), (node.left, node.right)
        operation = _power if kind is ast.Pow else _OPERATORS.get(kind)
    if operation is None:
        raise ValueError(f"the operator {kind.__name__}")
    first, second = (_compiled(side, functions, depth + 1) for side in sides)
    return lambda names: _bounded(operation(first(names), second(names)))


def _compiled(node: ast.expr, functions: Mapping[str, Callable], depth: int = 0) -> Compiled:
    """A syntax tree as a function of its names. ValueError for anything but arithmetic."""
    if depth > MOST_DEPTH:
        raise ValueError(f"more than {MOST_DEPTH} operations in each other")
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        number = node.value
        if isinstance(number, int) and number >= MOST_NUMBER:
            raise ValueError(f"an integer of {number.bit_length()} bits")
        return lambda names: number
    if isinstance(node, ast.Name):
        return functools.partial(_named, node.id)
    if isinstance(node, ast.UnaryOp) and type(node.op) in _SIGNS:
        sign, operand = _SIGNS[type(node.op)], _compiled(node.operand, functions, depth + 1)
        return lambda names: sign(operand(names))
    if isinstance(node, (ast.BinOp, ast.Compare)):
        return _binary(node, functions, depth)
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords
    if is_call and node.func.id in functions:
        function = functions[node.func.id]
        operands = [_compiled(operand, functions, depth + 1) for operand in node.args]
        return lambda names: _bounded(function(*(operand(names) for operand in operands)))
    raise ValueError(f"{ast.unparse(node)[:60]!r}")


def check_arithmetic(node: ast.expr) -> ast.expr:
    """The syntax tree of an expression of sizes. ValueError where it is anything but arithmetic."""
    _compiled(node, _FUNCTIONS)
    return node


@functools.lru_cache(maxsize=1 << 14)
def _read(text, functions):
    """An expression as a function of its names; ValueError where it is anything but arithmetic."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"an expression of sizes of {len(text)} characters: at most {MOST_CHARACTERS}")
    try:
        return _compiled(ast.parse(text, mode="eval").body, dict(functions))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"not an expression of sizes: {text[:80]!r}: {error}") from error


def evaluate_arithmetic(
    text: str, names: Mapping[str, Number], functions: Mapping[str, Callable] = _FUNCTIONS
) -> Number:
    """The number, or the truth, of an expression over sizes.

    Args:
        text: + - * / // % **, comparisons of two, parentheses, numbers, names and calls of `functions`.
        names: {name: number}.
        functions: {name: function of numbers} that it may call.

    Raises:
        ValueError: the text is anything else, or its numbers are larger than any size.
        UnknownSize: it has a name that is not among `names`.
    """
    return _read(text, tuple(functions.items()))(names)
