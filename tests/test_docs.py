"""The documents name files, anchors and words that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "weights" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
LOG = sorted((ROOT / "docs" / "log").glob("*.md"))  # its entries name files of their day
PLACE = re.compile(
    r"`((?:python_to_triton|triton_ops|corpus|synthetic|benchmarks|tests|docs|weights|\.ci)/[\w./-]*"
    r"|(?:llm|kernels|run_all_tests|extract_training_data|test_triton_integration)\.py)`"
)
LINES, COLUMNS = 120, 110
LONG = {"results.md", "operators.md", "README.md"}  # a row a figure; generated; README has a test of its own


def anchor(heading: str) -> str:
    """The anchor that a heading gets where Markdown is shown."""
    kept = re.sub(r"[^\w\- ]", "", heading.lstrip("#").strip().lower())
    return kept.replace(" ", "-")


def test_every_place_that_a_page_names_exists():
    named = {(page.name, place) for page in PAGES for place in PLACE.findall(page.read_text())}
    missing = sorted((page, place) for page, place in named if not (ROOT / place).exists())
    assert len(named) > 50 and not missing


def test_every_file_that_a_page_names_is_in_the_tree():
    tree = {path.name for path in ROOT.rglob("*.py") if ".venv" not in path.parts}
    named = {
        (page.name, name)
        for page in PAGES
        for name in re.findall(r"`(?:[\w]+/)*(\w+\.py)`", page.read_text())
    }
    missing = sorted((page, name) for page, name in named if name not in tree)
    assert len(named) > 50 and not missing


def test_every_link_leads_somewhere():
    broken = []
    for page in [*PAGES, *LOG]:
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
            if link.startswith("http"):
                continue
            file, _, place = link.partition("#")
            target = page.parent / file if file else page
            if not target.exists():
                broken.append((page.name, link))
            elif place:
                lines = target.read_text().splitlines()
                if place not in {anchor(line) for line in lines if line.startswith("#")}:
                    broken.append((page.name, link))
    assert not broken


def test_pages_are_short_and_narrow():
    over = []
    for page in [*PAGES, *LOG]:
        lines = page.read_text().splitlines()
        over += [
            (page.name, n) for n, line in enumerate(lines, 1) if len(line) > COLUMNS and "&&" not in line
        ]
        if page not in LOG and page.name not in LONG and len(lines) > LINES:
            over.append((page.name, len(lines)))
    assert not over


def test_the_log_has_a_page_for_every_day_in_its_index():
    index = (ROOT / "docs" / "log" / "README.md").read_text()
    days = [page.name for page in LOG if page.name != "README.md"]
    assert days and all(f"]({day})" in index for day in days)
