"""Outputs and gradients of a compiled module against the same module in float64, tensor by tensor.

The loss is the product of every output with a random cotangent, so that no gradient is zero by symmetry.
The tolerance is the verifier's (triton_ops/tolerance.py): twice what eager PyTorch loses at its dtype, at
worst in a few draws of slightly moved inputs and parameters, and the last bits of the largest value. Behind a
ReLU or a maximum a gradient jumps where rounding turns a sign, and one that is 0 in exact arithmetic is noise
alone: how far eager itself jumps is known from many draws only, so a tensor that fails gets more of them.
Eager convolutions are the verifier's too: of operands in TF32 on any device, where that is allowed.
"""

import contextlib
import copy
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

from python_to_triton import verification
from python_to_triton.backend.module_state import unchanged_buffers

NUDGED_DRAWS = 3  # of what is moved, from which eager's own error is known better than from one
MOST_DRAWS = 24  # where a tensor fails after those
DRAWS = "it draws random numbers, so that two calls differ: gradients can be compared after .eval()"


@dataclass(frozen=True)
class TensorVerdict:
    """An output or a gradient, compared with float64."""

    name: str  # `output 0`, `gradient of head.weight`, `gradient of input 0`
    comparison: verification.Comparison

    @property
    def ok(self) -> bool:
        return self.comparison.ok

    def line(self) -> str:
        """One line: `gradient of head.weight: max error 1.2e-07 (allowed 5.7e-07)`."""
        one = self.comparison
        failed = "" if one.ok else f" WRONG: {one.reason}"
        return f"{self.name}: max error {one.error:.1e} (allowed {one.tolerance:.1e}){failed}"


def _is_float(item):
    return isinstance(item, torch.Tensor) and item.is_floating_point()


def _leaf(item):
    """A tensor of floats as a new leaf that wants a gradient; anything else as it is."""
    return item.detach().clone().requires_grad_() if _is_float(item) else item


def _named_parameters(function):
    named = function.named_parameters() if isinstance(function, nn.Module) else ()
    return [(name, parameter) for name, parameter in named if parameter.requires_grad]


def _call(function, owner, inputs):
    """`_step`, which moves buffers as the module does."""
    given = [tree_map(_leaf, item) for item in inputs]
    tensors = [leaf for leaf in tree_leaves(given) if _is_float(leaf)]
    leaves = [*((f"input {i}", leaf) for i, leaf in enumerate(tensors)), *_named_parameters(owner)]
    outputs = [leaf for leaf in tree_leaves(function(*given)) if isinstance(leaf, torch.Tensor)]
    results = {f"output {i}": output.detach() for i, output in enumerate(outputs)}
    wanted = [output for output in outputs if output.requires_grad]
    if not wanted or not leaves:
        return results
    generator = torch.Generator().manual_seed(len(wanted))
    cotangents = [
        torch.randn(output.shape, generator=generator, dtype=torch.float64).to(output.device, output.dtype)
        for output in wanted
    ]
    found = torch.autograd.grad(wanted, [leaf for _, leaf in leaves], cotangents, allow_unused=True)
    return results | {f"gradient of {name}": gradient for (name, _), gradient in zip(leaves, found)}


def _step(function: Callable, owner: Callable, inputs: Sequence) -> dict[str, torch.Tensor | None]:
    """{name: tensor} of the outputs and gradients of one call; None for a gradient that there is not.

    Args:
        function: is called.
        owner: has the parameters and buffers: the module, where `function` is its compiled form.
    """
    with unchanged_buffers(owner):
        return _call(function, owner, inputs)


@contextlib.contextmanager
def _default_dtype(dtype: torch.dtype) -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def _eager_step(function, inputs):
    """`_step` of the original: its convolutions lose what TF32 loses, where it is allowed."""
    with verification.reference_convolutions(torch.backends.cudnn.allow_tf32):
        return _step(function, function, inputs)


def _exact_step(function, inputs):
    """`_step` in float64, of a copy."""
    exact = copy.deepcopy(function).double() if isinstance(function, nn.Module) else function
    wide = tree_map(lambda item: item.double() if _is_float(item) else item, list(inputs))
    with _default_dtype(torch.float64):
        return _step(exact, exact, wide)


