"""The benchmark of speed: sets and order, answers and races side by side, journal, resume, shards, report.

Answers are given, and judged here; a GPU finds the times, here a scripted helper gives them.
"""

import json
import random
import sys
import threading
from pathlib import Path

import pytest
import torch

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent / "benchmarks"), str(TESTS / "runtime")]
import speed  # noqa: E402
import speed_programs  # noqa: E402
import speed_report  # noqa: E402
from scripted import RIGHT, Scripted, right, variant  # noqa: E402
from speed_answers import draw_in_turn, other_texts  # noqa: E402
from speed_programs import (  # noqa: E402
    FIXED,
    FIXED_PROGRAMS,
    SpeedProgram,
    fair_order,
    programs_of_sets,
    share_of,
    with_full_sizes,
)
from speed_races import RaceHelper, as_json, times_of  # noqa: E402

from corpus import random_programs  # noqa: E402
from python_to_triton import codegen, frontend, runtime  # noqa: E402
from python_to_triton.tuning.gpu_turn import GpuTurn  # noqa: E402

TASKS = str(TESTS.parent / "benchmarks" / "tasks")
TIMED = {"status": "timed", "verified": True, "group": "fusion", "eager_ms": 2.0, "compile_ms": 1.5}
TIMED |= {"first_ms": 1.0, "tuned_ms": 0.5, "roofline_ms": 0.25, "machine": "a GPU, torch", "traffic": 3.0}
RACED = {"ok": True, "torch_ms": 2.0, "compile_ms": 1.5, "roofline_ms": 0.25, "untimed": "", "machine": "m"}


def raced_answer(place, text, ms, **more):
    """What a race says of an answer."""
    numbers = "as written"
    return {"ok": True, "reason": "", "ms": ms, "answer": place, "text": text, "numbers": numbers} | more


class ScriptedHelper:
    """In place of speed_races.RaceHelper: a program's text says what becomes of its race."""

    calls = []

    def __init__(self, gpu):
        self.closed = threading.Event()

    def prepare(self, device):
        """Nothing has to start."""
        self.device = device

    def call(self, name, seconds, program, answers, search, **more):
        """The result of a race, of whose answers the last is the fastest."""
        self.calls.append(more | {"answers": answers, "search": search})
        if "crash" in program and (search or "always" in program):
            raise ValueError("crashed (SIGSEGV)")
        if "hang" in program:
            self.closed.wait(60.0)
            return {"ok": False, "progress": "racing"}, "takes more than 2 s"
        in_order = sorted(range(len(answers)), key=lambda place: place in more["apart"])  # rules are fastest
        rows = [raced_answer(place, answers[place], 1.0 / (1 + n)) for n, place in enumerate(in_order)]
        return RACED | {"answers": rows}, ""

    def close(self):
        """Ends what hangs."""
        self.closed.set()


def run_speed(*words, samples=(right, variant)):
    """The exit code of a run with given answers and given times."""
    ScriptedHelper.calls.clear()
    translator = Scripted(*samples)
    return speed.main([str(word) for word in words], lambda *_: translator, ScriptedHelper)


def folder_of(tmp_path, **texts):
    folder = tmp_path / "set"
    for name, text in texts.items():
        kind, name = name.split("__")
        (folder / kind).mkdir(parents=True, exist_ok=True)
        (folder / kind / f"{name}.py").write_text(f"# x: f32[8, 8]\ny = torch.{text}\n")
    return folder


def rows_in(out):
    return {row["key"]: row for row in speed_report.read_journals(out)[1]}


# ---- sets and order --------------------------------------------------------------------------------------


def test_fixed_programs_have_full_sizes_and_one_region():
    assert len(programs_of_sets([FIXED])) == len(FIXED_PROGRAMS) == 13
    for name, text in FIXED_PROGRAMS.items():
        graph = frontend.trace(text)
        assert len(frontend.regions(graph)) == 1, name
        assert frontend.total_elements(graph, graph.sizes) > 1 << 22, name


