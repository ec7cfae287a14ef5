"""What is kept of a run on disk, and from which file it goes on.

    trained_model.pth                  the newest
    trained_model.step-00000120.pth    earlier ones, with the newest as many as --keep says
    trained_model.best.pth             that of the lowest validation loss
    trained_model.json                 what the newest one's figures depend on
    trained_model.pth.begun            of a run that has begun and has not saved yet

A file is written beside its place, forced to the disk and renamed, so each is whole at every moment, and its
records have checksums. Where the newest is damaged all the same, a run goes on from the one before it.
"""

import glob
import json
import math
import os
import shutil
import time
import uuid
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import torch

from python_to_triton.inference import data_files, file_hash, is_text_model, load_checkpoint
from python_to_triton.inference.checkpoints import check_keys
from training import world
from triton_ops.exit_codes import say
from triton_ops.files import replacing

# besides those of the model, for --resume
RUN_KEYS = {
    "train_config": dict,
    "optimizer": dict,
    "scaler": dict,
    "rng": dict,
    "data": str,
    "step": int,
    "seconds": float,
    "metrics": dict,
}
NOT_FACTS = ("model", "optimizer", "scaler", "rng", "vocabulary")  # of a state: its tensors, and a long text


def rng_state() -> dict:
    """The state of torch's random number generators; and where there are others, of those processes'."""
    own = {"cpu": torch.get_rng_state(), "cuda": []}
    if torch.cuda.is_available():
        own |= {"cuda": torch.cuda.get_rng_state_all(), "current": torch.cuda.current_device()}
    first, *others = world.gathered_objects(own)
    return first | {"others": others} if others else first


def set_rng_state(state: dict) -> None:
    """Takes torch's random number generators back to where `rng_state` was called.

    There may be fewer GPUs now; the current one draws what the current one would have drawn there.
    """
    own = [state, *state.get("others", [])][world.rank()]
    torch.set_rng_state(own["cpu"])
    if own["cuda"] and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(own["cuda"][: torch.cuda.device_count()])
        if "current" in own:  # not in checkpoints of before
            torch.cuda.set_rng_state(own["cuda"][own["current"]])


# ---- the files of a run


def best_of(checkpoint: str | Path) -> Path:
    """The file of the lowest validation loss."""
    path = Path(checkpoint)
    return path.with_name(f"{path.stem}.best{path.suffix}")


def earlier_of(checkpoint: str | Path, step: int) -> Path:
    """The file of an earlier save."""
    path = Path(checkpoint)
    return path.with_name(f"{path.stem}.step-{step:08}{path.suffix}")


def earlier_files(checkpoint: str | Path) -> list[Path]:
    """The earlier saves, the latest first."""
    path = Path(checkpoint)
    pattern = f"{glob.escape(path.stem)}.step-{8 * '[0-9]'}{glob.escape(path.suffix)}"
    return sorted(path.parent.glob(pattern), reverse=True)


def remove_cut_short(path: Path) -> None:
    """Removes what processes that were killed while they wrote a file of `path` have left beside it."""
    for partial in path.parent.glob(f".{glob.escape(path.stem)}.*.tmp"):
        process = partial.name.split(".")[-2]
        if process.isdecimal() and not Path(f"/proc/{process}").exists():
            partial.unlink(missing_ok=True)


def link(source: Path, target: Path) -> None:
    """Makes `target` the same file as `source`; a copy, where the file system has no hard links."""
    with replacing(target) as partial:
        try:
            os.link(source, partial)
        except OSError:
            shutil.copyfile(source, partial)


def write_whole(state: dict, path: Path) -> None:
    """Writes a state, without code, and waits until the disk has it."""
    torch.save(state, path)
    with path.open("rb") as file:
        os.fsync(file.fileno())


def cannot_write(path: Path, error: Exception) -> ValueError:
    """What a user is told where a checkpoint cannot be written."""
    # torch's writer names no cause
    reason = error.strerror if isinstance(error, OSError) and error.strerror else "is there room left?"
    return ValueError(f"cannot write {path}: {reason}; what was there before stays")


def check_room(state: dict, checkpoint: str | Path) -> None:
    """Raises ValueError, one line, where a checkpoint like `state` cannot be written at `checkpoint`.

    Writes it beside it, whole, and removes it: better before the training than after its first epoch.
    """
    path = Path(checkpoint)
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_cut_short(path)
    trial = path.with_name(f".{path.stem}.trial.{os.getpid()}.tmp")
    try:
        write_whole(state, trial)
    except (OSError, RuntimeError) as error:
        raise cannot_write(path, error) from error
    finally:
        trial.unlink(missing_ok=True)


