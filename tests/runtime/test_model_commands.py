"""How `llm.py --demo` and `--translate` read their flags without those of training."""

import sys

import pytest

from python_to_triton import runtime
from python_to_triton.runtime import model_commands
from triton_ops.files import ROOT


@pytest.fixture
def answer_alone(monkeypatch):
    """A function that reads a command line: (exit code, or None where it returns; what was translated)."""
    begun = []

    def start(what, sampling, *options):
        begun.append((what, sampling, options))
        return 1

    monkeypatch.setattr(model_commands, "start_demo", start)
    monkeypatch.setattr(model_commands, "translate_paths", start)
    monkeypatch.setattr(model_commands.signal, "signal", lambda *_: None)

    def answered(*words):
        monkeypatch.setattr(sys, "argv", ["llm.py", *words])
        try:
            model_commands.answer_alone()
        except SystemExit as end:
            return end.code, begun
        return None, begun

    return answered


def test_a_demo_is_started_with_its_flags(answer_alone):
    words = (
        "--seed",
        "3",
        "--samples",
        "2",
        "--no-cache",
        "--backward",
        "--checkpoint",
        str(ROOT / "weights"),
    )
    code, [(program, sampling, (options,))] = answer_alone("--demo", "y = x", *words)
    assert (code, program) == (1, "y = x")
    assert sampling == runtime.SamplingOptions(ROOT / "weights", seed=3, samples=2, cached=False)
    assert options == runtime.TranslationOptions(backward=True)


def test_files_are_translated_with_their_flags(answer_alone):
    code, [(paths, sampling, (files, options))] = answer_alone(
        "--translate",
        "a.py",
        "b.py",
        "--weights",
        "released",
        "--out",
        "answers",
        "--resume",
        "--device",
        "cpu",
    )
    assert (code, paths) == (1, ["a.py", "b.py"])
    assert (sampling.device, files.resume, str(files.out)) == ("cpu", True, "answers")
    assert options == runtime.TranslationOptions()


@pytest.mark.parametrize(
    "words",
    [("--epochs", "3"), ("--help",), ("--sampels", "3"), ("a", "b"), ("--samples", "3", "--text", "x")],
)
def test_flags_of_others_are_left_to_the_whole_command_line(answer_alone, words):
    assert answer_alone("--demo", "y = x", *words) == (None, [])


def test_other_commands_and_processes_of_torchrun_are_left_too(answer_alone, monkeypatch):
    assert answer_alone("--release", "folder") == (None, [])
    monkeypatch.setenv("RANK", "0")
    assert answer_alone("--demo", "y = x") == (None, [])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--out", "answers"), "error: --out does not belong to demo: drop it\n"),
        (("--samples", "0"), "error: samples must be at least 1, not 0\n"),
        (
            ("--samples", "x"),
            "llm.py: error: argument --samples: invalid int value: 'x' (--help lists the flags)\n",
        ),
    ],
)
def test_a_mistake_is_one_line(answer_alone, capsys, words, message):
    assert answer_alone("--demo", "y = x", *words) == (2, [])
    assert capsys.readouterr().err == message
