"""Rules of pools: the largest element of a window, or the mean of all.

Windows are written element by element, so they are small, and their sizes stand in the prompt as numbers.
Both pools compute in float32; tensors of float64, which need more, are left to the model.
"""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from python_to_triton.codegen.by_rules.element_writer import ElementWriter
from python_to_triton.codegen.by_rules.kernel_expressions import triton_name
from python_to_triton.codegen.by_rules.registry import NotWritten, listed, writes
from python_to_triton.codegen.by_rules.size_arithmetic import Size, minus, over, plus, times
from python_to_triton.frontend import Value

MOST_OF_WINDOW = 49  # elements, 7 x 7: each is some lines of the kernel
# {a pool: the dimensions of its windows, which are the last of its operand}
MAX_POOLS = {"max_pool1d": 1, "max_pool2d": 2, "max_pool3d": 3}
AVERAGE_POOLS = {"avg_pool1d": 1, "avg_pool2d": 2, "avg_pool3d": 3}


class _Along(NamedTuple):
    """A pool along one dimension of its operand."""

    dim: int
    kernel: int
    stride: int
    padding: int
    dilation: int


class Windows:
    """The windows of a pool: of max_pool2d(a0, kernel_size=2), a0: f32[A, B, C], those of 2 x 2 elements of
    the last two dimensions, and the result is f32[A, B // 2, C // 2].
    """

    def __init__(self, v: Value, rank: int, n: Sequence[Size]):
        """
        Args:
            rank: the dimensions of a window.
            n: the sizes of the operand.
        """
        at = v.at
        self.n = n
        kernel, padding, dilation = (
            listed(at.get(name, 1), rank) for name in ("kernel_size", "padding", "dilation")
        )
        stride = listed(at["stride"] or at["kernel_size"], rank)
        numbers = [*kernel, *stride, *padding, *dilation]
        if at["ceil_mode"]:
            raise NotWritten("windows that go beyond the end")
        if len(numbers) != 4 * rank or not all(isinstance(number, int) for number in numbers):
            raise NotWritten("windows of a size that is computed")
        if math.prod(kernel) > MOST_OF_WINDOW:
            raise NotWritten(f"windows of {math.prod(kernel)} elements")
        dims = range(len(n) - rank, len(n))
        self.along = [_Along(*one) for one in zip(dims, kernel, stride, padding, dilation, strict=True)]
        self.count = math.prod(kernel)

    def shape(self) -> list[Size]:
        """The sizes of the result: of n places (n + 2 padding - dilation (kernel - 1) - 1) // stride + 1."""
        shape = list(self.n)
        for dim, kernel, stride, padding, dilation in self.along:
            room = plus(self.n[dim], 2 * padding - dilation * (kernel - 1) - 1)
            shape[dim] = plus(over(room, stride), 1)
        return shape

    def elements(self, w: ElementWriter, at: Sequence[Size]) -> Iterator[tuple[list[Size], str]]:
        """Yields (its coordinates in the operand, the condition that it lies there) for each element of the
        window at `at` of the result; the condition is "" where the element can lie nowhere else.
        """
        begin = list(at)  # below 0 in what is padded
        for one in self.along:
            begin[one.dim] = w.let(minus(times(at[one.dim], one.stride), one.padding), "begin")
        for steps in itertools.product(*(range(one.kernel) for one in self.along)):
            own, conditions = list(begin), []
            for step, (dim, _, _, padding, dilation) in zip(steps, self.along, strict=True):
                own[dim] = w.let(plus(begin[dim], step * dilation), "place")
                if padding:
                    conditions += [f"({own[dim]} >= 0)", f"({own[dim]} < {w.size(self.n[dim])})"]
            yield own, " & ".join(conditions)

    def count_inside(self, w: ElementWriter, at: Sequence[Size]) -> str:
        """How many elements of a window lie in the operand, for averages, which know no dilation."""
        counts = []
        for dim, kernel, stride, padding, _ in self.along:
            begin = w.let(minus(times(at[dim], stride), padding), "begin")
            end = f"tl.minimum({plus(begin, kernel)}, {w.size(self.n[dim])})"
            counts.append(f"({end} - tl.maximum({begin}, 0))" if padding else str(kernel))
        return " * ".join(counts)


def _larger(so_far: str, x: str) -> str:
    """The larger of two elements; NaN where one is."""
    return f"tl.where(({x} > {so_far}) | ({x} != {x}), {x}, {so_far})"


def _pool(
    w: ElementWriter,
    v: Value,
    windows: Windows,
    padded: str,
    step: Callable[[str, str], str],
    finish: Callable[[Sequence[Size], str], str],
) -> tuple[list[Size], Callable]:
    """A pool's sizes and elements, as a rule gives them (registry.py).

    Args:
        padded: what counts for an element that lies outside of the operand.
        step: (what the elements before give, an element) -> what both give.
        finish: (coordinates in the result, what all elements give) -> the element of the result.
    """
    dtype = w.dtypes[id(v)]
    if not dtype.is_floating_point or dtype.itemsize > 4:
        raise NotWritten(f"a pool in {dtype}")

    def read(at, mask):
        so_far = ""
        for own, condition in windows.elements(w, at):
            loaded = w.read(v.operands[0], own, w.narrowed(mask, condition) if condition else mask)
            x = w.let(f"{w.let(loaded, 'x')}.to(tl.float32)", "x")
            x = w.let(f"tl.where({condition}, {x}, {padded})", "x") if condition else x
            so_far = w.let(step(so_far, x), "x") if so_far else x
        return f"({finish(at, so_far)}).to({triton_name(dtype)})"

    return windows.shape(), read


@writes(*MAX_POOLS)
def _max_pool(w, v, n):
    windows = Windows(v, MAX_POOLS[v.op], n)
    return _pool(w, v, windows, "-float('inf')", _larger, lambda at, largest: largest)


@writes(*AVERAGE_POOLS)
def _average_pool(w, v, n):
    windows = Windows(v, AVERAGE_POOLS[v.op], n)
    divisor = v.at.get("divisor_override")

    def mean(at, total):
        if divisor is not None:
            return f"{total} / {w.number(divisor)}"
        return f"{total} / ({windows.count if v.at['count_include_pad'] else windows.count_inside(w, at)})"

    return _pool(w, v, windows, "0", "{} + {}".format, mean)
