"""Rules of values, sizes and memory: each refuses a wrong answer and accepts its honest twin."""

import pytest
import torch
import torch.nn.functional as F
from candidates import MATMUL, RELU, ROWS, host, pointwise

from python_to_triton.verification import judge, prepare_reference
from python_to_triton.verification.integer_cases import of_all_sizes
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


def test_a_small_size_that_never_differs_is_another_one_where_all_of_it_is_read():
    cases = [(torch.randn(rows, 3),) for rows in (9, 20)]
    labels = lambda reference: [case.label for case in prepare_reference(reference, cases).cases]
    assert "on (20, 5)" in labels(lambda x: x.sum(-1))
    assert "on (20, 5)" not in labels(lambda x: x[:, 0] + x[:, 1] * x[:, 2])
    tied = prepare_reference(lambda x: x.sum(-1), cases, tied=True)
    assert "on (20, 5)" not in [case.label for case in tied.cases]


def test_the_first_made_case_has_other_data_and_others_can_be_left_out():
    given = [(torch.randn(9, 3),), (torch.randn(20, 3),)]
    every = prepare_reference(lambda x: x.sum(-1), given).cases
    brief = prepare_reference(lambda x: x.sum(-1), given, briefly=True).cases
    assert len(brief) == len(given) + 1 < len(every)
    assert [case.label for case in brief] == [case.label for case in every[: len(brief)]]
    assert not any(torch.equal(brief[-1].arguments[0], *inputs) for inputs in given)


def test_a_reference_that_loses_nothing_allows_nothing():
    assert all(case.is_lossless for case in prepare_reference(torch.round, SMALL).cases)
    assert not any(case.is_lossless for case in prepare_reference(torch.exp, SMALL).cases)
    exact = torch.tensor([1.0, 2.0], dtype=torch.float64)
    ours = exact.float() * (1 + 2**-22)
    assert compare(ours, exact.float(), exact).ok
    assert not compare(ours, exact.float(), exact, rules=Rules(is_lossless=True)).ok


def test_a_reference_in_float64_allows_its_last_bits():
    """It is its own exact one, which says nothing of what it loses."""
    exact = torch.tensor([1.0, 2.0], dtype=torch.float64)
    rules = Rules(is_lossless=True)
    assert compare(exact * (1 + 2**-52), exact, exact, rules=rules).ok
    assert not compare(exact * (1 + 2**-48), exact, exact, rules=rules).ok


def test_integers_of_all_sizes_have_neighbours_that_float32_takes_for_equal():
    numbers = of_all_sizes(torch.zeros(3, 32, dtype=torch.int64), negative=False, turn=0).flatten()
    steps = numbers.diff()
    assert {-1, 0, 1} <= set(steps[numbers[1:] > 1 << 24].tolist())
    turned = of_all_sizes(torch.zeros(3, 32, dtype=torch.int64), negative=False, turn=1).flatten()
    assert {-1, 0, 1} == set((numbers - turned).tolist())


def test_labels_that_are_to_be_ignored_may_count_in_the_answer_to_a_prompt_alone():
    labels = [(torch.randn(rows, 5), torch.randint(0, 5, (rows,))) for rows in (4, 9)]
    for tied in (False, True):
        differing = [case.may_differ for case in prepare_reference(F.cross_entropy, labels, tied).cases]
        assert any(differing) is tied


def test_a_sum_in_any_order_loses_the_square_root_of_its_length():
    """Partial sums added by atomics, one after the other, against PyTorch's sum by pairs."""
    rows = torch.rand(20480, 4, generator=torch.Generator().manual_seed(0))
    exact = rows.double().sum(0)
    one_by_one = torch.zeros(4)
    for part in rows.view(-1, 16, 4).sum(1):
        one_by_one += part
    assert not compare(one_by_one, rows.sum(0), exact).ok
    assert compare(one_by_one, rows.sum(0), exact, rules=Rules(additions=len(rows))).ok
    assert not compare(one_by_one + 0.5, rows.sum(0), exact, rules=Rules(additions=len(rows))).ok


def test_a_random_reference_and_a_constant_output_are_no_task():
    assert "random" in prepare_reference(F.dropout, SMALL).fault
    assert "random" not in prepare_reference(F.dropout, SMALL, may_draw=False).fault
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
