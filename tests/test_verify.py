"""verify.py: every known way to fool a judge is refused for its own reason, honest answers pass, nothing outlives a run."""
import math
import os
import random
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
sys.path[:0] = [str(ROOT), str(ROOT / "synthetic")]

import harness  # noqa: E402
import verify  # noqa: E402
from verify import Limits, Refused, check_source, compare, compile_kernels, judge  # noqa: E402

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
RELU_KERNEL = RELU[:RELU.index("def translated")]


def normal(*shapes, seed=0):
    """One case a shape: a signed matrix of it."""
    generator = torch.Generator().manual_seed(seed)
    return [(torch.randn(shape, generator=generator),) for shape in shapes or [(1, 1), (3, 33), (5, 100)]]


def uniform(*shapes):
    return [(torch.rand(shape, generator=torch.Generator().manual_seed(0)),) for shape in shapes or [(3, 33), (5, 100)]]


def pairs():
    generator = torch.Generator().manual_seed(0)
    return [(torch.randn(m, k, generator=generator), torch.randn(k, n, generator=generator)) for m, k, n in [(1, 1, 1), (5, 33, 7)]]


def host(*lines):
    """The kernel of relu with another host function."""
    return RELU_KERNEL + "def translated(x):\n" + "".join(f"    {line}\n" for line in lines)


LAUNCH = "kernel[(triton.cdiv(x.numel(), 128),)](x, y, x.numel(), BLOCK=128)"
NEW = "y = torch.empty_like(x)"
IDENTITY_KERNEL = pointwise("y = x")

