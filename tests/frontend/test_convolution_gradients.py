"""The gradients of convolutions and pools, made of other operators, are PyTorch's."""

import itertools

import pytest
import torch
import torch.nn.functional as F
from functorch.compile import aot_function

from python_to_triton.frontend.decompositions import backend_decompositions

GRADIENTS = torch.ops.aten.convolution_backward.default
CHANNELS, OUTPUTS = 4, 6
GEOMETRIES = [
    (stride, padding, dilation)
    for stride, padding, dilation in itertools.product((1, 2, 3), (0, 1, 2), (1, 2))
]


def call_of(dims, transposed, groups, stride, padding, dilation, window=3, output_padding=0):
    """The arguments of `convolution_backward`, in float64; the sizes differ, so that not all are even."""
    weight = (CHANNELS, OUTPUTS // groups) if transposed else (OUTPUTS, CHANNELS // groups)
    weight = torch.randn(*weight, *[window] * dims, dtype=torch.float64)
    x = torch.randn(2, CHANNELS, *range(7, 7 + dims), dtype=torch.float64)
    geometry = [stride] * dims, [padding] * dims, [dilation] * dims
    geometry = *geometry, transposed, [output_padding] * dims, groups
    gradient = torch.randn_like(torch.ops.aten.convolution(x, weight, None, *geometry))
    return gradient, x, weight, [OUTPUTS], *geometry


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("groups", [1, 2])
def test_they_are_pytorchs(dims, transposed, groups):
    torch.manual_seed(0)
    for geometry in GEOMETRIES:
        call = *call_of(dims, transposed, groups, *geometry), [True, True, True]
        for one, other in zip(backend_decompositions()[GRADIENTS](*call), GRADIENTS(*call), strict=True):
            torch.testing.assert_close(one, other)


@pytest.mark.parametrize("outputs", [6, 12])
@pytest.mark.parametrize(
    "stride, padding, dilation", [(2, 1, 1), (3, 0, 1), (2, 4, 2), (1, 1, 1), (1, 4, 2), (1, 0, 2), (1, 5, 1)]
)
def test_depthwise_ones_are_pytorchs(outputs, stride, padding, dilation):
    torch.manual_seed(0)
    x, weight = torch.randn(2, 6, 9, 8), torch.randn(outputs, 1, 3, 3)
    geometry = [stride] * 2, [padding] * 2, [dilation] * 2, False, [0, 0], 6
    gradient = torch.randn_like(torch.ops.aten.convolution(x, weight, None, *geometry))
    call = gradient, x, weight, [outputs], *geometry, [True, True, False]
    ours = backend_decompositions()[GRADIENTS](*call)
    assert ours[2] is None
    for one, other in zip(ours[:2], GRADIENTS(*call)[:2]):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("mask", [[True, False, False], [False, True, False], [False, False, True]])
def test_only_what_is_wanted_is_computed(mask):
    call = *call_of(2, False, 1, 1, 1, 1), mask
    assert [one is not None for one in backend_decompositions()[GRADIENTS](*call)] == mask


def test_rows_that_no_window_reaches_are_left_to_pytorch():
    call = call_of(2, True, 1, stride=1, padding=0, dilation=2, output_padding=1)
    rule = backend_decompositions()[GRADIENTS]
    assert rule(*call, [True, True, False]) is NotImplemented
    for one, other in zip(rule(*call, [True, True, True]), GRADIENTS(*call, [True, True, True])):
        torch.testing.assert_close(one, other)


POOLS = list(itertools.product((2, 3), (1, 2, 3), (0, 1), (False, True)))  # window, stride, padding, ceil


@pytest.mark.parametrize("dims", [2, 3])
def test_those_of_maximum_pools_are_pytorchs(dims):
    torch.manual_seed(0)
    pool = getattr(torch.ops.aten, f"max_pool{dims}d_with_indices").default
    backward = getattr(torch.ops.aten, f"max_pool{dims}d_with_indices_backward").default
    x = torch.randn(2, 3, *range(7, 7 + dims), dtype=torch.float64)
    for window, stride, padding, ceil_mode in POOLS:
        geometry = [window] * dims, [stride] * dims, [padding] * dims, [1] * dims, ceil_mode
        y, indices = pool(x, *geometry)
        call = torch.randn_like(y), x, *geometry, indices
        torch.testing.assert_close(backend_decompositions()[backward](*call), backward(*call))


@pytest.mark.parametrize("dims", [2, 3])
@pytest.mark.parametrize("counts_padding, divisor", [(True, None), (False, None), (False, 5)])
def test_those_of_average_pools_are_pytorchs(dims, counts_padding, divisor):
    torch.manual_seed(0)
    pool = getattr(torch.ops.aten, f"avg_pool{dims}d").default
    backward = getattr(torch.ops.aten, f"avg_pool{dims}d_backward").default
    x = torch.randn(2, 3, *range(7, 7 + dims), dtype=torch.float64)
    for window, stride, padding, ceil_mode in POOLS:
        places = [window] * dims, [stride] * dims, [padding] * dims
        geometry = *places, ceil_mode, counts_padding, divisor
        call = torch.randn_like(pool(x, *geometry)), x, *geometry
        ours = backend_decompositions()[backward](*call)
        assert (ours is NotImplemented) is ceil_mode
        if not ceil_mode:
            torch.testing.assert_close(ours, backward(*call))


@pytest.mark.parametrize("dims", [2, 3])
@pytest.mark.parametrize("batch", [(2, 3), (3,)])
def test_those_of_adaptive_average_pools_are_pytorchs(dims, batch):
    torch.manual_seed(0)
    pool = getattr(torch.ops.aten, f"_adaptive_avg_pool{dims}d").default
    backward = getattr(torch.ops.aten, f"_adaptive_avg_pool{dims}d_backward").default
    x = torch.randn(*batch, *range(6, 6 + dims), dtype=torch.float64)
    for places in ((1, 2, 3), (4, 7, 8), (9, 5, 11)):
        gradient = torch.randn_like(pool(x, places[:dims]))
        ours = backend_decompositions()[backward](gradient, x)
        torch.testing.assert_close(ours, backward(gradient, x))


@pytest.mark.parametrize(
    "program",
    [
        lambda x, w: F.avg_pool2d(x, (2,), (2,), (1,), count_include_pad=False),
        lambda x, w: F.avg_pool2d(x, 3, (2,)),
        lambda x, w: F.max_pool2d(x, (2,)),
        lambda x, w: F.conv2d(x, w, stride=(2,), padding=(1,)),
        lambda x, w: F.conv_transpose2d(x, w, stride=(2,), padding=(1,), output_padding=(1,)),
        lambda x, w: F.max_pool2d(x[:0], 2),
    ],
)
def test_one_number_may_stand_for_all_dimensions(program):
    """And a batch may have no image."""
    torch.manual_seed(0)
    x, w = torch.randn(2, 3, 8, 9, requires_grad=True), torch.randn(3, 3, 3, 3, requires_grad=True)
    ours = aot_function(program, lambda graph, _: graph, decompositions=backend_decompositions())(x, w)
    expected = program(x, w)
    gradient = torch.randn_like(expected)
    found, wanted = (
        torch.autograd.grad(result, [x, w], gradient, allow_unused=True) for result in (ours, expected)
    )
    for one, other in zip(found, wanted):
        if other is not None:
            torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-4)
