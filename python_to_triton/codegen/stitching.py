"""Stitching: one self-contained module from the answers to the regions of a graph."""

import ast
import itertools
import re
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from python_to_triton.codegen.backward import Backward, trained_function, training_graphs
from python_to_triton.codegen.composition import define
from python_to_triton.codegen.draw_kernel import DRAW_SOURCE, draws_any
from python_to_triton.codegen.guards import (
    GUARDED,
    SUFFIXES,
    assumption,
    guard_source,
    guarded_entry,
    parameter_tables,
    pattern,
)
from python_to_triton.codegen.module_text import COLUMNS, import_block
from python_to_triton.codegen.renaming import rename_apart
from python_to_triton.codegen.wrappers import needs_entry, user_wrapper
from python_to_triton.frontend import Graph, GraphError
from python_to_triton.frontend.dependencies import bound_names

_DRAWS = (
    "It draws random numbers by Philox 4x32-10, from seeds that PyTorch's generator of the device gives: "
    "torch.manual_seed repeats them, and they are others than PyTorch draws for the same seed."
)


def _docstring(graph, name):
    """The generated module's docstring: its name, what it takes, and what the translation leaves out."""
    head = f"{name}, translated from PyTorch to Triton."
    if not graph.source:
        return f'"""{head}"""'
    sentences = [f"It takes {pattern(graph)}{assumption(graph)}.", *graph.source.notes]
    sentences += [_DRAWS] * draws_any([graph])
    lines = [line for sentence in sentences for line in textwrap.wrap(sentence, COLUMNS)]
    return '"""' + "\n".join([head, "", *lines]) + '\n"""'


def check_apart(own_names: set[str], guards: str) -> None:
    """Raises GraphError where one of the program's own names is that of a function that guards the file."""
    taken = sorted(own_names & set().union(*(bound_names(node) for node in ast.parse(guards).body)))
    if taken:
        raise GraphError(f"the program's own {taken[0]} is a name that the written file needs: rename it")


def _answer_imports(answers):
    """The import lines of what answers, and other definitions, call."""
    imports = ["import torch"]
    if any(re.search(r"\b(triton|tl)\.", answer) for answer in answers):  # a view has no kernel
        imports += ["import triton", "import triton.language as tl"]
    for name, line in (
        ("math", "import math"),
        ("sys", "import sys"),
        ("F", "import torch.nn.functional as F"),
    ):
        if any(re.search(rf"\b{name}\.", answer) for answer in answers):
            imports.append(line)
    return imports


class _Mode(NamedTuple):
    """The training mode of a module, or its evaluation: its answers are functions of their own."""

    graph: Graph
    answers: Sequence[str]
    suffix: str  # of the names of its functions
    backward: Backward | None


def _modes(given, backwards):
    """Of each (graph, answers) a _Mode; backwards may be fewer."""
    rows = zip(given, SUFFIXES, itertools.chain(backwards, itertools.repeat(None)))
    return [_Mode(graph, answers, suffix, backward) for (graph, answers), suffix, backward in rows]


def _module_of_answers(graph, answers):
    """The module of a graph that was parsed: its answers, as `translated`, without guards."""
    definitions = define([(graph, answers)], ["translated"])
    called = [*answers, definitions, *[DRAW_SOURCE] * draws_any([graph])]
    head = _docstring(graph, "translated") + "\n\n" + import_block(_answer_imports(called))
    return f"{head}\n\n\n{definitions}\n"


def stitch(
    graph: Graph,
    answers: list[str] | tuple[str, ...],
    evaluation: tuple[Graph, list[str] | tuple[str, ...]] | None = None,
    fallback: bool = False,
    backwards: Sequence[Backward | None] = (),
) -> str:
    """One self-contained module from the answers to `regions(graph)`, in order, or from one to the whole.

    Of a graph that was traced it defines `translated(...)`, which refuses what the answers were not verified
    for (guards.py), and what the user calls around it (wrappers.py). Of a parsed graph it defines the answers
    alone, as `translated(...)`, which trusts its caller.

    Args:
        evaluation: the graph of the same module after `.eval()`, and its answers, where `graph` is that of
            the training mode. Then the module dispatches on `self.training`.
        fallback: whether the user's program is written too, and runs where a guard refuses a call.
        backwards: of each mode, where it has one.

    Raises:
        ValueError: the answers are not as many as the regions.
        GraphError: the user's class cannot be written out.
    """
    if not graph.source:
        return _module_of_answers(graph, answers)

    modes = _modes([(graph, answers)] if evaluation is None else [(graph, answers), evaluation], backwards)
    graphs = [mode.graph for mode in modes]
    defined = [((mode.graph, mode.answers), f"unguarded{mode.suffix}") for mode in modes]
    for mode in modes:
        if mode.backward:
            defined += training_graphs(mode.graph, mode.answers, mode.backward, mode.suffix)
    definitions = define([one for one, _ in defined], [name for _, name in defined])
    called = [definitions, *(answer for (_, answers), _ in defined for answer in answers)]
    called += [DRAW_SOURCE] * draws_any(graphs)
    has_kernels = any("@triton" in source for source in called)

    trained = [trained_function(one.graph, one.backward, one.suffix) for one in modes if one.backward]
    names = [GUARDED] if needs_entry(graph, fallback) else [f"translated{suffix}" for suffix in SUFFIXES]
    tables, table_names = parameter_tables(graphs)
    entries = [
        guarded_entry(mode.graph, name, mode.suffix, not mode.answers, mode.backward is not None, table)
        for mode, name, table in zip(modes, names, table_names)
    ]
    evaluated = evaluation[0] if evaluation else None
    user_imports, user_source = user_wrapper(graph, evaluated, fallback)
    guard_imports, guards = guard_source(graph, has_kernels, "\n".join([*entries, user_source]), fallback)

    own_names = set().union(*(bound_names(node) for node in ast.parse(user_source).body))
    definitions = rename_apart(definitions, own_names)
    check_apart(own_names, guards)
    name = graph.source.name if user_source and GUARDED not in names else "translated"
    imports = import_block([*_answer_imports(called), *user_imports, *guard_imports])
    head = f"{_docstring(graph, name)}\n\n{imports}"
    body = [head, definitions, guards, *trained, tables, *entries, user_source]
    return "\n\n\n".join(part for part in body if part) + "\n"
