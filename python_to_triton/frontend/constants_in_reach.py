"""Sizes beyond the constants of a graph, so that each constant shows.

`x[:, :224]` is all of x where the dimension has seven places, and so is `x[:, :22]`: an answer with the wrong
number passes. So there is a test case at sizes beyond such constants.
"""

import itertools
import math
from collections.abc import Iterator

import torch

from python_to_triton.frontend.known_shapes import KnownShapes
from python_to_triton.frontend.sample_sizes import LARGEST_SMALL_ELEMENTS, passes_by_chance, small_sizes
from python_to_triton.frontend.values import Value, execute, flatten_operands, is_number

FURTHER = 3  # places beyond the constant
FEW = 2  # of the other letters, where all would be many elements
FURTHEST = 4096  # places, of comparisons whose constants multiply
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")


def _numbers(values: list[Value]) -> list[int]:
    """The numbers above 1 that values name, up to the next integer."""
    named = [item for v in values for item in flatten_operands((*v.operands, *dict(v.attributes).values()))]
    numbers = [math.ceil(abs(n)) for n in named if is_number(n) and math.isfinite(n)]
    return [n for n in numbers if n > 1]


def _needed(value: Value) -> tuple[int, int]:
    """(the dimension of the first operand, how many places it has to exceed) for the constants of a slice or
    a triangle; 0 places where they show at any size.
    """
    if value.op == "slice":  # a start from the front, and an end from the back, show at any size
        start, end, step = (
            n if isinstance(n, int) else 0 for n in map(value.at.get, ("start", "end", "step"))
        )
        return value.at["dim"], max(-start, end, max(start, 0) + step if step > 1 else 0)
    diagonal = value.at["diagonal"]
    if not isinstance(diagonal, int) or not diagonal:
        return -1, 0
    return (-1 if diagonal > 0 else -2), abs(diagonal) + 1


def _positions(at: KnownShapes) -> dict[int, torch.Tensor]:
    """{id of a value: its data} of what is computed of numbers that count up, and of no argument."""
    known = {}
    for value in at.graph.values:
        if value.op in ("arange", "full") or value.operands and all(id(v) in known for v in value.inputs()):
            known[id(value)] = execute(value, known, at.sizes, "cpu")
    return known


def _hidden(at: KnownShapes) -> dict[int, list[int]]:
    """{place of a value in the graph: how many places may let its constant show, the fewest first} of the
    constants that do not show at these sizes.
    """
    found = {}
    values = at.graph.values
    compares = any(value.op in COMPARISONS for value in values)
    positions = _positions(at) if compares and any(value.op == "arange" for value in values) else {}
    for place, value in enumerate(values):
        if value.op in ("slice", "tril", "triu"):
            dim, reach = _needed(value)
            if reach >= at.known[id(value.operands[0])].shape[dim]:
                found[place] = [reach] * bool(reach)
        elif value.op in COMPARISONS and id(value) in positions:
            result = positions[id(value)]
            numbers = _numbers([v for v in values[: place + 1] if id(v) in positions])
            if bool(result.all()) or not bool(result.any()):
                product = math.prod(set(numbers))
                found[place] = [max(numbers, default=0), product] if product <= FURTHEST else numbers
    return {place: [n for n in dict.fromkeys(reaches) if n] for place, reaches in found.items()}


def _length(value: Value) -> int:
    """How many places a slice with a start and an end has where the dimension is long; else 0."""
    bounds = [value.at.get(name) for name in ("start", "end", "step")]
    if value.op != "slice" or not all(isinstance(n, int) for n in bounds):
        return 0
    start, end, step = bounds
    return len(range(start, end, step)) if start > 0 else 0


def _enlarged(letters: list[str], reach: int, length: int) -> Iterator[dict[str, int]]:
    """Sizes to try: a letter beyond `reach`; with it another at `reach`, or at `length` where it is not 0;
    and the others small.
    """
    yield from ({letter: reach + FURTHER} for letter in letters)
    pairs = [
        {one: reach + FURTHER, other: size}
        for size in (reach, length)
        for one, other in itertools.permutations(letters, 2)
        if size
    ]
    yield from pairs
    yield from (dict.fromkeys(letters, FEW) | pair for pair in pairs)


def sizes_beyond_constants(graph, seed: int) -> list[dict[str, int]]:
    """[{letter: size}, ...] at which constants show that do not at `small_sizes`, each at one of them.

    graph: a frontend.graph.Graph. Of the letters the first is enlarged that lets a constant show, alone or
    with another one that is as long as what is left, within LARGEST_SMALL_ELEMENTS. Where the small sizes
    themselves compute by chance, none are looked for.

    Raises:
        GraphError: there are no small sizes.
    """
    first = KnownShapes.at(graph, small_sizes(graph, seed), passes_by_chance)
    if first is None:
        return []
    found = []
    for place, reaches in _hidden(first).items():
        length = _length(graph.values[place])
        tried = (sizes for reach in reaches for sizes in _enlarged(graph.letters, reach, length))
        larger = (at for at in map(first.with_sizes, tried) if at and at.elements <= LARGEST_SMALL_ELEMENTS)
        at = next((at for at in larger if place not in _hidden(at)), None)
        if at and at.sizes not in found:
            found.append(at.sizes)
    return found
