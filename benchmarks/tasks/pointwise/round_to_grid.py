import torch
import torch.nn as nn


class Model(nn.Module):
    """Quantises to multiples of a step, without the straight-through trick."""

    def __init__(self, step=0.125):
        super().__init__()
        self.step = step

    def forward(self, x):
        return torch.round(x / self.step) * self.step


def get_inputs():
    return [torch.randn(4096, 10000)]


def get_init_inputs():
    return [0.125]
