import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a unit norm."""

    def __init__(self):
        super().__init__()

    def forward(self, x):
        u1 = F.normalize(x, dim=0)
        u2 = torch.hypot(u1, x)
        v3 = 1 * u2
        return v3


def get_inputs():
    return [torch.randn(8, 12, 9, 2)]


def get_init_inputs():
    return []
