"""The charts of the benchmarks: made-up rows, drawn, and what their axes say."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest
from chart_properties import are_labelled, are_round, dots_of, legend_of, lines_at, texts_of
from matplotlib import pyplot

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import backend  # noqa: E402
import chart  # noqa: E402
import report  # noqa: E402
from calls import tables  # noqa: E402
from calls.data import Call  # noqa: E402
from calls.verdicts import Outcome  # noqa: E402
from neural_process import report as neural_report  # noqa: E402
from sets import Row  # noqa: E402

from triton_ops.charts import SLOWER  # noqa: E402


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def modes():
    """benchmarks/training.py; its name is a package's."""
    path = ROOT / "benchmarks" / "training.py"
    spec = importlib.util.spec_from_file_location("training_modes_drawn", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["training_modes_drawn"] = module  # its dataclasses ask for it
    spec.loader.exec_module(module)
    return module


def test_speedups_of_ops_stand_against_the_baseline_at_1():
    figure = chart.chart_of_speedups(
        {"rms_norm": [0.93, 1.2, 1.3], "decode_attention": [1.5], "adamw": [0.8]}
    )
    [axes] = figure.axes
    assert lines_at(axes, 1) and are_labelled(axes)
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == ["AdamW, clipped (a step)", "RMSNorm", "decode attention (forward)"]  # the fastest on top
    assert {"slower", "faster", "median", "1.20x", "▼ 0.80x"} <= set(texts_of(axes))
    slow = {dot[1:] for dot in dots_of(axes) if dot[0] < 1}
    fast = {dot[1:] for dot in dots_of(axes) if dot[0] > 1}
    assert len(slow) == len(fast) == 1 and not {mark for _, mark in slow} & {mark for _, mark in fast}
    assert {color for color, _ in slow} == {SLOWER}
    assert all(label.get_text().endswith("x") for label in axes.get_xticklabels())
    assert legend_of(figure) == ["the fastest baseline", "a shape, faster", "a shape, slower"]


def test_the_newest_record_of_a_shape_counts(tmp_path):
    for folder, ours in (("2026-01-01", 1.0), ("2026-01-02", 0.5)):
        graph = {"triton": [ours, 0], "eager": [2.0, 0], "compile": [1.0, 0]}
        row = {"shape": [4, 5], "works": {"forward": {"graph": graph}}}
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "kernels_mlp.json").write_text(json.dumps({"rows": [row]}))
    assert chart.speedups(sorted(tmp_path.iterdir())) == {"mlp": [2.0]}


def mode_row(name, rate, **more):
    return {"mode": name, "words": "words", "ms": 10.0, "tokens_per_second": rate} | more


def test_modes_slower_than_the_peer_are_hatched(modes):
    rows = [mode_row("released", 4e6, peer_ms=12.5), mode_row("eager", 2e6), {"mode": "fp16", "error": "no"}]
    figure = modes.chart_of_modes(rows, "a title")
    [axes] = figure.axes
    assert [bool(bar.get_hatch()) for bar in axes.patches] == [True, False]  # the first row is on top
    assert {"4.00 (1.25x)", "2.00"} == set(texts_of(axes))
    [line] = lines_at(axes, 3.2)
    assert line.get_label() == "nanoGPT, compiled, fused AdamW: 1x, 3.20"
    assert set(legend_of(figure)) == {"slower", line.get_label()}
    assert axes.get_xlabel() == "throughput (million tokens a second)" and are_round(axes.get_xticks())
    assert modes.chart_of_modes([{"mode": "fp16", "error": "no"}], "") is None


