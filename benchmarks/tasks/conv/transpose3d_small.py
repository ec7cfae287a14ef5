import torch
import torch.nn as nn


class Model(nn.Module):
    """Decoder step of a 3-D U-Net."""

    def __init__(self, cin, cout):
        super().__init__()
        self.up = nn.ConvTranspose3d(cin, cout, 2, stride=2)

    def forward(self, v):
        return self.up(v)


def get_inputs():
    return [torch.randn(4, 32, 16, 32, 32)]


def get_init_inputs():
    return [32, 16]
