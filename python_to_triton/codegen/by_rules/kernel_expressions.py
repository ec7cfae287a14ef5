"""Expressions of a kernel that rules of several files write."""

import torch

from python_to_triton.codegen.by_rules.size_arithmetic import Size, plus

HALVES = (torch.float16, torch.bfloat16)  # which a kernel computes with in float32


def triton_name(dtype: torch.dtype) -> str:
    """The name of a dtype in a kernel."""
    return str(dtype).replace("torch", "tl")


def condition_as(condition: str, dtype: torch.dtype) -> str:
    """A condition as the numbers 0 and 1 of a dtype."""
    return f"({condition})" if dtype == torch.bool else f"({condition}).to({triton_name(dtype)})"


def in_each_lane(place: Size) -> str:
    """A coordinate as a tensor of the kernel, where it is a number or a size too."""
    return str(plus("0 * offsets", place))
