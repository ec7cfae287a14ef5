import torch
import torch.nn as nn


class Model(nn.Module):
    """Convt3d clamp scale maxpool."""
    def __init__(self, in_channels, out_channels, kernel_size, stride, floor, divisor):
        super().__init__()
        self.up = nn.ConvTranspose3d(in_channels, out_channels, kernel_size, stride=stride, padding=1)
        self.floor = floor
        self.divisor = divisor
        self.pool = nn.MaxPool3d(2)

    def forward(self, x):
        x = self.up(x)
        x = torch.clamp(x, min=self.floor)
        x = x / self.divisor
        return self.pool(x)


def get_inputs():
    return [torch.randn(8, 24, 14, 22, 22)]


def get_init_inputs():
    return [24, 16, 3, 2, -0.1, 0.6]
