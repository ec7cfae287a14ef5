import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a transposed convolution."""

    def __init__(self):
        super().__init__()
        self.conv = nn.ConvTranspose2d(8, 4, 3, stride=1, padding=1, bias=False)
        self.w1 = nn.Parameter(torch.randn(9))

    def forward(self, x, res1, gate2):
        out1 = self.conv(x)
        u2 = torch.where(res1 > gate2, out1, 1.5 * out1)
        h3 = torch.rsqrt(u2 * u2 + 0.5)
        t4 = h3 * self.w1 + h3
        return t4, h3


def get_inputs():
    return [torch.randn(3, 8, 10, 9), torch.randn(4, 1, 1), torch.randn(9)]


def get_init_inputs():
    return []
