"""The split of a prompt: nothing that is trained on is a near-copy of what is tested."""

import itertools
import random

import pandas

from corpus.settings import SHARES
from corpus.splits import is_held_out, split_of, template

OPS = [f"op{number}" for number in range(60)]


def prompt(names, numbers, head="a0: f32[A, B]"):
    """A chain of operations, each with a number."""
    lines = [
        f"v{place} = {name}(v{place - 1}, {value})" for place, (name, value) in enumerate(zip(names, numbers))
    ]
    return "\n".join([f"f({head})", *lines, f"return v{len(lines) - 1}"]).replace("v-1", "a0")


def test_one_operation_is_always_trained_on():
    assert {split_of(prompt([name], [2])) for name in OPS} == {"train"}


def test_numbers_sizes_and_ranks_do_not_change_a_split():
    heads = ("a0: f32[A, B]", "a0: f16[A, B, C]", "a0: f32[1, A]", "a0: f32[A]")
    for first, second in itertools.permutations(OPS[:20], 2):
        copies = {
            split_of(prompt([first, second], [number, -number], head))
            for number in (0.1, 3, 1e-5)
            for head in heads
        }
        assert len(copies) == 1
    a, b = (
        f"f(a0: f32[A, B])\nv0 = relu(a0)\nv1 = reshape(v0, shape={shape})\nreturn v1"
        for shape in ("[A, B, 1]", "[A, 2*B, -1, 1]")
    )
    assert template(a) == template(b) and template(a) != template(a.replace("relu", "sigmoid"))
    assert template("f(a0)\nv0 = sum(a0, dim=-1)\nreturn v0") == template(
        "f(a0)\nv0 = sum(a0, dim=[-2, -1])\nreturn v0"
    )
    assert template("f(a0)\nv0 = sum(a0, dim=-1)\nreturn v0") != template(
        "f(a0)\nv0 = sum(a0, dim=-1, keepdim=True)\nreturn v0"
    )
    assert template("f(a0)\nv0 = add(a0, a1)\nreturn v0") != template("f(a0)\nv0 = add(a0, a0)\nreturn v0"), (
        "names are wiring, not numbers"
    )


def test_nothing_that_is_trained_on_shows_a_held_out_pair():
    rng, seen = random.Random(0), {}
    for _ in range(4000):
        names = rng.choices(OPS, k=rng.randint(2, 8))
        split = split_of(prompt(names, rng.choices((1, 2, 0.5), k=len(names))))
        for couple in itertools.combinations(sorted(set(names)), 2):
            seen.setdefault(couple, set()).add(split == "test_combinations" and is_held_out(couple))
            if is_held_out(couple):
                assert split == "test_combinations"
        orders = {
            split_of(prompt(shuffled, [1] * len(names))) for shuffled in (names, names[::-1], sorted(names))
        }
        assert ("test_combinations" in orders) == (len(orders) == 1 and split == "test_combinations"), (
            "an order of its own is no combination"
        )
    assert 3 < sum(True in splits for splits in seen.values()) < 60


def test_every_split_gets_its_share():
    rng = random.Random(1)
    counts = pandas.Series(
        [split_of(prompt(rng.sample(OPS, 3), (1, 2, 3))) for _ in range(6000)]
    ).value_counts(normalize=True)
    assert 0.6 * SHARES["test_parameters"] < counts["test_parameters"] < 1.5 * SHARES["test_parameters"]
    assert 0.7 * SHARES["validation"] < counts["validation"] < 1.4 * SHARES["validation"]
    assert 0.005 < counts["test_combinations"] < 0.1 and counts["train"] > 0.8
