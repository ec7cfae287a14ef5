"""Translates files and folders: every file on its own, a module and a row of the report each.

A file that loops, crashes or runs out of memory fails alone: its code runs in a process of its own.
"""

import contextlib
import dataclasses
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, wait
from pathlib import Path

from tqdm import tqdm

from python_to_triton.inference.checkpoints import one_line
from python_to_triton.runtime.candidates import Candidate
from python_to_triton.runtime.file_entries import (
    FileEntry,
    begin_to_trace,
    check_entries,
    judge_merged,
    traced_entries,
)
from python_to_triton.runtime.file_header import file_text, is_written_here, sample_line
from python_to_triton.runtime.futures import WaitingWork, finish_all
from python_to_triton.runtime.options import DEFAULT_OPTIONS, TranslationOptions
from python_to_triton.runtime.reports import (
    FileReport,
    file_fields,
    hash_or_empty,
    report_rows,
    report_settings,
    rows_that_hold,
    save_report,
)
from python_to_triton.runtime.source_files import real_path, save_text, source_text
from python_to_triton.runtime.translation import Translation, has_gpu
from python_to_triton.runtime.translator import Translator
from python_to_triton.timeline import TIMELINE
from python_to_triton.verification.sandbox import describe_sandbox
from triton_ops.files import check_writable_folder
from triton_ops.terminal_text import printable

GROUP = 128  # files whose regions are answered side by side
GROUP_OF_ALL = 32  # where all samples are kept: then an interrupt loses those of its group


@dataclasses.dataclass(frozen=True)
class FilesPlan:
    """What a run over files is to do."""

    out: Path
    places: dict[Path, Path]  # {file: where below `out` its answer goes}: none may overwrite another
    samples: int
    keep_all: bool
    options: TranslationOptions


# ---- reading ----


def traced_file(path: Path, options: TranslationOptions = DEFAULT_OPTIONS) -> list[FileEntry]:
    """The entries of a file. Raises ValueError, one line, for whatever its code does on the way.

    Each is traced in a process of its own (user_programs/): what loops, ends its process or eats the memory
    does so there.
    """
    return traced_entries(source_text(path), options)


def begin_to_read(files: Iterable[Path], options: TranslationOptions = DEFAULT_OPTIONS) -> None:
    """Has files traced, several at a time, before `traced_file` asks for them."""
    texts = []
    for path in files:
        with contextlib.suppress(ValueError):  # traced_file says why it cannot be read
            texts.append(source_text(path))
    begin_to_trace(texts, options)


# ---- where answers go ----


def check_place(path: Path, out: Path, places: dict[Path, Path]) -> None:
    """Raises ValueError where a file's answer would overwrite another file's answer, or one of the files."""
    place = places[path]
    answer = out / place
    samples_of = [
        file
        for file, other in places.items()
        if other.with_suffix("") == place.parent and place.name.startswith("sample_")
    ]
    same_place = [file for file, other in places.items() if other == place]
    owner = [*samples_of, *same_place][0]
    if owner != path:
        raise ValueError(f"its answer would overwrite that of {owner}: translate it with another --out")
    if not answer.exists():
        return
    for file in places:
        if real_path(file) == real_path(answer):
            what = "the file itself" if file == path else file
            raise ValueError(f"its answer would overwrite {what}: translate it with another --out")


def remove_old_answers(path: Path, out: Path, places: dict[Path, Path], keep_all: bool = False) -> None:
    """Removes what an earlier run answered to a file, and nothing else.

    Raises ValueError, one line, where its answer cannot go there; with `keep_all` its samples neither.
    """
    check_place(path, out, places)
    answer = out / places[path]
    samples = sorted(answer.with_suffix("").glob("sample_[0-9][0-9]*.py"))
    own = [old for old in (answer, *samples) if is_written_here(old)]
    for taken in (answer, *(samples if keep_all else ())):
        if os.path.lexists(taken) and taken not in own:
            what = "what is there is no file of this program"
            raise ValueError(f"cannot write {taken}: {what}; translate it with another --out")
    try:
        for old in own:
            old.unlink(missing_ok=True)
    except OSError as error:
        raise ValueError(f"cannot write {error.filename}: {error.strerror}") from error


def sample_module(translation: Translation, number: int, model: str) -> str:
    """The module of one sample, for a person to look at: it may be wrong, or no Python at all.

    Raises ValueError, one line, where a region has no such sample.
    """
    regions = [region for region in translation.regions if not region.left]
    for region in regions:
        if number not in region.samples:
            raise ValueError(region.failure.reason)
    candidates = [region.samples[number] for region in regions]
    failed = next((candidate.verdict.reason for candidate in candidates if not candidate.verdict.ok), "")
    verdict = f"NOT VERIFIED ({failed})" if failed else "every region verified"
    head = sample_line(number, model, verdict)
    try:
        return head + translation.sample_source(number)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:  # all that ast.parse raises
        sources = [candidate.source for candidate in candidates]
        return head + "\n\n\n".join([f"# It does not parse: {one_line(error)}", *sources])


