import torch
from torch import nn


class Model(nn.Module):
    """FiLM (Perez et al. 2018, arXiv:1709.07871): gamma(z) F + beta(z), both linear in the condition z."""

    def __init__(self, condition, channels):
        super().__init__()
        self.generator = nn.Linear(condition, 2 * channels)

    def forward(self, feature, z):
        gamma, beta = self.generator(z).chunk(2, dim=1)
        return gamma[..., None, None] * feature + beta[..., None, None]


def get_inputs():
    return [torch.randn(5, 38, 16, 24), torch.randn(5, 60)]


def get_init_inputs():
    return [60, 38]
