"""Statements and expressions that host functions and kernels share, computed without executing any text."""

import ast
import functools
import itertools
import operator
from collections.abc import Iterable

import torch

from python_to_triton.static_checks.findings import FaultFound, NotFollowed
from python_to_triton.static_checks.memory_accesses.data import (
    LANES_PER_EXPRESSION,
    MAX_PARTS,
    Budget,
    Data,
    Pointer,
    size_of,
)
from triton_ops.machine import triton

OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Pow: operator.pow,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}

BUILTINS = {
    function.__name__: function
    for function in (min, max, int, float, bool, len, sum, abs, range, list, tuple, sorted, all, any)
}

Scope = dict[str, object]


def calculate(op: ast.AST, *parts: object) -> object:
    """What Python makes of numbers, lanes and tuples. Raises NotFollowed where that could take long."""
    is_sum_or_product = isinstance(op, (ast.Add, ast.Mult))
    sequences = any(isinstance(part, (tuple, list)) for part in parts)
    grows = isinstance(op, (ast.Pow, ast.LShift)) or isinstance(op, ast.Mult) and sequences
    factors = parts if sequences else parts[1:]
    large = grows and any(isinstance(part, int) and abs(part) > MAX_PARTS for part in factors)
    if type(op) not in OPERATORS or large:
        raise NotFollowed(type(op).__name__)
    if not isinstance(op, (ast.cmpop, ast.Not)):
        kinds = (int, float, torch.Tensor, *((tuple, list) if is_sum_or_product else ()))
        if not all(isinstance(part, kinds) for part in parts):
            raise NotFollowed(type(op).__name__)
    return OPERATORS[type(op)](*parts)


