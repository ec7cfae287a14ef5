"""What all pages share: the frame of a page, the templates that fill it, and code with highlighted lines.

Templates escape whatever they are given, but for highlighted code, which Pygments escapes. Every page works
under the content security policy `default-src 'self'` and from a disk: no inline script or style, no address
of another host.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

TEMPLATES = Path(__file__).resolve().parent / "templates"
SITES = {"index.html": "Gallery", "reading_order.html": "Reading order", "results.html": "Results"}


@dataclass(frozen=True)
class SitePage:
    """One HTML file of the site."""

    path: str  # below the site's folder
    template: str
    title: str
    description: str
    values: Mapping[str, object] = field(default_factory=dict)  # for the template
    scripts: tuple[str, ...] = ()  # below the site's folder


@dataclass(frozen=True)
class CodeLine:
    """A line of a box of code."""

    html: Markup
    number: int | None = None  # None: no number is shown
    is_new: bool = False  # marked


@cache
def templates() -> Environment:
    """The templates. A name that a page was not given is an error."""
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def whole_page(page: SitePage) -> str:
    """The file's text."""
    frame = {"page": page, "sites": SITES, "root": "../" * page.path.count("/")}
    return templates().get_template(page.template).render(**frame, **page.values)


def marked_up(lines: Iterable[str]) -> list[Markup]:
    """Highlighted lines, which templates escape no more."""
    return [Markup(line) for line in lines]


def lines_of_spans(lines: Sequence[Markup], spans: Iterable[tuple[int, int]]) -> list[CodeLine]:
    """Spans of a file's highlighted lines under their numbers, an empty line between two spans."""
    shown = []
    for first, last in spans:
        if shown:
            shown.append(CodeLine(Markup("")))
        shown += [CodeLine(lines[number - 1], number) for number in range(first, last + 1)]
    return shown
