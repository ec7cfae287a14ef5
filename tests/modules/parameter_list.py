import torch
from torch import nn


class Model(nn.Module):
    """A polynomial whose coefficients are a ParameterList, by Horner's rule."""

    def __init__(self, degree):
        super().__init__()
        self.coefficients = nn.ParameterList([nn.Parameter(torch.randn(8)) for _ in range(degree + 1)])

    def forward(self, x):
        value = torch.zeros_like(x)
        for coefficient in reversed(list(self.coefficients)):
            value = value * x + coefficient
        return value


def get_inputs():
    return [torch.randn(11, 8)]


def get_init_inputs():
    return [3]
