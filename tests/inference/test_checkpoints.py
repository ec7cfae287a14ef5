"""Releases, and which weights answer."""

import dataclasses

import pytest
import safetensors.torch
import torch
from tiny_model import tiny_model
from tiny_training import TEXTS, trained, write_pairs

import llm
from python_to_triton import inference, runtime
from python_to_triton.inference import checkpoints
from training.bpe import learn_vocabulary


@pytest.fixture
def corpus(tmp_path):
    """A folder with a few training pairs."""
    write_pairs(tmp_path / "data.csv")
    return tmp_path


def test_a_release_is_the_checkpoint_rounded_and_refuses_what_was_changed(corpus, capsys, monkeypatch):
    trained(corpus, epochs=1)
    assert llm.main(["--release", str(corpus / "weights"), "--checkpoint", str(corpus / "model.pth")]) == 0
    state, released = (
        inference.load_checkpoint(corpus / "model.pth"),
        inference.load_release(corpus / "weights"),
    )
    assert released["vocabulary"] == state["vocabulary"] and released["model_config"] == state["model_config"]
    for name, tensor in state["model"].items():
        half_step = tensor.abs().amax(-1, keepdim=True) / 254 if tensor.ndim == 2 else torch.zeros(1)
        assert ((released["model"][name] - tensor).abs() <= half_step * 1.001).all(), name
    for name, (matrix, scale) in released["matrices"].items():
        assert matrix.dtype == torch.int8 and torch.equal(matrix * scale, released["model"][name])
    capsys.readouterr()
    decoder = runtime.load_translator(corpus / "weights", "cpu").decoder
    assert isinstance(decoder, inference.Int8Decoder) and "int8 on the CPU\n" in capsys.readouterr().err
    assert torch.equal(decoder.model.embedding_VC, released["model"]["embedding.weight"])
    monkeypatch.setattr(inference.Int8Linear, "supported", lambda: False)
    assert isinstance(runtime.load_translator(corpus / "weights", "cpu").decoder, inference.Decoder)
    assert "fp32 on the CPU: int8 needs" in capsys.readouterr().err
    [shard] = (corpus / "weights").glob("*.safetensors")
    data = bytearray(shard.read_bytes())
    data[-1] ^= 1
    shard.write_bytes(data)
    with pytest.raises(ValueError, match="not the file that was released"):
        inference.load_release(corpus / "weights")


def test_a_release_takes_the_place_of_a_larger_one_whole(tmp_path, monkeypatch):
    model = tiny_model()
    vocabulary = learn_vocabulary(TEXTS, 300)
    config = dataclasses.asdict(model.config) | {"vocab_size": len(vocabulary)}
    weights = llm.Transformer(llm.ModelConfig(**config)).state_dict()
    state = {"model_config": config, "model": weights, "vocabulary": vocabulary.to_json(), "metrics": {}}
    state |= {"train_config": {}, "step": 1, "seconds": 1.0, "environment": {}}
    folder = tmp_path / "release"
    with monkeypatch.context() as patched:
        patched.setattr(checkpoints, "SHARD", 20_000)
        inference.save_release(state, folder)
    assert len(list(folder.glob("*.safetensors"))) > 1
    (folder / "README.md").write_text("mine")
    (folder / "more").mkdir()
    (folder / "more" / "config.json").write_text("mine too")
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched, pytest.raises(OSError):
        patched.setattr(safetensors.torch, "save_file", full)
        inference.save_release(state, folder)
    assert before == {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    inference.save_release(state, folder, bits=4)
    names = {"README.md", "config.json", "model-1-of-1.safetensors", "more", "tokenizer.json"}
    assert {path.name for path in folder.iterdir()} == names and list(tmp_path.iterdir()) == [folder]
    assert (folder / "more" / "config.json").read_text() == "mine too"
    assert inference.load_release(folder)["bits"] == 4
    monkeypatch.chdir(folder)
    with pytest.raises(ValueError, match="is the folder that you are in"):
        inference.save_release(state, ".")
