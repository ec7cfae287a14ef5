"""judge."""

import contextlib
import functools
import inspect
import itertools
import math
from dataclasses import replace
from typing import Callable, NamedTuple
import torch
from torch import Tensor
from torch.utils import deterministic
from triton_ops.contract import Op
from triton_ops.machine import DTYPES, FAILURES, INTERPRETED
from triton_ops.tolerance import compare


VARIANTS = ("plain", "strided", "x 0.001", "x 10000", "a row of zeros", "a row at 10000")  # of the op's data


class Verdict(NamedTuple):
    """What the judge found. `reason` names the tensor and is empty where all is well."""

    ok: bool
    reason: str
    error: float  # of the tensor that came nearest to, or went farthest beyond, its tolerance
    tolerance: float


def drawing(device, dtype, seed):
    """draw(*shape, dtype=...) of standard normal numbers, from a generator that leaves torch's own alone."""
    generator = torch.Generator(device).manual_seed(seed)

    def draw(*shape, dtype=dtype):
        return torch.randn(shape, device=device, generator=generator).to(dtype)

    return draw


def among_nans(x: Tensor) -> Tensor:
    """`x` as a strided view whose neighbours in memory are NaN, so that a read out of bounds shows."""
    wide = torch.full((*x.shape[:-1], x.shape[-1] + 3), float("nan"), dtype=x.dtype, device=x.device)
    view = wide[..., 1:-2]
    view.copy_(x)
    return view


def vary(x: Tensor, variant: str) -> Tensor:
    """`x` as one of VARIANTS. The row is the first, x[0, ..., 0, :]."""
    x = x.detach().clone()
    row = x.flatten(0, -2)[:1] if x.dim() > 1 else x
    if variant.startswith("x "):
        x *= float(variant[2:])
    elif variant == "a row of zeros":
        row.zero_()
    elif variant == "a row at 10000":
        row.copy_(1e4 * row.sign())
    return among_nans(x) if variant == "strided" else x


def on_tensors(function: Callable, value):
    """`function` of a tensor, or of every tensor of a list; any other value as it is."""
    if isinstance(value, list):
        return [on_tensors(function, each) for each in value]
    return function(value) if isinstance(value, Tensor) else value


def arguments_for(op: Op, shape, dtype, device, autocast=False, variant="plain", seed=0) -> dict:
    """{argument name: value} of `op.inputs`, with the op's data made into `variant`."""
    values = op.inputs(shape, dtype, drawing(device, dtype, seed), autocast)
    named = dict(zip(inspect.signature(op.run).parameters, values))
    for name in op.data:
        named[name] = on_tensors(
            lambda tensor: vary(tensor, variant).requires_grad_(tensor.requires_grad), named[name]
        )
    return named


def as_tuple(outputs) -> tuple[Tensor, ...]:
    return outputs if isinstance(outputs, tuple) else (outputs,)


def differentiated(named: dict) -> dict[str, Tensor]:
    return {name: value for name, value in named.items() if isinstance(value, Tensor) and value.requires_grad}


def with_own(mutates, named: dict) -> dict:
    """`named` with copies of what the op writes into."""
    return named | {name: on_tensors(torch.clone, named[name]) for name in mutates}


def evaluate(function, named: dict, cotangents, mutates=()) -> dict[str, Tensor]:
    """{"output 0": ..., "gradient of x": ..., "states 0 afterwards": ...} of `function`, which updates copies of `mutates`."""
    named = with_own(mutates, named)
    outputs, leaves = as_tuple(function(**named)), differentiated(named)
    results = {f"output {i}": output for i, output in enumerate(outputs)}
    if leaves:
        gradients = torch.autograd.grad(outputs, list(leaves.values()), cotangents)
        results |= {f"gradient of {name}": gradient for name, gradient in zip(leaves, gradients)}
    return results | {
        f"{name} {i} afterwards": tensor for name in mutates for i, tensor in enumerate(named[name])
    }


def doubled(value):
    """A floating tensor, or a list of them, in float64 with the need for a gradient kept; anything else as it is."""

    def double(tensor):
        return (
            tensor.detach().double().requires_grad_(tensor.requires_grad)
            if tensor.is_floating_point()
            else tensor
        )

    return on_tensors(double, value)


@contextlib.contextmanager
def poisoned_memory():
    """Inside, torch.empty gives NaN, so that an element which no kernel wrote shows."""
    before = (
        torch.are_deterministic_algorithms_enabled(),
        torch.is_deterministic_algorithms_warn_only_enabled(),
    )
    fill = deterministic.fill_uninitialized_memory
    torch.use_deterministic_algorithms(True, warn_only=True)
    deterministic.fill_uninitialized_memory = True
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before[0], warn_only=before[1])
        deterministic.fill_uninitialized_memory = fill


