"""The first call compares each answer with float64, and hands to rules or to PyTorch what is wrong."""

import dataclasses

import pytest
import torch
from convolution_answer import CHOICE
from convolution_answer import KERNEL as CONVOLUTION

from python_to_triton import codegen, frontend
from python_to_triton.backend.aten_graphs import CallLayout, Output
from python_to_triton.backend.compiled_graph import CompiledGraph, renamed_entry
from python_to_triton.backend.graph_runner import GraphRunner, wrong_regions
from python_to_triton.backend.plans import GraphPlan, RegionPlan
from python_to_triton.backend.region_answers import pytorch_plan

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
DOUBLE = "f(a0: f32[A, B])\nv0 = mul(a0, 2)\nreturn v0"
ENTRY = "def translated(a0):\n    v0 = region0(a0)\n    return (v0,)"
LAYOUT = CallLayout((0,), (), {}, (Output("result", 0),))

KERNEL = """\
@triton.jit
def scale_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(y_ptr + offsets, x * FACTOR, mask=mask)


def translated(a0):
    y = torch.empty_like(a0)
    n = a0.numel()
    scale_kernel[(triton.cdiv(n, 64),)](a0, y, n, BLOCK=64)
    return y
"""


def plan_with(factor):
    answer = KERNEL.replace("FACTOR", factor)
    return GraphPlan("forward", (RegionPlan(DOUBLE, answer, True),), ENTRY, (0,), LAYOUT, device=DEVICE)


def module():
    """AOTAutograd's graph: it doubles."""
    return torch.fx.symbolic_trace(lambda tensor: [tensor * 2])


@pytest.fixture
def x():
    torch.manual_seed(0)
    return torch.randn(5, 30).to(DEVICE)


@pytest.fixture
def no_rules(monkeypatch):
    """No region has an answer by rules."""
    monkeypatch.setattr("python_to_triton.codegen.source_by_rules", lambda prompt: "")


def test_a_right_answer_is_kept_and_marked_as_checked(x):
    kept = []
    runner = GraphRunner(plan_with("2.0"), module(), True, kept.append)
    (y,) = runner(x)
    assert torch.equal(y, x * 2) and runner.plan.ours == 1
    assert [plan.checked for plan in kept] == [True]


def test_a_wrong_answer_is_exchanged_for_what_rules_write(x):
    kept = []
    runner = GraphRunner(plan_with("2.001"), module(), True, kept.append)
    assert torch.equal(runner(x)[0], x * 2)
    [region] = kept[0].regions
    assert region.is_ours and not region.reason and region.source == codegen.source_by_rules(DOUBLE)


def test_what_rules_write_is_judged_like_any_answer(x, monkeypatch):
    monkeypatch.setattr(
        "python_to_triton.codegen.source_by_rules", lambda prompt: KERNEL.replace("FACTOR", "2.002")
    )
    runner = GraphRunner(plan_with("2.001"), module(), True, [].append)
    assert torch.equal(runner(x)[0], x * 2) and runner.compiled is None


def test_where_none_can_be_judged_pytorch_computes_the_region_and_no_more(x, monkeypatch):
    def judge(prompt, source):
        raise OSError("no process can be started")

    monkeypatch.setattr("python_to_triton.backend.region_answers.judge_answer", judge)
    square = "f(a0: f32[A, B])\nv0 = square(a0)\nreturn v0"
    right = RegionPlan(square, KERNEL.replace("x * FACTOR", "x * x"), True)
    entry = "def translated(a0):\n    v0 = region0(a0)\n    v1 = region1(v0)\n    return (v1,)"
    plan = plan_with("1.99")
    plan = dataclasses.replace(plan, regions=(*plan.regions, right), entry=entry)
    runner = GraphRunner(plan, torch.fx.symbolic_trace(lambda a: [(a * 2) ** 2]), True, [].append)
    torch.testing.assert_close(runner(x)[0], (x * 2) ** 2)
    assert [region.is_ours for region in runner.plan.regions] == [False, True]
    assert runner.plan.regions[0].reason.endswith("was not judged: OSError: no process can be started")


def test_a_wrong_answer_is_handed_to_pytorch_before_its_result_is_used(x, no_rules):
    kept = []
    runner = GraphRunner(plan_with("2.001"), module(), True, kept.append)
    (y,) = runner(x)
    assert torch.equal(y, x * 2) and runner.compiled is None
    assert kept[0].ours == 0 and "wrong at the graph's own sizes" in kept[0].regions[0].reason


def test_what_a_wrong_answer_spoils_is_compared_after_it_is_handed_over(x, no_rules):
    """The first region's answer has the wrong shape, so that the second one's does not fit."""
    cut = RegionPlan(
        "f(a0: f32[A, B])\nv0 = slice(a0, dim=-1, end=7)\nreturn v0",
        KERNEL.replace("x * FACTOR", "x")
        .replace("empty_like(a0)", "empty_like(a0[:, :6])")
        .replace("n = a0.numel()", "n = y.numel()"),
        True,
    )
    added = RegionPlan(
        "f(a0: f32[A, B], a1: f32[A, B])\nv0 = add(a0, a1)\nreturn v0",
        KERNEL.replace("x * FACTOR", "x * 3").replace("translated(a0)", "translated(a0, a1)"),
        True,
    )
    calls = ["v0 = region0(a0)", "v1 = a0[:, :7]", "v2 = region1(v0, v1)", "return (v2,)"]
    entry = "\n    ".join(["def translated(a0):", *calls])
    plan = dataclasses.replace(plan_with("2.0"), regions=(cut, added), entry=entry)
    runner = GraphRunner(plan, torch.fx.symbolic_trace(lambda a: [a[:, :7] * 2]), True, [].append)
    torch.testing.assert_close(runner(x)[0], x[:, :7] * 2)
    assert [region.is_ours for region in runner.plan.regions] == [False, False]


