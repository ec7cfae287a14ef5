"""A graph of AOTAutograd, as a function of its tensors: what the front end traces.

AOTAutograd calls a compiled graph with tensors and sizes, and wants a list of tensors, sizes and None back. A
graph of ours takes and returns tensors alone. `CallLayout` says how the one call becomes the other; it is all
that a later process needs, which then traces nothing.
"""

import dataclasses
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import fx
from torch.fx.operator_schemas import normalize_function

from python_to_triton.frontend import GraphError
from python_to_triton.frontend.arithmetic import UnknownSize, evaluate_arithmetic

ATEN = torch.ops.aten
_ATTENTION = {
    ATEN._scaled_dot_product_flash_attention_for_cpu.default,
    ATEN._scaled_dot_product_flash_attention.default,
    ATEN._scaled_dot_product_efficient_attention.default,
    ATEN._scaled_dot_product_cudnn_attention.default,
}


@dataclass(frozen=True)
class Output:
    """One output of AOTAutograd's graph: where it comes from.

    Numbers of places are expressions where sizes vary. Each result has memory of its own; a view is made of
    what owns its memory, an argument or another output.
    """

    # "result" of our graph, "argument" of the call, "view" of an output, "view of argument", "same" as an
    # output before, "size", "none"
    kind: str
    index: int = 0  # of the result, argument or output
    size: str = ""  # the expression: s0 * 64
    strides: tuple[int | str, ...] | None = None  # of a result that has to have these, and of a view
    shape: tuple[int | str, ...] | None = None  # of a view
    offset: int | str = 0  # of a view from its owner's first element, in elements
    on_cpu: bool = False  # whether the result is on the CPU, wherever the graph is
    may_share: bool = True  # whether a result may come in memory that it must not share

    @property
    def is_result(self) -> bool:
        """Whether our graph computes it."""
        return self.kind == "result"


@dataclass(frozen=True)
class CallLayout:
    """How a call of AOTAutograd's graph becomes a call of ours."""

    tensors: tuple[int, ...]  # the arguments that are tensors
    constants: tuple[str, ...]  # attributes of the module, which follow them
    sizes: dict[str, tuple[int, int]]  # {symbol: (argument, dimension) that has this size}
    outputs: tuple[Output, ...]  # AOTAutograd's, then owners of views that it does not ask for
    hidden: int = 0  # how many these are
    only: dict[str, int] = dataclasses.field(default_factory=dict)  # {symbol: its one size}; empty: any

    def fits(self, arguments: Sequence) -> bool:
        """Whether our graph is right at the sizes of a call."""
        return all(
            arguments[self.sizes[name][0]].shape[self.sizes[name][1]] == n for name, n in self.only.items()
        )

    def to_json(self) -> dict:
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, data: dict) -> "CallLayout":
        as_tuple = lambda item: tuple(item) if isinstance(item, list) else item
        outputs = tuple(
            Output(**{name: as_tuple(item) for name, item in one.items()}) for one in data["outputs"]
        )
        sizes = {symbol: tuple(where) for symbol, where in data["sizes"].items()}
        places = tuple(data["tensors"]), tuple(data["constants"])
        return cls(*places, sizes, outputs, data["hidden"], data["only"])


@dataclass(frozen=True)
class AtenGraph:
    """AOTAutograd's graph as a function of tensors, with examples of them."""

    function: Callable  # (*tensors) -> tuple of the tensors that are computed
    examples: tuple[torch.Tensor, ...]  # without data; sizes are those of the first call
    dynamic: tuple[bool, ...]  # of each example, whether a size of it may change
    layout: CallLayout
    shapes: tuple[tuple[str, ...], ...]  # of each example, as expressions of symbols
    results: tuple[tuple[str, ...], ...]  # of each tensor that the function returns

    @property
    def sizes(self) -> dict[str, int]:
        """{symbol: its size in the examples}."""
        place = {argument: i for i, argument in enumerate(self.layout.tensors)}
        return {name: self.examples[place[i]].shape[d] for name, (i, d) in self.layout.sizes.items()}

    def at(self, sizes: dict[str, int]) -> "AtenGraph":
        """The same with examples of these sizes of the symbols."""
        shapes = [[evaluate_size(one, sizes) for one in expressions] for expressions in self.shapes]
        resized = [example.new_empty(shape) for example, shape in zip(self.examples, shapes)]
        return dataclasses.replace(self, examples=tuple(resized))

    def shapes_of_results(self) -> list[tuple[int, ...]]:
        """Those of what the function returns for the examples."""
        return [tuple(evaluate_size(one, self.sizes) for one in expressions) for expressions in self.results]


