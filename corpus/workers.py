"""workers."""

from python_to_triton import frontend
from python_to_triton import verification
import contextlib
import ctypes
import itertools
import math
import multiprocessing
import os
import signal
import tempfile
import time
from collections import deque
from itertools import islice
from multiprocessing.connection import wait
from corpus.settings import PR_SET_PDEATHSIG, START_SECONDS, VARIANT_SECONDS
from corpus.tasks import Desk


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


def warm_up():
    """Imports and does once what every fork would, else, import and do by itself."""
    import torch

    torch.set_num_threads(1)
    frontend.trace("y = torch.relu(x)")  # the first one takes a second


def gpus():
    """What CUDA_VISIBLE_DEVICES has to say to see one GPU, for each of them."""
    import torch

    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    return named.split(",") if named else [str(number) for number in range(torch.cuda.device_count())]


def become_worker(books, device, gpu, errors):
    """Serves in a fork of the books, and never returns."""
    import torch

    try:
        os.dup2(errors, 1)  # what a reference prints is no reply
        os.dup2(errors, 2)
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the books end their workers
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if gpu:
            os.environ["CUDA_VISIBLE_DEVICES"] = gpu
        verdict = device and verification.judge(
            FIRST_ANSWER, lambda x: 2.0 * x, [(torch.randn(7),)], device=device
        )
        if verdict and not verdict.ok:
            raise RuntimeError(verdict.reason)
        books.send(("ready", None))
        Desk(device, books).serve()
    except BaseException as error:  # told in the file of errors: nothing may return from here
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(0)


class Worker:
    """A fork that does one task after the other, and is replaced when it dies or takes too long."""

    def __init__(self, device, gpu, seconds):
        self.device, self.gpu, self.seconds = device, gpu, seconds
        self.pid, self.item, self.deadline = None, None, math.inf

    def start(self):
        self.books, theirs = multiprocessing.Pipe()
        self.errors, self.ready = tempfile.TemporaryFile(), False
        self.pid = os.fork()
        if self.pid == 0:
            become_worker(theirs, self.device, self.gpu, self.errors.fileno())
        theirs.close()
        self.deadline = time.monotonic() + START_SECONDS

    def end(self):
        """Ends the process; its sandbox sees that and ends itself."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)  # not reaped yet, so the number is still its own
            os.waitpid(self.pid, 0)
            self.books.close()
            self.pid = None

    def last_words(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace").strip().split("\n")[-1]

    def give(self, item):
        """`item` is [tag, (function, arguments), result]; its result is filled in when it is there."""
        if self.pid is None:
            self.start()
        self.item = item
        if self.ready:
            self.deadline = time.monotonic() + self.seconds
        with contextlib.suppress(BrokenPipeError):  # it is dead, as the next look will tell
            self.books.send(item[1])

    def finish(self, result):
        self.item[2], self.item = result, None

    def lose(self, why):
        """The process is no more: an end to its task, or to everything where it never got to work."""
        self.end()
        if not self.ready:
            raise RuntimeError(f"a worker could not start: {self.last_words() or why}")
        self.finish({"reason": why, "lost": True})

    def hear(self, consulted):
        """Takes one message."""
        try:
            kind, content = self.books.recv()
            if kind == "asks":
                self.books.send(consulted(content))
        except (EOFError, ConnectionError):
            return self.lose(f"ended its worker: {self.last_words()}")
        if kind == "ready":
            self.ready, self.deadline = True, time.monotonic() + self.seconds
        elif kind == "done":
            self.finish(content)


class Workers:
    """`jobs` workers behind one `map`; leaving the block ends them, whatever they are doing.

    device: "cpu" is Triton's interpreter; with "cuda" they take the GPUs in turn, many to each, since a judgement is
    mostly compilation; None where their tasks judge nothing. `consulted` answers what a task asks the books.
    """

    def __init__(self, jobs, device, consulted=None, seconds=VARIANT_SECONDS):
        devices = gpus() if device == "cuda" else [None]
        if not devices:
            raise ValueError("there is no GPU here")
        self.consulted = consulted
        self.all = [Worker(device, gpu, seconds) for gpu in islice(itertools.cycle(devices), jobs)]

    def __enter__(self):
        warm_up()
        return self

    def __exit__(self, *_):
        for worker in self.all:
            worker.end()

    def attend(self):
        """Waits until a worker has something to say, or has taken too long."""
        busy = {worker.books: worker for worker in self.all if worker.item}
        patience = min(worker.deadline for worker in busy.values()) - time.monotonic()
        for books in wait(busy, max(0.0, patience)):
            busy[books].hear(self.consulted)
        for worker in busy.values():
            if worker.item and time.monotonic() > worker.deadline:
                worker.lose(f"took more than {worker.seconds} s")

    def map(self, tasks):
        """(tag, result) of every (tag, (function, arguments)), in their order.

        Tasks are drawn as they are needed: the first results are there long before the last task is made.
        """
        tasks, ahead = iter(tasks), deque()
        while True:
            while ahead and ahead[0][2] is not None:
                tag, _, result = ahead.popleft()
                yield tag, result
            for worker in self.all:
                if worker.item is None and len(ahead) < 64 * len(self.all) and (drawn := next(tasks, None)):
                    ahead.append([*drawn, None])
                    worker.give(ahead[-1])
            if not any(worker.item for worker in self.all):
                return  # nobody was at work, so all was yielded, and there was room for a task: there is none left
            self.attend()
