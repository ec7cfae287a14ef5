"""synthetic/ to training_data.csv: pairs of prompt and answer, each of them executed and judged.

A family whose exemplar passes on its own is expanded into its variants. A variant becomes a pair if the
front end can say its reference as a prompt, that prompt computes what the reference computes, the judge
accepts its answer, and neither prompt nor answer (names and docstrings aside) is in the corpus already. The
corpus is a function of the sources, the seed and the limit.

One process holds the corpus; its forks, as many as there are cores, expand, trace and judge. A task is the
number of a variant, its result a finished row: the parent spends a small part of a millisecond on a pair.
"""

import contextlib
import hashlib
import json
import math
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from corpus.balance import family_kind, family_shares, family_weights, shares_by_weight
from corpus.family import families_in, schedule_at
from corpus.journal import Journal, judge_version
from corpus.order import variant_order
from corpus.pairs import Pair, load_pairs, write_rows
from corpus.ray_workers import AnyWorkers, start_workers
from corpus.references import load_family
from corpus.settings import (
    CSV,
    GIVE_UP_AFTER,
    JOURNALS,
    JUDGED_IN_FULL,
    LIMIT_WITH_GPU,
    LIMIT_WITHOUT_GPU,
    REFUSED,
    ROUND,
    SEVERAL_REGIONS,
    SEVERAL_REGIONS_COUNT,
    SMALL,
)
from corpus.splits import operations, split_of
from corpus.tasks import make_pair
from corpus.validation import REPORT, SYNTHETIC, machine, read_outcomes
from python_to_triton.flags import ExecutorFlags
from triton_ops.files import ROOT, check_writable, progress, replacing


@dataclass(frozen=True)
class ExtractionOptions(ExecutorFlags):
    """What an extraction is to do, and where."""

    words: tuple[str, ...] = ()  # only families whose name holds one of these
    limit: int | None = None  # pairs; None for every variant
    jobs: int | None = None  # worker processes; None for one on every core
    seed: int = 0  # draws the order of the variants
    minutes: float = math.inf  # stop after these and keep what is done
    device: str = "cpu"  # where answers run: cpu is Triton's interpreter
    out: Path = CSV  # the corpus
    beside: Path | None = None  # a corpus whose pairs are not made once more
    folder: Path = SYNTHETIC
    report: Path = REPORT  # of the validation
    journals: Path = JOURNALS
    refused: Path = REFUSED  # a line of JSON for every variant that was refused


# ---- families ---------------------------------------------------------------------------------------------


class FamilyQueue:
    """The variants of a family that are still to be tried, and counts of what became of the others."""

    def __init__(self, path: Path, seed: int, give_up_after: float = math.inf, made: frozenset = frozenset()):
        """`made`: indices of variants that need not be tried."""
        self.path = path
        self.family = load_family(path)
        self.give_up_after = give_up_after
        self.indices = (index for index in variant_order(self.family, seed) if index not in made)
        self.left = len(self.family) - sum(index < len(self.family) for index in made)
        self.generated = 0
        self.first = set()  # indices of the variants that are judged on all test cases
        self.accepted = 0
        self.duplicates = 0
        self.refused = Counter()  # by reason, its numbers left out
        self.without_new = 0  # variants since the last new pair

    @property
    def capacity(self) -> int:
        """How many pairs it may come to have."""
        return self.accepted + (0 if self.without_new >= self.give_up_after else self.left)

    def take(self, number: int) -> list[int]:
        """The next `number` indices, or what is left."""
        taken = list(islice(self.indices, number))
        self.first.update(taken[: max(0, JUDGED_IN_FULL - self.generated)])
        self.generated += len(taken)
        self.left -= len(taken)
        return taken

    def accept(self) -> None:
        """Counts a new pair."""
        self.accepted += 1
        self.without_new = 0

    def skip_duplicate(self) -> None:
        """Counts a variant whose prompt or answer the corpus has."""
        self.duplicates += 1
        self.without_new += 1

    def refuse(self, reason: str) -> None:
        """Counts a refused variant."""
        self.without_new += SEVERAL_REGIONS_COUNT if reason == SEVERAL_REGIONS else 1
        self.refused[re.sub(r"\d+(\.\d+)?(e[-+]?\d+)?", "#", reason)] += 1

    def row(self) -> str:
        """Its line in the table at the end."""
        reasons = "; ".join(f"{number}x {reason[:90]}" for reason, number in self.refused.most_common(2))
        counts = (len(self.family), self.generated, self.accepted, self.duplicates)
        columns = " ".join(f"{count:>9,}" for count in counts)
        return f"{self.family.stem:24} {columns} {self.refused.total():>8,}  {reasons}".rstrip()


