import torch
from torch import nn


class Model(nn.Module):
    """Dynamic tanh in place of a norm (Zhu et al. 2025, arXiv:2503.10622): gamma * tanh(alpha x) + beta."""

    def __init__(self, width, start=0.5):
        super().__init__()
        self.alpha = nn.Parameter(torch.full((1,), start))
        self.gamma = nn.Parameter(torch.rand(width))
        self.beta = nn.Parameter(torch.zeros(width))

    def forward(self, tokens):
        return self.gamma * torch.tanh(self.alpha * tokens) + self.beta


def get_inputs():
    return [torch.randn(9, 130, 264)]


def get_init_inputs():
    return [264]
