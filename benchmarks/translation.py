"""Evaluates a translator on a folder of tasks, on random programs and on both test splits of its corpus.

    python benchmarks/translation.py --checkpoint weights --device cpu --samples 20
    python benchmarks/translation.py --tasks benchmarks/layers --programs 160 --seed 4711
    python benchmarks/translation.py --resume       goes on, with the same model and settings

Stages, in order of worth (--stages: some of them). --minutes ends the run wherever it is; one that
did not end gives no figure:
    first     the first answer that is run, for every region of every task and every prompt that is drawn
    written   what the model writes greedily, where a static check put another answer in its place
    samples   up to N - 1 more, at rising temperature, for the regions that failed
    smaller   of those that still failed, usual numbers for rare ones, and smaller regions
    sizes     where the judge is a GPU: the verified answers of all tasks at the tasks' own sizes
    time      with --time M: M of them against eager PyTorch and torch.compile
    compile   every verified answer of a task, for sm_80 and sm_90
    estimate  with --estimate M: M answers to every prompt, all drawn at --temperature: pass@1 and pass@10
A task is verified if every region is and so are all of them stitched together; of `estimate`, draw i of a
task has passed if answer i to each region has. What cannot be traced or is too long has failed. The figure to
quote is that of the tasks of which the training split has no region, letter for letter.

Writes OUT/translation-MODELHASH-DEVICE.json and .md after each stage, .png and .state.json (for --resume) at
the end; --counts-only the first two alone, without programs and names. Ctrl-C keeps what is done. What the
sets are, and how to draw a held-out one: benchmarks/README.md.
"""

import argparse
import ast
import contextlib
import copy
import functools
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch
from tqdm import tqdm

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from report import (  # noqa: E402  (found through the line above)
    chart_of_stages,
    figures_of,
    groups_of,
    table,
    write_up,
)
from sets import (  # noqa: E402
    DTYPES,
    MOST_TENSORS,
    Row,
    begin_traces,
    corpus_rows,
    program_rows,
    spread_over,
    task_rows,
    traced_file,
)
from speed_answers import hide_gpu  # noqa: E402

from python_to_triton import codegen, frontend, inference, runtime, verification  # noqa: E402
from python_to_triton.record import environment  # noqa: E402
from triton_ops import replacing  # noqa: E402
from triton_ops.arguments import OneLineParser, not_negative, not_negative_integer, positive_integer  # noqa: E402
from triton_ops.charts import save_figure  # noqa: E402
from triton_ops.exit_codes import INTERRUPTED, MISTAKE, command_line, say  # noqa: E402
from triton_ops.files import check_writable_folder  # noqa: E402

STAGES = ("first", "written", "samples", "smaller", "sizes", "time", "compile", "estimate")
KEPT_OF_A_PROOF = ("ok", "reason", "torch_ms", "compile_ms", "triton_ms")


class OutOfTime(KeyboardInterrupt):
    """--minutes are over."""


def out_of_time(number: int, frame: FrameType | None) -> None:
    """Handler of SIGALRM."""
    raise OutOfTime


def result_or(future: Future, otherwise: Callable[[str], Any]) -> Any:
    """What a judge's call returned; `otherwise(reason)` where it raised ValueError (a crashed judge does)."""
    try:
        return future.result()
    except ValueError as error:
        return otherwise(str(error))


def is_python(source: str) -> bool:
    """Whether a candidate parses."""
    with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # ValueError: a null byte
        ast.parse(source)
        return True
    return False


# ---- whole files, in a judge's process -----------------------------------------------------------
# A call takes two texts: the file and a JSON list of the answers to its regions.


def stitched(text: str, answers: str) -> list[tuple[str, str]]:
    """[(prompt, answer)] of the whole file, in each mode that it has: a module with batch norm has two."""
    translation = traced_file(text)
    prompts = [region.prompt for region in translation.regions]
    answer_of = dict(zip(prompts, json.loads(answers), strict=True))
    return [
        (one.graph.text, codegen.stitch(one.graph, [answer_of[region.prompt] for region in one.regions]))
        for one in translation.graphs
    ]


