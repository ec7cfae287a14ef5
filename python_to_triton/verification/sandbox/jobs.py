"""The job of a server that runs candidates: the calls that the judge wants, and a reply to every stage."""

import signal
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from python_to_triton.verification.sandbox.candidate import describe_error, load_candidate
from python_to_triton.verification.sandbox.fence import WatchedCall
from python_to_triton.verification.sandbox.launches import watched_launches
from python_to_triton.verification.sandbox.messages import ReplyPipe, pack
from python_to_triton.verification.sandbox.rules import ANYTHING, GIVEN_UP, OutOfSteps, Refused

MOST_SECONDS = 2.0  # of CPU time, the system's too, for a call whose steps are limited
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


def run_once(
    entry: Callable, arguments: Sequence, watched: WatchedCall, described: list | None = None
) -> tuple[int, list[tuple[int, int]], Any]:
    """One call of a candidate's host function: (launches, what shares memory, outputs).

    Raises Refused, or whatever the candidate raises.
    """
    inputs = [watched.argument(value, index) for index, value in enumerate(arguments)]
    with watched_launches(watched, described), watched:
        outputs = entry(*inputs)
    if watched.device != "cpu":
        torch.cuda.synchronize()
    if not watched.kernels_disabled:
        watched.check_fences()
    return watched.launches, shared_memory(inputs, outputs), outputs


def give_up(*_):
    """A call that takes no steps, and goes on computing."""
    raise OutOfSteps


def run_or_stop(
    entry: Callable, arguments: Sequence, watched: WatchedCall, described: list | None
) -> tuple[int, list[tuple[int, int]], str, Any]:
    """`run_once`, and why it ended without a result where that does not refuse the candidate.

    (launches, what shares memory, why it ended or "", outputs).
    """
    timer = signal.ITIMER_PROF if watched.device == "cpu" else signal.ITIMER_REAL
    is_limited = watched.steps.left is not None
    if is_limited:
        signal.signal(signal.SIGPROF if watched.device == "cpu" else signal.SIGALRM, give_up)
        signal.setitimer(timer, MOST_SECONDS if watched.device == "cpu" else MOST_SECONDS_ON_GPU)
    try:
        described = None if watched.may_raise else described  # what it launches there need not compile
        launches, shared, outputs = run_once(entry, arguments, watched, described)
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
    finally:
        if is_limited:
            signal.setitimer(timer, 0.0)


class Calls:
    """The calls of one candidate."""

    def __init__(self, entry: Callable, arguments: Sequence[Sequence], device: str, describe: bool):
        self.entry = entry
        self.arguments = arguments
        self.device = device
        self.described = [] if describe else None  # its launches
        self.latest = None  # index, WatchedCall and result of the latest call

    def result_of(self, index: int, *run: Any) -> tuple:
        """What `run_or_stop` gives for the arguments of this index; `run` are further ones of WatchedCall.

        A call that shows NaN is the one before it, where nothing in that asked whether it does.
        """
        watched = WatchedCall(self.device, *run)
        if watched.shows_nan.value and self.latest:
            before, call, result = self.latest
            if before == index and not call.shows_nan.asked:
                return result
        result = run_or_stop(self.entry, self.arguments[index], watched, self.described)
        self.latest = index, watched, result
        return result


def run_job(job: dict, arguments: Sequence, device: str, pipe: ReplyPipe) -> None:
    """Does every run of `job["runs"]`, each [index of its arguments, *further arguments of WatchedCall].

    After each of the stages, so many runs as `job["stages"]` says, a reply holds the launches and the outputs
    of its runs, why one ended without any, and all launches described; or "refused", why, and "run", which of
    them it was, -1 where the candidate could not be loaded. BrokenPipeError where nobody waits for the rest.
    """
    refuse_texts_of_tensors()
    current = -1
    try:
        entry = getattr(load_candidate(job["source"]), job["entry"])
        calls = Calls(entry, arguments, device, job["describe"])
        for count in job.get("stages") or [len(job["runs"])]:
            results = []
            for run in job["runs"][current + 1 :][:count]:
                pipe.check()
                current += 1
                results.append(calls.result_of(*run))
            *found, outputs = zip(*results) if results else [()] * 4
            reply = dict(zip(("launches", "shared", "stopped"), found)) | {"described": calls.described}
            pipe.send(pack(reply, outputs))
        return
    except BrokenPipeError:
        raise
    except Refused as refusal:
        reason = str(refusal)
    except Exception as error:  # a candidate may raise anything; the text goes to the verdict
        reason = describe_error(error)
    pipe.send(pack({"refused": reason, "run": current}, ()))
