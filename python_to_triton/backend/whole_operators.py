"""Operators of Dynamo's graph that AOTAutograd would take apart before autograd sees them."""

from collections.abc import Sequence

import torch
from torch import Tensor, fx
from torch.nn import functional as F

# The modes of interpolation whose gradient `frontend/interpolation_gradients.py` has.
_MODES = ("nearest", "nearest-exact", "linear", "bilinear", "trilinear")


def whole_interpolation(*arguments, **named) -> Tensor:
    """torch.nn.functional.interpolate as one operator, and its gradient as another.

    PyTorch's Python dispatcher makes it of neighbours that are looked up, and the gradient of what is added
    at indices. Without it C++ dispatches, which takes the sizes of the call for fixed.
    """
    with torch._C._DisablePythonDispatcher():
        return F.interpolate(*arguments, **named)


def keep_interpolations(module: fx.GraphModule, examples: Sequence) -> None:
    """Keeps the interpolations of Dynamo's graph whole, in place, unless sizes are letters."""
    if any(isinstance(example, torch.SymInt) for example in examples):
        return
    for part in module.modules():
        nodes = part.graph.nodes if isinstance(part, fx.GraphModule) else ()
        calls = [node for node in nodes if node.target is F.interpolate]
        for node in calls:
            mode = node.args[3] if len(node.args) > 3 else node.kwargs.get("mode", "nearest")
            antialias = node.args[6] if len(node.args) > 6 else node.kwargs.get("antialias")
            if mode in _MODES and not antialias:
                node.target = whole_interpolation
        if calls:
            part.recompile()
