"""Results that are still to come, and work that waits for them."""

import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from python_to_triton.runtime.futures import WaitingWork, all_results, finish_all, future_of


def test_the_error_of_one_future_is_that_of_all():
    """Of a worker that crashed; who waits for all must not wait for ever."""
    right, wrong = Future(), Future()
    every = all_results([right, wrong], "".join)
    right.set_result("right")
    assert not every.done()
    wrong.set_exception(ValueError("crashed"))
    with pytest.raises(ValueError, match="crashed"):
        every.result(timeout=1)
    assert all_results([right, right], "".join).result(timeout=1) == "rightright"


def sum_of(*futures):
    """Waits for one after the other."""
    total = 0
    for future in futures:
        total += yield future
    return total


def test_work_runs_as_far_as_results_are_there():
    first, second = Future(), Future()
    work = WaitingWork(sum_of(future_of(1), first, second))
    assert not work.go_on() and work.awaited is first
    second.set_result(20)
    assert not work.go_on(), "it waits for the first"
    first.set_result(300)
    assert work.go_on() and work.go_on() and work.result == 321


def test_work_raises_the_error_of_what_they_wait_for():
    crashed = Future()
    work = WaitingWork(sum_of(crashed))
    assert not work.go_on()
    crashed.set_exception(ValueError("crashed"))
    with pytest.raises(ValueError, match="crashed"):
        work.go_on()


def test_what_waits_side_by_side_takes_as_long_as_one():
    with ThreadPoolExecutor(6) as pool:

        def two_naps():
            yield pool.submit(time.sleep, 0.3)
            yield pool.submit(time.sleep, 0.3)

        began = time.monotonic()
        every = [WaitingWork(two_naps()) for _ in range(3)]
        finish_all([*every, WaitingWork(sum_of())])
        assert time.monotonic() - began < 1.2, "one after the other takes 1.8 s"
    assert all(work.has_ended for work in every)
