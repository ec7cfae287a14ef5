"""An answer that stays loaded, to be run and timed at sizes that are too large for a pipe.

Only a server that does not fork (one for a GPU) keeps an answer. Its arguments and outputs lie in memory that
the judging process shares with it. A job's "resident" says what to do: load, run, time or drop.
"""

import mmap
import os
import time
import types
from collections.abc import Callable
from typing import Any

import torch

from python_to_triton.verification.sandbox.candidate import describe_error, load_candidate
from python_to_triton.verification.sandbox.fence import WatchedCall
from python_to_triton.verification.sandbox.jobs import refuse_texts_of_tensors, run_once
from python_to_triton.verification.sandbox.messages import decode, encode, pack
from python_to_triton.verification.sandbox.rules import Refused

# Of this process: the shared memory, where the arguments end in it, the arguments, the host function.
RESIDENT = {}


def cold_cache_times(function: Callable, count: int, device: str) -> list[float]:
    """Milliseconds of each of `count` calls, by CUDA events, the L2 cache cold and the host free to run
    ahead.

    On the CPU by its clock, with caches as they are.
    """
    if device == "cpu":
        moments = [(time.perf_counter(), function(), time.perf_counter()) for _ in range(count)]
        return [1e3 * (after - before) for before, _, after in moments]
    cache = torch.cuda.get_device_properties(device).L2_cache_size
    flush = torch.empty(2 * cache, dtype=torch.uint8, device=device)
    pairs = [tuple(torch.cuda.Event(enable_timing=True) for _ in range(2)) for _ in range(count)]
    for start, stop in pairs:
        flush.zero_()
        start.record()
        function()
        stop.record()
    torch.cuda.synchronize(device)
    return [start.elapsed_time(stop) for start, stop in pairs]


def drop_resident(job: dict, device: str) -> dict:
    """Forgets the answer and gives its memory back."""
    RESIDENT.clear()
    if device != "cpu":
        torch.cuda.empty_cache()
    return {}


def load_resident(job: dict, device: str) -> dict:
    """Loads an answer, and its arguments from the shared memory."""
    drop_resident(job, device)
    refuse_texts_of_tensors()
    RESIDENT["shared"] = mmap.mmap(job["memory"], 0)
    os.close(job["memory"])
    arguments, RESIDENT["end"] = decode(job["arguments"], RESIDENT["shared"])
    RESIDENT["arguments"] = [
        value.to(device) if isinstance(value, torch.Tensor) else value for value in arguments
    ]
    RESIDENT["entry"] = getattr(load_candidate(job["source"]), job["entry"])
    return {}


def contiguous(value: Any) -> Any:
    """Outputs with every tensor contiguous, so that it takes no more bytes than it has elements."""
    if isinstance(value, (tuple, list)):
        return tuple(map(contiguous, value))
    return value.contiguous() if isinstance(value, torch.Tensor) else value


def run_resident(job: dict, device: str) -> dict:
    """One watched call: its launches, and its outputs in the shared memory, behind the arguments."""
    watched = WatchedCall(device, *job["run"])
    launches, _, outputs = run_once(RESIDENT["entry"], RESIDENT["arguments"], watched)
    RESIDENT["shared"].seek(RESIDENT["end"])
    form = encode(contiguous(outputs), types.SimpleNamespace(append=RESIDENT["shared"].write))
    if device != "cpu":
        del outputs
        torch.cuda.empty_cache()  # the judging process needs the memory now
    return {"launches": launches, "outputs": form}


def time_resident(job: dict, device: str) -> dict:
    """Times calls without the watch over memory and operations."""
    call = lambda: RESIDENT["entry"](*RESIDENT["arguments"])
    return {"times": cold_cache_times(call, job["count"], device)}


STEPS = {"load": load_resident, "run": run_resident, "time": time_resident, "drop": drop_resident}


def resident_job(job: dict, device: str) -> bytes:
    """Does the step that `job["resident"]` names. Returns packed bytes."""
    try:
        return pack(STEPS[job["resident"]](job, device), ())
    except Refused as refusal:
        reason = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        reason = describe_error(error)
    return pack({"refused": reason}, ())
