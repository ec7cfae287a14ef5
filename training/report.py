"""What a run spent: tokens and model FLOP a second, share of the measured peak, memory, time by part."""

import contextlib
import json
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import torch

from training import world
from training.batches import Batch, sent
from training.capture import Captured
from training.log import peak_bytes
from triton_ops.files import replacing

GPU_SIZE, CPU_SIZE = 8192, 1024  # of the square product whose rate is the peak
PRODUCTS = 10  # that are timed
MOST_CALLS, MOST_SECONDS = 10, 1.0  # of forward and backward at the end of a run
SLOW = 5  # a step of so many times the median was compiled or captured
FEWEST_STEPS = 3  # with which the median step is neither


def model_flops(config: object, tokens: float, targets: float, context: float) -> float:
    """Floating-point operations that training on so many tokens takes by the usual count.

    Six a weight of a product and token, two forward and four backward (Kaplan et al. 2020, section 2.1), and
    12 L C T a token for attention (Chowdhery et al. 2022, appendix B), its masked half counted. The embedding
    is no product. The output matrix counts for the tokens with a target alone, a packed row as one document.

    config: has the fields n_layers, d_model, d_ff and vocab_size of llm.ModelConfig. context: the T, mean
    over the tokens.
    """
    block = 4 * config.d_model**2 + 2 * config.d_model * config.d_ff
    head = config.d_model * config.vocab_size
    attention = 12 * config.n_layers * config.d_model * context
    return 6.0 * (config.n_layers * block * tokens + head * targets) + attention * tokens


def waited(device: torch.device) -> float:
    """The time, once the device has done what it was given."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    return time.perf_counter()


def measured_peak(device: torch.device, dtype: torch.dtype) -> float:
    """FLOP a second of a large product; of float32 as the process computes it, TF32 or not."""
    size = GPU_SIZE if device.type == "cuda" else CPU_SIZE
    a = torch.randn(size, size, device=device).to(dtype)
    b = torch.randn(size, size, device=device).to(dtype)
    times = []
    for _ in range(PRODUCTS):
        began = waited(device)
        a @ b
        times.append(waited(device) - began)
    return 2.0 * size**3 / statistics.median(times)


@dataclass
class Account:
    """What a run's loop spends, as the host sees it: nothing here waits for a GPU."""

    seconds: dict[str, float] = field(default_factory=dict)  # by part
    began: float | None = None  # when the first batch was asked for
    ended: float = 0.0  # when the last part ended
    times: list[float] = field(default_factory=list)  # seconds of each step but the last, without the parts
    steps: int = 0
    tokens: int = 0
    targets: int = 0
    positions: int = 0  # tokens and padding
    contexts: int = 0  # the sum over tokens of their rows' length
    last: list[Batch] = field(default_factory=list)  # micro-batches of the last step

    @contextlib.contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Adds the seconds of what is done here to a part's; not those of what fails, which ends the run."""
        began = time.monotonic()
        yield
        self.ended = time.monotonic()
        self.seconds[part] = self.seconds.get(part, 0.0) + self.ended - began

    def untimed(self) -> float:
        """Seconds since the first batch was asked for that no part has."""
        return time.monotonic() - self.began - sum(self.seconds.values())

    def batches(self, steps: Iterator[list[Batch]]) -> Iterator[list[Batch]]:
        """The batches of each step, counted; the time that making them takes is the part "data"."""
        self.began = time.monotonic()
        while True:
            with self.timed("data"):
                batches = next(steps, None)
            if batches is None:
                return
            self.last = batches
            self.steps += 1
            for batch in batches:
                self.tokens += batch.n_tokens
                self.targets += batch.n_targets
                self.positions += batch.inputs_BT.numel()
                self.contexts += batch.n_tokens * batch.inputs_BT.shape[1]
            before = self.untimed()
            yield batches
            self.times.append(self.untimed() - before)


def preparation(times: list[float]) -> float:
    """Seconds by which steps that were compiled or captured took longer than the median one.

    times: of all steps, without evaluations and saves.
    """
    usual = statistics.median(times)
    return sum(spent - usual for spent in times if spent > SLOW * usual)


def forward_and_backward(make_step: object, batches: list[Batch]) -> float | None:
    """Seconds of a step's gradients alone. They are thrown away: no weight changes.

    None where that would capture something new: of one micro-batch, the whole step is one graph.
    make_step: an llm.Step.
    """
    device = make_step.precision.device
    share = sent(torch.tensor(1 / max(1, sum(batch.n_targets for batch in batches))), device)
    arguments = [(batch.on(device), share) for batch in batches]
    gradients = make_step.first_beats
    if isinstance(gradients, Captured) and not all(gradients.is_captured(*each) for each in arguments):
        return None
    times = []
    first = waited(device)
    try:
        while len(times) < 2 or len(times) < MOST_CALLS and time.perf_counter() - first < MOST_SECONDS:
            began = waited(device)
            for each in arguments:
                gradients(*each)
            times.append(waited(device) - began)
    finally:
        make_step.model.zero_grad(set_to_none=not make_step.accumulates)
    return statistics.median(times[1:])  # the first makes room


