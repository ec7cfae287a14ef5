"""Conditions on sizes: which way a program's branches went, where sizes decide it.

    T = x.shape[1]
    if T > 512:
        ...

The graph holds one branch. What decides it becomes Fixed, written over the names that the wrapper has:
`x.shape[1] > 512` is False. A branch in a function or module that the program calls cannot be written so;
then the program is traced again, each size for itself, and a size that changes the graph is fixed.
"""

import ast
import builtins
import contextlib
import copy
import inspect
import math
import re
import textwrap

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.concrete_trace import ConcreteTrace
from python_to_triton.frontend.conditions import Fixed
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.programs import Program
from python_to_triton.frontend.retracing import Retracer
from python_to_triton.frontend.second_construction import is_at_sizes
from python_to_triton.frontend.size_expressions import express
from python_to_triton.frontend.values import flatten_operands, is_number

# What a condition may consist of: it computes with numbers alone.
_PLAIN_NODES = (
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Slice,
    ast.Constant,
    ast.Tuple,
    ast.List,
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Compare,
    ast.IfExp,
    ast.Call,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
    ast.expr_context,
)
_PLAIN_CALLS = {"len", "int", "min", "max", "abs", "isinstance", "size", "dim", "numel", "prod"}

_SIZES = {"shape", "size", "numel", "len"}

# In the text of every program that branches on sizes.
_MAY_BRANCH = re.compile(
    r"\b(if|while|assert)\b.*\b(shape|size|numel|len)\b|"
    r"\b(shape|size|numel|len)\b.*\b(if|while|assert)\b",
    re.DOTALL,
)

# Other sizes to trace at, as (factor, summand): a little more, and many times as much.
_OTHER_SIZES = ((1, 1), (2, 1), (24, 0))


def _called(node):
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _is_plain(expression):
    nodes = list(ast.walk(expression))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    return all(isinstance(node, _PLAIN_NODES) for node in nodes) and all(
        _called(node) in _PLAIN_CALLS and not node.keywords for node in calls
    )


def _reads_sizes(expression):
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(expression)}
    return bool(names & _SIZES)


def _stored_names(node):
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    return {part.id for part in names if isinstance(part.ctx, (ast.Store, ast.Del))}


class _Definitions(ast.NodeTransformer):
    """Replaces names by the expressions that they were given."""

    def __init__(self, known):
        self.known = known

    def visit_Name(self, node):
        return copy.deepcopy(self.known.get(node.id, node))


