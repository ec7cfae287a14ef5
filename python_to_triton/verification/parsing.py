"""The syntax tree of an answer, parsed once for the allow-list, the static checks and the judge."""

import ast
import functools
import warnings
from typing import NoReturn

from python_to_triton.verification.sandbox import Refused
from python_to_triton.verification.sandbox.tree_nodes import inner_nodes

MAX_SOURCE = 1 << 18  # characters, of a whole network's kernels; a model writes a few thousand at a time
MAX_DEPTH = 200  # nested syntax nodes


def refuse(node: ast.AST, reason: str) -> NoReturn:
    """Raises Refused with the line of a node."""
    raise Refused(f"line {getattr(node, 'lineno', 1)}: {reason}")


def dotted_name(node: ast.AST | None) -> str:
    """`a.b.c` as text; empty for anything but names and attributes."""
    if isinstance(node, ast.Attribute):
        owner = dotted_name(node.value)
        return owner and f"{owner}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def depth_of(tree: ast.AST) -> int:
    """How deep the nodes of a tree are nested."""
    level = [tree]
    depth = 0
    while level:
        level = [child for node in level for child in inner_nodes(node)]
        depth += 1
    return depth


@functools.lru_cache(maxsize=256)
def tree_or_reason(source: str) -> ast.Module | str:
    """The syntax tree of a text, or why it has none that is accepted."""
    if len(source) > MAX_SOURCE:
        return f"{len(source)} characters of source; the limit is {MAX_SOURCE}"
    if source.splitlines() != source.removesuffix("\n").split("\n") and source:
        return "contains a control character: Python and Triton would count its lines differently"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a model's stray backslash, say
            tree = ast.parse(source)
    except SyntaxError as error:
        return f"line {error.lineno or 1}: does not parse: {error.msg}"
    except (ValueError, RecursionError, MemoryError) as error:
        return f"does not parse: {type(error).__name__}: {error}"
    depth = depth_of(tree)
    return tree if depth <= MAX_DEPTH else f"nested {depth} levels deep; the limit is {MAX_DEPTH}"


def parse_answer(source: str) -> ast.Module:
    """The syntax tree of an answer. It is shared: read it, and copy it before a change. Raises Refused
    without one.
    """
    found = tree_or_reason(source)
    if isinstance(found, str):
        raise Refused(found)
    return found
