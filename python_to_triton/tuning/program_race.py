"""Races answers to a whole program against eager PyTorch and torch.compile of it, at the sizes it has.

Where several processes share a GPU (gpu_turn.py) many programs go on side by side: only what is timed has it
alone, and who waits for a compiler holds it not at all. Two things are not kept out of a time: a host
function whose kernels are compiled may allocate and fill a tensor, and torch.compile tries how a product may
be padded.
"""

import contextlib
import functools
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch

from python_to_triton import verification
from python_to_triton.tuning.clock import CLOCK_SECONDS, Clock, copy_of, median_times, time_limit
from python_to_triton.tuning.gpu_turn import GpuTurn
from python_to_triton.tuning.knobs import Knob
from python_to_triton.tuning.launch_numbers import describe
from python_to_triton.tuning.launch_search import GAIN, LaunchSearch, LaunchVariant
from python_to_triton.tuning.loaded_answer import LoadedAnswer, release_gpu_memory, warm_sandbox
from python_to_triton.tuning.own_sizes import judge_call
from python_to_triton.tuning.program import at_own_sizes, runnable_program
from python_to_triton.tuning.region_tuning import (
    USUAL,
    AnswerRace,
    SandboxStopwatch,
    timing_machine,
    unfinished,
)
from python_to_triton.verification.sandbox import (
    POISON_WORDS,
    Refused,
    Sandbox,
    cold_cache_times,
    milliseconds_in_a_row,
)
from triton_ops.judge import error_summary

FIRST_CALL_SECONDS = 20  # of each function in the race: what it launches is compiled by then
COMPILE_SECONDS = 90  # of torch.compile, beside others
PATIENCE = 3.0  # times the seconds in which variants have to compile: those of other programs do beside them
LONGEST_COMPILE = 30.0  # seconds, of answers as they are written too
WIDTH = 16  # variants prepared together, at most: a process has one core of its own
RIVALS = 3  # variants in the race beside the first answer
RIVALS_APART = 2  # of the answers that race apart
BASELINES = ("torch_ms", "compile_ms", "roofline_ms")  # the last is a copy of as many bytes


class SharedStopwatch(SandboxStopwatch):
    """A SandboxStopwatch that leaves the GPU to others while it compiles."""

    def __init__(self, load: Callable[[], LoadedAnswer], text: Callable[[LaunchVariant], str], turn: GpuTurn):
        super().__init__(load, text)
        self.turn = turn

    def slow_to_compile(self, numbers: Sequence[int], seconds: float) -> list[int]:
        """As in SandboxStopwatch, with more time."""
        with self.turn.away():
            return super().slow_to_compile(numbers, min(PATIENCE * seconds, LONGEST_COMPILE))


class SharedSearch(LaunchSearch):
    """A LaunchSearch that has the GPU alone while it times. The seconds in which it waits do not count."""

    def __init__(
        self, knobs: Sequence[Sequence[Knob]], stopwatch: SharedStopwatch, seconds: float, element_size: int
    ):
        """knobs: of every answer, the usual one first."""
        turn = stopwatch.turn
        clock = lambda: time.monotonic() - turn.waited
        super().__init__(knobs, stopwatch, seconds, clock, element_size)
        self.width = min(self.width, WIDTH)

    def measure(self, variants: Sequence[LaunchVariant]) -> None:
        """As in LaunchSearch."""
        with self.stopwatch.turn.alone():
            super().measure(variants)


class CompiledAhead(Exception):
    """A program is compiled, and its call was given up: another is made where the program has its turn."""


def compiling_ahead(compile_graph: Callable, ahead: list) -> Callable:
    """A backend of torch.compile whose programs do not run while `ahead` holds anything: at its first call
    one times kernels of its own.
    """

    def backend(module: torch.fx.GraphModule, inputs: list) -> Callable:
        compiled = compile_graph(module, inputs)

        def call(*arguments):
            if ahead:
                raise CompiledAhead
            return compiled(*arguments)

        return call

    return backend


def inductor(module: torch.fx.GraphModule, inputs: list) -> Callable:
    """The default backend of torch.compile, in its default mode."""
    from torch._inductor.compile_fx import compile_fx  # seconds, which an answer alone does not need

    return compile_fx(module, inputs)


