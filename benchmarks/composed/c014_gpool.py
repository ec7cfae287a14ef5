import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a global pooling."""

    def __init__(self):
        super().__init__()
        self.bias1 = nn.Parameter(torch.randn(1))

    def forward(self, x):
        out1 = F.adaptive_avg_pool2d(x, 1)
        out2 = out1 * torch.sigmoid(1.702 * out1)
        h3 = torch.where(out1 > self.bias1, out2, -1.0 * out2)
        u4 = torch.pow(h3.abs() + 0.5, 1.5)
        return u4, out2


def get_inputs():
    return [torch.randn(9, 5, 4, 8)]


def get_init_inputs():
    return []
