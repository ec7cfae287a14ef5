"""Merging: the modules of a file's entries as one module.

Each entry was stitched, and judged, as a module of its own. What two of them define alike is written once;
what they define differently under one name (kernels, guards) is called apart, by the entry's name.
"""

import ast
from dataclasses import dataclass

from python_to_triton.codegen.module_text import import_block, join_statements
from python_to_triton.codegen.renaming import realign_continuations
from python_to_triton.frontend.dependencies import (
    DEFINITIONS,
    bound_names,
    first_line_of,
    global_mentions,
    global_names,
)

MODEL = "ModelNew"


@dataclass(frozen=True)
class _Statement:
    """A top-level statement with the comments above it."""

    text: str
    node: ast.stmt

    @property
    def names(self) -> set[str]:
        return bound_names(self.node)


def _statements(text):
    """(docstring, import lines, other statements) of a module."""
    tree = ast.parse(text)
    lines = text.split("\n")
    imports = []
    others = []
    end = 0
    for node in tree.body:
        part = "\n".join(lines[end : node.end_lineno]).strip("\n")
        end = node.end_lineno
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            imports.append("\n".join(lines[first_line_of(node) - 1 : end]))
        elif node is not tree.body[0] or ast.get_docstring(tree) is None:
            others.append(_Statement(part, node))
    return ast.get_docstring(tree) or "", imports, others


# ---- renaming ----


def _renamed(text, words):
    """A module's text with other names {old: new} for its definitions."""
    tree = ast.parse(text)
    lines = [line.encode() for line in text.split("\n")]  # columns are counted in bytes
    places = [
        (node.lineno, node.col_offset, node.end_col_offset, words[node.id])
        for node in global_mentions(tree)
        if node.id in words
    ]
    for node in tree.body:
        if isinstance(node, DEFINITIONS) and node.name in words:
            start = lines[node.lineno - 1].index(node.name.encode(), len("def "))
            places.append((node.lineno, start, start + len(node.name.encode()), words[node.name]))
    for line, start, end, word in sorted(places, reverse=True):
        lines[line - 1] = lines[line - 1][:start] + word.encode() + lines[line - 1][end:]
    before = text.split("\n")
    return "\n".join(realign_continuations([line.decode() for line in lines], before))


def _conflicts(known, statements):
    """The names that a module defines otherwise than what is `known` {name: text}, or that need such."""
    clashing = {name for one in statements for name in one.names if known.get(name, one.text) != one.text}
    while True:
        more = {
            name
            for one in statements
            for name in one.names - clashing
            if name in known and global_names(one.node) & clashing
        }
        if not more:
            return clashing
        clashing |= more


def merged_name(name: str, text: str, primary: str) -> str:
    """What an entry is called in the module of all, by its own module.

    The primary entry's class is `ModelNew`. Others keep their names; a class whose original stays in the
    module, as the fallback does, is called `EncoderNew` beside `Encoder`.
    """
    defined = set().union(*map(bound_names, ast.parse(text).body))
    if MODEL not in defined:
        return name
    return MODEL if name == primary else f"{name}New" if name in defined else name


def _words_of(name, own, statements, known, public):
    """{old: new} names for the definitions of the module of an entry, which is called `own`."""
    defined = set().union(*(one.names for one in statements))
    clashing = _conflicts(known, statements) | defined & (public - {name})
    words = {MODEL: own} if MODEL in defined else {}
    taken = defined | known.keys() | public
    for old in sorted(clashing - words.keys() - {name}):
        new = f"{old}_{name}"
        while new in taken:
            new += "_"
        words[old] = new
    return words


# ---- one module ----


def _docstring(heads):
    """The docstring of all: their names, and what each takes; [(name, docstring of its module), ...]."""
    names = [name for name, _ in heads]
    lines = [f"{', '.join(names[:-1])} and {names[-1]}, translated from PyTorch to Triton."]
    for name, docstring in heads:
        body = docstring.partition("\n")[2].strip("\n")
        if body:
            lines += ["", f"{name}:", body]
    return '"""' + "\n".join(lines) + '\n"""'


def merge_modules(modules: list[tuple[str, str]], primary: str) -> str:
    """One module from those of a file's entries: [(entry's name, its module), ...].

    A class is `ModelNew` in a module of its own. Here the primary entry's is, and others keep their names.
    """
    if len(modules) == 1 and modules[0][0] == primary:
        return modules[0][1]
    order = sorted(modules, key=lambda one: one[0] != primary)  # the primary entry keeps its names
    public = {name for name, _ in modules}
    known = {}
    heads = []
    imports = []
    merged = []
    for name, text in order:
        docstring, lines, statements = _statements(text)
        if name != primary:
            own = merged_name(name, text, primary)
            words = _words_of(name, own, statements, known, public)
            _, lines, statements = _statements(_renamed(text, words))
        heads.append((name, docstring))
        imports += lines
        for one in statements:
            if not one.names or not one.names <= known.keys():
                merged.append((one.text, one.node))
                known |= dict.fromkeys(one.names, one.text)
    head = _docstring(heads) if len(heads) > 1 else f'"""{heads[0][1]}\n"""'
    return f"{head}\n\n{import_block(imports)}\n\n\n{join_statements(merged)}\n"
