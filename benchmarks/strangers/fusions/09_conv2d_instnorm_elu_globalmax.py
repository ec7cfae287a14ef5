import torch
import torch.nn as nn


class Model(nn.Module):
    """conv / instance norm / ELU / amax over the image / division by a constant"""

    def __init__(self, in_channels, out_channels, kernel_size, divisor):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size)
        self.inorm = nn.InstanceNorm2d(out_channels)
        self.elu = nn.ELU(alpha=0.7)
        self.divisor = divisor

    def forward(self, x):
        x = self.conv(x)
        x = self.inorm(x)
        x = self.elu(x)
        x = torch.amax(x, dim=[2, 3])
        return x / self.divisor


def get_inputs():
    return [torch.rand(30, 8, 130, 126)]


def get_init_inputs():
    return [8, 80, 5, 3.0]
