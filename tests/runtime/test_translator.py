"""What a sample depends on, and greedy answers that cannot be right."""

import pytest
import torch
from patching import patch_everywhere
from scripted import Scripted
from tiny_model import plain_decoder, tiny_model

from python_to_triton import codegen, frontend, runtime
from python_to_triton.runtime.rewording import with_kept_rows

SILU = (
    "f(a0: f32[A, B], a1: f32[A, B])\nv0 = mul(a0, a1)\nv1 = sigmoid(v0)\n"
    "v2 = mul(v1, a0)\nv3 = add(v2, 1)\nreturn v3"
)
ANSWER = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a0_ptr, a1_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a0 = tl.load(a0_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    a1 = tl.load(a1_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v0 = a0 * a1
    v1 = tl.sigmoid(v0)
    v2 = a0 * v1
    v3 = v2 + 1.0
    tl.store(y_ptr + offsets, v3, mask=mask)


def translated(a0, a1):
    y = torch.empty_like(a0)
    kernel[(triton.cdiv(a0.numel(), 1024),)](a0, a1, y, a0.numel(), BLOCK=1024)
    return y
"""


class Letters:
    """Prompts and answers of tokens as they stand."""

    end = -1
    decode = staticmethod(tuple)
    encode_prompt = staticmethod(lambda prompt: [1 + ord(letter) % 90 for letter in prompt])


def test_an_answer_depends_on_its_prompt_number_and_seed_alone():
    torch.manual_seed(3)
    translator = runtime.Translator(plain_decoder(tiny_model()), Letters)

    def ask(*rows, seed=0):
        return [answer for _, answer in sorted(translator.draw_candidates(rows, 1.5, seed))]

    alone = ask(("abc", 3))
    assert ask(("ab", 0), ("abc", 2), ("abc", 3))[2:] == alone, "the other rows change nothing"
    assert alone != ask(("abc", 4)) and alone != ask(("abc", 3), seed=1)


class Characters:
    """A token a character."""

    end = -1
    encode_prompt = staticmethod(lambda text: [*map(ord, text)])
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
    texts = {
        "right": ANSWER,
        "other": ANSWER.replace("a0 * v1", "v1 * a0"),
        "written": ANSWER.replace("v2 + 1.0", "v2 + 1.5"),
    }
    names = {"F": "written", "R": "right", "G": "other"}
    heard = []
    seen = []

    def generate(decoder, prompts, end, temperature=0.0, top_p=0.95, seed=0, on_token=None, streams=None):
        seen.append((temperature, len(prompts), len({*streams})))
        ids = [Characters.encode_prompt(texts[names[letter]]) for letter in (drawn if temperature else "F")]
        yield from reversed([*enumerate(ids)])  # as they end

    patch_everywhere(monkeypatch, "generate", generate)
    patch_everywhere(monkeypatch, "composed_candidates", lambda writer, prompts, seed: [{} for _ in prompts])
    translator = runtime.Translator(None, Characters, redraws=len(drawn))
    translator.by_rules = False
    assert list(translator.draw_candidates([(SILU, 0)], 0.0, 0, on_text=heard.append)) == [(0, texts[kept])]
    assert seen == [(0.0, 1, 1), (runtime.REDRAW_TEMPERATURE, len(drawn), len(drawn))]
    assert translator.replaced == ({} if kept == "written" else {SILU: texts["written"]})
    line = texts["written"].split("\n").index("    v3 = v2 + 1.5") + 1
    if kept == "written":
        assert heard == []
    else:
        said, written_anew = "".join(heard).split(". Written anew:\n")
        assert said.startswith(f"\n\n# Line {line} above: ") and written_anew == texts[kept]


@pytest.mark.parametrize(
    "drawn, needed",
    [
        ("RRRFF", 3),  # two more change nothing
        ("RRGRG", 4),
        ("RGRGR", 5),
        ("FFRFF", 5),  # one more could be as frequent: the first of them is taken
        ("FFFFR", 5),
    ],
)
def test_an_exchange_ends_when_no_further_answer_can_change_it(monkeypatch, drawn, needed):
    texts = {"F": ANSWER.replace("v2 + 1.0", "v2 + 1.5"), "G": ANSWER.replace("a0 * v1", "v1 * a0")}
    heard = []

    def generate(*_, **__):
        for turn, letter in enumerate(drawn):
            heard.append(letter)
            yield turn, Characters.encode_prompt(texts.get(letter, ANSWER))

    patch_everywhere(monkeypatch, "generate", generate)
    translator = runtime.Translator(None, Characters, redraws=len(drawn))
    assert translator.redraw([(SILU, 0)], 0) == [ANSWER] and len(heard) == needed


def test_in_the_place_of_a_schedule_that_cannot_be_right_is_the_usual_one(monkeypatch):
    faulty = ANSWER.replace("v2 + 1.0", "v2 + 1.5")
    asked = []

    def generate(decoder, prompts, end, temperature=0.0, top_p=0.95, seed=0, on_token=None, streams=None):
        asked.extend(prompts)
        for index, prompt in enumerate(prompts):
            wrong = "schedule" in Characters.decode(prompt)
            yield index, Characters.encode_prompt(faulty if wrong else ANSWER)

    patch_everywhere(monkeypatch, "generate", generate)
    translator = runtime.Translator(None, Characters)
    text = frontend.with_schedule(SILU, "rows")
    assert sorted(translator.draw_candidates([(text, 0), (SILU, 1)], 0.0, 0)) == [(0, ANSWER), (1, ANSWER)]
    assert [*map(Characters.decode, asked)] == [text, SILU, SILU] and translator.replaced == {text: faulty}


def test_in_the_place_of_an_answer_that_cannot_be_right_is_what_rules_write(monkeypatch):
    faulty = Characters.encode_prompt(ANSWER.replace("v2 + 1.0", "v2 + 1.5"))
    patch_everywhere(monkeypatch, "generate", lambda *_, **__: iter([(0, faulty)]))
    monkeypatch.setattr(runtime.Translator, "redraw", lambda self, rows, seed: [None] * len(rows))
    translator = runtime.Translator(None, Characters)
    ((_, source),) = translator.draw_candidates([(SILU, 0)], 0.0, 0)
    assert source == codegen.source_by_rules(SILU) and codegen.operations_by_rules(source)


def test_without_redraws_the_greedy_answer_stays(monkeypatch):
    written = ANSWER.replace("v2 + 1.0", "v2 + 1.5")

    def generate(*_, **__):
        yield 0, Characters.encode_prompt(written)

    patch_everywhere(monkeypatch, "generate", generate)
    translator = runtime.Translator(None, Characters, redraws=0)
    assert list(translator.draw_candidates([(SILU, 0)], 0.0, 0)) == [(0, written)]


MEAN = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a0_ptr, y_ptr, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    a0 = tl.load(a0_ptr + row * n_cols + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
    tl.store(y_ptr + row, tl.sum(a0, axis=0) / n_cols)


def translated(a0):
    a0 = a0.contiguous()
    n_cols = a0.shape[-1]
    y = a0.new_empty(a0.shape[:-1])
    kernel[(y.numel(),)](a0, y, n_cols, BLOCK=triton.next_power_of_2(n_cols))
    return y"""
KEEPING = "f(a0: f32[A, B, C])\nv0 = mean(a0, dim=-1, keepdim=True)\nreturn v0"
PLAIN = KEEPING.replace(", keepdim=True", "")


def test_a_mean_of_rows_that_keeps_its_dimension_is_asked_for_without_it(monkeypatch):
    asked = []
    heard = []

    def generate(decoder, prompts, end, temperature=0.0, top_p=0.95, seed=0, on_token=None, streams=None):
        asked.extend(map(Characters.decode, prompts))
        for token in Characters.encode_prompt(MEAN) if on_token else ():
            on_token(token)
        yield from enumerate([Characters.encode_prompt(MEAN)] * len(prompts))

    patch_everywhere(monkeypatch, "generate", generate)
    translator = runtime.Translator(None, Characters)
    rows = [(KEEPING, 0), (PLAIN, 0), (frontend.with_schedule(KEEPING, "rows"), 1)]
    found = dict(translator.draw_candidates(rows, 0.0, 0, on_text=heard.append))
    assert asked == [PLAIN, PLAIN, frontend.with_schedule(PLAIN, "rows")]
    assert found == {0: MEAN + ".unsqueeze(-1)", 1: MEAN, 2: MEAN + ".unsqueeze(-1)"}
    assert "".join(heard) == found[0]
    assert runtime.judge_answer(KEEPING, found[0]).ok and runtime.judge_answer(PLAIN, found[1]).ok


def test_what_returns_more_than_a_name_keeps_its_dimension_too():
    shaped = MEAN.replace("return y", "return y.view(a0.shape[:-1])")
    for source in (shaped, MEAN + "\n"):
        assert runtime.judge_answer(KEEPING, with_kept_rows(source)).ok


@pytest.mark.parametrize(
    "prompt",
    [
        KEEPING.replace("dim=-1", "dim=-2"),
        KEEPING.replace("return v0", "v1 = sub(a0, v0)\nreturn v1"),
        KEEPING.replace("v0 = mean(a0", "v0 = abs(a0)\nv1 = mean(v0").replace("return v0", "return v1"),
    ],
)
def test_all_else_that_keeps_a_dimension_is_asked_for_as_it_is(prompt):
    assert runtime.without_kept_rows(prompt) == prompt


STATISTICS = """
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("mean", torch.zeros(width))

    def forward(self, x):
        if self.training:
            self.mean.copy_(x.mean(0))
            return torch.relu(x)
        return torch.abs(x)


def get_inputs():
    return [torch.randn(4, 6)]


def get_init_inputs():
    return [6]
"""


def test_both_modes_are_answered_and_statistics_without_an_answer_are_left_to_pytorch():
    translation = Scripted().translate(STATISTICS)
    assert len(translation.graphs) == 2 and translation.verified, translation.verdict
    assert translation.statistics_by_pytorch == ["self.mean"] and not translation.left_to_pytorch
    outcomes = {call.label: call.outcome for call in translation.calls}
    assert outcomes["in eval mode"] == translation.calls[0].outcome == "right", outcomes
    assert "# PyTorch updates self.mean." in runtime.file_header.proof_lines(translation)

    needed = STATISTICS.replace("return torch.relu(x)", "return torch.relu(x) * self.mean")
    assert not Scripted().translate(needed).verified, "a statistic that a result needs is no statistic"


def test_a_file_is_judged_as_it_is_written(monkeypatch):
    """What codegen writes around right answers is judged too."""
    stitch = codegen.stitch

    def broken(graph, *more):
        source = stitch(graph, *more)
        return source.replace("self.mean.copy_(results[1])", "pass") if graph.source else source

    monkeypatch.setattr(codegen, "stitch", broken)
    translation = Scripted().translate(STATISTICS)
    assert not translation.verified
    assert "mean after the call" in translation.verdict.reason, translation.verdict