def expression_of(size: int | torch.SymInt) -> str:
    """A size of a traced tensor as text: `64`, `s0`, `s0*s1`."""
    return str(size.node.expr) if isinstance(size, torch.SymInt) else str(size)


# What PyTorch's expressions of sizes call, by their names in SymPy.
_SIZE_FUNCTIONS = {
    "floor": math.floor,
    "Max": max,
    "Min": min,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
}


def evaluate_size(expression: int | str, sizes: dict[str, int]) -> int:
    """The number that an expression of sizes is. The text comes from PyTorch's own trace."""
    if isinstance(expression, int):
        return expression
    return evaluate_arithmetic(expression, sizes, _SIZE_FUNCTIONS)


def _expressions_of(tensor):
    return tuple(map(expression_of, tensor.shape))


def _hint(size):
    """A size as the number that it was in the first call."""
    return size.node.hint if isinstance(size, torch.SymInt) else size


def _whole_attention(module, node):
    """Puts attention as a whole in the place of a variant of it whose further results nothing reads."""
    given = normalize_function(node.target, node.args, node.kwargs, normalize_to_only_use_kwargs=True).kwargs
    reads = [user for user in node.users if user.target is operator.getitem]
    needed = {user.args[1] for user in reads if user.users}
    if len(reads) < len(node.users) or needed - {0} or given.get("dropout_p"):
        return
    mask = given.get("attn_mask", given.get("attn_bias"))
    with module.graph.inserting_before(node):
        whole = module.graph.call_function(
            ATEN.scaled_dot_product_attention.default,
            (given["query"], given["key"], given["value"], mask, 0.0, given.get("is_causal", False)),
            {"scale": given.get("scale")},
        )
    for user in reads:
        user.replace_all_uses_with(whole)
        module.graph.erase_node(user)
    module.graph.erase_node(node)


def _in_order(sizes, strides):
    """Whether elements lie without gaps, in order; a dimension of one element may have any stride."""
    expected = 1
    for size, stride in zip(reversed(sizes), reversed(strides)):
        if size != 1 and stride != expected:
            return False
        expected *= size
    return True


def _reshaped_instead(node):
    """Puts a reshape in the place of `as_strided`, and of its scatter, where both sides are whole and in
    order: an average over planes in channels-last does no more.
    """
    scattered = node.target is ATEN.as_strided_scatter.default
    x, sizes, strides = node.args[0], *node.args[1 + scattered : 3 + scattered]
    given = x.meta["val"]
    numbers = (
        *given.shape,
        *given.stride(),
        given.storage_offset(),
        *sizes,
        *strides,
        *node.args[3 + scattered :],
    )
    if not all(isinstance(n, int) for n in numbers):
        return
    offset = node.args[3 + scattered] if len(node.args) > 3 + scattered else given.storage_offset()
    whole = math.prod(sizes) == given.numel() and offset == given.storage_offset()
    if whole and _in_order(sizes, strides) and _in_order(given.shape, given.stride()):
        source, shape = (node.args[1], list(given.shape)) if scattered else (x, list(sizes))
        node.target, node.args = ATEN.reshape.default, (source, shape)


def _without_details(module: fx.GraphModule, results: Sequence[str]) -> fx.GraphModule:
    """A copy that returns the nodes of these names, whose constants are arguments, on no particular device,
    and in which a view may copy.

    Tensors of ours are contiguous where PyTorch's may have other strides, so `view` becomes `reshape`.
    """
    graph = fx.Graph()
    copies = {}
    graph.graph_copy(module.graph, copies)
    graph.output([copies[node] for name in results for node in module.graph.nodes if node.name == name])
    plain = fx.GraphModule(module, graph)
    first = next((node for node in graph.nodes if node.op != "placeholder"), None)
    for node in list(graph.nodes):
        if node.op == "get_attr":
            with graph.inserting_before(first):
                node.replace_all_uses_with(graph.placeholder(node.name))
            graph.erase_node(node)
        elif node.op == "call_function":
            if node.target is ATEN.view.default:
                node.target = ATEN.reshape.default
            if node.target in (ATEN.as_strided.default, ATEN.as_strided_scatter.default):
                _reshaped_instead(node)
            if node.target in _ATTENTION:
                _whole_attention(plain, node)
                continue
            if node.kwargs.get("device") is not None:
                node.kwargs = {**node.kwargs, "device": torch.device("cpu")}
    plain.recompile()
    return plain


