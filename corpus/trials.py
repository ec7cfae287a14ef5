"""Which of several right answers is worth learning: the fastest on the GPU here, or one that compiles for a
GPU.
"""

import contextlib
import functools
import math

from python_to_triton import frontend, runtime, tuning
from python_to_triton.verification import sandbox

TRIAL_SIZES = (1024, 256, 64)  # of every dimension, the largest that fits
TRIAL_VOLUME = 1 << 24  # elements of all values together
TRIAL_CALLS = 5
SAME_SPEED = 1.05  # times the fastest: faster by less is noise


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