def compiled_program(function: Callable, inputs: tuple, turn: GpuTurn) -> tuple[Callable | None, str]:
    """(torch.compile of a program, compiled and not called yet, ""), or (None, why not).

    What follows a break of its graph is compiled at the next call.
    """
    torch.compiler.reset()
    ahead = [True]
    fast = torch.compile(function, dynamic=False, backend=compiling_ahead(inductor, ahead))
    try:
        with turn.away(), time_limit(COMPILE_SECONDS), torch.no_grad(), contextlib.suppress(CompiledAhead):
            fast(*inputs)
    except Exception as error:  # a compiler fails in many ways: the text says how
        return None, f"compile_ms: {error_summary(error)}"
    ahead.clear()
    return fast, ""


def baseline_clocks(
    function: Callable, fast: Callable | None, inputs: tuple, moved: int, device: str
) -> dict[str, Clock]:
    """The clocks of eager PyTorch, of a copy of `moved` bytes and, where there is one, of torch.compile."""
    copy = functools.cache(lambda: copy_of(moved, device))
    clocks = {
        "torch_ms": lambda count: cold_cache_times(lambda: function(*inputs), count, device),
        "roofline_ms": lambda count: cold_cache_times(copy(), count, device),
    }
    if fast is not None:
        clocks["compile_ms"] = lambda count: cold_cache_times(lambda: fast(*inputs), count, device)
    return clocks


class ProgramRace(AnswerRace):
    """Answers to one program, in a sandbox beside the program and its inputs."""

    def __init__(self, *given: Any, turn: GpuTurn):
        """given: as of AnswerRace, but for the stopwatch, which leaves the GPU to others by `turn`."""
        super().__init__(*given, functools.partial(SharedStopwatch, turn=turn))
        self.turn = turn

    def verdict(self, variant: LaunchVariant, poison: int) -> dict:
        """What `judge_call` says of a variant at these sizes."""
        try:
            return judge_call(self.stopwatch.loaded_text(variant), poison, self.graph, self.arguments)
        except Refused as refusal:
            self.stopwatch.reload()
            return {"ok": False, "reason": str(refusal)}

    def row(self, variant: LaunchVariant, milliseconds: float | None) -> dict:
        """What is said of a variant that was timed, judged once more."""
        found = self.verdict(variant, POISON_WORDS[1])
        return {
            "ok": found["ok"],
            "reason": found["reason"] if found["ok"] else f"{found['reason']}, after it was timed",
            "against": found.get("against"),
            "ms": milliseconds if found["ok"] else None,
            "answer": variant.answer,
            "text": self.text(variant),
            "numbers": describe(self.knobs[variant.answer], dict(variant.numbers)),
        }

    def clocks_of(self, variants: Sequence[LaunchVariant]) -> dict[str, Clock]:
        """The clocks of variants, named by their places."""
        times = self.stopwatch.times
        return {str(place): functools.partial(times, one) for place, one in enumerate(variants)}

    def rows(self, rivals: Sequence[LaunchVariant], times: dict[str, float]) -> list[dict]:
        """The rows of the first answer, and of the rivals that were faster in the race, the fastest first."""
        usual = times.get("0")
        known = {one: times.get(str(place)) for place, one in enumerate(rivals, 1)}
        faster = [one for one in rivals if known[one] and usual and known[one] < GAIN * usual]
        return [self.row(USUAL, usual), *(self.row(one, known[one]) for one in sorted(faster, key=known.get))]

    def times_of_calls(self, by_pytorch: Callable) -> dict[str, float]:
        """Milliseconds of a call among many in a row, by eager PyTorch and by the first answer: what the host
        takes to launch it counts where the device waits for that.
        """
        return {
            "torch_call_ms": milliseconds_in_a_row(by_pytorch, self.device),
            "first_call_ms": self.stopwatch.loaded.call_time(),
        }

    def rivals(self, search: SharedSearch, apart: Sequence[int]) -> list[LaunchVariant]:
        """The variants that race beside the first answer: the fastest, and those of answers apart beside
        them.
        """
        ranking = [one for one in search.ranking if one != USUAL]
        of_others = [one for one in ranking if one.answer in apart]
        return [one for one in ranking if one not in of_others][:RIVALS] + of_others[:RIVALS_APART]

    def run(
        self,
        ready: Callable,
        inputs: tuple,
        seconds: float,
        compiled: bool,
        budget: float,
        race: Callable,
        apart: Sequence[int] = (),
    ) -> Iterator[dict]:
        """What `race_program` yields, but for seconds and machine.

        ready: gives the program as it runs on the device. The answers run before: what is expected of them is
        nowhere in memory then.
        """
        search = SharedSearch(self.knobs, self.stopwatch, seconds, self.element_size)
        yield unfinished("compiling the answers")
        rounds = search.rounds()
        next(rounds)
        usual = self.verdict(USUAL, POISON_WORDS[0])
        if USUAL in search.failed or not usual["ok"]:
            yield {"ok": False, "reason": usual["reason"] or search.failed[USUAL]}
            return
        function = ready()
        search.deadline = search.clock() + seconds  # the verdict is no part of the search
        for _ in rounds:
            yield unfinished(f"{len(search.measured) + len(search.failed)} launches tried")
        rivals = self.rivals(search, apart)
        fast, why = None, ""
        if compiled:
            yield unfinished("torch.compile")
            fast, why = compiled_program(function, inputs, self.turn)
        yield unfinished("racing")
        clocks = baseline_clocks(function, fast, inputs, self.stopwatch.loaded.moved, self.device)
        with self.turn.alone(), torch.no_grad():
            times, untimed = race(clocks | self.clocks_of([USUAL, *rivals]), budget, FIRST_CALL_SECONDS)
            called = self.times_of_calls(lambda: function(*inputs))
        release_gpu_memory(self.device)
        yield unfinished("judging the answers again")
        rows = self.rows(rivals, times)
        yield (
            {
                "ok": rows[0]["ok"],
                "reason": rows[0]["reason"],
                "answers": rows,
                "untimed": "; ".join(filter(None, [why, untimed])),
                "tried": len(search.measured) + len(search.failed),
                "failed": len(search.failed),
            }
            | called
            | {name: times.get(name) for name in BASELINES}
        )


