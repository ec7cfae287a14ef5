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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from python_to_triton.codegen.renaming import realign_continuations
from python_to_triton.frontend.values import format_number

MOST_CHOICES = 12  # texts that are offered
MOST_LITERALS = 10  # beyond so many literals that may be left as they are, all are taken to mean the number
_REMOVED = "\0"  # a line that is to go


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


class _Answer:
    """The functions of an answer, and which of them call which."""

    def __init__(self, source: str, entry: str):
        self.source = source
        self.entry = entry  # the host function
        self.tree = ast.parse(source)
        self.functions = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}

    def calls_of(self, name: str, within: ast.AST | None = None) -> list[ast.Call]:
        """The calls and launches of a function of the answer, in all of it or within one function."""
        found = []
        for node in ast.walk(within or self.tree):
            if isinstance(node, ast.Call):
                called = node.func.value if isinstance(node.func, ast.Subscript) else node.func
                if isinstance(called, ast.Name) and called.id == name:
                    found.append(node)
        return found

    def receivers(self, wanted: Iterable[str]) -> set[str]:
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
            if name == self.entry:
                continue
            mentions = [n for n in ast.walk(self.tree) if isinstance(n, ast.Name) and n.id == name]
            if len(mentions) != len(self.calls_of(name)):
                raise NotPassable(f"{name} is handed on as a value")
            waiting += [caller for caller, own in self.functions.items() if self.calls_of(name, own)]
        if self.entry not in receiving:
            raise NotPassable(f"{self.entry} does not call {', '.join(sorted(receiving))}")
        return receiving

    def names(self) -> set[str]:
        """Every name that it uses."""
        nodes = list(ast.walk(self.tree))
        found = {node.id for node in nodes if isinstance(node, ast.Name)}
        found |= {node.arg for node in nodes if isinstance(node, (ast.arg, ast.keyword)) and node.arg}
        found |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
        return found | {"torch", "triton", "tl"}


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


def _without_constexpr(edits, answer, literals):
    """Parameters that are given one of these literals by a launch are no constants any more."""
    meant = {id(one.node) for one in literals}
    for name, function in answer.functions.items():
        given = function.args.args
        for call in answer.calls_of(name):
            passed = [given[i].arg for i, node in enumerate(call.args) if id(node) in meant]
            passed += [one.arg for one in call.keywords if id(one.value) in meant]
            for parameter in given:
                if parameter.arg in passed and parameter.annotation is not None:
                    edits.replace(parameter, parameter.arg)


def _name_numbers(edits, answer, numbers, chosen):
    """({number: what its parameter is called}, the literals of `chosen` that still stand).

    `scale = 0.3` in the entry goes, and the parameter takes its name.
    """
    taken = answer.names()
    names = {}
    for i, number in enumerate(numbers):
        own = [one for one, meant in chosen if meant == i and not one.negated]
        statement = _assigned_alone(answer.functions[answer.entry], own).get(number.name)
        names[i] = number.name if statement else _free_name(number.name, taken)
        taken.add(names[i])
        if statement:
            literal = statement.value
            chosen = [(one, meant) for one, meant in chosen if one.node is not literal]
            edits.replace(statement, _REMOVED)
    return names, chosen


def _pass_down(edits, answer, numbers, names, chosen):
    """Gives each function on the way to a literal a parameter, and each call of one the argument."""
    receiving = {}  # function -> the numbers that it gets, in order
    for i in range(len(numbers)):
        wanted = {one.function for one, meant in chosen if meant == i} | {answer.entry}
        for name in answer.receivers(wanted):
            receiving.setdefault(name, []).append(i)
    for name, given in receiving.items():
        function = answer.functions[name]
        if name == answer.entry:
            texts = [f"{names[i]}={format_number(numbers[i].value)}" for i in given]
            _add_parameters(edits, function, len(function.args.args), texts)
            continue
        own = [names[i] for i in given]
        place = _first_constant(function)
        _add_parameters(edits, function, place, own)
        for call in answer.calls_of(name):
            _add_arguments(edits, call, place, own)


def _with_choice(answer, numbers, literals, choice):
    """The answer in which literals are exchanged for the numbers that `choice` names."""
    edits = Edits(answer.source)
    chosen = [(one, number) for one, number in zip(literals, choice) if number is not None]
    names, chosen = _name_numbers(edits, answer, numbers, chosen)
    _pass_down(edits, answer, numbers, names, chosen)
    _without_constexpr(edits, answer, [one for one, _ in chosen])
    for one, meant in chosen:
        edits.replace(one.node, f"(-{names[meant]})" if one.negated else names[meant])
    lines = edits.result().split("\n")
    return "\n".join(line for line in lines if line.strip() != _REMOVED)


def with_numbers_passed(source: str, numbers: Sequence[Number], entry: str = "translated") -> Iterator[str]:
    """Answers that receive numbers which are literals in `source`, the likeliest first.

    The parameters are the last of `entry`, and default to the numbers of the trace. Nothing is yielded where
    a number has no literal, or cannot be passed to it.

    Args:
        source: an answer that parses.
        numbers: what is to be passed, in order.
        entry: the host function.
    """
    answer = _Answer(source, entry)
    literals = _literals(answer.functions, numbers)
    meant = {number for one in literals for number in one.numbers}
    if len(meant) < len(numbers):
        return
    for choice in _choices(literals, len(numbers)):
        try:
            yield _with_choice(answer, numbers, literals, choice)
        except NotPassable:
            continue
