"""Triton's interpreter made as strict as a GPU: what only the interpreter would run is refused.

It takes a block of values for a condition, reads a number that only a GPU will know, multiplies blocks of any
size and reads any address. Here each of these raises, and every load and store can be looked at. Triton's
modules are arguments (`interpreter` is triton.runtime.interpreter, `tl` triton.language): a process that
compiles for a GPU imports neither.
"""

import sys
from types import ModuleType
from typing import Any, NoReturn

import numpy
import torch
from torch.utils._python_dispatch import _disable_current_modes

from python_to_triton.verification.sandbox.results import needed, with_barrier
from python_to_triton.verification.sandbox.rules import CANDIDATE_FILE, Steps


class BlockAsCondition(TypeError):
    """A block of values where Triton compiles a scalar alone."""


def condition(value: Any) -> bool:
    """A block of values as a condition: Triton does not compile it, the interpreter would take it as true."""
    if value.handle.data.size == 1:
        return bool(value.handle.data.reshape(()))
    if sys._getframe(1).f_code.co_filename == CANDIDATE_FILE:
        raise BlockAsCondition("a block has no truth value; `if`, `and`, `or` and `not` take scalars")
    return True


def refuse_number(value: Any) -> NoReturn:
    """`int(x)` and `float(x)` of a value that a kernel computes: Triton compiles them of constants only."""
    raise TypeError(f"a {value.type} that the GPU computes is not a Python number; `.to` casts it")


def refuse_host_values(interpreter: ModuleType, tl: ModuleType) -> None:
    """Refuses blocks as conditions, GPU values as Python numbers, and matrix products below a GPU's block
    size.
    """
    from triton.backends.nvidia.compiler import min_dot_size

    tl.tensor.__bool__ = condition
    tl.tensor.__int__ = refuse_number
    tl.tensor.__float__ = refuse_number
    tl.tensor.__index__ = refuse_number
    interpreter.interpreter_builder.codegen_fns["min_dot_size"] = min_dot_size(None)


def poison_for(interpreter: ModuleType, tl: ModuleType, shape: tuple, dtype: Any) -> Any:
    """What a mask hides, where no `other` is given: NaN or the largest value, as undefined as on a GPU."""
    numpy_dtype = interpreter._get_np_dtype(dtype)
    if numpy_dtype.kind == "f":
        value = numpy.nan
    elif dtype == tl.bfloat16:
        value = 0xFFFF  # the bits of a NaN
    else:
        value = numpy_dtype.kind == "b" or numpy.iinfo(numpy_dtype).max
    return interpreter.TensorHandle(numpy.full(shape, value, dtype=numpy_dtype), dtype)


def bits(mask: Any) -> numpy.ndarray:
    """A mask as booleans; block pointers come with a bare array."""
    return numpy.asarray(mask.data, dtype=bool)


def trace_atomics(interpreter: ModuleType) -> None:
    """Records every atomic operation in `builder.trace`.

    The lanes of a block have no order: where `builder.last_lane_first`, the last of them begins.
    """
    builder = interpreter.InterpreterBuilder
    update, swap = builder.create_atomic_rmw, builder.create_atomic_cas

    def in_turn(self, operation, *handles):
        """The operation on handles of one shape, their elements in the order of this run."""
        if not self.last_lane_first or handles[0].data.size == 1:
            return operation(*handles)
        turned = [interpreter.TensorHandle(numpy.flip(each.data).copy(), each.dtype) for each in handles]
        result = operation(*turned)
        result.data = numpy.flip(result.data)
        return result

    def traced(self, old, ptr, mask, sem, scope, stored):
        barrier = self.trace.atomic(
            ptr.data,
            mask,
            old.data,
            acquires=sem.name in ("ACQUIRE", "ACQUIRE_RELEASE"),
            releases=sem.name in ("RELEASE", "ACQUIRE_RELEASE") and stored,
            local=scope.name == "CTA",
        )
        if barrier is not None:
            old.data = with_barrier(old.data, barrier)
        return old

    def atomic_rmw(self, operation, ptr, value, mask, sem, scope):
        needed(value.data)
        if self.trace:
            self.trace.checked(ptr.data, bits(mask), value.data.itemsize, writes=True)
        old = in_turn(self, lambda *handles: update(self, operation, *handles, sem, scope), ptr, value, mask)
        return traced(self, old, ptr, bits(mask), sem, scope, True) if self.trace else old

    def atomic_cas(self, ptr, expected, value, sem, scope):
        needed(expected.data, value.data)
        mask = numpy.ones(ptr.data.shape, dtype=bool)
        if self.trace:
            self.trace.checked(ptr.data, mask, value.data.itemsize, writes=True)
        old = in_turn(self, lambda *handles: swap(self, *handles, sem, scope), ptr, expected, value)
        stored = bool((old.data == expected.data).all())
        return traced(self, old, ptr, mask, sem, scope, stored) if self.trace else old

    builder.create_atomic_rmw, builder.create_atomic_cas = atomic_rmw, atomic_cas
    builder.last_lane_first = False


def trace_memory(interpreter: ModuleType, tl: ModuleType) -> None:
    """Records every load, store and atomic operation in `builder.trace`, a MemoryTrace or None.

    What a mask hides, without `other`, is poison.
    """
    builder = interpreter.InterpreterBuilder
    load, store = builder.create_masked_load, builder.create_masked_store

    def masked_load(self, ptrs, mask, other, *rest, **more):
        self.steps.take(ptrs.data.size)
        seen = bits(mask)
        element = ptrs.get_element_ty()
        if self.trace:
            self.trace.load(ptrs.data, seen, max(1, element.primitive_bitwidth // 8))
        if other is None and seen.size > 1 and not seen.all():  # a scalar's `other` of 0 Triton itself drops
            other = poison_for(interpreter, tl, ptrs.data.shape, element)
        return load(self, ptrs, mask, other, *rest, **more)

    def masked_store(self, ptrs, value, mask, *rest):
        self.steps.take(ptrs.data.size)
        if self.trace:
            self.trace.store(ptrs.data, bits(mask), value.data)
        return store(self, ptrs, value, mask, *rest)

    def barrier(self):
        if self.trace:
            self.trace.barrier()

    for method in (masked_load, masked_store, barrier):
        setattr(builder, f"create_{method.__name__}", method)
    builder.trace = None
    builder.steps = Steps()
    trace_atomics(interpreter)


def vectorize_erf(interpreter: ModuleType) -> None:
    """`tl.erf` by PyTorch, in float64: Triton's own calls Python's for every element."""

    def create_erf(self, value):
        with _disable_current_modes():  # nothing else of PyTorch computes in a kernel
            exact = torch.erf(torch.from_numpy(value.data.astype(numpy.float64))).numpy()
        return interpreter.TensorHandle(exact.astype(value.data.dtype), value.dtype.scalar)

    interpreter.InterpreterBuilder.create_erf = create_erf
