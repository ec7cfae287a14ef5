"""torch.compile with the backend: the same numbers as eager, whoever computes them."""

import tomllib
from pathlib import Path

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._dynamo.exc import BackendCompilerFailed

from python_to_triton.backend import compilation, compile_graph

PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


class Perceptron(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = nn.Linear(12, 20)
        self.norm = nn.LayerNorm(20)
        self.narrow = nn.Linear(20, 5)

    def forward(self, x):
        return self.narrow(F.gelu(self.norm(self.wide(x)))).log_softmax(-1)


def gradients(model, function, x):
    """The output of `function`, and the gradient of its sum of squares by x and each parameter."""
    x = x.clone().requires_grad_()
    output = function(x)
    wanted = [x, *model.parameters()]
    return [output, *torch.autograd.grad(output.square().sum(), wanted)]


@pytest.mark.parametrize("dynamic", [False, True])
def test_outputs_and_gradients_are_those_of_eager(dynamic):
    torch.manual_seed(0)
    model = Perceptron()
    compiled = torch.compile(model, backend=compile_graph, dynamic=dynamic, options={"samples": 0})
    for rows in (3, 7):
        x = torch.randn(rows, 12)
        for ours, eager in zip(gradients(model, compiled, x), gradients(model, model, x), strict=True):
            torch.testing.assert_close(ours, eager)


def test_a_graph_without_an_answer_may_be_inductors(monkeypatch):
    torch.manual_seed(0)
    model = Perceptron()
    asked = []

    def by_inductor(module, examples):
        asked.append(module)
        return None  # as where Inductor does not compile it: PyTorch computes the graph

    monkeypatch.setattr(compilation, "_by_inductor", by_inductor)
    compiled = torch.compile(model, backend=compile_graph, options={"samples": 0, "remainder": "inductor"})
    x = torch.randn(3, 12)
    for ours, eager in zip(gradients(model, compiled, x), gradients(model, model, x), strict=True):
        torch.testing.assert_close(ours, eager)
    assert len(asked) == 2


def test_a_fault_of_ours_is_named_and_costs_no_program(monkeypatch, caplog):
    def fails(regions, options):
        raise KeyError("a region")

    monkeypatch.setattr(compilation, "INTERPRETER_REQUESTED", True)
    monkeypatch.setattr(compilation, "answer_regions", fails)
    torch.manual_seed(0)
    model = Perceptron()
    x = torch.randn(3, 12)
    with caplog.at_level("WARNING", logger=compilation.__name__):
        ours = gradients(model, torch.compile(model, backend=compile_graph), x)
    for one, eager in zip(ours, gradients(model, model, x), strict=True):
        torch.testing.assert_close(one, eager)
    assert [record.getMessage().split(" graph")[0] for record in caplog.records] == [
        "the forward",
        "the backward",
    ]


def test_the_entry_point_names_the_backend():
    entry = tomllib.loads(PYPROJECT.read_text())["project"]["entry-points"]["torch_dynamo_backends"]
    assert entry == {"python_to_triton": f"{compile_graph.__module__}:{compile_graph.__name__}"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sample": 8}, "no option 'sample'"),
        ({"remainder": "eager"}, "remainder is pytorch or inductor"),
        ({"samples": -1}, "samples is a number"),
        ({"samples": True}, "samples is a number"),
        ({"seconds": "1"}, "seconds is a time"),
        ({"seconds": float("nan")}, "seconds is a time"),
        ({"seconds": False}, "seconds is a time"),
        ({"tune": -1}, "tune is a number of seconds"),
        ({"tune": float("inf")}, "tune is a number of seconds"),
        ({"tune": True}, "tune is a number of seconds"),
        ({"tune": 1, "fastest": 1}, "fastest is True or False"),
        ({"fastest": True}, "fastest needs times: set tune"),
    ],
)
def test_a_wrong_option_is_named(options, message):
    with pytest.raises(ValueError, match=message):
        compile_graph(None, [], options=options)


@pytest.mark.parametrize(
    "given", [{}, {"mode": None}, {"mode": "default"}, {"mode": "reduce-overhead"}, {"options": {}}]
)
def test_what_torch_compile_takes_without_a_word_goes_on_working(monkeypatch, given):
    monkeypatch.setattr(compilation, "INTERPRETER_REQUESTED", False)
    x = torch.randn(3, 5)
    assert torch.equal(torch.compile(torch.abs, backend=compile_graph, **given)(x), x.abs())


@pytest.mark.parametrize("mode", ["max-autotune", "max-autotune-no-cudagraphs"])
def test_a_mode_of_another_backend_is_refused(mode):
    words = f"the backend has no mode '{mode}'; it has default and reduce-overhead, and options: samples, sec"
    with pytest.raises(BackendCompilerFailed, match=words):
        torch.compile(torch.abs, backend=compile_graph, mode=mode)(torch.randn(3, 5))
