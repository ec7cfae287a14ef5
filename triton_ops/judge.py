"""The judge: an op's Triton form against float64, every output and every gradient.

Unwritten memory is NaN, what surrounds a strided input is NaN, inputs and incoming gradients must stay as
they are, and a second run must give the same bits. The tolerance is that of triton_ops/tolerance.py: twice
what eager PyTorch itself loses, plus an op's declared `extra_tolerance`.
"""

import contextlib
import functools
import inspect
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.utils import deterministic

from triton_ops.contract import Op
from triton_ops.machine import DTYPES, INTERPRETED, KERNEL_ERRORS
from triton_ops.tolerance import Comparison, compare

# What the judge makes of an op's data.
VARIANTS = ("plain", "strided", "x 0.001", "x 10000", "a row of zeros", "a row at 10000")


class OpVerdict(NamedTuple):
    """What the judge found. `reason` names the tensor and is empty where the op passed."""

    ok: bool
    reason: str
    error: float  # of the tensor that came nearest to, or went farthest beyond, its tolerance
    tolerance: float


class JudgeCase(NamedTuple):
    """One test case of an op."""

    shape: tuple
    dtype: torch.dtype
    route: str = "eager"  # eager, autocast or compile
    variant: str = "plain"  # of VARIANTS


def normal_sampler(device, dtype: torch.dtype, seed: int) -> Callable:
    """draw(*shape, dtype=...) of standard normal numbers, from a generator of its own."""
    generator = torch.Generator(device).manual_seed(seed)

    def draw(*shape, dtype=dtype):
        return torch.randn(shape, device=device, generator=generator).to(dtype)

    return draw


def surrounded_by_nans(x: Tensor) -> Tensor:
    """`x` as a strided view whose neighbours in memory are NaN, so that a read out of bounds shows."""
    wide = torch.full((*x.shape[:-1], x.shape[-1] + 3), float("nan"), dtype=x.dtype, device=x.device)
    view = wide[..., 1:-2]
    view.copy_(x)
    return view


def apply_variant(x: Tensor, variant: str) -> Tensor:
    """A copy of `x` as one of VARIANTS. The row is the first, x[0, ..., 0, :]."""
    x = x.detach().clone()
    row = x.flatten(0, -2)[:1] if x.dim() > 1 else x
    if variant.startswith("x "):
        x *= float(variant[2:])
    elif variant == "a row of zeros":
        row.zero_()
    elif variant == "a row at 10000":
        row.copy_(1e4 * row.sign())
    return surrounded_by_nans(x) if variant == "strided" else x


def map_tensors(function: Callable, value):
    """`function` of a tensor, or of every tensor of a list; any other value as it is."""
    if isinstance(value, list):
        return [map_tensors(function, each) for each in value]
    return function(value) if isinstance(value, Tensor) else value


def arguments_for(op: Op, shape, dtype, device, autocast=False, variant="plain", seed=0) -> dict:
    """{argument name: value} of `op.inputs`, with the op's data made into `variant`."""
    values = op.inputs(shape, dtype, normal_sampler(device, dtype, seed), autocast)
    named = dict(zip(inspect.signature(op.run).parameters, values))

    def varied(tensor):
        return apply_variant(tensor, variant).requires_grad_(tensor.requires_grad)

    for name in op.data:
        named[name] = map_tensors(varied, named[name])
    return named


def as_tuple(outputs: Tensor | tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    """The outputs as a tuple, of one output too."""
    return outputs if isinstance(outputs, tuple) else (outputs,)


def tensors_needing_grad(named: dict) -> dict[str, Tensor]:
    """The tensors among the arguments that require a gradient."""
    return {name: value for name, value in named.items() if isinstance(value, Tensor) and value.requires_grad}


def with_copies(mutates, named: dict) -> dict:
    """`named` with copies of what the op writes into."""
    return named | {name: map_tensors(torch.clone, named[name]) for name in mutates}


def outputs_and_gradients(function: Callable, named: dict, cotangents, mutates=()) -> dict[str, Tensor]:
    """Outputs, gradients and updated arguments of `function`, which updates copies of `mutates`.

    Returns {"output 0": ..., "gradient of x": ..., "states 0 afterwards": ...}.
    """
    named = with_copies(mutates, named)
    outputs = as_tuple(function(**named))
    leaves = tensors_needing_grad(named)
    results = {f"output {i}": output for i, output in enumerate(outputs)}
    if leaves:
        gradients = torch.autograd.grad(outputs, list(leaves.values()), cotangents)
        results |= {f"gradient of {name}": gradient for name, gradient in zip(leaves, gradients)}
    for name in mutates:
        results |= {f"{name} {i} afterwards": tensor for i, tensor in enumerate(named[name])}
    return results


def to_float64(value: Any) -> Any:
    """A floating tensor, or a list of them, in float64 with the need for a gradient kept.

    Anything else as it is.
    """

    def widen(tensor):
        if not tensor.is_floating_point():
            return tensor
        return tensor.detach().double().requires_grad_(tensor.requires_grad)

    return map_tensors(widen, value)


@contextlib.contextmanager
def nan_filled_memory() -> Iterator[None]:
    """Inside, torch.empty gives NaN, so that an element which no kernel wrote shows."""
    before = torch.are_deterministic_algorithms_enabled()
    warned = torch.is_deterministic_algorithms_warn_only_enabled()
    fill = deterministic.fill_uninitialized_memory
    torch.use_deterministic_algorithms(True, warn_only=True)
    deterministic.fill_uninitialized_memory = True
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before, warn_only=warned)
        deterministic.fill_uninitialized_memory = fill


