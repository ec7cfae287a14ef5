"""Answers the programs that speed.py times, a group in one batch of the model; judges verify on the CPU."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import torch
from speed_programs import SpeedProgram

from python_to_triton import executors, frontend, runtime, static_checks, user_programs
from python_to_triton.runtime.composed_candidates import composed_in_schedules
from python_to_triton.runtime.scheduled_answers import other_schedules
from python_to_triton.runtime.tuned_regions import OTHERS, OTHERS_SEED, OTHERS_TEMPERATURE
from python_to_triton.tuning.gpu_turn import GpuTurn


@dataclass(frozen=True, eq=False)
class AnsweredProgram:
    """A program, its regions answered as far as they are, and other texts for them that nobody judged."""

    program: SpeedProgram
    translation: runtime.Translation
    others: dict[str, list[str]] = field(default_factory=dict)  # prompt of a region -> texts

    @property
    def is_settled(self) -> bool:
        """Whether every region has its answer."""
        return all(region.is_settled for region in self.translation.regions)


def hide_gpu() -> str:
    """Has what this process starts from now on see no GPU; CUDA_VISIBLE_DEVICES of what is to see the first.

    This process itself has begun with it, and keeps it: it draws answers there.
    """
    if not torch.cuda.is_available():
        return ""
    first = executors.visible_gpus()[0]
    torch.cuda.init()
    torch.cuda.device_count()  # is known from now on
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
    return first


def draw_in_turn(translator: runtime.Translator, turn: GpuTurn) -> None:
    """Has a translator hold the GPU while it draws: nothing is timed meanwhile."""
    draw = translator.draw_candidates

    def drawn(*arguments, **more) -> Iterator[tuple[int, str]]:
        with turn.beside():
            yield from draw(*arguments, **more)

    translator.draw_candidates = drawn


def open_speed_translator(weights: str | None, judges: int, shared: str) -> runtime.Translator:
    """A translator that keeps nothing on disk, whose judges have no GPU, and which takes turns with races."""
    user_programs.program_server().begin()
    pool = runtime.Judges(judges)
    pool.expect(2 * judges)
    translator = runtime.load_translator(weights, judges=pool)
    translator.by_rules = False  # the model's answers are timed
    draw_in_turn(translator, GpuTurn(shared, str(translator.decoder.device)))
    return translator


def other_texts(translator: runtime.Translator, regions: Sequence) -> dict[str, list[str]]:
    """{prompt: texts without a fault} of regions: composed of the answers to smaller regions, of each
    schedule that the model knows, and a few samples.

    They are those that tuning draws (runtime/tuned_regions.py), which has them judged first.
    """
    prompts = {region.prompt: region for region in regions if not translator.why_too_long(region.prompt)}
    greedy = [
        (frontend.with_schedule(prompt, word), 0)
        for prompt, region in prompts.items()
        for word in other_schedules(translator, region)
    ]
    greedy = [(text, number) for text, number in greedy if not translator.why_too_long(text)]
    samples = [(prompt, OTHERS_SEED + number) for prompt in prompts for number in range(OTHERS)]
    composed = composed_in_schedules(translator, list(prompts), translator.seed)
    found = {prompt: list(texts) for prompt, texts in zip(prompts, composed)}
    for rows, temperature in ((greedy, 0.0), (samples, OTHERS_TEMPERATURE)):
        for place, text in translator.draw_candidates(rows, temperature, translator.seed) if rows else ():
            found[frontend.without_schedule(rows[place][0])].append(text)
    return {
        prompt: [one for one in dict.fromkeys(texts) if not static_checks.first_fault(one, prompt)]
        for prompt, texts in found.items()
    }


def traced_programs(
    translator: runtime.Translator, programs: Sequence[SpeedProgram], refuse: Callable
) -> Iterator[tuple[SpeedProgram, runtime.Translation]]:
    """Programs with their Translations, still without answers. `refuse(program, row)` hears of the others."""
    for program in programs:
        try:
            translation = runtime.Translation(program.text)
            translator.check_regions(translation)
        except ValueError as error:
            refuse(program, {"status": "not translated", "verified": False, "reason": str(error)})
            continue
        if translation.is_view:
            refuse(program, {"status": "view", "verified": True})
        elif translation.sizes is None:
            refuse(program, {"status": "no sizes", "reason": "it names no sizes"})
        else:
            yield program, translation


def answer_programs(
    translator: runtime.Translator,
    programs: Sequence[SpeedProgram],
    samples: int,
    with_others: bool,
    ready: Callable[[AnsweredProgram], None],
    refuse: Callable[[SpeedProgram, dict], None],
) -> None:
    """Answers programs side by side; `ready` hears of each as soon as its regions have their answers, at last
    of those that have none.
    """
    traced = list(traced_programs(translator, programs, refuse))
    regions = [region for _, translation in traced for region in translation.regions]
    others = other_texts(translator, regions) if with_others else {}
    waiting = [AnsweredProgram(*pair, others) for pair in traced]

    def hand_over(_=None) -> None:
        for one in [one for one in waiting if one.is_settled]:
            waiting.remove(one)
            ready(one)

    translator.answer(regions, samples, on_candidate=hand_over)
    hand_over()
    translator.retry_unanswered(regions, samples)
    for one in waiting:
        ready(one)
