"""The judge: does the text of a candidate compute what a PyTorch reference does?"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import torch

from python_to_triton.verification.compilation import check_launches_compile
from python_to_triton.verification.reference_task import ReferenceTask, filled_like, prepare_reference
from python_to_triton.verification.sandbox import (
    ANYTHING,
    ERRORS,
    GIVEN_UP,
    INTERLEAVED,
    NATURAL,
    POISON_WORDS,
    REVERSED,
    Limits,
    Refused,
    describe_error,
    run_in_sandbox,
)
from python_to_triton.verification.sizes import LAYOUT_WORDS, NOT_CONTIGUOUS
from python_to_triton.verification.source_check import check_source
from python_to_triton.verification.special_numbers import (
    HIDES_NAN,
    ORDERING,
    TESTING,
    Allowed,
    excuse_outputs,
    same_form,
    tests_for_nan,
)
from python_to_triton.verification.test_cases import (
    TestCase,
    mostly_finite,
    on_shapes,
    perturbed_eager_error,
    special_numbers,
)
from triton_ops.tolerance import Comparison, tensors_in

DEFAULT_LIMITS = Limits()

INTERPRETED_ELEMENTS = 1 << 13  # of the inputs of a test case that a GPU's judge has interpreted too

# What a verdict depends on: whatever stores verdicts names the hash of this code (triton_ops/code_hash.py).
VERDICT_CODE = ("python_to_triton.verification", "triton_ops.tolerance", "triton_ops.interpreter")


@dataclass(frozen=True)
class Verdict:
    """What the judge says of one candidate."""

    ok: bool  # passed
    reason: str  # why it failed, one line; empty where it passed
    error: float  # max |ours - exact| on that of the caller's inputs where it is closest to its tolerance
    tolerance: float
    launches: int  # of kernels, on the first test case
    seconds: float  # that judging took
    stage: str = ""  # where it failed: source, run, value or task
    properties: tuple[str, ...] = ()  # what a passed answer does otherwise than PyTorch


class SandboxRun(NamedTuple):
    """One call of a candidate in the sandbox: its test case, and further arguments of fence.WatchedCall."""

    case: int
    poison: int
    kernels_disabled: bool = False
    checks_addresses: bool = False
    order: str = NATURAL
    shows_nan: bool = False
    most_steps: int = 0
    may_raise: str = ""

    def described(self) -> str:
        """What is unusual about it, for the reason of a verdict."""
        repeated = " when repeated" if self.poison != POISON_WORDS[0] else ""
        return repeated + (f", with programs {self.order}" if self.order != NATURAL else "")


def schedule_runs(task: ReferenceTask, device: str, candidate: str) -> list[SandboxRun]:
    """What the sandbox runs, in order: every case, one of them again on other poison, the caller's without
    kernels.

    In the interpreter all loads and stores are checked, and what holds NaN runs twice: maximum and minimum
    show it, and as on a GPU. Where programs may meet in an atomic operation they are interleaved, and once
    more on every set of sizes they run in reverse order. Large sizes have a limit of steps there. An answer
    that says nothing of strides is called with contiguous arguments, as codegen calls it.
    """
    first_poison, second_poison = POISON_WORDS
    interpreted = device == "cpu"
    reordered = interpreted and "atomic" in candidate
    every = []
    for index, case in enumerate(task.cases):
        if case.may_refuse == NOT_CONTIGUOUS and not any(word in candidate for word in LAYOUT_WORDS):
            continue
        run = SandboxRun(
            index,
            first_poison,
            checks_addresses=interpreted,
            order=INTERLEAVED if reordered else NATURAL,
            most_steps=case.steps if interpreted else 0,
            may_raise=ANYTHING if case.may_differ else ERRORS if case.may_refuse else "",
        )
        every.append(run)
        if reordered and case.label == on_shapes(case.arguments) and not case.steps:
            every.append(run._replace(order=REVERSED))
        if interpreted and case.is_special:
            every.append(run._replace(shows_nan=True))
    again = SandboxRun(task.smallest, second_poison)
    without_kernels = [
        SandboxRun(index, first_poison, kernels_disabled=True)
        for index, case in enumerate(task.cases)
        if case.given
    ]
    return [*every, again, *without_kernels]


def is_small(case: TestCase) -> bool:
    """Whether the judge of a GPU has a test case interpreted too."""
    return sum(tensor.numel() for tensor in tensors_in(case.arguments)) <= INTERPRETED_ELEMENTS


def check_without_kernels(task: ReferenceTask, run: SandboxRun, output: Any) -> None:
    """Refuses an answer whose output is correct with kernels disabled, unless zeros are correct too, or the
    reference itself is NaN.
    """
    case = task.cases[run.case]
    if (
        mostly_finite(case)
        and case.compare(output).ok
        and not case.compare(filled_like(case.eager, lambda _: 0)).ok
    ):
        raise Refused(f"output is correct with kernels disabled, {case.label}", "run")


def compare_with_loss(task: ReferenceTask, case: TestCase, output: Any) -> Comparison:
    """An output against the reference's. What eager loses on perturbed inputs is computed only where the
    tolerance without it is exceeded.
    """
    result = case.compare(output)
    if result.ok or result.error == math.inf:
        return result
    return case.compare(output, perturbed_eager_error(task.reference, case, by_group=True))


def compare_output(
    task: ReferenceTask, run: SandboxRun, launches: int, output: Any
) -> tuple[Comparison, set[str]]:
    """(the output of one run against the reference's, its properties); Refused where it is wrong, or no
    kernel ran.
    """
    case = task.cases[run.case]
    properties = set()
    result = compare_with_loss(task, case, output)
    if launches == 0 and any(tensor.numel() for tensor in tensors_in(case.eager)):
        raise Refused(f"launches no kernel {case.label}", "run")
    if not result.ok and case.is_special and same_form(output, case.eager):
        special = special_numbers(task.reference, case)
        as_on_gpu = not run.shows_nan
        allowed = Allowed(
            hides=not ORDERING.isdisjoint(task.operators) or as_on_gpu,
            any_number=as_on_gpu,
            spreads=TESTING.isdisjoint(task.operators),
        )
        kept, properties = excuse_outputs(output, case.eager, special, allowed)
        result = compare_with_loss(task, case, kept)
    if not result.ok and case.may_differ:
        return Comparison(True, "", 0.0, 0.0), {case.may_differ}
    if not result.ok:
        raise Refused(f"{result.reason}, {case.label}{run.described()}", "value")
    return result, properties


def check_shared_memory(case: TestCase, shared: Sequence[Sequence[int]]) -> None:
    """Refuses an output that lies in an argument's memory where the reference's does not: who changes one
    would change the other.
    """
    for output, argument in set(map(tuple, shared)) - case.shared:
        raise Refused(f"output {output} lies in the memory of argument {argument}, {case.label}", "run")


class Judgement(NamedTuple):
    """What all runs of a candidate that passed have shown."""

    worst: Comparison  # on the inputs that the caller gave
    launches: int  # on the first test case
    properties: tuple[str, ...]


def compare_outputs(task: ReferenceTask, runs: Sequence[SandboxRun], message: dict, outputs: Sequence):
    """The Judgement of a reply; raises Refused at the first output that is wrong, on any."""
    worst = Comparison(True, "", 0.0, 0.0)
    launches = [int(count) for count in message["launches"]]
    stopped = message["stopped"]
    if not len(outputs) == len(launches) == len(message["shared"]) == len(stopped) == len(runs):
        raise ValueError(f"{len(outputs)} outputs of {len(runs)} runs")
    properties = set()
    for run, count, shared, reason, output in zip(runs, launches, message["shared"], stopped, outputs):
        if reason:
            case = task.cases[run.case]
            if reason != GIVEN_UP:
                properties.add(case.may_differ or f"refuses {case.may_refuse}")
            continue
        if run.kernels_disabled:
            check_without_kernels(task, run, output)
            continue
        result, found = compare_output(task, run, count, output)
        check_shared_memory(task.cases[run.case], shared)
        properties |= found
        if task.cases[run.case].given and result.error * worst.tolerance >= worst.error * result.tolerance:
            worst = result
    return Judgement(worst, launches[0], tuple(sorted(properties)))


def run_all(
    candidate: str, task: ReferenceTask, entry: str, limits: Limits, device: str, runs: Sequence[SandboxRun]
) -> Judgement:
    """The Judgement of a candidate that passes these runs on a device; raises what `run_and_compare` does."""
    job = {"source": candidate, "entry": entry, "runs": runs, "describe": device == "cpu"}
    message, outputs = run_in_sandbox(device, job, [case.arguments for case in task.cases], limits)
    if "refused" in message:
        where = f", {task.cases[runs[message['run']].case].label}" if message["run"] >= 0 else ""
        raise Refused(f"{message['refused']}{where}", "run")
    judgement = compare_outputs(task, runs, message, outputs)
    if HIDES_NAN in judgement.properties and tests_for_nan(candidate):
        raise Refused("hides NaN where the reference shows it, and tests for it", "value")
    if device == "cpu":  # a GPU compiles what it runs
        check_launches_compile(candidate, message["described"], limits)
    return judgement


def run_and_compare(
    candidate: str, task: ReferenceTask, entry: str, limits: Limits, device: str
) -> Judgement:
    """The Judgement of a candidate that passes; raises Refused for any other.

    A GPU shows neither addresses nor races. So what is judged on one is judged in the interpreter before, on
    the cases that are small.

    ValueError, TypeError, KeyError or IndexError: the worker's reply does not fit the job.
    """
    if task.fault:
        raise Refused(task.fault, "task")
    check_source(candidate, entry)
    if device != "cpu":
        runs = [run for run in schedule_runs(task, "cpu", candidate) if is_small(task.cases[run.case])]
        if runs:
            run_all(candidate, task, entry, limits, "cpu", runs)
    return run_all(candidate, task, entry, limits, device, schedule_runs(task, device, candidate))


def judge_task(
    candidate: str,
    task: ReferenceTask,
    entry: str = "translated",
    *,
    limits: Limits = DEFAULT_LIMITS,
    device: str | None = None,
) -> Verdict:
    """`judge` for a reference that was prepared before."""
    start = time.perf_counter()
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        worst, launches, properties = run_and_compare(candidate, task, entry, limits, device)
    except Refused as refusal:
        reason, stage = str(refusal), refusal.stage
    except (ValueError, TypeError, KeyError, IndexError) as error:
        reason, stage = f"worker sent a reply that does not fit: {describe_error(error)}", "run"
    else:
        seconds = time.perf_counter() - start
        return Verdict(True, "", worst.error, worst.tolerance, launches, seconds, properties=properties)
    return Verdict(False, reason, math.inf, 0.0, 0, time.perf_counter() - start, stage)


def judge(
    candidate: str,
    reference: Callable,
    cases: Sequence[Sequence],
    entry: str = "translated",
    *,
    limits: Limits = DEFAULT_LIMITS,
    device: str | None = None,
    tied: bool = False,
) -> Verdict:
    """Does the source text `candidate` compute what `reference` does? Every answer is judged here.

    cases: tuples of example arguments (CPU tensors, numbers), several shapes of the same rank if there are;
    other data, magnitudes and signs are derived from the smallest that is not degenerate. The reference runs
    here, the candidate's host function `entry` in a sandbox on `device` ("cpu" is Triton's interpreter; by
    default the GPU if there is one). tied: sizes that are equal in all cases are one size. Never raises for a
    fault of the candidate or of the reference: the Verdict has its reason.
    """
    start = time.perf_counter()
    task = prepare_reference(reference, cases, tied)
    verdict = judge_task(candidate, task, entry, limits=limits, device=device)
    return replace(verdict, seconds=time.perf_counter() - start)
