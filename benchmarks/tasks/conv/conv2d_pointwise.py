import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.mix = nn.Conv2d(i, o, 1)

    def forward(self, t):
        return self.mix(t)


def get_inputs():
    return [torch.randn(16, 192, 56, 56)]


def get_init_inputs():
    return [192, 64]
