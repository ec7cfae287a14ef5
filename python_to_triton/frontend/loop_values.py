"""What the values of a loop are, one step of it seen by itself; loops.py runs all steps.

Sizes are computed with these, without data: a step more or less changes no shape but that of what is stacked.
"""

from collections.abc import Sequence

import torch


def _check(carried, following, steps):
    if steps < 1:
        raise RuntimeError(f"a loop of {steps} steps")
    for before, after in zip(carried, following, strict=True):
        if before.shape != after.shape or before.dtype != after.dtype:
            shapes = tuple(before.shape), tuple(after.shape)
            raise RuntimeError(f"a step makes {shapes[1]} of {shapes[0]}")


def item_of_step(x: torch.Tensor, steps: int, first: int, stride: int) -> torch.Tensor:
    """What the first step reads of x, along dimension 0.

    Raises:
        RuntimeError: a step reads outside of x.
    """
    last = first + stride * (steps - 1)
    if not x.dim() or not 0 <= min(first, last) <= max(first, last) < x.shape[0]:
        raise RuntimeError(f"items {first} to {last} of {tuple(x.shape)}")
    return x.select(0, first)


def stacked_values(
    x: torch.Tensor, carried: Sequence[torch.Tensor], following: Sequence[torch.Tensor], steps: int
) -> torch.Tensor:
    """The shape of what all steps make, x, along a new dimension 0; without data.

    Raises:
        RuntimeError: the next step would read other shapes than this one.
    """
    _check(carried, following, steps)
    return torch.empty((steps, *x.shape), dtype=x.dtype, device="meta")


def final_value(
    x: torch.Tensor, carried: Sequence[torch.Tensor], following: Sequence[torch.Tensor], steps: int
) -> torch.Tensor:
    """The shape of what the last step makes, x; without data. Raises as stacked_values does."""
    _check(carried, following, steps)
    return torch.empty(x.shape, dtype=x.dtype, device="meta")
