"""Honest answers pass: unusual ones, idioms, and those of the corpus; to another prompt none does."""

import os
import random

import pytest
import torch
import torch.nn.functional as F
from candidates import normal, pointwise
from corpus_pairs import STEMS, read_pair
from honest_answers import HONEST, IDIOMS

from python_to_triton.verification import judge


@pytest.mark.parametrize("name", HONEST)
def test_honest_answer_is_accepted(name):
    candidate, reference, cases = HONEST[name]
    verdict = judge(candidate, reference, cases())
    assert verdict.ok, verdict
    assert verdict.error <= verdict.tolerance and verdict.launches >= (0 if name == "empty" else 1)


LOOP = "for i in {}(0, 2):\n        y = x * 1.0\n    y = y + 0.0"


@pytest.mark.parametrize(
    "body, unbound",
    [
        (LOOP.format("range"), "y"),
        (LOOP.format("tl.range"), "y"),
        ("y = z + x\n    z = x", "z"),
        ("y += x", "y"),
        (LOOP.format("tl.static_range"), None),
        ("y = x\n    for i in range(0, 2):\n        y = tl.maximum(y, x)", None),
        ("if BLOCK > 8:\n        y = x\n    else:\n        y = x * 1.0", None),
    ],
)
def test_a_name_is_bound_before_it_is_read_and_a_loops_end_with_it(body, unbound):
    """As Triton compiles it; its interpreter would go on with what the last turn has left."""
    verdict = judge(pointwise(body), lambda x: x.clone(), normal())
    if unbound is None:
        assert verdict.ok, verdict.reason
    else:
        assert f"`{unbound}` is used before it is assigned" in verdict.reason


@pytest.mark.parametrize("name", IDIOMS)
def test_idiom_is_accepted(name):
    verdict = judge(IDIOMS[name], F.relu, normal((3, 33), (5, 100)))
    assert verdict.ok, verdict


EVERY = torch.cuda.is_available() or os.environ.get("EVERY_CORPUS_ANSWER")  # all of them take minutes


@pytest.mark.parametrize("stem", STEMS if EVERY else STEMS[::12])
def test_answer_of_the_corpus_is_accepted(stem):
    """A corpus has been through this judge: without a GPU a sample of its families is enough."""
    answer, entry, reference, cases = read_pair(stem)
    verdict = judge(answer, reference, cases, entry, tied=True)
    assert verdict.ok, verdict


def test_the_answer_to_another_prompt_is_refused():
    generator = random.Random(0)
    accepted = []
    for stem, other in zip(generator.sample(STEMS, 12), generator.sample(STEMS, 12)):
        if stem == other:
            continue
        answer, entry, *_ = read_pair(stem)
        _, _, reference, cases = read_pair(other)
        if judge(answer, reference, cases, entry).ok:
            accepted.append((stem, other))
    assert not accepted
