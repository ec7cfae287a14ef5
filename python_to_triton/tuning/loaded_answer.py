"""An answer that stays loaded in a sandbox between its calls, with arguments that it gets through shared
memory.
"""

import mmap
import os
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
        shapes = graph.shapes(graph.bind(arguments))
        output_bytes = sum(shapes[id(value)].nbytes for value in graph.outputs)
        argument_bytes = sum(span(tensor.shape, tensor.stride()) * tensor.itemsize for tensor in arguments)
        descriptor = os.memfd_create("own-sizes")
        try:
            os.ftruncate(
                descriptor, output_bytes + argument_bytes + 1
            )  # a memory of 0 bytes cannot be mapped
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

    def run(self, poison: int):
        """The outputs of one watched call on memory filled with `poison`; Refused where no kernel ran."""
        message = self.request({"resident": "run", "run": [poison, False, False]})
        outputs, _ = decode(message["outputs"], self.memory, self.end)
        if not message["launches"] and any(tensor.numel() for tensor in verification.tensors_in(outputs)):
            raise Refused("launches no kernel", "run")
        return frontend.apply_to_tensors(lambda tensor: tensor.to(self.device), outputs)

    def times(self, count: int) -> list[float]:
        """Milliseconds of each of `count` calls that nothing watches."""
        return self.request({"resident": "time", "count": count})["times"]

    def drop(self) -> None:
        """Makes the sandbox forget the answer. Raises Refused where the sandbox has ended."""
        self.request({"resident": "drop"})


WARM_SANDBOXES = {}  # device -> this process's own sandbox


def warm_sandbox(device: str) -> Sandbox:
    """This process's own sandbox for a device; a new one where the last has ended."""
    known = WARM_SANDBOXES.get(device)
    if known is None or known.control.fileno() < 0 or known.process.poll() is not None:
        WARM_SANDBOXES[device] = open_sandbox(device)
    return WARM_SANDBOXES[device]


def release_gpu_memory(device: str) -> None:
    """Gives back the GPU memory that this process keeps for later: the sandbox needs it now."""
    if device != "cpu":
        torch.cuda.empty_cache()