def test_every_beginning_is_fair_and_shards_share_all():
    programs = [
        SpeedProgram("s", kind, f"p{n}", "") for kind, most in (("a", 40), ("b", 10)) for n in range(most)
    ]
    order = fair_order(programs, 3)
    assert sorted(map(str, order)) == sorted(map(str, programs)) and order == fair_order(programs[::-1], 3)
    assert order != fair_order(programs, 4)
    for length in (10, 25, 40):
        assert abs(sum(one.kind == "b" for one in order[:length]) - length / 5) <= 1
    shards = [share_of(order, 2, (number, 3)) for number in (1, 2, 3)]
    assert sorted(map(str, sum(shards, []))) == sorted(map(str, order[:25]))


def test_the_tasks_are_a_set_whose_folders_are_kinds():
    programs = programs_of_sets([TASKS])
    assert len(programs) > 200 and {"softmax", "conv_tail"} <= {one.kind for one in programs}


# ---- a run -----------------------------------------------------------------------------------------------


def test_answers_are_judged_raced_and_written(tmp_path, capsys):
    folder = folder_of(
        tmp_path,
        a__one="relu(x)",
        a__two="relu(x)  # crash",
        a__three="relu(x)  # crash always",
        b__four="sort(x)[0]",
        b__five="tanh(x)",
        b__six="relu(x.T).T",
        b__seven="nothing(x)",
    )
    out = tmp_path / "out"
    assert run_speed(folder, "--out", out, "--workers", 2, "--group", 4) == 0
    assert "all done" in capsys.readouterr().out
    rows = {key.split("/")[-1]: row for key, row in rows_in(out).items()}
    states = {name: row["status"] for name, row in rows.items()}
    assert states == {
        "one": "timed", "two": "timed", "three": "not timed", "four": "not translated",
        "five": "not verified", "six": "timed", "seven": "not translated",
    }  # fmt: skip
    assert rows["one"]["eager_ms"] == 2.0 and rows["one"]["first_ms"] == 1.0
    assert rows["one"]["tuned_ms"] == 0.5 and rows["one"]["tuned_by"] == "answer 3, as written"
    assert rows["one"]["rules_ms"] == 1 / 3 and rows["one"]["rules_by"] == "answer 2, as written"
    assert rows["two"]["tuned_ms"] == 1.0 and rows["two"]["tuning_reason"] == "crashed (SIGSEGV)"
    assert rows["three"]["reason"] == "crashed (SIGSEGV)" and not rows["three"]["verified"]
    assert "too long" in rows["four"]["reason"] and rows["one"]["group"] == "single operation"
    searched = [call["answers"] for call in ScriptedHelper.calls if call["search"]]
    assert all(len(answers) == 3 and "512" in answers[2] for answers in searched) and len(searched) == 4
    assert all("by rules" in answers[1] for answers in searched)
    assert len({call["shared"] for call in ScriptedHelper.calls}) == 1 and ScriptedHelper.calls[0]["shared"]
    assert {"speed.md", "speed.json", "speed.png"} <= {path.name for path in out.iterdir()}


def test_what_rules_write_counts_where_it_is_verified():
    by_rules = codegen.source_by_rules("f(a0: f32[A, B])\nv0 = relu(a0)\nreturn v0")
    answers = [
        raced_answer(place, text, ms)
        for place, (text, ms) in enumerate([("a", 1.0), (by_rules, 0.2), (by_rules + "#", 0.3), ("b", 0.5)])
    ]
    found = times_of(RACED | {"answers": answers}, lambda text: "by rules" not in text)
    assert found["tuned_ms"] == found["rules_ms"] == 0.5 and found["rules_by"] == "answer 4, as written"
    found = times_of(RACED | {"answers": answers}, lambda text: True)
    assert (found["tuned_ms"], found["rules_ms"]) == (0.5, 0.2)