# ---- which run is to write


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


# ---- what is saved


def copied_to_host(value: object) -> object:
    """A copy of a nest of dicts and lists, its tensors on the CPU; those of a GPU may still be on their way.

    The copies wait in line on the GPU, behind the step that was made; the host does not wait for them.
    """
    if isinstance(value, torch.Tensor):
        if not value.is_cuda:
            return value.clone()
        return torch.empty_like(value, device="cpu", pin_memory=True).copy_(value, non_blocking=True)
    if isinstance(value, dict):
        return {name: copied_to_host(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [copied_to_host(entry) for entry in value]
    return value


def when_copied() -> torch.cuda.Event | None:
    """What to wait for before the copy is read."""
    if not torch.cuda.is_available():
        return None
    event = torch.cuda.Event()
    event.record()
    return event


class Checkpoints:
    """The files of one run: a save takes a copy of the state, which a thread writes while the run goes on."""

    def __init__(self, config: object):
        """config: has the fields checkpoint, keep, save_steps and save_minutes of llm.TrainConfig.

        Of several processes the first writes.
        """
        self.config = config
        self.writes = world.is_first()
        self.path = Path(config.checkpoint)
        self.newest_step = None  # of the file at `path`, where it is this run's, and whole
        self.made_again_after = None  # the step from which the run goes on, until it has saved
        self.saved_at = 0.0  # seconds of the run
        self.best = {}  # {"step", "loss"}: the lowest validation loss
        self.writer = ThreadPoolExecutor(1)
        self.writing: Future | None = None

    def __enter__(self) -> "Checkpoints":
        return self

    def __exit__(self, *_) -> None:
        self.wait()

    def wait(self) -> None:
        """Returns once the last save is on the disk. Raises ValueError, one line, where it could not be."""
        writing = self.writing
        self.writing = None
        if writing:
            writing.result()

    def went_on_from(self, state: dict) -> None:
        """Takes note that the run goes on from a state of `load_stopped`.

        Saves after that state, which could not be read or which it goes back behind, are made again: they go
        with the next save, and stay where the run cannot go on.
        """
        if self.writes:
            marker_of(self.path).unlink(missing_ok=True)  # the run has saved
        self.made_again_after = state["step"]
        self.newest_step = state["step"] if state["file"] == self.path else None
        self.saved_at = state["seconds"]
        self.best = state.get("best", {})

    def note_loss(self, loss: float, step: int) -> None:
        """Takes note of a validation loss: the save of this step is the best one, if it is the lowest."""
        if loss <= self.best.get("loss", math.inf):
            self.best = {"step": step, "loss": loss}

    def summary(self) -> str:
        """What was written: the newest, and where that is another, the save of the lowest validation loss."""
        written = f"{self.path} written"
        if not self.best or self.best["step"] == self.newest_step:
            return written
        loss, step = self.best["loss"], self.best["step"]
        return f"{written}; the lowest validation loss, {loss:.4f}, at step {step}: {best_of(self.path)}"

    def are_due(self, step: int, seconds: float) -> bool:
        """Whether a save in the midst of an epoch is due, by steps or by time."""
        by_steps = self.config.save_steps and step % self.config.save_steps == 0
        return bool(by_steps) or seconds - self.saved_at >= (60 * self.config.save_minutes or math.inf)

    def save(self, state: dict) -> None:
        """Begins to write a state.

        Waits for the save before it, and raises ValueError, one line, where that could not be written.
        """
        self.wait()
        self.saved_at = state["seconds"]
        if not self.writes:
            return
        self.writing = self.writer.submit(self.write, copied_to_host(state), when_copied())

    def write(self, state: dict, copied: torch.cuda.Event | None) -> None:
        """Puts a state in the place of the newest, which becomes an earlier one; any line may be the last."""
        if copied:
            copied.synchronize()
        try:
            remove_cut_short(self.path)
            with replacing(self.path) as partial:
                write_whole(state, partial)
                self.make_room(partial, state["step"], is_best=state["best"].get("step") == state["step"])
        except (OSError, RuntimeError) as error:
            raise cannot_write(self.path, error) from error
        self.newest_step = state["step"]
        facts = {name: value for name, value in state.items() if name not in NOT_FACTS}
        beside = self.path.with_suffix(".json")
        try:
            self.remove_earlier(keep=self.config.keep - 1)
            marker_of(self.path).unlink(missing_ok=True)
            with replacing(beside) as partial:
                partial.write_text(json.dumps(facts, indent=1))
        except OSError as error:
            raise cannot_write(beside, error) from error

    def make_room(self, new: Path, step: int, is_best: bool) -> None:
        """What is done between the writing of a file and its renaming to the newest."""
        if marker_of(self.path).exists():  # a run's first save: what lies there is another's
            self.remove_earlier(keep=0)
            best_of(self.path).unlink(missing_ok=True)
        if self.made_again_after is not None:
            for file in earlier_files(self.path):
                if file > earlier_of(self.path, self.made_again_after):
                    file.unlink(missing_ok=True)
            self.made_again_after = None
        if is_best:
            link(new, best_of(self.path))
        there = self.newest_step is not None and self.path.exists()  # a user may have moved it away
        if self.config.keep > 1 and there and self.newest_step < step:
            link(self.path, earlier_of(self.path, self.newest_step))

    def remove_earlier(self, keep: int) -> None:
        """Removes all but the latest of the earlier saves."""
        for file in earlier_files(self.path)[keep:]:
            file.unlink(missing_ok=True)

    def keep_newest_alone(self) -> None:
        """Removes the earlier saves and the best, of a run that is over."""
        self.remove_earlier(keep=0)
        best_of(self.path).unlink(missing_ok=True)


# ---- from which file a run goes on


def load_run(path: str | Path) -> dict:
    """What `load_checkpoint` gives, where a run can go on from it. Raises ValueError, one line, where not."""
    if Path(path).is_dir():
        raise ValueError(f"{path} is a folder, and holds no run to go on with: use --start_from")
    state = load_checkpoint(path)
    if not RUN_KEYS.keys() & state.keys():
        raise ValueError(f"{path} holds weights, and no run to go on with: use --start_from")
    check_keys(state, RUN_KEYS, str(path))
    return state


def load_newest(checkpoint: str | Path) -> tuple[dict, Path]:
    """(state, its file) of the newest save that is whole; a line on stderr where that is an earlier one.

    Raises ValueError, one line, that of the newest, where none is.
    """
    path = Path(checkpoint)
    errors = []
    for file in (path, *earlier_files(path), *filter(Path.exists, [best_of(path)])):
        try:
            state = load_run(file)
        except ValueError as error:
            errors.append(error)
            continue
        if errors:
            say(f"{'; '.join(map(str, errors))}: going on from {file.name}, step {state['step']}")
        return state, file
    raise errors[0]


def check_same_data(state: dict, data: str | Path) -> None:
    """Raises ValueError, one line, where `data` is not what the run was trained on."""
    flag = "--text" if is_text_model(state) else "--data"
    files = data_files(data)
    if not files or not all(file.is_file() for file in files):
        raise ValueError(f"the data that the run was trained on, {data}, are missing: name them with {flag}")
    if file_hash(*files) != state["data"]:
        raise ValueError(
            f"{data} has changed since the checkpoint was written: name the run's data with {flag}, "
            "or train anew, without --resume"
        )


def check_same_world(state: dict) -> None:
    """Raises ValueError, one line, where so many processes would draw other dropout than the run did."""
    began = state.get("world_size", 1)
    if began != world.size():
        raise ValueError(
            f"the run was trained by {began} processes, and these are {world.size()}: "
            f"start as many, with torchrun --nproc-per-node {began}"
        )


def load_stopped(checkpoint: str | Path, data: str | Path | None = None) -> dict:
    """The state at `checkpoint`, or of the save before, for the run that goes on from it, and its "file".

    data: its training pairs or text; None: those that it names. Raises ValueError, one line, where it has
    none, where its data are missing or others, where another number of processes goes on, and where the last
    run that was to write there never did.
    """
    run_id, date = begun_run(checkpoint)
    ended = f"the run begun on {date} ended before its first save"
    if run_id and not Path(checkpoint).exists():
        raise ValueError(f"{ended}: train anew, without --resume")
    state, file = load_newest(checkpoint)
    if run_id and state.get("run") != run_id:
        raise ValueError(
            f"{ended}, and {checkpoint} is of an older one: train anew, without --resume, "
            f"or remove {marker_of(checkpoint)} to go on with the older one"
        )
    check_same_world(state)
    kept = state["train_config"]
    check_same_data(state, data or kept.get("text") or kept.get("data", ""))
    return state | {"file": file}
