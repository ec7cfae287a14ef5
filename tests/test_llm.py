"""llm.py: its mathematics against float64, its bookkeeping against a second way of doing it, its commands as a user runs them."""

import socket
import time
import copy
import dataclasses
import json
import math
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
import torch.nn.functional as F

from corpus.settings import Pair
from python_to_triton import inference
from python_to_triton import runtime
import llm
from python_to_triton import verification
from patching import patch_everywhere
import kernels
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
needs_triton = pytest.mark.skipif(
    bool(why_not_run(DEVICE)), reason=why_not_run(DEVICE) or "Triton runs"
)


@pytest.fixture
def model():
    torch.manual_seed(0)
    built = inference.Transformer(inference.ModelConfig(**TINY)).eval()
    with torch.no_grad():  # blocks start as the identity: stir them, so that the tests see them work
        for parameter in built.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    return built


# ---- configuration and command line -----------------------------------------------------------------------------


def test_defaults_are_the_owners():
    config, training = inference.ModelConfig(), inference.TrainConfig()
    assert (
        config.d_model,
        config.n_heads,
        config.n_layers,
        config.d_ff,
        config.max_seq_len,
        config.dropout,
    ) == (384, 8, 6, 1536, 512, 0.1)
    assert (
        training.batch_size,
        training.accumulation,
        training.epochs,
        training.grad_clip,
        training.weight_decay,
    ) == (24, 4, 10, 1.0, 0.1)
    assert (training.muon_lr, training.muon_momentum, training.newton_schulz_steps, training.adamw_lr) == (
        0.01,
        0.95,
        5,
        0.001,
    )


def test_smollm_vocabulary_gives_about_fifty_million_parameters():
    with torch.device("meta"):
        model = inference.Transformer(inference.ModelConfig(vocab_size=49152))
    assert (
        sum(p.numel() for p in model.parameters())
        == 2 * 49152 * 384 + 6 * (4 * 384**2 + 2 * 384 * 1536) + 13 * 384
    )


@pytest.mark.parametrize(
    "typed", [["--no_such_flag", "1"], ["--epochs", "many"], ["--wandb", "maybe"], ["--epoch", "3"]]
)
def test_unknown_flag_or_wrong_type_is_an_error(typed, capsys):
    with pytest.raises(SystemExit) as caught:
        llm.main(typed)
    assert caught.value.code == 2 and "error" in capsys.readouterr().err


