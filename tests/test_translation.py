"""benchmarks/translation.py: the estimator against brute force, toy tasks through a stub of a translator, the leak check, resuming."""

import dataclasses
import itertools
import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))
import translation  # noqa: E402
from corpus import Pair  # noqa: E402
from python_to_triton import runtime
from python_to_triton import frontend
from python_to_triton import inference

RELU = "f(a0: f32[A, B])\nv0 = relu(a0)\nreturn v0"
EXP = "f(a0: f32[A, B])\nv0 = exp(a0)\nreturn v0"
ANSWER = """import torch
import triton
import triton.language as tl
from python_to_triton import verification
from patching import patch_everywhere


@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(y_ptr + offsets, tl.{}, mask=offsets < n)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y
"""
RIGHT, WRONG, BROKEN = ANSWER.format("maximum(x, 0.0)"), ANSWER.format("exp(x)"), "def translated(x:"
SETTINGS = {"samples": 4, "draws": 0, "temperature": 0.7}
PIECES = 8  # answers asked for: four to each of the two pieces of the one task that no sample answers
TASKS = {
    "pointwise/known": "y = torch.relu(x)\n",
    "pointwise/unknown": "y = torch.sin(x) * 3\n",
    "module/untraceable": "raise SystemExit('no')\n",
}


class Stub(runtime.Translator):
    """Answers every prompt with the same samples: broken, wrong, right for relu, wrong again."""

    def __init__(self):
        self.seed, self.temperature, self.judges, self.asked, self.replaced = (
            0,
            1.0,
            runtime.Judges(),
            0,
            {RELU: RIGHT},
        )

    def check_length(self, part):
        if "sort" in part.prompt:
            raise ValueError("the prompt is too long")

    def sources(self, rows, temperature, seed, on_text=None):
        self.asked += len(rows)
        return enumerate((BROKEN, WRONG, RIGHT, WRONG)[number % 4] for _, number in rows)


def pair(prompt, split, family="relu", alternates=()):
    values = {field.name: 0 for field in dataclasses.fields(Pair)}
    return Pair(
        **values
        | {
            "prompt": prompt,
            "split": split,
            "family": family,
            "op": f"{family}_op",
            "alternates": json.dumps(alternates),
        }
    )


@pytest.fixture
def folder(tmp_path):
    for name, text in TASKS.items():
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def evaluation(folder, rows=(), **settings):
    """The stages over the toy tasks and other rows, four samples of each region, and how often they saved."""
    stub, saves = Stub(), []
    found = translation.Evaluation(
        stub, [*translation.task_rows(translation.begin_traces(stub.judges, folder)), *rows], 4, **settings
    )
    found.complete(lambda: saves.append(list(found.seconds)))
    return found, saves


@pytest.mark.parametrize(
    "verdicts",
    [(True,), (False,) * 4, (True, False, False, True, False), (False,) * 6 + (True,), (True,) * 5],
)
def test_the_estimator_is_the_mean_over_all_draws(verdicts):
    for k in range(1, len(verdicts) + 1):
        draws = list(itertools.combinations(verdicts, k))
        assert translation.pass_at(k, verdicts) == pytest.approx(sum(map(any, draws)) / len(draws))


@pytest.mark.parametrize("k", [0, 4])
def test_the_estimator_refuses_more_samples_than_there_are(k):
    with pytest.raises(ValueError, match=f"pass@{k} needs"):
        translation.pass_at(k, (True, False, True))