def _owner(node):
    """The node whose memory a node's tensor lies in: that of which it is a view, if it is one."""
    while node.op == "call_function":
        made = node.args[0] if node.target is operator.getitem else node
        schema = getattr(made.target, "_schema", None)
        first = schema.arguments[0].alias_info if schema and schema.arguments else None
        if first is None or first.is_write:
            return node
        node = made.args[0]
    return node


def _is_tensor(node):
    return isinstance(node, fx.Node) and isinstance(node.meta["val"], torch.Tensor)


def _numbers(items, hints):
    """Sizes as numbers and expressions; None where one cannot be told from the sizes of a call."""
    numbers = tuple(n if isinstance(n, int) else expression_of(n) for n in items)
    try:
        for n in numbers:
            evaluate_size(n, hints)
    except (UnknownSize, TypeError, ValueError):
        return None
    return numbers


def _view_of(node, leaves, hints):
    """(owner, its place in there as fields of an Output) of a view; None of what is computed.

    So is one of another dtype, and in a backward one of an argument: only a caller's arguments are guarded to
    have the strides of the trace.
    """
    owner = _owner(node)
    if owner is node or owner.op == "get_attr" or owner.op == "placeholder" and not leaves:
        return None
    view, whole = node.meta["val"], owner.meta["val"]
    kind_of = lambda one: (one.dtype, one.is_conj(), one.is_neg())
    offset = view.storage_offset() - whole.storage_offset()
    found = [_numbers(one, hints) for one in (view.shape, view.stride(), whole.stride(), [offset])]
    if kind_of(view) != kind_of(whole) or None in found:
        return None
    shape, strides, _, (offset,) = found
    return owner, {"shape": shape, "strides": strides, "offset": offset}


def _tensor_output(node, wanted, computed, place, views, leaves, hints):
    """The Output of a tensor that is computed.

    Args:
        wanted: all nodes that have one, in order.
        computed: how many results come before.
        place: {node: argument}.
        views: {node: _view_of it}.
    """
    if node in views:
        owner, where = views[node]
        if owner in place:
            return Output("view of argument", place[owner], **where)
        return Output("view", wanted.index(owner), **where)
    value = node.meta["val"]
    owns_views = any(view is not None and view[0] is node for view in views.values())
    strides = _numbers(value.stride(), hints) if leaves or owns_views else None
    may_share = leaves or _owner(node) not in place  # gradients may be views of gradients
    return Output("result", computed, strides=strides, on_cpu=value.is_cpu, may_share=may_share)


def _layout_of(module, leaves):
    """(the CallLayout of AOTAutograd's graph, its nodes that are results)."""
    arguments = [node for node in module.graph.nodes if node.op == "placeholder"]
    place = {node: i for i, node in enumerate(arguments)}
    tensors = [i for i, node in enumerate(arguments) if isinstance(node.meta["val"], torch.Tensor)]
    sizes = {}
    for i in tensors:
        for d, size in enumerate(arguments[i].meta["val"].shape):
            if isinstance(size, torch.SymInt) and size.node.expr.is_symbol:
                sizes.setdefault(expression_of(size), (i, d))
    hints = {symbol: _hint(arguments[i].meta["val"].shape[d]) for symbol, (i, d) in sizes.items()}
    constants = [str(node.target) for node in module.graph.nodes if node.op == "get_attr"]

    returned = list(module.graph.output_node().args[0])
    made = [node for node in returned if _is_tensor(node) and node not in place]
    views = {node: view for node in made if (view := _view_of(node, leaves, hints))}
    owners = dict.fromkeys(owner for owner, _ in views.values() if owner not in place)
    wanted = [*returned, *(owner for owner in owners if owner not in returned)]
    outputs, results = [], []
    for node in wanted:
        is_made = _is_tensor(node) and node not in place
        if is_made and wanted.index(node) < len(outputs):
            output = Output("same", wanted.index(node))
        elif is_made:
            output = _tensor_output(node, wanted, len(results), place, views, leaves, hints)
            results += [node] if output.kind == "result" else []
        elif _is_tensor(node):
            output = Output("argument", place[node])
        elif node is None:
            output = Output("none")
        else:
            size = node.meta["val"] if isinstance(node, fx.Node) else node
            output = Output("size", size=expression_of(size) if isinstance(size, torch.SymInt) else str(size))
        outputs.append(output)
    hidden = len(wanted) - len(returned)
    return CallLayout(tuple(tensors), tuple(constants), sizes, tuple(outputs), hidden), results


