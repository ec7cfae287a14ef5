"""What is kept of a run, and what it goes on from."""

import json
import os
import shutil
import signal

import pytest
import torch
from patching import patch_everywhere
from tiny_training import flags, started, trained, write_pairs

import llm
from python_to_triton import inference
from training import checkpoints
from training.checkpoints import best_of, earlier_files, load_newest

SETTINGS = dict(epochs=4, save_steps=1, keep=3)  # 2 steps an epoch


@pytest.fixture
def corpus(tmp_path):
    """A folder with a few training pairs."""
    write_pairs(tmp_path / "data.csv")
    return tmp_path


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A folder with a run that nothing ended."""
    folder = tmp_path_factory.mktemp("whole")
    write_pairs(folder / "data.csv")
    trained(folder, **SETTINGS)
    return folder


@pytest.fixture
def run(whole, tmp_path):
    """A copy of that folder."""
    return shutil.copytree(whole, tmp_path / "run")


def step_of(path) -> int:
    return inference.load_checkpoint(path)["step"]


def damage(path, kind) -> None:
    """Spoils a file: a byte of a tensor is another, or the end is missing, or all is."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    contents = {"changed": data, "half": data[: len(data) // 2], "empty": b""}
    path.unlink()
    if kind != "missing":
        path.write_bytes(contents[kind])


def same_weights(one, other) -> bool:
    states = [inference.load_checkpoint(folder / "model.pth") for folder in (one, other)]
    same_model = all(torch.equal(states[0]["model"][name], t) for name, t in states[1]["model"].items())
    return same_model and torch.equal(states[0]["rng"]["cpu"], states[1]["rng"]["cpu"])


def test_the_last_saves_and_the_best_are_kept(run):
    path = run / "model.pth"
    assert step_of(path) == 8 and [step_of(file) for file in earlier_files(path)] == [7, 6]
    rows = [json.loads(line) for line in (run / "run" / "log.jsonl").read_text().splitlines()]
    losses = {row["step"]: row["loss"] for row in rows if row["event"] == "epoch"}
    best = inference.load_checkpoint(best_of(path))
    assert best["step"] == best["best"]["step"] == min(losses, key=losses.get)
    assert best["best"]["loss"] == best["metrics"]["loss"] == min(losses.values())
    names = {"data.csv", "model.json", "model.pth", "model.best.pth", "run"}
    names |= {"model.step-00000006.pth", "model.step-00000007.pth"}
    assert {file.name for file in run.iterdir()} == names


def test_a_best_save_stays_while_later_ones_are_worse(corpus, monkeypatch):
    losses = iter([3.0, 2.0, 2.5, 2.6])
    figures = {"perplexity": 1.0, "accuracy": 0.5}
    patch_everywhere(monkeypatch, "evaluate", lambda *_: {"loss": next(losses)} | figures)
    trained(corpus, keep=1)
    assert step_of(corpus / "model.pth") == 8 and earlier_files(corpus / "model.pth") == []
    assert step_of(best_of(corpus / "model.pth")) == 4


@pytest.mark.parametrize("kind", ["changed", "half", "empty", "missing"])
def test_a_damaged_newest_save_falls_back_to_the_one_before(kind, run, whole, capsys):
    damage(run / "model.pth", kind)
    if kind == "half":  # and so is the one before
        damage(run / "model.step-00000007.pth", kind)
    step = 6 if kind == "half" else 7
    trained(run, resume=True, **SETTINGS)
    printed = capsys.readouterr()
    assert f"going on from model.step-0000000{step}.pth, step {step}\n" in printed.err
    assert f"resuming at step {step}" in printed.out
    assert same_weights(run, whole)
    assert earlier_files(run / "model.pth")[0].name == "model.step-00000007.pth"
    assert all(step_of(file) for file in earlier_files(run / "model.pth")[:1])


def test_where_no_save_is_whole_the_newest_is_named(run, capsys):
    for file in run.glob("*.pth"):
        damage(file, "changed")
    before = sorted(file.name for file in run.iterdir())
    assert llm.main([*flags(run), "--resume"]) == 2
    assert "model.pth is damaged" in capsys.readouterr().err
    assert sorted(file.name for file in run.iterdir()) == before


