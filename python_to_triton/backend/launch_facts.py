"""Answers whose kernels are told two facts of their launch, by which a GPU runs them several times as fast.

That a launch has few programs: an answer computes offsets in 64 bits, and divides them to find rows and
columns; knowing this, the compiler divides in 32. And what sizes are multiples of: rows of 4 or 8 times so
many elements are copied several elements at a time. Which text may be told so is found by
tuning/kernel_knobs.py. No value changes by it; the text is judged all the same.
"""

from collections.abc import Sequence

from python_to_triton import tuning
from python_to_triton.backend.plans import RegionPlan
from python_to_triton.runtime.loading import released_translator
from python_to_triton.tuning.knobs import FACTS

_known = {}  # plan -> the plan with the facts, or itself


def told_text(source: str) -> str:
    """An answer whose kernels are told what their launches know; "" where that is nothing."""
    knobs = tuning.launch_numbers(source)
    numbers = {knob.name: knob.values[0] for knob in knobs if knob.role in FACTS}
    return tuning.rewritten(source, knobs, numbers) if numbers else ""


def with_launch_facts(plans: Sequence[RegionPlan]) -> tuple[RegionPlan, ...]:
    """The plans of regions, with the text that is told the facts of its launch where the judge verifies it.
    Equal plans are judged once a process.
    """
    judges = released_translator().judges
    judging = {}
    for plan in dict.fromkeys(plans):
        text = told_text(plan.source) if plan.is_ours and plan not in _known else ""
        if text:
            judging[plan] = (text, judges.submit(plan.prompt, text))
    for plan, (text, judged) in judging.items():
        verdict = judged.result()
        told = RegionPlan(plan.prompt, text, True, "", verdict.error, verdict.tolerance)
        _known[plan] = told if verdict.ok else plan
    return tuple(_known.get(plan, plan) for plan in plans)
