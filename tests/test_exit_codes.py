"""How command lines end: scripts of a few lines, and every command line of the project at its imports."""

import ast
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from triton_ops.exit_codes import INTERRUPTED, MISTAKE, OUTPUT_CLOSED
from triton_ops.files import ROOT

SCRIPT = """
import sys
from triton_ops.exit_codes import Failed, command_line, end_on_interrupt
end_on_interrupt()

@command_line("script")
def main():
    {}
    return 0

raise SystemExit(main())
"""
COMMAND_LINES = [
    "llm.py",
    "extract_training_data.py",
    "run_all_tests.py",
    "benchmarks/backend.py",
    "benchmarks/chart.py",
    "benchmarks/decoding.py",
    "benchmarks/divisions.py",
    "benchmarks/judging.py",
    "benchmarks/loops.py",
    "benchmarks/peer.py",
    "benchmarks/quality.py",
    "benchmarks/training.py",
    "benchmarks/transformer_np.py",
    "benchmarks/translation.py",
    "benchmarks/variations.py",
    "corpus/random_programs.py",
    "pages/__main__.py",
    "python_to_triton/command_line.py",
    "python_to_triton/verification/__main__.py",
    "triton_ops/command_line.py",  # that of kernels.py too
]


def run_script(line: str, **options) -> subprocess.CompletedProcess:
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", SCRIPT.format(line)]
    return subprocess.run(command, env=environment, text=True, timeout=300, check=False, **options)


@pytest.mark.parametrize(
    "line, code, text",
    [
        ("raise ValueError('--x is 3\\nnot 4')", MISTAKE, "script: error: --x is 3 not 4\n"),
        ("open('/nowhere/file')", MISTAKE, "script: error: /nowhere/file: No such file or directory\n"),
        ("raise MemoryError", MISTAKE, "script: error: there is too little memory"),
        ('raise RuntimeError("can\'t allocate memory: 9 TB")', MISTAKE, "script: error: there is too little"),
        ("raise Failed('no')", 1, "script: error: no\n"),
        ("raise KeyboardInterrupt", INTERRUPTED, "stopped\n"),
        ("sys.exit(5)", 5, ""),
        ("print('caf\\udce9')", 0, ""),
    ],
)
def test_an_ending_is_one_line(line, code, text):
    done = run_script(line)
    assert done.returncode == code and done.stderr.startswith(text)
    assert done.stderr.count("\n") == (1 if text else 0)


def test_our_own_mistake_keeps_its_traceback():
    done = run_script("assert False, 'ours'")
    assert done.returncode == 1 and "Traceback" in done.stderr and "ours" in done.stderr


def closed_pipe() -> int:
    """The end of a pipe to write to, whose reader is gone."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


@pytest.mark.parametrize("number", [1, 100_000])  # in the buffer to the end; while it prints
def test_a_closed_output_ends_in_silence(number):
    line = f"for i in range({number}): print(i)"
    writing = closed_pipe()
    done = run_script(line, stdout=writing)
    assert (done.returncode, done.stderr) == (OUTPUT_CLOSED, "")
    assert run_script(line, stdout=writing, stderr=writing).returncode == OUTPUT_CLOSED
    assert run_script("raise ValueError('x')", stderr=writing).returncode == MISTAKE
    os.close(writing)


def test_a_full_output_is_one_line():
    with open("/dev/full", "w") as full:
        done = run_script("print('x')", stdout=full)
        assert done.returncode == MISTAKE
        assert (
            done.stderr
            == "script: error: the output: No space left on device: free some, or write elsewhere\n"
        )
        assert run_script("print('x')", stdout=full, stderr=full).returncode == MISTAKE


def test_a_broken_pipe_of_ours_is_no_closed_output():
    done = run_script("raise BrokenPipeError")
    assert done.returncode == 1 and "BrokenPipeError" in done.stderr


def decorators_of_main(path: str) -> list[str]:
    """The decorators of the function `main` of a file."""
    body = ast.parse((ROOT / path).read_text()).body
    [main] = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == "main"]
    return [ast.unparse(decorator) for decorator in main.decorator_list]


@pytest.mark.parametrize("path", COMMAND_LINES)
def test_every_command_line_ends_in_a_line(path):
    assert any(decorator.startswith("command_line(") for decorator in decorators_of_main(path))


@pytest.mark.parametrize(
    "path", [path for path in COMMAND_LINES if "command_line" not in path] + ["kernels.py"]
)
def test_every_script_takes_an_interrupt_before_its_slow_imports(path):
    lines = (ROOT / path).read_text().splitlines()
    slow = ("import torch", "import matplotlib", "from python_to_triton", "from corpus", "import llm")
    slow += ("from training", "from triton_ops.charts")
    places = [place for place, line in enumerate(lines) if line.startswith(slow)]
    assert lines.index("    end_on_interrupt()") < places[0]


def imports_torch(process: subprocess.Popen) -> bool:
    """Whether a process has begun to import torch."""
    return "libtorch" in Path(f"/proc/{process.pid}/maps").read_text()


@pytest.mark.parametrize("path", ["llm.py", "kernels.py", "run_all_tests.py", "benchmarks/judging.py"])
def test_an_interrupt_while_torch_is_imported_is_one_line(path, tmp_path):
    process = subprocess.Popen(
        [sys.executable, str(ROOT / path)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        end = time.monotonic() + 120
        while not imports_torch(process) and time.monotonic() < end:
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert (process.returncode, errors) == (INTERRUPTED, "stopped\n")
