"""Functions of tensors alone, as AOTAutograd's graphs are: which sizes may change is known, not found out."""

from collections.abc import Callable, Sequence

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.concrete_trace import trace_concretely
from python_to_triton.frontend.fake_tensors import quiet_trials
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.programs import Program
from python_to_triton.frontend.recorder import error_text, one_trace_at_a_time
from python_to_triton.frontend.symbolic_sizes import symbolic_graph
from python_to_triton.frontend.vocabulary import GraphError


@one_trace_at_a_time
def trace_tensor_function(
    function: Callable, examples: Sequence[torch.Tensor], dynamic: Sequence[bool]
) -> tuple[Graph, list[int]]:
    """The canonical graph of a function that takes tensors and returns a tuple of them, and for each of its
    arguments the place of its tensor among `examples`.

    A tensor that the result does not need, and whose sizes are fixed, is no argument. Operators beyond the
    vocabulary stay calls of PyTorch (opaque_calls.py).

    Args:
        examples: whose shapes and dtypes matter.
        dynamic: of each example, whether the function may be called with other sizes of it.

    Raises:
        GraphError: the function cannot be traced; one line on why.
    """
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    with mode:
        tensors = [torch.empty(example.shape, dtype=example.dtype) for example in examples]
    free = [place for place, may_change in enumerate(dynamic) if may_change]
    fixed = [place for place, may_change in enumerate(dynamic) if not may_change]

    def of_free(*given):
        """The function of the tensors whose sizes may change; the others are as a module's parameters."""
        call = dict(zip(free, given)) | {place: tensors[place] for place in fixed}
        return function(*(call[place] for place in range(len(tensors))))

    inputs = tuple(tensors[place] for place in free)
    lifted = tuple((str(place), tensors[place]) for place in fixed)
    names = tuple(f"x{place}" for place in free)
    program = Program("function", "translated", of_free, names, inputs, lifted, partial=True)
    try:
        with quiet_trials():
            graph = symbolic_graph(trace_concretely(program, inputs, mode), program, inputs, mode)
    except GraphError:
        raise
    except Exception as error:  # whatever PyTorch raises for these tensors
        raise GraphError(error_text(error)) from error
    places = free + [int(argument.origin) for argument in graph.arguments[len(free) :]]
    return graph, places
