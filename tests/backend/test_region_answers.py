"""Searching for answers: within the time that a region has, and never an exception for want of one."""

import time

import pytest

from python_to_triton import verification
from python_to_triton.backend import region_answers
from python_to_triton.backend.options import BackendOptions
from python_to_triton.runtime.candidates import RegionCandidates

PROMPTS = [
    f"f(a0: f32[A, B])\nv0 = {name}(a0)\nreturn v0" for name in ("relu", "sigmoid", "tanh", "exp", "sin")
]


class SlowTranslator:
    """Each candidate takes `seconds`, and fails unless its prompt is in `right`."""

    by_rules = False

    def __init__(self, seconds=0.0, right=()):
        self.seconds = seconds
        self.right = right
        self.asked = []  # (prompts, samples) of each call
        self.retried = []
        self.kept = []

    def why_too_long(self, text):
        return "the prompt is too long" if "exp" in text else ""

    def answer(self, regions, samples, on_candidate=None):
        self.asked.append(([region.prompt for region in regions], samples))
        for region in regions:
            for number in range(len(region.samples), samples):
                time.sleep(self.seconds)
                ok = region.prompt in self.right
                verdict = verification.Verdict(ok, "" if ok else "wrong by 3", 0.0, 1.0, 1, 0.0)
                on_candidate(region.record(number, "def translated(a0): ...", verdict))

    def retry_unanswered(self, regions, samples, on_candidate=None):
        self.retried += regions

    def keep_answers(self, regions, samples):
        self.kept += regions


@pytest.fixture
def search(monkeypatch):
    """A function that searches with a translator, with nothing known from before."""

    def searched(translator, prompts, **options):
        monkeypatch.setattr(region_answers, "_found", {})
        monkeypatch.setattr(region_answers, "released_translator", lambda: translator)
        regions = [RegionCandidates(prompt) for prompt in prompts]
        return dict(zip(prompts, region_answers.answer_regions(regions, BackendOptions(**options))))

    return searched


def test_a_region_without_an_answer_is_pytorchs_and_says_why(search):
    translator = SlowTranslator(right=PROMPTS[:1])
    plans = search(translator, PROMPTS[:2], samples=3)
    assert plans[PROMPTS[0]].is_ours and not plans[PROMPTS[1]].is_ours
    assert plans[PROMPTS[1]].reason == "its 3 candidates failed: wrong by 3"
    assert "torch.sigmoid" in plans[PROMPTS[1]].source
    assert [region.prompt for region in translator.retried] == [PROMPTS[1]]


def test_the_search_ends_when_its_time_is_over(search, monkeypatch):
    monkeypatch.setattr(region_answers, "can_be_derived", lambda region: False)
    began = time.monotonic()
    translator = SlowTranslator(0.05)
    plans = search(translator, PROMPTS[:2], samples=100, seconds=0.2)
    assert time.monotonic() - began < 8.0, "all samples take ten seconds"
    assert not translator.retried and not any(plan.is_ours for plan in plans.values())


def test_answers_found_before_the_time_was_over_are_kept(search):
    translator = SlowTranslator(0.1, right=PROMPTS[:1])
    plans = search(translator, PROMPTS[:3], samples=1, seconds=0.05)
    assert plans[PROMPTS[0]].is_ours and [region.prompt for region in translator.kept][:1] == PROMPTS[:1]
    assert not plans[PROMPTS[1]].is_ours and not plans[PROMPTS[2]].is_ours


def test_a_prompt_that_is_too_long_is_pytorchs(search):
    assert search(SlowTranslator(), PROMPTS[3:4])[PROMPTS[3]].reason == "the prompt is too long"


def test_equal_prompts_are_searched_for_once_and_few_at_a_time(search):
    regions = [PROMPTS[0], *PROMPTS[:3], PROMPTS[4], "f(a0: f32[A])\nv0 = cos(a0)\nreturn v0"]
    translator = SlowTranslator(right=regions)
    search(translator, regions)
    asked = [prompts for prompts, _ in translator.asked]
    assert [len(prompts) for prompts in asked] == [region_answers.TOGETHER, 1]
    assert sum(asked, []) == list(dict.fromkeys(regions))


def test_a_prompt_is_searched_for_in_each_schedule(monkeypatch):
    translator = SlowTranslator(right=PROMPTS)
    monkeypatch.setattr(region_answers, "_found", {})
    monkeypatch.setattr(region_answers, "released_translator", lambda: translator)
    regions = [RegionCandidates(PROMPTS[0], schedule=word) for word in ("", "split", "")]
    plans = region_answers.answer_regions(regions, BackendOptions(samples=1))
    assert translator.asked == [([PROMPTS[0]] * 2, 1)] and len(plans) == 3


def test_without_samples_nothing_is_drawn(search):
    translator = SlowTranslator(right=PROMPTS)
    assert not search(translator, PROMPTS[:1], samples=0)[PROMPTS[0]].is_ours and not translator.asked


@pytest.mark.parametrize(
    "lines, retried",
    [
        ("v0 = relu(a0)\nv1 = softmax(v0, dim=-1)\nreturn v1", True),  # two regions
        ("v0 = transpose(a0, dim0=-2, dim1=-1)\nreturn v0", True),  # by rules
        ("v0 = cumprod(a0, dim=-2)\nreturn v0", False),
    ],
)
def test_a_region_that_can_be_derived_has_time_left_for_it(search, monkeypatch, lines, retried):
    prompt = f"f(a0: f32[A, B])\n{lines}"
    monkeypatch.setattr(region_answers, "can_be_cut", lambda region: "softmax" in region.prompt)
    translator = SlowTranslator(0.2)
    search(translator, [prompt], samples=100, seconds=0.5)
    assert bool(translator.retried) is retried
