"""Dependencies: which names of a file its statements bind, use and need, as far as its text shows."""

import ast
from collections.abc import Iterable, Iterator

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def bound_names(node: ast.stmt) -> set[str]:
    """The names that a top-level statement defines."""
    if isinstance(node, DEFINITIONS):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(a.asname or a.name).split(".")[0] for a in node.names}
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def used_names(node: ast.stmt) -> set[str]:
    """The names that a statement reads."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def first_line_of(node: ast.stmt) -> int:
    """The line, from 1, where a statement begins, its decorators included."""
    return min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SCOPES = (*FUNCTIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def own_names(scope: ast.AST) -> set[str]:
    """The arguments and local names of a function or comprehension, without those of scopes inside it."""
    own = set()
    if isinstance(scope, FUNCTIONS):
        own = {part.arg for part in ast.walk(scope.args) if isinstance(part, ast.arg)}
    queue = list(ast.iter_child_nodes(scope))
    while queue:
        node = queue.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        if not isinstance(node, (*SCOPES, ast.ClassDef)):
            queue += ast.iter_child_nodes(node)
    return own


def global_mentions(node: ast.AST, hidden: frozenset[str] = frozenset()) -> Iterator[ast.Name]:
    """The Name nodes below a node that mean names of the file, rather than arguments or local names."""
    if isinstance(node, ast.Name) and node.id not in hidden:
        yield node
    if isinstance(node, SCOPES):
        hidden = hidden | own_names(node)
    for child in ast.iter_child_nodes(node):
        yield from global_mentions(child, hidden)


def global_names(node: ast.stmt) -> set[str]:
    """The names of the file that a statement reads."""
    return {name.id for name in global_mentions(node) if isinstance(name.ctx, ast.Load)}


def is_main_guard(node: ast.stmt) -> bool:
    """Whether a statement is `if __name__ == "__main__"`: it does not run when a file is translated."""
    return isinstance(node, ast.If) and "__name__" in used_names(node.test)


class Dependencies:
    """Which names of a file need which others."""

    def __init__(self, tree: ast.Module):
        self.statements = [node for node in tree.body if not is_main_guard(node)]
        self.definitions = [node for node in self.statements if isinstance(node, DEFINITIONS)]
        self.bound = {}  # name: statements that bind it
        for node in self.statements:
            for name in bound_names(node):
                self.bound.setdefault(name, []).append(node)

    def needed(self, roots: set[str]) -> set[str]:
        """The names that `roots` need, themselves included."""
        found = set()
        queue = list(roots)
        while queue:
            name = queue.pop()
            if name in self.bound and name not in found:
                found.add(name)
                queue += [used for node in self.bound[name] for used in global_names(node)]
        return found

    def used_by(self, users: Iterable[str]) -> set[str]:
        """The names that some of these functions and classes need, each itself aside."""
        return set().union(*(self.needed({name}) - {name} for name in users))

    def roots(self, names: list[str]) -> list[str]:
        """Those of `names` that no other of them needs; all of them where each is needed."""
        used = self.used_by(names)
        return [name for name in names if name not in used] or names
