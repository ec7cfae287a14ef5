"""The judge: does the text of a candidate compute what a PyTorch reference does?"""

import contextlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import torch

from python_to_triton.verification.compilation import check_launches_compile
from python_to_triton.verification.quick_comparison import (
    surely_right,
    surely_right_in_part,
    surely_wrong,
)
from python_to_triton.verification.reference_task import ReferenceTask, filled_like, prepare_reference
from python_to_triton.verification.sandbox import (
    ANYTHING,
    ERRORS,
    GIVEN_UP,
    IN_PART,
    INTERLEAVED,
    NATURAL,
    POISON_WORDS,
    REVERSED,
    SPREAD,
    CompilesTooLong,
    Limits,
    Refused,
    describe_error,
    replies_in_sandbox,
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
    exceeds_range,
    largest_number,
    mostly_finite,
    on_shapes,
    perturbed_eager_error,
    special_numbers,
)
from triton_ops.tolerance import Comparison, tensors_in

DEFAULT_LIMITS = Limits()

# Of a result, in Triton's interpreter, for a kernel of a few loads; those of most tasks do not count.
SECONDS_AN_ELEMENT = 1e-5
UNCOUNTED_ELEMENTS = 1 << 19

INTERPRETED_ELEMENTS = 1 << 13  # of the inputs of a test case that a GPU's judge has interpreted too

LARGEST_CONTRACTED = 2.0**24  # float32 has no numbers between the whole ones beyond
SECONDS_OF_LARGE_KERNELS = 60.0  # to compile them on a GPU, of an answer whose blocks grow with its inputs
FIRST_DRAWS = 2  # of those on which eager's loss is measured: one of either kind

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
    allows_tf32: bool = True

    def described(self) -> str:
        """What is unusual about it, for the reason of a verdict."""
        repeated = " when repeated" if self.poison != POISON_WORDS[0] else ""
        return repeated + (f", with programs {self.order}" if self.order != NATURAL else "")


def numbers_of(case: TestCase) -> tuple:
    """The arguments of a test case that are not tensors."""
    return tuple(each for each in case.arguments if not isinstance(each, torch.Tensor))


def is_small(case: TestCase) -> bool:
    """Whether the judge of a GPU has a test case interpreted too."""
    return sum(tensor.numel() for tensor in tensors_in(case.arguments)) <= INTERPRETED_ELEMENTS


def is_left_to_interpreter(task: ReferenceTask, case: TestCase) -> bool:
    """Whether the judge of a GPU has a test case interpreted alone.

    On the GPU run the caller's cases, all that differ from one of these in the values of tensors alone, for
    which nothing is compiled again, and other sizes. Other memory layouts, numbers beside the tensors and
    products without TF32 would be compiled anew, and the interpreter shows what there is to see. Where
    numbers are beyond LARGEST_CONTRACTED, what a GPU rounds away is more than 1: a product that it adds to
    without rounding it first is another number than the same product by itself, and
    exp(x * y - max(x * y)) is infinite.
    """
    if case.given or not is_small(case):
        return False
    if not case.allows_tf32:
        return True
    if largest_number(task.reference, case, task.operators) > LARGEST_CONTRACTED:
        return True
    numbers = [numbers_of(other) for other in task.cases if other.given]
    return case.may_refuse == NOT_CONTIGUOUS or numbers_of(case) not in numbers


def schedule_runs(task: ReferenceTask, device: str, candidate: str) -> list[list[SandboxRun]]:
    """What the sandbox runs, in stages: the caller's cases; all others; one again on other poison, and the
    caller's without kernels.

    In the interpreter all loads and stores are checked, and what holds NaN runs twice: maximum and minimum
    show it, and as on a GPU. Where programs may meet in an atomic operation they are interleaved, and once
    more on every set of sizes they run in reverse order. Large sizes have a limit of steps there, of seconds
    on a GPU; what some of their programs have stored by then is compared. An answer that says nothing of
    strides is called with contiguous arguments, as codegen calls it. A brief task has one stage: what it
    judges is mostly right. The races of a composed answer's parts were looked for in each.
    """
    first_poison, second_poison = POISON_WORDS
    interpreted = device == "cpu"
    reordered = interpreted and "atomic" in candidate and not task.is_composed
    given, derived = [], []
    for index, case in enumerate(task.cases):
        if case.may_refuse == NOT_CONTIGUOUS and not any(word in candidate for word in LAYOUT_WORDS):
            continue
        if not interpreted and is_left_to_interpreter(task, case):
            continue
        run = SandboxRun(
            index,
            first_poison,
            checks_addresses=interpreted,
            order=INTERLEAVED if reordered else SPREAD if interpreted and case.steps else NATURAL,
            most_steps=case.steps,
            may_raise=ANYTHING if case.may_differ else ERRORS if case.may_refuse else "",
            allows_tf32=case.allows_tf32,
        )
        every = given if case.given else derived
        every.append(run)
        if reordered and case.label == on_shapes(case.arguments) and not case.steps:
            every.append(run._replace(order=REVERSED))
        if interpreted and case.is_special:
            every.append(run._replace(shows_nan=True))
    again = SandboxRun(task.smallest, second_poison)
    without_kernels = [
        SandboxRun(index, first_poison, kernels_disabled=True)
        for index, case in enumerate(task.cases)
        if case.given and (index == task.smallest or not task.is_brief)
    ]
    stages = [given, derived, [again, *without_kernels]]
    return [sum(stages, [])] if task.is_brief else stages


