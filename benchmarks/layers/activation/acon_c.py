import torch
from torch import nn


class Model(nn.Module):
    """ACON-C (Ma et al. 2021, arXiv:2009.04759).

    (p1 - p2) x sigmoid(beta (p1 - p2) x) + p2 x, all three a channel.
    """

    def __init__(self, channels):
        super().__init__()
        shape = (1, channels, 1, 1)
        self.p1 = nn.Parameter(torch.randn(shape))
        self.p2 = nn.Parameter(torch.randn(shape))
        self.beta = nn.Parameter(torch.ones(shape))

    def forward(self, x):
        d = (self.p1 - self.p2) * x
        return d * torch.sigmoid(self.beta * d) + self.p2 * x


def get_inputs():
    return [torch.randn(5, 44, 30, 26)]


def get_init_inputs():
    return [44]
