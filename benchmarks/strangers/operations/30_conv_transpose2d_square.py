import torch
import torch.nn as nn


class Model(nn.Module):
    """Doubling of the resolution with a 4x4 transposed convolution."""

    def __init__(self, in_channels: int, out_channels: int):
        super().__init__()
        self.deconv = nn.ConvTranspose2d(in_channels, out_channels, 4, stride=2, padding=1)

    def forward(self, feat: torch.Tensor) -> torch.Tensor:
        return self.deconv(feat)


def get_inputs():
    return [torch.randn(18, 96, 88, 88)]


def get_init_inputs():
    return [96, 48]
