"""The process in which users' files run: whatever a file does costs that file alone."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from python_to_triton import tuning

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def helper():
    made = tuning.HelperProcess()
    yield made
    made.close()


FUNCTION = "\ndef f(x):\n    return torch.relu(x)\n"
HUGE_INPUTS = """
import numpy

def f(x):
    return x

def get_inputs():
    return [numpy.ones(25 * 10**12)]
"""


@pytest.mark.parametrize(
    "program, words",
    [
        ("while True:\n    pass\n" + FUNCTION, "takes more than"),
        # No Python runs meanwhile, so no signal handler either.
        ("sum(range(10**15))\n" + FUNCTION, "takes more than"),
        ("import os\nos._exit(3)\n" + FUNCTION, "exit code 3"),
        ("import ctypes\nctypes.string_at(8)\n" + FUNCTION, "SIGSEGV"),
        ("raise SystemExit('no')\n" + FUNCTION, "SystemExit: no"),
        (HUGE_INPUTS, "MemoryError"),
        ("x = = 3\n", "syntax error in line 1"),
        ("", "no function, Model or statement"),
    ],
)
def test_a_file_that_does_its_worst_costs_itself(helper, program, words):
    with pytest.raises(ValueError, match=words) as caught:
        helper.call("trace", 8 if "more than" in words else 60, program=program)
    assert "\n" not in str(caught.value)


def test_the_helper_works_on_after_all_that(helper):
    assert helper.call("trace", 60, program="y = torch.relu(x)") == (1, "")
    assert helper.call("trace", 60, program="y = torch.relu(x) @ w") == (1, "")


def has_ended(folder: Path) -> bool:
    """Whether the process of a folder of /proc is gone, or a zombie."""
    try:
        return "State:\tZ" in (folder / "status").read_text()
    except OSError:
        return True


def test_the_helper_ends_with_its_parent():
    code = (
        "from python_to_triton import tuning\nimport os\nhelper = tuning.HelperProcess()\n"
        "helper.call('trace', 60, program='y = torch.relu(x)')\n"
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
    deadline = time.monotonic() + 20
    while not has_ended(folder) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert has_ended(folder)
