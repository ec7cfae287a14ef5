"""The job of a server that runs candidates: the calls that the judge wants, and a reply to every stage."""

import signal
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy
import torch
from torch import Tensor

from python_to_triton.verification.sandbox.candidate import describe_error, load_candidate
from python_to_triton.verification.sandbox.fence import WatchedCall
from python_to_triton.verification.sandbox.launches import watched_launches
from python_to_triton.verification.sandbox.memory_trace import MemoryTrace
from python_to_triton.verification.sandbox.messages import ReplyPipe, pack
from python_to_triton.verification.sandbox.rules import ANYTHING, GIVEN_UP, IN_PART, OutOfSteps, Refused
from python_to_triton.verification.sandbox.tuning import count_configurations, forced

MOST_COMPILED = 12  # configurations that a run is done again with on a GPU, each of which compiles
MOST_SECONDS = 2.0  # of CPU time, the system's too, for a call whose steps are limited
PATIENCE = 3.0  # the same for all such calls of a candidate together, while no program has ended
SNOOZE = 0.1
MOST_SECONDS_ON_GPU = 30.0  # of the clock, nearly all of it compilation: of the largest blocks it has no end


def refuse_text_of_tensor(tensor: Tensor, *_):
    """Replaces Tensor.__repr__, which gives host code the values without an operation that is dispatched."""
    raise Refused("reads a tensor as text", "run")


def refuse_texts_of_tensors() -> None:
    """Once for a process: no tensor gives its values as text."""
    if Tensor.__repr__ is not refuse_text_of_tensor:
        Tensor.__repr__ = Tensor.__format__ = Tensor.__str__ = refuse_text_of_tensor


def shared_memory(arguments: Sequence, outputs: Any) -> list[tuple[int, int]]:
    """(output, argument) for every output that lies in an argument's memory."""
    storages = [
        value.untyped_storage().data_ptr() if isinstance(value, Tensor) else None for value in arguments
    ]
    results = outputs if isinstance(outputs, (tuple, list)) else [outputs]
    return [
        (index, storages.index(result.untyped_storage().data_ptr()))
        for index, result in enumerate(results)
        if type(result) is Tensor and result.numel() and result.untyped_storage().data_ptr() in storages
    ]


def stored_parts(outputs: Any, trace: MemoryTrace) -> list:
    """(shape, places, values) of every output of a launch of which some programs ran to their end: what these
    have stored, `places` counting the elements of the output.
    """
    stored = trace.stored_by_ended()
    parts = []
    for output in outputs if isinstance(outputs, (tuple, list)) else [outputs]:
        if type(output) is not Tensor:
            continue
        storage = output.untyped_storage()
        marks = torch.zeros(len(storage), dtype=torch.bool)
        addresses = stored.get(output.itemsize, numpy.zeros(0, numpy.uint64))
        offsets = (addresses - numpy.uint64(storage.data_ptr())).astype(numpy.int64)
        marks[torch.from_numpy(offsets[(offsets >= 0) & (offsets < len(marks))])] = True
        steps = [step * output.itemsize for step in output.stride()]
        first = output.storage_offset() * output.itemsize
        places = marks.as_strided(output.shape, steps, first).reshape(-1).nonzero().view(-1)
        parts.append((tuple(output.shape), places, output.reshape(-1)[places]))
    return parts


def run_once(
    entry: Callable, arguments: Sequence, watched: WatchedCall, described: list | None = None
) -> tuple[int, list[tuple[int, int]], Any]:
    """One call of a candidate's host function: (launches, what shares memory, outputs).

    Raises Refused, or whatever the candidate raises.
    """
    inputs = [watched.argument(value, index) for index, value in enumerate(arguments)]
    setting = torch.backends.cudnn.flags(allow_tf32=watched.allows_tf32)
    with setting, watched_launches(watched, described), watched:
        outputs = entry(*inputs)
    if watched.device != "cpu":
        torch.cuda.synchronize()
    if not watched.kernels_disabled:
        watched.check_fences()
    return watched.launches, shared_memory(inputs, outputs), outputs


class Alarm:
    """Ends a call whose steps are limited when it takes no steps, and goes on computing.

    It rings when the time of a call is over. As long as no program of a launch has ended, so that nothing
    could be compared, it rings again and again, until the `patience` is over that all calls of a candidate
    have together: a slow machine shall see what a fast one does. It raises once at most, and only while the
    call runs.
    """

    def __init__(self, watched: WatchedCall, patience: float):
        on_cpu = watched.device == "cpu"
        self.watched = watched
        self.patience = patience
        self.timer = signal.ITIMER_PROF if on_cpu else signal.ITIMER_REAL
        self.signal = signal.SIGPROF if on_cpu else signal.SIGALRM
        self.is_set = True
        signal.signal(self.signal, self.ring)
        signal.setitimer(self.timer, MOST_SECONDS if on_cpu else MOST_SECONDS_ON_GPU, SNOOZE)

    def ring(self, *_) -> None:
        """Gives up, or waits."""
        if not self.is_set:
            return
        if self.patience <= 0.0 or self.watched.has_results():
            self.is_set = False
            raise OutOfSteps
        self.patience -= SNOOZE

    def end(self) -> None:
        """It rings no more."""
        self.is_set = False
        signal.setitimer(self.timer, 0.0)
        signal.signal(self.signal, signal.SIG_IGN)


