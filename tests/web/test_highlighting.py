"""Python as lines of HTML: every line stays, nothing of the text becomes an element."""

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from python_to_triton.web.highlighting import highlighted_lines, one_newline

SPAN = re.compile(r'<span class="[a-z0-9 ]+">|</span>')
PIECES = (
    "<b>",
    "&",
    '"',
    "'",
    '"""',
    "\n",
    "\r\n",
    "\r",
    "\t",
    "#",
    "\\",
    "def f(",
    "x = 1",
    "\x0c",
    "\u2028",
    "@",
)


def text_of(line):
    """The text that a line of HTML shows; fails where it has another element."""
    plain = SPAN.sub("", line)
    assert not {"<", ">"} & set(plain), line
    assert line.count("<span") == line.count("</span>"), "an element ends in the line that it begins in"
    return html.unescape(plain)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=12))
def test_each_line_is_shown_as_it_is(pieces):
    text = "".join(pieces).removeprefix("\ufeff")
    lines = highlighted_lines(text)
    assert [text_of(line) for line in lines] == one_newline(text).removesuffix("\n").split("\n")


@pytest.mark.parametrize("text, lines", [("", [""]), ("\n", [""]), ("\n\nx", 3), ("x\n\n", 2), ("x\r\ry", 3)])
def test_empty_lines_stay(text, lines):
    assert highlighted_lines(text) == lines or len(highlighted_lines(text)) == lines


def test_a_text_over_several_lines_is_coloured_in_each():
    first, second = highlighted_lines('x = """a\nb"""')
    assert '<span class="s2">"""a</span>' in first and second == '<span class="s2">b"""</span>'
