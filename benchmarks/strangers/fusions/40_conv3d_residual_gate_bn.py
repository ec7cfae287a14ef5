import torch
import torch.nn as nn


class Model(nn.Module):
    """Self-gating of a video feature map with a 1x1x1 convolution."""

    def __init__(self, channels: int):
        super().__init__()
        self.mix = nn.Conv3d(channels, channels, kernel_size=1)
        self.bn = nn.BatchNorm3d(channels)

    def forward(self, clip: torch.Tensor) -> torch.Tensor:
        gate = self.bn(self.mix(clip)).sigmoid()
        return clip + gate * clip


def get_inputs():
    return [torch.randn(4, 64, 16, 56, 56)]


def get_init_inputs():
    return [64]
