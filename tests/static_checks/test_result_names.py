"""Several results are called y0, y1, ... in the host function and where kernels write them."""

import torch

from python_to_triton import verification
from python_to_triton.static_checks.result_names import named_results

ANSWER = """@triton.jit
def kernel(a0_ptr, out_ptr, index_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    a0 = tl.load(a0_ptr + offsets, mask=mask, other=0.0)
    tl.store(out_ptr + offsets, a0 + 1.0, mask=mask)
    tl.store(index_ptr + offsets, a0 * 2.0, mask=mask)


def translated(a0):
    a0 = a0.contiguous()
    z = torch.empty_like(a0)
    index = torch.empty_like(z)
    kernel[(triton.cdiv(z.numel(), 64),)](a0, z, index, z.numel(), BLOCK=64)
    return index, z
"""


def test_results_are_numbered_as_they_are_returned():
    named = named_results(ANSWER)
    for line in (
        "def kernel(a0_ptr, y1_ptr, y0_ptr, n_elements",
        "tl.store(y1_ptr + offsets, a0 + 1.0",
        "y0 = torch.empty_like(y1)",
        "return y0, y1",
    ):
        assert line in named, f"{line}\n{named}"
    assert named_results(named) == named
    for answer in ANSWER, named:
        verdict = verification.judge(answer, lambda x: (x * 2, x + 1), [(torch.randn(100),)], device="cpu")
        assert verdict.ok, verdict.reason


def test_one_result_and_what_is_no_variable_keep_their_names():
    for end in "return z", "return index, z.view(-1)", "return a0, z":
        text = ANSWER.replace("return index, z", end)
        assert named_results(text) == text


def test_a_name_that_is_taken_is_not_given_again():
    text = ANSWER.replace("a0 = a0.contiguous()", "y0 = a0.numel()\n    a0 = a0.contiguous()")
    assert named_results(text) == text
