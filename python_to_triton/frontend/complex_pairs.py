"""Complex tensors as pairs of real ones: which calls with complex numbers are in the vocabulary.

    torch.stft(x, 400, window=w, return_complex=True).abs()      hypot of two products with cosines and sines

A rule, in PyTorch's words, gets a ComplexPair for each complex tensor among a call's arguments, and returns
one or a real tensor; None where it has no form for them. What has no rule stays PyTorch's, and so does what
it reads.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch

from python_to_triton.frontend.fourier_formulas import (
    complex_result,
    from_short_time,
    real_result,
    short_time,
)

# name of an operator -> its rule, with the operator's arguments
RULES: dict[str, Callable] = {}


class ComplexPair(NamedTuple):
    """A complex tensor."""

    real: torch.Tensor
    imaginary: torch.Tensor


def rule(*names: str) -> Callable:
    """Registers the rule of these operators."""

    def register(function):
        RULES.update(dict.fromkeys(names, function))
        return function

    return register


def _parts(x):
    """(real, imaginary) of a tensor or ComplexPair; None is no imaginary part."""
    return x if isinstance(x, ComplexPair) else (x, None)


# ---- transforms ----


@rule("stft")
def _stft(
    self,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    normalized=False,
    onesided=None,
    return_complex=None,
    align_to_window=None,
):
    if isinstance(self, ComplexPair) or isinstance(window, ComplexPair) or align_to_window:
        return None
    pair = ComplexPair(*short_time(self, n_fft, hop_length, win_length, window, normalized, onesided))
    return pair if return_complex else torch.stack(pair, -1)


@rule("istft")
def _istft(
    self,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    normalized=False,
    onesided=None,
    length=None,
    return_complex=False,
):
    if not isinstance(self, ComplexPair) or isinstance(window, ComplexPair) or return_complex:
        return None
    given = (n_fft, hop_length, win_length, window, center, normalized, onesided, length)
    return from_short_time(*self, *given)


def _one(function):
    """The rule of a transform along one dimension, of that along several."""
    return lambda self, n=None, dim=-1, norm=None: function(self, None if n is None else [n], [dim], norm)


@rule("fft_fftn")
def _fftn(self, s=None, dim=None, norm=None):
    real, imaginary = _parts(self)
    return ComplexPair(*complex_result(real, s, dim, norm, -1, imaginary))


@rule("fft_ifftn")
def _ifftn(self, s=None, dim=None, norm=None):
    real, imaginary = _parts(self)
    return ComplexPair(*complex_result(real, s, dim, norm, 1, imaginary))


@rule("fft_rfftn")
def _rfftn(self, s=None, dim=None, norm=None):
    return ComplexPair(*complex_result(self, s, dim, norm, -1, half=True))


@rule("fft_irfftn")
def _irfftn(self, s=None, dim=None, norm=None):
    real, imaginary = _parts(self)
    return real_result(real, s, dim, norm, 1, imaginary)


def _two(function):
    """The rule of a transform of images, of that along several dimensions."""
    return lambda self, s=None, dim=(-2, -1), norm=None: function(self, s, dim, norm)


RULES["fft_fft2"] = _two(_fftn)
RULES["fft_ifft2"] = _two(_ifftn)
RULES["fft_rfft2"] = _two(_rfftn)
RULES["fft_irfft2"] = _two(_irfftn)
RULES["fft_fft"] = _one(_fftn)
RULES["fft_ifft"] = _one(_ifftn)
RULES["fft_rfft"] = _one(_rfftn)
RULES["fft_irfft"] = _one(_irfftn)

TRANSFORMS = frozenset(RULES)


# ---- arithmetic ----


@rule("add")
def _add(self, other, *, alpha=1):
    if not isinstance(self, ComplexPair):
        self, other = (other, self) if alpha == 1 else (self, other)
    if not isinstance(self, ComplexPair) or isinstance(other, complex):
        return None
    if not isinstance(other, ComplexPair):
        return ComplexPair(self.real + other * alpha, self.imaginary + torch.zeros_like(self.real + other))
    return ComplexPair(self.real + other.real * alpha, self.imaginary + other.imaginary * alpha)


@rule("sub")
def _sub(self, other, *, alpha=1):
    if not isinstance(self, ComplexPair) or not isinstance(other, ComplexPair):
        return None
    return ComplexPair(self.real - other.real * alpha, self.imaginary - other.imaginary * alpha)


@rule("mul")
def _mul(self, other):
    if isinstance(self, complex) or isinstance(other, complex):
        return None
    if not isinstance(self, ComplexPair):
        self, other = other, self
    if not isinstance(other, ComplexPair):
        return ComplexPair(self.real * other, self.imaginary * other)
    return ComplexPair(
        self.real * other.real - self.imaginary * other.imaginary,
        self.real * other.imaginary + self.imaginary * other.real,
    )


@rule("div")
def _div(self, other, *, rounding_mode=None):
    if not isinstance(self, ComplexPair) or isinstance(other, (ComplexPair, complex)) or rounding_mode:
        return None
    return ComplexPair(self.real / other, self.imaginary / other)


@rule("neg")
def _neg(self):
    return ComplexPair(-self.real, -self.imaginary)


@rule("conj", "_conj", "conj_physical")
def _conj(self):
    return ComplexPair(self.real, -self.imaginary)


# ---- parts ----


@rule("abs")
def _abs(self):
    return torch.hypot(self.real, self.imaginary)


@rule("angle")
def _angle(self):
    return torch.atan2(self.imaginary, self.real)


@rule("real")
def _real(self):
    return self.real


@rule("imag")
def _imag(self):
    return self.imaginary


@rule("view_as_real")
def _view_as_real(self):
    return torch.stack(self, -1)


@rule("view_as_complex")
def _view_as_complex(self):
    return ComplexPair(*self.unbind(-1))


@rule("complex")
def _complex(real, imag):
    return ComplexPair(real, imag)


@rule("polar")
def _polar(abs, angle):
    return ComplexPair(abs * torch.cos(angle), abs * torch.sin(angle))


# Of which a complex result has the real one of each part.
ON_BOTH = frozenset(
    (
        *("alias", "clone", "contiguous", "detach", "expand", "flatten", "flip", "index_select", "mean"),
        *("movedim", "pad", "permute", "reshape", "resolve_conj", "resolve_neg", "roll", "select", "slice"),
        *("squeeze", "sum", "t", "transpose", "unsqueeze", "view"),
    )
)


def pair_rule(func: object, name: str) -> Callable | None:
    """The rule of an OpOverload of this name; None where it has none."""
    if func._schema.is_mutable:
        return None
    if name in ON_BOTH:
        return lambda x, *args, **named: ComplexPair(*(func(part, *args, **named) for part in x))
    return RULES.get(name)
