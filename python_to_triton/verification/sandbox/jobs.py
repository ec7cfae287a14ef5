"""The job of a server that runs candidates. Replies are packed bytes."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from python_to_triton.verification.sandbox.candidate import describe_error, load_candidate
from python_to_triton.verification.sandbox.fence import WatchedCall
from python_to_triton.verification.sandbox.launches import watched_launches
from python_to_triton.verification.sandbox.messages import pack
from python_to_triton.verification.sandbox.rules import Refused


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


def run_job(job: dict, arguments: Sequence, device: str) -> bytes:
    """Does every run of `job["runs"]`, each [index of its arguments, *further arguments of WatchedCall].

    The reply holds the launches and the outputs of each run; or "refused", why, and "run", which of them it
    was, -1 where the candidate could not be loaded.
    """
    described = [] if job["describe"] else None
    launches, shared, outputs = [], [], []
    current = -1
    try:
        entry = getattr(load_candidate(job["source"]), job["entry"])
        for number, (index, *run) in enumerate(job["runs"]):
            current = number
            count, aliases, output = run_once(entry, arguments[index], device, run, described)
            launches.append(count)
            shared.append(aliases)
            outputs.append(output)
        return pack({"launches": launches, "shared": shared, "described": described}, outputs)
    except Refused as refusal:
        reason = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        reason = describe_error(error)
    return pack({"refused": reason, "run": current}, ())