def _moved(function, inputs, generator):
    """(function, inputs) with every float moved a little; a module is copied, its buffers stay."""
    moved = [tree_map(lambda item: verification.perturbed(item, generator), item) for item in inputs]
    if isinstance(function, nn.Module):
        function = copy.deepcopy(function)
        with torch.no_grad():
            for parameter in function.parameters():
                parameter.copy_(verification.perturbed(parameter, generator))
    return function, moved


def _lost(name, eager, exact):
    """What eager loses of a tensor; 0 where there is none."""
    if eager[name] is None or exact[name] is None:
        return 0.0
    return verification.eager_error(eager[name], exact[name])[0]


def _verdict(name, ours, eager, exact, lost):
    """The TensorVerdict of a tensor of which eager loses so much in other draws."""
    if eager is None or ours is None:
        same = (eager is None) == (ours is None)
        there = verification.Comparison(True, "", 0.0, 0.0)
        return TensorVerdict(name, there if same else verification.mismatch("there is none"))
    return TensorVerdict(name, verification.compare(ours, eager, exact, lost))


def _states():
    """The state of each generator of random numbers."""
    return [torch.get_rng_state(), *(torch.cuda.get_rng_state_all() if _has_gpu() else ())]


def _unchanged(states):
    return all(torch.equal(old, new) for old, new in zip(states, _states()))


class _DrawnAs(TorchDispatchMode):
    """While it lasts, every random number is this one. Raises ValueError where whole numbers are drawn."""

    def __init__(self, number: float):
        super().__init__()
        self.number = number

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if torch.Tag.nondeterministic_seeded not in func.tags:
            return func(*args, **(kwargs or {}))
        before = _states()
        result = func(*args, **(kwargs or {}))
        for tensor in () if _unchanged(before) else tree_leaves(result):
            if not _is_float(tensor):
                raise ValueError(DRAWS)
            tensor.fill_(self.number)
        return result


def _without_draws(step, *arguments):
    """The result of a step that depends on no random numbers. Raises ValueError for one that does.

    Some draw and have no use for it: the layers of wav2vec 2.0 ask in evaluation, too, which to skip. They
    give the same whether all numbers are 0 or all almost 1.
    """
    before = _states()
    result = step(*arguments)
    if _unchanged(before):
        return result
    for number in (0.0, 1 - 2**-11):  # which halves hold
        with _DrawnAs(number):
            other = step(*arguments)
        same = other.keys() == result.keys()
        if not same or any(not _verdict(name, other[name], one, one, 0.0).ok for name, one in result.items()):
            raise ValueError(DRAWS)
    return result


def _has_gpu():
    return torch.cuda.is_available() and torch.cuda.is_initialized()


def compare_training(compiled: Callable, original: Callable, inputs: Sequence) -> list[TensorVerdict]:
    """Each output and each gradient of `compiled`, one call of it, against `original` in float64.

    Args:
        compiled: the compiled form of `original`, with the same parameters.
        original: a module or function. Its parameters and buffers are as before afterwards.
        inputs: arguments; gradients by their tensors of floats are compared too.

    Raises:
        ValueError: the original draws random numbers.
    """
    eager = _without_draws(_eager_step, original, inputs)  # first: it may refuse, and `compiled` may search
    ours = _step(compiled, original, inputs)
    exact = _exact_step(original, inputs)
    device = next(
        (leaf.device for leaf in tree_leaves(list(inputs)) if isinstance(leaf, torch.Tensor)), "cpu"
    )
    generator = torch.Generator(device).manual_seed(1)
    lost = dict.fromkeys(eager, 0.0)
    for draw in range(1, MOST_DRAWS + 1):
        moved = _moved(original, inputs, generator)
        pair = _eager_step(*moved), _exact_step(*moved)
        lost = {name: max(worst, _lost(name, *pair)) for name, worst in lost.items()}
        if draw < NUDGED_DRAWS:
            continue
        verdicts = [_verdict(name, ours.get(name), eager[name], exact[name], lost[name]) for name in eager]
        hopeless = any(verdict.comparison.error == math.inf for verdict in verdicts)
        if hopeless or all(verdict.ok for verdict in verdicts):
            break
    return verdicts