@pytest.mark.parametrize(
    "typed", [["--d_model", "100", "--n_heads", "3"], ["--epochs", "0"], ["--precision", "int4"]]
)
def test_impossible_config_is_one_line(typed, tmp_path, capsys):
    data = tmp_path / "data.csv"
    data.write_text("prompt\n")
    assert llm.main(["--data", str(data), *typed]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_every_field_is_a_flag():
    values = vars(
        llm.make_parser().parse_args(
            ["--d-model", "64", "--adamw_lr", "0.5", "--wandb", "--use_triton_rmsnorm", "false"]
        )
    )
    assert values == {"d_model": 64, "adamw_lr": 0.5, "wandb": True, "use_triton_rmsnorm": False}
    help_text = llm.make_parser().format_help()
    for config_type in (inference.ModelConfig, inference.TrainConfig):
        assert all(f"--{field.name}" in help_text for field in dataclasses.fields(config_type))


# ---- tokenizer and batches ------------------------------------------------------------------------------------------

TEXTS = [
    "f(a0: f32[A, B])\nv0 = softmax(a0, dim=-1)\nreturn v0",
    "def translated(x):\n    y = x * 0.044715\n    return y  # café ∑\n",
]


def test_bpe_is_lossless_and_survives_storage():
    vocabulary = inference.Vocabulary.learn(TEXTS, 400)
    again = inference.Vocabulary.from_json(vocabulary.to_json())
    for text in [*TEXTS, "never seen: \t ☃ 31337\n\n        x"]:
        assert vocabulary.decode(vocabulary.encode(text)) == text
        assert again.encode(text) == vocabulary.encode(text)


def test_digits_stand_alone():
    vocabulary = inference.Vocabulary.learn(["x = 1234 + 1234\n"] * 50, 400)
    tokens = [vocabulary.decode([token]) for token in vocabulary.encode("x = 1234")]
    assert tokens[-4:] == ["1", "2", "3", "4"]


def test_collate_puts_the_loss_on_the_answer_alone():
    example = llm.Example(prompts=((1, 10, 11, 2), (1, 12, 2)), answer=(20, 21, 3))
    for epoch, prompt in enumerate(example.prompts):
        inputs_BT, targets_BT = llm.collate([example], pad=0, epoch=epoch)
        row = [*prompt, *example.answer]
        assert inputs_BT[0, : len(row) - 1].tolist() == row[:-1]
        assert targets_BT[targets_BT != llm.IGNORE].tolist() == [20, 21, 3]
        assert targets_BT[0, len(prompt) - 1] == 20, "the mark before the answer predicts its first token"


def pair(prompt, answer, alternates="[]", split="train"):
    fields = {field.name: "" for field in dataclasses.fields(Pair)}
    return Pair(**fields | dict(prompt=prompt, answer=answer, alternates=alternates, split=split))


def test_pairs_that_do_not_fit_are_counted():
    vocabulary = inference.Vocabulary.learn(TEXTS, 300)
    pairs = [
        pair(prompt="q", answer="a", alternates=json.dumps(["q" * 900])),
        pair(prompt="q", answer="ab" * 900),
    ]
    examples, dropped = llm.encode_pairs(pairs, vocabulary, max_seq_len=64)
    assert dropped == 1 and len(examples) == 1 and len(examples[0].prompts) == 1


def test_short_prompts_are_shown_more_often_each_time_in_another_wording():
    vocabulary = inference.Vocabulary.learn(TEXTS, 300)
    short = pair(prompt="v0 = relu(a0)", answer="a", alternates=json.dumps(["v0 = relu(b0)"]))
    long = pair(prompt="\n".join(f"v{i} = relu(a0)" for i in range(6)), answer="b")
    shown = llm.emphasised([short, long], 12.0)
    assert shown.count(short) == 12 and shown.count(long) == 1
    assert llm.emphasised([short, long], 1.0) == [short, long]
    examples, _ = llm.encode_pairs(shown, vocabulary, max_seq_len=400)
    first_wordings = [example.prompts[0] for example in examples[:12]]
    assert len(set(first_wordings)) == 2 and first_wordings.count(first_wordings[0]) == 6


def test_epoch_batches_cover_everything_once_and_group_by_length():
    lengths = torch.randint(10, 500, (1000,), generator=torch.Generator().manual_seed(1)).tolist()
    batches = llm.epoch_batches(lengths, 8, seed=0, epoch=3)
    assert sorted(i for batch in batches for i in batch) == list(range(1000))
    assert (
        batches
        == llm.epoch_batches(lengths, 8, seed=0, epoch=3)
        != llm.epoch_batches(lengths, 8, seed=0, epoch=4)
    )
    padded = sum(len(batch) * max(lengths[i] for i in batch) for batch in batches)
    assert padded < 1.15 * sum(lengths)


# ---- model -------------------------------------------------------------------------------------------------------------


def test_no_position_sees_the_future(model):
    tokens = torch.randint(97, (2, 20))
    changed = tokens.clone()
    changed[:, 12] = (changed[:, 12] + 1) % 97
    before, after = model(tokens), model(changed)
    torch.testing.assert_close(before[:, :12], after[:, :12], rtol=0, atol=0)
    assert not torch.allclose(before[:, 12:], after[:, 12:])


def test_rotary_table_follows_the_paper():
    cos_TD, sin_TD = inference.rotary_table(head_width=8, max_seq_len=5, theta=10000.0)
    for position in range(5):
        for i in range(4):
            angle = position * 10000 ** (-2 * i / 8)
            assert cos_TD[position, i] == pytest.approx(math.cos(angle), abs=1e-7)
            assert sin_TD[position, i] == pytest.approx(math.sin(angle), abs=1e-7)


def test_attention_depends_on_distance_alone(model):
    """Rotary: the same tokens later in the sequence attend to each other the same way."""
    attention = model.blocks[0].attention
    x_BTC = torch.randn(1, 6, 32)
    near = attention(x_BTC, model.cos_TD[:6], model.sin_TD[:6])
    far = attention(x_BTC, model.cos_TD[40:46], model.sin_TD[40:46])
    torch.testing.assert_close(near, far, rtol=1e-4, atol=1e-5)


def test_too_long_is_refused(model):
    with pytest.raises(ValueError, match="65 tokens do not fit"):
        model(torch.zeros(1, 65, dtype=torch.int64))


def test_answer_loss_is_the_masked_cross_entropy(model):
    inputs_BT, targets_BT = torch.randint(97, (3, 16)), torch.randint(97, (3, 16))
    targets_BT[:, :7] = llm.IGNORE
    loss, right = llm.answer_loss(model, inputs_BT, targets_BT)
    logits = model.double()(inputs_BT)
    expected = F.cross_entropy(
        logits.flatten(0, 1), targets_BT.flatten(), ignore_index=llm.IGNORE, reduction="sum"
    )
    assert loss.item() == pytest.approx(expected.item(), rel=1e-5)
    assert right.item() == (logits.argmax(-1) == targets_BT).sum().item()


# ---- optimizer -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "implementation",
    [
        "torch",
        pytest.param(
            "triton",
            marks=pytest.mark.skipif(
                bool(why_not_run("cpu")), reason="Triton does not run on this CPU"
            ),
        ),
    ],
)
def test_adamw_is_torchs(implementation):
    torch.manual_seed(0)
    config = inference.TrainConfig(adamw_lr=1e-2)
    theirs = [
        torch.nn.Parameter(torch.randn(7, 5, dtype=torch.float64)),
        torch.nn.Parameter(torch.randn(5, dtype=torch.float64)),
    ]
    ours = [torch.nn.Parameter(parameter.detach().float()) for parameter in theirs]
    groups = [
        {"params": [theirs[0]], "weight_decay": 0.1},
        {"params": [theirs[1]], "weight_decay": 0.0},
    ]  # matrices alone decay
    optimizer = torch.optim.AdamW(groups, lr=1e-2, betas=(config.adamw_beta1, config.adamw_beta2), eps=1e-8)
    means, squares = ([torch.zeros_like(parameter) for parameter in ours] for _ in range(2))
    for step in range(1, 8):
        for mine, other in zip(ours, theirs):
            mine.grad = torch.randn_like(mine)
            other.grad = mine.grad.double()
        optimizer.step()
        llm.adamw_update(ours, means, squares, step, 1e-2, config, implementation)
        for mine, other in zip(ours, theirs):
            torch.testing.assert_close(mine.double(), other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("shape", [(2, 16, 16), (3, 8, 32), (1, 48, 12)])
def test_orthogonalize_keeps_directions_and_levels_singular_values(shape):
    torch.manual_seed(0)
    G = torch.randn(shape, dtype=torch.float64)
    X = llm.orthogonalize(G, steps=5, dtype=torch.float64)
    for g, x in zip(G, X):
        U, S, Vh = torch.linalg.svd(g, full_matrices=False)
        levels = torch.diagonal(U.T @ x @ Vh.T)
        torch.testing.assert_close(
            U @ torch.diag(levels) @ Vh, x, rtol=0, atol=1e-9
        )  # the same singular vectors
        assert levels.min() > 0.3 and levels.max() < 1.25
    torch.testing.assert_close(llm.orthogonalize(G, 5, torch.bfloat16).double(), X, rtol=0, atol=0.1)


def test_muon_update_is_the_unbatched_formula():
    torch.manual_seed(0)
    momentum, expected_momentum = (
        torch.zeros(2, 24, 6, dtype=torch.float64),
        torch.zeros(2, 24, 6, dtype=torch.float64),
    )
    for _ in range(3):
        grads = torch.randn(2, 24, 6, dtype=torch.float64)
        update = llm.muon_update(grads, momentum, beta=0.95, steps=5, dtype=torch.float64)
        expected_momentum = 0.95 * expected_momentum + 0.05 * grads
        nesterov = 0.95 * expected_momentum + 0.05 * grads
        for index in range(2):
            expected = (
                llm.orthogonalize(nesterov[index : index + 1], 5, torch.float64)[0] * 2.0
            )  # sqrt(24 / 6)
            torch.testing.assert_close(update[index], expected, rtol=1e-10, atol=1e-12)


@pytest.mark.skipif(bool(why_not_run("cpu")), reason="Triton does not run on this CPU")
def test_a_model_of_triton_ops_has_the_gradients_of_pytorchs(model):
    ours, exact = (
        inference.Transformer(model.config, dict.fromkeys(llm.SELECTED, "triton")),
        inference.Transformer(model.config).double(),
    )
    tokens_BT = torch.randint(model.config.vocab_size, (2, 10))

    def results(other):
        other.load_state_dict(model.state_dict())
        loss, _ = llm.answer_loss(other, tokens_BT[:, :-1], tokens_BT[:, 1:])
        return loss.detach(), *torch.autograd.grad(loss, list(other.parameters()))

    result = verification.compare(results(ours), results(model), results(exact))
    assert result.ok, result.reason


def test_every_parameter_is_routed_once(model):
    routed = llm.route(model)
    names = [name for parameters in routed.values() for name in parameters]
    assert sorted(names) == sorted(name for name, _ in model.named_parameters())
    assert all(name.startswith("blocks.") and p.ndim == 2 for name, p in routed["muon"].items())
    assert (
        f"{sum(p.numel() for p in routed['muon'].values()):,}"
        in llm.MuonAdamW(model, inference.TrainConfig()).table()
    )


def test_a_parameter_nobody_owns_is_caught(model):
    model.extra = torch.nn.Parameter(torch.zeros(3))
    with pytest.raises(AssertionError, match="extra"):
        llm.route(model)


def test_optimizer_state_round_trips(model):
    config = inference.TrainConfig()
    first = llm.MuonAdamW(model, config)
    for parameter in model.parameters():
        parameter.grad = torch.randn_like(parameter)
    first.step(1.0)
    second = llm.MuonAdamW(model, config)
    second.load_state_dict(first.state_dict())
    assert second.steps == 1
    assert all(torch.equal(second.momentum[shape], first.momentum[shape]) for shape in first.momentum)
    assert all(torch.equal(second.square[name], first.square[name]) for name in first.square)


def test_schedule_warms_up_and_decays():
    scales = [llm.lr_scale(i / 1000, warmup=0.1, final=0.05) for i in range(1001)]
    peak = scales.index(max(scales))
    assert peak == 100 and max(scales) == pytest.approx(1.0) and scales[-1] == pytest.approx(0.05)
    assert (
        scales[:100] == sorted(scales[:100])
        and scales[100:] == sorted(scales[100:], reverse=True)
        and scales[0] > 0
    )


# ---- generation -------------------------------------------------------------------------------------------------------------


def test_cached_generation_equals_uncached(model):
    prompt, end = [5, 17, 33], 96
    greedy = next(inference.generate(inference.Decoder.of(model), [prompt], end))[1]
    tokens = list(prompt)
    while len(tokens) <= model.config.max_seq_len:
        token = model(torch.tensor([tokens]))[0, -1].argmax().item()
        if token == end:
            break
        tokens.append(token)
    assert greedy == tokens[3:] and len(greedy) > 10


@torch.inference_mode()
def test_logits_with_a_cache_equal_those_without(model):
    tokens = torch.randint(97, (1, 12))
    cache = inference.KVCache(model.config, 1, 64, "cpu", torch.float32)
    steps = [model(tokens[:, :5], cache)] + [model(tokens[:, i : i + 1], cache) for i in range(5, 12)]
    torch.testing.assert_close(torch.cat(steps, dim=1), model(tokens), rtol=1e-4, atol=1e-5)


def test_prompts_of_different_lengths_are_continued_as_if_alone(model):
    decoder, prompts = inference.Decoder.of(model), [[5, 17, 33], [1, 2], [5, 17, 33], [9] * 20, [3]]
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
                inference.Decoder.of(model), [[1, 2]] * 6, end=7, temperature=1.5, top_p=1.0, seed=seed
            )
        ]

    first = draw(0)
    assert len(first) == 6 and first == draw(0) != draw(1)
    assert len({len(sequence) for sequence in first}) > 1 and all(7 not in sequence for sequence in first)


