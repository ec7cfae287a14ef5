import torch
import torch.nn as nn


class Model(nn.Module):
    """Which code of a codebook is nearest, by inner product."""

    def __init__(self, dim, codes):
        super().__init__()
        self.codebook = nn.Parameter(torch.randn(codes, dim))

    def forward(self, z):
        return torch.argmax(z @ self.codebook.t(), dim=-1)


def get_inputs():
    return [torch.randn(65536, 64)]


def get_init_inputs():
    return [64, 1024]
