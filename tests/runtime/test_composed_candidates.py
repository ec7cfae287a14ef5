"""Candidates that are composed of first answers to smaller regions."""

import pytest
from patching import patch_everywhere
from scripted import NO_PYTHON, RIGHT, Scripted, variant, wrong

from python_to_triton import runtime
from python_to_triton.runtime.answer_cache import AnswerCache
from python_to_triton.runtime.composed_candidates import composed_candidates, composed_in_schedules
from python_to_triton.runtime.sample_search import COMPOSED, FEWEST_WITH_COMPOSED, sampling_rounds

TWO = "f(a0: f32[A, B])\nv0 = sigmoid(a0)\nv1 = exp(v0)\nreturn v1"  # answered as sigmoid alone
ONE = "f(a0: f32[A, B])\nv0 = exp(a0)\nreturn v0"


def test_a_candidate_is_composed_of_the_first_answers_to_smaller_regions():
    translator = Scripted()
    one, two = composed_candidates(translator, [ONE, TWO], 0)
    assert one == {}, "it cannot be cut"
    ((text, parts),) = two.items()
    assert parts == 2 and text.count("@triton.jit") == 2
    assert sorted(translator.asked) == sorted([ONE, ONE.replace("exp", "sigmoid")])


def test_the_part_that_has_the_anchor_is_asked_for_in_each_schedule():
    """The softmax in the usual schedule and in a word that it may have; what stands beside it has none."""
    softmax = "f(a0: f32[A, B])\nv0 = softmax(a0, dim=-1)\nreturn v0"
    prompt = softmax.replace("return v0", "v1 = relu(v0)\nreturn v1")
    asked = []

    class Writing:
        schedules = ("split", "direct")

        def why_too_long(self, text):
            return ""

        def draw_candidates(self, rows, temperature, seed, composes):
            asked.extend(text for text, _ in rows)
            for index, (text, _) in enumerate(rows):
                yield index, variant(RIGHT["relu"]) if "schedule split" in text else RIGHT["relu"]

    [texts] = composed_in_schedules(Writing(), [prompt], 0)
    assert list(texts.values()) == [2, 2]
    assert ["BLOCK=512" in text for text in texts] == [False, True]
    assert [text for text in asked if "softmax" in text] == [softmax, f"{softmax}\nschedule split"]
    assert not any("schedule" in text for text in asked if "relu" in text)
    assert len(asked) == len(set(asked)), "what the parts share is asked for once"


def test_nothing_is_composed_of_an_answer_that_cannot_be_right():
    assert composed_candidates(Scripted(lambda answer: NO_PYTHON), [TWO], 0) == [{}]


def test_parts_that_cannot_be_read_are_not_asked_for():
    sorted_too = TWO.replace("v1 = exp(v0)", "v1 = sort(v0)")
    translator = Scripted()
    assert composed_candidates(translator, [sorted_too], 0) == [{}]
    assert all("sort" not in prompt for prompt in translator.asked)


def test_what_no_written_sample_answers_is_composed_among_the_samples(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHON_TO_TRITON_CACHE", str(tmp_path))
    translator = Scripted()
    translator.cache = AnswerCache("a model")
    region = runtime.RegionCandidates(TWO)
    translator.answer([region], FEWEST_WITH_COMPOSED)
    assert region.answer is region.candidates[-1] and region.answer.verdict.ok and region.derived is None
    assert region.answer.parts == region.smaller_regions == 2
    kept = runtime.RegionCandidates(TWO)
    translator.answer([kept], FEWEST_WITH_COMPOSED)
    assert kept.kept and kept.answer == region.answer and kept.smaller_regions == 2


@pytest.mark.parametrize("samples", [1, 4, FEWEST_WITH_COMPOSED - 1, FEWEST_WITH_COMPOSED, 20, 33])
@pytest.mark.parametrize("scheduled", [False, True])
def test_rounds_number_every_sample_once_and_what_is_not_composed_is_written(samples, scheduled):
    rounds = sampling_rounds(None, samples, scheduled)
    composed = [one for one in rounds if one.composed]
    numbers = [list(range(one.first, one.first + one.count)) for one in rounds]
    if composed:
        assert numbers.pop() == list(range(composed[0].first, composed[0].first + COMPOSED))
    assert sum(numbers, []) == list(range(samples))
    assert bool(composed) == (samples >= FEWEST_WITH_COMPOSED)


def test_a_region_that_cannot_be_cut_has_as_many_samples():
    region = runtime.RegionCandidates(ONE)
    Scripted(wrong).answer([region], 20)
    assert sorted(region.samples) == list(range(20)) and not region.answer


@pytest.mark.parametrize("composed, kept", [({"composed": 2}, "composed"), ({}, "written")])
def test_where_no_draw_is_faultless_a_composed_candidate_is_taken(monkeypatch, composed, kept):
    class Words:
        """A token a word."""

        end = -1
        encode_prompt = staticmethod(lambda text: [0])
        decode = staticmethod(lambda ids: "written")

    monkeypatch.setattr(runtime.Translator, "redraw", lambda self, rows, seed: [None] * len(rows))
    patch_everywhere(monkeypatch, "generate", lambda *_, **__: iter([(0, [1])]))
    patch_everywhere(monkeypatch, "composed_candidates", lambda *_: [composed])
    translator = runtime.Translator(None, Words)
    translator.by_rules = False
    assert list(translator.draw_candidates([(TWO, 0)], 0.0, 0)) == [(0, kept)]
    assert translator.composed == composed
    assert list(translator.draw_candidates([(TWO, 0)], 0.0, 0, None, False)) == [(0, "written")]