def test_a_call_without_elements_is_no_comparison(x, no_rules):
    kept = []
    runner = GraphRunner(plan_with("2.001"), module(), True, kept.append)
    assert runner(x[:0])[0].shape == (0, 30) and not kept
    assert torch.equal(runner(x)[0], x * 2) and kept[0].ours == 0


def test_a_text_that_the_allow_list_refuses_is_not_executed(x):
    forged = dataclasses.replace(plan_with("2.0").regions[0], source="import os\nos.remove('x')")
    runner = GraphRunner(dataclasses.replace(plan_with("2.0"), regions=(forged,)), module(), True, list)
    assert runner.compiled is None and "refused" in runner.plan.reason
    assert torch.equal(runner(x)[0], x * 2)


def test_only_the_wrong_region_is_named(x, no_rules):
    square = "f(a0: f32[A, B])\nv0 = square(a0)\nreturn v0"
    right = RegionPlan(square, KERNEL.replace("x * FACTOR", "x * x"), True)
    entry = "def translated(a0):\n    v0 = region0(a0)\n    v1 = region1(v0)\n    return (v1,)"
    plan = plan_with("1.99")
    plan = dataclasses.replace(plan, regions=(*plan.regions, right), entry=entry)
    wrong = wrong_regions(CompiledGraph(plan, module()), [x])
    assert [region.prompt for region in wrong] == [DOUBLE] and frontend.parse(DOUBLE).arity == 1


@pytest.mark.parametrize("allowed", [True, False])
def test_an_answer_may_lose_by_tf32_what_the_user_allows(allowed):
    prompt = "f(a0: f32[A, B, C], a1: f32[D, B, 1])\nv0 = conv1d(a0, a1)\nreturn v0"
    entry = "def translated(a0, a1):\n    v0 = region0(a0, a1)\n    return (v0,)"
    answer = CONVOLUTION.replace("import torch\nimport triton\nimport triton.language as tl\n", "")
    layout = CallLayout((0, 1), (), {}, (Output("result", 0),))
    torch.manual_seed(0)
    tensors = [torch.randn(*shape).to(DEVICE) for shape in ((2, 30, 20), (18, 30, 1))]

    def wrong(source):
        region = RegionPlan(prompt, source, True)
        plan = GraphPlan("forward", (region,), entry, (0, 1), layout, device=DEVICE)
        return wrong_regions(CompiledGraph(plan, module()), tensors)

    with torch.backends.cudnn.flags(allow_tf32=allowed):
        assert not wrong(answer)
        assert bool(wrong(answer.replace(CHOICE, '"tf32"'))) is not allowed
        assert wrong(answer.replace("y += tl.dot", "y += 1.01 * tl.dot"))


def test_single_numbers_on_the_cpu_reach_regions_on_the_device_of_the_graph():
    """The device is the one without data, which any machine has."""
    prompt = "f(a0: f32[A], a1: f32[], a2: f32[])\nv0 = mul(a0, a1)\nv1 = add(v0, a2)\nreturn v1"
    entry = "def translated(a0, a1, a2):\n    v0 = region0(a0, a1, a2)\n    return (v0,)"
    layout = CallLayout((0, 1), ("offset",), {}, (Output("result", 0), Output("argument", 1)))
    plan = GraphPlan("forward", (pytorch_plan(prompt, ""),), entry, (0, 1, 2), layout, device="meta")
    holder = torch.nn.Module()
    holder.offset = torch.tensor(3.0)
    compiled = CompiledGraph(plan, holder)
    factor, seen = torch.tensor(2.0), []
    result, second = compiled.observe(
        (torch.empty(4, device="meta"), factor),
        lambda *call: seen.extend(tensor.device for tensor in call[2]),
    )
    assert result.is_meta and second is factor
    assert [device.type for device in seen] == ["meta"] * 3


def test_two_answers_to_one_prompt_that_are_exchanged_for_one_text_are_called_by_its_name(x, no_rules):
    entry = ENTRY.replace("return (v0,)", "v1 = region1(v0)\n    return (v1,)")
    plan = plan_with("3")
    other = dataclasses.replace(plan.regions[0], source=plan.regions[0].source + "\n# tuned")
    plan = dataclasses.replace(plan, regions=(*plan.regions, other), entry=entry)
    quadruple = torch.fx.symbolic_trace(lambda tensor: [tensor * 4])
    runner = GraphRunner(plan, quadruple, True, lambda plan: None)
    right = (RegionPlan(DOUBLE, KERNEL.replace("FACTOR", "2"), True),) * 2
    renamed = renamed_entry(entry, plan.regions, right)
    assert "region1" not in renamed
    runner.use(dataclasses.replace(plan, regions=right, entry=renamed))
    assert torch.equal(runner.compiled(x)[0], 4 * x)
    runner.use(plan)
    runner.exchange(dict.fromkeys(plan.regions, "wrong"))
    assert runner.plan.reason == "no region has a verified answer", "and no name is missing"
    assert CompiledGraph(dataclasses.replace(runner.plan, reason=""), quadruple)(x)[0].equal(4 * x)
