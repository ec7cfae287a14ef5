"""Does learning from execution help? Recipes of `llm.py --feedback` beside controls of as many steps.

    python benchmarks/feedback.py --checkpoint weights --data training_data.csv --prompts prompts.jsonl
    python benchmarks/feedback.py --minutes 7 ...    ends in time; the same command goes on

The recipes start from the same weights and share what the given model answers to the prompts. Every model is
evaluated on the same held-out prompts with the same random numbers, so differences are taken prompt by
prompt; their standard errors are over prompts. What a recipe gains is told by its control alone: as many
steps at the same rate on the corpus alone. Of each recipe there is one training: what another order of the
pairs would do is in no error.

    feedback           as `llm.py --feedback` does it, round after round
    control            the corpus alone, as many steps, at the same rate
    failures alone     as on 2026-12-01: what the model answers always is not learned, so that most of what is
                       learned is composed of answers to smaller regions, each shown up to ten times
    samples only       as feedback, without composed answers

Models and journals go to --scratch, feedback.md, feedback.png and feedback.json to --out.
"""

import argparse
import contextlib
import json
import math
import signal
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import llm  # noqa: E402  (found through the line above)
from corpus.feedback import FeedbackConfig, FeedbackRun, gain, mean_over_prompts, pass_rates  # noqa: E402
from python_to_triton.flags import add_flags  # noqa: E402
from python_to_triton.record import environment  # noqa: E402
from training.log import read_rows  # noqa: E402
from triton_ops.arguments import OneLineParser, not_negative, positive_integer  # noqa: E402
from triton_ops.charts import (  # noqa: E402
    OTHER,
    OURS,
    REFERENCE,
    SLOWER,
    new_figure,
    round_ticks,
    save_figure,
)
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import check_writable_folder, replacing  # noqa: E402

FAILURES = dict(known=0.99, ratio=0.25, epochs=10)
# short trainings of many models: compiling one takes longer than its steps
ON_GPU = {"compile": "off", "kernels": "triton,newton_schulz:torch"}
WINDOW = 5  # steps that a training loss is averaged over


@dataclass(frozen=True)
class Recipe:
    """Flags of `llm.py --feedback`; the recipe that is its control; how it is drawn."""

    control: str
    color: str
    line: str
    flags: dict = field(default_factory=dict)


RECIPES = {
    "feedback": Recipe("control", OURS, "-"),
    "control": Recipe("", REFERENCE, "--", {"learn": "corpus"}),
    "failures alone": Recipe("control", SLOWER, "-", FAILURES),
    "samples only": Recipe("control", OTHER, "-", {"derive": False}),
}
GIVEN = "feedback"  # the recipe whose folder has the given model


def models_to_make(rounds: int) -> list[tuple[str, int]]:
    """(recipe, number of its model) of all that are evaluated, what says most first."""
    own = [(name, model) for model in range(1, rounds + 1) for name in (GIVEN, "control")]
    other = [("failures alone", 1), ("samples only", rounds)]
    return [(GIVEN, 0), *own, *other]


# ---- the runs


class RecipeRuns:
    """The runs of all recipes, beside each other in one folder."""

    def __init__(self, values: dict, folder: Path, judge: Callable | None = None):
        """values: flags that all recipes share. Raises ValueError, one line, for flags that cannot be."""
        self.runs = {}
        for name, recipe in RECIPES.items():
            own = values | recipe.flags | {"out": str(folder / name.replace(" ", "-"))}
            begun = (Path(own["out"]) / "settings.json").exists()
            self.runs[name] = FeedbackRun(own, begun, llm.train_on, judge, self.runs.get(GIVEN))
        self.rounds = self.runs[GIVEN].config.rounds

    def make(self) -> None:
        """Makes and evaluates what is missing."""
        for name, model in models_to_make(self.rounds):
            print(f"{name}, round {model}")
            self.runs[name].make(model)
            self.runs[name].evaluate(model)

    def close(self) -> None:
        """Closes the runs, the one that has the judges last."""
        for run in reversed(self.runs.values()):
            run.close()


# ---- the results


def training_losses(rows: list[dict]) -> dict[str, float]:
    """Of a round's log the training loss at its beginning, at its highest and at its end, and the validation
    loss after it."""
    losses = [row["loss"] for row in rows if row["event"] == "step" and row["loss"] is not None]
    validation = [row["loss"] for row in rows if row["event"] == "epoch"]
    if not losses or not validation:
        return {}
    windows = [losses[start : start + WINDOW] for start in range(max(1, len(losses) - WINDOW + 1))]
    means = list(map(statistics.mean, windows))
    return {"first": means[0], "highest": max(means), "last": means[-1], "validation": validation[-1]}


def kernels_written(rows: dict[str, dict]) -> float:
    """The mean number of kernels in the right answers of journalled rows: what composed answers cost."""
    counts = [answer.count("@triton.jit") for row in rows.values() for answer in row["passed"]]
    return round(statistics.mean(counts), 3) if counts else math.nan


