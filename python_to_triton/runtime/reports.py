"""The report of a run over files: a row a file, and which rows a later run keeps."""

import collections
import dataclasses
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from python_to_triton.inference.checkpoints import file_hash
from python_to_triton.runtime.answer_cache import SEARCH, surroundings
from python_to_triton.runtime.file_entries import FileEntry
from python_to_triton.runtime.file_header import crashes_of
from python_to_triton.runtime.options import DEFAULT_OPTIONS, TranslationOptions
from python_to_triton.runtime.source_files import obstacle, save_text
from python_to_triton.runtime.translation import Translation
from python_to_triton.runtime.translator import Translator
from python_to_triton.runtime.tuning_table import tuning_rows
from triton_ops.code_hash import text_hash

SEARCH_CODE = (
    "search_code"  # the name of a setting: of a file without an answer, the code that looked for one
)


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
    by_rules: tuple = ()  # a region: what of its answer rules wrote, and not the model; "": nothing
    schedules: tuple = ()  # a region: that of its answer, as it was asked for; "": the usual one
    # a sample: whether all of its regions passed; with --keep-all of every one; of several entries, in turn
    sample_verdicts: tuple = ()
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
    """What an answer depends on besides its file, as in the cache of answers: --resume compares it with the
    present run.
    """
    surrounding = surroundings() | {SEARCH_CODE: text_hash(*SEARCH)}
    return surrounding | {
        "model": translator.model_hash,
        "seed": translator.seed,
        "temperature": translator.temperature,
        "samples": samples,
        "keep_all": keep_all,
        "verify": translator.has_usual_judge,
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
        smaller.append(region.smaller_regions)
    together = [
        all(number in region.samples and region.samples[number].verdict.ok for region in regions)
        for number in numbers
    ]
    return {
        "passed": tuple(passed),
        "smaller_regions": tuple(smaller),
        "by_rules": tuple(region.by_rules for region in regions),
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
        for name in ("passed", "smaller_regions", "by_rules", "schedules", "sample_verdicts")
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


def report_rows(report_path: Path) -> list[dict]:
    """The rows of the report that an earlier run wrote, of another version too; [] where there is no file.

    Raises ValueError, one line, where the file cannot be read, or is no report: it may not be overwritten.
    """
    if not report_path.exists():
        return []
    try:
        rows = json.loads(report_path.read_text())
    except OSError as error:
        raise ValueError(f"cannot read {report_path}: {error.strerror}") from error
    except ValueError:  # neither JSON nor text
        rows = None
    fields = {"path", "hash", "verified"}  # that every version has
    known = isinstance(rows, list) and all(isinstance(row, dict) and fields <= row.keys() for row in rows)
    if not known or not rows:
        raise ValueError(f"{report_path} is not a report of this program: choose another --report or --out")
    return rows


def known_reports(report_path: Path) -> dict[str, FileReport]:
    """{path: FileReport} of an earlier run.

    Raises ValueError, one line, where the file cannot be read, or is no report of this version.
    """
    rows = report_rows(report_path)
    try:
        return {row["path"]: FileReport(**row) for row in rows}
    except TypeError as error:
        raise ValueError(f"{report_path} is the report of another version: leave out --resume") from error


def why_again(path: Path, row: FileReport, answer: Path, settings: dict) -> str:
    """Why a file that is in a report is translated again; "" where its row still holds."""
    if row.hash != hash_or_empty(path):
        return "the file has changed"
    kept = {SEARCH_CODE} if row.verified else set()  # what is verified need not be searched for again
    changed = [
        f"{name} was {row.settings.get(name, 'not recorded')}, is {value}"
        for name, value in settings.items()
        if name not in kept and (name not in row.settings or row.settings[name] != value)
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
