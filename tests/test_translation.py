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
import graph  # noqa: E402
import llm  # noqa: E402
import translation  # noqa: E402
from extract_training_data import Pair  # noqa: E402

RELU = "f(a0: f32[A, B])\nv0 = relu(a0)\nreturn v0"
EXP = "f(a0: f32[A, B])\nv0 = exp(a0)\nreturn v0"
ANSWER = """import torch
import triton
import triton.language as tl


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
TASKS = {"pointwise/known": "y = torch.relu(x)\n", "pointwise/unknown": "y = torch.sin(x) * 3\n", "module/untraceable": "raise SystemExit('no')\n"}


class Stub(llm.Translator):
    """Answers every question with the same samples: broken, wrong, right for relu, wrong again."""

    def __init__(self):
        self.seed, self.temperature, self.judges, self.asked = 0, 1.0, llm.Judges(), 0

    def check_length(self, part):
        if "sort" in part.question:
            raise ValueError("the question is too long")

    def sources(self, rows, temperature, seed, on_text=None):
        self.asked += len(rows)
        return enumerate((BROKEN, WRONG, RIGHT, WRONG)[number % 4] for _, number in rows)


def pair(question, split, family="relu", alternates=()):
    values = {field.name: 0 for field in dataclasses.fields(Pair)}
    return Pair(**values | {"question": question, "split": split, "family": family, "op": f"{family}_op", "alternates": json.dumps(alternates)})


@pytest.fixture
def folder(tmp_path):
    for name, text in TASKS.items():
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def examined(folder, tasks=None, done=None):
    """{name: Row} after four samples of each task, the stub, and how often it saved."""
    stub, done, saves = Stub(), {} if done is None else done, []
    translation.evaluate(stub, tasks or translation.tasks_below(folder), done, 4, 2, lambda: saves.append(len(done)))
    return {row.name: row for row in done.values()}, stub, saves


@pytest.mark.parametrize("verdicts", [(True,), (False,) * 4, (True, False, False, True, False), (False,) * 6 + (True,), (True,) * 5])
def test_the_estimator_is_the_mean_over_all_draws(verdicts):
    for k in range(1, len(verdicts) + 1):
        draws = list(itertools.combinations(verdicts, k))
        assert translation.pass_at(k, verdicts) == pytest.approx(sum(map(any, draws)) / len(draws))


@pytest.mark.parametrize("k", [0, 4])
def test_the_estimator_refuses_more_samples_than_there_are(k):
    with pytest.raises(ValueError, match=f"pass@{k} needs"):
        translation.pass_at(k, (True, False, True))


def test_three_toy_tasks_through_a_stub(folder):
    rows, _, saves = examined(folder)
    known, unknown, untraceable = rows["known"], rows["unknown"], rows["untraceable"]
    assert known.verified and known.verdicts == (False, False, True, False) and known.parsed == 3 and known.compiles == ""
    assert known.questions == (RELU,) and known.form == "statements" and known.reason == "" and known.seconds > 0
    assert not unknown.verified and unknown.verdicts == (False,) * 4 and unknown.parsed == 3 and unknown.compiles is None and unknown.reason
    assert untraceable.verdicts == (False,) * 4 and untraceable.questions == () and untraceable.reason == "SystemExit: no"
    assert saves == [2, 3]

    figures = translation.figures(list(rows.values()), 4)
    assert figures["tasks"] == 3 and figures["traced"] == pytest.approx(200 / 3) and figures["parses"] == pytest.approx(50)
    assert figures["pass@1"] == pytest.approx(100 / 12) and figures["best of 4"] == pytest.approx(100 / 3) and figures["first"] == 0
    assert "pass@10" not in figures and figures["compiles"] == 100 and figures["timed"] == 0 and figures["> eager"] is None


def test_times_of_a_gpu_reach_the_table(folder, monkeypatch):
    times = {"torch_ms": 0.03, "compile_ms": 0.02, "triton_ms": 0.025}
    monkeypatch.setattr(llm, "has_gpu", lambda: True)
    monkeypatch.setattr(llm, "proof", lambda *_, **__: {"ok": True, "reason": "", "error": 0.0, "allowance": 1.0, "against": "float64"} | times)
    (folder / "pointwise" / "known.py").write_text("# x: f32[64, 512]\ny = torch.relu(x)\n")
    rows, _, _ = examined(folder)
    assert {name: getattr(rows["known"], name) for name in times} == times and rows["unknown"].torch_ms is None
    figures = translation.figures(list(rows.values()), 4)
    assert figures["timed"] == 1 and figures["> eager"] == 100 and figures["> compile"] == 0


def test_what_is_there_is_not_asked_again_unless_its_file_changed(folder):
    done = {}
    examined(folder, done=done)
    _, stub, saves = examined(folder, done=done)
    assert stub.asked == 0 and saves == []
    (folder / "pointwise" / "unknown.py").write_text("y = torch.relu(x) * 1\n")
    _, stub, saves = examined(folder, done=done)
    assert stub.asked == 4 and saves == [4]


def test_questions_of_the_corpus(folder):
    pairs = [pair(RELU, "test_parameters"), pair(RELU.replace("relu", "sort"), "test_combinations", "sort")]
    rows, stub, _ = examined(folder, translation.corpus_tasks(pairs, 5))
    assert rows["relu_op"].verified and rows["relu_op"].verdicts == (False, False, True, False) and rows["relu_op"].parsed == 3
    assert rows["relu_op"].suite == "test_parameters" and rows["relu_op"].compiles == ""
    assert rows["sort_op"].reason == "the question is too long" and rows["sort_op"].verdicts == (False,) * 4 and stub.asked == 4


def test_rows_are_drawn_evenly_over_the_families():
    pairs = [pair(f"{family} {i}", "test_parameters", family) for family, count in (("a", 50), ("b", 3), ("c", 50)) for i in range(count)]
    pairs += [pair("d", "train", "d")]
    drawn = translation.draw(pairs, "test_parameters", 13)
    assert sorted(one.family for one in drawn) == ["a"] * 5 + ["b"] * 3 + ["c"] * 5
    assert drawn == translation.draw(pairs, "test_parameters", 13) and len({one.question for one in drawn}) == 13
    assert len(translation.draw(pairs, "test_parameters", 1000)) == 103


def test_what_the_training_split_asks_is_left_out_of_the_headline():
    others = [pair("seen later", "validation"), pair("never", "test_parameters")]
    trained = translation.training_questions([pair(RELU, "train", alternates=[EXP]), *others])
    assert trained == {RELU, EXP}

    def row(name, *questions):
        return translation.Row("tasks", "toys", name, name, questions=questions, seen=sum(q in trained for q in questions), verdicts=(True, False))

    rows = [row("new", "unseen"), row("half", RELU, "unseen"), row("old", RELU, EXP), row("untraced")]
    parts = {label: [one.name for one in found] for label, found in translation.parts_of(rows).items()}
    assert parts == {"headline": ["new", "untraced"], "some regions trained on": ["half"], "all regions trained on": ["old"],
                     "all tasks": ["new", "half", "old", "untraced"], "test_parameters": [], "test_combinations": []}
    text = translation.write_up({"model": "0123", "samples": 2}, rows)
    assert "2 of\n4 tasks" in text and "- toys/half: 1 of 2" in text and "- toys/old: 2 of 2" in text
    headline = next(line for line in text.splitlines() if line.startswith("| headline"))
    assert headline.split(" | ")[1:3] == ["2", "50"]


def options(folder, **changes):
    """What the command line would give, for the toy tasks."""
    values = {"checkpoint": folder / "model.pth", "tasks": folder, "samples": 4, "temperature": None, "device": "cpu", "out": folder / "out",
              "corpus": folder / "data.csv", "rows": 2, "resume": False}
    return SimpleNamespace(**values | changes)


def test_a_stopped_run_keeps_its_results_and_goes_on(folder, monkeypatch, capsys):
    import pandas
    pairs = [pair(RELU, "train"), pair(RELU, "test_parameters", "again"), pair(EXP, "test_combinations", "exp")]
    pandas.DataFrame(map(dataclasses.asdict, pairs)).to_csv(folder / "data.csv", index=False)
    (folder / "model.pth").write_bytes(b"weights")
    stub = Stub()
    monkeypatch.setattr(llm, "load_translator", lambda *_, **__: stub)
    examine = translation.examine_questions

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(translation, "examine_questions", stopped)
    assert translation.run(options(folder)) == 130
    stored = folder / "out" / f"translation-{llm.file_hash(folder / 'model.pth')}-cpu.json"
    record = json.loads(stored.read_text())
    assert {row["name"]: row["seen"] for row in record["rows"]} == {"known": 1, "unknown": 0, "untraceable": 0}
    assert record["samples"] == 4 and record["date"] and record["torch"] and str(folder) not in stored.read_text()

    monkeypatch.setattr(translation, "examine_questions", examine)
    asked = stub.asked
    assert translation.run(options(folder, resume=True)) == 0
    assert stub.asked - asked == 8 and len(json.loads(stored.read_text())["rows"]) == 5
    assert stored.with_suffix(".png").read_bytes()[:4] == b"\x89PNG" and "- evaluated: 5 of 5" in stored.with_suffix(".md").read_text()
    with pytest.raises(ValueError, match="other settings"):
        translation.run(options(folder, resume=True, samples=8))
    with pytest.raises(ValueError, match="what is unseen is not known"):
        translation.run(options(folder, corpus=folder / "none.csv"))
    assert "stopped; --resume goes on" in capsys.readouterr().out


FILES = sorted((Path(translation.__file__).parent / "tasks").rglob("*.py"))


def test_there_are_enough_tasks_of_every_form():
    texts = [path.read_text() for path in FILES]
    modules = sum("class Model(nn.Module)" in text for text in texts)
    functions = sum("class Model" not in text and re.search(r"^def ", text, re.MULTILINE) is not None for text in texts)
    assert len(FILES) >= 220 and modules >= 60 and functions >= 60 and len(FILES) - modules - functions >= 50
    assert len({path.stem for path in FILES}) == len(FILES) and len(set(texts)) == len(FILES)


@pytest.mark.parametrize("path", FILES[::12], ids=lambda path: path.stem)
def test_a_sample_of_the_tasks_traces(path):
    assert graph.regions(graph.trace(path.read_text()))
