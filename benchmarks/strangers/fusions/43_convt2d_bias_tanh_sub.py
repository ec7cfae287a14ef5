import torch
import torch.nn as nn


class Model(nn.Module):
    """Convt2d bias tanh sub."""
    def __init__(self, in_channels, out_channels, kernel_size, stride, bias_shape, gain):
        super().__init__()
        self.up = nn.ConvTranspose2d(in_channels, out_channels, kernel_size, stride=stride, padding=1)
        self.bias = nn.Parameter(torch.randn(bias_shape))
        self.gain = gain

    def forward(self, x):
        x = self.up(x)
        x = torch.tanh(x - self.bias)
        return x * self.gain


def get_inputs():
    return [torch.randn(24, 40, 48, 56)]


def get_init_inputs():
    return [40, 24, 4, 2, (24, 1, 1), 0.75]
