"""Expressions of a kernel: those that rules of several files write, and the names that one reads."""

import re

import torch

HALVES = (torch.float16, torch.bfloat16)  # which a kernel computes with in float32


def names_of_text(expression: object) -> set[str]:
    """The names that an expression reads: not `mask` of `mask=row_mask`."""
    return set(re.findall(r"\b\w+\b(?!=[^=])", str(expression)))


def triton_name(dtype: torch.dtype) -> str:
    """The name of a dtype in a kernel."""
    return str(dtype).replace("torch", "tl")


def condition_as(condition: str, dtype: torch.dtype) -> str:
    """A condition as the numbers 0 and 1 of a dtype."""
    return f"({condition})" if dtype == torch.bool else f"({condition}).to({triton_name(dtype)})"
