"""What a run goes on from: nothing damaged, nothing of another run, nothing that cannot be saved again."""

import json
import os
import re
import resource
import shutil
import subprocess

import pytest
import torch
from patching import patch_everywhere
from tiny_training import flags, started, trained, write_pairs

import llm
from python_to_triton import inference
from training.checkpoints import best_of, marker_of
from training.log import Diverged


@pytest.fixture
def corpus(tmp_path):
    """A folder with a few training pairs."""
    write_pairs(tmp_path / "data.csv")
    return tmp_path


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A folder with a finished run."""
    folder = tmp_path_factory.mktemp("finished")
    write_pairs(folder / "data.csv")
    trained(folder, epochs=1)
    return folder


@pytest.fixture
def run(finished, tmp_path):
    """A copy of the folder with a finished run, which has but one checkpoint."""
    folder = shutil.copytree(finished, tmp_path / "run")
    best_of(folder / "model.pth").unlink()
    return folder


def refused(capsys, *typed) -> str:
    """The line with which llm.py refuses to work."""
    capsys.readouterr()
    assert llm.main([str(word) for word in typed]) == 2
    printed = capsys.readouterr().err
    progress, error = re.fullmatch(r"(\rtraining: .*\n|)error: (.*\n)", printed).groups()
    assert "Traceback" not in progress
    return error


def change(path, **entries):
    """Replaces entries of a checkpoint."""
    state = torch.load(path, weights_only=True)
    torch.save(state | entries, path)


def no_training(monkeypatch):
    patch_everywhere(monkeypatch, "train_step", lambda *_: pytest.fail("training began"))


# ---- what is there


@pytest.mark.parametrize("content", [b"", b"hello\n", bytes(range(256)) * 64, b"PK\x03\x04 cut short"])
def test_a_file_that_is_no_checkpoint_is_refused(content, run, capsys):
    (run / "model.pth").write_bytes(content)
    for typed in (["--resume"], ["--demo", "y = torch.relu(x)"], ["--release", run / "out"]):
        error = refused(capsys, *typed, "--checkpoint", run / "model.pth")
        assert "model.pth is not a checkpoint of this program" in error


@pytest.mark.parametrize(
    "entries, reason",
    [
        ({"model": {}}, "lacks blocks.0.attention.key.weight"),
        ({"model_config": {}}, "the model configuration has no 'd_model'"),
        ({"vocabulary": "{}"}, "the tokenizer cannot be read"),
        ({"optimizer": {"steps": 2}}, "momentum of the optimizer lacks"),
        ({"optimizer": None}, "it has no optimizer"),
        ({"rng": None}, "it has no rng"),
        ({"step": "two"}, "it has no step"),
        ({"train_config": {"epochs": "many"}}, "--batch_size"),
    ],
)
def test_a_missing_or_wrong_entry_is_named(entries, reason, run, capsys):
    change(run / "model.pth", **entries)
    assert reason in refused(capsys, *flags(run, epochs=2), "--resume")


def test_a_tensor_that_is_missing_misshapen_or_nan_is_named(run, capsys):
    state = torch.load(run / "model.pth", weights_only=True)
    name = "blocks.1.feed_forward.up.weight"
    cases = {
        "lacks": {key: value for key, value in state["model"].items() if key != name},
        "has an unknown tensor": state["model"] | {"more": torch.zeros(1)},
        "has the shape": state["model"] | {name: torch.zeros(2, 2)},
        "holds NaN or infinity": state["model"] | {name: state["model"][name] / 0},
    }
    for reason, model in cases.items():
        change(run / "model.pth", model=model)
        error = refused(capsys, "--demo", "y = torch.relu(x)", "--checkpoint", run / "model.pth")
        assert reason in error and ("more" if "unknown" in reason else name) in error
    change(run / "model.pth", model=state["model"])
    state["optimizer"]["momentum"]["64x64"][0, 0, 0] = float("nan")
    change(run / "model.pth", optimizer=state["optimizer"])
    assert "momentum of the optimizer" in refused(capsys, *flags(run, epochs=2), "--resume")


def test_no_flipped_bit_reaches_a_weight(run):
    path = run / "model.pth"
    whole = path.read_bytes()
    weights = inference.load_checkpoint(path)["model"]
    generator = torch.Generator().manual_seed(0)
    refusals = 0
    for place in torch.randint(len(whole), (60,), generator=generator).tolist():
        data = bytearray(whole)
        data[place] ^= 1 << place % 8
        path.write_bytes(data)
        try:
            found = inference.load_checkpoint(path)["model"]
        except ValueError as error:
            assert "\n" not in str(error) and "model.pth" in str(error)
            refusals += 1
            continue
        assert all(torch.equal(found[name], tensor) for name, tensor in weights.items())
    assert refusals > 40  # the others fell on what nobody reads


def test_a_release_refuses_another_configuration(run, capsys):
    assert llm.main(["--release", str(run / "out"), "--checkpoint", str(run / "model.pth")]) == 0
    config = json.loads((run / "out" / "config.json").read_text())
    config["model_config"]["rope_theta"] = 500.0
    (run / "out" / "config.json").write_text(json.dumps(config))
    with pytest.raises(ValueError, match=r"config\.json is not the file that was released"):
        inference.load_release(run / "out")
    for text in ("", "[]", "{}", '{"sha256": {}}'):
        (run / "out" / "config.json").write_text(text)
        with pytest.raises(ValueError, match="is not a release of this program"):
            inference.load_release(run / "out")


def test_weights_and_architecture_agree_on_every_name_and_shape(run):
    state = inference.load_checkpoint(run / "model.pth")
    shapes = inference.Architecture.of(state["model_config"]).weight_shapes()
    assert shapes == {name: tuple(tensor.shape) for name, tensor in state["model"].items()}


# ---- where it goes


def test_a_checkpoint_that_cannot_be_written_is_found_before_training(corpus, monkeypatch, capsys):
    no_training(monkeypatch)
    (corpus / "folder").mkdir()
    cases = {"/proc/self/model.pth": "cannot write to /proc/self", corpus / "folder": "is a folder"}
    cases[corpus / "data.csv" / "model.pth"] = "is a file, not a folder"
    for place, reason in cases.items():
        assert reason in refused(capsys, *flags(corpus, checkpoint=place))
    for place in ("/proc/self/run", corpus / "data.csv"):
        refused(capsys, *flags(corpus, run_dir=place))


def test_too_little_room_is_found_before_training(corpus, monkeypatch, capsys):
    no_training(monkeypatch)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        error = refused(capsys, *flags(corpus))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "cannot write" in error and "model.pth" in error
    assert sorted(path.name for path in corpus.iterdir()) == ["data.csv", "run"]


def test_too_little_room_later_keeps_what_was_saved(corpus, monkeypatch, capsys):
    trained(corpus, epochs=1)
    before = (corpus / "model.pth").read_bytes()
    save = torch.save
    calls = []

    def full_the_second_time(state, path):
        calls.append(path)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        save(state, path)

    monkeypatch.setattr(torch, "save", full_the_second_time)
    error = refused(capsys, *flags(corpus, epochs=3), "--resume")
    assert "No space left on device" in error and (corpus / "model.pth").read_bytes() == before


def test_weights_that_are_no_numbers_are_never_saved(corpus):
    run = started(corpus)
    with torch.no_grad():
        run.model.norm.weight[0] = float("inf")
    with pytest.raises(Diverged, match="norm.weight is not finite after step 0"):
        run.save()
    assert not (corpus / "model.pth").exists()


# ---- which run goes on


def test_a_finished_run_is_resumed_without_its_log(run, monkeypatch):
    shutil.rmtree(run / "run")
    no_training(monkeypatch)
    trained(run, resume=True, epochs=1, curve=True)
    [start] = [json.loads(line) for line in (run / "run" / "log.jsonl").read_text().splitlines()]
    assert start["event"] == "start" and start["step"] == 2
    assert (run / "run" / "loss.png").exists()


def test_rows_after_the_last_save_and_a_cut_line_are_made_again(run):
    with (run / "run" / "log.jsonl").open("a") as log:
        log.write('{"event": "step", "step": 3, "loss": 9.0}\n{"event": "st')
    trained(run, resume=True, epochs=2)
    rows = [json.loads(line) for line in (run / "run" / "log.jsonl").read_text().splitlines()]
    assert [row["step"] for row in rows if row["event"] == "step"] == [1, 2, 3, 4]
    assert all(row.get("loss") != 9.0 for row in rows)


def test_the_log_of_another_run_is_not_continued(run, capsys):
    text = (run / "run" / "log.jsonl").read_text()
    name = inference.load_checkpoint(run / "model.pth")["run"]
    (run / "run" / "log.jsonl").write_text(text.replace(name, "0" * 16))
    error = refused(capsys, *flags(run, epochs=2), "--resume")
    assert "is the log of another run" in error and "--run_dir" in error


def test_a_run_killed_before_its_first_save_is_not_taken_for_an_older_one(run, monkeypatch, capsys):
    def killed(run, *_):
        raise ConnectionResetError  # no handler of ours saves

    with monkeypatch.context() as patched:
        patch_everywhere(patched, "train_step", killed)
        with pytest.raises(ConnectionResetError):
            trained(run, run_dir=run / "second")
    error = refused(capsys, *flags(run), "--resume")
    assert "ended before its first save" in error and "is of an older one" in error
    marker = marker_of(run / "model.pth")
    os.remove(run / "model.pth")
    error = refused(capsys, *flags(run), "--resume")
    assert "ended before its first save: train anew, without --resume" in error
    trained(run, epochs=1)
    assert not marker.exists()
    trained(run, epochs=2, resume=True)


def test_a_resumed_run_takes_its_own_pairs_and_extracts_none(corpus, monkeypatch, capsys):
    trained(corpus, epochs=1)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("extracted"))
    monkeypatch.chdir(corpus)
    resume = ["--resume", "--checkpoint", corpus / "model.pth"]
    (corpus / "data.csv").rename(corpus / "moved.csv")
    error = refused(capsys, *resume)
    assert "the data that the run was trained on" in error and "--data" in error
    (corpus / "data.csv").write_text("other\n")
    assert "has changed" in refused(capsys, *resume)
    no_training(monkeypatch)
    config, _, state = llm.checked({"checkpoint": str(corpus / "model.pth"), "data": "moved.csv"}, True)
    assert config.data == "moved.csv" and state["step"] == 2


def test_a_model_that_goes_on_keeps_its_tokens(run, capsys):
    there = flags(run, epochs=2)
    assert "drop --vocab_size" in refused(capsys, *there, "--vocab_size=600", "--resume")
    new = ["--start_from", run / "model.pth", "--checkpoint", run / "new.pth"]
    for changed in ("--vocab_size=600", "--tokenizer=bpe-terms"):
        error = refused(capsys, *there, *new, changed)
        assert f"drop {changed.partition('=')[0]}, or train anew without --start_from" in error
    state = inference.load_checkpoint(run / "model.pth")
    change(run / "model.pth", train_config=state["train_config"] | {"tokenizer": "bpe-terms"})
    for same in ({}, {"vocab_size": 512}, {"vocab_size": state["model_config"]["vocab_size"]}):
        config, _, _ = llm.checked({"start_from": str(run / "model.pth")} | same, resume=False)
        assert config.tokenizer == "bpe-terms"


def test_epochs_that_are_asked_for_take_the_place_of_kept_steps(run):
    path = run / "model.pth"
    change(path, train_config=inference.load_checkpoint(path)["train_config"] | {"steps": 2})
    there = {"checkpoint": str(path)}
    assert llm.checked(there, resume=True)[0].steps == 2
    config, _, _ = llm.checked(there | {"epochs": 3}, resume=True)
    assert (config.epochs, config.steps) == (3, 0)
    assert llm.checked(there | {"epochs": 3, "steps": 5}, resume=True)[0].steps == 5


def test_a_resumed_run_keeps_its_batches(run, capsys):
    error = refused(capsys, *flags(run, epochs=2, batch_size=4, seed=7), "--resume")
    assert "drop --batch_size, --seed" in error


def test_partial_files_of_killed_processes_are_removed(run):
    partial = run / ".model.pth.999999999.tmp"
    partial.write_bytes(b"half")
    trained(run, resume=True, epochs=2)
    assert not partial.exists()


@pytest.mark.parametrize(
    "text, reason",
    [
        (None, "has no pairs, only a line of column names"),
        ("", "is no corpus"),
        ("prompt,answer\na,b\n", "has no column"),
        ("\x00\x01\x02", "has no column"),
    ],
)
def test_a_corpus_without_pairs_is_refused(text, reason, corpus, capsys):
    head = (corpus / "data.csv").read_text().splitlines()[0] + "\n"
    (corpus / "data.csv").write_text(head if text is None else text)
    error = refused(capsys, *flags(corpus))
    assert reason in error and "data.csv" in error and "extract_training_data.py" in error


def test_a_corpus_that_was_cut_short_is_refused(corpus, capsys):
    data = (corpus / "data.csv").read_bytes()
    (corpus / "data.csv").write_bytes(data[: len(data) // 2])
    assert "data.csv" in refused(capsys, *flags(corpus))
    (corpus / "data.csv").write_bytes(data.replace(b"def translated", b"def \xff\xfe"))
    assert "is no corpus" in refused(capsys, *flags(corpus))
