"""Right answers as experts write them: persistent kernels by a GPU's size, and configurations."""

import torch
import torch.nn.functional as F
from expert_inputs import TRITON, floats

PERSISTENT = f"""{TRITON}
@triton.jit
def relu_kernel(x_ptr, y_ptr, n, PROGRAMS: tl.constexpr, BLOCK: tl.constexpr):
    for block in range(tl.program_id(0), tl.cdiv(n, BLOCK), PROGRAMS):
        offsets = block * BLOCK + tl.arange(0, BLOCK)
        mask = offsets < n
        x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
        tl.store(y_ptr + offsets, tl.maximum(x, 0.0), mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    count = torch.cuda.get_device_properties(x.device).multi_processor_count
    programs = min(count, triton.cdiv(n, 64))
    relu_kernel[(programs,)](x, y, n, PROGRAMS=programs, BLOCK=64)
    return y
"""

COUNT = "torch.cuda.get_device_properties(x.device).multi_processor_count"

HELPERS = """def fits(configs, named_args, **kwargs):
    kept = []
    for config in configs:
        if config.kwargs["BLOCK"] <= max(64, named_args["n"]) and config.num_warps <= 8:
            kept.append(config)
    return kept


def estimate(x_ptr, y_ptr, n, BLOCK, **kwargs):
    return n / BLOCK


"""

TUNED = f"""{TRITON}
HELPERS@triton.autotune(
    configs=[triton.Config({{"BLOCK": size}}, num_warps=warps) for size in (64, 256) for warps in (4, 16)],
    key=["n"],
    prune_configs_by=PRUNED,
)
@triton.jit
def relu_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, tl.maximum(x, 0.0), mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    relu_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, n)
    return y
"""

SUM = f"""{TRITON}
def clear(named_args, **kwargs):
    named_args["y_ptr"].zero_()


@triton.autotune([triton.Config({{"BLOCK": 32}}HOOK), triton.Config({{"BLOCK": 64}}HOOK)], key=["n"]OPTION)
@triton.jit
def sum_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(y_ptr, tl.sum(x, axis=0))


def translated(x):
    x = x.contiguous()
    y = torch.zeros((), dtype=x.dtype, device=x.device)
    sum_kernel[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, y, x.numel())
    return y
"""


def tuned(pruned: str, helpers: str = HELPERS) -> str:
    """A relu whose configurations are pruned, with the functions that do it."""
    return TUNED.replace("HELPERS", helpers).replace("PRUNED", pruned)


def summed(hook: str, option: str) -> str:
    """A sum by atomics that is tuned, with a hook of each configuration and an option of the tuning."""
    return SUM.replace("HOOK", hook).replace("OPTION", option)


# name: (answer, PyTorch's function, its inputs)
ROWS = [floats((3, 33)), floats((5, 100))]
TUNING_EXPERTS = {
    "persistent, by multiprocessors": (PERSISTENT, F.relu, ROWS),
    "persistent, by a device's properties": (
        PERSISTENT.replace(
            f"count = {COUNT}",
            "device = torch.cuda.get_device_properties('cuda')\n    count = 2 * device.multi_processor_count",
        ),
        F.relu,
        ROWS,
    ),
    "persistent, on the current device": (
        PERSISTENT.replace("(x.device)", "(torch.cuda.current_device())"),
        F.relu,
        ROWS,
    ),
    "configurations that fit": (tuned("{'early_config_prune': fits}"), F.relu, ROWS),
    "configurations by a model": (
        tuned("{'early_config_prune': fits, 'perf_model': estimate, 'top_k': 2}"),
        F.relu,
        ROWS,
    ),
    "configurations by a lambda": (
        tuned(
            "{'early_config_prune': lambda configs, args, **more: [c for c in configs if c.num_warps < 16]}",
            "",
        ),
        F.relu,
        ROWS,
    ),
    "a buffer that is reset": (summed("", ", reset_to_zero=['y_ptr']"), torch.sum, ROWS),
    "a buffer that is restored": (summed("", ", restore_value=['y_ptr']"), torch.sum, ROWS),
    "a hook of each configuration": (summed(", pre_hook=clear", ""), torch.sum, ROWS),
    "a hook of the tuning": (summed("", ", pre_hook=clear"), torch.sum, ROWS),
    "groups that are contiguous": (
        tuned("None", "").replace(
            "tl.load(x_ptr + offsets,", "tl.load(x_ptr + tl.max_contiguous(offsets, BLOCK),"
        ),
        F.relu,
        ROWS,
    ),
}
