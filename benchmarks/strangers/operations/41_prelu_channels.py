import torch
import torch.nn as nn


class Model(nn.Module):
    """PReLU with one learnable slope per channel."""

    def __init__(self, num_parameters: int, init: float):
        super().__init__()
        self.prelu = nn.PReLU(num_parameters=num_parameters, init=init)

    def forward(self, x):
        return self.prelu(x)


def get_inputs():
    return [torch.randn(32, 144, 128, 128)]


def get_init_inputs():
    return [144, 0.18]
