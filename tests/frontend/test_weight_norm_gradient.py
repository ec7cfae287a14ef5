"""The gradients of a weight's normalisation, made of other operators, are PyTorch's."""

import pytest
import torch

from python_to_triton.frontend.decompositions import backend_decompositions

FORWARD = torch.ops.aten._weight_norm_interface.default
GRADIENT = torch.ops.aten._weight_norm_interface_backward.default


@pytest.mark.parametrize("shape, dim", [((5, 3, 4), 0), ((5, 3, 4), 2), ((6, 7), 0), ((6, 7), 1), ((8,), 0)])
def test_they_are_pytorchs(shape, dim):
    torch.manual_seed(0)
    v = torch.randn(shape, dtype=torch.float64)
    magnitude = torch.randn([n if d == dim else 1 for d, n in enumerate(shape)], dtype=torch.float64)
    w, norm = FORWARD(v, magnitude, dim)
    call = torch.randn_like(w), v, magnitude, norm, dim
    for one, other in zip(backend_decompositions()[GRADIENT](*call), GRADIENT(*call), strict=True):
        torch.testing.assert_close(one, other)
