import torch
import torch.nn as nn


class Model(nn.Module):
    """A scaled tanh (LeCun 1998), then a shift and a square."""

    def __init__(self):
        super().__init__()
        self.a, self.b = 1.7159, 2.0 / 3.0

    def forward(self, x):
        y = self.a * torch.tanh(self.b * x)
        y = y + 0.1
        return y * y


def get_inputs():
    return [torch.randn(1 << 14, 2048)]


def get_init_inputs():
    return []
