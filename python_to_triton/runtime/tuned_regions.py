"""Tunes the regions of translations on a GPU: several verified answers and their launch numbers are timed at
the program's own sizes, and the fastest that is verified too is what is written.

python_to_triton/tuning/ searches and times; here it is decided which regions are tuned and for how long, the
winner is judged, and what came of it is kept. tuning_table.py puts it into words.
"""

import dataclasses
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Sequence

from python_to_triton import codegen, frontend, static_checks, tuning
from python_to_triton.runtime.candidates import Candidate, RegionCandidates
from python_to_triton.runtime.composed_candidates import composed_in_schedules
from python_to_triton.runtime.judging import judge_answer
from python_to_triton.runtime.options import TranslationOptions
from python_to_triton.runtime.scheduled_answers import answers_of_schedules
from python_to_triton.runtime.translation import Translation, has_gpu
from python_to_triton.runtime.tuning_cache import load_tuning, store_tuning
from python_to_triton.runtime.tuning_table import faster_in_pytorch

USUAL_SECONDS = 10.0  # a region, where files are translated on a GPU and nothing else is said
THOROUGH = 5.0  # seconds a region, from which other samples are asked for and torch.compile takes part
OTHERS = 4  # samples
OTHERS_TEMPERATURE = 1.0
OTHERS_SEED = 1 << 20  # beyond those of the search for a first answer
CALL_SECONDS = 300.0  # of a region's call, beyond the time that is asked for


def usually_tuned(options: TranslationOptions) -> TranslationOptions:
    """The options of files to be translated: on a GPU, launches are timed unless --tune says otherwise."""
    if options.tune is None and has_gpu():
        return dataclasses.replace(options, tune=USUAL_SECONDS)
    return options


def say_what_is_not_timed(options: TranslationOptions) -> None:
    """A line on stderr where times are asked for, and there is no GPU to take them on."""
    if (options.tune or options.fastest) and not has_gpu():
        print("--tune: there is no GPU here, so nothing is timed", file=sys.stderr)


def tuning_result(
    region: RegionCandidates,
    answers: Sequence[str],
    seconds: float,
    compiled: bool,
    on_progress: Callable[[str], None],
) -> dict:
    """The last result of tuning.tune_region on the GPU, in the helper process."""

    def hear(result):
        if "progress" in result:
            on_progress(result["progress"])

    try:
        result, failure = tuning.helper_process().call(
            "tune",
            CALL_SECONDS + seconds,
            hear,
            prompt=region.prompt,
            sizes=region.sizes,
            answers=list(answers),
            pytorch=region.pytorch_source,
            budget=seconds,
            compiled=compiled,
        )
    except ValueError as error:
        return {"ok": False, "reason": str(error)}
    if "progress" in result:
        return {"ok": False, "reason": f"{failure} ({result['progress']})"}
    return result | {"untimed": failure} if failure else result


# ---- which answers ----


def may_be_right(source: str, prompt: str) -> bool:
    """Whether no static check doubts an answer. What rules write is not asked: the checks are made for how
    the model writes, and the judge decides.
    """
    return bool(codegen.operations_by_rules(source)) or not static_checks.first_fault(source, prompt)


def other_samples(translator, region: RegionCandidates) -> list[Candidate]:
    """What rules write, what is composed of the answers to smaller regions, and a few further samples, that
    is verified and another text than the answer.

    What has more launches may be the faster for it: of few long rows, rules share each among many programs,
    and a reduction alone is split so, where the model writes one with work around it for a program a row.
    """
    rows = [(region.prompt, OTHERS_SEED + number) for number in range(OTHERS)]
    drawn = [source for _, source in translator.draw_candidates(rows, OTHERS_TEMPERATURE, translator.seed)]
    by_rules = codegen.sources_by_rules(region.prompt) if translator.by_rules else []
    [composed] = composed_in_schedules(translator, [region.prompt], translator.seed)
    known = ("", region.drawn_answer.source)
    texts = [text for text in dict.fromkeys([*by_rules, *composed, *drawn]) if text not in known]
    texts = [text for text in texts if may_be_right(text, region.prompt)]
    judging = [(text, translator.judges.submit(region.prompt, text)) for text in texts]
    judged = [Candidate(text, verdict.result(), parts=composed.get(text, 0)) for text, verdict in judging]
    return [candidate for candidate in judged if candidate.verdict.ok]


def answers_to_time(
    translator, region: RegionCandidates, seconds: float, on_progress: Callable[[str], None]
) -> list[Candidate]:
    """The answer, and where there is time for them others: of other schedules, and further samples."""
    if seconds < THOROUGH:
        return [region.drawn_answer]
    on_progress("asking for other answers")
    scheduled = [one for _, one in answers_of_schedules(translator, region)]
    known = {one.source for one in scheduled}
    others = [one for one in other_samples(translator, region) if one.source not in known]
    return [region.drawn_answer, *scheduled, *others]


# ---- one region ----


def verified_winner(
    translator, region: RegionCandidates, answers: Sequence[Candidate], finalists: Sequence[dict]
) -> tuple[dict, Candidate]:
    """The fastest finalist that the judge verifies, and its Candidate.

    The last is the answer itself, which was verified before.
    """
    known = {candidate.source: candidate for candidate in answers}
    for row in finalists:
        text = row["text"]
        if text in known:
            return row, known[text]
        if not may_be_right(text, region.prompt):
            continue
        verdict = translator.judges.submit(region.prompt, text).result()
        if verdict.ok:
            return row, Candidate(text, verdict, answers[row["answer"]].schedule)
    raise AssertionError(f"the answer itself is not among the {len(finalists)} finalists")


