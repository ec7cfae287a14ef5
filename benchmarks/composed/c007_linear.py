import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a linear layer."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(10, 10, bias=False)
        self.shift1 = nn.Parameter(torch.rand(2, 1))

    def forward(self, x):
        v1 = self.fc(x)
        u2 = torch.rsqrt(v1 * v1 + 0.5)
        t3 = -u2
        out4 = t3 + self.shift1
        v5 = out4 * 10.0 + -0.5
        out6 = torch.lerp(v5, u2, 0.3)
        return out6


def get_inputs():
    return [torch.randn(3, 2, 10)]


def get_init_inputs():
    return []
