"""Launches of a candidate's kernels: checked as Triton and a GPU would, counted, described, run."""

import contextlib
import types

import torch

from python_to_triton.verification.sandbox.candidate import interpreting, kernel_class
from python_to_triton.verification.sandbox.descriptions import describe_launch
from python_to_triton.verification.sandbox.fence import WatchedCall
from python_to_triton.verification.sandbox.interpreter import interpret, is_constexpr, signature_of
from python_to_triton.verification.sandbox.memory_trace import MemoryTrace
from python_to_triton.verification.sandbox.rules import LAUNCH_OPTIONS, MOST_PROGRAMS, Refused

NUMBERS = (int, float, types.NoneType)
POSSIBLE_WARPS = (1, 2, 4, 8, 16, 32)


def check_argument(name: str, value, kinds: tuple) -> None:
    """TypeError where a launch passes something else than a value of `kinds`, or nested tuples of them.

    A function, a generator or a list of the host, or a tensor as a constant, would compute inside the kernel,
    unwatched.
    """
    if isinstance(value, tuple):
        for item in value:
            check_argument(name, item, kinds)
    elif type(value).__name__ == "constexpr" and isinstance(value, kinds):
        check_argument(name, value.value, kinds)
    elif not isinstance(value, kinds):
        raise TypeError(f"a kernel cannot take a {type(value).__name__} as `{name}`")


def bind_arguments(kernel, args: tuple, kwargs: dict) -> dict:
    """The arguments of a launch by name; TypeError for one that the kernel or Triton does not know, or cannot
    take.
    """
    import triton.language as tl
    from triton.tools.tensor_descriptor import TensorDescriptor

    signature = signature_of(kernel.fn)
    unknown = kwargs.keys() - signature.parameters.keys() - LAUNCH_OPTIONS
    if unknown:
        raise TypeError(f"{kernel.__name__} has no argument {', '.join(sorted(unknown))}")
    named = {name: value for name, value in kwargs.items() if name in signature.parameters}
    given = signature.bind(*args, **named)
    given.apply_defaults()
    constants = (*NUMBERS, str, tl.dtype, tl.constexpr, kernel_class())
    values = (*NUMBERS, torch.Tensor, TensorDescriptor)
    for name, value in given.arguments.items():
        check_argument(name, value, constants if is_constexpr(signature.parameters[name]) else values)
    for name in kwargs.keys() & LAUNCH_OPTIONS:
        check_argument(name, kwargs[name], NUMBERS)
    if kwargs.get("num_warps", 4) not in POSSIBLE_WARPS:
        raise ValueError(f"no GPU runs {kwargs['num_warps']} warps")
    return given.arguments


def grid_sizes(grid, given: dict) -> tuple[int, int, int]:
    """Three numbers of programs. A grid that is a function runs here, where host code is watched."""
    sizes = tuple(grid({**given}) if callable(grid) else grid)
    if not all(type(size) is int for size in sizes):
        raise TypeError(f"a grid of {', '.join(type(size).__name__ for size in sizes)}")
    sizes += (1,) * (3 - len(sizes))
    if len(sizes) > 3 or any(size > most for size, most in zip(sizes, MOST_PROGRAMS)):
        raise ValueError(f"no GPU has a grid of {sizes}")
    return sizes


@contextlib.contextmanager
def watched_launches(watched: WatchedCall, described: list | None):
    """While it lasts every launch is checked, counted and, where `described` is a list, described there."""
    kind = kernel_class()
    run = kind.run

    def launch(kernel, *args, grid, warmup, **kwargs):
        if watched.in_kernel:
            raise Refused(f"a kernel launches `{kernel.__name__}`", "run")
        given = bind_arguments(kernel, args, kwargs)
        sizes = grid_sizes(grid, given)
        watched.launches += 1
        if described is not None:
            description = describe_launch(kernel, given, kwargs)
            if description not in described:
                described.append(description)
        if watched.kernels_disabled:
            return None
        watched.in_kernel = interpreting()
        watched.lets_compute = not interpreting()  # as Triton's launcher may
        try:
            if not interpreting():
                return run(kernel, *args, grid=sizes, warmup=warmup, **kwargs)
            trace = MemoryTrace(watched.fences, watched.red_zone) if watched.checks_addresses else None
            return interpret(kernel, given, sizes, trace, watched.order, watched.shows_nan, watched.steps)
        finally:
            watched.in_kernel = watched.lets_compute = False

    kind.run = launch
    try:
        yield
    finally:
        kind.run = run
