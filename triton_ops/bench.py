"""bench."""

import ast
import contextlib
import functools
import hashlib
import itertools
import json
import math
import re
import statistics
import time
from concurrent.futures import ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from typing import Callable, Iterator
import torch
from tqdm import tqdm
from triton_ops.files import replacing
from triton_ops.choice import (
    Choice,
    aligned,
    both,
    captured,
    choose,
    clock,
    faster,
    interleaved,
    settled,
    source_hash,
    table,
    training_steps,
)
from triton_ops.contract import Bar, IMPLEMENTATIONS, OPS, Op, Tile, WORKS, Workload, requests
from triton_ops.judge import first_line
from triton_ops.launch import recorder
from triton_ops.machine import DTYPES, FAILURES, default_device, default_dtype, machine, why_not_race


def able(ops, done, why_not) -> list[Op]:
    """Those of `ops` for which why_not(oldest GPU) is empty; of the others it prints why they are not `done`."""
    obstacles = {op.name: why_not(op.oldest) for op in ops}
    for name, obstacle in obstacles.items():
        if obstacle:
            print(f"{name} is not {done}: {obstacle}")
    return [op for op in ops if not obstacles[op.name]]


def benchmark(name: str, shape: tuple, dtype=None, device=None) -> dict:
    """{"use_triton", "torch_ms", "triton_ms", "reason"} of one op, judged and timed now; the times are None where none were taken."""
    choice = choose({name: shape}, "auto", device, dtype, cached=False)[name]
    return {
        "use_triton": choice.implementation == "triton",
        "torch_ms": choice.times.get("torch"),
        "triton_ms": choice.times.get("triton"),
        "reason": choice.reason,
    }


def benchmark_rms_norm(batch_size=32, seq_len=512, d_model=768, dtype=None, device=None) -> dict:
    """`benchmark` of RMSNorm, forward and backward, for a model's numbers."""
    return benchmark("rms_norm", (batch_size * seq_len, d_model), dtype, device)


def benchmark_rotary(batch_size=32, seq_len=512, n_heads=12, d_head=64, dtype=None, device=None) -> dict:
    """`benchmark` of rotary positions, forward and backward, for a model's numbers."""
    return benchmark("rotary", (batch_size, seq_len, n_heads, d_head), dtype, device)


def manual_kernel_benchmark(
    work=Workload(batch_size=32, seq_len=512, d_model=768, n_heads=12),
) -> dict[str, Choice]:
    """Judges and times every op now for `work`'s shapes, prints the table, returns the choices."""
    choices = choose(requests(work), cached=False)
    print(table(choices))
    return choices


COPIES = tuple(
    mebi << 20 for mebi in (256, 512, 1024, 2048)
)  # bytes read: more than any L2 cache holds, from 0.1 ms on


PRODUCTS = 4096, 6144, 8192  # sides of the matrices


DISTURBED = 0.05


def repeated(function, device, seconds=0.2) -> list[float]:
    """Milliseconds of each call: so many seconds of them untimed, which brings the clocks up, then as many timed.

    Calls that another process on the GPU interrupts take its time slices, of some 2 ms, as well: the shortest are those it left alone.
    """
    start, calls = time.perf_counter(), 0
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


