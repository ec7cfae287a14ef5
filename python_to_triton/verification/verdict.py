"""verdict."""

import math
import time
from dataclasses import dataclass, replace
import torch
from python_to_triton.verification.sandbox import POISONS
from python_to_triton.verification.sandbox import Limits
from python_to_triton.verification.sandbox import Refused
from python_to_triton.verification.sandbox import explain
from python_to_triton.verification.sandbox import in_sandbox
from python_to_triton.verification.allow_list import check_source
from python_to_triton.verification.test_cases import filled, prepare, shapes_of, usual_loss
from python_to_triton.verification.ties import tensors_in
from python_to_triton.verification.tolerance import Comparison


@dataclass(frozen=True)
class Verdict:
    """What the judge says of one candidate."""

    ok: bool
    reason: str  # empty where ok; else one line
    error: float  # max |ours - exact| on that of the caller's inputs where it is closest to what is allowed
    allowance: float
    launches: int  # of kernels, on the first question
    seconds: float
    stage: str = ""  # where it was refused: source, run, value or task


def runs_of(task):
    """What the sandbox runs, in order: every question, one of them again on other poison, the caller's without kernels.

    Loads and stores are looked at on the first question of each set of sizes, the one that was not derived from another.
    """
    every = [
        [index, POISONS[0], False, question.label == shapes_of(question.arguments)]
        for index, question in enumerate(task.questions)
    ]
    again = [[task.small, POISONS[1], False, False]]
    idle = [
        [index, POISONS[0], True, False] for index, question in enumerate(task.questions) if question.base
    ]
    return every + again + idle


def weigh(task, runs, launches, outputs):
    """The worst Comparison on the inputs that the caller gave; raises Refused at the first output that is wrong, on any."""
    worst = Comparison(True, "", 0.0, 0.0)
    for (index, poison, idle, *_), count, output in zip(runs, launches, outputs):
        question = task.questions[index]
        result = question.compare(output)
        if not idle and not result.ok and result.error < math.inf:
            result = question.compare(output, usual_loss(task.reference, question))
        if idle:
            zeros = filled(question.eager, lambda _: 0)
            if result.ok and not question.compare(zeros).ok:
                raise Refused(f"the answer stands without the kernels, {question.label}", "run")
            continue
        if count == 0 and any(tensor.numel() for tensor in tensors_in(question.eager)):
            raise Refused(f"launches no kernel {question.label}", "run")
        if not result.ok:
            again = " when repeated" if poison != POISONS[0] else ""
            raise Refused(f"{result.reason}, {question.label}{again}", "value")
        if question.base and result.error * worst.allowance >= worst.error * result.allowance:
            worst = result
    return worst


def examine(candidate, task, entry="translated", *, limits=Limits(), device=None):
    """`judge` for a task that was prepared before."""
    start = time.perf_counter()
    try:
        if task.flaw:
            raise Refused(f"the task is no test: {task.flaw}", "task")
        check_source(candidate, entry)
        runs = runs_of(task)
        job = {"source": candidate, "entry": entry, "runs": runs, "describe": False}
        kind = device or ("cuda" if torch.cuda.is_available() else "cpu")
        message, outputs = in_sandbox(kind, job, [question.arguments for question in task.questions], limits)
        if "refused" in message:
            where = f", {task.questions[runs[message['run']][0]].label}" if message["run"] >= 0 else ""
            raise Refused(f"{message['refused']}{where}", "run")
        launches = [int(count) for count in message["launches"]]
        if not len(outputs) == len(launches) == len(runs):
            raise ValueError(f"{len(outputs)} outputs of {len(runs)} runs")
        worst = weigh(task, runs, launches, outputs)
    except Refused as refusal:
        return Verdict(False, str(refusal), math.inf, 0.0, 0, time.perf_counter() - start, refusal.stage)
    except (ValueError, TypeError, KeyError, IndexError) as error:  # a message that is no answer to this job
        return Verdict(
            False,
            f"answers with nonsense: {explain(error)}",
            math.inf,
            0.0,
            0,
            time.perf_counter() - start,
            "run",
        )
    return Verdict(True, "", worst.error, worst.allowance, launches[0], time.perf_counter() - start)


def judge(candidate, reference, cases, entry="translated", *, limits=Limits(), device=None):
    """Does the source text `candidate` compute what `reference` does? The one judge of every answer.

    cases: tuples of example arguments (tensors, numbers), several shapes of the same rank if there are; other data,
    magnitudes and signs are derived from the smallest that is not degenerate. The reference runs here, the candidate in
    a sandbox on `device` ("cpu" is Triton's interpreter; by default the GPU if there is one). Never raises for a
    candidate's or a task's fault: that is a Verdict with its reason.
    """
    start = time.perf_counter()
    task = prepare(reference, cases)
    verdict = examine(candidate, task, entry, limits=limits, device=device)
    return replace(verdict, seconds=time.perf_counter() - start)
