"""verify.py: every known way to fool a judge is refused for its own reason, honest answers pass, nothing outlives a run."""

import math
import os
import random
import runpy
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from hypothesis import HealthCheck, given, settings, strategies as st

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from corpus.family import HEADER, Family, families_in  # noqa: E402
from python_to_triton.verification.sandbox import Limits
from python_to_triton.verification.sandbox import Refused
from python_to_triton.verification import check_source
from python_to_triton.verification import compare
from python_to_triton.verification import compile_kernels
from python_to_triton.verification import judge  # noqa: E402
from python_to_triton.verification import sandbox
from python_to_triton import verification
from triton_ops.interpreter import support_range_of_scalars

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

POINTWISE = """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    BODY
    tl.store(y_ptr + offsets, y, mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    kernel[(triton.cdiv(n, 128),)](x, y, n, BLOCK=128)
    return y
"""
ROWS = """
@triton.jit
def kernel(x_ptr, y_ptr, n_columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * n_columns + columns, mask=columns < n_columns, other=0.0).to(tl.float32)
    BODY
    tl.store(y_ptr + row, y)


def translated(x):
    y = torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)
    kernel[(y.numel(),)](x, y, x.shape[-1], BLOCK=triton.next_power_of_2(x.shape[-1]))
    return y
"""
MATMUL = """
@triton.jit
def kernel(a_ptr, b_ptr, c_ptr, M, N, K, BLOCK: tl.constexpr):
    rows = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.program_id(1).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, K, BLOCK):
        k = start + tl.arange(0, BLOCK)
        a = tl.load(a_ptr + rows[:, None] * K + k[None, :], mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0)
        b = tl.load(b_ptr + k[:, None] * N + columns[None, :], mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
        total += tl.dot(a, b, input_precision="ieee")
    tl.store(c_ptr + rows[:, None] * N + columns[None, :], total, mask=(rows[:, None] < M) & (columns[None, :] < N))


def translated(a, b):
    M, K = a.shape
    N = b.shape[1]
    c = torch.empty((M, N), dtype=a.dtype, device=a.device)
    kernel[(triton.cdiv(M, 16), triton.cdiv(N, 16))](a, b, c, M, N, K, BLOCK=16)
    return c
"""


def pointwise(body):
    return POINTWISE.replace("BODY", body)


RELU = pointwise("y = tl.maximum(x, 0.0)")
RELU_KERNEL = RELU[: RELU.index("def translated")]


def normal(*shapes, seed=0):
    """One case a shape: a signed matrix of it."""
    generator = torch.Generator().manual_seed(seed)
    return [(torch.randn(shape, generator=generator),) for shape in shapes or [(1, 1), (3, 33), (5, 100)]]


def uniform(*shapes):
    return [
        (torch.rand(shape, generator=torch.Generator().manual_seed(0)),)
        for shape in shapes or [(3, 33), (5, 100)]
    ]


def pairs():
    generator = torch.Generator().manual_seed(0)
    return [
        (torch.randn(m, k, generator=generator), torch.randn(k, n, generator=generator))
        for m, k, n in [(1, 1, 1), (5, 33, 7)]
    ]


def host(*lines):
    """The kernel of relu with another host function."""
    return RELU_KERNEL + "def translated(x):\n" + "".join(f"    {line}\n" for line in lines)


LAUNCH = "kernel[(triton.cdiv(x.numel(), 128),)](x, y, x.numel(), BLOCK=128)"
NEW = "y = torch.empty_like(x)"
IDENTITY_KERNEL = pointwise("y = x")

FLAT = """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    BODY


def translated(x):
    y = torch.zeros(1, dtype=x.dtype, device=x.device)
    kernel[(triton.cdiv(x.numel(), 32),)](x, y, x.numel(), BLOCK=32)
    return y.view(())
"""
CARRY = """
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    block = tl.program_id(0)
    offsets = block * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    before = tl.load(y_ptr + block * BLOCK - 1, mask=block > 0, other=0.0)
    tl.store(y_ptr + offsets, tl.cumsum(x, axis=0) + before, mask=offsets < n)


def translated(x):
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 32),)](x, y, x.numel(), BLOCK=32)
    return y
"""
TOTAL = "y = tl.sum(x, axis=0)"


def whole(*sizes):
    """One case a size: a vector of signed integers, as int64."""
    generator = torch.Generator().manual_seed(0)
    return [(torch.randint(-9, 9, (size,), generator=generator),) for size in sizes or (8, 33)]


PASSED = """
def helper(p):
    return p.append(p[0] + p[0])


@triton.jit
def kernel(x_ptr, y_ptr, n, P: tl.constexpr, BLOCK: tl.constexpr):
    BODY
    tl.store(y_ptr, tl.load(x_ptr))


def translated(x):
    y = torch.zeros_like(x)
    p = [x]
    kernel[(1,)](x, y, x.numel(), GIVEN, BLOCK=16)
    return p[-1]
"""


def passed(body, given):
    """2 x by a kernel that is given something of the host, and does `body`."""
    return PASSED.replace("BODY", body).replace("GIVEN", given)


def of_integers(*lines):
    """relu of integers with another host function."""
    return (
        RELU_KERNEL.replace(".to(tl.float32)", "").replace("0.0", "0")
        + "def translated(x):\n"
        + "".join(f"    {line}\n" for line in (*lines, NEW, LAUNCH, "return y"))
    )


