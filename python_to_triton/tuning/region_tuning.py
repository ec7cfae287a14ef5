"""Tunes the answers to a region at its own sizes: their launch numbers are searched by the clock, the fastest
race against eager PyTorch and torch.compile, and what wins is judged as any answer.

A variant that does not compile, needs more shared memory or registers than there are, crashes, or computes
something else is left out, with its reason. Ties go to the answer as it was written.
"""

import collections
import contextlib
import functools
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch

from python_to_triton import verification
from python_to_triton.tuning.clock import Stages, median_times, time_limit
from python_to_triton.tuning.host_runs import sizes_of_launches, without_data
from python_to_triton.tuning.launch_numbers import describe, launch_numbers, rewritten
from python_to_triton.tuning.launch_search import GAIN, LaunchSearch, LaunchVariant
from python_to_triton.tuning.loaded_answer import LoadedAnswer, release_gpu_memory, warm_sandbox
from python_to_triton.tuning.own_sizes import judge_call
from python_to_triton.tuning.program import at_own_sizes
from python_to_triton.verification.sandbox import POISON_WORDS, Refused, Sandbox, cold_cache_times
from triton_ops.judge import error_summary

LOG = logging.getLogger(__name__)

HOST_SECONDS = 3  # of an answer's host code that only notes what it launches
FINALISTS = 4  # variants in the race against PyTorch
RACE_SHARE = 0.3  # of the time for a region: how long the race takes, at most
LEAST_RACE = 0.4  # seconds
COMPILE_SECONDS = 4.0  # of a batch of variants: tiles that spill take a minute
FIRST_COMPILE_SECONDS = 60.0  # of the answers as they are written
ALIKE = 1e-2  # of the largest value: outputs that differ by more are not those of the same computation
USUAL = LaunchVariant(0)


class LoadedText:
    """One of the texts of a LoadedAnswer, which runs and is timed as an answer of its own."""

    def __init__(self, loaded: LoadedAnswer, number: int):
        self.loaded = loaded
        self.number = number
        self.device = loaded.device

    def run(self, poison: int) -> Any:
        """The outputs of one watched call; Refused where it fails."""
        return self.loaded.run(poison, self.number)

    def times(self, count: int) -> list[float]:
        """Milliseconds of each of `count` calls."""
        return self.loaded.times(count, self.number)


class SandboxStopwatch:
    """A launch_search.Stopwatch of texts in a sandbox. One that ends its sandbox costs itself: the others are
    loaded into a new one.
    """

    def __init__(
        self,
        load: Callable[[], LoadedAnswer],
        text: Callable[[LaunchVariant], str],
        stages: Stages | None = None,
    ):
        """load: makes a LoadedAnswer of the usual answer. text: of a variant."""
        self.load = load
        self.text = text
        self.stages = stages or Stages()
        self.load_first()

    def load_first(self) -> None:
        """Loads the usual answer into a sandbox, which has no other text then."""
        with self.stages.counted("sandbox"):
            self.loaded = self.load()
        self.numbers = {USUAL: 0}  # of the texts that the sandbox has

    def reload(self) -> None:
        """Starts again where the sandbox has ended."""
        if self.loaded.sandbox.control.fileno() < 0:
            self.load_first()

    def loaded_text(self, variant: LaunchVariant) -> LoadedText:
        """A variant in the sandbox. Refused where it cannot be loaded."""
        if variant not in self.numbers:
            number = max(self.numbers.values()) + 1
            self.loaded.add(number, self.text(variant))
            self.numbers[variant] = number
        return LoadedText(self.loaded, self.numbers[variant])

    def refusal(self, action: Callable, *arguments: Any) -> str:
        """Why an action is refused; "" where it is not."""
        try:
            action(*arguments)
        except Refused as refused:
            self.reload()
            return str(refused)
        return ""

    def check_alike(self, variant: LaunchVariant) -> None:
        """Refused where a variant computes something else than the usual answer."""
        number = self.loaded_text(variant).number
        difference = self.loaded.difference(number)
        if not difference <= ALIKE:
            raise Refused("gives another result than the usual answer", "value")

    def slow_to_compile(self, numbers: Sequence[int], seconds: float) -> list[int]:
        """The texts that take longer than that to compile; all of them are compiled side by side."""
        try:
            with self.stages.counted("compile"):
                return self.loaded.compile(numbers, seconds)
        except Refused:  # it ended the sandbox: each that is run says why
            self.reload()
            return []

    def prepare(self, variants: Sequence[LaunchVariant]) -> dict[LaunchVariant, str]:
        """Loads variants, compiles them side by side, and runs each once."""
        refused = {}
        for variant in variants:
            refused[variant] = self.refusal(verification.check_source, self.text(variant))
            refused[variant] = refused[variant] or self.refusal(self.loaded_text, variant)
        usable = [variant for variant in variants if not refused[variant]]
        seconds = FIRST_COMPILE_SECONDS if USUAL in variants else COMPILE_SECONDS
        slow = self.slow_to_compile([self.numbers[one] for one in usable if one in self.numbers], seconds)
        for variant in usable:
            if self.numbers.get(variant) in slow:
                refused[variant] = f"compiles longer than {seconds:g} s"
            else:
                with self.stages.counted("check"):
                    refused[variant] = self.refusal(self.check_alike, variant)
        return {variant: why for variant, why in refused.items() if why}

    def times(self, variant: LaunchVariant, count: int) -> list[float]:
        """Milliseconds of each of `count` calls. Refused where a call fails."""
        try:
            with self.stages.counted("time"):
                return self.loaded_text(variant).times(count)
        except Refused:
            self.reload()
            raise


