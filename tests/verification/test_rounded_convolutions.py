"""Eager convolutions lose what cuDNN's TF32 loses, on any device, and nothing else does."""

import math

import pytest
import torch
import torch.nn.functional as F
from convolution_answer import CHOICE, KERNEL

from python_to_triton import verification
from python_to_triton.verification import judge, make_test_case
from python_to_triton.verification.rounded_convolutions import RoundedConvolutions, to_nearest_tf32

CONVOLUTIONS = {
    "signals": (F.conv1d, (2, 5, 12), (4, 5, 3)),
    "images": (F.conv2d, (2, 5, 8, 9), (4, 5, 3, 2)),
    "volumes": (F.conv3d, (1, 3, 4, 5, 6), (2, 3, 2, 2, 2)),
    "in two groups": (lambda x, w: F.conv2d(x, w, groups=2), (2, 6, 8, 9), (4, 3, 3, 2)),
    "with names of paddings": (lambda x, w: F.conv2d(x, w, padding="same"), (2, 5, 8, 9), (4, 5, 3, 3)),
    "transposed": (F.conv_transpose2d, (2, 5, 6, 7), (5, 4, 3, 2)),
}
EXACT = {
    "depthwise": (lambda x, w: F.conv2d(x, w, groups=5), (2, 5, 8, 9), (5, 1, 3, 3)),
    "a product": (torch.matmul, (4, 5, 6), (6, 7)),
}

ROUNDED = 'if PRECISION == "tf32":'
REFUSED = {  # a change of the answer above: why it is refused
    "TF32 whatever the user set": ((CHOICE, '"tf32"'), "without TF32"),
    "operands cut, not rounded": ((ROUNDED, "if False:"), "exceeds tolerance"),
    "a setting as a value": ((CHOICE, "torch.backends.cudnn.allow_tf32"), "allow_tf32` outside"),
    "a setting that decides": (
        (
            f"precision = {CHOICE}",
            'precision = "ieee"\n    if torch.backends.cudnn.allow_tf32:\n        L = L + 0',
        ),
        "allow_tf32` outside",
    ),
    "a setting that is changed": (
        (f"precision = {CHOICE}", "torch.backends.cudnn.allow_tf32 = True"),
        "allow",
    ),
    "another setting": (("cudnn.allow_tf32", "cudnn.enabled"), "enabled"),
}


def case_of(function, x, w):
    torch.manual_seed(0)
    return make_test_case("", function, (torch.randn(x), torch.randn(w) / math.prod(w[1:]) ** 0.5))


@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_operands_of_a_convolution_are_rounded(name):
    function, x, w = CONVOLUTIONS[name]
    case = case_of(function, x, w)
    rounded = function(*(to_nearest_tf32(each).double() for each in case.arguments))
    assert (case.eager - rounded).abs().max() < 1e-5 < 1e-4 < (case.eager - case.exact).abs().max()


@pytest.mark.parametrize("name", EXACT)
def test_nothing_else_is_rounded(name):
    case = case_of(*EXACT[name])
    assert (case.eager - case.exact).abs().max() < 1e-5


def test_gradients_are_of_rounded_operands():
    x, w = torch.randn(2, 5, 8, 9), torch.randn(4, 5, 3, 2).requires_grad_()
    exact = torch.autograd.grad(F.conv2d(x, w).square().sum(), w)[0]
    with RoundedConvolutions():
        rounded = torch.autograd.grad(F.conv2d(x, w).square().sum(), w)[0]
    assert 1e-5 < ((rounded - exact) / exact).abs().max()
    assert torch.allclose(rounded, exact, rtol=1e-2, atol=1e-1)


def test_numbers_are_rounded_to_nearest():
    below, half = 1 + 2**-11 - 2**-20, 1 + 2**-11
    values = torch.tensor([below, half, -half, 0.0, math.inf, -math.inf, math.nan])
    rounded = torch.tensor([1, 1 + 2**-10, -1 - 2**-10, 0.0, math.inf, -math.inf, math.nan])
    assert torch.equal(to_nearest_tf32(values).nan_to_num(7), rounded.nan_to_num(7))
    assert to_nearest_tf32(values.double()) is not None and to_nearest_tf32(3) == 3


def judged(source):
    torch.manual_seed(0)
    cases = [
        (torch.randn(n, c, size), torch.randn(o, c, 1)) for n, c, size, o in ((1, 9, 7, 5), (3, 40, 20, 18))
    ]
    return judge(source, lambda x, w: F.conv1d(x, w), cases, device="cpu")


def test_an_answer_may_lose_what_eager_loses():
    verdict = judged(KERNEL)
    assert verdict.ok and 1e-5 < verdict.error < verdict.tolerance
    assert judged(KERNEL.replace(CHOICE, '"ieee"')).error < 1e-5


@pytest.mark.parametrize("name", REFUSED)
def test_an_answer_that_loses_more_is_refused(name):
    change, reason = REFUSED[name]
    assert change[0] in KERNEL
    verdict = judged(KERNEL.replace(*change))
    assert not verdict.ok and reason in verdict.reason, verdict


def test_a_user_who_allows_no_tf32_has_a_case_of_its_own():
    task = verification.prepare_reference(F.conv1d, [(torch.randn(2, 5, 12), torch.randn(4, 5, 3))])
    exact = [case for case in task.cases if not case.allows_tf32]
    assert len(exact) == 1 and (exact[0].eager - exact[0].exact).abs().max() < 1e-5
    task = verification.prepare_reference(torch.matmul, [(torch.randn(2, 5, 12), torch.randn(12, 3))])
    assert all(case.allows_tf32 for case in task.cases)
