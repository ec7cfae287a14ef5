"""Calls of several helpers: each thread has one, whatever ends them ends the helpers."""

import threading
import time

import pytest

from python_to_triton import tuning
from python_to_triton.runtime import side_by_side as module
from python_to_triton.runtime.side_by_side import calls_at_a_time, helpers_in_turn, side_by_side


class Helper:
    """In the place of a helper process."""

    def __init__(self):
        self.turns = ""
        self.is_stopped = False
        self.closed = threading.Event()

    def stop(self):
        self.is_stopped = True
        self.closed.set()


@pytest.fixture
def made(monkeypatch):
    """The helpers of this test, that of this process first."""
    helpers = [Helper()]

    def another():
        helpers.append(Helper())
        return helpers[-1]

    monkeypatch.setitem(tuning.helper_process.__globals__, "_helper_of_all", lambda: helpers[0])
    monkeypatch.setattr(tuning, "HelperProcess", another)
    return helpers


def test_each_call_has_a_helper_for_itself(made):
    used, together = set(), threading.Barrier(3)

    def work(item):
        helper = tuning.helper_process()
        assert helper.turns and helper not in used, "nobody else has it"
        used.add(helper)
        if item < 3:
            together.wait(60)  # three at a time
        used.remove(helper)
        return 10 * item

    assert dict(side_by_side(work, range(20), 3)) == {item: 10 * item for item in range(20)}
    assert len(made) == 3 and [helper.closed.is_set() for helper in made] == [False, True, True]
    assert made[0].turns == "" and tuning.helper_process() is made[0]


@pytest.mark.parametrize("ends", ["an error of the work", "the end of the generator"])
def test_whatever_ends_it_ends_what_the_helpers_do(made, ends):
    begun, goes_on = [], threading.Event()

    def work(item):
        begun.append(item)
        if item == 0:
            return item
        assert goes_on.wait(60), "the first result is there"
        if item == 1 and ends == "an error of the work":
            raise OSError("no process can be started")
        assert tuning.helper_process().closed.wait(60), "the helper is ended"
        return item

    results = side_by_side(work, range(20), 2)
    assert next(results) == (0, 0)
    goes_on.set()
    began = time.monotonic()
    if ends == "an error of the work":
        with pytest.raises(OSError, match="no process"):
            list(results)
    else:
        results.close()
    assert time.monotonic() - began < 30 and len(begun) < 6
    assert all(helper.closed.is_set() for helper in made)
    assert not made[0].is_stopped, "that of this process may be called again"


def test_an_error_leaves_no_turns(made):
    with pytest.raises(OSError), helpers_in_turn(3) as helpers:
        assert len({helper.turns for helper in helpers}) == 1
        raise OSError
    assert made[0].turns == "" and made[2].closed.is_set()


@pytest.mark.parametrize(
    "calls, cores, gigabytes, wanted",
    [
        (1, 64, 141, 1),
        (100, 16, 141, 4),
        (3, 16, 141, 3),
        (100, 2, 141, 1),
        (100, 16, 40, 2),
        (100, 16, 12, 1),
    ],
)
def test_how_many_at_a_time(monkeypatch, calls, cores, gigabytes, wanted):
    class Gpu:
        total_memory = gigabytes << 30

    monkeypatch.setattr(module.os, "sched_getaffinity", lambda _: range(cores), raising=False)
    monkeypatch.setattr(module.torch.cuda, "get_device_properties", lambda _: Gpu)
    assert calls_at_a_time(calls) == wanted
