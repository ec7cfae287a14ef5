import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around an instance norm."""

    def __init__(self):
        super().__init__()

    def forward(self, x, res1, other2):
        v1 = F.gelu(x - res1)
        z2 = torch.where(other2 > 0, v1, 0.05 * v1)
        u3 = F.instance_norm(z2)
        u4 = torch.reciprocal(u3 * u3 + 1)
        return u4, u3


def get_inputs():
    return [torch.randn(10, 5, 12, 9), torch.randn(10, 1, 1, 1), torch.randn(10, 5, 12, 9)]


def get_init_inputs():
    return []