# name: (row of the table in the judge's specification, candidate, reference, cases, stage, words of the reason)
CHEATS = {
    "torch does it": ("torch does the work", host(NEW, LAUNCH, "return torch.relu(x)"), F.relu, normal, "source",
        "`torch.relu` in host code"),
    "a method does it": ("torch does the work", host(NEW, LAUNCH, "return x.relu()"), F.relu, normal, "source", "`.relu` in host code"),
    "an operator does it": ("torch does the work", host(NEW, LAUNCH, "return x * (x > 0)"), F.relu, normal, "source", "torch computes"),
    "functional does it": ("torch does the work", host("return torch.nn.functional.relu(x)"), F.relu, normal, "source",
        "`torch.nn.functional.relu`"),
    "aten does it": ("torch does the work", host("return torch.ops.aten.relu(x)"), F.relu, normal, "source", "`torch.ops.aten.relu`"),
    "a cast does it": ("torch does the work", host(NEW, LAUNCH, "return x.float()"), lambda x: x.float(), normal, "source", "`.float`"),
    "operator on a hidden tensor": ("torch does the work", host(NEW, LAUNCH, "p = [x]", "return p[0] + p[0]"), lambda x: x + x,
        normal, "run", "aten.add"),
    "sum() of Python": ("torch does the work", host(NEW, LAUNCH, "return sum(x)"), lambda x: x.sum(0), normal, "run",
        "torch computes aten."),
    "copy by contiguous": ("torch does the work", IDENTITY_KERNEL.replace("    return y",
        "    return turn(x.t())") + "\n\ndef turn(z):\n    z = z.contiguous()\n    return z\n",
                           lambda x: x.t().contiguous(), normal, "run", "aten.clone"),
    "a slice is assigned": ("torch does the work", host(NEW, LAUNCH, "y[0] = x[0]", "return y"), F.relu, normal, "source",
        "torch computes"),
    "a hidden slice is assigned": ("torch does the work", host(NEW, LAUNCH, "p = [y]", "p[0][0] = 7.0", "return y"), F.relu, normal,
        "run", "aten.fill_"),
    "matmul by torch": ("Triton for the easy part", MATMUL.replace("return c", "return a @ b"), torch.mm, pairs, "source",
        "torch computes"),
    "hidden matmul by torch": ("Triton for the easy part", MATMUL.replace("return c", "p = [a, b]\n    return p[0] @ p[1]"),
        torch.mm, pairs, "run", "aten.mm"),
    "no kernel": ("never launched", "def translated(x):\n    return x\n", F.relu, normal, "source", "defines no @triton.jit kernel"),
    "no launch": ("never launched", host("return torch.empty_like(x)"), F.relu, normal, "source", "launches no kernel"),
    "dead launch": ("never launched", host(NEW, "if x.numel() < 0:", "    " + LAUNCH, "return x.t()"), lambda x: x.t(), normal,
        "run", "launches no kernel"),
    "kernel for show": ("never launched", host(NEW, LAUNCH, "return x.t()"), lambda x: x.t(), normal, "run",
        "stands without the kernels"),
    "branch on shape": ("branch on shape", host(NEW, "if x.shape[0] == 3:", "    " + LAUNCH, "else:",
        "    kernel[(1,)](x, y, 1, BLOCK=128)", "return y"), F.relu, normal, "value", "nan instead of"),
    "first call": ("branch on shape", "CALLS = [0]\n" + RELU, F.relu, normal, "source", "Assign at the top level"),
    "training": ("branch on shape", "class Model(torch.nn.Module):\n    pass\n" + RELU, F.relu, normal, "source", "ClassDef"),
    "try": ("try/except", host("try:", "    return missing(x)", "except Exception:", "    return x"), F.relu, normal, "source",
        "Try is not allowed"),
    "pass": ("try/except", host("pass", NEW, LAUNCH, "return y"), F.relu, normal, "source", "Pass is not allowed"),
    "calls the reference": ("try/except", host(NEW, LAUNCH, "return reference(x)"), F.relu, normal, "source", "`reference`"),
    "imports the reference": ("try/except", "from reference import relu\n" + RELU, F.relu, normal, "source", "imports from reference"),
    "identity for relu": ("identity copy", IDENTITY_KERNEL, F.relu, uniform, "value", "x-1"),
    "identity for abs": ("identity copy", IDENTITY_KERNEL, torch.abs, uniform, "value", "x-1"),
    "x for tanh of small x": ("identity copy", IDENTITY_KERNEL, torch.tanh, lambda: [(x * 1e-4,) for x, in normal()], "value", "off by"),
    "no row maximum": ("identity copy", ROWS.replace("BODY", "y = tl.log(tl.sum(tl.where(columns < n_columns, tl.exp(x), 0.0), axis=0))"),
                       lambda x: torch.logsumexp(x, -1), normal, "value", "row at 10000"),
    "one-pass variance": ("identity copy", ROWS.replace("BODY",
        "m = tl.sum(x, axis=0) / n_columns\n    y = tl.sum(x * x, axis=0) / n_columns - m * m"),
                          lambda x: x.var(-1, correction=0), lambda: normal((3, 33), (5, 100)), "value", "row at 10000"),
    "answer by heart": ("constants", host("y = torch.full_like(x, MEAN)", "z = torch.empty_like(x)",
        "kernel[(triton.cdiv(x.numel(), 128),)](y, z, x.numel(), BLOCK=128)", "return z")
                        .replace("MEAN", "0.5"), lambda x: torch.zeros_like(x) + x.max() * 0 + 0.5 * (x.mean() > 0.4),
                            lambda: uniform((3, 33)), "value", "instead of"),
    "size by heart": ("constants", RELU.replace("n = x.numel()", "n = 99"), F.relu, normal, "run", "writes outside allocation"),
    "columns by heart": ("constants", ROWS.replace("BODY", "y = tl.sum(x, axis=0) / 33.0"), lambda x: x.mean(-1), normal, "value",
        "off by"),
    "task of zeros": ("zeros or a constant", RELU, lambda x: x * 0, normal, "task", "zeros would pass"),
    "task of a constant": ("zeros or a constant", RELU, lambda x: torch.full_like(x, 3.0), normal, "task", "a constant would pass"),
    "task of softmax over one": ("zeros or a constant", RELU, lambda x: x.softmax(-1), lambda: normal((3, 1), (50, 1)), "task",
        "a constant would pass"),
    "task that ignores its input": ("zeros or a constant", RELU, lambda x: torch.arange(x.numel(), dtype=x.dtype), normal, "task",
        "ignores its inputs"),
    "task under noise": ("zeros or a constant", RELU, lambda x: x if x.dtype == torch.float64 else x + 9 * x.abs().max(), normal,
        "task", "zeros would pass"),
    "never written": ("torch.empty", host(NEW, "z = torch.empty_like(x)", LAUNCH, "return z"), F.relu, normal, "value", "nan instead of"),
    "never written, new_empty": ("torch.empty", host(NEW, LAUNCH, "return x.new_empty(x.shape)"), F.relu, normal, "value",
        "nan instead of"),
    "never written bool": ("torch.empty", host(NEW, LAUNCH, "return torch.empty_like(x, dtype=torch.bool)"), lambda x: x > 0,
        normal, "value", "instead of 1 at"),
    "writes its input": ("inputs mutated", RELU.replace("y = torch.empty_like(x)", "y = x"), F.relu, normal, "run", "changes argument 0"),
    "cache by pointer": ("result cached", host("key = x.data_ptr()", NEW, LAUNCH, "return y"), F.relu, normal, "source", "`.data_ptr`"),
    "cache in a global": ("result cached", "CACHE = {}\n" + RELU, F.relu, normal, "source", "at the top level"),
    "cache in a default": ("result cached", RELU.replace("translated(x)", "translated(x, cache=[])"), F.relu, normal, "source",
        "keep state"),
    "cache on the kernel": ("result cached", host(NEW, LAUNCH, "kernel.T = y", "return y"), F.relu, normal, "source", "`.T`"),
    "global statement": ("result cached", host("global N", "N = 1", NEW, LAUNCH, "return y"), F.relu, normal, "source",
        "Global is not allowed"),
    "side stream": ("side stream", host("s = torch.cuda.Stream()", NEW, LAUNCH, "return y"), F.relu, normal, "source",
        "`torch.cuda.Stream`"),
    "thread": ("side stream", "import threading\n" + RELU, F.relu, normal, "source", "imports threading"),
    "subclass": ("lazy tensor", "class Lazy(torch.Tensor):\n    x = 1\n" + RELU, F.relu, normal, "source", "ClassDef"),
    "returns a number": ("lazy tensor", host(NEW, LAUNCH, "return 1.0"), F.relu, normal, "value", "float instead of a tensor"),
    "returns a function": ("lazy tensor", host(NEW, LAUNCH, "return lambda: y"), F.relu, normal, "run", "a function stands where"),
    "returns two": ("lazy tensor", host(NEW, LAUNCH, "return y, y"), F.relu, normal, "value", "tuple instead of a tensor"),
    "wrong shape": ("lazy tensor", host(NEW, LAUNCH, "return y.t()"), F.relu, normal, "value", "(33, 3)"),
    "wrong dtype": ("lazy tensor", RELU.replace("empty_like(x)", "empty_like(x, dtype=torch.float64)"), F.relu, normal, "value",
        "float64"),
    "patches allclose": ("patched timer", host("torch.allclose = max", NEW, LAUNCH, "return y"), F.relu, normal, "source",
        "`torch.allclose`"),
    "patches a dtype": ("patched timer", host("tl.float16 = tl.float32", NEW, LAUNCH, "return y"), F.relu, normal, "source",
        "`tl.float16`"),
    "looks at frames": ("patched timer", "import inspect\n" + RELU, F.relu, normal, "source", "imports inspect"),
    "looks into gc": ("patched timer", "import gc\n" + RELU, F.relu, normal, "source", "imports gc"),
    "nan as a match": ("NaN taken", pointwise("y = x * float('nan')"), F.relu, normal, "value", "nan instead of"),
    "inf as a match": ("NaN taken", pointwise("y = x / 0.0"), F.relu, normal, "value", "instead of"),
    "fp16 dot": ("silent fp16", MATMUL.replace("tl.dot(a, b,", "tl.dot(a.to(tl.float16), b.to(tl.float16),"), torch.mm, pairs,
        "value", "off by"),
    "fp16 arithmetic": ("silent fp16", pointwise("y = tl.sigmoid(x).to(tl.float16)"), torch.sigmoid, normal, "value", "off by"),
    "tf32 dot": ("silent fp16", MATMUL.replace(', input_precision="ieee"', ""), torch.mm, pairs, "source", "TF32"),
    "tf32 dot by name": ("silent fp16", MATMUL.replace('"ieee"', '"tf32"'), torch.mm, pairs, "source", "TF32"),
    "unwritten tail": ("unwritten tail", RELU.replace("triton.cdiv(n, 128)", "max(1, n // 128)"), F.relu, normal, "value",
        "nan instead of"),
    "store without a mask": ("unwritten tail", RELU.replace(", y, mask=mask", ", y"), F.relu, normal, "run", "writes outside"),
    "load without a mask": ("unwritten tail", ROWS.replace(", mask=columns < n_columns, other=0.0", "").replace("BODY",
        "y = tl.sum(x, axis=0)"), lambda x: x.sum(-1), normal, "value", "instead of"),
    "one row too far": ("unwritten tail", RELU.replace("mask = offsets < n", "mask = offsets <= n"), F.relu, normal, "run",
        "writes outside"),
    "keeps what was there": ("drift", pointwise("t = tl.load(y_ptr + offsets, mask=mask, other=0.0)\n    y = tl.where(t != t, x, t)"),
        lambda x: x, normal, "value", "when repeated"),
    "adds to what was there": ("drift", pointwise("y = x + tl.load(y_ptr + offsets, mask=mask, other=0.0)"), lambda x: x, normal,
        "value", "nan instead of"),
    "eval": ("untrusted", host("return eval('x')"), F.relu, normal, "source", "`eval`"),
    "exec": ("untrusted", host("exec('x')", "return x"), F.relu, normal, "source", "`exec`"),
    "open": ("untrusted", host("return open('/etc/passwd')"), F.relu, normal, "source", "`open`"),
    "getattr": ("untrusted", host("return getattr(torch, 're' + 'lu')(x)"), F.relu, normal, "source", "getattr"),
    "globals": ("untrusted", host("return globals()"), F.relu, normal, "source", "`globals`"),
    "dunder attribute": ("untrusted", host("return x.__class__"), F.relu, normal, "source", "`.__class__`"),
    "dunder name": ("untrusted", host("return __builtins__"), F.relu, normal, "source", "__builtins__"),
    "import os": ("untrusted", "import os\n" + RELU, F.relu, normal, "source", "imports os"),
    "import inside": ("untrusted", host("import os", "return x"), F.relu, normal, "source", "Import is not allowed"),
    "renamed import": ("untrusted", "import torch as triton\n" + RELU, F.relu, normal, "source", "imports torch"),
    "rebound module": ("untrusted", host("tl = torch", NEW, LAUNCH, "return y"), F.relu, normal, "source", "`tl`"),
    "kernel method": ("untrusted", host(NEW, "kernel.run(x, y, 1, BLOCK=128, grid=(1,), warmup=False)", "return y"), F.relu, normal,
        "source", "`.run`"),
    "inline assembly": ("untrusted", pointwise("y = tl.inline_asm_elementwise('', '', [x], tl.float32, True, 1)"), F.relu, normal,
        "source", "inline_asm"),
    "prints": ("untrusted", pointwise("tl.device_print('x', x)\n    y = x"), F.relu, normal, "source", "device_print"),
    "torch in a kernel": ("untrusted", pointwise("y = torch.relu(x)"), F.relu, normal, "source", "`torch.relu`"),
    "argument named torch": ("untrusted", RELU.replace("translated(x)", "translated(x, torch=None)"), F.relu, normal, "source",
        "`torch`"),
    "code in an annotation": ("untrusted", "N: print('x') = 1\n" + RELU, F.relu, normal, "source", "at the top level"),
    "attribute at the top": ("untrusted", "torch.allclose = 1\n" + RELU, F.relu, normal, "source", "at the top level"),
    "out=": ("torch does the work", host(NEW, LAUNCH, "torch.zeros(x.shape, out=y)", "return y"), F.relu, normal, "run", "aten.zeros"),
    "another kernel in the docstring": ("untrusted", RELU.replace("    offsets",
        '    """\n    def kernel(x_ptr):\n        t = 1\n    """\n    offsets', 1), F.relu, normal, "source",
        "reads as another definition"),
    "lines that Python does not count": ("untrusted", RELU.replace("    offsets", '    "\x0c\u2028"\n    offsets', 1), F.relu,
        normal, "source", "control character"),
    "decorator out of sight": ("untrusted", RELU.replace("@triton.jit", "@(\n# lambda:\ntriton.jit)"), F.relu, normal, "source",
        "must begin with"),
    "autotune": ("untrusted", "@triton.autotune(configs=[], key=[])\n" + RELU.lstrip(), F.relu, normal, "source", "decorates"),
    "raises": ("untrusted", host("y = x.shape[7]", LAUNCH, "return y"), F.relu, normal, "run", "IndexError: tuple index"),
}


