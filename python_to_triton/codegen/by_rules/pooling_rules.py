"""Rules of pools: the largest element of a window, or the mean of all.

Windows are written element by element, so they are small, and of a size that the prompt says.
"""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

from python_to_triton.codegen.by_rules.kernel_expressions import triton_name
from python_to_triton.codegen.by_rules.registry import NotWritten, listed, writes
from python_to_triton.codegen.by_rules.size_arithmetic import Size, minus, over, plus, times
from python_to_triton.frontend import Value

MOST_ELEMENTS = 49  # of a window
MAX_POOLS = ("max_pool1d", "max_pool2d", "max_pool3d")
AVERAGE_POOLS = ("avg_pool1d", "avg_pool2d", "avg_pool3d")


class Windows:
    """The windows of a pool over the last dimensions of its operand."""

    def __init__(self, v: Value, n: Sequence[Size]):
        self.n = n
        self.dims = range(len(n) - int(v.op[-2]), len(n))
        count = len(self.dims)
        self.kernel = listed(v.at["kernel_size"], count)
        self.stride = listed(v.at["kernel_size"] if v.at["stride"] is None else v.at["stride"], count)
        self.padding = listed(v.at["padding"], count)
        self.dilation = listed(v.at.get("dilation", 1), count)
        numbers = [*self.kernel, *self.stride, *self.padding, *self.dilation]
        if v.at["ceil_mode"] or not all(isinstance(one, int) for one in numbers):
            raise NotWritten("windows that go beyond the end, or of a size that is computed")
        if math.prod(self.kernel) > MOST_ELEMENTS:
            raise NotWritten(f"windows of {math.prod(self.kernel)} elements")

    def shape(self) -> list[Size]:
        """The sizes of the result: as many windows as lie within the borders."""
        shape = list(self.n)
        for d, kernel, stride, padding, dilation in self._numbers():
            room = plus(self.n[d], 2 * padding - dilation * (kernel - 1) - 1)
            shape[d] = plus(over(room, stride), 1)
        return shape

    def elements(self, w, at: Sequence[Size]) -> Iterator[tuple[list[Size], str]]:
        """(coordinates in the operand, the condition that they lie in it; "" where they do) of a window."""
        first = list(at)
        for d, _, stride, padding, _ in self._numbers():
            first[d] = w.let(minus(times(at[d], stride), padding), "first")
        for steps in itertools.product(*map(range, self.kernel)):
            own, conditions = list(first), []
            for step, (d, _, _, padding, dilation) in zip(steps, self._numbers(), strict=True):
                own[d] = w.let(plus(first[d], step * dilation), "place")
                if padding:
                    conditions += [f"({own[d]} >= 0)", f"({own[d]} < {w.size(self.n[d])})"]
            yield own, " & ".join(conditions)

    def inside(self, w, at: Sequence[Size]) -> str:
        """How many elements of a window lie in the operand: an average that leaves out the border."""
        counts = []
        for d, kernel, stride, padding, _ in self._numbers():
            first = w.let(minus(times(at[d], stride), padding), "first")
            last = f"tl.minimum({plus(first, kernel)}, {w.size(self.n[d])})"
            counts.append(f"({last} - tl.maximum({first}, 0))" if padding else str(kernel))
        return " * ".join(counts)

    def _numbers(self) -> Iterator[tuple[int, int, int, int, int]]:
        """(dimension, kernel, stride, padding, dilation) of each dimension of a window."""
        yield from zip(self.dims, self.kernel, self.stride, self.padding, self.dilation, strict=True)


def _largest(total: str, x: str) -> str:
    """The larger of two elements; NaN where one is."""
    return f"tl.where(({x} > {total}) | ({x} != {x}), {x}, {total})"


def _reading(w, v: Value, windows: Windows, outside: str, step: Callable[[str, str], str], of_all: Callable):
    """What makes an element of a pool's result: its window, step by step, and what is made of that.

    Args:
        outside: what counts for an element beyond the border.
        step: (so far, an element) -> both.
        of_all: (coordinates, all) -> the result.
    """

    def read(at, mask):
        total = ""
        for own, condition in windows.elements(w, at):
            x = w.read(v.operands[0], own, w.narrowed(mask, condition) if condition else mask)
            x = w.let(f"{w.let(x, 'x')}.to(tl.float32)", "x")
            x = w.let(f"tl.where({condition}, {x}, {outside})", "x") if condition else x
            total = w.let(step(total, x), "x") if total else x
        return f"({of_all(at, total)}).to({triton_name(w.dtypes[id(v)])})"

    return read


@writes(*MAX_POOLS)
def _max_pool(w, v, n):
    if not w.dtypes[id(v)].is_floating_point or w.dtypes[id(v)].itemsize > 4:
        raise NotWritten(f"a pool in {w.dtypes[id(v)]}")
    windows = Windows(v, n)
    return windows.shape(), _reading(w, v, windows, "-float('inf')", _largest, lambda at, x: x)


@writes(*AVERAGE_POOLS)
def _average_pool(w, v, n):
    if not w.dtypes[id(v)].is_floating_point or w.dtypes[id(v)].itemsize > 4:
        raise NotWritten(f"a pool in {w.dtypes[id(v)]}")
    windows = Windows(v, n)
    divisor = v.at.get("divisor_override")
    whole = str(divisor or math.prod(windows.kernel))
    leaves_out = not divisor and not v.at["count_include_pad"]

    def mean(at, total):
        return f"{total} / ({windows.inside(w, at) if leaves_out else whole})"

    return windows.shape(), _reading(w, v, windows, "0", "{} + {}".format, mean)
