"""Weights on disk: a run's checkpoint, the release of a trained model, and which of them answers."""

import functools
import hashlib
import json
import pickle
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import torch
from torch import Tensor

from python_to_triton.inference.arcee import own_name
from python_to_triton.inference.architecture import Architecture
from python_to_triton.inference.int4 import Int4Matrix
from python_to_triton.inference.tokenizer import Vocabulary
from triton_ops.files import ROOT, replacing_folder

CHECKPOINT = "trained_model.pth"  # where training writes and translation reads by default
RELEASE = ROOT / "weights"
RELEASE_RECORD = "release.json"  # of an export that is a release too: its config.json is transformers'
RELEASED = (RELEASE_RECORD, "config.json", "tokenizer.json", "model*.safetensors")  # the files of either
SHARD = 15_000_000  # bytes a file of a release holds at most


def file_hash(*paths: str | Path, digits: int = 16) -> str:
    """The first hex digits of the SHA-256 over the files' bytes."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:digits]


def data_files(path: str | Path) -> list[Path]:
    """The files that training data are read from: the one of that name, or all .txt files in a folder."""
    path = Path(path)
    return sorted(path.rglob("*.txt")) if path.is_dir() else [path]


def one_line(error: BaseException) -> str:
    """An exception in one line, with its type where it is not one of ours."""
    first = str(error).strip().split("\n")[0]
    if isinstance(error, ValueError) and first:
        return first
    return ": ".join(filter(None, (type(error).__name__, first)))


# ---- what is read is what was written


def check_finite(tensors: dict[str, Tensor], what: str) -> None:
    """Raises ValueError, one line, where a tensor holds NaN or an infinity."""
    for name, tensor in tensors.items():
        if tensor.is_floating_point() and not tensor.isfinite().all():
            raise ValueError(f"{what} is damaged, or of a run that diverged: {name} holds NaN or infinity")


def check_shapes(tensors: dict[str, Tensor], shapes: dict[str, tuple[int, ...]], what: str) -> None:
    """Raises ValueError, one line, where `tensors` are not those of `shapes` {name: shape}."""
    absent = sorted(shapes.keys() - tensors.keys())
    foreign = sorted(tensors.keys() - shapes.keys())
    if absent or foreign:
        name = [*absent, *foreign][0]
        raise ValueError(f"{what} {'lacks' if absent else 'has an unknown tensor'} {name}")
    for name, shape in shapes.items():
        if tuple(tensors[name].shape) != tuple(shape):
            found = tuple(tensors[name].shape)
            raise ValueError(f"{name} of {what} has the shape {found}, and its configuration {tuple(shape)}")


def check_alike(tensors: dict[str, Tensor], shapes: dict[str, tuple[int, ...]], what: str) -> None:
    """Raises ValueError, one line, where `tensors` are not those of `shapes`, or are no numbers."""
    check_shapes(tensors, shapes, what)
    check_finite(tensors, what)


LARGEST_INTEGER = 1 << 11  # what no integer of an int8 or int4 matrix exceeds


def check_model(state: dict, what: str) -> None:
    """Raises ValueError, one line, where a state's tensors are not those of its configuration, or no
    numbers. Of a matrix of integers the scale tells.
    """
    config = Architecture.of(state["model_config"])
    matrices = state.get("matrices", {})
    integers = {name: matrix for name, (matrix, _) in matrices.items()}
    scales = {name: scale * LARGEST_INTEGER for name, (_, scale) in matrices.items()}
    check_shapes(state["model"] | integers, config.weight_shapes(), what)
    check_finite({name: tensor for name, tensor in state["model"].items() if name not in matrices}, what)
    check_finite(scales, what)
    tokens = len(Vocabulary.from_json(state["vocabulary"]))
    if tokens != config.vocab_size:
        raise ValueError(f"{what} has {config.vocab_size} rows of embeddings for {tokens} tokens")


# ---- a run's checkpoint

TEXT_CHECKPOINT = "text_model.pth"  # where training on plain text writes by default


MODEL_KEYS = {"model_config": dict, "model": dict, "vocabulary": str}


def check_keys(state: object, kinds: dict[str, type], what: str) -> None:
    """Raises ValueError, one line, where `state` is no dict with these keys and types of values."""
    found = state if isinstance(state, dict) else {}
    wrong = [name for name, kind in kinds.items() if not isinstance(found.get(name), kind)]
    if wrong:
        raise ValueError(f"{what} is not a checkpoint of this program: it has no {', '.join(wrong)}")


def damaged_record(path: Path) -> str | None:
    """The first record of a checkpoint whose bytes are not those of its checksum.

    torch.save writes a zip file, each tensor a record of its own with its CRC-32, and torch.load does not
    look at it. Raises ValueError, one line, where the file is no such thing.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip()
    except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError, OSError) as error:
        raise ValueError(f"{path} is not a checkpoint of this program: {one_line(error)}") from error


