"""A crash of a program's process says where it was; one beside a translation is judged once more."""

import os
import sys
from pathlib import Path

import pytest
import torch

from python_to_triton import early_start, frontend, user_programs
from python_to_triton.runtime import file_header, judging, reports
from python_to_triton.user_programs import crashes, server
from python_to_triton.user_programs.client import program_process

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "runtime"))
from scripted import Scripted, right  # noqa: E402

FUNCTION = "def f(x):\n    return torch.relu(x)\n"
SEGMENTATION_FAULT = (
    "Fatal Python error: Segmentation fault\n\nStack (most recent call first):\n"
    '  File "<given>", line 2 in f\n  File "<given>", line 5 in <module>\n'
)


@pytest.mark.parametrize(
    ("crash", "reason"),
    [
        ("ctypes.string_at(0)", "crashed (SIGSEGV) in ctypes.string_at"),
        ("os.abort()", "crashed (SIGABRT) in line 5 of the program, crash"),
        (
            'os.write(2, b"terminate called\\n  what(): no memory\\n"); os.abort()',
            "crashed (SIGABRT) in line 5 of the program, crash: terminate called what(): no memory",
        ),
        (
            'os.write(2, b"terminate called\\n  what(): no memory\\n" + b"frame\\n" * 1000); os.abort()',
            "crashed (SIGABRT) in line 5 of the program, crash: terminate called what(): no memory"
            + " frame" * 44,
        ),
        (
            'print("not this", file=sys.stderr); os.abort()',
            "crashed (SIGABRT) in line 5 of the program, crash",
        ),
    ],
)
def test_a_crash_says_where_it_was(crash, reason):
    text = f"import ctypes, os, sys\n\n\ndef crash():\n    {crash}\n\n\ncrash()\n\n\n{FUNCTION}"
    with program_process() as process, pytest.raises(user_programs.ProgramCrashed) as caught:
        process.request("trace", 60.0, text=text, inputs=None, training=None, partial=False)
    assert str(caught.value) == reason
    assert any("line 5 in crash" in line for line in caught.value.stack)
    assert any("supervise_program" in line for line in caught.value.stack)


def test_the_last_crash_of_a_text_counts_and_an_abort_is_one():
    aborted = SEGMENTATION_FAULT.replace("Segmentation fault", "Aborted")
    other = SEGMENTATION_FAULT.replace("line 2", "line 3")
    assert crashes.last_crash("") == crashes.last_crash("nothing of it") == (None, [])
    known, stack = crashes.last_crash(other + SEGMENTATION_FAULT)
    assert known.name == "SIGSEGV" and stack[0].endswith("line 2 in f") and len(stack) == 2
    assert crashes.last_crash(aborted + SEGMENTATION_FAULT) == (known.SIGABRT, stack)
    assert crashes.last_crash(aborted + other)[0].name == "SIGSEGV"
    assert crashes.crash_place(stack) == " in line 2 of the program, f" and crashes.crash_place([]) == ""


def test_modules_are_named_as_they_are_imported():
    assert crashes.module_name(frontend.__file__) == "python_to_triton.frontend"
    assert crashes.module_name(crashes.__file__) == "python_to_triton.user_programs.crashes"
    assert crashes.module_name("/nowhere/model.py") == "model"
    assert crashes.crash_place(['  File "<frozen runpy>", line 3 in run']) == " in runpy.run"
    assert crashes.signal_name(11) == "SIGSEGV" and crashes.signal_name(40) == "signal 40"


def crash_when(monkeypatch, tmp_path, states):
    """A program whose process crashes, beside its translation, in those of its runs whose state is true."""
    marker = tmp_path / "crash"
    states = iter(states)

    def opened():
        marker.unlink(missing_ok=True)
        if next(states):
            marker.touch()
        return program_process()

    monkeypatch.setattr(judging.user_programs, "program_process", opened)
    return (
        f"import ctypes, os\n\nif os.path.exists({str(marker)!r}):\n    ctypes.string_at(0)\n\n\n{FUNCTION}"
    )


def test_a_program_that_crashes_once_is_judged_again_and_each_time_is_refused(tmp_path, monkeypatch):
    translation = Scripted(right).translate(crash_when(monkeypatch, tmp_path, [True, False]))
    assert translation.verified
    [crash] = file_header.crashes_of(translation)
    assert crash.startswith("crashed (SIGSEGV) in ctypes.string_at\n") and "line 4 in <module>" in crash
    said = "Its program's process crashed (SIGSEGV) in ctypes.string_at once; all was judged again."
    assert file_header.calls_text(translation).endswith(said)
    assert reports.report_fields(translation, "", True)["crashes"] == (crash,)

    translation = Scripted(right).translate(crash_when(monkeypatch, tmp_path, [True, True, False]))
    said = "Its program's process crashed (SIGSEGV) in ctypes.string_at 2 times; all was judged again."
    assert translation.verified and file_header.calls_text(translation).endswith(said)

    translation = Scripted(right).translate(crash_when(monkeypatch, tmp_path, [True] * 3))
    assert not translation.verified and len(file_header.crashes_of(translation)) == judging.MOST_CRASHES
    assert translation.verdict.reason == (
        "the program does not run beside its translation: crashed (SIGSEGV) in ctypes.string_at, 3 times"
    )


def test_no_program_has_a_gpu(monkeypatch):
    assert early_start.PROGRAMS.environment["CUDA_VISIBLE_DEVICES"] == ""
    text = (
        'import os\nos.environ["CUDA_VISIBLE_DEVICES"] = "0"\n'
        f"if torch.cuda.is_available():\n    raise RuntimeError('a GPU')\n\n\n{FUNCTION}"
    )
    assert len(user_programs.traced_text(text)) == 1
    monkeypatch.setattr(server.torch.cuda, "is_available", lambda: True)
    with pytest.raises(AssertionError, match="a server that forks sees"):
        server.ask_for_gpus()


def test_the_server_forks_as_its_only_thread(monkeypatch):
    user_programs.traced_text(FUNCTION)
    process = user_programs.program_server().process.pid
    if not torch.cuda.is_available():  # the driver may keep a thread of its own
        assert len(os.listdir(f"/proc/{process}/task")) == 1
    monkeypatch.setattr(server.threading, "enumerate", lambda: [server.threading.main_thread()])
    server.check_may_fork()
    monkeypatch.setattr(server.torch.cuda, "is_initialized", lambda: True)
    with pytest.raises(AssertionError, match="has begun with a GPU"):
        server.check_may_fork()
    monkeypatch.setattr(server.threading, "enumerate", lambda: [server.threading.main_thread()] * 2)
    with pytest.raises(AssertionError, match="forks while threads run"):
        server.check_may_fork()
