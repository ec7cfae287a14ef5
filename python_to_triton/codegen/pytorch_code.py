"""A graph as PyTorch source: one line an operation, generated from the rows of the vocabulary.

    def translated(a0, a1):
        v0 = torch.matmul(a0, a1)
        v1 = F.silu(v0)
        return v1

It stands where a region has no verified answer and is left to PyTorch. A row's expression gets the operands
and attributes in the place of its parameters; what is then known (`-1 is None`, `isinstance(v0,
torch.Tensor)`) is decided here, and helper functions of the vocabulary are written out.
"""

import ast
import collections
import functools
import inspect
import math

from python_to_triton.codegen.draw_kernel import (
    DRAW_FUNCTION,
    DRAW_PREFIX,
    DRAW_SOURCE,
    draws_any,
    functions_that_draw,
)
from python_to_triton.codegen.host_code import size_lines
from python_to_triton.frontend import (
    DTYPES,
    OPS,
    Graph,
    Value,
    is_draw,
    operator_of,
    size_letters,
    small_sizes,
    vocabulary,
)
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, Word

# How functions begin that PyTorch computes, beside those that launch answers.
PYTORCH_PREFIX = "pytorch_"

_IMPORTS = {
    "math": "import math",
    "sys": "import sys",
    "torch": "import torch",
    "F": "import torch.nn.functional as F",
    "triton": "import triton",
    "tl": "import triton.language as tl",
}


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _item(item: object) -> ast.expr:
    """An operand or attribute of a graph as an expression."""
    if isinstance(item, Value):
        return ast.Name(item.name, ast.Load())
    if isinstance(item, (tuple, list)):
        return ast.Tuple([_item(part) for part in item], ast.Load())
    if isinstance(item, Word):
        return _expression(str(DTYPES[item]) if item in DTYPES else item.replace("sqrt(", "math.sqrt("))
    if isinstance(item, float) and not math.isfinite(item):
        return _expression(f"float('{item}')")
    return _expression(repr(item))


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


@functools.cache
def _helper(name: str) -> ast.FunctionDef:
    """The definition of one of the vocabulary's helper functions, without its docstring."""
    definition = ast.parse(inspect.getsource(getattr(vocabulary, name))).body[0]
    if ast.get_docstring(definition) is not None:
        definition.body = definition.body[1:]
    return definition


def _is_size_check(statement: ast.stmt) -> bool:
    """`if ...: raise ...`, for the meta device alone: on any other the function itself compares the sizes."""
    return isinstance(statement, ast.If) and all(isinstance(part, ast.Raise) for part in statement.body)


def _is_short(definition: ast.FunctionDef) -> bool:
    """Whether a helper is assignments to names and one expression, so that it can be written out."""
    *before, last = [part for part in definition.body if not _is_size_check(part)]
    are_assignments = all(isinstance(part, ast.Assign) for part in before)
    return are_assignments and isinstance(last, ast.Return)


