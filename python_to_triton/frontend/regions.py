"""Regions: the parts of a graph that the model translates, one prompt each.

    >>> [region.graph.text for region in regions(trace("y = F.linear(x, w).softmax(-1)"))]
    ['f(a0: f32[A, B], a1: f32[C, B])\\nv0 = linear(a0, a1)\\nreturn v0',
     'f(a0: f32[A, B])\\nv0 = softmax(a0, dim=-1)\\nreturn v0']

A region is one group of the partition (partition.py) as a graph of its own (subgraphs.py). Views between
regions are left to the host; constants that a region computes with are its own. So are opaque values, which
PyTorch computes: a graph of such alone has no region.
"""

import collections
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.host_views import without_host_views
from python_to_triton.frontend.loops import STARTS, Loop
from python_to_triton.frontend.operation_kinds import MOVES, REPEATS, RESHAPES
from python_to_triton.frontend.partition import Partition, distinct_sizes, values_inside
from python_to_triton.frontend.subgraphs import (
    argument_order,
    arguments_needed,
    ordered_subgraph,
    subgraph,
    values_read,
    with_hidden_sizes,
)
from python_to_triton.frontend.symbolic_values import size_letters
from python_to_triton.frontend.values import Value, execute
from python_to_triton.frontend.vocabulary import SHAPE_ERRORS, VIEWS, GraphError


@dataclass(frozen=True)
class Region:
    """A part of a graph that one group of kernels can compute: one anchor with its prologue and epilogue."""

    graph: Graph  # the part as a graph of its own, whose text is its prompt
    inputs: tuple[str, ...]  # names, in the whole graph, of what the part receives
    outputs: tuple[str, ...]  # and of what it returns
    values: tuple[Value, ...] = ()  # those of the whole graph that it computes

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of the user's text that it computes, as far as they are known, in order."""
        lines = {line for value in self.values for line in (value.line, *value.merged_lines)}
        return tuple(sorted(lines - {None}))


def _names(values):
    return tuple(value.name for value in values)


def _as_region(graph):
    """A graph that is a region as it is: one output is returned by itself, never in a tuple."""
    if not graph.multiple or len(graph.outputs) > 1:
        return graph
    return Graph(graph.arguments, graph.inputs, graph.outputs, False, graph.sizes, graph.source)


def whole_region(graph: Graph) -> Region:
    """The Region that is all of a graph, its arguments in their order of use."""
    order = argument_order(graph)
    needed = arguments_needed(graph, order)
    if order == sorted(order) and len(needed) == len(graph.inputs):
        return Region(_as_region(graph), _names(graph.arguments), _names(graph.outputs), tuple(graph.values))
    sizes = distinct_sizes(graph)
    part, inputs = ordered_subgraph(graph.values, needed, graph.outputs, sizes, graph.shapes(sizes))
    return Region(part, _names(inputs), _names(graph.outputs), tuple(graph.values))


def _region_between_views(graph):
    """The Region that is left of a graph without the host's views.

    None where there are no such views, or where leaving them out hides a size that is computed with.
    """
    inside, outputs = without_host_views(graph)
    if len(inside) == len(graph.values) or not outputs:
        return None
    place = {id(v): i for i, v in enumerate(graph.inputs)}
    for value in graph.values:  # a view takes the place of its argument
        if value.op in RESHAPES and id(value.operands[0]) in place:
            place[id(value)] = place[id(value.operands[0])]
    inputs = sorted(values_read(inside, graph), key=lambda v: place[id(v)])

    sizes = distinct_sizes(graph)
    metas = graph.shapes(sizes)
    shown = {letter for letter, n in sizes.items() for v in inputs if n in metas[id(v)].shape}
    if size_letters(inside) - shown:
        return None
    part, inputs = ordered_subgraph(inside, inputs, outputs, sizes, metas)
    return Region(part, _names(inputs), _names(outputs), tuple(inside))


def _readers(graph):
    """{id of a value: the values that read it}."""
    readers = collections.defaultdict(list)
    for value in graph.values:
        for operand in value.inputs():
            readers[id(operand)].append(value)
    return readers


def _is_needed_outside(value, within, graph, readers):
    """Whether an output, another part, or a view of the host needs a value of a part, the ids `within`."""
    if any(value is v for v in graph.outputs):
        return True
    for reader in readers[id(value)]:
        if id(reader) not in within:
            return True
        if reader.op in VIEWS and _is_needed_outside(reader, within, graph, readers):
            return True
    return False


def execution_order(graph: Graph, parts: list[Region]) -> list[Region | Value]:
    """The regions of a graph, and the values between them that the host computes, in an order that works.

    A region that another one reads through a view comes before it. The ends of a loop follow one another.
    """
    order = []
    known = {id(v) for v in graph.inputs}
    makers = {name: region for region in parts for name in region.outputs}
    placed = set()
    by_name = {v.name: v for v in [*graph.values, *graph.inputs]}
    ends = {id(end): step.ends for step in graph.steps if isinstance(step, Loop) for end in step.ends}

    def need(value):
        if id(value) in known:
            return
        if value.name in makers and id(makers[value.name]) not in placed:
            place(makers[value.name])
            return
        together = ends.get(id(value), (value,))
        known.update(map(id, together))
        for operand in (operand for one in together for operand in one.inputs()):
            need(operand)
        order.extend(together)

    def place(region):
        placed.add(id(region))
        for name in region.inputs:
            need(by_name[name])
        order.append(region)
        known.update(id(by_name[name]) for name in region.outputs)

    for region in parts:
        if id(region) not in placed:
            place(region)
    for value in graph.outputs:
        need(value)
    return order


