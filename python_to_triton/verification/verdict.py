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
from triton_ops.tolerance import Comparison, tensors_in


@dataclass(frozen=True)
class Verdict:
    """What the judge says of one candidate."""

    ok: bool
    reason: str  # empty where ok; else one line
    error: float  # max |ours - exact| on that of the caller's inputs where it is closest to what is allowed
    tolerance: float
    launches: int  # of kernels, on the first prompt
    seconds: float
    stage: str = ""  # where it was refused: source, run, value or task


def runs_of(task):
    """What the sandbox runs, in order: every prompt, one of them again on other poison, the caller's without kernels.

    Loads and stores are looked at on the first prompt of each set of sizes, the one that was not derived from another.
    """
    every = [
        [index, POISONS[0], False, prompt.label == shapes_of(prompt.arguments)]
        for index, prompt in enumerate(task.prompts)
    ]
    again = [[task.small, POISONS[1], False, False]]
    idle = [[index, POISONS[0], True, False] for index, prompt in enumerate(task.prompts) if prompt.base]
    return every + again + idle


def weigh(task, runs, launches, outputs):
    """The worst Comparison on the inputs that the caller gave; raises Refused at the first output that is wrong, on any."""
    worst = Comparison(True, "", 0.0, 0.0)
    for (index, poison, idle, *_), count, output in zip(runs, launches, outputs):
        prompt = task.prompts[index]
        result = prompt.compare(output)
        if not idle and not result.ok and result.error < math.inf:
            result = prompt.compare(output, usual_loss(task.reference, prompt))
        if idle:
            zeros = filled(prompt.eager, lambda _: 0)
            if result.ok and not prompt.compare(zeros).ok:
                raise Refused(f"the answer stands without the kernels, {prompt.label}", "run")
            continue
        if count == 0 and any(tensor.numel() for tensor in tensors_in(prompt.eager)):
            raise Refused(f"launches no kernel {prompt.label}", "run")
        if not result.ok:
            again = " when repeated" if poison != POISONS[0] else ""
            raise Refused(f"{result.reason}, {prompt.label}{again}", "value")
        if prompt.base and result.error * worst.tolerance >= worst.error * result.tolerance:
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
        message, outputs = in_sandbox(kind, job, [prompt.arguments for prompt in task.prompts], limits)
        if "refused" in message:
            where = f", {task.prompts[runs[message['run']][0]].label}" if message["run"] >= 0 else ""
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
    return Verdict(True, "", worst.error, worst.tolerance, launches[0], time.perf_counter() - start)


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
