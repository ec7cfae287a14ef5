"""Host checks: statements of a program that look at its data, and raise or do nothing.

    if torch.any(x < 0):
        raise ValueError("negative")

A trace has no data, so it takes such a statement as passed, and leaves it to the wrapper, which runs it
before the call. That is the same only for what nothing before it has changed: names of arguments, self, and
names of the program's file.

A check in what a program calls, of a library or in another file, has no place in a wrapper: it is taken as
passed, and the translation says so.
"""

import ast
import builtins
import functools
import linecache
from collections.abc import Collection
from pathlib import Path
from types import CodeType, FrameType

# Functions of torch that raise or do nothing.
_ASSERTIONS = {"_assert", "_check"}

# The file that calls a program while it is recorded: what is above it is no program's.
TRACED_BY = str(Path(__file__).with_name("programs.py"))

# Functions of Python, and methods of lists and dicts.
_PLAIN_FUNCTIONS = set("abs all any bool float int isinstance len list max min range sum tuple zip".split())
_LIST_WRITERS = set("append clear extend insert pop popitem remove reverse setdefault sort update".split())


def _is_check(node):
    """Whether a statement raises or does nothing."""
    if isinstance(node, ast.If):
        return not node.orelse and all(isinstance(part, ast.Raise) or _is_check(part) for part in node.body)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return getattr(node.value.func, "attr", "") in _ASSERTIONS
    return isinstance(node, ast.Assert)


def _root(node):
    """The name that an expression such as self.cache['k'][0] starts with; "" for none."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _stored(nodes):
    """The names that are assigned somewhere in these statements."""
    names = [node for part in nodes for node in ast.walk(part) if isinstance(node, ast.Name)]
    return {node.id for node in names if not isinstance(node.ctx, ast.Load)}


def _is_plain_call(node):
    """Whether a call writes into none of its arguments by its name: torch.relu(x), x.mean(), len(x).

    Functions of the program and submodules may.
    """
    if any(keyword.arg == "inplace" and not _is_false(keyword.value) for keyword in node.keywords):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id in _PLAIN_FUNCTIONS
    return isinstance(node.func, ast.Attribute) and _root(node.func) != "self"


def _is_false(node):
    return isinstance(node, ast.Constant) and node.value is False


def _written(nodes):
    """The names whose objects these statements may write into; "" among them: of objects without a name."""
    written = set()
    for node in (node for part in nodes for node in ast.walk(part)):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            written.add(_root(node))
        if isinstance(node, ast.Call):
            written |= set() if _is_plain_call(node) else {""}
            name = getattr(node.func, "attr", "")
            if name.endswith("_") or name in _LIST_WRITERS:
                written |= {_root(node.func), *map(_root, node.args)}
            written |= {_root(keyword.value) for keyword in node.keywords if keyword.arg == "out"}
    return written


def _functions(tree):
    """(name, function) of what a source may have traced: its functions, and the forwards of its classes."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        if isinstance(node, ast.ClassDef):
            forwards = [m for m in node.body if isinstance(m, ast.FunctionDef) and m.name == "forward"]
            yield from ((node.name, forward) for forward in forwards)


def _may_be_first(function, check):
    """Whether a check of a function gives the same before everything else that the function does."""
    before = function.body[: function.body.index(check)]
    if any(isinstance(node, (ast.Return, ast.Yield)) for part in before for node in ast.walk(part)):
        return False
    own = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
    local = _stored(node for node in function.body if node is not check) - own
    read = {node.id for node in ast.walk(check) if isinstance(node, ast.Name)}
    written = _written([node for node in before if not _is_check(node)])
    if written & {"", *local}:  # a view of an argument, or another name for it
        return False
    return not read & (local | _stored(before) | written)


def check_at(tree: ast.Module, line: int, entry: str) -> int | None:
    """The first line of the check that spans `line` and that a wrapper can run; None for none.

    entry: the function or class that is traced. What it calls looks at other tensors than a wrapper has.
    """
    for name, function in _functions(tree):
        for node in function.body:
            if name == entry and node.lineno <= line <= node.end_lineno:
                return node.lineno if _is_check(node) and _may_be_first(function, node) else None
    return None


def _reads_alone(check, names):
    """Whether a check reads nothing but these names, and those of Python."""
    read = {node.id for node in ast.walk(check) if isinstance(node, ast.Name)}
    own = _stored([check])  # of comprehensions
    return read <= own | set(names) | set(dir(builtins))


