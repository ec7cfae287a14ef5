"""Values in a kernel that Triton compiles to others than Python has.

Triton evaluates every operand of `and` that is a value of the GPU, whatever the ones before it are, and
combines these as bits: `n and 5` is n there, and 5 in Python. `not a` is a bit, not Python's True; `max`
ignores NaN. A number becomes a value of the GPU, of 32 bits and divided as such, where it is assigned, where
a condition of the GPU's chooses it, or where a function returns one of several. So a kernel's text is
rewritten, in the sandbox, to calls of the functions below (triton.compiler.code_generator).
"""

import ast
import itertools
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from python_to_triton.verification.sandbox.tree_nodes import all_nodes


def is_of_gpu(value: Any) -> bool:
    """Whether a value is one that the GPU computes, not a constant."""
    return hasattr(value, "handle")


class Operands:
    """The operands of one `and` or `or`, taken one after the other."""

    def __init__(self, is_and: bool):
        self.is_and = is_and
        self.done = False  # a constant has decided
        self.values = []  # of the GPU
        self.last = None

    def take(self, value: Any) -> None:
        """The next operand. A constant decides, or changes nothing."""
        self.last = value
        if is_of_gpu(value):
            self.values.append(value)
        else:
            self.done = bool(value) is not self.is_and

    def result(self) -> Any:
        """The value of the expression."""
        if self.done or not self.values:
            return self.last
        *others, result = self.values
        for value in reversed(others):
            result = value.logical_and(result) if self.is_and else value.logical_or(result)
        return result


def result_of(operands: Operands, *_: Any) -> Any:
    """The value of an `and` or `or` whose operands have been taken."""
    return operands.result()


def negated(value: Any) -> Any:
    """`not value`."""
    return value.__not__() if is_of_gpu(value) else not value


def assigned(value: Any) -> Any:
    """A value as it is after it is assigned: a number, alone or in a tuple, is one of the GPU."""
    if type(value) in (int, float, bool):
        from triton.runtime.interpreter import interpreter_semantic

        return interpreter_semantic.to_tensor(value)
    return type(value)(map(assigned, value)) if type(value) is tuple else value


def chosen(condition: Any, value: Any) -> Any:
    """What `a if condition else b` has chosen."""
    return assigned(value) if is_of_gpu(condition) else value


def without_constexpr(function: Callable) -> Callable:
    """One of Triton's functions whose result of constants is Python's number."""

    def call(*args):
        result = function(*args)
        return result if is_of_gpu(result) else result.value

    return call


def located(made: ast.expr, like: ast.expr) -> ast.expr:
    """An expression that was made, at the line of the one that it replaces; its parts keep theirs."""
    for node in all_nodes(made):
        if not hasattr(node, "end_lineno"):
            ast.copy_location(node, like)
    made.lineno, made.end_lineno = like.lineno, like.end_lineno
    return made


def call_of(name: str, *arguments: ast.expr) -> ast.Call:
    """A call of one of the functions of this file."""
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def names_constant(annotation: ast.expr) -> bool:
    """Whether an annotation makes a variable a constant."""
    return ast.unparse(annotation).rpartition(".")[2] == "constexpr"


class AsCompiled(ast.NodeTransformer):
    """Replaces operators by calls. The operands of `and` stay in the kernel, which may stop in them."""

    def __init__(self, kernel: ast.FunctionDef):
        self.numbers = itertools.count()
        returned = {
            ast.unparse(node.value)
            for node in all_nodes(kernel)
            if isinstance(node, ast.Return) and node.value
        }
        self.has_several_results = len(returned) > 1

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        self.generic_visit(node)
        if len(node.targets) > 1:
            raise ValueError("Triton compiles no `a = b = c`")
        node.value = located(call_of("__assigned__", node.value), node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        self.generic_visit(node)
        if node.value is not None and not names_constant(node.annotation):
            node.value = located(call_of("__assigned__", node.value), node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        before = ast.Name(node.target.id, ast.Load())
        value = call_of("__assigned__", ast.BinOp(before, node.op, node.value))
        return ast.copy_location(ast.Assign([node.target], located(value, node)), node)

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        self.generic_visit(node)
        if self.has_several_results and node.value is not None:
            node.value = located(call_of("__assigned__", node.value), node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        name = f"__condition_{next(self.numbers)}__"
        kept = ast.NamedExpr(ast.Name(name, ast.Store()), node.test)
        choice = ast.IfExp(ast.Name(name, ast.Load()), node.body, node.orelse)
        return located(call_of("__chosen__", kept, choice), node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        name = f"__operands_{next(self.numbers)}__"
        made = ast.parse(f"({name} := __operands__({isinstance(node.op, ast.And)}))", mode="eval").body
        steps = []
        for value in node.values:
            step = ast.parse(f"{name}.done or {name}.take(0)", mode="eval").body
            step.values[1].args = [value]
            steps.append(step)
        return located(call_of("__result_of__", made, *steps), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Not):
            return node
        return located(call_of("__negated__", node.operand), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            node.func = located(ast.Name(f"__{node.func.id}__", ast.Load()), node)
        return node


def hold_as_compiled(kernels: Sequence[ast.FunctionDef], module: ModuleType) -> None:
    """Rewrites kernels, which `module` will hold."""
    import triton.language as tl

    for kernel in kernels:
        rewriter = AsCompiled(kernel)
        kernel.body = [rewriter.visit(statement) for statement in kernel.body]
    module.__dict__.update(
        __assigned__=assigned,
        __chosen__=chosen,
        __operands__=Operands,
        __result_of__=result_of,
        __negated__=negated,
        __min__=without_constexpr(tl.core.builtin_min),
        __max__=without_constexpr(tl.core.builtin_max),
    )
