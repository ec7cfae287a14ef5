"""The rows of a run, its trackers, and when it has diverged."""

import json
import math
import netrc
import os
import resource
import time
from importlib.util import find_spec
from pathlib import Path

import torch

from training import world
from training.parallel import Alone
from triton_ops.exit_codes import Failed
from triton_ops.files import replacing

EVENTS = ("start", "step", "epoch")


def read_rows(log_path: Path) -> list[dict]:
    """The rows of a log, without a last one that a kill cut short; none where there is no log.

    Raises ValueError, one line, where the file is no log.
    """
    if not log_path.exists():
        return []
    lines = log_path.read_bytes().split(b"\n")
    try:
        rows = [json.loads(line) for line in lines[:-1]]
        known = [row for row in rows if row["event"] in EVENTS and isinstance(row["step"], int)]
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{log_path} is no log of a run: remove it, or name another --run_dir") from error
    return known


def check_trackers(config: object) -> None:
    """Raises ValueError, one line, where the package of a tracker that llm.TrainConfig names is missing."""
    for tracker in ("wandb", "tensorboard"):
        if getattr(config, tracker) and find_spec(tracker) is None:
            raise ValueError(f"--{tracker} needs the package: pip install python-to-triton[{tracker}]")


def has_wandb_login() -> bool:
    """Whether `wandb login` has left its key where it keeps it."""
    try:
        return netrc.netrc().authenticators("api.wandb.ai") is not None
    except (FileNotFoundError, netrc.NetrcParseError):
        return False


def open_wandb(config: dict, summary: dict):
    """A Weights & Biases run, offline where there is no login."""
    import wandb

    keyed = any(os.environ.get(name) for name in ("WANDB_MODE", "WANDB_API_KEY")) or has_wandb_login()
    run = wandb.init(project="python-to-triton", mode=None if keyed else "offline", config=config)
    for name, value in summary.items():
        run.summary[name] = value
    return run


def open_tensorboard(folder: Path, step: int):
    """A writer of TensorBoard's events; what a killed run wrote after `step` is hidden."""
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(folder), purge_step=step + 1)


def peak_bytes() -> int:
    """The most bytes that tensors took on the GPU at once; without one, that this process took."""
    if torch.cuda.is_available():
        return torch.cuda.max_memory_allocated()
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def shown_pace(tokens_per_second: float, peak_memory: int, skipped: int) -> str:
    """A line of what `Log.pace` gives."""
    line = f"{tokens_per_second:,.0f} tokens/s  peak memory {peak_memory / 2**30:.2f} GiB"
    return f"{line}  {skipped} steps skipped" if skipped else line


ADVICE = (
    "the run diverged and was not saved; the checkpoint is as it was before; lower --muon_lr and --adamw_lr"
)


class Diverged(Failed):
    """The loss is no longer a number; what was saved before stays."""


def check_weights(model: torch.nn.Module, step: int, plan: Alone) -> None:
    """Raises Diverged where a weight is not a number: the loss shows it a step later."""
    names, tensors = zip(*model.named_parameters())
    broken = torch.stack([(~plan.own(tensor).isfinite()).any() for tensor in tensors])
    for name, processes in zip(names, plan.summed(broken.long()).tolist()):
        if processes:
            raise Diverged(f"{name} is not finite after step {step}: {ADVICE}")


