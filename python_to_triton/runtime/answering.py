"""A program answered step by step, for whoever shows the steps: the demo in a terminal, the playground.

entries = answer_program(program, translator, 20, DEFAULT_OPTIONS, AnswerCallbacks(on_text=print))
"""

from collections.abc import Callable
from dataclasses import dataclass

from python_to_triton import frontend
from python_to_triton.frontend.graph import Graph
from python_to_triton.runtime.candidates import Candidate, RegionCandidates
from python_to_triton.runtime.file_entries import FileEntry, check_entries, judge_merged, traced_entries
from python_to_triton.runtime.options import TranslationOptions
from python_to_triton.runtime.translation import Translation, has_gpu
from python_to_triton.runtime.translator import Translator
from python_to_triton.timeline import TIMELINE

LARGE = 1 << 28  # elements of all values together, at the most, where a program without sizes is timed


def unheard(*_: object) -> None:
    """What becomes of a step that nobody wants to hear of."""
    return None


@dataclass(frozen=True)
class AnswerCallbacks:
    """Who hears of the steps, in the order in which they come."""

    on_traced: Callable[[list[FileEntry]], None] = unheard
    on_entry: Callable[[FileEntry], None] = unheard  # the steps of its translation, if it has one, follow
    on_region: Callable[[Translation, int], None] = unheard  # the number of the region that is asked for
    on_text: Callable[[str], None] = unheard  # the next piece of its first candidate
    on_candidate: Callable[[Candidate], None] = unheard
    on_retry: Callable[[RegionCandidates], None] = unheard  # no candidate passed: other ways are tried
    on_answer: Callable[[RegionCandidates], None] = unheard  # the region is settled, or has no answer
    on_judging: Callable[[Translation], None] = unheard  # the whole program is about to be judged
    on_verdict: Callable[[Translation], None] = unheard
    on_progress: Callable[[str], None] = unheard  # on a GPU, what takes long, in words; "" when it is over
    on_tuned: Callable[[Translation, bool], None] = unheard  # whether the program names its sizes
    # whether another answer took the first's place
    on_own_sizes: Callable[[Translation, bool], None] = unheard
    on_end: Callable[[Translation], None] = unheard


def large_sizes(graph: Graph) -> dict[str, int]:
    """{letter: size} large enough for a GPU, for a program without sizes."""
    if any(argument.origin for argument in graph.arguments):
        return graph.sizes  # its parameters have them
    for size in (4096, 1024, 256):
        sizes = dict.fromkeys(graph.sizes, size)
        if frontend.total_elements(graph, sizes) <= LARGE:
            return sizes
    return graph.sizes


def answer_region(
    translator: Translator, region: RegionCandidates, samples: int, callbacks: AnswerCallbacks
) -> None:
    """Asks for one region until a candidate passes, and in other ways where none does."""
    translator.answer([region], samples, on_text=callbacks.on_text, on_candidate=callbacks.on_candidate)
    if not region.is_settled and not region.retried:
        callbacks.on_retry(region)
    translator.retry_unanswered([region], samples)
    callbacks.on_answer(region)


def time_at_own_sizes(
    translator: Translator, translation: Translation, samples: int, callbacks: AnswerCallbacks
) -> None:
    """On a GPU: judges and times the answer at the program's own sizes, or at large ones."""
    if not translation.verified or translation.is_view or not has_gpu():
        return
    translator.on_progress = callbacks.on_progress
    translator.tune([translation])
    callbacks.on_progress("")
    names_sizes = translation.sizes is not None
    if not names_sizes:
        translation.sizes = large_sizes(translation.graph)
    callbacks.on_tuned(translation, names_sizes)
    first = translation.source_without_wrapper
    translator.judge_at_own_sizes([translation], samples, timed=True)
    is_another = translation.verified and translation.source_without_wrapper != first
    callbacks.on_own_sizes(translation, is_another)


def answer_translation(
    translator: Translator, translation: Translation, samples: int, callbacks: AnswerCallbacks
) -> None:
    """Answers a traced program region by region, and judges the whole."""
    for number, region in enumerate(translation.regions):
        callbacks.on_region(translation, number)
        answer_region(translator, region, samples, callbacks)
    callbacks.on_judging(translation)
    translator.judge_programs([translation])
    callbacks.on_verdict(translation)
    time_at_own_sizes(translator, translation, samples, callbacks)
    callbacks.on_end(translation)


def answer_program(
    program: str,
    translator: Translator,
    samples: int,
    options: TranslationOptions,
    callbacks: AnswerCallbacks,
) -> list[FileEntry]:
    """The entries of a text, answered with up to `samples` candidates a region, and judged beside each other.

    Raises ValueError, one line, where none can be traced, or what is to be read is too long.
    """
    with TIMELINE.counted("trace"):
        entries = traced_entries(program, options)
    callbacks.on_traced(entries)
    check_entries(entries, translator.check_regions)
    for entry in entries:
        callbacks.on_entry(entry)
        if entry.translation:
            answer_translation(translator, entry.translation, samples, callbacks)
    judge_merged(entries, translator.judges)
    return entries
