"""The machine: whether Triton can run here, on what, and why not where it cannot.

Without a GPU the kernels run in Triton's interpreter. Triton reads TRITON_INTERPRET once, when it is first
imported, so this module, through which every kernel imports Triton, sets it before, unless the user has set
it.
"""

import functools
import os
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import torch

INTERPRETER_REQUESTED = os.environ.get("TRITON_INTERPRET") == "1"  # by the user
if not torch.cuda.is_available():
    os.environ.setdefault("TRITON_INTERPRET", "1")

try:
    import triton
    import triton.language as tl
    from triton import TritonError
    from triton.tools.tensor_descriptor import TensorDescriptor

    TRITON_MISSING = ""
except ImportError as missing:  # the kernels must still be defined; nothing will launch them
    TRITON_MISSING = f"Triton cannot be imported: {missing}"
    triton = SimpleNamespace(jit=lambda function: function)
    tl = SimpleNamespace(constexpr=lambda value: value)
    TritonError = RuntimeError
    TensorDescriptor = type(None)

TRITON_AVAILABLE = not TRITON_MISSING
INTERPRETED = TRITON_AVAILABLE and triton.knobs.runtime.interpret
MIN_CAPABILITY = (8, 0)  # compute capability from which Triton supports NVIDIA GPUs
DTYPES = {torch.float32: "fp32", torch.float16: "fp16", torch.bfloat16: "bf16"}

# What kernels, compilers, assemblers, caches and drivers raise.
KERNEL_ERRORS = (
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
)


def default_device() -> torch.device:
    """The GPU, or the CPU where there is none."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def default_dtype(device: torch.device | str) -> torch.dtype:
    """What a model computes in on `device`: half precision on a GPU, bf16 where the hardware has it."""
    if torch.device(device).type != "cuda":
        return torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float16


def why_not_run(device: torch.device | str, min_capability: tuple = MIN_CAPABILITY) -> str:
    """Why Triton kernels that need `min_capability` cannot run on tensors of `device`.

    Empty where they can.
    """
    device = torch.device(device)
    if TRITON_MISSING:
        return TRITON_MISSING
    if device.type == "cpu":
        return "" if INTERPRETED else "no GPU, and Triton was imported without TRITON_INTERPRET=1"
    if device.type != "cuda":
        return f"Triton does not run on {device.type}"
    capability = torch.cuda.get_device_capability(device)
    if torch.version.hip is None and capability < min_capability:
        what = "Triton" if min_capability == MIN_CAPABILITY else "the kernel"
        return f"compute capability {capability} is below the {min_capability} that {what} needs"
    return ""


def why_not_time(device: torch.device | str, min_capability: tuple = MIN_CAPABILITY) -> str:
    """Why timing Triton against PyTorch on `device` would mean nothing; empty where it means something."""
    if TRITON_MISSING:
        return TRITON_MISSING
    if torch.device(device).type == "cpu":
        return "no GPU"
    if INTERPRETED:
        return "TRITON_INTERPRET=1 is set: kernels are interpreted"
    return why_not_run(device, min_capability)


@functools.cache
def driver_version() -> str:
    """Version of NVIDIA's kernel driver, or "unknown" with the reason."""
    try:
        text = Path("/proc/driver/nvidia/version").read_text()
    except OSError as error:
        return f"unknown ({error.strerror})"
    found = re.search(r"Kernel Module\s+(?:for \S+\s+)?([\d.]+)", text)
    return found.group(1) if found else "unknown"


def describe_machine(device: torch.device | str) -> dict[str, str]:
    """What a measurement on `device` depends on besides the op: {"gpu", "driver", "torch", "triton"}."""
    device = torch.device(device)
    on_gpu = device.type == "cuda"
    return {
        "gpu": torch.cuda.get_device_name(device) if on_gpu else device.type,
        "driver": driver_version() if on_gpu else "none",
        "torch": torch.__version__,
        "triton": getattr(triton, "__version__", "none"),
    }


@functools.cache
def multiprocessors(device: torch.device) -> int:
    """Number of multiprocessors of `device`; 1 without a GPU."""
    return torch.cuda.get_device_properties(device).multi_processor_count if device.type == "cuda" else 1