@pytest.mark.parametrize("name", CHEATS)
def test_cheat_is_refused_for_its_reason(name):
    row, candidate, reference, cases, stage, words = CHEATS[name]
    verdict = judge(candidate, reference, cases())
    assert not verdict.ok, f"{row}: accepted"
    assert (verdict.stage, words in verdict.reason) == (stage, True), f"{row}: {verdict}"


def test_every_row_has_a_cheat():
    rows = {cheat[0] for cheat in CHEATS.values()}
    assert len(rows) == 19, sorted(rows)


# ---- honest answers ------------------------------------------------------------------------------------------------

SYNTHETIC = sorted(path for path in (ROOT / "synthetic").glob("*.py") if path.stem not in ("harness", "tables"))
HONEST = {
    "relu": (RELU, F.relu, normal),
    "sigmoid": (pointwise("y = tl.sigmoid(x)"), torch.sigmoid, normal),
    "square": (pointwise("y = x * x"), torch.square, normal),
    "logarithm, positive only": (pointwise("y = tl.log(x)"), torch.log, uniform),
    "square root with nan": (pointwise("y = tl.sqrt(x)"), torch.sqrt, normal),
    "reciprocal with inf": (pointwise("y = 1.0 / x"), torch.reciprocal, normal),
    "comparison to bool": (pointwise("y = x > 0.0").replace("empty_like(x)", "empty_like(x, dtype=torch.bool)"), lambda x: x > 0, normal),
    "half precision": (pointwise("y = x * tl.sigmoid(x)"), F.silu, lambda: [(x.half(),) for x, in normal((3, 33), (5, 101))]),
    "bfloat16": (pointwise("y = x * tl.sigmoid(x)"), F.silu, lambda: [(x.bfloat16(),) for x, in normal((3, 33), (5, 101))]),
    "strided input": (RELU, F.relu, lambda: [(x.t(),) for x, in normal((3, 33), (5, 100))]),
    "rank 0": (RELU, F.relu, lambda: [(torch.tensor(1.5),), *normal((3, 33))]),
    "empty": (RELU, F.relu, lambda: [(torch.empty(0, 3),), *normal((3, 33))]),
    "sum of rows": (ROWS.replace("BODY", "y = tl.sum(x, axis=0)"), lambda x: x.sum(-1), normal),
    # the mean twice: what the first is off by, at 1e4 a good part of a unit in the last place, the second takes away
    "variance": (ROWS.replace("BODY", 2 * "x = tl.where(columns < n_columns, x - tl.sum(x, axis=0) / n_columns, 0.0)\n    "
                              + "y = tl.sum(x * x, axis=0) / n_columns"),
                 lambda x: x.var(-1, correction=0), lambda: normal((3, 33), (5, 100))),
    "index of the largest": (ROWS.replace("BODY", "y = tl.argmax(tl.where(columns < n_columns, x, float('-inf')), axis=0)")
                             .replace("dtype=x.dtype", "dtype=torch.int64"),
                             lambda x: x.argmax(-1), lambda: normal((3, 33), (5, 100))),
    "two outputs": (RELU.replace("return y", "z = torch.empty_like(x)\n    kernel[(triton.cdiv(n, 128),)](y, z, n, BLOCK=128)\n"
                                 "    return y, z"),
                    lambda x: (F.relu(x), F.relu(x)), normal),
    "matrix product": (MATMUL, torch.mm, pairs),
    "views on the host": (IDENTITY_KERNEL.replace("    return y",
        "    a, b = y.split(1, 0) if y.shape[0] == 2 else y.chunk(1)[0].unbind(0)[:2]\n    return a.reshape(-1)"),
                          lambda x: x[0].reshape(-1), lambda: normal((2, 33), (5, 100))),
}


