"""An honest evaluation of a translator: tasks by somebody who never saw its corpus, and both tests of that corpus.

    python benchmarks/translation.py --checkpoint weights --device cpu --samples 20
    python benchmarks/translation.py --resume               goes on with what is there: same model, same settings
    python benchmarks/translation.py --tasks benchmarks/composed --programs prompts.jsonl    random programs of prompts.py too

Stages, in order of worth; --minutes ends the run wherever it is, and a stage that did not end gives no figure:
    greedy    pass@1: the first answer that is run, to every region of every task and to every prompt of the corpus drawn
    bare      the same of what the model writes greedily, where its text showed that it cannot be right and another was run (proofreading.py)
    samples   best of N: up to N - 1 more, at rising temperature, for the regions that failed
    pieces    the same, of those that still failed, with usual numbers for rare ones, and for smaller pieces
    sizes     where the judge is a GPU: the verified answers of all tasks at the tasks' own sizes
    time      with --time M: M of them beside eager PyTorch and torch.compile
    compile   every verified answer, for sm_80 and sm_90
    estimate  with --estimate M: M answers to everything, all drawn at --temperature: pass@1 and pass@10 without bias (Chen et al. 2021)
A task is verified if every region is and so are all of them stitched together; a sample of a task (in `estimate` alone) if its
answers to all regions are. What cannot be traced or is too long has failed. The headline are the tasks of which the training split
asks no region, letter for letter.
Writes OUT/translation-MODELHASH-DEVICE.json and .md after each stage, .png (and .state.json, for --resume) at the end. Ctrl-C keeps what is done.
"""

import argparse
import ast
import collections
import contextlib
import copy
import dataclasses
import functools
import itertools
import json
import random
import signal
import sys
import time
from importlib.metadata import version
from concurrent.futures import Future
from pathlib import Path

import torch
from tqdm import tqdm

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from llm import pass_at  # noqa: E402
from python_to_triton import codegen, runtime, verification  # noqa: E402
import triton_ops
import llm
from python_to_triton import inference

TESTS = ("test_parameters", "test_combinations")


@dataclasses.dataclass(frozen=True)
class Row:
    """A task, a region of one, or a prompt of the corpus, and what became of it."""

    suite: str  # "tasks", "regions" (of the tasks), "programs", or a split of the corpus
    family: str
    name: str
    form: str = "prompt"  # module, function, statements; untraced
    prompts: tuple = ()  # of its regions; none where it cannot be traced
    text: str = ""  # of the file; not stored
    obstacle: str = ""  # why it cannot be asked
    seen: int = 0  # regions that the training split asks
    verified: dict = dataclasses.field(default_factory=dict)  # greedy, bare, samples, pieces -> whether it is
    reason: str = ""  # why not, in the last of them
    parses: bool = False  # its first answers
    compiles: str | None = None  # "" if for sm_80 and sm_90, else why not; None where nothing was verified
    draws: tuple = ()  # a draw of the estimate: whether all of its regions passed
    proof: dict = dataclasses.field(
        default_factory=dict
    )  # of measure.prove: ok, reason; torch_ms, compile_ms, triton_ms


class OutOfTime(KeyboardInterrupt):
    """--minutes are over."""


def out_of_time(number, frame):
    raise OutOfTime


def outcome(future, otherwise):
    """What a judge's call gave; `otherwise(reason)` where it died of it."""
    try:
        return future.result()
    except ValueError as error:
        return otherwise(str(error))


# ---- what is asked ---------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=None)
def traced(text):
    """llm.traced without the file's own inputs and parameters, which may be large; in a judge each file once."""
    translation = runtime.traced(text)
    translation.form, translation.graph.source = translation.graph.source.kind, None
    return translation


def trace(text, _):
    """(form, prompts of the regions, why there are none) of a file; a judge's call."""
    try:
        return traced(text).form, tuple(part.prompt for part in traced(text).parts), ""
    except ValueError as error:
        return "untraced", (), str(error)


