"""Worker processes: forks that do one task after the other, replaced when they crash or take too long.

The parent holds the corpus; a task is a function with its arguments, and what it returns is a small dict,
so that the parent spends a small part of a millisecond on a pair. A task whose worker crashes is done once
more; a second crash, or a hang, costs that task, never the run.

    with Workers(jobs=2, device="cpu") as workers:
        for tag, result in workers.map((tag, (function, arguments)) for ...):
            ...
"""

import contextlib
import ctypes
import gc
import math
import multiprocessing
import os
import signal
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait

from corpus.settings import COLLECTIONS, PR_SET_PDEATHSIG, START_SECONDS, VARIANT_SECONDS
from python_to_triton import frontend, verification
from python_to_triton.executors import dealt_gpus, show_gpu, visible_gpus

# A worker: results, 6 KB each, wait for those of earlier tasks, at most so many. They are more than it does
# within VARIANT_SECONDS, some two hundred variants: so a task that hangs keeps no other worker waiting.
TASKS_AHEAD = 1024
MOST_CRASHES = 2  # of the workers that did a task

FIRST_ANSWER = """
@triton.jit
def kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n_elements, other=0.0)
    tl.store(y_ptr + offsets, 2.0 * x, mask=offsets < n_elements)


def translated(x):
    y = torch.empty_like(x)
    kernel[(1,)](x, y, x.numel(), BLOCK=triton.next_power_of_2(x.numel()))
    return y
"""


# ---- inside a worker --------------------------------------------------------------------------------------


def result_of_task(context, function: Callable, arguments: tuple) -> dict:
    """What a task returns, or why it failed. It is given first a WorkerContext, or one of ray_workers.py."""
    try:
        return function(context, *arguments)
    except Exception as error:  # a text of synthetic/ may raise anything: it costs this variant
        first_line = str(error).strip().split("\n")[0]
        return {"reason": f"{type(error).__name__}: {first_line}"}


def check_device(device: str | None) -> None:
    """Judges a first answer, which starts what judges there. Raises RuntimeError where it is not accepted."""
    import torch

    if device:
        cases = [(torch.randn(7),)]
        verdict = verification.judge(FIRST_ANSWER, lambda x: 2.0 * x, cases, device=device)
        if not verdict.ok:
            raise RuntimeError(verdict.reason)


@dataclass(frozen=True)
class WorkerContext:
    """What a task is given first: the device that answers run on, and the connection to the parent."""

    device: str | None
    connection: Connection

    def ask_parent(self, query: dict) -> object:
        """What the parent's `on_query` returns for `query`."""
        self.connection.send(("query", query))
        return self.connection.recv()

    def serve(self) -> None:
        """Does one task after the other, (function, arguments), until the parent closes the connection."""
        while True:
            try:
                function, arguments = self.connection.recv()
            except EOFError:
                return
            self.connection.send(("done", result_of_task(self, function, arguments)))


def become_worker(connection: Connection, device: str | None, gpu: str, errors: int) -> None:
    """Serves in a fork of the parent, and never returns.

    `errors`: the file descriptor that its output goes to.
    """
    try:
        os.dup2(errors, 1)  # what a reference prints is no reply
        os.dup2(errors, 2)
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        show_gpu(gpu)
        check_device(device)
        connection.send(("ready", None))
        WorkerContext(device, connection).serve()
    except BaseException as error:  # nothing may return from a fork: the reason is in the file of errors
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(0)


# ---- the parent's side ------------------------------------------------------------------------------------


def warm_up() -> None:
    """Imports and traces once, so that no task, and no fork, has to."""
    import torch

    torch.set_num_threads(1)
    frontend.trace("y = torch.relu(x)")  # the first trace takes a second
    gc.collect()
    gc.set_threshold(*COLLECTIONS)
    gc.freeze()  # nine hundred families are not looked through, and so copied, by every fork's collections


@dataclass(eq=False)
class Item:
    """A task on its way through a pool."""

    tag: object
    call: tuple  # (function, arguments)
    on_result: Callable | None = None  # is told (tag, result)
    result: dict | None = None
    crashes: int = 0  # of workers that did it

    def complete(self, result: dict) -> None:
        """Fills in the result."""
        self.result = result
        if self.on_result:
            self.on_result(self.tag, result)


