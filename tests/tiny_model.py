"""A tiny model that every decoder can be held against."""

import pytest
import torch

import llm
from python_to_triton import inference
from triton_ops.machine import default_device, why_not_run

TINY = dict(
    d_model=32,
    n_heads=2,
    n_layers=2,
    d_ff=64,
    max_seq_len=64,
    vocab_size=97,
    dropout=0.0,
    benchmark_kernels=False,
)
DEVICE = default_device()
needs_triton = pytest.mark.skipif(bool(why_not_run(DEVICE)), reason=why_not_run(DEVICE) or "Triton runs")
needs_fbgemm = pytest.mark.skipif(
    not inference.Int8Linear.supported(), reason="this CPU lacks FBGEMM's kernel"
)


def tiny_model(implementations: dict[str, str] | None = None, **changes) -> llm.Transformer:
    """llm.py's model, stirred: its blocks start as the identity, and tests are to see them work."""
    torch.manual_seed(0)
    built = llm.Transformer(llm.ModelConfig(**TINY | changes), implementations).eval()
    with torch.no_grad():
        for parameter in built.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    return built


def architecture(model: llm.Transformer) -> inference.Architecture:
    return inference.Architecture.of(vars(model.config))


def packed(model: llm.Transformer) -> inference.PackedModel:
    """The same weights as inference computes with them."""
    return inference.PackedModel.of(architecture(model), model.state_dict())


def plain_decoder(model: llm.Transformer) -> inference.Decoder:
    return inference.Decoder(packed(model))