class FusedDecoder(inference.GraphDecoder):
    """What a GPU does, anywhere: fixed batches, the fused step, the host some steps behind; only that the graph is a call."""

    def capture(self, cache):
        return SimpleNamespace(replay=lambda: self.fused_step(cache))

    def tokens(self, cache):
        tokens = cache.tokens_B.tolist()
        return lambda: tokens


def after_prompts(model, dtype):
    """A cache of `dtype` after three prompts of different lengths, each row's next token in it, and the whole sequences."""
    prompts = [[5, 17, 33, 2, 9], [1, 2], [9] * 7]
    read, _ = inference.Decoder.of(model).read(prompts)
    cache = inference.KVCache(model.config, 3, model.config.max_seq_len, DEVICE, dtype).take(read, range(3))
    cache.tokens_B.copy_(torch.tensor([3, 4, 5]))
    return cache, [
        torch.tensor([prompt + [token]], device=DEVICE) for prompt, token in zip(prompts, (3, 4, 5))
    ]


@needs_triton
@torch.inference_mode()
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("implementation", ["torch", "triton"])
def test_a_fused_step_is_the_model_to_what_pytorch_loses_in_its_dtype(model, dtype, implementation):
    model, exact, eager = (
        copy.deepcopy(model).to(DEVICE, kind) for kind in (torch.float32, torch.float64, dtype)
    )
    cache, sequences = after_prompts(model, dtype)
    ours_BV = inference.decode_step(inference.PackedModel.of(model, dtype), cache, implementation)
    exact_BV, eager_BV = (
        torch.cat([each(tokens_1T)[:, -1] for tokens_1T in sequences]) for each in (exact, eager)
    )
    assert ours_BV.dtype == torch.float32 and cache.length == 8
    result = verification.compare(ours_BV.to(dtype), eager_BV, exact_BV)
    assert result.ok, result.reason


