"""Files that draw random numbers: judged element by element against the program that draws the same."""

import pytest

from python_to_triton.codegen import pytorch_code, stitch
from python_to_triton.codegen.backward import answered_backward
from python_to_triton.frontend import regions, trace, traced_modes
from python_to_triton.frontend.backward_graph import backward_graph
from python_to_triton.runtime.judging import judge_file
from python_to_triton.runtime.options import TranslationOptions

DROPOUT = """
import torch
import torch.nn as nn

class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, 16)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        return self.dropout(torch.relu(self.linear(x)))

def get_inputs():
    return [torch.randn(5, 8)]

def get_init_inputs():
    return [8]
"""

NOISE = """
import torch
import torch.nn as nn
import torch.nn.functional as F

def noisy(x):
    y = x + torch.empty_like(x).normal_(0.5, 0.3) * torch.rand(x.shape[0], 1)
    return F.alpha_dropout(y, 0.2, True) + F.gumbel_softmax(x) * torch.bernoulli(torch.sigmoid(x))

def get_inputs():
    return [torch.randn(5, 8)]
"""

OPTIONS = TranslationOptions(partial=True, backward=True)


def written_with_backward(text):
    """The module of all modes, whose regions PyTorch computes."""
    graphs = traced_modes(text, partial=True)
    answers = [[pytorch_code(part.graph) for part in regions(graph)] for graph in graphs]
    made = [backward_graph(graph) for graph in graphs]
    backwards = [answered_backward(each, [None] * len(regions(each.graph))) for each in made]
    evaluation = (graphs[1], answers[1]) if len(graphs) > 1 else None
    return stitch(graphs[0], answers[0], evaluation, backwards=backwards)


@pytest.mark.parametrize("text", [DROPOUT, NOISE], ids=["dropout", "noise"])
def test_a_file_computes_and_differentiates_what_the_program_does(text):
    verdict, outcomes = judge_file(text, written_with_backward(text), OPTIONS)
    assert verdict.ok, verdict.reason
    gradient = next(one for one in outcomes if one.label == "with a gradient wanted")
    assert (gradient.outcome, gradient.reason) == ("right", "")


@pytest.mark.parametrize(
    "before, after",
    [
        ("0.9, 1.1111111111111112", "0.8, 1.1111111111111112"),  # another share
        ("0.9, 1.1111111111111112", "0.9, 1.0"),  # another scale
        ("device=device).random_()", "device=device).fill_(7)"),  # always the same numbers
        ("tl.rand(seed, offsets)", "tl.rand(seed, offsets // 2)"),  # neighbours alike
    ],
)
def test_a_file_that_draws_otherwise_fails(before, after):
    source = written_with_backward(DROPOUT)
    assert before in source
    assert not judge_file(DROPOUT, source.replace(before, after), OPTIONS)[0].ok


def test_the_header_says_whose_numbers_they_are():
    graph = trace(DROPOUT, partial=True)
    source = stitch(graph, [pytorch_code(part.graph) for part in regions(graph)])
    assert "It draws random numbers by Philox 4x32-10" in source
    assert source.count("def drawn(") == 1
