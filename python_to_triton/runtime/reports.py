"""What is said of answers: the header of a module, the row of a file in the report, and what a later run
keeps of it.
"""

import collections
import dataclasses
import json
import re
import textwrap
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import torch

from python_to_triton import frontend
from python_to_triton.inference.checkpoints import file_hash
from python_to_triton.runtime.file_entries import FileEntry, merged_source
from python_to_triton.runtime.judging import CRASHED, judge_answer
from python_to_triton.runtime.options import DEFAULT_OPTIONS, TranslationOptions
from python_to_triton.runtime.source_files import obstacle
from python_to_triton.runtime.translation import Translation
from python_to_triton.runtime.translator import Translator
from python_to_triton.runtime.tuned_regions import tuning_lines, tuning_rows
from triton_ops import replacing


def tidied(text: str) -> str:
    """A text without trailing blanks, with one newline at its end."""
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).strip("\n") + "\n"


def save_text(path: str | Path, text: str) -> None:
    """Writes a text, tidied, whole or not at all. Raises ValueError, one line, where it cannot be."""
    try:
        with replacing(path) as partial:
            partial.write_text(tidied(text), encoding="utf-8")
    except OSError as error:
        raise ValueError(f"cannot write {path}: {error.strerror}") from error


def times_text(result: dict) -> str:
    """`; 0.012 ms, eager PyTorch 0.020 ms (1.67x), torch.compile 0.015 ms (1.25x)`, as far as a result has
    times.
    """
    ours = result.get("triton_ms")
    if ours is None:
        return ""
    texts = [f"{ours:.3g} ms"]
    for name, field in (("eager PyTorch", "torch_ms"), ("torch.compile", "compile_ms")):
        milliseconds = result.get(field)
        if milliseconds:
            texts.append(f"{name} {milliseconds:.3g} ms ({milliseconds / ours:.2f}x)")
    return "; " + ", ".join(texts)


def overhead_text(result: dict) -> str:
    """`Its 3 launches take 0.045 ms one by one, 0.012 ms as a CUDA graph.`, where there are several."""
    if result.get("launched_ms"):
        return (
            f"A call among many takes {result['launched_ms']:.3g} ms with its {result['launches']} launches "
            f"one by one, {result['captured_ms']:.3g} ms as a CUDA graph."
        )
    why = result.get("not_captured")
    return f"Its {result['launches']} launches are no CUDA graph: {why}." if why else ""


def comment_lines(text: str) -> list[str]:
    """A text as lines of a comment."""
    return textwrap.wrap(f"# {text}", 110, subsequent_indent="# ")


def crashes_of(translation: Translation) -> tuple[str, ...]:
    """Of each crash of the program's process beside its translation a line, and its stack in further ones."""
    return tuple(call.reason for call in translation.calls if call.outcome == CRASHED)


def crash_text(translation: Translation) -> str:
    """`Its program's process crashed (SIGSEGV) once; all was judged again.` of one that passed, or ""."""
    lines = [crash.partition("\n")[0] for crash in crashes_of(translation)]
    return f"Its program's process {lines[0]} once; all was judged again." if lines else ""


def calls_text(translation: Translation) -> str:
    """`This file was called 20 times: 13 results were right, 7 calls were refused, as they should be.`

    Where nothing was called it says why; "" where nothing was to be. Then what crashed and was judged again.
    """
    outcomes = collections.Counter(call.outcome for call in translation.calls)
    right = outcomes["right"]
    if not right:
        reason = next((call.reason for call in translation.calls), "")
        text = f"The whole file was not called: {reason}." if reason else ""
    else:
        refused = outcomes["refused"]
        results = "1 result was right" if right == 1 else f"{right} results were right"
        calls = "1 call was refused" if refused == 1 else f"{refused} calls were refused"
        text = f"This file was called {right + refused} times: {results}, {calls}, as they should be."
    return f"{text} {crash_text(translation)}".strip()


def machine_text(model: str) -> str:
    """When and where answers were judged, and which model wrote them."""
    machine = "Triton's interpreter, without a GPU"
    if torch.cuda.is_available():
        machine = torch.cuda.get_device_name()
    return f"{time.strftime('%Y-%m-%d')}, {machine}; written by model {model}."


def schedules_text(translation: Translation) -> str:
    """`Schedules: split (linear, relu); rows (softmax).` of answers that have not the usual one, or ""."""
    named = {}
    for region in translation.regions:
        if region.answer and region.answer.schedule:
            operations = ", ".join(value.op for value in frontend.parse(region.prompt).values)
            named[f"{region.answer.schedule} ({operations})"] = None
    return f"Schedules: {'; '.join(named)}." if named else ""