class Worker:
    """One process; `item` is its work, or None while it is idle."""

    def __init__(self, device: str | None, gpu: str, seconds: float):
        self.device = device
        self.gpu = gpu
        self.seconds = seconds
        self.pid = None
        self.item = None
        self.deadline = math.inf

    def start(self) -> None:
        """Forks the process, which then has START_SECONDS to judge its first answer."""
        self.connection, theirs = multiprocessing.Pipe()
        self.errors = tempfile.TemporaryFile()
        self.ready = False
        self.pid = os.fork()
        if self.pid == 0:
            become_worker(theirs, self.device, self.gpu, self.errors.fileno())
        theirs.close()
        self.deadline = time.monotonic() + START_SECONDS

    def end(self) -> None:
        """Kills the process; its sandbox notices and ends itself."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)  # not reaped yet, so the number is still its own
            os.waitpid(self.pid, 0)
            self.connection.close()
            self.pid = None

    def last_output(self) -> str:
        """The last line that the process printed."""
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace").strip().split("\n")[-1]

    def assign(self, item: Item) -> None:
        """Starts on an item, in a new process where there is none."""
        if self.pid is None:
            self.start()
        self.item = item
        if self.ready:
            self.deadline = time.monotonic() + self.seconds
        with contextlib.suppress(BrokenPipeError):  # it is dead: the next receive says so
            self.connection.send(item.call)

    def complete(self, result: dict) -> None:
        """Fills in the item's result; the worker is idle again."""
        item = self.item
        self.item = None
        item.complete(result)

    def fail(self, reason: str) -> None:
        """Ends the process and its task. Raises RuntimeError where it never got to work: then none will."""
        self.end()
        if not self.ready:
            raise RuntimeError(f"a worker could not start: {self.last_output() or reason}")
        self.complete({"reason": reason, "lost": True})

    def crashed(self) -> None:
        """The process has ended by itself: its task is done once more, in another one."""
        self.item.crashes += 1
        if not self.ready or self.item.crashes == MOST_CRASHES:
            self.fail(f"worker crashed: {self.last_output()}")
            return
        self.end()
        self.assign(self.item)

    def receive(self, on_query: Callable | None) -> None:
        """Takes one message: a query, the end of the start, or a result."""
        try:
            kind, content = self.connection.recv()
            if kind == "query":
                self.connection.send(on_query(content))
        except (EOFError, ConnectionError):
            self.crashed()
            return
        if kind == "ready":
            self.ready = True
            self.deadline = time.monotonic() + self.seconds
        elif kind == "done":
            self.complete(content)


class Workers:
    """A pool of `jobs` workers behind one `map`; leaving the block ends them, whatever they are doing.

    device: "cpu" is Triton's interpreter; with "cuda" they are dealt the GPUs, many to each, since
    judging is mostly compilation; None where tasks judge nothing. `on_query` answers what a task asks of
    the parent. Raises ValueError where "cuda" is asked for and there is no GPU."""

    def __init__(
        self,
        jobs: int,
        device: str | None,
        on_query: Callable | None = None,
        seconds: float = VARIANT_SECONDS,
    ):
        if device == "cuda" and not visible_gpus():
            raise ValueError("there is no GPU here: leave out --device cuda")
        self.on_query = on_query
        self.all = [Worker(device, gpu, seconds) for gpu in dealt_gpus(jobs)]

    def __enter__(self):
        warm_up()
        return self

    def __exit__(self, *_):
        for worker in self.all:
            worker.end()

    def wait_for_one(self) -> None:
        """Waits until a worker has sent something or is past its deadline."""
        busy = {worker.connection: worker for worker in self.all if worker.item}
        seconds = min(worker.deadline for worker in busy.values()) - time.monotonic()
        for connection in wait(busy, max(0.0, seconds)):
            busy[connection].receive(self.on_query)
        for worker in busy.values():
            if worker.item and time.monotonic() > worker.deadline:
                worker.fail(f"took more than {worker.seconds} s")

    def map(self, tasks: Iterable, on_result: Callable | None = None) -> Iterator[tuple[object, dict]]:
        """(tag, result) of every (tag, (function, arguments)), in their order.

        Tasks are drawn as they are needed: the first results are there long before the last task is made.
        `on_result(tag, result)` is called as soon as a result is there, however long earlier ones take.
        """
        tasks = iter(tasks)
        ahead = deque()
        while True:
            while ahead and ahead[0].result is not None:
                item = ahead.popleft()
                yield item.tag, item.result
            for worker in self.all:
                has_room = worker.item is None and len(ahead) < TASKS_AHEAD * len(self.all)
                if has_room and (drawn := next(tasks, None)):
                    ahead.append(Item(*drawn, on_result))
                    worker.assign(ahead[-1])
            if not any(worker.item for worker in self.all):
                return  # no worker is busy and none was given a task, so none is left
            self.wait_for_one()