def next_round(
    queues: dict[str, FamilyQueue],
    limit: int,
    weights: dict[str, int] | None = None,
    scheduled: Collection[str] = (),
) -> list[tuple[str, int]]:
    """[(stem, index)], evenly mixed, that should make a corpus that is balanced at the size that it will
    then have. `scheduled`: families of other than the usual schedule.

    A run that stops by time thus has its kinds by their weights, however few files a kind has.
    """
    total = sum(queue.accepted for queue in queues.values())
    goal = min(limit, total + ROUND * len(queues))
    capacity = {stem: queue.capacity for stem, queue in queues.items()}
    shares = family_shares(capacity, goal, limit <= SMALL, weights, scheduled)
    lacking = {
        stem: shares[stem] - queue.accepted for stem, queue in queues.items() if shares[stem] > queue.accepted
    }
    mixed = []
    for stem, wanted in shares_by_weight(lacking, goal - total, lacking).items():
        taken = queues[stem].take(wanted)
        mixed += [((place + 0.5) / len(taken), stem, index) for place, index in enumerate(taken)]
    return [(stem, index) for _, stem, index in sorted(mixed)]


# ---- the corpus -------------------------------------------------------------------------------------------


def commit_of(folder: Path) -> str | None:
    """The commit that a checkout stands at; None where there is no checkout."""
    if not (folder / ".git").exists():
        return None
    command = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


class Corpus:
    """A corpus as it grows: its pairs, what is left to try, and all that must not come twice."""

    def __init__(self, paths: list[Path], options: ExtractionOptions):
        self.options = options
        self.version = judge_version(options.device)
        before = load_pairs(options.beside) if options.beside else []
        made = defaultdict(set)
        for pair in before:
            made[pair.family].add(pair.variant)
        give_up_after = GIVE_UP_AFTER if options.limit else math.inf
        self.queues = {
            path.stem: FamilyQueue(path, options.seed, give_up_after, made[path.stem]) for path in paths
        }
        self.weights = family_weights({stem: queue.family for stem, queue in self.queues.items()})
        self.scheduled = {stem for stem, queue in self.queues.items() if queue.family.schedule}
        self.limit = options.limit or sum(queue.left for queue in self.queues.values())
        self.answers = {pair.hash for pair in before}
        self.prompts = {(pair.prompt, pair.schedule) for pair in before}
        self.pairs = []
        self.refusals = []
        self.journal = Journal(options.journals / "judged" / f"{self.version}.jsonl")

    def known(self, made: dict) -> dict | None:
        """The verdict on the variant that a worker has expanded, {key, hash}, if there is one already."""
        if made["hash"] in self.answers:
            return {"reason": "duplicate"}
        return self.journal.verdicts.get(made["key"])

    def record(self, _: tuple[str, int], made: dict) -> None:
        """Keeps a verdict of `make_pair`, at once: those on earlier variants may not be there yet."""
        if made.get("fresh") and "lost" not in made["verdict"]:
            self.journal.add(made["key"], made["verdict"])

    def admit(self, stem: str, index: int, made: dict) -> None:
        """Adds what `make_pair` made, or counts why not."""
        verdict = made.get("verdict", made)
        queue = self.queues[stem]
        asked = (verdict.get("prompt"), queue.family.schedule)
        has_prompt = verdict["reason"] == "" and asked in self.prompts
        if made.get("hash") in self.answers or has_prompt:
            queue.skip_duplicate()
        elif verdict["reason"]:
            queue.refuse(verdict["reason"])
            self.refusals.append({"family": stem, "variant": index, "reason": verdict["reason"]})
        else:
            queue.accept()
            self.pairs.append(Pair(**made["row"]))
            self.answers.add(made["hash"])
            self.prompts.add(asked)

    def judge_round(self, items: list[tuple[str, int]], workers: AnyWorkers) -> Iterator[None]:
        """Yields once for every one of `items` [(stem, index)] that has been dealt with."""
        queue_and_index = ((self.queues[stem], index) for stem, index in items)
        tasks = (
            ((queue.path.stem, index), (make_pair, (queue.path, index, self.version, index in queue.first)))
            for queue, index in queue_and_index
        )
        for (stem, index), made in workers.map(tasks, self.record):
            self.admit(stem, index, made)
            yield

    def collect(self) -> None:
        """Fills the corpus up to its limit, or until its time is spent."""
        options = self.options
        end = time.monotonic() + 60 * options.minutes
        with (
            contextlib.closing(self.journal),
            start_workers(options.executor, options.jobs, options.device, self.known) as workers,
            progress(self.limit, "pair", "extracting") as bar,
        ):
            while items := next_round(self.queues, self.limit, self.weights, self.scheduled):
                for _ in self.judge_round(items, workers):
                    bar.update(len(self.pairs) - bar.n)
                    bar.set_postfix(refused=len(self.refusals), refresh=False)
                    if time.monotonic() > end:
                        bar.write(f"stopped after {options.minutes:g} minutes")
                        return

    def rows(self) -> Iterator[dict]:
        """The pairs, with alternates that are a prompt of their own, or of another split, left out."""
        taken = set(self.prompts)
        for pair in self.pairs:
            alternates = [
                text
                for text in dict.fromkeys(json.loads(pair.alternates))
                if (text, pair.schedule) not in taken and split_of(text) == pair.split
            ]
            taken.update((text, pair.schedule) for text in alternates)
            yield asdict(pair) | {"alternates": json.dumps(alternates)}

    def manifest(self) -> dict:
        """What the corpus was made by and what it holds, for the file beside it."""
        options = self.options
        prompts = Counter(len(operations(pair.prompt)) for pair in self.pairs)
        return {
            "pairs": len(self.pairs),
            "seed": options.seed,
            "limit": options.limit,
            "words": options.words,
            "beside": options.beside and options.beside.name,
            "judged_on": options.device,
            "judge": self.version,
            "judged_in_full": sum(pair.variant in self.queues[pair.family].first for pair in self.pairs),
            "commit": commit_of(ROOT),
            **machine(),
            "sha256": hashlib.sha256(options.out.read_bytes()).hexdigest(),
            "splits": Counter(pair.split for pair in self.pairs),
            "schedules": Counter(pair.schedule or "usual" for pair in self.pairs),
            "kinds": Counter(family_kind(pair.family) for pair in self.pairs),
            "operations_of_a_prompt": {number: prompts[number] for number in sorted(prompts)},
            "families": dict(sorted(Counter(pair.family for pair in self.pairs).items())),
        }

    def table(self) -> str:
        """What was generated, accepted and refused, by family."""
        columns = ("variants", "generated", "accepted", "duplicate")
        head = f"{'family':24} {' '.join(f'{name:>9}' for name in columns)} {'refused':>8}  reasons"
        rows = [queue.row() for _, queue in sorted(self.queues.items())]
        splits = Counter(pair.split for pair in self.pairs).most_common()
        kinds = Counter(family_kind(pair.family) for pair in self.pairs).most_common()
        by_split = ", ".join(f"{number:,} {name}" for name, number in splits)
        by_kind = ", ".join(f"{number:,} {name}" for name, number in kinds)
        lines = [head, *rows, f"{len(self.pairs):,} pairs: {by_split}", f"of them {by_kind}"]
        schedules = Counter(pair.schedule for pair in self.pairs if pair.schedule).most_common()
        if schedules:
            lines.append(f"schedules {', '.join(f'{number:,} {name}' for name, number in schedules)}")
        return "\n".join(lines)


