"""The plain decoder against llm.py's model; sampling of many prompts."""

import pytest
import torch
from patching import patch_everywhere
from tiny_model import architecture, packed, plain_decoder, tiny_model

import llm
from python_to_triton import inference


@pytest.fixture
def model():
    return tiny_model()


@torch.inference_mode()
def test_the_packed_model_is_llms_model(model):
    ours = packed(model)
    for shape in ((1, 1), (3, 17), (2, 64)):
        tokens_BT = torch.randint(97, shape)
        torch.testing.assert_close(ours(tokens_BT), model(tokens_BT), rtol=1e-5, atol=1e-5)
    with pytest.raises(ValueError, match="65 tokens do not fit"):
        ours(torch.zeros(1, 65, dtype=torch.int64))


@pytest.mark.parametrize("prompt", [[5, 17, 33], [1], [9] * 40])
def test_greedy_tokens_are_those_of_llms_plain_sampling(model, prompt):
    greedy = next(inference.generate(plain_decoder(model), [prompt], 96))[1]
    room = model.config.max_seq_len + 1 - len(prompt)
    assert greedy == llm.sample(model, prompt, 96, room) and len(greedy) > 10


@torch.inference_mode()
def test_logits_with_a_cache_equal_those_without(model):
    tokens = torch.randint(97, (1, 12))
    ours = packed(model)
    cache = inference.KVCache(architecture(model), 1, 64, "cpu", torch.float32)
    steps = [ours(tokens[:, :5], cache)] + [ours(tokens[:, i : i + 1], cache) for i in range(5, 12)]
    torch.testing.assert_close(torch.cat(steps, dim=1), model(tokens), rtol=1e-4, atol=1e-5)


def test_prompts_of_different_lengths_are_continued_as_if_alone(model):
    decoder, prompts = plain_decoder(model), [[5, 17, 33], [1, 2], [5, 17, 33], [9] * 20, [3]]
    together = dict(inference.generate(decoder, prompts, end=96))
    for index, prompt in enumerate(prompts):
        alone = next(inference.generate(decoder, [prompt], end=96))[1]
        assert together[index] == alone[: len(together[index])] and len(together[index]) >= min(
            len(alone), model.config.max_seq_len - 20
        )


def test_batched_samples_are_seeded_and_of_any_length(model):
    def draw(seed):
        return [
            ids
            for _, ids in inference.generate(
                plain_decoder(model), [[1, 2]] * 6, end=7, temperature=1.5, top_p=1.0, seed=seed
            )
        ]

    first = draw(0)
    assert len(first) == 6 and first == draw(0) != draw(1)
    assert len({len(sequence) for sequence in first}) > 1 and all(7 not in sequence for sequence in first)


def test_a_sample_depends_on_its_index_and_seed_not_on_its_company(model):
    def draw(count, seed=0):
        return [
            ids
            for _, ids in sorted(
                inference.generate(plain_decoder(model), [[1, 2]] * count, end=-1, temperature=1.5, seed=seed)
            )
        ]

    assert draw(6)[:2] == draw(2) and draw(2)[0] != draw(2)[1] != draw(2, seed=1)[1]


def test_continuations_that_are_equal_so_far_are_one_row(model):
    decoder = plain_decoder(model)
    next_logits = decoder.next_logits
    rows = []
    decoder.next_logits = lambda cache: rows.append(len(cache.tokens_B)) or next_logits(cache)
    prompts = [[1, 2], [5, 17, 33]] * 8
    greedy = dict(inference.generate(decoder, prompts, end=-1))
    assert set(rows) == {2} and len({tuple(ids) for ids in greedy.values()}) == 2
    del rows[:]
    drawn = dict(inference.generate(decoder, prompts, end=-1, temperature=0.4))
    texts = [{(i % 2, *drawn[i][: step + 1]) for i in range(16)} for step in range(len(rows))]
    assert rows == [len(text) for text in texts] and 2 < rows[0] < rows[-1]


def test_the_first_prompt_is_heard_whichever_batch_it_is_in(model):
    decoder = plain_decoder(model)
    decoder.batches = (1, 2)
    prompts, heard = [[5, 17, 33], [1], [9, 9]], []
    continued = dict(inference.generate(decoder, prompts, end=-1, on_token=heard.append))
    assert heard == continued[0] and len({tuple(ids) for ids in continued.values()}) == 3


def test_as_many_rows_as_there_is_memory_for(model, monkeypatch, capsys):
    row_bytes = 2 * model.config.n_layers * model.config.max_seq_len * model.config.d_model * 4
    prompts, written = [[5, 17, 33], [1, 2], [7], [9] * 20, [3]], {}
    for free, rows in (
        (10**12, 32),
        (3 * 16 * row_bytes, 16),
        (3 * 16 * row_bytes - 1, 8),
        (9 * row_bytes, 2),
        (0, 1),
    ):
        patch_everywhere(monkeypatch, "free_bytes", lambda device: free)
        decoder, told = plain_decoder(model), capsys.readouterr().err
        assert (
            decoder.batches[-1] == rows
            and told.count("\n") == (rows < 32)
            and told.startswith(f"writing {rows} answers at a time, not 32" if told else "")
        )
        if rows in (32, 2):
            written[rows] = {i: ids[:5] for i, ids in inference.generate(decoder, prompts, end=96)}
    assert written[2] == written[32] and len(written[2]) == len(prompts)
    # those of a GraphDecoder stay, all of them
    for free, rows in ((10**12, 256), (3 * 85 * row_bytes, 64), (3 * 85 * row_bytes - 1, 16), (0, 1)):
        patch_everywhere(monkeypatch, "free_bytes", lambda device: free)
        assert inference.GraphDecoder(packed(model)).batches[-1] == rows
    monkeypatch.undo()
    assert 1e6 < inference.free_bytes(torch.device("cpu")) < 1e14


def test_prompt_that_leaves_no_room(model):
    with pytest.raises(ValueError, match="too long: 64 tokens"):
        next(inference.generate(plain_decoder(model), [[1] * 64], end=0))
