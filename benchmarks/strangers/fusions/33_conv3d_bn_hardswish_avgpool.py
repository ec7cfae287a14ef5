import torch
from torch import nn


class Model(nn.Module):
    """Conv3d bn hardswish avgpool."""
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int, stride: int, pool: int):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv3d(in_channels, out_channels, kernel_size, stride=stride, padding=1, bias=False),
            nn.BatchNorm3d(out_channels),
            nn.Hardswish(),
            nn.AvgPool3d(pool),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x)


def get_inputs():
    return [torch.randn(6, 8, 32, 96, 96)]


def get_init_inputs():
    return [8, 48, 3, 2, 2]
