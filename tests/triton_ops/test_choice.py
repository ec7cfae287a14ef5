"""The choice between PyTorch and Triton against a scripted clock, and its cache."""

import dataclasses
import functools
import json
import sys
from types import SimpleNamespace

import pytest
import torch
from op_support import DEVICE, needs_gpu, needs_triton
from patching import patch_everywhere

import kernels
from triton_ops.choice import EXECUTIONS, choice_table, choose, compare_whole_step
from triton_ops.choice_cache import Choice, source_hash
from triton_ops.clock import Timing
from triton_ops.code_hash import code_hash
from triton_ops.contract import IMPLEMENTATIONS, OPS, Workload, op_shapes
from triton_ops.judge import OpVerdict
from triton_ops.machine import TritonError, why_not_time


@pytest.fixture
def timing_on(monkeypatch, tmp_path):
    """A machine on which Triton can be timed, with a clock that reads `times` and counts its readings."""
    script = SimpleNamespace(
        times={"torch": 2.0, "triton": 1.0},
        readings=0,
        verdict=OpVerdict(True, "", 0.0, 1.0),
        error=None,
    )

    def time_functions(steps, device, graph=False):
        script.readings += 1
        if script.error:
            raise script.error
        return {name: Timing(ms, 0.1) for name, ms in script.times.items()}

    monkeypatch.setenv("KERNELS_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("KERNELS", raising=False)
    for obstacle in ("why_not_run", "why_not_time"):
        patch_everywhere(monkeypatch, obstacle, lambda device, min_capability=None: "")
    patch_everywhere(monkeypatch, "time_functions", time_functions)
    patch_everywhere(monkeypatch, "judge_op", lambda *_, **__: script.verdict)
    choose_rms_norm = functools.partial(choose, {"rms_norm": (3, 33)}, device="cpu", dtype=torch.float32)
    script.choose = lambda mode="auto", **options: choose_rms_norm(mode, **options)["rms_norm"]
    script.files = lambda: sorted((tmp_path / "cache").glob("*"))
    return script


@pytest.mark.parametrize(
    "triton, implementation, reason",
    [
        (1.0, "triton", "2.00x"),
        (1.9417, "triton", "1.03x"),
        (1.95, "torch", "a change needs 1.03x"),
        (2.5, "torch", "0.80x the speed of PyTorch: slower"),
    ],
)
def test_triton_has_to_win_by_3_percent(timing_on, triton, implementation, reason):
    timing_on.times = {"torch": 2.0, "triton": triton}
    choice = timing_on.choose()
    assert (choice.implementation, choice.times) == (implementation, timing_on.times)
    assert reason in choice.reason


@pytest.mark.parametrize(
    "error, reason",
    [
        (
            torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 9 GiB.\nMore"),
            "out of memory while benchmarking",
        ),
        (TritonError("does not compile"), "does not compile"),
        (RuntimeError("CUDA error: misaligned address"), "misaligned address"),
    ],
)
def test_a_failure_is_pytorch_with_its_reason_and_is_not_cached(timing_on, error, reason):
    timing_on.error = error
    choice = timing_on.choose()
    assert (choice.implementation, choice.times) == ("torch", {})
    assert reason in choice.reason and "\n" not in choice.reason
    assert not timing_on.files()


def test_a_wrong_kernel_is_never_timed(timing_on):
    timing_on.verdict = OpVerdict(False, "gradient of x off by 1", 1.0, 0.1)
    choice = timing_on.choose()
    assert (
        choice.implementation == "torch"
        and "gradient of x off by 1" in choice.reason
        and timing_on.readings == 0
    )


def test_a_choice_is_cached_until_its_key_changes(timing_on, monkeypatch):
    first, second = timing_on.choose(), timing_on.choose()
    assert second == dataclasses.replace(first, reason=first.reason + "; cached") and timing_on.readings == 1
    timing_on.choose(execution="graph")
    timing_on.choose(cached=False)
    patch_everywhere(monkeypatch, "source_hash", lambda op: "another source")
    timing_on.choose()
    assert timing_on.readings == 4 and len(timing_on.files()) == 3


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[:-30],
        lambda text: "",
        lambda text: "[]",
        lambda text: text.replace("3", "4"),
        lambda text: text.replace('"triton"', '"cuda"'),
    ],
)
def test_a_spoiled_cache_file_is_measured_anew_and_replaced(timing_on, spoil):
    timing_on.choose()
    (path,) = timing_on.files()
    path.write_text(spoil(path.read_text()))
    choice = timing_on.choose()
    assert choice.implementation == "triton" and "is unusable" in choice.reason and timing_on.readings == 2
    assert json.loads(path.read_text())["choice"]["implementation"] == "triton"
    assert timing_on.choose().reason.endswith("; cached")


