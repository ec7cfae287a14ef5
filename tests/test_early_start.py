"""What a command starts before PyTorch is imported, and what then takes it."""

import os
import subprocess
import sys

import pytest

FIRST = """
import os
import sys
from python_to_triton import early_start

early_start.start_early("demo")
assert "torch" not in sys.modules and early_start.FACADES[0] not in sys.modules
[(programs, _)] = early_start.EARLY_SERVERS.values()
early = {kind: launched[0].pid for kind, (_, launched) in early_start.EARLY_SANDBOXES.items()}
"""
TAKEN = """
from python_to_triton import user_programs
from python_to_triton.verification import sandbox

user_programs.program_server().begin()
assert user_programs.program_server().process is programs and not early_start.EARLY_SERVERS
opened = {kind: sandbox.open_sandbox(kind) for kind in ("cpu", "compile")}
assert {kind: one.process.pid for kind, one in opened.items()} == early
assert not early_start.EARLY_SANDBOXES
another = sandbox.open_sandbox("cpu")
assert another.process.pid not in early.values()
for one in (*opened.values(), another):
    one.close()
"""
OTHER_STEPS = """
kind, (steps, _) = next(iter(early_start.EARLY_SANDBOXES.items()))
assert early_start.started_sandbox(kind, (*steps, "another")) is None
assert early_start.started_sandbox("cuda:7", steps) is None
assert kind in early_start.EARLY_SANDBOXES
"""
FORKED = """
child = os.fork()
if child == 0:
    os._exit(len(early_start.EARLY_SERVERS) + len(early_start.EARLY_SANDBOXES))
assert os.waitpid(child, 0)[1] == 0 and early_start.EARLY_SANDBOXES
"""
NOTHING = """
from python_to_triton import early_start

for command in ("", "corpus"):
    early_start.start_early(command)
assert not early_start.EARLY_SERVERS and not early_start.EARLY_SANDBOXES
"""


@pytest.mark.parametrize("code", [FIRST + TAKEN, FIRST + OTHER_STEPS, FIRST + FORKED, NOTHING])
def test_what_starts_early_is_taken_once(code):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=120
    )
    assert done.returncode == 0, done.stderr
