"""The page of the results: tables, charts, and links that the site does not have."""

import re
from pathlib import Path

import pytest

from pages.layout import whole_page
from pages.results import chart_of, charts_in, results_page

ROOT = Path(__file__).resolve().parents[2]
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\x80\0\0\1\xe0" + b"\0" * 20  # 640 x 480

DOCUMENT = """# Results

See [the log](log/README.md) and [below](#kernels).

## Kernels

| op | ms |
|---|---:|
| <b>x</b> | 1.5 |

```bash
ls < x
```

![a chart](image.png)

## Last

<script>x</script>
"""


@pytest.fixture
def made(tmp_path):
    """A document and the folder of its runs."""
    (tmp_path / "runs" / "2026-01-01-gpu").mkdir(parents=True)
    for name in ("kernels_rms_norm.png", "training-9x9.png"):
        (tmp_path / "runs" / "2026-01-01-gpu" / name).write_bytes(PNG)
    (tmp_path / "image.png").write_bytes(PNG)
    document = tmp_path / "results.md"
    document.write_text(DOCUMENT)
    return document, tmp_path / "runs"


def test_tables_charts_and_links(made):
    document, runs = made
    page, images = results_page(document, charts_in(runs))
    text = whole_page(page)
    assert images == [document.parent / "image.png"] and 'src="charts/image.png" alt="a chart"' in text
    assert '<th class="right">ms</th>' in text and "style=" not in text
    assert (
        '<span class="file" title="log/README.md">the log</span>' in text
        and '<a href="#kernels">below</a>' in text
    )
    assert '<h2 id="kernels">' in text and '<li><a href="#last">Last</a></li>' in text
    assert "<script>x" not in text and "&lt;b&gt;x" in text and "ls &lt; x" in text
    kernels, last = text.index('id="kernels"'), text.index('id="last"')
    assert kernels < text.index("charts/2026-01-01-gpu-kernels_rms_norm.png") < last
    assert text.index("charts/2026-01-01-gpu-training-9x9.png") > last  # its section is not in this document
    assert 'width="640"' in text and 'height="480"' in text


def test_a_missing_image_is_one_line(made):
    document, _ = made
    (document.parent / "image.png").unlink()
    with pytest.raises(ValueError, match="image.png, which is not there"):
        results_page(document, [])


def test_a_chart_of_no_known_kind_is_one_line():
    with pytest.raises(ValueError, match="add it to CHART_KINDS"):
        chart_of(Path("runs/2026-01-01-gpu/surprise.png"))


def test_every_row_of_the_project_s_tables_is_there():
    page, _ = results_page(ROOT / "docs" / "results.md", charts_in(ROOT / "benchmarks" / "results"))
    text = whole_page(page)
    rows = re.findall(r"^\|(?!---)", (ROOT / "docs" / "results.md").read_text(), re.MULTILINE)
    assert text.count("<tr>") == len(rows) > 50
    charts = list((ROOT / "benchmarks" / "results").glob("*/*.png"))
    assert len(re.findall(r"<figure>", text)) == len(charts) > 10
