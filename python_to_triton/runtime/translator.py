"""The translator: draws candidates from the model, has them judged, and judges the whole program.

The first candidate is greedy. Where the static checks find that it cannot be right, another takes its place
(`others`). If it fails, others follow at rising temperature, or composed, `samples` in all
(sample_search.py); then an answer is derived from those to other prompts (smaller_regions.py).
"""

import dataclasses
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future

import torch

from python_to_triton import codegen, frontend, static_checks, verification
from python_to_triton.inference.sampling import generate
from python_to_triton.runtime.answer_cache import AnswerCache, Search, load_regions
from python_to_triton.runtime.candidates import Candidate, RegionCandidates
from python_to_triton.runtime.composed_candidates import composed_candidates
from python_to_triton.runtime.futures import (
    Waiting,
    WaitingWork,
    all_results,
    finish_all,
    first_failed,
    future_of,
)
from python_to_triton.runtime.judging import (
    compile_answer,
    judge_answer,
    judge_composed,
    judge_file,
    judge_mixed,
    not_judged,
)
from python_to_triton.runtime.left_to_pytorch import why_not_asked, why_unanswered
from python_to_triton.runtime.options import DEFAULT_OPTIONS, TranslationOptions
from python_to_triton.runtime.pool import Judges
from python_to_triton.runtime.rewording import with_kept_rows, without_kept_rows
from python_to_triton.runtime.sample_search import SampleSearch
from python_to_triton.runtime.side_by_side import calls_at_a_time, side_by_side
from python_to_triton.runtime.smaller_regions import (
    can_be_cut,
    has_rules,
    retry_unanswered,
)
from python_to_triton.runtime.translated_graph import TranslatedGraph
from python_to_triton.runtime.translation import Translation, has_gpu, own_sizes_result
from python_to_triton.runtime.tuned_regions import (
    found_wrong,
    recall_tuning,
    reject_what_timing_found_wrong,
    tune_translations,
)
from python_to_triton.timeline import TIMELINE
from triton_ops.terminal_text import printable

REDRAWS = 16  # answers that are drawn in the place of a greedy one that cannot be right
REDRAW_TEMPERATURE = 1.0

Row = tuple[str, int]  # (prompt, with the line of a schedule where one is wanted; number of the sample)


def random_stream(prompt: str, number: int) -> int:
    """The seed of the random numbers that a sample of an answer is drawn with."""
    return (zlib.crc32(prompt.encode()) + number) % 2**32


def verdict_in_part(translation: Translation) -> verification.Verdict:
    """The verdict on a program that PyTorch computes in part: the worst of its answers, each judged alone."""
    verdicts = [region.answer.verdict for region in translation.regions if region.answer]
    if not verdicts:
        left = ", ".join(map(str, translation.left_to_pytorch))
        return not_judged(f"nothing of it is in Triton; left to PyTorch: {left}")
    return max(verdicts, key=lambda one: one.error / one.tolerance if one.tolerance else 0.0)


def stays_most_frequent(texts: Sequence[str], to_come: int) -> bool:
    """Whether the most frequent of some texts stays it, whatever `to_come` further ones are."""
    first, second = [*(count for _, count in Counter(texts).most_common(2)), 0, 0][:2]
    return first > second + to_come


