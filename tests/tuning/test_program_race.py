"""The race of several answers to a whole program, in Triton's interpreter; its times are given."""

import pytest
from sized_programs import ANSWER, WRONG, call_for

from python_to_triton import tuning

SLOW = ANSWER.replace("1024", "256")
GIVEN = {"torch_ms": 2.0, "compile_ms": 1.0, "roofline_ms": 0.1, "0": 0.5, "1": 0.25}


def given_race(clocks, seconds, first_seconds):
    """In place of the clock: everything that takes part runs, and these are the times."""
    assert all(len(clock(2)) == 2 for name, clock in clocks.items() if name != "compile_ms")
    return {name: GIVEN[name] for name in clocks}, ""


@pytest.fixture
def race_here(staying_sandbox):
    def raced(*answers, **more):
        call = call_for("") | {"answers": answers} | more
        del call["answer"]
        *progress, last = tuning.race_program(**call, device="cpu", sandbox=staying_sandbox, race=given_race)
        assert all(one["progress"] for one in progress) and "progress" not in last
        return last

    return raced


def test_all_answers_are_in_one_race_with_the_program(race_here):
    result = race_here(SLOW, ANSWER)
    assert result["ok"] and [row["ms"] for row in result["answers"]] == [0.5, 0.25], result
    assert (result["torch_ms"], result["compile_ms"], result["roofline_ms"]) == (2.0, 1.0, 0.1)
    assert result["machine"].startswith("Triton's interpreter")


def test_without_torch_compile_and_without_a_program(race_here):
    result = race_here(ANSWER, compiled=False, program="")
    assert result["ok"] and result["compile_ms"] is None and result["torch_ms"] == 2.0


@pytest.mark.parametrize("name", ["another function", "right only where it is small"])
def test_a_wrong_rival_has_no_time_and_a_wrong_first_answer_no_race(race_here, name):
    wrong, words = WRONG[name]
    result = race_here(ANSWER, wrong)
    first, second = result["answers"]
    assert result["ok"] and first["ms"] == 0.5 and second["ms"] is None and words in second["reason"]
    refused = race_here(wrong, ANSWER)
    assert not refused["ok"] and words in refused["reason"] and "answers" not in refused


def test_a_text_that_is_not_allowed_is_refused(race_here):
    result = race_here(ANSWER, "import os\n" + ANSWER)
    assert not result["ok"] and "os" in result["reason"]
