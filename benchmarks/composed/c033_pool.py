import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a pooling."""

    def __init__(self):
        super().__init__()
        self.temp1 = nn.Parameter(torch.rand(1, 7, 1))

    def forward(self, x):
        u1 = F.avg_pool1d(x, 2)
        u2 = self.temp1 - u1
        out3 = (u2 - -1.0) / 0.1
        h4 = out3 * 2
        return h4, out3


def get_inputs():
    return [torch.randn(64, 7, 3)]


def get_init_inputs():
    return []
