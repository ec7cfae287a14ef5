import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a linear layer."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 10, bias=False)
        self.bias1 = nn.Parameter(torch.randn(1, 5, 1))
        self.shift2 = nn.Parameter(torch.rand(10))

    def forward(self, x):
        out1 = x.clamp(max=2.0)
        u2 = torch.relu(out1)
        t3 = self.fc(u2)
        z4 = -1.0 * t3 + 1 * self.bias1
        v5 = torch.clamp(z4, min=-1.0, max=0.5)
        t6 = torch.atan(v5)
        z7 = t6 * self.shift2 + t6
        return z7


def get_inputs():
    return [torch.randn(4, 5, 3)]


def get_init_inputs():
    return []
