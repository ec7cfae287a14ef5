"""Answers on disk: what a second run takes from there, and what it does not."""

import json

import pytest
from scripted import PROMPT, RIGHT, Scripted, right, wrong

from python_to_triton import runtime, verification
from python_to_triton.runtime import answer_cache
from python_to_triton.runtime.answer_cache import FOLDER_VARIABLE, AnswerCache, Search

EXP = PROMPT.format("exp")
SEARCH = Search(samples=4, seed=0, temperature=None)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "answers"))
    return tmp_path / "answers"


def answered(*samples, prompt=EXP, cached=True, count=4, **fields):
    """(the region after a run, how often the model was asked)."""
    translator = Scripted(*samples)
    translator.cache = AnswerCache(Scripted.model_hash) if cached else None
    vars(translator).update(fields)
    region = runtime.RegionCandidates(prompt)
    translator.answer([region], count)
    translator.retry_unanswered([region], count)
    return region, len(translator.asked)


def test_a_second_run_takes_the_region_as_the_first_left_it(folder):
    first, asked = answered(wrong, right)
    second, asked_again = answered(wrong, right)
    assert asked > 1 and asked_again == 0 and second.kept and not first.kept
    assert second.samples == first.samples and second.answer == first.answer
    assert second.answer.source == RIGHT["exp"] and second.answer.verdict.ok
    [file] = folder.iterdir()
    assert json.loads(file.read_text())["key"]["prompt"] == EXP


def test_the_callbacks_hear_of_kept_answers_as_of_new_ones(folder):
    answered(wrong, right)
    translator = Scripted()
    translator.cache = AnswerCache(Scripted.model_hash)
    texts = []
    candidates = []
    translator.answer([runtime.RegionCandidates(EXP)], 4, False, texts.append, candidates.append)
    assert texts == [wrong(RIGHT["exp"])] and [one.verdict.ok for one in candidates] == [False, True]
    assert translator.asked == []


def test_without_a_cache_nothing_is_read_or_written(folder):
    assert runtime.Translator.cache is None, "the default: evaluations measure the model"
    assert answered(cached=False)[1] == 1 and not folder.exists()
    answered()
    assert answered(cached=False)[1] == 1


def test_a_region_without_an_answer_is_asked_again_only_in_another_way(folder):
    region, asked = answered(wrong)
    assert not region.answer and asked >= 4
    again, asked = answered(wrong)
    assert asked == 0 and again.candidates == region.candidates and again.retried
    assert answered(wrong, count=2)[1] == 0, "fewer samples are part of more"
    assert answered(wrong, seed=1)[1] > 0
    assert answered(wrong, count=6)[1] > 0
    assert answered(wrong, temperature=0.5)[1] > 0


def test_an_answer_serves_whatever_the_search(folder):
    answered()
    assert answered(seed=7, count=1)[1] == 0


def test_what_the_machine_may_have_failed_is_searched_for_again(folder):
    slow = verification.Verdict(False, "runs longer than 20 s", 0.0, 0.0, 0, 20.0, "run")
    translator = Scripted(judges=runtime.Judges(judge=lambda prompt, source: slow))
    translator.cache = AnswerCache(Scripted.model_hash)
    region = runtime.RegionCandidates(EXP)
    region.record(0, "text", slow)
    translator.cache.store(region, SEARCH)
    assert not folder.exists()


def test_a_region_is_not_kept_as_unanswered_for_the_sizes_of_one_program(folder):
    region, _ = answered()
    region.reject_answer("failed at A = 7")
    AnswerCache(Scripted.model_hash).store(region, SEARCH)
    assert answered()[0].answer, "at other sizes it may hold"


def test_an_interrupt_keeps_what_has_its_answer(folder):
    translator = Scripted(wrong, right)
    translator.cache = AnswerCache(Scripted.model_hash)
    regions = [runtime.RegionCandidates(PROMPT.format(name)) for name in ("exp", "abs")]

    def interrupt(candidate):
        if candidate.verdict.ok:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        translator.answer(regions, 4, on_candidate=interrupt)
    assert [region.answer is not None for region in regions] == [True, False]
    [file] = folder.iterdir()
    assert json.loads(file.read_text())["key"]["prompt"] == EXP