def runs_for_every_configuration(task: ReferenceTask, device: str, runs: Sequence[SandboxRun]) -> list[int]:
    """Which runs of an answer that is tuned are done with each of its configurations: of a small case and the
    large ones; on a GPU of the largest one alone.
    """
    first = {}
    for number, run in enumerate(runs):
        if not run.kernels_disabled:
            first.setdefault(run.case, number)
    elements = lambda case: sum(tensor.numel() for tensor in tensors_in(task.cases[case].arguments))
    if device != "cpu":
        return [first[max(first, key=elements)]]
    return [number for case, number in first.items() if case == task.smallest or task.cases[case].steps]


def check_without_kernels(task: ReferenceTask, run: SandboxRun, output: Any) -> None:
    """Refuses an answer whose output is correct with kernels disabled, unless zeros are correct too, or the
    reference itself is NaN.
    """
    case = task.cases[run.case]
    if (
        not surely_wrong(case, output)
        and case.compare(output).ok
        and mostly_finite(case)
        and not case.compare(filled_like(case.eager, lambda _: 0)).ok
    ):
        raise Refused(f"output is correct with kernels disabled, {case.label}", "run")


def compare_with_loss(task: ReferenceTask, case: TestCase, output: Any) -> Comparison:
    """An output against the reference's. What eager loses on perturbed inputs is computed only where the
    tolerance without it is exceeded, and once for all candidates. Of a whole network, which takes seconds to
    compute, a few draws come first: more can only widen the tolerance, so that what passes with few is right.
    """
    result = case.compare(output)
    if result.ok or result.error == math.inf:
        return result
    if task.is_composed and id(case) not in task.losses:
        result = case.compare(output, perturbed_eager_error(task.reference, case, True, FIRST_DRAWS))
        if result.ok:
            return result
    if id(case) not in task.losses:
        task.losses[id(case)] = perturbed_eager_error(task.reference, case, by_group=True)
    return case.compare(output, task.losses[id(case)])


def is_beyond_range(task: ReferenceTask, case: TestCase) -> bool:
    """Whether a test case is of the judge's own making, and its reference has no room for its numbers."""
    is_ordinary = not case.given and not case.is_special
    return is_ordinary and exceeds_range(task.reference, case, task.operators)


def with_finite_as(eager: Any, output: Any) -> Any:
    """An output with the reference's entries in the place of NaN and infinities; as it is where its form is
    another.
    """
    if not same_form(output, eager):
        return output
    if isinstance(eager, (tuple, list)):
        return tuple(map(with_finite_as, eager, output))
    return torch.where(output.isfinite(), output, eager) if output.is_floating_point() else output


def compare_output(
    task: ReferenceTask, run: SandboxRun, launches: int, output: Any, is_right: bool, shown: Any
) -> tuple[Comparison, set[str]]:
    """(the output of one run against the reference's, its properties); Refused where it is wrong, or no
    kernel ran. What is known to be right is not compared again.

    shown: the output of the same case where maximum and minimum show NaN, or None.
    """
    case = task.cases[run.case]
    properties = set()
    result = Comparison(True, "", 0.0, 0.0) if is_right else compare_with_loss(task, case, output)
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
        shown = shown if same_form(shown, case.eager) else output
        kept, properties = excuse_outputs(output, case.eager, shown, special, allowed)
        result = compare_with_loss(task, case, kept)
    if not result.ok and result.error == math.inf and is_beyond_range(task, case):
        result = compare_with_loss(task, case, with_finite_as(case.eager, output))
    if not result.ok and case.may_differ:
        return Comparison(True, "", 0.0, 0.0), {case.may_differ}
    if not result.ok:
        raise Refused(f"{result.reason}, {case.label}{run.described()}", "value")
    return result, properties


