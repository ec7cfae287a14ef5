"""Medians of interleaved calls; what fails or does not end costs its own figure."""

import time
from concurrent.futures import ThreadPoolExecutor

import torch

from python_to_triton import tuning
from python_to_triton.tuning.clock import ROUNDS, Stages, copy_of, time_against_pytorch


def test_a_failure_costs_its_own_figure_only():
    turns = []

    def clock(name, ms):
        return lambda count: turns.append(name) or [ms] * (count - 1) + [1e9]  # an outlier in each turn

    def broken(count):
        raise RuntimeError("the compiler gave up\nand a page of text")

    clocks = {"torch_ms": clock("torch", 2.0), "compile_ms": broken, "triton_ms": clock("triton", 0.5)}
    times, why = tuning.median_times(clocks)
    assert times == {"torch_ms": 2.0, "triton_ms": 0.5}
    assert why == "compile_ms: RuntimeError: the compiler gave up"
    assert turns[:2] == ["torch", "triton"]
    assert turns[2:6] == ["torch", "triton", "triton", "torch"], "interleaved, either first"


def test_a_failure_in_a_later_round_costs_its_own_figure_too():
    calls = []

    def eager(count):
        calls.append(count)
        if len(calls) == 3:
            raise torch.OutOfMemoryError("no room for a copy")
        return [2.0] * count

    times, why = tuning.median_times({"torch_ms": eager, "triton_ms": lambda count: [0.5] * count})
    assert times == {"triton_ms": 0.5} and len(calls) == 3
    assert why == "torch_ms: OutOfMemoryError: no room for a copy"


def test_beside_the_main_thread_calls_are_timed_without_a_limit():
    clocks = {"triton_ms": lambda count: [0.5] * count}
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(tuning.median_times, clocks).result() == ({"triton_ms": 0.5}, "")


def test_the_clock_stops_when_its_time_is_up():
    counts = []
    clocks = {"torch_ms": lambda count: counts.append(count) or time.sleep(0.2) or [200.0] * count}
    times, _ = tuning.median_times(clocks, seconds=0.5)
    assert times["torch_ms"] == 200.0 and 2 <= len(counts) <= 4 < ROUNDS


def test_a_call_that_does_not_end_costs_its_figure():
    clocks = {"compile_ms": lambda count: time.sleep(60), "triton_ms": lambda count: [1.0] * count}
    times, why = tuning.median_times(clocks, first_seconds=1)
    assert times == {"triton_ms": 1.0} and "takes more than 1 s" in why


def test_a_stage_inside_another_is_counted_once():
    moments = iter([0.0, 1.0, 3.0, 6.0, 10.0, 15.0])
    stages = Stages(lambda: next(moments))
    with stages.counted("race"):
        with stages.counted("answers"):
            pass
    with stages.counted("answers"):
        pass
    assert stages.rounded() == {"race": 1.0 + 3.0, "answers": 2.0 + 5.0}


def test_the_roofline_is_a_copy_that_moves_the_bytes_of_arguments_and_results():
    x = torch.randn(1 << 16)
    answer = lambda count: [1.0] * count
    times = time_against_pytorch(torch.relu, (x,), answer, "cpu", moved=2 * x.nbytes)
    assert 0 < times["roofline_ms"] and times["triton_ms"] == 1.0 and not times["untimed"]
    copied = copy_of(2 * x.nbytes, "cpu")()
    assert copied.nbytes == x.nbytes  # as many are read as written
    assert "roofline_ms" not in time_against_pytorch(torch.relu, (x,), answer, "cpu")
