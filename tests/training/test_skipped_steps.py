"""Steps whose loss or gradient is not finite: left out on the device, counted, and at last the end."""

import copy
import json
import math

import pytest
import torch
from patching import patch_everywhere
from tiny_model import tiny_model
from tiny_training import flags, started, trained, write_pairs

import llm
from python_to_triton import inference
from triton_ops.machine import why_not_run

IMPLEMENTATIONS = [
    "torch",
    pytest.param(
        "triton",
        marks=pytest.mark.skipif(bool(why_not_run("cpu")), reason="Triton does not run on this CPU"),
    ),
]


@pytest.fixture
def corpus(tmp_path):
    """A folder with a few training pairs."""
    write_pairs(tmp_path / "data.csv")
    return tmp_path


def spoil_losses(monkeypatch, first, last, factor=math.nan):
    """Makes the loss of the training steps first..last, counted from 0, NaN or infinite."""
    step, loss_of = llm.train_step, llm.token_loss
    spoilt = []

    def noted_step(run, *arguments):
        spoilt[:] = [first <= run.step <= last]
        figures = step(run, *arguments)
        spoilt.clear()
        return figures

    def spoilt_loss(*arguments):
        loss = loss_of(*arguments)
        return loss * factor if spoilt == [True] else loss

    patch_everywhere(monkeypatch, "train_step", noted_step)
    patch_everywhere(monkeypatch, "token_loss", spoilt_loss)


def steps_of(folder):
    rows = [json.loads(line) for line in (folder / "run" / "log.jsonl").read_text().splitlines()]
    return [row for row in rows if row["event"] == "step"]


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("optimizer_name", ["muon", "adamw"])
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_skipped_step_changes_no_bit_of_weights_or_optimizer(optimizer_name, implementation, value):
    model = tiny_model()
    config = llm.TrainConfig(optimizer=optimizer_name)
    optimizer = llm.MuonAdamW(model, config, {"adamw": implementation})
    for skip in (0.0, 1.0, 0.0):
        for parameter in model.parameters():
            parameter.grad = torch.randn_like(parameter)
        if skip:
            model.embedding.weight.grad[0, 0] = value
            model.blocks[0].attention.query.weight.grad[0, 0] = value
        weights, state = copy.deepcopy((model.state_dict(), optimizer.state_dict()))
        optimizer.step(torch.ones(()), torch.ones(()))
        changed = optimizer.state_dict()
        same = all(torch.equal(weights[name], tensor) for name, tensor in model.state_dict().items())
        same_state = all(
            torch.equal(state[kind][name], tensor)
            for kind in ("momentum", "mean", "square")
            for name, tensor in changed[kind].items()
        )
        assert same is same_state is bool(skip)
        assert changed["steps"] == state["steps"] + 1 - skip
        assert all(tensor.isfinite().all() for tensor in model.state_dict().values())


@pytest.mark.parametrize("factor", [math.nan, math.inf])
def test_a_loss_that_is_not_finite_is_skipped_counted_and_logged(corpus, monkeypatch, factor):
    spoil_losses(monkeypatch, 2, 4, factor)
    run = trained(corpus)
    rows = steps_of(corpus)
    assert [row["step"] for row in rows if "skipped" in row] == [3, 4, 5] and len(rows) == 8
    assert rows[2]["loss"] is None and rows[2]["skipped"] == f"the loss is {factor}"
    assert run.log.skipped == 3 and int(run.optimizer.steps) == 5 and run.step == 8
    assert math.isfinite(run.metrics["loss"])


def test_a_gradient_that_is_not_finite_is_skipped_too(corpus):
    run = started(corpus)
    before = copy.deepcopy(run.model.state_dict())
    handle = run.model.norm.weight.register_hook(lambda grad: grad * math.inf)
    [batches] = [batches for batches, _ in zip(run.data.steps(0), range(1))]
    loss, norm = llm.train_step(run, batches, 1.0).tolist()
    assert math.isfinite(loss) and not math.isfinite(norm)
    assert all(torch.equal(before[name], tensor) for name, tensor in run.model.state_dict().items())
    handle.remove()
    llm.train_step(run, batches, 1.0)
    assert not torch.equal(before["norm.weight"], run.model.norm.weight)


def test_too_many_in_a_row_end_the_run_with_the_last_good_checkpoint(corpus, monkeypatch, capsys):
    spoil_losses(monkeypatch, 5, 1000)
    assert llm.main(flags(corpus, epochs=40, max_skipped=4, save_steps=3)) == 1
    error = capsys.readouterr().err.strip().splitlines()[-1]
    reason = "the loss is nan at step 9 (step), the last of 4 in a row that were skipped: the run diverged"
    assert error.startswith(f"error: {reason}") and "--muon_lr" in error
    state = inference.load_checkpoint(corpus / "model.pth")
    assert all(tensor.isfinite().all() for tensor in state["model"].values())
    assert state["optimizer"]["steps"] == 5


def test_a_resumed_run_goes_on_counting(corpus, monkeypatch):
    spoil_losses(monkeypatch, 2, 3)
    trained(corpus, epochs=2, max_skipped=3)
    run = started(corpus, resume=True, epochs=3, max_skipped=3)
    assert run.log.skipped == run.log.skipped_in_a_row == 2