def snapshot(named: dict, cotangents) -> list[Tensor]:
    """Copies of every tensor that the op may read but not write."""
    values = itertools.chain(
        *(value if isinstance(value, list) else [value] for value in named.values()), cotangents
    )
    return [value.detach().clone() for value in values if isinstance(value, Tensor)]


def identical(ours: Tensor, again: Tensor) -> bool:
    return ours.shape == again.shape and torch.equal(
        torch.nan_to_num(ours, nan=0.5), torch.nan_to_num(again, nan=0.5)
    )


def candidate(op: Op, route: str, device) -> Callable:
    """The Triton form as `route` runs it: as it stands, or compiled whole."""
    if route != "compile":
        return op.call("triton")
    backend = "inductor" if torch.device(device).type == "cuda" else "aot_eager"
    compiled_run = torch.compile(
        op.run, fullgraph=True, dynamic=False, backend=backend
    )  # a partial would share dynamo's cache with all
    return functools.partial(compiled_run, implementation="triton")


def with_slack(result, slack: float):
    """A comparison with `slack` added to what is allowed."""
    tolerance = result.tolerance + slack
    fine = result.ok or result.error <= tolerance
    return replace(result, ok=fine, reason="" if fine else result.reason, tolerance=tolerance)


def judge(op: Op, shape, dtype, device, *, route="eager", variant="plain", seed=0) -> Verdict:
    """Compares `op`'s Triton form with float64: every output and every gradient, at what PyTorch itself loses (verify.py).

    `route` is eager, autocast (to `dtype`) or compile; `variant` is one of VARIANTS. Unwritten memory is NaN, inputs
    must stay as they are, and a second run must give the same bits.
    """
    named = arguments_for(op, shape, dtype, device, route == "autocast", variant, seed)
    draw = drawing(device, dtype, seed + 1)
    with torch.autocast(torch.device(device).type, dtype, enabled=route == "autocast"):
        with torch.no_grad():
            outputs = as_tuple(op.call("torch")(**with_own(op.mutates, named)))
        cotangents = [draw(*output.shape, dtype=output.dtype) for output in outputs]
        eager = evaluate(op.call("torch"), named, cotangents, op.mutates)
    twins = {name: doubled(value) for name, value in named.items()}
    exact = evaluate(op.call("torch"), twins, [c.double() for c in cotangents], op.mutates)
    before, run = snapshot(named, cotangents), candidate(op, route, device)
    with torch.autocast(torch.device(device).type, dtype, enabled=route == "autocast"), poisoned_memory():
        ours, again = (evaluate(run, named, cotangents, op.mutates) for _ in range(2))
    wrong = []
    if not all(map(identical, before, snapshot(named, cotangents))):
        wrong.append("an input or an incoming gradient was written to")
    slack = op.slack(named, cotangents)
    results = {
        name: with_slack(compare(ours[name], eager[name], exact[name]), slack.get(name, 0.0))
        for name in eager
    }
    wrong += [f"{name} {result.reason}" for name, result in results.items() if not result.ok]
    wrong += [f"{name} differs from run to run" for name in ours if not identical(ours[name], again[name])]
    nearest = max(results.values(), key=lambda result: result.error / (result.tolerance or 1.0))
    return Verdict(not wrong, wrong[0] if wrong else "", nearest.error, nearest.tolerance)


def examination(op: Op):
    """Everything that `op` is judged at: (shape, dtype, route, variant). Variants and routes take the second case; a
    size of real use is for real hardware."""
    for shape, dtype in itertools.product(op.cases + op.bench[:1] * (not INTERPRETED), DTYPES):
        yield shape, dtype, "eager", "plain"
    for variant, dtype in itertools.product(VARIANTS[1:], DTYPES):
        yield op.cases[1], dtype, "eager", variant
    yield op.cases[1], torch.bfloat16, "autocast", "plain"
    yield op.cases[1], torch.float32, "compile", "plain"


def first_line(error) -> str:
    """What an error says, in one line: its first, and the next one where that only announces it."""
    lines = [
        line.strip() for line in f"{type(error).__name__}: {str(error).strip()}".splitlines() if line.strip()
    ]
    return " ".join(lines[:2] if lines[0].endswith(":") else lines[:1])[:200]


def verdict_on(op: Op, exam, device) -> Verdict:
    """`judge` of one of `examination`; an error of any kind is the verdict on this exam, and the next can be held."""
    shape, dtype, route, variant = exam
    try:
        return judge(op, shape, dtype, device, route=route, variant=variant)
    except FAILURES as error:
        return Verdict(False, first_line(error), math.inf, 0.0)
    finally:
        torch._dynamo.reset() if route == "compile" else None
