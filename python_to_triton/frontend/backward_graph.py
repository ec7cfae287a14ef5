"""The backward of a graph: from the gradients of its outputs to those of its arguments, as a graph.

The forward runs region by region, and what its regions return is saved. The backward goes through them from
the last to the first: each is computed again from what it received, but for results that derivatives read
(BY_RESULT), and differentiated by PyTorch's autograd. What that calls is recorded as operators of ATen
(make_fx), taken apart into ones that the vocabulary has, and traced as any function of tensors. Operators
beyond the vocabulary stay calls of PyTorch.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import fx
from torch.fx.experimental.proxy_tensor import make_fx

from python_to_triton.frontend.attention_formulas import attention_weights, scale_of, with_heads_of
from python_to_triton.frontend.decompositions import backend_decompositions
from python_to_triton.frontend.graph import Argument, Graph
from python_to_triton.frontend.loops import has_loops
from python_to_triton.frontend.module_facts import module_facts
from python_to_triton.frontend.operation_kinds import holds_random_numbers
from python_to_triton.frontend.partition import distinct_sizes
from python_to_triton.frontend.programs import Program
from python_to_triton.frontend.recorder import error_text
from python_to_triton.frontend.regions import Region, execution_order, regions
from python_to_triton.frontend.subgraphs import arguments_needed
from python_to_triton.frontend.tensor_functions import trace_tensor_function
from python_to_triton.frontend.values import Value, execute
from python_to_triton.frontend.vocabulary import SHAPE_ERRORS, GraphError

ATEN = torch.ops.aten

# Operations whose derivative PyTorch computes from their result. That of an extreme compares its result with
# what was reduced: one computed again, and rounded otherwise, would be equal to nothing.
BY_RESULT = {
    *("relu", "sigmoid", "tanh", "exp", "exp2", "expm1", "sqrt", "rsqrt", "reciprocal"),
    *("softmax", "log_softmax"),
}


@dataclass(frozen=True)
class BackwardGraph:
    """The backward of a graph.

    Attributes:
        graph: its arguments are `saved`, then the gradients of `given`; its outputs those by `wanted`.
        saved: names, in the forward graph, of the arguments and values that it needs.
        given: which of the forward's outputs it needs the gradient of.
        wanted: which of the forward's arguments it has the gradient by; by the others there is none.
        reached: which of the forward's outputs have a gradient at all.
    """

    graph: Graph
    saved: tuple[str, ...]
    given: tuple[int, ...]
    wanted: tuple[int, ...]
    reached: tuple[int, ...]


# ---- one step ----


def _attention(query, key, value, mask=None, is_causal=False, scale=None, enable_gqa=False):
    """Attention by its formula, whose backward is products and a softmax's."""
    if enable_gqa:
        key, value = with_heads_of(query, key), with_heads_of(query, value)
    return attention_weights(query, key, mask, is_causal, scale_of(query, scale)) @ value


def _run(value, known, sizes):
    """`execute`, with attention by its formula."""
    if value.op != "scaled_dot_product_attention":
        return execute(value, known, sizes, "cpu")
    operands = [known[id(v)] if isinstance(v, Value) else v for v in value.operands]
    return _attention(*operands, **{name: item for name, item in value.at.items()})


def _differentiated(values, inputs, outputs, known, gradients, sizes, constants, again):
    """[(input, its gradient), ...] of one step, from `gradients`, {id of a Value: tensor}, of its outputs.

    `constants` are the ids of arguments that have none. What is computed again of outputs that derivatives
    read is added to `again`, {name: tensor}.
    """
    reached = [v for v in outputs if id(v) in gradients]
    sources = [v for v in inputs if known[id(v)].is_floating_point() and id(v) not in constants]
    if not reached or not sources:
        return []
    with torch.enable_grad():
        here = {id(v): known[id(v)].detach() for v in inputs}
        for v in sources:
            here[id(v)].requires_grad_(True)
        leaves = [here[id(v)] for v in sources]
        for value in values:
            here[id(value)] = _run(value, here, sizes)
        again |= {v.name: here[id(v)] for v in outputs if v.op in BY_RESULT}
        reached = [v for v in reached if here[id(v)].requires_grad]
        if not reached:
            return []
        found = torch.autograd.grad(
            [here[id(v)] for v in reached],
            leaves,
            [gradients[id(v)] for v in reached],
            allow_unused=True,
        )
    return [(v, gradient) for v, gradient in zip(sources, found) if gradient is not None]


def gradient_leaves(graph: Graph) -> tuple[int, ...]:
    """Which arguments of a graph may have a gradient: inputs and parameters, no buffers."""
    facts = module_facts(graph.source) if graph.source else None
    parameters = set(facts.parameters) if facts else set()
    return tuple(
        i
        for i, argument in enumerate(graph.arguments)
        if argument.dtype.is_floating_point and (not argument.origin or argument.origin in parameters)
    )


