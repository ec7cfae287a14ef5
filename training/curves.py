"""The curves of a run, as a PNG."""

from pathlib import Path

from training.log import read_rows
from triton_ops.files import replacing


def plot_losses(log_path: Path, image_path: Path) -> None:
    """Loss and accuracy over the steps of a training log (JSON lines), as a PNG."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    rows = read_rows(log_path)
    steps = [row for row in rows if row["event"] == "step" and row["loss"] is not None]
    epochs = [row for row in rows if row["event"] == "epoch"]
    epoch_steps = [row["step"] for row in epochs]
    thin = {"lw": 0.8, "color": "tab:blue", "alpha": 0.6}
    marked = {"marker": "o", "color": "tab:red"}
    figure, (losses, rates) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
    losses.plot([row["step"] for row in steps], [row["loss"] for row in steps], label="training", **thin)
    losses.plot(epoch_steps, [row["loss"] for row in epochs], label="validation", **marked)
    losses.set(xlabel="step", ylabel="cross-entropy a token (nats)", yscale="log")
    losses.legend()
    rates.plot(epoch_steps, [100 * row["accuracy"] for row in epochs], **marked)
    rates.set(xlabel="step", ylabel="validation tokens predicted right (%)")
    if not steps:  # a logarithmic axis takes no empty data
        losses.set(yscale="linear")
    with replacing(image_path) as partial:
        figure.savefig(partial, format="png", dpi=120)
    plt.close(figure)
