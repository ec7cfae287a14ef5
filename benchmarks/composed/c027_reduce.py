import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a reduction."""

    def __init__(self):
        super().__init__()

    def forward(self, x, gate1):
        z1 = x.abs().sqrt()
        t2 = torch.mean(z1, dim=-1, keepdim=False)
        z3 = (t2 - -0.5) / 0.5
        v4 = z3 * gate1 + z3
        z5 = torch.clamp(v4, -3.0, 6.0)
        v6 = z5 * 0.1
        t7 = v6 ** 3
        return t7, z5


def get_inputs():
    return [torch.randn(5, 8, 9, 3), torch.randn(8, 1)]


def get_init_inputs():
    return []
