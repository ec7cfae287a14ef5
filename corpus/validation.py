"""Runs files of synthetic/, each in a process of its own, and reports which hold and why the others do not.

A file has a minute for itself and everything that it starts: then its process group is killed. The report
(runs/validation.json) is what an extraction reads: a file counts as validated while its hash stands, which
is over itself, the judge's code, the versions and the device."""

import contextlib
import datetime
import faulthandler
import functools
import hashlib
import importlib.metadata
import json
import math
import os
import platform
import re
import runpy
import signal
import sys
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import BrokenExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from tqdm import tqdm

from python_to_triton import verification
from python_to_triton.executors import RayPool, dealt_gpus
from triton_ops.code_hash import code_hash
from triton_ops.files import CORES, ROOT, check_writable, progress, replacing

SYNTHETIC = ROOT / "synthetic"
REPORT = ROOT / "runs" / "validation.json"
TIMEOUT = 60.0  # seconds a file
CHILD_THREADS = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}  # the files are the parallelism


@dataclass(frozen=True)
class Outcome:
    """What became of one file."""

    passed: bool
    seconds: float
    reason: str  # why it failed; empty where it passed
    sha256: str  # fingerprint(path) when it ran
    worst_error: (
        float | None
    )  # over its cases, against the float64 reference; None where no case was compared


# ---- what is run, and what its result depends on ----------------------------------------------------------


def exemplar_files(words: Iterable[str] = (), folder: Path = SYNTHETIC) -> list[Path]:
    """The files in `folder` and below, sorted by stem; with `words`, those whose stem holds at least one."""
    paths = sorted(Path(folder).rglob("*.py"), key=lambda path: path.stem)
    return [path for path in paths if not words or any(word in path.stem for word in words)]


@functools.cache
def machine() -> dict[str, str]:
    """Versions and device: what else than source text a result depends on."""
    import torch  # two seconds, so only where a result is made or read

    device = torch.cuda.get_device_name(0) if torch.cuda.is_available() else "cpu"
    packages = {name: importlib.metadata.version(name) for name in ("torch", "triton")}
    return {"python": platform.python_version(), **packages, "device": device}


def fingerprint(path: Path) -> str:
    """Hash of all that the result of a file depends on."""
    digest = hashlib.sha256(json.dumps(machine(), sort_keys=True).encode())
    digest.update(code_hash(*verification.VERDICT_CODE).encode())
    digest.update(Path(path).read_bytes())
    return digest.hexdigest()


# ---- what a file printed ----------------------------------------------------------------------------------


