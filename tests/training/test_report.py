"""The report at the end of a run: its operations by hand, its parts on a clock of the test."""

import json
from types import SimpleNamespace

import pytest
import torch
from tiny_training import started, write_pairs

import llm
from training import report
from training.batches import Batch
from training.capture import Captured, key_of
from training.execution import Precision

CONFIG = llm.ModelConfig(d_model=8, n_heads=2, n_layers=3, d_ff=16, vocab_size=10)


def products(config: llm.ModelConfig, tokens: int) -> int:
    """Multiplications and additions of a forward pass over one row, product by product."""
    C, F, V, T = config.d_model, config.d_ff, config.vocab_size, tokens
    projections = 4 * 2 * T * C * C
    attention = 2 * T * T * C + 2 * T * T * C  # scores, and the sum of values
    feed_forward = 2 * T * C * F + 2 * T * F * C
    return config.n_layers * (projections + attention + feed_forward) + 2 * T * C * V


@pytest.mark.parametrize("tokens", [1, 7, 64])
def test_training_takes_three_times_the_products_of_a_forward(tokens):
    assert report.model_flops(CONFIG, tokens, tokens, tokens) == 3 * products(CONFIG, tokens)


def test_six_operations_a_weight_and_token():
    model = llm.Transformer(CONFIG)
    weights = sum(p.numel() for n, p in model.named_parameters() if p.ndim == 2 and n != "embedding.weight")
    assert report.model_flops(CONFIG, 5, 5, 0) == 6 * weights * 5
    head = model.head.weight.numel()
    assert report.model_flops(CONFIG, 5, 2, 0) == 6 * (weights * 5 - head * 3)


