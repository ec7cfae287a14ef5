"""Regions that no sample answered: asked for with other numbers, and composed of smaller ones."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
from program_support import as_torch
from scripted import NO_PYTHON, Scripted, wrong

from python_to_triton import codegen, frontend, runtime
from python_to_triton.backend.compiled_graph import load_module
from python_to_triton.codegen.by_rules.registry import MARK, RULES
from python_to_triton.runtime.file_header import proof_lines
from python_to_triton.runtime.rewording import (
    rewordings,
    with_free_batch,
    with_merged_batches,
    with_one_head,
    without_one_head,
)
from python_to_triton.runtime.sample_search import sampling_rounds
from python_to_triton.runtime.smaller_regions import cut_region
from python_to_triton.verification import Verdict

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def prompt_of(*lines: str) -> str:
    """A prompt of one argument."""
    return "\n".join(["f(a0: f32[A])", *lines])


def test_a_region_that_no_sample_answers_is_composed_of_smaller_ones():
    region = runtime.RegionCandidates(prompt_of("v0 = sigmoid(a0)", "v1 = exp(v0)", "return v1"))
    translator = Scripted()
    translator.answer([region], 2)
    assert region.answer is None and len(region.candidates) == 2
    translator.retry_unanswered([region], 2)
    assert region.answer is region.derived and region.derived.verdict.ok
    assert region.smaller_regions == 2 and len(region.candidates) == 2
    region.reject_answer("passed the test cases, but failed at A = 1000000")
    translator.retry_unanswered([region], 2)
    assert region.answer is None, "the same answers are not composed again and again"
    assert region.derived.verdict.reason.endswith("A = 1000000")


def test_heavy_work_on_a_filled_tensor_is_asked_for_as_on_an_argument():
    prompt = "f(a0: f32[A, B])\nv0 = full(shape=[3, A], value=0)\nv1 = matmul(v0, a0)\nreturn v1"
    _, [part] = cut_region(prompt, 0)
    assert part.graph.text == "f(a0: f32[A, B], a1: f32[B, C])\nv0 = matmul(a0, a1)\nreturn v0"
    assert cut_region(part.graph.text, 0) is None


def test_rare_numbers_are_asked_for_as_common_ones():
    prompt = prompt_of(
        "v0 = clamp(a0, min=0.0001, max=0.9)",
        "v1 = mul(v0, 1.0507)",
        "v2 = add(v1, -0.0002)",
        "v3 = add(v2, 12)",
        "return v3",
    )
    asked, rare = runtime.with_common_numbers(prompt)
    assert asked == prompt_of(
        "v0 = clamp(a0, min=1e-5, max=0.9)",
        "v1 = mul(v0, 1.5)",
        "v2 = add(v1, -0.001)",
        "v3 = add(v2, 12)",
        "return v3",
    )
    assert runtime.with_rare_numbers(asked, rare) == prompt
    assert runtime.with_rare_numbers("x1.5 = max(1e-05, 1.50)", rare) == "x1.5 = max(0.0001, 1.0507)"
    assert runtime.with_common_numbers(prompt_of("v0 = mul(a0, 0.5)", "return v0"))[1] == {}


def test_large_integers_are_asked_for_as_two_small_ones():
    prompt = (
        "f(a0: f32[A, B, C], a1: f32[D, B, E])\nv0 = conv1d(a0, a1, stride=16, padding=[7], groups=2)\n"
        "v1 = mul(v0, 16)\nv2 = add(v1, 1e-8)\nreturn v2"
    )
    (first, second), own = runtime.with_small_integers(prompt)
    assert first == prompt.replace("16", "4").replace("7", "2")
    assert second == prompt.replace("16", "7").replace("[7]", "[3]")
    answer = "x = x17[p * {1} - {0} : 64]; y = x * {1}.0 + 1e-08; return g[(4, 2)](y, BLOCK=16)"
    small = answer.format(2, 4)
    assert runtime.with_large_integers(small, answer.format(3, 7), own) == answer.format(7, 16)
    assert runtime.with_large_integers(small, answer.format(3, 9), own) == "", "it has computed with them"
    assert runtime.with_large_integers(small, answer.format(3, 7) + " # 3", own) == ""
    assert runtime.with_large_integers("range(2)", "range()", own) == ""


def test_prompts_without_fitting_integers_are_not_asked_otherwise():
    small = prompt_of("v0 = add(a0, 4)", "v1 = mul(v0, 12.5)", "return v1")
    assert runtime.with_small_integers(small) == ([], {})
    many = prompt_of("return 5, 6, 7, 8")
    assert runtime.with_small_integers(many) == ([], {})


def test_an_answer_to_common_numbers_is_judged_with_the_rare_ones():
    region = runtime.RegionCandidates(prompt_of("v0 = mul(a0, 0.30001)", "v1 = sigmoid(v0)", "return v1"))
    translator = Scripted(lambda answer: wrong(answer).replace("+ 1.0", "* 0.3"))
    translator.answer([region], 2)
    assert region.answer is None
    translator.retry_unanswered([region], 2)
    assert region.answer is region.derived and region.smaller_regions == 0
    assert "* 0.30001" in region.answer.source
    assert translator.asked[-1] == region.prompt.replace("0.30001", "0.3")


def right_in_pytorch(prompt: str, source: str) -> Verdict:
    """Judges an answer in PyTorch code by one sample."""
    graph = frontend.parse(prompt)
    inputs = graph.sample()
    scope = {}
    exec(source, scope)
    ours = scope["translated"](*inputs)
    theirs = graph.run(*inputs)
    both = [(ours, theirs)] if isinstance(ours, torch.Tensor) else list(zip(ours, theirs, strict=True))
    ok = all(torch.equal(a, b) for a, b in both)
    return Verdict(ok, "" if ok else "wrong", 0.0, 0.0, 1, 0.0)


class ShortSighted(Scripted):
    """Reads prompts of up to `room` characters, and answers them with PyTorch's code."""

    room = 300

    def __init__(self):
        super().__init__(judges=runtime.Judges(judge=right_in_pytorch))

    def why_too_long(self, text):
        return "the prompt is too long" if len(text) > self.room else ""

    def draw_candidates(self, rows, temperature, seed, on_text=None, composes=True):
        self.asked += [prompt for prompt, _ in rows]
        for index, (prompt, _) in enumerate(rows):
            yield index, as_torch(frontend.parse(prompt))


