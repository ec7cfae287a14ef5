"""The work of the front end grows as a program does: neither with the square of its operators, nor so deep
that Python refuses.
"""

import sys
from pathlib import Path

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton import frontend
from python_to_triton.frontend.canonicalization.positions import line_of
from python_to_triton.frontend.fake_tensors import fake_tensor
from python_to_triton.frontend.graph import topological_order
from python_to_triton.frontend.loop_runs import loop_runs
from python_to_triton.frontend.recorder import Recorder, record
from python_to_triton.frontend.values import Value

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


class _Layers(nn.Module):
    """Recurrences of layers with weights of their own."""

    def __init__(self, count):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(count))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
            h = torch.zeros(x.shape[1], x.shape[2])
            hs = []
            for t in range(x.shape[0]):
                h = torch.tanh(x[t] * h + x[t].exp())
                hs.append(h)
            x = torch.stack(hs)
        return x


def test_four_times_the_layers_with_loops_are_four_times_the_search():
    """Each layer repeats the last, and is no step of a loop over them: it has another weight."""

    def search(count):
        with torch.no_grad():
            network = _Layers(count)
            recorder = Recorder("")
            mode = FakeTensorMode(allow_non_fake_inputs=True)
            result, calls = record(network, (fake_tensor(mode, (6, 3, 4), torch.float32),), mode, recorder)
        runs = []
        work = _calls(lambda: runs.extend(loop_runs(calls, [result])))
        assert [run.count for run in runs] == [6] * count
        return work

    assert search(32) < 6 * search(8)


def test_a_long_recurrence_is_looked_through_once_for_positions():
    steps = 400
    x = Value("argument", name="a0", meta=torch.empty(3, dtype=torch.int64, device="meta"))
    for _ in range(steps):
        x = Value("add", (x, 1))
    order = topological_order([], [x])

    def ask():
        assert {line_of(one) for one in order} == {None}

    # A line that is looked for through as many operations as may be takes 1500 calls, each time.
    assert _calls(ask) < 150 * steps