def measured_or_why(measure: Callable, *arguments) -> tuple[float | None, str]:
    """(what is measured, ""), or (None, why not): what fails on a GPU here ends no run that is done.

    PyTorch raises RuntimeError where memory is short, of its own and of its libraries, and where a graph or a
    kernel fails.
    """
    try:
        return measure(*arguments), ""
    except RuntimeError as error:
        return None, (str(error).split("\n")[0] or type(error).__name__)[:200]


def seconds_by_part(run: object, start_up: float) -> tuple[dict[str, float], str]:
    """(seconds of the parts of an llm.Run's loop that has ended, and of what came before; what failed).

    Forward and backward are measured once more, on the last step's batches, and taken as proportional to a
    step's positions; the rest of the steps' time is the optimizer's. Not of many processes, and not of a step
    that is one graph.
    """
    account = run.account
    steps = account.ended - account.began - sum(account.seconds.values())
    prepared = preparation([*account.times, steps - sum(account.times)])
    before = {"start-up": start_up, "compilation and capture": prepared}
    gradients = None
    failure = ""
    if world.size() == 1:
        gradients, failure = measured_or_why(forward_and_backward, run.make_step, account.last)
    if gradients is None:
        return before | {"steps": steps - prepared} | account.seconds, failure
    positions = sum(batch.inputs_BT.numel() for batch in account.last)
    gradients = min(gradients * account.positions / positions, steps - prepared)
    split = {"forward and backward": gradients, "optimizer": steps - prepared - gradients}
    return before | split | account.seconds, failure


STEP_PARTS = ("forward and backward", "optimizer", "steps", "data")


def figures_of(run: object, start_up: float) -> dict:
    """The report of an llm.Run whose loop has ended, as it is kept in report.json."""
    account = run.account
    memory = peak_bytes()
    parts, parts_failed = seconds_by_part(run, start_up)
    training = sum(parts.get(name, 0.0) for name in STEP_PARTS)
    context = account.contexts / max(1, account.tokens)
    flops = model_flops(run.model_config, account.tokens, account.targets, context)
    precision = run.precision
    peak, peak_failed = measured_or_why(measured_peak, precision.device, precision.dtype)
    failures = {"forward and backward": parts_failed, "the peak": peak_failed}
    return {
        "processes": world.size(),
        "steps": account.steps,
        "tokens": account.tokens,
        "targets": account.targets,
        "tokens_per_second": account.tokens / training,
        "model_flops": flops,
        "model_flops_per_second": flops / training,
        "peak_flops_per_second": peak and world.size() * peak,  # the first process's, for each
        "peak_memory": memory,  # of the first process
        "seconds": {name: round(spent, 3) for name, spent in parts.items()},
        "not_measured": {name: why for name, why in failures.items() if why},
    }


def lines_of(figures: dict) -> str:
    """The report in two lines, and one for each measurement that failed."""
    flops = figures["model_flops_per_second"]
    peak = figures["peak_flops_per_second"]
    processes = figures["processes"]
    many = processes > 1
    line = f"{figures['tokens_per_second']:,.0f} tokens/s, {flops / 1e12:.3g} TFLOP/s of the model"
    if peak:
        line += f", {flops / peak:.0%} of the {peak / 1e12:.3g} that one large product reaches"
        line += f" on one device, times {processes}" if many else ""
    owner = " of the first process" if many else ""
    line += f"; peak memory{owner} {figures['peak_memory'] / 2**30:.2f} GiB"
    parts = ", ".join(f"{name} {spent:.1f} s" for name, spent in figures["seconds"].items())
    failures = [f"not measured: {name}: {why}" for name, why in figures["not_measured"].items()]
    return "\n".join([line, f"time: {parts}", *failures])


def describe_end(run: object, began: float) -> str:
    """Keeps the report of an llm.Run whose loop has ended in its folder, and returns its lines.

    began: when the program did, by time.monotonic, the clock of an Account.
    """
    account = run.account
    if account.steps < FEWEST_STEPS:
        return f"no report: it takes {FEWEST_STEPS} steps, and there were {account.steps}"
    figures = figures_of(run, account.began - began)
    with replacing(run.log.folder / "report.json") as partial:
        partial.write_text(json.dumps(figures, indent=1) + "\n")
    return lines_of(figures)
