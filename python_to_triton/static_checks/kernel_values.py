"""What a kernel's text computes at the sample points: one pass of abstract interpretation over its
statements.

Loops are entered once and masks are ignored. Data have values at the sample points. What does not depend on
data, as masks and sizes, is None, and a pointer is the name of what it points into. An expression that is no
function of one element (a sum, a product, what a loop accumulates) has random values.
"""

import ast
import operator
import re
from collections.abc import Callable

import torch

from python_to_triton.static_checks.prompt_values import SampleDraws
from python_to_triton.static_checks.syntax import Variables, simple_statements, target_value_pairs

PYTHON_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.BitAnd: torch.logical_and,
    ast.BitOr: torch.logical_or,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.USub: operator.neg,
    ast.Not: torch.logical_not,
    ast.Invert: torch.logical_not,
}

ELEMENTWISE_FUNCTIONS = {
    "exp": torch.exp,
    "exp2": torch.exp2,
    "log": torch.log,
    "log2": torch.log2,
    "sin": torch.sin,
    "cos": torch.cos,
    "sqrt": torch.sqrt,
    "sqrt_rn": torch.sqrt,
    "rsqrt": torch.rsqrt,
    "erf": torch.erf,
    "abs": torch.abs,
    "sigmoid": torch.sigmoid,
    "floor": torch.floor,
    "ceil": torch.ceil,
    "maximum": torch.maximum,
    "minimum": torch.minimum,
    "clamp": torch.clamp,
    "div_rn": torch.div,
    "fdiv": torch.div,
    "where": lambda condition, x, y: torch.where(condition != 0, x, y),
    "fma": lambda x, y, z: x * y + z,
}

Value = torch.Tensor | int | float | str | None
Frame = tuple[Variables, dict[str, Value], tuple]  # (variables, {name: value}, path of calls)


