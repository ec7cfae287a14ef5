"""Operators that draw random numbers, as draws by Philox and the arithmetic around them.

What is drawn depends on sizes alone: dropout(x) is x times a mask, and the mask is an opaque value. So the
regions are deterministic, and a backward reads the same mask. See random_draws.py.
"""

import math

import torch

from python_to_triton.frontend.graph_builder import GraphBuilder
from python_to_triton.frontend.random_draws import NAMESPACE
from python_to_triton.frontend.values import Value

_DTYPES = {torch.float16, torch.bfloat16, torch.float32, torch.float64}

_ALPHA = 1.7580993408473766  # minus the value that SELU tends to (Klambauer et al., 2017)


class _Draws:
    """Makes the draws of one call.

    Attributes:
        drawn: a Value of each draw so far; each reads the one before, so that their order stays.
    """

    def __init__(self, g: GraphBuilder, drawn: list[Value]):
        self.g = g
        self.drawn = drawn

    def draw(self, kind: str, size: tuple, first: float, second: float, dtype: torch.dtype) -> Value:
        """The Value of a draw: a call behind the one before, so that their order stays.

        Args:
            kind, first, second: the distribution and its two numbers (random_draws.py, KINDS).
        """
        numbers = [*size, float(first), float(second), dtype]
        places = [f"n{i}" for i in range(len(numbers))]
        sizes, (one, other, word) = places[: len(size)], places[len(size) :]
        call = f"{NAMESPACE}.{kind}([{', '.join(sizes)}], {one}, {other}, dtype={word}, device=device)"
        value = self.g("opaque", self.drawn[-1:], call=call, numbers=numbers, occurrence=len(self.drawn) + 1)
        self.drawn.append(value)
        return value


def _kept_value(p):
    return 1 / (1 - p) if p < 1 else 0.0


def _dropout(draws, x, p, train, out, channels=False, alpha=False):
    """x with elements dropped; whole channels, of which dimension 1 counts; to SELU's saturation."""
    if not train or p == 0:
        return x
    size = [*out.shape[:2], *[1] * (out.dim() - 2)] if channels else list(out.shape)
    if p == 1 or not alpha:
        return draws.g("mul", x, draws.draw("mask", size, 1 - p, _kept_value(p), out.dtype))
    # a * x + b with a = 1 / sqrt((alpha^2 p + 1)(1 - p)) and b = a alpha p where kept, b - a alpha elsewhere
    scale = 1 / math.sqrt((_ALPHA**2 * p + 1) * (1 - p))
    mask = draws.draw("mask", size, 1 - p, scale, out.dtype)
    moved = draws.g("mul", draws.g("add", x, _ALPHA), mask)
    return draws.g("sub", moved, _ALPHA * scale * (1 - p))


def _bernoulli(draws, bound, out):
    p = bound.get("p", bound["self"])
    if isinstance(p, Value):
        u = draws.draw("uniform", out.shape, 0, 1, torch.float32)
        return draws.g("to", draws.g("lt", u, p), dtype=out.dtype)
    return draws.draw("mask", out.shape, p, 1, out.dtype)


def _normal(draws, bound, out):
    mean, std = bound.get("mean", 0.0), bound.get("std", 1.0)
    if not isinstance(mean, Value) and not isinstance(std, Value):
        return draws.draw("normal", out.shape, mean, std, out.dtype)
    noise = draws.draw("normal", out.shape, 0, 1, out.dtype)
    return draws.g("add", draws.g("mul", noise, std), mean)


def _made(draws, name, bound, out):
    """The Value of a call, None where it has no such form."""
    if name in ("dropout", "feature_dropout", "alpha_dropout", "feature_alpha_dropout"):
        kind = {"channels": "feature" in name, "alpha": "alpha" in name}
        x = bound["self" if "self" in bound else "input"]  # self where it is in place
        return _dropout(draws, x, bound["p"], bound["train"], out, **kind)
    if name in ("rand", "rand_like"):
        return draws.draw("uniform", out.shape, 0, 1, out.dtype)
    if name in ("randn", "randn_like"):
        return draws.draw("normal", out.shape, 0, 1, out.dtype)
    if name == "uniform":
        return draws.draw("uniform", out.shape, bound["from"], bound["to"], out.dtype)
    if name == "exponential":
        return draws.draw("exponential", out.shape, bound["lambd"], 0, out.dtype)
    if name == "bernoulli":
        return _bernoulli(draws, bound, out)
    return _normal(draws, bound, out) if name == "normal" else None


def lower_draw(
    g: GraphBuilder, func: object, args: list, kwargs: dict, out: object, drawn: list[Value]
) -> Value | list[Value] | None:
    """The Value, or Values, of a call that draws random numbers; None where PyTorch has to draw them.

    Args:
        g, func, args, kwargs, out: as for lower_call.
        drawn: a Value of each call so far that draws; these are added.
    """
    arguments = func._schema.arguments
    given = dict(zip((a.name for a in arguments), args)) | kwargs
    bound = {a.name: given.get(a.name, a.default_value if a.has_default_value() else None) for a in arguments}
    name = func._schema.name.split("::")[1].rstrip("_")
    first = out[0] if isinstance(out, (list, tuple)) else out
    has_own_generator = bound.get("generator") is not None or "out" in given
    if has_own_generator or not isinstance(first, torch.Tensor) or first.dtype not in _DTYPES:
        return None
    draws = _Draws(g, drawn)
    if name != "native_dropout":
        return _made(draws, name, bound, first)
    if bound["train"] is False or bound["p"] == 0:
        return None
    mask = draws.draw("mask", first.shape, 1 - bound["p"], _kept_value(bound["p"]), first.dtype)
    return [g("mul", bound["input"], mask), g("gt", mask, 0)]
