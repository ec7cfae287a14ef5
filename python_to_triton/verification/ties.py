"""ties."""

import torch
from torch.overrides import TorchFunctionMode

from triton_ops.tolerance import IndexTie, is_float, tensors_in


PICKS = {
    "topk": ("input", "k", "dim"),
    "sort": ("input", "dim"),
    "argsort": ("input", "dim"),  # what leaves it open, and its parameters
    "kthvalue": ("input", "k", "dim"),
    "median": ("input", "dim"),
}


ONCE = frozenset(("topk", "sort", "argsort"))  # these name no element twice


class Picks(TorchFunctionMode):
    """Notes what a reference picks from: (indices, source, dim, whether each stands once) of every call that leaves ties open."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        result, name = function(*args, **kwargs), getattr(function, "__name__", "")
        if name in PICKS and not kwargs.get("stable"):
            given = dict(zip(PICKS[name], args)) | kwargs
            indices = result[1] if isinstance(result, tuple) else result if name == "argsort" else None
            if indices is not None and given["input"].dim():
                source, dim = given["input"].detach().clone(), given.get("dim", -1)
                self.seen.append((indices, source, dim % source.dim(), name in ONCE))
        return result


def ties_of(outputs, exactly, seen, also):
    """The Tie of every output, in their form; None where an output is not itself what a call in `seen` picked, in float64 in `also`."""
    if isinstance(outputs, (tuple, list)):
        return tuple(ties_of(*both, seen, also) for both in zip(outputs, exactly))
    picked = [
        next((pick for pick in picks if pick[0] is indices), None)
        for indices, picks in ((outputs, seen), (exactly, also))
    ]
    if None in picked or picked[0][2:] != picked[1][2:]:
        return None
    return IndexTie(picked[0][1], picked[1][1], *picked[0][2:])


def references(reference, given):
    """(at the working dtype, in float64, the Ties) of a reference. given(exactly) makes the arguments of a call, in float64 or not."""
    runs = []
    for exactly in (False, True):
        outputs, picks = reference(*given(exactly)), Picks()
        if not all(
            is_float(tensor) for tensor in tensors_in(outputs)
        ):  # who watches every call is too slow for the others
            with picks:
                outputs = reference(*given(exactly))
        runs.append((outputs, picks.seen))
    (eager, seen), (exact, also) = runs
    return eager, exact, ties_of(eager, exact, seen, also)
