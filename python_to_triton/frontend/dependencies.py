"""Dependencies: which names of a file its statements bind, use and need, as far as its text shows."""

import ast
from collections.abc import Iterable

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


def global_names(node: ast.stmt) -> set[str]:
    """The names that a statement reads, without the arguments and local names of its functions."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        inside = list(ast.walk(node))
        own = {part.arg for part in inside if isinstance(part, ast.arg)}
        own |= {n.id for n in inside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        outside = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        return (used_names(node) - own).union(*map(used_names, outside))
    if isinstance(node, ast.ClassDef):
        return set().union(
            *map(global_names, node.body), *map(used_names, [*node.bases, *node.decorator_list])
        )
    return used_names(node)


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
