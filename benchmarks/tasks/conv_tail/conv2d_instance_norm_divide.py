import torch
import torch.nn as nn


class Model(nn.Module):
    """Style-transfer block."""

    def __init__(self, c, d):
        super().__init__()
        self.pad = nn.ReflectionPad2d(1)
        self.conv = nn.Conv2d(c, d, 3)
        self.norm = nn.InstanceNorm2d(d)

    def forward(self, x):
        return self.norm(self.conv(self.pad(x))) / 1.5


def get_inputs():
    return [torch.randn(8, 32, 128, 128)]


def get_init_inputs():
    return [32, 64]