def load_checkpoint(path: str | Path) -> dict:
    """The dict that a run saved, tensors on the CPU. Runs no code.

    Raises ValueError, one line, where there is none, where it is damaged, or where it is another program's.
    """
    path = Path(path)
    if not path.exists():
        raise ValueError(f"there is no trained model at {path}: run `python llm.py` first")
    if not path.is_file():
        raise ValueError(f"{path} is not a checkpoint of this program: it is no ordinary file")
    damaged = damaged_record(path)
    if damaged:
        raise ValueError(f"{path} is damaged: the checksum of {damaged} is wrong; take another copy of it")
    try:
        state = torch.load(path, map_location="cpu", weights_only=True, mmap=True)
    except (RuntimeError, EOFError, OSError, KeyError, ValueError, pickle.UnpicklingError) as error:
        raise ValueError(f"{path} is not a checkpoint of this program: {one_line(error)}") from error
    check_keys(state, MODEL_KEYS, str(path))
    check_model(state, str(path))
    return state


# ---- a release: int8 or int4 matrices, tokenizer, configuration, the hash of every file


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


def release_tensors(weights: dict[str, Tensor], bits: int) -> Iterator[tuple[str, Tensor]]:
    """Yields (name, tensor) as a release holds them: vectors in fp32; of a matrix integers, a scale a row,
    and at 4 bits a multiplier a group.
    """
    for name, tensor in weights.items():
        if tensor.ndim == 1:
            yield name, tensor.float()
        elif bits == 8:
            matrix, scale = quantized(tensor.float())
            yield name, matrix
            yield f"{name}.scale", scale
        else:
            stored = Int4Matrix.of(tensor.float())
            yield name, stored.packed_RH
            yield f"{name}.multiplier", stored.multiplier_RG
            yield f"{name}.scale", stored.scale_R1


def stored_matrices(tensors: dict[str, Tensor]) -> dict[str, tuple[Tensor, Tensor]]:
    """{name: (integers (R, C), scale (R, 1))} of a release's matrices, int8 or int4."""
    matrices = {}
    for name in tensors:
        scale_R1 = tensors.get(f"{name}.scale")
        multiplier_RG = tensors.get(f"{name}.multiplier")
        if multiplier_RG is not None:
            matrices[name] = Int4Matrix(tensors[name], multiplier_RG, scale_R1).integers()
        elif scale_R1 is not None:
            matrices[name] = tensors[name], scale_R1
    return matrices


def config_hash(config: dict) -> str:
    """The SHA-256 of a release's configuration, its own hash left out."""
    content = {name: value for name, value in config.items() if name != "config_sha256"}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def release_record(state: dict, folder: Path, names: Iterable[str], bits: int) -> dict:
    """What a release says of itself: configuration, training, figures, the hashes of its files `names`."""
    record = {
        "model_config": state["model_config"],
        "train_config": state["train_config"],
        "metrics": state["metrics"],
        "built_in": state.get("built_in"),
        "schedules": state.get("schedules", []),
        "steps": state["step"],
        "minutes": state["seconds"] / 60,
        "environment": state["environment"],
        "bits": bits,
        "sha256": {name: file_hash(folder / name, digits=64) for name in names},
    }
    return record | {"config_sha256": config_hash(record)}


