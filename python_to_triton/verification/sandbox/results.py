"""Results of atomic operations, followed to where they are needed.

All threads of a program wait for the result of a scalar atomic operation, unless nothing needs it: the
compiler leaves a result out that is not used, or used in vain, and the waiting with it.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy
from numpy import ndarray


class Barrier:
    """A point of a program that all its threads reach before one goes on; an atomic's, once it is needed."""

    def __init__(self, used: bool):
        self.used = used


def barrier_of(value: Any) -> Barrier | None:
    """The barrier behind the atomic operation that a value comes from, if it comes from one."""
    return getattr(value, "barrier", None)


def needed(*values: Any) -> None:
    """Notes that the program needs these: what comes from an atomic's result makes its barrier one."""
    for value in values:
        barrier = barrier_of(value)
        if barrier is not None:
            barrier.used = True


def as_array(value: Any) -> Any:
    """A value as an ordinary array, where it is a result, and results within a tuple."""
    if type(value) is tuple:
        return tuple(map(as_array, value))
    return value.view(ndarray) if hasattr(value, "barrier") else value


def followed(function: Callable, inputs: Sequence, kwargs: dict) -> Any:
    """A function of results and other values, element by element; those of several operations are needed."""
    results = [value for value in inputs if barrier_of(value) is not None]
    computed = function(*map(as_array, inputs), **{name: as_array(value) for name, value in kwargs.items()})
    if len(set(map(barrier_of, results))) != 1:
        needed(*results)
        return computed
    computed = numpy.asarray(computed).view(type(results[0]))
    computed.barrier = barrier_of(results[0])
    return computed


class Result(ndarray):
    """What an atomic operation returned, and whatever is computed from it: it knows the barrier behind it.

    It is needed where it is an address, a mask or a value in memory (`needed`), where it becomes a number of
    Python's (a condition, a bound), and, to be safe, where NumPy computes other than element by element.
    """

    barrier: Barrier | None = None

    def __array_finalize__(self, source: Any) -> None:
        self.barrier = barrier_of(source)

    def __array_ufunc__(self, function, method, *inputs, **kwargs):
        return followed(getattr(function, method), inputs, kwargs)

    def __array_function__(self, function, types, args, kwargs):
        if function is numpy.where:
            return followed(function, args, kwargs)
        needed(self)
        return super().__array_function__(function, types, args, kwargs)

    def item(self, *place):
        needed(self)
        return super().item(*place)

    def __bool__(self):
        return bool(self.item())

    def __int__(self):
        return int(self.item())

    def __index__(self):
        return self.item().__index__()

    def __float__(self):
        return float(self.item())


def with_barrier(values: ndarray, barrier: Barrier) -> Result:
    """The values of an atomic's result, followed."""
    result = values.view(Result)
    result.barrier = barrier
    return result
