"""Index bounds: which arguments of a graph hold indices, and below which size they have to be."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from python_to_triton.frontend import Graph, Value, flatten_operands, small_sizes
from python_to_triton.frontend.partition import distinct_sizes
from python_to_triton.frontend.sample_inputs import CARRIERS, Besides, find_domains

_MOST_FACTORS = 3  # letters whose product a size is
# Operations that count a negative index from the end, as x[index] does.
_FROM_THE_END = frozenset({"index", "index_put", "take"})


@dataclass(frozen=True)
class IndexBound:
    """The range of an argument that holds indices."""

    size: str  # an expression of letters and numbers: every index is below it
    from_the_end: bool  # whether negative indices count from the end; else there are none
    besides: int | None = None  # a number that is no index, for which the graph takes another one


def size_expression(numbers: Sequence[int], sizes: Sequence[dict[str, int]]) -> str | None:
    """The letter, number or product of letters that is numbers[i] at sizes[i]; None where there is none.

    >>> size_expression((21, 10), ({"A": 3, "B": 7}, {"A": 5, "B": 2}))
    'A * B'
    """
    for count in range(1, _MOST_FACTORS + 1):
        for names in itertools.combinations(sizes[0], count):
            products = [math.prod(known[name] for name in names) for known in sizes]
            if products == list(numbers):
                return " * ".join(names)
    return str(numbers[0]) if len(set(numbers)) == 1 else None


def _operations_from_the_end(graph):
    """The operations of a graph that count a negative index from the end.

    PyTorch's x[index] of one dimension is index_select in the graph, and takes negative indices; a program's
    own index_select takes none.
    """
    source = graph.source.source if graph.source else ""
    is_subscript = source and "index_select" not in source
    return _FROM_THE_END | {"index_select"} if is_subscript else _FROM_THE_END


def _index_operands(value, known, from_the_end):
    """(operands that an operation may read as indices, whether it counts these from the end).

    `known` has that of the value itself, {id: whether}, where a later operation reads it as an index.
    """
    is_index = id(value) in known
    if value.op in CARRIERS:
        return (value.operands[:1], known[id(value)]) if is_index else ((), False)
    if value.op in ("index", "index_put"):
        return value.operands[1], True
    if value.op in ("where", "cat", "stack") and is_index:
        return flatten_operands(value.operands), known[id(value)]
    return value.operands[:2], value.op in from_the_end


def _counted_from_the_end(graph):
    """{id of a Value: whether every operation that reads it as an index counts from the end}."""
    from_the_end = _operations_from_the_end(graph)
    found = {}
    for value in reversed(graph.values):
        operands, counts = _index_operands(value, found, from_the_end)
        for operand in operands:
            if isinstance(operand, Value):
                found[id(operand)] = found.get(id(operand), True) and counts
    return found


def two_sizes(graph: Graph) -> list[dict[str, int]]:
    """Sizes of a graph at which a size_expression shows: no two letters have the same."""
    return [distinct_sizes(graph), small_sizes(graph, 0)]


def index_bounds(graph: Graph) -> dict[str, IndexBound]:
    """{name of an argument: IndexBound} of the arguments that hold indices."""
    integers = {
        id(value): argument.name
        for value, argument in zip(graph.inputs, graph.arguments)
        if not argument.dtype.is_floating_point and argument.dtype != torch.bool
    }
    if not integers:
        return {}
    sizes = two_sizes(graph)
    domains = [find_domains(graph, graph.shapes(known)) for known in sizes]
    counted = _counted_from_the_end(graph)
    bounds = {}
    for place, name in integers.items():
        found = [domain.get(place) for domain in domains]
        numbers = tuple(n.bound if isinstance(n, Besides) else n for n in found)
        if all(isinstance(n, int) for n in numbers):
            size = size_expression(numbers, sizes)
            besides = {n.number if isinstance(n, Besides) else None for n in found} - {None}
            if size is not None:
                from_the_end = counted.get(place, False) and not besides
                bounds[name] = IndexBound(size, from_the_end, min(besides, default=None))
    return bounds
