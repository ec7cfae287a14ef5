"""At which scale the parameters of a deep network are drawn, so that its activations keep theirs.

Of random numbers all of scale 1 a product with C channels makes numbers of scale sqrt(C): after fifty layers
they overflow, or no input shows in the result any more, and nothing can be judged. Networks are initialised
with a variance of two over the fan-in for that reason (He et al., Delving deep into rectifiers, 2015).
"""

import math

import torch

from python_to_triton.frontend.sample_inputs import CARRIERS
from python_to_triton.frontend.values import Value

DEEP = 40  # operations from which on a graph is a deep one

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


def rescaled(tensor: torch.Tensor, scale: tuple[float, float] | None) -> torch.Tensor:
    """Random numbers of scale 1 at this scale and mean; as they are where there is none, or no fraction."""
    if scale is None or not tensor.is_floating_point():
        return tensor
    return tensor * scale[0] + scale[1]
