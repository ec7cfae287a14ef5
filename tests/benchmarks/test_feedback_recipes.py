"""benchmarks/feedback.py: what it makes first, its figures from journals and logs, its table and chart."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest
from chart_properties import are_labelled, legend_of
from matplotlib import pyplot

from corpus.feedback import gain, mean_over_prompts

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def recipes():
    """The module; its name is another one's."""
    spec = importlib.util.spec_from_file_location("feedback_recipes", ROOT / "benchmarks" / "feedback.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["feedback_recipes"] = module  # its dataclasses ask for it
    spec.loader.exec_module(module)
    return module


class MadeUpRun:
    """A run of which only journals and logs are there."""

    def __init__(self, folder, tests):
        self.folder = folder
        self.tests = tests  # of each model {prompt: verdicts}
        self.prompts = {"test": list(tests[0])}
        self.weights = "def"
        self.config = type("Config", (), {"test_samples": 2, "seed": 0})()
        for model in range(1, len(tests)):
            (folder / f"round_{model}").mkdir(parents=True)
            (folder / f"kept_{model}.jsonl").write_text("{}\n" * 3 * model)
            losses = [{"event": "step", "step": step, "loss": loss} for step, loss in enumerate((1, 4, 2), 1)]
            log = [*losses, {"event": "epoch", "step": 3, "loss": 0.25}]
            path = folder / f"round_{model}" / "log.jsonl"
            path.write_text("".join(json.dumps(row) + "\n" for row in log))

    def rows(self, kind, model):
        length = 1 if kind == "first" else 2
        passed = {"@triton.jit\n@triton.jit": 1, "@triton.jit": 1}
        return {
            prompt: {"verdicts": row[:length], "passed": passed if row[0] else {}}
            for prompt, row in self.tests[model].items()
        }

    def hashes(self):
        return {"folder/data.csv": "abc"}


@pytest.fixture
def comparison(recipes, tmp_path):
    """Runs of one round: feedback and its control are evaluated on both prompts, no other at all."""
    given = {"p": [True, False], "q": [False, False]}
    made = {
        "feedback": [given, {"p": [True, True], "q": [True, False]}],
        "control": [given, {"p": [True, False], "q": [False, True]}],
    }
    runs = {name: MadeUpRun(tmp_path / name, made.get(name, [given, {}])) for name in recipes.RECIPES}
    found = object.__new__(recipes.RecipeRuns)
    found.runs = runs
    found.rounds = 1
    return found


def test_what_says_most_is_made_first(recipes):
    order = recipes.models_to_make(3)
    assert order[0] == ("feedback", 0) and len(order) == len(set(order))
    assert {("feedback", 3), ("control", 3)} < set(order[:7]), (
        "all rounds of the recipe of today and its control"
    )
    assert order[7:] == [("failures alone", 1), ("samples only", 3)]
    assert all(recipe.control in ("", *recipes.RECIPES) for recipe in recipes.RECIPES.values())
    assert recipes.models_to_make(1)[-1] == ("samples only", 1)


def test_a_control_differs_in_what_is_learned_alone(recipes):
    recipe = recipes.RECIPES["feedback"]
    assert recipes.RECIPES[recipe.control].flags == recipe.flags | {"learn": "corpus"}
    for other in recipes.RECIPES.values():  # what is learned, and how often: no rate, no number of steps
        assert other.flags.keys() <= {"learn", "known", "ratio", "epochs", "derive"}


def test_a_model_that_is_evaluated_in_part_has_no_figures(recipes, comparison):
    """What is judged first are the shortest prompts."""
    del comparison.runs["control"].tests[1]["p"]
    assert recipes.recipe_figures(comparison, "control", 1) is None
    figures = recipes.recipe_figures(comparison, "feedback", 1)
    assert figures["gained on control"] is None
    assert "| - |" in recipes.recipe_table([figures]).splitlines()[-1]


def test_differences_are_taken_prompt_by_prompt(recipes, comparison, tmp_path):
    figures = recipes.recipe_figures(comparison, "feedback", 1)
    assert figures["pass@1"] == mean_over_prompts([1.0, 0.5])
    assert figures["gained"] == gain({"p": 0.5, "q": 0.0}, {"p": 1.0, "q": 0.5})
    assert figures["gained"].mean == 0.5 and figures["gained"].error == 0.0
    assert figures["gained on control"] == gain({"p": 0.5, "q": 0.5}, {"p": 1.0, "q": 0.5})
    assert figures["first gained"].mean == 0.5 and figures["kept"] == 3
    assert figures["losses"]["validation"] == 0.25 and figures["kernels"] == 1.5
    assert recipes.recipe_figures(comparison, "failures alone", 1) is None
    recipes.write_comparison(comparison, tmp_path)
    lines = (tmp_path / "feedback.md").read_text().splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| given model", "| feedback", "| control"]
    record = json.loads((tmp_path / "feedback.json").read_text())
    assert record["hashes"] == {"data.csv": "abc", "weights": "def"}
    assert str(tmp_path) not in json.dumps(record)
    assert (tmp_path / "feedback.png").stat().st_size > 5000


def test_losses_of_a_round_are_means_of_a_few_steps(recipes, monkeypatch):
    monkeypatch.setattr(recipes, "WINDOW", 2)
    rows = [{"event": "step", "loss": loss} for loss in (1.0, 3.0, 9.0, None, 1.0)]
    assert recipes.training_losses(rows) == {}, "the round has not ended"
    rows += [{"event": "epoch", "loss": 0.5}]
    assert recipes.training_losses(rows) == {"first": 2.0, "highest": 6.0, "last": 5.0, "validation": 0.5}


def test_the_chart_names_what_was_made(recipes, comparison):
    results = [recipes.recipe_figures(comparison, name, 1) for name in ("feedback", "control")]
    figure = recipes.chart_of_rounds(results)
    assert legend_of(figure) == ["feedback", "control"]
    assert are_labelled(figure.axes[0])
    pyplot.close(figure)


def test_what_the_recipes_differ_in_is_no_flag(recipes, capsys, tmp_path):
    assert recipes.main(["--learn", "corpus", "--out", str(tmp_path)]) == 2
    assert "--learn is what the recipes differ in" in capsys.readouterr().err
