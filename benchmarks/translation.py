"""An honest evaluation of a translator: tasks by somebody who never saw its corpus, and both tests of that corpus.

    python benchmarks/translation.py --checkpoint weights --device cpu --samples 20
    python benchmarks/translation.py --resume               goes on with what is there: same model, same files

Writes results/translation-MODELHASH-DEVICE.json, .md and .png; Ctrl-C keeps what is done. llm.py translates and judges.
A sample of a task passes if its answers to all regions do. pass@k is estimated from the N samples of a task; "best of N" is
what `llm.py --translate` calls verified. Without --temperature the samples are that command's, one greedy ("first") and the
others at rising temperature; with it all are drawn at T, as the estimator assumes. What cannot be traced or is too long has
failed in all samples. A task one of whose regions the training split asks, letter for letter, is not in the headline.
"""
import argparse
import ast
import collections
import contextlib
import dataclasses
import hashlib
import itertools
import json
import os
import random
import signal
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import torch
from tqdm import tqdm

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import llm  # noqa: E402  (found through the line above)
from llm import pass_at  # noqa: E402

TESTS = ("test_parameters", "test_combinations")
GROUP = {"cpu": 16, "cuda": llm.GROUP}   # tasks answered side by side: what a killed run loses


@dataclasses.dataclass(frozen=True)
class Row:
    """A task, and what became of it."""
    suite: str                        # "tasks", or a split of the corpus
    family: str
    name: str
    hash: str                         # of the file, or of the question
    source: str = ""                  # path of the file, or the question; not stored
    form: str = "untraced"            # module, function or statements; question in the corpus
    questions: tuple = ()             # of its regions; none where it was not traced
    seen: int = 0                     # of them, how many the training split asks
    reason: str = ""                  # why it is not verified
    verdicts: tuple = ()              # a sample: whether all of its regions passed
    parsed: int = 0                   # samples that are Python
    verified: bool = False
    compiles: str | None = None       # "" if for sm_80 and sm_90, else why not; None where nothing was verified
    torch_ms: float | None = None     # at the file's own sizes, on a GPU: eager PyTorch,
    compile_ms: float | None = None   # torch.compile,
    triton_ms: float | None = None    # the answer
    seconds: float = 0.0
    key = property(lambda row: (row.suite, row.name, row.hash))


def tasks_below(folder):
    """The Rows to be of every file below a folder, a family a folder. Raises ValueError where there is no file."""
    files = llm.python_files(sorted(folder.rglob("*.py")) or [folder])
    return [Row("tasks", path.parent.name, path.stem, llm.file_hash(path), str(path)) for path in files]


def draw(pairs, split, count, seed=0):
    """`count` pairs of a split, in random order, spread evenly over its families: a second of one after a first of each."""
    drawn, turns = [pair for pair in pairs if pair.split == split], collections.defaultdict(itertools.count)
    random.Random(seed).shuffle(drawn)
    return sorted(drawn, key=lambda pair: next(turns[pair.family]))[:count]


def corpus_tasks(pairs, count):
    """The Rows to be of both tests of the corpus, `count` each."""
    return [Row(split, pair.family, pair.op, hashlib.sha256(pair.question.encode()).hexdigest()[:16], pair.question, "question", (pair.question,))
            for split in TESTS for pair in draw(pairs, split, count)]


def training_questions(pairs):
    """Every question that the training split of the corpus asks, in any of its spellings."""
    return {text for pair in pairs if pair.split == "train" for text in (pair.question, *json.loads(pair.alternates))}


def parses(source):
    """Whether a sample is Python."""
    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):   # ValueError: a null byte
        ast.parse(source)
        return True
    return False


def examine_files(translator, rows, samples):
    """The rows of files, with what became of them; every sample is judged."""
    done, fields = [], {"reason", "verified", "compiles", "torch_ms", "compile_ms", "triton_ms", "seconds"}
    with tempfile.TemporaryDirectory() as out:
        reports, translations = llm.translate_group(translator, [Path(row.source) for row in rows], Path(out), samples, True)
        for row, report in zip(rows, reports):
            if translation := translations.get(Path(row.source)):   # none where it cannot be traced: the report says why
                row = dataclasses.replace(row, form=translation.graph.source.kind, questions=tuple(part.question for part in translation.parts))
            parsed = sum(parses(path.read_text()) for path in Path(out, row.name).glob("sample_*.py"))
            found = {name: item for name, item in dataclasses.asdict(report).items() if name in fields}
            done.append(dataclasses.replace(row, verdicts=report.sample_verdicts or (False,) * samples, parsed=parsed, **found))
    return done