def snapshot(named: dict, cotangents) -> list[Tensor]:
    """Copies of every tensor that the op may read but not write."""
    lists = [value if isinstance(value, list) else [value] for value in named.values()]
    values = itertools.chain(*lists, cotangents)
    return [value.detach().clone() for value in values if isinstance(value, Tensor)]


def bitwise_equal(ours: Tensor, again: Tensor) -> bool:
    """Whether two tensors hold the same values, NaN equal to NaN."""
    if ours.shape != again.shape:
        return False
    return torch.equal(torch.nan_to_num(ours, nan=0.5), torch.nan_to_num(again, nan=0.5))


def triton_form(op: Op, route: str, device) -> Callable:
    """The Triton form as `route` runs it: as it is, or compiled whole."""
    if route != "compile":
        return op.call("triton")
    backend = "inductor" if torch.device(device).type == "cuda" else "aot_eager"
    # op.run itself: all partials of it would share one of dynamo's caches
    compiled_run = torch.compile(op.run, fullgraph=True, dynamic=False, backend=backend)
    return functools.partial(compiled_run, implementation="triton")


def with_extra_tolerance(result: Comparison, extra: float) -> Comparison:
    """A comparison with `extra` added to what is allowed."""
    tolerance = result.tolerance + extra
    ok = result.ok or result.error <= tolerance
    return replace(result, ok=ok, reason="" if ok else result.reason, tolerance=tolerance)


def judge_op(op: Op, shape, dtype, device, *, route="eager", variant="plain", seed=0) -> OpVerdict:
    """Compares `op`'s Triton form with float64: every output and every gradient.

    route    eager, autocast (to `dtype`) or compile
    variant  of VARIANTS: what the op's data look like
    """
    named = arguments_for(op, shape, dtype, device, route == "autocast", variant, seed)
    draw = normal_sampler(device, dtype, seed + 1)
    autocast = functools.partial(
        torch.autocast, torch.device(device).type, dtype, enabled=route == "autocast"
    )
    with autocast():
        with torch.no_grad():
            outputs = as_tuple(op.call("torch")(**with_copies(op.mutates, named)))
        cotangents = [draw(*output.shape, dtype=output.dtype) for output in outputs]
        eager = outputs_and_gradients(op.call("torch"), named, cotangents, op.mutates)
    named64 = {name: to_float64(value) for name, value in named.items()}
    exact = outputs_and_gradients(op.call("torch"), named64, [c.double() for c in cotangents], op.mutates)
    before = snapshot(named, cotangents)
    run = triton_form(op, route, device)
    with autocast(), nan_filled_memory():
        ours, again = (outputs_and_gradients(run, named, cotangents, op.mutates) for _ in range(2))
    wrong = []
    if not all(map(bitwise_equal, before, snapshot(named, cotangents))):
        wrong.append("an input or an incoming gradient was written to")
    extra = op.extra_tolerance(named, cotangents)
    results = {}
    for name in eager:
        comparison = compare(ours[name], eager[name], exact[name])
        results[name] = with_extra_tolerance(comparison, extra.get(name, 0.0))
    wrong += [f"{name} {result.reason}" for name, result in results.items() if not result.ok]
    wrong += [
        f"{name} differs from run to run" for name in ours if not bitwise_equal(ours[name], again[name])
    ]
    nearest = max(results.values(), key=lambda result: result.error / (result.tolerance or 1.0))
    return OpVerdict(not wrong, wrong[0] if wrong else "", nearest.error, nearest.tolerance)


def judge_cases(op: Op) -> Iterator[JudgeCase]:
    """Everything that `op` is judged at.

    Variants and routes take the second shape; a size of real use needs a GPU.
    """
    shapes = op.cases + op.bench_shapes[:1] * (not INTERPRETED)
    for shape, dtype in itertools.product(shapes, DTYPES):
        yield JudgeCase(shape, dtype)
    for variant, dtype in itertools.product(VARIANTS[1:], DTYPES):
        yield JudgeCase(op.cases[1], dtype, variant=variant)
    yield JudgeCase(op.cases[1], torch.bfloat16, "autocast")
    yield JudgeCase(op.cases[1], torch.float32, "compile")


def error_summary(error: BaseException) -> str:
    """What an error says, in one line: its first, and the next one where that only announces it."""
    text = f"{type(error).__name__}: {str(error).strip()}"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " ".join(lines[:2] if lines[0].endswith(":") else lines[:1])[:200]


def judge_op_case(op: Op, case: JudgeCase, device) -> OpVerdict:
    """`judge_op` of one case; an error of a kernel is the verdict on this case."""
    try:
        return judge_op(op, case.shape, case.dtype, device, route=case.route, variant=case.variant)
    except KERNEL_ERRORS as error:
        return OpVerdict(False, error_summary(error), math.inf, 0.0)
    finally:
        if case.route == "compile":
            torch._dynamo.reset()
