import torch
import torch.nn as nn


class Model(nn.Module):
    """Conv2d residual prelu bn."""
    def __init__(self, channels, kernel_size):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, kernel_size, padding=kernel_size // 2)
        self.prelu = nn.PReLU(channels)
        self.bn = nn.BatchNorm2d(channels)

    def forward(self, x):
        h = self.prelu(self.conv(x))
        h = self.bn(h + x)
        return torch.clamp(h, -2.0, 2.0)


def get_inputs():
    return [torch.randn(22, 48, 76, 76)]


def get_init_inputs():
    return [48, 3]