def judge_whole(judge: Callable, text: str, answers: str) -> verification.Verdict:
    """The verdict on answers, stitched together: on the first mode that fails, else on the first mode."""
    verdicts = [judge(*whole) for whole in stitched(text, answers)]
    return next((verdict for verdict in verdicts if not verdict.ok), verdicts[0])


def compile_whole(text: str, answers: str) -> str:
    """Why a file's answers do not compile; empty where they do."""
    return next(filter(None, (runtime.compile_answer(*whole) for whole in stitched(text, answers))), "")


def prove_whole(text: str, answers: str, timed: bool = False) -> dict[str, Any] | None:
    """Whether a file's answers are right at its own sizes, and their times, as the file is built; None where
    it has no sizes.
    """
    translation = traced_file(text)
    if not translation.sizes:
        return None
    prompt, answer = stitched(text, answers)[0]
    origins = [argument.origin for argument in translation.graph.arguments]
    found = runtime.own_sizes_result(
        prompt, translation.sizes, answer, program=text, timed=timed, compiled=timed, origins=origins
    )
    return {name: found.get(name) for name in KEPT_OF_A_PROOF}


# ---- the stages ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """How much is drawn and measured."""

    samples: int  # candidates of a region, at most
    draws: int = 0  # answers to every prompt, for pass@k
    temperature: float = 0.7  # of those
    timed: int = 0  # tasks whose answers are timed
    on_gpu: bool = False  # whether the judge is a GPU
    stages: tuple[str, ...] = STAGES  # that are wanted


