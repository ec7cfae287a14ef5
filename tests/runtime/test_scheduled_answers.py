"""Answers that are asked for in a schedule: which candidates, where they are kept, what is said of them."""

import pytest
from patching import patch_everywhere
from scripted import PROMPT, RIGHT, Scripted, right, variant, wrong

from python_to_triton import frontend, runtime
from python_to_triton.runtime.answer_cache import AnswerCache
from python_to_triton.runtime.file_header import schedules_text
from python_to_triton.runtime.reports import report_fields
from python_to_triton.runtime.scheduled_answers import answers_of_schedules
from python_to_triton.runtime.smaller_regions import retry_unanswered
from python_to_triton.runtime.tuned_regions import THOROUGH
from python_to_triton.runtime.tuning_table import tuning_lines

EXP = PROMPT.format("exp")
PROGRAM = "# x: f32[64, 512]\ny = torch.exp(x)"


class Scheduled(Scripted):
    """Writes `by_word[word]` of the right answer where a line asks for a word, `samples` elsewhere."""

    schedules = ("split", "rows", "wide")

    def __init__(self, *samples, **by_word):
        super().__init__(*samples)
        self.by_word = by_word

    def draw_candidates(self, rows, temperature, seed, on_text=None, composes=True):
        for index, (text, number) in enumerate(rows):
            prompt = frontend.without_schedule(text)
            ((_, source),) = super().draw_candidates([(prompt, number)], temperature, seed, on_text)
            self.asked[-1] = (text.removeprefix(prompt).strip(), number, temperature)
            word = text.removeprefix(f"{prompt}\nschedule ")
            yield index, self.by_word[word](RIGHT["exp"]) if word in self.by_word else source


@pytest.fixture
def three_words(monkeypatch):
    """Pointwise operations have no other schedules."""
    patch_everywhere(monkeypatch, "possible_schedules", lambda graph: ("persistent", "wide", "small"))


def answered(translator, samples=8, schedule="wide", **more):
    region = runtime.RegionCandidates(EXP, {"A": 64, "B": 512}, schedule)
    translator.answer([region], samples, **more)
    return region


def test_the_first_candidate_is_asked_for_in_the_schedule():
    translator = Scheduled(right, wide=variant)
    region = answered(translator)
    assert translator.asked == [("schedule wide", 0, 0.0)]
    assert region.answer.source == variant(RIGHT["exp"]) and region.answer.schedule == "wide"


def test_where_it_does_not_pass_the_others_are_asked_for_without_a_word():
    translator = Scheduled(wide=wrong)
    region = answered(translator)
    assert translator.asked == [("schedule wide", 0, 0.0), ("", 1, 0.0)]
    assert region.answer.source == RIGHT["exp"] and region.answer.schedule == ""
    assert [candidate.schedule for candidate in region.candidates] == ["wide", ""]
    translator = Scheduled(wrong, wide=wrong)
    region = answered(translator)
    numbers = [(number, temperature) for _, number, temperature in translator.asked]
    assert numbers == [(0, 0.0), (1, 0.0), (2, 0.7), (3, 0.7), (4, 1.0), (5, 1.0), (6, 1.3), (7, 1.3)]
    assert not region.answer and len(region.candidates) == 8


@pytest.mark.parametrize("samples", [1, 2, 3, 4, 20])
def test_as_many_candidates_are_drawn_with_and_without_a_word(samples):
    translator = Scheduled(wrong, wide=wrong)
    for schedule in ("", "wide"):
        region = answered(translator, samples, schedule, everything=True)
        assert sorted(region.samples) == list(range(samples))
    translator.temperature = 0.8
    region = answered(translator, samples, everything=True)
    assert sorted(region.samples) == list(range(samples))
    assert [candidate.schedule for candidate in region.candidates] == ["wide"] + [""] * (samples - 1)


def test_a_word_that_the_model_does_not_know_is_not_asked_for():
    translator = Scripted()
    region = answered(translator)
    assert translator.asked == [EXP] and region.schedule == region.answer.schedule == ""
    too_long = Scheduled()
    too_long.why_too_long = lambda text: "the prompt is too long" if "schedule" in text else ""
    assert answered(too_long).schedule == ""


def test_regions_with_and_without_a_word_are_answered_together():
    translator = Scheduled(wide=wrong)
    regions = [runtime.RegionCandidates(EXP, {}, schedule) for schedule in ("", "wide")]
    heard = []
    translator.answer(regions, 4, on_text=heard.append)
    assert all(region.answer.source == RIGHT["exp"] for region in regions)
    assert translator.asked == [("", 0, 0.0), ("schedule wide", 0, 0.0), ("", 1, 0.0)]
    assert heard == [RIGHT["exp"]]


