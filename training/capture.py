"""Functions of tensors as CUDA graphs: captured once for each set of shapes, then replayed by one launch."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor


def tensors_of(value: Any) -> list[Tensor]:
    """The tensors of nested tuples and lists, in order."""
    if isinstance(value, Tensor):
        return [value]
    return [tensor for item in value or () for tensor in tensors_of(item)]


def with_tensors(value: Any, tensors: Iterator[Tensor]) -> Any:
    """Nested tuples and lists of the same form with other tensors."""
    if isinstance(value, Tensor):
        return next(tensors)
    if value is None:
        return None
    items = [with_tensors(item, tensors) for item in value]
    return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)


class SideStream:
    """A stream whose work runs beside what is launched after it, until `join`; on a CPU nothing special."""

    def __init__(self, device: torch.device):
        self.stream = torch.cuda.Stream(device) if device.type == "cuda" else None

    @contextlib.contextmanager
    def beside(self) -> Iterator[None]:
        """What is launched here begins after all before it."""
        if self.stream is None:
            yield
            return
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            yield

    def join(self) -> None:
        """What is launched from here on begins after it."""
        if self.stream is not None:
            torch.cuda.current_stream().wait_stream(self.stream)


class CapturedGraph:
    """One capture of a function, with its own copy of the arguments; a replay overwrites the result."""

    def __init__(self, function: Callable[..., Tensor], arguments: tuple, pool: Any):
        copies = iter([tensor.clone() for tensor in tensors_of(arguments)])
        self.arguments = with_tensors(arguments, copies)
        self.graph = torch.cuda.CUDAGraph()
        # "relaxed": what prepares a launch may take pinned memory meanwhile
        with torch.cuda.graph(self.graph, pool=pool, capture_error_mode="relaxed"):
            self.result = function(*self.arguments)

    def replay(self, arguments: tuple) -> Tensor:
        """The result for other arguments of the same shapes, in memory of its own."""
        for ours, given in zip(tensors_of(self.arguments), tensors_of(arguments), strict=True):
            ours.copy_(given, non_blocking=True)
        self.graph.replay()
        return self.result.clone()


class Captured:
    """A function that launches kernels and returns one tensor, at the cost of one launch.

    Its arguments are tensors on the GPU, in nested tuples and lists. The first call with their shapes is an
    ordinary one, in which libraries and kernels prepare themselves; the second is captured. What the function
    reads besides its arguments, and what it changes, has to stay where it is.
    """

    def __init__(self, function: Callable[..., Tensor]):
        self.function = function
        self.graphs: dict[tuple, CapturedGraph | None] = {}
        self.pool = torch.cuda.graph_pool_handle()  # all graphs share it: one runs at a time
        self.stream = SideStream(torch.device("cuda"))  # capturing wants what was prepared on such a one

    def __call__(self, *arguments: Any) -> Tensor:
        shapes = tuple((tensor.shape, tensor.dtype) for tensor in tensors_of(arguments))
        if shapes not in self.graphs:
            self.graphs[shapes] = None
            with self.stream.beside():
                result = self.function(*arguments)
            self.stream.join()
            return result
        if self.graphs[shapes] is None:
            self.graphs[shapes] = CapturedGraph(self.function, arguments, self.pool)
        return self.graphs[shapes].replay(arguments)
