"""`@triton.autotune` and `@triton.heuristics` in the sandbox: every configuration is tried, none is timed.

Triton times all configurations at the first launch and keeps the fastest, so on a GPU an answer is only right
if each of them is. Here launches take them in turn, and some calls are made with each of them (`forced`). As
Triton does, the first launch for a key tries a configuration before it computes: what adds to a buffer then
has to name it in `reset_to_zero`.
"""

import contextlib
import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import torch
from torch.utils._python_dispatch import _disable_current_modes

from python_to_triton.verification.sandbox.candidate import kernel_of

CURRENT = []  # the configuration of the launch that is being made, {"number", "names"}, where there is one


@contextlib.contextmanager
def told(number: int, values: dict):
    """While it lasts, launches are described as those of the configuration of this number."""
    CURRENT.append({"number": number, "names": sorted(values)})
    try:
        yield
    finally:
        CURRENT.pop()


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


@dataclass(frozen=True)
class Hooks:
    """What Triton does around the launches by which it times a configuration."""

    reset: Sequence[str] = ()  # arguments that are zeroed before each
    restore: Sequence[str] = ()  # arguments that are as before after each
    before: Callable | None = None  # called before each, in the place of zeroing
    after: Callable | None = None  # called after each, in the place of restoring
    prune: Callable | None = None  # which configurations are timed


class Autotuned(LaunchedOtherwise):
    """Arguments and options that one of several configurations gives, each in its turn."""

    def __init__(self, fn: Any, configs: Sequence, key: Sequence[str], hooks: Hooks):
        super().__init__(fn)
        self.configs = list(configs)
        self.key = key
        self.hooks = hooks
        self.kept = {}  # {key: the configurations that are timed for it}
        self.turn = -1

    def kept_for(self, key: tuple, args: Sequence, kwargs: dict) -> list:
        """The configurations that Triton times at the first launch for a key, and keeps one of for others."""
        if key not in self.kept:
            kept = self.configs
            if self.hooks.prune and len(kept) > 1:
                positional = dict(zip(inspect.signature(kernel_of(self).fn).parameters, args))
                kept = list(self.hooks.prune(list(kept), positional, **kwargs))
            if not kept or not all(config in self.configs for config in kept):
                raise ValueError("early_config_prune returns no configurations of the list")
            self.kept[key] = kept
        return self.kept[key]

    def next_of(self, configs: Sequence) -> Any:
        """The configuration of the next launch."""
        self.turn += 1
        return configs[(FORCED[0] if FORCED else self.turn) % len(configs)]

    def before(self, named: dict, reset_only: bool) -> None:
        """What Triton does before a launch while it times, and once after all of them: `reset_only`."""
        if self.hooks.before:
            self.hooks.before(named, reset_only=reset_only)
            return
        with _disable_current_modes():
            for name in self.hooks.reset:
                named[name].zero_()

    def launch(self, config: Any, named: dict, args: Sequence, kwargs: dict) -> None:
        """One launch with a configuration, behind its own hook."""
        if config.pre_hook:
            config.pre_hook(named | config.all_kwargs())
        with told(self.configs.index(config), config.all_kwargs()):
            self.fn.run(*args, **kwargs, **config.all_kwargs())

    def launch_one_that_fits(
        self, launch: Callable, config: Any, configs: Sequence, named: dict, args: Sequence, kwargs: dict
    ) -> None:
        """A launch with a configuration or, where a GPU has not the shared memory or registers for that, with
        the first that it has them for: Triton takes no other.
        """
        from triton.runtime.errors import OutOfResources  # here: Triton may be missing where nothing is run

        for each in (config, *(other for other in configs if other is not config)):
            try:
                return launch(each, named, args, kwargs)
            except OutOfResources as error:
                last = error
        raise last

    def try_one(self, config: Any, named: dict, args: Sequence, kwargs: dict) -> None:
        """A launch before the one that counts, as Triton's timing."""
        named = named | config.all_kwargs()
        with _disable_current_modes():
            kept = {name: named[name].clone() for name in self.hooks.restore}
        self.before(named, reset_only=False)
        self.launch(config, named, args, kwargs)
        if self.hooks.after:
            self.hooks.after(named, exception=None)
        else:
            with _disable_current_modes():
                for name, value in kept.items():
                    named[name].copy_(value)
        self.before(named, reset_only=True)

    def run(self, *args, **kwargs) -> None:
        named = self.named(args, kwargs)
        taken = sorted(named.keys() & self.configs[0].kwargs.keys())
        if taken:
            raise ValueError(f"both the launch and its configuration give {', '.join(taken)}")
        dtypes = [str(value.dtype) for value in named.values() if isinstance(value, torch.Tensor)]
        key = (*(named.get(name) for name in self.key), *dtypes)
        is_first = len(self.configs) > 1 and key not in self.kept
        configs = self.kept_for(key, args, kwargs)
        if is_first:
            self.launch_one_that_fits(self.try_one, self.next_of(configs), configs, named, args, kwargs)
        self.launch_one_that_fits(self.launch, self.next_of(configs), configs, named, args, kwargs)


def autotune(
    configs: Sequence,
    key: Sequence[str],
    prune_configs_by: dict | None = None,
    reset_to_zero: Sequence[str] | None = None,
    restore_value: Sequence[str] | None = None,
    pre_hook: Callable | None = None,
    post_hook: Callable | None = None,
    **_: Any,
) -> Callable[[Any], Autotuned]:
    """triton.autotune; what only says how to time, or which configurations to time first, is left aside."""
    if not configs:
        raise ValueError("triton.autotune without a configuration")
    prune = (prune_configs_by or {}).get("early_config_prune")
    hooks = Hooks(reset_to_zero or (), restore_value or (), pre_hook, post_hook, prune)
    return lambda fn: Autotuned(fn, configs, key, hooks)


# ---- every configuration ----

FORCED = []  # the number of the configuration that every launch takes, where there is one


@contextlib.contextmanager
def forced(number: int):
    """While it lasts, every launch that is tuned takes the configuration of this number."""
    FORCED[:] = [number]
    try:
        yield
    finally:
        FORCED.clear()


def count_configurations(module: ModuleType) -> int:
    """How many configurations the kernel of a module has that has most; 0 where none has several."""
    most = 0
    for value in vars(module).values():
        while isinstance(value, LaunchedOtherwise):
            if isinstance(value, Autotuned):
                most = max(most, len(value.configs))
            value = value.fn
    return most if most > 1 else 0


def heuristics(values: dict[str, Callable]) -> Callable[[Any], Heuristics]:
    """triton.heuristics."""
    return lambda fn: Heuristics(fn, values)


def tune_in_turn() -> None:
    """Exchanges Triton's own decorators for these, once for a process."""
    import triton

    triton.autotune, triton.heuristics = autotune, heuristics
