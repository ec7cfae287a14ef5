"""What a call of a module changes besides its result, put back."""

import contextlib
from collections.abc import Callable, Iterator

import torch
from torch import nn


@contextlib.contextmanager
def unchanged_buffers(function: Callable) -> Iterator[None]:
    """Puts the buffers of a module back that its forward writes inside, as running statistics are.

    Those of a module that a function only refers to are not known, and stay as they are then.
    """
    buffers = list(function.buffers()) if isinstance(function, nn.Module) else []
    before = [buffer.clone() for buffer in buffers]
    try:
        yield
    finally:
        with torch.no_grad():
            for buffer, old in zip(buffers, before):
                buffer.copy_(old)
