"""Training on plain text, at toy size: the windows, bits a byte, exact resume, sampling, refusals."""

import itertools
import json
import math
import random
import re
import signal

import pytest
import torch
from patching import patch_everywhere
from tiny_training import trained as trained_on_pairs
from tiny_training import write_pairs

import llm
from python_to_triton import inference
from training import sampling
from training.batches import Batching
from training.bpe import PATTERNS, learn_vocabulary
from training.text import (
    SampleConfig,
    Text,
    bits_per_byte,
    encode_documents,
    pieces,
    read_documents,
    split_documents,
)

NOUNS = ("otter", "heron", "birch", "river", "lantern", "Krähe")
VERBS = ("watches", "follows", "finds", "forgets")


def made_text(sentences: int, seed: int = 0) -> str:
    """Sentences of a small grammar."""
    draw = random.Random(seed)
    words = ((draw.choice(NOUNS), draw.choice(VERBS), draw.choice(NOUNS)) for _ in range(sentences))
    return "".join(f"The {first} {verb} the {second}.\n" for first, verb, second in words)


@pytest.fixture
def folder(tmp_path):
    """A folder with a text."""
    (tmp_path / "text.txt").write_text(made_text(300), encoding="utf-8")
    return tmp_path


def typed(folder, **values) -> list[str]:
    """The flags of a run of seconds on the text in a folder."""
    settings = dict(
        text=folder / "text.txt",
        checkpoint=folder / "text.pth",
        run_dir=folder / "run",
        preset="text-cpu",
        d_model=32,
        n_heads=2,
        n_layers=2,
        d_ff=64,
        max_seq_len=16,
        vocab_size=300,
        batch_size=8,
        dropout=0.1,
        steps=24,
    )
    return [f"--{name}={value}" for name, value in (settings | values).items() if value is not None]


def started(folder, resume=False, **values):
    """The llm.Run of these flags, not trained yet."""
    return llm.start_run(vars(llm.make_parser().parse_args(typed(folder, preset=None, **values))), resume)


