"""extraction."""

from corpus.validation import read_report
import triton_ops
from corpus.validation import machine
import contextlib
import csv
import json
import math
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, fields
from itertools import islice
from pathlib import Path
from triton_ops import CORES
from corpus.validation import REPORT
from triton_ops import ROOT
from corpus.validation import SYNTHETIC
from triton_ops import replacing
from corpus.family import families_in
from corpus.journal import Journal, judge_version
from corpus.order import balanced, kind_of, order, water_fill
from corpus.settings import (
    CSV,
    IMPATIENCE,
    JOURNALS,
    LIMIT_WITHOUT_GPU,
    LIMIT_WITH_GPU,
    SEVERAL_REGIONS,
    PATIENCE,
    Pair,
    ROUND,
    SMALL,
)
from corpus.splits import split_of
from corpus.references import load_family
from corpus.tasks import make_pair
from corpus.workers import Workers


@dataclass(frozen=True)
class Options:
    """What an extraction is to do."""

    words: tuple = ()  # only files whose name holds one of these
    limit: int | None = None  # pairs; None for every variant
    jobs: int = CORES
    seed: int = 0
    minutes: float = math.inf  # stop after these and keep what is done
    device: str = "cpu"  # where answers run: cpu is Triton's interpreter
    out: Path = CSV
    beside: Path | None = None  # a corpus whose pairs are not made once more
    folder: Path = SYNTHETIC
    report: Path = REPORT
    journals: Path = JOURNALS
    refused: Path = ROOT / "runs" / "refused.jsonl"


class Source:
    """A family that is being emptied: its next indices, and the tally of what became of those that it
    gave.
    """

    def __init__(self, path, seed, patience=math.inf, made=frozenset()):
        self.path, self.family, self.patience = path, load_family(path), patience
        self.indices = (index for index in order(self.family, seed) if index not in made)
        self.left = len(self.family) - sum(
            index < len(self.family) for index in made
        )  # of the indices, those that nobody has taken
        self.given, self.accepted, self.duplicates, self.refused = 0, 0, 0, Counter()
        self.in_vain = 0  # variants in a row that gave nothing new

    @property
    def capacity(self):
        return self.accepted + (0 if self.in_vain >= self.patience else self.left)

    def take(self, number):
        taken = list(islice(self.indices, number))
        self.given += len(taken)
        self.left -= len(taken)
        return taken

    def refuse(self, reason):
        self.in_vain += IMPATIENCE if reason == SEVERAL_REGIONS else 1
        self.refused[re.sub(r"\d+(\.\d+)?(e[-+]?\d+)?", "#", reason)] += 1

    def row(self):
        reasons = "; ".join(f"{number}x {reason[:90]}" for reason, number in self.refused.most_common(2))
        return (
            f"{self.family.stem:24} {len(self.family):>9,} {self.given:>9,} {self.accepted:>9,} {self.duplicates:>9,} "
            f"{self.refused.total():>8,}  {reasons}"
        ).rstrip()


def weights_of(families):
    """{stem: what it gets of its kind's share} of {stem: Family}.

    A file of nothing but FAMILY lists functions, each a word of its own; a file that others are named
    after, as matmul_binary is after matmul, holds what is asked for most."""
    lists = {
        stem: math.isqrt(len(family)) if list(family.tables) == ["FAMILY"] else 1
        for stem, family in families.items()
    }
    return {
        stem: number + math.isqrt(sum(other.startswith(f"{stem}_") for other in families))
        for stem, number in lists.items()
    }


def next_round(sources, limit, weights=None):
    """[(stem, index)], evenly mixed, that should make a corpus that is balanced at the size that it will
    then have.

    A run that stops by time thus has its kinds by their weights, however few files a kind has.
    """
    total = sum(source.accepted for source in sources.values())
    goal = min(limit, total + ROUND * len(sources))
    shares = balanced(
        {stem: source.capacity for stem, source in sources.items()}, goal, limit <= SMALL, weights
    )
    lacking = {
        stem: shares[stem] - source.accepted
        for stem, source in sources.items()
        if shares[stem] > source.accepted
    }
    drawn = []
    for stem, wanted in water_fill(lacking, goal - total, lacking).items():
        taken = sources[stem].take(wanted)
        drawn += [((place + 0.5) / len(taken), stem, index) for place, index in enumerate(taken)]
    return [(stem, index) for _, stem, index in sorted(drawn)]