@pytest.mark.parametrize("trained, label", [(0, "tasks not trained on (2)"), (None, "tasks (2)")])
def test_stages_of_a_translation_have_marks_of_their_own(trained, label):
    rows = [
        Row(
            "tasks",
            "conv",
            "a",
            prompts=("p",),
            trained=trained,
            verified={"first": True, "written": False, "samples": True},
        ),
        Row(
            "tasks",
            "norm",
            "b",
            prompts=("p",),
            trained=trained,
            verified={"first": False, "written": False, "samples": True},
        ),
        Row(
            "test_parameters",
            "x",
            "c",
            prompts=("p",),
            verified={"first": True, "written": True, "samples": True},
        ),
    ]
    about = {
        "model": "m",
        "device": "d",
        "date": "2026-01-01 10:00",
        "samples": 20,
        "draws": 0,
        "temperature": 0.7,
    }
    figure = report.chart_of_stages(about, rows)
    [axes] = figure.axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == [label, "conv (1)", "norm (1)", "unseen parameters (1)"]
    assert legend_of(figure) == ["first answer", "as written", "one of 20"]
    marks = {len(collection.get_paths()[0].vertices) for collection in axes.collections}
    assert len(axes.collections) == 3 and len(marks) > 1
    assert [x for x, *_ in dots_of(axes)[:4]] == [50, 100, 0, 100]
    assert "%" in axes.get_xlabel() and are_round(axes.get_xticks()) and axes.get_xlim() == (0, 102)
    assert report.chart_of_stages(about, [Row("tasks", "conv", "a")]) is None


def test_two_loss_curves_and_their_difference():
    eager = [4.0, 1.0, 0.25, 0.06]
    figure = backend.chart_of_losses({"eager": eager, "python_to_triton": [4.0, 1.0 + 1e-6, 0.25, 0.06]})
    above, below = figure.axes
    assert above.get_ylabel() == "cross-entropy (nats a token)" and above.get_yscale() == "log"
    assert legend_of(figure) == ["eager PyTorch", "through the backend"]
    assert {line.get_linestyle() for line in above.lines} == {"-", "--"}
    assert list(below.lines[0].get_xdata()) == [1]  # a logarithm has no place for no difference
    assert "(3 of 4 steps)" in below.get_title(loc="left") and below.get_xlabel() == "step"


def test_calls_by_kind_are_told_apart_in_grey_too():
    verdicts = ["right", "right", "wrong", "refused"]
    made = [
        tables.Made(Call("tasks/conv/a.py", "sizes", "larger", 0, ()), Outcome(verdict), 0.1)
        for verdict in verdicts
    ]
    figure = tables.chart_of_kinds(made, "4 calls")
    [axes] = figure.axes
    assert legend_of(figure) == list(tables.STYLES) and are_round(axes.get_xticks())
    hatches = [container[0].get_hatch() for container in axes.containers]
    assert hatches[0] == hatches[1] == "" and len(set(hatches[2:])) == 3
    assert sum(container[0].get_width() for container in axes.containers) == pytest.approx(100)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["sizes (4)"]


def test_rows_of_the_neural_process_stand_against_the_baseline_at_1():
    rows = [
        {"row": "flash", "ms": 2.0, "baseline_ms": 2.0},
        {"row": "math", "ms": 4.0, "baseline_ms": 2.0},
        {"row": "cudnn", "error": "no"},
    ]
    figure = neural_report.chart_of_rows(
        {"shapes": {"1x64x500": rows, "1x8x9": [{"row": "x", "error": "no"}]}}
    )
    [axes] = figure.axes
    assert lines_at(axes, 1) and are_labelled(axes) and are_round(axes.get_xticks())
    assert {"▼ 0.50x", "1.00x"} <= set(texts_of(axes))
    assert [bool(bar.get_hatch()) for bar in axes.patches] == [True, False]
    assert neural_report.chart_of_rows({"shapes": {}}) is None


def test_losses_of_the_neural_process_have_lines_of_their_own():
    rows = {"flash": {"losses": [1.0, 0.5]}, "math": {"losses": [1.0, 0.6]}, "x": {"error": "no"}}
    figure = neural_report.chart_of_row_losses({"curves": {"1x8x9, 2 steps": {"steps": 2, "rows": rows}}})
    losses_at, distance_at = figure.axes
    assert {line.get_linestyle() for line in losses_at.lines} == {"-", "--"}
    assert legend_of(figure) == ["flash", "math"]
    assert losses_at.get_ylabel().startswith("minus the mean log-probability\n(nats a target")
    [distance] = distance_at.lines
    assert list(distance.get_ydata()) == pytest.approx([0.0, 20.0])  # 0.1 of a fall of 0.5
    assert neural_report.chart_of_row_losses({"curves": {}}) is None