def test_three_toy_tasks_through_a_stub(folder):
    found, saves = evaluation(folder, draws=10)
    rows = {row.name: row for row in found.rows}
    known, unknown, untraceable = rows["known"], rows["unknown"], rows["untraceable"]
    assert (
        known.verified == {"greedy": False, "bare": True, "samples": True, "pieces": True}
        and not known.parses
        and known.compiles == ""
        and known.reason == ""
    )
    assert (
        known.prompts == (RELU,)
        and known.form == "statements"
        and known.draws == (False, False, True, False) * 2 + (False,) * 2
    )
    assert (
        not any(unknown.verified.values())
        and unknown.compiles is None
        and unknown.reason
        and unknown.draws == (False,) * 10
    )
    assert (
        untraceable.draws == (False,) * 10
        and untraceable.prompts == ()
        and untraceable.reason == untraceable.obstacle == "SystemExit: no"
    )
    assert [row.name for row in found.rows if row.suite == "regions"] == ["known/0", "unknown/0"] and rows[
        "known/0"
    ].verified == known.verified
    assert saves == [
        ["greedy", "bare", "samples", "pieces", "compile", "estimate"][:end] for end in range(1, 7)
    ]

    figures = translation.figures([known, unknown, untraceable], SETTINGS | {"draws": 10})
    assert (
        figures["asked"] == 3
        and figures["traced"] == pytest.approx(200 / 3)
        and figures["parses"] == figures["pass@1"] == 0
    )
    assert (
        figures["best of 4"] == figures["with pieces"] == pytest.approx(100 / 3)
        and figures["compiles"] == 100
    )
    assert figures["pass@1, T=0.7"] == pytest.approx(20 / 3) and figures["pass@10, T=0.7"] == pytest.approx(
        100 / 3
    )
    assert figures["timed"] == 0 and figures["> eager"] is None


def test_a_task_of_several_regions_is_judged_as_a_whole(folder):
    """Two products are two regions, both right here; what their stitched module is told decides."""
    (folder / "pointwise" / "two.py").write_text(
        "# x: f32[4, 5]\n# w: f32[5, 6]\n# u: f32[6, 7]\ny = x @ w @ u\n"
    )
    good = verification.Verdict(True, "", 0.0, 1.0, 1, 0.0)

    class Half(Stub):
        def __init__(self):
            super().__init__()
            self.judges = runtime.Judges(
                0,
                lambda prompt, source: (
                    good if prompt.count("matmul") < 2 else runtime.not_judged("as a whole")
                ),
            )

        def sources(self, rows, temperature, seed, on_text=None):
            return enumerate([RIGHT] * len(rows))

    stub = Half()
    rows = [
        row
        for row in translation.task_rows(translation.begin_traces(stub.judges, folder))
        if row.name.startswith("two")
    ]
    found = translation.Evaluation(stub, rows, 4)
    found.do_greedy(lambda candidate: None)
    assert [(row.name, row.verified["greedy"], row.reason) for row in found.rows] == [
        ("two", False, "as a whole"),
        ("two/0", True, ""),
        ("two/1", True, ""),
    ]


def test_a_stage_that_did_not_end_gives_no_figure(folder, monkeypatch):
    stub = Stub()
    found = translation.Evaluation(
        stub, translation.task_rows(translation.begin_traces(stub.judges, folder)), 4
    )
    monkeypatch.setattr(Stub, "compose", lambda *_: translation.out_of_time(14, None))
    with pytest.raises(KeyboardInterrupt):
        found.complete(lambda: None)
    assert found.unfinished == ["pieces", "compile"]
    header = translation.table(translation.parts_of(found.rows), SETTINGS).splitlines()[0]
    assert "best of 4" in header and "pieces" not in header and "compiles" not in header


def test_times_of_a_gpu_reach_the_table(folder, monkeypatch):
    times = {"torch_ms": 0.03, "compile_ms": 0.02, "triton_ms": 0.025}
    patch_everywhere(
        monkeypatch,
        "proof",
        lambda *_, **__: (
            {"ok": True, "reason": "", "error": 0.0, "tolerance": 1.0, "against": "float64"} | times
        ),
    )
    (folder / "pointwise" / "known.py").write_text("# x: f32[64, 512]\ny = torch.relu(x)\n")
    rows = {row.name: row for row in evaluation(folder, timed=3, on_gpu=True)[0].rows}
    assert rows["known"].proof == times | {"ok": True, "reason": ""} and rows["unknown"].proof == {}
    figures = translation.figures(list(rows.values()), SETTINGS)
    assert (
        figures["timed"] == 1
        and figures["at own sizes"] == figures["> eager"] == 100
        and figures["> compile"] == 0
    )


