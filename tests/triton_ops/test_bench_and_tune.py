"""The benchmark, its report and the tile search against a scripted clock."""

import dataclasses
import itertools
import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
from op_support import needs_triton
from patching import patch_everywhere

from triton_ops import attention_tiles, bias_gelu, gaussian_mixture
from triton_ops.bench import bench_choice, bench_worker, record_file
from triton_ops.clock import Timing
from triton_ops.contract import IMPLEMENTATIONS, OPS, PASSES, Target, Tile
from triton_ops.files import ROOT
from triton_ops.launch import recording
from triton_ops.machine import TRITON_AVAILABLE
from triton_ops.report import write_kernel_report
from triton_ops.tune import better_tiles, compile_candidates, current_value, tiles_set, tune_worker


@pytest.fixture
def scripted(monkeypatch):
    """A machine whose clock gives 1 ms to the first function, 1.5 to the second, ...; graphs are calls."""

    def time_interleaved(functions, device, **_):
        for function in functions.values():
            function()
        return {name: Timing(1.0 + 0.5 * i, 0.1) for i, name in enumerate(functions)}

    for name, value in dict(
        time_interleaved=time_interleaved,
        cuda_graph_of=lambda function: function,
        copy_bandwidth=lambda device: 4e12,
        product_rate=lambda device: 7e14,
        interference=lambda device: 0.3,
        peak_memory=lambda step, device: step() or 1 << 20,
        default_dtype=lambda device: torch.float32,
    ).items():
        patch_everywhere(monkeypatch, name, value)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda device: None)
    monkeypatch.setattr(torch.cuda, "empty_cache", lambda: None)


@pytest.fixture
def tiny_attention(monkeypatch):
    shape = (1, 20, 20, 2, 2, 16, "causal")
    targets = (
        Target("forward", "math", 1.2),
        Target("forward + backward", "memory of math", 0.5),
        Target("forward", "TFLOP/s", 1e9),
    )
    op = dataclasses.replace(
        OPS["attention"], bench_shapes=[shape], chart_shapes=[(1, 9, 9, 1, 1, 16, "full")], targets=targets
    )
    monkeypatch.setitem(OPS, "attention", op)
    return op


@needs_triton
def test_the_benchmark_measures_what_its_record_lacks_and_compares_with_targets(
    scripted, tiny_attention, tmp_path, capsys
):
    bench_worker(tiny_attention, tmp_path, seconds=-1.0)
    assert "left for the next time" in capsys.readouterr().out
    bench_worker(tiny_attention, tmp_path, seconds=1000.0)
    before = record_file(tmp_path, tiny_attention).read_text()
    bench_worker(tiny_attention, tmp_path, seconds=1000.0)
    assert json.loads(before)["rows"] == json.loads(record_file(tmp_path, tiny_attention).read_text())["rows"]
    row = json.loads(before)["rows"][0]
    assert {"triton", "eager", "math"} <= row["works"]["forward + backward"]["graph"].keys()
    assert row["absent"]["cudnn, forward"].startswith("RuntimeError: No ")  # float32 is not for it
    met, missed = write_kernel_report(tmp_path)
    assert met >= 5 and [line.split()[-1] for line in missed] == ["TFLOP/s", "math"] * 2  # at both shapes
    report = (tmp_path / "kernels.md").read_text()
    assert (
        "**missed**: 1 of 0.5 memory of math" in report
        and "met: 1.5 of 1 eager" in report
        and "4.00 TB/s" in report
    )
    assert "something else ran on this GPU**: 30%" in report
    assert (tmp_path / "kernels_attention.png").read_bytes().startswith(b"\x89PNG")


@needs_triton
def test_regret_and_flips_of_a_scripted_choice(scripted, monkeypatch, tmp_path, capsys):
    rounds_timed = itertools.cycle(
        [(2.0, 1.0), (2.0, 1.0), (2.0, 1.0), (1.0, 1.0)]
    )  # a quarter of the repeats keeps PyTorch, for twice the time
    patch_everywhere(
        monkeypatch,
        "time_until_clear",
        lambda steps, device: dict(zip(IMPLEMENTATIONS, (Timing(ms, 0.1) for ms in next(rounds_timed)))),
    )
    patch_everywhere(monkeypatch, "why_not_time", lambda device, min_capability=None: "")
    small = dataclasses.replace(OPS["rms_norm"], shape=lambda work: (3, 33))
    assert bench_choice([small], tmp_path) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == [
        "rms_norm",
        "(3,",
        "33)",
        "triton",
        "2.0000",
        "1.0000",
        "25.0%",
        "25%",
    ]
    assert "25.0%" in (tmp_path / "kernels_choice.txt").read_text()


@needs_triton
def test_tuning_tries_every_candidate_and_restores_the_tiles(scripted, monkeypatch, capsys):
    patch_everywhere(monkeypatch, "ProcessPoolExecutor", lambda workers, mp_context: ThreadPoolExecutor(1))
    tiles = (
        Tile("GMM_WARPS", (1, 2)),
        Tile("GMM_TILE", (-1, 512)),
    )  # the second's first makes no grid
    op = dataclasses.replace(
        OPS["gmm_log_prob"], bench_shapes=[(8, 3, 2), (9, 3, 2)], tiles=lambda shape, size: tiles
    )
    monkeypatch.setitem(OPS, op.name, op)
    patch_everywhere(
        monkeypatch,
        "gmm_launch",
        lambda *arguments, launch=gaussian_mixture.gmm_launch, **options: (
            launch(*arguments, **options) if gaussian_mixture.GMM_TILE > 0 else 1 / 0
        ),
    )
    tune_worker(op, seconds=1000.0)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("gmm_log_prob (8, 3, 2) forward + backward: GMM_WARPS, now 4: 4 1.0000 ms")
    assert "GMM_TILE = -1: ZeroDivisionError" in printed[1] and "512 1.5000 ms" in printed[2]
    assert printed[3].startswith("gmm_log_prob (9, 3, 2)") and printed[3].endswith(
        "now 4: 4 1.0000 ms ±0.0500"
    )  # the others took 1.5 times that
    assert printed[-1] == "gmm_log_prob: no candidate is faster"
    assert recording.binaries is None
    assert (gaussian_mixture.GMM_WARPS, gaussian_mixture.GMM_TILE) == (4, 1024)


