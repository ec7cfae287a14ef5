"""held."""

import mmap
import os
import time
import types
import torch
from python_to_triton.verification.sandbox.jobs import explain, load, run_once
from python_to_triton.verification.sandbox.messages import decode, encode, pack
from python_to_triton.verification.sandbox.words import Refused


HELD = {}  # of a process that does not fork: the memory that it shares with the judging one, and the answer with its arguments


def cold_times(function, count, device):
    """Milliseconds of each of `count` calls: by CUDA events, the L2 cache cold, the host free to run ahead; on the CPU by its clock."""
    if device == "cpu":
        moments = [(time.perf_counter(), function(), time.perf_counter()) for _ in range(count)]
        return [1e3 * (after - before) for before, _, after in moments]
    flush = torch.empty(
        2 * torch.cuda.get_device_properties(device).L2_cache_size, dtype=torch.uint8, device=device
    )
    pairs = [tuple(torch.cuda.Event(enable_timing=True) for _ in range(2)) for _ in range(count)]
    for start, stop in pairs:
        flush.zero_()
        start.record()
        function()
        stop.record()
    torch.cuda.synchronize(device)
    return [start.elapsed_time(stop) for start, stop in pairs]


def drop(job, device):
    """Lets go of what is held."""
    HELD.clear()
    if device != "cpu":
        torch.cuda.empty_cache()
    return {}


def hold(job, device):
    """Loads an answer, and its arguments from the shared memory."""
    drop(job, device)
    HELD["shared"] = mmap.mmap(job["memory"], 0)
    os.close(job["memory"])
    arguments, HELD["end"] = decode(job["arguments"], HELD["shared"])
    HELD["arguments"] = [
        value.to(device) if isinstance(value, torch.Tensor) else value for value in arguments
    ]
    HELD["entry"] = getattr(load(job["source"]), job["entry"])
    return {}


def run_held(job, device):
    """One watched call: its launches, and its outputs in the shared memory, behind the arguments."""

    def close(value):
        return (
            tuple(map(close, value))
            if isinstance(value, (tuple, list))
            else value.contiguous()
            if isinstance(value, torch.Tensor)
            else value
        )

    launches, outputs = run_once(HELD["entry"], HELD["arguments"], device, job["run"])
    HELD["shared"].seek(HELD["end"])
    form = encode(close(outputs), types.SimpleNamespace(append=HELD["shared"].write))
    if device != "cpu":
        del outputs
        torch.cuda.empty_cache()  # the judging process needs the memory now
    return {"launches": launches, "outputs": form}


def time_held(job, device):
    """Calls that nothing watches, timed."""
    return {"times": cold_times(lambda: HELD["entry"](*HELD["arguments"]), job["count"], device)}


def held_job(job, device):
    """Does a job whose "held" says what: hold, run, time or drop. Returns packed bytes."""
    try:
        return pack(
            {"hold": hold, "run": run_held, "time": time_held, "drop": drop}[job["held"]](job, device), ()
        )
    except Refused as refusal:
        why = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        why = explain(error)
    return pack({"refused": why}, ())
