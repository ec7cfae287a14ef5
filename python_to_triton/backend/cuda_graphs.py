"""A graph's launches recorded as one CUDA graph: one by one from Python, small ones wait for the host.

Recording and repeating are PyTorch's own, the trees of CUDA graphs behind torch.compile's mode
"reduce-overhead", with what that means: a result is valid until the next call begins, and each other size of
an input is recorded anew.
"""

import logging
from collections.abc import Callable, Sequence

from torch import fx

LOG = logging.getLogger(__name__)

Boxed = Callable[[list], Sequence]  # called with a list of arguments


def boxed(function: Callable) -> Boxed:
    """A function as AOTAutograd and CUDA graphs call it: with a list of arguments, which is emptied so that
    their memory may be used again.
    """

    def call(arguments):
        given = tuple(arguments)
        arguments.clear()
        return function(*given)

    call._boxed_call = True
    return call


def _as_a_backward(launched: Boxed, device: int) -> Boxed:
    """A backward that is not repeated itself, and ends the step of a forward that is."""
    from torch._inductor.cudagraph_trees import get_manager

    def call(arguments):
        manager = get_manager(device, create_if_none_exists=False)
        if manager:
            manager.set_to_running_backward()
        return launched(arguments)

    call._boxed_call = True
    return call


def recorded(
    launched: Boxed, module: fx.GraphModule, examples: Sequence, kind: str, is_ready: Callable[[], bool]
) -> Boxed:
    """What runs a graph of kind "forward", "backward" or "inference" on a GPU: launched as it is until it
    `is_ready`, then launched once more in the memory of CUDA graphs, then recorded and repeated.

    A graph that cannot be recorded, as one with tensors on the CPU, is launched each time; a log line says
    why.
    """
    from torch._dynamo.backends.cudagraphs import (
        check_for_skip,
        find_input_mutations,
        get_device_index,
        get_stack_traces,
    )
    from torch._inductor.compile_fx import get_static_input_idxs
    from torch._inductor.cudagraph_trees import cudagraphify_impl
    from torch._inductor.cudagraph_utils import get_placeholder_info
    from torch._inductor.utils import count_tangents

    is_backward = kind == "backward"
    saved = count_tangents(module) if is_backward else 0  # of the inputs, the first: they stay where they are
    reason = check_for_skip(module, saved)
    device = 0 if reason else get_device_index(module)
    first = _as_a_backward(launched, device) if is_backward else launched
    if reason:
        LOG.warning("the %s graph is not recorded as a CUDA graph: %s", kind, reason)
        return first
    repeated = cudagraphify_impl(
        launched,
        examples,
        range(saved) if is_backward else get_static_input_idxs(0),
        device_index=device,
        is_backward=is_backward,
        is_inference=kind == "inference",
        stack_traces=get_stack_traces(module),
        placeholders=get_placeholder_info(module.graph),
        mutated_input_idxs=find_input_mutations(module.graph),
    )

    def call(arguments):
        return (repeated if is_ready() else first)(arguments)

    call._boxed_call = True
    return call
