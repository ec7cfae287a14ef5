"""Programs on both sides of an operation: what they read, where it comes from, one variant of each judged."""

import ast
import random
from dataclasses import asdict

import pytest

from corpus.draw.both_sides import BOTH_SIDES, Reduced, drawn_reduced, drawn_sides
from corpus.draw.broadcast import Operand
from corpus.family import family_of
from corpus.tasks import judge_variant
from corpus.texts import canonical_answer

FAMILIES = """
program_beside_linear program_beside_row_sum program_beside_row_variance program_beside_column_sum
program_beside_column_variance program_around_weighted_rms program_of_five_shapes
""".split()


def test_every_tensor_that_joins_is_read():
    rng = random.Random(0)
    for number in range(60):
        sides = drawn_sides(rng, (3, 2), 8, halved=number % 2 == 0)
        for operands, (in_torch, _), own in (
            (sides.before, sides.first, sides.halves or ("x",)),
            (sides.after, sides.second, ("s",)),
        ):
            read = {node.id for node in ast.walk(ast.parse(in_torch)) if isinstance(node, ast.Name)}
            assert {*own, *(operand.name for operand in operands)} <= read


def test_as_many_tensors_join_as_a_layer_with_its_surroundings_has():
    rng = random.Random(0)
    counts = [len(drawn_sides(rng, (3, 3), 8).names) for _ in range(200)]
    assert min(counts) == 1 and max(counts) >= 6
    assert sum(count >= 3 for count in counts) > 100


def test_what_a_reduction_leaves_has_ones_where_dimensions_are_kept():
    assert Reduced(("B", "T", "C"), 1, 2, True).made(Operand("z", (0, 1))) == "torch.randn(B, 1, C)"
    assert Reduced(("B", "T", "C"), 1, 2).made(Operand("z", (0, 1))) == "torch.randn(B, C)"
    assert Reduced(("B", "T", "C"), 1, 3).empty == "x.new_empty(x.shape[:1])"
    assert Reduced(("B", "T", "C"), 0, 1, True).empty == "x.new_empty((1,) + x.shape[1:])"
    rng = random.Random(0)
    for _ in range(100):
        rows, columns = drawn_reduced(rng, True), drawn_reduced(rng, False)
        assert rows.last == len(rows.sizes) > rows.last - rows.first
        assert columns.last < len(columns.sizes)


@pytest.mark.parametrize("draw", BOTH_SIDES.values(), ids=BOTH_SIDES)
def test_rows_are_drawn_by_their_number(draw):
    drawn = [draw(number) for number in range(20)]
    assert drawn[3] == draw(3) and len({str(row) for row in drawn}) == 20


@pytest.mark.parametrize("stem", FAMILIES)
def test_the_family_and_a_drawn_variant_pass(stem):
    family = family_of(stem)
    for index in 0, len(family) // 2:
        variant = family[index]
        verdict = judge_variant(asdict(variant) | {"canonical": canonical_answer(variant)}, "cpu")
        assert verdict["reason"] == "", variant.source
