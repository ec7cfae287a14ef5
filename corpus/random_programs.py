"""Prompts without answers: random PyTorch programs, as people write them, to evaluate a model and to learn
from.

    python -m corpus.random_programs --number 20000 --seed 1 --out prompts.jsonl --corpus training_data.csv

A program (corpus/program_writer.py) is kept if it traces to one region, if its values are finite, if
neither zeros nor a constant nor an answer that ignores its inputs would pass, if its prompt is new, and if
that belongs to no test split. All of it is a function of the seed, but for 50 programs wherever one of them
ends its process, as where memory is short, or takes too long: they are left out. A line of the result is
{"program", "prompt", "split"}."""

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import argparse
import contextlib
import hashlib
import itertools
import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import torch
from tqdm import tqdm

from corpus.journal import Journal
from corpus.pairs import load_pairs
from corpus.program_writer import write_program
from corpus.settings import JOURNALS
from corpus.splits import split_of
from corpus.workers import Workers
from python_to_triton import frontend, verification
from triton_ops.arguments import OneLineParser, existing, positive_integer
from triton_ops.code_hash import code_hash
from triton_ops.exit_codes import command_line
from triton_ops.files import CORES, check_writable, progress, replacing

PROMPT_JOURNALS = JOURNALS / "prompts"
BATCH = 50  # programs that a worker draws at once
MOST_LOST = 5  # batches one after another: then it is no program's fault

# ---- programs that make a prompt --------------------------------------------------------------------------


def is_finite(result: object) -> bool:
    """Whether all floating-point elements of a result are."""
    tensors = verification.tensors_in((result,))
    return all(bool(torch.isfinite(x).all()) for x in tensors if x.is_floating_point())


def prompt_of_program(program: str, briefly: bool = False) -> str:
    """The canonical prompt of a program. Raises ValueError, with the reason, where it makes none of use.

    briefly: of a program known to make one, in another dtype: on the fewest test cases, none of them large.
    """
    traced = frontend.trace(program)
    if len(frontend.regions(traced)) != 1:
        raise ValueError("more than one kernel's work")
    prompt = traced.text
    if split_of(prompt).startswith("test"):
        raise ValueError("kept for a test")
    graph = frontend.parse(prompt)
    with torch.no_grad():
        samples = [graph.sample(seed=number) for number in (0, 1)]
        if not all(is_finite(graph.run(*sample)) for sample in samples):
            raise ValueError("not finite")
    task = verification.prepare_reference(graph.run, samples, tied=True, briefly=briefly)
    if task.fault:
        raise ValueError(task.fault)
    return prompt


def prompts_between(seed: int, start: int, number: int) -> list[tuple[str, str]]:
    """[(program, prompt)] of the programs `start` to `start + number` of a seed that make a prompt."""
    found = []
    for place in range(start, start + number):
        program = write_program(f"{seed}/{place}")
        with contextlib.suppress(*frontend.SHAPE_ERRORS):  # of random programs some are no good, by design
            found.append((program, prompt_of_program(program)))
    return found


def random_prompts(seed: int, given: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Endlessly (program, canonical prompt), no prompt twice and none of `given`: a function of the seed."""
    seen = set(given)
    for start in itertools.count(0, BATCH):
        for program, prompt in prompts_between(seed, start, BATCH):
            if prompt not in seen:
                seen.add(prompt)
                yield program, prompt


# ---- many of them, by several processes -------------------------------------------------------------------


def draw_batch(context, seed: int, start: int) -> dict:
    """Task of a worker: one batch."""
    return {"prompts": prompts_between(seed, start, BATCH)}


def programs_version(seed: int) -> str:
    """Hash of all that the programs of a seed depend on."""
    code = code_hash("corpus", "python_to_triton.frontend", *verification.VERDICT_CODE)
    return hashlib.sha256("\0".join([code, str(seed), torch.__version__]).encode()).hexdigest()[:16]


def batches(seed: int, jobs: int, journals: Path) -> Iterator[list[tuple[str, str]]]:
    """Endlessly one batch after the other, first those that an earlier run, killed perhaps, has drawn.

    Raises RuntimeError where MOST_LOST batches one after another end their processes.
    """
    journal = Journal(journals / f"{programs_version(seed)}.jsonl")
    with contextlib.closing(journal):
        yield from list(journal.verdicts.values())
        first = BATCH * len(journal.verdicts)
        tasks = ((start, (draw_batch, (seed, start))) for start in itertools.count(first, BATCH))
        lost = 0
        with Workers(jobs, None) as workers:
            for start, result in workers.map(tasks):
                lost = lost + 1 if result.get("lost") else 0
                if lost == MOST_LOST:
                    raise RuntimeError(f"{lost} batches one after another: {result['reason']}")
                if lost:  # for want of memory, as a rule: a later run does not try again
                    tqdm.write(f"programs {start} to {start + BATCH - 1} are left out: {result['reason']}")
                elif "prompts" not in result:
                    raise RuntimeError(f"batch {start}: {result['reason']}")
                prompts = result.get("prompts", [])
                journal.add(str(start), prompts)
                yield prompts


def collect_prompts(number: int, seed: int, given: Collection[str], jobs: int, journals: Path) -> list[dict]:
    """`number` rows {program, prompt, split}: what `random_prompts(seed, given)` gives, drawn by `jobs`
    processes.
    """
    rows = []
    seen = set(given)
    with (
        progress(number, "prompt", "drawing") as bar,
        contextlib.closing(batches(seed, jobs, journals)) as source,
    ):
        while len(rows) < number:
            for program, prompt in next(source):
                if prompt not in seen:
                    seen.add(prompt)
                    rows.append({"program": program, "prompt": prompt, "split": split_of(prompt)})
            bar.update(min(len(rows), number) - bar.n)
    return rows[:number]


# ---- command line -----------------------------------------------------------------------------------------


@command_line("python -m corpus.random_programs")
def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code."""
    parser = OneLineParser(
        prog="python -m corpus.random_programs",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--number", type=positive_integer, default=20_000, metavar="N", help="prompts (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="draws the programs (%(default)s)")
    parser.add_argument(
        "--out", type=Path, default=Path("prompts.jsonl"), metavar="FILE", help="where they go (%(default)s)"
    )
    parser.add_argument(
        "--corpus", type=existing, metavar="CSV", help="leave out the prompts of this corpus (none)"
    )
    parser.add_argument(
        "--jobs", type=positive_integer, default=CORES, metavar="N", help="worker processes (%(default)s)"
    )
    options = parser.parse_args(arguments)
    check_writable(options.out)
    pairs = load_pairs(options.corpus) if options.corpus else []
    given = {text for pair in pairs for text in (pair.prompt, *json.loads(pair.alternates))}
    rows = collect_prompts(options.number, options.seed, given, options.jobs, PROMPT_JOURNALS)
    with replacing(options.out) as partial:
        partial.write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(f"{len(rows):,} prompts in {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