def stitched(text, answers):
    """(prompt, answer) of the whole file; `answers`: a JSON list."""
    whole = traced(text).graph
    return whole.text, codegen.stitch(whole, json.loads(answers))


def judge_whole(judge, text, answers):
    """The verdict on a file's answers, stitched together; a judge's call."""
    return judge(*stitched(text, answers))


def compile_whole(text, answers):
    return runtime.compile_answer(*stitched(text, answers))


def prove_whole(text, answers, timed=False):
    """What measure.prove says of a file's answers, stitched together, at the file's own sizes; None where it names none."""
    whole = traced(text)
    if not whole.sizes:
        return None
    prompt, answer = stitched(text, answers)
    origins = [argument.origin for argument in whole.graph.arguments]
    found = runtime.proof(prompt, whole.sizes, answer, program=text, timed=timed, origins=origins)
    return {name: found.get(name) for name in ("ok", "reason", "torch_ms", "compile_ms", "triton_ms")}


def begin_traces(judges, folder, every=1):
    """{file: Future of its trace} of every file below a folder, or of each `every`-th. Raises ValueError where there is none."""
    files = list(runtime.python_files(sorted(folder.rglob("*.py")) or [folder]))[::every]
    return {path: judges.submit(path.read_text(), "", trace) for path in files}


def task_rows(traces):
    """The Rows to be of files, a family a folder, and of their regions."""
    found = {
        path: outcome(future, lambda reason: ("untraced", (), reason)) for path, future in traces.items()
    }
    tasks = [
        Row("tasks", path.parent.name, path.stem, form, prompts, path.read_text(), obstacle)
        for path, (form, prompts, obstacle) in found.items()
    ]
    return tasks + [
        Row("regions", row.family, f"{row.name}/{i}", row.form, (prompt,))
        for row in tasks
        for i, prompt in enumerate(row.prompts)
    ]


