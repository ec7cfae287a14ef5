"""The gradients of interpolation, made of operators that the vocabulary has.

Along one dimension an interpolation is a product with a matrix: how much of each element each place takes.
Linear interpolation takes 1 - distance of the elements that are nearer than 1, the nearest element is taken
as a whole. The gradient is the product with the same matrix, the other way.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

_HALVES = (torch.float16, torch.bfloat16)
_MOST_SUMMED = 16  # places of an element; from 41 on PyTorch's own count in float32 is off by one at times


def _linear_shares(places, size, scale, align_corners, like):
    """[places, size]; scale: how many places an element has, if the call says so."""
    place = torch.arange(places, device=like.device).to(like.dtype)
    if align_corners:
        between = place * ((size - 1) / max(places - 1, 1))
    else:
        step = 1 / scale if scale else size / places
        between = ((place + 0.5) * step - 0.5).clamp(min=0, max=size - 1)
    element = torch.arange(size, device=like.device)
    return (1 - (between[:, None] - element).abs()).relu()


def _nearest_shares(places, size, scale, is_exact, like):
    """[places, size], each row with a single 1: in float32, as PyTorch counts."""
    step = 1 / scale if scale else size / places
    place = torch.arange(places, device=like.device).to(torch.float32)
    near = ((place + 0.5 if is_exact else place) * step).to(torch.int64).clamp(max=size - 1)
    return (near[:, None] == torch.arange(size, device=like.device)).to(like.dtype)


def _by_shares(gradient, dim, shares):
    """The gradient with the places of a dimension exchanged for its elements: one product of two matrices."""
    last = gradient.movedim(dim, -1)
    product = last.reshape(-1, shares.shape[0]) @ shares
    return product.reshape(*last.shape[:-1], shares.shape[1]).movedim(-1, dim)


def gradient_of_linear(
    gradient: Tensor, sizes: Sequence[int], align_corners: bool, scales: Sequence[float | None]
) -> Tensor:
    """The gradient by the input, [N, C, *sizes], of a linear, bilinear or trilinear interpolation.

    Args:
        gradient: [N, C, *places], by the output.
        scales: what the call multiplied each size by; None: places / size.
    """
    dtype = gradient.dtype
    gradient = gradient.float() if dtype in _HALVES else gradient
    for dim, (size, scale) in enumerate(zip(sizes, scales, strict=True), 2):
        if size != gradient.shape[dim]:
            shares = _linear_shares(gradient.shape[dim], size, scale, align_corners, gradient)
            gradient = _by_shares(gradient, dim, shares)
    return gradient.to(dtype)


def gradient_of_nearest(
    gradient: Tensor, sizes: Sequence[int], is_exact: bool, scales: Sequence[float | None]
) -> Tensor:
    """The gradient by the input, [N, C, *sizes], of an interpolation by the nearest element.

    Where each element has as many places as each other, it is their sum. Arguments as above.
    """
    dtype = gradient.dtype
    gradient = gradient.float() if dtype in _HALVES else gradient
    for dim, (size, scale) in enumerate(zip(sizes, scales, strict=True), 2):
        places = gradient.shape[dim]
        if places % size == 0 and places // size <= _MOST_SUMMED and scale in (None, places / size):
            gradient = gradient.unflatten(dim, (size, places // size)).sum(dim + 1)
        else:
            shares = _nearest_shares(places, size, scale, is_exact, gradient)
            gradient = _by_shares(gradient, dim, shares)
    return gradient.to(dtype)
