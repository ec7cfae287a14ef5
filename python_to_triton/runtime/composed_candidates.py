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


def first_answers(
    writer: Writer, prompts: Sequence[str], seed: int, known: dict[str, str], schedule: str = ""
) -> dict[str, str]:
    """{prompt: the model's first answer}; "" where it cannot read the prompt, or its answer shows a fault.

    Args:
        known: {what was asked, with its schedule: the answer}; nothing in it is asked again. It is extended.
        schedule: a word that prompts are asked in which may have it.
    """
    words = {prompt: frontend.possible_schedules(frontend.parse(prompt)) for prompt in prompts if schedule}
    asked = {
        prompt: frontend.with_schedule(prompt, schedule) if schedule in words.get(prompt, ()) else prompt
        for prompt in prompts
    }
    new = {text: prompt for prompt, text in asked.items() if text not in known}
    known |= dict.fromkeys(new, "")
    readable = [text for text in new if not writer.why_too_long(text)]
    rows = [(text, 0) for text in readable]
    drawn = writer.draw_candidates(rows, 0.0, seed, composes=False) if rows else ()
    for index, source in drawn:
        text = readable[index]
        if not static_checks.first_fault(source, new[text]):
            known[text] = source
    return {prompt: known[text] for prompt, text in asked.items()}


def composed_candidates(
    writer: Writer,
    prompts: Sequence[str],
    seed: int,
    count: int = 1,
    schedule: str = "",
    known: dict[str, str] | None = None,
) -> list[dict[str, int]]:
    """Of each prompt up to `count` different {text: of how many smaller regions' answers it is composed}.

    They are of the coarsest cuts of which no part's answer shows a fault, the coarsest first.

    Args:
        schedule: a word that parts are asked in which may have it.
        known: as for first_answers.
    """
    found: list[dict[str, int]] = [{} for _ in prompts]
    known = {} if known is None else known
    for most in FINER_CUTS:
        cuts: dict[int, RegionCut] = {}
        for place, prompt in enumerate(prompts):
            cut = cut_region(prompt, most) if len(found[place]) < count else None
            if cut:
                cuts[place] = cut
        parts = [part.graph.text for _, smaller in cuts.values() for part in smaller]
        answers = first_answers(writer, list(dict.fromkeys(parts)), seed, known, schedule)
        for place, (graph, smaller) in cuts.items():
            sources = [answers[part.graph.text] for part in smaller]
            if all(sources):
                found[place][codegen.compose_answers(graph, smaller, sources)] = len(smaller)
    return found


def composed_in_schedules(writer: Writer, prompts: Sequence[str], seed: int) -> list[dict[str, int]]:
    """Of each prompt {text: its parts}: one in the usual schedules, and one for each word of its anchor that
    the model knows, for a clock to choose from.
    """
    known: dict[str, str] = {}
    found = composed_candidates(writer, prompts, seed, known=known)
    for word in writer.schedules:
        places = [
            place
            for place, prompt in enumerate(prompts)
            if found[place] and word in frontend.possible_schedules(frontend.parse(prompt))
        ]
        chosen = [prompts[place] for place in places]
        asked = composed_candidates(writer, chosen, seed, schedule=word, known=known)
        for place, texts in zip(places, asked, strict=True):
            found[place] |= texts
    return found
