"""A part of a graph as a graph of its own: its prompt reads as a trace of that part alone."""

import copy

import torch

from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.operation_kinds import RESHAPES, is_literal_tensor
from python_to_triton.frontend.symbolic_values import size_letters
from python_to_triton.frontend.tracing import trace
from python_to_triton.frontend.values import Value, execute
from python_to_triton.frontend.vocabulary import OPS


def values_read(inside: list[Value], graph: Graph) -> list[Value]:
    """What these values of a graph read from outside, in order, arguments last."""
    within = set(map(id, inside))
    read = {id(v): v for value in inside for v in value.inputs() if id(v) not in within}
    return [read[i] for i in sorted(read, key=graph.places.get)]


def argument_order(graph: Graph) -> list[int]:
    """Places of the arguments in the order in which the outputs read them; what nothing reads is last."""
    places = {id(value): place for place, value in enumerate(graph.inputs)}
    seen = set()
    order = []
    stack = list(reversed(graph.outputs))
    while stack:
        value = stack.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if id(value) in places:
            order.append(places[id(value)])
        stack += reversed(list(value.inputs()))
    return order + [place for place in range(len(places)) if place not in order]


# {what the trace of a part follows from: its Graph}, of one graph at one choice of sizes
Traced = dict[tuple, Graph]


def _part_form(values, inputs, outputs, metas):
    """What the trace of a part follows from: equal for like parts, as those of a network's layers are."""
    places = {id(value): place for place, value in enumerate([*inputs, *values])}

    def form(item):
        if isinstance(item, Value):
            return places[id(item)]
        return tuple(map(form, item)) if isinstance(item, tuple) else repr(item)

    return (
        tuple((metas[id(value)].dtype, metas[id(value)].shape) for value in inputs),
        tuple((v.op, form(v.operands), repr(v.attributes), v.line is None) for v in values),
        form(tuple(outputs)),
    )


def _on_lines(part, lines):
    """A Graph whose values belong to places of `lines`, from 1, again, its values on these lines."""
    copies = {}

    def copied(item):
        if isinstance(item, Value):
            return copies[id(item)]
        return tuple(map(copied, item)) if isinstance(item, tuple) else item

    for value in (*part.inputs, *part.values):
        made = copies[id(value)] = copy.copy(value)
        made.operands = copied(value.operands)
        made.line = lines[value.line - 1] if value.line else None
        merged = {lines[place - 1] for place in value.merged_lines}
        made.merged_lines = tuple(sorted(merged - {None, made.line}))
    inputs, outputs = copied(part.inputs), copied(part.outputs)
    return Graph(part.arguments, inputs, outputs, part.multiple, part.sizes, part.source)


def _traced_part(values, inputs, outputs, sizes, metas):
    """The Graph of `subgraph`, the line of each value its place among `values`, from 1."""
    position = {
        letter: (i, d)
        for letter, size in sizes.items()
        for i, value in enumerate(inputs)
        for d, n in enumerate(metas[id(value)].shape)
        if size == n
    }

    place = 0  # of what is being computed

    def program(*tensors):
        nonlocal place
        here = {**sizes, **{letter: tensors[i].shape[d] for letter, (i, d) in position.items()}}
        known = {id(value): tensor for value, tensor in zip(inputs, tensors)}
        for i, value in enumerate(values):
            place = i + 1
            known[id(value)] = execute(value, known, here, tensors[0].device if tensors else "cpu")
        results = tuple(known[id(value)] for value in outputs)
        return results if len(results) > 1 else results[0]

    examples = [metas[id(value)] for value in inputs]

    def line_of_part():
        return place if place and values[place - 1].line is not None else None

    return trace(program, examples, line_of_part=line_of_part)


