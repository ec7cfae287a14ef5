"""How the text of a written module is made: long lines broken, values as Python, statements joined."""

import ast
import math
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence

import torch

from python_to_triton.frontend import DTYPES
from python_to_triton.frontend.dependencies import DEFINITIONS
from python_to_triton.frontend.vocabulary import Word

COLUMNS = 110
BODY_COLUMNS = COLUMNS - 8  # of a statement in a method


# ---- lines ----


def call_lines(head: str, arguments: Iterable[str], indent: str = "", columns: int = COLUMNS) -> list[str]:
    """`head(arguments)` as lines of at most so many columns.

    >>> call_lines("y = f", ["x", "2"])
    ['y = f(x, 2)']
    """
    arguments = list(arguments)
    line = f"{indent}{head}({', '.join(arguments)})"
    if len(line) <= columns:
        return [line]
    inner = indent + "    "
    text = ", ".join(argument.replace(" ", "\0") for argument in arguments)
    body = textwrap.wrap(text, columns - len(inner), break_long_words=False, break_on_hyphens=False)
    if len(body) > 1:
        body[-1] += ","
    return [f"{indent}{head}(", *(inner + line.replace("\0", " ") for line in body), f"{indent})"]


def tuple_lines(head: str, items: Iterable[str], indent: str = "") -> list[str]:
    """`head(items,)` as lines of at most 110 columns; a literal is not broken."""
    whole = re.compile(r'"[^"]*"|\([^()"]*\)')  # a literal, and what is small in parentheses
    text = ", ".join(whole.sub(lambda match: match[0].replace(" ", "\0"), item) for item in items)
    line = f"{indent}{head}({text},)"
    if len(line) <= COLUMNS:
        return [line.replace("\0", " ")]
    body = textwrap.wrap(
        text + ",", COLUMNS - len(indent) - 4, break_long_words=False, break_on_hyphens=False
    )
    return [f"{indent}{head}(", *(f"{indent}    {line}".replace("\0", " ") for line in body), f"{indent})"]


def string_lines(head: str, text: str) -> list[str]:
    """`head"text"` as lines of at most 110 columns: one literal, or several in parentheses.

    The text has no quotes and no backslashes.
    """
    if len(head) + len(text) + 2 <= COLUMNS:
        return [f'{head}"{text}"']
    parts = textwrap.wrap(text, COLUMNS - 10, drop_whitespace=False, break_long_words=False)
    return [f"{head}(", *(f'    "{part}"' for part in parts), ")"]


# ---- values ----


def literal(value: object) -> str:
    """A value of a Fixed argument as Python; a Word is a name of a dtype, or stands as it is."""
    if isinstance(value, Word):
        return str(DTYPES.get(value, value))
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' * (len(value) == 1)})"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, torch.device):
        return f'torch.device("{value}")'
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    text = repr(value)
    return f'"{text[1:-1]}"' if text[0] == "'" and '"' not in text else text


def tuple_text(items: Sequence[str | int]) -> str:
    """`(A, 3)`, `(A,)`, `()`: a tuple of these items as they are."""
    return f"({', '.join(map(str, items))}{',' * (len(items) == 1)})"


# ---- statements ----


def import_block(lines: list[str]) -> str:
    """Import lines as one block: the standard library, then torch and other packages, then triton."""

    def place(line):
        package = line.split()[1].split(".")[0]
        group = 2 if package == "triton" else 1
        return (0 if package in sys.stdlib_module_names else group), line.startswith("from"), line

    order = sorted({line.strip() for line in lines}, key=place)
    blocks = [[line for line in order if place(line)[0] == i] for i in range(3)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def join_statements(statements: Iterable[tuple[str, ast.stmt]]) -> str:
    """[(text, statement), ...] as one text, blank lines around functions and classes and before comments."""
    joined = ""
    previous = None
    for text, node in statements:
        if previous is not None:
            apart = isinstance(node, DEFINITIONS) or isinstance(previous, DEFINITIONS) or text.startswith("#")
            joined += "\n\n\n" if apart else "\n"
        joined += text
        previous = node
    return joined