def long_program(seed: int) -> tuple[str, list[torch.Tensor]]:
    """A chain of drawn pointwise operations over several inputs, whose last values are joined, and inputs."""
    draw = random.Random(seed)
    names = [f"x{i}" for i in range(draw.randint(2, 9))]
    values = list(names)
    lines = []
    for i in range(30):
        one = draw.choice(values[-5:])
        other = draw.choice(values)
        lines.append(
            f"h{i} = "
            + draw.choice((f"torch.sin({one} * 0.{i + 1})", f"{one} * {other}", f"{one} + {other}"))
        )
        values.append(f"h{i}")
    joined = [draw.choice(values) for _ in range(draw.randint(40, 70))]
    join = draw.choice((f"torch.stack([{', '.join(joined)}], 1)", f"torch.cat([{', '.join(joined)}], -1)"))
    lines.append(f"return {join} * 2 + {names[0]}.mean()")
    body = "\n".join("    " + line for line in lines)
    return f"def joined({', '.join(names)}):\n{body}\n", [torch.randn(3, 5) for _ in names]


@pytest.mark.parametrize("seed", range(3))
def test_regions_that_are_longer_than_the_context_are_cut(seed):
    program, inputs = long_program(seed)
    translator = ShortSighted()
    translation = translator.translate(program, inputs, samples=1)
    assert any(len(region.prompt) > translator.room for region in translation.regions)
    assert translation.verdict.ok and max(map(len, translator.asked)) <= translator.room


def test_a_region_of_which_a_part_is_too_long_says_so():
    translator = ShortSighted()
    translator.room = 10
    translation = translator.translate("y = torch.sort(torch.exp(x) * y + 1).values", samples=1)
    assert not translation.passed and "too long" in translation.verdict.reason


PRODUCT = "f(a0: f32[A, B, C, D, E], a1: f32[A, B, C, E, F])\nv0 = matmul(a0, a1)\nreturn v0"


def test_leading_sizes_that_all_arguments_share_are_asked_for_as_one():
    asked, counts = with_merged_batches(PRODUCT)
    assert asked == "f(a0: f32[A, B, C], a1: f32[A, C, D])\nv0 = matmul(a0, a1)\nreturn v0"
    assert counts == {"a0": 3, "a1": 3}


def test_rows_of_a_scatter_are_asked_for_as_one():
    lines = "v0 = full(shape=[A, B, {}], value=0)\nv1 = scatter_add(v0, a0, a1, dim=-1)\nreturn v1"
    asked, counts = with_merged_batches(f"f(a0: i64[A, B, C], a1: f32[A, B, C])\n{lines.format(225)}")
    assert asked.startswith("f(a0: i64[A, B], a1: f32[A, B])\nv0 = full(shape=[A, 225], value=0)\n")
    assert counts == {"a0": 2, "a1": 2}
    assert with_merged_batches(f"f(a0: i64[A, B, C], a1: f32[A, B, C])\n{lines.format('B')}") == ("", {})


