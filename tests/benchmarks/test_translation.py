"""benchmarks/translation.py: toy tasks through a stub of a translator, what is drawn, tables, resuming."""

import dataclasses
import itertools
import json
import re
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pandas
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import report  # noqa: E402
import sets  # noqa: E402
import translation  # noqa: E402

from corpus import Pair, is_held_out, random_programs, split_of  # noqa: E402
from python_to_triton import frontend, runtime, verification  # noqa: E402
from python_to_triton.inference import file_hash, pass_at  # noqa: E402

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
RIGHT = ANSWER.format("maximum(x, 0.0)")
WRONG = ANSWER.format("exp(x)")
BROKEN = "def translated(x:"
PASSED = (True, "", 0.0, 1.0, 1, 0.0)  # a Verdict
RECORD = {"samples": 4, "draws": 0, "temperature": 0.7}
CANDIDATES_OF_PIECES = 8  # four to each of the two pieces of the one task that no sample answers
TASKS = {
    "pointwise/known": "y = torch.relu(x)\n",
    "pointwise/unknown": "y = torch.sin(x) * 3\n",
    "module/untraceable": "raise SystemExit('no')\n",
}
FILES = sorted((ROOT / "benchmarks" / "tasks").rglob("*.py"))


class Stub(runtime.Translator):
    """Answers every prompt with the same samples: broken, wrong, right for relu, wrong again."""

    def __init__(self):
        self.seed = 0
        self.temperature = 1.0
        self.judges = runtime.Judges()
        self.written = 0
        self.replaced = {RELU: RIGHT}
        self.composed = {}

    def why_too_long(self, text):
        return "the prompt is too long" if "sort" in text else ""

    def draw_candidates(self, rows, temperature, seed, on_text=None):
        self.written += len(rows)
        return enumerate((BROKEN, WRONG, RIGHT, WRONG)[number % 4] for _, number in rows)


def pair(prompt, split, family="relu", alternates=()):
    values = {field.name: 0 for field in dataclasses.fields(Pair)}
    texts = {"prompt": prompt, "split": split, "family": family, "op": f"{family}_op"}
    return Pair(**values | texts | {"alternates": json.dumps(alternates)})


def prompt_of(*operations):
    """The prompt of a chain of operations."""
    lines = [f"v{i} = {name}({'a0' if i == 0 else f'v{i - 1}'})" for i, name in enumerate(operations)]
    return "\n".join(["f(a0: f32[A, B])", *lines, f"return v{len(operations) - 1}"])


@pytest.fixture
def folder(tmp_path):
    for name, text in TASKS.items():
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def rows_below(folder, judges):
    return sets.task_rows(sets.begin_traces(judges, folder))


def completed(folder, rows=(), **plan):
    """(evaluation of toy tasks and other rows, four candidates a region; stages that had ended, a save)."""
    stub = Stub()
    saves = []
    plan = translation.Plan(4, **plan)
    found = translation.Evaluation(stub, [*rows_below(folder, stub.judges), *rows], plan)
    found.complete(lambda: saves.append(list(found.seconds)))
    return found, saves


@pytest.mark.parametrize(
    "verdicts",
    [(True,), (False,) * 4, (True, False, False, True, False), (False,) * 6 + (True,), (True,) * 5],
)
def test_pass_at_is_the_mean_over_all_draws(verdicts):
    for k in range(1, len(verdicts) + 1):
        draws = list(itertools.combinations(verdicts, k))
        assert pass_at(k, verdicts) == pytest.approx(sum(map(any, draws)) / len(draws))


@pytest.mark.parametrize("k", [0, 4])
def test_pass_at_refuses_more_samples_than_there_are(k):
    with pytest.raises(ValueError, match=f"pass@{k} needs"):
        pass_at(k, (True, False, True))


# ---- stages --------------------------------------------------------------------------------------


