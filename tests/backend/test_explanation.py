"""What `explain` says where PyTorch computes, and how a report reads."""

import pytest
import torch
import torch.nn as nn

from python_to_triton.backend import compilation
from python_to_triton.backend.explanation import GraphReport, RegionReport, explain_model
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
