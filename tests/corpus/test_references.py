"""From a variant to the prompts that ask for it, and its verdict."""

import random
import re
import signal
from dataclasses import asdict

import pytest
import torch
from patching import patch_everywhere
from twice_family import PAIR, family

from corpus.references import (
    inputs_for_rewording,
    prompts,
    reordered,
    smallest_sample,
    with_parameters,
    within,
)
from corpus.tasks import is_same_function, judge_variant
from corpus.texts import canonical_answer
from python_to_triton import frontend, verification
from python_to_triton.frontend.recorder import Recorder


def test_prompts_are_asked_once_for_a_pattern_of_shapes_and_not_of_a_single_element():
    cases = [(torch.randn(shape),) for shape in [(1, 1), (1, 5), (3, 33), (7, 9), (4, 4), (2, 3, 5)]]
    texts, order, [first] = prompts(lambda x: torch.relu(x) * 3, cases, 9, random.Random(0))
    assert order == [0] and first.shape in [case.shape for (case,) in cases[2:]]
    patterns = [re.search(r"\[.*?\]", text).group() for text in texts]
    assert patterns[2:] == ["[1, A]"] and set(patterns[:2]) == {"[A, B]", "[A, B, C]"}
    assert prompts(lambda x: torch.relu(x) * 3, cases, 2, random.Random(0))[0] == texts[:2]
    assert len(prompts(lambda x: torch.relu(x) * 3, cases[:1], 9, random.Random(0))[0]) == 1


def test_arguments_come_in_their_order_of_use():
    def reference(bias, x, weight):
        return torch.relu(x @ weight) + bias

    cases = [(torch.randn(5), torch.randn(3, 4), torch.randn(4, 5))]
    [text], order, first = prompts(reference, cases, 2, random.Random(0))
    assert order == [1, 2, 0] and text.startswith("f(a0: f32[A, B], a1: f32[B, C], a2: f32[C])"), text
    turned, [inputs] = reordered(reference, cases, order)
    assert inputs[2] is first[2] is cases[0][0] and torch.equal(turned(*inputs), reference(*cases[0]))
    answer = "def translated(bias, x, weight):\n    return y"
    assert with_parameters(answer, order) == "def translated(x, weight, bias):\n    return y"
    assert with_parameters(answer, [0, 1, 2]) == answer
    with pytest.raises(ValueError, match="cannot be put in the order"):
        with_parameters(answer, [1, 0])


def test_a_prompt_that_computes_something_else_is_refused():
    def reference(x):
        reference.calls += 1
        return x * 2.0 if reference.calls == 1 else x * 3.0

    reference.calls = 0
    with pytest.raises(ValueError, match="does not compute what the reference computes"):
        prompts(reference, [(torch.randn(3, 4),)], 2, random.Random(0))


def test_a_prompt_that_is_true_at_its_own_sizes_alone_is_refused():
    """Of four columns the first four are all: the text of (3, 4) has no slice."""
    cases = [(torch.randn(3, 4),), (torch.randn(5, 7),)]
    with pytest.raises(ValueError, match=r"does not compute .*, on \(5, 7\)"):
        prompts(lambda x: x[:, :4] * 2, cases, 2, random.Random(0))


def test_a_limit_that_strikes_as_a_mode_is_left_leaves_none_behind(monkeypatch):
    leave = Recorder.__exit__

    def strike_and_leave(self, *exception):
        signal.raise_signal(signal.SIGALRM)
        return leave(self, *exception)

    with monkeypatch.context() as patch:
        patch.setattr(Recorder, "__exit__", strike_and_leave)
        with pytest.raises(frontend.GraphError, match="the trace takes more than 60 s"):
            with within(60, "the trace"):
                frontend.trace("y = torch.relu(x)")
    assert frontend.trace("y = torch.relu(x)").values


def worded(kind, case, text, seed=0):
    return inputs_for_rewording(kind, case, text, random.Random(seed))


