"""Checks of a corpus that exists: rows judged again, kernels compiled for real targets, and a mutation test
of the judge, in which prompts get the answers of others."""

import contextlib
import hashlib
import itertools
import json
import random
import re
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from corpus.balance import shares_by_weight
from corpus.extraction import ExtractionOptions
from corpus.journal import Journal
from corpus.pairs import Pair, load_pairs
from corpus.ray_workers import AnyWorkers, start_workers
from corpus.references import load_family
from corpus.settings import COMPILE_SECONDS, TARGETS
from corpus.tasks import compile_row, judge_mismatch, judge_row, structures
from corpus.validation import machine
from python_to_triton import verification
from python_to_triton.frontend import with_schedule
from triton_ops.code_hash import code_hash
from triton_ops.files import progress

# ---- rows of a corpus -------------------------------------------------------------------------------------


def matching_pairs(options: ExtractionOptions) -> list[Pair]:
    """The rows of `options.out` whose family's name holds one of `options.words`.

    Raises ValueError where there is none.
    """
    pairs = [
        pair
        for pair in load_pairs(options.out)
        if not options.words or any(word in pair.family for word in options.words)
    ]
    if not pairs:
        raise ValueError(f"{options.out} has no pair of {' '.join(options.words) or 'any family'}")
    return pairs


def paths_of(pairs: list[Pair], folder: Path) -> dict[str, Path]:
    """{source_file: path} of pairs, their families loaded, so that the workers to come find them."""
    paths = {name: Path(folder) / name for name in sorted({pair.source_file for pair in pairs})}
    for path in paths.values():
        load_family(path)
    return paths


def sampled_evenly(pairs: list[Pair], number: int, seed: int) -> list[Pair]:
    """`number` of `pairs`, the same number of every family as far as they go, in random order."""
    rng = random.Random(seed)
    families = {}
    for pair in pairs:
        families.setdefault(pair.family, []).append(pair)
    shares = shares_by_weight({family: len(rows) for family, rows in families.items()}, number)
    sample = [
        pair for family, share in sorted(shares.items()) for pair in rng.sample(families[family], share)
    ]
    return rng.sample(sample, len(sample))


# ---- rows judged again ------------------------------------------------------------------------------------


def judge_again(
    pairs: list[Pair], paths: dict[str, Path], workers: AnyWorkers
) -> Iterator[tuple[Pair, dict]]:
    """(pair, verdict) of every pair. Where only the clock refused, perhaps a busy machine's fault, the
    verdict is that of a second try."""

    def task_of(pair: Pair) -> tuple:
        place = (paths[pair.source_file], pair.variant)
        return pair, (judge_row, (*place, pair.python_function, pair.answer, json.loads(pair.order)))

    timed_out = []
    for pair, verdict in workers.map(map(task_of, pairs)):
        if "lost" in verdict:
            timed_out.append(pair)
        else:
            yield pair, verdict
    yield from workers.map(map(task_of, timed_out))


def verdict_table(results: list[tuple[Pair, dict]]) -> str:
    """What became of the rows of every family, [(pair, verdict)], as text."""
    families = {}
    for pair, verdict in results:
        families.setdefault(pair.family, []).append(verdict)
    lines = [f"{'family':24} {'rows':>6} {'passed':>6}  largest error / tolerance"]
    for family, verdicts in sorted(families.items()):
        passed = [verdict for verdict in verdicts if not verdict["reason"]]
        ratios = [verdict["error"] / verdict["tolerance"] for verdict in passed if verdict["tolerance"]]
        lines.append(f"{family:24} {len(verdicts):>6,} {len(passed):>6,}  {max(ratios, default=0.0):.0%}")
    return "\n".join(lines)


