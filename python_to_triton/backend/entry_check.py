"""What the entry of a graph may contain: calls of its regions, views, and operators of PyTorch's ATen.

The entry is generated here, but a plan on disk may be anybody's: its text is read before it is executed.
"""

import ast

import torch

from python_to_triton.codegen.draw_kernel import DRAW_SOURCE
from python_to_triton.verification import HOST, Refused

_STATEMENTS = (ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.Return)
_EXPRESSIONS = (
    ast.Attribute,
    ast.BinOp,
    ast.Call,
    ast.Constant,
    ast.List,
    ast.Name,
    ast.Slice,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
    ast.expr_context,
    ast.keyword,
    ast.operator,
    ast.unaryop,
)
_METHODS = HOST.calls[""] | {"resolve_neg", "clone"}
_FIELDS = HOST.values[""]
_OF_TORCH = HOST.values["torch"] | HOST.calls["torch"] | {"strided", "sparse_coo", "channels_last"}
_BUILTINS = {"float", "math", "torch"}
_NAMES_OF_FILES = ("filename", "name")  # parameters of operators: aten.from_file reads what it is told to


def _refuse(node: ast.AST, what: str):
    raise Refused(f"line {node.lineno} of a graph's entry: {what} is not allowed there")


def _is_operator(path: str) -> bool:
    """Whether `torch.ops.aten.mm.default` is an operator, and none that reads or writes a file."""
    found = torch.ops
    for name in path.removeprefix("torch.ops.").split("."):
        found = getattr(found, name, None)
    if not isinstance(found, torch._ops.OpOverload):
        return False
    return all(argument.name not in _NAMES_OF_FILES for argument in found._schema.arguments)


def _path_of(node: ast.expr) -> str:
    """`torch.ops.aten.mm` of names alone; "" of what a call or an item is part of."""
    if isinstance(node, ast.Attribute):
        front = _path_of(node.value)
        return f"{front}.{node.attr}" if front else ""
    return node.id if isinstance(node, ast.Name) else ""


def _check_attribute(node: ast.Attribute, called: bool):
    """`x.reshape(...)`, `x.shape`, `torch.float32`, `math.sqrt(...)`, `torch.ops.aten.mm.default(...)`."""
    path = _path_of(node)
    if path.startswith("torch.ops."):
        allowed = _is_operator(path)
    elif path.startswith("torch."):
        allowed = path.removeprefix("torch.") in _OF_TORCH
    elif path.startswith("math."):
        allowed = path in ("math.sqrt", "math.inf", "math.nan", "math.pi")
    else:
        allowed = node.attr in (_METHODS if called else _FIELDS)
    if not allowed or "__" in node.attr:
        _refuse(node, ast.unparse(node))


def _is_stored(node: ast.Name) -> bool:
    """Whether a name is assigned to."""
    return isinstance(node.ctx, ast.Store)


def _is_module_path(node: ast.Attribute) -> bool:
    """Whether an attribute is the front of a longer path from torch, which is checked as a whole."""
    return _path_of(node).startswith("torch.ops")


_PREFIXES = ("pytorch_", "draw_")


def _without_kernel(tree: ast.Module) -> tuple[ast.Module, set[str]]:
    """(an entry without the functions that draw random numbers, if it has them unchanged, their names)."""
    known = {ast.unparse(node) for node in ast.parse(DRAW_SOURCE).body}
    own = [node for node in tree.body if isinstance(node, ast.FunctionDef) and ast.unparse(node) in known]
    others = [node for node in tree.body if node not in own]
    return ast.Module(others, []), {node.name for node in own}


def _are_expected(names: list[str]) -> bool:
    return names[-1:] == ["translated"] and all(name.startswith(_PREFIXES) for name in names[:-1])


def check_entry(source: str, regions: set[str]) -> None:
    """Raises Refused, with the line, where an entry does anything but call `regions`, views and ATen."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        raise Refused(f"a graph's entry does not parse: {error}") from error
    tree, drawing = _without_kernel(tree)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    names = [function.name for function in functions]
    if len(functions) < len(tree.body) or not _are_expected(names):
        raise Refused(f"a graph's entry defines pytorch_... functions and `translated`, not {names}")
    if any(function.decorator_list or function.args.defaults for function in functions):
        raise Refused("a graph's entry has neither decorators nor defaults")
    bound = {argument.arg for function in functions for argument in function.args.args}
    bound |= {*regions, *names, *drawing, *_BUILTINS}
    bound |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and _is_stored(node)}
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if not isinstance(node, _STATEMENTS + _EXPRESSIONS):
            _refuse(node, type(node).__name__)
        if isinstance(node, ast.Name) and (node.id not in bound or "__" in node.id):
            _refuse(node, node.id)
        if isinstance(node, ast.Attribute) and not (id(node) in inner and _is_module_path(node)):
            _check_attribute(node, id(node) in called)
