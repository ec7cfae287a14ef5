"""benchmarks/quality.py and benchmarks/peer.py: which runs are wanted, made-up results, toy runs."""

import json
import math
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import peer  # noqa: E402
import quality  # noqa: E402

WORDS = "to be or not to be that is the question whether tis nobler in the mind to suffer\n"
AXES = {"a": (1, 2, 3, 4), "b": (10, 20, 30)}


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    path = tmp_path_factory.mktemp("text") / "text.txt"
    path.write_text(WORDS * 60)
    return path


def options_of(text, *words):
    return quality.make_parser().parse_args(["--text", str(text), "--out", "none", *words])


def test_neighbours_differ_by_a_place_on_one_axis():
    assert set(quality.neighbours(AXES, (2, 20))) == {(1, 20), (3, 20), (2, 10), (2, 30)}
    assert set(quality.neighbours(AXES, (1, 30))) == {(2, 30), (1, 20)}


def test_a_search_follows_the_best():
    losses = {}
    asked = []
    while True:
        missing, best = quality.search(AXES, (2, 20), losses, turns=4)
        if best:
            break
        asked.append(len(missing))
        losses |= {point: abs(point[0] - 4) + abs(point[1] - 20) for point in missing}
    assert best == (4, 20) and asked == [5, 3, 2]


def test_a_search_ends_after_its_turns_and_passes_over_failures():
    losses = {point: math.inf for point in [(2, 20), (1, 20), (2, 10), (2, 30)]} | {(3, 20): 1.0}
    assert quality.search(AXES, (2, 20), losses, turns=1) == ([], (3, 20))
    assert quality.search(AXES, (2, 20), losses, turns=2)[0] == [(4, 20), (3, 10), (3, 30)]
    assert quality.search(AXES, (2, 20), {}, turns=0) == ([(2, 20)], None)


@pytest.mark.parametrize(
    "losses, expected",
    [
        ({0.5: 1.0, 1: 0.5}, ("at most", 0.5)),
        ({0.5: 2.0, 0.7: 1.2, 1: 0.5}, ("about", 0.6)),
        ({0.5: 3.0, 1: 2.0}, ("more than", 1)),
    ],
)
def test_the_share_that_reaches_a_loss(losses, expected):
    words, share = quality.share_reaching(losses, 1.6)
    assert words == expected[0] and share == pytest.approx(expected[1])


def test_figures_of_a_log():
    rows = [{"event": "start", "step": 0, "seconds": 0.0}]
    for step, loss in ((1, 4.0), (2, None), (3, 2.0)):
        rows.append({"event": "step", "step": step, "seconds": step, "loss": loss, "tokens": 100})
        if step != 2:
            rows.append(
                {"event": "epoch", "step": step, "seconds": step, "loss": 6.0 - step, "peak_memory": 7}
            )
    result = quality.result_of(rows)
    assert result["curve"] == [[100, 5.0], [300, 3.0]] and result["loss"] == result["lowest"] == 3.0
    assert result["training_loss"] == 3.0 and result["skipped"] == 1 and result["peak_memory"] == 7


def made_up(job: quality.Job, stop: threading.Event) -> dict:
    """A result whose loss is the farther from 2 the farther the rates are from 0.04 and 0.003."""
    flags = job.flags
    loss = 2.0 + 0.1 * abs(math.log(flags.get("adamw_lr", 0.003) / 0.003)) + 0.01 * flags.get("seed", 0)
    loss += 0.1 * abs(math.log(flags["muon_lr"] / 0.04)) if "muon_lr" in flags else 0.2
    loss += 60 / flags["steps"] + 0.01 * (flags.get("vocab_size", 296) - 296)
    loss -= 0.1 if "nanogpt" in job.name else 0.0
    curve = [[flags["steps"] * 100, loss + 0.5], [flags["steps"] * 200, loss]]
    figures = {"lowest": loss, "training_loss": loss, "skipped": 0, "seconds": 1.0, "peak_memory": 2**30}
    if flags.get("precision") == "fp16":
        return {"name": job.name, "command": "", "error": "ValueError: no"}
    return {"name": job.name, "command": "", "loss": loss, "curve": curve} | figures


