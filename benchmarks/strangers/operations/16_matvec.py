import torch
from torch import nn


class Model(nn.Module):
    """Matvec."""
    def __init__(self):
        super().__init__()

    def forward(self, mat: torch.Tensor, vec: torch.Tensor) -> torch.Tensor:
        """mat: (R, C), vec: (C,) -> (R,)"""
        return torch.mv(mat, vec)


R, C = 1500, 90112


def get_inputs():
    return [torch.randn(R, C), torch.randn(C)]


def get_init_inputs():
    return []
