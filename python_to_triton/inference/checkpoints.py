"""Weights on disk: a run's checkpoint, the release of a trained model, and which of them answers."""

import functools
import hashlib
import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor

from triton_ops.files import ROOT, replacing

CHECKPOINT = "trained_model.pth"  # where training writes and translation reads by default
RELEASE = ROOT / "weights"
SHARD = 15_000_000  # bytes a file of a release holds at most


def file_hash(*paths: str | Path, digits: int = 16) -> str:
    """The first hex digits of the SHA-256 over the files' bytes."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:digits]


def one_line(error: BaseException) -> str:
    """An exception in one line, with its type where it is not one of ours."""
    first = str(error).strip().split("\n")[0]
    if isinstance(error, ValueError) and first:
        return first
    return ": ".join(filter(None, (type(error).__name__, first)))


# ---- a run's checkpoint


def load_checkpoint(path: str | Path) -> dict:
    """The dict that a run saved, tensors on the CPU. Runs no code. Raises ValueError, one line."""
    if not Path(path).exists():
        raise ValueError(f"there is no trained model at {path}: run `python llm.py` first")
    try:
        state = torch.load(path, map_location="cpu", weights_only=True, mmap=True)
    except (RuntimeError, EOFError, OSError, pickle.UnpicklingError) as error:
        raise ValueError(f"{path} is not a checkpoint of this program: {one_line(error)}") from error
    if not isinstance(state, dict) or not {"model_config", "model", "vocabulary"} <= set(state):
        raise ValueError(
            f"{path} is not a checkpoint of this program: it has no model, vocabulary and model_config"
        )
    return state


def save_checkpoint(state: dict, path: str | Path) -> None:
    """Writes a checkpoint, whole or not at all."""
    with replacing(path) as partial:
        torch.save(state, partial)


# ---- a release: int8 matrices, tokenizer, configuration, the hash of every file


def quantized(weight_RC: Tensor) -> tuple[Tensor, Tensor]:
    """(int8 (R, C), fp32 (R, 1)): weight = int8 * scale, each row scaled so that its largest entry is 127."""
    largest_R1 = weight_RC.abs().amax(1, keepdim=True)
    scale_R1 = largest_R1.clamp_min(torch.finfo(torch.float32).tiny) / 127
    return (weight_RC / scale_R1).round().to(torch.int8), scale_R1


def quantized_matrices(weights: dict[str, Tensor]) -> dict[str, tuple[Tensor, Tensor]]:
    """{name: (int8 (R, C), scale (R, 1))} of the matrices of a state dict."""
    return {name: quantized(tensor.float()) for name, tensor in weights.items() if tensor.ndim == 2}


def sharded(tensors: dict[str, Tensor]) -> list[dict[str, Tensor]]:
    """The tensors, in order, in as few dicts as SHARD allows."""
    shards = [{}]
    room = SHARD
    for name, tensor in tensors.items():
        if tensor.nbytes > room and shards[-1]:
            shards.append({})
            room = SHARD
        shards[-1][name] = tensor.contiguous()
        room -= tensor.nbytes
    return shards


def release_tensors(weights: dict[str, Tensor]) -> Iterator[tuple[str, Tensor]]:
    """Yields (name, tensor) as a release holds them: matrices as int8 and a scale a row, vectors in fp32."""
    for name, tensor in weights.items():
        if tensor.ndim == 2:
            matrix, scale = quantized(tensor.float())
            yield name, matrix
            yield f"{name}.scale", scale
        else:
            yield name, tensor.float()


def save_release(state: dict, folder: str | Path) -> None:
    """Writes a model as int8 safetensors with its tokenizer, its configuration and every file's hash."""
    from safetensors.torch import save_file

    folder = Path(folder)
    shards = sharded(dict(release_tensors(state["model"])))
    files = {
        f"model-{i}-of-{len(shards)}.safetensors": functools.partial(save_file, shard)
        for i, shard in enumerate(shards, 1)
    }
    files["tokenizer.json"] = lambda path: path.write_text(state["vocabulary"])
    for name, write in files.items():
        with replacing(folder / name) as partial:
            write(partial)
    config = {
        "model_config": state["model_config"],
        "train_config": state["train_config"],
        "metrics": state["metrics"],
        "built_in": state.get("built_in"),
        "steps": state["step"],
        "minutes": state["seconds"] / 60,
        "environment": state["environment"],
        "sha256": {name: file_hash(folder / name, digits=64) for name in files},
    }
    with replacing(folder / "config.json") as partial:
        partial.write_text(json.dumps(config, indent=1))


def release_config(folder: str | Path) -> dict:
    """The dict of a release's config.json. Raises ValueError, one line, where it is none."""
    try:
        config = json.loads((Path(folder) / "config.json").read_text())
        return config | {"sha256": dict(config["sha256"])}
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ValueError(
            f"{folder} is not a release of this program: its config.json: {one_line(error)}"
        ) from error


def load_release(folder: str | Path) -> dict:
    """What `load_checkpoint` gives, of a folder that `save_release` wrote, and its int8 matrices as they are.

    These are under "matrices": {name: (int8 (R, C), scale (R, 1))}.
    Raises ValueError, one line, where a file is not the one written.
    """
    from safetensors.torch import load_file

    folder = Path(folder)
    config = release_config(folder)
    for name, expected in config["sha256"].items():
        if not (folder / name).exists() or file_hash(folder / name, digits=64) != expected:
            raise ValueError(f"{folder / name} is missing or not the file that was released")
    tensors = {}
    for name in config["sha256"]:
        tensors |= load_file(folder / name) if name.endswith(".safetensors") else {}
    scales = {name: tensors.pop(f"{name}.scale") for name in list(tensors) if f"{name}.scale" in tensors}
    model = {name: tensor * scales[name] if name in scales else tensor for name, tensor in tensors.items()}
    return config | {
        "model": model,
        "matrices": {name: (tensors[name], scale) for name, scale in scales.items()},
        "vocabulary": (folder / "tokenizer.json").read_text(),
    }


# ---- either


def load_weights(path: str | Path) -> dict:
    """The state of a trained model: of a checkpoint, or of a release folder. Raises ValueError, one line."""
    return load_release(path) if Path(path).is_dir() else load_checkpoint(path)


def weights_hash(path: str | Path) -> str:
    """The hash of a checkpoint, or of a release's weights and tokenizer."""
    path = Path(path)
    if not path.is_dir():
        return file_hash(path)
    return file_hash(*(path / name for name in sorted(release_config(path)["sha256"])))
