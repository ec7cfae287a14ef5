"""Runs every file of synthetic/, each in a process of its own, and says which pairs hold and why the others do not.

    python run_all_tests.py                   # all files, as many at a time as there are cores
    python run_all_tests.py soft matmul       # those whose name holds one of the words
    python run_all_tests.py --jobs 1 --timeout 20 --report /tmp/report.json

A file has 60 seconds for itself and everything that it starts: then its process group is killed. The exit code is
0 only if something ran and all of it passed. The report (runs/validation.json) is what extract_training_data.py
reads: a file counts as validated while its hash (itself, what it imports of ours, the versions, the device) stands.
"""
import argparse
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
from dataclasses import asdict, dataclass
from pathlib import Path

from tqdm import tqdm

ROOT = Path(__file__).resolve().parent
SYNTHETIC = ROOT / "synthetic"
REPORT = ROOT / "runs" / "validation.json"
TIMEOUT = 60.0        # seconds a file
NOT_PAIRS = {"harness.py", "tables.py"}
JUDGE = ("verify.py", "sandbox.py")
CORES = len(os.sched_getaffinity(0))
CHILD_THREADS = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}  # the files are the parallelism


@dataclass(frozen=True)
class Outcome:
    """What became of one file."""
    passed: bool
    seconds: float
    reason: str                 # empty where it passed
    sha256: str                 # fingerprint(path) when it ran
    worst_error: float | None   # over its cases, against the float64 reference; None where no case was compared


# ---- what is run, and what its result depends on ---------------------------------------------------------------

def pair_files(words=(), folder=SYNTHETIC):
    """The pair files of `folder`, sorted; with `words`, those whose stem holds at least one of them."""
    paths = sorted(path for path in Path(folder).glob("*.py") if path.name not in NOT_PAIRS)
    return [path for path in paths if not words or any(word in path.stem for word in words)]


@functools.cache
def machine():
    """Versions and device: what else than source text a result depends on."""
    import torch  # two seconds, so only where a result is made or read

    device = torch.cuda.get_device_name(0) if torch.cuda.is_available() else "cpu"
    packages = {name: importlib.metadata.version(name) for name in ("torch", "triton")}
    return {"python": platform.python_version(), **packages, "device": device}


def fingerprint(path):
    """Hash of all that the result of a file depends on."""
    path = Path(path)
    ours = [path, path.parent / "harness.py", path.parent / "tables.py", *(path.parent.parent / name for name in JUDGE)]
    digest = hashlib.sha256(json.dumps(machine(), sort_keys=True).encode())
    for source in ours:
        if source.exists():
            digest.update(hashlib.sha256(source.read_bytes()).digest())
    return digest.hexdigest()


# ---- one file --------------------------------------------------------------------------------------------------