def test_an_answer_wrong_at_its_own_sizes_is_told_and_not_timed(folder, monkeypatch):
    patch_everywhere(monkeypatch, "proof", lambda *_, timed, **__: {"ok": timed, "reason": "off by 7"})
    (folder / "pointwise" / "known.py").write_text("# x: f32[64, 512]\ny = torch.relu(x)\n")
    found, _ = evaluation(folder, timed=3, on_gpu=True)
    figures = translation.figures(found.rows, SETTINGS)
    assert figures["at own sizes"] == 0 and figures["timed"] == 0
    assert "- pointwise/known: off by 7" in translation.write_up(SETTINGS, found.rows)


def write_corpus(folder, *pairs):
    import pandas

    pandas.DataFrame(map(dataclasses.asdict, pairs)).to_csv(folder / "data.csv", index=False)
    return folder / "data.csv"


def test_prompts_of_the_corpus(folder):
    path = write_corpus(
        folder, pair(RELU, "test_parameters"), pair(RELU.replace("relu", "sort"), "test_combinations", "sort")
    )
    rows, trained = translation.corpus(path, 5)
    found, _ = evaluation(folder / "module", rows)
    rows = {row.name: row for row in found.rows}
    assert (
        rows["relu_op"].verified["samples"]
        and not rows["relu_op"].verified["greedy"]
        and rows["relu_op"].suite == "test_parameters"
    )
    assert rows["sort_op"].reason == "the prompt is too long" and found.translator.asked == 4 and not trained


def test_rows_are_drawn_evenly_over_the_families():
    pairs = [
        pair(f"{family} {i}", "test_parameters", family)
        for family, count in (("a", 50), ("b", 3), ("c", 50))
        for i in range(count)
    ]
    drawn = translation.spread(pairs, 13, lambda one: one.family)
    assert sorted(one.family for one in drawn) == ["a"] * 5 + ["b"] * 3 + ["c"] * 5
    assert (
        drawn == translation.spread(pairs, 13, lambda one: one.family)
        and len({one.prompt for one in drawn}) == 13
    )
    assert len(translation.spread(pairs, 1000, lambda one: one.family)) == 103


def test_what_the_training_split_asks_is_left_out_of_the_headline(tmp_path):
    others = [pair("seen later", "validation"), pair("never", "test_parameters")]
    _, trained = translation.corpus(write_corpus(tmp_path, pair(RELU, "train", alternates=[EXP]), *others), 5)
    assert trained == {RELU, EXP}

    def row(name, *prompts):
        return translation.Row(
            "tasks",
            "toys",
            name,
            prompts=prompts,
            seen=sum(q in trained for q in prompts),
            verified={"greedy": name == "new"},
        )

    rows = [row("new", "unseen"), row("half", RELU, "unseen"), row("old", RELU, EXP), row("untraced")]
    parts = {
        label: [one.name for one in found] for label, found in translation.parts_of(rows).items() if found
    }
    assert parts == {
        "headline": ["new", "untraced"],
        "some regions trained on": ["half"],
        "all regions trained on": ["old"],
        "all tasks": ["new", "half", "old", "untraced"],
    }
    text = translation.write_up(SETTINGS, rows)
    assert "2 of 4 tasks" in text and "- toys/half: 1 of 2" in text and "- toys/old: 2 of 2" in text
    headline = next(line for line in text.splitlines() if line.startswith("| headline"))
    assert headline.split(" | ")[1:3] == ["2", "50"]


