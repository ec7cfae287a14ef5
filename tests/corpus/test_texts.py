"""The texts of a variant, and a hash of what an answer does."""

import ast
import re

import pytest
from twice_family import PAIR, family

from corpus.tasks import kernels_of
from corpus.texts import answer_hash, body_text, canonical_answer, kernel_name
from python_to_triton import verification


def test_canonical_answer_has_the_names_that_the_model_is_to_write():
    answer = canonical_answer(family()[4])
    names = [node.name for node in ast.parse(answer).body]
    assert names == ["kernel", "translated"] and "kernel[(triton.cdiv" in answer and "thrice" not in answer
    assert "# a block a program" in answer


def test_canonical_answer_refuses_to_merge_two_names():
    clash = family(PAIR.replace("y = torch.empty_like(x)", "kernel = 3\n    y = torch.empty_like(x)"))
    with pytest.raises(ValueError, match="two things are called kernel"):
        canonical_answer(clash[0])


def test_answer_hash_sees_what_is_done_and_nothing_else():
    answer = family()[0].answer
    restyled = (
        re.sub(r"\bat\b", "offsets", answer)
        .replace("twice_", "other_")
        .replace("# a block a program", "# else")
    )
    restyled = restyled.replace(
        "def other_triton(x):", 'def other_triton(x):\n    """Said differently."""'
    ).replace("BLOCK", "SIZE")
    assert restyled != answer and answer_hash(restyled) == answer_hash(answer) == answer_hash(
        canonical_answer(family()[0])
    )
    assert answer_hash(answer.replace("2.0", "2.5")) != answer_hash(answer)
    assert answer_hash(answer.replace("mask=at < n)", "mask=at <= n)")) != answer_hash(answer)
    assert answer_hash(answer.replace("tl.store(y_ptr", "tl.store(x_ptr")) != answer_hash(answer)


def test_bodies():
    variant = family()[0]
    assert body_text(variant.reference, "twice_torch") == "y = 2.0 * x\nreturn y"
    assert kernel_name(variant) == "twice_kernel"
    assert body_text(variant.answer, "twice_kernel").startswith("at = tl.program_id(0)")


def test_the_kernels_of_an_answer():
    answer = canonical_answer(family()[0])
    assert (
        "def kernel(" in kernels_of(answer)
        and "@triton.jit" in kernels_of(answer)
        and "translated" not in kernels_of(answer)
    )
    assert verification.structure_hash(kernels_of(answer)) == verification.structure_hash(
        kernels_of(answer.replace("2.0", "3.0").replace("at", "here"))
    )
