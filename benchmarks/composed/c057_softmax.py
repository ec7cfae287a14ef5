import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """A drawn program around a softmax."""

    def __init__(self):
        super().__init__()

    def forward(self, x):
        out1 = x + 0.01
        v2 = F.log_softmax(out1, dim=-1)
        u3 = v2 * out1
        h4 = u3 * torch.sigmoid(1.702 * u3)
        u5 = F.softplus(h4)
        t6 = u5 * torch.exp(-u5.abs())
        return t6


def get_inputs():
    return [torch.randn(8, 24)]


def get_init_inputs():
    return []
