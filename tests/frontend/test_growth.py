"""The work of the front end grows as a program does: neither with the square of its operators, nor so deep
that Python refuses.
"""

import sys
from pathlib import Path

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F

from python_to_triton import frontend

_OWN_FILES = str(Path(frontend.__file__).parent)


def _calls(function, *arguments):
    """How many calls the code of the front end makes, built-in functions among them, while one of them runs:
    work that no clock has to measure.
    """
    count = 0

    def count_call(frame, event, argument):
        nonlocal count
        is_call = event in ("call", "c_call")
        count += is_call and frame.f_code.co_filename.startswith(_OWN_FILES)

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        function(*arguments)
    finally:
        sys.setprofile(before)
    return count


def _prompts(program, inputs):
    graph = frontend.trace(program, inputs, partial=True, loops=True)
    return graph, [region.graph.text for region in frontend.regions(graph)]


def _chain(count):
    """A program of `count` pointwise operations, each of the result before."""
    return "\n".join(f"x = {'torch.sin(x)' if i % 2 else 'x * 1.5'}" for i in range(count))


class _TransformerLayer(nn.Module):
    """A layer of a transformer."""

    def __init__(self, width):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.qkv = nn.Linear(width, 3 * width)
        self.project = nn.Linear(width, width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x_BTC):
        B, T, C = x_BTC.shape
        parts = self.qkv(self.norms[0](x_BTC)).chunk(3, -1)
        q, k, v = (part.view(B, T, 2, C // 2).transpose(1, 2) for part in parts)
        mixed = (q @ k.mT * (C // 2) ** -0.5).softmax(-1) @ v
        x_BTC = x_BTC + self.project(mixed.transpose(1, 2).reshape(B, T, C))
        return x_BTC + self.down(F.gelu(self.up(self.norms[1](x_BTC))))


def _network(operators):
    """A network of about so many operators."""
    return nn.Sequential(*(_TransformerLayer(8) for _ in range(operators // 20))).eval()


@pytest.mark.parametrize("made, shape", [(_chain, (4, 6)), (_network, (2, 5, 8))], ids=["chain", "network"])
def test_four_times_the_operators_are_four_times_the_work(made, shape):
    inputs = [torch.randn(shape)]
    _prompts(made(100), inputs)  # what the first trace of a process loads
    work = {n: _calls(_prompts, made(n), inputs) for n in (100, 400)}

    assert work[400] < 4.5 * work[100], work


def test_a_chain_may_be_deeper_than_python_calls():
    count = sys.getrecursionlimit() + 100
    graph, prompts = _prompts(f"{_chain(count)}\ny = x.sum(-1)", [torch.randn(3, 5)])
    assert len(graph.values) == count + 1
    assert frontend.small_sizes(graph, 0).keys() == {"A", "B"}
    assert sum(prompt.count(" = ") for prompt in prompts) == count + 1
