"""How long eager PyTorch takes for each value of a graph, at a program's own sizes on a GPU."""

import statistics
from collections.abc import Iterator, Sequence

import torch

from python_to_triton import frontend
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.loops import has_loops
from python_to_triton.tuning.loaded_answer import release_gpu_memory
from python_to_triton.tuning.program import at_own_sizes

CALLS = 11


def timed_run(graph: Graph, arguments: Sequence[torch.Tensor]) -> dict[str, float]:
    """{name of a value: milliseconds of its operation} of one run, between events on the GPU's stream."""
    sizes = graph.bind(tuple(arguments))
    known = {id(value): tensor for value, tensor in zip(graph.inputs, arguments)}
    last_reader = {id(operand): value for value in graph.values for operand in value.inputs()}
    events = {}
    for value in graph.values:
        before, after = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        before.record()
        known[id(value)] = frontend.execute(value, known, sizes, arguments[0].device)
        after.record()
        events[value.name] = before, after
        for operand in value.inputs():
            if last_reader[id(operand)] is value:
                known.pop(id(operand), None)
    torch.cuda.synchronize()
    return {name: before.elapsed_time(after) for name, (before, after) in events.items()}


def value_times(prompt: str, sizes: dict[str, int], device: str = "cuda") -> Iterator[dict[str, float]]:
    """Yields {name of a value: median milliseconds of its operation in eager PyTorch}.

    Raises torch.OutOfMemoryError where the values do not fit the memory, ValueError where they are a loop's.
    """
    graph, arguments, _, _ = at_own_sizes(prompt, sizes, (), "", device)
    if has_loops(graph):
        raise ValueError("the values of a loop are not timed one by one")
    with torch.no_grad():
        timed_run(graph, arguments)  # chooses algorithms, and allocates
        runs = [timed_run(graph, arguments) for _ in range(CALLS)]
    release_gpu_memory(device)
    yield {name: statistics.median(run[name] for run in runs) for name in runs[0]}
