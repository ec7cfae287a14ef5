"""Workers on a Ray cluster: queries, order, losses; and, on Ray itself, an extraction that loses a node."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from executors.ray_engine import Engine
from patching import patch_everywhere

import triton_ops
from corpus.pairs import load_pairs
from corpus.ray_workers import start_workers

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


@pytest.fixture
def warmed_up():
    """An item for each process that was warmed up."""
    return []


@pytest.fixture
def engine(monkeypatch, warmed_up):
    """An engine whose processes are threads of this one, which therefore do not trace: PyTorch has one place
    for a recorder, and a thread goes on when its process is ended.
    """
    engine = Engine()
    patch_everywhere(monkeypatch, "connected_ray", lambda: engine)
    patch_everywhere(monkeypatch, "warm_up", lambda: warmed_up.append(None))
    yield engine
    engine.await_preparations()


def squared_unless_known(context, number):
    """A task with a query."""
    known = context.ask_parent({"number": number})
    time.sleep(0.2 if number == 0 else 0.0)
    return {"square": known or number**2}


def test_a_task_has_its_query_answered_and_results_keep_their_order(engine):
    asked = []

    def known(query):
        asked.append(query["number"])
        return "known" if query["number"] % 10 == 3 else None

    tasks = ((number, (squared_unless_known, (number,))) for number in range(40))
    with start_workers("ray", 2, None, known) as workers:
        results = list(workers.map(tasks))
    expected = [(n, {"square": "known" if n % 10 == 3 else n**2}) for n in range(40)]
    assert results == expected and sorted(asked) == list(range(40))


def waits_for_others(context, others, number):
    """A task: the first ends when all the others have, or after a minute."""
    if number:
        others.append(number)
    else:
        end = time.monotonic() + 60
        while len(others) < 300 and time.monotonic() < end:
            time.sleep(0.05)
    return len(others)


def test_other_calls_go_on_while_one_hangs(engine):
    others = []
    arrived = []
    tasks = ((number, (waits_for_others, (others, number))) for number in range(301))
    with start_workers("ray", 2, None) as workers:
        results = list(workers.map(tasks, lambda number, _: arrived.append(number)))
    assert [number for number, _ in results] == list(range(301)) and results[0] == (0, 300)
    assert sorted(arrived) == list(range(301)) and arrived.index(0) >= 299


def fails(context, how):
    """A task that ends its process, hangs, or raises."""
    if how == "ends":
        raise SystemExit
    if how == "hangs":
        time.sleep(60)
    raise KeyError(how)


def test_what_breaks_costs_one_task(engine, warmed_up):
    tasks = [(how, (fails, (how,))) for how in ("ends", "hangs", "raises")]
    with start_workers("ray", 2, None, seconds=1.0) as workers:
        results = dict(workers.map(tasks))
    assert results == {
        "ends": {"reason": "worker crashed: its process is lost", "lost": True},
        "hangs": {"reason": "took more than 1 s", "lost": True},
        "raises": {"reason": "KeyError: 'raises'"},
    }
    assert len(warmed_up) > 2, "a process that took another's place was not warmed up"
