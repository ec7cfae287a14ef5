"""benchmarks/quality.py and benchmarks/peer.py: which runs are wanted, made-up results, toy runs."""

import json
import math
import shutil
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
import peer  # noqa: E402
import quality  # noqa: E402
import training_runs  # noqa: E402

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
    result = training_runs.log_result(rows)
    assert result["curve"] == [[100, 5.0], [300, 3.0]] and result["loss"] == result["lowest"] == 3.0
    assert result["training_loss"] == 3.0 and result["skipped"] == 1 and result["peak_memory"] == 7


def made_up(job: training_runs.Job, stop: threading.Event) -> dict:
    """A result whose loss is the farther from 2 the farther the rates are from 0.04 and 0.003."""
    flags = job.flags
    loss = 2.0 + 0.1 * abs(math.log(flags.get("adamw_lr", 0.003) / 0.003)) + 0.01 * flags.get("seed", 0)
    loss += 0.1 * abs(math.log(flags["muon_lr"] / 0.04)) if "muon_lr" in flags else 0.2
    loss += 60 / flags["steps"] + 0.01 * (flags.get("vocab_size", 296) - 296)
    loss -= 0.1 if "nanogpt" in job.name else 0.0
    curve = [[flags["steps"] * 100, loss + 0.5], [flags["steps"] * 200, loss]]
    figures = {"lowest": loss, "training_loss": loss, "skipped": 0, "seconds": 1.0, "peak_memory": 2**30}
    named = {"name": job.name, "command": job.shown_command}
    if flags.get("precision") == "fp16":
        return named | {"error": "error: the loss is nan at step 9 (epoch): the run diverged"}
    return named | {"loss": loss, "curve": curve} | figures


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
    assert "- `precision-fp16`: error: the loss is nan" in report
    assert "AdamW alone, beta2 0.99, seed 0: 2." in report
    theirs = plan.results[plan.peers(288, 256).name]["loss"]
    size = 288 + 100 * (1.95 - theirs)
    assert f"nanoGPT, T=256, gets 1.95 at a vocabulary of {size:.0f}; ours there " in report
    assert (", extrapolated." in report) == (not 280 <= size <= 296)
    quality.save_figure(quality.chart_of_curves(plan), tmp_path / "quality.png")
    assert (tmp_path / "quality.png").read_bytes()[:4] == b"\x89PNG"


RECORDED = ROOT / "benchmarks" / "results" / "2026-11-23-h200-2335"


def test_recorded_results_give_their_tables_without_the_data(tmp_path, capsys):
    shutil.copy(RECORDED / "quality.jsonl", tmp_path)
    assert quality.main(["--out", str(tmp_path), "--report"]) == 0
    assert (tmp_path / "quality.md").read_text() == (RECORDED / "quality.md").read_text()
    assert quality.main(["--out", str(tmp_path / "none"), "--report"]) == 2
    assert "there is nothing to report" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--text-steps", "4"], ["--tiny"], ["--device", "cpu"]])
def test_runs_of_another_command_are_not_taken(text, words):
    sets = ["--sets", "optimizers"]
    stop = threading.Event()
    results = {job.name: made_up(job, stop) for job in quality.Plan(options_of(text, *sets), {}).jobs()}
    assert all(job.name not in results for job in quality.Plan(options_of(text, *sets), results).jobs())
    with pytest.raises(ValueError, match=r"was made with --.*: give the flags of then, or another --out"):
        quality.Plan(options_of(text, *sets, *words), results).jobs()


def test_checks_at_other_rates_are_not_taken(text):
    job = training_runs.Job("text-muon-warmup-0.2", {"muon_lr": 0.02, "steps": 9})
    other = training_runs.Job(job.name, {"muon_lr": 0.04, "steps": 9, "text": text})
    with pytest.raises(ValueError, match="--muon_lr 0.02, not 0.04"):
        training_runs.check_same(other, {"command": job.shown_command})
    training_runs.check_same(job, {"command": job.shown_command})


