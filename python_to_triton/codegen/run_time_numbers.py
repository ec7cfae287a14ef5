"""Run-time numbers: an answer in which a number is a literal, as one that receives it as an argument.

    def translated(x):                          def translated(x, eps=1e-6):
        ...                                         ...
        kernel[grid](x, y, n, BLOCK=1024)           kernel[grid](x, y, n, eps, BLOCK=1024)

The literal may stand in the host function, in a kernel, or in what these call: every function from the host
function down to it gets a parameter, and every call of one passes it on. Only texts change here. Which
literals mean the number is not certain (0.5 may also be a half): several texts are offered, and the judge
decides with other numbers.
"""

import ast
import itertools
import keyword
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from python_to_triton.codegen.renaming import realign_continuations
from python_to_triton.frontend.values import format_number

MOST_CHOICES = 12  # texts that are offered
MOST_LITERALS = 10  # beyond so many literals that may be left as they are, all are taken to mean the number


@dataclass(frozen=True)
class Number:
    """A number that an answer is to receive: what its parameter is called, and what it is in the trace."""

    name: str
    value: float


@dataclass(frozen=True)
class Literal:
    """A literal of an answer that may mean a number.

    Attributes:
        node: the literal, its sign included where it has the number's.
        function: the function that it stands in.
        negated: whether it is the number with the other sign.
        numbers: which of the numbers it may be.
    """

    node: ast.expr
    function: str
    negated: bool
    numbers: tuple[int, ...]


class NotPassable(Exception):
    """A number cannot be passed to where its literal stands."""


# ---- texts ----


class Edits:
    """Changes of a text at positions of its syntax tree."""

    def __init__(self, source: str):
        self.source = source
        self.starts = [0, *itertools.accumulate(len(line) + 1 for line in source.split("\n"))]
        self.lines = source.split("\n")
        self.changes = []

    def position(self, line: int, column: int) -> int:
        """The place in the text of a line, from 1, and a column in bytes, as ast has them."""
        text = self.lines[line - 1].encode()[:column].decode()
        return self.starts[line - 1] + len(text)

    def replace(self, node: ast.AST, text: str) -> None:
        """Another text for a node."""
        end = self.position(node.end_lineno, node.end_col_offset)
        self.changes.append((self.position(node.lineno, node.col_offset), end, text))

    def insert_after(self, node: ast.AST, text: str) -> None:
        """A text behind a node."""
        end = self.position(node.end_lineno, node.end_col_offset)
        self.changes.append((end, end, text))

    def insert_at(self, place: int, text: str) -> None:
        """A text at a place of the source."""
        self.changes.append((place, place, text))

    def result(self) -> str:
        """The changed text; what was aligned to a bracket is aligned to it again."""
        text = self.source
        for start, end, new in sorted(self.changes, key=lambda change: change[0], reverse=True):
            assert "\n" not in self.source[start:end], self.source[start:end]
            text = text[:start] + new + text[end:]
        return "\n".join(realign_continuations(text.split("\n"), self.lines))


# ---- which literals ----


def _constant(node):
    """The number that a literal is; None where a node is no number."""
    is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
    return node.value if is_number else None


def _is_same(a, b):
    return math.isclose(a, b, rel_tol=1e-9)


def _number_literals(node, parent=None):
    """(literal, its value, its parent) below a node; a sign belongs to its literal."""
    if (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and _constant(node.operand) is not None
    ):
        yield node, -node.operand.value, parent
        return
    if _constant(node) is not None:
        yield node, node.value, parent
    for child in ast.iter_child_nodes(node):
        yield from _number_literals(child, node)


def _literals(functions, numbers):
    """The literals of an answer's functions that may mean one of these numbers."""
    found = []
    for name, function in functions.items():
        for node, value, parent in itertools.chain(*map(_number_literals, function.body)):
            if isinstance(value, int) and not isinstance(parent, ast.BinOp):
                continue  # a size, a dimension, an index
            for sign in (1, -1):
                meant = tuple(i for i, one in enumerate(numbers) if _is_same(one.value, sign * value))
                if not meant:
                    continue
                unsigned = node.operand if isinstance(node, ast.UnaryOp) and sign < 0 else node
                negated = sign < 0 and unsigned is node
                found.append(Literal(unsigned, name, negated, meant))
                break
    return found


def _choices(literals, count):
    """Tuples that say which number each literal means, None for none of them; the likeliest first."""
    every = [one.numbers for one in literals]
    if len(literals) <= MOST_LITERALS:
        every = [(*one.numbers, None) for one in literals]
    complete = (
        choice
        for choice in itertools.product(*every)
        if set(range(count)) <= {n for n in choice if n is not None}
    )
    return sorted(complete, key=lambda choice: choice.count(None))[:MOST_CHOICES]


# ---- passing a number down ----