def time_region(translator, region: RegionCandidates, seconds: float) -> None:
    """Gives a region the fastest verified answer, and notes what came of timing it."""
    began = time.monotonic()
    name = ", ".join(dict.fromkeys(value.op for value in frontend.parse(region.prompt).values))
    on_progress = lambda text: translator.on_progress(f"timing {textwrap.shorten(name, 40)}: {text}")
    answers = answers_to_time(translator, region, seconds, on_progress)
    drawn = time.monotonic()
    on_progress("starting")
    result = tuning_result(region, [one.source for one in answers], seconds, seconds >= THOROUGH, on_progress)
    region.tuning = {"asked": seconds} | {
        name: value for name, value in result.items() if name != "finalists"
    }
    if not result["ok"]:
        return
    timed = time.monotonic()
    on_progress("judging the fastest")
    row, winner = verified_winner(translator, region, answers, result["finalists"])
    region.tuned = winner if winner is not region.drawn_answer else None
    rows = [{name: one[name] for name in ("answer", "numbers", "ms")} for one in result["finalists"]]
    region.tuning |= {
        "ms": row["ms"],
        "numbers": row["numbers"],
        "sample": row["answer"],
        "schedules": [one.schedule for one in answers],
        "rows": rows,
        "date": time.strftime("%Y-%m-%d"),
    }
    region.tuning["stages"] = {
        "other answers": round(drawn - began, 2),
        "helper": round(timed - drawn - result["seconds"], 2),  # to start it, and its sandbox
        **result["stages"],
        "judge": round(time.monotonic() - timed, 2),
    }


def loss_against_pytorch(region: RegionCandidates) -> float:
    """Milliseconds that a timed region takes longer than in eager PyTorch."""
    return region.tuning["ms"] - region.tuning["torch_ms"]


def leave_to_faster_pytorch(translation: Translation) -> None:
    """Leaves to PyTorch the regions in which it was timed faster. Where these are all, the one that loses the
    least stays: else there would be no translation.
    """
    ours = [region for region in translation.regions if not region.left]
    slower = sorted(filter(faster_in_pytorch, ours), key=loss_against_pytorch)
    for region in slower[1:] if len(slower) == len(ours) else slower:
        times = f"{region.tuning['torch_ms']:.3g} ms against {region.tuning['ms']:.3g} ms"
        region.left = f"eager PyTorch is faster: {times}"


# ---- translations ----


def regions_to_tune(translation: Translation) -> list[RegionCandidates]:
    """The regions that have an answer with a kernel, the largest first; none where the options say so."""
    found = []
    if not translation.options.tune:
        return found
    for region in translation.regions:
        answer = None if region.left else region.drawn_answer
        if answer and "@triton" in answer.source and region.sizes and region not in found:
            found.append(region)
    size = lambda region: frontend.total_elements(frontend.parse(region.prompt), region.sizes)
    return sorted(found, key=size, reverse=True)


def recall_tuning(translator, translation: Translation) -> None:
    """Gives regions what was found when they were tuned before: the whole is then judged with it at once."""
    if translator.cache and translator.own_sizes and translation.sizes is not None and has_gpu():
        for region in regions_to_tune(translation):
            if not region.tuning:
                load_tuning(translator.cache, region, translation.options.tune)


def tune_translation(translator, translation: Translation) -> bool:
    """Tunes the regions of a translation as its options say; whether an answer changed."""
    before = [(region, region.answer, region.left) for region in translation.regions]
    for region in regions_to_tune(translation):
        if region.tuning:
            continue
        time_region(translator, region, translation.options.tune)
        if translator.cache and region.tuning["ok"]:
            store_tuning(translator.cache, region)
    if translation.options.fastest:
        leave_to_faster_pytorch(translation)
    return any(region.answer is not answer or region.left != left for region, answer, left in before)


def forget_tuning(translation: Translation, left: Iterable[RegionCandidates]) -> None:
    """Gives a translation the answers back that it had before, where the tuned ones fail together."""
    for region in translation.regions:
        if region.tuned:
            region.tuned = None
            region.tuning = {"ok": False, "reason": "the whole failed with the tuned answers", "asked": 0.0}
    for region in left:
        region.left = ""


def found_wrong(translation: Translation) -> list[RegionCandidates]:
    """The regions whose answers failed at their own sizes when they were timed."""
    return [region for region in translation.regions if region.tuning.get("wrong") and not region.left]


def reject_what_timing_found_wrong(translation: Translation) -> bool:
    """Rejects the answers that failed at their own sizes when they were timed; whether there are any."""
    wrong = found_wrong(translation)
    for region in wrong:
        why = f"passed the test cases, but failed at {translation.sizes_text}: {region.tuning['wrong']}"
        region.reject_answer(why)
    return bool(wrong)


def tune_translations(translator, translations: Iterable[Translation]) -> None:
    """Tunes translations that were verified, and judges them again where answers changed."""
    if translator.judges.judge is not judge_answer:
        return
    for translation in translations:
        if not translation.passed and any(region.tuned for region in translation.regions):  # recalled
            forget_tuning(translation, [])
            translator.judge_programs([translation])
        if not translator.can_judge_at_own_sizes(translation):
            continue
        kept = [region for region in translation.regions if not region.left]
        if not tune_translation(translator, translation):
            continue
        translator.judge_programs([translation])
        if not translation.passed:
            forget_tuning(translation, [region for region in kept if region.left])
            translator.judge_programs([translation])
