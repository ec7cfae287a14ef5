"""An answer at the program's own sizes, in Triton's interpreter; its times are given."""

import fcntl

import pytest
import torch
from patching import patch_everywhere
from sized_programs import ANSWER, PROGRAM, WRONG, call_for

from python_to_triton import frontend, tuning
from python_to_triton.runtime.file_header import overhead_text
from python_to_triton.tuning.own_sizes import launch_overhead
from python_to_triton.tuning.program import check_against_graph
from python_to_triton.verification import sandbox

TIMES = {"torch_ms": 2.0, "compile_ms": 1.0, "triton_ms": 0.5, "untimed": ""}


def given_times(function, inputs, clock, device, compiled, moved):
    """In place of the clock: the answer and the program both run, and these are their times."""
    result = function(*inputs)
    assert len(clock(3)) == 3 and moved > result.nbytes + sum(tensor.nbytes for tensor in inputs) / 2
    return TIMES


@pytest.fixture
def judge_here(staying_sandbox):
    """All results of a call, in the interpreter."""
    return lambda call: list(
        tuning.judge_at_own_sizes(**call, device="cpu", sandbox=staying_sandbox, clock=given_times)
    )


def test_a_right_answer(judge_here):
    first, last = judge_here(call_for(ANSWER))
    assert first["ok"] and first["against"] == "float64" and "torch_ms" not in first
    assert 0 < first["error"] <= first["tolerance"] < 1e-4
    assert last == first | TIMES


def test_without_a_program_its_inputs_are_random(judge_here):
    results = judge_here(call_for(ANSWER, timed=False) | {"program": ""})
    assert [result["ok"] for result in results] == [True]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer(judge_here, name):
    answer, words = WRONG[name]
    [result] = judge_here(call_for(answer))
    assert not result["ok"] and words in result["reason"] and result.get("stage") != "task", result


@pytest.mark.parametrize(
    "line, words",
    [
        (
            "return (torch.relu(x) * self.scale).abs().sqrt()",
            "the program differs from the graph traced of it: error",
        ),
        ("raise OSError('not today')", "the program itself does not run on cpu: OSError: not today"),
    ],
)
def test_a_program_that_is_not_its_graph(judge_here, line, words):
    program = PROGRAM.replace("return torch.relu(x) * self.scale", line)
    result = judge_here(call_for(ANSWER) | {"program": program})[-1]
    assert not result["ok"] and result["stage"] == "task" and words in result["reason"]


def test_drift_after_the_timing_is_refused(judge_here, monkeypatch):
    """An answer that keeps state between its calls. The allow-list refuses such text: it is switched off."""
    drifting = ANSWER.replace(
        "def translated(x, w):", "CALLS = []\n\n\ndef translated(x, w):\n    CALLS.append(0)"
    )
    drifting = drifting.replace("x.numel(), w.numel()", "x.numel() if len(CALLS) < 2 else 1, w.numel()")
    assert "at the top level" in judge_here(call_for(drifting))[0]["reason"]
    patch_everywhere(monkeypatch, "check_source", lambda *_: None)
    first, last = judge_here(call_for(drifting))
    assert first["ok"] and not last["ok"] and last["reason"].endswith("after it was timed")


def test_inputs_in_every_form_meet_the_graphs_arguments():
    program = """
def scaled(pair, options, factor=2.0):
    x, y = pair
    return (x + y) * options["gain"] * factor


def get_inputs():
    return [(torch.randn(3, 5), torch.randn(3, 5)), {"gain": torch.randn(5)}]
"""
    traced = frontend.trace(program)
    graph, arguments, function, inputs = tuning.at_own_sizes(
        traced.text, traced.sizes, [""] * 3, program, "cpu"
    )
    assert [tuple(tensor.shape) for tensor in arguments] == [(3, 5), (3, 5), (5,)]
    torch.testing.assert_close(graph.run(*arguments), function(*inputs))
    unfit = program.replace("randn(5)", "randn(5, 1, 1)")
    with pytest.raises(ValueError, match="does not fit"):
        tuning.at_own_sizes(traced.text, traced.sizes, [""] * 3, unfit, "cpu")


def test_sizes_that_a_comment_gives():
    program = "# x: f32[7, 33]\ny = torch.softmax(x, dim=-1)\n"
    traced = frontend.trace(program)
    graph, (x,), function, inputs = tuning.at_own_sizes(traced.text, traced.sizes, [""], program, "cpu")
    assert x.shape == (7, 33) and graph.text == traced.text
    torch.testing.assert_close(graph.run(x), function(*inputs))


@pytest.mark.parametrize("training, outputs", [(True, 3), (False, 1)])
def test_a_program_that_writes_statistics_runs_in_the_mode_of_its_graph(training, outputs):
    program = (
        "import torch\nimport torch.nn as nn\n\n\nclass Model(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.norm = nn.BatchNorm1d(10)\n\n"
        "    def forward(self, x):\n        return torch.relu(self.norm(x))\n\n\n"
        "def get_inputs():\n    return [torch.randn(6, 10)]\n"
    )
    traced = frontend.trace(program, training=training)
    assert len(traced.outputs) == outputs, "the result, and what is written"
    origins = [argument.origin for argument in traced.arguments]
    graph, arguments, function, inputs = tuning.at_own_sizes(
        traced.text, traced.sizes, origins, program, "cpu", evaluate=not training
    )
    check_against_graph(function, inputs, graph, arguments)
    function.train(not training)
    with pytest.raises(sandbox.Refused, match="differs from the graph"):
        check_against_graph(function, inputs, graph, arguments)


class Captured:
    """In the place of a LoadedAnswer on a GPU."""

    device = "cuda"

    def __init__(self, launches, times):
        self.launches = launches
        self.times = times

    def capture_times(self):
        if isinstance(self.times, str):
            raise sandbox.Refused(self.times, "run")
        return self.times


@pytest.mark.parametrize(
    "launches, times, found, words",
    [
        (1, (0.2, 0.1), {}, ""),
        (
            3,
            (0.0456, 0.0123),
            {"launches": 3, "launched_ms": 0.0456, "captured_ms": 0.0123},
            "A call among many takes 0.0456 ms with its 3 launches one by one, 0.0123 ms as a CUDA graph.",
        ),
        (
            2,
            "it synchronizes",
            {"launches": 2, "not_captured": "it synchronizes"},
            "Its 2 launches are no CUDA graph: it synchronizes.",
        ),
    ],
)
def test_several_launches_are_timed_as_a_graph_too(launches, times, found, words):
    assert launch_overhead(Captured(launches, times)) == found
    assert overhead_text(found) == words


def test_what_is_timed_has_the_gpu_alone(staying_sandbox, tmp_path):
    turns = tmp_path / "turns"
    free = []

    def is_free():
        with turns.open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    def clock(*given):
        free.append(is_free())
        return given_times(*given)

    call = call_for(ANSWER, shared=str(turns), device="cpu", sandbox=staying_sandbox, clock=clock)
    for result in tuning.judge_at_own_sizes(**call):
        assert result["ok"] and is_free(), "a verdict is made beside others"
    assert free == [False]
    with turns.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # nobody holds it any more
