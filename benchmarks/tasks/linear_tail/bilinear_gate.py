import torch
import torch.nn as nn


class Model(nn.Module):
    """Two projections of one input, one gates the other."""

    def __init__(self, d, h):
        super().__init__()
        self.value, self.gate = nn.Linear(d, h), nn.Linear(d, h)

    def forward(self, x):
        return self.value(x) * torch.sigmoid(self.gate(x))


def get_inputs():
    return [torch.randn(16384, 512)]


def get_init_inputs():
    return [512, 1024]
