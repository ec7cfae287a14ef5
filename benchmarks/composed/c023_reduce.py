import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a reduction."""

    def __init__(self):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(4, 1, 1))
        self.temp2 = nn.Parameter(torch.randn(()))

    def forward(self, x, y1):
        u1 = torch.var(x, dim=-1, keepdim=True)
        t2 = torch.where(u1 > 0.05, y1, self.w1)
        u3 = torch.square(t2)
        z4 = F.hardshrink(u3, 0.4)
        t5 = x - z4
        u6 = t5 + self.temp2
        return u6, t5


def get_inputs():
    return [torch.randn(7, 4, 5, 6), torch.randn(7, 4, 5, 1)]


def get_init_inputs():
    return []
