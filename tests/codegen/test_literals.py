"""Literal tensors are written by kernels of their own, and read as arguments are."""

import pytest
import torch

from python_to_triton import codegen, frontend, runtime, verification
from python_to_triton.backend.compiled_graph import load_module
from python_to_triton.codegen.by_rules.answers import IMPORTS
from python_to_triton.codegen.literal_kernels import LiteralFunctions, literal_source

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
SOBEL = """import torch
import torch.nn.functional as F


def edges(image):
    kernel = torch.tensor([[1.0, 2.0, 1.0], [0.0, 0.0, 0.0], [-1.0, -2.0, -1.0]], device=image.device)
    return F.conv2d(image, kernel[None, None])


def get_inputs():
    return [torch.randn(2, 1, 8, 9)]
"""


def literal(values, dtype=torch.float32):
    """The literal tensor in the graph of a program that adds one to its argument."""
    graph = frontend.trace(lambda x: x.to(dtype) + torch.tensor(values, dtype=dtype), (torch.randn(2, 3),))
    [found] = [value for value in graph.values if value.op == "tensor"]
    return found


def prompts(program):
    """The prompts of a program's regions."""
    return [region.graph.text for region in frontend.regions(frontend.trace(program))]


SUM = """import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x_ptr, w_ptr, y_ptr, n_elements, n_cols, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0)
    w = tl.load(w_ptr + offsets % n_cols, mask=mask, other=0)
    tl.store(y_ptr + offsets, x + w, mask=mask)


def translated(x):
    x = x.contiguous()
    w = literal(x)
    y = torch.empty_like(x)
    sum_kernel[(triton.cdiv(y.numel(), 64),)](x, w, y, y.numel(), w.numel(), BLOCK=64)
    return y
"""


@pytest.mark.parametrize(
    "values, dtype",
    [
        ([0.5, 0.5, 0.25], torch.float32),
        ([[0.1, -70.0, -2.0]], torch.float32),
        ([2.0, 2.0, 2.0], torch.float16),
        ([[1, 2, 3], [4, 5, -6]], torch.int64),
    ],
)
def test_a_kernel_writes_the_numbers(values, dtype):
    expected = torch.tensor(values, dtype=dtype)
    answer = SUM.replace(
        "def translated", literal_source(literal(values, dtype), "literal") + "\n\n\ndef translated"
    )
    rows = expected.expand(4, *expected.shape).shape
    drawn = torch.randint(-9, 9, rows) if dtype == torch.int64 else torch.randn(rows).to(dtype)
    verdict = verification.judge(answer, lambda x: x + expected.to(x.dtype), [(drawn,)])
    assert verdict.ok, verdict.reason
    wrong = answer.replace("y = tl.full((BLOCK,), ", "y = tl.full((BLOCK,), 1 + ")
    assert not verification.judge(wrong, lambda x: x + expected.to(x.dtype), [(drawn,)]).ok


def test_a_filter_is_an_argument_of_the_convolution():
    assert prompts(SOBEL) == ["f(a0: f32[A, 1, B, C], a1: f32[1, 1, D, E])\nv0 = conv2d(a0, a1)\nreturn v0"]


def test_equal_literals_share_a_kernel():
    known = {}
    functions = LiteralFunctions(known)
    first, again, other = literal([1.0, 2.0, 3.0]), literal([1.0, 2.0, 3.0]), literal([1.0, 2.0, 4.0])
    lines = [functions.line(one, "a0") for one in (first, again, other)]
    assert [line.partition(" = ")[2] for line in lines] == ["literal0(a0)", "literal0(a0)", "literal1(a0)"]
    assert len(functions.definitions) == 2


def test_the_host_passes_numbers_that_are_computed_from_sizes():
    prompt = "f(a0: f32[A, 2])\nv0 = tensor(values=[[0, A-1], [A, A-1]])\nv1 = matmul(a0, v0)\nreturn v1"
    value = frontend.parse(prompt).values[0]
    functions = LiteralFunctions({})
    assert functions.line(value, "a0") == "v0 = literal0(a0, A-1, A)"
    scope = load_module(f"{IMPORTS}\n\n\n{functions.definitions[0]}")
    made = scope["literal0"](torch.zeros(3, device=DEVICE), 6, 7)
    assert made.tolist() == [[0.0, 6.0], [7.0, 6.0]]


def test_stacked_numbers_are_a_literal_and_its_parts_are_numbers():
    stacked = "torch.stack([torch.tensor(0.25), torch.tensor(0.5), torch.tensor(0.75)])"
    whole = prompts(f"# x: f32[4, 3]\ny = {stacked} * x")
    assert whole == ["f(a0: f32[A, B], a1: f32[B])\nv0 = mul(a0, a1)\nreturn v0"]
    part = prompts(f"# x: f32[4, 3]\ny = {stacked}[1] * x")
    assert part == ["f(a0: f32[A, B])\nv0 = mul(a0, 0.5)\nreturn v0"]


def test_a_literal_of_booleans_or_one_that_is_returned_stays_in_its_region():
    masked = prompts("# x: f32[4, 3]\ny = torch.where(torch.tensor([True, False, True]), x, 0.0)")
    assert "tensor(values=[True, False, True], dtype=bool)" in masked[0]
    returned = "# x: f32[4, 3]\nw = torch.tensor([1.0, 2.0, 4.0])\ny = x * w\nreturn y, w"
    assert any("tensor(values=[1, 2, 4])" in prompt for prompt in prompts(returned))


def test_the_whole_calls_the_kernel():
    graph = frontend.parse(frontend.trace("# x: f32[4, 3]\ny = x * torch.tensor([1.0, 2.0, 4.0])").text)
    answer = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, w_ptr, y_ptr, n_elements, n_cols, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    w = tl.load(w_ptr + offsets % n_cols, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x * w, mask=mask)


def translated(a0, a1):
    a0, a1 = a0.contiguous(), a1.contiguous()
    y = torch.empty_like(a0)
    kernel[(triton.cdiv(y.numel(), 64),)](a0, a1, y, y.numel(), a1.numel(), BLOCK=64)
    return y
"""
    whole = codegen.stitch(graph, [answer])
    assert "literal0_kernel[(1,)](y, BLOCK=4)" in whole
    verdict = runtime.judge_answer(graph.text, whole)
    assert verdict.ok, verdict.reason
