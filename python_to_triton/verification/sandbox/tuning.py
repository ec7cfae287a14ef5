"""`@triton.autotune` and `@triton.heuristics` in the sandbox: every configuration is tried, none is timed.

Triton times all configurations at the first launch and keeps the fastest, so on a GPU an answer is only right
if each of them is. Here launches take them in turn. As Triton does, the first launch for a key tries a
configuration before it computes: what adds to a buffer then has to name it in `reset_to_zero`.
"""

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch.utils._python_dispatch import _disable_current_modes

from python_to_triton.verification.sandbox.candidate import kernel_of


class LaunchedOtherwise:
    """A kernel, or one with decorators, whose launches get further arguments."""

    def __init__(self, fn: Any):
        self.fn = fn
        self.__name__ = fn.__name__

    def __getitem__(self, grid: Any) -> Callable:
        return functools.partial(self.run, grid=grid, warmup=False)

    def named(self, args: Sequence, kwargs: dict) -> dict[str, Any]:
        """The arguments of a launch by name."""
        return dict(zip(inspect.signature(kernel_of(self).fn).parameters, args)) | kwargs

    def run(self, *args, **kwargs) -> None:
        """One launch."""
        raise NotImplementedError


class Heuristics(LaunchedOtherwise):
    """Arguments that functions of all others give."""

    def __init__(self, fn: Any, values: dict[str, Callable]):
        super().__init__(fn)
        self.values = values

    def run(self, *args, **kwargs) -> None:
        for name, value in self.values.items():
            kwargs[name] = value(self.named(args, kwargs))
        return self.fn.run(*args, **kwargs)


class Autotuned(LaunchedOtherwise):
    """Arguments and options that one of several configurations gives, each in its turn."""

    def __init__(
        self, fn: Any, configs: Sequence, key: Sequence[str], reset: Sequence[str], restore: Sequence[str]
    ):
        super().__init__(fn)
        self.configs = list(configs)
        self.key = key
        self.reset = reset
        self.restore = restore
        self.tried = set()
        self.turns = self.every_turn()

    def every_turn(self) -> Iterator[dict]:
        """The configurations, over and over."""
        while True:
            yield from (config.all_kwargs() for config in self.configs)

    def set_to_zero(self, named: dict) -> None:
        """What Triton does to the buffers of `reset_to_zero` before each launch while it tunes."""
        with _disable_current_modes():
            for name in self.reset:
                named[name].zero_()

    def try_one(self, named: dict, args: Sequence, kwargs: dict) -> None:
        """A launch before the one that counts, as Triton's timing."""
        with _disable_current_modes():
            kept = {name: named[name].clone() for name in self.restore}
        self.set_to_zero(named)
        self.fn.run(*args, **kwargs, **next(self.turns))
        self.set_to_zero(named)
        with _disable_current_modes():
            for name, value in kept.items():
                named[name].copy_(value)

    def run(self, *args, **kwargs) -> None:
        named = self.named(args, kwargs)
        taken = sorted(named.keys() & self.configs[0].kwargs.keys())
        if taken:
            raise ValueError(f"both the launch and its configuration give {', '.join(taken)}")
        dtypes = [str(value.dtype) for value in named.values() if isinstance(value, torch.Tensor)]
        key = (*(named.get(name) for name in self.key), *dtypes)
        if len(self.configs) > 1 and key not in self.tried:
            self.tried.add(key)
            self.try_one(named, args, kwargs)
        return self.fn.run(*args, **kwargs, **next(self.turns))


def autotune(
    configs: Sequence,
    key: Sequence[str],
    prune_configs_by: None = None,
    reset_to_zero: Sequence[str] | None = None,
    restore_value: Sequence[str] | None = None,
    **_: Any,
) -> Callable[[Any], Autotuned]:
    """triton.autotune; what only says how to time is left aside."""
    if not configs:
        raise ValueError("triton.autotune without a configuration")
    return lambda fn: Autotuned(fn, configs, key, reset_to_zero or (), restore_value or ())


def heuristics(values: dict[str, Callable]) -> Callable[[Any], Heuristics]:
    """triton.heuristics."""
    return lambda fn: Heuristics(fn, values)


def tune_in_turn() -> None:
    """Exchanges Triton's own decorators for these, once for a process."""
    import triton

    triton.autotune, triton.heuristics = autotune, heuristics