def _check_effects(module):
    """Raises GraphError where a graph does what no result shows, as an error for a singular matrix."""
    for node in module.graph.nodes:
        if node.target is torch.ops.higher_order.with_effects:
            operator_name = node.args[1].name().removeprefix("aten::")
            raise GraphError(f"it calls {operator_name}, whose effect no result shows")


def _check_sizes(layout, arguments, tensors):
    """Raises GraphError where a size of the graph cannot be computed from those of its tensors."""
    shapes = {i: arguments[i].shape for i in layout.tensors}
    hints = {symbol: _hint(shapes[i][d]) for symbol, (i, d) in layout.sizes.items()}
    items = [*arguments, *(n for tensor in tensors for n in tensor.shape)]
    expected = {expression_of(n): _hint(n) for n in items if isinstance(n, torch.SymInt)}
    needed = expected.keys() | {output.size for output in layout.outputs if output.kind == "size"}
    for expression in needed:
        try:
            number = evaluate_size(expression, hints)
        except (UnknownSize, TypeError, ValueError) as error:
            raise GraphError(
                f"the size {expression} cannot be told from its tensors: compile with dynamic=False"
            ) from error
        assert number == expected.get(expression, number), (expression, number, expected[expression])


def attribute(module: torch.nn.Module, path: str) -> object:
    """The attribute of a module at a dotted path."""
    for name in path.split("."):
        module = getattr(module, name)
    return module


def read_aten_graph(module: fx.GraphModule, leaves: bool) -> AtenGraph:
    """AOTAutograd's graph as a function of tensors.

    Args:
        module: a graph of ATen operators, each node with its fake tensor.
        leaves: whether its results leave AOTAutograd, and so need the strides that they were traced with.

    Raises:
        GraphError: it holds what is no tensor, an effect, or a size that no tensor of the call has.
    """
    _check_effects(module)
    layout, computed = _layout_of(module, leaves)
    arguments = [node.meta["val"] for node in module.graph.nodes if node.op == "placeholder"]
    constants = [attribute(module, path) for path in layout.constants]
    if not all(isinstance(item, torch.Tensor) for item in constants):
        raise GraphError("the graph calls a graph within it")
    tensors = [arguments[i] for i in layout.tensors] + constants

    _check_sizes(layout, arguments, tensors)
    plain = _without_details(module, [node.name for node in computed])

    def function(*given):
        here = dict(zip(layout.tensors, given))
        sizes = {symbol: here[i].shape[d] for symbol, (i, d) in layout.sizes.items()}
        rest = iter(given)
        call = [
            next(rest) if isinstance(item, torch.Tensor) else evaluate_size(expression_of(item), sizes)
            for item in arguments
        ]
        return tuple(plain(*call, *rest))

    examples = [
        torch.empty([_hint(n) for n in tensor.shape], dtype=tensor.dtype, device="meta") for tensor in tensors
    ]
    dynamic = [any(isinstance(n, torch.SymInt) for n in tensor.shape) for tensor in tensors]
    returned = [node.meta["val"] for node in computed]
    shapes, results = (tuple(map(_expressions_of, some)) for some in (tensors, returned))
    return AtenGraph(function, tuple(examples), tuple(dynamic), layout, shapes, results)


def strided_as(tensor: torch.Tensor, strides: Sequence[int]) -> torch.Tensor:
    """The tensor with these strides; a copy where it has others and they matter.

    Where elements share memory beyond repeated dimensions (windows of one tensor) it stays as it is: its
    values are what counts.
    """
    if all(n == 1 or a == b for n, a, b in zip(tensor.shape, tensor.stride(), strides)) or not tensor.numel():
        return tensor
    # of a repeated dimension one element is kept, and repeated again
    once = tensor[tuple(slice(None) if stride else slice(1) for stride in strides)]
    if _overlap(once.shape, strides):
        return tensor
    return once.new_empty_strided(once.shape, strides).copy_(once).expand(tensor.shape)


def _overlap(sizes, strides):
    """Whether two places of a tensor are one element."""
    reached = 0  # by the dimensions with smaller strides
    for size, stride in sorted(zip(sizes, strides), key=lambda pair: pair[1]):
        if size > 1 and stride <= reached:
            return True
        reached += (size - 1) * stride
    return False
