"""The schedules of families: each is a word that its prompt may be asked for in."""

from dataclasses import asdict

import pytest

from corpus.composition import schedule_of, stems
from corpus.family import family_of
from corpus.references import load_reference, prompt_of
from python_to_triton.frontend import parse, possible_schedules


@pytest.mark.parametrize("stem", [stem for stem in stems() if schedule_of(stem)])
def test_the_schedule_of_a_family_is_possible_for_its_prompt(stem):
    reference, cases = load_reference(asdict(family_of(stem)[0]))
    prompt, _, _ = prompt_of(reference, cases[-1])
    assert schedule_of(stem) in possible_schedules(parse(prompt))
