"""The record of a long run: environment, log, loss curve, Weights & Biases; and its interrupts."""

import json
import math
import netrc
import os
import platform
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch

from triton_ops.code_hash import code_hash
from triton_ops.files import replacing


def environment(*packages: str) -> dict:
    """What a figure depends on besides its configuration: the packages' code, versions, machine, date."""
    device = f"{platform.machine()} CPU, {os.cpu_count()} cores"
    if torch.cuda.is_available():
        device = torch.cuda.get_device_name()
    return {
        "code": code_hash(*packages),
        "python": platform.python_version(),
        "torch": str(torch.__version__),
        "device": device,
        "date": time.strftime("%Y-%m-%d %H:%M:%S"),
    }


def rng_state() -> dict:
    """The state of torch's random number generators."""
    cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_available() else []
    return {"cpu": torch.get_rng_state(), "cuda": cuda}


def set_rng_state(state: dict) -> None:
    """Takes torch's random number generators back to where `rng_state` was called."""
    torch.set_rng_state(state["cpu"])
    if state["cuda"] and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(state["cuda"])


def plot_losses(log_path: Path, image_path: Path) -> None:
    """Loss and accuracy over the steps of a training log (JSON lines), as a PNG."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    rows = [json.loads(line) for line in Path(log_path).read_text().splitlines()]
    steps = [row for row in rows if row["event"] == "step"]
    epochs = [row for row in rows if row["event"] == "epoch"]
    epoch_steps = [row["step"] for row in epochs]
    thin = {"lw": 0.8, "color": "tab:blue", "alpha": 0.6}
    marked = {"marker": "o", "color": "tab:red"}
    figure, (losses, rates) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
    losses.plot([row["step"] for row in steps], [row["loss"] for row in steps], label="training", **thin)
    losses.plot(epoch_steps, [row["loss"] for row in epochs], label="validation", **marked)
    losses.set(xlabel="step", ylabel="cross-entropy per answer token (nats)", yscale="log")
    losses.legend()
    rates.plot(epoch_steps, [100 * row["accuracy"] for row in epochs], **marked)
    rates.set(xlabel="step", ylabel="validation tokens predicted right (%)")
    with replacing(image_path) as partial:
        figure.savefig(partial, format="png", dpi=120)
    plt.close(figure)


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


class Diverged(RuntimeError):
    """The loss is no longer a number; what was saved before stays."""


class Log:
    """A training log: JSON lines in a folder, and Weights & Biases where asked."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.path = folder / "log.jsonl"
        self.wandb = None
        self.progress = ""  # the loss of the last step that was written, for a progress bar
        self.waiting = None  # (figures, values) of the step that is written next

    def open(self, resumed: bool, facts: dict, wandb: bool) -> None:
        """Begins with what the run's figures depend on, or goes on with what is there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not resumed:
            self.path.write_text("")
            start = {"model": facts["model_config"], "train": facts["train_config"], **facts["environment"]}
            self.write("start", step=0, seconds=0.0, **start)
        if wandb:
            chosen = ("use_triton_rmsnorm", "use_triton_rotary")
            summary = {name: facts["model_config"][name] for name in chosen}
            self.wandb = open_wandb(facts["model_config"] | facts["train_config"], summary)

    def write(self, event: str, step: int, seconds: float, **values) -> None:
        """Appends a row. Raises Diverged where its loss is not finite."""
        row = {"event": event, "step": step, "seconds": round(seconds, 3)} | values
        with self.path.open("a") as file:
            file.write(json.dumps(row) + "\n")
        if self.wandb and event != "start":
            self.wandb.log({f"{event}/{name}": value for name, value in values.items()}, step=step)
        if not math.isfinite(values.get("loss", 0.0)):
            raise Diverged(
                f"the loss is {values['loss']} at step {step} ({event}): the run diverged and was not saved; "
                "the checkpoint is as it was before; lower --muon_lr and --adamw_lr"
            )

    def write_later(self, figures: torch.Tensor, step: int, seconds: float, **values) -> None:
        """Writes the step before; this one's (loss, norm) waits, since reading it now leaves a GPU idle."""
        self.flush()
        self.waiting = figures, {"step": step, "seconds": seconds} | values

    def flush(self) -> None:
        """Writes the step that waits."""
        if self.waiting is None:
            return
        figures, values = self.waiting
        self.waiting = None
        loss, norm = figures.tolist()
        self.progress = f"loss={loss:.4f}"
        self.write("step", loss=loss, norm=norm, **values)


def parameter_table(routed: dict) -> str:
    """Which parameter goes to which optimizer, with counts; {optimizer: {name: parameter}}."""
    lines = []
    for owner, parameters in routed.items():
        groups = {}
        for name, parameter in parameters.items():
            kind = ".".join(part for part in name.split(".") if not part.isdigit())
            groups.setdefault((kind, tuple(parameter.shape)), []).append(parameter.numel())
        for (kind, shape), counts in groups.items():
            lines.append(f"  {owner:6} {kind:34} {len(counts):3} x {str(shape):14} {sum(counts):12,}")
        total = sum(parameter.numel() for parameter in parameters.values())
        lines.append(f"  {owner:6} {'total':34} {len(parameters):3}   {'':14} {total:12,}")
    return "\n".join(lines)


@contextmanager
def noted_interrupts() -> Iterator[list[int]]:
    """Yields a list that Ctrl-C or SIGTERM fills: no step is left half done; a second one stops at once."""
    noted = []

    def note(number, frame):
        if noted:
            raise KeyboardInterrupt
        noted.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield noted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
