import torch
import torch.nn as nn


class Model(nn.Module):
    """Plain product of two square matrices."""

    def __init__(self):
        super().__init__()

    def forward(self, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return torch.matmul(a, b)


SIDE = 3072


def get_inputs():
    return [torch.randn(SIDE, SIDE), torch.randn(SIDE, SIDE)]


def get_init_inputs():
    return []
