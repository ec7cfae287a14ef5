"""checkpoints."""

import functools
import hashlib
import json
import pickle
import sys
from pathlib import Path
import torch
from triton_ops import replacing
from python_to_triton.inference.config import HERE, TrainConfig


def file_hash(*paths, digits=16):
    """The first hex digits of the SHA-256 over the files' bytes."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:digits]


def one_line(error):
    """What an exception says, in one line, with its type where that is not one of ours."""
    told = str(error).strip().split("\n")[0]
    return (
        told
        if isinstance(error, ValueError) and told
        else ": ".join(filter(None, (type(error).__name__, told)))
    )


def rng_state():
    return {
        "cpu": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
    }


def set_rng_state(state):
    torch.set_rng_state(state["cpu"])
    if state["cuda"] and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(state["cuda"])


def load_checkpoint(path):
    """The dict that a run saved, tensors on the CPU. Loads no code: `weights_only`. Raises ValueError, one line."""
    if not Path(path).exists():
        raise ValueError(f"there is no trained model at {path}: run `python llm.py` first")
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, OSError, pickle.UnpicklingError) as error:
        raise ValueError(f"{path} is no checkpoint of this program: {one_line(error)}") from error
    if not isinstance(state, dict) or not {"model_config", "model", "vocabulary"} <= set(state):
        raise ValueError(
            f"{path} is no checkpoint of this program: it has no model, vocabulary and model_config"
        )
    return state


RELEASE = HERE / "weights"


SHARD = 15_000_000  # bytes a file of the release holds at most


def quantized(weight_RC):
    """(int8 (R, C), fp32 (R, 1)): weight = int8 * scale, each row scaled so that its largest entry is 127."""
    scale_R1 = weight_RC.abs().amax(1, keepdim=True).clamp_min(torch.finfo(torch.float32).tiny) / 127
    return (weight_RC / scale_R1).round().to(torch.int8), scale_R1


def sharded(tensors):
    """The tensors {name: tensor}, in order, in as few dicts as SHARD allows."""
    shards, room = [{}], SHARD
    for name, tensor in tensors.items():
        if tensor.nbytes > room and shards[-1]:
            shards.append({})
            room = SHARD
        shards[-1][name] = tensor.contiguous()
        room -= tensor.nbytes
    return shards


def save_release(state, folder):
    """Writes a checkpoint's model as int8 safetensors with its tokenizer, its config and the hash of every file.

    Matrices are rounded to int8, a scale a row; vectors stay fp32.
    """
    from safetensors.torch import save_file

    folder, tensors = Path(folder), {}
    for name, tensor in state["model"].items():
        if tensor.ndim == 2:
            tensors[name], tensors[f"{name}.scale"] = quantized(tensor.float())
        else:
            tensors[name] = tensor.float()
    shards = sharded(tensors)
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
        "steps": state["step"],
        "minutes": state["seconds"] / 60,
        "environment": state["environment"],
        "sha256": {name: file_hash(folder / name, digits=64) for name in files},
    }
    with replacing(folder / "config.json") as partial:
        partial.write_text(json.dumps(config, indent=1))


def release_config(folder):
    """The dict of a release's config.json. Raises ValueError, one line, where it is none."""
    try:
        config = json.loads((folder / "config.json").read_text())
        return config | {"sha256": dict(config["sha256"])}
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ValueError(
            f"{folder} is no release of this program: its config.json: {one_line(error)}"
        ) from error


def load_release(folder):
    """What `load_checkpoint` gives, of a folder that save_release wrote, and "matrices", the int8 ones as they are: {name: (int8, scale)}.

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
    matrices = {name: (tensors[name], scale) for name, scale in scales.items()}
    return config | {
        "model": model,
        "matrices": matrices,
        "vocabulary": (folder / "tokenizer.json").read_text(),
    }


def load_model_state(path):
    """The state of a trained model: a checkpoint, a release folder, or, where the default checkpoint is not there, the release."""
    if Path(path).is_dir():
        return load_release(path)
    if Path(path) == Path(TrainConfig.checkpoint) and not Path(path).exists() and RELEASE.exists():
        print(f"no {path} here: taking the released weights", file=sys.stderr)
        return load_release(RELEASE)
    return load_checkpoint(path)