def proof_lines(translation: Translation, what: str = "") -> list[str]:
    """What is proved of a module that passed, as lines of a comment.

    Args:
        what: the entry that it is about, in a file with several.
    """
    if translation.is_view:
        return comment_lines(f"{what or 'A view'}: nothing to compute, and so no kernel.")
    verdict = translation.verdict
    result = translation.own_sizes_result
    assert verdict.ok, f"a header for what is not verified: {verdict.reason}"
    left = translation.left_to_pytorch
    error = f"largest error {verdict.error:.1e}, allowed {verdict.tolerance:.1e}."
    if what:
        texts = [f"{what}: {'partly translated; ' if left else ''}{error}"]
    elif left:
        texts = [
            "Partly translated; what is in Triton was verified by execution against PyTorch in float64: "
            + error
        ]
    else:
        texts = [f"Verified by execution against PyTorch in float64: {error}"]
    if left:
        texts.append(f"Left to PyTorch: {'; '.join(map(str, left))}.")
    if result:
        texts.append(
            f"At its own sizes: {result['error']:.1e}, allowed {result['tolerance']:.1e}, "
            f"against {result['against']}{times_text(result)}."
        )
    texts.append(overhead_text(result))
    assumed = translation.graph.source.assumed
    texts.append(f"{assumed[:1].upper()}{assumed[1:]}." if assumed else "")
    texts.append(schedules_text(translation))
    texts.append(calls_text(translation))
    if translation.statistics_by_pytorch:
        texts.append(f"PyTorch updates {', '.join(translation.statistics_by_pytorch)}.")
    texts.append(translation.backward_text)
    return [line for text in texts if text for line in comment_lines(text)] + tuning_lines(translation)


def header(entries: list[FileEntry], model: str) -> str:
    """The comment that a file begins with: what was verified, how, when, and which model wrote it.

    At least one of the entries passed.
    """
    if len(entries) == 1:
        translation = entries[0].translation
        lines = proof_lines(translation)
        if not translation.is_view:
            lines += comment_lines(machine_text(model))
        return "\n".join(lines) + "\n"
    programs = [entry for entry in entries if entry.is_program]
    verified = sum(entry.verified for entry in programs)
    lines = comment_lines(
        f"Verified by execution against PyTorch in float64: {verified} of {len(programs)} entries."
    )
    for entry in programs:
        if entry.passed:
            lines += proof_lines(entry.translation, entry.name)
        else:
            lines += comment_lines(f"{entry.name} is left out: {entry.why}.")
    for entry in entries:
        if not entry.is_program:
            lines += comment_lines(f"{entry.name} is no program: {entry.why}.")
    return "\n".join([*lines, *comment_lines(machine_text(model))]) + "\n"


def file_text(entries: list[FileEntry], model: str) -> str:
    """The file of entries of which at least one passed: what is written, and what the demo prints."""
    return tidied(f"{header(entries, model)}{merged_source(entries)}")


