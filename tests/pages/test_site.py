"""The whole site: every exemplar, every link and anchor, nothing inline, the same bytes each time."""

import base64
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote

import pytest
import torch

from corpus.composition import exemplars
from corpus.family import show
from pages.exemplars import read_exemplar_file, read_exemplar_files, size_in_words
from pages.gallery import try_address
from pages.reading_order import AT_ONCE, STOPS, beyond, path_to_attention
from pages.site import SiteOptions, write_site
from pages.techniques import BY_KEY
from python_to_triton.frontend import read_source

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = '''"""<script>alert(1)</script> & <img src=x onerror=alert(2)>, y = x.

</p><style>body{display:none}</style> {{ file }} "quoted".
"""

from python_to_triton.verification.exemplar import run

import torch

import triton
import triton.language as tl

CASES = [(1, 2)]


def make(*shape):
    return (torch.randn(shape),)


def hostile_torch(x):
    y = torch.relu(x)  # </code></pre><script>alert(3)</script>
    return y


@triton.jit
def hostile_kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n_elements)
    tl.store(y_ptr + offsets, tl.maximum(x, 0.0), mask=offsets < n_elements)


def hostile_triton(x):
    y = torch.empty_like(x)
    hostile_kernel[(1,)](x, y, x.numel(), BLOCK=1024)
    return y
'''


class Reader(HTMLParser):
    """What a page links to, its ids, and what a content security policy would refuse."""

    def __init__(self, text):
        super().__init__()
        self.links = []
        self.ids = []
        self.refused = []
        self.headings = []
        self.unlabelled = []
        self.open = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given[name] for name in ("href", "src") if name in given]
        self.refused += [(tag, name) for name in given if name == "style" or name.startswith("on")]
        self.headings += [int(tag[1])] if re.fullmatch("h[1-6]", tag) else []
        if tag == "style" or (tag == "script" and "src" not in given):
            self.refused.append((tag, "inline"))
        if tag == "img" and not given.get("alt"):
            self.unlabelled.append(given)
        if given.get("tabindex") == "0" and not (given.get("role") == "region" and given.get("aria-label")):
            self.unlabelled.append(given)
        if tag not in ("meta", "link", "img", "input", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> closes another element"


@pytest.fixture(scope="module")
def files():
    return read_exemplar_files()


@pytest.fixture(scope="module")
def site(files, tmp_path_factory):
    """The site of every exemplar, without variants, whose making takes most of the time."""
    out = tmp_path_factory.mktemp("site")
    write_site(out, SiteOptions(variants=0), files)
    return out


@pytest.fixture(scope="module")
def pages(site):
    return {
        path.relative_to(site).as_posix(): Reader(path.read_text()) for path in sorted(site.rglob("*.html"))
    }


def test_every_exemplar_has_a_page_an_entry_and_its_source(site, pages):
    index = pages["index.html"]
    for stem, path in exemplars().items():
        assert f"exemplars/{stem}.html" in pages and f"exemplars/{stem}.html" in index.links
        assert (site / "sources" / f"{stem}.py.txt").read_text() == path.read_text()
    assert len(pages) == len(exemplars()) + 3


def search_of(fragment):
    """{field: value} of a link to the search."""
    return {name: value for name, [value] in parse_qs(fragment, strict_parsing=True).items()}


def test_every_link_and_anchor_resolves(site, pages):
    index = json.loads(
        (site / "search_index.js").read_text().split("window.exemplars = ")[1].split(";\nwindow")[0]
    )
    broken = []
    for name, page in pages.items():
        for link in page.links:
            if link.startswith("/#"):
                continue  # the playground, which a test of its own is about
            assert not re.match(r"[a-z]+:|//|/", link), f"{name} asks another host for {link}"
            path, _, fragment = link.partition("#")
            target = (site / name).parent / path if path else site / name
            target = Path(os.path.normpath(target))
            if not target.is_file():
                broken.append((name, link))
            elif "=" in fragment:
                for field, value in search_of(fragment).items():
                    assert any(value in entry[f"{field}s"] for entry in index.values()), (name, link)
            elif fragment and unquote(fragment) not in pages[target.relative_to(site).as_posix()].ids:
                broken.append((name, link))
    assert not broken


def test_no_page_needs_what_the_policy_refuses(site, pages):
    assert {name: page.refused for name, page in pages.items() if page.refused} == {}
    for path in (site / "static").iterdir():
        text = path.read_text()
        assert not re.search(r"https?://(?!www\.w3\.org)|@import|url\(", text), path.name


def test_pages_are_sound_for_a_screen_reader(site, pages):
    for name, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), f"{name} has an id twice"
        assert not page.unlabelled, f"{name} has what has no name: {page.unlabelled[:1]}"
        assert page.headings[0] == 1 and page.headings.count(1) == 1, name
        assert all(b - a <= 1 for a, b in zip(page.headings, page.headings[1:])), (
            f"{name} leaves out a heading"
        )
        assert not page.open, f"{name} leaves open {page.open}"
        assert '<html lang="en">' in (site / name).read_text()


