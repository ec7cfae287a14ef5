"""An answer that stays loaded in a sandbox between its calls, with arguments that it gets through shared
memory.
"""

import mmap
import os
import select
import types
from collections.abc import Sequence

import torch

from python_to_triton import frontend, verification
from python_to_triton.frontend.graph import Graph
from python_to_triton.verification.sandbox import Limits, Refused, Sandbox, decode, encode, open_sandbox, span

RUN_LIMITS = Limits(seconds=120.0)


class LoadedAnswer:
    """An answer in a sandbox, ready to be run and timed on its arguments as often as one likes."""

    def __init__(self, sandbox: Sandbox, source: str, graph: Graph, arguments: Sequence, device: str):
        """Loads `source`, whose `translated` takes the graph's arguments. Outputs come back on `device`."""
        self.sandbox = sandbox
        self.device = device
        self.launches = 0  # of the latest call that was watched
        shapes = graph.shapes(graph.bind(arguments))
        output_bytes = sum(shapes[id(value)].nbytes for value in graph.outputs)
        argument_bytes = sum(span(tensor.shape, tensor.stride()) * tensor.itemsize for tensor in arguments)
        self.moved = output_bytes + argument_bytes  # bytes that any answer reads and writes
        descriptor = os.memfd_create("own-sizes")
        try:
            os.ftruncate(descriptor, self.moved + 1)  # a memory of 0 bytes cannot be mapped
            self.memory = mmap.mmap(descriptor, 0)
            form = encode(arguments, types.SimpleNamespace(append=self.memory.write))
            self.end = self.memory.tell()
            job = {"resident": "load", "source": source, "entry": "translated", "arguments": form}
            self.request(job, [descriptor])
        finally:
            os.close(descriptor)

    def request(self, job: dict, memory: Sequence[int] = ()) -> dict:
        """What the sandbox answers to a job. Raises Refused, with the sandbox's reason."""
        message, _ = self.sandbox.run(job, (), RUN_LIMITS, memory)
        if "refused" in message:
            raise Refused(message["refused"], "run")
        return message

    def add(self, number: int, source: str) -> None:
        """Loads another text for the same arguments; its number, from 1, names it from now on."""
        self.request({"resident": "add", "number": number, "source": source, "entry": "translated"})

    def compile(self, numbers: Sequence[int], seconds: float) -> list[int]:
        """Compiles texts, side by side on all cores; the numbers of those that take longer than `seconds`."""
        return self.request({"resident": "compile", "numbers": list(numbers), "seconds": seconds})["slow"]

    def difference(self, number: int) -> float:
        """How far a text's outputs are from the first one's, as a share of the largest value: a filter."""
        return self.request({"resident": "compare", "number": number})["difference"]

    def capture_times(self, number: int = 0) -> tuple[float, float]:
        """Milliseconds of a call among many in a row: launched one by one, and as a CUDA graph."""
        message = self.request({"resident": "capture", "number": number})
        return message["launched"], message["captured"]

    def call_time(self, number: int = 0) -> float:
        """Milliseconds of a call among many in a row, launched one by one."""
        return self.request({"resident": "calls", "number": number})["launched"]

    def run(self, poison: int, number: int = 0):
        """The outputs of one watched call on memory filled with `poison`; Refused where no kernel ran."""
        message = self.request({"resident": "run", "number": number, "run": [poison, False, False]})
        self.launches = message["launches"]
        outputs, _ = decode(message["outputs"], self.memory, self.end)
        if not message["launches"] and any(tensor.numel() for tensor in verification.tensors_in(outputs)):
            raise Refused("launches no kernel", "run")
        return frontend.apply_to_tensors(lambda tensor: tensor.to(self.device), outputs)

    def times(self, count: int, number: int = 0) -> list[float]:
        """Milliseconds of each of `count` calls that nothing watches."""
        return self.request({"resident": "time", "number": number, "count": count})["times"]

    def drop(self) -> None:
        """Makes the sandbox forget the answer. Raises Refused where the sandbox has ended."""
        self.request({"resident": "drop"})


WARM_SANDBOXES = {}  # device -> the sandbox of this process and of its forks


def is_open(sandbox: Sandbox) -> bool:
    """Whether a sandbox waits for a job: a fork of the process that started it may ask too.

    Its connection has something to read where it has ended, or says how a job ended that nobody waited for.
    """
    return sandbox.control.fileno() >= 0 and not select.select([sandbox.control], [], [], 0)[0]


def warm_sandbox(device: str) -> Sandbox:
    """The sandbox for a device of this process, or of the one it is a fork of; a new one where that has
    ended.
    """
    known = WARM_SANDBOXES.get(device)
    if known is None or not is_open(known):
        if known is not None:
            known.close()
        WARM_SANDBOXES[device] = open_sandbox(device)
    return WARM_SANDBOXES[device]


def release_gpu_memory(device: str) -> None:
    """Gives back the GPU memory that this process keeps for later: the sandbox needs it now."""
    if device != "cpu":
        torch.cuda.empty_cache()
