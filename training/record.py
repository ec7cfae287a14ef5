"""What a run's figures depend on, printed and kept in its folder."""

import importlib.metadata
import json
import math
import shlex
import subprocess
import sys
import time
from pathlib import Path

import torch.nn as nn

from python_to_triton.inference import CHECKPOINT
from training import world
from training.execution import Precision
from triton_ops.files import ROOT, replacing

PACKAGES = ("torch", "triton", "tokenizers", "safetensors", "numpy", "pandas")


def versions() -> dict[str, str]:
    """{package: version} of what is installed of PACKAGES."""
    found = {}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def commit() -> str:
    """The commit of the checkout, with "-dirty" where a file differs; "" where it is none."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def earlier_commands(path: Path, run_id: str) -> list[dict]:
    """The commands of a run's file before this one; none where it is another run's, or no such file."""
    try:
        known = json.loads(path.read_text())
        return known["commands"] if known["run"] == run_id else []
    except (OSError, ValueError, TypeError, KeyError):
        return []


def describe_run(folder: Path, facts: dict) -> None:
    """Writes all that is needed to repeat a run: run.json, and the table of its kernels, kernels.txt.

    facts: of llm.Run. A run that goes on adds its command to those before.
    """
    path = folder / "run.json"
    command = {
        "command": shlex.join(["python", *sys.argv]),
        "date": time.strftime("%Y-%m-%d %H:%M:%S"),
        "from_step": facts["step"],
        "commit": commit(),
        "environment": facts["environment"] | {"packages": versions()},
        "world_size": facts["world_size"],
    }
    names = ("run", "data", "model_config", "train_config")
    run = {name: facts[name] for name in names}
    run["commands"] = [*earlier_commands(path, facts["run"]), command]
    with replacing(path) as partial:
        partial.write_text(json.dumps(run, indent=1) + "\n")
    with replacing(folder / "kernels.txt") as partial:
        partial.write_text(facts["kernels"] + "\n")


def shown_model(model: nn.Module, precision: Precision) -> str:
    """A line of how large a model is, and where it computes."""
    parameters = sum(parameter.numel() for parameter in model.parameters())
    return f"{parameters:,} parameters on {precision.device} in {precision.dtype}"


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


def advice_to_go_on(step: int, total_steps: int, seconds: float, checkpoint: str) -> str:
    """What a run prints that the time limit ended: the command that makes the other steps, in time."""
    minutes = math.ceil(1.1 * seconds / step * total_steps / 60)
    own = "" if checkpoint == CHECKPOINT else f" --checkpoint {shlex.quote(checkpoint)}"
    program = f"torchrun --nproc-per-node {world.size()}" if world.is_launched() else "python"
    command = f"{program} llm.py --resume{own} --minutes {minutes}"
    return f"stopped by the time limit after {step} of {total_steps} steps; continue with: {command}"
