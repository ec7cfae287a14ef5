import torch
import torch.nn as nn


class Model(nn.Module):
    """Convt2d instnorm leaky gate."""
    def __init__(self, in_channels, out_channels, kernel_size, stride):
        super().__init__()
        self.up = nn.ConvTranspose2d(in_channels, out_channels, kernel_size, stride=stride)
        self.inorm = nn.InstanceNorm2d(out_channels, affine=True)
        self.act = nn.LeakyReLU(0.2, inplace=False)

    def forward(self, x):
        u = self.inorm(self.up(x))
        v = self.act(u)
        return u + v * u


def get_inputs():
    return [torch.randn(16, 48, 40, 40)]


def get_init_inputs():
    return [48, 32, 2, 2]
