"""The words for schedules."""

import pytest

from python_to_triton.frontend import SCHEDULES, check_schedule, with_schedule

PROMPT = "f(a0: f32[A, B])\nv0 = relu(a0)\nreturn v0"


def test_the_model_reads_a_prompt_and_a_line_where_a_schedule_is_wanted():
    assert with_schedule(PROMPT, "") == PROMPT
    assert with_schedule(PROMPT, "split") == PROMPT + "\nschedule split"


def test_a_schedule_is_one_of_the_words():
    for schedule in ("", *SCHEDULES):
        check_schedule(schedule)
    with pytest.raises(ValueError, match="no schedule 'splt': the words are split, rows, "):
        check_schedule("splt")
