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


class Result(ndarray):
    """What an atomic operation returned, and whatever is computed from it: it knows the barrier behind it.

    It is needed where it is an address, a mask or a value in memory (`needed`), where it becomes a number of
    Python's (a condition, a bound), and, to be safe, where NumPy computes other than element by element.
    """

    barrier: Barrier | None = None

    def __array_finalize__(self, source: Any) -> None:
        self.barrier = getattr(source, "barrier", None)

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


def watched(values: ndarray, barrier: Barrier) -> Result:
    """The values of an atomic's result, followed."""
    result = values.view(Result)
    result.barrier = barrier
    return result


def needed(*arrays: Any) -> None:
    """Notes that the program needs these: what comes from an atomic's result makes its barrier one."""
    for array in arrays:
        if type(array) is Result and array.barrier is not None:
            array.barrier.used = True


def plain(value: Any) -> Any:
    """A value as an ordinary array, where it is a result, and results within a tuple."""
    if type(value) is tuple:
        return tuple(map(plain, value))
    return value.view(ndarray) if type(value) is Result else value


def followed(function: Callable, inputs: Sequence, kwargs: dict) -> Any:
    """A function of results and other values, element by element; of several results all are needed."""
    results = [value for value in inputs if type(value) is Result]
    computed = function(*map(plain, inputs), **{name: plain(value) for name, value in kwargs.items()})
    if len(results) != 1:
        needed(*results)
        return computed
    return watched(numpy.asarray(computed), results[0].barrier)
