"""The record of transformer_np.py as JSON, Markdown and charts."""

import json
import math
from pathlib import Path

import torch
from torch import Tensor

from neural_process import loss_curves, profiles
from neural_process.data import Tasks
from neural_process.measure import GPU_SHARE, STAGES, is_pytorch
from neural_process.model import Config, step_flops
from neural_process.rows import BASELINE, Row
from triton_ops.charts import (
    OTHER,
    OURS,
    REFERENCE,
    SLOWER,
    label_ratios,
    new_figure,
    rate_bars,
    round_ticks,
    save_figure,
)
from triton_ops.choice import format_columns
from triton_ops.files import replacing

HEAD = ["row", "ms a step", "tokens/s", "of the peak", f"x {BASELINE}", "x PyTorch", "GiB", *STAGES, "note"]


def read_record(path: Path) -> dict:
    """What an earlier run left, or nothing."""
    return json.loads(path.read_text()) if path.exists() else {}


def against_baseline(row: dict) -> float | None:
    """The baseline's time of the same rounds divided by the row's."""
    return row["baseline_ms"] / row["ms"] if "ms" in row and "baseline_ms" in row else None


def best_pytorch(rows: list[dict]) -> dict | None:
    """The fastest row without anything of ours; None where there is none."""
    rows = [row for row in rows if is_pytorch(Row.parse(row["row"])) and against_baseline(row)]
    return max(rows, key=against_baseline, default=None)


def summary(rows: list[dict]) -> str:
    """A line on the fastest row with something of ours; empty where there is none, or no baseline."""
    ours = [row for row in rows if not is_pytorch(Row.parse(row["row"])) and against_baseline(row)]
    if not ours:
        return ""
    fastest = max(ours, key=against_baseline)
    line = f"{fastest['row']}: {against_baseline(fastest):.2f} times the speed of {BASELINE}"
    best = best_pytorch(rows)
    if best:
        line += f", {against_baseline(fastest) / against_baseline(best):.2f} times that of {best['row']}"
    return line


def cells_of(row: dict, best: dict | None, flops: float, peak: float | None) -> list[str]:
    """A row of the table."""
    if "ms" not in row:
        return [row["row"], *(len(HEAD) - 2) * ["-"], row["error"]]
    ratio = against_baseline(row)
    stages = [f"{row[f'{stage}_ms']:.2f}" if f"{stage}_ms" in row else "-" for stage in STAGES]
    return [
        row["row"],
        f"{row['ms']:.3f} +-{row['spread_ms'] / 2:.3f}",
        f"{row['tokens_per_second']:.3g}",
        f"{flops / (row['ms'] / 1e3) / peak:.0%}" if peak else "-",
        f"{ratio:.2f}" if ratio else "-",
        f"{ratio / against_baseline(best):.2f}" if ratio and best else "-",
        f"{row['memory_gib']:.2f}" if "memory_gib" in row else "-",
        *stages,
        f"{row['rounds']} rounds",
    ]


def table(rows: list[dict], config: Config, shape: tuple, peak: float | None) -> str:
    """The rows at one shape as columns; "of the peak" counts no operation twice, checkpointed or not."""
    best = best_pytorch(rows)
    flops = step_flops(config, *shape)
    return format_columns([HEAD, *(cells_of(row, best, flops, peak) for row in rows)])


def largest_shape(rows: dict[tuple, dict], room: float) -> tuple[int, int] | None:
    """The largest (M, N), in the proportions of the largest shape measured, whose step needs at most `room`
    bytes: on the line through what the row needed at the two shapes with most tokens. None without two.
    """
    measured = sorted(
        (
            (B * (M + N), row["memory_gib"] * 2**30, M, N)
            for (B, M, N), row in rows.items()
            if "memory_gib" in row
        )
    )[-2:]
    if len(measured) < 2 or measured[0][0] == measured[1][0]:
        return None
    (few, less, _, _), (many, more, M, N) = measured
    slope = (more - less) / (many - few)
    if slope <= 0:
        return None
    tokens = many + (room - more) / slope
    return round(tokens * M / (M + N), -3), round(tokens * N / (M + N), -2)