def test_a_prompt_is_also_asked_with_sizes_of_1_and_in_half_precision():
    text, case = (
        "f(a0: f32[A, B], a1: i64[A])\nv0 = cross_entropy(a0, a1)\nreturn v0",
        (torch.ones(2, 3), torch.tensor([0, 2])),
    )
    halves, ones = ([worded(kind, case, text, seed) for seed in range(20)] for kind in ("halves", "ones"))
    assert {x.dtype for x, _ in halves} == {torch.float16, torch.bfloat16} and {
        target.dtype for _, target in halves
    } == {torch.int64}
    assert {x.shape for x, _ in ones} == {(1, 3), (2, 1), (1, 1)} and all(
        target.shape == x.shape[:1] for x, target in ones
    )


def test_no_wording_is_added_that_the_answer_is_wrong_about(monkeypatch):
    patch_everywhere(monkeypatch, "ONES", 1.0)
    patch_everywhere(monkeypatch, "HALVES", 0.0)
    patch_everywhere(monkeypatch, "UPCASTS", 0.0)
    patch_everywhere(monkeypatch, "inputs_for_rewording", lambda *_: (torch.ones(1, 7),))
    variant = family()[0]
    answers = [
        canonical_answer(variant),
        canonical_answer(variant).replace("y = 2.0 * x", "y = tl.where(n == 7, 3.0, 2.0) * x"),
    ]
    right, wrong = [judge_variant(asdict(variant) | {"canonical": answer}, "cpu") for answer in answers]
    assert right["reason"] == wrong["reason"] == ""
    assert (
        right["alternates"][-1].startswith("f(a0: f32[1, A])")
        and right["alternates"][:-1] == wrong["alternates"]
    )


def test_an_answer_is_judged_where_a_translator_would_be():
    """All rows of the file are of three columns, which an answer may take for given; and a reference may."""
    variant = family(PAIR.replace("(1, 1), (3, 33), (2, 3, 5)", "(1, 3), (7, 3)"))[0]
    answers = [
        canonical_answer(variant),
        canonical_answer(variant).replace("y = 2.0 * x", "y = tl.where(n % 3 == 0, 2.0, 5.0) * x"),
    ]
    right, wrong = [judge_variant(asdict(variant) | {"canonical": answer}, "cpu") for answer in answers]
    assert right["reason"] == "" and "on (4, 2)" in wrong["reason"]
    assert smallest_sample(right["prompt"], lambda x: x.reshape(-1, 3)) == []


@pytest.mark.parametrize(
    "other, same",
    [
        (lambda x: torch.softmax(x, -1), True),
        (lambda x: (x - x.amax(-1, True)).exp() / (x - x.amax(-1, True)).exp().sum(-1, True), True),
        (lambda x: torch.softmax(x, -2), False),
        (lambda x: torch.softmax(x, -1) * (1 + 1e-7), False),
        (lambda x: (torch.softmax(x, -1), x), False),
    ],
)
def test_one_function_written_twice_is_told_from_another_that_is_close(other, same):
    task = verification.prepare_reference(lambda x: torch.softmax(x, -1), [(torch.randn(5, 33),)])
    assert all(is_same_function(other, prompt) for prompt in task.cases) == same


def test_an_answer_with_an_operation_that_its_prompt_has_not_is_refused():
    """relu(relu(x)) is asked as relu(x): the second maximum of the answer is no operation of the prompt."""
    reference = "y = torch.relu(torch.relu(x))"
    once = "y = tl.maximum(x, 0.0)"
    verdicts = []
    for answer in (once, f"{once}\n    y = tl.maximum(y, 0.0)"):
        text = PAIR.replace("    y = 2.0 * x\n    return", f"    {reference}\n    return")
        variant = family(text.replace("    y = 2.0 * x\n    tl", f"    {answer}\n    tl"), {})[0]
        verdicts.append(judge_variant(asdict(variant) | {"canonical": canonical_answer(variant)}, "cpu"))
    right, redundant = verdicts
    assert right["reason"] == ""
    assert redundant["reason"].startswith("the answer has an operation that its prompt has not: ")
