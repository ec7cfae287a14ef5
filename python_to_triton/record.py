"""The record of a long run: environment, log, loss curve, Weights & Biases; its beginning, its interrupts."""

import json
import math
import netrc
import os
import platform
import signal
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch

from python_to_triton.inference.checkpoints import file_hash, load_run
from triton_ops.code_hash import code_hash
from triton_ops.exit_codes import Failed
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


# ---- which run a checkpoint is of


def new_run_id() -> str:
    """A name that no other run has."""
    return uuid.uuid4().hex[:16]


def marker_of(checkpoint: str | Path) -> Path:
    """The file that names the run which is to write a checkpoint, from its beginning to its first save."""
    return Path(f"{checkpoint}.begun")


def mark_begun(checkpoint: str | Path, run_id: str) -> None:
    """Notes that a run has begun and has not saved: what lies at `checkpoint` is another's."""
    with replacing(marker_of(checkpoint)) as partial:
        partial.write_text(json.dumps({"run": run_id, "date": time.strftime("%Y-%m-%d %H:%M:%S")}))


def begun_run(checkpoint: str | Path) -> tuple[str, str]:
    """(name, date) of the last run that was to write `checkpoint` and has not yet; ("", "") where none is."""
    marker = marker_of(checkpoint)
    if not marker.exists():
        return "", ""
    try:
        begun = json.loads(marker.read_text())
        return begun["run"], begun["date"]
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{marker} cannot be read: remove it") from error


def load_stopped(checkpoint: str | Path, data: str | Path | None = None) -> dict:
    """The state at `checkpoint`, for the run that goes on from it.

    data: its training pairs; None: those that it names. Raises ValueError, one line, where it has none, where
    its pairs are missing or others, and where the last run that was to write there never did.
    """
    run_id, date = begun_run(checkpoint)
    ended = f"the run begun on {date} ended before its first save"
    if run_id and not Path(checkpoint).exists():
        raise ValueError(f"{ended}: train anew, without --resume")
    state = load_run(checkpoint)
    if run_id and state.get("run") != run_id:
        raise ValueError(
            f"{ended}, and {checkpoint} is of an older one: train anew, without --resume, "
            f"or remove {marker_of(checkpoint)} to go on with the older one"
        )
    data = data or state["train_config"].get("data", "")
    if not Path(data).is_file():
        raise ValueError(f"the pairs that the run was trained on, {data}, are missing: name them with --data")
    if file_hash(data) != state["data"]:
        raise ValueError(
            f"{data} has changed since the checkpoint was written: name the run's pairs with --data, "
            "or train anew, without --resume"
        )
    return state


# ---- the curve


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


def plot_losses(log_path: Path, image_path: Path) -> None:
    """Loss and accuracy over the steps of a training log (JSON lines), as a PNG."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    rows = read_rows(log_path)
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
    if not steps:  # a logarithmic axis takes no empty data
        losses.set(yscale="linear")
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


ADVICE = (
    "the run diverged and was not saved; the checkpoint is as it was before; lower --muon_lr and --adamw_lr"
)


class Diverged(Failed):
    """The loss is no longer a number; what was saved before stays."""


def check_weights(model: torch.nn.Module, step: int) -> None:
    """Raises Diverged where a weight is not a number: the loss shows it a step later."""
    for name, tensor in model.named_parameters():
        if not tensor.isfinite().all():
            raise Diverged(f"{name} is not finite after step {step}: {ADVICE}")


class Log:
    """A training log: JSON lines in a folder, and Weights & Biases where asked."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.path = folder / "log.jsonl"
        self.wandb = None
        self.progress = ""  # the loss of the last step that was written, for a progress bar
        self.waiting = None  # (figures, values) of the step that is written next

    def open(self, resumed: bool, facts: dict, wandb: bool) -> None:
        """Begins with what the run's figures depend on, or goes on with what is there.

        Of a run that was killed after its last save, the rows since then go: their steps are made again.
        Raises ValueError, one line, where the log is another run's.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = self.rows_of(facts["run"], facts["step"]) if resumed else []
        with replacing(self.path) as partial:
            partial.write_text("".join(json.dumps(row) + "\n" for row in kept))
        if not kept:
            start = {"model": facts["model_config"], "train": facts["train_config"], **facts["environment"]}
            self.write("start", facts["step"], facts["seconds"], run=facts["run"], **start)
        if wandb:
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
        with self.path.open("a") as file:
            file.write(json.dumps(row) + "\n")
        if self.wandb and event != "start":
            self.wandb.log({f"{event}/{name}": value for name, value in values.items()}, step=step)
        if not math.isfinite(values.get("loss", 0.0)):
            raise Diverged(f"the loss is {values['loss']} at step {step} ({event}): {ADVICE}")

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