@pytest.mark.parametrize("name", HONEST)
def test_honest_answer_is_accepted(name):
    candidate, reference, cases = HONEST[name]
    verdict = judge(candidate, reference, cases())
    assert verdict.ok, verdict
    assert verdict.error <= verdict.allowance and verdict.launches >= (0 if name == "empty" else 1)


def pair_of(path):
    """(answer, entry, reference, cases) of the file as it stands. Only the answer is untrusted."""
    pair = harness.Family.load(path)[0]
    module = {}
    imports = harness.HEADER[:harness.HEADER.index("import triton")]   # the reference needs none
    exec(compile(f"{imports}\n\n{pair.inputs}\n\n{pair.reference}", path.name, "exec"), module)
    torch.manual_seed(0)
    return pair.answer, f"{pair.name}_triton", module[f"{pair.name}_torch"], [module["make"](*case) for case in module["CASES"]]


@pytest.mark.parametrize("path", SYNTHETIC, ids=lambda path: path.stem)
def test_answer_of_the_corpus_is_accepted(path):
    answer, entry, reference, cases = pair_of(path)
    verdict = judge(answer, reference, cases, entry)
    assert verdict.ok, verdict


def test_the_answer_to_another_question_is_refused():
    generator, accepted = random.Random(0), []
    for path, other in zip(generator.sample(SYNTHETIC, 12), generator.sample(SYNTHETIC, 12)):
        if path != other:
            answer, entry = pair_of(path)[:2]
            accepted += [(path.stem, other.stem)] if judge(answer, *pair_of(other)[2:], entry).ok else []
    assert not accepted


