"""The search for answers: samples are drawn in rounds, handed to the judges, and recorded as verdicts come.

`translator` is a runtime.Translator, whose module imports this one. A turn is the number of a region's round.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import NamedTuple

from python_to_triton import codegen, frontend
from python_to_triton.runtime.candidates import Candidate, RegionCandidates
from python_to_triton.runtime.composed_candidates import composed_candidates
from python_to_triton.timeline import TIMELINE

TEMPERATURES = (0.7, 1.0, 1.3)  # after the greedy sample, equal shares at each
COMPOSED = 3  # of the samples, after those at the first of these, are composed of answers to smaller regions
FEWEST_WITH_COMPOSED = 3 * COMPOSED  # samples: of fewer none is composed


@dataclass(frozen=True)
class Round:
    """Samples that are drawn together, a region: numbers `first` to `first + count - 1`."""

    first: int
    count: int
    temperature: float
    scheduled: bool = False  # whether they are asked for in the region's schedule
    composed: bool = False  # whether they are composed of first answers to smaller regions
    by_rules: bool = False  # whether it is no sample, but what rules write


def sampling_rounds(
    temperature: float | None, samples: int, scheduled: bool = False, by_rules: bool = False
) -> list[Round]:
    """The greedy sample, then equal shares at rising temperature, and composed ones between them; or all at
    the temperature given.

    Args:
        scheduled: another sample comes first, asked for in the region's schedule; the others are without.
        by_rules: what rules write follows the first sample: it takes one judging.
    """
    if by_rules:
        first = Round(0, 1, temperature or 0.0)
        others = sampling_rounds(temperature, samples)
        return [first, Round(0, 1, 0.0, by_rules=True), *(others[1:] if temperature is None else others)]
    rounds = [Round(0, 1, temperature or 0.0, scheduled=True)] if scheduled else []
    if temperature is not None:
        return [*rounds, Round(len(rounds), samples - len(rounds), temperature)]
    rounds.append(Round(len(rounds), 1, 0.0))
    composed = COMPOSED if samples >= FEWEST_WITH_COMPOSED else 0
    for i, rising in enumerate(TEMPERATURES):
        first = rounds[-1].first + rounds[-1].count
        end = 1 + sum((samples - composed + 1 - turn) // len(TEMPERATURES) for turn in range(i + 1))
        end += composed if i else 0
        rounds.append(Round(first, end - first, rising))
        if composed and not i:
            rounds.append(Round(end, composed, 0.0, composed=True))
            left = Round(end, composed, TEMPERATURES[-1])  # what no composed sample has taken, in the end
    rounds += [left] if composed else []
    return [round_ for round_ in rounds if round_.first < max(samples, 1) and round_.count]


# (region, number or None of what rules wrote, text, the schedule that it was asked for)
Sample = tuple[RegionCandidates, int | None, str, str]


class PendingSample(NamedTuple):
    """A sample whose verdict is still to come."""

    region: RegionCandidates
    number: int | None  # None: of what rules wrote
    source: str
    verdict: Future
    schedule: str = ""  # that it was asked for


class SampleSearch:
    """One search for answers to regions, side by side, each until one of its samples passes.

    A region has its next round as soon as its own verdicts are there.
    """

    def __init__(
        self,
        translator,
        regions: Sequence[RegionCandidates],
        samples: int,
        everything: bool = False,
        on_text: Callable[[str], None] | None = None,
        on_candidate: Callable[[Candidate | None], None] | None = None,
        with_rules: Collection[RegionCandidates] = (),
    ):
        """samples: of a region, at most. everything: whether all are drawn, whatever passes.

        `on_text` hears the very first sample grow, `on_candidate` of each verdict on a sample, and None when
        what is `also_awaited` has come. with_rules: regions for which rules write an answer, too.
        """
        self.translator = translator
        self.regions = regions
        self.everything = everything
        self.on_text = on_text
        self.on_candidate = on_candidate
        self.rounds = {
            region: sampling_rounds(
                translator.temperature, samples, bool(region.schedule), region in with_rules
            )
            for region in regions
        }
        self.turns = dict.fromkeys(regions, 0)  # the number of each region's next round
        self.pending: list[PendingSample] = []  # in the order in which they were drawn

    def record_finished(self) -> None:
        """Records the verdicts that are there.

        Those of a region in the order of its samples, and none after the first that passed unless everything
        is wanted: which worker is the fastest changes nothing.
        """
        waiting = []
        dropped = []
        behind = set()  # regions with a sample that waits: their later ones wait too
        for sample in self.pending:
            region = sample.region
            if region.answer and not self.everything:
                dropped.append((region.prompt, sample.source))
            elif region in behind or not sample.verdict.done():
                waiting.append(sample)
                behind.add(region)
            elif sample.number is None:
                region.set_derived(sample.source, sample.verdict.result())
            else:
                verdict = sample.verdict.result()
                parts = self.translator.composed.get(sample.source, 0)
                candidate = region.record(sample.number, sample.source, verdict, sample.schedule, parts)
                if self.on_candidate:
                    self.on_candidate(candidate)
        needed = {(sample.region.prompt, sample.source) for sample in waiting}
        for prompt, source in set(dropped) - needed:
            self.translator.judges.cancel(prompt, source)
        self.pending = waiting

    def written(self, regions: Sequence[RegionCandidates], round_: Round) -> Iterator[Sample]:
        """A round of samples for these regions, each as soon as the model has written it."""
        rows = [
            (region, number, region.schedule if round_.scheduled else "")
            for region in regions
            for number in range(round_.first, round_.first + round_.count)
            if number not in region.samples
        ]
        if not rows:
            return
        is_first = round_.first == 0 and self.regions[0] in regions
        texts = [frontend.with_schedule(region.prompt, word) for region, _, word in rows]
        drawn = self.translator.draw_candidates(
            [(text, number) for text, (_, number, _) in zip(texts, rows)],
            round_.temperature,
            self.translator.seed,
            self.on_text if is_first else None,
        )
        for index, source in drawn:
            region, number, word = rows[index]
            if not round_.temperature and texts[index] in self.translator.replaced:
                word = ""  # what takes the place of a faulty greedy candidate is asked for without one
            yield region, number, source, word

    def composed(self, regions: Sequence[RegionCandidates], round_: Round) -> Iterator[Sample]:
        """The samples of these regions that are composed of first answers to smaller ones: see Round."""
        asked = [region for region in regions if round_.first not in region.samples]
        prompts = [region.prompt for region in asked]
        found = composed_candidates(self.translator, prompts, self.translator.seed, round_.count)
        for region, texts in zip(asked, found):
            self.translator.composed |= texts
            yield from ((region, round_.first + place, source, "") for place, source in enumerate(texts))

    def drawn(self, regions: Sequence[RegionCandidates], round_: Round) -> Iterator[Sample]:
        """A round for these regions."""
        if round_.by_rules:
            return ((region, None, codegen.source_by_rules(region.prompt), "") for region in regions)
        drawn = self.composed(regions, round_) if round_.composed else self.written(regions, round_)
        return TIMELINE.counted_items("decoding", drawn)

    def draw(self, regions: Sequence[RegionCandidates], round_: Round) -> None:
        """Draws a round of samples for these regions, and hands them to the judges."""
        for region, number, source, word in self.drawn(regions, round_):
            if self.everything or not region.answer:
                verdict = self.translator.judges.submit(region.prompt, source)
                self.pending.append(PendingSample(region, number, source, verdict, word))
            self.record_finished()
            if not self.everything and all(one.answer for one in regions):
                break

    def next_round(self) -> tuple[list[RegionCandidates], Round] | None:
        """The regions that are to be drawn for now, and their round; None where verdicts come first, or no
        round is left.
        """
        judged = {sample.region for sample in self.pending}
        unfinished = [
            region
            for region in self.regions
            if self.turns[region] < len(self.rounds[region])
            and (self.everything or region not in judged and not region.answer)
        ]
        if not unfinished:
            return None
        following = {region: self.rounds[region][self.turns[region]] for region in unfinished}
        round_ = following[min(unfinished, key=self.turns.get)]
        together = [region for region in unfinished if following[region] == round_]
        for region in together:
            self.turns[region] += 1
        return together, round_

    def run(self) -> None:
        """Draws and judges until each region has an answer, or its rounds are over."""
        while True:
            following = self.next_round()
            if following:
                self.draw(*following)
            elif self.pending:
                self.wait()
            else:
                return

    def wait(self) -> None:
        """Waits for the next verdict that can be recorded, and records it; tells of what is also awaited."""
        first = {}  # of each region: the others are recorded behind it
        for sample in self.pending:
            first.setdefault(sample.region, sample.verdict)
        others = self.translator.also_awaited() if self.on_candidate else []
        with TIMELINE.counted("waiting for verdicts"):
            wait([*first.values(), *others], return_when=FIRST_COMPLETED)
        self.record_finished()
        if any(future.done() for future in others):
            self.on_candidate(None)
