"""Inputs of the answers in experts' styles, and the lines that each of them begins with."""

import torch
from torch import Tensor

TRITON = "import torch\nimport triton\nimport triton.language as tl\n\n"

HALVES = (torch.float16, torch.bfloat16)


def floats(*shapes: tuple, seed: int = 0, dtype: torch.dtype = torch.float32) -> tuple[Tensor, ...]:
    """One tensor of normal numbers a shape."""
    generator = torch.Generator().manual_seed(seed)
    return tuple(torch.randn(shape, generator=generator).to(dtype) for shape in shapes)


def signed(shape: tuple, seed: int = 0, low: int = -127, high: int = 128, dtype=torch.int8) -> Tensor:
    """Integers low..high - 1."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(low, high, shape, generator=generator).to(dtype)