class _Backward:
    """The backward of a graph as a function of tensors: arguments, saved values, gradients."""

    def __init__(self, graph: Graph, given: Sequence[int], leaves: Sequence[int]):
        self.graph = graph
        self.given = given
        self.leaves = leaves
        self.parts = regions(graph)
        self.steps = execution_order(graph, self.parts)
        self.by_name = {value.name: value for value in [*graph.values, *graph.inputs]}
        # Numbers are drawn once: the backward reads those of the forward.
        self.draws = [step for step in self.steps if isinstance(step, Value) and holds_random_numbers(step)]
        saved = dict.fromkeys(name for part in self.parts for name in part.outputs)
        saved |= dict.fromkeys(value.name for value in self.draws)
        self.names = [*(argument.name for argument in graph.arguments), *saved]
        self.constants = {id(value) for i, value in enumerate(graph.inputs) if i not in leaves}
        self.constants |= set(map(id, self.draws))
        self.wanted = ()  # which of the leaves a call found a gradient by
        self.again = ()  # names of saved values that a call computed again

    def __call__(self, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The gradients by the arguments `wanted`, the leaves that something depends on; then the values that
        are `again` computed.
        """
        arguments = tensors[: self.graph.arity]
        sizes = self.graph.bind(arguments)
        known = {id(self.by_name[name]): tensor for name, tensor in zip(self.names, tensors)}
        gradients = {}
        again = {}

        def add(value, gradient):
            before = gradients.get(id(value))
            gradients[id(value)] = gradient if before is None else before + gradient

        for place, gradient in zip(self.given, tensors[len(self.names) :]):
            add(self.graph.outputs[place], gradient)
        for step in self.steps:
            if isinstance(step, Value) and id(step) not in known:
                known[id(step)] = _run(step, known, sizes)
        for step in reversed(self.steps):
            if step in self.draws:
                continue
            if isinstance(step, Region):
                inputs = [self.by_name[name] for name in step.inputs]
                outputs = [self.by_name[name] for name in step.outputs]
                values = step.values
            else:
                inputs, outputs, values = list(step.inputs()), [step], [step]
            found = _differentiated(values, inputs, outputs, known, gradients, sizes, self.constants, again)
            for value, gradient in found:
                add(value, gradient)
        self.wanted = tuple(i for i in self.leaves if id(self.graph.inputs[i]) in gradients)
        self.again = tuple(again)
        return (*(gradients[id(self.graph.inputs[i])] for i in self.wanted), *again.values())

    def examples(self) -> list[torch.Tensor]:
        """Tensors at small sizes that differ from letter to letter, of no particular values."""
        without_sizes = copy.copy(self.graph)
        without_sizes.sizes = {}
        metas = self.graph.shapes(distinct_sizes(without_sizes))
        values = [self.by_name[name] for name in self.names]
        values += [self.graph.outputs[place] for place in self.given]
        return [
            torch.empty(metas[id(v)].shape, dtype=metas[id(v)].dtype) for v in values
        ]  # no one reads them


# ---- as a graph ----


def _read_what_is_saved(module, backward):
    """Has a recorded backward read results that the forward saved, where it computes them again.

    So the gradient of `relu(linear(x))` compares what the forward returned, and needs no product.
    """
    graph = module.graph
    arguments = [node for node in graph.nodes if node.op == "placeholder"]
    saved = dict(zip(backward.names, arguments))
    output = graph.output_node()
    found = output.args[0]
    output.args = (found[: len(backward.wanted)],)
    for name, node in zip(backward.again, found[len(backward.wanted) :], strict=True):
        is_written = any(_writes(user) for user in node.users)
        if name in saved and node.op != "placeholder" and not is_written:
            node.replace_all_uses_with(saved[name])
    graph.eliminate_dead_code()


def _writes(node):
    """Whether a node writes in place."""
    return isinstance(node.target, torch._ops.OpOverload) and node.target._schema.is_mutable


def _recorded(backward, examples, table):
    """The operators of ATen that a backward calls, taken apart, as a function for tensors of any sizes."""
    module = make_fx(backward, decomposition_table=table, tracing_mode="symbolic")(*examples)
    _read_what_is_saved(module, backward)
    for node in module.graph.nodes:
        if node.op == "call_function" and node.target is ATEN.view.default:
            node.target = ATEN.reshape.default  # arguments of answers are contiguous, PyTorch's may not be
        if node.op == "get_attr" and isinstance(getattr(module, node.target), fx.GraphModule):
            raise GraphError("the backward calls a graph within it")
    module.recompile()
    return module


def _words(graph):
    """{name of an argument or value: what a backward that receives it calls it}."""
    inputs = iter(graph.source.tensors if graph.source else ())
    words = {one.name: one.origin or next(inputs, one.name) for one in graph.arguments}
    return words | {value.name: f"saved_{value.name[1:]}" for value in graph.values}


def _with_needed_arguments(graph, names, words):
    """(the graph without the arguments that nothing needs, the names of those that are left).

    Args:
        words: {name: what the backward calls it}.
    """
    needed = set(map(id, arguments_needed(graph, list(range(graph.arity)))))
    kept = [i for i, value in enumerate(graph.inputs) if id(value) in needed]
    arguments = []
    for place, i in enumerate(kept):
        graph.inputs[i].name = f"a{place}"
        arguments.append(Argument(f"a{place}", graph.arguments[i].dtype, graph.arguments[i].dims))
    inputs = [graph.inputs[i] for i in kept]
    left = tuple(names[i] for i in kept)
    program = Program("function", "backward", None, tuple(words.get(name, name) for name in left))
    return Graph(arguments, inputs, graph.outputs, True, graph.sizes, program), left


def _run_recorded(graph, leaves, seed):
    """(arguments in float64, {id of a Value: tensor}, outputs) of a graph, gradients by `leaves` recorded."""
    tensors = [t.double() if t.is_floating_point() else t for t in graph.sample(seed)]
    tensors = [t.requires_grad_() if i in leaves else t for i, t in enumerate(tensors)]
    known, outputs = graph.run_all(tensors)
    return tensors, known, outputs if graph.multiple else (outputs,)


def reached_outputs(graph: Graph, leaves: Sequence[int]) -> tuple[int, ...]:
    """Which outputs of a graph have a gradient by these arguments: running statistics have none."""
    effects = graph.source.conditions.effects if graph.source else ()
    statistics = {effect.output for effect in effects if effect.path.startswith("self.")}
    outputs = _run_recorded(graph, leaves, 0)[-1]
    return tuple(
        i
        for i, (value, tensor) in enumerate(zip(graph.outputs, outputs, strict=True))
        if tensor.requires_grad and i not in statistics and value.op != "argument"
    )


def check_backward(graph: Graph, backward: BackwardGraph, seeds: Sequence[int] = (0, 1)) -> None:
    """Compares a backward with autograd's gradients of the graph itself, in float64, at several sizes.

    Raises:
        GraphError: they differ, or the backward does not run.
    """
    names = [argument.name for argument in graph.arguments]
    for seed in seeds:
        tensors, known, outputs = _run_recorded(graph, backward.wanted, seed)
        chosen = [outputs[i] for i in backward.reached]
        generator = torch.Generator().manual_seed(seed)
        gradients = [torch.randn(t.shape, generator=generator, dtype=t.dtype) for t in chosen]
        expected = torch.autograd.grad(chosen, [tensors[i] for i in backward.wanted], gradients)
        by_name = dict(zip(names, tensors)) | {v.name: known[id(v)] for v in graph.values if id(v) in known}
        saved = [by_name[name].detach() for name in backward.saved]
        try:
            given = dict(zip(backward.reached, gradients))
            found = backward.graph.run(*saved, *(given[i] for i in backward.given))
        except (*SHAPE_ERRORS, GraphError) as error:
            raise GraphError(f"the backward does not run at other sizes: {error_text(error)}") from error
        for i, ours, exact in zip(backward.wanted, found, expected, strict=True):
            name = names[i]
            if ours.shape != exact.shape:
                shapes = f"{tuple(ours.shape)}, not {tuple(exact.shape)}"
                raise GraphError(f"the backward by {name} has shape {shapes} at other sizes")
            finite = exact[torch.isfinite(exact)].abs()
            largest = float(finite.max()) if finite.numel() else 0.0
            if not torch.allclose(ours, exact, rtol=1e-6, atol=1e-8 + 1e-7 * largest, equal_nan=True):
                error = float((ours - exact).abs().max())
                raise GraphError(f"the backward by {name} is not what autograd computes (error {error:.1e})")


def _backward_graph(graph, table):
    """`backward_graph` with these decompositions."""
    leaves = gradient_leaves(graph)
    if not leaves:
        raise GraphError("no argument can have a gradient")
    given = reached_outputs(graph, leaves)
    if not given:
        raise GraphError("no result has a gradient")
    function = _Backward(graph, given, leaves)
    examples = function.examples()
    try:
        module = _recorded(function, examples, table)
    except GraphError:
        raise
    except Exception as error:  # whatever PyTorch raises where it has no derivative, or no symbolic sizes
        raise GraphError(f"no backward: {error_text(error)}") from error
    metas = [example.to("meta") for example in examples]
    traced, places = trace_tensor_function(lambda *tensors: module(*tensors), metas, [True] * len(metas))
    names = [*function.names, *(f"grad_{i}" for i in given)]
    traced, left = _with_needed_arguments(traced, [names[place] for place in places], _words(graph))
    saved = tuple(name for name in left if not name.startswith("grad_"))
    reached = tuple(int(name.removeprefix("grad_")) for name in left if name.startswith("grad_"))
    made = BackwardGraph(traced, saved, reached, function.wanted, given)
    check_backward(graph, made)
    return made


def backward_graph(graph: Graph) -> BackwardGraph:
    """The backward of a graph, by all its arguments that are floating-point.

    Convolutions' gradients are made of other operators where that is right at any sizes: rows that no window
    of a stride reaches are more for some sizes than for others.

    Raises:
        GraphError: the graph has no gradient, or its backward cannot be traced; one line on why.
    """
    if has_loops(graph):
        raise GraphError("a program with a loop is translated forward only")
    try:
        return _backward_graph(graph, backend_decompositions())
    except GraphError:
        if not any(value.op.startswith("conv") for value in graph.values):
            raise
    return _backward_graph(graph, backend_decompositions(whole_convolutions=True))
