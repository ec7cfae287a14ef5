"""How a training step is executed: in which precision, compiled or not, captured or not."""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from training.capture import Captured
from triton_ops.machine import default_dtype

PRECISIONS = {
    "fp32": torch.float32,
    "tf32": torch.float32,  # whose products have factors of 10 bits on a GPU
    "bf16": torch.bfloat16,
    "fp16": torch.float16,
}
COMPILE_MODES = ("auto", "off", "default", "reduce-overhead", "max-autotune")


@dataclass(frozen=True)
class Precision:
    """What the forward pass computes in."""

    dtype: torch.dtype
    device: torch.device
    tf32: bool = False  # of products in float32

    @classmethod
    def choose(cls, name: str, device: torch.device) -> "Precision":
        """auto: bf16 where the GPU has it, else fp16; fp32 on a CPU, where bf16 is rarely native."""
        if name in ("fp16", "tf32") and device.type != "cuda":
            raise ValueError(f"precision {name} needs a GPU; use --precision fp32 or bf16")
        dtype = default_dtype(device) if name == "auto" else PRECISIONS[name]
        return cls(dtype, device, name == "tf32")

    def prepare(self) -> None:
        """Sets what PyTorch keeps for the whole process: whether products in float32 are TF32."""
        torch.set_float32_matmul_precision("high" if self.tf32 else "highest")

    def autocast(self) -> torch.autocast:
        return torch.autocast(self.device.type, self.dtype, enabled=self.dtype != torch.float32)

    def scaler(self) -> torch.amp.GradScaler:
        return torch.amp.GradScaler(self.device.type, enabled=self.dtype == torch.float16)


@dataclass(frozen=True)
class Execution:
    """Whether functions are compiled, and whether a step is replayed as one CUDA graph."""

    mode: str  # of torch.compile, or "off"
    captures: bool

    @classmethod
    def choose(
        cls, compile_mode: str, capture: bool, checkpointing: bool, device: torch.device, alone: bool = True
    ) -> "Execution":
        """auto: compiled on a GPU.

        The compiler's own graphs leave nothing to capture; and what is computed again in backward reads the
        state of the generator of dropout, which cannot be captured unless it was compiled.
        """
        on_gpu = device.type == "cuda"
        if compile_mode == "auto":
            compile_mode = "default" if on_gpu else "off"
        if not alone and compile_mode == "max-autotune":  # what processes send is not captured
            compile_mode = "max-autotune-no-cudagraphs"
        capture = capture and alone
        uncapturable = compile_mode == "reduce-overhead" or checkpointing and compile_mode == "off"
        return cls(compile_mode, capture and on_gpu and not uncapturable)

    def compiled(self, function: Callable) -> Callable:
        """The function by torch.compile, such that what it launches can be captured."""
        if self.mode == "off":
            return function
        without_graphs = self.mode == "max-autotune" and self.captures
        return torch.compile(function, mode=f"{self.mode}-no-cudagraphs" if without_graphs else self.mode)

    def captured(self, function: Callable) -> Callable:
        """A function of tensors on the GPU, at the cost of one launch."""
        return Captured(function) if self.captures else function