@needs_triton
def test_the_fused_decoder_writes_what_the_plain_one_does(model, monkeypatch):
    monkeypatch.setattr(inference.GraphDecoder, "BATCHES", (1, 2, 4))
    config = dataclasses.replace(model.config, max_seq_len=18)
    short = inference.Transformer(config).to(DEVICE).eval()
    short.load_state_dict(model.state_dict())
    prompts, plain = [[5, 17, 33], [1, 2], [5, 17, 33], [9] * 12], inference.Decoder.of(short)
    free = dict(inference.generate(plain, prompts, end=-1, temperature=1.2, seed=3))
    assert [len(free[i]) for i in range(4)] == [18 - 12 + 1] * 4
    end, written = free[1][2], []  # a row ends in its third step, if not before
    for decoder in (plain, FusedDecoder.of(short)):
        grown = []
        written.append(dict(inference.generate(decoder, prompts, end, 1.2, seed=3, on_token=grown.append)))
        assert grown == written[-1][0]
    assert (
        written[0] == written[1]
        and len(written[0][1]) <= 2
        and all(free[i][: len(ids)] == ids for i, ids in written[0].items())
    )


def test_a_sample_depends_on_its_index_and_seed_not_on_its_company(model):
    def draw(count, seed=0):
        return [
            ids
            for _, ids in sorted(
                inference.generate(
                    inference.Decoder.of(model), [[1, 2]] * count, end=-1, temperature=1.5, seed=seed
                )
            )
        ]

    assert draw(6)[:2] == draw(2) and draw(2)[0] != draw(2)[1] != draw(2, seed=1)[1]


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
@torch.inference_mode()
def test_captured_steps_are_the_fused_step(model):
    decoder, twin = inference.GraphDecoder.of(model.cuda()), FusedDecoder.of(model)
    for temperature in (0.0, 1.2):  # one graph serves both
        for count in (1, 3, 40):
            prompts = [[5, 17, 33], [1, 2], [9] * 20, *[[7, count]] * 40][:count]
            ways = [
                dict(inference.generate(each, prompts, end=3, temperature=temperature, seed=1))
                for each in (decoder, twin)
            ]
            assert ways[0] == ways[1]
    assert len(decoder.graphs) >= 3


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
        decoder, told = inference.Decoder.of(model), capsys.readouterr().err
        assert (
            decoder.batches[-1] == rows
            and told.count("\n") == (rows < 32)
            and told.startswith(f"writing {rows} answers at a time, not 32" if told else "")
        )
        if rows in (32, 2):
            written[rows] = {i: ids[:5] for i, ids in inference.generate(decoder, prompts, end=96)}
    assert written[2] == written[32] and len(written[2]) == len(prompts)
    for free, rows in (
        (10**12, 256),
        (3 * 85 * row_bytes, 64),
        (3 * 85 * row_bytes - 1, 16),
        (0, 1),
    ):  # these stay, all of them
        patch_everywhere(monkeypatch, "free_bytes", lambda device: free)
        assert FusedDecoder(model, torch.device("cpu"), torch.float32).batches[-1] == rows
    monkeypatch.undo()
    assert 1e6 < inference.free_bytes(torch.device("cpu")) < 1e14


