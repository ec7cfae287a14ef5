import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.mix = nn.Parameter(torch.rand(width))

    def forward(self, old, new):
        return torch.lerp(old, new, self.mix)


def get_inputs():
    return [torch.randn(4096, 4096), torch.randn(4096, 4096)]


def get_init_inputs():
    return [4096]
