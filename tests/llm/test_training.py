"""Training runs at toy size: bit for bit resumed, budgets, refusals, divergence."""

import itertools
import json
import math
import re
import signal
import socket
import time

import pytest
import torch
from patching import patch_everywhere
from tiny_training import flags, started, trained, write_pairs

import kernels
import llm
from python_to_triton import inference
from training.pairs import padded


@pytest.fixture
def corpus(tmp_path):
    """A folder with a few training pairs."""
    write_pairs(tmp_path / "data.csv")
    return tmp_path


def test_a_stopped_run_resumes_to_the_same_weights(corpus, monkeypatch):
    trained(corpus, checkpoint=corpus / "whole.pth")
    whole = inference.load_checkpoint(corpus / "whole.pth")

    step = llm.train_step

    def interrupted_step(run, *arguments):
        if run.step == 2:
            signal.raise_signal(signal.SIGTERM)  # within the third step, which is finished all the same
        return step(run, *arguments)

    patch_everywhere(monkeypatch, "train_step", interrupted_step)
    with pytest.raises(KeyboardInterrupt):
        trained(corpus)
    patch_everywhere(monkeypatch, "train_step", step)
    assert inference.load_checkpoint(corpus / "model.pth")["step"] == 3
    trained(corpus, resume=True)
    resumed = inference.load_checkpoint(corpus / "model.pth")
    assert resumed["step"] == whole["step"] == 8
    for name, tensor in whole["model"].items():
        torch.testing.assert_close(resumed["model"][name], tensor, rtol=0, atol=0)
    steps = [
        json.loads(line)["step"]
        for line in (corpus / "run" / "log.jsonl").read_text().splitlines()
        if '"step"' in line
    ]
    assert steps == sorted(steps)


def test_no_figure_of_an_earlier_step_is_taken_for_the_last_ones(corpus, monkeypatch):
    step = llm.train_step

    def stopped_step(run, *arguments):
        if run.step == 2:  # the first of the second epoch
            signal.raise_signal(signal.SIGTERM)
        return step(run, *arguments)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patch_everywhere(patched, "train_step", stopped_step)
        trained(corpus)
    saved = inference.load_checkpoint(corpus / "model.pth")
    assert saved["step"] == 3 and saved["metrics"] == {} and saved["best"]["step"] == 2
    run = trained(corpus, resume=True, minutes=1e-9)
    rows = [json.loads(line) for line in run.log.path.read_text().splitlines()]
    assert [row["step"] for row in rows if row["event"] == "epoch"] == [2, 3]
    assert rows[-1]["loss"] == run.metrics["loss"] != rows[-3]["loss"]


