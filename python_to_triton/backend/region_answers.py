"""Answers to the regions of a graph: from the disk, or from the model and the judge in a limited time."""

import dataclasses
import time
from collections.abc import Sequence

from python_to_triton import codegen
from python_to_triton.backend.compiled_graph import pytorch_source
from python_to_triton.backend.options import BackendOptions
from python_to_triton.backend.plans import RegionPlan
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.judging import judge_answer
from python_to_triton.runtime.loading import released_translator
from python_to_triton.runtime.smaller_regions import answer_by_rules, can_be_cut, has_rules
from triton_ops.files import progress
from triton_ops.judge import error_summary

# Of a region's time, for candidates to the whole of it; the rest is for those to smaller regions.
SHARE_OF_SAMPLES = 0.5
TOGETHER = 4  # regions whose candidates are drawn side by side: the greedy ones

_found = {}  # (prompt, schedule, samples, seconds) -> RegionPlan that this process has found


def pytorch_plan(prompt: str, reason: str) -> RegionPlan:
    """The plan of a region that PyTorch computes."""
    return RegionPlan(prompt, pytorch_source(prompt), False, reason)


def _verified_plan(prompt, source, verdict):
    """The plan of a region with an answer."""
    return RegionPlan(prompt, source, True, "", verdict.error, verdict.tolerance)


def other_plan(region: RegionPlan, why: str) -> RegionPlan:
    """The plan of a region whose answer is wrong at its graph's sizes: the answer before it was suited to
    these; what rules write, if that is verified; else PyTorch computes it, for this reason.
    """
    if region.plain:
        return dataclasses.replace(region, source=region.plain, plain="")
    try:
        source = codegen.source_by_rules(region.prompt)
        verdict = judge_answer(region.prompt, source) if source not in ("", region.source) else None
    except Exception as error:  # whatever fails here is no fault of the graph's other answers
        return pytorch_plan(region.prompt, f"{why}; what rules write was not judged: {error_summary(error)}")
    if verdict and verdict.ok:
        return _verified_plan(region.prompt, source, verdict)
    return pytorch_plan(region.prompt, why)


def _plan_of(region, reason):
    """The RegionPlan of a region after its search."""
    answer = region.answer
    if answer is None:
        return pytorch_plan(region.prompt, reason)
    return _verified_plan(region.prompt, answer.source, answer.verdict)


def _reason(region):
    """Why a region has no answer, in words."""
    if not region.candidates:
        return "no candidate was judged within the time limit"
    first = region.candidates[0].verdict.reason
    tried = len(region.candidates)
    return f"its candidate failed: {first}" if tried == 1 else f"its {tried} candidates failed: {first}"


class _TimeIsOver(Exception):
    """Ends a search from within."""


def _search_within(seconds, search, regions, samples):
    """Calls `search(regions, samples)`, which ends at the first verdict after so many seconds."""
    deadline = time.monotonic() + seconds

    def look_at_clock(candidate):
        if time.monotonic() > deadline:
            raise _TimeIsOver

    try:
        search(regions, samples, on_candidate=look_at_clock)
    except _TimeIsOver:
        released_translator().keep_answers([region for region in regions if region.answer], samples)
    return max(0.0, deadline - time.monotonic())


def can_be_derived(region: RegionCandidates) -> bool:
    """Whether a region may get an answer that is no sample to it: of its parts', or by rules."""
    return can_be_cut(region) or has_rules(region)


def _search_alone(translator, region, options):
    """Draws and judges the other candidates of a region. One that can be cut has half of the time for them:
    those that fail would else leave none for that.
    """
    own = options.seconds * (SHARE_OF_SAMPLES if can_be_derived(region) else 1.0)
    left = options.seconds - own + _search_within(own, translator.answer, [region], options.samples)
    if not region.answer and left:
        _search_within(left, translator.retry_unanswered, [region], options.samples)


def _search(regions, options):
    """Draws and judges candidates until each region has an answer, or its time is over.

    After the greedy candidates rules are asked: their answers take a judging each.
    """
    translator = released_translator()
    if not options.samples:
        return
    with progress(len(regions), "region", "translating") as bar:
        for start in range(0, len(regions), TOGETHER):  # the greedy candidates
            group = regions[start : start + TOGETHER]
            _search_within(options.seconds * len(group), translator.answer, group, 1)
            bar.update(sum(region.answer is not None for region in group))
        answer_by_rules(translator, regions)  # of those that the time was over for
        translator.keep_answers([region for region in regions if region.answer], 1)
        bar.update(sum(region.answer is not None for region in regions) - bar.n)
        for region in regions:
            if not region.answer:
                _search_alone(translator, region, options)
                bar.update()


def _too_long(prompt):
    """Why the model cannot read a prompt that cannot be cut either; "" where one of both can be."""
    reason = released_translator().why_too_long(prompt)
    return "" if reason and can_be_cut(RegionCandidates(prompt)) else reason


def answer_regions(regions: Sequence[RegionCandidates], options: BackendOptions) -> list[RegionPlan]:
    """The plan of each of these regions, which have no candidates; one without a verified answer is left to
    PyTorch.

    Raises nothing for a region without an answer: its plan says why.
    """
    keys = [(region.prompt, region.schedule, options.samples, options.seconds) for region in regions]
    wanted = {}
    for key, region in zip(keys, regions):
        reason = "" if key in _found else _too_long(region.prompt)
        if reason:
            _found[key] = pytorch_plan(region.prompt, reason)
        elif key not in _found:
            wanted.setdefault(key, region)
    if wanted:
        _search(list(wanted.values()), options)
    for key, region in wanted.items():
        _found[key] = _plan_of(region, _reason(region))
    return [_found[key] for key in keys]