# ---- the whole way ----------------------------------------------------------------------------------------


def run_validation(options: ExtractionOptions, exemplars: Iterable[Path]) -> None:
    """Runs run_all_tests.py on exemplars whose outcome is not known, in a process without the code of this
    one.
    """
    command = [sys.executable, str(ROOT / "run_all_tests.py"), "--stale", "--executor", options.executor]
    command += ["--report", str(options.report), "--folder", str(options.folder)]
    if options.jobs:
        command += ["--jobs", str(options.jobs)]
    if options.words:
        command += sorted({path.stem for path in exemplars})
    subprocess.run(command, check=False)  # some may fail: they stay out


def families_for(options: ExtractionOptions) -> dict[Path, Path]:
    """{path of a family: path of its exemplar} that a corpus of this size is made of.

    A small one trains a small model, which has enough to learn from the usual schedules. Raises ValueError
    where no family has one of the words.
    """
    exemplar_of = families_in(options.folder, options.words)
    if not exemplar_of:
        raise ValueError(f"no file of {options.folder} matches {' '.join(options.words) or '*.py'}")
    if options.words or not options.limit or options.limit > SMALL:
        return exemplar_of
    return {path: exemplar for path, exemplar in exemplar_of.items() if not schedule_at(path)}


def valid_families(options: ExtractionOptions) -> list[Path]:
    """The families whose exemplars pass on their own, by a report that still stands or by running them now.

    Prints the others with their reasons. Raises ValueError where no family has one of the words.
    """
    exemplar_of = families_for(options)
    outcomes = read_outcomes(options.report, options.folder)
    if not outcomes.keys() >= set(exemplar_of.values()):
        run_validation(options, exemplar_of.values())
        outcomes = read_outcomes(options.report, options.folder)
    valid = []
    for path, exemplar in exemplar_of.items():
        try:
            if exemplar not in outcomes:
                raise ValueError("it was changed, or not validated")
            if not outcomes[exemplar].passed:
                raise ValueError(outcomes[exemplar].reason)
            load_family(path)
            valid.append(path)
        except Exception as error:  # tables may be wrong in any way: it costs one family, with its reason
            print(f"without {path.name}: {error}")
    return valid


def extract(options: ExtractionOptions) -> int:
    """Makes the corpus and writes it to `options.out`, with a manifest beside it (.json); returns the number
    of pairs.
    """
    for path in (options.out, options.refused):
        check_writable(path)
    corpus = Corpus(valid_families(options), options)
    try:
        corpus.collect()
    finally:
        with replacing(options.refused) as partial:
            partial.write_text("".join(json.dumps(refusal) + "\n" for refusal in corpus.refusals))
    if corpus.pairs:
        write_rows(corpus.rows(), options.out)
        with replacing(options.out.with_suffix(".json")) as partial:
            partial.write_text(json.dumps(corpus.manifest(), indent=1) + "\n")
    print(corpus.table())
    return len(corpus.pairs)


def default_limit() -> int:
    """How many pairs suit this machine: with a GPU, a model worth training; without, a few minutes of two
    cores.
    """
    return LIMIT_WITHOUT_GPU if machine()["device"] == "cpu" else LIMIT_WITH_GPU
