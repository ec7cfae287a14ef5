import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around an RMS norm."""

    def __init__(self):
        super().__init__()
        self.g = nn.Parameter(torch.rand(7))
        self.scale1 = nn.Parameter(torch.rand(1, 2, 1))

    def forward(self, x, res1):
        t1 = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.g
        out2 = F.relu6(t1)
        z3 = torch.expm1(out2.clamp(max=2.0))
        z4 = torch.exp(-z3.abs())
        u5 = torch.addcmul(z4, self.scale1, res1, value=1)
        return u5


def get_inputs():
    return [torch.randn(24, 2, 7), torch.randn(24, 2, 1)]


def get_init_inputs():
    return []
