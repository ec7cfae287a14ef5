"""Loops as Triton compiles them: what a loop carries keeps its type, and a counter is a scalar of the GPU.

Triton compiles no other loop; its interpreter runs any, and counts with Python's integers, which have no
size. So a kernel's text is rewritten, in the sandbox, to count by scalars of Triton's and to compare the
types of what each loop carries after every iteration.
"""

import ast
import functools
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy

from python_to_triton.verification.sandbox.compiled_values import hold_as_compiled
from python_to_triton.verification.sandbox.interleaving import stop_at_atomics
from python_to_triton.verification.sandbox.tree_nodes import all_nodes


def types_of(names, scope: dict) -> dict:
    """{name: Triton's type} of those of `names` that are bound in `scope` to what Triton computed."""
    return {name: scope[name].type for name in names if hasattr(scope.get(name), "handle")}


def check_carried(before: dict, names, scope: dict) -> None:
    """TypeError where a name has another type than it had `before`."""
    for name, now in types_of(names, scope).items():
        if now != before.get(name, now):
            raise TypeError(
                f"`{name}` is {before[name]} before the loop and {now} after a turn of it; "
                "its type must stay the same"
            )


def counter_of(interpreter: ModuleType, tl: ModuleType) -> Callable[..., Iterator]:
    """`range` and `tl.range` in a kernel: the counter is a scalar of the type that its bounds have in common.

    Options of `tl.range`, which only schedule the loop, are left aside.
    """
    semantic = interpreter.interpreter_semantic

    def count(first: Any, second: Any = None, step: Any = None, **_) -> Iterator:
        given = (0, first) if second is None else (first, second)
        bounds = [semantic.to_tensor(bound) for bound in (*given, 1 if step is None else step)]
        if not all(bound.dtype.is_int() and not bound.type.is_block() for bound in bounds):
            raise TypeError("the bounds of a loop and its step are scalar integers")
        if hasattr(step, "handle") and bounds[2].handle.data.item() <= 0:
            raise ValueError(
                "a loop's step that the GPU computes is not positive; a constant may be negative"
            )
        dtype = functools.reduce(semantic.integer_promote_impl, [bound.dtype for bound in bounds])
        numpy_dtype = interpreter._get_np_dtype(dtype)
        for value in range(*(int(bound.handle.data.item()) for bound in bounds)):
            yield tl.tensor(interpreter.TensorHandle(numpy.array([value], numpy_dtype), dtype), dtype)

    return count


def stored_names(nodes: list[ast.AST]) -> set[str]:
    """The names that some statements bind."""
    return {
        node.id
        for part in nodes
        for node in all_nodes(part)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def is_unrolled(turns: ast.expr) -> bool:
    """Whether a loop is over `tl.static_range`: Triton unrolls it, so a type may change."""
    return isinstance(turns, ast.Call) and ast.unparse(turns.func) == "tl.static_range"


def check_of_loop(names: list[str], line: int) -> tuple[ast.stmt, ast.stmt]:
    """The statement before a loop that notes the types of `names`, and the one in it that compares them."""
    before = f"__before_{line}__"  # a name that no candidate may write
    text = (
        f"{before} = __types_of__({names}, __locals__())\n__check_carried__({before}, {names}, __locals__())"
    )
    first, after = ast.parse(text).body
    for added in (first, after):
        for node in all_nodes(added):
            if hasattr(node, "lineno"):
                node.lineno = node.end_lineno = line
    return first, after


def with_checked_loops(body: list, known: set[str]) -> list:
    """Statements of a kernel, each loop's types compared after every turn; `known` are the names bound before
    them.

    What a loop or a branch binds first is undefined after it and in the next iteration, unlike in Python.
    """
    checked = []
    for statement in body:
        if isinstance(statement, (ast.For, ast.While)):
            is_for = isinstance(statement, ast.For)
            if (
                is_for
                and isinstance(statement.iter, ast.Call)
                and ast.unparse(statement.iter.func) == "range"
            ):
                statement.iter.func = ast.copy_location(
                    ast.Name("__count__", ast.Load()), statement.iter.func
                )
            own = {ast.unparse(statement.target)} if is_for else set()
            carried = sorted(known & stored_names(statement.body) - own)
            statement.body = with_checked_loops(statement.body, known | own)
            if carried and not is_unrolled(statement.iter if is_for else statement.test):
                first, after = check_of_loop(carried, statement.lineno)
                checked.append(first)
                statement.body.append(after)
        elif isinstance(statement, ast.If):
            statement.body = with_checked_loops(statement.body, known)
            statement.orelse = with_checked_loops(statement.orelse, known)
        else:
            known = known | stored_names([statement])
        checked.append(statement)
    return checked


def rewrite_kernels(tree: ast.Module, module: ModuleType) -> None:
    """Rewrites kernels as the interpreter does at their first launch, on a tree that is parsed already.

    Every loop of a kernel is checked too. `module` is where the tree will be executed.
    """
    import triton.language as tl

    module.__dict__.update(__types_of__=types_of, __check_carried__=check_carried, __locals__=locals)
    module.__count__ = tl.range
    kernels = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list]
    stop_at_atomics(kernels, module)
    hold_as_compiled(kernels, module)
    for node in kernels:
        parameters = {argument.arg for argument in node.args.args}
        node.body = with_checked_loops(node.body, parameters)
    ast.fix_missing_locations(tree)
