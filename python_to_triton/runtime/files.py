"""files."""

from python_to_triton.tuning import measure
from python_to_triton import codegen
import collections
import dataclasses
import json
import sys
import tempfile
import time
import tokenize
from concurrent.futures import wait
from dataclasses import dataclass
from pathlib import Path
from tqdm import tqdm
from triton_ops import manual_kernel_benchmark  # noqa: F401  (documented names)
from python_to_triton.inference.checkpoints import file_hash, one_line
from python_to_triton.runtime.pool import judge_answer
from python_to_triton.runtime.translator import has_gpu, header, save, traced


GROUP = 32  # files whose parts are answered side by side


TRACE_SECONDS = 60  # for the user's own code: importing a file, building its model, making its inputs


@dataclass(frozen=True)
class FileReport:
    """What became of one file; the JSON report holds a row of these fields a file."""

    path: str
    hash: str = ""  # of the file, so that --resume knows what has changed
    settings: dict = dataclasses.field(
        default_factory=dict
    )  # what else the answer depends on: see settings_of
    verified: bool | None = False  # None: not asked, with --no-verify
    reason: str = ""  # why not
    regions: int = 0
    samples: int = 0  # tried, of the region that needed most
    passed: tuple = ()  # a region: place of the first sample that passed, from 0; -1: none did
    pieces: tuple = ()  # a region: how many smaller ones its answer is put together of, where no sample passed; else 0
    sample_verdicts: tuple = ()  # a sample: whether all of its regions passed; with --keep-all of every one
    error: float | None = None  # max |ours - float64|
    tolerance: float | None = None
    compiles: str | None = None  # "" if for sm_80 and sm_90, else why not; None where nothing was verified
    own_sizes: str | None = (
        None  # what the answer was right against at the file's own sizes, on a GPU; None: not judged there
    )
    torch_ms: float | None = None  # there, medians, L2 cold: eager PyTorch,
    compile_ms: float | None = None  # torch.compile,
    triton_ms: float | None = None  # the answer
    speedup: float | None = None  # eager / answer
    untimed: str = ""  # why one of these is missing
    seconds: float = 0.0  # its share of what its group took

    @property
    def word(self):
        return {True: "verified", False: "FAILED", None: "not verified"}[self.verified]


def settings_of(translator, samples, keep_all):
    """What an answer depends on besides its file: the report keeps it, so that --resume knows whether it is still what is asked for."""
    return {
        "model": translator.model_hash,
        "seed": translator.seed,
        "temperature": translator.temperature,
        "samples": samples,
        "keep_all": keep_all,
        "verify": translator.judges.judge is judge_answer,
    }


def below(folder, out=None):
    """The .py files below a folder; not those of hidden folders, of caches, and of `out`, where answers go."""
    found = (file.relative_to(folder) for file in sorted(folder.rglob("*.py")) if not file.is_dir())
    found = [
        file for file in found if not any(part.startswith((".", "__pycache__")) for part in file.parts[:-1])
    ]
    if out and folder.resolve() in out.resolve().parents:
        found = [file for file in found if out.resolve() not in (folder / file).resolve().parents]
    return found


def python_files(paths, out=None):
    """{file: where below `out` its answer goes}, of the .py files that `paths` name; folders are searched and keep their structure.

    A path that leads to none stays, for its report to say so. Raises ValueError where no path leads to any.
    """
    files, known = {}, set()
    for path in map(Path, paths):
        found = {path / place: place for place in below(path, out)} if path.is_dir() else {}
        for file, place in (found or {path: Path(f"{path.stem}.py")}).items():
            if file.resolve() not in known:
                files[file] = place
            known.add(file.resolve())
    if not any(file.is_file() for file in files):
        raise ValueError(f"there is no Python file at {', '.join(map(str, files))}")
    return files


def hash_of(path):
    """file_hash of a file, empty where it cannot be read: why, its FileReport says."""
    try:
        return file_hash(path)
    except OSError:
        return ""


def traced_file(path):
    """The Translation of a file. Raises ValueError, one line, for whatever its code does on the way.

    It is traced in a process beside this one first: what loops, ends its process or eats the memory does so there.
    """
    if not path.is_file():
        raise ValueError(
            "there is no Python file in this folder" if path.is_dir() else "there is no such file"
        )
    try:
        with tokenize.open(path) as file:  # UTF-8, or what its first line says
            text = file.read()
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        raise ValueError(one_line(error)) from error
    measure.helper().call("trace", TRACE_SECONDS, program=text)
    return traced(text)


