"""What a wrapper costs a call: its checks, copies and return, around kernels that do nothing."""

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn

from calls.originals import load_original, small_call
from calls.running import arranged, prepare_module, step_values
from calls.verdicts import Failure, attempt, load_written, written_entry
from python_to_triton.record import environment

ROUNDS = 200
CALLS = 20  # a round
TENSORS = 5  # of the calls that the bar is about


def microseconds(call: Callable[[], object]) -> float:
    """The median time of a call, over ROUNDS rounds."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(CALLS):
            call()
        times.append((time.perf_counter() - began) / CALLS)
    return 1e6 * statistics.median(times)


def wrapper_cost(folder: Path, written: Path, program: str, device: str) -> tuple[int, float] | None:
    """(tensors that the kernels get, microseconds a call); None where there is no wrapper or no call.

    What it guards returns at once what it returned to the first call.
    """
    original = load_original(str(folder), program)
    module = load_written(str(written / program))
    call = small_call(original)
    entry = written_entry(module, original, call)
    inner = "unguarded" if hasattr(module, "unguarded") else "translated"  # what the wrapper calls
    if entry is getattr(module, inner):
        return None
    if isinstance(entry, nn.Module):
        prepare_module(entry, entry.state_dict(), call, device)
    values = step_values(call, original.inputs, device)
    arguments = arranged(call.steps[0], values[0], aliased=False)
    answer = getattr(module, inner)
    given = []

    def remember(*tensors: torch.Tensor) -> object:
        given[:] = [len(tensors), answer(*tensors)]
        return given[1]

    setattr(module, inner, remember)
    with torch.no_grad():
        if isinstance(attempt(entry, *arguments), Failure) or not given:
            return None
        count, results = given
        setattr(module, inner, lambda *tensors: results)
        return count, microseconds(lambda: entry(*arguments))


def measure_guards(folder: Path, written: Path, programs: list[str], device: str) -> str:
    """A line a number of tensors: median and largest cost of the wrappers that have so many."""
    found = {}
    for program in programs:
        cost = wrapper_cost(folder, written, program, device)
        if cost:
            found.setdefault(cost[0], []).append((cost[1], program))
    machine = environment("python_to_triton")
    lines = [f"{machine['device']}, Python {machine['python']}, torch {machine['torch']}, {machine['date']}"]
    lines += ["tensors  wrappers  median us  largest us"]
    for count, costs in sorted(found.items()):
        largest, program = max(costs)
        median = statistics.median(cost for cost, _ in costs)
        lines.append(f"{count:7}  {len(costs):8}  {median:9.1f}  {largest:10.1f}  {program}")
    return "\n".join(lines)
