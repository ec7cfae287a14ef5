"""Statements that compute what they are given are found; masks, casts and steps of a formula are not."""

import pytest
from pointwise import answer_of, prompt_of

from python_to_triton.static_checks import redundant_statement

RELU = prompt_of(1, "v0 = relu(a0)", "return v0")


def redundant_in(answer, prompt):
    """The text of the redundant statement, or None."""
    fault = redundant_statement(answer, prompt)
    return fault and answer.split("\n")[fault.line - 1].strip()


def relu_and(*statements):
    """An answer that computes v0 = relu(a0), then these statements, and stores v0."""
    return answer_of(
        "a0", "v0 = tl.maximum(a0, 0.0)", *statements, "tl.store(y_ptr + offsets, v0, mask=mask)"
    )


@pytest.mark.parametrize(
    "statement",
    [
        "v0 = tl.maximum(v0, 0.0)",
        "v0 = tl.where(v0 > 0.0, v0, 0.2 * v0)",
        "v0 = tl.where(mask, tl.abs(v0), 0.0)",
        "v0 = (1.0 * v0).to(tl.float32)",
    ],
)
def test_a_statement_that_computes_what_it_is_given_is_redundant(statement):
    assert redundant_in(relu_and(statement), RELU) == statement


def test_the_first_redundant_statement_is_the_fault():
    statements = "v0 = tl.where(v0 > 0.0, v0, 0.2 * v0)", "v0 = tl.maximum(v0, 0.0)"
    fault = redundant_statement(relu_and(*statements), RELU)
    assert (fault.line, fault.reason) == (7, "v0 has this value already")


@pytest.mark.parametrize(
    "statement",
    [
        "v0 = tl.where(mask, v0, 0.0)",
        "v0 = v0.to(tl.float64)",
        "v0 = tl.where(a0 < 0.0, -v0, v0)",  # the sign step of an odd function
        "v0 = tl.minimum(v0, 5.0)",  # not what it is given, where a0 is larger
    ],
)
def test_masks_casts_and_sign_steps_are_not_redundant(statement):
    assert redundant_in(relu_and(statement), RELU) is None


def test_an_operation_that_the_prompt_has_is_not_redundant():
    prompt = prompt_of(1, "v0 = relu(a0)", "v1 = abs(v0)", "return v1")
    answer = answer_of(
        "a0", "v0 = tl.maximum(a0, 0.0)", "v1 = tl.abs(v0)", "tl.store(y_ptr + offsets, v1, mask=mask)"
    )
    assert redundant_in(answer, prompt) is None


def test_a_mask_that_is_an_argument_is_no_data():
    prompt = "f(a0: f32[A, B], a1: bool[A, B])\nv0 = relu(a0)\nv1 = where(a1, v0, 0)\nreturn v1"
    answer = answer_of(
        "a0, a1",
        "v0 = tl.maximum(a0, 0.0)",
        "v0 = tl.where(a1, v0, 0.5 * v0)",
        "tl.store(y_ptr + offsets, v0, mask=mask)",
    )
    assert redundant_in(answer, prompt) is None


def test_what_follows_a_sum_is_judged_as_well():
    prompt = prompt_of(1, "v0 = sum(a0, dim=-1)", "v1 = exp(v0)", "return v1")
    statements = (
        "v0 = tl.sum(a0, axis=0)",
        "v1 = tl.exp(v0)",
        "v1 = tl.maximum(v1, 0.0)",
        "tl.store(y_ptr, v1)",
    )
    assert redundant_in(answer_of("a0", *statements), prompt) == statements[2]
    assert redundant_in(answer_of("a0", *statements[:2], statements[3]), prompt) is None