def test_three_toy_tasks_through_a_stub(folder):
    found, saves = completed(folder, draws=10)
    rows = {row.name: row for row in found.rows}
    known, unknown, untraceable = rows["known"], rows["unknown"], rows["untraceable"]
    assert known.verified == {"first": False, "written": True, "samples": True, "smaller": True}
    assert (known.prompts, known.form, known.parses, known.compiles, known.reason) == (
        (RELU,),
        "statements",
        False,
        "",
        "",
    )
    assert known.draws == (False, False, True, False) * 2 + (False,) * 2
    assert not any(unknown.verified.values()) and unknown.compiles is None and unknown.reason
    assert unknown.draws == untraceable.draws == (False,) * 10
    assert untraceable.prompts == () and untraceable.reason == untraceable.obstacle == "SystemExit: no"
    assert [row.name for row in found.rows if row.suite == "regions"] == ["known/0", "unknown/0"]
    assert rows["known/0"].verified == known.verified
    stages = ["first", "written", "samples", "smaller", "compile", "estimate"]
    assert saves == [stages[:end] for end in range(1, 7)]

    figures = report.figures([known, unknown, untraceable], RECORD | {"draws": 10})
    third = pytest.approx(100 / 3)
    assert figures["prompts"] == 3 and figures["traced"] == pytest.approx(200 / 3)
    assert figures["parses"] == figures["first answer"] == 0 and figures["compiles"] == 100
    assert figures["as written"] == figures["one of 4"] == figures["in smaller regions"] == third
    assert figures["pass@1, T=0.7"] == pytest.approx(20 / 3) and figures["pass@10, T=0.7"] == third
    assert figures["timed"] == 0 and figures["> eager"] is None


def test_a_task_of_several_regions_is_judged_as_a_whole(folder):
    """Two products are two regions, both right here; the verdict on the stitched module decides."""
    text = "# x: f32[4, 5]\n# w: f32[5, 6]\n# u: f32[6, 7]\ny = x @ w @ u\n"
    (folder / "pointwise" / "two.py").write_text(text)
    good = verification.Verdict(*PASSED)

    class OneProduct(Stub):
        def __init__(self):
            super().__init__()
            failed = runtime.not_judged("as a whole")
            self.judges = runtime.Judges(0, lambda prompt, _: good if prompt.count("matmul") < 2 else failed)

        def draw_candidates(self, rows, temperature, seed, on_text=None):
            return enumerate([RIGHT] * len(rows))

    stub = OneProduct()
    rows = [row for row in rows_below(folder, stub.judges) if row.name.startswith("two")]
    found = translation.Evaluation(stub, rows, translation.Plan(4))
    found.do_first(lambda candidate: None)
    outcomes = [(row.name, row.verified["first"], row.reason) for row in found.rows]
    assert outcomes == [("two", False, "as a whole"), ("two/0", True, ""), ("two/1", True, "")]


def test_a_module_of_two_modes_is_judged_in_both(folder):
    """Batch norm computes something else in training; each mode gets the answers to its own regions."""
    text = """import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.BatchNorm1d(8)

    def forward(self, x):
        return torch.relu(self.norm(x))


def get_inputs():
    return [torch.randn(6, 8)]
"""
    (folder / "pointwise" / "norm.py").write_text(text)
    prompts = []

    def judge(prompt, _):
        prompts.append(prompt)
        is_training = "training=True" in prompt
        return runtime.not_judged("in training") if is_training else verification.Verdict(*PASSED)

    regions = sets.traced_file(text).regions
    verdict = translation.judge_whole(judge, text, json.dumps([RIGHT] * len(regions)))
    assert [("training=True" in prompt) for prompt in prompts] == [True, False]
    assert verdict.reason == "in training"


