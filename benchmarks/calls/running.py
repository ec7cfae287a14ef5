"""One call of a program: arguments made from their description, and all that the call leaves behind."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from calls.data import Call, TensorArgument
from calls.originals import OwnInput

# ---- layouts -------------------------------------------------------------------------------------


def transposed(tensor: Tensor) -> Tensor:
    """The same values, the dimensions in memory in reverse order."""
    order = list(range(tensor.dim()))[::-1]
    return tensor.permute(order).contiguous().permute(order)


def stepped(tensor: Tensor) -> Tensor:
    """The same values, each second element of a tensor that is twice as wide."""
    if tensor.dim() == 0:
        return tensor
    wide = torch.stack([tensor, torch.full_like(tensor, 1)], dim=-1)
    return wide.flatten(-2)[..., ::2]


def inside(tensor: Tensor) -> Tensor:
    """The same values, inside a larger tensor: its rows are apart, and it begins at no round address."""
    if tensor.dim() == 0:
        return tensor
    large = torch.ones([size + 2 for size in tensor.shape], dtype=tensor.dtype, device=tensor.device)
    place = large[tuple(slice(1, 1 + size) for size in tensor.shape)]
    place.copy_(tensor)
    return place


def expanded(tensor: Tensor) -> Tensor:
    """The first row, expanded over the first dimension: each of its elements has several places."""
    if tensor.dim() == 0 or tensor.shape[0] == 0:
        return tensor
    return tensor[:1].clone().expand(tensor.shape)


def channels_last(tensor: Tensor) -> Tensor:
    """The same values, the second dimension innermost."""
    if tensor.dim() < 3:
        return transposed(tensor)
    return tensor.movedim(1, -1).contiguous().movedim(-1, 1)


LAYOUTS: dict[str, Callable[[Tensor], Tensor]] = {
    "contiguous": lambda tensor: tensor,
    "transposed": transposed,
    "step": stepped,
    "offset": inside,
    "expanded": expanded,
    "channels last": channels_last,
}

# Which tensors require a gradient, and what follows the call.
GRADIENTS = {
    "inputs": "a backward of the sum of the results",
    "parameters": "the same; the inputs require none",
    "another path": "a backward through the results and, beside them, the inputs",
    "no_grad": "inputs that require one, where none is recorded",
}


# ---- arguments -----------------------------------------------------------------------------------


def drawn_values(item: TensorArgument, own: OwnInput, generator: torch.Generator) -> Tensor:
    """The values of an argument, contiguous, at the dtype of the program's own input."""
    count = torch.Size(item.shape).numel()
    chosen = torch.randint(max(1, own.values.numel()), (count,), generator=generator)
    values = own.values[chosen] if count else own.values[:0]
    if item.bound:
        values = values % item.bound
    if item.invalid and count:
        values[count // 2] = -1 if item.invalid == "negative" else item.bound
    if own.values.dim() == 1 and len(item.shape) == 1 and bool((own.values.diff() >= 0).all()):
        values = values.sort().values  # a sorted list stays one
    return values.reshape(item.shape).to(getattr(torch, item.dtype))


def step_values(call: Call, inputs: Sequence[OwnInput], device: str) -> list[tuple]:
    """The values of the arguments of every step, contiguous; plain arguments as they are."""
    generator = torch.Generator().manual_seed(call.seed)
    steps = []
    for step in call.steps:
        known = {}
        values = []
        for item in step:
            if not isinstance(item, TensorArgument):
                values.append(item)
                continue
            described = (item.shape, item.dtype)
            if not (call.aliased and described in known):
                tensor = drawn_values(item, inputs[item.own], generator)
                known[described] = tensor if item.host else tensor.to(device)
            values.append(known[described])
        steps.append(tuple(values))
    return steps


def arranged(step: Sequence, values: Sequence, aliased: bool) -> list:
    """New tensors of these values, in the layouts that are asked for; one tensor stays one if `aliased`."""
    made = {}
    arguments = []
    for item, value in zip(step, values, strict=True):
        if not isinstance(value, Tensor):
            arguments.append(value)
            continue
        if not (aliased and id(value) in made):
            made[id(value)] = LAYOUTS[item.layout](value.clone())
        arguments.append(made[id(value)])
    return arguments


# ---- modules -------------------------------------------------------------------------------------


def fresh_copy(function: Any, in_float64: bool = False) -> Any:
    """A copy of a module, whose state a call may change; a function as it is."""
    if not isinstance(function, nn.Module):
        return function
    module = copy.deepcopy(function)
    return module.double() if in_float64 else module


def drawn_state(module: nn.Module, seed: int) -> dict[str, Tensor]:
    """The state of a new module, every parameter and buffer of floats moved a little: one that is left out
    shows.
    """
    generator = torch.Generator().manual_seed(seed)
    moved = {name for name, _ in module.named_parameters(remove_duplicate=False)}
    state = {}
    for name, tensor in module.state_dict().items():
        state[name] = tensor.clone()
        if tensor.is_floating_point():
            factor = 0.8 + 0.4 * torch.rand(tensor.shape, generator=generator)
            state[name] *= factor.to(tensor.dtype)
        if tensor.is_floating_point() and (name in moved or name.endswith("running_mean")):
            state[name] += (0.1 * torch.randn(tensor.shape, generator=generator)).to(tensor.dtype)
    return state


def prepare_module(module: nn.Module, state: dict[str, Tensor], call: Call, device: str) -> nn.Module:
    """A module with this state, on the device, in the mode and the layout of a call."""
    module.load_state_dict(state)
    module.to(device)
    if call.parameter_dtype:
        module.to(getattr(torch, call.parameter_dtype))
    if call.training is not None:
        module.train(call.training)
    if call.parameter_layout:
        for parameter in module.parameters():
            if parameter.dim() > 1:
                parameter.data = LAYOUTS[call.parameter_layout](parameter.data)
    return module


# ---- a call --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Observation:
    """What a call left behind: `form` says how the tensors were nested, and what else there was."""

    form: str
    tensors: tuple[Tensor, ...]
    labels: tuple[str, ...]  # of the tensors: "result 0", "x afterwards", "gradient of weight"


def flattened(value: Any, found: list[Tensor]) -> str:
    """How a result is nested; its tensors are appended to `found`."""
    if isinstance(value, Tensor):
        found.append(value)
        return "tensor"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {flattened(item, found)}" for key, item in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        name = type(value).__name__ if isinstance(value, list) else "tuple"
        return f"{name}({', '.join(flattened(item, found) for item in value)})"
    return repr(value)


def is_differentiable(value: Any) -> bool:
    """Whether a value is a tensor that can require a gradient."""
    return isinstance(value, Tensor) and value.is_floating_point()


def run_backward(results: list[Tensor], inputs: list[Tensor], other_path: bool) -> None:
    """A backward of the sum of all results, each element weighted otherwise, as a loss would."""
    losses = []
    for tensor in filter(is_differentiable, results):
        weights = torch.linspace(0.5, 1.5, tensor.numel(), dtype=tensor.dtype, device=tensor.device)
        losses.append((tensor * weights.reshape(tensor.shape)).sum())
    if other_path:
        losses += [(tensor * tensor).sum() for tensor in inputs]
    if losses:
        sum(losses).backward()


def wants_backward(call: Call) -> bool:
    """Whether a backward follows the call."""
    return call.gradient in ("inputs", "parameters", "another path")


def observe(
    function: Callable, call: Call, steps: Sequence[Sequence], names: Sequence[str], backward: bool
) -> Observation:
    """Makes the calls, one after the other; what the last returned, and what all have changed.

    `steps` are the arguments, which the function may write. `backward`: whether the results' gradients are
    asked for. Raises whatever the program raises.
    """
    module = function if isinstance(function, nn.Module) else None
    with torch.set_grad_enabled(call.gradient != "no_grad"):
        for arguments in steps:
            wanted = call.gradient and call.gradient != "parameters"
            for item in filter(is_differentiable, arguments if wanted else ()):
                item.requires_grad_()
            count = len(arguments) - len(call.named)
            named = {name: arguments[names.index(name)] for name in call.named}
            result = function(*arguments[:count], **named, **call.more)

        results = []
        form = flattened(result, results)
        inputs = [(name, item) for name, item in zip(names, steps[-1]) if isinstance(item, Tensor)]
        leaves = [(name, item) for name, item in inputs if item.requires_grad]
        if backward:
            run_backward(results, [item for _, item in leaves], call.gradient == "another path")

    labels = [f"result {place}" for place in range(len(results))]
    tensors = list(results)
    if call.write_result:
        tensors = [tensor.detach().clone() for tensor in results]
        for tensor in results:
            if tensor.is_floating_point():
                tensor.detach().mul_(3)
    labels += [f"{name} afterwards" for name, _ in inputs]
    tensors += [item for _, item in inputs]
    if module is not None:
        buffers = dict(module.named_buffers())
        labels += [f"{name} afterwards" for name in buffers]
        tensors += buffers.values()
        leaves += module.named_parameters()
    if backward:
        known = [(name, item.grad) for name, item in leaves if item.grad is not None]
        labels += [f"gradient of {name}" for name, _ in known]
        tensors += [gradient for _, gradient in known]
    return Observation(form, tuple(tensors), tuple(labels))
