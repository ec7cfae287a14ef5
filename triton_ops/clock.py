"""The clock: device time of functions that take turns, each call with a cold L2 cache."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

import torch


class Timing(NamedTuple):
    """Milliseconds of one call."""

    ms: float  # median of the samples
    spread: float  # distance between their quartiles


def cuda_graph_of(function: Callable) -> Callable:
    """`function` as the replay of a CUDA graph: its device time without the host's."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            function()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    try:
        with torch.cuda.graph(graph):
            function()
    except RuntimeError:
        # The generator of random numbers waits for the end of a capture that never came; this one has an end.
        with torch.cuda.graph(torch.cuda.CUDAGraph()):
            torch.zeros((), device="cuda")
        raise
    return graph.replay


def seconds_of_one_round(functions: dict[str, Callable], device) -> float:
    """Seconds that one call of each of `functions` takes, after four of each that warm up."""
    for function in list(functions.values()) * 4:
        function()
    torch.cuda.synchronize(device)
    start = time.perf_counter()
    for function in functions.values():
        function()
    torch.cuda.synchronize(device)
    return time.perf_counter() - start


def time_interleaved(
    functions: dict[str, Callable], device, *, burst=1, samples=30, seconds=2.0
) -> dict[str, Timing]:
    """{name: Timing} of `functions`, called in turn, so that a drift of the clocks meets all alike.

    Each sample starts with a cold L2 cache. What is slow gets fewer samples, down to seven, so that all
    together take about so many `seconds`. A burst of several calls starts from an idle device, so that the
    host's time counts where it is the limit.
    """
    cache_size = torch.cuda.get_device_properties(device).L2_cache_size
    flush = torch.empty(2 * cache_size, dtype=torch.uint8, device=device)
    one_round = burst * seconds_of_one_round(functions, device)
    samples = min(samples, max(7, int(seconds / one_round)))
    events = {name: [] for name in functions}
    for sample in range(samples):
        for name in sorted(functions, reverse=sample % 2 == 1):
            start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            flush.zero_()
            if burst > 1:
                torch.cuda.synchronize(device)
            start.record()
            for _ in range(burst):
                functions[name]()
            stop.record()
            events[name].append((start, stop))
    torch.cuda.synchronize(device)
    timings = {}
    for name, pairs in events.items():
        times = [start.elapsed_time(stop) / burst for start, stop in pairs]
        low, middle, high = statistics.quantiles(times, n=4)
        timings[name] = Timing(middle, high - low)
    return timings


def time_functions(functions: dict[str, Callable], device, *, graph=False) -> dict[str, Timing]:
    """{name: Timing}: with `graph` of CUDA graphs, device time alone; else of ten calls in a row, as a
    training step makes them.
    """
    if graph:
        replays = {name: cuda_graph_of(function) for name, function in functions.items()}
        return time_interleaved(replays, device)
    return time_interleaved(functions, device, burst=10)