def _calls_of(tree, name):
    """The calls and launches of a function of the answer."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.value if isinstance(node.func, ast.Subscript) else node.func
            if isinstance(called, ast.Name) and called.id == name:
                found.append(node)
    return found


def _receivers(tree, functions, entry, wanted):
    """The functions that have to receive a number so that those in `wanted` have it.

    Raises:
        NotPassable: one of them is used otherwise than by a call, or none of them is called by the entry.
    """
    receiving = set()
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name in receiving:
            continue
        receiving.add(name)
        if name == entry:
            continue
        mentions = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
        if len(mentions) != len(_calls_of(tree, name)):
            raise NotPassable(f"{name} is handed on as a value")
        waiting += [caller for caller, function in functions.items() if _calls_of(function, name)]
    if entry not in receiving:
        raise NotPassable(f"{entry} does not call {', '.join(sorted(receiving))}")
    return receiving


def _first_constant(function):
    """How many parameters a function has before the first constexpr or default."""
    given = function.args.args
    plain = len(given) - len(function.args.defaults)
    constant = [i for i, one in enumerate(given) if one.annotation is not None]
    return min([plain, *constant])


def _add_parameters(edits, function, place, texts):
    """Adds parameters to a function behind the first `place` of them."""
    given = function.args.args
    if place:
        edits.insert_after(given[place - 1], "".join(f", {text}" for text in texts))
    elif given:
        start = edits.position(given[0].lineno, given[0].col_offset)
        edits.insert_at(start, "".join(f"{text}, " for text in texts))
    else:
        raise NotPassable(f"{function.name} has no parameters")


def _add_arguments(edits, call, place, names):
    """Passes numbers in a call of a function that has its parameters behind the first `place`."""
    if any(isinstance(one, ast.Starred) for one in call.args):
        raise NotPassable("a call passes its arguments as a list")
    if len(call.args) >= place > 0:
        edits.insert_after(call.args[place - 1], "".join(f", {name}" for name in names))
        return
    last = [*call.args, *(one.value for one in call.keywords)]
    if not last or len(call.args) > place:
        raise NotPassable("a call passes no arguments")
    last = max(last, key=lambda node: (node.end_lineno, node.end_col_offset))
    edits.insert_after(last, "".join(f", {name}={name}" for name in names))


def _free_name(name, taken):
    """A name that the answer does not use yet."""
    name = re.sub(r"\W+", "_", name).strip("_") or "number"
    name = f"n{name}" if name[0].isdigit() else name
    tried = itertools.chain((name, f"{name}_value"), (f"{name}_{i}" for i in itertools.count(1)))
    return next(one for one in tried if one not in taken and not keyword.iskeyword(one))


def _names_in(tree):
    """Every name that an answer uses."""
    nodes = list(ast.walk(tree))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.arg for node in nodes if isinstance(node, (ast.arg, ast.keyword)) and node.arg}
    return (
        names | {node.name for node in nodes if isinstance(node, ast.FunctionDef)} | {"torch", "triton", "tl"}
    )


def _assigned_alone(function, literals):
    """{name: statement} of `name = literal` in a function, where nothing else binds the name."""
    meant = {id(one.node) for one in literals}
    stored = [n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return {
        node.targets[0].id: node
        for node in function.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and id(node.value) in meant
        and stored.count(node.targets[0].id) == 1
    }


def _without_constexpr(edits, tree, functions, literals):
    """Parameters that are given one of these literals by a launch are no constants any more."""
    meant = {id(one.node) for one in literals}
    for name, function in functions.items():
        given = function.args.args
        for call in _calls_of(tree, name):
            passed = [given[i].arg for i, node in enumerate(call.args) if id(node) in meant]
            passed += [one.arg for one in call.keywords if id(one.value) in meant]
            for parameter in given:
                if parameter.arg in passed and parameter.annotation is not None:
                    edits.replace(parameter, parameter.arg)


def _with_choice(source, tree, functions, entry, numbers, literals, choice):
    """The answer in which literals are exchanged for the numbers that `choice` names."""
    edits = Edits(source)
    chosen = [(one, number) for one, number in zip(literals, choice) if number is not None]
    taken = _names_in(tree)
    names = {}
    for i, number in enumerate(numbers):
        own = [one for one, meant in chosen if meant == i and not one.negated]
        statement = _assigned_alone(functions[entry], own).get(number.name)
        names[i] = number.name if statement else _free_name(number.name, taken)
        taken.add(names[i])
        if statement:  # scale = 0.3: the parameter takes its place
            literal = statement.value
            chosen = [(one, meant) for one, meant in chosen if one.node is not literal]
            edits.replace(statement, "\0")

    receiving = {}  # function -> the numbers that it gets, in order
    for i in range(len(numbers)):
        wanted = {one.function for one, meant in chosen if meant == i} | {entry}
        for name in _receivers(tree, functions, entry, wanted):
            receiving.setdefault(name, []).append(i)
    for name, given in receiving.items():
        function = functions[name]
        own = [names[i] for i in given]
        if name == entry:
            texts = [f"{names[i]}={format_number(numbers[i].value)}" for i in given]
            _add_parameters(edits, function, len(function.args.args), texts)
            continue
        place = _first_constant(function)
        _add_parameters(edits, function, place, own)
        for call in _calls_of(tree, name):
            _add_arguments(edits, call, place, own)

    _without_constexpr(edits, tree, functions, [one for one, _ in chosen])
    for one, meant in chosen:
        edits.replace(one.node, f"(-{names[meant]})" if one.negated else names[meant])
    lines = edits.result().split("\n")
    return "\n".join(line for line in lines if line.strip() != "\0")


def with_numbers_passed(source: str, numbers: Sequence[Number], entry: str = "translated") -> Iterator[str]:
    """Answers that receive numbers which are literals in `source`, the likeliest first.

    The parameters are the last of `entry`, and default to the numbers of the trace. Nothing is yielded where
    a number has no literal, or cannot be passed to it.

    Args:
        source: an answer that parses.
        numbers: what is to be passed, in order.
        entry: the host function.
    """
    tree = ast.parse(source)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    literals = _literals(functions, numbers)
    meant = {number for one in literals for number in one.numbers}
    if len(meant) < len(numbers):
        return
    for choice in _choices(literals, len(numbers)):
        try:
            yield _with_choice(source, tree, functions, entry, numbers, literals, choice)
        except NotPassable:
            continue
