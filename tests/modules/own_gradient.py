import torch
from torch import nn


class Rounded(torch.autograd.Function):
    """Rounds, and lets the gradient through."""

    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        return grad


class Model(nn.Module):
    """Calls a function with a gradient of its own."""

    def forward(self, x):
        return Rounded.apply(3 * x) / 3


def get_inputs():
    return [torch.randn(8, 8)]
