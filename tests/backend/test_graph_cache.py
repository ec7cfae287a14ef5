"""Plans on disk: the same plan comes back, for the same graph alone."""

import dataclasses
import json

import pytest
import torch
from torch.fx.experimental.proxy_tensor import make_fx

from python_to_triton.backend.aten_graphs import CallLayout, Output
from python_to_triton.backend.graph_cache import graph_key, load_plan, store_plan
from python_to_triton.backend.options import BackendOptions
from python_to_triton.backend.plans import GraphPlan, RegionPlan

RELU = "f(a0: f32[A, B])\nv0 = relu(a0)\nreturn v0"
LAYOUT = CallLayout(
    (0, 2), ("constant",), {"s0": (0, 1)}, (Output("result", 0, strides=(4, 1)), Output("size", size="s0"))
)
PLAN = GraphPlan(
    "forward",
    (RegionPlan(RELU, "def translated(a0):\n    return a0", True, "", 1e-7, 2e-7),),
    "def translated(a0):\n    return region0(a0)",
    (0,),
    LAYOUT,
    "",
    "cpu",
)


def traced(function, *shapes):
    """AOTAutograd's kind of graph: ATen operators, each node with its fake tensor."""
    inputs = [torch.empty(shape) for shape in shapes]
    module = make_fx(lambda *given: (function(*given),), tracing_mode="fake")(*inputs)
    return module


@pytest.fixture
def key():
    return graph_key(traced(torch.relu, (3, 4)), "forward", BackendOptions())


def test_a_plan_comes_back_as_it_was_kept(key):
    store_plan(key, PLAN)
    assert load_plan(key, {}) == PLAN


def test_a_plan_that_was_not_kept_is_none(key):
    assert load_plan(key, {}) is None


@pytest.mark.parametrize(
    "other",
    [
        lambda: graph_key(traced(torch.sigmoid, (3, 4)), "forward", BackendOptions()),
        lambda: graph_key(traced(torch.relu, (3, 5)), "forward", BackendOptions()),
        lambda: graph_key(traced(torch.relu, (3, 4)), "inference", BackendOptions()),
        lambda: graph_key(traced(torch.relu, (3, 4)), "forward", BackendOptions(samples=9)),
        lambda: graph_key(traced(torch.relu, (3, 4)), "forward", BackendOptions(tune=1.0)),
    ],
    ids=["operator", "shape", "kind", "options", "tune"],
)
def test_another_graph_has_another_plan(key, other):
    store_plan(key, PLAN)
    assert load_plan(other(), {}) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"key": {}}'])
def test_a_damaged_file_is_no_plan(key, own_cache, damage):
    store_plan(key, PLAN)
    (file,) = (own_cache / "graphs").glob("*.json")
    file.write_text(damage)
    assert load_plan(key, {}) is None


@pytest.mark.parametrize("damage", [[], {"layout": []}, {"layout": {"sizes": []}}, {"regions": [1]}])
def test_a_plan_of_another_form_is_none(key, own_cache, damage):
    store_plan(key, PLAN)
    (file,) = (own_cache / "graphs").glob("*.json")
    record = json.loads(file.read_text())
    record["plan"] = record["plan"] | damage if isinstance(damage, dict) else damage
    file.write_text(json.dumps(record))
    assert load_plan(key, {}) is None


def test_a_plan_for_some_sizes_alone_is_found_at_these(key):
    only = dataclasses.replace(PLAN, layout=dataclasses.replace(LAYOUT, only={"s0": 21}))
    store_plan(key, only)
    assert load_plan(key, {"s0": 34}) is None and load_plan(key, {"s0": 21}) == only
    assert only.line().endswith("1 of 1 regions in Triton, at the sizes s0 = 21 alone")
    store_plan(key, PLAN)
    assert load_plan(key, {"s0": 21}) == PLAN  # for any sizes


def test_the_file_names_what_it_depends_on(key, own_cache):
    store_plan(key, PLAN)
    (file,) = (own_cache / "graphs").glob("*.json")
    record = json.loads(file.read_text())
    assert {"graph", "tensors", "options", "weights", "search_code"} <= record["key"].keys()
    options = {"samples": 8, "seconds": 20.0, "tune": 0.0, "fastest": False}
    assert record["key"]["options"] == options


def test_constants_of_another_shape_have_another_plan():
    def key_of(values):
        module = traced(lambda x: x * torch.tensor(values), (3, 4))
        assert any(node.op == "get_attr" for node in module.graph.nodes)
        return graph_key(module, "forward", BackendOptions())

    assert key_of([1.0] * 4) == key_of([2.0] * 4)  # their values are arguments of a plan
    assert key_of([1.0] * 4) != key_of([[1.0] * 4])
