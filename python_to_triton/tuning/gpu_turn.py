"""Turns at a GPU that several processes share: beside others for what is not timed, alone for what is.

with turn.beside():             # inputs, references, verdicts
    with turn.away():           # a compiler works: the GPU is not needed
    with turn.alone():          # nobody else launches anything
"""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator

import torch


class GpuTurn:
    """A process's hold on a GPU, by locks on two files; without a path there are no others to agree with.

    Who waits to be alone, or is, shares the gate with others that do: they follow each other, and nobody else
    comes in between.
    """

    def __init__(self, path: str = "", device: str = "cpu"):
        """path: of the file that all these processes lock. device: what has to be idle when a turn ends."""
        self.device = device
        self.mode = fcntl.LOCK_UN
        self.waited = 0.0  # seconds, for others
        self.files = [os.open(name, os.O_RDWR | os.O_CREAT, 0o600) for name in (path, f"{path}.gate") if path]

    def take(self, mode: int) -> None:
        """Holds the GPU in another way from now on."""
        if self.mode != fcntl.LOCK_UN and self.device != "cpu":
            torch.cuda.synchronize(self.device)
        self.mode = mode
        if not self.files:
            return
        gpu, gate = self.files
        began = time.monotonic()
        fcntl.flock(gpu, fcntl.LOCK_UN)
        fcntl.flock(gate, fcntl.LOCK_UN)
        if mode == fcntl.LOCK_SH:
            fcntl.flock(gate, fcntl.LOCK_EX)
            fcntl.flock(gpu, fcntl.LOCK_SH)
            fcntl.flock(gate, fcntl.LOCK_UN)
        elif mode == fcntl.LOCK_EX:
            fcntl.flock(gate, fcntl.LOCK_SH)  # until the turn is over
            fcntl.flock(gpu, fcntl.LOCK_EX)
        self.waited += time.monotonic() - began

    @contextlib.contextmanager
    def held(self, mode: int) -> Iterator[None]:
        """Holds it in this way inside, and afterwards as before."""
        outer = self.mode
        self.take(mode)
        try:
            yield
        finally:
            self.take(outer)

    def beside(self) -> contextlib.AbstractContextManager:
        """The GPU together with others, while none is alone with it."""
        return self.held(fcntl.LOCK_SH)

    def alone(self) -> contextlib.AbstractContextManager:
        """The GPU, and nobody else has it."""
        return self.held(fcntl.LOCK_EX)

    def away(self) -> contextlib.AbstractContextManager:
        """Not the GPU."""
        return self.held(fcntl.LOCK_UN)

    def close(self) -> None:
        """Gives it up for good."""
        for descriptor in self.files:
            os.close(descriptor)
        self.files = []