def test_a_run_begun_anew_takes_the_place_of_the_older_ones_saves_once_it_has_saved(run, monkeypatch):
    older = {file.name: file.read_bytes() for file in run.glob("*.pth")}
    with monkeypatch.context() as patched, pytest.raises(ConnectionResetError):

        def killed(*_):
            raise ConnectionResetError  # no handler of ours saves

        patch_everywhere(patched, "train_step", killed)
        trained(run, run_dir=run / "second", **SETTINGS)
    assert older == {file.name: file.read_bytes() for file in run.glob("*.pth")}
    trained(run, run_dir=run / "second", **SETTINGS | dict(epochs=1, keep=5))
    newest, _ = load_newest(run / "model.pth")
    assert newest["step"] == 2 and [step_of(file) for file in earlier_files(run / "model.pth")] == [1]


def test_checkpoints_of_before_load(run, whole):
    """Those that name no best save and no number of processes."""
    state = torch.load(run / "model.step-00000006.pth", weights_only=True)
    for name in ("best", "world_size"):
        del state[name]
    for file in run.glob("*.pth"):
        file.unlink()
    torch.save(state, run / "model.pth")
    trained(run, resume=True, **SETTINGS)
    assert same_weights(run, whole)


def test_sigusr1_saves_and_the_run_goes_on(corpus, monkeypatch, whole):
    step = llm.train_step
    saved = []

    def asked_step(run, *arguments):
        if run.step == 2:
            signal.raise_signal(signal.SIGUSR1)
        if run.step == 3:
            run.checkpoints.wait()
            saved.append(step_of(corpus / "model.pth"))
        return step(run, *arguments)

    patch_everywhere(monkeypatch, "train_step", asked_step)
    run = trained(corpus, epochs=4)
    assert saved == [3] and run.step == 8 and same_weights(corpus, whole)
    assert signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL


def test_saves_are_due_by_steps_and_by_time(corpus):
    files = started(corpus, save_steps=5, save_minutes=2).checkpoints
    assert [step for step in range(1, 12) if files.are_due(step, 119.0)] == [5, 10]
    assert files.are_due(3, 120.0)
    files = started(corpus, save_minutes=0).checkpoints
    assert not files.are_due(1, 1e9)


def test_the_state_that_is_written_is_that_of_the_call(corpus):
    run = started(corpus)
    before = run.model.norm.weight.clone()
    with run.checkpoints:
        run.save()
        with torch.no_grad():
            run.model.norm.weight += 1
    assert torch.equal(inference.load_checkpoint(corpus / "model.pth")["model"]["norm.weight"], before)


# ---- where it cannot be written


@pytest.mark.parametrize("name", ["save", "fsync", "replace"])
def test_a_full_disk_ends_the_run_and_leaves_what_was_saved(name, run, monkeypatch, capsys):
    module = torch if name == "save" else os
    change = getattr(module, name)
    trials = iter(range(100))

    def full(*arguments):
        # the trial before the training has room, and so has the log
        of_a_save = any(str(one).endswith("model.pth") for one in arguments) if name == "replace" else True
        if of_a_save and next(trials) >= (1 if name != "replace" else 0):
            raise OSError(28, "No space left on device", str(run / "model.pth"))
        return change(*arguments)

    before = {file.name: file.read_bytes() for file in run.glob("*.pth")}
    with monkeypatch.context() as patched:
        patched.setattr(module, name, full)
        assert llm.main([*flags(run, **SETTINGS | dict(epochs=6)), "--resume"]) == 2
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert error.startswith("error: cannot write ") and "No space left on device" in error
    after = {file.name: file.read_bytes() for file in run.glob("*.pth")}
    assert {file: after.get(file) for file in before} == before and not list(run.glob(".*.tmp"))
    trained(run, resume=True, **SETTINGS | dict(epochs=5))


