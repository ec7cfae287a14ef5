import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a transposed convolution."""

    def __init__(self):
        super().__init__()
        self.conv = nn.ConvTranspose1d(6, 4, 1, stride=1, padding=0, bias=False)

    def forward(self, x, res1):
        h1 = self.conv(x)
        h2 = h1 * (1 + res1)
        out3 = F.softplus(h2, beta=2.0)
        out4 = out3.clamp(max=1.0)
        u5 = torch.where(out4 > res1, out4, res1 * 1.5)
        t6 = u5 + h2
        return t6


def get_inputs():
    return [torch.randn(8, 6, 12), torch.randn(8, 1, 1)]


def get_init_inputs():
    return []
