"""Fused and captured steps against the plain decoder."""

import contextlib
import copy
from types import SimpleNamespace

import pytest
import torch
from tiny_model import DEVICE, architecture, needs_triton, packed, plain_decoder, tiny_model

from python_to_triton import inference, verification


@pytest.fixture
def model():
    return tiny_model()


class FusedDecoder(inference.GraphDecoder):
    """What a GPU does, on any device: fixed batches, the fused step, the host behind; the graph is a call."""

    def capture(self, cache):
        return SimpleNamespace(replay=lambda: self.fused_step(cache))

    def tokens(self, cache):
        tokens = cache.tokens_B.tolist()
        return lambda: tokens


def after_prompts(model, dtype):
    """(a cache of `dtype` after three prompts, each row's next token in it; the whole sequences)."""
    prompts = [[5, 17, 33, 2, 9], [1, 2], [9] * 7]
    read, _ = plain_decoder(model).read(prompts)
    cache = inference.KVCache(architecture(model), 3, model.config.max_seq_len, DEVICE, dtype).take(
        read, range(3)
    )
    cache.tokens_B.copy_(torch.tensor([3, 4, 5]))
    return cache, [
        torch.tensor([prompt + [token]], device=DEVICE) for prompt, token in zip(prompts, (3, 4, 5))
    ]


def test_a_step_is_captured_on_the_decoders_gpu_whichever_is_current(model, monkeypatch):
    noted = []

    def stream(device=None):
        noted.append(device)
        return SimpleNamespace(wait_stream=lambda _: None, device=device)

    def graph(captured, stream=None):
        noted.append(stream and stream.device)
        return contextlib.nullcontext()

    decoder = inference.GraphDecoder(packed(model))
    for name, value in {"Stream": stream, "current_stream": stream, "graph": graph}.items():
        monkeypatch.setattr(torch.cuda, name, value)
    monkeypatch.setattr(torch.cuda, "stream", contextlib.nullcontext)
    monkeypatch.setattr(torch.cuda, "CUDAGraph", object)
    monkeypatch.setattr(decoder, "fused_step", lambda _: None)
    decoder.device = torch.device("cuda:1")
    rows = torch.zeros(1)
    decoder.capture(SimpleNamespace(length=rows, tokens_B=rows, draws_B2=rows))
    assert noted == 3 * [decoder.device]


@needs_triton
@torch.inference_mode()
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("implementation", ["torch", "triton"])
def test_a_fused_step_is_the_model_to_what_pytorch_loses_in_its_dtype(model, dtype, implementation):
    model, exact, eager = (
        copy.deepcopy(model).to(DEVICE, kind) for kind in (torch.float32, torch.float64, dtype)
    )
    cache, sequences = after_prompts(model, dtype)
    ours_BV = inference.decode_step(packed(model).with_products_in(dtype), cache, implementation)
    exact_BV, eager_BV = (
        torch.cat([each(tokens_1T)[:, -1] for tokens_1T in sequences]) for each in (exact, eager)
    )
    assert ours_BV.dtype == torch.float32 and cache.length == 8
    result = verification.compare(ours_BV.to(dtype), eager_BV, exact_BV)
    assert result.ok, result.reason


@needs_triton
def test_the_fused_decoder_writes_what_the_plain_one_does(model, monkeypatch):
    monkeypatch.setattr(inference.GraphDecoder, "BATCHES", (1, 2, 4))
    short = tiny_model(max_seq_len=18).to(DEVICE)
    prompts = [[5, 17, 33], [1, 2], [5, 17, 33], [9] * 12]
    plain = plain_decoder(short)
    free = dict(inference.generate(plain, prompts, end=-1, temperature=1.2, seed=3))
    assert [len(free[i]) for i in range(4)] == [18 - 12 + 1] * 4
    end, written = free[1][2], []  # a row ends in its third step, if not before
    for decoder in (plain, FusedDecoder(packed(short))):
        grown = []
        written.append(dict(inference.generate(decoder, prompts, end, 1.2, seed=3, on_token=grown.append)))
        assert grown == written[-1][0]
    assert (
        written[0] == written[1]
        and len(written[0][1]) <= 2
        and all(free[i][: len(ids)] == ids for i, ids in written[0].items())
    )


class StepsInPyTorch(FusedDecoder):
    """The same with PyTorch's operators in the place of the fused ones."""

    sampler = "torch"

    def fused_step(self, cache):
        logits_BV = inference.decode_step(self.packed, cache, "torch")
        cache.tokens_B.copy_(self.sample(logits_BV, cache.draws_B2))


def test_the_first_answers_need_no_captured_step():
    short = tiny_model(max_seq_len=18).to(DEVICE)
    plain = plain_decoder(short)
    decoder = StepsInPyTorch(packed(short), plain_answers=2)
    one, other = [5, 17, 33], [9] * 12
    for prompts, captured in (([one], set()), ([one, other], {4}), ([other], {4}), ([one], {1, 4})):
        ways = [
            dict(inference.generate(each, prompts, end=-1, temperature=1.2, seed=3))
            for each in (plain, decoder)
        ]
        assert ways[0] == ways[1] and decoder.graphs.keys() == captured


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
@torch.inference_mode()
def test_captured_steps_are_the_fused_step(model):
    weights = packed(model.cuda())
    decoder = inference.GraphDecoder(weights)
    twin = FusedDecoder(weights)
    for temperature in (0.0, 1.2):  # one graph serves both
        for count in (1, 3, 40):
            prompts = [[5, 17, 33], [1, 2], [9] * 20, *[[7, count]] * 40][:count]
            ways = [
                dict(inference.generate(each, prompts, end=3, temperature=temperature, seed=1))
                for each in (decoder, twin)
            ]
            assert ways[0] == ways[1]
    assert len(decoder.graphs) >= 3