def test_a_wrong_rival_is_no_tuned_answer_and_first_answers_may_be_all(tmp_path):
    folder = folder_of(tmp_path, a__one="relu(x)")
    wrong = lambda answer: answer.replace("cdiv(x.numel(), 1024)", "cdiv(x.numel(), 2048)")
    assert run_speed(folder, "--out", tmp_path / "a", samples=(right, wrong)) == 0
    assert len(ScriptedHelper.calls[0]["answers"]) == 3
    assert rows_in(tmp_path / "a")["set/a/one"]["tuned_ms"] == 1.0
    assert run_speed(folder, "--out", tmp_path / "b", "--seconds", 0) == 0
    assert [(len(call["answers"]), call["search"]) for call in ScriptedHelper.calls] == [(1, 0.0)]


def test_minutes_end_a_run_and_resume_goes_on(tmp_path, capsys):
    folder = folder_of(tmp_path, a__one="relu(x)", b__two="relu(x)  # hang")
    out = ["--out", tmp_path / "out"]
    assert run_speed(folder, *out, "--minutes", 0.1) == 0
    said = capsys.readouterr().out
    left = 2 - len(rows_in(tmp_path / "out"))  # a slow machine reaches none
    assert "set/b/two" not in rows_in(tmp_path / "out")
    assert f"the 0.1 minutes are over\n{left} programs left" in said
    assert f"{left} of 2 programs were not reached." in (tmp_path / "out" / "speed.md").read_text()
    (folder / "b" / "two.py").write_text("# x: f32[8, 8]\ny = torch.relu(x)\n")
    assert run_speed(folder, *out) == 2 and "add --resume" in capsys.readouterr().err
    assert run_speed(folder, *out, "--resume", "--seconds", 3) == 2
    assert "made with another seconds" in capsys.readouterr().err
    assert run_speed(folder, *out, "--resume") == 0
    assert f"{left} of 2 programs to time" in capsys.readouterr().out
    assert len(ScriptedHelper.calls) == left and len(rows_in(tmp_path / "out")) == 2


def test_shards_share_a_folder(tmp_path, capsys):
    folder = folder_of(tmp_path, a__one="relu(x)", a__two="relu(x)", b__three="relu(x)")
    out = tmp_path / "out"
    for shard in ("1/2", "2/2"):
        assert run_speed(folder, "--shard", shard, "--out", out, "--seconds", 0) == 0
    with open(out / "speed-2of2.jsonl", "a") as journal:
        journal.write('{"set/a/tw')  # killed there
    assert set(rows_in(out)) == {"set/a/one", "set/a/two", "set/b/three"}
    capsys.readouterr()
    assert speed.main(["--report", str(out)]) == 0
    said = capsys.readouterr().out
    assert "| all | 3 | 3 | 3 | 100.00 |" in said and "0 of 3 programs were not reached." in said


