"""The free numbers of a region: its prompt with names in their places, and how the host computes them.

    RegionNumbers.prompt       f(a0: f32[A, B])
                               v0 = mul(a0, N0)
                               return v0
    RegionNumbers.expressions  (1 - beta,)

The names are no part of any prompt that the model reads: the judge computes the region with other numbers
from this text.
"""

from dataclasses import dataclass

from python_to_triton.frontend.free_numbers import FreeNumbers, Values
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.matching_graphs import differing_numbers
from python_to_triton.frontend.number_expressions import Expression, express_number
from python_to_triton.frontend.partition import distinct_sizes
from python_to_triton.frontend.regions import Region
from python_to_triton.frontend.subgraphs import subgraph
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import OPS, GraphError, Word


@dataclass(frozen=True)
class RegionNumbers:
    """The free numbers of a region.

    Attributes:
        prompt: the region's canonical text with N0, N1, ... in place of the numbers.
        numbers: what they are in the trace.
        expressions: how the host computes them from the program's own.
    """

    prompt: str
    numbers: tuple[float, ...]
    expressions: tuple[Expression, ...]

    def at(self, values: Values) -> tuple[float, ...]:
        """The numbers where the program's own are `values`."""
        return tuple(expression.at(values) for expression in self.expressions)


def _with_numbers(values, changes):
    """{id of a value: its copy} of values with other numbers at some places, {(which value, where): item}."""
    copies = {}

    def copied(item):
        if isinstance(item, tuple):
            return tuple(map(copied, item))
        return copies.get(id(item), item) if isinstance(item, Value) else item

    for i, value in enumerate(values):
        own = {where: item for (place, where), item in changes.items() if place == i}
        operands = tuple(
            own.get(j, copied(operand)) if j in own else copied(operand)
            for j, operand in enumerate(value.operands)
        )
        given = dict(value.attributes) | {name: item for name, item in own.items() if isinstance(name, str)}
        attributes = tuple((name, given[name]) for name in OPS[value.op].attributes if name in given)
        copies[id(value)] = Value(value.op, operands, attributes)
    return copies


def _region_at(graph, region, free, values, sizes, metas):
    """The graph of a region where the program's numbers are `values`."""
    place_of = {id(value): place for place, value in enumerate(graph.values)}
    inside = list(region.values)
    changes = {
        (i, where): expression.at(values)
        for i, value in enumerate(inside)
        for (place, where), expression in free.places.items()
        if place == place_of[id(value)]
    }
    copies = _with_numbers(inside, changes)
    by_name = {value.name: value for value in [*graph.values, *graph.inputs]}
    inputs = [by_name[name] for name in region.inputs]
    outputs = [copies[id(by_name[name])] for name in region.outputs]
    return subgraph(list(copies.values()), inputs, outputs, sizes, metas)


def _numbers_of_region(graph, region, free):
    """{place in the region's graph: its number with each of the probes}; None where it is another graph."""
    sizes = distinct_sizes(graph)
    metas = graph.shapes(sizes)
    here = region.graph
    found = []
    for values in free.probes[1:]:
        there = _region_at(graph, region, free, values, sizes, metas)
        differing = differing_numbers(
            here.inputs, here.values, here.outputs, there.inputs, there.values, there.outputs
        )
        if differing is None:
            return None
        found.append(differing)
    own = {place: pair[0] for one in found for place, pair in one.items()}
    return {
        place: (number, *(one.get(place, (0, number))[1] for one in found)) for place, number in own.items()
    }


def region_numbers(graph: Graph, region: Region, free: FreeNumbers) -> RegionNumbers | None:
    """The free numbers of a region; None where it has some and they are not found in its prompt.

    Args:
        graph: the whole graph.
        region: one of `regions(graph)`.
        free: of the whole graph.
    """
    paths = free.paths_in(graph, region.values)
    if not paths:
        return RegionNumbers(region.graph.text, (), ())
    try:
        numbers = _numbers_of_region(graph, region, free)
    except GraphError:
        return None
    expressions = {
        place: express_number(each, free.probes, sorted(paths)) for place, each in (numbers or {}).items()
    }
    if not expressions or not all(expressions.values()):
        return None

    distinct = {}
    for place, expression in sorted(expressions.items(), key=str):
        distinct.setdefault(expression, []).append(place)
    words = {place: Word(f"N{i}") for i, places in enumerate(distinct.values()) for place in places}
    here = region.graph
    copies = _with_numbers(here.values, words)
    outputs = [copies.get(id(value), value) for value in here.outputs]
    text = Graph(here.arguments, here.inputs, outputs, here.multiple).text
    traced = tuple(numbers[places[0]][0] for places in distinct.values())
    return RegionNumbers(text, traced, tuple(distinct))
