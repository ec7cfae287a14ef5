"""PyTorch's process-wide settings: put back after a user's file ran, and set for an exact comparison."""

import contextlib
import os
from collections.abc import Iterator

import torch

from python_to_triton import verification


@contextlib.contextmanager
def unchanged_settings() -> Iterator[None]:
    """Puts back, at its end, what a file that is imported may set for the whole process."""
    dtype = torch.get_default_dtype()
    device = torch.get_default_device()
    gradients = torch.is_grad_enabled()
    precision = torch.get_float32_matmul_precision()
    folder = os.getcwd()
    try:
        yield
    finally:
        torch.set_default_dtype(dtype)
        torch.set_default_device(None if device == torch.device("cpu") else device)
        torch.set_grad_enabled(gradients)
        torch.set_float32_matmul_precision(precision)
        os.chdir(folder)


@contextlib.contextmanager
def as_a_reference() -> Iterator[None]:
    """No gradients inside, and no TF32 but that of the judge's convolutions, whatever the user's file set."""
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("highest")
    try:
        with torch.no_grad(), verification.reference_convolutions():
            yield
    finally:
        torch.set_float32_matmul_precision(before)