def why_failed(code: int, text: str) -> str:
    """The reason in one line, from the exit code and all that the file printed; empty where it passed."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    failures = [line for line in lines if line.startswith("FAIL")]
    if failures:
        return " | ".join(failures[-3:])
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    if code > 0:
        return lines[-1] if lines else f"exit code {code} without output"
    return "" if any(line.startswith("ok") for line in lines) else "no case was judged"


def worst_error(text: str) -> float | None:
    """The largest error that the file printed; None without one, or where it is not finite."""
    errors = [float(number) for number in re.findall(r"^(?:ok|FAIL)\b.*?\berror (\S+)", text, re.MULTILINE)]
    return max(errors) if errors and all(map(math.isfinite, errors)) else None


# ---- one file ---------------------------------------------------------------------------------------------


def import_once() -> None:
    """Imports what every file imports: two of the three seconds that a file takes alone."""
    os.environ.setdefault("TRITON_INTERPRET", "1")
    import torch
    import triton.language  # noqa: F401

    torch.set_num_threads(1)


def run_as_main(path: Path, output: int) -> None:
    """Ends as `python path` would, in a fork of this process, with its output in the file descriptor
    `output`.

    Never returns.
    """
    code = 1
    try:
        os.setpgid(0, 0)
        faulthandler.disable()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdout = open(1, "w", buffering=1)
        sys.stderr = open(2, "w", buffering=1)
        sys.argv = [str(path)]
        sys.path.insert(0, str(path.parent))
        runpy.run_path(str(path), run_name="__main__")
        code = 0
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BaseException:  # as the interpreter's own top level does
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code & 255)


def start_file(path: Path, output: int, gpu: str, forked: bool) -> int:
    """Starts a file in a process group of its own and returns its process id; `gpu` as dealt_gpus has it.

    It is a fork that finds torch and triton imported, or else a fresh interpreter."""
    if not forked:
        shown = {"CUDA_VISIBLE_DEVICES": gpu} if gpu else {}
        return os.posix_spawn(
            sys.executable,
            [sys.executable, str(path)],
            os.environ | CHILD_THREADS | {"PYTHONPATH": str(ROOT)} | shown,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, output, 1),
                (os.POSIX_SPAWN_DUP2, output, 2),
            ],
            setpgroup=0,
        )
    pid = os.fork()
    if pid == 0:
        run_as_main(path, output)
    with contextlib.suppress(PermissionError, ProcessLookupError):  # it may have done so, or ended, already
        os.setpgid(pid, pid)
    return pid


class RunningFile:
    """A file at work in its own process group, so that one signal reaches everything that it starts."""

    def __init__(self, path: Path, forked: bool, gpu: str = ""):
        """forked: not where this process has a CUDA context or threads, which do not survive a fork."""
        self.path = path
        self.gpu = gpu
        self.started = time.monotonic()
        self.sha256 = fingerprint(path)
        # a file and not a pipe: a grandchild that keeps its standard output cannot make us wait for its end
        self.output = tempfile.TemporaryFile()
        self.pid = start_file(path, self.output.fileno(), gpu, forked)

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self.started

    def has_ended(self) -> bool:
        """Whether the leader has ended; it is not reaped yet, so its group's number cannot have been given
        away.
        """
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None

    def kill(self) -> int:
        """Ends whatever is left of the group; the leader's exit code."""
        os.killpg(self.pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def finish(self, timeout: float | None = None) -> Outcome:
        """What became of it; `timeout` is given where its time was up."""
        seconds = self.seconds
        code = self.kill()
        self.output.seek(0)
        text = self.output.read().decode(errors="replace")
        self.output.close()
        reason = f"timed out after {timeout:g} s" if timeout else why_failed(code, text)
        return Outcome(not reason, round(seconds, 2), reason, self.sha256, worst_error(text))


# ---- all of them ------------------------------------------------------------------------------------------


def show_outcomes(bar: tqdm, outcomes: dict[Path, Outcome]) -> None:
    """One more is there."""
    bar.update()
    bar.set_postfix(failed=sum(not outcome.passed for outcome in outcomes.values()), refresh=False)


def run_files(paths: Sequence[Path], jobs: int, timeout: float = TIMEOUT) -> dict[Path, Outcome]:
    """The outcomes of `paths`, at most `jobs` at a time, dealt over the GPUs. Nothing that was started
    outlives the call.
    """
    waiting = list(reversed(paths))
    running = []
    gpus = deque(dealt_gpus(jobs))  # of the places that are free
    forked = machine()["device"] == "cpu"
    outcomes = {}
    tqdm.monitor_interval = 0  # its thread would be forked along
    with progress(len(paths), "file", "validating") as bar:
        try:
            while waiting or running:
                while waiting and gpus:
                    running.append(RunningFile(waiting.pop(), forked, gpus.popleft()))
                for file in list(running):
                    ended = file.has_ended()
                    if ended or file.seconds > timeout:
                        running.remove(file)
                        gpus.append(file.gpu)
                        outcomes[file.path] = file.finish(None if ended else timeout)
                        show_outcomes(bar, outcomes)
                time.sleep(0.02)
        finally:
            for file in running:
                file.kill()
    return {path: outcomes[path] for path in paths}


def outcome_on_node(path: Path, timeout: float) -> Outcome:
    """What becomes of a file, in a process of a Ray cluster."""
    file = RunningFile(path, forked=False)
    while not (ended := file.has_ended()) and file.seconds <= timeout:
        time.sleep(0.02)
    return file.finish(None if ended else timeout)


def run_files_on_cluster(
    paths: Sequence[Path], jobs: int | None, timeout: float = TIMEOUT
) -> dict[Path, Outcome]:
    """The outcomes of `paths`, which every node has at the same place, on a Ray cluster.

    Raises ValueError, one line, where there is none, or no process of it can run them.
    """
    outcomes = {}
    with (
        RayPool(jobs, on_gpu=machine()["device"] != "cpu") as pool,
        progress(len(paths), "file", "validating") as bar,
    ):
        futures = {pool.submit(outcome_on_node, path, timeout): path for path in paths}
        for future in as_completed(futures):
            path = futures[future]
            try:
                outcomes[path] = future.result()
            except BrokenExecutor as error:
                if pool.failure:
                    raise ValueError(pool.failure) from error
                outcomes[path] = Outcome(False, 0.0, f"worker crashed: {error}", fingerprint(path), None)
            show_outcomes(bar, outcomes)
    return {path: outcomes[path] for path in paths}


def read_outcomes(report: Path = REPORT, folder: Path = SYNTHETIC) -> dict[Path, Outcome]:
    """The outcomes of the files of `folder` that a report has and that still stand."""
    if not Path(report).exists():
        return {}
    try:
        rows = dict(json.loads(Path(report).read_text())["files"])
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{report} is no report of this program: remove it, or name another one") from error
    return {
        path: Outcome(**rows[path.name])
        for path in exemplar_files(folder=folder)
        if rows.get(path.name, {}).keys() == Outcome.__dataclass_fields__.keys()
        and rows[path.name]["sha256"] == fingerprint(path)
    }


def write_outcomes(outcomes: dict[Path, Outcome], report: Path = REPORT, folder: Path = SYNTHETIC) -> None:
    """Writes a report of `outcomes`, and of those of an earlier one that still stand."""
    merged = read_outcomes(report, folder) | outcomes
    content = {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        **machine(),
        "files": {path.name: asdict(merged[path]) for path in sorted(merged)},
    }
    with replacing(report) as partial:
        partial.write_text(json.dumps(content, indent=1) + "\n")


def summary(outcomes: dict[Path, Outcome], seconds: float) -> str:
    """A line per failed file, then one line about all."""
    failed = {path: outcome for path, outcome in outcomes.items() if not outcome.passed}
    lines = [
        f"FAIL {path.name:24} {outcome.seconds:5.1f} s  {outcome.reason}" for path, outcome in failed.items()
    ]
    passed = len(outcomes) - len(failed)
    return "\n".join([*lines, f"{passed} of {len(outcomes)} files passed in {seconds:.0f} s"])


def validate(
    words: Iterable[str] = (),
    jobs: int | None = None,
    timeout: float = TIMEOUT,
    only_stale: bool = False,
    report: Path = REPORT,
    folder: Path = SYNTHETIC,
    executor: str = "local",
) -> bool:
    """Runs the files of `folder` whose names hold one of `words`, writes the report and prints a summary.

    jobs: files at a time; None for one on every core. With `only_stale`, those alone whose outcome in the
    report no longer stands. Returns whether all passed. Raises ValueError where there is no such file."""
    folder = Path(folder).resolve()
    paths = exemplar_files(words, folder)
    if not paths:
        raise ValueError(f"no file of {folder} matches {' '.join(words) or '*.py'}")
    check_writable(report)
    start = time.monotonic()
    known = read_outcomes(report, folder)
    outcomes = {path: known[path] for path in paths if only_stale and path in known}
    remaining = [path for path in paths if path not in outcomes]
    if executor == "ray":
        outcomes |= run_files_on_cluster(remaining, jobs, timeout)
    else:
        if machine()["device"] == "cpu":
            import_once()
        outcomes |= run_files(remaining, jobs or CORES, timeout)
    write_outcomes(outcomes, report, folder)
    print(summary(outcomes, time.monotonic() - start))
    return all(outcome.passed for outcome in outcomes.values())
