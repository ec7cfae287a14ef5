import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a convolution."""

    def __init__(self):
        super().__init__()
        self.bias1 = nn.Parameter(torch.rand(5))
        self.beta2 = nn.Parameter(torch.randn(1, 12, 1, 1))
        self.conv = nn.Conv2d(12, 8, 2, stride=2, padding=0, bias=False)

    def forward(self, x):
        u1 = x - self.bias1
        v2 = F.silu(u1 * self.beta2 + x)
        v3 = torch.erf(v2)
        h4 = self.conv(v3)
        t5 = torch.cos(h4)
        v6 = 0.7 * t5
        u7 = 0.1 * v6
        return u7


def get_inputs():
    return [torch.randn(3, 12, 4, 5)]


def get_init_inputs():
    return []
