"""Answers whose kernels divide offsets in 32 bits where their launch has few programs.

An answer computes offsets in 64 bits, and divides them to find rows and columns. On a GPU that takes several
times as long as in 32 bits, longer than a row of a concatenation takes to move. Which text may promise it is
found by tuning/kernel_knobs.py. The promise changes no value; the text is judged all the same.
"""

from collections.abc import Sequence

from python_to_triton import tuning
from python_to_triton.backend.plans import RegionPlan
from python_to_triton.runtime.loading import released_translator
from python_to_triton.tuning.knobs import DIVISIONS

_known = {}  # plan -> the plan with short divisions, or itself


def short_division_text(source: str) -> str:
    """An answer with the promise of few programs; "" where it has nothing to promise."""
    knobs = tuning.launch_numbers(source)
    numbers = {knob.name: knob.values[0] for knob in knobs if knob.role == DIVISIONS}
    return tuning.rewritten(source, knobs, numbers) if numbers else ""


def with_short_divisions(plans: Sequence[RegionPlan]) -> tuple[RegionPlan, ...]:
    """The plans of regions, with the text that divides in 32 bits where there is one and the judge verifies
    it. Equal plans are judged once a process.
    """
    judges = released_translator().judges
    judging = {}
    for plan in dict.fromkeys(plans):
        text = short_division_text(plan.source) if plan.is_ours and plan not in _known else ""
        if text:
            judging[plan] = (text, judges.submit(plan.prompt, text))
    for plan, (text, judged) in judging.items():
        verdict = judged.result()
        short = RegionPlan(plan.prompt, text, True, "", verdict.error, verdict.tolerance)
        _known[plan] = short if verdict.ok else plan
    return tuple(_known.get(plan, plan) for plan in plans)