class _Reader:
    """Follows the body of a function along the branches that were taken."""

    def __init__(self, function: ast.FunctionDef, namespace: dict):
        self.namespace = namespace  # the values of the names that a condition may have
        self.names = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
        self.known = {}  # local name -> the expression over these that it was given
        self.local = set().union(*map(_stored_names, function.body)) - self.names
        self.fixed = []
        self.is_open = False  # whether there is a condition that may depend on sizes and is not written so
        self.ended = False
        self._read(function.body)

    def _expressed(self, expression):
        """An expression over the arguments alone; None where there is none."""
        written = _Definitions(self.known).visit(copy.deepcopy(expression))
        names = {node.id for node in ast.walk(written) if isinstance(node, ast.Name)}
        outside = names - self.names - self.namespace.keys() - set(dir(builtins))
        if names & self.local or outside or not _is_plain(written):
            return None
        return written if self._computes_numbers(written) else None

    def _is_number(self, node):
        """Whether a part of an expression is no tensor, as far as its names and attributes tell."""
        if isinstance(node, ast.Call):  # every plain one gives a number
            return True
        if isinstance(node, (ast.Attribute, ast.Subscript)) and _reads_sizes(node):
            return True
        names = [self.namespace.get(part.id) for part in ast.walk(node) if isinstance(part, ast.Name)]
        return not any(isinstance(item, (torch.Tensor, list, tuple, dict)) for item in names)

    def _computes_numbers(self, expression):
        """Whether every operand in an expression is a number."""
        operations = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp)
        for node in ast.walk(expression):
            if isinstance(node, ast.Compare) and all(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops):
                continue
            if isinstance(node, operations):
                parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
                if not all(isinstance(part, operations) or self._is_number(part) for part in parts):
                    return False
        return True

    def _value(self, test):
        """Which way a condition went, noted where sizes decide it; None where that is not known."""
        written = self._expressed(test)
        value = None
        if written is not None:
            text = ast.unparse(written)
            # It may not be what was computed, and then raise whatever the program's own names raise.
            with contextlib.suppress(Exception):
                value = bool(eval(text, dict(self.namespace)))
        if value is None:
            read = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
            self.is_open |= _reads_sizes(test) or bool(read & self.local)
        elif _reads_sizes(written):
            is_bool = isinstance(written, ast.Compare)
            self.fixed.append(Fixed(text if is_bool else f"bool({text})", value))
        return value

    def _define(self, target, expression):
        if isinstance(target, ast.Name):
            self.known[target.id] = expression
            return
        stars = [i for i, part in enumerate(target.elts) if isinstance(part, ast.Starred)]
        for i, part in enumerate(target.elts):
            if isinstance(part, ast.Name):
                index = i - len(target.elts) if stars and i > stars[0] else i
                self.known[part.id] = ast.Subscript(expression, ast.Constant(index), ast.Load())

    def _forget(self, names):
        for name in names:
            self.known.pop(name, None)
        changed = names & self.names
        self.names -= changed
        self.local |= changed

    def _read_assignment(self, node):
        target = node.targets[0]
        expression = self._expressed(node.value)
        self._forget(_stored_names(node))
        simple = isinstance(target, ast.Name) or isinstance(target, ast.Tuple)
        if expression is not None and simple and len(node.targets) == 1:
            own = {part.id for part in ast.walk(expression) if isinstance(part, ast.Name)}
            if not own & self.local:
                self._define(target, expression)

    def _read(self, body):
        for node in body:
            if self.ended:
                return
            if isinstance(node, ast.If):
                value = self._value(node.test)
                if value is not None:
                    self._read(node.body if value else node.orelse)
                    continue
            elif isinstance(node, ast.With):
                self._read(node.body)
                continue
            elif not isinstance(node, ast.FunctionDef):
                if isinstance(node, (ast.For, ast.While)):
                    self._forget(_stored_names(node))
                for part in ast.walk(node):
                    if isinstance(part, (ast.If, ast.IfExp, ast.Assert, ast.While)):
                        self._value(part.test)
            if isinstance(node, ast.Assign):
                self._read_assignment(node)
            else:
                self._forget(_stored_names(node))
            self.ended = isinstance(node, (ast.Return, ast.Raise))


