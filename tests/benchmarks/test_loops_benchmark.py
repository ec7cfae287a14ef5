"""The benchmark of loops: its programs are traced as loops, and its table says what failed."""

import importlib.util
from pathlib import Path

import pytest

from python_to_triton.frontend.loops import Loop
from python_to_triton.runtime.translation import Translation

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "loops.py"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("benchmark_of_loops", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_program_has_a_name_of_its_own(script):
    programs = list(script.loop_programs())
    assert len(dict(programs)) == len(programs) == 90


@pytest.mark.parametrize(
    "name, loops, length",
    [
        ("RNN 1 forward", 1, "free"),
        ("LSTM 2 both batch_first state proj_size=4", 4, "free"),
        ("scalar_kalman", 1, "free"),
        ("momentum_steps", 1, "fixed"),
    ],
)
def test_a_program_is_traced_as_loops(script, name, loops, length):
    graph = Translation(dict(script.loop_programs())[name]).graph
    found = [step for step in graph.steps if isinstance(step, Loop)]
    assert (len(found), script.length_of(graph, found)) == (loops, length)


def test_the_table_says_why_a_program_failed(script):
    rows = [
        script.LoopRow("a", True, "", 1, "free", 2, 3, 4.0),
        script.LoopRow("b", False, "no", 0, "fixed", 1, 20, 9.5),
    ]
    table = script.table_of(rows)
    assert "| b | no: no | 0 | fixed | 1 | 20 | 9.5 |" in table and table.endswith(
        "1 of 2 verified; median 9.5 s"
    )
