"""Fourier transforms as products with matrices of cosines and sines; complex numbers are two tensors.

The discrete transform of length n has the matrix exp(sign 2 pi i j k / n). A tensor whose last transformed
dimension is half of a Hermitian one gives a real result: it is the sum over j of w_j Re(x_j exp(...)), where
w_j is 2 except at j = 0 and j = n / 2, which have no mirror image.
"""

import contextlib
import contextvars
import functools
import math
from collections.abc import Iterator, Sequence

import torch

from python_to_triton.frontend.formulas import formula
from python_to_triton.frontend.vocabulary import GraphError

_MOST_PLACES = 4096  # of a dimension: the matrix has the square of that
_OF_ANY_LENGTH = contextvars.ContextVar("of_any_length", default=False)


@contextlib.contextmanager
def of_any_length() -> Iterator[None]:
    """Transforms may be longer while it lasts: a trace at other sizes shows formulas, without data."""
    before = _OF_ANY_LENGTH.set(True)
    try:
        yield
    finally:
        _OF_ANY_LENGTH.reset(before)


def _check_length(places):
    """GraphError for a transform that is too long for a matrix."""
    if places > _MOST_PLACES and not _OF_ANY_LENGTH.get():
        raise GraphError(f"a Fourier transform of {places} places is not in the vocabulary")


def _waves(rows, columns, length, dtype):
    """(cos, sin) of 2 pi j k / length, each (rows, columns). The product is reduced before it is rounded."""
    turns = torch.arange(rows).unsqueeze(1) * torch.arange(columns) % length
    angles = turns.to(dtype) * (2 * math.pi) / length
    return torch.cos(angles), torch.sin(angles)


def _resized(x, dim, size):
    """x, cut or filled with zeros at the end of a dimension of another size, which of them does not show."""
    if x.shape[dim] == size:
        return x
    widths = [0, 0] * x.dim()
    widths[2 * (x.dim() - 1 - dim) + 1] = size
    return torch.nn.functional.pad(x, widths).narrow(dim, 0, size)


def _along(x, dim, matrix):
    """The product of a dimension of x with a matrix."""
    return (x.transpose(dim, -1) @ matrix).transpose(dim, -1)


def _all_but_last(real, imaginary, dims, sizes, sign):
    """(real, imaginary) of the transforms along `dims`; the imaginary part is None where there is none."""
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


def _divisors(lengths, norm, sign):
    """What a transform of these lengths is divided by, one after the other."""
    if norm == "ortho":
        return [math.sqrt(length) for length in lengths]
    scaled = norm == "forward" if sign < 0 else norm in (None, "backward")
    return lengths if scaled else []


def _divided(x, lengths, norm, sign):
    """A transform of these lengths as its norm has it."""
    for divisor in _divisors(lengths, norm, sign):
        x = x / divisor
    return x


def _last(real, imaginary, dim, size, sign, divide):
    """The real result of a last transform, whose length is `size`; `divide` does so with its matrix."""
    half = size // 2 + 1
    cosines, sines = _waves(half, size, size, real.dtype)
    places = torch.arange(half)
    alone = (places == 0) | (2 * places == size)
    weights = torch.where(alone, 1.0, 2.0).to(real.dtype).unsqueeze(1)
    result = _along(_resized(real, dim, half), dim, divide(weights * cosines))
    if imaginary is None:
        return result
    return result - sign * _along(_resized(imaginary, dim, half), dim, divide(weights * sines))


def _lengths_of(x, sizes, dims, last=None):
    """(dimensions, their lengths) of a transform; `last(size)` is the usual length of the last one.

    Raises:
        GraphError: one is too long.
    """
    if dims is None:
        dims = range(x.dim()) if sizes is None else range(x.dim() - len(sizes), x.dim())
    dims = [dim % x.dim() for dim in dims]
    asked = [-1] * len(dims) if sizes is None else list(sizes)
    usual = [x.shape[dim] for dim in dims]
    usual[-1] = last(usual[-1]) if last else usual[-1]
    lengths = [size if one in (-1, None) else one for one, size in zip(asked, usual, strict=True)]
    _check_length(max(lengths))
    return dims, lengths


def _as_floats(x):
    return x if x.is_floating_point() else x.to(torch.get_default_dtype())


def real_result(
    x: torch.Tensor,
    sizes: Sequence[int] | None,
    dims: Sequence[int] | None,
    norm: str | None,
    sign: int,
    imaginary: torch.Tensor | None = None,
) -> torch.Tensor:
    """A transform along `dims`, the last of which is half of a Hermitian dimension.

    Args:
        x, imaginary: the parts of what is transformed; None where it is real.
        sizes, dims, norm: as of torch.fft.hfftn.
        sign: of the exponent, -1 for a forward transform.
    """
    x = _as_floats(x)
    dims, lengths = _lengths_of(x, sizes, dims, lambda size: 2 * (size - 1))
    real, imaginary = _all_but_last(x, imaginary, dims[:-1], lengths[:-1], sign)
    divide = functools.partial(_divided, lengths=lengths, norm=norm, sign=sign)
    return _last(real, imaginary, dims[-1], lengths[-1], sign, divide)


