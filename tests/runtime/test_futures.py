"""Results that are still to come, and work that waits for them."""

import threading
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


def test_the_error_of_a_future_is_raised_where_it_is_awaited():
    crashed = Future()

    def careful():
        try:
            yield crashed
        except ValueError as error:
            return str(error)

    work = WaitingWork(careful())
    assert not work.go_on()
    crashed.set_exception(ValueError("crashed"))
    assert work.go_on() and work.result == "crashed"


def test_work_that_failed_has_no_result():
    def failing():
        yield future_of(1)
        raise ValueError("no result")

    work = WaitingWork(failing())
    for _ in range(2):
        with pytest.raises(ValueError, match="no result"):
            work.go_on()


def test_each_goes_on_as_soon_as_it_can():
    slow = Future()
    timer = threading.Timer(10.0, slow.set_exception, [TimeoutError("nothing went on meanwhile")])
    timer.start()
    with ThreadPoolExecutor(1) as pool:

        def waiting():
            return (yield slow)

        def ending_the_wait():
            yield pool.submit(time.sleep, 0.2)
            slow.set_result("set by the other")

        work = WaitingWork(waiting())
        finish_all([work, WaitingWork(ending_the_wait())])
    timer.cancel()
    assert work.result == "set by the other"