def test_the_account_counts_tokens_and_times_parts(monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr(report.time, "monotonic", lambda: next(clock))
    tokens_BT = torch.zeros(2, 4, dtype=torch.long)
    steps = [[Batch(tokens_BT, tokens_BT, n_targets=3, n_padding=1)], [Batch(tokens_BT, tokens_BT, 8)] * 2]
    account = report.Account()
    assert list(account.batches(iter(steps))) == steps
    with account.timed("evaluation"):
        next(clock)
    with pytest.raises(RuntimeError), account.timed("saving"):
        raise RuntimeError("a run that ends here has no report")
    assert (account.steps, account.tokens, account.targets, account.positions) == (2, 23, 19, 24)
    assert account.contexts == 4 * 23 and account.last == steps[1]
    assert account.seconds == {"data": 3, "evaluation": 2}


def test_slow_steps_are_preparation():
    assert report.preparation([7, 1, 1, 1, 20, 1]) == 6 + 19
    assert report.preparation([1, 1, 4]) == 0


def test_a_save_within_an_epoch_is_no_part_of_its_step(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(report.time, "monotonic", lambda: clock[0])
    tokens_BT = torch.zeros(2, 4, dtype=torch.long)
    account = report.Account()
    for step, _ in enumerate(account.batches(iter([[Batch(tokens_BT, tokens_BT, 8)]] * 5))):
        clock[0] += 30 if step == 0 else 1
        if step == 2:
            with account.timed("saving"):
                clock[0] += 100
    assert account.times == [30, 1, 1, 1, 1] and report.preparation(account.times) == 29
    assert account.seconds["saving"] == 100


def test_a_measure_that_fails_says_why():
    def measure(size):
        if size > 1:
            raise torch.OutOfMemoryError("CUDA out of memory\nand much more")
        if size < 0:
            raise RuntimeError("CUBLAS_STATUS_ALLOC_FAILED")
        return 2.0

    assert report.measured_or_why(measure, 1) == (2.0, "")
    assert report.measured_or_why(measure, 2) == (None, "CUDA out of memory")
    assert report.measured_or_why(measure, -1) == (None, "CUBLAS_STATUS_ALLOC_FAILED")


def test_a_finished_run_outlives_a_failed_measure(tmp_path, monkeypatch):
    def fail(*arguments):
        raise RuntimeError("no room for a workspace")

    def fail_halfway(*arguments):
        run.model.head.weight.grad = torch.ones_like(run.model.head.weight)
        fail()

    write_pairs(tmp_path / "data.csv")
    run = started(tmp_path, epochs=3)
    llm.train(run)
    run.make_step.first_beats = fail_halfway
    monkeypatch.setattr(report, "measured_peak", fail)
    lines = report.describe_end(run, 0.0).splitlines()
    assert lines[2:] == [
        "not measured: forward and backward: no room for a workspace",
        "not measured: the peak: no room for a workspace",
    ]
    figures = json.loads((tmp_path / "run" / "report.json").read_text())
    assert "steps" in figures["seconds"] and figures["peak_flops_per_second"] is None
    assert all(p.grad is None for p in run.model.parameters())


def test_what_is_of_the_first_process_says_so():
    figures = {"tokens_per_second": 1.0, "model_flops_per_second": 1e12, "peak_flops_per_second": 4e12}
    figures |= {"peak_memory": 2**30, "seconds": {}, "not_measured": {}}
    alone = report.lines_of(figures | {"processes": 1})
    assert "25% of the 4 that one large product reaches; peak memory 1.00 GiB" in alone
    many = report.lines_of(figures | {"processes": 2})
    assert "reaches on one device, times 2; peak memory of the first process 1.00 GiB" in many


def test_the_peak_is_a_rate_of_products():
    assert 1e8 < report.measured_peak(torch.device("cpu"), torch.float32) < 1e15


def test_a_graph_of_the_whole_step_is_not_taken_apart():
    captured = Captured.__new__(Captured)  # to make one takes a GPU
    captured.captures = {}
    tokens_BT = torch.zeros(2, 4, dtype=torch.long)
    batches = [Batch(tokens_BT, tokens_BT, n_targets=8)]
    step = SimpleNamespace(precision=Precision.choose("fp32", torch.device("cpu")), first_beats=captured)
    assert report.forward_and_backward(step, batches) is None
    key = key_of((batches[0].on(torch.device("cpu")), torch.tensor(0.125)))
    captured.captures[key] = None  # after the first call
    assert report.forward_and_backward(step, batches) is None
    replays = []
    captured.captures[key] = SimpleNamespace(replay=replays.append)
    step.model = torch.nn.Linear(1, 1)
    step.accumulates = True
    assert report.forward_and_backward(step, batches) > 0
    assert len(replays) == report.MOST_CALLS


def test_a_run_tells_where_its_time_went(tmp_path):
    write_pairs(tmp_path / "data.csv")
    run = started(tmp_path, epochs=3)
    began = report.time.monotonic() - 5
    llm.train(run)
    weights = [p.detach().clone() for p in run.model.parameters()]
    lines = report.describe_end(run, began)
    assert all(map(torch.equal, weights, run.model.parameters()))
    assert all(p.grad is None for p in run.model.parameters())
    figures = json.loads((tmp_path / "run" / "report.json").read_text())
    parts = figures["seconds"]
    expected = ("start-up", "compilation and capture", "forward and backward", "optimizer", "data")
    assert tuple(parts) == (*expected, "evaluation", "saving")
    assert all(spent >= 0 for spent in parts.values()) and parts["start-up"] >= 5
    loop = sum(parts.values()) - parts["start-up"]
    assert loop == pytest.approx(run.account.ended - run.account.began, abs=0.01)
    rows = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    assert figures["tokens"] == sum(row.get("tokens", 0) for row in rows)
    assert figures["steps"] == run.step == 6
    assert "tokens/s" in lines and "optimizer" in lines and lines.count("\n") == 1


def test_a_run_of_few_steps_has_no_report(tmp_path):
    write_pairs(tmp_path / "data.csv")
    run = started(tmp_path)
    assert report.describe_end(run, 0.0) == "no report: it takes 3 steps, and there were 0"
    run.account.steps = 2
    assert report.describe_end(run, 0.0).endswith("there were 2")
    assert not (tmp_path / "run" / "report.json").exists()