def _with_moves(graph, parts, sizes, metas, traced):
    """The regions with one more for each view between them that leaves gaps or another order in memory.

    An answer would have to copy it, and only kernels may. What is returned as it is stays a view. What a loop
    carries, or takes one item a step of, is laid out before it. What shows an element several times is copied
    where a region reads it, or the host reshapes it, and by the kernel that lays it out in another order.
    """
    layout = dict(metas)
    placed = []
    read = {name for region in parts for name in region.inputs}
    viewed = {id(v) for value in graph.values if value.op in VIEWS for v in value.inputs()}
    before_loops = {id(v.operands[0]) for v in graph.values if v.op in STARTS}
    of_parts = {id(v) for region in parts for v in region.values}
    reshaped = {id(v.operands[0]) for v in graph.values if v.op == "reshape" and id(v) not in of_parts}
    for step in execution_order(graph, parts):
        if isinstance(step, Region):
            placed.append(step)
            continue
        if step.op not in VIEWS:
            continue
        view = execute(step, layout, sizes, "meta")
        layout[id(step)] = view.contiguous()
        is_looped = id(step) in before_loops
        is_needed = step.name in read or id(step) in viewed or is_looped
        repeats = step.op in REPEATS and (step.name in read or id(step) in reshaped)
        leaves_gaps = step.op in MOVES or is_looped or repeats
        if is_needed and leaves_gaps and not view.is_contiguous():
            moved = [step]
            while moved[0].operands[0].op in REPEATS and moved[0].operands[0].name not in read:
                moved.insert(0, moved[0].operands[0])
            # A slice may end at a size that its operand does not have: an argument that has it comes along.
            _, inputs = with_hidden_sizes(moved, [moved[0].operands[0]], graph, sizes, layout)
            part = subgraph(moved, inputs, [step], sizes, layout, traced)
            placed.append(Region(part, _names(inputs), (step.name,), tuple(moved)))
    return placed


def _divided(graph, partition):
    """The regions of a partition of several groups."""
    sizes, metas = partition.sizes, partition.shapes
    readers = _readers(graph)
    traced = {}
    parts = []
    for number, group in enumerate(partition.groups):
        if number in partition.walls:
            continue
        inside = values_inside(group, partition)
        inputs = values_read(inside, graph)
        inside, inputs = with_hidden_sizes(inside, inputs, graph, sizes, metas)
        own = [v for v in inside if partition.group_of.get(id(v)) == number]
        within = set(map(id, inside))
        outputs = [v for v in own if _is_needed_outside(v, within, graph, readers)]
        part, inputs = ordered_subgraph(inside, inputs, outputs, sizes, metas, traced)
        parts.append(Region(part, _names(inputs), _names(outputs), tuple(inside)))
    return _with_moves(graph, parts, sizes, metas, traced)


def regions(graph: Graph, most: int | None = None) -> list[Region]:
    """The regions of a graph, in the order in which they are computed, few and deterministic.

    A region's prompt reads as a trace of that part alone: its sizes are letters of its own. Views between
    regions are in none of them: stitching leaves them to the host, and so it does those of arguments and
    results that only write another shape. A size that a region computes with, but that none of its inputs
    has, comes in with an argument of the graph that is passed along for its shape.

    Args:
        most: makes smaller regions: every anchor is a region of its own, and no region holds more than so
            many pointwise operations; with 0 every operation is a region, and so is every view that leaves
            another order or gaps.

    Raises:
        GraphError: no sizes are found at which the graph computes.
    """
    if most not in graph.regions:
        partition = Partition(graph, most)
        if partition.is_divided:
            graph.regions[most] = _divided(graph, partition)
        else:
            between = _region_between_views(graph) if partition.groups else None
            graph.regions[most] = [between or whole_region(graph)]
    return list(graph.regions[most])


def regions_read(graph: Graph, parts: Sequence[Region]) -> list[tuple[int, ...]]:
    """Of each region of a graph, the numbers of those that it reads from, in order.

    Directly, or through what the host computes between them: views, and what PyTorch computes.
    """
    maker = {name: number for number, region in enumerate(parts) for name in region.outputs}
    behind = {value.name: set() for value in graph.inputs}  # the regions that the host has a value of
    for value in graph.values:
        made = maker.get(value.name)
        behind[value.name] = (
            set().union(*(behind[operand.name] for operand in value.inputs())) if made is None else {made}
        )
    return [
        tuple(sorted(set().union(*(behind[name] for name in region.inputs)) - {number}))
        for number, region in enumerate(parts)
    ]


def own_sizes(graph: Graph, parts: Sequence[Region]) -> list[dict[str, int]]:
    """Of each region of a graph {letter: size} at the sizes of the graph.

    A region is cut at other sizes, all different. Empty where they are not known, or the region does not fit
    them, as where two sizes that its letters tell apart happen to broadcast.
    """
    try:
        metas = graph.shapes(graph.sizes) if graph.sizes else None
    except SHAPE_ERRORS:
        metas = None
    named = {value.name: id(value) for value in (*graph.inputs, *graph.values)}
    found = [{} for _ in parts]
    for place, region in enumerate(parts if metas else ()):
        with contextlib.suppress(GraphError):
            found[place] = region.graph.bind(tuple(metas[named[name]] for name in region.inputs))
    return found


def is_view_only(graph: Graph) -> bool:
    """Whether a graph only writes its arguments in other shapes, so that a kernel has nothing to compute.

    `codegen.stitch(graph, [])` is its translation. Transposes, slices and expansions, which leave another
    order or gaps, do not count: their answer is a kernel that copies.
    """
    return all(value.op in RESHAPES for value in graph.values)


def number_of_regions(graph: Graph) -> int:
    """How many regions a graph has, found without making the one that is all of it."""
    return len(regions(graph)) if Partition(graph).is_divided else 1