def test_kernels_are_chosen_at_the_shape_of_the_median_batch(corpus, monkeypatch):
    choose = kernels.choose
    asked = {}

    def noted(shapes, **options):
        asked.update(shapes)
        return choose(shapes, **options)

    patch_everywhere(monkeypatch, "choose", noted)
    run = started(corpus, epochs=1, batch_size=3)
    steps = itertools.islice(run.data.steps(0), run.total_steps)
    shapes = sorted(
        (batch.inputs_BT.shape[1], len(batch.inputs_BT)) for batches in steps for batch in batches
    )
    T = shapes[(len(shapes) - 1) // 2][0]
    assert T < run.model_config.max_seq_len
    assert (
        asked["attention"][:3] == (3, T, T)
        and asked["rotary"][:2] == (3, T)
        and asked["rms_norm"][0] == asked["gmm_log_prob"][0] == 3 * T
    )


def test_the_seed_decides_weights_and_dropout_whatever_the_choice_of_kernels_has_drawn(corpus, monkeypatch):
    choose = kernels.choose
    states = []
    for draws in (0, 3):

        def drawing(shapes, draws=draws, **options):
            torch.rand(draws)
            return choose(shapes, **options)

        patch_everywhere(monkeypatch, "choose", drawing)
        weights = started(corpus, epochs=1, seed=5).model.embedding.weight
        states.append((weights, torch.get_rng_state()))
    assert all(torch.equal(one, other) for one, other in zip(*states))


def test_accumulation_equals_one_large_batch(corpus):
    losses = {}
    for batch_size, accumulation in ((4, 1), (2, 2), (1, 4)):
        run = started(corpus, batch_size=batch_size, accumulation=accumulation, dropout=0.0)
        run.model.eval()
        examples = run.data.train
        parts = [examples[i : i + batch_size] for i in range(0, 4, batch_size)]
        batches = [padded(part, run.data.T, run.data.vocabulary.pad) for part in parts]
        losses[batch_size] = llm.train_step(run, batches, 1.0).tolist()
    for loss, norm in losses.values():
        assert loss == pytest.approx(losses[4][0], rel=1e-5) and norm == pytest.approx(losses[4][1], rel=1e-4)


def test_a_minute_budget_ends_the_run_and_its_schedule(corpus, monkeypatch):
    ticks = iter(range(10_000))
    # every look at the clock takes a second
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    run = trained(corpus, epochs=10_000, minutes=1)
    scales = [
        row["lr_scale"]
        for row in map(json.loads, run.log.path.read_text().splitlines())
        if row["event"] == "step"
    ]
    assert run.seconds == 60 and run.step == 60
    assert max(scales) > 0.99 and scales[-1] < 0.06


def test_resume_refuses_another_model_or_other_data(corpus):
    trained(corpus, epochs=1)
    assert llm.main([*flags(corpus, d_ff=256), "--resume"]) == 2
    (corpus / "data.csv").write_text((corpus / "data.csv").read_text() + "\n")
    assert llm.main([*flags(corpus), "--resume"]) == 2


def test_a_run_starts_from_other_weights_and_keeps_their_shape(corpus, capsys):
    run = trained(corpus, epochs=1)
    there = dict(start_from=corpus / "model.pth", checkpoint=corpus / "further.pth")
    further = started(corpus, **there)
    assert further.step == 0 and further.data.vocabulary.to_json() == run.data.vocabulary.to_json()
    for name, tensor in run.model.state_dict().items():
        torch.testing.assert_close(further.model.state_dict()[name], tensor, rtol=0, atol=0)
    assert llm.main(flags(corpus, d_model=32, **there)) == 2
    assert "drop --d_model, or train anew without --start_from" in capsys.readouterr().err


def test_a_hub_tokenizer_without_a_network_is_one_line(corpus, monkeypatch, capsys):
    def no_network(*_):
        raise OSError("Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", no_network)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert llm.main(flags(corpus, tokenizer="nobody/no-such-tokenizer")) == 2
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert (
        error.startswith("error: the tokenizer nobody/no-such-tokenizer cannot be loaded")
        and "--tokenizer bpe" in error
    )


def test_a_step_budget_ends_the_run_in_the_midst_of_an_epoch(corpus):
    run = trained(corpus, epochs=1, steps=5)
    assert run.step == run.total_steps == 5 and run.data.steps_per_epoch == 2
    assert inference.load_checkpoint(corpus / "model.pth")["step"] == 5


@pytest.mark.parametrize("length", [{"steps": 24}, {"epochs": 12}])
def test_a_run_that_the_time_limit_cut_short_says_so_and_how_to_go_on(length, corpus, monkeypatch, capsys):
    ticks = itertools.count(step=5.0)  # seconds
    with monkeypatch.context() as patched:
        patched.setattr(time, "perf_counter", lambda: next(ticks))
        patch_everywhere(patched, "load_translator", lambda *_, **options: None)
        patch_everywhere(patched, "show_samples", lambda *_: 1)
        assert llm.main(flags(corpus, minutes=1, **length)) == 0
    printed = capsys.readouterr().out
    own = corpus / "model.pth"
    assert "stopped by the time limit after 12 of 24 steps; continue with: " in printed
    assert f": python llm.py --resume --checkpoint {own} --minutes 3\n" in printed
    run = trained(corpus, resume=True, minutes=3, **length)
    assert run.step == 24


@pytest.mark.parametrize("where", ["first", "later"])
def test_a_run_that_diverges_stops_and_keeps_what_was_saved(corpus, monkeypatch, capsys, where):
    trained(corpus, epochs=1)
    before = (corpus / "model.pth").read_bytes()
    step = llm.train_step

    def diverging_step(run, *arguments):
        figures = step(run, *arguments)
        if run.step >= (3 if where == "later" else 0):
            with torch.no_grad():
                run.model.embedding.weight.fill_(math.nan)
        return figures

    patch_everywhere(monkeypatch, "train_step", diverging_step)
    assert llm.main(flags(corpus)) == 1
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert error.startswith("error: the loss is nan at step ") and "--muon_lr" in error
    state = inference.load_checkpoint(corpus / "model.pth")
    assert all(tensor.isfinite().all() for tensor in state["model"].values())
    if where == "first":
        assert (corpus / "model.pth").read_bytes() == before
    else:
        assert state["step"] == 2


def test_the_record_beside_the_checkpoint_says_what_the_run_depends_on(corpus):
    run = trained(corpus, epochs=1)
    record = json.loads((corpus / "model.json").read_text())
    assert record["model_config"]["d_model"] == 64 and record["train_config"]["epochs"] == 1
    assert record["kernels"] == run.kernel_table and record["metrics"] == run.metrics
    assert re.fullmatch("[0-9a-f]{16}", record["environment"]["code"])
    assert record["environment"]["torch"] == torch.__version__ and record["built_in"] is None
    run.record_built_in(7, 10)
    for stored in (
        json.loads((corpus / "model.json").read_text()),
        inference.load_checkpoint(corpus / "model.pth"),
    ):
        assert stored["built_in"] == {"passed": 7, "of": 10} and stored["step"] == run.step


def test_weights_and_biases_runs_offline_and_names_the_kernels(corpus, monkeypatch):
    pytest.importorskip("wandb")
    for name in ("WANDB_MODE", "WANDB_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(corpus))  # no login there
    monkeypatch.setenv("WANDB_DIR", str(corpus))
    run = started(corpus, epochs=1, wandb="true")
    try:
        assert run.log.wandb.settings.mode == "offline"
        assert run.log.wandb.summary["use_triton_rmsnorm"] is run.model_config.use_triton_rmsnorm
        assert run.log.wandb.summary["use_triton_rotary"] is run.model_config.use_triton_rotary
        llm.train(run)
    finally:
        run.log.wandb.finish()
    assert list(corpus.glob("wandb/offline-run-*/*.wandb"))
