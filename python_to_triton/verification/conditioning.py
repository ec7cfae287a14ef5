"""What rounding the inputs of a reference would do to its results: no algorithm in float32 can do better.

Where a result hangs on a difference of large numbers, the variance of a row around 10,000 say, the last bit
of an input is worth more than the last bit of the result. An answer that is the exact result of inputs one
rounding away is right (backward stable: Higham, Accuracy and Stability of Numerical Algorithms, 2002, 1.5).
A jump, as of `round` at 0.5, is no loss of that kind: there inputs that differ by almost nothing give other
results, and a norm of equal elements, which is as steep, is continuous.
"""

import contextlib
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Generator, Tensor

from triton_ops.tolerance import is_float, leaves

ROUNDING = 2.0**-23  # of float32, which kernels compute in
ALMOST_NOTHING = 2.0**-28  # a part of it: a few roundings of float64
JUMP = 0.5  # of the change by a rounding, which a jump makes by almost nothing


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
    """Results on moved inputs, `exact` where they jump: where `fine`, of inputs that are almost the same, has
    moved as far. Of nested tuples each.
    """
    if isinstance(exact, (tuple, list)):
        return tuple(map(without_jumps, exact, coarse, fine))
    if not is_float(exact):
        return exact
    far = (coarse - exact).abs()
    near = (fine - exact).abs()
    return torch.where((near <= JUMP * far) & far.isfinite(), coarse, exact)


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
        signs = [None if each is None else each.sign() for each in directions]
        with contextlib.suppress(*errors):
            coarse, fine = (
                run(tuple(map(moved_by, arguments, towards, itertools.repeat(by))))
                for towards, by in ((directions, rounding), (signs, rounding * ALMOST_NOTHING))
            )
            if [each.shape for each in leaves(coarse)] == [each.shape for each in leaves(exact)]:
                found.append(without_jumps(exact, coarse, fine))
    return found
