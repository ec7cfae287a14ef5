"""The processes that train together, as torchrun starts them: what they agree on, and what one does for all.

In one process every function here gives back what it is given, or calls what it is given.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import torch
import torch.distributed as dist

from triton_ops.exit_codes import Failed
from triton_ops.processes import is_joined

MODES = ("auto", "none", "ddp", "fsdp")
TIMEOUT = timedelta(minutes=30)  # for a process that hangs; torchrun itself ends a run of which one has died


def size() -> int:
    """How many processes train together, as torchrun says it."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def is_launched() -> bool:
    """Whether torchrun has started this process."""
    return {"RANK", "WORLD_SIZE"} <= os.environ.keys()


def mode_of(name: str) -> str:
    """none, ddp or fsdp; auto: ddp under torchrun."""
    if name != "auto":
        return name
    return "ddp" if is_launched() else "none"


def check_mode(name: str, compile_mode: str) -> None:
    """Raises ValueError, one line, where so many processes cannot train so."""
    mode = mode_of(name)
    if mode == "none" and size() > 1:
        raise ValueError(
            f"training is one process, and these are {size()}: start without torchrun, or let it set RANK "
            "and take --parallel ddp or fsdp"
        )
    if mode != "none" and not is_launched():
        raise ValueError(f"--parallel {mode} needs torchrun: torchrun --nproc-per-node 2 llm.py ...")
    if mode != "none" and compile_mode == "reduce-overhead":
        raise ValueError("--compile reduce-overhead replays graphs, which --parallel cannot: take default")


def check_alone(command: str) -> None:
    """Raises ValueError, one line, where torchrun has started a command that is one process."""
    if is_launched():
        raise ValueError(f"torchrun is for training: start --{command} with python")


def rank() -> int:
    """Which of the processes this is."""
    return int(os.environ["RANK"]) if is_launched() and size() > 1 else 0


def is_first() -> bool:
    """Whether this is the process that logs, saves and prints."""
    return rank() == 0


def silence_others() -> None:
    """What others than the first process print goes nowhere, to their end; errors are of all."""
    if not is_first():
        sys.stdout = open(os.devnull, "w")


def join(mode: str, device: torch.device) -> None:
    """Meets the other processes; but for `mode` none.

    Tensors on the CPU travel by gloo, so that agreeing makes no GPU wait. Raises ValueError, one line, where
    there are fewer GPUs than processes.
    """
    if mode == "none":
        return
    backend = "gloo"
    if device.type == "cuda":
        own = int(os.environ["LOCAL_RANK"])
        here = torch.cuda.device_count()
        if own >= here:
            raise ValueError(f"this machine has {here} GPUs: start torchrun with --nproc-per-node {here}")
        if device.index is not None:
            raise ValueError(f"torchrun gives every process its GPU: use --device cuda, not {device}")
        torch.cuda.set_device(own)
        backend = "cpu:gloo,cuda:nccl"
    dist.init_process_group(backend, timeout=TIMEOUT)


def shown_world(name: str, device: torch.device) -> str:
    """A line that says how the processes of `--parallel` train; none where this is one process alone."""
    if not is_joined():
        return ""
    way = {"ddp": "DDP", "fsdp": "FSDP2"}[mode_of(name)]
    uncaptured = "; no step is captured as a CUDA graph" if device.type == "cuda" else ""
    return f"{dist.get_world_size()} processes by {way}: each takes its rows of a micro-batch{uncaptured}\n"


def is_of_communication(error: RuntimeError) -> bool:
    """Whether an error is of what processes send each other: NCCL's have a type, gloo's its name."""
    return isinstance(error, dist.DistError) or "gloo" in str(error)


@contextlib.contextmanager
def closed_process_group() -> Iterator[None]:
    """Leaves the other processes at the end of what is within; not after an error, where they may not answer.

    Raises exit_codes.Failed where they could not be reached, as where one of them has ended.
    """
    try:
        yield
    except RuntimeError as error:
        if not is_of_communication(error):
            raise
        raise Failed(f"communication failed in process {rank()}: {error}") from error
    if is_joined():
        dist.destroy_process_group()


def largest(*numbers: float) -> list[float]:
    """Each number, the largest of those that the processes give."""
    if not is_joined():
        return list(numbers)
    agreed = torch.tensor(numbers, dtype=torch.float64)
    dist.all_reduce(agreed, dist.ReduceOp.MAX)
    return agreed.tolist()


def gathered_objects(value: Any) -> list:
    """What each process gives, by rank."""
    if not is_joined():
        return [value]
    values = [None] * dist.get_world_size()
    dist.all_gather_object(values, value)
    return values
