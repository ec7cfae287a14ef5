"""Worker processes: what breaks costs one variant."""

import itertools
import os
import time

import pytest
import torch
from patching import patch_everywhere
from twice_family import PAIR

from corpus.pairs import Pair
from corpus.tasks import make_pair, structures
from corpus.workers import TASKS_AHEAD, Workers


def task(folder, name, reference):
    (folder / f"{name}.py").write_text(
        PAIR.replace("twice", name).replace("    y = 2.0 * x\n    return y", reference)
    )
    return name, (make_pair, (folder / f"{name}.py", 0, "any"))


def test_a_reference_that_breaks_costs_one_variant(tmp_path):
    tasks = [
        task(tmp_path, "good", "    print('ready')\n    return 2.0 * x"),
        task(tmp_path, "nothing", "    return 0.0 * x"),
        task(tmp_path, "broken", "    raise KeyError('lost')"),
        task(tmp_path, "died", "    import os\n    os._exit(3)"),
        task(tmp_path, "wrong", "    return 2.5 * x"),
    ]
    deaf = task(
        tmp_path,
        "deaf",
        "    import signal, time\n    signal.signal(signal.SIGALRM, lambda *_: 0)\n    time.sleep(60)",
    )
    with Workers(1, "cpu", lambda made: None) as workers:
        results = dict(workers.map(tasks))
        workers.all[0].seconds, usual = 3, workers.all[0].seconds
        [(_, hung)] = workers.map([deaf])
        workers.all[0].seconds = usual
        [(_, after)] = workers.map(tasks[:1])
        pid = workers.all[0].pid
    good, nothing, wrong = (results[name]["verdict"] for name in ("good", "nothing", "wrong"))
    assert good["reason"] == "" and good["launches"] >= 1 and good["error"] <= good["tolerance"], good
    assert results["good"]["row"].keys() == Pair.__dataclass_fields__.keys() and after["verdict"] == good
    assert "degenerate" in nothing["reason"] and results["nothing"]["row"] is None, "zeros would pass"
    assert "exceeds tolerance" in wrong["reason"]
    assert "KeyError: 'lost'" in results["broken"]["reason"] and "lost" not in results["broken"]
    assert results["died"]["lost"] and "worker crashed" in results["died"]["reason"]
    assert hung["lost"] and "took more than 3 s" in hung["reason"]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_workers_keep_the_order_and_draw_tasks_as_they_need_them(tmp_path):
    drawn = []

    def tasks():
        for place in itertools.count():
            drawn.append(place)
            yield place, (structures, ([f"x = {place}"],))

    with Workers(2, None) as workers:
        results = list(itertools.islice(workers.map(tasks()), 300))
    assert [place for place, _ in results] == list(range(300))
    assert len(drawn) <= 300 + 2 * TASKS_AHEAD
    assert len({structure for _, [structure] in results}) == 1


def first_is_slow(context, place):
    """A task: the first takes much longer than all the others together."""
    time.sleep(1.5 if place == 0 else 0)
    return place


def test_a_slow_task_loses_none_of_those_that_wait_behind_it():
    with Workers(2, None) as workers:
        results = list(workers.map((place, (first_is_slow, (place,))) for place in range(400)))
    assert results == [(place, place) for place in range(400)], f"{len(results)} of 400"


def waits_for_the_last(context, folder, place, last):
    """A task: the first ends when the last has begun, or after a minute."""
    if place == last:
        (folder / "begun").touch()
    end = time.monotonic() + (0 if place else 60)
    while time.monotonic() < end and not (folder / "begun").exists():
        time.sleep(0.05)
    return (folder / "begun").exists()


def test_the_others_go_on_while_a_task_hangs(tmp_path):
    last = 1000
    tasks = ((place, (waits_for_the_last, (tmp_path, place, last))) for place in range(last + 1))
    arrived = []
    with Workers(2, None) as workers:
        results = list(workers.map(tasks, lambda place, _: arrived.append(place)))
    assert [place for place, _ in results] == sorted(arrived) == list(range(last + 1))
    assert results[0] == (0, True), "the last was not begun while the first was at work"
    assert arrived.index(0) >= last - 1


def test_a_worker_that_cannot_start_is_an_error(monkeypatch):
    patch_everywhere(monkeypatch, "FIRST_ANSWER", "no Python")
    with (
        pytest.raises(RuntimeError, match="could not start: RuntimeError: .*does not parse"),
        Workers(1, "cpu") as workers,
    ):
        list(workers.map([("any", (structures, ([],)))]))


def visible_there(context):
    """A task: the GPU that its process, and so the sandbox of it, sees."""
    time.sleep(0.2)
    return os.environ.get("CUDA_VISIBLE_DEVICES")


def test_each_worker_is_dealt_a_gpu(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3,GPU-5")
    assert [worker.gpu for worker in Workers(3, "cuda").all] == ["3", "GPU-5", "3"]
    with Workers(2, None) as workers:
        seen = [gpu for _, gpu in workers.map((place, (visible_there, ())) for place in range(4))]
    assert set(seen) == {"3", "GPU-5"}
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    with pytest.raises(ValueError, match="no GPU"):
        Workers(1, "cuda")
