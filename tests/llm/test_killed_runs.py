"""Runs that SIGKILL ends: what goes on is bit for bit what was never stopped."""

import os
import subprocess
import sys

from triton_ops.files import ROOT


def test_twenty_kills_at_random_points_change_no_bit():
    command = [sys.executable, str(ROOT / "tests" / "llm" / "kill_runs.py"), "--kills", "20"]
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests")))
    environment = os.environ | {"PYTHONPATH": paths, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    kills = sum(int(line.split()[2]) for line in done.stdout.splitlines())
    assert kills == 20 and done.stdout.count("bit for bit the same") == len(done.stdout.splitlines())
