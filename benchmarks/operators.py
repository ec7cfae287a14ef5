"""Walks PyTorch's own database of operators (OpInfo, and ModuleInfo for torch.nn) and says what is in Triton.

    python benchmarks/operators.py                        float32: every sample is traced, and classed
    python benchmarks/operators.py --dtypes float32 int64 bool complex64 float16 bfloat16 --page
    python benchmarks/operators.py --answer --minutes 25  asks the released weights, too

Nothing but tracing needs no model: operator_samples.py says what the statuses are, operator_bounds.py which
samples a kernel can do. With --answer the regions of randomly drawn operators are translated, each different
prompt once: the figure is that of a sample. The operators are a development set: what is missing there guides
what is written next.

Writes OUT/operators.jsonl (each operator as it ends; --resume goes on), operators.json (the record) and .md
(a row an operator), with --answer answers.jsonl; with --page also docs/operators.md.
"""

import argparse
import json
import random
import signal
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from operator_page import figures_of, markdown_rows, page, totals  # noqa: E402
from operator_processes import class_operators  # noqa: E402
from operator_samples import OperatorClass, OperatorTask, SampleClass, operator_names  # noqa: E402

from python_to_triton import inference, runtime  # noqa: E402
from python_to_triton.record import environment  # noqa: E402
from triton_ops import CORES, replacing  # noqa: E402
from triton_ops.arguments import OneLineParser, not_negative, not_negative_integer, positive_integer  # noqa: E402
from triton_ops.exit_codes import INTERRUPTED, command_line  # noqa: E402
from triton_ops.files import check_writable_folder, progress  # noqa: E402

DTYPES = ("float32", "int64", "bool", "complex64", "float16", "bfloat16")
PAGE = HERE.parent / "docs" / "operators.md"


