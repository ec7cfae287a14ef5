import torch
from torch import nn

CURVES = {"root": lambda x: x.abs().sqrt(), "bell": lambda x: torch.exp(-x * x), "line": lambda x: 0.4 * x}


class Model(nn.Module):
    """Chooses a function by its name."""

    def __init__(self, names):
        super().__init__()
        self.names = names

    def forward(self, x):
        return sum(CURVES[name](x) for name in self.names)


def get_inputs():
    return [torch.randn(9, 14)]


def get_init_inputs():
    return [["bell", "line"]]
