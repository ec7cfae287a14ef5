"""AOTAutograd's graph through the front end, at sizes that show which numbers are sizes.

AOTAutograd's graph computes at any sizes. The front end reads from a trace which numbers are sizes, and what
it reads may hold for the traced sizes alone: a batch of 32 looks like 32 groups, and how many rows no window
of a stride reaches is another number for odd sizes.
"""

import dataclasses
from collections.abc import Iterator, Sequence

from python_to_triton import frontend
from python_to_triton.backend.aten_graphs import AtenGraph, CallLayout
from python_to_triton.frontend.vocabulary import SHAPE_ERRORS

_PRIMES = (23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113)


def trace_freely(aten: AtenGraph) -> tuple[frontend.Graph, list[int], CallLayout]:
    """(the traced graph, the examples that are its arguments, how it is called).

    Where the graph is right at the sizes of the examples alone, the layout says so (`CallLayout.only`).

    Raises:
        GraphError: it cannot be traced.
    """
    distinct = _at_distinct_sizes(aten)
    if distinct:
        graph, places = frontend.trace_tensor_function(distinct.function, distinct.examples, distinct.dynamic)
        if _is_right_elsewhere(distinct, graph, places):
            return graph, places, aten.layout
    graph, places = frontend.trace_tensor_function(aten.function, aten.examples, aten.dynamic)
    return graph, places, dataclasses.replace(aten.layout, only=aten.sizes)


def _computes(aten):
    try:
        aten.function(*aten.examples)
    except SHAPE_ERRORS:
        return False
    return True


def _at_distinct_sizes(aten):
    """The graph at sizes that no other number is; None where it has none that vary, or does not compute."""
    fixed = {expression for shape in aten.shapes for expression in shape}
    free = [prime for prime in _PRIMES if str(prime) not in fixed]
    names = aten.sizes
    if not names or len(names) > len(free):
        return None
    distinct = aten.at(dict(zip(names, free)))
    return distinct if _computes(distinct) else None


def _elsewhere(aten) -> Iterator[AtenGraph]:
    """The graph at other sizes: odd ones more, and multiples where it computes at multiples alone."""
    more = {name: size + 3 + 2 * count for count, (name, size) in enumerate(aten.sizes.items())}
    for sizes in (more, {name: 2 * size for name, size in aten.sizes.items()}):
        yield aten.at(sizes)


def _is_right_elsewhere(aten: AtenGraph, graph: frontend.Graph, places: Sequence[int]) -> bool:
    """Whether the traced graph returns the shapes that it should at other sizes than those of its trace."""
    other = next(filter(_computes, _elsewhere(aten)), None)
    if other is None:
        return False
    try:
        known = graph.shapes(graph.bind([other.examples[place] for place in places]))
    except (frontend.GraphError, *SHAPE_ERRORS):
        return False
    return [tuple(known[id(value)].shape) for value in graph.outputs] == other.shapes_of_results()
