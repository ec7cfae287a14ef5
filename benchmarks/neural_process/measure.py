"""Times and memory of rows at one shape: prepared one by one, then timed in turn, until a budget is spent.

A step is timed by the clock between two moments at which the GPU has nothing to do, and counts forward,
backward and optimizer. A row's memory is the most that it holds during a step, weights and states included.
Before a row is built, a model of one layer makes one step at the same shape: kernels are compiled, and the
attention that PyTorch ran is read from the profiler.
"""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import torch
from torch.profiler import ProfilerActivity, profile

from neural_process.attention import BACKENDS
from neural_process.data import Tasks, draw_tasks
from neural_process.model import Config, step_bytes, step_flops
from neural_process.rows import BASELINE, Row
from neural_process.training import Trainer
from training.report import waited
from triton_ops.files import progress
from triton_ops.judge import error_summary
from triton_ops.machine import KERNEL_ERRORS

STAGES = ("forward", "backward", "optimizer")
SECONDS_A_ROUND = 0.1  # of one row; a longer step is a round
MOST_STEPS_A_ROUND = 20
LONG = 2.0  # seconds of a step from which on rows are not run once before they are timed
USUAL_RATE = 3e14  # operations a second of a step on an H200, to predict the first
GPU_SHARE = 0.95  # of the GPU's memory that a step may need
NO_TIME = "not timed: the budget is spent"
ATTENTION_OPS = {
    "flash": "_scaled_dot_product_flash_attention",
    "cudnn": "_scaled_dot_product_cudnn_attention",
    "efficient": "_scaled_dot_product_efficient_attention",
    "math": "_scaled_dot_product_attention_math",
}


class Budget:
    """Seconds that may be spent from now on; None: any number."""

    def __init__(self, seconds: float | None):
        self.ends = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float:
        return float("inf") if self.ends is None else self.ends - time.monotonic()

    def share(self, parts: int) -> "Budget":
        """An equal share of what is left."""
        return Budget(None if self.ends is None else max(self.left(), 0.0) / parts)


@dataclass
class Session:
    """A row that is ready, and what its steps took."""

    row: Row
    trainer: Trainer
    about: dict  # of its row of the record
    usual_s: float = 0.0  # of its last step before the rounds; 0 where it made none
    own: int = 0  # bytes that it keeps between steps
    peak: int = 0  # bytes that it held at most
    seconds: list[float] = field(default_factory=list)  # a step, of each round
    stages: list[dict[str, float]] = field(default_factory=list)  # seconds, of each step
    error: str = ""

    def result(self, tokens: int) -> dict:
        """Its row of the record."""
        if self.error or not self.seconds:
            return self.about | {"error": self.error or NO_TIME}
        ms = [1e3 * seconds for seconds in self.seconds]
        result = self.about | {"ms": statistics.median(ms), "spread_ms": max(ms) - min(ms), "rounds": len(ms)}
        result["tokens_per_second"] = 1e3 * tokens / result["ms"]
        if self.peak:
            result["memory_gib"] = self.peak / 2**30
        for stage in STAGES if self.stages else ():
            result[f"{stage}_ms"] = 1e3 * statistics.median(each[stage] for each in self.stages)
        return result


class Stopwatch:
    """The moments of a step, in the order of the GPU's work; on a CPU by the clock."""

    def __init__(self, device: torch.device):
        self.on_gpu = device.type == "cuda"
        self.moments = []

    def mark(self, stage: str) -> None:
        moment = torch.cuda.Event(enable_timing=True) if self.on_gpu else time.perf_counter()
        if self.on_gpu:
            moment.record()
        self.moments.append((stage, moment))

    def stages(self) -> list[dict[str, float]]:
        """Seconds of each stage of each step; the device has to be idle."""
        steps = []
        for (_, before), (stage, moment) in zip(self.moments, self.moments[1:]):
            if stage == STAGES[0]:
                steps.append({})
            if stage in STAGES:
                steps[-1][stage] = before.elapsed_time(moment) / 1e3 if self.on_gpu else moment - before
        return steps


def attention_that_ran(trainer: Trainer, tasks: Tasks) -> set[str]:
    """Names of the forms of PyTorch's attention in one step that is not captured."""
    with profile(activities=[ProfilerActivity.CPU]) as profiler:
        trainer.launch(*tasks)
        waited(trainer.device)
    names = {event.key.removeprefix("aten::") for event in profiler.key_averages()}
    return {name for name in names if name.startswith("_scaled_dot_product") and "backward" not in name}


def check_backend(row: Row, ran: set[str]) -> str:
    """The one form of PyTorch's attention that ran, "" for ours. Raises AssertionError for another one."""
    wanted = ATTENTION_OPS.get(row.attention)
    # the CPU has one fused form, under a name of its own
    found = {name.removesuffix("_for_cpu") for name in ran}
    if found != ({wanted} if wanted else set()):
        raise AssertionError(
            f"row {row.name}: PyTorch's attention was {', '.join(sorted(ran)) or 'not called'}"
        )
    return wanted or ""


def compile_row(row: Row, config: Config, tasks: Tasks, device: torch.device) -> str:
    """One step of one layer, not captured; the form of PyTorch's attention that it ran, "" for ours."""
    trainer = Trainer(replace(row, graph=False), replace(config, layers=1), device)
    return check_backend(row, attention_that_ran(trainer, tasks))


def allocated(device: torch.device) -> int:
    return torch.cuda.memory_allocated(device) if device.type == "cuda" else 0