def test_a_page_is_small(site):
    sizes = {path.name: path.stat().st_size for path in (site / "exemplars").iterdir()}
    assert max(sizes.values()) < 150_000  # without variants


def test_the_search_knows_operators_techniques_and_words(site):
    text = (site / "search_index.js").read_text()
    index = json.loads(text.split("window.exemplars = ")[1].split(";\nwindow")[0])
    assert "conv2d" in index["conv2d"]["operators"] and "tensor-core" in index["matmul"]["techniques"]
    assert "online softmax" in index["attention"]["words"]
    lessons = json.loads(text.split("window.lessons = ")[1].removesuffix(";\n"))
    assert lessons.keys() == BY_KEY.keys()


def test_the_reading_order_adds_one_or_two_techniques_a_step(files):
    path = path_to_attention(files)
    stems = [step.file.stem for step in path]
    assert [stem for stem in stems if stem in STOPS] == list(STOPS)
    assert stems[0] == "sigmoid" and stems[-1] == "attention" and 5 <= len(stems) <= 10
    known = set()
    for step in path:
        assert set(step.new) == step.file.techniques.keys() - known and 1 <= len(step.new) <= AT_ONCE
        known |= set(step.new)
        assert step.teaches.count(".") >= 1
    rest = beyond(files, path)
    used = {key for file in files for key in file.techniques}
    assert known | {key for step in rest for key in step.new} == used
    assert not {step.file.stem for step in rest} & set(stems)


def test_the_playground_reads_the_link_of_every_program():
    link_js = (ROOT / "python_to_triton" / "web" / "static" / "link.js").read_text()
    pattern = re.search(r"/(\^#.*\$)/\.exec\(fragment\)", link_js)[1]
    for stem in ("sigmoid", "attention", "embedding"):
        file = read_exemplar_file(exemplars()[stem])
        address = try_address(file.program)
        fragment = address.removeprefix("/")
        assert re.fullmatch(pattern, fragment), "the playground has another format of links"
        packed = fragment.partition("=")[2]
        program = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)).decode()
        assert program == file.program and f"def {stem}(" in program
        sizes = [size for _, size in read_source(program, None).hints.values()]
        words = [size_in_words(torch.empty(size)) for size in sizes]
        assert words == [size.partition(",")[0] for size in file.sizes[-1]] and words


def test_variants_are_those_of_the_corpus(few):
    _, out = few
    text = (out / "exemplars" / "softmax.html").read_text()
    places = re.findall(r"--show (\w+):(\d+)", text)
    assert len(places) == 2 and places[0][0] != "softmax" or places[0][1] != "0"
    plain = re.sub("<[^>]+>", "", text)
    for stem, number in places:
        code = show(stem, int(number))
        kernel = re.search(r"^def \w+_kernel\(.*?(?=\n\n\n)", code, re.MULTILINE | re.DOTALL)[0]
        first = kernel.split("\n")[1].strip()
        assert first in plain.replace("&quot;", '"').replace("&lt;", "<").replace("&#39;", "'")
    assert 'class="line new"' in text and re.search(r"make\s+[\d,]+ variants of this file", text)


def test_the_command_makes_the_same_bytes_again(few, tmp_path):
    folder, out = few
    command = [sys.executable, "-m", "pages", "--out", str(tmp_path / "again"), "--variants", "2"]
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [*command, "--synthetic", str(folder)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "7 pages" in done.stdout, done.stderr
    first = {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    again = tmp_path / "again"
    second = {path.relative_to(again): path.read_bytes() for path in again.rglob("*") if path.is_file()}
    assert first == second and len(first) > 20


def test_a_hostile_file_stays_text(tmp_path):
    (tmp_path / "in" / "pointwise").mkdir(parents=True)
    (tmp_path / "in" / "pointwise" / "hostile.py").write_text(HOSTILE)
    write_site(tmp_path / "out", SiteOptions(variants=0, synthetic=tmp_path / "in"))
    for name in ("exemplars/hostile.html", "index.html", "reading_order.html"):
        page = Reader((tmp_path / "out" / name).read_text())
        assert not page.refused and not page.open, name
    text = (tmp_path / "out" / "exemplars" / "hostile.html").read_text()
    assert "&lt;script&gt;alert(1)" in text and "<img" not in text and "{{ file }}" in text


@pytest.mark.parametrize(
    "content, words", [("x = 1\n", "no CASES, make"), ('"""Doc."""\nCASES = []\n', "no make, broken_torch")]
)
def test_a_file_that_is_no_exemplar_is_one_line(content, words, tmp_path):
    (tmp_path / "pointwise").mkdir()
    (tmp_path / "pointwise" / "broken.py").write_text(content)
    with pytest.raises(ValueError, match=words):
        read_exemplar_files(tmp_path)


def test_an_empty_folder_is_one_line(tmp_path):
    with pytest.raises(ValueError, match="there is no exemplar"):
        read_exemplar_files(tmp_path)
