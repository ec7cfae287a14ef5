"""Statements in the order of the prompt, as far as they do not depend on each other."""

import ast
import re
from collections.abc import Iterable, Iterator

from python_to_triton.static_checks.syntax import Variables, all_nodes, identifier, is_stored

Segment = list[ast.stmt]  # neighbouring statements, of which the last computes a value v3 of the prompt


def segments(block: Iterable[ast.stmt]) -> Iterator[list[Segment]]:
    """Lists of neighbouring segments that may change places, in a block and in the blocks inside it."""
    run: list[Segment] = []
    segment: Segment = []
    for statement in [*block, None]:
        last = segment or (run[-1] if run else [])
        plain = isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
        apart = last and plain and statement.lineno != last[-1].end_lineno + 1
        if not plain or apart or re.fullmatch(r"a\d+", statement.targets[0].id):
            yield run
            run = []
            segment = []
        if plain:
            segment.append(statement)
            if re.fullmatch(r"v\d+", statement.targets[0].id):
                run.append(segment)
                segment = []
        elif isinstance(statement, (ast.For, ast.If)):
            yield from segments(statement.body)
            yield from segments(statement.orelse)


def prompt_place(segment: Segment) -> int:
    """The number of the prompt's value that a segment ends with: 3 of v3."""
    return int(identifier(segment[-1].targets[0])[1:])


def dependencies(run: list[Segment], variables: Variables) -> list[set[int]]:
    """For each segment the earlier ones that it has to follow."""
    bound = []
    read = []
    seen_outside = []
    binding_of = variables.first_binding
    for segment in run:
        nodes = {node for statement in segment for node in all_nodes(statement) if node in binding_of}
        own = {node for node in nodes if is_stored(node)}
        outside = {binding_of[node] for node in binding_of if node not in nodes}
        bound.append({identifier(node) for node in own})
        read.append({identifier(node) for node in nodes if binding_of[node] not in own})
        seen_outside.append({identifier(node) for node in own if binding_of[node] in outside})
    return [
        {
            j
            for j in range(i)
            if seen_outside[j] & (read[i] | bound[i]) or bound[i] & read[j] or seen_outside[i] & bound[j]
        }
        for i in range(len(run))
    ]


def in_prompt_order(run: list[Segment], variables: Variables) -> list[int]:
    """The places of a run's segments in the order of the prompt, as far as they do not need each other."""
    after = dependencies(run, variables)
    order = []
    left = set(range(len(run)))
    while left:
        ready = [i for i in left if not after[i] & left]
        order.append(min(ready, key=lambda i: (prompt_place(run[i]), i)))
        left.remove(order[-1])
    return order


def ordered_statements(text: str, variables: dict[ast.FunctionDef, Variables]) -> str:
    """A named answer whose kernels {function: its variables} compute the prompt's values in its order."""
    lines = text.split("\n")
    for function in variables:
        for run in segments(function.body):
            if run != sorted(run, key=prompt_place):
                texts = [lines[segment[0].lineno - 1 : segment[-1].end_lineno] for segment in run]
                order = in_prompt_order(run, variables[function])
                lines[run[0][0].lineno - 1 : run[-1][-1].end_lineno] = [
                    line for place in order for line in texts[place]
                ]
    return "\n".join(lines)
