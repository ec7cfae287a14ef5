import torch
import torch.nn as nn
import torch.nn.functional as F

MUL = 0.8
SUB = 0.25
DIV = 1.6


class Model(nn.Module):
    """Conv2d mul sub div gelu chain."""
    def __init__(self, in_channels, out_channels, kernel_size, mul, sub, div):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size)
        self.mul = mul
        self.sub = sub
        self.div = div

    def forward(self, x):
        x = self.conv(x)
        x *= self.mul
        x -= self.sub
        x /= self.div
        x = F.leaky_relu(x, 0.05)
        return F.gelu(x)


def get_inputs():
    return [torch.randn(60, 5, 92, 92)]


def get_init_inputs():
    return [5, 46, 3, MUL, SUB, DIV]