class Interpreter:
    """Executes statements and evaluates expressions by their syntax trees; a scope is {name: value}.

    A subclass says what operators (`combine`), attributes (`evaluate_Attribute`) and calls (`call`) mean.
    Whatever has no rule here raises NotFollowed.
    """

    def __init__(self, functions: dict[str, ast.FunctionDef], budget: Budget):
        self.functions = functions
        self.budget = budget

    def run(self, statements: Iterable[ast.stmt], scope: Scope) -> tuple | None:
        """Executes statements; (what is returned,), or None."""
        for statement in statements:
            method = getattr(self, f"execute_{type(statement).__name__}", self.refuse)
            returned = method(statement, scope)
            if returned:
                return returned
        return None

    def refuse(self, node: ast.AST, scope: Scope) -> None:
        """Raises NotFollowed: there is no rule for such a node."""
        raise NotFollowed(type(node).__name__)

    def execute_Expr(self, node: ast.Expr, scope: Scope) -> None:
        """An expression that is a statement."""
        self.evaluate(node.value, scope)

    def execute_Return(self, node: ast.Return, scope: Scope) -> tuple:
        """(the value,)"""
        return (self.evaluate(node.value, scope) if node.value else None,)

    def execute_Assign(self, node: ast.Assign, scope: Scope) -> None:
        """An assignment to one or several targets."""
        value = self.evaluate(node.value, scope)
        for target in node.targets:
            self.bind(target, value, scope)

    def execute_AnnAssign(self, node: ast.AnnAssign, scope: Scope) -> None:
        """An annotated assignment."""
        self.bind(node.target, self.evaluate(node.value, scope), scope)

    def execute_AugAssign(self, node: ast.AugAssign, scope: Scope) -> None:
        """x += y, as x = x + y."""
        before = self.evaluate(ast.Name(node.target.id), scope)
        self.bind(node.target, self.combine(node.op, before, self.evaluate(node.value, scope)), scope)

    def execute_For(self, node: ast.For, scope: Scope) -> tuple | None:
        """A loop, iteration by iteration."""
        for item in self.items_of(self.evaluate(node.iter, scope)):
            self.bind(node.target, item, scope)
            returned = self.run(node.body, scope)
            if returned:
                return returned
        return self.run(node.orelse, scope)

    def execute_If(self, node: ast.If, scope: Scope) -> tuple | None:
        """The branch that is taken."""
        return self.run(node.body if self.holds(node.test, scope) else node.orelse, scope)

    def holds(self, node: ast.expr, scope: Scope) -> bool:
        """Whether a condition holds, which has to be a number."""
        test = self.evaluate(node, scope)
        if isinstance(test, (Data, Pointer, torch.Tensor)):
            raise NotFollowed("lanes in a condition")
        return bool(test)

    def items_of(self, value: object) -> tuple | list | range:
        """What can be iterated."""
        if not isinstance(value, (tuple, list, range)):
            raise NotFollowed("no sequence")
        return value

    def bind(self, target: ast.expr, value: object, scope: Scope) -> None:
        """Assigns a value to a name, or its items to a tuple of targets."""
        if not isinstance(target, (ast.Tuple, ast.List)):
            scope[target.id] = value
            return
        values = list(self.items_of(value))
        starred = [place for place, part in enumerate(target.elts) if isinstance(part, ast.Starred)]
        if starred:  # a, *b, c = ..
            first = starred[0]
            last = len(values) - (len(target.elts) - first - 1)
            values[first:last] = [values[first:last]]
        if len(values) != len(target.elts):
            raise FaultFound(target.lineno, f"takes {len(values)} values apart into {len(target.elts)} names")
        for part, item in zip(target.elts, values):
            self.bind(getattr(part, "value", part), item, scope)

    def evaluate(self, node: ast.expr, scope: Scope) -> object:
        """The value of an expression. Raises NotFollowed where the budget is spent."""
        value = getattr(self, f"evaluate_{type(node).__name__}", self.refuse)(node, scope)
        self.budget.left -= 1 + size_of(value) // LANES_PER_EXPRESSION
        if self.budget.left < 0:
            raise NotFollowed("it takes long")
        return value

    def evaluate_Constant(self, node: ast.Constant, scope: Scope) -> object:
        """A constant."""
        return node.value

    def evaluate_Name(self, node: ast.Name, scope: Scope) -> object:
        """A variable; the name of a function is its own value."""
        if node.id not in scope and node.id not in self.functions:
            raise NotFollowed(node.id)
        return scope.get(node.id, node)

    def evaluate_all(self, nodes: Iterable[ast.expr], scope: Scope) -> list:
        """[value] of expressions, of which some are starred."""
        values = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                values += self.items_of(self.evaluate(node.value, scope))
            else:
                values.append(self.evaluate(node, scope))
        return values

    def evaluate_Tuple(self, node: ast.Tuple, scope: Scope) -> tuple:
        """A tuple."""
        return tuple(self.evaluate_all(node.elts, scope))

    evaluate_List = evaluate_Tuple

    def evaluate_BinOp(self, node: ast.BinOp, scope: Scope) -> object:
        """x + y"""
        return self.combine(node.op, self.evaluate(node.left, scope), self.evaluate(node.right, scope))

    def evaluate_UnaryOp(self, node: ast.UnaryOp, scope: Scope) -> object:
        """-x"""
        return self.combine(node.op, self.evaluate(node.operand, scope))

    def evaluate_Compare(self, node: ast.Compare, scope: Scope) -> object:
        """x < y <= z"""
        parts = [self.evaluate(part, scope) for part in (node.left, *node.comparators)]
        results = [self.combine(op, *pair) for op, pair in zip(node.ops, itertools.pairwise(parts))]
        return functools.reduce(functools.partial(self.combine, ast.BitAnd()), results)

    def evaluate_BoolOp(self, node: ast.BoolOp, scope: Scope) -> object:
        """x and y, x or y"""
        for part in node.values[:-1]:
            if self.holds(part, scope) is isinstance(node.op, ast.Or):
                return self.evaluate(part, scope)
        return self.evaluate(node.values[-1], scope)

    def evaluate_IfExp(self, node: ast.IfExp, scope: Scope) -> object:
        """x if c else y"""
        return self.evaluate(node.body if self.holds(node.test, scope) else node.orelse, scope)

    def evaluate_Slice(self, node: ast.Slice, scope: Scope) -> slice:
        """start:stop:step"""
        return slice(*(part and self.evaluate(part, scope) for part in (node.lower, node.upper, node.step)))

    def evaluate_Subscript(self, node: ast.Subscript, scope: Scope) -> object:
        """x[index]"""
        return self.index(self.evaluate(node.value, scope), self.evaluate(node.slice, scope))

    def index(self, value: object, index: object) -> object:
        """The item at an index of a value."""
        return value[index]

    def evaluate_Call(self, node: ast.Call, scope: Scope) -> object:
        """A call of Python's functions, of Triton's on numbers, or of what a subclass knows."""
        arguments = self.evaluate_all(node.args, scope)
        words = {word.arg: self.evaluate(word.value, scope) for word in node.keywords}
        name = ast.unparse(node.func)
        if name in BUILTINS:
            return BUILTINS[name](*arguments, **words)
        if name in ("triton.cdiv", "tl.cdiv"):
            raised = self.combine(ast.Sub(), self.combine(ast.Add(), *arguments), 1)
            return self.combine(ast.FloorDiv(), raised, arguments[1])
        if name == "triton.next_power_of_2":
            return triton.next_power_of_2(*arguments)
        return self.call(node, name, arguments, words, scope)
