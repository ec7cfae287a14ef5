"""The entries of a file: each function and class that no other uses is translated, or named as left out."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch.nn as nn

from python_to_triton import codegen, frontend, user_programs
from python_to_triton.runtime.judging import judge_answer, judge_file
from python_to_triton.runtime.options import DEFAULT_OPTIONS, TranslationOptions
from python_to_triton.runtime.pool import Judges
from python_to_triton.runtime.translation import Translation, training_of
from python_to_triton.user_programs import TAKES_TOO_LONG

MOST_ENDLESS = 2  # entries of a file that take too long before the others are not tried any more

# How the front end refuses what is no function of tensors.
_NO_PROGRAM = ("there is no tensor in the program", "the program returns ")
_NO_ATTRIBUTE = re.compile(r"'FakeTensor' object has no attribute '(\w+)'")


@dataclass(eq=False)
class FileEntry:
    """A function or class of a file with its Translation, or why it has none."""

    name: str
    is_primary: bool  # what would be translated if it were the only one; a class is called ModelNew then
    translation: Translation | None = None
    reason: str = ""  # why it is left out
    is_program: bool = True  # False of what is no function of tensors: it is named, and not counted
    is_finished: bool = False  # whether it has its last verdict
    compiles: str | None = None  # as in FileReport

    @property
    def passed(self) -> bool:
        """Whether its module was judged, and passed, whoever computes its parts."""
        return self.translation is not None and not self.reason and self.translation.passed

    @property
    def verified(self) -> bool:
        """Whether its module was judged, and passed, in Triton alone."""
        return self.passed and self.translation.verified

    @property
    def status(self) -> str:
        """In a word or two."""
        if not self.is_program:
            return "no program"
        return "verified" if self.verified else "partly translated" if self.passed else "left out"

    @property
    def why(self) -> str:
        """Why it is left out; "" where it is not."""
        if self.passed or self.reason:
            return self.reason
        return self.translation.verdict.reason


# ---- tracing ----


def _is_no_program(reason):
    """Whether what stops a trace shows that a function takes or returns no tensors, but modules, say."""
    attribute = _NO_ATTRIBUTE.search(reason)
    return reason.startswith(_NO_PROGRAM) or bool(attribute) and hasattr(nn.Module, attribute[1])


def _traced_entry(entry: frontend.Entry, options: TranslationOptions) -> FileEntry:
    """An entry of several, traced, or with the reason why it is not."""
    found = FileEntry(entry.name, entry.is_primary, reason=entry.obstacle, is_program=not entry.obstacle)
    reasons = []
    for text in entry.texts if not entry.obstacle else ():
        try:
            found.translation = Translation(text, options=options)
            return found
        except ValueError as error:
            reasons.append(str(error))
    if reasons:
        found.reason = reasons[0]
        found.is_program = not any(map(_is_no_program, reasons))
    return found


def begin_to_trace(texts: Iterable[str], options: TranslationOptions = DEFAULT_OPTIONS) -> None:
    """Has the first entries of files traced before `traced_entries` asks for them."""
    first = [frontend.entries(text)[0] for text in texts]
    own = [entry.texts[0] for entry in first if not entry.obstacle]
    user_programs.begin_traces(own, training_of(options), options.partial)


def check_any_translated(entries: list[FileEntry]) -> None:
    """Raises ValueError, the reason of the primary entry, where none has a Translation."""
    if not any(entry.translation for entry in entries):
        raise ValueError(next(entry.reason for entry in entries if entry.is_primary))


def traced_entries(text: str, options: TranslationOptions = DEFAULT_OPTIONS) -> list[FileEntry]:
    """The entries of a text, traced.

    Raises ValueError where none can be; one line on the one that is translated where there is no other.
    """
    entries = frontend.entries(text)
    if len(entries) == 1:
        translation = Translation(text, options=options)
        return [FileEntry(translation.graph.source.name, True, translation)]
    found = []
    for entry in entries:
        endless = [one.name for one in found if one.reason.startswith(TAKES_TOO_LONG)]
        if len(endless) < MOST_ENDLESS:
            found.append(_traced_entry(entry, options))
        else:
            reason = f"not tried, since {' and '.join(endless)} take too long"
            found.append(FileEntry(entry.name, entry.is_primary, reason=reason))
    check_any_translated(found)
    return found


def check_entries(entries: list[FileEntry], check: Callable[[Translation], None]) -> None:
    """Leaves out entries on whose Translation `check` raises ValueError. Raises it where none is left."""
    for entry in entries:
        try:
            if entry.translation:
                check(entry.translation)
        except ValueError as error:
            entry.translation = None
            entry.reason = str(error)
    check_any_translated(entries)


# ---- one module of them all ----


def _primary_name(entries):
    return next(entry.name for entry in entries if entry.is_primary)


def merged_source(entries: list[FileEntry]) -> str:
    """The module of the entries that passed."""
    passed = [entry for entry in entries if entry.passed]
    if len(entries) == 1:
        return passed[0].translation.source
    modules = [(entry.name, entry.translation.source) for entry in passed]
    return codegen.merge_modules(modules, _primary_name(entries))


def judge_merged(entries: list[FileEntry], judges: Judges) -> None:
    """Judges the module of several entries as it is written; leaves out those that fail in it.

    Each has passed in a module of its own.
    """
    primary = _primary_name(entries)
    while judges.judge is judge_answer and len(entries) > 1:
        passed = [entry for entry in entries if entry.passed]
        source = merged_source(entries) if passed else ""
        judging = {
            entry: judges.submit(
                entry.translation.text,
                entry.translation.source,
                judge_file,
                entry.translation.options,
                source,
                codegen.merged_name(entry.name, entry.translation.source, primary),
            )
            for entry in passed
        }
        failed = {entry: judged.result()[0] for entry, judged in judging.items()}
        failed = {entry: verdict for entry, verdict in failed.items() if not verdict.ok}
        for entry, verdict in failed.items():
            entry.reason = f"beside the other entries: {verdict.reason}"
        if not failed:
            return
