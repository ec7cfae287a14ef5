"""Eager convolutions as they are on a GPU, wherever a reference runs: of operands rounded to TF32.

PyTorch lets cuDNN round the float32 operands of convolutions to TF32, which has 10 bits of mantissa, unless
`torch.backends.cudnn.allow_tf32` is switched off; the products are exact and summed in float32. What an
answer may lose follows from that. A CPU has no cuDNN, and on a GPU small sizes may get an algorithm that
rounds nothing. So a reference's convolutions are given rounded operands here, on any device, and run without
TF32. Depthwise convolutions, for which PyTorch has kernels of its own, are exact, and so are matrix products:
PyTorch rounds their operands only where it is told to.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

ATEN = torch.ops.aten
OPERANDS = {
    ATEN.convolution.default: 2,
    ATEN.convolution_backward.default: 3,
}  # so many arguments at the front
DROPPED = 13  # bits of the mantissa of float32


def to_nearest_tf32(value: Any) -> Any:
    """A float32 tensor rounded to TF32, ties away from zero, as cvt.rna.tf32.f32; anything else as it is."""
    if not isinstance(value, Tensor) or value.dtype != torch.float32:
        return value
    bits = value.contiguous().view(torch.int32)
    rounded = ((bits + (1 << DROPPED - 1)) >> DROPPED << DROPPED).view(torch.float32)
    return torch.where(value.isfinite(), rounded, value)


def is_depthwise(operator: Any, arguments: tuple) -> bool:
    """Whether PyTorch has kernels of its own for a convolution: every input channel is a group."""
    forward = operator is ATEN.convolution.default
    x, transposed, groups = (
        (arguments[0], arguments[6], arguments[8]) if forward else (arguments[1], arguments[7], arguments[9])
    )
    return not transposed and groups > 1 and groups == x.shape[1]


class RoundedConvolutions(TorchDispatchMode):
    """While it lasts, convolutions of float32 and their gradients are of operands in TF32."""

    @classmethod
    def _should_skip_dynamo(cls):
        return False  # else PyTorch imports its compiler

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        count = OPERANDS.get(func, 0)
        if count and not is_depthwise(func, args):
            args = (*map(to_nearest_tf32, args[:count]), *args[count:])
        return func(*args, **(kwargs or {}))


@contextlib.contextmanager
def reference_convolutions(rounded: bool = True) -> Iterator[None]:
    """How a reference convolves on any device: operands of float32 are in TF32 where `rounded`, else exact.

    Which algorithm cuDNN would take, and whether that one rounds, does not count.
    """
    cudnn = torch.backends.cudnn
    kept = {"enabled": cudnn.enabled, "benchmark": cudnn.benchmark, "deterministic": cudnn.deterministic}
    rounding = RoundedConvolutions() if rounded else contextlib.nullcontext()
    with cudnn.flags(**kept, allow_tf32=False), rounding:
        yield
