"""llm.py: its mathematics against float64, its bookkeeping against a second way of doing it, its commands as a user runs them."""

import socket
import time
from concurrent.futures import Future
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

from corpus import Pair
from test_names import SILU, answer_of
from python_to_triton import inference
from python_to_triton import runtime
import triton_ops
import llm
from python_to_triton import verification
from patching import patch_everywhere

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
DEVICE = triton_ops.default_device()
needs_triton = pytest.mark.skipif(
    bool(triton_ops.why_not_run(DEVICE)), reason=triton_ops.why_not_run(DEVICE) or "Triton runs"
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
                bool(triton_ops.why_not_run("cpu")), reason="Triton does not run on this CPU"
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


@pytest.mark.skipif(bool(triton_ops.why_not_run("cpu")), reason="Triton does not run on this CPU")
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


def test_an_answer_depends_on_its_prompt_number_and_seed_not_on_who_else_is_asked(model):
    class Letters:
        """Prompts and answers of tokens as they stand."""

        end, decode = -1, staticmethod(tuple)
        encode_prompt = staticmethod(lambda prompt: [1 + ord(letter) % 90 for letter in prompt])

    translator = runtime.Translator(inference.Decoder.of(model), Letters)

    def ask(*rows, seed=0):
        return [answer for _, answer in sorted(translator.sources(rows, 1.5, seed))]

    alone = ask(("abc", 3))
    assert ask(("ab", 0), ("abc", 2), ("abc", 3))[2:] == alone != ask(("abc", 4)) and alone != ask(
        ("abc", 3), seed=1
    )


STATEMENTS = (
    "v0 = a0 * a1",
    "v1 = tl.sigmoid(v0)",
    "v2 = a0 * v1",
    "v3 = v2 + 1.0",
    "tl.store(y_ptr + offsets, v3, mask=mask)",
)


class Characters:
    """A token a character."""

    end = -1
    encode = prompt = staticmethod(lambda text: [*map(ord, text)])
    decode = staticmethod(lambda ids: "".join(map(chr, ids)))


@pytest.mark.parametrize(
    "drawn, kept",
    [
        ("FRGGR", "right"),  # of those without a fault the one that is drawn most often, the first of them
        ("FGR", "other"),
        ("FF", "written"),  # none is better
    ],
)
def test_in_the_place_of_an_answer_that_cannot_be_right_is_another(monkeypatch, drawn, kept):
    right, heard, seen = answer_of("a0, a1", *STATEMENTS), [], []
    texts = {
        "right": right,
        "other": right.replace("a0 * v1", "v1 * a0"),
        "written": right.replace("v2 + 1.0", "v2 + 1.5"),
    }

    def generate(decoder, prompts, end, temperature=0.0, top_p=0.95, seed=0, on_token=None, streams=None):
        seen.append((temperature, len(prompts), len({*streams})))
        ids = [
            Characters.encode(texts[dict(F="written", R="right", G="other")[letter]])
            for letter in (drawn if temperature else "F")
        ]
        yield from reversed([*enumerate(ids)])  # as they end

    patch_everywhere(monkeypatch, "generate", generate)
    translator = runtime.Translator(None, Characters, others=len(drawn))
    assert list(translator.sources([(SILU, 0)], 0.0, 0, on_text=heard.append)) == [(0, texts[kept])]
    assert seen == [(0.0, 1, 1), (runtime.OTHER_TEMPERATURE, len(drawn), len(drawn))]
    assert translator.replaced == ({} if kept == "written" else {SILU: texts["written"]})
    line = texts["written"].split("\n").index("    v3 = v2 + 1.5") + 1
    assert "".join(heard) == (
        ""
        if kept == "written"
        else f"\n\n# another one: above, in line {line}, v3 is something else\n{texts[kept]}"
    )
    assert list(runtime.Translator(None, Characters, others=0).sources([(SILU, 0)], 0.0, 0)) == [
        (0, texts["written"])
    ]


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
    choose, asked = triton_ops.choose, {}
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

RIGHT = {
    name: f"import torch\nimport triton\nimport triton.language as tl\n\n\n{ANSWER.format(formula)}"
    for name, formula in FUNCTIONS.items()
}


class Scripted(runtime.Translator):
    """Answers a prompt about a function of FUNCTIONS: `samples` are functions of its right answer, in turn."""

    model_hash = "0123456789abcdef"

    def __init__(self, *samples, judges=None):
        self.seed, self.temperature, self.judges = 0, None, judges or runtime.Judges()
        self.samples, self.asked = samples or (lambda right: right,), []

    def check_length(self, part):
        if "sort" in part.prompt:
            raise ValueError("the prompt is too long")

    def sources(self, rows, temperature, seed, on_text=None):
        self.asked += [prompt for prompt, _ in rows]
        for index, (prompt, number) in enumerate(rows):
            right = next(
                (answer for name, answer in RIGHT.items() if f"{name}(" in prompt), "def translated(x:"
            )
            source = self.samples[min(number, len(self.samples) - 1)](right)
            if on_text and index == 0:
                on_text(source)
            yield index, source


def wrong(right):
    return right.replace(
        "tl.load(x_ptr + offsets, mask=mask, other=0.0)",
        "tl.load(x_ptr + offsets, mask=mask, other=0.0) + 1.0",
    )


def test_a_region_that_no_sample_answers_is_put_together_of_smaller_ones():
    part, translator = runtime.Part("f(a0: f32[A])\nv0 = sigmoid(a0)\nv1 = exp(v0)\nreturn v1"), Scripted()
    translator.answer([part], 2)
    assert part.answer is None and len(part.candidates) == 2
    translator.compose([part], 2)
    assert (
        part.answer is part.composed
        and part.composed.verdict.ok
        and part.pieces == 2
        and len(part.candidates) == 2
    )
    part.refuse("right on samples, but not at A = 1000000")
    translator.compose([part], 2)
    assert part.answer is None and part.composed.verdict.reason.endswith("A = 1000000"), (
        "the same pieces are not tried for ever"
    )


def test_rare_numbers_are_asked_for_as_usual_ones():
    prompt = "f(a0: f32[A])\nv0 = clamp(a0, min=0.0001, max=0.9)\nv1 = mul(v0, 1.0507)\nv2 = add(v1, -0.0002)\nv3 = add(v2, 12)\nreturn v3"
    asked, rare = runtime.with_usual_numbers(prompt)
    assert asked == (
        "f(a0: f32[A])\nv0 = clamp(a0, min=1e-5, max=0.9)\nv1 = mul(v0, 1.5)\nv2 = add(v1, -0.001)\nv3 = add(v2, 12)\nreturn v3"
    )
    assert runtime.with_own_numbers(asked, rare) == prompt
    assert runtime.with_own_numbers("x1.5 = max(1e-05, 1.50)", rare) == "x1.5 = max(0.0001, 1.0507)"
    assert runtime.with_usual_numbers("f(a0: f32[A])\nv0 = mul(a0, 0.5)\nreturn v0")[1] == {}


def test_large_integers_are_asked_for_as_two_small_ones():
    prompt = "f(a0: f32[A, B, C], a1: f32[D, B, E])\nv0 = conv1d(a0, a1, stride=16, padding=[7], groups=2)\nv1 = mul(v0, 16)\nv2 = add(v1, 1e-8)\nreturn v2"
    (first, second), own = runtime.with_small_integers(prompt)
    assert first == prompt.replace("16", "4").replace("7", "2") and second == prompt.replace(
        "16", "7"
    ).replace("[7]", "[3]")
    answer = "x = x17[p * {1} - {0} : 64]; y = x * {1}.0 + 1e-08; return g[(4, 2)](y, BLOCK=16)"
    assert runtime.with_large_integers(answer.format(2, 4), answer.format(3, 7), own) == answer.format(7, 16)
    assert (
        runtime.with_large_integers(answer.format(2, 4), answer.format(3, 9), own) == ""
    )  # it has computed with them
    assert runtime.with_large_integers(answer.format(2, 4), answer.format(3, 7) + " # 3", own) == ""
    assert runtime.with_large_integers("range(2)", "range()", own) == ""
    assert runtime.with_small_integers("f(a0: f32[A])\nv0 = add(a0, 4)\nv1 = mul(v0, 12.5)\nreturn v1") == (
        [],
        {},
    )
    assert runtime.with_small_integers(f"f(a0: f32[A])\nreturn {', '.join('5678')}") == ([], {})


def test_an_answer_to_usual_numbers_is_judged_with_the_own_ones():
    part, translator = (
        runtime.Part("f(a0: f32[A])\nv0 = mul(a0, 0.30001)\nv1 = sigmoid(v0)\nreturn v1"),
        Scripted(lambda right: wrong(right).replace("+ 1.0", "* 0.3")),
    )
    translator.answer([part], 2)
    assert part.answer is None
    translator.compose([part], 2)
    assert part.answer is part.composed and "* 0.30001" in part.answer.source and part.pieces == 0
    assert translator.asked[-1] == part.prompt.replace("0.30001", "0.3")


@pytest.fixture
def run_command(tmp_path, monkeypatch):
    """Runs the command on files {name: text}: (exit code, {name: row of the report}, the translator)."""
    judges = runtime.Judges
    patch_everywhere(
        monkeypatch, "Judges", lambda jobs=0, **more: judges(**more)
    )  # here: a process each would cost more than it judges

    def run(files, *more, translator=None, out=tmp_path / "out"):
        for name, text in files.items():
            path = tmp_path / "programs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        translator = translator or Scripted()
        patch_everywhere(
            monkeypatch,
            "load_translator",
            lambda *_, **options: vars(translator).update(options) or translator,
        )
        code = llm.main(["--translate", *map(str, more or (tmp_path / "programs",)), "--out", str(out)])
        rows = json.loads((out / "report.json").read_text()) if code != 2 else []
        return (
            code,
            {str(Path(row["path"]).relative_to(tmp_path / "programs")): row for row in rows},
            translator,
        )

    return run


GOOD = "def magnitude(x):\n    return x.abs()\n"
BAD = {
    "imports.py": (
        "import no_such_module\n\n\ndef f(x):\n    return x\n",
        "No module named 'no_such_module'",
    ),
    "raises.py": (
        GOOD + "\n\ndef get_inputs():\n    raise OSError('no data here')\n",
        "OSError: no data here",
    ),
    "nothing.py": ("LIMIT = 3\n", "tensor"),
    "untraceable.py": ("def f(x):\n    return x if x.sum() > 0 else -x\n", "depend on the data"),
    "syntax.py": ("def f(x):\n    return = x\n", "syntax error in line 2"),
    "latin.py": ("def f(x):\n    return x  # \xe9\n".encode("latin-1"), "utf-8"),
    "empty.py": ("", "no function, Model or statement"),
    "null.py": ("y = torch.relu(x)\0", "null byte"),
    "loops.py": ("while True:\n    pass\n\n\ndef f(x):\n    return x\n", "takes more than 15 s"),
    "leaves.py": (
        "import os\n\nos._exit(0)\n\n\ndef f(x):\n    return x\n",
        "ends its process, with exit code 0",
    ),
    "memory.py": (
        "import numpy\n\n\n"
        + GOOD
        + "\n\ndef get_inputs():\n    return [torch.tensor(numpy.ones(25 * 10**12))]\n",
        "Unable to allocate",
    ),
    "model.py": (
        "import torch\nimport torch.nn as nn\n\n\nclass Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.weights = [bytearray(200 << 30)]\n\n    def forward(self, x):\n        return x.abs()\n",
        "MemoryError",
    ),
    "hooks.py": (
        "import torch.nn as nn\n\n\nclass Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.register_forward_hook(print)\n\n    def forward(self, x):\n        return x.abs()\n",
        "runs more than the forward of its class",
    ),
    "long.py": ("y = torch.sort(x).values\n", "the prompt is too long"),
}


def test_a_bad_file_costs_itself_alone(run_command, monkeypatch, tmp_path):
    patch_everywhere(monkeypatch, "TRACE_SECONDS", 15)
    setting = "import os\nimport torch\n\ntorch.set_default_dtype(torch.float16)\ntorch.set_grad_enabled(False)\nos.chdir('/')\n\n\n"
    good = {
        "magnitude.py": GOOD,
        "settings.py": setting
        + GOOD.replace("magnitude", "other"),  # and 200 GB, of which a trace needs none:
        "huge.py": GOOD.replace("magnitude", "huge")
        + "\n\ndef get_inputs():\n    return [torch.randn(250_000, 200_000)]\n",
    }
    folder = os.getcwd()
    code, rows, _ = run_command({name: text for name, (text, _) in BAD.items()} | good)
    assert code == 1 and rows.keys() == BAD.keys() | good.keys()
    for name, (_, words) in BAD.items():
        assert (
            not rows[name]["verified"] and words in rows[name]["reason"] and "\n" not in rows[name]["reason"]
        ), (name, rows[name]["reason"])
        assert not (tmp_path / "out" / name).exists()
    for name in good:
        assert rows[name]["verified"] or torch.cuda.is_available() and name == "huge.py", rows[name]
    assert torch.get_default_dtype() == torch.float32 and torch.is_grad_enabled() and os.getcwd() == folder


def test_a_folder_of_a_hundred_files(run_command, tmp_path):
    files = {
        f"f{i:03}.py": f"def f{i:03}(x):\n    return x.{'abs' if i % 2 else 'relu'}()\n" for i in range(100)
    }
    code, rows, translator = run_command(files)
    assert (
        code == 0
        and len(rows) == 100
        and all(row["verified"] and row["compiles"] == "" for row in rows.values())
    )
    assert len(translator.asked) == 100 and len(list((tmp_path / "out").glob("f*.py"))) == 100


def test_files_of_one_name_and_files_named_twice(run_command, tmp_path):
    files, folder = {"a/f.py": GOOD, "b/f.py": GOOD, "b/g.py": GOOD}, tmp_path / "programs"
    code, rows, _ = run_command(files, folder / "a", folder / "b", folder / "b" / "g.py")
    assert code == 1 and len(rows) == 3 and rows["a/f.py"]["verified"] and rows["b/g.py"]["verified"]
    assert (
        rows["b/f.py"]["reason"].startswith("its answer would overwrite that of ")
        and "a/f.py" in rows["b/f.py"]["reason"]
    )


def test_a_folder_keeps_its_structure(run_command, tmp_path):
    """Two files of one name in two folders of one, an answer in each; neither hidden folders nor earlier answers are programs."""
    folder = tmp_path / "programs"
    files = {
        "f.py": GOOD,
        "a/f.py": GOOD,
        "b/c/f.py": GOOD,
        ".hidden/f.py": GOOD,
        "out/f.py": GOOD,
        "f/sample_00.py": GOOD,
        "f/g.py": GOOD,
    }
    code, rows, _ = run_command(files, folder, "--keep-all", "--samples", "2", out=folder / "out")
    assert code == 1 and {name for name in rows if rows[name]["verified"]} == {
        "f.py",
        "a/f.py",
        "b/c/f.py",
        "f/g.py",
    } == rows.keys() - {"f/sample_00.py"}
    assert "would overwrite that of" in rows["f/sample_00.py"]["reason"]
    assert sorted(str(path.relative_to(folder / "out")) for path in (folder / "out").rglob("*.py")) == sorted(
        f"{stem}{end}"
        for stem in ("f", "a/f", "b/c/f", "f/g")
        for end in (".py", "/sample_00.py", "/sample_01.py")
    )


def test_a_path_that_leads_nowhere_costs_itself_alone(run_command, tmp_path):
    (tmp_path / "programs" / "none").mkdir(parents=True)
    folder = tmp_path / "programs"
    code, rows, _ = run_command({"f.py": GOOD}, folder / "none", folder / "f.py", folder / "nowhere.py")
    assert (
        code == 1
        and rows["f.py"]["verified"]
        and rows["none"]["reason"] == "there is no Python file in this folder"
    )
    assert rows["nowhere.py"]["reason"] == "there is no such file"


def test_each_verdict_is_told_and_kept_before_the_others_are_there(run_command, tmp_path, capsys):
    told = []

    class Slow(Scripted):
        def sources(self, rows, *rest):
            for row in super().sources(rows, *rest):
                yield row
                told.append(capsys.readouterr().out.count(" verified"))

    code, _, _ = run_command(
        {f"{name}.py": GOOD.replace("magnitude", name) for name in "abc"}, translator=Slow()
    )
    assert code == 0 and told == [1, 1], "the loop ends with the last answer"


@pytest.mark.parametrize(
    "flags, words",
    [
        (["--samples", 7], "samples was 20, is 7"),
        (["--seed", 3], "seed was 0, is 3"),
        (["--temperature", 0.5], "temperature was None, is 0.5"),
        (["--keep-all"], "keep_all was False, is True"),
        (["--no-verify"], "verify was True, is False"),
        ([], "model was 0123456789abcdef, is another"),
    ],
)
def test_resume_keeps_nothing_that_was_asked_otherwise(run_command, tmp_path, capsys, flags, words):
    folder = tmp_path / "programs"
    run_command({"f.py": GOOD, "g.py": GOOD.replace("magnitude", "g")})
    (tmp_path / "out" / "g.py").unlink()
    translator = Scripted()
    translator.model_hash = translator.model_hash if flags else "another"
    capsys.readouterr()
    _, rows, translator = run_command({}, folder, "--resume", *flags, translator=translator)
    printed = capsys.readouterr().out
    assert f"translating again: 2 of 2 files, {words}\n" in printed and len(translator.asked) >= 2
    asked = len(translator.asked)
    _, again, _ = run_command({}, folder, "--resume", *flags, translator=translator)
    assert (
        len(translator.asked) == asked
        and again == rows
        and "translating again" not in capsys.readouterr().out
    )


def test_no_answer_takes_the_place_of_its_own_file(run_command, tmp_path):
    code, rows, _ = run_command({"f.py": GOOD}, out=tmp_path / "programs")
    assert (
        code == 1
        and "the file itself" in rows["f.py"]["reason"]
        and (tmp_path / "programs" / "f.py").read_text() == GOOD
    )


def test_a_place_that_cannot_be_written_to(run_command, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    code, _, translator = run_command({"f.py": GOOD}, out=tmp_path / "file" / "out")
    assert code == 2 and not translator.asked and "error: cannot write to " in capsys.readouterr().err
    (tmp_path / "out" / "f.py").mkdir(parents=True)  # one file's answer has no place, the others' have
    code, rows, _ = run_command({"f.py": GOOD, "g.py": GOOD})
    assert (
        code == 1
        and rows["g.py"]["verified"]
        and not rows["f.py"]["verified"]
        and rows["f.py"]["reason"].startswith("cannot write ")
    )
    assert llm.main(["--translate", str(tmp_path / "nowhere"), "--out", str(tmp_path / "out")]) == 2


def test_an_interrupt_keeps_what_is_done_and_resume_goes_on(run_command, tmp_path, monkeypatch, capsys):
    patch_everywhere(monkeypatch, "GROUP", 2)

    class Interrupted(Scripted):
        def sources(self, rows, *rest):
            if rows and len(self.asked) >= 2:
                raise KeyboardInterrupt
            return super().sources(rows, *rest)

    files = {f"{name}.py": GOOD.replace("magnitude", name) for name in "abcd"} | {
        "e.py": "raise SystemExit('no')\n"
    }
    code, rows, _ = run_command(files, translator=Interrupted())
    assert code == 130 and sorted(rows) == ["a.py", "b.py"] and "--resume goes on" in capsys.readouterr().err
    code, rows, translator = run_command(files, tmp_path / "programs", "--resume")
    assert code == 1 and len(rows) == 5 and len(translator.asked) == 2 and rows["d.py"]["verified"]
    (tmp_path / "out" / "a.py").unlink()
    code, rows, translator = run_command(files | {"e.py": GOOD}, tmp_path / "programs", "--resume")
    assert code == 0 and len(translator.asked) == 2, (
        "the one whose answer had gone, and the one that has changed"
    )
    (tmp_path / "out" / "report.json").write_text("[{}")
    code, _, _ = run_command(files, tmp_path / "programs", "--resume")
    assert code == 2 and "is no report of this program" in capsys.readouterr().err


@pytest.mark.parametrize("count", [1, 2, 3, 5, 20])
def test_keep_all_keeps_exactly_so_many(run_command, tmp_path, count):
    broken, samples = (lambda right: "def translated(x:"), tmp_path / "out" / "f"
    samples.mkdir(parents=True)
    (samples / "sample_40.py").write_text("of an earlier run")
    code, rows, translator = run_command(
        {"f.py": GOOD},
        tmp_path / "programs",
        "--keep-all",
        "--samples",
        count,
        translator=Scripted(wrong, broken, lambda right: right, wrong),
    )
    texts = {path.name: path.read_text() for path in samples.iterdir()}
    assert (
        sorted(texts) == [f"sample_{i:02}.py" for i in range(count)]
        and len(translator.asked) == count == rows["f.py"]["samples"]
    )
    assert (code == 0) is (count >= 3) is rows["f.py"]["verified"] and rows["f.py"]["sample_verdicts"] == [
        i == 2 for i in range(count)
    ]
    assert texts["sample_00.py"].startswith("# Sample 0 of model 0123456789abcdef: NOT VERIFIED (off by ")
    assert count < 2 or "does not parse" in texts["sample_01.py"]
    assert count < 3 or texts["sample_02.py"].startswith(
        "# Sample 2 of model 0123456789abcdef: every region verified"
    )


def test_unjudged_on_request(run_command, tmp_path, capsys):
    code, rows, translator = run_command(
        {"f.py": GOOD}, tmp_path / "programs", "--no-verify", translator=Scripted(wrong)
    )
    assert (
        code == 1
        and len(translator.asked) == 1
        and rows["f.py"]["verified"] is None
        and rows["f.py"]["reason"] == "not asked"
    )
    assert rows["f.py"]["passed"] == rows["f.py"]["sample_verdicts"] == []
    assert "NOT VERIFIED (not asked)" in (tmp_path / "out" / "f.py").read_text().split("\n")[0]
    printed = capsys.readouterr().out
    assert (
        re.search(r"^f\.py +not verified +not asked$", printed, re.MULTILINE)
        and "0 of 1 files verified: it was not asked" in printed
    )
    code, rows, _ = run_command({"f.py": "raise SystemExit('no')\n"}, tmp_path / "programs", "--no-verify")
    assert code == 1 and rows["f.py"]["verified"] is False and "FAILED" in capsys.readouterr().out


def test_an_answer_says_what_verified_it_and_needs_nothing_of_this_project(run_command, tmp_path):
    code, rows, _ = run_command(
        {"f.py": GOOD.replace("magnitude", "f")},
        translator=Scripted(lambda right: right.replace("return y", "return y   ")),
    )
    first, second, *rest = (tmp_path / "out" / "f.py").read_text().split("\n")
    assert code == 0 and re.fullmatch(
        r"# Verified by execution against PyTorch in float64: largest error \S+, allowed \S+\.", first
    )
    assert f"{rows['f.py']['error']:.1e}, allowed {rows['f.py']['tolerance']:.1e}." in first
    assert re.fullmatch(r"# 20\d\d-\d\d-\d\d, .*; written by model 0123456789abcdef\.", second)
    assert all(line == line.rstrip() for line in rest) and rest[-1] == "" and rest[-2]
    code = (
        "import f, sys, torch\nx = torch.randn(3, 7)\nassert torch.equal(f.f(x), x.abs())\n"
        "print(f.__doc__, {'llm', 'graph', 'verify'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path / "out",
        capture_output=True,
        text=True,
        timeout=120,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        | {"TRITON_INTERPRET": "1"},
    )
    assert done.stdout == "f, translated from PyTorch to Triton. set()\n", done.stderr


def test_the_fastest_judge_does_not_choose_the_answer():
    """Of two right samples the first counts, whichever verdict comes first; what came after it is not recorded."""
    part, futures = runtime.Part(PROMPT.format("abs")), [Future() for _ in range(3)]
    good = verification.Verdict(True, "", 0.0, 1.0, 1, 0.0)
    pending = [(part, number, f"source {number}", future) for number, future in enumerate(futures)]
    futures[2].set_result(good)
    translator = Scripted()
    pending = translator.settle(pending, False)
    assert len(pending) == 3 and part.answer is None
    futures[0].set_result(dataclasses.replace(good, ok=False))
    futures[1].set_result(good)
    assert (
        translator.settle(pending, False) == []
        and list(part.tried) == [0, 1]
        and part.answer.source == "source 1"
    )


def kills_its_judge(prompt, source):
    """A judge that "kills" kills."""
    if source == "kills":
        os.kill(os.getpid(), signal.SIGKILL)
    return runtime.not_judged(source)


def test_an_answer_that_kills_its_judge_costs_itself_alone():
    judges = runtime.Judges(1, kills_its_judge)
    futures = {source: judges.submit("prompt", source) for source in ("before", "kills", "after")}
    reasons = {source: future.result(timeout=120).reason for source, future in futures.items()}
    assert reasons == {"before": "before", "kills": judges.DIED, "after": "after"}
    assert judges.submit("prompt", "later").result(timeout=120).reason == "later" and not judges.calls
    judges.close()


def test_verdicts_that_nobody_needs_are_taken_back():
    part, other = runtime.Part(PROMPT.format("abs")), runtime.Part(PROMPT.format("exp"))
    translator, good, cancelled = Scripted(), verification.Verdict(True, "", 0.0, 1.0, 1, 0.0), []
    translator.judges.cancel = lambda *call: cancelled.append(call)
    first, late, shared = (Future() for _ in range(3))
    first.set_result(good)
    pending = [
        (part, 0, "right", first),
        (part, 1, "late", late),
        (part, 2, "shared", shared),
        (other, 0, "shared", shared),
    ]
    assert (
        translator.settle(pending, False) == [(other, 0, "shared", shared)] and part.answer.source == "right"
    )
    assert set(cancelled) == {(part.prompt, "late"), (part.prompt, "shared")}, (
        "that of another part is another prompt's"
    )


# ---- at the program's own sizes: measure.py's findings are given ----------------------------------------------------------------------

SIZED = GOOD + "\n\ndef get_inputs():\n    return [torch.randn(64, 512)]\n"
FOUND = {"ok": True, "reason": "", "error": 1e-7, "tolerance": 1e-6, "against": "float64"}
TIMES = {"torch_ms": 0.02, "compile_ms": 0.015, "triton_ms": 0.01, "untimed": ""}


@pytest.fixture
def proofs(monkeypatch):
    """What measure.prove is to find, by a word of the answer; and the calls, as they come."""
    calls, found = [], {}

    def proof(prompt, sizes, answer, **more):
        calls.append({"prompt": prompt, "sizes": sizes, "answer": answer} | more)
        return next((one for word, one in found.items() if word in answer), FOUND | TIMES)

    patch_everywhere(monkeypatch, "has_gpu", lambda: True)
    patch_everywhere(monkeypatch, "proof", proof)
    return calls, found


def variant(right):
    return right.replace("BLOCK=1024", "BLOCK=512").replace("1024", "512")


def test_times_stand_in_the_report_and_in_the_answer(run_command, proofs, tmp_path):
    code, rows, _ = run_command({"f.py": SIZED, "unsized.py": GOOD.replace("magnitude", "other")})
    row, [call] = rows["f.py"], proofs[0]
    assert (
        code == 0
        and call["sizes"] == {"A": 64, "B": 512}
        and call["program"] == SIZED
        and call["timed"]
        and call["origins"] == [""]
    )
    assert (
        row["own_sizes"] == "float64"
        and row["speedup"] == 2.0
        and {name: row[name] for name in TIMES} == TIMES
    )
    assert (
        rows["unsized.py"]["verified"]
        and rows["unsized.py"]["own_sizes"] is None
        and rows["unsized.py"]["torch_ms"] is None
    )
    assert (
        "# At its own sizes: 1.0e-07, allowed 1.0e-06, against float64; 0.01 ms, eager PyTorch 0.02 ms (2.00x), torch.compile 0.015 ms (1.50x)."
        in (tmp_path / "out" / "f.py").read_text()
    )


def test_a_missing_figure_says_why(run_command, proofs):
    proofs[1]["translated"] = FOUND | {
        "triton_ms": 0.01,
        "torch_ms": 0.02,
        "untimed": "compile_ms: RuntimeError: not me",
    }
    code, rows, _ = run_command({"f.py": SIZED})
    assert (
        code == 0
        and rows["f.py"]["compile_ms"] is None
        and rows["f.py"]["speedup"] == 2.0
        and "not me" in rows["f.py"]["untimed"]
    )


@pytest.mark.parametrize("keep_all", [[], ["--keep-all"]])
def test_what_fails_at_its_own_sizes_gives_way_to_the_next_candidate(run_command, proofs, tmp_path, keep_all):
    proofs[1]["BLOCK=1024"] = FOUND | {"ok": False, "reason": "off by 7"}
    code, rows, translator = run_command(
        {"f.py": SIZED},
        tmp_path / "programs",
        "--samples",
        "5",
        *keep_all,
        translator=Scripted(lambda right: right, lambda right: right, variant),
    )
    assert code == 0 and rows["f.py"]["verified"] and rows["f.py"]["passed"] == [2] and len(proofs[0]) == 2
    assert "BLOCK=512" in (tmp_path / "out" / "f.py").read_text() and len(translator.asked) == (
        5 if keep_all else 3
    )


def test_when_no_candidate_holds_at_its_own_sizes(run_command, proofs, tmp_path):
    proofs[1]["translated"] = FOUND | {"ok": False, "reason": "takes its worker down"}
    scripted = Scripted(lambda right: right, variant, wrong)
    code, rows, translator = run_command(
        {"f.py": SIZED}, tmp_path / "programs", "--samples", "4", translator=scripted
    )
    assert (
        code == 1
        and not (tmp_path / "out" / "f.py").exists()
        and rows["f.py"]["torch_ms"] is None
        and len(translator.asked) >= 4
    )
    assert (
        rows["f.py"]["reason"] == "right on samples, but not at A = 64, B = 512: takes its worker down"
        and len(proofs[0]) == 2
    )


def test_what_cannot_be_run_at_its_own_sizes_is_not_tried_again(run_command, proofs):
    proofs[1]["translated"] = {
        "ok": False,
        "reason": "its own sizes need more memory than there is",
        "stage": "task",
    }
    code, rows, _ = run_command({"f.py": SIZED})
    assert code == 1 and "more memory than there is" in rows["f.py"]["reason"] and len(proofs[0]) == 1


def test_of_two_parts_the_wrong_one_is_blamed(proofs):
    program = "# x: f32[64, 512]\nh = torch.abs(x).sum(dim=0)\ny = torch.exp(h).sum(dim=0)\n"
    translation = runtime.Translation(program)
    assert len(translation.parts) == 2
    good = verification.Verdict(True, "", 0.0, 1.0, 1, 0.0)
    for part, formula in zip(translation.parts, FUNCTIONS.values()):
        part.record(0, RIGHT["abs"].replace("tl.abs(x)", formula), good)
    translation.verdict = good
    calls, found = proofs
    first, second = (part.answer.source for part in translation.parts)
    found |= {
        "region0": FOUND | {"ok": False, "reason": "off by 7"},
        "tl.maximum": FOUND | {"ok": False, "reason": "off by 3"},
    }

    class Finished(Scripted):
        def sources(self, rows, *rest):
            return enumerate([second.replace("1024", "512")] * len(rows))

        def conclude(self, translations):
            for one in translations:
                one.verdict = good if all(part.answer for part in one.parts) else part_verdict(one)

    def part_verdict(one):
        return next(part.candidates[0].verdict for part in one.parts if not part.answer)

    Finished().prove([translation], 2)
    assert [call["sizes"] for call in calls[1:3]] == [part.sizes for part in translation.parts]
    assert translation.parts[0].answer.source == first and translation.parts[1].candidates[
        0
    ].verdict.reason.endswith("off by 7")


def test_what_python_gives_is_translated(proofs):
    """A function or a module, with inputs or without."""

    class Activation(torch.nn.Module):
        def forward(self, x):
            return torch.relu(x)

    calls, _ = proofs
    for program, inputs, prompt in [
        (lambda x: x.abs(), [torch.randn(3, 5)], "abs"),
        (torch.sigmoid, None, "sigmoid"),
        (Activation(), [torch.randn(7)], "relu"),
        (Activation(), None, "relu"),
        ("y = x.exp()", [torch.randn(2, 3)], "exp"),
    ]:
        translation = Scripted().translate(program, inputs, samples=2)
        assert (
            translation.verified
            and f"{prompt}(a0)" in translation.prompt
            and "def translated(" in translation.source
        )
        assert (translation.sizes is None) is (inputs is None)
    assert [call["sizes"] for call in calls] == [{"A": 3, "B": 5}, {"A": 7}, {"A": 2, "B": 3}] and not any(
        call["program"] for call in calls
    )
    with pytest.raises(ValueError, match="the prompt is too long"):
        Scripted().translate("y = torch.sort(x).values")


# ---- the demo ----------------------------------------------------------------------------------------------------------------------------


def test_the_demo_tells_the_speed(proofs, capsys):
    session = runtime.Session(Scripted(), 3)
    assert session.answer("y = torch.relu(x)")
    assert proofs[0][0]["sizes"] == {"A": 4096, "B": 4096} and proofs[0][0]["program"] == "y = torch.relu(x)"
    assert (
        "at A = 4096, B = 4096 too; 0.01 ms, eager PyTorch 0.02 ms (2.00x), torch.compile 0.015 ms (1.50x)"
        in capsys.readouterr().out
    )
    assert session.answer("# x: f32[64, 512]\ny = torch.relu(x)") and proofs[0][1]["sizes"] == {
        "A": 64,
        "B": 512,
    }
    proofs[1]["translated"] = FOUND | {"ok": False, "reason": "off by 7"}
    assert (
        not session.answer("y = torch.relu(x)")
        and "not verified: right on samples, but not at A = 4096" in capsys.readouterr().out
    )


def test_the_demo_replaces_what_is_wrong_at_its_own_sizes(proofs, capsys):
    proofs[1]["BLOCK=1024"] = FOUND | {"ok": False, "reason": "off by 7"}
    assert runtime.Session(Scripted(lambda right: right, variant), 3).answer(
        "# x: f32[64, 512]\ny = torch.relu(x)"
    )
    printed = capsys.readouterr().out
    assert (
        "that was wrong at A = 64, B = 512; this is right:" in printed
        and printed.rstrip().endswith("(1.50x)")
        and "BLOCK=512" in printed
    )


def test_commands_of_the_demo(tmp_path, capsys):
    session = runtime.Session(Scripted(wrong, lambda right: right), 3)
    with pytest.raises(ValueError, match="needs a translation first"):
        session.command(":graph")
    assert session.answer("y = torch.relu(x)")
    printed = capsys.readouterr().out
    assert "candidate refused: off by" in printed and "verified, max error" in printed
    session.command(":graph")
    assert capsys.readouterr().out == PROMPT.format("relu") + "\n"
    session.command(":why")
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("  1 not verified: off by") and second.startswith("  2 verified")
    session.command(f":save {tmp_path / 'deep' / 'answer.py'}")
    assert (tmp_path / "deep" / "answer.py").read_text().startswith("# Verified by execution")
    for line, words in {
        ":save": "where to",
        f":save {tmp_path}": "cannot write",
        ":samples many": "positive number",
        ":no": "there is no :no",
    }.items():
        with pytest.raises(ValueError, match=words):
            session.command(line)


def test_code_is_coloured_on_a_terminal_only(monkeypatch, capsys):
    code = '@triton.jit\ndef kernel(x):  # 3 "ways"\n    return tl.exp(x) + 1.5'
    plain = runtime.Stream()
    for token in re.findall(r"\w+|\W", code):
        plain.write(token)
    assert capsys.readouterr().out == code == runtime.highlighted(code)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = runtime.highlighted(code)
    assert (
        re.sub(r"\033\[\d*m", "", coloured) == code
        and '\033[90m# 3 "ways"\033[0m' in coloured
        and "\033[34mdef\033[0m kernel" in coloured
    )
    shown = runtime.Stream()
    for token in re.findall(r"\w+|\W", code):
        shown.write(token)
    out = capsys.readouterr().out
    assert f"\r{runtime.highlighted('@triton.jit')}" in out and out.endswith("1.5")
    monkeypatch.setenv("NO_COLOR", "1")
    assert runtime.highlighted(code) == code


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
