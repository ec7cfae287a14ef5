"""Drawn programs of the shapes of gradients: what they read and return, one variant of each judged."""

import random
from dataclasses import asdict

import pytest
import torch

from corpus.draw.gradients import KEPT, drawn_along_rows, drawn_flat, drawn_kept
from corpus.family import family_of
from corpus.references import load_reference, upcasting
from corpus.tasks import judge_variant
from corpus.texts import canonical_answer

FAMILIES = ("gate_backward", "rows_backward", "parameters_backward")


def drawn(draw, number):
    """So many programs that are none of the draws that lead nowhere."""
    rng = random.Random(0)
    return [found for found in (draw(rng) for _ in range(4 * number)) if found][:number]


def test_programs_have_many_tensors_results_and_dtypes():
    programs = drawn(drawn_flat, 100)
    assert {len(program.names) for program in programs} >= {2, 3, 4, 5, 6, 7, 8}
    assert {len(program.ends) for program in programs} >= {1, 2, 3, 4}
    assert {bool(program.halves) for program in programs} == {True, False}
    assert any(program.masks for program in programs) and any(program.downcast for program in programs)


def test_whatever_a_program_returns_is_computed_from_tensors_of_one_shape():
    for program in drawn(drawn_flat, 40) + drawn(drawn_along_rows, 40):
        assert program.is_connected()
        assert program.needed(program.results) & set(program.names)


def test_a_sum_along_rows_is_read_or_returned():
    for program in drawn(drawn_along_rows, 60):
        assert program.sums.keys() <= program.needed(program.results)


def test_sums_leave_what_parameters_have():
    for of in drawn(drawn_kept, 60):
        rank = len(of.program.sizes)
        assert of.kept in KEPT[rank]
        assert of.shape.count(",") >= (rank - 1 if of.keepdim else len(of.kept) - 1)


@pytest.mark.parametrize("stem", FAMILIES)
def test_variants_are_answered_right(stem):
    family = family_of(stem)
    for index in (0, 2):
        variant = family[index]
        verdict = judge_variant(asdict(variant) | {"canonical": canonical_answer(variant)}, "cpu")
        assert verdict["reason"] == "", f"{stem} {index}: {verdict['reason']}"


def test_a_reference_computes_in_float32_what_comes_in_half_precision():
    reference, [case, *_] = load_reference(asdict(family_of("softmax")[0]))
    wrapped = upcasting(reference)
    assert torch.equal(wrapped(*case), reference(*case))
    half = [x.half() for x in case]
    expected = reference(*[x.float() for x in half]).half()
    assert torch.equal(wrapped(*half), expected)


def test_a_reference_in_float64_keeps_its_width_through_casts():
    reference, [case, *_] = load_reference(asdict(family_of("program_of_half")[0]))
    assert reference(*case).dtype == torch.bfloat16
    exact = reference(*[x.double() for x in case])
    assert exact.dtype == torch.float64
    assert torch.equal(exact, case[0].double() - case[1].double())
