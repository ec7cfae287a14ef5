"""Loops in the written file: what a step computes stands once, whatever the length."""

import re

import pytest
import torch
import torch.nn as nn
from program_support import as_torch

from python_to_triton import codegen, frontend

RECURRENT = """
import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, features, hidden):
        super().__init__()
        self.rnn = nn.GRU(features, hidden, batch_first=True, bidirectional=True)

    def forward(self, x):
        y, h = self.rnn(x)
        return y.relu(), h

def get_inputs():
    return [torch.randn(3, 7, 4)]

def get_init_inputs():
    return [4, 5]
"""

FILTER = """
import torch

def smoothed(x, state, gain: float = 0.3):
    levels = torch.empty(x.shape[0], x.shape[1] - 1)
    for step in range(1, x.shape[1]):
        state = state + gain * (x[:, step] - x[:, step - 1] - state)
        levels[:, step - 1] = state
    return levels, state

def get_inputs():
    return [torch.randn(3, 8), torch.randn(3)]
"""


WALK = """
import torch

def walked(x, step):
    for t in range(x.shape[0]):
        step = step * 0.5 + x[t]
    return step

def get_inputs():
    return [torch.randn(6, 3), torch.randn(3)]
"""


def stitched(text):
    graph = frontend.trace(text, loops=True)
    return codegen.stitch(graph, [as_torch(region.graph) for region in frontend.regions(graph)])


def module_of(source, tmp_path):
    path = tmp_path / "written.py"
    path.write_text(source)
    namespace = {"__name__": "written"}
    exec(compile(source, str(path), "exec"), namespace)
    return namespace


def test_a_recurrent_layer_is_a_loop_of_a_host_function(tmp_path):
    source = stitched(RECURRENT)
    assert source.count("for step in range(B):") == 2
    names = module_of(source, tmp_path)
    model = names["ModelNew"](4, 5)
    layer = nn.GRU(4, 5, batch_first=True, bidirectional=True)
    layer.load_state_dict({key.removeprefix("rnn."): value for key, value in model.state_dict().items()})
    for length in (1, 2, 7, 19):
        x = torch.randn(2, length, 4)
        with torch.no_grad():
            y, h = layer(x)
            found = model(x)
        torch.testing.assert_close(found, (y.relu(), h), rtol=1e-5, atol=1e-6)


def test_a_loop_that_begins_later_checks_its_length(tmp_path):
    source = stitched(FILTER)
    assert re.search(r"for step in range\(B-1\):", source), source
    names = module_of(source, tmp_path)
    original = {}
    exec(FILTER, original)
    for length in (2, 3, 20):
        x, state = torch.randn(4, length), torch.randn(4)
        torch.testing.assert_close(names["smoothed"](x, state), original["smoothed"](x, state))
    with pytest.raises(ValueError, match="this translation is for B >= 2"):
        names["smoothed"](torch.randn(4, 1), torch.randn(4))
    with pytest.raises(ValueError, match="state is f32"):
        names["smoothed"](torch.randn(4, 9), torch.randn(5))


def test_a_counter_is_no_name_of_the_program(tmp_path):
    source = stitched(WALK)
    original = {}
    exec(WALK, original)
    x, step = torch.randn(9, 3), torch.randn(3)
    torch.testing.assert_close(module_of(source, tmp_path)["walked"](x, step), original["walked"](x, step))


def test_a_backward_of_a_loop_is_refused():
    graph = frontend.trace(FILTER, loops=True)
    with pytest.raises(frontend.GraphError, match="a program with a loop is translated forward only"):
        frontend.backward_graph(graph)