def options(folder, **changes):
    """What the command line would give, for the toy tasks."""
    values = {
        "checkpoint": folder / "model.pth",
        "tasks": folder,
        "programs": None,
        "every": 1,
        "samples": 4,
        "estimate": 0,
        "temperature": 0.7,
        "time": 0,
        "device": "cpu",
        "judge": None,
        "jobs": None,
        "out": folder / "out",
        "data": folder / "data.csv",
        "rows": 2,
        "resume": False,
    }
    return SimpleNamespace(**values | changes)


def test_a_stopped_run_keeps_its_results_and_goes_on(folder, monkeypatch, capsys):
    write_corpus(
        folder,
        pair(RELU, "train"),
        pair(RELU, "test_parameters", "again"),
        pair(EXP, "test_combinations", "exp"),
    )
    (folder / "model.pth").write_bytes(b"weights")
    stub = Stub()
    patch_everywhere(monkeypatch, "load_translator", lambda *_, **__: stub)
    patch_everywhere(monkeypatch, "judges_beside", lambda *_, **__: runtime.Judges())

    def stopped(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Stub, "compose", stopped)
        assert translation.run(options(folder)) == 130
    stored = folder / "out" / f"translation-{inference.file_hash(folder / 'model.pth')}-cpu.json"
    record = json.loads(stored.read_text())
    assert {row["name"]: row["seen"] for row in record["rows"] if row["suite"] == "tasks"} == {
        "known": 1,
        "unknown": 0,
        "untraceable": 0,
    }
    assert (
        record["samples"] == 4
        and record["date"]
        and record["torch"]
        and str(folder) not in stored.read_text()
    )
    assert record["not finished"] == "pieces, compile"

    asked = stub.asked
    assert translation.run(options(folder, resume=True)) == 0
    assert stub.asked - asked == PIECES and json.loads(stored.read_text())["not finished"] == "nothing"
    assert (
        stored.with_suffix(".png").read_bytes()[:4] == b"\x89PNG"
        and "- not finished: nothing" in stored.with_suffix(".md").read_text()
    )
    with pytest.raises(ValueError, match="other settings"):
        translation.run(options(folder, resume=True, samples=8))
    with pytest.raises(ValueError, match="what is unseen is not known"):
        translation.run(options(folder, data=folder / "none.csv"))
    assert "stopped before the end of pieces; --resume goes on" in capsys.readouterr().out


FILES = sorted((Path(translation.__file__).parent / "tasks").rglob("*.py"))


def test_there_are_enough_tasks_of_every_form():
    texts = [path.read_text() for path in FILES]
    modules = sum("class Model(nn.Module)" in text for text in texts)
    functions = sum(
        "class Model" not in text and re.search(r"^def ", text, re.MULTILINE) is not None for text in texts
    )
    assert len(FILES) >= 220 and modules >= 60 and functions >= 60 and len(FILES) - modules - functions >= 50
    assert len({path.stem for path in FILES}) == len(FILES) and len(set(texts)) == len(FILES)


@pytest.mark.parametrize("path", FILES[::12], ids=lambda path: path.stem)
def test_a_sample_of_the_tasks_traces(path):
    assert frontend.regions(frontend.trace(path.read_text()))


def test_random_programs_are_rows_of_their_own_and_another_file_is_told_in_one_line(tmp_path):
    file = tmp_path / "prompts.jsonl"
    file.write_text(
        json.dumps(
            {"program": "y = x", "prompt": "f(a0: f32[A])\nv0 = relu(a0)\nreturn v0", "split": "train"}
        )
        + "\n"
    )
    rows = translation.program_rows(file)
    assert [row.prompts for row in rows] == [("f(a0: f32[A])\nv0 = relu(a0)\nreturn v0",)]
    assert (
        translation.parts_of(rows)["random programs"] == rows and not translation.parts_of(rows)["all tasks"]
    )
    file.write_text('{"program": "y = x"}\n')
    with pytest.raises(ValueError, match="is no file that prompts.py --out wrote"):
        translation.program_rows(file)