def write_answers(entries: list[FileEntry], answer: Path, keep_all: bool, judged: bool, model: str) -> None:
    """Writes the file `answer` with the entries whose modules passed.

    With `keep_all` also sample_00.py and so on in a folder of its stem, sample_00_NAME.py where a file has
    several entries. Raises ValueError, one line, where it cannot be written.
    """
    traced = [entry for entry in entries if entry.translation]
    if any(entry.passed for entry in entries):
        save_text(answer, file_text(entries, model))
    elif not judged:
        save_text(answer, "\n\n".join(sample_module(entry.translation, 0, model) for entry in traced))
    for entry in traced if keep_all else ():
        end = f"_{entry.name}" if len(entries) > 1 else ""
        regions = [region for region in entry.translation.regions if not region.left]
        for number in set.intersection(*(set(region.samples) for region in regions)) if regions else ():
            sample = answer.with_suffix("") / f"sample_{number:02}{end}.py"
            save_text(sample, sample_module(entry.translation, number, model))


# ---- translating ----


class Group:
    """Files whose regions are answered side by side; each is judged, written and reported as soon as
    possible.
    """

    def __init__(
        self,
        translator: Translator,
        plan: FilesPlan,
        on_report: Callable[[Path, FileReport], None],
        on_progress: Callable[[str], None],
    ):
        """`on_report` hears of each file, `on_progress` what happens in between."""
        self.translator = translator
        self.plan = plan
        self.on_report = on_report
        self.on_progress = on_progress
        self.judged = translator.has_usual_judge
        self.settings = report_settings(translator, plan.samples, plan.keep_all, plan.options)
        self.entries = {}  # file -> its entries, where it is translated
        self.reports = {}  # file -> its FileReport
        self.judging = {}  # translation -> the WaitingWork that judges it, where that has begun
        self.hashes = {}  # file -> its hash when it was read: it may change while it is translated

    def report(self, path: Path, **fields) -> None:
        """Records and reports the result of a file."""
        self.reports[path] = FileReport(str(path), self.hashes[path], self.settings, **fields)
        self.on_report(path, self.reports[path])

    def add(self, path: Path) -> None:
        """Traces a file, or reports why it cannot be translated."""
        self.on_progress(f"reading {path.name}")
        self.hashes[path] = hash_or_empty(path)
        try:
            remove_old_answers(path, self.plan.out, self.plan.places, self.plan.keep_all)
            entries = traced_file(path, self.plan.options)
            check_entries(entries, self.translator.check_regions)
            self.entries[path] = entries
        except ValueError as error:
            self.report(path, reason=str(error))

    @property
    def traced(self) -> list[FileEntry]:
        """The entries of all files that are translated."""
        return [entry for entries in self.entries.values() for entry in entries if entry.translation]

    @property
    def unfinished(self) -> list[Translation]:
        """What has no last verdict yet."""
        return [entry.translation for entry in self.traced if not entry.is_finished]

    def finish(self, translation: Translation) -> None:
        """Notes the last verdict on a translation; writes and reports its file where it was the last."""
        [own] = [entry for entry in self.traced if entry.translation is translation]
        own.is_finished = True
        if translation.passed:
            with TIMELINE.counted("waiting for compilation"):
                own.compiles = self.translator.compile_failure(translation).result()
        [path] = [path for path, entries in self.entries.items() if own in entries]
        if all(entry.is_finished for entry in self.entries[path] if entry.translation):
            self.finish_file(path)

    def finish_file(self, path: Path) -> None:
        """Writes and reports a file whose entries have their last verdicts."""
        entries = self.entries[path]
        if self.judged:
            judge_merged(entries, self.translator.judges)
        fields = file_fields(entries, self.judged)
        if self.judged:
            fields["sandbox"] = describe_sandbox()
        answer = self.plan.out / self.plan.places[path]
        try:
            write_answers(entries, answer, self.plan.keep_all, self.judged, self.translator.model_hash)
        except ValueError as error:
            fields |= {"verified": False, "reason": str(error)}
        self.report(path, **fields)

    def can_finish(self, translation: Translation) -> bool:
        """Whether a translation that passed has nothing to wait for: it is compiled, and no GPU judges it."""
        compiled = self.translator.compile_failure(translation).done()
        return compiled and not self.translator.can_judge_at_own_sizes(translation)

    def also_awaited(self) -> list[Future]:
        """What the judging of files waits for."""
        return [work.awaited for work in self.judging.values() if not work.has_ended]

    def advance(self, candidate: Candidate | None = None) -> None:
        """Goes on with judging the files whose regions all have an answer, and finishes those that are
        judged. It waits for nothing but the verdict on a file of several functions as a whole.
        """
        regions = [region for entry in self.traced for region in entry.translation.regions]
        answered = sum(region.answer is not None for region in regions)
        self.on_progress(f"{answered} of {len(regions)} regions answered")
        if self.plan.keep_all:
            return
        for translation in self.unfinished:
            settled = all(region.is_settled for region in translation.regions)
            if translation.backward_regions or not settled:
                continue
            if translation not in self.judging:
                self.judging[translation] = WaitingWork(self.translator.judging(translation))
            with TIMELINE.counted("verdicts on whole programs"):
                is_judged = self.judging[translation].go_on()
            if is_judged and translation.passed and self.can_finish(translation):
                self.finish(translation)

    def tell_of_backwards(self, candidate: Candidate | None = None) -> None:
        """Says how many regions of backwards have an answer, and goes on with files that have none."""
        self.advance()
        regions = [region for one in self.unfinished for region in one.backward_regions]
        answered = sum(region.answer is not None for region in regions)
        if regions:
            self.on_progress(f"{answered} of {len(regions)} regions of the backward answered")

    def run(self) -> None:
        """Translates what has been added, to the last verdict."""
        regions = [region for translation in self.unfinished for region in translation.regions]
        keep_all = self.plan.keep_all
        samples = self.plan.samples if self.judged or keep_all else 1
        self.translator.judges.expect(len(regions))
        self.translator.also_awaited = self.also_awaited
        self.translator.answer(regions, samples, keep_all, on_candidate=self.advance)
        if self.judged:
            self.advance()
            self.on_progress("in smaller regions")
            self.translator.retry_unanswered(regions, samples, lambda _: self.advance())
            self.tell_of_backwards()
            self.translator.answer_backwards(self.unfinished, samples, self.tell_of_backwards)
        remaining = self.unfinished
        with TIMELINE.counted("verdicts on whole programs"):
            begun = [self.judging.get(one) or WaitingWork(self.translator.judging(one)) for one in remaining]
            finish_all(begun)
        verified = [translation for translation in remaining if translation.passed]
        # before anything is timed
        wait([self.translator.compile_failure(translation) for translation in verified])
        if has_gpu():
            self.translator.on_progress = self.on_progress
            self.translator.tune(remaining)
            self.on_progress("at their own sizes")
        self.translator.judge_at_own_sizes(
            remaining, self.plan.samples, keep_all, timed=True, on_end=self.finish
        )


