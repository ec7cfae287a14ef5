"""What the checks of a text need not import."""

import os
import subprocess
import sys

WITHOUT_SYMPY = """
import sys
from python_to_triton.static_checks.memory_accesses.checks import first_fault_of_accesses

ANSWER = '''@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0).to(tl.float32)
    tl.store({target} + offsets, tl.abs(x), mask=offsets < n)


def translated(a0):
    y = torch.{like}_like(a0)
    kernel[(triton.cdiv(a0.numel(), 1024),)](a0, y, a0.numel(), BLOCK=1024)
    return y'''
PROMPT = "f(a0: f32[A, B])\\nv0 = abs(a0)\\nreturn v0"
for like in ("empty", "zeros"):
    assert first_fault_of_accesses(ANSWER.format(like=like, target="y_ptr"), PROMPT) is None
    assert first_fault_of_accesses(ANSWER.format(like=like, target="y_ptr + 1"), PROMPT)
print("sympy" in sys.modules)
"""


def test_following_an_answer_needs_no_symbols():
    """PyTorch imports SymPy for the shape of a new tensor and of a broadcast: half a second."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_SYMPY], capture_output=True, text=True, env=environment
    )
    assert done.stdout.strip() == "False", done.stderr
