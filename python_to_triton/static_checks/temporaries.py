"""Which values of its prompt the temporaries of an answer lead to, through variables, buffers and kernels.

A temporary leads to the named variables that are computed from it, and to what the answer returns where it is
stored there. It may lead to OTHER: to an address, a condition, or a buffer of which nothing is known.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from python_to_triton.static_checks.kernel_arguments import is_pointer_name
from python_to_triton.static_checks.kernel_matching import is_argument
from python_to_triton.static_checks.kernel_values import function_name
from python_to_triton.static_checks.syntax import (
    Variables,
    all_nodes,
    is_stored,
    simple_statements,
    target_value_pairs,
)

OTHER = "?"
WRITES = {"store", "atomic_add", "atomic_max", "atomic_min"}

Place = ast.AST | str  # the first binding of a variable, or a buffer by its name in the host function


def write_of(statement: ast.stmt) -> ast.Call | None:
    """The call of a statement that writes into memory; None where it is another."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    is_write = isinstance(call, ast.Call) and function_name(call) in WRITES and len(call.args) > 1
    return call if is_write else None


def uncast(expression: ast.expr | None) -> ast.expr | None:
    """An expression without the casts and subscripts around it."""
    while True:
        if isinstance(expression, ast.Subscript):
            expression = expression.value
        elif isinstance(expression, ast.Call) and function_name(expression) == "to":
            expression = getattr(expression.func, "value", None)
        else:
            return expression


def written_variable(expression: ast.expr) -> ast.Name | None:
    """The variable that an expression is, casts and subscripts aside; None for any other."""
    inner = uncast(expression)
    return inner if isinstance(inner, ast.Name) else None


def assigned_targets(statement: ast.stmt) -> list[ast.expr]:
    """What an assignment binds, also `x += y` and `x, y = f(z)`; [] of another statement."""
    if isinstance(statement, ast.AugAssign):
        return [statement.target]
    pairs = target_value_pairs(statement) if isinstance(statement, ast.Assign) else []
    return [
        part for target, _ in pairs for part in (target.elts if isinstance(target, ast.Tuple) else [target])
    ]


def moves_pointer(statement: ast.stmt) -> bool:
    """Whether a statement computes an address."""
    return any(is_pointer_name(getattr(target, "id", "")) for target in assigned_targets(statement))


@dataclass(frozen=True)
class NamedKernel:
    """A function of an answer, with the names of the prompt that its variables have."""

    function: ast.FunctionDef
    variables: Variables
    received: dict  # {parameter or pointer variable: what it points into, or a number}
    names: dict[ast.AST, str]  # {first binding of a variable: name}

    def name_of(self, node: ast.AST | None) -> str | None:
        """The name of the variable that a node reads or binds."""
        return self.names.get(self.variables.first_binding.get(node))

    def buffer_at(self, address: ast.expr) -> str | None:
        """The buffer of the host function into which an address points; None where that is not known."""
        pointers = {node.id for node in all_nodes(address) if isinstance(node, ast.Name)}
        found = {self.received.get(name) for name in pointers if is_pointer_name(name)}
        return found.pop() if len(found) == 1 else None

    def read_in(self, nodes: Iterable[ast.AST], with_buffers: bool = True) -> set[Place]:
        """The variables that these nodes read, and the buffers that they point into."""
        read = set()
        for node in nodes:
            if not isinstance(node, ast.Name) or is_stored(node):
                continue
            if not is_pointer_name(node.id):
                read.add(self.variables.first_binding.get(node))
            elif with_buffers and isinstance(self.received.get(node.id), str):
                read.add(self.received[node.id])
        return {place for place in read if place is not None and not is_argument(place)}

    def flows(self, results: dict[str, str]) -> Iterator[tuple[set[Place], set[Place], set[str]]]:
        """(places that are read, places without a name that are made of them, names of what is).

        `results` is {buffer: the value that it is returned as}.
        """
        inside = set()
        for statement in simple_statements(self.function.body):
            nodes = all_nodes(statement)
            inside.update(nodes)
            targets = assigned_targets(statement)
            write = write_of(statement)
            if moves_pointer(statement):
                yield self.read_in(nodes, with_buffers=False), set(), {OTHER}
            elif targets:
                names = {self.name_of(target) for target in targets}
                bindings = {self.variables.first_binding.get(target) for target in targets}
                places = {binding for binding in bindings if binding not in self.names}
                read = self.read_in(nodes)
                read |= {self.variables.first_binding.get(statement)} - {None}  # of x += y
                yield read, places - {None}, names - {None}
            elif write:
                value = all_nodes(write.args[1])
                buffer = self.buffer_at(write.args[0])
                name = results.get(buffer) or self.name_of(written_variable(write.args[1]))
                unnamed = {buffer} if buffer and not name else set()
                yield self.read_in(value), unnamed, set() if unnamed else {name or OTHER}
                yield self.read_in(set(nodes) - set(value), with_buffers=False), set(), {OTHER}
            else:
                yield self.read_in(nodes), set(), {OTHER}
        rest = [node for node in all_nodes(self.function) if node not in inside]
        yield self.read_in(rest), set(), {OTHER}  # heads of loops, conditions


def places_led_to(kernels: Iterable[NamedKernel], results: dict[str, str]) -> dict[Place, set[str]]:
    """{variable or buffer: the names that it leads to, OTHER among them}."""
    reached = defaultdict(set)
    made_of = defaultdict(set)  # {place: the places without a name that are made of it}
    for kernel in kernels:
        for read, places, names in kernel.flows(results):
            for place in read:
                reached[place] |= names
                made_of[place] |= places - {place}
    changed = True
    while changed:
        changed = False
        for place, others in made_of.items():
            more = set().union(*(reached[other] for other in others))
            changed = changed or not more <= reached[place]
            reached[place] |= more
    return reached