def test_a_stage_that_did_not_end_gives_no_figure(folder, monkeypatch):
    stub = Stub()
    found = translation.Evaluation(stub, rows_below(folder, stub.judges), translation.Plan(4))
    monkeypatch.setattr(Stub, "retry_unanswered", lambda *_: translation.out_of_time(14, None))
    with pytest.raises(KeyboardInterrupt):
        found.complete(lambda: None)
    assert found.unfinished == ["smaller", "compile"]
    header = report.table(report.groups_of(found.rows), RECORD).splitlines()[0]
    assert "one of 4" in header and "smaller" not in header and "compiles" not in header


def test_times_of_a_gpu_reach_the_table(folder, monkeypatch):
    times = {"torch_ms": 0.03, "compile_ms": 0.02, "triton_ms": 0.025}
    proof = {"ok": True, "reason": "", "error": 0.0} | times
    monkeypatch.setattr(runtime, "own_sizes_result", lambda *_, **__: proof)
    (folder / "pointwise" / "known.py").write_text("# x: f32[64, 512]\ny = torch.relu(x)\n")
    rows = {row.name: row for row in completed(folder, timed=3, on_gpu=True)[0].rows}
    assert rows["known"].proof == times | {"ok": True, "reason": ""} and rows["unknown"].proof == {}
    figures = report.figures(list(rows.values()), RECORD)
    assert figures["timed"] == 1 and figures["at own sizes"] == figures["> eager"] == 100
    assert figures["> compile"] == 0


def test_an_answer_wrong_at_its_own_sizes_is_named_and_not_timed(folder, monkeypatch):
    monkeypatch.setattr(
        runtime, "own_sizes_result", lambda *_, timed, **__: {"ok": timed, "reason": "off by 7"}
    )
    (folder / "pointwise" / "known.py").write_text("# x: f32[64, 512]\ny = torch.relu(x)\n")
    found, _ = completed(folder, timed=3, on_gpu=True)
    figures = report.figures(found.rows, RECORD)
    assert figures["at own sizes"] == 0 and figures["timed"] == 0
    assert "- pointwise/known: off by 7" in report.write_up(RECORD, found.rows)


# ---- what is drawn -------------------------------------------------------------------------------


def write_corpus(folder, *pairs):
    pandas.DataFrame(map(dataclasses.asdict, pairs)).to_csv(folder / "data.csv", index=False)
    return folder / "data.csv"


def test_items_are_drawn_evenly_over_their_keys():
    items = [(key, i) for key, count in (("a", 50), ("b", 3), ("c", 50)) for i in range(count)]
    drawn = sets.spread_over(items, 13, lambda item: item[:1])
    assert sorted(Counter(key for key, _ in drawn).values()) == [3, 5, 5] and len(set(drawn)) == 13
    assert drawn == sets.spread_over(items, 13, lambda item: item[:1])
    assert drawn != sets.spread_over(items, 13, lambda item: item[:1], seed=1)
    assert sorted(sets.spread_over(items, 1000, lambda item: item[:1])) == sorted(items)


def test_an_item_with_two_keys_is_drawn_once():
    items = [("ab", 0), ("a", 1), ("b", 2), ("b", 3)]
    drawn = sets.spread_over(items, 4, lambda item: item[0])
    assert sorted(drawn) == sorted(items)


OPERATIONS = "abs add chunk clamp exp gelu leaky_relu mul relu sigmoid sin sqrt sub sum tanh where".split()
HELD_OUT = [couple for couple in itertools.combinations(OPERATIONS, 2) if is_held_out(couple)]


def test_pairs_of_a_prompt_are_those_that_the_split_holds_out():
    assert HELD_OUT, "no pair of these operations is held out"
    for couple in itertools.combinations(OPERATIONS, 2):
        prompt = prompt_of(*reversed(couple))
        assert sets.held_out_pairs(prompt) == ((" + ".join(couple),) if couple in HELD_OUT else ())
        assert bool(sets.held_out_pairs(prompt)) == (split_of(prompt) == "test_combinations")


