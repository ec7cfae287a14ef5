"""The tolerance is the formula; NaN, infinities and integers have rules of their own."""

import math

import pytest
import torch

from triton_ops.tolerance import Rules, compare, eager_loss, tolerance


def test_tolerance_is_the_formula():
    exact = torch.tensor([1.0, -8.0, math.inf, 2.0], dtype=torch.float64)
    eager = torch.tensor([1.5, -8.0, math.inf, math.inf])
    assert tolerance(eager, exact) == 2 * 0.5 + 4 * torch.finfo(torch.float32).eps * 8
    assert tolerance(torch.tensor([3]), torch.tensor([4])) == 0.0


def test_a_group_may_be_as_inexact_as_float64_is_on_the_whole_output():
    exact = torch.zeros(4, 64, dtype=torch.float64)
    exact[0] = 0.25
    eager = exact.float()
    for error, ok in ((1e-25, True), (1e-15, False)):
        ours = eager.clone()
        ours[2, 5] = error
        assert compare(ours, eager, exact, rules=Rules(by_group=True)).ok is ok


def test_what_a_gpu_flushes_is_allowed_and_no_more():
    tiny = torch.finfo(torch.float32).tiny
    below = torch.tensor([0.9, -0.6], dtype=torch.float64) * tiny
    assert compare(torch.zeros(2), below.float(), below).ok
    assert not compare(torch.tensor([2.0, 0.0]) * tiny, below.float(), below).ok
    above = torch.tensor([1e-30, 3e-31], dtype=torch.float64)
    assert not compare(torch.zeros(2), above.float(), above).ok


@pytest.mark.parametrize(
    "ours, ok",
    [
        (
            [1.0, math.nan, math.inf, -math.inf, 5.0],
            True,
        ),  # the last entry is eager's own overflow: not judged
        ([1.0, 7.0, math.inf, -math.inf, math.nan], True),  # nothing is asked where the reference is nan
        ([math.nan, math.nan, math.inf, -math.inf, 5.0], False),
        ([1.0, math.nan, -math.inf, -math.inf, 5.0], False),
        ([1.0, math.nan, 3e38, -math.inf, 5.0], False),
        ([1.00001, math.nan, math.inf, -math.inf, 5.0], False),
    ],
)
def test_nan_and_infinity(ours, ok):
    eager = torch.tensor([1.0, math.nan, math.inf, -math.inf, math.inf])
    exact = torch.tensor([1.0, math.nan, math.inf, -math.inf, 1e300], dtype=torch.float64)
    assert compare(torch.tensor(ours), eager, exact).ok is ok


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("ours, ok", [([1.0], True), ([1.5], False), (None, False)])
def test_what_fills_hidden_places_is_no_value_beside_which_others_may_err(ours, ok, dtype):
    lowest = torch.finfo(dtype).min
    expected = torch.tensor([1.0, lowest], dtype=dtype)
    found = torch.tensor([1.0, lowest / 2] if ours is None else [*ours, lowest], dtype=dtype)
    assert compare(found, expected, expected.double()).ok is ok


def test_what_fills_hidden_places_is_no_usual_size():
    expected = torch.zeros(4, 32)
    expected[:, 0] = torch.finfo(torch.float32).min
    found = expected.clone()
    found[2, 7] = 1e20
    rules = Rules(by_group=True, scale=expected.double())
    assert compare(expected, expected, expected.double(), rules=rules).ok
    assert not compare(found, expected, expected.double(), rules=rules).ok


def test_the_failing_output_is_named():
    x = torch.ones(3)
    result = compare((x, x + 1), (x, x), (x.double(), x.double()))
    assert not result.ok and "output 1" in result.reason and "at (0,)" in result.reason


def test_a_sum_that_cancels_may_err_by_what_eager_loses_on_inputs_like_it():
    """Of a result that is 0 no relative loss is known."""
    lost = eager_loss([(torch.tensor([1e3, 2.0]), torch.tensor([0.0, 2.0]))], by_group=False)
    assert lost.at(torch.tensor([0.0, 1.0])).tolist() == [0.0, 500.0]
    lost = eager_loss([(torch.full((40,), 1e3), torch.zeros(40))], by_group=True)
    assert lost.at(torch.tensor([0.0, 1.0])).tolist() == [1e3, 1e3]
    lost = eager_loss([(torch.zeros(40), torch.zeros(40))], by_group=True)
    assert lost.at(torch.tensor([0.0, 1.0])).tolist() == [0.0, 0.0]
