"""Answers regions that no sample answered: with other numbers, then from the answers to smaller regions."""

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from python_to_triton import codegen, frontend
from python_to_triton.frontend.graph import Graph
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.runtime.pool import Judges
from python_to_triton.runtime.rewording import rewordings

# Pointwise operations, at most, of the regions that a region is cut into: each anchor alone, then each
# operation, in the end each view too.
FINER_CUTS = (frontend.MAX_POINTWISE, 3, 1, 0)

# prompt -> its answer: an equal prompt is not sampled twice
Known = dict[str, RegionCandidates]


class RegionAnswerer(Protocol):
    """What a translator is here.

    Attributes:
        judges: they judge what is put together
        answer: (regions, samples) asks the model for up to `samples` candidates a region, until one passes
    """

    judges: Judges
    answer: Callable[..., None]


def retry_with_other_numbers(
    translator: RegionAnswerer, regions: list[RegionCandidates], samples: int, known: Known, on_candidate=None
) -> None:
    """Asks for the unanswered regions with common numbers in place of rare ones."""
    reworded = [
        (region, prompts, restore)
        for region in regions
        if not region.answer
        for prompts, restore in rewordings(region.prompt)
    ]
    for _, prompts, _ in reworded:
        for prompt in prompts:
            known.setdefault(prompt, RegionCandidates(prompt))
    asked = sorted({prompt for _, prompts, _ in reworded for prompt in prompts})
    translator.answer([known[prompt] for prompt in asked], samples, on_candidate=on_candidate)
    judging = []
    for region, prompts, restore in reworded:
        if all(known[prompt].answer for prompt in prompts):
            source = restore(*(known[prompt].answer.source for prompt in prompts))
            if source:
                judging.append((region, source, translator.judges.submit(region.prompt, source)))
    for region, source, verdict in judging:
        if not region.answer:
            region.set_fallback(source, verdict.result())


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
        graph = frontend.parse(region.prompt if most else frontend.split_rolls(region.prompt))
        with suppress(frontend.GraphError):  # sizes at which it computes may not be found
            smaller = frontend.regions(graph, most)
            if len(smaller) > 1:
                cuts[region] = (graph, smaller)
    return cuts


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
        prompts = sorted({one.graph.text for _, smaller in cuts.values() for one in smaller})
        for prompt in prompts:
            known.setdefault(prompt, RegionCandidates(prompt))
        asked = [known[prompt] for prompt in prompts]
        translator.answer(asked, samples, on_candidate=on_candidate)
        retry_with_other_numbers(translator, asked, samples, known, on_candidate)
        judging = []
        for region, (graph, smaller) in cuts.items():
            answers = [known[one.graph.text].answer for one in smaller]
            if all(answers):
                source = codegen.compose_answers(graph, smaller, [answer.source for answer in answers])
                verdict = translator.judges.submit(region.prompt, source)
                judging.append((region, len(smaller), source, verdict))
        for region, count, source, verdict in judging:
            region.set_fallback(source, verdict.result(), count)