def test_unseen_combinations_are_drawn_and_reported_by_pair(tmp_path):
    """One pair has most of the prompts and gets no more rows than another that has some left."""
    common, rare = (" + ".join(couple) for couple in HELD_OUT[:2])
    prompts = [prompt_of(*HELD_OUT[0], *["neg"] * i) for i in range(30)]
    prompts += [prompt_of(*HELD_OUT[1], *["neg"] * i) for i in range(4)]
    assert all(sets.held_out_pairs(prompt) in ((common,), (rare,)) for prompt in prompts)
    path = write_corpus(tmp_path, *(pair(prompt, "test_combinations") for prompt in prompts))
    rows, _ = sets.corpus_rows(path, 8, seed=3)
    groups = report.groups_of_pairs(rows)
    assert {label: len(found) for label, found in groups.items()} == {common: 4, rare: 4}

    rows = [dataclasses.replace(row, verified={"first": row in groups[rare]}) for row in rows]
    lines = report.write_up(RECORD, rows + [dataclasses.replace(rows[0], suite="tasks")]).splitlines()
    start = lines.index("## Unseen combinations by pair of operations")
    cells = {line.split(" | ")[0].strip("| "): line.split(" | ")[1:] for line in lines[start + 4 : start + 7]}
    assert cells[common][-1] == "0 |" and cells[rare][-1] == "100 |"
    assert cells["mean over 2 pairs"][-1] == "50 |"


def test_prompts_of_the_corpus(folder):
    held_out = prompt_of(*HELD_OUT[0], "sort")
    path = write_corpus(folder, pair(RELU, "test_parameters"), pair(held_out, "test_combinations", "sort"))
    rows, trained = sets.corpus_rows(path, 5, seed=0)
    found, _ = completed(folder / "module", rows)
    rows = {row.name: row for row in found.rows}
    assert rows["relu_op"].verified["samples"] and not rows["relu_op"].verified["first"]
    assert rows["relu_op"].suite == "test_parameters"
    assert (
        rows["sort_op"].reason == "the prompt is too long" and found.translator.written == 4 and not trained
    )


def test_what_the_training_split_has_is_left_out_of_the_headline(tmp_path):
    others = [pair("later", "validation"), pair("never", "test_parameters")]
    path = write_corpus(tmp_path, pair(RELU, "train", alternates=[EXP]), *others)
    _, trained = sets.corpus_rows(path, 5, seed=0)
    assert trained == {RELU, EXP}

    def row(name, *prompts):
        number = sum(prompt in trained for prompt in prompts)
        return sets.Row(
            "tasks", "toys", name, prompts=prompts, trained=number, verified={"first": name == "new"}
        )

    rows = [row("new", "unseen"), row("half", RELU, "unseen"), row("old", RELU, EXP), row("untraced")]
    groups = {label: [one.name for one in found] for label, found in report.groups_of(rows).items() if found}
    assert groups == {
        "headline": ["new", "untraced"],
        "some regions trained on": ["half"],
        "all regions trained on": ["old"],
        "all tasks": ["new", "half", "old", "untraced"],
    }
    text = report.write_up(RECORD, rows)
    assert "2 of 4 tasks" in text and "- toys/half: 1 of 2" in text and "- toys/old: 2 of 2" in text
    headline = next(line for line in text.splitlines() if line.startswith("| headline"))
    assert headline.split(" | ")[1:3] == ["2", "50"]


def test_without_a_corpus_nothing_is_said_of_what_was_trained_on():
    rows = [
        sets.Row(suite, "toys", suite, verified={"first": True}) for suite in ("tasks", "regions", "programs")
    ]
    groups = {label for label, found in report.groups_of(rows).items() if found}
    assert groups == {"all tasks", "random programs"}
    assert "there was no corpus" in report.write_up(RECORD, rows)
    options = translation.make_parser().parse_args([])
    options.data = None
    with pytest.raises(ValueError, match="--rows 0"):
        translation.run(options)


