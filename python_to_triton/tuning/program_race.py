"""Races answers to a whole program against eager PyTorch and torch.compile of it, at the sizes it has."""

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence

import torch

from python_to_triton import verification
from python_to_triton.frontend.graph import Graph
from python_to_triton.tuning.clock import CLOCK_SECONDS, Clock, copy_of, median_times
from python_to_triton.tuning.loaded_answer import LoadedAnswer, release_gpu_memory, warm_sandbox
from python_to_triton.tuning.own_sizes import judge_call
from python_to_triton.tuning.program import at_own_sizes, runnable_program
from python_to_triton.tuning.region_tuning import LoadedText, timing_machine, unfinished
from python_to_triton.verification.sandbox import POISON_WORDS, Refused, Sandbox, cold_cache_times
from triton_ops.judge import error_summary

FIRST_CALL_SECONDS = 60  # of each function: torch.compile compiles in it
BASELINES = ("torch_ms", "compile_ms", "roofline_ms")  # the last is a copy of as many bytes


def program_clocks(
    function: Callable, inputs: tuple, texts: Sequence[LoadedText], moved: int, compiled: bool
) -> dict[str, Clock]:
    """The clocks of a race: eager PyTorch, a copy of as many bytes, torch.compile, the answers by number."""
    device = texts[0].device
    copy = functools.cache(lambda: copy_of(moved, device))
    clocks = {
        "torch_ms": lambda count: cold_cache_times(lambda: function(*inputs), count, device),
        "roofline_ms": lambda count: cold_cache_times(copy(), count, device),
    }
    if compiled:
        torch.compiler.reset()
        fast = functools.cache(lambda: torch.compile(function, dynamic=False))
        clocks["compile_ms"] = lambda count: cold_cache_times(lambda: fast()(*inputs), count, device)
    return clocks | {str(text.number): text.times for text in texts}


def verdicts_on_texts(
    texts: Sequence[LoadedText], poison: int, graph: Graph, arguments: tuple
) -> dict[int, dict]:
    """{number of a text: what `judge_call` says of it}."""
    return {text.number: judge_call(text, poison, graph, arguments) for text in texts}


def raced_texts(
    function: Callable,
    inputs: tuple,
    graph: Graph,
    arguments: tuple,
    texts: Sequence[LoadedText],
    clock: Callable[..., tuple[dict[str, float], str]],
    program: bool,
) -> Iterator[dict]:
    """What `race_program` yields once its answers are loaded, but for seconds and machine."""
    yield unfinished("judging the answers at their own sizes")
    found = verdicts_on_texts(texts, POISON_WORDS[0], graph, arguments)
    right = [text for text in texts if found[text.number]["ok"]]
    if not found[0]["ok"]:
        yield {"ok": False, "reason": found[0]["reason"]}
        return
    device = texts[0].device
    run = runnable_program(function, inputs, graph, arguments, device) if program else function
    yield unfinished("racing")
    with torch.no_grad():
        times, untimed = clock(run, right)
    release_gpu_memory(device)
    yield unfinished("judging the answers again")
    for number, again in verdicts_on_texts(right, POISON_WORDS[1], graph, arguments).items():
        if not again["ok"]:
            found[number] = again | {"reason": f"{again['reason']}, after it was timed"}
    rows = [
        {"ok": one["ok"], "reason": one["reason"], "ms": times.get(str(number)) if one["ok"] else None}
        for number, one in found.items()
    ]
    baselines = {name: times.get(name) for name in BASELINES}
    yield {"ok": rows[0]["ok"], "reason": rows[0]["reason"], "answers": rows, "untimed": untimed} | baselines


def race_program(
    prompt: str,
    sizes: dict[str, int],
    answers: Sequence[str],
    origins: Sequence[str] = (),
    program: str = "",
    evaluate: bool = False,
    compiled: bool = True,
    budget: float = CLOCK_SECONDS,
    device: str = "cuda",
    sandbox: Sandbox | None = None,
    race: Callable[..., tuple[dict[str, float], str]] = median_times,
) -> Iterator[dict]:
    """Yields, while it goes on, what is being done, {ok, reason, progress}; at last what came of the race:

        ok, reason: of the first answer
        torch_ms, compile_ms, roofline_ms: medians, None where one is missing, and untimed says why
        answers: [{ok, reason, ms}], each judged at these sizes before and after it was timed
        machine: on which, what versions

    Args:
        answers: sources of `translated`, which takes the arguments of the canonical `prompt`.
        sizes, origins, program, evaluate: as `at_own_sizes` takes them.
        compiled: whether torch.compile takes part. budget: seconds of all rounds together, about.
    """
    loaded = None
    try:
        yield unfinished("drawing inputs")
        for answer in answers:
            verification.check_source(answer)
        graph, arguments, function, inputs = at_own_sizes(prompt, sizes, origins, program, device, evaluate)
        loaded = LoadedAnswer(sandbox or warm_sandbox(device), answers[0], graph, arguments, device)
        for number, answer in enumerate(answers[1:], 1):
            loaded.add(number, answer)
        texts = [LoadedText(loaded, number) for number in range(len(answers))]

        def clock(run: Callable, right: Sequence[LoadedText]) -> tuple[dict[str, float], str]:
            clocks = program_clocks(run, inputs, right, loaded.moved, compiled)
            return race(clocks, budget, FIRST_CALL_SECONDS)

        for result in raced_texts(function, inputs, graph, arguments, texts, clock, bool(program)):
            yield result | {"machine": timing_machine(device)}
    except Refused as refusal:
        yield {"ok": False, "reason": str(refusal)}
    except (torch.OutOfMemoryError, MemoryError) as error:
        reason = f"its own sizes need more memory than there is: {error_summary(error)}"
        yield {"ok": False, "reason": reason}
    finally:
        if loaded:
            with contextlib.suppress(Refused):  # this answer ended its sandbox: the next one gets a new one
                loaded.drop()
        release_gpu_memory(device)