# ---- the comparison --------------------------------------------------------------------------------------------------

def test_allowance_is_the_formula():
    exact = torch.tensor([1.0, -8.0, math.inf, 2.0], dtype=torch.float64)
    eager = torch.tensor([1.5, -8.0, math.inf, math.inf])
    assert verify.allowance(eager, exact) == 2 * 0.5 + 4 * torch.finfo(torch.float32).eps * 8
    assert verify.allowance(torch.tensor([3]), torch.tensor([4])) == 0.0


@pytest.mark.parametrize("ours, ok", [
    ([1.0, math.nan, math.inf, -math.inf, 5.0], True),     # the last entry is eager's own overflow: not judged
    ([1.0, 7.0, math.inf, -math.inf, math.nan], True),     # nothing is asked where the reference is nan
    ([math.nan, math.nan, math.inf, -math.inf, 5.0], False),
    ([1.0, math.nan, -math.inf, -math.inf, 5.0], False),
    ([1.0, math.nan, 3e38, -math.inf, 5.0], False),
    ([1.00001, math.nan, math.inf, -math.inf, 5.0], False),
])
def test_nan_and_infinity(ours, ok):
    eager = torch.tensor([1.0, math.nan, math.inf, -math.inf, math.inf])
    exact = torch.tensor([1.0, math.nan, math.inf, -math.inf, 1e300], dtype=torch.float64)
    assert compare(torch.tensor(ours), eager, exact).ok is ok


