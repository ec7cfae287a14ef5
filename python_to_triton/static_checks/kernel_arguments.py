"""What the kernels of an answer receive from its host function, as far as the text shows."""

import ast
import operator
from collections import Counter, defaultdict

from python_to_triton.static_checks.syntax import (
    all_nodes,
    assignments,
    callee_name,
    is_stored,
    target_value_pairs,
)

ARITHMETIC = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
# Methods of a tensor that keep its data.
ALIASES = {
    "contiguous",
    "reshape",
    "view",
    "flatten",
    "unsqueeze",
    "squeeze",
    "expand",
    "transpose",
    "t",
    "to",
    "float",
}


def is_pointer_name(name: str) -> bool:
    """Whether a parameter or variable of a kernel holds a pointer: its name says so."""
    return "_ptr" in name


def argument_of_variable(host: ast.FunctionDef) -> dict[str, str]:
    """{variable of the host function: the argument a0, a1, .. whose data it holds}."""
    arguments = {parameter.arg: f"a{place}" for place, parameter in enumerate(host.args.args)}
    for target, value in assignments(host.body):
        while (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and value.func.attr in ALIASES
        ):
            value = value.func.value
        name = getattr(target, "id", None)
        source = arguments.get(value.id) if isinstance(value, ast.Name) else None
        if source is None or arguments.setdefault(name, source) != source:
            arguments.pop(name, None)
    return arguments


def host_constants(nodes: list[ast.AST]) -> dict[str, ast.expr]:
    """{variable of the host function: its expression} of those that are assigned once, as in `chunks, at = 2,
    1`.
    """
    stored = Counter(node.id for node in nodes if isinstance(node, ast.Name) and is_stored(node))
    return {
        target.id: value
        for node in nodes
        if isinstance(node, ast.Assign)
        for target, value in target_value_pairs(node)
        if isinstance(target, ast.Name) and stored[target.id] == 1
    }


def number_of(node: ast.expr) -> object:
    """What a literal is, and arithmetic on literals: 0.125 of `1 / 8`; None of anything else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = number_of(node.operand)
        return -value if isinstance(value, (int, float)) else None
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        left, right = number_of(node.left), number_of(node.right)
        known = isinstance(left, (int, float)) and isinstance(right, (int, float))
        return (
            ARITHMETIC[type(node.op)](left, right)
            if known and (right or not isinstance(node.op, ast.Div))
            else None
        )
    return node.value if isinstance(node, ast.Constant) else None


def given_expressions(caller, nodes: list[ast.AST], functions: dict, is_host: bool) -> list[tuple]:
    """[(function, its parameter or variable, the expression that it is given)] of a caller's calls and
    pointers.
    """
    given = []
    for node in nodes:
        if isinstance(node, ast.Call) and callee_name(node) in functions:
            callee = callee_name(node)
            parameters = [parameter.arg for parameter in functions[callee].args.args]
            given += [(callee, parameter, part) for parameter, part in zip(parameters, node.args)]
            # Not num_warps, which is the launch's.
            given += [(callee, word.arg, word.value) for word in node.keywords if word.arg in parameters]
        elif isinstance(node, ast.Assign) and not is_host:  # row_ptr = x_ptr + ..
            given += [
                (caller.name, target.id, value)
                for target, value in target_value_pairs(node)
                if is_pointer_name(getattr(target, "id", ""))
            ]
    return given


def received_values(functions: dict[str, ast.FunctionDef], host: ast.FunctionDef) -> dict[str, dict]:
    """{kernel: {parameter or pointer variable: value}}.

    A value is a number, or what an address points into: the argument "a0" or the host's variable. Where calls
    differ, a pointer is its own name and a number is None.
    """
    nodes = {function: all_nodes(function) for function in (host, *functions.values())}
    arguments = argument_of_variable(host)
    constants = host_constants(nodes[host])
    received = defaultdict(dict)

    def pointed_into(part: ast.expr, caller: ast.FunctionDef) -> object:
        """What an expression points into; None where several variables are in it."""
        inside = [
            node.id
            for node in all_nodes(part)
            if isinstance(node, ast.Name) and (caller is host or is_pointer_name(node.id))
        ]
        if len(inside) != 1:
            return None
        if caller is host:
            return arguments.get(inside[0], inside[0])
        return received[caller.name].get(inside[0])

    given = {caller: given_expressions(caller, nodes[caller], functions, caller is host) for caller in nodes}
    for caller in (host, *functions.values(), *functions.values()):  # twice: a helper may call a helper
        for owner, name, part in given[caller]:
            if is_pointer_name(name):
                value = pointed_into(part, caller)
            else:
                if caller is host:
                    part = constants.get(getattr(part, "id", None), part)
                value = number_of(part)
            if isinstance(value, (str, int, float)) and received[owner].setdefault(name, value) != value:
                received[owner][name] = name if is_pointer_name(name) else None
    return received
