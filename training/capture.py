"""Functions of tensors as CUDA graphs: captured once for each set of shapes, then replayed by one launch."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

MOST_CAPTURES = 512  # of one function: each keeps its arguments


def tensors_of(value: Any) -> list[Tensor]:
    """The tensors of nested tuples and lists of tensors and None, in order."""
    if isinstance(value, Tensor):
        return [value]
    return [] if value is None else [tensor for item in value for tensor in tensors_of(item)]


def with_tensors(form: Any, tensors: Iterator) -> Any:
    """Nested tuples and lists of the same form with others in the places of their tensors."""
    if isinstance(form, Tensor):
        return next(tensors)
    if form is None:
        return None
    items = [with_tensors(item, tensors) for item in form]
    is_named = hasattr(form, "_fields")  # such a tuple takes its items one by one
    return type(form)(*items) if is_named else type(form)(items)


def copies_in_rows(arguments: Any) -> Any:
    """Copies of the arguments, each with the strides of its shape.

    `contiguous` would leave alone a tensor whose strides are others where a size is 1, and for other strides
    what `torch.compile` made is made again.
    """
    copies = [tensor.clone(memory_format=torch.contiguous_format) for tensor in tensors_of(arguments)]
    return with_tensors(arguments, iter(copies))


def key_of(arguments: Any) -> str:
    """What tells arguments of one form, and of the same shapes and dtypes, from others."""
    return repr(with_tensors(arguments, iter((each.shape, each.dtype) for each in tensors_of(arguments))))


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
        self.stream.wait_stream(torch.cuda.current_stream(self.stream.device))
        with torch.cuda.stream(self.stream):
            yield

    def join(self) -> None:
        """What is launched from here on begins after it."""
        if self.stream is not None:
            torch.cuda.current_stream(self.stream.device).wait_stream(self.stream)


@contextlib.contextmanager
def usable_after_failure() -> Iterator[None]:
    """Takes back what a capture that fails leaves behind: its stream as the current one, and random numbers
    that can be drawn in a capture alone.
    """
    stream = torch.cuda.current_stream()
    try:
        yield
    except RuntimeError:
        torch.cuda.set_stream(stream)
        generator = torch.cuda.default_generators[stream.device.index]
        generator.graphsafe_set_state(torch.Generator(stream.device).graphsafe_get_state())
        raise


class Capture:
    """One CUDA graph of a function, with its own copy of the arguments; a replay overwrites `result`."""

    def __init__(
        self, function: Callable[..., Tensor], arguments: tuple, pool: Any, stream: torch.cuda.Stream
    ):
        self.arguments = copies_in_rows(arguments)
        self.graph = torch.cuda.CUDAGraph()
        # "relaxed": a table of addresses that a kernel wants may take pinned memory meanwhile
        how = {"pool": pool, "stream": stream, "capture_error_mode": "relaxed"}
        with usable_after_failure(), torch.cuda.graph(self.graph, **how):
            self.result = function(*self.arguments)

    def replay(self, arguments: tuple) -> Tensor:
        """The result for other arguments of the same shapes, in memory of its own."""
        for ours, given in zip(tensors_of(self.arguments), tensors_of(arguments), strict=True):
            ours.copy_(given)
        self.graph.replay()
        return self.result.clone()


class Captured:
    """A function that launches kernels and returns one tensor, at the cost of one launch.

    Its arguments are tensors on the GPU, or None, in nested tuples and lists; it does not change them. The
    first call of each form and shape is an ordinary one, in which libraries and kernels prepare themselves;
    the second is captured, numbers and branches of Python included. What the function reads besides its
    arguments, and what it changes, has to stay where it is, and to be there after the first call. It is given
    contiguous tensors alone: for other strides it would be compiled again, and nothing can be in a capture.
    """

    def __init__(self, function: Callable[..., Tensor]):
        self.function = function
        self.captures: dict[str, Capture | None] = {}  # None: after the first call
        self.pool = torch.cuda.graph_pool_handle()  # for all: one runs at a time, and its result is cloned
        self.stream = SideStream(torch.device("cuda"))
        # PyTorch's own is of the device that was current at the first capture of all
        self.capture_stream = torch.cuda.Stream()

    def __call__(self, *arguments: Any) -> Tensor:
        key = key_of(arguments)
        if key not in self.captures:
            return self.prepare(key, arguments)
        if self.captures[key] is None:
            self.captures[key] = Capture(self.function, arguments, self.pool, self.capture_stream)
        return self.captures[key].replay(arguments)

    def is_captured(self, *arguments: Any) -> bool:
        """Whether a call with these arguments would be a replay."""
        return self.captures.get(key_of(arguments)) is not None

    def prepare(self, key: str, arguments: tuple) -> Tensor:
        """An ordinary call; on a stream of its own, as a capture will be."""
        if len(self.captures) >= MOST_CAPTURES:
            return self.function(*arguments)
        with self.stream.beside():
            result = self.function(*copies_in_rows(arguments))
        self.stream.join()
        self.captures[key] = None
        return result
