"""checks."""

import contextlib
import hashlib
import itertools
import json
import random
import re
import textwrap
from collections import Counter

import triton_ops
from corpus.extraction import chosen, paths_of
from corpus.journal import Journal
from corpus.order import water_fill
from corpus.settings import COMPILE_SECONDS, TARGETS
from corpus.tasks import compile_row, judge_crossed, judge_row, structures
from corpus.validation import machine
from corpus.workers import Workers
from python_to_triton import verification
from triton_ops.code_hash import code_hash


def drawn_evenly(pairs, number, seed):
    """`number` of `pairs`, the same from every family as far as they go, in random order."""
    rng, families = random.Random(seed), {}
    for pair in pairs:
        families.setdefault(pair.family, []).append(pair)
    shares = water_fill({family: len(rows) for family, rows in families.items()}, number)
    drawn = [pair for family, share in sorted(shares.items()) for pair in rng.sample(families[family], share)]
    return rng.sample(drawn, len(drawn))


def judged_again(pairs, paths, workers):
    """(pair, verdict) of every pair; where only the clock refused, perhaps a busy machine's fault, that of
    a second try.
    """

    def tasks(pairs):
        return (
            (
                pair,
                (
                    judge_row,
                    (
                        paths[pair.source_file],
                        pair.variant,
                        pair.python_function,
                        pair.answer,
                        json.loads(pair.order),
                    ),
                ),
            )
            for pair in pairs
        )

    lost = []
    for pair, verdict in workers.map(tasks(pairs)):
        if "lost" in verdict:
            lost.append(pair)
        else:
            yield pair, verdict
    yield from workers.map(tasks(lost))


def check_table(results):
    """What became of the rows of every family: [(pair, verdict)] as text."""
    families = {}
    for pair, verdict in results:
        families.setdefault(pair.family, []).append(verdict)
    lines = [f"{'family':24} {'rows':>6} {'right':>6}  error of what is allowed, at worst"]
    for family, verdicts in sorted(families.items()):
        right = [verdict for verdict in verdicts if not verdict["reason"]]
        worst = max(
            (verdict["error"] / verdict["tolerance"] for verdict in right if verdict["tolerance"]),
            default=0.0,
        )
        lines.append(f"{family:24} {len(verdicts):>6,} {len(right):>6,}  {worst:.0%}")
    return "\n".join(lines)


def check(options, number):
    """Judges rows of the corpus again on `options.device`, evenly over the families; returns the share that
    is right.
    """
    pairs = drawn_evenly(chosen(options), number, options.seed)
    results, missed = [], []
    with (
        Workers(options.jobs, options.device) as workers,
        triton_ops.progress(len(pairs), "row", "checking") as bar,
    ):
        for pair, verdict in judged_again(pairs, paths_of(pairs, options.folder), workers):
            results.append((pair, verdict))
            if verdict["reason"]:
                missed.append((pair, verdict))
                bar.write(
                    f"MISSED {pair.family}/{pair.variant}: {verdict['reason']}\n{textwrap.indent(pair.prompt, '    ')}"
                )
            bar.update()
            bar.set_postfix(missed=len(missed), refresh=False)
    assert len(results) == len(pairs), f"{len(results)} of {len(pairs)} rows came back"
    print(check_table(results))
    right = 1 - len(missed) / len(results)
    print(
        f"{len(results) - len(missed):,} of {len(results):,} rows are right on {options.device}: {right:.2%}"
    )
    return right


def representatives(pairs, workers):
    """{structure of the kernels and dtypes of the arguments: the first pair of that kind}."""
    found, batches = {}, [pairs[start : start + 50] for start in range(0, len(pairs), 50)]
    tasks = ((batch, (structures, ([pair.answer for pair in batch],))) for batch in batches)
    for batch, keys in workers.map(tasks):
        for pair, key in zip(batch, keys, strict=True):
            dtypes = re.findall(r": (\w+)\[", pair.prompt.partition("\n")[0])
            found.setdefault(" ".join([key, *dtypes]), pair)
    return found


