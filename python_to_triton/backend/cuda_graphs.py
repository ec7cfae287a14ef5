"""A graph's launches recorded as one CUDA graph: one by one from Python, small ones wait for the host.

Recording and repeating are PyTorch's own, the trees of CUDA graphs behind torch.compile's mode
"reduce-overhead", with what that means: a result is valid until the next call of a compiled program, and each
other size of an input is recorded anew.
"""

import logging
from collections.abc import Callable, Sequence

import torch
from torch import fx

from triton_ops.judge import error_summary

LOG = logging.getLogger(__name__)

Boxed = Callable[[list], Sequence]  # called with a list of arguments
RECORDED_ARGUMENTS = torch.Tensor, int, torch.Generator  # what PyTorch's trees take


def boxed(function: Callable) -> Boxed:
    """A function as AOTAutograd and CUDA graphs call it: with a list of arguments, which it empties."""

    def call(arguments):
        given = tuple(arguments)
        arguments.clear()
        return function(*given)

    call._boxed_call = True
    return call


def _has_trees() -> bool:
    """Whether this thread may record: the one that imported PyTorch's trees, or autograd's for it."""
    from torch._inductor import cudagraph_trees

    name = "tree_manager_containers"
    return hasattr(cudagraph_trees.local, name) or torch._C._is_key_in_tls(name)


def _gpu_of(module: fx.GraphModule) -> int:
    """The number of the GPU of a graph's tensors; 0 where it has none."""
    from torch._dynamo.backends.cudagraphs import get_device_node_mapping

    devices = get_device_node_mapping(module)
    return next((device.index or 0 for device in devices if device.type == "cuda"), 0)


def _writes(node: fx.Node) -> bool:
    """Whether an operator writes to what it is given."""
    schema = getattr(node.target, "_schema", None)
    return schema is not None and schema.is_mutable


def with_constants_anywhere(module: fx.GraphModule) -> fx.GraphModule:
    """A copy in which constants, and what is computed of these alone, are on no device, but for results
    and what is written: a plan has its constants on the device of the graph.
    """
    graph = fx.Graph()
    graph.output(graph.graph_copy(module.graph, {}))
    constants = set()
    for node in graph.nodes:
        inputs = node.all_input_nodes
        if node.op == "get_attr" or (inputs and constants.issuperset(inputs)):
            constants.add(node)
    kept = graph.find_nodes(op="output") + [node for node in graph.nodes if _writes(node)]
    for node in constants.difference(*(node.all_input_nodes for node in kept)):
        node.meta.pop("val", None)
    return fx.GraphModule(module, graph)


def _why_not(module: fx.GraphModule, saved: int, is_ours: bool) -> str:
    """Why a graph cannot be recorded, in a line; "" where it can. is_ours: a plan runs it, not PyTorch."""
    from torch._dynamo.backends.cudagraphs import check_for_skip

    run = with_constants_anywhere(module) if is_ours else module
    return (check_for_skip(run, saved) or "").partition("\n")[0]


class _GraphRecorder:
    """Runs one graph: launched as it is until it `is_ready`, then launched once more in the memory of CUDA
    graphs, then recorded and repeated.

    Attributes:
        reason: why it is launched each time, in a line; or "".
    """

    def __init__(self, module: fx.GraphModule, kind: str, is_ours: bool, step: "StepRecorder"):
        """Raises whatever PyTorch raises for a graph that it does not understand."""
        from torch._dynamo.backends.cudagraphs import find_input_mutations, get_stack_traces
        from torch._inductor.compile_fx import get_static_input_idxs
        from torch._inductor.cudagraph_utils import get_placeholder_info
        from torch._inductor.utils import count_tangents

        self.step = step
        self.is_backward = kind == "backward"
        self.gpu = _gpu_of(module)
        self.repeated = None  # is made of the first arguments: those of a trace have symbols for sizes
        saved = count_tangents(module) if self.is_backward else 0  # the first inputs; they stay in place
        self.reason = _why_not(module, saved, is_ours)
        self.stays = range(saved) if self.is_backward else get_static_input_idxs(0)
        self.facts = {
            "device_index": self.gpu,
            "is_backward": self.is_backward,
            "is_inference": kind == "inference",
            "stack_traces": get_stack_traces(module),
            "placeholders": get_placeholder_info(module.graph),
            "mutated_input_idxs": find_input_mutations(module.graph),
        }

    def _may_repeat(self, arguments: Sequence) -> bool:
        """Whether this call may be a recorded one. A backward is only where its forward was: else what that
        saved lies elsewhere each time.
        """
        known = all(isinstance(one, RECORDED_ARGUMENTS) for one in arguments)
        follows = self.step.is_recorded or not self.is_backward
        return not self.reason and known and follows and _has_trees()

    def recorded(self, launched: Boxed, is_ready: Callable[[], bool]) -> Boxed:
        """What runs the graph that `launched` launches."""

        def call(arguments):
            return self._call(arguments, launched, is_ready())

        call._boxed_call = True
        return call

    def _call(self, arguments: list, launched: Boxed, is_ready: bool) -> Sequence:
        from torch._inductor.cudagraph_trees import cudagraphify_impl, get_manager

        repeats = is_ready and self._may_repeat(arguments)
        if not self.is_backward:
            self.step.is_recorded = repeats
        if repeats:
            self.repeated = self.repeated or cudagraphify_impl(launched, arguments, self.stays, **self.facts)
            return self.repeated(arguments)
        manager = get_manager(self.gpu, create_if_none_exists=False) if _has_trees() else None
        if manager and self.is_backward:
            manager.set_to_running_backward()  # else the step of a recorded forward would never end
        return launched(arguments)


class StepRecorder:
    """Records the graphs that one graph of Dynamo's becomes: forward and backward, or inference.

    Attributes:
        is_recorded: whether the latest forward ran as a CUDA graph, or in the memory of those.
    """

    def __init__(self):
        self.is_recorded = False

    def recorder(self, module: fx.GraphModule, kind: str, is_ours: bool) -> _GraphRecorder | None:
        """What records a graph of kind "forward", "backward" or "inference"; None where PyTorch's own checks
        fail. A warning says what cannot be recorded. is_ours: a plan runs it, not PyTorch.
        """
        try:
            recorder = _GraphRecorder(module, kind, is_ours, self)
        except Exception as error:  # PyTorch's own checks have no errors of their own
            LOG.warning("the %s graph is not recorded as a CUDA graph: %s", kind, error_summary(error))
            return None
        if recorder.reason:
            LOG.warning("the %s graph is not recorded as a CUDA graph: %s", kind, recorder.reason)
        return recorder
