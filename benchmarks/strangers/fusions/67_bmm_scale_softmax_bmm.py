import torch
import torch.nn as nn


class Model(nn.Module):
    """Plain single-head attention with a residual on the queries."""

    def __init__(self, dim):
        super().__init__()
        self.scale = dim ** -0.5

    def forward(self, q, k, v):
        s = torch.bmm(q, k.transpose(1, 2)) * self.scale
        a = torch.softmax(s, dim=-1)
        return q + torch.bmm(a, v)


def get_inputs():
    b, t, d = 24, 768, 96
    return [torch.randn(b, t, d) for _ in range(3)]


def get_init_inputs():
    return [96]
