"""Compares an answer's outputs with a float64 reference, or with eager PyTorch where float64 does not fit the
memory.

The tolerance of the float64 comparison is the verifier's: what eager itself loses on the same inputs. For
small outputs, where eager may be close to float64 by chance, it is what eager loses on inputs that are moved
a little.
"""

import contextlib
import math
from collections.abc import Iterator

import torch

from python_to_triton import verification
from python_to_triton.frontend.graph import Graph

EAGER_TOLERANCE = 1e-4  # of the largest value: how far fp32 may be from eager where float64 does not fit
SMALL_OUTPUT = 1 << 26  # elements, at most, of an output on which eager may be close to float64 by chance
# At least: each is one forward of a graph, drawn only where an answer failed. backend/gradients.py begins
# with one less, since it draws for every module, whose whole forward and backward each draw takes.
NUDGED_DRAWS = 4
MOST_DRAWS = 24  # where an answer fails after those: how far eager errs near 0 is seen in many only

Outputs = torch.Tensor | tuple | list


def arguments_in_float64(arguments: tuple) -> list:
    """The arguments with their floating-point tensors as float64."""
    return [value.double() if verification.is_float(value) else value for value in arguments]


def losses_on_nudged_inputs(graph: Graph, arguments: tuple) -> Iterator[float | tuple[float, ...]]:
    """What eager loses, an output, on inputs that are moved a little: the worst so far of more and more
    draws, after NUDGED_DRAWS of MOST_DRAWS for the first time.
    """
    generator = torch.Generator(arguments[0].device).manual_seed(1)
    worst = ()
    for draw in range(1, MOST_DRAWS + 1):
        drawn = [verification.perturbed(value, generator) for value in arguments]
        eager = verification.tensors_in(graph.run(*drawn))
        exact = verification.tensors_in(graph.run(*arguments_in_float64(drawn)))
        losses = tuple(verification.eager_error(*pair)[0] for pair in zip(eager, exact))
        worst = tuple(map(max, zip(worst or losses, losses)))
        if draw >= NUDGED_DRAWS:
            yield worst if graph.multiple else worst[0]


def compare_with_float64(graph: Graph, arguments: tuple, ours: Outputs) -> verification.Comparison:
    """Compares the answer's outputs, on any device, with the graph run in float64."""
    eager, exact, ties = verification.run_reference(
        graph.run, lambda exactly: arguments_in_float64(arguments) if exactly else arguments
    )
    result = verification.compare(ours, eager, exact, ties=ties)
    small = all(tensor.numel() <= SMALL_OUTPUT for tensor in verification.tensors_in(eager))
    if result.ok or result.error == math.inf or not small:
        return result
    for lost in losses_on_nudged_inputs(graph, arguments):
        result = verification.compare(ours, eager, exact, lost, ties)
        if result.ok:
            break
    return result


def compare_with_eager(ours: Outputs | None, eager: Outputs) -> verification.Comparison:
    """Compares with eager PyTorch: to EAGER_TOLERANCE of its largest value, or 4 roundings of a narrower
    dtype.
    """
    if isinstance(eager, (tuple, list)):
        if not isinstance(ours, (tuple, list)) or len(ours) != len(eager):
            return verification.mismatch(f"does not return {len(eager)} outputs")
        results = [compare_with_eager(*pair) for pair in zip(ours, eager)]
        failed = (result for result in results if not result.ok)
        return next(failed, max(results, key=lambda result: result.error))
    if type(ours) is not torch.Tensor or ours.shape != eager.shape or ours.dtype != eager.dtype:
        return verification.mismatch(f"does not return {tuple(eager.shape)} {eager.dtype}")
    if not eager.is_floating_point():
        if torch.equal(ours, eager):
            return verification.Comparison(True, "", 0.0, 0.0)
        return verification.mismatch("integers differ")
    if not eager.numel():
        return verification.Comparison(True, "", 0.0, 0.0)
    finite = torch.isfinite(eager)
    share = max(EAGER_TOLERANCE, 4 * torch.finfo(eager.dtype).eps)
    allowed = share * eager.abs().where(finite, 0).max().item()
    errors = (ours - eager).abs_().where(finite, 0)
    error = errors.max().item()  # NaN where ours is NaN: that is within no tolerance
    reason = "" if error <= allowed else f"error {error:.2g} exceeds tolerance {allowed:.2g}"
    return verification.Comparison(not reason, reason, error, allowed)


def compare_with_reference(
    graph: Graph, arguments: tuple, ours: Outputs
) -> tuple[verification.Comparison, str]:
    """(Comparison, what with): float64, or eager PyTorch where float64 does not fit the GPU's memory."""
    with contextlib.suppress(torch.OutOfMemoryError):
        return compare_with_float64(graph, arguments, ours), "float64"
    torch.cuda.empty_cache()
    reference = f"eager PyTorch, to {EAGER_TOLERANCE:g} of its largest value: float64 does not fit"
    return compare_with_eager(ours, graph.run(*arguments)), reference
