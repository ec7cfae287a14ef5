import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a linear layer."""

    def __init__(self):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(()))
        self.fc = nn.Linear(5, 24, bias=True)

    def forward(self, x):
        out1 = torch.where(self.w1 > 0, x, 0.85 * x)
        z2 = F.relu(out1)
        h3 = (z2 > 0).float() * z2
        t4 = self.fc(h3)
        z5 = F.gelu(t4 - self.w1)
        h6 = torch.where(z5.abs() < 1, 0.5 * z5 * z5, z5.abs() - 0.5)
        out7 = h6 * self.w1 + h6
        return out7


def get_inputs():
    return [torch.randn(2, 5)]


def get_init_inputs():
    return []
