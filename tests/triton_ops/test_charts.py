"""The style of charts, and the chart of an op's record."""

import math

import pytest
from chart_properties import are_labelled, are_round, dots_of, legend_of, lines_at, texts_of
from matplotlib import pyplot

import kernels  # noqa: F401  (declares its ops)
from triton_ops.charts import (
    OURS,
    RATIOS,
    SLOWER,
    log_ticks,
    new_figure,
    number_words,
    rate_bars,
    ratio_axis,
    ratio_dots,
    ratio_ticks,
    ratio_words,
    round_ticks,
    save_figure,
)
from triton_ops.contract import OPS
from triton_ops.report import chart_of_op


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    pyplot.close("all")


@pytest.mark.parametrize(
    "value, words",
    [(0, "0"), (0.2, "0.2"), (512, "512"), (1500, "1,500"), (250_000, "250 k"), (2.5e6, "2.5 M")],
)
def test_numbers_in_words(value, words):
    assert number_words(value) == words


def test_what_is_slightly_slower_is_not_written_as_equal():
    assert [ratio_words(ratio) for ratio in (0.9974, 0.9996, 1.0, 1.172, 0.85)] == [
        "0.997x",
        "0.9996x",
        "1.00x",
        "1.17x",
        "0.85x",
    ]


@pytest.mark.parametrize("most", [0.37, 7.3, 48.0, 61_234.0])
def test_linear_ticks_are_round(most):
    _, [[axes]] = new_figure(1, 1, (6, 4))
    axes.plot([0, most], [0, most])
    round_ticks(axes.xaxis)
    assert are_round(axes.get_xticks())


def test_a_logarithmic_axis_is_written_in_numbers():
    figure, [[axes]] = new_figure(1, 1, (6, 4))
    axes.plot([1, 2], [0.02, 7])
    log_ticks(axes.yaxis)
    figure.canvas.draw()
    words = [label.get_text() for label in axes.get_yticklabels()]
    assert axes.get_yscale() == "log" and {"0.02", "0.05", "0.1", "1", "5"} <= set(words)


def test_an_axis_of_speedups_names_the_baseline_and_both_sides():
    figure, [[axes]] = new_figure(1, 1, (6, 4))
    ratio_axis(axes, [0.7, 2.6], "the baseline")
    ratio_dots(axes, [0.7, 1.0, 2.6], 0)
    [line] = lines_at(axes, 1)
    assert line.get_label() == "the baseline" and texts_of(axes) == ["slower", "faster"]
    words = [label.get_text() for label in axes.get_xticklabels()]
    assert words == ["0.75x", "1x", "1.5x", "2x"]
    low, high = axes.get_xlim()
    assert low < 0.7 and high > 2.6
    [(_, slow_color, slow_mark)] = [dot for dot in dots_of(axes) if dot[0] < 1]
    fast = {dot[1:] for dot in dots_of(axes) if dot[0] >= 1}
    assert slow_color == SLOWER and fast == {(OURS, next(iter(fast))[1])}
    assert slow_mark not in {mark for _, mark in fast}  # a triangle, not only a colour


def test_labels_of_speedups_stand_apart_however_wide_the_axis():
    assert ratio_ticks(0.09, 12, 20) == [one for one in RATIOS if 0.09 <= one <= 12]
    few = ratio_ticks(0.066, 14.7, 6.15)
    assert 0.25 in few and 0.2 not in few and {0.1, 0.5, 0.75, 1, 2, 5, 10} <= set(few)
    figure, [[axes]] = new_figure(1, 1, (8.2, 4))
    ratio_axis(axes, [0.074, 13.2], "eager PyTorch")
    figure.canvas.draw()
    boxes = [label.get_window_extent() for label in axes.get_xticklabels()]
    assert len(boxes) > 8 and all(left.x1 < right.x0 for left, right in zip(boxes, boxes[1:]))


def test_slower_bars_are_hatched():
    _, [[axes]] = new_figure(1, 1, (6, 4))
    bars = rate_bars(axes, ["a", "b"], [2.0, 0.5], [False, True])
    assert [bool(bar.get_hatch()) for bar in bars] == [False, True] and bars[1].get_label() == "slower"


def test_a_chart_is_written_whole_and_alike_each_time(tmp_path):
    for name in ("a.png", "b.png"):
        figure, [[axes]] = new_figure(1, 1, (2, 2))
        axes.plot([1, 2])
        save_figure(figure, tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "b.png"]
    assert not pyplot.get_fignums()


def record_of(times):
    """A record of RMSNorm: {shape: (ours, eager, compiled)} in milliseconds, forward."""
    rows = []
    for shape, (ours, *others) in times.items():
        names = dict(zip(("triton", "eager", "compile"), (ours, *others)))
        graph = {name: [ms, 0.0] for name, ms in names.items() if ms}
        work = {"graph": graph, "eager": {}, "peak": dict.fromkeys(names, 0)}
        rows.append({"shape": list(shape), "dtype": "bf16", "works": {"forward": work}, "absent": {}})
    machine = {"gpu": "a GPU", "torch": "2", "triton": "3"}
    ceilings = {"copy": 4e12, "product": 7e14, "disturbed": 0.0}
    return {"rows": rows, "machine": machine, "date": "2026-01-01", "ceilings": ceilings}


def test_the_chart_of_an_op_marks_where_it_is_slower():
    times = {(4096, 512): (0.01, 0.02, 0.012), (65536, 512): (0.05, 0.09, 0.04), (9, 7): (0.0, 0.01, 0.02)}
    figure = chart_of_op(OPS["rms_norm"], record_of(times))
    [panel] = figure.axes
    assert panel.get_xlabel() == "memory throughput (TB/s)" and are_labelled(panel)
    assert are_round(panel.get_xticks())
    assert [label.get_text() for label in panel.get_yticklabels()] == ["9 x 7", "4096 x 512", "65536 x 512"]
    assert texts_of(panel) == ["1.20x", "▼ 0.80x", "speedup"]
    [peak] = lines_at(panel, 4.0)
    assert peak.get_label() == "peak of the device, 4"
    by_label = {line.get_label(): line for line in panel.lines}
    assert by_label["Triton (ours)"].get_marker() != by_label["Triton (ours), slower"].get_marker()
    assert list(by_label["Triton (ours), slower"].get_ydata()) == [2]
    assert math.isnan(by_label["Triton (ours)"].get_xdata()[0])  # it was not timed at 9 x 7
    assert {"eager PyTorch", "torch.compile"} <= set(legend_of(figure))
    assert figure.get_suptitle().startswith("RMSNorm: a GPU, torch 2")


def test_a_record_without_rows_is_drawn():
    assert len(chart_of_op(OPS["rms_norm"], record_of({})).axes) == 1
