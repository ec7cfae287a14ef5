"""Answers regions that no sample answered: with other numbers, by rules, or in smaller regions."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from python_to_triton import codegen, frontend
from python_to_triton.frontend.graph import Graph
from python_to_triton.runtime.candidates import RegionCandidates, sized_regions
from python_to_triton.runtime.pool import Judges
from python_to_triton.runtime.rewording import rewordings

# Pointwise operations, at most, of the regions that a region is cut into: each anchor alone, then each
# operation, in the end each view too.
FINER_CUTS = (frontend.MAX_POINTWISE, 3, 1, 0)

# (prompt, schedule) -> its answer: an equal prompt is not sampled twice in one schedule
Known = dict[tuple[str, str], RegionCandidates]

RegionCut = tuple[Graph, list[frontend.Region]]  # of a region: its graph, and the smaller regions


class RegionAnswerer(Protocol):
    """What a translator is here.

    Attributes:
        judges: they judge what is put together
        schedules: the words that the model knows
        by_rules: whether regions that no sample answered get an answer that is written by rules
        answer: (regions, samples) asks the model for up to `samples` candidates a region, until one passes
    """

    judges: Judges
    schedules: tuple[str, ...]
    by_rules: bool
    answer: Callable[..., None]


def shared(region: RegionCandidates, known: Known) -> RegionCandidates:
    """The region of this prompt and schedule that is known already, or this one, known from now on."""
    return known.setdefault((region.prompt, region.schedule), region)


def sorted_by_prompt(regions: Iterable[RegionCandidates]) -> list[RegionCandidates]:
    """Each region once, by prompt and schedule."""
    return sorted(set(regions), key=lambda region: (region.prompt, region.schedule))


def answered_sources(regions: list[RegionCandidates]) -> list[str]:
    """The answers to regions; [] unless each has one."""
    answers = [region.answer for region in regions]
    return [answer.source for answer in answers] if all(answers) else []


def retry_with_other_numbers(
    translator: RegionAnswerer, regions: list[RegionCandidates], samples: int, known: Known, on_candidate=None
) -> None:
    """Asks for the unanswered regions with common numbers in place of rare ones."""
    reworded = []  # (region, the same with other numbers, what puts the region's own into their answers)
    for region in regions:
        if region.answer:
            continue
        for prompts, restore in rewordings(region.prompt):
            others = [RegionCandidates(prompt, region.sizes, region.schedule) for prompt in prompts]
            reworded.append((region, [shared(other, known) for other in others], restore))
    asked = sorted_by_prompt(other for _, others, _ in reworded for other in others)
    translator.answer(asked, samples, on_candidate=on_candidate)

    judging = []
    for region, others, restore in reworded:
        sources = answered_sources(others)
        source = restore(*sources) if sources else ""
        if source:
            verdict = translator.judges.submit(region.prompt, source)
            judging.append((region, source, verdict, others[0].answer.schedule))
    for region, source, verdict, schedule in judging:
        if not region.answer:
            region.set_derived(source, verdict.result(), schedule=schedule)


def cut_region(prompt: str, most: int) -> RegionCut | None:
    """A region cut at `most` pointwise operations: its graph and the parts; None where the only part is it
    itself. (One part may be less: what it reads is made by the host.)
    """
    prompt = frontend.split_joins(prompt)
    with suppress(frontend.GraphError):  # sizes at which it computes may not be found
        graph = frontend.parse(prompt if most else frontend.split_operations(prompt))
        smaller = frontend.regions(graph, most)
        if len(smaller) > 1 or smaller and smaller[0].graph.text != graph.text:
            return graph, smaller
    return None


def has_rules(region: RegionCandidates) -> bool:
    """Whether a region may have an answer by rules."""
    return bool(codegen.source_by_rules(region.prompt))


def answer_by_rules(translator: RegionAnswerer, regions: list[RegionCandidates]) -> None:
    """Gives unanswered regions that rules cover an answer that is written by rules, where the judge lets it
    pass.
    """
    if not translator.by_rules:
        return
    written = [(region, codegen.source_by_rules(region.prompt)) for region in regions if not region.answer]
    judging = [
        (region, source, translator.judges.submit(region.prompt, source))
        for region, source in written
        if source
    ]
    for region, source, verdict in judging:
        region.set_derived(source, verdict.result())


def cut_finer(regions: list[RegionCandidates], most: int) -> dict[RegionCandidates, RegionCut]:
    """The cuts of unanswered regions that can be cut at `most` pointwise operations."""
    cuts = {}
    for region in regions:
        cut = None if region.answer else cut_region(region.prompt, most)
        if cut:
            cut[0].sizes = region.sizes  # the cut itself is at small ones
            cuts[region] = cut
    return cuts


def can_be_cut(region: RegionCandidates) -> bool:
    """Whether a region is several smaller ones at the finest cut."""
    return bool(cut_finer([region], FINER_CUTS[-1]))


def retry_with_smaller_regions(
    translator: RegionAnswerer,
    cuts: dict[RegionCandidates, RegionCut],
    samples: int,
    known: Known,
    on_candidate=None,
) -> None:
    """Asks for the parts of cut regions, and composes what is answered whole."""
    parts_of = {
        region: [shared(part, known) for part in sized_regions(*cut, translator.schedules)]
        for region, cut in cuts.items()
    }
    asked = sorted_by_prompt(part for parts in parts_of.values() for part in parts)
    translator.answer(asked, samples, on_candidate=on_candidate)
    retry_with_other_numbers(translator, asked, samples, known, on_candidate)

    judging = []
    for region, (graph, smaller) in cuts.items():
        sources = answered_sources(parts_of[region])
        if sources:
            source = codegen.compose_answers(graph, smaller, sources)
            verdict = translator.judges.submit(region.prompt, source)
            judging.append((region, len(smaller), source, verdict))
    for region, count, source, verdict in judging:
        region.set_derived(source, verdict.result(), count)


def retry_unanswered(
    translator: RegionAnswerer, regions: list[RegionCandidates], samples: int, on_candidate=None
) -> None:
    """Derives answers to unanswered regions: by rules, by other numbers, then from ever smaller regions'
    answers.
    """
    known = {}
    answer_by_rules(translator, regions)
    retry_with_other_numbers(translator, regions, samples, known, on_candidate)
    for most in FINER_CUTS:
        retry_with_smaller_regions(translator, cut_finer(regions, most), samples, known, on_candidate)