class Evaluation:
    """Rows, the answers to their prompts (each asked once, however many rows have it), and the stages.

    `answers` {place of a row: its verified sources}, `seconds` {stage that ended: its duration}.
    """

    def __init__(self, translator: runtime.Translator, rows: list[Row], plan: Plan):
        self.translator = translator
        self.translator.by_rules = False  # the model is measured
        self.plan = plan
        self.judge_whole = functools.partial(judge_whole, translator.judges.judge)
        self.answers = {}
        self.seconds = {}
        self.regions = {}  # {what the model reads first: the region}
        self.drawn = {}  # {prompt: the region}, for the estimate
        too_long = {}
        asked = ((prompt, *read) for row in rows for prompt, read in zip(row.prompts, self.asked(row)))
        for prompt, text, schedule in dict.fromkeys(asked):
            reason = translator.why_too_long(prompt)
            if reason:
                too_long[prompt] = reason
            else:
                self.regions[text] = runtime.RegionCandidates(prompt, schedule=schedule)
                self.drawn[prompt] = runtime.RegionCandidates(prompt)

        self.rows = []
        for row in rows:
            reasons = [row.obstacle, *(too_long.get(prompt, "") for prompt in row.prompts)]
            self.rows.append(replace(row, obstacle=next(filter(None, reasons), "")))

    def asked(self, row: Row) -> list[tuple[str, str]]:
        """[(what the model reads first, the schedule in it)] of each prompt of a row."""
        words = row.schedules or ("",) * len(row.prompts)
        known = [word if word in self.translator.schedules else "" for word in words]
        return [(frontend.with_schedule(prompt, word), word) for prompt, word in zip(row.prompts, known)]

    def regions_of(self, row: Row) -> list[runtime.RegionCandidates]:
        """The regions of a row that has no obstacle."""
        return [self.regions[text] for text, _ in self.asked(row)]

    @property
    def stages(self) -> dict[str, Callable]:
        """{name: method} of the stages that are wanted, in order."""
        plan = self.plan
        optional = {"sizes": plan.on_gpu, "time": plan.timed, "estimate": plan.draws}
        wanted = {STAGES[0], *plan.stages}  # the others begin with its answers
        names = [name for name in STAGES if name in wanted and optional.get(name, True)]
        return {name: getattr(self, f"do_{name}") for name in names}

    @property
    def unfinished(self) -> list[str]:
        """The stages that have not ended."""
        return [name for name in self.stages if name not in self.seconds]

    def complete(self, save: Callable[[], None]) -> None:
        """Runs the stages one after the other, `save()` after each."""
        for name, stage in self.stages.items():
            began = time.perf_counter()
            with tqdm(unit="answer", desc=name, dynamic_ncols=True, mininterval=1) as bar:
                stage(lambda candidate=None: bar.update())
            self.seconds[name] = round(time.perf_counter() - began, 1)
            save()

    def verdicts_on(self, candidates: dict[int, list[runtime.Candidate]]) -> dict[int, verification.Verdict]:
        """{place: verdict} of the rows: the first that failed of its candidates, else that on the whole."""
        verdicts = {}
        begun = {}
        for place, row in enumerate(self.rows):
            failed = [candidate.verdict for candidate in candidates[place] if not candidate.verdict.ok]
            if row.obstacle:
                verdicts[place] = runtime.not_judged(row.obstacle)
            elif failed:
                verdicts[place] = failed[0]
            elif len(candidates[place]) == 1:
                verdicts[place] = candidates[place][0].verdict
            else:
                sources = json.dumps([candidate.source for candidate in candidates[place]])
                begun[place] = self.translator.judges.submit(row.text, sources, self.judge_whole)
        return verdicts | {place: result_or(future, runtime.not_judged) for place, future in begun.items()}

    def conclude(self, stage: str, chosen: Callable[[runtime.RegionCandidates], runtime.Candidate]) -> None:
        """Gives every row the verdict on `chosen(region)` of its regions."""
        candidates = {
            place: [] if row.obstacle else list(map(chosen, self.regions_of(row)))
            for place, row in enumerate(self.rows)
        }
        verdicts = self.verdicts_on(candidates)
        self.answers = {
            place: [candidate.source for candidate in candidates[place]]
            for place in range(len(self.rows))
            if verdicts[place].ok
        }
        self.rows = [
            replace(row, verified=row.verified | {stage: verdicts[place].ok}, reason=verdicts[place].reason)
            for place, row in enumerate(self.rows)
        ]

    def do_first(self, tick: Callable) -> None:
        """The first answer that is run."""
        self.translator.answer(list(self.regions.values()), 1, on_candidate=tick)
        parsed = {region for region in self.regions.values() if is_python(region.samples[0].source)}
        self.rows = [
            replace(row, parses=not row.obstacle and parsed.issuperset(self.regions_of(row)))
            for row in self.rows
        ]
        self.conclude("first", lambda region: region.samples[0])

    def do_written(self, tick: Callable) -> None:
        """What was written greedily; answers and reasons stay as they are."""
        judges = self.translator.judges
        replaced = {
            self.regions[text]: source
            for text, source in self.translator.replaced.items()
            if text in self.regions
        }
        begun = {region: judges.submit(region.prompt, source) for region, source in replaced.items()}
        written = {
            region: runtime.Candidate(replaced[region], result_or(future, runtime.not_judged))
            for region, future in begun.items()
        }
        rows = self.rows
        answers = self.answers
        self.conclude("written", lambda region: written.get(region, region.samples[0]))
        verified = [row.verified for row in self.rows]
        self.rows = [replace(row, verified=found) for row, found in zip(rows, verified, strict=True)]
        self.answers = answers

    def do_samples(self, tick: Callable) -> None:
        """The best of several answers."""

        def best(region):
            passed = (candidate for candidate in region.candidates if candidate.verdict.ok)
            return next(passed, region.samples[0])

        self.translator.answer(list(self.regions.values()), self.plan.samples, on_candidate=tick)
        self.conclude("samples", best)

    def do_smaller(self, tick: Callable) -> None:
        """Answers to smaller regions and other numbers."""
        self.translator.retry_unanswered(list(self.regions.values()), self.plan.samples, tick)
        self.conclude("smaller", lambda region: region.answer or region.samples[0])

    def of_verified_tasks(self, call: Callable, otherwise: Callable, tick: Callable) -> dict[int, Any]:
        """{place: what a judge's call returned} of every verified task, as many at once as judges."""
        begun = {
            place: self.translator.judges.submit(self.rows[place].text, json.dumps(sources), call)
            for place, sources in self.answers.items()
            if self.rows[place].text
        }
        found = {}
        for place, future in begun.items():
            found[place] = result_or(future, otherwise)
            tick()
        return found

    def take_proofs(self, proofs: dict[int, dict | None]) -> None:
        """Puts what `prove_whole` found into its rows."""
        self.rows = [
            replace(row, proof=proofs.get(place) or row.proof) for place, row in enumerate(self.rows)
        ]

    def do_sizes(self, tick: Callable) -> None:
        """Right or not at the tasks' own sizes, without times."""

        def failed(reason):
            return {"ok": False, "reason": reason}

        self.take_proofs(self.of_verified_tasks(prove_whole, failed, tick))

    def do_time(self, tick: Callable) -> None:
        """The times of some that are right at their own sizes, evenly over families, one after the other."""
        right = [place for place in self.answers if self.rows[place].proof.get("ok")]
        proofs = {}
        for place in spread_over(right, self.plan.timed, lambda place: (self.rows[place].family,)):
            proofs[place] = prove_whole(self.rows[place].text, json.dumps(self.answers[place]), timed=True)
            tick()
        self.take_proofs(proofs)

    def do_compile(self, tick: Callable) -> None:
        """Whether verified tasks compile; not prompts, since each takes a second and more of a core."""
        found = self.of_verified_tasks(compile_whole, str, tick)
        self.rows = [replace(row, compiles=found.get(place)) for place, row in enumerate(self.rows)]

    def do_estimate(self, tick: Callable) -> None:
        """Answers to every prompt at one temperature."""
        sampler = copy.copy(self.translator)
        sampler.temperature = self.plan.temperature
        sampler.seed = self.translator.seed + 1
        sampler.answer(list(self.drawn.values()), self.plan.draws, everything=True, on_candidate=tick)
        rows = []
        for row in self.rows:
            regions = [] if row.obstacle else [self.drawn[prompt] for prompt in row.prompts]
            draws = tuple(
                bool(regions) and all(region.samples[i].verdict.ok for region in regions)
                for i in range(self.plan.draws)
            )
            rows.append(replace(row, draws=draws))
        self.rows = rows


