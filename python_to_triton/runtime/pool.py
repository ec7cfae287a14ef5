"""pool."""

from python_to_triton import verification
from python_to_triton import frontend
from python_to_triton.verification import sandbox
import functools
import math
import multiprocessing
import signal
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
import torch
from triton_ops import manual_kernel_benchmark  # noqa: F401  (documented names)
from triton_ops import CORES
from python_to_triton.inference.checkpoints import one_line


TEMPERATURES = (0.7, 1.0, 1.3)  # after the greedy candidate, equal shares at each


OTHERS, OTHER_TEMPERATURE = (
    16,
    1.0,
)  # answers that are drawn in the place of a greedy one that cannot be right


def not_judged(reason):
    """The verdict on an answer that nobody has run."""
    return verification.Verdict(False, reason, math.inf, 0.0, 0, 0.0)


@functools.lru_cache(maxsize=256)
def judged_on(prompt):
    """The judge's task for a canonical prompt: two samples smaller than any block, one that is long, one ragged all round."""
    asked = frontend.parse(prompt)
    return verification.prepare(
        asked.run,
        [asked.sample(0), asked.sample(1), asked.sample(2, grow=(1031,)), asked.sample(3, grow=(67, 35))],
    )


def judge_answer(prompt, source, device=None):
    """verify.Verdict on an answer to a canonical prompt; a function of two texts, so that any process can give it."""
    try:
        task = judged_on(prompt)
    except (
        frontend.GraphError,
        RuntimeError,
        MemoryError,
    ) as error:  # what PyTorch raises where its memory ends is a RuntimeError
        return not_judged(f"the judge finds no inputs for the prompt: {one_line(error)}")
    return verification.examine(source, task, device=device)


def compile_answer(prompt, source):
    """Why a verified answer does not compile for sm_80 and sm_90; empty where it does."""
    try:
        compiled = verification.compile_kernels(source, [frontend.parse(prompt).sample(1)])
    except sandbox.Refused as refusal:
        return str(refusal)
    return "; ".join(f"{one.kernel} for {one.target}: {one.reason}" for one in compiled if not one.ok)


def refuse_to_judge(prompt, source):
    """The verdict where the user wants none."""
    return not_judged("not asked")


def start_judge():
    """One thread a process, since there are as many as cores; an interrupt is the parent's to handle, the parent's end is its own."""
    torch.set_num_threads(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sandbox.LIBC.prctl(sandbox.PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def start_pool(jobs):
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=start_judge)


class Judges:
    """Calls functions of a prompt and an answer, here or in `jobs` processes; the same call only once.

    A process that dies (whoever needs memory may have it killed) takes all calls of its pool with it: each is made once more, alone.
    """

    DIED = "the process that judged it died, twice"

    def __init__(self, jobs=0, judge=judge_answer):
        self.jobs, self.judge, self.calls, self.results = jobs, judge, {}, {}
        self.pool = start_pool(jobs) if jobs else None
        self.spare, self.again = (
            None,
            ThreadPoolExecutor(1),
        )  # one thread that stays, since its end would be that of its processes

    def submit(self, prompt, source, function=None):
        """The Future of the verdict, or of another `function`'s result; over already where there are no processes."""
        key = function or self.judge, prompt, source
        if key not in self.results:
            self.results[key] = Future()
            if self.pool:
                self.begin(key)
            else:
                self.results[key].set_result(key[0](prompt, source))
        return self.results[key]

    def begin(self, key):
        try:
            call = self.pool.submit(*key)
        except BrokenProcessPool:
            self.pool = start_pool(self.jobs)
            call = self.pool.submit(*key)
        self.calls[key] = call
        call.add_done_callback(functools.partial(self.finish, self.results[key], key))

    def finish(self, future, key, call):
        """Passes on what became of a call."""
        self.calls.pop(key)
        if call.cancelled():
            future.cancel()
        elif isinstance(call.exception(), BrokenProcessPool):
            self.again.submit(self.repeat, future, key)
        elif call.exception():
            future.set_exception(call.exception())
        else:
            future.set_result(call.result())

    def repeat(self, future, key):
        """Makes a call with no other beside it."""
        self.spare = self.spare or start_pool(1)
        try:
            future.set_result(self.spare.submit(*key).result())
        except BrokenProcessPool:
            self.spare = None
            if key[0] is self.judge:
                future.set_result(not_judged(self.DIED))
            else:
                future.set_exception(ValueError(self.DIED))
        except Exception as error:  # as in the pool, it is raised where the result is asked for
            future.set_exception(error)

    def cancel(self, prompt, source):
        """Takes a verdict back that nobody needs any more, if it has not begun."""
        key = self.judge, prompt, source
        call = self.calls.get(key)  # none where it is over
        if call and call.cancel():
            del self.results[key]

    def close(self):
        """Ends the processes; what they have not begun is never done."""
        for executor in filter(None, (self.pool, self.again, self.spare)):
            executor.shutdown(cancel_futures=True)


def judges_beside(device, jobs=None, **options):
    """`jobs` Judges (`options` are theirs); by default for the cores that decoding on `device` leaves them."""
    free = CORES
    if device.type == "cpu":  # a thread that waits for a core which a judge holds halts all the others
        torch.set_num_threads(max(1, free // 2))
        free -= torch.get_num_threads()
    return Judges(jobs or free, **options)
