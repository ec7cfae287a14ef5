"""Releases, and which weights answer."""

import pytest
import torch
from tiny_training import trained, write_pairs

import llm
from python_to_triton import inference, runtime


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
