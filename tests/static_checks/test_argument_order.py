"""Pointers, launches and loads in the order of the prompt's arguments."""

import torch

from python_to_triton import verification
from python_to_triton.static_checks.argument_order import ordered_arguments

ANSWER = """@triton.jit
def kernel(a2_ptr, y_ptr, a0_ptr, n_elements, a1_ptr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a2 = tl.load(a2_ptr).to(tl.float32)
    a1 = tl.load(a1_ptr + offsets, mask=mask, other=0.0)
    a0 = tl.load(a0_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, a0 - a1 * a2, mask=mask)


def translated(a0, a1, a2):
    a1, a0 = a1.contiguous(), a0.contiguous()
    y = torch.empty_like(a0)
    grid = (triton.cdiv(y.numel(), 64),)
    kernel[grid](a2, y, a0, y.numel(), a1, BLOCK=64)
    return y
"""


def test_the_order_is_that_of_the_prompt_and_nothing_else_changes():
    ordered = ordered_arguments(ANSWER)
    for line in (
        "def kernel(a0_ptr, y_ptr, a1_ptr, n_elements, a2_ptr, BLOCK",
        "kernel[grid](a0, y, a1, y.numel(), a2, BLOCK=64)",
        "a0, a1 = a0.contiguous(), a1.contiguous()",
        "other=0.0)\n    a2 = tl.load(a2_ptr).to(tl.float32)\n    tl.store",
    ):
        assert line in ordered, f"{line}\n{ordered}"
    assert ordered_arguments(ordered) == ordered
    cases = [(torch.randn(n), torch.randn(n), torch.randn(())) for n in (5, 100)]
    for answer in ANSWER, ordered:
        assert verification.judge(answer, lambda x, z, w: x - z * w, cases, device="cpu").ok


def test_a_load_whose_place_another_load_gives_stays_behind_it():
    text = ANSWER.replace("tl.load(a0_ptr + offsets", "tl.load(a0_ptr + a1.to(tl.int32)")
    assert "a2_ptr).to(tl.float32)\n    a1 = " in ordered_arguments(text)


def test_a_kernel_that_is_launched_with_keywords_keeps_its_parameters():
    text = ANSWER.replace("n_elements, a1_ptr", "a1_ptr, n_elements")
    text = text.replace("y.numel(), a1,", "a1_ptr=a1, n_elements=y.numel(),")
    assert "def kernel(a2_ptr, y_ptr, a0_ptr, a1_ptr" in ordered_arguments(text)
