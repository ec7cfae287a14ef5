"""benchmarks/library_answers.py: processes that share answers search for each of them once."""

import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
from library_answers import TOGETHER, answer_in_turn, claimed  # noqa: E402

from python_to_triton.runtime.answer_cache import FOLDER_VARIABLE  # noqa: E402
from python_to_triton.runtime.candidates import RegionCandidates  # noqa: E402


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))


def _regions(count):
    return [RegionCandidates(f"f(a0: f32[A])\nv0 = add(a0, {number})\nreturn v0") for number in range(count)]


def test_regions_that_nobody_is_at_are_answered_in_their_order():
    regions, calls = _regions(TOGETHER + 2), []
    answer_in_turn(lambda *arguments: calls.append(arguments), regions, 4, False)
    assert calls == [(regions[:TOGETHER], 4, False), (regions[TOGETHER:], 4, False)]


def test_a_region_that_another_process_is_at_comes_last_and_once_that_has_ended():
    regions, done = _regions(3), []
    other_has_ended = threading.Event()

    def answer(some):
        done.append((list(some), other_has_ended.is_set()))

    with claimed(regions[:1], waits=False) as first:
        thread = threading.Thread(target=answer_in_turn, args=(answer, regions))
        thread.start()
        thread.join(0.5)
        assert first == regions[:1] and thread.is_alive()
        assert done == [(regions[1:], False)]
        other_has_ended.set()
    thread.join()
    assert done[1:] == [(regions[:1], True)]


def test_one_with_the_same_prompt_twice_does_not_wait_for_itself():
    regions, done = _regions(1) * 2, []
    answer_in_turn(done.append, regions)
    assert sum(map(len, done)) >= 1


def test_a_search_with_a_time_limit_does_not_wait():
    regions, done = _regions(2), []
    with claimed(regions, waits=False):
        answer_in_turn(lambda some, on_candidate: done.append(some), regions, on_candidate=print)
    assert done == [regions]
