"""Every command line, given what users get wrong: one clear line, exit code 2, and no work is done."""

import importlib
import shlex
import signal
import sys

import pytest
from exit_code import exit_code_of
from user_mistakes import odd_files, rows

from triton_ops.files import ROOT

MODULES = {
    "llm.py": "llm",
    "kernels.py": "triton_ops.command_line",
    "python-to-triton": "python_to_triton.command_line",
    "python_to_triton.verification": "python_to_triton.verification.__main__",
}
LONG = 300 * "x"  # longer than a file system takes


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("mistakes")
    odd_files(made)
    return made


@pytest.fixture
def same_signals():
    """What a command line makes of signals is undone."""
    numbers = (signal.SIGTERM, signal.SIGALRM)
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def files_of(folder) -> list:
    """What is in a folder, but for the folders that would have been written to."""
    return sorted(path for path in folder.rglob("*") if not path.is_dir())


def main_of(program: str):
    """The function `main` of a command line."""
    sys.path.append(str(ROOT / "benchmarks"))  # where its scripts find each other
    try:
        name = MODULES.get(program, program.removesuffix(".py").replace("/", "."))
        if program == "kernels.py":
            importlib.import_module("kernels")  # declares the ops
        return importlib.import_module(name).main
    finally:
        sys.path.pop()


@pytest.mark.parametrize("program, words, expected", rows())
def test_a_mistake_is_one_line(program, words, expected, folder, same_signals, monkeypatch, capsys):
    main = main_of(program)
    capsys.readouterr()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", [program, *shlex.split(words.replace("LONG", LONG))])
    before = files_of(folder)
    assert exit_code_of(lambda _: main(), None) == 2
    printed = capsys.readouterr().err
    [line] = [line for line in printed.splitlines() if "error: " in line]
    assert expected in line and printed.endswith(f"{line}\n")
    assert files_of(folder) == before
