"""`tl.reduce` and `tl.associative_scan` in the order of a GPU, for whole blocks at once.

Triton's interpreter combines one element after the other, each by a call of Python's. A GPU combines halves
(of registers, of lanes, of warps), so a combine function that is not associative, or for `tl.reduce` not
commutative, computes something else there; a scan keeps the order of its elements. Here both are done by
halves, with NumPy. Combine functions that hold a condition on scalars are still called for each element.

`interpreter` is triton.runtime.interpreter, `tl` triton.language.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy
from numpy import ndarray

from python_to_triton.verification.sandbox.strict_interpreter import BlockAsCondition


def tree_reduced(columns: list[ndarray], combine: Callable) -> list[ndarray]:
    """Arrays reduced along their first axis, the second half combined into the first until one is left."""
    while len(columns[0]) > 1:
        half = (len(columns[0]) + 1) // 2
        size = len(columns[0]) - half
        done = combine([column[:size] for column in columns], [column[half:] for column in columns])
        columns = [numpy.concatenate([new, old[size:half]]) for new, old in zip(done, columns)]
    return [column[0] for column in columns]


def tree_scanned(columns: list[ndarray], combine: Callable) -> list[ndarray]:
    """Inclusive scans of arrays along their first axis (Hillis and Steele, 1986): in order, by doubling
    distances.

    Triton's blocks have sizes of powers of two, so all elements are combined, and the first ones left as they
    were.
    """
    distance = 1
    while distance < len(columns[0]):
        before = [numpy.roll(column, distance, axis=0) for column in columns]
        done = combine(before, columns)
        columns = [numpy.concatenate([old[:distance], new[distance:]]) for new, old in zip(done, columns)]
        distance *= 2
    return columns


def better(compare: Callable, first_of_equals: bool) -> Callable:
    """Triton's combine function of argmax (`compare`: numpy.greater) or argmin: of two (value, index) one."""

    def combine(left, right):
        (value, index), (other, other_index) = left, right
        takes_left = compare(value, other)
        if first_of_equals:
            takes_left |= (value == other) & (index < other_index)
        else:  # any of them
            takes_left |= (value == other) & ((7 * index ^ other_index) % 3 == 0)
        return numpy.where(takes_left, value, other), numpy.where(takes_left, index, other_index)

    return combine


class Blocks:
    """Arrays as Triton's tensors, and what combines them."""

    def __init__(self, interpreter: ModuleType, tl: ModuleType):
        self.interpreter = interpreter
        self.tl = tl

    def tensor(self, data: ndarray, dtype: Any) -> Any:
        """An array as a block, one without dimensions as a scalar."""
        tl, Handle = self.tl, self.interpreter.TensorHandle
        if not data.shape:
            return tl.tensor(Handle(data.reshape(1), dtype), dtype)
        return tl.tensor(Handle(data, dtype), tl.block_type(dtype, list(data.shape)))

    def combiner(self, kernel: Any, dtypes: list) -> Callable:
        """A combine function of Triton's as one of two lists of arrays, which returns such a list."""
        function = kernel.rewrite()

        def combine(left, right):
            values = [self.tensor(data, dtype) for side in (left, right) for data, dtype in zip(side, dtypes)]
            results = function(*values)
            results = results if isinstance(results, (tuple, self.tl.tuple)) else (results,)
            found = []
            for result, dtype in zip(results, dtypes, strict=True):
                result = self.interpreter.interpreter_semantic.to_tensor(result)
                if result.dtype != dtype:
                    raise TypeError(f"the combine function makes {result.dtype} of {dtype}")
                found.append(numpy.broadcast_to(result.handle.data, left[0].shape))
            return found

        return combine


def is_exact(dtype: Any) -> bool:
    """Whether NumPy's own sum of a type is a GPU's, the order of its terms aside."""
    return dtype.is_int() or dtype.name in ("fp32", "fp64")