def test_random_programs_are_a_function_of_the_seed(monkeypatch):
    judges = runtime.Judges()
    monkeypatch.setattr(random_programs, "BATCH", 8)  # what is drawn at once
    monkeypatch.setattr(sets, "PROGRAMS_A_CALL", 8)
    rows = sets.program_rows(judges, 6, seed=5)
    monkeypatch.setattr(sets, "PROGRAMS_A_CALL", 3)
    again = sets.program_rows(runtime.Judges(), 6, seed=5)
    assert [row.prompts for row in rows] == [row.prompts for row in again]
    drawn = itertools.islice(random_programs.random_prompts(5), 6)
    assert [row.prompts for row in rows] == [(prompt,) for _, prompt in drawn]
    assert len({row.prompts for row in rows + sets.program_rows(judges, 6, seed=6)}) == 12
    assert all(frontend.parse(row.prompts[0]).text == row.prompts[0] for row in rows)
    assert not sets.program_rows(judges, 0, seed=5)
    groups = report.groups_of(rows)
    assert groups["random programs"] == rows and not groups["all tasks"]


PROGRAMS = {  # random programs, and those of DTYPES in which they make a prompt
    "# x: f16[8, 64]\ny = torch.relu(x)\n": set(sets.DTYPES),
    'def f(x: "f32[8, 64]", f1: "f32[64]"):\n    return x * f1[0]\n': set(sets.DTYPES),
    "# x: f32[8, 64]\ny = torch.exp(x.abs() + 12.0)\n": {"float32", "bfloat16"},  # beyond 65504
}


def test_the_same_programs_are_drawn_in_every_dtype(monkeypatch):
    drawn = [(text, random_programs.prompt_of_program(text)) for text in PROGRAMS]
    monkeypatch.setattr(random_programs, "prompts_between", lambda *_: drawn)
    for dtype, name in sets.DTYPES.items():
        rows = sets.program_rows(runtime.Judges(), 3, seed=5, dtype=dtype)
        for row, made in zip(rows, PROGRAMS.values(), strict=True):
            assert row.in_every_dtype == (made == set(sets.DTYPES))
            if dtype in made:
                header = row.prompts[0].partition("\n")[0]
                assert header.count(f": {name}[") == sets.tensors_taken(row.prompts[0]) and not row.obstacle
            else:
                assert row.prompts == () and row.obstacle == "not finite"
    assert len(report.groups_of(rows)["random programs of every dtype"]) == 2


def test_a_program_joins_the_tensors_of_its_largest_region(monkeypatch):
    four = "f(a0: f32[A, B], a1: f32[B, C], a2: f32[C], a3: f32[1])\nv0 = linear(a0, a1, a2)\nreturn v0"
    three = four.replace(", a3: f32[1]", "")
    assert (sets.tensors_taken(four), sets.tensors_taken(three)) == (4, 3)
    rows = [
        sets.Row("tasks", "toys", "both", prompts=(three, four)),
        sets.Row("programs", "", "", "", (four,)),
    ]
    rows += [
        sets.Row("tasks", "toys", "split", prompts=(three, three)),
        sets.Row("tasks", "toys", "untraced"),
    ]
    groups = report.groups_of(rows)
    assert groups["tasks of 4 and more tensors"] == rows[:1]
    assert groups["random programs of 4 and more tensors"] == rows[1:2]
    monkeypatch.setattr(random_programs, "prompts_between", lambda *_: [("", three), ("", four)])
    [drawn] = sets.program_rows(runtime.Judges(), 1, seed=5, tensors=4)
    assert drawn.prompts == (four,)


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


# ---- a run ---------------------------------------------------------------------------------------


def options(folder, **changes):
    """What the command line would give, for the toy tasks."""
    values = vars(translation.make_parser().parse_args([]))
    paths = {
        "checkpoint": folder / "model.pth",
        "tasks": folder,
        "out": folder / "out",
        "data": folder / "data.csv",
    }
    return SimpleNamespace(**values | paths | {"samples": 4, "rows": 2, "device": "cpu"} | changes)


