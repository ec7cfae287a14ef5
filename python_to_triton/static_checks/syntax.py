"""Variables, statements and assignments of a function, read from its syntax tree.

A name such as `x` may be several variables one after the other. `Variables` distinguishes them: a name
that is assigned anew is another variable, unless a loop or a branch brings both assignments to one reading.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator

from python_to_triton.verification import all_nodes

ENTRY = "translated"  # the host function of an answer


def text_position(node: ast.AST) -> tuple[int, int]:
    """(line, column) at which a node begins."""
    return node.lineno, node.col_offset


def identifier(node: ast.AST) -> str:
    """The name that a Name, a parameter or the keyword of a call is written with."""
    return node.id if isinstance(node, ast.Name) else node.arg


def callee_name(call: ast.Call) -> str | None:
    """The name of the function of a call, also of a launch kernel[grid](...)."""
    function = call.func.value if isinstance(call.func, ast.Subscript) else call.func
    return getattr(function, "id", None)


def is_stored(node: ast.AST) -> bool:
    """Whether a node is a name that is assigned to."""
    return isinstance(getattr(node, "ctx", None), ast.Store)


def functions_by_name(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """{name: function} of an answer, kernels and host functions."""
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


class Variables(ast.NodeVisitor):
    """The variables of a function: names that are bound and read together.

    `x = load(p); x = x + 1` has two variables. Where a loop or a branch brings two bindings to one reading,
    they are one variable.

    Attributes:
        first_binding: {Name or parameter: the first binding of the variable that it is}
        binding_counts: {first binding: how often its variable is bound}
    """

    def __init__(self, function: ast.FunctionDef):
        self.parents: dict[ast.AST, ast.AST] = {}  # of the union-find forest of bindings
        self.readings: dict[ast.AST, ast.AST] = {}
        self.reaching: dict[str, frozenset] = {}  # {name: the bindings that reach the present statement}
        self.names_in: dict[ast.AST, list[ast.Name]] = {}
        self.ends: dict[ast.AST, dict] = {}  # {loop: the bindings that reach the end of its body}
        for parameter in function.args.args:
            self.bind(parameter, parameter.arg)
        self.visit_block(function.body)
        bound = [(node, node) for node in self.parents]
        self.first_binding = {node: self.root(binding) for node, binding in [*bound, *self.readings.items()]}
        self.binding_counts = Counter(self.root(node) for node in self.parents)

    def root(self, node: ast.AST) -> ast.AST:
        """The first binding of the variable that a binding belongs to."""
        while self.parents[node] is not node:
            node = self.parents[node]
        return node

    def bind(self, node: ast.AST, name: str) -> None:
        """Makes `node` the only binding of a name that reaches what follows."""
        self.parents.setdefault(node, node)
        self.reaching = self.reaching | {name: frozenset([node])}

    def joined(self, other: dict[str, frozenset]) -> dict[str, frozenset]:
        """The bindings that reach the present statement, and those of another way to it."""
        none = frozenset()
        return {name: self.reaching.get(name, none) | other.get(name, none) for name in self.reaching | other}

    def use(self, bindings: frozenset) -> ast.AST:
        """The first of the bindings that a reading may have; they are one variable from now on."""
        first, *others = sorted(bindings, key=text_position) if len(bindings) > 1 else bindings
        for other in others:
            earlier, later = sorted([self.root(first), self.root(other)], key=text_position)
            self.parents[later] = earlier
        return first

    def visit_block(self, statements: Iterable[ast.stmt]) -> None:
        """Reads statements in the order of the text."""
        for statement in statements:
            self.visit(statement)

    def generic_visit(self, node: ast.AST) -> None:
        """Binds and reads the names of an expression, or of a statement without a rule of its own."""
        if node not in self.names_in:
            self.names_in[node] = [name for name in all_nodes(node) if isinstance(name, ast.Name)]
        for name in self.names_in[node]:
            if is_stored(name):
                self.bind(name, name.id)
            elif name.id in self.reaching:
                self.readings[name] = self.use(self.reaching[name.id])

    def visit_Assign(self, node: ast.Assign) -> None:
        """Reads the value before the targets are bound."""
        for part in (node.value, *node.targets):
            self.visit(part)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Reads the value and the target; the reading of the target is kept under the statement."""
        self.visit(node.value)
        if isinstance(node.target, ast.Name) and node.target.id in self.reaching:
            self.readings[node] = self.use(self.reaching[node.target.id])
        self.visit(node.target)

    def visit_loop(self, node: ast.For | ast.While, head: ast.expr) -> None:
        """Reads a loop twice: the second time with what the first has bound.

        What its body binds is then known. When a loop around it is read again, once is enough; else the time
        would double with each nested loop.
        """
        before = self.reaching
        for _ in range(1 if node in self.ends else 2):
            self.reaching = before
            self.reaching = self.joined(self.ends.get(node, {}))
            self.visit(head)
            self.visit_block(node.body)
            self.ends[node] = self.reaching
        self.reaching = self.joined(before)

    def visit_For(self, node: ast.For) -> None:
        """Reads the target and the body as often as `visit_loop` says."""
        self.visit(node.iter)
        self.visit_loop(node, node.target)

    def visit_While(self, node: ast.While) -> None:
        """Reads condition and body, as of a for loop."""
        self.visit_loop(node, node.test)

    def visit_If(self, node: ast.If) -> None:
        """Reads both branches from the same beginning; what follows may have either's bindings."""
        self.visit(node.test)
        before = self.reaching
        self.visit_block(node.body)
        after = self.reaching
        self.reaching = before
        self.visit_block(node.orelse)
        self.reaching = self.joined(after)


def target_value_pairs(statement: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """[(target, expression)] of an assignment; of `x, w = a, b` both."""
    target = statement.targets[0]
    value = statement.value
    both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
    if both and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts))
    return [(target, value)]


def simple_statements(block: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a block and of the loops and branches in it, in the order of the text."""
    for statement in block:
        if isinstance(statement, (ast.For, ast.While, ast.If)):
            yield from simple_statements(statement.body)
            yield from simple_statements(statement.orelse)
        else:
            yield statement


def assignments(block: Iterable[ast.stmt]) -> list[tuple[ast.expr, ast.expr]]:
    """The [(target, expression)] of all assignments of a block, in the order of the text."""
    return [
        pair
        for statement in simple_statements(block)
        if isinstance(statement, ast.Assign)
        for pair in target_value_pairs(statement)
    ]