def function_name(call: ast.Call) -> str:
    """The last part of the name that is called: `load` of tl.load, `to` of x.to."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def is_data(value: Value) -> bool:
    """Whether a value depends on data."""
    return isinstance(value, torch.Tensor)


class KernelInterpreter:
    """Interprets a kernel at the sample points, in `rows` variants at once.

    A place is what binds a variable, or an expression that is no function of one element. It has its computed
    or random values, or in some rows those of `held` {place: [(rows, values)]}.

    Attributes:
        values: {place: [rows, P]} of all that is data
        inside: {(*path of calls, expression): its value} of what is computed elementwise
        parts: {load: the part of an argument that it reads}
    """

    def __init__(
        self,
        functions: dict[str, ast.FunctionDef],
        variables: dict[str, Variables],
        draws: SampleDraws,
        parts: dict[ast.Call, str],
        rows: int = 1,
        held: dict | None = None,
    ):
        self.functions = functions
        self.variables = variables
        self.draws = draws
        self.parts = parts
        self.rows = rows
        self.held = held or {}
        self.values: dict[ast.AST, torch.Tensor] = {}
        self.inside: dict[tuple, torch.Tensor] = {}

    def run(self, function: ast.FunctionDef, arguments: dict[str, Value], path: tuple = ()) -> Value:
        """What a call of `function` with these values returns."""
        scope = dict(arguments)
        returned = None
        frame = self.variables[function.name], scope, path
        for statement in simple_statements(function.body):
            if isinstance(statement, ast.Return) and statement.value is not None:
                returned = self.evaluate(statement.value, frame)
            elif isinstance(statement, ast.Assign):
                pairs = target_value_pairs(statement)
                found = [(target, self.evaluate(value, frame)) for target, value in pairs]
                for target, value in found:
                    self.bind(target, value, frame)
            elif isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
                parts = scope.get(statement.target.id), self.evaluate(statement.value, frame)
                function_of = PYTHON_OPERATORS.get(type(statement.op))
                self.bind(statement.target, self.combine(statement, frame, function_of, *parts), frame)
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                for part in statement.value.args[1:2]:  # what a store writes
                    self.settle(statement, path, self.evaluate(part, frame))
        return returned

    def bind(self, target: ast.expr, value: Value, frame: Frame) -> None:
        """Assigns a value; a variable of several bindings, of a loop or a branch, has random ones."""
        variables, scope, path = frame
        if isinstance(target, ast.Tuple):
            for part in target.elts:
                self.bind(part, self.unknown(part, path, value), frame)
        elif isinstance(target, ast.Name):
            binding = variables.first_binding[target]
            if variables.binding_counts[binding] > 1 and not isinstance(value, str):
                value = self.unknown(binding, path, value, scope.get(target.id))
            scope[target.id] = self.settle(binding, path, value)

    def settle(self, place: ast.AST, path: tuple, value: Value) -> Value:
        """`value`, or what is held at its place."""
        if path or not is_data(value):
            return value
        value = value.double()
        if place in self.held:
            value = value.expand(self.rows, -1).clone()
            for rows, values in self.held[place]:
                value[rows] = values
        self.values[place] = value
        return value

    def unknown(self, place: ast.AST, path: tuple, *made_of: Value) -> Value:
        """Random values, where any of what a place is made of is data."""
        if not any(is_data(part) for part in made_of):
            return None
        drawn = self.draws((*path, type(place), place.lineno, place.col_offset))
        return self.settle(place, path, drawn)

    def combine(self, node: ast.AST, frame: Frame, function: Callable | None, *parts: Value) -> Value:
        """What a function makes of values; None is a function that is not elementwise."""
        pointers = [part for part in parts if isinstance(part, str)]
        if pointers:
            return pointers[0]
        if function is None or any(part is None for part in parts):
            return self.unknown(node, frame[2], *parts)
        if not any(is_data(part) for part in parts):
            return function(*parts) if function.__module__ == "_operator" else None
        tensors = [part if is_data(part) else torch.tensor(part, dtype=torch.float64) for part in parts]
        value = function(*tensors)
        self.inside[(*frame[2], node)] = value
        return value

    def evaluate(self, node: ast.expr, frame: Frame) -> Value:
        """The value of an expression."""
        if isinstance(node, ast.Name):
            return frame[1].get(node.id)
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, (int, float)) else None
        if isinstance(node, ast.BinOp):
            parts = self.evaluate(node.left, frame), self.evaluate(node.right, frame)
            return self.combine(node, frame, PYTHON_OPERATORS.get(type(node.op)), *parts)
        if isinstance(node, ast.Call):
            return self.call(node, frame, [self.evaluate(part, frame) for part in node.args])
        if isinstance(node, ast.Subscript):
            return self.evaluate(node.value, frame)  # x[:, None]: the same elements
        if isinstance(node, ast.UnaryOp):
            part = self.evaluate(node.operand, frame)
            return self.combine(node, frame, PYTHON_OPERATORS.get(type(node.op)), part)
        if isinstance(node, ast.Compare):
            parts = self.evaluate(node.left, frame), self.evaluate(node.comparators[0], frame)
            return self.combine(node, frame, PYTHON_OPERATORS.get(type(node.ops[0])), *parts)
        return None

    def load(self, node: ast.Call, frame: Frame, pointer: Value) -> Value:
        """The values of an argument or of its part, or random ones of another buffer."""
        if isinstance(pointer, str) and re.fullmatch(r"a\d+", pointer):
            return self.draws(self.parts.get(node, pointer))
        return self.draws((*frame[2], node.lineno, node.col_offset))

    def call_helper(self, node: ast.Call, frame: Frame, parts: list[Value]) -> Value:
        """What a function of the answer returns."""
        function = self.functions[function_name(node)]
        parameters = [parameter.arg for parameter in function.args.args]
        words = {word.arg: self.evaluate(word.value, frame) for word in node.keywords}
        given = dict(zip(parameters, parts)) | words
        value = self.run(function, given, (*frame[2], node.lineno, node.col_offset))
        if is_data(value):
            self.inside[(*frame[2], node)] = value
        return value

    def call(self, node: ast.Call, frame: Frame, parts: list[Value]) -> Value:
        """What a call returns; `parts` are the values of its positional arguments."""
        name = function_name(node)
        if name == "load":
            return self.load(node, frame, parts[0])
        if name == "to":
            return self.evaluate(node.func.value, frame)
        if name in ("trans", "broadcast_to", "reshape"):
            return parts[0]
        if name == "where" and parts[0] is None and not (is_data(parts[1]) and is_data(parts[2])):
            return parts[1] if is_data(parts[1]) else parts[2]  # a mask: the elements that count
        if name in self.functions:
            return self.call_helper(node, frame, parts)
        return self.combine(node, frame, ELEMENTWISE_FUNCTIONS.get(name), *parts)