def save_release(state: dict, folder: str | Path, bits: int = 8) -> None:
    """Writes a model as safetensors of `bits` bits a weight, 8 or 4, with its tokenizer, its configuration
    and every file's hash. `state` is what `load_weights` gives.

    In a folder that is there it takes the place of an earlier release; other files stay. Raises ValueError,
    one line, where it cannot.
    """
    from safetensors.torch import save_file

    shards = sharded(dict(release_tensors(state["model"], bits)))
    files = {
        f"model-{i}-of-{len(shards)}.safetensors": functools.partial(save_file, shard)
        for i, shard in enumerate(shards, 1)
    }
    files["tokenizer.json"] = lambda path: path.write_text(state["vocabulary"])
    with replacing_folder(folder, *RELEASED) as partial:
        for name, write in files.items():
            write(partial / name)
        record = release_record(state, partial, files, bits)
        (partial / "config.json").write_text(json.dumps(record, indent=1))


def release_config(folder: str | Path) -> dict:
    """The dict of a release's config.json, or of an export's RELEASE_RECORD. Raises ValueError, one line,
    where it is none, or was changed.
    """
    exported = (Path(folder) / RELEASE_RECORD).exists()
    path = Path(folder) / (RELEASE_RECORD if exported else "config.json")
    try:
        config = json.loads(path.read_text())
        config |= {"sha256": dict(config["sha256"]), "model_config": dict(config["model_config"])}
        expected = config["config_sha256"]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ValueError(
            f"{folder} is not a release of this program: its {path.name}: {one_line(error)}"
        ) from error
    if config_hash(config) != expected:
        raise ValueError(f"{path} is not the file that was released")
    return config


def load_release(folder: str | Path, floats: bool = True, device: torch.device | str = "cpu") -> dict:
    """What `load_checkpoint` gives, of a folder that `save_release` or an int8 export wrote, and its matrices
    as they are.

    These are under "matrices": {name: (integers (R, C), scale (R, 1))}. floats: whether "model" has them too.
    device: of all tensors.
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
        if name.endswith(".safetensors"):
            tensors |= {
                own_name(key): tensor for key, tensor in load_file(folder / name, str(device)).items()
            }
    matrices = stored_matrices(tensors)
    whole = {name: tensor for name, tensor in tensors.items() if name.rpartition(".")[0] not in matrices}
    products = {name: matrix * scale for name, (matrix, scale) in matrices.items()} if floats else {}
    state = config | {
        "model": whole | products,
        "matrices": matrices,
        "step": config["steps"],
        "seconds": 60 * config["minutes"],
        "vocabulary": (folder / "tokenizer.json").read_text(),
    }
    check_model(state, str(folder))
    return state


# ---- either


def is_text_model(state: dict) -> bool:
    """Whether a state, of a checkpoint or a release, is of a run on plain text."""
    return bool(state.get("train_config", {}).get("text"))


def check_translates(state: dict, path: str | Path) -> None:
    """Raises ValueError, one line, where a state is of a run on plain text."""
    if is_text_model(state):
        raise ValueError(f"{path} was trained on plain text, and does not translate: use --sample with it")


def check_continues(state: dict, path: str | Path) -> None:
    """Raises ValueError, one line, where a state is of a run on training pairs."""
    if not is_text_model(state):
        raise ValueError(f"{path} was trained to translate, not to continue text: use --demo with it")


def load_weights(path: str | Path, floats: bool = True, device: torch.device | str = "cpu") -> dict:
    """The state of a trained model: of a checkpoint, or of a release folder. Raises ValueError, one line.

    floats: whether a release's matrices are wanted as floats too, beside the integers. device: to which a
    release is read, as integers; a checkpoint stays on the CPU.
    """
    return load_release(path, floats, device) if Path(path).is_dir() else load_checkpoint(path)


def weights_hash(path: str | Path) -> str:
    """The hash of a checkpoint, or of a release's weights and tokenizer."""
    path = Path(path)
    if not path.is_dir():
        return file_hash(path)
    return file_hash(*(path / name for name in sorted(release_config(path)["sha256"])))
