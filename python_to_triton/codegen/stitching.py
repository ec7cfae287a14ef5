"""Stitching: one self-contained module from the answers to the regions of a graph."""

import re
import sys
import textwrap

from python_to_triton.codegen.guards import COLUMNS, guard_source, guarded_entry, pattern
from python_to_triton.codegen.host_code import host_expression, size_lines
from python_to_triton.codegen.renaming import argument_names, rename_answer, with_argument_names
from python_to_triton.codegen.wrappers import user_wrapper
from python_to_triton.frontend import (
    Graph,
    Region,
    Value,
    execution_order,
    is_view_only,
    regions,
    size_letters,
)


def _import_block(lines):
    """Import lines as one block: the standard library, then torch, then triton and what else there is."""

    def place(line):
        package = line.split()[1].split(".")[0]
        group = 2 if package == "triton" else 1
        return (0 if package in sys.stdlib_module_names else group), line.startswith("from"), line

    order = sorted({line.strip() for line in lines}, key=place)
    blocks = [[line for line in order if place(line)[0] == i] for i in range(3)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def entry_source(graph: Graph, parts: list[Region], name: str = "translated") -> str:
    """The source of the function `name`: a call of `region0`, `region1`, ... for each part, and the views
    between.

    Args:
        parts: all regions of the graph, in the order of their numbers.
    """
    lines = [f"def {name}({', '.join(a.name for a in graph.arguments)}):"]
    order = execution_order(graph, parts)
    letters = size_letters([step for step in order if isinstance(step, Value)])
    lines += [f"    {line}" for line in size_lines(graph.arguments, letters)]
    for step in order:
        if isinstance(step, Region):
            comma = "," if step.graph.multiple and len(step.outputs) == 1 else ""
            call = f"region{parts.index(step)}({', '.join(step.inputs)})"
            lines.append(f"    {', '.join(step.outputs)}{comma} = {call}")
        else:
            lines.append(f"    {step.name} = {host_expression(step, graph.arguments[0].name)}")
    comma = "," if graph.multiple and len(graph.outputs) == 1 else ""
    lines.append(f"    return {', '.join(v.name for v in graph.outputs)}{comma}")
    return "\n".join(lines)


def compose_answers(graph: Graph, parts: list[Region], answers: list[str], name: str = "translated") -> str:
    """The definitions of an answer to `graph` that calls the answers to its regions `parts`, in order.

    Args:
        name: what the answer is called.
    """
    sources = [rename_answer(answer, f"region{i}") for i, answer in enumerate(answers)]
    sources.append(entry_source(graph, parts, name))
    inputs = [*(region.inputs for region in parts), [argument.name for argument in graph.arguments]]
    return "\n\n\n".join(
        with_argument_names(source, argument_names(graph, names))
        for source, names in zip(sources, inputs, strict=True)
    )


def _docstring(graph, name):
    """The generated module's docstring: its name, what it takes, and what the translation leaves out."""
    head = f"{name}, translated from PyTorch to Triton."
    if not graph.source:
        return f'"""{head}"""'
    taken = textwrap.wrap(f"It takes {pattern(graph)}.", COLUMNS)
    return '"""' + "\n".join([head, "", *taken, *graph.source.notes]) + '\n"""'


def _definitions(graph, answers, name):
    """The definitions of the answers, joined in a function `name`."""
    parts = [] if not answers and is_view_only(graph) else regions(graph)
    arguments = tuple(a.name for a in graph.arguments)
    ends = arguments, tuple(v.name for v in graph.outputs)
    is_whole = len(answers) == 1 and (len(parts) > 1 or (parts[0].inputs, parts[0].outputs) == ends)
    if not is_whole and len(parts) != len(answers):
        raise ValueError(f"the graph has {len(parts)} regions, and {len(answers)} answers were given")
    if is_whole:
        answer = rename_answer(answers[0], "translated")
        answer = re.sub(r"\btranslated\b", name, answer)
        return with_argument_names(answer, argument_names(graph, arguments))
    return compose_answers(graph, parts, answers, name)


def _answer_imports(answers):
    """The import lines of what answers call."""
    imports = ["import torch"]
    if any(re.search(r"\b(triton|tl)\.", answer) for answer in answers):  # a view has no kernel
        imports += ["import triton", "import triton.language as tl"]
    if any(re.search(r"\bmath\.", answer) for answer in answers):
        imports.append("import math")
    return imports


def stitch(graph: Graph, answers: list[str] | tuple[str, ...]) -> str:
    """One self-contained module from the answers to `regions(graph)`, in order, or from one to the whole.

    Of a graph that was traced it defines `translated(...)`, which refuses what the answers were not verified
    for (guards.py), and what the user calls around it (wrappers.py). Of a parsed graph it defines the answers
    alone, as `translated(...)`, which trusts its caller.

    Raises:
        ValueError: the answers are not as many as the regions.
        GraphError: the user's class cannot be written out.
    """
    imports = _answer_imports(answers)
    if not graph.source:
        parts = [_docstring(graph, "translated"), _import_block(imports)]
        return "\n".join(parts) + "\n\n\n" + _definitions(graph, answers, "translated") + "\n"

    has_kernels = any("@triton" in answer for answer in answers)
    definitions = _definitions(graph, answers, "unguarded")
    entry = guarded_entry(graph, "unguarded", aliased=not answers)
    user_imports, user_source = user_wrapper(graph)
    guard_imports, guards = guard_source(graph, has_kernels, f"{entry}\n{user_source}")
    name = graph.source.name if user_source else "translated"
    head = _docstring(graph, name) + "\n" + _import_block([*imports, *user_imports, *guard_imports])
    body = [head, definitions, guards, entry, user_source]
    return "\n\n\n".join(part for part in body if part) + "\n"
