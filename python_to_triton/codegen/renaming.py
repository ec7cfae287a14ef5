"""Renaming in answers: several share one module, and the user's names replace a0, a1, ..."""

import ast
import keyword
import re

from python_to_triton.frontend import Graph


def _open_brackets(line):
    """Columns of the brackets that a line leaves open."""
    columns = []
    for column, character in enumerate(line):
        if character in "([{":
            columns.append(column)
        elif character in ")]}" and columns:
            columns.pop()
    return columns


def realign_continuations(lines: list[str], before: list[str]) -> list[str]:
    """Lines after a renaming, with what was aligned to a bracket in `before` aligned to it again.

    Args:
        lines: with the new names.
        before: the same lines with the old names.
    """
    shift = {}
    aligned = []
    for line, old in zip(lines, before):
        margin = len(old) - len(old.lstrip())
        if margin in shift and old.strip():
            line = " " * (margin + shift[margin]) + line.lstrip()
        else:
            shift = {}
        columns = zip(_open_brackets(old), _open_brackets(line))
        shift |= {column + 1: now - column for column, now in columns}
        aligned.append(line)
    return aligned


def _realigned(text, before):
    return "\n".join(realign_continuations(text.split("\n"), before.split("\n")))


def rename_answer(source: str, entry: str) -> str:
    """The definitions of an answer, without its imports, with `entry_` before their names.

    `translated` itself is called `entry`.
    """
    nodes = ast.parse(source).body
    lines = source.split("\n")
    start = 0
    blocks = []
    for node in nodes:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            blocks.append("\n".join(lines[start : node.end_lineno]).strip("\n"))
        start = node.end_lineno
    before = "\n\n\n".join(blocks)
    if entry == "translated":
        return before

    text = before
    for name in [node.name for node in nodes if isinstance(node, ast.FunctionDef)]:
        new = entry if name == "translated" else f"{entry}_{name}"
        # Neither an attribute, nor a part of a string, nor the keyword of an argument.
        text = re.sub(rf"(?<![\w.\"']){name}(?!\w)(?!\s*=[^=])", new, text)
    return _realigned(text, before)


def rename_apart(source: str, taken: set[str]) -> str:
    """The definitions of answers with another name for each that is taken: `kernel_` for `kernel`."""
    before = source
    for name in [node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]:
        if name in taken:
            source = re.sub(rf"(?<![\w.\"']){name}(?!\w)(?!\s*=[^=])", f"{name}_", source)
    return _realigned(source, before)


def argument_names(graph: Graph, inputs: list[str] | tuple[str, ...]) -> dict[str, str]:
    """{a0: what the program calls the first of `inputs`, ...} of those that are arguments of the graph.

    A parameter of a module is called by the last part of its path, or by all of it where another one ends so.
    """
    tensors = iter(graph.source.tensors if graph.source else ())
    known = {argument.name: argument.origin or next(tensors, "") for argument in graph.arguments}
    paths = {f"a{place}": known[name] for place, name in enumerate(inputs) if name in known}
    last = [path.rpartition(".")[2] for path in paths.values()]
    words = {
        name: word if last.count(word) == 1 else path.replace(".", "_")
        for (name, path), word in zip(paths.items(), last)
    }
    return {name: word for name, word in words.items() if word.isidentifier() and not keyword.iskeyword(word)}


def with_argument_names(text: str, names: dict[str, str]) -> str:
    """A text in which a0, a0_ptr and a0_ptrs are called by `names` {a0: x}, unless one is taken."""
    before = text
    for name, word in names.items():
        own, taken = (set(re.findall(rf"(?<![\w.]){either}(_ptrs?|)\b", text)) for either in (name, word))
        if not own & taken:
            text = re.sub(rf"(?<![\w.]){name}(?=(_ptrs?)?\b)", word, text)
    return _realigned(text, before)
