"""The benchmark: an op against eager PyTorch, compiled PyTorch and other libraries, in time and in memory.

A record, one JSON file an op, holds a row a shape: {"shape", "dtype", "works": {pass: {"graph": {name: (ms,
spread)}, "eager": the same, "peak": {name: bytes}}}, "absent": {what did not run: why}}, and the machine's
measured ceilings.
"""

import functools
import hashlib
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import torch
from tqdm import tqdm

from triton_ops.choice import (
    format_columns,
    implementations_of,
    make_steps,
    pick_faster,
    time_until_clear,
)
from triton_ops.choice_cache import source_hash
from triton_ops.clock import cuda_graph_of, time_functions, time_interleaved
from triton_ops.contract import IMPLEMENTATIONS, PASSES, Op, Workload
from triton_ops.files import replacing
from triton_ops.judge import error_summary
from triton_ops.machine import (
    DTYPES,
    KERNEL_ERRORS,
    default_device,
    default_dtype,
    describe_machine,
    why_not_time,
)
from triton_ops.tune import settings

COPY_SIZES = tuple(mebi << 20 for mebi in (256, 512, 1024, 2048))  # bytes read: more than any L2 cache holds
MATRIX_SIDES = (4096, 6144, 8192)


def runnable_ops(ops: list[Op], done: str, why_not: Callable) -> list[Op]:
    """Those of `ops` for which why_not(compute capability) is empty; prints why the others are not `done`."""
    obstacles = {op.name: why_not(op.min_capability) for op in ops}
    for name, obstacle in obstacles.items():
        if obstacle:
            print(f"{name} is not {done}: {obstacle}")
    return [op for op in ops if not obstacles[op.name]]


def time_repeated(function: Callable, device, seconds: float = 0.2) -> list[float]:
    """Milliseconds of each call: so many seconds of them untimed, which brings the clocks up, then as many
    timed.

    Calls that another process on the GPU interrupts take its time slices, of some 2 ms, as well: the shortest
    are those it left alone.
    """
    start = time.perf_counter()
    calls = 0
    while calls < 5 or time.perf_counter() - start < seconds:
        function()
        torch.cuda.synchronize(device)
        calls += 1
    events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(min(calls, 200))]
    for begin, end in events:
        begin.record()
        function()
        end.record()
    torch.cuda.synchronize(device)
    return [begin.elapsed_time(end) for begin, end in events]