def test_a_run_without_memory_is_tried_by_the_next_command(text, tmp_path):
    tried = []

    def crowded(job, stop):
        tried.append(job.name)
        return {"name": job.name, "command": job.shown_command, "error": "error: there is too little memory"}

    options = options_of(text, "--sets", "optimizers", "--turns", "0")
    path = tmp_path / "quality.jsonl"
    plan = quality.Plan(options, {})
    quality.run_all(plan, path, crowded)
    assert len(tried) == len(set(tried)) == 2 and not path.exists()
    assert "- `text-muon-0.02-0.003-s0`: error: there is too little memory" in quality.report(plan)
    plan = quality.Plan(options, quality.read_results(path))
    quality.run_all(plan, path, made_up)
    assert set(tried) <= set(quality.read_results(path))


def test_a_line_cut_short_and_a_failure_of_then_are_left_out(text, tmp_path):
    path = tmp_path / "quality.jsonl"
    crowded = '{"name": "d", "command": "", "error": "error: there is too little memory"}\n'
    path.write_text('{"name": "a", "command": "", "loss": 1.0}\n' + crowded + '{"name": "b", "comm')
    plan = quality.Plan(options_of(text), quality.read_results(path))
    assert list(plan.results) == ["a"]
    quality.keep(plan, path, {"name": "c", "command": "", "loss": 2.0})
    assert list(quality.read_results(path)) == ["a", "c"]


def test_the_precisions_wait_for_one_search_alone(text):
    names = [job.name for job in quality.Plan(options_of(text, "--sets", "precision"), {}).jobs()]
    assert len(names) == 5 and all(name.startswith("text-muon-") for name in names)


def test_recipes_are_shares_of_the_steps(text):
    plan = quality.Plan(options_of(text, "--vocabulary-steps", "10"), {})
    assert [plan.ours(288, recipe).steps for recipe in quality.RECIPES] == [6, 8, 5]


def test_sets_of_text_want_a_text(text, tmp_path, capsys):
    words = ["--data", str(text), "--out", str(tmp_path), "--sets", "vocabulary"]
    assert quality.main(words) == 2
    assert "give --text" in capsys.readouterr().err


def test_a_run_that_ends_with_the_time_is_kept(text, tmp_path):
    options = options_of(text, "--sets", "optimizers", "--minutes", "0.005", "--jobs", "2")
    plan = quality.Plan(options, {})

    def just_in_time(job, stop):
        stop.wait(60)
        return made_up(job, stop)

    quality.run_all(plan, tmp_path / "quality.jsonl", just_in_time)
    assert len(plan.results) == 2 and quality.read_results(tmp_path / "quality.jsonl") == plan.results


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
    job = training_runs.Job("job", {"text": tmp_path / "none", "steps": 1, "device": "cpu"})
    row = training_runs.make_run(job, tmp_path, threading.Event())
    assert "there is no text at" in row["error"]


def test_a_log_of_a_killed_command_is_not_this_runs(tmp_path):
    log = tmp_path / "job" / "run" / "log.jsonl"
    log.parent.mkdir(parents=True)
    log.write_text('{"event": "epoch", "step": 9, "loss": 1.0, "seconds": 1, "peak_memory": 1}\n')
    job = training_runs.Job("job", {"text": tmp_path / "none", "steps": 1, "device": "cpu"})
    assert "there is no text at" in training_runs.make_run(job, tmp_path, threading.Event())["error"]


def test_a_loss_that_is_no_number_is_divergence():
    rows = [{"event": "epoch", "step": 1, "seconds": 1, "loss": math.nan, "peak_memory": 7}]
    assert training_runs.DIVERGED in training_runs.log_result(rows)["error"]


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
    result = training_runs.log_result(rows)
    assert result["curve"][-1][0] == 5 * 2 * 16 and 0 < result["loss"] < 9
    assert training_runs.has_ended(tmp_path / "run" / "log.jsonl", 5)
    assert not training_runs.has_ended(tmp_path / "run" / "log.jsonl", 6)


def test_the_peers_rate_rises_and_falls():
    rates = [peer.peer_lr(step, 900) for step in range(901)]
    assert max(rates) == rates[100] == peer.PEAK_LR and rates[-1] == pytest.approx(peer.LAST_LR)
    assert rates[0] == pytest.approx(peer.PEAK_LR / 101)
