"""Candidates that are composed of the model's first answers to smaller regions; nothing is executed.

Where the text of a whole answer shows that it cannot be right, and where others have failed, the parts of its
region are asked for instead: first the anchor apart from pointwise operations, then ever fewer of these
together. A composed candidate is a candidate like any other: the judge decides.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from python_to_triton import codegen, frontend, static_checks
from python_to_triton.runtime.smaller_regions import FINER_CUTS, RegionCut, cut_region


class Writer(Protocol):
    """What a translator is here.

    Attributes:
        why_too_long: why the model cannot read a prompt; "" where it can
        draw_candidates: (rows, temperature, seed, composes=) yields (index, text) of each (prompt, number)
        schedules: the words that the model knows
    """

    schedules: Sequence[str]
    why_too_long: Callable[[str], str]
    draw_candidates: Callable[..., Iterator[tuple[int, str]]]


def first_answers(writer: Writer, prompts: Sequence[str], seed: int, schedule: str = "") -> dict[str, str]:
    """{prompt: the model's first answer}; "" where it cannot read the prompt, or its answer shows a fault.

    Args:
        schedule: a word that prompts are asked in which may have it.
    """
    answers = dict.fromkeys(prompts, "")
    words = {prompt: frontend.possible_schedules(frontend.parse(prompt)) for prompt in answers if schedule}
    asked = {
        frontend.with_schedule(prompt, schedule) if schedule in words.get(prompt, ()) else prompt: prompt
        for prompt in answers
    }
    readable = [text for text in asked if not writer.why_too_long(text)]
    rows = [(text, 0) for text in readable]
    drawn = writer.draw_candidates(rows, 0.0, seed, composes=False) if rows else ()
    for index, source in drawn:
        prompt = asked[readable[index]]
        if not static_checks.first_fault(source, prompt):
            answers[prompt] = source
    return answers


def composed_candidates(
    writer: Writer, prompts: Sequence[str], seed: int, count: int = 1, schedule: str = ""
) -> list[dict[str, int]]:
    """Of each prompt up to `count` different {text: of how many smaller regions' answers it is composed}.

    They are of the coarsest cuts of which no part's answer shows a fault, the coarsest first.

    Args:
        schedule: a word that parts are asked in which may have it.
    """
    found: list[dict[str, int]] = [{} for _ in prompts]
    answers: dict[str, str] = {}
    for most in FINER_CUTS:
        cuts: dict[int, RegionCut] = {}
        for place, prompt in enumerate(prompts):
            cut = cut_region(prompt, most) if len(found[place]) < count else None
            if cut:
                cuts[place] = cut
        parts = [part.graph.text for _, smaller in cuts.values() for part in smaller]
        answers |= first_answers(writer, [part for part in parts if part not in answers], seed, schedule)
        for place, (graph, smaller) in cuts.items():
            sources = [answers[part.graph.text] for part in smaller]
            if all(sources):
                found[place][codegen.compose_answers(graph, smaller, sources)] = len(smaller)
    return found


def composed_in_schedules(writer: Writer, prompts: Sequence[str], seed: int) -> list[dict[str, int]]:
    """Of each prompt {text: its parts}: one in the usual schedules, and one for each word of its anchor that
    the model knows, for a clock to choose from.
    """
    found = composed_candidates(writer, prompts, seed)
    for word in writer.schedules:
        places = [
            place
            for place, prompt in enumerate(prompts)
            if found[place] and word in frontend.possible_schedules(frontend.parse(prompt))
        ]
        asked = composed_candidates(writer, [prompts[place] for place in places], seed, schedule=word)
        for place, texts in zip(places, asked, strict=True):
            found[place] |= texts
    return found
