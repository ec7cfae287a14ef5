"""The curves of a run, as a PNG."""

from pathlib import Path

from training.log import read_rows
from triton_ops.charts import OURS, REFERENCE, SLOWER, log_ticks, new_figure, round_ticks, save_figure

WINDOWS = 100  # points of the throughput's curve, at most
SMOOTHED = 50  # means that the smoothed loss has, at most
THIN = {"lw": 0.7, "color": OURS, "alpha": 0.35}
MARKED = {"marker": "o", "color": SLOWER, "ls": "--"}


def throughput(rows: list[dict]) -> tuple[list[int], list[float]]:
    """(steps, tokens a second) over windows of the log's rows; none of them holds an evaluation."""
    window = 1 + sum(row["event"] == "step" for row in rows) // WINDOWS
    ends = []
    rates = []
    tokens = seconds = 0
    steps = 0
    for before, row in zip(rows, rows[1:]):
        if before["event"] != "step" or row["event"] != "step" or "tokens" not in row:
            continue
        tokens += row["tokens"]
        seconds += row["seconds"] - before["seconds"]
        steps += 1
        if steps == window:
            if seconds > 0:
                ends.append(row["step"])
                rates.append(tokens / seconds)
            tokens = seconds = steps = 0
    return ends, rates


def smoothed(steps: list[int], losses: list[float]) -> tuple[list[float], list[float]]:
    """(steps, means of the loss) over windows of equal numbers of steps."""
    window = 1 + len(steps) // SMOOTHED
    groups = [slice(start, start + window) for start in range(0, len(steps), window)]

    def means(values: list) -> list[float]:
        return [sum(values[group]) / len(values[group]) for group in groups]

    return means(steps), means(losses)


def draw_losses(axes, steps: list[dict], epochs: list[dict]) -> None:
    """The loss of every step, its mean, that of validation with the lowest named, and the skipped steps."""
    kept = [row for row in steps if row["loss"] is not None]
    skipped = [row["step"] for row in steps if row["loss"] is None]
    places = [row["step"] for row in kept]
    values = [row["loss"] for row in kept]
    axes.plot(places, values, label="training, a step", **THIN)
    axes.plot(*smoothed(places, values), color=OURS, lw=1.6, label="training, mean")
    axes.plot([row["step"] for row in epochs], [row["loss"] for row in epochs], label="validation", **MARKED)
    for place, step in enumerate(skipped):
        axes.axvline(step, color=REFERENCE, lw=0.8, ls=":", label=None if place else "step skipped")
    if kept and max(values) > 10 * min(values):
        log_ticks(axes.yaxis)
    else:
        round_ticks(axes.yaxis)
    if epochs:
        lowest = min(epochs, key=lambda row: row["loss"])
        axes.axhline(lowest["loss"], color=SLOWER, lw=0.7, ls=":")
        text = f"lowest validation loss {lowest['loss']:.3f}, step {lowest['step']:,}"
        axes.set_title(text, fontsize=9, loc="left")
    axes.set_ylabel("cross-entropy (nats a token)")
    axes.legend(loc="upper right", frameon=False)  # the best place takes seconds to find


def figure_of_run(rows: list[dict]):
    """A figure of loss, accuracy, learning rate and throughput over the steps of a log."""
    steps = [row for row in rows if row["event"] == "step"]
    epochs = [row for row in rows if row["event"] == "epoch"]
    figure, [[losses, accuracies], [scales, rates]] = new_figure(2, 2, (11, 7), sharex=True)
    draw_losses(losses, steps, epochs)
    accuracies.plot([row["step"] for row in epochs], [100 * row["accuracy"] for row in epochs], **MARKED)
    accuracies.set_ylabel("validation tokens predicted right (%)")
    scales.plot([row["step"] for row in steps], [100 * row["lr_scale"] for row in steps], color=OURS)
    scales.set_ylabel("learning rate (% of its peak)")
    scales.set_ylim(0, 105)
    rates.plot(*throughput(rows), color=OURS, lw=1.2)
    rates.set_ylabel("throughput (tokens a second)")
    rates.set_ylim(bottom=0)
    for panel in (accuracies, scales, rates):
        round_ticks(panel.yaxis)
    for panel in figure.axes:
        panel.grid(color="#eceff1")
        round_ticks(panel.xaxis, whole=True)
    for panel in (scales, rates):
        panel.set_xlabel("step")
    return figure


def plot_run(log_path: Path, image_path: Path) -> None:
    """Loss, accuracy, learning rate and throughput over the steps of a log (JSON lines), as a PNG."""
    save_figure(figure_of_run(read_rows(log_path)), image_path, dpi=120)
