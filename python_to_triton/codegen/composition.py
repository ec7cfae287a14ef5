"""Composition: answers to the regions of a graph as one function, each distinct answer written once."""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from python_to_triton.codegen.blocks import with_blocks
from python_to_triton.codegen.host_code import host_expression, size_lines
from python_to_triton.codegen.literal_kernels import LiteralFunctions
from python_to_triton.codegen.loop_code import KEEP_STEP, lines_with_loops
from python_to_triton.codegen.module_text import COLUMNS, call_lines
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
from python_to_triton.frontend.loops import has_loops


@dataclass(frozen=True)
class _Entry:
    """The function of a graph that calls its parts, in pieces."""

    definitions: list[str]  # of literal tensors, and of what PyTorch computes between the parts
    numbers: list[str]  # that it receives behind its arguments
    letters: set[str]  # sizes that its lines compute with
    sizes: list[str]  # the lines that bind these
    lines: list[str]  # a part, or a view, each
    returned: str


def _entry(graph, parts, called, by_pytorch):
    called = called or [f"region{i}" for i in range(len(parts))]
    passed = graph.source.conditions.passed if graph.source else PassedNumbers()
    order = execution_order(graph, parts)
    letters = size_letters([step for step in order if isinstance(step, Value)])
    known = {} if by_pytorch is None else by_pytorch
    functions = PyTorchFunctions(graph, known)
    literals = LiteralFunctions(known)

    def lines_of(step):
        if isinstance(step, Region):
            comma = "," if step.graph.multiple and len(step.outputs) == 1 else ""
            part = parts.index(step)
            call = f"{called[part]}({', '.join([*step.inputs, *passed.regions.get(part, ())])})"
            return [f"{', '.join(step.outputs)}{comma} = {call}"]
        if step.op in VIEWS or step.op == "full":
            return [f"{step.name} = {host_expression(step, graph.arguments[0].name)}"]
        if step.op == "tensor":
            return [literals.line(step, graph.arguments[0].name)]
        return functions.lines(step)

    numbers = [parameter.name for parameter in passed.parameters]
    lines = lines_with_loops(graph, order, lines_of, numbers)
    comma = "," if graph.multiple and len(graph.outputs) == 1 else ""
    returned = f"return {', '.join(v.name for v in graph.outputs)}{comma}"
    sizes = size_lines(graph.arguments, letters)
    definitions = [*literals.definitions, *functions.definitions]
    return _Entry(definitions, numbers, letters, sizes, lines, returned)


def _function(name, parameters, lines):
    return "\n    ".join([f"def {name}({', '.join(parameters)}):", *lines])


def _entry_function(graph, entry, name):
    """The source of an entry, in one function."""
    parameters = [argument.name for argument in graph.arguments] + entry.numbers
    return _function(name, parameters, [*entry.sizes, *entry.lines, entry.returned])


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
    entry = _entry(graph, parts, called, by_pytorch)
    return "\n\n\n".join([*entry.definitions, _entry_function(graph, entry, name)])


def _entry_with_blocks(graph, parts, name, called, by_pytorch, number):
    """(definitions of what PyTorch computes, of blocks, source of the entry): as entry_source.

    What the entry repeats are blocks, functions of their own.

    Args:
        number: of the first block: block0, block1, ...
    """
    entry = _entry(graph, parts, called, by_pytorch)
    returned = [value.name for value in graph.outputs]
    letters = sorted(entry.letters)
    found = None
    if not has_loops(graph):
        found = with_blocks(
            graph.arguments, entry.numbers, letters, entry.sizes, entry.lines, returned, number
        )
    if found is None:
        return entry.definitions, [], _entry_function(graph, entry, name)
    blocks, parameters, lines = found
    return entry.definitions, blocks, _function(name, parameters, [*lines, entry.returned])


def _with_short_lines(source):
    """A function whose calls and signature, where they are too long, stand in several lines."""
    lines = []
    for line in source.split("\n"):
        unpacked = re.fullmatch(r"( *)([\w, ]+) = (parameters\[.*\])", line)
        if len(line) > COLUMNS and unpacked:
            indent, names, tensors = unpacked.groups()
            broken = call_lines("", names.split(", "), indent)
            lines += [*broken[:-1], f"{broken[-1]} = {tensors}"]
            continue
        returned = re.fullmatch(r"( *)return ([\w, ]+)", line)
        if len(line) > COLUMNS and returned:
            indent, names = returned.groups()
            lines += call_lines("return ", names.split(", "), indent)
            continue
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
    sources += [KEEP_STEP] if any(has_loops(graph) for graph, *_ in graphs) else []
    by_pytorch = {}
    count = 0
    for (graph, parts, answers), name in zip(graphs, names):
        own = called[: len(answers)]
        definitions, blocks, entry = _entry_with_blocks(graph, parts, name, own, by_pytorch, count)
        words = argument_names(graph, [a.name for a in graph.arguments])
        sources += [_with_short_lines(with_argument_names(one, words)) for one in definitions]
        sources += map(_with_short_lines, blocks)
        sources.append(_with_short_lines(with_argument_names(entry, words)))
        count += len(blocks)
        called = called[len(answers) :]
    return "\n\n\n".join(sources)


def compose_answers(graph: Graph, parts: list[Region], answers: list[str]) -> str:
    """The definitions of an answer to `graph` that calls the answers to its regions `parts`, in order."""
    return _composed([(graph, parts, answers)], ["translated"])


def _parts_of(graph, answers):
    """(the regions that answers are for, whether that is the whole graph as it is)."""
    parts = [] if not answers and is_view_only(graph) else regions(graph)
    ends = tuple(a.name for a in graph.arguments), tuple(v.name for v in graph.outputs)

    def is_whole(part):
        return (part.inputs, part.outputs) == ends and part.graph.multiple == graph.multiple

    if len(answers) == 1 and (len(parts) > 1 or is_whole(parts[0])):
        return [Region(graph, *ends, tuple(graph.values))], True
    if len(parts) != len(answers):
        raise ValueError(f"the graph has {len(parts)} regions, and {len(answers)} answers were given")
    return parts, False


def _takes_numbers_by_name(answer, graph):
    """Whether an answer to the whole of a graph calls the numbers that it receives as the graph does: it does
    not where it has variables of these names.
    """
    passed = graph.source.conditions.passed if graph.source else PassedNumbers()
    if set(passed.regions) - {0}:  # the numbers of several regions
        return True
    functions = [node for node in ast.parse(answer).body if isinstance(node, ast.FunctionDef)]
    taken = {one.arg for node in functions if node.name == "translated" for one in node.args.args}
    return all(parameter.name in taken for parameter in passed.parameters)


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
    if len(given) == 1 and is_whole and _takes_numbers_by_name(answers[0], graph):
        answer = re.sub(r"\btranslated\b", names[0], rename_answer(answers[0], "translated"))
        return with_argument_names(answer, argument_names(graph, parts[0].inputs))
    return _composed([(graph, parts, answers) for graph, parts, _, answers in given], names)
