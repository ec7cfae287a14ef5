"""Fourier transforms of real tensors with a real result, as products with matrices of cosines and sines.

The discrete transform of length n has the matrix exp(sign 2 pi i j k / n). A tensor whose last transformed
dimension is half of a Hermitian one gives a real result: it is the sum over j of w_j Re(x_j exp(...)), where
w_j is 2 except at j = 0 and j = n / 2, which have no mirror image.
"""

import math

import torch

from python_to_triton.frontend.formulas import formula
from python_to_triton.frontend.vocabulary import GraphError

_MOST_PLACES = 4096  # of a dimension: the matrix has the square of that


def _waves(rows, columns, length, dtype):
    """(cos, sin) of 2 pi j k / length, each (rows, columns). The product is reduced before it is rounded."""
    turns = torch.arange(rows).unsqueeze(1) * torch.arange(columns) % length
    angles = turns.to(dtype) * (2 * math.pi / length)
    return torch.cos(angles), torch.sin(angles)


def _resized(x, dim, size):
    """x, cut or filled with zeros at the end of a dimension; in one way, whatever the size was."""
    if x.shape[dim] == size:
        return x
    widths = [0, 0] * x.dim()
    widths[2 * (x.dim() - 1 - dim) + 1] = size
    return torch.nn.functional.pad(x, widths).narrow(dim, 0, size)


def _along(x, dim, matrix):
    """The product of a dimension of x with a matrix."""
    return (x.transpose(dim, -1) @ matrix).transpose(dim, -1)


def _all_but_last(real, dims, sizes, sign):
    """(real, imaginary) of the transforms along `dims`; the imaginary part is None where there is none."""
    imaginary = None
    for dim, size in zip(dims, sizes, strict=True):
        real = _resized(real, dim, size)
        cosines, sines = _waves(size, size, size, real.dtype)
        turned = sign * _along(real, dim, sines)
        if imaginary is None:
            real, imaginary = _along(real, dim, cosines), turned
            continue
        imaginary = _resized(imaginary, dim, size)
        real, imaginary = (
            _along(real, dim, cosines) - sign * _along(imaginary, dim, sines),
            turned + _along(imaginary, dim, cosines),
        )
    return real, imaginary


def _last(real, imaginary, dim, size, sign):
    """The real result of a last transform, whose length is `size`."""
    half = size // 2 + 1
    cosines, sines = _waves(half, size, size, real.dtype)
    places = torch.arange(half)
    alone = (places == 0) | (2 * places == size)
    weights = torch.where(alone, 1.0, 2.0).to(real.dtype).unsqueeze(1)
    result = _along(_resized(real, dim, half), dim, weights * cosines)
    if imaginary is None:
        return result
    return result - sign * _along(_resized(imaginary, dim, half), dim, weights * sines)


def _factor(count, norm, sign):
    """What a transform of `count` places is multiplied by."""
    if norm == "ortho":
        return 1 / math.sqrt(count)
    scaled = norm == "forward" if sign < 0 else norm in (None, "backward")
    return 1 / count if scaled else 1


def _real_result(x, sizes, dims, norm, sign):
    """A transform along `dims`, the last of which is half of a Hermitian dimension."""
    x = x if x.is_floating_point() else x.to(torch.get_default_dtype())
    if dims is None:
        dims = range(x.dim()) if sizes is None else range(x.dim() - len(sizes), x.dim())
    dims = [dim % x.dim() for dim in dims]
    asked = [-1] * len(dims) if sizes is None else list(sizes)
    usual = [x.shape[dim] for dim in dims[:-1]] + [2 * (x.shape[dims[-1]] - 1)]
    lengths = [size if one == -1 else one for one, size in zip(asked, usual, strict=True)]
    if max(lengths) > _MOST_PLACES:
        raise GraphError(f"a Fourier transform of {max(lengths)} places is not in the vocabulary")
    real, imaginary = _all_but_last(x, dims[:-1], lengths[:-1], sign)
    result = _last(real, imaginary, dims[-1], lengths[-1], sign)
    return result * _factor(math.prod(lengths), norm, sign)


@formula("fft_hfft", sized=True)
def _hfft(self, n=None, dim=-1, norm=None):
    return _real_result(self, None if n is None else [n], [dim], norm, -1)


@formula("fft_irfft", sized=True)
def _irfft(self, n=None, dim=-1, norm=None):
    return _real_result(self, None if n is None else [n], [dim], norm, 1)


@formula("fft_hfftn", "fft_hfft2", sized=True)
def _hfftn(self, s=None, dim=None, norm=None):
    return _real_result(self, s, dim, norm, -1)


@formula("fft_irfftn", "fft_irfft2", sized=True)
def _irfftn(self, s=None, dim=None, norm=None):
    return _real_result(self, s, dim, norm, 1)
