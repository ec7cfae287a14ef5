"""The names of several results: y0, y1, ... in the order in which an answer returns them.

Exemplars call a second result what it is, v, z or index; a prompt does not say which.
"""

import ast

from python_to_triton.static_checks.kernel_arguments import is_pointer_name
from python_to_triton.static_checks.syntax import ENTRY, all_nodes, callee_name, functions_by_name, identifier
from python_to_triton.static_checks.text_edits import Edit, edited, renaming
from python_to_triton.verification import parse_answer


def returned_names(host: ast.FunctionDef) -> list[str]:
    """The variables that a host function returns, where they are several and nothing else is returned."""
    value = getattr(host.body[-1], "value", None)
    names = [getattr(node, "id", "") for node in getattr(value, "elts", [])]
    returns = [node for node in all_nodes(host) if isinstance(node, ast.Return)]
    arguments = {node.arg for node in host.args.args}
    is_usable = len(set(names)) == len(names) and all(names) and not arguments & set(names)
    return names if len(names) > 1 and len(returns) == 1 and is_usable else []


def renamed_to(function: ast.FunctionDef, names: dict[str, str]) -> list[Edit]:
    """Edits that write the variables {old: new} of a function; none where a new name is another's."""
    nodes = [node for node in all_nodes(function) if isinstance(node, (ast.Name, ast.arg))]
    taken = {identifier(node) for node in nodes} - names.keys()
    if taken & set(names.values()):
        return []
    return [renaming(node, names[identifier(node)]) for node in nodes if identifier(node) in names]


def result_pointers(
    kernel: ast.FunctionDef, calls: list[ast.Call], results: dict[str, str]
) -> dict[str, str]:
    """{parameter of a kernel: y0_ptr} of those that each of its launches passes the same result to."""
    pointers = {}
    for place, node in enumerate(kernel.args.args):
        passed = {getattr(call.args[place], "id", "") if place < len(call.args) else "" for call in calls}
        name = passed.pop() if len(passed) == 1 else ""
        if name in results and is_pointer_name(node.arg):
            pointers[node.arg] = f"{results[name]}_ptr"
    return pointers if len(set(pointers.values())) == len(pointers) else {}


def named_results(text: str) -> str:
    """An answer whose results, where they are several variables, are called y0, y1, ..."""
    tree = parse_answer(text)
    kernels = functions_by_name(tree)
    host = kernels.pop(ENTRY)
    results = {name: f"y{place}" for place, name in enumerate(returned_names(host))}
    edits = renamed_to(host, results)
    if not edits:
        return text
    nodes = [node for node in all_nodes(tree) if isinstance(node, ast.Call)]
    for name, kernel in kernels.items():
        calls = [node for node in nodes if callee_name(node) == name]
        edits += renamed_to(kernel, result_pointers(kernel, calls, results))
    return edited(text, edits)