def translate_group(
    translator: Translator,
    plan: FilesPlan,
    files: Sequence[Path],
    on_report: Callable[[Path, FileReport], None],
    on_progress: Callable[[str], None],
) -> list[FileReport]:
    """The reports of files of a plan, whose regions are answered side by side: see Group."""
    began = time.perf_counter()
    group = Group(translator, plan, on_report, on_progress)
    begin_to_read(files, plan.options)
    with TIMELINE.counted("reading of files"):
        for path in files:
            group.add(path)
    group.run()
    seconds = round((time.perf_counter() - began) / len(files), 3)
    return [dataclasses.replace(group.reports[path], seconds=seconds) for path in files]


def translate_files(
    translator: Translator,
    files: dict[Path, Path],
    out: Path,
    samples: int,
    keep_all: bool = False,
    report_path: Path | None = None,
    resume: bool = False,
    options: TranslationOptions = DEFAULT_OPTIONS,
) -> list[FileReport]:
    """Translates files, many at a time; the report is rewritten after each file.

    Args:
        files: {file: where below `out` its answer goes}, as python_files gives them.

    With `resume`, a file that is in the report keeps its row, unless it, or what its answer depends on,
    has changed. Raises ValueError, one line, where the report would overwrite another file, or with `resume`
    cannot be read.
    """
    report_path = report_path or out / "report.json"
    report_rows(report_path)  # raises where it would overwrite what is no report
    plan = FilesPlan(out, files, samples, keep_all, options)
    rows = {}
    if resume:
        settings = report_settings(translator, samples, keep_all, options)
        rows, line = rows_that_hold(files, out, report_path, settings)
        if line:
            tqdm.write(line)
    remaining = [path for path in files if path not in rows]
    for folder in (out, report_path.parent):
        check_writable_folder(folder)

    def note(path, row):
        rows[path] = row
        shown = printable(str(files[path] if path.is_file() else path))  # what is no file has no answer
        bar.write(f"{shown:40} {row.status:12} {printable(row.reason)}".rstrip())
        sys.stdout.flush()  # into a pipe too
        bar.update()
        save_report(report_path, [rows[path] for path in files if path in rows])

    count = {"total": len(files), "initial": len(rows), "unit": "file"}
    with tqdm(**count, desc="translating", dynamic_ncols=True) as bar:
        together = GROUP_OF_ALL if keep_all else GROUP
        for start in range(0, len(remaining), together):
            group = remaining[start : start + together]
            rows |= zip(group, translate_group(translator, plan, group, note, bar.set_postfix_str))
    save_report(report_path, [rows[path] for path in files])
    return [rows[path] for path in files]