def check_of_object(code: CodeType, line: int, names: Collection[str] = ("torch",)) -> tuple[str, ...]:
    """The text of the check of a function that spans `line` and that a wrapper can run; () for none.

    names: that a wrapper has besides the function's parameters.
    """
    try:
        tree = ast.parse("".join(linecache.getlines(code.co_filename)))
    except (SyntaxError, ValueError, RecursionError):
        return ()
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        first = min([function.lineno, *(node.lineno for node in function.decorator_list)])
        if function.name != code.co_name or first != code.co_firstlineno:
            continue
        own = [argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)]
        for node in function.body:
            is_it = node.lineno <= line <= node.end_lineno and _is_check(node)
            if is_it and _may_be_first(function, node) and _reads_alone(node, [*own, *names]):
                return tuple(ast.unparse(node).split("\n"))
    return ()


def take_out_checks(tree: ast.Module, lines: tuple[int, ...]) -> tuple[str, ...]:
    """Takes the checks that start in these lines out of a source's tree; returns the lines of their text."""
    text = []
    for _, function in _functions(tree):
        for i, node in enumerate(function.body):
            if node.lineno in lines:
                text += ast.unparse(node).split("\n")
                function.body[i] = ast.copy_location(ast.Pass(), node)
    return tuple(text)


# ---- checks in what a program calls ----


def _wanted(test, value):
    """[(part of a test that is no other of these, its value), ...] with which the test has this value."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _wanted(test.operand, not value)
    if isinstance(test, ast.BoolOp):
        return [pair for part in test.values for pair in _wanted(part, value)]
    return [(test, value)]


def _asks_by_itself(part):
    """Whether a part of a test is a call that reads the data: x.any().item(), bool(x.any())."""
    if not isinstance(part, ast.Call):
        return False
    return getattr(part.func, "attr", "") == "item" or getattr(part.func, "id", "") == "bool"


@functools.lru_cache(maxsize=64)
def _checks_of(filename):
    """[(a check of a file, [(part of its test, the value with which nothing is raised), ...]), ...]."""
    try:
        tree = ast.parse("".join(linecache.getlines(filename)))
    except (SyntaxError, ValueError, RecursionError):
        return []
    checks = [node for node in ast.walk(tree) if isinstance(node, (ast.If, ast.Assert)) and _is_check(node)]
    return [(node, _wanted(node.test, isinstance(node, ast.Assert))) for node in checks]


def _span(node):
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset


def _catches(node):
    """Whether a statement goes on after an exception in it: a try whose handlers do not raise, a suppress."""
    if isinstance(node, ast.Try):
        return any(not isinstance(handler.body[-1], ast.Raise) for handler in node.handlers)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
        return any(ast.unparse(call.func).endswith(("suppress", "raises")) for call in calls)
    return False


@functools.lru_cache(maxsize=64)
def _catching_lines(filename):
    """[(first, last), ...] lines of a file whose exceptions are caught there."""
    try:
        tree = ast.parse("".join(linecache.getlines(filename)))
    except (SyntaxError, ValueError, RecursionError):
        return []
    caught = [node for node in ast.walk(tree) if _catches(node)]
    return [(node.body[0].lineno, node.body[-1].end_lineno) for node in caught]


def is_caught(frame: FrameType | None, beneath: tuple[str, ...]) -> bool:
    """Whether what a check raises in a frame is caught by the program, so that it is a branch.

    beneath: what paths of files begin with that are no program's.
    """
    while frame is not None and frame.f_code.co_filename != TRACED_BY:
        name = frame.f_code.co_filename
        is_program = not name.startswith(beneath)
        if is_program and any(a <= frame.f_lineno <= b for a, b in _catching_lines(name)):
            return True
        frame = frame.f_back
    return False


def outcome_of_check(frame: FrameType, own_file: str) -> bool | None:
    """The truth of what a frame asks of its data just now, with which its check raises nothing.

    None where it asks for no check alone, or in the text of a program: its checks are the wrapper's.

    Args:
        own_file: of the program; a text has a name in angle brackets.
    """
    name = frame.f_code.co_filename
    if name == own_file and name.startswith("<"):
        return None
    here = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    for check, parts in _checks_of(name):
        if _span(check) == here:  # Python 3.11 gives a whole statement the place of its parts
            values = {value for part, value in parts if not _asks_by_itself(part)}
            return values.pop() if len(values) == 1 else None
        for part, value in parts:
            call = part.func if isinstance(part, ast.Call) else part
            if here in (_span(part), _span(call)):
                return value
    return None
