"""The GPUs of this machine, and how they are dealt: a process sees one of them, as its device 0.

Kernels name no device but "cuda", and the sandbox of a process inherits what the process sees: so every part
of the judge runs on the GPU that its process was dealt, and none has to be told which it is.
"""

import itertools
import os

import torch


def visible_gpus() -> list[str]:
    """For each GPU that this process sees the value of CUDA_VISIBLE_DEVICES that shows it alone."""
    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    if not named:
        return [str(number) for number in range(torch.cuda.device_count())]
    names = (name.strip() for name in named.split(","))
    return list(itertools.takewhile(lambda name: name != "-1", names))  # -1 hides itself and what follows


def dealt_gpus(processes: int) -> list[str]:
    """For each of so many processes its GPU, in turn, so that no two GPUs differ by more than one process.

    "" where there are not several: then a process sees what its parent sees.
    """
    gpus = visible_gpus()
    if len(gpus) < 2:
        return [""] * processes
    return list(itertools.islice(itertools.cycle(gpus), processes))


def show_gpu(gpu: str) -> None:
    """Has this process, and what it starts, see one GPU alone; "" changes nothing. Before CUDA is used."""
    if gpu:
        os.environ["CUDA_VISIBLE_DEVICES"] = gpu
