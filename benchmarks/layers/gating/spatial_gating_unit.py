import torch
from torch import nn


class Model(nn.Module):
    """The spatial gating unit of gMLP (Liu et al. 2021, arXiv:2105.08050).

    z1 * (W norm(z2) + b), W over the places.
    """

    def __init__(self, places, half):
        super().__init__()
        self.norm = nn.LayerNorm(half)
        self.weight = nn.Parameter(0.01 * torch.randn(places, places))
        self.bias = nn.Parameter(torch.ones(places, 1))

    def forward(self, z):
        z1, z2 = z.chunk(2, dim=-1)
        return z1 * (self.weight @ self.norm(z2) + self.bias)


def get_inputs():
    return [torch.randn(6, 46, 180)]


def get_init_inputs():
    return [46, 90]