def copy_bandwidth(device) -> float:
    """Bytes a second, read plus written, of PyTorch's fastest copy: the ceiling of an op that only moves data.

    Not in a graph: a graph copies by another engine, at two thirds of the rate.
    """
    source = torch.randn(max(COPIES) // 4, device=device)
    target = torch.empty_like(source)
    return max(
        2 * size / min(repeated(lambda: target[: size // 4].copy_(source[: size // 4]), device)) * 1e3
        for size in COPIES
    )


def product_rate(device) -> float:
    """Operations a second of PyTorch's fastest bf16 product of two random square matrices: the ceiling of an op that multiplies."""
    a, b = (torch.randn(max(PRODUCTS), max(PRODUCTS), device=device).bfloat16() for _ in range(2))
    rates = []
    for side in PRODUCTS:
        left, right = a[:side, :side].contiguous(), b[:side, :side].contiguous()
        rates.append(2 * side**3 / min(repeated(lambda: left @ right, device)) * 1e3)
    return max(rates)


def disturbance(device) -> float:
    """The share of equal calls that took half as long again as the fastest: above DISTURBED, something else computes on the GPU."""
    x = torch.randn(4096, 4096, device=device).bfloat16()
    times = repeated(lambda: x @ x, device)
    return sum(ms > 1.5 * min(times) for ms in times) / len(times)


TUNERS = 12  # processes that compile candidates, each with a context on the GPU


def contenders(op: Op) -> dict[str, Callable]:
    """{name: function of the op's arguments}: ours, eager PyTorch, PyTorch compiled and tuned, and the op's own peers."""
    torch.compiler.reset()  # beyond eight shapes dynamo would run eagerly what it should compile
    compiled_run = torch.compile(op.run, dynamic=False, mode="max-autotune-no-cudagraphs")
    return {
        "triton": op.call("triton"),
        "eager": op.call("torch"),
        "compile": functools.partial(compiled_run, implementation="torch"),
    } | op.peers


def peak_memory(step, device) -> int:
    """Bytes that a second call of `step` takes beyond what is there before it."""
    step()
    torch.cuda.synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_allocated(device)
    step()
    torch.cuda.synchronize(device)
    return torch.cuda.max_memory_allocated(device) - before


def surviving(functions: dict[str, Callable], treat: Callable, absent: dict[str, str], where: str) -> dict:
    """{name: treat(function)} of those that do not fail; `absent` gets the others' reasons."""
    results = {}
    for name, function in functions.items():
        try:
            results[name] = treat(function)
        except FAILURES as error:
            absent[f"{name}, {where}"] = first_line(error)
    return results


def measured(op: Op, shape, dtype, device) -> dict:
    """One row of the record: {"shape", "dtype", "works": {work: {"graph", "eager": {name: (ms, spread)}, "peak": {name: bytes}}}, "absent"}."""
    row = {"shape": list(shape), "dtype": DTYPES[dtype], "works": {}, "absent": {}}
    for work in WORKS[: 1 + (op.traffic(shape, dtype.itemsize)[1] > 0)]:
        steps = training_steps(op, contenders(op), shape, dtype, device, backward=work == WORKS[1])
        peak = surviving(steps, lambda step: peak_memory(step, device), row["absent"], work)
        steps = {name: steps[name] for name in peak}
        eager = clock(steps, device)
        graph = interleaved(surviving(steps, captured, row["absent"], f"{work}, in a graph"), device)
        row["works"][work] = {"graph": graph, "eager": eager, "peak": peak}
    return row


def device_ms(entry: dict, name: str) -> float | None:
    """Device time of one contender; the eager time of what cannot be captured, None of what did not run."""
    timing = entry["graph"].get(name) or entry["eager"].get(name)
    return timing and timing[0]


def amounts(op: Op, row: dict, work: str) -> tuple[int, int]:
    """(bytes, operations) of the products that a row's `work` needs at least."""
    shape, itemsize = (
        tuple(row["shape"]),
        next(dtype.itemsize for dtype, name in DTYPES.items() if name == row["dtype"]),
    )
    steps = 1 + WORKS.index(work)
    return sum(op.traffic(shape, itemsize)[:steps]), sum(op.flops(shape)[:steps])


def reached(bar: Bar, op: Op, row: dict, ceilings: dict) -> float | None:
    """What ours came to in the terms of `bar`; None where one of the two was not measured."""
    entry, (moved, done) = row["works"].get(bar.work), amounts(op, row, bar.work)
    if entry is None or device_ms(entry, "triton") is None:
        return None
    ours, others = (
        device_ms(entry, "triton"),
        [device_ms(entry, name) for name in entry["peak"] if name != "triton"],
    )
    if bar.against.startswith("memory of "):
        other = entry["peak"].get(bar.against.removeprefix("memory of "))
        return other and entry["peak"]["triton"] / other
    if bar.against in ("copy", "TFLOP/s"):
        return moved / (ours / 1e3) / ceilings["copy"] if bar.against == "copy" else done / ours / 1e9
    other = min(others, default=None) if bar.against == "best" else device_ms(entry, bar.against)
    return other and other / ours


def verdicts(op: Op, row: dict, ceilings: dict) -> dict[str, list[tuple[str, bool]]]:
    """{work: [(what was reached of a bar, whether that is enough)]} of one row."""
    found = {work: [] for work in row["works"]}
    for bar in (*(Bar(work, "eager", 1.0) for work in WORKS), *op.bars):
        value = (
            reached(bar, op, row, ceilings) if not bar.shapes or tuple(row["shape"]) in bar.shapes else None
        )
        if value is not None:
            enough = value <= bar.target if bar.against.startswith("memory") else value >= bar.target
            found[bar.work].append((f"{value:.3g} of {bar.target:g} {bar.against}", enough))
    return found


def report_lines(op: Op, record: dict) -> list[str]:
    """One op's record as a Markdown table."""
    ceilings, entries = (
        record["ceilings"],
        [entry for row in record["rows"] for entry in row["works"].values()],
    )
    shared = f"; **something else ran on this GPU**: {ceilings['disturbed']:.0%} of equal calls took half as long again"
    shared *= ceilings["disturbed"] > DISTURBED
    names = list(dict.fromkeys(name for entry in entries for name in entry["peak"]))
    lines = [
        f"## {op.name}",
        "",
        f"{record['date']}, source {record['source']}; limits: copy {ceilings['copy'] / 1e12:.2f} TB/s, bf16 product "
        f"{ceilings['product'] / 1e12:.0f} TFLOP/s{shared}",
        "",
        "| shape | dtype | pass | run | "
        + " | ".join(f"{name}, ms" for name in names)
        + " | best peer / ours | TB/s | TFLOP/s | of the limit | MiB: ours, least other | bars |",
        "|---" * (10 + len(names)) + "|",
    ]
    for row in record["rows"]:
        found = verdicts(op, row, ceilings)
        for work, run in itertools.product(row["works"], ("graph", "eager")):
            entry, (moved, done) = row["works"][work], amounts(op, row, work)
            times = {name: timing[0] for name, timing in entry[run].items()}
            cells = [
                f"{entry[run][name][0]:.4f} ±{entry[run][name][1] / 2:.4f}" if name in times else "-"
                for name in names
            ]
            ours, others = times.get("triton"), {name: ms for name, ms in times.items() if name != "triton"}
            best, least = (
                min(others, key=others.get, default=None),
                [size for name, size in entry["peak"].items() if name != "triton"],
            )
            limit = max(moved / ceilings["copy"], done / ceilings["product"]) * 1e3
            rates = (
                [
                    f"{others[best] / ours:.2f}x ({best})" if best else "-",
                    f"{moved / ours / 1e9:.2f}",
                    f"{done / ours / 1e9:.0f}" if done else "-",
                    f"{limit / ours:.0%}" if run == "graph" else "-",
                ]
                if ours
                else ["-"] * 4
            )
            memory = f"{entry['peak'].get('triton', math.nan) / 2**20:.0f}, {min(least, default=math.nan) / 2**20:.0f}"
            bars = (
                "; ".join(f"{'met' if enough else '**missed**'}: {text}" for text, enough in found[work])
                if run == "graph"
                else ""
            )
            lines.append(
                "| "
                + " | ".join(
                    [str(tuple(row["shape"])), row["dtype"], work, run, *cells, *rates, memory, bars]
                )
                + " |"
            )
    absent = {f"{where}: {why}": None for row in record["rows"] for where, why in row["absent"].items()}
    return [*lines, "", *(f"- {reason}" for reason in absent), ""]


def draw_chart(op: Op, record: dict, path: Path):
    """Rates of every contender over the shapes, from the least work to the most, beside the limit, one panel a pass, device time."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    ceilings, works = (
        record["ceilings"],
        [work for work in WORKS if any(work in row["works"] for row in record["rows"])],
    )
    figure, panels = pyplot.subplots(
        1, max(len(works), 1), figsize=(7.5 * max(len(works), 1), 6), squeeze=False
    )
    for work, panel in zip(works, panels[0]):
        rows = sorted(
            (row for row in record["rows"] if work in row["works"]),
            key=lambda row: amounts(op, row, work)[::-1],
        )
        counts = [amounts(op, row, work) for row in rows]
        multiplies = any(done / ceilings["product"] > moved / ceilings["copy"] for moved, done in counts)
        unit, kind, limit = (
            ("TFLOP/s", 1, ceilings["product"]) if multiplies else ("TB/s", 0, ceilings["copy"])
        )
        panel.axhline(limit / 1e12, color="black", linestyle="--", label="limit")
        names = dict.fromkeys(name for row in rows for name in row["works"][work]["peak"])
        for place, name in enumerate(
            names
        ):  # peers that come to the same lie on each other: each has its own mark, the later the smaller
            times = [device_ms(row["works"][work], name) for row in rows]
            rates = [math.nan if ms is None else count[kind] / ms / 1e9 for ms, count in zip(times, counts)]
            ours = name == "triton"
            panel.plot(
                rates,
                "oDs^vPX*"[place % 8] + ("-" if ours else ":"),
                label=name,
                linewidth=3 if ours else 1.5,
                markersize=10 - place,
                zorder=3 if ours else 2,
                color="tab:red" if ours else f"C{(place + 3 * (place > 2)) % 10}",
            )
        panel.set(
            title=f"{op.name}, {work}, {rows[0]['dtype']}",
            ylabel=unit,
            ylim=(0, None),
            xlim=(-0.5, len(rows) - 0.5),
        )
        panel.set_xticks(
            range(len(rows)),
            [" x ".join(map(str, row["shape"])) for row in rows],
            rotation=25,
            ha="right",
            rotation_mode="anchor",
        )
        panel.grid(axis="y", alpha=0.3)
        panel.legend(fontsize=8, labelspacing=1.0, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    figure.suptitle(
        "{gpu}, torch {torch}, triton {triton}, ".format(**record["machine"]) + record["date"], fontsize=9
    )
    figure.tight_layout()
    with replacing(path) as partial:
        figure.savefig(partial, format="png", dpi=110)
    pyplot.close(figure)


def record_file(out: Path, op: Op) -> Path:
    return out / f"kernels_{op.name}.json"


def conditions(op: Op, device) -> dict:
    """What a record depends on."""
    tiles = recorder.settings and f", tiles {hashlib.sha256(recorder.settings.encode()).hexdigest()[:8]}"
    return {"machine": machine(device), "source": source_hash(op) + tiles}


def read_record(path: Path, stands: dict) -> dict:
    """The record in a file, as far as it `stands` on the same machine and source; else one without rows."""
    try:
        record = json.loads(path.read_text())
        return (
            record if all(record[name] == value for name, value in stands.items()) else stands | {"rows": []}
        )
    except (OSError, ValueError, KeyError, TypeError):
        return stands | {"rows": []}


def write_record(path: Path, record: dict):
    with replacing(path) as partial:
        partial.write_text(json.dumps(record, indent=1) + "\n")


def bench_here(op: Op, out: Path, seconds: float):
    """Measures what the record of `op` does not hold yet, shape by shape, for so long."""
    device, start = default_device(), time.monotonic()
    dtype, path = op.timed_in or default_dtype(device), record_file(out, op)
    record = read_record(path, conditions(op, device))
    limits = {
        "copy": copy_bandwidth(device),
        "product": product_rate(device),
        "disturbed": disturbance(device),
    }
    torch.cuda.empty_cache()
    record |= {"date": time.strftime("%Y-%m-%d"), "ceilings": limits}
    write_record(path, record)
    there = [tuple(row["shape"]) for row in record["rows"]]
    for shape in (shape for shape in (*op.bench, *op.sweep) if shape not in there):
        if time.monotonic() - start > seconds:
            print(f"{shape} and what follows is left for the next time")
            return
        record["rows"].append(measured(op, shape, dtype, device))
        torch.cuda.empty_cache()
        write_record(path, record)


def bench_choice(ops, out: Path, repeats: int = 20) -> int:
    """Prints and records how steady the choice is: each op chosen again and again at the default run's shape.

    Regret is what the choices cost on average beyond the faster of the two, by the median of all repeats; a flip is a choice that
    most others differ from.
    """
    device, rows = default_device(), []
    dtype, ops = default_dtype(device), able(ops, "timed", functools.partial(why_not_race, device))
    for op in tqdm(ops, "choosing", unit="op", disable=None):
        shape, autocast = op.shape(Workload()), dtype != torch.float32
        with torch.autocast(device.type, dtype, enabled=autocast):
            steps = training_steps(op, both(op, "eager"), shape, dtype, device, autocast=autocast)
            races = [
                {name: timing.ms for name, timing in settled(steps, device).items()} for _ in range(repeats)
            ]
        picked = [faster(times)[0] for times in races]
        true = {name: statistics.median(times[name] for times in races) for name in IMPLEMENTATIONS}
        regret = statistics.mean(true[name] for name in picked) / min(true.values()) - 1
        flips = 1 - max(map(picked.count, IMPLEMENTATIONS)) / repeats
        rows.append(
            [
                op.name,
                str(shape),
                max(IMPLEMENTATIONS, key=picked.count),
                *(f"{true[name]:.4f}" for name in IMPLEMENTATIONS),
                f"{regret:.1%}",
                f"{flips:.0%}",
            ]
        )
        torch.cuda.empty_cache()
    if not rows:
        return 0
    text = aligned([["op", "shape", "chosen", "torch, ms", "triton, ms", "regret", "flips"], *rows])
    print(text)
    with replacing(out / "kernels_choice.txt") as partial:
        partial.write_text(f"{machine(device)}, {time.strftime('%Y-%m-%d')}, {repeats} repeats\n{text}\n")
    return 0


def set_constant(name: str, key, value):
    """Another value for a module constant, or for the entry `key` of one that is a table."""
    globals()[name] = value if key is None else globals()[name] | {key: value}


@contextlib.contextmanager
def set_tiles(settings: dict[tuple, object]):
    """Inside, the module constants have other values: {(constant, key or None): value}."""
    before = {name: globals()[name] for name, _ in settings}
    for (name, key), value in settings.items():
        set_constant(name, key, value)
    try:
        yield
    finally:
        globals().update(before)


def apply_settings(path: Path):
    """From here on this process, and those it starts, run with the tiles that `--tune` printed into a file. ValueError: one is not known."""
    for line in path.read_text().splitlines():
        match = re.fullmatch(r"([A-Z][A-Z0-9_]*)(?:\[(.+?)\])? = (.+?)(?:   #.*)?", line)
        if match:
            name, key, value = match[1], match[2] and ast.literal_eval(match[2]), ast.literal_eval(match[3])
            if name not in globals() or (isinstance(globals()[name], dict) and key not in globals()[name]):
                raise ValueError(f"{path} sets {line!r}, which kernels.py does not have")
            set_constant(name, key, value)
            recorder.settings += line + "\n"
    recorder.options = ["--settings", path]


def tuned_step(op: Op, shape, dtype, device, tile: Tile) -> Callable:
    return training_steps(
        op, {"triton": op.call("triton")}, shape, dtype, device, backward=tile.work == WORKS[1]
    )["triton"]


def tried(name: str, shape, dtype, tile: Tile, candidate) -> str:
    """Why an op does not run with a candidate, or which registers it spills; empty where all is well. Fills Triton's cache."""
    device = default_device()
    recorder.binaries = []
    try:
        with set_tiles({(tile.constant, tile.key): candidate}):
            tuned_step(OPS[name], shape, dtype, device, tile)()
            torch.cuda.synchronize(device)
        spills = max((getattr(binary, "n_spills", None) or 0 for binary in recorder.binaries), default=0)
        return f"spills {spills} bytes" if spills else ""
    except FAILURES as error:
        return first_line(error)
    finally:
        recorder.binaries = None


def current(tile: Tile):
    value = globals()[tile.constant]
    return value if tile.key is None else value[tile.key]


HOPELESS = 1.3  # times the best at one shape: such a candidate is not tried at the next


def compiled_in_time(op: Op, shape, dtype, tile: Tile, candidates: list, pool, seconds: float) -> dict:
    """{candidate: its trouble, or nothing} after so many seconds; the processes of `pool` try them side by side."""
    futures = {
        candidate: pool.submit(tried, op.name, shape, dtype, tile, candidate) for candidate in candidates
    }
    done, late = wait(futures.values(), timeout=seconds)
    for future in late:
        future.cancel()
    return {
        candidate: future.result() if future in done else "not compiled in time"
        for candidate, future in futures.items()
    }


def tune_shape(
    op: Op, shape, dtype, device, pool, hopeless: set, found: dict, seconds: float
) -> Iterator[str]:
    """Lines about every tile of `op` at a shape: one after the other, each with the best of those before it, in equal shares of the time.

    `hopeless` holds what is not worth a trial, and gets more; `found` gets {tile: {candidate: [(its time, of the best's, and where), ...]}}.
    """
    chosen, tiles, end = {}, op.tiles(shape, dtype.itemsize), time.monotonic() + seconds
    for left, tile in zip(range(len(tiles), 0, -1), tiles):
        kind = tile.key[0] if isinstance(tile.key, tuple) else tile.constant
        now = current(tile)
        candidates = [
            now,
            *(
                candidate
                for candidate in dict.fromkeys(tile.candidates)
                if candidate != now and (kind, candidate) not in hopeless
            ),
        ]
        troubles = compiled_in_time(op, shape, dtype, tile, candidates, pool, (end - time.monotonic()) / left)
        yield from (
            f"  {tile.label} = {candidate}: {trouble}" for candidate, trouble in troubles.items() if trouble
        )
        replays, step = {}, tuned_step(op, shape, dtype, device, tile)
        for candidate in (
            candidate
            for candidate, trouble in troubles.items()
            if not trouble or trouble.startswith("spills")
        ):
            with set_tiles(chosen | {(tile.constant, tile.key): candidate}):
                replays |= surviving({candidate: step}, captured, troubles, tile.label)
        timings = (
            interleaved(
                {str(candidate): replay for candidate, replay in replays.items()}, device, seconds=1.0
            )
            if replays
            else {}
        )
        order = sorted(replays, key=lambda candidate: timings[str(candidate)].ms)
        if not order:
            continue
        times = {candidate: timings[str(candidate)].ms for candidate in order}
        chosen[tile.constant, tile.key] = order[0]
        hopeless |= {
            (kind, candidate) for candidate in order if times[candidate] > HOPELESS * times[order[0]]
        }
        for candidate in order:
            worth = (
                f"{shape} {tile.work}: {times[candidate]:.4f} ms, with {now} {times.get(now, math.nan):.4f}"
            )
            found.setdefault((tile.label, now), {}).setdefault(candidate, []).append(
                (times[candidate] / times[order[0]], worth)
            )
        yield f"{op.name} {shape} {tile.work}: {tile.label}, now {now}: " + ", ".join(
            f"{candidate} {times[candidate]:.4f} ms ±{timings[str(candidate)].spread / 2:.4f}"
            for candidate in order[:6]
        )


def improvements(found: dict) -> Iterator[str]:
    """What to write into this file: for each tile the candidate that is nearest to the best of each shape, among those timed at most shapes."""
    for (label, now), candidates in found.items():
        shapes = max(map(len, candidates.values()))
        losses = {
            candidate: math.prod(loss for loss, _ in trials)
            for candidate, trials in candidates.items()
            if len(trials) == shapes
        }
        best = min(losses, key=losses.get)
        if losses.get(now, math.inf) > 1.01 * losses[best]:
            yield f"{label} = {best}   # " + "; ".join(worth for _, worth in candidates[best])


def tune_here(op: Op, seconds: float):
    """Times the candidates of every tile of `op` at the benchmark's shapes in a graph; processes compile them side by side first.

    Every shape gets its share of the time that is left. Ends with what to write into this file.
    """
    device, end, hopeless, found = default_device(), time.monotonic() + seconds, set(), {}
    dtype = op.timed_in or default_dtype(device)
    with ProcessPoolExecutor(TUNERS, mp_context=get_context("spawn")) as pool:
        list(
            pool.map(abs, range(4 * TUNERS))
        )  # they have imported torch before the first shape's time begins
        for left, shape in zip(range(len(op.bench), 0, -1), op.bench):
            share = (end - time.monotonic()) / left
            if share < 1.0:
                print(f"{op.name} {shape}: no time left")
                continue
            for line in tune_shape(op, shape, dtype, device, pool, hopeless, found, share):
                print(line, flush=True)
            torch.cuda.empty_cache()
    print("\n".join(list(improvements(found)) or [f"{op.name}: nothing beats what stands"]), flush=True)


def write_report(out: Path) -> tuple[int, list[str]]:
    """Writes kernels.md and the charts of all records in `out`; (bars met, those missed)."""
    met, missed, lines = 0, [], []
    for op in OPS.values():
        path = record_file(out, op)
        if not path.exists():
            continue
        record = json.loads(path.read_text())
        if not lines:
            lines = [
                "# Kernels",
                "",
                "  ".join(f"{name} {value}" for name, value in record["machine"].items()),
                "",
                "Medians, cold L2, the contenders in turn, ± half the distance of the quartiles. Graph: device time alone; eager: with the "
                "host's, bursts of ten calls, of which nine find the L2 warm. Limits: the fastest of many copies and products of several sizes, "
                "measured beside each op. Bars: reached, of what is to be reached.",
                "",
            ]
        lines += report_lines(op, record)
        draw_chart(op, record, path.with_suffix(".png"))
        for row in record["rows"]:
            for work, found in verdicts(op, row, record["ceilings"]).items():
                met += sum(enough for _, enough in found)
                missed += [
                    f"{op.name} {tuple(row['shape'])} {work}: {text}" for text, enough in found if not enough
                ]
    with replacing(out / "kernels.md") as partial:
        partial.write_text("\n".join(lines) + "\n")
    return met, missed
