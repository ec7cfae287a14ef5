"""What a candidate may import, and the one name that each of these things has in the allow-list.

`import triton.language as tl`, `from triton import language as tl` and `from triton.language import load` are
three ways to one module: a candidate is read as if it had written the first.
"""

import ast
import copy
from typing import Any, NoReturn

from python_to_triton.verification.sandbox.rules import Refused, names
from python_to_triton.verification.sandbox.tree_nodes import all_nodes

MODULES = {"torch": "torch", "triton": "triton", "triton.language": "tl", "math": "math"}  # module: its name
LIBDEVICE = "libdevice"
DESCRIPTOR = "TensorDescriptor"
TYPES = names("Any Callable Dict List Optional Sequence Tuple Union")
OTHERS = {  # what else may be imported: its name
    "triton.language.extra.libdevice": LIBDEVICE,
    "triton.language.extra.cuda.libdevice": LIBDEVICE,
    "triton.tools.tensor_descriptor.TensorDescriptor": DESCRIPTOR,
}
OTHERS |= {f"typing.{name}": name for name in TYPES}
NAMES = frozenset(MODULES.values()) | {LIBDEVICE, DESCRIPTOR} | TYPES
# Other spellings of the same, once the names above are put in
SPELLINGS = {
    "triton.language": "tl",
    "tl.extra.libdevice": LIBDEVICE,
    "tl.extra.cuda.libdevice": LIBDEVICE,
}
LAST_OF_SPELLINGS = frozenset(spelling.rpartition(".")[2] for spelling in SPELLINGS)
ALLOWED = "only torch, triton, triton.language, libdevice, TensorDescriptor, math and types may be imported"


def refuse_import(node: ast.AST, what: str) -> NoReturn:
    """Raises Refused with the line of an import."""
    raise Refused(f"line {node.lineno}: imports {what}; {ALLOWED}")


def name_of_member(module: str, member: str) -> str | None:
    """How the allow-list writes what `from module import member` gets; None of what may not be imported."""
    path = f"{module}.{member}"
    if path in MODULES or path in OTHERS:
        return MODULES.get(path) or OTHERS[path]
    if module in MODULES and not member.startswith("_") and member != "*":
        return f"{MODULES[module]}.{member}"
    return None


def imported_names(tree: ast.Module) -> dict[str, str]:
    """{name in the candidate: how the allow-list writes it} of all imports at the top; Refused for any other
    import.
    """
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            for each in node.names:
                wanted = MODULES.get(each.name) or OTHERS.get(each.name)
                name = each.asname or each.name
                if wanted is None or name in NAMES and name != wanted or "." in name:
                    refuse_import(node, each.name)
                found[name] = wanted
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            for each in node.names:
                wanted = name_of_member(node.module or "", each.name)
                name = each.asname or each.name
                if wanted is None or name in NAMES and name != wanted:
                    refuse_import(node, f"{each.name} from {node.module}")
                found[name] = wanted
    return found


def as_expression(path: str, like: ast.AST) -> ast.expr:
    """`a.b` as the syntax tree of an expression, in the place of `like`."""
    expression = ast.parse(path, mode="eval").body
    for node in all_nodes(expression):
        ast.copy_location(node, like)
    return expression


class OneSpelling(ast.NodeTransformer):
    """Replaces imported names, and other spellings of modules, by those of the allow-list."""

    def __init__(self, imported: dict[str, str]):
        self.imported = imported

    def visit_Name(self, node):
        if node.id not in self.imported:
            return node
        if not isinstance(node.ctx, ast.Load):
            raise Refused(f"line {node.lineno}: binds `{node.id}`, which is imported")
        return as_expression(self.imported[node.id], node)

    def visit_arg(self, node):
        if node.arg in self.imported:
            raise Refused(f"line {node.lineno}: binds `{node.arg}`, which is imported")
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node):
        self.generic_visit(node)
        wanted = SPELLINGS.get(ast.unparse(node))
        return as_expression(wanted, node) if wanted else node


def with_one_spelling(tree: ast.Module) -> ast.Module:
    """The tree of a candidate with the allow-list's names in the place of its own; the tree itself is left as
    it is.
    """
    imported = {name: path for name, path in imported_names(tree).items() if name != path}
    others = (isinstance(node, ast.Attribute) and node.attr in LAST_OF_SPELLINGS for node in all_nodes(tree))
    if not imported and not any(others):
        return tree
    changed = copy.deepcopy(tree)
    changed.body = [node for node in changed.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    return OneSpelling(imported).visit(changed)


def imported_values(tree: ast.Module) -> dict[str, Any]:
    """What a candidate's names of modules and imported functions stand for, {name: value}."""
    import math
    import typing

    import torch
    import triton
    import triton.language as tl
    from triton.language.extra import libdevice
    from triton.tools.tensor_descriptor import TensorDescriptor

    roots = {
        "torch": torch,
        "triton": triton,
        "tl": tl,
        "math": math,
        LIBDEVICE: libdevice,
        DESCRIPTOR: TensorDescriptor,
        **{name: getattr(typing, name) for name in TYPES},
    }
    values = dict(roots)
    for name, path in imported_names(tree).items():
        root, *members = path.split(".")
        value = roots[root]
        for member in members:
            value = getattr(value, member)
        values[name] = value
    return values