def _functions(tree):
    """(name of its class or "", function) of every function and method of a source."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield "", node
        if isinstance(node, ast.ClassDef):
            yield from ((node.name, m) for m in node.body if isinstance(m, ast.FunctionDef))


def _is_traced(program, owner, function):
    if program.kind == "module":
        return (owner, function.name) == (program.name, "forward")
    return not owner and function.name == program.name


def _branches_on_sizes(function):
    """Whether a function that the program calls may branch on sizes."""
    branches = (ast.If, ast.IfExp, ast.While)
    return _reads_sizes(function) and any(isinstance(node, branches) for node in ast.walk(function))


def size_conditions(
    program: Program, inputs: tuple, fixed: tuple[Fixed, ...]
) -> tuple[tuple[Fixed, ...], bool]:
    """Which way the branches of a program went that sizes of its inputs decide.

    Args:
        inputs: of the trace.
        fixed: what else it fixed: constants and defaults among them.

    Returns:
        what is fixed so, and whether there may be more such branches.
    """
    if program.kind == "statements" or not _MAY_BRANCH.search(program.source):
        return (), False
    called = inspect.unwrap(getattr(program.function, "forward", program.function))
    namespace = dict(getattr(called, "__globals__", {}))
    namespace |= {item.path: item.value for item in fixed if item.path.isidentifier()}
    namespace |= dict(zip(program.parameters, inputs)) | {"self": program.function}
    found = []
    is_open = False
    for owner, function in _functions(ast.parse(textwrap.dedent(program.source))):
        if _is_traced(program, owner, function):
            reader = _Reader(function, namespace)
            found += reader.fixed
            is_open |= reader.is_open and _reads_sizes(function)
        elif function.name not in ("__init__", "get_inputs", "get_init_inputs"):
            is_open |= _branches_on_sizes(function)
    return tuple(dict.fromkeys(found)), is_open


def numbers_may_be_sizes(graph: Graph, program: Program) -> bool:
    """Whether a number of a graph may come from a size, or the program's text names a size as a number.

    math.log(x.shape[-1]) is a number of the trace and no expression of letters; F.layer_norm(x, (32,)) takes
    one size alone.
    """
    tree = ast.parse(textwrap.dedent(program.source)) if program.source else ast.Module([], [])
    called = [
        part
        for node in tree.body
        if getattr(node, "name", "") not in ("get_inputs", "get_init_inputs")
        for part in ast.walk(node)
    ]
    literals = {part.value for part in called if isinstance(part, ast.Constant) and is_number(part.value)}
    sizes = set(graph.sizes.values())
    if sizes & {number for number in literals if isinstance(number, int)}:
        return True
    if not any(part.attr in _SIZES for part in called if isinstance(part, ast.Attribute)):
        return False
    known = {abs(number) for number in literals}
    items = [item for value in graph.values for item in (*value.operands, *(i for _, i in value.attributes))]
    operands = flatten_operands([item for value in graph.values for item in value.operands])
    return any(isinstance(item, float) and abs(item) not in known for item in flatten_operands(items)) or any(
        is_number(item) and abs(item) not in known | {0, 1} for item in operands
    )


# Functions whose parts are as long as numbers say: of another size there are others.
_SPLITS = {"split", "tensor_split", "split_with_sizes"}

# Functions of Python that make of sizes what no letters give.
_OF_NUMBERS = {"min", "max", "abs", "bool", "round", "str", "pow", "divmod", "bit_length", "ceil", "floor"}


def _sized_names(nodes):
    """The names that are given sizes: B, T, C = x.shape."""
    assigned = [node for node in nodes if isinstance(node, ast.Assign) and _reads_sizes(node.value)]
    return set().union(*map(_stored_names, assigned)) if assigned else set()


def computes_with_sizes(program: Program) -> bool:
    """Whether a program may make of sizes what no letters give: x.shape[0] % 2, x.split(3)."""
    if not program.source:
        return False
    nodes = list(ast.walk(ast.parse(textwrap.dedent(program.source))))
    sized = _sized_names(nodes)
    if any(isinstance(node, ast.Call) and _called(node) in _SPLITS for node in nodes):
        return True
    for node in nodes:
        if not isinstance(node, (ast.BinOp, ast.Call)):
            continue
        named = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} & sized
        if isinstance(node, ast.BinOp):
            is_one = isinstance(node.op, (ast.Mod, ast.Pow))
            is_one |= isinstance(node.op, ast.FloorDiv) and not named
        else:
            is_one = _called(node) in _OF_NUMBERS
        if is_one and (named or _reads_sizes(node)):
            return True
    return False


# Functions whose windows, paddings and parts are numbers in a graph, whatever they were computed from.
_WITH_WINDOWS = re.compile(r"conv(_transpose)?[123]d|\w*_pool[123]d|unfold|fold|chunk|group_norm")


def windows_from_sizes(program: Program) -> bool:
    """Whether a program may compute a window, padding or number of parts from sizes.

    F.conv2d(x, w, padding='same') and F.avg_pool1d(x, w.shape[-1]) do.
    """
    if not program.source:
        return False
    nodes = list(ast.walk(ast.parse(textwrap.dedent(program.source))))
    sized = _sized_names(nodes)
    for call in nodes:
        if not isinstance(call, ast.Call) or not _WITH_WINDOWS.fullmatch(_called(call)):
            continue
        of_module = ast.unparse(call.func).startswith(("F.", "torch."))  # whose first argument is a tensor
        for given in [*call.args[of_module:], *(keyword.value for keyword in call.keywords)]:
            read = {node.id for node in ast.walk(given) if isinstance(node, ast.Name)}
            is_same = isinstance(given, ast.Constant) and given.value == "same"
            if is_same or _reads_sizes(given) or read & sized:
                return True
    return False


def places_of_letters(graph: Graph) -> dict[str, list[tuple[int, int]]]:
    """{letter: [(argument, dimension), ...]} of a graph."""
    places = {}
    for i, argument in enumerate(graph.arguments):
        for d, letter in enumerate(argument.dims):
            if isinstance(letter, str):
                places.setdefault(letter, []).append((i, d))
    return places


def letters_of_inputs(graph: Graph, places: dict[str, list[tuple[int, int]]]) -> list[str]:
    """The letters that no parameter of the program has."""
    return [letter for letter in places if not any(graph.arguments[i].origin for i, _ in places[letter])]


def returned_numbers(
    graph: Graph, trace: ConcreteTrace, inputs: tuple, mode: FakeTensorMode
) -> tuple[list[str], dict[str, int]]:
    """(the source of each number that a program returns, {letter: size} of sizes that are fixed for them).

    A number that follows from sizes is written over the program's inputs: `x.shape[0]`.

    Args:
        graph: in letters.
        trace: of which the graph was made, at the sizes of `inputs`.
        inputs: fake tensors of `mode`, and constants.
    """
    program = graph.source
    texts = list(map(repr, trace.numbers))
    places = places_of_letters(graph)
    free = letters_of_inputs(graph, places)
    if not texts or not free:
        return texts, {}
    again, other = Retracer(program, trace, inputs, mode).elsewhere(places, graph.sizes)
    if again is None or len(again.numbers) != len(texts):
        return texts, {letter: graph.sizes[letter] for letter in free}

    fixed = {letter: graph.sizes[letter] for letter in free if other[letter] == graph.sizes[letter]}
    first = {letter: places[letter][0] for letter in free}
    names = {letter: f"{program.tensors[i]}.shape[{d}]" for letter, (i, d) in first.items()}
    for i, (number, changed) in enumerate(zip(trace.numbers, again.numbers)):
        if number == changed:
            continue
        word = express((number, changed), ({letter: graph.sizes[letter] for letter in free}, other))
        if word is None or "sqrt" in word:
            fixed |= {letter: graph.sizes[letter] for letter in free}
        else:
            texts[i] = re.sub(r"[A-Z]\w*", lambda match: names[match[0]], word)
    return texts, fixed


def _around_limits(program):
    """Sizes beside the numbers that a program compares with, as (factor, summand): max(len(x), 512)."""
    if not program.source:
        return ()
    nodes = [
        node
        for node in ast.walk(ast.parse(textwrap.dedent(program.source)))
        if isinstance(node, ast.Compare) or isinstance(node, ast.Call) and _called(node) in ("min", "max")
    ]
    found = {
        part.value for node in nodes for part in ast.iter_child_nodes(node) if isinstance(part, ast.Constant)
    }
    limits = sorted(n for n in found if type(n) is int and 2 < n < 1 << 20)
    return tuple((0, size) for n in limits[-3:] for size in (n - 1, n + 1))


_SQUEEZES = re.compile(r"\bsqueeze\b")


def sizes_above_one(
    graph: Graph, trace: ConcreteTrace, inputs: tuple, mode: FakeTensorMode, computes: bool
) -> tuple[tuple[Fixed, ...], dict[str, int]]:
    """(`x.shape[0] == 1` is False, sizes that are fixed instead where nothing can say so).

    That holds for sizes that make the program another one where they are one: x.squeeze() drops them.

    Args:
        graph, trace, inputs, mode: as for `sizes_of_branches`.
        computes: whether the program computes with sizes, and no branch is known that does.
    """
    program = graph.source
    if not (computes or _SQUEEZES.search(program.source)):
        return (), {}
    places = places_of_letters(graph)
    retracer = Retracer(program, trace, inputs, mode)
    changed = []
    for letter in letters_of_inputs(graph, places):
        again = retracer.at(dict.fromkeys(places[letter], 1))
        is_same = again is not None and is_at_sizes(graph, again, graph.sizes | {letter: 1})
        if retracer.different is not None or again is not None and not is_same:
            changed.append(letter)
    if program.kind == "statements":
        return (), {letter: graph.sizes[letter] for letter in changed}
    first = {letter: places[letter][0] for letter in changed}
    return tuple(Fixed(f"{program.tensors[i]}.shape[{d}] == 1", False) for i, d in first.values()), {}


_FAR = 41  # steps of a formula, after which that of another step would be another number

# A part of a size, rounded: C//4, (C-3)//4, but no C*D//4. See size_expressions.py.
_ROUNDED = re.compile(r"(?<![\w*])\(?([A-Z]\w*)([+-]\d+)?\)?//(\d+)")


def _steps_of_sizes(graph):
    """{letter: (how many of a size make a step of all formulas, sizes beside which one of them steps)}."""
    steps = {}
    for letter, more, step in _ROUNDED.findall(graph.text):
        steps.setdefault(letter, set()).add((int(more or 0), int(step)))
    found = {}
    for letter, formulas in steps.items():
        every = math.lcm(*(step for _, step in formulas))
        beside = {(place - more) % step for more, step in formulas for place in (-1, 0)}
        found[letter] = every, sorted(beside)
    return found


def remainders_of_sizes(
    graph: Graph, trace: ConcreteTrace, inputs: tuple, mode: FakeTensorMode
) -> tuple[tuple[Fixed, ...], dict[str, int]]:
    """(`x.shape[2] % 4` is 0, sizes that are fixed instead where nothing can say so).

    The sizes of a trace, and of two others, do not say at which sizes (A-3)//4 steps. So the program is
    traced beside each step. Where the graph is another there, or the program does not run, the formula holds
    for sizes with the example's remainder, if it does for one far off; else for the example's sizes.

    Args:
        graph, trace, inputs, mode: as for `sizes_of_branches`.
    """
    places = places_of_letters(graph)
    free = letters_of_inputs(graph, places)
    steps = {letter: found for letter, found in _steps_of_sizes(graph).items() if letter in free}
    retracer = Retracer(graph.source, trace, inputs, mode)

    def holds(sizes):
        """Whether the graph is that of the program with other sizes, {letter: size}."""
        again = retracer.at({place: n for letter, n in sizes.items() for place in places[letter]})
        if again is None:  # a program that makes halves does not run at odd sizes: nothing to guard
            return retracer.different is None and all(step == 2 for step, _ in steps.values())
        return is_at_sizes(graph, again, graph.sizes | sizes)

    def beside_steps():
        for number in range(max((len(beside) for _, beside in steps.values()), default=0)):
            yield {
                letter: (graph.sizes[letter] // step + 2) * step + beside[number % len(beside)]
                for letter, (step, beside) in steps.items()
            }

    if all(map(holds, beside_steps())):
        return (), {}
    far = {letter: graph.sizes[letter] + _FAR * step for letter, (step, _) in steps.items()}
    if graph.source.kind == "statements" or not holds(far):
        return (), {letter: graph.sizes[letter] for letter in steps}
    found = []
    for letter, (step, _) in steps.items():
        i, d = places[letter][0]
        found.append(Fixed(f"{graph.source.tensors[i]}.shape[{d}] % {step}", graph.sizes[letter] % step))
    return tuple(found), {}


def differs_elsewhere(graph: Graph, trace: ConcreteTrace, inputs: tuple, mode: FakeTensorMode) -> bool:
    """Whether a graph is not the program's at other sizes of its letters, no two alike: a mask that is causal
    as long as two sizes are equal, say.

    Args:
        graph, trace, inputs, mode: as for `sizes_of_branches`.
    """
    places = places_of_letters(graph)
    free = letters_of_inputs(graph, places)
    retracer = Retracer(graph.source, trace, inputs, mode)
    for factor in (3, 1):
        sizes = {letter: factor * graph.sizes[letter] + 1 + i for i, letter in enumerate(free)}
        again = retracer.at({place: n for letter, n in sizes.items() for place in places[letter]})
        if again is not None or retracer.different is not None:
            return again is None or not is_at_sizes(graph, again, graph.sizes | sizes)
    return False


def sizes_of_branches(
    graph: Graph, trace: ConcreteTrace, inputs: tuple, mode: FakeTensorMode, branches: bool = True
) -> dict[str, int]:
    """{letter: size} of sizes of inputs that change a graph, found by tracing it at others.

    So is a size at which alone the program runs.

    Args:
        graph: in letters.
        trace: of which the graph was made, at the sizes of `inputs`.
        inputs: fake tensors of `mode`, and constants.
        branches: whether a size is fixed that makes the program another one, and not only its numbers.
    """
    places = places_of_letters(graph)
    free = letters_of_inputs(graph, places)
    retracer = Retracer(graph.source, trace, inputs, mode)

    def holds(factor, summand):
        """Whether the graph gives the trace with every size changed, no two alike."""
        other = {letter: factor * graph.sizes[letter] + summand + i for i, letter in enumerate(free)}
        again = retracer.at({place: n for letter, n in other.items() for place in places[letter]})
        return again is not None and is_at_sizes(graph, again, graph.sizes | other)

    tried = (*_OTHER_SIZES, *_around_limits(graph.source)) if branches else _OTHER_SIZES[:1]
    if all(holds(*sizes) for sizes in tried):
        return {}
    tried = tried if branches else _OTHER_SIZES
    fixed = {}
    for letter in free:
        n = graph.sizes[letter]
        runs = False
        for factor, summand in tried:
            other = factor * n + summand
            again = retracer.at(dict.fromkeys(places[letter], other))
            is_same = again is not None and is_at_sizes(graph, again, graph.sizes | {letter: other})
            runs |= again is not None or retracer.different is not None
            if branches and retracer.different is not None or again is not None and not is_same:
                fixed[letter] = n
        if not runs:
            fixed[letter] = n
    return fixed