class Translator:
    """A trained model with its vocabulary, and the judges of what it writes."""

    model_hash = ""  # of the weights; answers and reports name it
    weights = ""  # where they come from, in words
    cache: AnswerCache | None = None  # of verified answers; none where the model itself is measured
    schedules: tuple[str, ...] = ()  # that the model was trained on: it is shown no other word
    on_progress: Callable[[str], None] = staticmethod(lambda text: None)  # hears what takes long
    also_awaited: Callable[[], list[Future]] = staticmethod(list)  # for which a search wakes up, too
    programs_on_gpu = True  # whether a program's own text runs there too: it has the user's rights then
    # whether what no sample answers may be written by rules (codegen); not where the model itself is measured
    by_rules = True
    own_sizes = True  # whether a GPU also judges, and times, what is verified at the sizes of its program

    def __init__(
        self,
        decoder,
        vocabulary,
        seed: int = 0,
        temperature: float | None = None,
        judges: Judges | None = None,
        redraws: int = REDRAWS,
    ):
        """temperature: of all samples; by default the first is greedy, the others follow sampling_rounds."""
        self.decoder = decoder
        self.vocabulary = vocabulary
        self.seed = seed
        self.temperature = temperature
        self.redraws = redraws
        self.judges = judges or Judges()
        self.replaced = {}  # what the model read -> the greedy answer, where another took its place
        self.composed = {}  # a candidate -> of how many smaller regions' answers it is composed

    @property
    def has_usual_judge(self) -> bool:
        """Whether verdicts are those that a user gets.

        Else (--no-verify, a measurement of the model) nothing is kept on disk, left to PyTorch, or judged as
        the file that is written.
        """
        return self.judges.judge is judge_answer

    def why_too_long(self, text: str) -> str:
        """Why the model cannot read a text and write an answer to it; "" where there is room."""
        tokens = len(self.vocabulary.encode_prompt(text))
        room = self.decoder.model.config.max_seq_len
        return "" if tokens < room else f"the prompt is too long: {tokens} tokens, and the model reads {room}"

    def drop_unreadable_schedule(self, region: RegionCandidates) -> None:
        """Drops a region's schedule where the model was not trained on it, or its word leaves no room."""
        known = region.schedule in self.schedules
        if not known or self.why_too_long(frontend.with_schedule(region.prompt, region.schedule)):
            region.schedule = ""

    # ---- drawing ----

    def written(
        self,
        texts: Sequence[str],
        temperature: float,
        seed: int,
        streams: Sequence[int],
        on_text: Callable[[str], None] | None = None,
    ) -> Iterator[tuple[int, str]]:
        """Yields (index, what the model writes) of each text that it reads, as soon as it is complete.

        `on_text(str)` hears the first one grow.
        """
        asked = [without_kept_rows(text) for text in texts]
        grown = []

        def on_token(token):
            before = self.vocabulary.decode(grown)
            grown.append(token)
            on_text(self.vocabulary.decode(grown)[len(before) :])

        drawn = generate(
            self.decoder,
            [self.vocabulary.encode_prompt(text) for text in asked],
            self.vocabulary.end,
            temperature,
            seed=seed,
            on_token=on_token if on_text else None,
            streams=streams,
        )
        for index, ids in drawn:
            source = self.vocabulary.decode(ids)
            if asked[index] != texts[index]:
                plain, source = source, with_kept_rows(source)
                if on_text and index == 0 and source.startswith(plain):
                    on_text(source.removeprefix(plain))
            yield index, source

    def draw_candidates(
        self,
        rows: Sequence[Row],
        temperature: float,
        seed: int,
        on_text: Callable | None = None,
        composes: bool = True,
    ) -> Iterator[tuple[int, str]]:
        """Yields (index, text of the candidate) of each row as soon as it is complete.

        In the place of a greedy candidate that cannot be right (static_checks) another one is yielded, if one
        is found: see `others`. A candidate is a function of its row, the temperature and the seed, up to
        rounding: the other rows change nothing. `on_text(str)` hears the first row's candidate grow.
        """
        streams = [random_stream(*row) for row in rows]
        faulty = {}
        for index, source in self.written([text for text, _ in rows], temperature, seed, streams, on_text):
            checked = self.redraws and not temperature
            prompt = frontend.without_schedule(rows[index][0])
            fault = static_checks.first_fault(source, prompt) if checked else None
            if fault:
                faulty[index] = (source, fault)
            else:
                yield index, source
        others = self.others([rows[index] for index in faulty], seed, composes)
        for (index, (source, fault)), other in zip(faulty.items(), others):
            if other:
                self.replaced[rows[index][0]] = source
                if on_text and index == 0:
                    on_text(f"\n\n# Line {fault.line} above: {fault.reason}. Written anew:\n{other}")
            yield index, other or source

    def others(self, rows: Sequence[Row], seed: int, composes: bool = True) -> list[str | None]:
        """What takes the place of each row's greedy candidate, which cannot be right, or None.

        Where a schedule was asked for, it is the greedy candidate without one, for which there are many times
        as many pairs to learn from; else what rules write, at once and in one kernel; else one that is drawn
        anew; else, if it `composes`, one that is composed of the answers to smaller regions.
        """
        usual = [(frontend.without_schedule(text), number) for text, number in rows]
        scheduled = [place for place, row in enumerate(rows) if row != usual[place]]
        found: dict[int, str | None] = {}
        if scheduled:
            written = self.draw_candidates([usual[place] for place in scheduled], 0.0, seed, None, composes)
            found = {scheduled[index]: source for index, source in written}
        for place, (prompt, _) in enumerate(usual):
            by_rules = codegen.source_by_rules(prompt) if self.by_rules and place not in found else ""
            found |= {place: by_rules} if by_rules else {}
        left = [place for place in range(len(rows)) if place not in found]
        found |= zip(left, self.redraw([rows[place] for place in left], seed))
        missing = [place for place in left if composes and not found[place]]
        prompts = [rows[place][0] for place in missing]
        for place, composed in zip(missing, composed_candidates(self, prompts, seed)):
            self.composed |= composed
            found[place] = next(iter(composed), None)
        return [found[place] for place in range(len(rows))]

    def redraw(self, rows: Sequence[Row], seed: int) -> list[str | None]:
        """Of `redraws` answers to each row the one without a fault that is drawn most often, or None.

        No more are drawn once that is certain for every row.
        """
        if not rows:
            return []
        row_of_draw = [row for row in range(len(rows)) for _ in range(self.redraws)]
        # Numbers beyond those of any sample, so that no draw repeats one.
        streams = [
            random_stream(rows[row][0], (1 << 16) * (rows[row][1] + 1) + draw % self.redraws)
            for draw, row in enumerate(row_of_draw)
        ]
        texts = [rows[row][0] for row in row_of_draw]
        faultless = [{} for _ in rows]  # of each row, {draw: answer}
        to_come = [self.redraws] * len(rows)  # draws of each row
        faults = {}  # each different text is checked once
        for draw, source in self.written(texts, REDRAW_TEMPERATURE, seed, streams):
            row = row_of_draw[draw]
            if (row, source) not in faults:
                faults[row, source] = static_checks.first_fault(source, rows[row][0])
            if not faults[row, source]:
                faultless[row][draw] = source
            to_come[row] -= 1
            if all(stays_most_frequent(list(one.values()), n) for one, n in zip(faultless, to_come)):
                break
        in_order = [[source for _, source in sorted(sources.items())] for sources in faultless]
        return [max(sources, key=sources.count, default=None) for sources in in_order]

    # ---- regions ----

    def answer(
        self,
        regions: list[RegionCandidates],
        samples: int,
        everything: bool = False,
        on_text: Callable[[str], None] | None = None,
        on_candidate: Callable[[Candidate], None] | None = None,
    ) -> None:
        """Draws up to `samples` candidates for each region and has them judged: see SampleSearch. Where rules
        can write an answer they are asked after one candidate: theirs takes one judging.

        One whose prompt is too long has none: `retry_unanswered` cuts it smaller. What the cache knows is not
        drawn again, unless `everything` is wanted.
        """
        regions = [region for region in regions if not region.left]
        for region in regions:
            self.drop_unreadable_schedule(region)
        if self.cache and not everything:
            with TIMELINE.counted("answers kept on disk"):
                load_regions(self.cache, regions, self.search(samples), on_text, on_candidate)
        known = [region for region in regions if region.kept and not region.rejected]
        readable = [region for region in regions if not self.why_too_long(region.prompt)]
        unscheduled = [region for region in readable if not region.schedule]
        with_rules = list(filter(has_rules, unscheduled)) if self.by_rules and not everything else []
        new = [region for region in regions if region not in known]
        try:
            SampleSearch(self, readable, samples, everything, on_text, on_candidate, with_rules).run()
        except BaseException:  # an interrupt, or a time that is over
            self.keep_answers([region for region in new if region.answer], samples)
            raise
        self.keep_answers(new, samples)

    def search(self, samples: int) -> Search:
        """How this translator searches for an answer."""
        return Search(samples, self.seed, self.temperature)

    def keep_answers(self, regions: list[RegionCandidates], samples: int) -> None:
        """Writes what was found for regions, or that nothing was, to the cache if there is one."""
        for region in regions if self.cache and self.has_usual_judge else ():
            self.cache.store(region, self.search(samples))

    def retry_unanswered(
        self, regions: list[RegionCandidates], samples: int, on_candidate: Callable | None = None
    ) -> None:
        """Derives answers to regions without one from answers to other prompts: see smaller_regions.py.

        Once, until an answer is rejected.
        """
        unanswered = [region for region in regions if not region.is_settled and not region.retried]
        retry_unanswered(self, unanswered, samples, on_candidate)
        for region in unanswered:
            region.retried = True
        self.keep_answers(unanswered, samples)

    def answer_backwards(self, translations: Sequence[Translation], samples: int, on_candidate=None) -> None:
        """Looks for answers to the regions of backwards; PyTorch computes those that have none."""
        regions = [region for one in translations for region in one.backward_regions]
        self.answer(regions, samples, on_candidate=on_candidate)
        self.retry_unanswered(regions, samples, on_candidate)

    # ---- whole programs ----

    def check_regions(self, translation: Translation) -> None:
        """Leaves to PyTorch what the model need not be asked for, where the program is translated in part.

        Raises ValueError, elsewhere, where a prompt is too long and cannot be cut.
        """
        for region in translation.regions:
            too_long = self.why_too_long(region.prompt)
            if too_long and can_be_cut(region):
                continue
            if translation.options.partial:
                region.left = too_long or region.left or why_not_asked(region)
            elif too_long:
                raise ValueError(too_long)

    def graph_verdict(self, one: TranslatedGraph) -> Future:
        """The Future of the verdict on one graph, whose regions are all settled."""
        if one.draws or any(region.left for region in one.regions):
            return self.judges.submit(one.graph.sized_text, one.source_without_wrapper, judge_mixed)
        if not one.is_one_region and self.judges.judge is judge_answer:
            return self.judges.submit(one.graph.sized_text, one.source_without_wrapper, judge_composed)
        region = one.regions[0]
        if not one.is_one_region or one.answers[0] != region.answer.source:
            return self.judges.submit(one.graph.sized_text, one.source_without_wrapper)
        return future_of(region.answer.verdict)

    def program_verdict(self, translation: Translation) -> Waiting:
        """Yields the Futures that it waits for, and returns the verdict on a whole program whose regions are
        all settled: that on the first of its graphs that failed, else that on the first graph.
        """
        if translation.left_to_pytorch:
            return verdict_in_part(translation)
        if self.has_usual_judge:
            recall_tuning(self, translation)
            yield from translation.pass_numbers(self.judges)
        return (yield first_failed([self.graph_verdict(one) for one in translation.graphs]))

    def compile_failure(self, translation: Translation) -> Future:
        """The Future of why a verified translation does not compile for sm_80 and sm_90; "" where it does."""
        if translation.is_view:  # without a kernel
            return future_of("")
        if translation.is_mixed or translation.graphs[0].draws:  # each answer by itself
            pairs = {(region.prompt, region.answer.source) for region in translation.regions if region.answer}
            compiling = [self.judges.submit(*pair, compile_answer) for pair in sorted(pairs)]
            return all_results(compiling, lambda texts: "; ".join(filter(None, texts)))
        return self.judges.submit(translation.graph.text, translation.source_without_wrapper, compile_answer)

    def leave_unanswered(self, translation: Translation) -> None:
        """Leaves regions without an answer to PyTorch, where the program may be translated in part."""
        for region in translation.regions:
            if translation.options.partial and not region.is_settled:
                region.left = why_unanswered(region)

    def judging(self, translation: Translation) -> Waiting:
        """Gives a translation its verdict: whether every region has an answer, all of them together pass, and
        so does the file that is written of a text. Yields the Futures that it waits for.
        """
        if self.has_usual_judge:
            translation.leave_statistics()
            self.leave_unanswered(translation)
        unanswered = next((region for region in translation.regions if not region.is_settled), None)
        if unanswered:
            translation.verdict = unanswered.failure
            return
        translation.verdict = yield from self.program_verdict(translation)
        if translation.passed and translation.text and self.has_usual_judge:
            given = (translation.text, translation.source, judge_file, translation.options)
            verdict, translation.calls = yield self.judges.submit(*given)
            if not verdict.ok:
                translation.verdict = verdict

    def judge_programs(self, translations: Iterable[Translation]) -> None:
        """Gives translations their verdicts, side by side: see `judging`."""
        with TIMELINE.counted("verdicts on whole programs"):
            finish_all([WaitingWork(self.judging(translation)) for translation in translations])

    def can_judge_at_own_sizes(self, translation: Translation) -> bool:
        """Whether a translation passed, has a kernel, names its sizes, and there is a GPU."""
        has_kernel = translation.passed and not translation.is_view
        return self.own_sizes and has_kernel and translation.sizes is not None and has_gpu()

    def tune(self, translations: Iterable[Translation]) -> None:
        """On a GPU: times the launches of verified translations at their own sizes: see tuned_regions.py."""
        with TIMELINE.counted("tuning"):
            tune_translations(self, translations)

    def reject_part_at_own_sizes(self, translation: Translation, timed: bool) -> bool:
        """`reject_at_own_sizes` where PyTorch computes a part: each answer is judged by itself.

        Where all pass and it is timed, so are the parts that PyTorch computes.
        """
        region = translation.wrong_region()
        if region:
            region.reject_answer(f"passed the test cases, but failed at {translation.sizes_text}")
            return True
        if timed:
            translation.time_left_parts()
        return False

    def call_at_own_sizes(self, translation: Translation, timed: bool) -> dict:
        """What own_sizes_result takes to judge a translation in Triton alone."""
        return {
            "prompt": translation.graph.text,
            "sizes": translation.sizes,
            "answer": translation.source_without_wrapper,
            "program": translation.text if self.programs_on_gpu else "",
            "evaluate": translation.options.evaluate,
            "timed": timed,
            "origins": [argument.origin for argument in translation.graph.arguments],
        }

    def results_at_own_sizes(
        self, translations: Sequence[Translation], timed: bool
    ) -> Iterator[tuple[Translation, dict]]:
        """Translations with their results at own sizes, as these come, where they are judged side by side.

        The others come with {}: PyTorch computes parts of it, or it failed beside some that may have had the
        memory.
        """
        wanted = [
            one
            for one in translations
            if self.can_judge_at_own_sizes(one) and not one.is_mixed and not found_wrong(one)
        ]
        count = calls_at_a_time(len(wanted))
        left = list(translations)
        if count > 1:
            calls = [(one, self.call_at_own_sizes(one, timed)) for one in wanted]
            for (translation, _), result in side_by_side(
                lambda call: own_sizes_result(**call[1]), calls, count
            ):
                if result["ok"] and not result.get("untimed"):
                    left.remove(translation)
                    yield translation, result
        yield from ((translation, {}) for translation in left)

    def reject_at_own_sizes(self, translation: Translation, timed: bool, result: dict) -> bool:
        """Judges a translation at its own sizes; True where a region's answer was rejected: another may pass.

        result: of results_at_own_sizes. Where the fault is no region's, the translation's own verdict fails.
        """
        if reject_what_timing_found_wrong(translation):
            return True
        if translation.is_mixed:
            return self.reject_part_at_own_sizes(translation, timed)
        translation.own_sizes_result = result = result or own_sizes_result(
            **self.call_at_own_sizes(translation, timed)
        )
        if result["ok"]:
            return False
        reason = f"passed the test cases, but failed at {translation.sizes_text}: {result['reason']}"
        region = translation.wrong_region() if result.get("stage") != "task" else None
        if region:
            region.reject_answer(reason)
            return True
        translation.verdict = dataclasses.replace(translation.verdict, ok=False, reason=reason, stage="task")
        return False

    def judge_at_own_sizes(
        self,
        translations: list[Translation],
        samples: int,
        everything: bool = False,
        timed: bool = False,
        on_end: Callable[[Translation], None] | None = None,
    ) -> None:
        """On a GPU: judges the verified translations at their own sizes; where one fails, its next candidate
        follows.

        `on_end` hears of each as soon as it has its last verdict.
        """
        remaining = translations
        while remaining:
            again = []
            for translation, result in self.results_at_own_sizes(remaining, timed):
                can_be_judged = self.can_judge_at_own_sizes(translation)
                if can_be_judged and self.reject_at_own_sizes(translation, timed, result):
                    again.append(translation)
                elif on_end:
                    on_end(translation)
            unanswered = [region for one in again for region in one.regions if not region.answer]
            self.answer(unanswered, samples, everything)
            self.retry_unanswered(unanswered, samples)
            self.judge_programs(again)
            remaining = again

    def translate(
        self,
        program: str | Callable | torch.nn.Module,
        inputs: Sequence | None = None,
        samples: int = 20,
        options: TranslationOptions = DEFAULT_OPTIONS,
    ) -> Translation:
        """The Translation of source text, a function or a module, with up to `samples` candidates a region.

        Example `inputs` (tensors, whose data does not matter, and constants) give the sizes; a text may bring
        its own. Raises GraphError, a ValueError, where the program cannot be traced; ValueError where it is
        too long.
        """
        translation = Translation(program, inputs, options)
        self.check_regions(translation)
        self.answer(translation.regions, samples)
        self.retry_unanswered(translation.regions, samples)
        self.answer_backwards([translation], samples)
        self.judge_programs([translation])
        self.tune([translation])
        self.judge_at_own_sizes([translation], samples)
        return translation


def verdict_line(verdict: verification.Verdict) -> str:
    """One line: `verified, max error 1.2e-07 (allowed 5.7e-07)`, `a view: nothing to compute`, or why not."""
    if verdict.ok and verdict.reason:
        return verdict.reason
    if verdict.ok:
        return f"verified, max error {verdict.error:.1e} (allowed {verdict.tolerance:.1e})"
    return f"not verified: {printable(verdict.reason)}"
