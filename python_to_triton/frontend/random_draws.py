"""Random numbers as the written file draws them: Philox 4x32-10, one counter an element, in PyTorch.

A draw is a call `draws.mask([n0, n1], n2, n3, dtype=n4, device=device)` of an opaque value: a tensor of a
kind, that depends on its sizes and on a seed alone. The kernel that the written file holds is
codegen/draw_kernel.py; this is the same function without Triton, so that a graph computes here what the file
computes under the same seed. The seed is one integer that PyTorch's generator of the device gives.

Source: Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (2011), in the form that
triton.language.rand has.
"""

import functools
import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

NAMESPACE = "draws"

# What the two numbers of a draw are, by its kind.
KINDS = {
    "mask": "the share of elements that are kept, and what these hold; the others are zero",
    "uniform": "the lower bound, which is drawn, and the upper one, which is not",
    "normal": "mean and standard deviation",
    "exponential": "the rate, and a number that is not used",
}

_WORD = 0xFFFFFFFF
_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_KEY_STEPS = 0x9E3779B9, 0xBB67AE85
_ROUNDS = 10
_UNIT = 4.6566127342e-10  # the greatest float32 that keeps 2^31 - 1 times it below 1


def philox_words(seed: int, count: int, device: object = "cpu") -> tuple[Tensor, Tensor]:
    """The first two of the four 32-bit words of each counter 0, 1, ..., `count` - 1: i64[count] each."""
    counter = torch.arange(count, dtype=torch.int64, device=device)
    c0, c1 = counter & _WORD, counter >> 32
    c2, c3 = torch.zeros_like(c0), torch.zeros_like(c0)
    k0, k1 = seed & _WORD, seed >> 32 & _WORD
    for _ in range(_ROUNDS):
        first, second = c0 * _MULTIPLIERS[0], c2 * _MULTIPLIERS[1]  # modulo 2^64: int64 wraps
        c0, c1 = (second >> 32 & _WORD) ^ c1 ^ k0, second & _WORD
        c2, c3 = (first >> 32 & _WORD) ^ c3 ^ k1, first & _WORD
        k0, k1 = (k0 + _KEY_STEPS[0]) & _WORD, (k1 + _KEY_STEPS[1]) & _WORD
    return c0, c1


def _unit(words):
    """Words as f32 in [0, 1)."""
    signed = torch.where(words > _WORD >> 1, words - (_WORD + 1), words)
    return torch.where(signed < 0, -signed - 1, signed).to(torch.float32) * _UNIT


def numbers_of_seed(
    kind: str, seed: int, count: int, first: float, second: float, dtype: torch.dtype, device: object = "cpu"
) -> Tensor:
    """[count] numbers of a kind, as one seed gives them; see KINDS."""
    words, others = philox_words(seed, count, device)
    u = _unit(words)
    if kind == "mask":
        limit = torch.tensor(first, dtype=torch.float32, device=device)
        return torch.where(u < limit, float(second), 0.0).to(dtype)
    if kind == "uniform":
        made = (first + (second - first) * u).to(dtype)
        bound = torch.tensor(second, dtype=torch.float32, device=device).to(dtype)
        return torch.where(made < bound, made, torch.tensor(first, dtype=dtype, device=device))
    if kind == "normal":
        radius = torch.sqrt(-2.0 * torch.log(u.clamp(min=1e-7)))
        return (first + second * (radius * torch.cos(2 * math.pi * _unit(others)))).to(dtype)
    assert kind == "exponential", kind
    return (-torch.log(1.0 - u)).clamp(min=2.0**-24).div(first).to(dtype)


def draw(
    kind: str, size: Sequence[int], first: float, second: float, dtype: torch.dtype, device: object
) -> Tensor:
    """A tensor of random numbers of a kind, by a seed of PyTorch's generator of the device."""
    out = torch.empty(tuple(size), dtype=dtype, device=device)
    if type(out) is not Tensor or out.device.type == "meta" or not out.numel():
        return out  # shapes are wanted, no numbers
    seed = int(torch.empty(1, dtype=torch.int64, device=device).random_())
    return numbers_of_seed(kind, seed, out.numel(), first, second, dtype, device).view(out.shape)


def draw_of_name(name: str) -> Callable | None:
    """The function that `draws.NAME` calls in the text of an opaque call; None where there is none."""
    return functools.partial(draw, name) if name in KINDS else None


def is_draw_call(call: str) -> bool:
    """Whether the text of an opaque call is a draw by Philox, which PyTorch does not compute."""
    return call.startswith(f"{NAMESPACE}.")


def _bernoulli(p, like, dtype):
    """Ones with probability p, a number or a tensor of them, else zeros."""
    if isinstance(p, Tensor):
        u = draw("uniform", like.shape, 0.0, 1.0, torch.float32, like.device)
        return (u < p).to(dtype)
    return draw("mask", like.shape, p, 1.0, dtype, like.device)


def _normal(bound, like, dtype):
    mean, std = bound.get("mean", 0.0), bound.get("std", 1.0)
    if isinstance(mean, Tensor) or isinstance(std, Tensor):
        return draw("normal", like.shape, 0.0, 1.0, dtype, like.device) * std + mean
    return draw("normal", like.shape, mean, std, dtype, like.device)


def _drawn_instead(name, bound, like):
    """What a call gives by Philox; None where PyTorch draws it. `like` has its sizes, dtype and device."""
    given = like.shape, like.dtype, like.device
    if name in ("rand", "rand_like"):
        return draw("uniform", given[0], 0.0, 1.0, *given[1:])
    if name in ("randn", "randn_like"):
        return draw("normal", given[0], 0.0, 1.0, *given[1:])
    if name == "uniform":
        return draw("uniform", given[0], bound["from"], bound["to"], *given[1:])
    if name == "exponential":
        return draw("exponential", given[0], bound["lambd"], 0.0, *given[1:])
    if name == "bernoulli":
        return _bernoulli(bound.get("p", bound["self"]), like, like.dtype)
    return _normal(bound, like, like.dtype) if name == "normal" else None


class DrawnByPhilox(TorchDispatchMode):
    """While it lasts, a program draws the numbers that its written file draws under the same seed."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if torch.Tag.nondeterministic_seeded not in func.tags or kwargs.get("generator") is not None:
            return func(*args, **kwargs)
        arguments = func._schema.arguments
        bound = {a.name: a.default_value for a in arguments if a.has_default_value()}
        bound |= dict(zip((a.name for a in arguments), args)) | kwargs
        name = func._schema.name.split("::")[1].rstrip("_")
        if name == "native_dropout" and bound["train"] is not False and bound["p"]:
            x, p = bound["input"], bound["p"]
            mask = draw("mask", x.shape, 1 - p, 1 / (1 - p) if p < 1 else 0.0, x.dtype, x.device)
            return x * mask, mask > 0
        before = torch.get_rng_state()
        like = func(*args, **kwargs)  # for its sizes; what it draws is replaced
        torch.set_rng_state(before)
        found = _drawn_instead(name, bound, like) if isinstance(like, Tensor) else None
        if found is None:
            return func(*args, **kwargs)
        return like.copy_(found) if func._schema.is_mutable else found
