import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around an instance norm."""

    def __init__(self):
        super().__init__()

    def forward(self, x):
        out1 = x.clamp(max=1.0)
        t2 = out1 / 3.0
        t3 = F.instance_norm(t2)
        z4 = F.celu(t3, alpha=1.3)
        z5 = z4 - 10.0
        t6 = 1.0 / (1.0 + z5.abs())
        out7 = torch.exp(-t6 ** 2)
        return out7, t6


def get_inputs():
    return [torch.randn(4, 9, 12, 6)]


def get_init_inputs():
    return []
