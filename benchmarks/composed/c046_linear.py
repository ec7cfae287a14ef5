import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a linear layer."""

    def __init__(self):
        super().__init__()
        self.gamma1 = nn.Parameter(torch.rand(1))
        self.fc = nn.Linear(7, 6, bias=True)

    def forward(self, x):
        t1 = torch.maximum(x, self.gamma1)
        t2 = self.fc(t1)
        h3 = torch.relu(t2)
        z4 = h3 * t2
        return z4


def get_inputs():
    return [torch.randn(3, 64, 7)]


def get_init_inputs():
    return []
