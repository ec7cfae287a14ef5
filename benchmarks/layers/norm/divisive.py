import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    """Generalized divisive normalization (Balle et al. 2016, arXiv:1511.06281).

    x_i / sqrt(beta_i + sum_j gamma_ij x_j^2).
    """

    def __init__(self, channels):
        super().__init__()
        self.beta = nn.Parameter(torch.ones(channels))
        self.gamma = nn.Parameter(0.1 * torch.rand(channels, channels, 1, 1))

    def forward(self, x):
        return x * torch.rsqrt(F.conv2d(x * x, self.gamma, self.beta))


def get_inputs():
    return [torch.randn(5, 20, 26, 22)]


def get_init_inputs():
    return [20]
