"""benchmarks/library_processes.py: items of a run in processes that may crash, hang, or be ended."""

import functools
import os
import signal
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import library_processes  # noqa: E402
from library_processes import ItemLimits, do_items  # noqa: E402


def _work(item, tell):
    tell(f"begun {item}")
    if item == "hangs":
        time.sleep(60)
    if item == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    if item == "ends":
        raise SystemExit(3)
    return f"done {item}"


def _process_number(item, tell):
    time.sleep(0.05)
    return os.getpid()


def _slow_work(item, tell):
    time.sleep(1)
    tell(f"half of {item}")
    time.sleep(0.5)
    return item


def test_what_is_not_done_when_the_time_is_over_is_given_up(tmp_path):
    until = time.monotonic() + 6
    limits = ItemLimits(60, 2, ends=until, gives_up=until)
    ended = list(do_items(_work, ["hangs", "first"], limits, tmp_path / "log"))
    assert ended == [
        ("first", "done first", ""),
        ("hangs", "begun hangs", "not done when the time was over"),
    ]
    assert time.monotonic() < until + 10


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_item_that_hangs_or_crashes_costs_itself_alone(tmp_path, jobs):
    items = ["first", "hangs", "dies", "ends", "last"]
    ended = list(do_items(_work, items, ItemLimits(2, jobs), tmp_path / "log"))
    expected = [
        ("first", "done first", ""),
        ("hangs", "begun hangs", "nothing within 2 s"),
        ("dies", "begun dies", "the process died (SIGKILL)"),
        ("ends", "begun ends", "the process died (exit code 3)"),
        ("last", "done last", ""),
    ]
    assert sorted(ended) == sorted(expected) and (jobs > 1 or ended == expected)


def test_nothing_is_begun_when_the_minutes_are_over(tmp_path):
    log = tmp_path / "log"
    assert not list(do_items(_work, ["a", "b"], ItemLimits(2, ends=time.monotonic()), log))
    limits = ItemLimits(9, 2, ends=time.monotonic() + 1)
    known = {}
    ended = list(do_items(_slow_work, ["a", "b", "c"], limits, log, on_news=known.__setitem__))
    assert sorted(ended) == [("a", "a", ""), ("b", "b", "")]
    assert known == {"a": "half of a", "b": "half of b"}


def test_a_process_does_many_items_and_then_another_takes_its_place(tmp_path):
    numbers = [
        number for _, number, _ in do_items(_process_number, range(5), ItemLimits(9), tmp_path / "log")
    ]
    assert len(set(numbers)) == 1
    limits = ItemLimits(9, most=2)
    numbers = [number for _, number, _ in do_items(_process_number, range(5), limits, tmp_path / "log")]
    assert [numbers.count(number) for number in dict.fromkeys(numbers)] == [2, 2, 1]


def test_a_process_that_dies_after_its_item_costs_no_other(tmp_path):
    outcomes = do_items(_process_number, range(2), ItemLimits(9), tmp_path / "log")
    _, first, reason = next(outcomes)
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    [(_, second, later_reason)] = outcomes
    assert not reason and not later_reason and second != first


def test_the_reason_tells_how_long_a_start_was_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(library_processes, "START_SECONDS", 1)
    monkeypatch.setattr(library_processes.sandbox, "kill_with_parent", lambda parent: time.sleep(60))
    [(_, _, reason)] = do_items(_work, ["first"], ItemLimits(0.2), tmp_path / "log")
    assert reason == "nothing within 1 s"


def _waits_for_a1(done, item, tell):
    while item == "b0" and not done.exists():
        time.sleep(0.02)
    if item == "a1":
        done.touch()
    return os.getpid()


def test_a_process_gets_an_item_of_a_kind_that_it_has_had_before_others(tmp_path):
    work = functools.partial(_waits_for_a1, tmp_path / "done")
    items = ["a0", "b0", "b1", "a1"]
    outcomes = list(do_items(work, items, ItemLimits(9, 2), tmp_path / "log", kind_of=lambda item: item[0]))
    assert [item for item, _, _ in outcomes[:2]] == ["a0", "a1"]
    assert outcomes[0][1] == outcomes[1][1]


def test_the_first_of_the_waiting_items_is_next_where_one_process_takes_them_all():
    assert library_processes._place_of_next(["a", "b", "b"], {"b"}, 1) == 0
    assert library_processes._place_of_next(["a", "b", "b"], {"b"}, 2) == 1
    assert library_processes._place_of_next(["a"] * 6 + ["b"], {"b"}, 2) == 0


def test_every_process_is_ended_where_nobody_wants_the_rest(tmp_path):
    outcomes = do_items(_process_number, range(6), ItemLimits(9, 3), tmp_path / "log")
    _, number, _ = next(outcomes)
    outcomes.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def _visible_gpu(item, tell):
    time.sleep(0.2)
    return os.environ.get("CUDA_VISIBLE_DEVICES", "")


def test_processes_are_spread_over_the_gpus(tmp_path):
    limits = ItemLimits(9, jobs=3, gpus=("4", "6"))
    seen = [gpu for _, gpu, _ in do_items(_visible_gpu, range(3), limits, tmp_path / "log")]
    assert sorted(seen) in (["4", "4", "6"], ["4", "6", "6"])