def subgraph(
    values: list[Value],
    inputs: list[Value],
    outputs: list[Value],
    sizes: dict[str, int],
    metas: dict[int, torch.Tensor],
    traced: Traced | None = None,
) -> Graph:
    """The Graph of some values of a graph, from `inputs` to `outputs`, traced as a program of its own.

    Its values belong to the lines of the user's text to which those of the graph do.

    Args:
        values: in the order in which they are computed.
        sizes: {letter: size} of the whole graph at which `metas` hold.
        metas: {id of a Value: tensor without data}.
        traced: what was traced before of the same graph, to which this is added: like parts are traced once.
    """
    traced = {} if traced is None else traced
    form = _part_form(values, inputs, outputs, metas)
    if form not in traced:
        traced[form] = _traced_part(values, inputs, outputs, sizes, metas)
    return _on_lines(traced[form], [value.line for value in values])


def ordered_subgraph(
    values: list[Value],
    inputs: list[Value],
    outputs: list[Value],
    sizes: dict[str, int],
    metas: dict[int, torch.Tensor],
    traced: Traced | None = None,
) -> tuple[Graph, list[Value]]:
    """(Graph, inputs) of `subgraph` with the inputs in their order of use.

    So the order in which a program lists its arguments changes no prompt.
    """
    part = subgraph(values, inputs, outputs, sizes, metas, traced)
    for _ in inputs:  # arguments that change places may change those of a commutative operation's operands
        order = argument_order(part)
        if order == sorted(order):
            break
        inputs = [inputs[place] for place in order]
        part = subgraph(values, inputs, outputs, sizes, metas, traced)
    return part, inputs


def arguments_needed(graph: Graph, order: list[int]) -> list[Value]:
    """The arguments, in this order, that are computed with, or that alone show a size which is."""
    used = {id(v) for value in graph.values for v in value.inputs()} | set(map(id, graph.outputs))
    pairs = [(graph.inputs[place], graph.arguments[place]) for place in order]
    shown = {letter for v, a in pairs if id(v) in used for letter in a.dims}
    hidden = size_letters(graph.values) - shown
    return [v for v, a in pairs if id(v) in used or hidden & set(a.dims)] or graph.inputs[:1]


def made_by_host(inside: list[Value], graph: Graph) -> list[Value]:
    """Of the values of a part the literal tensors, booleans aside, and what only reshapes them: the host has
    a small kernel write them, and a region reads them as arguments. What is returned is not among them.
    """
    found = {}
    for value in inside:
        reshaped = value.op in RESHAPES and id(value.operands[0]) in found
        if (is_literal_tensor(value) or reshaped) and not any(value is out for out in graph.outputs):
            found[id(value)] = value
    return list(found.values())


def with_hidden_sizes(
    inside: list[Value],
    inputs: list[Value],
    graph: Graph,
    sizes: dict[str, int],
    metas: dict[int, torch.Tensor],
) -> tuple[list[Value], list[Value]]:
    """(inside, inputs) changed so that every letter the part computes with is a size of an input.

    A filled tensor whose size nothing else shows, or that heavy work reads, is made by the host, unless it is
    a result; else an argument that has the size comes along. Literal tensors come in as arguments too
    (made_by_host). A part without any input gets the first argument, which shows the device.
    """
    literals = made_by_host(inside, graph)
    if literals and len(literals) < len(inside):
        made = set(map(id, literals))
        inside = [v for v in inside if id(v) not in made]
        read = {id(operand) for value in inside for operand in value.inputs()}
        inputs = [*inputs, *(v for v in literals if id(v) in read)]

    def hidden():
        shown = {n for v in inputs for n in metas[id(v)].shape}
        return {letter for letter in size_letters(inside) if sizes[letter] not in shown}

    filled = [v for v in inside if v.op == "full" and not any(v is out for out in graph.outputs)]
    read_heavily = {
        id(operand) for v in inside if v.op in OPS and OPS[v.op].kind == "heavy" for operand in v.inputs()
    }
    for value in [v for v in filled if size_letters([v]) & hidden() or id(v) in read_heavily]:
        inside = [v for v in inside if v is not value]
        inputs = [*inputs, value]
    for letter in sorted(hidden()):
        if letter in hidden():
            inputs = [*inputs, next(v for v, a in zip(graph.inputs, graph.arguments) if letter in a.dims)]
    return inside, inputs or graph.inputs[:1]