@pytest.mark.parametrize(
    "prompt",
    [
        "f(a0: f32[A, B, C], a1: f32[A, C, D])\nv0 = matmul(a0, a1)\nreturn v0",  # it is one already
        "f(a0: f32[A, B, C, D], a1: f32[B, A, D, E])\nv0 = matmul(a0, a1)\nreturn v0",
        "f(a0: f32[A, B, A, C])\nv0 = softmax(a0, dim=-1)\nreturn v0",
        "f(a0: f32[A, B, C, D])\nv0 = softmax(a0, dim=-1)\nv1 = mul(v0, B)\nreturn v1",
        "f(a0: f32[2, A, B, C])\nv0 = softmax(a0, dim=-1)\nreturn v0",
    ],
)
def test_other_sizes_are_not_asked_for_as_one(prompt):
    assert with_merged_batches(prompt) == ("", {})


class OfThreeDimensions(Scripted):
    """Answers prompts of three dimensions alone."""

    def draw_candidates(self, rows, temperature, seed, on_text=None):
        for index, text in super().draw_candidates(rows, temperature, seed, on_text):
            yield index, text if "f32[A, B, C]" in rows[index][0] else NO_PYTHON


def test_an_answer_to_merged_sizes_is_judged_with_the_own():
    region = runtime.RegionCandidates("f(a0: f32[A, B, C, D, E])\nv0 = sigmoid(a0)\nreturn v0")
    translator = OfThreeDimensions()
    translator.answer([region], 2)
    assert region.answer is None
    translator.retry_unanswered([region], 2)
    assert region.answer is region.derived and "batch = a0.shape[:3]" in region.answer.source
    whole = runtime.RegionCandidates("f(a0: f32[A, B, C, D, E])\nv0 = sigmoid(a0)\nv1 = sum(v0)\nreturn v1")
    translator.answer([whole], 2)
    translator.retry_unanswered([whole], 2)
    assert whole.answer is None, "a sum over all sizes is none over those of a batch"


ATTENTION = "f(a0: {0}, B, C], a1: {0}, D, C], a2: {0}, D, E]){1}\nreturn v0"


def test_attention_without_heads_is_asked_for_with_one():
    line = "\nv0 = scaled_dot_product_attention(a0, a1, a2)"
    prompt = ATTENTION.format("f32[A", line)
    asked, names = with_one_head(prompt)
    assert asked == f"f(a0: f32[A, B, C, D], a1: f32[A, B, E, D], a2: f32[A, B, E, F]){line}\nreturn v0"
    ours = codegen.source_by_rules("f(a0: f32[A, B, C, D])\nv0 = add(a0, 1)\nreturn v0")
    scope = load_module(without_one_head(ours, ["a0"]))
    x = torch.randn(2, 3, 4, device=DEVICE)
    assert names == ["a0", "a1", "a2"] and torch.equal(scope["translated"](x), x + 1)


@pytest.mark.parametrize(
    "prompt",
    [
        ATTENTION.format("f32[F, A", "\nv0 = scaled_dot_product_attention(a0, a1, a2)"),
        ATTENTION.format("f32[A", "\nv0 = scaled_dot_product_attention(a0, a1, a2)\nv1 = relu(v0)"),
    ],
)
def test_no_other_attention_is_asked_for_with_one_head(prompt):
    assert with_one_head(prompt) == ("", [])


PERMUTED = (
    "f(a0: f32[A, B, C, D])\nv0 = sigmoid(a0)\nv1 = permute(v0, dims=[0, 2, 3, 1])\nv2 = flip(v1, dim=-2)\n"
    "return v2"
)
MOVED = PERMUTED.replace("v0 = sigmoid(a0)\n", "").replace("permute(v0", "permute(a0")


class WithRules(Scripted):
    """Has rules for what no sample answers."""

    by_rules = True


def test_what_no_sample_answers_is_written_by_rules():
    region = runtime.RegionCandidates(MOVED)
    translator = WithRules()
    translator.answer([region], 2)
    assert region.answer is region.derived and region.derived.verdict.ok
    assert region.by_rules == "permute, flip" and region.smaller_regions == 0
    assert len(region.candidates) == 1, "rules are asked after one sample"
    assert not any(candidate.verdict.ok for candidate in region.candidates), "the model's samples failed"


