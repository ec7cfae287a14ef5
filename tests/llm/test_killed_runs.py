"""Runs that SIGKILL ends: what goes on is bit for bit what was never stopped."""

import os
import subprocess
import sys

import pytest

from triton_ops.files import ROOT


# the second: two saves make 30 changes to the disk
@pytest.mark.parametrize("words, kills", [(["--kills", "20"], 20), (["--within-saves", "30"], 30)])
def test_kills_at_random_points_and_within_saves_change_no_bit(words, kills):
    command = [sys.executable, str(ROOT / "tests" / "llm" / "kill_runs.py"), *words]
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests")))
    environment = os.environ | {"PYTHONPATH": paths, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    made = sum(int(line.split()[2]) for line in done.stdout.splitlines())
    assert made == kills and done.stdout.count("bit for bit the same") == len(done.stdout.splitlines())
