"""What `llm.py --demo`, `llm.py --translate` and the console script do once their flags are read."""

import atexit
import gc
import math
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import torch

from python_to_triton import tuning, user_programs
from python_to_triton.flags import ExecutorFlags, check_fields, flag
from python_to_triton.inference.loading import device_of
from python_to_triton.runtime.file_entries import begin_to_trace
from python_to_triton.runtime.files import GROUP, begin_to_read, translate_files
from python_to_triton.runtime.interactive import Session, interact
from python_to_triton.runtime.judging import skip_judging
from python_to_triton.runtime.loading import load_translator
from python_to_triton.runtime.options import DEFAULT_OPTIONS, TranslationOptions
from python_to_triton.runtime.pool import Judges, judges_beside, leave_cores
from python_to_triton.runtime.reports import report_rows
from python_to_triton.runtime.source_files import python_files
from python_to_triton.runtime.translator import Translator
from python_to_triton.runtime.tuned_regions import say_what_is_not_timed, usually_tuned
from python_to_triton.timeline import TIMELINE
from python_to_triton.verification import sandbox
from triton_ops.files import check_writable, check_writable_folder

PLAIN_ANSWERS = 2  # of a session, before a step of the decoder is captured: most ask for one


@dataclass(frozen=True)
class SamplingOptions:
    """Which weights answer, and how candidates are drawn."""

    weights: str | Path | None = None  # a checkpoint or a release folder; None: the released weights
    device: str = "auto"
    seed: int = 0
    # of all samples; None: the first greedy, the others at rising temperature
    temperature: float | None = None
    samples: int = 20  # candidates a region, at most
    cached: bool = True  # verified answers are kept on disk, and read from there
    sandbox: str = ""  # of flags.SANDBOXES; "": what the environment says, or auto
    stages: bool = False  # how long each stage took is said at the end, on stderr

    def __post_init__(self):
        if self.samples < 1:
            raise ValueError(f"samples must be at least 1, not {self.samples}")
        if self.temperature is not None and not 0 <= self.temperature < math.inf:
            raise ValueError(f"temperature is a number from 0 on, not {self.temperature}")
        if not -(2**63) <= self.seed < 2**63:
            raise ValueError(f"seed has at most 63 bits, not {self.seed}")


@dataclass(frozen=True)
class FileOptions:
    """Where the answers to files go, and which are kept."""

    out: Path = Path("translated")
    report: Path | None = None  # report.json in `out`
    keep_all: bool = False  # every sample, unverified ones included
    verify: bool = True
    resume: bool = False
    executor: str = "local"  # of flags.EXECUTORS: where judges work


@dataclass(frozen=True)
class FileFlags(ExecutorFlags):
    """Translation of files, with --translate."""

    out: str = flag("translated", "folder that the answers go to")
    keep_all: bool = flag(False, "keep every sample, unverified ones included")
    no_verify: bool = flag(False, "write the first answer unjudged")
    temperature: float | None = flag(None, "of all samples; unset: greedy first, then rising")
    report: str = flag("", "what became of each file, as JSON; unset: OUT/report.json")

    def __post_init__(self):
        super().__post_init__()
        check_fields(self)

    def options(self, resume: bool) -> FileOptions:
        report = Path(self.report) if self.report else None
        return FileOptions(Path(self.out), report, self.keep_all, not self.no_verify, resume, self.executor)


def announce_sandbox(choice: str) -> None:
    """Says what confines candidates. Raises ValueError where this machine does not have the choice."""
    if choice:
        sandbox.choose_sandbox(choice)
    print(f"sandbox: {sandbox.describe_sandbox()}", file=sys.stderr)


def begin_servers() -> None:
    """Starts, while the model is read, what programs run in: unless that has started early."""
    TIMELINE.note("imports")
    gc.freeze()
    gc.enable()  # which start_early had off
    atexit.register(gc.freeze)  # the last collection of what was imported takes half a second
    user_programs.program_server().begin()
    if torch.cuda.is_available():
        tuning.helper_process().prepare("cuda")


def open_translator(
    sampling: SamplingOptions, options: TranslationOptions
) -> tuple[Translator, TranslationOptions]:
    """(a translator for one program after the other, the options with what is usual where they say nothing).

    What programs and candidates run in starts while the model is read. Raises ValueError, one line, for a
    mistake, and before the model is read where possible.
    """
    begin_servers()
    leave_cores(device_of(sampling.device))
    announce_sandbox(sampling.sandbox)
    options = usually_tuned(options) if options.fastest else options
    say_what_is_not_timed(options)
    sandbox.start_sandboxes()
    with TIMELINE.counted("weights"):
        translator = load_translator(
            sampling.weights,
            sampling.device,
            cached=sampling.cached,
            plain_answers=PLAIN_ANSWERS,
            seed=sampling.seed,
            temperature=sampling.temperature,
        )
    return translator, options


def print_stages(sampling: SamplingOptions) -> None:
    """Says on stderr how long the stages took, where that is wanted."""
    if sampling.stages:
        print(TIMELINE.text(), file=sys.stderr)


def start_demo(program: str, sampling: SamplingOptions, options: TranslationOptions = DEFAULT_OPTIONS) -> int:
    """Translates one program, or interactively where it is "".

    Exit code 0: verified (interactively always).
    """
    if program:
        begin_to_trace([program], options)
    translator, options = open_translator(sampling, options)
    session = Session(translator, sampling.samples, options)
    if not program:
        interact(session)
        print_stages(sampling)
        return 0
    verified = session.answer(program)
    print_stages(sampling)
    return 0 if verified else 1


def translate_paths(
    paths: Iterable[str],
    sampling: SamplingOptions,
    files: FileOptions,
    options: TranslationOptions = DEFAULT_OPTIONS,
) -> int:
    """Translates files and folders. Exit code 0: every file was verified; 1: not; 130: interrupted."""
    begin_servers()
    found = python_files(paths, files.out)  # mistakes are reported before the model is read
    device = device_of(sampling.device)
    report_path = files.report or files.out / "report.json"
    check_writable_folder(files.out)
    check_writable(report_path)
    report_rows(report_path)
    options = usually_tuned(options) if files.verify else options
    say_what_is_not_timed(options)
    if files.verify:
        announce_sandbox(sampling.sandbox)
        judges = judges_beside(device, executor=files.executor)
    else:
        judges = Judges(judge=skip_judging)
    try:
        if not files.resume:  # then the report says which files remain
            begin_to_read(list(found)[:GROUP], options)
            if judges.jobs and len(found) >= judges.jobs:  # of fewer files the regions say how many workers
                judges.expect(len(found))
        with TIMELINE.counted("weights"):
            translator = load_translator(
                sampling.weights,
                sampling.device,
                cached=sampling.cached and files.verify,
                seed=sampling.seed,
                temperature=sampling.temperature,
                judges=judges,
            )
        rows = translate_files(
            translator,
            found,
            files.out,
            sampling.samples,
            files.keep_all,
            report_path,
            files.resume,
            options,
        )
    except KeyboardInterrupt:
        print("stopped; the same command with --resume goes on", file=sys.stderr)
        return 130
    finally:
        judges.close()
    verified = sum(row.verified is True for row in rows)
    unjudged = "" if files.verify else " (--no-verify: nothing was judged)"
    partly = sum(row.status == "partly" for row in rows)
    in_part = f", {partly} partly translated" if partly else ""
    print_stages(sampling)
    print(f"{verified} of {len(rows)} files verified{unjudged}{in_part}; report in {report_path}")
    return 0 if verified == len(rows) else 1
