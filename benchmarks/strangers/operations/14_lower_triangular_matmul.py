import torch
import torch.nn as nn


class Model(nn.Module):
    """Product of two lower-triangular matrices, itself lower-triangular."""

    def __init__(self):
        super().__init__()

    def forward(self, L1: torch.Tensor, L2: torch.Tensor) -> torch.Tensor:
        return torch.tril(torch.matmul(L1, L2))


SIZE = 2560


def get_inputs():
    L1 = torch.tril(torch.randn(SIZE, SIZE))
    L2 = torch.tril(torch.randn(SIZE, SIZE))
    return [L1, L2]


def get_init_inputs():
    return []
