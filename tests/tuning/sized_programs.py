"""A program with sizes of its own, a right answer to it, and wrong ones with what their verdicts say."""

from python_to_triton import frontend

PROGRAM = """
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.randn(width))

    def forward(self, x):
        return torch.relu(x) * self.scale


def get_inputs():
    return [torch.randn(96, 512)]


def get_init_inputs():
    return [512]
"""
ANSWER = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, w_ptr, y_ptr, n, width, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    w = tl.load(w_ptr + offsets % width, mask=offsets < n, other=0.0)
    tl.store(y_ptr + offsets, tl.maximum(x, 0.0) * w, mask=offsets < n)


def translated(x, w):
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 1024),)](x, w, y, x.numel(), w.numel(), BLOCK=1024)
    return y
"""
WITHOUT_LAUNCH = "\n".join(line for line in ANSWER.split("\n") if "kernel[" not in line)
SMALL_GRID = ANSWER.replace("(triton.cdiv(x.numel(), 1024),)", "(min(triton.cdiv(x.numel(), 1024), 16),)")
WRONG = {  # what is wrong -> (answer, words of its verdict)
    "another function": (ANSWER.replace("tl.maximum(x, 0.0)", "tl.abs(x)"), "exceeds tolerance"),
    "right only where it is small": (SMALL_GRID, "instead of"),
    "another shape": (ANSWER.replace("return y", "return y.view(-1)"), "returns (49152,)"),
    "no kernel": (WITHOUT_LAUNCH, "launches no kernel"),
    "torch computes": (ANSWER.replace("return y", "return y + 0"), "torch computes"),
    "an argument that it writes to": (
        ANSWER.replace("y = torch.empty_like(x)", "y = x"),
        "changes argument 0",
    ),
    "an exception": (ANSWER.replace("return y", "return y[7, 1000]"), "line 17: IndexError"),
}


def call_for(answer: str, program: str = PROGRAM, **more) -> dict:
    """The arguments of tuning.judge_at_own_sizes for an answer to a program."""
    graph = frontend.trace(program)
    return {
        "prompt": graph.text,
        "sizes": graph.sizes,
        "answer": answer,
        "origins": [argument.origin for argument in graph.arguments],
        "program": program,
    } | more
