import torch
import torch.nn as nn


class Model(nn.Module):
    """Dilated convolution block with channel dropout (inactive when put in eval mode)."""

    def __init__(self, in_channels, out_channels, kernel_size, dilation, p, scaling_factor):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size, padding=dilation, dilation=dilation)
        self.bn = nn.BatchNorm2d(out_channels)
        self.drop = nn.Dropout2d(p)
        self.s = scaling_factor
        self.eval()

    def forward(self, x):
        return self.drop(torch.relu(self.bn(self.conv(x)))) * self.s


def get_inputs():
    return [torch.randn(12, 32, 128, 128)]


def get_init_inputs():
    return [32, 64, 3, 4, 0.2, 1.25]