def test_answers_are_kept_by_prompt_and_schedule(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHON_TO_TRITON_CACHE", str(tmp_path))
    translator = Scheduled(wide=variant)
    translator.cache = AnswerCache("a model")
    first = {schedule: answered(translator, schedule=schedule).answer for schedule in ("", "wide", "rows")}
    asked = list(translator.asked)
    again = {schedule: answered(translator, schedule=schedule).answer for schedule in ("", "wide", "rows")}
    assert translator.asked == asked and len(asked) == len(list(tmp_path.iterdir())) == 3
    assert again == first and first["wide"].source != first[""].source
    assert [answer.schedule for answer in again.values()] == ["", "wide", "rows"]


def test_a_program_that_names_its_sizes_has_words_and_its_report_says_so(monkeypatch):
    patch_everywhere(monkeypatch, "schedule_for_sizes", lambda graph, sizes: "wide" if sizes else "")
    translation = Scheduled(wide=variant).translate(PROGRAM)
    assert translation.verified and schedules_text(translation) == "Schedules: wide (exp)."
    assert report_fields(translation, "", judged=True)["schedules"] == ("wide",)
    for usual in (Scheduled(wide=wrong).translate(PROGRAM), Scheduled().translate("y = torch.exp(x)")):
        assert usual.verified and schedules_text(usual) == ""
        assert report_fields(usual, "", judged=True)["schedules"] == ("",)


def test_smaller_regions_have_the_words_of_their_own_sizes(monkeypatch):
    patch_everywhere(monkeypatch, "schedule_for_sizes", lambda graph, sizes: "wide" if sizes else "")
    prompt = "f(a0: f32[A, B])\nv0 = sum(a0, dim=-1)\nv1 = sum(v0, dim=-1)\nreturn v1"
    for sizes, words in (({"A": 5, "B": 7}, {"schedule wide"}), ({}, {""})):
        translator = Scheduled(wrong, wide=wrong)
        retry_unanswered(translator, [runtime.RegionCandidates(prompt, sizes)], 1)
        assert {word for word, *_ in translator.asked} == words


def test_schedules_race_and_the_winner_keeps_its_word(own_sizes, three_words, monkeypatch):
    faster = variant(RIGHT["exp"]).replace("BLOCK=512)", "BLOCK=512, num_warps=8)")
    raced = []

    def result(region, answers, seconds, compiled, on_progress):
        raced.extend(answers)
        times = {"ok": True, "torch_ms": 0.02, "compile_ms": None, "usual_ms": 0.016, "tried": 2, "failed": 0}
        row = {"answer": 1, "text": faster, "numbers": "num_warps 4 -> 8", "ms": 0.01}
        usual = {"answer": 0, "text": answers[0], "numbers": "as written", "ms": 0.016}
        more = {"reasons": {}, "untimed": "", "machine": "a GPU", "seconds": 2.0, "stages": {}}
        return times | more | {"finalists": [row, usual]}

    patch_everywhere(monkeypatch, "tuning_result", result)
    translator = Scheduled(right, wide=variant)
    translation = translator.translate(PROGRAM, options=runtime.TranslationOptions(tune=THOROUGH))
    assert raced == [RIGHT["exp"], variant(RIGHT["exp"])]
    assert translation.verified and translation.regions[0].answer.source == faster
    assert schedules_text(translation) == "Schedules: wide (exp)."
    table = "\n".join(tuning_lines(translation))
    assert "0.01 ms, 2.00x: answer 2 (wide), num_warps 4 -> 8" in table
    assert "0.016 ms, 1.25x: answer 1, as written" in table


def test_other_schedules_are_drawn_and_judged(three_words):
    translator = Scheduled(right, wide=variant, small=variant, persistent=wrong)
    translator.schedules = ("wide", "small", "persistent", "direct")
    region = answered(translator, schedule="")
    del translator.asked[:]
    found = answers_of_schedules(translator, region)
    words = ["schedule persistent", "schedule wide", "schedule small"]
    assert [word for word, *_ in translator.asked] == words  # direct is of convolutions
    assert [(word, one.source, one.schedule) for word, one in found] == [
        ("wide", variant(RIGHT["exp"]), "wide")
    ]  # small gave the same text, and persistent a wrong one
    scheduled = answered(translator, schedule="wide")
    assert [word for word, _ in answers_of_schedules(translator, scheduled)] == ["usual"]
    translator.schedules = ()
    assert answers_of_schedules(translator, region) == []