@dataclass(frozen=True)
class FileReport:
    """What became of one file; the JSON report holds a row of these fields a file."""

    path: str
    hash: str = ""  # of the file, so that --resume knows what has changed
    # what else the answer depends on: report_settings
    settings: dict = dataclasses.field(default_factory=dict)
    verified: bool | None = False  # in Triton alone; None: not judged, with --no-verify
    reason: str = ""  # why not
    left_to_pytorch: tuple = ()  # what PyTorch computes, and why; of a file that is translated in part
    calls: int = 0  # of the file as it is written, that were right
    refused_calls: int = 0  # that its guards refused
    crashes: tuple = ()  # of the program's process beside it, each with its stack; then it was judged again
    regions: int = 0
    samples: int = 0  # drawn, of the region that needed most
    passed: tuple = ()  # a region: number of the first sample that passed, from 0; -1: none did
    smaller_regions: tuple = ()  # a region: how many its answer is composed of; 0: it is a sample
    schedules: tuple = ()  # a region: that of its answer, as it was asked for; "": the usual one
    sample_verdicts: tuple = ()  # a sample: whether all of its regions passed; with --keep-all of every one
    error: float | None = None  # max |ours - float64|
    tolerance: float | None = None
    compiles: str | None = None  # "" if for sm_80 and sm_90, else why not; None where nothing was verified
    own_sizes: str | None = None  # the reference at the file's own sizes, on a GPU; None: not judged there
    torch_ms: float | None = None  # there, medians, L2 cold: eager PyTorch,
    compile_ms: float | None = None  # torch.compile,
    triton_ms: float | None = None  # the answer
    speedup: float | None = None  # eager / answer
    untimed: str = ""  # why one of these is missing
    launches: int | None = None  # of the answer, where it has several on a GPU
    launched_ms: float | None = None  # a call among many in a row: launched one by one,
    captured_ms: float | None = None  # and as a CUDA graph
    tuned: tuple = ()  # {operations, ms, torch_ms, ...} of each region whose launches were timed
    assumed: str = ""  # sizes that were assumed, since the file gives none
    entries: tuple = ()  # {name, status, reason, ...} of each function and class that no other one uses
    sandbox: str = ""  # what confined the candidates; "" where none ran
    seconds: float = 0.0  # its share of what its group took

    @property
    def programs(self) -> list[dict]:
        """The entries that are functions of tensors."""
        return [entry for entry in self.entries if entry["status"] != "no program"]

    @property
    def is_written(self) -> bool:
        """Whether some entry passed, and so the file has an answer."""
        return any(entry["status"] in ("verified", "partly translated") for entry in self.entries)

    @property
    def status(self) -> str:
        """In a word, or a few."""
        if self.verified is False and len(self.programs) > 1 and self.is_written:
            verified = sum(entry["status"] == "verified" for entry in self.programs)
            return f"verified: {verified} of {len(self.programs)} entries"
        if self.left_to_pytorch and not self.reason:
            return "partly"
        return {True: "verified", False: "FAILED", None: "not verified"}[self.verified]


def report_settings(
    translator: Translator, samples: int, keep_all: bool, options: TranslationOptions = DEFAULT_OPTIONS
) -> dict:
    """What an answer depends on besides its file: --resume compares it with the present run."""
    return {
        "model": translator.model_hash,
        "seed": translator.seed,
        "temperature": translator.temperature,
        "samples": samples,
        "keep_all": keep_all,
        "verify": translator.judges.judge is judge_answer,
        **dataclasses.asdict(options),
    }


def sample_fields(translation: Translation) -> dict:
    """The fields of a FileReport about the samples of a judged translation."""
    regions = translation.regions
    numbers = sorted(set().union(*(region.samples for region in regions)))
    passed = []
    smaller = []
    for region in regions:
        right = (number for number in sorted(region.samples) if region.samples[number].verdict.ok)
        passed.append(next(right, -1))
        composed = region.drawn_answer is not None and region.drawn_answer is region.derived
        smaller.append(region.smaller_regions if composed else 0)
    together = [
        all(number in region.samples and region.samples[number].verdict.ok for region in regions)
        for number in numbers
    ]
    return {
        "passed": tuple(passed),
        "smaller_regions": tuple(smaller),
        "schedules": tuple(region.answer.schedule if region.answer else "" for region in regions),
        "sample_verdicts": tuple(together),
    }


def report_fields(translation: Translation, compiles: str | None, judged: bool) -> dict:
    """The fields of a FileReport for a translation that has run its course."""
    verdict = translation.verdict
    result = translation.own_sizes_result if translation.verified else {}
    times = {name: result.get(name) for name in ("torch_ms", "compile_ms", "triton_ms")}
    speedup = None
    if times["torch_ms"] and times["triton_ms"]:
        speedup = times["torch_ms"] / times["triton_ms"]
    fields = times | {
        "verified": translation.verified if judged else None,
        "reason": verdict.reason,
        "left_to_pytorch": tuple(map(str, translation.left_to_pytorch)),
        "calls": sum(call.outcome == "right" for call in translation.calls),
        "refused_calls": sum(call.outcome == "refused" for call in translation.calls),
        "crashes": crashes_of(translation),
        "regions": len(translation.regions),
        "samples": len(set().union(*(region.samples for region in translation.regions))),
        "error": verdict.error if verdict.ok else None,
        "tolerance": verdict.tolerance if verdict.ok else None,
        "compiles": compiles,
        "own_sizes": result.get("against"),
        "speedup": speedup,
        "untimed": result.get("untimed", "") or translation.untimed,
        "launches": result.get("launches"),
        "launched_ms": result.get("launched_ms"),
        "captured_ms": result.get("captured_ms"),
        "tuned": tuning_rows(translation),
        "assumed": translation.graph.source.assumed,
    }
    return fields | (sample_fields(translation) if judged else {})


