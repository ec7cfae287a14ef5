"""What may stand above a kernel: `@triton.jit` and its options, `@triton.autotune`, `@triton.heuristics`."""

import ast
from collections.abc import Iterator

from python_to_triton.verification.parsing import dotted_name, refuse

JIT_OPTIONS = frozenset(("do_not_specialize", "do_not_specialize_on_alignment", "debug", "noinline"))
TUNING_OPTIONS = frozenset(
    (
        "configs",
        "key",
        "reset_to_zero",
        "restore_value",
        "warmup",
        "rep",
        "use_cuda_graph",
        "cache_results",
    )
)
CONFIG_OPTIONS = frozenset(("kwargs", "num_warps", "num_stages", "num_ctas", "maxnreg"))
LITERALS = (
    ast.Constant,
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.Name,
    ast.Call,
    ast.keyword,
    ast.Attribute,
    ast.ListComp,
    ast.comprehension,
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.BoolOp,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
    ast.boolop,
    ast.expr_context,
)


def is_jit_function(function: ast.FunctionDef) -> bool:
    """Whether a function is a kernel: its last decorator is `@triton.jit`."""
    if not function.decorator_list:
        return False
    last = function.decorator_list[-1]
    return dotted_name(last.func if isinstance(last, ast.Call) else last) == "triton.jit"


def check_options(call: ast.Call, allowed: frozenset[str], positional: int = 0) -> None:
    """Only listed options, by name."""
    if len(call.args) > positional:
        refuse(call, f"`{dotted_name(call.func)}` with {len(call.args)} arguments that have no name")
    for option in call.keywords:
        if option.arg not in allowed:
            refuse(call, f"`{dotted_name(call.func)}` with the option `{option.arg}`")


def check_tuning_values(values: ast.expr, module: dict) -> None:
    """Options are numbers, texts, configurations and lists of these, or what a host function returns."""
    bound = {node.id for node in ast.walk(values) if isinstance(getattr(node, "ctx", None), ast.Store)}
    for node in ast.walk(values):
        if not isinstance(node, LITERALS):
            refuse(values, f"{type(node).__name__} in a decorator")
        if isinstance(node, ast.Call):
            if dotted_name(node.func) == "triton.Config":
                check_options(node, CONFIG_OPTIONS, positional=1)
            elif not isinstance(module.get(dotted_name(node.func)), ast.FunctionDef):
                refuse(node, f"a decorator calls `{ast.unparse(node.func)[:60]}`")
        if isinstance(node, ast.Attribute) and dotted_name(node) != "triton.Config":
            refuse(node, f"`{ast.unparse(node)[:60]}` in a decorator")
        if isinstance(node, ast.Name) and node.id not in {"triton", *bound, *module}:
            refuse(node, f"the name `{node.id}` in a decorator")


def functions_in(values: ast.expr, module: dict) -> Iterator[ast.FunctionDef]:
    """The functions of a dict of heuristics that are written in it, as host functions to be read as such."""
    if not isinstance(values, ast.Dict):
        refuse(values, "triton.heuristics of something else than a dict")
    for name, value in zip(values.keys, values.values):
        if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
            refuse(values, "triton.heuristics of a name that is no text")
        if isinstance(value, ast.Lambda):
            body = [ast.copy_location(ast.Return(value.body), value)]
            function = ast.FunctionDef("heuristic", value.args, body, [], returns=None, type_comment=None)
            yield ast.copy_location(function, value)
        elif not isinstance(module.get(dotted_name(value)), ast.FunctionDef):
            refuse(value, "a heuristic is a lambda, or a host function of this source")


def check_decorators(kernel: ast.FunctionDef, module: dict) -> list[ast.FunctionDef]:
    """Reads the decorators of a kernel; returns the functions in them, which are host code."""
    *others, jit = kernel.decorator_list
    if isinstance(jit, ast.Call):
        check_options(jit, JIT_OPTIONS)
        for option in jit.keywords:
            check_tuning_values(option.value, {})
    found = []
    for decorator in others:
        name = dotted_name(decorator.func) if isinstance(decorator, ast.Call) else ""
        if name == "triton.autotune":
            check_options(decorator, TUNING_OPTIONS, positional=2)
            for value in (*decorator.args, *(option.value for option in decorator.keywords)):
                check_tuning_values(value, module)
        elif name == "triton.heuristics":
            check_options(decorator, frozenset(("values",)), positional=1)
            for value in (*decorator.args, *(option.value for option in decorator.keywords)):
                found += functions_in(value, module)
        else:
            refuse(kernel, f"decorates `{kernel.name}` with something other than @triton.jit and its tuning")
    return found


def makes_configurations(node: ast.AST) -> bool:
    """A list of triton.Config(..), a sum or comprehension of such."""
    if isinstance(node, ast.BinOp):
        return makes_configurations(node.left) and makes_configurations(node.right)
    elements = node.elts if isinstance(node, ast.List) else [getattr(node, "elt", node)]
    return (
        isinstance(node, (ast.List, ast.ListComp))
        and bool(elements)
        and all(isinstance(each, ast.Call) and dotted_name(each.func) == "triton.Config" for each in elements)
    )
