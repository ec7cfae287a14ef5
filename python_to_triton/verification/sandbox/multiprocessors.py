"""How many multiprocessors a GPU has, where there is none: another number whenever it is asked for.

A persistent kernel has as many programs. It has to be right for any number: few, so that each program does
several blocks, and those of real GPUs.
"""

import itertools
import types
from typing import Any

import torch

COUNTS = (2, 132, 1, 108, 3, 148, 46, 7, 84, 188, 20, 142, 5, 160, 58, 114, 78, 170)


def vary_multiprocessors() -> None:
    """Exchanges PyTorch's question for this, once for a process."""
    counts = itertools.cycle(COUNTS)

    def get_device_properties(device: Any = None) -> types.SimpleNamespace:
        return types.SimpleNamespace(multi_processor_count=next(counts))

    torch.cuda.get_device_properties = get_device_properties
    torch.cuda.current_device = lambda: 0