def test_all_sets_end_in_tables(text, tmp_path):
    options = options_of(text, "--jobs", "3", "--data", str(text), "--peer", str(text), "--turns", "3")
    plan = quality.Plan(options, {})
    quality.run_all(plan, tmp_path / "quality.jsonl", made_up)
    assert not plan.jobs()
    assert quality.read_results(tmp_path / "quality.jsonl") == plan.results
    assert plan.searched("text", "muon") == ([], (0.04, 0.003))
    assert plan.searched("pairs", "adamw")[1][0] == 0.004
    names = [name for name in plan.results if name.startswith("text-muon-0.04-0.003-s")]
    assert len(names) == 9  # three seeds with schedules of three lengths
    report = quality.report(plan)
    for words in ("Muon + AdamW (muon_lr 0.04, adamw_lr 0.003)", "of the tokens.", "| 280 |", "| bf16 |"):
        assert words in report
    assert "- `precision-fp16`: ValueError: no" in report
    assert "AdamW alone, beta2 0.99, seed 0: 2." in report
    theirs = plan.results[plan.peers(288, 256).name]["loss"]
    line = f"nanoGPT, T=256, gets 1.95 at a vocabulary of {288 + 100 * (1.95 - theirs):.0f}; ours there "
    assert line in report
    quality.plot(plan, tmp_path / "quality.png")
    assert (tmp_path / "quality.png").read_bytes()[:4] == b"\x89PNG"


def test_the_time_limit_leaves_the_rest(text, tmp_path):
    options = options_of(text, "--jobs", "2", "--minutes", "0.005")
    plan = quality.Plan(options, {})

    def slow(job, stop):
        return None if stop.wait(60) else made_up(job, stop)

    quality.run_all(plan, tmp_path / "quality.jsonl", slow)
    assert not plan.results and plan.jobs()
    assert "| optimizer |" in quality.report(plan)


def test_toy_runs(text, tmp_path, capsys):
    words = (
        "--tiny --device cpu --sets optimizers --turns 0 --seeds 1 --shares --text-steps 3 --jobs 2".split()
    )
    arguments = ["--text", str(text), "--out", str(tmp_path), *words]
    assert quality.main(arguments) == 0
    rows = [json.loads(line) for line in (tmp_path / "quality.jsonl").read_text().splitlines()]
    assert {row["name"] for row in rows} == {"text-muon-0.02-0.003-s0", "text-adamw-0.002-0.1-s0"}
    assert all(0 < row["loss"] < 7 and row["curve"][-1][0] > 0 for row in rows)
    assert not list((tmp_path / "scratch").iterdir())
    assert "AdamW alone (adamw_lr 0.002, weight_decay 0.1)" in capsys.readouterr().out
    assert quality.main(arguments) == 0  # nothing is made again
    assert len((tmp_path / "quality.jsonl").read_text().splitlines()) == 2


def test_a_failed_run_is_a_row(tmp_path):
    job = quality.Job("job", {"text": tmp_path / "none", "steps": 1, "device": "cpu"})
    row = quality.run_job(job, tmp_path, threading.Event())
    assert "there is no text at" in row["error"]


MODEL = '''import torch
from dataclasses import dataclass


@dataclass
class GPTConfig:
    block_size: int
    vocab_size: int
    n_layer: int
    n_head: int
    n_embd: int
    dropout: float
    bias: bool


class GPT(torch.nn.Module):
    """Of the interface of nanoGPT: a table of pairs of tokens."""

    def __init__(self, config):
        super().__init__()
        self.table = torch.nn.Embedding(config.vocab_size, config.vocab_size)

    def configure_optimizers(self, decay, lr, betas, device):
        return torch.optim.AdamW(self.parameters(), lr=lr, betas=betas, weight_decay=decay)

    def forward(self, tokens, targets):
        logits = self.table(tokens)
        return logits, torch.nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten())
'''


def test_a_peer_is_trained_on_the_same_text(text, tmp_path):
    (tmp_path / "model.py").write_text(MODEL)
    words = "--vocab_size 270 --max_seq_len 16 --batch_size 2 --steps 5 --device cpu".split()
    assert peer.main([str(tmp_path), "--text", str(text), "--run_dir", str(tmp_path / "run"), *words]) == 0
    rows = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    result = quality.result_of(rows)
    assert result["curve"][-1][0] == 5 * 2 * 16 and 0 < result["loss"] < 9
    assert quality.has_ended(tmp_path / "run" / "log.jsonl", 5)
    assert not quality.has_ended(tmp_path / "run" / "log.jsonl", 6)


def test_the_peers_rate_rises_and_falls():
    rates = [peer.peer_lr(step, 900) for step in range(901)]
    assert max(rates) == rates[100] == peer.PEAK_LR and rates[-1] == pytest.approx(peer.LAST_LR)
    assert rates[0] == pytest.approx(peer.PEAK_LR / 101)
