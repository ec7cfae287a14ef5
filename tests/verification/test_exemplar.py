"""A file of synthetic/ runs alone, also without a GPU and with nothing said of the interpreter."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_an_exemplar_runs_alone():
    environment = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    command = [sys.executable, str(ROOT / "synthetic" / "pointwise" / "sigmoid.py")]
    done = subprocess.run(
        command,
        env=environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert len(lines) == 6 and all(line.startswith("ok ") for line in lines), done.stdout