def test_regions_with_and_without_rules_are_answered_side_by_side():
    """What rules write is judged while others are: in no round of its own that all wait for."""
    asked = []

    class Asked(WithRules):
        def draw_candidates(self, rows, *rest):
            asked.append(len(rows))
            yield from super().draw_candidates(rows, *rest)

    moved, other = map(runtime.RegionCandidates, (MOVED, PERMUTED.replace("sigmoid", "exp")))
    sigmoid = runtime.RegionCandidates("f(a0: f32[A, B])\nv0 = sigmoid(a0)\nreturn v0")
    Asked().answer([moved, sigmoid, other], 2)
    assert asked[0] == 3 and moved.by_rules == "permute, flip" and sigmoid.by_rules == "" and other.answer


class Slow:
    """Judges of which each verdict takes its own time, and fails but for one text."""

    def __init__(self, pool, seconds):
        self.pool = pool
        self.seconds = seconds
        self.began = {}

    def submit(self, prompt, source, *_):
        self.began[source] = time.monotonic()
        return self.pool.submit(self.judged, source)

    def judged(self, source):
        time.sleep(self.seconds.get(source, 0.0))
        return Verdict(source == "b0", "", 0.0, 1.0, 1, 0.0)

    def cancel(self, prompt, source):
        pass


def test_no_verdict_is_overlooked_that_comes_while_another_is_told_of():
    with ThreadPoolExecutor(4) as pool:
        judges = Slow(pool, {"a0": 0.3, "b0": 0.1, "c0": 3.0})

        class Named(Scripted):
            def draw_candidates(self, rows, *rest):
                yield from ((index, f"{prompt[0]}{number}") for index, (prompt, number) in enumerate(rows))

        def on_candidate(candidate):
            if candidate.source == "b0":
                time.sleep(0.5)  # meanwhile a's verdict comes

        began = time.monotonic()
        regions = [runtime.RegionCandidates(name) for name in "abc"]
        Named(judges=judges).answer(regions, 2, on_candidate=on_candidate)
    assert judges.began["a1"] - began < 2.0, "a's next sample waits for c"


@pytest.mark.parametrize(("temperature", "greedy"), [(None, 0.0), (0.0, 0.0), (0.5, 0.5)])
def test_what_rules_write_follows_the_first_sample(temperature, greedy):
    first, by_rules, *others = sampling_rounds(temperature, 20, by_rules=True)
    assert (first.first, first.count, first.temperature) == (0, 1, greedy) and not first.by_rules
    assert by_rules.by_rules and not any(one.by_rules for one in others)
    usual = sampling_rounds(temperature, 20)
    assert others == (usual if temperature is not None else usual[1:])


def test_an_answer_of_the_model_is_never_exchanged_for_one_by_rules():
    region = runtime.RegionCandidates("f(a0: f32[A, B])\nv0 = sigmoid(a0)\nreturn v0")
    translator = WithRules()
    translator.answer([region], 2)
    translator.retry_unanswered([region], 2)
    assert region.answer is region.samples[0] and region.by_rules == ""


def test_where_the_model_is_measured_no_rules_write():
    region = runtime.RegionCandidates(MOVED)
    translator = Scripted()
    translator.answer([region], 2)
    translator.retry_unanswered([region], 2)
    assert region.answer is None


def test_the_judge_decides_on_what_rules_write(monkeypatch):
    region = runtime.RegionCandidates(MOVED)
    right = codegen.source_by_rules(MOVED)
    monkeypatch.setattr(codegen, "source_by_rules", lambda prompt: right.replace("* D +", "* C +"))
    translator = WithRules()
    translator.answer([region], 2)
    translator.retry_unanswered([region], 2)
    assert region.answer is None and not region.derived.verdict.ok


def test_rules_write_the_parts_of_a_region_that_the_model_does_not_answer(monkeypatch):
    monkeypatch.delitem(RULES, "sigmoid")
    region = runtime.RegionCandidates(PERMUTED)
    translator = WithRules()
    translator.answer([region], 2)
    translator.retry_unanswered([region], 2)
    assert region.answer is region.derived and region.smaller_regions > 1
    assert "permute" in region.by_rules and "sigmoid" not in region.by_rules
    assert "tl.sigmoid(x)" in region.answer.source, "the model's part"


def test_a_file_says_what_rules_wrote():
    program = "def moved(x):  # x: f32[2, 3, 4, 5]\n    return x.permute(0, 2, 3, 1).flip(-2)\n"
    translation = WithRules().translate(program, samples=2)
    assert translation.verified, translation.verdict.reason
    text = " ".join(" ".join(proof_lines(translation)).replace("# ", "").split())
    assert "Written by rules, not by the model: permute, flip." in text
    assert translation.source.count(MARK) == 1
    fields = runtime.report_fields(translation, "", True)
    assert fields["by_rules"] == ("permute, flip",) and fields["passed"] == (-1,)


