"""Writes the whole site into a folder."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.composition import SYNTHETIC
from pages.exemplars import ExemplarFile, read_exemplar_files, variants_of
from pages.gallery import exemplar_page, index_page, reading_page, search_index
from pages.layout import SitePage, whole_page
from pages.reading_order import path_to_attention
from pages.results import charts_in, results_page
from triton_ops.files import replacing

ROOT = Path(__file__).resolve().parents[1]
STATIC = Path(__file__).resolve().parent / "static"


@dataclass(frozen=True)
class SiteOptions:
    """What the site is made of."""

    variants: int = 3  # of the corpus, shown of each exemplar
    synthetic: Path = SYNTHETIC
    results: Path = ROOT / "docs" / "results.md"
    runs: Path = ROOT / "benchmarks" / "results"


def site_pages(options: SiteOptions, files: Sequence[ExemplarFile]) -> Iterator[SitePage | tuple[str, bytes]]:
    """Every page, and (path, content) of every other file."""
    path = path_to_attention(files)
    yield index_page(files)
    yield reading_page(files)
    yield "search_index.js", search_index(files).encode()
    for file in files:
        family = variants_of(file, options.variants) if options.variants else None
        yield exemplar_page(file, family, path)
        yield f"sources/{file.stem}.py.txt", file.text.encode()
    charts = charts_in(options.runs)
    page, images = results_page(options.results, charts)
    yield page
    for chart in charts:
        yield f"charts/{chart.name}", chart.source.read_bytes()
    for image in images:
        yield f"charts/{image.name}", image.read_bytes()
    for source in sorted(STATIC.iterdir()):
        yield f"static/{source.name}", source.read_bytes()


def write_site(out: Path, options: SiteOptions, files: Sequence[ExemplarFile] = ()) -> int:
    """Writes the site; the number of pages. `files`: the exemplars, where they have been read already.

    Raises ValueError for sources that are no exemplars.
    """
    number = 0
    for item in site_pages(options, files or read_exemplar_files(options.synthetic)):
        is_page = isinstance(item, SitePage)
        path, content = (item.path, whole_page(item).encode()) if is_page else item
        number += is_page
        with replacing(out / path) as partial:
            partial.write_bytes(content)
    return number
