import torch
import torch.nn as nn


class Model(nn.Module):
    """3x3 convolution, ReLU, a per-channel offset, then a constant gain."""

    def __init__(self, in_channels, out_channels, kernel_size, bias_shape, gain):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size)
        self.offset = nn.Parameter(torch.randn(bias_shape) * 0.1)
        self.gain = gain

    def forward(self, x):
        x = self.conv(x)
        x = torch.relu(x)
        x = x + self.offset
        return x * self.gain


batch = 48
in_channels = 12
out_channels = 56
height, width = 94, 110


def get_inputs():
    return [torch.randn(batch, in_channels, height, width)]


def get_init_inputs():
    return [in_channels, out_channels, 3, (out_channels, 1, 1), 1.7]