def with_memory(session: Session, run: Callable[[], None]) -> None:
    """Runs, and notes the most that the session held meanwhile and what it keeps."""
    device = session.trainer.device
    before = allocated(device)
    if device.type == "cuda":
        torch.cuda.reset_peak_memory_stats(device)
    run()
    if device.type == "cuda":
        others = before - session.own
        session.peak = max(session.peak, torch.cuda.max_memory_allocated(device) - others)
        session.own = allocated(device) - others


def freed() -> None:
    """Gives back what nothing refers to."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def prepare(row: Row, config: Config, tasks: list[Tasks], device: torch.device, steps: int) -> Session:
    """A row that can be timed, after so many steps: the second one of a captured row is the capture."""
    began = waited(device)
    backend = compile_row(row, config, tasks[0], device)
    freed()
    before = allocated(device)
    session = Session(row, Trainer(row, config, device), {"row": row.name, "backend": backend})
    session.own = allocated(device) - before

    def run():
        for step in range(steps):
            start = waited(device)
            session.trainer(tasks[step % len(tasks)])
            session.usual_s = waited(device) - start

    with_memory(session, run)
    session.about["start_s"] = waited(device) - began
    return session


def run_round(session: Session, tasks: list[Tasks]) -> None:
    """Times some steps of a session; what fails is its error."""
    trainer = session.trainer
    device = trainer.device
    steps = min(max(int(SECONDS_A_ROUND / (session.usual_s or SECONDS_A_ROUND)), 1), MOST_STEPS_A_ROUND)
    watch = Stopwatch(device)
    if not session.row.graph:
        trainer.mark = watch.mark

    def run():
        for step in range(steps):
            watch.mark("begin")
            trainer(tasks[step % len(tasks)])

    began = waited(device)
    try:
        with_memory(session, run)
        session.seconds.append((waited(device) - began) / steps)
        session.stages += watch.stages()
    except KERNEL_ERRORS as error:
        session.error = error_summary(error)


def capacity(device: torch.device) -> int:
    """Bytes of the GPU's memory; 0 of a CPU, where nothing is refused."""
    return torch.cuda.get_device_properties(device).total_memory if device.type == "cuda" else 0


def why_not(row: Row, config: Config, shape: tuple[int, int, int], device: torch.device) -> str:
    """Why a row cannot run at a shape, from its sizes alone; empty where it can."""
    needed = step_bytes(config, row, *shape)
    room = GPU_SHARE * capacity(device)
    if room and needed > room:
        return f"would need {needed / 2**30:.0f} GiB"
    return ""


def prepared(
    names: list[str], config: Config, shape: tuple[int, int, int], tasks: list[Tasks],
    device: torch.device, budget: Budget, report: Callable[[str], None],
) -> tuple[list[Session], list[dict]]:  # fmt: skip
    """Sessions of the rows that can be timed, and the rows of the record that cannot.

    A row is left for a later run where two rounds of all would no longer fit into the budget.
    """
    sessions = []
    failed = []
    predicted = step_flops(config, *shape) / USUAL_RATE if device.type == "cuda" else 0.0
    for name in names:
        row = Row.parse(name)
        if budget.left() < 2 * predicted * (len(sessions) + 1):
            failed.append({"row": name, "error": NO_TIME})
            continue
        short = predicted < LONG
        steps = 3 if short else 2 if row.graph else 1 if not sessions else 0
        reason = why_not(row, config, shape, device)
        try:
            if reason:
                raise RuntimeError(reason)
            sessions.append(prepare(row, config, tasks, device, steps))
            report(f"{name}: ready after {sessions[-1].about['start_s']:.1f} s")
        except KERNEL_ERRORS as error:
            failed.append({"row": name, "error": error_summary(error)})
            report(f"{name}: {failed[-1]['error']}")
        freed()
    return sessions, failed


def run_rounds(sessions: list[Session], tasks: list[Tasks], rounds: int, budget: Budget) -> None:
    """Times all sessions in turn, there and back, for as many rounds as the budget allows, at least one."""
    round_s = 0.0
    with progress(rounds, "round", "timing") as bar:
        for turn in range(rounds):
            if turn and budget.left() < 1.1 * round_s:
                break
            began = time.monotonic()
            for session in sessions if turn % 2 == 0 else sessions[::-1]:
                if not session.error:
                    run_round(session, tasks)
            round_s = time.monotonic() - began
            bar.update()


def measure_shape(
    names: list[str], config: Config, shape: tuple[int, int, int], device: torch.device,
    rounds: int, budget: Budget, report: Callable[[str], None],
) -> list[dict]:  # fmt: skip
    """The rows of the record, timed in turn; each has the baseline's time of the same rounds."""
    B, M, N = shape
    tasks = [draw_tasks(B, M, N, seed, device) for seed in range(2)]
    sessions, rows = prepared(names, config, shape, tasks, device, budget, report)
    run_rounds(sessions, tasks, rounds, budget)
    results = [session.result(B * (M + N)) for session in sessions]
    baseline = next((each for each in results if each["row"] == BASELINE and "ms" in each), None)
    for result in results:
        if baseline and "ms" in result:
            result["baseline_ms"] = baseline["ms"]
    sessions.clear()
    freed()
    return results + rows


def is_pytorch(row: Row) -> bool:
    """Whether a row runs nothing of ours."""
    return row.attention in BACKENDS and not any((row.norm, row.mlp, row.heads, row.mixture))
