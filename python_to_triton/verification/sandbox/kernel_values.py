"""Values in a kernel as a GPU holds them, where Triton's interpreter would hold Python's, or show too much.

A float argument has 32 bits, an address is no number, and what a kernel promises to the compiler is
true. Triton's modules are arguments, as in strict_interpreter.py.
"""

from types import ModuleType
from typing import Any

import numpy
from numpy import ndarray


def float_argument(interpreter: ModuleType, tl: ModuleType, value: float) -> Any:
    """A float as a launch passes it: in 32 bits."""
    return tl.tensor(interpreter.TensorHandle(numpy.array([value], numpy.float32), tl.float32), tl.float32)


def refuse_addresses(interpreter: ModuleType) -> None:
    """Refuses a pointer as a number, and a number as a pointer: no address is the same on a GPU."""
    semantic = type(interpreter.interpreter_semantic)
    cast = semantic.cast

    def checked_cast(self, x, dtype, *rest):
        if x.type.scalar.is_ptr() != dtype.scalar.is_ptr():
            raise TypeError(f"a cast from {x.type.scalar} to {dtype.scalar}: an address is not a number")
        return cast(self, x, dtype, *rest)

    semantic.cast = checked_cast


def run_starts(values: ndarray, axis: int) -> ndarray:
    """Whether each value begins a run of consecutive numbers along an axis."""
    starts = numpy.ones(values.shape, dtype=bool)
    later = [slice(None)] * values.ndim
    later[axis] = slice(1, None)
    starts[tuple(later)] = numpy.diff(values, axis=axis) != 1
    return starts


def is_multiple(values: ndarray, factors: list[int]) -> bool:
    """Whether every run of consecutive numbers begins with a multiple: what `tl.multiple_of` promises."""
    if not values.ndim:
        return values % factors[0] == 0
    return all(not (values[run_starts(values, axis)] % factor).any() for axis, factor in enumerate(factors))


def is_contiguous(values: ndarray, sizes: list[int]) -> bool:
    """Whether groups of so many values are consecutive: what `tl.max_contiguous` promises.

    A block of offsets modulo a size goes on with 0, where what it reads is masked later.
    """
    for axis, size in enumerate(sizes):
        places = numpy.arange(values.shape[axis]).reshape(
            [-1 if each == axis else 1 for each in range(values.ndim)]
        )
        breaks = run_starts(values, axis) & (places % size != 0)
        if (values[breaks] != 0).any():
            return False
    return True


def is_constant(values: ndarray, sizes: list[int]) -> bool:
    """Whether groups of so many values are equal: what `tl.max_constancy` promises."""
    for axis, size in enumerate(sizes):
        groups = numpy.moveaxis(values, axis, -1)
        groups = groups.reshape(-1, min(size, groups.shape[-1]))
        if (groups != groups[:, :1]).any():
            return False
    return True


def false_promise(values: ndarray, attributes: dict) -> str | None:
    """The first hint to the compiler that is not true of a block or number.

    A run that is shorter than promised is harmless alone: only where its start is aligned are several values
    read at once.
    """
    multiples = attributes.get("tt.divisibility")
    sizes = attributes.get("tt.contiguity")
    if multiples and not is_multiple(values, multiples):
        return "multiple_of"
    if multiples and sizes and not is_contiguous(values, sizes):
        return "max_contiguous"
    if "tt.constancy" in attributes and not is_constant(values, attributes["tt.constancy"]):
        return "max_constancy"
    return None


def check_promises(tl: ModuleType) -> None:
    """`tl.multiple_of` and the like: a GPU may read other elements where one is not true."""

    def checked(hint):
        def promise(input, values, **more):
            result = hint(input, values, **more)
            if isinstance(input, tl.tensor):
                data = input.handle.data if input.type.is_block() else input.handle.data.reshape(())
                name = false_promise(data.astype(numpy.int64), input.handle.attr)
                if name:
                    raise ValueError(f"tl.{name} promises what is not true")
            return result

        return promise

    for name in ("multiple_of", "max_contiguous", "max_constancy"):
        setattr(tl, name, checked(getattr(tl, name)))


def hold_values_of_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """All of the above that is done once for a process."""
    refuse_addresses(interpreter)
    check_promises(tl)
