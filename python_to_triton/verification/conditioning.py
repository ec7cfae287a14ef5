"""What rounding the inputs of a reference would do to its results: no algorithm in float32 can do better.

Where a result hangs on a difference of large numbers, the variance of a row around 10,000 say, the last bit
of an input is worth more than the last bit of the result. An answer that is the exact result of inputs one
rounding away is right (backward stable: Higham, Accuracy and Stability of Numerical Algorithms, 2002, 1.5).
A jump, as of `round` at 0.5, is no loss of that kind.
"""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Generator, Tensor

from triton_ops.tolerance import is_float, leaves

ROUNDING = 2.0**-23  # of float32, which kernels compute in
FINE = 2.0**-10  # a part of it, by which a smooth result moves by the same part
JUMP = 16.0  # times as much as that


def moved_by(value: Any, direction: Tensor | None, by: float) -> Any:
    """A tensor of floats in float64, each element moved by up to `by` of itself; anything else as it is."""
    return value.double() * (1 + by * direction) if direction is not None else value


def drawn_direction(value: Any, generator: Generator) -> Tensor | None:
    """For each element of a tensor of floats the part of a rounding, from -1 to 1, that it moves by."""
    if not is_float(value):
        return None
    return (2 * torch.rand(value.shape, generator=generator, dtype=torch.float64) - 1).to(value.device)


def rounding_of(arguments: Sequence) -> float:
    """The rounding of the finest of the arguments' dtypes; for half precision that of float32."""
    return min([ROUNDING, *(torch.finfo(each.dtype).eps for each in arguments if is_float(each))])


def without_jumps(exact: Any, coarse: Any, fine: Any) -> Any:
    """Results on moved inputs, `exact` where they jump; of nested tuples each."""
    if isinstance(exact, (tuple, list)):
        return tuple(map(without_jumps, exact, coarse, fine))
    if not is_float(exact):
        return exact
    far = (coarse - exact).abs()
    near = (fine - exact).abs()
    is_smooth = near <= JUMP * FINE * far + torch.finfo(torch.float64).eps * exact.abs()
    return torch.where(is_smooth & far.isfinite(), coarse, exact)


def results_of_rounded_inputs(
    run: Callable[[tuple], Any], arguments: Sequence, exact: Any, errors: tuple, draws: int
) -> list[Any]:
    """Results in float64 of inputs that are each moved by up to one rounding, in the form of `exact`.

    `run` is the reference on arguments in float64, and may raise `errors`.
    """
    generator = Generator().manual_seed(3)
    rounding = rounding_of(arguments)
    found = []
    for _ in range(draws):
        directions = [drawn_direction(each, generator) for each in arguments]
        with contextlib.suppress(*errors):
            coarse, fine = (
                run(tuple(moved_by(each, direction, by) for each, direction in zip(arguments, directions)))
                for by in (rounding, rounding * FINE)
            )
            if [each.shape for each in leaves(coarse)] == [each.shape for each in leaves(exact)]:
                found.append(without_jumps(exact, coarse, fine))
    return found
