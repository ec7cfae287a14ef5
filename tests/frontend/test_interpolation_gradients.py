"""The gradients of interpolation, made of other operators, are PyTorch's."""

import pytest
import torch
import torch.nn.functional as F

from python_to_triton import frontend
from python_to_triton.frontend.decompositions import backend_decompositions

ATEN = torch.ops.aten
LINEAR = {1: "upsample_linear1d", 2: "upsample_bilinear2d", 3: "upsample_trilinear3d"}
SIZES = [((3, 5, 4), (7, 9, 4)), ((7, 6, 5), (3, 2, 1)), ((4, 1, 2), (8, 3, 6)), ((2, 3, 3), (2, 51, 60))]
FACTORS = (0.6, 1.7, 2, 3)


def compare(name, sizes, places, *more):
    """Asserts that the gradient of an interpolation is PyTorch's."""
    torch.manual_seed(0)
    backward = getattr(ATEN, f"{name}_backward").default
    call = torch.randn(2, 3, *places, dtype=torch.float64), list(places), [2, 3, *sizes], *more
    torch.testing.assert_close(backend_decompositions()[backward](*call), backward(*call))


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("align_corners", [False, True])
def test_those_of_linear_ones_are_pytorchs(dims, align_corners):
    for sizes, places in SIZES:
        compare(LINEAR[dims], sizes[:dims], places[:dims], align_corners)
    for factor in FACTORS:
        sizes = (5, 7, 6)[:dims]
        places = [int(n * factor) for n in sizes]
        compare(LINEAR[dims], sizes, places, align_corners, *[factor] * dims)


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("name", ["upsample_nearest", "_upsample_nearest_exact"])
def test_those_of_nearest_ones_are_pytorchs(dims, name):
    for sizes, places in SIZES:
        compare(f"{name}{dims}d", sizes[:dims], places[:dims])
    for factor in FACTORS:
        sizes = (5, 7, 6)[:dims]
        compare(f"{name}{dims}d", sizes, [int(n * factor) for n in sizes], *[factor] * dims)


def test_a_factor_that_leaves_a_size_is_left_to_pytorch():
    rule = backend_decompositions()[ATEN.upsample_linear1d_backward.default]
    assert rule(torch.randn(1, 2, 3), [3], [1, 2, 3], False, 1.2) is NotImplemented


@pytest.mark.parametrize("factor", [1.5, 2])
def test_an_interpolation_to_a_size_keeps_its_factors(factor):
    x = torch.randn(2, 3, 5, 7)
    places = [int(n * factor) for n in x.shape[2:]]

    def interpolated(x):
        return ATEN.upsample_bilinear2d.default(x, places, False, factor, factor)

    graph = frontend.trace(interpolated, (x,))
    assert f"scale_factor={factor}" in graph.text
    torch.testing.assert_close(graph.run(x), F.interpolate(x, scale_factor=factor, mode="bilinear"))
