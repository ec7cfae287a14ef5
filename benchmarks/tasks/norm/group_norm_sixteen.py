import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, groups, channels):
        super().__init__()
        self.gn = nn.GroupNorm(groups, channels, eps=1e-6)

    def forward(self, x):
        return self.gn(x)


def get_inputs():
    return [torch.randn(16, 128, 96, 96)]


def get_init_inputs():
    return [16, 128]