def reduce_as_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """`tl.reduce`, and what is made of it, where NumPy has no function of its own that does it."""
    standard, blocks, slow_reduce = tl.standard, Blocks(interpreter, tl), interpreter.ReduceOps.apply_impl
    by_numpy = {
        standard._sum_combine: numpy.add,
        standard._xor_combine: numpy.bitwise_xor,
        standard._or_combine: numpy.bitwise_or,
    }
    extremes = {standard._elementwise_max: numpy.maximum, standard._elementwise_min: numpy.minimum}
    places = {
        standard._argmax_combine_tie_break_left: better(numpy.greater, True),
        standard._argmax_combine_tie_break_fast: better(numpy.greater, False),
        standard._argmin_combine_tie_break_left: better(numpy.less, True),
        standard._argmin_combine_tie_break_fast: better(numpy.less, False),
    }

    def does_triton_right(kernel, inputs):
        """Whether Triton's own way is a GPU's too."""
        if kernel is standard._sum_combine:
            return is_exact(inputs[0].dtype)
        if kernel in (standard._argmax_combine_tie_break_left, standard._argmin_combine_tie_break_left):
            return not numpy.isnan(inputs[0].handle.data).any()
        return kernel in extremes

    def reduced(self, inputs, combine):
        axis = 0 if self.axis is None else self.axis
        arrays = [each.handle.data.reshape(-1) if self.axis is None else each.handle.data for each in inputs]
        results = tree_reduced([numpy.moveaxis(array, axis, 0) for array in arrays], combine)
        if self.keep_dims:
            axes = tuple(range(inputs[0].handle.data.ndim)) if self.axis is None else axis
            results = [numpy.expand_dims(result, axes) for result in results]
        return [blocks.tensor(result, each.dtype) for result, each in zip(results, inputs)]

    def apply_impl(self, inputs):
        kernel = self.combine_fn
        self.axis = getattr(self.axis, "value", self.axis)  # of a tl.constexpr
        if kernel in by_numpy and inputs[0].dtype.is_int():
            values = inputs[0].handle.data  # whose type the result has: NumPy's sums would be wider
            data = by_numpy[kernel].reduce(
                values, axis=self.axis, keepdims=self.keep_dims, dtype=values.dtype
            )
            return self.to_tensor(data, inputs[0].dtype)
        if kernel in extremes and interpreter.interpreter_builder.shows_nan:
            data = extremes[kernel].reduce(inputs[0].handle.data, axis=self.axis, keepdims=self.keep_dims)
            return self.to_tensor(data, inputs[0].dtype)
        if does_triton_right(kernel, inputs):
            return slow_reduce(self, inputs)
        if kernel in places:
            return reduced(self, inputs, places[kernel])
        try:
            return reduced(self, inputs, blocks.combiner(kernel, [each.dtype for each in inputs]))
        except BlockAsCondition:
            return slow_reduce(self, inputs)

    interpreter.ReduceOps.apply_impl = apply_impl


def scan_as_a_gpu(interpreter: ModuleType, tl: ModuleType) -> None:
    """`tl.associative_scan`, and what is made of it, likewise."""
    blocks, slow_scan = Blocks(interpreter, tl), interpreter.ScanOps.apply_impl
    by_numpy = {tl.standard._sum_combine: numpy.add, tl.standard._prod_combine: numpy.multiply}

    def apply_impl(self, inputs):
        self.axis = getattr(self.axis, "value", self.axis)  # of a tl.constexpr
        if self.combine_fn in by_numpy and inputs[0].dtype.is_int():
            return slow_scan(self, inputs)
        axis, flip = self.axis, numpy.flip if self.reverse else lambda data, _: data
        arrays = [numpy.moveaxis(flip(each.handle.data, axis), axis, 0) for each in inputs]
        try:
            if self.combine_fn in by_numpy and is_exact(inputs[0].dtype):
                operation = by_numpy[self.combine_fn]
                combine = lambda left, right: [operation(left[0], right[0])]
            else:
                combine = blocks.combiner(self.combine_fn, [each.dtype for each in inputs])
            scanned = tree_scanned(arrays, combine)
        except BlockAsCondition:
            return slow_scan(self, inputs)
        results = [flip(numpy.moveaxis(result, 0, axis), axis) for result in scanned]
        return [blocks.tensor(result, each.dtype) for result, each in zip(results, inputs)]

    interpreter.ScanOps.apply_impl = apply_impl