def entry_fields(entry: FileEntry, fields: dict) -> dict:
    """What the report says of an entry, whose own fields of a FileReport are `fields`."""
    kept = (
        "error",
        "tolerance",
        "left_to_pytorch",
        "triton_ms",
        "torch_ms",
        "compile_ms",
        "launches",
        "launched_ms",
        "captured_ms",
        "tuned",
        "calls",
        "crashes",
        "assumed",
    )
    about = {"name": entry.name, "status": entry.status, "reason": entry.why}
    return about | {name: fields[name] for name in kept if fields.get(name) not in (None, "", ())}


def file_fields(entries: list[FileEntry], judged: bool) -> dict:
    """The fields of a FileReport for a file whose entries have run their course.

    Of several entries, times are in `entries` alone.
    """
    own = {
        entry: report_fields(entry.translation, entry.compiles, judged) if entry.translation else {}
        for entry in entries
    }
    rows = tuple(entry_fields(entry, fields) for entry, fields in own.items())
    if len(entries) == 1:
        return {**own[entries[0]], "entries": rows if judged else ()}
    programs = [entry for entry in entries if entry.is_program]
    parts = [fields for fields in own.values() if fields]
    passed = [own[entry] for entry in programs if entry.passed]
    worst = max(
        passed, key=lambda one: one["error"] / one["tolerance"] if one["tolerance"] else 0, default={}
    )
    left_out = [f"{entry.name}: {entry.why}" for entry in programs if not entry.passed]
    return {
        "verified": all(entry.verified for entry in programs) if judged else None,
        "reason": "; ".join(left_out),
        "left_to_pytorch": tuple(text for part in parts for text in part["left_to_pytorch"]),
        "regions": sum(part["regions"] for part in parts),
        "samples": max(part["samples"] for part in parts),
        "error": worst.get("error"),
        "tolerance": worst.get("tolerance"),
        "compiles": "; ".join(filter(None, (one["compiles"] for one in passed))) if passed else None,
        "calls": sum(part["calls"] for part in parts),
        "refused_calls": sum(part["refused_calls"] for part in parts),
        "crashes": tuple(crash for part in parts for crash in part["crashes"]),
        "assumed": "; ".join(filter(None, (part["assumed"] for part in parts))),
        "entries": rows,
    } | {
        name: tuple(item for part in parts for item in part.get(name, ()))
        for name in ("passed", "smaller_regions", "schedules", "sample_verdicts")
    }


# ---- what a later run keeps ----


def hash_or_empty(path: Path) -> str:
    """The hash of a file, "" where it cannot be read: its FileReport says why."""
    if obstacle(path):
        return ""
    try:
        return file_hash(path)
    except OSError:
        return ""


def known_reports(report_path: Path) -> dict[str, FileReport]:
    """{path: FileReport} of an earlier run. Raises ValueError where the file is not a report."""
    if not report_path.exists():
        return {}
    try:
        return {row["path"]: FileReport(**row) for row in json.loads(report_path.read_text())}
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{report_path} is not a report of this program: leave out --resume") from error


def why_again(path: Path, row: FileReport, answer: Path, settings: dict) -> str:
    """Why a file that is in a report is translated again; "" where its row still holds."""
    if row.hash != hash_or_empty(path):
        return "the file has changed"
    changed = [
        f"{name} was {row.settings.get(name, 'not recorded')}, is {value}"
        for name, value in settings.items()
        if name not in row.settings or row.settings[name] != value
    ]
    if changed:
        return ", ".join(changed)
    was_written = row.verified is not False or row.is_written
    return "the answer is gone" if was_written and not answer.exists() else ""


def rows_that_hold(
    files: dict[Path, Path], out: Path, report_path: Path, settings: dict
) -> tuple[dict[Path, FileReport], str]:
    """({file: FileReport} of what an earlier run has settled, a line that says why the others are translated
    again).
    """
    rows = known_reports(report_path)
    known = {path: rows[str(path)] for path in files if str(path) in rows}
    again = {path: why_again(path, row, out / files[path], settings) for path, row in known.items()}
    reasons = collections.Counter(filter(None, again.values()))
    texts = [f"{count} of {len(files)} files, {why}" for why, count in reasons.items()]
    line = f"translating again: {'; '.join(texts)}" if texts else ""
    return {path: row for path, row in known.items() if not again[path]}, line


def save_report(report_path: Path, rows: Iterable[FileReport]) -> None:
    """Writes the JSON report. Raises ValueError, one line, where it cannot be written."""
    save_text(report_path, json.dumps([dataclasses.asdict(row) for row in rows], indent=1))