def examine_questions(translator, rows, samples):
    """The rows of questions, asked as they stand, with what became of them."""
    began, parts, too_long = time.perf_counter(), [llm.Part(row.source) for row in rows], {}
    for part in parts:
        try:
            translator.check_length(part)
        except ValueError as error:
            too_long[part] = str(error)
    translator.answer([part for part in parts if part not in too_long], samples, everything=True)
    compiled = {part: translator.judges.submit(part.question, part.answer.source, llm.compile_answer) for part in parts if part.answer}
    return [dataclasses.replace(
        row, reason="" if part.answer else too_long.get(part) or part.candidates[0].verdict.reason, verified=part.answer is not None,
        verdicts=tuple(candidate.verdict.ok for candidate in part.candidates) or (False,) * samples,
        compiles=compiled[part].result() if part in compiled else None,
        parsed=sum(parses(candidate.source) for candidate in part.candidates), seconds=(time.perf_counter() - began) / len(rows),
    ) for row, part in zip(rows, parts)]


def evaluate(translator, tasks, done, samples, group, save):
    """Adds what became of `tasks` to `done` ({key: Row}), `group` at a time, and calls `save()` after each group."""
    left = [row for row in tasks if row.key not in done]
    with tqdm(total=len(tasks), initial=len(tasks) - len(left), unit="task", desc="evaluating", dynamic_ncols=True) as bar:
        for suite, rows in itertools.groupby(left, key=lambda row: row.suite):
            rows, examine = list(rows), examine_files if suite == "tasks" else examine_questions
            for start in range(0, len(rows), group):
                found = examine(translator, rows[start:start + group], samples)
                done.update((row.key, row) for row in found)
                save()
                bar.update(len(found))


def mean(values, unit=100):
    """Of numbers, or the share of truths in percent; None where there are none."""
    values = list(values)
    return unit * sum(values) / len(values) if values else None


def figures(rows, samples):
    """{column: figure} of some rows: percentages, two counts, seconds; None where there is nothing to take it of."""
    timed = [row for row in rows if row.triton_ms is not None]
    return {
        "tasks": len(rows), "traced": mean(bool(row.questions) for row in rows), "parses": mean(row.parsed / samples for row in rows),
        "compiles": mean(row.compiles == "" for row in rows if row.compiles is not None), "first": mean(row.verdicts[0] for row in rows),
        **{f"pass@{k}": mean(pass_at(k, row.verdicts) for row in rows) for k in (1, 10) if k <= samples},
        f"best of {samples}": mean(row.verified for row in rows), "timed": len(timed),
        "> eager": mean(row.triton_ms < row.torch_ms for row in timed if row.torch_ms is not None),
        "> compile": mean(row.triton_ms < row.compile_ms for row in timed if row.compile_ms is not None),
        "s/task": mean((row.seconds for row in rows), unit=1),
    }


def grouped(rows, field):
    """{value of a field: its rows}, sorted."""
    return {value: [row for row in rows if getattr(row, field) == value] for value in sorted({getattr(row, field) for row in rows})}


def parts_of(rows):
    """{label: rows}: the headline, what it leaves out, all tasks, and both tests of the corpus."""
    tasks = [row for row in rows if row.suite == "tasks"]
    return {"headline": [row for row in tasks if not row.seen],
            "some regions trained on": [row for row in tasks if 0 < row.seen < len(row.questions)],
            "all regions trained on": [row for row in tasks if 0 < row.seen == len(row.questions)],
            "all tasks": tasks, **{test: [row for row in rows if row.suite == test] for test in TESTS}}


def table(groups, samples):
    """A Markdown table of {label: rows}."""
    columns = list(figures([], samples))
    lines = [["", *columns], ["---"] + ["---:"] * len(columns)]
    for label, rows in groups.items():
        lines.append([label, *("-" if figure is None else f"{round(figure, 1):g}" for figure in figures(rows, samples).values())])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write_up(record, rows):
    """The evaluation as Markdown."""
    parts = parts_of(rows)
    headline, tasks = parts["headline"], parts["all tasks"]
    excluded = [f"- {row.family}/{row.name}: {row.seen} of {len(row.questions)}" for row in tasks if row.seen]
    tables = {"Summary": parts, "Headline by family": grouped(headline, "family"), "Headline by form": grouped(headline, "form"),
              "All tasks by family": grouped(tasks, "family")}
    return "\n".join([
        "# Evaluation of the translator", "", *(f"- {name}: {value}" for name, value in record.items()), "",
        f"In percent; `compiles` of verified answers, `> eager` and `> compile` (faster than) of timed ones. {len(excluded)} of",
        f"{len(tasks)} tasks have a region that the training split asks letter for letter: listed at the end, not in the headline.", "",
        *(line for title, found in tables.items() for line in (f"## {title}", "", table(found, record["samples"]), "")),
        "## Tasks without a verified answer", "", *(f"- {row.family}/{row.name}: {row.reason}" for row in tasks if not row.verified), "",
        "## Tasks that the training split asks, in how many of their regions", "", *excluded, ""])


