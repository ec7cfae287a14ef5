"""Decoding from int8 matrices against the float64 model of the same numbers."""

import pytest
import torch
from tiny_model import architecture, needs_fbgemm, plain_decoder, tiny_model

from python_to_triton import inference, verification


@pytest.fixture
def model():
    return tiny_model()


def rounded_to_int8(model):
    """(its matrices as int8 with scales, itself with what these stand for)."""
    state = model.state_dict()
    matrices = {name: inference.quantized(tensor) for name, tensor in state.items() if tensor.ndim == 2}
    model.load_state_dict(state | {name: matrix * scale for name, (matrix, scale) in matrices.items()})
    return matrices, model


@pytest.fixture
def int8_decoder(model):
    matrices, model = rounded_to_int8(model)
    return inference.Int8Decoder(inference.Int8Transformer(architecture(model), model.state_dict(), matrices))


@needs_fbgemm
@pytest.mark.parametrize("rows", [1, 4, 20, 300])
def test_int8_products_are_those_of_the_integers(rows):
    matrix, x = torch.randint(-127, 128, (97, 130), dtype=torch.int8), torch.randint(-9, 10, (rows, 130))
    scale = torch.rand(97, 1)
    linear = inference.Int8Linear(matrix, scale)
    exact = (x @ matrix.long().T).float()  # below 2^24, so that no order of summation rounds
    assert torch.equal(linear(x.float()), exact * scale.T) and torch.equal(
        linear.relu(x.float()), exact.relu() * scale.T
    )


@needs_fbgemm
@torch.inference_mode()
def test_int8_logits_lose_no_more_than_float32_ones(model, int8_decoder):
    """Prompts that rows share, steps, rows that leave: as far from the float64 model as the float32 one
    is.
    """
    prompts = [tuple(torch.randint(97, (length,)).tolist()) for length in (19, 5, 30)]
    read, logits = int8_decoder.read(prompts)
    rows = [0, 0, 1, 2, 2, 0]
    cache, texts, seen = (
        int8_decoder.cache_of(read, rows),
        [[*prompts[row]] for row in rows],
        [*zip(prompts, logits)],
    )
    for kept in ([0, 1, 2, 3, 4, 5], [1, 2, 4], [1, 2], [0]) + ([0],) * 12:
        cache, texts = int8_decoder.cache_of(cache, kept), [texts[row] for row in kept]
        tokens = torch.randint(97, (len(kept),)).tolist()
        for text, token in zip(texts, tokens):
            text.append(token)
        cache.tokens_B = torch.tensor(tokens)
        seen += [(tuple(text), row) for text, row in zip(texts, int8_decoder.next_logits(cache))]
    single = [model(torch.tensor([text]))[0, -1] for text, _ in seen]
    double = [model.double()(torch.tensor([text]))[0, -1] for text, _ in seen]
    allowed = verification.tolerance(
        torch.stack(single), torch.stack(double)
    )  # from what float32 itself loses: as many roundings, in another order
    assert (
        (torch.stack([ours for _, ours in seen]) - torch.stack(double)).abs().max().item() <= allowed < 1e-4
    )


@needs_fbgemm
def test_int8_answers_are_those_of_the_released_matrices(model, int8_decoder):
    prompts = [[5, 17, 33], [1, 2], [5, 17, 33], [9] * 20, [3]] * 3
    together = dict(inference.generate(int8_decoder, prompts, end=96))
    for index, prompt in enumerate(prompts):
        alone = next(inference.generate(plain_decoder(model), [prompt], end=96))[1]
        assert together[index] == alone[: len(together[index])] and len(together[index]) >= min(
            len(alone), model.config.max_seq_len - 20
        )


@needs_fbgemm
def test_half_of_the_cores_write(int8_decoder, monkeypatch):
    """All of a step, the draw of its tokens too: on a core that another process holds threads wait."""
    used = []

    def noted(function):
        def call(*args):
            used.append(torch.get_num_threads())
            return function(*args)

        return call

    monkeypatch.setattr(int8_decoder.model, "logits", noted(int8_decoder.model.logits))
    monkeypatch.setattr(inference.decoder, "sample_tokens", noted(inference.decoder.sample_tokens))
    monkeypatch.setattr(inference.int8, "CORES", 4)
    before = torch.get_num_threads()
    torch.set_num_threads(4)
    try:
        next(inference.generate(int8_decoder, [[5, 17]], end=96, temperature=1.0))
        assert set(used) == {2} and len(used) > 2 and torch.get_num_threads() == 4
    finally:
        torch.set_num_threads(before)
