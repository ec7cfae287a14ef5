"""Triton's interpreter as the sandbox uses it: prepared once for all candidates, and one launch run in it."""

import functools
import inspect
import math
import types
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy

from python_to_triton.verification.sandbox.fast_interpreter import is_int32, shorten
from python_to_triton.verification.sandbox.gpu_numerics import compute_as_a_gpu
from python_to_triton.verification.sandbox.interleaving import NATURAL, REVERSED, run_programs
from python_to_triton.verification.sandbox.kernel_values import float_argument, hold_values_of_a_gpu
from python_to_triton.verification.sandbox.libdevice import support_libdevice
from python_to_triton.verification.sandbox.loop_types import counter_of
from python_to_triton.verification.sandbox.memory_trace import MemoryTrace
from python_to_triton.verification.sandbox.reductions import reduce_as_a_gpu, scan_as_a_gpu
from python_to_triton.verification.sandbox.rules import OutOfSteps, ShowsNan, Steps
from python_to_triton.verification.sandbox.strict_interpreter import (
    refuse_host_values,
    trace_memory,
    vectorize_erf,
)
from triton_ops.interpreter import support_range_of_scalars

SAMPLED = 9  # programs, from both ends and the middle, of a launch that has more

signature_of = functools.cache(inspect.signature)


@functools.cache
def constants_of(function: Callable) -> frozenset[str]:
    """The names of a kernel's parameters that are compile-time constants."""
    parameters = signature_of(function).parameters.values()
    return frozenset(each.name for each in parameters if "constexpr" in str(each.annotation))


def unspecialized_of(kernel: Any) -> set:
    """The names and places of arguments that `do_not_specialize` lists: no value of theirs is compiled in."""
    return set(getattr(kernel, "kwargs", {}).get("do_not_specialize") or ())  # of the interpreter's


def values_of(kernel, given: dict) -> dict:
    """The arguments of a launch as its programs get them: constants, and values of the GPU."""
    import triton.language as tl
    from triton.runtime import interpreter

    unspecialized = unspecialized_of(kernel)

    def converted(name, place, value):
        if type(value) is int and value == 1 and not {name, place} & unspecialized:
            return value  # which Triton compiles as a constant
        if type(value) is bool:  # Triton's own conversion fails for one
            return tl.tensor(interpreter.TensorHandle(numpy.array([value]), tl.int1), tl.int1)
        if type(value) is float:
            return float_argument(interpreter, tl, value)
        if type(value) is int and is_int32(value):
            return tl.tensor(interpreter.TensorHandle(numpy.array([value], numpy.int32), tl.int32), tl.int32)
        return interpreter._implicit_cvt(value)

    constants = constants_of(kernel.fn)
    return {
        name: value if name in constants else converted(name, place, value)
        for place, (name, value) in enumerate(given.items())
    }


def interpret(
    kernel,
    given: dict,
    grid: tuple[int, int, int],
    trace: MemoryTrace | None,
    order: str = NATURAL,
    shows_nan: ShowsNan | bool = False,
    steps: Steps | None = None,
    is_sample: bool = False,
) -> bool:
    """Runs every program of a launch, on the buffers themselves, in one of interleaving.ORDERS: whether
    `steps` were enough.

    `given` are the arguments by name. With a `trace`, every address is checked, and races are refused. With
    `shows_nan`, maximum and minimum do not ignore NaN, as on a GPU they do. A sample ends with SAMPLED
    programs where these show that all of them do the work.
    """
    from triton.runtime import interpreter

    values = values_of(kernel, given)
    builder, program = interpreter.interpreter_builder, kernel.rewrite()
    builder.set_grid_dim(*grid)
    builder.trace = trace
    builder.shows_nan = shows_nan
    builder.steps = steps or Steps()
    builder.last_lane_first = order == REVERSED

    def go_to(number):
        rest, z = divmod(number, grid[2])
        builder.set_grid_idx(*divmod(rest, grid[1]), z)
        if trace:
            trace.program = number

    begin = lambda: program(**values)
    count = math.prod(grid)
    if not trace:
        run_programs(count, order, go_to, begin)
        return True

    def ended(number):
        trace.ended.add(number)
        if is_sample and len(trace.ended) == SAMPLED < count and trace.is_enough(count):
            raise OutOfSteps

    try:
        run_programs(count, order, go_to, begin, trace.waits, ended=ended)
    except OutOfSteps:
        trace.give_up()
    trace.check_races()
    return not trace.is_given_up


def prepare_interpreter() -> None:
    """Makes Triton's interpreter as strict as a GPU, and does once what it would do again in every launch."""
    import triton.language as tl
    from triton.runtime import interpreter

    numpy.seterr(all="ignore")
    support_range_of_scalars()
    interpreter._patch_lang(types.SimpleNamespace(__globals__={"tl": tl, "core": tl.core}))  # for good
    interpreter._patch_lang = lambda function: types.SimpleNamespace(restore=lambda: None)
    for function in list(vars(tl.standard).values()):
        if isinstance(function, interpreter.InterpretedFunction):
            function.rewrite()
    builder = interpreter.interpreter_builder
    # These checks are computed always, and asserted in debug mode only.
    builder.options = replace(builder.options, sanitize_overflow=False)
    compute_as_a_gpu(interpreter, tl)
    reduce_as_a_gpu(interpreter, tl)
    scan_as_a_gpu(interpreter, tl)
    support_libdevice(interpreter, tl)
    tl.range = counter_of(interpreter, tl)
    refuse_host_values(interpreter, tl)
    trace_memory(interpreter, tl)
    vectorize_erf(interpreter)
    shorten(interpreter, tl)
    hold_values_of_a_gpu(interpreter, tl)