def check_parts(task: ReferenceTask, case: TestCase, parts: Sequence[tuple]) -> None:
    """Refuses an answer that stored something wrong before it was given up: `parts` are (shape, places,
    values) of every output.
    """
    if all(surely_right_in_part(case, index, *part) for index, part in enumerate(parts)):
        return
    several = isinstance(case.eager, (tuple, list))
    eager = list(case.eager) if several else [case.eager]
    if not all(map(torch.is_tensor, eager)):
        return  # nested
    if len(eager) != len(parts):
        raise Refused(f"returns {len(parts)} outputs instead of {len(eager)}, {case.label}", "value")
    outputs = []
    for wanted, (shape, places, values) in zip(eager, parts):
        if wanted.shape != shape or wanted.dtype != values.dtype:
            found = f"{shape} {values.dtype} instead of {tuple(wanted.shape)} {wanted.dtype}"
            raise Refused(f"returns {found}, {case.label}", "value")
        output = wanted.reshape(-1).clone()
        output[places] = values
        outputs.append(output.view(wanted.shape))
    result = compare_with_loss(task, case, tuple(outputs) if several else outputs[0])
    if not result.ok:
        raise Refused(f"{result.reason}, {case.label}", "value")


def check_shared_memory(case: TestCase, shared: Sequence[Sequence[int]]) -> None:
    """Refuses an output that lies in an argument's memory where the reference's does not: who changes one
    would change the other.
    """
    for output, argument in set(map(tuple, shared)) - case.shared:
        raise Refused(f"output {output} lies in the memory of argument {argument}, {case.label}", "run")


@dataclass
class Judgement:
    """What the runs of a candidate have shown so far, which are right."""

    worst: Comparison = Comparison(True, "", 0.0, 0.0)  # on the inputs that the caller gave
    launches: int = 0  # on the first test case
    properties: frozenset[str] = frozenset()
    shown: dict[int, Any] = field(default_factory=dict)  # {case: output where maximum and minimum show NaN}

    def add(self, task: ReferenceTask, runs: Sequence[SandboxRun], message: dict, outputs: Sequence) -> None:
        """Adds what a reply shows; raises Refused at the first output that is wrong, on any."""
        launches = [int(count) for count in message["launches"]]
        stopped = message["stopped"]
        if not len(outputs) == len(launches) == len(message["shared"]) == len(stopped) == len(runs):
            raise ValueError(f"{len(outputs)} outputs of {len(runs)} runs")
        self.launches = self.launches or launches[0]
        self.shown |= {run.case: output for run, output in zip(runs, outputs) if run.shows_nan}
        cases = {place: task.cases[run.case] for place, run in enumerate(runs)}
        with_kernels = {place: case for place, case in cases.items() if not runs[place].kernels_disabled}
        right = surely_right(with_kernels, outputs)
        for poison in POISON_WORDS:
            given = [place for place in right if cases[place].given and runs[place].poison == poison]
            if given:  # of the caller's case that is closest to its tolerance the error is wanted
                del right[max(given, key=right.get)]
        replies = zip(runs, launches, message["shared"], stopped, outputs)
        for place, (run, count, shared, reason, output) in enumerate(replies):
            case = cases[place]
            if reason:
                if reason == IN_PART:
                    check_parts(task, case, output)
                elif reason != GIVEN_UP:
                    self.properties |= {case.may_differ or f"refuses {case.may_refuse}"}
                continue
            if run.kernels_disabled:
                check_without_kernels(task, run, output)
                continue
            result, found = compare_output(task, run, count, output, place in right, self.shown.get(run.case))
            check_shared_memory(case, shared)
            self.properties |= found
            is_worse = result.error * self.worst.tolerance >= self.worst.error * result.tolerance
            if case.given and place not in right and is_worse:
                self.worst = result


def task_limits(task: ReferenceTask, limits: Limits) -> Limits:
    """The limits with more time where the results of a task are many: those of a fixed size, an image."""
    counted = [tensors_in((case.eager,)) for case in task.cases if not case.steps]
    results = sum(tensor.numel() for tensors in counted for tensor in tensors)
    more = SECONDS_AN_ELEMENT * max(0, results - UNCOUNTED_ELEMENTS)
    return replace(limits, seconds=limits.seconds + more)


