"""Exports give the logits of the original and load without our code."""

import subprocess
import sys

import pytest
from patching import patch_everywhere
from tiny_training import trained, write_pairs

import llm
from python_to_triton import inference


@pytest.fixture
def corpus(tmp_path):
    """A folder with a few training pairs."""
    write_pairs(tmp_path / "data.csv")
    return tmp_path


@pytest.fixture
def state(corpus):
    """A trained toy model, as load_weights gives it."""
    trained(corpus, epochs=1)
    return inference.load_weights(corpus / "model.pth")


def test_an_export_loads_without_our_code_and_is_there_whole(state, tmp_path, capsys):
    inference.export(state, tmp_path / "exported")
    printed = capsys.readouterr().out
    assert printed.count("max difference of a logit") == 2 and "wrote" in printed
    files = {path.name for path in (tmp_path / "exported").iterdir()}
    assert {"config.json", "model.safetensors", "tokenizer.json", "model.onnx"} <= files
    code = (
        "import sys, transformers\n"
        "kinds = (transformers.AutoModelForCausalLM, transformers.AutoTokenizer)\n"
        "model, tokenizer = (kind.from_pretrained(sys.argv[1]) for kind in kinds)\n"
        "print(model.config.model_type, tokenizer('return v0', add_special_tokens=False).input_ids)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "exported")],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
    ).stdout
    vocabulary = inference.Vocabulary.from_json(state["vocabulary"])
    assert printed.strip() == f"arcee {vocabulary.encode('return v0')}"
    with pytest.raises(ValueError, match="exists"):
        inference.export(state, tmp_path / "exported")


def test_an_export_that_differs_leaves_nothing(state, tmp_path, monkeypatch):
    patch_everywhere(monkeypatch, "SAME", -1.0)
    with pytest.raises(ValueError, match="differs from the original"):
        inference.export(state, tmp_path / "out" / "exported")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_changed_model_differs(state, tmp_path):
    theirs = inference.arcee_model(inference.Architecture.of(state["model_config"]), state["model"])
    state["model"]["blocks.0.feed_forward.up.weight"] *= 2.0
    broken = inference.PackedModel.of(inference.Architecture.of(state["model_config"]), state["model"])
    assert inference.largest_difference(broken, lambda tokens: theirs(tokens).logits) > inference.SAME


def test_a_missing_package_is_reported_before_any_work(corpus, monkeypatch, capsys):
    patch_everywhere(monkeypatch, "PACKAGES", ("transformers", "no_such_package"))
    assert llm.main(["--export", str(corpus / "exported"), "--checkpoint", str(corpus / "none.pth")]) == 2
    error = capsys.readouterr().err
    assert error == "error: --export needs no_such_package: pip install python-to-triton[export]\n"
    assert not (corpus / "exported").exists()
