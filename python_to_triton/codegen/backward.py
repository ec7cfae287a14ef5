"""The backward in a written module: an autograd.Function around the answers to forward and backward.

    unguarded_forward    the results, then what the backward needs of what the forward computes between them
    unguarded_backward   the gradients by the arguments
    _Trained             calls both

A region of the backward without a verified answer is a function `pytorch_...`, which PyTorch computes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from python_to_triton.codegen.module_text import call_lines
from python_to_triton.codegen.pytorch_code import pytorch_code
from python_to_triton.frontend import BackwardGraph, Graph, Region, regions


@dataclass(frozen=True)
class Backward:
    """The backward of a graph, answered.

    Attributes:
        backward: what is to be computed.
        answers: to the regions of its graph, in order; PyTorch's code where there is none.
    """

    backward: BackwardGraph
    answers: tuple[str, ...]

    @property
    def parts(self) -> list[Region]:
        """The regions of the backward."""
        return regions(self.backward.graph)

    @property
    def by_pytorch(self) -> list[Region]:
        """Those that PyTorch computes."""
        return [part for part, answer in zip(self.parts, self.answers) if answer == pytorch_code(part.graph)]


def answered_backward(backward: BackwardGraph, answers: Sequence[str | None]) -> Backward:
    """A backward with the answers to its regions, None where PyTorch is to compute one."""
    parts = regions(backward.graph)
    given = zip(parts, answers, strict=True)
    return Backward(backward, tuple(answer or pytorch_code(part.graph) for part, answer in given))


def backward_note(backward: Backward) -> str:
    """One sentence on who computes the backward."""
    total = len(backward.parts)
    left = len(backward.by_pytorch)
    if not left:
        return "Its backward is translated too."
    operations = [value.op for part in backward.by_pytorch for value in part.graph.values]
    named = ", ".join(dict.fromkeys(operations))
    return f"Its backward is partly translated: PyTorch computes {left} of its {total} regions ({named})."


def _saved_between(graph, backward):
    """The values of the forward, no arguments and no results, that the backward needs."""
    known = {argument.name for argument in graph.arguments} | {value.name for value in graph.outputs}
    return [name for name in backward.backward.saved if name not in known]


def training_graphs(
    graph: Graph, answers: Sequence[str], backward: Backward, suffix: str
) -> list[tuple[tuple[Graph, Sequence[str]], str]]:
    """[((graph, answers to its regions), name), ...] of forward and backward of one mode.

    Where nothing has to be saved between the regions, the forward is `unguarded` itself.
    """
    made = [((backward.backward.graph, backward.answers), f"unguarded_backward{suffix}")]
    between = _saved_between(graph, backward)
    if between:
        parts = regions(graph)
        by_name = {value.name: value for value in graph.values}
        outputs = [*graph.outputs, *(by_name[name] for name in between)]
        forward = Graph(graph.arguments, graph.inputs, outputs, True, graph.sizes, graph.source)
        forward.regions = {None: parts}
        made.insert(0, ((forward, answers), f"unguarded_forward{suffix}"))
    return made


def _result_places(graph):
    """The results, as expressions of `results`."""
    return [f"results[{i}]" for i in range(len(graph.outputs))] if graph.multiple else ["results"]


def _saved_items(graph, backward):
    """What is saved, as expressions of `tensors`, `results` and the names of values."""
    places = {argument.name: f"tensors[{i}]" for i, argument in enumerate(graph.arguments)}
    for value, place in reversed(list(zip(graph.outputs, _result_places(graph)))):
        places.setdefault(value.name, place)
    return [places.get(name, name) for name in backward.backward.saved]


def trained_function(graph: Graph, backward: Backward, suffix: str) -> str:
    """The source of `_Trained`: the autograd.Function that joins forward and backward of one mode."""
    between = _saved_between(graph, backward)
    forward = f"unguarded_forward{suffix}(*tensors)" if between else f"unguarded{suffix}(*tensors)"
    targets = "results"
    returned = "results"
    if between:
        targets = f"{'*' if graph.multiple else ''}results, {', '.join(between)}"
        returned = "tuple(results)" if graph.multiple else "results"
    places = _result_places(graph)
    constant = [
        places[i]
        for i, value in enumerate(graph.outputs)
        if value.dtype.is_floating_point and i not in backward.backward.reached
    ]
    gradients = [f"gradients[{i}].contiguous()" for i in backward.backward.given]
    wanted = [f"by_{i}" for i in backward.backward.wanted]
    results = [f"by_{i}" if i in backward.backward.wanted else "None" for i in range(graph.arity)]
    comma = "," if len(wanted) == 1 else ""
    lines = [
        f"class _Trained{suffix}(torch.autograd.Function):",
        f'    """unguarded{suffix}(*tensors), whose gradients unguarded_backward{suffix} computes."""',
        "",
        "    @staticmethod",
        "    def forward(ctx, *tensors):",
        f"        {targets} = {forward}",
        f"        ctx.save_for_backward({', '.join(_saved_items(graph, backward))})",
        *([f"        ctx.mark_non_differentiable({', '.join(constant)})"] if constant else []),
        f"        return {returned}",
        "",
        "    @staticmethod",
        "    def backward(ctx, *gradients):",
        "        if torch.is_grad_enabled():  # create_graph=True",
        '            raise ValueError("this translation has no second derivative")',
        *call_lines(
            f"        {', '.join(wanted)}{comma} = unguarded_backward{suffix}",
            ["*ctx.saved_tensors", *gradients],
        ),
        f"        return {', '.join(results)}",
    ]
    return "\n".join(lines)
