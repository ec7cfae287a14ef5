import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a linear layer."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 10, bias=True)

    def forward(self, x, y1, cond2):
        h1 = torch.where(x > y1, x, y1 * 0.25)
        t2 = h1 * cond2
        t3 = self.fc(t2)
        v4 = t3.clamp(max=6.0)
        z5 = torch.square(v4)
        z6 = torch.pow(z5.abs() + 0.5, 1.5)
        z7 = torch.cos(z6)
        return z7


def get_inputs():
    return [torch.randn(12, 5, 4, 8), torch.randn(12, 5, 4, 8), torch.randn(8)]


def get_init_inputs():
    return []
