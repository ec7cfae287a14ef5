import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a matrix product."""

    def __init__(self):
        super().__init__()
        self.shift1 = nn.Parameter(torch.randn(64, 12))

    def forward(self, x, other1, wt):
        t1 = x * self.shift1 - other1
        h2 = torch.abs(t1)
        z3 = torch.matmul(h2, wt)
        u4 = F.relu(z3) ** 2
        t5 = u4 + torch.sin(u4) ** 2
        out6 = torch.tanh(t5) * t5
        h7 = F.hardsigmoid(out6)
        return h7


def get_inputs():
    return [torch.randn(64, 12), torch.randn(12), torch.randn(12, 24)]


def get_init_inputs():
    return []
