"""The gradient of an embedding, made of other operators, is PyTorch's."""

import pytest
import torch

from python_to_triton.frontend.decompositions import backend_decompositions

GRADIENT = torch.ops.aten.embedding_dense_backward.default


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("padding_idx", [-1, 0, 3])
def test_it_is_pytorchs(padding_idx, dtype):
    torch.manual_seed(0)
    indices = torch.randint(5, (4, 7))
    gradient = torch.randn(4, 7, 6).to(dtype)
    ours = backend_decompositions()[GRADIENT](gradient, indices, 9, padding_idx, False)
    assert padding_idx < 0 or not ours[padding_idx].any()
    expected = GRADIENT(gradient.float(), indices, 9, padding_idx, False)
    torch.testing.assert_close(ours, expected.to(dtype))


def test_counted_indices_are_left_to_pytorch():
    call = torch.randn(4, 6), torch.randint(5, (4,)), 9, -1, True
    assert backend_decompositions()[GRADIENT](*call) is NotImplemented
