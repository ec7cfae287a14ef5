import torch
import torch.nn as nn


class Model(nn.Module):
    """Transposed 3-D convolution plus a scalar, layer norm over the width, GELU."""

    def __init__(self, cin, cout, width):
        super().__init__()
        self.up = nn.ConvTranspose3d(cin, cout, 4, stride=2, padding=1)
        self.shift = nn.Parameter(torch.tensor(0.5))
        self.norm = nn.LayerNorm(width)
        self.act = nn.GELU()

    def forward(self, x):
        return self.act(self.norm(self.up(x) + self.shift))


def get_inputs():
    return [torch.randn(16, 16, 16, 32, 32)]


def get_init_inputs():
    return [16, 32, 64]
