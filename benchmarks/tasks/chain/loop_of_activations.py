import torch
import torch.nn as nn


class Model(nn.Module):
    """A list of activations, one after the other."""

    def __init__(self):
        super().__init__()
        self.steps = nn.ModuleList([nn.Tanh(), nn.Hardswish(), nn.LeakyReLU(0.3), nn.Sigmoid()])

    def forward(self, x):
        for step in self.steps:
            x = step(x)
        return x


def get_inputs():
    return [torch.randn(16, 256, 56, 112)]


def get_init_inputs():
    return []
