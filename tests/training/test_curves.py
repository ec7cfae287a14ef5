"""The chart of a run's log: loss with validation, accuracy, learning rate, throughput."""

import pytest
from chart_properties import are_labelled, are_round, legend_of, lines_at
from matplotlib import pyplot

from training.curves import figure_of_run, smoothed


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    pyplot.close("all")


def log_of(losses, epochs, skipped=()):
    """Rows of a log: a step each for `losses`, an epoch at {step: (loss, accuracy)}."""
    rows = []
    for step, loss in enumerate(losses, 1):
        loss = None if step in skipped else loss
        row = {
            "event": "step",
            "step": step,
            "seconds": 0.5 * step,
            "loss": loss,
            "lr_scale": step / len(losses),
        }
        rows.append(row | {"tokens": 100})
        if step in epochs:
            loss, accuracy = epochs[step]
            rows.append({"event": "epoch", "step": step, "loss": loss, "accuracy": accuracy})
    return rows


def test_every_panel_says_what_it_shows_in_round_numbers():
    losses = [6.0 - 0.1 * step for step in range(40)]
    figure = figure_of_run(log_of(losses, {20: (4.4, 0.5), 40: (3.1, 0.75)}, skipped=(7,)))
    panels = {panel.get_ylabel(): panel for panel in figure.axes}
    assert list(panels) == [
        "cross-entropy (nats a token)",
        "validation tokens predicted right (%)",
        "learning rate (% of its peak)",
        "throughput (tokens a second)",
    ]
    figure.canvas.draw()
    for panel in figure.axes:
        assert are_round(panel.get_yticks()) and are_round(panel.get_xticks())
    bottom = figure.axes[2:]
    assert [panel.get_xlabel() for panel in bottom] == ["step", "step"] and all(map(are_labelled, bottom))
    rates = panels["throughput (tokens a second)"]
    assert set(rates.lines[0].get_ydata()) == {200.0} and rates.get_ylim()[0] == 0
    scales = panels["learning rate (% of its peak)"].lines[0]
    assert scales.get_ydata()[-1] == 100 and panels["learning rate (% of its peak)"].get_ylim() == (0, 105)


def test_validation_its_lowest_loss_and_skipped_steps_are_in_the_panel_of_losses():
    losses = [6.0 - 0.1 * step for step in range(40)]
    figure = figure_of_run(log_of(losses, {20: (3.0, 0.5), 40: (3.5, 0.7)}, skipped=(7, 9)))
    axes = figure.axes[0]
    by_label = {line.get_label(): line for line in axes.lines}
    assert list(by_label["validation"].get_xdata()) == [20, 40] and by_label["validation"].get_marker() == "o"
    assert by_label["validation"].get_linestyle() != by_label["training, mean"].get_linestyle()
    assert axes.get_title(loc="left") == "lowest validation loss 3.000, step 20"
    assert 7 not in by_label["training, a step"].get_xdata() and lines_at(axes, 7) and lines_at(axes, 9)
    assert legend_of(figure).count("step skipped") == 1


def test_a_loss_that_falls_far_is_on_a_logarithmic_axis():
    figure = figure_of_run(log_of([8 * 0.8**step for step in range(30)], {}))
    figure.canvas.draw()
    words = {label.get_text() for label in figure.axes[0].get_yticklabels()}
    assert figure.axes[0].get_yscale() == "log" and {"0.05", "0.5", "5"} <= words


def test_a_log_without_a_step_is_drawn():
    assert len(figure_of_run([]).axes) == 4


def test_the_mean_has_few_points_and_keeps_the_mean():
    places, means = smoothed(list(range(1000)), [2.0] * 500 + [4.0] * 500)
    assert len(places) <= 50 and means[0] == 2.0 and means[-1] == 4.0
