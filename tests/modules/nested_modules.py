import torch
from torch import nn


class Gate(nn.Module):
    """A module of a module."""

    def __init__(self, width):
        super().__init__()
        self.open = nn.Linear(width, width)

    def forward(self, x):
        return x * torch.sigmoid(self.open(x))


class Pair(nn.Module):
    """Two of them, one after the other."""

    def __init__(self, width):
        super().__init__()
        self.first, self.second = Gate(width), Gate(width)

    def forward(self, x):
        return self.second(self.first(x)) - x


class Model(nn.Module):
    """Three levels deep."""

    def __init__(self):
        super().__init__()
        self.inner = Pair(10)

    def forward(self, x):
        return self.inner(x).mean(-1)


def get_inputs():
    return [torch.randn(5, 10)]
