"""A user's program on a device, at the sizes that it has itself, checked against the graph that was traced of
it.
"""

from collections.abc import Callable, Sequence

import torch
import torch.nn as nn

from python_to_triton import frontend, verification
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.programs import Program
from python_to_triton.tuning.comparison import compare_with_eager
from python_to_triton.tuning.settings import as_a_reference
from python_to_triton.verification.sandbox import Refused
from triton_ops.judge import error_summary


def move_program(program: Program, device: str) -> Program:
    """The program with its inputs, parameters, buffers and plain tensor attributes on a device."""
    program.inputs = frontend.apply_to_tensors(lambda tensor: tensor.to(device), program.inputs)
    if not isinstance(program.function, nn.Module):
        return program
    for module in program.function.to(device).modules():
        tensors = {name: item for name, item in vars(module).items() if isinstance(item, torch.Tensor)}
        vars(module).update({name: tensor.to(device) for name, tensor in tensors.items()})
    return frontend.module_program(
        program.function, program.name, program.inputs, program.filename, program.source
    )


def program_on_device(text: str, device: str) -> Program:
    """The program of a file's text on a device, with the inputs of its get_inputs().

    Raises torch.OutOfMemoryError where they do not fit.
    """
    try:
        with torch.device(device):  # a GPU draws gigabytes at once, where a core takes a minute
            return move_program(frontend.read_source(text, None), device)
    except (frontend.GraphError, RuntimeError) as error:
        if torch.OutOfMemoryError in (type(error), type(error.__cause__)):
            raise torch.OutOfMemoryError(str(error)) from error
    # It cannot be read with that device as the default: it draws with a generator of the CPU's, say.
    return move_program(frontend.read_source(text, None), device)


def at_own_sizes(
    prompt: str,
    sizes: dict[str, int],
    origins: Sequence[str],
    program: str,
    device: str,
    evaluate: bool = False,
) -> tuple[Graph, tuple, Callable, tuple]:
    """(graph, its arguments, the translated function, its inputs): the file's own inputs, or random ones of
    `sizes`.

    origins: for every argument of the graph its path in the module, or "" for an input. program: the file's
    text, or "", and then the graph itself is the function. evaluate: whether its module runs as after
    `.eval()`. Raises ValueError where the inputs do not fit the graph.
    """
    graph = frontend.parse(prompt)
    own = program_on_device(program, device) if program else None
    if own and evaluate and isinstance(own.function, nn.Module):
        own.function.eval()
    if own is None or own.inputs is None:
        graph.sizes = sizes
        drawn = tuple(graph.sample(small=False, device=device))
        if own is None:
            return graph, drawn, graph.run, drawn
        own.inputs = tuple(tensor for tensor, origin in zip(drawn, origins) if not origin)
    lifted = dict(own.lifted)
    arguments = tuple(frontend.collect_tensors(own.inputs)) + tuple(
        lifted[origin] for origin in origins if origin
    )
    graph.bind(arguments)
    copies = tuple(tensor.detach().clone(memory_format=torch.preserve_format) for tensor in arguments)
    return graph, copies, own.function, own.inputs


def with_default_device(function: Callable, device: str) -> Callable:
    """The function with `device` as PyTorch's default, for a forward that makes tensors without naming a
    device.
    """

    def call(*inputs):
        with torch.device(device):
            return function(*inputs)

    return call


def check_against_graph(function: Callable, inputs: tuple, graph: Graph, arguments: tuple) -> None:
    """Refused where the program computes something else than its graph: a fault of tracing, not of the
    answer.

    What the program writes is the last of the graph's outputs, and not compared here.
    """
    with as_a_reference():
        copies = frontend.apply_to_tensors(torch.clone, inputs)
        expected = tuple(tensor.detach() for tensor in frontend.collect_tensors(function(*copies)))
        computed = tuple(verification.tensors_in(graph.run(*arguments)))
        result = compare_with_eager(expected, computed[: len(expected)])
    if not result.ok:
        raise Refused(f"the program differs from the graph traced of it: {result.reason}", "task")


def runnable_program(
    function: Callable, inputs: tuple, graph: Graph, arguments: tuple, device: str
) -> Callable:
    """The program as it runs on the device, checked against its graph.

    Refused where it does not run there.
    """
    failures = []
    for variant in (function, with_default_device(function, device)):
        try:
            check_against_graph(variant, inputs, graph, arguments)
            return variant
        except (Refused, torch.OutOfMemoryError):
            raise
        except Exception as error:  # the user's program may raise anything; the verdict quotes it
            failures.append(error_summary(error))
    raise Refused(f"the program itself does not run on {device}: {failures[0]}", "task")