def program_rows(path):
    """The Rows to be of a file that prompts.py wrote. Raises ValueError where it is none."""
    try:
        return [
            Row("programs", "random", f"program {i}", prompts=(json.loads(line)["prompt"],))
            for i, line in enumerate(path.open())
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(
            f"{path} is no file that prompts.py --out wrote: {inference.one_line(error)}"
        ) from error


def spread(items, count, family, seed=0):
    """`count` of some items, in random order, evenly over their families: a second of one after a first of each."""
    drawn, turns = list(items), collections.defaultdict(itertools.count)
    random.Random(seed).shuffle(drawn)
    return sorted(drawn, key=lambda item: next(turns[family(item)]))[:count]


def corpus(path, count):
    """(Rows to be of both tests of a corpus, `count` each; every prompt of its training split in any spelling)."""
    import pandas

    if not path.exists():
        raise ValueError(
            f"what is unseen is not known without the corpus, and there is none at {path}: name it with --data"
        )
    pairs = list(
        pandas.read_csv(
            path, keep_default_na=False, usecols=["family", "op", "prompt", "alternates", "split"]
        ).itertuples()
    )
    trained = {
        text
        for pair in pairs
        if pair.split == "train"
        for text in (pair.prompt, *json.loads(pair.alternates))
    }
    return [
        Row(test, pair.family, pair.op, prompts=(pair.prompt,))
        for test in TESTS
        for pair in spread((pair for pair in pairs if pair.split == test), count, lambda pair: pair.family)
    ], trained


def parses(source):
    """Whether a sample is Python."""
    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # ValueError: a null byte
        ast.parse(source)
        return True
    return False


# ---- the stages ------------------------------------------------------------------------------------------------------


class Evaluation:
    """Rows, the answers to their prompts (each asked once, however many rows have it), and the stages that fill the rows in."""

    def __init__(self, translator, rows, samples, draws=0, temperature=0.7, timed=0, on_gpu=False):
        self.translator, self.samples, self.draws, self.temperature, self.timed, self.on_gpu = (
            translator,
            samples,
            draws,
            temperature,
            timed,
            on_gpu,
        )
        self.judge_whole = functools.partial(judge_whole, translator.judges.judge)
        self.parts, too_long = (
            {prompt: runtime.Part(prompt) for row in rows for prompt in row.prompts},
            {},
        )
        for prompt, part in self.parts.items():
            try:
                translator.check_length(part)
            except ValueError as error:
                too_long[prompt] = str(error)
        self.rows = [
            dataclasses.replace(
                row, obstacle=row.obstacle or next(filter(None, map(too_long.get, row.prompts)), "")
            )
            for row in rows
        ]
        self.parts = {prompt: part for prompt, part in self.parts.items() if prompt not in too_long}
        self.drawn = {prompt: runtime.Part(prompt) for prompt in self.parts}  # for the estimate
        self.answers, self.seconds = (
            {},
            {},
        )  # place of a row -> the sources that it is verified with; stage that ended -> what it took

    @property
    def stages(self):
        """{name: method}, in order."""
        wanted = {
            "greedy": True,
            "bare": True,
            "samples": True,
            "pieces": True,
            "sizes": self.on_gpu,
            "time": self.timed,
            "compile": True,
            "estimate": self.draws,
        }
        return {name: getattr(self, f"do_{name}") for name, asked in wanted.items() if asked}

    @property
    def unfinished(self):
        return [name for name in self.stages if name not in self.seconds]

    def complete(self, save):
        """The stages one after the other, `save()` after each."""
        for name, stage in self.stages.items():
            began = time.perf_counter()
            with tqdm(unit="answer", desc=name, dynamic_ncols=True, mininterval=1) as bar:
                stage(lambda candidate=None: bar.update())
            self.seconds[name] = round(time.perf_counter() - began, 1)
            save()

    def conclude(self, stage, chosen):
        """Gives every row the verdict on `chosen(part)`, a Candidate, of its parts; several that passed are judged as a whole."""
        verdicts, answers = {}, {}
        for place, row in enumerate(self.rows):
            candidates = [] if row.obstacle else [chosen(self.parts[prompt]) for prompt in row.prompts]
            failed = next((candidate.verdict for candidate in candidates if not candidate.verdict.ok), None)
            answers[place] = [candidate.source for candidate in candidates]
            if row.obstacle or failed or len(candidates) == 1:
                verdicts[place] = Future()
                verdicts[place].set_result(
                    runtime.not_judged(row.obstacle) if row.obstacle else failed or candidates[0].verdict
                )
            else:
                verdicts[place] = self.translator.judges.submit(
                    row.text, json.dumps(answers[place]), self.judge_whole
                )
        verdicts = {place: outcome(verdict, runtime.not_judged) for place, verdict in verdicts.items()}
        self.answers = {place: answers[place] for place, verdict in verdicts.items() if verdict.ok}
        self.rows = [
            dataclasses.replace(
                row, verified=row.verified | {stage: verdicts[place].ok}, reason=verdicts[place].reason
            )
            for place, row in enumerate(self.rows)
        ]

    def do_greedy(self, tick):
        self.translator.answer(list(self.parts.values()), 1, on_candidate=tick)
        parsed = {prompt for prompt, part in self.parts.items() if parses(part.tried[0].source)}
        self.rows = [
            dataclasses.replace(row, parses=not row.obstacle and parsed.issuperset(row.prompts))
            for row in self.rows
        ]
        self.conclude("greedy", lambda part: part.tried[0])

    def do_bare(self, tick):
        """Leaves answers and reasons as they are."""
        before, judges = (self.rows, self.answers), self.translator.judges
        written = {
            prompt: (source, judges.submit(prompt, source))
            for prompt, source in self.translator.replaced.items()
            if prompt in self.parts
        }
        written = {
            prompt: runtime.Candidate(source, verdict.result())
            for prompt, (source, verdict) in written.items()
        }
        self.conclude("bare", lambda part: written.get(part.prompt, part.tried[0]))
        bare, (self.rows, self.answers) = [row.verified["bare"] for row in self.rows], before
        self.rows = [
            dataclasses.replace(row, verified=row.verified | {"bare": ok}) for row, ok in zip(self.rows, bare)
        ]

    def do_samples(self, tick):
        self.translator.answer(list(self.parts.values()), self.samples, on_candidate=tick)
        self.conclude(
            "samples",
            lambda part: next(
                (candidate for candidate in part.candidates if candidate.verdict.ok), part.tried[0]
            ),
        )

    def do_pieces(self, tick):
        self.translator.compose(list(self.parts.values()), self.samples, tick)
        self.conclude("pieces", lambda part: part.answer or part.tried[0])

    def of_tasks(self, function, otherwise, tick):
        """{place: what a judge's call gave, or `otherwise(reason)`} for every task that is verified."""
        begun = {
            place: self.translator.judges.submit(self.rows[place].text, json.dumps(sources), function)
            for place, sources in self.answers.items()
            if self.rows[place].text
        }
        found = {}
        for place, future in begun.items():
            found[place] = outcome(future, otherwise)
            tick()
        return found

    def prove(self, proofs):
        self.rows = [
            dataclasses.replace(row, proof=proofs.get(place) or row.proof)
            for place, row in enumerate(self.rows)
        ]

    def do_sizes(self, tick):
        """As many tasks at once as there are judges: right or not, no times."""
        self.prove(self.of_tasks(prove_whole, lambda reason: {"ok": False, "reason": reason}, tick))

    def do_time(self, tick):
        """At most `timed` of those that are right at their own sizes, evenly over the families, one after the other."""
        places, proofs = [place for place in self.answers if self.rows[place].proof.get("ok")], {}
        for place in spread(places, self.timed, lambda place: self.rows[place].family):
            proofs[place] = prove_whole(self.rows[place].text, json.dumps(self.answers[place]), timed=True)
            tick()
        self.prove(proofs)

    def do_compile(self, tick):
        """Of tasks alone: a second and more of a core each."""
        found = self.of_tasks(compile_whole, str, tick)
        self.rows = [
            dataclasses.replace(row, compiles=found.get(place)) for place, row in enumerate(self.rows)
        ]

    def do_estimate(self, tick):
        sampler = copy.copy(self.translator)
        sampler.temperature, sampler.seed = self.temperature, self.translator.seed + 1
        sampler.answer(list(self.drawn.values()), self.draws, everything=True, on_candidate=tick)
        self.rows = [
            dataclasses.replace(
                row,
                draws=tuple(
                    not row.obstacle and all(self.drawn[prompt].tried[i].verdict.ok for prompt in row.prompts)
                    for i in range(self.draws)
                ),
            )
            for row in self.rows
        ]


# ---- figures ---------------------------------------------------------------------------------------------------------


def mean(values):
    """Of shares, or of truths, in percent, as far as they are not None; None where there are none."""
    values = [value for value in values if value is not None]
    return 100 * sum(values) / len(values) if values else None


def figures(rows, record):
    """{column: figure} of some rows: percentages and two counts; None where there is nothing to take it of."""
    samples, temperature = record["samples"], record["temperature"]
    drawn, timed = (
        [row for row in rows if row.draws],
        [row.proof for row in rows if row.proof.get("triton_ms")],
    )
    stages = {
        "pass@1": "greedy",
        "as written": "bare",
        f"best of {samples}": "samples",
        "with pieces": "pieces",
    }
    return {
        "asked": len(rows),
        "traced": mean(bool(row.prompts) for row in rows),
        "parses": mean(row.parses if row.verified else None for row in rows),
        **{column: mean(row.verified.get(stage) for row in rows) for column, stage in stages.items()},
        "compiles": mean(None if row.compiles is None else not row.compiles for row in rows),
        **{
            f"pass@{k}, T={temperature:g}": mean(pass_at(k, row.draws) for row in drawn)
            for k in (1, 10)
            if k <= record["draws"]
        },
        "at own sizes": mean(row.proof.get("ok") for row in rows),
        "timed": len(timed),
        **{
            f"> {peer}": mean(
                found["triton_ms"] < found[f"{name}_ms"] for found in timed if found[f"{name}_ms"] is not None
            )
            for peer, name in (("eager", "torch"), ("compile", "compile"))
        },
    }


def grouped(rows, field):
    """{value of a field: its rows}, sorted."""
    return {
        value: [row for row in rows if getattr(row, field) == value]
        for value in sorted({getattr(row, field) for row in rows})
    }


def parts_of(rows):
    """{label: rows}: the headline, what it leaves out, all tasks, their regions, random programs, and both tests of the corpus."""
    tasks, regions = ([row for row in rows if row.suite == suite] for suite in ("tasks", "regions"))
    return {
        "headline": [row for row in tasks if not row.seen],
        "some regions trained on": [row for row in tasks if 0 < row.seen < len(row.prompts)],
        "all regions trained on": [row for row in tasks if 0 < row.seen == len(row.prompts)],
        "all tasks": tasks,
        "regions not trained on": [row for row in regions if not row.seen],
        "regions trained on": [row for row in regions if row.seen],
        "random programs": [row for row in rows if row.suite == "programs"],
        **{test: [row for row in rows if row.suite == test] for test in TESTS},
    }


def table(groups, record):
    """A Markdown table of {label: rows}, without columns that nothing is known of."""
    found = {label: figures(rows, record) for label, rows in groups.items() if rows}
    columns = [column for column in figures([], record) if any(figure[column] for figure in found.values())]
    lines = [["", *columns], ["---"] + ["---:"] * len(columns)]
    for label, figure in found.items():
        lines.append(
            [
                label,
                *("-" if figure[column] is None else f"{round(figure[column], 1):g}" for column in columns),
            ]
        )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write_up(record, rows):
    """The evaluation as Markdown."""
    parts = parts_of(rows)
    headline, tasks = parts["headline"], parts["all tasks"]
    excluded = [f"- {row.family}/{row.name}: {row.seen} of {len(row.prompts)}" for row in tasks if row.seen]
    tables = {
        "Summary": parts,
        "Headline by family": grouped(headline, "family"),
        "Headline by form": grouped(headline, "form"),
        "All tasks by family": grouped(tasks, "family"),
    }
    return "\n".join(
        [
            "# Evaluation of the translator",
            "",
            *(f"- {name}: {value}" for name, value in record.items()),
            "",
            "In percent. pass@1: the first answer that is run; a task passes if every region does and so do all of them stitched together. as written:",
            "of what is written greedily, before what cannot be right by its text makes way for another. best of: at most so many answers a region; with pieces: and, where all failed, so many to",
            "each smaller piece; both on samples of the prompt. at own sizes: of verified answers, by a GPU. pass@k with a temperature: the unbiased",
            "estimate from answers all drawn there, regions one by one. compiles: of verified answers, for sm_80 and sm_90; > eager, > compile: of timed",
            "ones, faster. A stage that did not end gives no column.",
            f"{len(excluded)} of {len(tasks)} tasks have a region that the training split asks letter for letter: at the end, not in the headline.",
            "",
            *(
                line
                for title, found in tables.items()
                for line in (f"## {title}", "", table(found, record), "")
            ),
            "## Tasks without a verified answer",
            "",
            *(
                f"- {row.family}/{row.name}: {row.reason}"
                for row in tasks
                if not any(row.verified.get(stage) for stage in ("greedy", "samples", "pieces"))
            ),
            "",
            "## Tasks whose verified answer is wrong at the task's own sizes",
            "",
            *(
                f"- {row.family}/{row.name}: {row.proof['reason']}"
                for row in tasks
                if row.proof and not row.proof["ok"]
            ),
            "",
            "## Tasks that the training split asks, in how many of their regions",
            "",
            *excluded,
            "",
        ]
    )


def draw_chart(record, rows, path):
    """Bars for the headline, each of its families, and both tests of the corpus, as a PNG."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    parts = parts_of(rows)
    groups = (
        {"headline": parts["headline"]}
        | grouped(parts["headline"], "family")
        | {test: parts[test] for test in TESTS}
    )
    shown = {f"{label} ({len(found)})": figures(found, record) for label, found in groups.items() if found}
    columns = [
        name
        for name in ("pass@1", f"best of {record['samples']}", "with pieces")
        if any(found[name] is not None for found in shown.values())
    ]
    if not columns:
        return  # no stage ended: there is nothing to show
    chart, axes = plt.subplots(figsize=(2 + 0.7 * len(shown), 4.5), layout="constrained")
    for place, column in enumerate(columns):
        axes.bar(
            [i + 0.27 * (place - 1) for i in range(len(shown))],
            [found[column] for found in shown.values()],
            0.27,
            label=column,
        )
    axes.set_xticks(range(len(shown)), shown, rotation=40, ha="right")
    axes.set(
        ylabel="verified (%)",
        ylim=(0, 105),
        title=f"model {record['model']}, {record['device']}, {record['date'][:10]}",
    )
    chart.legend(ncols=3, loc="outside lower right")
    with triton_ops.replacing(path) as partial:
        chart.savefig(partial, format="png", dpi=120)
    plt.close(chart)


# ---- files -----------------------------------------------------------------------------------------------------------


def write(path, text):
    with triton_ops.replacing(path) as partial:
        partial.write_text(text)


def stored(candidates):
    return {name: dataclasses.asdict(candidate) for name, candidate in candidates.items()}


def restored(candidates):
    return {
        int(name): runtime.Candidate(found["source"], verification.Verdict(**found["verdict"]))
        for name, found in candidates.items()
    }


def write_state(evaluation, settings, path):
    """What --resume needs: every candidate with its verdict."""
    both = [
        {prompt: stored(part.tried) for prompt, part in parts.items() if part.tried}
        for parts in (evaluation.parts, evaluation.drawn)
    ]
    write(path, json.dumps({"settings": settings, "tried": both, "replaced": evaluation.translator.replaced}))


def read_state(evaluation, settings, path):
    """Takes over what an earlier run has tried; ValueError where its settings were others, since the figures would not add up."""
    state = json.loads(path.read_text())
    if state["settings"] != settings:
        raise ValueError(
            f"{path} was made with other settings than {settings}: give the same, or leave out --resume"
        )
    evaluation.translator.replaced |= state["replaced"]
    for parts, tried in zip((evaluation.parts, evaluation.drawn), state["tried"]):
        for prompt in parts.keys() & tried.keys():
            parts[prompt].tried = restored(tried[prompt])


def evaluate(options, device, judges):
    """Evaluates and writes the files; the exit code."""
    traces = begin_traces(judges, options.tasks, options.every)  # beside the loading of the model
    translator, model = (
        runtime.load_translator(options.checkpoint, device, judges=judges),
        runtime.model_hash(options.checkpoint),
    )
    rows, trained = corpus(options.data, options.rows)
    rows = (program_rows(options.programs) if options.programs else []) + rows
    rows = [
        dataclasses.replace(row, seen=sum(prompt in trained for prompt in row.prompts))
        for row in task_rows(traces) + rows
    ]
    settings = {
        "model": model,
        "samples": options.samples,
        "draws": options.estimate,
        "temperature": options.temperature,
    }
    record = (
        settings
        | {
            "corpus": options.data.name,
            "triton": version("triton"),
            "judge": options.judge or device,
            "judges": judges.jobs,
            "resumed": options.resume,
        }
        | llm.environment()
    )
    evaluation = Evaluation(
        translator,
        rows,
        options.samples,
        options.estimate,
        options.temperature,
        options.time,
        on_gpu=(options.judge or device) == "cuda",
    )
    path = options.out / f"translation-{model}-{device}.json"
    if options.resume and path.with_suffix(".state.json").exists():
        read_state(evaluation, settings, path.with_suffix(".state.json"))

    def save():
        told = record | {
            "seconds": evaluation.seconds,
            "not finished": ", ".join(evaluation.unfinished) or "nothing",
        }
        found = [dataclasses.asdict(dataclasses.replace(row, text="")) for row in evaluation.rows]
        write(path, json.dumps(told | {"rows": found}, indent=1))
        write(path.with_suffix(".md"), write_up(told, evaluation.rows))
        return told

    code = 0
    try:
        evaluation.complete(
            lambda: print(table({"tasks": parts_of(evaluation.rows)["all tasks"]}, save()), flush=True)
        )
    except KeyboardInterrupt as stop:
        code = 0 if isinstance(stop, OutOfTime) else 130
        print(f"stopped before the end of {', '.join(evaluation.unfinished[:1])}; --resume goes on")
    signal.setitimer(signal.ITIMER_REAL, 0)
    told = save()
    write_state(evaluation, settings, path.with_suffix(".state.json"))
    draw_chart(told, evaluation.rows, path.with_suffix(".png"))
    print(table(parts_of(evaluation.rows), told))
    print(
        f"seconds: {told['seconds']}; not finished: {told['not finished']}; {path.with_suffix('.md')} written"
    )
    return code


def run(options):
    """The exit code of an evaluation with judges of its own."""
    if options.time and not runtime.has_gpu():
        raise ValueError("--time needs a GPU")
    device = inference.device_of(options.device or "auto").type
    judges = runtime.judges_beside(
        torch.device(device),
        options.jobs,
        judge=functools.partial(runtime.judge_answer, device=options.judge or device),
    )
    try:
        return evaluate(options, device, judges)
    finally:
        judges.close()


def main():
    """Exit code 0: done, or --minutes are over; 2: the user can mend it; 130: interrupted."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--checkpoint",
        type=Path,
        default=inference.TrainConfig.checkpoint,
        help="a checkpoint, or a folder of weights (%(default)s)",
    )
    parser.add_argument("--tasks", type=Path, default=HERE / "tasks", metavar="DIR")
    parser.add_argument(
        "--programs",
        type=Path,
        metavar="FILE",
        help="ask the random programs, too, that prompts.py wrote there",
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th task")
    parser.add_argument(
        "--samples", type=int, default=20, metavar="N", help="of a region, at most (%(default)s)"
    )
    parser.add_argument(
        "--estimate",
        type=int,
        default=0,
        metavar="M",
        help="draw M answers to everything, for pass@k (%(default)s)",
    )
    parser.add_argument(
        "--temperature", type=float, default=0.7, metavar="T", help="of the estimate (%(default)s)"
    )
    parser.add_argument(
        "--time",
        type=int,
        default=0,
        metavar="M",
        help="time the answers of M tasks on the GPU (%(default)s)",
    )
    parser.add_argument(
        "--device", choices=("cpu", "cuda"), help="of the model; default: cuda where there is a GPU"
    )
    parser.add_argument(
        "--judge", choices=("cpu", "cuda"), help="cpu: Triton's interpreter; default: as --device"
    )
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="judges; default: the cores that the model leaves"
    )
    parser.add_argument(
        "--minutes", type=float, default=0, metavar="M", help="stop then, whatever is done (default: never)"
    )
    parser.add_argument("--out", type=Path, default=HERE / "results", metavar="DIR")
    parser.add_argument(
        "--data",
        type=Path,
        default=HERE.parent / "training_data.csv",
        metavar="CSV",
        help="the corpus that it was trained on",
    )
    parser.add_argument(
        "--rows", type=int, default=200, metavar="N", help="of each test of the corpus (%(default)s)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the results that are there")
    options = parser.parse_args()
    signal.setitimer(signal.ITIMER_REAL, 60 * options.minutes)
    try:
        return run(options)
    except OutOfTime:
        print("error: --minutes were over before the first stage began", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    signal.signal(
        signal.SIGTERM, signal.default_int_handler
    )  # a polite kill keeps what is done, as Ctrl-C does
    signal.signal(signal.SIGALRM, out_of_time)
    raise SystemExit(main())
