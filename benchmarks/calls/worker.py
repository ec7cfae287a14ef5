"""The process that draws and makes calls, and may die of one: messages in JSON, a line each.

    {"plan": PROGRAM, "seed": S}                  -> {"calls": [...]} or {"error": ...}
    {"program": PROGRAM, "calls": [...]}          -> {"begin": i}, {"end": i, "verdict": ..., ...} for each

It ends itself after an error that leaves the GPU unusable: "lost" in the message is then true.
"""

import json
import os
import resource
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import torch

from calls.data import decoded_call, encoded
from calls.kinds import candidate_calls
from calls.originals import load_original
from calls.verdicts import judge_call
from triton_ops.interpreter import support_range_of_scalars

MEMORY = 16 << 30  # bytes of address space, on the CPU
MOST_INTERPRETED = 1 << 18  # elements of inputs and parameters
GPU_IS_LOST = ("CUDA error", "device-side assert", "illegal memory access", "unspecified launch failure")


def plan(folder: Path, program: str, seed: int, device: str) -> dict:
    """The candidates for calls of a program, or why there are none."""
    try:
        original = load_original(str(folder), program)
    except ValueError as error:
        return {"error": str(error)}
    size = original.size
    if device == "cpu" and size > MOST_INTERPRETED:
        return {"error": f"its smallest call has {size} elements: too many for Triton's interpreter"}
    return {"calls": [encoded(call) for call in candidate_calls(original, seed)]}


def make_calls(folder: Path, written: Path, request: dict, device: str, reply: Callable) -> bool:
    """Makes the calls of a request; whether the process can go on."""
    original = load_original(str(folder), request["program"])
    path = str(written / request["program"])
    for place, fields in enumerate(request["calls"]):
        reply({"begin": place})
        began = time.perf_counter()
        outcome = judge_call(original, path, decoded_call(fields), device)
        seconds = round(time.perf_counter() - began, 3)
        lost = device == "cuda" and any(text in outcome.reason for text in GPU_IS_LOST)
        found = {"verdict": outcome.verdict, "reason": outcome.reason, "seconds": seconds, "lost": lost}
        reply({"end": place} | found)
        if lost:
            return False
    return True


def main() -> None:
    """FOLDER WRITTEN DEVICE on the command line, requests on stdin."""
    folder = Path(sys.argv[1])
    written = Path(sys.argv[2])
    device = sys.argv[3]
    channel = os.fdopen(os.dup(1), "w")  # programs may print: that goes to stderr
    os.dup2(2, 1)
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")  # PyTorch's, of sizes that are broadcast on purpose
    if device == "cpu":
        support_range_of_scalars()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    def reply(message: dict) -> None:
        channel.write(json.dumps(message) + "\n")
        channel.flush()

    for line in sys.stdin:
        request = json.loads(line)
        if "plan" in request:
            reply(plan(folder, request["plan"], request["seed"], device))
        elif not make_calls(folder, written, request, device, reply):
            return


if __name__ == "__main__":
    main()
