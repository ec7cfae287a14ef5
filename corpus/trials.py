"""Which prompts, and which of several right answers to each, are worth learning.

Some prompts of every kind, the hardest first. Of the answers that which is drawn most often, the shortest, or
the fastest on the GPU here, where there is none one that compiles for a GPU.
"""

import contextlib
import functools
import hashlib
import itertools
import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from corpus.splits import operations, template
from python_to_triton import frontend, runtime, tuning
from python_to_triton.verification import sandbox

# kinds of operations, that which a prompt is about first
MAIN_KINDS = ("heavy", "normalization", "loss", "reduction", "movement")
TRIAL_SIZES = (1024, 256, 64)  # of every dimension, the largest that fits
TRIAL_VOLUME = 1 << 24  # elements of all values together
TRIAL_CALLS = 5
SAME_SPEED = 1.05  # times the fastest: faster by less is noise


# ---- prompts -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KeptAnswer:
    """A prompt with the answer to be learned, as training reads a pair."""

    prompt: str
    answer: str
    alternates: str = "[]"
    schedule: str = ""  # random programs are asked for in the usual one


def main_operation(prompt: str) -> str:
    """The operation that a prompt is about: the first of the first of MAIN_KINDS that it has, or
    "pointwise".
    """
    names = operations(prompt)
    of_kinds = (name for kind in MAIN_KINDS for name in names if frontend.OPS[name].kind == kind)
    return next(of_kinds, "pointwise")


def balanced_prompts(pass_rates: dict[str, float], most: int) -> list[str]:
    """Of {prompt: fraction of its samples that passed}, at most `most` of a kind: one of each template
    after the other, hardest first."""
    turns = defaultdict(itertools.count)
    hardest = sorted(pass_rates, key=pass_rates.get)
    in_turns = sorted(((next(turns[template(prompt)]), prompt) for prompt in hardest), key=lambda row: row[0])
    kinds = defaultdict(list)
    for _, prompt in in_turns:
        kinds[main_operation(prompt)].append(prompt)
    return [prompt for _, prompts in sorted(kinds.items()) for prompt in prompts[:most]]


# ---- answers ----------------------------------------------------------------------------------------------


def by_length(answer: str) -> tuple[int, str]:
    """Sorts the shortest answer first; the text decides between equals."""
    return len(answer), answer


def most_frequent(times: dict[str, int]) -> str:
    """Of {answer: times it was drawn} the most frequent one; of several the shortest."""
    return min(times, key=lambda answer: (-times[answer], *by_length(answer)))


def trial_key(prompt: str, answer: str, trial: Callable) -> str:
    """What a trial's outcome is journalled under: a time on a GPU is none of a trial without."""
    return hashlib.sha256(f"{trial.__name__}\0{prompt}\0{answer}".encode()).hexdigest()


def milliseconds_of_answer(prompt: str, answer: str) -> float:
    """Of one call on the GPU, its L2 cache cold: the least of several, since others run beside it.

    Raises Refused where it does not run.
    """
    graph = frontend.parse(prompt)
    graph.sizes = frontend.grown_sizes(graph, frontend.small_sizes(graph, 0), TRIAL_SIZES, TRIAL_VOLUME)
    inputs = graph.sample(small=False)
    loaded = tuning.LoadedAnswer(tuning.warm_sandbox("cuda"), answer, graph, inputs, "cpu")
    try:
        loaded.run(sandbox.POISON_WORDS[0])  # compiles, and is watched
        loaded.times(TRIAL_CALLS)
        return min(loaded.times(TRIAL_CALLS))
    finally:
        with contextlib.suppress(sandbox.Refused):  # it crashed with this answer: the next one gets a new one
            loaded.drop()


def try_answer(prompt: str, answer: str, device: str) -> float:
    """Milliseconds on the GPU, or 0 without one; infinite where the answer does not run or compile for a
    GPU.
    """
    try:
        if device == "cuda":
            return milliseconds_of_answer(prompt, answer)
        return math.inf if runtime.compile_answer(prompt, answer) else 0.0
    except (sandbox.Refused, frontend.GraphError):
        return math.inf


# one object each, which a judging process is sent by name
trial_on_cuda = functools.partial(try_answer, device="cuda")
trial_on_cpu = functools.partial(try_answer, device="cpu")


def fastest_answer(times: dict[str, float]) -> str | None:
    """The first of {answer: milliseconds}, shortest first, that is about as fast as the fastest.

    None where none passed its trial.
    """
    limit = SAME_SPEED * min(times.values())
    return next((answer for answer, ms in times.items() if ms <= limit < math.inf), None)
