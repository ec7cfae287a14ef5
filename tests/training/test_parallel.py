"""Training by several processes, held against one: losses, checkpoints, shares of the work, ends."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from parallel_runs import SHAPE

import llm
from python_to_triton import inference
from training import world
from training.batches import IGNORE, Batch
from training.parallel import own_rows_of
from triton_ops.processes import on_first_process

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STEPS = SHAPE["epochs"]  # a step is an epoch
MODES = ("ddp", "fsdp")
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
needs_gloo = pytest.mark.skipif(not torch.distributed.is_gloo_available(), reason="torch without gloo")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """The folder of the runs of parallel_runs.py, by two processes."""
    if not torch.distributed.is_gloo_available():
        pytest.skip("torch without gloo")
    folder = tmp_path_factory.mktemp("runs")
    command = [sys.executable, str(HERE / "parallel_runs.py"), str(folder)]
    subprocess.run(command, env=ENVIRONMENT, check=True, timeout=300, stdout=subprocess.DEVNULL)
    return folder


def rows_of(folder: Path, event: str) -> list[dict]:
    rows = map(json.loads, (folder / "run" / "log.jsonl").read_text().splitlines())
    return [row for row in rows if row["event"] == event]


def processes_of(folder: Path) -> list[dict]:
    """What its processes did, by rank."""
    return [json.loads((folder / f"{rank}.json").read_text()) for rank in range(2)]


@pytest.mark.parametrize("optimizer", ["muon", "adamw"])
@pytest.mark.parametrize("mode", MODES)
def test_the_loss_curve_is_that_of_one_process(mode, optimizer, runs):
    alone = runs / f"{optimizer} none"
    shared = runs / f"{optimizer} {mode}"
    for event, figures in (("step", ("loss", "norm", "tokens", "lr_scale")), ("epoch", ("loss", "accuracy"))):
        expected = rows_of(alone, event)
        found = rows_of(shared, event)
        assert len(expected) == len(found) == STEPS
        for one, other in zip(expected, found):
            for name in figures:
                assert other[name] == pytest.approx(one[name], rel=1e-5), (event, one["step"], name)


@pytest.mark.parametrize("optimizer", ["muon", "adamw"])
@pytest.mark.parametrize("mode", MODES)
def test_a_checkpoint_is_that_of_one_process(mode, optimizer, runs):
    alone, shared = (
        inference.load_checkpoint(runs / f"{optimizer} {name}" / "model.pth") for name in ("none", mode)
    )
    assert alone.keys() == shared.keys() and alone["optimizer"].keys() == shared["optimizer"].keys()
    assert (alone["world_size"], shared["world_size"]) == (1, 2)
    parts = {
        name: (alone["optimizer"][name], shared["optimizer"][name]) for name in ("momentum", "mean", "square")
    }
    for kind, (one, other) in (parts | {"model": (alone["model"], shared["model"])}).items():
        assert one.keys() == other.keys()
        for name in one:
            close = {"rtol": 1e-4, "atol": 1e-6 if kind == "model" else 1e-8}
            torch.testing.assert_close(
                other[name], one[name], **close, msg=lambda text, at=name: f"{at}: {text}"
            )


@pytest.mark.parametrize("mode", MODES)
def test_each_process_orthogonalizes_its_part_alone(mode, runs):
    """Of the 12 + 3 + 3 matrices of three shapes the first takes 6 + 2 + 2."""
    alone = json.loads((runs / "muon none" / "0.json").read_text())["matrices"]
    shares = [process["matrices"] for process in processes_of(runs / f"muon {mode}")]
    assert alone == 18 * STEPS and shares == [10 * STEPS, 8 * STEPS]


@pytest.mark.parametrize("mode", MODES)
def test_a_signal_to_one_process_ends_all_after_the_same_step_and_saves(mode, runs):
    stopped = runs / f"stopped {mode}"
    assert [process["end"] for process in processes_of(stopped)] == ["KeyboardInterrupt"] * 2
    assert inference.load_checkpoint(stopped / "model.pth")["step"] == 2 == len(rows_of(stopped, "step"))


@pytest.mark.parametrize("mode", MODES)
def test_a_run_that_goes_on_ends_with_the_same_bits(mode, runs):
    """With dropout: every process has random numbers of its own."""
    whole, resumed = (
        inference.load_checkpoint(runs / f"{kind} {mode}" / "model.pth") for kind in ("whole", "resumed")
    )
    for kind in ("momentum", "mean", "square"):
        for name, tensor in whole["optimizer"][kind].items():
            assert torch.equal(tensor, resumed["optimizer"][kind][name]), name
    for name, tensor in whole["model"].items():
        assert torch.equal(tensor, resumed["model"][name]), name
    [other] = whole["rng"]["others"]
    assert not torch.equal(whole["rng"]["cpu"], other["cpu"])
    assert torch.equal(other["cpu"], resumed["rng"]["others"][0]["cpu"])
    losses = [
        [row["loss"] for row in rows_of(runs / f"{kind} {mode}", "step")] for kind in ("whole", "resumed")
    ]
    assert losses[0] == losses[1] and len(losses[0]) == STEPS


@pytest.mark.parametrize("mode", MODES)
def test_where_a_process_dies_the_others_end_with_a_line(mode, runs):
    died = runs / f"died {mode}"
    assert json.loads((died / "0.json").read_text())["end"] == "Failed"
    assert "communication failed in process 0" in (died / "0.txt").read_text()
    assert not (died / "1.json").exists() and len(rows_of(died, "step")) == 1


@needs_gloo
def test_torchrun_trains_on_text_evaluates_saves_and_samples(tmp_path):
    words = "the otter swims and the heron waits by the river until the evening comes\n"
    (tmp_path / "text.txt").write_text(words * 60)
    flags = dict(steps=3, d_model=32, n_heads=2, n_layers=2, d_ff=64, max_seq_len=32, batch_size=4)
    flags |= dict(text=tmp_path / "text.txt", vocab_size=270, parallel="fsdp")
    flags |= dict(checkpoint=tmp_path / "text.pth", run_dir=tmp_path / "run")
    command = [
        sys.executable,
        "-m",
        "torch.distributed.run",
        "--nproc-per-node",
        "2",
        "--standalone",
        "llm.py",
    ]
    command += [f"--{name}={value}" for name, value in flags.items()]
    environment = ENVIRONMENT | {"GLOO_SOCKET_IFNAME": "lo"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("2 processes by FSDP2") == done.stdout.count("a sample:") == 1
    assert inference.load_checkpoint(tmp_path / "text.pth")["step"] == 3
    assert (tmp_path / "run" / "loss.png").exists() and len(rows_of(tmp_path, "step")) == 3


# ---- in one process


def batch_of(rows: int, dense: bool) -> Batch:
    inputs_BT = torch.arange(rows * 4).view(rows, 4)
    targets_BT = inputs_BT + 1
    if not dense:
        targets_BT = targets_BT.masked_fill(targets_BT % 3 == 0, IGNORE)
    bounds_2BT = torch.arange(2 * rows * 4).view(2, rows, 4)
    return Batch(inputs_BT, targets_BT, int((targets_BT != IGNORE).sum()), bounds_2BT=bounds_2BT)


@pytest.mark.parametrize("dense", [True, False])
@pytest.mark.parametrize("rows, size", [(4, 2), (5, 2), (1, 2), (2, 4)])
def test_every_row_is_one_process_s(rows, size, dense):
    whole = batch_of(rows, dense)
    parts = [own_rows_of(whole, rank, size) for rank in range(size)]
    assert sum(part.n_targets for part in parts) == whole.n_targets
    given = [part for part in parts if part.n_targets]
    assert len(given) == min(rows, size)
    for part in given:
        first = part.inputs_BT[:, 0] // 4
        assert torch.equal(part.inputs_BT, whole.inputs_BT[first])
        assert torch.equal(part.targets_BT, whole.targets_BT[first])
        assert torch.equal(part.bounds_2BT, whole.bounds_2BT[:, first])
    seen = torch.cat([part.inputs_BT for part in given]).sort(0).values
    assert torch.equal(seen, whole.inputs_BT)
    for part in parts:
        assert len(part.inputs_BT) and part.n_targets == (part.targets_BT != IGNORE).sum()


@pytest.mark.parametrize(
    "environment, arguments, line",
    [
        ({}, ["--parallel", "ddp"], "--parallel ddp needs torchrun: torchrun --nproc-per-node 2 llm.py"),
        (
            {"WORLD_SIZE": "2", "RANK": "0"},
            ["--parallel", "none"],
            "training is one process, and these are 2",
        ),
        ({"WORLD_SIZE": "1", "RANK": "0"}, ["--compile", "reduce-overhead"], "which --parallel cannot"),
        ({"WORLD_SIZE": "1", "RANK": "0"}, ["--demo", "y = x"], "start --demo with python"),
        ({}, ["--parallel", "tp"], "parallel is one of auto, none, ddp, fsdp, not 'tp'"),
    ],
)
def test_what_cannot_be_is_one_line(environment, arguments, line, monkeypatch, capsys):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert llm.main(arguments) == 2
    error = capsys.readouterr().err
    assert line in error and error.count("\n") == 1


def test_a_rank_without_a_world_is_the_first(monkeypatch):
    """Some launchers set it for one process."""
    monkeypatch.setenv("RANK", "1")
    world.check_mode("auto", "default")
    assert world.is_first() and world.mode_of("auto") == "none"
    with pytest.raises(ValueError, match="needs torchrun"):
        world.check_mode("ddp", "default")


def test_alone_nothing_is_agreed_on():
    assert not world.is_joined() and world.is_first()
    assert world.largest(1.5, True) == [1.5, True] and world.gathered_objects("x") == ["x"]
    with pytest.raises(ZeroDivisionError):
        on_first_process(lambda: 1 / 0)