def eager_function(pytorch: str) -> Callable:
    """`translated` of a region's PyTorch code, which our code generator wrote."""
    module = {}
    exec(compile(pytorch, "<region>", "exec"), module)
    return module["translated"]


def race_clocks(
    eager: Callable,
    arguments: tuple,
    stopwatch: SandboxStopwatch,
    finalists: Sequence[LaunchVariant],
    compiled: bool,
) -> dict[str, Callable[[int], list[float]]]:
    """The clocks of a race: eager PyTorch, torch.compile where it is wanted, and the finalists by number."""
    device = stopwatch.loaded.device
    clocks = {"torch_ms": lambda count: cold_cache_times(lambda: eager(*arguments), count, device)}
    if compiled:
        torch.compiler.reset()
        fast = torch.compile(eager, dynamic=False)

        def compiled_clock(count: int) -> list[float]:
            with stopwatch.stages.counted("torch.compile"):
                return cold_cache_times(lambda: fast(*arguments), count, device)

        clocks["compile_ms"] = compiled_clock
    clocks |= {str(place): functools.partial(stopwatch.times, one) for place, one in enumerate(finalists)}
    return clocks


def timing_machine(device: str) -> str:
    """On what, and with which versions, times are taken."""
    name = "Triton's interpreter" if device == "cpu" else torch.cuda.get_device_name(device)
    import triton  # a help text needs none

    return f"{name}, torch {torch.__version__}, Triton {triton.__version__}"


def counted_reasons(failed: dict[LaunchVariant, str]) -> dict[str, int]:
    """{reason in short: how many variants failed by it}, the most frequent first."""
    short = (reason.partition(": ")[2] or reason for reason in failed.values())
    return dict(collections.Counter(one[:80] for one in short).most_common(5))


def finalists_judged(
    stopwatch: SandboxStopwatch, finalists: Sequence[LaunchVariant], graph: Any, arguments: tuple
) -> dict[LaunchVariant, str]:
    """{finalist: why it is wrong at these sizes, "" where it is right}, after they were timed."""
    found = {}
    for variant in finalists:
        try:
            verdict = judge_call(stopwatch.loaded_text(variant), POISON_WORDS[1], graph, arguments)
            found[variant] = "" if verdict["ok"] else f"{verdict['reason']}, after it was timed"
        except Refused as refusal:
            found[variant] = str(refusal)
            stopwatch.reload()
    return found