def test_prompt_that_leaves_no_room(model):
    with pytest.raises(ValueError, match="too long: 64 tokens"):
        next(inference.generate(inference.Decoder.of(model), [[1] * 64], end=0))


def rounded_to_int8(model):
    """(its matrices as int8 with scales, itself with what these stand for)."""
    state = model.state_dict()
    matrices = {name: inference.quantized(tensor) for name, tensor in state.items() if tensor.ndim == 2}
    model.load_state_dict(state | {name: matrix * scale for name, (matrix, scale) in matrices.items()})
    return matrices, model


@pytest.fixture
def int8_decoder(model):
    matrices, model = rounded_to_int8(model)
    return inference.Int8Decoder(inference.Int8Transformer(model.config, model.state_dict(), matrices))


needs_fbgemm = pytest.mark.skipif(
    not inference.Int8Linear.supported(), reason="this CPU lacks FBGEMM's kernel"
)


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
    """Several prompts, rows that share them, steps, rows that leave: against the float64 model, as far off as the float32 one is."""
    prompts = [tuple(torch.randint(97, (length,)).tolist()) for length in (19, 5, 30)]
    read, logits = int8_decoder.read(prompts)
    rows = [0, 0, 1, 2, 2, 0]
    cache, texts, seen = (
        int8_decoder.cache(len(rows)).take(read, rows),
        [[*prompts[row]] for row in rows],
        [*zip(prompts, logits)],
    )
    for kept in ([0, 1, 2, 3, 4, 5], [1, 2, 4], [1, 2], [0]) + ([0],) * 12:
        cache, texts = int8_decoder.cache(len(kept)).take(cache, kept), [texts[row] for row in kept]
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
        alone = next(inference.generate(inference.Decoder.of(model), [prompt], end=96))[1]
        assert together[index] == alone[: len(together[index])] and len(together[index]) >= min(
            len(alone), model.config.max_seq_len - 20
        )


# ---- training, resume, translation: as a user ----------------------------------------------------------------------------------

PROMPT = "f(a0: f32[A, B])\nv0 = {}(a0)\nreturn v0"
ANSWER = """@triton.jit
def kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, {}, mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y"""
FUNCTIONS = {"sigmoid": "tl.sigmoid(x)", "relu": "tl.maximum(x, 0.0)", "exp": "tl.exp(x)", "abs": "tl.abs(x)"}


