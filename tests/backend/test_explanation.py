"""What `explain` says where PyTorch computes, and how a report reads."""

import gc
import types
import weakref

import pytest
import torch
import torch.nn as nn
from patching import patch_everywhere

from python_to_triton.backend import compilation
from python_to_triton.backend.explanation import GraphReport, RegionReport, explain_model, report_graph
from python_to_triton.backend.plans import GraphPlan, RegionPlan


def test_a_graph_that_pytorch_computes_says_why(monkeypatch):
    monkeypatch.setattr(compilation, "INTERPRETER_REQUESTED", False)
    explanation = explain_model(nn.Linear(3, 2), (torch.randn(4, 3),))
    assert [graph.plan.kind for graph in explanation.graphs] == ["forward", "backward"]
    assert explanation.ours == 0 and "TRITON_INTERPRET=1" in str(explanation)
    assert "No times" in explanation.note


def test_without_a_gradient_there_is_no_backward(monkeypatch):
    monkeypatch.setattr(compilation, "INTERPRETER_REQUESTED", False)
    with torch.no_grad():
        explanation = explain_model(torch.sigmoid, (torch.randn(4),))
    assert [graph.plan.kind for graph in explanation.graphs] == ["inference"]


def test_a_report_names_operations_times_and_reasons():
    prompt = "f(a0: f32[A, B])\nv0 = relu(a0)\nv1 = mul(v0, 2)\nreturn v1"
    region = RegionPlan(prompt, "", True)
    other = RegionPlan(prompt.replace("relu", "i0"), "", False, "its candidate failed: wrong by 3")
    plan = GraphPlan("forward", (region, region, other))
    report = GraphReport(
        plan,
        (
            RegionReport(region.summary, prompt, "Triton", "verified", 2, 0.5, 0.75),
            RegionReport(other.summary, other.prompt, "PyTorch", other.reason),
        ),
    )
    lines = str(report).splitlines()
    assert lines[0] == "forward: 2 of 3 regions in Triton, 1 by PyTorch"
    assert "relu, mul (x2)" in lines[1] and "0.500 ms, PyTorch 0.750 ms" in lines[1]
    assert lines[2].split() == "PyTorch i0, mul its candidate failed: wrong by 3".split()


def test_an_option_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="no option"):
        explain_model(torch.sigmoid, (torch.randn(4),), {"tries": 3})


@pytest.fixture
def by_pytorch(monkeypatch):
    """No answer is looked for."""
    monkeypatch.setattr(compilation, "INTERPRETER_REQUESTED", False)


def test_a_layer_that_a_function_refers_to_has_its_backward(by_pytorch):
    layer = nn.Linear(3, 2)
    explanation = explain_model(lambda x: layer(x).sin(), [torch.randn(4, 3)])
    assert [graph.plan.kind for graph in explanation.graphs] == ["forward", "backward"]
    assert layer.weight.grad is None and layer.bias.grad is None, "nothing is accumulated"


def test_what_was_computed_before_keeps_its_graph(by_pytorch):
    leaf = torch.randn(3, requires_grad=True)
    given = leaf.exp()
    explanation = explain_model(torch.sigmoid, [given])
    assert [graph.plan.kind for graph in explanation.graphs] == ["forward", "backward"]
    assert leaf.grad is None
    given.sum().backward()
    assert torch.equal(leaf.grad, given)


def test_a_model_is_as_before(by_pytorch):
    model = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    explain_model(model, [torch.randn(4, 3)])
    assert all(torch.equal(tensor, before[name]) for name, tensor in model.state_dict().items())
    assert all(parameter.grad is None for parameter in model.parameters())


def test_no_tensor_lives_on(by_pytorch):
    """Dynamo keeps what it compiled, but not what it was called with."""
    x = torch.randn(4, 3, requires_grad=True)
    lives = weakref.ref(x)
    explain_model(nn.Linear(3, 2), [x])
    del x
    gc.collect()
    assert lives() is None


def test_every_explanation_is_a_whole_one(by_pytorch):
    """Beyond Dynamo's limit on compilations of one function too; the user's own stay possible."""

    def broken(x):
        x = x.sin()
        torch._dynamo.graph_break()
        return x.cos()

    model = nn.Linear(3, 2)
    kinds = []
    for _ in range(torch._dynamo.config.recompile_limit + 2):
        kinds.append([graph.plan.kind for graph in explain_model(model, [torch.randn(4, 3)]).graphs])
        assert len(explain_model(broken, [torch.randn(3)]).graphs) == 2
    assert all(one == ["forward", "backward"] for one in kinds), kinds
    compiled = []
    own = lambda module, inputs: compiled.append(module) or module.forward
    torch.compile(model, backend=own)(torch.randn(4, 3))
    assert len(compiled) == 1


RELU = "f(a0: f32[A])\nv0 = relu(a0)\nreturn v0"


class Compiled:
    """In the place of a CompiledGraph: each region is called once, with a tensor of its own size."""

    def __init__(self, functions):
        self.functions = functions

    def observe(self, arguments, observer):
        for size, (region, function) in enumerate(self.functions.items(), 1):
            given = (torch.randn(size),)
            observer(region, function, given, None)


def reported(monkeypatch, functions):
    """The regions of the report of a graph that is said to be on a GPU, timed here."""
    patch_everywhere(monkeypatch, "cold_cache_times", lambda function, count, _: [function()] * count)
    patch_everywhere(monkeypatch, "pytorch_plan", lambda prompt, _: RegionPlan(prompt, "translated = len"))
    plan = GraphPlan("forward", tuple(functions), device="cuda:0")
    return report_graph(types.SimpleNamespace(plan=plan, compiled=Compiled(functions)), []).regions


def test_regions_of_one_prompt_with_other_answers_have_lines_of_their_own(monkeypatch):
    first = RegionPlan(RELU, "first", True, error=1e-7, tolerance=1e-6)
    second = RegionPlan(RELU, "second", True, error=2e-7, tolerance=1e-6)
    functions = {first: lambda x: 7.0, second: lambda x: 8.0}
    regions = reported(monkeypatch, functions)
    assert [(one.count, one.ours_ms) for one in regions] == [(1, 7.0), (1, 8.0)]
    assert "1.0e-07" in regions[0].why and "2.0e-07" in regions[1].why


def test_what_could_not_be_timed_says_why(monkeypatch):
    def fails(x):
        raise torch.OutOfMemoryError("no room")

    [region] = reported(monkeypatch, {RegionPlan(RELU, "first", True): fails})
    assert region.ours_ms is None and region.pytorch_ms is not None
    assert region.why.endswith("; not timed: ours_ms: OutOfMemoryError: no room")
