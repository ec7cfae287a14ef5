"""Gradients against float64: a right backward passes, a wrong one is named."""

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F

from python_to_triton.backend.gradients import compare_training
from python_to_triton.verification import reference_convolutions


class Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(5)
        self.head = nn.Linear(5, 3)
        self.unused = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return self.head(F.gelu(self.norm(x)))


class WrongBackward(torch.autograd.Function):
    """x * x whose gradient is off by one part in ten thousand."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return 2 * x * gradient * 1.0001


@pytest.fixture
def model():
    torch.manual_seed(0)
    return Normed()


def test_eager_is_right_by_itself_and_its_statistics_stay(model):
    before = model.norm.running_mean.clone()
    verdicts = compare_training(model, model, [torch.randn(6, 5)])
    names = [verdict.name for verdict in verdicts]
    assert names[:2] == ["output 0", "gradient of input 0"]
    assert "gradient of unused" in names and "gradient of head.weight" in names
    assert all(verdict.ok for verdict in verdicts), [verdict.line() for verdict in verdicts]
    assert torch.equal(model.norm.running_mean, before)


def test_a_wrong_gradient_is_named():
    verdicts = compare_training(WrongBackward.apply, torch.square, [torch.randn(20)])
    assert [verdict.ok for verdict in verdicts] == [True, False]
    assert verdicts[1].line().startswith("gradient of input 0: max error") and "WRONG" in verdicts[1].line()


@pytest.mark.parametrize("use, right", [(0.0, True), (1e-3, False)])
def test_random_numbers_that_nothing_depends_on_are_no_hindrance(use, right):
    def noisy(x):
        return x.exp() + use * torch.rand([])

    if right:
        assert all(verdict.ok for verdict in compare_training(noisy, noisy, [torch.randn(20)]))
    else:
        with pytest.raises(ValueError, match="draws random numbers"):
            compare_training(noisy, noisy, [torch.randn(20)])


@pytest.mark.parametrize("seed", range(5))
def test_a_rare_use_of_random_numbers_is_seen(seed):
    """Nine calls of ten give the same."""
    torch.manual_seed(seed)
    skipping = lambda x: x.exp() if torch.rand([]) < 0.1 else x.sin()
    with pytest.raises(ValueError, match="draws random numbers"):
        compare_training(skipping, skipping, [torch.randn(20)])


def test_whole_numbers_that_are_drawn_are_refused():
    picked = lambda x: x[torch.randint(3, [])]
    with pytest.raises(ValueError, match="draws random numbers"):
        compare_training(picked, picked, [torch.randn(3, 4)])


def test_a_gradient_that_is_missing_is_named(model):
    class Detached(nn.Module):
        def forward(self, x):
            return model.head(F.gelu(model.norm(x.detach())))

    verdicts = compare_training(Detached(), model, [torch.randn(6, 5)])
    assert [verdict.name for verdict in verdicts if not verdict.ok] == ["gradient of input 0"]


class RoundedConvolution(nn.Module):
    """A convolution whose operands, and gradients, are rounded to TF32 whatever the user allows."""

    def __init__(self, original):
        super().__init__()
        self.original = original

    def forward(self, x):
        with reference_convolutions():
            return self.original(x)


@pytest.mark.parametrize("allowed", [True, False])
def test_convolutions_may_lose_by_tf32_where_it_is_allowed(allowed):
    torch.manual_seed(0)
    original = nn.Conv2d(3, 4, 3)
    with torch.backends.cudnn.flags(allow_tf32=allowed):
        verdicts = compare_training(RoundedConvolution(original), original, [torch.randn(2, 3, 9, 8)])
    assert verdicts[0].name == "output 0" and verdicts[0].ok is allowed
    assert not allowed or all(verdict.ok for verdict in verdicts)


class Jump(nn.Module):
    """A ReLU of a number near 0, whose sign rounding may turn: its gradient is all or nothing."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.full((4,), 0.5))  # exact beside 4096, which few numbers are
        self.shift = nn.Parameter(torch.tensor(1e-6))

    def forward(self, places):
        weight = self.weight[places]
        return F.relu(weight + 4096 - 4096 - weight + self.shift)


class OtherJump(nn.Module):
    """The same, with a rounding error elsewhere."""

    def __init__(self, original, error):
        super().__init__()
        self.original = original
        self.error = error

    def forward(self, places):
        weight = self.original.weight[places]
        return F.relu(weight - weight + self.original.shift - self.error)


@pytest.mark.parametrize("error, right", [(1e-4, True), (0.01, False)])
def test_a_sign_that_rounding_turns_is_no_fault(error, right):
    original = Jump()
    verdicts = compare_training(OtherJump(original, -error), original, [torch.tensor([2])])
    assert verdicts[0].ok is right
    verdicts = compare_training(OtherJump(original, error), original, [torch.tensor([2])])
    assert all(verdict.ok for verdict in verdicts), [verdict.line() for verdict in verdicts]
