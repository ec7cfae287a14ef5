"""The page of the results: docs/results.md as HTML, with the charts of the runs under benchmarks/results/."""

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from pages.layout import SitePage
from triton_ops.charts import op_words


@dataclass(frozen=True)
class ChartKind:
    """Charts whose names begin alike."""

    prefix: str
    section: str  # the heading of docs/results.md under which they are shown
    shows: str  # what a chart shows, with {name} for the rest of its file's name


CHART_KINDS = (
    ChartKind("translation-", "Translation", "Share of programs translated, by family and by stage"),
    ChartKind("composed-", "Translation", "Share of composed programs translated, by stage"),
    ChartKind("speed", "Speed of answers", "Speedup of tuned answers over eager PyTorch, by kind"),
    ChartKind("network_speed", "Speed of answers", "Speedup of whole networks over eager, as CUDA graphs"),
    ChartKind("layers", "Layers and networks of libraries", "Layers by library, and what became of them"),
    ChartKind("networks", "Layers and networks of libraries", "Whole networks, and what became of them"),
    ChartKind("variations-", "Calls that were not traced", "Calls by kind, and what became of them"),
    ChartKind("training-", "Training", "Tokens a second of each mode of the training step, {name}"),
    ChartKind("quality", "Training", "Validation loss over tokens, by optimizer"),
    ChartKind("feedback", "Training", "pass@1 that learning from execution gains, by round"),
    ChartKind("transformer_np", "Training", "A neural-process transformer: {name}"),
    ChartKind("kernels_", "Kernels", "{name}: the rates of ours and of its baselines, by shape"),
)


@dataclass(frozen=True)
class RunChart:
    """A PNG of a run, as the site has it."""

    source: Path
    kind: ChartKind

    @property
    def name(self) -> str:
        """Of the file in the site: runs have charts of one name."""
        return f"{self.source.parent.name}-{self.source.name}"

    @property
    def shows(self) -> str:
        """What it shows, in words."""
        rest = self.source.stem.removeprefix(self.kind.prefix).strip("-_")
        return self.kind.shows.format(name=op_words(rest))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, from the header of the PNG."""
        return struct.unpack(">II", self.source.read_bytes()[16:24])


def chart_of(source: Path) -> RunChart:
    """A chart of a run. Raises ValueError for a file whose kind is not listed."""
    for kind in CHART_KINDS:
        if source.stem.startswith(kind.prefix):
            return RunChart(source, kind)
    raise ValueError(f"{source.name} is of no known kind of chart: add it to CHART_KINDS of pages/results.py")


def charts_in(folder: Path) -> list[RunChart]:
    """The charts of all runs, in the order of CHART_KINDS and then of their folders."""
    found = [chart_of(path) for path in sorted(folder.glob("*/*.png"))]
    return sorted(found, key=lambda chart: CHART_KINDS.index(chart.kind))


def heading_anchor(text: str) -> str:
    """The anchor that a heading gets where Markdown is shown."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def html_token(html: str) -> Token:
    """A token that is written as it is."""
    return Token("html_block", "", 0, content=html)


def local_link(link: Token, address: str) -> None:
    """Turns a link to a file that the site does not have into its path, which a reader of a clone opens."""
    link.tag = "span"
    link.attrs = {"class": "file", "title": address}


def mend_inline(token: Token, images: dict[str, Path]) -> None:
    """Links and images of a line: what the site does not have is no link, an image is the site's copy."""
    opened = []
    for child in token.children:
        if child.type == "image":
            name = Path(child.attrs["src"]).name
            if name not in images:
                raise ValueError(f"the results show {child.attrs['src']}, which is not there")
            child.attrs |= {"src": f"charts/{name}", "alt": child.content, "loading": "lazy"}
        if child.type == "link_open":
            address = str(child.attrs["href"])
            if not address.startswith("#"):
                local_link(child, address)
            opened.append(child.tag)
        if child.type == "link_close":
            child.tag = opened.pop()


def align_by_class(token: Token) -> None:
    """The alignment of a cell as a class: a style in the page would not be allowed."""
    if token.type in ("th_open", "td_open") and "style" in token.attrs:
        side = str(token.attrs.pop("style")).removeprefix("text-align:")
        token.attrs["class"] = side


def mended(tokens: list[Token], images: dict[str, Path]) -> list[Token]:
    """Tokens of a document as the site shows them: headings with anchors, tables that scroll, no styles."""
    found = []
    heading = ""
    for place, token in enumerate(tokens):
        align_by_class(token)
        if token.type == "inline":
            mend_inline(token, images)
        if token.type == "heading_open":
            heading = tokens[place + 1].content
            token.attrs["id"] = heading_anchor(heading)
        if token.type == "table_open":
            label = escape(f"Table under {heading}")
            found.append(html_token(f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">'))
        if token.type == "fence":  # a keyboard has to reach what scrolls
            label = escape(f"Command under {heading}")
            head = f'<pre tabindex="0" role="region" aria-label="{label}">'
            token = html_token(f"{head}<code>{escape(token.content)}</code></pre>")
        found.append(token)
        if token.type == "table_close":
            found.append(html_token("</div>"))
    return found


def sections_of(tokens: list[Token]) -> list[tuple[str, list[Token]]]:
    """[(heading, tokens)] of a document: what is above its first second heading has "" for one."""
    found = [("", [])]
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            found.append((tokens[place + 1].content, []))
        found[-1][1].append(token)
    return found


def without_title(tokens: list[Token]) -> list[Token]:
    """Tokens of a document without its first heading, which the page has itself."""
    ends = [place for place, token in enumerate(tokens) if token.type == "heading_close"]
    return tokens[ends[0] + 1 :] if tokens[0].type == "heading_open" and tokens[0].tag == "h1" else tokens


def results_page(document: Path, charts: Sequence[RunChart]) -> tuple[SitePage, list[Path]]:
    """(the page, images that the document itself shows). Raises ValueError where one of them is missing."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = without_title(markdown.parse(document.read_text()))
    shown = [
        document.parent / str(child.attrs["src"])
        for token in tokens
        for child in token.children or ()
        if child.type == "image"
    ]
    images = {path.name: path for path in shown if path.exists()}
    parts = sections_of(mended(tokens, images))
    headings = [heading for heading, _ in parts]
    sections = []
    for heading, own in parts:
        is_last = heading == headings[-1]
        here = [
            chart
            for chart in charts
            if chart.kind.section == heading or (is_last and chart.kind.section not in headings)
        ]
        sections.append((Markup(markdown.renderer.render(own, markdown.options, {})), here))
    values = {
        "contents": [(heading_anchor(heading), heading) for heading in headings if heading],
        "sections": sections,
    }
    description = "Measured results with their tables and charts."
    page = SitePage("results.html", "results.html", "Results", description, values)
    return page, list(images.values())
