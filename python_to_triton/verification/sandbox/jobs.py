"""The job of a server that runs candidates. Replies are packed bytes."""

import signal
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from python_to_triton.verification.sandbox.candidate import describe_error, load_candidate
from python_to_triton.verification.sandbox.fence import WatchedCall
from python_to_triton.verification.sandbox.launches import watched_launches
from python_to_triton.verification.sandbox.messages import pack
from python_to_triton.verification.sandbox.rules import ANYTHING, GIVEN_UP, OutOfSteps, Refused

MOST_SECONDS = 2.0  # of CPU time, for a call whose steps are limited


def refuse_text_of_tensor(tensor: Tensor, *_):
    """Replaces Tensor.__repr__, which gives host code the values without an operation that is dispatched."""
    raise Refused("reads a tensor as text", "run")


def shared_memory(arguments: Sequence, outputs: Any) -> list[tuple[int, int]]:
    """(output, argument) for every output that lies in an argument's memory."""
    storages = [
        value.untyped_storage().data_ptr() if isinstance(value, Tensor) else None for value in arguments
    ]
    results = outputs if isinstance(outputs, (tuple, list)) else [outputs]
    return [
        (index, storages.index(result.untyped_storage().data_ptr()))
        for index, result in enumerate(results)
        if type(result) is Tensor and result.numel() and result.untyped_storage().data_ptr() in storages
    ]


def run_once(
    entry: Callable, arguments: Sequence, device: str, run: Sequence, described: list | None = None
) -> tuple[int, list[tuple[int, int]], Any]:
    """One call of a candidate's host function: (launches, what shares memory, outputs).

    `run` holds the further arguments of WatchedCall. Raises Refused, or whatever the candidate raises.
    """
    watched = WatchedCall(device, *run)
    Tensor.__repr__ = Tensor.__format__ = Tensor.__str__ = refuse_text_of_tensor
    inputs = [watched.argument(value, index) for index, value in enumerate(arguments)]
    with watched_launches(watched, described), watched:
        outputs = entry(*inputs)
    if device != "cpu":
        torch.cuda.synchronize()
    if not watched.kernels_disabled:
        watched.check_fences()
    return watched.launches, shared_memory(inputs, outputs), outputs


def give_up(*_):
    """A call that takes no steps, and goes on computing."""
    raise OutOfSteps


def run_or_stop(
    entry: Callable, arguments: Sequence, device: str, run: Sequence, described: list | None
) -> tuple[int, list[tuple[int, int]], str, Any]:
    """`run_once`, and why it ended without a result where that does not refuse the candidate.

    (launches, what shares memory, why it ended or "", outputs).
    """
    watched = WatchedCall(device, *run)
    may_raise = watched.may_raise
    if watched.steps.left is not None:
        signal.signal(signal.SIGVTALRM, give_up)
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        described = None if may_raise else described  # what it launches there need not compile
        launches, shared, outputs = run_once(entry, arguments, device, run, described)
        return launches, shared, "", outputs
    except OutOfSteps:
        return 0, [], GIVEN_UP, ()
    except Refused as refusal:
        if may_raise != ANYTHING:
            raise
        return 0, [], str(refusal), ()
    except Exception as error:
        if not may_raise:
            raise
        return 0, [], describe_error(error), ()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)


def run_job(job: dict, arguments: Sequence, device: str) -> bytes:
    """Does every run of `job["runs"]`, each [index of its arguments, *further arguments of WatchedCall].

    The reply holds the launches and the outputs of each run, and why one ended without any; or "refused",
    why, and "run", which of them it was, -1 where the candidate could not be loaded.
    """
    described = [] if job["describe"] else None
    reply = {"launches": [], "shared": [], "stopped": []}
    outputs = []
    current = -1
    try:
        entry = getattr(load_candidate(job["source"]), job["entry"])
        for number, (index, *run) in enumerate(job["runs"]):
            current = number
            *found, output = run_or_stop(entry, arguments[index], device, run, described)
            for name, value in zip(reply, found):
                reply[name].append(value)
            outputs.append(output)
        return pack(reply | {"described": described}, outputs)
    except Refused as refusal:
        reason = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        reason = describe_error(error)
    return pack({"refused": reason, "run": current}, ())