def compile_version():
    """Hash of all that a compilation depends on, the answer aside."""
    text = "\0".join([code_hash(*verification.VERDICT_CODE), machine()["triton"], *TARGETS])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def compile_corpus(options):
    """Compiles one answer of every kernel structure in the corpus for all TARGETS, GPU or not; returns how
    many failed.
    """
    pairs = chosen(options)
    paths = paths_of(pairs, options.folder)
    journal = Journal(options.journals / "compiled" / f"{compile_version()}.jsonl")
    with contextlib.closing(journal), Workers(options.jobs, None, seconds=COMPILE_SECONDS) as workers:
        kinds = representatives(pairs, workers)
        print(
            f"{len(kinds):,} structures in {len(pairs):,} answers, {sum(key in journal.verdicts for key in kinds):,} of them known"
        )
        tasks = [
            (
                (key, pair),
                (compile_row, (paths[pair.source_file], pair.variant, pair.answer, json.loads(pair.order))),
            )
            for key, pair in kinds.items()
            if key not in journal.verdicts
        ]
        results = {key: journal.verdicts[key] for key in kinds if key in journal.verdicts}
        with triton_ops.progress(len(tasks), "structure", "compiling") as bar:
            for (key, _), result in workers.map(tasks):
                results[key] = result
                if "lost" not in result:
                    journal.add(key, result)
                bar.update()
    failed = {key: result for key, result in results.items() if result.get("failures") or "reason" in result}
    for key, result in failed.items():
        for kernel, target, reason in result.get("failures") or [["", "", result["reason"]]]:
            print(f"FAILED {kinds[key].family}/{kinds[key].variant} {kernel} {target}: {reason}")
    launches, spilled = (
        sum(result.get(what, 0) for result in results.values()) for what in ("launches", "spilled")
    )
    print(
        f"{len(results):,} structures, {launches:,} launches compiled for {' and '.join(TARGETS)}, "
        f"{spilled:,} spill registers, {len(failed):,} structures failed"
    )
    return len(failed)


def crossed(pairs, seed):
    """Endlessly, two different pairs whose prompts take the same arguments, every other time of one family
    if they can.
    """
    rng, alike = random.Random(seed), {}
    for pair in pairs:
        alike.setdefault(pair.prompt.partition("\n")[0], []).append(pair)
    alike = {head: group for head, group in alike.items() if len(group) > 1}
    if not alike:
        raise ValueError("no two prompts take the same arguments: nothing to cross")
    everything = [pair for group in alike.values() for pair in group]
    siblings = {}
    for pair in everything:
        siblings.setdefault((pair.prompt.partition("\n")[0], pair.family), []).append(pair)
    for turn in itertools.count():
        asked = rng.choice(everything)
        head = asked.prompt.partition("\n")[0]
        family = siblings[head, asked.family]
        answered = rng.choice(family if turn % 2 and len(family) > 1 else alike[head])
        if answered is not asked:
            yield asked, answered


def cross_wire(options, number):
    """Judges `number` prompts with the answers of others; returns how many were not refused.

    Two pairs that are one function written twice do not count.
    """
    pairs = chosen(options)
    paths = paths_of(pairs, options.folder)

    def place(pair):
        return paths[pair.source_file], pair.variant, json.loads(pair.order)

    tasks = (
        ((asked, answered), (judge_crossed, (place(asked), place(answered), answered.answer)))
        for asked, answered in crossed(pairs, options.seed)
    )
    refused, same, broken, accepted = Counter(), 0, Counter(), []
    with (
        Workers(options.jobs, options.device) as workers,
        triton_ops.progress(number, "couple", "cross-wiring") as bar,
    ):
        for couple, verdict in workers.map(tasks):
            if "same" not in verdict:  # it was never judged
                broken[verdict["reason"]] += 1
            elif verdict["reason"]:
                refused[re.sub(r"[\d.]+(e[-+]?\d+)?", "#", verdict["reason"])[:90]] += 1
            elif verdict["same"]:
                same += 1
            else:
                accepted.append(couple)
            bar.update(refused.total() + len(accepted) - bar.n)
            if refused.total() + len(accepted) == number or broken.total() > number:
                break
    for asked, answered in accepted:
        print(
            f"ACCEPTED the answer of {answered.family}/{answered.variant} to {asked.family}/{asked.variant}: {asked.prompt!r}"
        )
    print("\n".join(f"{count:>6} not judged: {reason}" for reason, count in broken.most_common(10)))
    print("\n".join(f"{count:>6} {reason}" for reason, count in refused.most_common(10)))
    print(
        f"{refused.total():,} refused, {len(accepted)} accepted; besides, {same} were one function written twice"
    )
    return number - refused.total()
