"""Further answers to a region, one for each schedule that its anchor may have and the model knows.

A translator is a runtime.Translator, which imports who calls this.
"""

from python_to_triton import frontend
from python_to_triton.runtime.candidates import Candidate, RegionCandidates

USUAL_SCHEDULE = "usual"  # what the schedule without a word is called where schedules are compared


def other_schedules(translator, region: RegionCandidates) -> list[str]:
    """The words that a region may still be asked for; "" among them where its answer has a word."""
    own = region.drawn_answer.schedule if region.drawn_answer else None
    possible = frontend.possible_schedules(frontend.parse(region.prompt))
    known = [schedule for schedule in possible if schedule in translator.schedules]
    return [schedule for schedule in ("", *known) if schedule != own] if known else []


def answers_of_schedules(
    translator, region: RegionCandidates, schedules: list[str] | None = None
) -> list[tuple[str, Candidate]]:
    """[(word, or "usual" for none; the greedy candidate that was asked for in it)] of those that passed.

    `schedules` are by default those of `other_schedules`. A text that the region's answer has too, or that
    an earlier word gave, is left out: words do not bind the model. Nothing is kept in the region.
    """
    words = other_schedules(translator, region) if schedules is None else schedules
    texts = {word: frontend.with_schedule(region.prompt, word) for word in words}
    texts = {word: text for word, text in texts.items() if not translator.why_too_long(text)}
    rows = [(text, 0) for text in texts.values()]
    written = dict(translator.draw_candidates(rows, 0.0, translator.seed)) if rows else {}
    seen = {region.drawn_answer.source} if region.drawn_answer else set()
    judging = []
    for place, word in enumerate(texts):
        source = written[place]
        if source not in seen:
            seen.add(source)
            judging.append((word, source, translator.judges.submit(region.prompt, source)))
    found = []
    for word, source, verdict in judging:
        candidate = Candidate(source, region.rejected.get(source, verdict.result()), word)
        if candidate.verdict.ok:
            found.append((word or USUAL_SCHEDULE, candidate))
    return found
