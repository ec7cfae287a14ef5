import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a convolution."""

    def __init__(self):
        super().__init__()
        self.beta1 = nn.Parameter(torch.rand(64, 1))
        self.conv = nn.Conv1d(64, 4, 1, stride=1, padding=0)

    def forward(self, x):
        h1 = x * self.beta1 + x
        u2 = torch.frac(h1)
        out3 = torch.sigmoid(u2 * self.beta1)
        u4 = self.conv(out3)
        u5 = torch.atan(u4)
        h6 = F.silu(u5)
        return h6, out3


def get_inputs():
    return [torch.randn(4, 64, 7)]


def get_init_inputs():
    return []
