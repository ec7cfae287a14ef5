"""The report: records of the benchmark as a Markdown table and a chart an op, and which targets were met."""

import itertools
import json
import math
from pathlib import Path

from triton_ops.bench import record_file
from triton_ops.charts import (
    FASTER_MARK,
    OURS,
    REFERENCE,
    SLOWER,
    SLOWER_MARK,
    label_ratios,
    new_figure,
    op_words,
    round_ticks,
    save_figure,
)
from triton_ops.contract import OPS, PASSES, Op, Target
from triton_ops.files import replacing
from triton_ops.machine import DTYPES

INTERFERENCE_LIMIT = 0.05  # share of slow calls above which something else computes on the GPU
LEGEND = (
    "Medians, cold L2, the functions in turn, ± half the distance of the quartiles. Graph: device time "
    "alone; eager: with the host's, bursts of ten calls, of which nine find the L2 warm. Limits: the fastest "
    "of many copies and products of several sizes, measured next to each op. Targets: reached, of what is to "
    "be reached."
)
FUNCTION_WORDS = {
    "eager": "eager PyTorch",
    "compile": "torch.compile",
    "liger": "Liger-Kernel",
    "fused, unclipped": "fused optimizer, unclipped",
    "triton bf16": "Triton in bf16",
    "loop": "a loop of products",
    "bmm": "torch.bmm",
    "flash": "SDPA, flash",
    "cudnn": "SDPA, cuDNN",
    "efficient": "SDPA, efficient",
    "math": "SDPA, math",
}
BASELINE_COLORS = ("#d97706", "#2f855a", "#7c3aed", "#0e7490", "#be185d", "#6b7280", "#92400e")
RATES = ["best baseline / ours", "TB/s", "TFLOP/s", "of the limit", "MiB: ours, least other", "targets"]


def device_ms(entry: dict, name: str) -> float | None:
    """Device time of one function; the eager time of what cannot be captured, None of what did not run."""
    timing = entry["graph"].get(name) or entry["eager"].get(name)
    return timing and timing[0]


def bytes_and_flops(op: Op, row: dict, passes: str) -> tuple[int, int]:
    """(bytes, operations of the products) that a row's passes need at least."""
    shape = tuple(row["shape"])
    itemsize = next(dtype.itemsize for dtype, name in DTYPES.items() if name == row["dtype"])
    count = 1 + PASSES.index(passes)
    return sum(op.bytes_moved(shape, itemsize)[:count]), sum(op.flops(shape)[:count])


def target_value(target: Target, op: Op, row: dict, ceilings: dict) -> float | None:
    """What Triton came to in the terms of `target`; None where one of the two was not measured."""
    entry = row["works"].get(target.passes)
    if entry is None or device_ms(entry, "triton") is None:
        return None
    moved, flops = bytes_and_flops(op, row, target.passes)
    ours = device_ms(entry, "triton")
    if target.against.startswith("memory of "):
        other = entry["peak"].get(target.against.removeprefix("memory of "))
        return other and entry["peak"]["triton"] / other
    if target.against == "copy":
        return moved / (ours / 1e3) / ceilings["copy"]
    if target.against == "TFLOP/s":
        return flops / ours / 1e9
    if target.against == "best":
        other = min((device_ms(entry, name) for name in entry["peak"] if name != "triton"), default=None)
    else:
        other = device_ms(entry, target.against)
    return other and other / ours


def target_results(op: Op, row: dict, ceilings: dict) -> dict[str, list[tuple[str, bool]]]:
    """{passes: [(what was reached of a target, whether that is enough)]} of one row."""
    found = {passes: [] for passes in row["works"]}
    never_slower = [Target(passes, "eager", 1.0) for passes in PASSES]
    for target in (*never_slower, *op.targets):
        if target.shapes and tuple(row["shape"]) not in target.shapes:
            continue
        value = target_value(target, op, row, ceilings)
        if value is not None:
            less_is_better = target.against.startswith("memory")
            enough = value <= target.value if less_is_better else value >= target.value
            found[target.passes].append((f"{value:.3g} of {target.value:g} {target.against}", enough))
    return found


