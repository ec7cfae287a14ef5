"""An answer that stays loaded, to be run and timed at sizes that are too large for a pipe.

Only a server that does not fork (one for a GPU) keeps an answer. Its arguments and outputs lie in memory that
the judging process shares with it. A job's "resident" says what to do: load, run, time or drop.

Further texts may be added for the same arguments, each under a "number" (the first has 0): they are compiled
side by side, held against the first one's outputs, and run and timed as the first one is.
"""

import concurrent.futures
import contextlib
import functools
import mmap
import os
import time
import types
from collections.abc import Callable
from typing import Any

import torch

from python_to_triton.verification.sandbox.candidate import describe_error, kernel_class, load_candidate
from python_to_triton.verification.sandbox.fence import POISON_WORDS, WatchedCall
from python_to_triton.verification.sandbox.jobs import refuse_texts_of_tensors, run_once
from python_to_triton.verification.sandbox.messages import decode, encode, pack
from python_to_triton.verification.sandbox.rules import Refused

# Of this process: the shared memory, where the arguments end in it, the arguments, the texts and the host
# functions by number, and the outputs of the first one where others were held against them.
RESIDENT = {}
CALLS_IN_A_ROW = 20  # that are timed together
CLEARINGS = 4  # of the L2 cache before a call: 0.14 ms on an H200, in which a host launches a few kernels
MOST_CLEARINGS = 64  # 2 ms


def cold_cache_times(function: Callable, count: int, device: str) -> list[float]:
    """Milliseconds that the device takes for each of `count` calls, by CUDA events, its L2 cache cold.

    What the host takes is not in it: the cache is cleared so many times that all of a call is launched before
    the device begins it. A call of which the device began sooner is made again, after twice as many
    clearings; it counts where MOST_CLEARINGS were not enough. On the CPU by its clock, with caches as they
    are.
    """
    if device == "cpu":
        moments = [(time.perf_counter(), function(), time.perf_counter()) for _ in range(count)]
        return [1e3 * (after - before) for before, _, after in moments]
    cache = torch.cuda.get_device_properties(device).L2_cache_size
    flush = torch.empty(2 * cache, dtype=torch.uint8, device=device)
    clearings = CLEARINGS
    pairs = []
    while len(pairs) < count:
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        for _ in range(clearings):
            flush.zero_()
        start.record()
        function()
        stop.record()
        if start.query() and clearings < MOST_CLEARINGS:
            clearings *= 2
        else:
            pairs.append((start, stop))
    torch.cuda.synchronize(device)
    return [start.elapsed_time(stop) for start, stop in pairs]


def drop_resident(job: dict, device: str) -> dict:
    """Forgets the answer and gives its memory back."""
    RESIDENT.clear()
    if device != "cpu":
        torch.cuda.empty_cache()
    return {}


def add_resident(job: dict, device: str) -> dict:
    """Loads a text for the arguments that are there."""
    number = job.get("number", 0)
    RESIDENT["entries"][number] = getattr(load_candidate(job["source"]), job["entry"])
    RESIDENT["texts"][number] = job["source"], job["entry"]
    return {}


def load_arguments(device: str) -> None:
    """Takes the arguments from the shared memory, and forgets what came of them.

    It is done again once a text was refused: that may have written anywhere in the memory of a GPU.
    """
    RESIDENT.pop("arguments", None)
    RESIDENT.pop("outputs", None)
    arguments, RESIDENT["end"] = decode(RESIDENT["form"], RESIDENT["shared"])
    RESIDENT["arguments"] = [
        value.to(device) if isinstance(value, torch.Tensor) else value for value in arguments
    ]


def load_resident(job: dict, device: str) -> dict:
    """Loads an answer, and its arguments from the shared memory."""
    drop_resident(job, device)
    refuse_texts_of_tensors()
    RESIDENT["shared"] = mmap.mmap(job["memory"], 0)
    os.close(job["memory"])
    RESIDENT["form"] = job["arguments"]
    load_arguments(device)
    RESIDENT["texts"] = {}
    RESIDENT["entries"] = {}
    return add_resident(job, device)


@contextlib.contextmanager
def compiled_alone():
    """While it lasts a launch is compiled, and not made."""
    kind = kernel_class()
    run = kind.run
    kind.run = lambda kernel, *args, grid, warmup, **kwargs: run(
        kernel, *args, grid=grid, warmup=True, **kwargs
    )
    try:
        yield
    finally:
        kind.run = run


def compile_resident(job: dict, device: str) -> dict:
    """Compiles what texts launch, side by side, into Triton's cache on disk, where each then finds it.

    "slow": the texts of which something is not compiled after `job["seconds"]`; their threads go on. What
    does not compile says so when it is run. The interpreter compiles nothing.
    """
    if device == "cpu":
        return {"slow": []}
    from triton.runtime import _async_compile

    class NotedCompileMode(_async_compile.AsyncCompileMode):
        """Notes what is asked for: a kernel that two texts share is compiled once."""

        def submit(self, key, compile_fn, finalize_fn):
            asked.append(key)
            return super().submit(key, compile_fn, finalize_fn)

    asked = []
    wanted = {}
    pool = concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0)))
    mode = NotedCompileMode(pool, ignore_errors=True)
    mode.__enter__()  # its end would wait for all
    try:
        with compiled_alone():
            for number in job["numbers"]:
                source, entry = RESIDENT["texts"][number]
                with contextlib.suppress(Exception):  # a candidate may raise anything, and will again
                    getattr(load_candidate(source), entry)(*RESIDENT["arguments"])
                wanted[number] = set(asked)
                asked.clear()
    finally:
        _async_compile.active_mode.set(None)
    _, late = concurrent.futures.wait(mode.raw_futures, timeout=job["seconds"])
    pool.shutdown(wait=False, cancel_futures=True)
    missing = {future._key for future in late}
    return {"slow": [number for number, keys in wanted.items() if keys & missing]}


