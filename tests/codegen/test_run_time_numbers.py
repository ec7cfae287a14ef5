"""Answers in which literals become arguments: texts alone, nothing runs."""

import ast

from python_to_triton.codegen import Number, with_numbers_passed

ANSWER = """import torch
import triton
import triton.language as tl


@triton.jit
def load(x_ptr, offsets, mask):
    return tl.load(x_ptr + offsets, mask=mask, other=0.0) * 0.25


@triton.jit
def kernel(x_ptr, y_ptr, n_elements,
           SLOPE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = load(x_ptr, offsets, mask)
    tl.store(y_ptr + offsets, tl.where(x > 0.0, x + -1.5, SLOPE * x), mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    scale = 0.7
    kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(),
                                            SLOPE=0.1, BLOCK=1024)
    return y"""


def changed(*numbers, answer=ANSWER):
    """(added lines, removed lines) of the first text that is offered."""
    text = next(with_numbers_passed(answer, [Number(*number) for number in numbers]))
    ast.parse(text)
    before, after = answer.split("\n"), text.split("\n")
    return [line for line in after if line not in before], [line for line in before if line not in after]


def test_a_literal_of_a_helper_is_passed_through_the_kernel():
    added, removed = changed(("share", 0.25))
    assert added == [
        "def load(x_ptr, offsets, mask, share):",
        "    return tl.load(x_ptr + offsets, mask=mask, other=0.0) * share",
        "def kernel(x_ptr, y_ptr, n_elements, share,",
        "    x = load(x_ptr, offsets, mask, share)",
        "def translated(x, share=0.25):",
        "    kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), share,",
    ]
    assert len(removed) == len(added)


def test_a_constant_of_a_launch_becomes_an_argument():
    added, _ = changed(("slope", 0.1))
    assert added == [
        "           SLOPE, BLOCK: tl.constexpr):",
        "def translated(x, slope=0.1):",
        "                                            SLOPE=slope, BLOCK=1024)",
    ]


def test_a_variable_of_that_name_gives_way_to_the_parameter():
    added, removed = changed(("scale", 0.7))
    assert added == ["def translated(x, scale=0.7):"]
    assert removed == ["def translated(x):", "    scale = 0.7"]


def test_a_sign_belongs_to_its_literal():
    assert "x + bias" in "".join(changed(("bias", -1.5))[0])
    assert "x + -bias" in "".join(changed(("bias", 1.5))[0])
    other_sign = ANSWER.replace("x + -1.5", "x - 1.5")
    assert "x - (-bias)" in "".join(changed(("bias", -1.5), answer=other_sign)[0])


def test_a_name_that_is_taken_is_not_used():
    added, _ = changed(("mask", 0.25))
    assert "def translated(x, mask_value=0.25):" in added


def test_every_subset_of_equal_literals_is_offered():
    answer = ANSWER.replace("-1.5", "0.25")
    texts = list(with_numbers_passed(answer, [Number("share", 0.25)]))
    assert [text.count("0.25") for text in texts] == [1, 2, 2]  # the default, and what is left
    assert len(set(texts)) == 3


def test_what_cannot_be_passed_is_not_offered():
    """A number without a literal, an integer that is a size, a helper that is handed on as a value."""
    assert not list(with_numbers_passed(ANSWER, [Number("n", 0.33)]))
    assert not list(with_numbers_passed(ANSWER, [Number("n", 1024)]))
    handed_on = ANSWER.replace("x = load(x_ptr, offsets, mask)", "x = tl.reduce(x_ptr, 0, load)")
    assert not list(with_numbers_passed(handed_on, [Number("share", 0.25)]))