def rate_cells(times: dict[str, float], moved: int, flops: int, limit: float, in_graph: bool) -> list[str]:
    """How Triton's time compares: with the best baseline, as TB/s, as TFLOP/s, with the limit in ms."""
    ours = times.get("triton")
    if not ours:
        return ["-"] * 4
    others = {name: ms for name, ms in times.items() if name != "triton"}
    best = min(others, key=others.get, default=None)
    return [
        f"{others[best] / ours:.2f}x ({best})" if best else "-",
        f"{moved / ours / 1e9:.2f}",
        f"{flops / ours / 1e9:.0f}" if flops else "-",
        f"{limit / ours:.0%}" if in_graph else "-",
    ]


def row_lines(op: Op, row: dict, names: list[str], ceilings: dict) -> list[str]:
    """One shape as lines of the Markdown table: a line a pass and way to run."""
    lines = []
    results = target_results(op, row, ceilings)
    for passes, run in itertools.product(row["works"], ("graph", "eager")):
        entry = row["works"][passes]
        moved, flops = bytes_and_flops(op, row, passes)
        times = {name: timing[0] for name, timing in entry[run].items()}
        cells = []
        for name in names:
            spread = f" ±{entry[run][name][1] / 2:.4f}" if name in times else ""
            cells.append(f"{times[name]:.4f}{spread}" if name in times else "-")
        limit = max(moved / ceilings["copy"], flops / ceilings["product"]) * 1e3
        rates = rate_cells(times, moved, flops, limit, run == "graph")
        peaks = entry["peak"]
        least = min((size for name, size in peaks.items() if name != "triton"), default=math.nan)
        memory = f"{peaks.get('triton', math.nan) / 2**20:.0f}, {least / 2**20:.0f}"
        targets = ""
        if run == "graph":
            targets = "; ".join(f"{'met' if met else '**missed**'}: {text}" for text, met in results[passes])
        row_of_cells = [str(tuple(row["shape"])), row["dtype"], passes, run, *cells, *rates, memory, targets]
        lines.append(f"| {' | '.join(row_of_cells)} |")
    return lines


def report_lines(op: Op, record: dict) -> list[str]:
    """One op's record as a Markdown section."""
    ceilings = record["ceilings"]
    entries = [entry for row in record["rows"] for entry in row["works"].values()]
    names = list(dict.fromkeys(name for entry in entries for name in entry["peak"]))
    warning = ""
    if ceilings["disturbed"] > INTERFERENCE_LIMIT:
        warning = (
            f"; **something else ran on this GPU**: {ceilings['disturbed']:.0%} of equal calls were slow"
        )
    limits = f"copy {ceilings['copy'] / 1e12:.2f} TB/s, bf16 product {ceilings['product'] / 1e12:.0f} TFLOP/s"
    heading = ["shape", "dtype", "pass", "run", *(f"{name}, ms" for name in names), *RATES]
    lines = [
        f"## {op.name}",
        "",
        f"{record['date']}, source {record['source']}; limits: {limits}{warning}",
        "",
        f"| {' | '.join(heading)} |",
        "|---" * len(heading) + "|",
    ]
    for row in record["rows"]:
        lines += row_lines(op, row, names, ceilings)
    absent = {f"{where}: {why}": None for row in record["rows"] for where, why in row["absent"].items()}
    return [*lines, "", *(f"- {reason}" for reason in absent), ""]


def speedup_of(entry: dict) -> float | None:
    """The fastest baseline's device time divided by ours; None where one of them was not timed."""
    ours = device_ms(entry, "triton")
    times = [device_ms(entry, name) for name in entry["peak"] if name != "triton"]
    others = [ms for ms in times if ms is not None]
    return min(others) / ours if ours and others else None


def unit_of(op: Op, rows: list[dict], passes: str, ceilings: dict) -> tuple[int, str, float]:
    """What bounds an op: (place of its count in `bytes_and_flops`, words with the unit, peak a second)."""
    counts = [bytes_and_flops(op, row, passes) for row in rows]
    if any(flops / ceilings["product"] > moved / ceilings["copy"] for moved, flops in counts):
        return 1, "arithmetic rate (TFLOP/s)", ceilings["product"]
    return 0, "memory throughput (TB/s)", ceilings["copy"]