def check_rows(options: ExtractionOptions, number: int) -> float:
    """Judges rows of the corpus again on `options.device`, evenly over the families; the fraction that
    passes.
    """
    pairs = sampled_evenly(matching_pairs(options), number, options.seed)
    paths = paths_of(pairs, options.folder)
    results = []
    failed = 0
    with (
        start_workers(options.executor, options.jobs, options.device) as workers,
        progress(len(pairs), "row", "checking") as bar,
    ):
        for pair, verdict in judge_again(pairs, paths, workers):
            results.append((pair, verdict))
            if verdict["reason"]:
                failed += 1
                prompt = textwrap.indent(with_schedule(pair.prompt, pair.schedule), "    ")
                bar.write(f"FAILED {pair.family}/{pair.variant}: {verdict['reason']}\n{prompt}")
            bar.update()
            bar.set_postfix(failed=failed, refresh=False)
    assert len(results) == len(pairs), f"{len(results)} of {len(pairs)} rows came back"
    print(verdict_table(results))
    rate = 1 - failed / len(results)
    print(f"{len(results) - failed:,} of {len(results):,} rows passed on {options.device}: {rate:.2%}")
    return rate


# ---- compilation ------------------------------------------------------------------------------------------


def representatives(pairs: list[Pair], workers: AnyWorkers) -> dict[str, Pair]:
    """{structure of the kernels and dtypes of the arguments: the first pair that has them}."""
    found = {}
    batches = [pairs[start : start + 50] for start in range(0, len(pairs), 50)]
    tasks = ((batch, (structures, ([pair.answer for pair in batch],))) for batch in batches)
    for batch, keys in workers.map(tasks):
        for pair, key in zip(batch, keys, strict=True):
            dtypes = re.findall(r": (\w+)\[", pair.prompt.partition("\n")[0])
            found.setdefault(" ".join([key, *dtypes]), pair)
    return found


def compile_version() -> str:
    """Hash of all that a compilation depends on, the answer aside."""
    text = "\0".join([code_hash(*verification.VERDICT_CODE), machine()["triton"], *TARGETS])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def print_compilation(pairs: dict[str, Pair], results: dict[str, dict]) -> int:
    """Prints what did not compile and how much did; returns how many structures failed."""
    failed = {key: result for key, result in results.items() if result.get("failures") or "reason" in result}
    for key, result in failed.items():
        for kernel, target, reason in result.get("failures") or [["", "", result["reason"]]]:
            print(f"FAILED {pairs[key].family}/{pairs[key].variant} {kernel} {target}: {reason}")
    launches = sum(result.get("launches", 0) for result in results.values())
    spilled = sum(result.get("spilled", 0) for result in results.values())
    print(
        f"{len(results):,} structures, {launches:,} launches compiled for {' and '.join(TARGETS)}, "
        f"{spilled:,} spill registers, {len(failed):,} structures failed"
    )
    return len(failed)


def compile_corpus(options: ExtractionOptions) -> int:
    """Compiles one answer of every kernel structure in the corpus for all TARGETS, GPU or not; how many
    failed.
    """
    pairs = matching_pairs(options)
    paths = paths_of(pairs, options.folder)
    journal = Journal(options.journals / "compiled" / f"{compile_version()}.jsonl")
    with (
        contextlib.closing(journal),
        start_workers(options.executor, options.jobs, None, seconds=COMPILE_SECONDS) as workers,
    ):
        chosen = representatives(pairs, workers)
        results = {key: journal.verdicts[key] for key in chosen if key in journal.verdicts}
        print(f"{len(chosen):,} structures in {len(pairs):,} answers, {len(results):,} of them known")
        tasks = [
            (key, (compile_row, (paths[pair.source_file], pair.variant, pair.answer, json.loads(pair.order))))
            for key, pair in chosen.items()
            if key not in results
        ]
        with progress(len(tasks), "structure", "compiling") as bar:
            for key, result in workers.map(tasks):
                results[key] = result
                if "lost" not in result:
                    journal.add(key, result)
                bar.update()
    return print_compilation(chosen, results)


# ---- a mutation test of the judge -------------------------------------------------------------------------


