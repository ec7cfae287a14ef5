"""The regions of a graph, timed at its own sizes on a GPU: their answers get the launch numbers that are
fastest there, and what PyTorch computes faster may be left to it.
"""

import logging
import threading
from collections.abc import Sequence

from python_to_triton.backend.options import BackendOptions
from python_to_triton.backend.plans import RegionPlan
from python_to_triton.backend.region_answers import other_plan, pytorch_plan
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.loading import released_translator
from python_to_triton.runtime.tuned_regions import time_region
from python_to_triton.runtime.tuning_cache import load_tuning, store_tuning
from python_to_triton.runtime.tuning_table import faster_in_pytorch
from python_to_triton.verification import Verdict
from triton_ops.files import progress

LOG = logging.getLogger(__name__)

_turn = threading.Lock()  # of threads that compile graphs at once: there is one helper process
PYTORCH_IS_FASTER = "eager PyTorch is faster"


def _with_its_answer(region: RegionCandidates, plan: RegionPlan) -> RegionCandidates:
    """The region at its sizes, with the verified answer of its plan alone."""
    found = RegionCandidates(region.prompt, region.sizes, region.schedule)
    found.record(0, plan.source, Verdict(True, "", plan.error, plan.tolerance, 0, 0.0), region.schedule)
    return found


def _time(region: RegionCandidates, seconds: float) -> None:
    """Gives a region its fastest answer, from the disk or by the clock."""
    translator = released_translator()
    if translator.cache and load_tuning(translator.cache, region, seconds):
        return
    time_region(translator, region, seconds)
    if translator.cache and region.tuning["ok"]:
        store_tuning(translator.cache, region)


def _timed_plan(region: RegionCandidates, plan: RegionPlan, fastest: bool) -> RegionPlan | None:
    """The plan of a region that was timed. None where its times could not be taken."""
    found = region.tuning
    if found.get("wrong"):
        return other_plan(plan, f"right for the judge, wrong at the graph's own sizes: {found['wrong']}")
    if not found["ok"]:
        LOG.warning("a region is not timed: %s\n%s", found["reason"], region.prompt)
        return None
    if fastest and faster_in_pytorch(region):
        times = f"{found['torch_ms']:.3g} ms against {found['ms']:.3g} ms"
        return pytorch_plan(region.prompt, f"{PYTORCH_IS_FASTER}: {times}")
    answer = region.answer
    return RegionPlan(region.prompt, answer.source, True, "", answer.verdict.error, answer.verdict.tolerance)


def timed_plans(
    regions: Sequence[RegionCandidates], plans: Sequence[RegionPlan], options: BackendOptions
) -> tuple[tuple[RegionPlan, ...], bool]:
    """(the plans of regions, each with its fastest answer at its region's sizes, as options say; whether all
    could be timed).

    Regions of one answer and the same sizes are timed once. What has no kernel or no known sizes stays as it
    is.
    """
    keys = [(plan.prompt, plan.source, tuple(region.sizes.items())) for region, plan in zip(regions, plans)]
    waiting = {}
    for key, region, plan in zip(keys, regions, plans):
        if plan.is_ours and "@triton" in plan.source and region.sizes:
            waiting.setdefault(key, (region, plan))
    timed = {}
    with _turn, progress(len(waiting), "region", "timing") as bar:
        for key, (region, plan) in waiting.items():
            region = _with_its_answer(region, plan)
            _time(region, options.tune)
            timed[key] = _timed_plan(region, plan, options.fastest)
            bar.update()
    return tuple(timed.get(key) or plan for key, plan in zip(keys, plans)), None not in timed.values()
