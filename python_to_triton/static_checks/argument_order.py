"""What a named answer passes on and loads, in the order of the prompt's arguments.

The prompt says a0, a1, a2; an order of its own in a kernel's parameters, in its launch or in neighbouring
loads is one that no prompt can tell, so a model would have to guess it.
"""

import ast
import re
from collections.abc import Iterable

from python_to_triton.static_checks.syntax import ENTRY, all_nodes, callee_name, functions_by_name
from python_to_triton.static_checks.text_edits import Edit, edited
from python_to_triton.verification import parse_answer


def argument_number(name: str) -> int | None:
    """3 of a3 and of a3_ptr; None of another name."""
    found = re.fullmatch(r"a(\d+)(?:_ptr)?", name)
    return int(found[1]) if found else None


def in_argument_order(nodes: list[ast.AST], numbers: list[int], lines: list[str]) -> list[Edit]:
    """Edits that put the texts of `nodes`, each on one line, in the order of their `numbers`; none where they
    are.
    """
    order = sorted(range(len(nodes)), key=numbers.__getitem__)
    if order == sorted(order) or any(node.lineno != node.end_lineno for node in nodes):
        return []
    texts = [lines[node.lineno - 1][node.col_offset : node.end_col_offset] for node in nodes]
    return [
        (node.lineno, node.col_offset, node.end_col_offset, texts[place])
        for node, place in zip(nodes, order, strict=True)
    ]


def pointer_edits(kernel: ast.FunctionDef, tree: ast.Module, lines: list[str]) -> list[Edit]:
    """Edits of a kernel's pointers to arguments, and of what its launches pass there."""
    found = [(place, argument_number(node.arg)) for place, node in enumerate(kernel.args.args)]
    places = [place for place, number in found if number is not None]
    numbers = [number for _, number in found if number is not None]
    calls = [node for node in all_nodes(tree) if isinstance(node, ast.Call)]
    calls = [call for call in calls if callee_name(call) == kernel.name]
    passed_otherwise = any(
        len(call.args) <= max(places, default=0) or any(isinstance(node, ast.Starred) for node in call.args)
        for call in calls
    )
    if passed_otherwise or len(set(numbers)) < len(numbers):
        return []
    edits = []
    for nodes in [kernel.args.args, *(call.args for call in calls)]:
        own = in_argument_order([nodes[place] for place in places], numbers, lines)
        if not own:
            return []
        edits += own
    return edits


def contiguous_edits(host: ast.FunctionDef, lines: list[str]) -> list[Edit]:
    """Edits of `a2, a0 = a2.contiguous(), a0.contiguous()`."""
    edits = []
    for statement in host.body:
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Tuple):
            continue
        targets = statement.targets[0].elts
        values = getattr(statement.value, "elts", [])
        numbers = [argument_number(getattr(node, "id", "")) for node in targets]
        if None not in numbers and len(values) == len(targets):
            edits += in_argument_order(targets, numbers, lines) + in_argument_order(values, numbers, lines)
    return edits


def blocks_of(statements: list[ast.stmt]) -> Iterable[list[ast.stmt]]:
    """A block and the blocks inside it."""
    yield statements
    for statement in statements:
        for inner in (getattr(statement, "body", []), getattr(statement, "orelse", [])):
            if inner:
                yield from blocks_of(inner)


def loaded_argument(statement: ast.stmt) -> str:
    """a2 of `a2 = tl.load(...)` on one line; empty of another statement."""
    if not isinstance(statement, ast.Assign) or statement.lineno != statement.end_lineno:
        return ""
    name = getattr(statement.targets[0], "id", "")
    is_load = re.match(r"tl\.load\(", ast.unparse(statement.value))
    return name if argument_number(name) is not None and is_load else ""


def load_edits(kernel: ast.FunctionDef, lines: list[str]) -> list[Edit]:
    """Edits of neighbouring loads of arguments none of which reads another."""
    edits = []
    for block in blocks_of(kernel.body):
        run = []
        for statement in [*block, None]:
            name = loaded_argument(statement) if statement else ""
            follows = not run or statement and statement.lineno == run[-1].end_lineno + 1
            if name and follows:
                run.append(statement)
                continue
            names = [loaded_argument(load) for load in run]
            read = {getattr(node, "id", "") for load in run for node in all_nodes(load.value)}
            if len(set(names)) == len(names) and not read & set(names):
                edits += in_argument_order(run, list(map(argument_number, names)), lines)
            run = [statement] if name else []
    return edits


def ordered_arguments(text: str) -> str:
    """A named answer that passes on and loads the prompt's arguments in their order."""
    tree = parse_answer(text)
    lines = text.split("\n")
    functions = functions_by_name(tree)
    edits = contiguous_edits(functions.pop(ENTRY), lines)
    for kernel in functions.values():
        edits += pointer_edits(kernel, tree, lines) + load_edits(kernel, lines)
    return edited(text, edits) if edits else text
