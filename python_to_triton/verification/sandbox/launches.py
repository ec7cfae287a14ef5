"""Launches of a candidate's kernels: checked as Triton and a GPU would, counted, described, run."""

import contextlib
import functools
import types
from collections.abc import Callable

import torch

from python_to_triton.verification.sandbox.candidate import interpreting, kernel_class
from python_to_triton.verification.sandbox.descriptions import describe_launch
from python_to_triton.verification.sandbox.fence import WatchedCall
from python_to_triton.verification.sandbox.interleaving import SPREAD
from python_to_triton.verification.sandbox.interpreter import constants_of, interpret, signature_of
from python_to_triton.verification.sandbox.memory_trace import MemoryTrace
from python_to_triton.verification.sandbox.messages import COMPILING, ReplyPipe, pack
from python_to_triton.verification.sandbox.rules import LAUNCH_OPTIONS, MOST_PROGRAMS, OutOfSteps, Refused
from python_to_triton.verification.sandbox.tuning import CURRENT

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


@functools.cache
def plain_parameters(function: Callable) -> tuple[str, ...]:
    """The names of a kernel's parameters; none where some can be given in one way only."""
    parameters = signature_of(function).parameters.values()
    is_plain = all(each.kind is each.POSITIONAL_OR_KEYWORD for each in parameters)
    return tuple(each.name for each in parameters) if is_plain else ()


def bound_arguments(function: Callable, args: tuple, named: dict) -> dict:
    """The arguments of a call by name, in the order of the parameters; TypeError for one that is missing or
    given twice.
    """
    rest = plain_parameters(function)[len(args) :]
    if len(rest) == len(named) and all(name in named for name in rest):  # as in nearly all launches
        return dict(zip(plain_parameters(function), args)) | {name: named[name] for name in rest}
    given = signature_of(function).bind(*args, **named)
    given.apply_defaults()
    return given.arguments


@functools.cache
def kinds_of_arguments() -> tuple[tuple, tuple]:
    """What a launch passes as a compile-time constant, and as a value."""
    import triton.language as tl
    from triton.tools.tensor_descriptor import TensorDescriptor

    constants = (*NUMBERS, str, tl.dtype, tl.constexpr, kernel_class())
    return constants, (*NUMBERS, torch.Tensor, TensorDescriptor)


def bind_arguments(kernel, args: tuple, kwargs: dict) -> dict:
    """The arguments of a launch by name; TypeError for one that the kernel or Triton does not know, or cannot
    take.
    """
    parameters = signature_of(kernel.fn).parameters
    unknown = kwargs.keys() - parameters.keys() - LAUNCH_OPTIONS
    if unknown:
        raise TypeError(f"{kernel.__name__} has no argument {', '.join(sorted(unknown))}")
    given = bound_arguments(
        kernel.fn, args, {name: value for name, value in kwargs.items() if name in parameters}
    )
    constants, values = kinds_of_arguments()
    for name, value in given.items():
        check_argument(name, value, constants if name in constants_of(kernel.fn) else values)
    for name in kwargs.keys() & LAUNCH_OPTIONS:
        check_argument(name, kwargs[name], NUMBERS)
    if kwargs.get("num_warps", 4) not in POSSIBLE_WARPS:
        raise ValueError(f"no GPU runs {kwargs['num_warps']} warps")
    return given


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
def noted_compilation(pipe: ReplyPipe):
    """While it lasts, each time that Triton compiles a kernel for this GPU the judging process is told before
    and afterwards: that time is not the candidate's. The interpreter compiles nothing.
    """
    if interpreting():
        yield
        return
    kind = kernel_class()
    compile_kernel = kind._do_compile

    def noted(kernel, *args, **kwargs):
        pipe.send(pack({COMPILING: True}, ()))
        try:
            return compile_kernel(kernel, *args, **kwargs)
        finally:
            pipe.send(pack({COMPILING: False}, ()))

    kind._do_compile = noted
    try:
        yield
    finally:
        kind._do_compile = compile_kernel


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
            description = describe_launch(kernel, given, kwargs, CURRENT[-1] if CURRENT else None)
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
            watched.trace = trace
            if watched.given_up:
                raise OutOfSteps
            is_sample = watched.order == SPREAD and watched.launches == watched.last_launch
            done = interpret(
                kernel, given, sizes, trace, watched.order, watched.shows_nan, watched.steps, is_sample
            )
            watched.given_up = None if done else trace
        finally:
            watched.in_kernel = watched.lets_compute = False

    kind.run = launch
    try:
        yield
    finally:
        kind.run = run
