"""AOTAutograd's graphs through the front end: the traced graph computes what the original computes.

Every region is computed by its PyTorch text, so what is tested here is the trace, the regions and the joins.
"""

import copy
import dataclasses

import pytest
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils._python_dispatch import _get_current_dispatch_mode

from benchmarks.networks import networks
from python_to_triton.backend import compilation, region_answers
from python_to_triton.backend.graph_runner import GraphRunner
from python_to_triton.backend.options import BackendOptions

CHOSEN = ("conv_batch_norm", "conv_residual", "decoder_block", "recommender", "two_towers", "u_shape")


class Classifier(nn.Module):
    """Logarithms of probabilities, and a loss of labels, some of which do not count."""

    def __init__(self):
        super().__init__()
        self.head = nn.Linear(6, 5)

    def forward(self, x, labels):
        return F.cross_entropy(self.head(x), labels, ignore_index=1)


@pytest.fixture
def plans(monkeypatch):
    """The plans of all graphs that are compiled; each region is PyTorch's, and each traced graph runs."""
    torch._dynamo.reset()  # modules of one class share how often they may be compiled
    made = []
    plan_graph = compilation.plan_graph

    def planned(*arguments):
        plan, store = plan_graph(*arguments)
        made.append(plan)
        return dataclasses.replace(plan, reason="") if plan.layout else plan, store

    def answered(regions, options):
        return [region_answers.pytorch_plan(region.prompt, "not searched for") for region in regions]

    monkeypatch.setattr(compilation, "INTERPRETER_REQUESTED", True)
    monkeypatch.setattr(compilation, "answer_regions", answered)
    monkeypatch.setattr(compilation, "plan_graph", planned)
    return made


def training_step(model, function, inputs):
    """The output, each gradient of its mean square, and the buffers afterwards."""
    output = function(*inputs)
    gradients = torch.autograd.grad(output.square().mean(), list(model.parameters()))
    return [output.detach(), *gradients, *(buffer.clone() for buffer in model.buffers())]


def compare_with_eager(model, *calls, dynamic=None):
    """Asserts that training steps through the backend, with the inputs of each call, are eager's."""
    twin = copy.deepcopy(model)

    def backend(module, examples):
        return compilation.compile_dynamo_graph(module, examples, BackendOptions())

    compiled = torch.compile(model, backend=backend, dynamic=dynamic)
    for inputs in calls:
        ours = training_step(model, compiled, inputs)
        for one, other in zip(ours, training_step(twin, twin, inputs), strict=True):
            torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(
    "network", [n for n in networks(tiny=True) if n.name in CHOSEN], ids=lambda n: n.name
)
def test_a_training_step_is_that_of_eager(network, plans):
    torch.manual_seed(0)
    compare_with_eager(network.build(), network.draw())
    assert plans[0].layout, plans[0].line()


def test_sizes_that_change_are_letters_of_the_graph(plans):
    torch.manual_seed(0)
    network = next(n for n in networks(tiny=True) if n.name == "gated_mlp")
    compare_with_eager(network.build(), network.draw(), dynamic=True)
    assert [plan.kind for plan in plans] == ["forward", "backward"]
    assert all(plan.layout.sizes for plan in plans), [plan.line() for plan in plans]


def test_labels_that_do_not_count_are_left_out_of_the_mean(plans):
    torch.manual_seed(0)
    compare_with_eager(Classifier(), (torch.randn(7, 6), torch.tensor([0, 1, 2, 1, 4, 3, 1])))
    assert plans[0].layout, plans[0].line()


class TwoLayersOfAttention(nn.Module):
    """Attention twice, under one mask of truths, as libraries make it."""

    def __init__(self, expands):
        super().__init__()
        self.inner = nn.Linear(8, 24)
        self.outer = nn.Linear(8, 24)
        self.expands = expands

    def forward(self, x, seen):
        mask = torch.where(seen[:, None, None], 0.0, -torch.inf) if self.expands else seen[:, None, None]
        mask = mask.expand(-1, 2, x.shape[1], -1) if self.expands else mask
        for layer in (self.inner, self.outer):
            queries, keys, values = layer(x).unflatten(-1, (3, 2, 4)).permute(2, 0, 3, 1, 4)
            x = F.scaled_dot_product_attention(queries, keys, values, mask).transpose(1, 2).flatten(-2)
        return x


@pytest.mark.parametrize("expands", [False, True])
@pytest.mark.parametrize("kernel", [SDPBackend.MATH, SDPBackend.FLASH_ATTENTION])
def test_a_mask_of_truths_hides_in_the_scores(kernel, expands, plans):
    torch.manual_seed(0)
    with sdpa_kernel(kernel):
        compare_with_eager(TwoLayersOfAttention(expands), (torch.randn(2, 6, 8), torch.rand(2, 6) > 0.3))
    prompts = "\n".join(region.prompt for plan in plans for region in plan.regions)
    assert prompts.count("where(a0, 0, -inf)") == (kernel is not SDPBackend.MATH)  # attention has it whole
    assert ", -inf)\nv1 = eq(v0, -inf)\nv2 = softmax(v0, dim=-1)\nv3 = where(v1, 0, v2)" in prompts
    assert "any(" not in prompts


def test_a_mask_that_hides_nothing_is_in_no_region(plans):
    class Unpadded(TwoLayersOfAttention):
        def forward(self, x):
            return super().forward(x, torch.arange(x.shape[1]).expand(x.shape[0], -1) >= 0)

    torch.manual_seed(0)
    compare_with_eager(Unpadded(expands=True), (torch.randn(2, 6, 8),))
    prompts = "\n".join(region.prompt for plan in plans for region in plan.regions)
    assert "attention(" in prompts and " ge(" not in prompts and "bool" not in prompts, prompts


