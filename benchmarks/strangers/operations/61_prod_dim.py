import torch
import torch.nn as nn


class Model(nn.Module):
    """Product over one axis; inputs stay near one so that nothing overflows."""

    def __init__(self, dim=1):
        super().__init__()
        self.dim = dim

    def forward(self, factors):
        return torch.prod(factors, dim=self.dim)


def get_inputs():
    return [1.0 + 0.02 * torch.randn(130, 500, 1200)]


def get_init_inputs():
    return [1]