def load_pairs(path=CSV):
    """The rows of a corpus, as Pairs; ValueError where a column is missing."""
    import pandas

    frame = pandas.read_csv(path, keep_default_na=False)
    missing = [field.name for field in fields(Pair) if field.name not in frame]
    if missing:
        raise ValueError(f"{path} has no column {', '.join(missing)}: run extract_training_data.py again")
    return [Pair(**row) for row in frame[[field.name for field in fields(Pair)]].to_dict("records")]


class Corpus:
    """The books: the pairs so far, and all that must not come twice."""

    def __init__(self, paths, options):
        self.options, self.version = options, judge_version(options.device)
        patience = PATIENCE if options.limit else math.inf
        before, made = load_pairs(options.beside) if options.beside else [], defaultdict(set)
        for pair in before:
            made[pair.family].add(pair.variant)
        self.sources = {path.stem: Source(path, options.seed, patience, made[path.stem]) for path in paths}
        self.weights = weights_of({stem: source.family for stem, source in self.sources.items()})
        self.limit = options.limit or sum(source.left for source in self.sources.values())
        self.answers, self.prompts = ({getattr(pair, name) for pair in before} for name in ("hash", "prompt"))
        self.pairs, self.refusals = [], []
        self.journal = Journal(options.journals / "judged" / f"{self.version}.jsonl")

    def known(self, made):
        """What a worker need not find out about the variant that it has expanded: {key, hash}."""
        if made["hash"] in self.answers:
            return {"reason": "duplicate"}
        return self.journal.verdicts.get(made["key"])

    def refuse(self, stem, index, reason):
        self.sources[stem].refuse(reason)
        self.refusals.append({"family": stem, "variant": index, "reason": reason})

    def admit(self, stem, index, made):
        """Adds what `make_pair` made, or says why not."""
        verdict, source = made.get("verdict", made), self.sources[stem]
        if made.get("fresh") and "lost" not in verdict:
            self.journal.add(made["key"], verdict)
        if made.get("hash") in self.answers or verdict["reason"] == "" and verdict["prompt"] in self.prompts:
            source.duplicates += 1
            source.in_vain += 1
        elif verdict["reason"]:
            self.refuse(stem, index, verdict["reason"])
        else:
            source.accepted += 1
            source.in_vain = 0
            self.pairs.append(Pair(**made["row"]))
            self.answers.add(made["hash"])
            self.prompts.add(verdict["prompt"])

    def judge_round(self, items, workers):
        """Yields once for every one of `items` [(stem, index)] that has been dealt with."""
        tasks = (
            ((stem, index), (make_pair, (self.sources[stem].path, index, self.version)))
            for stem, index in items
        )
        for (stem, index), made in workers.map(tasks):
            self.admit(stem, index, made)
            yield

    def collect(self):
        """Fills the corpus up to its limit, or until its time is spent."""
        end = time.monotonic() + 60 * self.options.minutes
        with (
            contextlib.closing(self.journal),
            Workers(self.options.jobs, self.options.device, self.known) as workers,
            triton_ops.progress(self.limit, "pair", "extracting") as bar,
        ):
            while items := next_round(self.sources, self.limit, self.weights):
                for _ in self.judge_round(items, workers):
                    bar.update(len(self.pairs) - bar.n)
                    bar.set_postfix(refused=len(self.refusals), refresh=False)
                    if time.monotonic() > end:
                        bar.write(f"{self.options.minutes:g} minutes are spent")
                        return

    def rows(self):
        """The pairs, with alternates that are a prompt of their own, or of another split, left out."""
        taken = set(self.prompts)
        for pair in self.pairs:
            alternates = [
                text
                for text in dict.fromkeys(json.loads(pair.alternates))
                if text not in taken and split_of(text) == pair.split
            ]
            taken.update(alternates)
            yield asdict(pair) | {"alternates": json.dumps(alternates)}

    def table(self):
        """What was generated, accepted and refused, by family."""
        head = f"{'family':24} {'variants':>9} {'generated':>9} {'accepted':>9} {'duplicate':>9} {'refused':>8}  most frequent reasons"
        rows = [source.row() for _, source in sorted(self.sources.items())]
        splits = Counter(pair.split for pair in self.pairs)
        kinds = Counter(kind_of(pair.family) for pair in self.pairs)
        splits, kinds = (
            ", ".join(f"{number:,} {name}" for name, number in counts.most_common())
            for counts in (splits, kinds)
        )
        return "\n".join([head, *rows, f"{len(self.pairs):,} pairs: {splits}", f"of them {kinds}"])