def recipe_figures(comparison: RecipeRuns, name: str, model: int) -> dict | None:
    """The figures of a recipe's model; None where it has not been evaluated on all test prompts: those that
    are judged first are the shortest.
    """
    run = comparison.runs[name]
    tests, first = (pass_rates(run.rows(kind, model)) for kind in ("tests", "first"))
    if not all(prompt in tests and prompt in first for prompt in run.prompts["test"]):
        return None
    given_tests, given_first = (pass_rates(run.rows(kind, 0)) for kind in ("tests", "first"))
    k = run.config.test_samples
    control = comparison.runs.get(RECIPES[name].control)
    others = pass_rates(control.rows("tests", model)) if control and model else {}
    of_control = gain(others, tests) if others.keys() >= tests.keys() else None
    return {
        "recipe": name if model else "given model",
        "round": model,
        "kept": len((run.folder / f"kept_{model}.jsonl").read_text().splitlines()) if model else 0,
        "prompts": len(tests),
        "pass@1": mean_over_prompts(tests.values()),
        "gained": gain(given_tests, tests),
        "gained on control": of_control,
        f"pass@{k}": mean_over_prompts(pass_rates(run.rows("tests", model), k).values()),
        "first answers": mean_over_prompts(first.values()),
        "first gained": gain(given_first, first),
        "kernels": kernels_written(run.rows("first", model)),
        "losses": training_losses(read_rows(run.folder / f"round_{model}" / "log.jsonl")),
    }


def recipe_table(results: list[dict]) -> str:
    """All figures, in Markdown: percent, plus or minus a standard error over prompts."""
    columns = [name for name in results[0] if name != "losses"]
    head = [*columns, "training loss: first, highest, last", "validation loss"]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for result in results:
        losses = [f"{loss:.4f}" for loss in result["losses"].values()] or ["-"]
        shown = ["-" if result[name] is None else result[name] for name in columns]
        lines.append([*shown, ", ".join(losses[:3]), losses[-1]])
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines) + "\n"


def chart_of_rounds(results: list[dict]):
    """A figure: what each recipe gained by round, with standard errors."""
    figure, [[axes]] = new_figure(1, 1, (7.2, 4.4))
    for place, (name, recipe) in enumerate(RECIPES.items()):
        points = [result for result in results if result["recipe"] == name]
        if not points:
            continue
        shift = 0.03 * (place - 2)  # bars beside each other
        rounds = [0, *(result["round"] + shift for result in points)]
        gains = [0.0, *(100 * result["gained"].mean for result in points)]
        errors = [0.0, *(100 * result["gained"].error for result in points)]
        style = {
            "color": recipe.color,
            "linestyle": recipe.line,
            "marker": "o",
            "markersize": 4,
            "capsize": 3,
        }
        axes.errorbar(rounds, gains, errors, label=name, **style)
    axes.axhline(0, color="#c8cdd2", linewidth=0.9)
    axes.set(xlabel="round", ylabel="pass@1 of held-out prompts, gained (points)")
    round_ticks(axes.xaxis, whole=True)
    round_ticks(axes.yaxis)
    axes.legend(frameon=False, fontsize=9)
    return figure


def write_comparison(comparison: RecipeRuns, out: Path) -> None:
    """Writes table, chart and record of what is there. Raises ValueError where nothing is."""
    found = [recipe_figures(comparison, *about) for about in models_to_make(comparison.rounds)]
    results = list(filter(None, found))
    if not results:
        raise ValueError("no model has been evaluated in that time: give more --minutes")
    text = recipe_table(results)
    print(text)
    with replacing(out / "feedback.md") as partial:
        partial.write_text(text)
    save_figure(chart_of_rounds(results), out / "feedback.png")
    run = comparison.runs[GIVEN]
    settings = {name: value for name, value in vars(run.config).items() if name not in ("out", "prompts")}
    hashes = {Path(path).name: digest for path, digest in run.hashes().items()}
    hashes["weights"] = run.weights
    record = {
        "settings": settings,
        "hashes": hashes,
        "environment": environment(*llm.HASHED),
        "results": results,
    }
    with replacing(out / "feedback.json") as partial:
        partial.write_text(json.dumps(record, indent=1, default=vars))


# ---- command line


def make_parser() -> argparse.ArgumentParser:
    """The flags: those of `llm.py --feedback` for all recipes, and a few of training."""
    about = {"description": __doc__.splitlines()[0], "argument_default": argparse.SUPPRESS}
    parser = OneLineParser(**about, allow_abbrev=False)
    add_flags(parser, FeedbackConfig)
    parser.add_argument("--scratch", type=Path, help="folder for models and journals; default: OUT/runs")
    parser.add_argument("--minutes", type=not_negative, help="time limit of the command; 0: none")
    parser.add_argument("--batch_size", type=positive_integer, help="pairs a step")
    for name in ("checkpoint", "data", "device", "compile", "kernels"):
        parser.add_argument(f"--{name}", help="as for llm.py")
    return parser


@command_line()
def main(arguments: list[str] | None = None) -> int:
    """Exit code 0; 1 where it was stopped before all models were made."""
    values = vars(make_parser().parse_args(arguments))
    if "learn" in values:
        raise ValueError("--learn is what the recipes differ in: drop it")
    out = Path(values.pop("out", "runs/feedback-recipes"))
    scratch = values.pop("scratch", out / "runs")
    minutes = values.pop("minutes", 0.0)
    is_begun = (scratch / GIVEN / "settings.json").exists()  # wherever that was, its flags stay
    if torch.cuda.is_available() and values.get("device") != "cpu" and not is_begun:
        values = ON_GPU | values
    for folder in (out, scratch):
        check_writable_folder(folder)
    # the end of the time is as Ctrl-C, at which a training saves where it is
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 60 * minutes)
    code = 0
    with contextlib.closing(RecipeRuns(values, scratch)) as comparison:
        try:
            comparison.make()
        except KeyboardInterrupt:
            print("stopped: the same command goes on")
            code = 1
        signal.setitimer(signal.ITIMER_REAL, 0)
        write_comparison(comparison, out)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