def draw_functions(panel, rates: dict[str, list[float]], slower: list[bool]) -> None:
    """A row a shape, a mark a function; ours is a triangle of another colour where it is slower."""
    for place, name in enumerate(name for name in rates if name != "triton"):
        panel.plot(
            rates[name],
            range(len(slower)),
            "Ds^Pp*hX"[place % 8],
            label=FUNCTION_WORDS.get(name, name),
            # equal values lie on each other: the later mark is the smaller
            markersize=max(8 - place, 4),
            markerfacecolor="none",
            markeredgewidth=1.3,
            color=BASELINE_COLORS[place % len(BASELINE_COLORS)],
        )
    for is_slower, color, mark in ((False, OURS, FASTER_MARK), (True, SLOWER, SLOWER_MARK)):
        places = [place for place, value in enumerate(slower) if value == is_slower]
        ours = [rates["triton"][place] for place in places]
        label = "Triton (ours), slower" if is_slower else "Triton (ours)"
        if places:
            panel.plot(ours, places, mark, label=label, color=color, markersize=9, zorder=4)


def draw_panel(panel, op: Op, passes: str, rows: list[dict], ceilings: dict) -> None:
    """One pass of a chart: the rate of every function at each shape, from the least work to the most."""
    rows = sorted(rows, key=lambda row: bytes_and_flops(op, row, passes)[::-1])
    kind, words, limit = unit_of(op, rows, passes, ceilings)
    names = dict.fromkeys(name for row in rows for name in row["works"][passes]["peak"])
    rates = {name: [] for name in ("triton", *names)}
    for row in rows:
        for name in rates:
            ms = device_ms(row["works"][passes], name)
            count = bytes_and_flops(op, row, passes)[kind]
            rates[name].append(math.nan if ms is None else count / ms / 1e9)
    ratios = [speedup_of(row["works"][passes]) for row in rows]
    panel.hlines(range(len(rows)), 0, limit / 1e12, color="#e6e9ec", linewidth=1, zorder=0)
    panel.axvline(
        limit / 1e12,
        color=REFERENCE,
        linestyle="--",
        linewidth=1.2,
        label=f"peak of the device, {limit / 1e12:.3g}",
    )
    draw_functions(panel, rates, [ratio is not None and ratio < 1 for ratio in ratios])
    label_ratios(panel, ratios)
    panel.set_title(f"{passes}, {rows[0]['dtype']}", fontsize=11, loc="left", pad=18)
    panel.set(xlabel=words, xlim=(0, None), ylim=(-0.6, len(rows) - 0.4))
    panel.invert_yaxis()
    round_ticks(panel.xaxis)
    labels = [" x ".join(map(str, row["shape"])) for row in rows]
    panel.set_yticks(range(len(rows)), labels, fontsize=9)
    panel.tick_params(axis="y", length=0)


def chart_of_op(op: Op, record: dict):
    """A figure of a record, one panel a pass, device time."""
    rows = {passes: [row for row in record["rows"] if passes in row["works"]] for passes in PASSES}
    rows = {passes: rows[passes] for passes in PASSES if rows[passes]}
    most = max(map(len, rows.values()), default=1)
    figure, panels = new_figure(1, max(len(rows), 1), (6.2 * max(len(rows), 1), 0.36 * most + 2.3))
    marks = {}
    for passes, panel in zip(rows, panels[0]):
        draw_panel(panel, op, passes, rows[passes], record["ceilings"])
        handles, labels = panel.get_legend_handles_labels()
        marks |= dict(zip(labels, handles))
    figure.legend(
        marks.values(),
        marks,
        loc="outside lower center",
        ncols=max(min(len(marks), 2 + len(rows)), 1),
        frameon=False,
        fontsize=9,
    )
    machine = "{gpu}, torch {torch}, triton {triton}, ".format(**record["machine"])
    figure.suptitle(f"{op_words(op.name)}: {machine}{record['date']}", fontsize=11)
    return figure


def write_kernel_report(out: Path) -> tuple[int, list[str]]:
    """Writes kernels.md and the charts of all records in `out`; returns (targets met, those missed)."""
    met = 0
    missed = []
    lines = []
    for op in OPS.values():
        path = record_file(out, op)
        if not path.exists():
            continue
        record = json.loads(path.read_text())
        if not lines:
            machine = "  ".join(f"{name} {value}" for name, value in record["machine"].items())
            lines = ["# Kernels", "", machine, "", LEGEND, ""]
        lines += report_lines(op, record)
        save_figure(chart_of_op(op, record), path.with_suffix(".png"), dpi=110)
        for row in record["rows"]:
            for passes, results in target_results(op, row, record["ceilings"]).items():
                met += sum(enough for _, enough in results)
                where = f"{op.name} {tuple(row['shape'])} {passes}"
                missed += [f"{where}: {text}" for text, enough in results if not enough]
    with replacing(out / "kernels.md") as partial:
        partial.write_text("\n".join(lines) + "\n")
    return met, missed
