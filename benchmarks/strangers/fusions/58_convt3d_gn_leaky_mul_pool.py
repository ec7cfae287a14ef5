import torch
import torch.nn as nn


class Model(nn.Module):
    """leaky -> multiply -> leaky -> norm -> pool after an up-convolution"""

    def __init__(self, in_channels, out_channels, kernel_size, stride, mult_shape, groups):
        super().__init__()
        self.ct = nn.ConvTranspose3d(in_channels, out_channels, kernel_size, stride=stride, padding=1, output_padding=1)
        self.m = nn.Parameter(torch.randn(mult_shape))
        self.lrelu = nn.LeakyReLU(0.1)
        self.gn = nn.GroupNorm(groups, out_channels)
        self.mp = nn.MaxPool3d(2)

    def forward(self, x):
        x = self.lrelu(self.ct(x))
        x = self.lrelu(x * self.m)
        return self.mp(self.gn(x))


def get_inputs():
    return [torch.randn(8, 14, 12, 20, 20)]


def get_init_inputs():
    return [14, 24, 3, 2, (24, 1, 1, 1), 4]
