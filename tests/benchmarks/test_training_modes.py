"""benchmarks/training.py: modes at toy size, and the tables of made-up rows."""

import importlib.util
import json
from pathlib import Path

import pytest
import torch

import llm

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def modes():
    """The script as a module; its name is a package's."""
    import sys

    sys.path.insert(0, str(ROOT / "benchmarks"))
    spec = importlib.util.spec_from_file_location("training_benchmark", ROOT / "benchmarks" / "training.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["training_benchmark"] = module  # its dataclasses ask for it
    spec.loader.exec_module(module)
    return module


def row_named(name, ms, gib, **more):
    about = {"mode": name, "words": "words", "loss": 7.5, "start_s": 1.0, "spread_ms": 0.1}
    return about | {"ms": ms, "memory_gib": gib, "tokens_per_second": 1e6} | more


RECORD = {"flops": 1e12, "peak": 1e15, "peer_gib": 4.0, "bias": {"addmm": 0.1, "product, then bias": 0.2}}


def test_the_table_has_what_failed_too(modes):
    rows = [row_named("released", 10.0, 2.0, peer_ms=12.0), {"mode": "fp16", "error": "RuntimeError: no"}]
    head, released, failed = modes.table(RECORD | {"rows": rows}).splitlines()
    assert head.split()[:2] == ["mode", "ms"] and "loss" in head
    assert released.split() == "released 10.000 +-0.050 1.000 10% 1.20 2.00 7.5000 words".split()
    assert failed.endswith("RuntimeError: no")


def test_remarks_say_what_amp_and_checkpointing_save(modes):
    rows = [
        row_named("released", 10.0, 2.0),
        row_named("fp32", 30.0, 4.0),
        row_named("checkpointing", 12.0, 1.5),
    ]
    lines = modes.remarks(RECORD | {"rows": rows})
    assert "AMP in bf16 beside fp32: 2.00 GiB less (0.50x), 0.33x the time" in lines
    assert "checkpointing: 0.50 GiB less (0.75x), 1.20x the time" in lines
    assert "a linear layer with a bias, forward: addmm 0.1000 ms, product, then bias 0.2000 ms" in lines
    assert not any("TF32" in line for line in lines)


def test_every_mode_is_a_configuration_of_a_run(modes):
    for mode in modes.MODES.values():
        config = llm.TrainConfig(precision=mode.precision, accumulation=1, **mode.flags)
        assert config.execution(torch.device("cuda")).mode in llm.COMPILE_MODES
        for width in (384, 768):
            chosen = modes.parse_mode(modes.kernels_of(mode, llm.ModelConfig(d_model=width)))
            assert chosen.keys() == llm.kernels.OPS.keys()


def test_modes_at_toy_size(modes, tmp_path, capsys):
    shape = "--device cpu --shape 97x2 --d_model 32 --heads 2 --layers 1 --length 16 --rounds 1".split()
    assert modes.main([*shape, "--modes", "torch-ops", "tf32", "--out", str(tmp_path)]) == 0
    stem = tmp_path / "training-97x2-32x1x2x16"
    record = json.loads(stem.with_suffix(".json").read_text())
    assert [row["mode"] for row in record["rows"]] == ["torch-ops", "tf32"]
    assert record["rows"][0]["ms"] > 0 and "needs a GPU" in record["rows"][1]["error"]
    assert "needs a GPU" in stem.with_suffix(".md").read_text()
    assert stem.with_suffix(".png").read_bytes()[:4] == b"\x89PNG"
    assert "needs a GPU" in capsys.readouterr().out


def test_rounds_0_times_nothing(modes, capsys):
    shape = "--device cpu --shape 97x2 --d_model 32 --heads 2 --layers 1 --length 16 --rounds 0".split()
    assert modes.main([*shape, "--modes", "torch-ops"]) == 0
    assert "torch-ops  -          -           -            -           -    " in capsys.readouterr().out


def test_modes_after_a_lost_gpu_run_in_a_new_process(modes, tmp_path, monkeypatch):
    monkeypatch.setattr(modes, "is_lost", lambda device: True)
    shape = "--device cpu --shape 97x2 --d_model 32 --heads 2 --layers 1 --length 16 --rounds 1".split()
    arguments = [*shape, "--modes", "tf32", "torch-ops", "--out", str(tmp_path)]
    assert modes.main(arguments) == 0
    rows = json.loads((tmp_path / "training-97x2-32x1x2x16.json").read_text())["rows"]
    assert [row["mode"] for row in rows] == ["tf32", "torch-ops"] and rows[1]["ms"] > 0
