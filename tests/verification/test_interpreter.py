"""What the sandbox changes in Triton's interpreter changes no bit of a result, and no error."""

import importlib
import runpy

import pytest
import torch
import torch.nn.functional as F
from candidates import DEVICE, normal, pointwise
from corpus_pairs import read_pair

from corpus.family import HEADER
from python_to_triton.verification import judge, sandbox
from python_to_triton.verification.sandbox import Limits
from triton_ops.interpreter import support_range_of_scalars
from triton_ops.tolerance import tensors_in


@pytest.fixture(autouse=True)
def tritons_own(monkeypatch):
    """What is compared with is not made faster, as it is for other tests."""
    interpreter = importlib.import_module("triton.runtime.interpreter")
    monkeypatch.setattr(
        interpreter, "_patch_lang", getattr(interpreter._patch_lang, "own", interpreter._patch_lang)
    )


def check_bits(answer, entry, cases, path):
    """The sandbox computes what Triton's own interpreter computes, of an answer that is written to `path`."""
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
        for one, other in zip(tensors_in(ours), tensors_in(theirs), strict=True):
            assert torch.equal(
                one.reshape(-1).view(torch.uint8), other.contiguous().reshape(-1).view(torch.uint8)
            ), (path.stem, one, other)


@pytest.mark.skipif(DEVICE == "cuda", reason="Triton's own interpreter runs where there is no GPU")
@pytest.mark.parametrize(
    "stem",
    [
        "softmax",
        "matmul",
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
    answer, entry, _, cases = read_pair(stem)
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
    for k, f in enumerate((
        x + x, 2.0 - x, x * one, one * x, x / 3, 1 / x, x % 0.7, x + n, n + x, -x, tl.maximum(x, 0.0),
        x + 16777217, x.to(tl.float64) * 0.1, tl.where(mask, x, 2), tl.where(x > 0, 1.5, x),
        tl.where(mask, 0.0, n), tl.sum(column - row, axis=1),
        tl.sum(tl.where(column < row, column, 0.0), axis=0), x * tl.sum(x, axis=0),
        tl.sum(tl.sum(column[:, None] * row[:, None, :], axis=2), axis=1),
    )):
        tl.store(f_ptr + k * BLOCK + place, f)
    for k, i in enumerate((
        n + n, n + wide, wide - n, wide * 7, n // 3, n % -5, wide // n, -n // 2, n & 6, wide | n, n ^ wide,
        n << 1, (x > 0.5).to(tl.int32), x.to(tl.int32), tl.where(mask, n, wide),
        (mask & (n > 2)).to(tl.int64), 5 - n, n * size, tl.xor_sum(n, axis=0) + n,
    )):
        tl.store(i_ptr + k * BLOCK + place, i)
    for k, b in enumerate((
        x < 0, x >= 0.5, n == 3, n != wide, (x > 0) & mask, (x > 0) | (n > 2), mask ^ (n > 0), x == x,
        n <= 2.5, 2 > n,
    )):
        tl.store(b_ptr + k * BLOCK + place, b, mask=mask | (place >= size))


def translated(x, n):
    f = torch.zeros((20, 32), dtype=torch.float32, device=x.device)
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
