"""The backend of torch.compile: `torch.compile(model, backend="python_to_triton")`.

Dynamo brings guards, graph breaks and recompilation, AOTAutograd the forward and the backward graph. Each
graph is cut into regions. A region with a verified answer runs in Triton; the others are left to PyTorch.

    options          what the user may set
    whole_operators  what stays whole before autograd
    joint_graphs     what is written otherwise before forward and backward are parted
    aten_graphs      AOTAutograd's graph as a function of tensors
    region_answers   answers from the disk, the model and the judge
    plans            who computes which region, and why: data
    suited_launches  answers with blocks that suit the sizes, and what kernels are told of their launch
    timed_plans      answers with the launch numbers that are fastest at a graph's own sizes
    compiled_graph   a plan that runs
    cuda_graphs      its launches, recorded and repeated at once
    compilation      all of it in order

torch imports this module to find the backend, so the rest is imported at the first compilation.
"""

from collections.abc import Callable, Mapping, Sequence


def compile_graph(
    module, examples: Sequence, *, mode: str | None = None, options: Mapping[str, object] | None = None
) -> Callable:
    """The backend that torch.compile calls with a graph of Dynamo's and its inputs.

    Args:
        module: torch.fx.GraphModule.
        examples: its inputs: fake or real tensors, and sizes.
        mode: torch.compile hands on its `mode`: "default" or "reduce-overhead".
        options: see BackendOptions; torch.compile hands on its `options`.

    Raises:
        ValueError: there is no such mode; an option does not exist, or has a value that it cannot have.
    """
    from python_to_triton.backend.compilation import compile_dynamo_graph
    from python_to_triton.backend.options import options_of_mode, read_options

    return compile_dynamo_graph(module, examples, read_options({**options_of_mode(mode), **(options or {})}))
