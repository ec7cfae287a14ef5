"""Answers whose kernels are told facts of their launch: of the same values, or left as they are."""

from types import SimpleNamespace

import pytest

from python_to_triton import codegen
from python_to_triton.backend import launch_facts
from python_to_triton.backend.plans import RegionPlan
from python_to_triton.runtime.judging import judge_answer

CAT = "f(a0: f32[A, B, C], a1: f32[A, D, C])\nv0 = cat([a0, a1], dim=-2)\nreturn v0"


def a_plan(prompt):
    """The plan of a prompt, with what rules write."""
    return RegionPlan(prompt, codegen.source_by_rules(prompt), True, "", 0.0, 1.0)


@pytest.fixture
def judged(monkeypatch):
    """The texts that were judged."""
    texts = []

    def submit(prompt, text):
        texts.append(text)
        return SimpleNamespace(result=lambda: judge_answer(prompt, text))

    monkeypatch.setattr(launch_facts, "_known", {})
    translator = SimpleNamespace(judges=SimpleNamespace(submit=submit))
    monkeypatch.setattr(launch_facts, "released_translator", lambda: translator)
    return texts


def test_an_answer_is_told_what_its_launch_knows_and_is_judged_once(judged):
    before = a_plan(CAT)
    plans = launch_facts.with_launch_facts([before, before])
    assert plans[0] is plans[1] and plans[0].is_ours and plans[0].prompt == CAT
    for fact in ("FEW_PROGRAMS", "MULTIPLE_"):
        assert fact in plans[0].source and fact not in before.source
    assert launch_facts.with_launch_facts([before]) == plans[:1] and len(judged) == 1


def test_a_text_that_the_judge_refuses_is_not_taken(judged, monkeypatch):
    wrong = codegen.source_by_rules(CAT).replace("x0, x1)", "x1, x0)")
    assert wrong != codegen.source_by_rules(CAT)
    monkeypatch.setattr(launch_facts, "told_text", lambda source: wrong)
    assert launch_facts.with_launch_facts([a_plan(CAT)]) == (a_plan(CAT),) and judged == [wrong]


def test_what_is_told_all_and_what_pytorch_computes_stay(judged):
    told = launch_facts.told_text(a_plan(CAT).source)
    plans = (RegionPlan(CAT, told, True, "", 0.0, 1.0), RegionPlan(CAT, a_plan(CAT).source))
    assert launch_facts.with_launch_facts(plans) == plans and not judged
