"""The benchmark of speed: sets and order, processes that crash or hang, journal, resume, shards, report.

A GPU finds the times; here a scripted process gives them.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
import speed  # noqa: E402
import speed_report  # noqa: E402
from speed_programs import (  # noqa: E402
    FIXED,
    FIXED_PROGRAMS,
    SpeedProgram,
    fair_order,
    programs_of_sets,
    share_of,
    with_full_sizes,
)
from speed_worker import WAITING, WORKING, GpuLock, plain, times_of  # noqa: E402

from python_to_triton import frontend  # noqa: E402

TASKS = str(Path(__file__).resolve().parents[2] / "benchmarks" / "tasks")
TIMED = {"status": "timed", "verified": True, "group": "fusion", "eager_ms": 2.0, "compile_ms": 1.5}
TIMED |= {"first_ms": 1.0, "tuned_ms": 0.5, "roofline_ms": 0.25, "machine": "a GPU, torch", "traffic": 3.0}


def scripted_process(pipe, options, parent):
    """In place of speed_worker.serve_speed: a program's text says what becomes of it."""
    pipe.send(("ready", "hash"))
    for text, seconds in iter(pipe.recv, None):
        pipe.send(("said", "tuning" if seconds else "racing"))
        if "crash" in text and (seconds or "always" in text):
            pipe.send(("known", {"verified": "unverified" not in text}))
            os.kill(os.getpid(), signal.SIGSEGV)
        if "hang" in text:
            time.sleep(60)
        if "wait" in text:
            pipe.send(("said", WAITING))
            time.sleep(3)
            pipe.send(("said", WORKING))
        pipe.send(("last" if "last" in text else "row", TIMED | {"first_ms": 1.0 if seconds else 0.8}))
        if "last" in text:
            break


def folder_of(tmp_path, **texts):
    folder = tmp_path / "set"
    for name, text in texts.items():
        kind, name = name.split("__")
        (folder / kind).mkdir(parents=True, exist_ok=True)
        (folder / kind / f"{name}.py").write_text(f"# x: f32[8, 8]\ny = torch.relu(x)  # {text}\n")
    return str(folder)


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


def test_a_crash_a_hang_and_a_wait_cost_no_other_program(tmp_path, capsys):
    folder = folder_of(
        tmp_path,
        a__one="fine",
        a__two="crash",
        a__three="crash always",
        b__four="hang",
        b__five="wait",
        b__six="last",
        b__seven="crash always unverified",
    )
    out = tmp_path / "out"
    given = [folder, "--out", str(out), "--limit", "2", "--workers", "3", "--seed", "1"]
    assert speed.main(given, serve=scripted_process) == 0
    rows = rows_in(out)
    assert len(rows) == 7 and "all done" in capsys.readouterr().out
    states = {key.split("/")[-1]: row["status"] for key, row in rows.items()}
    assert states == {
        "one": "timed", "two": "timed", "three": "failed", "four": "failed",
        "five": "timed", "six": "timed", "seven": "failed",
    }  # fmt: skip
    assert rows["set/a/two"]["first_ms"] == 0.8  # the second try, which does not tune
    assert rows["set/a/two"]["tuning_reason"] == "crashed (SIGSEGV), while tuning"
    assert rows["set/a/three"]["reason"] == "crashed (SIGSEGV), while racing"
    assert rows["set/b/four"]["reason"] == "takes more than 2 s, while tuning"
    assert rows["set/b/seven"]["reason"] == "crashed (SIGSEGV), while tuning"
    assert {"speed.md", "speed.json", "speed.png"} <= {path.name for path in out.iterdir()}


def test_a_run_goes_on_where_it_stopped(tmp_path, capsys):
    folder = folder_of(tmp_path, a__one="fine", a__two="fine", b__three="fine")
    out = ["--out", str(tmp_path / "out"), "--seconds", "3"]
    assert speed.main([folder, "--shard", "1/2", *out], serve=scripted_process) == 0
    assert len(rows_in(tmp_path / "out")) == 2
    assert speed.main([folder, "--shard", "1/2", *out], serve=scripted_process) == 2
    assert "add --resume" in capsys.readouterr().err
    assert speed.main([folder, "--shard", "1/2", "--resume", *out], serve=scripted_process) == 0
    assert "0 of 2 programs to time" in capsys.readouterr().out
    assert speed.main([folder, "--shard", "1/2", "--resume", *out[:2]], serve=scripted_process) == 2
    assert "made with another seconds" in capsys.readouterr().err
    assert speed.main([folder, "--shard", "2/2", *out], serve=scripted_process) == 0
    with open(tmp_path / "out" / "speed-2of2.jsonl", "a") as journal:
        journal.write('{"set/a/tw')  # killed there
    assert set(rows_in(tmp_path / "out")) == {"set/a/one", "set/a/two", "set/b/three"}
    capsys.readouterr()
    assert speed.main(["--report", str(tmp_path / "out")]) == 0
    assert "| all | 3 | 3 | 3 | 100.00 |" in capsys.readouterr().out


def dying_process(pipe, options, parent):
    """A process that never becomes ready."""
    os._exit(3)


def test_processes_that_do_not_start_end_the_run(tmp_path, capsys):
    folder = folder_of(tmp_path, a__one="fine")
    assert speed.main([folder, "--out", str(tmp_path / "out")], serve=dying_process) == 1
    assert "do not start: ended its process (exit code 3)" in capsys.readouterr().err


def test_mistakes_take_a_line(tmp_path, capsys):
    assert speed.main(["nowhere", "--out", str(tmp_path)]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert speed.main(["--report", str(tmp_path)]) == 2
    assert "there is no speed-*.jsonl" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        speed.main(["--shard", "3/2"])
    if not torch.cuda.is_available():
        assert speed.main([FIXED, "--out", str(tmp_path)]) == 2 and "no GPU" in capsys.readouterr().err


# ---- rows and report -------------------------------------------------------------------------------------


def test_times_of_a_race():
    race = {"ok": True, "torch_ms": 2.0, "compile_ms": None, "untimed": "compile_ms: no", "machine": "m"}
    first = {"ok": True, "reason": "", "ms": 1.0}
    row = times_of(race | {"answers": [first, {"ok": True, "reason": "", "ms": 0.5}]})
    assert (row["status"], row["first_ms"], row["tuned_ms"]) == ("timed", 1.0, 0.5)
    row = times_of(race | {"answers": [first, {"ok": False, "reason": "wrong", "ms": None}]})
    assert row["tuned_ms"] == 1.0 and row["tuning_reason"] == "the tuned answer: wrong"
    row = times_of(race | {"torch_ms": None, "untimed": "torch_ms: no memory", "answers": [first]})
    assert row["status"] == "not timed" and row["reason"] == "torch_ms: no memory"
    assert times_of({"ok": False, "reason": "crashed"}) == {
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


def test_journals_hold_plain_json(tmp_path):
    assert json.dumps(plain({"a": float("inf"), 1: (2, Path("x")), "b": None}))
    heard = []
    lock = GpuLock(str(tmp_path / "lock"), heard.append)
    other = GpuLock(str(tmp_path / "lock"), heard.append)
    with lock.held(alone=False), other.held(alone=False):
        assert heard == []


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
