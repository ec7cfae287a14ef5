"""run_all_tests.py: what passes, what fails and why, and that nothing survives its time."""

import json
import os
import textwrap
import time

import pytest
from executors.ray_engine import Engine
from patching import patch_everywhere

import triton_ops
from corpus.validation import exemplar_files, read_outcomes, run_files, why_failed, worst_error
from run_all_tests import main

FILES = {
    "good.py": "print('ok   good(3, 33)  error 1.5e-07  allowed 3.0e-07')",
    "wrong.py": (
        "print('ok   wrong(1, 1)  error 0.0e+00'); print('FAIL wrong(3, 33)  error 2.0e+00  too far'); "
        "raise SystemExit(1)"
    ),
    "broken.py": "raise ValueError('no such row')",
    "silent.py": "",
    "crash.py": "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
}


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run(folder, *arguments):
    return main([*arguments, "--folder", str(folder), "--report", str(folder / "report.json"), "--jobs", "2"])


def gone(pid, within=60.0):
    """Whether a process has ended, or does so soon; one that only waits for its parent to look has."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            with open(f"/proc/{pid}/stat") as stat:
                if stat.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


def test_outcomes_and_report(folder, capsys):
    assert run(folder) == 1
    rows = json.loads((folder / "report.json").read_text())["files"]
    assert {name: row["passed"] for name, row in rows.items()} == {
        "good.py": True,
        "wrong.py": False,
        "broken.py": False,
        "silent.py": False,
        "crash.py": False,
    }
    assert rows["good.py"]["worst_error"] == 1.5e-07 and rows["good.py"]["reason"] == ""
    assert (
        rows["wrong.py"]["reason"].startswith("FAIL wrong(3, 33)") and rows["wrong.py"]["worst_error"] == 2.0
    )
    assert rows["broken.py"]["reason"] == "ValueError: no such row"
    assert rows["silent.py"]["reason"] == "no case was judged"
    assert rows["crash.py"]["reason"] == "killed by SIGSEGV"
    printed = capsys.readouterr().out
    assert "1 of 5 files passed" in printed and "no such row" in printed


def test_a_cluster_finds_the_same(folder, monkeypatch, capsys):
    patch_everywhere(monkeypatch, "connected_ray", Engine)
    (folder / "hang.py").write_text("import time; time.sleep(600)")
    assert run(folder, "--executor", "ray", "--timeout", "5") == 1
    there = read_outcomes(folder / "report.json", folder)
    assert run(folder, "--timeout", "5") == 1
    here = read_outcomes(folder / "report.json", folder)
    assert len(there) == 6 and {path: there[path].reason for path in there} == {
        path: here[path].reason for path in here
    }
    assert capsys.readouterr().out.count("1 of 6 files passed") == 2


def test_words_choose_files_and_the_report_keeps_the_others(folder):
    assert run(folder, "good") == 0
    assert run(folder, "bro", "sil") == 1
    assert {path.name for path in read_outcomes(folder / "report.json", folder)} == {
        "good.py",
        "broken.py",
        "silent.py",
    }
    (folder / "broken.py").write_text("print('ok')")
    known = {path.name for path in read_outcomes(folder / "report.json", folder)}
    assert known == {"good.py", "silent.py"}, "a stale outcome stood"


def test_nothing_matched_is_a_failure(folder, capsys):
    assert run(folder, "no_such_file") == 2
    assert "matches no_such_file" in capsys.readouterr().err
    assert not (folder / "report.json").exists()


def test_timeout_ends_the_whole_group(tmp_path, capsys):
    (tmp_path / "hang.py").write_text(
        textwrap.dedent("""
        import pathlib, subprocess, sys, time
        sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        pathlib.Path(__file__).with_name("sleeper").write_text(str(sleeper.pid))
        print("ok", flush=True)
        time.sleep(600)
    """)
    )
    for seconds in (2, 60):
        start = time.monotonic()
        assert run(tmp_path, "--timeout", str(seconds)) == 1
        assert time.monotonic() - start < 300
        assert f"timed out after {seconds} s" in capsys.readouterr().out
        if (tmp_path / "sleeper").exists():  # on a busy machine it has not begun in two seconds
            break
    assert gone(int((tmp_path / "sleeper").read_text()))


def test_what_a_file_leaves_behind_is_ended_and_not_waited_for(tmp_path):
    (tmp_path / "leaves.py").write_text(
        textwrap.dedent("""
        import pathlib, subprocess, sys
        sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        pathlib.Path(__file__).with_name("sleeper").write_text(str(sleeper.pid))
        print("ok")
    """)
    )
    start = time.monotonic()
    assert run(tmp_path) == 0
    assert time.monotonic() - start < 120
    assert gone(int((tmp_path / "sleeper").read_text()))


def test_an_interrupt_ends_what_runs(tmp_path, monkeypatch):
    (tmp_path / "hang.py").write_text(
        "import os, pathlib, time; "
        "pathlib.Path(__file__).with_name('pid').write_text(str(os.getpid())); time.sleep(600)"
    )

    def interrupt(_):
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text():
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupt)
    with pytest.raises(KeyboardInterrupt):
        run_files(exemplar_files(folder=tmp_path), jobs=1, timeout=30)
    monkeypatch.undo()
    assert gone(int((tmp_path / "pid").read_text()))


def test_a_report_is_replaced_whole_or_not_at_all(tmp_path):
    target = tmp_path / "runs" / "report.json"
    with triton_ops.replacing(target) as partial:
        partial.write_text("old")
    with pytest.raises(OSError, match="disk"), triton_ops.replacing(target) as partial:
        partial.write_text("ne")
        raise OSError("disk full")
    assert target.read_text() == "old" and os.listdir(target.parent) == ["report.json"]


@pytest.mark.parametrize(
    "code, text, reason",
    [
        (0, "ok   a(1,)\n", ""),
        (0, "", "no case was judged"),
        (0, "ok   a(1,)\nFAIL a(2,)\n", "FAIL a(2,)"),
        (1, "Traceback (most recent call last):\n  File x\nKeyError: 'y'\n\n", "KeyError: 'y'"),
        (3, "", "exit code 3 without output"),
        (-9, "ok   a(1,)\n", "killed by SIGKILL"),
    ],
)
def test_reasons(code, text, reason):
    assert why_failed(code, text) == reason


def test_worst_error_is_none_where_it_says_nothing():
    assert worst_error("ok   a(1,)  error 1.0e-07  x\nok   a(2,)  error 3.0e-06  y\nerror 9\n") == 3e-06
    assert worst_error("FAIL a(1,)  error nan  x\nok   a(2,)  error 1.0e-07\n") is None
    assert worst_error("") is None


def test_files_are_dealt_over_the_gpus(tmp_path, monkeypatch):
    """As on a machine with two, one of the two files that run at a time is on each."""
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3,GPU-5")
    patch_everywhere(monkeypatch, "machine", lambda: {"device": "two GPUs"})
    text = "import os, time; time.sleep(0.3); raise SystemExit(os.environ['CUDA_VISIBLE_DEVICES'])"
    for number in range(4):
        (tmp_path / f"file{number}.py").write_text(text)
    outcomes = run_files(exemplar_files(folder=tmp_path), jobs=2, timeout=30)
    seen = [outcome.reason for outcome in outcomes.values()]
    assert len(seen) == 4 and set(seen) == {"3", "GPU-5"}, seen
