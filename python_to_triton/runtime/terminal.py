"""The terminal side of the demo: reading programs line by line or pasted, and showing code in colours as it
is written.
"""

import ast
import atexit
import codeop
import os
import re
import select
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from triton_ops import replacing
from triton_ops.terminal_text import printable

# What a terminal shows in colour: comments, texts, decorators, modules, numbers, keywords.
COLOURS = re.compile(
    r"""(?P<c90>\#.*)
    |(?P<c32>"[^"]*"|'[^']*')
    |(?P<c35>@[\w.]+)
    |(?P<c36>\b(?:torch|triton|tl)\b)
    |(?P<c33>\b\d[\w.]*)
    |(?P<c34>\b(?:def|return|for|in|if|else|elif|while|and|or|not|import|from|as|None|True|False|assert|raise
        |class|lambda)\b)""",
    re.VERBOSE,
)


def highlighted(text: str) -> str:
    """Code as it is printed: its own control characters made visible, with the codes that colour it where the
    output is a terminal.
    """
    text = printable(text, "\n\t")
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return text
    return COLOURS.sub(lambda match: f"\033[{match.lastgroup[1:]}m{match.group()}\033[0m", text)


def show_progress(text: str) -> None:
    """Says on stderr what takes long: on a terminal in a line that the next text takes the place of, and ""
    clears; elsewhere a line each.
    """
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        print(f"\r{printable(text)[:width]:{width}}\r", end="", file=sys.stderr, flush=True)
    elif text:
        print(printable(text), file=sys.stderr, flush=True)


class Stream:
    """Prints code as it is written; on a terminal a line gets its colours as soon as it is complete."""

    def __init__(self):
        self.line = ""

    def write(self, text: str) -> None:
        """Prints the next piece of the code."""
        for piece in printable(text, "\n\t").splitlines(keepends=True):
            print(piece.rstrip("\n"), end="", flush=True)
            self.line += piece
            if piece.endswith("\n"):
                coloured = highlighted(self.line)
                # A line that has wrapped cannot be taken back.
                fits = len(self.line) < shutil.get_terminal_size().columns
                print(f"\r{coloured}" if coloured != self.line and fits else "\n", end="", flush=True)
                self.line = ""


PASTE_SECONDS = 0.05  # pasted lines follow each other faster than typed ones
BLOCKS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.If, ast.For, ast.While, ast.With, ast.Try)
CONTINUES_FILE = ("def ", "async def ", "class ", "@", "import ", "from ")


def waits_for_lines(text: str) -> bool:
    """Whether Python's own prompt would ask for more lines."""
    try:
        return codeop.compile_command(text, symbol="exec") is None
    except (SyntaxError, ValueError, OverflowError):
        return False  # tracing says what is wrong, or accepts it (a bare `return`)


def is_unfinished(lines: list[str]) -> bool:
    """Whether a program goes on: until an empty line where it ends in a block, or so far only imports or
    comments.
    """
    text = "\n".join(lines)
    if waits_for_lines(text):
        return True
    if not lines[-1].strip():
        return False
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return False
    only_imports = all(isinstance(node, (ast.Import, ast.ImportFrom)) for node in body)
    return only_imports or isinstance(body[-1], BLOCKS)


def input_is_waiting() -> bool:
    """Whether there are lines that were pasted and not read yet; of a file or a pipe always."""
    if not sys.stdin.isatty():
        return True
    return bool(select.select([sys.stdin], [], [], PASTE_SECONDS)[0])


class ProgramReader:
    """Reads programs, commands and pasted functions from a terminal or a pipe, one at a time."""

    def __init__(
        self, read_line: Callable[[str], str] = input, is_waiting: Callable[[], bool] = input_is_waiting
    ):
        self.read_line = read_line
        self.is_waiting = is_waiting
        self.ahead = []  # lines that have been read and not used

    def next_line(self, prompt: str) -> str:
        """The next line; EOFError where there is none."""
        return self.ahead.pop(0) if self.ahead else self.read_line(prompt)

    def rest_of_paste(self) -> list[str]:
        """Behind an empty line: the lines up to the first that goes on with the pasted function or file, or
        none.
        """
        lines = []
        with suppress(EOFError):
            while self.ahead or self.is_waiting():
                lines.append(self.next_line(""))
                if not lines[-1].strip():
                    continue
                if lines[-1][0].isspace() or lines[-1].startswith(CONTINUES_FILE):
                    return lines
                self.ahead.insert(0, lines[-1])
                break
        return []

    def read_to_end_mark(self) -> str:
        """Everything up to a line :end, or to the end of the input."""
        lines = []
        with suppress(EOFError):
            while (line := self.next_line("")) != ":end":
                lines.append(line)
        return "\n".join(lines)

    def read(self) -> str:
        """One program or command: several lines where it opens a block or after :paste.

        EOFError where none is left.

        A block ends with an empty line, unless the lines were pasted and what follows belongs to it: it is
        indented, or the next definition of a file.
        """
        lines = [self.next_line("pytorch> ")]
        if lines[0].strip() == ":paste":
            return self.read_to_end_mark()
        with suppress(EOFError):  # what has been typed by then is a program too
            while True:
                if is_unfinished(lines):
                    lines.append(self.next_line("     ... "))
                    continue
                rest = self.rest_of_paste() if len(lines) > 1 and not lines[-1].strip() else []
                if not rest:
                    break
                lines += rest
        return "\n".join(lines)


def open_history() -> None:
    """Line editing and history where the terminal has them."""
    try:
        import readline
    except ImportError:
        return  # a Python built without it: input() still works
    path = Path.home() / ".python_to_triton_history"
    if path.exists():
        readline.read_history_file(path)

    def write_history():
        with replacing(path) as partial:
            readline.write_history_file(partial)

    atexit.register(write_history)
