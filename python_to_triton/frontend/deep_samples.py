"""At which scale the parameters of a deep network are drawn, so that its activations keep theirs.

Of random numbers all of scale 1 a product with C channels makes numbers of scale sqrt(C): after fifty layers
they overflow, or no input shows in the result any more, and nothing can be judged. Networks are initialised
with a variance of two over the fan-in for that reason (He et al., Delving deep into rectifiers, 2015).

That is not enough where an image is as small as a window: most of the window then lies in the padding, the
activations shrink from layer to layer, and after the last only biases show. So the mean and variance that a
batch norm is given suit what it normalises (Mishkin and Matas, All you need is a good init, 2016).
"""

import math

import torch

from python_to_triton.frontend.loops import has_loops
from python_to_triton.frontend.sample_inputs import CARRIERS
from python_to_triton.frontend.values import Value, execute

DEEP = 24  # operations from which on a graph is a deep one; a region has fewer

LEAST_CHANGE = 1e-2  # of what a network returns, for another input
MOST_DRAWS = 8  # of its arguments, until its input shows

LEAST_VARIANCE = 1e-6  # of an input that is zero everywhere

NEAR_ONE = (0.1, 1.0)  # scale and mean of what is drawn: of a norm's weight
NEAR_ZERO = (0.1, 0.0)  # of its bias and running mean

# operation -> {operand: scale and mean}, the operand a parameter
_OF_NORMS = {
    "batch_norm": {1: NEAR_ZERO, 2: NEAR_ONE, 3: NEAR_ONE, 4: NEAR_ZERO},
    "layer_norm": {1: NEAR_ONE, 2: NEAR_ZERO},
    "group_norm": {1: NEAR_ONE, 2: NEAR_ZERO},
    "rms_norm": {1: NEAR_ONE},
}


def is_deep(graph) -> bool:
    """Whether a Graph has so many operations that it is no region: a whole network."""
    return len(graph.values) >= DEEP


def _fan_in(value, shape):
    """How many products an element of a product or convolution sums; its factor has this shape."""
    if value.op.startswith("conv_transpose"):
        return shape[0] // value.at["groups"] * math.prod(shape[2:])
    if value.op == "matmul":
        return shape[-2] if len(shape) > 1 else shape[0]
    return math.prod(shape[1:])


def _source(operand):
    """The argument that an operand is another view of; None where it is computed."""
    while isinstance(operand, Value) and operand.op in CARRIERS:
        operand = operand.operands[0]
    return operand if isinstance(operand, Value) and operand.op == "argument" else None


def scales_of_parameters(graph, metas: dict[int, torch.Tensor]) -> dict[int, tuple[float, float]]:
    """{id of an argument: scale and mean of its random numbers} of those that are parameters of a deep graph.

    Args:
        graph: a Graph; of one that is not deep nothing is said.
        metas: {id of a Value: tensor without data} of all its values.
    """
    found = {}
    if not is_deep(graph):
        return found
    for value in graph.values:
        chosen = dict(_OF_NORMS.get(value.op, {}))
        if value.op.startswith("conv") or value.op in ("linear", "matmul"):
            shape = metas[id(value.operands[1])].shape
            chosen = {1: (math.sqrt(2 / max(_fan_in(value, shape), 1)), 0.0), 2: NEAR_ZERO}
        for place, scale in chosen.items():
            source = _source(value.operands[place]) if place < len(value.operands) else None
            if source is not None:
                found.setdefault(id(source), scale)
    return found


def with_running_statistics(graph, tensors: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, ...]:
    """Arguments of a deep graph with the mean and variance of each batch norm at the scale of its input; as
    they are of a graph that is not deep, has loops, or normalises no batch.

    It is the scale of all channels: a channel of a small image has few numbers, or one.

    Args:
        graph: a Graph.
        tensors: its arguments, with data, the means and variances at scale 1.
    """
    normalises = any(value.op == "batch_norm" for value in graph.values)
    if not normalises or not is_deep(graph) or has_loops(graph):
        return tensors
    sizes = graph.bind(tensors)
    known = dict(zip(map(id, graph.inputs), tensors))
    for value in graph.values:
        if value.op == "batch_norm" and len(value.operands) > 2:  # in training it may have none
            x, mean, variance = value.operands[:3]
            scale = known[id(x)].float().square().mean().clamp(min=LEAST_VARIANCE)
            for statistic, factor in ((mean, scale.sqrt()), (variance, scale)):
                if isinstance(statistic, Value) and statistic.op == "argument":
                    known[id(statistic)] = known[id(statistic)] * factor
        known[id(value)] = execute(value, known, sizes, tensors[0].device)
    return tuple(known[id(value)] for value in graph.inputs)


def first_read(graph) -> int:
    """The place of a graph's first argument that an operation reads: what a network is given. Of others the
    sizes alone are used.
    """
    read = {id(operand) for value in (*graph.values, *graph.outputs) for operand in value.inputs()}
    read |= set(map(id, graph.outputs))
    return next((place for place, value in enumerate(graph.inputs) if id(value) in read), 0)


def shows_its_input(graph, tensors: tuple[torch.Tensor, ...], generator: torch.Generator) -> bool:
    """Whether other numbers in the first argument that it reads change what a graph returns."""
    place = first_read(graph)
    first = tensors[place]
    if not first.is_floating_point():
        return True
    drawn = torch.randn(first.shape, generator=generator, device=generator.device).to(first.dtype)
    others = (*tensors[:place], drawn, *tensors[place + 1 :])
    results = [graph.run(*given) for given in (tensors, others)]
    one, other = (result if isinstance(result, tuple) else (result,) for result in results)
    pairs = [(a.double(), b.double()) for a, b in zip(one, other)]
    return any(not torch.allclose(a, b, rtol=LEAST_CHANGE, equal_nan=True) for a, b in pairs)


def rescaled(tensor: torch.Tensor, scale: tuple[float, float] | None) -> torch.Tensor:
    """Random numbers of scale 1 at this scale and mean; as they are where there is none, or no fraction."""
    if scale is None or not tensor.is_floating_point():
        return tensor
    return tensor * scale[0] + scale[1]