def element_size(arguments: Sequence) -> int:
    """Bytes of an element of the floating-point tensors among arguments; 4 where they differ."""
    tensors = (one for one in arguments if isinstance(one, torch.Tensor) and one.is_floating_point())
    [size, *others] = {one.element_size() for one in tensors} or {4}
    return 4 if others else size


def sizes_told(answer: str, arguments: Sequence) -> dict[str, dict[str, int]]:
    """{kernel: {parameter: size}} that an answer's kernels may be told for these arguments; none where its
    host code asks for more than sizes.
    """
    try:
        with time_limit(HOST_SECONDS):  # not every answer was judged yet
            return sizes_of_launches(answer, without_data(arguments))
    except Exception as error:  # host code of an answer may raise anything
        LOG.info("the sizes of launches are not known: %s", error_summary(error))
        return {}


def unfinished(progress: str) -> dict:
    """A result that says what is being done; another follows it, unless the process ends."""
    return {"ok": False, "reason": f"not finished: {progress}", "progress": progress}


class AnswerRace:
    """Answers with other launch numbers, in a sandbox beside the arguments of their graph."""

    def __init__(
        self,
        graph: Any,
        arguments: tuple,
        answers: Sequence[str],
        device: str,
        sandbox: Callable[[], Sandbox],
        stopwatch: Callable[[Callable, Callable], SandboxStopwatch],
    ):
        """answers: the usual one first. sandbox: gives a warm one for the device. stopwatch: is made of what
        loads the usual answer and what writes the text of a variant.
        """
        self.graph = graph
        self.arguments = arguments
        self.answers = answers
        self.device = device
        self.element_size = element_size(arguments)
        self.knobs = [
            launch_numbers(answer, self.element_size == 2, sizes_told(answer, arguments))
            for answer in answers
        ]
        load = lambda: LoadedAnswer(sandbox(), answers[0], graph, arguments, device)
        self.stopwatch = stopwatch(load, self.text)

    def text(self, variant: LaunchVariant) -> str:
        """The answer with a variant's numbers."""
        knobs = self.knobs[variant.answer]
        return rewritten(self.answers[variant.answer], knobs, dict(variant.numbers))

    def close(self) -> None:
        """Makes the sandbox forget the answers."""
        with contextlib.suppress(Refused):  # it ended: the next one gets a new one
            self.stopwatch.loaded.drop()


