"""From a loaded state to the decoder that suits a device."""

import sys

import torch

from python_to_triton.inference.architecture import Architecture
from python_to_triton.inference.checkpoints import quantized_matrices
from python_to_triton.inference.decoder import Decoder, GraphDecoder
from python_to_triton.inference.int8 import Int8Decoder, Int8Linear, Int8Transformer
from python_to_triton.inference.model import PackedModel
from triton_ops.machine import why_not_run


def device_of(name: str) -> torch.device:
    """The device that `--device` names; "auto" is the GPU where there is one. Raises ValueError, one line."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise ValueError(f"device is auto, cpu or cuda, not {name!r}") from error
    absent = device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count()
    if device.type not in ("cpu", "cuda") or absent:
        raise ValueError(f"there is no device {name} here: use --device auto or cpu")
    return device


def decodes_integers(device: torch.device | str, int8: bool | None = None) -> bool:
    """Whether a decoder on `device` takes integer matrices: on the CPU, unless `int8` is False or the CPU
    lacks FBGEMM's kernel.
    """
    return Int8Linear.supported() if int8 is None and torch.device(device).type == "cpu" else bool(int8)


def load_decoder(
    state: dict, device: torch.device | str, int8: bool | None = None, plain_answers: int = 0
) -> Decoder:
    """The decoder of a state that `load_weights` gives, on `device`.

    On the CPU it decodes from integer matrices, those of a release as they are, of a checkpoint int8, unless
    `int8` is False or the CPU lacks FBGEMM's kernel, and stderr says which; on a GPU that runs Triton its
    steps are captured, but for the first `plain_answers`.
    """
    config = Architecture.of(state["model_config"])
    device = torch.device(device)
    integers = decodes_integers(device, int8)
    if int8 is None and device.type == "cpu":
        fp32 = "fp32 on the CPU: int8 needs FBGEMM's kernel, for x86 with AVX2"
        print(f"int{state.get('bits', 8)} on the CPU" if integers else fp32, file=sys.stderr)
    if integers:
        matrices = state.get("matrices") or quantized_matrices(state["model"])
        return Int8Decoder(Int8Transformer(config, state["model"], matrices))
    model = PackedModel.of(config, state["model"]).to(device)
    captured = device.type == "cuda" and not why_not_run(device)
    return GraphDecoder(model, plain_answers) if captured else Decoder(model)
