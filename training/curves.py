"""The curves of a run, as a PNG."""

from pathlib import Path

from training.log import read_rows
from triton_ops.files import replacing

WINDOWS = 100  # points of the throughput's curve, at most


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


def plot_run(log_path: Path, image_path: Path) -> None:
    """Loss, accuracy, learning rate and throughput over the steps of a log (JSON lines), as a PNG."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import LogLocator, NullLocator

    rows = read_rows(log_path)
    steps = [row for row in rows if row["event"] == "step"]
    kept = [row for row in steps if row["loss"] is not None]
    epochs = [row for row in rows if row["event"] == "epoch"]
    epoch_steps = [row["step"] for row in epochs]
    thin = {"lw": 0.8, "color": "tab:blue", "alpha": 0.6}
    marked = {"marker": "o", "color": "tab:red"}
    figure, axes = plt.subplots(2, 2, figsize=(11, 7), layout="constrained")
    (losses, accuracies), (scales, rates) = axes
    losses.plot([row["step"] for row in kept], [row["loss"] for row in kept], label="training", **thin)
    losses.plot(epoch_steps, [row["loss"] for row in epochs], label="validation", **marked)
    losses.set(ylabel="cross-entropy a token (nats)")
    values = [row["loss"] for row in kept]
    if kept and max(values) > 10 * min(values):
        losses.set_yscale("log")
        losses.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        losses.yaxis.set_minor_locator(NullLocator())
        losses.yaxis.set_major_formatter("{x:g}")  # 3, not 3 x 10^0
    losses.legend(loc="upper right")  # the best place takes seconds to find
    accuracies.plot(epoch_steps, [100 * row["accuracy"] for row in epochs], **marked)
    accuracies.set(ylabel="validation tokens predicted right (%)")
    scales.plot([row["step"] for row in steps], [row["lr_scale"] for row in steps], color="tab:blue")
    scales.set(xlabel="step", ylabel="share of the peak learning rate")
    rates.plot(*throughput(rows), **thin)
    rates.set(xlabel="step", ylabel="tokens a second")
    rates.set_ylim(bottom=0)
    with replacing(image_path) as partial:
        figure.savefig(partial, format="png", dpi=120)
    plt.close(figure)
