"""Muon, AdamW and the schedule, against float64 and against torch's."""

import copy

import pytest
import torch
from tiny_model import tiny_model

import llm
from training.record import parameter_table
from triton_ops.machine import why_not_run


@pytest.fixture
def model():
    return tiny_model()


@pytest.mark.parametrize(
    "implementation",
    [
        "torch",
        pytest.param(
            "triton",
            marks=pytest.mark.skipif(bool(why_not_run("cpu")), reason="Triton does not run on this CPU"),
        ),
    ],
)
def test_adamw_is_torchs(implementation):
    torch.manual_seed(0)
    config = llm.TrainConfig(adamw_lr=1e-2)
    theirs = [
        torch.nn.Parameter(torch.randn(7, 5, dtype=torch.float64)),
        torch.nn.Parameter(torch.randn(5, dtype=torch.float64)),
    ]
    ours = [torch.nn.Parameter(parameter.detach().float()) for parameter in theirs]
    groups = [
        {"params": [theirs[0]], "weight_decay": 0.1},
        {"params": [theirs[1]], "weight_decay": 0.0},
    ]  # matrices alone decay
    optimizer = torch.optim.AdamW(groups, lr=1e-2, betas=(config.adamw_beta1, config.adamw_beta2), eps=1e-8)
    means, squares = ([torch.zeros_like(parameter) for parameter in ours] for _ in range(2))
    for step in range(1, 8):
        for mine, other in zip(ours, theirs):
            mine.grad = torch.randn_like(mine)
            other.grad = mine.grad.double()
        optimizer.step()
        scalars = (torch.tensor(value) for value in (float(step), 1e-2, 0.0))
        grads = [mine.grad for mine in ours]
        llm.adamw_update(ours, grads, means, squares, *scalars, config, implementation)
        for mine, other in zip(ours, theirs):
            torch.testing.assert_close(mine.double(), other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("shape", [(2, 16, 16), (3, 8, 32), (1, 48, 12)])
def test_orthogonalize_keeps_directions_and_levels_singular_values(shape):
    torch.manual_seed(0)
    G = torch.randn(shape, dtype=torch.float64)
    X = llm.orthogonalize(G, steps=5, dtype=torch.float64)
    for g, x in zip(G, X):
        U, S, Vh = torch.linalg.svd(g, full_matrices=False)
        levels = torch.diagonal(U.T @ x @ Vh.T)
        torch.testing.assert_close(
            U @ torch.diag(levels) @ Vh, x, rtol=0, atol=1e-9
        )  # the same singular vectors
        assert levels.min() > 0.3 and levels.max() < 1.25
    torch.testing.assert_close(llm.orthogonalize(G, 5, torch.bfloat16).double(), X, rtol=0, atol=0.1)


def test_muon_update_is_the_unbatched_formula():
    torch.manual_seed(0)
    momentum, expected_momentum = (
        torch.zeros(2, 24, 6, dtype=torch.float64),
        torch.zeros(2, 24, 6, dtype=torch.float64),
    )
    for _ in range(3):
        grads = torch.randn(2, 24, 6, dtype=torch.float64)
        update = llm.muon_update(grads, momentum, beta=0.95, steps=5, dtype=torch.float64)
        expected_momentum = 0.95 * expected_momentum + 0.05 * grads
        nesterov = 0.95 * expected_momentum + 0.05 * grads
        for index in range(2):
            expected = (
                llm.orthogonalize(nesterov[index : index + 1], 5, torch.float64)[0] * 2.0
            )  # sqrt(24 / 6)
            torch.testing.assert_close(update[index], expected, rtol=1e-10, atol=1e-12)


def test_every_parameter_is_routed_once(model):
    routed = llm.route(model)
    names = [name for parameters in routed.values() for name in parameters]
    assert sorted(names) == sorted(name for name, _ in model.named_parameters())
    assert all(name.startswith("blocks.") and p.ndim == 2 for name, p in routed["muon"].items())
    assert f"{sum(p.numel() for p in routed['muon'].values()):,}" in parameter_table(routed)


def test_a_parameter_nobody_owns_is_caught(model):
    model.extra = torch.nn.Parameter(torch.zeros(3))
    with pytest.raises(AssertionError, match="extra"):
        llm.route(model)


def test_optimizer_state_round_trips(model):
    config = llm.TrainConfig()
    first = llm.MuonAdamW(model, config)
    for parameter in model.parameters():
        parameter.grad = torch.randn_like(parameter)
    first.step(torch.ones(()), torch.ones(()))
    second = llm.MuonAdamW(model, config)
    second.load_state_dict(first.state_dict())
    assert second.steps == 1
    assert all(torch.equal(second.momentum[shape], first.momentum[shape]) for shape in first.momentum)
    assert all(torch.equal(second.square[name], first.square[name]) for name in first.square)


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_gradient_that_is_not_finite_changes_nothing(model, bad):
    optimizer = llm.MuonAdamW(model, llm.TrainConfig())
    for gradient in (1.0, bad):
        for parameter in model.parameters():
            parameter.grad = torch.randn_like(parameter)
        next(model.parameters()).grad[0] *= gradient
        before = [p.detach().clone() for p in model.parameters()]
        state = copy.deepcopy(optimizer.state_dict())
        norm = optimizer.step(torch.ones(()), torch.ones(()))
    assert not norm.isfinite()
    assert all(map(torch.equal, model.parameters(), before))
    after = optimizer.state_dict()
    assert after["steps"] == state["steps"] == 1
    for kind in ("momentum", "mean", "square"):
        assert all(torch.equal(after[kind][name], state[kind][name]) for name in state[kind])


def test_the_update_is_that_of_clipped_gradients(model):
    """The norm is that of all gradients, Muon's and AdamW's."""
    twin = copy.deepcopy(model)
    gradients = [3 * torch.randn_like(parameter) for parameter in model.parameters()]
    for each, clip, factor in ((model, 1.0, 1.0), (twin, 1e9, None)):
        norm = torch.nn.utils.get_total_norm(gradients)
        for parameter, gradient in zip(each.parameters(), gradients):
            parameter.grad = gradient.clone() if factor else gradient / (norm + 1e-6)
        returned = llm.MuonAdamW(each, llm.TrainConfig(grad_clip=clip)).step(torch.ones(()), torch.ones(()))
        assert returned.item() == pytest.approx(norm.item() if factor else 1.0, rel=1e-5)
    for ours, theirs in zip(model.parameters(), twin.parameters()):
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("warmup", [0.0, 1e-9, 1e-4, 1e-3, 1.0])
def test_no_warm_up_leads_above_the_peak(warmup):
    scales = [llm.lr_scale(progress, warmup, final=0.05) for progress in (0.0, warmup / 2, warmup, 0.5, 1.0)]
    assert all(0 < scale <= 1 for scale in scales)


def test_schedule_warms_up_and_decays():
    scales = [llm.lr_scale(i / 1000, warmup=0.1, final=0.05) for i in range(1001)]
    peak = scales.index(max(scales))
    assert peak == 100 and max(scales) == pytest.approx(1.0) and scales[-1] == pytest.approx(0.05)
    assert (
        scales[:100] == sorted(scales[:100])
        and scales[100:] == sorted(scales[100:], reverse=True)
        and scales[0] > 0
    )