def test_a_cache_that_cannot_be_written_says_so(timing_on, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KERNELS_CACHE", str(tmp_path / "file" / "cache"))
    choice = timing_on.choose()
    assert (
        choice.implementation == "triton"
        and "not cached (NotADirectoryError" in choice.reason
        and "\n" not in choice.reason
    )


@pytest.mark.parametrize(
    "times, implementation, reason",
    [
        ({"torch": 1.0, "triton": 2.0}, "torch", "0.50x with the chosen ops"),
        ({"torch": 2.0, "triton": 1.0}, "triton", "2.00x with the chosen ops"),
        (None, "torch", "no room"),
    ],
)
def test_a_whole_step_that_is_slower_means_pytorch(timing_on, monkeypatch, times, implementation, reason):
    def time_interleaved(steps, device, **_):
        timing_on.readings += 1
        if times is None:
            raise torch.OutOfMemoryError("no room")
        return {name: Timing(ms, 0.1) for name, ms in times.items()}

    patch_everywhere(monkeypatch, "time_interleaved", time_interleaved)
    monkeypatch.setattr(torch.cuda, "empty_cache", lambda: None)
    chosen, built = (
        {
            "rms_norm": timing_on.choose(),
            "rotary": Choice("rotary", (), "fp32", "triton", "requested"),
        },
        [],
    )
    word = functools.partial(
        compare_whole_step,
        chosen,
        lambda names: built.append(names) or (lambda: None),
        "cpu",
        {"layers": 2},
    )
    first = word()
    assert built == [dict.fromkeys(chosen, "torch"), dict.fromkeys(chosen, "triton")]
    assert first["training step"].implementation == first["rms_norm"].implementation == implementation
    assert (
        reason in first["training step"].reason and first["rotary"] == chosen["rotary"]
    )  # what was asked for stands
    assert ("the whole step is slower" in first["rms_norm"].reason) == (implementation == "torch")
    again = word()
    assert again["rms_norm"].implementation == implementation
    assert timing_on.readings == (2 if times else 3)  # a failure is tried again, a time is remembered


def test_without_timed_choices_no_step_is_compared():
    asked = {"rms_norm": Choice("rms_norm", (3, 33), "fp32", "triton", "requested")}
    assert compare_whole_step(asked, lambda names: 1 / 0, "cpu", {}) == asked


def test_a_speedup_near_the_threshold_is_measured_again(timing_on):
    timing_on.times = {"torch": 2.0, "triton": 1.95}
    timing_on.choose()
    assert timing_on.readings == 4


@pytest.mark.parametrize(
    "mode, forced, variable, implementation",
    [
        ("auto", None, "", "triton"),
        ("torch", None, "", "torch"),
        ("triton", None, "", "triton"),
        ("rms_norm:torch,rotary:triton", None, "", "torch"),
        ("rms_norm:torch,triton", None, "", "torch"),
        ("rotary:torch", None, "", "triton"),
        ("torch", {"rms_norm": "triton"}, "", "triton"),
        ("triton", {"rms_norm": "triton"}, "rms_norm:torch", "torch"),
        ("torch", None, "triton", "triton"),
        ("torch", None, "auto", "triton"),
    ],
)
@needs_triton
def test_mode_forced_and_environment(timing_on, monkeypatch, mode, forced, variable, implementation):
    monkeypatch.setenv("KERNELS", variable)
    assert timing_on.choose(mode, forced=forced).implementation == implementation


@pytest.mark.parametrize(
    "shapes, mode, options",
    [
        ({"no_such_op": (1,)}, "auto", {}),
        ({"rms_norm": (1, 1)}, "rms_norm:cuda", {}),
        ({"rms_norm": (1, 1)}, "no_such_op:torch", {}),
        ({"rms_norm": (1, 1)}, "auto", {"execution": "async"}),
        ({"rms_norm": (1, 1)}, "auto", {"dtype": torch.float64}),
    ],
)
def test_unknown_names_are_errors(shapes, mode, options):
    with pytest.raises(ValueError, match="no_such_op|cuda|async|float64"):
        choose(shapes, mode, device="cpu", **options)


def test_table_shows_times_and_reasons():
    timed = Choice(
        "rms_norm",
        (3, 33),
        "bf16",
        "triton",
        "2.00x the speed of PyTorch",
        {"torch": 2.0, "triton": 1.0},
        {"torch": 0.1, "triton": 0.2},
    )
    lines = choice_table(
        {"rms_norm": timed, "rotary": Choice("rotary", (1, 1, 1, 2), "fp32", "torch", "no GPU")}
    ).splitlines()
    assert (
        len(lines) == 4
        and len({line.index(word) for line, word in zip(lines, ("chosen", "triton", "torch"))}) == 1
    )
    assert "2.000 ms" in lines[1] and "2.00x the speed" in lines[1] and lines[2].endswith("no GPU")
    per_thread = OPS["rms_norm"].module.RMS_PER_THREAD
    assert lines[3].startswith(f"rms_norm: RMS_PER_THREAD = {per_thread}, RMS_BACKWARD[")


def test_source_hash_covers_the_ops_module_and_the_library(monkeypatch):
    rms_norm = OPS["rms_norm"]
    assert source_hash(rms_norm) == code_hash("triton_ops", "kernels")
    assert source_hash(OPS["mlp"]) != source_hash(rms_norm)


def test_a_script_is_hashed_under_its_own_name(monkeypatch):
    """As `python kernels.py` the ops' module is __main__; a run that imports kernels finds what it stored."""
    run = functools.partial(OPS["rms_norm"].run)
    run.__module__, run.__name__ = "__main__", "rms_norm"
    monkeypatch.setitem(sys.modules, "__main__", kernels)
    script = dataclasses.replace(OPS["rms_norm"], run=run)
    assert source_hash(script) == source_hash(OPS["rms_norm"])


@needs_gpu
@pytest.mark.parametrize("execution", EXECUTIONS)
def test_on_a_gpu_both_implementations_are_timed(execution):
    for choice in choose(op_shapes(Workload()), device=DEVICE, execution=execution, cached=False).values():
        if why_not_time(DEVICE, OPS[choice.op].min_capability):
            continue
        assert choice.times.keys() == set(IMPLEMENTATIONS) and all(ms > 0 for ms in choice.times.values()), (
            choice.reason
        )


@needs_gpu
def test_out_of_memory_on_a_gpu_is_survived():
    choice = choose({"rms_norm": (1 << 24, 1 << 16)}, device=DEVICE, cached=False)["rms_norm"]
    assert choice.implementation == "torch" and "out of memory" in choice.reason
    assert torch.ones(1, device=DEVICE).item() == 1
