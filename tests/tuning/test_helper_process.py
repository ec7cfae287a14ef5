"""The process in which users' programs run at their own sizes: whatever one does costs that one alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sized_programs import ANSWER, PROGRAM, call_for
from waiting import wait_until

from python_to_triton import tuning

ROOT = Path(__file__).resolve().parents[2]
CALL = call_for(ANSWER) | {"device": "cpu", "timed": False}


@pytest.fixture(scope="module")
def helper():
    made = tuning.HelperProcess()
    yield made
    made.close()


@pytest.mark.parametrize(
    "line, words",
    [
        ("def loop():\n    while True:\n        pass\n\nx = loop()", "takes more than"),
        # No Python runs meanwhile, so no signal handler either.
        ("x = sum(range(10**15))", "takes more than"),
        ("import os\nx = os._exit(3)", "exit code 3"),
        ("import ctypes\nx = ctypes.string_at(8)", "SIGSEGV"),
        ("def end():\n    raise SystemExit('no')\n\nx = end()", "SystemExit: no"),
        ("import numpy\nx = numpy.ones(25 * 10**12)", "MemoryError"),
    ],
)
def test_a_program_that_does_its_worst_costs_itself(helper, line, words):
    call = CALL | {"program": f"{line}\n{PROGRAM}"}
    with pytest.raises(ValueError, match=words) as caught:
        helper.call("judge", 2 if "more than" in words else 120, **call)
    assert "\n" not in str(caught.value)


def test_no_call_leaves_threads_in_the_process_that_forks():
    """A fork would wait without end for the threads that OpenMP has here. OpenBLAS ends its own at a fork."""
    made = tuning.HelperProcess()
    try:
        made.start()
        made.await_ready()
        threads = Path("/proc", str(made.process.pid), "task")
        before = set(os.listdir(threads))
        made.call("judge", 120, **CALL)
        assert set(os.listdir(threads)) <= before
    finally:
        made.close()


SWAPS = "import torch.nn.functional as F\ntorch.softmax = torch.Tensor.softmax = lambda *a, **k: 1 / 0\n"


def test_no_program_changes_the_next_one(helper):
    """The sandbox of the CPU holds no answer, so that each call ends there; it ends with the same reason."""
    reasons = []
    for program in (PROGRAM, SWAPS + PROGRAM, PROGRAM):
        result, why = helper.call("judge", 120, **CALL | {"program": program})
        reasons.append((result["reason"], why))
    assert reasons[0] == reasons[2]


def has_ended(folder: Path) -> bool:
    """Whether the process of a folder of /proc is gone, or a zombie."""
    try:
        return "State:\tZ" in (folder / "status").read_text()
    except OSError:
        return True


def test_the_helper_ends_with_its_parent():
    code = (
        "from python_to_triton import tuning\nimport os\nhelper = tuning.HelperProcess()\nhelper.start()\n"
        "print(helper.process.pid, flush=True)\nos._exit(0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.stdout.strip().isdigit(), done.stderr
    folder = Path("/proc", done.stdout.strip())
    wait_until(lambda: has_ended(folder), "the helper is still there")
