"""A prompt whose functions of numbers are numbers, for a region that no answer fits as it is.

    v0 = full(shape=[], value=255)
    v1 = log1p(v0)                   v0 = mul(a0, 5.545177444479562)
    v2 = mul(a0, v1)

A trace keeps such a function: its number may come from a size, which a formula of the number would not show.
"""

import re

import torch

from python_to_triton.frontend.graph import Graph, parse
from python_to_triton.frontend.needed_lines import needed_lines
from python_to_triton.frontend.normal_forms import plain
from python_to_triton.frontend.sample_sizes import small_sizes
from python_to_triton.frontend.values import Value, execute, format_number, is_number
from python_to_triton.frontend.vocabulary import OPS, SHAPE_ERRORS, GraphError

_TENSORS_ALONE = ("lerp", "prelu")  # take no number
_LINE = re.compile(r"(\w+) = (\w+)\((.*)\)")


def _number_of(value: Value, numbers: dict[int, float]) -> float | None:
    """The number that a value without dimensions is; None where it depends on a tensor, or on a size."""
    if value.op == "full":
        number = value.at["value"]
        is_single = value.at["shape"] == () and is_number(number) and not isinstance(number, bool)
        return float(number) if is_single and value.at["dtype"] == "f32" else None
    operands = value.operands
    known = all(is_number(operand) or id(operand) in numbers for operand in operands)
    if OPS[value.op].kind != "pointwise" or value.attributes or not known:
        return None
    tensors = {key: torch.tensor(number, dtype=torch.float64) for key, number in numbers.items()}
    try:
        result = execute(value, tensors, {}, "cpu")
    except SHAPE_ERRORS:
        return None
    fits = result.dtype == torch.float64 and abs(result.item()) <= torch.finfo(torch.float32).max
    return result.item() if fits else None


def _numbers_in(graph: Graph) -> dict[str, float]:
    """{name of a value: the number that it is}."""
    numbers = {}
    for value in graph.values:
        number = _number_of(value, numbers)
        if number is not None:
            numbers[id(value)] = number
    return {value.name: numbers[id(value)] for value in graph.values if id(value) in numbers}


def _with_numbers(graph: Graph, numbers: dict[str, float]) -> str:
    """The text of a graph in which these values are numbers."""
    of_tensors = {
        value.name
        for value in graph.values
        if OPS[value.op].kind == "pointwise" and value.op not in _TENSORS_ALONE and value.name not in numbers
    }
    is_float = all(argument.dtype.is_floating_point for argument in graph.arguments)
    # beside integers 2.0 is not 2
    texts = {name: format_number(plain(n) if is_float else n) for name, n in numbers.items()}

    header, *lines, results = graph.text.split("\n")
    for place, line in enumerate(lines):
        name, op, operands = _LINE.fullmatch(line).groups()
        if name in numbers:
            lines[place] = f"{name} = full(shape=[], value={format_number(plain(numbers[name]))})"
        elif name in of_tensors:
            operands = re.sub(r"\bv\d+\b", lambda match: texts.get(match[0], match[0]), operands)
            lines[place] = f"{name} = {op}({operands})"
    lines = needed_lines(lines, results)
    names = {line.partition(" = ")[0]: f"v{place}" for place, line in enumerate(lines)}
    body = "\n".join([*lines, results])
    return f"{header}\n" + re.sub(r"\bv\d+\b", lambda match: names[match[0]], body)


def _kinds_of_results(graph: Graph, sizes: dict[str, int]) -> list[tuple] | None:
    """[(shape, dtype), ...] of a graph's results; None where it does not compute at these sizes."""
    try:
        known = graph.shapes(sizes)
    except SHAPE_ERRORS:
        return None
    return [(known[id(value)].shape, known[id(value)].dtype) for value in graph.outputs]


def fold_constants(prompt: str) -> str:
    """A prompt in which a pointwise function of numbers is a number; as it is where it has none, or where
    that would be another program: a number has no dtype, and some operations take none.

    Raises GraphError where the text is no prompt.
    """
    graph = parse(prompt)
    numbers = _numbers_in(graph)
    if all(value.op == "full" for value in graph.values if value.name in numbers):
        return prompt
    try:
        folded = _with_numbers(graph, numbers)
        sizes = small_sizes(graph, 0)
        kinds = [_kinds_of_results(each, sizes) for each in (graph, parse(folded))]
    except (GraphError, AttributeError):  # a method of a tensor, called on a number
        return prompt
    return folded if kinds[0] == kinds[1] else prompt