def draw_chart(record, rows, path):
    """Bars for the headline, each of its families, and both tests of the corpus, as a PNG."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    parts = parts_of(rows)
    groups = {"headline": parts["headline"]} | grouped(parts["headline"], "family") | {test: parts[test] for test in TESTS}
    shown = {f"{label} ({len(found)})": figures(found, record["samples"]) for label, found in groups.items() if found}
    chart, axes = plt.subplots(figsize=(2 + 0.7 * len(shown), 4.5), layout="constrained")
    for place, column in enumerate(name for name in figures([], record["samples"]) if name.startswith(("pass@", "best"))):
        axes.bar([i + 0.27 * (place - 1) for i in range(len(shown))], [found[column] for found in shown.values()], 0.27, label=column)
    axes.set_xticks(range(len(shown)), shown, rotation=40, ha="right")
    axes.set(ylabel="tasks (%)", ylim=(0, 105), title=f"model {record['model']}, {record['device']}, {record['date'][:10]}")
    chart.legend(ncols=3, loc="outside lower right")
    with llm.replacing(path) as partial:
        chart.savefig(partial, format="png", dpi=120)
    plt.close(chart)


def known_rows(path, settings):
    """{key: Row} of an earlier run; ValueError where its settings were others, since the figures would not add up."""
    record = json.loads(path.read_text())
    if any(record[name] != value for name, value in settings.items()):
        raise ValueError(f"{path} was made with other settings than {settings}: give the same, or leave out --resume")
    return {row.key: row for row in (Row(**found) for found in record["rows"])}


def write(path, text):
    with llm.replacing(path) as partial:
        partial.write_text(text)


def run(options):
    """Evaluates and writes the three files; the exit code."""
    from extract_training_data import load_pairs
    if not options.corpus.exists():
        raise ValueError(f"what is unseen is not known without the corpus, and there is none at {options.corpus}")
    device = llm.device_of(options.device or "auto").type
    judges = llm.judges_beside(torch.device(device))
    translator = llm.load_translator(options.checkpoint, device, temperature=options.temperature, judges=judges)
    model = llm.model_hash(options.checkpoint)
    settings = {"model": model, "samples": options.samples, "temperature": options.temperature}
    record = settings | {"corpus": llm.file_hash(options.corpus), "triton": version("triton")} | llm.environment()
    pairs, path = load_pairs(options.corpus), options.out / f"translation-{model}-{device}.json"
    tasks, trained = tasks_below(options.tasks) + corpus_tasks(pairs, options.rows), training_questions(pairs)
    done = known_rows(path, settings) if options.resume and path.exists() else {}

    def save():
        rows = [done[row.key] for row in tasks if row.key in done]
        rows = [dataclasses.replace(row, source="", seen=sum(question in trained for question in row.questions)) for row in rows]
        write(path, json.dumps(record | {"rows": list(map(dataclasses.asdict, rows))}, indent=1))
        return rows

    try:
        evaluate(translator, tasks, done, options.samples, GROUP[device], save)
    except KeyboardInterrupt:
        print("stopped; --resume goes on")
    finally:
        judges.close()
    rows = save()
    record["evaluated"] = f"{len(rows)} of {len(tasks)}"
    write(path.with_suffix(".md"), write_up(record, rows))
    draw_chart(record, rows, path.with_suffix(".png"))
    print(f"{table(parts_of(rows), options.samples)}\n{path.with_suffix('.md')} written")
    return 0 if len(rows) == len(tasks) else 130


def main():
    """Exit code 0: done; 2: the user can mend it; 130: interrupted."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--checkpoint", type=Path, default=llm.TrainConfig.checkpoint, help="a checkpoint, or a folder of weights (%(default)s)")
    parser.add_argument("--tasks", type=Path, default=HERE / "tasks", metavar="DIR")
    parser.add_argument("--samples", type=int, default=20, metavar="N")
    parser.add_argument("--temperature", type=float, metavar="T", help="draw all samples at T")
    parser.add_argument("--device", choices=GROUP, help="default: cuda where there is a GPU")
    parser.add_argument("--out", type=Path, default=HERE / "results", metavar="DIR")
    parser.add_argument("--corpus", type=Path, default=HERE.parent / "training_data.csv", metavar="CSV")
    parser.add_argument("--rows", type=int, default=200, metavar="N", help="of each test of the corpus (%(default)s)")
    parser.add_argument("--resume", action="store_true", help="go on with the results that are there")
    options = parser.parse_args()
    if options.device == "cpu" and torch.cuda.is_available():   # whether Triton interprets is settled when it is imported
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"CUDA_VISIBLE_DEVICES": ""})
    try:
        return run(options)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)   # a polite kill keeps what is done, as Ctrl-C does
    raise SystemExit(main())
