"""Plans whose regions are timed: the fastest answer is taken that the judge verifies, or PyTorch."""

import re
from types import SimpleNamespace

import pytest
import torch
import torch.nn as nn

from python_to_triton import codegen, frontend
from python_to_triton.backend import compilation, timed_plans
from python_to_triton.backend.options import BackendOptions
from python_to_triton.backend.plans import RegionPlan
from python_to_triton.runtime import tuned_regions
from python_to_triton.runtime.candidates import RegionCandidates
from python_to_triton.verification import Verdict

PROMPT = "f(a0: f32[A, B])\nv0 = relu(a0)\nreturn v0"
TORCH_MS = 0.5


def a_plan():
    """The plan of PROMPT, with an answer."""
    return RegionPlan(PROMPT, codegen.source_by_rules(PROMPT), True, "", 0.0, 1.0)


def a_region(size=40):
    """PROMPT at a size."""
    return RegionCandidates(PROMPT, {"A": size, "B": 50})


@pytest.fixture
def clock(monkeypatch):
    """Stands for a GPU and its judge: the answer with other warps takes `ms`; `timed` lists regions."""
    judge = SimpleNamespace(ms=0.25, ok=True, timed=[], wrong="")

    def tuning_result(region, answers, seconds, compiled, on_progress):
        judge.timed.append((region.sizes, seconds))
        other = re.sub(r"num_warps=\d+", "num_warps=1", answers[0]) + "\n# other warps"
        usual = {"answer": 0, "text": answers[0], "numbers": "as written", "ms": 1.0}
        found = {"answer": 0, "text": other, "numbers": "num_warps 4 -> 1", "ms": judge.ms}
        times = {"torch_ms": TORCH_MS, "seconds": 1.0, "stages": {}}
        return {
            "ok": judge.ok,
            "reason": "no room",
            "wrong": judge.wrong,
            "finalists": [found, usual],
        } | times

    def submit(prompt, text):
        return SimpleNamespace(result=lambda: Verdict(True, "", 0.25, 2.0, 1, 0.0))

    translator = SimpleNamespace(
        cache=None, on_progress=lambda text: None, judges=SimpleNamespace(submit=submit)
    )
    monkeypatch.setattr(timed_plans, "released_translator", lambda: translator)
    monkeypatch.setattr(tuned_regions, "tuning_result", tuning_result)
    return judge


def plans_of(regions, **options):
    """The plans of regions, timed."""
    given = [a_plan()] * len(regions)
    plans, _ = timed_plans.timed_plans(regions, given, BackendOptions(tune=2.0, **options))
    return plans


def test_the_fastest_verified_answer_is_taken(clock):
    [plan] = plans_of([a_region()])
    assert plan.is_ours and plan.source.endswith("# other warps")
    assert (plan.error, plan.tolerance) == (0.25, 2.0), "of the verdict on the text that is taken"
    assert clock.timed == [({"A": 40, "B": 50}, 2.0)]


def test_equal_regions_are_timed_once_and_others_at_their_own_sizes(clock):
    plans = plans_of([a_region(), a_region(7), a_region()])
    assert [sizes["A"] for sizes, _ in clock.timed] == [40, 7] and len(plans) == 3


def test_a_region_that_cannot_be_timed_keeps_its_answer(clock, caplog):
    clock.ok = False
    given = BackendOptions(tune=2.0)
    assert timed_plans.timed_plans([a_region()], [a_plan()], given) == ((a_plan(),), False)
    assert "is not timed: no room" in caplog.text


def test_an_answer_that_is_wrong_at_its_own_sizes_is_exchanged(clock):
    clock.ok, clock.wrong = False, "error 3 exceeds tolerance 1"
    [plan] = plans_of([a_region()])
    assert not plan.is_ours and "error 3 exceeds tolerance 1" in plan.reason


def test_a_region_of_unknown_sizes_or_without_a_kernel_is_not_timed(clock):
    views = RegionPlan(PROMPT, "def translated(a0):\n    return a0", True)
    by_pytorch = RegionPlan(PROMPT, "def translated(a0):\n    return torch.relu(a0)")
    regions = [RegionCandidates(PROMPT), a_region(), a_region()]
    given = (a_plan(), views, by_pytorch)
    assert timed_plans.timed_plans(regions, given, BackendOptions(tune=2.0)) == (given, True)
    assert not clock.timed


