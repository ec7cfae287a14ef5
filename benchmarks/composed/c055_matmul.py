import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a matrix product."""

    def __init__(self):
        super().__init__()

    def forward(self, x, wt):
        z1 = torch.matmul(x, wt)
        z2 = torch.where(z1.abs() < 1, 0.5 * z1 * z1, z1.abs() - 0.5)
        return z2


def get_inputs():
    return [torch.randn(12, 8, 5), torch.randn(5, 40)]


def get_init_inputs():
    return []
