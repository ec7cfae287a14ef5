"""Where the time of a step goes: its kernels by kind, and the rates of attention and of products."""

import re
from collections import Counter

import torch
from torch.autograd import DeviceType
from torch.profiler import ProfilerActivity, profile

from neural_process.data import draw_tasks
from neural_process.measure import freed, prepare
from neural_process.model import Config, attention_flops, step_flops
from neural_process.rows import Row
from training.report import waited

# Parts of a step by the names of their kernels; the first that fits.
PARTS = (
    ("attention", r"attention|sdpa|flash|fmha|e4m3|quantize"),
    ("mixture", r"gmm|logsumexp|softmax"),
    ("optimizer", r"adam|multi_tensor|foreach"),
    ("norms", r"rms_norm|layer_norm|rmsnorm"),
    ("products", r"nvjet|gemm|cutlass|splitKreduce|aten::(add)?(b|baddb)?mm|linear_silu|mlp_heads"),
    ("copies", r"memcpy|memset|copy|fill"),
)
REST = "pointwise and rest"
COLUMNS = (*(name for name, _ in PARTS), REST)


def part_of(kernel: str) -> str:
    """The part of a step that a kernel belongs to, by its name."""
    found = (name for name, pattern in PARTS if re.search(pattern, kernel, re.IGNORECASE))
    return next(found, REST)


def milliseconds_by_part(profiler: profile, on_gpu: bool) -> dict[str, float]:
    """Of the kernels on a GPU, of PyTorch's operations on a CPU."""
    parts = Counter()
    for event in profiler.key_averages():
        if event.device_type == (DeviceType.CUDA if on_gpu else DeviceType.CPU):
            spent = event.self_device_time_total if on_gpu else event.self_cpu_time_total
            parts[part_of(event.key)] += spent / 1e3
    return dict(parts)


def profile_row(
    row: Row, config: Config, shape: tuple[int, int, int], device: torch.device
) -> dict[str, float]:
    """Milliseconds of each part of one step, after steps that are not traced."""
    on_gpu = device.type == "cuda"
    tasks = draw_tasks(*shape, seed=0, device=device)
    session = prepare(row, config, [tasks], device, steps=3 if row.graph else 1)
    activities = [ProfilerActivity.CPU, *([ProfilerActivity.CUDA] if on_gpu else [])]
    with profile(activities=activities) as profiler:
        session.trainer(tasks)
        waited(device)
    del session
    freed()
    return milliseconds_by_part(profiler, on_gpu)


def cells_of(name: str, parts: dict[str, float], config: Config, shape: tuple) -> list[str]:
    """A row of the table: milliseconds of each part, and the rates of attention and products."""
    times = [f"{parts[column]:.3f}" if column in parts else "-" for column in COLUMNS]
    attention = attention_flops(config, *shape)
    flops = {"attention": attention, "products": step_flops(config, *shape) - attention}
    rates = [
        f"{operations / parts[part] / 1e9:.0f}" if parts.get(part) else "-"
        for part, operations in flops.items()
    ]
    return [name, *times, *rates]


HEAD = ["row", *COLUMNS, "attention TFLOP/s", "products TFLOP/s"]