@pytest.mark.parametrize(
    "arguments, freed",
    [
        ("a0: f32[1, A, B], a1: f32[A, 1, C]", "a0: f32[A, B, C], a1: f32[B, 1, D]"),
        ("a0: f32[A, B], a1: f32[1, 1, 1]", "a0: f32[A, B], a1: f32[C, 1, 1]"),
    ],
)
def test_a_batch_of_one_is_asked_for_as_any(arguments, freed):
    assert with_free_batch(f"f({arguments})\nv0 = mul(a0, a1)\nreturn v0").startswith(f"f({freed})\n")


def test_a_prompt_without_a_batch_of_one_stays():
    assert with_free_batch("f(a0: f32[A, 1], a1: f32[1])\nv0 = mul(a0, a1)\nreturn v0") == ""


COMPRESSED = (
    "f(a0: f32[A, B])\nv0 = abs(a0)\nv1 = full(shape=[], value=255)\nv2 = log1p(v1)\nv3 = sqrt(v2)\n"
    "v4 = mul(v0, v3)\nv5 = exp(v4)\nreturn v5"
)


def test_functions_of_numbers_are_asked_for_as_numbers():
    folded = frontend.fold_constants(COMPRESSED)
    assert folded == (
        "f(a0: f32[A, B])\nv0 = abs(a0)\nv1 = mul(v0, 2.3548200450309493)\nv2 = exp(v1)\nreturn v2"
    )
    assert frontend.parse(folded).text == folded
    asked, restore = next(iter(rewordings(COMPRESSED)))
    assert asked == [folded] and restore("source") == "source"
    tensors = frontend.parse(COMPRESSED).sample(0)
    torch.testing.assert_close(frontend.parse(folded).run(*tensors), frontend.parse(COMPRESSED).run(*tensors))


@pytest.mark.parametrize(
    "body, expected",
    [
        (["full(shape=[], value=A)", "log(v0)", "mul(a0, v1)"], None),  # of a size
        (["full(shape=[3], value=2)", "log(v0)", "sum(v1)", "mul(a0, v2)"], None),
        (["full(shape=[], value=2)", "mul(a0, v0)"], None),
        (["full(shape=[], value=4)", "sqrt(v0)", "unsqueeze(v1, dim=-1)"], "full(shape=[], value=2)"),
    ],
)
def test_other_constants_stay(body, expected):
    prompt = "\n".join(["f(a0: f32[A, B])", *(f"v{i} = {line}" for i, line in enumerate(body))])
    prompt += f"\nreturn v{len(body) - 1}"
    folded = frontend.fold_constants(prompt)
    if expected is None:
        assert folded == prompt
    else:
        assert folded == f"f(a0: f32[A, B])\nv0 = {expected}\nv1 = unsqueeze(v0, dim=-1)\nreturn v1"


@pytest.mark.parametrize(
    "body",
    [
        ["gt(a0, 0)", "full(shape=[], value=4)", "sqrt(v1)", "where(v0, v2, 1)"],  # int64
        ["arange(end=B)", "full(shape=[], value=4)", "sqrt(v1)", "mul(v0, v2)"],
        ["full(shape=[], value=4)", "sqrt(v0)", "isclose(a0, v1)"],
        ["full(shape=[], value=4)", "sqrt(v0)", "clamp(v1, min=1)", "mul(a0, v2)"],
        ["full(shape=[], value=4)", "sqrt(v0)", "to(v1, dtype=f16)", "mul(a0, v2)"],
        ["full(shape=[], value=100)", "exp(v0)", "log(v1)", "mul(a0, v2)"],  # infinite in float32
    ],
)
def test_numbers_that_would_change_the_program_stay_tensors(body):
    prompt = "\n".join(["f(a0: f32[A, B])", *(f"v{i} = {line}" for i, line in enumerate(body))])
    prompt += f"\nreturn v{len(body) - 1}"
    assert frontend.fold_constants(prompt) == prompt


def test_a_number_beside_integers_stays_a_float():
    lines = "v0 = full(shape=[], value=4)\nv1 = sqrt(v0)\nv2 = mul(a0, v1)"
    prompt = f"f(a0: i64[A, B])\n{lines}\nreturn v2"
    result, expected = (
        frontend.parse(text).run(torch.ones(2, 3, dtype=torch.int64))
        for text in (frontend.fold_constants(prompt), prompt)
    )
    assert result.dtype == expected.dtype == torch.float32