def refused(capsys, *words) -> str:
    """The line with which llm.py refuses to work."""
    capsys.readouterr()
    assert llm.main([str(word) for word in words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1
    return error


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A folder with a finished run."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "text.txt").write_text(made_text(600), encoding="utf-8")
    assert llm.main(typed(folder, adamw_lr=0.01, steps=200, dropout=0.0)) == 0
    return folder


def loaded(folder, T=16, batch_size=4, accumulation=1, seed=0) -> Text:
    """The text of a folder as training data."""
    vocabulary = learn_vocabulary([made_text(50)], 300, PATTERNS["bpe-words"])
    batching = Batching(batch_size, accumulation, seed)
    return Text(str(folder / "text.txt"), vocabulary, T, batching, torch.device("cpu"))


# ---- from text to windows


def test_the_parts_are_contiguous_and_documents_keep_their_order():
    documents = ["a" * 30, "b" * 50, "c" * 20]
    train, held_back = split_documents(documents)
    assert train == ["a" * 30, "b" * 50, "c" * 10] and held_back == ["c" * 10]
    train, held_back = split_documents(["a" * 85, "b" * 15])
    assert train == ["a" * 85, "b" * 5] and held_back == ["b" * 10]


def test_end_stands_between_documents_and_nowhere_else():
    vocabulary = learn_vocabulary([made_text(50)], 300, PATTERNS["bpe-words"])
    documents = [made_text(3, seed) for seed in range(3)]
    tokens = encode_documents(documents, vocabulary).tolist()
    assert tokens.count(vocabulary.end) == 2
    parts = [list(group) for last, group in itertools.groupby(tokens, vocabulary.end.__eq__) if not last]
    assert [vocabulary.decode(part) for part in parts] == documents


@pytest.mark.parametrize("name", PATTERNS)
def test_a_text_in_pieces_has_the_tokens_of_the_whole(name, monkeypatch):
    monkeypatch.setattr("training.text.PIECE", 20)
    text = made_text(40).replace("the heron", "\n\n   \tthe heron  ").replace("finds", "12 345 isn't\r\n")
    vocabulary = learn_vocabulary([text], 400, PATTERNS[name])
    cut = pieces(text)
    assert len(cut) > 20 and "".join(cut) == text
    tokens = encode_documents([text], vocabulary).tolist()
    assert tokens == vocabulary.encode(text) and vocabulary.decode(tokens) == text


def test_an_epoch_shows_windows_that_do_not_overlap_and_nothing_held_back(folder):
    data = loaded(folder, batch_size=3, accumulation=2)
    offsets = set()
    for epoch in range(6):
        starts = data.starts(epoch).flatten()
        assert data.starts(epoch).shape == (data.steps_per_epoch, 6)
        assert len(starts) > data.windows - 6, "less than a step is left out"
        assert len(set((starts % data.T).tolist())) == 1
        offsets.add((starts[0] % data.T).item())
        assert starts.unique().numel() == starts.numel()
        assert starts.min() >= 0 and starts.max() + data.T < data.n_train
    assert len(offsets) > 1
    assert torch.equal(data.starts(3), loaded(folder, batch_size=3, accumulation=2).starts(3))
    assert not torch.equal(data.starts(3), loaded(folder, batch_size=3, accumulation=2, seed=1).starts(3))


def test_targets_are_the_next_tokens_and_all_count(folder):
    data = loaded(folder, batch_size=3, accumulation=2)
    [first, second] = next(data.steps(0))
    assert first.inputs_BT.shape == second.inputs_BT.shape == data.usual_shape == (3, 16)
    assert first.is_dense and torch.equal(first.inputs_BT[:, 1:], first.targets_BT[:, :-1])
    starts = data.starts(0)[0]
    assert first.targets_BT[0].tolist() == data.tokens_N[starts[0] + 1 : starts[0] + 17].tolist()
    assert first.inputs_BT.dtype == first.targets_BT.dtype == torch.int64


def test_the_steps_from_anywhere_are_those_of_the_whole(folder):
    data = loaded(folder)
    whole = list(itertools.islice(data.steps(0), 2 * data.steps_per_epoch + 3))
    for first in (1, data.steps_per_epoch, data.steps_per_epoch + 2):
        for [expected], [found] in zip(whole[first:], data.steps(first)):
            assert torch.equal(expected.inputs_BT, found.inputs_BT)


@pytest.mark.parametrize("T", [16, 64, 500])
def test_every_token_that_is_held_back_is_a_target_once(folder, T):
    data = loaded(folder, T=T)
    targets = torch.cat([batch.targets_BT.flatten() for batch in data.validation()])
    assert targets.tolist() == data.tokens_N[data.n_train :].tolist()
    assert sum(batch.n_targets for batch in data.validation()) == data.n_held_back
    _, held_back = split_documents(read_documents(str(folder / "text.txt")))
    assert data.vocabulary.decode(targets.tolist()) == "".join(held_back)


# ---- bits a byte


def test_bits_per_byte_of_a_known_distribution(folder):
    assert bits_per_byte(math.log(256), tokens=100, n_bytes=100) == pytest.approx(8)
    assert bits_per_byte(math.log(2) * 6, tokens=50, n_bytes=200) == pytest.approx(1.5)
    data = loaded(folder)
    model = llm.Transformer(llm.ModelConfig(d_model=32, n_heads=2, n_layers=1, d_ff=64, vocab_size=300))
    torch.nn.init.zeros_(model.head.weight)  # every token is as likely as any other
    figures = llm.evaluate(model, data, llm.Precision.choose("fp32", torch.device("cpu")))
    assert figures["loss"] == pytest.approx(math.log(300), rel=1e-5)
    _, held_back = split_documents(read_documents(str(folder / "text.txt")))
    n_bytes = len("".join(held_back).encode())
    assert n_bytes > len("".join(held_back)), "some letters take two bytes"
    assert figures["bits_per_byte"] == pytest.approx(math.log2(300) * data.n_held_back / n_bytes, rel=1e-5)


# ---- runs


def test_a_run_learns_reports_and_samples(finished, capsys):
    state = inference.load_checkpoint(finished / "text.pth")
    assert inference.is_text_model(state) and state["metrics"]["bits_per_byte"] < 1.2
    capsys.readouterr()
    words = ["--checkpoint", str(finished / "text.pth"), "--tokens", "40"]
    assert llm.main(["--sample", "The otter", *words]) == 0
    first = capsys.readouterr().out
    assert first.startswith("The otter ") and any(verb in first for verb in VERBS)
    assert llm.main(["--sample", "The otter", *words]) == 0
    assert capsys.readouterr().out == first
    assert llm.main(["--sample", "The otter", *words, "--seed", "1"]) == 0
    assert capsys.readouterr().out != first
    assert llm.main(["--sample", "The otter", *words, "--temperature", "0"]) == 0
    likeliest = capsys.readouterr().out
    assert any(verb in likeliest for verb in VERBS)


def test_a_text_learned_by_heart_names_its_best_model(tmp_path, capsys):
    (tmp_path / "text.txt").write_text("".join(random.Random(0).choices("abcdefgh \n", k=2000)))
    assert llm.main(typed(tmp_path, steps=90, adamw_lr=0.02, dropout=0.0)) == 0
    final, lowest, step, path = re.search(
        r"final validation loss (\S+) .*; the lowest validation loss, (\S+), at step (\d+): (\S+);",
        capsys.readouterr().out,
        re.DOTALL,
    ).groups()
    best = inference.load_checkpoint(path)
    assert best["step"] == int(step) < 90 and float(lowest) < float(final)
    assert best["metrics"]["loss"] == pytest.approx(float(lowest), abs=1e-4)


def test_control_characters_are_shown_and_not_obeyed(monkeypatch):
    vocabulary = learn_vocabulary(["abc"], 260)
    monkeypatch.setattr(sampling, "sample", lambda *_: vocabulary.encode("\x1b[2Jred\n"))
    model = llm.Transformer(llm.ModelConfig(d_model=32, n_heads=2, n_layers=1, d_ff=64, vocab_size=260))
    assert llm.continued(model, vocabulary, "a ", SampleConfig()) == "a \\x1b[2Jred\n"


def test_a_sample_goes_on_beyond_the_longest_sequence(finished):
    state = inference.load_checkpoint(finished / "text.pth")
    model = llm.Transformer(llm.from_flags(llm.ModelConfig, state["model_config"]))
    model.load_state_dict(state["model"])
    assert len(llm.sample(model, [40], end=3, n_tokens=50, temperature=0.0)) == 50 > model.config.max_seq_len


def test_a_training_ends_with_its_figures_and_a_sample(folder, capsys):
    assert llm.main(typed(folder)) == 0
    printed = capsys.readouterr().out
    assert " nats a token " in printed and " bits a byte " in printed
    assert "final validation loss" in printed and "a sample:\n" in printed
    rows = [json.loads(line) for line in (folder / "run" / "log.jsonl").read_text().splitlines()]
    assert [row["bits_per_byte"] for row in rows if row["event"] == "epoch"]


def test_a_stopped_run_on_text_resumes_to_the_same_weights(folder, monkeypatch):
    run = started(folder, checkpoint=folder / "whole.pth")
    assert 24 > 2 * run.data.steps_per_epoch, "the run ends in its third epoch"
    llm.train(run)
    step = llm.train_step

    def interrupted_step(run, *arguments):
        if run.step == 12:
            signal.raise_signal(signal.SIGTERM)
        return step(run, *arguments)

    with monkeypatch.context() as patched:
        patch_everywhere(patched, "train_step", interrupted_step)
        with pytest.raises(KeyboardInterrupt):
            llm.train(started(folder))
    assert inference.load_checkpoint(folder / "text.pth")["step"] == 13
    assert llm.main(["--resume", "--checkpoint", str(folder / "text.pth")]) == 0
    resumed = inference.load_checkpoint(folder / "text.pth")
    assert resumed["step"] == 24
    for name, tensor in run.model.state_dict().items():
        torch.testing.assert_close(resumed["model"][name], tensor, rtol=0, atol=0)


def test_a_folder_of_texts_is_read_and_its_change_is_noticed(tmp_path, capsys):
    texts = tmp_path / "texts" / "inner"
    texts.mkdir(parents=True)
    for name in ("b", "a"):
        (texts / f"{name}.txt").write_text(f"{name}. {made_text(150)}", encoding="utf-8")
    (texts / "notes.md").write_text("left out")
    assert [text[:3] for text in read_documents(str(tmp_path / "texts"))] == ["a. ", "b. "]
    assert llm.main(typed(tmp_path, text=tmp_path / "texts")) == 0
    resume = [*typed(tmp_path, text=tmp_path / "texts", preset=None, steps=26), "--resume"]
    (texts / "c.txt").write_text("one more")
    assert "has changed since the checkpoint was written" in refused(capsys, *resume)
    (texts / "c.txt").unlink()
    assert llm.main(resume) == 0
    (texts / "a.txt").unlink()
    (texts / "b.txt").unlink()
    assert "are missing: name them with --text" in refused(capsys, *resume)


# ---- what is refused


def test_a_model_of_text_does_not_translate(finished, capsys):
    for words in (["--demo", "y = torch.relu(x)"], ["--translate", str(finished)]):
        error = refused(capsys, *words, "--checkpoint", finished / "text.pth")
        assert "was trained on plain text" in error and "--sample" in error


def test_a_model_that_translates_does_not_continue_text(tmp_path, capsys):
    write_pairs(tmp_path / "data.csv")
    trained_on_pairs(tmp_path, steps=1)
    error = refused(capsys, "--sample", "First", "--checkpoint", tmp_path / "model.pth")
    assert "was trained to translate" in error and "--demo" in error
    assert "was trained to translate" in refused(capsys, "--sample", "x", "--checkpoint", "weights")


@pytest.mark.parametrize(
    "content, reason",
    [(b"", "holds no text"), (b"caf\xe9 " * 300, "is not UTF-8 text: "), (b"short", "lower --max_seq_len")],
)
def test_a_file_that_is_no_text_to_train_on_is_refused(content, reason, folder, capsys):
    (folder / "text.txt").write_bytes(content)
    assert reason in refused(capsys, *typed(folder))
    assert not (folder / "text.pth").exists()


@pytest.mark.parametrize(
    "words, reason",
    [
        (["--text", "none.txt"], "there is no text at none.txt"),
        (["--text", ""], "text is empty"),
        (["--text", "/dev/null", "--data", "b.csv"], "--data belongs to training pairs"),
        (["--preset", "text"], "name it with --text"),
        (["--feedback", "--text", "a.txt"], "--text does not belong to feedback"),
        (["--sample", "x"], "there is no text_model.pth: train one with"),
        (["--sample", "x", "--epochs", "3"], "--epochs does not belong to sample"),
        (["--sample", "x", "--tokens", "0"], "tokens is at least 1"),
        (["--sample", "x", "--temperature", "nan"], "temperature is at least 0, and finite"),
        (["--tokens", "5"], "--tokens does not belong to training"),
    ],
)
def test_flags_of_text_that_cannot_be_are_refused(words, reason, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert reason in refused(capsys, *words)
    assert list(tmp_path.iterdir()) == []
