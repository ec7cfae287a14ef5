"""tolerance."""

import math
from dataclasses import dataclass
import torch


def judged(eager, exact):
    """Where both references are finite: what eager itself overflowed is not held against the answer."""
    return torch.isfinite(eager) & torch.isfinite(exact)


def loss(eager, exact):
    """max|eager - exact| and max|exact|, over finite entries: what eager loses, and out of how much."""
    if not eager.is_floating_point() or eager.numel() == 0:
        return 0.0, 0.0
    mask, exact = judged(eager, exact), exact.double()
    return (eager.double() - exact).abs().where(mask, 0.0).max().item(), exact.abs().where(
        mask, 0.0
    ).max().item()


FLUSHED = torch.finfo(
    torch.float32
).tiny  # a GPU's sin, log, sqrt and rsqrt of float32 (PTX: .ftz) take and give 0 for all that is smaller


def tolerance(eager, exact, lost=0.0):
    """The largest error that an answer may have: 2 max|eager - exact| + 4 eps max|exact| + FLUSHED, over finite entries.

    `eager` is the reference at the working dtype, `exact` the reference in float64; integers allow nothing. `lost` is
    what eager was seen to lose on inputs of the same kind, where that is known.
    """
    lost_here, size = loss(eager, exact)
    return (
        2 * max(lost, lost_here) + 4 * torch.finfo(eager.dtype).eps * size + FLUSHED
        if eager.is_floating_point()
        else 0.0
    )


@dataclass(frozen=True)
class Comparison:
    """How far an answer is from the exact result, and how far it may be."""

    ok: bool
    reason: str  # empty where ok
    error: float  # max |ours - exact|
    tolerance: float


def different(reason):
    return Comparison(False, reason, math.inf, 0.0)


def instead(mask, ours, exact):
    """The first place where `mask` holds, with what is there and what should be, as text."""
    rest, place = int(mask.reshape(-1).byte().argmax()), ()  # nonzero ends at 2^31
    for size in reversed(mask.shape):
        rest, index = divmod(rest, size)
        place = index, *place
    return f"{ours[place].item():.6g} instead of {exact[place].item():.6g} at {place}"


def compare_values(ours, eager, exact, lost, tie):
    """One tensor of the right shape and dtype against the references."""
    if not eager.is_floating_point():
        if ours.dtype == torch.bool:  # a byte that is neither 0 nor 1 is memory that nobody wrote
            ours, eager, exact = ours.view(torch.uint8), eager.view(torch.uint8), exact.view(torch.uint8)
        wrong = (ours != eager) & (ours != exact)
        if tie and wrong.any():
            wrong &= ~tie.accepts(ours, eager, exact)
        if tie and tie.repeats(ours):
            return different(f"an index stands twice along dimension {tie.dim}")
        return different(instead(wrong, ours, exact)) if wrong.any() else Comparison(True, "", 0.0, 0.0)
    mask, allowed = judged(eager, exact), tolerance(eager, exact, lost)
    wrong = mask & ~torch.isfinite(ours) | torch.isinf(exact) & (eager.double() == exact) & (
        ours.double() != exact
    )
    if wrong.any():
        return Comparison(False, instead(wrong, ours, exact), math.inf, allowed)
    errors = (ours.double() - exact).abs().where(mask, 0.0)
    error = errors.max().item()
    if error <= allowed:
        return Comparison(True, "", error, allowed)
    return Comparison(
        False,
        f"off by {error:.2g}, allowed {allowed:.2g}: {instead(errors == error, ours, exact)}",
        error,
        allowed,
    )


def compare(ours, eager, exact, lost=0.0, ties=None):
    """Judges an answer (a tensor, or a tuple of them) against the reference at its own dtype and in float64.

    Right means max|ours - exact| <= tolerance(eager, exact) for every tensor, NaN only where `exact` has NaN, the
    same infinities, the reference's shape and dtype. Of a tuple the first tensor that fails is reported, else the worst.
    `lost` is as in `tolerance`, or a tuple of such; `ties` the Tie of an output of indices, or a tuple of Ties and Nones.
    """
    if isinstance(eager, (tuple, list)):
        if not isinstance(ours, (tuple, list)) or len(ours) != len(eager):
            found = f"{len(ours)} outputs" if isinstance(ours, (tuple, list)) else f"a {type(ours).__name__}"
            return different(f"returns {found} instead of {len(eager)} outputs")
        results = [
            compare(*five)
            for five in zip(ours, eager, exact, lost or [0.0] * len(eager), ties or [None] * len(eager))
        ]
        for index, result in enumerate(results):
            if not result.ok:
                return Comparison(False, f"output {index}: {result.reason}", result.error, result.tolerance)
        return max(
            results,
            key=lambda r: r.error / r.tolerance if r.tolerance else 0.0,
            default=Comparison(True, "", 0.0, 0.0),
        )
    if type(ours) is not torch.Tensor:
        return different(f"returns a {type(ours).__name__} instead of a tensor")
    if ours.shape != eager.shape or ours.dtype != eager.dtype:
        return different(
            f"returns {tuple(ours.shape)} {ours.dtype} instead of {tuple(eager.shape)} {eager.dtype}"
        )
    if ours.numel() == 0:
        return Comparison(True, "", 0.0, 0.0)
    return compare_values(
        ours, eager, exact.to(torch.float64) if eager.is_floating_point() else exact, lost, ties
    )
