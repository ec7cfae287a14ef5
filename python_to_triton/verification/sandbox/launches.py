"""Launches of a candidate's kernels: checked as Triton and a GPU would, counted, described, run."""

import contextlib
import types
from typing import Any

import torch

from python_to_triton.verification.sandbox.candidate import interpreting, kernel_class
from python_to_triton.verification.sandbox.fence import WatchedCall
from python_to_triton.verification.sandbox.interpreter import interpret, is_constexpr, signature_of
from python_to_triton.verification.sandbox.memory_trace import MemoryTrace
from python_to_triton.verification.sandbox.rules import LAUNCH_OPTIONS, MOST_PROGRAMS, Refused

TRITON_TYPES = {
    "float64": "fp64",
    "float32": "fp32",
    "float16": "fp16",
    "bfloat16": "bf16",
    "int64": "i64",
    "int32": "i32",
    "int16": "i16",
    "int8": "i8",
    "uint8": "u8",
    "bool": "i1",
}
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

    signature = signature_of(kernel.fn)
    unknown = kwargs.keys() - signature.parameters.keys() - LAUNCH_OPTIONS
    if unknown:
        raise TypeError(f"{kernel.__name__} has no argument {', '.join(sorted(unknown))}")
    named = {name: value for name, value in kwargs.items() if name in signature.parameters}
    given = signature.bind(*args, **named)
    given.apply_defaults()
    constants = (*NUMBERS, str, tl.dtype, tl.constexpr, kernel_class())
    values = (*NUMBERS, torch.Tensor)
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


def describe_constant(value: Any) -> dict:
    """A compile-time constant as JSON: a kernel by its name, a dtype, or a number or text."""
    if hasattr(value, "fn"):
        return {"function": value.__name__}
    if hasattr(value, "primitive_bitwidth"):
        return {"dtype": value.name}
    return {"value": getattr(value, "value", value)}


def triton_type(value: Any) -> str:
    """The type that Triton compiles for a run-time argument."""
    if isinstance(value, torch.Tensor):
        return "*" + TRITON_TYPES[str(value.dtype).removeprefix("torch.")]
    if isinstance(value, bool):
        return "i1"
    if isinstance(value, float):
        return "fp32"
    return "i32" if -(2**31) <= value < 2**31 else "i64"


def describe_launch(kernel, given: dict, kwargs: dict) -> dict:
    """What compiling this launch needs: types of the arguments, values of the constants, options."""
    parameters = signature_of(kernel.fn).parameters
    argument_types, constants = {}, {}
    for name, value in given.items():
        if is_constexpr(parameters[name]):
            constants[name] = describe_constant(value)
        elif value is None or type(value) is int and value == 1:  # a launch compiles a size of 1 in
            constants[name] = {"value": value}
        else:
            argument_types[name] = triton_type(value)
    options = {name: value for name, value in kwargs.items() if name in ("num_warps", "num_stages")}
    return {
        "kernel": kernel.__name__,
        "types": argument_types,
        "constants": constants,
        "options": options,
    }


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
            return interpret(kernel, given, sizes, trace, watched.order, watched.shows_nan)
        finally:
            watched.in_kernel = watched.lets_compute = False

    kind.run = launch
    try:
        yield
    finally:
        kind.run = run
