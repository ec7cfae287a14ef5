"""The installed package: its public API, the console script, and that importing it does nothing."""

import argparse
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from patching import patch_everywhere
from runtime.scripted import Scripted

import python_to_triton
from python_to_triton import command_line, runtime
from python_to_triton.flags import add_translation_flags, from_flags
from python_to_triton.runtime import TranslationOptions

ROOT = Path(__file__).resolve().parents[1]


def python(code: str) -> subprocess.CompletedProcess:
    """Runs code in a process of its own."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


def test_the_import_is_silent_and_brings_no_torch():
    done = python(
        "import sys, python_to_triton\nprint('torch' in sys.modules, sorted(python_to_triton.__all__))"
    )
    assert done.stdout == "False ['Translation', 'explain', 'load', 'translate']\n" and done.stderr == ""


def test_the_public_names_are_there():
    assert python_to_triton.Translation is runtime.Translation
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = python_to_triton.nothing


def test_translate_uses_the_released_weights():
    translation = python_to_triton.translate(torch.relu, [torch.randn(3, 5)], samples=2)
    assert translation.verified and translation.sizes == {"A": 3, "B": 5}
    assert "@triton.jit" in translation.source


@pytest.mark.parametrize("call", [python_to_triton.translate, python_to_triton.explain])
@pytest.mark.parametrize(
    "program, inputs, words",
    [
        (torch.nn.ReLU(), torch.ones(3), "give a list of the program's arguments"),
        (torch.nn.ReLU, [torch.ones(3)], "ReLU is a class: give an instance of it"),
    ],
)
def test_a_tensor_is_no_list_and_a_class_no_module(call, program, inputs, words):
    with pytest.raises(ValueError, match=words):
        call(program, inputs)


def test_both_packages_tell_that_they_have_type_hints():
    assert (ROOT / "python_to_triton" / "py.typed").exists() and (ROOT / "triton_ops" / "py.typed").exists()


def test_every_room_is_a_package():
    """Setuptools installs folders with an __init__.py only."""
    for package in ("python_to_triton", "triton_ops"):
        folders = {path.parent for path in (ROOT / package).rglob("*.py")}
        missing = [str(folder) for folder in folders if not (folder / "__init__.py").exists()]
        assert folders and not missing


# ---- the console script ----


@pytest.mark.parametrize("words", [["--help"], ["translate", "--help"], ["demo", "--help"]])
def test_help_takes_no_time_and_explains_every_flag(words, capsys):
    began = time.process_time()
    with pytest.raises(SystemExit) as ended:
        command_line.main(words)
    assert ended.value.code == 0 and time.process_time() - began < 1.0
    printed = capsys.readouterr().out
    for flag in ("--samples", "--seed", "--weights", "--device", "--fallback", "--partial", "--eval"):
        assert (flag in printed) is (len(words) == 2)


def test_no_flag_is_without_a_line_of_help():
    parser = command_line.console_parser()
    [commands] = [action for action in parser._actions if hasattr(action, "choices") and action.choices]
    flags = [action for name in ("translate", "demo") for action in commands.choices[name]._actions]
    assert len(flags) > 15 and all(action.help for action in flags)


@pytest.mark.parametrize(
    "words, line",
    [
        ([], "python-to-triton: error: the following arguments are required: COMMAND"),
        (["explain"], "python-to-triton: error: argument COMMAND: invalid choice: 'explain'"),
        (["demo", "y = x", "--samples", "0"], "argument --samples: a whole number from 1 on, not '0'"),
        (["demo", "y = x", "--temperature", "-1"], "argument --temperature: a number from 0 on, not '-1'"),
        (["demo", "y = x", "--temperature", "nan"], "argument --temperature: a number from 0 on, not 'nan'"),
        (["demo", "y = x", "--weights", "/nowhere"], "argument --weights: there is nothing at /nowhere"),
        (["demo", "y = x", "--keep-all"], "unrecognized arguments: --keep-all"),
        (["translate"], "the following arguments are required: PATH"),
        (["translate", "f.py", "--no-verify", "--samples", "3"], "--samples has no effect with --no-verify"),
        (["translate", "f.py", "--report", "."], "--report takes a file, and . is a folder"),
        (["translate", "f.py", "--out", __file__], "is a file, not a folder"),
        (["translate", "f.py", "--sam", "3"], "unrecognized arguments: --sam"),
    ],
)
def test_a_mistake_in_the_flags_is_one_line(words, line, capsys):
    with pytest.raises(SystemExit) as ended:
        command_line.main(words)
    printed = capsys.readouterr().err
    assert ended.value.code == 2 and line in printed and printed.count("\n") == 1


@pytest.mark.parametrize(
    "words, line",
    [
        (["demo", "y = x", "--device", "tpu"], "device is auto, cpu or cuda, not 'tpu'"),
        (["translate", "/nowhere/f.py"], "there is no Python file at /nowhere/f.py"),
    ],
)
def test_a_mistake_that_only_the_work_shows_is_one_line(words, line, monkeypatch, capsys):
    def never(*_, **__):
        raise AssertionError("the model is not read")

    patch_everywhere(monkeypatch, "load_translator", never)
    assert command_line.main(words) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"python-to-triton {words[0]}: error: {line}") and printed.count("\n") == 1


def test_the_demo_answers_once(monkeypatch, capsys):

    patch_everywhere(monkeypatch, "load_translator", lambda *_, **__: Scripted())
    assert command_line.main(["demo", "y = torch.relu(x)"]) == 0
    assert "verified, max error" in capsys.readouterr().out
    assert command_line.main(["demo", "y = torch.cos(x)"]) == 1


def test_bench_hands_on_to_the_clone_or_to_the_installed_ops(monkeypatch, tmp_path, capsys):
    called = []
    monkeypatch.setattr(command_line.subprocess, "call", lambda command: called.append(command) or 0)
    assert command_line.main(["bench", "--list", "rms_norm"]) == 0
    [[_, script, *flags]] = called
    assert Path(script) == ROOT / "kernels.py" and flags == ["--list", "rms_norm"]
    monkeypatch.setattr(command_line, "ROOT", tmp_path)
    assert command_line.main(["bench", "--list", "layer_norm"]) == 0
    assert "layer_norm" in capsys.readouterr().out


def test_corpus_hands_on_to_the_clone_and_says_where_there_is_none(monkeypatch, tmp_path, capsys):
    called = []
    monkeypatch.setattr(command_line.subprocess, "call", lambda command: called.append(command) or 0)
    assert command_line.main(["corpus", "--limit", "5"]) == 0
    [[_, script, *flags]] = called
    assert Path(script) == ROOT / "extract_training_data.py" and flags == ["--limit", "5"]
    monkeypatch.setattr(command_line, "ROOT", tmp_path)
    assert command_line.main(["corpus"]) == 2
    printed = capsys.readouterr().err
    assert "the corpus is not part of the installed package" in printed and printed.count("\n") == 1


def test_each_option_of_a_translation_is_a_flag():
    parser = argparse.ArgumentParser()
    add_translation_flags(parser)
    words = ["--fallback", "pytorch", "--partial", "--backward", "--eval"]
    assert from_flags(TranslationOptions, vars(parser.parse_args(words))) == TranslationOptions(
        "pytorch", partial=True, backward=True, evaluate=True
    )
    assert from_flags(TranslationOptions, vars(parser.parse_args([]))) == TranslationOptions()
    with pytest.raises(ValueError, match="fallback is none or pytorch"):
        TranslationOptions(fallback="eager")