# ---- files ---------------------------------------------------------------------------------------


def write(path: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    with replacing(path) as partial:
        partial.write_text(text)


def restored(candidates: dict[str, dict]) -> dict[int, runtime.Candidate]:
    """{number: candidate} of what `write_state` stored."""
    return {
        int(name): runtime.Candidate(
            found["source"],
            verification.Verdict(**found["verdict"]),
            found.get("schedule", ""),
            found.get("parts", 0),
        )
        for name, found in candidates.items()
    }


def write_state(evaluation: Evaluation, settings: dict, path: Path) -> None:
    """What --resume needs: every candidate with its verdict."""
    tried = []
    for regions in (evaluation.regions, evaluation.drawn):
        answered = {prompt: region.samples for prompt, region in regions.items() if region.samples}
        tried.append(
            {
                prompt: {number: asdict(candidate) for number, candidate in candidates.items()}
                for prompt, candidates in answered.items()
            }
        )
    state = {"settings": settings, "tried": tried, "replaced": evaluation.translator.replaced}
    write(path, json.dumps(state))


def read_state(evaluation: Evaluation, settings: dict, path: Path) -> None:
    """Takes over what an earlier run has tried. Raises ValueError where it had other settings."""
    state = json.loads(path.read_text())
    if state["settings"] != settings:
        raise ValueError(
            f"{path} was made with other settings than {settings}: give the same, or leave out --resume"
        )
    evaluation.translator.replaced |= state["replaced"]
    for regions, tried in zip((evaluation.regions, evaluation.drawn), state["tried"], strict=True):
        for prompt in regions.keys() & tried.keys():
            regions[prompt].samples = restored(tried[prompt])


# ---- a run ---------------------------------------------------------------------------------------


def rows_of(options: argparse.Namespace, judges: runtime.Judges) -> tuple[list[Row], Counter]:
    """(rows of the tasks, the random programs and both splits, with the number of prompts trained on where
    there is a corpus; {why a random program is left out: how many}).
    """
    traces = begin_traces(judges, options.tasks, options.every)
    programs = program_rows(judges, options.programs, options.seed, options.dtype, options.tensors)
    rows = task_rows(traces) + [row for row in programs if not row.obstacle]
    if options.data:
        drawn, trained = corpus_rows(options.data, options.rows, options.seed)
        rows = [
            replace(row, trained=sum(prompt in trained for prompt in row.prompts)) for row in rows + drawn
        ]
    return rows, Counter(row.obstacle for row in programs if row.obstacle)


def finish(evaluation: Evaluation, save: Callable[[], dict]) -> int:
    """Runs what is left of the stages; the exit code."""

    def save_and_show():
        record = save()
        groups = groups_of(evaluation.rows)
        print(table({label: groups[label] for label in ("all tasks", "random programs")}, record), flush=True)

    try:
        evaluation.complete(save_and_show)
        return 0
    except KeyboardInterrupt as stop:
        print(f"stopped before the end of {evaluation.unfinished[0]}; --resume goes on")
        return 0 if isinstance(stop, OutOfTime) else INTERRUPTED
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def evaluate(options: argparse.Namespace, device: str, judges: runtime.Judges) -> int:
    """Evaluates and writes the files; the exit code."""
    translator = runtime.load_translator(options.checkpoint, device, judges=judges)
    judge = options.judge or device
    wanted = (options.samples, options.estimate, options.temperature, options.time)
    plan = Plan(*wanted, on_gpu=judge == "cuda", stages=tuple(options.stages))
    rows, left_out = rows_of(options, judges)
    evaluation = Evaluation(translator, rows, plan)

    model = inference.weights_hash(options.checkpoint)
    settings = {"model": model, "samples": plan.samples, "draws": plan.draws, "temperature": plan.temperature}
    settings["seed"] = options.seed
    corpus = options.data.name if options.data else "none"
    record = settings | {"corpus": corpus, "triton": version("triton"), "judge": judge}
    record |= {"dtype": options.dtype or "as drawn", "tensors": options.tensors, "left out": dict(left_out)}
    record |= {"judges": judges.jobs, "resumed": options.resume} | environment(
        "python_to_triton", "triton_ops"
    )
    path = options.out / f"translation-{model}-{device}.json"
    state = path.with_suffix(".state.json")
    if options.resume and state.exists():
        read_state(evaluation, settings, state)

    def save():
        known = {"seconds": evaluation.seconds, "not finished": ", ".join(evaluation.unfinished) or "nothing"}
        if options.counts_only:
            found = {"figures": figures_of(groups_of(evaluation.rows), record)}
        else:
            found = {"rows": [asdict(replace(row, text="")) for row in evaluation.rows]}
        write(path, json.dumps(record | known | found, indent=1))
        write(path.with_suffix(".md"), write_up(record | known, evaluation.rows, options.counts_only))
        return record | known

    code = finish(evaluation, save)
    record = save()
    if not options.counts_only:
        write_state(evaluation, settings, state)
    figure = chart_of_stages(record, evaluation.rows)
    if figure:
        save_figure(figure, path.with_suffix(".png"), dpi=120)
    print(table(groups_of(evaluation.rows), record))
    print(f"random programs left out: {record['left out'] or 'none'}")
    print(f"seconds: {record['seconds']}; not finished: {record['not finished']}")
    print(f"{path.with_suffix('.md')} written")
    return code


def run(options: argparse.Namespace) -> int:
    """The exit code of an evaluation with judges of its own. Raises ValueError for what the user can mend."""
    if options.time and not runtime.has_gpu():
        raise ValueError("--time needs a GPU")
    if options.data and not options.data.is_file():
        raise ValueError(f"there is no corpus at {options.data}, which says what was trained on: use --data")
    if options.rows and not options.data:
        raise ValueError("the test splits are the corpus': name it with --data, or give --rows 0")
    if not options.tasks.is_dir():
        raise ValueError(f"there is no folder {options.tasks}: name one with --tasks")
    if options.counts_only and options.resume:
        raise ValueError("--counts-only keeps no answers to go on from: leave out --resume")
    check_writable_folder(options.out)
    device = inference.device_of(options.device or "auto").type
    judge = functools.partial(runtime.judge_answer, device=options.judge or device)
    if device == "cuda" and options.judge == "cpu":
        hide_gpu()  # else every judge starts a sandbox there, for nothing
    judges = runtime.judges_beside(torch.device(device), options.jobs, judge=judge)
    judges.expect(2 * judges.jobs)  # their sandboxes start while the model and the programs are read
    try:
        return evaluate(options, device, judges)
    finally:
        judges.close()


def make_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add(
        "--checkpoint",
        type=Path,
        default=inference.RELEASE,
        help="a checkpoint or a folder of weights (%(default)s)",
    )
    add("--tasks", type=Path, default=HERE / "tasks", metavar="DIR", help="folder of programs (%(default)s)")
    add(
        "--every",
        type=not_negative_integer,
        default=1,
        metavar="N",
        help="only each N-th of them; 0: none",
    )
    add(
        "--programs",
        type=not_negative_integer,
        default=0,
        metavar="N",
        help="also N random programs (%(default)s)",
    )
    add(
        "--dtype",
        choices=DTYPES,
        default="",
        help="of the random programs' tensors (as drawn); what makes no prompt in it is left out",
    )
    add(
        "--tensors",
        type=int,
        choices=range(MOST_TENSORS + 1),
        default=0,
        metavar="N",
        help=f"only random programs that join N tensors or more, at most {MOST_TENSORS} (all)",
    )
    data = HERE.parent / "training_data.csv"
    add(
        "--data",
        type=Path,
        default=data if data.is_file() else None,
        metavar="CSV",
        help="the corpus that the model was trained on (training_data.csv); without it, with --rows 0, what "
        "was trained on is not told apart",
    )
    add(
        "--rows",
        type=not_negative_integer,
        default=200,
        metavar="N",
        help="of each of its test splits (%(default)s)",
    )
    add(
        "--seed",
        type=int,
        default=78,
        help="draws programs and rows; one not used before: held out (%(default)s)",
    )
    add(
        "--samples",
        type=positive_integer,
        default=20,
        metavar="N",
        help="candidates of a region, at most (%(default)s)",
    )
    add(
        "--estimate",
        type=not_negative_integer,
        default=0,
        metavar="M",
        help="answers to every prompt, for pass@k (%(default)s)",
    )
    add(
        "--stages",
        nargs="+",
        choices=STAGES,
        default=STAGES,
        metavar="STAGE",
        help="the first and only these (all that are asked for)",
    )
    add("--temperature", type=not_negative, default=0.7, metavar="T", help="of the estimate (%(default)s)")
    add(
        "--time",
        type=not_negative_integer,
        default=0,
        metavar="M",
        help="tasks whose answers are timed on the GPU (%(default)s)",
    )
    devices = ("cpu", "cuda")
    add("--device", choices=devices, help="of the model; default: cuda where there is a GPU")
    add("--judge", choices=devices, help="cpu: Triton's interpreter; default: as --device")
    add("--jobs", type=positive_integer, metavar="N", help="judges; default: the cores that the model leaves")
    add(
        "--minutes",
        type=not_negative,
        default=0,
        metavar="M",
        help="stop then, whatever is done (default: never)",
    )
    add(
        "--out",
        type=Path,
        default=HERE / "results",
        metavar="DIR",
        help="where the record goes (%(default)s)",
    )
    add("--resume", action="store_true", help="go on where the run that wrote OUT stopped")
    add(
        "--counts-only",
        action="store_true",
        help="keep figures alone, no program, answer or miss: a held-out set stays one",
    )
    return parser


@command_line()
def main() -> int:
    """Exit code 0: done, or --minutes are over; 2: the user can mend it; 130: interrupted."""
    options = make_parser().parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM keeps what is done, as Ctrl-C does
    signal.signal(signal.SIGALRM, out_of_time)
    signal.setitimer(signal.ITIMER_REAL, 60 * options.minutes)
    try:
        return run(options)
    except OutOfTime:
        say("error: --minutes were over before the first stage began")
        return MISTAKE


if __name__ == "__main__":
    raise SystemExit(main())