class Log:
    """A training log: JSON lines in a folder, Weights & Biases and TensorBoard where asked.

    Of several processes the first writes; all count, and end after the same step.
    """

    def __init__(self, folder: Path, max_skipped: int):
        self.folder = folder
        self.max_skipped = max_skipped  # in a row
        self.skipped = 0  # steps that were left out, since loss or gradient was not finite
        self.skipped_in_a_row = 0
        self.writes = world.is_first()
        self.path = folder / "log.jsonl"
        self.wandb = None
        self.tensorboard = None
        self.tokens = 0  # of the steps since `since`
        self.since: float | None = None  # when the first step after an evaluation had ended
        self.progress = ""  # the loss of the last step that was written, for a progress bar
        self.waiting = None  # (figures, values) of the step that is written next

    def open(self, resumed: bool, facts: dict) -> None:
        """Begins with what the run's figures depend on, or goes on with what is there.

        Of a run that was killed after its last save, the rows since then go: their steps are made again.
        Raises ValueError, one line, where the log is another run's.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = self.rows_of(facts["run"], facts["step"]) if resumed else []
        skips = [row["loss"] is None for row in kept if row["event"] == "step"]
        self.skipped = sum(skips)
        self.skipped_in_a_row = next((i for i, skip in enumerate(reversed(skips)) if not skip), len(skips))
        if not self.writes:
            return
        with replacing(self.path) as partial:
            partial.write_text("".join(json.dumps(row) + "\n" for row in kept))
        if not kept:
            start = {"model": facts["model_config"], "train": facts["train_config"], **facts["environment"]}
            self.write("start", facts["step"], facts["seconds"], run=facts["run"], **start)
        if facts["train_config"]["tensorboard"]:
            self.tensorboard = open_tensorboard(self.folder / "tensorboard", facts["step"])
        if facts["train_config"]["wandb"]:
            chosen = ("use_triton_rmsnorm", "use_triton_rotary")
            summary = {name: facts["model_config"][name] for name in chosen}
            self.wandb = open_wandb(facts["model_config"] | facts["train_config"], summary)

    def rows_of(self, run_id: str, step: int) -> list[dict]:
        """The rows of the log up to a step; none where there is no log."""
        rows = read_rows(self.path)
        if rows and run_id and rows[0].get("run", run_id) != run_id:
            raise ValueError(f"{self.path} is the log of another run: name this one's with --run_dir")
        return [row for row in rows if row["step"] <= step]

    def write(self, event: str, step: int, seconds: float, **values) -> None:
        """Appends a row. Raises Diverged where its loss is not finite."""
        row = {"event": event, "step": step, "seconds": round(seconds, 3)} | values
        if self.writes:
            with self.path.open("a") as file:
                file.write(json.dumps(row) + "\n")
        if self.writes and event != "start":
            self.track(event, step, values)
        if event == "epoch" and not math.isfinite(values["loss"]):
            raise Diverged(f"the loss is {values['loss']} at step {step} ({event}): {ADVICE}")

    def track(self, event: str, step: int, values: dict) -> None:
        """Hands the numbers of a row to the trackers."""
        numbers = {f"{event}/{name}": x for name, x in values.items() if isinstance(x, (int, float))}
        if self.wandb:
            self.wandb.log(numbers, step=step)
        if self.tensorboard:
            for name, number in numbers.items():
                self.tensorboard.add_scalar(name, number, step)
            if event == "epoch":
                self.tensorboard.flush()

    def tokens_per_second(self) -> float:
        """Of the steps since the last evaluation, but for the first one; 0 where there was no other."""
        return self.tokens / (time.monotonic() - self.since) if self.tokens else 0.0

    def pace(self) -> dict[str, float]:
        """{"tokens_per_second", "peak_memory" (bytes), "skipped" (steps)}; called before an evaluation."""
        pace = {"tokens_per_second": round(self.tokens_per_second(), 1)}
        self.since = None
        return pace | {"peak_memory": peak_bytes(), "skipped": self.skipped}

    def write_later(
        self, figures: torch.Tensor, step: int, seconds: float, tokens: int, **values: float
    ) -> None:
        """Writes the step before; this one's (loss, norm) waits, since reading it now leaves a GPU idle."""
        self.flush()
        if self.since is None:
            self.since = time.monotonic()
            self.tokens = 0
        else:
            self.tokens += tokens
        values = {"tokens": tokens} | values
        self.waiting = figures, {"step": step, "seconds": seconds} | values

    def flush(self) -> None:
        """Writes the step that waits. Raises Diverged where it is one too many that was skipped."""
        if self.waiting is None:
            return
        figures, values = self.waiting
        self.waiting = None
        loss, norm = figures.tolist()
        if math.isfinite(loss) and math.isfinite(norm):
            self.skipped_in_a_row = 0
            rate = f", {self.tokens_per_second():,.0f} tokens/s" if self.tokens else ""
            self.progress = f"loss={loss:.4f}{rate}"
            self.write("step", loss=loss, norm=norm, **values)
            return
        self.skipped += 1
        self.skipped_in_a_row += 1
        reason = f"the norm of the gradient is {norm}" if math.isfinite(loss) else f"the loss is {loss}"
        self.progress = f"{self.skipped} skipped: {reason}"
        self.write("step", loss=None, norm=None, skipped=reason, **values)
        if self.skipped_in_a_row >= self.max_skipped:
            last = f"the last of {self.skipped_in_a_row} in a row that were skipped"
            raise Diverged(f"{reason} at step {values['step']} (step), {last}: {ADVICE}")
