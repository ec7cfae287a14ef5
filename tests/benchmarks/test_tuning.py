"""The benchmark of tuning: its programs are traced, and its lines are told; a GPU finds the times."""

import importlib.util
from pathlib import Path

import pytest
import torch
from patching import patch_everywhere

from python_to_triton import frontend, runtime, verification

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "tuning.py"
TIMES = {"torch_ms": 0.02, "compile_ms": None, "usual_ms": 0.04, "ms": 0.01, "numbers": "num_warps 4 -> 8"}

STAGES = {"compile": 3.21, "judge": 0.5}


@pytest.fixture(scope="module")
def benchmark():
    spec = importlib.util.spec_from_file_location("benchmark_of_tuning", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Given:
    """A translator whose translations are verified and timed."""

    def translate(self, text, options):
        translation = runtime.Translation(text, None, options)
        translation.verdict = verification.Verdict(True, "", 0.0, 1.0, 1, 0.0)
        translation.regions[0].tuning = TIMES | {"tried": 9, "failed": 2, "stages": STAGES}
        return translation


def test_every_program_has_sizes_and_one_region(benchmark):
    for name, text in benchmark.PROGRAMS.items():
        graph = frontend.trace(text)
        assert len(frontend.regions(graph)) == 1, name
        assert frontend.total_elements(graph, graph.sizes) > 1 << 22, name


def test_its_lines_and_its_means(benchmark, monkeypatch, capsys):
    patch_everywhere(monkeypatch, "has_gpu", lambda: True)
    patch_everywhere(monkeypatch, "load_translator", lambda path: Given())
    monkeypatch.setattr(runtime, "has_gpu", lambda: True)
    monkeypatch.setattr(runtime, "load_translator", lambda path: Given())
    assert benchmark.main(["gelu", "product"]) == 0
    printed, said = capsys.readouterr()
    assert said == "gelu: translating\nproduct: translating\n"
    assert "\n  seconds: compile 3.2, judge 0.5\n" in printed
    assert (
        "0.0200        -   0.0400   0.0100  0.50x -> 2.00x  num_warps 4 -> 8 (9 tried, 2 unusable)" in printed
    )
    assert "2 of 2 timed; over eager: 0.50x at first, 2.00x tuned" in printed


def test_mistakes_take_a_line(benchmark, capsys):
    assert benchmark.main(["nope"]) == 2 and "there is no program 'nope'" in capsys.readouterr().err
    if not torch.cuda.is_available():
        assert benchmark.main([]) == 2 and "there is no GPU" in capsys.readouterr().err