@needs_triton
def test_tuning_prints_what_to_write_into_the_file(scripted, monkeypatch, capsys):
    patch_everywhere(monkeypatch, "ProcessPoolExecutor", lambda workers, mp_context: ThreadPoolExecutor(1))
    patch_everywhere(
        monkeypatch,
        "time_interleaved",
        lambda functions, device, **_: {name: Timing(float(name), 0.1) for name in functions},
    )
    op = dataclasses.replace(
        OPS["gmm_log_prob"],
        bench_shapes=[(8, 3, 2)],
        tiles=lambda shape, size: (Tile("GMM_WARPS", (1, 2)),),
    )
    monkeypatch.setitem(OPS, op.name, op)
    tune_worker(op, seconds=1000.0)
    assert (
        capsys.readouterr().out.splitlines()[-1]
        == "GMM_WARPS = 1   # (8, 3, 2) forward + backward: 1.0000 ms, with 4 4.0000"
    )


def test_the_tile_that_loses_least_over_all_shapes_is_what_to_write():
    trials = {
        4: [(1.2, "a"), (1.2, "b")],
        1: [(1.0, "a 1"), (1.15, "b 1")],
        2: [(1.1, "a 2"), (1.0, "b 2")],
        8: [(1.0, "a 8")],
    }
    assert list(better_tiles({("GMM_WARPS", 4): trials})) == [
        "GMM_WARPS = 2   # a 2; b 2"
    ]  # 8 was ruled out at the second shape
    assert not list(better_tiles({("GMM_WARPS", 4): {4: [(1.005, "a")], 2: [(1.0, "a")]}}))


def test_settings_are_what_tuning_printed(tmp_path):
    log = tmp_path / "tune.log"
    script = (
        "import sys\nimport kernels\nfrom pathlib import Path\n"
        "from triton_ops import attention_tiles, bias_gelu, gaussian_mixture, tune\n"
        "tune.apply_settings(Path(sys.argv[1]))\n"
        "print(gaussian_mixture.GMM_WARPS, bias_gelu.GELU_FORWARD, "
        "attention_tiles.ATTENTION_TILES['keys', 64, 2], tune.settings.options[0])\n"
        "tune.apply_settings(Path(sys.argv[2]))"
    )
    log.write_text(
        "---- gmm_log_prob\ngmm_log_prob (8, 3, 2): GMM_WARPS, now 4: 4 1.0 ms\n"
        "  GMM_WARPS = 16: no such\nGMM_WARPS = 2   # 1.0 ms\n"
        "GELU_FORWARD = (512, 8)\nATTENTION_TILES[('keys', 64, 2)] = (64, 32, 4, 2)   # (2, 8192)\n"
    )
    wrong = tmp_path / "wrong.log"
    wrong.write_text("GMM_WARP = 2\n")
    command = [sys.executable, "-c", script, str(log), str(wrong)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip() == "2 (512, 8) (64, 32, 4, 2) --settings"
    assert "which no op declares" in done.stderr


def test_what_does_not_compile_in_time_is_not_timed(monkeypatch):
    over = threading.Event()

    def compiled(*arguments):
        if arguments[-1] == 2:
            over.wait(60)
        return ""

    patch_everywhere(monkeypatch, "compile_candidate", compiled)
    tile = Tile("GMM_WARPS", (1, 2))
    with ThreadPoolExecutor(1) as pool:
        found = compile_candidates(
            OPS["gmm_log_prob"], (8, 3, 2), torch.float32, tile, [1, 2], pool, seconds=1.0
        )
        over.set()
    assert found == {1: "", 2: "not compiled in time"}


def test_tiles_are_constants_or_entries_of_a_table():
    gelu, attention = OPS["bias_gelu"], OPS["attention"]
    whole = Tile("GELU_FORWARD", ())
    entry = Tile("ATTENTION_TILES", (), ("forward", 64, 2), module=attention_tiles.__name__)
    before = bias_gelu.GELU_FORWARD, attention_tiles.ATTENTION_TILES
    with tiles_set(gelu, {whole: (512, 8)}), tiles_set(attention, {entry: (64, 64, 4, 2)}):
        assert bias_gelu.GELU_FORWARD == (512, 8) == current_value(gelu, whole)
        assert attention_tiles.ATTENTION_TILES == before[1] | {entry.key: (64, 64, 4, 2)} != before[1]
        assert current_value(attention, entry) == (64, 64, 4, 2)
    assert (bias_gelu.GELU_FORWARD, attention_tiles.ATTENTION_TILES) == before


@pytest.mark.skipif(not TRITON_AVAILABLE, reason="no Triton")
def test_every_tile_that_is_declared_exists():
    for op in OPS.values():
        for shape in op.bench_shapes:
            for tile in op.tiles(shape, (op.bench_dtype or torch.bfloat16).itemsize):
                assert type(current_value(op, tile)) is type(tile.candidates[0]) and tile.passes in PASSES, (
                    op.name,
                    tile,
                )
            assert all(
                target.passes in PASSES and set(target.shapes) <= set(op.bench_shapes)
                for target in op.targets
            ), op.name
