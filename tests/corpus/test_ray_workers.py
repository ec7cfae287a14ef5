"""An extraction on a Ray cluster that loses a node: nothing lost, nothing twice."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import triton_ops
from corpus.pairs import load_pairs

SCRIPT = Path(__file__).with_name("extract_on_cluster.py")


def journalled(folder: Path) -> dict[str, dict]:
    """{key: verdict} of a journal. Each key was written once."""
    [path] = (folder / "judged").glob("*.jsonl")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    verdicts = {key: verdict for row in rows for key, verdict in row.items()}
    assert len(rows) == len(verdicts), "judged twice into the journal"
    return verdicts


def test_a_node_that_is_killed_costs_no_row_and_doubles_none(tmp_path):
    pytest.importorskip("ray", reason="the extra [ray] is not installed")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path)],
        cwd=triton_ops.ROOT,
        env={"PYTHONPATH": str(triton_ops.ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    [told] = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"tries"')]
    assert told["nodes"] == 1 and max(told["tries"]) == 2, f"no call lost its node: {told}"
    pairs = load_pairs(tmp_path / "ray.csv")
    assert len(pairs) > 20 and len({pair.hash for pair in pairs}) == len(pairs)
    assert (tmp_path / "ray.csv").read_bytes() == (tmp_path / "local.csv").read_bytes()
    assert journalled(tmp_path / "ray") == journalled(tmp_path / "local")