def difference_of_outputs(ours: Any, first: Any) -> float:
    """Of two outputs, as a share of the largest value of `first`; infinite where they differ in kind."""
    if isinstance(first, (tuple, list)):
        if not isinstance(ours, (tuple, list)) or len(ours) != len(first):
            return float("inf")
        return max((difference_of_outputs(*pair) for pair in zip(ours, first)), default=0.0)
    if not isinstance(ours, torch.Tensor) or (ours.shape, ours.dtype) != (first.shape, first.dtype):
        return float("inf")
    if not first.numel():
        return 0.0
    if not first.is_floating_point():
        return 0.0 if torch.equal(ours, first) else float("inf")
    finite = torch.isfinite(first)
    if not torch.equal(torch.isfinite(ours), finite):
        return float("inf")
    largest = first.abs().where(finite, 0).max().float()
    difference = (ours - first).abs_().where(finite, 0).max().float()
    return (difference / largest).item() if largest else difference.item()


def compare_resident(job: dict, device: str) -> dict:
    """How far the outputs of a text are from those of the first: a cheap filter, no verdict."""
    outputs = {}
    for number in (0, job["number"]) if "outputs" not in RESIDENT else (job["number"],):
        watched = WatchedCall(device, POISON_WORDS[0], False, False)
        _, _, outputs[number] = run_once(RESIDENT["entries"][number], RESIDENT["arguments"], watched)
    RESIDENT.setdefault("outputs", outputs.get(0))
    return {"difference": difference_of_outputs(outputs[job["number"]], RESIDENT["outputs"])}


def contiguous(value: Any) -> Any:
    """Outputs with every tensor contiguous, so that it takes no more bytes than it has elements."""
    if isinstance(value, (tuple, list)):
        return tuple(map(contiguous, value))
    return value.contiguous() if isinstance(value, torch.Tensor) else value


def run_resident(job: dict, device: str) -> dict:
    """One watched call: its launches, and its outputs in the shared memory, behind the arguments."""
    watched = WatchedCall(device, *job["run"])
    entry = RESIDENT["entries"][job.get("number", 0)]
    launches, _, outputs = run_once(entry, RESIDENT["arguments"], watched)
    RESIDENT["shared"].seek(RESIDENT["end"])
    form = encode(contiguous(outputs), types.SimpleNamespace(append=RESIDENT["shared"].write))
    if device != "cpu":
        del outputs
        torch.cuda.empty_cache()  # the judging process needs the memory now
    return {"launches": launches, "outputs": form}


def time_resident(job: dict, device: str) -> dict:
    """Times calls without the watch over memory and operations."""
    entry = RESIDENT["entries"][job.get("number", 0)]
    call = lambda: entry(*RESIDENT["arguments"])
    return {"times": cold_cache_times(call, job["count"], device)}


def milliseconds_in_a_row(call: Callable, device: str) -> float:
    """A call's share of CALLS_IN_A_ROW that follow each other, by the host's clock."""
    finished = functools.partial(torch.cuda.synchronize, device) if device != "cpu" else lambda: None
    call()
    finished()
    began = time.perf_counter()
    for _ in range(CALLS_IN_A_ROW):
        call()
    finished()
    return 1e3 * (time.perf_counter() - began) / CALLS_IN_A_ROW


def time_calls_of_resident(job: dict, device: str) -> dict:
    """Milliseconds of a call among many that follow each other."""
    entry = RESIDENT["entries"][job.get("number", 0)]
    return {"launched": milliseconds_in_a_row(lambda: entry(*RESIDENT["arguments"]), device)}


def capture_resident(job: dict, device: str) -> dict:
    """Milliseconds of a call among many that follow each other: launched one by one, and as a CUDA graph."""
    entry = RESIDENT["entries"][job.get("number", 0)]
    call = lambda: entry(*RESIDENT["arguments"])
    launched = milliseconds_in_a_row(call, device)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        outputs = call()
    captured = milliseconds_in_a_row(graph.replay, device)
    del outputs, graph
    torch.cuda.empty_cache()
    return {"launched": launched, "captured": captured}


STEPS = {
    "load": load_resident,
    "add": add_resident,
    "compile": compile_resident,
    "compare": compare_resident,
    "run": run_resident,
    "time": time_resident,
    "calls": time_calls_of_resident,
    "capture": capture_resident,
    "drop": drop_resident,
}


def resident_job(job: dict, device: str) -> bytes:
    """Does the step that `job["resident"]` names. Returns packed bytes."""
    try:
        if RESIDENT.pop("spoiled", False) and job["resident"] not in ("load", "drop"):
            load_arguments(device)
        return pack(STEPS[job["resident"]](job, device), ())
    except Refused as refusal:
        reason = str(refusal)
        RESIDENT["spoiled"] = True
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        reason = describe_error(error)
    return pack({"refused": reason}, ())
