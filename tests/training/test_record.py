"""What a run prints, logs and leaves in its folder."""

import importlib.util
import json
import re

import pytest
from tiny_training import flags, started, trained, write_pairs

import llm
from training import log, record
from training.curves import throughput


@pytest.fixture
def corpus(tmp_path):
    """A folder with a few training pairs."""
    write_pairs(tmp_path / "data.csv")
    return tmp_path


def rows_of(folder, event):
    rows = [json.loads(line) for line in (folder / "run" / "log.jsonl").read_text().splitlines()]
    return [row for row in rows if row["event"] == event]


def test_seed_throughput_and_memory_are_printed_and_logged(corpus, capsys):
    trained(corpus, epochs=3, batch_size=1, seed=42)
    printed = capsys.readouterr().out
    assert "\nseed 42\n" in printed
    line = r"^step +\d+  validation loss [\d.]+  .*  ([\d,]+) tokens/s  peak memory (\d+\.\d\d) GiB$"
    shown = re.findall(line, printed, re.MULTILINE)
    assert len(shown) == 3
    for (rate, memory), row in zip(shown, rows_of(corpus, "epoch")):
        assert int(rate.replace(",", "")) == round(row["tokens_per_second"]) > 0
        assert float(memory) == pytest.approx(row["peak_memory"] / 2**30, abs=0.01) and row["skipped"] == 0


def test_the_tokens_of_a_step_are_those_that_are_no_padding(corpus):
    run = trained(corpus, epochs=1)
    logged = [row["tokens"] for row in rows_of(corpus, "step")]
    steps = zip(run.data.steps(0), logged)
    pad = run.data.vocabulary.pad
    assert logged and all(
        sum((batch.inputs_BT != pad).sum().item() for batch in batches) == tokens for batches, tokens in steps
    )


def test_throughput_leaves_out_evaluations_and_what_has_no_tokens():
    def row(event, step, seconds, **values):
        return {"event": event, "step": step, "seconds": seconds} | values

    rows = [
        row("start", 0, 0.0),
        row("step", 1, 5.0, tokens=100),  # compilation
        row("step", 2, 6.0, tokens=100),
        row("epoch", 2, 6.0),
        row("step", 3, 90.0, tokens=100),
        row("step", 4, 92.0, tokens=100),
        row("step", 5, 93.0),  # of a log of before
    ]
    assert throughput(rows) == ([2, 4], [100.0, 50.0])
    many = [row("step", step, float(step), tokens=7) for step in range(1, 1002)]
    ends, rates = throughput(many)
    assert len(ends) <= 100 and set(rates) == {7.0}


def test_the_folder_of_a_run_tells_how_to_repeat_it(corpus, monkeypatch):
    monkeypatch.setattr("sys.argv", ["llm.py", "--seed", "42", "--run_dir", "a b"])
    run = trained(corpus, epochs=1, seed=42, curve=True)
    path = corpus / "run" / "run.json"
    told = json.loads(path.read_text())
    assert told["run"] == run.id and told["data"] == run.data.hash
    assert told["train_config"]["seed"] == 42 and told["model_config"]["d_model"] == 64
    [command] = told["commands"]
    assert command["command"] == "python llm.py --seed 42 --run_dir 'a b'" and command["from_step"] == 0
    assert re.fullmatch("[0-9a-f]{16}", command["environment"]["code"])
    assert command["environment"]["packages"]["torch"] == llm.torch.__version__
    assert re.fullmatch("([0-9a-f]{40}(-dirty)?)?", command["commit"])
    assert (corpus / "run" / "kernels.txt").read_text() == run.kernel_table + "\n"
    assert (corpus / "run" / "loss.png").read_bytes()[:4] == b"\x89PNG"
    trained(corpus, resume=True, epochs=2)
    assert [one["from_step"] for one in json.loads(path.read_text())["commands"]] == [0, 2]
    trained(corpus, epochs=1)
    assert len(json.loads(path.read_text())["commands"]) == 1


@pytest.mark.parametrize("tracker", ["wandb", "tensorboard"])
def test_a_tracker_that_is_not_installed_is_one_line(tracker, corpus, monkeypatch, capsys):
    find = importlib.util.find_spec
    monkeypatch.setattr(log, "find_spec", lambda name: None if name == tracker else find(name))
    assert llm.main(flags(corpus, **{tracker: "true"})) == 2
    hint = f"error: --{tracker} needs the package: pip install python-to-triton[{tracker}]\n"
    assert capsys.readouterr().err == hint


def test_tensorboard_has_the_figures_of_the_log(corpus):
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    run = started(corpus, epochs=2, tensorboard="true")
    llm.train(run)
    events = EventAccumulator(str(corpus / "run" / "tensorboard"))
    events.Reload()
    for event, name in (("step", "loss"), ("step", "lr_scale"), ("epoch", "accuracy")):
        found = [(one.step, one.value) for one in events.Scalars(f"{event}/{name}")]
        expected = [(row["step"], pytest.approx(row[name], rel=1e-6)) for row in rows_of(corpus, event)]
        assert found == expected


def test_the_command_that_goes_on_is_one_that_a_shell_takes(monkeypatch):
    told = record.advice_to_go_on(5, 10, 60.0, "my runs/a.pth")
    assert told.endswith("python llm.py --resume --checkpoint 'my runs/a.pth' --minutes 3")
    for name, value in {"RANK": "0", "WORLD_SIZE": "2"}.items():
        monkeypatch.setenv(name, value)
    told = record.advice_to_go_on(5, 10, 60.0, "trained_model.pth")
    assert told.endswith("continue with: torchrun --nproc-per-node 2 llm.py --resume --minutes 3")
