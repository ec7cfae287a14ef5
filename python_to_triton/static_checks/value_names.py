"""The names that a kernel's variables get, and the statements that its expressions get, from the prompt's
values.
"""

import ast
from collections import Counter, defaultdict

from python_to_triton.static_checks.kernel_matching import MatchedKernel
from python_to_triton.static_checks.syntax import simple_statements, target_value_pairs

Part = tuple[ast.expr, str]  # (expression, the name of the value that it computes)


def load_prefixes(kernel: MatchedKernel) -> dict[str, str]:
    """{argument or its only part: the x of its pointer x_ptr}: a variable x is the argument, not what else is
    read.
    """
    prompt = kernel.prompt
    prefixes = {known: parameter.removesuffix("_ptr") for parameter, known in kernel.received.items()}
    only_parts = {
        [*places.values()][0]: prefixes[source]
        for source, places in prompt.parts.items()
        if source in prefixes and len(places) == 1
    }
    return prefixes | only_parts


def names_of_variables(kernel: MatchedKernel) -> dict[ast.AST, str]:
    """{binding: its name in the prompt}: of equal values the first that has no variable yet, in the prompt's
    order.
    """
    values = {place: value for place, value in kernel.values.items() if isinstance(place, ast.Name)}
    if not values:
        return {}
    equals = kernel.names_of_values(values)
    prefixes = load_prefixes(kernel)
    preferred = {
        name: prefixes[name]
        for binding, names in equals.items()
        for name in names
        if prefixes.get(name) == binding.id
    }
    chosen = {}
    owners = defaultdict(list)  # {name: the bindings that have it}
    for binding, names in equals.items():
        names = [kernel.placed[binding]] if binding in kernel.placed else names
        near = {
            name: [other for other in owners[name] if not kernel.are_separate(binding, other)]
            for name in names
        }
        names = [
            name
            for name in names
            if preferred.get(name, binding.id) == binding.id
            and all(other.id == binding.id for other in near[name])
        ]
        fresh = [name for name in names if name[0] == "a" or not near[name]]
        fresh = fresh or [name for name in reversed(owners) if name in names]
        if fresh:
            chosen[binding] = fresh[0]
            owners[fresh[0]] = [*owners.pop(fresh[0], ()), binding]
    return chosen


class ExpressionCuts:
    """Finds the expressions inside statements that are a value of the prompt which no variable holds.

    Attributes:
        cuts: {statement: [(expression, name)]}, what an expression needs before it
    """

    def __init__(self, kernel: MatchedKernel, names: dict[ast.AST, str]):
        self.kernel = kernel
        self.names = names
        self.cuts: dict[ast.stmt, list[Part]] = defaultdict(list)
        self.owners = defaultdict(list)  # {name: the bindings and expressions that have it}
        for binding, name in names.items():
            self.owners[name].append(binding)
        self.equals = self.names_of_expressions()

    def names_of_expressions(self) -> dict[ast.expr, list[str]]:
        """{expression: the prompt's names of its value}; constants are left out, as a comparison that never
        holds.
        """
        kernel = self.kernel
        found = {path[0]: value for path, value in kernel.inside.items() if len(path) == 1}
        found |= {place: kernel.values[place] for place in kernel.placed if not isinstance(place, ast.Name)}
        if not found:
            return {}
        constant = {name for name, value in kernel.prompt.values.items() if not (value != value[:, :1]).any()}
        return {
            part: [name for name in names if name[0] == "v" and name not in constant]
            for part, names in kernel.names_of_values(found).items()
        }

    def cut(self, statement: ast.stmt, part: ast.AST, allowed: set[str]) -> None:
        """Records an expression and those in it, where they are one of the `allowed` values."""
        equal = self.equals.get(part, ())
        known = [
            name
            for other, name in self.cuts[statement]
            if name in equal and ast.dump(other) == ast.dump(part)
        ]
        if known:
            self.cuts[statement].append((part, known[0]))
            return
        fresh = [
            name
            for name in equal
            if name in allowed and all(self.kernel.are_separate(part, other) for other in self.owners[name])
        ][-1:]
        for name in fresh:
            self.owners[name].append(part)
        made_of = self.kernel.prompt.made_of
        for inner in ast.iter_child_nodes(part):
            self.cut(statement, inner, allowed.intersection(*(made_of[name] for name in fresh)))
        self.cuts[statement] += [(part, name) for name in fresh]

    def cut_statement(self, statement: ast.stmt) -> None:
        """Records the expressions of a statement; the whole of an assigned expression is its target's."""
        plain = isinstance(statement, ast.Assign)
        pairs = []
        if plain:
            pairs = target_value_pairs(statement)
        elif isinstance(statement, (ast.AugAssign, ast.Expr)):
            pairs = [(getattr(statement, "target", None), statement.value)]
        made_of = self.kernel.prompt.made_of
        for target, value in pairs:
            name = self.names.get(self.kernel.variables.first_binding.get(target))
            allowed = made_of.get(name, {*made_of})
            has_target = plain and isinstance(target, ast.Name)
            for part in ast.iter_child_nodes(value) if has_target else [value]:
                self.cut(statement, part, allowed)

    def find(self) -> dict[ast.stmt, list[Part]]:
        """{statement: [(expression, name)]} of the whole kernel."""
        lines = {part.lineno for part, names in self.equals.items() if names}
        for statement in simple_statements(self.kernel.function.body):
            if not lines.isdisjoint(range(statement.lineno, statement.end_lineno + 1)):
                self.cut_statement(statement)
        return {statement: parts for statement, parts in self.cuts.items() if parts}


def copies_of_variables(kernel: MatchedKernel, names: dict[ast.AST, str]) -> dict[ast.AST, ast.Name]:
    """{binding of z: the Name that it reads} of statements z = x that only give another name to a named
    value.
    """
    binding_of = kernel.variables.first_binding
    binding_counts = kernel.variables.binding_counts
    name_counts = Counter(names.values())
    copies = {}
    for node in simple_statements(kernel.function.body):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            copy = binding_of.get(node.targets[0])
            original = binding_of.get(node.value)
            if binding_counts[copy] == binding_counts[original] == 1 == name_counts[names.get(original)]:
                copies[copy] = node.value
    return copies
