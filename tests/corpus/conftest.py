"""What the tests of the corpus share: the tables of a small family, and a corpus of 20 pairs."""

import json
import signal
import subprocess
import sys
import time

import pytest
from twice_family import TABLES

import triton_ops
from corpus.composition import declared

WORDS = ("tanh", "sum_dim0", "min_pool1d")
RUN = """
import sys
sys.path.insert(0, {root!r})
from pathlib import Path
from corpus.extraction import ExtractionOptions, extract
here = Path({here!r})
files = dict(out=here / "pairs.csv", report=here / "report.json", refused=here / "refused.jsonl")
options = ExtractionOptions(words={words!r}, limit=20, jobs=1, journals=here, **files)
raise SystemExit(0 if extract(options) else 1)
"""


@pytest.fixture(autouse=True)
def tables_of_twice(monkeypatch):
    """What corpus/families would declare for PAIR."""
    monkeypatch.setitem(declared("corpus.families", "FAMILIES"), "twice", TABLES)


def start(here):
    code = RUN.format(root=str(triton_ops.ROOT), here=str(here), words=WORDS)
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def journal_keys(here):
    lines = [
        line
        for path in (here / "judged").glob("*.jsonl")
        for line in path.read_text().splitlines()
        if line.endswith("}")
    ]
    return [key for line in lines for key in json.loads(line)]


@pytest.fixture(scope="session")
def extracted(tmp_path_factory):
    """A folder with a corpus of 20 pairs that took two runs: the first was killed when it had judged a
    few.
    """
    here = tmp_path_factory.mktemp("corpus")
    first = start(here)
    while first.poll() is None and len(journal_keys(here)) < 4:
        time.sleep(0.05)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    judged = journal_keys(here)
    assert 4 <= len(judged) < 20 and not (here / "pairs.csv").exists()
    second = start(here)
    printed, _ = second.communicate(timeout=600)
    assert second.returncode == 0, printed
    assert set(judged) < set(journal_keys(here)) and len(journal_keys(here)) == len(
        set(journal_keys(here))
    ), "judged twice"
    return here, printed