def test_a_file_system_without_hard_links_gets_copies(corpus, monkeypatch):
    def refused(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    trained(corpus, **SETTINGS)
    path = corpus / "model.pth"
    assert [step_of(file) for file in (path, *earlier_files(path))] == [8, 7, 6]
    assert best_of(path).stat().st_nlink == 1


def test_another_number_of_processes_is_refused(run, monkeypatch, capsys):
    before = (run / "model.pth").read_bytes()
    monkeypatch.setenv("WORLD_SIZE", "2")
    assert llm.main([*flags(run, epochs=5), "--resume"]) == 2
    error = capsys.readouterr().err
    assert "the run was trained by 1 processes, and these are 2" in error and error.count("\n") == 1
    assert (run / "model.pth").read_bytes() == before


def test_torchrun_is_refused_before_any_file_is_written(corpus, monkeypatch, capsys):
    monkeypatch.setenv("WORLD_SIZE", "2")
    assert llm.main(flags(corpus)) == 2
    assert "training is one process, and these are 2" in capsys.readouterr().err
    assert not (corpus / "model.pth").exists()


def test_a_round_of_feedback_leaves_one_file(corpus):
    run = started(corpus, **SETTINGS)
    llm.train(run)
    run.checkpoints.keep_newest_alone()
    assert [file.name for file in corpus.glob("*.pth")] == ["model.pth"]


def test_remove_cut_short_leaves_the_files_of_living_processes(tmp_path):
    dead, living = (tmp_path / f".model.best.pth.{pid}.tmp" for pid in (999999999, os.getpid()))
    for file in (dead, living):
        file.write_bytes(b"half")
    checkpoints.remove_cut_short(tmp_path / "model.pth")
    assert living.exists() and not dead.exists()


def test_a_run_that_goes_on_keeps_its_best_and_drops_what_could_not_be_read(run, capsys):
    """A kill right after the first save leaves the marker; saves after the one that is read are damaged."""
    path = run / "model.pth"
    state = inference.load_checkpoint(path)
    checkpoints.mark_begun(path, state["run"])
    best = step_of(best_of(path))
    for file in (path, *earlier_files(path)[:1]):
        damage(file, "half")
    trained(run, resume=True, **SETTINGS | {"epochs": 5})
    assert step_of(best_of(path)) >= best and not checkpoints.marker_of(path).exists()
    assert [step_of(file) for file in earlier_files(path)] == [9, 8]


def test_a_run_goes_on_in_another_precision(run):
    resumed = started(run, resume=True, **SETTINGS)
    resumed.make_step.scaler = torch.amp.GradScaler("cpu")  # as of fp16, and the run was of fp32
    state = inference.load_checkpoint(run / "model.pth") | {"file": run / "model.pth"}
    assert state["scaler"] == {}
    resumed.restore(state)
    assert resumed.make_step.scaler.get_scale() == 2.0**16


def test_a_run_goes_on_with_fewer_gpus(monkeypatch):
    drawn = {}
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "set_rng_state_all", lambda states: drawn.update(enumerate(states)))
    monkeypatch.setattr(torch.cuda, "set_rng_state", lambda state: drawn.update({0: state}))
    saved = {"cpu": torch.get_rng_state(), "cuda": ["first", "second"]}
    checkpoints.set_rng_state(saved)
    assert drawn == {0: "first"}
    checkpoints.set_rng_state(saved | {"current": 1})
    assert drawn == {0: "second"}


def test_saves_that_a_run_goes_back_behind_stay_until_it_has_saved(run):
    path = run / "model.pth"
    later = run / "model.step-00000007.pth"
    path.unlink()
    shutil.copyfile(run / "model.step-00000006.pth", path)
    resumed = started(run, resume=True, **SETTINGS)
    assert resumed.step == 6 and step_of(later) == 7
    resumed.step += 1
    with resumed.checkpoints:
        resumed.save()
    assert step_of(path) == 7 and [step_of(file) for file in earlier_files(path)] == [6]


def test_a_save_moved_away_while_training_costs_nothing(run):
    path = run / "model.pth"
    resumed = started(run, resume=True, **SETTINGS | {"epochs": 5})
    path.rename(run / "mine.pth")
    with resumed.checkpoints:
        resumed.step += 1
        resumed.save()
    assert step_of(path) == 9


def test_facts_that_cannot_be_written_are_named_and_the_save_is_there(run, monkeypatch):
    path = run / "model.pth"
    resumed = started(run, resume=True, **SETTINGS | {"epochs": 5})
    path.with_suffix(".json").unlink()
    path.with_suffix(".json").mkdir()
    with pytest.raises(ValueError, match=r"cannot write .*model\.json"), resumed.checkpoints:
        resumed.step += 1
        resumed.save()
    assert step_of(path) == 9 and resumed.checkpoints.newest_step == 9
