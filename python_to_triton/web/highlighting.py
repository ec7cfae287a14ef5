"""Python as lines of HTML: escaped, with Pygments' short classes, which the page's style sheet colours."""

import functools

import pygments
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer


def one_newline(text: str) -> str:
    """A text whose lines all end as in Unix."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


@functools.cache
def python_lexer() -> PythonLexer:
    """Pygments' lexer, which keeps every line."""
    return PythonLexer(stripnl=False, ensurenl=False)


def highlighted_lines(text: str) -> list[str]:
    """Each line of Python as HTML, without its newline; no element reaches over the end of a line."""
    lines = one_newline(text).removesuffix("\n").split("\n")
    html = pygments.highlight("\n".join(lines), python_lexer(), HtmlFormatter(nowrap=True))
    return (html.split("\n") + [""] * len(lines))[: len(lines)]