def test_the_failing_output_is_named():
    x = torch.ones(3)
    result = compare((x, x + 1), (x, x), (x.double(), x.double()))
    assert not result.ok and "output 1" in result.reason and "at (0,)" in result.reason


def test_luck_of_one_draw_is_not_the_allowance():
    """A dot product that eager got right to the last bit by chance still allows what eager usually loses."""
    generator = torch.Generator().manual_seed(0)
    question = verify.pose("", torch.dot, tuple(torch.randn(99, generator=generator) for _ in range(2)))
    usual = verify.usual_loss(torch.dot, question)
    assert 0 < usual <= 1e-5
    assert compare(question.eager, question.eager, question.exact, usual).allowance > 2 * usual


# ---- the sandbox, behind the allow-list ---------------------------------------------------------------------------------

def inside(body, limits=Limits(seconds=5.0)):
    """Runs host code that the allow-list would never let through: (message, output), or Refused."""
    lines = "".join(f"    {line}\n" for line in ["os = __import__('os')", *body])
    job = {"source": f"def translated(x):\n{lines}", "entry": "translated", "runs": [[0, verify.POISONS[0], False, True]],
        "describe": False}
    return verify.in_sandbox("cpu", job, [(torch.ones(3),)], limits)


def processes(mark):
    """Living processes whose command line or environment shows the mark."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "environ").read_bytes() + (folder / "cmdline").read_bytes()
        except OSError:   # it ended, or is not ours to read
            continue
        found += [folder.name] if mark.encode() in text else []
    return found


def test_sandbox_is_empty_deaf_and_knows_no_secrets(monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    verify.close_sandboxes()
    with socket.create_server(("127.0.0.1", 0)) as server:
        connect = f"heard = __import__('socket').socket().connect_ex((b'127.0.0.1', {server.getsockname()[1]}))"
        seen = "os.listdir('.'), [k for k in os.environ if 'SECRET' in k], heard == 0"
        message, _ = inside([connect, f"raise __import__('builtins').ValueError({seen})"])
    offline = verify.IDLE["cpu"][0].offline
    assert f"([], [], {not offline})" in message["refused"]


@pytest.mark.parametrize("body, words", [
    (["os.write(os.open('leak', os.O_CREAT | os.O_WRONLY), b'x')"], "PermissionError|OSError"),
    (["os.write(os.memfd_create('leak'), b'x')"], "OSError|SIGXFSZ"),
    (["os.fork()", "return x"], "BlockingIOError"),
    (["__import__('threading').Thread(target=len).start()"], "RuntimeError"),
    (["return torch.empty(1 << 36)"], "memory"),
    (["return torch.zeros(1 << 27)"], "Refused|bytes|memory"),
])
def test_sandbox_forbids(body, words):
    try:
        message, _ = inside(body, Limits(seconds=10.0, memory=2 << 30, output=1 << 20))
        reason = message["refused"]
    except Refused as refusal:
        reason = str(refusal)
    assert any(word in reason for word in words.split("|")), reason


def test_sandbox_survives_a_crash():
    with pytest.raises(Refused, match="dies of SIGSEGV"):
        inside(["__import__('ctypes').string_at(8)"])
    assert judge(RELU, F.relu, normal(), device="cpu").ok


def test_a_wild_pointer_costs_one_candidate():
    wild = RELU.replace("x_ptr + offsets", "x_ptr + offsets + 2**44")
    verdict = judge(wild, F.relu, normal(), device="cpu")
    assert verdict.stage == "run" and "SIGSEGV" in verdict.reason


@pytest.mark.parametrize("line", ["while True:\n        n = 1", "n = 10 ** 10 ** 10", "n = [0] * 10 ** 12"])
def test_a_hang_costs_its_time_limit(line):
    start = time.monotonic()
    verdict = judge(RELU.replace("n = x.numel()", f"n = x.numel()\n    {line}"), F.relu, normal(), limits=Limits(seconds=1.0),
        device="cpu")
    assert verdict.stage == "run" and ("longer than 1 s" in verdict.reason or "Memory" in verdict.reason)
    assert time.monotonic() - start < 30
    assert judge(RELU, F.relu, normal(), device="cpu").ok


def test_nothing_outlives_its_run():
    """A child that left its process group and session, and lost its parent, is found all the same."""
    verify.close_sandboxes()
    sandbox = verify.Sandbox("compile")   # its children may fork, as they have to start ptxas
    escape = ["os = __import__('os')", "if os.fork() == 0:", "    os.setsid()", "    if os.fork() == 0:",
        "        os.environ['MARK'] = 'escaped'",
              "        os.execv(__import__('sys').executable, ['escaped-sleeper', '-c', 'import time; time.sleep(60)'])",
              "    os._exit(0)", "__import__('time').sleep(0.3)"]
    source = "def compile_me():\n" + "".join(f"    {line}\n" for line in escape) + "compile_me()\n"
    job = {"source": source, "launches": [[{"kernel": "none", "types": {}, "constants": {}, "options": {}}, 80]]}
    message, _ = sandbox.run(job, (), Limits(seconds=10.0))
    assert not message["compiled"][0]["ok"]
    assert not processes("escaped-sleeper")
    sandbox.close()
    assert not processes(sandbox.folder)


def test_servers_end_with_us():
    assert judge(RELU, F.relu, normal(), device="cpu").ok
    folder = verify.IDLE["cpu"][0].folder
    assert processes(folder)
    verify.close_sandboxes()
    assert not processes(folder) and not os.path.exists(folder)


def test_servers_end_when_we_are_killed():
    program = (f"import sys, time; sys.path.insert(0, {str(ROOT)!r}); import verify; "
               "print(verify.Sandbox('compile').folder, flush=True); time.sleep(60)")
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
    value = (torch.randn(3, 4).t(), (None, 2, 1.5, "x"), torch.tensor([True, False]), torch.empty(0, 3), torch.tensor(1.0).bfloat16())
    message, back = verify.unpack(verify.pack({"a": 1}, value))
    assert message == {"a": 1} and back[1] == (None, 2, 1.5, "x")
    assert all(torch.equal(back[i], value[i]) and back[i].dtype == value[i].dtype for i in (0, 2, 3, 4))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_broken_messages_are_errors_and_nothing_else(data):
    good = bytearray(verify.pack({"launches": [1]}, [torch.ones(2, 3)]))
    for _ in range(data.draw(st.integers(1, 6))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    for text in (good, good[:data.draw(st.integers(0, len(good)))]):
        try:
            verify.unpack(text)
        except ValueError as error:
            assert str(error)


# ---- broken source -----------------------------------------------------------------------------------------------------

def breakages(source):
    """Strategies that truncate, shuffle, repeat, nest and corrupt a good candidate."""
    lines = source.split("\n")
    cut = st.integers(0, len(source)).map(lambda n: source[:n])
    shuffled = st.permutations(lines).map("\n".join)
    repeated = st.integers(2, 400).map(lambda n: source * n)
    dropped = st.sets(st.integers(0, len(lines) - 1), max_size=4).map(lambda gone: "\n".join(line for i,
        line in enumerate(lines) if i not in gone))
    nested = st.tuples(st.sampled_from(["(", "-", "not ", "[", "lambda: ", "x if x else ", "x+"]), st.sampled_from([50, 150, 900,
        20000])).map(
        lambda pair: source.replace("x.numel()", pair[0] * pair[1] + "1"))
    bytes_ = st.binary(max_size=60).map(lambda junk: source[:300] + junk.decode("utf-8", "surrogateescape") + source[300:])
    swapped = st.tuples(st.sampled_from(["x", "y", "n", "mask", "128", "tl", "0.0", "(", "offsets"]), st.sampled_from(["", "0", "y",
        "None", "'x'", "n", "-1", "1e9", "x_ptr"])).map(
        lambda pair: source.replace(*pair))
    return st.one_of(cut, shuffled, repeated, dropped, nested, bytes_, swapped, st.text(max_size=200))


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(breakages(RELU))
def test_broken_source_gets_a_verdict(source):
    verdict = judge(source, F.relu, normal((3, 33)), limits=Limits(seconds=2.0, memory=1 << 30), device="cpu")
    assert verdict.ok or verdict.reason and "\n" not in verdict.reason
    assert not verdict.ok or "tl.maximum" in source


def test_check_source_accepts_what_it_should():
    check_source(RELU)
    check_source("import torch\nimport triton\nimport triton.language as tl\nimport math\n\nN: tl.constexpr = 4\nM = 3\n" + RELU)
    with pytest.raises(Refused, match="line 2"):
        check_source("import torch\nimport numpy\n" + RELU)


# ---- compilation ---------------------------------------------------------------------------------------------------------

def test_kernels_compile_without_a_gpu():
    results = compile_kernels(MATMUL, pairs())
    assert [(result.kernel, result.target, result.ok) for result in results] == [("kernel", "sm_80", True), ("kernel", "sm_90", True)]
    assert results[0].shared > 0


def test_what_cannot_compile_says_so():
    unknown = pointwise("y = x + offsets[0]")
    results = compile_kernels(unknown, normal((3, 33)), targets=("sm_90",))
    assert not results[0].ok and "unsupported tensor index" in results[0].reason


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
    result, = compile_kernels(source, normal((size, size)), targets=("sm_80",))
    assert (result.ok, result.spilled > 0) == (ok, spills), result
    assert ok or "bytes of shared memory" in result.reason


def test_structure_forgets_names_and_numbers():
    renamed = RELU.replace("offsets", "where_to").replace("128", "256").replace("kernel", "k")
    assert verify.structure(renamed) == verify.structure(RELU)
    assert verify.structure(pointwise("y = tl.exp(x)")) != verify.structure(RELU)