def write(path: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    with replacing(path) as partial:
        partial.write_text(text)


# ---- the journal ---------------------------------------------------------------------------------


def settings_of(options: argparse.Namespace) -> dict:
    """What a class depends on besides the operator."""
    code = environment("python_to_triton", "triton_ops")["code"]
    return {"code": code, "seed": options.seed, "samples": options.samples, "backward": options.backward}


def journal_line(found: OperatorClass, settings: dict) -> str:
    """An operator's classes as a line of the journal."""
    return json.dumps({"settings": settings, "class": asdict(found)}) + "\n"


def read_classes(path: Path, settings: dict) -> list[OperatorClass]:
    """The classes in a journal that hold for this code and these settings."""
    found = []
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
        except ValueError:  # the run that wrote it was killed
            continue
        if row["settings"] == settings:
            fields = row["class"]
            fields["samples"] = tuple(
                SampleClass(**sample | {"prompts": tuple(sample["prompts"])}) for sample in fields["samples"]
            )
            found.append(OperatorClass(**fields | {"errors": tuple(fields["errors"])}))
    return found


# ---- classes -------------------------------------------------------------------------------------


def wanted(options: argparse.Namespace) -> list[tuple[str, str]]:
    """[(dtype, operator)] in the order of the dtypes.

    Raises:
        ValueError: no operator has a word of --only in its name.
    """
    names = [
        (dtype, name)
        for dtype in options.dtypes
        for name in operator_names(getattr(torch, dtype), modules=dtype == "float32")
        if not options.only or any(word in name for word in options.only)
    ]
    if not names:
        raise ValueError(f"no operator has {' or '.join(options.only)} in its name")
    if options.operators and options.operators < len(names):
        chosen = random.Random(options.seed).sample(names, options.operators)
        return sorted(chosen, key=names.index)
    return names


def class_all(options: argparse.Namespace, journal: Path) -> tuple[list[OperatorClass], bool]:
    """(the classes of every operator that is wanted, whether all of them are there)."""
    settings = settings_of(options)
    names = dict.fromkeys(wanted(options))
    known = [one for one in read_classes(journal, settings) if (one.dtype, one.operator) in names]
    known = known if options.resume else []
    for one in known:
        names.pop((one.dtype, one.operator), None)
    write(journal, "".join(journal_line(one, settings) for one in known))
    tasks = [
        OperatorTask(name, dtype, options.samples, options.backward, options.seed) for dtype, name in names
    ]
    with journal.open("a") as file, progress(len(tasks), "operator", "tracing") as bar:

        def on_end(found: OperatorClass) -> None:
            known.append(found)
            file.write(journal_line(found, settings))
            file.flush()
            bar.update()

        try:
            class_operators(tasks, options.jobs or CORES, on_end)
        except KeyboardInterrupt:
            return known, False
    return known, True


# ---- answers -------------------------------------------------------------------------------------


def prompts_of(found: Iterable[OperatorClass]) -> dict[str, None]:
    """The different prompts of some operators' translated samples, in order."""
    return dict.fromkeys(
        prompt
        for one in found
        for sample in one.counted
        if sample.status == "triton"
        for prompt in sample.prompts
    )


def in_random_order(found: Iterable[OperatorClass], seed: int) -> list[OperatorClass]:
    """The operators of float32 that have a prompt, shuffled."""
    chosen = [one for one in found if one.dtype == "float32" and prompts_of([one])]
    chosen.sort(key=lambda one: one.operator)
    random.Random(seed).shuffle(chosen)
    return chosen


def read_answers(path: Path, settings: dict) -> dict[str, dict]:
    """{prompt: what came of it} of a journal of answers by the same model."""
    rows = map(json.loads, path.read_text().splitlines() if path.exists() else ())
    return {row["prompt"]: row for row in rows if row["settings"] == settings}


def answer_one(translator: runtime.Translator, prompt: str, samples: int) -> dict:
    """Whether a candidate for a prompt passes, and why the first did not."""
    began = time.monotonic()
    region = runtime.RegionCandidates(prompt)
    if translator.why_too_long(prompt):
        return {"ok": False, "reason": "the prompt is too long", "seconds": 0.0}
    translator.answer([region], samples)
    ok = region.answer is not None
    reason = "" if ok else region.failure.reason
    return {"ok": ok, "reason": reason, "seconds": round(time.monotonic() - began, 1)}


def ask(found: list[OperatorClass], options: argparse.Namespace, journal: Path) -> dict[str, dict]:
    """{prompt: what came of it} of one random operator after the other, until --minutes are over."""
    ends = time.monotonic() + 60 * options.minutes if options.minutes else float("inf")
    model = inference.weights_hash(options.checkpoint or inference.RELEASE)
    settings = {"model": model, "candidates": options.candidates}
    answers = read_answers(journal, settings)
    translator = runtime.load_translator(options.checkpoint or inference.RELEASE, "cpu")
    order = in_random_order(found, options.seed)
    with journal.open("a") as file, progress(len(order), "operator", "asking") as bar:
        for one in order:
            for prompt in prompts_of([one]):
                if time.monotonic() > ends:
                    return answers
                if prompt not in answers:
                    answers[prompt] = answer_one(translator, prompt, options.candidates)
                    row = {"settings": settings, "prompt": prompt} | answers[prompt]
                    file.write(json.dumps(row) + "\n")
                    file.flush()
            bar.update()
    return answers


# ---- a run ---------------------------------------------------------------------------------------


def answered(found: list[OperatorClass], answers: dict[str, dict]) -> dict[str, int]:
    """What came of the prompts that were asked, and of the operators all of whose prompts were."""
    complete = [one for one in in_random_order(found, 0) if prompts_of([one]).keys() <= answers.keys()]
    right = [one for one in complete if all(answers[prompt]["ok"] for prompt in prompts_of([one]))]
    return {
        "prompts asked": len(answers),
        "prompts right": sum(row["ok"] for row in answers.values()),
        "operators asked": len(complete),
        "operators right": len(right),
    }


def run(options: argparse.Namespace) -> int:
    """Classes the samples, asks for answers, writes the files; the exit code."""
    check_writable_folder(options.out)
    found, complete = class_all(options, options.out / "operators.jsonl")
    figures = sorted(map(figures_of, found), key=lambda one: (DTYPES.index(one.dtype), one.operator))
    record = {"settings": settings_of(options)} | environment("python_to_triton", "triton_ops")
    if options.answer and complete:
        journal = options.out / "answers.jsonl"
        try:
            answers = ask(found, options, journal)
        except KeyboardInterrupt:
            complete = False
        else:
            record["answers"] = answered(found, answers) | {
                "candidates": options.candidates,
                "model": inference.weights_hash(options.checkpoint or inference.RELEASE),
            }
    record["operators"] = [asdict(one) for one in figures]
    write(options.out / "operators.json", json.dumps(record, indent=0))
    write(options.out / "operators.md", markdown_rows(figures))
    if options.page:
        write(PAGE, page(figures, record))
    print(totals(figures))
    print(json.dumps(record.get("answers", {})))
    print(f"{options.out / 'operators.md'} written")
    return 0 if complete else INTERRUPTED


def options_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add(
        "--dtypes",
        nargs="+",
        choices=DTYPES,
        default=["float32"],
        metavar="DTYPE",
        help="of the samples (%(default)s)",
    )
    add("--operators", type=positive_integer, metavar="N", help="only N, drawn by --seed (default: all)")
    add("--only", nargs="+", default=(), metavar="WORD", help="only operators with one of these in the name")
    add(
        "--samples",
        type=positive_integer,
        default=12,
        metavar="N",
        help="of an operator, at most (%(default)s)",
    )
    add(
        "--backward",
        type=not_negative_integer,
        default=2,
        metavar="N",
        help="of them whose gradients are traced (%(default)s)",
    )
    add("--seed", type=int, default=0, help="draws samples and operators (%(default)s)")
    add("--jobs", type=positive_integer, metavar="N", help="processes; default: one for each core")
    add("--resume", action="store_true", help="keep what an earlier run with the same code has classed")
    add("--answer", action="store_true", help="ask the released weights for the prompts of random operators")
    add(
        "--candidates",
        type=positive_integer,
        default=3,
        metavar="N",
        help="of a prompt, at most (%(default)s)",
    )
    add("--checkpoint", type=Path, help="weights that answer; default: the released ones")
    add(
        "--minutes",
        type=not_negative,
        default=0,
        metavar="M",
        help="ask nothing more after that (default: no limit)",
    )
    out = HERE.parent / "runs" / "operators"
    add("--out", type=Path, default=out, metavar="DIR", help="where the record goes (%(default)s)")
    add("--page", action="store_true", help="write docs/operators.md")
    return parser


@command_line()
def main() -> int:
    """Exit code 0: done; 2: the user can mend it; 130: interrupted, and --resume goes on."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill keeps what is done
    return run(options_parser().parse_args())


if __name__ == "__main__":
    raise SystemExit(main())
