"""What a command starts before PyTorch is imported, and what then takes it."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from python_to_triton import early_start
from triton_ops.files import ROOT

FIRST = """
import os
import sys
from python_to_triton import early_start

assert early_start.start_early("demo") and early_start.start_early("demo")  # the servers once
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
    assert not early_start.start_early(command)
assert not early_start.EARLY_SERVERS and not early_start.EARLY_SANDBOXES
"""

DEMO = """
import runpy
import sys
from python_to_triton import early_start

early_start.EARLY_SERVERS["none"] = None  # nothing else is started
from python_to_triton.runtime import model_commands

def start_demo(program, sampling, options):
    print(program, sampling.device, options.partial, [name for name in HEAVY if name in sys.modules])
    return 1

HEAVY = {heavy}
model_commands.start_demo = start_demo
sys.argv = ["llm.py", *{words}]
runpy.run_path({script!r}, run_name="__main__")
"""
HEAVY = """
sympy mpmath networkx torch._dynamo torch._inductor torch.distributed.tensor torch.utils.tensorboard
transformers matplotlib scipy pandas onnx ray starlette
llm kernels corpus training triton_ops.families triton_ops.attention_fp8
""".split()  # none comes with PyTorch itself


def python(code):
    """Runs code in a process of its own, which finds the modules that this one finds."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)


def test_a_demo_imports_nothing_of_training_and_no_compiler():
    words = ("--demo", "y = x", "--device", "cpu", "--partial", "--checkpoint", str(ROOT / "weights"))
    done = python(DEMO.format(heavy=HEAVY, words=words, script=str(ROOT / "llm.py")))
    assert (done.stdout, done.returncode) == ("y = x cpu True []\n", 1), done.stderr


@pytest.mark.parametrize(("code", "expected"), [(0, ["init", 0]), (100, ["init"]), (None, [])])
def test_the_gpu_is_opened_by_the_driver_alone(monkeypatch, code, expected):
    calls = []

    def load(name):
        if code is None:
            raise OSError(name)
        return SimpleNamespace(
            cuInit=lambda flags: calls.append("init") or code,
            cuDevicePrimaryCtxRetain=lambda context, device: calls.append(device),
        )

    monkeypatch.setattr(early_start.ctypes, "CDLL", load)
    early_start.open_gpu()
    assert calls == expected


@pytest.mark.parametrize("code", [FIRST + OTHER_STEPS + FORKED + TAKEN, NOTHING], ids=["demo", "nothing"])
def test_what_starts_early_is_taken_once(code):
    done = python(code)
    assert done.returncode == 0, done.stderr
