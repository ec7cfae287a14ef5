"""Rules of values, sizes and memory: each refuses a wrong answer and accepts its honest twin."""

import pytest
import torch
import torch.nn.functional as F
from candidates import MATMUL, RELU, ROWS, host, pointwise

from python_to_triton.verification import judge, prepare_reference
from triton_ops.tolerance import Rules, compare


def drawn(*shapes):
    generator = torch.Generator().manual_seed(0)
    return [(torch.randn(shape, generator=generator),) for shape in shapes]


SMALL = drawn((3, 33), (5, 100))
SQUARES = [tuple(torch.randn(size, size) for _ in range(2)) for size in (8, 20)]
SUM = ROWS.replace("BODY", "y = tl.sum(x, axis=0)")
# With an infinity `x - peak` is NaN, which the maximum then hides.
LOG_SUM_EXP = ROWS.replace("other=0.0", 'other=-float("inf")').replace(
    "BODY",
    "peak = tl.max(x, axis=0)\n    y = tl.maximum(peak + tl.log(tl.sum(tl.exp(x - peak), axis=0)), -1.0)",
)


@pytest.mark.parametrize(
    "reference, wrong, right",
    [
        (F.relu, pointwise("y = tl.where(x != x, 1.0, tl.maximum(x, 0.0))"), RELU),
        (
            torch.sigmoid,
            pointwise("y = tl.where(x != x, 0.5, tl.sigmoid(x))"),
            pointwise("y = tl.sigmoid(x)"),
        ),
        (F.relu, pointwise("y = tl.where(x > 3000.0, 3000.0, tl.maximum(x, 0.0))"), RELU),
        (  # of NaN the comparison alone makes a number, no maximum before it
            lambda x: F.threshold(x.cos(), 0.5, -3.0),
            pointwise("y = tl.cos(x)\n    y = tl.where(x != x, 7.0, tl.where(y > 0.5, y, -3.0))"),
            pointwise("y = tl.cos(x)\n    y = tl.where(y > 0.5, y, -3.0)"),
        ),
        (
            lambda x: x.logsumexp(-1).clamp(min=-1.0),
            LOG_SUM_EXP.replace("peak = tl.max(x, axis=0)", "peak = tl.minimum(tl.max(x, axis=0), 1e6)"),
            LOG_SUM_EXP,
        ),
        (torch.reciprocal, pointwise("y = 1.0 / (x + 0.0)"), pointwise("y = 1.0 / x")),
        (
            lambda x: x.sum(-1),
            SUM.replace(
                "triton.next_power_of_2(x.shape[-1])", "min(triton.next_power_of_2(x.shape[-1]), 4096)"
            ),
            SUM,
        ),
    ],
)
def test_values_and_sizes_that_the_caller_did_not_give(reference, wrong, right):
    assert not judge(wrong, reference, SMALL, device="cpu").ok
    verdict = judge(right, reference, SMALL, device="cpu")
    assert verdict.ok, verdict


def test_that_nan_is_hidden_is_recorded():
    assert "NaN is hidden" in judge(RELU, F.relu, SMALL, device="cpu").properties
    assert judge(pointwise("y = x * 2.0"), lambda x: x * 2, SMALL, device="cpu").properties == ()


def test_sizes_that_are_equal_in_all_cases_are_parted_unless_tied():
    swapped = MATMUL.replace("k[:, None] * N", "k[:, None] * M")
    assert not judge(swapped, torch.mm, SQUARES, device="cpu").ok
    assert judge(swapped, torch.mm, SQUARES, device="cpu", tied=True).ok
    assert judge(MATMUL, torch.mm, SQUARES, device="cpu").ok


def test_a_random_reference_and_a_constant_output_are_no_task():
    assert "random" in prepare_reference(F.dropout, SMALL).fault
    two = lambda x: (F.relu(x), torch.zeros_like(x))
    assert "output 1" in prepare_reference(two, SMALL).fault
    assert not prepare_reference(lambda x: (F.relu(x), -x), SMALL).fault


def test_an_output_in_the_memory_of_an_argument():
    body = ("x = x.contiguous()", "n = x.numel()", "y = torch.empty_like(x)")
    launch = "kernel[(triton.cdiv(n, 128),)](x, y, n, BLOCK=128)"
    aliasing = host(*body, launch, "return y, x")
    verdict = judge(aliasing, lambda x: (F.relu(x), x.clone()), SMALL, device="cpu")
    assert "memory of argument 0" in verdict.reason
    assert judge(aliasing, lambda x: (F.relu(x), x), SMALL, device="cpu").ok


def test_the_tolerance_of_a_group_does_not_follow_the_largest_value_of_the_output():
    exact = torch.ones(4, 64, dtype=torch.float64)
    exact[0] = 1e9
    eager = exact.float()
    ours = eager.clone()
    ours[3, 5] += 1.0
    assert compare(ours, eager, exact).ok
    assert not compare(ours, eager, exact, rules=Rules(by_group=True)).ok
    assert compare(eager, eager, exact, rules=Rules(by_group=True)).ok