def why_failed(code, text):
    """The reason in one line, from the exit code and all that the file printed; empty where it passed."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    failures = [line for line in lines if line.startswith("FAIL")]
    if failures:
        return " | ".join(failures[-3:])
    if code < 0:
        return f"killed by {signal.Signals(-code).name}"
    if code > 0:
        return lines[-1] if lines else f"exit code {code}, and not a word"
    return "" if any(line.startswith("ok") for line in lines) else "judged nothing"


def worst_error(text):
    """The largest error that the harness printed; None without one, or where it is not finite."""
    errors = [float(number) for number in re.findall(r"^(?:ok|FAIL)\b.*?\berror (\S+)", text, re.MULTILINE)]
    return max(errors) if errors and all(map(math.isfinite, errors)) else None


def warm_up():
    """Imports once what every file imports: two of the three seconds that a file takes alone."""
    os.environ.setdefault("TRITON_INTERPRET", "1")
    import torch
    import triton.language  # noqa: F401

    torch.set_num_threads(1)


def become(path, output):
    """Ends as `python path` would, in a fork of this process, with its output in the file `output`. Never returns."""
    code = 1
    try:
        os.setpgid(0, 0)
        faulthandler.disable()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdout, sys.stderr = open(1, "w", buffering=1), open(2, "w", buffering=1)
        sys.argv, sys.path[0] = [str(path)], str(path.parent)
        runpy.run_path(str(path), run_name="__main__")
        code = 0
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BaseException:  # as the interpreter's own top level does
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code & 255)


def begin(path, output):
    """Starts a file in a process group of its own and returns its process id.

    A CUDA context does not survive a fork, so on a GPU it is a fresh interpreter; elsewhere a fork that finds torch and
    triton imported, and nothing of ours.
    """
    if machine()["device"] != "cpu":
        wires = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), (os.POSIX_SPAWN_DUP2, output, 1), (os.POSIX_SPAWN_DUP2, output, 2)]
        return os.posix_spawn(sys.executable, [sys.executable, str(path)], os.environ | CHILD_THREADS, file_actions=wires, setpgroup=0)
    pid = os.fork()
    if pid == 0:
        become(path, output)
    with contextlib.suppress(PermissionError, ProcessLookupError):  # it may have done so, or ended, already
        os.setpgid(pid, pid)
    return pid


class Running:
    """A file at work in its own process group, so that one signal reaches everything that it starts."""

    def __init__(self, path):
        self.path, self.started, self.sha256 = path, time.monotonic(), fingerprint(path)
        # A file and not a pipe: a grandchild that keeps its standard output cannot make us wait for its end.
        self.output = tempfile.TemporaryFile()
        self.pid = begin(path, self.output.fileno())

    @property
    def seconds(self):
        return time.monotonic() - self.started

    def ended(self):
        """Whether the leader has ended; it is not reaped yet, so its group's number cannot have been given away."""
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None

    def kill(self):
        """Ends whatever is left of the group; the leader's exit code."""
        os.killpg(self.pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def finish(self, timeout=None):
        """The Outcome; `timeout` is given where the time was up."""
        seconds = self.seconds
        code = self.kill()
        self.output.seek(0)
        text = self.output.read().decode(errors="replace")
        self.output.close()
        reason = f"timed out after {timeout:g} s" if timeout else why_failed(code, text)
        return Outcome(not reason, round(seconds, 2), reason, self.sha256, worst_error(text))


# ---- all of them -----------------------------------------------------------------------------------------------

def progress(total, unit, description):
    """A bar; where nobody watches, in a log, a line every 20 seconds."""
    return tqdm(total=total, unit=unit, desc=description, mininterval=0.1 if sys.stderr.isatty() else 20.0)


def run_files(paths, jobs, timeout=TIMEOUT):
    """{path: Outcome} of `paths`, at most `jobs` at a time. Nothing that was started outlives the call."""
    waiting, running, outcomes = list(reversed(paths)), [], {}
    tqdm.monitor_interval = 0  # its thread would be forked along
    with progress(len(paths), "file", "validating") as bar:
        try:
            while waiting or running:
                while waiting and len(running) < jobs:
                    running.append(Running(waiting.pop()))
                for file in list(running):
                    ended = file.ended()
                    if ended or file.seconds > timeout:
                        running.remove(file)
                        outcomes[file.path] = file.finish(None if ended else timeout)
                        bar.update()
                        bar.set_postfix(failed=sum(not outcome.passed for outcome in outcomes.values()), refresh=False)
                time.sleep(0.02)
        finally:
            for file in running:
                file.kill()
    return {path: outcomes[path] for path in paths}


@contextlib.contextmanager
def replacing(path):
    """A path to write to instead of `path`, which takes its place when all went well: nobody sees half a file."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield partial
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def read_report(path=REPORT, folder=SYNTHETIC):
    """{path: Outcome} of the files of `folder` whose outcome in the report still stands."""
    if not Path(path).exists():
        return {}
    rows = json.loads(Path(path).read_text())["files"]
    return {file: Outcome(**rows[file.name]) for file in pair_files(folder=folder)
            if rows.get(file.name, {}).keys() == Outcome.__dataclass_fields__.keys()
            and rows[file.name]["sha256"] == fingerprint(file)}


def write_report(outcomes, path=REPORT, folder=SYNTHETIC):
    """Writes `outcomes` {path: Outcome}, beside those of an earlier report that still stand."""
    merged = read_report(path, folder) | outcomes
    report = {"date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), **machine(),
              "files": {file.name: asdict(merged[file]) for file in sorted(merged)}}
    with replacing(path) as partial:
        partial.write_text(json.dumps(report, indent=1) + "\n")


def summary(outcomes, seconds):
    """A line per failed file, then one line about all."""
    failed = {path: outcome for path, outcome in outcomes.items() if not outcome.passed}
    lines = [f"FAIL {path.name:24} {outcome.seconds:5.1f} s  {outcome.reason}" for path, outcome in failed.items()]
    return "\n".join(lines + [f"{len(outcomes) - len(failed)} of {len(outcomes)} files passed in {seconds:.0f} s"])


def main(arguments=None):
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="run only files whose name holds one of these")
    parser.add_argument("--jobs", type=int, default=CORES, help="files at a time (%(default)s)")
    parser.add_argument("--timeout", type=float, default=TIMEOUT, help="seconds a file (%(default)g)")
    parser.add_argument("--stale", action="store_true", help="run only files whose outcome in the report no longer stands")
    parser.add_argument("--report", type=Path, default=REPORT, help="where the JSON report goes (%(default)s)")
    parser.add_argument("--folder", type=Path, default=SYNTHETIC, help="where the files are (%(default)s)")
    options = parser.parse_args(arguments)
    folder = options.folder.resolve()
    paths = pair_files(options.words, folder)
    if not paths:
        print(f"no file of {folder} matches {' '.join(options.words) or '*.py'}", file=sys.stderr)
        return 1
    start, known = time.monotonic(), read_report(options.report, folder) if options.stale else {}
    outcomes = {path: known[path] for path in paths if path in known}
    if machine()["device"] == "cpu":
        warm_up()
    outcomes |= run_files([path for path in paths if path not in known], options.jobs, options.timeout)
    write_report(outcomes, options.report, folder)
    print(summary(outcomes, time.monotonic() - start))
    return 0 if all(outcome.passed for outcome in outcomes.values()) else 1


if __name__ == "__main__":
    os.environ.update(CHILD_THREADS)  # before torch and numpy count the cores
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that `finally` ends the children
    raise SystemExit(main())
