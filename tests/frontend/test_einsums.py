"""Einsums as permutations, products and sums: the same numbers, and no einsum left."""

import pytest
import torch

from python_to_triton.frontend import parse
from python_to_triton.frontend.einsums import split_einsums

EQUATIONS = [
    ("ab,...bcd->...acd", "f32[A, B]", "f32[C, B, D, E]"),
    ("...ab,...cb->...bac", "f32[A, B, C, D]", "f32[A, B, E, D]"),
    ("...ab,...bc->...ac", "f32[A, B, C]", "f32[D, A, C, E]"),
    ("bhid,bhjd->bhij", "f32[A, B, C, D]", "f32[A, B, E, D]"),
    ("bi,bj->bij", "f32[A, B]", "f32[A, C]"),
    ("bijk,jk->bi", "f32[A, B, C, D]", "f32[C, D]"),
    ("abc,abc->", "f32[A, B, C]", "f32[A, B, C]"),
    ("i,i->", "f32[A]", "f32[A]"),
    ("j,jk->k", "f32[A]", "f32[A, B]"),
    ("bj,bjk->bk", "f32[A, B]", "f32[A, B, C]"),
    (",ab->ab", "f32[]", "f32[A, B]"),
    ("ab,cd->dbca", "f32[A, B]", "f32[C, D]"),
    ("ab,cd->", "f32[A, B]", "f32[C, D]"),
    ("abb,b->a", "f32[A, B, B]", "f32[B]"),
    ("abcd,ebfd->eacf", "f32[A, B, C, D]", "f32[E, B, F, D]"),
    ("abb->a", "f32[A, B, B]", ""),
    ("aaa->a", "f32[A, A, A]", ""),
    ("iijj->ij", "f32[A, A, B, B]", ""),
    ("ij->ij", "f32[A, B]", ""),
    ("...ab->...ba", "f32[A, B, C]", ""),
    ("abc->b", "f32[A, B, C]", ""),
]


@pytest.mark.parametrize("equation, first, second", EQUATIONS)
def test_an_einsum_in_its_parts_is_the_same(equation, first, second):
    arguments, names = (f"a0: {first}, a1: {second}", "a0, a1") if second else (f"a0: {first}", "a0")
    prompt = f"f({arguments})\nv0 = einsum([{names}], equation='{equation}')\nv1 = exp(v0)\nreturn v1"
    split = split_einsums(prompt)
    assert "einsum" not in split and split.endswith("v1 = exp(v0)\nreturn v1")
    tensors = [tensor.double() / 4 for tensor in parse(prompt).sample(1)]
    ours, expected = parse(split).run(*tensors), parse(prompt).run(*tensors)
    assert ours.shape == expected.shape and torch.allclose(ours, expected)


def test_an_einsum_of_three_tensors_stays():
    prompt = (
        "f(a0: f32[A], a1: f32[A], a2: f32[A])\nv0 = einsum([a0, a1, a2], equation='i,i,i->i')\nreturn v0"
    )
    assert split_einsums(prompt) == prompt
