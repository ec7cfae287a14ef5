"""What a call of a module changes besides its result, put back."""

import contextlib
from collections.abc import Callable, Iterator

import torch
from torch import nn


@contextlib.contextmanager
def unchanged_buffers(function: Callable) -> Iterator[None]:
    """Puts the buffers of a module back that its forward writes or replaces inside, as running statistics.

    One that it leaves alone is not touched: it may be part of a graph of the caller's. Those of a module that
    a function only refers to are not known, and stay as they are then.
    """
    modules = list(function.modules()) if isinstance(function, nn.Module) else []
    before = [
        (module, name, buffer, buffer.clone())
        for module in modules
        for name, buffer in module.named_buffers(recurse=False)
    ]
    try:
        yield
    finally:
        with torch.no_grad():
            for module, name, buffer, old in before:
                if not torch.equal(buffer, old):  # its version does not count what batch_norm writes
                    buffer.copy_(old)
                if module._buffers.get(name) is not buffer:
                    module._buffers[name] = buffer