def report_on(path, translation, compiles, judged):
    """What the FileReport says of a translation that has run its course, as a dict."""
    numbers = sorted(set.union(*(set(part.tried) for part in translation.parts)))
    passed = tuple(
        next((i for i in sorted(part.tried) if part.tried[i].verdict.ok), -1) for part in translation.parts
    )
    together = tuple(
        all(i in part.tried and part.tried[i].verdict.ok for part in translation.parts) for i in numbers
    )
    verdict, found = translation.verdict, translation.proof if translation.verified else {}
    error, tolerance = (verdict.error, verdict.tolerance) if verdict.ok else (None, None)
    times = {name: found.get(name) for name in ("torch_ms", "compile_ms", "triton_ms")}
    speedup = times["torch_ms"] / times["triton_ms"] if times["torch_ms"] and times["triton_ms"] else None
    return times | dict(
        verified=verdict.ok if judged else None,
        reason=verdict.reason,
        regions=len(translation.parts),
        samples=len(numbers),
        passed=passed if judged else (),
        pieces=tuple(part.pieces if part.answer is part.composed else 0 for part in translation.parts)
        if judged
        else (),
        sample_verdicts=together if judged else (),
        error=error,
        tolerance=tolerance,
        compiles=compiles,
        own_sizes=found.get("against"),
        speedup=speedup,
        untimed=found.get("untimed", ""),
    )


def sample_module(translation, number, model):
    """The module of one sample, for a person to look at: it may be wrong, or no Python at all."""
    candidates = [part.tried[number] for part in translation.parts]
    refused = next((candidate.verdict.reason for candidate in candidates if not candidate.verdict.ok), "")
    head = f"# Sample {number} of model {model}: {f'NOT VERIFIED ({refused})' if refused else 'every region verified'}.\n"
    sources = [candidate.source for candidate in candidates]
    try:
        return head + codegen.stitch(translation.graph, sources)
    except (
        SyntaxError,
        ValueError,
        RecursionError,
        MemoryError,
    ) as error:  # all that ast.parse raises; ValueError: a null byte
        return head + "\n\n\n".join([f"# It does not parse: {one_line(error)}", *sources])


def write_answers(translation, answer, keep_all, judged, model):
    """The file `answer`; with `keep_all` also sample_00.py and so on in a folder of its stem, verified or not. Raises ValueError where it cannot."""
    if translation.verified:
        save(answer, header(translation, model) + translation.source)
    elif not judged:
        save(answer, sample_module(translation, 0, model))
    if keep_all:
        for number in set.intersection(*(set(part.tried) for part in translation.parts)):
            save(answer.with_suffix("") / f"sample_{number:02}.py", sample_module(translation, number, model))


def clear(path, out, places):
    """Removes what an earlier run answered to a file of `places`; ValueError, one line, where its answer must not go there."""
    elsewhere, place, answer = "translate it with another --out", places[path], out / places[path]
    owners = [
        file
        for file, other in places.items()
        if other.with_suffix("") == place.parent and place.name.startswith("sample_")
    ]
    owner = next(iter(owners), None) or next(file for file, other in places.items() if other == place)
    if owner != path:
        raise ValueError(f"its answer would overwrite that of {owner}: {elsewhere}")
    if answer.exists() and (
        overwritten := next((file for file in places if file.resolve() == answer.resolve()), None)
    ):
        raise ValueError(
            f"its answer would overwrite {'the file itself' if overwritten == path else overwritten}: {elsewhere}"
        )
    try:
        for old in (answer, *answer.with_suffix("").glob("sample_[0-9][0-9]*.py")):
            old.unlink(missing_ok=True)
    except OSError as error:
        raise ValueError(f"cannot write {error.filename}: {error.strerror}") from error


class Group:
    """Files whose parts are answered side by side; each is judged as a whole, written and told of as soon as that is possible.

    places: {file: where below `out` its answer goes} of the files of the whole run, of which no answer may overwrite another, nor a file.
    `on_report(path, FileReport)` hears of each file, `on_progress(str)` what happens in between.
    """

    def __init__(self, translator, out, places, samples, keep_all, on_report=None, on_progress=None):
        self.translator, self.out, self.places, self.samples, self.keep_all = (
            translator,
            out,
            places,
            samples,
            keep_all,
        )
        self.on_report, self.on_progress = (
            on_report or (lambda path, row: None),
            on_progress or (lambda text: None),
        )
        self.judged, self.settings = (
            translator.judges.judge is judge_answer,
            settings_of(translator, samples, keep_all),
        )
        self.translations, self.reports = {}, {}

    def report(self, path, **found):
        self.reports[path] = FileReport(str(path), hash_of(path), self.settings, **found)
        self.on_report(path, self.reports[path])

    def take(self, path):
        """Makes a file ready to be asked for, or reports why it cannot be."""
        self.on_progress(f"reading {path.name}")
        try:
            clear(path, self.out, self.places)
            translation = traced_file(path)
            for part in translation.parts:
                self.translator.check_length(part)
            self.translations[path] = translation
        except ValueError as error:
            self.report(path, reason=str(error))

    @property
    def open(self):
        return [
            (path, translation) for path, translation in self.translations.items() if path not in self.reports
        ]

    def finish(self, path, translation):
        """Writes and reports what has its verdict."""
        compiled = self.translator.compiled(translation).result() if translation.verified else None
        found = report_on(path, translation, compiled, self.judged)
        try:
            write_answers(
                translation,
                self.out / self.places[path],
                self.keep_all,
                self.judged,
                self.translator.model_hash,
            )
        except ValueError as error:
            found |= {"verified": False, "reason": str(error)}
        self.report(path, **found)

    def advance(self, candidate=None):
        """Moves files on whose parts have an answer, as far as no verdict need be waited for."""
        parts = [part for translation in self.translations.values() for part in translation.parts]
        self.on_progress(f"{sum(part.answer is not None for part in parts)} of {len(parts)} regions answered")
        for path, translation in self.open if not self.keep_all else ():
            if all(part.answer for part in translation.parts) and self.translator.judged(translation).done():
                self.translator.conclude([translation])
                if (
                    translation.verified
                    and self.translator.compiled(translation).done()
                    and not self.translator.to_prove(translation)
                ):
                    self.finish(path, translation)

    def run(self):
        """Asks for what has been taken, to the last verdict."""
        parts = [part for _, translation in self.open for part in translation.parts]
        self.translator.answer(
            parts,
            self.samples if self.judged or self.keep_all else 1,
            self.keep_all,
            on_candidate=self.advance,
        )
        if self.judged:
            self.on_progress("in smaller regions")
            self.translator.compose(parts, self.samples)
        self.translator.conclude([translation for _, translation in self.open])
        compiling = [
            self.translator.compiled(translation) for _, translation in self.open if translation.verified
        ]
        paths = {translation: path for path, translation in self.open}
        wait(compiling)  # before anything is timed
        if has_gpu():
            self.on_progress("at their own sizes")
        self.translator.prove(
            list(paths),
            self.samples,
            self.keep_all,
            timed=True,
            on_end=lambda one: self.finish(paths[one], one),
        )


