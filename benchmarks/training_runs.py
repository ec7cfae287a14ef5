"""One run of training as a command: what it is called, what makes it, what its log says."""

import functools
import itertools
import json
import math
import os
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from training.log import read_rows  # noqa: E402  (found through the line above)

POLL_SECONDS = 0.25
DIVERGED = "diverged"  # the word of llm.py for a run whose loss is no longer a number
EARLIER = {"packing": "False"}  # flags of commands from before there were these


@dataclass(frozen=True)
class Job:
    """One run: a name that is its folder's too, and its command without the folders."""

    name: str
    flags: dict
    program: tuple[str, ...] = ("llm.py",)

    @property
    def steps(self) -> int:
        return self.flags["steps"]

    def command(self, folder: Path) -> list[str]:
        """The command line that makes the run with its files in `folder`."""
        flags = self.flags | {"run_dir": folder / "run"}
        if self.program == ("llm.py",):
            flags |= {"checkpoint": folder / "model.pth"}
        pairs = ((f"--{name}", str(value)) for name, value in flags.items())
        return [*self.program, *itertools.chain.from_iterable(pairs)]

    @property
    def shown_command(self) -> str:
        """The command line as a result names it."""
        return shlex.join(["python", *self.command(Path("runs") / self.name)])


@functools.cache  # each look at the results compares those of all
def flags_of(command: str) -> Mapping[str, str]:
    """{flag: value} of a command line as a result names it."""
    words = shlex.split(command)
    first = next((i for i, word in enumerate(words) if word.startswith("--")), len(words))
    names = (word.removeprefix("--") for word in words[first::2])
    return MappingProxyType(EARLIER | dict(zip(names, words[first + 1 :: 2])))


def check_same(job: Job, result: dict) -> None:
    """Raises ValueError, one line, where a result of the job's name is of other flags."""
    wanted = flags_of(job.shown_command)
    made = flags_of(result["command"])
    for name in sorted(wanted | made):
        if wanted.get(name) != made.get(name):
            values = f"--{name} {made.get(name, 'as by default')}, not {wanted.get(name, 'as by default')}"
            raise ValueError(f"{job.name} was made with {values}: give the flags of then, or another --out")


def log_result(rows: list[dict]) -> dict:
    """The figures of a log: the curve [[tokens, loss], ...] over its evaluations, and those at its end."""
    curve = []
    tokens = 0
    for row in rows:
        if row["event"] == "step":
            tokens += row["tokens"]
        elif row["event"] == "epoch":
            curve.append([tokens, row["loss"]])
    steps = [row for row in rows if row["event"] == "step"]
    last = [row["loss"] for row in steps[-20:] if row["loss"] is not None]
    end = [row for row in rows if row["event"] == "epoch"][-1]
    if not all(math.isfinite(loss) for _, loss in curve):
        return {"error": f"{DIVERGED}: a validation loss is not finite"}
    return {
        "loss": end["loss"],
        "lowest": min(loss for _, loss in curve),
        "training_loss": statistics.mean(last) if last else math.nan,
        "skipped": sum(row["loss"] is None for row in steps),
        "seconds": end["seconds"],
        "peak_memory": end["peak_memory"],
        "curve": curve,
    }


def has_ended(log: Path, steps: int) -> bool:
    """Whether a log has the evaluation after its last step."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 2000))
            last = file.read().rstrip().split(b"\n")[-1]
    except FileNotFoundError:
        return False
    return (
        last.startswith(b'{"event": "epoch", ') and last.endswith(b"}") and json.loads(last)["step"] >= steps
    )


def end_group(process: subprocess.Popen) -> None:
    """Ends a process and what it has started: what is wanted of it is in its log."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def last_line(path: Path) -> str:
    """The last line of what a process printed, progress bars left out."""
    lines = path.read_text(errors="replace").replace("\r", "\n").split("\n")
    kept = [line.strip() for line in lines if line.strip() and not line.startswith("training:")]
    return kept[-1][:200] if kept else "nothing was printed"


def make_run(job: Job, scratch: Path, stop: threading.Event) -> dict | None:
    """Makes a run; its result, or why there is none: {"error"}. None where it was stopped."""
    folder = scratch / job.name
    if folder.exists():  # of a command that was killed: its log is not this run's
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    environment = os.environ | {"OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "2", "PYTHONPATH": str(ROOT)}
    printed = folder / "printed.txt"
    log = folder / "run" / "log.jsonl"
    program, *flags = job.command(folder)
    with printed.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, ROOT / program, *flags], env=environment, stdout=out,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    try:
        while process.poll() is None and not stop.is_set() and not has_ended(log, job.steps):
            time.sleep(POLL_SECONDS)
    finally:
        end_group(process)
    if has_ended(log, job.steps):
        result = log_result(read_rows(log))
    elif stop.is_set():
        return None
    else:
        result = {"error": last_line(printed)}
    shutil.rmtree(folder)
    return {"name": job.name, "command": job.shown_command} | result
