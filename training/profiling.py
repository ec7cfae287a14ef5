"""Where the time of a training step goes: a trace of a few steps, and a table by part."""

import contextlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from tqdm import tqdm

from triton_ops.choice import format_columns

WAIT, WARM_UP, ACTIVE = 10, 2, 5  # steps before the trace, of the profiler itself, in the trace
# Parts of a step by the names of their kernels, Triton's, Inductor's and cuBLAS's; the first that fits.
PARTS = (
    ("attention", r"attention|sdpa|flash|fmha"),
    ("head and loss", r"cross_entropy|softmax|nll"),
    ("optimizer", r"adam|symmetric_product|multi_tensor|foreach|lpnorm"),
    ("norms", r"rms_norm|layer_norm"),
    ("products", r"nvjet|gemm|cutlass|splitKreduce|aten::(add)?mm|squared_relu"),
    ("copies", r"memcpy|memset|copy|fill"),
)


def part_of(kernel: str) -> str:
    """The part of a step that a kernel belongs to, by its name."""
    return next(
        (part for part, pattern in PARTS if re.search(pattern, kernel, re.IGNORECASE)), "pointwise and rest"
    )


def time_by_part(profiler: torch.profiler.profile, on_gpu: bool) -> str:
    """A table of the parts, in milliseconds a step."""
    parts = Counter()
    for event in profiler.key_averages():
        spent = event.self_device_time_total if on_gpu else event.self_cpu_time_total
        parts[part_of(event.key)] += spent / 1e3 / ACTIVE
    total = sum(parts.values()) or 1.0
    rows = [["part", "ms a step", "share"]]
    rows += [[part, f"{spent:.3f}", f"{spent / total:.0%}"] for part, spent in parts.most_common()]
    return format_columns(rows)


@contextlib.contextmanager
def profiled(folder: Path, enabled: bool) -> Iterator[Callable[[], None]]:
    """A function to be called after every step. Where enabled, `folder` gets trace.json, which Perfetto and
    chrome://tracing open, and the table is printed.
    """
    if not enabled:
        yield lambda: None
        return
    on_gpu = torch.cuda.is_available()

    def leave(profiler):
        profiler.export_chrome_trace(str(folder / "trace.json"))
        tqdm.write(f"{time_by_part(profiler, on_gpu)}\ntrace of {ACTIVE} steps: {folder / 'trace.json'}")

    activity = torch.profiler.ProfilerActivity
    with torch.profiler.profile(
        activities=[activity.CPU, activity.CUDA] if on_gpu else [activity.CPU],
        schedule=torch.profiler.schedule(wait=WAIT, warmup=WARM_UP, active=ACTIVE, repeat=1),
        on_trace_ready=leave,
    ) as profiler:
        yield profiler.step