def translate_group(translator, files, out, samples, keep_all, places=None, on_report=None, on_progress=None):
    """([FileReport], {path: Translation} of those that could be traced) of a few files, whose parts are answered side by side: see Group."""
    began = time.perf_counter()
    group = Group(
        translator,
        out,
        places or {path: Path(f"{path.stem}.py") for path in files},
        samples,
        keep_all,
        on_report,
        on_progress,
    )
    for path in files:
        group.take(path)
    group.run()
    seconds = round((time.perf_counter() - began) / len(files), 3)
    return [dataclasses.replace(group.reports[path], seconds=seconds) for path in files], group.translations


def check_writable(folder):
    """Raises ValueError, one line, where nothing can be written: better before the work than after it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise ValueError(f"cannot write to {folder}: {error.strerror}") from error


def known_reports(report_path):
    """{path: FileReport} of an earlier run. Raises ValueError where it is no report."""
    if not report_path.exists():
        return {}
    try:
        return {row["path"]: FileReport(**row) for row in json.loads(report_path.read_text())}
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{report_path} is no report of this program: leave out --resume") from error


def why_again(path, row, answer, settings):
    """Why a file is translated again that a report tells of; empty where that still holds."""
    if row.hash != hash_of(path):
        return "the file has changed"
    changed = [
        f"{name} was {row.settings.get(name, 'not told')}, is {value}"
        for name, value in settings.items()
        if name not in row.settings or row.settings[name] != value
    ]
    return ", ".join(changed) or ("" if row.verified is False or answer.exists() else "the answer is gone")


def still_holds(files, out, report_path, settings):
    """{file: FileReport} of what an earlier run has settled; prints, in one line, what has to be translated again, and why."""
    rows = known_reports(report_path)
    known = {path: rows[str(path)] for path in files if str(path) in rows}
    again = {path: why_again(path, row, out / files[path], settings) for path, row in known.items()}
    reasons = collections.Counter(filter(None, again.values()))
    if reasons:
        tqdm.write(
            "translating again: "
            + "; ".join(f"{count} of {len(files)} files, {why}" for why, count in reasons.items())
        )
    return {path: row for path, row in known.items() if not again[path]}


def translate_files(translator, files, out, samples, keep_all=False, report_path=None, resume=False):
    """Translates what python_files gives, GROUP files at a time; the report is rewritten after each file. Returns [FileReport].

    With `resume`, a file that the report tells of keeps its row, unless it, or what its answer depends on, has changed since.
    """
    report_path = report_path or out / "report.json"
    rows = still_holds(files, out, report_path, settings_of(translator, samples, keep_all)) if resume else {}
    left = [path for path in files if path not in rows]
    for folder in (out, report_path.parent):
        check_writable(folder)

    def note(path, row):
        rows[path] = row
        bar.write(f"{str(files[path] if path.is_file() else path):40} {row.word:12} {row.reason}".rstrip())
        sys.stdout.flush()  # into a pipe too
        bar.update()
        write_report()

    def write_report():
        save(
            report_path,
            json.dumps([dataclasses.asdict(rows[path]) for path in files if path in rows], indent=1),
        )

    with tqdm(
        total=len(files), initial=len(rows), unit="file", desc="translating", dynamic_ncols=True
    ) as bar:
        for start in range(0, len(left), GROUP):
            group = left[start : start + GROUP]
            reports, _ = translate_group(
                translator, group, out, samples, keep_all, files, note, bar.set_postfix_str
            )
            rows |= zip(group, reports)
    write_report()
    return [rows[path] for path in files]
