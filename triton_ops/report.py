"""The report: records of the benchmark as a Markdown table and a chart an op, and which targets were met."""

import itertools
import json
import math
from pathlib import Path

from triton_ops.bench import record_file
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


def draw_panel(panel, op: Op, passes: str, rows: list[dict], ceilings: dict) -> None:
    """One pass of a chart: the rate of every function over the shapes, from the least work to the most."""
    rows = sorted(rows, key=lambda row: bytes_and_flops(op, row, passes)[::-1])
    counts = [bytes_and_flops(op, row, passes) for row in rows]
    multiplies = any(flops / ceilings["product"] > moved / ceilings["copy"] for moved, flops in counts)
    unit = "TB/s"
    kind = 0
    limit = ceilings["copy"]
    if multiplies:
        unit = "TFLOP/s"
        kind = 1
        limit = ceilings["product"]
    panel.axhline(limit / 1e12, color="black", linestyle="--", label="limit")
    names = dict.fromkeys(name for row in rows for name in row["works"][passes]["peak"])
    # baselines that come to the same lie on each other: each has its own mark, the later the smaller
    for place, name in enumerate(names):
        times = [device_ms(row["works"][passes], name) for row in rows]
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
    title = f"{op.name}, {passes}, {rows[0]['dtype']}"
    panel.set(title=title, ylabel=unit, ylim=(0, None), xlim=(-0.5, len(rows) - 0.5))
    labels = [" x ".join(map(str, row["shape"])) for row in rows]
    panel.set_xticks(range(len(rows)), labels, rotation=25, ha="right", rotation_mode="anchor")
    panel.grid(axis="y", alpha=0.3)
    panel.legend(fontsize=8, labelspacing=1.0, loc="upper left", bbox_to_anchor=(1.0, 1.0))


def draw_chart(op: Op, record: dict, path: Path) -> None:
    """A chart of a record, one panel a pass, device time."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = {passes: [row for row in record["rows"] if passes in row["works"]] for passes in PASSES}
    rows = {passes: rows[passes] for passes in PASSES if rows[passes]}
    count = max(len(rows), 1)
    figure, panels = pyplot.subplots(1, count, figsize=(7.5 * count, 6), squeeze=False)
    for passes, panel in zip(rows, panels[0]):
        draw_panel(panel, op, passes, rows[passes], record["ceilings"])
    machine = "{gpu}, torch {torch}, triton {triton}, ".format(**record["machine"])
    figure.suptitle(machine + record["date"], fontsize=9)
    figure.tight_layout()
    with replacing(path) as partial:
        figure.savefig(partial, format="png", dpi=110)
    pyplot.close(figure)


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
        draw_chart(op, record, path.with_suffix(".png"))
        for row in record["rows"]:
            for passes, results in target_results(op, row, record["ceilings"]).items():
                met += sum(enough for _, enough in results)
                where = f"{op.name} {tuple(row['shape'])} {passes}"
                missed += [f"{where}: {text}" for text, enough in results if not enough]
    with replacing(out / "kernels.md") as partial:
        partial.write_text("\n".join(lines) + "\n")
    return met, missed
