"""The gradients of average pools, made of operators that the vocabulary has.

Each window's gradient goes in equal shares to the elements that it is the mean of. Where windows lie at equal
distances that is a transposed convolution of each channel with a constant; those of an adaptive pool are as
long as they have to be, and the gradient is a product with the matrix of who is in which.
"""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from python_to_triton.frontend.convolution_gradients import Geometry, Sizes, gradient_by_input


def _shares_by_place(places, size, window, stride, padding, like):
    """1 / how many elements of a dimension, without its padding, each of its windows has: [places]."""
    starts = torch.arange(places, device=like.device) * stride - padding
    counts = (starts + window).clamp(max=size) - starts.clamp(min=0)
    return 1 / counts.to(like.dtype)


def gradient_of_average_pool(
    gradient: Tensor,
    sizes: Sizes,
    window: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    counts_padding: bool,
    divisor: int | None,
) -> Tensor:
    """The gradient by the input, [N, C, *sizes], of an average pool without `ceil_mode`.

    Args:
        gradient: [N, C, *places], by the output.
        sizes: of the input's spatial dimensions.
        window, stride, padding: a number for each of these.
        counts_padding: whether a mean is over the padding too.
        divisor: what every sum is divided by; None: the number of elements.
    """
    channels, ones = gradient.shape[1], [1] * len(window)
    share = 1 / (divisor or math.prod(window))
    if divisor is None and any(padding) and not counts_padding:
        share = 1
        for dim, geometry in enumerate(zip(sizes, window, stride, padding, strict=True), 2):
            shares = _shares_by_place(gradient.shape[dim], *geometry, gradient)
            gradient = gradient * shares.reshape([-1, *[1] * (gradient.dim() - dim - 1)])
    weight = torch.full((channels, 1, *window), share, dtype=gradient.dtype, device=gradient.device)
    return gradient_by_input(gradient, weight, sizes, Geometry(stride, padding, ones, channels))


def _shares_by_element(places, size, like):
    """The share of each element in each window of an adaptive pool along one dimension: [places, size]."""
    index = torch.arange(places, device=like.device)
    starts = index * size // places
    ends = ((index + 1) * size + places - 1) // places
    element = torch.arange(size, device=like.device)
    inside = (element >= starts[:, None]) & (element < ends[:, None])
    return inside.to(like.dtype) / (ends - starts)[:, None]


def gradient_of_adaptive_average_pool(gradient: Tensor, sizes: Sizes) -> Tensor:
    """The gradient by the input, [..., *sizes], of an adaptive average pool; gradient: [..., *places]."""
    first = gradient.dim() - len(sizes)
    for dim, size in enumerate(sizes, first):
        places = gradient.shape[dim]
        if size != places:
            by_place = gradient.movedim(dim, -1) @ _shares_by_element(places, size, gradient)
            gradient = by_place.movedim(-1, dim)
    return gradient