def race_program(
    prompt: str,
    sizes: dict[str, int],
    answers: Sequence[str],
    apart: Sequence[int] = (),
    origins: Sequence[str] = (),
    program: str = "",
    evaluate: bool = False,
    compiled: bool = True,
    budget: float = CLOCK_SECONDS,
    search: float = 0.0,
    shared: str = "",
    device: str = "cuda",
    sandbox: Sandbox | None = None,
    race: Callable[..., tuple[dict[str, float], str]] = median_times,
) -> Iterator[dict]:
    """Yields, while it goes on, what is being done, {ok, reason, progress}; at last what came of the race:

        ok, reason: of the first answer
        torch_ms, compile_ms, roofline_ms: medians, None where one is missing, and untimed says why
        torch_call_ms, first_call_ms: a call among many, launched one by one, by the host's clock
        answers: [{ok, reason, against, ms, answer, text, numbers in words}] of the first answer, then of
            those that were faster, the fastest first, each judged at these sizes after it was timed
        tried, failed: answers and variants of them
        seconds: that it took; waited: of these for other processes
        machine: on which, what versions

    Args:
        answers: sources of `translated`, which takes the arguments of the canonical `prompt`. Those behind
            the first need no verdict: one with another result than the first is left out.
        apart: numbers of answers, from 0, that take no place in the race from others.
        sizes, origins, program, evaluate: as `at_own_sizes` takes them.
        compiled: whether torch.compile takes part. budget: seconds of all rounds of the race, about.
        search: seconds in which faster launch numbers of the answers are searched before.
        shared: the file by which processes that share the GPU take turns (gpu_turn.py); "": there are none.
    """
    began = time.monotonic()
    turn = GpuTurn(shared, device)
    try:
        yield unfinished("drawing inputs")
        verification.check_source(answers[0])
        with turn.beside():
            graph, arguments, function, inputs = at_own_sizes(
                prompt, sizes, origins, program, device, evaluate
            )
            ready = lambda: (
                runnable_program(function, inputs, graph, arguments, device) if program else function
            )
            opened = lambda: sandbox or warm_sandbox(device)
            entrants = ProgramRace(graph, arguments, answers, device, opened, turn=turn)
            try:
                for result in entrants.run(ready, inputs, search, compiled, budget, race, apart):
                    spent = {"seconds": time.monotonic() - began, "waited": turn.waited}
                    yield result | spent | {"machine": timing_machine(device)}
            finally:
                entrants.close()
                release_gpu_memory(device)
    except Refused as refusal:
        yield {"ok": False, "reason": str(refusal)}
    except (torch.OutOfMemoryError, MemoryError) as error:
        reason = f"its own sizes need more memory than there is: {error_summary(error)}"
        yield {"ok": False, "reason": reason}
    finally:
        turn.close()
