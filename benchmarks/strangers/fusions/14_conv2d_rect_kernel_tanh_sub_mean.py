import torch
import torch.nn as nn


class Model(nn.Module):
    """Conv2d rect kernel tanh sub mean."""
    def __init__(self, in_channels, out_channels, kernel_size, padding, scale):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size=kernel_size, padding=padding)
        self.scale = scale

    def forward(self, x):
        x = torch.tanh(self.conv(x))
        m = x.mean(dim=(-2, -1), keepdim=True)
        x = torch.abs(x - m)
        return x * self.scale


def get_inputs():
    return [torch.randn(16, 18, 80, 200)]


def get_init_inputs():
    return [18, 42, (1, 5), (0, 2), 4.0]
