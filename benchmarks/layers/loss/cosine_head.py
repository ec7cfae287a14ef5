import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    """A cosine classifier (Gidaris & Komodakis 2018, arXiv:1804.09458): tau cos(z, w_k)."""

    def __init__(self, width, classes):
        super().__init__()
        self.w = nn.Parameter(torch.randn(classes, width))
        self.tau = nn.Parameter(torch.tensor(9.0))

    def forward(self, z):
        return self.tau * F.linear(F.normalize(z, dim=-1), F.normalize(self.w, dim=-1))


def get_inputs():
    return [torch.randn(130, 84)]


def get_init_inputs():
    return [84, 37]