def run_or_stop(
    entry: Callable, arguments: Sequence, watched: WatchedCall, described: list | None, alarm: Alarm | None
) -> tuple[int, list[tuple[int, int]], str, Any]:
    """`run_once`, and why it ended without a result where that does not refuse the candidate.

    (launches, what shares memory, why it ended or "", outputs), where it was given up IN_PART `stored_parts`.
    """
    try:
        described = None if watched.may_raise else described  # what it launches there need not compile
        launches, shared, outputs = run_once(entry, arguments, watched, described)
        if alarm:
            alarm.end()
        if watched.given_up:
            return launches, shared, IN_PART, stored_parts(outputs, watched.given_up)
        return launches, shared, "", outputs
    except OutOfSteps:
        return 0, [], GIVEN_UP, ()
    except Refused as refusal:
        if watched.may_raise != ANYTHING:
            raise
        return 0, [], str(refusal), ()
    except Exception as error:
        if not watched.may_raise:
            raise
        return 0, [], describe_error(error), ()


class Calls:
    """The calls of one candidate."""

    def __init__(self, entry: Callable, arguments: Sequence[Sequence], device: str, describe: bool):
        self.entry = entry
        self.arguments = arguments
        self.device = device
        self.described = [] if describe else None  # its launches
        self.latest = None  # index, WatchedCall and result of the latest call
        self.most_launches = 0  # of a call so far
        self.patience = PATIENCE

    def with_configuration(self, number: int, index: int, *run: Any) -> tuple:
        """What `run_or_stop` gives where each kernel that is tuned takes the configuration of this number."""
        with forced(number):
            return self.done(index, WatchedCall(self.device, *run))

    def done(self, index: int, watched: WatchedCall) -> tuple:
        """What `run_or_stop` gives for the arguments of this index."""
        watched.last_launch = self.most_launches
        alarm = None if watched.steps.left is None else Alarm(watched, self.patience)
        try:
            result = run_or_stop(self.entry, self.arguments[index], watched, self.described, alarm)
        finally:
            if alarm:
                alarm.end()
                self.patience = alarm.patience
        self.most_launches = max(self.most_launches, watched.launches)
        return result

    def result_of(self, index: int, *run: Any) -> tuple:
        """What `run_or_stop` gives for the arguments of this index; `run` are further ones of WatchedCall.

        A call that shows NaN is the one before it, where nothing in that asked whether it does.
        """
        watched = WatchedCall(self.device, *run)
        if watched.shows_nan.value and self.latest:
            before, call, result = self.latest
            if before == index and not call.shows_nan.asked:
                return result
        result = self.done(index, watched)
        self.latest = index, watched, result
        return result


def configurations_to_run(module: ModuleType, device: str) -> Sequence[int]:
    """The numbers of the configurations that some runs are done again with: all, or MOST_COMPILED on a GPU,
    where the interpreter has tried the others.
    """
    count = count_configurations(module)
    if device == "cpu" or count <= MOST_COMPILED:
        return range(count)
    return [number * count // MOST_COMPILED for number in range(MOST_COMPILED)]


def reply_of(results: Sequence[tuple], calls: Calls, **more: Any) -> bytes:
    """The reply to a stage: what its runs gave, and all launches described."""
    *found, outputs = zip(*results) if results else [()] * 4
    reply = dict(zip(("launches", "shared", "stopped"), found)) | {"described": calls.described} | more
    return pack(reply, outputs)


def reply_by_configuration(job: dict, calls: Calls, numbers: Sequence[int], pipe: ReplyPipe) -> bytes:
    """Does the runs that `job["tuned"]` numbers again, with each of these configurations of what is tuned;
    "again" of the reply says which it holds.
    """
    again = [(run, number) for run in job["tuned"] for number in numbers]
    results = []
    for run, number in again:
        pipe.check()
        results.append(calls.with_configuration(number, *job["runs"][run]))
    return reply_of(results, calls, again=[run for run, _ in again])


def run_job(job: dict, arguments: Sequence, device: str, pipe: ReplyPipe) -> None:
    """Does every run of `job["runs"]`, each [index of its arguments, *further arguments of WatchedCall].

    After each of the stages, so many runs as `job["stages"]` says, a reply holds the launches and the outputs
    of its runs, why one ended without any, and all launches described; or "refused", why, and "run", which of
    them it was, -1 where the candidate could not be loaded. BrokenPipeError where nobody waits for the rest.

    In a stage of no runs those that `job["tuned"]` numbers are done again.
    """
    refuse_texts_of_tensors()
    current = -1
    try:
        module = load_candidate(job["source"])
        calls = Calls(getattr(module, job["entry"]), arguments, device, job["describe"])
        stages = job.get("stages") or [len(job["runs"])]
        for place, count in enumerate(stages):
            if not count:
                pipe.send(reply_by_configuration(job, calls, configurations_to_run(module, device), pipe))
                continue
            results = []
            for run in job["runs"][current + 1 :][:count]:
                pipe.check()
                current += 1
                results.append(calls.result_of(*run))
            pipe.send(reply_of(results, calls))
            if place == 0 and len(stages) > 1:  # most answers that are wrong are so here
                pipe.wait()
        return
    except BrokenPipeError:
        raise
    except Refused as refusal:
        reason = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        reason = describe_error(error)
    pipe.send(pack({"refused": reason, "run": current}, ()))
