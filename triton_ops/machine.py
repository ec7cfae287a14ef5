"""machine."""

import functools
import os
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace
import torch


if not torch.cuda.is_available():
    os.environ.setdefault("TRITON_INTERPRET", "1")  # Triton reads it once, when it is first imported


try:
    import triton
    import triton.language as tl
    from triton import TritonError
    from triton.tools.tensor_descriptor import TensorDescriptor

    TRITON_ABSENT = ""
except ImportError as missing:  # the kernels below must still parse; nothing will launch them
    TRITON_ABSENT = f"Triton cannot be imported: {missing}"
    triton = tl = SimpleNamespace(jit=lambda function: function, constexpr=lambda value: value)
    TritonError, TensorDescriptor = RuntimeError, type(None)


TRITON_AVAILABLE = not TRITON_ABSENT


INTERPRETED = TRITON_AVAILABLE and triton.knobs.runtime.interpret


OLDEST_GPU = (8, 0)  # compute capability from which Triton supports NVIDIA GPUs


FAILURES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    subprocess.SubprocessError,
    TritonError,
)  # of kernels, compilers, assemblers, caches and drivers


DTYPES = {torch.float32: "fp32", torch.float16: "fp16", torch.bfloat16: "bf16"}


def default_device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def default_dtype(device) -> torch.dtype:
    """What the model computes in on `device`: half precision on a GPU, bf16 where the hardware has it."""
    if torch.device(device).type != "cuda":
        return torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float16


def why_not_run(device, oldest=OLDEST_GPU) -> str:
    """Why Triton kernels that need compute capability `oldest` cannot run on tensors of `device`; empty where they can."""
    device = torch.device(device)
    if TRITON_ABSENT:
        return TRITON_ABSENT
    if device.type == "cpu":
        return "" if INTERPRETED else "no GPU, and Triton was imported without TRITON_INTERPRET=1"
    if device.type != "cuda":
        return f"Triton does not run on {device.type}"
    capability = torch.cuda.get_device_capability(device)
    if torch.version.hip is None and capability < oldest:
        return f"compute capability {capability} is below the {oldest} that {'Triton' if oldest == OLDEST_GPU else 'the kernel'} needs"
    return ""


def why_not_race(device, oldest=OLDEST_GPU) -> str:
    """Why timing Triton against PyTorch on `device` would mean nothing; empty where it means something."""
    if TRITON_ABSENT:
        return TRITON_ABSENT
    if torch.device(device).type == "cpu":
        return "no GPU"
    return (
        "TRITON_INTERPRET=1 is set: kernels are interpreted" if INTERPRETED else why_not_run(device, oldest)
    )


@functools.cache
def driver_version() -> str:
    """Version of NVIDIA's kernel driver, or "unknown"."""
    try:
        found = re.search(
            r"Kernel Module\s+(?:for \S+\s+)?([\d.]+)", Path("/proc/driver/nvidia/version").read_text()
        )
    except OSError as error:
        return f"unknown ({error.strerror})"
    return found.group(1) if found else "unknown"


def machine(device) -> dict:
    """What a measurement on `device` depends on besides the op: GPU, driver, torch, triton."""
    device = torch.device(device)
    gpu = torch.cuda.get_device_name(device) if device.type == "cuda" else device.type
    return {
        "gpu": gpu,
        "driver": driver_version() if device.type == "cuda" else "none",
        "torch": torch.__version__,
        "triton": getattr(triton, "__version__", "none"),
    }


@functools.cache
def processors(device: torch.device) -> int:
    """Multiprocessors of `device`; 1 where there is no GPU."""
    return torch.cuda.get_device_properties(device).multi_processor_count if device.type == "cuda" else 1