def mismatched_pairs(pairs: list[Pair], seed: int) -> Iterator[tuple[Pair, Pair]]:
    """Endlessly, two different rows whose prompts take the same arguments: (the prompt's, the answer's).

    Every other time of one family if they can. Raises ValueError where no two prompts take the same
    arguments."""

    def signature(pair: Pair) -> str:
        return pair.prompt.partition("\n")[0]

    rng = random.Random(seed)
    by_signature = {}
    for pair in pairs:
        by_signature.setdefault(signature(pair), []).append(pair)
    prompts = {key: {pair.prompt for pair in rows} for key, rows in by_signature.items()}
    by_signature = {key: rows for key, rows in by_signature.items() if len(prompts[key]) > 1}
    if not by_signature:
        raise ValueError("no two prompts take the same arguments: there is nothing to exchange")
    candidates = [pair for rows in by_signature.values() for pair in rows]
    by_family = {}
    for pair in candidates:
        by_family.setdefault((signature(pair), pair.family), []).append(pair)
    for turn in itertools.count():
        with_prompt = rng.choice(candidates)
        siblings = by_family[signature(with_prompt), with_prompt.family]
        in_family = turn % 2 and len(siblings) > 1
        with_answer = rng.choice(siblings if in_family else by_signature[signature(with_prompt)])
        if with_answer.prompt != with_prompt.prompt:  # of another schedule it would be right
            yield with_prompt, with_answer


class MismatchCounts:
    """What became of the answers to other prompts."""

    def __init__(self):
        self.refused = Counter()  # by reason, its numbers left out
        self.same = 0  # of two rows that are one function written twice
        self.not_judged = Counter()  # by reason
        self.accepted = []

    @property
    def judged(self) -> int:
        """How many verdicts count."""
        return self.refused.total() + len(self.accepted)

    def add(self, rows: tuple[Pair, Pair], verdict: dict) -> None:
        """Counts one verdict."""
        if "same" not in verdict:
            self.not_judged[verdict["reason"]] += 1
        elif verdict["reason"]:
            self.refused[re.sub(r"[\d.]+(e[-+]?\d+)?", "#", verdict["reason"])[:90]] += 1
        elif verdict["same"]:
            self.same += 1
        else:
            self.accepted.append(rows)

    def report(self) -> str:
        """All of it as text."""
        lines = [
            f"ACCEPTED the answer of {with_answer.family}/{with_answer.variant} to "
            f"{with_prompt.family}/{with_prompt.variant}: {with_prompt.prompt!r}"
            for with_prompt, with_answer in self.accepted
        ]
        not_judged = self.not_judged.most_common(10)
        lines += [f"{count:>6} not judged: {reason}" for reason, count in not_judged]
        lines += [f"{count:>6} {reason}" for reason, count in self.refused.most_common(10)]
        lines.append(
            f"{self.refused.total():,} refused, {len(self.accepted)} accepted; "
            f"besides, {self.same} were one function written twice"
        )
        return "\n".join(lines)


def cross_wire(options: ExtractionOptions, number: int) -> int:
    """Judges `number` prompts with the answers of others; returns how many were not refused.

    Two rows that are one function written twice do not count.
    """
    pairs = matching_pairs(options)
    paths = paths_of(pairs, options.folder)

    def place(pair: Pair) -> tuple:
        return paths[pair.source_file], pair.variant, json.loads(pair.order)

    tasks = (
        (
            (with_prompt, with_answer),
            (judge_mismatch, (place(with_prompt), place(with_answer), with_answer.answer)),
        )
        for with_prompt, with_answer in mismatched_pairs(pairs, options.seed)
    )
    counts = MismatchCounts()
    with (
        start_workers(options.executor, options.jobs, options.device) as workers,
        progress(number, "prompt", "cross-wiring") as bar,
    ):
        for rows, verdict in workers.map(tasks):
            counts.add(rows, verdict)
            bar.update(counts.judged - bar.n)
            if counts.judged == number or counts.not_judged.total() > number:
                break
    print(counts.report())
    return number - counts.refused.total()
