"""Answers regions that no sample answered: with other numbers, then from the answers to smaller regions."""

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


class RegionAnswerer(Protocol):
    """What a translator is here.

    Attributes:
        judges: they judge what is put together
        schedules: the words that the model knows
        answer: (regions, samples) asks the model for up to `samples` candidates a region, until one passes
    """

    judges: Judges
    schedules: tuple[str, ...]
    answer: Callable[..., None]


def shared(region: RegionCandidates, known: Known) -> RegionCandidates:
    """The region of this prompt and schedule that is known already, or this one, known from now on."""
    return known.setdefault((region.prompt, region.schedule), region)


def in_order(regions: Iterable[RegionCandidates]) -> list[RegionCandidates]:
    """Each region once, by prompt and schedule."""
    return sorted(set(regions), key=lambda region: (region.prompt, region.schedule))


def retry_with_other_numbers(
    translator: RegionAnswerer, regions: list[RegionCandidates], samples: int, known: Known, on_candidate=None
) -> None:
    """Asks for the unanswered regions with common numbers in place of rare ones."""
    reworded = []
    for region in regions:
        for prompts, restore in () if region.answer else rewordings(region.prompt):
            others = [RegionCandidates(prompt, region.sizes, region.schedule) for prompt in prompts]
            reworded.append((region, [shared(other, known) for other in others], restore))
    translator.answer(
        in_order(other for _, others, _ in reworded for other in others), samples, on_candidate=on_candidate
    )
    judging = []
    for region, others, restore in reworded:
        answers = [other.answer for other in others]
        if all(answers):
            source = restore(*(answer.source for answer in answers))
            if source:
                verdict = translator.judges.submit(region.prompt, source)
                judging.append((region, source, verdict, answers[0].schedule))
    for region, source, verdict, schedule in judging:
        if not region.answer:
            region.set_fallback(source, verdict.result(), schedule=schedule)


def cut_finer(
    regions: list[RegionCandidates], most: int
) -> dict[RegionCandidates, tuple[Graph, list[frontend.Region]]]:
    """{unanswered region: (its graph, the smaller regions)} of those that can be cut at `most` pointwise
    operations.
    """
    cuts = {}
    for region in regions:
        if region.answer:
            continue
        prompt = frontend.split_joins(region.prompt)
        graph = frontend.parse(prompt if most else frontend.split_rolls(prompt))
        with suppress(frontend.GraphError):  # sizes at which it computes may not be found
            smaller = frontend.regions(graph, most)
            if len(smaller) > 1:
                graph.sizes = region.sizes  # the cut itself is at small ones
                cuts[region] = (graph, smaller)
    return cuts


def can_be_cut(region: RegionCandidates) -> bool:
    """Whether a region is several smaller ones at the finest cut."""
    return bool(cut_finer([region], FINER_CUTS[-1]))


def retry_unanswered(
    translator: RegionAnswerer, regions: list[RegionCandidates], samples: int, on_candidate=None
) -> None:
    """Gives unanswered regions a fallback: by other numbers, then composed of smaller regions' answers, ever
    finer.
    """
    known = {}
    retry_with_other_numbers(translator, regions, samples, known, on_candidate)
    for most in FINER_CUTS:
        cuts = cut_finer(regions, most)
        smaller_of = {
            region: [shared(one, known) for one in sized_regions(*cut, translator.schedules)]
            for region, cut in cuts.items()
        }
        asked = in_order(one for candidates in smaller_of.values() for one in candidates)
        translator.answer(asked, samples, on_candidate=on_candidate)
        retry_with_other_numbers(translator, asked, samples, known, on_candidate)
        judging = []
        for region, (graph, smaller) in cuts.items():
            answers = [one.answer for one in smaller_of[region]]
            if all(answers):
                source = codegen.compose_answers(graph, smaller, [answer.source for answer in answers])
                verdict = translator.judges.submit(region.prompt, source)
                judging.append((region, len(smaller), source, verdict))
        for region, count, source, verdict in judging:
            region.set_fallback(source, verdict.result(), count)
