"""Answers to the regions of a graph: from the disk, or from the model and the judge in a limited time."""

import time
from collections.abc import Iterable

from python_to_triton import codegen, frontend
from python_to_triton.backend.options import BackendOptions
from python_to_triton.backend.plans import RegionPlan
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.loading import released_translator

TOGETHER = 4  # regions whose candidates are drawn side by side: the time limit is read between such groups

_found = {}  # (prompt, samples, seconds) -> RegionPlan that this process has found


def pytorch_plan(prompt: str, reason: str) -> RegionPlan:
    """The plan of a region that PyTorch computes."""
    return RegionPlan(prompt, codegen.pytorch_code(frontend.parse(prompt)), False, reason)


def _plan_of(region, reason):
    """The RegionPlan of a region after its search."""
    answer = region.answer
    if answer is None:
        return pytorch_plan(region.prompt, reason)
    verdict = answer.verdict
    return RegionPlan(region.prompt, answer.source, True, "", verdict.error, verdict.tolerance)


def _reason(region, out_of_time):
    """Why a region has no answer, in words."""
    if not region.candidates:
        return "no candidate was drawn within the time limit" if out_of_time else "no candidate was drawn"
    first = region.candidates[0].verdict.reason
    tried = len(region.candidates)
    count = "its candidate" if tried == 1 else f"each of its {tried} candidates"
    return f"{count} failed ({first})" + ("; the time limit was reached" if out_of_time else "")


def _search(regions, options):
    """Draws and judges candidates until each region has an answer, or the time is over."""
    translator = released_translator()
    deadline = time.monotonic() + options.seconds
    for samples in sorted({min(1, options.samples), options.samples} - {0}):
        waiting = [region for region in regions if not region.answer]
        for start in range(0, len(waiting), TOGETHER):
            if time.monotonic() >= deadline:
                return
            translator.answer(waiting[start : start + TOGETHER], samples)
    for region in regions:
        if not region.answer and options.samples and time.monotonic() < deadline:
            translator.retry_unanswered([region], options.samples)


def _too_long(prompt):
    """Why the model cannot read a prompt; "" where it can."""
    try:
        released_translator().check_length(RegionCandidates(prompt))
    except ValueError as error:
        return str(error)
    return ""


def answer_prompts(prompts: Iterable[str], options: BackendOptions) -> dict[str, RegionPlan]:
    """{prompt: RegionPlan} of these regions; one without a verified answer is left to PyTorch.

    Raises nothing for a region without an answer: its plan says why.
    """
    prompts = list(dict.fromkeys(prompts))
    effort = options.samples, options.seconds
    new = [prompt for prompt in prompts if (prompt, *effort) not in _found]
    regions = []
    for prompt in new:
        reason = _too_long(prompt)
        if reason:
            _found[prompt, *effort] = pytorch_plan(prompt, reason)
        else:
            regions.append(RegionCandidates(prompt))
    began = time.monotonic()
    if regions:
        _search(regions, options)
    out_of_time = time.monotonic() - began >= options.seconds
    for region in regions:
        plan = _plan_of(region, _reason(region, out_of_time))
        _found[region.prompt, *effort] = plan
    return {prompt: _found[prompt, *effort] for prompt in prompts}
