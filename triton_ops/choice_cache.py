"""The cache of choices: one small JSON file a choice, valid for one machine, shape, dtype and source."""

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch

from triton_ops.code_hash import code_hash
from triton_ops.contract import IMPLEMENTATIONS, Op
from triton_ops.files import replacing
from triton_ops.judge import error_summary
from triton_ops.machine import DTYPES, describe_machine


@dataclass(frozen=True)
class Choice:
    """Which implementation of an op a run uses, and why. `times` is empty where nothing was timed."""

    op: str
    shape: tuple
    dtype: str
    implementation: str
    reason: str
    times: dict[str, float] = field(default_factory=dict)  # ms of forward + backward, by implementation
    spread: dict[str, float] = field(default_factory=dict)


def source_hash(op: Op) -> str:
    """Hash of the code that a measurement of `op` depends on: the op's module and this library."""
    module = op.run.__module__
    if module in ("__main__", "__mp_main__"):  # a file that runs as a script is hashed under its own name
        module = Path(op.module.__file__).stem
    return code_hash("triton_ops", module)


def choice_key(op: Op, shape, dtype: torch.dtype, device, execution: str, autocast: bool) -> dict:
    """Everything that a stored choice depends on."""
    return describe_machine(device) | {
        "op": op.name,
        "source": source_hash(op),
        "shape": list(shape),
        "dtype": DTYPES[dtype],
        "execution": execution,
        "autocast": autocast,
    }


def cache_file(key: dict) -> Path:
    """The file of one choice. The environment variable KERNELS_CACHE names another folder than ~/.cache."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "python-to-triton"
    folder = Path(os.environ.get("KERNELS_CACHE") or base / "kernels")
    digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:20]
    return folder / f"{key['op'].replace(' ', '_')}-{digest}.json"


def load_choice(key: dict) -> tuple[Choice | None, str]:
    """(the stored choice or None, why a file that is there could not be used)."""
    path = cache_file(key)
    try:
        record = json.loads(path.read_text())
        choice = Choice(**record["choice"] | {"shape": tuple(key["shape"])})
        known = choice.implementation in IMPLEMENTATIONS and choice.times.keys() == set(IMPLEMENTATIONS)
        if record["key"] != key or not known:
            raise ValueError("its content does not match its name")
    except FileNotFoundError:
        return None, ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return None, f"cache file {path} is unusable ({error_summary(error)}) and measured anew"
    return choice, ""


def store_choice(key: dict, choice: Choice) -> str:
    """Writes the choice for the next run, whole or not at all; returns why where it cannot."""
    try:
        with replacing(cache_file(key)) as partial:
            partial.write_text(json.dumps({"key": key, "choice": asdict(choice)}, indent=1))
    except OSError as error:
        return f"not cached ({error_summary(error)})"
    return ""