def test_what_pytorch_computes_faster_is_left_to_it_where_that_is_wanted(clock):
    clock.ms = 2 * TORCH_MS
    assert plans_of([a_region()])[0].is_ours
    [plan] = plans_of([a_region()], fastest=True)
    assert not plan.is_ours and "torch.relu" in plan.source
    assert plan.reason == "eager PyTorch is faster: 0.5 ms against 1 ms"
    clock.ms = TORCH_MS / 2
    assert plans_of([a_region()], fastest=True)[0].is_ours


class ByPyTorch:
    """Stands for a GraphRunner: PyTorch computes the graph."""

    compiled = None

    def __init__(self, plan, module, check, store, repeats):
        self.plan = plan
        self.module = module

    def __call__(self, *arguments):
        return self.module.forward(*arguments)


@pytest.mark.parametrize("dynamic", [False, True])
def test_regions_are_timed_at_the_sizes_of_the_call(monkeypatch, dynamic):
    """Also where a graph with free sizes was traced at others."""
    heard = []

    def listen(regions, plans, options):
        heard.extend(region.sizes for region in regions)
        return tuple(plans), True

    monkeypatch.setattr(compilation, "timed_plans", listen)
    monkeypatch.setattr(compilation, "answer_regions", lambda regions, options: [a_plan()] * len(regions))
    monkeypatch.setattr(compilation, "INTERPRETER_REQUESTED", True)
    monkeypatch.setattr(compilation, "_device_of", lambda module: torch.device("cuda"))
    monkeypatch.setattr(compilation, "GraphRunner", ByPyTorch)

    def backend(module, examples):
        return compilation.compile_dynamo_graph(module, examples, BackendOptions(samples=0, tune=1.0))

    with torch.no_grad():
        torch.compile(nn.ReLU(), backend=backend, dynamic=dynamic)(torch.randn(34, 57))
    assert [sorted(sizes.values()) for sizes in heard] == [[34, 57]]


def test_a_fault_in_what_makes_plans_faster_costs_no_answer(monkeypatch, caplog):
    def fail(regions, plans, options):
        raise RuntimeError("the helper process does not start")

    monkeypatch.setattr(compilation, "timed_plans", fail)
    given = (a_plan(),)
    device = torch.device("cuda")
    graph, options = frontend.parse(PROMPT), BackendOptions(tune=1.0)
    arguments = (graph, (), (), given, (torch.ones(3, 5),), options, device, False)
    faster = compilation._made_faster(*arguments)
    assert faster == (given, False), "and the plan is not kept on disk"
    assert "the helper process does not start" in caplog.text


def test_a_graph_on_another_gpu_is_not_timed(monkeypatch, caplog):
    asked = []
    suited = lambda plans, regions, device: asked.append(device) or plans
    monkeypatch.setattr(compilation, "with_suited_launches", suited)
    graph, options, device = frontend.parse(PROMPT), BackendOptions(tune=1.0), torch.device("cuda:1")
    plans = (a_plan(),)
    found = compilation._made_faster(graph, (), (), plans, (torch.ones(3, 5),), options, device, False)
    assert found == (plans, True) and asked == [device] and "on the first GPU" in caplog.text


@pytest.mark.parametrize("is_free", [False, True])
def test_blocks_suit_sizes_that_do_not_change(monkeypatch, is_free):
    heard = []
    suited = lambda plans, regions, device: heard.extend(regions) or plans
    monkeypatch.setattr(compilation, "with_suited_launches", suited)
    graph = frontend.trace("# x: f32[3, 5]\ny = x.relu()")
    arguments = (frontend.regions(graph), (), (a_plan(),), (torch.ones(30, 50),))
    compilation._made_faster(graph, *arguments, BackendOptions(), torch.device("cuda"), is_free)
    assert [list(region.sizes.values()) for region in heard] == ([[]] if is_free else [[30, 50]])