def validated_files(options):
    """The files that pass on their own, by a report that still stands or by running them now."""
    exemplars = families_in(options.folder, options.words)
    if not exemplars:
        raise ValueError(f"no file of {options.folder} matches {' '.join(options.words) or '*.py'}")
    outcomes = read_report(options.report, options.folder)
    if not outcomes.keys() >= set(exemplars.values()):
        command = [
            sys.executable,
            str(ROOT / "run_all_tests.py"),
            *(sorted({path.stem for path in exemplars.values()}) if options.words else ()),
            "--stale",
            "--jobs",
            str(options.jobs),
        ]
        subprocess.run(
            [*command, "--report", options.report, "--folder", options.folder]
        )  # some may fail: they stay out
        outcomes = read_report(options.report, options.folder)
    valid = []
    for path, exemplar in exemplars.items():
        try:
            if not (exemplar in outcomes and outcomes[exemplar].passed):
                raise ValueError(
                    outcomes[exemplar].reason if exemplar in outcomes else "it was changed, or not validated"
                )
            load_family(path)
            valid.append(path)
        except Exception as error:  # tables may be wrong in any way: one file, and told
            print(f"without {path.name}: {error}")
    return valid


def write_rows(rows, path):
    """Writes dicts as a CSV file, all or nothing."""
    with replacing(path) as partial, open(partial, "w", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Pair)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def extract(options):
    """Makes the corpus and writes it to `options.out`; returns the number of pairs."""
    corpus = Corpus(validated_files(options), options)
    try:
        corpus.collect()
    finally:
        with replacing(options.refused) as partial:
            partial.write_text("".join(json.dumps(refusal) + "\n" for refusal in corpus.refusals))
    if corpus.pairs:
        write_rows(corpus.rows(), options.out)
    print(corpus.table())
    return len(corpus.pairs)


def default_limit():
    """How many pairs suit this machine: with a GPU, a model worth training; without, a few minutes of two
    cores.
    """
    return LIMIT_WITHOUT_GPU if machine()["device"] == "cpu" else LIMIT_WITH_GPU


def ensure(path=CSV):
    """`path`, after an extraction with the defaults where there is no such file yet."""
    if not Path(path).exists() and not extract(Options(limit=default_limit(), out=Path(path))):
        raise RuntimeError("no variant of synthetic/ became a pair: see the table above")
    return Path(path)


def paths_of(pairs, folder):
    """{source_file: path} of pairs, their families loaded, so that the workers to come find them."""
    paths = {name: Path(folder) / name for name in sorted({pair.source_file for pair in pairs})}
    for path in paths.values():
        load_family(path)
    return paths


def chosen(options):
    """The pairs of `options.out` whose family's name holds one of `options.words`."""
    pairs = [
        pair
        for pair in load_pairs(options.out)
        if not options.words or any(word in pair.family for word in options.words)
    ]
    if not pairs:
        raise ValueError(f"{options.out} has no pair of {' '.join(options.words) or 'any family'}")
    return pairs