class _Writer(ast.NodeTransformer):
    """An expression with `given` expressions in the place of names, and what is then known decided.

    Attributes:
        helpers: names of the helper functions that stay calls.
    """

    def __init__(self, given: dict[str, ast.expr], values: set[str], letters: set[str], helpers: set[str]):
        self.given = given
        self.values = values
        self.letters = letters
        self.helpers = helpers

    def _is_value(self, node):
        """Whether an expression is a tensor, or is none; None where this is not known."""
        if isinstance(node, ast.Name) and node.id in self.values:
            return True
        return None if _names(node) - self.letters - {"math"} else False

    def _truth(self, node):
        """Whether a condition holds; None where only the call itself can tell."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            truth = self._truth(node.operand)
            return None if truth is None else not truth
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            item, kind = node.args
            is_value = self._is_value(item)
            if is_value is None or ast.unparse(kind) == "torch.Tensor":
                return is_value
            assert ast.unparse(kind) == "int", ast.unparse(node)
            return not isinstance(item, ast.Tuple)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is):
            assert ast.unparse(node.comparators[0]) == "None", ast.unparse(node)
            is_none = isinstance(node.left, ast.Constant) and node.left.value is None
            return None if self._is_value(node.left) is None else is_none
        return None

    def visit_Name(self, node):
        return self.given.get(node.id, node)

    def visit_IfExp(self, node):
        test = self.visit(node.test)
        truth = self._truth(test)
        if truth is not None:
            return self.visit(node.body if truth else node.orelse)
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    def visit_BoolOp(self, node):
        """`align_corners or None`."""
        node = self.generic_visit(node)
        first = node.values[0]
        if not isinstance(first, ast.Constant):
            return node
        assert isinstance(node.op, ast.Or) and len(node.values) == 2, ast.unparse(node)
        return first if first.value else node.values[1]

    def visit_Call(self, node):
        node = self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if not hasattr(vocabulary, name):
            return node
        definition = _helper(name)
        if not _is_short(definition):
            self.helpers.add(name)
            return node
        assert not node.keywords, ast.unparse(node)
        scope = {parameter.arg: item for parameter, item in zip(definition.args.args, node.args, strict=True)}
        for statement in definition.body:
            if isinstance(statement, ast.Assign):
                scope[statement.targets[0].id] = self._written(scope, statement.value)
        return self._written(scope, definition.body[-1].value)

    def _written(self, scope, node):
        return _Writer(scope, self.values, self.letters, self.helpers).visit(_expression(ast.unparse(node)))


def _call_key(value):
    """Equal for the results of one opaque call."""
    at = value.at
    return tuple(map(id, value.operands[0])), at["call"], repr(at["numbers"]), at["occurrence"]


class PyTorchLines:
    """Writes values of one graph as lines of PyTorch code.

    Attributes:
        letters: of sizes that the lines of all values of the graph need.
        helpers: names of the vocabulary's helper functions that the lines written so far call.
    """

    def __init__(self, graph: Graph):
        names = [argument.name for argument in graph.arguments]
        self.letters = size_letters(graph.values)
        self.helpers = set()
        self._writer = _Writer(
            {}, {*names, *(value.name for value in graph.values)}, self.letters, self.helpers
        )
        self._device = _expression(f"{names[0]}.device" if names else "None")
        self._results = collections.defaultdict(dict)  # one opaque call -> {which result: its Value}
        for value in graph.values:
            if value.op == "opaque" and value.at["result"]:
                self._results[_call_key(value)][value.at["result"][0]] = value
        self._written = set()  # ids of values whose line is that of another result
        self._metas = {}  # of all values, where there are opaque ones
        if any(value.op == "opaque" for value in graph.values):
            self._metas = graph.shapes(graph.sizes or small_sizes(graph, 0))

    def lines(self, value: Value) -> list[str]:
        """`v0 = torch.softmax(a0, dim=-1)`; nothing for a result of an opaque call that has its line."""
        if value.op != "opaque":
            return [f"{value.name} = {ast.unparse(self._expression_of(value))}"]
        return [] if id(value) in self._written else self._opaque_lines(value)

    def _substituted(self, given, text):
        self._writer.given = given
        return self._writer.visit(_expression(text))

    def _expression_of(self, value):
        operation = OPS[value.op]
        operands = [_item(operand) for operand in value.operands]
        if not operation.body:
            keywords = [ast.keyword(name, _item(item)) for name, item in value.attributes]
            return ast.Call(_expression(operation.function), operands, keywords)
        given = dict.fromkeys(operation.operands, ast.Constant(None)) | {"device": self._device}
        given |= dict(zip(operation.operands, operands))
        given |= {name: _item(item) for name, item in value.at.items()}
        return self._substituted(given, operation.body)

    def _in_memory(self, value):
        """What a kernel needs of PyTorch's result: elements in order, and negated where they are to be."""

        def is_known(v):
            return self._metas[id(v)].dtype in DTYPE_NAMES

        inputs = list(value.inputs())
        if not inputs or not is_known(value):
            return ""
        return ".contiguous()" if all(map(is_known, inputs)) else ".resolve_neg().contiguous()"

    def _draw_line(self, value):
        """`v0 = drawn("mask", (A, 16), 0.9, 1.25, torch.float32, a0.device)`"""
        *size, first, second, dtype = map(_item, value.at["numbers"])
        kind = ast.Constant(operator_of(value))
        items = [kind, ast.Tuple(size, ast.Load()), first, second, dtype, self._device]
        return f"{value.name} = {ast.unparse(ast.Call(_expression(DRAW_FUNCTION), items, []))}"

    def _opaque_lines(self, value):
        """All results of a call: `v0, _, v1 = torch.ops.aten.linalg_svd.default(a0)`."""
        if is_draw(value):
            return [self._draw_line(value)]
        given = {"device": self._device}
        given |= {f"x{i}": _item(operand) for i, operand in enumerate(value.operands[0])}
        given |= {f"n{i}": _item(number) for i, number in enumerate(value.at["numbers"])}
        call = ast.unparse(self._substituted(given, f"torch.ops.{value.at['call']}"))
        if not value.at["result"]:
            return [f"{value.name} = {call}{self._in_memory(value)}"]

        which, count = value.at["result"]
        results = self._results[_call_key(value)]
        if len(results) == 1:
            return [f"{value.name} = {call}[{which}]{self._in_memory(value)}"]
        self._written.update(map(id, results.values()))
        names = [results[i].name if i in results else "_" for i in range(count)]
        moved = [(one.name, self._in_memory(one)) for one in results.values()]
        return [f"{', '.join(names)} = {call}", *(f"{name} = {name}{how}" for name, how in moved if how)]


