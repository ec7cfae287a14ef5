import torch
from torch import nn


class Model(nn.Module):
    """Global response normalization of ConvNeXt V2 (Woo et al. 2023, arXiv:2301.00808), channels last.

    G(X)_c = ||X_c||_2,  N_c = G_c / mean_c G_c,  X <- gamma (X N) + beta + X.
    """

    def __init__(self, channels):
        super().__init__()
        self.gamma = nn.Parameter(torch.randn(channels) * 0.3)
        self.beta = nn.Parameter(torch.randn(channels) * 0.3)

    def forward(self, x_NHWC):
        g = x_NHWC.norm(p=2, dim=(1, 2), keepdim=True)
        n = g / (g.mean(dim=-1, keepdim=True) + 1e-6)
        return self.gamma * (x_NHWC * n) + self.beta + x_NHWC


def get_inputs():
    return [torch.randn(6, 13, 15, 72)]


def get_init_inputs():
    return [72]
