import torch
from torch import nn


class Model(nn.Module):
    """Deep sets (Zaheer et al. 2017, arXiv:1703.06114): rho(sum of phi(x) over the members of a set)."""

    def __init__(self, inside, hidden, outside):
        super().__init__()
        self.phi = nn.Sequential(nn.Linear(inside, hidden), nn.ELU())
        self.rho = nn.Linear(hidden, outside)

    def forward(self, members):
        return self.rho(self.phi(members).sum(dim=1))


def get_inputs():
    return [torch.randn(16, 39, 27)]


def get_init_inputs():
    return [27, 64, 12]
