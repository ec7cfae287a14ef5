import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a group norm."""

    def __init__(self):
        super().__init__()
        self.bias1 = nn.Parameter(torch.randn(5))
        self.gn = nn.GroupNorm(2, 12)

    def forward(self, x):
        h1 = x - 4.0
        z2 = F.gelu(h1 - self.bias1)
        t3 = torch.sinc(z2)
        v4 = self.gn(t3)
        u5 = v4 / 1
        v6 = F.gelu(u5, approximate='tanh')
        t7 = v6 * v4
        h8 = t7 + torch.sin(t7) ** 2
        z9 = F.softsign(h8)
        return z9, v6


def get_inputs():
    return [torch.randn(6, 12, 8, 5)]


def get_init_inputs():
    return []
