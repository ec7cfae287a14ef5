import torch
from torch import nn, Tensor
from typing import List


class Model(nn.Module):
    """Batched matmul."""
    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        # one product per batch element
        return torch.bmm(x, y)


def get_inputs() -> List[Tensor]:
    return [torch.randn(96, 384, 640), torch.randn(96, 640, 448)]


def get_init_inputs() -> list:
    return []
