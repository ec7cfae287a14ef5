"""Processes that class the samples of operators: an operator each, forked, with limits on time and memory.

A trace that is interrupted leaves PyTorch's stack of modes as it is, and a kernel may crash. So a process
whose sample takes too long, or that dies, is replaced by one that goes on with the next sample. Seconds are
those of a core, so that what else runs on the machine changes no class.
"""

import multiprocessing
import resource
import signal
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait

import torch
from operator_samples import OperatorClass, OperatorTask, SampleClass, sample_classes

from python_to_triton.verification import sandbox

SECONDS = 20  # of a core for a sample, or for all calls that PyTorch refuses
PATIENCE = 400  # seconds of the clock, for one that waits for something
MEMORY = 8 << 30  # bytes of a process


def _class_samples(pipe: Connection, task: OperatorTask, known: list[SampleClass], parent: int) -> None:
    """Sends the number of samples, the class of each that is not known, and those of refused calls."""
    sandbox.kill_with_parent(parent)
    torch.set_num_threads(1)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    try:
        every = task.calls()
    except Exception as error:  # PyTorch makes samples with what a build may lack
        pipe.send(f"its samples cannot be made: {str(error).splitlines()[0]}")
        return
    drawn = task.drawn(every)
    pipe.send(len(every))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # its signal ends the process
    for one in sample_classes(task, drawn, known):
        pipe.send(one)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
    pipe.send(len(drawn))
    pipe.send(task.refusals())


@dataclass
class OperatorProcess:
    """An operator that is being classed, and the process that does it now."""

    task: OperatorTask
    count: int = 0  # samples that PyTorch has
    found: list[SampleClass] = field(default_factory=list)
    complete: bool = False  # whether every drawn sample has its class
    result: OperatorClass | None = None

    def start(self) -> None:
        """Begins, or goes on after the samples that are known."""
        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe(duplex=False)
        arguments = (theirs, self.task, list(self.found), multiprocessing.current_process().pid)
        self.process = context.Process(target=_class_samples, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        self.began = False
        self.ends = time.monotonic() + PATIENCE

    def end(self, errors: tuple[str, ...] = (), failure: str = "") -> None:
        """Notes the result."""
        found = tuple(self.found)
        self.result = OperatorClass(self.task.operator, self.task.dtype, self.count, found, errors, failure)
        self.stop()

    def stop(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()

    def give_up(self, reason: str) -> None:
        """Counts the sample, or the refused calls, that the process was at as refused, and goes on."""
        if self.complete or not self.began:
            self.end(failure=reason)
            return
        self.stop()
        self.found.append(SampleClass("refused", reason))
        self.start()

    def receive(self) -> None:
        """Takes one message of the process."""
        try:
            message = self.pipe.recv()
        except EOFError:
            self.process.join()
            late = self.process.exitcode == -signal.SIGPROF
            self.give_up(f"no trace within {SECONDS} s" if late else "the process died")
            return
        self.ends = time.monotonic() + PATIENCE
        if isinstance(message, SampleClass):
            self.found.append(message)
        elif isinstance(message, str):
            self.end(failure=message)
        elif isinstance(message, tuple):
            self.end(errors=message)
        elif self.began:
            self.complete = True
        else:
            self.began = True
            self.count = message


def class_operators(
    tasks: Iterable[OperatorTask], jobs: int, on_end: Callable[[OperatorClass], None]
) -> None:
    """Classes operators, `jobs` at a time; `on_end` receives each as it ends."""
    waiting = list(tasks)[::-1]
    running = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(OperatorProcess(waiting.pop()))
                running[-1].start()
            ready = wait([one.pipe for one in running], timeout=1)
            for one in running:
                if one.pipe in ready:
                    one.receive()
                elif time.monotonic() > one.ends:
                    one.give_up(f"no trace within {PATIENCE} s")
            for one in [one for one in running if one.result]:
                running.remove(one)
                on_end(one.result)
    finally:
        for one in running:
            one.stop()