def largest_lines(record: dict, shapes: dict[str, tuple]) -> list[str]:
    """The largest shape of each row that was measured at two, one of them the record's longest."""
    room = GPU_SHARE * record.get("capacity", 0)
    longest = max(shapes.values(), key=lambda shape: shape[0] * sum(shape[1:]), default=None)
    by_row = {}
    for key, rows in record["shapes"].items():
        for row in rows:
            by_row.setdefault(row["row"], {})[shapes[key]] = row
    lines = []
    for name, found in by_row.items():
        largest = largest_shape(found, room) if room and "memory_gib" in found.get(longest, {}) else None
        if largest:
            lines.append(f"- {name}: M = {largest[0]:,.0f}, N = {largest[1]:,.0f}")
    return lines


def shape_of(key: str) -> tuple[int, int, int]:
    """(B, M, N) of "1x64x500"."""
    B, M, N = map(int, key.split("x"))
    return B, M, N


def fall_line(losses: list[float]) -> str:
    """A line on a run: its first loss, and the mean of its last tenth."""
    last = torch.tensor(losses[-max(len(losses) // 10, 1) :]).mean().item()
    return f"loss {losses[0]:.4f} at first, {last:.4f} in the last tenth of {len(losses)} steps"


def largest_line(name: str, found: dict) -> str:
    """What the search for the largest shape of a row came to."""
    if "error" in found:
        return f"- {name}: {found['error']}"
    B, M, N = found["shape"]
    return f"- {name}: B = {B}, M = {M:,}, N = {N:,} in {found['room_gib']:.2f} GiB, {found['trials']} trials"


def curves_text(found: dict) -> str:
    """The rows of one comparison of loss curves, and what the distances are to be held against."""
    cells = [["row", "first", "lowest", "last tenth", "deviation", "at the end", "verdict"]]
    for name, curve in found["rows"].items():
        losses = curve.get("losses", [])
        means = loss_curves.smoothed(losses, found["steps"]).tolist()
        share, end = curve.get("deviation"), curve.get("end_distance")
        cells.append(
            [
                name,
                f"{losses[0]:.4f}" if losses else "-",
                f"{min(losses):.4f}" if losses else "-",
                f"{means[-1]:.4f}" if means else "-",
                "-" if share is None else f"{share:.2%}",
                "-" if end is None else f"{end:+.2%}",
                curve.get("verdict", "-"),
            ]
        )
    spread = loss_curves.spread_of(found["rows"])
    lines = [
        f"Rate {found['peak_rate']:g} after {found['warm_up']} steps of warm-up, gradients clipped at norm "
        f"{found['clip']:g}; a deviation is a share of what the first row's loss falls by.",
        f"```\n{format_columns(cells)}\n```",
    ]
    if math.isfinite(spread):
        lines.append(f"PyTorch's own rows stray from each other by {spread:.2%}: nothing nearer can be told.")
    return "\n\n".join(lines)


def markdown(record: dict, config: Config, command: str) -> str:
    """The whole record as a page."""
    about = record["environment"]
    made = (
        f"`{command}`, {about['device']}, torch {about['torch']}, triton {about['triton']}, {about['date']}"
    )
    parts = ["# TransformerNP: one training step", made]
    if record.get("peak"):
        parts.append(f"A large product in bf16: {record['peak'] / 1e12:.0f} TFLOP/s.")
    for key, rows in record["shapes"].items():
        B, M, N = shape_of(key)
        parts.append(f"## B = {B}, M = {M:,}, N = {N:,}")
        parts.append(f"```\n{table(rows, config, (B, M, N), record.get('peak'))}\n```")
        parts += [summary(rows)] if summary(rows) else []
    for key, rows in record.get("profiles", {}).items():
        shape = shape_of(key)
        cells = [profiles.HEAD, *(profiles.cells_of(name, rows[name], config, shape) for name in rows)]
        parts.append(f"## Milliseconds of a step by kind of kernel at {key}")
        parts.append(f"```\n{format_columns(cells)}\n```")
    lines = largest_lines(record, {key: shape_of(key) for key in record["shapes"]})
    if lines:
        parts.append("## The largest shape that memory fits, by the line through two measured ones")
        parts.append("\n".join(lines))
    if record.get("largest"):
        parts.append("## The largest shape that memory fits, by steps whose attention computes nothing")
        parts.append("\n".join(largest_line(name, found) for name, found in record["largest"].items()))
    if record.get("trained"):
        run = record["trained"]
        steps = run.get("steps", len(run["losses"]))
        covered = (
            f"{run['coverage']:.1%} of the values of other tasks within two standard deviations of the mean."
            if "coverage" in run
            else f"unfinished, of {steps} steps."
        )
        parts.append("## Predictions for functions that were not trained on")
        shape = tuple(run["shape"])
        parts.append(f"`{run['row']}` on tasks of B, M, N = {shape}: {fall_line(run['losses'])}; {covered}")
        parts += ["![predictions](transformer_np-predictions.png)"] if "coverage" in run else []
    if record.get("checks"):
        cells = [["row", "right", "gradients", "graph"]]
        for name, check in record["checks"].items():
            cells.append([name, "yes" if check["ok"] else "NO", check["gradients"], check.get("graph", "-")])
        parts += ["## Against float64, and with and without a graph", f"```\n{format_columns(cells)}\n```"]
    for key, found in record.get("curves", {}).items():
        parts += [f"## Loss curves, tasks of B, M, N = {key}", curves_text(found)]
    return "\n\n".join(parts) + "\n"


def chart_of_rows(record: dict):
    """A figure with a panel a shape: how many times the baseline's speed each row has. PyTorch's rows are
    grey, slower ones hatched. None where nothing was timed.
    """
    panels = {}
    for key, rows in record["shapes"].items():
        timed = [row for row in rows if against_baseline(row)]
        if timed:
            panels[key] = sorted(timed, key=against_baseline)
    if not panels:
        return None
    most = max(map(len, panels.values()))
    figure, axes = new_figure(1, len(panels), (5.8 * len(panels), 0.32 * most + 1.6))
    for axis, (key, rows) in zip(axes[0], panels.items()):
        ratios = [against_baseline(row) for row in rows]
        colors = [OTHER if is_pytorch(Row.parse(row["row"])) else OURS for row in rows]
        rate_bars(axis, [row["row"] for row in rows], ratios, [ratio < 1 for ratio in ratios], color=colors)
        label_ratios(axis, ratios)
        axis.axvline(1, color=REFERENCE, linewidth=1.4, label=BASELINE)
        B, M, N = shape_of(key)
        axis.set_title(f"B = {B}, M = {M:,}, N = {N:,}", fontsize=10, loc="left")
        axis.set_xlabel(f"speedup over {BASELINE}, at 1; grey: PyTorch's own, hatched: slower")
        axis.tick_params(axis="y", labelsize=8)
        round_ticks(axis.xaxis)
    return figure


def draw_losses(losses_at, distance_at, steps: int, curves: dict[str, dict]) -> None:
    """The two panels of one comparison; the first row is the baseline."""
    means = {name: loss_curves.smoothed(curve["losses"], steps) for name, curve in curves.items()}
    baseline = next(iter(means.values()))
    fell = (baseline[0] - baseline[-1]).item() if len(baseline) else 0.0
    window = max(steps // loss_curves.PARTS, 1)
    for place, (name, mean) in enumerate(means.items()):
        style = dict(linestyle=("-", "--", "-.", ":")[place % 4], color=f"C{place}", linewidth=1.2)
        at = torch.arange(window, window + len(mean))
        losses_at.plot(at, mean, label=name, **style)
        shared = min(len(mean), len(baseline))
        if place and fell > 0:
            distance = 100 * (mean[:shared] - baseline[:shared]) / fell
            distance_at.plot(at[:shared], distance, **style)
    bar = 100 * loss_curves.BAR
    distance_at.axhspan(-bar, bar, color=REFERENCE, alpha=0.12, lw=0)
    distance_at.set(
        xlabel="step", ylabel=f"distance from {next(iter(means))}\n(% of its fall; band: {bar:g} %)"
    )
    losses_at.set_ylabel(f"minus the mean log-probability\n(nats a target, mean of {window} steps)")
    for axis in (losses_at, distance_at):
        round_ticks(axis.xaxis, whole=True)
        round_ticks(axis.yaxis)
        axis.grid(color="#eceff1")
    losses_at.legend(frameon=False, fontsize=8)


def chart_of_row_losses(record: dict):
    """A figure of loss curves, a column for each comparison: the means of each row, and below them their
    distance from the baseline in per cent of its fall. None where there is no curve.
    """
    comparisons = {
        key: (found["steps"], curves)
        for key, found in record.get("curves", {}).items()
        if (curves := {name: curve for name, curve in found["rows"].items() if curve.get("losses")})
    }
    if not comparisons:
        return None
    figure, axes = new_figure(2, len(comparisons), (7.5 * len(comparisons), 6.4))
    for column, (key, (steps, curves)) in enumerate(comparisons.items()):
        losses_at, distance_at = axes[:, column]
        draw_losses(losses_at, distance_at, steps, curves)
        losses_at.set_title(f"B, M, N = {key}", fontsize=10, loc="left")
    return figure


def mean_and_deviation(mixture_BNK3: Tensor) -> tuple[Tensor, Tensor]:
    """Of each target under its mixture: (B, N) each."""
    mixture = mixture_BNK3.double()
    weights = mixture[..., 0].softmax(-1)
    means = mixture[..., 1]
    mean = (weights * means).sum(-1)
    second = (weights * (means.square() + (2 * mixture[..., 2]).exp())).sum(-1)
    return mean, (second - mean.square()).clamp(min=0.0).sqrt()


def draw_predictions(tasks: Tasks, grid_N: Tensor, mixture_BNK3: Tensor, path: Path) -> None:
    """A panel a task: the true curve, what was seen of it, the mean and two standard deviations."""
    mean, spread = (each.cpu() for each in mean_and_deviation(mixture_BNK3.detach()))
    grid = grid_N.cpu()
    M = tasks.n_context
    figure, axes = new_figure(1, len(mean), (4.2 * len(mean), 3.8))
    for b, axis in enumerate(axes[0]):
        low, high = mean[b] - 2 * spread[b], mean[b] + 2 * spread[b]
        axis.fill_between(grid, low, high, color=OURS, alpha=0.2, lw=0, label="two standard deviations")
        axis.plot(grid, mean[b], color=OURS, label="predicted mean")
        axis.plot(grid, tasks.targets[b, :, 0].cpu(), color=REFERENCE, lw=1, ls="--", label="true curve")
        seen = tasks.tokens[b, :M].cpu()
        axis.scatter(seen[:, 0], seen[:, 1], s=18, color=SLOWER, zorder=3, label=f"the {M} values seen")
        axis.set(xlabel="input", ylabel="value" if b == 0 else "", title=f"function {b + 1}")
        round_ticks(axis.xaxis)
        round_ticks(axis.yaxis)
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
    save_figure(figure, path)


def write_json(record: dict, stem: Path) -> None:
    """The record alone, as quick as it has to be in the middle of a run."""
    with replacing(stem.with_suffix(".json")) as partial:
        partial.write_text(json.dumps(record, indent=1))


def write_record(record: dict, config: Config, stem: Path, command: str) -> None:
    """JSON, Markdown and charts."""
    write_json(record, stem)
    with replacing(stem.with_suffix(".md")) as partial:
        partial.write_text(markdown(record, config, command))
    charts = {stem.with_suffix(".png"): chart_of_rows(record)}
    charts[stem.with_name(stem.name + "-curves.png")] = chart_of_row_losses(record)
    for path, figure in charts.items():
        if figure:
            save_figure(figure, path)


def coverage(tasks: Tasks, mixture_BNK3: Tensor) -> float:
    """The share of targets within two standard deviations of the mean."""
    mean, spread = mean_and_deviation(mixture_BNK3)
    return ((tasks.targets[..., 0] - mean).abs() <= 2 * spread).double().mean().item()