@pytest.fixture
def corpus(tmp_path):
    import pandas

    rows = [
        pair(
            PROMPT.format(name),
            ANSWER.format(formula),
            json.dumps([PROMPT.format(name).replace("A, B", "A")]),
            split,
        )
        for name, formula in FUNCTIONS.items()
        for split in ("train", "validation")
    ]
    pandas.DataFrame([dataclasses.asdict(row) for row in rows]).to_csv(tmp_path / "data.csv", index=False)
    return tmp_path


def flags(folder, **values):
    settings = (
        dict(
            data=folder / "data.csv",
            checkpoint=folder / "model.pth",
            run_dir=folder / "run",
            d_model=64,
            n_heads=2,
            n_layers=2,
            d_ff=128,
            max_seq_len=256,
            vocab_size=512,
            dropout=0.1,
            batch_size=2,
            accumulation=1,
            epochs=4,
            emphasis=1,
            minutes=0,
            samples=2,
        )
        | values
    )
    return [f"--{name}={value}" for name, value in settings.items()]


def train(folder, **values):
    state = dict(pair[2:].split("=", 1) for pair in flags(folder, **values))
    resume = state.pop("resume", False)
    parsed = vars(llm.make_parser().parse_args([f"--{key}={value}" for key, value in state.items()]))
    run, examples, precision, scaler = llm.start_run(parsed, bool(resume))
    return run, examples, precision, scaler


def test_a_stopped_run_resumes_to_the_same_weights(corpus, monkeypatch):
    run, *rest = train(corpus, checkpoint=corpus / "whole.pth")
    llm.train(run, *rest)
    whole = inference.load_checkpoint(corpus / "whole.pth")

    step = llm.train_step

    def interrupted_step(run, *arguments):
        if run.step == 2:
            signal.raise_signal(
                signal.SIGTERM
            )  # in the midst of the third step, which is to be finished all the same
        return step(run, *arguments)

    patch_everywhere(monkeypatch, "train_step", interrupted_step)
    run, *rest = train(corpus)
    with pytest.raises(KeyboardInterrupt):
        llm.train(run, *rest)
    patch_everywhere(monkeypatch, "train_step", step)
    assert inference.load_checkpoint(corpus / "model.pth")["step"] == 3
    run, *rest = train(corpus, resume=True)
    llm.train(run, *rest)
    resumed = inference.load_checkpoint(corpus / "model.pth")
    assert resumed["step"] == whole["step"] == 8
    for name, tensor in whole["model"].items():
        torch.testing.assert_close(resumed["model"][name], tensor, rtol=0, atol=0)
    steps = [
        json.loads(line)["step"]
        for line in (corpus / "run" / "log.jsonl").read_text().splitlines()
        if '"step"' in line
    ]
    assert steps == sorted(steps)