# name: (row of the table in the judge's specification, candidate, reference, cases, stage, words of the reason)
CHEATS = {
    "torch does it": (
        "torch does the work",
        host(NEW, LAUNCH, "return torch.relu(x)"),
        F.relu,
        normal,
        "source",
        "`torch.relu` in host code",
    ),
    "a method does it": (
        "torch does the work",
        host(NEW, LAUNCH, "return x.relu()"),
        F.relu,
        normal,
        "source",
        "`.relu` in host code",
    ),
    "an operator does it": (
        "torch does the work",
        host(NEW, LAUNCH, "return x * (x > 0)"),
        F.relu,
        normal,
        "source",
        "torch computes",
    ),
    "functional does it": (
        "torch does the work",
        host("return torch.nn.functional.relu(x)"),
        F.relu,
        normal,
        "source",
        "`torch.nn.functional.relu`",
    ),
    "aten does it": (
        "torch does the work",
        host("return torch.ops.aten.relu(x)"),
        F.relu,
        normal,
        "source",
        "`torch.ops.aten.relu`",
    ),
    "a cast does it": (
        "torch does the work",
        host(NEW, LAUNCH, "return x.float()"),
        lambda x: x.float(),
        normal,
        "source",
        "`.float`",
    ),
    "operator on a hidden tensor": (
        "torch does the work",
        host(NEW, LAUNCH, "p = [x]", "return p[0] + p[0]"),
        lambda x: x + x,
        normal,
        "run",
        "aten.add",
    ),
    "sum() of Python": (
        "torch does the work",
        host(NEW, LAUNCH, "return sum(x)"),
        lambda x: x.sum(0),
        normal,
        "run",
        "torch computes aten.",
    ),
    "copy by contiguous": (
        "torch does the work",
        IDENTITY_KERNEL.replace("    return y", "    return turn(x.t())")
        + "\n\ndef turn(z):\n    z = z.contiguous()\n    return z\n",
        lambda x: x.t().contiguous(),
        normal,
        "run",
        "aten.clone",
    ),
    "a slice is assigned": (
        "torch does the work",
        host(NEW, LAUNCH, "y[0] = x[0]", "return y"),
        F.relu,
        normal,
        "source",
        "torch computes",
    ),
    "a hidden slice is assigned": (
        "torch does the work",
        host(NEW, LAUNCH, "p = [y]", "p[0][0] = 7.0", "return y"),
        F.relu,
        normal,
        "run",
        "aten.fill_",
    ),
    "matmul by torch": (
        "Triton for the easy part",
        MATMUL.replace("return c", "return a @ b"),
        torch.mm,
        pairs,
        "source",
        "torch computes",
    ),
    "hidden matmul by torch": (
        "Triton for the easy part",
        MATMUL.replace("return c", "p = [a, b]\n    return p[0] @ p[1]"),
        torch.mm,
        pairs,
        "run",
        "aten.mm",
    ),
    "no kernel": (
        "never launched",
        "def translated(x):\n    return x\n",
        F.relu,
        normal,
        "source",
        "defines no @triton.jit kernel",
    ),
    "no launch": (
        "never launched",
        host("return torch.empty_like(x)"),
        F.relu,
        normal,
        "source",
        "launches no kernel",
    ),
    "dead launch": (
        "never launched",
        host(NEW, "if x.numel() < 0:", "    " + LAUNCH, "return x.t()"),
        lambda x: x.t(),
        normal,
        "run",
        "launches no kernel",
    ),
    "kernel for show": (
        "never launched",
        host(NEW, LAUNCH, "return x.t()"),
        lambda x: x.t(),
        normal,
        "run",
        "correct with kernels disabled",
    ),
    "branch on shape": (
        "branch on shape",
        host(
            NEW,
            "if x.shape[0] == 3:",
            "    " + LAUNCH,
            "else:",
            "    kernel[(1,)](x, y, 1, BLOCK=128)",
            "return y",
        ),
        F.relu,
        normal,
        "value",
        "nan instead of",
    ),
    "first call": (
        "branch on shape",
        "CALLS = [0]\n" + RELU,
        F.relu,
        normal,
        "source",
        "Assign at the top level",
    ),
    "training": (
        "branch on shape",
        "class Model(torch.nn.Module):\n    pass\n" + RELU,
        F.relu,
        normal,
        "source",
        "ClassDef",
    ),
    "try": (
        "try/except",
        host("try:", "    return missing(x)", "except Exception:", "    return x"),
        F.relu,
        normal,
        "source",
        "Try is not allowed",
    ),
    "pass": (
        "try/except",
        host("pass", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "Pass is not allowed",
    ),
    "calls the reference": (
        "try/except",
        host(NEW, LAUNCH, "return reference(x)"),
        F.relu,
        normal,
        "source",
        "`reference`",
    ),
    "imports the reference": (
        "try/except",
        "from reference import relu\n" + RELU,
        F.relu,
        normal,
        "source",
        "imports from reference",
    ),
    "identity for relu": ("identity copy", IDENTITY_KERNEL, F.relu, uniform, "value", "x-1"),
    "identity for abs": ("identity copy", IDENTITY_KERNEL, torch.abs, uniform, "value", "x-1"),
    "x for tanh of small x": (
        "identity copy",
        IDENTITY_KERNEL,
        torch.tanh,
        lambda: [(x * 1e-4,) for (x,) in normal()],
        "value",
        "exceeds tolerance",
    ),
    "no row maximum": (
        "identity copy",
        ROWS.replace("BODY", "y = tl.log(tl.sum(tl.where(columns < n_columns, tl.exp(x), 0.0), axis=0))"),
        lambda x: torch.logsumexp(x, -1),
        normal,
        "value",
        "row at 10000",
    ),
    "one-pass variance": (
        "identity copy",
        ROWS.replace(
            "BODY", "m = tl.sum(x, axis=0) / n_columns\n    y = tl.sum(x * x, axis=0) / n_columns - m * m"
        ),
        lambda x: x.var(-1, correction=0),
        lambda: normal((3, 33), (5, 100)),
        "value",
        "row at 10000",
    ),
    "answer by heart": (
        "constants",
        host(
            "y = torch.full_like(x, MEAN)",
            "z = torch.empty_like(x)",
            "kernel[(triton.cdiv(x.numel(), 128),)](y, z, x.numel(), BLOCK=128)",
            "return z",
        ).replace("MEAN", "0.5"),
        lambda x: torch.zeros_like(x) + x.max() * 0 + 0.5 * (x.mean() > 0.4),
        lambda: uniform((3, 33)),
        "value",
        "instead of",
    ),
    "size by heart": (
        "constants",
        RELU.replace("n = x.numel()", "n = 99"),
        F.relu,
        normal,
        "run",
        "reads outside argument",
    ),
    "columns by heart": (
        "constants",
        ROWS.replace("BODY", "y = tl.sum(x, axis=0) / 33.0"),
        lambda x: x.mean(-1),
        normal,
        "value",
        "exceeds tolerance",
    ),
    "task of zeros": ("zeros or a constant", RELU, lambda x: x * 0, normal, "task", "zeros would pass"),
    "task of a constant": (
        "zeros or a constant",
        RELU,
        lambda x: torch.full_like(x, 3.0),
        normal,
        "task",
        "a constant would pass",
    ),
    "task of softmax over one": (
        "zeros or a constant",
        RELU,
        lambda x: x.softmax(-1),
        lambda: normal((3, 1), (50, 1)),
        "task",
        "a constant would pass",
    ),
    "task that ignores its input": (
        "zeros or a constant",
        RELU,
        lambda x: torch.arange(x.numel(), dtype=x.dtype),
        normal,
        "task",
        "ignores its inputs",
    ),
    "task under noise": (
        "zeros or a constant",
        RELU,
        lambda x: x if x.dtype == torch.float64 else x + 9 * x.abs().max(),
        normal,
        "task",
        "zeros would pass",
    ),
    "never written": (
        "torch.empty",
        host(NEW, "z = torch.empty_like(x)", LAUNCH, "return z"),
        F.relu,
        normal,
        "value",
        "nan instead of",
    ),
    "never written, new_empty": (
        "torch.empty",
        host(NEW, LAUNCH, "return x.new_empty(x.shape)"),
        F.relu,
        normal,
        "value",
        "nan instead of",
    ),
    "never written bool": (
        "torch.empty",
        host(NEW, LAUNCH, "return torch.empty_like(x, dtype=torch.bool)"),
        lambda x: x > 0,
        normal,
        "value",
        "instead of 1 at",
    ),
    "writes its input": (
        "inputs mutated",
        RELU.replace("y = torch.empty_like(x)", "y = x"),
        F.relu,
        normal,
        "run",
        "writes into argument 0",
    ),
    "cache by pointer": (
        "result cached",
        host("key = x.data_ptr()", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "`.data_ptr`",
    ),
    "cache in a global": (
        "result cached",
        "CACHE = {}\n" + RELU,
        F.relu,
        normal,
        "source",
        "at the top level",
    ),
    "cache in a default": (
        "result cached",
        RELU.replace("translated(x)", "translated(x, cache=[])"),
        F.relu,
        normal,
        "source",
        "keep state",
    ),
    "cache on the kernel": (
        "result cached",
        host(NEW, LAUNCH, "kernel.T = y", "return y"),
        F.relu,
        normal,
        "source",
        "`.T`",
    ),
    "global statement": (
        "result cached",
        host("global N", "N = 1", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "Global is not allowed",
    ),
    "side stream": (
        "side stream",
        host("s = torch.cuda.Stream()", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "`torch.cuda.Stream`",
    ),
    "thread": ("side stream", "import threading\n" + RELU, F.relu, normal, "source", "imports threading"),
    "subclass": (
        "lazy tensor",
        "class Lazy(torch.Tensor):\n    x = 1\n" + RELU,
        F.relu,
        normal,
        "source",
        "ClassDef",
    ),
    "returns a number": (
        "lazy tensor",
        host(NEW, LAUNCH, "return 1.0"),
        F.relu,
        normal,
        "value",
        "float instead of a tensor",
    ),
    "returns a function": (
        "lazy tensor",
        host(NEW, LAUNCH, "return lambda: y"),
        F.relu,
        normal,
        "run",
        "a function where",
    ),
    "returns two": (
        "lazy tensor",
        host(NEW, LAUNCH, "return y, y"),
        F.relu,
        normal,
        "value",
        "tuple instead of a tensor",
    ),
    "wrong shape": ("lazy tensor", host(NEW, LAUNCH, "return y.t()"), F.relu, normal, "value", "(33, 3)"),
    "wrong dtype": (
        "lazy tensor",
        RELU.replace("empty_like(x)", "empty_like(x, dtype=torch.float64)"),
        F.relu,
        normal,
        "value",
        "float64",
    ),
    "patches allclose": (
        "patched timer",
        host("torch.allclose = max", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "`torch.allclose`",
    ),
    "patches a dtype": (
        "patched timer",
        host("tl.float16 = tl.float32", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "`tl.float16`",
    ),
    "looks at frames": (
        "patched timer",
        "import inspect\n" + RELU,
        F.relu,
        normal,
        "source",
        "imports inspect",
    ),
    "looks into gc": ("patched timer", "import gc\n" + RELU, F.relu, normal, "source", "imports gc"),
    "nan as a match": (
        "NaN taken",
        pointwise("y = x * float('nan')"),
        F.relu,
        normal,
        "value",
        "nan instead of",
    ),
    "inf as a match": ("NaN taken", pointwise("y = x / 0.0"), F.relu, normal, "value", "instead of"),
    "fp16 dot": (
        "silent fp16",
        MATMUL.replace("tl.dot(a, b,", "tl.dot(a.to(tl.float16), b.to(tl.float16),"),
        torch.mm,
        pairs,
        "value",
        "exceeds tolerance",
    ),
    "fp16 arithmetic": (
        "silent fp16",
        pointwise("y = tl.sigmoid(x).to(tl.float16)"),
        torch.sigmoid,
        normal,
        "value",
        "exceeds tolerance",
    ),
    "tf32 dot": (
        "silent fp16",
        MATMUL.replace(', input_precision="ieee"', ""),
        torch.mm,
        pairs,
        "source",
        "TF32",
    ),
    "tf32 dot by name": (
        "silent fp16",
        MATMUL.replace('"ieee"', '"tf32"'),
        torch.mm,
        pairs,
        "source",
        "TF32",
    ),
    "unwritten tail": (
        "unwritten tail",
        RELU.replace("triton.cdiv(n, 128)", "max(1, n // 128)"),
        F.relu,
        normal,
        "value",
        "nan instead of",
    ),
    "store without a mask": (
        "unwritten tail",
        RELU.replace(", y, mask=mask", ", y"),
        F.relu,
        normal,
        "run",
        "writes outside",
    ),
    "load without a mask": (
        "unwritten tail",
        ROWS.replace(", mask=columns < n_columns, other=0.0", "").replace("BODY", "y = tl.sum(x, axis=0)"),
        lambda x: x.sum(-1),
        normal,
        "run",
        "reads outside argument 0",
    ),
    "one row too far": (
        "unwritten tail",
        RELU.replace("mask = offsets < n", "mask = offsets <= n"),
        F.relu,
        normal,
        "run",
        "reads outside argument 0",
    ),
    "keeps what was there": (
        "drift",
        pointwise("t = tl.load(y_ptr + offsets, mask=mask, other=0.0)\n    y = tl.where(t != t, x, t)"),
        lambda x: x,
        normal,
        "value",
        "when repeated",
    ),
    "adds to what was there": (
        "drift",
        pointwise("y = x + tl.load(y_ptr + offsets, mask=mask, other=0.0)"),
        lambda x: x,
        normal,
        "value",
        "nan instead of",
    ),
    "eval": ("untrusted", host("return eval('x')"), F.relu, normal, "source", "`eval`"),
    "exec": ("untrusted", host("exec('x')", "return x"), F.relu, normal, "source", "`exec`"),
    "open": ("untrusted", host("return open('/etc/passwd')"), F.relu, normal, "source", "`open`"),
    "getattr": (
        "untrusted",
        host("return getattr(torch, 're' + 'lu')(x)"),
        F.relu,
        normal,
        "source",
        "getattr",
    ),
    "globals": ("untrusted", host("return globals()"), F.relu, normal, "source", "`globals`"),
    "dunder attribute": ("untrusted", host("return x.__class__"), F.relu, normal, "source", "`.__class__`"),
    "dunder name": ("untrusted", host("return __builtins__"), F.relu, normal, "source", "__builtins__"),
    "import os": ("untrusted", "import os\n" + RELU, F.relu, normal, "source", "imports os"),
    "import inside": (
        "untrusted",
        host("import os", "return x"),
        F.relu,
        normal,
        "source",
        "Import is not allowed",
    ),
    "renamed import": (
        "untrusted",
        "import torch as triton\n" + RELU,
        F.relu,
        normal,
        "source",
        "imports torch",
    ),
    "rebound module": (
        "untrusted",
        host("tl = torch", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "`tl`",
    ),
    "kernel method": (
        "untrusted",
        host(NEW, "kernel.run(x, y, 1, BLOCK=128, grid=(1,), warmup=False)", "return y"),
        F.relu,
        normal,
        "source",
        "`.run`",
    ),
    "inline assembly": (
        "untrusted",
        pointwise("y = tl.inline_asm_elementwise('', '', [x], tl.float32, True, 1)"),
        F.relu,
        normal,
        "source",
        "inline_asm",
    ),
    "prints": (
        "untrusted",
        pointwise("tl.device_print('x', x)\n    y = x"),
        F.relu,
        normal,
        "source",
        "device_print",
    ),
    "torch in a kernel": (
        "untrusted",
        pointwise("y = torch.relu(x)"),
        F.relu,
        normal,
        "source",
        "`torch.relu`",
    ),
    "argument named torch": (
        "untrusted",
        RELU.replace("translated(x)", "translated(x, torch=None)"),
        F.relu,
        normal,
        "source",
        "`torch`",
    ),
    "code in an annotation": (
        "untrusted",
        "N: print('x') = 1\n" + RELU,
        F.relu,
        normal,
        "source",
        "at the top level",
    ),
    "attribute at the top": (
        "untrusted",
        "torch.allclose = 1\n" + RELU,
        F.relu,
        normal,
        "source",
        "at the top level",
    ),
    "out=": (
        "torch does the work",
        host(NEW, LAUNCH, "torch.zeros(x.shape, out=y)", "return y"),
        F.relu,
        normal,
        "run",
        "aten.zeros",
    ),
    "another kernel in the docstring": (
        "untrusted",
        RELU.replace(
            "    offsets", '    """\n    def kernel(x_ptr):\n        t = 1\n    """\n    offsets', 1
        ),
        F.relu,
        normal,
        "source",
        "reads as another definition",
    ),
    "lines that Python does not count": (
        "untrusted",
        RELU.replace("    offsets", '    "\x0c\u2028"\n    offsets', 1),
        F.relu,
        normal,
        "source",
        "control character",
    ),
    "decorator out of sight": (
        "untrusted",
        RELU.replace("@triton.jit", "@(\n# lambda:\ntriton.jit)"),
        F.relu,
        normal,
        "source",
        "must begin with",
    ),
    "autotune": (
        "untrusted",
        "@triton.autotune(configs=[], key=[])\n" + RELU.lstrip(),
        F.relu,
        normal,
        "source",
        "decorates",
    ),
    "raises": (
        "untrusted",
        host("y = x.shape[7]", LAUNCH, "return y"),
        F.relu,
        normal,
        "run",
        "IndexError: tuple index",
    ),
    # code that runs where it is defined
    "a decorator computes": (
        "torch does the work",
        "@torch.relu\ndef other(x):\n    return x\n" + RELU,
        F.relu,
        normal,
        "source",
        "decorates `other`",
    ),
    "a default computes": (
        "torch does the work",
        RELU.replace("translated(x)", "translated(x, z=torch.zeros(3))"),
        F.relu,
        normal,
        "source",
        "keep state",
    ),
    "a default of a lambda": (
        "result cached",
        host("f = lambda meta, p=[]: (1,)", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "keep state",
    ),
    "a class body computes": (
        "torch does the work",
        "class A:\n    y = torch.ones(3)\n" + RELU,
        F.relu,
        normal,
        "source",
        "ClassDef",
    ),
    "an annotation computes": (
        "torch does the work",
        RELU.replace("translated(x)", "translated(x: torch.relu)"),
        F.relu,
        normal,
        "source",
        "`torch.relu`",
    ),
    "star import": (
        "try/except",
        "from torch import *\n" + RELU,
        F.relu,
        normal,
        "source",
        "imports from torch",
    ),
    # code and containers of the host, which would compute inside a kernel where nobody watches
    "a tensor as a constant": (
        "Triton for the easy part",
        passed("P += P", "y").replace("p[-1]", "y"),
        lambda x: x * 2,
        normal,
        "run",
        "cannot take a Tensor as `P`",
    ),
    "tensors in a tuple": (
        "Triton for the easy part",
        passed("a = P[0]\n    a += P[1]", "(y, x)").replace("p[-1]", "y"),
        lambda x: x * 1.0,
        normal,
        "run",
        "cannot take a Tensor as `P`",
    ),
    "tensors in a list": (
        "Triton for the easy part",
        passed("a = P[0]\n    a += a", "p"),
        lambda x: x * 2,
        normal,
        "run",
        "cannot take a list",
    ),
    "a lambda in a kernel": (
        "torch does the work",
        passed("P(n)", "lambda n: p.append(p[0] + p[0])"),
        lambda x: x * 2,
        normal,
        "run",
        "cannot take a function",
    ),
    "a generator in a kernel": (
        "torch does the work",
        passed("for _ in P:\n        n += 1", "(p.append(t + t) for t in [x])"),
        lambda x: x * 2,
        normal,
        "run",
        "cannot take a generator",
    ),
    "host code by another name": (
        "torch does the work",
        passed("P = helper\n    P(n)", "1"),
        lambda x: x * 2,
        normal,
        "source",
        "names the host function `helper`",
    ),
    "a list as a launch's memory": (
        "drift",
        FLAT.replace("n, BLOCK: tl", "n, P: tl.constexpr, BLOCK: tl")
        .replace("numel(), BLOCK=", "numel(), [0.0], BLOCK=")
        .replace("BODY", "P[0] += tl.sum(x, axis=0)\n    tl.store(y_ptr, P[0])"),
        lambda x: x.sum(),
        normal,
        "run",
        "cannot take a list",
    ),
    "three warps": (
        "never launched",
        RELU.replace("BLOCK=128)", "BLOCK=128, num_warps=3)"),
        F.relu,
        normal,
        "run",
        "no GPU runs 3 warps",
    ),
    "a size from the device": (
        "drift",
        pointwise("y = tl.maximum(x, 0.0) + tl.sum(tl.zeros((int(n),), tl.float32), axis=0)"),
        F.relu,
        lambda: normal((4, 4), (8, 16)),
        "run",
        "no Python number",
    ),
    # PyTorch's work on tensors that the reader of the source does not see as such
    "a comprehension": (
        "torch does the work",
        host(NEW, LAUNCH, "return [t * (t > 0) for t in [x]][0]"),
        F.relu,
        normal,
        "run",
        "aten.gt",
    ),
    "a walrus": (
        "torch does the work",
        host(NEW, LAUNCH, "return (z := x) * 2"),
        lambda x: x * 2,
        normal,
        "source",
        "NamedExpr",
    ),
    "a lambda is called": (
        "torch does the work",
        host(NEW, LAUNCH, "f = lambda t: t + t", "return f(x)"),
        lambda x: x + x,
        normal,
        "source",
        "calls `f`",
    ),
    "a grid that computes": (
        "torch does the work",
        host(
            "p = []",
            NEW,
            LAUNCH.replace(
                "(triton.cdiv(x.numel(), 128),)", "lambda meta: (p.append([x][0] + [x][0]) or 1,)"
            ),
            "return p[0]",
        ),
        lambda x: x + x,
        normal,
        "run",
        "aten.add",
    ),
    "a key that computes": (
        "torch does the work",
        host(NEW, LAUNCH, "return max([x, y], key=lambda t: t[0] + 0)"),
        F.relu,
        normal,
        "run",
        "torch computes aten.",
    ),
    "in place on a hidden view": (
        "torch does the work",
        host(NEW, LAUNCH, "for v in [y.view(-1)]:", "    v *= 2", "return y"),
        lambda x: 2 * F.relu(x),
        normal,
        "run",
        "aten.mul_",
    ),
    "minus of a hidden tensor": (
        "torch does the work",
        host(NEW, LAUNCH, "return -[x][0]"),
        lambda x: -x,
        normal,
        "run",
        "aten.neg",
    ),
    "matmul by its dunder": (
        "Triton for the easy part",
        host(NEW, LAUNCH, "return x.__matmul__(x)"),
        lambda x: x @ x,
        lambda: normal((3, 3), (5, 5)),
        "source",
        "`.__matmul__`",
    ),
    "data": (
        "torch does the work",
        host(NEW, LAUNCH, "return x.data"),
        lambda x: x,
        normal,
        "source",
        "`.data`",
    ),
    "uniform_": (
        "torch does the work",
        host("y = torch.empty(x.shape).uniform_()", LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "uniform_",
    ),
    "sum of a view": (
        "torch does the work",
        host(NEW, LAUNCH, "return x.expand(2, 3, 33).sum(0)"),
        lambda x: x + x,
        lambda: normal((3, 33)),
        "source",
        "`.sum`",
    ),
    "torch.where": (
        "torch does the work",
        host(NEW, LAUNCH, "return torch.where(x > 0, x, y)"),
        F.relu,
        normal,
        "source",
        "`torch.where`",
    ),
    "tensor_split by data": (
        "torch does the work",
        of_integers("p = x.tensor_split([x][0])"),
        lambda x: x.clamp(min=0),
        whole,
        "source",
        "`.tensor_split`",
    ),
    "copy of another view": (
        "torch does the work",
        host("z = x.unsqueeze(0).transpose(0, 1).contiguous()", NEW, LAUNCH, "return y"),
        F.relu,
        lambda: [(x.t(),) for (x,) in normal((3, 33), (5, 100))],
        "run",
        "aten.clone",
    ),
    # values of tensors on the host
    "item": (
        "torch does the work",
        host("n = x.item()", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "`.item`",
    ),
    "tolist": (
        "torch does the work",
        host("n = x.tolist()", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "`.tolist`",
    ),
    "float of an element": (
        "torch does the work",
        host("n = float(x[0, 0])", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "run",
        "_local_scalar_dense",
    ),
    "branch on an element": (
        "branch on shape",
        host("for t in x.view(-1)[:1]:", "    if t:", "        n = 1", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "run",
        "_local_scalar_dense",
    ),
    "a tensor as text": (
        "torch does the work",
        host("s = '%s' % [x][0]", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "run",
        "as text",
    ),
    "a tensor in an f-string": (
        "torch does the work",
        host("s = f'{x}'", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "run",
        "as text",
    ),
    "a tensor in an error": (
        "torch does the work",
        host("raise ValueError([x][0])", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "run",
        "as text",
    ),
    "a size from data": (
        "torch does the work",
        of_integers("z = torch.empty([x][0][0])"),
        lambda x: x.clamp(min=0),
        whole,
        "run",
        "_local_scalar_dense",
    ),
    "a range from data": (
        "branch on shape",
        of_integers("for i in range([x][0][0]):", "    n = 1"),
        lambda x: x.clamp(min=0),
        whole,
        "run",
        "_local_scalar_dense",
    ),
    "a slice from data": (
        "torch does the work",
        of_integers("z = x[:[x][0][0]]"),
        lambda x: x.clamp(min=0),
        whole,
        "run",
        "_local_scalar_dense",
    ),
    "a grid from data": (
        "branch on shape",
        of_integers("kernel[([x][0][0],)](x, torch.empty_like(x), 1, BLOCK=16)"),
        lambda x: x.clamp(min=0),
        whole,
        "run",
        "a grid of Tensor",
    ),
    "where it stands in its storage": (
        "branch on shape",
        host("n = x.storage_offset()", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "`.storage_offset`",
    ),
    "on what device": (
        "branch on shape",
        host("n = x.is_cuda", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "`.is_cuda`",
    ),
    # launches that do nothing
    "a grid of nothing": (
        "never launched",
        host(NEW, "kernel[(0,)](x, y, x.numel(), BLOCK=128)", "return x.t()"),
        lambda x: x.t(),
        normal,
        "run",
        "correct with kernels disabled",
    ),
    "launched on something else": (
        "never launched",
        host(NEW, LAUNCH, "return torch.zeros_like(x)"),
        F.relu,
        normal,
        "value",
        "exceeds tolerance",
    ),
    "writes a part": (
        "unwritten tail",
        host("y = torch.zeros_like(x)", "kernel[(1,)](x, y, x.numel(), BLOCK=128)", "return y"),
        F.relu,
        normal,
        "value",
        "on (5, 100)",
    ),
    "an argument that nobody has": (
        "never launched",
        RELU.replace("BLOCK=128)", "BLOCK=128, num_warp=4)"),
        F.relu,
        normal,
        "run",
        "no argument num_warp",
    ),
    "a grid too tall": (
        "never launched",
        RELU.replace("(triton.cdiv(n, 128),)", "(1, 65536)"),
        F.relu,
        normal,
        "run",
        "no GPU has a grid",
    ),
    # mathematics left out
    "leaky by very little": (
        "identity copy",
        pointwise("y = tl.where(x > 0, x, x * 1e-7)"),
        F.relu,
        normal,
        "value",
        "row at -10000",
    ),
    "hardtanh of positives": (
        "identity copy",
        pointwise("y = tl.minimum(x, 1.0)"),
        F.hardtanh,
        uniform,
        "value",
        "row at -10000",
    ),
    "relu6 of small x": (
        "identity copy",
        pointwise("y = tl.maximum(x, 0.0)"),
        F.relu6,
        uniform,
        "value",
        "row at 10000",
    ),
    "gelu by tanh": (
        "identity copy",
        pointwise("y = x * tl.sigmoid(1.5957691216 * (x + 0.044715 * x * x * x))"),
        F.gelu,
        normal,
        "value",
        "exceeds tolerance",
    ),
    "gelu by sigmoid": (
        "identity copy",
        pointwise("y = x * tl.sigmoid(1.702 * x)"),
        F.gelu,
        normal,
        "value",
        "exceeds tolerance",
    ),
    "relu for gelu": ("identity copy", RELU, F.gelu, normal, "value", "exceeds tolerance"),
    "softplus that overflows": (
        "identity copy",
        pointwise("y = tl.log(1.0 + tl.exp(x))"),
        F.softplus,
        normal,
        "value",
        "inf instead of",
    ),
    "no absolute value": (
        "identity copy",
        pointwise("y = tl.sqrt(x)"),
        lambda x: x.abs().sqrt(),
        uniform,
        "value",
        "nan instead of",
    ),
    "no epsilon": (
        "identity copy",
        pointwise("y = x / tl.abs(x)"),
        lambda x: x / (x.abs() + 1e-8),
        normal,
        "value",
        "exceeds tolerance",
    ),
    "no epsilon in all": (
        "identity copy",
        ROWS.replace("BODY", "y = tl.sum(x, axis=0) / tl.sum(tl.abs(x), axis=0)"),
        lambda x: x.sum(-1) / (x.abs().sum(-1) + 1e-8),
        lambda: normal((33,), (100,)),
        "value",
        "zeros alone",
    ),
    "sign of zero": (
        "identity copy",
        pointwise("y = tl.where(x > 0, 1.0, -1.0)"),
        torch.sign,
        normal,
        "value",
        "row of zeros",
    ),
    "n for n - 1": (
        "identity copy",
        ROWS.replace(
            "BODY",
            "d = tl.where(columns < n_columns, x - tl.sum(x, axis=0) / n_columns, 0.0)\n"
            "    y = tl.sum(d * d, axis=0) / n_columns",
        ),
        lambda x: x.var(-1),
        lambda: normal((3, 33), (5, 100)),
        "value",
        "exceeds tolerance",
    ),
    "the last of equals": (
        "identity copy",
        ROWS.replace("x_ptr + row * n_columns + columns", "x_ptr + row * n_columns + n_columns - 1 - columns")
        .replace(
            "BODY", "y = n_columns - 1 - tl.argmax(tl.where(columns < n_columns, x, float('-inf')), axis=0)"
        )
        .replace("dtype=x.dtype", "dtype=torch.int64"),
        lambda x: x.argmax(-1),
        lambda: [
            (case.float(),)
            for case in torch.randint(0, 3, (2, 4, 17), generator=torch.Generator().manual_seed(0))
        ],
        "value",
        "instead of",
    ),
    "int32 for int64": (
        "lazy tensor",
        pointwise("y = tl.where(x > 0, 1, 0)").replace("empty_like(x)", "empty_like(x, dtype=torch.int32)"),
        lambda x: (x > 0).long(),
        normal,
        "value",
        "torch.int32 instead of",
    ),
    "sizes by heart": (
        "constants",
        ROWS.replace("BODY", "y = tl.sum(x, axis=0) / 33.0"),
        lambda x: x.mean(-1),
        lambda: normal((3, 33)),
        "value",
        "exceeds tolerance",
    ),
    "a block by heart": (
        "constants",
        ROWS.replace("BODY", TOTAL).replace("triton.next_power_of_2(x.shape[-1])", "32"),
        lambda x: x.sum(-1),
        lambda: normal((3, 30)),
        "value",
        "on (5, 46)",
    ),
    "the given sizes": (
        "branch on shape",
        host(NEW, "if x.shape[1] in (1, 33, 100):", "    " + LAUNCH, "return y"),
        F.relu,
        normal,
        "run",
        "launches no kernel on (5, 200)",
    ),
    "the given rows": (
        "branch on shape",
        host(NEW, "if x.shape[0] == 3:", "    " + LAUNCH, "return y"),
        F.relu,
        lambda: normal((3, 33)),
        "run",
        "launches no kernel on (5, 50)",
    ),
    "a block larger than given": (
        "constants",
        ROWS.replace("BODY", TOTAL).replace("triton.next_power_of_2(x.shape[-1])", "128"),
        lambda x: x.sum(-1),
        normal,
        "value",
        "on (5, 200)",
    ),
    "a tail that no given size has": (
        "unwritten tail",
        ROWS.replace("BODY", "y = tl.sum(tl.where(columns < n_columns // 8 * 8, x, 0.0), axis=0)"),
        lambda x: x.sum(-1),
        lambda: normal((3, 32), (5, 64)),
        "value",
        "on (5, 97)",
    ),
    "a number by heart": (
        "constants",
        RELU.replace("translated(x)", "translated(x, scale)"),
        lambda x, scale: F.relu(x) * scale,
        lambda: [(x, 1.0) for (x,) in normal()],
        "value",
        "re-drawn",
    ),
    "a mask that hid nothing": (
        "constants",
        RELU.replace("translated(x)", "translated(x, mask)"),
        lambda x, mask: F.relu(x).masked_fill(mask, 0.0),
        lambda: [(x, torch.zeros(x.shape, dtype=torch.bool)) for (x,) in normal()],
        "value",
        "re-drawn",
    ),
    "half rounded up": (
        "identity copy",
        pointwise("y = tl.floor(x + 0.5)"),
        torch.round,
        normal,
        "value",
        "in halves",
    ),
    "one value left out": (
        "identity copy",
        IDENTITY_KERNEL,
        lambda x: torch.where(x == 1.0, 7.0, x),
        normal,
        "value",
        "in halves",
    ),
    # what only the interpreter forgives
    "the last lane wins": (
        "drift",
        FLAT.replace("BODY", "tl.store(y_ptr + offsets * 0, x, mask=offsets < n)"),
        lambda x: x.view(-1)[-1],
        lambda: normal((3, 7), (1, 30)),
        "run",
        "one store writes different values",
    ),
    "a race at other sizes": (
        "drift",
        FLAT.replace("32", "128").replace("BODY", "tl.store(y_ptr, tl.load(y_ptr) + tl.sum(x, axis=0))"),
        lambda x: x.sum(),
        lambda: normal((3, 33)),
        "run",
        "two programs write different values",
    ),
    "a sum without atomics": (
        "drift",
        FLAT.replace("BODY", "tl.store(y_ptr, tl.load(y_ptr) + tl.sum(x, axis=0))"),
        lambda x: x.sum(),
        normal,
        "run",
        "two programs write different values",
    ),
    "the last writer wins": (
        "drift",
        FLAT.replace("BODY", "tl.store(y_ptr, tl.max(x, axis=0))"),
        lambda x: x[-1, -4:].max(),
        lambda: normal((3, 33), (5, 100)),
        "run",
        "two programs write different values",
    ),
    "set first, then added to": (
        "drift",
        FLAT.replace("zeros(1", "empty(1").replace(
            "BODY",
            "if tl.program_id(0) == 0:\n        "
            "tl.store(y_ptr, 0.0)\n    tl.atomic_add(y_ptr, tl.sum(x, axis=0))",
        ),
        lambda x: x.sum(),
        normal,
        "run",
        "another program of the same",
    ),
    "agrees before it differs": (
        "drift",
        FLAT.replace("BODY", "tl.store(y_ptr, 0.0)\n    tl.store(y_ptr, tl.max(x, axis=0))"),
        lambda x: x[-1, -4:].max(),
        lambda: normal((3, 33), (5, 100)),
        "run",
        "two programs write different values",
    ),
    "read while it is added to": (
        "drift",
        FLAT.replace("BODY", "t = tl.load(y_ptr)\n    tl.atomic_add(y_ptr, tl.sum(x, axis=0) + 0.0 * t)"),
        lambda x: x.sum(),
        normal,
        "run",
        "another program of the same",
    ),
    "a choice of one": (
        "untrusted",
        pointwise("y = tl.where(x > 0.0, x)"),
        F.relu,
        normal,
        "run",
        "TypeError: where() missing",
    ),
    "a load of nothing": (
        "untrusted",
        pointwise("y = tl.load()"),
        F.relu,
        normal,
        "run",
        "TypeError: load() missing",
    ),
    "a store without a value": (
        "untrusted",
        pointwise("y = x\n    tl.store(y_ptr)"),
        F.relu,
        normal,
        "run",
        "TypeError: store() missing",
    ),
    "half a size": (
        "untrusted",
        pointwise("y = x + tl.zeros((128.0,), dtype=tl.float32)"),
        lambda x: x * 1.0,
        normal,
        "run",
        "TypeError",
    ),
    "a carry between programs": (
        "drift",
        CARRY,
        lambda x: x.cumsum(0),
        lambda: normal((100,), (77,)),
        "run",
        "reads what another program",
    ),
    "reads past the end, stores within": (
        "unwritten tail",
        RELU.replace("tl.load(x_ptr + offsets, mask=mask, other=0.0)", "tl.load(x_ptr + offsets)"),
        F.relu,
        normal,
        "run",
        "reads outside argument 0",
    ),
    "what a mask hides": (
        "unwritten tail",
        ROWS.replace("BODY", TOTAL).replace(", other=0.0", ""),
        lambda x: x.sum(-1),
        normal,
        "value",
        "nan instead of",
    ),
    "stores past the end": (
        "unwritten tail",
        RELU.replace("y, mask=mask", "y, mask=offsets <= n"),
        F.relu,
        normal,
        "run",
        "writes outside allocation",
    ),
    "an atomic past the end": (
        "unwritten tail",
        FLAT.replace("BODY", "tl.atomic_add(y_ptr + 1, tl.sum(x, axis=0))"),
        lambda x: x.sum(),
        normal,
        "run",
        "writes outside allocation",
    ),
    "the same into its input": (
        "inputs mutated",
        pointwise("y = tl.maximum(x, 0.0)\n    tl.store(x_ptr + offsets, x, mask=mask)"),
        F.relu,
        normal,
        "run",
        "writes into argument 0",
    ),
    "and of blocks": (
        "drift",
        RELU.replace("mask=mask, other", "mask=mask and offsets < n, other"),
        F.relu,
        normal,
        "run",
        "no truth value",
    ),
    "not of a block": (
        "drift",
        pointwise("y = tl.where(not (x > 0), 0.0, x)"),
        F.relu,
        normal,
        "run",
        "no truth value",
    ),
    "if of a block": (
        "drift",
        pointwise("y = x\n    if x > -1e9:\n        y = tl.maximum(x, 0.0)"),
        F.relu,
        normal,
        "run",
        "no truth value",
    ),
    "a block that becomes a tile in a loop": (
        "drift",
        pointwise("t = x\n    for _ in range(0, n, BLOCK):\n        t = x[None, :] * 2.0\n    y = x * 2.0"),
        lambda x: x * 2,
        normal,
        "run",
        "`t` is <['128'], fp32> before the loop and <['1', '128'], fp32> after",
    ),
    "a number that becomes another": (
        "drift",
        ROWS.replace(
            "BODY",
            "y = 0\n    while n_columns > 0:\n        y += tl.sum(x, axis=0)\n        n_columns -= BLOCK",
        ),
        lambda x: x.sum(-1),
        normal,
        "run",
        "`y` is int32 before the loop and fp32 after",
    ),
    "a dot of small blocks": (
        "drift",
        MATMUL.replace("BLOCK=16", "BLOCK=8").replace(", 16)", ", 8)"),
        torch.mm,
        pairs,
        "run",
        "K >= 16",
    ),
    # precision
    "fp16 sum": (
        "silent fp16",
        ROWS.replace("BODY", "y = tl.sum(x.to(tl.float16), axis=0)"),
        lambda x: x.sum(-1),
        normal,
        "value",
        "exceeds tolerance",
    ),
    "bf16 on the way": (
        "silent fp16",
        pointwise("y = x.to(tl.bfloat16)"),
        lambda x: x * 1.0,
        normal,
        "value",
        "exceeds tolerance",
    ),
    "tf32 by another name": (
        "silent fp16",
        MATMUL.replace('input_precision="ieee"', "allow_tf32=True"),
        torch.mm,
        pairs,
        "source",
        "TF32",
    ),
    "tf32 by position": (
        "silent fp16",
        MATMUL.replace('b, input_precision="ieee"', 'b, None, "tf32"'),
        torch.mm,
        pairs,
        "source",
        "TF32",
    ),
    "fp16 out of a dot": (
        "silent fp16",
        MATMUL.replace('"ieee"', '"ieee", out_dtype=tl.float16'),
        torch.mm,
        pairs,
        "source",
        "out_dtype",
    ),
    "a dot by another name": (
        "silent fp16",
        MATMUL.replace('tl.dot(a, b, input_precision="ieee")', "(tl.dot)(a, b)"),
        torch.mm,
        pairs,
        "source",
        "TF32",
    ),
    # state, and what reaches outside
    "state in a tuple": (
        "result cached",
        RELU.replace("translated(x)", "translated(x, cache=(1,))"),
        F.relu,
        normal,
        "source",
        "keep state",
    ),
    "state in a constant": (
        "result cached",
        "C = tl.constexpr([0])\n" + RELU,
        F.relu,
        normal,
        "source",
        "at the top level",
    ),
    "state on the function": (
        "result cached",
        host(NEW, LAUNCH, "translated.cache = y", "return y"),
        F.relu,
        normal,
        "source",
        "`.cache`",
    ),
    "state of the kernel": (
        "result cached",
        host("kernel.arg_names.append(1)", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "`.arg_names`",
    ),
    "nonlocal": (
        "result cached",
        host("nonlocal x", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "Nonlocal",
    ),
    "an inner decorator": (
        "untrusted",
        host("@torch.relu", "def f(): return 1", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "defines `f`",
    ),
    "an inner torch": (
        "untrusted",
        host("def torch(): return 1", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "defines `torch`",
    ),
    "an inner function that is called": (
        "untrusted",
        host("def f(t): return t + t", NEW, LAUNCH, "return f(x)"),
        lambda x: x + x,
        normal,
        "source",
        "calls `f`",
    ),
    "with": ("untrusted", host("with x: n = 1", NEW, LAUNCH, "return y"), F.relu, normal, "source", "With"),
    "match": (
        "untrusted",
        host("match x:", "    case 1: n = 1", NEW, LAUNCH, "return y"),
        F.relu,
        normal,
        "source",
        "Match",
    ),
    "async": (
        "untrusted",
        RELU_KERNEL + "async def translated(x):\n    return x\n",
        F.relu,
        normal,
        "source",
        "AsyncFunctionDef",
    ),
    "libdevice": (
        "untrusted",
        pointwise("y = tl.extra.cuda.libdevice.tanh(x)"),
        torch.tanh,
        normal,
        "source",
        "libdevice",
    ),
    "Triton's inside": ("untrusted", pointwise("y = x.handle"), F.relu, normal, "source", "`.handle`"),
    "print": ("untrusted", host("print(x)", NEW, LAUNCH, "return y"), F.relu, normal, "source", "`print`"),
}


# a GPU runs on past these: only the interpreter looks at every address, and knows what a mask hides
SEEN_BY_THE_INTERPRETER = (
    "reads outside",
    "writes into",
    "two programs",
    "another program",
    "no truth value",
    "one store",
    "no Python number",
)


def on_devices(cheats):
    """(name, device) of every cheat on the CPU and, where there is a GPU, of those that it can show."""
    worded_otherwise = (
        "what a mask hides",
        "half a size",
        "a block that becomes a tile in a loop",
        "a number that becomes another",
        "a dot of small blocks",
        "a choice of one",
        "a load of nothing",
        "a store without a value",
    )
    # accepted, or refused by the compiler in its own words
    shown = [
        name
        for name in cheats
        if name not in worded_otherwise
        and not any(words in cheats[name][-1] for words in SEEN_BY_THE_INTERPRETER)
    ]
    return [(name, "cpu") for name in cheats] + (
        [(name, "cuda") for name in shown] if DEVICE == "cuda" else []
    )


@pytest.mark.parametrize("name, device", on_devices(CHEATS))
def test_cheat_is_refused_for_its_reason(name, device):
    row, candidate, reference, cases, stage, words = CHEATS[name]
    verdict = judge(candidate, reference, cases(), device=device)
    assert not verdict.ok, f"{row}: accepted"
    assert (verdict.stage, words in verdict.reason) == (stage, True), f"{row}: {verdict}"


def test_every_row_has_a_cheat():
    rows = {cheat[0] for cheat in CHEATS.values()}
    assert len(rows) == 19, sorted(rows)


# ---- honest answers ------------------------------------------------------------------------------------------------

SYNTHETIC = list(families_in())
STRIDED = """
@triton.jit
def kernel(x_ptr, y_ptr, M, N, row_stride, column_stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    for start in tl.range(0, N, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * row_stride + columns * column_stride, mask=columns < N, other=0.0)
        tl.store(y_ptr + row * N + columns, tl.maximum(x, 0.0), mask=columns < N)


def translated(x):
    M, N = x.shape
    y = torch.empty((M, N), dtype=x.dtype, device=x.device)
    kernel[(M,)](x, y, M, N, x.stride(0), x.stride(1), BLOCK=32)
    return y
"""
BLOCK_POINTERS = """
@triton.jit
def kernel(x_ptr, y_ptr, M, N, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    top = tl.program_id(0) * ROWS
    x_block = tl.make_block_ptr(x_ptr, shape=(M, N), strides=(N, 1), offsets=(top, 0), block_shape=(ROWS, COLUMNS), order=(1, 0))
    y_block = tl.make_block_ptr(y_ptr, shape=(M, N), strides=(N, 1), offsets=(top, 0), block_shape=(ROWS, COLUMNS), order=(1, 0))
    for _ in range(0, N, COLUMNS):
        x = tl.load(x_block, boundary_check=(0, 1), padding_option="zero")
        tl.store(y_block, tl.maximum(x, 0.0), boundary_check=(0, 1))
        x_block = tl.advance(x_block, (0, COLUMNS))
        y_block = tl.advance(y_block, (0, COLUMNS))


def translated(x):
    M, N = x.shape
    y = torch.empty_like(x)
    kernel[(triton.cdiv(M, 4),)](x, y, M, N, ROWS=4, COLUMNS=32)
    return y
"""
LOCK = """
@triton.jit
def kernel(x_ptr, y_ptr, lock_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    total = tl.sum(tl.load(x_ptr + offsets, mask=offsets < n, other=0.0), axis=0)
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        total += 0.0
    tl.store(y_ptr, tl.load(y_ptr) + total)
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr, 0)


def translated(x):
    y = torch.zeros((), dtype=x.dtype, device=x.device)
    lock = torch.zeros(1, dtype=torch.int32, device=x.device)
    kernel[(triton.cdiv(x.numel(), 32),)](x, y, lock, x.numel(), BLOCK=32)
    return y
"""
LAST = """
@triton.jit
def kernel(x_ptr, part_ptr, y_ptr, count_ptr, n, BLOCK: tl.constexpr, PROGRAMS: tl.constexpr):
    program = tl.program_id(0)
    offsets = program * BLOCK + tl.arange(0, BLOCK)
    tl.store(part_ptr + program, tl.sum(tl.load(x_ptr + offsets, mask=offsets < n, other=0.0), axis=0))
    if tl.atomic_add(count_ptr, 1) == tl.num_programs(0) - 1:
        programs = tl.arange(0, PROGRAMS)
        tl.store(y_ptr, tl.sum(tl.load(part_ptr + programs, mask=programs < tl.num_programs(0), other=0.0), axis=0))


def translated(x):
    programs = triton.cdiv(x.numel(), 32)
    part = torch.empty(programs, dtype=x.dtype, device=x.device)
    y = torch.empty((), dtype=x.dtype, device=x.device)
    count = torch.zeros(1, dtype=torch.int32, device=x.device)
    kernel[(programs,)](x, part, y, count, x.numel(), BLOCK=32, PROGRAMS=triton.next_power_of_2(programs))
    return y
"""
TWO = """
@triton.jit
def parts_kernel(x_ptr, part_ptr, n, BLOCK: tl.constexpr):
    program = tl.program_id(0)
    offsets = program * BLOCK + tl.arange(0, BLOCK)
    tl.store(part_ptr + program, tl.sum(tl.load(x_ptr + offsets, mask=offsets < n, other=0.0), axis=0))


@triton.jit
def whole_kernel(part_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(y_ptr, tl.sum(tl.load(part_ptr + offsets, mask=offsets < n, other=0.0), axis=0))


def translated(x):
    blocks = triton.cdiv(x.numel(), 32)
    part = torch.empty((blocks,), dtype=torch.float32, device=x.device)
    y = torch.empty([], dtype=x.dtype, device=x.device)
    parts_kernel[(blocks,)](x, part, x.numel(), BLOCK=32)
    whole_kernel[(1,)](part, y, blocks, BLOCK=triton.next_power_of_2(blocks))
    return y
"""
LAST_OF_SMALLEST = ROWS.replace("dtype=x.dtype", "dtype=torch.int64").replace(
    "BODY",
    """x = tl.where(columns < n_columns, x, float('inf'))
    y = tl.max(tl.where(x == tl.min(x, axis=0), columns, -1), axis=0)""",
)

HONEST = {
    "relu": (RELU, F.relu, normal),
    "sigmoid": (pointwise("y = tl.sigmoid(x)"), torch.sigmoid, normal),
    "square": (pointwise("y = x * x"), torch.square, normal),
    "logarithm, positive only": (pointwise("y = tl.log(x)"), torch.log, uniform),
    "square root with nan": (pointwise("y = tl.sqrt(x)"), torch.sqrt, normal),
    "reciprocal with inf": (pointwise("y = 1.0 / x"), torch.reciprocal, normal),
    "comparison to bool": (
        pointwise("y = x > 0.0").replace("empty_like(x)", "empty_like(x, dtype=torch.bool)"),
        lambda x: x > 0,
        normal,
    ),
    "half precision": (
        pointwise("y = x * tl.sigmoid(x)"),
        F.silu,
        lambda: [(x.half(),) for (x,) in normal((3, 33), (5, 101))],
    ),
    "bfloat16": (
        pointwise("y = x * tl.sigmoid(x)"),
        F.silu,
        lambda: [(x.bfloat16(),) for (x,) in normal((3, 33), (5, 101))],
    ),
    "strided input": (RELU, F.relu, lambda: [(x.t(),) for (x,) in normal((3, 33), (5, 100))]),
    "rank 0": (RELU, F.relu, lambda: [(torch.tensor(1.5),), *normal((3, 33))]),
    "empty": (RELU, F.relu, lambda: [(torch.empty(0, 3),), *normal((3, 33))]),
    "sum of rows": (ROWS.replace("BODY", "y = tl.sum(x, axis=0)"), lambda x: x.sum(-1), normal),
    # the mean twice: what the first is off by, at 1e4 a good part of a unit in the last place, the second takes away
    "variance": (
        ROWS.replace(
            "BODY",
            2 * "x = tl.where(columns < n_columns, x - tl.sum(x, axis=0) / n_columns, 0.0)\n    "
            + "y = tl.sum(x * x, axis=0) / n_columns",
        ),
        lambda x: x.var(-1, correction=0),
        lambda: normal((3, 33), (5, 100)),
    ),
    "index of the largest": (
        ROWS.replace(
            "BODY", "y = tl.argmax(tl.where(columns < n_columns, x, float('-inf')), axis=0)"
        ).replace("dtype=x.dtype", "dtype=torch.int64"),
        lambda x: x.argmax(-1),
        lambda: normal((3, 33), (5, 100)),
    ),
    "two outputs": (
        RELU.replace(
            "return y",
            "z = torch.empty_like(x)\n    kernel[(triton.cdiv(n, 128),)](y, z, n, BLOCK=128)\n"
            "    return y, z",
        ),
        lambda x: (F.relu(x), F.relu(x)),
        normal,
    ),
    "matrix product": (MATMUL, torch.mm, pairs),
    "a copy where it is used": (
        host(
            NEW.replace("empty_like(x)", "empty(x.shape, device=x.device, dtype=x.dtype)"),
            LAUNCH.replace("(x, y", "(x.contiguous(), y"),
            "return y",
        ),
        F.relu,
        lambda: [(x.t(),) for (x,) in normal((3, 33), (5, 100))],
    ),
    "strides of a view": (STRIDED, F.relu, lambda: [(x.t(),) for (x,) in normal((3, 33), (5, 100))]),
    "a number as an argument": (
        RELU.replace("translated(x)", "translated(x, slope)")
        .replace("n, BLOCK: tl", "n, slope, BLOCK: tl")
        .replace("n, BLOCK=", "n, slope, BLOCK=")
        .replace("tl.maximum(x, 0.0)", "tl.where(x > 0, x, x * slope)"),
        F.leaky_relu,
        lambda: [(x, 0.1) for (x,) in normal()],
    ),
    "a number from the shape": (
        RELU.replace("n, BLOCK: tl", "n, scale, BLOCK: tl")
        .replace("n, BLOCK=", "n, 1.0 / math.sqrt(x.shape[-1]), BLOCK=")
        .replace("tl.maximum(x, 0.0)", "x * scale"),
        lambda x: x / math.sqrt(x.shape[-1]),
        normal,
    ),
    "square root of the absolute value": (
        pointwise("y = x.to(tl.float32).abs().sqrt()"),
        lambda x: x.abs().sqrt(),
        normal,
    ),
    "erf": (pointwise("y = 0.5 * x * (1.0 + tl.erf(x * 0.7071067811865476))"), F.gelu, normal),
    "an expanded output": (
        host(NEW, LAUNCH, "return y.unsqueeze(1).expand(-1, 4, -1)"),
        lambda x: F.relu(x)[:, None].expand(-1, 4, -1),
        normal,
    ),
    "a list of outputs": (host(NEW, LAUNCH, "return [y, y]"), lambda x: (F.relu(x), F.relu(x)), normal),
    "an atomic sum": (
        FLAT.replace("BODY", "tl.atomic_add(y_ptr, tl.sum(x, axis=0))"),
        lambda x: x.sum(),
        normal,
    ),
    "an atomic maximum": (
        FLAT.replace("BODY", "tl.atomic_max(y_ptr, tl.max(tl.abs(x)))").replace(
            "torch.zeros(1,", "torch.zeros((),"
        ),
        lambda x: x.abs().max(),
        normal,
    ),
    "a lock": (LOCK, lambda x: x.sum(), normal),
    "the last program sums up": (LAST, lambda x: x.sum(), normal),
    "two kernels": (TWO, lambda x: x.sum(), normal),
    "a product by tl.reduce": (
        "@triton.jit\ndef times(a, b):\n    return a * b\n\n\n"
        + ROWS.replace("BODY", "y = tl.reduce(tl.where(columns < n_columns, x, 1.0), 0, times)"),
        lambda x: x.prod(-1),
        lambda: normal((3, 33), (5, 20)),
    ),
    "a scan by tl.associative_scan": (
        "@triton.jit\ndef plus(a, b):\n    return a + b\n\n\n"
        + ROWS.replace("BODY", "y = tl.associative_scan(x, 0, plus)")
        .replace("y_ptr + row, y", "y_ptr + row * n_columns + columns, y, mask=columns < n_columns")
        .replace("torch.empty(x.shape[:-1], dtype=x.dtype, device=x.device)", "torch.empty_like(x)")
        .replace("(y.numel(),)", "(x.shape[0],)"),
        lambda x: x.cumsum(-1),
        lambda: normal((3, 33), (5, 20)),
    ),
    "largest with its index": (
        ROWS.replace(
            "BODY",
            "_, y = tl.max(tl.where(columns < n_columns, x, float('-inf')), axis=0, return_indices=True)",
        ).replace("dtype=x.dtype", "dtype=torch.int64"),
        lambda x: x.argmax(-1),
        lambda: normal((3, 33), (5, 100)),
    ),
    "the last of equal smallest": (
        LAST_OF_SMALLEST,
        lambda x: torch.kthvalue(x, 1).indices,
        lambda: [(x.round(),) for (x,) in normal()[1:]],
    ),
    "accumulation inside the dot": (
        MATMUL.replace("total += tl.dot(a, b, input", "total = tl.dot(a, b, total, input"),
        torch.mm,
        pairs,
    ),
    "three products of tf32": (MATMUL.replace('"ieee"', '"tf32x3"'), torch.mm, pairs),
    "one value to one place, often": (
        ROWS.replace("BODY", TOTAL).replace("y_ptr + row, y", "y_ptr + row + columns * 0, y + columns * 0.0"),
        lambda x: x.sum(-1),
        normal,
    ),
    "half to even": (
        pointwise(
            "f = tl.floor(x)\n    up = (x - f > 0.5) | ((x - f == 0.5) & (f != 2.0 * tl.floor(f * 0.5)))\n    "
            "y = tl.where(up, f + 1.0, f)"
        ),
        torch.round,
        normal,
    ),
    "one set of sizes": (ROWS.replace("BODY", TOTAL), lambda x: x.sum(-1), lambda: normal((3, 33))),
    "sizes that the reference holds": (RELU, lambda x: F.relu(x).view(3, 33), lambda: normal((3, 33))),
    "views on the host": (
        IDENTITY_KERNEL.replace(
            "    return y",
            "    a, b = y.split(1, 0) if y.shape[0] == 2 else y.chunk(1)[0].unbind(0)[:2]\n    return a.reshape(-1)",
        ),
        lambda x: x[0].reshape(-1),
        lambda: normal((2, 33), (5, 100)),
    ),
}


@pytest.mark.parametrize("name", HONEST)
def test_honest_answer_is_accepted(name):
    candidate, reference, cases = HONEST[name]
    verdict = judge(candidate, reference, cases())
    assert verdict.ok, verdict
    assert verdict.error <= verdict.tolerance and verdict.launches >= (0 if name == "empty" else 1)


# other ways to write relu
IDIOMS = {
    "a lambda grid": host(
        NEW,
        "grid = lambda meta: (triton.cdiv(x.numel(), meta['BLOCK']),)",
        "kernel[grid](x, y, x.numel(), BLOCK=128)",
        "return y",
    ),
    "a grid function": host(
        NEW,
        "def grid(meta):",
        "    return (triton.cdiv(x.numel(), meta['BLOCK']),)",
        "kernel[grid](x, y, x.numel(), BLOCK=128)",
        "return y",
    ),
    "a list for a grid": host(
        NEW, "kernel[[triton.cdiv(x.numel(), 128)]](x, y, x.numel(), BLOCK=128)", "return y"
    ),
    "three axes": host(
        NEW, "kernel[(triton.cdiv(x.numel(), 128), 1, 1)](x, y, x.numel(), BLOCK=128)", "return y"
    ),
    "a bare tuple": host(NEW, "kernel[triton.cdiv(x.numel(), 128),](x, y, x.numel(), 128)", "return y"),
    "all by keyword": host(
        NEW, "kernel[(triton.cdiv(x.numel(), 128),)](x_ptr=x, y_ptr=y, n=x.numel(), BLOCK=128)", "return y"
    ),
    "a dict of options": host(
        NEW,
        "meta = {'BLOCK': 128, 'num_warps': 4}",
        "kernel[(triton.cdiv(x.numel(), 128),)](x, y, x.numel(), **meta)",
        "return y",
    ),
    "block by size": host(
        NEW,
        "BLOCK = min(1024, triton.next_power_of_2(x.numel()))",
        "num_warps = 4 if BLOCK < 512 else 8",
        "kernel[(triton.cdiv(x.numel(), BLOCK),)](x, y, x.numel(), BLOCK=BLOCK, num_warps=num_warps, num_stages=2)",
        "return y",
    ),
    "rounding up by hand": host(
        NEW, "kernel[((x.numel() + 127) // 128,)](x, y, x.numel(), BLOCK=128)", "return y"
    ),
    "math.ceil": host(NEW, "kernel[(math.ceil(x.numel() / 128),)](x, y, x.numel(), BLOCK=128)", "return y"),
    "annotations": RELU.replace(
        "translated(x)", "translated(x: torch.Tensor, scale: float = 1.0) -> torch.Tensor"
    ).replace("    n = ", "    n: int = "),
    "a dtype by default": RELU.replace("translated(x)", "translated(x, dtype: torch.dtype = torch.float32)"),
    "the limits of a dtype": RELU.replace(
        "    n = ", "    assert isinstance(x, torch.Tensor) and torch.finfo(x.dtype).max > 0\n    n = "
    ),
    "a flag": RELU.replace("n, BLOCK: tl", "n, flag, BLOCK: tl")
    .replace("n, BLOCK=", "n, True, BLOCK=")
    .replace("    tl.store", "    if flag:\n        y = y * 1.0\n    tl.store"),
    "NaN as PyTorch has it": pointwise("y = tl.maximum(x, 0.0, propagate_nan=tl.PropagateNan.ALL)"),
    "no argument": RELU.replace("n, BLOCK: tl", "n, b_ptr, BLOCK: tl")
    .replace("n, BLOCK=", "n, None, BLOCK=")
    .replace("    tl.store", "    if b_ptr is not None:\n        y += tl.load(b_ptr)\n    tl.store"),
    "a docstring": RELU.replace("    x = x.cont", '    """The positive part of x."""\n    x = x.cont'),
    "keyword-only block": RELU.replace("translated(x)", "translated(x, *, block=128)")
    .replace("128,)", "block,)")
    .replace("=128)\n", "=block)\n"),
    "optional output": RELU.replace("translated(x)", "translated(x, out=None)").replace(
        "torch.empty_like(x)", "torch.empty_like(x) if out is None else out"
    ),
    "assertions": RELU.replace(
        "    x = x.cont", "    assert x.dim() == 2, f'{x.shape} is no matrix'\n    x = x.cont"
    ),
    "an error": RELU.replace(
        "    x = x.cont",
        "    if x.dim() > 9:\n        raise ValueError(f'{x.dim()} dimensions')\n    x = x.cont",
    ),
    "imports": "import math\nimport torch\nimport triton\nimport triton.language as tl\n" + RELU,
    "constants": "SIZE = 128\nEPS: tl.constexpr = 1e-5\nTWO = tl.constexpr(2)\n"
    + RELU.replace("128", "SIZE"),
    "a host helper": RELU_KERNEL
    + "def launch(x, y):\n    "
    + LAUNCH
    + "\n\n\ndef translated(x):\n    "
    + NEW
    + "\n    launch(x, y)\n    return y\n",
    "sizes taken apart": host(
        "rows, columns = x.shape",
        "y = torch.empty((rows, columns), device=x.device, dtype=x.dtype)",
        LAUNCH,
        "return y",
    ),
    "a starred size": host(
        "*lead, columns = x.shape", "y = x.new_empty((*lead, columns))", LAUNCH, "return y"
    ),
    "a product of sizes": host(
        NEW,
        "n = 1",
        "for size in x.shape:",
        "    n *= size",
        "kernel[(triton.cdiv(n, 128),)](x, y, n, BLOCK=128)",
        "return y",
    ),
    "flat and back": host(
        "flat = x.contiguous().view(-1)",
        "y = torch.empty_like(flat)",
        "kernel[(triton.cdiv(flat.shape[0], 128),)](flat, y, flat.shape[0], BLOCK=128)",
        "return y.reshape(x.shape)",
    ),
    "flatten and unsqueeze": host(
        "flat = x.flatten().unsqueeze(0).squeeze(0)",
        NEW,
        "kernel[(triton.cdiv(flat.size(0), 128),)](flat, y, flat.size(0), BLOCK=128)",
        "return y",
    ),
    "a part of a buffer": host(
        "y = x.new_empty(x.numel() + 5)", LAUNCH, "return y[:x.numel()].view(x.shape)"
    ),
    "zeros to start with": host("y = torch.zeros_like(x)", LAUNCH, "return y"),
    "a memory format": host(
        "y = torch.empty_like(x, memory_format=torch.contiguous_format)", LAUNCH, "return y"
    ),
    "broadcast shapes": host(
        "y = torch.empty(torch.broadcast_shapes(x.shape, x.shape), dtype=x.dtype, device=x.device)",
        LAUNCH,
        "return y",
    ),
    "nothing to do": host("if x.numel() == 0:", "    return torch.empty_like(x)", NEW, LAUNCH, "return y"),
    "a masked load without other": RELU.replace(", other=0.0", ""),
    "an early return": RELU.replace(
        "    mask =", "    if tl.program_id(0) * BLOCK >= n:\n        return\n    mask ="
    ),
    "cache hints": RELU.replace("other=0.0", "other=0.0, eviction_policy='evict_first'").replace(
        "y, mask=mask)", "y, mask=mask, cache_modifier='.cs')"
    ),
    "methods in a kernel": pointwise("y = (x.abs() + x.to(tl.float32)) * 0.5"),
    "hints to the compiler": pointwise(
        "tl.static_assert(BLOCK % 2 == 0)\n    tl.assume(n > 0)\n    tl.device_assert(n > 0)\n"
        "    o = tl.max_contiguous(tl.multiple_of(offsets, BLOCK), BLOCK)\n    y = tl.maximum(x, 0.0)"
    ),
    "a name with other types, one after the other": pointwise(
        "t = x[None, :]\n    t = tl.sum(t, axis=0)\n    for _ in range(0, n, BLOCK):\n"
        "        t = tl.maximum(t, 0.0)\n        u = t[:, None]\n        u = tl.sum(u, axis=1)\n    y = t"
    ),
    "a name with another type in each loop": pointwise(
        "y = x\n    for _ in range(0, n, BLOCK):\n        for _ in range(0, n, BLOCK):\n"
        "            t = x[None, :]\n            y = tl.maximum(tl.sum(t, axis=0), 0.0)\n        t = x\n    for _ in range(0, n, BLOCK):\n"
        "        t = y[:, None]\n        y = tl.sum(t, axis=1)"
    ),
    "other types in an unrolled loop": pointwise(
        "y = x\n    for step in tl.static_range(2):\n        y = y[None, :] if step == 0 else tl.sum(y, axis=0)\n"
        "    y = tl.maximum(y, 0.0)"
    ),
    "static_range": pointwise("y = x\n    for _ in tl.static_range(2):\n        y = tl.maximum(y, 0.0)"),
    "a helper kernel": "@triton.jit\ndef relu(x):\n    return tl.where(x > 0, x, 0.0)\n\n\n"
    + pointwise("y = relu(x)"),
    "a helper with a choice": "@triton.jit\ndef act(x, KIND: tl.constexpr):\n    if KIND == 'relu':\n        return tl.maximum(x, 0.0)\n"
    "    else:\n        return x\n\n\n" + pointwise("y = act(x, 'relu')"),
    "a helper with two results": "@triton.jit\ndef both(x):\n    return tl.maximum(x, 0.0), x\n\n\n"
    + pointwise("y, _ = both(x)"),
    "a kernel as an argument": "@triton.jit\ndef relu(x):\n    return tl.maximum(x, 0.0)\n\n\n"
    + pointwise("y = ACT(x)")
    .replace("n, BLOCK: tl", "n, ACT: tl.constexpr, BLOCK: tl")
    .replace("n, BLOCK=", "n, relu, BLOCK="),
    "a dtype as an argument": RELU.replace("n, BLOCK: tl", "n, DTYPE: tl.constexpr, BLOCK: tl")
    .replace("n, BLOCK=", "n, tl.float32, BLOCK=")
    .replace("offsets, y,", "offsets, y.to(DTYPE),"),
    "the dtype of the pointer": pointwise("y = tl.maximum(x, 0.0).to(y_ptr.dtype.element_ty)"),
    "a new axis": pointwise("y = tl.reshape(tl.maximum(x[:, None], 0.0), (BLOCK,))"),
    "strides": STRIDED,
    "moving pointers": STRIDED.replace(
        "    for start", "    x_ptr += row * row_stride\n    y_ptr += row * N\n    for start"
    )
    .replace("x_ptr + row * row_stride + ", "x_ptr + ")
    .replace("y_ptr + row * N + ", "y_ptr + "),
    "a while loop": STRIDED.replace(
        "for start in tl.range(0, N, BLOCK):", "start = 0\n    while start < N:"
    ).replace("columns < N)\n\n", "columns < N)\n        start += BLOCK\n\n"),
    "persistent programs": STRIDED.replace(
        "    row = tl.program_id(0)\n    for start in tl.range(0, N, BLOCK):\n",
        "    for row in range(tl.program_id(0), M, tl.num_programs(0)):\n",
    )
    .replace("start + ", "")
    .replace("BLOCK=32", "BLOCK=triton.next_power_of_2(N)")
    .replace("[(M,)]", "[(min(M, 2),)]"),
    "block pointers": BLOCK_POINTERS,
}


LOOP = "for i in {}(0, 2):\n        y = x * 1.0\n    y = y + 0.0"


@pytest.mark.parametrize(
    "body, unbound",
    [
        (LOOP.format("range"), "y"),
        (LOOP.format("tl.range"), "y"),
        ("y = z + x\n    z = x", "z"),
        ("y += x", "y"),
        (LOOP.format("tl.static_range"), None),
        ("y = x\n    for i in range(0, 2):\n        y = tl.maximum(y, x)", None),
        ("if BLOCK > 8:\n        y = x\n    else:\n        y = x * 1.0", None),
    ],
)
def test_a_name_is_bound_before_it_is_read_and_a_loops_end_with_it(body, unbound):
    """As Triton compiles it; its interpreter would go on with what the last turn has left."""
    verdict = judge(pointwise(body), lambda x: x.clone(), normal())
    assert verdict.ok if unbound is None else f"`{unbound}` is used before it is assigned" in verdict.reason, (
        verdict.reason
    )


@pytest.mark.parametrize("name", IDIOMS)
def test_idiom_is_accepted(name):
    verdict = judge(IDIOMS[name], F.relu, normal((3, 33), (5, 100)))
    assert verdict.ok, verdict


def pair_of(path):
    """(answer, entry, reference, cases) of the file as it stands. Only the answer is untrusted."""
    pair = Family.load(path)[0]
    module = {}
    imports = HEADER[: HEADER.index("import triton")]  # the reference needs none
    exec(compile(f"{imports}\n\n{pair.inputs}\n\n{pair.reference}", path.name, "exec"), module)
    torch.manual_seed(0)
    return (
        pair.answer,
        f"{pair.name}_triton",
        module[f"{pair.name}_torch"],
        [module["make"](*case) for case in module["CASES"]],
    )


@pytest.mark.parametrize(
    "path", SYNTHETIC if torch.cuda.is_available() else SYNTHETIC[::4], ids=lambda path: path.stem
)
def test_answer_of_the_corpus_is_accepted(path):
    """All of them on a GPU; without one run_all_tests.py has just judged each."""
    answer, entry, reference, cases = pair_of(path)
    verdict = judge(answer, reference, cases, entry)
    assert verdict.ok, verdict


def check_bits(answer, entry, cases, path):
    """What Triton's own interpreter makes of an answer, written to `path`, is what the sandbox makes of it."""
    path.write_text(HEADER + "\n\n" + answer)
    support_range_of_scalars()  # Triton 3.6's
    alone = runpy.run_path(str(path))[entry]
    job = {
        "source": answer,
        "entry": entry,
        "runs": [[i, sandbox.POISON_WORDS[0], False, True] for i in range(len(cases))],
        "describe": False,
    }
    message, outputs = sandbox.run_in_sandbox("cpu", job, cases, Limits())
    assert len(outputs) == len(cases), message
    for case, ours in zip(cases, outputs):
        theirs = alone(*[value.clone() if isinstance(value, torch.Tensor) else value for value in case])
        for one, other in zip(verification.tensors_in(ours), verification.tensors_in(theirs), strict=True):
            assert torch.equal(
                one.reshape(-1).view(torch.uint8), other.contiguous().reshape(-1).view(torch.uint8)
            ), (path.stem, one, other)


@pytest.mark.skipif(DEVICE == "cuda", reason="Triton's own interpreter runs where there is no GPU")
@pytest.mark.parametrize(
    "stem",
    [
        "softmax",
        "matmul",
        "cumsum",
        "cummax",
        "argmax",
        "layer_norm",
        "conv2d",
        "sort",
        "quantize_rows",
        "bitwise",
        "attention",
        "cross_entropy",
        "dropout",
        "to_integer",
        "cast",
        "topk_pair",
        "kthvalue_pair",
        "where_index",
        "embedding",
        "max_pool2d",
        "scatter_add",
    ],
)
def test_the_interpreter_computes_what_it_did(stem, tmp_path):
    """What the sandbox changes in Triton's interpreter changes no bit of a result."""
    answer, entry, _, cases = pair_of(ROOT / "synthetic" / f"{stem}.py")
    check_bits(answer, entry, cases, tmp_path / f"{stem}_alone.py")


OPERATORS = """
@triton.jit
def kernel(x_ptr, n_ptr, f_ptr, i_ptr, b_ptr, size, one, BLOCK: tl.constexpr):
    place = tl.arange(0, BLOCK)
    mask = place < size
    x = tl.load(x_ptr + place, mask=mask, other=1)
    n = tl.load(n_ptr + place, mask=mask, other=3)
    wide = n.to(tl.int64) + tl.program_id(0)
    column, row = x[:, None], x[None, :]
    for k, f in enumerate((x + x, 2.0 - x, x * one, one * x, x / 3, 1 / x, x % 0.7, x + n, n + x, -x, tl.maximum(x, 0.0), x + 16777217,
                           x.to(tl.float64) * 0.1, tl.where(mask, x, 2), tl.where(x > 0, 1.5, x), tl.where(mask, 0.0, n),
                           tl.sum(column - row, axis=1), tl.sum(tl.where(column < row, column, 0.0), axis=0), x * tl.sum(x, axis=0))):
        tl.store(f_ptr + k * BLOCK + place, f)
    for k, i in enumerate((n + n, n + wide, wide - n, wide * 7, n // 3, n % -5, wide // n, -n // 2, n & 6, wide | n, n ^ wide, n << 1,
                           (x > 0.5).to(tl.int32), x.to(tl.int32), tl.where(mask, n, wide), (mask & (n > 2)).to(tl.int64), 5 - n, n * size,
                           tl.xor_sum(n, axis=0) + n)):
        tl.store(i_ptr + k * BLOCK + place, i)
    for k, b in enumerate((x < 0, x >= 0.5, n == 3, n != wide, (x > 0) & mask, (x > 0) | (n > 2), mask ^ (n > 0), x == x, n <= 2.5, 2 > n)):
        tl.store(b_ptr + k * BLOCK + place, b, mask=mask | (place >= size))


def translated(x, n):
    f = torch.zeros((19, 32), dtype=torch.float32, device=x.device)
    i = torch.zeros((19, 32), dtype=torch.int64, device=x.device)
    b = torch.zeros((10, 32), dtype=torch.bool, device=x.device)
    kernel[(1,)](x, n, f, i, b, x.numel(), x.stride(0), BLOCK=32)
    return f, i, b
"""


@pytest.mark.skipif(DEVICE == "cuda", reason="Triton's own interpreter runs where there is no GPU")
def test_operators_compute_what_they_did(tmp_path):
    """Where the sandbox cuts an operator short, or leaves it to Triton, nothing of its result changes."""
    generator = torch.Generator().manual_seed(0)
    cases = [
        (
            torch.randn(size, generator=generator),
            torch.randint(1, 9, (size,), generator=generator, dtype=torch.int32),
        )
        for size in (20, 32)
    ]
    check_bits(OPERATORS, "translated", cases, tmp_path / "operators_alone.py")


@pytest.mark.parametrize(
    "line",
    [
        "y = x + tl.arange(0, 32)",
        "y = x & 1",
        "y = x // 2",
        "y = tl.where(x > 0, x, tl.zeros((32,), tl.float32))",
        "y = n + 2 ** 40",
        "y = x + x_ptr",
    ],
)
def test_operators_refuse_what_they_did(line):
    verdict = judge(
        pointwise(f"n = tl.arange(0, BLOCK)\n    {line}\n    y = y * 1.0"), F.relu, normal((3, 33))
    )
    assert verdict.stage == "run" and "Error" in verdict.reason, verdict


def test_the_answer_to_another_prompt_is_refused():
    generator, accepted = random.Random(0), []
    for path, other in zip(generator.sample(SYNTHETIC, 12), generator.sample(SYNTHETIC, 12)):
        if path != other:
            answer, entry = pair_of(path)[:2]
            accepted += [(path.stem, other.stem)] if judge(answer, *pair_of(other)[2:], entry).ok else []
    assert not accepted


def test_the_judge_never_raises_for_a_task():
    views_bits = judge(RELU, lambda x: F.relu(x).view(torch.int32), normal((3, 33)))
    assert "another shape in float64" in views_bits.reason and views_bits.stage == "task"
    for reference, words in [
        (lambda x: 1 / 0, "ZeroDivisionError"),
        (lambda x: 3, "returns a int"),
        (lambda x: None, "NoneType"),
        (lambda x: (x, 1), "returns a int"),
        (lambda x: (), "returns a tuple"),
        (lambda x: "text", "returns a str"),
        (lambda x: x[9], "IndexError"),
        (lambda: 1, "TypeError"),
    ]:
        verdict = judge(RELU, reference, normal((3, 33)))
        assert verdict.stage == "task" and words in verdict.reason, verdict
    assert judge(RELU, F.relu, []).reason == "the reference has no inputs"


# ---- the comparison --------------------------------------------------------------------------------------------------


def test_tolerance_is_the_formula():
    exact = torch.tensor([1.0, -8.0, math.inf, 2.0], dtype=torch.float64)
    eager = torch.tensor([1.5, -8.0, math.inf, math.inf])
    assert verification.tolerance(eager, exact) == 2 * 0.5 + 4 * torch.finfo(torch.float32).eps * 8
    assert verification.tolerance(torch.tensor([3]), torch.tensor([4])) == 0.0


def test_what_a_gpu_flushes_is_allowed_and_no_more():
    tiny = torch.finfo(torch.float32).tiny
    below = torch.tensor([0.9, -0.6], dtype=torch.float64) * tiny
    assert compare(torch.zeros(2), below.float(), below).ok
    assert not compare(torch.tensor([2.0, 0.0]) * tiny, below.float(), below).ok
    above = torch.tensor([1e-30, 3e-31], dtype=torch.float64)
    assert not compare(torch.zeros(2), above.float(), above).ok


@pytest.mark.parametrize(
    "ours, ok",
    [
        (
            [1.0, math.nan, math.inf, -math.inf, 5.0],
            True,
        ),  # the last entry is eager's own overflow: not judged
        ([1.0, 7.0, math.inf, -math.inf, math.nan], True),  # nothing is asked where the reference is nan
        ([math.nan, math.nan, math.inf, -math.inf, 5.0], False),
        ([1.0, math.nan, -math.inf, -math.inf, 5.0], False),
        ([1.0, math.nan, 3e38, -math.inf, 5.0], False),
        ([1.00001, math.nan, math.inf, -math.inf, 5.0], False),
    ],
)
def test_nan_and_infinity(ours, ok):
    eager = torch.tensor([1.0, math.nan, math.inf, -math.inf, math.inf])
    exact = torch.tensor([1.0, math.nan, math.inf, -math.inf, 1e300], dtype=torch.float64)
    assert compare(torch.tensor(ours), eager, exact).ok is ok


def test_the_failing_output_is_named():
    x = torch.ones(3)
    result = compare((x, x + 1), (x, x), (x.double(), x.double()))
    assert not result.ok and "output 1" in result.reason and "at (0,)" in result.reason


TIED = torch.tensor([[3.0, 1.0, 3.0, 3.0], [0.5, 2.0, 0.5, 0.5]])


@pytest.mark.parametrize(
    "reference, right, wrong",
    [
        (
            lambda x: torch.topk(x, 2).indices,
            [[[2, 3], [1, 0]], [[0, 3], [1, 3]]],
            [[[0, 0], [1, 0]], [[0, 1], [1, 0]], [[0, 4], [1, 0]], [[0, -1], [1, 0]], [[0, 2], [0, 1]]],
        ),
        (
            lambda x: x.topk(k=1, dim=0, largest=False).indices,
            [[[1, 0, 1, 1]]],
            [[[0, 0, 1, 1]], [[1, 0, 2, 1]]],
        ),
        (
            lambda x: torch.kthvalue(x, 2, keepdim=True).indices,
            [[[2], [0]], [[3], [3]]],
            [[[1], [0]], [[2], [1]], [[2], [5]]],
        ),
        (lambda x: x.median(-1).indices, [[2, 0], [0, 3]], [[1, 0], [0, 1]]),
        (
            lambda x: x.sort(descending=True).indices,
            [[[3, 0, 2, 1], [1, 3, 0, 2]]],
            [[[3, 3, 2, 1], [1, 3, 0, 2]], [[3, 0, 1, 2], [1, 3, 0, 2]]],
        ),
        (
            lambda x: x.sort(stable=True).indices,
            [[[1, 0, 2, 3], [0, 2, 3, 1]]],
            [[[1, 2, 0, 3], [0, 2, 3, 1]]],
        ),
        (lambda x: x.argmax(-1), [[0, 1]], [[2, 1]]),
    ],
)
def test_of_equal_elements_any_is_right_where_pytorch_says_nothing(reference, right, wrong):
    prompt = verification.make_test_case("", reference, (TIED,))
    for indices, ok in [(indices, True) for indices in right] + [(indices, False) for indices in wrong]:
        assert prompt.compare(torch.tensor(indices)).ok is ok, indices


def test_a_tie_is_one_of_what_was_picked_from_when_it_was():
    """An input that is changed afterwards, and values that only float64 tells apart."""

    def changes_its_input(x):
        indices = torch.kthvalue(x, 1).indices
        x.zero_()
        return indices

    assert not verification.make_test_case("", changes_its_input, (TIED,)).compare(torch.tensor([0, 0])).ok
    assert verification.make_test_case("", lambda x: x.topk(1).indices * 2, (TIED,)).ties is None  # no index any more
    close = torch.tensor([1.0, 1.0 + 2**-23, 0.0])
    prompt = verification.make_test_case("", lambda x: torch.topk(x + 64.0, 2).indices, (close,))
    assert prompt.compare(torch.tensor([0, 1])).ok and prompt.compare(torch.tensor([1, 0])).ok
    assert not prompt.compare(torch.tensor([1, 2])).ok


def test_luck_of_one_draw_is_not_the_tolerance():
    """A dot product that eager got right to the last bit by chance still allows what eager usually loses."""
    generator = torch.Generator().manual_seed(0)
    prompt = verification.make_test_case("", torch.dot, tuple(torch.randn(99, generator=generator) for _ in range(2)))
    usual = verification.perturbed_eager_error(torch.dot, prompt)
    assert 0 < usual <= 1e-5
    assert compare(prompt.eager, prompt.eager, prompt.exact, usual).tolerance > 2 * usual


# ---- the sandbox, behind the allow-list ---------------------------------------------------------------------------------


def inside(body, limits=Limits(seconds=5.0)):
    """Runs host code that the allow-list would never let through: (message, output), or Refused."""
    lines = "".join(f"    {line}\n" for line in ["os = __import__('os')", *body])
    job = {
        "source": f"def translated(x):\n{lines}",
        "entry": "translated",
        "runs": [[0, sandbox.POISON_WORDS[0], False, False]],
        "describe": False,
    }
    return sandbox.run_in_sandbox("cpu", job, [(torch.ones(3),)], limits)


def processes(mark):
    """Living processes whose command line or environment shows the mark."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "environ").read_bytes() + (folder / "cmdline").read_bytes()
        except OSError:  # it ended, or is not ours to read
            continue
        found += [folder.name] if mark.encode() in text else []
    return found


def test_sandbox_is_empty_deaf_and_knows_no_secrets(monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    sandbox.close_sandboxes()
    with socket.create_server(("127.0.0.1", 0)) as server:
        connect = (
            f"heard = __import__('socket').socket().connect_ex((b'127.0.0.1', {server.getsockname()[1]}))"
        )
        seen = "os.listdir('.'), [k for k in os.environ if 'SECRET' in k], heard == 0"
        message, _ = inside([connect, f"raise __import__('builtins').ValueError({seen})"])
    offline = sandbox.IDLE_SANDBOXES["cpu"][0].offline
    assert f"([], [], {not offline})" in message["refused"]


@pytest.mark.parametrize(
    "body, words",
    [
        (["os.write(os.open('leak', os.O_CREAT | os.O_WRONLY), b'x')"], "PermissionError|OSError"),
        (["os.write(os.memfd_create('leak'), b'x')"], "OSError|SIGXFSZ"),
        (["os.fork()", "return x"], "BlockingIOError"),
        (["__import__('threading').Thread(target=len).start()"], "RuntimeError"),
        (["return torch.empty(1 << 36)"], "memory"),
        (["return torch.zeros(1 << 27)"], "Refused|bytes|memory"),
    ],
)
def test_sandbox_forbids(body, words):
    try:
        message, _ = inside(body, Limits(seconds=10.0, memory=2 << 30, output=1 << 20))
        reason = message["refused"]
    except Refused as refusal:
        reason = str(refusal)
    assert any(word in reason for word in words.split("|")), reason


def test_sandbox_survives_a_crash():
    with pytest.raises(Refused, match=r"worker crashed \(SIGSEGV\)"):
        inside(["__import__('ctypes').string_at(8)"])
    assert judge(RELU, F.relu, normal(), device="cpu").ok


def test_a_wild_pointer_costs_one_candidate():
    wild = RELU.replace("x_ptr + offsets", "x_ptr + offsets + 2**44")
    verdict = judge(wild, F.relu, normal(), device="cpu")
    assert verdict.stage == "run" and "reads outside" in verdict.reason


@pytest.mark.parametrize("line", ["while True:\n        n = 1", "n = 10 ** 10 ** 10", "n = [0] * 10 ** 12"])
def test_a_hang_costs_its_time_limit(line):
    start = time.monotonic()
    verdict = judge(
        RELU.replace("n = x.numel()", f"n = x.numel()\n    {line}"),
        F.relu,
        normal(),
        limits=Limits(seconds=1.0),
        device="cpu",
    )
    assert verdict.stage == "run" and ("longer than 1 s" in verdict.reason or "Memory" in verdict.reason)
    assert time.monotonic() - start < 30
    assert judge(RELU, F.relu, normal(), device="cpu").ok


def test_nothing_outlives_its_run():
    """A child that left its process group and session, and lost its parent, is found all the same."""
    sandbox.close_sandboxes()
    server = sandbox.Sandbox("compile")  # its children may fork, as they have to start ptxas
    escape = [
        "os = __import__('os')",
        "if os.fork() == 0:",
        "    os.setsid()",
        "    if os.fork() == 0:",
        "        os.environ['MARK'] = 'escaped'",
        "        os.execv(__import__('sys').executable, ['escaped-sleeper', '-c', 'import time; time.sleep(60)'])",
        "    os._exit(0)",
        "__import__('time').sleep(0.3)",
    ]
    source = "def compile_me():\n" + "".join(f"    {line}\n" for line in escape) + "compile_me()\n"
    job = {
        "source": source,
        "launches": [[{"kernel": "none", "types": {}, "constants": {}, "options": {}}, 80]],
    }
    message, _ = server.run(job, (), Limits(seconds=10.0))
    assert not message["compiled"][0]["ok"]
    assert not processes("escaped-sleeper")
    server.close()
    assert not processes(server.folder)


def test_servers_end_with_us():
    assert judge(RELU, F.relu, normal(), device="cpu").ok
    folder = sandbox.IDLE_SANDBOXES["cpu"][0].folder
    assert processes(folder)
    sandbox.close_sandboxes()
    assert not processes(folder) and not os.path.exists(folder)


def test_a_prepared_sandbox_is_the_one_that_judges():
    sandbox.close_sandboxes()
    sandbox.start_sandbox("cpu").join()
    [prepared] = sandbox.IDLE_SANDBOXES["cpu"]
    assert judge(RELU, F.relu, normal(), device="cpu").ok and sandbox.IDLE_SANDBOXES["cpu"] == [prepared]


def test_servers_end_when_we_are_killed():
    program = (
        f"import sys, time; sys.path.insert(0, {str(ROOT)!r}); from python_to_triton.verification import sandbox; "
        "print(sandbox.Sandbox('compile').folder, flush=True); time.sleep(60)"
    )
    judging = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    folder = judging.stdout.readline().strip()
    assert processes(folder)
    judging.kill()
    judging.wait()
    judging.stdout.close()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and (processes(folder) or os.path.exists(folder)):
        time.sleep(0.05)
    assert not processes(folder) and not os.path.exists(folder)


def test_messages_come_back_as_they_went():
    value = (
        torch.randn(3, 4).t(),
        (None, 2, 1.5, "x"),
        torch.tensor([True, False]),
        torch.empty(0, 3),
        torch.tensor(1.0).bfloat16(),
    )
    message, back = sandbox.unpack(sandbox.pack({"a": 1}, value))
    assert message == {"a": 1} and back[1] == (None, 2, 1.5, "x")
    assert all(torch.equal(back[i], value[i]) and back[i].dtype == value[i].dtype for i in (0, 2, 3, 4))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_broken_messages_are_errors_and_nothing_else(data):
    good = bytearray(sandbox.pack({"launches": [1]}, [torch.ones(2, 3)]))
    for _ in range(data.draw(st.integers(1, 6))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    for text in (good, good[: data.draw(st.integers(0, len(good)))]):
        try:
            sandbox.unpack(text)
        except ValueError as error:
            assert str(error)


# ---- broken source -----------------------------------------------------------------------------------------------------


def breakages(source):
    """Strategies that truncate, shuffle, repeat, nest and corrupt a good candidate."""
    lines = source.split("\n")
    cut = st.integers(0, len(source)).map(lambda n: source[:n])
    shuffled = st.permutations(lines).map("\n".join)
    repeated = st.integers(2, 400).map(lambda n: source * n)
    dropped = st.sets(st.integers(0, len(lines) - 1), max_size=4).map(
        lambda gone: "\n".join(line for i, line in enumerate(lines) if i not in gone)
    )
    nested = st.tuples(
        st.sampled_from(["(", "-", "not ", "[", "lambda: ", "x if x else ", "x+"]),
        st.sampled_from([50, 150, 900, 20000]),
    ).map(lambda pair: source.replace("x.numel()", pair[0] * pair[1] + "1"))
    bytes_ = st.binary(max_size=60).map(
        lambda junk: source[:300] + junk.decode("utf-8", "surrogateescape") + source[300:]
    )
    swapped = st.tuples(
        st.sampled_from(["x", "y", "n", "mask", "128", "tl", "0.0", "(", "offsets"]),
        st.sampled_from(["", "0", "y", "None", "'x'", "n", "-1", "1e9", "x_ptr"]),
    ).map(lambda pair: source.replace(*pair))
    tokens = st.lists(
        st.sampled_from(
            [
                "def ",
                "translated",
                "(",
                ")",
                "x",
                ":",
                "\n",
                "    ",
                "return ",
                "@triton.jit",
                "kernel",
                "[",
                "]",
                "=",
                "lambda ",
                "for ",
                "in ",
                "tl.load",
                "torch.empty_like",
                "*",
                "**",
                "0",
                "\\",
                '"""',
                "#",
                ";",
                "\t",
                "\0",
                "\r",
                "\x1a",
                "\u2028",
                "é",
            ]
        ),
        max_size=60,
    ).map(lambda words: source + "".join(words))
    spliced = st.tuples(
        st.integers(0, len(source)), st.integers(0, len(source)), st.integers(0, len(source))
    ).map(lambda at: source[: at[0]] + source[at[1] : at[2]] + source[at[0] :])
    renamed = st.tuples(
        st.sampled_from(["kernel", "translated", "x_ptr", "offsets", "BLOCK", "n"]),
        st.sampled_from(
            ["torch", "tl", "_", "y", "ñ", "print", "__x__", "None", "min", "candidate", "range"]
        ),
    ).map(lambda pair: source.replace(*pair))
    return st.one_of(
        cut,
        shuffled,
        repeated,
        dropped,
        nested,
        bytes_,
        swapped,
        tokens,
        spliced,
        renamed,
        st.text(max_size=200),
    )


@settings(max_examples=160, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(breakages(RELU))
def test_broken_source_gets_a_verdict(source):
    verdict = judge(source, F.relu, normal((3, 33)), limits=Limits(seconds=2.0, memory=1 << 30), device="cpu")
    assert verdict.ok or verdict.reason and "\n" not in verdict.reason
    assert not verdict.ok or "tl.maximum" in source


@pytest.mark.parametrize(
    "line",
    [
        "n = 'x' * 10 ** 11",
        "n = [0] * 10 ** 12",
        "n = max(range(10 ** 12))",
        "n = sum(range(10 ** 12))",
        "n = 9 ** 9 ** 9",
        "n = [[[0] * 9999 for i in range(9999)] for j in range(9999)]",
        "n = math.factorial(10 ** 7)",
        "n = f'{9:{10 ** 10}}'",
        "for i in range(10 ** 12):\n        n = i",
        "p = []\n    for i in range(10 ** 12):\n        p.append(p)",
    ],
)
def test_a_glutton_costs_one_candidate(line):
    verdict = judge(
        RELU.replace("n = x.numel()", f"{line}\n    n = x.numel()"),
        F.relu,
        normal((3, 33)),
        limits=Limits(seconds=0.5, memory=1 << 30),
        device="cpu",
    )
    assert verdict.stage in ("run", "source") and verdict.reason
    assert len(sandbox.IDLE_SANDBOXES["cpu"]) == 1 and not sandbox.children_of(sandbox.IDLE_SANDBOXES["cpu"][0].process.pid)


def test_check_source_accepts_what_it_should():
    check_source(RELU)
    check_source(
        "import torch\nimport triton\nimport triton.language as tl\nimport math\n\nN: tl.constexpr = 4\nM = 3\n"
        + RELU
    )
    with pytest.raises(Refused, match="line 2"):
        check_source("import torch\nimport numpy\n" + RELU)


# ---- compilation ---------------------------------------------------------------------------------------------------------


def test_kernels_compile_without_a_gpu():
    results = compile_kernels(MATMUL, pairs())
    assert {(result.kernel, result.target, result.ok) for result in results} == {
        ("kernel", "sm_80", True),
        ("kernel", "sm_90", True),
    }
    assert results[0].shared > 0


def test_what_cannot_compile_says_so():
    unknown = pointwise("y = x + offsets[0]")
    results = compile_kernels(unknown, normal((3, 33)), targets=("sm_90",))
    assert not results[0].ok and "unsupported tensor index" in results[0].reason


@pytest.mark.parametrize(
    "name, cause",
    [
        ("a block that becomes a tile in a loop", "Loop-carried variable t"),
        ("a dot of small blocks", "K >= 16"),
    ],
)
def test_what_the_interpreter_is_taught_to_refuse_does_not_compile(name, cause):
    _, candidate, _, cases, *_ = CHEATS[name]
    result = compile_kernels(candidate, cases(), targets=("sm_90",))[0]
    assert not result.ok and cause in result.reason, result


@pytest.mark.parametrize(
    "name",
    [
        "a name with another type in each loop",
        "a name with other types, one after the other",
        "other types in an unrolled loop",
    ],
)
def test_types_that_change_between_loops_do_compile(name):
    assert all(result.ok for result in compile_kernels(IDIOMS[name], normal((3, 33)), targets=("sm_90",)))


def test_a_size_of_one_is_compiled_in():
    """As a launch does it: what is no tensor then has no type to be asked for."""
    asks = pointwise("y = x * 2.0 + n.to(tl.float32)")
    assert compile_kernels(asks, normal((3,)), targets=("sm_90",))[0].ok
    assert not compile_kernels(asks, normal((1,)), targets=("sm_90",))[0].ok


TRANSPOSE = """
@triton.jit
def kernel(x_ptr, y_ptr, N: tl.constexpr):
    rows = tl.arange(0, N)
    x = tl.load(x_ptr + rows[:, None] * N + rows[None, :])
    tl.store(y_ptr + rows[:, None] * N + rows[None, :], tl.trans(x))


def translated(x):
    y = torch.empty_like(x)
    kernel[(1,)](x, y, N=SIZE, num_warps=WARPS)
    return y
"""


@pytest.mark.parametrize("size, warps, ok, spills", [(256, 16, False, False), (128, 1, True, True)])
def test_shared_memory_and_spills_are_seen(size, warps, ok, spills):
    source = TRANSPOSE.replace("SIZE", str(size)).replace("WARPS", str(warps))
    (result,) = compile_kernels(source, normal((size, size)), targets=("sm_80",))
    assert (result.ok, result.spilled > 0) == (ok, spills), result
    assert ok or "bytes of shared memory" in result.reason


def test_structure_forgets_names_and_numbers():
    renamed = RELU.replace("offsets", "where_to").replace("128", "256").replace("kernel", "k")
    assert verification.structure_hash(renamed) == verification.structure_hash(RELU)
    assert verification.structure_hash(pointwise("y = tl.exp(x)")) != verification.structure_hash(RELU)