def test_a_graph_is_loaded_outside_of_the_modes_of_a_trace(plans, monkeypatch):
    modes = []

    def runner(plan, *rest, **options):
        modes.append(_get_current_dispatch_mode())
        return GraphRunner(plan, *rest, **options)

    monkeypatch.setattr(compilation, "GraphRunner", runner)
    compare_with_eager(Classifier(), (torch.randn(7, 6), torch.tensor([0, 1, 2, 1, 4, 3, 1])))
    assert modes == [None, None]


def convolutions(stride):
    """Convolutions whole, in groups, depthwise and transposed, each with a gradient by all it is given."""
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, stride, padding=1),
        nn.ReLU(),
        nn.Conv2d(8, 8, 3, stride, padding=1, groups=8),
        nn.Conv2d(8, 6, 1, groups=2),
        nn.ConvTranspose2d(6, 4, 3, stride, padding=1),
    )


def test_gradients_of_convolutions_are_regions(plans):
    torch.manual_seed(0)
    compare_with_eager(convolutions(2), (torch.randn(2, 3, 11, 14),))
    assert [plan.kind for plan in plans] == ["forward", "backward"]
    assert all("torch.ops" not in plan.entry for plan in plans), plans[1].entry


@pytest.mark.parametrize("stride", [1, 2])
def test_gradients_of_convolutions_are_right_at_other_sizes(stride, plans):
    torch.manual_seed(0)
    calls = [(torch.randn(2, 3, *sizes),) for sizes in ((11, 14), (12, 14), (17, 9))]
    compare_with_eager(convolutions(stride), *calls, dynamic=True)
    forward, backward = plans[:2]
    assert not forward.layout.only  # any sizes
    assert sorted(backward.layout.only.values()) == ([2, 11, 14] if stride > 1 else [])


@pytest.mark.parametrize(
    "model, shape",
    [
        (nn.Sequential(nn.Conv2d(3, 8, 1), nn.Conv2d(8, 12, 3, 2, 1, groups=4)), (2, 3, 9, 8)),
        (nn.Sequential(nn.Conv3d(3, 4, 1), nn.Conv3d(4, 6, 3, (1, 2, 2), 1)), (2, 3, 4, 9, 8)),
        (nn.Sequential(nn.Conv3d(3, 4, 1), nn.Conv3d(4, 6, 1, 2)), (2, 3, 4, 9, 8)),
    ],
)
def test_gradients_in_groups_and_in_three_dimensions_are_plain_convolutions(model, shape, plans):
    torch.manual_seed(0)
    compare_with_eager(model, (torch.randn(shape),))
    prompts = "\n".join(region.prompt for region in plans[1].regions)
    assert "conv_transpose" not in prompts and "torch.ops" not in plans[1].entry, prompts


class PooledInChannelsLast(nn.Module):
    """An average over planes whose channels lie last: PyTorch keeps that by strides of one-element planes."""

    def __init__(self):
        super().__init__()
        self.wide = nn.Linear(6, 8)
        self.head = nn.Linear(8, 5)

    def forward(self, x):
        planes = self.wide(x).permute(0, 3, 1, 2)
        return self.head(F.adaptive_avg_pool2d(planes, 1).flatten(1))


def test_strides_of_an_average_in_channels_last_are_no_obstacle(plans):
    torch.manual_seed(0)
    compare_with_eager(PooledInChannelsLast(), (torch.randn(3, 4, 5, 6),))
    assert [plan.kind for plan in plans] == ["forward", "backward"]
    assert all(plan.layout for plan in plans), [plan.line() for plan in plans]


def test_gradients_of_pools_are_regions(plans):
    torch.manual_seed(0)
    pools = nn.Sequential(nn.Conv2d(3, 8, 3), nn.MaxPool2d(3, 2, 1), nn.Conv2d(8, 6, 1), nn.AvgPool2d(2))
    compare_with_eager(pools, (torch.randn(2, 3, 11, 14),))
    assert all("torch.ops" not in plan.entry for plan in plans), plans[1].entry


class Rolled(nn.Module):
    """Planes rolled along two dimensions between two products, as shifted windows are."""

    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(6, 4), nn.Linear(4, 3)

    def forward(self, x):
        return self.last(torch.roll(self.first(x), (-2, 3), (1, 2)))


def test_a_roll_stays_a_roll(plans):
    torch.manual_seed(0)
    compare_with_eager(Rolled(), (torch.randn(2, 5, 7, 6),))
    for plan in plans:
        prompts = "\n".join(region.prompt for region in plan.regions)
        assert "roll(" in prompts and "index_select" not in prompts, prompts


@pytest.mark.parametrize("call", [{"scale_factor": 2}, {"size": (9, 11), "mode": "bilinear"}])
def test_interpolations_and_their_gradients_are_no_lookups(call, plans):
    torch.manual_seed(0)

    class Enlarged(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.last = nn.Conv2d(3, 4, 3), nn.Conv2d(4, 2, 1)

        def forward(self, x):
            return self.last(F.interpolate(self.first(x), **call))

    compare_with_eager(Enlarged(), (torch.randn(2, 3, 6, 8),))
    forward, backward = ("\n".join(region.prompt for region in plan.regions) for plan in plans)
    assert "interpolate(" in forward and "index" not in forward, forward
    assert "index_put" not in backward and "torch.ops" not in plans[1].entry, backward


def test_a_normalised_weight_has_its_gradients_in_regions(plans):
    torch.manual_seed(0)
    model = nn.utils.parametrizations.weight_norm(nn.Conv1d(4, 6, 3, groups=2), dim=2)
    compare_with_eager(model, (torch.randn(2, 4, 9),))
    assert "torch.ops" not in plans[1].entry, plans[1].entry
