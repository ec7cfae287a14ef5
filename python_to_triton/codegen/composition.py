"""Composition: answers to the regions of a graph as one function, each distinct answer written once."""

import re
from collections.abc import Sequence

from python_to_triton.codegen.guards import COLUMNS, call_lines
from python_to_triton.codegen.host_code import host_expression, size_lines
from python_to_triton.codegen.pytorch_code import PYTORCH_PREFIX, PyTorchFunctions, pytorch_code
from python_to_triton.codegen.renaming import argument_names, rename_answer, with_argument_names
from python_to_triton.frontend import (
    VIEWS,
    Graph,
    PassedNumbers,
    Region,
    Value,
    execution_order,
    is_view_only,
    regions,
    size_letters,
)


def entry_source(
    graph: Graph,
    parts: list[Region],
    name: str = "translated",
    called: Sequence[str] = (),
    by_pytorch: dict[str, str] | None = None,
) -> str:
    """The source of the function `name`: a call of each part, and the views between.

    Before it stand the functions that PyTorch computes between the parts, if there are any.

    Args:
        parts: all regions of the graph.
        called: what the answer of each is called; region0, region1, ... if it is not given.
        by_pytorch: the functions of PyTorch that stand before already; see PyTorchFunctions.
    """
    called = called or [f"region{i}" for i in range(len(parts))]
    passed = graph.source.conditions.passed if graph.source else PassedNumbers()
    parameters = [a.name for a in graph.arguments] + [p.name for p in passed.parameters]
    lines = [f"def {name}({', '.join(parameters)}):"]
    order = execution_order(graph, parts)
    letters = size_letters([step for step in order if isinstance(step, Value)])
    lines += [f"    {line}" for line in size_lines(graph.arguments, letters)]
    functions = PyTorchFunctions(graph, {} if by_pytorch is None else by_pytorch)
    for step in order:
        if isinstance(step, Region):
            comma = "," if step.graph.multiple and len(step.outputs) == 1 else ""
            part = parts.index(step)
            call = f"{called[part]}({', '.join([*step.inputs, *passed.regions.get(part, ())])})"
            lines.append(f"    {', '.join(step.outputs)}{comma} = {call}")
        elif step.op in VIEWS or step.op == "full":
            lines.append(f"    {step.name} = {host_expression(step, graph.arguments[0].name)}")
        else:
            lines += [f"    {line}" for line in functions.lines(step)]
    comma = "," if graph.multiple and len(graph.outputs) == 1 else ""
    lines.append(f"    return {', '.join(v.name for v in graph.outputs)}{comma}")
    return "\n\n\n".join([*functions.definitions, "\n".join(lines)])


def _with_short_lines(source):
    """A function whose calls and signature, where they are too long, stand in several lines."""
    lines = []
    for line in source.split("\n"):
        match = re.fullmatch(r"( *)([^()]*)\(([^()]*)\)(:?)", line)
        if len(line) > COLUMNS and match:
            indent, head, arguments, colon = match.groups()
            broken = call_lines(head, arguments.split(", "), indent)
            lines += [*broken[:-1], broken[-1] + colon]
        else:
            lines.append(line)
    return "\n".join(lines)


def _common(names):
    """The items that several dicts agree on."""
    first, *others = names
    return {key: word for key, word in first.items() if all(other.get(key) == word for other in others)}


def _distinct_definitions(uses):
    """([source of each distinct answer], [what the answer of each use is called]).

    Args:
        uses: (answer, names of its arguments, whether PyTorch computes it) of each region.
    """
    names_of = {}
    for answer, names, _ in uses:
        names_of.setdefault(answer, []).append(names)
    by_pytorch = {answer for answer, _, is_left in uses if is_left}
    called = {
        answer: f"{PYTORCH_PREFIX if answer in by_pytorch else ''}region{i}"
        for i, answer in enumerate(names_of)
    }
    sources = [
        with_argument_names(rename_answer(answer, called[answer]), _common(names))
        for answer, names in names_of.items()
    ]
    return sources, [called[answer] for answer, *_ in uses]


def _composed(graphs, names):
    """The definitions of the answers to [(graph, regions, answers), ...], each graph as one of `names`."""
    uses = [
        (answer, argument_names(graph, part.inputs), answer == pytorch_code(part.graph))
        for graph, parts, answers in graphs
        for part, answer in zip(parts, answers, strict=True)
    ]
    sources, called = _distinct_definitions(uses)
    by_pytorch = {}
    for (graph, parts, answers), name in zip(graphs, names):
        entry = entry_source(graph, parts, name, called[: len(answers)], by_pytorch)
        named = with_argument_names(entry, argument_names(graph, [a.name for a in graph.arguments]))
        sources.append(_with_short_lines(named))
        called = called[len(answers) :]
    return "\n\n\n".join(sources)


def compose_answers(graph: Graph, parts: list[Region], answers: list[str]) -> str:
    """The definitions of an answer to `graph` that calls the answers to its regions `parts`, in order."""
    return _composed([(graph, parts, answers)], ["translated"])


def _parts_of(graph, answers):
    """(the regions that answers are for, whether that is the whole graph as it is)."""
    parts = [] if not answers and is_view_only(graph) else regions(graph)
    ends = tuple(a.name for a in graph.arguments), tuple(v.name for v in graph.outputs)
    if len(answers) == 1 and (len(parts) > 1 or (parts[0].inputs, parts[0].outputs) == ends):
        return [Region(graph, *ends, tuple(graph.values))], True
    if len(parts) != len(answers):
        raise ValueError(f"the graph has {len(parts)} regions, and {len(answers)} answers were given")
    return parts, False


def define(graphs: Sequence[tuple[Graph, Sequence[str]]], names: Sequence[str]) -> str:
    """The definitions of the answers to graphs, each graph a function of its arguments.

    Args:
        graphs: each with the answers to its `regions`, in order, or with one to the whole.
        names: what the function of each graph is called.

    Raises:
        ValueError: the answers are not as many as the regions.
    """
    given = [(graph, *_parts_of(graph, answers), answers) for graph, answers in graphs]
    graph, parts, is_whole, answers = given[0]
    if len(given) == 1 and is_whole:
        answer = re.sub(r"\btranslated\b", names[0], rename_answer(answers[0], "translated"))
        return with_argument_names(answer, argument_names(graph, parts[0].inputs))
    return _composed([(graph, parts, answers) for graph, parts, _, answers in given], names)
