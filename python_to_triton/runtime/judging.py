"""Judges one answer to one canonical prompt: functions of two texts, so that any process can run them."""

import functools
import math

from python_to_triton import frontend, verification
from python_to_triton.inference.checkpoints import one_line
from python_to_triton.verification import sandbox


def not_judged(reason: str) -> verification.Verdict:
    """The verdict on an answer that was not run."""
    return verification.Verdict(False, reason, math.inf, 0.0, 0, 0.0)


@functools.lru_cache(maxsize=256)
def judging_task(prompt: str):
    """The verifier's test cases for a prompt: two smaller than any block, a long one, one with odd sizes all
    round.
    """
    graph = frontend.parse(prompt)
    samples = [
        graph.sample(0),
        graph.sample(1),
        graph.sample(2, grow=(1031,)),
        graph.sample(3, grow=(67, 35)),
    ]
    return verification.prepare_reference(graph.run, samples)


def judge_answer(prompt: str, source: str, device: str | None = None) -> verification.Verdict:
    """The verdict on an answer to a canonical prompt, run on `device` (the GPU if there is one)."""
    try:
        task = judging_task(prompt)
    except (frontend.GraphError, RuntimeError, MemoryError) as error:  # or out of memory
        return not_judged(f"no test cases could be made for the prompt: {one_line(error)}")
    return verification.judge_task(source, task, device=device)


def compile_answer(prompt: str, source: str) -> str:
    """Why a verified answer does not compile for sm_80 and sm_90; "" where it does."""
    try:
        compiled = verification.compile_kernels(source, [frontend.parse(prompt).sample(1)])
    except sandbox.Refused as refusal:
        return str(refusal)
    return "; ".join(f"{one.kernel} for {one.target}: {one.reason}" for one in compiled if not one.ok)


def skip_judging(prompt: str, source: str) -> verification.Verdict:
    """In place of judge_answer where the user wants no verdict (--no-verify)."""
    return not_judged("not judged (--no-verify)")