def test_unjudged_answers_are_not_kept(folder):
    translator = Scripted(judges=runtime.Judges(judge=runtime.skip_judging))
    translator.cache = AnswerCache(Scripted.model_hash)
    translator.answer([runtime.RegionCandidates(EXP)], 1)
    assert not folder.exists()


def damaged(text):
    return text[: len(text) // 2]


def of_another_prompt(text):
    return text.replace("exp(a0)", "abs(a0)")


def without_verdict(text):
    record = json.loads(text)
    del record["samples"]["0"]["verdict"]
    return json.dumps(record)


def with_other_code(text):
    record = json.loads(text)
    record["samples"]["0"]["source"] = "import os\n" + record["samples"]["0"]["source"]
    return json.dumps(record)


@pytest.mark.parametrize(
    "change", [damaged, of_another_prompt, without_verdict, with_other_code, lambda text: "[]"]
)
def test_a_file_that_is_not_what_was_written_is_a_miss(folder, change):
    answered()
    [file] = folder.iterdir()
    file.write_text(change(file.read_text()))
    region, asked = answered()
    assert asked == 1 and not region.kept and region.answer
    assert answered()[1] == 0, "and is written anew"


def places_in(data, path=()):
    """The paths of all values in JSON data, that of the whole first."""
    yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inner:
        yield from places_in(value, (*path, name))


def with_value(data, path, value):
    """A copy of JSON data with another value at a path."""
    if not path:
        return value
    copied = data.copy()
    copied[path[0]] = with_value(data[path[0]], path[1:], value)
    return copied


OTHERS = (None, True, 3, -1.5, float("inf"), float("nan"), "x", "\ud800", [], [None], {}, {"x": 1})


@pytest.mark.parametrize("samples", [(wrong, right), (wrong,)], ids=["answered", "unanswered"])
def test_no_shape_of_a_record_raises(folder, samples):
    """Any value in the place of any other: it is a miss, or what is read can be told and kept."""
    answered(*samples)
    [file] = folder.iterdir()
    record = json.loads(file.read_text())
    cache = AnswerCache(Scripted.model_hash)
    misses = 0
    for path in places_in(record):
        for other in OTHERS:
            file.write_text(json.dumps(with_value(record, path, other)))
            region = runtime.RegionCandidates(EXP)
            misses += not cache.load(region, SEARCH)
            for candidate in region.candidates:
                assert runtime.verdict_line(candidate.verdict).encode() and candidate.source.encode()
            assert region.by_rules == "" and cache.store(region, SEARCH) is None
    assert misses > 300


@pytest.mark.parametrize("text", ["[" * 100_000, "", "nul", '{"key": NaN}', '"\\ud800"', b"\xff\xfe"])
def test_no_text_of_a_record_raises(folder, text):
    answered()
    [file] = folder.iterdir()
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert not AnswerCache(Scripted.model_hash).load(runtime.RegionCandidates(EXP), SEARCH)


@pytest.mark.parametrize("what", ["torch", "triton", "gpu", "interpreted", "code"])
def test_an_answer_belongs_to_one_machine_and_version(folder, monkeypatch, what):
    answered()
    others = answer_cache.surroundings() | {what: "another"}
    monkeypatch.setattr(answer_cache, "surroundings", lambda: others)
    assert answered()[1] == 1


def test_an_answer_belongs_to_one_model(folder):
    answered()
    region = runtime.RegionCandidates(EXP)
    assert not AnswerCache("another").load(region, SEARCH) and not region.samples
    assert AnswerCache(Scripted.model_hash).load(region, SEARCH)


def test_a_folder_that_cannot_be_written_costs_one_line(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").touch()
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file" / "answers"))
    translator = Scripted()
    translator.cache = AnswerCache(Scripted.model_hash)
    regions = [runtime.RegionCandidates(PROMPT.format(name)) for name in ("exp", "relu")]
    translator.answer(regions, 1)
    assert all(region.answer for region in regions)
    assert capsys.readouterr().err.count("answers are not kept") == 1


def test_the_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.delenv(FOLDER_VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert answer_cache.folder() == tmp_path / "python-to-triton" / "answers"