def run_all(
    candidate: str,
    task: ReferenceTask,
    entry: str,
    limits: Limits,
    device: str,
    stages: Sequence[Sequence[SandboxRun]],
    shown: dict[int, Any],
) -> Judgement:
    """The Judgement of a candidate that passes these runs on a device; raises what `run_and_compare` does.

    The outputs of a stage are compared while the next one runs; the first that is wrong ends them. shown:
    that of the Judgement in the interpreter, where there is one.
    """
    stages = [stage for stage in stages if stage]
    runs = [run for stage in stages for run in stage]
    is_tuned = "autotune" in candidate
    if is_tuned:
        stages.append([])  # of runs that the reply names
    sizes = [len(stage) for stage in stages]
    job = {"source": candidate, "entry": entry, "runs": runs, "stages": sizes, "describe": device == "cpu"}
    job["tuned"] = runs_for_every_configuration(task, device, runs) if is_tuned else []
    job["stays"] = task.is_brief and not is_tuned
    judgement = Judgement(shown=dict(shown))
    arguments = [case.arguments for case in task.cases]
    replies = replies_in_sandbox(device, job, arguments, task_limits(task, limits))
    with contextlib.closing(replies):
        for stage, (message, outputs) in zip(stages, replies, strict=True):
            if "refused" in message:
                where = f", {task.cases[runs[message['run']].case].label}" if message["run"] >= 0 else ""
                raise Refused(f"{message['refused']}{where}", "run")
            stage = stage or [runs[number] for number in message["again"]]
            if stage:
                judgement.add(task, stage, message, outputs)
    if HIDES_NAN in judgement.properties and tests_for_nan(candidate):
        raise Refused("hides NaN where the reference shows it, and tests for it", "value")
    if device == "cpu":  # a GPU compiles what it runs
        check_launches_compile(candidate, message["described"], limits, task.is_brief)
    return judgement


def run_and_compare(
    candidate: str, task: ReferenceTask, entry: str, limits: Limits, device: str
) -> Judgement:
    """The Judgement of a candidate that passes; raises Refused for any other.

    A GPU shows neither addresses nor races. So what is judged on one is judged in the interpreter before, on
    the cases that are small; a composed answer, whose parts were, on the smallest.

    ValueError, TypeError, KeyError or IndexError: the worker's reply does not fit the job.
    """
    if task.fault:
        raise Refused(task.fault, "task")
    check_source(candidate, entry)
    shown = {}
    stages = schedule_runs(task, device, candidate)
    if device == "cpu":
        return run_all(candidate, task, entry, limits, device, stages, shown)
    few = {task.smallest} if task.is_composed else range(len(task.cases))
    interpreted = [
        [run for run in stage if is_small(task.cases[run.case]) and run.case in few]
        for stage in schedule_runs(task, "cpu", candidate)
    ]
    if any(interpreted):
        shown = run_all(candidate, task, entry, limits, "cpu", interpreted, shown).shown
    large = [run for stage in stages for run in stage if run.most_steps]
    others = [[run for run in stage if not run.most_steps] for stage in stages]
    judgement = run_all(candidate, task, entry, limits, device, others, shown)
    if large:
        hasty = replace(limits, compiling=min(limits.compiling, SECONDS_OF_LARGE_KERNELS))
        with contextlib.suppress(CompilesTooLong):  # blocks as large as the inputs: given up
            judgement.properties |= run_all(candidate, task, entry, hasty, device, [large], shown).properties
    return judgement


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
        found = run_and_compare(candidate, task, entry, limits, device)
    except Refused as refusal:
        reason, stage = str(refusal), refusal.stage
    except (ValueError, TypeError, KeyError, IndexError) as error:
        reason, stage = f"worker sent a reply that does not fit: {describe_error(error)}", "run"
    else:
        seconds = time.perf_counter() - start
        worst, properties = found.worst, tuple(sorted(found.properties))
        return Verdict(True, "", worst.error, worst.tolerance, found.launches, seconds, "", properties)
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
    briefly: bool = False,
) -> Verdict:
    """Does the source text `candidate` compute what `reference` does? Every answer is judged here.

    cases: tuples of example arguments (CPU tensors, numbers), several shapes of the same rank if there are;
    other data, magnitudes and signs are derived from the smallest that is not degenerate. The reference runs
    here, the candidate's host function `entry` in a sandbox on `device` ("cpu" is Triton's interpreter; by
    default the GPU if there is one). tied: the answer is to a prompt, where sizes that are equal in all
    cases are one size. briefly: the candidate is the project's own text, of a family whose first members
    are judged in full (docs/brief_verdicts.md). Never raises for a fault of the candidate or of the
    reference: the Verdict has its reason.
    """
    start = time.perf_counter()
    task = prepare_reference(reference, cases, tied, briefly)
    verdict = judge_task(candidate, task, entry, limits=limits, device=device)
    return replace(verdict, seconds=time.perf_counter() - start)
