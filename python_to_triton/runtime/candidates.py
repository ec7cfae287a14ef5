"""A candidate with its verdict, and a region of a program with its candidates."""

import dataclasses
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from python_to_triton import codegen, frontend, verification


@dataclass(frozen=True)
class Candidate:
    """A text that the model wrote, and the verdict on it."""

    source: str
    verdict: verification.Verdict
    schedule: str = ""  # that it was asked for; empty: none, so it is the usual one
    parts: int = 0  # of how many smaller regions' answers it is composed; 0: it was written as a whole


class RegionCandidates:
    """A region of a program: its prompt, the sizes that it has there, and its candidates so far.

    `schedule` is the word that suits these sizes, which its first candidate is asked for if the model knows
    it; empty: the usual schedule.
    """

    def __init__(self, prompt: str, sizes: dict[str, int] | None = None, schedule: str = ""):
        self.prompt = prompt
        self.sizes = sizes or {}
        self.schedule = schedule
        self.samples = {}  # number of the sample -> Candidate
        # Candidate derived from answers to other prompts (smaller_regions.py), where no sample passed
        self.derived = None
        self.retried = False  # in other ways than by samples, since the last answer was rejected
        self.kept = False  # what is known of it came from disk (answer_cache.py)
        self.left = ""  # why PyTorch computes it, where the program is translated in part
        self.tuned = None  # Candidate: the answer, or another, with the launch numbers that are fastest
        self.tuning = {}  # what came of timing it (tuned_regions.py)
        self.rejected = {}  # source -> Verdict: passed the test cases, failed at the program's own sizes

    @property
    def candidates(self) -> list[Candidate]:
        """In the order of their samples."""
        return [self.samples[number] for number in sorted(self.samples)]

    @property
    def answer(self) -> Candidate | None:
        """The one that was tuned, else the first candidate that passed."""
        return self.tuned or self.drawn_answer

    @property
    def drawn_answer(self) -> Candidate | None:
        """The first candidate that passed."""
        known = [*self.candidates, self.derived]
        return next((candidate for candidate in known if candidate and candidate.verdict.ok), None)

    @property
    def smaller_regions(self) -> int:
        """Of how many smaller regions' answers the answer is composed; 0: of none."""
        return self.drawn_answer.parts if self.drawn_answer else 0

    @property
    def failure(self) -> verification.Verdict:
        """The verdict on the first candidate; one that says so where the model was not asked."""
        if self.candidates:
            return self.candidates[0].verdict
        reason = "its prompt is too long, and no answers to smaller regions make one"
        return verification.Verdict(False, reason, math.inf, 0.0, 0, 0.0)

    @property
    def is_settled(self) -> bool:
        """Whether it is known who computes it: its answer, or PyTorch."""
        return bool(self.left) or self.answer is not None

    @property
    def by_rules(self) -> str:
        """What of its answer rules wrote, and not the model: `permute; stack, to`, or ""."""
        return "; ".join(codegen.operations_by_rules(self.answer.source)) if self.answer else ""

    @property
    def pytorch_source(self) -> str:
        """The region as PyTorch code."""
        return codegen.pytorch_code(frontend.parse(self.prompt))

    def record(
        self, number: int, source: str, verdict: verification.Verdict, schedule: str = "", parts: int = 0
    ) -> Candidate:
        """Notes the verdict on a sample that was asked for in this schedule, or composed of `parts`, and
        returns the Candidate.
        """
        self.samples[number] = Candidate(source, self.rejected.get(source, verdict), schedule, parts)
        return self.samples[number]

    def set_derived(
        self, source: str, verdict: verification.Verdict, smaller_regions: int = 0, schedule: str = ""
    ) -> None:
        """Notes the verdict on a derived answer. What was rejected at own sizes stays rejected."""
        self.derived = Candidate(source, self.rejected.get(source, verdict), schedule, smaller_regions)

    def reject_answer(self, reason: str) -> None:
        """Marks the answer as failed: it passed the test cases, but not at the program's own sizes.

        What came of timing it says nothing of the answer that takes its place.
        """
        answer = self.answer
        assert answer, f"there is no answer to reject: {reason}"
        failed = dataclasses.replace(answer.verdict, ok=False, reason=reason, stage="value")
        self.rejected[answer.source] = failed
        if self.tuning:
            self.tuning = {"ok": False, "reason": reason, "asked": 0.0}
        if answer is self.tuned:
            self.tuned = None
            return
        self.retried = False
        if answer is self.derived:
            self.derived = None
        for number, candidate in self.samples.items():
            self.record(number, candidate.source, candidate.verdict, candidate.schedule, candidate.parts)


def sized_regions(
    graph: frontend.Graph,
    parts: Sequence[frontend.Region],
    schedules: Collection[str] = tuple(frontend.SCHEDULES),
) -> list[RegionCandidates]:
    """The regions of a graph, without candidates: with their own sizes, and the one of `schedules` that suits
    these.
    """
    regions = []
    for part, sizes in zip(parts, frontend.own_sizes(graph, parts), strict=True):
        word = frontend.schedule_for_sizes(part.graph, sizes)
        regions.append(RegionCandidates(part.graph.text, sizes, word if word in schedules else ""))
    return regions
