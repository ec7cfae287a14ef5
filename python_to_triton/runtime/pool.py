"""A pool of worker processes that judge answers while the model writes the next ones.

The workers are processes of this machine, or of a Ray cluster. One that crashes costs one candidate. The
result never depends on which worker is faster: the translator counts verdicts in the order of the samples.
"""

import functools
import multiprocessing
import os
import signal
import socket
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.queues import SimpleQueue

import torch

from python_to_triton.executors import RayPool, dealt_gpus, show_gpu
from python_to_triton.runtime.judging import (
    compile_answer,
    judge_answer,
    judge_composed,
    judge_file,
    judge_mixed,
    not_judged,
)
from python_to_triton.timeline import TIMELINE
from python_to_triton.user_programs import program_server
from python_to_triton.verification import sandbox
from triton_ops import CORES

STAGES = {judge_file: "judging of the file", compile_answer: "compilation"}  # what --stages calls a call
FEWEST_JOBS = 2  # of a pool whose work is foreseen: more answers may follow the first ones


def start_worker(programs: socket.socket, gpus: SimpleQueue, will_judge: bool) -> None:
    """One thread a worker, since there are as many as cores, and one of the GPUs.

    It ignores Ctrl-C and ends when its parent does. `programs` leads to the server of users' programs;
    `gpus` has one of dealt_gpus for every worker. will_judge: its sandboxes start at once.
    """
    show_gpu(gpus.get())
    program_server().adopt(programs)
    torch.set_num_threads(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sandbox.kill_with_parent(multiprocessing.parent_process().pid)
    if will_judge:
        sandbox.start_sandboxes()


def start_pool(jobs: int, will_judge: bool = False) -> ProcessPoolExecutor:
    """A pool of so many workers here, dealt over the GPUs; will_judge: see start_worker."""
    context = multiprocessing.get_context("spawn")
    gpus = context.SimpleQueue()
    for gpu in dealt_gpus(jobs):
        gpus.put(gpu)
    return ProcessPoolExecutor(
        jobs,
        context,
        initializer=start_worker,
        initargs=(program_server().shared(), gpus, will_judge),
    )


class Judges:
    """Calls functions of a prompt and an answer, in `jobs` workers or, with 0, here; each different call only
    once.

    A worker that dies takes all calls of its pool with it: each of them is made once more, alone. With the
    executor "ray" the workers are processes of a Ray cluster, which makes the call of one that dies again
    (executors/ray_pool.py); jobs: None for one on every core of it.
    """

    WORKER_DIED = "the workers that judged it crashed"

    def __init__(self, jobs: int | None = 0, judge: Callable = judge_answer, executor: str = "local"):
        self.jobs = jobs
        self.judge = judge
        self.calls = {}  # (function, prompt, answer, ...) -> the pool's future, while it runs
        self.results = {}  # (function, prompt, answer, ...) -> our future
        self.pool = None
        if jobs != 0 and executor == "ray":
            self.pool = RayPool(jobs)
        self.spare_pool = None  # one worker, for the calls that are repeated
        # One thread that stays: its end would be the end of the processes that it started.
        self.repeating = ThreadPoolExecutor(1)

    def expect(self, answers: int) -> None:
        """Starts workers, before there is anything to judge: no more than so many answers are worth.

        One takes some ten seconds of a core to start, with its sandboxes, and an answer two or three.
        """
        if self.jobs and not self.pool:
            self.jobs = min(self.jobs, max(FEWEST_JOBS, answers // 2))
            self.pool = start_pool(self.jobs, will_judge=True)
            for _ in range(self.jobs):  # a pool starts a worker for a call while none is idle
                self.pool.submit(os.getpid)

    def submit(self, prompt: str, source: str, function: Callable | None = None, *more) -> Future:
        """The Future of the verdict, or of another `function`'s result; already done where there are no
        workers: then what the function raises is raised here. `more` are further arguments of the function.
        """
        key = (function or self.judge, prompt, source, *more)
        if key not in self.results:
            future = Future()
            if self.jobs != 0:
                self._begin(future, key)
            else:
                with TIMELINE.counted(STAGES.get(key[0], "judging")):
                    future.set_result(key[0](*key[1:]))
            # Kept only now: a call that raised has no result, and an equal one would wait for it for ever.
            self.results[key] = future
        return self.results[key]

    def _begin(self, future: Future, key: tuple) -> None:
        self.pool = self.pool or start_pool(self.jobs)
        try:
            call = self.pool.submit(*key)
        except BrokenProcessPool:
            self.pool = start_pool(self.jobs)
            call = self.pool.submit(*key)
        self.calls[key] = call
        call.add_done_callback(functools.partial(self._finish, future, key))

    def _finish(self, future: Future, key: tuple, call: Future) -> None:
        """Passes on what became of a call."""
        self.calls.pop(key)
        if call.cancelled():
            future.cancel()
        elif isinstance(call.exception(), BrokenProcessPool):
            self.repeating.submit(self._repeat, future, key)
        elif isinstance(call.exception(), BrokenExecutor) and self.pool.failure:  # of the cluster
            future.set_exception(ValueError(self.pool.failure))
        elif isinstance(call.exception(), BrokenExecutor):
            self._give_up(future, key)
        elif call.exception():
            future.set_exception(call.exception())
        else:
            future.set_result(call.result())

    def _give_up(self, future: Future, key: tuple) -> None:
        """Ends a call whose workers died as one that did not pass: it costs its answer or file alone."""
        verdict = not_judged(self.WORKER_DIED)
        failed = {judge_file: (verdict, []), compile_answer: self.WORKER_DIED}
        failed |= dict.fromkeys((self.judge, judge_composed, judge_mixed), verdict)
        if key[0] in failed:
            future.set_result(failed[key[0]])
        else:
            future.set_exception(ValueError(self.WORKER_DIED))

    def _repeat(self, future: Future, key: tuple) -> None:
        """Makes a call while no other runs."""
        self.spare_pool = self.spare_pool or start_pool(1)
        try:
            future.set_result(self.spare_pool.submit(*key).result())
        except BrokenProcessPool:
            self.spare_pool = None
            self._give_up(future, key)
        except Exception as error:  # as in the pool, it is raised where the result is read
            future.set_exception(error)

    def cancel(self, prompt: str, source: str) -> None:
        """Takes back the call for a verdict that is not needed any more, if it has not begun."""
        key = (self.judge, prompt, source)
        call = self.calls.get(key)  # none where it is over
        if call and call.cancel():
            del self.results[key]

    def close(self) -> None:
        """Ends the workers; what they have not begun is never done."""
        for executor in filter(None, (self.pool, self.repeating, self.spare_pool)):
            executor.shutdown(cancel_futures=True)


def leave_cores(device: torch.device) -> int:
    """How many cores decoding on `device` leaves; PyTorch's threads are those that it takes.

    A thread that waits for a core which another process holds halts all the others.
    """
    if device.type != "cpu":
        return CORES
    torch.set_num_threads(max(1, CORES // 2))
    return CORES - torch.get_num_threads()


def judges_beside(
    device: torch.device, jobs: int | None = None, executor: str = "local", **options
) -> Judges:
    """Judges with `jobs` workers, by default one for each core that decoding on `device` leaves, or of the
    cluster; `options` are theirs.
    """
    if executor == "ray":
        return Judges(jobs, executor=executor, **options)
    free = leave_cores(device)
    return Judges(jobs or free, **options)
