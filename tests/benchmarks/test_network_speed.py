"""benchmarks/network_speed.py: a row of a network, what counts as faster, and the report."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
import torch.nn as nn

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import network_speed  # noqa: E402
from network_speed import COMPILED, EAGER, OURS, NetworkTimes, TimingSettings  # noqa: E402

from python_to_triton.tuning.gpu_turn import GpuTurn  # noqa: E402

SETTINGS = TimingSettings("code", {}, "cpu", True, 0, 1.0, 0.01)
ROW = NetworkTimes(
    "timm.dla34",
    "DLA",
    right=True,
    ours=2,
    regions=3,
    launched={EAGER: 5, OURS: 4},
    device={EAGER: 3.0, OURS: 2.0, COMPILED: 1.0},
    called={EAGER: 3.0, OURS: 6.0},
)


class _Halved(nn.Module):
    """Returns a dict, as networks of segmentation do."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return {"out": self.linear(x) / 2}


def _timed(monkeypatch, ours, compiles=False):
    torch.manual_seed(0)
    network = network_speed.TensorResults(_Halved()).eval()
    by_compiler = (network, "") if compiles else (None, "compile_ms: no compiler")
    monkeypatch.setattr(network_speed, "compiled_program", lambda *_: by_compiler)
    make = lambda model, options: ((lambda x: tuple(map(ours, model(x)))), [])
    row = NetworkTimes("a", "A")
    return network_speed.time_network(row, network, (torch.randn(3, 4),), SETTINGS, GpuTurn(), make)


def test_a_network_has_both_times_of_everybody_who_could_be_timed(monkeypatch):
    row = _timed(monkeypatch, lambda y: y)
    assert row.right and not row.reason and row.untimed == "compile_ms: no compiler"
    assert set(row.device) == set(row.called) == {EAGER, OURS} and min(row.device.values()) > 0
    assert row.speedup(EAGER) == row.device[EAGER] / row.device[OURS] and row.speedup(COMPILED) is None


def test_what_is_compiled_takes_part(monkeypatch):
    row = _timed(monkeypatch, lambda y: y, compiles=True)
    assert set(row.device) == set(row.called) == {EAGER, OURS, COMPILED} and not row.untimed


def test_a_wrong_output_has_no_speedup(monkeypatch):
    row = _timed(monkeypatch, lambda y: y + 1e-3)
    assert not row.right and "output 0" in row.reason and row.speedup(EAGER) is None


def test_what_cannot_be_captured_costs_its_own_figure_alone(monkeypatch):
    def captured(call):
        if call() == "bad":
            raise RuntimeError("operation not permitted when stream is capturing")
        return call

    monkeypatch.setattr(network_speed, "graph_of_call", captured)
    replays, failures = network_speed.replays_of({EAGER: lambda: "good", OURS: lambda: "bad"}, "cuda")
    assert list(replays) == [EAGER] and failures[0].startswith("ours: ") and "capturing" in failures[0]


def test_a_network_without_a_time_counts_as_not_faster():
    rows = [ROW, replace(ROW, right=False, reason="output 0: wrong")]
    eager, compiled, called, _, recorded, _ = network_speed.summary(rows)
    assert eager.endswith("1 of 2 (50 %) faster, geometric mean 1.50 of 1")
    assert compiled.endswith("0 of 2 (0 %) faster, geometric mean 0.50 of 1")
    assert called.endswith("0 of 2 (0 %) faster, geometric mean 0.50 of 1")
    assert recorded == (
        "against eager, called in a row, ours with cuda_graphs: 0 of 2 (0 %) faster, geometric mean none of 0"
    )


def test_a_run_that_timed_nothing_says_so():
    assert all("none timed" in line for line in network_speed.summary([]))


def test_the_report_says_what_is_wrong_and_each_row_has_a_cell_a_heading():
    rows = [ROW, replace(ROW, name="timm.none", device={}, called={}, launched={}, untimed="ours: no graph")]
    page = network_speed.speed_markdown({"device": "H200"}, rows)
    assert "- timm.none: ours: no graph" in page and "| timm.dla34 | yes | 2 of 3 | 4, 5 | 3.000 |" in page
    assert {len(network_speed.row_cells(row)) for row in rows} == {len(network_speed.HEAD)}
    figure = network_speed.chart_of_speedups(rows)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["dla34"]
    assert network_speed.chart_of_speedups(rows[1:]) is None


@pytest.mark.parametrize("result", [[torch.ones(2)], {"out": torch.ones(2)}, torch.ones(2)])
def test_the_tensors_of_a_result(result):
    assert [one.tolist() for one in network_speed.tensors_of(result)] == [[1, 1]]


def test_a_replay_that_computes_nothing_is_wrong():
    network = network_speed.TensorResults(_Halved()).eval()
    x = torch.randn(3, 4)
    with torch.no_grad():
        stale = network(x)
        assert network_speed.wrong_outputs(lambda: stale, network, (x,)).startswith("output 0")
        assert network_speed.wrong_outputs(lambda: network(x), network, (x,)) == ""
