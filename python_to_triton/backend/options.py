"""Options of the torch.compile backend, and how a user's dict becomes them."""

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass

REMAINDERS = ("pytorch", "inductor")


def _is_number(value, kinds):
    """Whether a value is of these kinds; True and False, which are ints, are none."""
    return isinstance(value, kinds) and not isinstance(value, bool)


@dataclass(frozen=True)
class BackendOptions:
    """What `torch.compile(..., backend="python_to_triton", options={...})` may set."""

    samples: int = 8  # candidates a region, at most
    seconds: float = 20.0  # of searching for the answer of a region that is not on disk
    check: bool = True  # whether the first call of a graph compares each region with float64, as it runs
    remainder: str = "pytorch"  # who computes what has no verified answer; "inductor": graphs without any
    tune: float = 0.0  # seconds a region in which its launches are timed on a GPU, at the graph's own sizes
    fastest: bool = False  # whether a region in which eager PyTorch was timed faster is left to it
    cuda_graphs: bool = False  # whether a graph's launches are recorded, and repeated as one CUDA graph

    def __post_init__(self):
        if self.remainder not in REMAINDERS:
            raise ValueError(f"remainder is {' or '.join(REMAINDERS)}, not {self.remainder!r}")
        if not _is_number(self.samples, int) or self.samples < 0:
            raise ValueError(f"samples is a number of candidates, not {self.samples!r}")
        if not _is_number(self.seconds, (int, float)) or not self.seconds >= 0:  # NaN is not
            raise ValueError(f"seconds is a time in seconds, not {self.seconds!r}")
        for name in ("check", "fastest", "cuda_graphs"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} is True or False, not {getattr(self, name)!r}")
        if not _is_number(self.tune, (int, float)) or not 0 <= self.tune < math.inf:
            raise ValueError(f"tune is a number of seconds from 0 on, not {self.tune!r}")
        if self.fastest and not self.tune:
            raise ValueError("fastest needs times: set tune, the seconds a region, too")


KNOWN = tuple(field.name for field in dataclasses.fields(BackendOptions))


MODES = {"default": {}, "reduce-overhead": {"cuda_graphs": True}}  # torch.compile's, as options


def options_of_mode(mode: str | None) -> dict[str, object]:
    """The options that a mode of torch.compile's stands for. Raises ValueError, one line, for one that only
    Inductor has.
    """
    if (mode or "default") not in MODES:
        raise ValueError(
            f"the backend has no mode {mode!r}; it has {' and '.join(MODES)}, and options: {', '.join(KNOWN)}"
        )
    return MODES[mode or "default"]


def read_options(given: Mapping[str, object] | None) -> BackendOptions:
    """The options that a dict sets. Raises ValueError, one line, for one that does not exist."""
    for name in given or {}:
        if name not in KNOWN:
            raise ValueError(f"the backend has no option {name!r}; it has {', '.join(KNOWN)}")
    return BackendOptions(**(given or {}))
