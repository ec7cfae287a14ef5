"""Loads a translator: finds the weights, and chooses how to decode from them on this machine."""

import os
import sys
from pathlib import Path

import torch

from python_to_triton.inference.checkpoints import (
    RELEASE,
    file_hash,
    load_model_state,
    quantized,
    release_config,
)
from python_to_triton.inference.config import ModelConfig, TrainConfig, device_of, from_flags
from python_to_triton.inference.decoder import Decoder, GraphDecoder
from python_to_triton.inference.int8 import Int8Decoder, Int8Linear, Int8Transformer
from python_to_triton.inference.model import Transformer
from python_to_triton.inference.tokenizer import Vocabulary
from python_to_triton.runtime.translator import Translator
from triton_ops.machine import why_not_run

WEIGHTS_VARIABLE = "PYTHON_TO_TRITON_WEIGHTS"
INSTALLED_WEIGHTS = Path(__file__).resolve().parents[1] / "weights"  # where `pip install` puts weights/


def released_weights() -> Path:
    """The folder of the released weights: $PYTHON_TO_TRITON_WEIGHTS, the clone's weights/, or the installed
    copy.

    Raises ValueError, one line, where there is none.
    """
    named = os.environ.get(WEIGHTS_VARIABLE)
    if named:
        if not Path(named).exists():
            raise ValueError(f"{WEIGHTS_VARIABLE} names {named}, which does not exist")
        return Path(named)
    for folder in (RELEASE, INSTALLED_WEIGHTS):
        if (folder / "config.json").exists():
            return folder
    raise ValueError(
        "the released weights are not installed: give the path of a checkpoint or of a clone's weights/ "
        f"folder, or set {WEIGHTS_VARIABLE} to it"
    )


def weights_at(path: str | Path) -> Path:
    """`path`, or the released weights where nothing is there."""
    return Path(path) if Path(path).exists() else released_weights()


def model_hash(path: str | Path) -> str:
    """The hash of a checkpoint, or of a release's weights and tokenizer; of the released ones if `path` is
    missing.
    """
    found = weights_at(path)
    if not found.is_dir():
        return file_hash(found)
    return file_hash(*(found / name for name in sorted(release_config(found)["sha256"])))


def decoder_for(state: dict, device: torch.device | str, int8: bool | None = None):
    """The decoder of a loaded state on `device`.

    On the CPU it decodes from int8 matrices, those of a release as they are, unless `int8` is False.
    """
    config = from_flags(ModelConfig, state["model_config"])
    device = torch.device(device)
    if int8 is None and device.type == "cpu":
        int8 = Int8Linear.supported()
        reason = (
            "int8 on the CPU" if int8 else "fp32 on the CPU: int8 needs FBGEMM's kernel, for x86 with AVX2"
        )
        print(reason, file=sys.stderr)
    if int8:
        matrices = state.get("matrices") or {
            name: quantized(tensor) for name, tensor in state["model"].items() if tensor.ndim == 2
        }
        return Int8Decoder(Int8Transformer(config, state["model"], matrices))
    # With PyTorch's ops: a cached step handles one token, where no kernel of ours pays.
    model = Transformer(config)
    model.load_state_dict(state["model"])
    captured = device.type == "cuda" and not why_not_run(device)
    return (GraphDecoder if captured else Decoder).of(model.to(device))


def load_translator(
    path: str | Path | None = TrainConfig.checkpoint,
    device: str = "auto",
    int8: bool | None = None,
    **options,
) -> Translator:
    """The Translator of a checkpoint or a release folder; of the released weights where `path` is None.

    int8: whether it decodes from int8 matrices, by default on the CPU. `options` are the Translator's. Raises
    ValueError, one line, where there is no checkpoint, or no such device.
    """
    target = device_of(device)
    if path is None:
        path = released_weights()
    state = load_model_state(path)
    decoder = decoder_for(state, target, int8)
    translator = Translator(decoder, Vocabulary.from_json(state["vocabulary"]), **options)
    translator.model_hash = model_hash(path)
    found = weights_at(path)
    translator.weights = f"{'released weights' if found.is_dir() else 'checkpoint'} {found}"
    return translator