def complex_result(
    x: torch.Tensor,
    sizes: Sequence[int] | None,
    dims: Sequence[int] | None,
    norm: str | None,
    sign: int,
    imaginary: torch.Tensor | None = None,
    half: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(real, imaginary) of a transform along `dims`; of `half` of the places of the last one, if so asked.

    The arguments are those of `real_result`.
    """
    x = _as_floats(x)
    dims, lengths = _lengths_of(x, sizes, dims)
    if half:
        x = _resized(x, dims[-1], lengths[-1])
        cosines, sines = _waves(lengths[-1], lengths[-1] // 2 + 1, lengths[-1], x.dtype)
        x, imaginary = _along(x, dims[-1], cosines), sign * _along(x, dims[-1], sines)
    rest = len(dims) - half
    x, imaginary = _all_but_last(x, imaginary, dims[:rest], lengths[:rest], sign)
    return _divided(x, lengths, norm, sign), _divided(imaginary, lengths, norm, sign)


def _as_long(window, n_fft, win_length, dtype):
    """A window of n_fft places: zeros are on both sides of one of `win_length`; ones where there is none."""
    if window is None:
        window = torch.ones(win_length, dtype=dtype)
    if win_length == n_fft:
        return window
    before = (n_fft - win_length) // 2
    return torch.nn.functional.pad(window, (before, n_fft - win_length - before))


def short_time(
    x: torch.Tensor,
    n_fft: int,
    hop_length: int | None,
    win_length: int | None,
    window: torch.Tensor | None,
    normalized: bool,
    onesided: bool | None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(real, imaginary) of the transforms of the windows of signals (..., time), each (..., places, windows).

    The arguments are those of torch.stft.
    """
    hop_length = hop_length or n_fft // 4
    win_length = win_length or n_fft
    _check_length(n_fft)
    window = _as_long(window, n_fft, win_length, x.dtype)
    frames = x.unfold(-1, n_fft, hop_length) * window
    places = n_fft // 2 + 1 if onesided or onesided is None else n_fft
    cosines, sines = _waves(n_fft, places, n_fft, x.dtype)
    factor = 1 / math.sqrt(n_fft) if normalized else 1
    return tuple((frames @ matrix * factor).transpose(-1, -2) for matrix in (cosines, -sines))


def _added_up(pieces, hop):
    """(batch, length): pieces (batch, count, places), each `hop` places behind the one before, added up."""
    batch, count, places = pieces.shape
    if places % hop:
        size = (1, places + hop * (count - 1))
        return torch.nn.functional.fold(pieces.mT, size, (1, places), stride=(1, hop)).flatten(1)
    shares = places // hop
    rows = pieces.reshape(batch, count, shares, hop)
    moved = (
        torch.nn.functional.pad(rows[:, :, share], (0, 0, share, shares - 1 - share))
        for share in range(shares)
    )
    return sum(moved).reshape(batch, -1)


def from_short_time(
    real: torch.Tensor,
    imaginary: torch.Tensor,
    n_fft: int,
    hop_length: int | None,
    win_length: int | None,
    window: torch.Tensor | None,
    center: bool,
    normalized: bool,
    onesided: bool | None,
    length: int | None,
) -> torch.Tensor:
    """The signals (..., time) of which these are the transforms of windows, each (..., places, windows).

    The arguments are those of torch.istft, which also checks that the windows leave no gaps.

    Raises:
        GraphError: the transforms are too long.
    """
    if real.dim() == 2:
        given = (n_fft, hop_length, win_length, window, center, normalized, onesided, length)
        return from_short_time(real.unsqueeze(0), imaginary.unsqueeze(0), *given).squeeze(0)
    hop_length = hop_length or n_fft // 4
    win_length = win_length or n_fft
    norm = "ortho" if normalized else None
    if onesided or onesided is None and real.shape[1] != n_fft:
        pieces = real_result(real, [n_fft], [1], norm, 1, imaginary)
    else:
        pieces = complex_result(real, [n_fft], [1], norm, 1, imaginary)[0]
    pieces = pieces.mT  # (batch, windows, places)
    window = _as_long(window, n_fft, win_length, real.dtype)
    total = _added_up(pieces * window, hop_length)
    shares = _added_up(window.square().expand(1, pieces.shape[1], n_fft), hop_length)
    start = n_fft // 2 if center else 0
    if length is None:
        end = n_fft + hop_length * (pieces.shape[1] - 1) - start
    else:  # zeros behind all windows, however many there are
        end = start + length
        total = torch.nn.functional.pad(total, (0, length))
        shares = torch.nn.functional.pad(shares, (0, length), value=1.0)
    return total[:, start:end] / shares[:, start:end]


@formula("fft_hfft")
def _hfft(self, n=None, dim=-1, norm=None):
    return real_result(self, None if n is None else [n], [dim], norm, -1)


@formula("fft_irfft")
def _irfft(self, n=None, dim=-1, norm=None):
    return real_result(self, None if n is None else [n], [dim], norm, 1)


@formula("fft_hfftn")
def _hfftn(self, s=None, dim=None, norm=None):
    return real_result(self, s, dim, norm, -1)


@formula("fft_hfft2")
def _hfft2(self, s=None, dim=(-2, -1), norm=None):
    return real_result(self, s, dim, norm, -1)


@formula("fft_irfftn")
def _irfftn(self, s=None, dim=None, norm=None):
    return real_result(self, s, dim, norm, 1)


@formula("fft_irfft2")
def _irfft2(self, s=None, dim=(-2, -1), norm=None):
    return real_result(self, s, dim, norm, 1)