def test_a_run_that_keeps_counts_alone_names_no_program(folder, monkeypatch, capsys):
    write_corpus(folder, pair(prompt_of("exp"), "train"))
    (folder / "model.pth").write_bytes(b"weights")
    monkeypatch.setattr(runtime, "load_translator", lambda *_, **__: Stub())
    monkeypatch.setattr(runtime, "judges_beside", lambda *_, **__: runtime.Judges())
    drawn = [(text, random_programs.prompt_of_program(text)) for text in PROGRAMS]
    monkeypatch.setattr(random_programs, "prompts_between", lambda *_: drawn)
    wanted = {"programs": 3, "every": 0, "dtype": "float16", "stages": ["first", "samples"]}
    assert translation.run(options(folder, counts_only=True, **wanted)) == 0

    kept = {path.suffix: path.read_text() for path in (folder / "out").iterdir()}
    assert set(kept) == {".json", ".md"}, "the answers are kept"
    record = json.loads(kept[".json"])
    assert list(record["seconds"]) == ["first", "samples"] and record["left out"] == {"not finite": 1}
    found = record["figures"]["random programs of every dtype"]
    assert (found["prompts"], found["first answer"], found["one of 4"]) == (2, 0, 50)
    assert "rows" not in record and "## Summary" in kept[".md"] and "## Tasks" not in kept[".md"]
    printed = capsys.readouterr().out
    assert "| random programs of every dtype | 2 |" in printed
    assert not re.search(r"program 78/|relu|torch\.|f16\[", "".join([printed, *kept.values()]))
    with pytest.raises(ValueError, match="--counts-only keeps no answers"):
        translation.run(options(folder, counts_only=True, resume=True))


def test_a_stopped_run_keeps_its_results_and_goes_on(folder, monkeypatch, capsys):
    held_out = prompt_of(*HELD_OUT[0])
    pairs = [
        pair(RELU, "train"),
        pair(RELU, "test_parameters", "again"),
        pair(held_out, "test_combinations", "held_out"),
    ]
    write_corpus(folder, *pairs)
    (folder / "model.pth").write_bytes(b"weights")
    stub = Stub()
    monkeypatch.setattr(runtime, "load_translator", lambda *_, **__: stub)
    monkeypatch.setattr(runtime, "judges_beside", lambda *_, **__: runtime.Judges())

    def stopped(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Stub, "retry_unanswered", stopped)
        assert translation.run(options(folder)) == 130
    stored = folder / "out" / f"translation-{file_hash(folder / 'model.pth')}-cpu.json"
    record = json.loads(stored.read_text())
    trained = {row["name"]: row["trained"] for row in record["rows"] if row["suite"] == "tasks"}
    assert trained == {"known": 1, "unknown": 0, "untraceable": 0}
    assert record["samples"] == 4 and record["seed"] == 78 and record["date"] and record["torch"]
    assert str(folder) not in stored.read_text() and record["not finished"] == "smaller, compile"

    written = stub.written
    assert translation.run(options(folder, resume=True)) == 0
    assert stub.written - written == CANDIDATES_OF_PIECES
    assert stub.by_rules is False, "the model is measured, and no rules"
    assert json.loads(stored.read_text())["not finished"] == "nothing"
    assert stored.with_suffix(".png").read_bytes()[:4] == b"\x89PNG"
    assert "- not finished: nothing" in stored.with_suffix(".md").read_text()
    with pytest.raises(ValueError, match="other settings"):
        translation.run(options(folder, resume=True, samples=8))
    with pytest.raises(ValueError, match="there is no corpus at"):
        translation.run(options(folder, data=folder / "none.csv"))
    assert "stopped before the end of smaller; --resume goes on" in capsys.readouterr().out
