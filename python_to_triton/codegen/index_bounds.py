"""Index bounds: which arguments of a graph hold indices, and below which size they have to be."""

import itertools
import math
from dataclasses import dataclass

import torch

from python_to_triton.frontend import Graph, Value, flatten_operands, small_sizes
from python_to_triton.frontend.partition import distinct_sizes
from python_to_triton.frontend.sample_inputs import CARRIERS, find_domains

# Operations that count a negative index from the end, as x[index] does.
_FROM_THE_END = frozenset({"index", "index_put", "take"})


@dataclass(frozen=True)
class IndexBound:
    """The range of an argument that holds indices."""

    size: str  # an expression of letters and numbers: every index is below it
    from_the_end: bool  # whether negative indices count from the end; else there are none


def _expression(numbers, sizes):
    """The letter, number or product of letters that is numbers[i] at sizes[i]; None where there is none.

    >>> _expression((21, 10), ({"A": 3, "B": 7}, {"A": 5, "B": 2}))
    'A * B'
    """
    letters = list(sizes[0])
    for count in (1, 2, 3):
        for names in itertools.combinations(letters, count):
            if all(math.prod(known[name] for name in names) == n for n, known in zip(numbers, sizes)):
                return " * ".join(names)
    return str(numbers[0]) if len(set(numbers)) == 1 else None


def _counted_from_the_end(graph):
    """{id of a Value: whether every operation that reads it as an index counts from the end}."""
    found = {}

    def read(operand, allowed):
        if isinstance(operand, Value):
            found[id(operand)] = found.get(id(operand), True) and allowed

    # PyTorch's x[index] of one dimension is index_select in the graph, which takes no negative index itself.
    source = graph.source.source if graph.source else ""
    subscripts = _FROM_THE_END | (set() if not source or "index_select" in source else {"index_select"})
    for value in reversed(graph.values):
        if value.op in CARRIERS and id(value) in found:
            read(value.operands[0], found[id(value)])
        elif value.op in ("index", "index_put"):
            for operand in value.operands[1]:
                read(operand, True)
        elif value.op in ("where", "cat", "stack") and id(value) in found:
            for operand in flatten_operands(value.operands):
                read(operand, found[id(value)])
        elif value.op not in CARRIERS:
            for operand in value.operands[:2]:
                read(operand, value.op in subscripts)
    return found


def index_bounds(graph: Graph) -> dict[str, IndexBound]:
    """{name of an argument: IndexBound} of the arguments that hold indices."""
    integers = {
        id(value): argument.name
        for value, argument in zip(graph.inputs, graph.arguments)
        if not argument.dtype.is_floating_point and argument.dtype != torch.bool
    }
    if not integers:
        return {}
    sizes = [distinct_sizes(graph), small_sizes(graph, 0)]
    domains = [find_domains(graph, graph.shapes(known)) for known in sizes]
    counted = _counted_from_the_end(graph)
    bounds = {}
    for place, name in integers.items():
        numbers = tuple(domain.get(place) for domain in domains)
        if all(isinstance(n, int) for n in numbers):
            size = _expression(numbers, sizes)
            if size is not None:
                bounds[name] = IndexBound(size, counted.get(place, False))
    return bounds