def test_mistakes_take_a_line(tmp_path, capsys):
    assert speed.main(["nowhere", "--out", str(tmp_path)]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert speed.main(["--report", str(tmp_path)]) == 2
    assert "there is no speed-*.jsonl" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        speed.main(["--shard", "3/2"])
    if not torch.cuda.is_available():
        assert speed.main([FIXED, "--out", str(tmp_path)]) == 2 and "no GPU" in capsys.readouterr().err


# ---- answers and races -----------------------------------------------------------------------------------


def test_the_model_draws_while_nothing_is_timed(tmp_path):
    path = str(tmp_path / "gpu")
    translator = Scripted()
    draw_in_turn(translator, GpuTurn(path))
    other = GpuTurn(path)
    taken = threading.Event()

    def take_alone():
        with other.alone():
            taken.set()

    drawn = translator.draw_candidates([("v0 = relu(a0)", 0), ("v0 = exp(a0)", 0)], 0.0, 0)
    next(drawn)
    waiting = threading.Thread(target=take_alone)
    waiting.start()
    assert not taken.wait(0.2)
    list(drawn)
    waiting.join()
    assert taken.is_set()


def test_other_texts_are_those_of_schedules_and_samples_without_faults():
    class Known(Scripted):
        schedules = ("rows",)

    prompt = "f(a0: f32[A, B])\nv0 = softmax(a0, dim=-1)\nreturn v0"
    region = runtime.RegionCandidates(prompt)
    translator = Known(lambda answer: "def translated(x:", lambda answer: RIGHT["relu"])
    found = other_texts(translator, [region, region])
    assert found == {prompt: [RIGHT["relu"]]}  # of the samples; a greedy one does not parse
    asked = [text for text in translator.asked if text != prompt]
    assert all("rows" in text for text in asked) and len(translator.asked) >= 4


def test_a_helper_of_races_starts_with_the_compiler_and_refuses_what_is_not_allowed():
    helper = RaceHelper("")
    try:
        call = {"prompt": "f(a0: f32[A])\nv0 = relu(a0)\nreturn v0", "sizes": {"A": 8}, "device": "cpu"}
        result, why = helper.call("race", 60.0, answers=["import os"], **call)
    finally:
        helper.close()
    assert not result["ok"] and "os" in result["reason"] and not why


# ---- rows and report -------------------------------------------------------------------------------------


def test_times_of_a_race():
    judged = []

    def verified(text):
        judged.append(text)
        return text != "wrong"

    first = raced_answer(0, "first", 1.0)
    rivals = [raced_answer(1, "wrong", 0.25), raced_answer(0, "faster", 0.5, numbers="BLOCK 32 -> 64")]
    row = times_of(RACED | {"answers": [first, *rivals]}, verified)
    assert (row["status"], row["first_ms"], row["tuned_ms"]) == ("timed", 1.0, 0.5)
    assert row["tuned_by"] == "BLOCK 32 -> 64" and judged == ["wrong", "faster"]
    failed = raced_answer(1, "other", None, ok=False, reason="differs, after it was timed")
    row = times_of(RACED | {"answers": [first, failed]}, verified)
    assert row["tuned_ms"] == 1.0 and row["tuning_reason"] == "differs, after it was timed"
    row = times_of(RACED | {"torch_ms": None, "untimed": "torch_ms: no memory", "answers": [first]}, verified)
    assert row["status"] == "not timed" and row["reason"] == "torch_ms: no memory"
    assert times_of({"ok": False, "reason": "crashed"}, verified) == {
        "status": "not timed", "verified": False, "reason": "crashed",
    }  # fmt: skip


def test_figures_count_what_failed_as_not_faster_and_leave_views_out():
    slow = TIMED | {"first_ms": 4.0, "tuned_ms": 4.0, "compile_ms": None}
    rows = [TIMED, slow, {"status": "failed", "verified": False}, {"status": "view", "verified": True}]
    found = speed_report.speed_figures(rows)
    assert (found["programs"], found["verified"], found["timed"]) == (3, 2, 2)
    assert found["first faster %"] == pytest.approx(100 / 3)
    assert found["first x eager"] == pytest.approx(1.0)  # of 2 and 0.5
    assert found["tuned x eager"] == pytest.approx(2**0.5)  # of 4 and 0.5
    assert found["tuned x compile"] == pytest.approx(3.0)
    assert speed_report.speed_figures([])["tuned x eager"] is None


def test_the_page_names_slow_kinds_and_large_speedups():
    slow = TIMED | {"key": "s/b/y", "kind": "b", "first_ms": 4.0, "tuned_ms": 4.0}
    large = TIMED | {"key": "s/a/x", "kind": "a", "eager_ms": 20.0, "compile_ms": 2.0}
    page = speed_report.speed_page([{"seconds": 10}], [large, slow])
    assert "- b: first 0.50, tuned 0.50" in page and "\n- a:" not in page
    assert "- s/a/x: 40.0x (20 ms to 0.5 ms); eager materialises: it moves 3 times the bytes" in page
    assert "torch.compile, too, is 10.0x faster than eager" in page
    assert "- s/b/y: 0.500x, first 0.500x" in page


def test_the_page_names_what_crashed_and_a_set_that_was_drawn():
    drawn = TIMED | {"key": "random-7/a/x", "kind": "a", "suite": "random-7"}
    other = TIMED | {"key": "tasks/a/y", "kind": "a", "suite": "tasks", "group": "single operation"}
    other |= {"crashes": ["crashed (SIGSEGV) in torch.autograd.graph.grad\n  File ..."]}
    page = speed_report.speed_page([{"seconds": 10}], [drawn, other])
    sections = {part.partition("\n")[0]: part for part in page.split("\n## ")[1:]}
    held_out = sections["Held-out set random-7"]
    assert speed_report.HELD_OUT in held_out and "| all | 1 | 1 |" in held_out
    assert "| fusion | 1 |" in held_out and "single operation" not in held_out
    assert "| all | 2 | 2 |" in sections["Totals"] and "| random-7 | 1 |" in sections["By set"]
    again = "- tasks/a/y: crashed (SIGSEGV) in torch.autograd.graph.grad; then timed\n"
    assert again in sections["Judged again"]
    assert "Held-out" not in speed_report.speed_page([{"seconds": 10}], [other])


def test_drawn_programs_are_a_set(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(speed_programs, "TARGET_BITS", (8, 12))
    monkeypatch.setattr(random_programs, "BATCH", 4)  # what is drawn at once
    out = tmp_path / "out"
    draw = ["--programs", 2, "--seed", 11, "--out", out]
    assert run_speed(*draw, "--draw-only") == 0 and "2 programs" in capsys.readouterr().out
    folder = out / "random-11"
    texts = {path.name: path.read_text() for path in folder.rglob("*.py")}
    assert sorted(texts) == ["p0000.py", "p0001.py"]
    assert run_speed(*draw, "--draw-only") == 0  # those that are there stay
    assert texts == {path.name: path.read_text() for path in folder.rglob("*.py")}
    assert run_speed(folder, "--out", tmp_path / "timed", "--samples", 1, "--seconds", 0) == 0
    rows = rows_in(tmp_path / "timed")
    assert len(rows) == 2 and {row["suite"] for row in rows.values()} == {"random-11"}
    assert {row["status"] for row in rows.values()} <= {"timed", "not verified"}
    assert "## Held-out set random-11\n" in (tmp_path / "timed" / "speed.md").read_text()


def test_journals_hold_plain_json():
    assert json.loads(json.dumps(as_json({"a": float("inf"), 1: (2, Path("x")), "b": None}))) == {
        "a": None, "1": [2, "x"], "b": None,
    }  # fmt: skip


def test_drawn_programs_grow_to_full_sizes_and_stay_the_same_program():
    text = "# x: f32[8, 100]\n# weight: f32[100]\nh = weight * F.softmax(x, -1)"
    kind, grown = with_full_sizes(text, random.Random(5))
    small, large = frontend.trace(text), frontend.trace(grown)
    assert kind == "normalization" and small.text == large.text and small.sizes != large.sizes
    assert 1 << 20 <= frontend.total_elements(large, large.sizes) <= 1 << 26
    assert (kind, grown) == with_full_sizes(text, random.Random(5))
    fixed = "# x: f32[8, 12]\n# y: f32[8]\nh = x.reshape(8, 3, 4).sum(-1).sum(-1) + y"
    assert with_full_sizes(fixed, random.Random(5)) is None  # its sizes stand in its code
    window = "# x: f32[2, 8, 30, 40]\n# w: f32[16, 8, 3, 5]\nh = F.conv2d(x, w)"
    kind, grown = with_full_sizes(window, random.Random(5))
    assert kind == "convolution" and ", 3, 5]" in grown