class RegionRace(AnswerRace):
    """The verified answers to a region with other launch numbers, searched, then raced and judged."""

    def __init__(self, *given: Any, stages: Stages):
        """given: as of AnswerRace, but for the stopwatch, which counts to `stages`."""
        super().__init__(*given, functools.partial(SandboxStopwatch, stages=stages))
        self.stages = stages

    def row(self, variant: LaunchVariant, milliseconds: float | None) -> dict:
        """A finalist, as data."""
        return {
            "answer": variant.answer,
            "text": self.text(variant),
            "numbers": describe(self.knobs[variant.answer], dict(variant.numbers)),
            "ms": milliseconds,
        }

    def run(self, pytorch: str, finalists: Sequence[LaunchVariant], seconds: float, compiled: bool) -> dict:
        """{finalists, wrong, torch_ms, compile_ms, usual_ms, untimed} of the race against the region's
        PyTorch code: the finalists that are right, the winner first; why the answer itself is wrong, or "".
        """
        eager = eager_function(pytorch)
        clocks = race_clocks(eager, self.arguments, self.stopwatch, finalists, compiled)
        # the answers' calls are counted where they are made
        with self.stages.counted("eager"), torch.no_grad():
            times, untimed = median_times(clocks, seconds)
        release_gpu_memory(self.device)
        known = {one: times[str(place)] for place, one in enumerate(finalists) if str(place) in times}
        usual = known.get(USUAL, float("inf"))
        faster = sorted((one for one in known if known[one] < GAIN * usual), key=known.get)
        with self.stages.counted("verdicts"):
            found = finalists_judged(self.stopwatch, [*faster, USUAL], self.graph, self.arguments)
        return {
            "finalists": [self.row(variant, known.get(variant)) for variant, why in found.items() if not why],
            "wrong": found[USUAL],
            "torch_ms": times.get("torch_ms"),
            "compile_ms": times.get("compile_ms"),
            "usual_ms": known.get(USUAL),
            "untimed": untimed,
        }

    def progress(self, search: LaunchSearch) -> dict:
        """How far a search is, as an unfinished result."""
        tried = len(search.measured) + len(search.failed)
        best = f", {search.milliseconds(search.ranking[0]):.4g} ms" if search.ranking else ""
        return unfinished(f"{tried} launches tried{best}")

    def tuned(
        self, pytorch: str, budget: float, compiled: bool, clock: Callable[[], float]
    ) -> Iterator[dict]:
        """What `tune_region` yields, but for what concerns the machine and the clock."""
        yield unfinished("compiling")
        began = clock()
        seconds = budget * (1 - RACE_SHARE)
        search = LaunchSearch(self.knobs, self.stopwatch, seconds, clock, self.element_size)
        for _ in search.rounds():
            yield self.progress(search)
        searched = clock()
        ranking = search.ranking
        if USUAL not in ranking:
            yield {"ok": False, "reason": f"the answer itself: {search.failed.get(USUAL, 'not timed')}"}
            return
        finalists = [USUAL, *(one for one in ranking[:FINALISTS] if one != USUAL)]
        yield unfinished("racing against PyTorch")
        result = self.run(pytorch, finalists, max(LEAST_RACE, budget * RACE_SHARE), compiled)
        wrong = result["wrong"]
        if wrong:
            # Its variants compute what it does: that some came out right by chance makes them no answers.
            result = result | {"finalists": []}
        yield result | {
            "ok": not wrong,
            "reason": f"the answer is wrong at these sizes: {wrong}" if wrong else "",
            "tried": len(search.measured) + len(search.failed),
            "failed": len(search.failed),
            "reasons": counted_reasons(search.failed),
            "search_seconds": round(searched - began, 2),
            "race_seconds": round(clock() - searched, 2),
            "stages": self.stages.rounded(),
        }


def tune_region(
    prompt: str,
    sizes: dict[str, int],
    answers: Sequence[str],
    pytorch: str,
    budget: float,
    compiled: bool = True,
    device: str = "cuda",
    sandbox: Sandbox | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[dict]:
    """Yields, while it goes on, what is being done, {ok, reason, progress}; at last what came of tuning a
    region: {ok, reason}, with `wrong`, why, where the first answer is wrong at these sizes; where it is ok:

        finalists: [{answer, text, numbers in words, ms}], right at these sizes, the winner first, the first
            answer as it is written last
        torch_ms, compile_ms: of PyTorch in the same race; untimed: why one is missing
        usual_ms: of the first answer as it is written; tried, failed: variants; reasons: of the failures
        seconds: that it took, search_seconds and race_seconds of them; stages: on what, by name
        machine: on which, what versions

    Args:
        answers: verified answers, the usual one first. pytorch: the region's code, as `translated`.
        budget: seconds for the search and the race; loading, torch.compile and verdicts come on top.
        compiled: whether torch.compile takes part.
    """
    began = clock()
    stages = Stages(clock)
    race = None
    try:
        yield unfinished("drawing inputs")
        with stages.counted("inputs"):
            graph, arguments, _, _ = at_own_sizes(prompt, sizes, (), "", device)
        yield unfinished("loading the answer")
        opened = lambda: sandbox or warm_sandbox(device)
        race = RegionRace(graph, arguments, answers, device, opened, stages=stages)
        for result in race.tuned(pytorch, budget, compiled, clock):
            yield result | {"seconds": round(clock() - began, 2), "machine": timing_machine(device)}
    except Refused as refusal:
        yield {"ok": False, "reason": str(refusal)}
    except (torch.OutOfMemoryError, MemoryError) as error:
        reason = f"its own sizes need more memory than there is: {error_summary(error)}"
        yield {"ok": False, "reason": reason}
    finally:
        if race:
            race.close()
        release_gpu_memory(device)
