"""Verified answers of regions, kept on disk: a second run neither samples nor judges them again.

One JSON file a prompt and schedule, valid for one model, one machine and one version of PyTorch, Triton and
this code. It holds the samples that were judged and the derived answer, so that a region
comes back as it was left. A region without an answer is kept too: it is asked again with more samples,
another seed or another temperature, or when the code that searches has changed.

Evaluations measure the model and have no cache.
"""

import functools
import hashlib
import json
import os
import sys
import typing
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from python_to_triton import verification
from python_to_triton.runtime.candidates import Candidate, RegionCandidates
from python_to_triton.verification.sandbox import Refused
from triton_ops.code_hash import text_hash
from triton_ops.files import replacing
from triton_ops.machine import INTERPRETED, default_device, describe_machine

FOLDER_VARIABLE = "PYTHON_TO_TRITON_CACHE"  # names another folder than ~/.cache/python-to-triton/answers

# What a prompt means, and what a verdict on an answer depends on.
MEANING = ("python_to_triton.frontend", "python_to_triton.runtime.judging", *verification.VERDICT_CODE)
SEARCH = ("python_to_triton",)  # what finds answers


@dataclass(frozen=True)
class Search:
    """How an answer was searched for: a region without one is not searched for in this way again."""

    samples: int
    seed: int
    temperature: float | None  # of all samples; None: the first greedy, the others at rising temperature

    def covers(self, other: "Search") -> bool:
        """Whether `other` would find nothing that this has not."""
        same = (self.seed, self.temperature) == (other.seed, other.temperature)
        return same and self.samples >= other.samples


def folder() -> Path:
    """Where answers are kept."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "python-to-triton"
    return Path(os.environ.get(FOLDER_VARIABLE) or base / "answers")


@functools.cache
def surroundings() -> dict[str, str | bool]:
    """All that an answer depends on besides its prompt and the model."""
    machine = describe_machine(default_device())
    return machine | {"interpreted": INTERPRETED, "code": text_hash(*MEANING)}


def check_types(item: object) -> None:
    """Raises TypeError where a field of a dataclass holds another type than it is declared as, and ValueError
    where a text could not be written.
    """
    for field in fields(item):
        value = getattr(item, field.name)
        kind = typing.get_origin(field.type) or field.type
        allowed = (int, float) if kind is float else kind
        if not isinstance(value, allowed) or (isinstance(value, bool) and kind is not bool):
            raise TypeError(f"{field.name} is {value!r}")
        for text in value if kind is tuple else [value]:
            if kind in (str, tuple):
                text.encode()  # raises for half of a surrogate pair


def candidate_from(row: dict) -> Candidate:
    """A Candidate from JSON. Raises AttributeError, KeyError, TypeError or ValueError where it is none."""
    given = row["verdict"] | {"properties": tuple(row["verdict"]["properties"])}
    candidate = Candidate(row["source"], verification.Verdict(**given), row["schedule"], row["parts"])
    check_types(candidate.verdict)
    check_types(candidate)
    return candidate


def may_pass_later(verdict: verification.Verdict) -> bool:
    """Whether a failure may be the machine's: the judge could not run the answer, or not in time."""
    unjudged = not verdict.ok and not verdict.stage
    return unjudged or verdict.reason.startswith("runs longer than")


class AnswerCache:
    """The answers of one model.

    What cannot be read, does not belong to its key or does not pass the check of its text is a miss. What
    cannot be written is not kept; a line on stderr says why, once.
    """

    def __init__(self, model_hash: str):
        self.model_hash = model_hash
        self.failed = False  # to write

    def key(self, prompt: str, schedule: str = "") -> dict:
        """All that an answer to a prompt, first asked for in a schedule, depends on."""
        asked = {"prompt": prompt, "schedule": schedule, "model": self.model_hash}
        return asked | surroundings()

    def path(self, prompt: str, schedule: str = "") -> Path:
        """The file of a prompt and a schedule."""
        key = json.dumps(self.key(prompt, schedule), sort_keys=True)
        return folder() / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"

    def record(self, prompt: str, schedule: str = "") -> dict | None:
        """The content of their file; None where there is none that can be used."""
        try:
            record = json.loads(self.path(prompt, schedule).read_text())
            usable = record["key"] == self.key(prompt, schedule)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return record if usable else None

    def load(self, region: RegionCandidates, search: Search) -> bool:
        """Fills a region that has no candidates yet; whether it could.

        The text of an answer is checked as a candidate's is: the file may be anybody's.
        """
        record = self.record(region.prompt, region.schedule)
        try:
            samples = {int(number): candidate_from(row) for number, row in record["samples"].items()}
            derived = candidate_from(record["derived"]) if record["derived"] else None
            known = RegionCandidates(region.prompt)
            known.samples = samples
            known.derived = derived
            if known.answer:
                verification.check_source(known.answer.source)
            elif not samples or record["search_code"] != text_hash(*SEARCH):
                return False
            elif not Search(**record["search"]).covers(search):
                return False
            region.retried = bool(record["retried"])
        except (KeyError, TypeError, ValueError, AttributeError, Refused):
            return False
        region.samples = samples
        region.derived = derived
        region.kept = True
        return True

    def store(self, region: RegionCandidates, search: Search) -> None:
        """Keeps what is known of a region, unless it failed by the machine's fault or at own sizes alone."""
        if not region.answer:
            verdicts = [candidate.verdict for candidate in region.candidates]
            if not verdicts or region.rejected or any(map(may_pass_later, verdicts)):
                return
        record = {
            "key": self.key(region.prompt, region.schedule),
            "search": asdict(search),
            "search_code": text_hash(*SEARCH),
            "samples": {number: asdict(candidate) for number, candidate in region.samples.items()},
            "derived": asdict(region.derived) if region.derived else None,
            "retried": region.retried,
        }
        try:
            with replacing(self.path(region.prompt, region.schedule)) as partial:
                partial.write_text(json.dumps(record, indent=1))
        except OSError as error:
            if not self.failed:
                print(f"answers are not kept in {folder()}: {error.strerror}", file=sys.stderr)
            self.failed = True


def load_regions(
    cache: AnswerCache,
    regions: list[RegionCandidates],
    search: Search,
    on_text: Callable[[str], None] | None = None,
    on_candidate: Callable[[Candidate], None] | None = None,
) -> None:
    """Fills regions without candidates from the cache; the callbacks hear of it as of new samples."""
    for region in regions:
        fresh = not region.samples and not region.derived
        if not fresh or not cache.load(region, search):
            continue
        if on_text and region is regions[0] and region.candidates:
            on_text(region.candidates[0].source)
        for candidate in region.candidates if on_candidate else ():
            on_candidate(candidate)
