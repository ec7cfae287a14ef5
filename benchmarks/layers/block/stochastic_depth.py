import torch
from torch import nn


class Model(nn.Module):
    """Stochastic depth at inference (Huang et al. 2016, arXiv:1603.09382).

    relu(p f(x) + x), p the survival rate.
    """

    def __init__(self, channels, survival):
        super().__init__()
        self.f = nn.Conv1d(channels, channels, 3, padding=1)
        self.survival = survival
        self.eval()

    def drop(self, path):
        if not self.training:
            return self.survival * path
        return path * (torch.rand(path.shape[0], 1, 1, device=path.device) < self.survival)

    def forward(self, x):
        return torch.relu(self.drop(self.f(x)) + x)


def get_inputs():
    return [torch.randn(8, 33, 140)]


def get_init_inputs():
    return [33, 0.8]
