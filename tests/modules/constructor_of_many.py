import torch
from torch import nn


class Model(nn.Module):
    """Built with as many widths as there are."""

    def __init__(self, first, *widths, act=torch.sin):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip((first, *widths), widths))
        self.act = act

    def forward(self, x):
        for layer in self.layers:
            x = self.act(layer(x))
        return x


def get_inputs():
    return [torch.randn(4, 7)]


def get_init_inputs():
    return [7, 15, 10, 6]