def test_kernels_are_chosen_at_the_shape_of_the_median_batch(corpus, monkeypatch):
    choose, asked = kernels.choose, {}
    patch_everywhere(
        monkeypatch, "choose", lambda shapes, **options: asked.update(shapes) or choose(shapes, **options)
    )
    run, examples, *_ = train(corpus, epochs=1, batch_size=3)
    shapes = sorted(
        (inputs_BT.shape[1], len(inputs_BT))
        for batches in llm.step_batches(run, examples["train"])
        for inputs_BT, _ in batches
    )
    T = shapes[(len(shapes) - 1) // 2][0]
    assert T < run.model_config.max_seq_len
    assert (
        asked["attention"][:3] == (3, T, T)
        and asked["rotary"][:2] == (3, T)
        and asked["rms_norm"][0] == asked["gmm_log_prob"][0] == 3 * T
    )


def test_accumulation_equals_one_large_batch(corpus):
    losses = {}
    for batch_size, accumulation in ((4, 1), (2, 2), (1, 4)):
        run, examples, precision, scaler = train(
            corpus, batch_size=batch_size, accumulation=accumulation, dropout=0.0
        )
        run.model.eval()
        batches = [
            llm.collate(examples["train"][i : i + batch_size], run.vocabulary.pad)
            for i in range(0, 4, batch_size)
        ]
        losses[batch_size] = llm.train_step(run, batches, precision, scaler, 1.0).tolist()
    for loss, norm in losses.values():
        assert loss == pytest.approx(losses[4][0], rel=1e-5) and norm == pytest.approx(losses[4][1], rel=1e-4)


def test_a_minute_budget_ends_the_run_and_its_schedule(corpus, monkeypatch):
    ticks = iter(range(10_000))
    monkeypatch.setattr(
        time, "perf_counter", lambda: float(next(ticks))
    )  # every look at the clock takes a second
    run, *rest = train(corpus, epochs=10_000, minutes=1)
    llm.train(run, *rest)
    scales = [
        row["lr_scale"]
        for row in map(json.loads, run.log_path.read_text().splitlines())
        if row["event"] == "step"
    ]
    assert run.seconds == 60 and run.step == 60
    assert max(scales) > 0.99 and scales[-1] < 0.06


def test_resume_refuses_another_model_or_other_data(corpus):
    run, *rest = train(corpus, epochs=1)
    llm.train(run, *rest)
    assert llm.main([*flags(corpus, d_ff=256), "--resume"]) == 2
    (corpus / "data.csv").write_text((corpus / "data.csv").read_text() + "\n")
    assert llm.main([*flags(corpus), "--resume"]) == 2


def test_a_run_starts_from_other_weights_and_keeps_their_shape(corpus, capsys):
    run, *rest = train(corpus, epochs=1)
    llm.train(run, *rest)
    there = dict(start_from=corpus / "model.pth", checkpoint=corpus / "further.pth")
    further, *_ = train(corpus, **there)
    assert further.step == 0 and further.vocabulary.to_json() == run.vocabulary.to_json()
    for name, tensor in run.model.state_dict().items():
        torch.testing.assert_close(further.model.state_dict()[name], tensor, rtol=0, atol=0)
    assert llm.main(flags(corpus, d_model=32, **there)) == 2
    assert "drop --d_model, or train anew without --start_from" in capsys.readouterr().err


def test_a_hub_tokenizer_without_a_network_is_one_line(corpus, monkeypatch, capsys):
    def no_network(*_):
        raise OSError("Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", no_network)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert llm.main(flags(corpus, tokenizer="nobody/no-such-tokenizer")) == 2
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert (
        error.startswith("error: the tokenizer nobody/no-such-tokenizer cannot be loaded")
        and "--tokenizer bpe" in error
    )


def test_a_release_is_the_checkpoint_rounded_and_refuses_what_was_changed(corpus, capsys, monkeypatch):
    run, *rest = train(corpus, epochs=1)
    llm.train(run, *rest)
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
    assert isinstance(decoder, inference.Int8Decoder) and capsys.readouterr().err == "int8 on the CPU\n"
    assert torch.equal(decoder.model.embedding_VC, released["model"]["embedding.weight"])
    monkeypatch.setattr(inference.Int8Linear, "supported", lambda: False)
    assert isinstance(runtime.load_translator(corpus / "weights", "cpu").decoder, inference.Decoder)
    assert capsys.readouterr().err.startswith("fp32 on the CPU: int8 needs")
    [shard] = (corpus / "weights").glob("*.safetensors")
    data = bytearray(shard.read_bytes())
    data[-1] ^= 1
    shard.write_bytes(data)
    with pytest.raises(ValueError, match="not the file that was released"):
        inference.load_release(corpus / "weights")


def test_exports_give_the_same_logits_and_load_without_our_code(corpus, capsys):
    run, *rest = train(corpus, epochs=1)
    llm.train(run, *rest)
    translator = runtime.load_translator(corpus / "model.pth", "cpu", int8=False)
    theirs = inference.export_transformers(translator, corpus / "export")
    assert (
        inference.largest_difference(translator.decoder.model, lambda tokens: theirs(tokens).logits)
        <= inference.SAME
    )
    code = (
        "import sys, transformers\nmodel, tokenizer = (kind.from_pretrained(sys.argv[1]) for kind in (transformers.AutoModelForCausalLM, transformers.AutoTokenizer))\n"
        "print(model.config.model_type, tokenizer('return v0', add_special_tokens=False).input_ids)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code, str(corpus / "export")],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=corpus,
    ).stdout
    assert printed.strip() == f"arcee {translator.vocabulary.encode('return v0')}"
    broken = runtime.load_translator(corpus / "model.pth", "cpu", int8=False).decoder.model
    broken.blocks[0].feed_forward.up.weight.data.mul_(2.0)
    assert inference.largest_difference(broken, lambda tokens: theirs(tokens).logits) > inference.SAME


def test_bad_checkpoints_get_one_line(tmp_path, capsys):
    (tmp_path / "model.pth").write_bytes(b"not a checkpoint")
    for name in ("none.pth", "model.pth"):
        assert llm.main(["--demo", "y = torch.relu(x)", "--checkpoint", str(tmp_path / name)]) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ") and error.count("\n") == 1


def test_train_then_demo_as_commands(corpus):
    """The README's story at toy size: train until four kernels are known by heart, then translate and execute one."""
    command = [sys.executable, str(inference.HERE / "llm.py")]
    trained = subprocess.run(
        [
            *command,
            *flags(corpus, epochs=80, dropout=0.0, adamw_lr=0.01, checkpoint=corpus / "trained_model.pth"),
        ],
        cwd=corpus,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert trained.returncode == 0, trained.stderr[-2000:]
    assert "final validation loss" in trained.stdout and "built-in prompts verified" in trained.stdout
    assert (corpus / "run" / "loss.png").read_bytes()[:4] == b"\x89PNG"

    once = subprocess.run(
        [*command, "--demo", "y = torch.sigmoid(x)"], cwd=corpus, capture_output=True, text=True, timeout=120
    )
    assert once.returncode == 0 and "tl.sigmoid(x)" in once.stdout and "verified, max error" in once.stdout, (
        once.stdout + once.stderr
    )

    [snippet] = re.findall(r"```python\n(.*?)```", (inference.HERE / "README.md").read_text(), re.DOTALL)
    imported = subprocess.run(
        [sys.executable, "-c", snippet],
        cwd=corpus,
        env=os.environ | {"PYTHONPATH": str(inference.HERE)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "tl.sigmoid(x)" in imported.stdout, imported.stdout + imported.stderr

    folder = corpus / "programs"
    folder.mkdir()
    (folder / "activation.py").write_text(
        "import torch\nimport torch.nn as nn\n\nclass Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n\n"
        "    def forward(self, x):\n        return torch.relu(x)\n\n\ndef get_inputs():\n    return [torch.randn(64, 512)]\n\n\n"
        "def get_init_inputs():\n    return []\n"
    )
    (folder / "function.py").write_text("import torch\n\n\ndef magnitude(x):\n    return x.abs()\n")
    (folder / "broken.py").write_text("raise SystemExit('no')\n")
    translate = [
        *command,
        "--translate",
        str(folder),
        "--out",
        str(corpus / "out"),
        "--samples",
        "3",
        "--keep-all",
    ]
    translated = subprocess.run(translate, cwd=corpus, capture_output=True, text=True, timeout=120)
    assert translated.returncode == 1 and "2 of 3 files verified" in translated.stdout, (
        translated.stdout + translated.stderr
    )
    rows = {Path(row["path"]).stem: row for row in json.loads((corpus / "out" / "report.json").read_text())}
    assert rows["broken"]["reason"] == "SystemExit: no" and not rows["broken"]["verified"]
    assert (
        rows["activation"]["verified"]
        and rows["activation"]["compiles"] == ""
        and rows["activation"]["samples"] == 3
    )
    assert "class ModelNew(nn.Module)" in (corpus / "out" / "activation.py").read_text()
    assert "def magnitude(x)" in (corpus / "out" / "function.py").read_text()
    assert sorted(path.name for path in (corpus / "out" / "function").iterdir()) == [
        f"sample_{i:02}.py" for i in range(3)
    ]
    (folder / "broken.py").write_text("y = torch.exp(x)\n")
    again = subprocess.run([*translate, "--resume"], cwd=corpus, capture_output=True, text=True, timeout=120)
    assert (
        again.returncode == 0
        and "activation.py" not in again.stderr + again.stdout.split("files verified")[0]
    ), again.stdout + again.stderr

    typed = "y = torch.relu(x)\ny = = x\n:samples 0\n:graph\nz = 3\ndef f(x):\n    return torch.exp(x)\n\n:save saved.py\n:nothing\n:quit\n"
    session = subprocess.run(
        [*command, "--demo"], input=typed, cwd=corpus, capture_output=True, text=True, timeout=120
    )
    assert session.returncode == 0 and "Traceback" not in session.stderr, session.stderr
    assert session.stdout.count("verified, max error") == 2 and session.stdout.count("error: ") == 4, (
        session.stdout
    )
    assert (
        "tl.exp(x)" in (corpus / "saved.py").read_text()
        and "import triton" in (corpus / "saved.py").read_text()
    )


# ---- translating files, with a model whose answers are given -----------------------------------------------------------------------

def test_without_a_checkpoint_the_released_weights_are_taken_and_named(corpus, monkeypatch, capsys):
    run, *rest = train(corpus, epochs=1)
    llm.train(run, *rest)
    inference.save_release(inference.load_checkpoint(corpus / "model.pth"), corpus / "weights")
    patch_everywhere(monkeypatch, "RELEASE", corpus / "weights")
    monkeypatch.chdir(corpus)
    capsys.readouterr()
    translator = runtime.load_translator()
    assert "no trained_model.pth here: taking the released weights" in capsys.readouterr().err
    assert (
        translator.model_hash
        == runtime.model_hash(corpus / "weights")
        != runtime.model_hash(corpus / "model.pth")
        == inference.file_hash(corpus / "model.pth")
    )


def test_weights_and_biases_runs_offline_and_names_the_kernels(corpus, monkeypatch):
    pytest.importorskip("wandb")
    for name in ("WANDB_MODE", "WANDB_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(corpus))  # no login there
    monkeypatch.setenv("WANDB_DIR", str(corpus))
    run, *rest = train(corpus, epochs=1, wandb="true")
    try:
        assert run.wandb.settings.mode == "offline"
        assert run.wandb.summary["use_triton_rmsnorm"] is run.model_config.use_triton_rmsnorm
        assert run.wandb.summary["use_triton_rotary"] is run.model_config.use_triton_rotary
        llm.train(run, *rest)
    finally:
        run.wandb.finish()
    assert list(corpus.glob("wandb/offline-run-*/*.wandb"))