def copy_bandwidth(device: torch.device) -> float:
    """Bytes a second, read plus written, of PyTorch's fastest copy: the peak of an op that only moves data.

    Not in a graph: a graph copies by another engine, at two thirds of the rate.
    """
    source = torch.randn(max(COPY_SIZES) // 4, device=device)
    target = torch.empty_like(source)
    rates = []
    for size in COPY_SIZES:
        part = size // 4
        times = time_repeated(lambda: target[:part].copy_(source[:part]), device)
        rates.append(2 * size / min(times) * 1e3)
    return max(rates)


def product_rate(device: torch.device) -> float:
    """Operations a second of PyTorch's fastest bf16 product of two random square matrices: products' peak."""
    a, b = (torch.randn(max(MATRIX_SIDES), max(MATRIX_SIDES), device=device).bfloat16() for _ in range(2))
    rates = []
    for side in MATRIX_SIDES:
        left = a[:side, :side].contiguous()
        right = b[:side, :side].contiguous()
        rates.append(2 * side**3 / min(time_repeated(lambda: left @ right, device)) * 1e3)
    return max(rates)


def interference(device: torch.device) -> float:
    """The share of equal calls that took half as long again as the fastest: much of it is another process."""
    x = torch.randn(4096, 4096, device=device).bfloat16()
    times = time_repeated(lambda: x @ x, device)
    return sum(ms > 1.5 * min(times) for ms in times) / len(times)


def timed_functions(op: Op) -> dict[str, Callable]:
    """{name: function of the op's arguments}: Triton, eager PyTorch, PyTorch compiled and tuned, other
    baselines.
    """
    torch.compiler.reset()  # beyond eight shapes dynamo would run eagerly what it should compile
    compiled_run = torch.compile(op.run, dynamic=False, mode="max-autotune-no-cudagraphs")
    functions = {
        "triton": op.call("triton"),
        "eager": op.call("torch"),
        "compile": functools.partial(compiled_run, implementation="torch"),
    }
    return functions | op.baselines


def peak_memory(step: Callable, device) -> int:
    """Bytes that a second call of `step` takes beyond what is there before it."""
    step()
    torch.cuda.synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_allocated(device)
    step()
    torch.cuda.synchronize(device)
    return torch.cuda.max_memory_allocated(device) - before


def without_failures(functions: dict, treat: Callable, absent: dict[str, str], where: str) -> dict:
    """{name: treat(function)} of those that do not fail; `absent` gets the others' reasons."""
    results = {}
    for name, function in functions.items():
        try:
            results[name] = treat(function)
        except KERNEL_ERRORS as error:
            absent[f"{name}, {where}"] = error_summary(error)
    return results


def measure_shape(op: Op, shape, dtype, device) -> dict:
    """One row of a record; see the top of this file."""
    row = {"shape": list(shape), "dtype": DTYPES[dtype], "works": {}, "absent": {}}
    has_backward = op.bytes_moved(shape, dtype.itemsize)[1] > 0
    for passes in PASSES[: 1 + has_backward]:
        absent = row["absent"]
        steps = make_steps(op, timed_functions(op), shape, dtype, device, backward=passes == PASSES[1])
        peak = without_failures(steps, lambda step: peak_memory(step, device), absent, passes)
        steps = {name: steps[name] for name in peak}
        eager = time_functions(steps, device)
        replays = without_failures(steps, cuda_graph_of, absent, f"{passes}, in a graph")
        graph = time_interleaved(replays, device)
        row["works"][passes] = {"graph": graph, "eager": eager, "peak": peak}
    return row


def record_file(out: Path, op: Op) -> Path:
    """Where the record of `op` is written."""
    return out / f"kernels_{op.name}.json"


def conditions(op: Op, device) -> dict:
    """What a record depends on: machine, source, and tiles that are set by --settings."""
    tiles = ""
    if settings.text:
        tiles = f", tiles {hashlib.sha256(settings.text.encode()).hexdigest()[:8]}"
    return {"machine": describe_machine(device), "source": source_hash(op) + tiles}


def read_record(path: Path, expected: dict) -> dict:
    """The record in a file where machine and source are as `expected`; else one without rows."""
    try:
        record = json.loads(path.read_text())
        if all(record[name] == value for name, value in expected.items()):
            return record
    except (OSError, ValueError, KeyError, TypeError):
        pass  # there is none yet, or it is of another version: it is measured anew
    return expected | {"rows": []}


def write_record(path: Path, record: dict) -> None:
    """Writes a record, whole or not at all."""
    with replacing(path) as partial:
        partial.write_text(json.dumps(record, indent=1) + "\n")


def bench_worker(op: Op, out: Path, seconds: float) -> None:
    """Measures what the record of `op` does not hold yet, shape by shape, for so long."""
    device = default_device()
    start = time.monotonic()
    dtype = op.bench_dtype or default_dtype(device)
    path = record_file(out, op)
    record = read_record(path, conditions(op, device))
    ceilings = {
        "copy": copy_bandwidth(device),
        "product": product_rate(device),
        "disturbed": interference(device),
    }
    torch.cuda.empty_cache()
    record |= {"date": time.strftime("%Y-%m-%d"), "ceilings": ceilings}
    write_record(path, record)
    done = [tuple(row["shape"]) for row in record["rows"]]
    for shape in (*op.bench_shapes, *op.chart_shapes):
        if shape in done:
            continue
        if time.monotonic() - start > seconds:
            print(f"{shape} and what follows is left for the next time")
            return
        record["rows"].append(measure_shape(op, shape, dtype, device))
        torch.cuda.empty_cache()
        write_record(path, record)


def bench_choice(ops: list[Op], out: Path, repeats: int = 20) -> int:
    """Prints and records how steady the choice is: each op chosen again and again at the default run's shape.

    Regret is what the choices cost on average beyond the faster of the two, by the median of all repeats; a
    flip is a choice that most others differ from.
    """
    device = default_device()
    dtype = default_dtype(device)
    autocast = dtype != torch.float32
    rows = []
    ops = runnable_ops(ops, "timed", functools.partial(why_not_time, device))
    for op in tqdm(ops, "choosing", unit="op", disable=None):
        shape = op.shape(Workload())
        with torch.autocast(device.type, dtype, enabled=autocast):
            runs = implementations_of(op, "eager")
            steps = make_steps(op, runs, shape, dtype, device, autocast=autocast)
            rounds = [time_until_clear(steps, device) for _ in range(repeats)]
        times = [{name: timing.ms for name, timing in timings.items()} for timings in rounds]
        picked = [pick_faster(each)[0] for each in times]
        true = {name: statistics.median(each[name] for each in times) for name in IMPLEMENTATIONS}
        regret = statistics.mean(true[name] for name in picked) / min(true.values()) - 1
        flips = 1 - max(map(picked.count, IMPLEMENTATIONS)) / repeats
        medians = [f"{true[name]:.4f}" for name in IMPLEMENTATIONS]
        chosen = max(IMPLEMENTATIONS, key=picked.count)
        rows.append([op.name, str(shape), chosen, *medians, f"{regret:.1%}", f"{flips:.0%}"])
        torch.cuda.empty_cache()
    if not rows:
        return 0
    text = format_columns([["op", "shape", "chosen", "torch, ms", "triton, ms", "regret", "flips"], *rows])
    print(text)
    with replacing(out / "kernels_choice.txt") as partial:
        header = f"{describe_machine(device)}, {time.strftime('%Y-%m-%d')}, {repeats} repeats"
        partial.write_text(f"{header}\n{text}\n")
    return 0