class _Renamed(ast.NodeTransformer):
    """Code with other names."""

    def __init__(self, names: dict[str, str]):
        self.names = names

    def visit_Name(self, node):
        return ast.Name(self.names.get(node.id, node.id), node.ctx)


class PyTorchFunctions:
    """What PyTorch computes between the regions of a graph, as functions of their own.

    The host code of answers may launch and view, and no more; so the judge is told which functions are calls
    of PyTorch, by PYTORCH_PREFIX.

    Attributes:
        definitions: the functions that the lines so far call, each text once.
    """

    def __init__(self, graph: Graph, known: dict[str, str]):
        """known: {text of a function without its name: its name} of what stands before; is extended here."""
        self._lines = PyTorchLines(graph)
        self._names = {
            *(argument.name for argument in graph.arguments),
            *(value.name for value in graph.values),
        }
        self._called = known
        self.definitions = []

    def lines(self, value: Value) -> list[str]:
        """`v0, v1 = pytorch_linalg_svd(a0)`; nothing for a result of a call that has its line already."""
        lines = self._lines.lines(value)
        if not lines:
            return []
        body = ast.parse("\n".join(lines))
        names = [node for node in ast.walk(body) if isinstance(node, ast.Name)]
        results = list(dict.fromkeys(node.id for node in names if isinstance(node.ctx, ast.Store)))
        results = [name for name in results if name in self._names]
        read = [name for name in dict.fromkeys(node.id for node in names) if name not in results]
        read = [name for name in read if name in self._names | self._lines.letters]

        own = {name: f"x{i}" for i, name in enumerate(name for name in read if name in self._names)}
        own |= {name: f"y{i}" for i, name in enumerate(results)}
        code = ast.unparse(_Renamed(own).visit(body)).splitlines()
        if len(lines) == 1 and len(results) == 1:
            code = [f"return {code[0].partition(' = ')[2]}"]
        else:
            code.append(f"return {', '.join(own[name] for name in results)}")
        text = "\n    ".join([f"({', '.join(own.get(name, name) for name in read)}):", *code])
        return [f"{', '.join(results)} = {self._function(value, text)}({', '.join(read)})"]

    def _function(self, value, text):
        """The name of the function with this text."""
        if text not in self._called:
            op = operator_of(value) if value.op == "opaque" else value.op
            name = f"{DRAW_PREFIX if is_draw(value) else PYTORCH_PREFIX}{op}"
            if is_draw(value) and DRAW_SOURCE not in self._called:
                self._called[DRAW_SOURCE] = DRAW_FUNCTION
                self.definitions.append(DRAW_SOURCE)
            count = sum(other == name or other.startswith(f"{name}_v") for other in self._called.values())
            self._called[text] = f"{name}_v{count + 1}" if count else name
            self.definitions.append(f"def {self._called[text]}{text}")
        return self._called[text]


def pytorch_functions(source: str) -> tuple[str, ...]:
    """The functions of a written module that are no answers: calls of PyTorch, and draws."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    called = [node.name for node in functions if node.name.startswith(PYTORCH_PREFIX)]
    return (*called, *functions_that_draw(source))


def pytorch_code(graph: Graph, entry: str = "translated") -> str:
    """A self-contained module that defines `entry`, which computes a graph with PyTorch.

    Its arguments are the graph's; its result is a tensor, or a tuple of them where the graph returns several.
    """
    writer = PyTorchLines(graph)
    lines = size_lines(graph.arguments, writer.letters)
    lines += [line for value in graph.values for line in writer.lines(value)]
    comma = "," if graph.multiple and len(graph.outputs) == 1 else ""
    lines.append(f"return {', '.join(value.name for value in graph.outputs)}{comma}")

    names = ", ".join(argument.name for argument in graph.arguments)
    definition = "\n    ".join([f"def {entry}({names}):", *lines])
    definitions = [ast.unparse(_helper(name)) for name in sorted(writer.helpers)]
    definitions += [DRAW_SOURCE] if draws_any([graph]) else []
    definitions.append(definition)
    used = set.union(*(_names(ast.parse(text)) for text in definitions))
    imports = [line for name, line in _IMPORTS.items() if name in used]
    return "\n\n\n".join(["\n".join(imports), *definitions] if imports else definitions) + "\n"
